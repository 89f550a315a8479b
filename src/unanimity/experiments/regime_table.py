"""The main measures of many regimes in one table: the state of each regime at the end of its run.

Every regime runs with the same seeds, over its own months or over a given number. Stocks are means over the last 12
months; flows are yearly rates from month 0 on, so that regimes of unequal length can be compared. Every number is a
mean over worlds with its 90 % interval. A regime that does not run the mechanisms of a measure has no number for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from unanimity.engine.batch import check_seed
from unanimity.engine.simulate import check_run, simulate
from unanimity.regimes import load_regime, preset_names
from unanimity.results import Result
from unanimity.results.mean_intervals import mean_interval
from unanimity.support.errors import refuse
from unanimity.support.number_format import OF_1000, RATE, SCORE, YEARLY
from unanimity.support.progress import Wish, telling
from unanimity.world.milieu import milieu_of

LAST = 12
COLUMNS = ("regime", "group", "measure", "meaning", "unit", "good", "mean", "low", "high", "sd", "worlds", "months",
           "cases", "milieu")
SEEDS = 20  # worlds per regime: with fewer, intervals of rare events are uninformative
REVOLTS = "revolts"  # a named measure: cells newly in revolt


class Entry(NamedTuple):
    """One line of the table: group, name, meaning, unit, the function that gives one number per world, and which sign
    is good.

    `good` is +1 if high values are good, -1 if they are bad, 0 if that is left to the reader; `cases` gives the number
    of events behind the measure by world, if it counts events.
    """

    group: str
    name: str
    meaning: str
    unit: str
    of: Callable[[Result], np.ndarray]
    good: int = 0
    cases: Callable[[Result], np.ndarray] | None = None


def _unknown(result: Result) -> np.ndarray:
    return np.full(len(result.worlds), np.nan)


def late(*measures: str, per_thousand: bool = False) -> Callable[[Result], np.ndarray]:
    """The mean over the last months; several measures are summed."""
    def of(result: Result) -> np.ndarray:
        if not set(measures) <= set(result.measures):
            return _unknown(result)
        total = sum(result.of(name).loc[lambda frame: frame.index >= 0].tail(LAST).mean(axis=0).to_numpy()
                    for name in measures)
        return np.asarray(total) * (1000.0 / result.manifest["people"] if per_thousand else 1.0)
    return of


def grown(*measures: str) -> Callable[[Result], np.ndarray]:
    """The joint growth of some cumulative counts from month 0 to the last month."""
    def of(result: Result) -> np.ndarray:
        if not set(measures) <= set(result.measures):
            return _unknown(result)
        total = np.zeros(len(result.worlds))
        for name in measures:
            frame = result.of(name)
            before = frame[frame.index < 0]
            total += frame.iloc[-1].to_numpy() - (before.iloc[-1].to_numpy() if len(before) else 0.0)
        return total
    return of


def a_year(measured: Callable[[Result], np.ndarray]) -> Callable[[Result], np.ndarray]:
    """The same per year."""
    return lambda result: measured(result) * 12.0 / max(1, int((result.months >= 0).sum()))


def arrests(result: Result) -> np.ndarray:
    """Arrests from month 0 on."""
    return _arrested(result, innocent=False)


def per_1000(measured: Callable[[Result], np.ndarray]) -> Callable[[Result], np.ndarray]:
    """The same per 1,000 people and year."""
    yearly = a_year(measured)
    return lambda result: yearly(result) * 1000.0 / result.manifest["people"]


def innocent(result: Result) -> np.ndarray:
    """Share of innocents among the arrested."""
    taken = _arrested(result, innocent=False)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(taken > 0, _arrested(result, innocent=True) / taken, np.nan)


def _arrested(result: Result, innocent: bool) -> np.ndarray:
    if "rung_reached" not in result.measures:  # no police runs
        return _unknown(result)
    if result.log.empty:
        return np.zeros(len(result.worlds))
    rows = result.log[(result.log["event"] == "arrested") & (result.log["month"] >= 0)]
    rows = rows[~rows["guilty"]] if innocent else rows
    values: np.ndarray = rows.groupby("world").size().reindex(result.worlds["world"], fill_value=0).to_numpy(float)
    return values


def asked(question: str) -> Callable[[Result], np.ndarray]:
    """The run's answers to a question."""
    return lambda result: result.answers[question].to_numpy() if question in result.answers else _unknown(result)


def counted(group: str, name: str, meaning: str, of: Callable[[Result], np.ndarray], good: int = 0) -> Entry:
    """An entry that counts events, as a rate per 1,000 people and year."""
    return Entry(group, name, meaning, RATE, per_1000(of), good, of)


def happening(group: str, name: str, meaning: str, of: Callable[[Result], np.ndarray]) -> Entry:
    """An entry that counts events of the country, per year."""
    return Entry(group, name, meaning, YEARLY, a_year(of), 0, of)


_DEATHS = {"hunger_deaths": "of hunger", "deaths_executed": "executed", "deaths_in_custody": "in custody",
           "deaths_in_combat": "at the front", "deaths_in_revolt": "in revolts", "deaths_murdered": "murdered",
           "deaths_by_suicide": "by suicide", "deaths_at_border": "at the border"}

ENTRIES: tuple[Entry, ...] = (
    Entry("voice", "unanimity", "do not dissent publicly", "share", late("unanimity")),
    Entry("voice", "falsification gap", "dissent kept silent", "share", late("falsification_gap"), -1),
    Entry("voice", "hidden support", "private dissenters for each open one", "people", late("hidden_support"), -1),
    Entry("voice", "fear", "mean fear of speaking out", SCORE, late("fear_of_opinion"), -1),
    Entry("voice", "grievance", "mean grievance", SCORE, late("grievance_felt"), -1),
    Entry("voice", "legitimacy", "content and trusting", "share", late("legitimacy"), +1),
    Entry("voice", "centre's error", "what the centre believes against what is", "share of plan", late("centre_error"),
          -1),
    Entry("bread", "hunger", "mean hunger", SCORE, late("mean_hunger"), -1),
    counted("bread", "all deaths", "dead of hunger, violence or in custody", grown("deaths"), -1),
    *(counted("bread", words, f"dead, {words}", grown(name), -1) for name, words in _DEATHS.items()),
    counted("bread", "left the country", "gone abroad and not returned", grown("gone_abroad")),
    counted("police", "arrests", "arrests", arrests, -1),
    Entry("police", "taken for nothing", "arrested who had done nothing", "share", innocent, -1, arrests),
    Entry("police", "prisoners", "in prison or camp", OF_1000,
          late("held_in_prison", "held_in_camps", per_thousand=True), -1),
    Entry("police", "exiled", "in exile", OF_1000, late("held_in_exile", per_thousand=True), -1),
    Entry("police", "highest rung", "rung that has passed without correction (7 is death)", "rung",
          late("rung_reached"), -1),
    Entry("power", "opportunists", "opportunists among members", "share", late("opportunist_share"), -1),
    Entry("power", "competence at the top", "mean competence at the centre", SCORE, late("competence_centre"), +1),
    Entry("power", "in factions", "people in factions", OF_1000, late("faction_members", per_thousand=True)),
    Entry("power", "concentration", "posts that lead to one desk", "share", late("concentration_of_posts"), -1),
    happening("power", "cells in revolt", "cells that rose, each time counted", asked(REVOLTS)),
    happening("power", "falls", "times the regime fell", grown("falls_so_far")),
)
LARGEST = 2_000_000  # person-months of a world; larger presets (the hindcasts) run only when named
GROUPS = tuple(dict.fromkeys(entry.group for entry in ENTRIES))


def compare_regimes(names: Sequence[str] = (), months: int | None = None, seeds: int = SEEDS, seed: int = 0,
                    threads: int | None = None, progress: Wish = None) -> pd.DataFrame:
    """The table of the main measures over regimes (by default all presets except the hindcasts, which are too large):
    one row per regime and measure.

    `mean` is over worlds, `low` and `high` are its 90 % interval, `sd` is the spread over worlds, `cases` the number of
    events behind a rate in all worlds together, `milieu` whom the people represent if not a country.
    """
    if isinstance(seeds, bool) or not isinstance(seeds, int) or seeds < 1:
        raise refuse("", "seeds", seeds, "a whole number from 1 up")
    check_seed(seed)
    sizes = {} if months is None else {"months": months}
    regimes = [load_regime(name).but(sizes) for name in names or usual_presets()]  # errors are reported before any run
    for regime in regimes:
        check_run(regime, seeds)
    tables = []
    whole, before = sum(regime.months + regime.burn_in for regime in regimes), 0

    def on(what: str, done: int, total: int) -> None:
        tell(what, before + done, whole)

    with telling(progress, f"{len(regimes)} regimes") as tell:
        for regime in regimes:
            ask = [REVOLTS] if any(m.id == "uprising" for m in regime.mechanisms) else []
            result = simulate([regime] * seeds, [seed + k for k in range(seeds)], [regime.name] * seeds,
                              threads=threads, progress=on, resumable=False, ask=ask)
            before += regime.months + regime.burn_in
            tables.append(rows_of(result))
    return pd.concat(tables, ignore_index=True)


def milieus_told(table: pd.DataFrame) -> str:
    """Which regimes of the table are milieus, in one sentence; "" if all of them are countries."""
    found = table[table["milieu"] != ""].drop_duplicates("regime")
    named = "; ".join(f"{row.regime} ({row.milieu})" for row in found.itertuples())
    return f"Rates are those of a milieu, not of a country, in: {named}." if named else ""


def usual_presets() -> list[str]:
    """Every preset that is small enough to run by default."""
    regimes = (load_regime(name) for name in preset_names())
    return [regime.name for regime in regimes if regime.society.people * regime.months <= LARGEST]


def rows_of(result: Result) -> pd.DataFrame:
    """The table's rows of a Result: its arms are the regimes."""
    arms = result.worlds["arm"].astype(str).to_numpy()
    months = int((result.months >= 0).sum())
    milieu = milieu_of(result.manifest)
    of = milieu.of if milieu is not None else ""
    rows = []
    for entry in ENTRIES:
        values = np.asarray(entry.of(result), float)
        most = 1.0 if entry.unit in ("share", SCORE) else np.inf
        cases = _unknown(result) if entry.cases is None else np.asarray(entry.cases(result), float)
        for arm in dict.fromkeys(arms):
            mine = values[arms == arm]
            known = mine[np.isfinite(mine)]
            mean, sd = (known.mean(), known.std(ddof=1) if known.size > 1 else np.nan) if known.size else (np.nan,) * 2
            rows.append((arm, entry.group, entry.name, entry.meaning, entry.unit, entry.good, mean,
                         *mean_interval(mine, 0.0, most), sd, int(mine.size), months, cases[arms == arm].sum(), of))
    return pd.DataFrame(rows, columns=list(COLUMNS))

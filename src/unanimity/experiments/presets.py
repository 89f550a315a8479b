"""The main measures of many regimes in one table: what each set of rules looks like when it has run its course.

Every regime runs with the same seeds, over its own months or over months that are asked for. What lasts is the mean of
the last 12 months; what happens is counted from month 0 on, for 1,000 people (and a year). A regime that does not run
the mechanisms of a measure has no number there.
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
from unanimity.world.errors import refuse
from unanimity.world.progress import Wish, telling
from unanimity.world.words import DEATHS

LAST = 12
COLUMNS = ("regime", "group", "measure", "meaning", "unit", "mean", "low", "high", "worlds")
REVOLTS = "revolts"  # a named measure: cells that rise anew


class Entry(NamedTuple):
    """One line of the table: its group, name, meaning, unit, and how a Result gives one number a world."""

    group: str
    name: str
    meaning: str
    unit: str
    of: Callable[[Result], np.ndarray]


def _unknown(result: Result) -> np.ndarray:
    return np.full(len(result.worlds), np.nan)


def late(*measures: str, per_thousand: bool = False) -> Callable[[Result], np.ndarray]:
    """The mean of the last months, of several measures their sum."""
    def of(result: Result) -> np.ndarray:
        if not set(measures) <= set(result.measures):
            return _unknown(result)
        total = sum(result.of(name).loc[lambda frame: frame.index >= 0].tail(LAST).mean(axis=0).to_numpy()
                    for name in measures)
        return np.asarray(total) * (1000.0 / result.manifest["people"] if per_thousand else 1.0)
    return of


def end(measure: str, scale: float = 1.0) -> Callable[[Result], np.ndarray]:
    """What a count has grown by from month 0 to the last month, for `scale` people; 0: as it is."""
    def of(result: Result) -> np.ndarray:
        if measure not in result.measures:
            return _unknown(result)
        frame = result.of(measure)
        before = frame[frame.index < 0]
        grown = frame.iloc[-1].to_numpy() - (before.iloc[-1].to_numpy() if len(before) else 0.0)
        return np.asarray(grown * (scale / result.manifest["people"] if scale else 1.0))
    return of


def a_year(measured: Callable[[Result], np.ndarray]) -> Callable[[Result], np.ndarray]:
    """The same for a year."""
    return lambda result: measured(result) * 12.0 / max(1, int((result.months >= 0).sum()))


def arrests(result: Result) -> np.ndarray:
    """Arrests from month 0 on for 1,000 people."""
    return _arrested(result, innocent=False) * 1000.0 / result.manifest["people"]


def innocent(result: Result) -> np.ndarray:
    """Share of the arrested who had done nothing."""
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
    return rows.groupby("world").size().reindex(result.worlds["world"], fill_value=0).to_numpy(float)


def living(result: Result) -> np.ndarray:
    """Share of the people who are alive and in the country in the last month."""
    if "living_in_country" not in result.measures:
        return _unknown(result)
    return result.of("living_in_country").iloc[-1].to_numpy() / result.manifest["people"]


def asked(question: str) -> Callable[[Result], np.ndarray]:
    """What was asked of the run."""
    return lambda result: result.answers[question].to_numpy() if question in result.answers else _unknown(result)


_KINDS = {"hunger": "hunger_deaths", "executed": "deaths_executed", "custody": "deaths_in_custody",
          "combat": "deaths_in_combat", "revolt": "deaths_in_revolt", "murdered": "deaths_murdered",
          "suicide": "deaths_by_suicide", "border": "deaths_at_border"}
_WORDS = {"hunger": "dead of hunger", "executed": "executed", "custody": "dead in custody",
          "combat": "dead at the front", "revolt": "dead in revolts", "murdered": "murdered",
          "suicide": "dead by their own hand", "border": "dead at the border"}

ENTRIES: tuple[Entry, ...] = (
    Entry("voice", "unanimity", "raise no hand against", "share", late("unanimity")),
    Entry("voice", "falsification gap", "dissent kept silent", "share", late("falsification_gap")),
    Entry("voice", "hidden support", "private dissenters for each open one", "persons", late("hidden_support")),
    Entry("voice", "fear", "mean fear of speaking out", "share", late("fear_of_opinion")),
    Entry("voice", "grievance", "mean grievance", "share", late("grievance_felt")),
    Entry("voice", "legitimacy", "content and trusting", "share", late("legitimacy")),
    Entry("voice", "centre's error", "what the centre believes against what is", "share", late("centre_error")),
    Entry("bread", "hunger", "mean hunger", "share", late("mean_hunger")),
    *(Entry("bread", _WORDS[kind], f"{_WORDS[kind]}, of 1,000 people", "of 1,000", end(_KINDS[kind], 1000.0))
      for kind in DEATHS[1:]),
    Entry("bread", "alive and here", "alive and in the country at the end", "share", living),
    Entry("police", "arrests", "arrests a year for 1,000 people", "of 1,000 a year", a_year(arrests)),
    Entry("police", "executions", "executions a year for 1,000 people", "of 1,000 a year",
          a_year(end("deaths_executed", 1000.0))),
    Entry("police", "taken for nothing", "arrested who had done nothing", "share", innocent),
    Entry("police", "prisoners", "in prison or camp, of 1,000 people", "of 1,000",
          late("held_in_prison", "held_in_camps", per_thousand=True)),
    Entry("police", "exiled", "in exile, of 1,000 people", "of 1,000", late("held_in_exile", per_thousand=True)),
    Entry("police", "highest rung", "rung that has passed without correction (7 is death)", "rung",
          late("rung_reached")),
    Entry("power", "opportunists", "opportunists among members", "share", late("opportunist_share")),
    Entry("power", "competence at the top", "mean competence at the centre", "share", late("competence_centre")),
    Entry("power", "in factions", "people in factions, of 1,000", "of 1,000",
          late("faction_members", per_thousand=True)),
    Entry("power", "concentration", "posts that lead to one desk", "share", late("concentration_of_posts")),
    Entry("power", "cells in revolt", "cells that rose, each time counted", "cells", asked(REVOLTS)),
    Entry("power", "falls", "times the regime fell", "times", end("falls_so_far", 0.0)),
)
LARGEST = 2_000_000  # person-months of a world, beyond which a preset is run by its name only (the hindcasts)
GROUPS = tuple(dict.fromkeys(entry.group for entry in ENTRIES))


def compare_regimes(names: Sequence[str] = (), months: int | None = None, seeds: int = 4, seed: int = 0,
                    threads: int | None = None, progress: Wish = None) -> pd.DataFrame:
    """The table of the main measures over regimes (if none is named, all presets but the
    hindcasts, which are too large to stand beside the others): one row a regime and measure.

    `mean` is over worlds; `low` and `high` are the least and the greatest of them.
    """
    if isinstance(seeds, bool) or not isinstance(seeds, int) or seeds < 1:
        raise refuse("", "seeds", seeds, "a whole number from 1 up")
    check_seed(seed)
    sizes = {} if months is None else {"months": months}
    regimes = [load_regime(name).but(sizes) for name in names or usual_presets()]  # every slip is told before any run
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


def usual_presets() -> list[str]:
    """Every preset that is small enough to be run beside the others."""
    regimes = (load_regime(name) for name in preset_names())
    return [regime.name for regime in regimes if regime.society.people * regime.months <= LARGEST]


def rows_of(result: Result) -> pd.DataFrame:
    """The table's rows of a Result: its arms are the regimes."""
    arms = result.worlds["arm"].astype(str).to_numpy()
    rows = []
    for entry in ENTRIES:
        values = np.asarray(entry.of(result), float)
        for arm in dict.fromkeys(arms):
            mine = values[arms == arm]
            known = mine[np.isfinite(mine)]
            low, mean, high = (known.min(), known.mean(), known.max()) if known.size else (np.nan,) * 3
            rows.append((arm, entry.group, entry.name, entry.meaning, entry.unit, mean, low, high, int(mine.size)))
    return pd.DataFrame(rows, columns=list(COLUMNS))

"""Paired comparison: the same people and the same random numbers under two sets of rules.

Both arms of a pair share the seed and therefore people, ties and draws, so a difference is caused by the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.batch import check_seed
from unanimity.engine.simulate import Interrupted, check_run, simulate
from unanimity.engine.survey import NAMES as SURVEYS
from unanimity.experiments.burn_in import told_drift
from unanimity.experiments.paired_rows import LEAST_PAIRS, alike, chance_of, paired_row, taken_together
from unanimity.experiments.power import told, told_few
from unanimity.experiments.unused_levers import told_idle, told_twins
from unanimity.measures import BY_NAME, own_measures
from unanimity.measures.contract import CONTRACT
from unanimity.mechanisms import BY_ID
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.regimes.plausible import Given, plausible
from unanimity.results import Result
from unanimity.results.atomic_files import write_atomically
from unanimity.results.summary import MOST, main_measures, window_told
from unanimity.results.uncertainty_split import ENDS, over_known, quantiles, two_spreads
from unanimity.support import number_format as numbers
from unanimity.support.errors import UserError, refuse, unknown, whole_number
from unanimity.support.extras import need
from unanimity.support.manners import path_of
from unanimity.support.progress import Wish, telling
from unanimity.verdicts import How, bca
from unanimity.world.argument_checks import in_plain_words
from unanimity.world.levers import BY_NAME as LEVERS

CONTROL = "control"
Arm = Mapping[str, Any] | str | Path | Regime  # what an arm changes, or another regime
CURVE = How(resamples=1000)  # for each month of a curve


@dataclass(frozen=True)
class Comparison:
    """The result of a paired comparison: all runs, and a table of differences.

        found = un.compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=10)
        found.table(), found.main(), found.undecided, found.plot("unanimity")
    """

    result: Result
    arms: tuple[str, ...]
    pairs: int  # at every setting
    idle: tuple[str, ...] = ()  # changes of arms without any effect, reported before any run

    @property
    def settings(self) -> int:
        """The number of plausible settings; 0 if only the regime's own parameters were used."""
        return int(self.result.worlds["setting"].nunique()) if "setting" in self.result.worlds else 0

    def __repr__(self) -> str:
        """One sentence, then the main differences, one line each."""
        units = self.result.manifest["units"]
        rows = [(str(row.arm), str(row.measure), numbers.number(row.control, units.get(row.measure, "")),
                 numbers.number(row.treated, units.get(row.measure, "")),
                 numbers.difference_ranged(row.difference, row.low, row.high, units.get(row.measure, "")))
                for row in self.main().itertuples()]
        wide = [max(len(row[k]) for row in rows) for k in range(4)]
        lines = [self.sentence(), f"means of {window_told(self.result.months)}, difference with its 90 % interval"
                 + (f" over {self.settings} setting{'s' * (self.settings > 1)}" if self.settings else "")]
        lines += [f"  {arm:<{wide[0]}}  {measure:<{wide[1]}}  {one:>{wide[2]}} -> {two:>{wide[3]}}  {apart}"
                  for arm, measure, one, two, apart in rows]
        left = len(self.measures) - len(self.headline)
        return "\n".join([*lines, *([f"  and {left} more measures: .table()"] if left else []),
                          *(f"undecided: {line}" for line in self.undecided),
                          *(f"note: {line}" for line in self.notes)])

    @property
    def measures(self) -> list[str]:
        """All measures: expressions asked for, then the monthly measures."""
        return [*self.result.answers.columns, *self.result.measures]

    @property
    def headline(self) -> list[str]:
        """The measures shown first: the named ones, those of own mechanisms, then the main ones."""
        named = [name for name in self.result.manifest.get("named") or () if name in self.measures]
        most = max(MOST, len(named))
        return list(dict.fromkeys([*named, *main_measures(self.result.measures)]))[:most]

    @property
    def undecided(self) -> list[str]:
        """One line per arm: headline differences whose interval contains 0, and how many pairs would decide them."""
        lines = []
        for arm, mine in self.main().groupby("arm", sort=False):
            open_ = mine[(mine["low"] < 0) & (mine["high"] > 0)]
            parts = [f"{row.measure} ({told(row.difference, row.difference / row.effect_size)} would settle it)"
                     for row in open_.itertuples() if row.effect_size and row.effect_size == row.effect_size]
            if parts and not self.settings:
                lines.append(f"{arm}: {', '.join(parts)}, if differences are as they seem.")
        return lines

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import comparison_html

        return comparison_html(self, self.sentence(), self.main())

    def sentence(self, place: str = "country") -> str:
        """The clearest difference, in one sentence."""
        from unanimity.report.comparison_words import answer

        return answer(self, self.table(place=place))

    def main(self, place: str = "country") -> pd.DataFrame:
        """The rows of the table for named and main measures."""
        return self.table(self.headline, place)

    def report(self, path: str | Path, place: str = "country") -> Path:
        """Write its page (report.html in a folder, or the .html named); returns the page's path."""
        need("drawing a figure or a page", "altair", "vl_convert", "jinja2")
        from unanimity.report.comparison_page import write_comparison_page

        return write_comparison_page(self, self.table(place=place), [], place, path_of(path))

    def to_csv(self, path: str | Path, place: str = "country") -> Path:
        """Write the table of differences; returns the path."""
        path = path_of(path)
        write_atomically(path, lambda partial: self.table(place=place).to_csv(partial, index=False))
        return path

    @property
    def unchanged(self) -> list[str]:
        """One line for each arm whose worlds equal the control's or another arm's bit for bit (its change never took
        effect), and for each lever without effect."""
        found = {arm: mine["digest"].tolist() for arm, mine in self.result.worlds.groupby("arm")}
        digests = {arm: found[arm] for arm in self.arms}
        same = [arm for arm in self.arms if arm != CONTROL and digests[arm] == digests[CONTROL]]
        lines = [f"{arm}: this arm changed nothing; all its {self.pairs} worlds are those of {CONTROL}, bit for bit."
                 for arm in same]
        return [*lines, *told_twins(digests, same),
                *(line for line in self.idle if line.partition(":")[0] not in same)]

    @property
    def notes(self) -> list[str]:
        """Notes on the runs: arms without effect, events too rare for a conclusion."""
        kept = (self.result.manifest.get("settings") or {}).get("note")
        few = [] if self.settings else told_few(self.pairs)
        return [*self.unchanged, *self.result.notes, *([kept] if kept else []), *few, *told_drift(self.result, CONTROL)]

    def values(self, arm: str, measure: str, place: str = "country", last: int = 12) -> np.ndarray:
        """One number per pair: the measure's mean over the last months (never of the burn-in) in that arm.

        Unknown months are left out; a pair without any value is NaN. An expression has one number per world, over its
        own window.
        """
        names = self.result.worlds["arm"].to_numpy()
        last = whole_number(last, "last", "a number of months from 1 up", 1)
        if measure in self.result.answers:
            return np.asarray(self.result.answers[measure].to_numpy(float)[names == self._known(arm)])
        frame = self.result.of(measure, place)
        window = frame[frame.index >= 0].to_numpy()[-last:, names == self._known(arm)]
        known = np.isfinite(window)
        with np.errstate(invalid="ignore"):
            values: np.ndarray = np.where(known, window, 0.0).sum(axis=0) / known.sum(axis=0)
            return values

    def _known(self, arm: str) -> str:
        """The name of an arm; an unknown one is refused."""
        if arm not in self.arms:
            raise unknown("", "arm", arm, self.arms)
        return arm

    def over_months(self, arm: str, measure: str, place: str = "country") -> pd.DataFrame:
        """The paired difference to control by month: mean over pairs with its 90 % interval; at plausible settings, the
        middle 90 % over settings."""
        names = self.result.worlds["arm"].to_numpy()
        frame = self.result.of(measure, place).to_numpy()
        control, changed = frame[:, names == CONTROL], frame[:, names == self._known(arm)]
        rows = []
        for month, before, after in zip(self.result.months, control, changed, strict=True):
            row = after - before
            if self.settings:
                over = self._over_settings(before, after)
                rows.append({"month": int(month), "mean": over["difference"], "low": over["low"], "high": over["high"]})
                continue
            row = row[np.isfinite(row)]
            low, high = bca(row, CURVE) if row.size else (np.nan, np.nan)
            rows.append({"month": int(month), "mean": float(row.mean()) if row.size else np.nan, "low": low,
                         "high": high})
        return pd.DataFrame(rows)

    def plot(self, measure: str = "unanimity", place: str = "country") -> Any:
        """A chart (Altair): the measure in every arm with its band, and below the difference to control with its own.

        In a notebook it shows itself; `unanimity.report.save_picture(chart, "file.png")` writes it.
        """
        need("drawing a figure or a page", "altair", "vl_convert", "jinja2")
        from unanimity.report.paired_figures import comparison

        measure = self.named(measure)
        if measure not in self.result.measures:
            raise UserError(f"plot: {measure!r} is one number a world and has no course; allowed: a monthly measure, "
                            f"such as {', '.join(self.result.measures[:3])}.")
        frames = {arm: self.over_months(arm, measure, place) for arm in self.arms if arm != CONTROL}
        return comparison(frames, self.result, measure, place)

    def named(self, measure: str) -> str:
        """A measure by its name, its label, or the expression asked for."""
        return measure if measure in self.result.answers else self.result.named(measure)

    def table(self, measures: Sequence[str] = (), place: str = "country", last: int = 12) -> pd.DataFrame:
        """Each arm against control: means, paired difference with its 90 % interval, share of pairs with that sign,
        effect size (mean over spread of the differences), and the width of the interval against an unpaired one.

        At plausible settings `low` and `high` are the middle 90 % of what the settings give; `chance_low` to
        `ignorance_high` separate chance from ignorance (results/uncertainty_split.py), and `settings_agree` is the
        share of settings whose difference has the sign of the mean; `p` is then the larger of the p-values over
        settings and over pairs.

        `p` is the p-value of a paired t test; `q` is the same, adjusted for all rows of this table (Benjamini and
        Hochberg 1995): of the rows with `q` up to 0.05 about one in twenty is expected to be chance.
        """
        rows = []
        wanted = [measures] if isinstance(measures, str) else list(measures)
        for measure in map(self.named, wanted or self.measures):
            control = self.values(CONTROL, measure, place, last)
            for arm in self.arms:
                if arm != CONTROL:
                    changed = self.values(arm, measure, place, last)
                    rows.append({**paired_row(arm, measure, control, changed), **self._over_settings(control, changed)})
        return taken_together(rows)

    def _over_settings(self, control: np.ndarray, changed: np.ndarray) -> dict[str, Any]:
        """The columns of a row that differ when plausible settings were run: the settings are then the sample."""
        if not self.settings:
            return {}
        apart, weights = changed - control, np.array(self.result.manifest["settings"]["weights"])
        table, paired = apart.reshape(self.settings, -1), np.isfinite(apart)
        found = two_spreads(table, weights)
        means = {name: two_spreads(np.where(paired, arm, np.nan).reshape(self.settings, -1), weights).mean
                 for name, arm in (("control", control), ("treated", changed))}
        each, pairs = over_known(table, 1), over_known(table, 0)
        known = np.isfinite(each)
        low, high = quantiles(each[known], weights[known], ENDS) if known.sum() > 1 else (np.nan, np.nan)
        chances = [chance_of(some[np.isfinite(some)]) for some in ((each, pairs) if self.settings > 1 else (pairs,))]
        spread = 0.0 if not known.any() or alike(each[known]) else np.nanstd(each, ddof=1)
        more = {key: value for key, value in found.row().items() if key not in ("mean", "worlds")}
        return {**means, "difference": found.mean, "low": low, "high": high, "p": float(np.max(chances)),
                "effect_size": found.mean / spread if spread > 0 else float("nan"), **more}


def is_regime(named: object) -> bool:
    """Whether an arm is given as a regime, by name or file."""
    return isinstance(named, str) and (named in preset_names() or named.endswith(".toml"))


def arm_of(control: Regime, changes: Arm) -> Regime:
    """The regime of an arm: another regime of the control's size and length, or the control with changes."""
    if isinstance(changes, Mapping):
        return treated(control, changes)
    own = [m for m in control.mechanisms if BY_ID.get(m.id) is not m]
    other = load_regime(changes, own, control.after)
    return other.but({"people": control.society.people, "months": control.months, "burn_in": control.burn_in})


def split_measures(measures: Sequence[str], regime: Regime) -> tuple[list[str], list[str]]:
    """Separate named monthly measures and surveys from expressions of the grammar."""
    known = {*BY_NAME, *own_measures(regime.mechanisms), *SURVEYS}
    asked = [text for text in measures if text not in known and (text in CONTRACT or not text.isidentifier())]
    return [text for text in measures if text not in asked], asked


def treated(control: Regime, changes: Mapping[str, Any]) -> Regime:
    """The arm with its changes: from month 0 after a shared burn-in, or from initialisation if there is none."""
    return control.from_month(0, changes) if control.burn_in else control.but(changes)


def check_pairs(pairs: object, where: str = "", field: str = "pairs") -> None:
    """Refuse a number of pairs that is too small for an interval."""
    if isinstance(pairs, bool) or not isinstance(pairs, int) or pairs < LEAST_PAIRS:
        raise refuse(where, field, pairs, f"a whole number from {LEAST_PAIRS} up",
                     f" An interval needs at least {LEAST_PAIRS} pairs.")


def _check_variants(variants: Mapping[str, Arm]) -> None:
    shape = ('a name for each arm and what it changes, such as {"secret ballot": {"ballot": "secret"}}, or another '
             'regime, such as {"terror": "terror"}')
    if not isinstance(variants, Mapping):
        raise refuse("compare", "variants", variants, shape)
    if not variants:
        raise UserError(f"compare: variants is empty, so there is nothing to compare with; allowed: {shape}.")
    for name, changes in variants.items():
        if isinstance(changes, str) and name not in LEVERS and not is_regime(changes):
            raise unknown(f"compare: the arm {name!r}", "regime", changes, preset_names(), "or a .toml file")
        if not isinstance(changes, (Mapping, Regime, Path)) and not is_regime(changes):
            raise UserError(f"compare: variants = {dict(variants)!r} gives the arm {name!r} no changes of its own; "
                            f"allowed: {shape}. One arm with these changes is {{'changed': {dict(variants)!r}}}.")
    if CONTROL in variants:
        raise UserError(f"a variant may not be called {CONTROL!r}: that is the base itself.")


@in_plain_words
def compare(base: str | Path | Regime, variants: Mapping[str, Arm], *, pairs: int = 40,
            months: int | None = None, people: int | None = None, seed: int = 0, threads: int | None = None,
            measures: Sequence[str] = (), progress: Wish = None, survey: Sequence[int] = (),
            settings: Given = None, n_settings: int | None = None) -> Comparison:
    """Effect of each variant against `base`, paired by seed.

    `variants` maps a name to the levers, parameters or inputs that it changes, or to another regime ("terror", a file,
    a Regime), which then applies from initialisation, with as many people and months. Refuses, before the first run, a
    variant without any effect. `measures` are names, or expressions of the grammar such as "mean(fear, members, last
    12)"; named measures come first in the answer. `survey` lists months at whose end costly measures such as
    brittleness are taken. `settings` ("ensemble", the path of a CSV file, a list of tables; `n_settings` of them,
    evenly taken) are plausible settings of the parameters: all arms run at each of them, in `pairs` pairs, and the
    table separates chance from ignorance. Ctrl-C raises Interrupted, whose `found` holds the months finished in all
    arms.

    >>> found = compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=3, months=3, people=256)
    >>> bool((found.table(["unanimity"])["difference"] < 0).all())
    True
    """
    check_pairs(pairs)
    check_seed(seed)
    _check_variants(variants)
    sizes = {key: value for key, value in (("people", people), ("months", months)) if value is not None}
    control = load_regime(base).but(sizes)
    arms = {CONTROL: control, **{name: arm_of(control, changes) for name, changes in variants.items()}}
    for name in variants:
        if arms[name].fingerprint == control.fingerprint:
            raise UserError(f"compare: the arm {name!r} changes nothing: its rules are those of {control.name}; "
                            f"allowed: other values than {control.name} has.")
    idle = tuple(line for name, changes in variants.items() if isinstance(changes, Mapping)
                 for line in told_idle(name, arms[name], changes))
    table = plausible(settings, n_settings, control)
    laid = [control] if table is None else table.laid_on(control)
    monthly, asked = split_measures(measures, control)
    check_run(control, pairs * len(arms) * len(laid), measures=monthly, surveyed=len(survey))
    regimes = [regime for changes in ({}, *variants.values()) for one in laid
               for regime in [arm_of(one, changes) if changes else one] * pairs]
    names = [name for name in arms for _ in range(pairs * len(laid))]
    seeds = [seed + k for k in range(pairs)] * len(arms) * len(laid)
    at = [] if table is None else table.numbers(pairs) * len(arms)
    shown = {name: {key: str(value) for key, value in changes.items()} if isinstance(changes, Mapping) else
             {"regime": arms[name].name} for name, changes in variants.items()}
    facts = {"changes": shown, "named": [*measures, *own_measures(control.mechanisms)],
             **({} if table is None else table.facts(control))}

    def found(result: Result) -> Comparison:
        return Comparison(result, tuple(arms), pairs, idle)

    with telling(progress, f"{control.name}, {len(arms)} arms of {pairs * len(laid)} worlds") as tell:
        try:
            return found(simulate(regimes, seeds, names, threads=threads, measures=monthly, progress=tell, ask=asked,
                                  resumable=False, survey=survey, settings=at, facts=facts))
        except Interrupted as stop:
            if stop.part is not None:
                stop.found = found(stop.part)
            raise

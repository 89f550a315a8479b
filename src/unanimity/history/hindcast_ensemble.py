"""A scenario at plausible settings compared with the record: every target with its interval over the ensemble.

At each setting the worlds are pooled as in `history check`. The report on a target gives the weighted median over
settings, the middle 90 % of them, the log-distance of that median, and the share of settings inside the record's band.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity import __version__
from unanimity.history.distance import inside
from unanimity.history.target_check import SCENARIO, Found, read_measures, sums_of
from unanimity.history.target_trials import Answered, Means, Trials
from unanimity.history.targets import FIT, Target, of_split, read_targets, table_for, within_window
from unanimity.history.yearly_series import Yearly
from unanimity.measures.grammar.syntax_tree import Node
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.plausible import ENSEMBLE, Given, Plausible, plausible
from unanimity.results.uncertainty_split import ENDS, quantiles
from unanimity.support.errors import refuse
from unanimity.support.source_hash import source_hash
from unanimity.world.argument_checks import in_plain_words


@dataclass(frozen=True)
class FoundOver(Found):
    """One target with the model's numbers at all settings (`worlds`)."""

    weights: tuple[float, ...] = ()
    counted: bool = True  # whether a setting's pool can estimate it, at most settings

    @property
    def unseen(self) -> str:
        """Why it is not counted; "" if it is."""
        return "" if self.counted else f"{self.people:,.0f} people at a setting are too few at most settings"

    @property
    def interval(self) -> tuple[float, float]:
        """The middle 90 % of the settings; NaN if fewer than two have a value."""
        values, weights = np.array(self.worlds), np.array(self.weights)
        known = np.isfinite(values)
        if known.sum() < 2:
            return math.nan, math.nan
        low, high = quantiles(values[known], weights[known], ENDS)
        return low, high

    def row(self) -> dict[str, Any]:
        """The target as a row of a table or JSON, with the share of settings inside the band."""
        share = sum(weight for value, weight in zip(self.worlds, self.weights, strict=True)
                    if inside(self.target, value))
        return {**super().row(), "settings_inside": None if self.unseen else share}


@dataclass(frozen=True, repr=False)
class EnsembleCheck:
    """A scenario at plausible settings, compared with its targets."""

    regime: Regime
    split: str
    found: tuple[Found, ...]
    not_looked_at: int
    where: str
    table_of: Plausible
    distances: np.ndarray  # mean log-distance of every setting
    worlds_each: int
    manifest: Mapping[str, Any]
    series: tuple[Yearly, ...] = ()
    nodes: Mapping[str, Node] = field(default_factory=dict)
    courses: Mapping[str, pd.DataFrame] = field(default_factory=dict)  # by expression: months; settings and worlds

    spread_of = "settings, 90 %"  # what an interval spans

    @property
    def table(self) -> pd.DataFrame:
        """One row per target."""
        return pd.DataFrame([one.row() for one in self.found])

    @property
    def sums(self) -> dict[str, dict[str, Any]]:
        """By split, for the ensemble's medians: targets counted, targets inside, mean log-distance and the equivalent
        factor."""
        return sums_of(self.found)

    @property
    def weights(self) -> np.ndarray:
        """The weight of each world, settings after settings: an equal part of its setting's."""
        return np.repeat(self.table_of.shares / self.worlds_each, self.worlds_each)

    @property
    def worlds(self) -> int:
        """The number of worlds run, over all settings."""
        return self.worlds_each * len(self.table_of)

    @property
    def covered(self) -> tuple[int, int]:
        """The number of targets whose band overlaps the ensemble's 90 % interval, and the number counted."""
        rows = [one.row() for one in self.found if not one.unseen]
        meets = [row["model_low"] <= row["high"] and row["model_high"] >= row["low"] for row in rows]
        return sum(meets), len(rows)

    def simulated(self, one: Yearly, first_year: int) -> pd.DataFrame:
        """The model's version of a yearly series: years as rows; settings, and worlds within each, as columns."""
        by_month = self.courses[one.asked(self.regime.months - 1)]
        return one.years_of(by_month, first_year)

    def by_setting(self, one: Yearly, first_year: int) -> pd.DataFrame:
        """The same with the mean over each setting's worlds: years as rows, settings as columns."""
        return self.simulated(one, first_year).T.groupby(level=0).mean().T

    def __repr__(self) -> str:
        lines = [f"{self.regime.name} at {len(self.table_of)} plausible settings against {len(self.found)} targets "
                 f"({self.split}):"]
        for split, one in self.sums.items():
            lines.append(f"  {split}: the median lies inside the record's band at {one['inside']} of {one['counted']}, "
                         f"mean log-distance {one['mean_distance']:.2f}; {one['unseen']} not counted")
        return "\n".join([*lines, *(f"  {line}" for line in self.notes)])

    @property
    def notes(self) -> list[str]:
        """How often the ensemble's interval overlaps the record, how far its settings lie from it, and what the regime
        keeps."""
        meets, counted = self.covered
        note = self.table_of.note(self.regime)
        return [f"The record's band meets the ensemble's 90 % interval at {meets} of {counted} targets; the settings' "
                f"mean log-distances are {self.distances.min():.3f} to {self.distances.max():.3f}.",
                *([note] if note else [])]


@in_plain_words
def check_over(scenario: str | Path | Regime = SCENARIO, targets: str | Path | Sequence[Target] | None = None, *,
               settings: Given = ENSEMBLE, n_settings: int | None = None, split: str = FIT, until: int | None = None,
               worlds: int = 1, people: int | None = None, seed: int = 1918, changes: Mapping[str, Any] | None = None,
               series: Sequence[Yearly] = (), means: Means | None = None) -> EnsembleCheck:
    """Run a scenario at plausible settings, `worlds` worlds at each, and compare it with the targets of a split (with
    `until`, rows are split as for a calibration window that ends with that year)."""
    if isinstance(worlds, bool) or not isinstance(worlds, int) or worlds < 1:
        raise refuse("", "worlds", worlds, "a whole number from 1 up")
    regime = load_regime(scenario)
    targets = table_for(regime.name) if targets is None else targets
    where = str(targets) if isinstance(targets, (str, Path)) else "targets"
    listed = read_targets(targets) if isinstance(targets, (str, Path)) else tuple(targets)
    listed = within_window(listed, until, where)
    chosen = of_split(listed, split, where)
    regime = regime.but({**(changes or {}), **({} if people is None else {"people": people})})
    read_measures(regime, listed, where)
    table = plausible(settings, n_settings, regime)
    if table is None:
        raise refuse("", "settings", None, f'"{ENSEMBLE}", the path of a CSV file, or a list of tables')
    begun = time.perf_counter()
    trials = Trials(regime, chosen, where, seed=seed, means=means or Means(), title=f"{regime.name}, {where}",
                    monthly=[one.measure for one in series])
    kept = set(table.kept_by(regime))
    laid = [{key: value for key, value in one.items() if key in regime.known_parameters and key not in kept}
            for one in table.settings]
    answered, by_setting, texts = trials.with_worlds(laid, worlds)
    digests = [world.digest for row in by_setting for world in row]
    manifest = _manifest(trials.regime, list(range(seed, seed + worlds)), digests, time.perf_counter() - begun, table)
    columns = pd.MultiIndex.from_product([range(len(table)), range(worlds)], names=["setting", "world"])
    courses = {text: pd.DataFrame(np.stack([world.courses[texts.index(text)] for row in by_setting for world in row],
                                           axis=1), index=by_setting[0][0].months, columns=columns).loc[0:]
               for text in trials.monthly}
    return EnsembleCheck(trials.regime, split, _found(chosen, answered, table), len(listed) - len(chosen), where, table,
                         answered.mean_distance, worlds, manifest, tuple(series), trials.asked.nodes, courses)


def _found(chosen: Sequence[Target], answered: Answered, table: Plausible) -> tuple[Found, ...]:
    """Every target with the weighted median of its numbers; it is counted if one setting's pool can estimate it."""
    places = {one.id: place for place, one in enumerate(answered.targets)}
    weights, people, found = table.shares, float(answered.people[0]), list[Found]()
    for one in chosen:
        if one.missing:
            found.append(Found(one, math.nan, (), people))
            continue
        values = answered.numbers[:, places[one.id]]
        known = np.isfinite(values)
        model = quantiles(values[known], weights[known], [0.5])[0] if known.any() else math.nan
        counted = bool(np.isfinite(answered.distances[:, places[one.id]]).mean() >= 0.5)
        found.append(FoundOver(one, model, tuple(float(x) for x in values), people, math.nan,
                               tuple(float(x) for x in weights), counted))
    return tuple(found)


def _manifest(regime: Regime, seeds: list[int], digests: Sequence[str], seconds: float, table: Plausible
              ) -> dict[str, Any]:
    """The facts about the run for pages and JSON."""
    name = regime.name
    return {"regime": regime.where or name, "title": regime.title, "version": __version__, "source": source_hash(),
            "digest": hashlib.sha256("".join(digests).encode()).hexdigest(), "seconds": round(seconds, 3),
            "fingerprints": [regime.fingerprint], "levers": {name: {key: regime.lever_text(key) for key in
                                                                    regime.levers}},
            "parameters": {name: dict(regime.parameters)}, "inputs": {name: dict(regime.inputs)},
            "sources": dict(regime.sources), "people": regime.society.people, "seeds": seeds,
            "milieu": regime.milieu.record() if regime.milieu is not None else None,
            "worlds_run": len(digests), "months": [-regime.burn_in, regime.months - 1], "burn_in": regime.burn_in,
            **table.facts(regime)}

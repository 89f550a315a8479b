"""Calibration: which parameter settings agree with the targets, and which targets no setting explains.

History matching in waves (history_matching.py) gives a set of settings that are not implausible; an ensemble drawn from
it is run and weighted by approximate Bayesian computation. The result is a set and an ensemble, never one best setting,
since many settings agree with the same record. A target that no setting meets is reported as a misfit of the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.executor import executor_of
from unanimity.experiments.seed_runs import Runner, run_worlds
from unanimity.experiments.store import Store
from unanimity.regimes import Regime
from unanimity.results.uncertainty_split import quantiles
from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.support.manners import path_of
from unanimity.support.progress import Wish
from unanimity.workshop.design import axes_of, parameters_named
from unanimity.workshop.history_matching import Aim, Matched, Wave, effective, match, weighed
from unanimity.workshop.settings import Settings
from unanimity.world.argument_checks import in_plain_words

SIGMAS_OF_A_BAND = 2.0  # the half-width of a band in standard deviations
NARROWED = 0.7  # share of the prior range below which a parameter counts as narrowed
NOTHING = 20.0  # on a log scale, a zero counts as the band's low end divided by this
FIELDS = ("name", "measure", "low", "high", "value", "error", "log", "source")


@dataclass(frozen=True)
class Target:
    """A known number: a measure of the model, and the band in which the record lies (or value and error)."""

    name: str
    measure: str
    low: float
    high: float
    log: bool = False  # compared by ratio rather than by difference
    source: str = ""

    def scaled(self, values: Any) -> Any:
        """Values on the scale on which they are compared."""
        return np.log(np.maximum(values, self.low / NOTHING)) if self.log else np.asarray(values, float)

    @property
    def aim(self) -> Aim:
        """The centre of the band, and the implied error."""
        low, high = float(self.scaled(self.low)), float(self.scaled(self.high))
        return Aim(self.name, (low + high) / 2, (high - low) / 2 / SIGMAS_OF_A_BAND)


@dataclass(frozen=True)
class Calibration:
    """The waves, the set that is not implausible, and the weighted ensemble."""

    title: str
    regime: Regime
    spans: Mapping[str, tuple[float, float]]
    targets: tuple[Target, ...]
    matched: Matched
    drawn: np.ndarray  # ensemble members in the unit cube
    values: np.ndarray  # ensemble, worlds, targets, as measured
    weights: np.ndarray
    tolerance: float
    worlds: int
    ran: int

    def __repr__(self) -> str:
        left = self.matched.waves[-1].left
        misfits = f"; misfits: {', '.join(self.misfits)}" if self.misfits else ""
        misfits += "".join(f"; {line}" for line in self.notes)
        return (f"{self.title}: {len(self.matched.waves)} waves, {left:.2g} of the space is left, "
                f"{int(self.targets_table['hit'].sum())} of {len(self.targets)} targets hit{misfits}")

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import workshop_html

        frame = self.targets_table[["target", "low", "high", "before_low", "before_high", "after_low", "after",
                                    "after_high", "hit"]]
        return workshop_html(self, frame, "Each target's band, what the first wave gave, what the ensemble gives. "
                                          ".ensemble, .parameters_table, .waves_table, .report(path).")

    @property
    def misfits(self) -> list[str]:
        """Targets that no setting meets."""
        return self.matched.misfits

    @property
    def notes(self) -> list[str]:
        """One line for each target that has no value at some settings."""
        table = self.targets_table
        return [f"{row.target} is not known at {row.unknown} of {row.settings} settings"
                for row in table[table["unknown"] > 0].itertuples()]

    @property
    def failed(self) -> bool:
        """Whether no setting meets all targets apart from the misfits."""
        return self.matched.waves[-1].nothing_left

    @cached_property
    def ensemble(self) -> pd.DataFrame:
        """The ensemble members with their weights and their mean for each target."""
        table = pd.DataFrame(self.matched.settings(self.drawn), columns=list(self.spans))
        table["weight"] = self.weights
        for number, target in enumerate(self.targets):
            table[target.name] = _mean(self.values[:, :, number])
        return table

    @cached_property
    def parameters_table(self) -> pd.DataFrame:
        """One row per parameter: prior range, posterior 90 % interval, and whether it was narrowed."""
        rows = []
        for name, (low, high) in self.spans.items():
            row: dict[str, Any] = {"parameter": name, "low": low, "high": high}
            if self.weights.size:
                at = quantiles(self.ensemble[name].to_numpy(), self.weights, (0.05, 0.5, 0.95))
                row |= dict(zip(("from", "median", "to"), at, strict=True))
                row["width"] = (at[2] - at[0]) / (0.9 * (high - low))
                row["narrowed"] = row["width"] < NARROWED
            rows.append(row)
        return pd.DataFrame(rows)

    @cached_property
    def targets_table(self) -> pd.DataFrame:
        """One row per target: the band, the first wave's result, the ensemble's result, hit or not."""
        rows = []
        for number, target in enumerate(self.targets):
            first = _mean(self.matched.waves[0].values[:, :, number])
            first = np.exp(first) if target.log else first
            after = _mean(self.values[:, :, number])
            run = np.concatenate([*(_mean(wave.values[:, :, number]) for wave in self.matched.waves), after])
            seen = first[np.isfinite(first)]
            row = {"target": target.name, "measure": target.measure, "low": target.low, "high": target.high,
                   "before_low": float(seen.min()) if seen.size else np.nan,
                   "before_high": float(seen.max()) if seen.size else np.nan,
                   "settings": int(run.size), "unknown": int((~np.isfinite(run)).sum()),
                   "nearest": float(self.matched.waves[-1].nearest[number]), "misfit": target.name in self.misfits,
                   "after": np.nan, "after_low": np.nan, "after_high": np.nan, "hit": False}
            known = np.isfinite(after)
            if known.any() and self.weights[known].sum() > 0:
                at = quantiles(after[known], self.weights[known], (0.05, 0.5, 0.95))
                row |= {"after_low": at[0], "after": at[1], "after_high": at[2],
                        "hit": bool(target.low <= at[1] <= target.high)}
            rows.append(row)
        return pd.DataFrame(rows)

    @property
    def waves_table(self) -> pd.DataFrame:
        """One row per wave: points run, share of the space left, misfits, reliability of its emulators."""
        return pd.DataFrame([{"wave": number + 1, "points": len(wave.places), "left": wave.left,
                              "misfits": len(wave.misfits), "sound": min(e.sound for e in wave.emulators)}
                             for number, wave in enumerate(self.matched.waves)])

    def plot(self) -> Any:
        """An Altair chart of every target's band against the model before and after."""
        from unanimity.workshop.figures import targets_figure

        return targets_figure(self)

    def report(self, path: str | Path) -> Path:
        """Write the page: targets hit, parameters narrowed or free, waves, misfits."""
        from unanimity.workshop.pages import write_calibration

        return write_calibration(self, path_of(path))

    def to_csv(self, path: str | Path) -> Path:
        """Write the weighted ensemble."""
        from unanimity.results.atomic_files import write_atomically

        write_atomically(path_of(path), lambda partial: self.ensemble.to_csv(partial, index=False))
        return path_of(path)

    def record(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {"title": self.title, "failed": self.failed, "misfits": self.misfits, "notes": self.notes,
                "tolerance": self.tolerance,
                "effective": effective(self.weights) if self.weights.size else 0.0, "worlds": self.worlds,
                "ran": self.ran, "waves": self.waves_table.to_dict("records"),
                "targets": self.targets_table.to_dict("records"),
                "parameters": self.parameters_table.to_dict("records")}


def _mean(values: np.ndarray) -> np.ndarray:
    known = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, values, 0.0).sum(axis=1) / known.sum(axis=1))


def target_of(given: Target | Mapping[str, Any], where: str = "targets") -> Target:
    """A target from a table: name, measure, and low and high, or value and error (one standard deviation).

    >>> target_of({"name": "assent", "measure": "unanimity", "value": 0.9, "error": 0.02}).high
    0.94
    """
    if isinstance(given, Target):
        return given
    if not isinstance(given, Mapping):
        raise refuse("", where, given, "a table with name, measure, low and high")
    name = given.get("name", given.get("measure", "?"))
    place = f"{where}.{name}"
    for field in given:
        if field not in FIELDS:
            raise unknown(place, "field", field, FIELDS)
    if not isinstance(given.get("measure"), str):
        raise refuse(place, "measure", given.get("measure"), "an expression (unanimity docs measures)")
    low, high = given.get("low"), given.get("high")
    if "value" in given:
        value, error = given["value"], given.get("error")
        if not is_number(value) or not is_number(error) or error <= 0 or {"low", "high"} & set(given):
            raise refuse(place, "value", value, "a number beside error, a number above 0; or low and high instead")
        low, high = round(value - SIGMAS_OF_A_BAND * error, 12), round(value + SIGMAS_OF_A_BAND * error, 12)
    if not is_number(low) or not is_number(high) or not low < high:
        raise refuse(place, "low, high", (low, high), "two numbers, the low one first")
    if given.get("log", False) not in (True, False) or (given.get("log") and low <= 0):
        raise refuse(place, "log", given.get("log"), "true or false, and low above 0 where it is true")
    return Target(str(name), given["measure"], float(low), float(high), bool(given.get("log", False)),
                  str(given.get("source", "")))


@in_plain_words
def calibrate(base: str | Path | Regime, targets: Sequence[Target | Mapping[str, Any]],
              parameters: Mapping[str, tuple[float, float]] | Sequence[str], *, waves: int = 3, n: int | None = None,
              ensemble: int = 100, worlds: int = 8, months: int | None = None, people: int | None = None, seed: int = 0,
              title: str = "", store: Store | str | Path | None = None, keep: bool = True, workers: int | None = None,
              cluster: Any = None, progress: Wish = None, tell: Callable[[int, Wave], None] | None = None,
              runner: Runner = run_worlds) -> Calibration:
    """Find the settings of `parameters` that agree with `targets`.

    `parameters` maps keys to ranges, or names keys and mechanisms, whose whole ranges are then looked through. Each of
    up to `waves` waves runs `n` settings (ten for each parameter if not said) in `worlds` worlds; the `ensemble` at the
    end as many. `tell` hears of every wave.

    >>> found = calibrate("apparatus", [{"name": "assent", "measure": "unanimity", "low": 0.0, "high": 1.0}],
    ...                   {"voice.theta": (0.05, 0.25)}, waves=1, n=5, ensemble=10, worlds=2, months=2, people=256,
    ...                   keep=False)
    >>> len(found.ensemble)
    10
    """
    where = title or "calibrate"
    for name, value, low, high in (("waves", waves, 1, 20), ("n", n if n is not None else 10, 5, 10_000),
                                   ("ensemble", ensemble, 10, 100_000)):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise refuse(where, name, value, f"a whole number from {low} to {high:,}")
    if not isinstance(targets, Sequence) or isinstance(targets, str):
        raise refuse(where, "targets", targets, "a list of tables with name, measure, low and high")
    aimed = tuple(target_of(one, f"{where}: targets") for one in targets)
    if not aimed:
        raise UserError(f"{where}: no targets; allowed: at least one, with name, measure, low and high.")
    names = [target.name for target in aimed]
    if len(set(names)) < len(names):
        raise refuse(where, "targets", names, "each name once")
    if worlds < 2:
        raise refuse(where, "worlds", worlds, "2 or more: the model's own noise is measured between worlds")
    asked = {target.name: target.measure for target in aimed}
    made = Settings(base, asked, worlds=worlds, months=months, people=people, seed=seed, at=None, store=store,
                    keep=keep, executor=executor_of(workers, cluster), progress=progress, title=where, runner=runner)
    spans = _spans(parameters, made.regime, where)
    logs = [target.log for target in aimed]

    def simulate(settings: Sequence[Mapping[str, float]]) -> np.ndarray:
        values = made.run(settings)
        for number, target in enumerate(aimed):
            if logs[number]:
                values[:, :, number] = target.scaled(values[:, :, number])
        return values

    aims = [target.aim for target in aimed]
    found = match(simulate, spans, aims, waves=waves, n=10 * len(spans) if n is None else n, seed=seed, tell=tell)
    drawn = _drawn(found.survivors, ensemble)
    values = simulate(found.settings(drawn)) if len(drawn) else np.empty((0, worlds, len(aimed)))
    misfits = [names.index(name) for name in found.misfits]
    weights, tolerance = weighed(values, aims, misfits) if len(drawn) else (np.empty(0), math.nan)
    for number in np.flatnonzero(logs):
        values[:, :, number] = np.exp(values[:, :, number])
    return Calibration(title or f"Calibration of {made.regime.name}", made.regime, spans, aimed,
                       found, drawn, values, weights, tolerance, worlds, made.ran)


def _drawn(survivors: np.ndarray, many: int) -> np.ndarray:
    """A number of survivors taken evenly in the order in which they were found, which is random."""
    if not len(survivors):
        return survivors
    return survivors[np.unique(np.linspace(0, len(survivors) - 1, min(many, len(survivors))).astype(int))]


def _spans(parameters: Mapping[str, tuple[float, float]] | Sequence[str], regime: Regime, where: str
           ) -> dict[str, tuple[float, float]]:
    if isinstance(parameters, Mapping):
        axes = axes_of(parameters, regime, where, "parameters")
        for axis in axes:
            if not axis.is_range:
                raise refuse(where, f"parameters.{axis.name}", list(axis.values), "a range, low and high")
        return {axis.name: (axis.low, axis.high) for axis in axes}
    named = parameters_named(regime, list(parameters), where)
    return {one.key: (one.span.low, one.span.high) for one in named}

"""The result of a calibration: the ensemble with distances and weights, the narrowed parameters, the misfits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.simulate import columns_of
from unanimity.history.external_runs import runs_table
from unanimity.history.placement import placed, told
from unanimity.history.responsible_mechanism import maker_of
from unanimity.history.screening import Screened
from unanimity.history.target_trials import Answered, Trials
from unanimity.regimes import Regime
from unanimity.regimes.plausible import DISTANCE, WEIGHT
from unanimity.results.atomic_files import write_atomically, write_json
from unanimity.results.uncertainty_split import ENDS, quantiles
from unanimity.support.manners import path_of
from unanimity.workshop.history_matching import Matched, effective
from unanimity.world.spans import Parameter

NARROWED = 0.7  # share of its prior range below which a parameter counts as narrowed by the record


@dataclass(frozen=True)
class Stage:
    """One stage of the work: a number of settings, each run in a number of worlds."""

    name: str
    settings: int
    worlds: int


@dataclass(frozen=True, repr=False)
class Calibrated:
    """Screening, waves, emulators, ensemble, posterior, misfits, each as a table."""

    regime: Regime
    where: str
    until: int | None
    screening: pd.DataFrame
    method: str  # of the screening
    waves: pd.DataFrame
    emulators: pd.DataFrame
    ensemble: pd.DataFrame  # parameters, distance, weight; the nearest first
    posterior: pd.DataFrame
    targets: pd.DataFrame
    distance_before: float  # of the defaults; NaN if they were not run
    placed: pd.DataFrame  # how much further each setting lies than the nearest, with its interval (placement.py)
    runs: pd.DataFrame  # the worlds of all candidates for the ensemble, one row each (external_runs.py)
    stages: tuple[Stage, ...]
    ran: int

    @classmethod
    def of(cls, trials: Trials, until: int | None, free: Sequence[Parameter], spans: Mapping[str, tuple[float, float]],
           ranked: Screened, found: Matched, everything: Sequence[Answered], settings: Sequence[Mapping[str, float]],
           final: Answered, before: Answered | None, many: int, stages: Sequence[Stage],
           tried: pd.DataFrame | None = None) -> Calibrated:
        """The tables of a calibration: `final` are the answers of the settings from which the `many` nearest are
        taken, `everything` all answers, among which a row must be met once to be no misfit. `tried` are the settings
        of a design made elsewhere; without them the design spread evenly over `spans`."""
        near, weights = nearest(final.mean_distance, many)
        table = pd.DataFrame([settings[place] for place in near], columns=list(spans))
        table[DISTANCE], table[WEIGHT] = final.mean_distance[near], weights
        known = {one.key: one for one in free}
        posterior = _posterior(table, {name: known[name] for name in spans}, spans, ranked.table, tried)
        targets = _targets(trials, everything, final.some(near), weights, before, set(found.misfits))
        return cls(trials.regime, trials.title, until, ranked.table, ranked.method, _waves(found), _emulators(found),
                   table, posterior, targets, float(before.mean_distance[0]) if before is not None else float("nan"),
                   placed(final, near, trials.seed), runs_table(settings, final), tuple(stages), trials.ran)

    @property
    def best(self) -> dict[str, float]:
        """The ensemble member nearest to the record."""
        row = self.ensemble.iloc[0]
        return {str(name): float(row[name]) for name in self.ensemble.columns if name not in (DISTANCE, WEIGHT)}

    @property
    def misfits(self) -> pd.DataFrame:
        """Rows that none of the settings run meets, with the mechanism that makes their number, the farthest first."""
        found = self.targets[self.targets["misfit"]]
        return found.sort_values("nearest", ascending=False)[["id", "mechanism", "nearest", "model", "low", "high"]]

    @property
    def covered(self) -> tuple[int, int]:
        """The number of rows whose band overlaps the ensemble's 90 % interval, and the number of counted rows."""
        counted = self.targets[self.targets["counted"]]
        return int(counted["covered"].sum()), len(counted)

    @property
    def certainty(self) -> str:
        """How many settings the record cannot tell from the best-placed one, in a line; "" if too few worlds say so."""
        return told(self.placed)

    def __repr__(self) -> str:
        counted = self.targets[self.targets["counted"]]
        meets, rows = self.covered
        lines = [f"{self.where}{'' if self.until is None else f', rows until {self.until}'}: {len(self.ensemble)} "
                 f"settings, mean log-distance {self.ensemble[DISTANCE].min():.3f} to "
                 f"{self.ensemble[DISTANCE].max():.3f} (defaults {self.distance_before:.3f})",
                 f"  the best-placed member lies inside {int(counted['best_inside'].sum())} of {len(counted)} bands; "
                 f"the ensemble's 90 % interval meets {meets} of {rows}",
                 f"  {int(self.posterior['narrowed'].sum())} of {len(self.posterior)} parameters are narrowed"]
        lines += [f"  {line}" for line in (self.certainty,) if line]
        lines += [f"  no setting meets {row.id} ({row.mechanism}): the nearest lies {row.nearest:.2f} away"
                  for row in self.misfits.itertuples()]
        return "\n".join(lines)

    def record(self) -> dict[str, Any]:
        """Everything that is not a long table, as plain values."""
        return {"scenario": self.regime.name, "until": self.until, "fingerprint": self.regime.fingerprint,
                "settings": len(self.ensemble), "best": self.best,
                "best_distance": float(self.ensemble[DISTANCE].min()), "distance_before": self.distance_before,
                "effective": effective(self.ensemble[WEIGHT].to_numpy()),
                "covered": list(self.covered), "misfits": self.misfits.to_dict("records"),
                "waves": self.waves.to_dict("records"), "ran": self.ran,
                "stages": [{"name": one.name, "settings": one.settings, "worlds": one.worlds} for one in self.stages]}

    def write(self, folder: str | Path) -> Path:
        """Write all tables, calibration.json, the page, and the worlds themselves (runs.parquet, to be used again by
        `--runs`); returns the page's path."""
        from unanimity.report.calibration import write_calibration

        folder = path_of(folder)
        for name, table in (("screening", self.screening), ("waves", self.waves), ("emulator", self.emulators),
                            ("ensemble", self.ensemble), ("placed", self.placed), ("posterior", self.posterior),
                            ("targets", self.targets)):
            write_atomically(folder / f"{name}.csv", partial(table.to_csv, index=False))
        write_atomically(folder / "runs.parquet", partial(self.runs.to_parquet, index=False))
        write_json(folder / "calibration.json", self.record())
        return write_calibration(self, folder / "calibration.html")


def nearest(distances: np.ndarray, many: int) -> tuple[np.ndarray, np.ndarray]:
    """The nearest settings, nearest first, and their weights by approximate Bayesian computation.

    The tolerance is the distance of the first excluded setting, at which weights fall to 0 (Epanechnikov's kernel;
    Beaumont, Zhang and Balding 2002).

    >>> places, weights = nearest(np.array([0.4, 0.1, 0.2]), 2)
    >>> places.tolist(), weights.round(2).tolist()
    ([1, 2], [0.56, 0.44])
    """
    order = np.argsort(distances, kind="stable")
    places = order[:many]
    tolerance = float(distances[order[many]]) if many < len(order) else 1.05 * float(distances[order[-1]])
    if tolerance <= float(distances[places[-1]]):
        tolerance = 1.05 * float(distances[places[-1]])
    weights = 1.0 - (distances[places] / tolerance) ** 2 if tolerance > 0.0 else np.ones(len(places))
    return places, weights / weights.sum()


def _posterior(table: pd.DataFrame, known: Mapping[str, Parameter], spans: Mapping[str, tuple[float, float]],
               screening: pd.DataFrame, tried: pd.DataFrame | None) -> pd.DataFrame:
    """A row for each parameter: the range that was searched, its default, its 90 % interval in the ensemble, and
    whether that is narrower than the interval of the settings among which the ensemble was chosen."""
    ranked = screening.set_index("parameter")["importance"]
    weights, rows = table[WEIGHT].to_numpy(), []
    for name, one in known.items():
        low, middle, high = quantiles(table[name].to_numpy(), weights, (ENDS[0], 0.5, ENDS[1]))
        least, most = spans[name]
        before = (ENDS[1] - ENDS[0]) * (most - least) if tried is None else float(np.ptp(tried[name].quantile(ENDS)))
        width = (high - low) / before if before > 0.0 else float("nan")
        rows.append({"parameter": name, "meaning": one.span.meaning, "unit": one.span.unit, "low": least,
                     "high": most, "default": one.default, "importance": float(ranked.get(name, np.nan)),
                     "from": low, "median": middle, "to": high, "width": width, "narrowed": width < NARROWED,
                     "best": float(table[name].iloc[0])})
    return pd.DataFrame(rows)


def _targets(trials: Trials, everything: Sequence[Answered], chosen: Answered, weights: np.ndarray,
             before: Answered | None, far: set[str]) -> pd.DataFrame:
    """A row for each fit row: the defaults, the ensemble, its nearest member, and the nearest that any setting came."""
    columns, rows = columns_of(trials.regime), []
    for place, one in enumerate(trials.targets):
        values, distances = chosen.numbers[:, place], chosen.distances[:, place]
        known = np.isfinite(values)
        at = quantiles(values[known], weights[known], (ENDS[0], 0.5, ENDS[1])) if known.any() else [np.nan] * 3
        all_of_them = np.concatenate([some.distances[:, place] for some in everything])
        least = float(np.nanmin(all_of_them)) if np.isfinite(all_of_them).any() else np.nan
        counted = bool(np.isfinite(distances).mean() >= 0.5)
        rows.append({"id": one.id, "split": one.split, "mechanism": maker_of(trials.asked.nodes[one.id], columns),
                     "value": one.value, "low": one.low, "high": one.high, "unit": one.unit, "counted": counted,
                     "before": float(before.numbers[0, place]) if before is not None else np.nan,
                     "distance_before": float(before.distances[0, place]) if before is not None else np.nan,
                     "model": at[1], "model_low": at[0], "model_high": at[2], "distance": _mean(distances, weights),
                     "best": float(values[0]), "best_inside": bool(distances[0] == 0.0),
                     "covered": bool(at[0] <= one.high and at[2] >= one.low), "nearest": least,
                     "misfit": bool(counted and least > 0.0), "implausible": one.id in far})
    return pd.DataFrame(rows)


def _mean(values: np.ndarray, weights: np.ndarray) -> float:
    known = np.isfinite(values)
    return float((values[known] * weights[known]).sum() / weights[known].sum()) if known.any() else float("nan")


def _waves(found: Matched) -> pd.DataFrame:
    return pd.DataFrame([{"wave": number, "settings": len(wave.places), "left": wave.left,
                          "rows_that_no_setting_comes_near": len(wave.misfits), "nothing_left": wave.nothing_left}
                         for number, wave in enumerate(found.waves, 1)])


def _emulators(found: Matched) -> pd.DataFrame:
    """The checks of every emulator: each setting predicted from the others."""
    rows = []
    for number, wave in enumerate(found.waves, 1):
        for aim, one in zip(found.aims, wave.emulators, strict=True):
            rows.append({"wave": number, "target": aim.name, "points": len(one.errors), "within_3_sd": one.sound,
                         "coverage_90": one.coverage, "explained": one.explained})
    return pd.DataFrame(rows)



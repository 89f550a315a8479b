"""Sensitivity analysis: Morris (1991) screening and Sobol (2001) variance shares, computed by SALib.

Morris changes one parameter at a time along trajectories: mu* is the mean absolute effect of a step, sigma how much it
depends on the other parameters. Sobol's S1 is the share of the variance that a parameter explains alone, ST with all
its interactions. Every point runs in the same worlds, so differences come from the parameters and not from chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.executor import executor_of
from unanimity.experiments.seed_runs import Runner, run_worlds
from unanimity.experiments.store import Store
from unanimity.regimes import Regime
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.support.extras import need
from unanimity.support.manners import path_of
from unanimity.support.progress import Wish
from unanimity.verdicts import around, whole_ranges
from unanimity.workshop.design import parameters_named
from unanimity.workshop.settings import Settings, named_measures
from unanimity.world.argument_checks import in_plain_words

METHODS = ("morris", "sobol")
RANGES = {"30 percent": around, "whole range": whole_ranges}
LEVELS = 4  # of a Morris walk
CONFIDENCE = 0.90
USUAL = {"morris": 16, "sobol": 64}  # trajectories, points of the first matrix


@dataclass(frozen=True)
class Sensitivity:
    """The effect of each parameter on each measure."""

    title: str
    regime: Regime
    method: str
    ranges: str
    spans: Mapping[str, tuple[float, float]]
    measures: Mapping[str, str]
    n: int
    points: int
    worlds: int
    table: pd.DataFrame  # measure, parameter, index, half-width of its 90 % interval, and the second index
    unknown: Mapping[str, int]  # points at which a measure is unknown; trajectories through them are left out
    ran: int

    def __repr__(self) -> str:
        head = (f"{self.title}: {self.method} over {len(self.spans)} parameters ({self.ranges}), {self.points} points "
                f"in {self.worlds} worlds each")
        return "\n".join([head, *(f"note: {line}" for line in self.notes)])

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import workshop_html

        return workshop_html(self, self.of(next(iter(self.measures))), "The strongest first, for the first measure. "
                             ".of(measure), .plot(measure, kind=\"plane\"), .report(path).")

    @property
    def notes(self) -> list[str]:
        """One line for each measure that was unknown somewhere, or that never changed."""
        lines = []
        for name, lost in self.unknown.items():
            if self.of(name)[self.index].isna().all():
                lines.append(f"{name} is known at {self.points - lost} of {self.points} points: too few to say what "
                             f"moves it.")
            elif lost:
                lines.append(f"{name} is not known at {lost} of {self.points} points; the walks through them are left "
                             f"out.")
            elif not self.of(name)[self.index].any():
                lines.append(f"{name} is the same at all {self.points} points.")
        return lines

    @property
    def index(self) -> str:
        """The index that ranks parameters: mu* or ST."""
        return "mu_star" if self.method == "morris" else "ST"

    def of(self, measure: str) -> pd.DataFrame:
        """The parameters of one measure, the most influential first."""
        if measure not in self.measures:
            raise unknown(self.title, "measure", measure, self.measures)
        mine = self.table[self.table["measure"] == measure].drop(columns="measure")
        return mine.sort_values(self.index, ascending=False, kind="stable").reset_index(drop=True)

    def plot(self, measure: str | None = None, kind: str = "tornado") -> Any:
        """An Altair chart: `tornado`, the most influential parameters with intervals, or `plane`, mu* against sigma (ST
        against S1)."""
        from unanimity.workshop.figures import plane, tornado

        kinds = {"tornado": tornado, "plane": plane}
        if kind not in kinds:
            raise unknown(self.title, "kind of figure", kind, kinds)
        return kinds[kind](self, measure or next(iter(self.measures)))

    def to_csv(self, path: str | Path) -> Path:
        """Write the table."""
        from unanimity.results.atomic_files import write_atomically

        write_atomically(path_of(path), lambda partial: self.table.to_csv(partial, index=False))
        return path_of(path)

    def report(self, path: str | Path) -> Path:
        """Write the page: both figures for each measure, and the table."""
        from unanimity.workshop.pages import write_sensitivity

        return write_sensitivity(self, path_of(path))

    def record(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {"title": self.title, "method": self.method, "ranges": self.ranges, "points": self.points,
                "worlds": self.worlds, "ran": self.ran, "unknown": dict(self.unknown), "notes": self.notes,
                "parameters": self.table.to_dict("records")}


@in_plain_words
def sensitivity(base: str | Path | Regime, measures: Mapping[str, str] | Sequence[str], *, method: str = "morris",
                parameters: Sequence[str] | None = None, ranges: str = "30 percent", n: int | None = None,
                worlds: int = 4, months: int | None = None, people: int | None = None, seed: int = 0, title: str = "",
                store: Store | str | Path | None = None, keep: bool = True, workers: int | None = None,
                cluster: Any = None, progress: Wish = None, runner: Runner = run_worlds) -> Sensitivity:
    """What each parameter does to each measure (any expression).

    `parameters` are keys (`voice.theta`) or mechanisms (`voice`); all free ones where None. `ranges` is "30 percent"
    around the defaults, or the "whole range" of each Span. `n` is the number of trajectories (Morris) or of base points
    (Sobol, a power of two); the runs are n * (parameters + 1) or n * (parameters + 2) points, in `worlds` worlds each.

    >>> found = sensitivity("apparatus", ["unanimity"], parameters=["voice.theta"], n=2, worlds=2, months=2, people=256,
    ...                     keep=False)
    >>> list(found.table["parameter"])
    ['voice.theta']
    """
    where = title or "sensitivity"
    if method not in METHODS:
        raise unknown(where, "method", method, METHODS)
    if ranges not in RANGES:
        raise unknown(where, "ranges", ranges, RANGES)
    n = USUAL[method] if n is None else n
    if isinstance(n, bool) or not isinstance(n, int) or not 2 <= n <= 65536 or (method == "sobol" and n & (n - 1)):
        raise refuse(where, "n", n, "a whole number from 2 to 65536, a power of two for sobol")
    asked = named_measures(measures, where)
    made = Settings(base, asked, worlds=worlds, months=months, people=people, seed=seed, at=None, store=store,
                    keep=keep, executor=executor_of(workers, cluster), progress=progress, title=where, runner=runner)
    named = parameters_named(made.regime, parameters, where)
    spans = {name: span for name, span in RANGES[ranges](named).items() if span[0] < span[1]}
    if not spans:
        raise UserError(f"{where}: every default is 0, and 30 % of nothing is nothing; allowed: ranges = 'whole "
                        f"range'.")
    design = sampled(spans, method, n, seed)
    values = made.run([dict(zip(spans, map(float, row), strict=True)) for row in design])
    rows: list[dict[str, Any]] = []
    missing = {}
    for place, name in enumerate(asked):
        mean, missing[name] = over_worlds(values[:, :, place])
        rows += [{"measure": name, **row} for row in analysed(spans, method, design, mean, seed)]
    return Sensitivity(title or f"Sensitivity of {made.regime.name}", made.regime, method, ranges, spans, asked, n,
                       len(design), worlds, pd.DataFrame(rows), missing, made.ran)


def over_worlds(values: np.ndarray) -> tuple[np.ndarray, int]:
    """The mean over worlds at every point, NaN if no world has a value, and the number of such points."""
    known = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        mean = np.where(known, values, 0.0).sum(axis=1) / known.sum(axis=1)
    return mean, int((~np.isfinite(mean)).sum())


def _problem(spans: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
    return {"num_vars": len(spans), "names": list(spans), "bounds": [list(span) for span in spans.values()]}


def sampled(spans: Mapping[str, tuple[float, float]], method: str, n: int, seed: int) -> np.ndarray:
    """The points at which to run, by SALib."""
    need("sensitivity analysis", "SALib")
    from SALib.sample import morris, sobol

    if method == "morris":
        return np.asarray(morris.sample(_problem(spans), n, num_levels=LEVELS, seed=seed))
    return np.asarray(sobol.sample(_problem(spans), n, calc_second_order=False, seed=seed))


def analysed(spans: Mapping[str, tuple[float, float]], method: str, design: np.ndarray, values: np.ndarray, seed: int
             ) -> list[dict[str, Any]]:
    """One row per parameter, by SALib, from the trajectories (or rows of Sobol's matrices) whose points are all known.

    A measure that never changes has zeros everywhere; one known on fewer than two trajectories is unknown.
    """
    need("sensitivity analysis", "SALib")
    from SALib.analyze import morris, sobol

    names = ("mu_star", "half_width", "mu", "sigma") if method == "morris" else ("ST", "half_width", "S1", "S1_half")
    long = len(spans) + (1 if method == "morris" else 2)  # points of a trajectory
    whole = np.repeat(np.isfinite(values.reshape(-1, long)).all(axis=1), long)
    design, values = design[whole], values[whole]
    if values.size < 2 * long or np.ptp(values) == 0.0:
        return [{"parameter": key, **dict.fromkeys(names, 0.0 if values.size >= 2 * long else np.nan)} for key in spans]
    if method == "morris":
        found = morris.analyze(_problem(spans), design, values, num_levels=LEVELS, conf_level=CONFIDENCE, seed=seed)
        columns = {"mu_star": "mu_star", "half_width": "mu_star_conf", "mu": "mu", "sigma": "sigma"}
    else:
        found = sobol.analyze(_problem(spans), values, calc_second_order=False, conf_level=CONFIDENCE, seed=seed)
        columns = {"ST": "ST", "half_width": "ST_conf", "S1": "S1", "S1_half": "S1_conf"}
    return [{"parameter": key, **{mine: float(np.ma.getdata(found[theirs])[k]) for mine, theirs in columns.items()}}
            for k, key in enumerate(spans)]

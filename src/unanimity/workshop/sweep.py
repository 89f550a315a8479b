"""A sweep: a regime at many settings of levers and parameters, several worlds each, with the same people and luck.

    found = un.sweep("apparatus", over={"ballot": ["open", "secret"], "voice.theta": (0.05, 0.25)},
                     measures=["unanimity", "falsification_gap"], worlds=8)
    found.summary                   # a row for each point and measure: mean with its 90 % interval over worlds
    found.plot("unanimity")         # a heat map, lines, or small multiples, as the axes ask for

Results are stored: nothing is run twice, an interrupted sweep continues, and two processes may share one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.executor import executor_of
from unanimity.experiments.seed_runs import Runner, run_worlds, shard_of
from unanimity.experiments.store import Store
from unanimity.experiments.unused_levers import idle_levers
from unanimity.regimes import Regime
from unanimity.regimes.plausible import Given, Plausible, plausible
from unanimity.results.uncertainty_split import two_spreads
from unanimity.support.manners import path_of
from unanimity.support.progress import Wish
from unanimity.verdicts import bca
from unanimity.workshop.design import Axis, Setting, axes_of, points_of
from unanimity.workshop.settings import Settings, named_measures
from unanimity.world.argument_checks import in_plain_words

MEASURES = ("unanimity", "falsification_gap", "fear", "legitimacy", "hunger")
KEYS = ("point", "seed", "measure", "value")


@dataclass(frozen=True)
class Sweep:
    """The result of a sweep: axes, points, and one number for each point, world and measure."""

    title: str
    regime: Regime
    axes: tuple[Axis, ...]
    points: tuple[Setting, ...]
    measures: Mapping[str, str]
    seeds: tuple[int, ...]
    values: np.ndarray  # points, worlds, measures; with plausible settings, the worlds of one setting after another
    ran: int  # worlds that were not in the store
    plausible: Plausible | None = None

    def __repr__(self) -> str:
        head = (f"{self.title}: {len(self.points)} points over {', '.join(axis.name for axis in self.axes)}, "
                f"{len(self.seeds)} worlds each"
                + (f", at {len(self.plausible)} plausible settings" if self.plausible is not None else ""))
        return "\n".join([head, *(f"note: {line}" for line in self.notes)])

    def _repr_html_(self) -> str:
        from unanimity.report.notebook import workshop_html

        frame = self.summary[[*(axis.name for axis in self.axes), "measure", "mean", "low", "high"]]
        return workshop_html(self, frame, "Means over worlds with their 90 % interval. .table, .summary, "
                                          ".plot(measure), .report(path).")

    @property
    def notes(self) -> list[str]:
        """Notes for the reader: parameters that the regime keeps, and changes without effect."""
        note = self.plausible.note(self.regime) if self.plausible is not None else ""
        return [*([note] if note else []), *self.unchanged]

    @property
    def unchanged(self) -> list[str]:
        """One line for each axis along which no measure changes in any world, and for each lever without effect."""
        lines = []
        for axis in self.axes:
            groups: dict[tuple[Any, ...], list[int]] = {}
            for number, point in enumerate(self.points):
                elsewhere = tuple(point[other.name] for other in self.axes if other is not axis)
                groups.setdefault(elsewhere, []).append(number)
            beside = [numbers for numbers in groups.values() if len(numbers) > 1]
            if idle_levers(self.regime, [axis.name]):
                lines.append(f"{axis.name} moves nothing here, since no mechanism that reads it runs.")
            elif beside and all(np.array_equal(self.values[numbers[0]], self.values[other], equal_nan=True)
                                for numbers in beside for other in numbers[1:]):
                lines.append(f"{axis.name} changed nothing: at all its values every world gives the same.")
        return lines

    @cached_property
    def table(self) -> pd.DataFrame:
        """The tidy table: one row for each point, world and measure, with the columns of the setting."""
        at = self.plausible.numbers(len(self.seeds)) if self.plausible is not None else []
        seeds = self.seeds * (len(self.plausible) if self.plausible is not None else 1)
        rows = [{"point": number, **setting, **({"setting": at[world]} if at else {}), "seed": seed, "measure": name,
                 "value": self.values[number, world, place]}
                for number, setting in enumerate(self.points) for world, seed in enumerate(seeds)
                for place, name in enumerate(self.measures)]
        return pd.DataFrame(rows)

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One row for each point and measure: mean over worlds with its 90 % interval, and the number of worlds with a
        value.

        At plausible settings `low` and `high` are those of ignorance, with both spreads next to them
        (results/uncertainty_split.py).
        """
        rows = []
        for number, setting in enumerate(self.points):
            for place, name in enumerate(self.measures):
                column = self.values[number, :, place]
                if self.plausible is not None:
                    found = two_spreads(column.reshape(len(self.plausible), -1), self.plausible.weights)
                    rows.append({"point": number, **setting, "measure": name, **found.row(),
                                 "low": found.ignorance[0], "high": found.ignorance[1]})
                    continue
                known = column[np.isfinite(column)]
                low, high = bca(known) if known.size > 2 else (np.nan, np.nan)
                rows.append({"point": number, **setting, "measure": name, "worlds": int(known.size), "low": low,
                             "mean": float(known.mean()) if known.size else np.nan, "high": high})
        return pd.DataFrame(rows)

    def of(self, measure: str) -> pd.DataFrame:
        """The summary of one measure."""
        from unanimity.support.errors import unknown

        if measure not in self.measures:
            raise unknown(self.title, "measure", measure, self.measures)
        return self.summary[self.summary["measure"] == measure].drop(columns="measure").reset_index(drop=True)

    def plot(self, measure: str | None = None) -> Any:
        """An Altair chart: lines over one axis, a heat map over two, small multiples over more."""
        from unanimity.workshop.figures import sweep_figure

        names = {text: name for name, text in self.measures.items()}  # also by its expression
        return sweep_figure(self, names.get(measure or "", measure) or next(iter(self.measures)))

    def to_csv(self, path: str | Path) -> Path:
        """Write the tidy table."""
        from unanimity.results.atomic_files import write_atomically

        write_atomically(path_of(path), lambda partial: self.table.to_csv(partial, index=False))
        return path_of(path)

    def report(self, path: str | Path) -> Path:
        """Write the page: a figure for each measure, the table, the rules."""
        from unanimity.workshop.pages import write_sweep

        return write_sweep(self, path_of(path))

    def record(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {"title": self.title, "axes": [axis.name for axis in self.axes], "measures": dict(self.measures),
                "seeds": list(self.seeds), "ran": self.ran, "notes": self.notes,
                "points": self.summary.to_dict("records")}


@in_plain_words
def sweep(base: str | Path | Regime, over: Mapping[str, Any], *, measures: Mapping[str, str] | Sequence[str] = MEASURES,
          sample: str = "grid", n: int | None = None, worlds: int = 8, months: int | None = None,
          people: int | None = None, seed: int = 0, at: int | None = None, title: str = "",
          store: Store | str | Path | None = None, keep: bool = True, workers: int | None = None, cluster: Any = None,
          progress: Wish = None, runner: Runner = run_worlds, settings: Given = None,
          n_settings: int | None = None) -> Sweep:
    """Run a regime at many settings of any levers and parameters.

    `over` maps each to a list of values, or to a range (low, high). `sample` is "grid" (every combination, `n` steps of
    each range), "lhs" or "sobol" (`n` points). Settings apply from initialisation, before burn-in, or from the
    month `at` on. Every point runs in the same `worlds` worlds with seeds seed, seed+1, ...; `measures` are expressions
    (measures.md). With plausible `settings` ("ensemble", the path of a CSV file, a list of tables; `n_settings` of
    them) every point runs in these worlds at each setting; an axis overrides the settings' value of its parameter.

    >>> found = sweep("apparatus", {"ballot": ["open", "secret"]}, measures=["unanimity"], worlds=3, months=3,
    ...               people=256, keep=False)
    >>> found.of("unanimity")["mean"].is_monotonic_decreasing
    True
    """
    where = title or "sweep"
    made = Settings(base, named_measures(measures, where), worlds=worlds, months=months, people=people, seed=seed,
                    at=at, store=store, keep=keep, executor=executor_of(workers, cluster), progress=progress,
                    title=where, runner=runner)
    axes = axes_of(over, made.regime, where)
    points = points_of(axes, sample, n, seed, where)
    table = plausible(settings, n_settings, made.regime)
    values = made.run(_over(points, table, made.regime))
    values = values.reshape(len(points), -1, values.shape[-1])
    return Sweep(title or f"Sweep of {made.regime.name}", made.regime, tuple(axes), tuple(points), made.measures,
                 tuple(made.seeds), values, made.ran, table)


def _over(points: Sequence[Setting], table: Plausible | None, regime: Regime) -> list[Setting]:
    """Every point at every plausible setting, except for parameters that the regime sets itself."""
    if table is None:
        return list(points)
    kept = set(table.kept_by(regime))
    laid = [{key: value for key, value in setting.items() if key in regime.known_parameters and key not in kept}
            for setting in table.settings]
    return [{**setting, **point} for point in points for setting in laid]


def sweep_shard(shard: str, base: str | Path | Regime, over: Mapping[str, Any], *,
                measures: Mapping[str, str] | Sequence[str] = MEASURES, sample: str = "grid", n: int | None = None,
                worlds: int = 8, months: int | None = None, people: int | None = None, seed: int = 0,
                at: int | None = None, title: str = "", store: Store | str | Path | None = None,
                workers: int | None = None, cluster: Any = None, progress: Wish = None, settings: Given = None,
                n_settings: int | None = None) -> tuple[int, Path]:
    """Run one part (i/n) of a sweep into a shared store; returns the number of worlds and the store's path."""
    where = title or "sweep"
    made = Settings(base, named_measures(measures, where), worlds=worlds, months=months, people=people, seed=seed,
                    at=at, store=store, keep=True, executor=executor_of(workers, cluster), progress=progress,
                    title=where)
    points = points_of(axes_of(over, made.regime, where), sample, n, seed, where)
    ran = made.run_shard(_over(points, plausible(settings, n_settings, made.regime), made.regime), shard_of(shard))
    assert made.store is not None
    return ran, made.store.folder

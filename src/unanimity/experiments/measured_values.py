"""The measured values of an experiment: columns by measure and cell with one number per replication, and monthly
series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from unanimity.experiments.cells import Cell
from unanimity.experiments.seed_runs import Piece
from unanimity.experiments.store import World
from unanimity.experiments.unused_levers import told_idle, told_twins

if TYPE_CHECKING:
    from unanimity.experiments.experiment import Experiment


class Values:
    """The worlds of every cell; `pool` worlds form one replication, the mean of their known values."""

    def __init__(self, experiment: Experiment, pieces: Mapping[str, Piece],
                 worlds: Mapping[str, Mapping[int, World]], seeds: Sequence[int], pool: int | None = None) -> None:
        self.experiment, self.pieces, self.worlds, self.seeds = experiment, pieces, worlds, list(seeds)
        self.pool = experiment.described.pool if pool is None else pool

    def unpooled(self) -> Values:
        """The same with every world as a replication."""
        return Values(self.experiment, self.pieces, self.worlds, self.seeds, 1)

    def unchanged(self) -> list[str]:
        """One line for each cell with changes whose worlds equal the control's or another cell's bit for bit, and for
        each lever without effect."""
        layout, lines, same = self.experiment.layout, [], []
        for cell in self.experiment.wanted():
            twin = layout.twin(cell) if cell.arm != layout.arms[0] else cell
            if twin == cell or twin.label not in self.worlds or \
                    layout.regime(cell).fingerprint == layout.regime(twin).fingerprint:
                continue
            pairs = zip(self._worlds(cell), self._worlds(twin), strict=True)
            if all(one.digest == other.digest != "" for one, other in pairs):
                lines.append(f"{cell.label}: this arm changed nothing; all its {len(self.seeds)} worlds are those of "
                             f"{twin.label}, bit for bit.")
                same.append(cell.label)
        others = {cell.label: [world.digest for world in self._worlds(cell)] for cell in self._treated()}
        idle = dict.fromkeys(line for cell in self._treated() if cell.label not in same
                             for line in told_idle(cell.arm, layout.regime(cell), layout.levers_changed(cell)))
        return [*lines, *told_twins(others, same), *idle]

    def differ(self, cell: Cell, other: Cell) -> np.ndarray:
        """The replications in which the worlds of two cells differ in any bit."""
        return np.array([one.digest != two.digest or one.digest == ""
                         for one, two in zip(self._worlds(cell), self._worlds(other), strict=True)])

    def _treated(self) -> list[Cell]:
        """The cells of arms, except those whose rules equal the control's or another's (a dose of zero)."""
        layout, seen = self.experiment.layout, set[str]()
        found = []
        for cell in self.experiment.wanted():
            mark = layout.regime(cell).fingerprint
            if mark not in seen and cell.arm != layout.arms[0]:
                found.append(cell)
            seen.add(mark)
        return found

    def _place(self, measure: str, cell: Cell) -> int:
        expression = self.experiment.described.measure(measure).expression
        return [q.expression for q in self.pieces[cell.label].questions].index(expression)

    def has(self, measure: str, cell: Cell) -> bool:
        """Whether the measure was asked in that cell."""
        expression = self.experiment.described.measure(measure).expression
        piece = self.pieces.get(cell.label)
        return piece is not None and expression in [q.expression for q in piece.questions]

    def _worlds(self, cell: Cell) -> list[World]:
        found = self.worlds[cell.label]
        return [found[seed] for seed in self.seeds]

    def totals(self, expression: str, cell: Cell) -> np.ndarray:
        """One number per world for an expression evaluated in a cell."""
        place = [q.expression for q in self.pieces[cell.label].questions].index(expression)
        return np.array([world.totals[place] for world in self._worlds(cell)])

    def column(self, measure: str, cell: Cell) -> np.ndarray:
        """One number per replication."""
        return self._pooled(self.totals(self.experiment.described.measure(measure).expression, cell))

    def months(self, cell: Cell) -> np.ndarray:
        """The months of a cell's run."""
        return self._worlds(cell)[0].months

    def whole_course(self, measure: str, cell: Cell) -> np.ndarray:
        """Replications in rows, all months of the run in columns."""
        place = self._place(measure, cell)
        return self._pooled(np.array([world.courses[place] for world in self._worlds(cell)]))

    def course(self, measure: str, cell: Cell) -> np.ndarray:
        """Replications in rows, months from the treatment on in columns."""
        return self.whole_course(measure, cell)[:, self.months(cell) >= self.experiment.described.treated_at]

    def frame(self, measure: str, cell: Cell) -> pd.DataFrame:
        """Months in rows, replications in columns, for figures."""
        return pd.DataFrame(self.whole_course(measure, cell).T, index=pd.Index(self.months(cell), name="month"))

    def _pooled(self, values: np.ndarray) -> np.ndarray:
        """The mean of the known values of `pool` worlds; NaN if there are none."""
        if self.pool == 1:
            return values
        grouped = values.reshape(-1, self.pool, *values.shape[1:])
        known = np.isfinite(grouped)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(known, grouped, 0.0).sum(axis=1) / known.sum(axis=1))

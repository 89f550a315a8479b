"""What an experiment measured: columns by measure and cell, one number a replication, and courses by month."""

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
    """The worlds of every cell; `pool` of them are one replication, the mean of those that know the measure."""

    def __init__(self, experiment: Experiment, pieces: Mapping[str, Piece],
                 worlds: Mapping[str, Mapping[int, World]], seeds: Sequence[int], pool: int | None = None) -> None:
        self.experiment, self.pieces, self.worlds, self.seeds = experiment, pieces, worlds, list(seeds)
        self.pool = experiment.described.pool if pool is None else pool

    def unpooled(self) -> Values:
        """The same with every world by itself."""
        return Values(self.experiment, self.pieces, self.worlds, self.seeds, 1)

    def unchanged(self) -> list[str]:
        """A line for each cell that changes something on paper and whose worlds are the control's, bit for bit, or
        those of another cell, and for each lever that nothing heeds."""
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
        """In which replications' worlds two cells are not the same, bit for bit (those of one world each)."""
        return np.array([one.digest != two.digest or one.digest == ""
                         for one, two in zip(self._worlds(cell), self._worlds(other), strict=True)])

    def _treated(self) -> list[Cell]:
        """The cells of arms, but for those whose rules are the control's or another's (a dose of nought)."""
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
        """One number a world of an expression that was asked in a cell."""
        place = [q.expression for q in self.pieces[cell.label].questions].index(expression)
        return np.array([world.totals[place] for world in self._worlds(cell)])

    def column(self, measure: str, cell: Cell) -> np.ndarray:
        """One number a replication."""
        return self._pooled(self.totals(self.experiment.described.measure(measure).expression, cell))

    def months(self, cell: Cell) -> np.ndarray:
        """The months of a cell's run."""
        return self._worlds(cell)[0].months

    def whole_course(self, measure: str, cell: Cell) -> np.ndarray:
        """Replications down, all months of the run across."""
        place = self._place(measure, cell)
        return self._pooled(np.array([world.courses[place] for world in self._worlds(cell)]))

    def course(self, measure: str, cell: Cell) -> np.ndarray:
        """Replications down, months from the treatment on across."""
        return self.whole_course(measure, cell)[:, self.months(cell) >= self.experiment.described.treated_at]

    def frame(self, measure: str, cell: Cell) -> pd.DataFrame:
        """Months down, replications across, as figures take it."""
        return pd.DataFrame(self.whole_course(measure, cell).T, index=pd.Index(self.months(cell), name="month"))

    def _pooled(self, values: np.ndarray) -> np.ndarray:
        """The mean of `pool` worlds that know it; unknown where none does."""
        if self.pool == 1:
            return values
        grouped = values.reshape(-1, self.pool, *values.shape[1:])
        known = np.isfinite(grouped)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(known, grouped, 0.0).sum(axis=1) / known.sum(axis=1))

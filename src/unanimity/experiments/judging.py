"""Judging: a form that was read, put to what was measured, gives a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity import verdicts as v
from unanimity.experiments.cells import Cell, Layout
from unanimity.experiments.kinds import COLUMN, COURSE, CURVE, KINDS, LIST, STEPS, WITH_DOSES
from unanimity.experiments.references import Context, Measured, Node, evaluate
from unanimity.verdicts import STANDARD, Finding, How


@dataclass(frozen=True)
class Form:
    """One form of an experiment, read and checked."""

    role: str
    label: str  # such as expect[1], for errors
    kind: str
    says: str
    reading: str = ""
    data: Mapping[str, tuple[tuple[Node, Context], ...]] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)  # of each datum
    options: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""
    doses: tuple[float, ...] = ()
    only: tuple[Node, Context] | None = None
    events: tuple[tuple[Node, Context], ...] = ()
    parts: tuple[Form, ...] = ()
    reason: str = ""
    pooled: bool = True  # false: every world is a replication, even where others are pooled

    def expressions(self) -> Iterator[tuple[Node, Context, bool]]:
        """Every expression that it reads, where, and whether month by month."""
        for name, pieces in self.data.items():
            for node, context in pieces:
                yield node, context, self.shapes[name] == COURSE
        for node, context in (*self.events, *((self.only,) if self.only else ())):
            yield node, context, False
        for part in self.parts:
            yield from part.expressions()


class Trial:
    """Stands in for what was measured while forms are checked."""

    def __init__(self, months: int) -> None:
        self.months = months

    def column(self, measure: str, cell: Cell) -> np.ndarray:
        """Numbers that vary."""
        return 1.0 + np.arange(20.0) % 7 / 10 + len(measure + cell.label) % 5 / 7

    def course(self, measure: str, cell: Cell) -> np.ndarray:
        """Months that vary."""
        return self.column(measure, cell)[:, None] + np.arange(float(self.months)) % 5


def judge(form: Form, layout: Layout, measured: Measured, how: How = STANDARD,
          counted: Measured | None = None) -> Finding:
    """What a form finds; `counted` has every world by itself, even where worlds are pooled: events are counted so."""
    if form.kind == "not expressible":
        return v.not_expressible(form.reason)
    if form.kind in ("any_of", "all_of"):
        join = v.any_of if form.kind == "any_of" else v.all_of
        return join(*(judge(part, layout, measured, how, counted) for part in form.parts))
    if not form.pooled and counted is not None:
        measured = counted
    arguments: dict[str, Any] = {}
    keep = None if form.only is None else evaluate(*form.only, layout, measured) == 1.0
    for name, pieces in form.data.items():
        shape = form.shapes[name]
        values = [_kept(evaluate(node, context, layout, measured, shape == COURSE), keep) for node, context in pieces]
        if shape in (CURVE, STEPS):
            rows = max(np.size(value) for value in values)
            arguments[name] = np.column_stack([np.broadcast_to(value, rows) for value in values])
        else:
            arguments[name] = values if shape == LIST else values[0]
    _spread(arguments, [name for name, shape in form.shapes.items() if shape == COLUMN])
    if form.kind in WITH_DOSES:
        arguments["doses"] = np.array(form.doses)
    if form.kind == "convex" and "x" not in arguments:
        arguments["x"] = np.array(form.doses)
    if form.kind == "worlds":
        arguments["true"] = np.asarray(arguments["true"], float)
    finding = KINDS[form.kind].function(**arguments, **form.options, of=form.says, how=how)
    if form.events and counted is not None:
        finding = v.enough_events(finding, *(evaluate(node, context, layout, counted)
                                             for node, context in form.events))
    return finding


def _spread(arguments: dict[str, Any], names: list[str]) -> None:
    """A plain number beside columns stands for every replication."""
    rows = max((np.size(arguments[name]) for name in names), default=1)
    for name in names:
        if np.ndim(arguments[name]) == 0:
            arguments[name] = np.full(rows, float(arguments[name]))


def _kept(values: Any, keep: np.ndarray | None) -> Any:
    """Values in the worlds that meet the condition, unknown in the others."""
    if keep is None or np.ndim(values) == 0:
        return values
    mask = keep if np.ndim(values) == 1 else keep[:, None]
    return np.where(mask, values, np.nan)

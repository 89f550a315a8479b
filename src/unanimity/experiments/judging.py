"""Judging: applies a parsed test to the measured values and returns a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity import verdicts as v
from unanimity.experiments.cells import Cell, Layout
from unanimity.experiments.form_kinds import COLUMN, COURSE, CURVE, KINDS, LIST, STEPS
from unanimity.experiments.references import Context, Measured, Node, evaluate, measures_of, needs
from unanimity.verdicts import STANDARD, Finding, How


@dataclass(frozen=True)
class Form:
    """One test of an experiment, parsed and checked."""

    role: str
    label: str  # such as expect[1], for errors
    kind: str
    says: str
    reading: str = ""
    data: Mapping[str, tuple[tuple[Node, Context], ...]] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)  # of each input
    options: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""
    doses: tuple[float, ...] = ()
    only: tuple[Node, Context] | None = None
    events: tuple[tuple[Node, Context], ...] = ()
    parts: tuple[Form, ...] = ()
    reason: str = ""
    pooled: bool = True  # false: every world is a replication, even where others are pooled
    premise: bool | None = None  # whether it is part of the premise; None: decided by its kind and cells

    def expressions(self) -> Iterator[tuple[Node, Context, bool]]:
        """Every expression that it reads, where, and whether month by month."""
        for name, pieces in self.data.items():
            for node, context in pieces:
                yield node, context, self.shapes[name] == COURSE
        for node, context in (*self.events, *((self.only,) if self.only else ())):
            yield node, context, False
        for part in self.parts:
            yield from part.expressions()

    def cells(self, layout: Layout) -> list[Cell]:
        """Every cell that it reads."""
        return list(dict.fromkeys(cell for node, context, course in self.expressions()
                                  for _, cell, _ in needs(node, context, layout, self.label, course)))

    def measures(self) -> list[str]:
        """Every measure that it reads."""
        return list(dict.fromkeys(name for node, _, _ in self.expressions() for name in measures_of(node)))


class Trial:
    """A stand-in for measured values while tests are checked."""

    def __init__(self, months: int) -> None:
        self.months = months

    def has(self, measure: str, cell: Cell) -> bool:
        """Everything is there."""
        return True

    def column(self, measure: str, cell: Cell) -> np.ndarray:
        """Placeholder numbers that vary."""
        return 1.0 + np.arange(20.0) % 7 / 10 + len(measure + cell.label) % 5 / 7

    def course(self, measure: str, cell: Cell) -> np.ndarray:
        """Placeholder months that vary."""
        values: np.ndarray = self.column(measure, cell)[:, None] + np.arange(float(self.months)) % 5
        return values


def judge(form: Form, layout: Layout, measured: Measured, how: How = STANDARD,
          counted: Measured | None = None) -> Finding:
    """The finding of a test; `counted` has every world separately, even where worlds are pooled, for counting
    events."""
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
    if KINDS[form.kind].takes_doses:
        arguments["doses"] = np.array(form.doses)
    if form.kind == "convex" and "x" not in arguments:
        arguments["x"] = np.array(form.doses)
    if form.kind == "worlds":
        arguments["true"] = np.asarray(arguments["true"], float)
    finding = KINDS[form.kind].function(**arguments, **form.options, of=form.says, how=how)
    if form.events and counted is not None:
        finding = v.enough_events(finding, *(evaluate(node, context, layout, counted)
                                             for node, context in form.events))
    if isinstance(measured, Trial) or finding.undecided:
        return finding
    still = _why_still(form, arguments, layout, measured)
    return v.set_aside(finding, still) if still else finding


PAIRS = (("treated", "control"), ("other_treated", "other_control"))


def _why_still(form: Form, arguments: Mapping[str, Any], layout: Layout, measured: Measured) -> str:
    """Why a test cannot say anything: its input is the same in both arms of every pair, or in every world of every arm;
    "" if it varies."""
    names = dict.fromkeys(name for pieces in form.data.values() for node, _ in pieces for name in measures_of(node))
    pairs = [(arguments[one], arguments[other]) for one, other in PAIRS if one in arguments and other in arguments]
    if pairs and all(np.array_equal(np.broadcast_to(other, np.shape(one)), one, equal_nan=True)
                     and np.isfinite(one).any() for one, other in pairs):
        return f"{', '.join(names)} is the same in both arms of all {np.shape(pairs[0][0])[0]} pairs"
    still = {name: number for name in names if (number := _constant(name, form, layout, measured)) is not None}
    if names and len(still) == len(names):
        return ", ".join(f"{name} is {number:g} in every world of every arm" for name, number in still.items())
    return ""


def _constant(name: str, form: Form, layout: Layout, measured: Measured) -> float | None:
    """The constant value of a measure wherever it was evaluated, or None."""
    asked = {(cell, course) for node, context, monthly in form.expressions()
             for found, cell, course in needs(node, context, layout, form.label, monthly) if found == name}
    asked |= {(cell, False) for arm in layout.arms for cell in layout.every(arm) if measured.has(name, cell)}
    seen = np.concatenate([(measured.course if course else measured.column)(name, cell).ravel()
                           for cell, course in asked])
    known = seen[np.isfinite(seen)]
    return float(known[0]) if known.size > 1 and np.ptp(known) == 0.0 else None


def _spread(arguments: dict[str, Any], names: list[str]) -> None:
    """A plain number next to columns is repeated for every replication."""
    rows = max((np.size(arguments[name]) for name in names), default=1)
    for name in names:
        if np.ndim(arguments[name]) == 0:
            arguments[name] = np.full(rows, float(arguments[name]))


def _kept(values: Any, keep: np.ndarray | None) -> Any:
    """Values in the worlds that meet the condition, NaN in the others."""
    if keep is None or np.ndim(values) == 0:
        return values
    mask = keep if np.ndim(values) == 1 else keep[:, None]
    return np.where(mask, values, np.nan)

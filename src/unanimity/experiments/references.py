"""References to what an experiment measured: `deaths[autonomy]`, `deaths[purge, share=.05] - deaths[control]`.

A test takes columns (one number per replication) or courses (one per month). Both are written as small expressions of
named measures: each measure has in brackets the arm and values of the dose or of factors, and measures are combined by
+ - * /, comparisons, `and`, `or`, `not` and a few functions. An expression is parsed once into a frozen tree; nothing
is evaluated as Python.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from unanimity.experiments.cells import Cell, Layout
from unanimity.support import expressions
from unanimity.support.errors import UserError, is_number, near_miss, refuse
from unanimity.support.expressions import LOGIC, NOT, NUMBER, SIGN, WORD, Language, Reader, left_to_right
from unanimity.verdicts import first_passage, month_of_half, rank_correlations

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
PLAIN: dict[str, tuple[int, Callable[..., Any]]] = {
    "abs": (1, np.abs), "log": (1, np.log), "max": (2, np.maximum), "min": (2, np.minimum),
    "known": (1, lambda x: np.isfinite(x).astype(float)),  # whether it has a value
    "otherwise": (2, lambda x, y: np.where(np.isfinite(x), x, y)),  # y where x is unknown
    "in_turn": (2, lambda x, y: _in_turn(x, y))}  # two cells as one arm: alternate replications from each
# functions of courses (replications, months from the treatment on) that give one number per replication; arity
COURSES: dict[str, tuple[int, Callable[..., Any], str]] = {
    "month_of_half": (1, lambda course: month_of_half(course), "month_of_half(course)"),
    "first_above": (1, lambda course, x: first_passage(course, _one(x), "above"), "first_above(course, x)"),
    "first_below": (1, lambda course, x: first_passage(course, _one(x), "below"), "first_below(course, x)"),
    "rank_corr": (2, lambda x, y: rank_correlations(x, y), "rank_corr(course, course)"),
    "peak": (1, lambda course: np.nanmax(course, axis=1), "peak(course)"),
    "lowest": (1, lambda course: np.nanmin(course, axis=1), "lowest(course)"),
    "month_of_peak": (1, lambda course: _month_of(course, np.nanargmax), "month_of_peak(course)"),
    "month_of_lowest": (1, lambda course: _month_of(course, np.nanargmin), "month_of_lowest(course)"),
    "value_at": (1, lambda course, months: _value_at(course, months), "value_at(course, month)"),
    "month": (1, lambda course, k: course[:, int(_one(k))], "month(course, k)"),
    "months": (1, lambda course, a, b: np.nanmean(course[:, int(_one(a)):int(_one(b)) + 1], axis=1),
               "months(course, a, b)"),
}


@dataclass(frozen=True)
class Number:
    """A number."""

    value: float


@dataclass(frozen=True)
class Reference:
    """A measure in the named arm and at the named values; the rest is taken from the context."""

    measure: str
    arm: str = ""
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Operation:
    """An operator or function applied to parts."""

    mark: str
    parts: tuple[Node, ...]


Node = Number | Reference | Operation


@dataclass(frozen=True)
class Context:
    """The context of an expression: the default arm and the default values of doses and factors."""

    arm: str
    given: Mapping[str, Any] = field(default_factory=dict)

    def at(self, name: str, value: Any) -> Context:
        """The same at another value of a dose or factor."""
        return Context(self.arm, {**self.given, name: value})


class Measured(Protocol):
    """The interface to measured values, by measure and cell."""

    def has(self, measure: str, cell: Cell) -> bool:
        """Whether the measure was asked in that cell."""
        ...

    def column(self, measure: str, cell: Cell) -> np.ndarray:
        """One number per replication."""
        ...

    def course(self, measure: str, cell: Cell) -> np.ndarray:
        """An array of replications by months, from the treatment on."""
        ...


def measures_of(node: Node) -> Iterator[str]:
    """The names of the measures in an expression."""
    if isinstance(node, Reference):
        yield node.measure
    elif isinstance(node, Operation):
        for part in node.parts:
            yield from measures_of(part)


def parse(text: object, measures: Collection[str], label: str) -> Node:
    """The expression that a user wrote.

    >>> parse("deaths[law] / 2", ["deaths"], "values")
    Operation(mark='/', parts=(Reference(measure='deaths', arm='law', given=()), Number(value=2.0)))
    """
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        if not is_number(text):
            raise refuse("", label, text, "a number")
        return Number(float(text))
    if not isinstance(text, str) or not text.strip():
        raise refuse("", label, text, "measures by name such as deaths[arm], joined by + - * /")
    return ReferenceReader(text, label, measures).whole()


class ReferenceReader(Reader[Node]):
    """The language of references: measures with their cells, numbers and functions, joined as everywhere."""

    language = Language(marks=("(", ")", ",", "["), joints=LOGIC | expressions.COMPARISONS | expressions.ARITHMETIC,
                        signs={"not": NOT, "-": SIGN}, strange="is no mark", more="an operator, or nothing more",
                        known="+ - * / < > <= >= == != ( ) [ ] and, or, not")

    def __init__(self, text: str, label: str, measures: Collection[str]) -> None:
        super().__init__(text, label)
        self.measures = measures

    def joined(self, marks: Sequence[str], parts: Sequence[Node]) -> Node:
        """Combine the parts from the left, two at a time."""
        return left_to_right(Operation, marks, parts)

    def signed(self, mark: str, part: Node) -> Node:
        """Apply `not` or a minus sign."""
        return Operation(mark, (part,) if mark == "not" else (Number(0.0), part))

    def one(self) -> Node:
        """A number, a function, or a measure with its cell."""
        token = self.peek()
        if token.kind == NUMBER:
            return Number(self.number())
        if token.kind != WORD:
            raise self.missing("a measure", f"{', '.join(sorted(self.measures))}, or a number")
        name = self.take().text
        if name in (*PLAIN, *COURSES) and self.took("("):
            parts = self.listed(self.expression)
            wanted = COURSES[name][2].count(",") + 1 if name in COURSES else PLAIN[name][0]
            if len(parts) != wanted:
                raise self.slip(f"{name} of {len(parts)}",
                                COURSES[name][2] if name in COURSES else f"{name} of {wanted}", at=token.start)
            return Operation(name, tuple(parts))
        if name not in self.measures:
            raise self.slip(f"no measure {name!r}", ", ".join(sorted(self.measures)),
                            near_miss(name, [*self.measures, *PLAIN, *COURSES]), at=token.start)
        return self.bracket(name) if self.took("[") else Reference(name)

    def bracket(self, measure: str) -> Node:
        """The arm and the values in brackets; an arm's name may contain spaces and punctuation."""
        inside, closed, _ = self.text[self.at:].partition("]")
        if not closed:
            raise self.slip("a bracket is not closed", "']'")
        arm, given = "", []
        for part in (part.strip() for part in inside.split(",")):
            name, equals, value = (word.strip() for word in part.partition("="))
            if equals:
                given.append((name, value))
            elif arm or not part:
                raise self.slip(f"[{inside}]", f"{measure}[arm, dose=value]")
            else:
                arm = part
        self.at += len(inside) + 1
        return Reference(measure, arm, tuple(given))


def truth(value: Any) -> np.ndarray:
    """Truth values as 0 and 1; NaN stays NaN."""
    return np.asarray(value, float)


def cell_of(node: Reference, context: Context, layout: Layout, label: str) -> Cell:
    """The cell that a reference points to."""
    return layout.cell(node.arm or context.arm, {**context.given, **dict(node.given)}, label)


def needs(node: Node, context: Context, layout: Layout, label: str, course: bool = False
          ) -> Iterator[tuple[str, Cell, bool]]:
    """Every measure and cell that an expression reads, and whether month by month."""
    if isinstance(node, Reference):
        cell = cell_of(node, context, layout, label)
        only = layout.described.measure(node.measure).arms
        if only and cell.arm not in only:
            raise UserError(f"{layout.where}: {label}: {node.measure} is not measured in the arm {cell.arm!r}; "
                            f"allowed: {', '.join(only)}.")
        yield node.measure, cell, course
    elif isinstance(node, Operation):
        for place, part in enumerate(node.parts):
            inside = place < COURSES[node.mark][0] if node.mark in COURSES else course
            yield from needs(part, context, layout, label, inside)


def evaluate(node: Node, context: Context, layout: Layout, measured: Measured, course: bool = False) -> Any:
    """Evaluate an expression as a column or, with `course`, as a course."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Reference):
        cell = cell_of(node, context, layout, "")
        return measured.course(node.measure, cell) if course else measured.column(node.measure, cell)
    if node.mark in COURSES:
        courses, function, _ = COURSES[node.mark]
        given = [evaluate(part, context, layout, measured, place < courses) for place, part in enumerate(node.parts)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a world without any value has no peak
            return function(*given)
    parts = [evaluate(part, context, layout, measured, course) for part in node.parts]
    with np.errstate(all="ignore"):
        if node.mark in ARITHMETIC:
            return ARITHMETIC[node.mark](*(np.asarray(part, float) for part in parts))
        if node.mark in PLAIN:
            return PLAIN[node.mark][1](*(np.asarray(part, float) for part in parts))
        known = np.isfinite(np.sum(np.broadcast_arrays(*(np.asarray(p, float) for p in parts)), axis=0))
        if node.mark in COMPARISONS:
            return np.where(known, truth(COMPARISONS[node.mark](*parts)), np.nan)
        said = [np.asarray(part, float) != 0.0 for part in parts]
        joint = {"and": lambda: said[0] & said[1], "or": lambda: said[0] | said[1], "not": lambda: ~said[0]}
        return np.where(known, truth(joint[node.mark]()), np.nan)


def _in_turn(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Replications 0, 2, 4 ... of the first and 1, 3, 5 ... of the second."""
    first, second = np.broadcast_arrays(first, second)
    found = first.copy()
    found[1::2] = second[1::2]
    return found


def _month_of(course: np.ndarray, extreme: Callable[..., Any]) -> np.ndarray:
    """The first month in which each row has its highest (lowest) value; NaN if it has no value."""
    known = np.isfinite(course).any(axis=1)
    found = np.full(len(course), np.nan)
    found[known] = extreme(course[known], axis=1) if known.any() else np.nan
    return found


def _value_at(course: np.ndarray, months: Any) -> np.ndarray:
    """The value of each row in its own month; NaN if that month is NaN or outside the course."""
    at = np.broadcast_to(np.asarray(months, float), len(course))
    inside = np.isfinite(at) & (at >= 0) & (at < course.shape[1])
    return np.where(inside, course[np.arange(len(course)), np.where(inside, at, 0).astype(int)], np.nan)


def _one(value: Any) -> float:
    """The value of an expression that must be a plain number."""
    found = np.unique(np.asarray(value, float))
    if found.size != 1:
        raise UserError("a level or a month must be one number.")
    return float(found[0])

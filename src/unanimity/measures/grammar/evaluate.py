"""Evaluation of a term at one moment in one world: a number for each person or unit, and one aggregate."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field

import numpy as np

from unanimity.measures.grammar.syntax_tree import (
    Constant,
    InForce,
    Meant,
    Operation,
    Rows,
    Slot,
    Term,
    Value,
    Variable,
    Who,
)
from unanimity.measures.rings import CHAIN
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW
from unanimity.world.codes import BREAD_ISSUE, DISSENT, NOBODY, RULE_ISSUE
from unanimity.world.columns import DIMENSIONS
from unanimity.world.selectors.parse import Choice
from unanimity.world.selectors.people import persons, variable, wish
from unanimity.world.selectors.units import units
from unanimity.world.selectors.view import View

UNKNOWN = float("nan")
TOLD = frozenset({"logged", "other_logged"})  # words that depend on the log


@dataclass(frozen=True)
class Look:
    """One world at the end of one month."""

    view: View
    month: int
    parameters: Mapping[str, float] = field(default_factory=dict)
    rows: np.ndarray = field(default_factory=lambda: np.empty(0, ROW))  # log rows of this month
    seen: dict[Hashable, np.ndarray] = field(default_factory=dict)  # masks computed at this moment
    of_everybody: bool = False  # whether the view includes people who have departed

    def mask(self, who: Who) -> np.ndarray:
        """The people whom the selector selects at this moment, ignoring its other times."""
        key = (who.choice, who.units)
        if key not in self.seen:
            self.seen[key] = units(who.choice, self.view) if who.units else persons(who.choice, self.view)
        return self.seen[key]

    def meant(self, choice: Choice, of_units: bool) -> np.ndarray:
        """The people for whom is(...) is true; facts from the log remain true after a person's death, whoever has the
        place."""
        if not self.of_everybody or of_units or not choice.words() & TOLD:
            return self.mask(Who(choice, of_units))
        if ("told", choice) not in self.seen:
            self.seen["told", choice] = persons(choice, self.view, everybody=True)
        return self.seen["told", choice]


# --- numbers that are no column -----------------------------------------------------------------------------------
def _centre_line(look: Look) -> np.ndarray:
    return np.asarray(look.view.column("line")[RULE_ISSUE, -1], np.float64)


def _want_local(look: Look) -> np.ndarray:
    return wish(look.view, BREAD_ISSUE)


def _position(look: Look) -> np.ndarray:
    line = look.view.column("line")[RULE_ISSUE][look.view.cell].astype(np.float64)
    return np.where(look.view.column("voice") == DISSENT, -line, line)


def _own_faction_line(look: Look) -> np.ndarray:
    line = look.view.column("faction_line")[RULE_ISSUE].astype(np.float64)
    return line[look.view.column("faction")]


def _covered(look: Look) -> np.ndarray:
    """For each unit: the secretaries whose chain of patrons ends at its own (as the monthly measure ring_size)."""
    secretary, patron, headed = (look.view.column(name) for name in ("secretary", "patron", "headed"))
    top = secretary[secretary != NOBODY]
    for _ in range(CHAIN):
        top = np.where(patron[top] == NOBODY, top, patron[top])
    at = headed[top]
    kept = (at != NOBODY) & (secretary[np.maximum(at, 0)] == top)
    return np.bincount(at[kept], minlength=secretary.size).astype(np.float64)


DERIVED_HERE: dict[str, Callable[[Look], np.ndarray]] = {
    "month": lambda look: np.asarray(float(look.month)),
    "inertia": lambda look: np.asarray(look.view.inertia),
    "centre_line": _centre_line,
    "want_local": _want_local,
    "position": _position,
    "own_faction_line": _own_faction_line,
    "covered": _covered,
}
MEANINGS_HERE = {
    "month": "the month", "inertia": "theta of card 5: what a wish to speak must exceed",
    "centre_line": "the centre's line on rule", "want_local": "wish to speak on bread (card 5)",
    "position": "public position: the cell's line on rule, or its opposite for who dissents",
    "own_faction_line": "line on rule of one's own faction",
    "covered": "of a unit: secretaries whose chain of patrons ends at its own",
}
OF_UNITS = ("covered",)


def numbers(value: Value, look: Look, of_units: bool = False) -> np.ndarray:
    """The number of each person (or unit) of the world."""
    if isinstance(value, Constant):
        return np.asarray(value.value)
    if isinstance(value, Operation):
        return _OPERATIONS[value.mark, len(value.parts) == 1](*(numbers(part, look, of_units) for part in value.parts))
    if isinstance(value, Meant):
        return look.meant(value.choice, of_units)
    if isinstance(value, InForce):
        here = np.asarray(look.view.lever(value.name), np.float64)
        return here if of_units else here[look.view.cell]
    if isinstance(value, Slot):
        return _slot(value, look.view)
    return _variable(value, look, of_units)


def _slot(value: Slot, view: View) -> np.ndarray:
    """A number of one seat at the centre or of one faction; NaN for a faction that does not exist."""
    column = view.columns[value.name]
    numbers = view.column(value.name).astype(np.float64) * (column.scale or 1.0)
    if column.table == "faction":
        at = value.which if isinstance(value.which, int) else view.factions.get(value.which, 0)
        return np.asarray(numbers[at] if 0 < at < numbers.size else UNKNOWN)
    chairs = numbers[numbers.size - view.chairs:]
    if not isinstance(value.which, int) or value.which > chairs.size:
        raise UserError(f"measure: {value}: the centre has {chairs.size} chairs; allowed: 1 to {chairs.size}.")
    return np.asarray(chairs[value.which - 1])


def _variable(value: Variable, look: Look, of_units: bool) -> np.ndarray:
    name, view = value.name, look.view
    if name in look.parameters:
        return np.asarray(look.parameters[name])
    if name in DERIVED_HERE:
        return DERIVED_HERE[name](look)
    column = view.columns.get(name) or view.columns.get(name.rpartition("_")[0])
    if column is None or (column.table in ("person", "unit") and not of_units):
        return variable(name, view)
    values = view.column(column.name)
    if column.per:
        mark = name.rpartition("_")[2]
        values = values[DIMENSIONS[column.per].index(mark) if name != column.name else
                        (RULE_ISSUE if column.per == "issue" else 0)]
    values = values.astype(np.float64) * (column.scale or 1.0)
    return np.asarray(values[0] if column.table == "world" else values)


def _divided(over: np.ndarray, by: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(by == 0, np.nan, over / np.where(by == 0, 1.0, by)))


def logged(x: np.ndarray) -> np.ndarray:
    """The natural logarithm; NaN for 0 and below."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), np.nan))


_OPERATIONS: dict[tuple[str, bool], Callable[..., np.ndarray]] = {
    ("+", False): np.add, ("-", False): np.subtract, ("*", False): np.multiply, ("/", False): _divided,
    ("-", True): np.negative, ("==", False): np.equal, ("!=", False): np.not_equal, ("<", False): np.less,
    ("<=", False): np.less_equal, (">", False): np.greater, (">=", False): np.greater_equal,
    ("and", False): lambda a, b: np.logical_and(a != 0, b != 0),
    ("or", False): lambda a, b: np.logical_or(a != 0, b != 0),
    ("known", True): lambda a: np.isfinite(a).astype(float),
    ("otherwise", False): lambda a, b: np.asarray(np.where(np.isfinite(a), a, b)),
    ("not", True): lambda a: a == 0, ("abs", True): np.abs, ("log", True): logged,
    ("max", False): lambda *parts: np.maximum.reduce(np.broadcast_arrays(*parts)),
    ("min", False): lambda *parts: np.minimum.reduce(np.broadcast_arrays(*parts)),
    ("max", True): lambda a: a, ("min", True): lambda a: a,
}
ARITHMETIC = _OPERATIONS  # whole terms are joined by the same operators


# --- aggregates ---------------------------------------------------------------------------------------------------
def gini(values: np.ndarray) -> float:
    """The Gini coefficient: 0 if all are equal, towards 1 if one has everything.

    >>> gini(np.array([1.0, 1.0, 1.0])), gini(np.array([0.0, 0.0, 3.0]))
    (0.0, 0.6666666666666666)
    """
    if values.size == 0:
        return UNKNOWN
    ordered, total = np.sort(values), float(values.sum())
    ranks = np.arange(1, values.size + 1)
    return float((2.0 * (ranks * ordered).sum() / total - (values.size + 1)) / values.size) if total > 0 else 0.0


def corr(x: np.ndarray, y: np.ndarray) -> float:
    """Correlation; NaN if either variable is constant."""
    return float(np.corrcoef(x, y)[0, 1]) if x.size > 1 and np.ptp(x) > 0 and np.ptp(y) > 0 else UNKNOWN


def rank_corr(x: np.ndarray, y: np.ndarray) -> float:
    """Spearman's correlation, with shared ranks for ties."""
    return corr(ranks(x), ranks(y))


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1 up; equal values share the mean rank.

    >>> ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2.0)[inverse])


def slope(y: np.ndarray, x: np.ndarray) -> float:
    """The least-squares slope of y on x; NaN if x is constant."""
    if x.size < 2 or np.ptp(x) == 0:
        return UNKNOWN
    centred = x - x.mean()
    return float((centred * (y - y.mean())).sum() / (centred * centred).sum())


def sd(values: np.ndarray) -> float:
    """Standard deviation of a population."""
    return float(values.std()) if values.size else UNKNOWN


ONE_SIDED: dict[str, Callable[[np.ndarray], float]] = {
    "sum": lambda v: float(v.sum()), "count": lambda v: float((v != 0).sum()),
    "mean": lambda v: float(v.mean()) if v.size else UNKNOWN,
    "share": lambda v: float((v != 0).mean()) if v.size else UNKNOWN,
    "median": lambda v: float(np.median(v)) if v.size else UNKNOWN, "sd": sd, "gini": gini,
}
TWO_SIDED: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {"corr": corr, "rank_corr": rank_corr, "slope": slope}


def worth(term: Term, look: Look, mask: np.ndarray) -> float:
    """One number for a state term at one moment, over the people of the mask; NaN values are left out."""
    of_units = term.who is not None and term.who.units
    assert not isinstance(term.what, Rows)
    values = np.broadcast_to(numbers(term.what, look, of_units), mask.shape)[mask].astype(np.float64)
    if term.other is not None:
        others = np.broadcast_to(numbers(term.other, look, of_units), mask.shape)[mask].astype(np.float64)
        known = np.isfinite(values) & np.isfinite(others)
        return TWO_SIDED[term.agg](values[known], others[known])
    values = values[np.isfinite(values)]
    return aggregate(term.agg, values, term.level)


def aggregate(agg: str, values: np.ndarray, level: float | None = None) -> float:
    """One number from many."""
    if agg == "quantile":
        return float(np.quantile(values, 0.5 if level is None else level)) if values.size else UNKNOWN
    return ONE_SIDED[agg](values)

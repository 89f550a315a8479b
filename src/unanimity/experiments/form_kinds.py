"""The tests by name: each one's function in `unanimity.verdicts`, and which of its arguments are measured."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity import verdicts as v
from unanimity.support.errors import UserError
from unanimity.verdicts import STANDARD, Finding, How

# per replication; per month; per dose; ordered columns (of doses, or listed); a list of columns
COLUMN, COURSE, CURVE, STEPS, LIST = "column", "course", "curve", "steps", "list"


def hazard_of_sums(events: Sequence[Any], months: Sequence[Any], other_events: Sequence[Any],
                   other_months: Sequence[Any], direction: str = "rise", by: float = 1.0, *,
                   at_least: float | None = None, of: str = "the hazard", how: How = STANDARD) -> Finding:
    """`hazard` from sums of each world: events and months at risk of the exposed and the others, by matching cell."""
    lists = [list(map(np.asarray, one)) for one in (events, months, other_events, other_months)]
    if len({len(one) for one in lists}) != 1:
        raise UserError("hazard: events, months, other_events and other_months must be equally many, one a cell.")
    rows = []
    for place, (a, m, b, n) in enumerate(zip(*lists, strict=True)):
        for world in range(a.size):
            rows += [(world, place, 1.0, a[world], m[world]), (world, place, 0.0, b[world], n[world])]
    table = np.array([row for row in rows if np.isfinite(row).all()]).reshape(-1, 5)
    return v.hazard(table[:, 0], table[:, 2], table[:, 3], table[:, 4], direction, by, at_least=at_least,
                    cell=table[:, 1], of=of, how=how)


def complier_of_sums(persons: Any, chose: Any, sum_chose: Any, sum_rest: Any, other_persons: Any, other_chose: Any,
                     other_sum_chose: Any, other_sum_rest: Any, direction: str = "rise", by: float | None = None,
                     unit: str = "absolute", *, of: str = "the outcome", how: How = STANDARD) -> Finding:
    """`complier` from sums of each world, for those encouraged by lot and the others: persons, choosers, outcomes."""
    records: list[tuple[float, ...]] = []
    encouraged, others = (persons, chose, sum_chose, sum_rest), (other_persons, other_chose, other_sum_chose,
                                                                other_sum_rest)
    for z, sums in ((1.0, encouraged), (0.0, others)):
        for world, (n, d, with_it, without) in enumerate(zip(*map(np.asarray, sums), strict=True)):
            if np.isfinite([n, d, with_it, without]).all():
                took, rest = round(float(d)), round(float(n - d))
                records += [(world, z, 1.0, with_it / max(1, took))] * took
                records += [(world, z, 0.0, without / max(1, rest))] * rest
    table = np.array(records).reshape(-1, 4)
    return v.complier(table[:, 0], table[:, 1], table[:, 2], table[:, 3], direction, by, unit, of=of, how=how)


@dataclass(frozen=True)
class Kind:
    """A test: its function, and which of its arguments are measured."""

    function: Callable[..., Finding]
    data: Mapping[str, str]
    optional: tuple[str, ...] = ()
    takes_doses: bool = False  # its function is given the doses
    of_one_arm: bool = False  # it concerns a single arm and compares none
    counts_events: bool = False  # its `events` is a column, which it counts itself

    @property
    def options(self) -> tuple[str, ...]:
        """Arguments that the user gives directly."""
        return tuple(name for name in inspect.signature(self.function).parameters
                     if name not in (*self.data, "of", "how", "form", "than", "doses", "world"))


def _columns(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, COLUMN)


PAIR = _columns("treated", "control")
TWO_R2 = {"trait": LIST, "outcome": COLUMN, "other_trait": LIST, "other_outcome": COLUMN}
KINDS: dict[str, Kind] = {
    "sign": Kind(v.sign, PAIR), "change": Kind(v.change, PAIR), "equal": Kind(v.equal, PAIR),
    "not_worse": Kind(v.not_worse, PAIR), "no_better": Kind(v.no_better, PAIR), "denies": Kind(v.denies, PAIR),
    "variance": Kind(v.variance, PAIR), "level": Kind(v.level, _columns("values"), of_one_arm=True),
    "equal_in_thirds": Kind(v.equal_in_thirds, _columns("difference", "by")),
    "contrast": Kind(v.contrast, _columns("first", "second")),
    "interact": Kind(v.interact, _columns("treated", "control", "other_treated", "other_control")),
    "trend": Kind(v.trend, {"values": STEPS}, of_one_arm=True),
    "shape": Kind(v.shape, {"values": CURVE}, takes_doses=True, of_one_arm=True),
    "kink": Kind(v.kink, {"values": CURVE}, takes_doses=True, of_one_arm=True),
    "moves": Kind(v.moves, {"values": CURVE, "other": CURVE}, takes_doses=True),
    "convex": Kind(v.convex, {"x": CURVE, "y": CURVE}, ("x",)),
    "slope_within": Kind(v.slope_within, _columns("coefficients")),
    "slope": Kind(v.slope, {"x": COLUMN, "y": COLUMN, "held": LIST}, ("held",)),
    "assoc": Kind(v.assoc, _columns("ranks"), of_one_arm=True),
    "assoc_change": Kind(v.assoc_change, _columns("ranks", "other")),
    "hazard": Kind(hazard_of_sums, dict.fromkeys(("events", "months", "other_events", "other_months"), LIST),
                   counts_events=True),
    "complier": Kind(complier_of_sums, _columns(
        "persons", "chose", "sum_chose", "sum_rest", "other_persons", "other_chose", "other_sum_chose",
        "other_sum_rest")),
    "before": Kind(v.before, _columns("first", "second")), "leads": Kind(v.leads, {"x": COURSE, "y": COURSE}),
    "lasts": Kind(v.lasts, {"treated": COURSE, "control": COURSE}),
    "returns": Kind(v.returns, {"treated": COURSE, "control": COURSE}),
    "explained": Kind(v.explained, TWO_R2), "explained_alike": Kind(v.explained_alike, TWO_R2),
    "explains": Kind(v.explains, {"trait": LIST, "outcome": COLUMN}),
    "worlds": Kind(v.worlds, _columns("true"), of_one_arm=True),
    "dose_at": Kind(v.dose_at, {"values": CURVE, "other": CURVE}, ("other",), takes_doses=True, of_one_arm=True),
    "at_dose": Kind(v.at_dose, {"values": CURVE, "measured": CURVE}, takes_doses=True),
}

"""Selects rows of the case log for a term, and computes numbers from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from unanimity.measures.grammar.evaluate import TWO_SIDED, aggregate
from unanimity.measures.grammar.syntax_tree import Rows, Test
from unanimity.measures.grammar.vocabulary import EVENTS, EXPOSED
from unanimity.world.case_log import (
    HAD_ASSENTED,
    HAD_DISSENTED,
    WAS_CAPITULATED,
    WAS_CONFESSED,
    WAS_GUILTY,
    WAS_HOSTAGE,
    WAS_PUBLIC,
)
from unanimity.world.codes import CAMP, DEAD, DYING, GRAVITY, INQUIRY, NOT_DEAD

FLAGS = {"confessed": WAS_CONFESSED, "guilty": WAS_GUILTY, "public": WAS_PUBLIC, "hostage": WAS_HOSTAGE,
         "capitulated": WAS_CAPITULATED, "dissented": HAD_DISSENTED, "assented": HAD_ASSENTED}
_COMPARE: dict[str, Callable[..., np.ndarray]] = {
    "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
SEIZING = ("arrested", "taken_hostage")  # among people not already held


WIDE = 2**17  # months, shifted to be positive, combined with a person's number in one key


@dataclass(frozen=True)
class Told:
    """Rows of the case log in order of time, with the person of each row and how the person died."""

    rows: np.ndarray
    people: np.ndarray  # the number of the person of each row; the place may have had another occupant
    deaths: np.ndarray  # how the person died, as known at the end of the run

    def of(self, which: np.ndarray | slice) -> Told:
        """Some of the rows."""
        return Told(self.rows[which], self.people[which], self.deaths[which])

    @property
    def size(self) -> int:
        """How many rows."""
        return int(self.rows.size)


def field_of(told: Told, name: str) -> np.ndarray:
    """A field of each row; `kind` is the kind of death, taken from the end of the run."""
    if name == "kind":
        return np.where(told.rows["event"] == DYING, told.deaths, NOT_DEAD)
    if name == "gravity":
        return np.asarray(GRAVITY)[told.rows["act"]]
    return np.asarray(told.rows[name])


def chosen(what: Rows, told: Told) -> np.ndarray:
    """The mask of the selected rows."""
    mask = np.ones(told.size, bool) if what.event == "any" else told.rows["event"] == EVENTS[what.event]
    for test in what.tests:
        mask = mask & _holds(test, told)
    return np.asarray(mask)


def _holds(test: Test, told: Told) -> np.ndarray:
    if test.mark in ("is", "is not"):
        return np.asarray(((told.rows["flags"] & FLAGS[test.field]) != 0) == (test.mark == "is"))
    return _COMPARE[test.mark](field_of(told, test.field).astype(np.float64), test.value)


def kept_of_each(only: str, told: Told, mask: np.ndarray) -> np.ndarray:
    """Of the rows of a mask, the first (or last) of each person; rows are in order of time."""
    if not only:
        return mask
    places = np.flatnonzero(mask)
    places = places if only == "first" else places[::-1]
    kept = np.zeros(told.size, bool)
    kept[places[np.unique(told.people[places], return_index=True)[1]]] = True
    return kept


class Later:
    """Rows of a second step, indexed so that many first steps can look them up."""

    def __init__(self, then: Told) -> None:
        keys = np.sort(then.people.astype(np.int64) * WIDE + then.rows["month"] + WIDE // 2)
        self.keys = np.append(keys, np.iinfo(np.int64).max)
        self.people, first = np.unique(then.people, return_index=True)
        self.months = then.rows["month"][first]


def steps_of(joint: str, told: Told, later: Later, same: bool) -> np.ndarray:
    """Pairs of steps of the same person: months from the first row to the next row of the other kind, or which came
    first.

    `same`: both are rows of one event, so the next one must be later. Two steps in the same month count as 0 months,
    and as not before.
    """
    who, at = np.unique(told.people, return_index=True)
    month = told.rows["month"][at].astype(np.int64)
    if joint == "before":
        _, one, two = np.intersect1d(who, later.people, assume_unique=True, return_indices=True)
        return (month[one] < later.months[two]).astype(np.float64)
    key = who.astype(np.int64) * WIDE + WIDE // 2
    found = later.keys[np.searchsorted(later.keys, key + month + (1 if same else 0))]
    return (found - key - month)[found // WIDE == who].astype(np.float64)


def at_risk(what: Rows, mask: np.ndarray, status: np.ndarray) -> int:
    """How many people of the mask are at risk: alive in the country, and for arrests not already held."""
    free = (status < INQUIRY) if what.event in SEIZING else (status <= CAMP)
    return int((mask & free & (status < DEAD)).sum())


def worth_of_rows(agg: str, what: Rows, told: Told, level: float | None = None) -> float:
    """One number from the selected rows."""
    if agg in ("count", *EXPOSED):
        return float(told.size)
    if what.beside:
        x, y = (field_of(told, name).astype(np.float64) for name in (what.field, what.beside))
        return TWO_SIDED[agg](x, y)
    if agg == "first":
        return float(told.rows["month"].min()) if told.size else float("nan")
    return aggregate(agg, field_of(told, what.field).astype(np.float64), level)

"""Rows of the case log that a term asks for, and the numbers made of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unanimity.measures.grammar.tree import Rows, Test
from unanimity.measures.grammar.values import TWO_SIDED, aggregate
from unanimity.measures.grammar.words import EVENTS, EXPOSED
from unanimity.world.log import (
    HAD_ASSENTED,
    HAD_DISSENTED,
    WAS_CAPITULATED,
    WAS_CONFESSED,
    WAS_GUILTY,
    WAS_HOSTAGE,
    WAS_PUBLIC,
)
from unanimity.world.words import CAMP, DEAD, DYING, GRAVITY, INQUIRY, NOT_DEAD

FLAGS = {"confessed": WAS_CONFESSED, "guilty": WAS_GUILTY, "public": WAS_PUBLIC, "hostage": WAS_HOSTAGE,
         "capitulated": WAS_CAPITULATED, "dissented": HAD_DISSENTED, "assented": HAD_ASSENTED}
_COMPARE: dict[str, Callable[..., np.ndarray]] = {
    "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
SEIZING = ("arrested", "taken_hostage")  # of those who are not held already


Deaths = Callable[[np.ndarray], np.ndarray]  # how the person of each row died, as known at the end of the run
People = Callable[[np.ndarray], np.ndarray]  # the number of the person of each row: his place may have been another's
WIDE = 2**17  # months, shifted to be positive, beside a person's number in one key


def field_of(rows: np.ndarray, name: str, death: Deaths) -> np.ndarray:
    """A field of each row; `kind` is the kind of a death, which a person dies once, read from the end of the run."""
    if name == "kind":
        return np.where(rows["event"] == DYING, death(rows), NOT_DEAD)
    if name == "gravity":
        return np.asarray(GRAVITY)[rows["act"]]
    return np.asarray(rows[name])


def chosen(what: Rows, rows: np.ndarray, death: Deaths) -> np.ndarray:
    """The mask of the rows asked for."""
    mask = np.ones(rows.size, bool) if what.event == "any" else rows["event"] == EVENTS[what.event]
    for test in what.tests:
        mask = mask & _holds(test, rows, death)
    return np.asarray(mask)


def _holds(test: Test, rows: np.ndarray, death: Deaths) -> np.ndarray:
    if test.mark in ("is", "is not"):
        return np.asarray(((rows["flags"] & FLAGS[test.field]) != 0) == (test.mark == "is"))
    return _COMPARE[test.mark](field_of(rows, test.field, death).astype(np.float64), test.value)


def kept_of_each(only: str, rows: np.ndarray, mask: np.ndarray, people: People) -> np.ndarray:
    """Of the rows of a mask, those that are the first (or the last) of their person; rows stand in order of time."""
    if not only:
        return mask
    places = np.flatnonzero(mask)
    places = places if only == "first" else places[::-1]
    kept = np.zeros(rows.size, bool)
    kept[places[np.unique(people(rows[places]), return_index=True)[1]]] = True
    return kept


def steps_of(joint: str, rows: np.ndarray, then: np.ndarray, same: bool, people: People) -> np.ndarray:
    """Two steps of each person who has both: months from his first row to the next of the other, or which came first.

    `same`: the two are rows of one event, so the next one is a later one. What falls into one month counts as 0 months,
    and as not before.
    """
    who, at = np.unique(people(rows), return_index=True)
    month = rows["month"][at].astype(np.int64)
    if joint == "before":
        others, first = np.unique(people(then), return_index=True)
        _, one, two = np.intersect1d(who, others, assume_unique=True, return_indices=True)
        return (month[one] < then["month"][first[two]]).astype(np.float64)
    keys = np.append(np.sort(people(then).astype(np.int64) * WIDE + then["month"] + WIDE // 2), np.iinfo(np.int64).max)
    key = who.astype(np.int64) * WIDE + WIDE // 2
    found = keys[np.searchsorted(keys, key + month + (1 if same else 0))]
    return (found - key - month)[found // WIDE == who].astype(np.float64)


def at_risk(what: Rows, mask: np.ndarray, status: np.ndarray) -> int:
    """How many of the mask the event can befall: alive in the country, and for arrests not held already."""
    free = (status < INQUIRY) if what.event in SEIZING else (status <= CAMP)
    return int((mask & free & (status < DEAD)).sum())


def worth_of_rows(agg: str, what: Rows, rows: np.ndarray, death: Deaths, level: float | None = None) -> float:
    """One number from the rows asked for (those of the right people and months)."""
    if agg in ("count", *EXPOSED):
        return float(rows.size)
    if what.beside:
        x, y = (field_of(rows, name, death).astype(np.float64) for name in (what.field, what.beside))
        return TWO_SIDED[agg](x, y)
    if agg == "first":
        return float(rows["month"].min()) if rows.size else float("nan")
    return aggregate(agg, field_of(rows, what.field, death).astype(np.float64), level)

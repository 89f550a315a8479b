"""Validation of a checkpoint: every field against the regime and the sizes of the arrays.

Digests detect accidental damage; these checks detect a forged file: a month outside the run, a record of the wrong
length, a person who does not exist. Compiled loops trust the state, so nothing may reach them that could index outside
an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import LOG, PIECE
from unanimity.engine.identities import DEPARTED, GONE
from unanimity.world.columns import Column
from unanimity.world.columns.declare import CHIEF, UNIT
from unanimity.world.lever_kind import Lever
from unanimity.world.levers import LEVERS, NOT_OWN

HAIR = 1e-6  # tolerance for rounding
HOPS = 8  # a chief's number times 8, plus the ties on the way (card 22)
PERSONS_OF_A_ROW = ("examiner", "judge", "named_by", "other")


def wrong_month(batch: Batch, month: Any, saved_months: int) -> str:
    """What is wrong with the month of a checkpoint, or ""."""
    if isinstance(month, bool) or not isinstance(month, int):
        return f"its month {month!r} is no number"
    if not batch.month <= month <= batch.month + saved_months:
        return f"its month {month} lies outside its run, {batch.month}..{batch.month + saved_months}"
    return ""


def wrong_array(batch: Batch, name: str, array: np.ndarray, month: int) -> str:
    """What is wrong with one of its arrays, or ""."""
    if name == LOG:
        return _wrong_log(batch, array, month)
    if name == GONE:
        return _wrong_departed(batch, array, month)
    mine = batch.arrays[name]
    if array.dtype != mine.dtype:
        return "another type"
    if name == "table":
        return _wrong_record(batch, array, month)
    if array.shape != mine.shape:
        return "another size"
    if name == "record_month":
        return "" if (array == mine).all() else "another first month"
    if name in ("levers", "base_levers", "announced"):
        return "" if all(_allowed(lever, array[number], mine[number]) for number, lever in enumerate(LEVERS)) else \
            "a value that a lever cannot have"
    if name == "parameters":
        return "" if _within_spans(batch, array) else "a value outside a parameter's span"
    if name == "neighbour":
        return "" if array.size == 0 or array.max() < batch.people else "a tie to nobody"
    if name in batch.plan.columns:
        low, high = _limits(batch, batch.plan.columns[name])
        return "" if array.size == 0 or (array.min() >= low and array.max() <= high) else "a value outside its range"
    return ""


def _limits(batch: Batch, column: Column) -> tuple[float, float]:
    """The allowed stored values of a column; person and unit numbers are limited by their counts."""
    scale = column.scale or 1.0
    low, high = column.low / scale - HAIR, column.high / scale + HAIR
    if column.refers_to == UNIT:
        return -1, batch.tree.units - 1
    if column.refers_to == CHIEF:
        return -1, batch.people * HOPS - 1
    if column.is_reference:
        return -1, batch.people - 1
    return low, batch.people if column.at_most == "people" else high


def _allowed(lever: Lever, values: np.ndarray, mine: np.ndarray) -> bool:
    """Whether a row of the lever table holds only allowed values, or the marker of persons without a value."""
    kept = (values == NOT_OWN) & (mine.size > 0)
    if lever.is_choice:
        sound = (values >= 0) & (values < len(lever.words)) & (values == np.floor(values))
        if lever.counted:
            first = 1000.0 * lever.words.index(lever.counted)
            sound |= (values >= first) & (values < first + 1000)
    else:
        sound = (values >= lever.low) & (values <= lever.high) | np.isin(values, [value for _, value in lever.named])
    same = values == mine  # where persons begin, in a table with levers of persons
    return bool((sound | kept | same).all())


def _within_spans(batch: Batch, table: np.ndarray) -> bool:
    spans = [p.span for mechanism in batch.plan.mechanisms for p in mechanism.fields]
    lows, highs = np.array([s.low for s in spans]), np.array([s.high for s in spans])
    return not spans or bool(((table >= lows - HAIR) & (table <= highs + HAIR)).all())


def _wrong_record(batch: Batch, table: np.ndarray, month: int) -> str:
    """The record must be filled in every month before the checkpoint and empty from there on."""
    if table.ndim != 4 or table.shape[1:] != batch.arrays["table"].shape[1:]:
        return "another size"
    known = ~np.isnan(table).all(axis=3)
    done = month - batch.month
    return "" if known[:done].all() and not known[done:].any() else "a record that ends in another month"


def _wrong_log(batch: Batch, log: np.ndarray, month: int) -> str:
    if log.dtype != PIECE or log.ndim != 1:
        return "another type"
    row, world = log["row"], log["world"]
    if log.size == 0:
        return ""
    inside: Mapping[str, tuple[int, int]] = {
        "person": (0, batch.people - 1), "place": (0, batch.tree.units - 1), "month": (batch.month, month - 1),
        **dict.fromkeys(PERSONS_OF_A_ROW, (-1, batch.people - 1))}
    if world.min() < 0 or world.max() >= batch.worlds or (np.diff(world) < 0).any():
        return "worlds that are not there"
    for field, (low, high) in inside.items():
        if row[field].min() < low or row[field].max() > high:
            return f"a {field} that is not there"
    return ""


def _wrong_departed(batch: Batch, gone: np.ndarray, month: int) -> str:
    """Departed people must refer to existing worlds, places and months."""
    if gone.dtype != DEPARTED or gone.ndim != 1:
        return "another type"
    inside = (gone["world"] >= 0) & (gone["world"] < batch.worlds) & (gone["place"] >= 0) & (
        gone["place"] < batch.people) & (gone["until"] > 0) & (gone["until"] <= month)
    return "" if inside.all() else "somebody who was not there"

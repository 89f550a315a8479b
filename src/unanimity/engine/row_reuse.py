"""Rows of the arrays that change occupants between months (cards 29 and 30): reset, moved, renamed.

There are about a hundred and fifty columns of a dozen types, and which exist depends on the plan. Compiled code
therefore addresses an item through its column's address and copies it byte by byte, so that one function serves every
plan.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from unanimity.engine.batch import Batch
from unanimity.engine.initial_population import homelands
from unanimity.engine.kept import fast
from unanimity.support.errors import ModelError
from unanimity.world.codes import NO_OFFICE, NOBODY
from unanimity.world.columns.declare import CHIEF, PATRON
from unanimity.world.levers import NOT_OWN
from unanimity.world.tie_slots import Slots

HOPS = 8  # a chief's number times 8, plus the ties on the way (card 20)
PLAIN, WITH_HOPS, OR_ONESELF = range(3)  # kinds of columns that name persons
PER_PERSON = ("levers", "announced", "base_levers")  # tables with a place for each person behind the units
Ints = np.ndarray


class Rows(NamedTuple):
    """The rows of one world. `columns`: address of the first item, item size, number of rows, and stride in bytes;
    `naming`: address, length, rows, stride, kind."""

    columns: np.ndarray
    carried: np.ndarray  # whether a column moves with a person
    initial: np.ndarray  # the bytes of its initial value before anything is drawn
    naming: np.ndarray
    homeland: np.ndarray  # the column, and its value at each place; empty if nobody can move
    homelands: np.ndarray


def rows_of(batch: Batch, world: int) -> Rows:
    """The rows of one world; the arrays must not be reallocated while this is in use."""
    found, carried, initial = [], [], []
    for column in batch.plan.columns.values():
        if column.table == "person" and column.follows != "list":
            found.append(_where(batch.arrays[column.name], world * batch.people))
            carried.append(column.follows == "person")
            initial.append(np.array(column.initial).astype(column.dtype))
    for name in PER_PERSON if batch.plan.own_levers else ():
        table = batch.arrays[name]
        found.append(_where(table, batch.worlds * batch.tree.units + world * batch.people))
        carried.append(True)
        initial.append(np.array(NOT_OWN, table.dtype))
    starts = np.zeros((len(found), 8), np.uint8)
    for place, value in enumerate(initial):
        starts[place, :value.nbytes] = np.frombuffer(value.tobytes(), np.uint8)
    moving = "homeland" in batch.plan.columns
    return Rows(np.array(found, np.int64), np.array(carried), starts, _naming(batch, world),
                batch.column("homeland", world) if moving else np.empty(0, np.uint16),
                homelands(batch.tree) if moving else np.empty(0, np.uint16))


def _where(array: np.ndarray, first: int) -> tuple[int, int, int, int]:
    """The address of a place's item, its size, the number of rows and the stride."""
    assert array.flags.c_contiguous
    return (array.ctypes.data + first * array.itemsize, array.itemsize, array.size // array.shape[-1],
            array.shape[-1] * array.itemsize)


def naming(batch: Batch) -> list[str]:
    """The columns that hold places of persons."""
    return [column.name for column in batch.plan.columns.values() if column.names_persons]


def _naming(batch: Batch, world: int) -> np.ndarray:
    """The addresses of the columns that hold places of persons."""
    found = []
    for name in naming(batch):
        array = batch.arrays[name]
        if array.dtype != np.int32:
            raise ModelError(f"column {name!r} names persons and is of type {array.dtype}; allowed: i4.")
        length = array.shape[-1] // batch.worlds
        address, _, several, apart = _where(array, world * length)
        kind = {CHIEF: WITH_HOPS, PATRON: OR_ONESELF}.get(batch.plan.columns[name].refers_to, PLAIN)
        found.append((address, length, several, apart, kind))
    return np.array(found, np.int64).reshape(len(found), 5)


def slots_of(batch: Batch, world: int) -> Slots:
    """The tie slots of one world."""
    start = batch.arrays["tie_start"][world * batch.people:(world + 1) * batch.people + 1].astype(np.int64)
    span = slice(int(start[0]), int(start[-1]))
    names = ("neighbour", "weight", "first_weight", "kind")
    return Slots(start - start[0], *(batch.arrays[name][span] for name in names))


# --- compiled ---------------------------------------------------------------------------------------------------------
def _pointer(kind: Any) -> Any:
    @intrinsic
    def pointer(typing, address):  # type: ignore[no-untyped-def]
        """An integer as a pointer to items of a type."""
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], ir.IntType(kind.bitwidth).as_pointer())

        return types.CPointer(kind)(types.int64), write

    return pointer


bytes_at, places_at = _pointer(types.uint8), _pointer(types.int32)


@fast
def reset_rows(places, rows):  # type: ignore[no-untyped-def]
    """Reset every column of these places to its initial value before anything is drawn."""
    for c in range(rows.columns.shape[0]):
        address, size, several, apart = rows.columns[c]
        for k in range(several):
            for i in places:
                item = carray(bytes_at(address + k * apart + i * size), size)
                for b in range(size):
                    item[b] = rows.initial[c, b]
    if rows.homeland.size > 0:
        for i in places:
            rows.homeland[i] = rows.homelands[i]


@fast
def move_rows(old, new, rows):  # type: ignore[no-untyped-def]
    """Copy every column of the persons at old places to their new places."""
    for c in range(rows.columns.shape[0]):
        address, size, several, apart = rows.columns[c]
        for k in range(several if rows.carried[c] else 0):
            for m in range(old.size):
                source = carray(bytes_at(address + k * apart + old[m] * size), size)
                target = carray(bytes_at(address + k * apart + new[m] * size), size)
                for b in range(size):
                    target[b] = source[b]


@fast
def rename(place, office, rows):  # type: ignore[no-untyped-def]
    """Update references to moved persons, and clear references to persons who are gone; an office holder whose patron
    is gone becomes independent."""
    for c in range(rows.naming.shape[0]):
        address, length, several, apart, kind = rows.naming[c]
        for k in range(several):
            values = carray(places_at(address + k * apart), length)
            for i in range(length):
                value = values[i]
                if value == NOBODY:
                    continue
                person = value // HOPS if kind == WITH_HOPS else value
                now = place[person]
                if now == person:
                    continue
                if now == NOBODY:
                    values[i] = i if kind == OR_ONESELF and office[i] > NO_OFFICE else NOBODY
                else:
                    values[i] = now * HOPS + value % HOPS if kind == WITH_HOPS else now

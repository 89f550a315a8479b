"""Rows of the arrays that change hands between months (cards 29 and 30): laid anew, renamed, their ties counted."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.first_people import homelands
from unanimity.world.levers import NOT_OWN
from unanimity.world.slots import Slots, recount, retell
from unanimity.world.words import NO_OFFICE, NOBODY

LISTS = ("headed", "docket", "held_next")  # units, and lists of the month: no references to persons
HOPS = 8  # a chief's number times 8, plus the ties on the way (card 20)
Ints = np.ndarray


def lay_rows(batch: Batch, flat: Ints) -> None:
    """Every column of these rows as it is at birth before anything is drawn."""
    for column in batch.plan.columns.values():
        if column.table == "person" and column.name != "docket":
            batch.arrays[column.name][..., flat] = column.initial
    if "homeland" in batch.plan.columns:
        batch.arrays["homeland"][flat] = homelands(batch.tree)[flat % batch.people]
    if batch.plan.own_levers:
        own_from = batch.worlds * batch.tree.units
        for table in ("levers", "announced", "base_levers"):
            batch.arrays[table][:, own_from + flat] = NOT_OWN


def clear_references(batch: Batch, flat: Ints) -> None:
    """Whoever named one who is gone names nobody; an office holder whose patron is gone is his own."""
    people = batch.people
    gone = np.zeros(batch.worlds * people, bool)
    gone[flat] = True
    for name in naming(batch):
        values = batch.arrays[name]
        base = np.arange(batch.worlds).repeat(values.shape[-1] // batch.worlds) * people
        person = values // HOPS if name == "ear_by" else values
        hit = (values != NOBODY) & gone[base + np.maximum(person, 0)]
        if not hit.any():
            continue
        values[hit] = NOBODY
        if name == "patron":
            own = hit & (batch.arrays["office"] > NO_OFFICE)
            values[own] = (np.arange(values.size) % people)[own]


def rename(batch: Batch, world: int, old: Ints, new: Ints) -> None:
    """Whoever named the person of an old place names the new one."""
    place = np.arange(batch.people)
    place[old] = new
    for name in naming(batch):
        values = batch.column(name, world)
        named = values != NOBODY
        if name == "ear_by":
            values[named] = place[values[named] // HOPS] * HOPS + values[named] % HOPS
        else:
            values[named] = place[values[named]]


def naming(batch: Batch) -> list[str]:
    """The columns whose numbers are places of persons."""
    return [column.name for column in batch.plan.columns.values()
            if (column.unit == "person" or column.name == "ear_by") and column.name not in LISTS]


def slots_of(batch: Batch, world: int) -> Slots:
    """The tie slots of one world."""
    start = batch.arrays["tie_start"][world * batch.people:(world + 1) * batch.people + 1].astype(np.int64)
    span = slice(int(start[0]), int(start[-1]))
    names = ("neighbour", "weight", "first_weight", "kind")
    return Slots(start - start[0], *(batch.arrays[name][span] for name in names))


def lay_counts(batch: Batch, world: int, rows: Ints) -> None:
    """Of rows whose ties are others: where kin stand, how many ties there are, what they have told of themselves."""
    slots, arrays = slots_of(batch, world), batch.arrays
    mine = slice(world * batch.people, (world + 1) * batch.people)
    recount(rows, slots, *(arrays[name][mine] for name in ("kin_skip", "kin_span", "ties_kept")))
    for name in [name for name in arrays if name.startswith("told_")]:  # engine/write_near.py
        count = arrays[name.removeprefix("told_")][mine]
        retell(rows, slots, arrays[name][mine], count)
        count[batch.tree.nowhere] = 0  # whatever was told into free slots

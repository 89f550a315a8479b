"""Ties in slots: how newcomers get ties, and how the ties of people who leave are removed.

Where people come and go (card 29), each place has more slots than ties. A free slot has kind `NO_TIE` and weight 0 and
points to the place that is never occupied; a tie is two slots that point to each other. Nothing is sorted or moved:
when a tie ends, its two slots become free, and a new tie takes the first free slot at each end. The engine compiles
these functions as parts of larger ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unanimity.world.codes import ABROAD, FRIEND, KIN, NO_TIE, VACANT, WORK
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.ties import KIN_A_PERSON, NEIGHBOURHOOD, Mesh, Ties, strength_of

FREE_SLOTS = 6  # slots per place, beyond the ties of its first occupant
STREAM_NEW_TIE, STREAM_NEW_KIND, STREAM_NEW_WEIGHT, STREAM_MET = 66, 67, 68, 69
TRIES = 6  # draws for a tie outside the cell before giving up
ACQUAINTED = 255  # the kind of a new tie: friend or work, by lot


class Slots(NamedTuple):
    """The slots of one world: those of place i are start[i] .. start[i+1]-1."""

    start: np.ndarray
    neighbour: np.ndarray
    weight: np.ndarray
    first_weight: np.ndarray
    kind: np.ndarray


class Reach(NamedTuple):
    """For each cell: its places, and those of its district."""

    cell_start: np.ndarray
    district_start: np.ndarray
    district_end: np.ndarray


class Wanted(NamedTuple):
    """How many ties a newcomer gets in the cell, in the district, anywhere."""

    in_cell: float
    in_district: float
    anywhere: float


def spread(ties: Ties, places: np.ndarray, rows: int, mesh: Mesh) -> Ties:
    """The initial ties at their places, each row followed by free slots; vacant places have slots too."""
    degree = np.full(rows, int(np.ceil(mesh.degree)), np.int64)
    degree[places] = np.diff(ties.start)
    start = np.concatenate([[0], np.cumsum(degree + FREE_SLOTS)])
    neighbour = np.full(start[-1], rows - 1, ties.neighbour.dtype)
    weight = np.zeros(start[-1], ties.weight.dtype)
    kind = np.full(start[-1], NO_TIE, ties.kind.dtype)
    owner = np.repeat(np.arange(places.size), np.diff(ties.start))
    at = start[places][owner] + np.arange(owner.size) - ties.start[:-1].astype(np.int64)[owner]
    neighbour[at], weight[at], kind[at] = places[ties.neighbour], ties.weight, ties.kind
    return Ties(start.astype(ties.start.dtype), neighbour, weight, kind)


@formula
def _slot_to(i, other, slots):
    """The slot of place i that points to another place, or -1."""
    for t in range(slots.start[i], slots.start[i + 1]):
        if slots.kind[t] != NO_TIE and slots.neighbour[t] == other:
            return t
    return -1


@formula
def _free_slot(i, slots):
    for t in range(slots.start[i], slots.start[i + 1]):
        if slots.kind[t] == NO_TIE:
            return t
    return -1


@formula
def _free(slot, nowhere, slots):
    slots.neighbour[slot], slots.weight[slot], slots.first_weight[slot], slots.kind[slot] = nowhere, 0, 0, NO_TIE


@formula
def empty(rows, nowhere, touched, slots):
    """End every tie of these places at both ends; places whose row changed are marked."""
    for i in rows:
        touched[i] = True
        for t in range(slots.start[i], slots.start[i + 1]):
            if slots.kind[t] == NO_TIE:
                continue
            touched[slots.neighbour[t]] = True
            back = _slot_to(slots.neighbour[t], i, slots)
            _free(t, nowhere, slots)
            if back >= 0:
                _free(back, nowhere, slots)


@formula
def carry(old, new, district, thinned, nowhere, touched, slots):
    """Move the ties of these places along with their persons. Ties without a free slot end; ties that now leave the
    district lose weight at both ends."""
    start, neighbour, weight, first_weight, kind = slots
    for k in range(old.size):
        i, n = old[k], new[k]
        touched[i] = touched[n] = True
        for t in range(start[i], start[i + 1]):
            if kind[t] == NO_TIE:
                continue
            j = neighbour[t]
            touched[j] = True
            back, here = _slot_to(j, i, slots), _free_slot(n, slots)
            if here >= 0:
                neighbour[here], weight[here], first_weight[here], kind[here] = j, weight[t], first_weight[t], kind[t]
                neighbour[back] = n
            else:
                _free(back, nowhere, slots)
            _free(t, nowhere, slots)
    for k in range(new.size):
        i = new[k]
        for t in range(start[i], start[i + 1]):
            if kind[t] != NO_TIE and district[neighbour[t]] != district[i]:
                back = _slot_to(neighbour[t], i, slots)
                for slot in (t, back):
                    weight[slot] = int(thinned * weight[slot] + 0.5)
                    first_weight[slot] = int(thinned * first_weight[slot] + 0.5)


@formula
def tie_together(seed, month, i, j, sort, touched, slots):
    """Create a tie between two places if both have a free slot and no tie yet; returns whether it was created."""
    if i == j or _slot_to(i, j, slots) >= 0:
        return False
    here, there = _free_slot(i, slots), _free_slot(j, slots)
    if here < 0 or there < 0:
        return False
    ticket = month * 4096 + (here - slots.start[i])
    if sort == ACQUAINTED:
        sort = FRIEND if uniform(seed, STREAM_NEW_KIND, i, ticket) < 4.0 / 7.0 else WORK
    strength = strength_of(sort, uniform(seed, STREAM_NEW_WEIGHT, i, ticket))
    slots.neighbour[here], slots.neighbour[there] = j, i
    touched[i] = touched[j] = True
    for slot in (here, there):
        slots.kind[slot], slots.weight[slot], slots.first_weight[slot] = sort, strength, strength
    return True


@formula
def settle(seed, month, rows, cells, parents, reach, status, wanted, touched, slots):
    """The ties of newcomers, one newcomer after the other."""
    for k in range(rows.size):
        _settle_one(seed, month, rows[k], cells[k], parents[k], reach, status, wanted, touched, slots)


@formula
def _settle_one(seed, month, i, cell, parent, reach, status, wanted, touched, slots):
    """The ties of one newcomer: to the parent and the parent's kin, to the nearest in the cell's ring, in the district,
    in the country."""
    a, b = reach.cell_start[cell], reach.cell_start[cell + 1]
    local = _at_home(seed, month, i, parent, a, b, status, touched, slots)
    size = b - a
    for step in range(1, min(size, NEIGHBOURHOOD * 2)):
        if local >= wanted.in_cell:
            break
        away = (step + 1) // 2 if step % 2 == 1 else -(step // 2)
        j = a + (i - a + away) % size
        willing = uniform(seed, STREAM_NEW_TIE, i, month * 128 + step) < 0.8
        if status[j] < ABROAD and willing:
            local += tie_together(seed, month, i, j, ACQUAINTED, touched, slots)
    for far in range(2):
        low, high = (reach.district_start[cell], reach.district_end[cell]) if far == 0 else (0, status.size)
        want = wanted.in_district if far == 0 else wanted.anywhere
        want = int(want + uniform(seed, STREAM_MET, i, month * 512 + far))
        for attempt in range(want * TRIES):
            if want == 0 or high - low <= b - a:
                break
            lot = uniform(seed, STREAM_MET, i, month * 512 + 2 + far * 250 + attempt % 250)
            j = low + int(lot * (high - low))
            if (j < a or j >= b) and status[j] < ABROAD:
                want -= tie_together(seed, month, i, j, ACQUAINTED, touched, slots)


@formula
def _at_home(seed, month, i, parent, a, b, status, touched, slots):
    """Ties to the parent, if there is one, and to the parent's kin in the cell with places a .. b-1; returns their
    number."""
    if parent < 0:
        return 0
    local = 0 + tie_together(seed, month, i, parent, KIN, touched, slots)
    for t in range(slots.start[parent], slots.start[parent + 1]):
        j = slots.neighbour[t]
        if slots.kind[t] == KIN and a <= j < b and j != i and status[j] <= ABROAD and local <= KIN_A_PERSON:
            local += tie_together(seed, month, i, j, KIN, touched, slots)
    return local


@formula
def recount(i, slots, skip, span, kept):
    """For one place: where its ties to kin stand in the row, and how many ties it has."""
    first, last, number = -1, -1, 0
    begin = slots.start[i]
    for t in range(begin, slots.start[i + 1]):
        if slots.kind[t] == NO_TIE:
            continue
        number += 1
        if slots.kind[t] == KIN:
            first = t if first < 0 else first
            last = t
    skip[i] = first - begin if first >= 0 else 0
    span[i] = last - first + 1 if first >= 0 else 0
    kept[i] = number


@formula
def told_by_ties(i, slots, told):
    """The sum over the ties of one place of what each last reported (engine/lower_month.py)."""
    total = 0
    for t in range(slots.start[i], slots.start[i + 1]):
        if slots.kind[t] != NO_TIE:
            total += told[slots.neighbour[t]]
    return total


def count_ties(start: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """The number of ties of each place, without free slots."""
    kept = np.concatenate([[0], np.cumsum(kind != NO_TIE)])
    return np.asarray(kept[start[1:]] - kept[start[:-1]])


assert VACANT > ABROAD  # no tie leads to a vacant place

"""Ties in slots: how a person without ties gets some, and how the ties of one who is gone are emptied.

Where people come and go (card 29) the row of a place holds more slots than ties. A free slot is of the kind `NO_TIE`,
weighs nothing and leads to the place that is never taken; a tie is two slots that name each other. Nothing is sorted
or moved: a tie that ends frees its two slots, and a new one takes the first free slot at either end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unanimity.world.draws import fast_uniform
from unanimity.world.kept_code import fast
from unanimity.world.ties import KIN_A_PERSON, NEIGHBOURHOOD, Mesh, Ties
from unanimity.world.words import ABROAD, FRIEND, KIN, NO_TIE, VACANT, WORK

FREE_SLOTS = 6  # of a place, beyond the ties of the person who takes it at the start
STREAM_NEW_TIE, STREAM_NEW_KIND, STREAM_NEW_WEIGHT, STREAM_MET = 66, 67, 68, 69
TRIES = 6  # lots drawn for a tie outside the cell before it is given up
FIXED = 65535.0


class Slots(NamedTuple):
    """The slots of one world: those of place i are start[i] .. start[i+1]-1."""

    start: np.ndarray
    neighbour: np.ndarray
    weight: np.ndarray
    first_weight: np.ndarray
    kind: np.ndarray


def spread(ties: Ties, places: np.ndarray, rows: int, mesh: Mesh) -> Ties:
    """The ties of the first people at their places, each row with free slots behind; vacant places have slots too."""
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


@fast
def _slot_to(i, other, start, neighbour, kind):
    """The slot of place i that leads to another, or -1."""
    for t in range(start[i], start[i + 1]):
        if kind[t] != NO_TIE and neighbour[t] == other:
            return t
    return -1


@fast
def _free_slot(i, start, kind):
    for t in range(start[i], start[i + 1]):
        if kind[t] == NO_TIE:
            return t
    return -1


@fast
def empty(rows, nowhere, touched, start, neighbour, weight, first_weight, kind):
    """End every tie of these places, at both ends; whose row was changed is marked."""
    for i in rows:
        touched[i] = True
        for t in range(start[i], start[i + 1]):
            if kind[t] == NO_TIE:
                continue
            touched[neighbour[t]] = True
            back = _slot_to(neighbour[t], i, start, neighbour, kind)
            for slot in (t, back):
                if slot >= 0:
                    neighbour[slot], weight[slot], first_weight[slot], kind[slot] = nowhere, 0, 0, NO_TIE


@fast
def carry(old, new, district, thinned, nowhere, touched, start, neighbour, weight, first_weight, kind):
    """The ties of these places go to others with their persons, those that find no slot end; and those that now lead
    out of the district weigh less at both ends."""
    for k in range(old.size):
        i, n = old[k], new[k]
        touched[i] = touched[n] = True
        for t in range(start[i], start[i + 1]):
            if kind[t] == NO_TIE:
                continue
            j = neighbour[t]
            touched[j] = True
            back, here = _slot_to(j, i, start, neighbour, kind), _free_slot(n, start, kind)
            if here >= 0:
                neighbour[here], weight[here], first_weight[here], kind[here] = j, weight[t], first_weight[t], kind[t]
                neighbour[back] = n
            else:
                neighbour[back], weight[back], first_weight[back], kind[back] = nowhere, 0, 0, NO_TIE
            neighbour[t], weight[t], first_weight[t], kind[t] = nowhere, 0, 0, NO_TIE
    for k in range(new.size):
        i = new[k]
        for t in range(start[i], start[i + 1]):
            if kind[t] != NO_TIE and district[neighbour[t]] != district[i]:
                back = _slot_to(neighbour[t], i, start, neighbour, kind)
                for slot in (t, back):
                    weight[slot] = int(thinned * weight[slot] + 0.5)
                    first_weight[slot] = int(thinned * first_weight[slot] + 0.5)


@fast
def tie_together(seed, month, i, j, sort, touched, start, neighbour, weight, first_weight, kind):
    """Lay a tie between two places, if each has a free slot and they have none yet; whether it was laid."""
    if i == j or _slot_to(i, j, start, neighbour, kind) >= 0:
        return False
    here, there = _free_slot(i, start, kind), _free_slot(j, start, kind)
    if here < 0 or there < 0:
        return False
    if sort != KIN:
        sort = FRIEND if fast_uniform(seed, STREAM_NEW_KIND, i, month * 4096 + (here - start[i])) < 4.0 / 7.0 else WORK
    low, high = (0.6, 1.0) if sort == KIN else ((0.3, 0.9) if sort == FRIEND else (0.1, 0.6))
    luck = fast_uniform(seed, STREAM_NEW_WEIGHT, i, month * 4096 + (here - start[i]))
    strength = int((low + (high - low) * luck) * FIXED + 0.5)
    neighbour[here], neighbour[there] = j, i
    touched[i] = touched[j] = True
    kind[here], kind[there] = sort, sort
    weight[here] = weight[there] = first_weight[here] = first_weight[there] = strength
    return True


@fast
def settle(seed, month, rows, parents, cells, cell_start, district_start, district_end, status, in_cell, in_district,
           anywhere, touched, start, neighbour, weight, first_weight, kind):
    """The ties of newcomers: parents and their kin, the nearest on the ring of the cell, the district, the country."""
    for k in range(rows.size):
        i, cell = rows[k], cells[k]
        a, b = cell_start[cell], cell_start[cell + 1]
        local = 0
        if parents[k] >= 0:
            local += tie_together(seed, month, i, parents[k], KIN, touched, start, neighbour, weight, first_weight,
                                  kind)
            for t in range(start[parents[k]], start[parents[k] + 1]):
                j = neighbour[t]
                if kind[t] == KIN and a <= j < b and j != i and status[j] <= ABROAD and local <= KIN_A_PERSON:
                    local += tie_together(seed, month, i, j, KIN, touched, start, neighbour, weight, first_weight, kind)
        size = b - a
        for step in range(1, min(size, NEIGHBOURHOOD * 2)):
            if local >= in_cell:
                break
            away = (step + 1) // 2 if step % 2 == 1 else -(step // 2)
            j = a + (i - a + away) % size
            wanted = fast_uniform(seed, STREAM_NEW_TIE, i, month * 128 + step)
            if status[j] < ABROAD and wanted < 0.8:
                local += tie_together(seed, month, i, j, FRIEND, touched, start, neighbour, weight, first_weight, kind)
        for reach in range(2):
            low, high = (district_start[cell], district_end[cell]) if reach == 0 else (0, status.size)
            want = in_district if reach == 0 else anywhere
            want = int(want + fast_uniform(seed, STREAM_MET, i, month * 512 + reach))
            for attempt in range(want * TRIES):
                if want == 0 or high - low <= b - a:
                    break
                lot = fast_uniform(seed, STREAM_MET, i, month * 512 + 2 + reach * 250 + attempt % 250)
                j = low + int(lot * (high - low))
                if (j < a or j >= b) and status[j] < ABROAD:
                    want -= tie_together(seed, month, i, j, FRIEND, touched, start, neighbour, weight, first_weight,
                                         kind)


@fast
def recount(rows, start, kind, skip, span, kept):
    """For these places: where the ties to kin stand in the row, and how many ties it holds."""
    for i in rows:
        first, last, number = -1, -1, 0
        for t in range(start[i], start[i + 1]):
            if kind[t] == NO_TIE:
                continue
            number += 1
            if kind[t] == KIN:
                first = t if first < 0 else first
                last = t
        skip[i] = first - start[i] if first >= 0 else 0
        span[i] = last - first + 1 if first >= 0 else 0
        kept[i] = number


@fast
def retell(rows, start, neighbour, kind, told, count):
    """For these places: the sum over their ties of what each has told last (engine/write_near.py)."""
    for i in rows:
        total = 0
        for t in range(start[i], start[i + 1]):
            if kind[t] != NO_TIE:
                total += told[neighbour[t]]
        count[i] = total


def count_ties(start: np.ndarray, kind: np.ndarray) -> np.ndarray:
    """How many ties each place has, free slots left out."""
    kept = np.concatenate([[0], np.cumsum(kind != NO_TIE)])
    return np.asarray(kept[start[1:]] - kept[start[:-1]])


assert VACANT > ABROAD  # nobody is tied to a vacant place

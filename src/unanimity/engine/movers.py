"""Who has set out arrives, at the head of the month (card 30): a person takes another row of the arrays.

Who sets out, and for what kind of place, is the mechanism's (mechanisms/people/moving.py); here the cell is found,
among those of his ties or by lot, and the row is carried: every column, his ties at both ends, and whatever names him.
Who finds no room for his household stays. Places are given in keyed order, so threads and batches cannot change a bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from unanimity.engine.batch import Batch
from unanimity.engine.events.moment import Moment
from unanimity.engine.first_people import homelands
from unanimity.engine.lives import DEPARTED, MOVED_ON
from unanimity.engine.rows import LISTS, Ints, lay_rows, rename, slots_of
from unanimity.mechanisms.people.moving import (
    SENT_AWAY,
    TO_ANY_TOWN,
    TO_ANY_VILLAGE,
    TO_KNOWN_TOWN,
    Moving,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import chance, uniforms_of
from unanimity.world.slots import carry
from unanimity.world.words import (
    AN_ORDER,
    BY_HUNGER,
    GONE,
    HUNGER_CAUSE,
    KIN,
    NO_OFFICE,
    NO_TIE,
    POLICE,
    SETTLED,
    TO_TOWN,
    TO_VILLAGE,
    VACANT,
    WITHIN,
    WORK_CAUSE,
)

STREAM_TURN, STREAM_WHERE, STREAM_ROAD = 722, 723, 724
LARGEST_HOUSEHOLD = 16


@dataclass(frozen=True)
class Moves:
    """Persons of one world and the places they go to, with the cells of both."""

    old: Ints
    new: Ints
    cell_before: Ints
    cell_now: Ints
    sent: Ints  # whether an order sent them


def arrive(batch: Batch, world: int, touched: np.ndarray) -> None:
    """Carry everybody of one world who has set out and finds room to where he goes."""
    going = batch.column("going", world)
    able = (going != 0) & (batch.column("status", world) < AT_LIBERTY_BELOW)
    setting_out = np.flatnonzero(able)
    if setting_out.size:
        moves = _find_places(batch, world, setting_out)
        if moves.old.size:
            _carry(batch, world, moves, touched)
            _tell(batch, world, moves)
    going[:] = 0


def _find_places(batch: Batch, world: int, rows: Ints) -> Moves:
    tree, cell_of = batch.tree, batch.arrays["cell_of"]
    order = rows[np.argsort(uniforms_of(batch.seeds[world], STREAM_TURN, rows, batch.month), kind="stable")]
    status = batch.column("status", world)
    vacant = np.flatnonzero(status == VACANT)
    vacant = vacant[vacant != tree.nowhere]
    room = np.bincount(cell_of[vacant], minlength=tree.cells)
    first = np.concatenate([[0], np.cumsum(room)])
    stays = (batch.column("office", world) > NO_OFFICE) | (batch.column("estate", world) == POLICE) | (
        batch.column("in_revolt", world) > 0) | (status >= AT_LIBERTY_BELOW)
    slots = slots_of(batch, world)
    old, new, sent = _settle(
        order, batch.column("going", world), stays, status < AT_LIBERTY_BELOW, cell_of.astype(np.int64),
        batch.column("homeland", world), _parameters(batch, world).distance,
        batch.column("village", world)[:tree.cells], batch.column("prospect", world)[:tree.cells],
        uniforms_of(batch.seeds[world], STREAM_WHERE, order, batch.month), vacant, first, room, slots.start,
        slots.neighbour, slots.kind)
    return Moves(old, new, cell_of[old].astype(np.int64), cell_of[new].astype(np.int64), sent)


@njit(nogil=True, cache=True, error_model="numpy")
def _settle(order, going, stays, at_liberty, cell_of, homeland, distance, village, prospect, luck,  # type: ignore[no-untyped-def]
            vacant, first, room, start, neighbour, kind):
    """Household by household: the best cell of his ties, or one by lot, and a vacant place there for each."""
    taken = np.zeros(room.size, np.int64)
    gone = stays.copy()
    old, new, sent = np.empty(vacant.size, np.int64), np.empty(vacant.size, np.int64), np.zeros(vacant.size, np.bool_)
    home = np.empty(LARGEST_HOUSEHOLD, np.int64)
    moved = 0
    for turn in range(order.size):
        i = order[turn]
        if gone[i]:
            continue
        size = 1
        home[0] = i
        for t in range(start[i], start[i + 1]):
            j = neighbour[t]
            kin = kind[t] == KIN and cell_of[j] == cell_of[i] and at_liberty[j] and not gone[j]
            if kin and size < LARGEST_HOUSEHOLD:
                home[size] = j
                size += 1
        best, at_best = -1, 0.0
        wish = 0 if going[i] in (TO_KNOWN_TOWN, TO_ANY_TOWN) else 1  # the mark of the cells he looks for
        if going[i] not in (TO_ANY_TOWN, TO_ANY_VILLAGE):
            for t in range(start[i], start[i + 1]):
                if kind[t] == NO_TIE or not at_liberty[neighbour[t]]:
                    continue
                cell = cell_of[neighbour[t]]
                fits = cell != cell_of[i] and village[cell] == wish and room[cell] - taken[cell] >= size
                offer = prospect[cell] - (distance if homeland[neighbour[t]] != homeland[i] else 0.0)
                if fits and (best < 0 or offer > at_best):
                    best, at_best = cell, offer
            if best >= 0 and going[i] != SENT_AWAY and at_best <= prospect[cell_of[i]]:
                continue  # by now it is no better there
        if best < 0 and going[i] in (TO_ANY_TOWN, TO_ANY_VILLAGE, SENT_AWAY):
            there = 0
            for cell in range(room.size):
                if village[cell] == wish and cell != cell_of[i]:
                    there += room[cell] - taken[cell]
            at = int(luck[turn] * there)
            for cell in range(room.size):
                if village[cell] == wish and cell != cell_of[i]:
                    at -= room[cell] - taken[cell]
                    if at < 0:
                        best = cell if room[cell] - taken[cell] >= size else -1
                        break
        if best < 0:
            continue
        for k in range(size):
            old[moved], new[moved], sent[moved] = home[k], vacant[first[best] + taken[best]], going[i] == SENT_AWAY
            gone[home[k]] = True
            taken[best] += 1
            moved += 1
    return old[:moved], new[:moved], sent[:moved]


def _carry(batch: Batch, world: int, moves: Moves, touched: np.ndarray) -> None:
    """The rows, the ties and the names; who was where is noted; the places left behind are vacant."""
    arrays, tree, month = batch.arrays, batch.tree, batch.month
    old, new = (rows + world * batch.people for rows in (moves.old, moves.new))
    noted = np.zeros(old.size, DEPARTED)
    noted["world"], noted["place"], noted["until"], noted["status"] = world, moves.old, month, MOVED_ON
    for field in ("number", "since", "born", "death", "tellings", "origin"):
        noted[field] = arrays[field][old]
    batch.departed.append(noted)
    for column in batch.plan.columns.values():
        if column.table == "person" and column.name not in LISTS:
            arrays[column.name][..., new] = arrays[column.name][..., old]
    if batch.plan.own_levers:
        own_from = batch.worlds * tree.units
        for table in ("levers", "announced", "base_levers"):
            arrays[table][:, own_from + new] = arrays[table][:, own_from + old]
    rename(batch, world, moves.old, moves.new)
    district = tree.parent[:tree.cells] if tree.depth > 1 else np.arange(tree.cells)
    parameter = _parameters(batch, world)
    carry(moves.old, moves.new, district[arrays["cell_of"]].astype(np.int64), parameter.thinned, tree.nowhere, touched,
          *slots_of(batch, world))
    lay_rows(batch, old)
    arrays["status"][old], arrays["heard"][old] = VACANT, GONE
    arrays["since"][old] = arrays["since"][new] = month
    arrays["moved"][new] = month
    arrays["homeland"][new] = homelands(tree)[moves.new]
    arrays["dossier"][new] *= parameter.file
    village = batch.column("village", world)
    into, out_of = village[moves.cell_now], village[moves.cell_before]
    arrays["move_kind"][new] = np.where(into == out_of, WITHIN, np.where(into != 0, TO_VILLAGE, TO_TOWN))


def _tell(batch: Batch, world: int, moves: Moves) -> None:
    """Enter everybody in the log, with the cause; who was too hungry for the way dies of it."""
    moment, parameter = Moment(batch, world), _parameters(batch, world)
    hunger = batch.column("hunger", world)[moves.new].astype(np.float64)
    living, present = batch.column("living", world), np.maximum(1.0, batch.column("present", world))
    want = batch.column("cell_hunger", world)[moves.cell_now] / present[moves.cell_now]
    bread = parameter.hunger * (hunger - want)
    hungry = bread >= parameter.pay * (living[moves.cell_now] - living[moves.cell_before])
    cause = np.where(moves.sent, AN_ORDER, np.where(hungry, HUNGER_CAUSE, WORK_CAUSE))
    far = batch.tree.province[moves.cell_now] != batch.tree.province[moves.cell_before]
    luck = uniforms_of(batch.seeds[world], STREAM_ROAD, moves.new, batch.month)
    lost = far & (luck < np.array([chance(parameter.road * h * h) for h in hunger.tolist()]))
    for place, why, dies in zip(moves.new.tolist(), cause.tolist(), lost.tolist(), strict=True):
        moment.enter(place, SETTLED, why)
        if dies:
            moment.kill(place, BY_HUNGER, HUNGER_CAUSE)


def _parameters(batch: Batch, world: int) -> Moving:
    first = int(batch.arrays["place_of_moving"][0])
    return Moving(*batch.arrays["parameters"][world, first:first + len(Moving._fields)].tolist())

"""Movers: people who have set out arrive at the start of the month (card 30) and take another row of the arrays.

The mechanism decides who sets out (mechanisms/people/moving.py), where a household goes and who dies on the way
(destinations.py); this module moves the row: every column, the ties at both ends, and all references. Places are
assigned in keyed order, so threads and batches cannot change a bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.kept import compiled, fast, kept
from unanimity.engine.newcomers_compiled import note
from unanimity.engine.row_reuse import Ints, move_rows, rename, reset_rows
from unanimity.mechanisms.people.destinations import all_arrive, settle
from unanimity.world.codes import GONE, TO_TOWN, TO_VILLAGE, VACANT, WITHIN
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import fast_uniform
from unanimity.world.tie_slots import carry

STREAM_TURN, STREAM_WHERE, STREAM_ROAD = 722, 723, 724
LARGEST_HOUSEHOLD = 16


# --- the tables that the formulas of the card ask for -----------------------------------------------------------------
class PeopleBefore(NamedTuple):
    """The table `people`, before the move."""

    going: Any
    status: Any
    office: Any
    estate: Any
    in_revolt: Any
    homeland: Any


class UnitsBefore(NamedTuple):
    """The table `units` (cells), before the move."""

    village: Any
    prospect: Any


class HomeTree(NamedTuple):
    """The table `tree`."""

    cell_of: Any
    province: Any


class Assignments(NamedTuple):
    """Free places in each cell and the next vacant one; who has gone; a household; who goes where."""

    room: Any
    following: Any
    gone: Any
    home: Any
    old: Any
    new: Any
    sent: Any


class PeopleAfter(NamedTuple):
    """The table `people`, after the move."""

    hunger: Any
    status: Any
    death: Any
    death_month: Any


class UnitsAfter(NamedTuple):
    """The table `units`, after the move."""

    living: Any
    present: Any
    cell_hunger: Any


class MoverColumns(NamedTuple):
    """The columns that change for a mover."""

    moved: Any
    move_kind: Any
    dossier: Any


class MovingTables(NamedTuple):
    """One world whose people move: the tables for the card's formulas, and the district of each place."""

    people_before: PeopleBefore
    units_before: UnitsBefore
    tree: HomeTree
    people_after: PeopleAfter
    units_after: UnitsAfter
    changed: MoverColumns
    district: Any


class Moves(NamedTuple):
    """The movers of one world and their new places, with the cells of both; whether an order sent them; their draws on
    the way."""

    old: Ints
    new: Ints
    cell_before: Ints
    cell_now: Ints
    sent: Ints
    luck: np.ndarray


_settle, _all_arrive, _carry = compiled(settle), compiled(all_arrive), compiled(carry)


def home_tree(batch: Batch) -> tuple[HomeTree, np.ndarray]:
    """What is the same in all worlds: the cell and the district of each place, and the provinces."""
    tree, cell_of = batch.tree, batch.arrays["cell_of"].astype(np.int64)
    district = tree.parent[:tree.cells] if tree.depth > 1 else np.arange(tree.cells)
    return HomeTree(cell_of, tree.province), district[cell_of].astype(np.int64)


def moving_tables(batch: Batch, world: int, homes: HomeTree, district: np.ndarray) -> MovingTables:
    """The tables of one world."""
    def table(kind: Any) -> Any:
        return kind(*(batch.column(name, world) for name in kind._fields))

    return MovingTables(table(PeopleBefore), table(UnitsBefore), homes, table(PeopleAfter), table(UnitsAfter),
                        table(MoverColumns), district)


@fast
def _find_places(month, p, country, moving):  # type: ignore[no-untyped-def]
    """Assign places to the people who have set out."""
    status, going, seed = country.people.status, moving.people_before.going, country.seed
    setting_out = np.array([i for i in range(status.size) if going[i] != 0 and status[i] < AT_LIBERTY_BELOW], np.int64)
    if setting_out.size == 0:
        return Moves(setting_out, setting_out, setting_out, setting_out, np.empty(0, np.bool_), np.empty(0))
    turn = np.array([fast_uniform(seed, STREAM_TURN, i, month) for i in setting_out])
    order = setting_out[np.argsort(turn, kind="mergesort")]  # equal draws keep their order
    vacant = np.flatnonzero(status == VACANT)
    vacant = vacant[vacant != country.nowhere]
    room = np.bincount(moving.tree.cell_of[vacant], minlength=country.reach.cell_start.size - 1)
    assigned = Assignments(room, np.cumsum(room) - room, np.zeros(status.size, np.bool_),
                           np.empty(LARGEST_HOUSEHOLD, np.int64), np.empty_like(vacant), np.empty_like(vacant),
                           np.empty(vacant.size, np.bool_))
    luck = np.array([fast_uniform(seed, STREAM_WHERE, i, month) for i in order])
    moved = _settle(order, luck, vacant, assigned, moving.people_before, moving.units_before, country.slots,
                    moving.tree, p)
    old, new = assigned.old[:moved].copy(), assigned.new[:moved].copy()
    way = np.array([fast_uniform(seed, STREAM_ROAD, i, month) for i in new])
    return Moves(old, new, moving.tree.cell_of[old], moving.tree.cell_of[new], assigned.sent[:moved].copy(), way)


@kept
def move(month, p, country, moving, place, touched):  # type: ignore[no-untyped-def]
    """Move everybody who has set out and finds room: the row, the ties and all references; returns the moves and
    previous places. The places left behind become vacant."""
    moves = _find_places(month, p, country, moving)
    people, old, new, village = country.people, moves.old, moves.new, moving.units_before.village
    noted = np.empty((old.size, 8), np.int64)
    for k in range(old.size):
        note(noted[k], old[k], people)
        place[old[k]] = new[k]
    move_rows(old, new, country.rows)
    if old.size > 0:
        rename(place, people.office, country.rows)
    place[old] = old
    _carry(old, new, moving.district, p.thinned, country.nowhere, touched, country.slots)
    reset_rows(old, country.rows)
    for k in range(old.size):
        i, now = old[k], new[k]
        people.status[i], people.heard[i] = VACANT, GONE
        people.since[i] = people.since[now] = month
        moving.changed.moved[now] = month
        country.rows.homeland[now] = country.rows.homelands[now]
        moving.changed.dossier[now] = np.float32(p.file) * moving.changed.dossier[now]
        into, out_of = village[moves.cell_now[k]], village[moves.cell_before[k]]
        moving.changed.move_kind[now] = WITHIN if into == out_of else (TO_VILLAGE if into != 0 else TO_TOWN)
    moving.people_before.going[:] = 0
    return moves, noted


@kept
def tell_of_moves(begin, moves, moving, month, log, p):  # type: ignore[no-untyped-def]
    """Log the arrivals, or the deaths on the way, from number `begin` on; returns the next number."""
    return _all_arrive(begin, moves, moving.people_after, moving.units_after, moving.tree, month, log, p)

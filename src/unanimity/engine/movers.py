"""Who has set out arrives, at the head of the month (card 30): a person takes another row of the arrays.

Who sets out is the mechanism's (mechanisms/people/moving.py), and so are where his household goes and who dies of it
(settling.py); here the row is carried: every column, his ties at both ends, and whatever names him. Places are given in
keyed order, so threads and batches cannot change a bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.events.moment import Moment
from unanimity.engine.first_people import homelands
from unanimity.engine.lives import DEPARTED, MOVED_ON
from unanimity.engine.rows import LISTS, Ints, lay_rows, rename, slots_of
from unanimity.mechanisms.people.moving import Moving
from unanimity.mechanisms.people.settling import all_arrive, settle
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import uniforms_of
from unanimity.world.formula import compile_formula
from unanimity.world.kept_code import fast
from unanimity.world.slots import carry
from unanimity.world.words import GONE, TO_TOWN, TO_VILLAGE, VACANT, WITHIN

STREAM_TURN, STREAM_WHERE, STREAM_ROAD = 722, 723, 724
LARGEST_HOUSEHOLD = 16


# --- the tables that the formulas of the card ask for -----------------------------------------------------------------
class Going(NamedTuple):
    """`people`, before they go."""

    going: Any
    status: Any
    office: Any
    estate: Any
    in_revolt: Any
    homeland: Any


class Cells(NamedTuple):
    """`units`, the cells, before they go."""

    village: Any
    prospect: Any


class Homes(NamedTuple):
    """`tree`."""

    cell_of: Any
    province: Any


class Notes(NamedTuple):
    """Room left in each cell and where its next vacant place stands; who has gone; a household; who goes where."""

    room: Any
    following: Any
    gone: Any
    home: Any
    old: Any
    new: Any
    sent: Any


class Come(NamedTuple):
    """`people`, when they have come."""

    hunger: Any
    status: Any
    death: Any
    death_month: Any


class Livings(NamedTuple):
    """`units`, when they have come."""

    living: Any
    present: Any
    cell_hunger: Any


class Moves(NamedTuple):
    """Persons of one world and the places they go to, with the cells of both; whether an order sent them; their luck on
    the way."""

    old: Ints
    new: Ints
    cell_before: Ints
    cell_now: Ints
    sent: Ints
    luck: np.ndarray


_compiled: dict[Any, Any] = {}
_settle, _all_arrive = compile_formula(settle, fast, _compiled), compile_formula(all_arrive, fast, _compiled)


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
    tree, seed, homes = batch.tree, batch.seeds[world], _homes(batch)
    order = rows[np.argsort(uniforms_of(seed, STREAM_TURN, rows, batch.month), kind="stable")]
    vacant = np.flatnonzero(batch.column("status", world) == VACANT)
    vacant = vacant[vacant != tree.nowhere]
    room = np.bincount(homes.cell_of[vacant], minlength=tree.cells)
    notes = Notes(room, np.cumsum(room) - room, np.zeros(batch.people, bool), np.empty(LARGEST_HOUSEHOLD, np.int64),
                  np.empty_like(vacant), np.empty_like(vacant), np.empty(vacant.size, bool))
    moved = _settle(order, uniforms_of(seed, STREAM_WHERE, order, batch.month), vacant, notes,
                    _table(Going, batch, world), _table(Cells, batch, world), slots_of(batch, world), homes,
                    _parameters(batch, world))
    old, new, sent = notes.old[:moved], notes.new[:moved], notes.sent[:moved]
    luck = uniforms_of(seed, STREAM_ROAD, new, batch.month)
    return Moves(old, new, homes.cell_of[old], homes.cell_of[new], sent, luck)


def _table(kind: Any, batch: Batch, world: int) -> Any:
    return kind(*(batch.column(name, world) for name in kind._fields))


def _homes(batch: Batch) -> Homes:
    return Homes(batch.arrays["cell_of"].astype(np.int64), batch.tree.province)


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
    """Everybody arrives, is entered in the log, or dies of the way; the log is emptied whenever it is half full."""
    moment, told = Moment(batch, world), 0
    tables = (_table(Come, batch, world), _table(Livings, batch, world), _homes(batch))
    while told < moves.new.size:
        moment.room()
        told = _all_arrive(told, moves, *tables, batch.month, moment.log, _parameters(batch, world))


def _parameters(batch: Batch, world: int) -> Moving:
    first = int(batch.arrays["place_of_moving"][0])
    return Moving(*batch.arrays["parameters"][world, first:first + len(Moving._fields)].tolist())

"""Newcomers: at the start of a month, places of the dead become vacant and people who wait take them (cards 29 and 30).

The mechanism decides who dies and who comes (mechanisms/people/generations.py); this module hands over the row of the
arrays. A vacated row is reset to initial values, its ties are removed at both ends, and references to its person are
cleared. A newcomer's traits come from the distributions of the initial population and from the parent.

The work of one world is compiled (engine/newcomers_compiled.py, engine/movers.py), and threads share the worlds. Only
values drawn from distributions are computed in between, for the newcomers of all worlds at once. Everything is keyed by
seed, place and month, so threads and batches cannot change a bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import empty_log
from unanimity.engine.departed_people import keep_what_is_asked
from unanimity.engine.identities import DEPARTED, MOVED_ON, have_generations
from unanimity.engine.kept import Kept, compiled
from unanimity.engine.moment import Moment
from unanimity.engine.movers import HomeTree, MovingTables, home_tree, move, moving_tables, tell_of_moves
from unanimity.engine.newcomers_compiled import (
    CharacterColumns,
    Country,
    Drawn,
    People,
    Taken,
    Units,
    bear,
    seat,
    tell,
    vacate,
    who_goes,
)
from unanimity.engine.row_reuse import rows_of, slots_of
from unanimity.engine.tie_counts import Counts, counts_of, recount_ties
from unanimity.world.case_log import Log
from unanimity.world.codes import ISSUES
from unanimity.world.comrades import Circles, Party, circles, introduce
from unanimity.world.levers import NUMBER_OF
from unanimity.world.society import BOUNDS, Traits
from unanimity.world.tie_slots import Reach, Wanted
from unanimity.world.traits import STREAMS, correlation_root

STREAM_STRAY = 61  # and one more for each further issue
TRAITS = ("courage", "ambition", "competence", "conviction", "standing", "wary")
NOTED = ("place", "number", "since", "born", "status", "death", "tellings", "origin")  # by newcomers_compiled.py
REPLACED_EACH_RUN = ("table", "tally", "record_month", "log_rows", "log_count", "log_lost", "reached")  # not preserved
Share = Callable[[Callable[[int, int], None], list[tuple[int, int]]], None]
_introduce = Kept(compiled(introduce))


@dataclass(frozen=True)
class WorldTables:
    """One world as compiled code sees it: its tables, and two lists that are reset between months."""

    country: Country
    moving: MovingTables | None  # where people may move
    counts: Counts
    party: Party
    place: np.ndarray  # present place of the person who was at each place
    touched: np.ndarray  # places whose ties changed since last month


@dataclass
class MonthStart:
    """One world at the start of one month: who has gone, who has moved, who comes."""

    gone: np.ndarray  # records of people whose place became vacant
    moved: np.ndarray  # and of people who moved
    leaving: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))  # places about to become vacant
    taken: Taken | None = None
    drawn: Drawn | None = None


@dataclass(frozen=True)
class BatchTables:
    """The worlds of a batch as compiled code sees them, with the arrays to which they point."""

    worlds: tuple[WorldTables, ...]
    around: Circles | None  # where members are to know each other
    held: dict[str, np.ndarray]
    regimes: Sequence[Any]

    def fit(self, batch: Batch) -> bool:
        """Whether the batch still has these arrays and regimes."""
        arrays = batch.arrays
        return self.regimes is batch.regimes and all(arrays.get(name) is array for name, array in self.held.items())


def one_after_the_other(work: Callable[[int, int], None], tasks: list[tuple[int, int]]) -> None:
    """Run tasks on a single thread."""
    for task in tasks:
        work(*task)


class Renewal:
    """The change of occupants at the start of a month: creating it vacates and assigns places in all worlds; then each
    world is settled separately, and finally the month's departed are collected. Does nothing during burn-in."""

    def __init__(self, batch: Batch, share_out: Share = one_after_the_other) -> None:
        self.batch, self.is_due = batch, have_generations(batch) and batch.month > 0
        if not self.is_due:
            return
        if batch.tables is None or not batch.tables.fit(batch):
            batch.tables = tables_of(batch)
        self.pieces = len(batch.departed)
        nothing = np.empty((0, len(NOTED)), np.int64)
        self.starts = [MonthStart(nothing, nothing) for _ in batch.seeds]
        each = [(world, world + 1) for world in range(batch.worlds)]
        share_out(lambda world, _: _see_who_goes(batch, world, batch.tables.worlds[world], self.starts[world]), each)
        keep_what_is_asked(batch, np.concatenate([world * batch.people + start.leaving
                                                  for world, start in enumerate(self.starts)]))
        share_out(lambda world, _: _make_room(batch, world, batch.tables.worlds[world], self.starts[world]), each)
        _draw_characters(batch, self.starts)

    def settle(self, world: int) -> None:
        """Give the vacant places of one world to waiting people and to movers."""
        if self.is_due:
            _settle_in(self.batch, world, self.batch.tables, self.starts[world])

    def close(self) -> None:
        """Collect the month's departed in the order of worlds, whatever the order of the threads."""
        if self.is_due and len(self.batch.departed) > self.pieces:
            together = np.concatenate(self.batch.departed[self.pieces:])
            self.batch.departed[self.pieces:] = [together[np.argsort(together["world"], kind="stable")]]


def renew(batch: Batch) -> None:
    """The start of a month for all worlds, one after the other."""
    renewal = Renewal(batch)
    for world in range(batch.worlds):
        renewal.settle(world)
    renewal.close()


def _see_who_goes(batch: Batch, world: int, tables: WorldTables, start: MonthStart) -> None:
    """Find the people whose place becomes vacant."""
    if "generations" not in batch.regimes[world].off:
        start.leaving = who_goes(batch.month, batch.parameters_of("generations", world), tables.country.people)


def _make_room(batch: Batch, world: int, tables: WorldTables, start: MonthStart) -> None:
    """Vacate places and assign them."""
    if "generations" in batch.regimes[world].off:
        return
    start.gone = vacate(batch.month, start.leaving, tables.country, tables.place, tables.touched)
    start.taken = seat(batch.month, tables.country, streams_drawn(batch))


def _settle_in(batch: Batch, world: int, every: BatchTables, start: MonthStart) -> None:
    """Newcomers take their places, movers move, all are logged, new members are introduced, and tie counts are updated
    where ties have changed."""
    tables, month, seed = every.worlds[world], batch.month, np.uint64(batch.seeds[world])
    country, touched = tables.country, tables.touched
    if start.taken is not None and start.drawn is not None:
        bear(month, batch.parameters_of("generations", world), start.taken, start.drawn, country, touched)
        _enter(batch, world, start.taken.rows.size, lambda told, log: tell(told, start.taken, log))
    if tables.moving is not None and "moving" not in batch.regimes[world].off:
        way = batch.parameters_of("moving", world)
        moves, start.moved = move(month, way, country, tables.moving, tables.place, touched)
        _enter(batch, world, len(start.moved),
               lambda told, log: tell_of_moves(told, moves, tables.moving, month, log, way))
    _note(batch, world, start)
    if every.around is not None:
        wanted = batch.regimes[world].society.shares.comrades
        _introduce(seed, month, wanted, every.around, tables.party, touched, country.slots)
    recount_ties(touched, country.slots, country.nowhere, tables.counts)


def _enter(batch: Batch, world: int, number: int, some: Callable[[int, Log], int]) -> None:
    """Log that many people; a full buffer is emptied first. `some` logs from a number on while there is room, and
    returns the next number."""
    if number == 0:
        return
    moment, told = Moment(batch, world), 0
    while (told := some(told, moment.log)) < number:
        empty_log(batch, world)
    moment.room()


def _note(batch: Batch, world: int, start: MonthStart) -> None:
    """Record who has left which place: first the departed, then the movers."""
    noted = np.concatenate([start.gone, start.moved])
    if not len(noted):
        return
    found = np.empty(len(noted), DEPARTED)
    found["world"], found["until"] = world, batch.month
    for name, values in zip(NOTED, noted.T, strict=True):
        found[name] = values
    found["status"][len(start.gone):] = MOVED_ON
    batch.departed.append(found)


# --- what is drawn for newcomers --------------------------------------------------------------------------------------
def names_drawn(batch: Batch) -> tuple[str, ...]:
    """The traits and stances that are drawn for a newcomer."""
    return (*TRAITS, *(f"stance_{issue}" for issue in ISSUES[:batch.plan.issues]))


def streams_drawn(batch: Batch) -> np.ndarray:
    """The streams behind a newcomer's character: the rank in each trait, and the deviation from the parent's home."""
    return np.array([*(STREAMS[name] for name in names_drawn(batch)),
                     *(STREAM_STRAY + k for k in range(batch.plan.issues))], np.int64)


def _draw_characters(batch: Batch, starts: list[MonthStart]) -> None:
    """Traits, stances and deviations of the newcomers of all worlds; those with equal distributions together."""
    groups: dict[int, list[int]] = {}
    for world, start in enumerate(starts):
        if start.taken is not None and start.taken.rows.size:
            groups.setdefault(id(batch.regimes[world].society.traits), []).append(world)
    names = names_drawn(batch)
    for worlds in groups.values():
        traits = batch.regimes[worlds[0]].society.traits
        taken = [start.taken for start in (starts[world] for world in worlds) if start.taken is not None]
        ranks = np.concatenate([_ranks(one.luck[:len(names)], traits, names) for one in taken], axis=1)
        cells = np.concatenate([one.cells for one in taken])
        province = batch.tree.province[cells] - int(batch.tree.provinces[0]) + 1
        drawn = np.stack([_drawn(traits, name.split("_")[0], rank, province)
                          for name, rank in zip(names, ranks, strict=True)], axis=1)
        stray = np.ascontiguousarray(ndtri(np.concatenate([one.luck[len(names):] for one in taken], axis=1)).T)
        edges = np.cumsum([0, *(one.rows.size for one in taken)])
        for world, first, last in zip(worlds, edges, edges[1:], strict=False):
            starts[world].drawn = Drawn(drawn[first:last], stray[first:last])


def _ranks(luck: np.ndarray, traits: Traits, names: tuple[str, ...]) -> np.ndarray:
    """The quantiles of one world's newcomers; correlated world by world, because rounding of a matrix product may
    depend on its size."""
    if not traits.correlations:
        return luck
    return np.asarray(ndtr(correlation_root(traits.correlations, names) @ ndtri(luck)))


def _drawn(traits: Traits, name: str, ranks: np.ndarray, province: np.ndarray) -> np.ndarray:
    low, high = BOUNDS.get(name, (0.0, 1.0))
    values = np.array(traits.everywhere[name].quantile(ranks, low, high), np.float64)
    for number, own in traits.by_province.items():
        here = province == number
        if name in own and here.any():
            values[here] = own[name].quantile(ranks[here], low, high)
    return values


# --- tables -----------------------------------------------------------------------------------------------------------
def tables_of(batch: Batch) -> BatchTables:
    """The tables of every world, built once; they point to the existing arrays."""
    tree = batch.tree
    above = tree.parent[:tree.cells] if tree.depth > 1 else np.arange(tree.cells)
    reach = Reach(tree.cell_start, tree.cell_start[np.searchsorted(above, above, side="left")],
                  tree.cell_start[np.searchsorted(above, above, side="right")])
    homes = home_tree(batch)
    worlds = tuple(_world_tables(batch, world, reach, homes) for world in range(batch.worlds))
    around = circles(tree) if batch.regimes[0].society.shares.comrades else None  # the same in all worlds
    held = {name: array for name, array in batch.arrays.items() if name not in REPLACED_EACH_RUN}
    return BatchTables(worlds, around, held, batch.regimes)


def _world_tables(batch: Batch, world: int, reach: Reach, homes: tuple[HomeTree, np.ndarray]) -> WorldTables:
    arrays, tree, mesh = batch.arrays, batch.tree, batch.regimes[world].society.mesh
    span = slice(world * tree.units, (world + 1) * tree.units)
    columns = {name: batch.column(name, world) for name in (*People._fields, *Units._fields) if name in arrays}
    levers = {name: arrays["levers"][NUMBER_OF[name], span] for name in ("schooling", "hostage_kin")}
    country = Country(
        np.uint64(batch.seeds[world]), tree.nowhere, arrays["cell_of"],
        People(*(columns[name] for name in People._fields)),
        CharacterColumns(world * batch.people, world * tree.units,
                         *(arrays[name] for name in CharacterColumns._fields[2:])),
        Units(*((columns | levers)[name] for name in Units._fields)), rows_of(batch, world), slots_of(batch, world),
        reach, Wanted(mesh.degree * mesh.in_cell, mesh.degree * mesh.in_district, mesh.degree * mesh.anywhere))
    moving = moving_tables(batch, world, *homes) if "moving" in batch.plan.owners else None
    return WorldTables(country, moving, counts_of(batch, world), Party(*(columns[name] for name in Party._fields)),
                       np.arange(batch.people, dtype=np.int32), np.zeros(batch.people, bool))

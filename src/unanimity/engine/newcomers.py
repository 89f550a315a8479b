"""Places and newcomers, at the head of a month (card 29): the dead make room, and whoever waits takes a vacant place.

Who dies and who comes is the mechanism's (mechanisms/people/generations.py); here a row of the arrays changes hands. A
vacated row is laid as at birth, column by column; its ties are emptied at both ends, and whoever named its person
names nobody. A newcomer's traits come from the distributions of the first people and from his parent. Between months
there is one thread, and everything is keyed by seed, place and month: threads and batches cannot change a bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from unanimity.engine.batch import Batch
from unanimity.engine.events.moment import Moment
from unanimity.engine.keepsakes import keep_what_is_asked
from unanimity.engine.lives import DEPARTED, have_generations
from unanimity.engine.movers import arrive
from unanimity.engine.rows import Ints, clear_references, lay_counts, lay_rows, slots_of
from unanimity.mechanisms.people.generations import BORN, FIRST, FROM_OUTSIDE, OF_AGE, Generations
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.comrades import Party, circles, introduce
from unanimity.world.draws import uniforms_of
from unanimity.world.levers import NUMBER_OF
from unanimity.world.slots import Reach, Wanted, empty, settle
from unanimity.world.society import BOUNDS, SECTORS
from unanimity.world.traits import STREAM_LOT, STREAM_SECTOR, STREAMS, correlation_root
from unanimity.world.words import (
    ABROAD,
    ARRIVED,
    BY_HUNGER,
    CAME_OF_AGE,
    CITIZEN,
    DEAD,
    FREE,
    GONE,
    ISSUES,
    MEMBER,
    NEVER,
    NO_CAUSE,
    NOBODY,
    VACANT,
)

STREAM_PARENT, STREAM_STRAY, STREAM_LABEL, STREAM_AGE = 60, 61, 64, 65  # beside births; stray has one an issue
PARENT_AGES, ARRIVING_AGES = (31, 60), (18, 40)  # years
TRAITS = ("courage", "ambition", "competence", "conviction", "standing", "wary")


@dataclass(frozen=True)
class Taken:
    """Places of one world that newcomers take, with the cell of each, whether he came of age or arrived, his parent."""

    world: int
    rows: Ints
    cells: Ints
    origin: Ints
    parents: Ints


def renew(batch: Batch) -> None:
    """Vacate the places of those long gone, then give vacant places to whoever waits, and to whoever has set out
    (engine/movers.py); nothing in a burn-in."""
    if not have_generations(batch) or batch.month <= 0:
        return
    on = np.array(["generations" not in regime.off for regime in batch.regimes])
    touched = np.zeros((batch.worlds, batch.people), bool)  # whose ties are others than last month
    gone = _long_gone(batch) & np.repeat(on, batch.people)
    if gone.any():
        _vacate(batch, np.flatnonzero(gone), touched)
    for world in np.flatnonzero(on):
        taken = _waiting(batch, int(world))
        if taken is not None:
            _bear(batch, taken, touched[world])
    for place, regime in enumerate(batch.regimes):
        if "moving" in batch.plan.owners and "moving" not in regime.off:
            arrive(batch, place, touched[place])
    if comrades := batch.regimes[0].society.shares.comrades:  # the worlds of a batch agree in shares
        around = circles(batch.tree)
        for place, seed in enumerate(batch.seeds):
            party = Party(*(batch.column(name, place) for name in Party._fields))
            introduce(np.uint64(seed), batch.month, comrades, around, party, touched[place], slots_of(batch, place))
    for world in np.flatnonzero(touched.any(axis=1)):
        lay_counts(batch, int(world), np.flatnonzero(touched[world]))


# --- places that become vacant ------------------------------------------------------------------------------------
def _long_gone(batch: Batch) -> np.ndarray:
    arrays = batch.arrays
    given = [_parameters(batch, world) for world in range(batch.worlds)]
    mourn, absence = (np.repeat([getattr(one, name) for one in given], batch.people) for name in ("mourn", "absence"))
    status, died, left = arrays["status"], arrays["death_month"], arrays["left"]
    return ((status == DEAD) & (died != NEVER) & (batch.month - died >= mourn)) | (
        (status == ABROAD) & (left != NEVER) & (batch.month - left >= absence))


def _vacate(batch: Batch, flat: Ints, touched: np.ndarray) -> None:
    """Note who goes, clear what names him, end his ties, and lay the row as a vacant one."""
    arrays, people = batch.arrays, batch.people
    noted = np.empty(flat.size, DEPARTED)
    noted["world"], noted["place"], noted["until"] = flat // people, flat % people, batch.month
    for field in ("number", "since", "born", "status", "death", "tellings", "origin"):
        noted[field] = arrays[field][flat]
    batch.departed.append(noted)
    keep_what_is_asked(batch, flat)
    starved = noted[noted["death"] == BY_HUNGER]
    units = starved["world"] * batch.tree.units + arrays["cell_of"][starved["place"]]
    np.subtract.at(arrays["starved_before"], units, 1.0)  # card 12 compares the dead of two months by their rows
    np.maximum(arrays["starved_before"], 0.0, out=arrays["starved_before"])
    clear_references(batch, flat)
    for world in np.unique(noted["world"]):
        slots = slots_of(batch, int(world))
        mine = noted["place"][noted["world"] == world].astype(np.int64)
        empty(mine, batch.tree.nowhere, touched[world], slots)
    lay_rows(batch, flat)
    arrays["status"][flat], arrays["heard"][flat] = VACANT, GONE
    arrays["since"][flat] = batch.month  # what is told of the place from earlier months is told of one who is gone


# --- newcomers ------------------------------------------------------------------------------------------------------
def _waiting(batch: Batch, world: int) -> Taken | None:
    """Who takes which place: of each cell those who came of age first, the lowest vacant place first."""
    grown, arrived = batch.column("waiting_age", world), batch.column("waiting_arrived", world)
    cells = np.flatnonzero((grown > 0) | (arrived > 0))
    if not cells.size:
        return None
    status, start = batch.column("status", world), batch.tree.cell_start
    rows, where, origin = [], [], []
    for cell in cells:
        vacant = start[cell] + np.flatnonzero(status[start[cell]:start[cell + 1]] == VACANT)
        vacant = vacant[vacant != batch.tree.nowhere]
        young = min(int(grown[cell]), vacant.size)
        outside = min(int(arrived[cell]), vacant.size - young)
        grown[cell] -= young
        arrived[cell] -= outside
        rows += vacant[:young + outside].tolist()
        where += [int(cell)] * (young + outside)
        origin += [BORN] * young + [FROM_OUTSIDE] * outside
    if not rows:
        return None
    places, homes, kinds = np.array(rows), np.array(where), np.array(origin)
    return Taken(world, places, homes, kinds, _parents(batch, world, places, homes, kinds))


def _parents(batch: Batch, world: int, rows: Ints, cells: Ints, origin: Ints) -> Ints:
    """For who came of age one of the cell of the age of parents, by lot keyed by the child's place; else nobody."""
    luck = uniforms_of(batch.seeds[world], STREAM_PARENT, rows, batch.month)
    age = (batch.month - batch.column("born", world).astype(np.int64)) // 12
    able = (batch.column("status", world) < ABROAD) & (age >= PARENT_AGES[0]) & (age <= PARENT_AGES[1])
    found = np.full(rows.size, NOBODY)
    for cell in np.unique(cells[origin == BORN]):
        a, b = batch.tree.cell_start[cell], batch.tree.cell_start[cell + 1]
        there = a + np.flatnonzero(able[a:b])
        mine = (cells == cell) & (origin == BORN)
        if there.size:
            found[mine] = there[(luck[mine] * there.size).astype(np.int64)]
    return found


def _bear(batch: Batch, taken: Taken, touched: np.ndarray) -> None:
    """Lay the newcomers of one world into their places, tie them, and enter them in the log."""
    world, rows, month = taken.world, taken.rows, batch.month
    lay_rows(batch, rows + world * batch.people)
    column = _Columns(batch, world)
    born, home = taken.origin == BORN, taken.parents >= 0
    seed, cells = batch.seeds[world], taken.cells
    age = np.where(born, OF_AGE, ARRIVING_AGES[0] + (ARRIVING_AGES[1] - ARRIVING_AGES[0]) * uniforms_of(
        seed, STREAM_AGE, rows, month))
    column["status"][rows] = FREE
    column["number"][rows] = rows + batch.people * (month + 1)  # above every first number, and nobody else's
    column["since"][rows], column["origin"][rows] = month, taken.origin
    column["born"][rows] = month - np.floor(age * 12).astype(np.int64)
    column["child_of"][rows] = np.where(home, column["number"][taken.parents], NOBODY)
    _give_character(batch, taken, column)
    _give_circumstances(batch, taken, column)
    present, members = batch.column("present", world)[cells], batch.column("members", world)[cells]
    joins = ~born & (2.0 * members > present)
    column["estate"][rows] = np.where(joins, MEMBER, CITIZEN)
    column["cohort"][rows] = np.where(joins, month, -1)
    _tie(batch, taken, touched)
    moment = Moment(batch, world)
    for row, kind, parent in zip(rows.tolist(), taken.origin.tolist(), taken.parents.tolist(), strict=True):
        moment.enter(row, CAME_OF_AGE if kind == BORN else ARRIVED, NO_CAUSE, other=parent)


def _give_character(batch: Batch, taken: Taken, column: dict[str, np.ndarray]) -> None:
    """Traits and stance: drawn as those of the first people, then drawn towards home."""
    world, rows, month = taken.world, taken.rows, batch.month
    spec, seed, parameter = batch.regimes[world].society, batch.seeds[world], _parameters(batch, world)
    stances = tuple(f"stance_{issue}" for issue in ISSUES[:spec.issues])
    names = (*TRAITS, *stances)
    ranks = {name: uniforms_of(seed, STREAMS[name], rows, month) for name in names}
    if spec.traits.correlations:
        root = correlation_root(spec.traits.correlations, names)
        mixed = root @ np.stack([ndtri(ranks[name]) for name in names])
        ranks = {name: np.asarray(ndtr(row)) for name, row in zip(names, mixed, strict=True)}
    province = batch.tree.province[taken.cells] - int(batch.tree.provinces[0]) + 1
    home = (taken.origin == BORN) & (taken.parents >= 0)
    for name in TRAITS:
        drawn = _drawn(spec.traits, name, name, ranks, province)
        kept = parameter.home * column[name][taken.parents] + (1.0 - parameter.home) * drawn
        column[name][rows] = np.where(home, kept, drawn)
    units = world * batch.tree.units + taken.cells
    schooling = batch.arrays["levers"][NUMBER_OF["schooling"], units]
    trust, line = column["trust"][taken.parents], batch.arrays["line"][:, units]
    for k, name in enumerate(stances):
        drawn = _drawn(spec.traits, "stance", name, ranks, province)
        stray = parameter.stray * ndtri(uniforms_of(seed, STREAM_STRAY + k, rows, month))
        taught = (1.0 - schooling) * column["stance"][k, taken.parents] + schooling * trust * line[k] + stray
        column["stance"][k, rows] = np.where(home, np.clip(taught, -1.0, 1.0), drawn)
    column["first_stance"][:, rows] = column["stance"][:, rows]
    column["grievance"][rows] = column["standing"][rows]
    column["fear"][:, rows] = np.where(home, parameter.fear_home * column["fear"][:, taken.parents],
                                       column["fear"][:, rows])


def _drawn(traits: Any, name: str, rank: str, ranks: dict[str, np.ndarray], province: np.ndarray) -> np.ndarray:
    low, high = BOUNDS.get(name, (0.0, 1.0))
    values = np.array(traits.everywhere[name].quantile(ranks[rank], low, high), np.float64)
    for number, own in traits.by_province.items():
        here = province == number
        if name in own and here.any():
            values[here] = own[name].quantile(ranks[rank][here], low, high)
    return values


def _give_circumstances(batch: Batch, taken: Taken, column: dict[str, np.ndarray]) -> None:
    """Branch of work, lot, hunger as in the cell, the parent's ration category, and his label where kin answer."""
    world, rows, month, seed = taken.world, taken.rows, batch.month, batch.seeds[taken.world]
    home = taken.parents >= 0
    column["sector"][rows] = (uniforms_of(seed, STREAM_SECTOR, rows, month) * SECTORS).astype(np.uint8)
    column["lot"][rows] = uniforms_of(seed, STREAM_LOT, rows, month)
    column["category"][rows] = np.where(home, column["category"][taken.parents], column["category"][rows])
    for cell in np.unique(taken.cells):
        around = slice(batch.tree.cell_start[cell], batch.tree.cell_start[cell + 1])
        here = (column["status"][around] < AT_LIBERTY_BELOW) & (column["since"][around] != month)
        for name in ("hunger", "accustomed"):
            if here.any():
                column[name][rows[taken.cells == cell]] = column[name][around][here].mean()
    kin = batch.arrays["levers"][NUMBER_OF["hostage_kin"], world * batch.tree.units + taken.cells]
    branded = home & (uniforms_of(seed, STREAM_LABEL, rows, month) < _parameters(batch, world).label_home * kin)
    column["label"][rows[branded]] = column["label"][taken.parents[branded]]


def _tie(batch: Batch, taken: Taken, touched: np.ndarray) -> None:
    world, tree = taken.world, batch.tree
    mesh = batch.regimes[world].society.mesh
    spans = [tree.person_range(int(tree.parent[cell]) if tree.depth > 1 else int(cell)) for cell in range(tree.cells)]
    low, high = (np.array(side, np.int64) for side in zip(*spans, strict=True))
    wanted = Wanted(mesh.degree * mesh.in_cell, mesh.degree * mesh.in_district, mesh.degree * mesh.anywhere)
    settle(np.uint64(batch.seeds[world]), batch.month, taken.rows, taken.cells, taken.parents,
           Reach(tree.cell_start, low, high), batch.column("status", world), wanted, touched, slots_of(batch, world))


def _parameters(batch: Batch, world: int) -> Generations:
    first = int(batch.arrays["place_of_generations"][0])
    return Generations(*batch.arrays["parameters"][world, first:first + len(Generations._fields)].tolist())


class _Columns(dict[str, np.ndarray]):
    """One world's columns by name, looked up when they are first asked for."""

    def __init__(self, batch: Batch, world: int) -> None:
        super().__init__()
        self.of = batch, world

    def __missing__(self, name: str) -> np.ndarray:
        batch, world = self.of
        self[name] = batch.column(name, world)
        return self[name]


assert FIRST == 0  # what a row is laid with

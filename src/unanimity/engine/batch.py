"""A batch of worlds: the unit of execution. Struct-of-arrays frames made from the dictionary of columns.

All worlds of a batch have the same number of people, the same tree and the same mechanisms; they differ in seed,
levers, parameters, inputs and schedule. Everything is stored world after world, so a world's numbers do not depend on
its neighbours in the batch, and a world alone gives the same bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity.engine.initial_population import with_places
from unanimity.engine.lower_people import TIES_ASIDE
from unanimity.engine.memory import NARROW, Asked, Size, check_memory, usual_log_rows
from unanimity.engine.plan import Plan, make_plan
from unanimity.engine.scenario_setup import Born, apply_scenario, wish_to_speak
from unanimity.engine.working_arrays import working_arrays
from unanimity.measures import measures_for
from unanimity.measures.declare import Measure
from unanimity.regimes.delegation import DELEGATED
from unanimity.regimes.lever_setting import Setting
from unanimity.regimes.regime import Regime, SocietySpec
from unanimity.support.errors import UserError
from unanimity.support.progress import progress
from unanimity.world.case_log import ROW
from unanimity.world.codes import FACTION_SLOTS, ISSUES, KIN
from unanimity.world.columns import Column
from unanimity.world.lever_kind import KINDS_OF_CELL
from unanimity.world.levers import LEVERS, NOT_OWN, NUMBER_OF, OWN_FROM
from unanimity.world.society import bear
from unanimity.world.tree import Tree

MANY = 200_000  # so many people take long enough to initialise that progress is shown at once
PAGE, LINE, LINES_APART = 4096, 64, 5  # bytes; lines of a cache between the beginnings of two arrays
ROWS_THAT_CHANGE_HANDS = ("neighbour", "weight", "first_weight", "kind", "kin_skip", "kin_span")  # card 29
Arrays = dict[str, np.ndarray]


@dataclass
class Batch:
    """W worlds: their plan, tree, regimes, seeds, and every array that the kernels take."""

    plan: Plan
    tree: Tree
    regimes: tuple[Regime, ...]
    seeds: tuple[int, ...]
    arrays: Arrays
    month: int
    centre_size: int
    log: list[np.ndarray] = field(default_factory=list)  # the case log so far, in pieces: (world, row)
    persons: tuple[Mapping[str, int], ...] = ()  # by world: the persons whom its scenario names
    first_centre: tuple[np.ndarray, ...] = ()  # by world: who sat in the centre at birth, the leader first
    departed: list[np.ndarray] = field(default_factory=list)  # in pieces, each in world order (engine/identities.py)
    kept: dict[str, list[np.ndarray]] = field(default_factory=dict)  # what is asked of them (engine/departed_people.py)
    shares_reached: tuple[Mapping[str, float], ...] = ()  # by world: shares that its set-up was to reach, as reached
    remembered: Any = field(default=None, repr=False, compare=False)  # departed counted so far (engine/identities.py)
    compiled: Any = field(default=None, repr=False, compare=False)  # the month over its arrays (engine/run.py)
    tables: Any = field(default=None, repr=False, compare=False)  # the arrays as engine/newcomers.py sees them

    @property
    def worlds(self) -> int:
        """How many worlds."""
        return len(self.seeds)

    @property
    def people(self) -> int:
        """People of each world."""
        return self.tree.people

    @property
    def sizes(self) -> dict[str, int]:
        """The numbers that every kernel takes."""
        return {"people": self.people, "units": self.tree.units, "cells": self.tree.cells, "issues": self.plan.issues}

    def parameters_of(self, mechanism: str, world: int) -> Any:
        """A mechanism's parameters as they stand in a world."""
        kind: Any = next(one.parameters for one in self.plan.mechanisms if one.id == mechanism)
        first = int(self.arrays[f"place_of_{mechanism}"][0])
        return kind(*self.arrays["parameters"][world, first:first + len(kind._fields)].tolist())

    def column(self, name: str, world: int = 0) -> np.ndarray:
        """One world's own view of a column (the last axis runs over people, units or chairs)."""
        column = self.plan.columns[name]
        rows = self._rows(column)
        array = self.arrays[name]
        if column.table == "tie":
            start = self.arrays["tie_start"]
            return array[start[world * self.people]:start[(world + 1) * self.people]]
        return array[..., world * rows:(world + 1) * rows]

    def _rows(self, column: Column) -> int:
        if column.table == "seat":
            return int(self.arrays["seat_start"][-1])
        return {"person": self.people, "unit": self.tree.units, "world": 1, "faction": FACTION_SLOTS,
                "duration": FACTION_SLOTS, "tie": 0}[column.table]

    def dynamic(self) -> list[str]:
        """Columns that a run may change: what a checkpoint must hold."""
        written = {name for mechanism in self.plan.mechanisms for name in mechanism.writes}
        events = {entry.name for regime in self.regimes for entry in regime.schedule
                  if entry.kind not in ("lever", "parameter")}
        scripted = any(r.begins_at_0 for r in self.regimes) or not events <= set(self.plan.columns)
        named = {c.name for c in self.plan.columns.values() if c.table != "tie"} if scripted else \
            events & set(self.plan.columns)  # what a scenario or an event may touch, it may touch anywhere
        moved = {*ROWS_THAT_CHANGE_HANDS, *(c.name for c in self.plan.columns.values() if c.table == "person")}
        return sorted(written | named | (moved if "generations" in self.plan.owners else set()))

    def bytes_per_person(self) -> dict[str, float]:
        """Storage by table, for each person."""
        found: dict[str, float] = {}
        for name, array in self.arrays.items():
            column = self.plan.columns.get(name)
            table = column.table if column is not None else ("last month" if name.startswith("last_") else "index")
            found[table] = found.get(table, 0.0) + array.nbytes / (self.worlds * self.people)
        return found


def check_seed(seed: object) -> None:
    """A seed is a whole number that fits 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise UserError(f"seed = {seed!r} is not allowed; allowed: a whole number from 0 to 2^64 - 1.")


def make_batch(regimes: Sequence[Regime], seeds: Sequence[int],
               measures: Sequence[Measure] | None = None, fuse: bool = True, log_rows: int | None = None) -> Batch:
    """A batch at its first month: one world for each regime and seed, side by side.

    `measures` are those to collect; by default all that mean something under the regimes' mechanisms. `log_rows` is
    the room of each world's log between two emptyings.
    """
    if len(regimes) != len(seeds) or not seeds:
        raise ValueError("a batch needs one seed a regime, and at least one")
    for seed in seeds:
        check_seed(seed)
    first = regimes[0]
    for regime in regimes[1:]:
        for name in ("people", "tree", "sizes", "issues", "shares", "spare", "moving", "statute"):
            if getattr(regime.society, name) != getattr(first.society, name):
                raise UserError(f"worlds of one batch must agree in society.{name}: {first.name} has "
                                f"{getattr(first.society, name)}, {regime.name} {getattr(regime.society, name)}.")
        for name in ("mechanisms", "after", "burn_in", "months"):
            if getattr(regime, name) != getattr(first, name):
                raise UserError(f"worlds of one batch must agree in {name}: {first.name} and {regime.name} do not.")
    tree = first.tree
    if measures is None:
        measures = measures_for(first.mechanisms)
    own = frozenset(name for regime in regimes for name in regime.setup.own_levers)
    plan = make_plan(first.mechanisms, measures, first.society.issues, dict(first.after), fuse, own)
    check_memory(Asked(first, plan, log_rows=log_rows), Size(tree.people, len(seeds), first.months + first.burn_in))
    size = min(first.society.shares.centre_size, first.society.people)  # no more chairs than people
    batch = Batch(plan, tree, tuple(regimes), tuple(int(s) for s in seeds), {}, -first.burn_in, size)
    _allocate_columns(batch)
    _initialise_people(batch)
    _set_levers_and_parameters(batch)
    allocate_logs(batch, log_rows)
    _offset_arrays(batch.arrays)
    return batch


def _offset_arrays(arrays: Arrays) -> None:
    """Give every large array another offset from the start of a memory page.

    Large arrays start where a page starts, and the same offset of two pages is kept in the same few lines of the
    nearest cache. A rule that reads twenty columns side by side would lose each of them before it is done with it.
    """
    for place, name in enumerate(sorted(arrays)):
        array = arrays.pop(name)  # one at a time, so that only one is ever held twice
        if array.nbytes >= PAGE:
            room = np.empty(array.nbytes + 2 * PAGE, np.uint8)
            begin = -room.ctypes.data % PAGE + place * LINES_APART * LINE % PAGE
            arrays[name] = room[begin:begin + array.nbytes].view(array.dtype).reshape(array.shape)
            arrays[name][...] = array
        else:
            arrays[name] = array


def _allocate_columns(batch: Batch) -> None:
    plan, tree, worlds = batch.plan, batch.tree, batch.worlds
    seats = tree.seat_starts(batch.centre_size)
    rows = {"person": tree.people, "unit": tree.units, "world": 1, "seat": int(seats[-1]), "faction": FACTION_SLOTS,
            "duration": FACTION_SLOTS}
    for column in plan.columns.values():
        if column.table == "tie":
            continue
        shape: tuple[int, ...] = (worlds * rows[column.table],)
        if column.per:
            shape = (plan.width(column.per), *shape)
        batch.arrays[column.name] = np.full(shape, column.initial, column.dtype)
    for name in plan.remembered:
        batch.arrays[f"last_{name}"] = batch.arrays[name].copy()
    for name, (dtype, of) in working_arrays(plan).items():
        length = {"person": tree.people, "row": tree.units * TIES_ASIDE, "world": 1}[of]
        batch.arrays[name] = np.zeros(worlds * length, dtype)
    parent = tree.parent.copy()
    parent[-1] = tree.units - 1  # the centre stands above itself
    batch.arrays.update(
        parent=parent, province=tree.province, child_first=tree.child_first, child_last=tree.child_last,
        unit_rank=np.array([tree.office_of_level(int(k)) for k in tree.level], np.int64),
        unit_level=tree.level.astype(np.int64),
        cell_start=tree.cell_start, cell_of=np.repeat(np.arange(tree.cells), np.diff(tree.cell_start)).astype(np.int32),
        seat_start=seats, seeds=np.array(batch.seeds, np.uint64),
        record_units=np.array([*tree.provinces, tree.units - 1], np.int64), record_month=np.array([0], np.int64),
    )


def _initialise_people(batch: Batch) -> None:
    """Fill the frames with the societies; worlds of the same seed and specification are born once and copied."""
    born: dict[tuple[int, int], Born] = {}
    specs = [regime.society for regime in batch.regimes]
    scenarios = [(regime.society, regime.setup) for regime in batch.regimes]
    kinds = [scenarios.index(scenario) for scenario in scenarios]
    found = []
    unlike = len(set(zip(batch.seeds, kinds, strict=True)))
    with progress("births", unlike, "worlds", patient=batch.people < MANY) as bar:
        for world, (seed, kind) in enumerate(zip(batch.seeds, kinds, strict=True)):
            if (seed, kind) not in born:
                spec, regime = specs[world], batch.regimes[world]
                tree = batch.tree.first
                rural = villages(tree.cells, spec.rural)
                society = bear(seed, tree, spec.traits, spec.shares, spec.mesh, spec.issues, rural)
                weights = wish_to_speak(regime.parameters, regime.known_parameters)
                laid = apply_scenario(society, seed, tree, regime, first_lines(batch, spec), rural, weights)
                born[seed, kind] = laid if batch.tree.first_start is None else \
                    with_places(laid, seed, batch.tree, regime, batch.plan.columns)
                bar.advance()
            found.append(born[seed, kind])
    societies = [one.society for one in found]
    batch.persons = tuple(one.persons for one in found)
    batch.shares_reached = tuple(one.reached for one in found)
    batch.first_centre = tuple(society.centre for society in societies)
    n, arrays = batch.people, batch.arrays
    starts = np.concatenate([[0], np.cumsum([s.ties.neighbour.size for s in societies])]).astype(np.int64)
    rows = [s.ties.start[:-1] + start for s, start in zip(societies, starts[:-1], strict=True)]
    # unsigned: a compiled loop over ties then tests for no negative place, and runs a third faster
    arrays["tie_start"] = np.concatenate([*rows, starts[-1:]]).astype(np.uint64)
    narrow = np.uint16 if n <= NARROW else np.uint32  # half as much to read in every loop over ties
    arrays["neighbour"] = np.concatenate([s.ties.neighbour for s in societies]).astype(narrow)
    arrays["weight"] = np.concatenate([s.ties.weight for s in societies])
    arrays["first_weight"] = arrays["weight"].copy()
    arrays["kind"] = np.concatenate([s.ties.kind for s in societies])
    arrays["kin_skip"], arrays["kin_span"] = kin_stretches(arrays["tie_start"].astype(np.int64), arrays["kind"])
    for world, (society, spec) in enumerate(zip(societies, specs, strict=True)):
        for name, values in society.columns.items():
            arrays[name][..., world * n:(world + 1) * n] = values
        batch.column("secretary", world)[:] = society.secretary
        batch.column("sitting", world)[-batch.centre_size:] = society.centre
        batch.column("village", world)[:batch.tree.cells] = villages(batch.tree.cells, spec.rural)
        batch.column("open_chair", world)[:batch.tree.cells] = spec.shares.open_chairs
        batch.column("agenda", world)[:] = 0 if spec.agenda == "rule" else 1
        batch.column("line", world)[...] = first_lines(batch, spec)
        for name, number in found[world].world.items():
            batch.column(name, world)[...] = number


def kin_stretches(start: np.ndarray, kind: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each person, the number of ties in the row before the first tie to kin, and the number from that to the last
    one."""
    places = np.append(np.flatnonzero(kind == KIN), kind.size)
    first, after = np.searchsorted(places, start[:-1]), np.searchsorted(places, start[1:])
    some = after > first
    skip = np.where(some, places[first] - start[:-1], 0)
    span = np.where(some, places[after - 1] - places[first] + 1, 0)
    return skip.astype(np.uint16), span.astype(np.uint16)


def first_lines(batch: Batch, spec: SocietySpec) -> np.ndarray:
    """The line that every unit proclaims at birth."""
    line = np.full((spec.issues, batch.tree.units), batch.plan.columns["line"].initial, np.float32)
    for issue, by_province in spec.lines:
        for unit, value in zip(batch.tree.provinces, by_province, strict=True):
            line[ISSUES.index(issue), batch.tree.province == unit] = value
    return line


def villages(cells: int, rural: float) -> np.ndarray:
    """Which cells are villages: the share, spread evenly (of four cells two or three in turn at 62.5 %)."""
    reached = np.floor((np.arange(cells) + 1) * rural + 1e-9)
    return np.diff(np.concatenate([[0.0], reached])) > 0.5


def _set_levers_and_parameters(batch: Batch) -> None:
    """Levers, parameters, switches and inputs of every world, as its regime says."""
    plan, worlds = batch.plan, batch.worlds
    keys = list(plan.parameters)
    defaults = [p.default for mechanism in plan.mechanisms for p in mechanism.fields] or [0.0]
    parameters = np.tile(np.array(defaults, np.float64), (worlds, 1))
    switches = np.ones((worlds, len(plan.mechanisms)), np.uint8)
    levers = np.zeros((len(LEVERS), worlds * batch.tree.units))
    for world, regime in enumerate(batch.regimes):
        for key, value in regime.parameters.items():
            parameters[world, keys.index(key)] = value
        for place, mechanism in enumerate(plan.mechanisms):
            switches[world, place] = mechanism.id not in regime.off
        for name, setting in regime.levers.items():
            set_lever(levers, batch, world, NUMBER_OF[name], setting)
        for name, value in regime.inputs.items():
            batch.column(name, world)[...] = value
    if plan.own_levers:
        levers = _with_persons(levers, batch)
    batch.arrays.update(places_of(plan), parameters=parameters, switches=switches, levers=levers,
                        announced=levers.copy(), base_levers=levers.copy(), delegated=_delegated(batch))


def _with_persons(levers: np.ndarray, batch: Batch) -> np.ndarray:
    """The table of levers with a place for each person behind the units, for what a scenario assigns to persons."""
    own = np.full((len(levers), batch.worlds * batch.people), NOT_OWN)
    for world, regime in enumerate(batch.regimes):
        groups = batch.column("groups", world)
        for group in regime.setup.groups:
            inside = np.flatnonzero((groups >> np.uint32(group.bit)) & np.uint32(1)) + world * batch.people
            for name, value in group.own:
                own[NUMBER_OF[name], inside] = value
    begins = np.full((len(levers), 1), OWN_FROM + levers.shape[1])
    return np.concatenate([levers, own, begins], axis=1)


def _delegated(batch: Batch) -> np.ndarray:
    """The levers that each world's centre may move by itself: for each the sign, bounds, step and months (card 23)."""
    table = np.zeros((batch.worlds, len(LEVERS), len(DELEGATED)))
    for world, regime in enumerate(batch.regimes):
        for held in regime.delegate:
            table[world, NUMBER_OF[held.lever]] = [getattr(held, name) for name in DELEGATED]
    return table


def allocate_logs(batch: Batch, rows: int | None = None) -> None:
    """Allocate the case log of every world, as it is filled between two emptyings."""
    room = rows or usual_log_rows(batch.people)
    batch.arrays.update(log_rows=np.zeros(batch.worlds * room, ROW), log_count=np.zeros(batch.worlds, np.int64),
                        log_lost=np.zeros(batch.worlds, np.int64), reached=np.full(batch.worlds, batch.month, np.int64))


def places_of(plan: Plan) -> Arrays:
    """For each mechanism, where its first parameter stands in the table of parameters and which switch is its own."""
    keys = list(plan.parameters)
    return {f"place_of_{m.id}": np.array([keys.index(m.fields[0].key) if m.fields else 0, place], np.int64)
            for place, m in enumerate(plan.mechanisms)}


def make_parameters(plan: Plan, old: Plan, table: np.ndarray) -> np.ndarray:
    """The parameter table of a plan that keeps some of the mechanisms of another."""
    places = [old.parameters.index(key) for key in plan.parameters]
    return np.ascontiguousarray(table[:, places])


def set_lever(table: np.ndarray, batch: Batch, world: int, number: int, setting: Setting) -> None:
    """Write a lever's value for every unit of a world: country first, then provinces, then levels."""
    tree = batch.tree
    row = table[number, world * tree.units:(world + 1) * tree.units]
    row[:] = setting.everywhere
    for province, value in setting.provinces:
        row[tree.province == tree.provinces[province - 1]] = value
    for level, value in setting.levels:
        row[at_level(batch, world, level)] = value


def at_level(batch: Batch, world: int, level: str) -> np.ndarray:
    """The mask of the units of a level, or of the cells that are towns or villages."""
    tree = batch.tree
    if level not in KINDS_OF_CELL:
        return np.asarray(tree.level == tree.level_names.index(level))
    in_kind = batch.column("village", world) == KINDS_OF_CELL.index(level)
    return np.asarray((np.arange(tree.units) < tree.cells) & in_kind)

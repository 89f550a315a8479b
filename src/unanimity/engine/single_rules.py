"""One rule, or a few in order, interpreted in plain Python over a handful of arrays.

The rules become loops and are printed as for a month (engine/lower_month.py), and the printed functions run uncompiled
(engine/interpret.py). A test of a card therefore sees the loops that the engine makes, and a debugger steps through
them:

    run_rules((police_here, enrol), {"estate": estate, "ambition": ambition}, tree, levers={"police_size": 0.5})

Columns are written in place. A column that is not given has its initial value; a lever that is not given is 0.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from unanimity.engine.batch import places_of
from unanimity.engine.interpret import PlainStep, plain_step
from unanimity.engine.lower_month import sources
from unanimity.engine.plan import Pass, Plan, Step, passes_of
from unanimity.engine.working_arrays import working_arrays
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.case_log import READ, ROW, Log
from unanimity.world.codes import FACTION_SLOTS, ISSUES
from unanimity.world.columns import DIMENSIONS, Column, dictionary
from unanimity.world.levers import BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.rule import Rule
from unanimity.world.rules import Mechanism
from unanimity.world.tables import SO_FAR
from unanimity.world.tree import Tree

LEVER_TABLES = ("levers", "announced", "base_levers")
Arrays = dict[str, np.ndarray]
Levers = np.ndarray | Mapping[str, Any] | None


class Columns(dict[str, np.ndarray]):
    """Arrays by the name of their column. A column that nobody has given is made, with its initial value, when it is
    first asked for, and kept."""

    def __init__(self, arrays: Mapping[str, Any], rows: Mapping[str, int], columns: Mapping[str, Column]) -> None:
        super().__init__((name, np.atleast_1d(value)) for name, value in arrays.items())
        self.rows, self.columns = rows, columns

    def __missing__(self, name: str) -> np.ndarray:
        if name.startswith(SO_FAR):
            self[name] = np.zeros(1)
            return self[name]
        if name not in self.columns:
            raise ModelError(f"a rule reads the array '{name}', which is not given and is no column")
        column = self.columns[name]
        rows = self.rows[column.table]
        shape = (len(DIMENSIONS[column.per]), rows) if column.per else (rows,)
        self[name] = np.full(shape, column.initial, column.dtype)
        return self[name]


def arrays_of_tree(tree: Tree, centre_size: int = 1) -> dict[str, Any]:
    """Sizes and arrays of a tree of units, by the names that rules use."""
    seats = tree.seat_starts(centre_size)
    return {"people": tree.people, "units": tree.units, "cells": tree.cells, "seats": int(seats[-1]),
            "seat_start": seats, "cell_of": np.repeat(np.arange(tree.cells), np.diff(tree.cell_start)).astype(np.int32),
            "parent": np.append(tree.parent[:-1], tree.units - 1), "province": tree.province,
            "unit_rank": np.array([tree.office_of_level(int(k)) for k in tree.level], np.int64),
            "unit_level": tree.level.astype(np.int64), "cell_start": tree.cell_start,
            "child_first": tree.child_first, "child_last": tree.child_last}


def laid_out(arrays: Mapping[str, Any], tree: Tree | None = None, beside: Mapping[str, Any] | None = None,
             columns: Mapping[str, Column] | None = None) -> tuple[Columns, dict[str, Any]]:
    """The columns, and the sizes and the tree around them. Without a tree, sizes are read from the columns, all units
    are cells, and `beside` says the rest."""
    columns = columns or known_columns()
    given = {name: np.atleast_1d(value) for name, value in arrays.items()}
    around = {**(arrays_of_tree(tree) if tree is not None else _sizes(given, columns)), **(beside or {})}
    if tree is None and "seat_start" not in around:
        around["seat_start"] = np.append(np.zeros(around["units"], int), around["seats"])
    if tree is None and "cell_start" not in around:
        people = np.bincount(around["cell_of"], minlength=around["cells"])
        around["cell_start"] = np.concatenate([[0], np.cumsum(people)])
    rows = {"person": around["people"], "unit": around["units"], "world": 1, "seat": around["seats"],
            "faction": FACTION_SLOTS, "duration": FACTION_SLOTS}
    return arrays if isinstance(arrays, Columns) else Columns(given, rows, columns), around


def _sizes(arrays: Arrays, columns: Mapping[str, Column]) -> dict[str, Any]:
    sizes = {"person": 1, "unit": 1, "seat": 1}
    for name, values in arrays.items():
        if name in columns and columns[name].table in sizes:
            sizes[columns[name].table] = values.shape[-1]
    units = sizes["unit"]
    return {"people": sizes["person"], "units": units, "cells": units, "seats": sizes["seat"],
            "cell_of": np.zeros(sizes["person"], np.int32)}


def lever_tables(levers: Levers, units: int) -> dict[str, np.ndarray]:
    """The tables of levers: from one table, from tables by name, or from values of levers that hold everywhere."""
    if isinstance(levers, Mapping) and "levers" in levers:
        return {name: np.asarray(table) for name, table in levers.items()}
    if not isinstance(levers, np.ndarray):
        given, levers = levers or {}, np.zeros((len(LEVERS), units))
        for name, value in given.items():
            levers[NUMBER_OF[BY_ARGUMENT[name].name]] = value
    return dict.fromkeys(LEVER_TABLES, levers)


@cache
def known_columns() -> dict[str, Column]:
    """Every column of the catalogue's mechanisms."""
    return dictionary(column for mechanism in BY_ID.values() for column in mechanism.columns)


@cache
def _lowered(rules: tuple[Rule, ...], own: tuple[int, ...]) -> tuple[Plan, tuple[PlainStep, ...]]:
    mechanisms = (*BY_ID.values(), *(_own[key] for key in own))
    steps = [Step(_owner(rule, mechanisms), rule, always=True) for rule in rules]
    columns = dictionary(column for mechanism in mechanisms for column in mechanism.columns)
    passes: tuple[Pass, ...] = passes_of(steps, columns)
    plan = Plan(columns, mechanisms, passes, (), len(ISSUES), ())
    return plan, tuple(plain_step(source) for source in sources(plan)[1:])  # without the copy of last month


_own: dict[int, Mechanism] = {}  # mechanisms of one's own, by identity: they cannot be hashed


def _owner(rule: Rule, mechanisms: Sequence[Mechanism]) -> Mechanism:
    for mechanism in mechanisms:
        if any(rule is one for one in (*mechanism.rules, *mechanism.when_off)):
            return mechanism
    raise ModelError(f"{rule.name} is a rule of no mechanism of the catalogue; name its own under `mechanisms`")


def run_rules(rules: Sequence[Rule], arrays: Mapping[str, Any], tree: Tree | None = None, levers: Levers = None,
              off: Collection[str] = (), beside: Mapping[str, Any] | None = None, month: int = 0, seed: int = 0,
              log: Log | None = None, mechanisms: Sequence[Mechanism] = (),
              parameters: Mapping[str, Any] | None = None) -> Columns:
    """Run rules one after the other in one world, for one month; columns are written in place and returned.

    `beside` adds sizes and arrays of the tree, `parameters` are those of mechanisms by their names (the others have
    their defaults), `off` are mechanisms that are switched off for rules that ask; the rules themselves always run.
    """
    _own.update({id(one): one for one in mechanisms})
    plan, steps = _lowered(tuple(rules), tuple(id(one) for one in mechanisms))
    state, around = laid_out(arrays, tree, beside, plan.columns)
    found: dict[str, Any] = {**around, **_beside(plan, state, around, seed, log)}
    found |= lever_tables(levers, around["units"]) | places_of(plan)
    found["delegated"] = found["delegated"].reshape(1, len(LEVERS), -1)
    numbers = [value for m in plan.mechanisms for value in (parameters or {}).get(m.id, m.parameters())]
    found["parameters"] = np.array([numbers], np.float64)
    found["switches"] = np.array([[m.id not in off for m in plan.mechanisms]], np.uint8)
    sizes = (*(int(around[name]) for name in ("people", "units", "cells")), plan.issues)
    for step in steps:
        taken = {name: np.asarray(found[name]) if name in found else state[name] for name in step.source.arrays}
        step(taken, sizes, 0, (0, sizes[2]), month)
    return state


def _beside(plan: Plan, state: Columns, around: Mapping[str, Any], seed: int, log: Log | None) -> dict[str, Any]:
    """The arrays that a batch has beside its columns."""
    found: dict[str, Any] = {"seeds": np.array([seed], np.uint64),
                             "delegated": np.zeros((1, len(LEVERS), 6))}
    for name, (kind, of) in working_arrays(plan).items():
        if not name.startswith(SO_FAR):
            found[name] = np.zeros(around["people"] if of == "person" else 64 * around["units"], kind)
    if log is not None:
        found |= {"log_rows": log.rows, "log_count": log.count, "log_lost": log.lost}
        for name in READ:
            if name not in state:
                state[name] = getattr(log, name)
    else:
        found |= {"log_rows": np.zeros(4096, ROW), "log_count": np.zeros(1, int), "log_lost": np.zeros(1, int)}
    return found

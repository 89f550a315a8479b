"""A rule or a formula called on plain arrays: its tables are made of them, and what is missing is as at birth."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from unanimity.mechanisms import BY_ID
from unanimity.world.columns import DIMENSIONS, dictionary
from unanimity.world.formula import written_by
from unanimity.world.levers import BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.rules import Rule
from unanimity.world.tables import TREE_ARRAYS, World, plain_tables

COLUMNS = dictionary(column for mechanism in BY_ID.values() for column in mechanism.columns)
PARAMETERS = {f"p_{mechanism.id}": mechanism.parameters() for mechanism in BY_ID.values()}
SLOTS = 256


def of_tree(tree, centre_size=1):
    """What the table `tree` holds."""
    seats = tree.seat_starts(centre_size)
    cells = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start)).astype(np.int32)
    found = {"people": tree.people, "units": tree.units, "cells": tree.cells, "seats": int(seats[-1]),
             "seat_start": seats,
             "cell_of": cells, "parent": np.append(tree.parent[:-1], tree.units - 1), "province": tree.province,
             "unit_rank": np.array([tree.office_of_level(int(k)) for k in tree.level], np.int64),
             "cell_start": tree.cell_start, "child_first": tree.child_first, "child_last": tree.child_last}
    assert {*TREE_ARRAYS} <= {*found}
    return found


class State(dict):
    """Arrays by the name of their column; one that nobody has laid is as at birth, and stays."""

    def __init__(self, arrays, rows):
        super().__init__(arrays)
        self.rows = rows

    def __missing__(self, name):
        column = COLUMNS[name]
        shape = (len(DIMENSIONS[column.per]), self.rows[column.table]) if column.per else self.rows[column.table]
        self[name] = np.full(shape, column.initial, column.dtype)
        return self[name]


def levers_of(units, **values):
    """The table of levers with these values everywhere."""
    table = np.zeros((len(LEVERS), units))
    for name, value in values.items():
        table[NUMBER_OF[BY_ARGUMENT[name].name]] = value
    return table


def call(rule, arrays, tree=None, levers=None, off=(), beside=None, **given):
    """Call a rule or a formula. `arrays` are its columns by name (a number is the country's), `tree` and `beside`
    say where units stand, `levers` is the table or the levers by name, `given` are its other arguments."""
    function = rule.function if isinstance(rule, Rule) else rule
    made = tables(rule, arrays, tree, levers, off, beside, given.pop("writes", ()))
    here = {**PARAMETERS, **made, **given}
    with np.errstate(over="ignore"):
        return function(*(here[name] for name in function.__code__.co_varnames[:function.__code__.co_argcount]))


def tables(rule, arrays, tree=None, levers=None, off=(), beside=None, writes=()):
    """The tables that a rule or a formula asks for, over these arrays."""
    function, own = (rule.function, rule.writes) if isinstance(rule, Rule) else (rule, written_by(rule))
    found = {name: value if isinstance(value, np.ndarray) else np.array([value]) for name, value in arrays.items()}
    around = {**(of_tree(tree) if tree is not None else _sizes(found)), **(beside or {})}
    if "seat_start" not in (beside or {}) and tree is None:
        around["seat_start"] = np.append(np.zeros(around["units"], int), around["seats"])
    around |= {name: found[name] for name in ("tie_start", "neighbour", "kin_skip", "kin_span") if name in found}
    rows = {"person": around["people"], "unit": around["units"], "world": 1, "seat": around["seats"], "faction": SLOTS,
            "duration": SLOTS}
    state = State(found, rows)
    if not isinstance(levers, np.ndarray) and "levers" not in (levers or ()):
        levers = levers_of(around["units"], **(levers or {}))
    of_levers = levers if isinstance(levers, dict) else dict.fromkeys(("levers", "announced", "base_levers"), levers)
    world = World(lambda name: state[name], around, lambda table: of_levers[table], is_on=lambda name: name not in off)
    return plain_tables(function, world, COLUMNS, {*own, *writes}, getattr(rule, "moves", ()))


def _sizes(arrays):
    """How many people, units and chairs there are, by the columns that are given."""
    sizes = {"people": 1, "units": 1, "seats": 1}
    for name, value in arrays.items():
        table = COLUMNS[name].table if name in COLUMNS else ""
        where = {"person": "people", "unit": "units", "seat": "seats"}.get(table)
        if where:
            sizes[where] = value.shape[-1]
    return {**sizes, "cells": sizes["units"]}


def as_state(thing, rows=None):
    """A mapping of arrays from an object whose attributes they are."""
    return thing if isinstance(thing, Mapping) else {name: value for name, value in vars(thing).items()
                                                     if isinstance(value, np.ndarray)}

"""A rule or a formula called on plain arrays: its tables are made of them, and what is missing is as at birth."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np

from unanimity.mechanisms import BY_ID
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.world.columns import DIMENSIONS, dictionary
from unanimity.world.draws import uniform
from unanimity.world.formula import written_by
from unanimity.world.levers import BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.rules import Rule, decided
from unanimity.world.tables import ROWS_OF_A_CASE, TREE_ARRAYS, World, fields_asked, plain_tables
from unanimity.world.words import RULE_ISSUE, RULE_TOPIC

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
        return function(*(here[name] for name in names_of(function)))


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


def walk(rule, arrays, tree, levers, off=(), **given):
    """A rule over cases, called for everybody on the docket as the engine does."""
    state = State(arrays, {"person": tree.people, "unit": tree.units, "world": 1, "faction": SLOTS})
    around, carried = of_tree(tree), dict.fromkeys(rule.carries, 0.0)
    head = {name: state[name].copy() for name, column in COLUMNS.items() if column.table == "world"}
    given = {**PARAMETERS, **given}

    def number(row, field, at):
        if row == "on":
            return field not in off
        if field in BY_ARGUMENT and row not in ("case", "country"):
            return float(levers[NUMBER_OF[BY_ARGUMENT[field].name], at])
        column, values = COLUMNS[field], head[field] if row == "country" else state[field]
        if row == "country" and column.per:
            return values[:, 0]
        return (values[RULE_ISSUE if column.per == "issue" else RULE_TOPIC, at] if column.per else values[at]).item()

    def row_of(row, fields, i):
        cell = int(around["cell_of"][i])
        where = {"case": i, "cell": cell, "centre": tree.units - 1,
                 "place": call(place_of, {}, tree, held_in=int(state["held_in"][i]), cell=cell),
                 "act": call(unit_of_rank, {}, tree, cell=cell, rank=int(state["case_level"][i]))}
        return SimpleNamespace(**{field: number(row, field, where.get(row, 0)) for field in fields})

    def touch(function, i, *decisions):
        own = dict(zip(names_of(function), (i, *decisions), strict=False))
        return call(function, state, tree, levers, off, **{**given, **own})

    def handed(name, function, i):
        if name in carried:
            return carried[name]
        if name == "luck":
            when = int(state[rule.keyed][i]) if rule.keyed else given["month"]
            lots = {field: uniform(given["seed"], stream, i, when) for field, stream in rule.lots}
            return SimpleNamespace(**lots) if lots else uniform(given["seed"], rule.stream, i, when)
        if name in ROWS_OF_A_CASE:
            return row_of(name, fields_asked(function, name), i)
        looks = {look.__name__: look for look in rule.looks}
        return touch(looks[name], i) if name in looks else given[name]

    def asked(function, i):
        told = function(*(handed(name, function, i) for name in names_of(function)))
        return list(told) if isinstance(told, tuple) else [told]

    with np.errstate(over="ignore"):
        for i in state["docket"][:int(state["docket_size"][0])].tolist():
            if rule.only is not None and not asked(rule.only, i)[0]:
                continue
            told = asked(rule.function, i)
            for name in rule.returns:
                state[name][i] = told.pop(0)
            if rule.effect is not None:
                touch(rule.effect, i, *(told.pop(0) for _ in decided(rule.effect)))
            carried |= dict(zip(rule.carries, told, strict=True))
        if rule.then is not None:
            for name, value in zip(rule.then_writes, asked(rule.then, 0), strict=True):
                state[name][0] = value


def names_of(function):
    """The names of a function's arguments."""
    return function.__code__.co_varnames[:function.__code__.co_argcount]



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

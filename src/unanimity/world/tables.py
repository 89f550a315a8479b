"""Tables: what a rule that loops, an event or a test is given instead of arrays, one world at a time.

    people, units, country, factions, seats, durations: columns of the dictionary; people.fear[topic, i], units.sel[u]
    ties      start[i] .. start[i+1]-1 are the ties of person i; neighbour[t], weight[t], kind[t] what is known of one
    tree      people, units, cells and seats (how many), cell_of[i], parent[unit], province[unit], unit_rank[unit],
              unit_level[unit] (levels above the cell), cell_start, child_first, child_last, seat_start
    levers    levers.ballot[unit], levers.announced_ballot, levers.base_ballot (the user's); levers.own_publicity[i],
              where a scenario gives persons levers of their own (else its size is 0); levers.rows[number, unit],
              announced_rows and base_rows, where a rule goes through all by number; levers.delegated[number, what]
    on        on.voice: whether that mechanism is switched on in this world
    so_far    so_far.taken[0]: a number of this month that no column keeps; it begins at 0, and a rule about the country
              reads it as so_far.taken

People are 0 .. tree.people-1, units 0 .. tree.units-1, the cells first and the centre last. A table holds the columns
that the rule, or a formula to which it hands the table under the same name, asks for by name, and no others. A column
that is not among the rule's `writes` cannot be written, levers never. What the country has is a number, country.threat,
unless the rule writes it: then country.threat[0] is it.
"""

from __future__ import annotations

import dis
import types
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from unanimity.support.errors import ModelError
from unanimity.world.columns import Column
from unanimity.world.formula import is_formula, returns_nothing
from unanimity.world.hooks import hook_of
from unanimity.world.levers import BY_ARGUMENT, NUMBER_OF

OF_COLUMNS = {"people": "person", "units": "unit", "country": "world", "factions": "faction", "seats": "seat",
              "durations": "duration", "ties": "tie"}
ROWS = {"": "levers", "announced_": "announced", "base_": "base_levers"}  # prefix of a lever's name -> array
TREE_SIZES = ("people", "units", "cells", "seats")
TREE_ARRAYS = ("cell_of", "parent", "province", "unit_rank", "unit_level", "cell_start", "child_first", "child_last",
               "seat_start")
TIES_BESIDE = {"start": "tie_start", "neighbour": "neighbour", "kin_skip": "kin_skip", "kin_span": "kin_span"}
NAMES = (*OF_COLUMNS, "levers", "tree", "on", "so_far")
SO_FAR = "so_far_"  # prefix of numbers of a world and a month that no column keeps; they begin at 0
OWN = "own_"
# what a rule is handed that is called for one person after the other: one who is not free, who is chosen, who listens;
# where he lives, is held, acted; his faction; the unit within which is chosen; the tie, and where a listener lives;
# the unit, chair or faction that is at hand, and the units above; the country as it was before the step
ROW_NAMES = ("case", "cell", "place", "act", "centre", "country", "on", "one", "unit", "faction", "other", "tie",
             "home", "parent", "province", "chair", "before")
# rows of a rule that is otherwise handed loose numbers (world/rules.py): what stands before a field's name where it is
# handed loose, and the tables of whose columns the row may hold; a row of a unit holds levers too
SPELT = {"one": ("", "person"), "tie": ("", "tie"), "cell": ("", "unit"), "unit": ("", "unit"),
         "country": ("", "world"), "other": ("other_", "person"), "parent": ("parent_", "unit"),
         "province": ("province_", "unit"), "centre": ("centre_", "unit"), "headed": ("headed_", "unit"),
         "secretary": ("secretary_", "person"), "chief": ("chief_", "person"), "children": ("children_", "unit"),
         "on": ("on_", ""), "so_far": (SO_FAR, "")}


def asked_of_tables(function: Callable[..., Any]) -> Mapping[str, tuple[str, ...]]:
    """For each table among a function's arguments, the fields that it or a formula that it calls reads, sorted."""
    return {name: fields_asked(function, name) for name in _arguments(function) if name in NAMES}


def takes_tables(function: Callable[..., Any]) -> bool:
    """Whether a rule is given tables, in which it may set values: then `country` is a table, and not a row."""
    return bool({*_arguments(function)} & ({*NAMES} - {"country", "on", "so_far"})) or returns_nothing(function)


def fields_asked(function: Callable[..., Any], table: str) -> tuple[str, ...]:
    """The fields that a function or a formula that it calls reads of a table or row, sorted; () if it reads none."""
    return _asked(function).get(table, ())


@cache
def _asked(function: Callable[..., Any]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {name: set() for name in _arguments(function)}
    waiting: list[Any] = [function]
    reached = {function}
    while waiting:
        here = waiting.pop()
        for table, field in _read_here(here):
            if table in found:
                found[table].add(field)
        for name in here.__code__.co_names:
            called = here.__globals__.get(name)
            if is_formula(called) and called not in reached:
                reached.add(called)
                waiting.append(called)
    return {table: tuple(sorted(fields)) for table, fields in found.items()}


@cache
def _read_here(function: types.FunctionType) -> tuple[tuple[str, str], ...]:
    """The fields of tables that a function's own code reads."""
    tables = {*NAMES, *ROW_NAMES, *SPELT, "luck"} & set(_arguments(function))
    if not tables:
        return ()
    found, before = [], None
    for step in dis.get_instructions(function):
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and before is not None and "LOAD_FAST" in before.opname:
            name = before.argval[-1] if isinstance(before.argval, tuple) else before.argval
            if name in tables:
                found.append((name, str(step.argval)))
        before = step
    return tuple(dict.fromkeys(found))


def _arguments(function: Any) -> tuple[str, ...]:
    return tuple(function.__code__.co_varnames[:function.__code__.co_argcount])


def handed(function: Callable[..., Any], number: Callable[[str], Any],
           row: Callable[[str, tuple[str, ...], list[Any]], Any] | None = None,
           terms: Callable[[str], Any] = lambda name: 0.0) -> list[Any]:
    """The arguments of a rule that takes loose numbers and rows.

    `number` finds what a loose name means, and `row` makes a row (its name, its fields, their numbers) of what it finds
    for each field: one.fear is `fear`, parent.yes is `parent_yes`. An argument of which no field is asked is a number.
    `terms` finds what mechanisms of one's own add to a variable (world/hooks.py); without it nobody adds.
    """
    made, tables = [], takes_tables(function)
    for name in _arguments(function):
        if hook_of(name):
            made.append(terms(name))
            continue
        fields = fields_asked(function, name) if name in SPELT and not (tables and name in NAMES) else ()
        found = [number(SPELT[name][0] + field) for field in fields]
        made.append((row or _row)(name, fields, found) if fields else number(name))
    return made


def _row(name: str, fields: tuple[str, ...], numbers: list[Any]) -> Any:
    return table_class(name, fields)(*numbers)


@cache
def spelt_out(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of all that a rule of loose numbers and rows reads, as if every number were passed loose."""
    names: list[str] = []
    handed(function, names.append, terms=names.append)
    return tuple(dict.fromkeys(names))


def vocabulary(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of all that a rule reads: its arguments, with columns and levers in place of their tables."""
    asked = asked_of_tables(function)
    names: list[str] = []
    for name in _arguments(function):
        if name == "levers":
            names += [field.removeprefix(OWN).removeprefix("base_") for field in asked[name] if lever_of(field)[1]]
        elif name in ("on", "so_far"):
            names += [f"{name}_{field}" for field in asked[name]]
        elif name in ROW_NAMES and name not in NAMES and fields_asked(function, name):
            names += fields_asked(function, name)
        elif name in NAMES:
            names += [TIES_BESIDE.get(field, field) if name == "ties" else field for field in asked[name]]
        else:
            names.append(name)
    return tuple(dict.fromkeys(names))


def lever_of(field: str) -> tuple[str, str]:
    """The prefix of a field of the table of levers (own_, announced_, base_ or none), and the lever that it names."""
    for mark in (OWN, "announced_", "base_", ""):
        if field.startswith(mark) and field[len(mark):] in BY_ARGUMENT:
            return mark, field[len(mark):]
    return "", ""


@cache
def table_class(table: str, fields: tuple[str, ...]) -> type:
    """The named tuple class of a table with these fields; one class for the same fields."""
    return namedtuple(table.capitalize(), fields)


def check_field(table: str, field: str, columns: Mapping[str, Column], label: str) -> None:
    """Refuse a field that a table does not have."""
    if table in OF_COLUMNS:
        bare = field[5:] if table == "people" and field.startswith("last_") and field not in columns else field
        column = columns.get(bare)
        known = (column is not None and column.table == OF_COLUMNS[table]) or (table == "ties" and field in TIES_BESIDE)
        elsewhere = [name for name, of in OF_COLUMNS.items() if column is not None and column.table == of]
        hint = f"; it is a column of {elsewhere[0]}" if elsewhere else ""
    elif table == "levers":
        known, hint = field == "delegated" or field.endswith("rows") or lever_of(field)[1] in BY_ARGUMENT, ""
    elif table == "tree":
        known, hint = field in (*TREE_SIZES, *TREE_ARRAYS), ""
    else:
        known, hint = True, ""
    if not known:
        raise ModelError(f"{label} reads {table}.{field}, which is not there{hint}")


# --- plain Python: events and tests -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class World:
    """The numbers of one world, as plain Python finds them."""

    column: Callable[[str], np.ndarray]  # its own part of a column, of ties too
    beside: Mapping[str, Any]  # sizes and arrays of the tree; tie_start, neighbour, kin_skip, kin_span
    lever_rows: Callable[[str], np.ndarray]  # its part of levers, announced or base_levers; or `delegated`
    own_lever: Callable[[str], np.ndarray] = lambda name: np.zeros(0)
    is_on: Callable[[str], bool] = lambda mechanism: True


def plain_tables(function: Callable[..., Any], world: World, columns: Mapping[str, Column],
                 writes: Collection[str] = (), moves: Collection[str] = ()) -> dict[str, Any]:
    """The tables that a function asks for, over one world's own arrays; columns that it does not write are
    read-only."""
    made = {}
    for table, fields in asked_of_tables(function).items():
        for field in fields:
            check_field(table, field, columns, function.__name__)
        made[table] = table_class(table, fields)(*(_plain(table, field, world, columns, writes, moves)
                                                   for field in fields))
    return made


def _plain(table: str, field: str, world: World, columns: Mapping[str, Column], writes: Collection[str],
           moves: Collection[str]) -> Any:
    if table == "tree":
        return world.beside[field]
    if table == "on":
        return world.is_on(field)
    if table == "so_far":
        return world.column(SO_FAR + field)
    if table == "levers":
        return _plain_lever(field, world, moves)
    if table == "ties" and field in TIES_BESIDE:
        return _read_only(world.beside[TIES_BESIDE[field]])
    array = world.column(field)
    if table == "country":
        if columns[field].per:
            array = array[:, 0]
        elif field not in writes:
            return array[0].item()
    return array if field in writes else _read_only(array)


def _plain_lever(field: str, world: World, moves: Collection[str]) -> Any:
    if field == "delegated":
        return world.lever_rows(field)
    mark, name = lever_of(field)
    if name and mark == OWN:
        return _read_only(world.own_lever(name))
    table = ROWS[field.removesuffix("rows") if not name else mark]
    rows = world.lever_rows(table)
    found = rows[NUMBER_OF[BY_ARGUMENT[name].name]] if name else rows
    return found if table in moves else _read_only(found)


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view

"""A rule or a formula called on plain arrays: its tables are made of them, and what is missing is as at birth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace

import numpy as np

from example_parameters import SIZES
from unanimity.engine.plan import bare
from unanimity.mechanisms import BY_ID
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.world.codes import NOBODY, RULE_ISSUE, RULE_TOPIC, SECTORS
from unanimity.world.columns import DIMENSIONS, dictionary
from unanimity.world.draws import uniform
from unanimity.world.formula import written_by
from unanimity.world.hooks import hook_of
from unanimity.world.levers import BY_ARGUMENT, LEVERS, NUMBER_OF
from unanimity.world.rule import PEOPLE_OF, WALKS, Pick, Rule
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import (
    ROW_NAMES,
    TREE_ARRAYS,
    World,
    fields_asked,
    handed,
    plain_tables,
    spelt_out,
    takes_tables,
)
from unanimity.world.top_k import keep_highest
from unanimity.world.tree import people_of

COLUMNS = dictionary(column for mechanism in BY_ID.values() for column in mechanism.columns)
PARAMETERS = {f"p_{mechanism.id}": mechanism.parameters() for mechanism in BY_ID.values()} | SIZES
SLOTS = 256
UNITS = ("cell", "place", "act", "centre", "unit", "home", "parent", "province")  # rows of units


def of_tree(tree, centre_size=1):
    """What the table `tree` holds."""
    seats = tree.seat_starts(centre_size)
    cells = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start)).astype(np.int32)
    found = {"people": tree.people, "units": tree.units, "cells": tree.cells, "seats": int(seats[-1]),
             "seat_start": seats,
             "cell_of": cells, "parent": np.append(tree.parent[:-1], tree.units - 1), "province": tree.province,
             "unit_rank": np.array([tree.office_of_level(int(k)) for k in tree.level], np.int64),
             "unit_level": tree.level,
             "cell_start": tree.cell_start, "child_first": tree.child_first, "child_last": tree.child_last}
    assert {*TREE_ARRAYS} <= {*found}
    return found


class State(dict):
    """Arrays by the name of their column; one that nobody has laid is as at birth, and stays."""

    def __init__(self, arrays, rows):
        super().__init__(arrays)
        self.rows = rows

    def __missing__(self, name):
        if name.startswith("so_far_"):
            self[name] = np.zeros(1)
            return self[name]
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
    if isinstance(rule, Rule) and rule.kind in WALKS:
        return walk(rule, arrays, tree, levers, off, beside, **given)
    function = rule.function if isinstance(rule, Rule) else rule
    made = tables(rule, arrays, tree, levers, off, beside, given.pop("writes", ()), given.pop("moves", ()))
    here = {**PARAMETERS, **made, **given}
    with np.errstate(over="ignore"):
        return function(*(here[name] for name in names_of(function)))


def loose(rule, **numbers):
    """Call a rule or a formula that takes rows with what they hold as loose numbers (parent.yes is parent_yes).

    A column that is not told is as at birth, a lever 0; parameters are the card's.
    """
    function = rule.function if isinstance(rule, Rule) else rule
    assert {*numbers} <= {*spelt_out(function)}, {*numbers} - {*spelt_out(function)}

    def number(name):
        if name in numbers or name in PARAMETERS:
            return {**PARAMETERS, **numbers}[name]
        return 0.0 if bare(name) in BY_ARGUMENT else named(bare(name))[0].initial

    return function(*handed(function, number))


def tables(rule, arrays, tree=None, levers=None, off=(), beside=None, writes=(), moves=()):
    """The tables that a rule or a formula asks for, over these arrays."""
    function, own = (rule.function, rule.writes) if isinstance(rule, Rule) else (rule, written_by(rule))
    state, around = laid_out(arrays, tree, beside)
    of_levers = tables_of_levers(levers, around["units"])
    world = World(lambda name: state[name], around, lambda table: of_levers[table], is_on=lambda name: name not in off)
    return plain_tables(function, world, COLUMNS, {*own, *writes}, {*getattr(rule, "moves", ()), *moves})


def laid_out(arrays, tree=None, beside=None):
    """The columns as arrays, one that is missing as at birth, and what stands around them."""
    found = arrays if isinstance(arrays, State) else {
        name: value if isinstance(value, np.ndarray) else np.array([value]) for name, value in arrays.items()}
    around = {**(of_tree(tree) if tree is not None else _sizes(found)), **(beside or {})}
    if "seat_start" not in (beside or {}) and tree is None:
        around["seat_start"] = np.append(np.zeros(around["units"], int), around["seats"])
    around |= {name: found[name] for name in ("tie_start", "neighbour", "kin_skip", "kin_span") if name in found}
    rows = {"person": around["people"], "unit": around["units"], "world": 1, "seat": around["seats"], "faction": SLOTS,
            "duration": SLOTS}
    return found if isinstance(found, State) else State(found, rows), around


def tables_of_levers(levers, units):
    """The tables of levers by name, from one table or the levers by name."""
    if not isinstance(levers, np.ndarray) and "levers" not in (levers or ()):
        levers = levers_of(units, **(levers or {}))
    return levers if isinstance(levers, dict) else dict.fromkeys(("levers", "announced", "base_levers"), levers)


def named(field):
    """The column of a name, and which of its numbers is meant (-1: the one at hand; -2: the one voted)."""
    if field in COLUMNS:
        return COLUMNS[field], -1
    stem, _, mark = field.rpartition("_")
    if mark == "voted":
        return COLUMNS[stem], -2
    return COLUMNS[stem], DIMENSIONS[COLUMNS[stem].per].index(mark)


def walk(rule, arrays, tree=None, levers=None, off=(), beside=None, **given):
    """A rule over cases, over those chosen or from tellers to listeners, called for one after the other as the engine
    does."""
    with np.errstate(over="ignore"):
        Walk(rule, arrays, tree, levers, off, beside, given).run()


def each_of(rule, arrays, tree, levers, off=(), **given):
    """A rule of one unit, called for every unit of its order: its columns, those of its chief, and its looks."""
    walk = Walk(rule, arrays, tree, levers, off, None, given)

    def value(name, unit):
        if name == "u":
            return unit
        if name in TABLES and takes_tables(rule.function):
            return walk.own_tables(rule.function)[name]
        if name.startswith("chief_"):
            return walk.state[name[6:]][max(int(walk.state["chief"][unit]), 0)].item()
        return walk.given[name] if name in walk.given else walk.number("unit", name, unit)

    with np.errstate(over="ignore"):
        for unit in walk.units(rule.order):
            told = rule.function(*handed(rule.function, partial(value, unit=unit)))
            for name, new in zip(rule.writes, told if len(rule.writes) > 1 else (told,), strict=True):
                walk.state[name][unit] = new


class Walk:
    """One month's walk of one rule in plain Python."""

    def __init__(self, rule, arrays, tree, levers, off, beside, given):
        self.rule, self.tree, self.off, self.beside = rule, tree, off, beside
        self.state, self.around = laid_out(arrays, tree, beside)
        self.size, self.levers = self.around["units"], tables_of_levers(levers, self.around["units"])
        self.head = {name: self.state[name].copy() for name, column in COLUMNS.items() if column.table == "world"}
        self.given = {**PARAMETERS, **given}
        self.unit = self.tie = self.listener = None

    # --- what a rule is handed --------------------------------------------------------------------------------------
    def number(self, row, field, at):
        """One number of a row."""
        if row == "on":
            return field not in self.off
        lever = BY_ARGUMENT.get(field.removeprefix("announced_"))
        if lever is not None and row in UNITS:
            rows = self.levers["announced" if field.startswith("announced_") else "levers"]
            return float(rows[NUMBER_OF[lever.name], at])
        if row in UNITS and field in ("unit_rank", "unit_level"):
            return int(self.around[field][at])
        column, which = named(field)
        values = self.head[column.name] if row in ("country", "before") else self.state[column.name]
        if row in ("country", "before") and column.per:
            return values[:, 0]
        at = self.tie if row == "tie" else at
        which = int(self.state[f"voted_{column.per}"][0]) if which == -2 else which
        which = which if which >= 0 else RULE_ISSUE if column.per == "issue" else RULE_TOPIC
        found = (values[which, at] if column.per else values[at]).item()
        return found * column.scale if column.scale else found

    def row_of(self, row, fields, i):
        """A row of person i, or of the unit, chair or faction that is at hand."""
        if self.rule.kind == "turn":
            above = int(self.around[row][i]) if row in ("parent", "province") else self.size - 1
            at = above if row in ("parent", "province", "centre") else 0 if row in ("country", "before") else i
            return SimpleNamespace(**{field: self.number(row, field, at) for field in fields})
        people = self.around["people"]
        cell, state = int(self.around.get("cell_of", np.zeros(people, int))[i]), self.state
        where = {"case": i, "one": i, "tie": i, "cell": cell, "centre": self.size - 1, "unit": self.unit,
                 "other": self.listener, "faction": int(state["faction"][i]) if row == "faction" else 0,
                 "home": int(self.around.get("cell_of", np.zeros(people, int))[self.listener or 0]),
                 "province": int(self.around["province"][cell]) if row == "province" else 0}
        if row == "place":
            where["place"] = call(place_of, {}, self.tree, held_in=int(state["held_in"][i]), cell=cell)
        if row == "act":
            where["act"] = call(unit_of_rank, {}, self.tree, cell=cell, rank=int(state["case_level"][i]))
        return SimpleNamespace(**{field: self.number(row, field, where.get(row, 0)) for field in fields})

    def luck(self, i, function):
        """What is drawn for a person, or by `number` for a unit."""
        rule, when = self.rule, self.given["month"]
        if isinstance(rule, Pick) and function is rule.number:
            i = self.unit or 0
        if rule.kind == "turn" and rule.domain == "country":
            i = 0
        lots = {field: uniform(self.given["seed"], stream, i, when) for field, stream in rule.lots.items()}
        return SimpleNamespace(**lots) if lots else uniform(self.given["seed"], rule.stream, i, when)

    def touch(self, function):
        """A test of tables."""
        return call(function, self.state, self.tree, self.levers, self.off, self.beside, **self.given)

    def handed(self, name, function, i):
        """One argument."""
        if name == "luck":
            return self.luck(i, function)
        if name == "so_far" or (name in TABLES and takes_tables(function)):
            return self.own_tables(function)[name]
        if name in ROW_NAMES:
            return self.row_of(name, fields_asked(function, name), i)
        if hook_of(name):
            return 0.0
        chairs = {"seat_first": self.around["seat_start"][self.size - 1], "seat_last": self.around["seats"]}
        return {**chairs, "person": i, "i": i, "u": i, "slot": i, "seat": i, "branch": i, **self.given}[name]

    def own_tables(self, function):
        """The tables that a rule sets itself."""
        return tables(function, self.state, self.tree, self.levers, self.off, self.beside, self.rule.writes,
                      getattr(self.rule, "moves", ()))

    def asked(self, function, i):
        """What a rule or one of its parts returns, as a list."""
        told = function(*(self.handed(name, function, i) for name in names_of(function)))
        return list(told) if isinstance(told, tuple) else [] if told is None else [told]

    def passes(self, test, i=0):
        """Whether a test that may be missing holds."""
        return test is None or self.asked(test, i)[0]

    # --- who it is called for ---------------------------------------------------------------------------------------
    def run(self):
        """The whole walk."""
        rule = self.rule
        tables = {"people", "units", "factions", "levers", "tree"}
        by_tables = rule.given is not None and {*names_of(rule.given)} & tables
        if self.touch(rule.given) if by_tables else self.passes(rule.given):
            {"case": self.over_docket, "choice": self.choose, "turn": self.in_turn, "wave": self.wave}[rule.kind]()

    def docket(self):
        """Who stands on the docket."""
        return self.state["docket"][:int(self.state["docket_size"][0])].tolist()

    def carry_out(self, at):
        """Call the rule for one person, and store what it returns."""
        rule, told = self.rule, self.asked(self.rule.function, at)
        for name in rule.returns:
            of_branch = getattr(rule, "domain", "") == "branch" and COLUMNS[name].per == "sector"
            place = {"world": 0, "unit": self.unit if rule.kind == "choice" else at}.get(COLUMNS[name].table, at)
            self.state[name][(at, 0) if of_branch else place] = told.pop(0)

    def in_turn(self):
        chairs = range(int(self.around["seat_start"][self.size - 1]), int(self.around["seats"]))
        ways = {"chair": chairs, "faction": range(1, SLOTS), "unit below the centre": range(self.size - 1),
                "branch": range(len(SECTORS)), "country": range(self.size - 1, self.size)}
        for k in ways[self.rule.domain] if self.rule.domain in ways else self.units(self.rule.domain):
            if self.passes(self.rule.only, k):
                self.carry_out(k)

    # --- rounds, with nothing spared: everybody looks at all his ties ------------------------------------------------
    def wave(self):
        cells, size, around = self.around["cells"], self.size, self.around
        chairs = around["seat_start"]
        ways = {"cell": range(cells), "country": (size - 1,), "chairs": range(cells, size), "centre": (size - 1,),
                "delegates": (size - 1,)}
        for unit in ways[self.rule.room]:
            self.unit = unit
            holders = {"cell": None, "country": None, "delegates": "deputy"}.get(self.rule.room, "sitting")
            places = (range(int(around["cell_start"][unit]), int(around["cell_start"][unit + 1]))
                      if self.rule.room == "cell" else range(self.tree.people) if self.rule.room == "country"
                      else range(cells) if holders == "deputy" else range(int(chairs[unit]), int(chairs[unit + 1])))
            self.hold({k: k if holders is None else int(self.state[holders][k]) for k in places})

    def hold(self, held):
        """One room: who is there (place: person), the rounds, and what follows."""
        rule, marks, whole = self.rule, self.state[self.rule.marks], self.rule.room == "country"
        for k in held:
            marks[k] = 0
        there = {k: i for k, i in held.items() if i != NOBODY and self.passes(rule.only, i)}
        seen = {"room": len(there), "moved": 0}
        place_of = {i: k for k, i in held.items() if i != NOBODY}
        this_round, before = 1, -1
        while this_round <= self.told(rule.rounds, 0)[0] and seen["moved"] > before:
            before = seen["moved"] if this_round > 1 else 0
            waits = [k for k in there if marks[k] == 0]
            movers = [k for k in waits if self.moves(there[k], place_of, this_round, before, seen)]
            for k in movers:
                marks[k] = this_round
            seen["moved"] += len(movers)
            for unit in range(self.around["cells"]) if rule.after is not None else ():
                self.unit = unit
                joined = sum(self.around["cell_of"][there[k]] == unit and not self.has_begun(there[k]) for k in movers)
                for name, value in zip(written_by(rule.after), self.told(rule.after, 0, joined=joined), strict=True):
                    self.state[name][unit] = value
            this_round += 1
        for k, i in there.items():
            if marks[k] and rule.becomes is not None:
                self.unit = int(self.around["cell_of"][i]) if whole else self.unit
                for name, value in zip(written_by(rule.becomes), self.told(rule.becomes, i), strict=True):
                    self.state[name][i] = value
        if rule.then is not None:
            for name, value in zip(written_by(rule.then), self.told(rule.then, 0, **seen), strict=True):
                self.state[name][0 if COLUMNS[name].table == "world" else self.unit] = value

    def moves(self, i, place_of, this_round, before, seen):
        """Whether one moves after a look at all his ties in the room."""
        rule, state, of_ties, all_ties = self.rule, self.state, 0, 0
        if rule.room == "country":
            self.unit = int(self.around["cell_of"][i])
        for t in range(int(state["tie_start"][i]), int(state["tie_start"][i + 1])):
            self.listener = int(state["neighbour"][t])
            if self.listener in place_of and self.passes(rule.sees, i):
                all_ties += int(state["weight"][t])
                moved = 0 < state[rule.marks][place_of[self.listener]] < this_round
                of_ties += int(state["weight"][t]) if moved or self.has_begun(self.listener) else 0
        looks = {"of_ties": of_ties, "all_ties": all_ties, "moved": before, "room": seen["room"]}
        return self.told(rule.function, i, company=self.told(rule.company, i, **looks)[0], room=seen["room"])[0]

    def has_begun(self, i):
        """Whether one counts as having moved before the first round."""
        before, self.listener = self.listener, i
        found = self.rule.begun is not None and self.asked(self.rule.begun, i)[0]
        self.listener = before
        return found

    def told(self, function, i, **known):
        """What a part of a wave returns, with what is seen of it."""
        found = function(*(known[name] if name in known else self.handed(name, function, i)
                           for name in names_of(function)))
        return list(found) if isinstance(found, tuple) else [found]

    def over_docket(self):
        for i in self.docket():
            if self.passes(self.rule.only, i):
                self.carry_out(i)

    def choose(self):
        rule, everybody = self.rule, range(self.around["people"])
        if rule.among == "people":
            return [self.carry_out(i) for i in everybody if self.passes(rule.only, i)]
        if rule.among == "posts":
            first = int(self.around["seat_start"][self.size - 1])
            held = [*self.state["secretary"][:-1].tolist(), *self.state["sitting"][first:].tolist()]
            return [self.carry_out(i) for i in held if i != NOBODY and self.passes(rule.only, i)]
        for unit in self.units(rule.among.removeprefix(PEOPLE_OF)):
            self.unit = unit
            if self.passes(rule.where):
                first, last = call(people_of, {}, self.tree, beside=self.beside, u=unit)
                self.choose_within(range(int(first), int(last)))
        return None

    def units(self, order):
        """The units of an order."""
        cells, size, around = self.around["cells"], self.size, self.around
        return {"cell": lambda: range(cells), "unit above cells": lambda: range(cells, size),
                "unit": lambda: range(size),
                "unit from the top": lambda: range(size - 1, -1, -1), "centre": lambda: range(size - 1, size),
                "district": lambda: range(cells, int(around["parent"][cells - 1]) + 1),
                "province": lambda: range(around["child_first"][-1], around["child_last"][-1])}[order]()

    def choose_within(self, people):
        rule, state = self.rule, self.state
        if rule.number is not None:
            return self.highest(people)
        chosen = [i for i in people if self.passes(rule.only, i)] if rule.by else people
        if rule.by and chosen:
            chosen = [min(chosen, key=lambda i: (-state[rule.by][i], i))]
        for i in chosen:
            if rule.by or self.passes(rule.only, i):
                self.carry_out(i)
        return None

    def highest(self, people):
        """The heap of the engine, so that those chosen come in its order."""
        rule, score = self.rule, self.state[self.rule.by]
        room, bar = self.asked(rule.number, 0)
        found, heap = 0, np.zeros(max(room, 1), int)
        for i in people if room > 0 else ():
            if score[i] <= bar or not self.passes(rule.only, i):
                continue
            found = keep_highest(i, found, room, 0, heap, score, 0)
            bar = score[heap[0]] if found == room else bar
        for i in heap[:found].tolist():
            self.carry_out(i)


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

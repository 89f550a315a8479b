"""Rules of any kind, one after the other in plain Python, over arrays by name: what the engine does in one world."""

from __future__ import annotations

from functools import partial

import numpy as np

from plain import COLUMNS, PARAMETERS, SLOTS, call, laid_out, named, names_of, tables, tables_of_levers
from unanimity.world.codes import RULE_ISSUE, RULE_TOPIC
from unanimity.world.columns import DIMENSIONS
from unanimity.world.draws import uniform
from unanimity.world.levers import BY_ARGUMENT, NUMBER_OF
from unanimity.world.rules import ALIVE, AT_LIBERTY
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import SO_FAR, handed, takes_tables

BELOW = {ALIVE: 7, AT_LIBERTY: 3}


def run_rules(rules, arrays, tree=None, levers=None, off=(), beside=None, **given):
    """Run them; columns are written in place."""
    state, around = laid_out(arrays, tree, beside)
    with np.errstate(over="ignore"):
        for rule in rules:
            if rule.kind in ("person", "member_fold", "unit", "world", "faction"):
                of_levers = tables_of_levers(levers, around["units"])
                around_it = {"tree": tree, "levers": levers, "off": off, "beside": beside}
                _Step(rule, state, around, of_levers, off, {**PARAMETERS, **given}, around_it).run()
            else:
                call(rule, state, tree, levers, off, beside, **given)
    return state



class _Step:
    """One rule over persons, members, units or the country."""

    def __init__(self, rule, state, around, levers, off, given, beside):
        self.rule, self.state, self.around, self.levers, self.off, self.given = rule, state, around, levers, off, given
        self.own = {"member_fold": "person"}.get(rule.kind, rule.kind)
        self.beside = beside
        self.at = 0

    def run(self):
        """For everybody whom it is about, number by number."""
        rule, size, cells = self.rule, self.around["units"], self.around["cells"]
        if rule.kind == "person" and rule.given is not None and not rule.given(*handed(
                rule.given, partial(self.value, k=0))):
            return
        nobody = getattr(rule, "domain", "") == "faction or none"
        places = {"world": range(1), "faction": range(0 if nobody else 1, SLOTS),
                  "person": range(self.around["people"]), "unit": {
            "cell": range(cells), "unit above cells": range(cells, size), "unit": range(size),
            "unit from the top": range(size - 1, -1, -1),
            "centre": range(size - 1, size)}.get(rule.order, ())}[self.own]
        for at in range(len(DIMENSIONS[rule.per]) if rule.per else 1):
            self.at = at
            if rule.kind == "member_fold":
                self.state[rule.writes[0]][...] = 0
            for k in places:
                if self.own == "person" and self.state["status"][k] >= BELOW.get(rule.who, 99):
                    continue
                self.store(k, rule(*handed(rule.function, partial(self.value, k=k))))

    def store(self, k, told):
        for name, new in zip(self.rule.writes, told if isinstance(told, tuple) else (told,), strict=True):
            by = self.rule.at if self.rule.kind == "member_fold" else ""
            which = int(self.value(by, k)) if by else self.at
            values = self.state[name][which] if COLUMNS[name].per else self.state[name]
            if self.rule.kind != "member_fold":
                values[k] = new
                continue
            unit = self.cell(k)
            values[unit] += new
            while self.rule.up and unit != self.around["units"] - 1:
                unit = int(self.around["parent"][unit])
                values[unit] += new

    def value(self, name, k):
        """What one argument is."""
        if name.startswith(SO_FAR):
            return self.state[name][0]
        if name in TABLES and takes_tables(self.rule.function):
            return tables(self.rule, self.state, **self.beside)[name]
        if name == "u":
            return k
        if name in self.given:
            return self.given[name]
        if name in ("luck", "luck_2", "yearly_luck"):
            who = 0 if self.own == "world" else k
            test = self.rule.chance
            if test is not None and "luck" not in names_of(test) and not test(*handed(test, partial(self.value, k=k))):
                return 1.0
            if self.rule.kept:
                when = (self.given["month"] + (k >> 2)) // self.rule.kept
                return uniform(self.given["seed"], self.rule.stream, k, when)
            return uniform(self.given["seed"], self.rule.stream + (name == "luck_2"), who, self.given["month"])
        if name == self.rule.per:
            return self.at
        if name == "is_centre":
            return k == self.around["units"] - 1
        if name.startswith("on_"):
            return name[3:] not in self.off
        if name in COLUMNS:
            return self.number(name, k)
        prefix, _, rest = name.partition("_")
        above = {"centre": lambda u: self.around["units"] - 1, "parent": lambda u: self.around["parent"][u],
                 "province": lambda u: self.around["province"][u]}
        return self.number(rest, None, int(above[prefix](self.cell(k)))) if prefix in above else self.number(name, k)

    def cell(self, k):
        if self.own == "person":
            return int(self.around["cell_of"][k]) if "cell_of" in self.around else 0
        return k if self.own == "unit" else self.around["units"] - 1

    def number(self, name, k, unit=None):
        unit = self.cell(k) if unit is None else unit
        if name in BY_ARGUMENT:
            return float(self.levers["levers"][NUMBER_OF[BY_ARGUMENT[name].name], unit])
        column, which = named(name)
        if column.per and which < 0:
            which = self.at if self.rule.per == column.per else RULE_ISSUE if column.per == "issue" else RULE_TOPIC
        values = self.state[column.name]
        if column.per and (column.table != "world" or column.per == self.rule.per):
            values = values[which]
        if column.table == "world":
            return values[:, 0] if values.ndim > 1 else values[0].item()
        return values[k if column.table == self.own and k is not None else unit].item()

"""Rules and formulas called directly on plain numbers and arrays; parameters are the examples' where none are given."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from example_parameters import SIZES
from unanimity.engine import single_rules
from unanimity.engine.plan import bare
from unanimity.engine.single_rules import known_columns, laid_out, lever_tables
from unanimity.mechanisms import BY_ID
from unanimity.world.columns import DIMENSIONS
from unanimity.world.formula import arguments, written_by
from unanimity.world.levers import BY_ARGUMENT
from unanimity.world.rule import WALKS, Rule
from unanimity.world.tables import World, handed, plain_tables, spelt_out

COLUMNS = known_columns()
PARAMETERS = {f"p_{mechanism.id}": mechanism.parameters() for mechanism in BY_ID.values()} | SIZES


def run_rules(rules, arrays, tree=None, levers=None, off=(), beside=None, p=None, calendar=None, **given):
    """Rules interpreted by the engine (engine/single_rules.py); `p` are the parameters of their own mechanism."""
    known = {**PARAMETERS, **{name: given.pop(name) for name in list(given) if name.startswith("p_")}}
    parameters = {name.removeprefix("p_"): values for name, values in known.items()}
    if p is not None:
        own = [m.id for m in (*BY_ID.values(), *given.get("mechanisms", ())) if {*rules} & {*m.rules, *m.when_off}]
        parameters |= dict.fromkeys(own, p)
    if calendar is not None:
        given.setdefault("month", calendar - 1)
    return single_rules.run_rules(tuple(rules), arrays, tree, levers, off, beside, parameters=parameters, **given)


def small_tree(parent, child_first, child_last, province):
    """What `beside` says of a few units; the last one is the centre."""
    units = len(parent)
    return {"units": units, "cells": int(np.argmax(child_last > 0)), "parent": np.append(parent[:-1], units - 1),
            "child_first": child_first, "child_last": child_last, "province": province}


def call(rule, arrays, tree=None, levers=None, off=(), beside=None, **given):
    """Call a rule or a formula. `arrays` are its columns by name (a number is the country's), `tree` and `beside`
    say where units stand, `levers` is the table or the levers by name, `given` are its other arguments."""
    if isinstance(rule, Rule) and rule.kind in WALKS:
        return run_rules((rule,), arrays, tree, levers, off, beside, **given)
    function = rule.function if isinstance(rule, Rule) else rule
    made = tables(rule, arrays, tree, levers, off, beside, given.pop("writes", ()), given.pop("moves", ()))
    here = {**PARAMETERS, **made, **given}
    with np.errstate(over="ignore"):
        return function(*(here[name] for name in arguments(function)))


def loose(rule, **numbers):
    """Call a rule or a formula that takes rows with what they hold as loose numbers (parent.yes is parent_yes).

    A column that is not told is as at birth, a lever 0; parameters are the card's.
    """
    function = rule.function if isinstance(rule, Rule) else rule
    assert {*numbers} <= {*spelt_out(function)}, {*numbers} - {*spelt_out(function)}

    def number(name):
        if name in numbers or name in PARAMETERS:
            return {**PARAMETERS, **numbers}[name]
        return 0.0 if bare(name) in BY_ARGUMENT else column_of(bare(name)).initial

    return function(*handed(function, number))


def column_of(name):
    """The column that a name means, which may say which of its numbers."""
    stem, _, mark = name.rpartition("_")
    if name not in COLUMNS:
        assert mark == "voted" or mark in DIMENSIONS[COLUMNS[stem].per]
    return COLUMNS[name if name in COLUMNS else stem]


def tables(rule, arrays, tree=None, levers=None, off=(), beside=None, writes=(), moves=()):
    """The tables that a rule or a formula asks for, over these arrays."""
    function, own = (rule.function, rule.writes) if isinstance(rule, Rule) else (rule, written_by(rule))
    state, around = laid_out(arrays, tree, beside)
    around |= {name: state[name] for name in ("tie_start", "neighbour", "kin_skip", "kin_span") if name in state}
    of_levers = lever_tables(levers, around["units"])
    world = World(lambda name: state[name], around, lambda table: of_levers[table], is_on=lambda name: name not in off)
    return plain_tables(function, world, COLUMNS, {*own, *writes}, {*getattr(rule, "moves", ()), *moves})


def as_state(thing):
    """A mapping of arrays from an object whose attributes they are."""
    return thing if isinstance(thing, Mapping) else {name: value for name, value in vars(thing).items()
                                                     if isinstance(value, np.ndarray)}

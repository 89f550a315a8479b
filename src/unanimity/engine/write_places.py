"""The measures that are read from units and from the country, once a month, instead of being summed over people."""

from __future__ import annotations

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Plan, Step
from unanimity.engine.source import Source, finish
from unanimity.engine.write_units import unit_argument
from unanimity.measures.declare import Measure
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.formula import arguments
from unanimity.world.rule import Each


def unit_value(name: str, step: Step, scope: Scope, before: list[str]) -> str:
    """The expression for one argument of a unit's measure; `rank` is the level as an office, 1 for a cell."""
    if name == "rank":
        scope.arrays.add("unit_rank")
        return "unit_rank[u]"
    return unit_argument(name, step, scope, 0, before)


def places_pass(plan: Plan, measures: tuple[Measure, ...], rows: dict[str, int]) -> Source:
    """Every unit's number: those of a population of units, those read at a place, and those of the country."""
    scope = Scope(plan)
    scope.arrays.add("tally")
    functions: dict[str, object] = {}
    step = Step(plan.mechanisms[0], Each(measures[0].function, domain="unit"))
    body: list[str] = []
    for population in dict.fromkeys(m.population for m in measures if m.table == "unit"):
        own = [m for m in measures if m.table == "unit" and m.population == population]
        over = own[0].over
        assert over is not None
        functions[f"over_{population}"] = over
        here = [f"tally[unit, {rows['over ' + population]}] = 1.0 if counts else 0.0"]
        for m in own:
            functions[f"measure_{m.name}"] = m.function
            here.append(f"tally[unit, {rows[m.name]}] = {_call(m, step, scope, here)} if counts else 0.0")
        body += [f"counts = over_{population}({_values(over, step, scope, body)})", *here]
    for m in (m for m in measures if m.agg == "place"):
        functions[f"measure_{m.name}"] = m.function
        body.append(f"tally[unit, {rows[m.name]}] = {_call(m, step, scope, body)}")
    lines = []
    if body:
        lines = ["for u in range(units):", "    unit = u_base + u"]
        lines += [f"    {variable} = {value}" for variable, value in scope.once_a_unit.items()]
        lines += ["    " + line for line in body]
    scope.once_a_unit = {}
    country = Step(plan.mechanisms[0], Each(measures[0].function, domain="country"))
    for m in (m for m in measures if m.agg == "country"):
        functions[f"measure_{m.name}"] = m.function
        values = ", ".join(country_value(name, country, scope) for name in arguments(m.function))
        lines += ["u = units - 1", "unit = u_base + u"]
        lines += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()]
        lines += [f"value = measure_{m.name}({values})", "for u in range(units):",
                  f"    tally[u_base + u, {rows[m.name]}] = value"]
        scope.once_a_unit = {}
    return finish("tally_places", scope, lines, functions, False, "measures of units and of the country")


# a measure of the country is handed arrays of the whole batch, and where its own world lies in them
WHOLE = {"base": "base", "first": "base", "last": "base + people", "people": "people", "cells": "cells",
         "unit_first": "u_base", "unit_last": "u_base + units",
         "faction_base": f"w * {FACTION_SLOTS}", "seat_first": "w * seats + seat_start[u]",
         "seat_last": "w * seats + seat_start[u + 1]"}
ARRAYS = ("levers", "cell_of", "parent", "unit_rank", "province", "cell_start", "tie_start", "neighbour")


def country_value(name: str, step: Step, scope: Scope) -> str:
    """The expression for one argument of a measure of the country."""
    if name in WHOLE:
        if name.startswith("seat_"):
            scope.arrays.add("seat_start")
            scope.once_a_world["seats"] = "seat_start[units]"
        return WHOLE[name]
    column = scope.plan.columns.get(name)
    if column is not None and column.table == "world" and not column.per:
        return scope.world_value(column)
    if column is not None or name in ARRAYS:
        scope.arrays.add(name)
        return name
    found = scope.shared(name, step) or scope.around(name, step, 0) or scope.lever(name, "unit")
    if found is None:
        raise ModelError(f"a measure of the country reads '{name}', which is no column, lever or parameter")
    return found


def _values(function: object, step: Step, scope: Scope, before: list[str]) -> str:
    return ", ".join(unit_value(name, step, scope, before) for name in arguments(function))


def _call(measure: Measure, step: Step, scope: Scope, before: list[str]) -> str:
    return f"measure_{measure.name}({_values(measure.function, step, scope, before)})"

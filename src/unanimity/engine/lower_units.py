"""Loops over units and factions, the country's rules, and the measures that are read from units and the country."""

from __future__ import annotations

from functools import partial
from typing import Any

from unanimity.engine.argument_lookup import Scope, width
from unanimity.engine.lower_people import first_block, is_lazy, lazy_draws, shared_draw
from unanimity.engine.lower_rows import table_value
from unanimity.engine.plan import Pass, Plan, Step, bare
from unanimity.engine.tree import Block, Fold, For, If, Let, Source, Store, finish, lets
from unanimity.measures.declare import Measure
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.rule import Each, Total
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import SO_FAR, takes_tables

RANGES = {
    "cell": "range(low, high)",
    "unit above cells": "range(cells, units)",
    "unit": "range(0, units)",
    "unit from the top": "range(units - 1, -1, -1)",
    "district": "range(cells, parent[cells - 1] + 1)",
    "province": "range(child_first[units - 1], child_last[units - 1])",
    "centre": "range(units - 1, units)",
}
RANGES_READ = {"district": {"parent"}, "province": {"child_first", "child_last"}}
ABOVE = {"parent": "u_base + parent[u]", "province": "u_base + province[u]", "centre": "u_base + units - 1",
         "country": "w", "duration": f"w * {FACTION_SLOTS} + slot"}
AT_THE_TOP: Block = [Let("u", "units - 1"), Let("unit", "u_base + u")]


def unit_argument(name: str, step: Step, scope: Scope, at: int, before: Block) -> str:
    """The expression for one argument of a unit's rule; `before` gathers what must stand ahead of the call."""
    rule = step.rule
    if name == rule.per:
        return str(at)
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        stream = rule.stream + (name == "luck_2")
        if not is_lazy(step, name):
            first_block(stream, scope)
            before += shared_draw(str(stream), "u")
        return f"luck_{stream}"
    if name.startswith(("secretary_", "chief_", "children_")):
        found = scope.find(bare(name))
        if found is not None:
            column, which = found
            index = scope.index(column, which, rule.per, at)
            if not name.startswith("children_"):
                post = name.partition("_")[0]
                scope.arrays.add(post)
                return scope.cell_of(column, index, f"(base + max({post}[unit], 0))")
            scope.arrays.update({"child_first", "child_last"})
            below = For("below", "range(u_base + child_first[u], u_base + child_last[u])",
                        [Fold(name, scope.cell_of(column, index, "below"))])
            before += [Let(name, "0.0"), below]
            return name
    if name == "is_centre":
        return "u == units - 1"
    if name == "u":
        return "u"
    if name in TABLES and takes_tables(rule.function):
        return table_value(name, step, scope, rule.function)
    if name == "seed":
        scope.arrays.add("seeds")
        return "seeds[w]"
    expression = scope.shared(name, step) or scope.around(name, step, at) or scope.unit_or_world(name, step, at)
    expression = expression or scope.lever(name, "unit")
    if expression is None:
        raise ModelError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return expression


def unit_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over units, in the order the rule asks for; or the country's rules, one after the other."""
    scope, of_country = Scope(plan), run.kind == "world"
    argument, place = (world_argument, "w") if of_country else (unit_argument, "unit")
    scope.arrays |= RANGES_READ.get(run.order, set())
    body: Block = []
    afresh: Block = []
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            before: Block = []
            number = partial(argument, step=step, scope=scope, at=at)
            call = scope.call(step.label, step.rule.function, partial(number, before=before))
            drawn = lazy_draws(step, scope, "u", partial(number, before=[]))
            body += [*lets(scope.once_a_unit), *before, *drawn]
            if isinstance(step.rule, Total):
                clear, given = gives(step, scope, call)
                afresh += clear
                body += given
            else:
                body += stores(step, scope, at, call, place)
    loop = For("u", RANGES.get(run.order, ""), [Let("unit", "u_base + u"), *body])
    block = [*AT_THE_TOP, *body] if of_country else [*afresh, loop]
    return finish(name, scope, block, run.splits, run.label)


def gives(step: Step, scope: Scope, call: str) -> tuple[Block, Block]:
    """What a unit gives to one above it: what begins it afresh, and what adds."""
    rule = step.rule
    assert isinstance(rule, Total)
    scope.note_place(f"{rule.to}_")
    runs, place = scope.runs(step), ABOVE[rule.to]
    scope.arrays |= set(rule.writes)
    whom = ("slot", f"range({FACTION_SLOTS})") if rule.to == "duration" else ("u", RANGES[rule.order])
    clear: Block = [If(runs, [For(*whom, [Store(f"{name}[{place}]", "0") for name in rule.writes])])]
    names = [*(["slot"] if rule.to == "duration" else []), *(f"new_{name}" for name in rule.writes)]
    adds = [Store(f"{name}[{place}]", f"new_{name}", adds=True) for name in rule.writes]
    return [] if rule.fold == "added" else clear, [If(runs, [Let(", ".join(names), call), *adds])]


def stores(step: Step, scope: Scope, at: int, call: str, place: str) -> Block:
    """The call, the stores of what it returns, and the neutral values when the mechanism is off."""
    rule = step.rule
    runs = "True" if step.always else scope.runs(step)
    block: Block = [Let(", ".join(f"new_{name}" for name in rule.writes), call)]
    resting: Block = []
    for name in rule.writes:
        column = scope.plan.columns[name]
        index = scope.index(column, "", rule.per, at)
        block.append(scope.store(column, index, place, f"new_{name}"))
        if name in step.mechanism.neutral and not step.stands_in:
            resting.append(scope.store(column, index, place, repr(step.mechanism.neutral[name])))
    return [If(runs, block, resting)]


def faction_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over the slots of factions; slot 0 stands for none. What is the country's is added to."""
    scope, (step,) = Scope(plan), run.steps
    rule = step.rule
    assert isinstance(rule, Each)

    def number(argument: str) -> str:
        column = plan.columns.get(argument)
        of_slot = column is not None and column.table == "faction"
        return scope.cell_of(column, "", "slot") if column and of_slot else world_argument(argument, step, scope, 0, [])

    call = scope.call(step.label, rule.function, number)
    scope.arrays |= set(rule.writes)
    adds = [one for one in rule.writes if plan.columns[one].table == "world"]
    slots = f"range(w * {FACTION_SLOTS}{' + 1' if rule.domain == 'faction' else ''}, (w + 1) * {FACTION_SLOTS})"
    body: Block = [Let(", ".join("new_" + one for one in rule.writes), call),
            *(Store(f"{one}[{'w' if one in adds else 'slot'}]", f"new_{one}", one in adds) for one in rule.writes)]
    block = [*lets(scope.once_a_unit), If(scope.runs(step), [For("slot", slots, body)])]
    return finish(name, scope, block, False, step.label)


def world_argument(name: str, step: Step, scope: Scope, at: int, before: Block) -> str:
    """A country's rule reads its columns afresh, since the rule before may have written them."""
    if name.startswith(SO_FAR):
        scope.arrays.add(name)
        return f"{name}[w]"
    found = scope.find(name)
    if found is not None and found[0].table == "world" and name != step.rule.per:
        column, which = found
        return scope.cell_of(column, scope.index(column, which, step.rule.per, at), "w")
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        return f"uniform(seeds[w], {step.rule.stream + (name == 'luck_2')}, 0, month)"
    return unit_argument(name, step, scope, at, [])


# --- measures of units and of the country -----------------------------------------------------------------------------
def places_pass(plan: Plan, measures: tuple[Measure, ...], rows: dict[str, int]) -> Source:
    """Every unit's number: those of a population of units, those read at a place, and those of the country."""
    scope = Scope(plan)
    scope.arrays.add("tally")
    step = Step(plan.mechanisms[0], Each(measures[0].function, domain="unit"))
    body: Block = []

    def call(name: str, function: Any, before: Block) -> str:
        return scope.call(name, function, partial(_of_unit, step=step, scope=scope, before=before))

    for population in dict.fromkeys(m.population for m in measures if m.table == "unit"):
        own = [m for m in measures if m.table == "unit" and m.population == population]
        here: Block = [Store(f"tally[unit, {rows['over ' + population]}]", "1.0 if counts else 0.0")]
        for m in own:
            value = call(f"measure_{m.name}", m.function, here)
            here.append(Store(f"tally[unit, {rows[m.name]}]", f"{value} if counts else 0.0"))
        counts = call(f"over_{population}", own[0].over, body)
        body += [Let("counts", counts), *here]
    for m in (m for m in measures if m.agg == "place"):
        value = call(f"measure_{m.name}", m.function, body)
        body.append(Store(f"tally[unit, {rows[m.name]}]", value))
    units = For("u", "range(units)", [Let("unit", "u_base + u"), *lets(scope.once_a_unit), *body])
    block: Block = [units] if body else []
    country = Step(plan.mechanisms[0], Each(measures[0].function, domain="country"))
    for m in (m for m in measures if m.agg == "country"):
        scope.once_a_unit = {}
        value = scope.call(f"measure_{m.name}", m.function, partial(country_value, step=country, scope=scope))
        block += [*AT_THE_TOP, *lets(scope.once_a_unit), Let("value", value),
                  For("u", "range(units)", [Store(f"tally[u_base + u, {rows[m.name]}]", "value")])]
    return finish("tally_places", scope, block, False, "measures of units and of the country")


# a measure of the country is handed arrays of the whole batch, and where its own world lies in them
WHOLE = {"base": "base", "first": "base", "last": "base + people", "people": "people", "cells": "cells",
         "unit_first": "u_base", "unit_last": "u_base + units",
         "faction_base": f"w * {FACTION_SLOTS}", "seat_first": "w * seats + seat_start[u]",
         "seat_last": "w * seats + seat_start[u + 1]"}
ARRAYS = ("levers", "cell_of", "parent", "unit_rank", "province", "cell_start", "tie_start", "neighbour")


def _of_unit(name: str, step: Step, scope: Scope, before: Block) -> str:
    """An argument of a unit's measure; `rank` is the level as an office, 1 for a cell."""
    if name == "rank":
        scope.arrays.add("unit_rank")
        return "unit_rank[u]"
    return unit_argument(name, step, scope, 0, before)


def country_value(name: str, step: Step, scope: Scope) -> str:
    """The expression for one argument of a measure of the country."""
    if name in WHOLE:
        if name.startswith("seat_"):
            scope.chairs()
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

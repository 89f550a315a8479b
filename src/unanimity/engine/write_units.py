"""Loops over units, the country's rules, and rules that loop over members themselves."""

from __future__ import annotations

from functools import partial

from unanimity.engine.argument_lookup import Scope, width
from unanimity.engine.plan import Pass, Plan, Step, bare
from unanimity.engine.source import Source, finish
from unanimity.engine.write_people import chances, is_lazy, lazy_draws, shared_draw
from unanimity.engine.write_tables import table_value
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


def unit_argument(name: str, step: Step, scope: Scope, at: int, before: list[str]) -> str:
    """The expression for one argument of a unit's rule; `before` gathers lines that must stand ahead of the call."""
    rule = step.rule
    if name == rule.per:
        return str(at)
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        stream = rule.stream + (name == "luck_2")
        if not is_lazy(step, name) and f"luck_{stream}" not in before:
            scope.once_a_world[f"quad_{stream}"] = "-1"
            scope.once_a_world[f"words_{stream}"] = f"block(seeds[w], {stream}, 0, month)"
            before += shared_draw(str(stream), "u")
        return f"luck_{stream}"
    if name.startswith(("secretary_", "chief_", "children_")):
        found = scope.find(bare(name))
        if found is not None:
            column, which = found
            index = scope.index(column, which, rule.per, at) if column.per else ""
            if not name.startswith("children_"):
                post = name.partition("_")[0]
                scope.arrays.add(post)
                return scope.cell_of(column, index, f"(base + max({post}[unit], 0))")
            scope.arrays.update({"child_first", "child_last"})
            cell = scope.cell_of(column, index, "below")
            before += [f"{name} = 0.0",
                       "for below in range(u_base + child_first[u], u_base + child_last[u]):", f"    {name} += {cell}"]
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
    """One loop over units, in the order the rule asks for."""
    scope = Scope(plan)
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    functions |= chances(run)
    scope.arrays |= RANGES_READ.get(run.order, set())
    body: list[str] = []
    afresh: list[str] = []
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            before: list[str] = []
            number = partial(unit_argument, step=step, scope=scope, at=at)
            call = f"{step.label}({scope.handed(step.rule.function, step.label, partial(number, before=before))})"
            test = chances(run).get(f"{step.label}_chance")
            tested = scope.handed(test, f"{step.label}_chance", partial(number, before=[])) if test is not None else ""
            body += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()] + before
            body += lazy_draws(step, scope, "u", tested)
            if step.rule.kind == "unit_fold":
                given = gives(step, scope, call)
                afresh += given[0]
                body += given[1]
            else:
                body += stores(step, scope, at, call, "unit")
    loop = [f"for u in {RANGES[run.order]}:", "    unit = u_base + u", *("    " + line for line in body)]
    label = " + ".join(step.label for step in run.steps)
    return finish(name, scope, [*afresh, *loop], functions, run.splits, label)


def gives(step: Step, scope: Scope, call: str) -> tuple[list[str], list[str]]:
    """What a unit gives to one above it: the lines that begin afresh, and those that add."""
    assert isinstance(step.rule, Total)
    scope.note_place(f"{step.rule.to}_")
    switch, place = scope.switch(step.mechanism.id), ABOVE[step.rule.to]
    guard = f"if {'not ' if step.stands_in else ''}{switch}:"
    scope.arrays |= set(step.rule.writes)
    whom = f"slot in range({FACTION_SLOTS})" if step.rule.to == "duration" else f"u in {RANGES[step.rule.order]}"
    clear = [guard, f"    for {whom}:", *(f"        {name}[{place}] = 0" for name in step.rule.writes)]
    clear = [] if step.rule.fold == "added" else clear
    names = [f"new_{name}" for name in step.rule.writes]
    found = ", ".join(["slot", *names] if step.rule.to == "duration" else names)
    return clear, [guard, f"    {found} = {call}",
                   *(f"    {name}[{place}] += {value}" for name, value in zip(step.rule.writes, names, strict=True))]


def stores(step: Step, scope: Scope, at: int, call: str, place: str) -> list[str]:
    """The call, the stores of what it returns, and the neutral values when the mechanism is off."""
    names = [f"new_{name}" for name in step.rule.writes]
    switch = "True" if step.always else scope.switch(step.mechanism.id)
    lines = [f"if {'not ' if step.stands_in else ''}{switch}:", f"    {', '.join(names)} = {call}"]
    resting = []
    for name, value in zip(step.rule.writes, names, strict=True):
        column = scope.plan.columns[name]
        index = scope.index(column, "", step.rule.per, at) if column.per else ""
        lines.append("    " + scope.store(column, index, place, value))
        if name in step.mechanism.neutral and not step.stands_in:
            resting.append("    " + scope.store(column, index, place, repr(step.mechanism.neutral[name])))
    return [*lines, *(["else:", *resting] if resting else [])]


def faction_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over the slots of factions; slot 0 stands for none."""
    scope = Scope(plan)
    (step,) = run.steps
    assert isinstance(step.rule, Each)
    adds = [name for name in step.rule.writes if plan.columns[name].table == "world"]

    def number(argument: str) -> str:
        column = plan.columns.get(argument)
        if column is not None and column.table == "faction":
            return scope.cell_of(column, "", "slot")
        return world_argument(argument, step, scope, 0)

    values = scope.handed(step.rule.function, step.label, number)
    scope.arrays |= set(step.rule.writes)
    lines = [f"{found} = {new}" for found, new in scope.once_a_unit.items()]
    slots = f"range(w * {FACTION_SLOTS}{' + 1' if step.rule.domain == 'faction' else ''}, (w + 1) * {FACTION_SLOTS})"
    lines += [f"if {'not ' if step.stands_in else ''}{scope.switch(step.mechanism.id)}:",
              f"    for slot in {slots}:",
              f"        {', '.join('new_' + one for one in step.rule.writes)} = {step.label}({values})",
              *(f"        {one}[{'w' if one in adds else 'slot'}] {'+=' if one in adds else '='} new_{one}"
                for one in step.rule.writes)]
    return finish(name, scope, lines, {step.label: step.rule.function}, False, step.label)


def world_pass(name: str, run: Pass, plan: Plan) -> Source:
    """The country's rules, one after the other."""
    scope = Scope(plan)
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    body: list[str] = ["u = units - 1", "unit = u_base + u"]
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            number = partial(world_argument, step=step, scope=scope, at=at)
            values = scope.handed(step.rule.function, step.label, number)
            body += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()]
            body += stores(step, scope, at, f"{step.label}({values})", "w")
    return finish(name, scope, body, functions, False, " + ".join(step.label for step in run.steps))


def world_argument(name: str, step: Step, scope: Scope, at: int) -> str:
    """A country's rule reads its columns afresh, since the rule before may have written them."""
    if name.startswith(SO_FAR):
        scope.arrays.add(name)
        return f"{name}[w]"
    found = scope.find(name)
    if found is not None and found[0].table == "world" and name != step.rule.per:
        column, which = found
        return scope.cell_of(column, scope.index(column, which, step.rule.per, at) if column.per else "", "w")
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        return f"uniform(seeds[w], {step.rule.stream + (name == 'luck_2')}, 0, month)"
    return unit_argument(name, step, scope, at, [])

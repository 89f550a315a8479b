"""Loops over units, the country's rules, and rules that loop over members themselves."""

from __future__ import annotations

from functools import partial

from unanimity.engine.argument_lookup import Scope, width
from unanimity.engine.plan import Pass, Plan, Step, bare
from unanimity.engine.source import Source, finish
from unanimity.engine.write_people import is_lazy, lazy_draws, shared_draw
from unanimity.engine.write_rows import of_effect
from unanimity.engine.write_tables import table_value
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import SO_FAR, takes_tables

RANGES = {
    "cells": "range(low, high)",
    "above": "range(cells, units)",
    "up": "range(0, units)",
    "down": "range(units - 1, -1, -1)",
    "districts": "range(cells, parent[cells - 1] + 1)",
    "provinces": "range(child_first[units - 1], child_last[units - 1])",
    "centre": "range(units - 1, units)",
}
RANGES_READ = {"districts": {"parent"}, "provinces": {"child_first", "child_last"}}
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
    if name in (one.__name__ for one in rule.looks):
        look = next(one for one in rule.looks if one.__name__ == name)
        return f"{step.label}_{name}({of_effect(look, step, scope, ['u'])})"
    if name in (one.__name__ for one in rule.below):
        given = next(one for one in rule.below if one.__name__ == name)
        scope.arrays.update({"child_first", "child_last"})
        values = scope.handed(given, f"{step.label}_{name}",
                              lambda asked: scope.cell_of(scope.plan.columns[asked], "", "below"))
        before += [f"{name} = 0.0", "for below in range(u_base + child_first[u], u_base + child_last[u]):",
                   f"    {name} += {step.label}_{name}({values})"]
        return name
    expression = scope.shared(name, step) or scope.around(name, step, at) or scope.unit_or_world(name, step, at)
    expression = expression or scope.lever(name, "unit")
    if expression is None:
        raise ModelError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return expression


def unit_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over units, in the order the rule asks for."""
    scope = Scope(plan)
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    functions |= {f"{step.label}_drawn": step.rule.drawn for step in run.steps if step.rule.drawn is not None}
    functions |= {f"{step.label}_{one.__name__}": one for step in run.steps
                  for one in (*step.rule.below, *step.rule.looks)}
    scope.arrays |= RANGES_READ.get(run.order, set())
    body: list[str] = []
    afresh: list[str] = []
    after: list[str] = []
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            before: list[str] = []
            number = partial(unit_argument, step=step, scope=scope, at=at)
            call = f"{step.label}({scope.handed(step.rule.function, step.label, partial(number, before=before))})"
            tested = scope.handed(step.rule.drawn, f"{step.label}_drawn", partial(number, before=[])
                                  ) if step.rule.drawn is not None else ""
            body += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()] + before
            body += lazy_draws(step, scope, "u", tested)
            if step.rule.then is not None:
                functions[f"{step.label}_then"] = step.rule.then
                afresh.append(f"sum_{step.rule.name} = 0.0")
                body.append(f"sum_{step.rule.name} += {call}")
                after += in_the_end(step, scope)
            elif step.rule.kind == "unit_fold":
                given = gives(step, scope, call)
                afresh += given[0]
                body += given[1]
            else:
                body += stores(step, scope, at, call, "unit")
    loop = [f"for u in {RANGES[run.order]}:", "    unit = u_base + u", *("    " + line for line in body)]
    label = " + ".join(step.label for step in run.steps)
    return finish(name, scope, [*afresh, *loop, *after], functions, run.splits, label)


def in_the_end(step: Step, scope: Scope) -> list[str]:
    """What the country makes of a sum over units."""
    assert step.rule.then is not None
    before, scope.once_a_unit = scope.once_a_unit, {}
    values = scope.handed(step.rule.then, f"{step.label}_then", lambda name: (
        f"sum_{name}" if name == step.rule.name else world_argument(name, step, scope, 0)))
    read = [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()]
    scope.once_a_unit = before
    return ["u = units - 1", "unit = u_base + u", *read,
            *stores(step, scope, 0, f"{step.label}_then({values})", "w")]


def gives(step: Step, scope: Scope, call: str) -> tuple[list[str], list[str]]:
    """What a unit gives to one above it: the lines that begin afresh, and those that add."""
    scope.note_place(f"{step.rule.to}_")
    switch, place = scope.switch(step.mechanism.id), ABOVE[step.rule.to]
    guard = f"if {'not ' if step.stands_in else ''}{switch}:"
    scope.arrays |= set(step.rule.writes)
    whom = f"slot in range({FACTION_SLOTS})" if step.rule.to == "duration" else f"u in {RANGES[step.rule.order]}"
    clear = [guard, f"    for {whom}:", *(f"        {name}[{place}] = 0" for name in step.rule.writes)]
    clear = [] if step.rule.adds else clear
    names = [f"new_{name}" for name in step.rule.writes]
    found = ", ".join(["slot", *names] if step.rule.to == "duration" else names)
    return clear, [guard, f"    {found} = {call}",
                   *(f"    {name}[{place}] += {value}" for name, value in zip(step.rule.writes, names, strict=True))]


def stores(step: Step, scope: Scope, at: int, call: str, place: str) -> list[str]:
    """The call, the stores of what it returns, and the neutral values when the mechanism is off."""
    names = [f"new_{name}" for name in step.rule.writes]
    switch = "True" if step.rule.always else scope.switch(step.mechanism.id)
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
    adds = step.rule.to.split()

    def number(argument: str) -> str:
        column = plan.columns.get(argument)
        if column is not None and column.table == "faction":
            return scope.cell_of(column, "", "slot")
        return world_argument(argument, step, scope, 0)

    values = scope.handed(step.rule.function, step.label, number)
    scope.arrays |= set(step.rule.writes)
    lines = [f"{found} = {new}" for found, new in scope.once_a_unit.items()]
    slots = f"range(w * {FACTION_SLOTS}{' + 1' if step.rule.who else ''}, (w + 1) * {FACTION_SLOTS})"
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


# --- rules that loop over tables themselves --------------------------------------------------------------------------
HERE: dict[str, tuple[str, set[str]]] = {  # places are those of its own world
    "seed": ("seeds[w]", {"seeds"}), "seat_first": ("seat_start[units - 1]", {"seat_start"}),
    "seat_last": ("seat_start[units]", {"seat_start"}),
}


def loop_argument(name: str, step: Step, scope: Scope) -> str:
    """The expression for one argument of a rule that loops over tables: a table, or a number."""
    if name in TABLES:
        return table_value(name, step, scope)
    if name in HERE:
        scope.arrays |= HERE[name][1]
        return HERE[name][0]
    expression = scope.log() if name == "log" else scope.shared(name, step)
    if expression is None:
        raise ModelError(f"{step.label} reads '{name}', which is no table, seat_first, seat_last, month, seed, log or "
                         "parameter")
    return expression


def loop_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One call for the country."""
    scope = Scope(plan)
    (step,) = run.steps
    call = f"{step.label}({', '.join(loop_argument(argument, step, scope) for argument in step.rule.reads)})"
    return finish(name, scope, guarded_loop(step, scope, call), {step.label: step.rule.function}, False, step.label)


def guarded_loop(step: Step, scope: Scope, call: str) -> list[str]:
    """The call under its mechanism's switch, unless the rule asks to run always."""
    if step.rule.always:
        return [call]
    return [f"if {'not ' if step.stands_in else ''}{scope.switch(step.mechanism.id)}:", f"    {call}"]

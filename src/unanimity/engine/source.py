"""The loops, written from the rules' signatures: readable Python that numba compiles.

Each pass becomes one function `step(w, low, high, ...)` for one world and a range of cells, so the same code serves
many small worlds (a thread takes whole worlds) and one large world (threads share its cells). A person can open the
generated files and see the month as loops.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from unanimity.engine.names import Scope, width
from unanimity.engine.plan import Pass, Plan, Step, bare
from unanimity.measures.declare import Measure
from unanimity.world.rules import ALIVE, AT_LIBERTY

WHO = {ALIVE: "status_here < 7", AT_LIBERTY: "status_here < 3"}
SIZES = ("people", "units", "cells", "issues", "month")


@dataclass(frozen=True)
class Source:
    """One generated function: its text, the arrays it takes, and the Python names it uses."""

    name: str
    text: str
    arrays: tuple[str, ...]
    functions: dict[str, object]
    splits: bool
    label: str


def _block(lines: list[str], by: int = 1) -> str:
    return indent("\n".join(lines), "    " * by)


def finish(name: str, scope: Scope, body: list[str], functions: dict[str, object], splits: bool, label: str) -> Source:
    """Signature, what is read once a world, and the body."""
    arrays = tuple(sorted(scope.arrays))
    head = f"def {name}(w, low, high, {', '.join(SIZES)}{''.join(', ' + a for a in arrays)}):"
    once = ["base = w * people", "u_base = w * units"]
    once += [f"{variable} = {value}" for variable, value in scope.once_a_world.items()]
    text = f'{head}\n    """{label}"""\n{_block(once)}\n{_block(body)}\n'
    return Source(name, text, arrays, {**functions, **scope.tuples}, splits, label)


# --- people ---------------------------------------------------------------------------------------------------------
def person_argument(name: str, step: Step, scope: Scope, at: int, folds: set[str]) -> str:
    """The expression for one argument of a person's rule."""
    rule = step.rule
    fold = f"{name}_{at}" if rule.per else name
    if fold in folds or name in folds:
        return f"fold_{fold if fold in folds else name}"
    if name == rule.per:
        return str(at)
    if name == "person":
        return "k"
    if name in ("luck", "luck_2"):
        return draw(step, scope, 0 if name == "luck" else 1)
    expression = scope.shared(name, step) or scope.around(name, step, at)
    if expression:
        return expression
    found = scope.find(name)
    if found is not None and found[0].table == "person":
        column, which = found
        index = scope.index(column, which, rule.per, at) if column.per else ""
        if which == "voted":
            return scope.cell_of(column, index, "i")
        variable = f"{column.name}{'_' + index if index else ''}_here"
        scope.once_a_person[variable] = scope.cell_of(column, index, "i")
        return variable
    expression = scope.unit_or_world(name, step, at) or scope.lever(name, "unit")
    if expression is None:
        raise ValueError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return expression


def draw(step: Step, scope: Scope, extra: int) -> str:
    """A keyed uniform of this person and month; four neighbours share one call of the generator."""
    stream = step.rule.stream + extra
    if not step.rule.stream:
        raise ValueError(f"{step.label} draws luck but names no stream")
    scope.arrays.add("seeds")
    scope.once_a_world[f"quad_{stream}"] = "-1"
    scope.once_a_world[f"words_{stream}"] = f"block(seeds[w], {stream}, 0, month)"
    scope.once_a_person[f"luck_{stream}"] = f"@draw {stream}"
    return f"luck_{stream}"


def person_load(variable: str, value: str) -> list[str]:
    """The lines that read one value of a person."""
    if not value.startswith("@draw"):
        return [f"{variable} = {value}"]
    stream = value.split()[1]
    return [
        f"if (k >> 2) != quad_{stream}:",
        f"    quad_{stream} = k >> 2",
        f"    words_{stream} = block(seeds[w], {stream}, quad_{stream}, month)",
        f"{variable} = as_uniform(word(words_{stream}, k))",
    ]


def guarded(step: Step, scope: Scope, lines: list[str]) -> list[str]:
    """The lines under the conditions: who the rule is about, and whether its mechanism is on."""
    conditions = []
    who = WHO.get(step.rule.who)
    if who:
        scope.once_a_person["status_here"] = scope.cell_of(scope.plan.columns["status"], "", "i")
        conditions.append(who)
    switch = scope.switch(step.mechanism.id)
    if not step.rule.always:
        conditions.append(f"not {switch}" if step.stands_in else switch)
    return [f"if {' and '.join(conditions)}:", *("    " + line for line in lines)] if conditions else lines


def person_rule(step: Step, scope: Scope, at: int, folds: set[str]) -> list[str]:
    """The call of a person's rule and the stores of what it returns."""
    rule = step.rule
    values = [person_argument(name, step, scope, at, folds) for name in rule.reads]
    names = [f"new_{name}" for name in rule.writes]
    lines = [f"{', '.join(names)} = {step.label}({', '.join(values)})"]
    resting = []
    for name, value in zip(rule.writes, names, strict=True):
        column = scope.plan.columns[name]
        index = scope.index(column, "", rule.per, at) if column.per else ""
        here = f"{name}{'_' + index if index else ''}_here"
        reload = [f"{here} = {scope.cell_of(column, index, 'i')}"] if here in scope.once_a_person else []
        lines += [scope.store(column, index, "i", value), *reload]
        if name in step.mechanism.neutral and not step.stands_in:
            resting += [scope.store(column, index, "i", repr(step.mechanism.neutral[name])), *reload]
    lines = guarded(step, scope, lines)
    if resting:
        lines += [f"if not {scope.switch(step.mechanism.id)}:", *("    " + line for line in resting)]
    return lines


def tie_argument(name: str, step: Step, scope: Scope, at: int, folds: set[str], others: dict[str, str]) -> str:
    """The expression for one argument of a rule over ties."""
    column = scope.plan.columns.get(name)
    if column is not None and column.table == "tie":
        return scope.cell_of(column, "", "t")
    if name.startswith("other_"):
        found = scope.find(bare(name))
        if found is None or found[0].table != "person":
            raise ValueError(f"{step.label} reads '{name}', which is no column of a person")
        other, which = found
        index = scope.index(other, which, step.rule.per, at) if other.per else ""
        array = f"last_{other.name}" if other.name in scope.plan.remembered else other.name
        variable = f"{name}{'_' + index if index else ''}"
        others[variable] = scope.cell_of(other, index, "j", array)
        return variable
    return person_argument(name, step, scope, at, folds)


def tie_loop(steps: list[Step], scope: Scope, folds: set[str]) -> list[str]:
    """One loop over a person's ties for neighbouring folds, or for one rule that writes ties."""
    scope.arrays.update({"tie_start", "neighbour"})
    first = steps[0]
    begin: list[str] = []
    inner: list[str] = []
    others: dict[str, str] = {}
    for step in steps:
        for at in range(width(scope.plan, step.rule.per) if step.rule.per else 1):
            values = [tie_argument(name, step, scope, at, folds, others) for name in step.rule.reads]
            call = f"{step.label}({', '.join(values)})"
            if step.rule.kind == "tie":
                inner += tie_store(step, scope, call, others)
                continue
            name = f"fold_{step.rule.name}{'_' + str(at) if step.rule.per else ''}"
            begin.append(f"{name} = 0.0")
            inner.append(f"{name} += {call}" if step.rule.fold == "sum" else f"{name} = max({name}, {call})")
    for step in steps:
        if step.rule.kind == "tie_fold":
            wide = width(scope.plan, step.rule.per) if step.rule.per else 1
            folds.update(f"{step.rule.name}_{at}" if step.rule.per else step.rule.name for at in range(wide))
    skip = first.rule.when
    lines = ["for t in range(tie_start[i], tie_start[i + 1]):"]
    if others:
        lines.append("    j = far_base + neighbour[t]")
        scope.once_a_world["far_base"] = "np.uint64(w) * np.uint64(people)"
    if skip:
        lines += [f"    {skip} = {others.pop(skip)}", f"    if {skip} == 0:", "        continue"]
    lines += [f"    {variable} = {value}" for variable, value in others.items()]
    lines += ["    " + line for line in inner]
    return [*begin, *guarded(first, scope, lines)]


def tie_store(step: Step, scope: Scope, call: str, others: dict[str, str]) -> list[str]:
    """The store of a tie's new value, under the rule's own test of the stored numbers if it has one."""
    line = scope.store(scope.plan.columns[step.rule.writes[0]], "", "t", call)
    test = step.rule.only
    if test is None:
        return [line]
    names = test.__code__.co_varnames[:test.__code__.co_argcount]
    values = [f"{n}[t]" if n in scope.plan.columns else tie_argument(n, step, scope, 0, set(), others) for n in names]
    return [f"if {step.label}_when({', '.join(values)}):", f"    {line}"]


def person_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over the people of a range of cells, with every rule of the pass fused into it."""
    scope = Scope(plan)
    scope.arrays.add("cell_start")
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    functions |= {f"{step.label}_when": step.rule.only for step in run.steps if step.rule.only is not None}
    person_body(run, scope)  # a first writing finds out what is read, so that the second knows what to read again
    body, sums = person_body(run, scope)
    lines = cells_loop(scope, body, sums)
    return finish(name, scope, lines, functions, True, " + ".join(step.label for step in run.steps))


def person_body(run: Pass, scope: Scope) -> tuple[list[str], list[tuple[str, str]]]:
    """What is done for one person: every rule of the pass in order; and the sums it adds to."""
    folds: set[str] = set()
    body: list[str] = []
    sums: list[tuple[str, str]] = []
    place = 0
    while place < len(run.steps):
        step = run.steps[place]
        group = [step]
        if step.rule.kind == "tie_fold":
            while place + len(group) < len(run.steps) and _shares_loop(run.steps[place + len(group)], step):
                group.append(run.steps[place + len(group)])
        if step.rule.kind in ("tie_fold", "tie"):
            body += tie_loop(group, scope, folds)
        else:
            for at in range(width(scope.plan, step.rule.per) if step.rule.per else 1):
                if step.rule.kind == "person":
                    body += person_rule(step, scope, at, folds)
                else:
                    body += member_fold(step, scope, at, folds, sums)
        place += len(group)
    return body, sums


def _shares_loop(step: Step, first: Step) -> bool:
    rule = step.rule
    return (rule.kind == "tie_fold" and rule.when == first.rule.when and rule.who == first.rule.who
            and step.mechanism.id == first.mechanism.id)


def member_fold(step: Step, scope: Scope, at: int, folds: set[str], sums: list[tuple[str, str]]) -> list[str]:
    """What one person adds to his cell's column."""
    column = scope.plan.columns[step.rule.writes[0]]
    index = scope.index(column, "", step.rule.per, at) if column.per else ""
    total = f"sum_{column.name}{'_' + index if index else ''}"
    values = [person_argument(name, step, scope, at, folds) for name in step.rule.reads]
    sums.append((total, scope.store(column, index, "unit", total)))
    return guarded(step, scope, [f"{total} += {step.label}({', '.join(values)})"])


def cells_loop(scope: Scope, body: list[str], sums: list[tuple[str, str]]) -> list[str]:
    """The loops over cells and their people around a body."""
    loads = [line for variable, value in scope.once_a_person.items() for line in person_load(variable, value)]
    lines = ["for u in range(low, high):", "    unit = u_base + u"]
    lines += [f"    {variable} = {value}" for variable, value in scope.once_a_unit.items()]
    lines += [f"    {total} = 0.0" for total, _ in sums]
    lines += ["    for i in range(base + cell_start[u], base + cell_start[u + 1]):", "        k = i - base"]
    lines += ["        " + line for line in (*loads, *body)]
    lines += ["    " + store for _, store in sums]
    return lines


# --- units and the country ------------------------------------------------------------------------------------------
RANGES = {
    "cells": "range(low, high)",
    "above": "range(cells, units)",
    "up": "range(0, units)",
    "down": "range(units - 1, -1, -1)",
}


def unit_argument(name: str, step: Step, scope: Scope, at: int, before: list[str]) -> str:
    """The expression for one argument of a unit's rule; `before` gathers lines that must stand ahead of the call."""
    rule = step.rule
    if name == rule.per:
        return str(at)
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        return f"uniform(seeds[w], {rule.stream + (name == 'luck_2')}, u, month)"
    if name.startswith(("secretary_", "children_")):
        found = scope.find(bare(name))
        if found is not None:
            column, which = found
            index = scope.index(column, which, rule.per, at) if column.per else ""
            if name.startswith("secretary_"):
                scope.arrays.add("secretary")
                return scope.cell_of(column, index, "(base + max(secretary[unit], 0))")
            scope.arrays.update({"child_first", "child_last"})
            cell = scope.cell_of(column, index, "below")
            before += [f"{name} = 0.0",
                       "for below in range(u_base + child_first[u], u_base + child_last[u]):", f"    {name} += {cell}"]
            return name
    expression = scope.shared(name, step) or scope.around(name, step, at) or scope.unit_or_world(name, step, at)
    expression = expression or scope.lever(name, "unit")
    if expression is None:
        raise ValueError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return expression


def unit_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One loop over units, in the order the rule asks for."""
    scope = Scope(plan)
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    body: list[str] = []
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            before: list[str] = []
            values = [unit_argument(argument, step, scope, at, before) for argument in step.rule.reads]
            body += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()] + before
            body += stores(step, scope, at, f"{step.label}({', '.join(values)})", "unit")
    lines = [f"for u in {RANGES[run.order]}:", "    unit = u_base + u", *("    " + line for line in body)]
    return finish(name, scope, lines, functions, run.splits, " + ".join(step.label for step in run.steps))


def stores(step: Step, scope: Scope, at: int, call: str, place: str) -> list[str]:
    """The call, the stores of what it returns, and the neutral values when the mechanism is off."""
    names = [f"new_{name}" for name in step.rule.writes]
    switch = scope.switch(step.mechanism.id)
    lines = [f"if {'not ' if step.stands_in else ''}{switch}:", f"    {', '.join(names)} = {call}"]
    resting = []
    for name, value in zip(step.rule.writes, names, strict=True):
        column = scope.plan.columns[name]
        index = scope.index(column, "", step.rule.per, at) if column.per else ""
        lines.append("    " + scope.store(column, index, place, value))
        if name in step.mechanism.neutral and not step.stands_in:
            resting.append("    " + scope.store(column, index, place, repr(step.mechanism.neutral[name])))
    return [*lines, *(["else:", *resting] if resting else [])]


def world_pass(name: str, run: Pass, plan: Plan) -> Source:
    """The country's rules, one after the other."""
    scope = Scope(plan)
    functions: dict[str, object] = {step.label: step.rule.function for step in run.steps}
    body: list[str] = ["u = units - 1", "unit = u_base + u"]
    for step in run.steps:
        for at in range(width(plan, step.rule.per) if step.rule.per else 1):
            scope.once_a_unit = {}
            values = [world_argument(argument, step, scope, at) for argument in step.rule.reads]
            body += [f"{variable} = {value}" for variable, value in scope.once_a_unit.items()]
            body += stores(step, scope, at, f"{step.label}({', '.join(values)})", "w")
    return finish(name, scope, body, functions, False, " + ".join(step.label for step in run.steps))


def world_argument(name: str, step: Step, scope: Scope, at: int) -> str:
    """A country's rule reads its columns afresh, since the rule before may have written them."""
    found = scope.find(name)
    if found is not None and found[0].table == "world" and name != step.rule.per:
        column, which = found
        return scope.cell_of(column, scope.index(column, which, step.rule.per, at) if column.per else "", "w")
    if name in ("luck", "luck_2"):
        scope.arrays.add("seeds")
        return f"uniform(seeds[w], {step.rule.stream + (name == 'luck_2')}, 0, month)"
    return unit_argument(name, step, scope, at, [])


# --- rules that loop over members themselves ------------------------------------------------------------------------
def loop_argument(name: str, step: Step, scope: Scope) -> str:
    """The expression for one argument of a rule of the second kind: arrays as they are, the rest as numbers."""
    plain = {"first": "base + cell_start[u]", "last": "base + cell_start[u + 1]", "base": "base", "unit": "unit",
             "seat_first": "w * seats + seat_start[u]", "seat_last": "w * seats + seat_start[u + 1]",
             "is_centre": "u == units - 1", "child_first": "u_base + child_first[u]"}
    needs = {"first": {"cell_start"}, "last": {"cell_start"}, "seat_first": {"seat_start"}, "seat_last": {"seat_start"},
             "child_first": {"child_first"}}
    if name in plain:
        scope.arrays |= needs.get(name, set())
        if name.startswith("seat_"):
            scope.once_a_world["seats"] = "seat_start[units]"
        return plain[name]
    if name in ("tie_start", "neighbour"):
        scope.arrays.add(name)
        return name
    column = scope.plan.columns.get(name)
    if column is not None:
        if column.table == "world" and not column.per:
            return scope.world_value(column)
        scope.arrays.add(name)
        return name
    expression = scope.shared(name, step) or scope.around(name, step, 0) or scope.lever(name, "unit")
    if expression is None:
        raise ValueError(f"{step.label} reads '{name}', which is no column, lever or parameter")
    return expression


def loop_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One call for each cell, or for each unit above the cells."""
    scope = Scope(plan)
    (step,) = run.steps
    values = [loop_argument(argument, step, scope) for argument in step.rule.reads]
    span = "range(low, high)" if run.kind == "within_cells" else "range(cells, units)"
    call = f"{step.label}({', '.join(values)})"
    lines = [f"for u in {span}:", "    unit = u_base + u"]
    lines += [f"    {variable} = {value}" for variable, value in scope.once_a_unit.items()]
    lines += ["    " + line for line in (guarded_loop(step, scope, call))]
    return finish(name, scope, lines, {step.label: step.rule.function}, run.splits, step.label)


def guarded_loop(step: Step, scope: Scope, call: str) -> list[str]:
    """The call under its mechanism's switch, unless the rule asks to run always."""
    if step.rule.always:
        return [call]
    return [f"if {'not ' if step.stands_in else ''}{scope.switch(step.mechanism.id)}:", f"    {call}"]


# --- what stands around the rules -----------------------------------------------------------------------------------
def begin_pass(plan: Plan) -> Source:
    """Keep a copy of last month of what neighbours read."""
    scope = Scope(plan)
    body: list[str] = ["for i in range(base, base + people):"]
    for name in plan.remembered:
        column = plan.columns[name]
        scope.arrays.update({name, f"last_{name}"})
        for at in range(width(plan, column.per)) if column.per else ("",):
            place = f"{at}, i" if column.per else "i"
            body.append(f"    last_{name}[{place}] = {name}[{place}]")
    if not plan.remembered:
        body = ["pass"]
    return finish("begin", scope, body, {}, False, "last month's copy for neighbours")


def raise_pass(name: str, columns: list[tuple[str, str]], plan: Plan) -> Source:
    """Sums over members, carried up the tree from child to parent."""
    scope = Scope(plan)
    scope.arrays.add("parent")
    clear, carry = [], []
    for column_name, index in columns:
        scope.arrays.add(column_name)
        place = f"{column_name}[{index + ', ' if index else ''}"
        clear.append(f"    {place}u_base + u] = 0")
        carry.append(f"    {place}u_base + parent[u]] += {place}u_base + u]")
    lines = ["for u in range(cells, units):", *clear, "for u in range(units - 1):", *carry]
    return finish(name, scope, lines, {}, False, "sums up the tree")


def tally_rows(measures: tuple[Measure, ...]) -> dict[str, int]:
    """Where each measure's sum, and each population's number, stands in the tally."""
    counted = [m for m in measures if m.agg != "derived"]
    rows = {m.name: place for place, m in enumerate(counted)}
    for m in counted:
        rows.setdefault(f"over {m.population}", len(rows))
    return rows


def tally_pass(plan: Plan, measures: tuple[Measure, ...]) -> Source:
    """The measures' sums over the people of every cell, population by population."""
    scope = Scope(plan)
    scope.arrays.update({"cell_start", "tally"})
    functions: dict[str, object] = {}
    body: list[str] = []
    rows = tally_rows(measures)
    step = Step(plan.mechanisms[0], plan.mechanisms[0].rules[0])  # measures read as a person's rule does
    for population in dict.fromkeys(m.population for m in measures):
        own = [m for m in measures if m.population == population]
        over = own[0].over
        assert over is not None
        functions[f"over_{population}"] = over
        body += [f"if over_{population}({_arguments(over, step, scope)}):", f"    sum_{rows['over ' + population]} += 1.0"]
        for measure in own:
            functions[f"measure_{measure.name}"] = measure.function
            value = f"measure_{measure.name}({_arguments(measure.function, step, scope)})"
            body.append(f"    sum_{rows[measure.name]} += {value}")
    sums = [(f"sum_{row}", f"tally[{row}, unit] = sum_{row}") for row in rows.values()]
    return finish("tally_people", scope, cells_loop(scope, body, sums), functions, True, "measures")


def _arguments(function, step: Step, scope: Scope) -> str:  # type: ignore[no-untyped-def]
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    return ", ".join(person_argument(name, step, scope, 0, set()) for name in names)


def record_pass(plan: Plan, rows: int) -> Source:
    """Carry the measures' sums up the tree and write those of the provinces and the centre into the record."""
    scope = Scope(plan)
    scope.arrays.update({"tally", "parent", "record_units", "record_month", "table"})
    lines = [
        f"for row in range({rows}):",
        "    for u in range(cells, units):",
        "        tally[row, u_base + u] = 0.0",
        "    for u in range(units - 1):",
        "        tally[row, u_base + parent[u]] += tally[row, u_base + u]",
        "    for place in range(record_units.size):",
        "        table[month - record_month[0], w, place, row] = tally[row, u_base + record_units[place]]",
    ]
    return finish("record_month_end", scope, lines, {}, False, "measures up the tree")


def sources(plan: Plan) -> list[Source]:
    """Every function of a month, in the order in which they run."""
    made = [begin_pass(plan)]
    write = {"person": person_pass, "unit": unit_pass, "world": world_pass, "within_cells": loop_pass,
             "above_cells": loop_pass}
    for number, run in enumerate(plan.passes):
        made.append(write[run.kind](f"step_{number:02d}", run, plan))
        raised = [(step.rule.writes[0], str(at) if step.rule.per else "") for step in run.steps
                  if step.rule.kind == "member_fold" and step.rule.up
                  for at in range(width(plan, step.rule.per) if step.rule.per else 1)]
        if raised:
            made.append(raise_pass(f"step_{number:02d}_up", raised, plan))
    counted = tuple(m for m in plan.measures if m.agg != "derived")
    if counted:
        made += [tally_pass(plan, counted), record_pass(plan, len(tally_rows(counted)))]
    return made


def driver(made: list[Source]) -> Source:
    """The whole month for a range of worlds and months: the order, as one visible list of calls."""
    arrays = tuple(sorted({a for source in made for a in source.arrays}))
    sizes = ", ".join(SIZES[:-1])
    lines = [f"def advance(world_first, world_last, month_first, month_last, {sizes}, {', '.join(arrays)}):",
             '    """The month, for each world in turn, so that a small world stays in the nearest cache."""',
             "    for w in range(world_first, world_last):",
             "        for month in range(month_first, month_last):"]
    for source in made:
        tail = "".join(", " + a for a in source.arrays)
        lines += [f"            # {source.label}",
                  f"            {source.name}(w, 0, cells, {sizes}, month{tail})"]
    functions: dict[str, object] = {source.name: source for source in made}
    return Source("advance", "\n".join(lines) + "\n", arrays, functions, False, "a month")

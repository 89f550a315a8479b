"""The loop over the docket, written out: one call a case, with the rows that its rule asks for (world/tables.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unanimity.engine.names import Scope
from unanimity.engine.plan import Pass, Plan, Step
from unanimity.engine.source import Source, argument_names, finish
from unanimity.engine.write_tables import row_of_country, table_value
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.world.errors import ModelError
from unanimity.world.levers import AS_EVERYBODY, BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rules import decided
from unanimity.world.tables import NAMES, ROWS_OF_A_CASE, fields_asked, table_class

WHERE = {"cell": "cell", "place": "place", "act": "act", "centre": "(units - 1)"}


def case_pass(name: str, run: Pass, plan: Plan) -> Source:
    """One walk over the docket as it stands at the head of the step."""
    scope = Scope(plan)
    (step,) = run.steps
    rule = step.rule
    functions: dict[str, object] = {step.label: rule.function}
    scope.arrays |= {"docket", "docket_size", "cell_of"}
    rows = _rows(step, scope)
    lines = [*(f"so_far_{name} = 0.0" for name in rule.carries), "for k in range(docket_size[w]):"]
    lines += _indent(["person = int(docket[base + k])", "i = base + person", "cell = cell_of[person]"])
    tested: tuple[str, ...] = ()
    if rule.only is not None:
        functions[f"{step.label}_only"] = rule.only
        tested = argument_names(rule.only)
        lines += _indent([*_places(tested, step, scope, functions), *_made(rows, tested),
                          f"if not {step.label}_only({_values(rule.only, step, scope)}):", "    continue"])
    looks = {look.__name__: look for look in rule.looks}
    functions |= looks
    body = [f"look_{name} = {name}({_of_effect(look, step, scope, ['person'])})" for name, look in looks.items()]
    rest = tuple(name for name in argument_names(rule.function) if name not in tested)
    body += [*_places(rest, step, scope, functions), *_made(rows, rest)]
    decisions = [f"does_{name}" for name in decided(rule.effect)]
    told = [*(f"new_{name}" for name in rule.returns), *decisions, *(f"so_far_{name}" for name in rule.carries)]
    body.append(f"{', '.join(told)} = {step.label}({_values(rule.function, step, scope)})")
    for returned in rule.returns:
        column = plan.columns[returned]
        index = scope.index(column, "", "", 0) if column.per else ""
        body.append(scope.store(column, index, "i", f"new_{returned}"))
    if rule.effect is not None:
        functions[rule.effect.__name__] = rule.effect
        body.append(f"{rule.effect.__name__}({_of_effect(rule.effect, step, scope, ['person', *decisions])})")
    lines += _indent(body)
    if rule.then is not None:
        functions[f"{step.label}_then"] = rule.then
        lines += [*_made(_rows(step, scope, rule.then), argument_names(rule.then)),
                  f"{', '.join(f'new_{name}' for name in rule.then_writes)} = "
                  f"{step.label}_then({_values(rule.then, step, scope)})"]
        lines += [scope.store(plan.columns[name], "", "w", f"new_{name}") for name in rule.then_writes]
    if not rule.always:
        lines = [f"if {'not ' if step.stands_in else ''}{scope.switch(step.mechanism.id)}:", *_indent(lines)]
    return finish(name, scope, lines, functions, False, step.label)


def _indent(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def _places(asked: tuple[str, ...], step: Step, scope: Scope, functions: dict[str, object]) -> list[str]:
    """Where the case lies, and the unit in whose assembly the act was done, if they are asked for."""
    lines = []
    for row, formula, column in (("place", place_of, "held_in"), ("act", unit_of_rank, "case_level")):
        if row in asked:
            scope.arrays.add(column)
            functions[formula.__name__] = formula
            tree = table_value("tree", step, scope, formula)
            order = {"place": f"{column}[i], cell, {tree}", "act": f"cell, {column}[i], {tree}"}[row]
            lines.append(f"{row} = {formula.__name__}({order})")
    return lines


def _rows(step: Step, scope: Scope, only_for: Callable[..., Any] | None = None) -> dict[str, str]:
    """The named tuples of numbers that the rule, its test and its end ask for, as expressions."""
    made = {}
    asking = [only_for] if only_for is not None else [one for one in (step.rule.function, step.rule.only) if one]
    for row in ROWS_OF_A_CASE:
        fields = tuple(sorted({field for one in asking for field in fields_asked(one, row)}))
        if not any(row in argument_names(one) for one in asking):
            continue
        kind = table_class(f"{'last_' if only_for is not None else ''}{row}", fields)
        scope.tuples[kind.__name__] = kind
        values = ", ".join(_number(row, field, step, scope) for field in fields)
        made[row] = f"{kind.__name__}({values}{',' if len(fields) == 1 else ''})"
    return made


def _made(rows: dict[str, str], asked: tuple[str, ...]) -> list[str]:
    return [f"row_{row} = {text}" for row, text in rows.items() if row in asked]


def _number(row: str, field: str, step: Step, scope: Scope) -> str:
    if row == "country":
        return row_of_country(field, step, scope)
    if row == "on":
        return scope.switch(field)
    found = scope.find(field)
    if row == "case":
        if found is None or found[0].table != "person":
            raise ModelError(f"{step.label} reads case.{field}, which is no column of a person")
        column, which = found
        return scope.cell_of(column, scope.index(column, which, "", 0) if column.per else "", "i")
    place = f"u_base + {WHERE[row]}"
    if found is not None and found[0].table == "unit":
        column, which = found
        return scope.cell_of(column, scope.index(column, which, "", 0) if column.per else "", place)
    lever = BY_ARGUMENT.get(field)
    if lever is None:
        raise ModelError(f"{step.label} reads {row}.{field}, which is no column of a unit and no lever")
    scope.arrays.add("levers")
    number = NUMBER_OF[lever.name]
    usual = f"levers[{number}, {place}]"
    if row not in ("cell", "place") or lever.name not in scope.plan.own_levers:
        return usual
    scope.once_a_world["own_from"] = f"int(levers[{number}, levers.shape[1] - 1] - {OWN_FROM!r})"
    own = f"levers[{number}, own_from + i]"
    return f"({own} if {own} > {AS_EVERYBODY!r} else {usual})"


def _values(function: Callable[..., Any], step: Step, scope: Scope) -> str:
    return ", ".join(_value(name, step, scope) for name in argument_names(function))


def _value(name: str, step: Step, scope: Scope) -> str:
    """An argument of a rule over cases, of its test or of its end."""
    rule = step.rule
    if name in ROWS_OF_A_CASE:
        return f"row_{name}"
    if name in rule.carries:
        return f"so_far_{name}"
    if name == "person":
        return "person"
    if name == "luck":
        return _luck(step, scope)
    if any(look.__name__ == name for look in rule.looks):
        return f"look_{name}"
    found = scope.shared(name, step)
    if found is None:
        raise ModelError(f"{step.label} reads '{name}', which a rule over cases cannot have; allowed: "
                         f"{', '.join(ROWS_OF_A_CASE)}, month, calendar, p, p_NAME, person, luck ..., what it carries "
                         "from case to case, and its looks")
    return found


def _luck(step: Step, scope: Scope) -> str:
    """The keyed draw of a case, or a row of them by name."""
    rule = step.rule
    scope.arrays |= {"seeds"} | ({rule.keyed} if rule.keyed else set())
    when = f"int({rule.keyed}[i])" if rule.keyed else "month"
    if not rule.lots:
        return f"uniform(seeds[w], {rule.stream}, person, {when})"
    asked, known = fields_asked(rule.function, "luck"), dict(rule.lots)
    for name in asked:
        if name not in known:
            raise ModelError(f"{step.label} draws luck.{name}, for which it names no stream; named: {', '.join(known)}")
    kind = table_class("luck", asked)
    scope.tuples[kind.__name__] = kind
    values = ", ".join(f"uniform(seeds[w], {known[name]}, person, {when})" for name in asked)
    return f"{kind.__name__}({values}{',' if len(asked) == 1 else ''})"


def _of_effect(function: Callable[..., Any], step: Step, scope: Scope, first: list[str]) -> str:
    """The arguments of an effect or a look: the person, what was decided, and then tables, month, seed, log, p."""
    values = list(first)
    for name in argument_names(function)[len(first):]:
        if name in NAMES:
            values.append(table_value(name, step, scope, function))
        elif name == "log":
            values.append(scope.log())
        elif name == "seed":
            scope.arrays.add("seeds")
            values.append("seeds[w]")
        else:
            found = scope.shared(name, step)
            if found is None:
                raise ModelError(f"{step.label}: its effect {function.__name__} asks for '{name}', which is no table, "
                                 "month, seed, log or parameter")
            values.append(found)
    return ", ".join(values)

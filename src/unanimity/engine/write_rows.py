"""Rows of numbers (world/tables.py), written out: what a rule is handed that the engine calls for one person after the
other, over cases, over those chosen, or from one who tells to one who listens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Step
from unanimity.engine.write_tables import row_of_country, table_value
from unanimity.mechanisms.police.cases import place_of, unit_of_rank
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.formula import arguments
from unanimity.world.hooks import hook_of
from unanimity.world.levers import AS_EVERYBODY, BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rule import Each
from unanimity.world.tables import NAMES, ROW_NAMES, fields_asked, table_class, takes_tables

OF_PERSON = {"case": "i", "one": "i", "other": "other"}
ROW_OF_TERM = {"person": "one", "unit": "unit", "world": "country"}
OF_TREE = ("unit_rank", "unit_level")  # numbers of a unit that the tree knows, the same in every world
OF_UNIT = {"cell": "cell", "place": "place", "act": "act", "centre": "(units - 1)", "unit": "u", "home": "home",
           "parent": "parent[u]"}


def indent(lines: list[str]) -> list[str]:
    """One level deeper."""
    return ["    " + line for line in lines]


def rows_of(asking: list[Callable[..., Any]], step: Step, scope: Scope, mark: str = "") -> dict[str, str]:
    """The named tuples of numbers that some functions ask for, as expressions; `mark` tells rows of one name apart."""
    made = {}
    for row in ROW_NAMES:
        asking_it = [one for one in asking if row in arguments(one) and not (row in NAMES and takes_tables(one))]
        if not asking_it:
            continue
        fields = tuple(sorted({field for one in asking_it for field in fields_asked(one, row)}))
        scope.arrays |= {"faction"} if row == "faction" and step.rule.kind != "turn" else set()
        kind = table_class(f"{mark}{row}", fields)
        scope.tuples[kind.__name__] = kind
        values = ", ".join(_number(row, field, step, scope) for field in fields)
        made[row] = f"{kind.__name__}({values}{',' if len(fields) == 1 else ''})"
    return made


def made(rows: dict[str, str], asked: tuple[str, ...], mark: str = "") -> list[str]:
    """The lines that make those rows that are asked for."""
    return [f"row_{mark}{row} = {text}" for row, text in rows.items() if row in asked]


def places(asked: tuple[str, ...], step: Step, scope: Scope, functions: dict[str, object]) -> list[str]:
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


def _number(row: str, field: str, step: Step, scope: Scope) -> str:
    if row in ("country", "before"):
        return row_of_country(field, step, scope)
    if row == "on":
        return scope.switch(field)
    found = scope.find(field)
    table, where = _table_of(row, step, scope)
    if table == "unit" and field in OF_TREE:
        scope.arrays.add(field)
        return f"{field}[{where.removeprefix('u_base + ')}]"
    if found is not None and found[0].table == table:
        column, which = found
        return scope.cell_of(column, scope.index(column, which, "", 0) if column.per else "", where)
    if table != "unit":
        raise ModelError(f"{step.label} reads {row}.{field}, which is no column of a {table}")
    rows = "announced" if field.startswith("announced_") else "levers"
    lever = BY_ARGUMENT.get(field.removeprefix("announced_"))
    if lever is None:
        raise ModelError(f"{step.label} reads {row}.{field}, which is no column of a unit and no lever")
    scope.arrays.add(rows)
    number = NUMBER_OF[lever.name]
    usual = f"{rows}[{number}, {where}]"
    if row not in ("cell", "place") or rows != "levers" or lever.name not in scope.plan.own_levers:
        return usual
    scope.once_a_world["own_from"] = f"int(levers[{number}, levers.shape[1] - 1] - {OWN_FROM!r})"
    own = f"levers[{number}, own_from + i]"
    return f"({own} if {own} > {AS_EVERYBODY!r} else {usual})"


def _table_of(row: str, step: Step, scope: Scope) -> tuple[str, str]:
    """The table of a row's columns, and where in it the row stands."""
    turn = step.rule.kind == "turn"
    if row in ("parent", "province"):
        scope.arrays.add(row)
    if row == "province":
        return "unit", f"u_base + province[{'u' if turn else 'cell'}]"
    if row == "chair":
        return "seat", "w * seats + chair"
    if row == "faction" and turn:
        return "faction", f"w * {FACTION_SLOTS} + slot"
    if row in OF_PERSON:
        return "person", OF_PERSON[row]
    if row == "faction":
        return "faction", f"w * {FACTION_SLOTS} + int(faction[i])"
    return ("tie", "t") if row == "tie" else ("unit", f"u_base + {OF_UNIT[row]}")


def values(function: Callable[..., Any], step: Step, scope: Scope, mark: str = "", keyed: str = "",
           known: Mapping[str, str] = MappingProxyType({})) -> str:
    """The arguments of a rule, or of one of its parts; `known` are those that the loop has at hand."""
    return ", ".join(known.get(name) or _value(name, function, step, scope, mark, keyed)
                     for name in arguments(function))


def _value(name: str, function: Callable[..., Any], step: Step, scope: Scope, mark: str, keyed: str) -> str:
    rule = step.rule
    if name == "so_far" or (takes_tables(function) and name in NAMES):
        return table_value(name, step, scope, None if function is rule.function else function)
    if name in ROW_NAMES:
        return f"row_{mark}{name}"
    if name in NUMBERS:
        return NUMBERS[name]
    if name == "seed":
        scope.arrays.add("seeds")
        return "seeds[w]"
    if name == "log":
        return scope.log()
    if name == "luck":
        return _luck(function, step, scope, keyed)
    if hook_of(name):
        return scope.terms(name, lambda term: _number(ROW_OF_TERM[scope.plan.columns[term].table], term, step, scope))
    if name in CHAIRS:
        scope.arrays.add("seat_start")
        return CHAIRS[name]
    found = scope.shared(name, step)
    if found is None:
        raise ModelError(f"{step.label} reads '{name}', which a rule over {OVER[rule.kind]} cannot have; allowed: "
                         f"{', '.join(ROW_NAMES)}, {', '.join(NAMES)}, {', '.join(NUMBERS)}, seat_first, seat_last, "
                         "month, calendar, seed, log, p, p_NAME, luck")
    return found


NUMBERS = {"i": "person", "person": "person", "u": "u", "slot": "slot", "seat": "chair", "branch": "branch"}
CHAIRS = {"seat_first": "seat_start[units - 1]", "seat_last": "seat_start[units]"}
OVER = {"case": "cases", "choice": "those picked", "turn": "units in turn", "wave": "a wave"}
PLACES = {"world": "w", "unit": "u_base + u", "seat": "w * seats + chair", "faction": f"w * {FACTION_SLOTS} + slot"}


def _luck(function: Callable[..., Any], step: Step, scope: Scope, keyed: str) -> str:
    """The keyed draw of a person (or of a unit, or of a tie), or a row of them by name."""
    rule = step.rule
    scope.arrays.add("seeds")
    when = keyed or "person, month"
    if not rule.lots:
        return f"uniform(seeds[w], {rule.stream}, {when})"
    asked, known = fields_asked(function, "luck"), rule.lots
    for name in asked:
        if name not in known:
            raise ModelError(f"{step.label} draws luck.{name}, for which it names no stream; named: {', '.join(known)}")
    kind = table_class("luck" if function is rule.function else f"luck_{function.__name__}", asked)
    scope.tuples[kind.__name__] = kind
    drawn = ", ".join(f"uniform(seeds[w], {known[name]}, {when})" for name in asked)
    return f"{kind.__name__}({drawn}{',' if len(asked) == 1 else ''})"


def given_the_country(step: Step, scope: Scope, functions: dict[str, object], lines: list[str]) -> list[str]:
    """The lines, in months in which there is anything to do; the test may read tables."""
    test = step.rule.given
    if test is None:
        return lines
    functions[f"{step.label}_given"] = test
    asked = made(rows_of([test], step, scope, "given_"), arguments(test), "given_")
    return [*asked, f"if {step.label}_given({values(test, step, scope, 'given_')}):", *indent(lines)]


def carried_out(step: Step, scope: Scope, call: str, place: str) -> list[str]:
    """The call of the rule for one person, and the stores of what it returns; `place` is his in the batch."""
    rule = step.rule
    told = [f"new_{name}" for name in rule.returns]
    lines = [f"{', '.join(told)} = {call}" if told else call]
    for returned in rule.returns:
        column = scope.plan.columns[returned]
        of_branch = isinstance(rule, Each) and rule.domain == "branch" and column.per == "sector"
        index = "branch" if of_branch else scope.index(column, "", "", 0) if column.per else ""
        lines.append(scope.store(column, index, PLACES.get(column.table, place), f"new_{returned}"))
    return lines


def under_its_switch(step: Step, scope: Scope, lines: list[str]) -> list[str]:
    """Lines that run when the mechanism is on (or, of a rule that stands in, off)."""
    if step.always:
        return lines
    return [f"if {'not ' if step.stands_in else ''}{scope.switch(step.mechanism.id)}:", *indent(lines)]

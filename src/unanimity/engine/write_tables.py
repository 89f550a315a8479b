"""Tables as values (world/tables.py), written out: one world's part of each column that a rule asks for, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.plan import Step
from unanimity.support.errors import ModelError
from unanimity.world.codes import FACTION_SLOTS
from unanimity.world.levers import BY_ARGUMENT, NUMBER_OF, OWN_FROM
from unanimity.world.rule import Procedure
from unanimity.world.tables import (
    OWN,
    ROWS,
    SO_FAR,
    TIES_BESIDE,
    TREE_SIZES,
    asked_of_tables,
    check_field,
    lever_of,
    table_class,
)

OF_SLOTS = (f"w * {FACTION_SLOTS}", str(FACTION_SLOTS))
EXTENT = {"people": ("base", "people"), "units": ("u_base", "units"), "seats": ("w * seats", "seats"),
          "factions": OF_SLOTS, "durations": OF_SLOTS}


def table_value(table: str, step: Step, scope: Scope, function: Callable[..., Any] | None = None) -> str:
    """The variable that holds a table with what a function (the step's rule) asks for; made once a world."""
    asking = function or step.rule.function
    fields = asked_of_tables(asking)[table]
    for field in fields:
        check_field(table, field, scope.plan.columns, step.label)
    made = table_class(table, fields)
    kind = f"The_{table}" + (f"_{asking.__name__}" if function is not None else "")
    scope.tuples[kind] = made
    values = ", ".join(_field(table, field, step, scope) for field in fields)
    if any(name.startswith("seat") for name in (table, *fields)) and table in ("seats", "tree"):
        scope.arrays.add("seat_start")
        scope.once_a_world["seats"] = "seat_start[units]"
    variable = f"the_{table}" + (f"_{asking.__name__}" if function is not None else "")
    scope.once_a_world[variable] = f"{kind}({values}{',' if len(fields) == 1 else ''})"
    return variable


def _field(table: str, field: str, step: Step, scope: Scope) -> str:
    if table == "tree":
        if field in TREE_SIZES:
            return field
        scope.arrays.add(field)
        return field
    if table == "on":
        return scope.switch(field)
    if table == "so_far":
        scope.arrays.add(SO_FAR + field)
        return f"lent({SO_FAR}{field}, w, 1)"
    if table == "levers":
        return _lever(field, step, scope)
    if table == "ties":
        name = TIES_BESIDE.get(field, field)
        scope.arrays.add(name)
        if name in ("tie_start", "kin_skip", "kin_span"):
            return f"shown({name}, base, people + 1)"
        return f"{'lent' if name in step.rule.writes else 'shown'}({name}, 0, {name}.size)"
    column = scope.plan.columns.get(field)
    written = field in step.rule.writes
    if table == "country":
        if written:
            scope.arrays.add(field)
            return f"lent_down({field}, w)" if column is not None and column.per else f"lent({field}, w, 1)"
        return row_of_country(field, step, scope)
    scope.arrays.add(field)
    first, length = EXTENT[table]
    return f"{'lent' if written else 'shown'}({field}, {first}, {length})"


def row_of_country(field: str, step: Step, scope: Scope) -> str:
    """What the country has, as at the head of the step: a number, or several to choose from."""
    column = scope.plan.columns.get(field)
    if column is None or column.table != "world":
        raise ModelError(f"{step.label} reads country.{field}, which is no column of the country")
    if not column.per:
        return scope.world_value(column)
    scope.arrays.add(field)
    return f"shown_down({field}, w)"


def moved(step: Step) -> tuple[str, ...]:
    """The tables of levers that a rule may write."""
    return step.rule.moves if isinstance(step.rule, Procedure) else ()


def _lever(field: str, step: Step, scope: Scope) -> str:
    if field == "delegated":
        scope.arrays.add(field)
        return "delegated[w]"
    if field.endswith("rows"):
        table = ROWS[field.removesuffix("rows")]
        scope.arrays.add(table)
        return f"{'lent' if table in moved(step) else 'shown'}({table}, u_base, units)"
    mark, name = lever_of(field)
    number, table = NUMBER_OF[BY_ARGUMENT[name].name], ROWS.get(mark, "levers")
    scope.arrays.add(table)
    if mark != OWN:
        return f"{'lent_row' if table in moved(step) else 'row_of'}({table}, {number}, u_base, units)"
    scope.once_a_world[f"mark_{name}"] = f"levers[{number}, levers.shape[1] - 1]"
    scope.once_a_world[f"has_{field}"] = f"mark_{name} >= {OWN_FROM!r}"
    scope.once_a_world[f"first_{field}"] = f"int(mark_{name} - {OWN_FROM!r}) + base if has_{field} else 0"
    return f"row_of(levers, {number}, first_{field}, people if has_{field} else 0)"

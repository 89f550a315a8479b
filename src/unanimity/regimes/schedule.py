"""The schedule: what changes at which month, for all or some provinces, announced or not."""

from __future__ import annotations

from dataclasses import dataclass

from unanimity.regimes.file import ScheduleTable
from unanimity.world.columns import Column
from unanimity.world.errors import UserError, is_number, refuse, unknown
from unanimity.world.levers import lever
from unanimity.world.spans import Parameter

EVENTS = ("set", "clamp", "pulse", "drift")


@dataclass(frozen=True)
class Entry:
    """One change: of a lever, of a parameter, or an event on a variable."""

    month: int
    kind: str  # lever, parameter or one of EVENTS
    name: str
    value: float = 0.0
    mode: str = "value"  # for set and clamp: value, add or scale
    months: int = 1  # for clamp, pulse, drift: how long
    announced: int | None = None
    provinces: tuple[int, ...] = ()
    levels: tuple[str, ...] = ()


def read_entry(raw: ScheduleTable, number: int, where: str, columns: dict[str, Column],
               parameters: dict[str, Parameter], span: tuple[int, int], provinces: int) -> list[Entry]:
    """One entry of the file as one or more dated changes, checked against what exists and the months of the run."""
    field = f"schedule[{number}]"
    kinds = [kind for kind in ("lever", "parameter", "event") if getattr(raw, kind) is not None]
    if len(kinds) != 1:
        raise UserError(f"{where}: {field} must name exactly one of lever, parameter or event; it names "
                        f"{', '.join(kinds) or 'none'}.")
    first, last = span
    if not first <= raw.month < last:
        past = " It lies in the past: the run starts later." if raw.month < first else ""
        raise refuse(where, f"{field}.month", raw.month, f"a month of the run, {first}..{last - 1}", past)
    if raw.announced is not None and raw.announced > raw.month:
        raise refuse(where, f"{field}.announced", raw.announced, f"no later than its month, {raw.month}")
    for number_of_province in raw.provinces:
        if not 1 <= number_of_province <= provinces:
            raise refuse(where, f"{field}.provinces", raw.provinces, f"numbers from 1 to {provinces}")
    months = [raw.month]
    if raw.until is not None and raw.until < raw.month:
        raise refuse(where, f"{field}.until", raw.until, f"no earlier than its month, {raw.month}")
    if raw.every is not None:
        months = list(range(raw.month, min(last, (last - 1 if raw.until is None else raw.until) + 1), raw.every))
    kind = kinds[0]
    maker = {"lever": _lever_entry, "parameter": _parameter_entry, "event": _event_entry}[kind]
    template = maker(raw, field, where, columns, parameters)
    shift = [month - raw.month for month in months]
    return [
        Entry(raw.month + s, template.kind, template.name, template.value, template.mode, template.months,
              None if raw.announced is None else raw.announced + s, tuple(raw.provinces), tuple(raw.levels))
        for s in shift
    ]


def _lever_entry(raw: ScheduleTable, field: str, where: str, columns: dict[str, Column],
                 parameters: dict[str, Parameter]) -> Entry:
    found = lever(str(raw.lever), where)
    if raw.provinces and "P" not in found.scope:
        raise refuse(where, f"{field}.provinces", raw.provinces, f"nothing: {found.name} is one for the whole country")
    if raw.levels and "L" not in found.scope:
        raise refuse(where, f"{field}.levels", raw.levels, f"nothing: {found.name} does not differ by level")
    return Entry(raw.month, "lever", found.name, found.number(raw.value, f"{where}: {field}"))


def _parameter_entry(raw: ScheduleTable, field: str, where: str, columns: dict[str, Column],
                     parameters: dict[str, Parameter]) -> Entry:
    key = str(raw.parameter)
    if key not in parameters:
        raise unknown(where, "parameter", key, parameters, "unanimity mechanisms show NAME lists them")
    if raw.provinces:
        raise refuse(where, f"{field}.provinces", raw.provinces, "nothing: a parameter is one for the whole country")
    return Entry(raw.month, "parameter", key, parameter_value(parameters[key], raw.value, f"{where}: {field}"))


def parameter_value(parameter: Parameter, value: object, where: str) -> float:
    """A parameter's value within its span, or the error that says so."""
    span = parameter.span
    if not is_number(value) or not span.low <= float(value) <= span.high:
        raise refuse(where, parameter.key, value, f"{span.low:g}..{span.high:g} ({span.unit})")
    return float(value)


def _event_entry(raw: ScheduleTable, field: str, where: str, columns: dict[str, Column],
                 parameters: dict[str, Parameter]) -> Entry:
    event = str(raw.event)
    if event not in EVENTS:
        raise unknown(where, "event", event, EVENTS)
    writable = [c.name for c in columns.values() if c.table in ("person", "unit", "world") and c.unit != "person"]
    if raw.variable is None or raw.variable not in writable:
        raise unknown(where, f"variable for {field}", raw.variable, writable)
    column = columns[raw.variable]
    given = [(mode, getattr(raw, mode)) for mode in ("value", "add", "scale") if getattr(raw, mode) is not None]
    if len(given) != 1:
        raise UserError(f"{where}: {field} must give exactly one of value, add or scale for {column.name}.")
    mode, value = given[0]
    if not is_number(value):
        raise refuse(where, f"{field}.{mode}", value, "a number")
    if mode == "value" and not column.low <= value <= column.high:
        raise refuse(where, f"{field}.value", value, f"{column.low:g}..{column.high:g} ({column.unit})")
    if event in ("pulse", "drift") and mode == "value":
        raise refuse(where, f"{field}.value", value, "add (a pulse) or scale (a drift) instead of value")
    if (event == "pulse" and mode != "add") or (event == "drift" and mode != "scale"):
        raise refuse(where, f"{field}.{mode}", value, "add for a pulse, scale for a drift")
    return Entry(raw.month, event, column.name, float(value), mode, raw.months or 1)

"""The schedule: what changes in which month, for whom and where, announced or not."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.events import EVENTS, ON_A_VARIABLE, Entry, check_needs, read_arguments
from unanimity.events.arguments import VARIABLES
from unanimity.regimes.regime_file import ScheduleTable
from unanimity.support.errors import UserError, is_number, near_miss, refuse, unknown
from unanimity.world.columns import DIMENSIONS, Column
from unanimity.world.lever_kind import KINDS_OF_CELL
from unanimity.world.levers import lever
from unanimity.world.selectors.parse import Choice, Known, parse
from unanimity.world.spans import Parameter


@dataclass(frozen=True)
class Frame:
    """The context against which an entry is checked."""

    where: str
    columns: Mapping[str, Column]
    parameters: Mapping[str, Parameter]
    span: tuple[int, int]
    known: Known
    running: frozenset[str]


def read_entry(raw: ScheduleTable, number: int, frame: Frame) -> list[Entry]:
    """One file entry as one or more dated changes, checked against the known names and the length of the run."""
    field, where = raw.row or f"schedule[{number}]", frame.where
    kinds = [kind for kind in ("lever", "parameter", "event") if getattr(raw, kind) is not None]
    if len(kinds) != 1:
        raise UserError(f"{where}: {field} must name exactly one of lever, parameter or event; it names "
                        f"{', '.join(kinds) or 'none'}.")
    first, months, by_chance = _when(raw, kinds[0], field, frame)
    for number_of_province in raw.provinces:
        if not 1 <= number_of_province <= frame.known.provinces:
            raise refuse(where, f"{field}.provinces", raw.provinces, f"numbers from 1 to {frame.known.provinces}")
    maker = {"lever": _lever_entry, "parameter": _parameter_entry, "event": _event_entry}[kinds[0]]
    template = dataclasses.replace(maker(raw, field, frame), month=first, provinces=tuple(raw.provinces),
                                   levels=tuple(raw.levels), origin=raw.origin, why=raw.why, confidence=raw.confidence)
    if by_chance:
        last = frame.span[1] - 1 if raw.until is None else raw.until
        return [dataclasses.replace(template, rate=float(raw.rate or 0.0), until=last)]
    return [dataclasses.replace(template, month=month,
                                announced=None if raw.announced is None else raw.announced + month - first)
            for month in months]


def _when(raw: ScheduleTable, kind: str, field: str, frame: Frame) -> tuple[int, list[int], bool]:
    """The first month, all months, and whether they are random."""
    (first, last), where = frame.span, frame.where
    argument = kind == "event" and raw.event in EVENTS and "rate" in EVENTS[raw.event].arguments
    by_chance = raw.month is None and raw.rate is not None and kind == "event" and not argument
    if by_chance:
        if not is_number(raw.rate) or not 0.0 < raw.rate <= 10.0:
            raise refuse(where, f"{field}.rate", raw.rate, "how often a month: a number above 0, at most 10")
        if raw.every is not None or raw.announced is not None:
            raise UserError(f"{where}: {field} has a rate: what comes by chance has no every and no announced; "
                            f"allowed: until.")
        return max(first, 0), [], True
    if raw.rate is not None and not argument:
        raise refuse(where, f"{field}.rate", raw.rate, "a rate in place of a month, for an event that has none itself")
    if raw.month is None:
        raise UserError(f"{where}: {field}.month is missing; allowed: a month of the run, {first}..{last - 1}"
                        f"{' (or a rate a month)' if kind == 'event' and not argument else ''}.")
    if not first <= raw.month < last:
        past = " It lies in the past: the run starts later." if raw.month < first else ""
        raise refuse(where, f"{field}.month", raw.month, f"a month of the run, {first}..{last - 1}", past)
    if raw.announced is not None and raw.announced > raw.month:
        raise refuse(where, f"{field}.announced", raw.announced, f"no later than its month, {raw.month}")
    if raw.until is not None and raw.until < raw.month:
        raise refuse(where, f"{field}.until", raw.until, f"no earlier than its month, {raw.month}")
    if raw.every is None and raw.until is not None:
        ends = "how long an event lasts is its months" if kind == "event" else f"another row ends what a {kind} holds"
        raise refuse(where, f"{field}.until", raw.until, f"only beside every, since {ends}")
    if raw.every is None:
        return raw.month, [raw.month], False
    end = last - 1 if raw.until is None else raw.until
    return raw.month, list(range(raw.month, min(last, end + 1), raw.every)), False


def _plain(raw: ScheduleTable, kind: str, field: str, frame: Frame) -> None:
    """Levers and parameters take a value and none of an event's arguments."""
    beside = [name for name in ("who", "where", "months", "variable", "add", "scale") if getattr(raw, name) is not None]
    for name in [*(raw.model_extra or {}), *beside]:
        known = ["month", kind, "value", "every", "until"]
        known += ["announced", "provinces", "levels"] if kind == "lever" else []
        raise UserError(f"{frame.where}: no field '{field}.{name}'.{near_miss(name, known)} Known for a {kind}: "
                        f"{', '.join(sorted(known))}.")


def _lever_entry(raw: ScheduleTable, field: str, frame: Frame) -> Entry:
    where = frame.where
    _plain(raw, "lever", field, frame)
    found = lever(str(raw.lever), where)
    if raw.provinces and "P" not in found.scope:
        raise refuse(where, f"{field}.provinces", raw.provinces, f"nothing: {found.name} is one for the whole country")
    if raw.levels and "L" not in found.scope and not ("T" in found.scope and set(raw.levels) <= set(KINDS_OF_CELL)):
        raise refuse(where, f"{field}.levels", raw.levels, f"nothing: {found.name} does not differ by level")
    return Entry(0, "lever", found.name, found.number(raw.value, f"{where}: {field}"))


def _parameter_entry(raw: ScheduleTable, field: str, frame: Frame) -> Entry:
    key, where = str(raw.parameter), frame.where
    _plain(raw, "parameter", field, frame)
    if key not in frame.parameters:
        raise unknown(where, "parameter", key, frame.parameters, "unanimity mechanisms show NAME lists them")
    for given in ("provinces", "levels", "announced"):
        if getattr(raw, given):
            raise refuse(where, f"{field}.{given}", getattr(raw, given),
                         "nothing: a parameter is one for the whole country, and not known beforehand")
    return Entry(0, "parameter", key, parameter_value(frame.parameters[key], raw.value, f"{where}: {field}"))


def parameter_value(parameter: Parameter, value: object, where: str) -> float:
    """A parameter's value, checked against its range."""
    span = parameter.span
    if not is_number(value) or not span.low <= float(value) <= span.high:
        raise refuse(where, parameter.key, value, f"{span.low:g}..{span.high:g} ({span.unit})")
    return float(value)


def _event_entry(raw: ScheduleTable, field: str, frame: Frame) -> Entry:
    name, where = str(raw.event), frame.where
    if name not in EVENTS:
        raise unknown(where, "event", name, EVENTS)
    event = EVENTS[name]
    _check_aim(name, raw, field, where)
    given = dict(raw.model_extra or {})
    given |= {key: getattr(raw, key) for key in ("variable", "value", "add", "scale") if getattr(raw, key) is not None}
    if "rate" in event.arguments and raw.rate is not None:
        given["rate"] = raw.rate
    if "levels" in event.arguments and raw.levels:
        given["levels"] = raw.levels
    if name in ON_A_VARIABLE:
        return _variable_entry(name, given, raw, field, frame)
    arguments = read_arguments(name, given, field, where, frame.known)
    if raw.months is not None and not event.months:
        raise refuse(where, f"{field}.months", raw.months, f"nothing: {name} acts once")
    who, place = _chosen(raw, field, frame)
    if event.chosen == "who" and who is None:
        raise UserError(f"{where}: {field}.who is missing; {name} needs it ({event.meaning}).")
    if event.chosen == "where" and place is None and not raw.provinces:
        raise UserError(f"{where}: {field}.where is missing; {name} needs it ({event.meaning}).")
    check_needs(name, frame.running, field, where)
    return Entry(0, name, name, months=raw.months or event.months or 1, who=who, where=place, arguments=arguments)


def _check_aim(name: str, raw: ScheduleTable, field: str, where: str) -> None:
    """Refuse arguments that the event would ignore."""
    if raw.announced is not None and name != "regime":
        raise refuse(where, f"{field}.announced", raw.announced, f"nothing: {name} is not known beforehand; levers are")
    aims = EVENTS[name].aims
    for given in ("who", "where", "provinces", "levels"):
        if getattr(raw, given) and given not in aims and given not in EVENTS[name].arguments:
            raise refuse(where, f"{field}.{given}", getattr(raw, given),
                         f"{', '.join(aims)} for {name}" if aims else f"nothing: {name} is the whole country's")


def _chosen(raw: ScheduleTable, field: str, frame: Frame) -> tuple[Choice | None, Choice | None]:
    who = None if raw.who is None else parse(raw.who, frame.known, f"{field}.who", frame.where)
    place = None if raw.where is None else parse(raw.where, frame.known, f"{field}.where", frame.where, place=True)
    return who, place


def _variable_entry(event: str, given: dict[str, Any], raw: ScheduleTable, field: str, frame: Frame) -> Entry:
    """set, clamp, pulse and drift: change any number of persons, units or the country, by its column or documented
    name."""
    where = frame.where
    named = VARIABLES.get(str(raw.variable), raw.variable)
    writable = [c.name for c in frame.columns.values() if c.table in ("person", "unit", "world") and not c.is_reference]
    marked = [f"{c}_{mark}" for c in writable for mark in DIMENSIONS.get(frame.columns[c].per, ())]
    if named is None or named not in (*writable, *marked):
        raise unknown(where, f"variable for {field}", raw.variable, [*writable, *VARIABLES])
    column = frame.columns[named] if named in frame.columns else frame.columns[str(named).rpartition("_")[0]]
    if event == "drift" and "rate" in given:
        given["scale"] = 1.0 + given.pop("rate") if is_number(given["rate"]) else given.pop("rate")
    if event == "pulse" and "size" in given:
        given["add"] = given.pop("size")
    read_arguments(event, given, field, where, frame.known)
    modes = [(mode, given[mode]) for mode in ("value", "add", "scale") if given.get(mode) is not None]
    if len(modes) != 1:
        raise UserError(f"{where}: {field} must give exactly one of value, add or scale for {column.name}.")
    mode, value = modes[0]
    if mode == "value" and not column.low <= value <= column.high:
        raise refuse(where, f"{field}.value", value, f"{column.low:g}..{column.high:g} ({column.unit})")
    wanted = {"pulse": "add", "drift": "scale"}.get(event, mode)
    if mode != wanted:
        raise refuse(where, f"{field}.{mode}", value, "size (or add) for a pulse, rate (or scale) for a drift")
    who, place = _chosen(raw, field, frame)
    if column.table == "world":
        for name in ("where", "provinces", "levels"):
            if getattr(raw, name):
                raise refuse(where, f"{field}.{name}", getattr(raw, name),
                             f"nothing: {column.name} is a number of the country")
    if who is not None and column.table != "person":
        raise refuse(where, f"{field}.who", raw.who, f"nothing: {column.name} is a number of the country"
                     if column.table == "world" else f"nothing: {column.name} is a number of units; where names them")
    return Entry(0, event, str(named), float(value), mode, raw.months or 1, who=who, where=place)

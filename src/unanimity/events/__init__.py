"""Events: what a schedule can make happen in one world at the start of a month. One declaration and function each.

To add one, write a function under `@event(...)` in the file of its theme; nothing else lists it.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from typing import Any

from unanimity.events import (
    membership_events,
    opinion_events,
    party_events,
    police_events,
    purge_events,
    variable_events,
    world_events,
)
from unanimity.events.declare import Entry, Event
from unanimity.support.errors import UserError, near_miss
from unanimity.support.late_imports import Searched
from unanimity.world.selectors.parse import Known

THEMES = {world_events: "the world", opinion_events: "opinion", party_events: "the party",
          membership_events: "the party", police_events: "the police", purge_events: "the police",
          variable_events: "levers and any variable"}
EVENTS: dict[str, Event] = {
    one.name: dataclasses.replace(one, theme=theme) for module, theme in THEMES.items()
    for one in vars(module).values() if isinstance(one, Event)}
ON_A_VARIABLE = tuple(name for name, one in EVENTS.items() if one.on_a_variable)


def read_arguments(name: str, raw: Mapping[str, Any], field: str, where: str,
                   known: Known) -> tuple[tuple[str, Any], ...]:
    """The arguments of an event, each checked; omitted ones take their defaults."""
    event = EVENTS[name]
    for given in raw:
        if given not in event.arguments:
            raise UserError(f"{where}: no field '{field}.{given}'.{near_miss(given, event.arguments)} Known for "
                            f"{name}: {', '.join(sorted(event.arguments)) or 'none'}.")
    found = []
    for argument, says in event.arguments.items():
        if raw.get(argument) is not None:
            found.append((argument, says.read(raw[argument], f"{field}.{argument}", where, known)))
        elif says.must_be_given:
            raise UserError(f"{where}: {field}.{argument} is missing; {name} needs it ({event.meaning}).")
        else:
            found.append((argument, says.default))
    wrong = event.together(dict(found)) if event.together is not None else ""
    if wrong:
        raise UserError(f"{where}: {field}{wrong}")
    return tuple(found)


def check_needs(name: str, running: frozenset[str], field: str, where: str) -> None:
    """Refuse an event whose mechanism the regime does not run."""
    missing = [m for m in EVENTS[name].needs if m not in running]
    if missing:
        raise UserError(f"{where}: {field}.event = {name!r} needs the mechanism{'s' if len(missing) > 1 else ''} "
                        f"{', '.join(missing)}, which this regime does not run; allowed: name "
                        f"{'them' if len(missing) > 1 else 'it'} under mechanisms, or mechanisms = \"all\".")


__all__ = ["EVENTS", "ON_A_VARIABLE", "Entry", "Event", "check_needs", "read_arguments"]
sys.modules[__name__].__class__ = Searched  # un.events.search("word")

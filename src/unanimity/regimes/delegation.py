"""Delegation: levers that the centre's assembly sets itself, within bounds, by the rule `decide` of card 23.

In a regime file, several levers can be delegated together:

    [[delegate]]
    levers = ["sanction_cap.faction"]
    lowest = "none"
    highest = "death"
    month = 12          # from then on; by default from the first month
    until = 60          # returned then: the user's setting applies again

One step of a lever with words is one word; of a number, a tenth of the way from lowest to highest, or `step`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from unanimity.support.errors import UserError, is_number, refuse
from unanimity.world.lever_kind import Lever
from unanimity.world.levers import AUTO, TIGHTER, lever

FOREVER = 10**9
STEPS = 10  # of a number, from lowest to highest
DELEGATED = ("sign", "lowest", "highest", "step", "since", "until")  # fields that the engine stores, in this order


@dataclass(frozen=True)
class Delegation:
    """One lever delegated to the centre."""

    lever: str
    sign: int
    lowest: float
    highest: float
    step: float
    since: int = -FOREVER
    until: int = FOREVER


def read_delegations(tables: object, levers: Mapping[str, Any], where: str) -> tuple[Delegation, ...]:
    """The delegations of a file or a change, checked lever by lever."""
    if not isinstance(tables, (list, tuple)):
        raise refuse(where, "delegate", tables, "a list of tables with levers, lowest, highest")
    found: list[Delegation] = []
    for number, table in enumerate(tables, start=1):
        at = f"delegate[{number}]"
        given = _fields(table, at, where)
        for name in given["levers"]:
            found.append(_one(name, given, at, levers, where))
    names = [held.lever for held in found]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{_place(where)}delegate names {name!r} twice; allowed: each lever once.")
    return tuple(found)


def from_now_on(old: tuple[Delegation, ...], new: tuple[Delegation, ...], month: int) -> tuple[Delegation, ...]:
    """The delegations of a change that takes effect at a month: new ones begin then, omitted ones end then."""
    if old == new:
        return old
    kept = {held.lever for held in new}
    ended = tuple(dataclasses.replace(held, until=month) for held in old if held.lever not in kept)
    return (*ended, *(held if held in old else dataclasses.replace(held, since=max(held.since, month)) for held in new))


def _fields(table: object, at: str, where: str) -> dict[str, Any]:
    given = table.model_dump() if isinstance(table, BaseModel) else table
    known = ("levers", "lowest", "highest", "step", "month", "until")
    if not isinstance(given, Mapping) or set(given) - set(known) or not given.get("levers"):
        raise refuse(where, at, table, f"a table with levers (a list of names) and {', '.join(known[1:])}")
    names = [given["levers"]] if isinstance(given["levers"], str) else list(given["levers"])
    return {**dict.fromkeys(known), **given, "levers": names}


def _one(name: str, given: Mapping[str, Any], at: str, levers: Mapping[str, Any], where: str) -> Delegation:
    found = lever(name, f"{_place(where)}{at}")
    if name not in TIGHTER:
        raise refuse(where, f"{at}.levers", name, f"a lever with a tighter and a freer end: {', '.join(TIGHTER)}")
    if levers[name].everywhere == AUTO and not found.is_choice and dict(found.named).get("auto") == AUTO:
        raise refuse(where, f"{at}.levers", name, "a lever that is set to a value; this one is 'auto'")
    low, high = _end(found, given["lowest"], "lowest", at, where), _end(found, given["highest"], "highest", at, where)
    if low > high:
        raise refuse(where, f"{at}.lowest", given["lowest"], f"at most highest = {given['highest']!r}")
    step = 1.0 if found.is_choice else (high - low) / STEPS
    if given["step"] is not None:
        size = given["step"]
        if not is_number(size) or size <= 0 or (found.is_choice and size != int(size)):
            raise refuse(where, f"{at}.step", given["step"], "a number above 0, whole for a lever with words")
        step = float(given["step"])
    for word in ("month", "until"):
        if given[word] is not None and (not is_number(given[word]) or given[word] != int(given[word])
                                        or abs(given[word]) > FOREVER):
            raise refuse(where, f"{at}.{word}", given[word], "a month of the run")
    since = -FOREVER if given["month"] is None else int(given["month"])
    until = FOREVER if given["until"] is None else int(given["until"])
    if since >= until:
        raise refuse(where, f"{at}.until", given["until"], f"a month after {since}")
    return Delegation(name, TIGHTER[name], low, high, step, since, until)


def _end(found: Lever, value: object, which: str, at: str, where: str) -> float:
    if value is not None:
        return found.number(value, f"{_place(where)}{at}.{which}")
    if found.is_choice:
        first = 1.0 if found.may_be_left_out else 0.0  # there 0 means "as sanction_cap"
        return first if which == "lowest" else float(len(found.words) - 1)
    end = found.low if which == "lowest" else found.high
    if end in (float("inf"), float("-inf")):
        raise UserError(f"{_place(where)}{at}.{which} is missing; allowed: {found.allowed}.")
    return end


def _place(where: str) -> str:
    return f"{where}: " if where else ""

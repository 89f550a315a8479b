"""Select people: from a parsed selector (world/selectors/parse.py) to a mask over the people of one world
(world/selectors/view.py)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unanimity.world.character import is_opportunist, want_of
from unanimity.world.codes import (
    CENTRE_MEMBER,
    CITIZEN,
    DISSENT,
    ESTATES,
    FRIEND,
    KIN,
    LABELS,
    LEADER,
    NO_OFFICE,
    NOBODY,
    OFFICES,
    POLICE,
    RULE_ISSUE,
    RUNGS,
    STATUSES,
    VACANT,
    WORK,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, DIMENSIONS, FIXED16
from unanimity.world.selectors.parse import EVENTS, REASONS, Choice, Share
from unanimity.world.selectors.units import BY_PLACE
from unanimity.world.selectors.view import View, draw

# Words that can select the dead or people abroad; a selector with one of them does not exclude them.
BEYOND = ("everybody", "person")


def persons(choice: Choice, view: View, everybody: bool = False) -> np.ndarray:
    """The mask of the selected people: those alive in the country, unless the selector names others or `everybody`."""
    mask = _persons(choice, view)
    return mask if everybody or names_the_absent(choice) else mask & view.here


def variable(name: str, view: View) -> np.ndarray:
    """A number for each person: the person's own, the cell's, or a derived one."""
    if name in _DERIVED:
        return _DERIVED[name](view)
    stem, _, mark = name.rpartition("_")
    index: int | None = None
    if name not in view.columns:
        column = view.columns[stem]
        index = DIMENSIONS[column.per].index(mark)
    else:
        column = view.columns[name]
        index = (RULE_ISSUE if column.per == "issue" else 0) if column.per else None
    values = view.column(column.name)
    values = (values if index is None else values[index]).astype(np.float64) * (column.scale or 1.0)
    return values if column.table == "person" else values[view.cell]


def ends_of_ties(mask: np.ndarray, view: View, kind: int | None = None) -> np.ndarray:
    """Who has a tie (of that kind) to somebody in the mask."""
    start = view.tie_start.astype(np.int64)
    tied = np.repeat(mask, np.diff(start))
    if kind is not None:
        tied &= view.tie_kind == kind
    found = np.zeros(mask.size, bool)
    found[view.neighbour[tied]] = True
    return found


def names_the_absent(choice: Choice) -> bool:
    """Whether a selector can select people who are dead or abroad."""
    if choice.word in BEYOND or (choice.word == "status" and {"dead", "abroad"} & set(choice.arguments)):
        return True
    # the ties of a named person are not named themselves
    inner = () if choice.word in ("ties_of", "kin_of", "whose") else choice.arguments
    return any(isinstance(part, Choice) and names_the_absent(part) for part in inner)


# --- people -------------------------------------------------------------------------------------------------------
def _persons(choice: Choice, view: View) -> np.ndarray:
    if choice.word in _PERSONS:
        return _PERSONS[choice.word](view, *choice.arguments)
    if choice.word in BY_PLACE:
        values: np.ndarray = BY_PLACE[choice.word](view, *choice.arguments)[view.cell]
        return values
    raise KeyError(choice.word)


def _code(column: str, words: tuple[str, ...]) -> Callable[..., np.ndarray]:
    return lambda view, *names: np.isin(view.column(column), [words.index(str(name)) for name in names])


def _present(view: View) -> np.ndarray:
    return np.asarray(view.column("status") < AT_LIBERTY_BELOW)


def _level(view: View, level: str) -> np.ndarray:
    office = view.column("office")
    code = OFFICES.index(level)
    return np.asarray((office == code) | ((code == CENTRE_MEMBER) & (office == LEADER)))


def _group(view: View, name: str) -> np.ndarray:
    values: np.ndarray = (view.column("groups") >> np.uint32(view.groups[name])) & np.uint32(1) == 1
    return values


def _faction(view: View, which: float | str) -> np.ndarray:
    faction = view.column("faction")
    if which == "any":
        return np.asarray(faction > 0)
    slot = view.factions.get(which, 0) if isinstance(which, str) else int(which)
    return np.asarray((faction == slot) & (slot > 0))


def _cohort(view: View, span: tuple[int, int]) -> np.ndarray:
    cohort = view.column("cohort")
    return np.asarray((cohort >= span[0]) & (cohort <= span[1]) & (view.column("estate") != CITIZEN))


def _extreme(sign: float) -> Callable[..., np.ndarray]:
    def extreme(view: View, share: Share, name: str, among: Choice | None = None) -> np.ndarray:
        inside = np.flatnonzero(persons(among or Choice("all"), view))
        order = np.argsort(-sign * variable(name, view)[inside], kind="stable")
        found = np.zeros(view.people, bool)
        found[inside[order[:share.of(inside.size)]]] = True
        return found

    return extreme


def _beyond(sign: float) -> Callable[..., np.ndarray]:
    def beyond(view: View, name: str, value: float | str) -> np.ndarray:
        numbers = variable(name, view)
        edge = value if not isinstance(value, str) else (
            np.median(numbers[view.here]) if value == "median" else variable(value, view))
        return np.asarray(sign * numbers > sign * edge)

    return beyond


def _opportunists(view: View) -> np.ndarray:
    traits = (variable("ambition", view), variable("conviction", view), _agreement(view))
    return np.asarray(is_opportunist(*traits), bool)


def _lot(view: View, share: Share, among: Choice | None = None, name: str = "") -> np.ndarray:
    return draw(persons(among or Choice("present"), view), share, view, name)


def _person(view: View, name: str) -> np.ndarray:
    values: np.ndarray = np.arange(view.people) == view.persons[name]  # nobody, if the place has a new occupant
    return values


def _whose(view: View, name: str, who: Choice | None = None) -> np.ndarray:
    """People whose column names anybody, or one of those selected; the person named may be dead or abroad."""
    named = view.column(name)
    known = np.asarray(named != NOBODY)
    return known if who is None else known & _persons(who, view)[np.where(known, named, 0)]


def _himself(view: View, name: str) -> np.ndarray:
    return np.asarray(view.column(name) == np.arange(view.people))


def _logged(role: str) -> Callable[..., np.ndarray]:
    def logged(view: View, event: str, span: tuple[int, int] | None = None, *marks: str) -> np.ndarray:
        rows = view.log()
        kept = rows["event"] == EVENTS.index(event)
        if span is not None:
            kept &= (rows["month"] >= span[0]) & (rows["month"] <= span[1])
        for mark in marks:
            kept &= (rows["cause"] == REASONS.index(mark)) if mark in REASONS else rows["rung"] == RUNGS.index(mark)
        named = view.where(rows[role][kept], rows["month"][kept])
        found = np.zeros(view.people, bool)
        found[named[named != NOBODY]] = True
        return found

    return logged


def _all_of(view: View, *parts: Choice) -> np.ndarray:
    values: np.ndarray = np.logical_and.reduce([_persons(part, view) for part in parts])
    return values


def _any_of(view: View, *parts: Choice) -> np.ndarray:
    values: np.ndarray = np.logical_or.reduce([_persons(part, view) for part in parts])
    return values


_PERSONS: dict[str, Callable[..., np.ndarray]] = {
    "and": _all_of,
    "or": _any_of,
    "not": lambda view, part: ~_persons(part, view),
    "all": lambda view: view.here,
    "everybody": lambda view: view.column("status") != VACANT,
    "present": _present,
    "attendants": lambda view: _present(view) & (view.column("attends") == 1),
    "members": lambda view: view.column("estate") != CITIZEN,
    "officials": lambda view: view.column("office") > NO_OFFICE,
    "police": lambda view: view.column("estate") == POLICE,
    "opportunists": _opportunists,
    "citizens": lambda view: view.column("estate") == CITIZEN,
    "enemies": lambda view: view.column("enemy") == 1,
    "dissenters": lambda view: _present(view) & (view.column("voice") == DISSENT),
    "private_dissenters": lambda view: variable("want", view) > view.inertia,
    "level": _level,
    "group": _group,
    "faction": _faction,
    "label": _code("label", LABELS),
    "status": _code("status", STATUSES),
    "cohort": _cohort,
    "estate": _code("estate", ESTATES),
    "category": lambda view, *numbers: np.isin(view.column("category"), [int(n) - 1 for n in numbers]),
    "sector": lambda view, *numbers: np.isin(view.column("sector"), [int(n) for n in numbers]),
    "top": _extreme(1.0),
    "bottom": _extreme(-1.0),
    "above": _beyond(1.0),
    "below": _beyond(-1.0),
    "ties_of": lambda view, who: ends_of_ties(persons(who, view), view),
    "kin_of": lambda view, who: ends_of_ties(persons(who, view), view, KIN),
    "whose": _whose,
    "himself": _himself,
    "logged": _logged("person"),
    "other_logged": _logged("other"),
    "lot": _lot,
    "person": _person,
}


# --- derived numbers ----------------------------------------------------------------------------------------------
def _agreement(view: View) -> np.ndarray:
    return np.asarray(view.column("stance")[RULE_ISSUE] * view.column("line")[RULE_ISSUE][view.cell], np.float64)


def wish(view: View, issue: int) -> np.ndarray:
    """Each person's wish to speak against the line of the cell on an issue (card 5)."""
    stance, line, grievance, conviction = (view.column(name).astype(np.float64)
                                           for name in ("stance", "line", "grievance", "conviction"))
    return np.asarray(want_of(grievance, conviction, stance[issue] * line[issue][view.cell], view))


def _want(view: View) -> np.ndarray:
    values: np.ndarray = wish(view, RULE_ISSUE) + view.column("provoked")
    return values


def _popularity(view: View) -> np.ndarray:
    counted = np.isin(view.tie_kind, (FRIEND, WORK))
    weight = np.where(counted, view.tie_weight * FIXED16, 0.0)
    return np.minimum(1.0, np.bincount(view.neighbour, weight, view.people) / 10.0)


_DERIVED: dict[str, Callable[[View], np.ndarray]] = {
    "want": _want,
    "agreement": _agreement,
    "degree": lambda view: np.diff(view.tie_start.astype(np.int64)).astype(np.float64),
    "popularity": _popularity,
}

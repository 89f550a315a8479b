"""Who was meant: from a selector (world/who.py) to a mask over the people or the units of one world.

A `View` is all that a selector looks at: the world's columns, its tree and ties, the names of its file, the month and
the seed. Lots are keyed by (seed, stream, person, month) and by a name, so the same people are drawn in every arm.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from unanimity.world.character import is_opportunist, want_of
from unanimity.world.columns import AT_LIBERTY_BELOW, DIMENSIONS, FIXED16, IN_THE_COUNTRY_BELOW, Column
from unanimity.world.draws import uniforms
from unanimity.world.log import ROW
from unanimity.world.tree import Tree
from unanimity.world.who import EVENTS, REASONS, Argument, Choice, Share
from unanimity.world.words import (
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
    STATUSES,
    VACANT,
    WORK,
)

STREAM_LOT, STREAM_PLACES = 300, 301
_TICKETS, _MONTHS = 2**17, 2**14  # a lot's name and its month share one word of the key
# Words that name persons who may be dead or abroad: where one is used, nobody is left out silently.
BEYOND = ("everybody", "person")


@dataclass(frozen=True)
class View:
    """What a selector may look at: one world at one month."""

    column: Callable[[str], np.ndarray]  # this world's own numbers of a column
    columns: Mapping[str, Column]
    tree: Tree
    tie_start: np.ndarray  # ties of person i are tie_start[i] .. tie_start[i+1]-1 of the next two
    neighbour: np.ndarray
    tie_kind: np.ndarray
    tie_weight: np.ndarray
    seed: int
    month: int
    grievance_weight: float  # wg, wc and theta of card 5, for the wish to speak
    conviction_weight: float
    inertia: float
    groups: Mapping[str, int] = field(default_factory=dict)  # name -> bit
    persons: Mapping[str, int] = field(default_factory=dict)  # name -> person
    factions: Mapping[str, int] = field(default_factory=dict)  # name -> slot, 0 while it does not exist
    ticket: str = ""  # lots of different events are different lots
    log: Callable[[], np.ndarray] = lambda: np.empty(0, ROW)  # the case log up to this moment
    lever: Callable[[str], np.ndarray] = lambda name: np.empty(0)  # a lever in force, by unit
    chairs: int = 0  # at the centre

    @property
    def people(self) -> int:
        """How many people."""
        return self.tree.people

    @cached_property
    def cell(self) -> np.ndarray:
        """The cell of each person."""
        return np.repeat(np.arange(self.tree.cells), np.diff(self.tree.cell_start))

    @property
    def here(self) -> np.ndarray:
        """Who is alive and in the country."""
        return np.asarray(self.column("status") < IN_THE_COUNTRY_BELOW)


def persons(choice: Choice, view: View, everybody: bool = False) -> np.ndarray:
    """The mask of the people meant: of those alive in the country, unless the selector names others, or `everybody`."""
    mask = _persons(choice, view)
    return mask if everybody or _names_the_absent(choice) else mask & view.here


def units(choice: Choice, view: View) -> np.ndarray:
    """The mask of the units meant."""
    return _UNITS[choice.word](view, *choice.arguments)


def draw(mask: np.ndarray, share: Share, view: View, name: str = "", stream: int = STREAM_LOT) -> np.ndarray:
    """So many of the mask (or that share of it) by keyed lot."""
    inside = np.flatnonzero(mask)
    luck = lots(mask.size, view, name, stream)[inside]
    chosen = np.zeros(mask.size, bool)
    chosen[inside[np.argsort(luck, kind="stable")[:share.of(inside.size)]]] = True
    return chosen


def lots(count: int, view: View, name: str = "", stream: int = STREAM_LOT) -> np.ndarray:
    """A keyed number in 0..1 for each: by seed, stream, person and month, and by the name of the lot."""
    ticket = zlib.crc32(f"{view.ticket}/{name}".encode()) % _TICKETS
    return uniforms(view.seed, stream, count, view.month + _MONTHS * ticket)


def variable(name: str, view: View) -> np.ndarray:
    """A number for each person: his own, his cell's, or a derived one."""
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
    """Who has a tie (of that kind) to one of the mask."""
    start = view.tie_start.astype(np.int64)
    tied = np.repeat(mask, np.diff(start))
    if kind is not None:
        tied &= view.tie_kind == kind
    found = np.zeros(mask.size, bool)
    found[view.neighbour[tied]] = True
    return found


def _names_the_absent(choice: Choice) -> bool:
    if choice.word in BEYOND or (choice.word == "status" and {"dead", "abroad"} & set(choice.arguments)):
        return True
    # who is tied to a person named is not himself named
    inner = () if choice.word in ("ties_of", "kin_of", "whose") else choice.arguments
    return any(isinstance(part, Choice) and _names_the_absent(part) for part in inner)


# --- people -------------------------------------------------------------------------------------------------------
def _persons(choice: Choice, view: View) -> np.ndarray:
    if choice.word in _PERSONS:
        return _PERSONS[choice.word](view, *choice.arguments)
    if choice.word in _BY_PLACE:
        return _BY_PLACE[choice.word](view, *choice.arguments)[view.cell]
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
    return (view.column("groups") >> np.uint32(view.groups[name])) & np.uint32(1) == 1


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
    return np.arange(view.people) == view.persons[name]  # nobody, where another has taken his place by now


def _whose(view: View, name: str, who: Choice | None = None) -> np.ndarray:
    """Whose variable names somebody, or one of those; who is named may be dead or abroad by now."""
    named = view.column(name)
    known = np.asarray(named != NOBODY)
    return known if who is None else known & _persons(who, view)[np.where(known, named, 0)]


def _himself(view: View, name: str) -> np.ndarray:
    return np.asarray(view.column(name) == np.arange(view.people))


def _logged(role: str) -> Callable[..., np.ndarray]:
    def logged(view: View, event: str, span: tuple[int, int] | None = None, cause: str = "") -> np.ndarray:
        rows = view.log()
        kept = rows["event"] == EVENTS.index(event)
        if span is not None:
            kept &= (rows["month"] >= span[0]) & (rows["month"] <= span[1])
        if cause:
            kept &= rows["cause"] == REASONS.index(cause)
        named = rows[role][kept]
        found = np.zeros(view.people, bool)
        found[named[named != NOBODY]] = True
        return found

    return logged


def _all_of(view: View, *parts: Choice) -> np.ndarray:
    return np.logical_and.reduce([_persons(part, view) for part in parts])


def _any_of(view: View, *parts: Choice) -> np.ndarray:
    return np.logical_or.reduce([_persons(part, view) for part in parts])


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
    """Everybody's wish to speak against the line of his cell on an issue (card 5)."""
    stance, line, grievance, conviction = (view.column(name).astype(np.float64)
                                           for name in ("stance", "line", "grievance", "conviction"))
    return np.asarray(want_of(grievance, conviction, stance[issue] * line[issue][view.cell], view))


def _want(view: View) -> np.ndarray:
    return wish(view, RULE_ISSUE) + view.column("provoked")


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


# --- places -------------------------------------------------------------------------------------------------------
def within(view: View, chosen: np.ndarray) -> np.ndarray:
    """The units chosen and all units below them."""
    found = chosen.copy()
    for u in range(view.tree.units - 2, -1, -1):
        found[u] |= found[view.tree.parent[u]]
    return found


def _at(view: View, level: int, numbers: tuple[float, ...]) -> np.ndarray:
    """Units of a level by their numbers (all of them without numbers), and what lies below."""
    places = np.flatnonzero(view.tree.level == level)
    chosen = np.zeros(view.tree.units, bool)
    chosen[places[[int(n) - 1 for n in numbers]] if numbers else places] = True
    return within(view, chosen)


def _provinces(view: View, *numbers: float) -> np.ndarray:
    return _at(view, view.tree.depth - 1, numbers)


def _districts(view: View, *numbers: float) -> np.ndarray:
    return _at(view, min(1, view.tree.depth - 1), numbers)


def _cells(view: View, *numbers: float) -> np.ndarray:
    return _at(view, 0, numbers)


def _ring(view: View, province: float, steps: float) -> np.ndarray:
    count = len(view.tree.provinces)
    away = np.abs(np.arange(count) - (int(province) - 1))
    chosen = np.flatnonzero(np.minimum(away, count - away) == int(steps))
    if chosen.size == 0:
        return np.zeros(view.tree.units, bool)
    return _provinces(view, *(float(n + 1) for n in chosen))


def _villages(view: View, village: bool) -> np.ndarray:
    mask = view.column("village") == (1 if village else 0)
    mask[view.tree.cells:] = False
    return np.asarray(mask)


def _everywhere(view: View) -> np.ndarray:
    return np.ones(view.tree.units, bool)


_BY_PLACE: dict[str, Callable[..., np.ndarray]] = {
    "province": _provinces,
    "provinces": _provinces,
    "district": _districts,
    "districts": _districts,
    "cell": _cells,
    "cells": _cells,
    "ring": _ring,
    "town": lambda view: _villages(view, False),
    "village": lambda view: _villages(view, True),
}


def _units_of_level(view: View, level: str) -> np.ndarray:
    name = "centre" if level == "leader" else level
    names = view.tree.level_names
    return np.asarray(view.tree.level == names.index(name)) if name in names else np.zeros(view.tree.units, bool)


def _lot_of_units(view: View, share: Share, among: Choice | None = None, name: str = "") -> np.ndarray:
    """So many units by lot: of the highest level among those named, with all that lies below them."""
    named = units(among or Choice("provinces"), view)
    top = named & (view.tree.level == view.tree.level[named].max()) if named.any() else named
    return within(view, draw(top, share, view, name, STREAM_PLACES))


_UNITS: dict[str, Callable[..., np.ndarray]] = {
    **_BY_PLACE,
    "and": lambda view, *parts: np.logical_and.reduce([units(part, view) for part in parts]),
    "or": lambda view, *parts: np.logical_or.reduce([units(part, view) for part in parts]),
    "not": lambda view, part: ~units(part, view),
    "all": _everywhere,
    "level": _units_of_level,
    "lot": _lot_of_units,
}


def in_units(mask: np.ndarray, view: View) -> np.ndarray:
    """The mask of the people who live in the cells of a mask of units."""
    return np.asarray(mask[:view.tree.cells][view.cell])


__all__ = ["Argument", "View", "draw", "ends_of_ties", "in_units", "lots", "persons", "units", "variable", "within"]

"""The schedule applied to a batch at the start of a month: levers, announcements, parameters, set-up, events.

Everything is a function of the month, the seed and the state, so a run that is resumed, forked or split into other
segments does the same. Whatever an event holds while it lasts (levers, columns that only events write) is reset in each
month in which something begins or ends: first to its value without events, then by every active event.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from unanimity.engine.batch import Batch, at_level
from unanimity.engine.moment import Moment
from unanimity.engine.month_zero import attends_at_first, begin
from unanimity.events import EVENTS, ON_A_VARIABLE, Entry, Event
from unanimity.events.declare import Action
from unanimity.world.codes import VACANT
from unanimity.world.columns import DIMENSIONS
from unanimity.world.draws import chance, uniforms
from unanimity.world.levers import NUMBER_OF, lever

FOREVER = 10**9
STREAM_CHANCE = 302
MOST_CALENDARS = 4096  # schedules kept at a time
_TICKETS, _MONTHS = 2**17, 2**14  # an event's name and month share one word of the key

Occurrence = tuple[Entry, int]  # an entry and the month in which it begins


@lru_cache(maxsize=4096)
def occurrences(schedule: tuple[Entry, ...], seed: int) -> tuple[Occurrence, ...]:
    """Every entry with its month (for random ones: the months), in the order of the schedule."""
    found: list[Occurrence] = []
    for entry in schedule:
        if entry.rate <= 0.0:
            found.append((entry, entry.month))
            continue
        ticket = zlib.crc32(entry.kind.encode()) % _TICKETS
        for month in range(entry.month, entry.until + 1):
            if uniforms(seed, STREAM_CHANCE, 1, month + _MONTHS * ticket)[0] < chance(entry.rate):
                found.append((entry, month))
    return tuple(found)


def _lasts(entry: Entry) -> bool:
    return entry.kind in ("clamp", "pulse", "drift") or (entry.kind in EVENTS and EVENTS[entry.kind].months > 0)


def _acting(entry: Entry, start: int) -> range:
    """The months at which an entry acts: its own, each month while it lasts, and the one in which it ends."""
    if entry.kind in ON_A_VARIABLE:
        extra = 1 if _scripted_input(entry) else 0
        return range(start, start + (entry.months if _lasts(entry) else 1) + extra)
    return range(start, start + (entry.months + 1 if _lasts(entry) else 1))


def _scripted_input(entry: Entry) -> bool:
    """A pulse of threat goes through card 25, where it runs."""
    return entry.kind == "pulse" and entry.name == "threat"


@lru_cache(maxsize=4096)
def acting_months(schedule: tuple[Entry, ...], seed: int) -> frozenset[int]:
    """All months at which a schedule acts."""
    found: set[int] = set()
    for entry, start in occurrences(schedule, seed):
        found.update(_acting(entry, start))
        if entry.announced is not None:
            found.add(entry.announced + start - entry.month)
    return frozenset(found)


@dataclass(frozen=True)
class Calendar:
    """A schedule indexed by month, so that a long one costs nothing in quiet months."""

    schedule: tuple[Entry, ...]
    moved: dict[int, list[Entry]]  # by month: announced or changed levers, and parameters
    events: list[Occurrence]
    acting: tuple[int, ...]  # months at which anything happens, in order
    declared: tuple[Event, ...]  # the declarations of its events, each once
    resets: dict[str, float]  # the columns that they reset, with their value without any event
    holds: frozenset[str]  # the levers that they hold while they last


_calendars: dict[tuple[int, int], Calendar] = {}  # by the schedule's identity; the calendar keeps it alive


def calendar_of(schedule: tuple[Entry, ...], seed: int) -> Calendar:
    """The calendar of a schedule, built once; hashing a long schedule every month would cost more than the month."""
    kept = _calendars.get((id(schedule), seed))
    if kept is not None and kept.schedule is schedule:
        return kept
    found = occurrences(schedule, seed)
    moved: dict[int, list[Entry]] = {}
    for entry, _ in found:
        if entry.kind in ("lever", "parameter"):
            known = entry.month if entry.announced is None or entry.kind == "parameter" else entry.announced
            for month in range(known, entry.month + 1):
                moved.setdefault(month, []).append(entry)
    events = [(entry, start) for entry, start in found if entry.kind not in ("lever", "parameter")]
    declared = tuple(EVENTS[kind] for kind in dict.fromkeys(entry.kind for entry, _ in events) if kind in EVENTS)
    made = Calendar(schedule, moved, events, tuple(sorted(acting_months(schedule, seed))), declared,
                    _reset_values(events, declared), frozenset(name for one in declared for name, _ in one.holds))
    if len(_calendars) >= MOST_CALENDARS:
        _calendars.clear()
    _calendars[id(schedule), seed] = made
    return made


def next_change(batch: Batch) -> int:
    """The next month after this one at which something is scheduled in some world."""
    later = FOREVER
    for regime, seed in zip(batch.regimes, batch.seeds, strict=True):
        acting = calendar_of(regime.schedule, seed).acting
        place = bisect_right(acting, batch.month)
        later = min(later, acting[place]) if place < len(acting) else later
        if regime.begins_at_0 and batch.month < 0:
            later = min(later, 0)
    return later


def apply_month(batch: Batch) -> None:
    """Apply everything that is scheduled for the batch's month, world by world."""
    for world in range(batch.worlds):
        apply_to(batch, world)


def apply_to(batch: Batch, world: int) -> None:
    """Apply everything that is scheduled for the batch's month in one world; other worlds are not touched."""
    regime, seed = batch.regimes[world], batch.seeds[world]
    if batch.month == 0 and regime.begins_at_0:
        begin(Moment(batch, world, "set-up"))
    calendar = calendar_of(regime.schedule, seed)
    for entry in calendar.moved.get(batch.month, ()):
        if entry.kind == "lever":
            _move_lever(batch, world, entry)
        else:
            place = batch.plan.place_of_parameter[entry.name]
            batch.arrays["parameters"][world, place] = entry.value
    if batch.month in calendar.acting:
        _run_events(batch, world, calendar)


def _run_events(batch: Batch, world: int, calendar: Calendar) -> None:
    if not calendar.events:
        return
    for name, value in calendar.resets.items():
        batch.column(name, world)[...] = value if name != "attends" else attends_at_first(batch, world)
    for entry, start in calendar.events:
        age = batch.month - start
        if not 0 <= age <= entry.months:
            continue
        moment = Moment(batch, world, entry.kind, start)
        if entry.kind in ON_A_VARIABLE:
            if 0 <= age < (entry.months if _lasts(entry) else 1):
                _touch(moment, entry)
        elif 0 <= age < (entry.months if _lasts(entry) else 1) or EVENTS[entry.kind].acts_at_end:
            _action(entry)(moment, entry, age)
    for event in calendar.declared:
        if event.afterwards is not None:
            event.afterwards(Moment(batch, world))
    _hold_levers(batch, world, calendar)


def _action(entry: Entry) -> Action:
    action = EVENTS[entry.kind].action
    assert action is not None, entry.kind  # those without one are expanded when the file is read, or are on a variable
    return action


def _reset_values(events: list[Occurrence], declared: tuple[Event, ...]) -> dict[str, float]:
    """The columns that events reset, with their value without any event."""
    laid = {name: value for event in declared for name, value in event.resets}
    if any(_scripted_input(entry) for entry, _ in events):
        laid["scripted_threat"] = 0.0
    return laid


def reset_or_held(schedule: tuple[Entry, ...], seed: int) -> frozenset[str]:
    """The columns that a schedule resets and the levers that it holds, in every month in which anything happens."""
    calendar = calendar_of(schedule, seed)
    return frozenset(calendar.resets) | calendar.holds


# --- levers -------------------------------------------------------------------------------------------------------
def _chosen_units(batch: Batch, world: int, entry: Entry) -> np.ndarray:
    tree = batch.tree
    chosen = np.ones(tree.units, bool)
    if entry.provinces:
        chosen &= np.isin(tree.province, tree.provinces[np.array(entry.provinces) - 1])
    if entry.levels:
        chosen &= np.logical_or.reduce([at_level(batch, world, name) for name in entry.levels])
    return chosen


def _move_lever(batch: Batch, world: int, entry: Entry) -> None:
    units = batch.tree.units
    span = slice(world * units, (world + 1) * units)
    number, chosen = NUMBER_OF[entry.name], _chosen_units(batch, world, entry)
    known_since = entry.month if entry.announced is None else entry.announced
    if known_since <= batch.month <= entry.month:
        batch.arrays["announced"][number, span][chosen] = entry.value
    if batch.month == entry.month:
        batch.arrays["levers"][number, span][chosen] = entry.value
        batch.arrays["base_levers"][number, span][chosen] = entry.value


def user_setting(batch: Batch, world: int, name: str) -> np.ndarray:
    """A lever by unit as the user's file and schedule set it this month, without the effect of events."""
    regime, tree = batch.regimes[world], batch.tree
    setting = regime.levers[name]
    row = np.full(tree.units, setting.everywhere)
    for province, value in setting.provinces:
        row[tree.province == tree.provinces[province - 1]] = value
    for level, value in setting.levels:
        row[at_level(batch, world, level)] = value
    for entry in regime.schedule:
        if entry.kind == "lever" and entry.name == name and entry.month <= batch.month:
            row[_chosen_units(batch, world, entry)] = entry.value
    return row


def _hold_levers(batch: Batch, world: int, calendar: Calendar) -> None:
    """Apply active events to levers; when an event ends, the user's setting returns."""
    units = batch.tree.units
    span = slice(world * units, (world + 1) * units)
    for name in calendar.holds:
        row = user_setting(batch, world, name)
        for entry, start in calendar.events:
            running = 0 <= batch.month - start < entry.months
            if not running or entry.kind not in EVENTS:
                continue
            event = EVENTS[entry.kind]
            for word in (word for held, word in event.holds if held == name):
                moment = Moment(batch, world, entry.kind, start)
                if event.holds_while is None or event.holds_while(moment, start):
                    row[moment.places(entry)] = lever(name).number(word)
        base = batch.arrays["base_levers"][NUMBER_OF[name], span]
        changed = row != base  # levers that the centre has changed itself are left alone
        for table in ("base_levers", "levers", "announced"):
            batch.arrays[table][NUMBER_OF[name], span][changed] = row[changed]


# --- events on a variable -----------------------------------------------------------------------------------------
def _touch(moment: Moment, entry: Entry) -> None:
    """Set, increase or scale a column of the selected persons, units or the country, clipped to its range."""
    if _scripted_input(entry) and moment.runs("shock"):
        moment.column("scripted_threat")[:] += entry.value
        return
    columns = moment.batch.plan.columns
    stem, _, mark = entry.name.rpartition("_")
    column = columns[entry.name] if entry.name in columns else columns[stem]
    values = moment.column(column.name)
    if entry.name not in columns:
        values = values[DIMENSIONS[column.per].index(mark)]
    tree = moment.batch.tree
    chosen = moment.places(entry)
    if column.table == "person":
        chosen = np.repeat(chosen[:tree.cells], np.diff(tree.cell_start)) & (moment.column("status") != VACANT)
        if entry.who is not None:
            chosen = chosen & moment.mask(entry.who)
    elif column.table == "world":
        chosen = np.ones(1, bool)
    scale = column.scale or 1.0
    old = values[..., chosen].astype(np.float64) * scale
    new = {"value": np.full_like(old, entry.value), "add": old + entry.value, "scale": old * entry.value}[entry.mode]
    stored = np.clip(new, column.low, column.high) / scale
    values[..., chosen] = (np.floor(stored + 0.5) if column.scale else stored).astype(values.dtype)

"""Places that become vacant and newcomers who take them: compiled, one world at a time (card 29).

The mechanism decides who dies and who comes (mechanisms/people/generations.py); here rows of the arrays change hands.
`vacate` empties places, `seat` assigns them, and `bear` fills them with what engine/newcomers.py has drawn for each
newcomer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from unanimity.engine.kept import compiled, fast, kept
from unanimity.engine.row_reuse import Rows, rename, reset_rows
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
    ABROAD,
    ARRIVED,
    BORN,
    BY_HUNGER,
    CAME_OF_AGE,
    CITIZEN,
    DEAD,
    FIRST,
    FREE,
    FROM_OUTSIDE,
    GONE,
    MEMBER,
    NEVER,
    NO_CAUSE,
    NOBODY,
    VACANT,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.columns.declare import OF_AGE
from unanimity.world.draws import fast_uniform
from unanimity.world.society import SECTORS
from unanimity.world.tie_slots import Reach, Slots, Wanted, empty, settle
from unanimity.world.traits import STREAM_LOT, STREAM_SECTOR

STREAM_PARENT, STREAM_LABEL, STREAM_AGE = 60, 64, 65  # beside births
PARENT_AGES, ARRIVING_AGES = (31, 60), (18, 40)  # years
PAIRWISE = 128  # numbers that are added in eight columns; more are halved first
Array = np.ndarray
_empty, _settle = compiled(empty), compiled(settle)


class People(NamedTuple):
    """Columns of one world's people."""

    status: Array
    heard: Array
    number: Array
    since: Array
    born: Array
    origin: Array
    child_of: Array
    death: Array
    death_month: Array
    left: Array
    tellings: Array
    office: Array
    estate: Array
    cohort: Array
    sector: Array
    lot: Array
    category: Array
    hunger: Array
    accustomed: Array
    label: Array
    grievance: Array
    trust: Array
    courage: Array
    ambition: Array
    competence: Array
    conviction: Array
    standing: Array
    wary: Array


class CharacterColumns(NamedTuple):
    """Columns with several rows: those of the whole batch, in which this world's people and units begin at places."""

    first_person: int
    first_unit: int
    stance: Array
    first_stance: Array
    fear: Array
    line: Array


class Units(NamedTuple):
    """Columns and levers of one world's units."""

    waiting_age: Array
    waiting_arrived: Array
    present: Array
    members: Array
    starved_before: Array
    schooling: Array
    hostage_kin: Array


class Country(NamedTuple):
    """One world whose places change hands."""

    seed: Any
    nowhere: int  # the place that is never taken
    cell_of: Array
    people: People
    minds: CharacterColumns
    units: Units
    rows: Rows
    slots: Slots
    reach: Reach
    wanted: Wanted


class Taken(NamedTuple):
    """Places that newcomers take, cell by cell: the cell of each, whether the newcomer came of age or arrived, the
    parent, and the luck on each stream that forms a character."""

    rows: Array
    cells: Array
    origin: Array
    parents: Array
    luck: Array


class Drawn(NamedTuple):
    """What was drawn for each newcomer: traits and stances, and the numbers by which stances stray from home."""

    traits: Array
    stray: Array


# --- places that become vacant ----------------------------------------------------------------------------------------
@fast
def is_long_gone(status, died, left, month, p):
    """Whether the place of a person who died or left has been kept for long enough."""
    if status == DEAD:
        return died != NEVER and month - died >= p.mourn
    return status == ABROAD and left != NEVER and month - left >= p.absence


@fast
def note(noted, i, people):
    """What is kept of a person who leaves a place (engine/identities.py)."""
    noted[0], noted[1], noted[2], noted[3] = i, people.number[i], people.since[i], people.born[i]
    noted[4], noted[5] = people.status[i], people.death[i]
    noted[6], noted[7] = people.tellings[i], people.origin[i]


@kept
def who_goes(month, p, people):
    """The places that become vacant this month."""
    return np.array([i for i in range(people.status.size) if people.status[i] >= ABROAD and is_long_gone(
        people.status[i], people.death_month[i], people.left[i], month, p)], np.int64)


@kept
def vacate(month, gone, country, place, touched):
    """Record who leaves, clear references to them, end their ties, and reset the row to a vacant place; return the
    records."""
    people, units = country.people, country.units
    noted = np.empty((gone.size, 8), np.int64)
    for k in range(gone.size):
        i = gone[k]
        note(noted[k], i, people)
        place[i] = NOBODY
        if people.death[i] == BY_HUNGER:  # card 12 compares the dead of two months by their rows
            cell = country.cell_of[i]
            units.starved_before[cell] = max(0.0, units.starved_before[cell] - 1.0)
    if gone.size > 0:
        rename(place, people.office, country.rows)
    place[gone] = gone
    _empty(gone, country.nowhere, touched, country.slots)
    reset_rows(gone, country.rows)
    for i in gone:
        people.status[i], people.heard[i] = VACANT, GONE
        people.since[i] = month  # earlier log rows of this place belong to its previous occupant
    return noted


# --- who takes which place --------------------------------------------------------------------------------------------
@kept
def seat(month, country, streams):
    """Assign places: in each cell those who came of age come first, and take the lowest vacant place first."""
    people, units, start = country.people, country.units, country.reach.cell_start
    most = 0
    for cell in range(start.size - 1):
        waiting = np.int64(units.waiting_age[cell]) + np.int64(units.waiting_arrived[cell])
        most += min(waiting, start[cell + 1] - start[cell])
    rows, cells, origin, parents = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64), \
        np.empty(most, np.int64)
    found = 0
    for cell in range(start.size - 1):
        grown, arrived = np.int64(units.waiting_age[cell]), np.int64(units.waiting_arrived[cell])
        if grown + arrived == 0:
            continue
        first, young = found, 0
        for i in range(start[cell], start[cell + 1]):
            if found - first == grown + arrived:
                break
            if people.status[i] == VACANT and i != country.nowhere:
                rows[found], cells[found], origin[found] = i, cell, BORN if young < grown else FROM_OUTSIDE
                young += origin[found] == BORN
                found += 1
        units.waiting_age[cell] = grown - young
        units.waiting_arrived[cell] = arrived - (found - first - young)
        if young > 0:
            _give_parents(month, rows[first:found], origin[first:found], parents[first:found], cell, country)
        else:
            parents[first:found] = NOBODY
    luck = np.empty((streams.size, found))
    for s in range(streams.size):
        for k in range(found):
            luck[s, k] = fast_uniform(country.seed, streams[s], rows[k], month)
    return Taken(rows[:found].copy(), cells[:found].copy(), origin[:found].copy(), parents[:found].copy(), luck)


@fast
def _give_parents(month, rows, origin, parents, cell, country):
    """For those who came of age, a parent: somebody of the cell of the age of parents, by lot keyed by the child's
    place; else NOBODY."""
    people, start = country.people, country.reach.cell_start
    there = np.empty(start[cell + 1] - start[cell], np.int64)
    able = 0
    for i in range(start[cell], start[cell + 1]):
        age = (month - np.int64(people.born[i])) // 12
        if people.status[i] < ABROAD and PARENT_AGES[0] <= age <= PARENT_AGES[1]:
            there[able] = i
            able += 1
    for k in range(rows.size):
        parents[k] = NOBODY
        if able > 0 and origin[k] == BORN:
            parents[k] = there[int(fast_uniform(country.seed, STREAM_PARENT, rows[k], month) * able)]


# --- newcomers --------------------------------------------------------------------------------------------------------
@kept
def bear(month, p, taken, drawn, country, touched):
    """Put the newcomers into their places and tie them."""
    reset_rows(taken.rows, country.rows)
    _take_places(month, taken, country)
    for k in range(taken.rows.size):
        _give_character(k, p, taken, drawn, country)
    _give_circumstances(month, p, taken, country)
    _settle(country.seed, month, taken.rows, taken.cells, taken.parents, country.reach, country.people.status,
            country.wanted, touched, country.slots)


@fast
def _take_places(month, taken, country):
    """The newcomer's number, month of coming, age and parent; a member, where members are most of the cell."""
    people, units = country.people, country.units
    for k in range(taken.rows.size):
        i, cell, parent = taken.rows[k], taken.cells[k], taken.parents[k]
        grown = taken.origin[k] == BORN
        span = ARRIVING_AGES[1] - ARRIVING_AGES[0]
        age = 1.0 * OF_AGE if grown else ARRIVING_AGES[0] + span * fast_uniform(country.seed, STREAM_AGE, i, month)
        people.status[i] = FREE
        people.number[i] = i + people.status.size * (month + 1)  # above every first number, and nobody else's
        people.since[i], people.origin[i] = month, taken.origin[k]
        people.born[i] = month - int(np.floor(age * 12))
        people.child_of[i] = people.number[parent] if parent >= 0 else NOBODY
        joins = not grown and 2.0 * units.members[cell] > units.present[cell]
        people.estate[i], people.cohort[i] = (MEMBER, month) if joins else (CITIZEN, -1)


@fast
def _give_character(k, p, taken, drawn, country):
    """Traits and stance: drawn as for the initial people, then shifted towards home. Fixed-point numbers are computed
    in their own short type, as NumPy does it."""
    people, minds, units = country.people, country.minds, country.units
    i, cell, parent = taken.rows[k], taken.cells[k], taken.parents[k]
    home, base = parent >= 0, country.minds.first_person
    columns = (people.courage, people.ambition, people.competence, people.conviction, people.standing, people.wary)
    for t in range(len(columns)):
        trait = drawn.traits[k, t]
        columns[t][i] = np.float32(p.home) * columns[t][parent] + (1.0 - p.home) * trait if home else trait
    schooling = units.schooling[cell]
    for issue in range(minds.stance.shape[0]):
        stance = drawn.traits[k, len(columns) + issue]
        if home:
            taught = (1.0 - schooling) * minds.stance[issue, base + parent] + schooling * people.trust[parent] * \
                minds.line[issue, minds.first_unit + cell] + p.stray * drawn.stray[k, issue]
            stance = min(max(taught, -1.0), 1.0)
        minds.stance[issue, base + i] = stance
        minds.first_stance[issue, base + i] = minds.stance[issue, base + i]
    people.grievance[i] = people.standing[i]
    for topic in range(minds.fear.shape[0] if home else 0):
        minds.fear[topic, base + i] = np.float32(p.fear_home) * minds.fear[topic, base + parent]


@fast
def _give_circumstances(month, p, taken, country):
    """Branch of work, lot, hunger as in the cell, the parent's ration category, and the parent's label where kin
    answer."""
    people, seed, cell = country.people, country.seed, -1
    known, hunger, accustomed = False, np.float32(0.0), np.float32(0.0)
    for k in range(taken.rows.size):
        i, parent = taken.rows[k], taken.parents[k]
        people.sector[i] = np.uint8(fast_uniform(seed, STREAM_SECTOR, i, month) * SECTORS)
        people.lot[i] = fast_uniform(seed, STREAM_LOT, i, month)
        if taken.cells[k] != cell:
            cell = taken.cells[k]
            here = _those_here(month, cell, country)
            known, hunger, accustomed = here.size > 0, mean_of(people.hunger[here]), mean_of(people.accustomed[here])
        if known:
            people.hunger[i], people.accustomed[i] = hunger, accustomed
        if parent >= 0:
            people.category[i] = people.category[parent]
            luck = fast_uniform(seed, STREAM_LABEL, i, month)
            if luck < p.label_home * country.units.hostage_kin[cell]:
                people.label[i] = people.label[parent]


@fast
def _those_here(month, cell, country):
    """The people at liberty in a cell before anybody came."""
    people, start = country.people, country.reach.cell_start
    return np.array([i for i in range(start[cell], start[cell + 1])
                     if people.status[i] < AT_LIBERTY_BELOW and people.since[i] != month], np.int64)


@fast
def mean_of(values):
    """The mean of short floats, added in NumPy's order, so that the bits are the same."""
    return np.float32(np.float64(_sum_of(values)) / values.size)


@fast
def _sum_of(values):
    count = values.size
    if count > PAIRWISE:
        half = count // 2
        half -= half % 8
        return _sum_of(values[:half]) + _sum_of(values[half:])
    total, done = np.float32(0.0), 0
    if count >= 8:
        eight = values[:8].copy()
        done = count - count % 8
        for k in range(8, done):
            eight[k % 8] += values[k]
        total = ((eight[0] + eight[1]) + (eight[2] + eight[3])) + ((eight[4] + eight[5]) + (eight[6] + eight[7]))
    for k in range(done, count):
        total += values[k]
    return total


# --- the log ----------------------------------------------------------------------------------------------------------
_enter_with = compiled(enter_with)


@kept
def tell(begin, taken, log):
    """Log newcomers from number `begin` on, as long as the log has room; return the next number."""
    for k in range(begin, taken.rows.size):
        if log.count[log.w] >= log.room:
            return k
        i, how = taken.rows[k], CAME_OF_AGE if taken.origin[k] == BORN else ARRIVED
        _enter_with(log, i, how, NO_CAUSE, log.rung[i], taken.parents[k])
    return taken.rows.size


assert FIRST == 0  # what a row is laid with
assert DEAD > ABROAD  # whose places may become vacant

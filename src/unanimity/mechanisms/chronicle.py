"""Chronicle: what the measures must remember of the past. No card of its own; nobody reads it but measures.

Card 9 keeps sums (crimes, exposures, months of silence); the contract's Kaplan-Meier median of the months from a crime
to its exposure (section 4) needs how many silences of each length have ended, and how each was. Card 13 numbers its
factions by slots that are used again; the contract's *successive oppositions* are factions that have reached 1 % of the
members, each counted once. The case log gets what rules that run person by person cannot enter: who told of a chief's
crime, who was put in office by card 8, who joined the party (from month 1 on: those born as members bear month 0).

    silence_ended[k] = crimes that came out in their k-th month (the last bin: or later)
    silence_open[k]  = crimes still open that are k months old
    oppositions      = factions that have reached 1 % of members so far
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.mechanisms.party.appointment import people_of
from unanimity.world.columns import Column
from unanimity.world.log import enter, enter_with
from unanimity.world.rules import Mechanism, within_world
from unanimity.world.words import APPOINTED, JOINED, NO_CAUSE, NOBODY, TELLING

LONGEST = 255  # months of silence that are told apart
GROWN = 0.01  # share of the members from which a faction is an opposition
SMALLEST = 3  # members below which card 13 ends a faction
BY_TELLER = 1  # card 9's code of a crime told of from below


class Chronicle(NamedTuple):
    """No parameters."""


@within_world(writes=("silence_ended", "exposed_before", "silence_before", "exposed_below", "exposed_above"))
def note_exposures(units, country, durations, tree):
    """Each crime that came out this month, by the length of its silence and by the way it took."""
    for unit in range(tree.units):
        if units.exposed[unit] == units.exposed_before[unit]:
            continue
        months = int(float(units.silence[unit]) - float(units.silence_before[unit]))  # unsigned columns
        durations.silence_ended[min(max(months, 0), LONGEST)] += 1
        if units.exposed_by[unit] == BY_TELLER:
            country.exposed_below[0] += 1
        else:
            country.exposed_above[0] += 1
        units.exposed_before[unit] = units.exposed[unit]
        units.silence_before[unit] = units.silence[unit]


@within_world(writes=("silence_open",))
def note_silences(units, durations, tree, month):
    """How long the crimes that nobody has told of have been kept: the censored silences."""
    for k in range(LONGEST + 1):
        durations.silence_open[k] = 0
    for unit in range(tree.units):
        if units.crime_open[unit] == 1:
            durations.silence_open[min(max(month - units.crime_month[unit], 0), LONGEST)] += 1


@within_world(writes=("faction_counted", "oppositions"))
def note_oppositions(units, country, factions, tree):
    """A faction that reaches a hundredth of the members is an opposition, once."""
    enough = GROWN * max(units.members[tree.units - 1], 1.0)
    for f in range(1, LONGEST + 1):
        if factions.faction_size[f] < SMALLEST:
            factions.faction_counted[f] = 0
        elif factions.faction_counted[f] == 0 and factions.faction_size[f] >= enough:
            factions.faction_counted[f] = 1
            country.oppositions[0] += 1


@within_world(writes=("tellings_noted",))
def note_tellers(people, units, tree, log):
    """Who told of a chief's crime this month; only the people of units of which somebody told are looked at."""
    for unit in range(tree.units):
        if units.told[unit] == 0:
            continue
        low, high = people_of(unit, tree)
        for i in range(low, high):
            if people.tellings[i] != people.tellings_noted[i]:
                people.tellings_noted[i] = people.tellings[i]
                enter(log, i, TELLING, NO_CAUSE)


@within_world(writes=("notes",))
def note_posts(seat_first, seat_last, people, units, country, seats, tree, on, log):
    """Who was put in office this month: his first month there is not over yet (card 8)."""
    if not on.appointment:
        return
    for unit in range(tree.units - 1):
        i = units.secretary[unit]
        if i != NOBODY and people.tenure[i] == 0:
            enter_with(log, i, APPOINTED, NO_CAUSE, 0, people.patron[i] if people.patron[i] != i else NOBODY)
            country.notes[0] += 1
    for k in range(seat_first, seat_last):
        i = seats.sitting[k]
        if i != NOBODY and people.tenure[i] == 0:
            enter_with(log, i, APPOINTED, NO_CAUSE, 0, people.patron[i] if people.patron[i] != i else NOBODY)
            country.notes[0] += 1


@within_world(writes=("notes",))
def note_joiners(people, country, tree, on, month, log):
    """Who joined the party this month."""
    if not on.recruitment or month <= 0:
        return
    for i in range(tree.people):
        if people.cohort[i] == month:
            enter(log, i, JOINED, NO_CAUSE)
            country.notes[0] += 1


MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="chronicle",
    card=0,
    title="What measures remember",
    sentence="Note each crime that comes out with the months it was kept, and each faction that grows to an opposition.",
    sources="interface.md, section 4: months of silence, exposure, successive oppositions",
    parameters=Chronicle,
    rules=(note_exposures, note_silences, note_oppositions, note_tellers, note_posts, note_joiners),
    columns=(
        Column("tellings_noted", "person", "u1", 0, 255, "chronicle", "tellings that the log holds", unit="count"),
        Column("notes", "world", "u4", 0, MANY, "chronicle", "posts and joinings entered in the log", unit="count"),
        Column("silence_ended", "duration", "u4", 0, MANY, "chronicle", "crimes that came out after so many months",
               unit="count"),
        Column("silence_open", "duration", "u4", 0, MANY, "chronicle", "crimes that have been kept for so many months",
               unit="count"),
        Column("exposed_before", "unit", "u2", 0, 65535, "chronicle", "crimes that had come out a month ago",
               unit="count"),
        Column("silence_before", "unit", "u4", 0, MANY, "chronicle", "their months of silence", unit="months"),
        Column("exposed_below", "world", "u4", 0, MANY, "chronicle", "crimes that came out by a teller", unit="count"),
        Column("exposed_above", "world", "u4", 0, MANY, "chronicle", "crimes that came out by a quarrel above",
               unit="count"),
        Column("faction_counted", "faction", "u1", 0, 1, "chronicle", "has been counted as an opposition", unit="flag"),
        Column("oppositions", "world", "u4", 0, MANY, "chronicle", "factions that have reached 1 % of members",
               unit="count"),
    ),
)

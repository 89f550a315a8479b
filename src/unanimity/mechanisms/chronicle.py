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
def note_exposures(unit_first, unit_last, w, faction_base, exposed, silence, exposed_by, exposed_before, silence_before,
                   silence_ended, exposed_below, exposed_above):
    """Each crime that came out this month, by the length of its silence and by the way it took."""
    for unit in range(unit_first, unit_last):
        if exposed[unit] == exposed_before[unit]:
            continue
        months = int(float(silence[unit]) - float(silence_before[unit]))  # unsigned columns
        silence_ended[faction_base + min(max(months, 0), LONGEST)] += 1
        if exposed_by[unit] == BY_TELLER:
            exposed_below[w] += 1
        else:
            exposed_above[w] += 1
        exposed_before[unit] = exposed[unit]
        silence_before[unit] = silence[unit]


@within_world(writes=("silence_open",))
def note_silences(unit_first, unit_last, month, faction_base, crime_open, crime_month, silence_open):
    """How long the crimes that nobody has told of have been kept: the censored silences."""
    for k in range(faction_base, faction_base + LONGEST + 1):
        silence_open[k] = 0
    for unit in range(unit_first, unit_last):
        if crime_open[unit] == 1:
            silence_open[faction_base + min(max(month - crime_month[unit], 0), LONGEST)] += 1


@within_world(writes=("faction_counted", "oppositions"))
def note_oppositions(unit_last, w, faction_base, faction_size, faction_counted, oppositions, members):
    """A faction that reaches a hundredth of the members is an opposition, once."""
    enough = GROWN * max(members[unit_last - 1], 1.0)
    for f in range(faction_base + 1, faction_base + LONGEST + 1):
        if faction_size[f] < SMALLEST:
            faction_counted[f] = 0
        elif faction_counted[f] == 0 and faction_size[f] >= enough:
            faction_counted[f] = 1
            oppositions[w] += 1


@within_world(writes=("tellings_noted",))
def note_tellers(base, unit_first, unit_last, cells, child_first, child_last, cell_start, told, tellings, tellings_noted,
                 log):
    """Who told of a chief's crime this month; only the people of units of which somebody told are looked at."""
    for unit in range(unit_first, unit_last):
        if told[unit] == 0:
            continue
        low, high = people_of(unit - unit_first, cells, child_first, child_last, cell_start)
        for i in range(base + low, base + high):
            if tellings[i] != tellings_noted[i]:
                tellings_noted[i] = tellings[i]
                enter(log, i, TELLING, NO_CAUSE)


@within_world(writes=("notes",))
def note_posts(base, w, unit_first, unit_last, seat_first, seat_last, secretary, sitting, tenure, patron, notes,
               on_appointment, log):
    """Who was put in office this month: his first month there is not over yet (card 8)."""
    if not on_appointment:
        return
    for unit in range(unit_first, unit_last - 1):
        i = secretary[unit]
        if i != NOBODY and tenure[base + i] == 0:
            enter_with(log, base + i, APPOINTED, NO_CAUSE, 0, patron[base + i] if patron[base + i] != i else NOBODY)
            notes[w] += 1
    for k in range(seat_first, seat_last):
        i = sitting[k]
        if i != NOBODY and tenure[base + i] == 0:
            enter_with(log, base + i, APPOINTED, NO_CAUSE, 0, patron[base + i] if patron[base + i] != i else NOBODY)
            notes[w] += 1


@within_world(writes=("notes",))
def note_joiners(first, last, w, month, cohort, notes, on_recruitment, log):
    """Who joined the party this month."""
    if not on_recruitment or month <= 0:
        return
    for i in range(first, last):
        if cohort[i] == month:
            enter(log, i, JOINED, NO_CAUSE)
            notes[w] += 1


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

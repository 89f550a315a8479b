"""Chronicle: what the measures must remember of the past. Not a card: only measures read it.

Card 9 keeps sums (crimes, exposures, months of silence); the contract's Kaplan-Meier median of the months from a crime
to its exposure (section 4) needs how many silences of each length have ended, and how they ended. Card 13 numbers its
factions by slots that are reused; the contract's *successive oppositions* are factions that have reached 1 % of the
members, each counted once. The chronicle also enters in the case log what rules that run person by person cannot enter:
who told of a chief's crime, whom card 8 put in office, who joined the party (from month 1 on: people who are members
from the start bear month 0).

    silence_ended[k] = crimes that were exposed in their k-th month (the last bin: or later)
    silence_open[k]  = crimes still open that are k months old
    oppositions      = factions that have reached 1 % of members so far
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.world.case_log import enter, enter_with
from unanimity.world.codes import APPOINTED, JOINED, NO_CAUSE, NOBODY, SMALLEST_FACTION, TELLING
from unanimity.world.columns import Column
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, pick, total


@total(of="unit", to="duration", writes="silence_ended", fold="added")
def note_exposures(exposed, exposed_before, silence, silence_before):
    """Each crime that was exposed this month, by the length of its silence."""
    return kept(silence, silence_before), 1 if exposed != exposed_before else 0


@formula
def kept(silence, silence_before):
    """For how many months an exposed crime was kept secret; long silences share the last bin."""
    return min(max(int(float(silence) - float(silence_before)), 0), LONGEST)  # unsigned columns


@total(of="unit", to="country", writes=("exposed_below", "exposed_above"), fold="added")
def note_ways(exposed, exposed_before, exposed_by):
    """How each crime was exposed: by somebody who told, or by a quarrel above."""
    told = exposed_by == BY_TELLER
    return (1 if told else 0, 0 if told else 1) if exposed != exposed_before else (0, 0)


@each("unit", writes=("exposed_before", "silence_before"))
def remember_exposures(exposed, exposed_before, silence, silence_before):
    """How many crimes had been exposed by now, for next month's comparison."""
    return (exposed, silence) if exposed != exposed_before else (exposed_before, silence_before)


@total(of="unit", to="duration", writes="silence_open")
def note_silences(crime_open, crime_month, month):
    """How long the crimes that nobody has told of have been kept secret: the censored silences."""
    return min(max(month - crime_month, 0), LONGEST), 1 if crime_open == 1 else 0


@each("faction", writes=("faction_counted", "oppositions"))
def note_oppositions(faction, centre):
    """A faction that reaches one per cent of the members is counted as an opposition, once."""
    if faction.faction_size < SMALLEST:
        return 0, 0
    grown = faction.faction_counted == 0 and faction.faction_size >= GROWN * max(centre.members, 1.0)
    return (1, 1) if grown else (faction.faction_counted, 0)


@formula
def was_told_of(unit):
    """Whether somebody told of the unit's chief this month: only the people of such a unit are looked at."""
    return unit.told != 0


@formula
def has_told_since(one):
    """Whether the person has told more often than the log has entries."""
    return one.tellings != one.tellings_noted


@pick(among="people of a unit", writes="tellings_noted", only=(was_told_of, has_told_since))
def note_tellers(i, people, log):
    """Log everybody who told of a chief's crime this month."""
    people.tellings_noted[i] = people.tellings[i]
    enter(log, i, TELLING, NO_CAUSE)


@formula
def posts_are_filled(on):
    """Whether card 8 runs."""
    return on.appointment


@formula
def is_new(one):
    """Whether the first month in office is not over yet (card 8)."""
    return one.tenure == 0


@pick(among="posts", writes="notes", only=(posts_are_filled, is_new))
def note_posts(i, one, country, log):
    """Log everybody who was put in office this month, and by whom."""
    enter_with(log, i, APPOINTED, NO_CAUSE, 0, one.patron if one.patron != i else NOBODY)
    country.notes[0] += 1


@formula
def people_join(on, month):
    """Whether anybody can have joined: people who are members from the start bear month 0."""
    return on.recruitment and month > 0


@formula
def has_joined(one, month):
    """Whether the person became a member this month."""
    return one.cohort == month


@pick(among="people", writes="notes", only=(people_join, has_joined))
def note_joiners(i, country, log):
    """Log everybody who joined the party this month."""
    enter(log, i, JOINED, NO_CAUSE)
    country.notes[0] += 1


class Chronicle(NamedTuple):
    """No parameters."""


LONGEST = 255  # months of silence; longer ones share the last bin
GROWN = 0.01  # share of the members from which a faction counts as an opposition
SMALLEST = SMALLEST_FACTION  # members below which card 13 ends a faction
BY_TELLER = 1  # card 9's code of a crime told of from below
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="chronicle",
    card=0,
    title="What measures remember",
    sentence="Note each crime that comes out with the months it was kept, and each faction that grows to an "
             "opposition.",
    sources="interface.md, section 4: months of silence, exposure, successive oppositions",
    parameters=Chronicle,
    rules=(note_exposures, note_ways, remember_exposures, note_silences, note_oppositions, note_tellers, note_posts,
           note_joiners),
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

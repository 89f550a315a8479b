"""Elders (card 18): the people to whom a faction looks, and the wave of capitulations that their signatures start.

Elders are those the scenario flags, else the five members with most ties in the faction; one who signed stays an elder
for `wl` months, then the next best connected member takes the place. They are determined only in a faction of which
somebody is not free.
"""

from __future__ import annotations

from unanimity.world.codes import FACTION_SLOTS, NOBODY
from unanimity.world.columns import IN_THE_COUNTRY_BELOW
from unanimity.world.formula import formula
from unanimity.world.rules import each, pick, total


@formula
def is_of_faction(case):
    """Whether the person is a member of a faction and not free, in the country."""
    return case.faction > 0 and case.status < IN_THE_COUNTRY_BELOW


@total(of="case", to="faction", writes="faction_held", only=is_of_faction)
def count_held():
    """How many members of each faction are not free."""
    return 1


@formula
def any_of_it_held(faction):
    """Whether some member of the faction is not free."""
    return faction.faction_held != 0


@each("faction", only=any_of_it_held)
def keep_places(slot, faction, month, people, factions, p):
    """Empty the places of former elders; note whether the faction needs a new one and has a member for it."""
    kept, members = places_kept(slot, month, people, factions, p)
    vacate(slot, kept < PLACES and members < faction.faction_size, month, people, factions, p)


@formula
def still_elder(e, f, month, people, p):
    """Whether e is an elder in the country who is in the faction, or left it by signing within `wl` months."""
    if e == NOBODY or people.status[e] >= IN_THE_COUNTRY_BELOW:
        return False
    return people.faction[e] == f or month - people.signed_month[e] <= p.wave


@formula
def places_kept(f, month, people, factions, p):
    """How many elders keep their places, and how many of them are members."""
    kept, members = 0, 0
    for e in range(PLACES):
        if still_elder(factions.elders[e, f], f, month, people, p):
            kept += 1
            members += 1 if people.faction[int(factions.elders[e, f])] == f else 0
    return kept, members


@formula(writes=("faction_held", "elders", "elder_ties"))
def vacate(f, wanted, month, people, factions, p):
    """Empty the places of people who are no longer elders; a negative number says that there is nobody to look for."""
    for e in range(PLACES):
        if still_elder(factions.elders[e, f], f, month, people, p):
            factions.elder_ties[e, f] = FIRMLY
        else:
            factions.elders[e, f] = NOBODY
            factions.elder_ties[e, f] = -1
    if not wanted:
        factions.faction_held[f] = -factions.faction_held[f]


@formula
def any_place_wanted(factions):
    """Whether some faction has a place to fill."""
    for f in range(1, FACTIONS):
        if factions.faction_held[f] > 0:
            return True
    return False


@formula
def may_be_elder(one, faction):
    """Whether the person is a member of a faction that has a place to fill."""
    return one.faction != 0 and faction.faction_held > 0


@pick(among="people", only=(any_place_wanted, may_be_elder))
def find_elders(i, one, ties, people, factions):
    """The five with most ties within the faction; people flagged by a script come first."""
    take_place(i, ties_within(i, ties, people) + (FLAGGED if one.elder != 0 else 0), people, factions)


@formula
def ties_within(i, ties, people):
    """How many of the person's ties are in the same faction."""
    count = 0
    for t in range(ties.start[i], ties.start[i + 1]):
        if people.faction[int(ties.neighbour[t])] == people.faction[i]:
            count += 1
    return count


@formula(writes=("elders", "elder_ties"))
def take_place(i, count, people, factions):
    """The person takes the place of the elder with fewest ties, if the person has more."""
    f = int(people.faction[i])
    lowest, he_is = 0, False
    for e in range(PLACES):
        lowest = e if factions.elder_ties[e, f] < factions.elder_ties[lowest, f] else lowest
        he_is = he_is or factions.elders[e, f] == i
    if not he_is and count > factions.elder_ties[lowest, f]:
        factions.elders[lowest, f] = i
        factions.elder_ties[lowest, f] = count


@formula
def wave_of(tied, tied_signed, elders, signed, p):
    """`wave`: the share of the elders tied to the person who signed; without such ties, `wf` of the share of all."""
    if tied > 0:
        return tied_signed / tied
    return p.from_afar * signed / elders if elders > 0 else 0.0


@formula
def wave_around(i, month, ties, people, factions, p):
    """The wave that person i feels from the elders of the faction, as of last month."""
    there, signed, tied, tied_signed = 0, 0, 0, 0
    if people.faction[i] == 0:
        return 0.0
    for e in range(PLACES):
        he = factions.elders[e, int(people.faction[i])]
        if he == NOBODY or he == i:
            continue
        has = 1 if people.signed_month[he] < month and month - people.signed_month[he] <= p.wave else 0
        there += 1
        signed += has
        for t in range(ties.start[i], ties.start[i + 1]):
            if ties.neighbour[t] == he:
                tied += 1
                tied_signed += has
                break
    return wave_of(tied, tied_signed, there, signed, p)


PLACES, FIRMLY, FLAGGED = 5, 1 << 20, 1 << 10  # elders per faction; marks: keeps the place, flagged by a script
FACTIONS = FACTION_SLOTS

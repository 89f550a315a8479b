"""Which faction a person trusts most (card 13): ties summed by faction, with the tie that an agent has made."""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import FIXED
from unanimity.world.codes import NOBODY
from unanimity.world.formula import formula


@formula
def trust_in(i, faction, lured, people, ties, p):
    """The weight of a person's ties in a faction, including one that its agent has made with the person.

    Agents whom the person knew before do not count.
    """
    trust = p.lure * FIXED if faction == lured else 0.0
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if people.last_faction[j] == faction and people.agent[j] == 0:
            trust += ties.weight[t]
    return trust


@formula
def closest_in(i, faction, lured, people, ties, p):
    """Through whom a person would join a faction: the strongest tie in it, or the agent who approached the person."""
    friend, strongest = NOBODY, 0.0
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if people.last_faction[j] == faction and people.agent[j] == 0 and ties.weight[t] > strongest:
            strongest, friend = ties.weight[t], j
    return int(people.agent_tie[i]) if lured == faction and strongest < p.lure * FIXED else friend


@formula
def circle_of_trust(i, people, factions, ties, p):
    """The faction in which most of a person's trust lies, or 0 if none of the ties is in one.

    Also its share of all the person's trust, its prospects, and through whom the person would join it.
    """
    if people.faction[i] > 0:
        return 0, 0.0, 0.0, NOBODY
    lured = int(people.last_faction[int(people.agent_tie[i])]) if people.agent_tie[i] != NOBODY else 0
    total, most, theirs = 0.0, 0.0, 0
    for t in range(ties.start[i], ties.start[i + 1]):
        total += ties.weight[t]
        here = int(people.last_faction[int(ties.neighbour[t])])
        if here == 0 or here == theirs or people.agent[int(ties.neighbour[t])] == 1:
            continue
        trust = trust_in(i, here, lured, people, ties, p)
        if trust > most:
            most, theirs = trust, here
    if lured > 0:
        total += p.lure * FIXED
        if most < p.lure * FIXED:
            most, theirs = p.lure * FIXED, lured
    if theirs == 0:
        return 0, 0.0, 0.0, NOBODY
    return theirs, most / total, factions.faction_prospect[theirs], closest_in(i, theirs, lured, people, ties, p)

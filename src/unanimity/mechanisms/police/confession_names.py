"""The names in a confession (card 18): how many there are, whose they are, and what a name does to its owner."""

from __future__ import annotations

from unanimity.mechanisms.power.pointing import rank_weight, standing_of
from unanimity.world.codes import A_NAME, INQUIRY, LEADER, NOBODY
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula

TRIES = 8  # lots drawn for a stranger who is alive and in the country
ONE_MORE = 32  # draws a month for the names of one signature
STRANGERS, WHICH_STRANGER, BY_NAME = 471, 472, 478  # streams


@formula
def asked_of(names, beyond):
    """How many names one confession holds: somebody pressed far beyond his hold confesses whatever is wanted."""
    return names * (1.0 + beyond)


@formula
def accuse(j, signer, month, seed, running, people, p, p_purge):
    """Being named opens or thickens a person's file, unless that person's own case comes to its verdict this month.

    While a purge runs a name may suffice for an arrest next month, outside the quota; the higher the person, the
    likelier.
    """
    people.named_by[j] = signer
    if people.status[j] != INQUIRY or people.arrested[j] >= month:
        people.dossier[j] += p.file
    if not running or people.status[j] >= AT_LIBERTY_BELOW or people.office[j] == LEADER:
        return
    weight = rank_weight(standing_of(j, people, p_purge), p_purge)
    if event(p.warranted * weight, uniform(seed, BY_NAME, j, month)):
        people.warrant[j] = A_NAME


@formula
def name_ties(i, asked, month, seed, running, ties, people, p, p_purge):
    """Name the strongest ties who are alive and in the country, in order of weight; how many, and the first.

    Among equal weights the lower number comes first, because the order of a row of ties changes as people come and go.
    """
    count, first, edge, after = 0, NOBODY, 70000.0, -1
    while count + 0.5 <= asked:
        best, most = -1, -1.0
        for t in range(ties.start[i], ties.start[i + 1]):
            other, weight = int(ties.neighbour[t]), ties.weight[t]
            below = weight < edge or (weight == edge and other > after)
            above = weight > most or (weight == most and other < best)
            if below and above and people.status[other] < IN_THE_COUNTRY_BELOW:
                best, most = other, weight
        if best < 0:
            break
        accuse(best, i, month, seed, running, people, p, p_purge)
        first = best if count == 0 else first
        edge, after = most, best
        count += 1
    return count, first


@formula
def name_strangers(i, asked, crowd, month, seed, running, people, p, p_purge):
    """Loyal nobodies, named as links: the whole part of `asked`, the rest by lot; returns how many."""
    person = i
    asked = min(asked, ONE_MORE - 1.0)
    wanted = int(asked)
    if uniform(seed, STRANGERS, person, month) < asked - wanted:
        wanted += 1
    for k in range(wanted):
        for attempt in range(TRIES):
            lot = uniform(seed, WHICH_STRANGER, person, (month * ONE_MORE + k) * TRIES + attempt)
            j = int(lot * crowd)
            if j != i and people.status[j] < IN_THE_COUNTRY_BELOW:
                accuse(j, person, month, seed, running, people, p, p_purge)
                break
    return wanted

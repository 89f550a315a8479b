"""The names in a confession (card 18): how many there are, whose they are, and what a name does to its owner."""

from __future__ import annotations

from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula, positive
from unanimity.world.words import A_NAME, INQUIRY, NOBODY

TRIES = 8  # lots drawn for a stranger who is alive and in the country
ONE_MORE = 32  # lots a month for the names of one signature
STRANGERS, WHICH_STRANGER, BY_NAME = 471, 472, 478  # streams


@formula
def asked_of(names, pressed, held):
    """How many names one text holds: who is pressed far beyond what he can bear confesses whatever is wanted."""
    return names * (1.0 + positive(pressed - held))


@formula
def accuse(j, signer, base, month, seed, running, status, arrested, dossier, named_by, warrant, p):
    """A name in a text opens or thickens a file, unless that man's own case comes to its verdict this month.

    While a purge runs a name may be enough: he is taken next month, whatever the number.
    """
    named_by[j] = signer
    if status[j] != INQUIRY or arrested[j] >= month:
        dossier[j] += p.file
    if running and status[j] < AT_LIBERTY_BELOW and event(p.warranted, uniform(seed, BY_NAME, j - base, month)):
        warrant[j] = A_NAME


@formula
def name_ties(i, asked, base, month, seed, running, tie_start, neighbour, weight, status, arrested, dossier, named_by,
              warrant, p):
    """The strongest ties who are alive and in the country, one below the other; returns how many and the first."""
    count, first, edge, after = 0, NOBODY, 70000.0, -1
    while count + 0.5 <= asked:
        best, most = -1, -1.0
        for t in range(tie_start[i], tie_start[i + 1]):
            below = weight[t] < edge or (weight[t] == edge and neighbour[t] > after)
            if below and weight[t] > most and status[base + neighbour[t]] < IN_THE_COUNTRY_BELOW:
                best, most = neighbour[t], weight[t]
        if best < 0:
            break
        accuse(base + best, i - base, base, month, seed, running, status, arrested, dossier, named_by, warrant, p)
        first = best if count == 0 else first
        edge, after = most, best
        count += 1
    return count, first


@formula
def name_strangers(i, asked, base, people, month, seed, running, status, arrested, dossier, named_by, warrant, p):
    """Loyal nobodies used as links: a whole number of them, the rest by lot; returns how many."""
    person = i - base
    asked = min(asked, ONE_MORE - 1.0)
    wanted = int(asked)
    if uniform(seed, STRANGERS, person, month) < asked - wanted:
        wanted += 1
    for k in range(wanted):
        for attempt in range(TRIES):
            lot = uniform(seed, WHICH_STRANGER, person, (month * ONE_MORE + k) * TRIES + attempt)
            j = base + int(lot * people)
            if j != i and status[j] < IN_THE_COUNTRY_BELOW:
                accuse(j, person, base, month, seed, running, status, arrested, dossier, named_by, warrant, p)
                break
    return wanted

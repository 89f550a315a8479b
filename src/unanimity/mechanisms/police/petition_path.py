"""The way of a petition to a chief (card 20): the best path, with decay per tie, of at most four ties.

    reach   = max over chiefs k (office of the province or above) of (product of tie weights on the path)
              * standing_k/(1 + petitions_k/pq) * office_k/4;   standing = [1 - dossier]
"""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import FIXED
from unanimity.mechanisms.police.cases import place_of
from unanimity.world.codes import INQUIRY, LEGAL, NOBODY, PROVINCE_SECRETARY
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.rules import procedure


@procedure("country", writes=("ear", "ear_by", "petitions"))
def spread(people, units, country, seats, ties, tree, month, p):
    """In a month with cases: everybody within two ties of a chief learns how good a way to that chief is.

    This is a procedure: a chain of two ties from every chief, told in three turns (the chief, the chief's ties, their
    ties), in which nobody who knows a better way passes this one on; `tell` follows one tie.
    """
    cases = False
    for k in range(country.docket_size):
        i = int(people.docket[k])
        cases = cases or (people.status[i] == INQUIRY and people.arrested[i] < month and people.cleared[i] == 0)
    if not cases:
        return
    for i in range(tree.people):
        people.ear[i] = 0.0
    centre = tree.units - 1
    seat_first, seat_last = tree.seat_start[centre], tree.seats
    for turn in range(STEPS + 1):
        for u in range(tree.child_first[centre], tree.child_last[centre]):
            tell(units.secretary[u], turn, ties, people, p)
        for seat in range(seat_first, seat_last):
            tell(seats.sitting[seat], turn, ties, people, p)
    for u in range(tree.child_first[centre], tree.child_last[centre]):
        if units.secretary[u] != NOBODY:
            people.petitions[int(units.secretary[u])] = 0
    for seat in range(seat_first, seat_last):
        if seats.sitting[seat] != NOBODY:
            people.petitions[int(seats.sitting[seat])] = 0


@formula
def ear_of(dossier, petitions, office, p):
    """The worth of a chief's word: his standing, his rank, and how many others ask him."""
    return clip(1.0 - dossier) / (1.0 + petitions / p.crowd) * (office / RANK)


@formula
def hear_of(value, chief, hops, x, people):
    """Person x stores this way to the chief, if it is better than the stored one; the first of equals stays."""
    better = value > people.ear[x]  # without a branch, since the outcome is hard to predict
    people.ear[x] = value if better else people.ear[x]
    people.ear_by[x] = chief * HOP + hops if better else people.ear_by[x]


@formula
def tell(k, turn, ties, people, p):
    """Spread the ear of a chief (world's own number): to himself, his ties, and through those at liberty to theirs."""
    if k == NOBODY or people.status[k] >= AT_LIBERTY_BELOW or people.office[k] < PROVINCE_SECRETARY:
        return
    own = ear_of(people.dossier[k], people.petitions[k], people.office[k], p)
    if turn == 0:
        hear_of(own, k, 0, k, people)
        return
    worth = own / FIXED
    for t in range(ties.start[k], ties.start[k + 1]):
        j = int(ties.neighbour[t])
        value = worth * ties.weight[t]
        if turn == 1:
            hear_of(value, k, 1, j, people)
            continue
        # somebody with a better way of one tie or none has told friends of that, or will
        elsewhere = people.ear_by[j] % HOP < STEPS and people.ear[j] > value * NEARLY
        if people.status[j] < AT_LIBERTY_BELOW and not elsewhere:
            passed_on = value / FIXED
            for s in range(ties.start[j], ties.start[j + 1]):
                hear_of(passed_on * ties.weight[s], k, 2, int(ties.neighbour[s]), people)


@formula
def best_way(i, people, units, ties, tree, levers, p):
    """The best way of person i to a chief, and its code: through own ear, ties, their ties, or a relief body."""
    best, way = people.ear[i], people.ear_by[i] if people.ear[i] > 0.0 else NOBODY
    cell = tree.cell_of[i]
    if people.held_in[i] > 0 or levers.association_economy[cell] == LEGAL:
        near = int(units.secretary[place_of(people.held_in[i], cell, tree)])
        if near != NOBODY and p.body * people.ear[near] > best:
            best, way = p.body * people.ear[near], people.ear_by[near] + 1
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if people.status[j] >= AT_LIBERTY_BELOW:
            continue
        first_step = ties.weight[t] / FIXED
        if first_step * people.ear[j] > best:
            best, way = first_step * people.ear[j], people.ear_by[j] + 1
        for s in range(ties.start[j], ties.start[j + 1]):
            x = int(ties.neighbour[s])
            value = first_step / FIXED * ties.weight[s] * people.ear[x]
            if value > best and people.status[x] < AT_LIBERTY_BELOW:
                best, way = value, people.ear_by[x] + 2
    return best, way


RANK = 4.0  # office of a member of the centre
HOP = 8  # a chief's number times this, plus the ties on the way
STEPS = 2  # ties followed from each end
NEARLY = 1.000001  # a stored way is rounded


# --- readings ---------------------------------------------------------------------------------------------------------
# From each chief the best way of at most two ties is spread outward once a month, if there is a case at all; from each
# case at most two ties are followed to meet it. That gives the best of all paths of at most four ties, at the cost of
# (chiefs + cases)*14*14 lookups instead of a search of the whole country for each case. Only people at liberty pass a
# petition on. Readings: the first two steps use the weight that the asker's side gives to a tie, the last two that of
# the end nearer to the chief (the two weights are equal at first and differ once one of the two avoids the other). The
# petitions that crowd a chief are those of last month; a chief hears a case once in each month in which it is open.

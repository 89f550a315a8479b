"""What the steps of a case have in common: how one dies, is struck, loses office, and who examines and judges."""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import FIXED
from unanimity.mechanisms.party.posts import leave_chair, oust
from unanimity.mechanisms.party.protection import oversight_share
from unanimity.world.case_log import enter
from unanimity.world.codes import (
    ABROAD,
    CITIZEN,
    DEAD,
    DYING,
    INQUIRY,
    LEAVING,
    NEVER,
    NO_OFFICE,
    NOBODY,
    NOT_DEAD,
    POLICE,
    PROVINCE_SECRETARY,
    RULE_TOPIC,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.levers import AS_EVERYBODY

TRIES = 64  # lots drawn for an officer before the list is walked


@formula(writes=("status", "death", "death_month"))
def die(i, kind, cause, month, people, log):
    """A death, with its kind, entered once."""
    enter(log, i, DYING, cause)
    people.status[i] = DEAD
    people.death[i] = kind
    people.death_month[i] = month


@formula(writes=("blow", "blow_topic"))
def strike(i, sevenths, topic, people):
    """A blow of this month, which others will feel next month; the heaviest counts. Ties always know (card 12)."""
    if sevenths >= people.blow[i]:
        people.blow[i] = sevenths
        people.blow_topic[i] = topic


@formula
def topic_of(act_topic, act_month, month, p_sanction):
    """Topic of a case: that of the last logged act, while it is remembered, else rule."""
    return act_topic if act_month != NEVER and month - act_month <= p_sanction.remembered else RULE_TOPIC


@formula(writes=("status",))
def be_gone(i, death, cause, people, units, seats, tree, month, log):
    """He is dead, of that kind of death, or abroad; his post and chair stand empty until card 8 fills them."""
    if death != NOT_DEAD:
        die(i, death, cause, month, people, log)
    else:
        enter(log, i, LEAVING, cause)
        people.status[i] = ABROAD
    leave_chair(i, people, seats, tree)
    oust(i, people, units)


@formula(writes=("estate",))
def expel(i, people):
    """Take the party card away."""
    if people.estate[i] != POLICE:
        people.estate[i] = CITIZEN


@formula(writes=("docket", "docket_size"))
def enlist(i, people, country):
    """A line more on the docket, while there is one: an event that finds everybody listed is listed with the next."""
    if country.docket_size[0] < people.docket.size:
        people.docket[country.docket_size[0]] = i
        country.docket_size[0] += 1


@formula
def may_try(i, of_police, people):
    """Police at liberty examine; police and office holders judge."""
    held = people.office[i] > NO_OFFICE and not of_police
    return people.status[i] < AT_LIBERTY_BELOW and (people.estate[i] == POLICE or held)


@formula
def officer_by_lot(low, high, not_he, of_police, seed, stream, person, month, people):
    """One of the police, or of police and officials, among people low..high-1 (places in the batch); NOBODY if none.

    By keyed lot. Drawing again until the lot falls on an officer is the same as a lot among officers, and costs by their share and
    not by the number of people.
    """
    if high <= low:
        return NOBODY
    start = low
    for attempt in range(TRIES):
        start = low + int(uniform(seed, stream, person, month * TRIES + attempt) * (high - low))
        if start != not_he and may_try(start, of_police, people):
            return start
    for step in range(high - low):  # from the last lot on, so that nobody is drawn for standing first
        i = low + (start - low + step) % (high - low)
        if i != not_he and may_try(i, of_police, people):
            return i
    return NOBODY


@formula
def useful_of(competence, sector_shortfall):
    """`useful_i`: an able man in a branch of work that falls short."""
    return competence * sector_shortfall


@formula
def patron_cover(i, people, units, ties, p_appointment):
    """`patron_cover_i`: the best tie to a holder of an office of the province or above, times the ring he stands in.

    Having been put in office by such a man counts as a tie, as for loyalty (card 8).
    """
    best = 0.0
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if people.office[j] >= PROVINCE_SECRETARY and people.headed[j] != NOBODY:
            best = max(best, ties.weight[t] / FIXED * units.ring[int(people.headed[j])])
    if people.patron[i] != NOBODY and people.patron[i] != i:
        j = int(people.patron[i])
        if people.office[j] >= PROVINCE_SECRETARY and people.headed[j] != NOBODY:
            best = max(best, p_appointment.patron_tie * units.ring[int(people.headed[j])])
    return best


@formula
def place_of(held_in, cell, tree):
    """The unit (world's own number) of the province in which a case lies: where he is held, else his own."""
    return tree.child_first[tree.units - 1] + held_in - 1 if held_in > 0 else tree.province[cell]


@formula
def unit_of_rank(cell, rank, tree):
    """The unit above a cell whose head has that rank: the cell itself for who holds no office."""
    u = cell
    while tree.unit_rank[u] < rank and tree.parent[u] != u:
        u = tree.parent[u]
    return u


@formula
def switches_on(levers, unit):
    """`ov` of a unit: the share of courts, party control and appeal that are on."""
    return oversight_share(levers.oversight_courts[unit], levers.oversight_party_control[unit],
                           levers.oversight_appeal[unit])


@formula
def effective_oversight(ov, autonomy, powers):
    """`oversight_eff`: what the autonomy of the police and powers lent in danger leave of the right to look."""
    return ov * (1.0 - autonomy) * (1.0 - powers)


@formula
def looked_into(place, country):
    """The same where a case lies."""
    ov = oversight_share(place.oversight_courts, place.oversight_party_control, place.oversight_appeal)
    return effective_oversight(ov, country.police_autonomy, country.powers)


@formula
def is_open(case, month):
    """Under inquiry since before this month, and nobody has closed the case."""
    return case.status == INQUIRY and case.arrested < month and case.cleared == 0


@formula
def local_oversight(levers, unit, autonomy, powers):
    """The same where a case lies, if the switches differ by province."""
    return effective_oversight(switches_on(levers, unit), autonomy, powers)


@formula
def lever_for(personal, i, everybody):
    """A lever of scope R as it holds for person i: assigned to himself by the scenario, else that of his place."""
    return personal[i] if personal.size > 0 and personal[i] > AS_EVERYBODY else everybody

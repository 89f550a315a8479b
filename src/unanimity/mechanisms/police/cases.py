"""What the steps of a case share: how people die, are struck or lose office, and who examines and judges."""

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

TRIES = 64  # lots drawn for an officer before the list is searched


@formula(writes=("status", "death", "death_month"))
def die(i, kind, cause, month, people, log):
    """A death with its kind, entered in the log once."""
    enter(log, i, DYING, cause)
    people.status[i] = DEAD
    people.death[i] = kind
    people.death_month[i] = month


@formula(writes=("blow", "blow_topic"))
def strike(i, sevenths, topic, people):
    """A blow of this month, which others feel next month; the heaviest counts. Ties always know of it (card 12)."""
    if sevenths >= people.blow[i]:
        people.blow[i] = sevenths
        people.blow_topic[i] = topic


@formula
def topic_of(act_topic, act_month, month, p_sanction):
    """The topic of a case: that of the last logged act while it is remembered, else rule."""
    return act_topic if act_month != NEVER and month - act_month <= p_sanction.remembered else RULE_TOPIC


@formula(writes=("status",))
def be_gone(i, death, cause, people, units, seats, tree, month, log):
    """The person dies, or goes abroad if NOT_DEAD; post and chair stay empty until card 8 fills them."""
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
    """Add a person to the docket, if it has room: an event that finds it full leaves the person to next month."""
    if country.docket_size[0] < people.docket.size:
        people.docket[country.docket_size[0]] = i
        country.docket_size[0] += 1


@formula
def may_try(i, of_police, people):
    """Whether the person may examine (police at liberty) or judge (police and office holders at liberty)."""
    held = people.office[i] > NO_OFFICE and not of_police
    return people.status[i] < AT_LIBERTY_BELOW and (people.estate[i] == POLICE or held)


@formula
def officer_by_lot(low, high, not_he, of_police, seed, stream, person, month, people):
    """One of the police, or of police and officials, among people low..high-1 (places in the batch); NOBODY if none.

    The lot is keyed. Drawing people until an officer comes up is the same as drawing among officers, and its cost
    depends on their share, not on the number of people.
    """
    if high <= low:
        return NOBODY
    start = low
    for attempt in range(TRIES):
        start = low + int(uniform(seed, stream, person, month * TRIES + attempt) * (high - low))
        if start != not_he and may_try(start, of_police, people):
            return start
    for step in range(high - low):  # from the last lot on, so that the first in the list have no advantage
        i = low + (start - low + step) % (high - low)
        if i != not_he and may_try(i, of_police, people):
            return i
    return NOBODY


@formula
def useful_of(competence, sector_shortfall):
    """`useful_i`: competence in a branch of work that falls short."""
    return competence * sector_shortfall


@formula
def patron_cover(i, people, units, ties, p_appointment):
    """`patron_cover_i`: the best tie to a holder of a provincial or higher office, times the ring around that office.

    Having been appointed by such a person counts as a tie, as for loyalty (card 8).
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
    """The unit (world's own number) of the province in which a case lies: where the accused is held, else his own."""
    return tree.child_first[tree.units - 1] + held_in - 1 if held_in > 0 else tree.province[cell]


@formula
def unit_of_rank(cell, rank, tree):
    """The unit above a cell whose head has that rank; for a person without office the cell itself."""
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
    """`oversight_eff`: the oversight that the autonomy of the police and emergency powers leave."""
    return ov * (1.0 - autonomy) * (1.0 - powers)


@formula
def looked_into(place, country):
    """Effective oversight of the province in which a case lies."""
    ov = oversight_share(place.oversight_courts, place.oversight_party_control, place.oversight_appeal)
    return effective_oversight(ov, country.police_autonomy, country.powers)


@formula
def is_open(case, month):
    """Whether the person has been under inquiry since before this month and nobody has closed the case."""
    return case.status == INQUIRY and case.arrested < month and case.cleared == 0


@formula
def lever_for(personal, i, everybody):
    """The value of a lever of scope R for person i: assigned to the person by the scenario, else that of the place."""
    return personal[i] if personal.size > 0 and personal[i] > AS_EVERYBODY else everybody

"""What the steps of a case have in common: how one dies, is struck, loses office, and who examines and judges."""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import FIXED, PATRON_TIE
from unanimity.mechanisms.party.protection import oversight_share
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.levers import AS_EVERYBODY, NUMBER_OF, OWN_FROM
from unanimity.world.log import enter
from unanimity.world.words import (
    CITIZEN,
    DEAD,
    DYING,
    MEMBER,
    NEVER,
    NO_OFFICE,
    NOBODY,
    OFFICIAL,
    POLICE,
    PROVINCE_SECRETARY,
    RULE_TOPIC,
)

COURTS, CONTROL = NUMBER_OF["oversight.courts"], NUMBER_OF["oversight.party_control"]
APPEAL = NUMBER_OF["oversight.appeal"]
ACT_REMEMBERED = 24  # months for which an act gives a case its topic
TRIES = 64  # lots drawn for an officer before the list is walked


@formula
def die(i, kind, cause, month, status, death, death_month, log):
    """A death, with its kind, entered once."""
    enter(log, i, DYING, cause)
    status[i] = DEAD
    death[i] = kind
    death_month[i] = month


@formula
def strike(i, sevenths, topic, blow, blow_topic):
    """A blow of this month, which others will feel next month; the heaviest counts. Ties always know (card 12)."""
    if sevenths >= blow[i]:
        blow[i] = sevenths
        blow_topic[i] = topic


@formula
def topic_of(act_topic, act_month, month):
    """Topic of a case: that of the last logged act within 24 months, else rule."""
    return act_topic if act_month != NEVER and month - act_month <= ACT_REMEMBERED else RULE_TOPIC


@formula
def oust(i, base, u_base, office, estate, tenure, headed, secretary):
    """Take the office away; the post stands empty until card 8 fills it. He stays a member."""
    if office[i] == NO_OFFICE:
        return
    if headed[i] != NOBODY and secretary[u_base + headed[i]] == i - base:
        secretary[u_base + headed[i]] = NOBODY
    office[i] = NO_OFFICE
    tenure[i] = 0
    headed[i] = NOBODY
    if estate[i] == OFFICIAL:
        estate[i] = MEMBER


@formula
def expel(i, estate):
    """Take the party card away."""
    if estate[i] != POLICE:
        estate[i] = CITIZEN


@formula
def may_try(i, status, estate, office):
    """Police and office holders at liberty examine and judge."""
    return status[i] < AT_LIBERTY_BELOW and (estate[i] == POLICE or office[i] > NO_OFFICE)


@formula
def officer_by_lot(low, high, not_he, seed, stream, person, month, status, estate, office):
    """One of the police and officials among people low..high-1 (places in the batch), by keyed lot; NOBODY if none.

    Drawing again until the lot falls on an officer is the same as a lot among officers, and costs by their share and
    not by the number of people.
    """
    if high <= low:
        return NOBODY
    start = low
    for attempt in range(TRIES):
        start = low + int(uniform(seed, stream, person, month * TRIES + attempt) * (high - low))
        if start != not_he and may_try(start, status, estate, office):
            return start
    for step in range(high - low):  # from the last lot on, so that nobody is drawn for standing first
        i = low + (start - low + step) % (high - low)
        if i != not_he and may_try(i, status, estate, office):
            return i
    return NOBODY


@formula
def useful_of(competence, sector_shortfall):
    """`useful_i`: an able man in a branch of work that falls short."""
    return competence * sector_shortfall


@formula
def patron_cover(i, base, u_base, patron, office, headed, ring, tie_start, neighbour, weight):
    """`patron_cover_i`: the best tie to a holder of an office of the province or above, times the ring he stands in.

    Having been put in office by such a man counts as a tie of .7, as for loyalty (card 8).
    """
    best = 0.0
    for t in range(tie_start[i], tie_start[i + 1]):
        j = base + neighbour[t]
        if office[j] >= PROVINCE_SECRETARY and headed[j] != NOBODY:
            best = max(best, weight[t] / FIXED * ring[u_base + headed[j]])
    if patron[i] != NOBODY and patron[i] != i - base:
        j = base + patron[i]
        if office[j] >= PROVINCE_SECRETARY and headed[j] != NOBODY:
            best = max(best, PATRON_TIE * ring[u_base + headed[j]])
    return best


@formula
def place_of(held_in, cell, province, first_province):
    """The unit (world's own number) of the province in which a case lies: where he is held, else his own."""
    return first_province + held_in - 1 if held_in > 0 else province[cell]


@formula
def unit_of_rank(cell, rank, parent, unit_rank):
    """The unit above a cell whose head has that rank: the cell itself for who holds no office."""
    u = cell
    while unit_rank[u] < rank and parent[u] != u:
        u = parent[u]
    return u


@formula
def switches_on(levers, unit):
    """`ov` of a unit: the share of courts, party control and appeal that are on."""
    return oversight_share(levers[COURTS, unit], levers[CONTROL, unit], levers[APPEAL, unit])


@formula
def effective_oversight(ov, autonomy, powers):
    """`oversight_eff`: what the autonomy of the police and powers lent in danger leave of the right to look."""
    return ov * (1.0 - autonomy) * (1.0 - powers)


@formula
def local_oversight(levers, unit, autonomy, powers):
    """The same where a case lies, if the switches differ by province."""
    return effective_oversight(switches_on(levers, unit), autonomy, powers)


@formula
def lever_for(number, i, unit, levers):
    """A lever of scope R as it holds for person i: assigned to himself by the scenario, else that of his place."""
    mark = levers[number, levers.shape[1] - 1]
    if mark >= OWN_FROM:
        own = levers[number, int(mark - OWN_FROM) + i]
        if own > AS_EVERYBODY:
            return own
    return levers[number, unit]

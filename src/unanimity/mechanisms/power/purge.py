"""Purge: each victim points to the next.

Whoever knew, backed, judged or replaced a victim is next, the higher the sooner. A self-exciting process on the
network: Hawkes (1971).

    purge'  = dk*purge + [open]*(mu0*(office/4)^2*reserve
              + sum over victims v: br*kind(v,i)*weight_vi*(rw + standing/4))
    standing = the highest office held, at least bd for police and those who opposed and signed; the leader is exempt
    kind    1 patron or client, .8 examiner or judge of v's case, .6 successor of v, .5 kin, .4 work or friend (and any
            other tie), .6 a tie of the same faction ('ex' counts)
    L       = (2*sqrt(C) - 1)+: by how much the posts of one desk outnumber all others (C of card 23)
    open    event(po*insecurity*L*shock), or an order: a quota that may be raised on request;  shock: an attack that
            alarms the country, a jump of threat by .05, a killed official of province or centre, or a scripted wave of
            arrests
    closes  not while the order stands; else event(pcl/L + ph*[a quota was set and is withdrawn]), or insecurity < .1,
            or fewer than cad of those who had held posts of province or centre when it opened are left at liberty: a
            ruler who could not open it alone cannot keep it open
    arrest  by event(pi/2*purge) at step 18 (card 15);  expelled by event(pi/20*purge)
    verification (mild form): each member expelled by event(ve*(w_think*conviction*(-a)+ + w_car*opportunist))
    insecurity = [(1 - C) + threat + suspected]/2*(1 - oversight_eff) (card 8);  reserve = competence*popularity
    names   while it runs a name in a confession may suffice for an arrest (card 18): the third way, after tie and post
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.appointment import insecurity_of
from unanimity.mechanisms.police.cases import enlist
from unanimity.mechanisms.police.sanction import apply_rung, stands_listed
from unanimity.mechanisms.power import pointing
from unanimity.mechanisms.power.pointing import FAINT, OF_EXPULSIONS
from unanimity.world.character import is_opportunist
from unanimity.world.codes import (
    CITIZEN,
    DISMISSAL,
    EXECUTED,
    EXPELLED,
    EXPULSION,
    MURDERED,
    NOBODY,
    ON,
    POLICE,
    PROVINCE_SECRETARY,
    RULE_ISSUE,
    THE_PURGE,
    VERIFICATION,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import as_uniform, block, event, uniform, word
from unanimity.world.formula import formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import Mechanism, each, pick
from unanimity.world.spans import Span

EXPEL, VERIFY, OPEN_IT, CLOSE_IT = 540, 542, 544, 546  # streams


@each("country", writes=("purge_open", "purge_since", "purge_called", "purge_waves", "purge_numbered"), stream=OPEN_IT)
def open_it(u, centre, country, luck, month, p, people, units, seats, tree):
    """A purge opens by order; or by a shock and a frightened ruler, to the extent that posts depend on him."""
    shocked = (country.struck > 0 or country.threat - country.threat_before >= p.jump or country.purge_called[0] != 0
               or chief_killed(u, people, units, seats, tree, month))
    insecurity = insecurity_of(country.concentration, country.threat, country.suspected, country.oversight_eff)
    chosen = shocked and event(p.opening * insecurity * majority_of(country.concentration), luck)
    if country.purge_open[0] == 0 and (chosen or is_ordered(centre.police_quota, centre.quota_requests)):
        return 1, month, 0, country.purge_waves[0] + 1, 1 if centre.police_quota > 0.0 else 0
    return country.purge_open[0], country.purge_since[0], 0, country.purge_waves[0], country.purge_numbered[0]


@formula
def majority_of(concentration):
    """`L`: by how much the posts of one desk outnumber all others.

    One desk holds a share of sqrt(C) of them where the others are many and small.
    """
    return positive(2.0 * math.sqrt(concentration) - 1.0)


@formula
def is_ordered(police_quota, quota_requests):
    """Whether a quota orders a purge: one that may be raised on request does; one that may not is routine."""
    return police_quota > 0.0 and quota_requests == ON


@formula
def killed(i, month, people):
    """Whether the person was put to death or murdered this month."""
    return people.death_month[i] == month and (people.death[i] == EXECUTED or people.death[i] == MURDERED)


@formula
def chief_killed(unit, people, units, seats, tree, month):
    """Whether a provincial secretary or a member of the centre was killed this month."""
    found = False
    for u in range(tree.cells, tree.units - 1):
        i = units.holder[u]
        if tree.unit_rank[u] >= PROVINCE_SECRETARY and i != NOBODY and killed(i, month, people):
            found = True
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        if seats.sitting[k] != NOBODY and killed(int(seats.sitting[k]), month, people):
            found = True
    return found


def is_running(country):
    """Whether a purge is open."""
    return country.purge_open != 0


def is_experienced(one):
    """Whether the person is at liberty, and holds or held a post of province or centre."""
    return one.highest_office >= PROVINCE_SECRETARY and one.status < AT_LIBERTY_BELOW


@pick(among="people", only=(is_running, is_experienced))
def count_cadres(so_far):
    """The number of experienced people who are left."""
    so_far.cadres[0] += 1.0


@each("country", writes=("purge_open", "purge_numbered", "purge_cadres"), stream=CLOSE_IT)
def close_it(so_far, centre, country, month, luck, p):
    """An order, weariness, safety or lack of experienced people ends a purge; its first month counts these people."""
    if country.purge_open == 0:
        return 0, country.purge_numbered, country.purge_cadres
    if country.purge_since == month:
        return 1, country.purge_numbered, so_far.cadres
    insecurity = insecurity_of(country.concentration, country.threat, country.suspected, country.oversight_eff)
    ends = closing_hazard(country.purge_numbered, centre.police_quota, majority_of(country.concentration), p)
    over = insecurity < p.safe or so_far.cadres < p.cadres * country.purge_cadres or event(ends, luck)
    over = over and not is_ordered(centre.police_quota, centre.quota_requests)
    numbered = 1 if centre.police_quota > 0.0 else country.purge_numbered
    return 0 if over else 1, numbered, country.purge_cadres


@formula
def closing_hazard(numbered, quota, majority, p):
    """Weariness, higher the fewer posts depend on one desk; and the withdrawal of the quota under which it ran."""
    weary = p.closing / majority if majority > 0.0 else UNSUPPORTED
    return weary + (p.halting if numbered != 0 and quota <= 0.0 else 0.0)


@each("cell", writes="sifted")
def sift(u, people, units, country, tree, levers, month, seed, p, p_arrest):
    """Whether anybody of the cell will lose the party card, so that quiet cells can be skipped."""
    return 1 if anybody_struck_off(u, people, units, country, tree, levers, month, seed, p, p_arrest) else 0


@formula
def verification_hazard(conviction, agreement, opportunist, p):
    """The mild form: announced against careerists, it strikes those who think."""
    thinks = conviction * positive(-agreement)
    return p.verification * (p.thinking * thinks + (p.careerism if opportunist else 0.0))


@formula
def struck_off(i, k, month, seed, people, line, p, weight):
    """Why a person is expelled this month: THE_PURGE, VERIFICATION, or 0. `weight` is pi of card 15."""
    if people.status[i] >= EXPELLED or people.estate[i] == CITIZEN:
        return 0
    if people.purge[i] > FAINT and event(weight / OF_EXPULSIONS * people.purge[i], uniform(seed, EXPEL, k, month)):
        return THE_PURGE
    if people.estate[i] == POLICE:
        return 0
    luck = uniform(seed, VERIFY, k, month)
    if luck >= p.verification * (p.thinking + p.careerism):
        return 0  # no member's hazard is larger
    agreement = people.stance[RULE_ISSUE, i] * line
    hazard = verification_hazard(people.conviction[i], agreement, is_opportunist(people.ambition[i],
            people.conviction[i], agreement), p)
    return VERIFICATION if event(hazard, luck) else 0


@formula
def anybody_struck_off(unit, people, units, country, tree, levers, month, seed, p, p_arrest):
    """Whether anybody of the cell will lose the party card this month."""
    if levers.sanction_cap[unit] < EXPULSION or country.rung_max < DISMISSAL:
        return False
    most = p.verification * (p.thinking + p.careerism)  # no member's hazard of verification is larger
    first = tree.cell_start[unit]
    quad = first >> 2
    words = block(seed, VERIFY, quad, month)  # four neighbours share one call
    for i in range(first, tree.cell_start[unit + 1]):
        if people.estate[i] == CITIZEN or people.status[i] >= EXPELLED:
            continue
        if i >> 2 != quad:
            quad = i >> 2
            words = block(seed, VERIFY, quad, month)
        if as_uniform(word(words, i)) >= most and (country.pointed == 0.0 or people.purge[i] <= FAINT):
            continue
        if struck_off(i, i, month, seed, people, units.line[RULE_ISSUE, unit], p, p_arrest.purge) != 0:
            return True
    return False


def was_sifted(unit):
    """Whether somebody in the cell will lose the party card."""
    return unit.sifted != 0


@pick(among="people of a cell", only=was_sifted)
def strike_off(i, people, units, tree, month, seed, p, p_arrest, country, log, p_sanction):
    """Expel those whom the sifting found, cell by cell."""
    why = why_struck_off(i, people, units, tree, month, seed, p, p_arrest)
    expel_now(i, why, people, units, country, tree, month, log, p_sanction)


@formula
def why_struck_off(i, people, units, tree, month, seed, p, p_arrest):
    """Why a person is expelled this month; 0 if not."""
    return struck_off(i, i, month, seed, people, units.line[RULE_ISSUE, tree.cell_of[i]], p, p_arrest.purge)


@formula(writes=("docket", "docket_size", "purge_expelled", "verified"))
def expel_now(i, why, people, units, country, tree, month, log, p_sanction):
    """The person is expelled, and entered on the docket as a victim of the month."""
    if why == 0:
        return
    apply_rung(i, EXPULSION, EXPELLED, why, month, people, units, country, tree, log, p_sanction)
    if why == THE_PURGE:
        country.purge_expelled[0] += 1
    else:
        country.verified[0] += 1
    if not stands_listed(i, people, country):
        enlist(i, people, country)


class Purge(NamedTuple):
    """How a purge opens, spreads and ends, and whom its mild form hits."""

    contagion: Annotated[float, Span(
        "purge intensity added to the person at the other end of a tie of weight 1", 0, 0.5,
        "114 + 14 executed, about 3,000 arrested, 50-100 thousand deported after one killing: 003 l.17482-17534",
        unit="a victim", symbol="br")] = 0.15
    memory: Annotated[float, Span("what is kept of the intensity a month", 0.3, 0.9, "assumed", symbol="dk")] = 0.6
    reserve: Annotated[float, Span(
        "intensity against reserve leaders", 0, 0.5, "assumed", unit="a month", symbol="mu0")] = 0.15
    verification: Annotated[float, Span(
        "hazard of the mild form", 0, 0.02, "assumed", unit="a month", symbol="ve")] = 0.002
    opening: Annotated[float, Span(
        "opening after a shock", 0, 2, "one wave of about 24 months: 003 l.18636-18834, 19264-19314", unit="a month",
        symbol="po")] = 1.0
    closing: Annotated[float, Span(
        "closing", 0, 0.5, "one wave of about 24 months: 003 l.18636-18834, 19264-19314", unit="a month",
        symbol="pcl")] = 0.04
    halting: Annotated[float, Span(
        "closing once the number is asked for no more", 0, 5,
        "over within weeks of an order of November 1938 (archives)", unit="a month", symbol="ph")] = 3.0
    thinking: Annotated[float, Span(
        "weight of thinking otherwise in verification", 0, 1,
        "003 l.8002-8007; 10-20 thousand expelled in months: 004 l.63-66", symbol="w_think")] = 0.5
    careerism: Annotated[float, Span(
        "weight of careerism in verification", 0, 1, "003 l.8002-8007; 10-20 thousand expelled in months: 004 l.63-66",
        symbol="w_car")] = 0.2
    cadres: Annotated[float, Span("floor of experienced cadres", 0, 0.6, "assumed", symbol="cad")] = 0.3
    badge: Annotated[float, Span(
        "office that a policeman and who once opposed and signed count as", 0, 4,
        "judges and those who had staged the trials followed their victims, and so did all who had signed: 003 "
        "l.18645-18650, 18815-18833, 19309-19312; size assumed", unit="office", symbol="bd")] = 2.0
    jump: Annotated[float, Span(
        "jump of the threat that counts as a shock", 0.01, 0.5, "assumed", unit="a month", symbol="jt")] = 0.05
    safe: Annotated[float, Span("insecurity below which the ruler stops it", 0, 0.5, "assumed", symbol="is")] = 0.1
    anybody: Annotated[float, Span("what a bond is worth for one without office", 0, 1, "assumed", symbol="rw")] = 0.25


CAP = NUMBER_OF["sanction_cap"]
UNSUPPORTED = 1e9  # hazard of closing where no desk holds half of the posts: at once
MECHANISM = Mechanism(
    id="purge",
    card=22,
    title="Each victim points to the next",
    sentence="Whoever knew, backed, judged or replaced a victim is next, the higher the sooner.",
    sources="002 l.132-145; 004 l.63-77; 003 l.8002-8007, 8765-8778, 9184-9187, 13004-13011, 14706-14757, 15885-15940, "
            "17407-17422, 17482-17585, 18636-18688, 18782-18884, 19264-19323, 20792-20815",
    parameters=Purge,
    levers=("sanction_cap", "police_quota", "quota_requests"),
    rules=(open_it, count_cadres, close_it, sift, strike_off, pointing.fade, pointing.begin_to_point,
           pointing.point_at_successors, pointing.point_at_new_members, pointing.point_for_the_dead,
           pointing.forget_orders, pointing.point, pointing.mark_reserve, pointing.reckon_branching),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# What the record decides (docs/design/changes-of-the-model.md). The wave of 1937-38 fed itself by names and by limits
# raised on request, and was over within weeks of an order of November 1938. Setting `police_quota` back to none halts a
# purge that ran under a quota. One that never had a quota ends by weariness, by safety or for lack of people.
#
# Readings the card leaves open. **Victims.** The step reads the sanctions of rung 3 and above of this month (step 22,
# and its own expulsions): next month's arrests read what they add, and for those they are last month's victims. So each
# victim counts once. A person sanctioned by a scripted order at the start of a month is a victim of that month too (the
# chair at the centre is empty at once, so its next holder is not pointed at). Successors are appointed at step 26, so
# they are pointed at a month later. **Weights.** A tie counts with the weight of v's side of it; patron and client with
# `pt` (card 8), examiner, judge and successor with 1, since the case or the post binds them. Of several bonds between
# two people the strongest counts. Without a tie or a post in common nothing is added, so membership in the same faction
# counts only along a tie. **Expulsion** is rung 3 of card 16: it needs a sanction_cap of expulsion or more and a
# precedent not below rung 2, and it sets one. Members, officials and police at liberty can be expelled; verification
# concerns members and officials only. It runs whether or not a purge is open: with default parameters it strikes about
# one member in five thousand a month. `branching` is the number of people, per victim, whom this month's victims will
# have had arrested or expelled if nobody is arrested for another reason: what they added, times pi/2 + pi/20, over
# 1 - dk.

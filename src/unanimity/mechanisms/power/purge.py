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
    THE_PURGE,
    VERIFICATION,
)
from unanimity.world.draws import event
from unanimity.world.formula import formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, pick, total
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


@total(of="person", to="country", writes="so_far_cadres", who=AT_LIBERTY, only=is_running)
def count_cadres(one):
    """The people at liberty who hold or held a post of province or centre."""
    return 1.0 if one.highest_office >= PROVINCE_SECRETARY else 0.0


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


def expulsion_has_precedent(country):
    """Whether the ladder has come far enough for an expulsion."""
    return country.rung_max >= DISMISSAL


@formula
def may_be_expelled(one, cell):
    """Whether the person has a party card to lose, where the law allows to take it."""
    return one.status < EXPELLED and one.estate != CITIZEN and cell.sanction_cap >= EXPULSION


@formula
def is_next(one, cell):
    """Whether the purge points at somebody who can be expelled."""
    return one.purge > FAINT and may_be_expelled(one, cell)


@each("person", writes="struck_off", who=AT_LIBERTY, only=expulsion_has_precedent, stream=EXPEL, chance=is_next)
def strike_next(one, luck, p_arrest):
    """The next to whom the victims point lose the party card by the purge's intensity."""
    return THE_PURGE if event(p_arrest.purge / OF_EXPULSIONS * one.purge, luck) else 0


@formula
def is_verified(one, cell, p):
    """Whether verification can hit the person; the police verifies and is not verified."""
    return (one.struck_off == 0 and one.estate != POLICE and may_be_expelled(one, cell)
            and verification_hazard(one, cell, p) > 0.0)


@each("person", writes="struck_off", who=AT_LIBERTY, only=expulsion_has_precedent, stream=VERIFY, chance=is_verified)
def verify(one, cell, luck, p):
    """The mild form was announced against careerists; it also takes those who think."""
    return VERIFICATION if event(verification_hazard(one, cell, p), luck) else one.struck_off


@formula
def verification_hazard(one, cell, p):
    """The hazard of verification: it strikes careerists, and harder those who think otherwise."""
    agreement = one.stance * cell.line
    thinks = one.conviction * positive(-agreement)
    careerist = is_opportunist(one.ambition, one.conviction, agreement)
    return p.verification * (p.thinking * thinks + (p.careerism if careerist else 0.0))


def is_struck_off(one):
    """Whether the person is to lose the party card this month."""
    return one.struck_off != 0


@pick(among="people", writes=("struck_off", "purge_expelled", "verified"),
      only=(expulsion_has_precedent, is_struck_off))
def strike_off(i, one, people, units, tree, month, country, log, p_sanction):
    """Those struck off are expelled one after the other, and stand on the docket as victims of the month."""
    apply_rung(i, EXPULSION, EXPELLED, one.struck_off, month, people, units, country, tree, log, p_sanction)
    if one.struck_off == THE_PURGE:
        country.purge_expelled[0] += 1
    else:
        country.verified[0] += 1
    if not stands_listed(i, people, country):
        enlist(i, people, country)
    people.struck_off[i] = 0


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
    rules=(open_it, count_cadres, close_it, strike_next, verify, strike_off, pointing.fade, pointing.begin_to_point,
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
# counts only along a tie. **Fading.** An intensity stays, however faint, until the most that anybody can have
# (`pointed`: what all victims could have added) has faded to 1e-6; then all of them are 0. The score of card 15 reads
# faint ones too, so this bound is a number of the model. **Expulsion** is rung 3 of card 16: it needs a sanction_cap of
# expulsion or more and a precedent not below rung 2, and it sets one. Members, officials and police at liberty can be
# expelled; verification concerns members and officials only. It runs whether or not a purge is open: with default
# parameters it strikes about one member in five thousand a month. `branching` is the number of people, per victim, whom
# this month's victims will have had arrested or expelled if nobody is arrested for another reason: what they added,
# times pi/2 + pi/20, over 1 - dk.

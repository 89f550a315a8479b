"""Custody: time, hunger, company.

Alone and hungry one dies or signs; among friends one lasts; at the end of the term one is asked again.

    solid    = [share of those held in the same place who are tied to him or of his faction] * (1 - isolation)
    crowd    = max(1, inmates of the kind / capacity); capacity = prison_capacity*members, five times that for camps
    death    event(m[kind] * crowd * (.5 + hunger) * (1 - ks*solid) * (1 - kr*rank) + mu*deep^2)
    hunger   moving average (card 1) of what ration[kind]*(1 - theft)*served/crowd leaves of need
             served = (1 - sl*(1 - lived))+, lived: the supply of his province (card 1); usual: hunger where lived = 1
    deep     = (hunger - usual)+ / (1 - usual);  rank = highest office / 4;  theft = theft0*(1 - ov)
    isolation as set, under auto ia*(1 - ov/2); 0 in exile
    expiry   released if capitulated, never a member or strike feared; else event(ext*(1 - oversight_eff)): nt months
    strike   mean solid > .5 and 8 inmates: event(hs) -> feared for 12 months; its committee of three goes to a camp
    crisis   threat jumps by > .4: every political prisoner event(kc*[rung_max == 7])
    unsettle exiles with solid > .4: event(us) -> another province, solid 0
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.protection import oversight_share
from unanimity.mechanisms.police.cases import die, looked_into, place_of, strike
from unanimity.mechanisms.police.cellmates import AT_LARGE, IN_CAMP, IN_EXILE, IN_PRISON, kind_of
from unanimity.mechanisms.police.ladder import cap_in, precedent_of
from unanimity.mechanisms.police.sanction import set_free
from unanimity.mechanisms.police.strikes import WHERETO, elsewhere, keep_company
from unanimity.world.case_log import enter
from unanimity.world.codes import (
    A_CRISIS,
    ABROAD,
    CAMP,
    COLONY,
    CUSTODY_CAUSE,
    DEATH,
    END_OF_TERM,
    EXECUTED,
    EXTENSION,
    FREE,
    IMPRISONED,
    IN_CUSTODY,
    INQUIRY,
    KIN,
    MOVE,
    NEVER,
    RELEASE,
)
from unanimity.world.draws import event
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import Mechanism, each, pick, total
from unanimity.world.spans import Span


@formula
def sits_somewhere(case):
    """Whether the person is in exile, prison or camp, or under inquiry."""
    return kind_of(case.status) != AT_LARGE


@each("case", writes=("hunger", "relieved"), only=sits_somewhere)
def feed(case, place, centre, country, on, p, p_provision):
    """The rations that reach those held; the deficit becomes hunger, as outside."""
    hunger = 0.0
    if on.provision:
        lack = lack_of(case, place, centre, country, served_of(place.lived, p), p)
        hunger = clip(p_provision.memory * case.hunger + (1.0 - p_provision.memory) * lack)
    return hunger, 1 if case.hunger - hunger > p_provision.relief else 0


@formula
def crowding(inmates, kind, capacity, members, p):
    """`crowd`: how many people share the space of one; 1 without a limit (capacity below 0) and in exile."""
    if kind == IN_EXILE or capacity < 0.0:
        return 1.0
    room = capacity * members * (p.camps if kind == IN_CAMP else 1.0)
    return max(1.0, inmates / max(room, 1.0))


@formula
def served_of(lived, p):
    """`served`: what is left of the rations of those held where the province lives on the share `lived` of its need."""
    return positive(1.0 - p.served_last * (1.0 - lived))


@formula
def lack_of(case, place, centre, country, served, p):
    """The share of need that an inmate goes without, where the share `served` of the rations arrives."""
    ov = oversight_share(place.oversight_courts, place.oversight_party_control, place.oversight_appeal)
    return goes_without(kind_of(case.status), ov, crowd_of(case, centre, country, p), country.need_factor, served, p)


@formula
def goes_without(kind, ov, crowd, need, served, p):
    """The share of need that rations, thieves and crowding leave open, where `served` of the rations arrives."""
    return positive(1.0 - ration_of(kind, p) * (1.0 - p.theft * (1.0 - ov)) * served / crowd / max(need, 1e-9))


@formula
def ration_of(kind, p):
    """The ration in a kind of place, as a share of need."""
    return p.ration_in_exile if kind == IN_EXILE else (p.ration_in_prison if kind == IN_PRISON else p.ration_in_camp)


@formula
def crowd_of(case, centre, country, p):
    """How crowded the place is in which the person is held."""
    kind = kind_of(case.status)
    return crowding(country.campers if kind == IN_CAMP else country.prisoners, kind, centre.prison_capacity,
                    centre.members, p)


DYING_LUCK, EXTENDING, SHOOTING, UNSETTLING = 450, 451, 453, 454  # streams


@formula
def serves(case):
    """Whether the person is serving a sanction in the country and has had no change of status this month."""
    return FREE < case.status < ABROAD and case.status != INQUIRY and case.blow == 0 and case.cleared == 0


@each("case", only=serves,
      stream={"dying": DYING_LUCK, "shot": SHOOTING, "extended": EXTENDING, "unsettled": UNSETTLING,
              "whereto": WHERETO})
def pass_the_month(i, case, place, act, centre, country, on, month, luck, p, p_provision, people, tree, units, log):
    """The person dies, is shot, is released, gets a new term, is moved, or stays: exactly one of these."""
    kind, over = kind_of(case.status), has_ended(case.status, case.status_until, month)
    if kind == AT_LARGE:
        befall(i, IS_LET_GO if over else STAYS, 0, month, people, units, tree, log, p)
        return
    crowd = crowd_of(case, centre, country, p)
    dying = death_hazard(kind, crowd, case.hunger, case.solid, rank_of(case.highest_office), p)
    if on.provision:
        dying += starving(case.hunger, lack_of(case, place, centre, country, 1.0, p), p_provision)
    if event(dying, luck.dying):
        befall(i, DIES, 0, month, people, units, tree, log, p)
        return
    if may_be_shot(case, act, centre, country, on, p) and event(p.crisis, luck.shot):
        befall(i, IS_SHOT, 0, month, people, units, tree, log, p)
        return
    if over:
        look = looked_into(place, country) if on.oversight else 0.0
        was_member = case.cohort >= 0 or case.faction > 0
        goes = lets_go(case.capitulated, was_member, is_feared(case, place, month), look, luck.extended, p)
        befall(i, IS_LET_GO if goes else IS_KEPT, 0, month, people, units, tree, log, p)
        return
    here, provinces = where_held(i, people, tree)
    if kind == IN_EXILE and case.solid > p.settled and 1 < provinces < 256 and event(p.unsettling, luck.unsettled):
        befall(i, IS_MOVED, elsewhere(luck.whereto, here, provinces), month, people, units, tree, log, p)
        return
    befall(i, STAYS, 0, month, people, units, tree, log, p)


@formula
def rank_of(highest_office):
    """`rank`: the highest office held; it still protects after the arrest."""
    return clip(highest_office / HALF_OF_RANK)


@formula
def death_hazard(kind, crowd, hunger, solid, rank, p):
    """The monthly hazard of death in custody."""
    base = p.death_in_exile if kind == IN_EXILE else (p.death_in_prison if kind == IN_PRISON else p.death_in_camp)
    return base * crowd * (0.5 + hunger) * (1.0 - p.company * solid) * (1.0 - p.rank * rank)


@formula
def starving(hunger, usual, p_provision):
    """The hazard that a famine adds: card 1's law, applied to hunger beyond what the ration leaves in other years."""
    deep = positive(hunger - usual) / (1.0 - usual) if usual < 1.0 else 0.0
    return p_provision.mortality * deep * deep


@formula
def lets_go(capitulated, was_member, feared, look, luck, p):
    """Whether a term that has run out ends.

    Those who refuse to recant may get another, unless a strike is feared; those who never belonged to the party have
    nothing to recant.
    """
    return capitulated != 0 or not was_member or feared or not event(p.extension * (1.0 - look), luck)


@formula(writes=("survived", "hostage", "solid"))
def release(i, people, log):
    """The end of a term: the person is free, with no sanction in force and one more survived."""
    enter(log, i, RELEASE, END_OF_TERM)
    set_free(i, people)
    people.survived[i] = min(people.survived[i] + 1, MOST_SURVIVED)
    people.hostage[i] = 0
    people.solid[i] = 0.0


@formula
def has_ended(status, status_until, month):
    """Whether a term with a date has run out."""
    return status != INQUIRY and status_until != NEVER and month >= status_until


@formula(writes=("status_until", "held_in", "solid", "killings"))
def befall(i, what, province, month, people, units, tree, log, p):
    """Carry out what the month brings to somebody who is not free."""
    if what == DIES or what == IS_SHOT:
        strike(i, DEATH, people.case_topic[i], people)
        if what == IS_SHOT:
            units.killings[place_of(people.held_in[i], tree.cell_of[i], tree)] += 1.0
        die(i, EXECUTED if what == IS_SHOT else IN_CUSTODY, A_CRISIS if what == IS_SHOT else CUSTODY_CAUSE, month,
            people, log)
    elif what == IS_LET_GO:
        release(i, people, log)
    elif what == IS_KEPT:
        people.status_until[i] += int(p.new_term)
        enter(log, i, EXTENSION, END_OF_TERM)
    elif what == IS_MOVED:
        people.held_in[i] = province
        people.solid[i] = 0.0
        enter(log, i, MOVE, COLONY)


@formula
def is_feared(case, place, month):
    """Whether a recent strike makes the authorities careful in the place where the person is held."""
    kind = kind_of(case.status)
    until = (place.strike_exile if kind == IN_EXILE
             else place.strike_prison if kind == IN_PRISON else place.strike_camp)
    return month < until


@formula
def may_be_shot(case, act, centre, country, on, p):
    """Whether a crisis opens, such killing has precedent and law, and the person is a political prisoner."""
    opens = on.shock and country.threat - country.threat_before > p.jump
    opens = opens and precedent_of(country.rung_max, country.rung_passed, centre, case.case_topic,
                                   case.faction) == DEATH
    return opens and kind_of(case.status) != IN_EXILE and case.ordinary == 0 and cap_in(act, case) == DEATH


@formula
def where_held(i, people, tree):
    """The province in which the person is held, counted from 0, and how many provinces there are."""
    first = tree.child_first[tree.units - 1]
    return place_of(people.held_in[i], tree.cell_of[i], tree) - first, tree.child_last[tree.units - 1] - first


@formula
def lacks_card(one):
    """Whether the person had less than a whole ration card last month."""
    return one.card != 1.0


@pick(among="people of a cell", writes="card", only=lacks_card)
def hand_out_cards():
    """A whole ration card for everybody, before some lose theirs."""
    return 1.0


@each("case", writes=("card", "cleared", "solid", "held_in"))
def put_cases_away(case, on):
    """Those dismissed or worse get no ration card, nobody at large has company, marks of closed cases are reset."""
    card = 0.0 if is_withdrawn(case, on) else case.card
    solid = 0.0 if kind_of(case.status) == AT_LARGE else case.solid
    held_in = case.held_in if FREE < case.status < ABROAD else 0
    return card, 0, solid, held_in


@formula
def is_withdrawn(case, on):
    """Whose card is withdrawn: of those dismissed or worse, but not under inquiry, where cards 11 and 16 run."""
    return FREE < case.status < ABROAD and case.status != INQUIRY and on.sanction and on.dependence


@total(of="case", to="country", writes=("prisoners", "campers"))
def held_in_all(case):
    """The number of people in prisons and in camps, for the next month."""
    return 1.0 if case.status == IMPRISONED else 0.0, 1.0 if case.status == CAMP else 0.0


@each("case", writes="card", only=is_withdrawn)
def cut_cards(i, people, ties, p_dependence):
    """The kin of somebody whose card is withdrawn get a smaller one."""
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if ties.kind[t] == KIN:
            people.card[j] = min(people.card[j], 1.0 - p_dependence.share_kin)


@each("case")
def serve_out(i, case, month, people, log):
    """Without the card nobody dies in custody, terms end on their date, and there is no company."""
    end_of_term(i, serves(case) and has_ended(case.status, case.status_until, month), people, log)


@formula(writes=("solid",))
def end_of_term(i, over, people, log):
    """The person has no company, and is free when the term is served."""
    people.solid[i] = 0.0
    if over:
        release(i, people, log)


class Custody(NamedTuple):
    """What kills and what protects in custody, and what happens at the end of a term."""

    death_in_exile: Annotated[float, Span(
        "hazard of death in exile at hunger .5", 0, 0.005, "assumed", unit="a month", symbol="m[exile]")] = 0.001
    death_in_prison: Annotated[float, Span("hazard of death in prison at hunger .5", 0, 0.015,
        "cellar 10 of 30: 003 l.16716; fitted on custody-deaths-1934-36", unit="a month", symbol="m[prison]")] = 0.0025
    death_in_camp: Annotated[float, Span("hazard of death in a camp at hunger .5", 0, 0.03,
        "Solovki 20,000 of 80,000, time unknown: 003 l.17251; fitted on custody-deaths-1934-36", unit="a month",
        symbol="m[camp]")] = 0.002
    company: Annotated[float, Span(
        "protection by company", 0, 1, "0 dead in the group, a quarter outside: 003 l.4376-4384", symbol="ks")] = 0.9
    rank: Annotated[float, Span(
        "protection by former rank or money", 0, 0.9, "003 l.14758-14764, 4383", symbol="kr")] = 0.5
    extension: Annotated[float, Span("hazard of a new term", 0, 1,
        "3+2 years: 003 l.17199-17218; chain of about 10 years l.17937", symbol="ext")] = 0.8
    strike: Annotated[float, Span("strike of a solid place", 0, 0.2, "18 days, committee of 3: 003 l.17264-17284",
        unit="a month", symbol="hs")] = 0.02
    unsettling: Annotated[float, Span(
        "moving of a settled exile", 0, 0.5, "003 l.14422-14454; size assumed", unit="a month", symbol="us")] = 0.05
    crisis: Annotated[float, Span("killing of prisoners at the opening of a crisis", 0, 2, "1941: 003 l.20799-20815",
        unit="a crisis", symbol="kc")] = 0.5
    ration_in_exile: Annotated[float, Span("ration in exile, of need", 0, 1, "assumed", symbol="ration[exile]")] = 0.8
    ration_in_prison: Annotated[float, Span(
        "ration in prison, of need", 0, 1, "assumed", symbol="ration[prison]")] = 0.6
    ration_in_camp: Annotated[float, Span("ration in a camp, of need", 0, 1, "assumed", symbol="ration[camp]")] = 0.5
    served_last: Annotated[float, Span(
        "how much more a famine takes from the rations of those held than from the bread of those outside", 0, 3,
        "exiles hungered with their town, the held had what was left: 003 l.16815-16942; fitted on "
        "custody-deaths-1933", symbol="sl")] = 1.2
    camps: Annotated[float, Span(
        "room in camps for each place in prison", 1, 20, "assumed", unit="places", symbol="cc")] = 5.0
    new_term: Annotated[float, Span("months that a refusal costs", 1, 60, "assumed", unit="months", symbol="nt")] = 24.0
    enough: Annotated[float, Span(
        "inmates of a place who can strike", 2, 50, "assumed", unit="persons", symbol="se")] = 8.0
    together: Annotated[float, Span("mean company from which they may", 0, 1, "assumed", symbol="so")] = 0.5
    committee: Annotated[float, Span("those whom a strike costs their place", 0, 10,
        "committee of 3: 003 l.17264-17284", unit="persons", symbol="sc")] = 3.0
    feared: Annotated[float, Span(
        "months for which a strike is feared", 0, 60, "assumed", unit="months", symbol="sf")] = 12.0
    settled: Annotated[float, Span("company at which exiles count as a colony", 0, 1, "assumed", symbol="st")] = 0.4
    jump: Annotated[float, Span(
        "rise of the threat that opens a crisis", 0.05, 1, "assumed", unit="a month", symbol="jt")] = 0.4
    theft: Annotated[float, Span(
        "share of rations stolen where nobody looks", 0, 0.6, "assumed", symbol="theft0")] = 0.15
    alone: Annotated[float, Span(
        "isolation where no order sets it and nobody looks in", 0, 1, "assumed", symbol="ia")] = 0.6


HALF_OF_RANK = 4.0  # the highest office below the leader's
MOST_SURVIVED = 10
STAYS, DIES, IS_SHOT, IS_LET_GO, IS_KEPT, IS_MOVED = range(6)  # the outcomes of a month
MECHANISM = Mechanism(
    id="custody",
    card=17,
    title="Time, hunger, company",
    sentence="Alone and hungry one dies or signs; among friends one lasts; at the end of the term one is asked again.",
    sources="004 l.63-77; 003 l.2794-2813, 3268-3422, 3495-3509, 4344-4388, 11052-11086, 13711-13758, 14422-14454, "
            "14512-14531, 14758-14764, 16335-16350, 16967-17004, 17073-17081, 17199-17284, 17934-17942, 20799-20815",
    parameters=Custody,
    levers=("isolation", "precedent", "prison_capacity", "oversight.courts", "oversight.party_control",
            "oversight.appeal", "sanction_cap", "sanction_cap.rule", "sanction_cap.local", "sanction_cap.complaint",
            "sanction_cap.faction",
            "sanction_cap.theft", "sanction_cap.sabotage", "sanction_cap.violence"),
    rules=(keep_company, feed, pass_the_month, hand_out_cards, put_cases_away, held_in_all, cut_cards),
    when_off=(serve_out, hand_out_cards, put_cases_away, held_in_all, cut_cards),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# A place is a kind (exile, prison, camp) in a province; cellmates.py counts who is held with whom.
#
# Readings taken. People under inquiry are held in the prison of the province, with its food and company; they do not
# die of it and do not count against its capacity. Release is to freedom: status free, nothing in force, `survived` + 1.
# The terms of the dismissed and the expelled end here too: free, one more sanction survived; office and party card do
# not come back. A term without a date (NEVER) has no end. A strike's committee are the three with most company;
# prisoners and exiles go to a camp where the cap allows one (rung 6 in force, a blow that others feel), inmates of a
# camp to another province. A death in custody and one in a crisis are blows of seven sevenths. A person who was struck
# this month, or whose case was closed in it, has had the one change of status of the month. People whom the scenario
# calls ordinary are not political prisoners. Without card 25 the threat never jumps; without card 1 nobody is hungry.
#
# Ration cards (card 11) are handed out at the end of this step, when all terms of the month have ended: none for those
# dismissed or worse, 1 - share_kin for their kin, whole cards for everybody else and where sanction or dependence is
# off.

"""Custody: time, hunger, company.

Alone and hungry one dies or signs; among friends one lasts; at the end of the term one is asked again.

    solid    = [share of those held in the same place who are tied to him or of his faction] * (1 - isolation)
    crowd    = max(1, inmates of the kind / capacity); capacity = prison_capacity*members, five times that for camps
    death    event(m[kind] * crowd * (.5 + hunger) * (1 - ks*solid) * (1 - kr*rank));  rank = highest office / 4
    hunger   remembers (card 1) what ration[kind]*(1 - theft)/crowd leaves of need; theft = .15*(1 - ov)
    isolation as set, under auto .6*(1 - ov/2); 0 in exile
    expiry   capitulated, or a strike is feared: released; else event(ext*(1 - oversight_eff)): 24 months more
    strike   mean solid > .5 and 8 inmates: event(hs) -> feared for 12 months; its committee of three goes to a camp
    crisis   threat jumps by > .4: every political prisoner event(kc*[rung_max == 7])
    unsettle exiles with solid > .4: event(us) -> another province, solid 0

A place is a kind (exile, prison, camp) in a province; who is held with whom is counted in company.py.

Readings taken. Under inquiry one sits in the prison of the province, eats and has company as there, does not die of it and
counts for no capacity. Release is to freedom: status free, nothing in force, `survived` + 1. The terms of the dismissed
and the expelled end here too: free, one more sanction survived; office and party card do not come back. Whoever has no
date (NEVER) has no end. A strike's committee are the three with most company; prisoners and exiles go to a camp where the
cap allows one (rung 6 in force, a blow that others feel), inmates of a camp to another province. A death in custody and
one in a crisis are blows of seven sevenths. Who was struck this month, or whose case was closed in it, has had his one
change of status. Those whom the scenario calls ordinary are no political prisoners. Without shock nothing jumps; without
card 1 nobody is hungry.

Ration cards (card 11) are handed out at the end of this step, when all terms of the month have ended: none for who is
dismissed or worse, 1 - share_kin for his kin, whole for everybody else and where sanction or dependence is off.

Sources: 004 l.63-77; 003 l.2794-2813, 3268-3422, 3495-3509, 4344-4388, 11052-11086, 13711-13758, 14422-14454, 14512-14531,
14758-14764, 16335-16350, 16967-17004, 17073-17081, 17199-17284, 17934-17942, 20799-20815.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.bread.provision import RELIEF
from unanimity.mechanisms.police.cases import die, local_oversight, place_of, strike, switches_on, unit_of_rank
from unanimity.mechanisms.police.company import (
    AT_LARGE,
    IN_CAMP,
    IN_EXILE,
    IN_PRISON,
    Yard,
    count_comrades,
    find_friends,
    kind_of,
    muster,
    unit_of,
)
from unanimity.mechanisms.police.ladder import cap_of
from unanimity.mechanisms.police.sanction import PRISON_CAPACITY, set_free
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.log import enter
from unanimity.world.rules import Mechanism, within_world
from unanimity.world.spans import Span
from unanimity.world.words import (
    A_CRISIS,
    A_STRIKE,
    ABROAD,
    CAMP,
    CAMP_RUNG,
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
    NOBODY,
    RELEASE,
    STRIKE,
)

STOLEN = 0.15  # share of rations stolen where nobody looks
CAMPS = 5.0  # room in camps for each place in prison
HALF_OF_RANK = 4.0  # the highest office below the leader's
NEW_TERM, FEARED = 24, 12  # months: what a refusal costs, how long a strike is feared
MOST_SURVIVED = 10
ENOUGH, TOGETHER, COMMITTEE = 8.0, 0.5, 3  # inmates and company that make a strike, and who is shipped off
SETTLED = 0.4  # company at which exiles count as a colony
JUMP = 0.4  # rise of the threat that opens a crisis
DYING_LUCK, EXTENDING, STRIKING_LUCK, SHOOTING, UNSETTLING, WHERETO = 450, 451, 452, 453, 454, 455  # streams


class Custody(NamedTuple):
    """What kills and what saves inside, and what happens at the end of a term."""

    death_in_exile: Annotated[float, Span("hazard of death in exile at hunger .5", 0, 0.005, "assumed", unit="a month", symbol="m[exile]")] = 0.001
    death_in_prison: Annotated[float, Span("hazard of death in prison at hunger .5", 0, 0.015, "cellar 10 of 30: 003 l.16716", unit="a month", symbol="m[prison]")] = 0.003
    death_in_camp: Annotated[float, Span("hazard of death in a camp at hunger .5", 0, 0.03, "5 years at solid .3 give 23 %; Solovki 20,000 of 80,000, time unknown: 003 l.17251", unit="a month", symbol="m[camp]")] = 0.006
    company: Annotated[float, Span("protection by company", 0, 1, "0 dead in the group, a quarter outside: 003 l.4376-4384", symbol="ks")] = 0.9
    rank: Annotated[float, Span("protection by former rank or money", 0, 0.9, "003 l.14758-14764, 4383", symbol="kr")] = 0.5
    extension: Annotated[float, Span("hazard of a new term", 0, 1, "3+2 years: 003 l.17199-17218; chain of about 10 years l.17937", symbol="ext")] = 0.8
    strike: Annotated[float, Span("strike of a solid place", 0, 0.2, "18 days, committee of 3: 003 l.17264-17284", unit="a month", symbol="hs")] = 0.02
    unsettling: Annotated[float, Span("moving of a settled exile", 0, 0.5, "003 l.14422-14454; size assumed", unit="a month", symbol="us")] = 0.05
    crisis: Annotated[float, Span("killing of prisoners at the opening of a crisis", 0, 2, "1941: 003 l.20799-20815", unit="a crisis", symbol="kc")] = 0.5
    ration_in_exile: Annotated[float, Span("ration in exile, of need", 0, 1, "assumed", symbol="ration[exile]")] = 0.8
    ration_in_prison: Annotated[float, Span("ration in prison, of need", 0, 1, "assumed", symbol="ration[prison]")] = 0.6
    ration_in_camp: Annotated[float, Span("ration in a camp, of need", 0, 1, "assumed", symbol="ration[camp]")] = 0.5


@formula
def crowding(inmates, kind, capacity, members):
    """`crowd`: how many share what was meant for one; 1 without a limit (capacity below 0) and in exile."""
    if kind == IN_EXILE or capacity < 0.0:
        return 1.0
    room = capacity * members * (CAMPS if kind == IN_CAMP else 1.0)
    return max(1.0, inmates / max(room, 1.0))


@formula
def rank_of(highest_office):
    """`rank`: what a man was outlives his arrest."""
    return clip(highest_office / HALF_OF_RANK)


@formula
def death_hazard(kind, crowd, hunger, solid, rank, p):
    """The monthly hazard of death in custody."""
    base = p.death_in_exile if kind == IN_EXILE else (p.death_in_prison if kind == IN_PRISON else p.death_in_camp)
    return base * crowd * (0.5 + hunger) * (1.0 - p.company * solid) * (1.0 - p.rank * rank)


@formula
def goes_without(kind, ov, crowd, need, p):
    """The share of need that rations, thieves and crowding leave open."""
    ration = p.ration_in_exile if kind == IN_EXILE else (p.ration_in_prison if kind == IN_PRISON else p.ration_in_camp)
    return positive(1.0 - ration * (1.0 - STOLEN * (1.0 - ov)) / crowd / max(need, 1e-9))


@formula
def lets_go(capitulated, feared, look, luck, p):
    """Whether a term that has run out ends; who refuses to recant may get another, unless a strike is feared."""
    return capitulated != 0 or feared or not event(p.extension * (1.0 - look), luck)


@formula
def elsewhere(luck, here, provinces):
    """The number (from 1) of a province by lot, other than `here` (from 0)."""
    there = int(luck * (provinces - 1))
    return there + 1 if there < here else there + 2


@formula
def boldest(kind, unit, blow, cleared, y):
    """Who has most company of those in a place whose status has not changed this month, or NOBODY."""
    best, most = NOBODY, -1.0
    for k in range(y.size):
        i = y.base + y.docket[y.base + k]
        if y.status[i] == INQUIRY or kind_of(y.status[i]) != kind or blow[i] > 0 or cleared[i] != 0:
            continue
        if y.solid[i] > most and unit_of(i, y) == unit:
            best, most = i, y.solid[i]
    return best


@formula
def ship_off(kind, unit, month, seed, parent, unit_rank, case_topic, case_level, rung, blow, blow_topic, cleared, y, log):
    """A strike is ended by shipping off its committee: to a camp, or from a camp to another."""
    provinces = y.last_province - y.first_province
    for _ in range(COMMITTEE):
        i = boldest(kind, unit, blow, cleared, y)
        if i == NOBODY:
            return
        enter(log, i, STRIKE, A_STRIKE)
        cell = y.cell_of[i - y.base]
        law = y.u_base + unit_of_rank(cell, case_level[i], parent, unit_rank)
        if kind == IN_CAMP:
            if provinces < 2 or provinces > 255:
                return
            here = unit - y.u_base - y.first_province
            y.held_in[i] = elsewhere(uniform(seed, WHERETO, i - y.base, month), here, provinces)
        elif cap_of(y.levers, law, case_topic[i], y.faction[i]) >= CAMP_RUNG:
            y.status[i] = CAMP
            rung[i] = max(rung[i], CAMP_RUNG)
            strike(i, CAMP_RUNG, case_topic[i], blow, blow_topic)
        else:
            return
        enter(log, i, MOVE, A_STRIKE)


@formula
def count_held(w, y, prisoners, campers):
    """People in prisons and in camps, those under inquiry apart."""
    prisoners[w] = 0.0
    campers[w] = 0.0
    for k in range(y.size):
        status = y.status[y.base + y.docket[y.base + k]]
        prisoners[w] += 1.0 if status == IMPRISONED else 0.0
        campers[w] += 1.0 if status == CAMP else 0.0


@within_world(writes=("solid", "inmates", "company", "comrades", "held_first", "held_next", "prisoners", "campers",
                      "strike_exile", "strike_prison", "strike_camp", "status", "rung", "held_in", "blow", "blow_topic"))
def keep_company(base, unit_first, unit_last, w, month, seed, faction_base, docket, docket_size, cell_of, province, parent,
                 unit_rank, child_first, child_last, levers, status, rung, faction, held_in, case_topic, case_level, blow,
                 blow_topic, cleared, tie_start, neighbour, inmates, company, comrades, held_first, held_next, solid,
                 prisoners, campers, strike_exile, strike_prison, strike_camp, log, p):
    """Who is held with whom; and where enough are of one mind, they may strike."""
    centre = unit_last - unit_first - 1
    yard = Yard(base, unit_first, docket_size, child_first[centre], child_last[centre], faction_base, docket, cell_of,
                province, levers, status, faction, held_in, tie_start, neighbour, inmates, company, comrades, held_first,
                held_next, solid)
    for kind in range(IN_EXILE, IN_CAMP + 1):
        if muster(kind, yard) == 0:
            continue
        count_comrades(yard)
        find_friends(kind, yard)
        for unit in range(unit_first + child_first[centre], unit_first + child_last[centre]):
            if inmates[unit] < ENOUGH or company[unit] <= TOGETHER * inmates[unit]:
                continue
            if event(p.strike, uniform(seed, STRIKING_LUCK, (unit - unit_first) * 4 + kind, month)):
                if kind == IN_EXILE:
                    strike_exile[unit] = month + FEARED
                elif kind == IN_PRISON:
                    strike_prison[unit] = month + FEARED
                else:
                    strike_camp[unit] = month + FEARED
                ship_off(kind, unit, month, seed, parent, unit_rank, case_topic, case_level, rung, blow, blow_topic,
                         cleared, yard, log)
    count_held(w, yard, prisoners, campers)


@formula
def release(i, status, rung, status_until, execution, survived, hostage, solid, log):
    """The end of a term: free, with nothing in force and one more sanction survived."""
    enter(log, i, RELEASE, END_OF_TERM)
    set_free(i, status, rung, status_until, execution)
    survived[i] = min(survived[i] + 1, MOST_SURVIVED)
    hostage[i] = 0
    solid[i] = 0.0


@formula
def has_ended(status, status_until, month):
    """Whether a term that has a date has run out."""
    return status != INQUIRY and status_until != NEVER and month >= status_until


@within_world(writes=("hunger", "relieved"))
def feed(base, unit_first, unit_last, w, docket, docket_size, cell_of, province, child_first, held_in, levers, members,
         status, hunger, relieved, prisoners, campers, need_factor, on_provision, p, p_provision):
    """Rations as they reach those held: what is missing becomes hunger, as outside."""
    capacity, people = levers[PRISON_CAPACITY, unit_last - 1], members[unit_last - 1]
    first_province = child_first[unit_last - unit_first - 1]
    for k in range(docket_size):
        i = base + docket[base + k]
        kind = kind_of(status[i])
        if kind == AT_LARGE:
            continue
        before = hunger[i]
        if on_provision:
            unit = unit_first + place_of(held_in[i], cell_of[i - base], province, first_province)
            crowd = crowding(campers if kind == IN_CAMP else prisoners, kind, capacity, people)
            lack = goes_without(kind, switches_on(levers, unit), crowd, need_factor, p)
            hunger[i] = clip(p_provision.memory * before + (1.0 - p_provision.memory) * lack)
        else:
            hunger[i] = 0.0
        relieved[i] = 1 if before - hunger[i] > RELIEF else 0


@within_world(writes=("status", "rung", "status_until", "execution", "death", "death_month", "solid", "survived", "hostage",
                      "held_in", "blow", "blow_topic", "killings"))
def pass_the_month(base, unit_first, unit_last, w, month, seed, docket, docket_size, cell_of, province, parent, unit_rank,
                   child_first, child_last, held_in, levers, members, status, rung, status_until, execution, death,
                   death_month, hunger, solid, survived, hostage, highest_office, capitulated, ordinary, case_topic,
                   case_level, faction, blow, blow_topic, cleared, prisoners, campers, strike_exile, strike_prison,
                   strike_camp, killings, threat, threat_before, rung_max, police_autonomy, powers, on_oversight, on_shock,
                   log, p):
    """Each of those who are not free: dies, is shot, is released, gets a new term, is moved, or stays; one of these."""
    centre = unit_last - unit_first - 1
    provinces = child_last[centre] - child_first[centre]
    shooting = on_shock and threat - threat_before > JUMP and rung_max == DEATH
    for k in range(docket_size):
        i = base + docket[base + k]
        if status[i] == FREE or status[i] == INQUIRY or status[i] >= ABROAD or blow[i] > 0 or cleared[i] != 0:
            continue
        kind, person, cell = kind_of(status[i]), i - base, cell_of[i - base]
        if kind == AT_LARGE:
            if has_ended(status[i], status_until[i], month):
                release(i, status, rung, status_until, execution, survived, hostage, solid, log)
            continue
        unit = unit_first + place_of(held_in[i], cell, province, child_first[centre])
        crowd = crowding(campers if kind == IN_CAMP else prisoners, kind, levers[PRISON_CAPACITY, unit_last - 1],
                         members[unit_last - 1])
        hazard = death_hazard(kind, crowd, hunger[i], solid[i], rank_of(highest_office[i]), p)
        if event(hazard, uniform(seed, DYING_LUCK, person, month)):
            strike(i, DEATH, case_topic[i], blow, blow_topic)
            die(i, IN_CUSTODY, CUSTODY_CAUSE, month, status, death, death_month, log)
            continue
        law = unit_first + unit_of_rank(cell, case_level[i], parent, unit_rank)
        if shooting and kind != IN_EXILE and ordinary[i] == 0 and cap_of(levers, law, case_topic[i], faction[i]) == DEATH:
            if event(p.crisis, uniform(seed, SHOOTING, person, month)):
                strike(i, DEATH, case_topic[i], blow, blow_topic)
                killings[unit] += 1.0
                die(i, EXECUTED, A_CRISIS, month, status, death, death_month, log)
                continue
        if has_ended(status[i], status_until[i], month):
            feared = month < (strike_exile[unit] if kind == IN_EXILE else
                              (strike_prison[unit] if kind == IN_PRISON else strike_camp[unit]))
            look = local_oversight(levers, unit, police_autonomy, powers) if on_oversight else 0.0
            if lets_go(capitulated[i], feared, look, uniform(seed, EXTENDING, person, month), p):
                release(i, status, rung, status_until, execution, survived, hostage, solid, log)
            else:
                status_until[i] += NEW_TERM
                enter(log, i, EXTENSION, END_OF_TERM)
            continue
        if kind == IN_EXILE and solid[i] > SETTLED and 1 < provinces < 256:
            if event(p.unsettling, uniform(seed, UNSETTLING, person, month)):
                here = unit - unit_first - child_first[centre]
                held_in[i] = elsewhere(uniform(seed, WHERETO, person, month), here, provinces)
                solid[i] = 0.0
                enter(log, i, MOVE, COLONY)


@within_world(writes=("card", "cleared", "held_in", "solid", "prisoners", "campers"), always=True)
def hand_out_cards(first, last, base, w, docket, docket_size, status, held_in, solid, cleared, kind, tie_start, neighbour,
                   card, prisoners, campers, on_sanction, on_dependence, p_dependence):
    """Who has been dismissed or worse has no ration card, his kin a smaller one; and the month's cases are put away."""
    for i in range(first, last):
        if card[i] != 1.0:
            card[i] = 1.0
    prisoners[w] = 0.0
    campers[w] = 0.0
    for k in range(docket_size):
        i = base + docket[base + k]
        cleared[i] = 0
        if kind_of(status[i]) == AT_LARGE:
            solid[i] = 0.0  # also of those whom review, a plea, a signature or an exchange let out
        if status[i] == FREE or status[i] >= ABROAD:
            held_in[i] = 0
            continue
        prisoners[w] += 1.0 if status[i] == IMPRISONED else 0.0
        campers[w] += 1.0 if status[i] == CAMP else 0.0
        if status[i] == INQUIRY or not on_sanction or not on_dependence:
            continue
        card[i] = 0.0
        for t in range(tie_start[i], tie_start[i + 1]):
            if kind[t] == KIN:
                j = base + neighbour[t]
                card[j] = min(card[j], 1.0 - p_dependence.share_kin)


@within_world(writes=("status", "rung", "status_until", "execution", "survived", "hostage", "solid"))
def serve_out(base, w, month, docket, docket_size, status, rung, status_until, execution, survived, hostage, solid, blow,
              cleared, log):
    """Without the card nobody dies in custody, terms end on their date, and there is no company."""
    for k in range(docket_size):
        i = base + docket[base + k]
        solid[i] = 0.0
        if FREE < status[i] < ABROAD and blow[i] == 0 and cleared[i] == 0 and has_ended(status[i], status_until[i], month):
            release(i, status, rung, status_until, execution, survived, hostage, solid, log)


MECHANISM = Mechanism(
    id="custody",
    card=17,
    title="Time, hunger, company",
    sentence="Alone and hungry one dies or signs; among friends one lasts; at the end of the term one is asked again.",
    sources="004 l.63-77; 003 l.2794-2813, 3268-3422, 3495-3509, 4344-4388, 11052-11086, 13711-13758, 14422-14454, "
            "14512-14531, 14758-14764, 16335-16350, 16967-17004, 17073-17081, 17199-17284, 17934-17942, 20799-20815",
    parameters=Custody,
    levers=("isolation", "prison_capacity", "oversight.courts", "oversight.party_control", "oversight.appeal",
            "sanction_cap", "sanction_cap.rule", "sanction_cap.local", "sanction_cap.complaint", "sanction_cap.faction"),
    rules=(keep_company, feed, pass_the_month, hand_out_cards),
    when_off=(serve_out,),
)

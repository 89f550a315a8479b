"""Hostage: someone else pays.

If the doer is out of reach, take the doer's kin; if the group is out of reach, take its members you already hold.
Commitment and threat: Schelling (1960).

    kin     for a target abroad, or with fame*publicity > kf: each of his kin in reach event(hk*fame*hostage_kin)
            -> rung 2..5, flag hostage; unknown people abroad say nothing for which their kin could pay
    group   on an attack, or a success of the group abroad: held members of it event(hg*hostage_group*[rung_max = 7])
            -> executed
    camp    on an escape: cell-mates event(hc*hostage_group*[rung_max = 7]) -> executed
    fear    ff*hostage_kin*(1 - product over kin at liberty of (1 - weight)) is added to the target of fear (card 6)
    hatred  fg*weight of a tie harmed as hostage is an input of grievance (card 7)
    other side  hostages_other + re*(group hostages taken this month); an exchange frees 1:1 by head
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.appointment import FIXED
from unanimity.mechanisms.police.cases import enlist
from unanimity.mechanisms.police.group_hostages import (
    NOT_HELD,
    OF_KIN,
    all_answered,
    answer_for_group,
    count_hostages,
    exchange,
    hostages_there,
)
from unanimity.mechanisms.police.ladder import cap_of, status_of
from unanimity.mechanisms.police.sanction import apply_rung
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
    ABROAD,
    DISMISSAL,
    FREE,
    HOSTAGE_TAKEN,
    KIN,
    KINSHIP,
    NO_ACT,
    NO_RUNG,
    RULE_TOPIC,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, pick
from unanimity.world.spans import Span


@each("cell", writes="kin_watched")
def watch_kin(hostage_kin):
    """Whether kin of the cell's people were liable for the absent this month."""
    return 1 if hostage_kin > 0.0 else 0


TAKE, HOW_HARD, STOP = 490, 491, 495  # streams


@formula
def kin_answer_anywhere(tree, levers):
    """Whether kin are liable in some cell."""
    for unit in range(tree.cells):
        if levers.hostage_kin[unit] > 0.0:
            return True
    return False


@formula
def is_out_of_reach(case, cell, country, p):
    """Whether the person is abroad, or held and so famous that people abroad would hear of him."""
    return is_target(case.status, case.fame, publicity_of(cell.publicity, country.voices_abroad), p)


@each("case", only=(kin_answer_anywhere, is_out_of_reach), stream={"taken": TAKE, "hard": HOW_HARD})
def press_kin(i, people, units, country, ties, tree, levers, month, seed, log, p, p_sanction):
    """The kin of those out of reach are dismissed, expelled, exiled or imprisoned in their stead."""
    first, last = int(ties.start[i]), int(ties.start[i + 1])
    for t in range(first, last):
        j = int(ties.neighbour[t])
        if not is_in_reach(ties.kind[t], people.status[j], people.arrested[j], month):
            continue
        rung = rung_of_kin(i, j, month * TIES_A_PERSON + t - first, people, tree, levers, month, seed, p)
        if rung != NO_RUNG:
            seize(j, rung, KINSHIP, OF_KIN, i, month, people, units, country, tree, log, p_sanction)


@formula
def publicity_of(lever, voices_abroad):
    """How much becomes known abroad: the lever, and what exiles tell."""
    return min(1.0, lever + voices_abroad)


@formula
def is_target(status, fame, publicity, p):
    """Whether the person's kin are pressed: abroad, or in the country and so famous that people abroad would hear."""
    return status == ABROAD or (status < IN_THE_COUNTRY_BELOW and fame * publicity > p.fame)


@formula
def kin_hazard(fame, campaigning, hostage_kin, p):
    """The hazard of each of the person's kin: a writer heard abroad lost six (003 l.18352); of unknown people no source
    speaks.

    Anybody who runs a campaign abroad counts as famous: the police knows of it (004 l.39-61).
    """
    return p.kin * (1.0 if campaigning != 0 else fame) * hostage_kin


@formula(writes=("docket", "docket_size", "case_topic", "hostage", "arrested"))
def seize(i, rung_taken, cause, code, target, month, people, units, country, tree, log, p_sanction):
    """Take person i (a place in the batch) as a hostage for another's act; the event take_hostages uses it too."""
    if people.status[i] == FREE:
        enlist(i, people, country)
    people.case_topic[i] = RULE_TOPIC
    people.hostage[i] = code
    people.arrested[i] = month
    enter_with(log, i, HOSTAGE_TAKEN, cause, rung_taken, target)
    apply_rung(i, rung_taken, status_of(rung_taken), cause, month, people, units, country, tree, log, p_sanction)


@formula
def is_in_reach(kind, status, arrested, month):
    """Whether somebody is kin, at liberty, and not arrested this month."""
    return kind == KIN and status < AT_LIBERTY_BELOW and arrested != month


@formula
def law_at_home(i, people, tree, levers):
    """The highest rung that the law allows where the person lives."""
    return cap_of(levers, tree.cell_of[i], RULE_TOPIC, people.faction[i], NO_ACT)


@formula
def rung_of_kin(i, j, lot, people, tree, levers, month, seed, p):
    """The rung that falls on j in the stead of i who is out of reach; `lot` keys the month's draws."""
    hazard = kin_hazard(people.fame[i], people.campaigning[i], levers.hostage_kin[tree.cell_of[j]], p)
    if not event(hazard, uniform(seed, TAKE, i, lot)):
        return NO_RUNG
    rung = min(DISMISSAL + int(RUNGS_OF_KIN * uniform(seed, HOW_HARD, i, lot)), law_at_home(j, people, tree, levers))
    return rung if rung >= DISMISSAL and rung > people.rung[j] else NO_RUNG


@formula
def anybody_campaigns(country):
    """Whether somebody runs a scripted campaign abroad."""
    return country.campaigners != 0


@formula
def campaigns(one):
    """Whether the person runs one."""
    return one.campaigning != 0


@pick(among="people", only=(anybody_campaigns, campaigns), stream=STOP)
def fall_silent(i, luck, p, ties, people, country, tree):
    """People who campaign abroad for prisoners may stop when their own kin are made to pay."""
    harm = harm_to_kin(i, ties, people)
    stop(i, harm > 0.0 and event(p.fear * harm, luck), people, country, tree)


@formula
def harm_to_kin(i, ties, people):
    """What the person's kin have been made to pay this month."""
    harm = 0.0
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if ties.kind[t] == KIN and people.hostage[j] != NOT_HELD:
            harm += people.blow[j] / 7.0
    return harm


@formula(writes=("noise", "campaigning", "campaigners"))
def stop(i, stops, people, country, tree):
    """Somebody who stops withdraws a share of the noise; that of the others goes on."""
    if not stops:
        return
    before = country.campaigners[0]
    people.campaigning[i] = 0
    country.campaigners[0] -= 1
    for k in range(tree.people):
        people.noise[k] *= country.campaigners[0] / before


@formula
def kin_are_watched(unit):
    """Whether kin are liable for the absent in the cell, or were until last month."""
    return unit.hostage_kin > 0.0 or unit.kin_watched != 0


@pick(among="people of a cell", writes="hostage_fear", only=kin_are_watched)
def fear_for_kin(i, one, unit, p, people, ties):
    """People with kin in reach fear for them; no ties are looked at where the lever is off."""
    absent = one.status >= IN_THE_COUNTRY_BELOW
    return reach_of(1.0 if absent else out_of_danger(i, people, ties), unit.hostage_kin, p)


@formula
def reach_of(left, hostage_kin, p):
    """The term that is added to the target of fear; `left` is the product over kin at liberty of (1 - weight)."""
    return p.fear * hostage_kin * (1.0 - left)


@formula
def out_of_danger(i, people, ties):
    """The product over kin at liberty of (1 - weight)."""
    left = 1.0
    begin = ties.start[i] + ties.kin_skip[i]
    for t in range(begin, begin + ties.kin_span[i]):  # the stretch of the row that holds all ties to kin
        if ties.kind[t] == KIN and people.status[int(ties.neighbour[t])] < AT_LIBERTY_BELOW:
            left *= 1.0 - ties.weight[t] / FIXED
    return left


@each("country", writes="hatred")
def hatred(p):
    """The weight with which card 7 counts a tie harmed as a hostage."""
    return p.hatred


class Hostage(NamedTuple):
    """Who pays for another's act, and what that does to those who see it."""

    kin: Annotated[float, Span(
        "hazard of reachable kin of the most famous", 0, 0.5,
        "at least 6 relatives of one released man: 003 l.18352; 3 of a general's family: l.7519", unit="a month",
        symbol="hk")] = 0.1
    group: Annotated[float, Span(
        "killing of held group members after an attack", 0, 0.5,
        "threat 000 l.163-167; 114 at once after Kirov 003 l.17529", symbol="hg")] = 0.05
    fame: Annotated[float, Span("fame that triggers pressure on kin", 0, 1, "003 l.22034-22040", symbol="kf")] = 0.5
    camp: Annotated[float, Span("cell-mates after an escape", 0, 0.3, "assumed", symbol="hc")] = 0.05
    fear: Annotated[float, Span("fear of having kin in reach", 0, 1, "assumed", symbol="ff")] = 0.3
    hatred: Annotated[float, Span("hatred when kin are harmed", 0, 1, "assumed", symbol="fg")] = 0.6
    reciprocity: Annotated[float, Span(
        "hostages the other side takes in turn", 0, 1, "40 exchanged, about 20 children: 003 l.4489-4504",
        symbol="re")] = 0.5


TIES_A_PERSON = 256  # room for a person's ties in the keys of one month's draws
RUNGS_OF_KIN = 4  # rungs 2..5
MECHANISM = Mechanism(
    id="hostage",
    card=19,
    title="Someone else pays",
    sentence="If the doer is out of reach, take the doer's kin; if the group is out of reach, take its members you "
             "already hold.",
    sources="000 l.21-38, 157-225; 002 l.140-149; 004 l.39-61; 003 l.4416-4520, 4746-4803, 5159-5162, 5251-5256, "
            "7519-7521, 7867-7870, 8878-8911, 17144-17176, 18033-18060, 18352-18356, 22034-22061",
    parameters=Hostage,
    levers=("hostage_kin", "hostage_group", "publicity", "sanction_cap", "sanction_cap.rule", "sanction_cap.local",
            "sanction_cap.complaint", "sanction_cap.faction",
            "sanction_cap.theft", "sanction_cap.sabotage", "sanction_cap.violence"),
    rules=(press_kin, answer_for_group, all_answered, exchange, count_hostages, hostages_there, fall_silent,
           fear_for_kin, watch_kin, hatred),
    neutral={"hatred": 0.0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# A group is the attacker's faction, label or named group. Held: under inquiry, in prison or camp, or a hostage in
# custody.
#
# Readings the card leaves open. A famous target is not free himself (he is on the docket): anybody who can be arrested
# is arrested, and kin pay only for somebody out of reach, or already held and spoken for abroad. Kin in reach are at
# liberty. The rung is a keyed lot from 2 to 5, at most the cap, and above the rung in force; under a cap below
# dismissal nobody is taken. Card 16 defines what a rung brings and its term (`apply_rung`). Where the cap is below
# death nobody is killed, whatever precedent says. A held member is liable once a month, however many attacks there
# were. The card does not say what happens to cell-mates; they are shot, under the same condition as the group. The
# other side responds to hostages of a group, not to the kin of a single person abroad, who has no prisons; it responds
# to those taken this month (otherwise it would respond to the stock anew each month), and an exchange takes place in
# the month after. Publicity is the lever plus what exiles tell (card 28), at most 1. Anybody who runs a scripted
# campaign abroad (`campaigning`) counts as famous here, stops by event(ff*harm done to kin), and withdraws a share of
# the noise.
#
# For events: `take_hostages` calls `seize` with THE_GROUP; a foreign success sets `answering` (bits of named groups)
# or `answering_faction`; an escape sets `escaped`.

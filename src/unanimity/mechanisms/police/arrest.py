"""Arrest: alarm times file, or fill the number.

The file says who could be taken; the alarm says how many. Noisy signals: Gregory, Schroeder and Sonin (2011).

    score    = dossier + lab*I*[label is the campaign's] + pi*purge + sn*N(0,1)*e
               e = [dossier/nf] in evidence mode (no file, no case), 1 in quota mode; one lot a person and year
    score   *= (1 - pf*fame*need_abroad) * (1 - pu*useful*test) * (1 - pp*patron_cover)
    evidence mode: arrest if score > th0*(1 - alarm) + th1*oversight_eff; at most pcap*(1 + pal*alarm)*n a month,
               highest scores first; a fraction of a person by lot
    quota mode (police_quota > 0): the police_quota*n highest scores are arrested, whatever their level; a fraction of a
               person is carried to the next month; under quota_requests:on the number grows by `ask` a month
    ban        where a law against factions (sanction_cap.faction) allows exile or more, a member of a banned faction
               with a file above .1 is named in a warrant by event(po)
    sn       = sn0*(1 + 2*(1 - oversight_eff))*(1 + cruelty)
    alarm'   = [al0*alarm + al1*min(1, revolt/ur) + al2*attack + al3*threat + al4*suspected]          # by province
    suspected = pub under inference:off, pub + (1 - pub)*masked under on; pub = 1 - reported mood
    masked'  = (1 - ml)*masked + ml*(share of this month's arrested who had 6 consecutive assents)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import enlist, officer_by_lot, patron_cover, strike, topic_of, useful_of
from unanimity.mechanisms.police.surveillance import force_of
from unanimity.world.case_log import LOYAL_RUN, enter
from unanimity.world.codes import (
    A_NAME,
    ARREST,
    BANNED,
    EXILE,
    FREE,
    INQUIRY,
    NO_LABEL,
    ON,
    THE_BAN,
    THE_FILE,
    THE_LABEL,
    THE_PURGE,
    THE_QUOTA,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, normal_from, uniform
from unanimity.world.formula import clip, formula
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, procedure, total
from unanimity.world.spans import Span
from unanimity.world.top_k import keep_highest
from unanimity.world.tree import people_of


@each("unit", writes="quota_asked")
def ask_for_more(quota_asked, police_quota, quota_requests, p):
    """The month's quota: as ordered, or raised for offices that have filled theirs and asked for more."""
    if police_quota <= 0.0:
        return 0.0
    grown = quota_asked * (1.0 + p.asking) if quota_requests == ON else 0.0
    return min(1.0, max(police_quota, grown))


@total(of="cell", to="country", writes="so_far_minutes")
def minutes(record, present):
    """Assent according to the minutes of all cells."""
    return record * present


@each("country", writes="suspected")
def suspect_dissent(so_far_minutes, masked, centre_report_mood, centre_present, inference, on_reporting):
    """The dissent that the reports, or the minutes themselves, lead the police to suspect."""
    mood = centre_report_mood if on_reporting else so_far_minutes
    public = clip(1.0 - mood / centre_present) if centre_present > 0.0 else 0.0
    return suspected_from(public, masked, inference)


@formula
def suspected_from(public, masked, inference):
    """`suspected`: the dissent that is reported, and under inference what assent may hide."""
    return public + (1.0 - public) * masked if inference == ON else public


@each("province", writes="alarm")
def take_alarm(alarm, revolt, attacked, threat, suspected, p, p_uprising, more_alarm=0.0):
    """How alarmed each police office is."""
    return clip(alarm_after(alarm, min(1.0, revolt / p_uprising.unrest), attacked, threat, suspected, p) + more_alarm)


@formula
def alarm_after(alarm, revolt, attacked, threat, suspected, p):
    """`alarm'`: the alarm of a police office next month."""
    return clip(p.nerves * alarm + p.by_revolt * revolt + p.by_attack * attacked + p.by_threat * threat
                + p.by_suspicion * suspected)


NOISE, PURGED, EXAMINER, JUDGE, ROOM, BANNED_CIRCLE = 420, 421, 422, 423, 424, 425  # streams


@formula
def is_pointed_at(one):
    """Whether the purge points at somebody whom no warrant names yet."""
    return one.warrant == 0 and one.purge > FAINT


@each("person", writes="warrant", who=EVERYBODY, stream=PURGED, chance=is_pointed_at)
def name_the_purged(one, country, luck, p):
    """A warrant for somebody already held lapses; while a purge runs, those at whom it points are named by lot."""
    if one.status >= AT_LIBERTY_BELOW:
        return 0
    if country.purge_open == 0:
        return one.warrant if one.warrant != A_NAME else 0
    return THE_PURGE if event(p.purge / 2.0 * one.purge, luck) else one.warrant


@formula
def is_of_a_circle(one, cell, p_faction):
    """Whether the police knows the person as a member of a faction that it may pursue."""
    return (one.warrant == 0 and one.faction > 0 and one.dossier > p_faction.known
            and hunted(cell.association_factions, cell.sanction_cap_faction))


@each("person", writes="warrant", who=AT_LIBERTY, stream=BANNED_CIRCLE, chance=is_of_a_circle)
def name_the_banned(one, luck, p):
    """Known members of a banned faction are named in a warrant by lot."""
    return THE_BAN if event(p.opposition, luck) else one.warrant


@formula
def hunted(association_factions, sanction_cap_faction):
    """Whether the police may pursue members of factions: these are banned, and a law of their own allows exile."""
    return association_factions == BANNED and sanction_cap_faction > EXILE


@formula
def could_be_a_case(one, province, country, p):
    """Whether any noise could lift the person's score over the threshold; under a quota every score counts."""
    least = threshold_of(province.alarm, country.oversight_eff, p)
    return (province.police_quota > 0.0
            or on_file(one, country, p) + FARTHEST * blur_of(one, province, country, p) > least)


@each("person", writes="suspicion", who=EVERYBODY, stream=NOISE, chance=could_be_a_case)
def suspect(one, province, country, yearly_luck, p):
    """The score of everybody at liberty before protections; an office keeps its opinion of a person for a year."""
    if one.status >= AT_LIBERTY_BELOW:
        return OUT_OF_REACH
    if one.warrant != 0:
        return WANTED
    score, blur = on_file(one, country, p), blur_of(one, province, country, p)
    missing = threshold_of(province.alarm, country.oversight_eff, p) - score
    luck, far = yearly_luck, missing / blur if blur > 0.0 else -1.0
    if luck < 1.0 and (province.police_quota > 0.0 or may_exceed(luck, far)):
        score += blur * normal_from(luck)
    return score


@formula
def threshold_of(alarm, oversight_eff, p):
    """The score above which a person becomes a case."""
    return p.threshold * (1.0 - alarm) + p.evidence * oversight_eff


@formula
def spread_of(oversight_eff, cruelty, p):
    """`sn`: the noise of the score, wider where oversight is weak and where the office is cruel."""
    return p.noise * (1.0 + 2.0 * (1.0 - oversight_eff)) * (1.0 + cruelty)


@formula
def may_exceed(luck, z):
    """Whether the normal number of that draw can exceed z; a quick no spares most people the costly quantile."""
    if z <= 0.0:
        return True
    return luck >= (TWO_ABOVE if z >= 2.0 else (ONE_ABOVE if z >= 1.0 else 0.5))


@formula
def on_file(one, country, p):
    """What is known against the person: the file, the purge, and the label of the current campaign."""
    score = one.dossier + p.purge * one.purge
    labelled = country.campaign_label != NO_LABEL and one.label == country.campaign_label
    return score + p.label * country.campaign_intensity if labelled else score


@formula
def blur_of(one, province, country, p):
    """How far an office may be mistaken; in evidence mode it needs a file to be mistaken about."""
    spread = spread_of(country.oversight_eff, province.cruelty, p)
    return spread * (1.0 if province.police_quota > 0.0 else clip(one.dossier / p.full_file))


@procedure("province", writes=("carry_quota", "suspicion"), stream=ROOM)
def seize(u, people, units, country, ties, tree, levers, so_far, month, seed, log, p, p_appointment, p_sanction):
    """Each office arrests those named in a warrant, then the highest scores: above a threshold, or up to the quota."""
    low, high = people_of(u, tree)
    for i in range(low, high):
        if people.suspicion[i] >= WANTED:
            seize_one(i, u, people, units, country, tree, so_far, month, seed, log, p, p_sanction)
    luck = uniform(seed, ROOM, u, month)
    room, bar, units.carry_quota[u] = room_of(u, units, levers.police_size[u], country.oversight_eff, luck, p)
    at = int(country.docket_size[0])  # arrests extend the docket, but never beyond what the loop has read
    for k in range(most_suspect(u, room, bar, people, units, country, ties, tree, levers, p, p_appointment)):
        seize_one(int(people.docket[at + k]), u, people, units, country, tree, so_far, month, seed, log, p, p_sanction)


@formula
def goodwill_of(need_abroad, publicity, voices_abroad):
    """How much fame abroad protects: the regime's need of goodwill, as far as the arrest becomes known there."""
    return need_abroad * clip(publicity + voices_abroad)


@formula
def shielded(score, known_abroad, needed_now, cover, p):
    """The score after the protections of fame abroad, usefulness and a patron."""
    if score <= 0.0:
        return score
    return score * (1.0 - p.fame * known_abroad) * (1.0 - p.use * needed_now) * (1.0 - p.patron * cover)


@formula
def taken_in(alarm, size, p):
    """The share of a province's people whom its police can arrest in a month: little in calm, more with alarm."""
    return p.capacity * (1.0 + p.urgency * alarm) * force_of(size)


@formula
def due_now(share, people, carry):
    """Whole persons due this month, and the fraction carried to the next."""
    due = share * people + carry
    whole = int(due + ROUNDING)
    return whole, clip(due - whole)


@formula
def room_of(u, units, police_size, oversight_eff, luck, p):
    """How many people an office arrests, above which score, and the fraction of a person that a quota carries over."""
    if units.quota_asked[u] > 0.0:
        room, left = due_now(units.quota_asked[u], units.present[u], units.carry_quota[u])
        return room, OUT_OF_REACH, left
    able = taken_in(units.alarm[u], police_size, p) * units.present[u]  # a fraction of a person is drawn by lot
    return int(able + luck), threshold_of(units.alarm[u], oversight_eff, p), units.carry_quota[u]


@formula
def spared(i, people, units, country, ties, tree, levers, p, p_appointment):
    """The score of a person who would be arrested, after protections."""
    if people.suspicion[i] <= 0.0:
        return people.suspicion[i]
    goodwill = goodwill_of(country.need_abroad, levers.publicity[tree.units - 1], country.voices_abroad)
    test = 1.0 if country.front != 0 else country.threat
    useful = useful_of(people.competence[i], country.sector_shortfall[people.sector[i]])
    cover = patron_cover(i, people, units, ties, p_appointment)
    return shielded(people.suspicion[i], people.fame[i] * goodwill, useful * test, cover, p)


@formula(writes=("status", "arrested", "confessed", "case_topic", "examiner", "judge", "warrant", "suspicion", "docket",
                 "docket_size", "by_number", "by_purge"))
def take(i, cause, for_number, month, seed, people, country, tree, log, p_sanction):
    """One arrest: a case with its topic, officers and cause, and a place on the docket if the person has none."""
    low, high = people_of(tree.province[tree.cell_of[i]], tree)
    people.case_topic[i] = topic_of(people.act_topic[i], people.act_month[i], month, p_sanction)
    people.examiner[i] = officer_by_lot(low, high, i, True, seed, EXAMINER, i, month, people)
    people.judge[i] = officer_by_lot(low, high, i, False, seed, JUDGE, i, month, people)
    people.confessed[i] = 0
    enter(log, i, ARREST, cause)
    if people.status[i] == FREE and people.cleared[i] == 0:  # somebody exchanged this month is listed already
        enlist(i, people, country)
    people.status[i] = INQUIRY
    people.arrested[i] = month
    people.warrant[i] = 0
    people.suspicion[i] = OUT_OF_REACH
    people.by_number[i] = for_number
    people.by_purge[i] = 1 if cause == THE_PURGE or cause == A_NAME else 0
    strike(i, BLOW, people.case_topic[i], people)


@formula(writes=("suspicion", "docket"))
def most_suspect(u, room, bar, people, units, country, ties, tree, levers, p, p_appointment):
    """Write up to `room` people with the highest scores above the bar behind the docket's end; returns their number."""
    low, high = people_of(u, tree)
    at, found = int(country.docket_size[0]), 0
    room = min(room, tree.people - at)
    if room <= 0:
        return 0
    for i in range(low, high):
        if people.suspicion[i] <= bar:
            continue
        people.suspicion[i] = spared(i, people, units, country, ties, tree, levers, p, p_appointment)
        if people.suspicion[i] <= bar:
            continue
        found = keep_highest(i, found, room, at, people.docket, people.suspicion, 0)
        if found == room:
            bar = people.suspicion[int(people.docket[at])]
    return found


@formula
def cause_of(i, u, people, units, country, p):
    """Why an office arrests a person: a warrant, the quota, the campaign's label or the file."""
    if people.suspicion[i] >= WANTED:
        return int(people.warrant[i])
    if units.quota_asked[u] > 0.0:
        return THE_QUOTA
    labelled = country.campaign_label != NO_LABEL and people.label[i] == country.campaign_label
    without = people.suspicion[i] - p.label * country.campaign_intensity
    return THE_LABEL if labelled and without <= threshold_of(units.alarm[u], country.oversight_eff, p) else THE_FILE


@formula
def seize_one(i, u, people, units, country, tree, so_far, month, seed, log, p, p_sanction):
    """One arrest by the office of province u, for its cause."""
    by_number = 1 if units.quota_asked[u] > 0.0 and people.suspicion[i] < WANTED else 0
    so_far.taken[0] += 1.0
    so_far.assenters[0] += 1.0 if people.assents_running[i] >= LOYAL_RUN else 0.0
    take(i, cause_of(i, u, people, units, country, p), by_number, month, seed, people, country, tree, log, p_sanction)


@each("country", writes="masked")
def unmask(masked, so_far_assenters, so_far_taken, centre_inference, p):
    """What the police learns about assent from the people whom it has arrested."""
    return unmasked(masked, so_far_assenters, so_far_taken, p) if centre_inference == ON else masked


@formula
def unmasked(masked, assenters, arrested, p):
    """`masked'`: arrested loyalists teach the police that assent proves nothing."""
    return masked if arrested == 0 else (1.0 - p.unmasking) * masked + p.unmasking * assenters / arrested


@each("country", writes=("suspected", "masked"))
def suspect_nobody():
    """Without the card nobody is suspected."""
    return 0.0, 0.0


class Arrest(NamedTuple):
    """What makes a case, how many people can be arrested, and who is spared."""

    threshold: Annotated[float, Span("threshold in calm", 0.3, 3, "assumed", unit="score", symbol="th0")] = 1.0
    evidence: Annotated[float, Span("threshold added by courts", 0, 3, "assumed", unit="score", symbol="th1")] = 1.0
    noise: Annotated[float, Span("noise of the score with full oversight", 0, 1,
        "1 of about 15; 1,182 guilty verdicts of 3,194: 003 l.4318, 10425", unit="score", symbol="sn0")] = 0.15
    capacity: Annotated[float, Span("what the police takes in without alarm, share of the province", 0.000001, 0.02,
        ".5-.75 arrests per 1,000 a year in 1923-27 (archives); at the standard force of 2 % of the people, 25-50 "
        "times the record's", unit="a month", symbol="pcap")] = 0.00004
    urgency: Annotated[float, Span("how much full alarm adds to it", 0, 20, "1.5 in 1921 and 2.1 in 1930 per 1,000 a "
        "year against .6 in calm (archives); size assumed", unit="times", symbol="pal")] = 5.0
    label: Annotated[float, Span("weight of the campaign's label", 0, 2, "assumed", unit="score", symbol="lab")] = 0.6
    purge: Annotated[float, Span("weight of the purge's intensity", 0, 2, "assumed", unit="score", symbol="pi")] = 0.8
    opposition: Annotated[float, Span("hazard of a known member of a banned faction, where a law of factions lets the "
        "police in", 0, 0.2, "means of repression against the excluded 003 l.13309-13312; 5-8 thousand arrests in two "
        "years l.14355-14356; size assumed", unit="a month", symbol="po")] = 0.03
    asking: Annotated[float, Span("growth of the number of an office that may ask for more", 0, 0.5,
        "269 thousand in August 1937, some 770 fifteen months later (archives)", unit="a month", symbol="ask")] = 0.07
    unmasking: Annotated[float, Span("speed of learning from unmaskings", 0.01, 0.2, "assumed", unit="a month",
        symbol="ml")] = 0.05
    fame: Annotated[float, Span("protection by fame abroad", 0, 1, "003 l.13760-13784; size assumed",
        symbol="pf")] = 0.6
    use: Annotated[float, Span("protection by usefulness", 0, 1, "003 l.16537-16540; size assumed", symbol="pu")] = 0.5
    patron: Annotated[float, Span("protection by a patron", 0, 1, "003 l.14166-14183; size assumed", symbol="pp")] = 0.5
    nerves: Annotated[float, Span("what alarm keeps of itself", 0, 0.95, "assumed", unit="a month", symbol="al0")] = 0.7
    by_revolt: Annotated[float, Span("alarm by a rising so large that the centre answers it (ur of card 24)", 0, 1,
        "assumed", symbol="al1")] = 0.5
    by_attack: Annotated[float, Span("alarm by an attack", 0, 1, "assumed", symbol="al2")] = 0.4
    by_threat: Annotated[float, Span("alarm by full threat", 0, 1, "assumed", symbol="al3")] = 0.3
    by_suspicion: Annotated[float, Span("alarm by full suspicion", 0, 1, "assumed", symbol="al4")] = 0.2
    full_file: Annotated[float, Span("file from which the noise of evidence counts in full", 0.05, 1, "assumed",
        unit="file", symbol="nf")] = 0.3


BLOW = 2  # sevenths: the weight of an arrest for those who see it
WANTED, OUT_OF_REACH = 1e6, -1e6  # scores of those named in a warrant, and of those not at liberty
FARTHEST = 6.4  # standard deviations: a keyed draw of 32 bits gives no more
ONE_ABOVE, TWO_ABOVE = 0.8413, 0.9772  # luck below which a normal number is below 1, and below 2
FAINT = 1e-6  # intensity of a purge below which it points at nobody
ROUNDING = 1e-9  # a quota that adds up to a whole person counts as one in spite of rounding
MECHANISM = Mechanism(
    id="arrest",
    card=15,
    title="Alarm times file, or fill the number",
    sentence="The file says who could be taken; the alarm says how many.",
    sources="003 l.2625-2686, 4278-4320, 5159-5226, 7599-7600, 7730-7770, 8872-8930, 10401-10426, 13711-13758, "
            "13760-13784, 14358-14363, 14472, 16429-16431, 16537-16540, 19599-19603",
    parameters=Arrest,
    levers=("police_quota", "quota_requests", "police_size", "publicity", "inference", "association.factions",
            "sanction_cap.faction"),
    rules=(ask_for_more, minutes, suspect_dissent, take_alarm, name_the_purged, name_the_banned, suspect, seize,
           unmask),
    when_off=(suspect_nobody,),
)

# --- readings ---------------------------------------------------------------------------------------------------------
# `test` is card 8's: threat, 1 while a scripted war runs. Fame protects as far as the arrest becomes known abroad, so
# the lever `publicity` and the voices of exiles multiply need_abroad: fame*need_abroad*[publicity + voices abroad]. The
# capacity is small in calm: .5-.75 arrests per 1,000 people a year in 1923-27 (archives). An office keeps its opinion
# for a year, because noise drawn anew each month gave every file twelve chances a year. Protections shrink a score
# above zero; one below zero stays, or they would move the protected up in a quota. Warrants come first and count
# towards neither quota nor capacity: attackers (card 25), prisoners of an assault (card 24), the accused of a scenario,
# people at whom the purge points, event(pi/2*purge) (card 22), people named in a confession while it runs (card 18),
# known members of a banned faction. A revolt alarms by its size relative to one that the centre answers (ur of card
# 24). Of equal scores the earlier person goes first; unused capacity is lost. The police knows an announced change of
# quota, courts, cap or law before it takes effect (interface.md, section 1); the cards give this one use, killing
# before clemency (card 25): arrests follow the rules in force.

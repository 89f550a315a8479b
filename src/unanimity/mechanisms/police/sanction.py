"""Sanction: the ladder.

Use the highest rung that passed without protest last time; what is tolerated becomes the floor.

    raw    = r0 + r1*min(1, dossier) + r2*threat + r3*confessed + r4*[defiant] - r5*fame*need_abroad - r6*useful
             - r7*patron_cover + r8*(1 - oversight_eff) + r9*(standing/4)^2*[arrested by purge or name]
             + 2*C*(harshness - .5) + severity + sv*N(0,1), one draw per case
    cap    = the lowest sanction_cap.TOPIC that is set and applies (topic of the case, or for theft, sabotage and
             violence their own if it is set; faction for a faction member), else sanction_cap, in the assembly in
             which the act was done
    rung   = min(floor(8*s(raw) + 2*I*[his label is the campaign's]), 7, cap, precedent + 1), for a thief at least
             min(sanction_floor.theft, cap): a law that names a rung is its own precedent
    precedent = rung_max, or under precedent:topic rung_passed of the case's topic (of factions for a faction member)
    convicted with chance pc (card 21); if arrested by a purge or a name pc + (1 - pc)*standing/4; if arrested for a
             quota that names its rungs always; else released with rung 0; a closed case halves the dossier either way
    rung_max' = max(rung_max, highest rung used); -1 with event(dec*(1 - threat)): what is not used is forgotten;
             rung_passed' likewise, for the cases of its own kind, by the same draw
    called up by the secretary or the boss (police/reproof.py): event(kc*min(1, dossier)*(1 - oversight_eff)) -> a rung
             up to 3 for members, up to 2 for citizens in state jobs, without arrest; the file is halved
    rungs: 1 reproof, 2 dismissed, 3 expelled (no office, no party card), 4 exiled, 5 imprisoned, 6 camp, 7 dead
"""

from __future__ import annotations

from unanimity.mechanisms.party.posts import oust
from unanimity.mechanisms.police.cases import die, enlist, expel, is_open, looked_into, strike, topic_of
from unanimity.mechanisms.police.ladder import Sanction, cap_in, floor_in, ground_of, precedent_of, status_of, term_of
from unanimity.mechanisms.police.reproof import call_up, summoned
from unanimity.mechanisms.power.campaign import conviction_chance
from unanimity.mechanisms.power.pointing import rank_against
from unanimity.world.case_log import enter, enter_with
from unanimity.world.codes import (
    ACQUITTAL,
    CAMP,
    CAMP_RUNG,
    CONDEMNED,
    DEATH,
    DISMISSAL,
    EXECUTED,
    EXILED,
    EXPULSION,
    FREE,
    GROUNDS,
    IMPRISONED,
    NEVER,
    NO_CAUSE,
    NO_RUNG,
    NOBODY,
    PRISON,
    SANCTION,
    THE_CHAIR,
    THE_VERDICT,
)
from unanimity.world.draws import event
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, pick, procedure


@each("country", writes="rung_passed", per="ground")
def lay_precedents(rung_passed, ladder_begun, p):
    """The precedents of each topic with which a run begins, unless the scenario has set others."""
    return first_rung(rung_passed, ladder_begun, p)


@formula
def first_rung(known, ladder_begun, p):
    """The card's number in the first month, unless another has been set."""
    return int(p.start) if ladder_begun == 0 and known == FIRST_PRECEDENT else known


@each("country", writes=("rung_max", "ladder_begun"))
def lay_precedent(rung_max, ladder_begun, p):
    """The precedent with which a run begins, unless the scenario has set another."""
    return first_rung(rung_max, ladder_begun, p), 1


@each("cell", writes=("sanctions", "sanctions_of_dissent"))
def fade(sanctions, sanctions_of_dissent):
    """A year's memory of sanctions in the cell."""
    return MEMORY * sanctions, MEMORY * sanctions_of_dissent


CONVICT, FORGET = 440, 441  # streams


@each("case", only=is_open, stream=CONVICT)
def sentence(i, case, act, place, centre, country, before, on, so_far, month, luck, people, units, tree, log, p,
             p_campaign, p_purge):
    """Each open case is decided and carried out before the next is heard."""
    done, rung, held, so_far.admitted[0] = decided_of(case, act, place, centre, country, before, on, month,
                                                      so_far.admitted[0], luck, p_campaign, p_purge)
    close_case(i, done, rung, held, month, people, units, country, tree, log, p)


@formula
def is_condemned(case):
    """Whether the person waits under a death sentence that has not been carried out."""
    return case.execution != NEVER or case.rung == DEATH


@formula(writes=("status", "rung", "status_until", "execution"))
def set_free(i, people):
    """The person is free, with no sanction in force."""
    people.status[i] = FREE
    people.rung[i] = NO_RUNG
    people.status_until[i] = NEVER
    people.execution[i] = NEVER


@formula(writes=("rung_max", "rung_passed", "sanctions", "sanctions_of_dissent", "killings", "status", "rung",
                 "status_until"))
def apply_rung(i, rung, place, cause, month, people, units, country, tree, log, p):
    """Sentence person i to a rung, now; `place` is the status it brings, except for death.

    It sets status, term, office and party card, the blow that others will feel, what the cell remembers, precedent and
    the log. It checks neither cap nor courts nor conviction: an event by order calls it directly (place:
    `status_of(rung)`).
    """
    enter_with(log, i, SANCTION, cause, rung, NOBODY)
    country.rung_max[0] = max(country.rung_max[0], rung)
    ground = ground_of(people.case_topic[i], people.faction[i])
    country.rung_passed[ground] = max(country.rung_passed[ground], rung)
    set_free(i, people)
    if rung == NO_RUNG:
        return
    cell = tree.cell_of[i]
    units.sanctions[cell] += 1.0
    units.sanctions_of_dissent[cell] += 1.0 if people.last_dissent[i] != NEVER else 0.0
    strike(i, rung, people.case_topic[i], people)
    if rung >= EXPULSION:
        oust(i, people, units)
        expel(i, people)
    if rung == DEATH:
        people.rung[i] = DEATH
        units.killings[tree.province[cell]] += 1.0
        die(i, EXECUTED, cause, month, people, log)
    elif rung >= DISMISSAL:
        people.status[i] = place
        people.rung[i] = rung
        people.status_until[i] = month + term_of(rung, p)


@formula(writes=("dossier",))
def acquit(i, people, log):
    """The person is free, with no sanction in force; a closed case halves the file."""
    enter(log, i, ACQUITTAL, NO_CAUSE)
    set_free(i, people)
    people.dossier[i] *= HALVED


@formula(writes=("dossier", "rung_due", "rung", "execution"))
def close_case(i, done, rung, held, month, people, units, country, tree, log, p):
    """Carry out the board's decision; if an execution is put off, `rung` has the months until then."""
    if done == LEFT_OPEN:
        return
    if done == PUT_OFF:
        people.rung[i] = DEATH
        people.execution[i] = month + rung
        enter(log, i, CONDEMNED, THE_VERDICT)
        return
    if done == ACQUITTED:
        acquit(i, people, log)
    else:
        apply_rung(i, rung, held, THE_VERDICT, month, people, units, country, tree, log, p)
        people.dossier[i] *= HALVED
    people.rung_due[i] = NO_RUNG


@formula
def chance_of_conviction(case, place, look, country, p_campaign, p_purge):
    """The chance of card 21, raised for cases of a purge or a name; 1 for a quota that names its rungs.

    Such a quota says how many are sentenced, so its lists acquit nobody. The higher somebody stood, the less often a
    case of a purge or a name ends in acquittal.
    """
    if case.by_number != 0 and place.quota_deaths >= 0.0:
        return 1.0
    usual = conviction_chance(country.campaign_intensity, look, p_campaign)
    return usual + (1.0 - usual) * rank_against(case, p_purge)


@formula
def decided_of(case, act, place, centre, country, before, on, month, admitted, luck, p_campaign, p_purge):
    """What the board does, the rung, the status it brings, and the number of prison places filled this month so far."""
    cap = cap_in(act, case)
    due = min(case.rung_due, cap)
    if is_condemned(case):
        if due == DEATH and case.execution > month:
            return LEFT_OPEN, due, case.status, admitted
    else:
        look = looked_into(place, country) if on.oversight else 0.0
        if luck >= chance_of_conviction(case, place, look, country, p_campaign, p_purge):
            return ACQUITTED, NO_RUNG, FREE, admitted
        passed = precedent_of(before.rung_max, country.rung_passed, centre, case.case_topic, case.faction) + 1
        due = min(due, max(passed, floor_in(act, case)))
        if due == DEATH and int(place.delay_exec) > 0:
            return PUT_OFF, int(place.delay_exec), case.status, admitted
    if due != PRISON:
        return SENTENCED, due, status_of(due), admitted
    room = centre.prison_capacity * centre.members
    if centre.prison_capacity >= 0.0 and before.prisoners + admitted >= room:
        return SENTENCED, due, CAMP if cap >= CAMP_RUNG else EXILED, admitted
    return SENTENCED, due, IMPRISONED, admitted + 1.0


@each("case", writes="cleared")
def put_away(case, on):
    """Without card 17, which does it later in the month, the marks of the month's closed cases are reset here."""
    return case.cleared if on.custody else 0


@formula
def anybody_called_up(centre):
    """Whether anybody was given a rung by a secretary or a boss this month."""
    return centre.summoned != 0.0


@formula
def is_called_up(one):
    """Whether the person has such a rung and is still free."""
    return one.reproof_due != NO_RUNG and one.status == FREE


@pick(among="people", only=(anybody_called_up, is_called_up))
def reprove(i, one, centre, country, before, month, p, people, units, tree, log):
    """Carry out what secretaries and bosses have decided about people called up; nobody is arrested for it."""
    topic = topic_of(one.act_topic, one.act_month, month, p)
    if stands_listed(i, people, country):
        reprimand(i, NO_RUNG, topic, month, people, units, country, tree, log, p)
        return
    passed = precedent_of(before.rung_max, country.rung_passed, centre, topic, one.faction)
    rung = min(one.reproof_due, passed + 1)
    reprimand(i, rung, topic, month, people, units, country, tree, log, p)


@formula
def stands_listed(i, people, country):
    """Whether a person is on this month's docket: if freed this month, the one change of status has been used."""
    for k in range(country.docket_size[0]):
        if people.docket[k] == i:
            return True
    return False


@formula(writes=("case_topic", "docket", "docket_size"))
def reprimand(i, rung, topic, month, people, units, country, tree, log, p):
    """Carry out what a secretary has decided, and list people who are not free after it."""
    if rung == NO_RUNG:
        return
    people.case_topic[i] = topic
    apply_rung(i, rung, status_of(rung), THE_CHAIR, month, people, units, country, tree, log, p)
    if people.status[i] != FREE:
        enlist(i, people, country)


@each("case", writes="cleared")
def release_all(i, case, month, people, log):
    """Without the card every case ends in release with rung 0."""
    people.cleared[i] = 0
    let_out(i, is_open(case, month), people, log)


@formula
def let_out(i, out, people, log):
    """Acquit the person, if the case is open."""
    if out:
        acquit(i, people, log)


@each("cell", writes="sel")
def choosy_here(sanctions, sanctions_of_dissent, p):
    """The selectivity of sanctions in the cell."""
    return selectivity(sanctions, sanctions_of_dissent, p)


@formula
def selectivity(sanctions, of_dissent, p):
    """`sel`: the share of last year's sanctions that hit people who had dissented; `se0` without sanctions."""
    return min(1.0, of_dissent / sanctions) if sanctions > p.forgotten else p.selective


@each("unit above cells", writes=("sanctions", "sanctions_of_dissent", "sel"))
def choosy_above(children_sanctions, children_sanctions_of_dissent, p):
    """The selectivity of a unit above the cells, over all its cells."""
    return (children_sanctions, children_sanctions_of_dissent,
            selectivity(children_sanctions, children_sanctions_of_dissent, p))


@procedure("country", stream=FORGET)
def forget(u, country, luck, p):
    """In calm the highest precedent may be forgotten, unless it is used again."""
    lower(u, 1 if event(p.forgetting * (1.0 - country.threat), luck) else 0, country)


@formula(writes=("rung_max", "rung_passed"))
def lower(unit, forgotten, country):
    """Lower every precedent by so many rungs: calm concerns the country, not one topic."""
    country.rung_max[0] = max(0, country.rung_max[0] - forgotten)
    for ground in range(len(GROUNDS)):
        country.rung_passed[ground] = max(0, country.rung_passed[ground] - forgotten)


HALVED = 0.5  # what a closed case leaves of the file
MEMORY = 11.0 / 12.0  # a year's memory of sanctions
FIRST_PRECEDENT = 3  # the column's initial value
LEFT_OPEN, ACQUITTED, PUT_OFF, SENTENCED = range(4)  # a board's decisions
MECHANISM = Mechanism(
    id="sanction",
    card=16,
    title="The ladder",
    sentence="Use the highest rung that passed without protest last time; what is tolerated becomes the floor.",
    sources="002 l.79-88, 143-145; 004 l.63-77; 003 l.2889-2920, 4908, 6097-6193, 7829-7836, 8162-8213, 9012-9027, "
            "9231-9290, 12774-12815, 13029-13080, 13319-13336, 13498, 13659-13689, 14166-14183",
    parameters=Sanction,
    levers=("sanction_cap", "sanction_cap.rule", "sanction_cap.local", "sanction_cap.complaint", "sanction_cap.faction",
            "sanction_cap.theft", "sanction_cap.sabotage", "sanction_cap.violence",
            "sanction_floor.theft", "precedent", "severity", "delay_exec", "prison_capacity", "quota_deaths",
            "oversight.courts", "oversight.party_control", "oversight.appeal"),
    rules=(lay_precedents, lay_precedent, fade, sentence, put_away, call_up, summoned, reprove, choosy_here,
           choosy_above, forget),
    when_off=(release_all,),
    neutral={"sel": Sanction().selective},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# The rung due is determined before anybody intercedes (`verdict`, between oversight and intercession, calls `raw_of`,
# `cap_of` and `rung_of` of police/ladder.py); this step convicts, applies cap and precedent once more (so that a
# backlash breaks neither) and carries the sentence out. Terms end in card 17, which also sets the ration cards of those
# sanctioned and of their kin.
#
# Readings taken. *Defiant*: not confessed and has dissented in the last `md` months. The assembly of the act is that of
# the office held when arrested. A reproof leaves no sanction in force. A person who is acquitted or reproved is free,
# even if a term at liberty (dismissed, expelled) was running before. A death sentence with delay_exec of a month or
# more keeps the person under inquiry, with the month set in `execution` and rung 7 in force; review, a plea or a
# lowered cap can still save; a delay of less than a month means this month. If prisons are full (last month's inmates
# and those admitted since >= prison_capacity*members), the sentence stays prison and the place is a camp, or exile
# where the cap forbids camps; so nobody is sentenced beyond precedent. Kin of the executed lose nothing more.
# Selectivity is remembered for a year (11/12 a month); a single sanction counts as forgotten after twelve months, and
# the unit's value is `se0` again.
#
# For events by order: `apply_rung` with cause AN_ORDER ignores cap, courts and threshold, and counts as precedent.

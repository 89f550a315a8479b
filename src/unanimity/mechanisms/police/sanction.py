"""Sanction: the ladder.

Use the highest rung that passed without protest last time; what is tolerated becomes the floor.

    raw    = r0 + r1*min(1, dossier) + r2*threat + r3*confessed + r4*[defiant] - r5*fame*need_abroad - r6*useful
             - r7*patron_cover + 2*C*(harshness - .5) + severity + sv*N(0,1), one lot a case
    cap    = the lowest sanction_cap.TOPIC that is set and applies (topic of the case; faction for a faction member),
             else sanction_cap, in the assembly in which the act was done
    rung   = min(floor(8*s(raw) + 2*I*[his label is the campaign's]), 7, cap, rung_max + 1)
    convicted with chance pc (card 21), else released with rung 0; a closed case halves the dossier either way
    rung_max' = max(rung_max, highest rung used); -1 with event(dec*(1 - threat)): what is not used is forgotten
    called up by the chair or the boss (police/reproof.py): event(kc*min(1, dossier)*(1 - oversight_eff)) -> a rung up to 3 for
             members, up to 2 for citizens in state jobs, without arrest; the file is halved
    rungs: 1 reproof, 2 dismissed, 3 expelled (no office, no party card), 4 exiled, 5 imprisoned, 6 camp, 7 dead

The rung due is worked out before anybody intercedes (`verdict`, between oversight and intercession, calls `raw_of`,
`cap_of` and `rung_of` of police/ladder.py); this step convicts, bounds once more by cap and precedent (so that a backlash breaks
neither) and acts. Terms end in card 17, which also hands out the ration cards of the withdrawn and their kin.

Readings taken. *Defiant*: not confessed and has dissented in the last 24 months. The act's assembly is that of the office
held when arrested. Of the kinds of act only the topics and `faction` are levers yet. A reproof leaves nothing in force.
Who is acquitted or reproved is free, whatever term he was serving at liberty before. A death sentence with delay_exec of
a month or more keeps him under inquiry, with the month set in `execution` and rung 7 in force; review, plea or a cap
lowered meanwhile still save him; less than a month means this month. Prison full (last month's inmates and those admitted
since >= prison_capacity*members): the sentence stays prison, the place is a camp, or exile where the cap forbids camps;
so nobody is sentenced beyond precedent. Kin of the executed lose nothing more. Selectivity is remembered for a year
(11/12 a month); a lone sanction counts as forgotten after twelve months, and the unit's value is .9 again.

For events by order: `apply_rung` with cause AN_ORDER ignores cap, courts and threshold, and counts as precedent.

Sources: 002 l.79-88, 143-145; 004 l.63-77; 003 l.2889-2920, 4908, 6097-6193, 7829-7836, 8162-8213, 9012-9027, 9231-9290,
12774-12815, 13029-13080, 13319-13336, 13498, 13659-13689, 14166-14183.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from unanimity.mechanisms.police.cases import (
    die,
    expel,
    lever_for,
    local_oversight,
    oust,
    place_of,
    strike,
    topic_of,
    unit_of_rank,
)
from unanimity.mechanisms.police.ladder import Sanction, cap_of, status_of, term_of
from unanimity.mechanisms.police.reproof import call_up, summoned
from unanimity.mechanisms.power.campaign import conviction_chance
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.log import enter, enter_with
from unanimity.world.rules import Mechanism, each_unit, each_world, within_world
from unanimity.world.words import (
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
    IMPRISONED,
    INQUIRY,
    NEVER,
    NO_CAUSE,
    NO_RUNG,
    NOBODY,
    PRISON,
    SANCTION,
    THE_CHAIR,
    THE_VERDICT,
)

DELAY, PRISON_CAPACITY = NUMBER_OF["delay_exec"], NUMBER_OF["prison_capacity"]

HALVED = 0.5  # what a closed case leaves of the file
MEMORY = 11.0 / 12.0  # a year's memory of sanctions
ONE_A_YEAR_AGO = 0.35  # what is left of a single sanction after twelve months: (11/12)^12 = .352
SELECTIVE = 0.9  # selectivity of a unit without sanctions
FIRST_PRECEDENT = 3  # the column's initial value
CONVICT, FORGET = 440, 441  # streams


class Board(NamedTuple):
    """What a board writes into when it sentences somebody: a world's arrays, and where in the batch they begin."""

    month: int
    base: int
    u_base: int
    w: int
    cell_of: Any
    province: Any
    status: Any
    rung: Any
    status_until: Any
    execution: Any
    death: Any
    death_month: Any
    office: Any
    estate: Any
    tenure: Any
    headed: Any
    secretary: Any
    case_topic: Any
    blow: Any
    blow_topic: Any
    last_dissent: Any
    sanctions: Any
    sanctions_of_dissent: Any
    killings: Any
    rung_max: Any


@formula
def condemned(i, rung, execution):
    """Whether he sits under a death sentence that has not been carried out."""
    return execution[i] != NEVER or rung[i] == DEATH


@formula
def set_free(i, status, rung, status_until, execution):
    """Out of the cell with nothing in force."""
    status[i] = FREE
    rung[i] = NO_RUNG
    status_until[i] = NEVER
    execution[i] = NEVER


@formula
def apply_rung(i, rung, place, cause, board, log, p):
    """Sentence person i (his place in the batch) to a rung, now; `place` is the status it brings, save for death.

    Status, term, office and party card, the blow that others will feel, what the cell remembers, precedent and the log.
    Nothing here asks for cap, courts or conviction: an event by order calls it as it is (place: `status_of(rung)`).
    """
    b = board
    enter_with(log, i, SANCTION, cause, rung, NOBODY)
    b.rung_max[b.w] = max(b.rung_max[b.w], rung)
    set_free(i, b.status, b.rung, b.status_until, b.execution)
    if rung == NO_RUNG:
        return
    cell = b.cell_of[i - b.base]
    b.sanctions[b.u_base + cell] += 1.0
    b.sanctions_of_dissent[b.u_base + cell] += 1.0 if b.last_dissent[i] != NEVER else 0.0
    strike(i, rung, b.case_topic[i], b.blow, b.blow_topic)
    if rung >= EXPULSION:
        oust(i, b.base, b.u_base, b.office, b.estate, b.tenure, b.headed, b.secretary)
        expel(i, b.estate)
    if rung == DEATH:
        b.rung[i] = DEATH
        b.killings[b.u_base + b.province[cell]] += 1.0
        die(i, EXECUTED, cause, b.month, b.status, b.death, b.death_month, log)
    elif rung >= DISMISSAL:
        b.status[i] = place
        b.rung[i] = rung
        b.status_until[i] = b.month + term_of(rung, p)


@each_world(writes=("rung_max", "ladder_begun"))
def lay_precedent(rung_max, ladder_begun, p):
    """The precedent with which a run begins, unless the scenario has set another."""
    return int(p.start) if ladder_begun == 0 and rung_max == FIRST_PRECEDENT else rung_max, 1


@each_unit(writes=("sanctions", "sanctions_of_dissent"))
def fade(sanctions, sanctions_of_dissent):
    """A year's memory of sanctions in the cell."""
    return MEMORY * sanctions, MEMORY * sanctions_of_dissent


@within_world(writes=("status", "rung", "status_until", "execution", "death", "death_month", "office", "estate", "tenure",
                      "headed", "secretary", "dossier", "blow", "blow_topic", "sanctions", "sanctions_of_dissent",
                      "killings", "rung_max", "rung_due", "cleared"))
def sentence(base, unit_first, unit_last, w, month, seed, docket, docket_size, cell_of, province, parent, unit_rank,
             child_first, held_in, levers, members, prisoners, status, rung, status_until, execution, death, death_month,
             office, estate, tenure, headed, secretary, dossier, case_topic, case_level, faction, blow, blow_topic,
             last_dissent, sanctions, sanctions_of_dissent, killings, rung_max, rung_due, cleared, arrested,
             campaign_intensity, police_autonomy, powers, on_oversight, on_custody, log, p, p_campaign):
    """Every case that nobody has closed: convicted or not, and how high."""
    board = Board(month, base, unit_first, w, cell_of, province, status, rung, status_until, execution, death,
                  death_month, office, estate, tenure, headed, secretary, case_topic, blow, blow_topic, last_dissent,
                  sanctions, sanctions_of_dissent, killings, rung_max)
    centre = unit_last - 1
    precedent = rung_max[w]
    limited, room = levers[PRISON_CAPACITY, centre] >= 0.0, levers[PRISON_CAPACITY, centre] * members[centre]
    inside = prisoners
    for k in range(docket_size):
        i = base + docket[base + k]
        if status[i] != INQUIRY or arrested[i] >= month or cleared[i] != 0:
            continue
        cell = cell_of[i - base]
        unit = unit_first + unit_of_rank(cell, case_level[i], parent, unit_rank)
        place = unit_first + place_of(held_in[i], cell, province, child_first[unit_last - unit_first - 1])
        cap = cap_of(levers, unit, case_topic[i], faction[i])
        due = min(int(rung_due[i]), cap)
        if condemned(i, rung, execution):
            if due == DEATH and execution[i] > month:
                continue
        else:
            look = local_oversight(levers, place, police_autonomy, powers) if on_oversight else 0.0
            if uniform(seed, CONVICT, i - base, month) >= conviction_chance(campaign_intensity, look, p_campaign):
                enter(log, i, ACQUITTAL, NO_CAUSE)
                set_free(i, status, rung, status_until, execution)
                dossier[i] *= HALVED
                rung_due[i] = NO_RUNG
                continue
            due = min(due, precedent + 1)
            waits = int(lever_for(DELAY, i, place, levers))
            if due == DEATH and waits > 0:
                rung[i] = DEATH
                execution[i] = month + waits
                enter(log, i, CONDEMNED, THE_VERDICT)
                continue
        held = status_of(due)
        if due == PRISON:
            full = limited and inside >= room
            held = (CAMP if cap >= CAMP_RUNG else EXILED) if full else IMPRISONED
            inside += 0.0 if full else 1.0
        apply_rung(i, due, held, THE_VERDICT, board, log, p)
        dossier[i] *= HALVED
        rung_due[i] = NO_RUNG
    if not on_custody:
        for k in range(docket_size):
            cleared[base + docket[base + k]] = 0


@formula
def is_listed(person, base, docket, size):
    """Whether a person stands on this month's docket (who was freed this month still does)."""
    for k in range(size):
        if docket[base + k] == person:
            return True
    return False


@within_world(writes=("status", "rung", "status_until", "execution", "death", "death_month", "office", "estate", "tenure",
                      "headed", "secretary", "blow", "blow_topic", "sanctions", "sanctions_of_dissent", "killings",
                      "rung_max", "docket", "docket_size", "case_topic"))
def reprove(first, last, base, unit_first, unit_last, w, month, docket, docket_size, cell_of, province, summoned,
            reproof_due, status, rung, status_until, execution, death, death_month, office, estate, tenure, headed,
            secretary, case_topic, act_topic, act_month, blow, blow_topic, last_dissent, sanctions, sanctions_of_dissent,
            killings, rung_max, log, p):
    """What chairs and bosses have decided of those whom they called up: nobody is arrested for it."""
    if summoned[unit_last - 1] == 0.0:
        return
    board = Board(month, base, unit_first, w, cell_of, province, status, rung, status_until, execution, death,
                  death_month, office, estate, tenure, headed, secretary, case_topic, blow, blow_topic, last_dissent,
                  sanctions, sanctions_of_dissent, killings, rung_max)
    for i in range(first, last):
        if reproof_due[i] == NO_RUNG or status[i] != FREE:
            continue
        if is_listed(i - base, base, docket, docket_size[w]):  # let go this month: he has had his one change of status
            continue
        case_topic[i] = topic_of(act_topic[i], act_month[i], month)
        apply_rung(i, reproof_due[i], status_of(reproof_due[i]), THE_CHAIR, board, log, p)
        if status[i] != FREE:
            docket[base + docket_size[w]] = i - base
            docket_size[w] += 1


@within_world(writes=("status", "rung", "status_until", "execution", "dossier", "cleared"))
def release_all(base, w, month, docket, docket_size, status, rung, status_until, execution, dossier, cleared, arrested, log):
    """Without the card every case ends in release with rung 0."""
    for k in range(docket_size):
        i = base + docket[base + k]
        if status[i] == INQUIRY and arrested[i] < month and cleared[i] == 0:
            enter(log, i, ACQUITTAL, NO_CAUSE)
            set_free(i, status, rung, status_until, execution)
            dossier[i] *= HALVED
        cleared[i] = 0


@formula
def selectivity(sanctions, of_dissent):
    """`sel`: share of last year's sanctions that hit people who had dissented; .9 where there were none."""
    return min(1.0, of_dissent / sanctions) if sanctions > ONE_A_YEAR_AGO else SELECTIVE


@each_unit(writes="sel")
def choosy_here(sanctions, sanctions_of_dissent):
    """Selectivity in the cell."""
    return selectivity(sanctions, sanctions_of_dissent)


@each_unit(writes=("sanctions", "sanctions_of_dissent", "sel"), order="above")
def choosy_above(children_sanctions, children_sanctions_of_dissent):
    """The same for the unit above, over all its cells."""
    return (children_sanctions, children_sanctions_of_dissent,
            selectivity(children_sanctions, children_sanctions_of_dissent))


@each_world(writes="rung_max", stream=FORGET)
def forget(rung_max, threat, luck, p):
    """In calm a precedent is forgotten, unless it is used again: one rung above the last is never beyond reach."""
    return rung_max - 1 if rung_max > 0 and event(p.forgetting * (1.0 - threat), luck) else rung_max


MECHANISM = Mechanism(
    id="sanction",
    card=16,
    title="The ladder",
    sentence="Use the highest rung that passed without protest last time; what is tolerated becomes the floor.",
    sources="002 l.79-88, 143-145; 004 l.63-77; 003 l.2889-2920, 4908, 6097-6193, 7829-7836, 8162-8213, 9012-9027, "
            "9231-9290, 12774-12815, 13029-13080, 13319-13336, 13498, 13659-13689, 14166-14183",
    parameters=Sanction,
    levers=("sanction_cap", "sanction_cap.rule", "sanction_cap.local", "sanction_cap.complaint", "sanction_cap.faction",
            "severity", "delay_exec", "prison_capacity", "oversight.courts", "oversight.party_control",
            "oversight.appeal"),
    rules=(lay_precedent, fade, sentence, call_up, summoned, reprove, choosy_here, choosy_above, forget),
    when_off=(release_all,),
    neutral={"sel": SELECTIVE},
)

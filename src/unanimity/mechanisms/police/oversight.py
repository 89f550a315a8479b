"""Oversight: who may look into the cell.

A service nobody may inspect judges its own cases, and every excess that passes becomes its right.

    ov = (courts + party_control + appeal)/3 ; oversight_eff = ov*(1 - A)*(1 - powers)        A = autonomy of the police
    review   each case with chance rc*oversight_eff -> outcome right with chance acc: innocent freed, guilty kept
    A'       = [A + ga*(innocent kept/cases)*secrecy - gc*(freed/cases)]
    officer  the examiner of a case that review has ended is punished by event(op*oversight_eff): a file
    cruelty  of a province's police begins at 1 - conviction of its chief; each month
             cruelty' = cruelty + (1 - cruelty)*share of the others who leave
             share of the others who leave = 1 - exp(-lv*killings per officer*(1 - conviction))
    police   officers who dissent where debate is controlled are dismissed; (police_size*present - police at liberty)+
             of a province, no more than the country lacks, are recruited each month from its members who are free,
             without office and in no circle: the most ambitious first (careerists: 002 l.112-116; chosen by bent of
             mind: 003 l.5173-5190)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.press import secrecy_of
from unanimity.mechanisms.party.protection import oversight_share
from unanimity.mechanisms.police.cases import effective_oversight, is_open, looked_into
from unanimity.mechanisms.police.sanction import HALVED, set_free
from unanimity.world.case_log import enter, enter_with, is_guilty
from unanimity.world.codes import (
    CONTROLLED,
    DISSENT,
    FREE,
    FREED,
    MEMBER,
    NO_OFFICE,
    NO_RUNG,
    NOBODY,
    POLICE,
    PUNISHED,
    REVIEW,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW
from unanimity.world.draws import chance, event
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, pick, total
from unanimity.world.spans import Span
from unanimity.world.tree import people_of


@each("country", writes=("police_autonomy", "oversight_eff"))
def look_in(police_autonomy, powers, oversight_courts, oversight_party_control, oversight_appeal, centre_headed_before,
            p):
    """How much oversight the police is under this month; and its autonomy when a run begins."""
    laid = centre_headed_before == 0 and abs(police_autonomy - FIRST_AUTONOMY) < 1e-6
    autonomy = p.autonomy if laid else police_autonomy
    ov = oversight_share(oversight_courts, oversight_party_control, oversight_appeal)
    return autonomy, effective_oversight(ov, autonomy, powers)


@each("province", writes="chief")
def part_with(chief, chief_status, chief_estate):
    """The office loses a chief who is not free, or no longer belongs to the police."""
    return chief if chief != NOBODY and chief_status == FREE and chief_estate == POLICE else NOBODY


@total(of="person", to="cell and above", writes="police_here", who=AT_LIBERTY)
def police_here(estate):
    """The number of police in the unit at liberty."""
    return 1.0 if estate == POLICE else 0.0


@each("person", writes="estate", who=AT_LIBERTY)
def dismiss(estate, agent, voice, debate):
    """A police officer who dissents where debate is controlled is dismissed, unless he is an agent under orders."""
    dissents = voice == DISSENT and debate == CONTROLLED
    return MEMBER if estate == POLICE and dissents and agent == 0 else estate


@formula
def vacancies(unit, centre):
    """Vacant places of the province's police, at most as many as the country lacks; any ambition will do."""
    here = unit.police_size * unit.present - unit.police_here
    everywhere = centre.police_size * centre.present - centre.police_here
    return int(positive(min(here, everywhere) + 0.5)), -1.0


@formula
def may_serve(one):
    """Whether the person is a free member without office or faction, and did not dissent this month."""
    unbound = one.office == NO_OFFICE and one.faction == 0
    return one.estate == MEMBER and one.status == FREE and unbound and one.voice != DISSENT


@pick(among="people of a province", by="ambition", number=vacancies, only=may_serve)
def enrol(i, people):
    """The most ambitious members of the province replace officers who died, were arrested or dismissed."""
    swear_in(i, people)


@formula(writes=("estate",))
def swear_in(i, people):
    """The person belongs to the police from now on."""
    people.estate[i] = POLICE


@formula
def has_no_chief(unit):
    """Whether the province's police has no chief."""
    return unit.chief == NOBODY


@formula
def is_officer(one):
    """Whether the person is a police officer at liberty."""
    return one.estate == POLICE and one.status < AT_LIBERTY_BELOW


@pick(among="people of a province", by="competence", only=(has_no_chief, is_officer))
def name_chief(i, units, tree):
    """The most competent police officer of the province becomes chief; among equals the earlier."""
    put_at_head(i, units, tree)


@formula(writes=("chief",))
def put_at_head(i, units, tree):
    """The person heads the police of the province."""
    units.chief[tree.province[tree.cell_of[i]]] = i


@each("province", writes=("cruelty", "headed_before", "killings"))
def harden(u, cruelty, headed_before, killings, chief, chief_conviction, people, units, tree, p):
    """An office starts as cruel as its first chief, and its killings drive out those who are not cruel."""
    if chief == NOBODY:
        return cruelty, headed_before, 0.0
    if headed_before == 0:
        return 1.0 - chief_conviction, 1, 0.0
    if killings > 0.0:
        officers = officers_if_killed(u, people, units, tree)
        return hardened(cruelty, killings, officers, chief_conviction, p), 1, 0.0
    return cruelty, 1, 0.0


@formula
def hardened(cruelty, killings, officers, conviction, p):
    """The cruelty of an office after those who could not bear the work have left."""
    departed = chance(p.leaving * killings / max(officers, 1.0) * (1.0 - conviction))
    return clip(cruelty + (1.0 - cruelty) * departed)


@formula
def officers_if_killed(unit, people, units, tree):
    """The number of police officers at liberty in a province, if its police has killed."""
    found = 0.0
    if units.killings[unit] == 0.0:
        return found
    low, high = people_of(unit, tree)
    for i in range(low, high):
        if people.estate[i] == POLICE and people.status[i] < AT_LIBERTY_BELOW:
            found += 1.0
    return found


@each("centre", writes="headed_before")
def begin():
    """Marks that the first month is over."""
    return 1


LOOK, OUTCOME, OFFICER = 520, 521, 522  # streams


@each("case", only=is_open, stream={"look": LOOK, "outcome": OUTCOME, "officer": OFFICER})
def review(i, case, place, country, people, so_far, month, log, luck, p):
    """Every open case may be reviewed; an error found is undone, and one not found becomes a right."""
    look = looked_into(place, country)
    guilty = is_guilty(month, case.enemy, case.faction, case.last_dissent, case.last_guilt, case.last_rose)
    ended = freed_by_review(guilty, luck.look, luck.outcome, look, p)
    punished = event(p.punishing * look, luck.officer)
    so_far.reviewed[0] += 1.0
    so_far.freed[0] += 1.0 if ended else 0.0
    so_far.innocent_kept[0] += 0.0 if ended or guilty else 1.0
    if ended:
        undo(i, punished, people, log)


@formula
def freed_by_review(guilty, looked_at, outcome, look, p):
    """Whether review ends the case: it looks with a chance, and is right as often as its accuracy says."""
    if looked_at >= p.reached * look:
        return False
    return (outcome < p.accuracy) != guilty


@formula(writes=("rung_due", "dossier", "cleared"))
def undo(i, punished, people, log):
    """Free the person whose case review has ended; the examiner, if still in the country, may get a file."""
    enter(log, i, FREED, REVIEW)
    set_free(i, people)
    people.rung_due[i] = NO_RUNG
    people.dossier[i] *= HALVED
    people.cleared[i] = BY_REVIEW
    officer = int(people.examiner[i])
    if punished and officer != NOBODY and people.status[officer] < IN_THE_COUNTRY_BELOW:
        people.dossier[officer] += PUNISHMENT
        enter_with(log, officer, PUNISHED, REVIEW, NO_RUNG, i)


@each("country", writes="police_autonomy")
def what_passes(country, centre, so_far, p, p_press):
    """The autonomy of the police after this month's reviews."""
    secrecy = secrecy_of(centre.press, centre.lists, p_press)
    return autonomy_after(country.police_autonomy, so_far.innocent_kept, so_far.freed, so_far.reviewed, secrecy, p)


@formula
def autonomy_after(autonomy, innocent_kept, freed, cases, secrecy, p):
    """`A'`: abuses that pass become a right; corrections take autonomy away."""
    if cases == 0:
        return autonomy
    return clip(autonomy + p.gained * innocent_kept / cases * secrecy - p.lost * freed / cases)


@each("unit", writes="cruelty")
def nobody_looks():
    """Without the card autonomy is fixed, there is no oversight, and no office is cruel."""
    return 0.0


class Oversight(NamedTuple):
    """What review finds, what it costs the police, and whom the work selects."""

    gained: Annotated[float, Span(
        "autonomy gained per share of innocents kept", 0, 0.3, "uncorrected precedent 003 l.7730-7770; size assumed",
        unit="a month", symbol="ga")] = 0.05
    lost: Annotated[float, Span(
        "autonomy lost per share of cases corrected", 0, 0.3, "uncorrected precedent 003 l.7730-7770; size assumed",
        unit="a month", symbol="gc")] = 0.1
    accuracy: Annotated[float, Span(
        "accuracy of review", 0.5, 1, "witnesses right 1 in 10 at most: 003 l.2819; assumed", symbol="acc")] = 0.8
    reached: Annotated[float, Span(
        "share of cases that full oversight reaches", 0.3, 1, "assumed", unit="a month", symbol="rc")] = 0.99
    autonomy: Annotated[float, Span(
        "autonomy of the police at the start", 0, 1, "hundreds of protests 002 l.92-94; later 1: 002 l.90-130",
        symbol="A0")] = 0.2
    punishing: Annotated[float, Span(
        "risk of the officer whose case did not stand", 0, 1, "investigator summoned: 003 l.16262-16299",
        symbol="op")] = 0.2
    leaving: Annotated[float, Span(
        "leaving of officers who are not cruel, per killing a head", 0, 1, "003 l.5168-5226", unit="a month",
        symbol="lv")] = 0.05


PUNISHMENT = 1.0  # file of an officer whose case did not stand
FIRST_AUTONOMY = 0.2  # the column's initial value
BY_REVIEW = 1  # how a case was closed
MECHANISM = Mechanism(
    id="oversight",
    card=26,
    title="Who may look into the cell",
    sentence="A service nobody may inspect judges its own cases, and every excess that passes becomes its right.",
    sources="002 l.90-130; 003 l.4441-4446, 5159-5226, 6097-6145, 7730-7770, 8880-8881, 9065-9068, 10817-10826, "
            "16262-16299, 18061-18073, 19175-19253, 21255-21270",
    parameters=Oversight,
    levers=("oversight.courts", "oversight.party_control", "oversight.appeal", "press", "lists", "police_size",
            "debate"),
    rules=(look_in, dismiss, part_with, police_here, enrol, name_chief, harden, begin, review, what_passes),
    when_off=(nobody_looks,),
    neutral={"oversight_eff": 0.0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# A case is reviewed in every month in which it is open, from the month after the arrest on; this includes the condemned
# who wait for their execution. A person freed by review is free at once, the file halved (a closed case), `cleared` =
# 1, and not sanctioned. A and powers are those of last month; oversight_eff is this month's for the steps that follow.
#
# Readings taken. Where the three switches differ by province, those of its province decide on a case; the country's
# oversight_eff takes the centre's. Secrecy is that of card 12, at the centre. The chief is the most competent police
# officer of the province, or the one whom the scenario has named; if he is lost the next follows, and the cruelty of
# the staff stays as it is. Those who leave are a share of the non-cruel, not single people: no officer loses the post
# by it. *Killings* are those of last month; officers are the province's police at liberty. No variable carries the
# card's better prospects of an officer who is not punished. In the first month cards that run earlier in the month
# still see oversight_eff 0 and cruelty 0.

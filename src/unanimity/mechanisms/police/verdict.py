"""Verdict: what awaits the accused, before anybody intercedes. Not a card: it is the first half of card 16.

The catalogue determines the rung due at the start of step 21, so that people who intercede (card 20) know the sentence
that they ask to soften, while the sentence itself falls in step 22. A separate step between oversight and intercession
is the plainest way to have that order. For cards 20 and 18: when intercession runs, `rung_due` is valid for every
person of the docket who has been under inquiry since before this month and whose case nobody has closed (`cleared` 0).
For those condemned and waiting (`execution` set) rung 7 is due. Sanction carries out, within the cap, what intercession
writes into `rung_due`.
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.mechanisms.police.cases import is_open, patron_cover, useful_of
from unanimity.mechanisms.police.ladder import cap_in, floor_in, lot_of, precedent_of, raw_of, rung_of
from unanimity.mechanisms.police.sanction import is_condemned
from unanimity.mechanisms.power.pointing import rank_against
from unanimity.world.codes import CAMP_RUNG, DEATH, INQUIRY, NEVER, NO_LABEL, NO_RUNG
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each


@each("case", writes=("rung_due", "case_level"))
def note(case, month):
    """Cases that need no weighing: not under inquiry, arrested this month, or condemned and awaiting execution."""
    if case.status != INQUIRY:
        return NO_RUNG, case.case_level
    if case.arrested >= month:
        return NO_RUNG, case.office
    return DEATH if is_condemned(case) else case.rung_due, case.case_level


BOARD, BY_ORDER = 446, 444  # streams: the board's draw, one per case; the shares of an order


@formula
def is_undecided(case, month):
    """Whether the case is open and no death sentence waits."""
    return is_open(case, month) and not is_condemned(case)


@each("case", writes="rung_due", only=is_undecided, stream=BOARD)
def weigh(i, case, act, centre, country, on, month, seed, p_sanction, p_purge, people, units, ties, p_appointment):
    """The rung that each open case would get this month; the board has one draw per case, keyed by its beginning."""
    useful = useful_of(case.competence, country.sector_shortfall[case.sector])
    defiant = is_defiant(case.confessed, case.last_dissent, month, p_sanction)
    luck = uniform(seed, BOARD, i, case.arrested)
    cover = patron_cover(i, people, units, ties, p_appointment)
    raw = raw_of(case.dossier, country.threat, case.confessed, defiant, case.fame, country.need_abroad, useful,
                 cover, country.concentration, country.harshness if on.concentration else 0.5, act.severity,
                 p_sanction) + p_sanction.unseen * (1.0 - country.oversight_eff) + lot_of(luck, p_sanction)
    rank = rank_against(case, p_purge)
    raw += p_sanction.rank * rank * rank
    named = country.campaign_label != NO_LABEL and case.label == country.campaign_label
    passed = precedent_of(country.rung_max, country.rung_passed, centre, case.case_topic, case.faction)
    return rung_of(raw, country.campaign_intensity if named else 0.0, cap_in(act, case), passed, floor_in(act, case))


@formula
def is_defiant(confessed, last_dissent, month, p_sanction):
    """`defiant`: the person has not signed, and has dissented in the last `md` months."""
    return 1.0 if confessed == 0 and month - last_dissent <= p_sanction.defiant else 0.0


@each("country", writes="rung_max")
def order_rungs(rung_max, centre_police_quota, centre_quota_deaths):
    """A quota that names its rungs sets its own precedent."""
    return max(rung_max, rung_ordered(centre_police_quota, centre_quota_deaths))


@formula
def rung_ordered(police_quota, quota_deaths):
    """The highest rung that a quota names."""
    if police_quota <= 0.0 or quota_deaths < 0.0:
        return NO_RUNG
    return DEATH if quota_deaths > 0.0 else CAMP_RUNG


@each("country", writes="rung_passed", per="ground")
def order_everywhere(rung_passed, centre_police_quota, centre_quota_deaths):
    """Such a quota also sets a precedent for cases of every topic: nobody asks why a person was arrested."""
    return max(rung_passed, rung_ordered(centre_police_quota, centre_quota_deaths))


def was_for_number(by_number):
    """Whether the person was arrested to fill a quota: only then can the draw matter."""
    return by_number != 0


@each("person", writes="rung_due", stream=BY_ORDER, chance=was_for_number)
def fill_number(rung_due, by_number, status, arrested, execution, quota_deaths, month, luck):
    """A person arrested for a quota that names its rungs is shot or sent to a camp by its shares, without weighing."""
    if by_number == 0 or quota_deaths < 0.0 or status != INQUIRY or arrested >= month or execution != NEVER:
        return rung_due
    return DEATH if luck < quota_deaths else CAMP_RUNG


class Verdict(NamedTuple):
    """No parameters: it uses those of sanction."""


MECHANISM = Mechanism(
    id="verdict",
    card=0,
    title="What awaits him",
    sentence="Before anybody intercedes, work out the rung that each open case would get.",
    sources="mechanisms.md, card 16 and Order of a month, step 21",
    parameters=Verdict,
    levers=("police_quota", "quota_deaths", "precedent", "severity", "sanction_cap", "sanction_cap.rule",
            "sanction_cap.local", "sanction_cap.complaint", "sanction_cap.faction",
            "sanction_cap.theft", "sanction_cap.sabotage", "sanction_cap.violence", "sanction_floor.theft"),
    rules=(order_rungs, order_everywhere, note, weigh, fill_number),
    when_off=(note, weigh),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# People arrested for a quota that says how many are to be shot (quota_deaths) get their rung by those shares: the
# orders of 1937 had two categories, and boards of three filled them in lists (archives). The quota is one of sentences,
# so its lists acquit nobody (card 16); the cap applies as to everybody. People arrested by purge or name are weighed
# like others, but their standing weighs against them: leaders, judges and police chiefs were shot (003 l.18645-18655,
# 18811-18833, 19264-19274, 19309-19314).
#
# The step also notes, in the month of the arrest, the office that the person held: it is lost with liberty, and caps
# and severity depend on the assembly in which the act was done.

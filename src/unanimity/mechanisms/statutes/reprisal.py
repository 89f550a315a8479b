"""Reprisal: what happens to tellers (whistleblowers). Runs in organisations with a statute.

A member known to have told of a superior may be moved or dismissed without a case; a clause that protects tellers
prevents some reprisals, outside oversight more. Named whistleblowers: Dyck, Morse and Zingales (2010).

    hazard   of a teller who signed: chance re*(1 - oversight_eff)*(1 - pc*[cap for complaints is none])
    rung     loss of the job where the organisation provides it, else a reproof; nobody reviews it, everybody sees it
    complaint  of card 37, signed: the same chance, and a reproof
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import enlist
from unanimity.mechanisms.police.ladder import status_of
from unanimity.mechanisms.police.sanction import apply_rung
from unanimity.world.codes import COMPLAINT_TOPIC, DISMISSAL, FREE, ON, REPROOF, THE_CHAIR
from unanimity.world.columns import person, world
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, pick
from unanimity.world.spans import Span

PAID_BACK = 749  # stream


@formula
def has_told(one):
    """Whether something has been told or complained of, or somebody new lives in the place of one who had told."""
    return one.tellings != one.tellings_answered or one.complained != 0


@pick(among="people", writes=("tellings_answered", "case_topic", "reprisals", "signed"), only=has_told,
      stream=PAID_BACK)
def pay_back(i, one, cell, people, units, country, tree, month, luck, log, p, p_sanction):
    """Some of the known tellers are moved or dismissed."""
    told = one.tellings > one.tellings_answered
    people.tellings_answered[i] = one.tellings
    if (not told and one.complained == 0) or cell.hotline == ON or one.status != FREE:
        return
    country.signed[0] += 1
    if luck >= reprisal_chance(country.oversight_eff, cell.sanction_cap_complaint == PROTECTED, p):
        return
    country.reprisals[0] += 1
    rung = DISMISSAL if told and one.job_state != 0 else REPROOF
    people.case_topic[i] = COMPLAINT_TOPIC
    apply_rung(i, rung, status_of(rung), THE_CHAIR, month, people, units, country, tree, log, p_sanction)
    if people.status[i] != FREE:
        enlist(i, people, country)


@formula
def reprisal_chance(oversight_eff, protected, p):
    """The chance that a known teller meets reprisal."""
    return p.chance * (1.0 - oversight_eff) * (1.0 - (p.clause if protected else 0.0))


class Reprisal(NamedTuple):
    """How superiors respond to tellers, outside any case."""

    chance: Annotated[float, Span(
        "chance that a known teller meets reprisal where nobody looks", 0, 1,
        "36 % of known tellers met reprisal or its threat (MSPB 2010), 82 % of named ones (Dyck and others); fitted"
        " to 36 % in the mean of six statutes", symbol="re")] = 0.6
    clause: Annotated[float, Span(
        "share of it that a clause for tellers stops", 0, 1,
        "rights on paper do not stop informal reprisal (Moberly); size assumed", symbol="pc")] = 0.4


PROTECTED = 1.0  # the lever's value "none", after "as sanction_cap" (0): complaints may cost nothing
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="reprisal",
    card=34,
    title="What becomes of who has told",
    sentence="Who is known to have told of a superior may be reproved, moved or dismissed without a case.",
    sources="US Merit Systems Protection Board 2010; Dyck, Morse and Zingales 2010",
    parameters=Reprisal,
    levers=("hotline", "sanction_cap.complaint"),
    rules=(pay_back,),
    columns=(
        person("tellings_answered", "u1", 0, 255, "reprisal", "tellings that have been answered or let pass",
               unit="count"),
        world("signed", "u4", 0, MANY, "reprisal", "signed tellings and complaints so far", unit="count"),
        world("reprisals", "u4", 0, MANY, "reprisal", "reprisals so far", unit="count"),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings taken. Reprisal comes in the month after the telling, once for each telling; for a complaint (card 37) in the
# same month. Where people may tell unsigned (`hotline`), nobody is known. Others learn from reprisals to be afraid of
# complaining (card 6).
#
# Sources: 36 % of those known as tellers met reprisal or its threat (MSPB 2010); 82 % of named whistleblowers
# dismissed, pushed out or moved (Dyck and others).

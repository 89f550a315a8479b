"""Complaint: small wrongs about which members complain. Runs in organisations with a statute.

The head of a unit wrongs a member now and then: a shift, a bill, a word. Some of the wronged complain, and some
complain who have not been wronged. What is upheld heals; a wrong that nobody rights is remembered.

    wronged    by the head of one's cell, this month: chance sw*(1 - conviction of the head)
    complains  if wronged: chance tl*unafraid;  if not: chance im*grievance*unafraid
               unafraid = 1 - left*fear[complaint]*(1 - courage);  left = sg of card 9 if complaints may be unsigned,
               else 1
    upheld     a complaint of a wrong: chance max(oversight_eff, ou*[an outside body hears members], in)
    grievance' = wronged, and not upheld: [grievance + hu*(1 - grievance)];  upheld: [grievance*(1 - ea)]
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import CITIZEN, NO_OFFICE, NOBODY, ON
from unanimity.world.columns import AT_LIBERTY_BELOW, person, unit, world
from unanimity.world.formula import clip, formula
from unanimity.world.rules import EVERYBODY, Mechanism, each, total
from unanimity.world.spans import Span

WRONGED, UPHELD = 752, 754  # streams; the one between them decides who complains


@each("cell", writes="chance_of_wrong")
def treat(secretary, secretary_conviction, p):
    """The chance that the head of the cell wrongs a member this month."""
    return p.wrongs * (1.0 - secretary_conviction) if secretary != NOBODY else 0.0


@each("person", writes=("complained", "wronged"), who=EVERYBODY, stream=WRONGED)
def complain(one, cell, luck, luck_2, p, p_protection):
    """Members without office are wronged; some complain, with cause or without."""
    if one.status >= AT_LIBERTY_BELOW or one.estate == CITIZEN or one.office != NO_OFFICE:
        return NO_COMPLAINT, NOT_WRONGED
    wronged = luck < cell.chance_of_wrong
    boldness = unafraid(one.fear_complaint, one.courage, p_protection.sign if cell.hotline == ON else 1.0)
    if luck_2 >= complaining_chance(wronged, one.grievance, boldness, p):
        return NO_COMPLAINT, NOT_RIGHTED if wronged else NOT_WRONGED
    return (WITH_CAUSE, NOT_RIGHTED) if wronged else (WITHOUT_CAUSE, NOT_WRONGED)


@formula
def has_cause(one):
    """Whether the person has complained of a wrong."""
    return one.complained == WITH_CAUSE


@each("person", writes=("wronged", "grievance"), stream=UPHELD, chance=has_cause)
def redress(one, centre, country, luck, p):
    """Some complaints of a wrong are upheld; a wrong that nobody rights is remembered."""
    upheld = luck < upheld_chance(country.oversight_eff, centre.arbitration == ON, p)
    return RIGHTED if upheld else one.wronged, grievance_after(one.grievance, one.wronged != NOT_WRONGED, upheld, p)


def has_complained(one):
    """Whether the person has complained this month."""
    return one.complained != NO_COMPLAINT


@total(of="person", to="country", writes=("complaints", "complaints_founded", "complaints_upheld"), fold="added",
       only=has_complained)
def count_complaints(one):
    """Complaints, those of a wrong, and those upheld."""
    return 1, 1 if one.complained == WITH_CAUSE else 0, 1 if one.wronged == RIGHTED else 0


@formula
def unafraid(fear, courage, left):
    """The readiness to complain that fear leaves."""
    return 1.0 - left * fear * (1.0 - courage)


@formula
def complaining_chance(wronged, grievance, boldness, p):
    """The chance that a member complains this month."""
    return boldness * (p.telling if wronged else p.imagined * grievance)


@formula
def upheld_chance(oversight_eff, outside, p):
    """The chance that a founded complaint is upheld: by an independent body, or by the head's own superiors."""
    return max(max(oversight_eff, p.outside if outside else 0.0), p.inside)


@formula
def grievance_after(grievance, wronged, upheld, p):
    """A wrong that nobody rights is remembered; redress heals more than the wrong."""
    if not wronged:
        return grievance
    return grievance * (1.0 - p.ease) if upheld else clip(grievance + p.hurt * (1.0 - grievance))


class Complaint(NamedTuple):
    """How often members are wronged, and who complains."""

    wrongs: Annotated[float, Span(
        "chance that a head without conviction wrongs a member in a month", 0, 0.05,
        "16-30 complaints per 1,000 a year, 46 % founded (NAVEX 2025); fitted with `imagined`", unit="a month",
        symbol="sw")] = 0.0008
    telling: Annotated[float, Span(
        "chance that who was wronged and is not afraid complains", 0, 1,
        "over a third of those who saw wrongdoing told nobody (MSPB 2010)", symbol="tl")] = 0.65
    imagined: Annotated[float, Span(
        "chance that a wholly aggrieved member complains without having been wronged", 0, 0.05,
        "16-30 complaints per 1,000 a year, 46 % founded (NAVEX 2025); fitted with `wrongs`", unit="a month",
        symbol="im")] = 0.008
    inside: Annotated[float, Span(
        "chance that a founded complaint is upheld where nobody else looks", 0, 1, "assumed", symbol="in")] = 0.2
    outside: Annotated[float, Span(
        "chance that an outside body upholds a founded complaint", 0, 1, "assumed", symbol="ou")] = 0.5
    hurt: Annotated[float, Span(
        "grievance that a wrong leaves where it is not righted", 0, 1, "assumed", symbol="hu")] = 0.2
    ease: Annotated[float, Span(
        "share of his grievance that a complaint upheld takes away", 0, 1, "assumed", symbol="ea")] = 0.3


NO_COMPLAINT, WITHOUT_CAUSE, WITH_CAUSE = 0, 1, 2  # of this month
NOT_WRONGED, NOT_RIGHTED, RIGHTED = 0, 1, 2
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="complaint",
    card=37,
    title="What members complain of",
    sentence="Some of those whom a head has wronged complain, and some who were not; what is upheld heals.",
    sources="NAVEX 2025; US Merit Systems Protection Board 2010",
    parameters=Complaint,
    levers=("hotline", "arbitration"),
    rules=(treat, complain, redress, count_complaints),
    columns=(
        person("complained", "u1", 0, WITH_CAUSE, "complaint", "complaint of this month: 0 none, 1 without cause, "
               "2 of a wrong", unit="code"),
        person("wronged", "u1", 0, RIGHTED, "complaint", "by the head of the cell this month: 0 no, 1 yes, 2 and "
               "righted", unit="code", passing=True),
        unit("chance_of_wrong", "f8", 0, 1, "complaint", "chance that the head wrongs a member this month",
             passing=True),
        world("complaints", "u4", 0, MANY, "complaint", "complaints so far", unit="count"),
        world("complaints_founded", "u4", 0, MANY, "complaint", "complaints of a wrong so far", unit="count"),
        world("complaints_upheld", "u4", 0, MANY, "complaint", "complaints upheld so far", unit="count"),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings taken. Card 9 treats misconduct of which a whole unit knows; this card treats wrongs to a single member.
# Office holders do not complain. A complaint without a wrong changes nobody's grievance. Signed complaints may meet
# reprisal (card 34).
#
# Sources: 1.57 reports a year for 100 staff, 2.99 below 2,500 staff, 46 % of them substantiated (NAVEX 2025); over a
# third of those who saw wrongdoing told nobody (MSPB 2010).

"""Recruitment: who joins, who leaves.

When the party is in danger the convinced join; when it is safe and pays, everyone does. Adverse selection. With
agreement a = stance * line on the issue voted:

    apply:  event(j0*(conviction*(a)+ + ambition*place*(1 - threat))), villagers kv times as often
            place = privileges + pw*(0, .5, 1 where other parties are legal, tolerated, banned)
    admit:  none where members exceed `full`; closed: none; selective: conviction + N(0, sn) > cut;
            levy: all, at j0*levy
    leave:  event(l0*conviction*(-a)+*shock_moral*(1 - dependence*fear))
    danger: members with conviction > .7 at the front in a scripted war: event(dz*threat), dead in combat
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import (
    BANNED,
    CITIZEN,
    CLOSED_BORDER,
    CLOSED_PARTY,
    DEAD,
    IN_COMBAT,
    LEGAL,
    LEVY,
    MEMBER,
    SELECTIVE,
)
from unanimity.world.draws import event, normal_from
from unanimity.world.formula import formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each
from unanimity.world.spans import Span


def second_thought(luck, front, recruitment, p):
    """Whether a second draw is needed: at the front, and for applicants to a selective party."""
    return front != 0 or (recruitment == SELECTIVE and luck < p.applying * 2.0)


@each("person", writes=("estate", "cohort", "status", "death", "quiet_until"), who=AT_LIBERTY, stream=170,
      chance=second_thought)
def join_leave_or_fall(one, cell, province, country, month, luck, luck_2, p):
    """Citizens apply and may be admitted; members whose conscience is shocked resign; the devoted fall in war."""
    agreement = one.stance_voted * cell.line_voted
    if one.estate == CITIZEN:
        place = place_of(cell.privileges, cell.association_parties, p)
        hazard = p.applying * wish_to_join(one.conviction, agreement, one.ambition, place, country.threat)
        if cell.village != 0:
            hazard *= p.countryside
        if cell.recruitment == LEVY:
            hazard *= p.levy
        if event(hazard, luck) and admitted(cell.recruitment, one.conviction, luck_2, province.members,
                                            province.present, p):
            return MEMBER, max(month, 0), one.status, one.death, one.quiet_until
    elif falls(one.estate, one.conviction, country.threat, country.front, luck_2, p):
        return one.estate, one.cohort, DEAD, IN_COMBAT, one.quiet_until
    elif one.estate == MEMBER:
        shaken = max(country.moral_shock, one.moral)
        if event(wish_to_leave(one.conviction, agreement, shaken, one.dependence, one.fear, p), luck):
            # behind a closed border the person withdraws inwardly (card 28)
            return (CITIZEN, one.cohort, one.status, one.death,
                    month + QUIET if cell.exit == CLOSED_BORDER else one.quiet_until)
    return one.estate, one.cohort, one.status, one.death, one.quiet_until


@formula
def place_of(privileges, parties, p):
    """The value of membership: its privileges, and being on the side of power where power has only one side."""
    alone = 0.0 if parties == LEGAL else (1.0 if parties == BANNED else p.tolerated)
    return privileges + p.power * alone


@formula
def wish_to_join(conviction, agreement, ambition, place, threat):
    """The wish to join for the cause or for the advantages; danger deters only the ambitious."""
    return conviction * positive(agreement) + ambition * place * (1.0 - threat)


@formula
def admitted(recruitment, conviction, luck, members, present, p):
    """Whether the committee admits an applicant."""
    if recruitment == CLOSED_PARTY or members > p.full * present:
        return False
    if recruitment == LEVY:
        return True
    return conviction + p.misreading * normal_from(luck) > p.cut


@formula
def wish_to_leave(conviction, agreement, moral_shock, dependence, fear, p):
    """The hazard of resigning for reasons of conscience, as far as the person can afford it."""
    return p.leaving * conviction * positive(-agreement) * moral_shock * (1.0 - dependence * fear)


@formula
def falls(estate, conviction, threat, front, luck, p):
    """Whether the person dies at the front: in a war the devoted go there, and some do not come back."""
    return front != 0 and estate != CITIZEN and conviction > p.devoted and event(p.front_losses * threat, luck)


class Recruitment(NamedTuple):
    """Who applies, whom the committee admits, who resigns, who dies in war."""

    applying: Annotated[float, Span(
        "hazard of applying", 0, 0.05, "250,000 at once in 1924: 003 l.11043; range ours", unit="a month",
        symbol="j0")] = 0.01
    levy: Annotated[float, Span(
        "multiplier during a levy", 1, 30, "387 of 400: 003 l.12471-12478; range ours", unit="times",
        symbol="levy")] = 10.0
    cut: Annotated[float, Span(
        "conviction, as the committee reads it, above which a selective party admits", 0, 1, "assumed",
        symbol="cut")] = 0.5
    misreading: Annotated[float, Span(
        "noise with which the committee reads an applicant's conviction", 0, 0.5, "assumed", symbol="sn")] = 0.25
    power: Annotated[float, Span(
        "what standing on the side of power is worth where no other party may be", 0, 1,
        "place-seekers in masses while privileges were low: 003 l.7174-7180; 000 l.134-140; size assumed",
        symbol="pw")] = 0.3
    countryside: Annotated[float, Span(
        "how often a villager applies, for once that a townsman does", 0, 1,
        "300 thousand of 1.2 M members: 003 l.12931-12935, of 82 % of the people (general)", symbol="kv")] = 0.1
    full: Annotated[float, Span("party share above which nobody is admitted", 0, 1, "assumed", symbol="full")] = 0.35
    leaving: Annotated[float, Span(
        "hazard of leaving after a moral shock", 0, 0.5, "wave after March 1921: 003 l.7863-7896, 9165-9216",
        unit="a month", symbol="l0")] = 0.1
    front_losses: Annotated[float, Span(
        "hazard of the devoted in war, at full threat", 0, 0.1,
        "300 workers, 4 of a last stand: 003 l.5618-5677, 5899-5904", unit="a month", symbol="dz")] = 0.03
    tolerated: Annotated[float, Span(
        "how far power has one side where other parties are tolerated (banned: 1)", 0, 1, "assumed",
        symbol="pt")] = 0.5
    devoted: Annotated[float, Span(
        "conviction above which a member goes to the front", 0, 1, "assumed", symbol="cd")] = 0.7


QUIET = 12  # months of silence after resigning behind a closed border (card 28)
MECHANISM = Mechanism(
    id="recruitment",
    card=10,
    title="Who joins, who leaves",
    sentence="When the party is in danger the convinced join; when it is safe and pays, everyone does.",
    sources="000 l.134-140; 003 l.5618-5677, 5899-5904, 7174-7180, 7683-7684, 7863-7896, 8002-8007, 9165-9216, "
            "11043-11046, 12352, 12468-12480, 12931-12935, 13498-13513",
    parameters=Recruitment,
    levers=("recruitment", "privileges", "association.parties", "exit"),
    rules=(join_leave_or_fall,),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# Membership is worth more than its privileges: in the year of hunger careerists came in masses to be on the side of
# power (003 l.7176-7178), and power has one side where no other party is allowed. It was a party of workers and clerks:
# of 1.2 million members in 1927 three hundred thousand were villagers, more than half of them officials (003
# l.12931-12935), in a country where five in six were villagers.
#
# Readings taken. The lever is by province, so nobody is admitted in a province whose members (with officials and
# police, as the census counts them) exceed `full` of those at liberty. Only plain members leave: an official or police
# officer first has to lose the post (cards 8, 16). Those who left keep their cohort, by which a purge remembers them.
# Devoted members of every estate volunteer for the front. Cohort is the month of joining; those who join during burn-in
# belong to cohort 0, with those who are members from the start.

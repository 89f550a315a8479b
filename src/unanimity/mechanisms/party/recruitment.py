"""Recruitment: who joins, who leaves.

When the party is in danger the convinced join; when it is safe and pays, everyone does. Adverse selection. With
agreement a = stance * line on the issue voted:

    apply:  event(j0*(conviction*(a)+ + ambition*privileges*(1 - threat)))
    admit:  closed: none; selective: conviction + N(0, sn) > cut; levy: all, at j0*levy, until members exceed `full`
    leave:  event(l0*conviction*(-a)+*shock_moral*(1 - dependence*fear))
    danger: members with conviction > .7 at the front in a scripted war: event(dz*threat), dead in combat

Readings taken. The lever is by province, so a levy stops in the province whose members (with officials and police, as the
census counts them) exceed `full` of those at liberty; from then on nobody is admitted there. Only plain members leave:
an official or policeman first has to lose his post (cards 8, 16). Who left keeps his cohort, which is how a purge
remembers him. All devoted members of every estate volunteer for the front. Cohort is the month of joining; those who join
in a burn-in belong to cohort 0, with those who were members at birth.
Sources: 000 l.134-140; 003 l.5618-5677, 5899-5904, 7174-7180, 7683-7684, 7863-7896, 8002-8007, 9165-9216, 11043-11046,
12352, 12468-12480, 12931-12935, 13498-13513.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.draws import event, normal_from
from unanimity.world.formula import formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each_person
from unanimity.world.spans import Span
from unanimity.world.words import CITIZEN, CLOSED_BORDER, CLOSED_PARTY, DEAD, IN_COMBAT, LEVY, MEMBER, SELECTIVE

QUIET = 12  # months of silence after leaving behind a closed frontier (card 28)
DEVOTED = 0.7  # conviction above which a member is at the front


class Recruitment(NamedTuple):
    """Who applies, whom the committee takes, who resigns, who is used up."""

    applying: Annotated[float, Span("hazard of applying", 0, 0.05, "250,000 at once in 1924: 003 l.11043; range ours", unit="a month", symbol="j0")] = 0.01
    levy: Annotated[float, Span("multiplier during a levy", 1, 30, "387 of 400: 003 l.12471-12478; range ours", unit="times", symbol="levy")] = 10.0
    cut: Annotated[float, Span("sign of conviction asked for", 0, 1, "assumed", symbol="cut")] = 0.5
    misreading: Annotated[float, Span("noise of that sign", 0, 0.5, "assumed", symbol="sn")] = 0.25
    full: Annotated[float, Span("party share at which a levy stops", 0, 1, "assumed", symbol="full")] = 0.35
    leaving: Annotated[float, Span("hazard of leaving after a moral shock", 0, 0.5, "wave after March 1921: 003 l.7863-7896, 9165-9216", unit="a month", symbol="l0")] = 0.1
    front_losses: Annotated[float, Span("hazard of the devoted in war, at full threat", 0, 0.1, "300 workers, 4 of a last stand: 003 l.5618-5677, 5899-5904", unit="a month", symbol="dz")] = 0.03


@formula
def wish_to_join(conviction, agreement, ambition, privileges, threat):
    """The cause, or the place; danger deters only the ambitious."""
    return conviction * positive(agreement) + ambition * privileges * (1.0 - threat)


@formula
def admitted(recruitment, conviction, luck, members, present, p):
    """Whether the committee takes an applicant."""
    if recruitment == CLOSED_PARTY:
        return False
    if recruitment == LEVY:
        return members <= p.full * present
    return conviction + p.misreading * normal_from(luck) > p.cut


@formula
def wish_to_leave(conviction, agreement, moral_shock, dependence, fear, p):
    """A clear conscience, as far as one can afford it."""
    return p.leaving * conviction * positive(-agreement) * moral_shock * (1.0 - dependence * fear)


@formula
def falls(estate, conviction, threat, front, luck, p):
    """The best are used up: in a war the devoted go to the front, and some do not come back."""
    return front != 0 and estate != CITIZEN and conviction > DEVOTED and event(p.front_losses * threat, luck)


def second_thought(luck, front, recruitment, p):
    """The second draw is asked for at the front, and of those who apply to a selective party."""
    return front != 0 or (recruitment == SELECTIVE and luck < p.applying * 2.0)


@each_person(writes=("estate", "cohort", "status", "death", "quiet_until"), who=AT_LIBERTY, stream=170,
             drawn=second_thought)
def join_leave_or_fall(estate, cohort, status, death, quiet_until, exit, conviction, ambition, stance_voted, line_voted, dependence, fear,
                       threat, moral_shock, front, privileges, recruitment, province_members, province_present, month,
                       luck, luck_2, p, moral=0.0):
    """Citizens apply and are taken or not; members whose conscience was shocked resign; the devoted fall in war."""
    agreement = stance_voted * line_voted
    if estate == CITIZEN:
        hazard = p.applying * wish_to_join(conviction, agreement, ambition, privileges, threat)
        if recruitment == LEVY:
            hazard *= p.levy
        if event(hazard, luck) and admitted(recruitment, conviction, luck_2, province_members, province_present, p):
            return MEMBER, max(month, 0), status, death, quiet_until
    elif falls(estate, conviction, threat, front, luck_2, p):
        return estate, cohort, DEAD, IN_COMBAT, quiet_until
    elif estate == MEMBER and event(wish_to_leave(conviction, agreement, max(moral_shock, moral), dependence, fear, p), luck):
        # behind a closed frontier he goes inward (card 28)
        return CITIZEN, cohort, status, death, month + QUIET if exit == CLOSED_BORDER else quiet_until
    return estate, cohort, status, death, quiet_until


MECHANISM = Mechanism(
    id="recruitment",
    card=10,
    title="Who joins, who leaves",
    sentence="When the party is in danger the convinced join; when it is safe and pays, everyone does.",
    sources="000 l.134-140; 003 l.5618-5677, 5899-5904, 7174-7180, 7683-7684, 7863-7896, 8002-8007, 9165-9216, "
            "11043-11046, 12352, 12468-12480, 12931-12935, 13498-13513",
    parameters=Recruitment,
    levers=("recruitment", "privileges", "exit"),
    rules=(join_leave_or_fall,),
)

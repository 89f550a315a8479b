"""Turnout: who comes, and who votes. Runs in organisations with a statute (`[society] statute`).

Members come to a meeting that is near and small, where something is at stake and where people they know come; a vote
costs less than a meeting. The calculus of voting: Downs (1957), Riker and Ordeshook (1968); size: Dahl and Tufte
(1973).

    vote    (of n members)  z = v0 - v1*ln(n) + vc*[contested] + vr*(came last - vm) + vs*(conviction - 1/3)
    come    (cell of n)     z = v0 - ef - v1*ln(n) + vn*(share of hands against, last month) + vt*(share of his ties
                                who came, by weight - vm) + vs*(conviction - 1/3)
    chance  = 1/(1 + exp(-z)), a keyed lot each month
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import EXPELLED, NO_OFFICE
from unanimity.world.columns import AT_LIBERTY_BELOW, person
from unanimity.world.draws import exponential, logarithm
from unanimity.world.formula import formula
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, total
from unanimity.world.spans import Span


@total(of="ties", to="person", who=AT_LIBERTY)
def came(weight, other_attends, other_status):
    """The summed weight of the ties who came last month."""
    return weight if (other_attends != 0) & (other_status < AT_LIBERTY_BELOW) else 0.0


@total(of="ties", to="person", who=AT_LIBERTY)
def around(weight, other_status):
    """The summed weight of the ties who could come."""
    return weight if other_status < AT_LIBERTY_BELOW else 0.0


COME, VOTE = 740, 741  # streams


@each("person", writes=("attends", "kept_away"), who=AT_LIBERTY, stream=COME)
def come(attends, kept_away, status, office, conviction, came, around, present, yes, luck, p):
    """Whether the person comes to this month's meeting."""
    told = kept_away if kept_away != 0 else (FREE_TO_COME if attends != 0 else KEPT_AWAY)
    if told == KEPT_AWAY or status == EXPELLED:
        return 0, told
    if office > NO_OFFICE:
        return 1, told
    share = came / around if around > 0.0 else p.usual
    return 1 if luck < coming_chance(present, 1.0 - yes, share, conviction, p) else 0, told


@formula
def chance_at(log_odds):
    """The chance that belongs to given log odds."""
    return 1.0 / (1.0 + exponential(-log_odds))


@formula
def coming_chance(members, against, came, conviction, p):
    """The chance that a member comes to a meeting of the unit."""
    return chance_at(p.habit - p.effort - p.size * logarithm(max(members, 1.0)) + p.conflict * against
                     + p.company * (came - p.usual) + p.stake * (conviction - USUAL_CONVICTION))


@formula
def voting_chance(members, contested, came, conviction, p):
    """The chance that a member votes in an election among the given number of members."""
    return chance_at(p.habit - p.size * logarithm(max(members, 1.0)) + p.contest * contested
                     + p.regular * (came - p.usual) + p.stake * (conviction - USUAL_CONVICTION))


class Turnout(NamedTuple):
    """What brings members to a meeting or to the ballot box."""

    habit: Annotated[float, Span(
        "log odds of a vote in a unit of one", -5, 10, "89.4 % of 5-20, 52.7 % above 1,000: works councils 2022",
        unit="log odds", symbol="v0")] = 3.1
    size: Annotated[float, Span(
        "log odds lost for each e-fold of members", 0, 2, "89.4 % of 5-20, 52.7 % above 1,000: works councils 2022",
        unit="log odds", symbol="v1")] = 0.4
    effort: Annotated[float, Span(
        "log odds that an evening costs beyond a vote", 0, 6, "9 % at assemblies of Swiss communes (Ladner, Rochat)",
        unit="log odds", symbol="ef")] = 2.7
    contest: Annotated[float, Span(
        "log odds that a contest adds to a vote", 0, 3, "Debian 52.9 % with three candidates, 28-43 % with one",
        unit="log odds", symbol="vc")] = 0.6
    conflict: Annotated[float, Span(
        "log odds that a hall all against the line would add to an evening", 0, 5, "assumed", unit="log odds",
        symbol="vn")] = 1.0
    company: Annotated[float, Span(
        "log odds from no tie who comes to all", 0, 5, "assumed", unit="log odds", symbol="vt")] = 1.0
    regular: Annotated[float, Span(
        "log odds by which who came last votes rather", 0, 5, "assumed", unit="log odds", symbol="vr")] = 1.0
    stake: Annotated[float, Span(
        "log odds from no conviction to full", 0, 5, "assumed", unit="log odds", symbol="vs")] = 1.0
    usual: Annotated[float, Span(
        "share of ties who come at which they neither draw nor hold", 0, 1, "assumed", symbol="vm")] = 0.25


FREE_TO_COME, KEPT_AWAY = 1, 2  # whether a set-up keeps a person away
USUAL_CONVICTION = 1.0 / 3.0  # mean of the trait
MECHANISM = Mechanism(
    id="turnout",
    card=31,
    title="Who comes, and who votes",
    sentence="Members come where the evening is near and small, where something is at stake, and where friends come.",
    sources="works councils in Germany 2018-22; Swiss assemblies (Ladner, Rochat); UAW 2022; Teamsters 2001-21; Debian "
            "2004-23",
    parameters=Turnout,
    rules=(came, around, come),
    columns=(person("kept_away", "u1", 0, KEPT_AWAY, "turnout", "whether a set-up keeps him away: 2 yes, 1 no, 0 not "
                    "yet looked at", unit="code"),),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Two numbers determine v0 and v1: 89.4 % vote in firms of 5-20, 52.7 % above 1,000 (elections of works councils,
# Germany 2022). The line through them gives about 9 % for a million members; in large unions 10-15 % vote by mail. The
# effort of a meeting comes from the 9 % who attend the assemblies of 203 Swiss communes.
#
# Readings taken. Office holders come. Excluded members do not, until the term is over. Members whom a set-up keeps away
# (a group with attends = false) stay away. Burn-in months are like any other.
#
# Sources: works councils 2018, 2022 (mitbestimmung.de); Rochat, Ladner on Swiss assemblies; UAW 2022, Teamsters
# 2001-2021.

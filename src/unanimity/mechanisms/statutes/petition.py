"""Petition: what members may undo. Runs in organisations with a statute.

Where enough members sign and enough vote, they recall an officer or overrule the executive; below these numbers the
right exists only on paper. The threat is meant to work even though it is seldom used.

    recall     a vote lost in the hall (card 4) takes effect if those present >= quorum*members of the unit and the
               hands against >= petition*members
    referendum at the centre, if `referendum` > 0 and hands against the line, of all members >= referendum*members: all
               members vote by card 31; where voters >= quorum*members and most of them are against the line, the
               opposite line binds every office until another head is elected; then none for `rest` months
    rules      delegated to the executive ([[delegate]], card 23): if `rule_change` > 0 and hands against the line >=
               rule_change*members, all vote on them likewise; where voters >= quorum*members and most are for freer
               rules, every such rule moves one step towards its freer end; then none for `rest` months
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.meeting import BY_EVENT
from unanimity.mechanisms.power.delegated_levers import FREER, carry_out, direction_of
from unanimity.mechanisms.statutes.turnout import voting_chance
from unanimity.world.codes import CITIZEN, NEVER, RULE_ISSUE
from unanimity.world.columns import AT_LIBERTY_BELOW, world
from unanimity.world.columns.declare import MONTHS
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, procedure
from unanimity.world.spans import Span
from unanimity.world.tree import people_of


def is_recalled(unit):
    """Whether the hall has voted the unit's head out."""
    return unit.recalled != 0


@each("unit", writes=("recalled", "recalls", "recalls_failed"), only=is_recalled)
def count_signatures(u, unit, people, units, country, tree):
    """A recall short of quorum or petition lapses."""
    members, came, against = hands_in(u, people, tree)
    if enough(came, against, members, unit.quorum, unit.petition):
        country.recalls[0] += 1
    else:
        units.recalled[u] = 0
        country.recalls_failed[0] += 1


@procedure("country", writes=("line", "line_given_to", "line_binds", "referendums", "overruled", "last_referendum"))
def overrule(people, units, country, tree, levers, month, seed, p, p_turnout):
    """Members overrule the executive where enough have signed and enough vote."""
    centre, issue = tree.units - 1, int(country.voted_issue)
    due = country.last_referendum[0] == NEVER or month - country.last_referendum[0] >= p.rest
    if levers.referendum[centre] <= 0.0 or not due:
        return
    members, _, against = hands_in(centre, people, tree)
    if against < levers.referendum[centre] * members:
        return
    country.last_referendum[0] = month
    country.referendums[0] += 1
    voters, no = put_to_members(issue, units.line[issue, centre], ON_A_MOTION, members, people, tree, month, seed,
                                p_turnout)
    if voters >= levers.quorum[centre] * members and 2.0 * no > voters:
        country.overruled[0] += 1
        line = -1.0 if units.line[issue, centre] >= 0.0 else 1.0
        for unit in range(tree.units):
            units.line[issue, unit] = line
            units.line_given_to[issue, unit] = units.secretary[unit]
            units.line_binds[issue, unit] = BY_EVENT


@formula
def enough(came, against, members, quorum, petition):
    """Whether as many are present and as many sign as the statute asks."""
    return came >= quorum * members and against >= petition * members


@formula
def hands_in(unit, people, tree):
    """The number of a unit's members, of those who came, and of those with a hand up."""
    first, last = people_of(unit, tree)
    members, came, against = 0.0, 0.0, 0.0
    for i in range(first, last):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            members += 1.0
            came += 1.0 if people.attends[i] != 0 else 0.0
            against += 1.0 if people.hand[i] != 0 else 0.0
    return members, came, against


@formula
def put_to_members(issue, line, stream, members, people, tree, month, seed, p_turnout):
    """The voters of a referendum on a line, and those of them against it."""
    voters, against = 0.0, 0.0
    for i in range(tree.people):
        if people.status[i] >= AT_LIBERTY_BELOW or people.estate[i] == CITIZEN:
            continue
        chance = voting_chance(members, 1.0, people.attends[i], people.conviction[i], p_turnout)
        if uniform(seed, stream, i, month) < chance:
            voters += 1.0
            against += 1.0 if people.stance[issue, i] * line < 0.0 else 0.0
    return voters, against


@procedure("country", writes=("rule_votes", "rules_changed", "last_rule_vote", "levers", "announced"))
def change_rules(people, country, tree, levers, month, seed, p, p_turnout):
    """Members vote on the rules that are delegated to the executive, where enough have signed."""
    centre = tree.units - 1
    due = country.last_rule_vote[0] == NEVER or month - country.last_rule_vote[0] >= p.rest
    if levers.rule_change[centre] <= 0.0 or not due or direction_of(levers, month, FREER, tree.units) == 0:
        return
    members, _, against = hands_in(centre, people, tree)
    if against < levers.rule_change[centre] * members:
        return
    country.last_rule_vote[0] = month
    country.rule_votes[0] += 1
    voters, freer = put_to_members(RULE_ISSUE, 1.0, ON_A_RULE, members, people, tree, month, seed, p_turnout)
    if voters >= levers.quorum[centre] * members and 2.0 * freer > voters:
        country.rules_changed[0] += 1
        carry_out(levers, month, FREER, tree.units)


class Petition(NamedTuple):
    """How often members may be asked."""

    rest: Annotated[float, Span(
        "months until the same may be asked again", 1, 60, "assumed", unit="months", symbol="rest")] = 12.0


ON_A_MOTION, ON_A_RULE = 742, 743  # streams
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="petition",
    card=32,
    title="What members may undo",
    sentence="Where so many sign and so many vote, members call an officer back, overrule the executive or change a "
             "rule.",
    sources="SPD ballots 2013-18; Debian 2004-23; Swiss assemblies (Rochat)",
    parameters=Petition,
    levers=("quorum", "petition", "referendum", "rule_change"),
    rules=(count_signatures, overrule, change_rules),
    columns=(
        world("recalls", "u4", 0, MANY, "petition", "recalls that took effect so far", unit="count"),
        world("recalls_failed", "u4", 0, MANY, "petition", "recalls that fell short of quorum or petition",
              unit="count"),
        world("referendums", "u4", 0, MANY, "petition", "referendums so far", unit="count"),
        world("overruled", "u4", 0, MANY, "petition", "times that members overruled the executive", unit="count"),
        world("last_referendum", "i2", NEVER, MONTHS, "petition", "month of the last referendum", unit="month",
              initial=NEVER),
        world("rule_votes", "u4", 0, MANY, "petition", "votes of all members on rules of the executive so far",
              unit="count"),
        world("rules_changed", "u4", 0, MANY, "petition", "those of them that made its rules freer", unit="count"),
        world("last_rule_vote", "i2", NEVER, MONTHS, "petition", "month of the last such vote", unit="month",
              initial=NEVER),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings taken. What members decide applies to every unit: its head proclaims it, as under the script's `line`.
# Members vote sincerely: the ballot of a referendum is secret. Members are those of the unit at liberty. On a rule they
# vote as the executive does (card 23): those who agree with the line on rule are for the tighter setting.
#
# Sources: 20 % quorum of SPD ballots; Debian: 1.5 root n, 47 of 1,000, one recall 48 to 277 in 2006; .7 % of
# decisions of Swiss assemblies challenged by referendum (Rochat).

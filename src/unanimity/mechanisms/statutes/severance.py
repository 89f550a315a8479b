"""Severance: exclusions undone by an outside body, and forks. Runs in organisations with a statute.

Where an outside body hears members it reinstates some of those excluded or dismissed; where a part of the organisation
may leave with its share, it leaves when it is large, has lost, and is not listened to. Exit of a body: Hirschman
(1970); forks: Robles and González-Barahona (2012).

    undone  each member excluded or dismissed this month: chance au, where `arbitration` is on; free, a member as before
    fork    a faction of at least fs of the members whose people do not lead: event(fk*(1 - stolen)) a month, where
            `fork` is on; all its people leave together
            where factions are legal no circle is needed: those who are against the centre's line and have dissented
            within the year are such a body, at least fs of the members; event(fk*their share)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import be_gone
from unanimity.mechanisms.police.sanction import set_free
from unanimity.world.codes import (
    CITIZEN,
    DISMISSED,
    EXPELLED,
    FACTION_SLOTS,
    LEGAL,
    MEMBER,
    NEVER,
    NO_CAUSE,
    NOBODY,
    NOT_DEAD,
    ON,
    RULE_ISSUE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, world
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, pick, procedure
from unanimity.world.spans import Span

UNDO, FORK = 750, 751  # streams


def outside_body_hears(centre):
    """Whether an outside body hears members."""
    return centre.arbitration == ON


def is_excluded_now(one):
    """Whether the person was excluded or dismissed this month."""
    return (one.status == EXPELLED or one.status == DISMISSED) and one.blow > 0


@pick(among="people", writes=("estate", "undone"), only=(outside_body_hears, is_excluded_now), stream=UNDO)
def undo(i, one, people, country, luck, p):
    """An outside body reinstates some members excluded this month."""
    if luck < p.undone:
        set_free(i, people)
        people.estate[i] = MEMBER if one.estate == CITIZEN else one.estate
        country.undone[0] += 1


def may_fork(centre):
    """Whether a part of the organisation may leave with its share."""
    return centre.fork == ON


@procedure("country", writes="forks", only=may_fork)
def part(people, units, country, seats, factions, tree, levers, month, seed, log, p):
    """A body that may leave, and wants to, leaves."""
    centre = tree.units - 1
    leader, line = seats.sitting[tree.seat_start[centre]], units.line[RULE_ISSUE, centre]
    if levers.association_factions[centre] == LEGAL:
        own, members = size_of(NO_CIRCLE, line, month, people, tree)
        share = own / max(members, 1.0)
        if share >= p.large and event(p.forking * share, uniform(seed, FORK, NO_CIRCLE, month)):
            country.forks[0] += 1
            leave_together(NO_CIRCLE, people, units, country, seats, tree, month, log)
    for f in range(1, FACTION_SLOTS):
        if factions.faction_size[f] < 3:
            continue
        own, members = size_of(f, line, month, people, tree)
        leads = leader != NOBODY and people.faction[int(leader)] == f
        hazard = fork_hazard(own / max(members, 1.0), factions.faction_stolen[f], leads, p)
        if hazard > 0.0 and event(hazard, uniform(seed, FORK, f, month)):
            country.forks[0] += 1
            leave_together(f, people, units, country, seats, tree, month, log)


@formula
def fork_hazard(share, stolen, leads, p):
    """The hazard that a faction leaves as a body."""
    return 0.0 if leads or share < p.large else p.forking * (1.0 - stolen)


@formula
def opposes_openly(i, line, month, people):
    """Whether the person is against the line and has dissented within the year."""
    spoke = people.last_dissent[i] != NEVER and month - people.last_dissent[i] < A_YEAR
    return spoke and people.stance[RULE_ISSUE, i] * line < 0.0


@formula
def is_of(i, body, line, month, people):
    """Whether a person would leave with that body: a faction, or the open opponents."""
    return people.faction[i] == body if body != NO_CIRCLE else opposes_openly(i, line, month, people)


@formula
def size_of(body, line, month, people, tree):
    """The number of a body's members at liberty, and of all members."""
    own, members = 0.0, 0.0
    for i in range(tree.people):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            members += 1.0
            own += 1.0 if is_of(i, body, line, month, people) else 0.0
    return own, members


@formula(writes=("left_in_forks",))
def leave_together(body, people, units, country, seats, tree, month, log):
    """All people of a body who are at liberty leave."""
    line = units.line[RULE_ISSUE, tree.units - 1]
    for i in range(tree.people):
        if people.status[i] < AT_LIBERTY_BELOW and is_of(i, body, line, month, people):
            be_gone(i, NOT_DEAD, NO_CAUSE, people, units, seats, tree, month, log)
            country.left_in_forks[0] += 1


class Severance(NamedTuple):
    """What an outside body undoes, and when a part leaves."""

    undone: Annotated[float, Span(
        "chance that an exclusion or dismissal is undone outside", 0, 1,
        "48 complaints decided, few upheld (UK 2010-11); size assumed", symbol="au")] = 0.3
    large: Annotated[float, Span(
        "share of the members from which a faction can stand by itself", 0.01, 1,
        "assumed: twenty of a thousand can run a project", symbol="fs")] = 0.02
    forking: Annotated[float, Span(
        "hazard that a faction to which nobody listens leaves", 0, 1,
        "whole co-operatives left in 2022 after years of quarrel; size assumed", unit="a month", symbol="fk")] = 0.01


MANY = 2**32 - 1
A_YEAR = 12  # months for which a dissent is remembered
NO_CIRCLE = 0  # the number of the body of open opponents; factions have 1 and more
MECHANISM = Mechanism(
    id="severance",
    card=36,
    title="Taken back, and gone together",
    sentence="An outside body takes back some who were excluded; a part that is large and not listened to may go as a "
             "body.",
    sources="UK Certification Officer 2010-11; Orona and Ulma 2022; Robles and Gonzalez-Barahona 2012",
    parameters=Severance,
    levers=("arbitration", "fork", "association.factions"),
    rules=(undo, part),
    columns=(
        world("undone", "u4", 0, MANY, "severance", "exclusions and dismissals undone outside so far", unit="persons"),
        world("forks", "u4", 0, MANY, "severance", "forks so far", unit="count"),
        world("left_in_forks", "u4", 0, MANY, "severance", "people who left in forks so far", unit="persons"),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings taken. `stolen` is how near the centre's line has come to the faction's (card 13). People who leave in a fork
# are gone like those who leave by card 28. An exclusion that is not undone lasts as long as `sanction.expelled` says.
#
# Sources: 48 complaints decided by the UK's outside officer in 2010-11; Orona and Ulma left their federation in 2022
# by 70 and 80.5 %; 15,306 hard forks on GitHub, few of which merged again.

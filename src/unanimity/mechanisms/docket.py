"""Docket: the list of those who are not free, made once a month. Not a card: cards 15-20 and 26 loop over it.

By now people have felt last month's blows (cards 6, 7 and 13 read them), so these are erased to make room for this
month's. With the list, the cost of a step over prisoners and cases grows with their number, not with the population.
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.world.case_log import enter
from unanimity.world.codes import (
    AN_ATTACK,
    BY_HUNGER,
    DEAD,
    DYING,
    FREE,
    HUNGER_CAUSE,
    IN_COMBAT,
    NEVER,
    NO_OFFICE,
    POLICE,
    THE_FRONT,
)
from unanimity.world.formula import formula
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, pick, total


@total(of="person", to="cell and above", writes="officers", who=AT_LIBERTY)
def officers(estate, office):
    """Police and office holders at liberty: examiners and judges are drawn from them."""
    return 1.0 if estate == POLICE or office > NO_OFFICE else 0.0


@each("person", writes=("blow", "blow_topic"), who=EVERYBODY)
def wipe_out():
    """Last month's blows are erased before this month's are dealt."""
    return 0, 0


@each("country", writes="docket_size")
def clear_docket():
    """The list is emptied for this month."""
    return 0


@formula
def is_to_be_written_down(one):
    """Whether the person is alive and not free, or dead and not yet entered in the log."""
    return FREE < one.status < DEAD or (one.status == DEAD and one.death_month == NEVER)


@pick(among="people", writes=("docket", "docket_size", "death_month"), only=is_to_be_written_down)
def open_docket(i, one, people, country, month, log):
    """List everybody alive whose status is not free, in order, and log the deaths of the steps before.
    Those died of hunger, at the front or by an assassin."""
    if one.status == DEAD:
        people.death_month[i] = month
        cause = HUNGER_CAUSE if one.death == BY_HUNGER else (THE_FRONT if one.death == IN_COMBAT else AN_ATTACK)
        enter(log, i, DYING, cause)
    else:
        people.docket[country.docket_size[0]] = i
        country.docket_size[0] += 1


class Docket(NamedTuple):
    """No parameters."""


MECHANISM = Mechanism(
    id="docket",
    card=0,
    title="Who is not free",
    sentence="List those who are not free, and wipe out last month's blows once they have been felt.",
    sources="mechanisms.md, Order of a month",
    parameters=Docket,
    rules=(officers, wipe_out, clear_docket, open_docket),
)

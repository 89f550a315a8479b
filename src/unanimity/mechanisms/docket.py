"""Docket: the list of those who are not free, made once a month. No card of its own; cards 15-20 and 26 walk it.

By now last month's blows have been felt (cards 6, 7 and 13 read them), so they are wiped out for this month's. Steps
over prisoners and cases then cost by their number, not by the number of people.
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.world.log import enter
from unanimity.world.rules import AT_LIBERTY, Mechanism, over_members, within_world
from unanimity.world.words import (
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


class Docket(NamedTuple):
    """No parameters."""


@over_members(writes="officers", up=True, who=AT_LIBERTY)
def officers(estate, office):
    """Police and office holders at liberty: those among whom examiners and judges are drawn."""
    return 1.0 if estate == POLICE or office > NO_OFFICE else 0.0


@within_world(writes=("docket", "docket_size", "blow", "blow_topic", "death_month"))
def open_docket(people, country, tree, month, log):
    """Everybody alive whose status is not free, in order; a clean sheet for this month's blows; the dead entered."""
    size = 0
    for i in range(tree.people):
        if people.blow[i] != 0:
            people.blow[i] = 0
            people.blow_topic[i] = 0
        if people.status[i] == DEAD:
            # of hunger, at the front or by an assassin: steps that came before this one
            if people.death_month[i] == NEVER:
                people.death_month[i] = month
                enter(log, i, DYING, HUNGER_CAUSE if people.death[i] == BY_HUNGER else (THE_FRONT
                        if people.death[i] == IN_COMBAT else AN_ATTACK))
        elif people.status[i] != FREE and people.status[i] < DEAD:
            people.docket[size] = i
            size += 1
    country.docket_size[0] = size


MECHANISM = Mechanism(
    id="docket",
    card=0,
    title="Who is not free",
    sentence="List those who are not free, and wipe out last month's blows once they have been felt.",
    sources="mechanisms.md, Order of a month",
    parameters=Docket,
    rules=(officers, open_docket),
)

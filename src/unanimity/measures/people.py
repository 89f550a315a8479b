"""Measures of obedience and of death (section 4 of the contract).

Deaths are counted by kind since the start, over the dead alone. Excess deaths by hunger are the deaths by hunger: a fed
twin has none (card 1, direction 4).
"""

from __future__ import annotations

from unanimity.measures.declare import SO_FAR, Measure, count, mean
from unanimity.world.codes import (
    ASSENT,
    AT_BORDER,
    BY_SUICIDE,
    CITIZEN,
    DEAD,
    EXECUTED,
    IN_COMBAT,
    IN_CUSTODY,
    IN_REVOLT,
    MURDERED,
)
from unanimity.world.columns import AT_LIBERTY_BELOW


def the_dead(status):
    """Everybody who has died since the start."""
    return status == DEAD


def members_not_in_revolt(status, estate, in_revolt):
    """Members at liberty who have not risen."""
    return status < AT_LIBERTY_BELOW and estate != CITIZEN and in_revolt == 0


@mean(over=members_not_in_revolt, unit="share of members",
      elsewhere="share(voice == assent, members and present and not above(in_revolt, 0))")
def obedience(voice):
    """Share of members not in revolt who applaud (contract 4: obedience)."""
    return 1.0 if voice == ASSENT else 0.0


@count(over=the_dead, kind=SO_FAR, elsewhere="count(log died)")
def deaths():
    """People who have died since the start, of whatever kind."""
    return 1.0


@count(over=the_dead, kind=SO_FAR, elsewhere="count(log died kind executed)")
def deaths_executed(death):
    """People executed since the start."""
    return 1.0 if death == EXECUTED else 0.0


@count(over=the_dead, kind=SO_FAR, elsewhere="count(log died kind custody)")
def deaths_in_custody(death):
    """People who have died in custody since the start."""
    return 1.0 if death == IN_CUSTODY else 0.0


@count(over=the_dead, kind=SO_FAR)
def deaths_in_combat(death):
    """People who have died at the front since the start."""
    return 1.0 if death == IN_COMBAT else 0.0


@count(over=the_dead, kind=SO_FAR)
def deaths_in_revolt(death):
    """People who have died in revolts since the start."""
    return 1.0 if death == IN_REVOLT else 0.0


@count(over=the_dead, kind=SO_FAR)
def deaths_murdered(death):
    """People murdered since the start."""
    return 1.0 if death == MURDERED else 0.0


@count(over=the_dead, kind=SO_FAR)
def deaths_by_suicide(death):
    """People who have died by suicide since the start."""
    return 1.0 if death == BY_SUICIDE else 0.0


@count(over=the_dead, kind=SO_FAR)
def deaths_at_border(death):
    """People who have died crossing the border since the start."""
    return 1.0 if death == AT_BORDER else 0.0


MEASURES: tuple[Measure, ...] = (
    obedience, deaths, deaths_executed, deaths_in_custody, deaths_in_combat, deaths_in_revolt, deaths_murdered,
    deaths_by_suicide, deaths_at_border,
)

"""Measures of custody: where people are held, and how far the ladder of sanctions has been climbed.

People are counted at the end of the month, in the province where they live when free.
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import Measure, count, derived, of_country
from unanimity.world.codes import ABROAD, CAMP, DEAD, EXILED, IMPRISONED, INQUIRY


def the_absent(status):
    """Everybody alive who is held, exiled or abroad."""
    return EXILED <= status < DEAD


@count(over=the_absent)
def held_for_inquiry(status):
    """People under inquiry."""
    return 1.0 if status == INQUIRY else 0.0


@count(over=the_absent, elsewhere="count(status == imprisoned, all)")
def held_in_prison(status):
    """People in prison."""
    return 1.0 if status == IMPRISONED else 0.0


@count(over=the_absent, elsewhere="count(status == camp, all)")
def held_in_camps(status):
    """People in camps."""
    return 1.0 if status == CAMP else 0.0


@count(over=the_absent, elsewhere="count(status == exiled, all)")
def held_in_exile(status):
    """People in exile within the country."""
    return 1.0 if status == EXILED else 0.0


@count(over=the_absent)
def gone_abroad(status):
    """People who live abroad."""
    return 1.0 if status == ABROAD else 0.0


@derived(unit="persons")
def living_in_country(people_accounted, deaths, gone_abroad):
    """People alive and in the country, held or free."""
    return np.asarray(people_accounted - deaths - gone_abroad)


@of_country(unit="rung", high=7.0)
def rung_reached(rung_max):
    """Highest rung of the ladder that has passed without correction (contract 4: rung_max)."""
    return float(rung_max)


@of_country(unit="score")
def autonomy_of_police(police_autonomy):
    """Autonomy of the police (A): how far it is accountable to nobody."""
    return police_autonomy


MEASURES: tuple[Measure, ...] = (
    held_for_inquiry, held_in_prison, held_in_camps, held_in_exile, gone_abroad, living_in_country, rung_reached,
    autonomy_of_police,
)

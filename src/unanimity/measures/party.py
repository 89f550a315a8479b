"""Measures of what people feel, whom they depend on, and what the party is made of (section 4 of the contract).

Opinion measures are over attendants, party measures over members. By level: holders of office of the level, cell 1,
district 2, province 3, centre 4 and 5 (the leader); *base* is members without office.
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import Measure, derived, mean
from unanimity.measures.opinion import at_liberty, attendants, in_the_country, members
from unanimity.world.character import is_opportunist
from unanimity.world.codes import (
    CELL_SECRETARY,
    CENTRE_MEMBER,
    CITIZEN,
    DISTRICT_SECRETARY,
    NO_OFFICE,
    PROVINCE_SECRETARY,
)
from unanimity.world.columns import AT_LIBERTY_BELOW

CONTENT = 0.3  # legitimacy: grievance below this
TRUSTING = 0.5  # and trust above this


def base(status, estate, office):
    """Members without office, at liberty."""
    return status < AT_LIBERTY_BELOW and estate != CITIZEN and office == NO_OFFICE


def cell_offices(status, office):
    """Secretaries of cells."""
    return status < AT_LIBERTY_BELOW and office == CELL_SECRETARY


def district_offices(status, office):
    """Secretaries of districts."""
    return status < AT_LIBERTY_BELOW and office == DISTRICT_SECRETARY


def province_offices(status, office):
    """Secretaries of provinces."""
    return status < AT_LIBERTY_BELOW and office == PROVINCE_SECRETARY


def centre_offices(status, office):
    """The centre and its leader."""
    return status < AT_LIBERTY_BELOW and office >= CENTRE_MEMBER


# --- what people feel -------------------------------------------------------------------------------------------------
@mean(over=in_the_country, unit="score", elsewhere="mean(grievance, all)")
def grievance_felt(grievance):
    """Mean grievance."""
    return grievance


@mean(over=in_the_country, unit="score", elsewhere="mean(trust, all)")
def trust_in_print(trust):
    """Mean trust in what is printed."""
    return trust


@mean(over=in_the_country, unit="score", elsewhere="mean(dependence, all)")
def dependence_held(dependence):
    """Mean dependence: the share of a person's living that a single authority controls."""
    return dependence


@mean(over=attendants, unit="share of attendants", elsewhere="share(grievance < .3 and trust > .5, attendants)")
def legitimacy(grievance, trust):
    """Share of attendants with grievance below .3 and trust above .5."""
    return 1.0 if grievance < CONTENT and trust > TRUSTING else 0.0


@mean(over=at_liberty, unit="score", elsewhere="mean(believed, present)")
def belief_in_guilt(believed):
    """Mean belief in the guilt of the accused, over those at liberty."""
    return believed


@mean(over=at_liberty, unit="score")
def rumour_heard(rumour):
    """Mean rumour in one's cell."""
    return rumour


@mean(over=attendants, unit="squared")
def stance_squared(stance_voted):
    """Mean square of what attendants think on the issue voted; the spread of opinion is made from it."""
    return stance_voted * stance_voted


@derived(unit="-1..1", high=1.0)
def stance_spread(stance_squared, private_stance):
    """Spread (standard deviation) of what attendants think on the issue voted."""
    return np.sqrt(np.maximum(0.0, stance_squared - private_stance * private_stance))


# --- what the party is made of ----------------------------------------------------------------------------------------
@mean(over=at_liberty, unit="share of people at liberty")
def members_share(estate):
    """Share of people at liberty who are members, officials or police."""
    return 1.0 if estate != CITIZEN else 0.0


@mean(over=members, unit="share of members")
def opportunist_share(ambition, conviction, stance_voted, line_voted):
    """Share of members with more ambition than conviction who disagree or have little conviction."""
    return 1.0 if is_opportunist(ambition, conviction, stance_voted * line_voted) else 0.0


@mean(over=members, unit="score")
def conviction_of_members(conviction):
    """Mean conviction of members."""
    return conviction


@mean(over=base, unit="score")
def competence_base(competence):
    """Mean competence of members without office."""
    return competence


@mean(over=cell_offices, unit="score")
def competence_cell(competence):
    """Mean competence of secretaries of cells."""
    return competence


@mean(over=district_offices, unit="score")
def competence_district(competence):
    """Mean competence of secretaries of districts."""
    return competence


@mean(over=province_offices, unit="score")
def competence_province(competence):
    """Mean competence of secretaries of provinces."""
    return competence


@mean(over=centre_offices, unit="score")
def competence_centre(competence):
    """Mean competence of the centre."""
    return competence


@mean(over=base, unit="score")
def conviction_base(conviction):
    """Mean conviction of members without office."""
    return conviction


@mean(over=cell_offices, unit="score")
def conviction_cell(conviction):
    """Mean conviction of secretaries of cells."""
    return conviction


@mean(over=district_offices, unit="score")
def conviction_district(conviction):
    """Mean conviction of secretaries of districts."""
    return conviction


@mean(over=province_offices, unit="score")
def conviction_province(conviction):
    """Mean conviction of secretaries of provinces."""
    return conviction


@mean(over=centre_offices, unit="score")
def conviction_centre(conviction):
    """Mean conviction of the centre."""
    return conviction


@mean(over=base, unit="score")
def courage_base(courage):
    """Mean courage of members without office."""
    return courage


@mean(over=cell_offices, unit="score")
def courage_cell(courage):
    """Mean courage of secretaries of cells."""
    return courage


@mean(over=district_offices, unit="score")
def courage_district(courage):
    """Mean courage of secretaries of districts."""
    return courage


@mean(over=province_offices, unit="score")
def courage_province(courage):
    """Mean courage of secretaries of provinces."""
    return courage


@mean(over=centre_offices, unit="score")
def courage_centre(courage):
    """Mean courage of the centre."""
    return courage


MEASURES: tuple[Measure, ...] = (
    grievance_felt, trust_in_print, dependence_held, legitimacy, belief_in_guilt, rumour_heard, stance_squared,
    stance_spread, members_share, opportunist_share, conviction_of_members,
    competence_base, competence_cell, competence_district, competence_province, competence_centre,
    conviction_base, conviction_cell, conviction_district, conviction_province, conviction_centre,
    courage_base, courage_cell, courage_district, courage_province, courage_centre,
)

"""Measures of office-holders: their patrons, tenure and character (section 4 of the contract).

By level: the secretaries of units of that level, and for the centre its leader and members; an empty post does not
count. Read from the units' secretaries, not summed over people.
"""

from __future__ import annotations

from unanimity.measures.declare import Measure, of_country, unit_mean
from unanimity.measures.rings import headed_units
from unanimity.world.character import is_opportunist
from unanimity.world.codes import CELL_SECRETARY, DISTRICT_SECRETARY, NOBODY, PROVINCE_SECRETARY, RULE_ISSUE


def headed_cells(rank, secretary):
    """Cells that have a secretary."""
    return rank == CELL_SECRETARY and secretary != NOBODY


def headed_districts(rank, secretary):
    """Districts that have a secretary."""
    return rank == DISTRICT_SECRETARY and secretary != NOBODY


def headed_provinces(rank, secretary):
    """Provinces that have a secretary."""
    return rank == PROVINCE_SECRETARY and secretary != NOBODY


def lower_posts(rank, secretary, parent_secretary):
    """Headed units below the centre whose superior unit is headed too."""
    return rank <= PROVINCE_SECRETARY and secretary != NOBODY and parent_secretary != NOBODY


@unit_mean(over=lower_posts, unit="share of lower posts")
def appointed_by_current_superior(secretary_patron, parent_secretary):
    """Share of lower officials whom the present secretary above them has named (contract 4: own choice)."""
    return 1.0 if secretary_patron == parent_secretary else 0.0


@unit_mean(over=headed_units, unit="months", high=65535.0)
def tenure_in_post(secretary_tenure):
    """Months that secretaries have held their present post, mean over headed units (contract 4: tenure)."""
    return float(secretary_tenure)


@unit_mean(over=headed_cells, unit="share of cell secretaries")
def opportunist_share_cell(secretary_ambition, secretary_conviction, secretary_stance, line):
    """Share of opportunists among secretaries of cells (contract 4: opportunist share by level)."""
    return 1.0 if is_opportunist(secretary_ambition, secretary_conviction, secretary_stance * line) else 0.0


@unit_mean(over=headed_districts, unit="share of district secretaries")
def opportunist_share_district(secretary_ambition, secretary_conviction, secretary_stance, line):
    """Share of opportunists among secretaries of districts (contract 4: opportunist share by level)."""
    return 1.0 if is_opportunist(secretary_ambition, secretary_conviction, secretary_stance * line) else 0.0


@unit_mean(over=headed_provinces, unit="share of province secretaries")
def opportunist_share_province(secretary_ambition, secretary_conviction, secretary_stance, line):
    """Share of opportunists among secretaries of provinces (contract 4: opportunist share by level)."""
    return 1.0 if is_opportunist(secretary_ambition, secretary_conviction, secretary_stance * line) else 0.0


@of_country(unit="share of the centre")
def opportunist_share_centre(people, units, seats, tree):
    """Share of opportunists among leader and members of the centre (contract 4: opportunist share by level)."""
    seated, found = 0, 0.0
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        i = seats.sitting[k]
        if i == NOBODY:
            continue
        seated += 1
        agreement = people.stance[RULE_ISSUE, i] * units.line[RULE_ISSUE, tree.units - 1]
        if is_opportunist(people.ambition[i], people.conviction[i], agreement):
            found += 1.0
    return found / seated if seated > 0 else 0.0


MEASURES: tuple[Measure, ...] = (
    appointed_by_current_superior, tenure_in_post, opportunist_share_cell, opportunist_share_district,
    opportunist_share_province, opportunist_share_centre,
)

"""Measures of movement between town and village (card 30); collected where people move."""

from __future__ import annotations

from unanimity.measures.declare import MONTHLY, Measure, count, derived, mean, unit_count
from unanimity.measures.generations import A_YEAR, THOUSAND, YEAR, cells
from unanimity.measures.opinion import in_the_country
from unanimity.world.codes import NO_MOVE, TO_TOWN, TO_VILLAGE


@mean(over=in_the_country, unit="share of people")
def town_share(village):
    """Share of people who live in towns."""
    return 1.0 if village == 0 else 0.0


@count(over=in_the_country)
def townspeople(village):
    """People who live in towns; over an earlier month: what a town has lost."""
    return 1.0 if village == 0 else 0.0


@count(over=in_the_country, kind=MONTHLY)
def moved_to_town(month, moved, move_kind):
    """People who settled in a town this month and came from a village."""
    return 1.0 if moved == month and move_kind == TO_TOWN else 0.0


@count(over=in_the_country, kind=MONTHLY)
def moved_to_village(month, moved, move_kind):
    """People who settled in a village this month and came from a town."""
    return 1.0 if moved == month and move_kind == TO_VILLAGE else 0.0


@count(over=in_the_country, kind=MONTHLY)
def moved_at_all(month, moved):
    """People who settled in another place this month."""
    return 1.0 if moved == month else 0.0


@mean(over=in_the_country, unit="share of people")
def live_elsewhere(move_kind):
    """Share of people who have moved since the start."""
    return 1.0 if move_kind != NO_MOVE else 0.0


@unit_count(over=cells, unit="places")
def vacant_places(cell_vacant):
    """Vacant places at the end of the month."""
    return cell_vacant


@derived(A_YEAR, high=1e6)
def to_town_rate(moved_to_town, people_here):
    """Moves from villages to towns of the month as a yearly rate, for 1,000 people."""
    return moved_to_town * YEAR * THOUSAND / people_here.clip(1.0)


@derived(A_YEAR, high=1e6)
def to_village_rate(moved_to_village, people_here):
    """Moves from towns to villages of the month as a yearly rate, for 1,000 people."""
    return moved_to_village * YEAR * THOUSAND / people_here.clip(1.0)


MEASURES: tuple[Measure, ...] = (
    town_share, townspeople, moved_to_town, moved_to_village, moved_at_all, live_elsewhere, vacant_places, to_town_rate,
    to_village_rate,
)

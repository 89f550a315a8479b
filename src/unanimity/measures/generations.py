"""Measures of the succession of generations (card 29); collected where a society has vacant places."""

from __future__ import annotations

from unanimity.measures.declare import MONTHLY, SO_FAR, Measure, count, derived, mean, unit_count
from unanimity.measures.opinion import in_the_country, members
from unanimity.measures.people import the_dead
from unanimity.world.codes import NATURAL

YEAR, THOUSAND = 12.0, 1000.0
A_YEAR = "per 1,000 a year"


def cells(rank):
    """The cells."""
    return rank == 1


@count(over=in_the_country)
def people_here():
    """People alive and in the country, without the young."""
    return 1.0


@mean(over=in_the_country, unit="years", high=120.0)
def mean_age(month, born):
    """Mean age of the grown-up."""
    return (month - born) / YEAR


@mean(over=in_the_country, unit="share of people")
def newcomers(origin):
    """Share of people who have come of age or arrived since the start."""
    return 1.0 if origin > 0 else 0.0


@mean(over=members, unit="years", high=600.0)
def members_years(month, cohort):
    """Mean years of party membership, counted from the start of the run at the earliest."""
    return max(0.0, (month - max(cohort, 0)) / YEAR)


@count(over=the_dead, kind=SO_FAR)
def natural_deaths(death):
    """People who have died of age since the start."""
    return 1.0 if death == NATURAL else 0.0


@count(over=the_dead, kind=MONTHLY)
def deaths_this_month(month, death_month):
    """People who have died this month, of whatever kind."""
    return 1.0 if death_month == month else 0.0


@unit_count(over=cells, unit="persons")
def young_here(young_all):
    """The young, who are counted by cell until they are sixteen."""
    return young_all


@unit_count(over=cells, unit="persons", kind=MONTHLY)
def births(births_now):
    """Births of the month."""
    return births_now


@unit_count(over=cells, unit="persons", kind=MONTHLY)
def young_deaths(young_deaths_now):
    """Deaths of the young in the month."""
    return young_deaths_now


@unit_count(over=cells, unit="persons", kind=MONTHLY)
def arrivals_made(arrivals_now):
    """People who came from outside this month."""
    return arrivals_now


@unit_count(over=cells, unit="persons")
def waiting_for_a_place(waiting_age, waiting_arrived):
    """Those who came of age or arrived and have found no vacant place yet."""
    return float(waiting_age + waiting_arrived)


@derived(A_YEAR, high=1e6)
def crude_birth_rate(births, people_here, young_here):
    """Births of the month as a yearly rate, for 1,000 of all people, the young included."""
    return births * YEAR * THOUSAND / (people_here + young_here).clip(1.0)


@derived(A_YEAR, high=1e6)
def crude_death_rate(deaths_this_month, young_deaths, people_here, young_here):
    """Deaths of the month of every kind as a yearly rate, for 1,000 of all people, the young included."""
    return (deaths_this_month + young_deaths) * YEAR * THOUSAND / (people_here + young_here).clip(1.0)


MEASURES: tuple[Measure, ...] = (
    people_here, mean_age, newcomers, members_years, natural_deaths, deaths_this_month, young_here, births,
    young_deaths, arrivals_made, waiting_for_a_place, crude_birth_rate, crude_death_rate,
)

"""Card 29: worked examples of its rates with the card's own parameters."""

from __future__ import annotations

import math

import pytest

from unanimity.mechanisms.people.generations import (
    DIES,
    LEAVES,
    STAYS,
    Generations,
    births_due,
    fail,
    hungering,
    natural_hazard,
    young_deaths_due,
)
from unanimity.world.words import FREE, NEVER

P = Generations()
about = pytest.approx


def test_the_hazard_of_a_month_is_accident_and_age_and_more_of_it_in_hunger():
    assert natural_hazard(15.0, 0.0, P) == about(0.0048 / 12)
    assert natural_hazard(25.0, 0.0, P) == about((0.004 + 0.0008 * math.exp(0.85)) / 12)
    assert natural_hazard(15.0, 0.5, P) == about(0.0048 * 3 / 12)  # 1 + 8*.25


def test_births_are_a_twelfth_of_the_yearly_rate_less_what_hunger_and_war_take():
    assert births_due(1200.0, 0.0, 0.0, P) == about(7.5)
    assert births_due(1200.0, 0.5, 0.0, P) == about(4.5)
    assert births_due(1200.0, 0.0, 0.1, P) == about(5.25)
    assert births_due(1200.0, 0.5, 0.1, P) == about(3.15)
    assert births_due(1200.0, 0.0, 0.5, P) == 0.0


@pytest.mark.parametrize(("age", "due"), [(0, 1.7), (1, 0.35), (2, 0.35), (3, 0.06), (15, 0.06)])
def test_the_youngest_die_most(age, due):
    assert young_deaths_due(age, 120, 0.0, P) == about(due)
    assert young_deaths_due(age, 120, 0.2, P) == about(1.6 * due)  # 1 + 15*.04
    assert young_deaths_due(age, 240, 0.0, P) == about(2 * due)


def test_no_more_than_all_of_them_die():
    worst = P._replace(infant_deaths=0.5, child_epidemic=30.0)
    assert young_deaths_due(0, 10, 1.0, worst) == 10.0


def failing(month, luck, p=P, age=40, left=NEVER):
    return fail(status=FREE, born=month - 12 * age, left=left, hunger=0.0, month=month, luck=luck, p=p)[0]


def test_the_first_month_counts_and_a_burn_in_does_not():
    assert (failing(-1, 0.0, age=90), failing(0, 0.0, age=90)) == (STAYS, DIES)


def test_one_in_twentyfour_leaves_in_a_month_where_half_retire_in_a_year():
    p = P._replace(accident=0.0, ageing=0.0, retiring=0.5)
    assert [failing(5, luck, p) for luck in (0.0, 0.0408, 0.0409, 0.5)] == [LEAVES, LEAVES, STAYS, STAYS]
    assert hungering(0.3) == 0.3

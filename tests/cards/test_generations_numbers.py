"""Card 29: worked examples of its rates with the card's own parameters."""

from __future__ import annotations

import math

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from example_parameters import GENERATIONS
from rule_decisions import does
from unanimity.mechanisms.people.generations import (
    DIES,
    LEAVES,
    OF_AGE,
    STAYS,
    births_due,
    fail,
    go,
    grow_older,
    grow_up,
    has_begun,
    hungering,
    is_failing,
    natural_hazard,
    young_deaths_due,
)
from unanimity.world.codes import (
    ABROAD,
    DEAD,
    DYING,
    FREE,
    LEAVING,
    MEMBER,
    NEVER,
    NOBODY,
    OFFICIAL,
)

P = GENERATIONS
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


# --- going ------------------------------------------------------------------------------------------------------------
def test_who_goes_leaves_his_post_and_chair():
    assert is_failing(row(failing=DIES)) and is_failing(row(failing=LEAVES)) and not is_failing(row(failing=STAYS))

    def gone(dies, office=4):
        people = table(status=[FREE], left=[NEVER], failing=[DIES if dies else LEAVES], office=[office], tenure=[3],
                       headed=[1],
                       estate=[OFFICIAL], death=[0], death_month=[NEVER])
        units, seats, log = table(secretary=[NOBODY, 0]), table(sitting=[0, 7, 0]), make_log(1)
        tree = table(seat_start=[0, 1])
        tree.units, tree.seats = 2, 3
        go(0, people, units, seats, tree, 30, log)
        found = [int(getattr(people, name)[0]) for name in ("status", "left", "failing", "office", "estate")]
        return found, units.secretary.tolist(), seats.sitting.tolist(), rows_of(log)["event"].tolist()
    assert gone(True) == ([DEAD, NEVER, STAYS, 0, MEMBER], [NOBODY, NOBODY], [0, 7, NOBODY], [DYING])
    assert gone(False) == ([ABROAD, 30, STAYS, 0, MEMBER], [NOBODY, NOBODY], [0, 7, NOBODY], [LEAVING])
    assert gone(False, office=3)[2] == [0, 7, 0]  # he had no chair


# --- the young --------------------------------------------------------------------------------------------------------
def test_births_and_arrivals_of_a_cell():
    assert has_begun(0) and not has_begun(-1)

    def cell(births=0.0, arriving=0.0, **changes):
        unit = {"hungering": 600.0, "present": 1200.0, "withdrawn": 0.0, "arrivals": 0.06, **changes}
        return does(grow_up, "grow_older", unit=row(**unit), luck=row(births=births, arriving=arriving), p=P)
    assert cell() == (4, 6, 0.5) and cell(births=0.51) == (5, 6, 0.5)  # 4.5 and 6 are due
    assert cell(arriving=0.99)[1] == 6 and cell(arrivals=0.07)[1] == 7 and cell(arrivals=0.065, arriving=0.6)[1] == 7
    assert cell(present=0.0, hungering=0.0) == (0, 0, 0.0) and cell(present=0.05, hungering=0.02)[2] == about(0.4)
    assert cell(hungering=0.0)[0] == 7


def older(month=5, born=0, coming=0, hunger=0.0, young=None, p=P):
    units = table(young=np.zeros((OF_AGE, 2), int), young_all=[0.0] * 2, waiting_age=[1, 1], waiting_arrived=[2, 2],
                  births_now=[0.0] * 2, arrivals_now=[0.0] * 2, young_deaths_now=[0.0] * 2)
    for age, number in (young or {}).items():
        units.young[age, 1] = number
    country = table(births_so_far=[10], arrivals_so_far=[20], young_dead=[30])
    grow_older(1, born, coming, hunger, units, country, month, 1, p)
    return units, [int(column[0]) for column in vars(country).values()]


SAFE = P._replace(infant_deaths=0.0, small_deaths=0.0, child_deaths=0.0)
DEADLY = P._replace(infant_deaths=99.0, small_deaths=99.0, child_deaths=99.0)


def test_the_young_are_joined_by_the_newborn_and_grow_older_in_january():
    units, so_far = older(born=3, coming=4, young={0: 2, 15: 5}, p=SAFE)
    assert units.young[:, 1].tolist() == [5] + [0] * 14 + [5] and units.young_all[1] == 10
    assert (units.births_now[1], units.arrivals_now[1], units.young_deaths_now[1]) == (3, 4, 0)
    assert (units.waiting_age[1], units.waiting_arrived[1]) == (1, 6) and so_far == [13, 24, 30]
    units, _ = older(month=12, born=3, young={0: 2, 14: 4, 15: 5}, p=SAFE)
    assert units.young[:, 1].tolist() == [0, 5] + [0] * 13 + [4] and units.waiting_age[1] == 6
    assert units.young_all[1] == 9 and units.waiting_age[0] == 1 and units.young[:, 0].sum() == 0


def test_the_young_die_by_their_years():
    units, so_far = older(born=1, young={0: 1, 7: 3}, p=DEADLY)
    assert units.young[:, 1].tolist() == [1] + [0] * 15 and units.young_deaths_now[1] == 4 and so_far == [11, 20, 34]
    assert units.young_all[1] == 1
    units, _ = older(young={0: 1200}, hunger=0.5)  # .17 * 4.75 / 12 of them: 80.75
    assert units.young_deaths_now[1] in (80, 81) and units.young_all[1] == 1200 - units.young_deaths_now[1]

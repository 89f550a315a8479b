"""Card 29, generations: its direction tests on single rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import call
from example_parameters import GENERATIONS
from unanimity.engine.initial_population import first_births, first_young
from unanimity.mechanisms.people.generations import (
    DIES,
    LEAVES,
    OF_AGE,
    STAYS,
    births_due,
    fail,
    grow_up,
    natural_hazard,
    young_deaths_due,
)
from unanimity.world.codes import ABROAD, CAMP, DEAD, FREE, NEVER, VACANT
from unanimity.world.levers import LEVERS, NUMBER_OF

P = GENERATIONS
SHARE = st.floats(0, 1)
NOBODY_DIES = P._replace(accident=0.0, ageing=0.0)


def failing(status=FREE, age=40, hunger=0.0, month=10, luck=0.5, left=NEVER, p=P):
    return fail(status=status, born=month - 12 * age, left=left, hunger=hunger, month=month, luck=luck, p=p)


@given(st.integers(15, 110), SHARE, SHARE)
def test_2_without_accident_and_ageing_nobody_dies_of_age(age, hunger, luck):
    assert failing(age=age, hunger=hunger, luck=luck, p=NOBODY_DIES)[0] == STAYS


@given(st.integers(15, 100), SHARE, SHARE)
def test_the_old_and_the_hungry_die_more(age, low, high):
    low, high = sorted((low, high))
    assert natural_hazard(age + 1, low, P) > natural_hazard(age, low, P)
    assert natural_hazard(age, high, P) >= natural_hazard(age, low, P)


def test_one_in_fifty_of_a_young_population_dies_in_a_year():
    ages = np.arange(16, 80)
    assert 0.004 < 12 * natural_hazard(16, 0.0, P) < 0.006
    assert 0.1 < 12 * natural_hazard(75, 0.0, P) < 0.2
    assert all(12 * natural_hazard(a, 0.0, P) < 0.25 for a in ages)


@pytest.mark.parametrize("status", [FREE, CAMP, ABROAD])
def test_death_comes_wherever_one_is(status):
    assert failing(status=status, age=90, luck=0.001)[0] == DIES


def test_the_dead_and_vacant_places_stay_as_they_are_and_nothing_happens_in_a_burn_in():
    assert failing(status=DEAD, age=90, luck=0.0)[0] == failing(status=VACANT, age=90, luck=0.0)[0] == STAYS
    assert failing(age=90, month=-1, luck=0.0)[0] == STAYS


def test_who_retires_leaves_if_he_is_at_liberty():
    p = NOBODY_DIES._replace(retiring=0.5)
    assert failing(luck=0.03, p=p)[0] == LEAVES
    assert failing(status=CAMP, luck=0.03, p=p)[0] == STAYS
    assert failing(luck=0.03)[0] == STAYS


def test_it_is_noted_since_when_one_who_left_is_away():
    assert failing(status=ABROAD, month=10)[1] == 10
    assert failing(status=ABROAD, month=12, left=10)[1] == 10
    assert failing(status=FREE)[1] == NEVER


@given(SHARE, SHARE, SHARE, st.integers(0, OF_AGE - 1))
def test_7_hunger_takes_births_and_the_young(low, high, withdrawn, age):
    low, high = sorted((low, high))
    assert births_due(100.0, high, withdrawn, P) <= births_due(100.0, low, withdrawn, P)
    assert young_deaths_due(age, 10, high, P) >= young_deaths_due(age, 10, low, P)
    assert births_due(100.0, low, 1.0, P) <= births_due(100.0, low, withdrawn, P)


class Cell:
    """One cell and its young, month by month."""

    def __init__(self, young=0, present=16.0, arrivals=0.0, p=P):
        self.levers = np.zeros((len(LEVERS), 1))
        self.levers[NUMBER_OF["arrivals"]] = arrivals
        self.young = np.full((OF_AGE, 1), young, np.uint32)
        self.of = {name: np.zeros(1, np.uint32) for name in grow_up.writes if name != "young"}
        self.present, self.p = np.array([present]), p

    def month(self, month, hunger=0.0, seed=7):
        state = {**self.of, "young": self.young, "present": self.present,
                 "hungering": np.array([hunger * self.present[0]]), "withdrawn": np.zeros(1)}
        call(grow_up, state, beside={"cells": 1}, levers=self.levers, month=month, calendar=month % 12 + 1,
             seed=np.uint64(seed), p=self.p)

    def count(self, name):
        return int(self.of[name][0])


def test_1_without_births_and_arrivals_nobody_is_ever_new():
    cell = Cell(p=P._replace(births=0.0))
    for month in range(60):
        cell.month(month)
    assert cell.young.sum() == 0 and all(cell.count(name) == 0 for name in cell.of)


@given(st.integers(0, 40), SHARE, st.integers(0, 2**32))
def test_3_the_young_are_accounted_for(young, hunger, seed):
    cell = Cell(young=young, present=200.0, arrivals=0.1)
    start = int(cell.young.sum())
    for month in range(30):
        cell.month(month, hunger, seed)
        inside = int(cell.young.sum())
        assert cell.count("young_all") == inside
        assert start + cell.count("births_so_far") == inside + cell.count("young_dead") + cell.count("waiting_age")
        assert cell.count("arrivals_so_far") == cell.count("waiting_arrived")


def test_the_young_grow_a_year_older_in_january_and_come_of_age_at_sixteen():
    cell = Cell(p=P._replace(births=0.0, infant_deaths=0.0, small_deaths=0.0, child_deaths=0.0))
    cell.young[OF_AGE - 1], cell.young[3] = 5, 2
    cell.month(11)
    assert cell.count("waiting_age") == 0
    cell.month(12)
    assert cell.count("waiting_age") == 5 and cell.young[4] == 2 and cell.young.sum() == 2


def test_six_in_a_hundred_arrive_in_a_year():
    cell = Cell(present=400.0, arrivals=0.06, p=P._replace(births=0.0))
    for month in range(120):
        cell.month(month)
    assert abs(cell.count("arrivals_so_far") - 240) < 20


def test_nothing_happens_in_a_burn_in():
    cell = Cell(young=3, arrivals=1.0)
    cell.month(-12)
    assert cell.young.sum() == 3 * OF_AGE and cell.count("waiting_arrived") == 0


def test_the_first_people_are_of_every_age_from_sixteen_on_and_have_the_young_of_sixteen_years():
    months = first_births(np.linspace(0.001, 0.999, 999), P)
    years = -months / 12
    assert years.min() >= 16 and years.max() < 100 and (np.diff(years) >= 0).all()
    assert 35 < years.mean() < 45  # a growing population is young
    young = first_young(1, np.full(50, 40), P, 60)
    assert young.shape == (OF_AGE, 60) and (young[:, 50:] == 0).all()
    assert 0.7 < young.sum() / 2000 < 1.0  # .5 to .6 of all people are grown up
    assert first_young(1, np.full(50, 40), P._replace(births=0.0), 60).sum() == 0


def test_of_the_young_who_would_be_there_a_share_may_be_missing_after_bad_years():
    people = np.full(500, 40)
    usual, half, none = (first_young(1, people, P._replace(survivors=share), 600).astype(int)
                         for share in (1.0, 0.5, 0.0))
    assert half.sum() / usual.sum() == pytest.approx(0.5, abs=0.02) and none.sum() == 0
    assert (half <= usual).all() and half[0].sum() / usual[0].sum() == pytest.approx(0.5, abs=0.05)

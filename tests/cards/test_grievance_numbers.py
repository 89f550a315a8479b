"""Card 7: worked examples of its equation with the card's own parameters."""

from __future__ import annotations

import pytest

from direct_calls import loose
from example_parameters import GRIEVANCE
from unanimity.mechanisms.people.grievance import (
    everyday,
    grievance,
    hindered_of,
    paid_for_another,
    privilege_seen,
    taken_of,
    wrong,
)
from unanimity.world.codes import BANNED, FREE_PRESS, MONOPOLY, NEVER, SEIZURE, TAX

P = GRIEVANCE
about = pytest.approx
CALM = {"grievance": 0.5, "accustomed": 0.0, "standing": 0.0, "hunger": 0.0, "relieved": 0, "wrong": 0.0,
        "paid_for_another": 0.0, "hatred": 0.6, "trust": 0.8, "claim": 0.5, "lived": 0.5, "officials_here": 0,
        "present": 10, "broken": 0.0, "insult": 0.0, "village": 0, "month_take": 0.0, "harvest": 0.0, "news": 0.0,
        "missing": 0.0, "need": 10.0, "driven": 0.0,
        "privileges": 0.0, "market_policing": 0.0, "procurement": TAX, "association_economy": BANNED,
        "press": MONOPOLY, "blame_shifted": 0.0}


def felt(**changes):
    return loose(grievance, **{**CALM, **changes}, p=P)[0]


def test_the_calm_month_heals_a_twentieth_and_every_wrong_works_on_what_is_left_of_patience():
    assert felt() == about(0.475)
    assert felt(hunger=0.4, accustomed=0.2) == about(0.475 + 0.5 * 0.2 * 0.5)
    assert felt(wrong=0.4, news=0.5) == about(0.475 + 0.5 * 0.4 * 0.75 * 0.5)
    assert felt(broken=0.5) == about(0.475 + 0.4 * 0.5 * 0.5)
    assert felt(insult=0.1) == felt(insult=0.1, market_policing=0.5) == about(0.475 + 0.3 * 0.1 * 0.5)
    assert felt(insult=0.1, market_policing=0.5, missing=5.0) == about(0.475 + 0.3 * (0.1 + 0.2 * 0.5 * 0.5) * 0.5)
    sells = dict(village=1, harvest=240.0, market_policing=0.5)  # ten who eat half of their harvest
    assert felt(**sells) == about(0.475 + 0.3 * 0.2 * 0.5 * 0.5 * 0.5)
    assert felt(driven=0.8) == about(0.475 + 0.5 * 0.8 * 0.5)
    assert felt(paid_for_another=0.5) == about(0.475 + 0.6 * 0.5 * 0.5)
    assert felt(relieved=1) == about(0.325)
    assert felt(village=1, month_take=20.0, harvest=100.0) == about(0.475 + 0.3 * 0.2 * 0.5)


@pytest.mark.parametrize(("village", "missing", "need", "harvest", "present", "share"), [
    (0, 3.0, 12.0, 0.0, 10, 0.25), (0, 15.0, 12.0, 0.0, 10, 1.0), (0, 0.0, 12.0, 500.0, 10, 0.0),
    (0, 0.0, 0.0, 0.0, 0, 0.0), (0, 0.02, 0.05, 0.0, 0, 0.4), (1, 6.0, 12.0, 160.0, 10, 0.25),
    (1, 6.0, 12.0, 100.0, 10, 0.0), (1, 6.0, 12.0, 0.0, 10, 0.0), (1, 0.0, 0.0, 0.05, 0, 1.0)])
def test_raids_hit_the_share_of_bread_that_is_bought_or_of_a_harvest_that_could_be_sold(village, missing, need, harvest,
                                                                                      present, share):
    assert hindered_of(village, missing, need, harvest, present) == about(share)


def test_a_culprit_in_a_monopoly_press_takes_a_part_away_and_a_free_press_gives_none():
    assert felt(blame_shifted=0.5) == about(0.475 * 0.6)  # half of what one trusts by .8
    assert felt(blame_shifted=0.5, press=FREE_PRESS) == about(0.475)


@pytest.mark.parametrize(("weight", "blow", "last_dissent", "injury"), [
    (0.5, 7, NEVER, 0.5), (0.5, 2, NEVER, 1 / 7), (1.0, 1, NEVER, 1 / 7), (0.5, 7, 3, 0.0)])
def test_a_blow_to_one_who_never_dissented_counts_in_sevenths(weight, blow, last_dissent, injury):
    assert wrong(weight, blow, last_dissent) == about(injury)


def test_one_harmed_as_a_hostage_is_hated_for_by_the_weight_of_the_tie():
    assert (paid_for_another(0.4, 1), paid_for_another(0.4, 0)) == (0.4, 0.0)


def test_privileges_are_seen_by_the_share_of_officials_also_where_nobody_else_is_left():
    assert privilege_seen(0.5, 2.0, 10.0, 0.6) == about(0.06)
    assert privilege_seen(1.0, 1.0, 0.0, 0.5) == 0.5
    assert privilege_seen(1.0, 5.0, 2.0, 0.5) == 0.5


def test_the_share_taken_of_a_poor_harvest_is_a_share_all_the_same():
    assert taken_of(1, 0.02, 0.05, SEIZURE) == about(0.4)
    assert taken_of(1, 3.0, 2.0, SEIZURE) == 1.0


def test_without_the_card_one_feels_what_one_brought_along():
    assert everyday(0.3) == 0.3

"""Card 6: worked examples of its equations with the card's own parameters (spill .5, a monopoly prints .3)."""

from __future__ import annotations

import math

import pytest

from example_parameters import FEAR
from unanimity.mechanisms.people.fear import (
    anybody_harmed,
    hit,
    marked_ties,
    nobody_avoided_any_more,
    printed,
    recover,
    remember_here,
    remember_there,
    remember_thin,
    seen,
    somebody_avoided,
    still_thin,
    thin,
)
from unanimity.world.codes import COMPLAINT_TOPIC, FREE_PRESS, KIN, LOCAL_TOPIC, MONOPOLY, RULE_TOPIC

P = FEAR
about = pytest.approx


@pytest.mark.parametrize(("blow", "of_case", "topic", "felt"), [
    (0, RULE_TOPIC, RULE_TOPIC, 0.0), (1, RULE_TOPIC, RULE_TOPIC, 1 / 7), (7, LOCAL_TOPIC, LOCAL_TOPIC, 1.0),
    (7, LOCAL_TOPIC, RULE_TOPIC, 0.5), (3, RULE_TOPIC, COMPLAINT_TOPIC, 3 / 14)])
def test_a_blow_is_seen_in_sevenths_and_half_of_it_on_another_topic(blow, of_case, topic, felt):
    assert seen(blow, of_case, topic, P) == about(felt)
    assert printed(blow, of_case, topic, FREE_PRESS, P) == about(felt)
    assert printed(blow, of_case, topic, MONOPOLY, P) == about(0.3 * felt)


def test_what_is_held_as_input_adds_to_harm_by_topic_and_not_where_card_16_deals_the_blows():
    # 11/12 of 1.2, and .3 seen, and .01 a head of 50
    assert remember_here(1.2, 0.3, 0.01, 50.0, 0.0, RULE_TOPIC, P)[0] == about(1.1 + 0.3 + 0.5)
    assert remember_here(1.2, 0.3, 0.01, 50.0, 0.0, LOCAL_TOPIC, P)[0] == about(1.1 + 0.3 + 0.25)
    assert remember_here(1.2, 0.3, 0.01, 50.0, 0.0, RULE_TOPIC, P, on_sanction=True)[0] == about(1.4)
    # kl = 20: 20 * 1.4 * 1.5 / 70 = .6
    assert remember_here(1.2, 0.3, 0.0, 70.0, 0.5, RULE_TOPIC, P)[1] == about(1 - math.exp(-0.6))


def test_what_is_printed_is_a_head_of_the_country():
    # 11/12 of .12, and 2 of 100, and .01 held
    assert remember_there(0.12, 2.0, 100.0, FREE_PRESS, 0.01, RULE_TOPIC, P)[0] == about(0.14)
    assert remember_there(0.12, 2.0, 100.0, FREE_PRESS, 0.01, LOCAL_TOPIC, P)[0] == about(0.135)
    assert remember_there(0.12, 2.0, 100.0, MONOPOLY, 0.01, RULE_TOPIC, P)[0] == about(0.133)
    assert remember_there(0.12, 2.0, 100.0, FREE_PRESS, 0.01, RULE_TOPIC, P, on_sanction=True)[0] == about(0.13)
    assert remember_there(0.0, 0.5, 0.0, FREE_PRESS, 0.0, RULE_TOPIC, P)[0] == 0.5  # nobody left: no division


def test_a_blow_to_a_tie_hits_by_weight_likeness_severity_knowledge_and_topic():
    same, other = (1, 3, 1, 3), (1, 3, 2, 4)
    assert hit(0.6, *same, 7, RULE_TOPIC, 1.0, RULE_TOPIC, P) == about(0.6)
    assert hit(0.6, *same, 2, RULE_TOPIC, 1.0, RULE_TOPIC, P) == about(0.6 * 2 / 7)
    assert hit(0.6, *same, 7, RULE_TOPIC, 0.5, RULE_TOPIC, P) == about(0.3)
    assert hit(0.6, *other, 7, RULE_TOPIC, 1.0, LOCAL_TOPIC, P) == about(0.6 * 0.25 * 0.5)


def test_ties_are_looked_at_only_where_there_is_something_to_see():
    assert (anybody_harmed(0.0), anybody_harmed(0.05), anybody_harmed(3.0)) == (False, True, True)
    assert (marked_ties(0), marked_ties(1)) == (0, 1)
    assert (somebody_avoided(0), somebody_avoided(1)) == (False, True)
    assert nobody_avoided_any_more(0, 1) and not nobody_avoided_any_more(0, 0)
    assert not nobody_avoided_any_more(1, 1) and not nobody_avoided_any_more(1, 0)


def test_a_thinned_tie_recovers_two_percent_a_month_and_no_further_than_it_was():
    assert recover(0.5, 0.9, P) == about(0.51)
    assert recover(0.895, 0.9, P) == 0.9
    assert recover(0.9, 0.9, P) == 0.9


def test_it_is_remembered_who_has_a_tie_that_is_not_what_it_was():
    assert (still_thin(0.5, 0.9), still_thin(0.9, 0.9)) == (1, 0)
    assert [remember_thin(*one) for one in ((0, 0), (0, 1), (1, 0), (3, 1))] == [0, 1, 1, 1]


def test_kin_are_avoided_down_to_their_floor_and_a_weak_first_tie_is_its_own_floor():
    # full fear, no courage: 1 - .3 of the weight is kept, but .5 for kin
    assert thin(0.6, 0.9, KIN, 1.0, 0.0, 1, P) == about(0.5)
    assert thin(0.9, 0.9, KIN, 1.0, 0.0, 1, P) == about(0.63)
    assert thin(0.4, 0.4, KIN, 1.0, 0.0, 1, P) == 0.4
    assert thin(0.3, 0.9, KIN, 1.0, 0.0, 0, P) == about(0.306)  # unmarked: it only recovers

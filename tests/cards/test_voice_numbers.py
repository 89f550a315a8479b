"""Card 5: worked examples. With grievance g alone want = g/2; in talk full fear, no courage and sel 1 cost .15, of
which full company takes .12; theta is .12."""

from __future__ import annotations

import pytest

from direct_calls import loose
from example_parameters import VOICE
from unanimity.mechanisms.people.voice import daunted, held_of, may_talk, sincere, speak
from unanimity.world.codes import ASSENT, CITIZEN, CONTROLLED, DISSENT, FREE_DEBATE, MEMBER, OPEN, SILENCE

P = VOICE
about = pytest.approx
AFRAID = {"hand": 0, "grievance": 0.5, "conviction": 0.0, "courage": 0.0, "estate": CITIZEN, "stance_voted": 1.0,
          "line_voted": 1.0, "fear_voted": 1.0, "threat": 0.0, "sel": 1.0, "p": P}


def asks(**changes):
    return bool(may_talk(**{**AFRAID, **changes}))


def says(**changes):
    return loose(speak, **{**AFRAID, "habit": 0.0, "spoke": 0.0, "trusted": 0.0, "ambition": 0.0, "privileges": 0.0,
                    "ballot": OPEN, **changes})


@pytest.mark.parametrize(("changes", "asked"), [
    ({}, True),  # .25 - .15 < .12 < .25 - .03
    ({"hand": 1}, False),  # he has spoken in the hall
    ({"grievance": 0.6}, False),  # .30 - .15 > .12: he speaks alone
    ({"grievance": 0.528}, True),  # .264 - .15 < .12
    ({"grievance": 0.24}, False),  # .12 - .03 < .12: not even in full company
    ({"grievance": 0.2}, False),
    ({"provoked": 0.05}, False),  # .30 again
    ({"provoked": 0.01}, True),
    ({"grievance": 0.2, "conviction": 1.0, "stance_voted": -0.5, "line_voted": 0.5}, True),  # .1 + .6*.25
    ({"grievance": 0.2, "conviction": 1.0, "stance_voted": -1.0}, False),  # .1 + .6
    ({"grievance": 0.625, "conviction": 0.5, "estate": MEMBER, "threat": 0.8}, True),  # .3125 * (1 - .5*.8*.5)
    ({"grievance": 0.625, "conviction": 0.5, "estate": CITIZEN, "threat": 0.8}, False),  # nothing holds him
])
def test_only_who_waits_for_company_asks_what_his_friends_say(changes, asked):
    assert asks(**changes) is asked


@pytest.mark.parametrize(("changes", "talks"), [
    ({"spoke": 0.4, "trusted": 4.0}, 0),  # a tenth: .25 - .15 + .12*.1 < .12
    ({"spoke": 1.0, "trusted": 4.0}, 1),  # a quarter
    ({"spoke": 0.05, "trusted": 0.1}, 1),  # a half
    ({"spoke": 0.0, "trusted": 0.0}, 0),
    ({"grievance": 0.6}, 1),
    ({"provoked": 0.05}, 1),
    ({"fear_voted": 0.0, "grievance": 0.28, "conviction": 0.5, "estate": MEMBER, "threat": 0.8}, 0),  # .14 * .8
    ({"fear_voted": 0.0, "grievance": 0.28, "conviction": 0.5, "estate": CITIZEN, "threat": 0.8}, 1),
])
def test_talk_needs_the_share_of_ties_that_covers_the_price(changes, talks):
    assert says(**changes)[2] == talks


def test_the_line_scales_what_one_agrees_to():
    # conviction .5 against .25 is a shame of .125; ambition .8 for privileges .5 pulls .16
    half = {"conviction": 0.5, "stance_voted": -0.5, "fear_voted": 0.0, "ambition": 0.8, "privileges": 0.5}
    assert says(**half, line_voted=0.5)[0] == ASSENT
    assert says(**half, line_voted=1.0)[0] == SILENCE  # a shame of .25


def test_assent_with_a_line_one_half_shares_is_no_lie():
    assert says(stance_voted=0.05, habit=0.5)[:2] == (ASSENT, about(0.495))
    assert says(stance_voted=-0.05, habit=0.5)[:2] == (ASSENT, about(0.6))
    assert says(hand=2, habit=0.5) == (DISSENT, about(0.495), 0)


def test_one_hand_raised_in_the_hall_is_dissent_and_one_weak_tie_is_company():
    assert says(hand=1) == (DISSENT, 0.0, 0)
    assert says(spoke=0.05, trusted=0.05)[2] == 1 and says(spoke=0.0, trusted=0.05)[2] == 0
    assert says(grievance=0.525)[2] == 0  # .2625 - .15 < .12: nobody left is no company at all


def test_without_the_card_the_wish_alone_decides_and_what_provokes_adds_to_it():
    assert sincere(0.2, 0.0, 1.0, 1.0, P)[0] == SILENCE  # .1
    assert sincere(0.2, 0.0, 1.0, 1.0, P, provoked=0.05)[0] == DISSENT
    assert sincere(0.0, 1.0, -0.3, 0.5, P)[0] == SILENCE  # .6 * .15 = .09
    assert sincere(0.0, 1.0, -0.3, 1.0, P) == (DISSENT, 0.0, 0)


def test_the_no_alternative_argument_holds_members_by_threat_and_conviction():
    assert held_of(0.8, 0.5, MEMBER, P) == about(0.2) and held_of(0.8, 0.5, CITIZEN, P) == 0.0


def test_dread_closes_a_part_of_the_way_to_one():
    assert daunted(0.2, 0.5, CONTROLLED, MEMBER, P) == about(0.6)
    assert daunted(0.2, 0.5, FREE_DEBATE, MEMBER, P._replace(lawful=0.25)) == about(0.05)  # his word is lawful
    assert daunted(0.2, 0.5, FREE_DEBATE, CITIZEN, P._replace(lawful=0.25)) == about(0.2)

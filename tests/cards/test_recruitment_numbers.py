"""Card 10: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest

from direct_calls import loose
from example_parameters import RECRUITMENT
from unanimity.mechanisms.party.recruitment import (
    admitted,
    falls,
    join_leave_or_fall,
    place_of,
    second_thought,
    wish_to_join,
    wish_to_leave,
)
from unanimity.world.codes import (
    BANNED,
    CITIZEN,
    CLOSED_BORDER,
    CLOSED_PARTY,
    DEAD,
    FREE,
    IN_COMBAT,
    LEGAL,
    LEVY,
    MEMBER,
    NOT_DEAD,
    OFFICIAL,
    OPEN_BORDER,
    SELECTIVE,
    TOLERATED,
)

P = RECRUITMENT
about = pytest.approx


def test_a_place_is_worth_what_it_brings_and_the_side_of_power_where_there_is_one():
    assert [place_of(0.4, parties, P) for parties in (LEGAL, TOLERATED, BANNED)] == about([0.4, 0.55, 0.7])


def test_the_cause_or_the_place_and_danger_deters_the_ambitious_alone():
    assert wish_to_join(0.6, 0.5, 0.8, 0.5, 0.25) == about(0.3 + 0.3)
    assert wish_to_join(0.6, -0.5, 0.8, 0.5, 1.0) == 0.0


def test_whom_the_committee_takes():
    even, high, low = 0.5, 0.9, 0.1  # lots whose normal is 0, 1.28 and -1.28
    assert not admitted(CLOSED_PARTY, 1.0, high, 0.0, 100.0, P)
    assert admitted(LEVY, 0.0, low, 35.0, 100.0, P) and not admitted(LEVY, 0.0, low, 36.0, 100.0, P)
    assert admitted(SELECTIVE, 0.51, even, 10.0, 100.0, P) and not admitted(SELECTIVE, 0.49, even, 10.0, 100.0, P)
    assert admitted(SELECTIVE, 0.2, high, 10.0, 100.0, P) and not admitted(SELECTIVE, 0.8, low, 10.0, 100.0, P)


def test_a_conscience_resigns_as_far_as_it_can_afford_to():
    assert wish_to_leave(0.5, -0.8, 0.5, 0.4, 0.5, P) == about(0.1 * 0.5 * 0.8 * 0.5 * 0.8)
    assert wish_to_leave(0.5, 0.8, 0.5, 0.4, 0.5, P) == 0.0


def test_at_the_front_the_devoted_fall():
    # .03 * .5: a chance of .01489
    assert falls(MEMBER, 0.8, 0.5, 1, 0.0148, P) and not falls(MEMBER, 0.8, 0.5, 1, 0.0149, P)
    assert not falls(MEMBER, 0.8, 0.5, 0, 0.0, P) and not falls(CITIZEN, 0.8, 0.5, 1, 0.0, P)
    assert not falls(MEMBER, 0.7, 0.5, 1, 0.0, P) and not falls(MEMBER, 0.8, 0.0, 1, 0.0, P)


def test_the_second_lot_is_for_the_front_and_the_committee():
    assert second_thought(0.9, 1, LEVY, P)
    assert second_thought(0.015, 0, SELECTIVE, P) and not second_thought(0.025, 0, SELECTIVE, P)
    assert not second_thought(0.015, 0, LEVY, P)


def month(**changes):
    usual = dict(estate=CITIZEN, cohort=-1, status=FREE, death=NOT_DEAD, quiet_until=3, exit=OPEN_BORDER,
                 conviction=0.6, ambition=0.5, stance_voted=0.5, line_voted=1.0, dependence=0.5, fear=0.2,
                 village=0, threat=0.0, moral_shock=0.0, front=0, privileges=0.1, association_parties=BANNED,
                 recruitment=SELECTIVE, province_members=5.0, province_present=100.0, month=20, luck=0.004, luck_2=0.6,
                 p=P)
    return loose(join_leave_or_fall, **{**usual, **changes})


JOINED, STAYED = (MEMBER, 20, FREE, NOT_DEAD, 3), (CITIZEN, -1, FREE, NOT_DEAD, 3)


@pytest.mark.parametrize(("changes", "found"), [
    ({}, JOINED),  # .01 * (.3 + .5*.4) = .005, a chance of .0049875
    ({"luck": 0.00498}, JOINED), ({"luck": 0.005}, STAYED),
    ({"village": 1}, STAYED), ({"village": 1, "luck": 0.00049}, JOINED), ({"village": 1, "luck": 0.00051}, STAYED),
    ({"recruitment": LEVY, "luck": 0.048}, JOINED), ({"recruitment": LEVY, "luck": 0.0489}, STAYED),
    ({"recruitment": CLOSED_PARTY, "luck": 0.0}, STAYED),
    ({"luck_2": 0.1}, STAYED),  # the committee reads little conviction in him
    ({"province_members": 40.0}, STAYED),
    ({"line_voted": 0.5, "luck": 0.0036}, STAYED),  # .15 + .2
    ({"line_voted": 0.5, "luck": 0.0034}, JOINED),
    ({"month": -7}, (MEMBER, 0, FREE, NOT_DEAD, 3))])
def test_a_citizen_applies(changes, found):
    assert month(**changes) == found


LOYAL = {"estate": MEMBER, "cohort": 4}


@pytest.mark.parametrize(("changes", "found"), [
    ({}, (MEMBER, 4, FREE, NOT_DEAD, 3)),
    # .1 * .6 * .5 * .5 * .9 = .0135, a chance of .01341
    ({"stance_voted": -0.5, "moral_shock": 0.5, "luck": 0.0134}, (CITIZEN, 4, FREE, NOT_DEAD, 3)),
    ({"stance_voted": -0.5, "moral_shock": 0.5, "luck": 0.0135}, (MEMBER, 4, FREE, NOT_DEAD, 3)),
    ({"stance_voted": -0.5, "moral_shock": 0.2, "moral": 0.5, "luck": 0.0134}, (CITIZEN, 4, FREE, NOT_DEAD, 3)),
    ({"stance_voted": -0.5, "moral_shock": 0.5, "luck": 0.0134, "exit": CLOSED_BORDER},
     (CITIZEN, 4, FREE, NOT_DEAD, 32)),
    ({"stance_voted": -0.5, "moral_shock": 0.5, "luck": 0.0134, "estate": OFFICIAL},
     (OFFICIAL, 4, FREE, NOT_DEAD, 3)),
    ({"conviction": 0.8, "front": 1, "threat": 1.0, "luck_2": 0.02}, (MEMBER, 4, DEAD, IN_COMBAT, 3)),
    ({"conviction": 0.8, "front": 1, "threat": 1.0, "luck_2": 0.04}, (MEMBER, 4, FREE, NOT_DEAD, 3))])
def test_a_member_resigns_or_falls(changes, found):
    assert month(**{**LOYAL, **changes}) == found

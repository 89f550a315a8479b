"""Card 9: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import math

import pytest

from direct_calls import loose
from example_parameters import PROTECTION
from unanimity.mechanisms.party.protection import (
    BY_QUARREL,
    BY_TELLER,
    channel_of,
    come_out,
    forget_circle,
    inspected,
    oversight_share,
    shared_out,
    telling_hazard,
    tempted,
    trespass,
    weld,
)
from unanimity.world.codes import FREE_PRESS, MONOPOLY, NOBODY

P = PROTECTION
about = pytest.approx


def test_oversight_is_the_share_of_three_switches():
    assert [oversight_share(*on) for on in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1))] == about(
        [0, 1 / 3, 2 / 3, 2 / 3, 1])


def test_the_duty_to_speak_is_shared_out_from_twenty_knowers_on():
    assert [shared_out(n, P) for n in (1.0, 20.0, 40.0, 80.0)] == about([1.0, 1.0, 0.5, 0.25])
    assert shared_out(40.0, P._replace(diffusion=0.1)) == about(math.pow(0.5, 0.1))
    assert shared_out(80.0, P._replace(diffusion=0.5)) == about(0.5)
    assert shared_out(40.0, P._replace(diffusion=0.0)) == 1.0


def test_one_insider_of_forty():
    # .1 of courage .5 and conviction .8, not held by the ring 1 - .4*.5, half a channel, unafraid 1 - .5*.5, .5 + .3
    assert telling_hazard(0.5, 0.8, 0.5, 0.5, 0.4, 0.5, 0.3, 40.0, P) == about(0.04 * 0.8 * 0.5 * 0.75 * 0.8 * 0.5)
    assert telling_hazard(0.5, 0.8, 0.5, 0.5, 0.4, 0.5, 0.3, 10.0, P) == about(0.04 * 0.8 * 0.5 * 0.75 * 0.8)


def test_the_best_way_a_word_can_take():
    assert channel_of(0.1, MONOPOLY, 0.1, P) == 0.2 and channel_of(0.3, MONOPOLY, 0.1, P) == 0.3
    assert channel_of(0.1, MONOPOLY, 0.4, P) == 0.4 and channel_of(0.1, FREE_PRESS, 0.1, P) == 1.0
    assert channel_of(0.0, MONOPOLY, 0.0, P._replace(whisper=0.05)) == 0.05
    assert inspected(0.05, MONOPOLY) and inspected(0.0, FREE_PRESS) and not inspected(0.0, MONOPOLY)
    assert tempted(0.019, P) and not tempted(0.021, P)


def welded(ring=0.4, secretary=3, tenure=48, oversight=0.5, recall=0.0, inspection=0.0, press=MONOPOLY, luck=0.9):
    return weld(ring, secretary, tenure, oversight, recall, inspection, press, luck, P)


def test_a_ring_grows_by_tenure_and_an_inspection_loosens_it():
    assert welded() == about(0.4 + 0.05 * 0.6 * 0.5 * 0.5)
    assert welded(recall=0.5) == about(0.4 + 0.05 * 0.6 * 0.5 * 0.25)
    assert welded(tenure=1, oversight=0.0) == about(0.4 + 0.05 * 0.6 / 96)
    assert welded(tenure=0) == welded(secretary=NOBODY) == 0.1 and welded(ring=0.05, tenure=0) == 0.05
    # full inspection looks with a chance of .1813, with a free press .2134
    assert welded(inspection=1.0, luck=0.18) == about(0.3075) and welded(inspection=1.0, luck=0.19) == about(0.4075)
    assert welded(inspection=1.0, press=FREE_PRESS, luck=0.21) == about(0.3075)
    assert welded(ring=0.05, inspection=1.0, luck=0.0) == 0.0


def abuse(month=30, open_=0, secretary=3, officials=2.0, ring=0.5, luck=0.0017):
    # loyal .5*.4 + .3*.5 + .2*.25 = .4; pull .2 + .8*.5*.4 = .36; .02/2 * .5 * .36 = .0018
    return loose(trespass, crime_month=7, crime_severity=0.9, crime_open=open_, crimes=4, secretary=secretary,
                 secretary_conviction=0.5, secretary_assents=0.5, secretary_habit=0.25, tied_above=0.4,
                 officials_here=officials, ring=ring, month=month, luck=luck, luck_2=0.35, p=P)


def test_a_secretary_abuses_his_office_as_far_as_he_is_covered():
    assert abuse() == (30, 0.35, 1, 5, 0) and abuse(luck=0.00181) == (7, 0.9, 0, 4, 0)
    assert abuse(officials=0.0, luck=0.0035) == (30, 0.35, 1, 5, 0)  # alone
    assert abuse(officials=0.0, luck=0.0036) == (7, 0.9, 0, 4, 0)
    assert abuse(ring=0.0, luck=0.0009) == (30, 0.35, 1, 5, 0) and abuse(ring=0.0, luck=0.0011) == (7, 0.9, 0, 4, 0)
    assert abuse(open_=1, luck=0.0) == (7, 0.9, 1, 4, 0)  # one at a time
    assert abuse(secretary=NOBODY, luck=0.0) == (7, 0.9, 0, 4, 0)


def test_a_circle_of_knowers_ends_with_its_crime():
    assert forget_circle(0.3, 1) == 0.3 and forget_circle(0.3, 0) == -1.0


def outcome(open_=1, told=0, vote=1.0, luck=0.9):
    return come_out(open_, 10, 0.6, 100, 2, 0, told, vote, 34, luck, P)


def test_a_crime_comes_out_by_a_word_or_by_a_quarrel_above():
    assert outcome() == (1, 0.6, 100, 2, 0)
    assert outcome(told=1) == (0, 0.6, 124, 3, BY_TELLER)
    assert outcome(luck=0.0049) == (0, 0.0, 124, 3, BY_QUARREL) and outcome(luck=0.005) == (1, 0.6, 100, 2, 0)
    assert outcome(told=1, luck=0.0) == (0, 0.0, 124, 3, BY_TELLER)
    # the patron lost a vote: .305, a chance of .2629
    assert outcome(vote=-1.0, luck=0.262) == (0, 0.0, 124, 3, BY_QUARREL)
    assert outcome(vote=-1.0, luck=0.264) == outcome(vote=0.05, luck=0.1) == (1, 0.6, 100, 2, 0)
    assert outcome(open_=0, told=1, luck=0.0) == (0, 0.0, 100, 2, 0)

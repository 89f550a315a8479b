"""Card 12: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from example_parameters import PRESS
from unanimity.mechanisms.party.press import (
    acquainted,
    believed,
    candid,
    claim,
    drift,
    gap_of,
    knows_accused,
    near,
    nearness,
    open_to_ties,
    opinion,
    plain,
    printed_freely,
    reported_top,
    rumour,
    secrecy_of,
    starved,
    trust,
    trusting,
)
from unanimity.world.codes import (
    ALL_HEARD,
    BY_HUNGER,
    CITIZEN,
    EXECUTED,
    FREE_PRESS,
    GONE,
    MONOPOLY,
    NEVER,
    NO_HEARING,
    OFFICIAL,
    PUBLISHED,
    QUIET,
    SECRET_LISTS,
    SPEAKS,
)

P = PRESS
about = pytest.approx


def test_what_is_counted_of_one_person():
    assert opinion(-0.4) == -0.4 and trusting(0.3) == 0.3 and acquainted(1.0) == 1.0 and plain(0.7) == 0.7
    assert (starved(BY_HUNGER), starved(EXECUTED)) == (1.0, 0.0)
    assert (knows_accused(3, NEVER), knows_accused(3, 5)) == (1.0, 0.0)
    assert printed_freely(FREE_PRESS) and not printed_freely(MONOPOLY)


def test_ties_are_asked_by_whoever_can_still_be_moved():
    assert open_to_ties(0.9, P) and not open_to_ties(1.0, P)
    assert open_to_ties(0.9, P._replace(to_ties=0.02)) and not open_to_ties(0.9, P._replace(to_ties=0.0))
    assert [near(0.5, -0.8, heard) for heard in (GONE, QUIET, SPEAKS)] == about([0.0, -0.4, -0.4])
    assert [candid(0.5, heard) for heard in (GONE, QUIET, SPEAKS)] == [0.0, 0.0, 0.5]
    assert [nearness(0.5, heard) for heard in (GONE, QUIET, SPEAKS)] == [0.0, 0.5, 0.5]


def test_a_monopoly_prints_what_the_top_hears_and_half_of_the_way_to_perfect():
    assert reported_top(3.0, 4.0, 0.2) == 0.75 and reported_top(0.02, 0.05, 0.2) == about(0.4)
    assert reported_top(3.0, 0.0, 0.2) == 0.2 and reported_top(5.0, 4.0, 0.2) == 1.0
    assert claim(0.3, 0.2, 60.0, 100.0, MONOPOLY, 0.5, P) == about(0.8)
    assert claim(0.3, 0.2, 60.0, 100.0, FREE_PRESS, 0.5, P) == about(0.3)  # an even lot: no error
    assert claim(0.3, 0.2, 60.0, 100.0, FREE_PRESS, 0.8413447, P) == about(0.35, abs=1e-6)


def test_secrecy_falls_with_a_free_press_or_published_lists():
    assert secrecy_of(MONOPOLY, SECRET_LISTS, P) == 0.8
    assert secrecy_of(FREE_PRESS, SECRET_LISTS, P) == secrecy_of(MONOPOLY, PUBLISHED, P) == 0.1


def test_a_reader_compares_print_with_bread_ties_and_blows():
    assert gap_of(0.8, 0.7, True, 0.9, 1.0, 1.0, P) == about(0.1)
    assert gap_of(0.8, 0.7, False, 0.3, 0.9, 0.0, P) == about(0.1 + 0.2)
    assert gap_of(0.8, 0.7, False, 0.05, 0.9, 0.5, P) == about(0.1 + 0.25)


def read(trusted=0.6, claim=0.8, lived=0.7, estate=CITIZEN, reversed_=0, press=MONOPOLY, candid=0.0, nearness=0.0,
         record=1.0, knows=0.0):
    return trust(trusted, claim, lived, estate, reversed_, press, candid, nearness, record, knows, P)


def test_trust_moves_a_seventh_or_so_of_the_way_to_what_life_leaves_of_it():
    assert read() == about(0.6 + 0.15 * (0.8 - 0.6))  # a gap of .1 of .5
    assert read(candid=0.1, nearness=0.5) == about(0.6 + 0.15 * (0.4 - 0.6))  # a fifth speak: a gap of .3
    assert read(candid=0.02, nearness=0.05, record=0.9) == about(0.6 + 0.15 * (0.2 - 0.6))
    assert read(knows=1.0) == about(0.51)  # a gap of .6: none is left to go to
    assert read(reversed_=1) == about(0.63 * 0.7)
    assert read(reversed_=1, estate=OFFICIAL) == about(0.63)


def drifted(stance=0.2, first=0.2, conviction=0.5, trusted=0.5, near=0.0, nearness=0.0, press=MONOPOLY, line=1.0,
            opinion=30.0, present=100.0):
    return drift(stance, first, conviction, trusted, near, nearness, press, line, opinion, present, P)


def test_opinion_drifts_to_print_to_ties_and_back_to_ones_own():
    assert drifted() == about(0.2 + 0.5 * 0.03 * 0.5 * 0.8)
    assert drifted(press=FREE_PRESS) == about(0.2 + 0.5 * 0.03 * 0.5 * 0.1)
    assert drifted(press=FREE_PRESS, opinion=0.3, present=0.0) == about(0.2 + 0.5 * 0.03 * 0.5 * 0.1)
    assert drifted(trusted=0.0, near=-0.04, nearness=0.05) == about(0.2 - 0.5 * 0.02)
    assert drifted(trusted=0.0, first=-0.8) == about(0.2 - 0.05)
    assert drifted(stance=1.0, first=3.0, trusted=0.0) == 1.0 and drifted(stance=-1.0, first=-3.0, trusted=0.0) == -1.0


def rumoured(before=0.5, trusting=5.0, present=20.0, harmed=1.0, starved=4.0, starved_before=3.0, revolt=0.0, blows=0.0,
             press=MONOPOLY, lists=SECRET_LISTS, on=True):
    here = SimpleNamespace(rumour=before, trusting=trusting, present=present, harmed=harmed, starved=starved,
                           starved_before=starved_before, revolt=revolt, press=press, lists=lists)
    return rumour(here, blows, P, on)


def test_rumour_takes_over_where_nothing_believable_is_printed():
    # two of twenty: 5 * .1 to be explained, .75 do not trust, .8 is secret
    assert rumoured() == about((0.35 + 0.8 * 0.75 * 0.5, 4.0))
    assert rumoured(press=FREE_PRESS)[0] == about(0.35 + 0.1 * 0.75 * 0.5)
    assert rumoured(revolt=0.05)[0] == about(0.35 + 0.8 * 0.75 * 0.75)
    assert rumoured(blows=0.05)[0] == about(0.65) and rumoured(blows=0.05, on=False)[0] == about(0.35 + 0.45)
    assert rumoured(present=0.0, trusting=0.0, harmed=0.1, starved=0.0, starved_before=0.0)[0] == about(0.75)
    assert rumoured(harmed=20.0, before=1.0)[0] == 1.0
    assert rumoured(before=0.0, harmed=20.0, trusting=0.0)[0] == about(0.8)  # no more than all of it


def belief(before=0.5, trusting=10.0, acquainted=4.0, present=20.0, shown=0.0, confessing=0.0, hearings=ALL_HEARD):
    return believed(before, trusting, acquainted, present, shown, confessing, hearings, P)


def test_belief_in_guilt_falls_by_whom_one_knows_and_moves_to_what_is_shown():
    assert belief() == about(0.5 - 0.2 * 0.2)
    assert belief(shown=2.0, confessing=1.6) == about(0.46 + 0.2 * 0.5 * 0.3)
    assert belief(shown=0.05, confessing=0.04) == about(0.46 + 0.2 * 0.5 * 0.3)
    assert belief(shown=2.0, confessing=1.6, hearings=NO_HEARING) == about(0.46)
    assert belief(present=0.0, acquainted=0.5, trusting=0.0) == about(0.4)
    assert belief(before=0.1, acquainted=20.0) == 0.0

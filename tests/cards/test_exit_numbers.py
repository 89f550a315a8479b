"""Card 28: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest

from unanimity.mechanisms.power.exit import (
    LEAVES,
    SHOT,
    STAYS,
    Exit,
    keep_silent,
    leavers,
    leaving_hazard,
    on_his_way,
    pack,
    pull_of,
    push_of,
)
from unanimity.world.words import CLOSED_BORDER, OPEN_BORDER

P = Exit()
about = pytest.approx


def test_what_drives_out_and_what_lets_out():
    assert push_of(0.4, 0.6, 0.1, P) == about(0.6)
    assert pull_of(True, 0.3, False) == 0.3 and pull_of(False, 0.3, False) == 0.0
    assert pull_of(False, 0.3, True) == pull_of(True, 0.3, True) == 1.0
    assert leaving_hazard(0.5, 0.4, 0.5, P) == about(0.0008) and leaving_hazard(0.5, 0.0, 0.5, P) == about(0.0001)
    assert on_his_way(0.0079, P) and not on_his_way(0.0081, P)


def packed(**changes):
    usual = dict(permit=0, grievance=0.6, fear=0.4, courage=0.5, competence=0.4, fame=0.2, conviction=0.5, stance=0.5,
                 line=1.0, moral_shock=0.0, exit=OPEN_BORDER, luck=0.5, luck_2=0.5, p=P)
    return pack(**{**usual, **changes})


def test_who_leaves_by_an_open_door():
    # push .5, means .3: .0006
    assert packed() == (STAYS, 0) and packed(luck=0.00059) == (LEAVES, 0) and packed(luck=0.00061) == (STAYS, 0)
    assert packed(luck=0.00059, luck_2=0.0) == (LEAVES, 0)
    # shaken by .8 of conviction .5 against a line he half rejects: push .7
    assert packed(luck=0.0008, stance=-0.5, moral_shock=0.8) == (LEAVES, 0)
    assert packed(luck=0.0008, stance=-0.5, moral_shock=0.2, moral=0.8) == (LEAVES, 0)
    assert packed(luck=0.0008, stance=-0.5, moral_shock=0.2) == packed(luck=0.0008, moral_shock=0.8) == (STAYS, 0)
    assert packed(luck=0.0008, stance=-0.5, moral_shock=0.8, line=0.5) == (STAYS, 0)  # push .6: .00072


def test_who_leaves_across_the_river_and_is_shot():
    # .1 of courage .5: .0001; a chance of .1813 to be shot
    shut = {"exit": CLOSED_BORDER}
    assert packed(luck=0.00009, **shut) == (LEAVES, 0) and packed(luck=0.00011, **shut) == (STAYS, 0)
    assert packed(luck=0.00009, luck_2=0.18, **shut) == (SHOT, 0)
    assert packed(luck=0.00009, luck_2=0.19, **shut) == (LEAVES, 0)


def test_a_permit_runs_down_to_the_month_of_departure():
    assert packed(permit=5)[1] == 4 and packed(permit=2)[1] == 1 and packed(permit=1) == (STAYS, 1)
    assert packed(permit=1, luck=0.0019, luck_2=0.0, exit=CLOSED_BORDER) == (LEAVES, 1)  # by leave: .002, nobody shoots
    assert packed(permit=2, luck=0.0019, exit=CLOSED_BORDER) == (STAYS, 1)


def test_who_is_on_his_way_and_who_keeps_silent():
    assert [leavers(what) for what in (STAYS, LEAVES, SHOT)] == [0.0, 1.0, 1.0]
    assert (keep_silent(31, 30), keep_silent(30, 30)) == (1, 0)

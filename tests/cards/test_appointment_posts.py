"""Card 8: who is put over whom in a country of two provinces and a centre of three."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country

from example_parameters import APPOINTMENT
from unanimity.mechanisms.party.appointment import fill_posts
from unanimity.world.codes import (
    CITIZEN,
    ELECTED,
    FRIEND,
    INQUIRY,
    LEADER,
    MEMBER,
    NOBODY,
    OFFICIAL,
)

ABLE = APPOINTMENT._replace(loyalty=0.0, insecurity=0.0, test=0.0)  # a superior who looks for ability alone
# and for loyalty alone
LOYAL = APPOINTMENT._replace(loyalty=1.0, insecurity=0.0, test=0.0, readiness=0.0, independence=0.0)
LAST = 6  # the centre's unit


def staff(ties=(), centre=(12, 13, 14), provinces=(0, 6), month=10, **levers):
    """Six members a cell, the later the abler; chiefs in their chairs, five months in office."""
    usual = {"appointment": 0.0, "appointer": 0.0, "tenure_limit": 0.0, "privileges": 1.0}
    here = Country(24, ties=ties, month=month).seat_chiefs(provinces, centre).set(**{**usual, **levers})
    here.estate[:], here.ambition[:], here.oversight_eff[0] = MEMBER, 1.0, 1.0
    here.competence[:] = np.arange(24) / 30.0
    here.members[:], here.present[:], here.patron[:] = 6.0, 6.0, np.arange(24)
    chiefs = {4: provinces[0], 5: provinces[1], LAST: centre[0]}
    for unit, person in chiefs.items():
        here.headed[person], here.tenure[person], here.secretary[unit] = unit, 5, person
    here.headed[list(centre[1:])], here.tenure[list(centre[1:])] = LAST, 5
    here.estate[[*provinces, *centre]] = OFFICIAL
    return here


# --- the centre -------------------------------------------------------------------------------------------------------
def filled(here, p=ABLE):
    here.run(fill_posts, p)
    return here


def test_a_full_centre_stays_as_it_is():
    here = filled(staff())
    assert here.sitting.tolist() == [12, 13, 14] and here.office[[12, 13, 14]].tolist() == [LEADER, 4, 4]
    assert here.secretary[LAST] == 12


def test_an_empty_chair_is_filled_by_the_leaders_choice():
    here = staff()
    here.status[13] = INQUIRY
    filled(here)
    assert here.sitting.tolist() == [12, 23, 14]
    assert (here.office[23], here.headed[23], here.patron[23], here.tenure[23]) == (4, LAST, 12, 0)
    assert here.office[13] == 0 and here.headed[13] == NOBODY
    liked = staff(ties=[(3, 12, 1.0, FRIEND)])
    liked.status[13] = INQUIRY
    assert filled(liked, LOYAL).sitting.tolist() == [12, 3, 14]
    elected = staff(ties=[(3, 12, 1.0, FRIEND)], appointment=ELECTED)
    elected.status[13] = INQUIRY
    assert filled(elected, LOYAL).sitting.tolist() == [12, 23, 14] and elected.patron[23] == 23


def test_only_members_are_named_and_the_first_person_may_be_the_one_who_names():
    here = staff(centre=(1, 13, 14))
    here.status[13], here.estate[23] = INQUIRY, CITIZEN
    assert filled(here).sitting.tolist() == [1, 22, 14] and here.patron[22] == 1
    first = staff(centre=(0, 13, 14), provinces=(1, 6))
    first.status[13] = INQUIRY
    assert filled(first).patron[23] == 0


def test_the_ablest_of_the_centre_follows_the_leader():
    here = staff()
    here.status[12], here.competence[13] = INQUIRY, 0.99
    filled(here)
    assert here.sitting[0] == 13 and (here.office[13], here.tenure[13], here.patron[13]) == (LEADER, 0, 13)
    assert 12 not in here.sitting and here.secretary[LAST] == 13


def test_a_centre_of_which_nobody_is_left_is_elected():
    here = staff(ties=[(3, 12, 1.0, FRIEND)])
    here.status[[12, 13, 14]] = INQUIRY
    filled(here, LOYAL)
    assert here.sitting[1:].tolist() == [23, 22] and here.patron[23] == 23


def test_who_heads_something_else_or_has_served_his_term_leaves_the_centre():
    here = staff(tenure_limit=6.0)
    here.tenure[14] = 6
    assert 14 not in filled(here).sitting.tolist() and here.office[14] == 0
    moved = staff()
    moved.headed[14] = 4
    assert 14 not in filled(moved).sitting.tolist()


# --- posts ------------------------------------------------------------------------------------------------------------
def test_the_ablest_of_each_cell_is_named_by_the_one_above():
    here = filled(staff())
    assert here.secretary[:4].tolist() == [5, 11, 17, 23] and here.secretary[4:6].tolist() == [0, 6]
    assert here.patron[[5, 11]].tolist() == [0, 0] and here.patron[[17, 23]].tolist() == [6, 6]
    assert here.posted.sum() == 0


def test_heads_of_provinces_are_named_by_whose_turn_it_is():
    here = staff(appointer=1001.0, month=10)  # month 10 of three: the second chair
    here.vacated[4] = 1
    filled(here)
    assert here.patron[here.secretary[4]] == 13 and here.secretary[4] != 0
    leader = staff()
    leader.vacated[4] = 1
    assert filled(leader).patron[leader.secretary[4]] == 12


def test_a_new_master_brings_his_own_men():
    here = staff()
    here.tenure[12] = 0  # the leader is new, and 0 is no man of his
    filled(here)
    assert here.secretary[4] != 0 and here.office[0] == 0 and here.posted[0] == 0 and here.estate[0] == MEMBER
    his = staff()
    his.tenure[12], his.patron[0], his.assents[0] = 0, 12, 1.0  # .35 + .3 of loyalty
    assert filled(his).secretary[4] == 0


def test_the_popular_are_posted_away_and_the_ousted_are_not():
    popular = staff(ties=[(0, j, 1.0, FRIEND) for j in range(1, 13)])
    filled(popular)
    assert popular.secretary[4] != 0 and popular.posted[0] == 1 and popular.posted.sum() == 1
    ousted = staff()
    ousted.vacated[4] = 1
    filled(ousted)
    assert ousted.posted[0] == 0 and ousted.vacated[4] == 0 and ousted.secretary[4] != 0
    elected = staff(ties=[(0, j, 1.0, FRIEND) for j in range(1, 13)], appointment=ELECTED)
    assert filled(elected).secretary[4] == 0


@pytest.mark.parametrize(("change", "value"), [("status", INQUIRY), ("tenure", 12)])
def test_who_is_gone_or_has_served_his_term_is_replaced(change, value):
    here = staff(tenure_limit=12.0)
    getattr(here, change)[0] = value
    filled(here)
    assert here.secretary[4] not in (0, NOBODY) and here.office[0] == 0


def test_of_an_open_chair_those_who_live_there_are_in_view():
    narrow = ABLE._replace(pool=1.0)
    here = staff()
    here.open_chair[0], here.present[0], here.members[0] = 1, 1.0, 1e12
    assert filled(here, narrow).secretary[0] == 5
    closed = staff()
    closed.present[0], closed.members[0] = 1.0, 1e12
    assert filled(closed, narrow).secretary[0] == NOBODY  # one of a million million is heard of
    citizens = staff()
    citizens.estate[:6], citizens.open_chair[0] = CITIZEN, 1
    citizens.present[0] = 1.0
    assert filled(citizens, narrow).secretary[0] == 5 and citizens.estate[5] == CITIZEN

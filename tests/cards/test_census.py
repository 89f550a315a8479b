"""Who is here: every count of card 0, one person at a time."""

from __future__ import annotations

import pytest

from unanimity.mechanisms.census import harmed, marked, members, officials, present
from unanimity.world.codes import (
    ABROAD,
    CAMP,
    CELL_SECRETARY,
    CITIZEN,
    DEAD,
    DISMISSED,
    EXILED,
    EXPELLED,
    FREE,
    INQUIRY,
    LEADER,
    MEMBER,
    NO_OFFICE,
    OFFICIAL,
    POLICE,
    VACANT,
)


def test_everybody_at_liberty_counts_once():
    assert present() == 1.0


def test_members_are_all_but_citizens():
    assert [members(estate) for estate in (CITIZEN, MEMBER, OFFICIAL, POLICE)] == [0.0, 1.0, 1.0, 1.0]


def test_officials_are_those_who_head_something():
    assert [officials(office) for office in (NO_OFFICE, CELL_SECRETARY, LEADER)] == [0.0, 1.0, 1.0]


def test_a_reproof_is_harm_and_so_is_death():
    assert [harmed(blow) for blow in (0, 1, 7)] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize(("status", "mark"), [(FREE, 0), (DISMISSED, 0), (EXPELLED, 1), (EXILED, 1), (INQUIRY, 1),
                                              (CAMP, 1), (ABROAD, 1), (DEAD, 0), (VACANT, 0)])
def test_marked_are_those_worse_than_dismissed_and_still_alive(status, mark):
    assert marked(status, 0.0) == mark


def test_a_file_above_one_marks_also_a_free_man():
    assert (marked(FREE, 1.0), marked(FREE, 1.01), marked(FREE, 1.5), marked(EXPELLED, 2.0)) == (0, 1, 1, 1)

"""What the measures must remember: silences by their length, and oppositions once each."""

from __future__ import annotations

from unanimity.mechanisms.chronicle import (
    BY_TELLER,
    LONGEST,
    kept,
    note_exposures,
    note_oppositions,
    note_silences,
    note_ways,
    remember_exposures,
)
from unanimity.mechanisms.docket import officers
from unanimity.world.words import CELL_SECRETARY, CITIZEN, MEMBER, NO_OFFICE, POLICE


def test_a_silence_is_the_months_since_the_last_that_came_out():
    assert kept(30, 12) == 18 and kept(12, 12) == 0 and kept(5, 12) == 0 and kept(9000, 12) == LONGEST
    assert note_exposures(3, 2, 30, 12) == (18, 1) and note_exposures(2, 2, 12, 12) == (0, 0)


def test_a_crime_comes_out_from_below_or_above():
    assert note_ways(3, 2, BY_TELLER) == (1, 0) and note_ways(3, 2, BY_TELLER + 1) == (0, 1)
    assert note_ways(2, 2, BY_TELLER) == (0, 0)
    assert remember_exposures(3, 2, 30, 12) == (3, 30) and remember_exposures(2, 2, 12, 11) == (2, 11)


def test_open_crimes_are_counted_by_their_age():
    assert note_silences(1, 10, 34) == (24, 1) and note_silences(0, 10, 34) == (24, 0)
    assert note_silences(1, 40, 34) == (0, 1) and note_silences(1, -9000, 34) == (LONGEST, 1)


def test_a_faction_of_a_hundredth_is_an_opposition_once():
    assert note_oppositions(10, 0, 1000.0) == (1, 1) and note_oppositions(9, 0, 1000.0) == (0, 0)
    assert note_oppositions(10, 1, 1000.0) == (1, 0) and note_oppositions(2, 1, 10.0) == (0, 0)
    assert note_oppositions(3, 0, 0.0) == (1, 1) and note_oppositions(9, 1, 1000.0) == (1, 0)


def test_officers_are_police_and_holders_of_office():
    assert officers(POLICE, NO_OFFICE) == officers(CITIZEN, CELL_SECRETARY) == 1.0
    assert officers(MEMBER, NO_OFFICE) == 0.0

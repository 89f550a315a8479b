"""Card-independent memory for measures: silences by their length, and each opposition counted once."""

from __future__ import annotations

from example_rows import row, table
from plain_case_log import make_log, rows_of

from unanimity.mechanisms.chronicle import (
    BY_TELLER,
    LONGEST,
    has_joined,
    has_told_since,
    is_new,
    kept,
    note_exposures,
    note_joiners,
    note_oppositions,
    note_posts,
    note_silences,
    note_tellers,
    note_ways,
    people_join,
    posts_are_filled,
    remember_exposures,
    was_told_of,
)
from unanimity.mechanisms.docket import (
    clear_docket,
    is_to_be_written_down,
    officers,
    open_docket,
    wipe_out,
)
from unanimity.world.codes import (
    ABROAD,
    AN_ATTACK,
    APPOINTED,
    BY_HUNGER,
    CAMP,
    CELL_SECRETARY,
    CITIZEN,
    DEAD,
    DISMISSED,
    DYING,
    FREE,
    HUNGER_CAUSE,
    IN_COMBAT,
    JOINED,
    MEMBER,
    MURDERED,
    NEVER,
    NO_OFFICE,
    NOBODY,
    NOT_DEAD,
    POLICE,
    TELLING,
    THE_FRONT,
    VACANT,
)


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
    def noted(size, counted, members):
        return note_oppositions(row(faction_size=size, faction_counted=counted), row(members=members))
    assert noted(10, 0, 1000.0) == (1, 1) and noted(9, 0, 1000.0) == (0, 0)
    assert noted(10, 1, 1000.0) == (1, 0) and noted(2, 1, 10.0) == (0, 0)
    assert noted(3, 0, 0.0) == (1, 1) and noted(9, 1, 1000.0) == (1, 0)


def test_officers_are_police_and_holders_of_office():
    assert officers(POLICE, NO_OFFICE) == officers(CITIZEN, CELL_SECRETARY) == 1.0
    assert officers(MEMBER, NO_OFFICE) == 0.0


# --- what the log is told ---------------------------------------------------------------------------------------------
def test_who_told_is_noted_once():
    assert was_told_of(row(told=1)) and not was_told_of(row(told=0))
    assert has_told_since(row(tellings=3, tellings_noted=2)) and not has_told_since(row(tellings=2, tellings_noted=2))
    people, log = table(tellings=[0, 3], tellings_noted=[0, 2]), make_log(2)
    note_tellers(1, people, log)
    assert people.tellings_noted.tolist() == [0, 3] and rows_of(log)["event"].tolist() == [TELLING]
    assert rows_of(log)["person"].tolist() == [1]


def test_who_was_put_in_office_this_month_and_by_whom():
    assert posts_are_filled(row(appointment=True)) and not posts_are_filled(row(appointment=False))
    assert is_new(row(tenure=0)) and not is_new(row(tenure=1))
    country, log = table(notes=[10]), make_log(9)
    note_posts(4, row(patron=8), country, log)
    note_posts(4, row(patron=4), country, log)
    assert country.notes[0] == 12 and rows_of(log)["event"].tolist() == [APPOINTED] * 2
    assert rows_of(log)["other"].tolist() == [8, NOBODY] and rows_of(log)["rung"].tolist() == [0, 0]


def test_who_joined_this_month():
    assert people_join(row(recruitment=True), 1) and not people_join(row(recruitment=True), 0)
    assert not people_join(row(recruitment=False), 5)
    assert has_joined(row(cohort=5), 5) and not has_joined(row(cohort=4), 5)
    country, log = table(notes=[10]), make_log(3)
    note_joiners(2, country, log)
    assert country.notes[0] == 11 and rows_of(log)["event"].tolist() == [JOINED]


# --- the docket -------------------------------------------------------------------------------------------------------
def test_the_docket_lists_the_living_who_are_not_free_and_the_dead_of_whom_nobody_knows():
    def listed(status, death_month=NEVER):
        return bool(is_to_be_written_down(row(status=status, death_month=death_month)))
    assert [listed(s) for s in (FREE, DISMISSED, CAMP, ABROAD, DEAD, VACANT)] == [False, True, True, True, True, False]
    assert not listed(DEAD, death_month=3) and listed(CAMP, death_month=3)
    assert clear_docket() == 0 and wipe_out() == (0, 0)


def test_a_line_of_the_docket_or_the_last_of_a_life():
    people, log = table(docket=[NOBODY] * 3, death_month=[NEVER] * 3), make_log(3)
    country = table(docket_size=[1])
    open_docket(2, row(status=CAMP, death=NOT_DEAD), people, country, 30, log)
    assert people.docket.tolist() == [NOBODY, 2, NOBODY] and country.docket_size[0] == 2 and len(rows_of(log)) == 0
    for death in (BY_HUNGER, IN_COMBAT, MURDERED):
        open_docket(0, row(status=DEAD, death=death), people, country, 30, log)
    assert people.docket.tolist() == [NOBODY, 2, NOBODY] and people.death_month.tolist() == [30, NEVER, NEVER]
    assert country.docket_size[0] == 2 and rows_of(log)["event"].tolist() == [DYING] * 3
    assert rows_of(log)["cause"].tolist() == [HUNGER_CAUSE, THE_FRONT, AN_ATTACK]

"""What the measures must remember: silences by their length, and oppositions once each."""

from __future__ import annotations

from example_rows import row, table
from plain_case_log import make_log, rows_of

from unanimity.mechanisms.chronicle import (
    BY_TELLER,
    LONGEST,
    add_notes,
    enter_joining,
    enter_post,
    enter_telling,
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
from unanimity.mechanisms.docket import is_to_be_written_down, length, officers, open_docket, wipe_out, write_down
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
    assert note_oppositions(10, 0, 1000.0) == (1, 1) and note_oppositions(9, 0, 1000.0) == (0, 0)
    assert note_oppositions(10, 1, 1000.0) == (1, 0) and note_oppositions(2, 1, 10.0) == (0, 0)
    assert note_oppositions(3, 0, 0.0) == (1, 1) and note_oppositions(9, 1, 1000.0) == (1, 0)


def test_officers_are_police_and_holders_of_office():
    assert officers(POLICE, NO_OFFICE) == officers(CITIZEN, CELL_SECRETARY) == 1.0
    assert officers(MEMBER, NO_OFFICE) == 0.0


# --- what the log is told ---------------------------------------------------------------------------------------------
def test_who_told_is_noted_once():
    assert was_told_of(row(told=1)) and not was_told_of(row(told=0))
    assert has_told_since(row(tellings=3, tellings_noted=2)) and not has_told_since(row(tellings=2, tellings_noted=2))
    assert note_tellers(row(tellings=3)) == 3


def test_who_was_put_in_office_this_month_and_by_whom():
    assert posts_are_filled(row(appointment=True)) and not posts_are_filled(row(appointment=False))
    assert is_new(row(tenure=0)) and not is_new(row(tenure=1))
    assert note_posts(row(patron=9), 4, 2.0) == (9, 3.0) and note_posts(row(patron=4), 4, 2.0) == (NOBODY, 3.0)
    assert add_notes(row(notes=10), 3.0) == 13


def test_who_joined_this_month():
    assert people_join(row(recruitment=True), 1) and not people_join(row(recruitment=True), 0)
    assert not people_join(row(recruitment=False), 5)
    assert has_joined(row(cohort=5), 5) and not has_joined(row(cohort=4), 5) and note_joiners(2.0) == 3.0


def test_rows_of_the_log():
    log = make_log(3)
    enter_telling(0, log)
    enter_post(1, 2, log)
    enter_joining(2, log)
    told = rows_of(log)
    assert told["event"].tolist() == [TELLING, APPOINTED, JOINED] and told["person"].tolist() == [0, 1, 2]
    assert told["other"].tolist()[1] == 2 and told["rung"].tolist()[1] == 0


# --- the docket -------------------------------------------------------------------------------------------------------
def test_the_docket_lists_the_living_who_are_not_free_and_the_dead_of_whom_nobody_knows():
    def listed(status, death_month=NEVER):
        return bool(is_to_be_written_down(row(status=status, death_month=death_month)))
    assert [listed(s) for s in (FREE, DISMISSED, CAMP, ABROAD, DEAD, VACANT)] == [False, True, True, True, True, False]
    assert not listed(DEAD, death_month=3) and listed(CAMP, death_month=3)
    assert open_docket(row(status=CAMP, death=NOT_DEAD), 4.0)[:2] == (False, 4)
    assert open_docket(row(status=CAMP, death=NOT_DEAD), 4.0)[3] == 5.0
    assert open_docket(row(status=DEAD, death=BY_HUNGER), 4.0) == (True, 4, HUNGER_CAUSE, 4.0)
    assert open_docket(row(status=DEAD, death=IN_COMBAT), 4.0)[2] == THE_FRONT
    assert open_docket(row(status=DEAD, death=MURDERED), 4.0)[2] == AN_ATTACK
    assert length(7.0) == 7 and wipe_out() == (0, 0)


def test_a_line_of_the_docket_or_the_last_of_a_life():
    people, log = table(docket=[NOBODY] * 3, death_month=[NEVER] * 3), make_log(3)
    write_down(2, False, 1, THE_FRONT, 30, people, log)
    assert people.docket.tolist() == [NOBODY, 2, NOBODY] and len(rows_of(log)) == 0
    write_down(0, True, 2, THE_FRONT, 30, people, log)
    assert people.docket.tolist() == [NOBODY, 2, NOBODY] and people.death_month.tolist() == [30, NEVER, NEVER]
    assert rows_of(log)["event"].tolist() == [DYING] and rows_of(log)["cause"].tolist() == [THE_FRONT]

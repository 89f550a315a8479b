"""Card 28: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from direct_calls import loose
from rule_decisions import does
from unanimity.mechanisms.power.exit import (
    DESPAIRED,
    HUNTED,
    LEAVES,
    LIVES,
    SHOT,
    STAYS,
    Exit,
    any_leaves,
    any_leaves_here,
    away,
    cross,
    depart,
    hush,
    is_leaving,
    keep_silent,
    leavers,
    leaving_hazard,
    live_away,
    on_his_way,
    pack,
    pull_of,
    push_of,
)
from unanimity.world.codes import (
    ABROAD,
    AT_BORDER,
    BY_SUICIDE,
    CAMP,
    CITIZEN,
    CLOSED_BORDER,
    DEAD,
    DYING,
    EXILED,
    EXPELLED,
    FREE,
    FREE_PRESS,
    IMPRISONED,
    LEAVING,
    MEMBER,
    MONOPOLY,
    MURDERED,
    NEVER,
    NOBODY,
    OFFICIAL,
    OPEN_BORDER,
    POLICE,
)

P = Exit(leaving=0.004, crossing=0.1, border_death=0.2, hunting=0.01, telling=0.02, banishing=0.3, last_vote=0.002,
         devoted=0.7, by_grievance=0.5, by_fear=0.5, by_fame=0.5, by_skill=0.5)
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
    return loose(pack, **{**usual, **changes})


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


# --- going ------------------------------------------------------------------------------------------------------------
def test_who_is_looked_at():
    assert any_leaves(row(leavers=0.05)) and not any_leaves(row(leavers=0.0))
    assert any_leaves_here(row(leavers=0.05)) and not any_leaves_here(row(leavers=0.0))
    assert is_leaving(row(departing=SHOT))
    assert is_leaving(row(departing=LEAVES)) and not is_leaving(row(departing=STAYS))
    assert does(depart, "cross", one=row(departing=SHOT)) and not does(depart, "cross", one=row(departing=LEAVES))
    assert hush() == 0.0


def test_he_is_abroad_or_dead_and_his_post_is_empty():
    def gone(shot, office=4):
        people = table(status=[FREE], permit=[1], departing=[LEAVES], office=[office], tenure=[3], headed=[1],
                       estate=[OFFICIAL], death=[0], death_month=[NEVER])
        units, seats, log = table(secretary=[NOBODY, 0]), table(sitting=[7, 0]), make_log(1)
        tree = table(seat_start=[0, 0])
        tree.units, tree.seats = 2, 2
        cross(0, shot, people, units, seats, tree, 30, log)
        found = [int(getattr(people, name)[0]) for name in ("status", "permit", "departing", "office", "death")]
        return found, units.secretary.tolist(), seats.sitting.tolist(), rows_of(log)["event"].tolist()
    assert gone(False) == ([ABROAD, 0, STAYS, 0, 0], [NOBODY, NOBODY], [7, NOBODY], [LEAVING])
    assert gone(True) == ([DEAD, 1, STAYS, 0, AT_BORDER], [NOBODY, NOBODY], [7, NOBODY], [DYING])


def fate(need=0.8, exit_=CLOSED_BORDER, press=MONOPOLY, hunt=0.9, last_vote=0.9, **case):
    one = {"status": EXILED, "blow": 4, "fame": 0.5, "highest_office": 0, "estate": MEMBER, "conviction": 0.8,
           "solid": 0.5, **case}
    return does(away, "live_away", case=row(**one), cell=row(exit=exit_, press=press), country=row(need_abroad=need),
                luck=row(hunt=hunt, last_vote=last_vote), p=P)


def test_the_famous_are_banished_where_they_would_be_heard():
    assert fate() == (True, LIVES, about(0.01)) and fate(need=0.6) == (False, LIVES, 0.0)  # .5 * .6 is not above .3
    assert fate(blow=0) == fate(status=CAMP) == (False, LIVES, 0.0)


def test_exiles_tell_and_the_prominent_are_hunted():
    abroad = {"status": ABROAD, "blow": 0}
    assert fate(**abroad) == (False, LIVES, about(0.01)) and fate(**abroad, hunt=0.0) == (False, LIVES, about(0.01))
    # .01 of fame .5: .005, a chance of .0049875
    assert fate(**abroad, highest_office=1, hunt=0.0049) == (False, HUNTED, 0.0)
    assert fate(**abroad, estate=POLICE, hunt=0.0049) == (False, HUNTED, 0.0)
    assert fate(**abroad, highest_office=1, hunt=0.005)[1] == LIVES
    assert fate(highest_office=1, hunt=0.0) == (True, HUNTED, 0.0)


def test_a_last_vote_where_every_door_is_shut():
    # .002 of half without company: .001
    for status in (EXPELLED, IMPRISONED):
        assert fate(status=status, last_vote=0.00099) == (False, DESPAIRED, 0.0)
        assert fate(status=status, last_vote=0.00101) == (False, LIVES, 0.0)
    open_ = ({"exit_": OPEN_BORDER}, {"press": FREE_PRESS}, {"conviction": 0.7}, {"status": CAMP}, {"solid": 1.0})
    for change in open_:
        assert fate(**{"status": EXPELLED, "last_vote": 0.0, **change}) == (False, LIVES, 0.0)


def test_what_becomes_of_him():
    def after(banished, how, told=0.25):
        people = table(status=[EXILED], rung=[4], estate=[MEMBER], death=[0], death_month=[NEVER])
        country, log = table(voices_abroad=[0.5]), make_log(1)
        live_away(0, banished, how, told, people, country, 30, log)
        return ([int(getattr(people, name)[0]) for name in ("status", "rung", "estate", "death")],
                float(country.voices_abroad[0]), rows_of(log)["event"].tolist())
    assert after(True, LIVES) == ([ABROAD, 0, CITIZEN, 0], 0.75, [LEAVING])
    assert after(False, LIVES, 0.0) == ([EXILED, 4, MEMBER, 0], 0.5, [])
    assert after(False, HUNTED, 0.0) == ([DEAD, 4, MEMBER, MURDERED], 0.5, [DYING])
    assert after(False, DESPAIRED, 0.0) == ([DEAD, 4, MEMBER, BY_SUICIDE], 0.5, [DYING])

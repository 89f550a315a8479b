"""Card 28, leaving, and being made to leave: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from hypothesis import given
from hypothesis import strategies as st
from outside import after, events, heads, outside

from direct_calls import loose
from unanimity.mechanisms.power.exit import (
    LEAVES,
    MECHANISM,
    SHOT,
    STAYS,
    Exit,
    away,
    depart,
    hush,
    keep_silent,
    leavers,
    leaving_hazard,
    on_his_way,
    pack,
    pull_of,
    push_of,
)
from unanimity.world.codes import (
    ABROAD,
    AT_BORDER,
    BY_SUICIDE,
    CITIZEN,
    CLOSED_BORDER,
    DEAD,
    DYING,
    EXILE,
    EXILED,
    EXPELLED,
    LEAVING,
    MONOPOLY,
    MURDERED,
    NEVER,
    NOBODY,
    OPEN_BORDER,
    SILENCE,
    THE_FRONTIER,
)

share = st.floats(0, 1)
parameters = st.builds(Exit, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
states = st.fixed_dictionaries(
    {
        "permit": st.integers(0, 10),
        "grievance": share,
        "fear": share,
        "courage": share,
        "competence": share,
        "fame": share,
        "conviction": share,
        "stance": st.floats(-1, 1),
        "line": st.floats(-1, 1),
        "moral_shock": share,
    }
)


@given(states, parameters, share, share)
def test_1_a_closed_door_no_crossing_and_no_permit_keep_everybody(one, p, luck, luck_2):
    one = {**one, "permit": 0}
    p = p._replace(crossing=0.0)
    assert loose(pack, **one, exit=CLOSED_BORDER, luck=luck, luck_2=luck_2, p=p)[0] == STAYS


@given(states, parameters, st.integers(0, 1), share, share)
def test_2_without_the_hazard_nobody_leaves(one, p, door, luck, luck_2):
    assert loose(pack, **one, exit=door, luck=luck, luck_2=luck_2, p=p._replace(leaving=0.0))[0] == STAYS


@given(states, parameters, share, share)
def test_3_opening_the_door_never_keeps_one_who_would_have_left(one, p, luck, luck_2):
    closed = loose(pack, **one, exit=CLOSED_BORDER, luck=luck, luck_2=luck_2, p=p)[0]
    opened = loose(pack, **one, exit=OPEN_BORDER, luck=luck, luck_2=luck_2, p=p)[0]
    assert opened == LEAVES if closed == LEAVES else opened in (STAYS, LEAVES)


@given(share, share, share, share, parameters)
def test_more_push_never_lowers_the_hazard(grievance, fear, moral, courage, p):
    low = leaving_hazard(push_of(grievance, fear, moral, p), 0.3, courage, p)
    assert leaving_hazard(push_of(min(1, grievance + 0.1), fear, moral, p), 0.3, courage, p) >= low


def test_the_shot_die_only_where_the_door_is_closed():
    one = {
        "permit": 0,
        "grievance": 1.0,
        "fear": 1.0,
        "courage": 1.0,
        "competence": 1.0,
        "fame": 1.0,
        "conviction": 0.5,
        "stance": 0.0,
        "line": 1.0,
        "moral_shock": 0.0,
        "luck": 1e-9,
        "luck_2": 1e-9,
        "p": Exit(),
    }
    assert loose(pack, **one, exit=CLOSED_BORDER)[0] == SHOT
    assert loose(pack, **one, exit=OPEN_BORDER)[0] == LEAVES
    assert loose(pack, **{**one, "permit": 1}, exit=CLOSED_BORDER) == (LEAVES, 1)


def test_a_permit_ripens_month_by_month_and_stays_valid():
    one = {
        "grievance": 0.0,
        "fear": 0.0,
        "courage": 0.0,
        "competence": 0.0,
        "fame": 0.0,
        "conviction": 0.0,
        "stance": 0.0,
        "line": 1.0,
        "moral_shock": 0.0,
        "exit": CLOSED_BORDER,
        "luck": 0.9,
        "luck_2": 0.9,
        "p": Exit(),
    }
    assert [loose(pack, permit=k, **one)[1] for k in (10, 2, 1, 0)] == [9, 1, 1, 0]


def test_who_went_inward_is_mute_for_his_year():
    assert keep_silent(24, 23) == 1 and keep_silent(24, 24) == 0 and keep_silent(NEVER, 0) == 0


def test_the_mute_sit_in_the_hall_and_do_not_raise_a_hand():
    base = outside(changes={"ballot": "secret"})
    batch = after(base, base, months=1, grievance=1.0, quiet_until=NEVER)
    assert (batch.column("voice", 0) == -1).any()
    batch = after(base, months=1, grievance=1.0, muted=1, quiet_until=99)
    assert (batch.column("voice", 0) >= SILENCE).all()


def test_leavers_are_logged_once_and_nobody_vanishes():
    batch = after(outside(changes={"exit": "open", "exit.leaving": 0.3}), months=12, grievance=0.8)
    gone = heads(batch)
    assert gone.sum() == 400 and gone[ABROAD] > 10
    rows = events(batch, LEAVING)
    assert len(rows) == gone[ABROAD] == len(np.unique(rows["person"]))


def test_5_who_is_abroad_takes_no_part_and_holds_no_office():
    batch = after(outside(changes={"exit": "open", "exit.leaving": 0.3}), months=12, grievance=0.8)
    away = batch.column("status") == ABROAD
    assert not batch.column("office")[away].any()
    assert batch.column("present")[-1] <= 400 - 1
    assert not np.isin(batch.column("secretary"), np.flatnonzero(away)).any()
    chairs = batch.column("sitting")[-batch.centre_size:]
    assert (chairs == NOBODY).any() and not np.isin(chairs, np.flatnonzero(away)).any()


def test_some_die_at_a_closed_border():
    batch = after(
        outside(changes={"exit.leaving": 0.3, "exit.crossing": 1.0, "exit.border_death": 1.0}),
        months=12,
        grievance=0.9,
        courage=1.0,
    )
    dead = batch.column("death") == AT_BORDER
    assert dead.sum() > 5 and (batch.column("death_month")[dead] >= 0).all()
    rows = events(batch, DYING)
    assert (rows["cause"] == THE_FRONTIER).sum() == dead.sum()


def test_6_without_the_hazard_there_is_no_last_vote_and_with_it_there_is():
    columns = {"status": EXPELLED, "conviction": 0.9, "solid": 0.0}
    none = after(outside(changes={"exit.last_vote": 0.0}), months=24, **columns)
    some = after(outside(changes={"exit.last_vote": 0.01}), months=24, **columns)
    assert not (none.column("death") == BY_SUICIDE).any() and (some.column("death") == BY_SUICIDE).any()
    free = after(outside(changes={"exit.last_vote": 0.01, "exit": "open"}), months=3, **columns)
    assert not (free.column("death") == BY_SUICIDE).any()


def test_the_prominent_are_hunted_abroad_and_exiles_are_heard():
    columns = {"status": ABROAD, "fame": 1.0, "highest_office": 4}
    batch = after(outside(changes={"exit.hunting": 0.05}), months=24, **columns)
    assert 50 < (batch.column("death") == MURDERED).sum() < 400
    batch = after(outside(changes={"exit.hunting": 0.0}), months=1, **columns)
    assert (
        batch.arrays["voices_abroad"][0] == np.float32(400 * 0.02) or abs(batch.arrays["voices_abroad"][0] - 8.0) < 1e-3
    )


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_what_drives_and_what_lets_a_person_out():
    assert push_of(0.4, 0.8, 0.1, Exit()) == pytest.approx(0.7)
    assert [pull_of(door, 0.3, may) for door, may in ((True, False), (False, False), (False, True))] == [0.3, 0.0, 1.0]
    p = Exit(leaving=0.1, crossing=0.5)
    assert leaving_hazard(0.5, 0.3, 0.9, p) == pytest.approx(0.1 * 0.5 * 0.45)
    assert leaving_hazard(0.5, 0.6, 0.9, p) == pytest.approx(0.1 * 0.5 * 0.6)
    assert on_his_way(0.19, p) and not on_his_way(0.21, p)
    assert [leavers(departing) for departing in (STAYS, LEAVES, SHOT)] == [0.0, 1.0, 1.0]


def test_a_moral_shock_drives_out_those_who_are_convinced_of_the_opposite():
    one = {"permit": 0, "grievance": 0.0, "fear": 0.0, "courage": 0.0, "competence": 1.0, "fame": 1.0, "line": 1.0,
           "exit": OPEN_BORDER, "luck": 0.1, "luck_2": 0.5, "p": Exit(leaving=0.3)}
    assert loose(pack, **one, conviction=1.0, stance=-0.8, moral_shock=0.5)[0] == LEAVES
    assert loose(pack, **one, conviction=1.0, stance=0.8, moral_shock=0.5)[0] == STAYS
    assert loose(pack, **one, conviction=0.5, stance=-0.8, moral_shock=0.5)[0] == STAYS
    assert loose(pack, **one, conviction=1.0, stance=-0.8, moral_shock=0.0, moral=0.5)[0] == LEAVES


def test_who_goes_leaves_post_and_chair_and_who_is_shot_dies():
    here = Country(24).seat_chiefs()
    here.departing[[0, 12, 5]] = LEAVES, LEAVES, SHOT
    here.permit[0] = 1
    here.headed[0], here.headed[12] = here.tree.provinces[0], here.tree.units - 1
    assert len(here.run(depart)) == 0  # nobody was counted as leaving
    here.leavers[:] = 3.0
    rows = here.run(depart)
    assert sorted(rows["event"].tolist()) == sorted([LEAVING, LEAVING, DYING])
    assert here.status[[0, 12, 5, 1]].tolist() == [ABROAD, ABROAD, DEAD, 0] and here.death[5] == AT_BORDER
    assert here.permit[0] == 0 and not here.departing.any() and not here.office[[0, 12]].any()
    assert here.secretary[here.tree.provinces[0]] == NOBODY and here.sitting[0] == NOBODY and here.sitting[1] == 13


def abroad(**columns):
    """A country in which persons 2 and 3 are abroad, 4 expelled, 5 exiled."""
    here = Country(24).set(exit=CLOSED_BORDER, press=MONOPOLY)
    here.status[[2, 3, 4, 5]] = ABROAD, ABROAD, EXPELLED, EXILED
    here.fame[:] = 0.5
    for name, value in columns.items():
        getattr(here, name)[...] = value
    return here.list_docket()


def test_exiles_tell_the_prominent_are_hunted_and_the_famous_are_banished_instead_of_exiled():
    p = Exit(hunting=0.0, last_vote=0.0)
    here = abroad()
    here.run((hush, away), p)
    assert here.voices_abroad[0] == pytest.approx(2 * 0.02 * 0.5)
    here = abroad(highest_office=0, estate=1)
    here.highest_office[2] = 1
    here.run((hush, away), Exit(hunting=1e9, last_vote=0.0))
    assert here.status[[2, 3]].tolist() == [DEAD, ABROAD] and here.death[2] == MURDERED
    here = abroad(blow=EXILE, need_abroad=0.7, rung=EXILE, estate=1)
    here.run((hush, away), p)
    assert here.status[5] == ABROAD and here.rung[5] == 0 and here.estate[5] == CITIZEN
    assert here.voices_abroad[0] == pytest.approx(3 * 0.02 * 0.5)
    here = abroad(blow=EXILE, need_abroad=0.5)
    here.run((hush, away), p)
    assert here.status[5] == EXILED


def test_who_can_neither_speak_nor_leave_may_choose_death_if_he_believed():
    always = Exit(last_vote=1e9)
    here = abroad(conviction=0.9, solid=0.0)
    here.run((hush, away), always)
    assert here.death[4] == BY_SUICIDE and here.status[5] == EXILED
    for other in ({"conviction": 0.7}, {"conviction": 0.9, "solid": 1.0}):
        one = abroad(**other)
        one.run((hush, away), always)
        assert one.status[4] == EXPELLED
    free = abroad(conviction=0.9)
    free.set(exit=OPEN_BORDER).run((hush, away), always)
    assert free.status[4] == EXPELLED

"""Card 28, leaving, and being made to leave: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from outside import after, events, heads, outside

from unanimity.mechanisms.power.exit import (
    LEAVES,
    MECHANISM,
    SHOT,
    STAYS,
    Exit,
    keep_silent,
    leaving_hazard,
    pack,
    push_of,
)
from unanimity.world.words import (
    ABROAD,
    AT_BORDER,
    BY_SUICIDE,
    CLOSED_BORDER,
    DYING,
    EXPELLED,
    LEAVING,
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
    assert pack(**one, exit=CLOSED_BORDER, luck=luck, luck_2=luck_2, p=p)[0] == STAYS


@given(states, parameters, st.integers(0, 1), share, share)
def test_2_without_the_hazard_nobody_leaves(one, p, door, luck, luck_2):
    assert pack(**one, exit=door, luck=luck, luck_2=luck_2, p=p._replace(leaving=0.0))[0] == STAYS


@given(states, parameters, share, share)
def test_3_opening_the_door_never_keeps_one_who_would_have_left(one, p, luck, luck_2):
    closed = pack(**one, exit=CLOSED_BORDER, luck=luck, luck_2=luck_2, p=p)[0]
    opened = pack(**one, exit=OPEN_BORDER, luck=luck, luck_2=luck_2, p=p)[0]
    assert opened == LEAVES if closed == LEAVES else opened in (STAYS, LEAVES)


@given(share, share, share, share, parameters)
def test_more_push_never_lowers_the_hazard(grievance, fear, moral, courage, p):
    low = leaving_hazard(push_of(grievance, fear, moral), 0.3, courage, p)
    assert leaving_hazard(push_of(min(1, grievance + 0.1), fear, moral), 0.3, courage, p) >= low


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
    assert pack(**one, exit=CLOSED_BORDER)[0] == SHOT
    assert pack(**one, exit=OPEN_BORDER)[0] == LEAVES
    assert pack(**{**one, "permit": 1}, exit=CLOSED_BORDER) == (LEAVES, 1)


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
    assert [pack(permit=k, **one)[1] for k in (10, 2, 1, 0)] == [9, 1, 1, 0]


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

"""Card 25, what comes from outside: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import after, events, heads, outside

from unanimity.mechanisms.power.shock import (
    MECHANISM,
    Shock,
    alarm_by,
    becomes_affair,
    bitterness_of,
    problem_after,
    threat_after,
    weigh,
)
from unanimity.world.words import AN_ATTACK, ATTACK, DEAD, EXECUTED, IMPRISONED, MURDERED, NOBODY

share = st.floats(0, 1)
parameters = st.builds(Shock, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
CALM = {
    "threat": 0.4,
    "hidden_problem": 0.2,
    "pressure": 1.0,
    "crises": 0,
    "struck": 0,
    "crushed": 0,
    "scripted_shock": 0.0,
    "scripted_threat": 0.0,
    "line_reversed": 0,
    "error_centre": 0.0,
    "centre_revolt": 0.0,
}


@given(share)
def test_1_with_an_empty_script_and_no_danger_threat_decays_by_085(threat):
    assert threat_after(threat, 0.0, Shock(danger=0.0)) == 0.85 * threat


def test_1_so_it_does_in_the_model():
    batch = after(outside(off=("uprising",)), months=5, threat=0.8)
    assert batch.arrays["threat"][0] == pytest.approx(0.8 * 0.85**5, rel=1e-5)


@given(st.integers(0, 5), st.integers(0, 5), share, parameters)
def test_4_a_larger_attack_never_lowers_threat(one, other, threat, p):
    small, large = sorted((one, other))
    before = {**CALM, "threat": threat}
    assert weigh(**{**before, "struck": large}, p=p)[0] >= weigh(**{**before, "struck": small}, p=p)[0]


@given(share, share, share, share)
def test_7_more_fear_at_the_same_grievance_makes_nobody_more_likely_to_attack(grievance, fear, more, courage):
    assert bitterness_of(grievance, max(fear, more), courage) <= bitterness_of(grievance, min(fear, more), courage)


def test_7_without_a_rate_and_without_enemies_nobody_attacks():
    batch = after(outside(), months=24, grievance=1.0)
    assert batch.arrays["attacks"][0] == 0 and len(events(batch, ATTACK)) == 0


def test_attacks_come_out_of_bitterness_are_logged_and_kill_half_of_the_time():
    batch = after(outside(), months=24, grievance=1.0, fear=0.0, attack_rate=4.0)
    rows = events(batch, ATTACK)
    assert len(rows) == batch.arrays["attacks"][0] > 20
    assert (rows["cause"] == AN_ATTACK).all() and (rows["other"] != NOBODY).all()
    murdered = (batch.column("death") == MURDERED).sum()
    assert 0 < murdered <= len(rows) and (batch.column("status")[batch.column("death") == MURDERED] == DEAD).all()
    assert heads(batch).sum() == 400
    assert (rows["person"] != rows["other"]).all()


@given(st.sampled_from([1, 2, 3, 4, 5]), st.integers(1, 5000), st.integers(1, 500), st.integers(1, 100))
def test_an_attack_is_the_countrys_affair_by_how_many_such_posts_there_are(office, cells, districts, provinces):
    chance = becomes_affair(office, cells, districts, provinces)
    posts, usual = {1: (cells, 128), 2: (districts, 32), 3: (provinces, 8)}.get(office, (1, 1))
    assert chance == pytest.approx(min(1.0, usual / posts))


@given(share, st.floats(0, 1e6))
def test_the_alarm_of_a_province_is_by_attacks_a_head(attacked, people):
    after_it = alarm_by(attacked, people)
    assert attacked <= after_it <= 1.0
    assert alarm_by(0.0, 250.0) == 1.0 and alarm_by(0.0, 2500.0) == pytest.approx(0.1)


def test_four_times_the_people_attack_four_times_as_often():
    small, large = (sum(int(after(outside(people=people), months=24, seed=seed, grievance=1.0, fear=0.0,
                              attack_rate=4.0).arrays["attacks"][0]) for seed in seeds)
                    for people, seeds in ((400, range(8)), (1600, range(2))))
    assert abs(large - small) < 3.5 * (large + small) ** 0.5 and small > 100


def test_an_enemy_attacks_whatever_he_feels():
    batch = after(outside(), months=12, grievance=0.0, enemy=1, enemy_rate=0.1)
    assert batch.arrays["attacks"][0] > 10


def held(changes, announced=None, **columns):
    from unanimity.engine.batch import make_batch
    from unanimity.engine.run import lay_record, run_months
    from unanimity.measures import MEASURES
    from unanimity.world.levers import NUMBER_OF

    batch = make_batch([outside(changes={"sanction_cap": "death", **changes})], [3], MEASURES)
    for name, value in {"status": IMPRISONED, "rung": 5, "rung_max": 7, "police_autonomy": 1.0, **columns}.items():
        batch.column(name)[...] = value
    if announced is not None:
        batch.arrays["announced"][NUMBER_OF["sanction_cap"]] = announced
    lay_record(batch, 3)
    run_months(batch, 3, threads=1)
    return int((batch.column("death") == EXECUTED).sum())


def test_2_and_3_the_police_kills_before_clemency_only_if_announced_autonomous_and_if_death_had_been_used():
    assert held({}, announced=6) > 40
    assert held({}) == 0
    assert held({}, announced=6, police_autonomy=0.0) == 0
    assert held({"sanction_cap": "camp"}, announced=5) == 0
    assert held({}, announced=6, rung_max=6) == 0


@given(st.floats(0.1, 2), share, parameters)
def test_an_ignored_problem_grows_and_a_known_one_is_mended(problem, error, p):
    after_it = problem_after(problem, error, p)
    assert after_it >= problem if error > 0.1 else after_it <= max(problem, 0.1)


def test_a_problem_above_1_breaks_open():
    threat, before, problem, pressure, crisis, crises, _, _ = weigh(
        **{**CALM, "hidden_problem": 0.99, "error_centre": 0.5}, p=Shock(danger=0.0)
    )
    assert (before, problem, pressure, crisis, crises) == (0.4, 0.2, 1.5, 1, 1)
    assert threat == pytest.approx(0.85 * 0.4 + 0.3)


def test_droughts_come_in_august_by_province_at_their_rate_and_may_be_shared():
    def dry(correlation):
        worlds = [outside(changes={"shock.drought": 0.5, "shock.correlation": correlation})] * 40
        from unanimity.engine.batch import make_batch
        from unanimity.engine.run import lay_record, run_months
        from unanimity.measures import MEASURES

        batch = make_batch(worlds, list(range(40)), MEASURES)
        lay_record(batch, 8)
        run_months(batch, 7, threads=2)
        assert (batch.arrays["yielded"] == 1.0).all()
        run_months(batch, 8, threads=2)
        places = batch.tree.provinces
        return np.array([batch.column("yielded", w)[places] < 1.0 for w in range(40)])

    alone, together = dry(0.0), dry(1.0)
    assert 0.28 < alone.mean() < 0.51  # 1 - exp(-.5) = .39
    assert (together.all(axis=1) | ~together.any(axis=1)).all() and 0 < together.mean() < 1
    assert not (alone.all(axis=1) | ~alone.any(axis=1)).all()


def test_a_scripted_yield_and_a_drought_multiply():
    batch = after(outside(changes={"shock.drought": 0.0}), months=9, scripted_yield=0.5)
    assert (batch.column("yielded") == 0.5).all()


def test_war_rallies_once_and_not_those_who_sit_apart():
    batch = after(outside(changes={"shock.rally": 0.4}, off=("meeting",)), months=1, front=1, stance=-0.5, status=0)
    assert batch.column("stance")[1] == pytest.approx(-0.5 + 0.4 * 1.5, rel=1e-5)
    again = after(outside(changes={"shock.rally": 0.4}, off=("meeting",)), months=3, front=1, stance=-0.5)
    assert again.column("stance")[1] == pytest.approx(-0.5 + 0.4 * 1.5, rel=1e-5)
    apart = after(outside(changes={"shock.rally": 0.4}), months=1, front=1, stance=-0.5, status=IMPRISONED)
    assert (apart.column("stance")[1] == -0.5).all()


def test_switched_off_threat_is_the_standing_danger_and_nothing_happens():
    batch = after(
        outside(changes={"shock.danger": 0.3}, off=("shock",)), months=3, grievance=1.0, threat=0.9, attack_rate=5.0
    )
    assert batch.arrays["threat"][0] == np.float32(0.3) and batch.arrays["attacks"][0] == 0


def test_the_same_on_one_and_two_threads():
    one, two = (after(outside(), months=18, threads=n, grievance=1.0, attack_rate=2.0) for n in (1, 2))
    assert (one.column("status") == two.column("status")).all() and (events(one, ATTACK) == events(two, ATTACK)).all()

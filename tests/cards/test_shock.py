"""Card 25, what comes from outside: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from hypothesis import given
from hypothesis import strategies as st
from outside import after, events, heads, outside

from direct_calls import call, run_rules
from unanimity.mechanisms.power.shock import (
    MECHANISM,
    Shock,
    alarm_by,
    alarm_by_script,
    attack_by_script,
    attacker_of,
    avenge,
    bear,
    becomes_affair,
    bitterness,
    bitterness_of,
    fair,
    fight,
    look_at_the_sky,
    note_war,
    problem_after,
    quiet,
    rain,
    rally,
    shoot_first,
    strike_at,
    threat_after,
    weigh,
)
from unanimity.world.codes import (
    AN_ATTACK,
    ATTACK,
    ATTACKED,
    CAMP,
    DEAD,
    EXECUTED,
    EXPELLED,
    IMPRISONED,
    INQUIRY,
    MURDERED,
    NOBODY,
)
from unanimity.world.tree import grow

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


@given(st.sampled_from([1, 2, 3, 4, 5]), st.integers(1, 5000), st.integers(1, 500))
def test_an_attack_is_the_countrys_affair_as_much_as_the_place_is_of_the_country(office, cells, districts):
    assert becomes_affair(office, cells, districts) == pytest.approx(1.0 / {1: cells, 2: districts}.get(office, 1))
    assert becomes_affair(office, 2 * cells, 2 * districts) <= becomes_affair(office, cells, districts)


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
    from unanimity.world.levers import NUMBER_OF

    batch = make_batch([outside(changes={"sanction_cap": "death", **changes})], [3], ())
    for name, value in {"status": IMPRISONED, "rung": 5, "rung_max": 7, "oversight_eff": 0.0, **columns}.items():
        batch.column(name)[...] = value
    if announced is not None:
        batch.arrays["announced"][NUMBER_OF["sanction_cap"]] = announced
    lay_record(batch, 3)
    run_months(batch, 3, threads=1)
    return int((batch.column("death") == EXECUTED).sum())


def test_2_and_3_the_police_kills_before_clemency_only_if_announced_autonomous_and_if_death_had_been_used():
    assert held({}, announced=6) > 40
    assert held({}) == 0
    assert held({}, announced=6, oversight_eff=1.0) == 0
    assert held({"sanction_cap": "camp"}, announced=5) == 0
    assert held({}, announced=6, rung_max=6) == 0


@given(st.floats(0.1, 2), share, parameters)
def test_an_ignored_problem_grows_and_a_known_one_is_mended(problem, error, p):
    after_it = problem_after(problem, error, p)
    assert after_it >= problem if error > p.ignored else after_it <= max(problem, p.least_problem)


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

        batch = make_batch(worlds, list(range(40)), ())
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


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_bitterness_danger_and_problems_are_the_cards_formulas():
    assert bitterness_of(0.6, 0.5, 0.2) == pytest.approx(0.36 * (1 - 0.5 * 0.8))
    assert bitterness(0.6, 0.5, 0.2, 0) == bitterness_of(0.6, 0.5, 0.2) and bitterness(0.6, 0.5, 0.2, 1) == 0.0
    assert threat_after(0.4, 0.1, Shock(danger=0.2)) == pytest.approx(0.85 * 0.4 + 0.15 * 0.2 + 0.1)
    assert problem_after(0.5, 0.2, Shock()) == pytest.approx(0.52)
    assert problem_after(0.5, 0.1, Shock()) == pytest.approx(0.45) and problem_after(0.1, 0.0, Shock()) == 0.1
    after_it = weigh(**{**CALM, "struck": 3, "centre_revolt": 0.2, "scripted_threat": 0.05}, p=Shock(danger=0.0))
    assert after_it[0] == pytest.approx(0.34 + 0.5 * 0.75 + 0.3 * 0.2 + 0.05)
    shocks = [weigh(**{**CALM, **one}, p=Shock())[6] for one in ({}, {"line_reversed": 1}, {"crushed": 1},
                                                                {"scripted_shock": 0.4})]
    assert shocks == [0.0, 1.0, 1.0, 0.4]
    assert weigh(**{**CALM, "hidden_problem": 0.99, "error_centre": 0.5, "pressure": 1.8}, p=Shock())[3] == 2.0
    assert quiet(0.3, Shock(danger=0.2)) == (0.2, 0.2, 0.1, 0, 0, 0.3) and fair(0.7) == (0.7, 0.0)


def test_a_drought_is_of_a_province_comes_in_august_and_multiplies_with_the_script():
    tree = grow((2, 2), 24)
    units = {"weather": np.ones(tree.units), "scripted_yield": np.full(tree.units, 0.5)}

    def year(lucks, p, common=0.0, calendar=8):
        for province, luck in zip(tree.provinces, lucks, strict=True):
            units["weather"][province] = rain(units["weather"][province], common, calendar, luck, p)
        return run_rules((bear,), units, tree)["yielded"][:tree.cells]

    dry, wet = Shock(drought=0.5, loss=0.4), Shock(drought=0.0)
    assert year((0.1, 0.9), dry) == pytest.approx([0.3, 0.3, 0.5, 0.5])  # event(.5) strikes below .39
    assert year((0.9, 0.9), wet, calendar=5) == pytest.approx([0.3, 0.3, 0.5, 0.5])  # until the next August
    assert year((0.01, 0.01), wet) == pytest.approx([0.5] * 4)
    shared = dry._replace(correlation=1.0)
    assert year((0.01, 0.99), shared, common=-1.0) == pytest.approx([0.3] * 4)
    assert year((0.01, 0.99), shared, common=1.0) == pytest.approx([0.5] * 4)
    lucks = np.random.default_rng(1).uniform(size=4000)
    struck = np.mean([rain(1.0, 0.0, 8, luck, dry) < 1.0 for luck in lucks])
    assert struck == pytest.approx(1 - np.exp(-0.5), abs=0.03)
    assert look_at_the_sky(0.5) == pytest.approx(0.0, abs=1e-9)


def tied():
    """Person 1 is tied to the secretaries of both provinces, more to the second; 8 to nobody."""
    return Country(24, ties=[(1, 0, 0.2, 2), (1, 6, 0.6, 2), (1, 2, 0.9, 2)]).seat_chiefs()


def struck_by(here, person):
    tree = here.tree
    return call(strike_at, {"tie_start": here.tie_start, "neighbour": here.neighbour, "weight": here.weight,
                            "office": here.office, "status": here.status, "secretary": here.secretary},
                beside={"units": tree.units, "parent": np.append(tree.parent[:-1], tree.units - 1),
                        "cell_of": here.cell_of}, i=person)


def test_an_attacker_strikes_the_official_he_is_tied_to_most_else_the_nearest_above_him():
    here = tied()
    assert struck_by(here, 1) == 6
    here.status[6] = IMPRISONED
    assert struck_by(here, 1) == 0
    assert struck_by(here, 8) == 0  # nobody heads his cell: the secretary of his province
    here.status[0] = IMPRISONED
    here.secretary[-1] = 12
    assert struck_by(here, 8) == 12
    here.secretary[-1] = 8
    assert struck_by(here, 8) == NOBODY  # he does not strike himself


def test_who_attacks_is_a_lot_among_the_bitter_and_brave():
    people = 6
    one = {"status": np.zeros(people, int), "peaceable": np.zeros(people, int), "grievance": np.zeros(people),
           "fear": np.zeros((3, people)), "courage": np.ones(people)}

    def attacker(low, month):
        return call(attacker_of, one, beside={"cell_start": np.array([low, people])}, cell=0, seed=np.uint64(3),
                    month=month)

    assert attacker(0, 5) == NOBODY
    one["grievance"][[2, 4]] = 0.5, 1.0
    drawn = [attacker(0, month) for month in range(400)]
    assert set(drawn) == {2, 4} and 0.12 < drawn.count(2) / 400 < 0.29  # weights .25 and 1
    assert set(attacker(3, month) for month in range(20)) == {4}
    one["peaceable"][4] = 1
    assert {attacker(0, month) for month in range(20)} == {2}
    one["status"][2] = IMPRISONED
    assert attacker(0, 5) == NOBODY


def avenged(rate=1e9, **columns):
    here = tied()
    here.grievance[:], here.courage[:] = 1.0, 0.5
    here.bitterness[:4] = 6.0
    here.present[:] = 250.0
    here.attack_rate[0] = rate
    for name, value in columns.items():
        getattr(here, name)[...] = value
    return here, here.run((attack_by_script, alarm_by_script, avenge, fight), Shock())


def test_each_bitter_cell_has_its_own_attack_its_author_is_wanted_and_half_of_the_victims_die():
    here, rows = avenged()
    assert 3 <= len(rows) <= 4 and (rows["event"] == ATTACK).all() and here.attacks[0] == len(rows)
    assert (here.warrant[rows["person"]] == AN_ATTACK).all() and (here.act_kind[rows["person"]] == ATTACKED).all()
    assert (here.act_month[rows["person"]] == here.month).all() and here.struck[0] == 3
    assert here.struck_by[0] in rows["person"]
    assert (here.attacked[here.tree.provinces] > 0).all() and here.attacked[-1] == 0
    assert set(np.unique(here.death)) <= {0, MURDERED} and ((here.death > 0) == (here.status == DEAD)).all()
    here, rows = avenged(bitterness=0.0)
    assert len(rows) == 0 and here.struck[0] == 0
    here, rows = avenged(rate=0.0)
    assert len(rows) == 0
    here, rows = avenged(rate=0.0, scripted_struck=4, scripted_by=9)
    assert here.struck[0] == 4 and here.struck_by[0] == 9 and here.attacks[0] == 1


def test_enemies_attack_by_their_own_rate_and_only_at_liberty():
    one = np.zeros(24, int)
    one[[3, 9]] = 1
    _, rows = avenged_by(one)
    assert sorted(rows["person"].tolist()) == [3, 9]
    held = np.zeros(24, int)
    held[3] = IMPRISONED
    assert avenged_by(one, status=held)[1]["person"].tolist() == [9]


def avenged_by(enemies, **columns):
    here = tied()
    here.enemy[:] = enemies
    here.enemy_rate[0] = 1e9
    here.present[:] = 250.0
    for name, value in columns.items():
        getattr(here, name)[...] = value
    return here, here.run((attack_by_script, alarm_by_script, avenge, fight), Shock())


def test_before_a_clemency_that_is_announced_prisoners_are_shot_by_a_police_that_may():
    def shot(cap=7.0, announced=5.0, looked=0.0, most=7, status=IMPRISONED, rung=5):
        here = Country(24).set(sanction_cap=cap)
        here.announced = np.full_like(here.levers, announced)
        here.status[:4], here.rung[:4] = status, rung
        here.rung_max[0], here.oversight_eff[0] = most, looked
        here.list_docket().run(shoot_first, Shock(before_clemency=1e9))
        return int((here.death == EXECUTED).sum())

    assert shot() == shot(status=CAMP, rung=6) == shot(status=INQUIRY, rung=0) == 4
    assert shot(cap=6.0) == shot(announced=7.0) == shot(most=6) == shot(looked=1.0) == shot(rung=4) == 0
    assert shot(status=EXPELLED) == 0


def test_war_draws_people_to_the_line_once():
    here = Country(24)
    here.stance[:] = -0.5
    here.line[:] = 1.0
    here.front[0] = 1
    here.status[3] = IMPRISONED
    here.run((rally, note_war), Shock(rally=0.4))
    assert here.stance[:, 0] == pytest.approx([0.1, 0.1, 0.1][:len(here.stance)], abs=1e-6)
    assert (here.stance[:, 3] == -0.5).all() and here.war_before[0] == 1
    here.run((rally, note_war), Shock(rally=0.4))
    assert here.stance[0, 0] == pytest.approx(0.1, abs=1e-6)
    here.front[0] = 0
    here.run((rally, note_war), Shock(rally=0.4))
    assert here.war_before[0] == 0

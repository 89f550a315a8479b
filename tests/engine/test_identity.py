"""The same world gives the same bits: on any threads, in any batch, by any path, interrupted or not."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import MONTHS, digests, ran, regime, scheduled, several
from hypothesis import given, settings
from hypothesis import strategies as st

import unanimity
from small_regimes import only_the_hall
from unanimity.engine import run as running
from unanimity.engine.batch import make_batch
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import recorded
from unanimity.engine.fork import brittleness, fork
from unanimity.engine.kernels import kernels
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes.schedule import Entry


@pytest.fixture(scope="module")
def reference():
    """What each of the several worlds gives when it is run alone on one thread."""
    regimes, seeds = several()
    return [digests(ran([r], [s]))[0] for r, s in zip(regimes, seeds, strict=True)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_world_is_the_same_on_any_number_of_threads(reference, threads):
    assert digests(ran(*several(), threads=threads)) == reference


@settings(max_examples=12)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=12))
def test_a_world_is_the_same_in_any_batch_at_any_place_in_it(reference, places):
    regimes, seeds = several()
    batch = ran([regimes[k] for k in places], [seeds[k] for k in places], threads=2)
    assert digests(batch) == [reference[k] for k in places]


def test_worlds_of_other_seeds_regimes_or_parameters_are_other_worlds(reference):
    assert len(set(reference)) == len(reference)
    assert digests(ran([regime()], [1])) != digests(ran([regime()], [2]))


def test_a_run_can_be_run_again_to_the_bit_and_its_digest_says_so():
    one, two = (unanimity.run(only_the_hall("war"), months=5, people=300, worlds=3, seed=8, threads=t) for t in (1, 2))
    assert one.digest == two.digest and (one.values == two.values).all()
    assert one.worlds["digest"].tolist() == two.worlds["digest"].tolist()
    assert unanimity.run(only_the_hall("war"), months=5, people=300, worlds=2, seed=9).worlds["digest"].tolist() == \
        one.worlds["digest"].tolist()[1:]


@pytest.mark.parametrize(("tasks", "threads"), [(64, 2), (16, 3), (10**6, 2)])
def test_threads_that_share_one_world_give_what_a_thread_alone_gives(reference, monkeypatch, tasks, threads):
    monkeypatch.setattr(running, "SHARED_FROM", 1)
    monkeypatch.setattr(running, "PEOPLE_A_TASK", tasks)
    assert digests(ran(*several(), threads=threads)) == reference


def test_rules_fused_into_one_loop_give_what_rules_apart_give(reference):
    apart = ran(*several(), fuse=False)
    assert digests(apart) == reference
    assert len(apart.plan.passes) > len(ran(*several(), months=1).plan.passes)


def test_months_in_one_stretch_or_one_by_one_are_the_same(reference):
    regimes, seeds = several()
    batch = make_batch(regimes, seeds)
    lay_record(batch, MONTHS)
    for month in range(1, MONTHS + 1):
        run_months(batch, month, threads=1)
    assert digests(batch) == reference


@settings(max_examples=8)
@given(st.integers(0, MONTHS - 1), st.booleans())
def test_a_run_taken_up_at_any_month_gives_the_uninterrupted_digest(tmp_path_factory, stop, with_schedule):
    folder = tmp_path_factory.mktemp("at")
    regimes, seeds = several()
    if with_schedule:
        regimes = [scheduled(r, (2, "ballot", "open"), Entry(3, "parameter", "voice.theta", 0.2),
                             Entry(1, "pulse", "threat", 0.1, "add", months=3),
                             Entry(4, "set", "grievance", 0.8, provinces=(2,))) for r in regimes]
    whole = digests(ran(regimes, seeds))
    first = make_batch(regimes, seeds)
    lay_record(first, MONTHS)
    run_months(first, stop, threads=1)
    save_checkpoint(first, folder / "checkpoint.npz")
    second = make_batch(regimes, seeds)
    lay_record(second, MONTHS)
    load_checkpoint(second, folder / "checkpoint.npz")
    assert second.month == stop
    run_months(second, MONTHS, threads=2)
    assert digests(second) == whole


def test_a_schedule_acts_at_its_month_and_before_it_nothing_changes():
    base = regime("apparatus")
    plain = ran([base], [7], months=8)
    changed = ran([scheduled(base, (5, "ballot", "secret"))], [7], months=8)
    (_, before), (_, after) = recorded(plain), recorded(changed)
    assert (before[:5] == after[:5]).all()
    names = [m.name for m in plain.plan.measures]
    dissent = names.index("public_dissent")
    assert after[5, 0, -1, dissent] > before[5, 0, -1, dissent]


def test_a_scheduled_lever_binds_as_if_it_had_always_been_so_set_for_those_it_names():
    base = regime("apparatus")
    batch = ran([scheduled(base, Entry(1, "lever", "ballot", 1.0, provinces=(3,)))], [7], months=2)
    row = batch.arrays["levers"][0]
    in_third = batch.tree.province == batch.tree.provinces[2]
    assert (row[in_third] == 1.0).all() and (row[~in_third] == 0.0).all()


def test_a_parameter_changes_at_its_month():
    base = regime("apparatus")
    later = scheduled(base, Entry(2, "parameter", "voice.theta", 0.0))
    plain, changed = (ran([r], [7], months=4) for r in (base, later))
    (_, a), (_, b) = recorded(plain), recorded(changed)
    assert (a[:2] == b[:2]).all() and (a[2] != b[2]).any()


@pytest.mark.parametrize(("entry", "values"), [
    (Entry(1, "set", "threat", 0.7), [.1, .7, .7, .7, .7]),
    (Entry(1, "set", "threat", 0.2, "add"), [.1, .3, .3, .3, .3]),
    (Entry(1, "clamp", "threat", 0.7, months=2), [.1, .7, .7, .7, .7]),
    (Entry(1, "pulse", "threat", 0.2, "add", months=2), [.1, .3, .5, .5, .5]),
    (Entry(1, "drift", "threat", 2.0, "scale", months=3), [.1, .2, .4, .8, .8]),
    (Entry(2, "drift", "threat", 9.0, "scale", months=3), [.1, .1, .9, 1, 1]),
])
def test_events_set_clamp_pulse_and_drift_a_variable_within_its_range(entry, values):
    base = scheduled(regime("apparatus", threat=0.1), entry)
    batch = make_batch([base], [1])
    lay_record(batch, 5)
    found = []
    for month in range(5):
        run_months(batch, month + 1, threads=1)
        found.append(float(batch.column("threat")[0]))
    assert found == pytest.approx(values, abs=1e-6)


def test_an_event_in_one_province_touches_nobody_elsewhere():
    base = scheduled(regime("apparatus"), Entry(0, "set", "grievance", 0.9, provinces=(2,)))
    batch, plain = ran([base], [1], months=1), ran([regime("apparatus")], [1], months=1)
    a, b = batch.tree.person_range(int(batch.tree.provinces[1]))
    mine = np.zeros(batch.people, bool)
    mine[a:b] = True
    assert (batch.column("grievance")[mine] == np.float32(0.9)).all()
    assert (batch.column("grievance")[~mine] == plain.column("grievance")[~mine]).all()


def test_the_arms_of_a_comparison_share_their_burn_in_to_the_bit():
    base = regime("apparatus", burn_in=12, months=4)
    treated = base.from_month(0, {"ballot": "secret", "voice.theta": 0.05, "threat": 0.9})
    batch = make_batch([base, treated], [5, 5])
    lay_record(batch, 16)
    run_months(batch, 0, threads=1)
    half = digests(batch)
    assert half[0] == half[1]
    run_months(batch, 4, threads=1)
    assert len(set(digests(batch))) == 2
    months, _ = recorded(batch)
    assert months.tolist() == list(range(-12, 4))


def test_a_fork_leaves_its_original_alone_and_runs_on_as_the_original_would():
    whole = digests(ran([regime()], [3], months=6))
    batch = make_batch([regime()], [3])
    lay_record(batch, 6)
    run_months(batch, 3, threads=1)
    twin, wild = fork(batch), fork(batch)
    wild.arrays["fear"][...] = 1.0
    run_months(wild, 6, threads=1)
    assert brittleness(batch).shape == (1,)
    run_months(twin, 6, threads=1)
    run_months(batch, 6, threads=1)
    assert digests(batch) == digests(twin) == whole
    assert digests(wild) != whole


def test_brittleness_is_the_dissent_that_one_month_without_fear_brings_out():
    batch = ran([regime("terror", people=512)] * 2, [1, 2], months=6)
    found = brittleness(batch)
    names = [m.name for m in batch.plan.measures]
    gap = recorded(batch)[1][-1, :, -1, names.index("falsification_gap")]
    assert (found > 0.05).all() and (found <= gap + 1e-9).all()


def test_nothing_is_compiled_again_after_the_first_month():
    batch = ran([regime()], [1], months=1)
    compiled = kernels(batch.plan)
    before = len(compiled.compiled)
    ran(*several(), months=3)
    ran([regime("law", people=300)], [2], months=2)
    assert kernels(batch.plan) is compiled
    assert len(compiled.compiled) == before == 1


def test_worlds_that_do_not_fit_together_are_refused_in_one_line():
    with pytest.raises(unanimity.UserError, match=r"must agree in society\.people: .* 256.* 300"):
        make_batch([regime(people=256), regime(people=300)], [1, 2])
    with pytest.raises(unanimity.UserError, match="must agree in burn_in"):
        make_batch([regime(), regime(burn_in=12)], [1, 2])

"""Soak: in any regime people and food are conserved, numbers stay in range, nobody absent acts, bits are the same.

Regimes are drawn at random (random_regimes.py) and looked at step by step (world_checks.py). The small version is for
every day; the whole one runs 200 regimes for 36 months and every preset with 20 seeds for 240 months.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from random_regimes import EVENTS, draw
from world_checks import in_strides, ranges_of, slow_motion

import unanimity
from unanimity import events
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import LogOverflow, whole_log
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.collect import recorded, world_digest
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes import preset_names
from unanimity.regimes.schedule import Entry
from unanimity.world.selectors.parse import Choice

SMALL, PEOPLE, MONTHS = 10, 400, 14
ROWS = 16  # of the log for each person and month: nothing is lost in the worst of regimes


def born(regimes):
    """The worlds before their first month: world k has seed k."""
    return make_batch(regimes, range(len(regimes)), log_rows=ROWS * regimes[0].society.people)


def digests(batch):
    """All measures, the whole state and the whole log, world by world."""
    _, values = recorded(batch)
    log = whole_log(batch)
    return [world_digest(batch, world, values) + hashlib.sha256(log["row"][log["world"] == world].tobytes()).hexdigest()
            for world in range(batch.worlds)]


def ran(batch, months, threads):
    lay_record(batch, months)
    run_months(batch, months, threads)
    return batch


def resumed(regimes, months, path):
    """Run half of the way, saved, taken up by a batch that has never run, and run to the end."""
    half = born(regimes)
    lay_record(half, months)
    run_months(half, months // 2, threads=2)
    save_checkpoint(half, path)
    again = born(regimes)
    lay_record(again, months)
    load_checkpoint(again, path)
    run_months(again, months, threads=2)
    return again


def assert_sound(regimes, months, path):
    """Sound in slow motion; and the same bits in an ordinary run, on one thread, on two, and taken up half way."""
    slow = born(regimes)
    assert slow_motion(slow, months) == []
    expected = digests(slow)
    assert digests(ran(born(regimes), months, threads=1)) == expected
    assert digests(ran(born(regimes), months, threads=2)) == expected
    assert digests(resumed(regimes, months, path)) == expected


def test_every_event_of_the_contract_may_be_drawn():
    assert set(EVENTS) == set(events.EVENTS)


def test_a_few_random_regimes_are_sound_and_the_same_on_any_path(tmp_path):
    assert_sound([draw(number, MONTHS, PEOPLE) for number in range(SMALL)], MONTHS, tmp_path / "checkpoint.npz")


def test_a_month_of_terror_that_fills_the_log_is_run_again_with_more_room():
    everybody = unanimity.regime("terror", {"people": 1200, "burn_in": 0})
    order = Entry(1, "sanction", "sanction", who=Choice("all"), arguments=(("rung", "exile"), ("public", False),
                                                                           ("kin", False), ("term", 2)))
    everybody = dataclasses.replace(everybody, months=4, schedule=(order,))
    batch = make_batch([everybody], [0])
    lay_record(batch, 4)
    with pytest.raises(LogOverflow):
        run_months(batch, 4, threads=1)
    rows = unanimity.run(everybody, seed=0).cases.rows
    assert np.bincount(rows["month"]).max() > len(batch.arrays["log_rows"])


@pytest.mark.parametrize("number", [430])
def test_no_measure_leaves_its_range_where_superiors_discount(number):
    """The centre believed 826 plans of harvest: what inspection found was multiplied without limit."""
    batch = make_batch([draw(number, 46)], [number], log_rows=ROWS * 600)
    assert ranges_of(ran(batch, 46, threads=1)) == []


def test_rations_decreed_have_no_top_for_the_lever_has_none():
    batch = ran(make_batch([unanimity.regime("apparatus", {"people": 256, "burn_in": 0, "ration_norm": 9})], [0]), 6, 1)
    assert ranges_of(batch) == []
    assert max(recorded(batch)[1][..., [m.name for m in batch.plan.measures].index("rations_decreed")].ravel()) > 4


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_two_hundred_random_regimes_are_sound_for_three_years(first, tmp_path):
    assert_sound([draw(number, 36, 600) for number in range(first, first + 50)], 36, tmp_path / "checkpoint.npz")


@pytest.mark.slow
def test_regimes_in_which_some_live_under_levers_of_their_own_are_sound(tmp_path):
    assert_sound([draw(number, 36, 600, own=True) for number in range(200, 220)], 36, tmp_path / "checkpoint.npz")


@pytest.mark.slow
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_sound_for_twenty_years(name):
    regime = dataclasses.replace(unanimity.regime(name), months=240)
    batch = born([regime.but(people=800)] * 20)
    assert in_strides(batch, 240 + regime.burn_in, threads=2) == []
    status = batch.arrays["status"]
    assert (status < 3).mean() > 0.02, "hardly anybody is left at liberty"


@pytest.mark.slow
@pytest.mark.timeout(3000)  # two thousand regimes, after a compile of its own with bounds checked
def test_two_thousand_random_regimes_stay_within_every_table():
    here = Path(__file__).parent
    done = subprocess.run([sys.executable, str(here / "within_bounds.py"), "1000", "3000"], capture_output=True,
                          text=True, env=os.environ | {"NUMBA_BOUNDSCHECK": "1"})
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]

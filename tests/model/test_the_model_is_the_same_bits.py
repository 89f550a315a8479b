"""The whole model gives the same bits: on any threads, in any batch, by any path, interrupted or not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storm import MONTHS, NAMES, born, digests, ran, stormy

import unanimity
from unanimity.engine import run as running
from unanimity.engine.case_logs import whole_log
from unanimity.engine.checkpoint import load_checkpoint, save_checkpoint
from unanimity.engine.run import run_months

DRIVER = Path(__file__).parent.parent / "engine" / "interruptible_run.py"


@pytest.fixture(scope="module")
def worlds():
    """A storm over each base regime, one with other parameters, and a seed each."""
    storms = [*map(stormy, NAMES), stormy("terror", {"arrest.capacity": 0.02, "fear.spill": 1.0})]
    return storms, [3, 1, 4, 1, 2**64 - 1]


@pytest.fixture(scope="module")
def reference(worlds):
    """What each of them gives when it is run alone on one thread."""
    return [digests(ran([r], [s]))[0] for r, s in zip(*worlds, strict=True)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_on_any_number_of_threads(worlds, reference, threads):
    assert digests(ran(*worlds, threads=threads)) == reference
    assert len(set(reference)) == len(reference)


@settings(max_examples=6)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=7))
def test_in_any_batch_at_any_place_in_it(worlds, reference, places):
    regimes, seeds = worlds
    batch = ran([regimes[k] for k in places], [seeds[k] for k in places], threads=2)
    assert digests(batch) == [reference[k] for k in places]


@pytest.mark.parametrize(("tasks", "threads"), [(64, 2), (10**6, 3)])
def test_where_threads_share_one_world(worlds, reference, monkeypatch, tasks, threads):
    monkeypatch.setattr(running, "SHARED_FROM", 1)
    monkeypatch.setattr(running, "PEOPLE_A_TASK", tasks)
    assert digests(ran(*worlds, threads=threads)) == reference


def test_month_by_month(worlds, reference):
    batch = born(*worlds)
    for month in range(1, MONTHS + 1):
        run_months(batch, month, threads=1)
    assert digests(batch) == reference


@pytest.mark.parametrize("stop", [1, 5, 9])
def test_taken_up_from_a_checkpoint_with_its_log(worlds, reference, tmp_path, stop):
    first = born(*worlds)
    run_months(first, stop, threads=1)
    save_checkpoint(first, tmp_path / "checkpoint.npz")
    second = born(*worlds)
    load_checkpoint(second, tmp_path / "checkpoint.npz")
    assert second.month == stop
    run_months(second, MONTHS, threads=2)
    assert digests(second) == reference
    assert (whole_log(second) == whole_log(ran(*worlds))).all()


def test_a_run_killed_and_taken_up_again_ends_as_if_nothing_had_happened(tmp_path):
    order = {"out": str(tmp_path), "months": 8, "mechanisms": "all", "pause": 0.3}
    process = subprocess.Popen([sys.executable, str(DRIVER), json.dumps(order)], stdout=subprocess.PIPE, text=True)
    for said in process.stdout:
        if said.startswith("run 4"):
            process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    again = unanimity.run("apparatus", months=8, people=256, worlds=2, seed=3, out=tmp_path, resume=True,
                          report=False)
    whole = unanimity.run("apparatus", months=8, people=256, worlds=2, seed=3)
    assert again.digest == whole.digest


@pytest.mark.slow
def test_rules_fused_into_one_loop_or_apart(worlds, reference):
    assert digests(ran(*worlds, fuse=False)) == reference

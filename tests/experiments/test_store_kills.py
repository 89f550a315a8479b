"""Processes that share a store are killed at any moment: no result is lost, wrong or half written."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fake_laboratory import Laboratory, ballot

from unanimity.experiments.store import Store

WORKER = """
import sys, time
sys.path.insert(0, {here!r})
from fake_laboratory import Laboratory, ballot
import unanimity.experiments.seed_runs as pieces
pieces.WORK_A_BATCH = 2 * 256 * 36
class Slow(Laboratory):
    def __call__(self, *given):
        print("begun", flush=True)
        time.sleep(0.02)
        return super().__call__(*given)
print("ran", ballot(replications=40).run(store={store!r}, runner=Slow()).ran, flush=True)
"""


def started(folder):
    code = WORKER.format(here=str(Path(__file__).parent), store=str(folder))
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_some(folder, lot, processes, kills):
    """Start processes on one store; kill some of them, each at a random moment after it has begun; the rest finish."""
    running = [started(folder) for _ in range(processes)]
    for number, one in enumerate(running):
        if number < kills:
            one.stdout.readline()
            time.sleep(lot.uniform(0.0, 0.4))
            one.kill()
    for number, one in enumerate(running):
        _, errors = one.communicate(timeout=300)
        assert number < kills or one.returncode == 0, errors


# processes at once, how many of them are killed, rounds on the same store
SHORT, LONG = [(2, 1, 1)], [(3, 2, 1), (3, 3, 6), (4, 3, 8), (2, 2, 20)]


@pytest.mark.parametrize(("processes", "kills", "rounds"),
                         [*SHORT, *(pytest.param(*row, marks=pytest.mark.slow) for row in LONG)])
def test_processes_killed_at_any_moment_leave_a_store_that_gives_the_same_table(tmp_path, processes, kills, rounds):
    lot = random.Random(processes * 100 + rounds)
    for _ in range(rounds):
        kill_some(tmp_path / "s", lot, processes, kills)
    told = []
    store = Store(tmp_path / "s", told.append)
    kept = len(store.bundles())
    again = ballot(replications=40).run(store=store, runner=Laboratory())
    whole = ballot(replications=40).run(keep=False, runner=Laboratory())
    assert kept and again.table.equals(whole.table) and again.effect == whole.effect
    assert told == [] and store.damaged == [], "a kill leaves an old file, or none"
    assert ballot(replications=40).run(store=Store(tmp_path / "s"), runner=Laboratory()).ran == 0
    store.prune(days=1000, now=time.time() + 7200)
    assert not list((tmp_path / "s").rglob("*.partial"))

"""Executors: the same answers in this process, in parallel and on a cluster; failures reported, no process left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from fake_laboratory import ballot

from unanimity.engine.shared_past import shared_past
from unanimity.experiments import executor as executor_module
from unanimity.experiments import seed_runs as module
from unanimity.experiments.executor import Cluster, Here, Processes, executor_of, packed, unpacked
from unanimity.experiments.experiment import experiment, run_shard, run_together
from unanimity.experiments.seed_runs import Shard, gather, shard_of
from unanimity.experiments.store import Store
from unanimity.mechanisms import CATALOGUE
from unanimity.regimes import load_regime
from unanimity.support.errors import ModelError, UserError


def square(number, threads, tell):
    tell("run", number, 5)
    return {"square": np.full(3, number**2), "process": os.getpid(), "threads": threads}


def sleep(seconds, threads, tell):
    time.sleep(seconds)


def slip(threads, tell):
    raise UserError("mine.toml: the field is wrong")


def die(threads, tell):
    os._exit(7)


def answers(jobs, executor, told=None):
    tell = (lambda *news: told.append(news)) if told is not None else (lambda *news: None)
    return dict(executor.done(iter(enumerate(jobs)), tell))


def test_every_job_answers_in_a_process_of_its_own_and_tells_how_far_it_is():
    told = []
    found = answers([(square, (k,)) for k in range(5)], Processes(2), told)
    assert sorted(found) == [0, 1, 2, 3, 4] and all((found[k]["square"] == k**2).all() for k in found)
    assert set(told) <= {(k, "run", k, 5) for k in range(5)} and told  # the last may still be under way at the end
    assert os.getpid() not in {found[k]["process"] for k in found}
    here = answers([(square, (k,)) for k in range(5)], Here(3))
    assert here[4]["process"] == os.getpid() and here[4]["threads"] == 3


def test_what_fails_in_a_worker_fails_here_and_nobody_is_left_behind():
    with pytest.raises(UserError, match="the field is wrong"):
        answers([(slip, ()), (square, (1,))], Processes(2))
    for child in multiprocessing.active_children():
        child.join(10)
    assert not multiprocessing.active_children()


def test_a_worker_that_dies_is_told_with_what_to_do():
    with pytest.raises(ModelError, match=r"without an answer.*--workers 1"):
        answers([(die, ()), (square, (1,))], Processes(2))


def test_a_regime_travels_and_stays_what_it_is():
    regime = load_regime("terror").but({"people": 256}).from_month(3, {"ballot": "secret"})
    there = unpacked(packed(regime))
    assert there.fingerprint == regime.fingerprint and there.mechanisms == CATALOGUE
    assert all(one is other for one, other in zip(there.mechanisms, regime.mechanisms, strict=True))


@pytest.mark.parametrize("given", [{"workers": 0}, {"workers": True}, {"cluster": "here"}, {"workers": 2, "cluster": "tcp://x"}])
def test_where_to_run_is_checked(given):
    with pytest.raises(UserError, match=r"workers|cluster"):
        executor_of(**given)


@pytest.mark.parametrize("text", ["3/2", "0/4", "a/b", "1", "²/4", "1/4/5"])
def test_a_shard_is_checked(text):
    with pytest.raises(UserError, match="--shard"):
        shard_of(text)


def test_shards_together_are_the_whole_and_never_run_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WORK_A_BATCH", 2 * 128 * 2)
    small = dict(months=2, burn_in=0, people=128, replications=5)
    ran = [run_shard([ballot(**small)], Shard(k, 3), store=tmp_path, executor=Here(1)) for k in (1, 2, 3)]
    again = run_shard([ballot(**small)], Shard(2, 3), store=tmp_path, executor=Here(1))
    found, = run_together([ballot(**small)], store=tmp_path)
    assert sum(ran) == 10 and min(ran) > 0 and again == 0 and found.ran == 0
    assert found.table.equals(ballot(**small).run(keep=False).table)


# --- a real scheduler with real workers -----------------------------------------------------------------------------
@pytest.fixture
def dask(tmp_path):
    """A scheduler and two workers of one thread, processes of their own on this machine."""
    distributed = pytest.importorskip("distributed", reason="needs pip install 'unanimity[workshop]'")
    address = tmp_path / "scheduler.json"
    found = os.pathsep.join([*sys.path, os.path.dirname(__file__)])  # this test's own functions too
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": os.environ | {"PYTHONPATH": found}}
    run = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
           "--no-dashboard", "--scheduler-file", str(address)]
    crew = [subprocess.Popen(run, **quiet)]
    work = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(address), "--nthreads", "1",
            "--no-dashboard", "--no-nanny", "--local-directory", str(tmp_path), "--host", "127.0.0.1"]
    crew += [subprocess.Popen(work, **quiet) for _ in range(2)]
    try:
        with distributed.Client(scheduler_file=str(address), timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
            yield client, crew[1:], crew[0]
    finally:
        for one in crew:
            one.kill()
            one.wait()


def test_a_cluster_gives_the_bits_of_one_process_though_a_worker_is_killed(dask, tmp_path, monkeypatch):
    client, workers, _ = dask
    monkeypatch.setattr(module, "WORK_A_BATCH", 2 * 512 * 20)
    described = dict(TREATED, replications=6)
    alone, = run_together([experiment(**described)], keep=False, executor=Here(1))
    killed = []

    def tell(what, done, total):
        if what == "run" and done and not killed:  # the first batch is back, others are on their way
            workers[0].send_signal(signal.SIGKILL)
            killed.append(done)

    found, = run_together([experiment(**described)], store=Store(tmp_path / "store"), executor=Cluster(client),
                          progress=tell)
    assert killed and found.ran == found.worlds == 24
    assert len(client.nthreads()) == 1, "one worker is gone"
    assert found.table.equals(alone.table)


@pytest.mark.slow  # starts a cluster of its own
def test_a_failure_on_a_cluster_is_told_in_its_own_words(dask):
    client, _, _ = dask
    with pytest.raises(UserError, match="the field is wrong"):
        answers([(slip, ())], Cluster(client.scheduler.address))


@pytest.mark.slow  # starts a cluster of its own
def test_a_scheduler_that_dies_is_one_line_and_what_is_finished_is_kept(dask):
    client, _, scheduler = dask
    found = {}
    with pytest.raises(ModelError, match=r"the scheduler of the cluster at tcp://.* is gone; what was finished"):
        for number, answer in Cluster(client).done(iter(enumerate([(square, (3,)), *[(sleep, (60,))] * 5])), print):
            found[number] = answer
            scheduler.kill()
    assert list(found) == [0]


@pytest.mark.slow
def test_a_cluster_without_workers_is_said(dask, monkeypatch):
    client, workers, _ = dask
    for one in workers:
        one.kill()
        one.wait()
    while client.nthreads():
        time.sleep(0.1)
    monkeypatch.setattr(executor_module, "SECONDS_FOR_WORKERS", 0.5)
    with pytest.warns(RuntimeWarning, match=r"has no workers after 0\.5 s; what is to run waits.*dask worker tcp://"):
        Cluster(client)


class Silent:
    """Stands in for a client of Dask whose scheduler has no workers, and then goes away."""

    scheduler = type("Scheduler", (), {"address": "tcp://here"})

    def wait_for_workers(self, n, timeout):
        raise TimeoutError

    def nthreads(self):
        raise OSError("Timed out trying to connect")


def test_no_workers_are_said_and_a_scheduler_that_is_gone_is_one_line(monkeypatch):
    monkeypatch.setattr(executor_module, "_client", lambda where: where)
    with pytest.warns(RuntimeWarning, match="the cluster at tcp://here has no workers after 10 s"):
        cluster = Cluster(Silent())
    with pytest.raises(ModelError, match="the scheduler of the cluster at tcp://here is gone"):
        cluster.warm((square, (3,)))


ASKED = {  # every way of looking: state, record, log, populations that last, change or are fixed, surveys, whole runs
    "assent": "unanimity", "fear_before": "mean(fear, members and province(1), -6..5)",
    "arrests": "count(log arrested, members, -12..end)", "rate": "rate(log arrested, private_dissenters, -3..end)",
    "alive": "share(status != dead, private_dissenters as of -2, -1..3)", "calm": "mean(fear, all, quiet)",
    "brittle": "brittleness(-1..2)", "largest": "largest_change", "posts": "posts_of_one(-2..end)",
    "around": "mean(fear, all, before attack 2)",
}
TREATED = {
    "title": "A past in common", "base": "terror", "months": 8, "burn_in": 12, "people": 512, "replications": 2,
    "arms": {"secret": {"levers": {"ballot": "secret"}}, "free": {"levers": {"press": "free"}},
             "attacked": {"schedule": [{"month": 3, "event": "attack", "victim": "lot(1, officials)"}]}},
    "measures": ASKED, "curves": ["assent", "fear_before", "arrests"],
    "show": [{"form": "sign", "measure": name, "direction": "rise", "arm": arm} for name in ASKED
             for arm in ("secret", "free", "attacked")],
}


def test_a_past_run_once_gives_the_bits_of_a_past_of_each_ones_own(monkeypatch):
    pieces = {cell.label: piece for cell, piece in experiment(**TREATED).pieces().items()}
    past = shared_past([piece.regime for piece in pieces.values()], [3] * len(pieces))
    assert past is not None and past.until == 0 and len(past.worlds) < len(pieces) == 4
    shared, ran = gather(pieces, [3, 4], None, executor=Here(1))
    monkeypatch.setattr(module, "shared_past", lambda regimes, seeds: None)
    apart, _ = gather(pieces, [3, 4], None, executor=Processes(2))
    assert ran == dict.fromkeys(pieces, 2)
    for label in pieces:
        for seed in (3, 4):
            np.testing.assert_array_equal(shared[label][seed].totals, apart[label][seed].totals)
            np.testing.assert_array_equal(shared[label][seed].courses, apart[label][seed].courses)
    assert np.isfinite(shared["attacked"][3].totals).sum() >= 8, "the questions have answers"

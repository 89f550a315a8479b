"""The workshop against the core, in one run: a sweep, a Dask cluster of two workers, and what a task costs besides.

    python benchmarks/workshop.py [--worlds 1000]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.experiments import seed_runs
from unanimity.experiments.executor import Cluster, Executor, Here, Processes
from unanimity.experiments.store import Store
from unanimity.regimes import load_regime
from unanimity.workshop.design import axes_of, points_of
from unanimity.workshop.settings import Settings

PEOPLE, MONTHS = 2000, 96
TASKS = 200  # small ones, for what a task costs besides its months


def core_rate(worlds: int) -> float:
    """Person-months a second of the bare month, births apart, on all threads."""
    regime = load_regime("apparatus").but({"people": PEOPLE, "months": MONTHS, "burn_in": 0})
    batch = make_batch([regime] * worlds, list(range(worlds)))
    lay_record(batch, MONTHS)
    run_months(batch, 1)
    begun = time.perf_counter()
    run_months(batch, MONTHS)
    return worlds * PEOPLE * (MONTHS - 1) / (time.perf_counter() - begun)


def swept(executor: Executor | None, points: int, worlds: int, people: int, months: int) -> float:
    """Seconds of a sweep over one parameter, births, questions and the store included."""
    regime = load_regime("apparatus").but({"burn_in": 0})
    with tempfile.TemporaryDirectory() as folder:
        made = Settings(regime, {"unanimity": "unanimity"}, worlds=worlds, months=months, people=people, seed=0,
                        at=None, store=Store(folder), keep=True, executor=executor, progress=False, title="bench")
        settings = points_of(axes_of({"voice.theta": (0.05, 0.25)}, regime), "grid", points, 0)
        seed_runs.gather(made.pieces(settings[:1]), [9], None, executor=executor)  # compiled or loaded, workers warm
        begun = time.perf_counter()
        made.run(settings)
        return time.perf_counter() - begun


@contextmanager
def dask() -> Iterator[Cluster]:
    """Two workers of one thread each on this machine."""
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        yield Cluster(client)


def rows(worlds: int) -> list[tuple[str, str, str]]:
    """What was measured, the number, and what is aimed at."""
    points, each = max(2, worlds // 8), 8
    work = points * each * PEOPLE * MONTHS
    core = core_rate(min(256, worlds))
    alone = work / swept(Processes(2), points, each, PEOPLE, MONTHS)
    with dask() as cluster:
        there = work / swept(cluster, points, each, PEOPLE, MONTHS)
        seed_runs.WORK_A_BATCH = 1.0  # each world a task of its own
        small, empty = swept(cluster, TASKS, 1, 128, 1), swept(Here(1), TASKS, 1, 128, 1)
    return [("the core, person-months a second", f"{core / 1e6:.2f} M", ""),
            (f"a sweep of {points * each:,} worlds, of the core's rate", f"{alone / core:.0%}", ">= 90 %"),
            ("Dask with two workers, of the sweep's rate in processes", f"{there / alone:.0%}", ">= 85 %"),
            ("Dask, what a task adds to the clock (two workers, less half of one process's time)",
             f"{1000 * max(0.0, small - empty / 2) / TASKS:.1f} ms", "< 20 ms"),
            ("the same in time of workers, the scheduler's and the client's share of the processors included",
             f"{1000 * max(0.0, 2 * small - empty) / TASKS:.1f} ms", "")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=1000)
    for what, found, target in rows(parser.parse_args().worlds):
        print(f"| {what} | {found} | {target} |")


if __name__ == "__main__":
    main()

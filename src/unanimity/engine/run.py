"""Running a batch: months in segments between scheduled changes, on any number of threads, with the same result.

With many small worlds a thread takes whole worlds, and runs several months of each while the world is in the nearest
cache. With few large worlds the threads share the cells of one world, pass by pass. Both call the same generated
functions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import empty_logs
from unanimity.engine.identities import have_generations, remember_the_departed
from unanimity.engine.interpret import PlainMonth, is_interpreting, plain_month
from unanimity.engine.kernels import Month, kernels
from unanimity.engine.newcomers import Renewal, Share, one_after_the_other
from unanimity.engine.newcomers_ahead import newcomers_compiled_beside
from unanimity.engine.own_ranges import check_ranges, is_first_month
from unanimity.engine.schedule import apply_to, next_change
from unanimity.engine.working_arrays import tally_rows

SEGMENT = 12  # months between two checks of the clock, at most
PERSON_MONTHS_A_SEGMENT = 4_000_000  # and person-months, so that a stop is never far
SHARED_FROM = 50_000  # people from which threads share one world instead of taking one each
TASKS_A_THREAD = 2  # handing out a task costs some 30 microseconds, and cells are alike: few tasks are balanced enough
PEOPLE_A_TASK = 4096  # people in one task when threads share a world, at least


def default_threads() -> int:
    """The number of threads when nobody says: the cores that the process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


_pools: dict[tuple[int, int], ThreadPoolExecutor] = {}  # by process and number: a child has no threads yet


def _sharing(threads: int) -> Share:
    """A function that runs tasks on that many threads and waits for all of them. The threads are kept: a run that is
    looked at after every month would spend more time in starting them than in some months."""
    if threads == 1:
        return one_after_the_other
    key = (os.getpid(), threads)
    pool = _pools[key] = _pools.get(key) or ThreadPoolExecutor(threads)

    def side_by_side(work: Callable[[int, int], None], tasks: list[tuple[int, int]]) -> None:
        given = [pool.submit(work, *task) for task in tasks]
        try:
            for one in given:
                one.result()
        finally:
            wait(given)  # in any case, so that after an exception no thread is still at work

    return side_by_side


def lay_record(batch: Batch, months: int) -> None:
    """Allocate the record of measures for that many months from now."""
    rows = len(tally_rows(batch.plan.measures))
    places = batch.arrays["record_units"].size
    batch.arrays["record_month"] = np.array([batch.month], np.int64)
    batch.arrays["table"] = np.full((months, batch.worlds, places, rows), np.nan)
    batch.arrays["tally"] = np.zeros((batch.worlds * batch.tree.units, max(rows, 1)))


def warm_up(batch: Batch) -> Month | PlainMonth:
    """The month over the batch's arrays: compiled or loaded first, if necessary, or in plain Python, if that is asked
    for."""
    month = batch.compiled
    if is_interpreting():
        if not isinstance(month, PlainMonth) or month.arrays is not batch.arrays:
            month = batch.compiled = plain_month(batch.plan, batch.arrays, tuple(batch.sizes.values()))
        return month
    if not isinstance(month, Month) or month.arrays is not batch.arrays or month.is_stale or \
            month.steps is not kernels(batch.plan).steps:
        with newcomers_compiled_beside(batch):
            month = batch.compiled = kernels(batch.plan).over(batch.arrays, tuple(batch.sizes.values()))
    return month


def run_months(batch: Batch, last: int, threads: int | None = None,
               after: Callable[[Batch], bool] | None = None, segment: int = SEGMENT) -> None:
    """Run from the batch's month up to `last` (not included); `after` is called at each stop, after `segment` months at
    most, and may end the run."""
    room = int(batch.arrays["record_month"][0]) + len(batch.arrays["table"])
    if last > room:  # compiled code would write past its end
        raise ValueError(f"the record of measures has room up to month {room}, not up to {last} (lay_record)")
    threads = default_threads() if threads is None else threads
    share_out = _sharing(threads)
    while batch.month < last:
        renewal = Renewal(batch, share_out)

        def head(world: int, renewal: Renewal = renewal) -> None:
            """What happens in one world before its month."""
            renewal.settle(world)
            apply_to(batch, world)

        stretch = max(1, min(segment, PERSON_MONTHS_A_SEGMENT // (batch.worlds * batch.people)))
        stretch = 1 if have_generations(batch) or is_first_month(batch) else stretch  # places change hands
        stop = min(last, batch.month + stretch, next_change(batch))
        if threads > 1 and batch.people >= SHARED_FROM:
            _share_worlds(batch, stop, threads, share_out, head)
        else:
            _worlds_apart(batch, stop, threads, share_out, head)
        renewal.close()
        batch.month = stop
        if have_generations(batch):
            remember_the_departed(batch)
        check_ranges(batch)
        if after is not None and not after(batch):
            return


def _worlds_apart(batch: Batch, stop: int, threads: int, share_out: Share, head: Callable[[int], None]) -> None:
    """Each thread takes some worlds and does for each what comes before the month, then the month. What comes before
    is Python and holds the interpreter's lock; the compiled month does not, so other threads are in it meanwhile."""
    month, reached = warm_up(batch), batch.arrays["reached"]
    reached[:] = batch.month
    chunk = max(1, min(8, batch.worlds // (4 * threads)))
    tasks = [(w, min(w + chunk, batch.worlds)) for w in range(0, batch.worlds, chunk)]

    def begin(first: int, last: int) -> None:
        for world in range(first, last):
            head(world)
            month.advance(world, world + 1, stop)

    share_out(begin, tasks)
    empty_logs(batch)
    while reached.min() < stop:  # the worlds whose log was half full
        share_out(lambda first, last: month.advance(first, last, stop), tasks)
        empty_logs(batch)


def _share_worlds(batch: Batch, stop: int, threads: int, share_out: Share, head: Callable[[int], None]) -> None:
    share_out(lambda world, _: head(world), [(world, world + 1) for world in range(batch.worlds)])
    compiled = warm_up(batch)
    splits = [step.source.splits for step in compiled.steps]
    cells = batch.tree.cells
    tasks_wanted = max(1, min(cells, TASKS_A_THREAD * threads, batch.people // PEOPLE_A_TASK))
    edges = [cells * k // tasks_wanted for k in range(tasks_wanted + 1)]
    tasks = [(a, b) for a, b in pairwise(edges) if b > a]
    for month in range(batch.month, stop):
        for world in range(batch.worlds):
            for number, shared in enumerate(splits):
                def work(low: int, high: int, number=number, world=world, month=month) -> None:  # type: ignore[no-untyped-def]
                    compiled.step(number, world, low, high, month)

                if shared:
                    share_out(work, tasks)
                else:
                    work(0, cells)
        empty_logs(batch)

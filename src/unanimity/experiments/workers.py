"""Work done side by side in forked processes, a processor each.

Worlds are run by compiled code that could share a process, but what is asked between months, births and sums are
Python: only processes do those side by side too. A child is a fork, so regimes and compiled steps need no copying; it
sends its progress and its answer through a pipe and ends. Where nothing can be forked the work is done here in turn.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from unanimity.world.errors import ModelError

Tell = Callable[[str, int, int], None]
Job = Callable[[Tell], Any]  # does the work, telling how far it is


def can_fork() -> bool:
    """Whether this system can fork."""
    return hasattr(os, "fork")


def side_by_side(jobs: Iterator[tuple[int, Job]], workers: int, tell: Callable[[int, str, int, int], None]
                 ) -> Iterator[tuple[int, Any]]:
    """The answers of numbered jobs as they come, so many at a time; a job is taken from `jobs` when it can begin."""
    context = multiprocessing.get_context("fork")
    running: dict[Connection, tuple[int, Any]] = {}
    try:
        while True:
            while len(running) < workers and (job := next(jobs, None)) is not None:
                mine, its = context.Pipe(duplex=False)
                child = context.Process(target=_work, args=(job[1], its), daemon=True)
                child.start()
                its.close()
                running[mine] = (job[0], child)
            if not running:
                return
            for pipe in cast(list[Connection], wait(list(running))):
                number, child = running[pipe]
                kind, *told = _received(pipe, child)
                if kind == "told":
                    tell(number, *told)
                    continue
                running.pop(pipe)
                child.join()
                if kind == "failed":
                    raise told[0]
                yield number, told[0]
    finally:
        for _, child in running.values():
            child.terminate()


def _received(pipe: Connection, child: Any) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        child.join()
        raise ModelError(f"a process that ran worlds ended without an answer (exit code {child.exitcode}), perhaps for "
                         f"want of memory; what was finished is in the store: run the same command again, with "
                         f"--threads 1 if it happens again.") from None


def _work(job: Job, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it and ends its children
    try:
        answer = job(lambda *told: pipe.send(("told", *told)))
    except Exception as slip:
        pipe.send(("failed", slip))
    else:
        pipe.send(("done", answer))

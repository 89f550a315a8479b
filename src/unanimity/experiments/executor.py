"""Where batches of worlds run: in this process, in processes on this machine, or on a cluster (Dask).

A job is a module-level function and its arguments, serialised: a batch of worlds that depends on nothing else. The same
job may therefore run anywhere, twice, or again after its worker was killed, and gives the same bits. Results are
yielded as they finish; a job is serialised only when it can start, so that worlds stored by another process in the
meantime are not run again.
"""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

import cloudpickle

from unanimity.engine.run import default_threads
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError, UserError, refuse
from unanimity.support.extras import need
from unanimity.support.source_hash import source_hash
from unanimity.world.columns import COLUMNS, Column
from unanimity.world.formula import OWN_MODULE
from unanimity.world.rules import Mechanism

STOPS = (signal.SIGINT, signal.SIGTERM)
HEARD = 0.2  # seconds between two progress updates from the workers
SECONDS_FOR_WORKERS = 10  # seconds after which a cluster without workers is reported
AHEAD = 2  # jobs queued per cluster worker, so that it never waits

Tell = Callable[[int, str, int, int], None]  # job number, activity, done, total
Job = tuple[Callable[..., Any], tuple[Any, ...]]  # called with `threads` and `tell` after its own arguments


class Executor(Protocol):
    """Runs numbered jobs and yields their results as they arrive."""

    @property
    def workers(self) -> int:
        """The number of jobs that can run in parallel."""
        ...

    def done(self, jobs: Iterator[tuple[int, Job]], tell: Tell) -> Iterator[tuple[int, Any]]:
        """Yield the results of the jobs; `tell` is called with the progress of each."""
        ...

    def warm(self, job: Job) -> None:
        """Run a preparation wherever jobs will run, once per worker."""
        ...


# --- packing -------------------------------------------------------------------------------------------------------
_EVERYWHERE: dict[type, dict[str, Any]] = {Mechanism: BY_ID, Column: {column.name: column for column in COLUMNS}}


class _Packer(cloudpickle.Pickler):
    """Pickles mechanisms and columns of the catalogue by name, the user's own with their rules."""

    def persistent_id(self, thing: Any) -> tuple[str, str] | None:
        """The name of an object that every installation has."""
        known = _EVERYWHERE.get(type(thing))
        if known is None:
            return None
        name = thing.id if type(thing) is Mechanism else thing.name
        return (type(thing).__name__, name) if known.get(name) is thing else None


class _Unpacker(pickle.Unpickler):
    def persistent_load(self, named: tuple[str, str]) -> Any:
        """The mechanism or column of that name here."""
        kind, name = named
        return next(known for of, known in _EVERYWHERE.items() if of.__name__ == kind)[name]


def packed(thing: Any) -> bytes:
    """A job or result as bytes, for our own processes. Modules read from a user's file are pickled by value, since no
    other process can import them."""
    for name, module in list(sys.modules.items()):
        if name.startswith(OWN_MODULE):
            cloudpickle.register_pickle_by_value(module)
    buffer = io.BytesIO()
    _Packer(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    return buffer.getvalue()


def unpacked(content: bytes) -> Any:
    """The inverse of `packed`."""
    return _Unpacker(io.BytesIO(content)).load()


# --- in this process -------------------------------------------------------------------------------------------------
class Here:
    """Runs one job after the other in this process, each on several threads."""

    workers = 1

    def __init__(self, threads: int | None = None) -> None:
        self.threads = default_threads() if threads is None else threads

    def done(self, jobs: Iterator[tuple[int, Job]], tell: Tell) -> Iterator[tuple[int, Any]]:
        """Yield each job's result in turn."""
        for number, (function, given) in jobs:
            yield number, function(*given, self.threads, lambda *told, number=number: tell(number, *told))

    def warm(self, job: Job) -> None:
        """Do nothing: the caller has prepared this process already."""


# --- processes of this machine ---------------------------------------------------------------------------------------
class Processes:
    """A pool of single-threaded processes; initialisation, expressions and aggregation are Python, which only processes
    can run in parallel."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def warm(self, job: Job) -> None:
        """Do nothing: a forked process inherits compiled code, and any other finds it in the cache on disk."""

    def done(self, jobs: Iterator[tuple[int, Job]], tell: Tell) -> Iterator[tuple[int, Any]]:
        """Yield results as they arrive, with `workers` jobs at a time."""
        context = multiprocessing.get_context("fork" if _may_fork() else "spawn")
        told = context.Queue()
        before = set(multiprocessing.active_children())
        pool: ProcessPoolExecutor | None = None
        running: dict[Future[Any], int] = {}
        try:
            while True:
                while len(running) < self.workers and (job := next(jobs, None)) is not None:
                    # created with the first job, when the month is compiled and can be inherited
                    pool = pool or ProcessPoolExecutor(self.workers, context, _begin, (told,))
                    with _signals_wait():  # a starting worker would print a traceback on a signal
                        running[pool.submit(_perform, job[0], packed(job[1]))] = job[0]
                if not running:
                    return
                finished, _ = wait(running, HEARD, FIRST_COMPLETED)
                while not told.empty():
                    tell(*told.get())
                for future in finished:
                    yield running.pop(future), unpacked(_answer(future))
        finally:
            if pool is not None:
                pool.shutdown(wait=not running, cancel_futures=True)
            if running:
                for child in set(multiprocessing.active_children()) - before:
                    child.terminate()


def _may_fork() -> bool:
    """Whether workers can be forked from this process (macOS system libraries do not allow it)."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def _answer(future: Future[Any]) -> bytes:
    try:
        return bytes(future.result())
    except BrokenProcessPool:
        raise ModelError("a process that ran worlds ended without an answer, perhaps for want of memory; what was "
                         "finished is in the store: run the same command again, with --workers 1 if it happens "
                         "again.") from None


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Ctrl-C and SIGTERM are delayed until the end of the block; processes forked in it ignore them until `_begin`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


_told: Any = None  # in a worker: the queue for its progress


def _begin(told: Any) -> None:
    global _told
    _told = told
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles it and ends its children
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # ends a worker; the parent's handler is not for workers
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _perform(number: int, job: bytes) -> bytes:
    function, given = unpacked(job)
    return packed(function(*given, 1, lambda *told: _told.put((number, *told))))


# --- a cluster -------------------------------------------------------------------------------------------------------
class Cluster:
    """The workers of a Dask scheduler. If a worker dies, another one runs its job again."""

    def __init__(self, where: Any) -> None:
        self.client = _client(where)
        self._warmed: set[tuple[str, str]] = set()
        try:
            self.client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            warnings.warn(f"the cluster at {self._address} has no workers after {SECONDS_FOR_WORKERS} s; what is to "
                          f"run waits until some come, for example `dask worker {self._address} --nthreads 1`",
                          RuntimeWarning, stacklevel=2)

    @property
    def _address(self) -> str:
        scheduler = self.client.scheduler
        return str(scheduler.address if scheduler is not None else "an unknown address")

    def _threads(self) -> dict[str, int]:
        """The workers currently connected, with the threads of each."""
        try:
            return dict(self.client.nthreads())
        except OSError:
            raise self._gone() from None

    def _gone(self) -> ModelError:
        return ModelError(f"the scheduler of the cluster at {self._address} is gone; what was finished is in the "
                          f"store, and the same command goes on from there when it is back.")

    @property
    def workers(self) -> int:
        """The number of jobs that can currently run in parallel."""
        return max(1, sum(self._threads().values()))

    def warm(self, job: Job) -> None:
        """Let every worker load or compile what the job needs: first one worker per machine, then the others, which
        find it on disk."""
        content = packed((source_hash(), job))
        tag = hashlib.sha256(content).hexdigest()
        fresh = [one for one in self._threads() if (tag, one) not in self._warmed]
        first = list({one.rsplit(":", 1)[0]: one for one in fresh}.values())
        for some in (first, [one for one in fresh if one not in first]):
            # a unique name each: the scheduler would not run a known name again
            waiting = [self.client.submit(_perform_there, content, workers=[one], pure=False,
                                          key=f"warm-{tag[:12]}-{one}") for one in some]
            try:
                self.client.gather(waiting)
            except CancelledError:
                raise self._gone() from None
        self._warmed |= {(tag, one) for one in fresh}

    def done(self, jobs: Iterator[tuple[int, Job]], tell: Tell) -> Iterator[tuple[int, Any]]:
        """Yield results as they arrive; some jobs are queued at the workers, so that these never wait for this
        process."""
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        numbers: dict[Any, int] = {}
        coming = as_completed([])

        def submit() -> bool:
            job = next(jobs, None)
            if job is None:
                return False
            content = packed((source_hash(), job[1]))
            name = f"worlds-{hashlib.sha256(content).hexdigest()[:32]}"  # the same worlds are not run twice
            future = self.client.submit(_perform_there, content, key=name)
            numbers[future] = job[0]
            coming.add(future)
            return True

        try:
            while len(numbers) < AHEAD * self.workers and submit():
                pass
            while numbers:
                future = next(coming)
                try:
                    answer = unpacked(future.result())
                except CancelledError:
                    raise self._gone() from None
                except KilledWorker:
                    raise ModelError("a batch of worlds has ended several workers of the cluster, perhaps for want of "
                                     "memory; what was finished is in the store.") from None
                yield numbers.pop(future), answer
                submit()
        finally:
            for future in numbers:
                future.cancel()


def _perform_there(content: bytes) -> bytes:
    version, (function, given) = unpacked(content)
    if version != source_hash():
        raise UserError(f"a worker of the cluster has another version of unanimity ({source_hash()}, ours is "
                        f"{version}); allowed: the same source, numba and NumPy everywhere.")
    return packed(function(*given, 1, _nobody))


def _nobody(*told: Any) -> None:
    """Discard progress at a worker of a cluster, where only finished jobs are reported."""


def _client(where: Any) -> Any:
    need("--cluster", "distributed")
    from distributed import Client

    if isinstance(where, Client):
        return where
    if not isinstance(where, str) or not where.startswith(("tcp://", "tls://", "ucx://")):
        raise refuse("", "cluster", where, "the address of a Dask scheduler, such as tcp://127.0.0.1:8786, or a "
                                           "dask.distributed.Client")
    try:
        return Client(where, timeout=10)
    except (OSError, TimeoutError, ValueError) as slip:
        raise UserError(f"cluster = {where}: no scheduler answers there ({slip}); allowed: the address that "
                        f"`dask scheduler` prints.") from None


def executor_of(workers: int | None = None, cluster: Any = None) -> Executor:
    """Where to run: that many processes on this machine (default: all processors), or a cluster."""
    if cluster is not None:
        if workers is not None:
            raise UserError("--workers and --cluster exclude each other: a cluster has its own workers.")
        return Cluster(cluster)
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 4096):
        raise refuse("", "workers", workers, "a whole number from 1 to 4096")
    many = default_threads() if workers is None else workers
    return Processes(many) if many > 1 else Here(1)

"""Compiling the steps of a month on all cores, the most expensive first.

Children are forked, so they need no set-up. Each takes the next mechanism's steps from a common queue, compiles them
and leaves them in the cache folder, where this process finds them. A lock in the folder lets one program compile at a
time: another that needs the same month waits and loads what the first has made, since otherwise both would compile the
same formulas. Where the system cannot fork, or a child fails, everything is compiled in this process.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import struct
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unanimity.compiler import compile_lock, loaded, prepare_child
from unanimity.support.progress import progress

try:
    import fcntl
except ImportError:  # no locks on this system, and no fork either
    fcntl = None  # type: ignore[assignment]

BY_CHILDREN = hasattr(os, "fork") and prepare_child is not None
SECONDS_OF_SILENCE = 600.0  # after which children are killed; the most expensive step takes about five on a free core
_NUMBER = struct.Struct("<H")
QUIETLY = 3  # fewer steps than this need no progress bar
SECONDS_BETWEEN_LOOKS = 0.5  # seconds between two looks at what another program has compiled
SECONDS_OF_PATIENCE = 60.0  # seconds for a program that compiles nothing wanted here


@dataclass(frozen=True)
class Task:
    """A step to compile: the types of its arguments, its file, its likely cost (in no unit), what must be done before,
    and its owner. Steps of one mechanism share formulas, so one child compiles all of an owner's steps."""

    step: Any
    kinds: tuple[Any, ...]
    home: Path
    cost: float
    prepare: Callable[[], None] = lambda: None
    owner: str = ""

    def compile(self) -> None:
        """Compile it, unless it is in the cache folder by now."""
        self.prepare()
        self.step.compile(self.kinds)


def processes() -> int:
    """The number of processes that may compile side by side: the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def compile_all(tasks: list[Task]) -> None:
    """Load the steps that are compiled, and compile the others."""
    missing = sorted((task for task in tasks if not loaded(task.step, task.kinds)), key=lambda task: -task.cost)
    if not missing:
        return
    title = "compiling the month, once for this version and set of mechanisms"
    with progress(title, sum(round(task.cost) for task in missing), "parts", aloud=len(missing) > QUIETLY) as bar:
        def done(task: Task) -> None:
            bar.advance(round(task.cost))

        with _wait_for_others(missing, done) as missing:
            if BY_CHILDREN and missing:
                missing = _in_children(missing, done)
            for task in missing:
                task.compile()
                done(task)
            if BY_CHILDREN and missing:  # a fault of the rule would have been raised here, too
                warnings.warn(f"{len(missing)} steps of the month could not be compiled side by side and were compiled "
                              f"one by one, which takes far longer; please tell us, with the versions of Python and "
                              f"numba", RuntimeWarning, stacklevel=2)


@contextmanager
def _wait_for_others(missing: list[Task], done: Callable[[Task], None]) -> Iterator[list[Task]]:
    """Wait until no other program compiles into the same folder; return what is still missing then."""
    file = _lock_file(missing[0].home.parent)
    try:
        heard = time.monotonic()
        while file >= 0 and not _locked(file):
            time.sleep(SECONDS_BETWEEN_LOOKS)
            left = _not_compiled(missing, done)
            heard = time.monotonic() if len(left) < len(missing) else heard
            missing = left
            if not missing or time.monotonic() - heard > SECONDS_OF_PATIENCE:
                break
        yield _not_compiled(missing, done)
    finally:
        if file >= 0:
            fcntl.flock(file, fcntl.LOCK_UN)  # else a process that another thread forks meanwhile would keep the lock
            os.close(file)


def _not_compiled(missing: list[Task], done: Callable[[Task], None]) -> list[Task]:
    """Those that are not compiled yet; the others are counted as done."""
    left = []
    for task in missing:
        if loaded(task.step, task.kinds):
            done(task)
        else:
            left.append(task)
    return left


def _lock_file(folder: Path) -> int:
    """The lock's file; below zero where there are no locks, or the folder cannot be written."""
    try:
        return os.open(folder / "compiling.lock", os.O_CREAT | os.O_RDWR) if fcntl is not None else -1
    except OSError:
        return -1


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# --- children ---------------------------------------------------------------------------------------------------------
def _in_children(missing: list[Task], done: Callable[[Task], None]) -> list[Task]:
    """Compile in children and load the results; return what is left undone."""
    queue_out, queue_in = os.pipe()
    made_out, made_in = os.pipe()
    groups = _by_owner(missing)
    os.write(queue_in, b"".join(_NUMBER.pack(number) for number in range(len(groups))))
    os.close(queue_in)
    children: list[int] = []
    left = dict(enumerate(missing))
    try:
        with compile_lock():  # if another thread held the lock now, the child could never get it
            for _ in range(min(processes(), len(groups))):
                child = os.fork()
                if child == 0:
                    _work(missing, groups, queue_out, (made_out, made_in))
                children.append(child)
        os.close(made_in)
        made_in = -1
        for number in _finished_steps(made_out, children):
            if loaded(left[number].step, left[number].kinds):
                done(left.pop(number))
    except BaseException:
        for child in children:
            os.kill(child, signal.SIGKILL)
        raise
    finally:
        for file in (queue_out, made_out, *([made_in] if made_in >= 0 else [])):
            os.close(file)
        for child in children:
            os.waitpid(child, 0)
    return list(left.values())


def _by_owner(tasks: list[Task]) -> list[list[int]]:
    """Numbers of tasks, grouped by owner, the most expensive owner first; tasks without an owner stand alone."""
    groups: dict[str, list[int]] = {}
    for number, task in enumerate(tasks):
        groups.setdefault(task.owner or str(number), []).append(number)
    return sorted(groups.values(), key=lambda numbers: -sum(tasks[number].cost for number in numbers))


def _finished_steps(file: int, children: list[int]) -> Iterator[int]:
    """Numbers of finished steps, until all children have closed their end of the pipe or been silent for too long."""
    heard, held = time.monotonic(), b""
    while True:
        if not select.select([file], [], [], 1.0)[0]:
            if time.monotonic() - heard > SECONDS_OF_SILENCE:
                for child in children:
                    os.kill(child, signal.SIGKILL)
            continue
        heard, found = time.monotonic(), os.read(file, 4096)
        if not found:
            return
        held += found
        whole = len(held) // _NUMBER.size * _NUMBER.size
        yield from (number for (number,) in _NUMBER.iter_unpack(held[:whole]))
        held = held[whole:]


def _work(tasks: list[Task], groups: list[list[int]], queue: int, made: tuple[int, int]) -> None:
    """A child's work: it takes groups from the queue until the queue is empty, and never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.close(made[0])
        assert prepare_child is not None
        prepare_child()
        gc.disable()  # most objects that compiling makes live as long as the child, which ends soon
        while found := os.read(queue, _NUMBER.size):
            for number in groups[_NUMBER.unpack(found)[0]]:
                tasks[number].compile()
                os.write(made[1], _NUMBER.pack(number))
    except BaseException:  # the parent compiles the step again and reports what is wrong with it
        os._exit(1)
    finally:
        os._exit(0)

"""The functions of engine/newcomers.py are compiled beside the month, in a child process of their own.

They are first called between two months. Without the child they would be compiled there, after the month, on one core
and without a progress bar: for fifteen seconds a fresh machine would seem to hang. The child calls each function once,
for a world that it discards, and leaves the compiled code in the cache folder, where this process finds it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from unanimity.compiler import compile_lock
from unanimity.engine.batch import Batch
from unanimity.engine.compiling import BY_CHILDREN
from unanimity.engine.identities import have_generations
from unanimity.engine.kernels import kernels
from unanimity.engine.moment import Moment
from unanimity.engine.movers import move, tell_of_moves
from unanimity.engine.newcomers import names_drawn, streams_drawn, tables_of
from unanimity.engine.newcomers_compiled import Drawn, bear, seat, tell, vacate, who_goes
from unanimity.engine.tie_counts import recount_ties


@contextmanager
def newcomers_compiled_beside(batch: Batch) -> Iterator[None]:
    """Compile the functions of engine/newcomers.py while the month of a batch is compiled, if they are not compiled
    yet."""
    month = kernels(batch.plan)
    if not BY_CHILDREN or not have_generations(batch) or month.is_warm or month.is_cached:
        yield
        return
    with compile_lock():  # if another thread held the lock now, the child could never get it
        child = os.fork()
    if child == 0:
        _work(batch)
    try:
        yield
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.waitpid(child, 0)


def _work(batch: Batch) -> None:
    """The child's work; it never returns. What fails here fails again, with its reason, where it is needed."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _call_each(batch)
    finally:
        os._exit(0)


def _call_each(batch: Batch) -> None:
    """Call every function of newcomers.py with arguments of the types that it will have; the world is useless
    afterwards."""
    tables, month, p = tables_of(batch).worlds[0], 1, batch.parameters_of("generations", 0)
    country, place, touched = tables.country, tables.place, tables.touched
    vacate(month, who_goes(month, p, country.people), country, place, touched)
    taken = seat(month, country, streams_drawn(batch))
    drawn = Drawn(*(np.zeros((taken.rows.size, many)) for many in (len(names_drawn(batch)), batch.plan.issues)))
    bear(month, p, taken, drawn, country, touched)
    tell(0, taken, Moment(batch, 0).log)
    if tables.moving is not None:
        way = batch.parameters_of("moving", 0)
        moves, _ = move(month, way, country, tables.moving, place, touched)
        tell_of_moves(0, moves, tables.moving, month, Moment(batch, 0).log, way)
    recount_ties(touched, country.slots, country.nowhere, tables.counts)

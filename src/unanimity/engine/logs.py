"""The case logs of a batch: emptied between months, in order of world, month and step, whoever ran them."""

from __future__ import annotations

from weakref import ref

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.world.errors import ModelError
from unanimity.world.log import ROW

LOG = "log"
PIECE = np.dtype([("world", "i4"), ("row", ROW)])


class LogOverflow(ModelError):
    """A month wrote more rows than the buffer holds: run again with more room."""


def empty_logs(batch: Batch) -> None:
    """Take every world's new rows out of the buffer."""
    if batch.arrays["log_lost"].any():
        raise LogOverflow(f"the case log of a world held more than {_room(batch)} rows in one month; "
                          f"allowed: make_batch(..., log_rows=) with more room.")
    _take(batch, np.flatnonzero(batch.arrays["log_count"]))


def empty_log(batch: Batch, world: int) -> None:
    """Take one world's new rows out of the buffer."""
    _take(batch, np.array([world]))


def _take(batch: Batch, worlds: np.ndarray) -> None:
    """Take the new rows of these worlds out of the buffer, in one piece."""
    count, rows, room = batch.arrays["log_count"], batch.arrays["log_rows"], _room(batch)
    piece, at = np.empty(int(count[worlds].sum()), PIECE), 0
    for world in worlds:
        new = int(count[world])
        piece["world"][at:at + new] = world
        piece["row"][at:at + new] = rows[world * room:world * room + new]
        at += new
    if piece.size:
        batch.log.append(piece)
    count[worlds] = 0


def _room(batch: Batch) -> int:
    return len(batch.arrays["log_rows"]) // batch.worlds


_cut: tuple[ref[Batch] | None, int, list[np.ndarray]] = (None, -1, [])  # the last batch that was asked, by world


def log_of(batch: Batch, world: int) -> np.ndarray:
    """One world's rows so far, as selectors look at them; cut into worlds once for each time that something is new."""
    global _cut
    whose, number, parts = _cut
    pieces = list(batch.log)  # another thread may add a piece of another world meanwhile
    if whose is None or whose() is not batch or number != len(pieces):
        everything = _in_order(pieces)
        edges = np.searchsorted(everything["world"], np.arange(batch.worlds + 1))
        parts = [everything["row"][edges[w]:edges[w + 1]] for w in range(batch.worlds)]
        _cut = (ref(batch), len(pieces), parts)
    return parts[world]


def whole_log(batch: Batch) -> np.ndarray:
    """All rows so far, world by world and month by month: the same whatever the batch was cut into."""
    return _in_order(batch.log)


def _in_order(pieces: list[np.ndarray]) -> np.ndarray:
    if not pieces:
        return np.empty(0, PIECE)
    everything = np.concatenate(pieces)
    return everything[np.argsort(everything["world"], kind="stable")]

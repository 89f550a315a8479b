"""The case logs of a batch: emptied between months, in order of world, month and step, whoever ran them."""

from __future__ import annotations

from weakref import ref

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.support.errors import ModelError
from unanimity.world.case_log import ROW

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


# kept for the batch that was asked about last: the number of its pieces sorted by world, the last of these pieces, and
# each world's rows in them
_cut: tuple[ref[Batch] | None, int, np.ndarray | None, list[np.ndarray]] = (None, 0, None, [])


def log_of(batch: Batch, world: int) -> np.ndarray:
    """One world's rows so far, as selectors read them; only new rows have to be sorted by world."""
    global _cut
    whose, pieces, last, parts = _cut
    log = list(batch.log)  # another thread may add a piece of another world meanwhile
    same = whose is not None and whose() is batch and pieces <= len(log)
    if not same or (pieces and log[pieces - 1] is not last):
        pieces, parts = 0, [np.empty(0, ROW)] * batch.worlds
    if pieces < len(log):
        new = by_world(np.concatenate(log[pieces:]), batch.worlds)
        parts = [np.concatenate([old, more]) if more.size else old for old, more in zip(parts, new, strict=True)]
    _cut = (ref(batch), len(log), log[-1] if log else None, parts)
    return parts[world]


def by_world(pieces: np.ndarray, worlds: int) -> list[np.ndarray]:
    """Rows cut into worlds, each in the order in which they came."""
    ordered = pieces[np.argsort(pieces["world"], kind="stable")]
    edges = np.searchsorted(ordered["world"], np.arange(worlds + 1))
    return [ordered["row"][edges[w]:edges[w + 1]] for w in range(worlds)]


def whole_log(batch: Batch) -> np.ndarray:
    """All rows so far, world by world and month by month; how the run was split into segments makes no difference."""
    return _in_order(batch.log)


def _in_order(pieces: list[np.ndarray]) -> np.ndarray:
    if not pieces:
        return np.empty(0, PIECE)
    everything = np.concatenate(pieces)
    return everything[np.argsort(everything["world"], kind="stable")]

"""What is counted of a place's ties and must be counted anew where ties have changed (cards 29 and 30)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.world.kept_code import kept
from unanimity.world.slots import Slots, recount, retell

_recount, _retell = kept(recount.py_func), kept(retell.py_func)


class Counts(NamedTuple):
    """Of one world: where kin stand in each row, how many ties it holds, and what ties have told, with its sums
    (engine/write_near.py)."""

    kin_skip: np.ndarray
    kin_span: np.ndarray
    ties_kept: np.ndarray
    told: tuple[tuple[np.ndarray, np.ndarray], ...]


def counts_of(batch: Batch, world: int) -> Counts:
    """The counts of one world."""
    mine, arrays = slice(world * batch.people, (world + 1) * batch.people), batch.arrays
    told = tuple((arrays[name][mine], arrays[name.removeprefix("told_")][mine])
                 for name in arrays if name.startswith("told_"))
    return Counts(arrays["kin_skip"][mine], arrays["kin_span"][mine], arrays["ties_kept"][mine], told)


def lay_counts(touched: np.ndarray, slots: Slots, nowhere: int, counts: Counts) -> None:
    """Count anew for the places that are marked, and take the marks away."""
    rows = np.flatnonzero(touched)
    if not rows.size:
        return
    _recount(rows, slots, counts.kin_skip, counts.kin_span, counts.ties_kept)
    for told, count in counts.told:
        _retell(rows, slots, told, count)
        count[nowhere] = 0  # whatever was told into free slots
    touched[rows] = False

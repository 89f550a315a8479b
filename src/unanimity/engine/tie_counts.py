"""Counts of a place's ties that must be made anew where ties have changed (cards 29 and 30)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import carray

from unanimity.engine.batch import Batch
from unanimity.engine.kept import compiled, kept
from unanimity.engine.row_reuse import bytes_at, places_at
from unanimity.world.tie_slots import recount, told_by_ties

_recount, _told_by_ties = compiled(recount), compiled(told_by_ties)


class Counts(NamedTuple):
    """One world: where kin are in each row, how many ties it has, and the addresses of what people have reported to
    their ties and of its sums (engine/lower_month.py), of which a plan has none or several."""

    kin_skip: np.ndarray
    kin_span: np.ndarray
    ties_kept: np.ndarray
    told: np.ndarray


def counts_of(batch: Batch, world: int) -> Counts:
    """The counts of one world; the arrays must not be reallocated while this is in use."""
    mine, arrays = slice(world * batch.people, (world + 1) * batch.people), batch.arrays
    told = [(arrays[name][mine].ctypes.data, arrays[name.removeprefix("told_")][mine].ctypes.data)
            for name in arrays if name.startswith("told_")]
    return Counts(arrays["kin_skip"][mine], arrays["kin_span"][mine], arrays["ties_kept"][mine],
                  np.array(told, np.int64).reshape(len(told), 2))


@kept
def recount_ties(touched, slots, nowhere, counts):  # type: ignore[no-untyped-def]
    """Count anew for the places that are marked, and clear the marks."""
    some = False
    for i in range(touched.size):
        if not touched[i]:
            continue
        some, touched[i] = True, False
        _recount(i, slots, counts.kin_skip, counts.kin_span, counts.ties_kept)
        for k in range(counts.told.shape[0]):
            sums = carray(places_at(counts.told[k, 1]), touched.size)
            sums[i] = _told_by_ties(i, slots, carray(bytes_at(counts.told[k, 0]), touched.size))
    for k in range(counts.told.shape[0] if some else 0):
        sums = carray(places_at(counts.told[k, 1]), touched.size)
        sums[nowhere] = 0  # values that were reported into free slots do not count

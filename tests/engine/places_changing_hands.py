"""Worlds in which places change occupants (cards 29 and 30): made, run with a monthly balance, and their ties."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import make_batch
from unanimity.engine.identities import account
from unanimity.engine.run import lay_record, run_months
from unanimity.world.codes import NO_TIE


def begun(regimes, seeds, months):
    """A batch before its first month, with room to record so many."""
    batch = make_batch(regimes, seeds)
    lay_record(batch, months)
    return batch


def accounted(regimes, seeds, months):
    """A batch that has run, with the account of each world of every month."""
    batch, told = begun(regimes, seeds, months), []
    run_months(batch, months, 1, lambda at: told.append([account(at, w) for w in range(at.worlds)]) is None)
    return batch, told


def ties_of(batch, world=0):
    """Every tie of a world as (place, place, kind, weight at birth)."""
    start = batch.arrays["tie_start"][world * batch.people:(world + 1) * batch.people + 1].astype(int)
    owner = np.repeat(np.arange(batch.people), np.diff(start))
    span = slice(start[0], start[-1])
    kept = batch.arrays["kind"][span] != NO_TIE
    return list(zip(owner[kept].tolist(), *(batch.arrays[name][span][kept].tolist()
                                            for name in ("neighbour", "kind", "first_weight")), strict=True))

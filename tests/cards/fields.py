"""Small countries for the tests of bread: cards 1, 2 and 3 together, run side by side from one seed."""

from __future__ import annotations

import numpy as np

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.bread import provision, reporting, requisition

BREAD = (provision.MECHANISM, reporting.MECHANISM, requisition.MECHANISM)
LEDGER_IN, LEDGER_OUT = ("brought", "grown", "made"), ("eaten", "lost", "stolen")
STORES = ("granary", "stock", "offered", "reserve")


def country(name="war", people=512, **changes):
    """A small regime with the three cards, without burn-in."""
    return only_the_hall(name, {"people": people, "burn_in": 0, **changes}, mechanisms=BREAD)


def born(*regimes, seeds=None):
    """The worlds before their first month; one seed for all unless told."""
    return make_batch(regimes, seeds or [7] * len(regimes), ())


def run_on(batch, months):
    """The same batch that many months later."""
    lay_record(batch, months)
    run_months(batch, batch.month + months, threads=1)
    return batch


def ran(*regimes, months=1, seeds=None):
    """Worlds after that many months."""
    return run_on(born(*regimes, seeds=seeds), months)


def total(batch, name, world=0):
    """The sum of a column over all units of a world."""
    return float(batch.column(name, world).astype(np.float64).sum())


def imbalance(batch, world=0):
    """What the ledger cannot account for, as a share of all food there has been."""
    came = sum(total(batch, name, world) for name in LEDGER_IN)
    went = sum(total(batch, name, world) for name in LEDGER_OUT + STORES)
    return (came - went) / max(came, 1.0)

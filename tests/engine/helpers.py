"""Small batches for the tests of the engine: make one, run it, take its digests."""

from __future__ import annotations

import dataclasses

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded, world_digest
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes.schedule import Entry
from unanimity.world.levers import BY_NAME

PEOPLE, MONTHS = 256, 6


def regime(name="apparatus", people=PEOPLE, **changes):
    """A small regime."""
    return only_the_hall(name, {"people": people, **changes})


def several():
    """Regimes that differ in levers, parameters and inputs, and a seed for each world."""
    regimes = [regime("law"), regime("war"), regime("apparatus"), regime("terror"),
               regime("apparatus", **{"voice.theta": 0.05}), regime("law", ballot="open", blows=0.01),
               regime("terror", **{"fear.spill": 1.0})]
    return regimes, [3, 1, 4, 1, 5, 9, 2**64 - 1]


def ran(regimes, seeds, months=MONTHS, threads=1, fuse=True):
    """A batch that has run that many months."""
    batch = make_batch(regimes, seeds, fuse=fuse)
    lay_record(batch, months)
    run_months(batch, batch.month + months, threads=threads)
    return batch


def digests(batch):
    """One digest a world: all measures of all months and the whole final state."""
    _, values = recorded(batch)
    return [world_digest(batch, world, values) for world in range(batch.worlds)]


def scheduled(base, *entries):
    """The regime with those entries scheduled: (month, lever, word) or an Entry."""
    made = [e if isinstance(e, Entry) else Entry(e[0], "lever", e[1], BY_NAME[e[1]].number(e[2])) for e in entries]
    return dataclasses.replace(base, schedule=tuple(sorted(made, key=lambda entry: entry.month)))

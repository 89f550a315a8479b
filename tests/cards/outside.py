"""A small country for the tests of cards 24, 25, 27 and 28: their mechanisms beside those that are always there."""

from __future__ import annotations

import dataclasses

import numpy as np

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import HALL, docket
from unanimity.mechanisms.bread import provision
from unanimity.mechanisms.police import surveillance
from unanimity.mechanisms.power import association, exit, shock, uprising

# card 14 lends card 27 a parameter and no rule, card 1 the same to card 24
LENT = tuple(dataclasses.replace(m.MECHANISM, rules=(), when_off=(), neutral={}) for m in (surveillance, provision))
OUTSIDE = (*HALL, *(module.MECHANISM for module in (docket, shock, association, uprising, exit)), *LENT)
# everything that chance brings in, at rest
CALM = {"shock.drought": 0.0, "attack_rate": 0.0, "shock.danger": 0.0}


def outside(name="apparatus", changes=None, off=(), people=400):
    """A regime with the four cards and those of the hall, nothing happening by chance unless asked for."""
    made = only_the_hall(name, {"people": people})
    made = dataclasses.replace(made, mechanisms=OUTSIDE, inputs={}, off=frozenset(off), burn_in=0)
    rates = {key: value for key, value in CALM.items() if key != "attack_rate"}
    return made.but({**rates, "blows": 0.0, **(changes or {})})


def after(*regimes, months=1, threads=1, seed=7, attack_rate=0.0, **columns):
    """A batch of such countries whose columns were set by hand, after that many months."""
    batch = make_batch(regimes, [seed] * len(regimes), ())
    batch.arrays["attack_rate"][:] = attack_rate
    for world in range(batch.worlds):
        for column, value in columns.items():
            batch.column(column, world)[...] = value
    lay_record(batch, months)
    run_months(batch, months, threads=threads)
    return batch


def events(batch, event, world=0):
    """Rows of the log of one kind of event in one world."""
    log = whole_log(batch)
    rows = log[log["world"] == world]["row"]
    return rows[rows["event"] == event]


def heads(batch, world=0):
    """People by status; every person has one, so that nobody can vanish."""
    return np.bincount(batch.column("status", world), minlength=9)

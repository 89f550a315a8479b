"""A small country for the tests of cards 7, 10, 11 and 12: their mechanisms beside those that are always there."""

from __future__ import annotations

import dataclasses

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import census
from unanimity.mechanisms.bread import provision
from unanimity.mechanisms.party import dependence, press, recruitment
from unanimity.mechanisms.people import fear, grievance, meeting, voice

OWN = tuple(module.MECHANISM for module in (census, press, dependence, grievance, fear, recruitment, meeting, voice))
# bread is held as the tests set it: card 1 lends its parameters and no rule
HELD_BREAD = dataclasses.replace(provision.MECHANISM, rules=(), when_off=(), neutral={})


def country(name="apparatus", changes=None, off=(), people=400, bread=(HELD_BREAD,)):
    """A regime with the four cards, those of the hall, and bread."""
    made = only_the_hall(name, {"people": people}, mechanisms=OWN)
    made = dataclasses.replace(made, mechanisms=(*OWN, *bread), off=frozenset(off))
    return made.but({"blows": 0.0, **(changes or {})})


def lived(*regimes, months=1, seeds=None, **columns):
    """A batch of such countries whose columns were set by hand, after that many months."""
    batch = make_batch(regimes, list(seeds or [4] * len(regimes)), ())
    for world in range(batch.worlds):
        for column, value in columns.items():
            batch.column(column, world)[...] = value
    lay_record(batch, months - batch.month)  # a burn-in has negative months
    run_months(batch, months, threads=1)
    return batch

"""Regimes with the `HALL` alone, which compile quickly; what other cards would supply is held constant."""

from __future__ import annotations

import dataclasses

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import HALL

# in place of cards 15-16, 19 and 25, about what the catalogue's dry run gave
HELD = {"law": {"blows": 0.0, "threat": 0.05}, "war": {"blows": 0.0043, "threat": 0.3},
        "apparatus": {"blows": 0.0023, "threat": 0.1}, "terror": {"blows": 0.0030, "threat": 0.2, "hostage_fear": 0.29}}


def only_the_hall(name="apparatus", changes=None, mechanisms=(), after=None):
    """The regime with census, fear, meeting and voice, and these mechanisms beside them."""
    base = unanimity.regime(name, {"mechanisms": "hall"})  # without the numbers of cards that do not run
    base = dataclasses.replace(base, mechanisms=(*HALL, *(m for m in mechanisms if m not in HALL)), after=after or {})
    held = {key: value for key, value in HELD.get(name, {}).items() if base.is_input(key)}
    return base.but({**held, **(changes or {})})


def lived_through(regime, months, seeds, threads=1, before=None, off=()):
    """Worlds of a regime, changed by `before` at birth and without the mechanisms `off`, after that many months."""
    regime = dataclasses.replace(regime, off=frozenset(off)) if off else regime
    batch = make_batch([regime] * len(seeds), list(seeds), ())
    if before is not None:
        before(batch)
    lay_record(batch, months)
    run_months(batch, batch.month + months, threads=threads)
    return batch

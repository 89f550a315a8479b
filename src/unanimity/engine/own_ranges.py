"""The user's own columns, and the variables to which they add, stay within their declared ranges.

They are checked after the first month of a run, which is run by itself for that, and at every later stop.
"""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.own_rule_checks import place
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.columns import Column
from unanimity.world.rules import Mechanism

NAMED = {"person": "person", "unit": "unit", "world": "country", "tie": "tie", "faction": "faction", "seat": "chair"}
ROUNDING = 1e-5  # tolerance, as a share of the range: a float32 holds no more


def own_of(batch: Batch) -> list[Mechanism]:
    """The mechanisms of a batch that are the user's own."""
    return [mechanism for mechanism in batch.plan.mechanisms if BY_ID.get(mechanism.id) is not mechanism]


def is_first_month(batch: Batch) -> bool:
    """Whether the next month is the first of a run with a mechanism of the user's own."""
    return batch.month == -batch.regimes[0].burn_in and bool(own_of(batch))


def check_ranges(batch: Batch) -> None:
    """Refuse a run in which a rule of the user's own has left a column's range."""
    for mechanism in own_of(batch):
        for column in mechanism.columns:
            slip = _outside(batch, column)
            rules = (*mechanism.rules, *mechanism.when_off)
            writer = next((rule for rule in rules if column.name in rule.writes), None)
            if slip and writer is not None:
                raise ModelError(f"{place(writer.function)} has left '{column.name}' at {slip}")
            gathered = batch.plan.columns.get(column.adds_to)
            slip = _outside(batch, gathered) if gathered is not None else ""
            if slip and writer is not None and gathered is not None:
                raise ModelError(f"{place(writer.function)}: with what '{column.name}' adds, '{gathered.name}' is at "
                                 f"{slip}")


def _outside(batch: Batch, column: Column) -> str:
    """The values outside a column's range, in words, or ""."""
    values = batch.column(column.name).astype(np.float64) * (column.scale or 1.0)
    room = ROUNDING * max(1.0, abs(column.low), abs(column.high))
    out = ~((values >= column.low - room) & (values <= column.high + room))  # a NaN is outside, too
    if not out.any():
        return ""
    first = float(values[out][0])
    text = "no number (a division by zero?)" if not np.isfinite(first) else f"{first:g}"
    return (f"{text} by month {batch.month - 1}, for {int(out.sum()):,} of {out.size:,} "
            f"{NAMED.get(column.table, column.table)}{'s' if out.size > 1 else ''}; its declared range is "
            f"{column.low:g}..{column.high:g}")

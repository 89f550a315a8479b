"""What the schedule does to a batch at the head of a month: levers, announcements, parameters, events."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.regimes.schedule import Entry
from unanimity.world.levers import NUMBER_OF

FOREVER = 10**9


def next_change(batch: Batch) -> int:
    """The next month after this one at which something scheduled happens in some world."""
    later = [FOREVER]
    for regime in batch.regimes:
        for entry in regime.schedule:
            for month in _months(entry):
                if month > batch.month:
                    later.append(month)
    return min(later)


def _months(entry: Entry) -> list[int]:
    """The months at which an entry acts: its announcement, its effect, and each month that it lasts."""
    lasting = entry.kind in ("clamp", "pulse", "drift")
    acts = list(range(entry.month, entry.month + entry.months)) if lasting else [entry.month]
    return [*acts, *([entry.announced] if entry.announced is not None else [])]


def apply_month(batch: Batch) -> None:
    """Apply everything that is scheduled for the batch's month, world by world."""
    for world, regime in enumerate(batch.regimes):
        for entry in regime.schedule:
            if entry.kind == "lever":
                _move_lever(batch, world, entry)
            elif entry.kind == "parameter":
                if entry.month == batch.month:
                    place = batch.plan.parameters.index(entry.name)
                    batch.arrays["parameters"][world, place] = entry.value
            elif batch.month in _months(entry):
                _touch(batch, world, entry)


def _chosen_units(batch: Batch, entry: Entry) -> np.ndarray:
    tree = batch.tree
    chosen = np.ones(tree.units, bool)
    if entry.provinces:
        chosen &= np.isin(tree.province, tree.provinces[np.array(entry.provinces) - 1])
    if entry.levels:
        chosen &= np.isin(tree.level, [tree.level_names.index(name) for name in entry.levels])
    return chosen


def _move_lever(batch: Batch, world: int, entry: Entry) -> None:
    units = batch.tree.units
    span = slice(world * units, (world + 1) * units)
    number, chosen = NUMBER_OF[entry.name], _chosen_units(batch, entry)
    known_since = entry.month if entry.announced is None else entry.announced
    if known_since <= batch.month <= entry.month:
        batch.arrays["announced"][number, span][chosen] = entry.value
    if batch.month == entry.month:
        batch.arrays["levers"][number, span][chosen] = entry.value
        batch.arrays["base_levers"][number, span][chosen] = entry.value


def _touch(batch: Batch, world: int, entry: Entry) -> None:
    """Write, add to or scale a variable of the chosen persons, units or the country, held within its range."""
    column = batch.plan.columns[entry.name]
    values = batch.column(entry.name, world)
    chosen = _chosen_units(batch, entry)
    if column.table == "person":
        chosen = np.repeat(chosen[:batch.tree.cells], np.diff(batch.tree.cell_start))
    elif column.table == "world":
        chosen = np.ones(1, bool)
    old = values[..., chosen].astype(np.float64)
    new = {"value": np.full_like(old, entry.value), "add": old + entry.value, "scale": old * entry.value}[entry.mode]
    values[..., chosen] = np.clip(new, column.low, column.high).astype(values.dtype)

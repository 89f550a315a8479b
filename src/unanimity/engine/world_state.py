"""The state of one world at the head of a month: copied out of a batch, or into another."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import PIECE, log_of
from unanimity.engine.departed_people import kept_of
from unanimity.engine.identities import departed, have_generations

TIES = ("neighbour", "kin_skip", "kin_span")  # arrays of a world that are not columns
RULES = ("levers", "base_levers", "announced")
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class WorldState:
    """Everything that has changed in a world by the head of `month`; what follows from its birth is left out."""

    month: int
    columns: Arrays  # columns of the plan, and arrays of ties
    rules: Arrays  # levers by unit, tallies, parameters
    table: np.ndarray  # the record of measures so far: months, places, rows of the tally
    start: np.ndarray  # the first tie of each place; the same from birth on
    log: np.ndarray
    gone: np.ndarray  # those whose place became vacant
    kept: Arrays = field(default_factory=dict)  # the columns that questions need (engine/departed_people.py)


def state_of(batch: Batch, world: int) -> WorldState:
    """A copy of the state of one world of a batch."""
    columns = {name: batch.column(name, world).copy() for name in batch.plan.columns}
    if have_generations(batch):
        columns |= {name: _ties_of(batch, name, world).copy() for name in TIES}
    units = _units(batch, world)
    rules = {name: batch.arrays[name][:, units].copy() for name in RULES}
    rules |= {"tally": batch.arrays["tally"][units].copy(), "parameters": batch.arrays["parameters"][world].copy()}
    rows = batch.month - int(batch.arrays["record_month"][0])
    begins = batch.arrays["tie_start"][world * batch.people:(world + 1) * batch.people + 1].astype(np.int64)
    return WorldState(batch.month, columns, rules, batch.arrays["table"][:rows, world].copy(), begins - begins[0],
                      log_of(batch, world).copy(), departed(batch, world),
                      {name: kept_of(batch, name, world) for name in batch.kept})


def put_states(batch: Batch, states: list[WorldState]) -> None:
    """Set every world of a new batch to its state."""
    pieces, gone = [], []
    for world, state in enumerate(states):
        for name in batch.plan.columns:
            batch.column(name, world)[...] = state.columns[name]
        if have_generations(batch):
            for name in TIES:
                _ties_of(batch, name, world)[...] = state.columns[name]
        units = _units(batch, world)
        for name in RULES:
            batch.arrays[name][:, units] = state.rules[name]
        batch.arrays["tally"][units] = state.rules["tally"]
        batch.arrays["parameters"][world] = state.rules["parameters"]
        batch.arrays["table"][:len(state.table), world] = state.table
        piece = np.empty(state.log.size, PIECE)
        piece["world"], piece["row"] = world, state.log
        pieces.append(piece)
        left = state.gone.copy()
        left["world"] = world
        gone.append(left)
    batch.log[:] = [np.concatenate(pieces)]
    batch.departed[:] = gone
    batch.kept = {name: [state.kept[name] for state in states] for name in states[0].kept}
    batch.month = states[0].month


def _units(batch: Batch, world: int) -> slice:
    return slice(world * batch.tree.units, (world + 1) * batch.tree.units)


def _ties_of(batch: Batch, name: str, world: int) -> np.ndarray:
    """One world's part of an array of ties or of places that is not a column."""
    if name == "neighbour":
        start = batch.arrays["tie_start"]
        return batch.arrays[name][int(start[world * batch.people]):int(start[(world + 1) * batch.people])]
    return batch.arrays[name][world * batch.people:(world + 1) * batch.people]

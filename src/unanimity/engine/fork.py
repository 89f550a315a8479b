"""Forks: copy a batch, change something, run on, compare, discard."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

import numpy as np

from unanimity.engine.batch import Batch, allocate_logs, make_parameters, places_of
from unanimity.engine.plan import make_plan
from unanimity.engine.run import lay_record, run_months
from unanimity.measures.declare import Measure
from unanimity.measures.opinion import public_dissent
from unanimity.world.codes import DEAD, DISSENT
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.rules import Mechanism

OF_THE_HALL = ("census", "meeting", "voice", "uprising")  # the steps that the measure *brittleness* runs


def fork(batch: Batch, only: Iterable[str] | None = None, measures: Iterable[Measure] | None = None) -> Batch:
    """A copy that can run on by itself; it shares with the original what no mechanism writes.

    `only` keeps just these mechanisms: whatever the others own is held where it stands; then `measures` may name the
    few that are to be taken.
    """
    kept = {*batch.dynamic(), "levers", "base_levers", "announced", "parameters", "switches", "table", "tally",
            "record_month"}
    held = {c.name for c in batch.plan.columns.values() if c.table in ("person", "unit", "world", "seat")}
    arrays = {name: array.copy() if name in kept | held or name.startswith("last_") else array
              for name, array in batch.arrays.items()}
    copy = dataclasses.replace(batch, arrays=arrays, log=list(batch.log), departed=list(batch.departed), kept={})
    allocate_logs(copy)
    if only is None:
        return copy
    chosen = _with_lenders([m for m in batch.plan.mechanisms if m.id in set(only)], batch.plan.mechanisms)
    places = [[m.id for m in batch.plan.mechanisms].index(m.id) for m in chosen]
    copy.plan = make_plan(chosen, batch.plan.measures if measures is None else measures, batch.plan.issues,
                          own_levers=batch.plan.own_levers)
    copy.arrays["switches"] = np.ascontiguousarray(batch.arrays["switches"][:, places])
    copy.arrays["parameters"] = make_parameters(copy.plan, batch.plan, batch.arrays["parameters"])
    copy.arrays.update(places_of(copy.plan))
    for name in copy.plan.remembered:
        copy.arrays[f"last_{name}"] = copy.arrays[name].copy()
    return copy


def _with_lenders(chosen: list[Mechanism], known: Sequence[Mechanism]) -> list[Mechanism]:
    """Add the mechanisms whose parameters these rules read; they only supply numbers and run no rule."""
    rules = [rule for m in chosen for rule in (*m.rules, *m.when_off)]
    read = {name[2:] for rule in rules for name in rule.reads if name.startswith("p_")}
    lent = read - {m.id for m in chosen}
    return [*chosen, *(dataclasses.replace(m, rules=(), when_off=()) for m in known if m.id in lent)]


def brittleness(batch: Batch, threads: int | None = None) -> np.ndarray:
    """For each world: how much dissent and revolt one month without fear would bring out, beyond what is seen (-1..1).

    In a fork everybody's fear of every topic is set to 0, and so is dependence, since people fear for their livelihood
    too. Then the hall meets once and people may rise (cards 4, 5 and, where it runs, 24), while everything else is held
    as it is. The fork is discarded.
    """
    return brittleness_by_place(batch, threads)[:, -1]


def brittleness_by_place(batch: Batch, threads: int | None = None) -> np.ndarray:
    """The same for each world and each of its provinces, the country last."""
    twin = fork(batch, OF_THE_HALL, (public_dissent,))
    twin.arrays["fear"][...] = 0.0
    twin.arrays["dependence"][...] = 0.0
    twin.regimes = tuple(dataclasses.replace(regime, schedule=()) for regime in twin.regimes)
    lay_record(twin, 1)
    run_months(twin, twin.month + 1, threads)
    values: np.ndarray = _resisting(twin) - _resisting(batch)
    return values


def _resisting(batch: Batch) -> np.ndarray:
    """Share of attendants who dissented or rose in the last month run, by world and place; who fell in it counts."""
    arrays = batch.arrays
    fell = (arrays["status"] == DEAD) & (arrays["in_revolt"] > 0) & (arrays["death_month"] == batch.month - 1)
    here = ((arrays["status"] < AT_LIBERTY_BELOW) & (arrays["attends"] != 0)) | fell
    against = here & ((arrays["voice"] == DISSENT) | (arrays["in_revolt"] > 0))
    places = [slice(*batch.tree.person_range(int(unit))) for unit in arrays["record_units"]]
    here, against = (mask.reshape(batch.worlds, batch.people) for mask in (here, against))
    return np.column_stack([against[:, people].sum(axis=1) / np.maximum(1, here[:, people].sum(axis=1))
                            for people in places])

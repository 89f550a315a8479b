"""From a batch's tallies to a Result: means, derived measures, digests, provenance."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from unanimity import __version__
from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.identities import have_generations, kinds_of_death, with_numbers
from unanimity.engine.working_arrays import tally_rows
from unanimity.measures.declare import Measure
from unanimity.regimes.regime import Regime
from unanimity.results import Result
from unanimity.results.case_table import Cases
from unanimity.support.late_imports import borrowed
from unanimity.support.source_hash import source_hash


def values_of(sums: np.ndarray, batch: Batch) -> np.ndarray:
    """Every measure from its sums; the last axis runs over the tally's rows, then over measures."""
    measures = batch.plan.measures
    rows = tally_rows(measures)
    out = np.full((*sums.shape[:-1], len(measures)), np.nan)
    found: dict[str, np.ndarray] = {}
    for measure in measures:
        if measure.agg == "derived":
            continue
        total = sums[..., rows[measure.name]]
        if measure.agg == "mean":
            number = sums[..., rows[f"over {measure.population}"]]
            with np.errstate(invalid="ignore", divide="ignore"):
                total = np.where(number > 0, total / number, np.nan)
        found[measure.name] = total
    for measure in measures:  # a derived measure stands after those that it is made from
        if measure.agg == "derived":
            found[measure.name] = measure.function(*(found[name] for name in measure.reads))
    for place, measure in enumerate(measures):
        out[..., place] = found[measure.name]
    return out


def recorded(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Months recorded so far and the measures' values for them."""
    first = int(batch.arrays["record_month"][0])
    months = np.arange(first, batch.month)
    return months, values_of(batch.arrays["table"][:len(months)], batch)


def place_names(batch: Batch) -> tuple[str, ...]:
    """The provinces in order, then the country."""
    return (*(f"province {k}" for k in range(1, len(batch.tree.provinces) + 1)), "country")


def world_digest(batch: Batch, world: int, values: np.ndarray) -> str:
    """A digest of one world's measures and state: the same whatever else was in the batch."""
    digest = hashlib.sha256(np.ascontiguousarray(values[:, world]).tobytes())
    for name in sorted(name for name, column in batch.plan.columns.items() if not column.passing):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(batch.column(name, world)).tobytes())
    if have_generations(batch):
        start = batch.arrays["tie_start"]
        ties = slice(int(start[world * batch.people]), int(start[(world + 1) * batch.people]))
        digest.update(np.ascontiguousarray(batch.arrays["neighbour"][ties]).tobytes())
    return digest.hexdigest()


def cell_table(batch: Batch) -> pd.DataFrame:
    """The last month's measures of every cell of every world."""
    tree = batch.tree
    values = values_of(batch.arrays["tally"].reshape(batch.worlds, tree.units, -1)[:, :tree.cells], batch)
    names = [m.name for m in batch.plan.measures]
    cells = np.tile(np.arange(tree.cells), batch.worlds)
    first = int(tree.provinces[0])
    frame = pd.DataFrame(values.reshape(-1, len(names)), columns=names)
    frame.insert(0, "world", np.repeat(np.arange(batch.worlds), tree.cells))
    frame.insert(1, "province", tree.province[cells] - first + 1)
    frame.insert(2, "district", tree.parent[cells] - tree.cells + 1 if tree.depth > 1 else cells + 1)
    frame.insert(3, "cell", cells + 1)
    return frame


def cases_of(batch: Batch) -> Cases:
    """The case log of every world."""
    pieces, tree = whole_log(batch), batch.tree
    number = tree.province[:tree.cells] - int(tree.provinces[0]) + 1
    return Cases(with_numbers(batch, pieces)["row"], pieces["world"], kinds_of_death(batch, pieces), number)


def manifest_of(regimes: Sequence[Regime], arms: Sequence[str], digests: Sequence[str],
                measures: Sequence[Measure]) -> dict[str, Any]:
    """What worlds were made from, arm by arm, so that they can be run again."""
    first, by_arm = regimes[0], dict(zip(arms, regimes, strict=True))
    tree = first.tree
    return {
        "title": first.title,
        "asks": first.asks,
        "regime": first.name,
        "start": first.start,
        "version": __version__,
        "source": source_hash(),
        "digest": hashlib.sha256("".join(digests).encode()).hexdigest(),
        "fingerprints": sorted({r.fingerprint for r in regimes}),
        "levers": {arm: {name: r.lever_text(name) for name in r.levers} for arm, r in by_arm.items()},
        "parameters": {arm: dict(r.parameters) for arm, r in by_arm.items()},
        "inputs": {arm: dict(r.inputs) for arm, r in by_arm.items()},
        "schedule": {arm: [entry.told for entry in r.schedule] for arm, r in by_arm.items()},
        "sources": dict(first.sources),
        "milieu": first.milieu.record() if first.milieu is not None else None,
        "units": {m.name: m.unit for m in measures},
        "people": tree.first.people,
        "numbers": first.numbers,
        "tree": list(tree.fan_outs),
        "burn_in": first.burn_in,
        "python": platform.python_version(),
    }


def result_of(batch: Batch, arms: tuple[str, ...], seconds: float, threads: int) -> Result:
    """The Result of what a batch has run so far."""
    months, values = recorded(batch)
    digests = [world_digest(batch, world, values) for world in range(batch.worlds)]
    worlds = pd.DataFrame({"world": np.arange(batch.worlds), "arm": list(arms), "seed": list(batch.seeds),
                           "digest": digests})
    person_months = batch.worlds * batch.people * len(months)
    manifest = manifest_of(batch.regimes, arms, digests, batch.plan.measures) | {
        "shares_reached": [dict(one) for one in batch.shares_reached] if any(batch.shares_reached) else [],
        "persons": [dict(one) for one in batch.persons] if any(batch.persons) else [],
        "seconds": round(seconds, 3),
        "person_months_per_second": round(person_months / seconds) if seconds > 0 else None,
        "threads": threads,
    }
    return Result(values, months, place_names(batch), tuple(m.name for m in batch.plan.measures), worlds,
                  cell_table(batch), manifest, cases_of(batch), again=borrowed("again")(batch.regimes, batch.seeds))

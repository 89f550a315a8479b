"""What each mechanism costs: the month run unfused on one thread, with a clock around every pass."""

from __future__ import annotations

import dataclasses
import time

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.run import lay_record, run_months, warm_up
from unanimity.engine.schedule import apply_month
from unanimity.regimes.regime import Regime


def step_costs(regime: Regime, worlds: int = 8, months: int = 12, seed: int = 0) -> dict[str, float]:
    """Nanoseconds a person and month for each mechanism, and for the measures, in the order of the month."""
    plain = dataclasses.replace(regime, schedule=(), burn_in=0)
    batch = make_batch([plain] * worlds, list(range(seed, seed + worlds)), fuse=False)
    lay_record(batch, months + 1)
    run_months(batch, batch.month + 1, threads=1)
    return batch_costs(batch, months)


def batch_costs(batch: Batch, months: int) -> dict[str, float]:
    """The same for a batch that has already run a month (so that everything is compiled)."""
    spent: dict[str, float] = {}
    for _ in range(months):
        apply_month(batch)
        compiled = warm_up(batch)
        for world in range(batch.worlds):
            for number, source in enumerate(step.source for step in compiled.steps):
                started = time.perf_counter()
                compiled.step(number, world, 0, batch.tree.cells, batch.month)
                owner = next((m.id for m in batch.plan.mechanisms if source.label.startswith(m.id + "_")), "measures")
                owner = "sums and copies" if source.name == "begin" or source.name.endswith("_up") else owner
                spent[owner] = spent.get(owner, 0.0) + time.perf_counter() - started
        batch.month += 1
    return {name: 1e9 * total / (batch.worlds * batch.people * months) for name, total in spent.items()}

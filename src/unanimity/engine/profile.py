"""The cost of each mechanism: the month is run unfused on one thread, with a clock around every pass."""

from __future__ import annotations

import dataclasses
import time

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.case_logs import empty_logs
from unanimity.engine.identities import have_generations, remember_the_departed
from unanimity.engine.newcomers import renew
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
    """The same for a batch that has already run a month, so that everything is compiled."""
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


def head_costs(batch: Batch, months: int) -> dict[str, float]:
    """Seconds on one thread for what comes before the month (renewal: places that change hands; events: what a
    schedule does) and for the month, of a batch that has already run a month."""
    spent = dict.fromkeys(("renewal", "events", "month"), 0.0)
    for _ in range(months):
        clock = [time.perf_counter()]
        renew(batch)
        clock.append(time.perf_counter())
        apply_month(batch)
        clock.append(time.perf_counter())
        batch.arrays["reached"][:] = batch.month
        warm_up(batch).advance(0, batch.worlds, batch.month + 1)
        empty_logs(batch)
        batch.month += 1
        clock.append(time.perf_counter())
        if have_generations(batch):
            remember_the_departed(batch)
        spent["renewal"] += clock[1] - clock[0] + time.perf_counter() - clock[3]
        spent["events"] += clock[2] - clock[1]
        spent["month"] += clock[3] - clock[2]
    return spent

"""How long a hindcast takes, whose people come, go and move: many worlds, one large world, and what renewal costs.

    python benchmarks/hindcast.py [--months 288]
"""

from __future__ import annotations

import argparse
import json
import time

from unanimity.engine.batch import make_batch
from unanimity.engine.profile import head_costs
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes import load_regime

SCENARIO, SEED = "ussr-1918-1941", 1918
SIZES = ((4, 30_000, 18.0), (1, 100_000, 20.0))  # worlds, people, and the seconds aimed at on two quiet cores
WARM = 3  # months before the clock starts, in which everything is compiled or loaded
PROFILED = 12  # months of one world on one thread, with a clock around each part


def rate(worlds: int, people: int, months: int) -> dict[str, float]:
    """Seconds by the clock and of all cores for so many months, and the shares of renewal and of events in a month."""
    regime = load_regime(SCENARIO).but({"people": people})
    batch = make_batch([regime] * worlds, list(range(SEED, SEED + worlds)))
    lay_record(batch, regime.months)
    run_months(batch, WARM)
    clock, cpu = time.perf_counter(), time.process_time()
    run_months(batch, months)
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    one = make_batch([regime], [SEED])
    lay_record(one, regime.months)
    run_months(one, WARM)
    costs = head_costs(one, PROFILED)
    spent = sum(costs.values())
    return {"worlds": worlds, "people": people, "clock": clock, "cpu": cpu, 
            "rate": worlds * people * (months - WARM) / clock,
            **{name: cost / spent for name, cost in costs.items()}}


def rows(months: int | None = None) -> list[dict[str, float]]:
    """Both sizes, with the seconds aimed at."""
    every = load_regime(SCENARIO).months if months is None else months
    return [{"aim": aim, **rate(worlds, people, every)} for worlds, people, aim in SIZES]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--months", type=int, default=None)
    print(json.dumps(rows(parser.parse_args().months), indent=1))


if __name__ == "__main__":
    main()

"""`make bench`: every part in one run, about ten minutes on two quiet cores; writes results, page and paper.

    python benchmarks/run.py                     all parts: benchmarks/results/bench.json, docs/design/performance.md
                                                 and the numbers of paper/paper.md
    python benchmarks/run.py --only model,cold   these parts, printed; nothing is written
    python benchmarks/run.py --page              write page and paper anew from the last results, nothing measured

The page holds one run and nothing else, so that numbers of different days cannot stand side by side.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cold
import epstein
import hindcast
import machine
import peers
import performance_page
import whatif
import workshop
from unanimity.engine.batch import make_batch
from unanimity.engine.profile import step_costs
from unanimity.engine.run import default_threads, lay_record, run_months
from unanimity.mechanisms import CATALOGUE
from unanimity.regimes import load_regime
from unanimity.regimes.regime import Regime
from unanimity.support.source_hash import source_hash

HERE = Path(__file__).resolve().parent
MONTHS = 12  # of a timed run; the best of three counts
# stages of the model: which cards, and the person-months a second aimed at with many small worlds and with a large one
STAGES: dict[str, tuple[set[int], float, float | None]] = {
    "the hall: cards 4-6": ({4, 5, 6}, 15e6, 8e6),
    "bread, people, party: cards 1-13": (set(range(1, 14)), 8e6, None),
    "police and prison too: cards 1-20, 26 (and 21, which 16 asks)": ({*range(1, 22), 26}, 6e6, None),
    "all 28": (set(range(1, 29)), 5e6, 5e6 / 3),
}
MANY, ONE = (512, 2000, (8, 4, 4)), (1, 1_000_000, (20, 20, 40))
LAB = ["--pupils", "30", "--flips", "2", "--runs", "50"]


def staged(name: str, cards: set[int]) -> Regime:
    """A base regime that runs only these cards (and what has no card of its own)."""
    # the verdict of a month is card 16's; the other three without a card serve wherever more than the hall runs
    names = [m.id for m in CATALOGUE if m.card in cards or (m.card == 0 and len(cards) > 3
                                                            and (m.id != "verdict" or 16 in cards))]
    return load_regime(name).but({"mechanisms": names})


def model_rate(base: Regime, worlds: int, people: int, tree: tuple[int, ...]) -> dict:
    """Person-months per second, measures and case log included, best of three; and bytes a person."""
    regime = dataclasses.replace(base, society=dataclasses.replace(base.society, people=people, tree=tree), burn_in=0,
                                 months=4 * MONTHS + 1)
    started = time.perf_counter()
    batch = make_batch([regime] * worlds, list(range(worlds)))
    born = time.perf_counter() - started
    lay_record(batch, 4 * MONTHS + 1)
    run_months(batch, 1)
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        run_months(batch, batch.month + MONTHS)
        best = max(best, worlds * people * MONTHS / (time.perf_counter() - started))
    size = batch.bytes_per_person()
    ties = (batch.arrays["neighbour"].nbytes + batch.arrays["tie_start"].nbytes) / (worlds * people)
    return {"worlds": worlds, "people": people, "rate": best, "synthesis_seconds": born,
            "bytes_person": size["person"] + size.get("last month", 0.0), "bytes_ties": size["tie"] + ties,
            "bytes_log": batch.arrays["log_rows"].nbytes / (worlds * people)}


def long_run() -> float:
    """Seconds for 240 months of a country of 100,000 under `apparatus`, warm."""
    base = load_regime("apparatus")
    regime = dataclasses.replace(base, society=dataclasses.replace(base.society, people=100_000), burn_in=0, months=241)
    batch = make_batch([regime], [0])
    lay_record(batch, 241)
    run_months(batch, 1)
    started = time.perf_counter()
    run_months(batch, 241)
    return time.perf_counter() - started


def model() -> dict:
    """Rates of the model stage by stage, of the whole under each base regime, and of one long run."""
    stages = [{"what": what, "aim": aim, **model_rate(staged("apparatus", cards), *shape)}
              for what, (cards, many, one) in STAGES.items() for shape, aim in ((MANY, many), (ONE, one)) if aim]
    others = {name: model_rate(load_regime(name), *MANY)["rate"] for name in ("law", "war", "terror")}
    return {"stages": stages, "others": others, "long_run_seconds": long_run()}


def costs() -> dict:
    """Nanoseconds a person and month for each mechanism, one thread, unfused."""
    return {name: step_costs(load_regime(name), worlds=16, months=6) for name in ("apparatus", "war")}


def lab() -> list[str]:
    """What `benchmarks/lab.py` prints of a class of 30 and of one client; a class of 50 is measured by it alone."""
    done = subprocess.run([sys.executable, str(HERE / "lab.py"), *LAB], capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else ["failed: " + done.stderr.strip().splitlines()[-1]]


PARTS: dict[str, Callable[[], object]] = {
    "machine": lambda: machine.limits(default_threads()), "cold": cold.first_results, "model": model, "costs": costs,
    "hindcast": hindcast.rows, "peers": peers.rows, "epstein": epstein.rows,
    "workshop": lambda: workshop.rows(400), "whatif": lambda: whatif.rows(4, 30_000), "lab": lab,
}


def busy() -> tuple[float, float]:
    """Processor seconds of the whole machine, and of this process with its finished children."""
    ticks = [int(count) for count in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    own = sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (resource.RUSAGE_SELF,
                                                                                 resource.RUSAGE_CHILDREN)))
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK"), own


def measured(names: list[str]) -> dict:
    """The parts by their names, each with its seconds and how many cores other programs used meanwhile."""
    facts = {"date": str(datetime.date.today()), "source": source_hash(), "architecture": platform.machine(),
             "threads": default_threads(), "python": platform.python_version(),
             "parts": {}, "seconds": {}, "others": {}}
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        (whole, own), begun = busy(), time.perf_counter()
        facts["parts"][name] = PARTS[name]()
        (whole_after, own_after), took = busy(), time.perf_counter() - begun
        facts["seconds"][name] = took
        facts["others"][name] = max(0.0, (whole_after - whole) - (own_after - own)) / took
        print(f"{name}: {took:.0f} s", file=sys.stderr, flush=True)
    return facts


def write(results: dict) -> None:
    """The page, and the numbers of the paper, from the results."""
    performance_page.PAGE.write_text(performance_page.page(results), encoding="utf-8")
    paper = performance_page.PAPER.read_text(encoding="utf-8")
    performance_page.PAPER.write_text(performance_page.with_numbers(paper, results), encoding="utf-8")


def main() -> None:
    """Measure what was asked for; a whole run is written down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help=f"parts, separated by commas: {', '.join(PARTS)}")
    parser.add_argument("--page", action="store_true", help="write the page from the last results")
    given = parser.parse_args()
    names = re.split(r"[, ]+", given.only) if given.only else list(PARTS)
    if unknown := [name for name in names if name not in PARTS]:
        parser.error(f"no part {unknown[0]!r}; allowed: {', '.join(PARTS)}")
    if given.page:
        results = performance_page.last_results()
        if results is None:
            parser.error(f"{performance_page.RESULTS} is not there; run without --page")
        write(results)
        return
    results = json.loads(json.dumps(measured(names)))  # as the file has it
    print(performance_page.page(results))
    if not given.only:
        performance_page.RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        write(results)


if __name__ == "__main__":
    main()

"""`make bench`: every benchmark in one go, as ratios measured in one run; writes docs/design/performance.md.

    python benchmarks/run.py [--quick]     --quick leaves out the peer systems and the cold suite
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import platform
import time
from pathlib import Path

import cold
import epstein
import hindcast
import machine
import peers
import whatif
import workshop
from unanimity.engine.batch import make_batch
from unanimity.engine.profile import step_costs
from unanimity.engine.run import default_threads, lay_record, run_months
from unanimity.mechanisms import CATALOGUE
from unanimity.regimes import load_regime
from unanimity.regimes.regime import Regime

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "design/performance.md"
MUTANTS = HERE / "results" / "mutants.md"
GPU = HERE / "results" / "gpu-h200.json"
TARGETS = {"mesa objects": 180, "mesa network grid": 600, "agentpy": 270, "starsim": 7, "numpy": 3.5,
           "mesa-frames": 3.5, "laser-core": 1.5, "numba tuned": 0.8}
# stages of the model: which cards, and the person-months a second aimed at with many small worlds and with a large one
STAGES = {
    "the hall: cards 4-6": ({4, 5, 6}, 15e6, 8e6),
    "bread, people, party: cards 1-13": (set(range(1, 14)), 8e6, 8e6 / 3),
    "police and prison too: cards 1-20, 26 (and 21, which 16 asks)": ({*range(1, 22), 26}, 6e6, None),
    "all 28": (set(range(1, 29)), 5e6, 5e6 / 3),
}
MANY, ONE = (512, 2000, (8, 4, 4)), (1, 1_000_000, (20, 20, 40))


def staged(name: str, cards: set[int]) -> Regime:
    """A base regime that runs only these cards (and what has no card of its own)."""
    # the verdict of a month is card 16's; the other three without a card serve wherever more than the hall runs
    names = [m.id for m in CATALOGUE if m.card in cards or (m.card == 0 and len(cards) > 3
                                                            and (m.id != "verdict" or 16 in cards))]
    return load_regime(name).but({"mechanisms": names})


def model_rate(base: Regime, worlds: int, people: int, tree: tuple[int, ...], months: int = 24) -> dict:
    """Person-months per second, measures and case log included, best of three; and bytes a person."""
    regime = dataclasses.replace(base, society=dataclasses.replace(base.society, people=people, tree=tree), burn_in=0,
                                 months=4 * months + 1)
    started = time.perf_counter()
    batch = make_batch([regime] * worlds, list(range(worlds)))
    born = time.perf_counter() - started
    lay_record(batch, 4 * months + 1)
    run_months(batch, 1)
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        run_months(batch, batch.month + months)
        best = max(best, worlds * people * months / (time.perf_counter() - started))
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


def stage_lines() -> tuple[list[str], float]:
    """Rates of the model stage by stage, then of the whole under each base regime; and the rate of the large world."""
    lines = ["| what runs (regime apparatus) | worlds x people | person-months a second | target | synthesis, s | "
             "bytes a person | of ties | of the log |", "|---|---|---|---|---|---|---|---|"]
    large = 0.0
    for what, (cards, many, one) in STAGES.items():
        for shape, target in ((MANY, many), (ONE, one)):
            if target is None:
                continue
            row = model_rate(staged("apparatus", cards), *shape)
            large = row["rate"] if shape is ONE else large
            lines.append(f"| {what} | {row['worlds']:,} x {row['people']:,} | {row['rate'] / 1e6:.1f} M | "
                         f"{target / 1e6:.1f} M | {row['synthesis_seconds']:.1f} | {row['bytes_person']:.0f} | "
                         f"{row['bytes_ties']:.0f} | {row['bytes_log']:.0f} |")
    lines += ["", "The whole model, 512 x 2,000, in the other base regimes: " + "; ".join(
        f"{name} {model_rate(load_regime(name), *MANY)['rate'] / 1e6:.1f} M" for name in ("law", "war", "terror"))
        + f". 240 months of 100,000 people: {long_run():.1f} s (target 10)."]
    return lines, large


def peer_lines(rows: list[dict]) -> list[str]:
    """The peers' rates and how many times faster ours is, by size."""
    lines = ["| system | version | people | updates a second | bytes a person | ours / theirs | target |",
             "|---|---|---|---|---|---|---|"]
    for people in sorted({row["people"] for row in rows}):
        mine = next(r for r in rows if r["system"] == "unanimity" and r["people"] == people)["updates_per_second"]
        for row in (r for r in rows if r["people"] == people):
            rate = row["updates_per_second"]
            ratio = f"{mine / rate:,.2f}" if rate and row["system"] != "unanimity" else ""
            target = TARGETS.get(row["system"])
            note = " (disturbed)" if row.get("cores_used_by_others", 0.0) > peers.DISTURBED else ""
            note += f" ({row['note']})" if row.get("note") else ""
            size = f"{row['bytes_per_person']:,.0f}" if row.get("bytes_per_person") else "-"
            lines.append(f"| {row['system']}{note} | {row.get('version', '-')} | {people:,} | "
                         f"{f'{rate:,.3g}' if rate else '-'} | {size} | {ratio} | "
                         f"{f'>= {target:g}' if target and people == 1_000_000 else ''} |")
    return lines


def gpu_lines() -> list[str]:
    """The last measurement on a lent H200 (benchmarks/gpu.py), kept as data."""
    if not GPU.exists():
        return []
    lines = ["| worlds x people | whole month, card | 16 cores of that machine | cards 5 and 6 alone, card | "
             "voices that differ | largest difference of fear |",
             "|---|---|---|---|---|---|"]
    for row in json.loads(GPU.read_text(encoding="utf-8")):
        lines.append(f"| {row['worlds']:,} x {row['people']:,} | {row['card_rate'] / 1e6:,.0f} M/s | "
                     f"{row['cpu_rate'] / 1e6:,.0f} M/s | {row['cards_5_and_6_rate'] / 1e6:,.0f} M/s | "
                     f"{row['voices_that_differ']:,} of {row['voices']:,} | {row['largest_difference_of_fear']:g} |")
    return lines


def page(quick: bool) -> str:
    """Everything measured, as one page."""
    limits = machine.limits(default_threads())
    rates, large = stage_lines()
    costs = {name: step_costs(load_regime(name), worlds=16, months=6) for name in ("apparatus", "war")}
    gathers = large * 14 / limits["gathers_per_second_from_1_megabyte"]
    lines = ["# Performance", "", "Written by `make bench`. Rates depend on the machine and on what else runs on it; "
             "ratios were measured in one run.", "",
             f"{datetime.date.today()}, {platform.machine()}, {default_threads()} threads, Python "
             f"{platform.python_version()}.", "", "## The model, with all its measures and the case log", "",
             *rates, "", *hindcast.lines(24 if quick else None), "",
             "Cost of each mechanism, ns a person and month (one thread, unfused, 16 x 2,000, first half-year; a call "
             "of 3-5 microseconds a pass is in it, which makes small passes look dear):", "",
             "| mechanism | apparatus | share | war | share |", "|---|---|---|---|---|"]
    totals = {name: sum(found.values()) for name, found in costs.items()}
    lines += [f"| {name} | " + " | ".join(f"{costs[regime].get(name, 0.0):.1f} | "
                                          f"{costs[regime].get(name, 0.0) / totals[regime]:.0%}" for regime in costs)
              + " |" for name in costs["war"]]
    lines += ["", *BINDS]
    lines += ["", *cold.lines(with_suite=not quick),
              "Machine limits, " + "; ".join(f"{k.replace('_', ' ')} {v:,.3g}" for k, v in limits.items()) + ".",
              f"One world of a million looks at the other end of each of its 14 ties at least once a month: "
              f"{gathers:.0%} of the machine's gather rate from 1 MB.", ""]
    if not quick:
        lines += ["## The network threshold workload against other systems", "",
                  "N people, 10 random ties each, synchronous, fresh noise for each person and step; every system in "
                  "its own process from the same inputs, active shares compared. Ours goes through the general "
                  "engine.", "",
                  *peer_lines(peers.rows()), "", "## Epstein 2002, Model I, against Mesa's shipped example", "",
                  "| what | value |", "|---|---|"]
        lines += [f"| {', '.join(f'{k} {v}' for k, v in row.items() if isinstance(v, str))} | "
                  f"{', '.join(f'{k} {v:,.3g}' for k, v in row.items() if isinstance(v, (int, float)))} |"
                  for row in epstein.rows()]
        lines += [""]
    lines += ["## The workshop", "", "| what | measured | target |", "|---|---|---|",
              *(f"| {' | '.join(row)} |" for row in workshop.rows(1000)), "", "## What if", "",
              "| what | measured | target |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in whatif.rows()), "",
              "## One rule, two machines", "",
              "The same rule functions and the same generated source, compiled for CUDA by numba-cuda on one H200 "
              "(`benchmarks/gpu.py`; what it measured last lies in benchmarks/results). Unit passes run on one thread "
              "a world there; the full GPU path comes later.", "", *gpu_lines(), ""]
    return "\n".join([*lines, *mutant_lines()])


def mutant_lines() -> list[str]:
    """The last kept score of mutation testing: its table; the survivors stand in the file."""
    if not MUTANTS.exists():
        return []
    table = [line for line in MUTANTS.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return ["## Mutants of the rules", "", "One thing changed in one rule, and the bench tests of its card run against "
            "it, nothing compiled (`benchmarks/mutation.py --keep`; at most twelve mutants a function; `make check` "
            "runs a sample). *The same rule* are mutants that give the same numbers for every input that can occur, "
            "or another keyed lot as good; each is named with its reason in `benchmarks/equivalent_mutants.toml`, and "
            "they are out of the score. Survivors are listed in `benchmarks/results/mutants.md`.", "", *table, ""]


BINDS = [
    "What binds the slowest three. *Fear* walks every tie twice: for the blows of last month and to thin what leads to "
    "the marked; in a country where most have a file there is nothing to skip. *Surveillance* walks every tie for "
    "informers and marked acquaintances and draws a normal number for what is made up. *Press* walks every tie for two "
    "stances. All three read numbers of other people in an order that no cache foresees; the rest is keyed luck, of "
    "which a person needs about ten numbers a month (some 4 ns each).", ""]


def main() -> None:
    """Measure, print, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    text = page(parser.parse_args().quick)
    print(text)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

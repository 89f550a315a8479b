"""docs/design/performance.md and the numbers of paper/paper.md, written from the results of one run of `make bench`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results" / "bench.json"
PAGE = ROOT / "docs" / "design" / "performance.md"
PAPER = ROOT / "paper" / "paper.md"
NUMBERS = re.compile(r"(<!-- numbers: written by make bench -->\n).*?(<!-- end of numbers -->)", re.DOTALL)
DISTURBED = 0.1  # cores used by other programs, above which a rate is not to be relied on
TARGETS = {"mesa objects": 180, "mesa network grid": 600, "agentpy": 270, "starsim": 7, "numpy": 3.5,
           "mesa-frames": 3.5, "laser-core": 1.5, "numba tuned": 0.8}
NOT_RUN = "No whole run of `make bench` has been recorded on these rules yet."
Results = dict[str, Any]


def last_results() -> Results | None:
    """The results of the last whole run, if there was one."""
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else None


def page(results: Results | None) -> str:
    """The page of one run."""
    if results is None:
        return f"# Performance\n\n{NOT_RUN} It writes this page, about ten minutes on two quiet cores.\n"
    parts = results["parts"]
    lines = ["# Performance", "", *_head(results)]
    for name, (title, written) in SECTIONS.items():
        if name in parts:
            lines += ["", f"## {title}", "", *_disturbed(results, name), *written(parts[name], parts)]
    return "\n".join([*lines, ""])


def _head(results: Results) -> list[str]:
    took = sum(results["seconds"].values())
    return [
        "Written by `make bench` (`benchmarks/run.py`) from one run; `benchmarks/results/bench.json` has the same "
        "numbers unrounded. Nothing else stands here: mutants of the rules and the run on a GPU are kept with their "
        "dates in `benchmarks/results`.", "",
        f"{results['date']}, source {results['source']}, {results['architecture']}, {results['threads']} threads, "
        f"Python {results['python']}. The run took {took / 60:.0f} minutes: "
        + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in results["seconds"].items()) + ".", "",
        "*Ratios* (ours / theirs, of the core's rate, shares, of the machine's gather rate) were measured within this "
        "run, one after another on the same machine, and can be compared with ratios of other runs. *Rates and "
        "seconds* depend on the machine and on what else runs on it. Where other programs used more than a tenth of "
        "a core, the part says so."]


def _disturbed(results: Results, name: str) -> list[str]:
    others = results["others"][name]
    return [f"**Disturbed: other programs used {others:.1f} cores meanwhile.**", ""] if others > DISTURBED else []


def _cold(rows: list[dict], parts: dict) -> list[str]:
    compiled = rows[0]["cold_cpu"] - rows[0]["warm_cpu"]
    return ["| first result of | empty folder of compiled code, s | CPU s | with a filled one, s | CPU s |",
            "|---|---|---|---|---|",
            *(f"| {row['what']} | {_seconds(row['cold'])} | {_seconds(row['cold_cpu'])} | {row['warm']:.1f} | "
              f"{row['warm_cpu']:.1f} |" for row in rows), "",
            f"Compiling takes the difference of the first line: {compiled:.0f} CPU seconds, "
            f"{rows[0]['cold'] - rows[0]['warm']:.0f} by the clock (aims: 45 and 40). `benchmarks/cold.py --phases` "
            "tells where they go, `--suite` times the tests."]


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _model(found: dict, parts: dict) -> list[str]:
    lines = ["With all measures and the case log, regime apparatus, best of three.", "",
             "| what runs | worlds x people | person-months a second | aim | synthesis, s | bytes a person | of "
             "ties | of the log |", "|---|---|---|---|---|---|---|---|"]
    lines += [f"| {row['what']} | {row['worlds']:,} x {row['people']:,} | {row['rate'] / 1e6:.1f} M | "
              f"{row['aim'] / 1e6:.1f} M | {row['synthesis_seconds']:.1f} | {row['bytes_person']:.0f} | "
              f"{row['bytes_ties']:.0f} | {row['bytes_log']:.0f} |" for row in found["stages"]]
    lines += ["", "The whole model, 512 x 2,000, in the other base regimes: "
              + "; ".join(f"{name} {rate / 1e6:.1f} M" for name, rate in found["others"].items())
              + f". 240 months of 100,000 people: {found['long_run_seconds']:.1f} s (aim 10)."]
    if "machine" in parts:
        limit = parts["machine"]["gathers_per_second_from_1_megabyte"]
        lines += ["", "One world of a million looks at the other end of each of its 14 ties at least once a month: "
                  f"{whole_model(found)['large'] * 14 / limit:.0%} of the machine's gather rate from 1 MB."]
    return lines


def _costs(found: dict, parts: dict) -> list[str]:
    totals = {name: sum(costs.values()) for name, costs in found.items()}
    return ["Nanoseconds a person and month (one thread, unfused, 16 x 2,000, first half-year; a call of 3-5 "
            "microseconds a pass is in it, which makes small passes look dear).", "",
            "| mechanism | apparatus | share | war | share |", "|---|---|---|---|---|",
            *(f"| {name} | " + " | ".join(f"{costs.get(name, 0.0):.1f} | {costs.get(name, 0.0) / totals[regime]:.0%}"
                                          for regime, costs in found.items()) + " |" for name in found["war"])]


def _hindcast(rows: list[dict], parts: dict) -> list[str]:
    return ["ussr-1918-1941, all its months, whose people come, go and move. Renewal is what places that change "
            "hands cost at the head of a month, of one world on one thread in its first year; events are what the "
            "scenario scripts.", "",
            "| worlds x people | by the clock, s | aim | CPU s a world | person-months a second | renewal | events "
            "| the month |", "|---|---|---|---|---|---|---|---|",
            *(f"| {row['worlds']:,} x {row['people']:,} | {row['clock']:.1f} | {row['aim']:g} | "
              f"{row['cpu'] / row['worlds']:.1f} | {row['rate'] / 1e6:.2f} M | {row['renewal']:.0%} | "
              f"{row['events']:.0%} | {row['month']:.0%} |" for row in rows)]


def _peers(rows: list[dict], parts: dict) -> list[str]:
    lines = ["N people, 10 random ties each, synchronous, fresh noise for each person and step; every system in its "
             "own process from the same inputs, active shares compared. Ours goes through the general engine, which "
             "walks only the ties of people who began or ceased to act; activity dies out within about twelve steps "
             "here, so most of its steps walk few ties, while the others sum all of them. The three slowest are "
             "measured at 100,000 people only.", "",
             "| system | version | people | updates a second | bytes a person | ours / theirs | aim |",
             "|---|---|---|---|---|---|---|"]
    for people in sorted({row["people"] for row in rows}):
        mine = next(r for r in rows if r["system"] == "unanimity" and r["people"] == people)["updates_per_second"]
        for row in (r for r in rows if r["people"] == people):
            rate, target = row["updates_per_second"], TARGETS.get(row["system"])
            largest = people == max(r["people"] for r in rows if r["system"] == row["system"])
            note = "" if row.get("same_workload", True) else " (not the same workload)"
            note += " (disturbed)" if row.get("cores_used_by_others", 0.0) > DISTURBED else ""
            note += f" ({row['note']})" if row.get("note") else ""
            ratio = f"{mine / rate:,.2f}" if rate and mine and row["system"] != "unanimity" else ""
            size = f"{row['bytes_per_person']:,.0f}" if row.get("bytes_per_person") else "-"
            lines.append(f"| {row['system']}{note} | {row.get('version', '-')} | {people:,} | "
                         f"{f'{rate:,.3g}' if rate else '-'} | {size} | {ratio} | "
                         f"{f'>= {target:g}' if target and largest else ''} |")
    return lines


def _epstein(rows: list[dict], parts: dict) -> list[str]:
    return ["One thread each, CPU seconds, best of three.", "",
            "| program | side of the grid | agent-steps a second | ours / theirs |", "|---|---|---|---|",
            *(f"| {row['name']} | {row['size']} | "
              f"{'-' if row['agent_steps_per_second'] is None else format(row['agent_steps_per_second'], ',.3g')} | "
              f"{format(row['ratio'], '.0f') if row['name'] == 'Unanimity' and row['ratio'] else ''} |"
              for row in rows)]


def _aims(rows: list[list[str]], parts: dict) -> list[str]:
    return ["| what | measured | aim |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]


def _listed(rows: list[str], parts: dict) -> list[str]:
    return ["What `benchmarks/lab.py` prints; without arguments it also measures a class of 50.", "",
            *(f"- {row.strip()}" for row in rows)]


def _machine(found: dict, parts: dict) -> list[str]:
    return ["; ".join(f"{name.replace('_', ' ')} {value:,.3g}" for name, value in found.items()) + "."]


SECTIONS = {
    "cold": ("A fresh machine", _cold), "model": ("The model", _model), "costs": ("Cost of each mechanism", _costs),
    "hindcast": ("The hindcast", _hindcast), "peers": ("The network threshold workload against other systems", _peers),
    "epstein": ("Epstein 2002, Model I, against Mesa's shipped example", _epstein), "workshop": ("The workshop", _aims),
    "whatif": ("What if", _aims), "lab": ("The lab", _listed), "machine": ("Limits of the machine", _machine),
}


# --- the paper --------------------------------------------------------------------------------------------------------
def whole_model(found: dict) -> dict[str, float]:
    """The rates of all mechanisms, in many small worlds and in one large one."""
    rows = [row for row in found["stages"] if row["what"].startswith("all")]
    return {"many" if row["worlds"] > 1 else "large": row["rate"] for row in rows}


def numbers(results: Results | None) -> str:
    """The paper's paragraph on speed."""
    if results is None:
        return f"Speed is measured by our own benchmarks only. {NOT_RUN}"
    rates, compiled = whole_model(results["parts"]["model"]), results["parts"]["cold"][0]
    return (f"Speed was measured by our own benchmarks only, in one run on {results['threads']} threads on "
            f"{results['date']} (`docs/design/performance.md`, with versions and workloads): the whole model of 28 "
            f"mechanisms runs {rates['many'] / 1e6:.1f} million person-months a second in batches of 512 worlds of "
            f"2,000 people, and {rates['large'] / 1e6:.1f} million in one world of a million. On a new machine it "
            f"is compiled once, in {compiled['cold_cpu'] - compiled['warm_cpu']:.0f} CPU seconds. Ratios to other "
            "frameworks on a shared threshold model, measured in the same run, are in the same file.")


def with_numbers(paper: str, results: Results | None) -> str:
    """The paper with the numbers of these results."""
    return NUMBERS.sub(lambda found: f"{found[1]}{numbers(results)}\n{found[2]}", paper)

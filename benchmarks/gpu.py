"""One rule, two machines: the whole month compiled for CUDA from the same rule functions and the same generated source.

Run on a machine with an NVIDIA card and numba-cuda: `python benchmarks/gpu.py [--json FILE]`. Person passes run one
thread a person where they add to no sum, one thread a cell where they do; unit and country passes one thread a world.
Reports person-months per second, and compares every voice with the CPU's after the same months.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 still asks for it
from numba import cuda

from unanimity.engine.argument_lookup import Scope
from unanimity.engine.batch import make_batch
from unanimity.engine.lower_month import sources
from unanimity.engine.lower_people import Body
from unanimity.engine.run import default_threads, lay_record, run_months
from unanimity.engine.tree import DRAWS, SIZES, Call, If, Let, arrays_read, lets, printed
from unanimity.regimes import load_regime
from unanimity.world.formula import compile_formula, is_formula

THREADS = 128
SIZES_TRIED = [(512, 2000, (8, 4, 4), 24), (4096, 2000, (8, 4, 4), 24), (1, 20_000_000, (40, 80, 100), 12)]
_compiled: dict = {}


def device(function):
    """numba-cuda's decorator for a formula."""
    return cuda.jit(device=True)(function)


def compiled_scope(functions: dict) -> dict:
    """The names a generated function uses, with every formula compiled for the card."""
    scope = {"np": np, "cuda": cuda}
    for name, thing in {**DRAWS, **functions}.items():
        scope[name] = compile_formula(thing, device, _compiled) if is_formula(thing) else thing
    return scope


def by_cell_or_world(source, per_world: bool):
    """A kernel that calls the CPU's own generated step for one cell, or for one world."""
    scope = compiled_scope(source.functions)
    exec(source.text, scope)
    scope[source.name] = cuda.jit(device=True)(scope[source.name])
    arrays = "".join(", " + a for a in source.arrays)
    place = ("at", "0", "cells") if per_world else ("at // cells", "at % cells", "at % cells + 1")
    text = (f"def kernel(total, {', '.join(SIZES)}{arrays}):\n    at = cuda.grid(1)\n    if at < total:\n"
            f"        {source.name}({', '.join(place)}, {', '.join(SIZES)}{arrays})\n")
    exec(text, scope)
    return cuda.jit(scope["kernel"])


def stands_alone(pass_, plan) -> bool:
    """Whether a pass adds to no sum, has no test of the country around it and lays out no luck for many at once."""
    scope = Scope(plan)
    Body(pass_, scope).lowered()
    return not scope.streams and not any(
        step.rule.kind == "member_fold" or (step.rule.kind == "person" and step.rule.given) for step in pass_.steps)


def by_person(pass_, plan, functions):
    """The same fused body with one thread a person."""
    scope = Scope(plan)
    Body(pass_, scope).lowered()
    body = Body(pass_, scope).lowered()
    assert not body.sums
    where = {"w": "i // people", "k": "i - w * people", "after": "i + 1", "base": "w * people", "u_base": "w * units",
             "u": "cell_of[k]", "unit": "u_base + u"}
    once = {**where, **scope.once_a_world, **scope.once_a_unit, **scope.once_a_person}
    block = [Let("i", "cuda.grid(1)"), If("i >= total", [Call("return")]), *lets(once), *body.block]
    lines = printed(block, 1)
    arrays = arrays_read(lines, {*scope.functions, "cuda", "total"}, plan.columns)
    text = "\n".join([f"def kernel(total, {', '.join(SIZES)}{''.join(', ' + a for a in arrays)}):", *lines])
    space = compiled_scope({**functions, **scope.functions})
    exec(text, space)
    return cuda.jit(space["kernel"]), arrays


def month_on_card(batch):
    """Every pass of the month as (label, kernel, arrays, number of threads)."""
    plan = dataclasses.replace(batch.plan, slices=True)  # a device function cannot return a part of an array
    passes_by_label = {" + ".join(step.label for step in pass_.steps): pass_ for pass_ in plan.passes}
    made = []
    for source in sources(plan):
        pass_ = passes_by_label.get(source.label)
        if pass_ is not None and pass_.kind == "person" and stands_alone(pass_, plan):
            kernel, arrays = by_person(pass_, plan, source.functions)
            made.append((source.label, kernel, arrays, batch.worlds * batch.people))
        else:
            kernel = by_cell_or_world(source, not source.splits)
            made.append((source.label, kernel, source.arrays,
                         batch.worlds * (batch.tree.cells if source.splits else 1)))
    return made


def measure(worlds: int, people: int, tree: tuple[int, ...], months: int) -> dict:
    """Rates of both machines for the same worlds, and how far their voices agree."""
    base = load_regime("apparatus")
    # the card begins at month 0, as births leave the country
    regime = dataclasses.replace(base, society=dataclasses.replace(base.society, people=people, tree=tree), burn_in=0)
    batch = make_batch([regime] * worlds, list(range(worlds)))
    lay_record(batch, 2 * months + 4)
    batch.arrays["cell_of"] = np.repeat(np.arange(batch.tree.cells), np.diff(batch.tree.cell_start)).astype(np.int32)
    passes = month_on_card(batch)
    names = {name for _, _, arrays, _ in passes for name in arrays}
    card = {name: cuda.to_device(batch.arrays[name]) for name in names}
    sizes = tuple(batch.sizes.values())

    def one_month(month: int, spent: dict | None = None) -> None:
        for label, kernel, arrays, total in passes:
            started = time.perf_counter()
            kernel[(total + THREADS - 1) // THREADS, THREADS](total, *sizes, month, *(card[a] for a in arrays))
            if spent is not None:
                cuda.synchronize()
                spent[label] = spent.get(label, 0.0) + time.perf_counter() - started

    one_month(0)  # compiles
    cuda.synchronize()
    started = time.perf_counter()
    for month in range(1, months):
        one_month(month)
    cuda.synchronize()
    card_rate = worlds * people * (months - 1) / (time.perf_counter() - started)
    voices = card["voice"].copy_to_host()
    fears = card["fear"].copy_to_host()
    run_months(batch, 1)
    started = time.perf_counter()
    run_months(batch, months)
    cpu_rate = worlds * people * (months - 1) / (time.perf_counter() - started)
    spent: dict[str, float] = {}
    for month in range(months, months + 3):
        one_month(month, spent)
    cards = ("fear_hit", "voice_spoke")
    personal = sum(t for label, t in spent.items() if label.startswith(cards)) / 3
    return {
        "worlds": worlds, "people": people, "months": months, "cpu_threads": default_threads(),
        "card_rate": card_rate, "cpu_rate": cpu_rate, "ratio": card_rate / cpu_rate,
        "cards_5_and_6_rate": worlds * people / personal,
        "voices_that_differ": int((voices != batch.arrays["voice"]).sum()), "voices": int(voices.size),
        "dissenters_card": int((voices < 0).sum()), "dissenters_cpu": int((batch.arrays["voice"] < 0).sum()),
        "largest_difference_of_fear": float(np.abs(fears - batch.arrays["fear"]).max()),
        "milliseconds_by_pass": {label[:60]: round(1e3 * t / 3, 3) for label, t in spent.items()},
    }


def main() -> None:
    """All sizes, one JSON object each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", default="")
    parser.add_argument("--small", action="store_true", help="a quick try of the code, not a measurement")
    parser.add_argument("--only", type=int, choices=range(len(SIZES_TRIED)), help="one size, by its number: each takes "
                        "five minutes to compile")
    options = parser.parse_args()
    sizes = [(8, 256, (2, 2, 4), 4)] if options.small else SIZES_TRIED
    found = []
    for size in sizes if options.only is None else [sizes[options.only]]:
        found.append(measure(*size))
        print(json.dumps(found[-1]), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as handle:
            json.dump(found, handle, indent=1)


if __name__ == "__main__":
    main()

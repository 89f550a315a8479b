"""The network threshold workload, made once for every system, and the one way it is timed.

Every person has ten fixed ties. A person is active in the next step if the share of ties active in the last step,
plus fresh uniform noise, exceeds the person's own threshold. All people update at once. Each peer script gives
`main` a `build` function; this file makes the inputs, times the run and prints the one JSON line.
"""

import argparse
import ctypes
import gc
import json
import os
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

TIES = 10
NOISE = 0.1
SEED = 20_260_101
PROOF_STEPS = 2  # every system reports its active share after this many steps: the proof of the same workload
REPEATS = 3
PATIENCE = 10.0  # seconds to wait, before each timed run, for the rest of the machine to fall quiet
SMALL = 1_000  # the size at which compilers and lazy imports are warmed, before memory is counted


@dataclass(frozen=True)
class Inputs:
    """What every system starts from: `ties` (people, 10) int32, `thresholds` float32, `start` int8 of 0 and 1."""

    ties: np.ndarray
    thresholds: np.ndarray
    start: np.ndarray

    def digest(self) -> str:
        """A short checksum, so that two systems can be shown to have had the same inputs."""
        value = 0
        for array in (self.ties, self.thresholds, self.start):
            value = zlib.crc32(np.ascontiguousarray(array).view(np.uint8).reshape(-1), value)
        return f"{value:08x}"


class Model(Protocol):
    """What a peer script builds: a model that can start again, run on, and show who is active."""

    def restart(self) -> None:
        """Return to the starting state; never timed."""

    def run(self, steps: int) -> None:
        """Run this many synchronous steps; this is what is timed."""

    def active_share(self) -> float:
        """The share of people active now."""


def make_inputs(people: int) -> Inputs:
    """Draw ties, thresholds and starting states from the fixed seed; no one is tied to themselves or to one twice.

    Distinct ties let graph based systems hold exactly ten edges a person, as the array based ones do.
    """
    draws = np.random.default_rng(SEED)
    ties = draws.integers(0, people, size=(people, TIES), dtype=np.int32)
    redraw = np.arange(people)
    while redraw.size:
        rows = np.sort(ties[redraw], axis=1)
        repeated = (rows[:, 1:] == rows[:, :-1]).any(axis=1) | (rows == redraw[:, None]).any(axis=1)
        redraw = redraw[repeated]
        ties[redraw] = draws.integers(0, people, size=(redraw.size, TIES), dtype=np.int32)
    thresholds = draws.uniform(0.1, 0.9, people).astype(np.float32)
    start = (draws.random(people) < 0.2).astype(np.int8)
    return Inputs(ties, thresholds, start)


def resident_bytes() -> int:
    """Memory this process holds now, after handing back what is already free; zero where it cannot be read."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError):
        return 0


def busy_elsewhere() -> float:
    """Processor seconds the machine has spent on anything but this process; meaningful only as a difference."""
    try:
        with open("/proc/stat") as stat:
            ticks = [int(count) for count in stat.readline().split()[1:9]]
    except OSError:
        return 0.0
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / os.sysconf("SC_CLK_TCK") - time.process_time()


def wait_for_quiet() -> None:
    """Wait until others use less than a tenth of a core, or until patience ends: a shared machine halves rates."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = busy_elsewhere()
        time.sleep(0.3)
        if busy_elsewhere() - before < 0.03:
            return


def measure(system: str, version: str, build: Callable[[Inputs], Model], people: int, steps: int) -> dict:
    """Warm up at a small size, build at full size, prove the workload, then take the best of three timed runs.

    Bytes a person are the growth of resident memory from before the inputs are drawn to after the proof run: the
    model and all it keeps, its ties included, but not temporary arrays. How many cores other processes used in the
    best run is reported too: much above zero, the rate says more about the machine's neighbours than the system.
    """
    small = build(make_inputs(SMALL))
    small.restart()
    small.run(PROOF_STEPS)
    before = resident_bytes()

    inputs = make_inputs(people)
    digest = inputs.digest()
    model = build(inputs)
    del inputs
    model.restart()
    model.run(PROOF_STEPS)
    proof_share = model.active_share()
    held = resident_bytes() - before

    runs = []
    for _ in range(REPEATS):
        model.restart()
        wait_for_quiet()
        busy = busy_elsewhere()
        began = time.perf_counter()
        model.run(steps)
        seconds = time.perf_counter() - began
        runs.append((seconds, max(0.0, busy_elsewhere() - busy) / seconds))
    fastest, others = min(runs)
    return {
        "system": system,
        "version": version,
        "people": people,
        "steps": steps,
        "updates_per_second": people * steps / fastest,
        "bytes_per_person": held / people if held > 0 else None,
        "active_share": model.active_share(),
        "proof_share": proof_share,
        "inputs": digest,
        "cores_used_by_others": others,
    }


def main(system: str, version: str, build: Callable[[Inputs], Model]) -> None:
    """Read `--people` and `--steps`, measure, and print one JSON line."""
    parser = argparse.ArgumentParser(description=f"The network threshold workload in {system}.")
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    print(json.dumps(measure(system, version, build, options.people, options.steps)), flush=True)

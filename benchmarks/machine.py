"""What this machine can do at best, so that a loop's speed can be given as a share of the machine's limits.

Three limits bound the network threshold workload: how fast memory is streamed (ties and thresholds), and how fast
single bytes are fetched from random places, in a large array (main memory) and in one that fits the caches.
"""

import argparse
import json
import time
from collections.abc import Callable

import numba
import numpy as np

MEGABYTE = 1_000_000
FETCHES = 20_000_000
REPEATS = 9


@numba.njit(parallel=True)
def copy(source, target):
    """Copy one array into another with all threads."""
    for place in numba.prange(source.size):
        target[place] = source[place]


@numba.njit(parallel=True)
def gather(values, places):
    """Sum the values at the given places, ten at a time, as a person's ten ties are read."""
    total = 0
    for row in numba.prange(places.shape[0]):
        count = 0
        for column in range(10):
            count += values[places[row, column]]
        total += count
    return total


def best_seconds(work: Callable[[], object]) -> float:
    """The shortest of a few runs, after one that compiles and touches the memory."""
    work()
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def copy_bandwidth() -> float:
    """GB/s of a 400 MB copy, the bytes read and the bytes written both counted."""
    source = np.ones(50 * MEGABYTE, np.float64)
    target = np.zeros_like(source)
    return 2 * source.nbytes / best_seconds(lambda: copy(source, target)) / 1e9


def gather_rate(size: int) -> float:
    """Random one-byte fetches per second from an array of `size` bytes, the places streamed as 4-byte numbers."""
    draws = np.random.default_rng(1)
    values = draws.integers(0, 2, size, dtype=np.int8)
    places = draws.integers(0, size, (FETCHES // 10, 10), dtype=np.uint32)
    return FETCHES / best_seconds(lambda: gather(values, places))


def limits(threads: int = 2) -> dict:
    """Measure the limits with this many threads; the caller's own thread count is put back."""
    threads = min(threads, numba.config.NUMBA_NUM_THREADS)
    before = numba.get_num_threads()
    numba.set_num_threads(threads)
    try:
        return {
            "threads": threads,
            "copy_gigabytes_per_second": copy_bandwidth(),
            "gathers_per_second_from_400_megabytes": gather_rate(400 * MEGABYTE),
            "gathers_per_second_from_1_megabyte": gather_rate(MEGABYTE),
        }
    finally:
        numba.set_num_threads(before)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure this machine's memory limits.")
    parser.add_argument("--threads", type=int, default=2)
    print(json.dumps(limits(parser.parse_args().threads), indent=2))

"""The threshold workload in hand-tuned Numba: the fastest plain loop we could write, as a yardstick for all others.

Two threads, int8 states, ties read as one stream, and noise hashed from (person, step) in the loop, so that no random
state and no noise array is kept.
"""

import numba
import numpy as np
from workload import NOISE, TIES, Inputs, main

THREADS = 2


@numba.njit(inline="always")
def hashed_uniform(person, step):
    """A uniform float32 on (0, 1) from two counters; each product is cut back to 32 bits, as Numba widens it to 64."""
    value = np.uint32(person * 0x9E3779B1 + step * 0x85EBCA77)
    value = np.uint32((value ^ (value >> 16)) * 0x7FEB352D)
    value = np.uint32((value ^ (value >> 15)) * 0x846CA68B)
    value = np.uint32(value ^ (value >> 16))
    return (np.float32(value >> 8) + np.float32(0.5)) * np.float32(1 / 16_777_216)


@numba.njit(parallel=True, fastmath=True)
def run_steps(ties, thresholds, active, following, first, steps):
    """Run steps by turns from `active` into `following` and back; unsigned ties spare the check for negative ids."""
    people = active.size
    for step in range(first, first + steps):
        for person in numba.prange(people):
            count = np.int32(0)
            for tie in range(TIES):
                count += active[ties[person, tie]]
            value = np.float32(count) * np.float32(1 / TIES) + np.float32(2 * NOISE) * hashed_uniform(person, step)
            following[person] = value > thresholds[person]
        active, following = following, active


class NumbaModel:
    """Two int8 state arrays used by turns."""

    def __init__(self, inputs: Inputs) -> None:
        """Fold the lower end of the noise into the thresholds once, so that the loop adds only a positive draw."""
        numba.set_num_threads(THREADS)
        self.ties = inputs.ties.view(np.uint32)
        self.thresholds = inputs.thresholds + np.float32(NOISE)
        self.start = inputs.start
        self.active = np.empty_like(self.start)
        self.following = np.empty_like(self.start)
        self.clock = 0
        self.restart()

    def restart(self) -> None:
        """Return to the starting state; the clock goes on, so that no noise is used twice."""
        self.active[:] = self.start

    def run(self, steps: int) -> None:
        """Run all steps in one compiled call."""
        run_steps(self.ties, self.thresholds, self.active, self.following, self.clock, steps)
        self.clock += steps
        if steps % 2:
            self.active, self.following = self.following, self.active

    def active_share(self) -> float:
        """The share of people active now."""
        return float(self.active.mean())


if __name__ == "__main__":
    main("numba tuned", numba.__version__, NumbaModel)

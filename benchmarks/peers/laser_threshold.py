"""The threshold workload in laser-core: a LaserFrame of properties and a parallel Numba step over all people."""

from importlib.metadata import version

import numba
import numpy as np
from laser.core import LaserFrame
from laser.core.random import seed
from workload import NOISE, TIES, Inputs, main

THREADS = 2


@numba.njit(parallel=True, nogil=True)
def threshold_step(count, ties, thresholds, active, following):
    """One synchronous step, with Numba's own per-thread random numbers, as in LASER's components."""
    for person in numba.prange(count):
        active_ties = 0
        for tie in range(TIES):
            active_ties += active[ties[person, tie]]
        noise = np.random.uniform(-NOISE, NOISE)
        following[person] = active_ties / TIES + noise > thresholds[person]


class LaserModel:
    """People as a LaserFrame; two state properties used by turns."""

    def __init__(self, inputs: Inputs) -> None:
        """Copy the inputs into properties; ties lie by person, which here is faster than by tie."""
        numba.set_num_threads(THREADS)
        seed(1)
        count = len(inputs.start)
        self.start = inputs.start
        self.people = LaserFrame(count)
        self.people.add_scalar_property("threshold", dtype=np.float32)
        self.people.add_scalar_property("active", dtype=np.int8)
        self.people.add_scalar_property("following", dtype=np.int8)
        self.people.add_array_property("ties", shape=(count, TIES), dtype=np.uint32)
        self.people.threshold[:] = inputs.thresholds
        self.people.ties[:] = inputs.ties
        self.restart()

    def restart(self) -> None:
        """Return to the starting state."""
        self.people.active[:] = self.start

    def run(self, steps: int) -> None:
        """Call the compiled step once a tick, then take up the new states."""
        people = self.people
        for _ in range(steps):
            threshold_step(people.count, people.ties, people.threshold, people.active, people.following)
            people.active[:] = people.following

    def active_share(self) -> float:
        """The share of people active now."""
        return float(self.people.active.mean())


if __name__ == "__main__":
    main("laser-core", version("laser-core"), LaserModel)

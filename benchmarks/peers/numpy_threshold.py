"""The threshold workload in plain NumPy: whole-population arrays, one thread."""

import numpy as np
from workload import NOISE, TIES, Inputs, main


class NumpyModel:
    """Ties stored by tie number, so that each gather reads one contiguous column and no (people, 10) copy is made."""

    def __init__(self, inputs: Inputs) -> None:
        """Keep the inputs in the layout that the step reads fastest."""
        self.ties = np.ascontiguousarray(inputs.ties.T)
        self.thresholds = inputs.thresholds
        self.start = inputs.start
        self.draws = np.random.default_rng(1)
        self.restart()

    def restart(self) -> None:
        """Return to the starting state."""
        self.active = self.start.copy()

    def run(self, steps: int) -> None:
        """Count active ties, add noise, compare with thresholds."""
        people = self.start.size
        gathered = np.empty(people, np.int8)
        for _ in range(steps):
            count = np.zeros(people, np.int8)
            for column in self.ties:
                count += self.active.take(column, out=gathered, mode="clip")  # "clip" writes straight into `gathered`
            noise = self.draws.random(people, dtype=np.float32)
            noise *= np.float32(2 * NOISE)
            noise -= np.float32(NOISE)
            noise += count * np.float32(1 / TIES)
            self.active = (noise > self.thresholds).view(np.int8)

    def active_share(self) -> float:
        """The share of people active now."""
        return float(self.active.mean())


if __name__ == "__main__":
    main("numpy", np.__version__, NumpyModel)

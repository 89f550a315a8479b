"""The threshold workload in mesa-frames on Polars: people as rows, ties as ten columns of row numbers."""

import mesa_frames
import numpy as np
import polars
from mesa_frames import AgentSetPolars, ModelDF
from workload import NOISE, TIES, Inputs, main

TIE_COLUMNS = [f"tie_{number}" for number in range(TIES)]


class People(AgentSetPolars):
    """All people as one data frame."""

    def __init__(self, model: ModelDF, inputs: Inputs) -> None:
        """Add every person as a row."""
        super().__init__(model)
        columns = {"unique_id": np.arange(len(inputs.start)), "threshold": inputs.thresholds, "active": inputs.start}
        columns.update({name: inputs.ties[:, number] for number, name in enumerate(TIE_COLUMNS)})
        self.add(polars.DataFrame(columns).with_columns(polars.col(TIE_COLUMNS).cast(polars.UInt32)))

    def step(self) -> None:
        """One Polars expression: gather the state of each tie, sum, add noise, compare."""
        noise = polars.Series(self.model.random.random(len(self.agents), dtype=np.float32)) * (2 * NOISE) - NOISE
        count = polars.sum_horizontal(polars.col("active").gather(polars.col(name)) for name in TIE_COLUMNS)
        share = count.cast(polars.Float32) / TIES
        self.agents = self.agents.with_columns(
            (share + noise > polars.col("threshold")).cast(polars.Int8).alias("active")
        )


class ThresholdModel(ModelDF):
    """A model of one agent set."""

    def __init__(self, inputs: Inputs) -> None:
        """Keep the starting column, so that a run can begin again."""
        super().__init__(seed=1)
        self.start = polars.Series("active", inputs.start)
        self.people = People(self, inputs)
        self.agents += self.people

    def restart(self) -> None:
        """Return to the starting state."""
        self.people.agents = self.people.agents.with_columns(self.start)

    def run(self, steps: int) -> None:
        """Step as a mesa-frames user does."""
        for _ in range(steps):
            self.step()

    def active_share(self) -> float:
        """The share of people active now."""
        return self.people.agents["active"].mean()


if __name__ == "__main__":
    main("mesa-frames", mesa_frames.__version__, ThresholdModel)

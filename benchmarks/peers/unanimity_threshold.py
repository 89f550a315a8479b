"""The threshold workload through Unanimity's general engine: two rules, and the engine's own loops, draws and order.

The engine counts active ties by change: who begins or ceases to act tells the people in his row of ties. That equals a
sum over one's own ties only where ties are mutual, as in every society of the model. The workload's ties have one
direction, so a person's row here holds those who look at him, not those at whom he looks.
"""

import dataclasses
from typing import Annotated, NamedTuple

import numpy as np
from workload import NOISE, TIES, Inputs, main

from unanimity import __version__
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes import load_regime
from unanimity.world.columns import person
from unanimity.world.rules import EVERYBODY, Mechanism, each, total
from unanimity.world.spans import Span

THREADS = 2
MONTHS = 100_000  # room in the record for all steps of a run; without measures a month takes no memory


class Threshold(NamedTuple):
    """The spread of the noise."""

    noise: Annotated[float, Span("half-width of the noise", 0, 1, "the workload")] = NOISE


@total(of="ties", to="person", who=EVERYBODY)
def acting(other_active):
    """Ties active last step."""
    return other_active


@each("person", writes="active", who=EVERYBODY, stream=9000)
def act(acting, threshold, luck, p):
    """Active if the share of active ties plus fresh noise exceeds the threshold."""
    return 1 if acting * (1.0 / TIES) + p.noise * (2.0 * luck - 1.0) > threshold else 0


MECHANISM = Mechanism(
    id="threshold", card=0, title="Threshold", sentence="Act if enough ties act.", sources="the workload",
    parameters=Threshold, rules=(acting, act),
    columns=(person("active", "u1", 0, 1, "threshold", "acts"),
             person("threshold", "f4", -9, 9, "birth", "share needed")),
)


class UnanimityModel:
    """A batch of one world whose ties are replaced by the workload's."""

    def __init__(self, inputs: Inputs) -> None:
        """Lay a world of that size with this one mechanism."""
        people = len(inputs.start)
        base = load_regime("law")
        society = dataclasses.replace(base.society, people=people, tree=(10, 10, max(1, people // 10_000)),
                                      mesh=base.society.mesh._replace(degree=0.0))
        regime = dataclasses.replace(base, society=society, mechanisms=(MECHANISM,), inputs={}, parameters={})
        self.batch = make_batch([regime], [1], measures=())
        lay_record(self.batch, MONTHS)
        self.start = inputs.start.view(np.uint8)
        seen = inputs.ties.reshape(-1)
        order = np.argsort(seen, kind="stable")  # ties by whom they look at
        self.batch.arrays.update(
            neighbour=(order // TIES).astype(np.uint32),
            tie_start=np.searchsorted(seen[order], np.arange(people + 1)).astype(np.uint64),
            threshold=inputs.thresholds.copy())
        self.restart()

    def restart(self) -> None:
        """Return to the starting state; the clock goes on, so that no noise is used twice."""
        self.batch.arrays["active"][:] = self.start

    def run(self, steps: int) -> None:
        """Run that many months."""
        run_months(self.batch, self.batch.month + steps, THREADS)

    def active_share(self) -> float:
        """The share of people active now."""
        return float(self.batch.arrays["active"].mean())


if __name__ == "__main__":
    main("unanimity", __version__, UnanimityModel)

"""The threshold workload in Starsim: ties as a network's edges, states as Starsim arrays, noise as a Starsim draw."""

import numpy as np
import starsim
from workload import NOISE, TIES, Inputs, main

LONGEST = 2_000  # steps on the calendar; a Sim cannot run past its end


class Ties(starsim.Network):
    """A fixed network: person p1 looks at person p2; all first ties lie first, then all second ties, and so on."""

    def __init__(self, inputs: Inputs) -> None:
        """Hold one directed edge for each tie."""
        people = len(inputs.start)
        super().__init__(
            p1=np.tile(np.arange(people), TIES),
            p2=inputs.ties.T.reshape(-1),
            beta=np.ones(people * TIES),
            name="ties",
        )

    def step(self) -> None:
        """The ties never change."""


class Threshold(starsim.Module):
    """The behaviour: all people update at once from the last step's states."""

    def __init__(self, inputs: Inputs) -> None:
        """Define the states and the noise."""
        super().__init__(name="threshold")
        self.inputs = inputs
        self.define_pars(noise=starsim.uniform(low=-NOISE, high=NOISE))
        self.define_states(starsim.FloatArr("level"), starsim.BoolArr("active"))

    def init_post(self) -> None:
        """Fill the states from the inputs once the people exist."""
        super().init_post()
        self.level[:] = self.inputs.thresholds
        self.active[:] = self.inputs.start.astype(bool)
        del self.inputs

    def step(self) -> None:
        """Gather the states along the edges and sum each person's ten."""
        network = self.sim.networks.ties
        share = self.active[network.p2].reshape(TIES, -1).sum(axis=0, dtype=np.int8) / np.float32(TIES)
        noise = self.pars.noise.rvs(self.sim.people.auids)
        self.active[:] = share + noise > self.level


class StarsimRun:
    """One Sim on a long calendar, run on by as many steps as each timed run asks for."""

    def __init__(self, inputs: Inputs) -> None:
        """Make and initialise the Sim."""
        self.start = inputs.start.astype(bool)
        self.sim = starsim.Sim(
            n_agents=len(inputs.start),
            start=0,
            dur=LONGEST,
            dt=1,
            networks=Ties(inputs),
            modules=Threshold(inputs),
            rand_seed=1,
            verbose=0,
        )
        self.sim.init()
        self.behaviour = self.sim.get_module(Threshold)

    def restart(self) -> None:
        """Return to the starting state; the calendar goes on."""
        self.behaviour.active[:] = self.start

    def run(self, steps: int) -> None:
        """Run until the calendar has moved by this many steps."""
        calendar = self.sim.t
        self.sim.run(until=calendar.tvec[calendar.ti + steps - 1])

    def active_share(self) -> float:
        """The share of people active now."""
        return self.behaviour.active.count() / len(self.start)


if __name__ == "__main__":
    main("starsim", starsim.__version__, StarsimRun)

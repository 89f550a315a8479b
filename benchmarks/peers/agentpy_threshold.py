"""The threshold workload in AgentPy: one object a person, each holding its ten neighbours in a list.

AgentPy's own network class looks neighbours up through a graph at every call; a plain list is the faster choice.
"""

import agentpy
from workload import NOISE, TIES, Inputs, main


class Person(agentpy.Agent):
    """A person who looks at ten others, then turns active or not together with everyone else."""

    def setup(self, threshold: float, active: int) -> None:
        """Ties are set by the model once all people exist."""
        self.threshold = threshold
        self.active = active
        self.following = active
        self.neighbours = ()

    def decide(self) -> None:
        """Compare the share of active ties, with noise, to the threshold."""
        count = 0
        for neighbour in self.neighbours:
            count += neighbour.active
        noise = NOISE * (2 * self.model.random.random() - 1)
        self.following = int(count / TIES + noise > self.threshold)

    def advance(self) -> None:
        """Take up the decided state."""
        self.active = self.following


class PeopleModel(agentpy.Model):
    """All people, advanced in two passes so that the update is synchronous."""

    def setup(self) -> None:
        """Make the people, then tie them."""
        inputs = self.p.inputs
        self.people = agentpy.AgentList(
            self,
            len(inputs.start),
            Person,
            threshold=agentpy.AttrIter(inputs.thresholds.tolist()),
            active=agentpy.AttrIter(inputs.start.tolist()),
        )
        everyone = list(self.people)
        for person, ties in zip(everyone, inputs.ties.tolist(), strict=True):
            person.neighbours = [everyone[tie] for tie in ties]

    def step(self) -> None:
        """One synchronous step."""
        self.people.decide()
        self.people.advance()


class ThresholdRun:
    """An AgentPy model stepped by its own routine."""

    def __init__(self, inputs: Inputs) -> None:
        """Set the model up and let the inputs go."""
        self.start = inputs.start
        self.model = PeopleModel({"inputs": inputs, "seed": 1})
        self.model.sim_setup()
        del self.model.p["inputs"]

    def restart(self) -> None:
        """Return to the starting state."""
        for person, active in zip(self.model.people, self.start.tolist(), strict=True):
            person.active = active

    def run(self, steps: int) -> None:
        """Step as AgentPy's own run does."""
        for _ in range(steps):
            self.model.sim_step()

    def active_share(self) -> float:
        """The share of people active now."""
        return sum(self.model.people.active) / len(self.model.people)


if __name__ == "__main__":
    main("agentpy", agentpy.__version__, ThresholdRun)

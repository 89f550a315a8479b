"""The threshold workload in Mesa with one Python object a person, each holding its ten neighbours in a list."""

import mesa
from workload import NOISE, TIES, Inputs, main


class Person(mesa.Agent):
    """A person who looks at ten others, then turns active or not together with everyone else."""

    def __init__(self, model: mesa.Model, threshold: float, active: int) -> None:
        """Ties are set by the model once all people exist."""
        super().__init__(model)
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


class ThresholdModel(mesa.Model):
    """All people, advanced in two passes so that the update is synchronous."""

    def __init__(self, inputs: Inputs) -> None:
        """Make the people, then tie them."""
        super().__init__(rng=1)
        self.start = inputs.start
        people = Person.create_agents(self, len(inputs.start), inputs.thresholds.tolist(), inputs.start.tolist())
        self.people = list(people)
        for person, ties in zip(self.people, inputs.ties.tolist(), strict=True):
            person.neighbours = [self.people[tie] for tie in ties]

    def step(self) -> None:
        """One synchronous step."""
        self.agents.do("decide")
        self.agents.do("advance")

    def restart(self) -> None:
        """Return to the starting state."""
        for person, active in zip(self.people, self.start.tolist(), strict=True):
            person.active = active

    def run(self, steps: int) -> None:
        """Step as a Mesa user does."""
        for _ in range(steps):
            self.step()

    def active_share(self) -> float:
        """The share of people active now."""
        return sum(person.active for person in self.people) / len(self.people)


if __name__ == "__main__":
    main("mesa objects", mesa.__version__, ThresholdModel)

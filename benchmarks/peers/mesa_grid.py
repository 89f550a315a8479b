"""The threshold workload in Mesa on its network space: one cell a person, neighbours found through the cell."""

import mesa
import networkx
from mesa.discrete_space import CellAgent, Network
from workload import NOISE, TIES, Inputs, main


class Person(CellAgent):
    """A person who stands on one network cell and looks at the people on the cells tied to it."""

    def __init__(self, model: mesa.Model, cell: object, threshold: float, active: int) -> None:
        """Stand on the cell."""
        super().__init__(model)
        self.cell = cell
        self.threshold = threshold
        self.active = active
        self.following = active

    def decide(self) -> None:
        """Compare the share of active ties, with noise, to the threshold."""
        count = 0
        for neighbour in self.cell.neighborhood.agents:
            count += neighbour.active
        noise = NOISE * (2 * self.model.random.random() - 1)
        self.following = int(count / TIES + noise > self.threshold)

    def advance(self) -> None:
        """Take up the decided state."""
        self.active = self.following


class ThresholdModel(mesa.Model):
    """A directed network of cells (a tie is who is looked at), one person on each."""

    def __init__(self, inputs: Inputs) -> None:
        """Build the graph, the cells, then the people."""
        super().__init__(rng=1)
        self.start = inputs.start
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(len(inputs.start)))
        for person, ties in enumerate(inputs.ties.tolist()):
            graph.add_edges_from((person, tie) for tie in ties)
        self.network = Network(graph, capacity=1, random=self.random, layout=None)
        cells = [self.network[node] for node in graph.nodes]
        people = Person.create_agents(self, len(cells), cells, inputs.thresholds.tolist(), inputs.start.tolist())
        self.people = list(people)

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
    main("mesa network grid", mesa.__version__, ThresholdModel)

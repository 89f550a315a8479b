"""Epstein's rebellion (2002, model I) in Mesa 3: agents are objects, the model activates them in random order.

Vision is a disc, as in the paper: with Mesa's square of the same radius everybody sees half as many cops again, and
nothing breaks out in a hundred steps. Each moves first and then acts, as in the paper.
"""

import math

import mesa

VISION, LEGITIMACY, THRESHOLD, K, JAIL = 7, 0.82, 0.1, 2.3, 30


def disc(grid, cell):
    """The cells within sight of a cell, across the edges of the torus."""
    def apart(one, other, size):
        return min(abs(one - other), size - abs(one - other))

    return [other for other in cell.get_neighborhood(radius=VISION)
            if math.hypot(*map(apart, cell.coordinate, other.coordinate, grid.dimensions)) <= VISION]


def move(agent):
    """Go to a random empty cell in sight; what is seen from there."""
    empty = [cell for cell in agent.model.sight[agent.cell] if cell.is_empty]
    if empty:
        agent.cell = agent.model.random.choice(empty)
    return [other for cell in agent.model.sight[agent.cell] for other in cell.agents]


class Citizen(mesa.discrete_space.CellAgent):
    def __init__(self, model, cell):
        super().__init__(model)
        self.cell, self.active, self.jail = cell, False, 0
        self.hardship, self.risk_aversion = model.random.random(), model.random.random()

    def step(self):
        if self.jail:
            self.jail -= 1
            return
        near = [agent for agent in move(self) if agent is not self]
        cops = sum(isinstance(agent, Cop) for agent in near)
        actives = 1 + sum(isinstance(agent, Citizen) and agent.active for agent in near)  # oneself counts
        arrest = 1 - math.exp(-K * (cops // actives))
        self.active = self.hardship * (1 - LEGITIMACY) - self.risk_aversion * arrest > THRESHOLD


class Cop(mesa.discrete_space.CellAgent):
    def __init__(self, model, cell):
        super().__init__(model)
        self.cell = cell

    def step(self):
        rebels = [agent for agent in move(self) if isinstance(agent, Citizen) and agent.active]
        if rebels:
            caught = self.model.random.choice(rebels)
            caught.active, caught.jail = False, self.model.random.randint(1, JAIL)


class Rebellion(mesa.Model):
    def __init__(self, size=40, citizens=0.7, cops=0.04, seed=1):
        super().__init__(seed=seed)
        self.grid = mesa.discrete_space.OrthogonalMooreGrid((size, size), torus=True, capacity=1, random=self.random)
        self.sight = {cell: disc(self.grid, cell) for cell in self.grid.all_cells}
        for cell in self.grid.all_cells:
            draw = self.random.random()
            if draw < cops:
                Cop(self, cell)
            elif draw < cops + citizens:
                Citizen(self, cell)

    def step(self):
        self.agents.shuffle_do("step")


if __name__ == "__main__":
    model, counts = Rebellion(), []
    for _ in range(100):
        model.step()
        counts.append(sum(agent.active for agent in model.agents_by_type[Citizen]))
    print(counts, "active; at most", max(counts))

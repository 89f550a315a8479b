"""Epstein's rebellion (2002, model I) in Mesa 3: agents are objects, the model activates them in random order.

Vision is a square of cells here (Moore neighbourhood), a circle in the paper. Each moves first and then acts, as there.
"""

import math

import mesa

VISION, LEGITIMACY, THRESHOLD, K, JAIL = 7, 0.82, 0.1, 2.3, 30


def move(agent):
    """Go to a random empty cell in sight; what is seen from there."""
    empty = [cell for cell in agent.cell.get_neighborhood(radius=VISION) if cell.is_empty]
    if empty:
        agent.cell = agent.model.random.choice(empty)
    return agent.cell.get_neighborhood(radius=VISION).agents


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
    for _ in range(20):
        model.step()
        counts.append(sum(agent.active for agent in model.agents_by_type[Citizen]))
    print(counts, "active; at most", max(counts))

"""Epstein's rebellion (2002, model I) in Starsim: a module with states as arrays, all people updated at once.

There is no grid here: everybody meets a new random hundred each step, about as many as the paper's disc of vision 7 holds.
"""

import numpy as np
import starsim as ss

LEGITIMACY, THRESHOLD, K, JAIL = 0.82, 0.1, 2.3, 30
PEOPLE, IN_SIGHT, COPS = 1184, 109, 0.04 / 0.74  # 40 x 40 sites, 70 % of them citizens and 4 % cops


class Rebellion(ss.Module):
    def __init__(self):
        super().__init__()
        self.counts = []
        self.define_pars(caught_by=ss.random(), term=ss.randint(low=1, high=JAIL + 1))
        self.define_states(ss.BoolState("active"), ss.BoolState("is_cop"), ss.FloatArr("jail", default=0.0),
                           ss.FloatArr("hardship", default=ss.random(name="hardship")),
                           ss.FloatArr("risk_aversion", default=ss.random(name="risk_aversion")))

    def init_post(self):
        super().init_post()
        self.is_cop[:] = np.arange(len(self.sim.people)) < COPS * len(self.sim.people)

    def seen(self, who):
        """How many such people each person meets."""
        edges, here = self.sim.networks.randomnet.edges, np.asarray(who)
        counts = np.zeros(len(self.sim.people))
        np.add.at(counts, edges.p1, here[edges.p2])
        np.add.at(counts, edges.p2, here[edges.p1])
        return counts

    def step(self):
        everybody = self.sim.people.auids
        free = (np.asarray(self.jail) <= 0) & ~np.asarray(self.is_cop)
        self.jail[:] = np.maximum(np.asarray(self.jail) - 1, 0)
        cops, actives = self.seen(self.is_cop), self.seen(self.active)
        arrest = 1 - np.exp(-K * (cops // (actives + 1)))  # oneself counts
        wish = np.asarray(self.hardship) * (1 - LEGITIMACY) - np.asarray(self.risk_aversion) * arrest
        active = free & (wish > THRESHOLD)
        # each cop takes one of the actives it meets: an active's chance is the cops it meets over the actives they meet
        shared = np.maximum(self.seen(active), 1)
        caught = active & (self.pars.caught_by.rvs(everybody) < 1 - (1 - 1 / shared) ** cops)
        self.active[:] = active & ~caught
        self.jail[caught] = self.pars.term.rvs(everybody)[caught]
        self.counts.append(int(np.asarray(self.active).sum()))


if __name__ == "__main__":
    sim = ss.Sim(n_agents=PEOPLE, networks=ss.RandomNet(n_contacts=IN_SIGHT), modules=Rebellion(), start=0, dur=100, dt=1,
                 verbose=0, rand_seed=1)
    sim.run()
    counts = sim.get_module(Rebellion).counts
    print(counts, "active; at most", max(counts))

"""Epstein's rebellion (2002, model I) in Starsim: a module with states as arrays; here on a random network, not a grid."""

import numpy as np
import starsim as ss

LEGITIMACY, THRESHOLD, K, JAIL = 0.82, 0.1, 2.3, 30


class Rebellion(ss.Module):
    def __init__(self, cops=0.05):
        super().__init__()
        self.cops = cops
        self.define_states(ss.BoolState("active"), ss.BoolState("is_cop"), ss.FloatArr("jail", default=0.0),
                           ss.FloatArr("hardship", default=ss.random(name="hardship")),
                           ss.FloatArr("risk_aversion", default=ss.random(name="risk_aversion")))

    def init_post(self):
        super().init_post()
        self.is_cop[:] = np.arange(len(self.sim.people)) < self.cops * len(self.sim.people)

    def step(self):
        edges = self.sim.networks[0].edges
        seen = {}
        for name, here in (("cops", self.is_cop), ("actives", self.active)):
            counts = np.zeros(len(self.sim.people))
            np.add.at(counts, edges.p1, np.asarray(here)[edges.p2])
            np.add.at(counts, edges.p2, np.asarray(here)[edges.p1])
            seen[name] = counts
        arrest = 1 - np.exp(-K * (seen["cops"] // (seen["actives"] + 1)))
        wish = np.asarray(self.hardship) * (1 - LEGITIMACY) - np.asarray(self.risk_aversion) * arrest
        free = (np.asarray(self.jail) <= 0) & ~np.asarray(self.is_cop)
        self.jail[:] = np.maximum(np.asarray(self.jail) - 1, 0)
        caught = np.asarray(self.active) & (np.random.default_rng(self.ti).random(len(free)) < arrest)
        self.active[:] = free & (wish > THRESHOLD) & ~caught
        self.jail[caught] = JAIL / 2


if __name__ == "__main__":
    sim = ss.Sim(n_agents=1000, networks=ss.RandomNet(n_contacts=12), modules=Rebellion(), dur=20, verbose=0)
    sim.run()
    print(int(np.asarray(sim.modules[0].active).sum()), "active")

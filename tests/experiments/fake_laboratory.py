"""A laboratory that runs no model: worlds whose answers are made up from the levers, so that tests are quick."""

from __future__ import annotations

import copy

import numpy as np

from unanimity.experiments.experiment import Experiment
from unanimity.experiments.store import World
from unanimity.world.draws import normals

BALLOT = {
    "title": "Ballot", "base": "apparatus", "months": 24, "burn_in": 12, "people": 256, "replications": 12,
    "regime": {"mechanisms": []},
    "arms": {"secret": {"levers": {"ballot": "secret"}}},
    "measures": {"assent": "unanimity", "arrests": "count(log arrested)"},
    "expect": [{"form": "change", "measure": "assent", "direction": "fall", "by": 10, "unit": "points"}],
}


def described(**changes):
    """The description with some fields changed; a field of None is left out."""
    raw = copy.deepcopy(BALLOT) | changes
    return {key: value for key, value in raw.items() if value is not None}


def ballot(**changes):
    return Experiment(described(**changes), "mine.toml")


class Laboratory:
    """A runner that counts what it ran. Assent falls by `effect` where the ballot becomes secret at month 0."""

    def __init__(self, effect=0.2, stop_after=None, arrests=3.0):
        self.effect, self.stop_after, self.arrests = effect, stop_after, arrests
        self.ran: list[tuple[str, int]] = []
        self.batches: list[int] = []

    def __call__(self, pieces, seeds, events, threads, tell):
        if self.stop_after is not None and len(self.batches) >= self.stop_after:
            raise KeyboardInterrupt
        self.batches.append(len(seeds))
        self.ran += [(piece.regime.fingerprint, seed) for piece, seed in zip(pieces, seeds, strict=True)]
        tell("run", sum(piece.world_months for piece in pieces), sum(piece.world_months for piece in pieces))
        return [self.world(piece, seed) for piece, seed in zip(pieces, seeds, strict=True)]

    def world(self, piece, seed):
        regime = piece.regime
        secret = any(entry.name == "ballot" and entry.value for entry in regime.schedule) or regime.lever(
            "ballot") == "secret"
        effect = self.effect * regime.parameters.get("voice.theta", 1.0) * ("voice" not in regime.off)
        luck = 0.01 * float(normals(seed, 900, 1)[0])
        months = np.arange(-regime.burn_in, regime.months)
        numbers = {"unanimity": 0.9 + luck - secret * effect, "count(log arrested)": self.arrests + seed % 3}
        totals = np.array([numbers.get(q.expression, luck) for q in piece.questions])
        courses = np.full((len(piece.questions), months.size), np.nan)
        for place, question in enumerate(piece.questions):
            if question.monthly:
                courses[place] = totals[place]
                courses[place, months < 0] = 0.9 + luck
        return World(totals, months, courses)

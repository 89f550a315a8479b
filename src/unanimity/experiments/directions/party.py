"""System directions of cards 8-13: appointment, protection, recruitment, dependence, press, faction."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.experiments.directions.declare import (
    CONTROL,
    FALLS,
    NOT_DOWN,
    NOT_UP,
    RISES,
    TREATED,
    Direction,
    Pairs,
)

HELD = {"state_jobs": 0.9, "state_rooms": 0.9, "plots": 0.3, "market": "banned"}
FREED = {"state_jobs": 0.3, "state_rooms": 0.2, "plots": 1.0, "market": "banned"}
SACKED_AT = 72


def sack_all(batch: Batch, worlds: range) -> None:
    """Dismiss every secretary; the successors' rings start at a low strength."""
    for world in worlds:
        batch.column("ring", world)[...] = np.minimum(batch.column("ring", world), 0.1)
        batch.column("vacated", world)[...] = 1


def ring_regained(pairs: Pairs) -> np.ndarray:
    """The growth of ring strength in the treated worlds since the month after the dismissals."""
    series = pairs.series(TREATED, "ring_strength")
    return np.asarray(series[-12:].mean(axis=0) - series[pairs.at_month(SACKED_AT)])


def posts_gathered(pairs: Pairs) -> np.ndarray:
    """The growth of the largest share of posts under one patron, from the first month to the last."""
    series = pairs.series(TREATED, "posts_of_one")
    return np.asarray(series[-1] - series[pairs.at_month(0)])


def informers_added(pairs: Pairs) -> np.ndarray:
    """Informers at the end, treated minus control."""
    one, two = (pairs.column(arm, "informer").sum(axis=1).astype(float) for arm in (CONTROL, TREATED))
    return np.asarray(two - one)


def shocked(batch: Batch) -> None:
    """Everybody lives through a moral shock every month."""
    batch.arrays["scripted_shock"][...] = 1.0


DIRECTIONS: tuple[Direction, ...] = (
    Direction("8.4", "Elected secretaries and a secret ballot, against appointment from above: the gap between what "
              "is said and thought does not widen.",
              "falsification_gap", NOT_UP, {"appointment": "elected", "ballot": "secret"}),
    Direction("8.6", "In sixty months of appointment from above the share of offices whose chain of patrons leads to "
              "one man does not fall.",
              "posts_of_one", NOT_DOWN, months=60, surveys=(0, 59), number=posts_gathered),
    Direction("9.5", "A free press shortens months of silence about a chief's crime.",
              "silence_median", FALLS, {"press": "free"}, months=120, last=1),
    Direction("9.6", "When the secretaries are sacked and oversight stays as it is, the ring grows back.",
              "ring_strength", RISES, at=SACKED_AT, months=168, act=sack_all, number=ring_regained),
    Direction("10.5", "A levy in place of selection does not raise the share of members in opposition.",
              "opposition_share", NOT_UP, {"recruitment": "levy"}, settings={"recruitment": "selective"}),
    Direction("10.5", "A levy in place of selection does not lower the share of opportunists among members.",
              "opportunist_share", NOT_DOWN, {"recruitment": "levy"}, settings={"recruitment": "selective"}),
    Direction("10.6", "Where more members leave in disgust, the conviction of those who remain does not rise.",
              "conviction_of_members", NOT_UP, {"recruitment.leaving": 0.5},
              settings={"recruitment.leaving": 0.0}, both=shocked),
    Direction("11.5", "More dependence raises public unanimity.", "unanimity", RISES, HELD, settings=FREED),
    Direction("11.5", "More dependence raises the number of private dissenters for each open one.", "hidden_support",
              RISES, HELD, settings=FREED),
    Direction("11.6", "More dependence brings more informers.", "informers", RISES, HELD, settings=FREED,
              number=informers_added, needs=("surveillance",)),
    Direction("12.5", "Under a monopoly of the press the leader overrates his support no less than under a free one.",
              "support_overrated", NOT_DOWN, {"press": "monopoly"}, settings={"press": "free"},
              finding="-.056 on .32 (90 % -.070 to -.045), 40 pairs; why was not looked into since the rules of trust "
              "were mended"),
    Direction("13.6", "Cutting the loop between circles and zeal does not leave more zeal.", "zeal_of_apparatus",
              NOT_UP, {"faction.provocation": 0.0, "faction.reaction": 0.0}, months=96),
    Direction("13.6", "Cutting the loop between circles and zeal does not leave larger factions.", "faction_members",
              NOT_UP, {"faction.provocation": 0.0, "faction.reaction": 0.0}, months=96),
)

"""How sure the order of settings is: differences of their distances from the record, over resampled worlds.

All settings run in worlds with the same seeds, so the same worlds are drawn (with replacement) for all of them: what a
world's luck does to all settings alike cancels from the differences. Which rows a pool can show is decided once, by the
whole pool.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.history.distance import distances_from
from unanimity.history.target_trials import Answered
from unanimity.results.uncertainty_split import ENDS
from unanimity.world.draws import uniforms

RESAMPLES = 2000
STREAM = 97  # random stream of the resamples
FEWEST_WORLDS = 5  # fewer resampled worlds say nothing
COLUMNS = ("rank", "distance", "further", "further_low", "further_high", "told_apart")


def placed(answered: Answered, order: np.ndarray, seed: int) -> pd.DataFrame:
    """For each setting, the nearest first: how much further it lies from the record than the nearest, with the 90 %
    interval over resampled worlds, and whether that excludes 0.

    Empty if the settings have different numbers of worlds, or too few. The nearest is the least of many, so its lead is
    overstated: "told apart" is a necessary condition, not a proof.
    """
    parts = answered.parts[order]
    worlds = np.isfinite(parts).any(axis=2).sum(axis=1)
    if len(order) < 2 or worlds.min() != parts.shape[1] or parts.shape[1] < FEWEST_WORLDS:
        return pd.DataFrame(columns=list(COLUMNS))
    drawn = draws_of_worlds(parts.shape[1], seed)
    counted, means = np.isfinite(answered.distances[order]), answered.mean_distance[order]
    found = np.stack([_resampled(answered, mine, drawn, rows, people)
                      for mine, rows, people in zip(parts, counted, answered.people[order], strict=True)])
    further = found - found[:1]
    low, high = np.quantile(further, ENDS, axis=1)
    table = pd.DataFrame({"rank": np.arange(1, len(order) + 1), "distance": means, "further": means - means[0],
                          "further_low": low, "further_high": high, "told_apart": low > 0.0})
    return table[list(COLUMNS)]


def draws_of_worlds(worlds: int, seed: int) -> np.ndarray:
    """How often each world is drawn in each resample, by keyed draws: resamples, worlds."""
    drawn = (uniforms(seed, STREAM, RESAMPLES * worlds) * worlds).astype(np.int64).reshape(RESAMPLES, worlds, 1)
    return np.asarray((drawn == np.arange(worlds)).sum(axis=1), float)


def _resampled(answered: Answered, parts: np.ndarray, drawn: np.ndarray, counted: np.ndarray, people: float
               ) -> np.ndarray:
    """The mean log-distance of one setting in each resample; its `parts` are worlds by texts."""
    known, total = np.isfinite(parts), np.zeros(len(drawn))
    with np.errstate(invalid="ignore", divide="ignore"):
        pooled = (drawn @ np.where(known, parts, 0.0)) / (drawn @ known.astype(float))
        values = {text: pooled[:, place] for place, text in enumerate(answered.asked.texts)}
        for place in np.flatnonzero(counted):
            one = answered.targets[place]
            total += distances_from(one, np.broadcast_to(answered.asked.worth(one, values), total.shape), people)
    return total / counted.sum()


def told(table: pd.DataFrame) -> str:
    """The result in a line; "" if there is none."""
    if not len(table):
        return ""
    alike = int((~table["told_apart"]).sum()) - 1
    return (f"{alike} of {len(table) - 1} other settings cannot be told from the best-placed one by these worlds"
            if alike else "every other setting lies further from the record than the best-placed one")

"""Where to run for the ensemble: the part of the remaining space that the emulators place nearest to the record.

The emulators of the last wave predict each row at any point, and so its distance from the band. A population of points
starts with those that the waves do not rule out (if there are none, with the nearest that were run). In each round the
nearer half is kept and takes small steps, which are accepted if they remain as near: the level sets of a subset
simulation (Au and Beck 2001). It stops when the nearer half differs by less than the emulators' error. From the final
population the points are chosen as far from each other as possible, since an ensemble should be spread out rather than
gather at one best setting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unanimity.history.distance import FARTHEST, floor_of
from unanimity.history.target_trials import Answered
from unanimity.history.targets import Target
from unanimity.workshop.history_matching import Matched, spread

POPULATION = 1024
ROUNDS = 10
REACH = 0.5  # the size of a step, relative to the population's own spread


def proposed(found: Matched, targets: Sequence[Target], answers: Sequence[Answered], many: int, seed: int
             ) -> np.ndarray:
    """`many` points of the unit cube at which to run."""
    from threadpoolctl import threadpool_limits

    places = found.survivors
    if not len(places):
        everywhere = np.concatenate([wave.places for wave in found.waves])
        far = np.concatenate([one.mean_distance for one in answers])
        places = everywhere[np.argsort(far, kind="stable")[:max(many, POPULATION // 4)]]
    people = float(answers[-1].people[0])
    with threadpool_limits(1):
        return spread(_nearer(places, found, targets, people, many, seed), many)


def _nearer(places: np.ndarray, found: Matched, targets: Sequence[Target], people: float, many: int, seed: int
            ) -> np.ndarray:
    from scipy.stats import qmc  # imported here because loading takes half a second

    far, sure = emulated(places, found, targets, people)
    for number in range(ROUNDS):
        level = float(np.median(far))
        if level - float(far.min()) <= sure or len(places) < 2:
            break
        near = far <= level
        places, far = places[near], far[near]
        reach = REACH * np.maximum(places.std(axis=0), 0.01)
        steps = qmc.MultivariateNormalQMC(np.zeros(places.shape[1]), rng=seed * ROUNDS + number).random(POPULATION)
        tried = np.clip(places[np.arange(POPULATION) % len(places)] + steps * reach, 0.0, 1.0)
        there, _ = emulated(tried, found, targets, people)
        keep = there <= level
        places, far = np.concatenate([places, tried[keep]]), np.concatenate([far, there[keep]])
        if len(places) > 2 * max(POPULATION, many):
            nearest = np.argsort(far, kind="stable")[:2 * max(POPULATION, many)]
            places, far = places[np.sort(nearest)], far[np.sort(nearest)]
    return places


def emulated(places: np.ndarray, found: Matched, targets: Sequence[Target], people: float
             ) -> tuple[np.ndarray, float]:
    """The mean log-distance that the last wave's emulators predict at each point, and its standard error."""
    total, off = np.zeros(len(places)), list[float]()
    for one, emulator in zip(targets, found.waves[-1].emulators, strict=True):
        mean, variance = emulator(places)
        low, high = (np.log(max(end, floor_of(one, people))) for end in (one.low, one.high))
        far = np.maximum(np.maximum(low - mean, mean - high), 0.0)
        total += np.where(np.isfinite(far), np.minimum(far, FARTHEST), FARTHEST)
        off.append(float(np.sqrt(np.median(variance))))
    return total / len(targets), float(np.mean(off)) / np.sqrt(len(targets))

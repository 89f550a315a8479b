"""History matching: wave by wave, settings that cannot be right are given up.

At each wave the model runs at some settings, an emulator of every target is fitted, and a setting is implausible where

    I(x) = |E[f(x)] - z| / sqrt(V_emulator(x) + V_observation + V_worlds) > 3      for some target

(three sigma: Pukelsheim 1994; Craig, Goldstein, Seheult and Smith 1997; Vernon, Goldstein and Bower 2010). V_worlds is
the model's own noise: history was one world (unless an aim says that its record is as large as many worlds). The next
wave looks only where nothing is implausible. A target that no setting comes near is named as a misfit of the model and
no longer narrows anything.

Nothing here knows what a regime is: `simulate` takes settings and gives numbers, so that the method can be tried on a
function whose truth is known.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import qmc

from unanimity.verdicts import latin_hypercube
from unanimity.workshop.emulator import Emulator, fitted

CUTOFF = 3.0
CANDIDATES = 2**14  # places at which emulators are asked
JITTER_ROUNDS = 40
SETTLED = 0.1  # an emulator's variance against the others' below which another wave would teach nothing
Simulate = Callable[[Sequence[Mapping[str, float]]], np.ndarray]  # settings -> settings, worlds, targets


@dataclass(frozen=True)
class Aim:
    """What one number of the model is to agree with: a value, and the standard deviation with which it is known."""

    name: str
    value: float
    deviation: float
    one_world: bool = True  # the record is one world such as those that are run; else it is as large as many together


@dataclass(frozen=True)
class Wave:
    """One wave: where it ran, what was emulated, and what it left."""

    places: np.ndarray  # points, parameters, in the unit cube
    values: np.ndarray  # points, worlds, targets
    emulators: tuple[Emulator, ...]
    misfits: frozenset[int]  # targets that no setting comes near
    nearest: np.ndarray  # by target: the least implausibility anywhere
    left: float  # share of the whole space that is not implausible after it
    nothing_left: bool = False
    allow: int = 0  # targets that a setting may miss and still not be implausible


@dataclass(frozen=True)
class Matched:
    """All waves, and settings that none of them finds implausible."""

    spans: Mapping[str, tuple[float, float]]
    aims: tuple[Aim, ...]
    waves: tuple[Wave, ...]
    survivors: np.ndarray  # places of the unit cube, evenly drawn from what is left

    def settings(self, places: np.ndarray) -> list[dict[str, float]]:
        """Places of the unit cube as settings of the parameters."""
        return settings_at(self.spans, places)

    @property
    def misfits(self) -> list[str]:
        """Targets that no setting meets."""
        return [aim.name for number, aim in enumerate(self.aims) if number in self.waves[-1].misfits]


def settings_at(spans: Mapping[str, tuple[float, float]], places: np.ndarray) -> list[dict[str, float]]:
    """Places of the unit cube as settings."""
    return [{name: low + float(x) * (high - low) for (name, (low, high)), x in zip(spans.items(), row, strict=True)}
            for row in places]


def match(simulate: Simulate, spans: Mapping[str, tuple[float, float]], aims: Sequence[Aim], *, waves: int, n: int,
          seed: int = 0, tell: Callable[[int, Wave], None] | None = None, allow: int = 0) -> Matched:
    """Run the waves; stops early where nothing is left, or where another wave would teach nothing.

    With many targets a setting may miss `allow` of them by more than three sigma: the largest implausibilities are
    left out (Vernon, Goldstein and Bower 2010 use the second and the third largest).
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # matrices of some dozen rows: threads cost more than they give
        return _matched(simulate, spans, aims, waves, n, seed, tell, allow)


def _matched(simulate: Simulate, spans: Mapping[str, tuple[float, float]], aims: Sequence[Aim], waves: int, n: int,
             seed: int, tell: Callable[[int, Wave], None] | None, allow: int) -> Matched:
    done: list[Wave] = []
    places = np.array([list(row.values()) for row in latin_hypercube(dict.fromkeys(spans, (0.0, 1.0)), n, seed)])
    survivors = np.empty((0, len(spans)))
    for number in range(waves):
        wave, survivors = _wave(places, simulate(settings_at(spans, places)), aims, done, seed + number, allow)
        done.append(wave)
        if tell is not None:
            tell(number, wave)
        if wave.nothing_left or _settled(wave, aims, survivors):
            break
        places = spread(survivors, n)
    return Matched(dict(spans), tuple(aims), tuple(done), survivors)


def matched_to(places: np.ndarray, values: np.ndarray, spans: Mapping[str, tuple[float, float]], aims: Sequence[Aim],
               seed: int = 0, allow: int = 0) -> Matched:
    """One wave of runs that were made elsewhere: values (points, worlds, targets) at places of the unit cube."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        wave, survivors = _wave(places, values, aims, [], seed, allow)
    return Matched(dict(spans), tuple(aims), (wave,), survivors)


def _wave(places: np.ndarray, values: np.ndarray, aims: Sequence[Aim], before: Sequence[Wave], seed: int,
          allow: int = 0) -> tuple[Wave, np.ndarray]:
    """Fit this wave's emulators to its points and to those of earlier ones that lie in what was left."""
    earlier = [(wave.places, wave.values) for wave in before]
    for wave in before:
        earlier = [(old[keep], worlds[keep]) for old, worlds in earlier
                   for keep in (implausibility(old, [wave], aims) <= CUTOFF,)]
    where = np.concatenate([places, *(old for old, _ in earlier)])
    worlds = np.concatenate([values, *(old for _, old in earlier)])
    made = [fitted(where, worlds[:, :, number], seed) for number in range(len(aims))]
    emulators = tuple(one if aim.one_world else dataclasses.replace(one, between_worlds=0.0)
                      for aim, one in zip(aims, made, strict=True))
    misfits = before[-1].misfits if before else frozenset()
    candidates, share = _candidates(before, aims, places.shape[1], seed)
    each = by_target(candidates, emulators, aims)
    nearest = each.min(axis=0)
    misfits |= {number for number in range(len(aims)) if nearest[number] > CUTOFF}
    wave = Wave(places, values, emulators, misfits, nearest, 0.0, allow=allow)
    kept = implausibility(candidates, [wave], aims) <= CUTOFF
    survivors = candidates[kept]
    left = share * float(kept.mean())
    if len(survivors):
        survivors = _enough(survivors, [*before, wave], aims, seed)
    return Wave(places, values, emulators, misfits, nearest, left, not len(survivors), allow), survivors


def by_target(places: np.ndarray, emulators: Sequence[Emulator], aims: Sequence[Aim]) -> np.ndarray:
    """The implausibility of each target at each place."""
    found = np.empty((len(places), len(aims)))
    for number, (emulator, aim) in enumerate(zip(emulators, aims, strict=True)):
        mean, variance = emulator(places)
        found[:, number] = np.abs(mean - aim.value) / np.sqrt(
            variance + aim.deviation**2 + emulator.between_worlds)
    return np.where(np.isfinite(found), found, np.inf)  # what nobody knows meets nothing


def implausibility(places: np.ndarray, waves: Sequence[Wave], aims: Sequence[Aim]) -> np.ndarray:
    """The largest implausibility of any target that is no misfit, over all waves, but for as many as may be missed."""
    if not waves:
        return np.zeros(len(places))
    last = waves[-1]
    worst = np.zeros((len(places), len(aims)))
    for number, aim in enumerate(aims):
        if number not in last.misfits:
            for wave in waves:
                one = by_target(places, [wave.emulators[number]], [aim])[:, 0]
                worst[:, number] = np.maximum(worst[:, number], one)
    place = min(last.allow, len(aims) - 1)
    return np.asarray(np.sort(worst, axis=1)[:, len(aims) - 1 - place])


def _candidates(before: Sequence[Wave], aims: Sequence[Aim], dimensions: int, seed: int) -> tuple[np.ndarray, float]:
    """Places that no earlier wave finds implausible, evenly over what is left, and what share of the space that is."""
    places = np.asarray(qmc.Sobol(dimensions, scramble=True, rng=seed).random(CANDIDATES))
    if not before:
        return places, 1.0
    kept = places[implausibility(places, before, aims) <= CUTOFF]
    share = before[-1].left if not len(kept) else len(kept) / CANDIDATES
    return (_enough(kept, before, aims, seed) if len(kept) else places), share


def _enough(places: np.ndarray, waves: Sequence[Wave], aims: Sequence[Aim], seed: int,
            wanted: int = 1024) -> np.ndarray:
    """More places of what is left, by small steps from those found: where a corner is left, even points miss it."""
    dimensions = places.shape[1]
    for number in range(JITTER_ROUNDS):
        if len(places) >= wanted:
            break
        reach = np.maximum(places.std(axis=0), 1e-3)
        steps = qmc.MultivariateNormalQMC(np.zeros(dimensions), rng=seed * JITTER_ROUNDS + number).random(256)
        tried = np.clip(places[np.arange(256) % len(places)] + steps * reach, 0.0, 1.0)
        places = np.concatenate([places, tried[implausibility(tried, waves, aims) <= CUTOFF]])
    return places


def spread(places: np.ndarray, n: int) -> np.ndarray:
    """`n` of the places, each as far from the others as can be: a design for the next wave."""
    places = places[:: max(1, len(places) // 2048)]
    chosen = [int(np.argmin(cdist(places, places.mean(axis=0)[None])))]
    distance = cdist(places, places[chosen])[:, 0]
    while len(chosen) < min(n, len(places)):
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, cdist(places, places[chosen[-1]][None])[:, 0])
    return places[chosen]


def _settled(wave: Wave, aims: Sequence[Aim], survivors: np.ndarray) -> bool:
    """Whether the emulators are so sure that another wave would give up nothing more."""
    places = spread(survivors, 64)
    for emulator, aim in zip(wave.emulators, aims, strict=True):
        if np.median(emulator(places)[1]) > SETTLED * (aim.deviation**2 + emulator.between_worlds):
            return False
    return True


# --- the ensemble ----------------------------------------------------------------------------------------------------
LEAST_EFFECTIVE = 20.0  # settings that an ensemble must be worth
WIDER = 1.25  # step by which the tolerance grows where too few settings count


def weighed(values: np.ndarray, aims: Sequence[Aim], without: Sequence[int] = ()) -> tuple[np.ndarray, float]:
    """Weights of settings (settings, worlds, targets) by approximate Bayesian computation, and the tolerance.

    Each world is one answer that the setting could give. It counts by the chance that the record, with its own error,
    would show it: with that kernel ABC is exact (Wilkinson 2013). Where fewer than 20 settings would count, errors are
    taken wider by the tolerance that is told, which makes intervals too wide rather than too narrow.
    """
    used = [number for number in range(len(aims)) if number not in set(without)]
    goal = np.array([aims[number].value for number in used])
    error = np.array([aims[number].deviation for number in used])
    apart = ((values[:, :, used] - goal) / error) ** 2
    square = np.where(np.isfinite(apart).all(axis=2), np.where(np.isfinite(apart), apart, 0.0).sum(axis=2), np.inf)
    tolerance = 1.0
    while True:
        log = -0.5 * square / tolerance**2
        best = log.max(initial=-np.inf)
        weights = np.exp(log - best).mean(axis=1) if np.isfinite(best) else np.ones(len(values))
        weights = weights / weights.sum()
        if effective(weights) >= min(LEAST_EFFECTIVE, len(values) / 2) or tolerance > 1e3:
            return weights, tolerance
        tolerance *= WIDER


def effective(weights: np.ndarray) -> float:
    """How many equally weighed settings an ensemble is worth (Kish 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())

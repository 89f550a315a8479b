"""History matching: rule out implausible settings, wave by wave.

In each wave the model runs at some settings, an emulator is fitted for every target, and a setting is implausible if

    I(x) = |E[f(x)] - z| / sqrt(V_emulator(x) + V_observation + V_worlds) > 3      for some target

(three sigma: Pukelsheim 1994; Craig, Goldstein, Seheult and Smith 1997; Vernon, Goldstein and Bower 2010). V_worlds is
the model's own noise: history was one world (unless an aim says that its record is as large as many worlds). The next
wave only samples settings that are not implausible. A target that no setting comes near is reported as a misfit of the
model and no longer rules anything out.

This module does not know regimes: `simulate` maps settings to numbers, so the method can be tested on a known function.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from unanimity.support.extras import need
from unanimity.verdicts import latin_hypercube
from unanimity.workshop.emulator import Emulator, fitted

CUTOFF = 3.0
CANDIDATES = 2**14  # points at which emulators are evaluated
JITTER_ROUNDS = 40
SETTLED = 0.1  # ratio of the emulator's variance to the others below which another wave would not help
Simulate = Callable[[Sequence[Mapping[str, float]]], np.ndarray]  # settings -> settings, worlds, targets


@dataclass(frozen=True)
class Aim:
    """The value that one output should match, and the standard deviation with which it is known."""

    name: str
    value: float
    deviation: float
    one_world: bool = True  # the record is one world like those simulated; otherwise it is as large as many together


@dataclass(frozen=True)
class Wave:
    """One wave: where it ran, its emulators, and what remains."""

    places: np.ndarray  # points, parameters, in the unit cube
    values: np.ndarray  # points, worlds, targets
    emulators: tuple[Emulator, ...]
    misfits: frozenset[int]  # targets that no setting comes near
    nearest: np.ndarray  # by target: the smallest implausibility anywhere
    left: float  # share of the space that is not implausible after this wave
    nothing_left: bool = False
    allow: int = 0  # number of targets that a setting may miss without being implausible


@dataclass(frozen=True)
class Matched:
    """All waves, and settings that none of them finds implausible."""

    spans: Mapping[str, tuple[float, float]]
    aims: tuple[Aim, ...]
    waves: tuple[Wave, ...]
    survivors: np.ndarray  # points of the unit cube, sampled evenly from the remaining space

    def settings(self, places: np.ndarray) -> list[dict[str, float]]:
        """The points as parameter settings."""
        return settings_at(self.spans, places)

    @property
    def misfits(self) -> list[str]:
        """Targets that no setting meets."""
        return [aim.name for number, aim in enumerate(self.aims) if number in self.waves[-1].misfits]


def settings_at(spans: Mapping[str, tuple[float, float]], places: np.ndarray) -> list[dict[str, float]]:
    """Points of the unit cube as parameter settings."""
    return [{name: low + float(x) * (high - low) for (name, (low, high)), x in zip(spans.items(), row, strict=True)}
            for row in places]


def match(simulate: Simulate, spans: Mapping[str, tuple[float, float]], aims: Sequence[Aim], *, waves: int, n: int,
          seed: int = 0, tell: Callable[[int, Wave], None] | None = None, allow: int = 0) -> Matched:
    """Run the waves; stop early if nothing remains or if another wave would not help.

    With many targets a setting may miss `allow` of them by more than three sigma: the largest implausibilities are
    ignored (Vernon, Goldstein and Bower 2010 use the second and the third largest).
    """
    need("calibration", "sklearn", "threadpoolctl")
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # matrices of a few dozen rows: threads cost more than they gain
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
    """A single wave from external runs: values (points, worlds, targets) at points of the unit cube."""
    need("calibration", "sklearn", "threadpoolctl")
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        wave, survivors = _wave(places, values, aims, [], seed, allow)
    return Matched(dict(spans), tuple(aims), (wave,), survivors)


def _wave(places: np.ndarray, values: np.ndarray, aims: Sequence[Aim], before: Sequence[Wave], seed: int,
          allow: int = 0) -> tuple[Wave, np.ndarray]:
    """Fit this wave's emulators to its points and to those of earlier waves in the remaining space."""
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
    return np.where(np.isfinite(found), found, np.inf)  # a NaN meets no target


def implausibility(places: np.ndarray, waves: Sequence[Wave], aims: Sequence[Aim]) -> np.ndarray:
    """The largest implausibility over all waves and targets that are not misfits, ignoring the allowed number of
    misses."""
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
    """Points that no earlier wave finds implausible, spread evenly, and the share of the space they represent."""
    from scipy.stats import qmc  # imported here because loading takes half a second

    places = np.asarray(qmc.Sobol(dimensions, scramble=True, rng=seed).random(CANDIDATES))
    if not before:
        return places, 1.0
    kept = places[implausibility(places, before, aims) <= CUTOFF]
    share = before[-1].left if not len(kept) else len(kept) / CANDIDATES
    return (_enough(kept, before, aims, seed) if len(kept) else places), share


def _enough(places: np.ndarray, waves: Sequence[Wave], aims: Sequence[Aim], seed: int,
            wanted: int = 1024) -> np.ndarray:
    """More points of the remaining space, by small steps from known ones: uniform sampling would miss a small
    corner."""
    from scipy.stats import qmc

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
    """`n` of the points, as far from each other as possible: the design of the next wave."""
    places = places[:: max(1, len(places) // 2048)]
    chosen = [int(np.argmin(cdist(places, places.mean(axis=0)[None])))]
    distance = cdist(places, places[chosen])[:, 0]
    while len(chosen) < min(n, len(places)):
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, cdist(places, places[chosen[-1]][None])[:, 0])
    return places[chosen]


def _settled(wave: Wave, aims: Sequence[Aim], survivors: np.ndarray) -> bool:
    """Whether the emulators are so precise that another wave would rule out nothing more."""
    places = spread(survivors, 64)
    for emulator, aim in zip(wave.emulators, aims, strict=True):
        if np.median(emulator(places)[1]) > SETTLED * (aim.deviation**2 + emulator.between_worlds):
            return False
    return True


# --- the ensemble ----------------------------------------------------------------------------------------------------
LEAST_EFFECTIVE = 20.0  # effective number of settings that an ensemble must have
WIDER = 1.25  # factor by which the tolerance grows if too few settings count


def weighed(values: np.ndarray, aims: Sequence[Aim], without: Sequence[int] = ()) -> tuple[np.ndarray, float]:
    """Weights of settings (settings, worlds, targets) by approximate Bayesian computation, and the tolerance.

    Each world is one possible outcome of the setting. It is weighted by the probability that the record, with its own
    error, would show it; with that kernel ABC is exact for many worlds (Wilkinson 2013). A few worlds spread less
    than all possible ones, and all settings share the luck of the same few, so that the record's error is widened:

        error^2 = deviation^2 + 2/m * s^2      m worlds, s^2 the variance between the worlds of a setting

    because m worlds have a spread of (m-1)/m * s^2 and the record lies (m+1)/m * s^2 from their mean. If fewer than 20
    settings would count, errors are widened by the reported tolerance, which makes intervals too wide rather than too
    narrow.
    """
    used = [number for number in range(len(aims)) if number not in set(without)]
    goal = np.array([aims[number].value for number in used])
    deviation = np.array([aims[number].deviation for number in used])
    error = np.sqrt(deviation**2 + 2.0 * _mean_error(values[:, :, used]))
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


def _mean_error(values: np.ndarray) -> np.ndarray:
    """The squared standard error of a setting's mean over its worlds, as the settings have it in the middle."""
    worlds = values.shape[1]
    if worlds < 2:
        return np.zeros(values.shape[2])
    known = [column[np.isfinite(column).all(axis=1)] for column in np.moveaxis(values, 2, 0)]
    return np.array([np.median(column.var(axis=1, ddof=1)) / worlds if len(column) else 0.0 for column in known])


def effective(weights: np.ndarray) -> float:
    """The effective sample size of a weighted ensemble (Kish 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())

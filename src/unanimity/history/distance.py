"""How far a number lies from the record's band: natural logarithm of the factor to its nearer end, 0 inside, 5 at most.

Zero has no logarithm, so the smallest number distinguished from zero is half an event among the people simulated;
smaller numbers are set to it. Agreement that rests on too few events is not counted as a success: a target counts only
if the record or the model gives at least twenty events.
"""

from __future__ import annotations

import math

import numpy as np

from unanimity.history.targets import OF_TWO, Target
from unanimity.support.rare_events import are_enough

FARTHEST = 5.0  # a factor of 150; larger distances are cut off here
LEAST = 0.01  # share of the band's nearer end, if the record names no events


def events_in(target: Target, people: float) -> float:
    """Events that the record implies in so many people; NaN if the target does not count events."""
    return target.events * people / 1e5


def seen(target: Target, model: float, people: float, made: float = math.nan) -> bool:
    """Whether a pool of so many people can estimate this number: enough events in the record or in the model.

    `made` is the number of events in the model (for a ratio, on its rarer side), if they were counted.
    """
    expected = events_in(target, people)
    if not math.isfinite(expected):
        return True
    countable = target.kind not in OF_TWO and target.value > 0 and math.isfinite(model)
    return are_enough(max(expected, expected * model / target.value if countable else 0.0,
                          made if math.isfinite(made) else 0.0))


def floor_of(target: Target, people: float) -> float:
    """The smallest number that is distinguished from zero: half an event, or a hundredth of the band."""
    expected = events_in(target, people)
    if math.isfinite(expected) and expected > 0 and target.value > 0 and target.kind not in OF_TWO:
        return 0.5 * target.value / expected
    edge = target.low if target.low > 0 else target.high
    return LEAST * edge if edge > 0 else 0.5


def inside(target: Target, model: float) -> bool:
    """Whether a number lies within the record's band."""
    return target.low <= model <= target.high


def distance(target: Target, model: float, people: float) -> float:
    """Log-distance to the nearer end of the band; the largest one if the model has no number.

    >>> t = Target("x", "m", 2.0, 1.0, 4.0)
    >>> distance(t, 3.0, 1e5), round(distance(t, 8.0, 1e5), 3), distance(t, 0.0, 1e5) > 4
    (0.0, 0.693, True)
    """
    return float(distances_from(target, np.array([model]), people)[0])


def distances_from(target: Target, models: np.ndarray, people: float) -> np.ndarray:
    """The same for many numbers of the model."""
    least = floor_of(target, people)
    edges = np.where(models < target.low, target.low, target.high)
    with np.errstate(invalid="ignore"):
        far = np.abs(np.log(np.maximum(models, least) / np.maximum(edges, least)))
    far = np.where((target.low <= models) & (models <= target.high), 0.0, np.minimum(far, FARTHEST))
    return np.where(np.isfinite(models), far, FARTHEST)

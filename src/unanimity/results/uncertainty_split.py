"""Two sources of uncertainty: chance (worlds differ at the same setting) and ignorance (plausible settings differ).

The input is a table with settings in rows and worlds in columns. All settings use the same seeds, so a world's luck is
shared by all settings, and the means of two settings can be compared more precisely than two single worlds. The total
variance has two parts:

    chance     the variance of worlds around the mean of their setting
    ignorance  the variance of the settings' means, minus the chance left in them: the residual variance of setting
               and world (what worlds do not share between settings), divided by the number of worlds

The chance interval is the middle 90 % of worlds at a typical setting. The ignorance interval is the middle 90 % of the
means that the settings would give over very many worlds. Both are centred on the same mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ENDS = (0.05, 0.95)  # quantiles of a 90 % interval


@dataclass(frozen=True)
class Spreads:
    """A mean over settings and worlds, with both intervals and both variances."""

    mean: float
    chance: tuple[float, float]
    ignorance: tuple[float, float]
    chance_variance: float
    ignorance_variance: float
    agree: float  # weight of the settings whose mean has the same sign as the overall mean
    settings: int
    worlds: int  # worlds per setting, at most

    @property
    def share_of_ignorance(self) -> float:
        """The share of ignorance in the total variance; NaN for one setting or zero variance."""
        both = self.chance_variance + self.ignorance_variance
        return self.ignorance_variance / both if both > 0.0 else float("nan")

    def row(self) -> dict[str, Any]:
        """As a dictionary for a table."""
        return {"mean": self.mean, "chance_low": self.chance[0], "chance_high": self.chance[1],
                "ignorance_low": self.ignorance[0], "ignorance_high": self.ignorance[1],
                "share_of_ignorance": self.share_of_ignorance, "settings_agree": self.agree,
                "settings": self.settings, "worlds": self.worlds}


def two_spreads(values: np.ndarray, weights: Sequence[float] | np.ndarray | None = None) -> Spreads:
    """Both spreads of an array (settings, worlds). NaN worlds are left out, and so are settings without any value.

    >>> two_spreads(np.array([[1.0, 3.0], [11.0, 13.0]])).ignorance_variance
    50.0
    >>> two_spreads(np.array([[1.0, 3.0], [1.0, 3.0]])).chance_variance
    2.0
    """
    values = np.asarray(values, float)
    given = np.ones(len(values)) if weights is None else np.asarray(weights, float)
    some = np.isfinite(values).any(axis=1) & (given > 0.0)
    values, share = values[some], given[some]
    if not len(values):
        nothing = (float("nan"), float("nan"))
        return Spreads(float("nan"), nothing, nothing, float("nan"), float("nan"), float("nan"), 0, 0)
    share = share / share.sum()
    known = np.isfinite(values)
    count = known.sum(axis=1)
    means = np.where(known, values, 0.0).sum(axis=1) / count
    mean = float(share @ means)
    apart = np.where(known, values - means[:, None], 0.0)
    chance = _chance(apart, count, share)
    between = _between(means, mean, apart, known, share)
    sign = np.sign(means) == np.sign(mean)
    seen = float(values[known].min()), float(values[known].max())  # an interval stays within the observed values
    by_chance = [float(np.clip(end, *seen)) for end in _around_worlds(mean, apart, known, count, share)]
    return Spreads(mean, (by_chance[0], by_chance[1]), _around_settings(mean, means, between, share), chance, between,
                   float(share[sign].sum()) if mean else 0.0, len(values), int(count.max()))


def over_known(values: np.ndarray, axis: int) -> np.ndarray:
    """The mean along an axis, ignoring NaN; NaN if there is no value."""
    known = np.isfinite(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(known, values, 0.0).sum(axis=axis) / known.sum(axis=axis))


def quantiles(values: np.ndarray, weights: np.ndarray, at: Sequence[float]) -> list[float]:
    """Weighted quantiles.

    >>> quantiles(np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 1.0]), [0.5])
    [2.0]
    """
    order = np.argsort(values, kind="stable")
    upto = np.cumsum(weights[order]) - 0.5 * weights[order]
    return [float(x) for x in np.interp(np.asarray(at) * weights.sum(), upto, values[order])]


def _chance(apart: np.ndarray, count: np.ndarray, share: np.ndarray) -> float:
    """The variance of worlds around the mean of their setting; NaN if no setting has two worlds."""
    several = count > 1
    if not several.any():
        return float("nan")
    own = (apart[several] ** 2).sum(axis=1) / (count[several] - 1)
    return float((share[several] * own).sum() / share[several].sum())


def _between(means: np.ndarray, mean: float, apart: np.ndarray, known: np.ndarray, share: np.ndarray) -> float:
    """The variance between settings minus the chance left in their means; NaN for a single setting."""
    free = 1.0 - float((share**2).sum())  # for equal weights: (settings - 1) / settings
    if free <= 1e-12:
        return float("nan")
    raw = float((share * (means - mean) ** 2).sum()) / free
    count = known.sum(axis=1)
    worlds = float((share * count).sum())
    if worlds <= 1.0:
        return raw  # one world per setting: chance cannot be separated
    weight = share[:, None] * known
    with np.errstate(invalid="ignore", divide="ignore"):
        common = np.where(weight.sum(axis=0) > 0.0, (weight * apart).sum(axis=0) / weight.sum(axis=0), 0.0)
    left = np.where(known, apart - common, 0.0)
    residue = float((share * (left**2).sum(axis=1)).sum()) / (free * (worlds - 1.0))
    return max(0.0, raw - residue / worlds)


def _around_worlds(mean: float, apart: np.ndarray, known: np.ndarray, count: np.ndarray, share: np.ndarray
                   ) -> tuple[float, float]:
    several = count > 1
    if not several.any():
        return float("nan"), float("nan")
    wider = np.sqrt(count[several] / (count[several] - 1.0))  # corrects for a mean lying too close to its own worlds
    scaled = (apart[several] * wider[:, None])[known[several]]
    weights = np.broadcast_to((share / np.maximum(count, 1))[several][:, None], known[several].shape)[known[several]]
    low, high = quantiles(scaled, weights, ENDS)
    return mean + low, mean + high


def _around_settings(mean: float, means: np.ndarray, between: float, share: np.ndarray) -> tuple[float, float]:
    if not np.isfinite(between):
        return float("nan"), float("nan")
    raw = float((share * (means - mean) ** 2).sum()) / (1.0 - float((share**2).sum()))
    nearer = np.sqrt(between / raw) if raw > 0.0 else 0.0
    low, high = quantiles(mean + (means - mean) * nearer, share, ENDS)
    return low, high

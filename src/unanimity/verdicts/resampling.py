"""Intervals by bootstrap over replications, with bias correction and acceleration (BCa), on keyed resamples.

BCa: Efron (1987), "Better bootstrap confidence intervals", Journal of the American Statistical Association 82. A
statistic is a function of weights: how often each replication was drawn. All resamples are one matrix of weights, so
every form of test is a few weighted sums over it, and the jackknife behind the acceleration is one more matrix. The
matrix is a pure function of (seed, n): an interval is as reproducible as the runs it is made from.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from unanimity.support.errors import refuse
from unanimity.world.draws import uniforms

STREAM_RESAMPLE = 90
RESAMPLES = 10_000
LEAST_WORLDS = 10   # with fewer worlds nothing is decided
KEPT = 2_000_000    # a matrix of weights up to this many numbers (16 MB) is kept for the next form

Statistic = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class How:
    """How an interval is computed: the key of its resamples, their number, its level, and the fewest worlds for a
    decision."""

    seed: int = 0
    resamples: int = RESAMPLES
    level: float = 0.90
    least: int = LEAST_WORLDS

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < 2**64:
            raise refuse("verdicts", "seed", self.seed, "a whole number from 0 to 2^64 - 1")
        if isinstance(self.resamples, bool) or not isinstance(self.resamples, int) or self.resamples < 100:
            raise refuse("verdicts", "resamples", self.resamples, "a whole number from 100 up")
        if not 0.5 <= self.level < 1.0:
            raise refuse("verdicts", "level", self.level, "a number from 0.5 to below 1")
        if isinstance(self.least, bool) or not isinstance(self.least, int) or self.least < 2:
            raise refuse("verdicts", "least", self.least, "a whole number from 2 up")


STANDARD = How()


class Estimate(NamedTuple):
    """A statistic with its interval and the spread of its resamples; the ends are NaN if it is undefined."""

    value: float
    low: float
    high: float
    spread: float

    def size(self, n: int, null: float = 0.0) -> float:
        """Standardised effect: distance from the null in standard errors, over the root of n (d, for a mean)."""
        apart = self.value - null
        return apart / (self.spread * math.sqrt(n)) if self.spread > 0 and math.isfinite(apart) else math.nan


def _draw(n: int, seed: int, resamples: int) -> np.ndarray:
    picks = (uniforms(seed, STREAM_RESAMPLE, resamples * n) * n).astype(np.int64).reshape(resamples, n)
    picks += np.arange(resamples, dtype=np.int64)[:, None] * n
    weights = np.bincount(picks.ravel(), minlength=resamples * n).reshape(resamples, n).astype(float)
    weights.flags.writeable = False
    return weights


_kept = lru_cache(maxsize=8)(_draw)


def resampled(n: int, how: How = STANDARD) -> np.ndarray:
    """How often each of n replications was drawn, one row per resample; all forms share the resamples, so forms
    agree."""
    return (_kept if n * how.resamples <= KEPT else _draw)(n, how.seed, how.resamples)


def means(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Weighted means of a column, or of each column of a table, one row for each row of weights."""
    # einsum without BLAS: the same bits whatever the number of threads
    total = weights.sum(axis=1)
    if values.ndim == 1:
        return np.einsum("rn,n->r", weights, values) / total
    columns = np.ascontiguousarray(values.T)
    return np.stack([np.einsum("rn,n->r", weights, column) / total for column in columns], axis=1)


def medians(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Weighted medians of a column (the mean of the two middle values if the half falls between them)."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    climbed = np.cumsum(weights[:, order], axis=1)
    half = climbed[:, -1:] / 2
    last = len(ranked) - 1
    lower = np.minimum((climbed < half).sum(axis=1), last)
    upper = np.minimum((climbed <= half).sum(axis=1), last)
    return (ranked[lower] + ranked[upper]) / 2


def estimate(statistic: Statistic, n: int, how: How = STANDARD) -> Estimate:
    """The statistic of n replications and its BCa interval; resamples may be infinite, and a few may be undefined."""
    with np.errstate(all="ignore"):
        value = float(statistic(np.ones((1, n)))[0])
        drawn = statistic(resampled(n, how)) if n > 1 else np.array([value])
    drawn = np.sort(drawn[~np.isnan(drawn)])
    if math.isnan(value) or (n > 1 and drawn.size < 0.9 * how.resamples):
        return Estimate(value, math.nan, math.nan, math.nan)
    most = max(abs(drawn[0]), abs(drawn[-1]))
    if drawn[0] == drawn[-1] or (math.isfinite(most) and drawn[-1] - drawn[0] <= 1e-12 * most):
        return Estimate(value, value, value, 0.0)  # nothing varies, except by rounding
    low, high = _ends(drawn, value, _acceleration(statistic, n), how.level)
    finite = drawn[np.isfinite(drawn)]
    return Estimate(value, low, high, float(finite.std()) if finite.size else math.nan)


def _acceleration(statistic: Statistic, n: int) -> float:
    with np.errstate(all="ignore"):
        left_out = statistic(1.0 - np.eye(n))
        spread = left_out.mean() - left_out
        skew = (spread**3).sum() / (6.0 * (spread**2).sum() ** 1.5)
    return float(skew) if np.isfinite(skew) else 0.0


def _ends(drawn: np.ndarray, value: float, acceleration: float, level: float) -> tuple[float, float]:
    size = drawn.size
    below = (np.searchsorted(drawn, value, "left") + np.searchsorted(drawn, value, "right")) / 2 / size
    bias = ndtri(min(max(below, 0.5 / size), 1 - 0.5 / size))
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = bias + ndtri(tail)
        stretched = bias + z / max(1 - acceleration * z, 1e-6)
        ends.append(_quantile(drawn, float(ndtr(stretched))))
    return ends[0], ends[1]


def _quantile(ranked: np.ndarray, share: float) -> float:
    place = share * (ranked.size - 1)
    k = int(place)
    here, there = float(ranked[k]), float(ranked[min(k + 1, ranked.size - 1)])
    if here == there or place == k or here == -math.inf:
        return here
    return here + (place - k) * (there - here)


def of_mean(values: np.ndarray, how: How = STANDARD) -> Estimate:
    """The mean of one number per replication, with its interval."""
    return estimate(lambda weights: means(weights, values), values.size, how)


def bca(values: np.ndarray, how: How = STANDARD) -> tuple[float, float]:
    """The BCa interval of the mean of `values`; a point if they are all equal or there is only one."""
    values = np.asarray(values, float)
    values = values[np.isfinite(values)]
    if values.size == 0:
        return math.nan, math.nan
    found = of_mean(values, how)
    return found.low, found.high

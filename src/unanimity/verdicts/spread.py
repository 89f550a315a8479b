"""Spread: variance between replications, and how much of it a trait explains.

    variance   bootstrap of the log ratio of variances over replications; its interval excludes 0 and Brown and
               Forsythe's test has p < .05 (Brown and Forsythe 1974, "Robust tests for the equality of variances")
    explained  R2 of the outcome on a trait in each arm; the interval of their difference excludes 0
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from unanimity.verdicts.differences import asked, reaches, threshold_of
from unanimity.verdicts.doses import SIGNIFICANT
from unanimity.verdicts.finding import (
    SLACK,
    Finding,
    alike,
    bracket,
    column,
    number,
    paired,
    settle,
    shown,
    too_few,
    undecided,
    way,
)
from unanimity.verdicts.resampling import STANDARD, Estimate, How, estimate, means


def _variances(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    centred = values - values.mean()
    return means(weights, centred**2) - means(weights, centred) ** 2


def variance(treated: ArrayLike, control: ArrayLike, direction: str = "rise", by: float = 1.0, *,
             of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is it more (less) dispersed between replications, by at least `by` times the variance?"""
    towards = way("variance", direction)
    by = threshold_of("variance", by, "times", towards)
    first, second, rows = paired("variance", treated, control)
    question = f"{of}: does its variance {direction} {asked(by, 'times')}"
    n = first.size
    if few := too_few("variance", question, n, rows, how, by):
        return few
    if np.ptp(first) == 0 and np.ptp(second) == 0:
        return undecided("variance", question, "nothing varies in either arm", n, by)

    def logs(weights: np.ndarray) -> np.ndarray:
        return np.log(_variances(weights, first)) - np.log(_variances(weights, second))

    if np.ptp(first) == 0 or np.ptp(second) == 0:  # one arm does not vary at all: the ratio is 0 or without end
        end = math.inf if np.ptp(second) == 0 else -math.inf
        log, p = Estimate(end, end, end, math.nan), 0.0
    else:
        log = estimate(logs, n, how)
        from scipy.stats import levene  # not on top: it takes half a second to load
        p = float(levene(first, second, center="median").pvalue)
    times = [math.exp(value) if value < 700 else math.inf for value in log[:3]]
    found = Estimate(times[0], times[1], times[2], log.spread)
    sure = p < SIGNIFICANT
    return settle("variance", question, found, sign=sure and (log.low > 0 if towards > 0 else log.high < 0),
                  opposite=sure and (log.high < 0 if towards > 0 else log.low > 0), size=log.size(n), n=n,
                  meets=reaches(found.value, by, "times", towards), threshold=by, unit="times",
                  firmly=reaches(found.low if towards > 0 else found.high, by, "times", towards),
                  more=f"Brown and Forsythe's test has p = {p:.2g}")


def _r_squared(weights: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    x, y = x - x.mean(), y - y.mean()
    a, b = means(weights, x), means(weights, y)
    shared = means(weights, x * y) - a * b
    with np.errstate(all="ignore"):
        return shared**2 / (means(weights, x * x) - a * a) / (means(weights, y * y) - b * b)


def explained(trait: ArrayLike, outcome: ArrayLike, other_trait: ArrayLike, other_outcome: ArrayLike,
              above: float | None = None, other_below: float | None = None, *, of: str = "the outcome",
              how: How = STANDARD) -> Finding:
    """Does a trait explain more of the outcome between worlds than in the other arm (R2 above x, there below y)?

    The sign is that the interval of the difference of the two R2 excludes 0; the thresholds are met by the estimates.
    """
    names = ("trait", "outcome", "other_trait", "other_outcome")
    given = [column("explained", name, values) for name, values in
             zip(names, (trait, outcome, other_trait, other_outcome), strict=True)]
    alike("explained", **dict(zip(names, given, strict=True)))
    limits = [None if x is None else number("explained", name, x, 0.0, 1.0)
              for name, x in (("above", above), ("other_below", other_below))]
    whole = np.isfinite(np.stack(given)).all(axis=0)
    x, y, u, v = (values[whole] for values in given)
    question = f"{of}: does the trait explain more of it than in the other arm"
    if few := too_few("explained", question, x.size, whole.size, how, above):
        return few
    if np.ptp(x) == 0 or np.ptp(u) == 0 or np.ptp(y) == 0 or np.ptp(v) == 0:
        return undecided("explained", question, "trait or outcome does not vary in an arm", x.size, above)
    here, there = (estimate(lambda weights, p=p: _r_squared(weights, *p), x.size, how)  # type: ignore[misc]
                   for p in ((x, y), (u, v)))
    found = estimate(lambda weights: _r_squared(weights, x, y) - _r_squared(weights, u, v), x.size, how)
    meets = (limits[0] is None or here.value >= limits[0] - SLACK) and (
        limits[1] is None or there.value <= limits[1] + SLACK)
    firmly = (limits[0] is None or here.low >= limits[0]) and (limits[1] is None or there.high <= limits[1])
    return settle("explained", question, found, sign=found.low > 0, opposite=found.high < 0, meets=meets,
                  firmly=firmly, size=found.size(x.size), n=x.size, threshold=above, unit="absolute",
                  more=f"R2 {shown(here.value)} {bracket(here)} against {shown(there.value)} {bracket(there)}")

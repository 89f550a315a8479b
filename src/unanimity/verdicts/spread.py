"""Spread: variance between replications, and how much of it one or several traits explain.

    variance   bootstrap of the log ratio of variances over replications; its interval excludes 0 and Brown and
               Forsythe's test has p < .05 (Brown and Forsythe 1974, "Robust tests for the equality of variances")
    explained  R2 of the outcome on traits in each arm; the interval of their difference excludes 0
    explained_alike  that difference lies inside a margin, or is the other way round
    explains   R2 in one arm is above (below) x: the whole interval meets it

R2 is that of least squares on all traits together. It is not adjusted for their number: without any relation it is
(traits)/(worlds - 1) on average, .03 for three traits and 100 worlds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

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
    side,
    too_few,
    undecided,
    way,
)
from unanimity.verdicts.resampling import STANDARD, Estimate, How, estimate, means

NOTHING = 1e-9  # a variance below this share of the mean square counts as rounding
Traits = ArrayLike | Sequence[ArrayLike]  # one column, or a list of them


def _variances(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    centred = values - values.mean()
    square, mean = means(weights, centred**2), means(weights, centred)
    found = square - mean**2
    return np.where(found > NOTHING * square, found, 0.0)  # a resample of equal worlds has no variance


def variance(treated: ArrayLike, control: ArrayLike, direction: str = "rise", by: float = 1.0, *,
             of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is the measure more (less) dispersed between replications, by at least `by` times the variance?"""
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

    if np.ptp(first) == 0 or np.ptp(second) == 0:  # one arm does not vary at all: the ratio is 0 or infinite
        end = math.inf if np.ptp(second) == 0 else -math.inf
        log, p = Estimate(end, end, end, math.nan), 0.0
    else:
        log = estimate(logs, n, how)
        from scipy.stats import levene  # imported here because loading takes half a second
        p = float(levene(first, second, center="median").pvalue)
    times = [math.exp(value) if value < 700 else math.inf for value in log[:3]]
    found = Estimate(times[0], times[1], times[2], log.spread)
    sure = p < SIGNIFICANT
    return settle("variance", question, found, sign=sure and (log.low > 0 if towards > 0 else log.high < 0),
                  opposite=sure and (log.high < 0 if towards > 0 else log.low > 0), size=log.size(n), n=n,
                  meets=reaches(found.value, by, "times", towards), threshold=by, unit="times",
                  firmly=reaches(found.low if towards > 0 else found.high, by, "times", towards),
                  more=f"Brown and Forsythe's test has p = {p:.2g}")


def _r_squared(weights: np.ndarray, traits: np.ndarray, y: np.ndarray) -> np.ndarray:
    """R2 of y on the columns of traits, for each row of weights; 0 if y or the traits do not vary."""
    x, y = traits - traits.mean(axis=0), y - y.mean()
    a, b = means(weights, x), means(weights, y)
    k = x.shape[1]
    inner = np.empty((len(weights), k, k))
    for one in range(k):
        for other in range(one, k):
            inner[:, one, other] = means(weights, x[:, one] * x[:, other]) - a[:, one] * a[:, other]
            inner[:, other, one] = inner[:, one, other]
    shared = means(weights, x * y[:, None]) - a * b[:, None]
    spread = _variances(weights, y)
    fitted = np.einsum("rk,rkl,rl->r", shared, np.linalg.pinv(inner, hermitian=True), shared)
    with np.errstate(all="ignore"):
        return np.where(spread > 0, np.clip(fitted / spread, 0.0, 1.0), 0.0)


def _traits(form: str, name: str, values: Traits) -> np.ndarray:
    """One row per replication, one column per trait."""
    listed = isinstance(values, (list, tuple)) and len(values) > 0 and np.ndim(values[0]) > 0
    columns = [column(form, name, one) for one in (values if listed else [values])]  # type: ignore[arg-type, union-attr]
    alike(form, **{f"{name}[{k}]": one for k, one in enumerate(columns, start=1)})
    return np.column_stack(columns)


def _two_arms(form: str, question: str, trait: Traits, outcome: ArrayLike, other_trait: Traits,
              other_outcome: ArrayLike, how: How, threshold: float | None) -> Finding | tuple[list[Estimate], int]:
    """R2 in both arms, their difference, and the number of worlds; or an undecided finding."""
    x, u = _traits(form, "trait", trait), _traits(form, "other_trait", other_trait)
    y, z = column(form, "outcome", outcome), column(form, "other_outcome", other_outcome)
    alike(form, trait=x[:, 0], outcome=y, other_trait=u[:, 0], other_outcome=z)
    whole = np.isfinite(np.column_stack([x, u, y, z])).all(axis=1)
    x, y, u, z = (values[whole] for values in (x, y, u, z))
    if few := too_few(form, question, y.size, whole.size, how, threshold):
        return few
    if min(np.ptp(x, axis=0).max(), np.ptp(u, axis=0).max(), np.ptp(y), np.ptp(z)) == 0:
        return undecided(form, question, "trait or outcome does not vary in an arm", y.size, threshold)
    found = [estimate(lambda weights, p=p: _r_squared(weights, *p), y.size, how)  # type: ignore[misc]
             for p in ((x, y), (u, z))]
    apart = estimate(lambda weights: _r_squared(weights, x, y) - _r_squared(weights, u, z), y.size, how)
    return [*found, apart], y.size


def _r2_of_both(here: Estimate, there: Estimate) -> str:
    return f"R2 {shown(here.value)} {bracket(here)} against {shown(there.value)} {bracket(there)}"


def explained(trait: Traits, outcome: ArrayLike, other_trait: Traits, other_outcome: ArrayLike,
              above: float | None = None, other_below: float | None = None, *, of: str = "the outcome",
              how: How = STANDARD) -> Finding:
    """Do traits explain more of the outcome between worlds than in the other arm (R2 above x here, below y there)?

    The sign is that the interval of the difference of the two R2 excludes 0; the thresholds are met by the estimates.
    """
    limits = [None if x is None else number("explained", name, x, 0.0, 1.0)
              for name, x in (("above", above), ("other_below", other_below))]
    question = f"{of}: does the trait explain more of it than in the other arm"
    found = _two_arms("explained", question, trait, outcome, other_trait, other_outcome, how, above)
    if isinstance(found, Finding):
        return found
    (here, there, apart), n = found
    meets = (limits[0] is None or here.value >= limits[0] - SLACK) and (
        limits[1] is None or there.value <= limits[1] + SLACK)
    firmly = (limits[0] is None or here.low >= limits[0]) and (limits[1] is None or there.high <= limits[1])
    return settle("explained", question, apart, sign=apart.low > 0, opposite=apart.high < 0, meets=meets,
                  firmly=firmly, size=apart.size(n), n=n, threshold=above, unit="absolute",
                  more=_r2_of_both(here, there))


def explained_alike(trait: Traits, outcome: ArrayLike, other_trait: Traits, other_outcome: ArrayLike,
                    margin: float = 5.0, *, of: str = "the outcome", how: How = STANDARD) -> Finding:
    """Do traits explain as much in the other arm: is R2 equal within `margin` points, or higher there?"""
    margin = number("explained_alike", "margin", margin, 0.0, 100.0)
    question = f"{of}: do traits explain as much of it in the other arm, within {margin:g} points"
    found = _two_arms("explained_alike", question, trait, outcome, other_trait, other_outcome, how, margin)
    if isinstance(found, Finding):
        return found
    (here, there, apart), n = found
    inside = apart.low >= -margin / 100 - SLACK and apart.high <= margin / 100 + SLACK
    return settle("explained_alike", question, apart, sign=inside or apart.high < 0,
                  opposite=apart.low > margin / 100, size=apart.size(n), n=n, threshold=margin, unit="absolute",
                  more=_r2_of_both(here, there))


def explains(trait: Traits, outcome: ArrayLike, at: str = "above", x: float = 0.5, *, of: str = "the outcome",
             how: How = STANDARD) -> Finding:
    """Is the R2 of the outcome on traits at least (at most) x? The whole interval must meet x."""
    towards, x = side("explains", at), number("explains", "x", x, 0.0, 1.0)
    traits, y = _traits("explains", "trait", trait), column("explains", "outcome", outcome)
    alike("explains", trait=traits[:, 0], outcome=y)
    whole = np.isfinite(np.column_stack([traits, y])).all(axis=1)
    traits, y, rows = traits[whole], y[whole], y.size
    question = f"{of}: do traits explain {'at least' if towards > 0 else 'at most'} {x:g} of it"
    if few := too_few("explains", question, y.size, rows, how, x):
        return few
    if np.ptp(traits, axis=0).max() == 0 or np.ptp(y) == 0:
        return undecided("explains", question, "trait or outcome does not vary", y.size, x)
    found = estimate(lambda weights: _r_squared(weights, traits, y), y.size, how)
    near, far = (found.low, found.high) if towards > 0 else (found.high, found.low)
    return settle("explains", question, found, sign=towards * (found.value - x) >= -SLACK,
                  opposite=towards * (far - x) < 0, meets=towards * (near - x) >= -SLACK, size=found.size(y.size, x),
                  n=y.size, threshold=x, unit="", counted="worlds",
                  leans=1 if towards * (near - x) >= -SLACK else -1 if towards * (far - x) < 0 else 0)

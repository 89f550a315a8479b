"""Doses: trend, shape, convex and dose_at, over ordered doses, levels of the tree, rounds or seasons.

Data are (replications, doses): a row holds the same people and random numbers at every dose.

    trend    Page's L over replications as blocks, p < .05 (Page 1963, "Ordered hypotheses for multiple treatments"),
             and Spearman's coefficient has the sign in 75 % of them
    shape    the lowest (highest) point of the resampled mean curve is inside in 90 % of resamples, and both ends
             differ from it by `sign`
    convex   the slope of log y on log x along the mean curve (or the slope over the upper doses in units of that over
             the lower ones) is above 1, and its interval too
    dose_at  the dose at which a monotone fit (least squares, pooled neighbours) first reaches a target
    at_dose  another measure at that dose
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError, refuse
from unanimity.verdicts.differences import change, sign, signed
from unanimity.verdicts.finding import (
    SHARE,
    SLACK,
    Finding,
    alike,
    column,
    number,
    settle,
    table,
    too_few,
    undecided,
    way,
)
from unanimity.verdicts.levels import level
from unanimity.verdicts.resampling import STANDARD, Estimate, How, estimate, means, of_mean, resampled

SIGNIFICANT = 0.05  # of Page's L and of Brown and Forsythe's test
INSIDE = 0.90       # share of resamples whose extremum must lie inside
VARIES = 0.05       # sd of x over its mean, at least


def grid(form: str, doses: ArrayLike, values: ArrayLike, least: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Doses in rising order, the rows that have a value at every dose, and the number of rows before that selection."""
    x, y = column(form, "doses", doses), table(form, "values", values, "doses")
    if y.shape[1] != x.size:
        raise UserError(f"{form}: {x.size} doses but values for {y.shape[1]}; the columns of values are the doses.")
    if x.size < least:
        raise UserError(f"{form}: {x.size} doses are too few; at least {least} are needed.")
    if not np.isfinite(x).all() or (np.diff(x) <= 0).any():
        raise UserError(f"{form}: doses must be numbers in rising order, each once.")
    return x, y[np.isfinite(y).all(axis=1)], y.shape[0]


def spearman(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Spearman's rank correlation of each row of x with that of y; NaN where one does not vary."""
    from scipy.stats import rankdata  # imported here because loading takes half a second
    one, two = (rankdata(np.atleast_2d(values), axis=1) for values in (x, y))
    one = one - one.mean(axis=1, keepdims=True)
    two = two - two.mean(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        return (one * two).sum(axis=1) / np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1))


def trend(values: ArrayLike, direction: str = "rise", *, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Does the measure rise (fall) over the ordered columns?

    >>> trend([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]] * 10).passed
    True
    """
    from scipy.stats import page_trend_test
    towards = way("trend", direction)
    given = table("trend", "values", values, "doses")
    if given.shape[1] < 3:
        raise UserError(f"trend: {given.shape[1]} ordered columns are too few; at least 3 are needed (two are a sign).")
    y = given[np.isfinite(given).all(axis=1)]
    question = f"{of}: does it {direction} over {given.shape[1]} steps"
    if few := too_few("trend", question, len(y), len(given), how):
        return few
    ranks = spearman(np.broadcast_to(np.arange(y.shape[1], dtype=float), y.shape), y)
    ranks = np.where(np.isnan(ranks), 0.0, ranks)  # a flat row has no trend and counts against
    p = {s: float(page_trend_test(y[:, ::s], method="asymptotic").pvalue) for s in (1, -1)}
    share, against = float((towards * ranks > 0).mean()), float((towards * ranks < 0).mean())
    found = of_mean(ranks, how)
    return settle("trend", question, found, sign=p[towards] < SIGNIFICANT and share >= SHARE - SLACK,
                  opposite=p[-towards] < SIGNIFICANT and against >= SHARE - SLACK, share=share,
                  size=found.size(len(y)), n=len(y), counted="blocks",
                  leans=1 if p[towards] < SIGNIFICANT else -1 if p[-towards] < SIGNIFICANT else 0,
                  more=f"mean rank correlation with the step; Page's L has p = {p[towards]:.2g}")


def shape(doses: ArrayLike, values: ArrayLike, extreme: str = "lowest", within: tuple[float, float] | None = None, *,
          of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is the lowest (highest) point inside the doses, and (threshold) its dose within the two given?

    The effect is the dose of that point, with the range of 90 % of its resamples; `share` is the share of resamples in
    which it lies inside. The opposite is the other extreme lying inside by the same rule.
    """
    if extreme not in ("lowest", "highest"):
        raise refuse("shape", "extreme", extreme, "'lowest' or 'highest'")
    x, y, rows = grid("shape", doses, values, 3)
    question = f"{of}: is its {extreme} point inside the doses" + (
        f", from {within[0]:g} to {within[1]:g}" if within else "")
    if few := too_few("shape", question, len(y), rows, how):
        return few
    turn = 1.0 if extreme == "lowest" else -1.0
    inside, dose, found, size = _dip(x, turn * y, how)
    opposite = _dip(x, -turn * y, how)[0]
    meets = within is None or within[0] - SLACK <= found.value <= within[1] + SLACK
    firmly = within is None or (within[0] - SLACK <= found.low and found.high <= within[1] + SLACK)
    return settle("shape", question, found, sign=inside, opposite=opposite, meets=meets, firmly=firmly, share=dose,
                  size=size, n=len(y), threshold=within[1] if within else None, counted="replications",
                  having="(resamples of them) inside")


def _dip(x: np.ndarray, y: np.ndarray, how: How) -> tuple[bool, float, Estimate, float]:
    """Whether the lowest point is inside, in what share of resamples, its dose, and the nearer end's effect size."""
    lowest = int(y.mean(axis=0).argmin())
    places = means(resampled(len(y), how), y).argmin(axis=1)
    share = float(((places > 0) & (places < x.size - 1)).mean())
    low, high = np.quantile(x[places], [(1 - how.level) / 2, (1 + how.level) / 2], method="nearest")
    found = Estimate(float(x[lowest]), float(low), float(high), float(x[places].std()))
    if not 0 < lowest < x.size - 1:
        return False, share, found, math.nan
    ends = [signed(y[:, end] - y[:, lowest], 1, how) for end in (0, -1)]
    return (share >= INSIDE - SLACK and all(end.passes for end in ends), share, found,
            min((end.size for end in ends), key=abs))


def convex(x: ArrayLike, y: ArrayLike, by: str = "logs", *, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Does y grow more than in proportion to x: are the slope of the logarithms and its interval above 1?

    Tables (replications, doses) are fitted along the mean curve; columns (one number a world) over worlds. With
    `by="differences"`: the slope over the upper doses in units of the slope over the lower ones (for three doses the
    ratio of successive differences), which needs a table and allows zeros.
    """
    if by not in ("logs", "differences"):
        raise refuse("convex", "by", by, "'logs' or 'differences'")
    one, two = np.asarray(x, float), np.asarray(y, float)
    if two.ndim == 2 and one.ndim == 1 and one.size == two.shape[1]:
        one = np.broadcast_to(one, two.shape)
    alike("convex", x=one, y=two)
    least = 3 if by == "differences" else 2
    if two.ndim not in (1, 2) or (two.ndim == 1 and by == "differences") or (two.ndim == 2 and two.shape[1] < least):
        raise UserError(f"convex: y has shape {two.shape}; it must be (replications, doses) with at least {least} "
                        "doses, or for logs one number for each world.")
    flat = two.ndim == 1
    whole = np.isfinite(one) & np.isfinite(two)
    whole = whole & (one > 0) & (two > 0) if flat else whole.all(axis=1)
    one, two, rows = one[whole], two[whole], two.shape[0]
    question = f"{of}: does it grow more than in proportion"
    if few := too_few("convex", question, len(two), rows, how, 1.0):
        return few
    if flat and len(two) < 0.9 * rows:
        return undecided("convex", question, f"{rows - len(two)} of {rows} worlds have no logarithm", len(two), 1.0)
    centres = one if flat else one.mean(axis=0)
    if centres.std() < VARIES * abs(centres.mean()):
        return undecided("convex", question, "x hardly varies", len(two), 1.0)

    def of_weights(weights: np.ndarray) -> np.ndarray:
        if flat:
            return _slope(weights, np.log(one), np.log(two))
        across, along = means(weights, one), means(weights, two)
        if by == "logs":
            positive = (across > 0).all(axis=1) & (along > 0).all(axis=1)
            across, along = np.log(across), np.log(along)
            across, along = (values - values.mean(axis=1, keepdims=True) for values in (across, along))
            return np.where(positive, (across * along).sum(axis=1) / (across**2).sum(axis=1), math.nan)
        middle = along.shape[1] // 2
        upper = (along[:, -1] - along[:, middle]) / (across[:, -1] - across[:, middle])
        lower = (along[:, middle] - along[:, 0]) / (across[:, middle] - across[:, 0])
        return np.where(lower > 0, upper / lower, math.nan)

    found = estimate(of_weights, len(two), how)
    if math.isnan(found.value) or math.isnan(found.low):
        return undecided("convex", question, "the curve starts at nothing or falls, so its growth has no ratio",
                         len(two), 1.0)
    return settle("convex", question, found, sign=found.low > 1, opposite=found.high < 1, threshold=1.0,
                  size=found.size(len(two), 1.0), n=len(two), counted="replications")


def _slope(weights: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    x, y = x - x.mean(), y - y.mean()
    a, b, c, d = (means(weights, values) for values in (x, y, x * y, x * x))
    return (c - a * b) / (d - a * a)


def doses_at(doses: ArrayLike, values: ArrayLike, target: float, direction: str = "rise") -> np.ndarray:
    """The dose at which each replication's monotone fit first reaches the target; NaN if it never does.

    >>> doses_at([0, 1, 2], [[0.0, 1.0, 4.0], [0.0, 0.0, 1.0]], 2.5).tolist()
    [1.5, nan]
    """
    from scipy.optimize import isotonic_regression
    towards = way("dose_at", direction)
    target = number("dose_at", "target", target)
    x, y = column("dose_at", "doses", doses), table("dose_at", "values", values, "doses")
    grid("dose_at", x, y, 2)
    found = np.full(len(y), math.nan)
    for row, curve in enumerate(y):
        if not np.isfinite(curve).all():
            continue
        fit = towards * isotonic_regression(curve, increasing=towards > 0).x
        reached = np.flatnonzero(fit >= towards * target - SLACK)
        if reached.size:
            k = int(reached[0])
            step = fit[k] - fit[k - 1] if k else 0.0
            part = min(1.0, (towards * target - fit[k - 1]) / step) if step > 0 else 1.0
            found[row] = x[0] if k == 0 else x[k - 1] + part * (x[k] - x[k - 1])
    return found


def dose_at(doses: ArrayLike, values: ArrayLike, target: float, rising: str = "rise", *,
            other: ArrayLike | None = None, direction: str = "rise", by: float | None = None, unit: str = "percent",
            at: str = "below", dose: float | None = None, of: str = "the dose", how: How = STANDARD) -> Finding:
    """At what dose is the target reached: at most (least) `dose`, or at a higher (lower) one than in `other` arm?

    A replication that never reaches it counts as reaching it at the highest dose, the least it can be.
    """
    top = float(np.max(np.asarray(doses, float)))
    arms = {"values": values} | ({} if other is None else {"other": other})
    reached: dict[str, Any] = {name: doses_at(doses, arm, target, rising) for name, arm in arms.items()}
    question = f"{of} at which {target:g} is reached"
    for name, found in reached.items():
        known = int(np.isfinite(found).sum())
        if known < how.least:
            return undecided("dose_at", question, f"too few, {known} of {found.size} replications of {name} reach "
                                                  f"{target:g} and {how.least} are needed", known, by)
        missing = ~np.isfinite(np.asarray(arms[name], float)).all(axis=1)
        reached[name] = np.where(np.isnan(found) & ~missing, top, found)
    if other is not None and by is not None:
        return change(reached["values"], reached["other"], direction, by, unit, of=question, how=how, form="dose_at")
    if other is not None:
        return sign(reached["values"], reached["other"], direction, of=question, how=how, form="dose_at")
    if dose is None:
        raise UserError("dose_at: give `dose` to compare with, or the values of an `other` arm.")
    return level(reached["values"], at, dose, of=question, how=how, form="dose_at")


def at_dose(doses: ArrayLike, values: ArrayLike, measured: ArrayLike, target: float, rising: str = "rise", *,
            at: str = "below", value: float, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is another measure above (below) a number at the dose at which `values` reach the target?

    Between two doses it is interpolated linearly. A replication that never reaches the target is left out.
    """
    x, other = column("at_dose", "doses", doses), table("at_dose", "measured", measured, "doses")
    found = doses_at(doses, values, target, rising)
    question = f"{of} where {target:g} is reached"
    there = np.array([np.interp(dose, x, curve) if np.isfinite(dose) and np.isfinite(curve).all() else math.nan
                      for dose, curve in zip(found, other, strict=True)])
    known = int(np.isfinite(there).sum())
    if known < how.least:
        return undecided("at_dose", question, f"too few, {known} of {found.size} replications reach {target:g} and "
                                              f"{how.least} are needed", known, value)
    return level(there[np.isfinite(there)], at, value, of=question, how=how, form="at_dose")

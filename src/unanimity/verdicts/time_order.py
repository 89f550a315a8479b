"""Time order: before, lasts and returns, and the months that they are computed from.

    before   A is earlier in 75 % of the worlds and the interval of the median gap excludes 0
    lasts    `sign` at month +k
    returns  the return time is at most k in 75 % of the pairs
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError
from unanimity.verdicts.differences import sign
from unanimity.verdicts.finding import SHARE, SLACK, Finding, alike, column, number, settle, side, table, too_few, way
from unanimity.verdicts.resampling import STANDARD, How, estimate, medians

GONE = 0.10     # share of its peak below which a difference counts as gone
FOR = 6         # months it must stay below
FINAL = 12      # months whose mean is the final effect


def first_passage(series: ArrayLike, level: float, at: str = "above") -> np.ndarray:
    """The first month in which each row of (worlds, months) is at least (at most) the level; NaN if never.

    >>> first_passage([[0.0, 1.0, 2.0], [0.0, 0.0, 0.0]], 1.0).tolist()
    [1.0, nan]
    """
    towards, level = side("before", at), number("before", "level", level)
    rows = table("before", "series", series, "months")
    return _first(towards * (rows - level) >= -SLACK)


def month_of_half(effects: ArrayLike, final: int = FINAL) -> np.ndarray:
    """The first month in which each row has half of its final effect (mean of the last months); NaN without an
    effect."""
    rows = table("before", "effects", effects, "months")
    if not 1 <= final <= rows.shape[1]:
        raise UserError(f"before: final = {final} is not allowed; allowed: 1 to {rows.shape[1]}, the months there are.")
    end = rows[:, -final:].mean(axis=1, keepdims=True)
    return np.where(end[:, 0] == 0, math.nan, _first(np.sign(end) * rows >= np.abs(end) / 2))


def _first(reached: np.ndarray) -> np.ndarray:
    return np.where(reached.any(axis=1), reached.argmax(axis=1).astype(float), math.nan)


def return_times(differences: ArrayLike) -> np.ndarray:
    """Months until each row's difference to control is below a tenth of its peak for 6 months.

    Infinite if that never happens, NaN if there is no difference.

    >>> return_times([[0, 4, 2, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1, 1, 1]]).tolist()
    [3.0, inf]
    """
    rows = np.abs(table("returns", "differences", differences, "months"))
    months = rows.shape[1]
    if months <= FOR:
        raise UserError(f"returns: {months} months are too few; more than {FOR} are needed.")
    peak = rows.max(axis=1, keepdims=True)
    small = rows < GONE * peak
    windows = np.lib.stride_tricks.sliding_window_view(small, FOR, axis=1).all(axis=2)
    after = np.arange(windows.shape[1]) > rows.argmax(axis=1)[:, None]
    found = _first(windows & after)
    found = np.where(np.isnan(found), math.inf, found)
    return np.where((peak[:, 0] > 0) & np.isfinite(peak[:, 0]), found, math.nan)


def before(first: ArrayLike, second: ArrayLike, end: float | None = None, *, of: str = "the first event",
           than: str = "the second", how: How = STANDARD) -> Finding:
    """Does the first come before the second: in 75 % of the worlds, and the median gap's interval above 0?

    There is one month per world and event, NaN if the event never happened: it then counts as happening one month after
    `end` (the last month of the run; by default the last month observed). Worlds in which neither happened are left
    out.
    """
    one, two = column("before", "first", first), column("before", "second", second)
    alike("before", first=one, second=two)
    came = np.isfinite(one) | np.isfinite(two)
    question = f"{of}: does it come before {than}"
    if few := too_few("before", question, int(came.sum()), one.size, how):
        return few
    last = float(np.nanmax(np.concatenate([one, two]))) if end is None else number("before", "end", end)
    gaps = (np.where(np.isnan(two), last + 1, two) - np.where(np.isnan(one), last + 1, one))[came]
    share, against = float((gaps > 0).mean()), float((gaps < 0).mean())
    found = estimate(lambda weights: medians(weights, gaps), gaps.size, how)
    return settle("before", question, found, sign=share >= SHARE - SLACK and found.low > 0,
                  opposite=against >= SHARE - SLACK and found.high < 0, share=share, size=found.size(gaps.size),
                  n=gaps.size, unit="months", counted="worlds", having="in that order",
                  leans=1 if found.low > 0 else -1 if found.high < 0 else 0)


def lasts(treated: ArrayLike, control: ArrayLike, at: int, direction: str = "rise", *, of: str = "the measure",
          how: How = STANDARD) -> Finding:
    """Is the measure still higher (lower) at month +k (tables of (replications, months), column 0 the month of
    treatment)?"""
    way("lasts", direction)
    one, two = table("lasts", "treated", treated, "months"), table("lasts", "control", control, "months")
    alike("lasts", treated=one, control=two)
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at < one.shape[1]:
        raise UserError(f"lasts: at = {at!r} is not allowed; allowed: a month from 0 to {one.shape[1] - 1}.")
    return sign(one[:, at], two[:, at], direction, of=f"{of} at +{at}", how=how, form="lasts")


def returns(treated: ArrayLike, control: ArrayLike, within: float, *, of: str = "the measure",
            how: How = STANDARD) -> Finding:
    """Is the difference gone by month +k, in 75 % of the pairs (below a tenth of its peak for 6 months)?

    Pairs that never differ are left out. The effect is the median return time. The opposite is `lasts` at +k, not a
    late return: noise around no difference has a peak too and seldom stays below a tenth of it for 6 months.
    """
    one, two = table("returns", "treated", treated, "months"), table("returns", "control", control, "months")
    alike("returns", treated=one, control=two)
    within = number("returns", "within", within, 0.0, math.inf)
    if within + FOR > one.shape[1]:
        raise UserError(f"returns: within = {within:g} needs {within + FOR:g} months and there are {one.shape[1]}.")
    months = return_times(one - two)
    known = months[~np.isnan(months)]
    question = f"{of}: is the difference gone within {within:g} months"
    if few := too_few("returns", question, known.size, months.size, how, within):
        return few
    soon = float((known <= within + SLACK).mean())
    then = int(within)
    still = any(sign(one[:, then], two[:, then], direction, how=how).passed for direction in ("rise", "fall"))
    found = estimate(lambda weights: medians(weights, known), known.size, how)
    return settle("returns", question, found, sign=soon >= SHARE - SLACK, opposite=still and 1 - soon >= SHARE - SLACK,
                  missed=1 - soon >= SHARE - SLACK, firmly=found.high <= within, share=soon,
                  n=known.size, threshold=within, unit="months",
                  having="by then")

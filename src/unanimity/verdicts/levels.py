"""Levels: is a measure above a number, and in how many worlds is something true?

    level    the mean and 75 % of the worlds meet x
    worlds   the share of worlds and its Wilson interval meet x (Wilson 1927, "Probable inference, the law of
             succession, and statistical inference")
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from unanimity.support.errors import UserError
from unanimity.verdicts.finding import SHARE, SLACK, Finding, column, number, settle, side, too_few
from unanimity.verdicts.resampling import STANDARD, Estimate, How, of_mean


def level(values: ArrayLike, at: str, x: float, *, of: str = "the measure", how: How = STANDARD,
          form: str = "level") -> Finding:
    """Is the measure at least x ('above') or at most x ('below'), in the mean and in 75 % of the worlds?

    A level has no sign, so there is no opposite: a level that is clearly missed is a missed threshold, and only a
    claim's `falsified_if` can contradict it (protocol: anything between is undecided).

    >>> level([0.96, 0.97] * 5, "above", 0.95).passed
    True
    """
    towards, x = side(form, at), number(form, "x", x)
    given = column(form, "values", values)
    worlds_with = given[np.isfinite(given)]
    question = f"{of}: is it {'at least' if towards > 0 else 'at most'} {x:g}"
    if few := too_few(form, question, worlds_with.size, given.size, how, x):
        return few
    found = of_mean(worlds_with, how)
    meets = towards * (worlds_with - x) >= -SLACK
    share = float(meets.mean())
    mean_meets = towards * (found.value - x) >= -SLACK
    end = found.low if towards > 0 else found.high
    spread = float(worlds_with.std(ddof=1))
    return settle(form, question, found, sign=mean_meets and share >= SHARE - SLACK,
                  opposite=False, missed=not mean_meets and 1 - share >= SHARE - SLACK,
                  firmly=towards * (end - x) >= -SLACK, share=share,
                  size=(found.value - x) / spread if spread > 0 else math.nan,
                  n=worlds_with.size, threshold=x, counted="worlds", having="that meet it",
                  leans=int(towards * (end - x) >= -SLACK))


def wilson(true: int, n: int, confidence: float = 0.90) -> tuple[float, float]:
    """Wilson's interval for a share: `true` of `n`.

    >>> low, high = wilson(8, 10, 0.95)
    >>> print(f"{low:.4f} {high:.4f}")
    0.4902 0.9433
    """
    if n < 1 or not 0 <= true <= n:
        raise UserError(f"worlds: {true} of {n} is no share; the first must be from 0 to the second, at least 1.")
    z = float(ndtri((1 + confidence) / 2))
    share = true / n
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def worlds(true: ArrayLike, at_least: float, *, of: str = "the statement", how: How = STANDARD) -> Finding:
    """Is the condition true in at least that share of the worlds (one truth value per world, NaN if undefined)?

    Passes if the whole Wilson interval meets the share; sign only if only the observed share does. Like a level it has
    no opposite: a share clearly below is a missed threshold.
    """
    at_least = number("worlds", "at_least", at_least, 0.0, 1.0)
    given = column("worlds", "true", true)
    asked = given[np.isfinite(given)]
    if not np.isin(asked, (0.0, 1.0)).all():
        raise UserError("worlds: true must hold truth values, one for each world.")
    question = f"{of}: is it true in at least {100 * at_least:g} % of the worlds"
    if few := too_few("worlds", question, asked.size, given.size, how, at_least):
        return few
    share = float(asked.mean())
    low, high = wilson(int(asked.sum()), asked.size, how.level)
    found = Estimate(share, low, high, math.sqrt(share * (1 - share) / asked.size))
    return settle("worlds", question, found, sign=share >= at_least - SLACK, meets=low >= at_least - SLACK,
                  opposite=False, missed=high < at_least, share=share,
                  size=found.size(asked.size, at_least), n=asked.size, threshold=at_least,
                  counted="worlds", having="in which it is true", leans=int(low >= at_least - SLACK))

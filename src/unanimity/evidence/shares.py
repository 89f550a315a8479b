"""Shares and rates of small samples: Wilson's interval, Fisher's test, the ratio of two rates."""

from __future__ import annotations

import math

Interval = tuple[float, float]
_Z = 1.959964


def wilson(count: int, of: int) -> Interval:
    """Wilson's 95 % interval of a share; not numbers where there is nobody.

    >>> low, high = wilson(18, 22)
    >>> round(low, 4), round(high, 4)
    (0.6148, 0.9269)
    """
    from scipy.stats import binomtest

    if of == 0:
        return math.nan, math.nan
    found = binomtest(count, of).proportion_ci(0.95, "wilson")
    return float(found.low), float(found.high)


def fisher(count: int, of: int, other_count: int, other_of: int) -> float:
    """Fisher's exact test of two shares, two-sided."""
    from scipy.stats import fisher_exact

    return float(fisher_exact([[count, of - count], [other_count, other_of - other_count]]).pvalue)


def ratio_of_rates(deaths: int, years: int, other_deaths: int, other_years: int) -> tuple[float, float, float]:
    """The ratio of two rates with the 95 % interval of its logarithm.

    >>> [round(x, 1) for x in ratio_of_rates(112, 545, 14, 1789)]
    [26.3, 15.1, 45.8]
    """
    ratio = (deaths / years) / (other_deaths / other_years)
    spread = _Z * math.sqrt(1 / deaths + 1 / other_deaths)
    return ratio, ratio * math.exp(-spread), ratio * math.exp(spread)

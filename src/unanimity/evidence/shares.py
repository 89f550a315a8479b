"""Shares and rates of small samples: Wilson's interval, Fisher's test, the ratio of two rates."""

from __future__ import annotations

import math

Interval = tuple[float, float]
_Z = 1.959964


def wilson(count: int, of: int) -> Interval:
    """Wilson's 95 % interval of a share; NaN for a sample of nobody.

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


def ratio_of_small_rates(events: int, years: int, other_events: int, other_years: int) -> tuple[float, float, float]:
    """The same, but if one of the counts is 0 the interval is exact, conditional on their sum.

    >>> [round(x, 2) for x in ratio_of_small_rates(4, 100, 0, 100)]
    [inf, 0.66, inf]
    """
    from scipy.stats import binomtest

    if events and other_events:
        return ratio_of_rates(events, years, other_events, other_years)
    if not events + other_events or not years or not other_years:
        return math.nan, 0.0, math.inf
    ends = binomtest(events, events + other_events).proportion_ci(0.95, "exact")

    def rate(share: float) -> float:
        return share / (1 - share) * other_years / years if share < 1 else math.inf

    return rate(events / (events + other_events)), rate(float(ends.low)), rate(float(ends.high))


def difference_of_shares(count: int, of: int, other_count: int, other_of: int) -> tuple[float, float, float]:
    """One share minus another, with Newcombe's 95 % interval, built from Wilson's intervals.

    >>> [round(x, 3) for x in difference_of_shares(18, 22, 32, 41)]
    [0.038, -0.189, 0.221]
    """
    one, two = count / of, other_count / other_of
    (low, high), (other_low, other_high) = wilson(count, of), wilson(other_count, other_of)
    return (one - two, one - two - math.hypot(one - low, other_high - two),
            one - two + math.hypot(high - one, two - other_low))


def ratio_of_shares(count: int, of: int, other_count: int, other_of: int) -> tuple[float, float, float]:
    """The ratio of two shares with the 95 % interval of its logarithm; a count of 0 is taken as a half.

    >>> [round(x, 2) for x in ratio_of_shares(18, 22, 32, 41)]
    [1.05, 0.81, 1.35]
    """
    add = 0.5 if 0 in (count, other_count) else 0.0
    one, two = (count + add) / (of + add), (other_count + add) / (other_of + add)
    spread = _Z * math.sqrt((1 - one) / (count + add) + (1 - two) / (other_count + add))
    return one / two, one / two * math.exp(-spread), one / two * math.exp(spread)

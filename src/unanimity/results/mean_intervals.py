"""The mean over worlds with its confidence interval: one function for every table and page."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtrit

FEWEST = 3  # fewest worlds for an interval


def mean_interval(values: np.ndarray, least: float = -np.inf, most: float = np.inf) -> tuple[float, float]:
    """The 90 % confidence interval of a mean over worlds (Student's t), clipped to the measure's bounds.

    NaN for fewer than three worlds.
    """
    known = np.asarray(values, float)
    known = known[np.isfinite(known)]
    if known.size < FEWEST:
        return float("nan"), float("nan")
    mean = float(known.mean())
    half = float(stdtrit(known.size - 1, 0.95) * known.std(ddof=1) / np.sqrt(known.size))
    return max(least, mean - half), min(most, mean + half)

"""Intervals for paired differences: bootstrap with bias correction and acceleration, on keyed resamples.

BCa: Efron (1987), "Better bootstrap confidence intervals". The resamples come from the keyed generator, so an interval
is as reproducible as the runs it is made from.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from unanimity.world.draws import uniforms

STREAM_RESAMPLE = 90
RESAMPLES = 10_000


def bca(values: np.ndarray, level: float = 0.90, seed: int = 0, resamples: int = RESAMPLES) -> tuple[float, float]:
    """The BCa interval of the mean of `values` at that level; a point if they are all equal or there is only one."""
    values = np.asarray(values, float)
    values = values[np.isfinite(values)]
    if values.size < 2 or np.ptp(values) == 0.0:
        only = float(values.mean()) if values.size else float("nan")
        return only, only
    n = values.size
    picks = (uniforms(seed, STREAM_RESAMPLE, resamples * n) * n).astype(np.int64).reshape(resamples, n)
    means = np.sort(values[picks].mean(axis=1))
    centre = values.mean()
    below = np.clip((np.searchsorted(means, centre, "left") + np.searchsorted(means, centre, "right")) / 2 / resamples,
                    0.5 / resamples, 1 - 0.5 / resamples)
    bias = ndtri(below)
    left_out = (values.sum() - values) / (n - 1)
    spread = left_out.mean() - left_out
    acceleration = (spread**3).sum() / (6.0 * (spread**2).sum() ** 1.5)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = bias + ndtri(tail)
        share = ndtr(bias + z / (1 - acceleration * z))
        ends.append(float(np.quantile(means, share)))
    return ends[0], ends[1]

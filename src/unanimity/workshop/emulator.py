"""An emulator: predicts the model's output at settings where it was not run, with uncertainty.

A Gaussian process (scikit-learn) for one target: a Matern kernel with one length scale per parameter, on settings
scaled to the unit cube; the noise of a point is the variance of its mean over worlds. Rasmussen and Williams (2006);
for simulators Kennedy and O'Hagan (2001).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.support.extras import need

SMOOTHNESS = 2.5  # of the Matern kernel: twice differentiable
LENGTHS = (0.05, 20.0)  # in units of a parameter's whole range
LEAST_NOISE = 1e-8  # relative to the spread of the output, so that the matrix can be inverted
RESTARTS = 1
LEAST_KNOWN = 5  # fewest settings with a value for a fit
NINE_TENTHS = 1.645  # standard deviations on either side


@dataclass(frozen=True)
class Emulator:
    """A fitted process, with the scale of its output and the variance between worlds.

    Without a process the target is unknown: too few settings gave a value.
    """

    process: Any
    middle: float
    scale: float
    between_worlds: float  # variance of one world around the mean of all: the model's own noise
    errors: np.ndarray  # leave-one-out error of each point, in standard deviations
    explained: float = float("nan")  # share of the variance between points that leave-one-out predictions explain

    def __call__(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The expected mean over worlds, and its variance, at points of the unit cube."""
        if self.process is None:
            return np.full(len(places), np.nan), np.zeros(len(places))
        mean, spread = self.process.predict(places, return_std=True)
        return self.middle + self.scale * mean, (self.scale * spread) ** 2

    @property
    def sound(self) -> float:
        """The share of points that the others predict within three standard deviations; about 1 for a reliable
        emulator."""
        return float((np.abs(self.errors) < 3.0).mean()) if self.errors.size else float("nan")

    @property
    def coverage(self) -> float:
        """The share of points inside their leave-one-out 90 % interval; 0.9 for a well-calibrated emulator."""
        return float((np.abs(self.errors) < NINE_TENTHS).mean()) if self.errors.size else float("nan")


def fitted(places: np.ndarray, values: np.ndarray, seed: int) -> Emulator:
    """Fit an emulator to values (points, worlds) at points (points, parameters); NaN worlds are left out."""
    need("calibration", "sklearn")
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

    mean, noise, between = summed(values)
    known = np.isfinite(mean)
    if known.sum() < LEAST_KNOWN:
        return Emulator(None, 0.0, 1.0, 0.0, np.empty(0))
    places, mean, noise = places[known], mean[known], noise[known]
    middle, scale = float(mean.mean()), float(mean.std()) or 1.0
    kernel = ConstantKernel(1.0, (1e-2, 1e3)) * Matern(np.ones(places.shape[1]), LENGTHS, SMOOTHNESS)
    if not noise.any():  # the noise of a point is unknown, so it is fitted
        kernel = kernel + WhiteKernel(0.01, (1e-6, 1.0))
    process = GaussianProcessRegressor(kernel, alpha=noise / scale**2 + LEAST_NOISE, n_restarts_optimizer=RESTARTS,
                                       random_state=seed % 2**32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a length scale at its bound means an inert or dominant parameter
        process.fit(places, (mean - middle) / scale)
    scaled = (mean - middle) / scale
    errors, misses = _left_out(process, scaled)
    spread = float((scaled**2).mean())
    return Emulator(process, middle, scale, between, errors,
                    1.0 - float((misses**2).mean()) / spread if spread > 0.0 else float("nan"))


def summed(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """The mean over worlds at each point, the variance of that mean, and the variance between worlds.

    A variance from a few worlds is itself noisy, so each point's variance is shrunk halfway to the mean of all points.
    """
    known = np.isfinite(values)
    count = known.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, values, 0.0).sum(axis=1) / count
        own = np.where(known, (values - mean[:, None]) ** 2, 0.0).sum(axis=1) / (count - 1)
    several = count > 1
    between = float(own[several].mean()) if several.any() else 0.0
    noise = np.where(several, 0.5 * (own + between), between) / np.maximum(count, 1)
    return mean, noise, between


def _left_out(process: Any, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Leave-one-out errors, standardised and raw, without refitting (Rasmussen and Williams, 5.12)."""
    inverse = np.linalg.inv(process.L_ @ process.L_.T)
    variance = 1.0 / np.diag(inverse)
    return np.asarray((inverse @ values) * np.sqrt(variance)), np.asarray((inverse @ values) * variance)

"""Traits: initial characteristics of people, from declared distributions and keyed quantiles.

Each person has one keyed quantile per trait. A distribution turns quantiles into traits, so two arms of a comparison
that differ in a distribution still hold the same people: someone bolder than 90 % of the others stays so. Correlations
between traits follow a Gaussian copula (rank correlations).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import betaincinv, ndtr, ndtri

from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.world.draws import uniforms

_STEPS = 65_536  # quantile functions are tabulated at this many points and interpolated
_GRID = np.linspace(0.0, 1.0, _STEPS + 1)

# Streams of initial traits: one each, never changed, so that a new trait does not affect the others.
STREAMS = {"courage": 1, "ambition": 2, "competence": 3, "conviction": 4, "standing": 5, "stance_bread": 6,
           "stance_rule": 7, "stance_third": 8, "wary": 9}
STREAM_ESTATE, STREAM_CATEGORY, STREAM_SECTOR, STREAM_DEPENDANTS, STREAM_FAME, STREAM_LOT = 20, 21, 22, 23, 24, 25
STREAM_TENURE, STREAM_VIEW = 26, 27


class _Beta:
    """Quantiles of a beta distribution. A small world needs few points of the table, so at first only those are
    computed, and the whole table (a tenth of a second) only after as many requests. Both give the same bits."""

    def __init__(self, a: float, b: float) -> None:
        self.numbers, self.asked = (a, b), 0
        self.table: np.ndarray | None = None

    def at(self, shares: np.ndarray) -> np.ndarray:
        """The quantiles at those probabilities."""
        self.asked += shares.size
        if self.table is None and self.asked < _STEPS // 4:
            below = np.minimum((shares * _STEPS).astype(np.int64), _STEPS - 1)
            points = np.union1d(below, below + 1)
            return np.asarray(np.interp(shares, _GRID[points], betaincinv(*self.numbers, _GRID[points])))
        if self.table is None:
            self.table = np.asarray(betaincinv(*self.numbers, _GRID))
        return np.asarray(np.interp(shares, _GRID, self.table))


@cache
def _beta(a: float, b: float) -> _Beta:
    return _Beta(a, b)


@dataclass(frozen=True)
class Distribution:
    """A named family with its parameters, clipped to bounds."""

    family: str
    numbers: tuple[float, ...]

    def quantile(self, shares: np.ndarray, low: float, high: float) -> np.ndarray:
        """The values at those cumulative probabilities."""
        if self.family == "fixed":
            return np.full(shares.shape, self.numbers[0])
        if self.family == "uniform":
            return self.numbers[0] + (self.numbers[1] - self.numbers[0]) * shares
        if self.family == "normal":
            values: np.ndarray = np.clip(self.numbers[0] + self.numbers[1] * ndtri(shares), low, high)
            return values
        return _beta(*self.numbers).at(shares)

    def __str__(self) -> str:
        return f"{self.family}({', '.join(f'{x:g}' for x in self.numbers)})"


_FAMILIES = {
    "beta": (2, "two numbers above 0"),
    "normal": (2, "mean and spread, spread from 0 up"),
    "uniform": (2, "low and high"),
    "fixed": (1, "one number"),
}


def distribution(value: object, field: str, low: float, high: float, where: str = "") -> Distribution:
    """Read `{beta = [2, 4]}` or a bare number; refuse impossible values, naming the field."""
    if isinstance(value, Distribution):
        return value
    if is_number(value):
        value = {"fixed": [value]}
    if not isinstance(value, Mapping) or len(value) != 1:
        raise refuse(where, field, value, "a number, or one of {beta = [a, b]}, {normal = [mean, spread]}, "
                                          "{uniform = [low, high]}, {fixed = [x]}")
    family, numbers = next(iter(value.items()))
    if family not in _FAMILIES:
        raise unknown(where, f"distribution for {field}", family, _FAMILIES)
    count, says = _FAMILIES[family]
    numbers = tuple(numbers) if isinstance(numbers, (list, tuple)) else (numbers,)
    sound = len(numbers) == count and all(is_number(x) for x in numbers)
    if sound and family == "beta":
        sound = min(numbers) > 0
    elif sound and family == "normal":
        sound = numbers[1] >= 0
    elif sound:
        sound = all(low <= x <= high for x in numbers) and list(numbers) == sorted(numbers)
    if not sound:
        raise refuse(where, f"{field}.{family}", list(numbers), f"{says}, giving values within {low:g}..{high:g}")
    return Distribution(family, tuple(float(x) for x in numbers))


def correlation_root(pairs: Mapping[tuple[str, str], float], names: tuple[str, ...], where: str = "") -> np.ndarray:
    """The matrix that turns independent normals into normals with those rank correlations (Gaussian copula)."""
    matrix = np.eye(len(names))
    for (a, b), rank in pairs.items():
        # Spearman's rho of a Gaussian copula is 6/pi * asin(r/2)
        matrix[names.index(a), names.index(b)] = matrix[names.index(b), names.index(a)] = 2 * np.sin(np.pi * rank / 6)
    try:
        return np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        raise UserError(f"{where + ': ' if where else ''}correlations: these cannot all hold at once "
                        f"(the matrix is not positive definite); allowed: weaker ones.") from None


def quantiles(seed: int, people: int, names: tuple[str, ...], root: np.ndarray | None) -> dict[str, np.ndarray]:
    """Each person's keyed quantile for each trait, correlated by `root` if one is given."""
    plain = {name: uniforms(seed, STREAMS[name], people) for name in names}
    if root is None:
        return plain
    mixed = root @ np.stack([ndtri(plain[name]) for name in names])
    return {name: np.asarray(ndtr(row)) for name, row in zip(names, mixed, strict=True)}

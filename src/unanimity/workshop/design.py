"""Designs: the settings of levers and parameters at which to run.

An axis is a lever or a parameter with a list of values, or a parameter with a range. A grid takes every combination; a
Latin hypercube (McKay, Beckman and Conover 1979) and a Sobol sequence (Owen scrambling, by SciPy) spread a number of
points evenly over all axes. Designs are keyed by a seed, so the same description gives the same points everywhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.regimes import Regime
from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.verdicts import latin_hypercube
from unanimity.world.levers import BY_NAME
from unanimity.world.spans import Parameter

SAMPLES = ("grid", "lhs", "sobol")
STEPS = 5  # of a range on a grid
MOST_POINTS = 100_000
Setting = dict[str, Any]


@dataclass(frozen=True)
class Axis:
    """A lever or parameter with a list of values or a range."""

    name: str
    values: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 0.0

    @property
    def is_range(self) -> bool:
        """Whether it has a range instead of a list of values."""
        return not self.values

    def at(self, place: float) -> Any:
        """The value at a position from 0 to 1 along the axis."""
        if self.is_range:
            return self.low + place * (self.high - self.low)
        return self.values[min(int(place * len(self.values)), len(self.values) - 1)]

    def steps(self, n: int) -> tuple[Any, ...]:
        """Its values on a grid: the listed ones, or evenly spaced points of its range, ends included."""
        if not self.is_range:
            return self.values
        return tuple(round(float(x), 12) for x in np.linspace(self.low, self.high, n))


def axes_of(over: Mapping[str, Any], regime: Regime, where: str = "sweep", field: str = "over") -> list[Axis]:
    """The axes in `over`: a list of values, or a low and a high end as a pair or a table {low, high}.

    >>> from unanimity.regimes import load_regime
    >>> axes_of({"ballot": ["open", "secret"], "voice.theta": (0.05, 0.25)}, load_regime("apparatus"))[1].high
    0.25
    """
    if not isinstance(over, Mapping) or not over:
        raise refuse(where, field, over, 'a table such as {"ballot": ["open", "secret"], "voice.theta": (0.05, 0.25)}')
    return [_axis(name, given, regime, where, f"{field}.{name}") for name, given in over.items()]


def _axis(name: str, given: Any, regime: Regime, where: str, place: str) -> Axis:
    if isinstance(given, Mapping) and set(given) == {"low", "high"}:
        given = (given["low"], given["high"])
    if isinstance(given, tuple) and len(given) == 2 and all(is_number(end) for end in given):
        return _range(name, given, regime, where, place)
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise refuse(where, place, given, "a list of values, or a range: (low, high) in Python, "
                                          "{low = ..., high = ...} in a file")
    if len({repr(value) for value in given}) < len(given):
        raise refuse(where, place, list(given), "each value once")
    for value in given:  # refused here, with its position, rather than in the middle of the runs
        try:
            regime.but({name: value})
        except UserError as slip:
            raise UserError(f"{where}: {place}: {slip}") from None
    return Axis(name, tuple(given))


def _range(name: str, given: tuple[float, float], regime: Regime, where: str, place: str) -> Axis:
    low, high = given
    if name in BY_NAME and BY_NAME[name].is_choice:
        raise refuse(where, place, given, f"a list of {BY_NAME[name].allowed}")
    if not low < high:
        raise refuse(where, place, given, "a low end below the high end")
    for end in given:
        try:
            regime.but({name: end})
        except UserError as slip:
            raise UserError(f"{where}: {place}: {slip}") from None
    return Axis(name, (), float(low), float(high))


def points_of(axes: Sequence[Axis], sample: str, n: int | None, seed: int, where: str = "sweep") -> list[Setting]:
    """The settings of a design: every combination on a grid (`n` steps per range), or `n` points spread evenly."""
    if sample not in SAMPLES:
        raise unknown(where, "sample", sample, SAMPLES)
    if n is not None and (isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_POINTS):
        raise refuse(where, "n", n, f"a whole number from 1 to {MOST_POINTS:,}")
    if sample == "grid":
        steps = [axis.steps(n or STEPS) for axis in axes]
        if (size := int(np.prod([float(len(values)) for values in steps]))) > MOST_POINTS:
            raise UserError(f"{where}: the grid has {size:,} points; allowed: at most {MOST_POINTS:,}, or "
                            f"sample = 'lhs'.")
        return [dict(zip((axis.name for axis in axes), values, strict=True)) for values in itertools.product(*steps)]
    if n is None:
        raise refuse(where, "n", n, f"a number of points for sample = {sample!r}")
    return [{axis.name: axis.at(float(x)) for axis, x in zip(axes, row, strict=True)}
            for row in _places(sample, len(axes), n, seed, where)]


def _places(sample: str, dimensions: int, n: int, seed: int, where: str) -> np.ndarray:
    if sample == "lhs":
        rows = latin_hypercube({str(k): (0.0, 1.0) for k in range(dimensions)}, n, seed)
        return np.array([list(row.values()) for row in rows])
    if n & (n - 1):
        raise refuse(where, "n", n, "a power of two for a Sobol sequence, such as 64")
    from scipy.stats import qmc  # imported here because loading takes half a second

    return np.asarray(qmc.Sobol(dimensions, scramble=True, rng=seed).random(n))


def parameters_named(regime: Regime, names: Iterable[str] | None, where: str) -> list[Parameter]:
    """Parameters by key (`voice.theta`) or all those of a mechanism (`voice`); all free ones by default.

    A parameter with a range of zero width, or one that the regime's schedule changes, is not free.
    """
    known = regime.known_parameters
    scheduled = {entry.name for entry in regime.schedule if entry.kind == "parameter"}
    mechanisms = sorted({parameter.mechanism for parameter in known.values()})
    found: dict[str, Parameter] = {}
    for name in mechanisms if names is None else names:
        if not isinstance(name, str):
            raise refuse(where, "parameters", name, "keys such as voice.theta, or mechanisms such as voice")
        mine = {name: known[name]} if name in known else {
            key: one for key, one in known.items() if one.mechanism == name}
        if not mine and name not in {m.id for m in regime.mechanisms}:
            raise unknown(where, "parameter or mechanism", name, [*known, *mechanisms])
        found |= {key: one for key, one in mine.items() if one.span.low < one.span.high and key not in scheduled}
    if not found:
        raise UserError(f"{where}: no free parameter is named; allowed: keys such as voice.theta, or mechanisms "
                        f"such as voice.")
    return list(found.values())

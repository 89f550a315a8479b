"""How a measure is declared: a pure function of one person's numbers, a population, a unit and bounds.

A *mean* is the sum of what the function gives over those the population function admits, divided by their number; a
*count* is the sum alone. A *derived* measure is a function of other measures' country or province values. Collected
for the country and for every province, each month, in one pass over people.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unanimity.world.formula import formula


@dataclass(frozen=True)
class Measure:
    """One declared measure."""

    name: str
    function: Callable[..., Any]
    over: Callable[..., Any] | None  # who counts; None for a derived measure
    agg: str  # mean, count or derived
    unit: str
    low: float
    high: float
    population: str

    @property
    def meaning(self) -> str:
        """What it says, from its docstring."""
        return inspect.getdoc(self.function) or ""

    @property
    def reads(self) -> tuple[str, ...]:
        """Columns (or, if derived, measures) it is computed from."""
        return tuple(inspect.signature(self.function).parameters)


def mean(over: Callable[..., Any], unit: str = "share", low: float = 0.0, high: float = 1.0):
    """The mean of what the function gives, over those whom `over` admits."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "mean", unit, low, high, over.__name__)


def count(over: Callable[..., Any], unit: str = "persons", low: float = 0.0, high: float = float("inf")):
    """The sum of what the function gives, over those whom `over` admits."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "count", unit, low, high, over.__name__)


def derived(unit: str, low: float = 0.0, high: float = float("inf")):
    """A function of other measures of the same place and month, on arrays."""
    return lambda f: Measure(f.__name__, f, None, "derived", unit, low, high, "")

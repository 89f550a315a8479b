"""How a measure is declared: a pure function of one person's numbers, a population, a unit and bounds.

A *mean* is the sum of the function over the people that the population function admits, divided by their number; a
*count* is the sum alone. A *derived* measure is a function of other measures' country or province values. Measures are
collected for the country and for every province, each month, in one pass over people.

Numbers held in columns of units or of the country need no sum over people. `unit_mean` and `unit_count` go over units
of the tree (`rank` is a unit's level as an office, 1 for a cell); `at_place` reads the columns of the province, or of
the centre for the country; `of_country` reads the country's numbers, or loops over its tables as a rule does
(world/tables.py: people.status[i], units.secretary[u]), and gives one number for every place. These cost next to
nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unanimity.world.formula import by_its_name, formula
from unanimity.world.tables import vocabulary

STOCK, MONTHLY, SO_FAR = "stock", "monthly", "so far"  # a level, a month's amount, what adds up since the start
TABLES = ("person", "unit", "place")  # summed over people, summed over units, read at a place


@dataclass(frozen=True)
class Measure:
    """One declared measure."""

    name: str
    function: Callable[..., Any]
    over: Callable[..., Any] | None  # who counts; None for derived measures and those read at a place
    agg: str  # mean, count, derived, place or country
    unit: str
    low: float
    high: float
    population: str
    table: str = "person"  # person, unit or place; "" for a derived measure
    kind: str = STOCK
    elsewhere: str = ""  # the same as an expression, for populations other than the country and its provinces

    @property
    def is_flow(self) -> bool:
        """Whether its value for a window is a sum: of the months' amounts, or the growth of what adds up."""
        return self.kind in (MONTHLY, SO_FAR)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return by_its_name(self, self.function) or super().__reduce_ex__(protocol)

    @property
    def meaning(self) -> str:
        """Its meaning, from its docstring."""
        return inspect.getdoc(self.function) or ""

    @property
    def of_whom(self) -> str:
        """The population or units it covers, in words."""
        other = {"derived": "other measures", "place": "the province or the centre", "country": "the country"}
        return other.get(self.agg) or self.population.replace("_", " ")

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns (or, if derived, the measures) it is computed from."""
        return vocabulary(self.function)


def mean(over: Callable[..., Any], unit: str = "share", low: float = 0.0, high: float = 1.0,
               kind: str = STOCK, elsewhere: str = ""):
    """The mean of what the function gives, over those whom `over` admits."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "mean", unit, low, high, over.__name__,
                             kind=kind, elsewhere=elsewhere)


def count(over: Callable[..., Any], unit: str = "persons", low: float = 0.0, high: float = float("inf"),
               kind: str = STOCK, elsewhere: str = ""):
    """The sum of what the function gives, over those whom `over` admits."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "count", unit, low, high, over.__name__,
                             kind=kind, elsewhere=elsewhere)


def derived(unit: str, low: float = 0.0, high: float = float("inf"),
               kind: str = STOCK, elsewhere: str = ""):
    """A function of other measures of the same place and month, on arrays."""
    return lambda f: Measure(f.__name__, f, None, "derived", unit, low, high, "", "", kind, elsewhere)


def unit_mean(over: Callable[..., Any], unit: str = "share", low: float = 0.0, high: float = 1.0,
               kind: str = STOCK, elsewhere: str = ""):
    """The mean of what the function gives over the units whom `over` admits, those of a place and all below it."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "mean", unit, low, high, over.__name__, "unit",
                             kind, elsewhere)


def unit_count(over: Callable[..., Any], unit: str, low: float = 0.0, high: float = float("inf"),
               kind: str = STOCK, elsewhere: str = ""):
    """The sum of what the function gives over the units whom `over` admits, those of a place and all below it."""
    return lambda f: Measure(f.__name__, formula(f), formula(over), "count", unit, low, high, over.__name__, "unit",
                             kind, elsewhere)


def at_place(unit: str = "share", low: float = 0.0, high: float = 1.0,
               kind: str = STOCK, elsewhere: str = ""):
    """What the function gives for the unit itself: the province, or the centre for the country."""
    return lambda f: Measure(f.__name__, formula(f), None, "place", unit, low, high, "", "place", kind,
                             elsewhere)


def of_country(unit: str = "share", low: float = 0.0, high: float = 1.0,
               kind: str = STOCK, elsewhere: str = ""):
    """What the function gives for the country, the same for every place; it may loop over tables."""
    return lambda f: Measure(f.__name__, formula(f), None, "country", unit, low, high, "", "place", kind,
                             elsewhere)

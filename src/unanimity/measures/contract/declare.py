"""How a measure of the contract is declared: one line each with its name, form, unit and bounds.

A form is an expression of the grammar, in which `#1` stands for a number that the name takes and `@` for the given
population; or a small function of one world's run (`Made`), which declares the monthly series it reads and the notes it
takes between months.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity.measures.grammar.evaluate import Look
from unanimity.world.selectors.view import View

CITATION = "interface 4"
STOCK, FLOW, RUN = "stock", "flow", "run"  # averaged over its months, summed over them, or one number for the whole run


@dataclass(frozen=True)
class Case:
    """One world's run, as a function of a measure sees it."""

    months: np.ndarray
    start: int  # the treatment month
    window: np.ndarray  # a mask over the months
    rows: np.ndarray  # the case log; people by number, which is their place where nobody comes, goes or moves
    view: View  # the world at the end
    series: Mapping[str, np.ndarray] = field(default_factory=dict)  # by expression, over all months
    memory: Mapping[str, Any] = field(default_factory=dict)
    who: np.ndarray | None = None  # places of the selected people, at the start of the treatment month by default
    numbers: tuple[float, ...] = ()
    death: Callable[[np.ndarray], np.ndarray] = lambda rows: np.zeros(rows.size, np.uint8)  # how they died
    meant: np.ndarray | None = None  # the people of `who` by number
    first: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))  # everybody's number at the treatment

    def rows_in_window(self) -> np.ndarray:
        """The log rows of the window that concern the selected people."""
        rows = self.rows[np.isin(self.rows["month"], self.months[self.window])]
        return rows if self.meant is None else rows[np.isin(rows["person"], self.meant)]

    def in_window(self, name: str) -> np.ndarray:
        """A series in the months of the window."""
        return self.series[name][self.window]


@dataclass(frozen=True)
class Made:
    """A measure that is a function of a whole run."""

    function: Callable[[Case], float]
    series: tuple[str, ...] = ()  # expressions whose monthly values it reads
    looks: Callable[[Look, dict[str, Any]], None] | None = None  # what it notes at the end of each month of its window


@dataclass(frozen=True)
class Contracted:
    """One measure of the contract."""

    name: str
    form: str | Made
    meaning: str
    unit: str = "share"
    low: float = 0.0
    high: float = 1.0
    kind: str = STOCK
    over: str = "all"
    numbers: tuple[str, ...] = ()  # the meaning of the numbers that it takes
    when: str = ""  # its default months, if they differ from those of its terms
    events: str = ""  # for a function: the count of events behind it; its own name if it is a count

    @property
    def how(self) -> str:
        """Its form in words."""
        return self.form if isinstance(self.form, str) else f"a function of the run ({self.form.function.__name__})"


ANY = float("inf")

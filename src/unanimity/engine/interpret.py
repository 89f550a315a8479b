"""The month in plain Python: the printed loop tree run as it stands, with nothing compiled.

The functions are the very text that numba compiles (engine/tree.py), over the same arrays, so a debugger steps through
a month line by line: `python -m pdb -m unanimity run apparatus --people 200 --months 3 --interpret`, or the same
command without pdb and a `breakpoint()` in a rule. It does some 300 to 800 person-months a second, thousands of times
fewer than the compiled month: for small worlds, for tests, and for looking.

A number of a column is read as numba reads it: a number of an `f4` column is single, and what two of these give is
single again; everything else is double. Where numba gives two branches one type, a last bit can still differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.engine.kernels import written
from unanimity.engine.lower_month import sources
from unanimity.engine.plan import Plan
from unanimity.engine.step_digest import digest_of
from unanimity.engine.tree import DRAWS, Source

MOST_PEOPLE = 2_000  # whom `unanimity run --interpret` takes


class Single(float):
    """A number of four bytes: the result of an operation with another of its kind is rounded to four bytes."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return _rounded(float.__add__(self, other), other)

    def __sub__(self, other: Any) -> Any:
        return _rounded(float.__sub__(self, other), other)

    def __mul__(self, other: Any) -> Any:
        return _rounded(float.__mul__(self, other), other)

    def __truediv__(self, other: Any) -> Any:
        return _rounded(float.__truediv__(self, other), other)

    def __neg__(self) -> Any:
        return Single(float.__neg__(self))

    def __abs__(self) -> Any:
        return Single(float.__abs__(self))


def _rounded(found: Any, other: Any) -> Any:
    return Single(np.float32(found)) if isinstance(other, Single) else found


class Numbers:
    """An array as the printed code sees it: numbers that are read are Python's own; what is written goes into the
    array."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __getitem__(self, place: Any) -> Any:
        found = self.array[place]
        if isinstance(found, np.ndarray):
            return Numbers(found)
        if isinstance(found, np.float32):
            return Single(found)
        return found if isinstance(found, (np.uint64, np.void)) else found.item()

    def __setitem__(self, place: Any, value: Any) -> None:
        self.array[place] = value

    @property
    def size(self) -> int:
        """The number of items."""
        return self.array.size

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of items along each axis."""
        return self.array.shape


def _part(cut: Callable[..., np.ndarray], writes: bool) -> Callable[..., Numbers]:
    """A view of one world's part of an array (engine/world_views.py), to be read or to be written."""
    def view(numbers: Numbers, *places: Any) -> Numbers:
        found = cut(numbers.array, *(int(place) for place in places))
        found.flags.writeable = found.flags.writeable and writes
        return Numbers(found)

    return view


def _along(array: np.ndarray, first: int, length: int) -> np.ndarray:
    return array[..., first:first + length]


def _down(array: np.ndarray, place: int) -> np.ndarray:
    return array[:, place]


def _row(array: np.ndarray, row: int, first: int, length: int) -> np.ndarray:
    return array[row, first:first + length]


NAMES = {**DRAWS, "writable": _part(_along, True), "readable": _part(_along, False),
         "writable_down": _part(_down, True), "readable_down": _part(_down, False), "writable_row": _part(_row, True),
         "readable_row": _part(_row, False)}


@dataclass(frozen=True)
class PlainStep:
    """One printed function with what it calls, not compiled."""

    source: Source
    function: Callable[..., None]

    def __call__(self, arrays: dict[str, np.ndarray], sizes: tuple[int, ...], world: int, cells: tuple[int, int],
                 month: int) -> None:
        """The step for one world and a range of cells."""
        taken = [Numbers(arrays[name]) for name in self.source.arrays]
        with np.errstate(over="ignore"):  # random numbers are made from integers that overflow
            self.function(world, *cells, *sizes, month, *taken)


_interpreting: ContextVar[bool] = ContextVar("interpreting", default=False)


@contextmanager
def interpreted() -> Iterator[None]:
    """Months that are run inside are run in plain Python: `with interpreted(): un.run("law", people=100, months=2)`."""
    token = _interpreting.set(True)
    try:
        yield
    finally:
        _interpreting.reset(token)


def is_interpreting() -> bool:
    """Whether months are to be run in plain Python."""
    return _interpreting.get()


_known: dict[str, PlainStep] = {}


def plain_step(source: Source) -> PlainStep:
    """A printed function, ready to be called; its file is in the cache folder, where a debugger finds it."""
    name = f"plain_{source.name}_{digest_of(source)}"
    if name not in _known:
        _, module = written(name, source.text)
        module.__dict__.update({**NAMES, **source.functions})
        _known[name] = PlainStep(source, getattr(module, source.name))
    return _known[name]


@dataclass(frozen=True)
class PlainMonth:
    """The month over the arrays of one batch, in plain Python: the counterpart of `kernels.Month`."""

    steps: tuple[PlainStep, ...]
    arrays: dict[str, np.ndarray]
    sizes: tuple[int, ...]

    def advance(self, world_first: int, world_last: int, month_last: int) -> None:
        """Every step in order, for a range of worlds, each from the month that it has reached. A world whose log is
        half full stops early, as under the compiled driver (engine/advance.py)."""
        arrays = self.arrays
        count, reached = arrays["log_count"], arrays["reached"]
        room = arrays["log_rows"].shape[0] // count.shape[0]
        for world in range(world_first, world_last):
            while reached[world] < month_last and 2 * count[world] <= room:
                for number in range(len(self.steps)):
                    self.step(number, world, 0, self.sizes[2], int(reached[world]))
                reached[world] += 1

    def step(self, number: int, world: int, low: int, high: int, month: int) -> None:
        """One step for one world and the cells low .. high-1."""
        self.steps[number](self.arrays, self.sizes, world, (low, high), month)


def plain_month(plan: Plan, arrays: dict[str, np.ndarray], sizes: tuple[int, ...]) -> PlainMonth:
    """The month of a plan over these arrays, with nothing compiled."""
    return PlainMonth(tuple(plain_step(source) for source in sources(plan)), arrays, sizes)

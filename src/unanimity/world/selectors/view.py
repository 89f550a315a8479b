"""What a selector can read: the world's columns, tree and ties, the names of its file, the month and the seed.

Lots are keyed by (seed, stream, person, month) and by a name, so the same people are drawn in every arm.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from unanimity.world.case_log import ROW
from unanimity.world.columns import IN_THE_COUNTRY_BELOW, Column
from unanimity.world.draws import uniforms, uniforms_of
from unanimity.world.selectors.parse import Share
from unanimity.world.tree import Tree

STREAM_LOT, STREAM_PLACES = 300, 301
_TICKETS, _MONTHS = 2**17, 2**14  # a lot's name and its month share one word of the key


@dataclass(frozen=True)
class View:
    """One world at one month, as selectors read it."""

    column: Callable[[str], np.ndarray]  # the world's part of a column
    columns: Mapping[str, Column]
    tree: Tree
    tie_start: np.ndarray  # ties of person i: tie_start[i] .. tie_start[i+1]-1 of the next two
    neighbour: np.ndarray
    tie_kind: np.ndarray
    tie_weight: np.ndarray
    seed: int
    month: int
    grievance_weight: float  # wg, wc and theta of card 5, for the wish to speak
    conviction_weight: float
    inertia: float
    groups: Mapping[str, int] = field(default_factory=dict)  # name -> bit
    persons: Mapping[str, int] = field(default_factory=dict)  # name -> person
    factions: Mapping[str, int] = field(default_factory=dict)  # name -> slot; 0 while the faction does not exist
    ticket: str = ""  # different events draw different lots
    log: Callable[[], np.ndarray] = lambda: np.empty(0, ROW)  # the case log up to this moment
    # for log rows (place, month): the person's present place, NOBODY if gone
    where: Callable[[np.ndarray, np.ndarray], np.ndarray] = lambda places, months: places
    lever: Callable[[str], np.ndarray] = lambda name: np.empty(0)  # the lever in force, by unit
    chairs: int = 0  # at the centre

    @property
    def people(self) -> int:
        """The number of people."""
        return self.tree.people

    @cached_property
    def cell(self) -> np.ndarray:
        """The cell of each person."""
        return np.repeat(np.arange(self.tree.cells), np.diff(self.tree.cell_start))

    @property
    def here(self) -> np.ndarray:
        """Who is alive and in the country."""
        return np.asarray(self.column("status") < IN_THE_COUNTRY_BELOW)


def draw(mask: np.ndarray, share: Share, view: View, name: str = "", stream: int = STREAM_LOT) -> np.ndarray:
    """That many people of the mask (or that share of it) by keyed lot."""
    inside = np.flatnonzero(mask)
    luck = uniforms_of(view.seed, stream, inside, _when(view, name))
    chosen, number = np.zeros(mask.size, bool), share.of(inside.size)
    if number > 0:
        last = np.partition(luck, number - 1)[number - 1]  # equal draws are taken in order
        chosen[inside[luck < last]] = True
        chosen[inside[luck == last][:number - int((luck < last).sum())]] = True
    return chosen


def lots(count: int, view: View, name: str = "", stream: int = STREAM_LOT) -> np.ndarray:
    """A keyed number in 0..1 for each, by seed, stream, person, month and the name of the lot."""
    return uniforms(view.seed, stream, count, _when(view, name))


def _when(view: View, name: str) -> int:
    """The key word made from the month and the name of the lot."""
    return view.month + _MONTHS * (zlib.crc32(f"{view.ticket}/{name}".encode()) % _TICKETS)

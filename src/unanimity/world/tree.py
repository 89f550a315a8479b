"""The tree of units: cells at the bottom, one centre at the top, any depth between.

Units are numbered from the bottom, cells first and the centre last, so a loop over increasing numbers meets every child
before its parent. The people of a cell are contiguous, and so are those of every unit above it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from unanimity.support.errors import UserError, refuse
from unanimity.world.codes import CELL_SECRETARY, CENTRE_MEMBER, DISTRICT_SECRETARY, PROVINCE_SECRETARY
from unanimity.world.formula import formula

MOST_PEOPLE = 2**31 - 1  # person numbers take four bytes
PROVINCES = 8  # of a tree that grows with its people
CELL, PLACE = 16, 200  # people per cell: a cell of a party that is everywhere; a village or works where it is rare
RARE = 0.05  # share of members below which the party has no cell of its own in every place
_MIDDLE = {1: (), 2: (), 3: ("district",), 4: ("ward", "district")}


@dataclass(frozen=True)
class Tree:
    """The hierarchy of units and the ranges of their people. The same for every world of a batch."""

    fan_outs: tuple[int, ...]
    people: int
    level: np.ndarray  # 0 cell .. depth centre
    parent: np.ndarray  # -1 for the centre
    province: np.ndarray  # the unit below the centre to which a unit belongs; for the centre, the centre itself
    child_first: np.ndarray
    child_last: np.ndarray
    cell_start: np.ndarray  # people of cell c are cell_start[c] .. cell_start[c+1]-1
    first_start: np.ndarray | None = None  # the same for the initial population only, where cells have spare places

    @property
    def units(self) -> int:
        """Number of units of all levels."""
        return len(self.level)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.cell_start) - 1

    @property
    def first(self) -> Tree:
        """The same tree with only the places of the initial population."""
        if self.first_start is None:
            return self
        return replace(self, people=int(self.first_start[-1]), cell_start=self.first_start, first_start=None)

    @property
    def first_places(self) -> np.ndarray:
        """The place of each initial person; spare places come last in each cell."""
        starts = self.first.cell_start
        values: np.ndarray = np.arange(starts[-1]) + np.repeat(self.cell_start[:-1] - starts[:-1], np.diff(starts))
        return values

    @property
    def nowhere(self) -> int:
        """The place that is never occupied, to which free slots of ties point: the last place of the last cell."""
        return self.people - 1

    @property
    def depth(self) -> int:
        """The number of levels above the cell."""
        return len(self.fan_outs)

    @property
    def provinces(self) -> np.ndarray:
        """The units directly below the centre."""
        return np.flatnonzero(self.level == self.depth - 1)

    @property
    def level_names(self) -> tuple[str, ...]:
        """From the bottom: cell, (district), province, centre; the cells of a flat tree are its provinces."""
        if self.depth == 1:
            return ("cell", "centre")
        return ("cell", *_MIDDLE.get(self.depth, tuple(f"level {k}" for k in range(1, self.depth - 1))), "province",
                "centre")

    def seat_starts(self, centre_size: int) -> np.ndarray:
        """The first seat of each unit's assembly: none for a cell; above it, the secretary's and the children's."""
        chairs = np.where(self.level == 0, 0, 1 + self.child_last - self.child_first)
        chairs[-1] = centre_size
        return np.concatenate([[0], np.cumsum(chairs)]).astype(np.int64)

    def person_range(self, unit: int) -> tuple[int, int]:
        """The first person of a unit of any level, and the one after the last."""
        first = last = unit
        while self.level[first] > 0:
            first, last = self.child_first[first], self.child_last[last] - 1
        return int(self.cell_start[first]), int(self.cell_start[last + 1])

    def office_of_level(self, level: int) -> int:
        """The office of the head of a unit of that level."""
        if level == self.depth:
            return CENTRE_MEMBER
        if level == self.depth - 1 and self.depth > 1:
            return PROVINCE_SECRETARY
        return CELL_SECRETARY if level == 0 else DISTRICT_SECRETARY


def is_rare(members: float) -> bool:
    """Whether members are so few that cells are places whose head need not be a member."""
    return members < RARE


def branches(people: int, members: float) -> tuple[int, int, int]:
    """The branching for that many people with cells of constant size: eight provinces, and equal branching below.

    >>> branches(2000, 0.22), branches(20_000, 0.22), branches(100_000, 0.003)
    ((8, 4, 4), (8, 13, 13), (8, 8, 8))
    """
    each = PLACE if is_rare(members) else CELL
    fan = max(1, int((max(0, people) / (PROVINCES * each)) ** 0.5 + 0.5))
    return (PROVINCES, fan, fan)


def grow(fan_outs: tuple[int, ...], people: int, sizes: tuple[int, ...] = (), where: str = "") -> Tree:
    """A tree with those fan-outs from the centre down and people spread evenly over the cells.

    `sizes` gives the number of people of each province instead; they must add up to `people`.

    >>> grow((8, 4, 4), 2000).cells
    128
    """
    if not fan_outs or any(not isinstance(f, int) or f < 1 for f in fan_outs):
        raise refuse(where, "society.tree", list(fan_outs), "1 to 4 whole numbers from 1 up, such as [8, 4, 4]",
                     " A tree needs at least one cell.")
    if len(fan_outs) > 4:
        raise refuse(where, "society.tree", list(fan_outs), "at most 4 levels above the cell")
    counts = [1]
    for fan in fan_outs:
        counts.append(counts[-1] * fan)
    counts.reverse()  # cells, ..., provinces, centre
    if people > MOST_PEOPLE or max(fan_outs) > MOST_PEOPLE:
        raise refuse(where, "society.people" if people > MOST_PEOPLE else "society.tree",
                     people if people > MOST_PEOPLE else list(fan_outs), f"at most {MOST_PEOPLE:,}")
    if people < 1:
        raise refuse(where, "society.people", people, "at least 1 person")
    if people < counts[0]:
        raise refuse(where, "society.people", people, f"at least one person a cell, here {counts[0]}")
    offsets = np.concatenate([[0], np.cumsum(counts)])
    units = int(offsets[-1])
    level = np.repeat(np.arange(len(counts)), counts).astype(np.int32)
    parent = np.full(units, -1, np.int32)
    child_first = np.zeros(units, np.int32)
    child_last = np.zeros(units, np.int32)
    for k in range(len(counts) - 1):
        fan = counts[k] // counts[k + 1]
        inside = np.arange(counts[k])
        parent[offsets[k]:offsets[k + 1]] = offsets[k + 1] + inside // fan
        above = np.arange(counts[k + 1])
        child_first[offsets[k + 1]:offsets[k + 2]] = offsets[k] + above * fan
        child_last[offsets[k + 1]:offsets[k + 2]] = offsets[k] + (above + 1) * fan
    province = np.arange(units, dtype=np.int32)
    for u in range(units - 2, -1, -1):
        if level[u] < len(counts) - 2:
            province[u] = province[parent[u]]
    return Tree(tuple(fan_outs), people, level, parent, province, child_first, child_last,
                _cell_starts(counts[0], fan_outs[0], people, sizes, where))


def with_spare(tree: Tree, spare: float, where: str = "") -> Tree:
    """The tree with vacant places in every cell, `spare` per person (rounded up in each cell), and one more at the end
    that is never occupied.

    >>> with_spare(grow((2, 2), 40), 0.25).people
    53
    """
    if spare <= 0.0:
        return tree
    sizes = np.ceil(np.diff(tree.cell_start) * (1.0 + spare) - 1e-9).astype(np.int64)
    sizes[-1] += 1
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    if starts[-1] > MOST_PEOPLE:
        raise refuse(where, "society.spare", spare, f"at most {MOST_PEOPLE:,} places in all")
    return replace(tree, people=int(starts[-1]), cell_start=starts, first_start=tree.cell_start)


def _cell_starts(cells: int, provinces: int, people: int, sizes: tuple[int, ...], where: str) -> np.ndarray:
    if not sizes:
        return (np.arange(cells + 1, dtype=np.int64) * people) // cells
    per_province = cells // provinces
    if len(sizes) != provinces or sum(sizes) != people or min(sizes) < per_province:
        raise UserError(
            f"{where + ': ' if where else ''}society.sizes = {list(sizes)} is not allowed; allowed: {provinces} whole "
            f"numbers, one a province, at least {per_province} each, that add up to society.people = {people}."
        )
    starts = [np.zeros(1, np.int64)]
    before = 0
    for size in sizes:
        starts.append(before + (np.arange(1, per_province + 1, dtype=np.int64) * size) // per_province)
        before += size
    return np.concatenate(starts)


@formula
def people_of(u: int, tree: Any) -> tuple[int, int]:
    """The first person (numbered within the world) of a unit of any level, and the one after the last."""
    low, high = u, u
    while low >= tree.cells:
        low = tree.child_first[low]
        high = tree.child_last[high] - 1
    return tree.cell_start[low], tree.cell_start[high + 1]

"""Where two branches diverge: the first month in which anything recorded differs, and what happened in only one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unanimity.history.branch_worlds import BranchWorld
from unanimity.results import Result
from unanimity.results.timeline import Happening, place_in_month

MOST = 60  # events shown of each branch, those of the greatest weight
EVERYTHING = 10**6
SCRIPT = "script"


def first_difference(one: BranchWorld, two: BranchWorld, first: int) -> int | None:
    """The first month in which a measure of any place or the case log differs; None if nothing ever does."""
    found = [_first_of_values(one.values, two.values, first), _first_of_rows(one.rows, two.rows)]
    known = [month for month in found if month is not None]
    return min(known) if known else None


def _first_of_values(one: np.ndarray, two: np.ndarray, first: int) -> int | None:
    unlike = ~((one == two) | (np.isnan(one) & np.isnan(two)))
    months = np.flatnonzero(unlike.any(axis=(1, 2)))
    return int(months[0]) + first if months.size else None


def _first_of_rows(one: np.ndarray, two: np.ndarray) -> int | None:
    shared = min(one.size, two.size)
    unlike = np.flatnonzero(np.logical_or.reduce([one[name][:shared] != two[name][:shared]
                                                  for name in ("month", "person", "event", "cause", "rung")]))
    if unlike.size:
        return int(min(one["month"][unlike[0]], two["month"][unlike[0]]))
    longer = one if one.size > two.size else two
    return int(longer["month"][shared]) if longer.size > shared else None


@dataclass(frozen=True)
class Side:
    """One line of two timelines: what happened in the hindcast and in the branch; either may be empty."""

    month: int
    history: str
    branch: str

    @property
    def where(self) -> str:
        """In which of the two histories it happened."""
        if self.history and self.branch:
            return "in both" if self.history == self.branch else "in both, differently"
        return "in the hindcast alone" if self.history else "in the branch alone"


def side_by_side(result: Result, since: int, history: int = 0, branch: int = 1) -> list[Side]:
    """Both timelines from the branch on; events of the same month and kind share a line."""
    last = int(result.months[-1])
    told = [[h for h in result.timeline(world, EVERYTHING) if since <= h.month <= last] for world in (history, branch)]
    script = [{h for h in mine if h.kind == SCRIPT} for mine in told]
    kept = script[0] & script[1]  # rows that stand in both branches: the list of rows has them
    one, two = (_by_month_and_kind(_weightiest([h for h in mine if h not in kept])) for mine in told)
    sides = []
    for month, kind in sorted({*one, *two}, key=lambda key: (key[0], place_in_month(key[1]), key[1])):
        left, right = one.get((month, kind), []), two.get((month, kind), [])
        same = [words for words in left if words in right]
        sides += [Side(month, words, words) for words in same]
        rest = [[words for words in mine if words not in same] for mine in (left, right)]
        for k in range(max(map(len, rest))):
            sides.append(Side(month, *(mine[k] if k < len(mine) else "" for mine in rest)))
    return sides


def _weightiest(told: Sequence[Happening]) -> list[Happening]:
    kept = set(sorted(told, key=lambda h: (-h.weight, h.month))[:MOST])
    return [h for h in told if h in kept]


def _by_month_and_kind(told: Sequence[Happening]) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for happening in told:
        found.setdefault((happening.month, happening.kind), []).append(happening.words)
    return found

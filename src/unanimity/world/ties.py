"""Ties: who knows whom. Symmetric, mostly local, some long, built in O(people) from keyed draws.

The distribution follows the catalogue's initial values (assumed there): 14 ties per person, 65 % in the cell, 23 % in
the district, 12 % anywhere; in the cell 30 % kin, 40 % friend, 30 % work, outside half friend, half work; weights kin
U(.6, 1), friend U(.3, .9), work U(.1, .6). Construction:

- *Kin* are households of three and four neighbours in the cell, fully connected.
- Other ties *in the cell* are drawn among the nearest on the cell's ring, so acquaintances know each other (the
  clustering is that of a small neighbourhood whatever the size of the cell, not that of a random graph).
- Ties *in the district* and *anywhere* start from each person and end at a keyed random person outside the cell; half
  of the long ones stay in the own or the next province (provinces lie in a ring).

A pair drawn twice counts once. The weight of a pair is one keyed draw for both directions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from unanimity.compiler import kept
from unanimity.world.codes import FRIEND, KIN, WORK
from unanimity.world.draws import fast_uniform
from unanimity.world.formula import compile_formula, formula
from unanimity.world.tree import Tree

STREAM_LOCAL, STREAM_DISTRICT, STREAM_LONG, STREAM_KIND, STREAM_WEIGHT = 41, 42, 43, 44, 45
NEIGHBOURHOOD = 24  # nearest neighbours on the cell's ring among whom acquaintances are drawn
HOUSEHOLDS = (3, 4, 4)  # household sizes, in turn
KIN_A_PERSON = sum(size * (size - 1) for size in HOUSEHOLDS) / sum(HOUSEHOLDS)  # 2.73: 30 % of 9.1 ties in the cell
FIXED = 65535.0  # stored value of weight 1


class Mesh(NamedTuple):
    """The number of ties, and how far they reach."""

    degree: float = 14.0
    in_cell: float = 0.65
    in_district: float = 0.23

    @property
    def anywhere(self) -> float:
        """The share of long ties."""
        return 1.0 - self.in_cell - self.in_district


class Ties(NamedTuple):
    """Compressed rows of one world: the ties of person i are start[i] .. start[i+1]-1."""

    start: np.ndarray
    neighbour: np.ndarray
    weight: np.ndarray
    kind: np.ndarray


@kept
def _household(rank, turn):
    """The household number of the person of that rank in the cell (sizes 3, 4, 4 in turn, starting at `turn`)."""
    shifted = rank + (0 if turn == 0 else (3 if turn == 1 else 7))
    whole, rest = shifted // 11, shifted % 11
    return 3 * whole + (0 if rest < 3 else (1 if rest < 7 else 2))


@kept
def _pairs(seed, n, cell_start, district_start, province_start, local_share, district_out, long_out, first, second):
    """Write both ends of every tie found (with repeats); returns their number."""
    found = 0
    cells = cell_start.size - 1
    for cell in range(cells):
        a, b = cell_start[cell], cell_start[cell + 1]
        size = b - a
        turn = int(fast_uniform(seed, STREAM_LOCAL, n + cell, 0) * 3.0)
        reach = min(size - 1, NEIGHBOURHOOD)
        half = reach // 2
        kin = KIN_A_PERSON if size > 3 else max(0.0, size - 1.0)
        chance = min(1.0, max(0.0, local_share - kin) / max(1.0, reach - kin))
        at_home = 1.0 if local_share >= kin else local_share / max(kin, 1e-9)  # fewer ties than kin: only some kin
        for i in range(a, b):
            home = _household(i - a, turn)
            for step in range(1, half + 1 + (reach & 1)):
                if step == half + 1 and i - a >= (size + 1) // 2:
                    break  # on an even ring, the opposite person is met once
                j = a + (i - a + step) % size
                wanted = at_home if _household(j - a, turn) == home else chance
                if fast_uniform(seed, STREAM_LOCAL, i, step) < wanted:
                    first[found], second[found] = i, j
                    found += 1
    for d in range(district_start.size - 1):
        found = _reach_out(seed, STREAM_DISTRICT, district_start[d], district_start[d + 1], district_start[d],
                           district_start[d + 1], district_out, cell_start, first, second, found)
    provinces = province_start.size - 1
    for p in range(provinces):
        a, b = province_start[p], province_start[p + 1]
        for i in range(a, b):
            count = int(long_out + fast_uniform(seed, STREAM_LONG, i, 0))
            for k in range(count):
                low, high = 0, n
                if fast_uniform(seed, STREAM_LONG, i, 3 * k + 1) < 0.5:
                    near = (p + int(fast_uniform(seed, STREAM_LONG, i, 3 * k + 2) * 3.0) - 1 + provinces) % provinces
                    low, high = province_start[near], province_start[near + 1]
                j = low + int(fast_uniform(seed, STREAM_LONG, i, 3 * k + 3) * (high - low))
                if j != i:
                    first[found], second[found] = i, j
                    found += 1
    return found


@kept
def _reach_out(seed, stream, a, b, low, high, out, cell_start, first, second, found):
    for i in range(a, b):
        count = int(out + fast_uniform(seed, stream, i, 0))
        cell = np.searchsorted(cell_start, i, side="right") - 1
        inside = cell_start[cell + 1] - cell_start[cell]
        for k in range(count):
            if high - low <= inside:
                break
            # someone in the district outside the own cell: skip the range of the own cell
            j = low + int(fast_uniform(seed, stream, i, k + 1) * (high - low - inside))
            if j >= cell_start[cell]:
                j += inside
            first[found], second[found] = i, j
            found += 1
    return found


@kept
def _rows(n, first, second, found, start):
    """Both directions of every pair as sorted rows without repeats; returns the neighbours."""
    degree = np.zeros(n + 1, np.int64)
    for e in range(found):
        degree[first[e]] += 1
        degree[second[e]] += 1
    at = np.zeros(n + 1, np.int64)
    for i in range(n):
        at[i + 1] = at[i] + degree[i]
    fill = at[:-1].copy()
    raw = np.empty(2 * found, np.int32)
    for e in range(found):
        i, j = first[e], second[e]
        raw[fill[i]] = j
        fill[i] += 1
        raw[fill[j]] = i
        fill[j] += 1
    kept = 0
    start[0] = 0
    for i in range(n):
        row = raw[at[i]:at[i + 1]]
        row.sort()
        before = -1
        for j in row:
            if j != before:
                raw[kept] = j
                kept += 1
                before = j
        start[i + 1] = kept
    return raw[:kept].copy()


@formula
def strength_of(sort, luck):
    """The stored weight of a new tie of that kind."""
    low, high = (0.6, 1.0) if sort == KIN else ((0.3, 0.9) if sort == FRIEND else (0.1, 0.6))
    return int((low + (high - low) * luck) * FIXED + 0.5)


_strength_of = compile_formula(strength_of, njit(nogil=True, error_model="numpy"), {})


@kept
def _qualities(seed, n, cell_start, start, neighbour, weight, kind):
    for cell in range(cell_start.size - 1):
        a, b = cell_start[cell], cell_start[cell + 1]
        turn = int(fast_uniform(seed, STREAM_LOCAL, n + cell, 0) * 3.0)
        for i in range(a, b):
            for t in range(start[i], start[i + 1]):
                j = neighbour[t]
                lo, hi = min(i, j), max(i, j)
                luck = fast_uniform(seed, STREAM_KIND, lo, hi)
                inside = a <= j < b
                if inside and _household(i - a, turn) == _household(j - a, turn):
                    sort = KIN
                elif luck < (4.0 / 7.0 if inside else 0.5):
                    sort = FRIEND
                else:
                    sort = WORK
                kind[t] = sort
                weight[t] = _strength_of(sort, fast_uniform(seed, STREAM_WEIGHT, lo, hi))


def _boundaries(tree: Tree, level: int) -> np.ndarray:
    units = np.flatnonzero(tree.level == level)
    return np.array([tree.person_range(int(u))[0] for u in units] + [tree.people], np.int64)


def lay(seed: int, tree: Tree, mesh: Mesh) -> Ties:
    """The ties of one world, in compressed rows sorted by neighbour."""
    n = tree.people
    districts = _boundaries(tree, min(1, tree.depth - 1))
    provinces = _boundaries(tree, tree.depth - 1)
    longest = n * (NEIGHBOURHOOD // 2 + 2 + int(mesh.degree) + 2)
    first = np.empty(longest, np.int32)
    second = np.empty(longest, np.int32)
    key = np.uint64(seed)
    found = _pairs(key, n, tree.cell_start, districts, provinces, mesh.degree * mesh.in_cell,
                   mesh.degree * mesh.in_district / 2.0, mesh.degree * mesh.anywhere / 2.0, first, second)
    start = np.empty(n + 1, np.int32)
    neighbour = _rows(n, first, second, found, start)
    weight = np.empty(neighbour.size, np.uint16)
    kind = np.empty(neighbour.size, np.uint8)
    _qualities(key, n, tree.cell_start, start, neighbour, weight, kind)
    return Ties(start, neighbour.astype(np.uint32), weight, kind)

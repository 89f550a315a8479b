"""Comrades: members of a small party know each other.

If the party is everywhere, some of anybody's ties lead to members. If it is one in a hundred, hardly any would,
although members meet every fortnight in an assembly of their own (003 l.12468-12480, 12499-12501) and know each other's
views (l.12652-12658). A society may therefore say how many members a member knows (`society.comrades`). Members who
know fewer are tied to the nearest ones: first in their cell, then in the district, then in the province, each by keyed
lot. This happens at initialisation, first among those who lack ties, and at the start of the month after somebody has
joined, as far as both places have free slots (world/tie_slots.py). Such a tie is a friendship.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from unanimity.compiler import kept
from unanimity.world.codes import CITIZEN, FRIEND, NO_TIE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import fast_uniform, uniform
from unanimity.world.formula import compile_formula, formula
from unanimity.world.tie_slots import tie_together
from unanimity.world.ties import Ties, strength_of
from unanimity.world.tree import Tree

STREAM_COMRADE, STREAM_COMRADESHIP = 46, 47
MOST_COMRADES = 40
LUCK_A_MONTH = 16  # draws reserved for one person in a month: two for each of at most four circles


class Circles(NamedTuple):
    """A person's surroundings: for each level from cell to province and each cell, the first place and the one after
    the last."""

    cell_of: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Party(NamedTuple):
    """The columns of one world's people that say who is a member and who has just joined."""

    estate: np.ndarray
    status: np.ndarray
    cohort: np.ndarray


def circles(tree: Tree) -> Circles:
    """The circles of every cell of a tree."""
    units, low, high = np.arange(tree.cells), [], []
    while tree.level[units[0]] < tree.depth:
        low.append(tree.cell_start[np.searchsorted(units, units, side="left")])
        high.append(tree.cell_start[np.searchsorted(units, units, side="right")])
        units = tree.parent[units]
    return Circles(np.repeat(np.arange(tree.cells), np.diff(tree.cell_start)), np.array(low), np.array(high))


def among_comrades(ties: Ties, seed: int, tree: Tree, members: np.ndarray, wanted: int) -> Ties:
    """The ties of the initial population with ties among members added: rows sorted by neighbour, both directions."""
    who = np.flatnonzero(members)
    key, met = np.uint64(seed), np.zeros((who.size, 2 * wanted), np.int64)
    count = _acquaint(key, wanted, who, members, circles(tree), ties, met)
    more = np.zeros(tree.people, np.int64)
    more[who] = count
    start = ties.start + np.concatenate([[0], np.cumsum(more)])
    found = Ties(start.astype(ties.start.dtype), *(np.empty(start[-1], old.dtype) for old in ties[1:]))
    _merge(key, ties, who, met, count, found)
    return found


@formula
def _divisor(a, b):
    """The greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


@formula
def _order_of(seed, person, ticket, crowd):
    """Where a person starts in a circle and with which stride, by lot, so that everybody there is met once."""
    begin = int(uniform(seed, STREAM_COMRADE, person, ticket) * crowd)
    step = 1 + int(uniform(seed, STREAM_COMRADE, person, ticket + 1) * (crowd - 1))
    while _divisor(crowd, step) != 1:
        step = step % crowd + 1
    return begin, step


_compiled: dict[Any, Any] = {}
_fast = njit(nogil=True, error_model="numpy")
_fast_order, _fast_strength = (compile_formula(one, _fast, _compiled) for one in (_order_of, strength_of))


@kept
def _acquaint(seed, wanted, who, members, around, ties, met):
    """The additional acquaintances of each initial member, written to `met`; returns their number by member. All
    members search their own cells before anybody searches farther; otherwise late ones would find their cell's members
    taken. Members still short of ties are then introduced to members who are not."""
    have, count = np.zeros(who.size, np.int64), np.zeros(who.size, np.int64)
    for k in range(who.size):
        for t in range(ties.start[who[k]], ties.start[who[k] + 1]):
            have[k] += members[ties.neighbour[t]]
    for short in (True, False):
        for level in range(around.low.shape[0]):
            for k in range(who.size):
                first = np.searchsorted(who, around.low[level, around.cell_of[who[k]]])
                crowd = np.searchsorted(who, around.high[level, around.cell_of[who[k]]]) - first
                begin, step = _fast_order(seed, who[k], 2 * level, crowd)
                for turn in range(crowd):
                    if have[k] >= wanted:
                        break
                    other = first + (begin + turn * step) % crowd
                    taken = have[other] >= wanted if short else count[other] == met.shape[1]
                    if other == k or taken or _has_met(k, who[k], who[other], ties, met, count):
                        continue
                    met[k, count[k]], met[other, count[other]] = who[other], who[k]
                    for one in (k, other):
                        count[one] += 1
                        have[one] += 1
    return count


@_fast
def _has_met(k, person, other, ties, met, count):
    """Whether the k-th member already knows another, by an ordinary tie or by a new one."""
    for t in range(ties.start[person], ties.start[person + 1]):
        if ties.neighbour[t] == other:
            return True
    return other in met[k, :count[k]]


@kept
def _merge(seed, ties, who, met, count, found):
    """The rows of ties with the new ties inserted in the order of neighbours."""
    at, k = 0, 0
    for person in range(ties.start.size - 1):
        old, last = ties.start[person], ties.start[person + 1]
        mine = k < who.size and who[k] == person
        new = np.sort(met[k, :count[k]]) if mine else met[0, :0]
        k += mine
        seen = 0
        while old < last or seen < new.size:
            if seen == new.size or (old < last and ties.neighbour[old] < new[seen]):
                found.neighbour[at], found.weight[at], found.kind[at] = (
                    ties.neighbour[old], ties.weight[old], ties.kind[old])
                old += 1
            else:
                other = new[seen]
                luck = fast_uniform(seed, STREAM_COMRADESHIP, min(person, other), max(person, other))
                found.neighbour[at], found.weight[at], found.kind[at] = other, _fast_strength(FRIEND, luck), FRIEND
                seen += 1
            at += 1


@formula
def introduce(seed, month, wanted, around, party, touched, slots):
    """Introduce people who joined last month and know too few members at liberty, as far as both places have free
    slots."""
    estate, status, cohort = party.estate, party.status, party.cohort
    joined = 0
    for i in range(estate.size):
        joined += _is_one(estate[i], status[i]) and cohort[i] == month - 1
    if joined == 0:
        return
    who = np.array([i for i in range(estate.size) if _is_one(estate[i], status[i])])
    for person in who:
        if cohort[person] != month - 1:
            continue
        have, cell = 0, around.cell_of[person]
        for t in range(slots.start[person], slots.start[person + 1]):
            other = slots.neighbour[t]
            have += slots.kind[t] != NO_TIE and _is_one(estate[other], status[other])
        for level in range(around.low.shape[0]):
            first = np.searchsorted(who, around.low[level, cell])
            crowd = np.searchsorted(who, around.high[level, cell]) - first
            begin, step = _order_of(seed, person, month * LUCK_A_MONTH + 2 * level, crowd)
            for turn in range(crowd):
                if have >= wanted:
                    break
                other = who[first + (begin + turn * step) % crowd]
                have += tie_together(seed, month, person, other, FRIEND, touched, slots)


@formula
def _is_one(estate, status):
    """Whether the person is a member at liberty."""
    return estate != CITIZEN and status < AT_LIBERTY_BELOW

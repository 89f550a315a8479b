"""Ties that a scenario lays or cuts at birth: so many to others, up to a degree, or at a density; symmetric, keyed."""

from __future__ import annotations

import numpy as np

from unanimity.regimes.scenario import TieRule
from unanimity.world.columns import FIXED16
from unanimity.world.draws import uniforms
from unanimity.world.ties import Ties
from unanimity.world.words import TIE_KINDS

STREAM_MORE, STREAM_LESS, STREAM_STRENGTH = 305, 306, 307
RANGES = {"kin": (0.6, 1.0), "friend": (0.3, 0.9), "work": (0.1, 0.6)}  # weights at birth, as of any tie
TRIES = 64  # lots drawn for one tie before it is given up


def lay_rule(ties: Ties, rule: TieRule, who: np.ndarray, to: np.ndarray, seed: int) -> Ties:
    """Ties after one rule of the scenario."""
    if rule.degree is not None:
        return to_degree(ties, who, to, rule.degree, rule.kind, rule.weight, seed)
    if rule.n is not None:
        wanted = np.full(int(who.sum()), rule.n)
    else:
        each = np.full(int(who.sum()), (rule.density or 0.0) * to.sum())
        wanted = _whole(each, np.flatnonzero(who), seed)
    return with_ties(ties, _to_others(ties, who, to, wanted, seed), rule.kind, rule.weight, seed)


def to_degree(ties: Ties, who: np.ndarray, to: np.ndarray, degree: int, kind: str, weight: float | None,
              seed: int) -> Ties:
    """Each of those persons gets ties to others, or loses some by lot, until he has that many."""
    ties = _thinned(ties, who, degree, seed)
    missing = np.maximum(0, degree - np.diff(ties.start)[who])
    return with_ties(ties, _to_others(ties, who, to, missing, seed), kind, weight, seed)


def with_ties(ties: Ties, pairs: np.ndarray, kind: str, weight: float | None, seed: int) -> Ties:
    """The ties with further pairs, both directions; a pair that is tied already keeps its tie."""
    if pairs.size == 0:
        return ties
    people = ties.start.size - 1
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    keys = np.unique((low * people + high)[low != high])
    old = np.repeat(np.arange(people), np.diff(ties.start))
    have = old * people + ties.neighbour
    keys = keys[~np.isin(keys, have)]
    low, high = keys // people, keys % people
    if weight is None:
        bottom, top = RANGES[kind]
        luck = uniforms(seed, STREAM_STRENGTH, people)
        both = (luck[low] + luck[high]) % 1.0  # one keyed number for the pair, uniform if each is
        strength = bottom + (top - bottom) * both
    else:
        strength = np.full(keys.size, weight)
    stored = np.maximum(1, np.floor(strength / FIXED16 + 0.5)).astype(ties.weight.dtype)
    sort = np.full(keys.size, TIE_KINDS.index(kind), ties.kind.dtype)
    return _rows(people, np.concatenate([old, low, high]), np.concatenate([ties.neighbour, high, low]),
                 np.concatenate([ties.weight, stored, stored]), np.concatenate([ties.kind, sort, sort]), ties)


def _rows(people: int, one: np.ndarray, other: np.ndarray, weight: np.ndarray, kind: np.ndarray, like: Ties) -> Ties:
    order = np.lexsort((other, one))
    start = np.concatenate([[0], np.cumsum(np.bincount(one, minlength=people))]).astype(like.start.dtype)
    return Ties(start, other[order].astype(like.neighbour.dtype), weight[order], kind[order])


def _to_others(ties: Ties, who: np.ndarray, to: np.ndarray, wanted: np.ndarray, seed: int) -> np.ndarray:
    """For each of `who` so many of `to` by keyed lot: neither himself nor one he knows, nobody twice."""
    others = np.flatnonzero(to)
    pairs: list[tuple[int, int]] = []
    if others.size == 0:
        return np.empty((0, 2), np.int64)
    for person, number in zip(np.flatnonzero(who), wanted, strict=True):
        known = {int(person), *map(int, ties.neighbour[ties.start[person]:ties.start[person + 1]])}
        number = min(int(number), sum(int(j) not in known for j in others)) if others.size < 5000 else int(number)
        found, attempt = 0, 0
        while found < number and attempt < TRIES * max(1, number):
            luck = uniforms(seed, STREAM_MORE, 1, attempt, int(person))[0]
            j = int(others[int(luck * others.size)])
            attempt += 1
            if j not in known:
                known.add(j)
                pairs.append((int(person), j))
                found += 1
    return np.array(pairs, np.int64).reshape(-1, 2)


def _thinned(ties: Ties, who: np.ndarray, degree: int, seed: int) -> Ties:
    """Cut ties by lot of those who have more than that many."""
    people = ties.start.size - 1
    owner = np.repeat(np.arange(people), np.diff(ties.start))
    gone: set[int] = set()
    for person in np.flatnonzero(who):
        row = np.arange(ties.start[person], ties.start[person + 1])
        row = row[[min(person, j) * people + max(person, j) not in gone for j in ties.neighbour[row]]]
        if row.size <= degree:
            continue
        luck = np.array([uniforms(seed, STREAM_LESS, 1, int(ties.neighbour[t]), int(person))[0] for t in row])
        for t in row[np.argsort(luck, kind="stable")[degree:]]:
            j = int(ties.neighbour[t])
            gone.add(min(int(person), j) * people + max(int(person), j))
    if not gone:
        return ties
    low, high = np.minimum(owner, ties.neighbour), np.maximum(owner, ties.neighbour)
    kept = ~np.isin(low.astype(np.int64) * people + high, np.fromiter(gone, np.int64))
    return _rows(people, owner[kept], ties.neighbour[kept], ties.weight[kept], ties.kind[kept], ties)


def _whole(wanted: np.ndarray, persons: np.ndarray, seed: int) -> np.ndarray:
    """Whole numbers with those means: the part below one by keyed lot."""
    luck = uniforms(seed, STREAM_LESS, int(persons[-1]) + 1 if persons.size else 0, -1)
    return np.floor(wanted + luck[persons]).astype(np.int64)

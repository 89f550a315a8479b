"""Ties that a scenario adds or removes at initialisation: a number of ties to others, up to a degree, or at a density;
symmetric and keyed."""

from __future__ import annotations

import numpy as np

from unanimity.regimes.scenario import TieRule
from unanimity.support.errors import UserError
from unanimity.world.codes import TIE_KINDS
from unanimity.world.columns import FIXED16
from unanimity.world.draws import uniforms
from unanimity.world.ties import Ties

STREAM_MORE, STREAM_LESS, STREAM_STRENGTH = 305, 306, 307
RANGES = {"kin": (0.6, 1.0), "friend": (0.3, 0.9), "work": (0.1, 0.6)}  # initial weights, as for any tie
TURNS, TURNS_A_TIE = 32, 3  # draws before missing ties are given up, or searched one by one
MOST_OF_ONE, MOST_PAIRS = 1000, 1_000_000  # most new ties of a rule: what can be created within a minute
SMALL_CIRCLE = 5000  # most people for a one-by-one search


def apply_tie_rule(ties: Ties, rule: TieRule, who: np.ndarray, to: np.ndarray, seed: int) -> Ties:
    """The ties after one rule of the scenario."""
    if rule.degree is not None:
        return to_degree(ties, who, to, rule.degree, rule.kind, rule.weight, seed)
    wanted = np.where(who, float(rule.n) if rule.n is not None else (rule.density or 0.0) * to.sum(), 0.0)
    part = uniforms(seed, STREAM_LESS, who.size, -1)  # the fractional part of a tie by keyed lot
    pairs = _to_others(ties, np.floor(wanted + part).astype(np.int64) * who, to, seed, False)
    return with_ties(ties, pairs, rule.kind, rule.weight, seed)


def to_degree(ties: Ties, who: np.ndarray, to: np.ndarray, degree: int, kind: str, weight: float | None,
              seed: int) -> Ties:
    """Each of those people gains ties, or loses some by lot, until they have that many (or more, if others
    need them)."""
    ties = _thinned(ties, who, degree, seed)
    missing = np.where(who, np.maximum(0, degree - np.diff(ties.start)), 0)
    return with_ties(ties, _to_others(ties, missing, to, seed, True), kind, weight, seed)


def with_ties(ties: Ties, pairs: np.ndarray, kind: str, weight: float | None, seed: int) -> Ties:
    """The ties with further pairs added in both directions; existing ties are kept."""
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
        both = (luck[low] + luck[high]) % 1.0  # one keyed number per pair, uniform
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


def _to_others(ties: Ties, wanted: np.ndarray, to: np.ndarray, seed: int, mutual: bool) -> np.ndarray:
    """For each person that many of `to` by keyed lot: not themselves, nobody they know, nobody twice.

    One candidate per person and round. With `mutual`, a new tie also counts for the person at its other end.
    """
    people = wanted.size
    if wanted.max(initial=0) > MOST_OF_ONE or wanted.sum() > MOST_PAIRS:
        raise UserError(f"ties: {int(wanted.sum()):,} new ties, up to {int(wanted.max()):,} of one person; allowed: at "
                        f"most {MOST_OF_ONE:,} of one person and {MOST_PAIRS:,} in all for each rule (n, degree or "
                        f"density).")
    others, left = np.flatnonzero(to), wanted.astype(np.int64).copy()
    known = np.sort(_keys(np.repeat(np.arange(people), np.diff(ties.start)), ties.neighbour, people))
    found = np.empty(0, np.int64)
    for turn in range(int(wanted.max(initial=0)) * TURNS_A_TIE + TURNS if others.size else 0):
        asking = np.flatnonzero(left > 0)
        if asking.size == 0:
            break
        luck = uniforms(seed, STREAM_MORE, people, turn)[asking]
        met = others[(luck * others.size).astype(np.int64)]
        key = _keys(asking, met, people)
        fresh = (asking != met) & ~_within(key, known) & ~_within(key, found)
        key, once = np.unique(key[fresh], return_index=True)
        found = np.sort(np.concatenate([found, key]), kind="stable")  # merging two sorted lists is quick
        left[asking[fresh][once]] -= 1
        if mutual:
            np.subtract.at(left, met[fresh][once], 1)
    if others.size <= SMALL_CIRCLE:  # if nearly all are known, random draws miss; the rest are taken in random order
        order = others[np.argsort(uniforms(seed, STREAM_MORE, people, -1)[others], kind="stable")]
        for person in np.flatnonzero(left > 0):
            key = _keys(np.full(order.size, person), order, people)
            free = key[(order != person) & ~_within(key, known) & ~_within(key, found)][:left[person]]
            found = np.sort(np.concatenate([found, free]), kind="stable")
    return np.stack([found // people, found % people], axis=1)


def _keys(one: np.ndarray, other: np.ndarray, people: int) -> np.ndarray:
    """One number per unordered pair."""
    low, high = np.minimum(one, other).astype(np.int64), np.maximum(one, other).astype(np.int64)
    return np.asarray(low * people + high)


def _within(values: np.ndarray, ordered: np.ndarray) -> np.ndarray:
    """Which values occur in a sorted list."""
    at = np.minimum(np.searchsorted(ordered, values), max(ordered.size - 1, 0))
    return ordered[at] == values if ordered.size else np.zeros(values.size, bool)


def _thinned(ties: Ties, who: np.ndarray, degree: int, seed: int) -> Ties:
    """Remove random ties of people who have more than that many."""
    people = ties.start.size - 1
    owner = np.repeat(np.arange(people), np.diff(ties.start))
    low, high = np.minimum(owner, ties.neighbour), np.maximum(owner, ties.neighbour)
    luck = (uniforms(seed, STREAM_LESS, people, 0)[low] + uniforms(seed, STREAM_LESS, people, 1)[high]) % 1.0
    order = np.lexsort((luck, owner))
    rank = np.empty(owner.size, np.int64)
    rank[order] = np.arange(owner.size) - np.repeat(ties.start[:-1].astype(np.int64), np.diff(ties.start))
    over = who[owner] & (rank >= degree)
    if not over.any():
        return ties
    key = _keys(owner, ties.neighbour, people)
    kept = ~_within(key, np.unique(key[over]))
    return _rows(people, owner[kept], ties.neighbour[kept], ties.weight[kept], ties.kind[kept], ties)

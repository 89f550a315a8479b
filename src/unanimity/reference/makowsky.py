"""Makowsky and Rubin 2013: centralised rule breeds falsification, and falsification breeds sudden change.

M. Makowsky, J. Rubin, "An Agent-Based Model of Centralized Institutions, Social Network Technology, and Revolution",
PLoS ONE 8(11):e80380.

Only the outline of the article was open to us, so this is a reduced form of our own with its ingredients; its signs,
not its numbers, are compared. Citizens on a torus have a private preference x (uniform; 0 is what the centre wants)
and express y. Expressing y costs what it departs from x, from the mean expression m seen within the network range
(weight k), and from two authorities (weight s): the centre, at position P and with weight c (centralisation), and the
local one of the citizen's district, which stands where its people stand. The centre's punishment is feared less the
more dissent is seen, and the more people one sees: with n people in range, the visible dissent is v = m n/(n + crowd)
and fear is multiplied by f = 1/(1 + exp((v - limit)/softness)). The best expression, with the centre at P = 0, is

    y = (x + k m + s (1 - c) L) / (1 + k + s c f + s (1 - c))

A shock moves all private preferences away from the centre. The centre gives way when mean expression passes one half.
Falsification is the mean of |y - x| before the shock, a cascade the change of mean expression after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.pictures import CALM, HEIGHT, REVOLT, STATE, WIDTH, finish
from unanimity.reference.shelf import Check, Model, Outcome, claim, in_parallel
from unanimity.world.draws import uniforms
from unanimity.world.spans import Span

TASTE = 101  # stream of private preferences
SOURCE = "ours, after Makowsky and Rubin 2013"


class Makowsky(NamedTuple):
    """A centralised society with far-reaching networks."""

    centralisation: Annotated[float, Span("weight of the centre among authorities", 0, 1, SOURCE, symbol="c")] = 0.9
    reach: Annotated[int, Span("network range, half a side of the square seen", 1, 19, SOURCE, "sites")] = 3
    shock: Annotated[float, Span("shift of all private preferences", 0, 1, SOURCE)] = 0.2
    conformity: Annotated[float, Span("weight of what others express", 0, 10, SOURCE, "ratio", "k")] = 1.0
    sanction: Annotated[float, Span("weight of the authorities", 0, 20, SOURCE, "ratio", "s")] = 4.0
    limit: Annotated[float, Span("seen dissent at which punishment halves", 0, 1, SOURCE)] = 0.3
    softness: Annotated[float, Span("how gradually punishment gives way", 0.001, 1, SOURCE)] = 0.03
    crowd: Annotated[float, Span("people one must see to trust half of what is seen", 0, 1000, SOURCE, "persons")] = 20.0
    district: Annotated[int, Span("side of a district", 1, 20, SOURCE, "sites")] = 5
    size: Annotated[int, Span("side of the torus", 39, 200, SOURCE, "sites")] = 40
    rounds: Annotated[int, Span("rounds of adjustment", 1, 5000, SOURCE, "rounds")] = 300


def _mean_seen(values: np.ndarray, reach: int) -> np.ndarray:
    """The mean over a square around each site of the torus."""
    from scipy.ndimage import uniform_filter

    return np.asarray(uniform_filter(values, size=2 * reach + 1, mode="wrap"))


def settle(p: Makowsky, private: np.ndarray, local: np.ndarray, expressed: np.ndarray) -> list[np.ndarray]:
    """Expression round by round until it rests; all adjust at once."""
    path = [expressed]
    near = p.sanction * (1.0 - p.centralisation)
    known = 1.0 / (1.0 + p.crowd / ((2 * p.reach + 1) ** 2 - 1))
    for _ in range(p.rounds):
        seen = _mean_seen(path[-1], p.reach)
        fear = 1.0 / (1.0 + np.exp(np.clip((known * seen - p.limit) / p.softness, -500, 500)))
        far = p.sanction * p.centralisation * fear
        fresh = (private + p.conformity * seen + near * local) / (1.0 + p.conformity + far + near)
        path.append(fresh)
        if np.abs(fresh - path[-2]).max() < 1e-10:
            break
    return path


def society(p: Makowsky, seed: int) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """Courses of expression before and after the shock, and private preferences before it."""
    private = uniforms(seed, TASTE, p.size * p.size).reshape(p.size, p.size)
    row, column = np.indices(private.shape) // p.district
    district = row * (p.size // p.district + 1) + column
    local = (np.bincount(district.ravel(), private.ravel()) / np.maximum(np.bincount(district.ravel()), 1))[district]
    before = settle(p, private, local, np.zeros_like(private))
    return before, settle(p, np.minimum(private + p.shock, 1.0), local, before[-1]), private


def run(p: Makowsky, seed: int) -> Outcome:
    """One society, settled, shocked and settled again."""
    before, after, private = society(p, seed)
    start, end = float(before[-1].mean()), float(after[-1].mean())
    summary = {"falsification": float(np.abs(before[-1] - private).mean()), "expressed_before": start,
               "expressed_after": end, "cascade": end - start, "centre_gives_way": float(end > 0.5)}
    means = [float(one.mean()) for one in (*before, *after[1:])]
    return Outcome(summary, pd.DataFrame({"round": range(len(means)), "expressed": means}))


def mean_of(p: Makowsky, number: str, seeds: range = range(1, 9)) -> float:
    """One headline number, averaged over seeds."""
    return float(np.mean(in_parallel(lambda seed: run(p, seed).summary[number], seeds)))


def tipping_shock(p: Makowsky, seeds: range = range(1, 9)) -> float:
    """The smallest shock, in steps of .01, after which the centre gives way in most societies."""
    for shock in np.arange(0.0, 1.0, 0.01):
        if mean_of(p._replace(shock=float(shock)), "centre_gives_way", seeds) > 0.5:
            return float(shock)
    return float("inf")

"""Kink: is there a threshold in the doses, and does it shift?

Two straight lines that meet at a break are fitted to the mean curve by least squares:

    y = a + before*x + (after - before)*max(0, x - break)

with the break between the second and the second-last dose, in eighths of a step. There is a kink if the slopes differ
(the interval of their difference excludes 0, with the break refitted in each resample) and the steeper is at least
twice the other. `moves`: the break, fitted in each replication, differs between arms by `sign`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError, refuse
from unanimity.verdicts.differences import sign
from unanimity.verdicts.doses import grid
from unanimity.verdicts.finding import SLACK, Finding, settle, table, too_few, undecided
from unanimity.verdicts.resampling import STANDARD, How, estimate, means

PER_STEP = 8     # breaks tried in each step between two doses
STEEPER = 2.0    # least ratio of the steeper slope to the other
FEWEST_DOSES = 5


class TwoSlopes(NamedTuple):
    """The fit of each curve: where the two lines meet, and their slopes."""

    at: np.ndarray
    before: np.ndarray
    after: np.ndarray


def two_slopes(doses: np.ndarray, curves: np.ndarray) -> TwoSlopes:
    """The two joined lines that best fit each row of curves."""
    inner = doses[1:-1]
    breaks = np.interp(np.arange((inner.size - 1) * PER_STEP + 1) / PER_STEP, np.arange(inner.size), inner)
    x = doses - doses.mean()
    hinges = np.maximum(0.0, doses - breaks[:, None])
    slopes = hinges @ x / (x @ x)
    bare = hinges - hinges.mean(axis=1, keepdims=True) - slopes[:, None] * x  # a hinge beyond any straight line
    weight = (bare**2).sum(axis=1)
    level = curves - curves.mean(axis=1, keepdims=True)
    bends = np.einsum("nk,gk->ng", level, bare) / weight
    best = (bends**2 * weight).argmax(axis=1)
    bend = bends[np.arange(len(curves)), best]
    before = np.einsum("nk,k->n", level, x) / (x @ x) - bend * slopes[best]
    return TwoSlopes(breaks[best], before, before + bend)


def kink(doses: ArrayLike, values: ArrayLike, steeper: str = "either", *, of: str = "the measure",
         how: How = STANDARD) -> Finding:
    """Is there a threshold: two slopes of which one is at least twice as steep ('after' the break, 'before', 'either')?

    The effect is the slope after the break minus the slope before it. The opposite of a curve that is steeper after its
    break is one that is steeper before it.
    """
    if steeper not in ("after", "before", "either"):
        raise refuse("kink", "steeper", steeper, "'after', 'before' or 'either'")
    x, y, rows = grid("kink", doses, values, FEWEST_DOSES)
    question = f"{of}: is there a threshold" + ("" if steeper == "either" else f" {steeper} which it is steeper")
    if few := too_few("kink", question, len(y), rows, how, STEEPER):
        return few
    fit = two_slopes(x, y.mean(axis=0, keepdims=True))
    at, before, after = (float(values[0]) for values in fit)

    def bend(weights: np.ndarray) -> np.ndarray:
        fitted = two_slopes(x, means(weights, y))
        return fitted.after - fitted.before

    found = estimate(bend, len(y), how)
    differ = found.low > 0 or found.high < 0
    later = abs(after) > abs(before)
    wanted = steeper == "either" or later == (steeper == "after")
    strong, weak = max(abs(before), abs(after)), min(abs(before), abs(after))
    return settle("kink", question, found, sign=differ and wanted, meets=strong >= STEEPER * weak - SLACK,
                  opposite=differ and not wanted and strong >= STEEPER * weak - SLACK, threshold=STEEPER,
                  size=found.size(len(y)), n=len(y), counted="replications",
                  more=f"slopes {before:.3g} and {after:.3g}, break at {at:.3g}")


def moves(doses: ArrayLike, values: ArrayLike, other: ArrayLike, direction: str = "rise", *,
          of: str = "the break", how: How = STANDARD) -> Finding:
    """Does the break lie at a higher (lower) dose than in the other arm, by pair?

    A replication whose curve is flat in one arm has no break and is left out.
    """
    x, _, _ = grid("moves", doses, values, FEWEST_DOSES)
    grid("moves", doses, other, FEWEST_DOSES)
    places = []
    for name, arm in (("values", values), ("other", other)):
        curves = table("moves", name, arm, "doses")
        bent = np.isfinite(curves).all(axis=1) & (np.ptp(curves, axis=1) > 0)
        at = np.full(len(curves), math.nan)
        if bent.any():
            at[bent] = two_slopes(x, curves[bent]).at
        places.append(at)
    if places[0].size != places[1].size:
        raise UserError(f"moves: values has {places[0].size} replications and other {places[1].size}; they are paired "
                        "by row and must be equally many.")
    if not (np.isfinite(places[0]) & np.isfinite(places[1])).any():
        return undecided("moves", f"{of}: does it {direction}", "no replication has a break in both arms")
    return sign(places[0], places[1], direction, of=of, how=how, form="moves")

"""Differences between arms: sign, change, equal, contrast and interact, on paired replications.

A row is a replication; both arms of a row share people and random numbers. D = treated - control, by row. A row in
which one arm has no value (NaN: the event never happened) is left out.

    sign     75 % of the pairs have the sign (ties count against) and the interval of mean D excludes 0
    change   sign, and the estimate meets x: percent or times by the ratio of the means, points by mean D
    equal    two one-sided tests (Schuirmann 1987): the 90 % interval lies inside the margin
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import refuse
from unanimity.verdicts.finding import (
    SHARE,
    SLACK,
    Finding,
    alike,
    column,
    known_unit,
    number,
    paired,
    settle,
    too_few,
    undecided,
    way,
)
from unanimity.verdicts.resampling import STANDARD, Estimate, How, Statistic, estimate, means, of_mean

RATIOS = ("percent", "times")
EQUAL_SIDES = ("both", "not_lower", "not_higher")


class Signed(NamedTuple):
    """The result of the rule of `sign` on one column of differences."""

    passes: bool
    opposite: bool
    share: float
    size: float
    found: Estimate
    leans: int


def signed(difference: np.ndarray, towards: int, how: How) -> Signed:
    """Whether the differences have the sign (or the opposite one), by share of pairs and by interval of the mean."""
    found = of_mean(difference, how)
    share = float((towards * difference > 0).mean())
    against = float((towards * difference < 0).mean())
    low, high = (found.low, found.high) if towards > 0 else (-found.high, -found.low)
    spread = float(difference.std(ddof=1)) if difference.size > 1 else 0.0
    size = found.value / spread if spread > 0 else math.nan
    return Signed(share >= SHARE - SLACK and low > 0, against >= SHARE - SLACK and high < 0, share, size, found,
                  1 if low > 0 else -1 if high < 0 else 0)


def sign(treated: ArrayLike, control: ArrayLike = 0.0, direction: str = "rise", *, of: str = "the measure",
         how: How = STANDARD, form: str = "sign") -> Finding:
    """Does the measure rise (fall)?

    >>> sign([1.0, 2.0, 3.0] * 4, [0.0, 0.5, 1.0] * 4).passed
    True
    """
    towards = way(form, direction)
    first, second, rows = paired(form, treated, control)
    question = f"{of}: does it {direction}"
    if few := too_few(form, question, first.size, rows, how):
        return few
    rule = signed(first - second, towards, how)
    return settle(form, question, rule.found, sign=rule.passes, opposite=rule.opposite, share=rule.share,
                  size=rule.size, n=first.size, unit="absolute", leans=rule.leans)


def change(treated: ArrayLike, control: ArrayLike, direction: str, by: float, unit: str = "percent", *,
           of: str = "the measure", how: How = STANDARD, form: str = "change") -> Finding:
    """Does the measure rise (fall) by at least `by` percent, points (of a share 0..1), times, or in its own unit?

    `times` is the ratio of the means: at least `by` for a rise, at most `by` (below 1) for a fall.

    >>> change([2.0, 3.0] * 5, [1.0, 1.5] * 5, "rise", 50).passed
    True
    """
    towards = way(form, direction)
    by = threshold_of(form, by, unit, towards)
    first, second, rows = paired(form, treated, control)
    question = f"{of}: does it {direction} {asked(by, unit)}"
    if few := too_few(form, question, first.size, rows, how, by):
        return few
    if unit in RATIOS and second.mean() < 0:
        return undecided(form, question, f"the mean of control is {second.mean():.3g}, below 0, and has no percentage",
                         first.size, by)
    rule = signed(first - second, towards, how)
    found = estimate(effect_in(unit, first, second), first.size, how)
    return settle(form, question, found, sign=rule.passes, opposite=rule.opposite, share=rule.share, size=rule.size,
                  n=first.size, threshold=by, unit=unit, meets=reaches(found.value, by, unit, towards),
                  firmly=reaches(found.low if towards > 0 else found.high, by, unit, towards), leans=rule.leans)


def threshold_of(form: str, by: object, unit: str, towards: int) -> float:
    """The threshold as a number; refuses one that cannot be met in that unit and direction."""
    known_unit(form, unit)
    if unit == "times":
        return number(form, "by", by, *((1.0, math.inf) if towards > 0 else (0.0, 1.0)))
    return number(form, "by", by, 0.0, 100.0 if unit == "points" or (unit == "percent" and towards < 0) else math.inf)


def asked(by: float, unit: str) -> str:
    """A threshold in words for a sentence."""
    if unit == "times" and by == 1:
        return "at all"
    if unit == "times":
        return f"to {'at least' if by >= 1 else 'at most'} {by:g} times"
    return f"by at least {by:g}" + {"percent": " percent", "points": " points", "absolute": ""}[unit]


def reaches(value: float, by: float, unit: str, towards: int) -> bool:
    """Whether a number in that unit meets the threshold."""
    if math.isnan(value):
        return False
    return towards * value >= (towards * by if unit == "times" else by) - SLACK


def ratio(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    """A ratio of means: infinite if only the denominator is 0, undefined if both are 0 or the denominator is
    negative."""
    with np.errstate(all="ignore"):
        return np.where(bottom > 0, top / bottom, np.where((bottom == 0) & (top > 0), math.inf, math.nan))


def effect_in(unit: str, treated: np.ndarray, control: np.ndarray) -> Statistic:
    """The effect in that unit as a function of the replications' weights."""
    def of_weights(weights: np.ndarray) -> np.ndarray:
        if unit not in RATIOS:
            return means(weights, treated - control) * (100.0 if unit == "points" else 1.0)
        times = ratio(means(weights, treated), means(weights, control))
        return times if unit == "times" else 100.0 * (times - 1.0)
    return of_weights


def equal(treated: ArrayLike, control: ArrayLike, margin: float = 10.0, unit: str = "percent", side: str = "both", *,
          of: str = "the measure", how: How = STANDARD, form: str = "equal") -> Finding:
    """Is the measure unchanged within the margin (`not_lower`, `not_higher`: on one side only)?

    Passes if the whole interval is inside; the opposite is an interval wholly outside; anything else is undecided.

    >>> equal([1.0, 1.01] * 10, [1.01, 1.0] * 10, 5).passed
    True
    """
    margin = number(form, "margin", margin, 0.0, math.inf)
    known_unit(form, unit, ("percent", "points", "absolute"))
    if side not in EQUAL_SIDES:
        raise refuse(form, "side", side, "'both', 'not_lower' or 'not_higher'")
    first, second, rows = paired(form, treated, control)
    kind = {"both": "is it unchanged", "not_lower": "is it not lower", "not_higher": "is it not higher"}[side]
    question = f"{of}: {kind} within {margin:g}{'' if unit == 'absolute' else ' ' + unit}"
    if few := too_few(form, question, first.size, rows, how, margin):
        return few
    same = not (first - second).any()
    if unit == "percent" and second.mean() <= 0 and not same:
        return undecided(form, question, f"the mean of control is {second.mean():.3g} and has no percentage",
                         first.size, margin)
    found = Estimate(0.0, 0.0, 0.0, 0.0) if same else estimate(effect_in(unit, first, second), first.size, how)
    above, below = found.low > -margin, found.high < margin
    wanted = {"both": above and below, "not_lower": above, "not_higher": below}[side]
    outside = {"both": found.low > margin or found.high < -margin, "not_lower": found.high < -margin,
               "not_higher": found.low > margin}[side]
    inside = {"both": np.abs, "not_lower": np.negative, "not_higher": np.positive}[side]
    scale = {"percent": 100.0 / second.mean() if second.mean() > 0 else 0.0, "points": 100.0, "absolute": 1.0}[unit]
    share = float((inside((first - second) * scale) < margin).mean())
    return settle(form, question, found, sign=wanted, opposite=outside, share=share, size=found.size(first.size),
                  n=first.size, threshold=margin, unit=unit, having="inside it",
                  more="" if wanted or outside else "the interval is too wide or across the margin")


def not_worse(treated: ArrayLike, control: ArrayLike, margin: float = 10.0, unit: str = "percent",
              better: str = "higher", *, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is the measure at most the margin worse, where higher (or lower) is better?"""
    return equal(treated, control, margin, unit, _side("not_worse", better, worse=True), of=of, how=how,
                 form="not_worse")


def no_better(treated: ArrayLike, control: ArrayLike, margin: float = 10.0, unit: str = "percent",
              better: str = "higher", *, of: str = "the measure", how: How = STANDARD) -> Finding:
    """Is the measure at most the margin better, where higher (or lower) is better?"""
    return equal(treated, control, margin, unit, _side("no_better", better, worse=False), of=of, how=how,
                 form="no_better")


def _side(form: str, better: str, worse: bool) -> str:
    if better not in ("higher", "lower"):
        raise refuse(form, "better", better, "'higher' or 'lower'")
    return "not_lower" if (better == "higher") == worse else "not_higher"


def equal_in_thirds(difference: ArrayLike, by: ArrayLike, margin: float = 10.0, unit: str = "percent", *,
                    of: str = "the effect", how: How = STANDARD) -> Finding:
    """Is a change (one difference per pair) the same in the worlds of the highest third of `by` as in the lowest?

    The thirds are different worlds, so they are not paired: the two means are taken from the same resamples of all
    worlds. A margin in percent is relative to the lowest third's change, with a fall counted as positive.
    """
    form = "equal"
    margin = number(form, "margin", margin, 0.0, math.inf)
    known_unit(form, unit, ("percent", "points", "absolute"))
    changes, order, rows = paired(form, difference, by)
    question = f"{of}: is it the same in the highest and the lowest third within {margin:g} {unit}"
    third = changes.size // 3
    if few := too_few(form, question, third, rows // 3, how, margin):
        return few
    ranked = changes[np.argsort(order, kind="stable")]
    ranked = ranked if ranked.mean() >= 0 or unit != "percent" else -ranked
    low, high = np.zeros(ranked.size), np.zeros(ranked.size)
    low[:third], high[-third:] = 1.0, 1.0

    def of_weights(weights: np.ndarray) -> np.ndarray:
        lowest, highest = (means(weights, ranked * group) / means(weights, group) for group in (low, high))
        if unit == "percent":
            return 100.0 * (ratio(highest, lowest) - 1.0)
        return (highest - lowest) * (100.0 if unit == "points" else 1.0)

    found = estimate(of_weights, ranked.size, how)
    if math.isnan(found.low):
        return undecided(form, question, "the lowest third's change is not surely of one sign and has no percentage",
                         ranked.size, margin)
    return settle(form, question, found, sign=found.low > -margin and found.high < margin,
                  opposite=found.low > margin or found.high < -margin, size=found.size(ranked.size), n=ranked.size,
                  threshold=margin, unit=unit)


def contrast(first: ArrayLike, second: ArrayLike, direction: str = "rise", by: float | None = None,
             unit: str = "points", *, margin: float | None = None, of: str = "first against second group",
             how: How = STANDARD) -> Finding:
    """Do two groups of the same world differ: by sign, by at least `by`, or (with `margin`) not at all?"""
    if margin is not None:
        return equal(first, second, margin, unit, of=of, how=how, form="contrast")
    if by is not None:
        return change(first, second, direction, by, unit, of=of, how=how, form="contrast")
    return sign(first, second, direction, of=of, how=how, form="contrast")


def interact(treated: ArrayLike, control: ArrayLike, other_treated: ArrayLike, other_control: ArrayLike,
             direction: str = "rise", by: float | None = None, unit: str = "absolute", *, of: str = "the effect",
             how: How = STANDARD) -> Finding:
    """Is the effect larger (smaller) than at the other level of a second factor, by pair?

    The difference of differences is (treated - control) - (other_treated - other_control). In percent or times, both
    effects first get the sign that makes the other one positive: a fall that is half as deep is half the effect.
    """
    arrays = [column("interact", name, values) for name, values in
              (("treated", treated), ("control", control), ("other_treated", other_treated),
               ("other_control", other_control))]
    alike("interact", **dict(zip(("treated", "control", "other_treated", "other_control"), arrays, strict=True)))
    here, there = arrays[0] - arrays[1], arrays[2] - arrays[3]
    if by is None:
        return sign(here, there, direction, of=of, how=how, form="interact")
    if unit in RATIOS:
        whole = np.isfinite(here) & np.isfinite(there)
        turn = -1.0 if whole.any() and there[whole].mean() < 0 else 1.0
        here, there = turn * here, turn * there
    return change(here, there, direction, by, unit, of=of, how=how, form="interact")

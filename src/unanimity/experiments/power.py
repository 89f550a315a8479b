"""Power: how many pairs decide a question, before a comparison from a pilot or an assumed spread, or after it from the
data.

A paired difference is decided if its 90 % interval excludes 0. The number given is the smallest for which that happens
with the wanted power (80 %), if the difference and the spread of the pairs are as observed. Both are estimates, so the
number only tells whether tens, hundreds or thousands of pairs are needed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from unanimity.support.errors import UserError, is_number, refuse
from unanimity.support.rare_events import round_to_two
from unanimity.verdicts import Finding
from unanimity.world.argument_checks import in_plain_words

if TYPE_CHECKING:
    from unanimity.experiments.compare import Comparison

LEAST, MOST = 3, 1_000_000
POWER, LEVEL = 0.8, 0.9
# how often the 90 % interval (BCa) of so few normally distributed differences holds their true mean; from 10 on .86
HELD = {3: 0.70, 4: 0.75, 5: 0.80, 6: 0.81, 7: 0.82, 8: 0.84, 9: 0.84}


@in_plain_words
def pairs_needed(found: Comparison | None = None, measure: str = "unanimity", *, arm: str | None = None,
                 effect: float | None = None, spread: float | None = None, power: float = POWER,
                 place: str = "country") -> int:
    """How many pairs show a difference of `effect` with that power, at a 90 % interval.

    With a comparison (a pilot of some pairs is enough), the spread is that of its pairs, and `effect` defaults to the
    difference it found. Without one, give `effect` and `spread` (the standard deviation of the paired differences).

    >>> pairs_needed(effect=0.02, spread=0.05)
    41
    """
    if found is not None:
        arms = [name for name in found.arms if name != found.arms[0]]
        chosen = arm or arms[0]
        if chosen not in arms:
            raise refuse("pairs_needed", "arm", arm, ", ".join(arms))
        apart = found.values(chosen, measure, place) - found.values(found.arms[0], measure, place)
        apart = apart[np.isfinite(apart)]
        effect = float(apart.mean()) if effect is None and apart.size else effect
        spread = float(apart.std(ddof=1)) if spread is None and apart.size > 1 else spread
    for name, value in (("effect", effect), ("spread", spread)):
        if not is_number(value) or (name == "spread" and float(value) < 0.0):
            raise UserError(f"pairs_needed: {name} = {value!r} is not allowed; allowed: a number, or a comparison from "
                            f"which it is known.")
    if not is_number(power) or not 0.5 <= power < 1.0:
        raise refuse("pairs_needed", "power", power, "a share from 0.5 to below 1")
    assert effect is not None and spread is not None
    if effect == 0.0:
        raise UserError("pairs_needed: no number of pairs shows a difference of 0; allowed: the smallest effect that "
                        "would matter to you, as effect=.")
    return wanted(abs(effect), spread, power)


def wanted(effect: float, spread: float, power: float = POWER) -> int:
    """The smallest number of pairs at which the interval excludes 0 with that power (one-sample t)."""
    from scipy.stats import norm, t  # imported here because loading takes a second

    ratio = spread / effect
    number: int = max(LEAST, min(MOST, math.ceil(((norm.ppf((1 + LEVEL) / 2) + norm.ppf(power)) * ratio) ** 2)))
    # Student's t needs a few more pairs than the normal distribution; the excess shrinks as pairs increase.
    while number < MOST and number < ((t.ppf((1 + LEVEL) / 2, number - 1) + t.ppf(power, number - 1)) * ratio) ** 2:
        number += 1
    return number


def told(effect: float, spread: float) -> str:
    """The number of pairs that would decide a difference, in words."""
    if not (math.isfinite(effect) and math.isfinite(spread)) or effect == 0.0 or spread == 0.0:
        return ""
    number = wanted(abs(effect), spread)
    return "more than a million pairs" if number >= MOST else f"about {round_to_two(number):,} pairs"


def told_few(pairs: int) -> list[str]:
    """One line if the intervals of so few pairs are much too narrow.

    >>> told_few(3)[0][:68], told_few(10)
    ('3 pairs are few: an interval called 90 % holds the true difference i', [])
    """
    if pairs not in HELD:
        return []
    return [f"{pairs} pairs are few: an interval called 90 % holds the true difference in {100 * HELD[pairs]:.0f} % of "
            f"cases; 10 pairs or more are better."]


def settles(finding: Finding) -> str:
    """For an inconclusive finding: how many pairs would decide it if its estimate is right; else ""."""
    if finding.passed or finding.sign_only or finding.opposite or finding.n < LEAST:
        return ""
    ends = [finding.effect, finding.low, finding.high]
    if finding.unit == "times":
        ends = [math.log(end) if end > 0 else math.nan for end in ends]
    effect, low, high = ends
    if not all(map(math.isfinite, ends)) or not low < 0.0 < high:
        return ""
    words = told(effect, (high - low) / (2 * 1.645) * math.sqrt(finding.n))
    return f" {words[0].upper()}{words[1:]} would settle it, if the effect is as it seems." if words else ""

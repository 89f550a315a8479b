"""Finding: the result of one test, in numbers and in one plain sentence.

A test has an expected sign (does it rise?) and often a threshold (by at least 20 percent?). It *passes* with both, is
*sign only* with the sign alone, *opposite* if the other sign passes by the same rule, and undecided with a reason if
the data cannot decide. A level has no sign: a level that is clearly missed contradicts nothing by itself.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.verdicts.resampling import Estimate, How

SHARE = 0.75        # of pairs or worlds that must have the sign
SLACK = 1e-9        # a number that misses a threshold by rounding alone meets it
WAYS = {"rise": 1, "fall": -1}
SIDES = {"above": 1, "below": -1}
UNITS = {
    "percent": "change of the mean in percent of control's",
    "points": "difference of two shares (0..1) in hundredths",
    "times": "ratio of the means",
    "absolute": "difference in the measure's own unit",
}
SUFFIX = {"percent": " percent", "points": " points", "times": " times", "absolute": "", "": "", "months": " months"}


@dataclass(frozen=True)
class Finding:
    """One test's result; `share` is the share of pairs with the expected sign, `size` the standardised effect."""

    form: str
    passed: bool
    sign_only: bool
    opposite: bool
    effect: float
    low: float
    high: float
    share: float
    size: float
    n: int
    threshold: float | None
    firmly: bool        # the whole interval meets the threshold, not only the estimate
    unit: str
    undecided: str      # why the data cannot decide, or ""
    sentence: str
    leans: int = 0      # the side of the whole interval, whatever the share of pairs: +1 as expected, -1 opposite
    meets: bool = False  # the estimate meets the threshold, or there is none

    def record(self) -> dict[str, Any]:
        """The finding as plain values for a table or JSON (a number that does not exist is None)."""
        return {key: None if isinstance(value, float) and not math.isfinite(value) else value
                for key, value in dataclasses.asdict(self).items()}


def settle(form: str, question: str, found: Estimate, *, sign: bool, opposite: bool, meets: bool = True,
           firmly: bool = True, share: float = math.nan, size: float = math.nan, n: int,
           threshold: float | None = None, unit: str = "", counted: str = "pairs",
           having: str = "with the sign", more: str = "", missed: bool = False,
           leans: int | None = None) -> Finding:
    """A decided finding with its sentence: the question, the answer, the numbers behind it.

    `missed` says that a form without a sign (a level) is clearly not met, which is reported but is no opposite. `leans`
    is given by forms that also require a share of pairs; for the others it follows from the sign.
    """
    passed = bool(sign and meets)
    sign_only = bool(sign and not meets)
    if passed:
        answer = "Yes"
    elif sign_only:
        answer = "The sign only, not the threshold"
    elif opposite:
        answer = "No, the opposite"
    elif missed:
        answer = "No, clearly missed"
    else:
        answer = "Not shown"
    words = f"{question}? {answer}: {shown(found.value, unit)} {bracket(found)}"
    if not math.isnan(share):
        words += f", {100 * share:.0f} % of {n} {counted} {having}"
    else:
        words += f", {n} {counted}"
    if threshold is not None and passed:
        words += "; the whole interval meets the threshold" if firmly else "; the estimate meets it, the interval not"
    words += f"; {more}" if more else ""
    return Finding(form, passed, sign_only, bool(opposite and not sign), found.value, found.low, found.high,
                   float(share), float(size), n, threshold, bool(passed and firmly), unit, "", words + ".",
                   (1 if sign else -1 if opposite else 0) if leans is None else leans, bool(meets))


def undecided(form: str, question: str, reason: str, n: int = 0, threshold: float | None = None) -> Finding:
    """An undecided finding with its reason."""
    nan = math.nan
    return Finding(form, False, False, False, nan, nan, nan, nan, nan, n, threshold, False, "", reason,
                   f"{question}? Undecided: {reason}.")


def too_few(form: str, question: str, n: int, rows: int, how: How, threshold: float | None = None) -> Finding | None:
    """The undecided finding of a form with too few worlds, or None."""
    if n >= how.least:
        return None
    return undecided(form, question, f"too few, {n} of {rows} worlds have a value and {how.least} are needed", n,
                     threshold)


def shown(value: float, unit: str = "") -> str:
    """A number for a sentence: three digits, with its sign where it is a difference."""
    if math.isnan(value):
        return "no number"
    plain = f"{value:.3g}" if unit in ("times", "months", "") else f"{value:+.3g}"
    return plain + SUFFIX.get(unit, f" {unit}")


def bracket(found: Estimate) -> str:
    """An interval for a sentence."""
    if math.isnan(found.low):
        return "[no interval]"
    return f"[{found.low:.3g}, {found.high:.3g}]"


def way(form: str, direction: str) -> int:
    """The direction as a number: +1 for a rise, -1 for a fall."""
    if direction not in WAYS:
        raise refuse(form, "direction", direction, "'rise' or 'fall'")
    return WAYS[direction]


def side(form: str, word: str) -> int:
    """The side as a number: +1 for above, -1 for below."""
    if word not in SIDES:
        raise refuse(form, "at", word, "'above' or 'below'")
    return SIDES[word]


def number(form: str, field: str, value: object, low: float = -math.inf, high: float = math.inf) -> float:
    """The value as a finite number; refuses one outside its bounds."""
    if isinstance(value, np.generic):
        value = value.item()
    if not is_number(value) or not low <= value <= high:
        bounds = "" if (low, high) == (-math.inf, math.inf) else f" from {low:g} to {high:g}"
        raise refuse(form, field, value, f"a number{bounds}")
    return float(value)


def known_unit(form: str, unit: str, allowed: Sequence[str] | Mapping[str, str] = UNITS) -> str:
    """The unit; refuses one that the form does not allow."""
    if unit not in allowed:
        raise unknown(form, "unit", unit, allowed)
    return unit


def column(form: str, name: str, values: ArrayLike) -> np.ndarray:
    """One number per replication, as floats."""
    try:
        array = np.asarray(values, float)
    except (TypeError, ValueError) as error:
        raise UserError(f"{form}: {name} must be numbers, one for each replication.") from error
    if array.ndim != 1:
        raise UserError(f"{form}: {name} has shape {array.shape}; it must be one number for each replication.")
    return array


def table(form: str, name: str, values: ArrayLike, across: str) -> np.ndarray:
    """One row per replication, as floats."""
    try:
        array = np.asarray(values, float)
    except (TypeError, ValueError) as error:
        raise UserError(f"{form}: {name} must be a table of numbers, a row for each replication.") from error
    if array.ndim != 2:
        raise UserError(f"{form}: {name} has shape {array.shape}; it must be (replications, {across}).")
    return array


def alike(form: str, **arrays: np.ndarray) -> None:
    """Refuse arrays of unequal length that should be paired by row."""
    (first, shape), *others = ((name, array.shape) for name, array in arrays.items())
    for name, other in others:
        if other != shape:
            raise UserError(f"{form}: {first} has shape {shape} and {name} {other}; they are paired by row and must "
                            "be alike.")


def paired(form: str, treated: ArrayLike, control: ArrayLike) -> tuple[np.ndarray, np.ndarray, int]:
    """Both arms without the pairs in which one has no value, and the number of pairs before that selection.

    `control` may be one number for all, such as 0.
    """
    first = column(form, "treated", treated)
    second = column(form, "control", np.full(first.shape, control) if np.ndim(control) == 0 else control)
    alike(form, treated=first, control=second)
    whole = np.isfinite(first) & np.isfinite(second)
    return first[whole], second[whole], first.size

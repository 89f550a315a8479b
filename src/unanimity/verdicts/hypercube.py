"""Robustness: settings of the free parameters by Latin hypercube, and the share of them at which a claim holds.

McKay, Beckman and Conover (1979): each parameter's range is cut into n equal parts and each part is used once, in an
independent order per parameter. Orders and positions within parts are keyed by (seed, index of the parameter in the
list), so adding a parameter at the end changes no other column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.verdicts.answer import ANSWERS
from unanimity.verdicts.combine import VERDICTS, Verdict
from unanimity.verdicts.levels import wilson
from unanimity.world.draws import uniforms
from unanimity.world.spans import Parameter

STREAM_ORDER = 91
STREAM_PLACE = 92
NEARBY = 0.30


def around(parameters: Iterable[Parameter], share: float = NEARBY) -> dict[str, tuple[float, float]]:
    """The default of each parameter moved by +-30 %, kept inside its range."""
    if not is_number(share) or not 0 < share <= 1:
        raise refuse("robustness", "share", share, "a number above 0, at most 1")
    found = {}
    for parameter in parameters:
        reach = share * abs(parameter.default)
        found[parameter.key] = (max(parameter.span.low, parameter.default - reach),
                                min(parameter.span.high, parameter.default + reach))
    return found


def whole_ranges(parameters: Iterable[Parameter]) -> dict[str, tuple[float, float]]:
    """The full range of each parameter."""
    return {parameter.key: (parameter.span.low, parameter.span.high) for parameter in parameters}


def latin_hypercube(spans: Mapping[str, tuple[float, float]], n: int, seed: int) -> list[dict[str, float]]:
    """`n` settings of the parameters, in which each part of each range is used once.

    >>> len(latin_hypercube({"voice.theta": (0.1, 0.5)}, 4, seed=0))
    4
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise refuse("robustness", "n", n, "a whole number from 1 up")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise refuse("robustness", "seed", seed, "a whole number from 0 to 2^64 - 1")
    columns = {}
    for place, (name, span) in enumerate(spans.items()):
        low, high = span
        if not (is_number(low) and is_number(high) and low <= high):
            raise refuse("robustness", name, span, "a low and a high number, the low one first")
        part = np.argsort(uniforms(seed, STREAM_ORDER, n, month=place), kind="stable")
        inside = (part + uniforms(seed, STREAM_PLACE, n, month=place)) / n
        columns[name] = low + inside * (high - low)
    return [{name: float(values[k]) for name, values in columns.items()} for k in range(n)]


def share_that(verdicts: Sequence[Verdict | str], word: str = "holds",
               confidence: float = 0.90) -> tuple[float, float, float]:
    """The share of settings with that verdict and its Wilson interval.

    >>> share_that(["holds", "holds", "undecided", "holds"])[0]
    0.75
    """
    if word not in (*VERDICTS, *ANSWERS):
        raise unknown("robustness", "verdict", word, (*VERDICTS, *ANSWERS))
    if not verdicts:
        raise UserError("robustness: no verdicts; give one for each setting.")
    words = [v if isinstance(v, str) else v.word for v in verdicts]
    true = words.count(word)
    return (true / len(words), *wilson(true, len(words), confidence))

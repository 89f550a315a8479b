"""The evidence on a claim: the same question answered from the tables, with n, interval and selection bias.

`data/questions.toml` declares, once per claim, which questions the tables can answer and how an answer is read:

    [[serge-1929-capitulation-no-shelter]]
    part = "main"                  # the causal sentence itself, or in words the part that is asked of
    asks = "Were those who signed killed as often as those who did not?"
    ask = "fates"                  # a kind of estimate (estimates.py), with its options under `with`
    expects = "above"              # what the claim expects of the number: above, below or within
    null = 0.8                     # the number from which on it is met; for within: a list of two
    bias = "..."                   # in one sentence: whom the tables leave out, and whom that favours

or `silent = "why"`. The file holds no results. An answer is *agrees* if the whole 95 % interval lies where the claim
expects it, *disagrees* if it lies wholly outside, *undecided* otherwise or with fewer than `LEAST` cases, and *silent*
if the tables cannot answer. A number without a comparison, or one from the claim's own passage, is shown but is no test
of it: `shown_only = true` with `silent`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from unanimity.evidence.estimates import Estimate, estimate
from unanimity.support.errors import UserError, refuse, unknown
from unanimity.support.number_format import plain

FILE = "questions.toml"
AGREES, DISAGREES, UNDECIDED, SILENT = "agrees", "disagrees", "undecided", "silent"
REPLIES = (AGREES, DISAGREES, UNDECIDED, SILENT)
SIDES = ("above", "below", "within")
LEAST = 8  # cases (people, deaths, events, years) below which a number decides nothing
UNITS = {"times": " times", "points": " points", "percent": " %", "correlation": " rank correlation"}


class Question(BaseModel):
    """One entry of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    silent: str = ""  # why nothing can be asked
    shown_only: bool = False  # a number is shown all the same
    part: str = "main"
    asks: str = ""
    ask: str = ""
    options: dict[str, Any] = {}
    expects: str = ""
    null: float | tuple[float, float] = 0.0
    bias: str = ""


@dataclass(frozen=True)
class Reply:
    """The tables' answer: a word, the number behind it, and whom the tables leave out."""

    claim: str
    word: str
    part: str
    asks: str
    sentence: str
    bias: str
    estimate: Estimate | None = None
    sizes: tuple[float | None, ...] = (None, None, None)  # the estimate and its ends on the standardised scale
    expects: str = ""  # in words
    why: str = ""  # of silence, or of being undecided

    def record(self) -> dict[str, Any]:
        """Plain values for a page or JSON; what is no number is left empty."""
        found = self.estimate
        numbers: dict[str, Any] = {} if found is None else {
            **{key: _finite(getattr(found, key)) for key in ("value", "low", "high")}, "n": found.n,
            "counted": found.counted, "unit": found.unit, "told": found.told,
            **dict(zip(("size", "size_low", "size_high"), self.sizes, strict=True))}
        return {"answer": self.word, "part": self.part, "asks": self.asks, "sentence": self.sentence,
                "bias": self.bias, "expects": self.expects, "why": self.why, **numbers}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


@cache
def questions() -> dict[str, tuple[Question, ...]]:
    """Every claim of the file with its questions, the leading one first."""
    text = (resources.files("unanimity.evidence") / "data" / FILE).read_text(encoding="utf-8")
    return parsed(tomllib.loads(text), FILE)


def parsed(raw: Mapping[str, Any], where: str) -> dict[str, tuple[Question, ...]]:
    """The entries of a file, each checked."""
    return {claim: tuple(_checked(one, f"{where}: {claim}") for one in found) for claim, found in raw.items()}


def _checked(raw: Mapping[str, Any], where: str) -> Question:
    try:
        found = Question.model_validate({("options" if key == "with" else key): value for key, value in raw.items()})
    except ValidationError as slip:
        first = slip.errors()[0]
        raise UserError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}; allowed: the fields of "
                        f"evidence/questions.py.") from None
    if not found.silent and not found.ask:
        raise UserError(f"{where}: asks nothing; allowed: ask = a kind of estimate, or silent = \"why\".")
    if found.shown_only and not (found.silent and found.ask):
        raise UserError(f"{where}: shown_only without silent and ask; allowed: why it is no test, and the number.")
    if found.ask and not found.shown_only:
        if found.expects not in SIDES:
            raise refuse(where, "expects", found.expects, ", ".join(SIDES))
        if isinstance(found.null, tuple) != (found.expects == "within"):
            raise refuse(where, "null", found.null, "two numbers for within, one for above and below")
        if not found.bias.strip() or not found.asks.strip():
            raise UserError(f"{where}: asks or bias is empty; allowed: a sentence each.")
    return found


def judged(found: Estimate, expects: str, null: float | tuple[float, float]) -> str:
    """The word for an estimate: where its whole interval lies.

    >>> judged(Estimate(2.0, 1.2, 3.1, 40, "times", ""), "above", 1.0)
    'agrees'
    """
    if found.n < LEAST or math.isnan(found.low) or math.isnan(found.high):
        return UNDECIDED
    if isinstance(null, tuple):
        inside, outside = null[0] <= found.low and found.high <= null[1], found.high < null[0] or found.low > null[1]
    elif expects == "above":
        inside, outside = found.low > null, found.high < null
    else:
        inside, outside = found.high < null, found.low > null
    return AGREES if inside else DISAGREES if outside else UNDECIDED


def replies(claim: str) -> tuple[Reply, ...]:
    """The tables' answers to a claim, the leading question first; silent for a claim that the file does not name."""
    found = questions().get(claim)
    if found is None:
        return (Reply(claim, SILENT, "main", "", "The evidence has not been asked.", "", why="has not been asked"),)
    return tuple(_answered(claim, one) for one in found)


def reply(claim: str) -> Reply:
    """The leading answer to a claim of the file.

    >>> reply("serge-1921-exit-of-the-critical").word
    'agrees'
    """
    if claim not in questions():
        raise unknown("", "claim that the evidence is asked for", claim, questions())
    return replies(claim)[0]


def _answered(claim: str, one: Question) -> Reply:
    found = estimate(one.ask, one.options, f"{FILE}: {claim}") if one.ask else None
    if found is None or one.shown_only:
        told = f" Stated are {found.told}." if found is not None else ""
        return Reply(claim, SILENT, one.part, one.asks, f"The evidence is silent: {one.silent}.{told}", one.bias,
                      found, why=one.silent)
    few = found.n < LEAST
    why = f"{found.n} {found.counted} are too few to decide anything" if few else ""
    sentence = f"{found.told[:1].upper()}{found.told[1:]}: {number(found.value, found.unit)}{_ends(found)}."
    return Reply(claim, judged(found, one.expects, one.null), one.part, one.asks, sentence, one.bias, found,
                 standardised(found, one.expects, one.null), _expected(one, found.unit), why)


def standardised(found: Estimate, expects: str, null: float | tuple[float, float]) -> tuple[float | None, ...]:
    """The estimate and its interval as standardised distances from the null, positive on the expected side.

    A ratio and a correlation by their usual conversion to a standardised difference (Borenstein et al. 2009, ch. 7), a
    difference of shares over its spread. Nothing for a range, for it has no side.

    >>> [round(x, 2) for x in standardised(Estimate(2.0, 1.0, 4.0, 40, "times", ""), "above", 1.0)]
    [0.38, 0.0, 0.76]
    """
    if isinstance(null, tuple):
        return None, None, None
    side = -1.0 if expects == "below" else 1.0
    ends = (found.value, found.low, found.high) if side > 0 else (found.value, found.high, found.low)
    return tuple(_finite(side * (_scaled(x, found, null) - _scaled(null, found, null))) for x in ends)


def _scaled(x: float, found: Estimate, null: float) -> float:
    if found.unit == "times":
        return math.log(x) * math.sqrt(3) / math.pi if x > 0 else -math.inf
    if found.unit == "correlation":
        return 2 * x / math.sqrt(1 - x * x) if abs(x) < 1 else math.copysign(math.inf, x)
    if found.unit == "percent":
        return x / (100 * math.sqrt(null / 100 * (1 - null / 100)))
    return x / found.spread if found.spread else math.nan


def number(value: float, unit: str) -> str:
    """A number with its unit.

    >>> number(1.0483, "times"), number(math.inf, "times")
    ('1.05 times', 'no ratio, as there is none in the other group')
    """
    if math.isinf(value):
        return "no ratio, as there is none in the other group"
    return "no number" if math.isnan(value) else f"{plain(value)}{UNITS.get(unit, f' {unit}')}"


def _ends(found: Estimate) -> str:
    if math.isnan(found.low) or math.isnan(found.high):
        return ""
    high = "any number" if math.isinf(found.high) else plain(found.high)
    return f" (95 %: {plain(found.low)} to {high})"


def _expected(one: Question, unit: str) -> str:
    if isinstance(one.null, tuple):
        return f"{plain(one.null[0])} to {number(one.null[1], unit)}"
    return f"{one.expects} {number(one.null, unit)}"

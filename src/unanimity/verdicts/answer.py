"""Three answers to a claim: whether its premise is present, whether its effect is found, and the remaining details.

    premise   present, absent, too rare to see: the situation of which the claim speaks, told by the control alone; that
              each arm changed what it was to change; that there are events enough to see anything
    effect    found, found in sign, not shown, opposite: the one form that carries the causal sentence
    details   the other forms, k of n, the decisive first

A claim is *contradicted* if its premise is present and its main test gives the opposite, or one of its own falsifiers
is met. If the premise is absent or too rare to see, the runs say nothing for or against the claim. The effect is read
from its interval alone: the share of pairs with the sign is reported but decides nothing.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from unanimity.verdicts.combine import INEXPRESSIBLE
from unanimity.verdicts.finding import Finding
from unanimity.verdicts.vague_words import UNCHANGED

PRESENT, ABSENT, RARE = "present", "absent", "too rare to see"
FOUND, IN_SIGN, NOT_SHOWN, OPPOSITE = "found", "found in sign", "not shown", "opposite"
EFFECTS = (FOUND, IN_SIGN, NOT_SHOWN, OPPOSITE, INEXPRESSIBLE)
NO_PREMISE, CONTRADICTED = "premise absent", "contradicted"
ANSWERS = (FOUND, IN_SIGN, NOT_SHOWN, CONTRADICTED, NO_PREMISE, RARE, INEXPRESSIBLE)
MET, NOT_MET = "met", "not met"  # of a falsifier
DECISIVE = (MET, OPPOSITE, FOUND, IN_SIGN, NOT_SHOWN, NOT_MET, INEXPRESSIBLE)  # order of details


@dataclass(frozen=True)
class Part:
    """One part of a premise: a test on the control, a manipulation check of an arm, or a count of events."""

    kind: str  # "control", "arm" or "events"
    about: str
    there: bool
    sentence: str
    rare: bool = False  # absent because there are too few events to see it
    decides: bool = True  # false: only reported (an arm that the main test does not read)


@dataclass(frozen=True)
class Premise:
    """Whether the situation that the claim presupposes is present."""

    word: str  # present, absent, too rare to see
    parts: tuple[Part, ...]
    sentence: str

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Effect:
    """The main test's result: a word, an estimate with its 90 % interval and standardised size, a plain sentence."""

    word: str  # found, found in sign, not shown, opposite, not expressible
    label: str  # of the test: expect[2], main
    about: str
    estimate: float
    low: float
    high: float
    unit: str
    size: float  # mean of the paired differences over their spread
    share: float  # of the pairs that have the sign
    n: int
    threshold: float | None
    why_main: str  # why this test expresses the causal sentence, or that the file gives no reason
    sentence: str
    undecided: str = ""  # why the data cannot decide
    null: float | None = None  # the null value; None if the test has none
    towards: int = 0  # the side of the null that the claim expects: +1 above, -1 below, 0 for "unchanged"
    numberless: str = ""  # why the result has no single number: a key of NUMBERLESS in support/number_format.py

    def record(self) -> dict[str, Any]:
        """As plain values (a number that does not exist is None)."""
        return _plain(dataclasses.asdict(self))


@dataclass(frozen=True)
class Detail:
    """One of the other tests: of the expectation, or of the falsifiers."""

    label: str
    about: str
    word: str
    sentence: str
    size: float = math.nan
    reading: str = ""
    falsifier: bool = False


@dataclass(frozen=True)
class Details:
    """The other tests: k of n tests of the expectation are found; the decisive ones are listed first."""

    rows: tuple[Detail, ...]

    @property
    def expected(self) -> tuple[Detail, ...]:
        """The tests of the expectation."""
        return tuple(row for row in self.rows if not row.falsifier)

    @property
    def found(self) -> int:
        """k: how many tests of the expectation are found."""
        return sum(row.word == FOUND for row in self.expected)

    @property
    def of(self) -> int:
        """n: how many tests the expectation has besides its main test and its premises."""
        return len(self.expected)

    @property
    def met(self) -> tuple[Detail, ...]:
        """The falsifiers that are met."""
        return tuple(row for row in self.rows if row.word == MET)

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {"found": self.found, "of": self.of, "rows": [_plain(dataclasses.asdict(row)) for row in self.rows]}


@dataclass(frozen=True)
class Answer:
    """The three answers to one claim or one rival, and the word that summarises them."""

    word: str
    why: str
    premise: Premise
    effect: Effect
    details: Details
    note: str = ""

    rest: ClassVar[str] = ""  # what cannot be expressed is listed in the details

    def __str__(self) -> str:
        return f"{self.word}: {self.why}"

    @property
    def told(self) -> str:
        """The word."""
        return self.word

    @property
    def parts(self) -> int:
        """How many tests the expectation has besides its premises."""
        return 1 + self.details.of

    @property
    def passed(self) -> int:
        """How many of them are found."""
        return int(self.effect.word == FOUND) + self.details.found

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {"word": self.word, "why": self.why, "note": self.note, "premise": self.premise.record(),
                "effect": self.effect.record(), "details": self.details.record()}


def effect_word(found: Finding) -> str:
    """The word for a test's result, by its interval alone: the share of pairs decides nothing here.

    An expected effect is "found" with the sign and the threshold, "found in sign" with the sign alone; an expected null
    effect ("unchanged") is "found" inside the margin and "opposite" outside it.
    """
    if found.form == INEXPRESSIBLE:
        return INEXPRESSIBLE
    if found.undecided:
        return NOT_SHOWN
    if found.passed or (found.leans > 0 and found.meets):
        return FOUND
    if found.leans > 0:
        return IN_SIGN
    return OPPOSITE if found.opposite or found.leans < 0 else NOT_SHOWN


def level_is_there(found: Finding, at: str, share: bool) -> bool:
    """Whether a level that the premise requires is present: its mean meets the number, or misses it by no more than the
    general margin of "unchanged" (5 points of a share, but at most half of the number; 10 percent of another measure).
    """
    if found.undecided or found.threshold is None:
        return False
    points, (percent, _) = UNCHANGED.shares or (5.0, "points"), (UNCHANGED.number or 10.0, "percent")
    margin = min(points[0] / 100, abs(found.threshold) / 2) if share else percent / 100 * abs(found.threshold)
    apart = found.effect - found.threshold
    return (apart if at == "above" else -apart) >= -margin - 1e-12


def premise_of(parts: Sequence[Part]) -> Premise:
    """The premise from its parts: absent if a deciding part is absent, too rare if a deciding part cannot be seen."""
    lost = [part for part in parts if part.decides and not part.there]
    absent = [part for part in lost if not part.rare]
    word = ABSENT if absent else RARE if lost else PRESENT
    told = " ".join(part.sentence for part in absent or lost)
    if not told:
        seen = sum(part.decides for part in parts)
        all_ = "Both" if seen == 2 else f"All {seen}"
        told = f"{all_} parts of the premise are there." if seen > 1 else "The premise is there."
    return Premise(word, tuple(sorted(parts, key=lambda part: (part.there, not part.decides))), told)


def details_of(rows: Sequence[Detail]) -> Details:
    """Details, the decisive first; among equals, the larger standardised effect first."""
    def weight(row: Detail) -> tuple[int, float]:
        return DECISIVE.index(row.word), -abs(row.size) if math.isfinite(row.size) else 0.0

    return Details(tuple(sorted(rows, key=weight)))


def answer_of(premise: Premise, effect: Effect, details: Details, note: str = "") -> Answer:
    """Combine premise, effect and details into the answer to the claim."""
    if effect.word == INEXPRESSIBLE:
        return Answer(INEXPRESSIBLE, effect.sentence, premise, effect, details, note)
    if premise.word != PRESENT:
        word = NO_PREMISE if premise.word == ABSENT else RARE
        return Answer(word, premise.sentence, premise, effect, details, note)
    if effect.word == OPPOSITE:
        return Answer(CONTRADICTED, f"The opposite is found. {effect.sentence}", premise, effect, details, note)
    if details.met:
        why = f"What would falsify it is found: {' '.join(row.sentence for row in details.met)}"
        return Answer(CONTRADICTED, why, premise, effect, details, note)
    return Answer(effect.word, effect.sentence, premise, effect, details, note)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in values.items()}

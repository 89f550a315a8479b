"""Vague words, and the test and threshold that each stands for, the same for all claims."""

from __future__ import annotations

from typing import NamedTuple

from unanimity.support.errors import unknown


class Meaning(NamedTuple):
    """The meaning of a word: a test, its direction or side, its number and unit."""

    form: str
    direction: str = ""
    number: float | None = None
    unit: str = ""
    against: str = "the other arm"
    shares: tuple[float, str] | None = None     # the margin if the measure is a share
    instead: Meaning | None = None              # a second reading that suffices by itself


def _each(words: str, meaning: Meaning) -> dict[str, Meaning]:
    return dict.fromkeys(words.split(", "), meaning)


POINTS = (5.0, "points")
UNCHANGED = Meaning("equal", "both", 10.0, "percent", shares=POINTS)
WORDS: dict[str, Meaning] = {
    **_each("unchanged, no effect, does not depend, hardly, equal, level", UNCHANGED),
    **_each("no better", Meaning("no_better", "", 10.0, "percent", shares=POINTS)),
    **_each("not lower, does not fall", Meaning("not_worse", "higher", 10.0, "percent", shares=POINTS)),
    **_each("much smaller", Meaning("change", "fall", 0.5, "times")),
    **_each("most of, mainly", Meaning("level", "above", 0.5, "share", against="the whole")),
    **_each("far more", Meaning("change", "rise", 2.0, "times")),
    **_each("dominates, most", Meaning("level", "above", 0.5, "share", against="the whole")),
    **_each("near zero", Meaning("change", "fall", 0.1, "times",
                                 instead=Meaning("level", "below", 0.1, "events a world", against="itself"))),
    **_each("few, small", Meaning("level", "below", 10.0, "percent", against="the whole")),
    **_each("at once", Meaning("level", "below", 2.0, "months", against="the event")),
    **_each("short", Meaning("level", "below", 6.0, "months", against="the event")),
    **_each("stays hidden, no such chain, neither appears",
            Meaning("change", "fall", 0.25, "times", against="the other arm's effect")),
    **_each("grows together", Meaning("assoc", "above", 0.3, against="each pair of monthly series")),
    **_each("each round, each season", Meaning("trend", against="the rounds or seasons")),
}


def meaning(word: str) -> Meaning:
    """The meaning of a word without a number.

    >>> meaning("far more")[:4]
    ('change', 'rise', 2.0, 'times')
    """
    if word not in WORDS:
        raise unknown("verdicts", "vague word", word, WORDS)
    return WORDS[word]


def margin(word: str, share: bool = False) -> tuple[float, str]:
    """The number and unit behind a word; a measure that is a share may have its own."""
    found = meaning(word)
    if share and found.shares:
        return found.shares
    if found.number is None:
        numbered = [known for known, its in WORDS.items() if its.number is not None]
        raise unknown("verdicts", "vague word with a number", word, numbered)
    return found.number, found.unit

"""When: months, windows, seasons, quiet months, and months counted from the treatment or from an event.

    60, month 60     6..30     6..end     last 12     +6     +1..+12     start..end     run (from month 0 on)
    +1..+12 of war   before war 12   after war 6   season   season 2   quiet   quiet and 12..60

`+k` is k months after the treatment month, or after an event of the schedule. `before X n` are the n months before its
month (all from month 0 if n is left out), `after X n` the months +1..+n (or to the end). Season: months 9-2; month 0 is
a January. The number of a season counts those that begin at or after the treatment month.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity.measures.grammar.syntax_tree import END, START, Last, Point, Quiet, Season, Span, When
from unanimity.support.errors import UserError, near_miss, shown
from unanimity.support.expressions import AND, DOTS, NUMBER, WORD, Language, Reader, Slip

WORDS = ("month", "last", "season", "quiet", "before", "after", "run", START)
ALLOWED = ("a month (60), months a..b, last n, +k, +a..+b, +a..+b of EVENT, before EVENT n, after EVENT n, season, "
           "season n, quiet, run, start..end; joined by and")
FIRST_OF_SEASON, SEASON_MONTHS = 8, 6  # September is the ninth month of a year that begins with month 0
QUIET_BELOW = 0.1


def parse_when(text: str, events: Iterable[str], label: str) -> When:
    """The window that a user wrote."""
    return WhenReader(text, label, tuple(events)).whole()


class WhenReader(Reader[When]):
    """The language of times: months, windows and seasons, joined by `and`."""

    language = Language(words=r"[^\W\d]\w*(?:\.\w+)*", marks=("+", "-", "(", ")"), joints={"and": AND},
                        known=ALLOWED, more="and, or nothing more")

    def __init__(self, text: str, label: str, events: tuple[str, ...], start: int = 0, end: int | None = None) -> None:
        super().__init__(text, label, start, end)
        self.events = events

    def is_time(self) -> bool:
        """Whether a text speaks of time: it begins with a number, a sign or a word of time."""
        token = self.peek()
        return token.kind in (NUMBER, DOTS) or token.text in ("+", "-", *WORDS)

    def wrong(self, start: int, allowed: str = ALLOWED, hint: str = "") -> Slip:
        """The error for a text that is not a time."""
        while not self.done() and self.peek().text != "and":
            self.take()
        return self.slip(f"when = {self.text[start:self.at].strip()!r} is not allowed", allowed, hint, at=start)

    def joined(self, marks: Sequence[str], parts: Sequence[When]) -> When:
        """Months that lie in all parts."""
        return When(tuple(one for part in parts for one in part.parts))

    def one(self) -> When:
        """One window."""
        start, word = self.peek_start(), self.peek().text
        if self.took("quiet"):
            return When((Quiet(),))
        if self.took("run"):
            return When((Span(Point(0), Point(0, END)),))
        if self.took("last", "season"):
            months = self.months()
            if not months and (word == "last" or self.peek().kind == NUMBER):
                raise self.wrong(start, f"{word} n, with n a whole number from 1 up")
            return When((Last(months) if word == "last" else Season(months),))
        if self.took("before", "after"):
            return When((self.around(start, word),))
        return When((self.span(start),))

    def span(self, start: int) -> Span:
        """[month] POINT[..POINT] [of EVENT]."""
        self.took("month")
        first = self.point(start)
        last = self.point(start) if self.took("..") else first
        anchor = self.event(start) if self.took("of") else START
        one, two = _anchored(first, anchor), _anchored(last, anchor)
        if one.anchor == two.anchor and one.number > two.number:
            raise self.wrong(start, "a first month that is not after the last")
        return Span(one, two)

    def around(self, start: int, word: str) -> Span:
        """before|after [EVENT] [n]."""
        anchor = self.event(start) if self.peek().kind == WORD and self.peek().text not in (START, "and") else START
        self.took(START)
        months = self.months()
        if not self.done() and self.peek().text != "and":
            raise self.wrong(start, f"{word} EVENT n")
        if word == "before":
            return Span(Point(-months, anchor) if months else Point(0), Point(-1, anchor))
        return Span(Point(1, anchor), Point(months, anchor) if months else Point(0, END))

    def months(self) -> int:
        """An integer from 1 up, or 0 if none is given."""
        token = self.peek()
        if token.kind != NUMBER or not token.text.isdigit() or token.text.startswith("0"):
            return 0
        return int(self.number())

    def event(self, start: int) -> str:
        """An event of the schedule."""
        word = self.take().text
        if word not in self.events:
            known = ", ".join(sorted(self.events)) if self.events else "nothing: the regime's schedule is empty"
            raise self.wrong(start, f"for EVENT: {known}", near_miss(word, self.events))
        return word

    def point(self, start: int) -> tuple[str, int]:
        """start, end, or a month with the sign before it."""
        if named := self.took(START, END):
            return named, 0
        sign, token = self.took("+", "-"), self.peek()
        if token.kind != NUMBER or not token.text.isdigit():
            raise self.wrong(start, hint=near_miss(token.text, WORDS))
        return sign, int(self.number()) * (-1 if sign == "-" else 1)


def _anchored(point: tuple[str, int], anchor: str) -> Point:
    """+k is counted from the treatment; with an event, all months are counted from it."""
    sign, number = point
    if sign in (START, END):
        return Point(0, sign)
    return Point(number, anchor) if sign == "+" or anchor != START else Point(number)


@dataclass(frozen=True)
class Clock:
    """The months of one world's run: first, last, treatment month, and the months of its events."""

    first: int
    last: int
    start: int = 0
    events: Mapping[str, int] = field(default_factory=dict)  # the first month of each
    zero: int = 0  # month 0 of a question; not the run's in a branch of a longer run

    @property
    def months(self) -> np.ndarray:
        """All months of the run."""
        return np.arange(self.first, self.last + 1)

    def month_of(self, point: Point) -> int | None:
        """The month of a point; None if its event does not happen in this world."""
        if point.anchor == END:
            return self.last
        base = {"": self.zero, START: self.start}.get(point.anchor, self.events.get(point.anchor))
        return None if base is None else base + point.number

    def check(self, when: When, text: str) -> None:
        """Refuse months outside the run; the month of an event is only known once it happens."""
        for part in when.parts:
            if isinstance(part, Last) and part.months > self.last + 1:
                raise self._outside(text, part)
            if isinstance(part, Season) and part.number and not self._mask(part).any():
                raise self._outside(text, part)
            for point in (part.first, part.last) if isinstance(part, Span) else ():
                month = self.month_of(point) if point.anchor in ("", START) else None
                if month is not None and not self.first - 1 <= month <= self.last:
                    raise self._outside(text, part)

    def _outside(self, text: str, part: Span | Last | Season | Quiet) -> UserError:
        treated = f", treated at {self.start}" if self.start else ""
        return UserError(f"measure = {shown(text)}: {part} is not allowed; allowed: months of the run, "
                         f"{self.first}..{self.last}{treated}.")

    def window(self, when: When) -> np.ndarray:
        """The months of the run that lie in the window, as a mask; quiet months are not yet excluded."""
        mask = np.ones(self.months.size, bool)
        for part in when.parts:
            mask &= self._mask(part)
        return mask

    def _mask(self, part: Span | Last | Season | Quiet) -> np.ndarray:
        months = self.months
        if isinstance(part, Last):
            return months > max(self.last - part.months, min(-1, self.last - 1))
        if isinstance(part, Season):
            begun = months - (months - FIRST_OF_SEASON) % 12  # the September at or before each month
            inside = months - begun < SEASON_MONTHS
            if not part.number:
                return inside
            wanted = self.start + (FIRST_OF_SEASON - self.start) % 12 + 12 * (part.number - 1)
            return inside & (begun == wanted)
        if isinstance(part, Quiet):
            return np.ones(months.size, bool)
        first, last = self.month_of(part.first), self.month_of(part.last)
        if first is None or last is None:
            return np.zeros(months.size, bool)
        return np.asarray((months >= first) & (months <= last))


def windows_of(node: Any) -> Iterator[When]:
    """All windows in a measure as it was written."""
    if isinstance(node, When):
        yield node
    elif dataclasses.is_dataclass(node) and not isinstance(node, type):
        for part in dataclasses.fields(node):
            yield from windows_of(getattr(node, part.name))
    elif isinstance(node, (tuple, list)):
        for one in node:
            yield from windows_of(one)


def up_to(when: When) -> When:
    """For a cumulative count: a window of one month means everything up to that month; a longer one, what its months
    added."""
    one = when.parts[0]
    if len(when.parts) == 1 and isinstance(one, Span) and one.first == one.last:
        return When((Span(Point(0, START), one.last),))
    return when


def default_when(is_flow: bool) -> When:
    """The default window: from the treatment month to the end for sums, else the last 12 months."""
    return When((Span(Point(0, START), Point(0, END)),)) if is_flow else When((Last(12),))

"""When: months, windows, seasons, quiet months, and months counted from the treatment or from an event.

    60, month 60     6..30     6..end     last 12     +6     +1..+12     start..end     run (from month 0 on)
    +1..+12 of war   before war 12   after war 6   season   season 2   quiet   quiet and 12..60

`+k` is k months after the treatment month, or after an event of the schedule. `before X n` are the n months before its
month (all from month 0 if n is left out), `after X n` the months +1..+n (or to the end). Season: months 9-2; month 0 is
a January. The number of a season counts those that begin at or after the treatment month.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from unanimity.measures.grammar.tree import END, START, Last, Point, Quiet, Season, Span, When
from unanimity.world.errors import UserError, near_miss

WORDS = ("month", "last", "season", "quiet", "before", "after", "run", START)
ALLOWED = ("a month (60), months a..b, last n, +k, +a..+b, +a..+b of EVENT, before EVENT n, after EVENT n, season, "
           "season n, quiet, run, start..end; joined by and")
FIRST_OF_SEASON, SEASON_MONTHS = 8, 6  # September is the ninth month of a year that begins with month 0
QUIET_BELOW = 0.1
_POINT = r"[+-]?\d+|start|end"


def is_when(text: str) -> bool:
    """Whether an argument speaks of time: it begins with a number, a sign or a word of time."""
    return bool(re.match(r"[+-]?\d|\.", text)) or text.split(maxsplit=1)[0].split("..")[0] in WORDS


def parse_when(text: str, events: Iterable[str], label: str) -> When:
    """The window that a user wrote."""
    parts = [_part(part.strip(), tuple(events), label) for part in re.split(r"\band\b", text)]
    return When(tuple(parts))


def _slip(label: str, text: str, hint: str = "", allowed: str = ALLOWED) -> UserError:
    return UserError(f"{label}: when = {text!r} is not allowed; allowed: {allowed}.{hint}")


def _part(text: str, events: tuple[str, ...], label: str) -> Span | Last | Season | Quiet:
    words = text.split()
    if text == "quiet":
        return Quiet()
    if text == "run":
        return Span(Point(0), Point(0, END))
    if words and words[0] in ("last", "season"):
        if len(words) == 1 and words[0] == "season":
            return Season()
        if len(words) == 2 and re.fullmatch(r"[1-9]\d*", words[1]):
            return Last(int(words[1])) if words[0] == "last" else Season(int(words[1]))
        raise _slip(label, text, allowed=f"{words[0]} n, with n a whole number from 1 up")
    if words and words[0] in ("before", "after"):
        return _around(words, text, events, label)
    found = re.fullmatch(rf"(?:month\s+)?({_POINT})(?:\s*\.\.\s*({_POINT}))?(?:\s+of\s+([\w.]+))?", text)
    if found is None:
        raise _slip(label, text, near_miss(words[0] if words else "", WORDS))
    anchor = START if found[3] is None else _event(found[3], text, events, label)
    first = _point(found[1], anchor)
    last = _point(found[2], anchor) if found[2] else first
    if first.anchor == last.anchor and first.number > last.number:
        raise _slip(label, text, allowed="a first month that is not after the last")
    return Span(first, last)


def _around(words: list[str], text: str, events: tuple[str, ...], label: str) -> Span:
    """before|after [EVENT] [n]."""
    rest = words[1:]
    months = int(rest.pop()) if rest and re.fullmatch(r"[1-9]\d*", rest[-1]) else None
    if len(rest) > 1:
        raise _slip(label, text, allowed=f"{words[0]} EVENT n")
    anchor = _event(rest[0], text, events, label) if rest and rest[0] != START else START
    if words[0] == "before":
        return Span(Point(-months, anchor) if months else Point(0), Point(-1, anchor))
    return Span(Point(1, anchor), Point(months, anchor) if months else Point(0, END))


def _event(word: str, text: str, events: tuple[str, ...], label: str) -> str:
    if word not in events:
        shown = ", ".join(sorted(events)) if events else "nothing: the regime's schedule is empty"
        raise _slip(label, text, near_miss(word, events), f"for EVENT: {shown}")
    return word


def _point(text: str, anchor: str) -> Point:
    if text in (START, END):
        return Point(0, text)
    return Point(int(text), anchor) if text.startswith("+") or anchor != START else Point(int(text))


@dataclass(frozen=True)
class Clock:
    """The months of one world's run: the first, the last, the treatment month, and the months of its events."""

    first: int
    last: int
    start: int = 0
    events: Mapping[str, int] = field(default_factory=dict)  # the first month of each

    @property
    def months(self) -> np.ndarray:
        """All months of the run."""
        return np.arange(self.first, self.last + 1)

    def month_of(self, point: Point) -> int | None:
        """The month that a point means; None where its event does not happen in this world."""
        if point.anchor == END:
            return self.last
        base = {"": 0, START: self.start}.get(point.anchor, self.events.get(point.anchor))
        return None if base is None else base + point.number

    def window(self, when: When) -> np.ndarray:
        """The months of the run that lie in the window, as a mask; quiet months are not sorted out yet."""
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


def up_to(when: When) -> When:
    """What so far means at one month: everything from the start up to it; of a stretch of months it is what they
    added."""
    one = when.parts[0]
    if len(when.parts) == 1 and isinstance(one, Span) and one.first == one.last:
        return When((Span(Point(0, START), one.last),))
    return when


def default_when(is_flow: bool) -> When:
    """Summed from the treatment month to the end, or the last 12 months (interface 4)."""
    return When((Span(Point(0, START), Point(0, END)),)) if is_flow else When((Last(12),))

"""What a lever is: a choice among words or a number, with what it means, who may set it, and which end is tighter."""

from __future__ import annotations

import math
from dataclasses import dataclass

from unanimity.support.errors import is_number, near_miss, refuse
from unanimity.support.former_names import current

SCOPES = {"P": "by province", "L": "by level of the assembly", "R": "by person", "T": "by town and village"}
KINDS_OF_CELL = ("town", "village")  # kinds of cells, for levers of scope T, in addition to the levels of the tree


@dataclass(frozen=True)
class Lever:
    """One institutional rule: a choice among words, or a number with words for some of its values."""

    name: str
    meaning: str
    words: tuple[str, ...] = ()  # for a choice: its values, in order where `ordered`
    ordered: bool = False
    low: float = 0.0
    high: float = 0.0
    named: tuple[tuple[str, float], ...] = ()  # for a number: words that stand for values
    counted: str = ""  # a word that takes a number, such as rotate_appointer:n
    former: tuple[tuple[str, str], ...] = ()  # words of earlier versions -> what they are called now
    scope: str = ""
    unit: str = ""
    label: str = ""  # its name on the page, if the meaning is too long for one
    explains: str = ""  # what its values do, in a sentence or two
    tighter: str = ""  # the end that binds people more: a word of it, "high" or "low"; "" where neither does
    cite: str = ""  # where the sources mention it
    unless_said: float | None = None  # its value where a regime does not set it; None: a regime must set it

    @property
    def argument(self) -> str:
        """The name a rule uses for it."""
        return self.name.replace(".", "_")

    @property
    def title(self) -> str:
        """Its name on the page."""
        return self.label or self.meaning[:1].upper() + self.meaning[1:]

    @property
    def values(self) -> tuple[str, ...]:
        """The words among its values."""
        return (*self.words, *(word for word, _ in self.named))

    @property
    def tightness(self) -> int:
        """1 if its larger numbers are tighter, -1 if its smaller ones are, 0 if it has no such order."""
        if not self.tighter:
            return 0
        return 1 if self.tighter == "high" or (self.is_choice and self.tighter == self.words[-1]) else -1

    @property
    def may_be_left_out(self) -> bool:
        """Whether a regime without a base may leave it out: then its first word refers to another lever."""
        return self.is_choice and self.words[0].startswith("as ")

    @property
    def settable(self) -> str:
        """Where it may differ, in words."""
        return ", ".join(["for the country", *(SCOPES[letter] for letter in self.scope)])

    @property
    def is_choice(self) -> bool:
        """Whether its values are words."""
        return bool(self.words)

    @property
    def allowed(self) -> str:
        """The values that may be written, in words."""
        if self.is_choice:
            return (" < " if self.ordered else ", ").join(f"{w}:n" if w == self.counted else w for w in self.words)
        words = ", ".join(f"{word} ({value:g})" if self.low <= value <= self.high else word
                          for word, value in self.named)  # auto and none have numbers that nobody writes
        top = "" if math.isinf(self.high) else f"..{self.high:g}"
        span = f"{self.low:g}{top}" if top else f"a number from {self.low:g}"
        return f"{span}{' ' + self.unit if self.unit else ''}" + (f"; or {words}" if words else "")

    def number(self, value: object, where: str = "") -> float:
        """The number of what the user wrote; an error says what is allowed."""
        if isinstance(value, bool):
            value = "on" if value else "off"
        if isinstance(value, str):
            first, colon, count = value.strip().partition(":")
            found = self._from_word(f"{current(first, dict(self.former))}{colon}{count}", where)
            if found is not None:
                return found
        elif is_number(value) and not self.is_choice and self.low <= float(value) <= self.high:
            return float(value)
        spelt = [f"{word}:n" if word == self.counted else word for word in (*self.words, *dict(self.named))]
        raise refuse(where, self.name, value, self.allowed, _spelling(value, spelt))

    def _from_word(self, word: str, where: str) -> float | None:
        if word in self.words and word != self.counted:
            return float(self.words.index(word))
        if self.counted and word.startswith(self.counted + ":"):
            try:
                count = float(word.split(":", 1)[1])
            except ValueError:
                return None
            # one number holds both: the position of the word in thousands, and its count
            return 1000.0 * self.words.index(self.counted) + count if 0 <= count < 1000 else None
        if word in dict(self.named):
            return dict(self.named)[word]
        try:
            return self.number(float(word), where) if not self.is_choice else None
        except ValueError:
            return None

    def text(self, number: float) -> str:
        """The word or number that a user would write for a stored value."""
        if self.is_choice:
            if number >= 1000.0:
                return f"{self.counted}:{number % 1000:g}"
            return self.words[int(number)]
        for word, value in self.named:
            if value == number:
                return word
        return str(int(number)) if number == int(number) else repr(float(number))


def _spelling(value: object, words: list[str]) -> str:
    return near_miss(value, words) if isinstance(value, str) else ""

"""The quantity that is measured: a number of each person from the state, or rows of the case log."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence

from unanimity.measures.grammar.syntax_tree import FUNCTIONS, Constant, InForce, Operation, Rows, Test, Value, Variable
from unanimity.measures.grammar.vocabulary import EVENTS, ROW_FLAGS, ROW_NUMBERS, ROW_WORDS, VOCABULARY
from unanimity.support.expressions import (
    ARITHMETIC,
    COMPARISONS,
    LOGIC,
    NOT,
    NUMBER,
    SIGN,
    WORD,
    Language,
    Reader,
    left_to_right,
)
from unanimity.world.levers import BY_NAME as LEVERS

INNOCENT = "innocent"
JOINS = ("with", "on")  # join two numbers of a row
JOINTS = ("to", "before")  # join two steps of one person
Call = Callable[["ValueReader"], Value]  # content of the parentheses of a word with its own syntax


class ValueReader(Reader[Value]):
    """A number of each person: variables, words compared with them, numbers, functions, and operators."""

    language = Language(words=r"[^\W\d]\w*(?:\.[a-z]\w*)*", joints=LOGIC | COMPARISONS | ARITHMETIC,
                        signs={"not": NOT, "-": SIGN}, more="and, or, a sign, or nothing more",
                        known="words, numbers, == != < <= > >= + - * /, commas, parentheses")

    def __init__(self, text: str, label: str, known: Sequence[str], calls: Mapping[str, Call], start: int,
                 end: int, ranges: Mapping[str, tuple[float, float]] | None = None) -> None:
        super().__init__(text, label, start, end)
        self.known, self.calls, self.ranges = known, calls, ranges or {}

    def value(self) -> Value:
        """An expression all of whose variables exist."""
        return self.settled(self.expression())

    def joined(self, marks: Sequence[str], parts: Sequence[Value]) -> Value:
        """A word compared with a variable that has words stands for its code."""
        if marks[0] in COMPARISONS:
            left, right = parts
            return Operation(marks[0], (self.coded(left, right), self.coded(right, left)))
        return left_to_right(Operation, marks, [self.settled(part) for part in parts])

    def signed(self, mark: str, part: Value) -> Value:
        """Apply `not` or a minus sign."""
        return Operation(mark, (self.settled(part),))

    def one(self) -> Value:
        """A number, a function, a word with its own syntax, or a variable."""
        token = self.peek()
        if token.kind == NUMBER:
            return Constant(self.number())
        if token.kind != WORD:
            raise self.missing("a word", "a variable such as fear, a number, or a parenthesis")
        word = self.take().text
        if word in FUNCTIONS and self.took("("):
            parts = self.listed(self.value)
            if FUNCTIONS[word] not in (0, len(parts)):
                raise self.slip(f"{word} of {len(parts)}", f"{word} of {FUNCTIONS[word]}", at=token.start)
            return Operation(word, tuple(parts))
        if word in self.calls and self.took("("):
            value = self.calls[word](self)
            self.close()
            return value
        return Variable(word)

    def coded(self, value: Value, beside: Value) -> Value:
        """A word compared with a variable that has words stands for its code."""
        words = _words_of(beside)
        if isinstance(value, Variable) and words and value.name in words:
            return Constant(float(words[value.name]), value.name)
        if isinstance(value, Constant) and isinstance(beside, Variable):
            self.check_range(value.value, beside.name, words)
        if isinstance(value, Variable) and words and value.name not in self.known:
            raise self.choice(f"{beside} has no word {value.name!r}", value.name, words, self.place_of(value.name))
        return self.settled(value)

    def check_range(self, number: float, name: str, words: Mapping[str, float] | None) -> None:
        """Refuse a comparison of a variable with a number outside its range."""
        low, high = self.ranges.get(name, (-math.inf, math.inf))
        if words:
            low, high = max(low, min(words.values())), min(high, max(words.values()))
        if not low <= number <= high:
            allowed = f"{low:g}..{high:g}" + (f", or {', '.join(words)}" if words else "")
            raise self.slip(f"{name} is never {number:g}", allowed)

    def settled(self, value: Value) -> Value:
        """Require that the variable exists."""
        if isinstance(value, Variable) and value.name not in self.known:
            raise self.stranger("variable", value.name, self.known, "unanimity docs state", self.place_of(value.name))
        return value

    def place_of(self, word: str) -> int:
        """The position of the word just read."""
        return self.text.rindex(word, 0, self.at)


def _words_of(value: Value) -> Mapping[str, float] | None:
    """The words that can be compared with a variable or a lever, with their codes."""
    if isinstance(value, InForce):
        lever = LEVERS[value.name]  # rotate_appointer:n and food:n include a count: such a value is not a word
        words = {word: float(code) for code, word in enumerate(lever.words) if word != lever.counted}
        return {word.replace(" ", "_"): code for word, code in {**words, **dict(lever.named)}.items()} or None
    return VOCABULARY.get(value.name) if isinstance(value, Variable) else None


class RowsReader(Reader[Rows]):
    """Rows of the log: `[FIELD [with FIELD] of] log [first] EVENT conditions [to log EVENT conditions]`."""

    language = ValueReader.language

    def is_about_rows(self) -> bool:
        """Whether a text denotes rows of the log."""
        at = 0
        if self.peek().kind == WORD and self.peek(1).text in ("of", *JOINS):
            at = 2 if self.peek(1).text == "of" else (4 if self.peek(3).text == "of" else 0)
        return self.peek(at).text == "log" and self.peek(at + 1).kind == WORD

    def whole(self) -> Rows:
        """All of it."""
        field, beside, joined = "", "", ""
        if self.peek().text != "log":
            field = self.field()
            if joined := self.took(*JOINS):
                beside = self.field()
            if not self.took("of"):
                raise self.slip("'of' is missing", f"{field} of log EVENT")
        rows, joint = self.step()
        if not joint:
            return dataclasses.replace(rows, field=field, beside=beside, joined=joined)
        if field:
            raise self.slip(f"{field} of two steps", f"log EVENT {joint} log EVENT, without a field")
        then, more = self.step()
        if more:
            raise self.slip(f"a second {more!r}", "two steps of a person")
        return dataclasses.replace(rows, joint=joint, then=then)

    def field(self) -> str:
        """A number of a row."""
        name = self.peek().text
        if name not in ROW_NUMBERS:
            raise self.choice(f"{name!r} is no number of a row", name, ROW_NUMBERS)
        return self.take().text

    def step(self) -> tuple[Rows, str]:
        """One step of the log with its conditions, and the word that joins it to the next."""
        if not self.took("log"):
            raise self.slip(f"{self.peek().text!r} stands where rows of the log should", "log EVENT")
        only, event = self.took("first", "last"), self.peek().text
        if event not in EVENTS and event != "any":
            raise self.stranger("event of the log", event, [*EVENTS, "any"])
        self.take()
        tests: list[Test] = []
        while not self.done():
            if joint := self.took(*JOINTS):
                return Rows(event, tuple(tests), only=only), joint
            tests.append(self.condition())
        return Rows(event, tuple(tests), only=only), ""

    def condition(self) -> Test:
        """A condition on a row."""
        mark = "is not" if self.took("not") else "is"
        start, name = self.peek_start(), self.take().text
        if name == INNOCENT:
            return Test("guilty", "is" if mark == "is not" else "is not", 1.0)
        if name in ROW_FLAGS:
            return Test(name, mark, 1.0)
        allowed = sorted({*ROW_WORDS, *ROW_NUMBERS, *ROW_FLAGS, INNOCENT})
        if name not in allowed or mark == "is not":
            raise self.choice(f"{name!r} is no condition on a row", name, allowed, start)
        sign = self.took(*COMPARISONS) or "=="
        token = self.peek(1 if self.peek().text == "-" else 0)
        if token.kind == NUMBER and name in ROW_NUMBERS:
            return Test(name, sign, self.number())
        words = ROW_WORDS.get(name, {})
        if token.kind != WORD or token.text not in words:
            raise self.choice(f"{name} {token.text!r}", token.text, words or ["a number"])
        self.at = token.end
        return Test(name, sign, float(words[token.text]), token.text)

"""One parser for all one-line expressions: selectors, measures, times and references.

A language is a table (its words, symbols, and operators with their precedence) and a function that gives a word its
meaning. Everything else is here: the tokenizer, precedence `or < and < not < comparison < + - < * / < sign`,
parentheses, argument lists, and one kind of error with the column, the problem, what is allowed and the closest word.
Nothing is evaluated as Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from unanimity.support.bounded_reading import LARGEST_NUMBER, check_expression
from unanimity.support.errors import UserError, near_miss, shown, unknown

# Operator precedence, from the loosest to the tightest.
OR, AND, NOT, COMPARED, ADDED, TIMES, SIGN = range(1, 8)
LOGIC = {"or": OR, "and": AND}
COMPARISONS = {"==": COMPARED, "!=": COMPARED, "<=": COMPARED, ">=": COMPARED, "<": COMPARED, ">": COMPARED}
ARITHMETIC = {"+": ADDED, "-": ADDED, "*": TIMES, "/": TIMES}
NUMBER, WORD, QUOTED, DOTS, MARK, NOTHING = "number", "word", "quoted", "dots", "mark", "nothing"
_OUTLINE = re.compile(r"\"[^\"]*\"|'[^']*'|[(),]")

Node = TypeVar("Node")
Part = TypeVar("Part")


class Slip(UserError):
    """An error in an expression, with its column (counted from 1)."""

    def __init__(self, says: object, at: int = 0) -> None:
        super().__init__(says)
        self.at = at


@dataclass(frozen=True)
class Language:
    """The syntax of one language: words, symbols, operators, and its messages for missing parts."""

    words: str = r"[^\W\d]\w*"
    marks: tuple[str, ...] = ("(", ")", ",")
    joints: Mapping[str, int] = field(default_factory=dict)  # binary operators and their precedence
    signs: Mapping[str, int] = field(default_factory=dict)  # prefix operators
    strange: str = "means nothing here"  # message for a character that is no symbol of the language
    known: str = "words, numbers, commas, parentheses"  # what is allowed instead of such a character
    end: str = "the end"  # message for a missing part
    more: str = "nothing more"  # what is allowed as the missing part

    @cached_property
    def tokens(self) -> re.Pattern[str]:
        """A pattern for tokens: whitespace, then a number, two dots, a quoted name, a word or a symbol."""
        signs = {*self.marks, *self.joints, *self.signs}
        marks = "|".join(re.escape(mark) for mark in sorted(signs, key=len, reverse=True) if not mark.isalpha())
        return re.compile(rf"\s*(?:(?P<{NUMBER}>[0-9]+(?:\.(?!\.)[0-9]*)?(?:e[+-]?[0-9]+)?|\.[0-9]+)|(?P<{DOTS}>\.\.)"
                          rf"|(?P<{QUOTED}>\"[^\"]*\"|'[^']*')|(?P<{WORD}>{self.words})|(?P<{MARK}>{marks}))")


class Token(NamedTuple):
    """A word, number or symbol, with its position."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def bare(self) -> str:
        """The text without quotes."""
        return self.text.strip("\"'")


class Reader(Generic[Node]):
    """Parses a text, or its part from `start` to `end`, in one language; parts may be parsed in another."""

    language: ClassVar[Language] = Language()

    def __init__(self, text: str, label: str, start: int = 0, end: int | None = None) -> None:
        self.text, self.label, self.at = text, label, start
        if end is None:
            check_expression(text, label)
        self.end = len(text) if end is None else end

    # --- what a language says -------------------------------------------------------------------------------------
    def one(self) -> Node:
        """The meaning of a word, a number or a call; each language defines it."""
        raise NotImplementedError

    def joined(self, marks: Sequence[str], parts: Sequence[Node]) -> Node:
        """Operands joined by operators of the same precedence, from left to right."""
        raise NotImplementedError

    def signed(self, mark: str, part: Node) -> Node:
        """An operand with a prefix operator."""
        raise NotImplementedError

    # --- slips ----------------------------------------------------------------------------------------------------
    def slip(self, says: str, allowed: str, hint: str = "", at: int | None = None) -> Slip:
        """An error with the problem, what is allowed, and the column."""
        letter = (self.peek_start() if at is None else at) + 1
        return Slip(f"{self.label} = {shown(self.text)}: {says}; allowed: {allowed}.{hint} At letter {letter}.", letter)

    def stranger(self, kind: str, word: str, known: Iterable[str], see: str = "", at: int | None = None) -> Slip:
        """The error for an unknown name, with the closest known one."""
        letter = (self.peek_start() if at is None else at) + 1
        return Slip(f"{unknown(self.label, kind, word, known, see)} At letter {letter} of {shown(self.text)}.", letter)

    # --- words, numbers and marks -----------------------------------------------------------------------------------
    def peek_start(self) -> int:
        """The position of the next token."""
        rest = self.text[self.at:self.end]
        return self.at + len(rest) - len(rest.lstrip())

    def peek(self, ahead: int = 0) -> Token:
        """The next token, or a later one, without consuming it."""
        at = self.at
        for _ in range(ahead):
            at = self._token(at).end
        return self._token(at)

    def take(self) -> Token:
        """Consume and return the next token."""
        token = self._token(self.at)
        self.at = token.end
        return token

    def took(self, *wanted: str) -> str:
        """Consume the next token if it is one of these; returns it, or ''."""
        token = self.peek()
        if token.kind in (WORD, MARK, DOTS) and token.text in wanted:
            self.at = token.end
            return token.text
        return ""

    def done(self) -> bool:
        """Whether the input is exhausted."""
        return self.peek().kind == NOTHING

    def number(self) -> float:
        """The signed number that comes next, if it is representable."""
        minus, token = self.took("-"), self.take()
        value = float(token.text)
        if value > LARGEST_NUMBER:
            raise self.slip(f"{minus}{shown(token.text)}", "numbers of at most 19 digits", at=token.start)
        return -value if minus else value

    def _token(self, at: int) -> Token:
        found = self.language.tokens.match(self.text, at, self.end)
        if found is not None:
            kind = str(found.lastgroup)
            return Token(kind, found[kind], found.start(kind), found.end())
        rest = self.text[at:self.end].lstrip()
        if rest:
            raise self.slip(f"{rest[0]!r} {self.language.strange}", self.language.known, at=self.end - len(rest))
        return Token(NOTHING, "", self.end, self.end)

    # --- the grammar ----------------------------------------------------------------------------------------------
    def whole(self) -> Node:
        """Parse the whole text as one expression."""
        node = self.expression()
        self.finish()
        return node

    def finish(self) -> None:
        """Require the end of the input."""
        if not self.done():
            raise self.slip(f"{self.peek().text!r} comes after {self.language.end}", self.language.more)

    def expression(self, loosest: int = OR) -> Node:
        """Operands joined by operators of at least that precedence (precedence climbing)."""
        left, tightest = self._part(loosest), SIGN + 1
        while loosest <= (strength := self._next_joint()) < tightest:
            marks: list[str] = []
            parts = [left]
            while self._next_joint() == strength and not (marks and strength == COMPARED):
                marks.append(self.take().text)
                parts.append(self.expression(strength + 1))
            left, tightest = self.joined(marks, parts), strength
        return left

    def _part(self, loosest: int) -> Node:
        signs = self.language.signs
        if sign := self.took(*(mark for mark, strength in signs.items() if strength >= loosest)):
            return self.signed(sign, self.expression(signs[sign]))
        if self.took("("):
            inside = self.expression()
            self.close()
            return inside
        return self.one()

    def _next_joint(self) -> int:
        token = self.peek()
        return self.language.joints.get(token.text, 0) if token.kind in (WORD, MARK) else 0

    def close(self) -> None:
        """Require a closing parenthesis."""
        if not self.took(")"):
            raise self.slip("a parenthesis is not closed", "')'")

    def listed(self, read: Callable[[], Part]) -> list[Part]:
        """Comma-separated items up to the closing parenthesis."""
        found = [read()]
        while self.took(","):
            found.append(read())
        self.close()
        return found

    def arguments(self) -> list[tuple[int, int]]:
        """The start and end of each argument up to the closing parenthesis; each may be in another language."""
        spans, depth, begun = [], 0, self.at
        for found in _OUTLINE.finditer(self.text, self.at, self.end):
            mark = found[0]
            if depth == 0 and mark in (",", ")"):
                spans.append(self._bare(begun, found.start()))
                begun = self.at = found.end()
                if mark == ")":
                    return [] if spans == [(spans[0][0], spans[0][0])] else spans
            depth += (mark == "(") - (mark == ")")
        raise self.slip("a parenthesis is not closed", "')'", at=self.end)

    def within(self, reader: Reader[Part]) -> Part:
        """Parse a part with the reader of another language."""
        reader.at, reader.end = self.at, self.end
        part = reader.expression()
        self.at = reader.at
        return part

    def _bare(self, start: int, end: int) -> tuple[int, int]:
        """A span without surrounding whitespace."""
        inside = self.text[start:end]
        start += len(inside) - len(inside.lstrip())
        return start, max(start, start + len(inside.strip()))

    def missing(self, what: str, allowed: str) -> Slip:
        """The error for a missing operand before the next token."""
        token = self.peek()
        return self.slip(f"{what} is missing{f' before {token.text!r}' if token.text else ' at the end'}", allowed)

    def choice(self, says: str, word: str, words: Iterable[str], at: int | None = None) -> Slip:
        """The error for a word that is not one of a few, all of which are listed."""
        names = list(words)
        return self.slip(says, ", ".join(names), near_miss(word, names), at)


def left_to_right(make: Callable[[str, tuple[Any, Any]], Node], marks: Sequence[str], parts: Sequence[Node]) -> Node:
    """Operands combined pairwise from the left."""
    found = parts[0]
    for mark, part in zip(marks, parts[1:], strict=True):
        found = make(mark, (found, part))
    return found

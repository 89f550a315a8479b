"""What is measured: a number of each person from the state, or rows of the case log."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from unanimity.measures.grammar.tree import FUNCTIONS, Constant, InForce, Operation, Rows, Test, Value, Variable
from unanimity.measures.grammar.words import EVENTS, ROW_FLAGS, ROW_NUMBERS, ROW_WORDS, VOCABULARY
from unanimity.world.errors import UserError, near_miss, shown, unknown
from unanimity.world.levers import BY_NAME as LEVERS

_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<word>[^\W\d]\w*(?:\.[a-z]\w*)*)"
                    r"|(?P<mark>==|!=|<=|>=|[<>+\-*/(),]))")
COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
INNOCENT = "innocent"
CALLS = ("is", "lever", "at")  # words with an argument in a language of its own
Calls = Mapping[str, Callable[[str], Value]]


class Tokens:
    """The words, numbers and marks of a text, taken one after the other."""

    def __init__(self, text: str, label: str) -> None:
        self.text, self.label, self.at = text, label, 0
        self.found: list[tuple[str, str, int]] = []
        place, end = 0, len(text.rstrip())
        while place < end:
            token = _TOKEN.match(text, place)
            if token is None:
                raise self.slip(f"{text[place:].strip()[0]!r} means nothing here",
                                "words, numbers, == != < <= > >= + - * /, commas, parentheses")
            kind = str(token.lastgroup)
            self.found.append((kind, token.group(kind), token.start(kind)))
            place = token.end()
            if kind == "word" and token.group(kind) in CALLS and text[place:].lstrip().startswith("("):
                place = self.called(token.group(kind), text.index("(", place))

    def called(self, word: str, opened: int) -> int:
        """Take what stands in the parenthesis of such a word as it is written; where the text goes on."""
        depth = 0
        for at in range(opened, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            if depth == 0:
                self.found[-1] = (word, self.text[opened + 1:at].strip(), opened)
                return at + 1
        raise self.slip("a parenthesis is not closed", "')'")

    def slip(self, says: str, allowed: str, hint: str = "") -> UserError:
        """A slip in this text."""
        return UserError(f"{self.label}: {says} in {shown(self.text)}; allowed: {allowed}.{hint}")

    def peek(self) -> tuple[str, str]:
        """The next token."""
        return self.found[self.at][:2] if self.at < len(self.found) else ("end", "")

    def take(self) -> tuple[str, str]:
        """The next token, taken."""
        token = self.peek()
        self.at += 1
        return token

    def took(self, *marks: str) -> str:
        """Which of the marks or words comes next, taken; '' if none does."""
        kind, text = self.peek()
        if kind in ("word", "mark") and text in marks:
            self.at += 1
            return text
        return ""


class _ValueReader:
    """Reads a number of each person: or < and < not < comparison < + - < * / < sign < word."""

    def __init__(self, text: str, known: Sequence[str], label: str, calls: Calls) -> None:
        self.tokens, self.known, self.label, self.calls = Tokens(text, label), known, label, calls

    def whole(self) -> Value:
        """The whole text as one value."""
        value = self.settled(self.either())
        if self.tokens.peek()[0] != "end":
            raise self.tokens.slip(f"{self.tokens.peek()[1]!r} comes after the end", "and, or, a sign, or nothing more")
        return value

    def either(self) -> Value:
        return self.chain(("or",), self.both)

    def both(self) -> Value:
        return self.chain(("and",), self.negated)

    def chain(self, marks: tuple[str, ...], below) -> Value:
        value = below()
        while mark := self.tokens.took(*marks):
            value = Operation(mark, (self.settled(value), self.settled(below())))
        return value

    def negated(self) -> Value:
        if self.tokens.took("not"):
            return Operation("not", (self.settled(self.negated()),))
        return self.compared()

    def compared(self) -> Value:
        left = self.added()
        if mark := self.tokens.took(*COMPARISONS):
            right = self.added()
            return Operation(mark, (self.coded(left, right), self.coded(right, left)))
        return left

    def added(self) -> Value:
        return self.chain(("+", "-"), lambda: self.chain(("*", "/"), self.signed))

    def signed(self) -> Value:
        if self.tokens.took("-"):
            return Operation("-", (self.settled(self.signed()),))
        return self.one()

    def one(self) -> Value:
        kind, text = self.tokens.take()
        if kind == "number":
            return Constant(float(text))
        if text == "(":
            inside = self.either()
            self.close()
            return inside
        if text in FUNCTIONS and self.tokens.took("("):
            parts = [self.settled(self.either())]
            while self.tokens.took(","):
                parts.append(self.settled(self.either()))
            self.close()
            if FUNCTIONS[text] not in (0, len(parts)):
                raise self.tokens.slip(f"{text} of {len(parts)}", f"{text} of {FUNCTIONS[text]}")
            return Operation(text, tuple(parts))
        if kind in CALLS:
            return self.calls[kind](text)
        if kind != "word":
            raise self.tokens.slip(f"a word is missing{f' before {text!r}' if text else ' at the end'}",
                                   "a variable such as fear, a number, or a parenthesis")
        return Variable(text)

    def close(self) -> None:
        if not self.tokens.took(")"):
            raise self.tokens.slip("a parenthesis is not closed", "')'")

    def coded(self, value: Value, beside: Value) -> Value:
        """A word beside a variable that has words is its code."""
        words = _words_of(beside)
        if isinstance(value, Variable) and words and value.name in words:
            return Constant(float(words[value.name]), value.name)
        if isinstance(value, Variable) and words and value.name not in self.known:
            raise self.tokens.slip(f"{beside} has no word {value.name!r}", ", ".join(words),
                                   near_miss(value.name, words))
        return self.settled(value)

    def settled(self, value: Value) -> Value:
        """A variable that exists."""
        if isinstance(value, Variable) and value.name not in self.known:
            raise unknown(self.label, "variable", value.name, self.known, "docs/state.md")
        return value


def _words_of(value: Value) -> Mapping[str, float] | None:
    """The words that may stand beside a variable or a lever, with their codes."""
    if isinstance(value, InForce):
        lever = LEVERS[value.name]  # rotate:n and food:n carry their count: such a value is no word
        words = {word: float(code) for code, word in enumerate(lever.words) if word != lever.counted}
        return {word.replace(" ", "_"): code for word, code in {**words, **dict(lever.named)}.items()} or None
    return VOCABULARY.get(value.name) if isinstance(value, Variable) else None


def parse_value(text: str, known: Sequence[str], label: str, calls: Calls) -> Value:
    """A number of each person, of variables that are known."""
    return _ValueReader(text, known, label, calls).whole()


def parse_rows(text: str, label: str) -> Rows:
    """`[FIELD of] log EVENT conditions`."""
    tokens = Tokens(text, label)
    field = ""
    if tokens.peek()[1] != "log":
        field = tokens.take()[1]
        if field not in ROW_NUMBERS:
            raise tokens.slip(f"{field!r} is no number of a row", ", ".join(ROW_NUMBERS), near_miss(field, ROW_NUMBERS))
        if not tokens.took("of"):
            raise tokens.slip("'of' is missing", f"{field} of log EVENT")
    tokens.took("log")
    event = tokens.take()[1]
    if event not in EVENTS and event != "any":
        raise unknown(label, "event of the log", event, [*EVENTS, "any"])
    tests = []
    while tokens.peek()[0] != "end":
        tests.append(_test(tokens))
    return Rows(event, tuple(tests), field)


def is_rows(text: str) -> bool:
    """Whether a text speaks of rows of the log."""
    return bool(re.match(r"(?:\w+\s+of\s+)?log\s+\w", text))


def _test(tokens: Tokens) -> Test:
    mark = "is not" if tokens.took("not") else "is"
    name = tokens.take()[1]
    if name == INNOCENT:
        return Test("guilty", "is" if mark == "is not" else "is not", 1.0)
    if name in ROW_FLAGS:
        return Test(name, mark, 1.0)
    allowed = [*ROW_WORDS, *ROW_NUMBERS, *ROW_FLAGS, INNOCENT]
    if name not in allowed or mark == "is not":
        raise tokens.slip(f"{name!r} is no condition on a row", ", ".join(sorted(set(allowed))),
                          near_miss(name, allowed))
    sign = tokens.took(*COMPARISONS) or "=="
    minus = -1.0 if tokens.took("-") else 1.0
    kind, text = tokens.take()
    if kind == "number" and name in ROW_NUMBERS:
        return Test(name, sign, minus * float(text))
    words = ROW_WORDS.get(name, {})
    if kind != "word" or text not in words:
        raise tokens.slip(f"{name} {text!r}", ", ".join(words) if words else "a number", near_miss(text, words))
    return Test(name, sign, float(words[text]), text)

"""The parser of expressions: precedence, error messages, and parts written in another language of the project."""

from __future__ import annotations

import pytest

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
    Slip,
    left_to_right,
)


class Shown(Reader[str]):
    """Writes every parenthesis that the reader understood."""

    language = Language(joints=LOGIC | COMPARISONS | ARITHMETIC, signs={"not": NOT, "-": SIGN})

    def one(self):
        if self.peek().kind == NUMBER:
            return f"{self.number():g}"
        if self.peek().kind != WORD:
            raise self.missing("a word", "a, b, c")
        word = self.take().text
        return f"{word}[{' '.join(self.listed(self.expression))}]" if self.took("(") else word

    def joined(self, marks, parts):
        return left_to_right(lambda mark, two: f"({two[0]} {mark} {two[1]})", marks, parts)

    def signed(self, mark, part):
        return f"({mark} {part})"


@pytest.mark.parametrize("text, read", [
    ("a or b and not c == 1 + 2 * -d", "(a or (b and (not (c == (1 + (2 * (- d)))))))"),
    ("a - b - c", "((a - b) - c)"), ("a - (b - c)", "(a - (b - c))"), ("-a * b", "((- a) * b)"),
    ("not not a", "(not (not a))"), ("f(a, g(b) + 1) / 2e1", "(f[a (g[b] + 1)] / 20)"), (" .5 ", "0.5"),
    ("a and (b or c)", "(a and (b or c))"), ("a < b and c", "((a < b) and c)"),
])
def test_joints_bind_as_everywhere(text, read):
    assert Shown(text, "x").whole() == read


@pytest.mark.parametrize("text, letter, says", [
    ("a +", 4, "a word is missing at the end"), ("a + * b", 5, "a word is missing before '*'"),
    ("a < b < c", 7, "'<' comes after the end"), ("(a", 3, "a parenthesis is not closed"),
    ("a ? b", 3, "'?' means nothing here"), ("f(a, ", 6, "is missing"),
    ("a b", 3, "'b' comes after the end"), ("99999999999999999999999", 1, "numbers of at most 19 digits"),
])
def test_a_slip_tells_the_letter_and_what_is_allowed(text, letter, says):
    with pytest.raises(Slip) as slip:
        Shown(text, "mine.toml: x").whole()
    assert slip.value.at == letter and f"At letter {letter}." in str(slip.value)
    assert says in str(slip.value) and str(slip.value).startswith("mine.toml: x = ") and "allowed: " in str(slip.value)


def test_arguments_of_any_language_end_at_the_parenthesis_that_closes():
    reader = Shown("f(a b, 'x, )', g(1, 2) ) + 1", "x")
    assert (reader.take().text, reader.took("(")) == ("f", "(")
    assert [reader.text[start:end] for start, end in reader.arguments()] == ["a b", "'x, )'", "g(1, 2)"]
    assert reader.took("+")
    empty = Shown("( )", "x")
    assert empty.took("(") and empty.arguments() == [] and empty.done()

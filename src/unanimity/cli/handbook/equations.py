"""Equations of the cards as MathML, which browsers draw without any script.

A card writes its equations as plain text in the docstring of its file: `fear' = target + (fear - target) * up`. Text of
that kind mixes formulas with words. Here names, numbers and operators become MathML, fractions and powers are set as
such, and words stay words. Each term at the top level is a <math> element of its own, so that a long line can wrap.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<note>\#.*)                                                  # a remark at the end of a line
  | (?P<word>\d{3}\ l\.\d[\d,\ -]*\d | \w+/\w+\.py | `[^`]*` | [A-Za-z]+'s\b | (?<=[\s(])'[a-z]+' | [a-z]{3,}-[a-z]{3,})
  | (?P<number>\d*\.\d+ | \d+)
  | (?P<name>[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)*)
  | (?P<operator>->|>=|<=|==|!=|\+=|\*=|-=|[-+*/^=<>|~&])
  | (?P<open>[(\[{]) | (?P<close>[)\]}])
  | (?P<prime>')
  | (?P<mark>[,;:.?!"%])
  | (?P<space>\s+)
  | (?P<other>.)
""", re.VERBOSE)
SIGNS = {"*": "·", ">=": "≥", "<=": "≤", "->": "→", "-": "−", "!=": "≠", "*=": "·=", "-=": "−="}
WORDS_OF_A_FORMULA = {"max", "min", "exp", "ln", "sqrt", "sum", "clip", "event", "argmax", "mean", "floor", "sign"}
PROSE_IN_BRACKETS = 3  # a bracket with so many words is text


@dataclass
class Token:
    """A piece of the line: what kind it is, its text, and whether a space stands on either side."""

    kind: str
    text: str
    before: bool
    after: bool


def tokens_of(line: str) -> list[Token]:
    """The pieces of a line without its spaces; a name with words beside it and no operator is itself a word."""
    found: list[Token] = []
    gap = True
    for match in TOKEN.finditer(line):
        kind = match.lastgroup or "other"
        if kind == "space":
            gap = True
            if found:
                found[-1].after = True
            continue
        found.append(Token(kind, match.group(), gap, False))
        gap = False
    if found:
        found[-1].after = True
    for i, token in enumerate(found):
        if token.kind == "operator" and token.text == "+" and not token.before and i and \
                found[i - 1].kind in ("name", "close", "prime") and (token.after or _ends(found, i + 1)):
            token.kind = "positive"
    for i, token in enumerate(found):
        if token.kind == "name" and _is_word(found, i):
            token.kind = "word"
    return found


def _ends(tokens: list[Token], at: int) -> bool:
    """Whether nothing that could be added follows: `gain+*x` and `(a)+,` take the positive part."""
    return at >= len(tokens) or tokens[at].kind in ("close", "mark") or tokens[at].text in ("*", "/", "-")


def _is_word(tokens: list[Token], at: int) -> bool:
    """A name is part of a formula if an operator, a prime or a bracket touches it, or it stands alone in a bracket."""
    previous = tokens[at - 1] if at else None
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    formula = ("operator", "positive")
    if (previous and previous.kind in formula) or (following and following.kind in (*formula, "prime")):
        return False
    if following and following.kind == "open" and not tokens[at].after:
        return False
    if tokens[at].text in WORDS_OF_A_FORMULA and following and following.kind in ("name", "number"):
        return False
    inside = previous is not None and previous.kind == "open" and following is not None and following.kind in (
        "close", "mark")
    return not (inside or "_" in tokens[at].text)


THIN = '<mspace width="0.22em"/>'
LONG = 24  # letters of a product after which its next factor may stand on a new line
WHOLE = 30  # letters of a bracket that is kept on one line; inside a longer one a line may end at an operator


class Typesetter:
    """One pass over the tokens of a line: terms, fractions, powers, brackets."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def line(self) -> str:
        """The whole line: <math> elements and plain words."""
        pieces: list[str] = []
        term: list[str] = []
        began = 0  # the token with which the term began

        def add(made: str, first: int) -> None:
            """A piece, apart from the last one as in the text of the card; before a factor a line may end."""
            token = self.tokens[first]
            pieces.append((" " if token.before else "<wbr/>" if token.text == "*" else "") + made)

        def close_term() -> None:
            if term:
                add(f"<math><mrow>{''.join(term)}</mrow></math>", began)
                term.clear()

        while self.at < len(self.tokens):
            token, start = self.tokens[self.at], self.at
            if token.kind in ("word", "note", "mark", "other") or (token.kind == "open" and self._is_prose()):
                close_term()
                add(self._prose(), start)
                continue
            if term and token.kind == "operator" and (
                    sum(len(one.text) for one in self.tokens[began:self.at]) > LONG if token.text == "*"
                    else token.before and token.text != "^"):
                close_term()
            leading = not term and token.kind == "operator" and token.before and token.after and bool(pieces)
            began = began if term else start
            if self._touches(term):
                term.append(THIN)
            if opened := self._opens_long():
                term.append(opened)
                continue
            made = self.item()
            term.append(made.replace("<mo form", '<mo lspace="0" rspace="0.3em" form', 1) if leading else made)
        close_term()
        return "".join(pieces).strip()

    def _opens_long(self) -> str:
        """The beginning of a bracket that is too long for one line, with the name before it: its inside is set like the
        rest of the line, so that it can wrap."""
        at = self.at + (self.tokens[self.at].kind == "name")
        if at >= len(self.tokens) or self.tokens[at].kind != "open" or (at > self.at and self.tokens[at].before):
            return ""
        depth = letters = 0
        for token in self.tokens[at:]:
            depth += (token.kind == "open") - (token.kind == "close")
            letters += len(token.text)
            if not depth:
                break
        if letters <= WHOLE:
            return ""
        name = _name(self.tokens[self.at].text) if at > self.at else ""
        self.at = at + 1
        return f'{name}<mo stretchy="false">{self.tokens[at].text}</mo>'

    def item(self) -> str:
        """A term with what is divided by, or an operator."""
        token = self.tokens[self.at]
        if token.kind == "close":  # of a bracket that was opened for a line to end in it
            self.at += 1
            return self._raised(f'<mo stretchy="false">{token.text}</mo>')
        if token.kind in ("operator", "mark", "note", "other", "prime", "positive"):
            self.at += 1
            infix = (token.kind == "operator" and token.before and token.after) or token.text == "*"
            form = ' form="infix"' if infix else ""
            return f"<mo{form}>{html.escape(SIGNS.get(token.text, token.text))}</mo>"
        if token.kind == "word":
            left = "&nbsp;" if self.at and self.tokens[self.at - 1].kind not in ("open", "mark") else ""
            words = self._prose()
            right = "&nbsp;" if self._kind() not in ("close", "mark", "") else ""
            return f"<mtext>{left}{words}{right}</mtext>"
        # `starved last month / n` divides all of it
        after_words = self.at > 0 and self.tokens[self.at - 1].kind in ("word", "name")
        made = self.atom()
        while self._text() == "/" and self._starts(self.at + 1) and not (
                after_words or self._goes_on_in_words(self.at + 1)):
            self.at += 1
            made = f"<mfrac>{_bare(made)}{_bare(self.atom())}</mfrac>"
        return made

    def atom(self) -> str:
        """A name, a number or a bracket, with its subscript, arguments, prime, power and positive part."""
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "open":
            made = self._bracket(token.text)
        elif token.kind == "number":
            made = f"<mn>{'0' + token.text if token.text.startswith('.') else token.text}</mn>"
        else:
            made = _name(token.text)
            if self._kind() == "prime":
                self.at += 1
                made = made.replace("</mi>", "′</mi>", 1)
            if self._kind() == "open" and not self.tokens[self.at].before:
                self.at += 1
                made = f"<mrow>{made}{self._bracket(self.tokens[self.at - 1].text)}</mrow>"
        return self._raised(made)

    def _raised(self, made: str) -> str:
        """With its positive part and its power, if they follow."""
        if self._kind() == "positive":
            self.at += 1
            made = f"<msub>{made}<mo>+</mo></msub>"
        if self._text() == "^" and self._starts(self.at + 1):
            self.at += 1
            made = f"<msup>{made}{_bare(self.atom())}</msup>"
        return made

    def _bracket(self, opened: str) -> str:
        inner: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at].kind != "close":
            if self._touches(inner):
                inner.append(THIN)
            inner.append(self.item())
        closed = self.tokens[self.at].text if self.at < len(self.tokens) else ""
        self.at += 1
        tall = "" if any("<mfrac>" in one for one in inner) else ' stretchy="false"'
        return f"<mrow><mo{tall}>{opened}</mo><mrow>{''.join(inner)}</mrow><mo{tall}>{closed}</mo></mrow>"

    def _touches(self, before: list[str]) -> bool:
        """Whether a name, number or bracket follows another with a space between: `.9 blame`, `step 18 (card 15)`."""
        token, last = self.tokens[self.at], self.tokens[self.at - 1] if self.at else None
        return bool(before) and last is not None and token.before and \
            token.kind in ("name", "number", "open") and last.kind in ("name", "number", "close", "prime")

    def _prose(self) -> str:
        """Words from here to the next formula."""
        words: list[str] = []
        depth = 0
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "open" and (depth or self._is_prose()):
                depth += 1
            elif token.kind == "close" and depth:
                depth -= 1
            elif not depth and token.kind not in ("word", "note", "mark", "other"):
                break
            if token.kind == "mark" and not depth and not words:
                self.at += 1
                return html.escape(token.text)
            if token.kind == "note":
                self.at += 1
                return f"({html.escape(token.text.strip('# '))})"
            words.append(("" if not token.before or not words else " ") + html.escape(token.text.strip("`")))
            self.at += 1
            if token.kind == "mark" and not depth:
                break
        return "".join(words)

    def _is_prose(self) -> bool:
        """Whether the bracket that opens here holds mostly words."""
        depth, words, rest = 0, 0, 0
        for token in self.tokens[self.at:]:
            depth += (token.kind == "open") - (token.kind == "close")
            words += token.kind == "word"
            rest += token.kind in ("name", "number", "operator")
            if not depth:
                break
        return words > rest and (words >= PROSE_IN_BRACKETS or not rest)

    def _kind(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def _text(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def _goes_on_in_words(self, at: int) -> bool:
        """Whether a name is the first of several words, as in `granary / months to harvest`."""
        return self.tokens[at].kind == "name" and at + 1 < len(self.tokens) and self.tokens[at + 1].kind == "word"

    def _starts(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].kind in ("name", "number", "open")


def _name(text: str) -> str:
    """A symbol of one to three letters is slanted, a longer name upright; `hunger_i` has a subscript."""
    base, _, below = text.partition("_")
    if below and len(below) <= 2:
        return f"<msub>{_name(base)}<mi>{below}</mi></msub>"
    return f"<mi>{text}</mi>" if len(text) <= 3 else f'<mi mathvariant="normal">{text}</mi>'


def _bare(made: str) -> str:
    """What stands above or below a fraction line needs no round brackets of its own."""
    whole = re.fullmatch(r"<mrow><mo[^>]*>\(</mo>(<mrow>.*</mrow>)<mo[^>]*>\)</mo></mrow>", made)
    return whole.group(1) if whole and _balanced(whole.group(1)) else made


def _balanced(made: str) -> bool:
    depth = 0
    for sign in re.findall(r"<mo[^>]*>([()])</mo>", made):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            return False
    return True


def typeset(line: str) -> str:
    """One line of a card as HTML.

    >>> typeset("kh*x'")
    '<math><mrow><mi>kh</mi><mo form="infix">·</mo><mi>x′</mi></mrow></math>'
    >>> "mfrac" in typeset("[5 * starved last month / n]"), "mfrac" in typeset("a / n")
    (False, True)
    """
    return Typesetter(tokens_of(line)).line()


def whole_lines(lines: list[str]) -> list[str]:
    """The equations of a card, each with the indented lines that continue it; one that defines a name stands apart.

    >>> whole_lines(["a = b", "    + c", "d = e"])
    ['a = b + c', 'd = e']
    >>> whole_lines(["a = b", "    b = c"])
    ['a = b    b = c']
    """
    found: list[str] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1] += ("    " if re.match(r" +[A-Za-z_]+'? += ", line) else " ") + line.strip()
        elif line.strip():
            found.append(line.strip())
    return found


def typeset_block(lines: list[str]) -> list[str]:
    """The equations of a card as HTML paragraphs."""
    return ['<div class="equations">', *(f"<p>{_labelled(line)}</p>" for line in whole_lines(lines)), "</div>"]


def _labelled(line: str) -> str:
    """One equation; a word that names what happens, apart from it by spaces or a colon, is set as a label.

    >>> _labelled("learn    c' = 1")[:22]
    '<i>learn:</i> <math><m'
    """
    label = re.match(r"([a-z]+)(?: *: +| {2,}(?![-+*/^=<>~:]))(?=\S)", line)
    name, line = (f"<i>{label[1]}:</i> ", line[label.end():]) if label else ("", line)
    return name + " &emsp; ".join(typeset(part) for part in _apart(line))


def _apart(line: str) -> list[str]:
    """Equations that share a line: four spaces or more stand between them."""
    return [re.sub(r" {2,}", " ", part) for part in re.split(r"(?<=[^ =]) {4,}(?=[^= ])", line)]

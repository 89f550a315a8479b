"""Reads an expression: terms `agg(what, who, when)` and named measures, joined by + - * / and a few functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from unanimity.measures.grammar.tree import (
    END,
    FUNCTIONS,
    HEAD,
    START,
    Arithmetic,
    InForce,
    Meant,
    Months,
    Named,
    Node,
    Number,
    Point,
    Slot,
    Term,
    Value,
    When,
    Who,
)
from unanimity.measures.grammar.values import DERIVED_HERE, OF_UNITS
from unanimity.measures.grammar.what import is_rows, parse_rows, parse_value
from unanimity.measures.grammar.when import is_when, parse_when
from unanimity.measures.grammar.words import AGGREGATES, OF_ROWS, OF_STATE, TWO_SIDED, WITHOUT_FIELD
from unanimity.world.columns import DIMENSIONS
from unanimity.world.errors import UserError, near_miss, refuse, shown, unknown
from unanimity.world.levers import BY_NAME as LEVERS
from unanimity.world.reading import check_expression
from unanimity.world.who import Choice, Known
from unanimity.world.who import parse as parse_who


@dataclass(frozen=True)
class Reading:
    """What an expression is read against: the regime's names, its events, its parameters, and measures by name."""

    known: Known
    events: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict)  # named measures, with how many numbers each takes

    def variables(self, units: bool) -> list[str]:
        """Names of numbers that a person (or a unit) has, and of those of the country."""
        tables = ("unit", "world") if units else ("world",)
        found = [*(name for name in DERIVED_HERE if units or name not in OF_UNITS), *self.parameters]
        for column in self.known.columns.values():
            if column.table in tables:
                found.append(column.name)
                found += [f"{column.name}_{mark}" for mark in DIMENSIONS.get(column.per, ())]
        return found if units else [*self.known.variables(), *found]


def parse_measure(text: object, reading: Reading, label: str = "measure") -> Node:
    """The measure that a user wrote, checked against what the regime knows.

    >>> from unanimity.world.columns import dictionary
    >>> str(parse_measure("share(voice == dissent, members, last 6) / 2", Reading(Known(8, 32, 128, dictionary()))))
    '(share(voice == dissent, members, last 6) / 2)'
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse("", label, text, "an expression such as 'mean(fear, members, last 12)'")
    check_expression(text, label)
    return _Reader(text, reading, label).whole()


class _Reader:
    """Recursive descent: + - < * / < sign < a term, a name, a number, a parenthesis."""

    def __init__(self, text: str, reading: Reading, label: str) -> None:
        self.text, self.reading, self.label = text, reading, label
        self.at = 0

    def slip(self, says: str, allowed: str, hint: str = "") -> UserError:
        return UserError(f"{self.label} = {shown(self.text)}: {says}; allowed: {allowed}.{hint}")

    # --- characters --------------------------------------------------------------------------------------------------
    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def took(self, *marks: str) -> str:
        self.skip()
        if self.at < len(self.text) and self.text[self.at] in marks:
            self.at += 1
            return self.text[self.at - 1]
        return ""

    def took_word(self, pattern: str) -> str:
        self.skip()
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def arguments(self) -> list[str]:
        """The texts between the parentheses, split at the commas that stand in none of their own."""
        parts, depth, begun, quote = [], 0, self.at, ""
        while self.at < len(self.text):
            mark = self.text[self.at]
            if quote or mark in "\"'":
                quote = "" if mark == quote else quote or mark
            elif mark == ")" and depth == 0:
                parts.append(self.text[begun:self.at].strip())
                self.at += 1
                return parts
            elif mark == "," and depth == 0:
                parts.append(self.text[begun:self.at].strip())
                begun = self.at + 1
            depth += {"(": 1, ")": -1}.get(mark, 0) if not quote else 0
            self.at += 1
        raise self.slip("a parenthesis is not closed", "')'")

    # --- the grammar -------------------------------------------------------------------------------------------------
    def whole(self) -> Node:
        node = self.added()
        self.skip()
        if self.at < len(self.text):
            raise self.slip(f"{self.text[self.at:].strip()!r} comes after the end", "+ - * /, or nothing more")
        return node

    def chain(self, marks: str, below: Callable[[], Node]) -> Node:
        node = below()
        while mark := self.took(*marks):
            node = Arithmetic(mark, (node, below()))
        return node

    def added(self) -> Node:
        return self.chain("+-", lambda: self.chain("*/", self.signed))

    def signed(self) -> Node:
        return Arithmetic("-", (self.signed(),)) if self.took("-") else self.one()

    def one(self) -> Node:
        if self.took("("):
            node = self.added()
            if not self.took(")"):
                raise self.slip("a parenthesis is not closed", "')'")
            return node
        if number := self.took_word(r"\d+(\.\d*)?|\.\d+"):
            return Number(float(number))
        word = self.took_word(r"[^\W\d]\w*")
        if not word:
            found = self.text[self.at:self.at + 1]
            raise self.slip(f"a term is missing{f' before {found!r}' if found else ' at the end'}",
                            "agg(what, who, when), a measure's name, or a number")
        called = bool(self.took("("))
        if word in FUNCTIONS and called:
            parts = tuple(_Reader(part, self.reading, self.label).whole() for part in self.arguments())
            if FUNCTIONS[word] not in (0, len(parts)):
                raise self.slip(f"{word} of {len(parts)}", f"{word} of {FUNCTIONS[word]}")
            return Arithmetic(word, parts)
        given = self.arguments() if called else []
        given = [] if given == [""] else given
        if word == "months":
            return Months(self.times(given[0]) if given else None)
        if word in AGGREGATES and called:
            return self.term(word, given)
        if word in self.reading.names:
            return self.named(word, given)
        names = [*self.reading.names, *AGGREGATES]
        raise self.slip(f"no measure or aggregate {word!r}", f"the aggregates {', '.join(AGGREGATES)}, or a name from "
                        f"'unanimity measures list'", near_miss(word, names))

    def named(self, name: str, given: list[str]) -> Node:
        wanted = self.reading.names[name]
        numbers = given[:wanted]
        if len(numbers) < wanted or not all(re.fullmatch(r"-?(\d+(\.\d*)?|\.\d+)", n) for n in numbers):
            raise self.slip(f"{name}({', '.join(given)})", f"{name}({', '.join(['a number'] * wanted)}, who, when)")
        who, when = self.who_and_when(name, given[wanted:])
        return Named(name, tuple(float(n) for n in numbers), who, when)

    def term(self, agg: str, given: list[str]) -> Node:
        if not given or not given[0]:
            raise self.slip(f"{agg}() says nothing of what", f"{agg}(what, who, when)")
        who, when = self.who_and_when(agg, given[1:])
        text, level, other = given[0], None, None
        units = who is not None and who.units
        if agg == "quantile":
            found = re.match(r"(\d*\.?\d+)\s+of\s+", text)
            if found is None or not 0.0 <= float(found[1]) <= 1.0:
                raise self.slip(f"quantile({text})", "quantile(.9 of what, who, when), with a level 0..1")
            level, text = float(found[1]), text[found.end():]
        if is_rows(text):
            return self.term_of_rows(agg, text, level, who, when)
        if agg not in OF_STATE:
            raise self.slip(f"{agg}({text})", f"{agg}(log EVENT, who, when): it counts rows of the log")
        known = self.reading.variables(units)
        if agg in TWO_SIDED:
            sides = re.split(rf"\b{TWO_SIDED[agg]}\b", text)
            if len(sides) != 2:
                raise self.slip(f"{agg}({text})", f"{agg}(x {TWO_SIDED[agg]} y, who, when)")
            text, other = sides[0], self.value(sides[1], known, units)
        return Term(agg, self.value(text, known, units), other, level, who, when)

    def value(self, text: str, known: list[str], units: bool) -> Value:
        calls = {"is": lambda inside: self.meant(inside, units), "lever": self.in_force, "at": self.slot}
        return parse_value(text, known, self.label, calls)

    def meant(self, text: str, units: bool) -> Value:
        return Meant(parse_who(text, self.reading.known, "is", self.label, units), text)

    def in_force(self, name: str) -> Value:
        if name not in LEVERS:
            raise unknown(self.label, "lever", name, LEVERS, "unanimity regimes show law lists them")
        return InForce(name)

    def slot(self, text: str) -> Value:
        name, _, which = (part.strip() for part in text.partition(","))
        known, factions = self.reading.known.columns, self.reading.known.factions
        slots = [c.name for c in known.values() if c.table in ("seat", "faction") and not c.per and c.unit != "person"]
        if name not in slots:
            raise unknown(self.label, "number of a chair or a faction", name, slots)
        if re.fullmatch(r"[1-9]\d*", which):
            return Slot(name, int(which))
        if known[name].table != "faction" or which not in factions:
            named = ", ".join(factions)
            raise self.slip(f"at({text})", f"at({name}, k), with k from 1 (the leader's chair) up, or of a faction its "
                            f"name{': ' + named if named else ''}")
        return Slot(name, which)

    def term_of_rows(self, agg: str, text: str, level: float | None, who: Who | None, when: When | None) -> Node:
        rows = parse_rows(text, self.label)
        if agg not in OF_ROWS:
            raise self.slip(f"{agg}({text})", f"of rows of the log: {', '.join(OF_ROWS)}")
        if (agg not in WITHOUT_FIELD) != bool(rows.field):
            raise self.slip(f"{agg}({text})", f"{agg}(log EVENT)" if rows.field else f"{agg}(FIELD of log EVENT)")
        if who is not None and who.units:
            raise self.slip(f"{agg}({text}, {who})", "people: the log is about persons")
        return Term(agg, rows, None, level, who, when)

    # --- who and when ------------------------------------------------------------------------------------------------
    def who_and_when(self, name: str, given: list[str]) -> tuple[Who | None, When | None]:
        who, when = None, None
        for text in given:
            if not text:
                raise self.slip(f"{name}( has an empty argument", f"{name}(what, who, when)")
            if is_when(text):
                if when is not None:
                    raise self.slip(f"{name}( has two times", "one")
                when = self.times(text)
            elif who is not None:
                raise self.slip(f"{name}( has two populations, {str(who)!r} and {text!r}",
                                "one, joined by and, or, not; or a time such as last 12")
            else:
                who = self.people(text)
        return who, when

    def times(self, text: str) -> When:
        return parse_when(text, self.reading.events, self.label)

    def people(self, text: str) -> Who:
        found = re.search(r"\bas\s+of\s+(\S+)$", text)
        as_of = None
        if found is not None:
            text = text[:found.start()].strip()
            as_of = self.point(found[1])
        units = text.startswith("units ")
        text = text.removeprefix("units ").strip()
        if text in ("country", "units"):
            return Who(Choice("all"), units or text == "units", as_of, written="all")
        return Who(parse_who(text, self.reading.known, "who", self.label, units), units, as_of, written=text)

    def point(self, text: str) -> Point:
        if re.fullmatch(r"[+-]?\d+", text):
            return Point(int(text), START if text.startswith("+") else "")
        if text in (START, END):
            return HEAD if text == START else Point(0, END)
        raise self.slip(f"as of {text}", "a month (11), +k, start (the head of the treatment month), end")



"""Selectors: the small language in which groups, events and measures name people and places.

    members and not police                        top(.2, courage, members)          ties_of(Kirov)
    provinces(1, 2) and village                   lot(20, group(old) and present)    above(stance_rule, .5)

A selector is parsed once, when a file is loaded, into a frozen tree of `Choice`s; `world/selectors/people.py` turns the
tree into a mask over the people (or the units) of one world. Nothing is evaluated as Python. An error is one line that
names the field, the word and what is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from unanimity.support import expressions
from unanimity.support.errors import refuse
from unanimity.support.expressions import DOTS, LOGIC, NOT, QUOTED, Language, Reader, Slip, Token
from unanimity.world.codes import CAUSES, ESTATES, FACTION_SLOTS, LABELS, LOGGED, OFFICES, RUNGS, STATUSES
from unanimity.world.columns import DIMENSIONS, Column

# Kinds of arguments.
NUMBER, WHOLE, COUNT, VARIABLE, WHO, NAME, SPAN, VALUE = (
    "a number", "a whole number", "a count or a share", "a variable", "a selector", "a name", "months a..b",
    "a number, median, or a variable")
# Further kinds: a tuple of words (one of them), or one of these, checked against the regime.
PROVINCE, DISTRICT, CELL = "a province", "a district", "a cell"
GROUP, FACTION, PERSON = "a group", "a faction", "a person"

Kind = str | tuple[str, ...]


@dataclass(frozen=True)
class Word:
    """One word of the language: its meaning, its arguments, and whether it can also select places."""

    meaning: str
    arguments: tuple[Kind, ...] = ()
    optional: int = 0  # number of trailing arguments that may be omitted
    repeats: bool = False  # the last argument may be repeated
    place: bool = False  # allowed in `where`


LEVELS = OFFICES[1:]
# columns of a person that hold another person's number
POINTERS = ("named_by", "recruiter", "agent_tie", "patron", "examiner", "judge")
EVENTS, REASONS = (tuple(word.replace(" ", "_") for word in words) for words in (LOGGED, CAUSES))
MARKS = (*REASONS, *RUNGS[1:])  # conditions on a log row: a cause, or a rung
OF_TWO = tuple(word for word in EVENTS if not word.endswith("_a_motion"))  # the other number of a motion is no person
FIRST_MONTHS = (-6000, 6000)

WORDS: dict[str, Word] = {
    "all": Word("everybody alive in the country", place=True),
    "everybody": Word("everybody born, the dead and the emigrated too"),
    "present": Word("alive, in the country and at liberty: free, dismissed or expelled"),
    "attendants": Word("those present who attend their assembly"),
    "members": Word("members of the party: estates member, official and police"),
    "officials": Word("holders of an office"),
    "police": Word("the police"),
    "opportunists": Word("with more ambition than conviction, who do not agree with the line or hardly care"),
    "citizens": Word("who is in none of the other estates"),
    "enemies": Word("persons flagged enemy by the event `enemies`"),
    "dissenters": Word("who dissented in public this month"),
    "private_dissenters": Word("whose wish to speak on rule is above the threshold of the card voice"),
    "level": Word("holders of an office of that level; as a place: the units of that level", (LEVELS,), place=True),
    "province": Word("who lives in the province", (PROVINCE,), place=True),
    "provinces": Word("who lives in one of the provinces; as a place without numbers: all provinces", (PROVINCE,), 1,
                      True, True),
    "district": Word("who lives in the district", (DISTRICT,), place=True),
    "districts": Word("who lives in one of the districts; as a place without numbers: all districts", (DISTRICT,), 1,
                      True, True),
    "cell": Word("who lives in the cell", (CELL,), place=True),
    "cells": Word("who lives in one of the cells; as a place without numbers: all cells", (CELL,), 1, True, True),
    "ring": Word("who lives in a province k steps round the ring from that province (0: itself)", (PROVINCE, WHOLE),
                 place=True),
    "town": Word("who lives in a town cell", place=True),
    "village": Word("who lives in a village cell", place=True),
    "group": Word("a group of the file, or an assignment", (GROUP,)),
    "faction": Word("a faction by its name or number, or any", (FACTION,)),
    "label": Word("who bears the label", (LABELS,)),
    "status": Word("whose status it is", (STATUSES,), repeats=True),
    "cohort": Word("who joined the party in those months", (SPAN,)),
    "estate": Word("whose estate it is", (ESTATES,), repeats=True),
    "category": Word("whose ration category it is, 1 to 3", (WHOLE,), repeats=True),
    "sector": Word("whose branch of work it is, 0 (the army) to 7", (WHOLE,), repeats=True),
    "top": Word("the share (or the number) with the highest values among the third (else among all)",
                (COUNT, VARIABLE, WHO), 1),
    "bottom": Word("the share (or the number) with the lowest values among the third (else among all)",
                   (COUNT, VARIABLE, WHO), 1),
    "above": Word("whose variable is above the value, the median, or another variable of theirs", (VARIABLE, VALUE)),
    "below": Word("whose variable is below the value, the median, or another variable of theirs", (VARIABLE, VALUE)),
    "ties_of": Word("who has a tie to one of them", (WHO,)),
    "kin_of": Word("who is kin to one of them", (WHO,)),
    "whose": Word("whose variable names a person; with a second argument: names one of them", (POINTERS, WHO), 1),
    "himself": Word("whose variable names the person's own self", (POINTERS,)),
    "logged": Word("about whom the case log has had such a row so far; in those months; for that cause, with that rung",
                   (EVENTS, SPAN, MARKS), 2, True),
    "other_logged": Word("who has been the other person of such a row so far (the first named, the victim ...)",
                         (OF_TWO, SPAN, MARKS), 2, True),
    "lot": Word("so many (or that share) of the second, by keyed lot; a third word makes it another lot",
                (COUNT, WHO, NAME), 2, place=True),
    "person": Word("a person of the file", (PERSON,)),
}
JOINTS = ("and", "or", "not")
BOUNDS = {"category": (1, 3), "sector": (0, 7), "ring": (0, 999)}
DERIVED = {"want": "wish to speak on rule (card 5)", "agreement": "agreement with the cell's line on rule",
           "degree": "number of ties", "popularity": "incoming friend and work weights / 10, at most 1"}


@dataclass(frozen=True)
class Share:
    """A count or a share as written: 20 means twenty persons, .2 or 20 % a share."""

    number: float
    is_share: bool

    def __str__(self) -> str:
        return f"{self.number:g}" if self.number != int(self.number) or not self.is_share else f"{self.number:.1f}"

    def of(self, people: int) -> int:
        """The number selected out of `number`: a share is rounded half up and is at least one if there is anybody."""
        wanted = max(1, int(self.number * people + 0.5)) if self.is_share and self.number > 0 else int(self.number)
        return min(people, wanted)


Argument = Any  # a number, a word, a Share, months (first, last), or another Choice


@dataclass(frozen=True)
class Choice:
    """A node of a selector: a word with its arguments, or `and`, `or`, `not` over other nodes."""

    word: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        if self.word == "not":
            return f"not {self.arguments[0]}"
        if self.word in ("and", "or"):
            return f"({f' {self.word} '.join(str(a) for a in self.arguments)})"
        return f"{self.word}({', '.join(str(a) for a in self.arguments)})" if self.arguments else self.word

    def words(self) -> set[str]:
        """All words used in it."""
        return {self.word}.union(*(a.words() for a in self.arguments if isinstance(a, Choice)))


@dataclass(frozen=True)
class Known:
    """The names that the selectors of one regime may use."""

    provinces: int
    districts: int
    cells: int
    columns: Mapping[str, Column]
    groups: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()

    @cached_property
    def variables(self) -> list[str]:
        """Names of a person's numbers: the person's own columns, those of the cell, and derived ones."""
        found = list(DERIVED)
        for column in self.columns.values():
            if column.table in ("person", "unit") and not column.is_reference:
                found.append(column.name)
                found += [f"{column.name}_{mark}" for mark in DIMENSIONS.get(column.per, ())]
        return found


ALL = Choice("all")


def parse(text: object, known: Known, field: str = "who", where: str = "", place: bool = False) -> Choice:
    """Parse a selector and check it against the names of the regime; with `place`, one that selects units.

    >>> str(parse("members and not police", Known(8, 32, 128, {})))
    '(members and not police)'
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse(where, field, text, f"a selector such as '{'province(1)' if place else 'members and not police'}'")
    return Selector(text, f"{where}: {field}" if where else field, known, place).whole()


class Selector(Reader[Choice]):
    """The language of selectors: words of the table above, joined by and, or, not."""

    language = Language(words=r"[^\W\d][\w-]*", marks=("(", ")", ",", "-"), joints=LOGIC, signs={"not": NOT},
                        end="the end of the selector", more="and, or, or nothing more")

    def __init__(self, text: str, label: str, known: Known, place: bool = False, start: int = 0,
                 end: int | None = None) -> None:
        super().__init__(text, label, start, end)
        self.known, self.place = known, place

    def joined(self, marks: Sequence[str], parts: Sequence[Choice]) -> Choice:
        """Flatten: `a and b and c` is one node."""
        return Choice(marks[0], tuple(parts))

    def signed(self, mark: str, part: Choice) -> Choice:
        """Negation."""
        return Choice(mark, (part,))

    def one(self) -> Choice:
        """A word with its arguments, or a person by name."""
        token = self.peek()
        if token.kind == QUOTED or (token.kind == expressions.WORD and token.text in self.known.persons):
            self.take()
            return Choice("person", (self.name(token, "person", self.known.persons),))
        usable = [name for name, word in WORDS.items() if word.place or not self.place]
        if token.kind != expressions.WORD or token.text in JOINTS:
            raise self.missing("a word", ", ".join(usable))
        word = token.text
        if word not in WORDS:
            raise self.stranger("place" if self.place else "selector", word,
                                [*usable, *(() if self.place else self.known.persons)])
        if word not in usable:
            raise self.slip(f"{word!r} names persons, not places", ", ".join(usable))
        self.take()
        return Choice(word, self.given(word))

    def given(self, name: str) -> tuple[Argument, ...]:
        """The arguments of a word."""
        word = WORDS[name]
        found: list[Argument] = []
        if self.took("("):
            while not found or self.took(","):
                if len(found) >= len(word.arguments) and not (word.repeats and word.arguments):
                    raise self.slip(f"{name} has too many arguments", usage(name))
                found.append(self.argument(name, word.arguments[min(len(found), len(word.arguments) - 1)]))
            if not self.took(")"):
                raise self.slip(f"{name}( is not closed", usage(name))
        if len(found) < len(word.arguments) - word.optional:
            raise self.slip(f"{name} has too few arguments", usage(name))
        return tuple(found)

    def argument(self, name: str, kind: Kind) -> Argument:
        """One argument, of the kind that the word requires."""
        if kind == WHO:
            return self.expression()
        token = self.peek()
        named = token.kind in (expressions.WORD, QUOTED)
        if isinstance(kind, tuple):
            if token.kind != expressions.WORD or token.text not in kind:
                raise self.choice(f"{name}({token.bare})", token.bare, kind)
            return self.take().text
        if kind == FACTION and named and token.bare == "any":
            return self.take().bare
        names: dict[str, tuple[str, Collection[str]]] = {
            GROUP: ("group", self.known.groups), PERSON: ("person", self.known.persons),
            VARIABLE: ("variable", self.known.variables)}
        if named:
            names |= {FACTION: ("faction", self.known.factions),
                      VALUE: ("variable", ["median", *self.known.variables])}
        if kind in names:
            return self.name(self.take(), *names[kind])
        if kind == NAME and named:
            return self.take().bare
        return self.numeric(name, kind)

    def numeric(self, name: str, kind: str) -> Argument:
        """A number of the required kind."""
        if kind == SPAN:
            first = self.whole_number(name, FIRST_MONTHS)
            if self.take().kind != DOTS:
                before = "" if name == "cohort" else "EVENT, "
                raise self.slip(f"{name}({first})", f"a first and a last month: {name}({before}0..12)")
            return first, self.whole_number(name, FIRST_MONTHS)
        tops = {PROVINCE: self.known.provinces, DISTRICT: self.known.districts, CELL: self.known.cells,
                FACTION: FACTION_SLOTS - 1}
        if kind in tops or kind == WHOLE:
            return float(self.whole_number(name, (1, tops[kind]) if kind in tops else BOUNDS[name]))
        start, value, text = self.written(name)
        if kind != COUNT:
            return value
        if value < 0 or ("." in text and value > 1):
            raise self.slip(f"{name}({text})", "a whole number of persons, or a share 0..1 written with a point",
                            at=start)
        return Share(value, "." in text)

    def whole_number(self, name: str, span: tuple[int, int]) -> int:
        """An integer within bounds."""
        start, value, text = self.written(name)
        low, high = span
        if not text.removeprefix("-").isdigit() or not low <= value <= high:
            raise self.slip(f"{name}({text})", f"whole numbers {low}..{high}", at=start)
        return int(text)

    def written(self, name: str) -> tuple[int, float, str]:
        """The next number: its position, value and spelling."""
        start = self.peek_start()
        token = self.peek(1 if self.peek().text == "-" else 0)
        if token.kind != expressions.NUMBER:
            raise self.slip(f"{name}({token.bare})", usage(name))
        return start, self.number(), "".join(self.text[start:self.at].split())

    def name(self, token: Token, kind: str, allowed: Collection[str]) -> str:
        """A name that the file defines."""
        if token.bare not in allowed:
            self.no_name(token, kind, allowed)
        return token.bare

    def no_name(self, token: Token, kind: str, allowed: Collection[str]) -> NoReturn:
        """The error for an undefined name."""
        slip: Slip = self.stranger(kind, token.bare, allowed, at=token.start) if allowed else self.slip(
            f"no {kind} {token.bare!r}", f"nothing: the file names no {kind}s", at=token.start)
        raise slip


def usage(name: str) -> str:
    """The syntax of a word.

    >>> usage("ring")
    'ring(a province, a whole number)'
    """
    word = WORDS[name]
    parts = [" | ".join(kind) if isinstance(kind, tuple) else kind for kind in word.arguments]
    needed = len(parts) - word.optional
    shown = [part if place < needed else f"[{part}]" for place, part in enumerate(parts)]
    if word.repeats:
        shown.append("...")
    return f"{name}({', '.join(shown)})" if shown else name

"""Who is meant: the little language in which groups, events and measures name people and places.

    members and not police                        top(.2, courage, members)          ties_of(Kirov)
    provinces(1, 2) and village                   lot(20, group(old) and present)    above(stance_rule, .5)

A selector is read once, when a file is loaded, into a frozen tree of `Choice`s; `world/chosen.py` turns the tree into
a mask over the people (or the units) of one world. Nothing is evaluated as Python. Every slip is one line that names
the field, the word and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.world.columns import DIMENSIONS, Column
from unanimity.world.errors import UserError, near_miss, refuse, shown, unknown
from unanimity.world.reading import LARGEST_NUMBER, check_expression
from unanimity.world.words import CAUSES, ESTATES, LABELS, LOGGED, OFFICES, STATUSES

# What an argument of a word may be.
NUMBER, WHOLE, COUNT, VARIABLE, WHO, NAME, SPAN, VALUE = (
    "a number", "a whole number", "a count or a share", "a variable", "a selector", "a name", "months a..b",
    "a number, median, or a variable")
# Further kinds: a tuple of words (one of them), or one of these, checked against the regime.
PROVINCE, DISTRICT, CELL = "a province", "a district", "a cell"
GROUP, FACTION, PERSON = "a group", "a faction", "a person"

Kind = str | tuple[str, ...]


@dataclass(frozen=True)
class Word:
    """One word of the language: what it means, its arguments, and whether it can also name places."""

    meaning: str
    arguments: tuple[Kind, ...] = ()
    optional: int = 0  # how many of the last arguments may be left out
    repeats: bool = False  # the last argument may be given several times
    place: bool = False  # may stand in `where`


LEVELS = OFFICES[1:]
# variables of a person that name another (columns whose number is a person)
POINTERS = ("named_by", "recruiter", "agent_tie", "patron", "examiner", "judge")
EVENTS, REASONS = (tuple(word.replace(" ", "_") for word in words) for words in (LOGGED, CAUSES))
OF_TWO = tuple(word for word in EVENTS if not word.endswith("_a_motion"))  # a motion's other number is no person
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
    "above": Word("whose variable is above the value, the median, or another variable of his", (VARIABLE, VALUE)),
    "below": Word("whose variable is below the value, the median, or another variable of his", (VARIABLE, VALUE)),
    "ties_of": Word("who has a tie to one of them", (WHO,)),
    "kin_of": Word("who is kin to one of them", (WHO,)),
    "whose": Word("whose variable names a person; with a second argument: names one of them", (POINTERS, WHO), 1),
    "himself": Word("whose variable names himself", (POINTERS,)),
    "logged": Word("about whom the case log has had such a row so far; in those months; for that cause",
                   (EVENTS, SPAN, REASONS), 2),
    "other_logged": Word("who has been the other person of such a row so far (the first named, the victim ...)",
                         (OF_TWO, SPAN, REASONS), 2),
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
    """A count or a share, as it was written: 20 is twenty persons, .2 or 20.0 % is a share."""

    number: float
    is_share: bool

    def __str__(self) -> str:
        return f"{self.number:g}" if self.number != int(self.number) or not self.is_share else f"{self.number:.1f}"

    def of(self, people: int) -> int:
        """How many of so many: a share is rounded half up and means at least one, where there is anybody."""
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
        """Every word used in it."""
        return {self.word}.union(*(a.words() for a in self.arguments if isinstance(a, Choice)))


@dataclass(frozen=True)
class Known:
    """The names that selectors of one regime may use."""

    provinces: int
    districts: int
    cells: int
    columns: Mapping[str, Column]
    groups: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()

    def variables(self) -> list[str]:
        """Names of numbers that a person has: his own columns, those of his cell, and derived ones."""
        found = list(DERIVED)
        for column in self.columns.values():
            if column.table in ("person", "unit") and column.unit != "person":
                found.append(column.name)
                found += [f"{column.name}_{mark}" for mark in DIMENSIONS.get(column.per, ())]
        return found


ALL = Choice("all")
_TOKEN = re.compile(r"\s*(?:(?P<number>-?(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+))|(?P<dots>\.\.)"
                    r"|(?P<quoted>\"[^\"]*\"|'[^']*')|(?P<word>[^\W\d][\w-]*)|(?P<mark>[(),]))")


def parse(text: object, known: Known, field: str = "who", where: str = "", place: bool = False) -> Choice:
    """The selector that a user wrote, checked against what the regime knows; with `place`, one that names units.

    >>> str(parse("members and not police", Known(8, 32, 128, {})))
    '(members and not police)'
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse(where, field, text, f"a selector such as '{'province(1)' if place else 'members and not police'}'")
    check_expression(text, f"{where}: {field}" if where else field)
    return _Reader(text, known, field, where, place).whole()


class _Reader:
    """Reads one selector by recursive descent: or < and < not < word."""

    def __init__(self, text: str, known: Known, field: str, where: str, place: bool) -> None:
        self.text, self.known, self.field, self.where, self.place = text, known, field, where, place
        self.tokens: list[tuple[str, str]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.slip(f"{text[at:].strip()[0]!r} means nothing here", "words, numbers, commas, parentheses")
            kind = str(found.lastgroup)
            self.tokens.append((kind, found.group(kind)))
            at = found.end()
        self.at = 0

    def slip(self, says: str, allowed: str, hint: str = "") -> UserError:
        place = f"{self.where}: " if self.where else ""
        return UserError(f"{place}{self.field} = {shown(self.text)}: {says}; allowed: {allowed}.{hint}")

    # --- tokens ----------------------------------------------------------------------------------------------------
    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def took(self, mark: str) -> bool:
        if self.peek() in (("mark", mark), ("word", mark)):
            self.at += 1
            return True
        return False

    # --- the grammar -----------------------------------------------------------------------------------------------
    def whole(self) -> Choice:
        choice = self.joined("or")
        if self.peek()[0] != "end":
            raise self.slip(f"{self.peek()[1]!r} comes after the end of the selector", "and, or, or nothing more")
        return choice

    def joined(self, joint: str) -> Choice:
        def below() -> Choice:
            return self.joined("and") if joint == "or" else self.one()

        parts = [below()]
        while self.took(joint):
            parts.append(below())
        return parts[0] if len(parts) == 1 else Choice(joint, tuple(parts))

    def one(self) -> Choice:
        if self.took("not"):
            return Choice("not", (self.one(),))
        if self.took("("):
            inside = self.joined("or")
            if not self.took(")"):
                raise self.slip("a parenthesis is not closed", "')'")
            return inside
        kind, word = self.take()
        if kind == "quoted" or (kind == "word" and word in self.known.persons):
            return Choice("person", (self.name(word.strip("\"'"), "person", self.known.persons),))
        if kind != "word" or word in JOINTS:
            raise self.slip(f"a word is missing{f' before {word!r}' if word else ' at the end'}", self.allowed())
        if word not in WORDS:
            raise unknown(self.label(), "place" if self.place else "selector", word,
                          [*self.usable(), *(() if self.place else self.known.persons)])
        if self.place and not WORDS[word].place:
            raise self.slip(f"{word!r} names persons, not places", self.allowed())
        return Choice(word, self.arguments(word))

    def label(self) -> str:
        return f"{self.where}: {self.field}" if self.where else self.field

    def usable(self) -> list[str]:
        return [name for name, word in WORDS.items() if word.place or not self.place]

    def allowed(self) -> str:
        return ", ".join(self.usable())

    def arguments(self, name: str) -> tuple[Argument, ...]:
        word = WORDS[name]
        found: list[Argument] = []
        if self.took("("):
            while True:
                place = len(found)
                if place >= len(word.arguments) and not (word.repeats and word.arguments):
                    raise self.slip(f"{name} has too many arguments", usage(name))
                found.append(self.argument(name, word.arguments[min(place, len(word.arguments) - 1)]))
                if self.took(")"):
                    break
                if not self.took(","):
                    raise self.slip(f"{name}( is not closed", usage(name))
        if len(found) < len(word.arguments) - word.optional:
            raise self.slip(f"{name} has too few arguments", usage(name))
        return tuple(found)

    def argument(self, name: str, kind: Kind) -> Argument:
        if kind == WHO:
            return self.joined("or")
        token, text = self.take()
        bare = text.strip("\"'")
        if isinstance(kind, tuple):
            if token != "word" or bare not in kind:
                raise self.slip(f"{name}({bare})", ", ".join(kind), near_miss(bare, kind))
            return bare
        if kind in (GROUP, PERSON):
            return self.name(bare, kind[2:], self.known.groups if kind == GROUP else self.known.persons)
        if kind == FACTION and token in ("word", "quoted"):
            return bare if bare == "any" else self.name(bare, "faction", self.known.factions)
        if kind == VARIABLE:
            return self.name(bare, "variable", self.known.variables())
        if kind == NAME and token in ("word", "quoted"):
            return bare
        if kind == VALUE and token in ("word", "quoted"):
            return self.name(bare, "variable", ["median", *self.known.variables()])
        if token != "number":
            raise self.slip(f"{name}({bare})", usage(name))
        return self.numeric(name, kind, text)

    def numeric(self, name: str, kind: str, text: str) -> Argument:
        value = float(text)
        if value > LARGEST_NUMBER:
            raise self.slip(f"{name}({shown(text)})", "numbers of at most 19 digits")
        if kind == COUNT:
            is_share = "." in text
            if value < 0 or (is_share and value > 1):
                raise self.slip(f"{name}({text})", "a whole number of persons, or a share 0..1 written with a point")
            return Share(value, is_share)
        if kind == SPAN:
            first = self.whole_number(name, text, FIRST_MONTHS)
            if self.take() != ("dots", ".."):
                before = "" if name == "cohort" else "EVENT, "
                raise self.slip(f"{name}({text})", f"a first and a last month: {name}({before}0..12)")
            last = self.whole_number(name, self.take()[1], FIRST_MONTHS)
            return (first, last)
        tops = {PROVINCE: self.known.provinces, DISTRICT: self.known.districts, CELL: self.known.cells, FACTION: 255}
        if kind in tops:
            return float(self.whole_number(name, text, (1, tops[kind])))
        if kind == WHOLE:
            return float(self.whole_number(name, text, BOUNDS[name]))
        return value

    def whole_number(self, name: str, text: str, span: tuple[int, int]) -> int:
        low, high = span
        if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
            raise self.slip(f"{name}({text})", f"whole numbers {low}..{high}")
        return int(text)

    def name(self, word: str, kind: str, allowed: Iterable[str]) -> str:
        if word not in allowed:
            raise unknown(self.label(), kind, word, allowed) if allowed else self.slip(
                f"no {kind} {word!r}", f"nothing: the file names no {kind}s")
        return word


def usage(name: str) -> str:
    """How a word is written.

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

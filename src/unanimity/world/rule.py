"""What a rule is to the engine: a pure function, what it reads and writes, and which of the five words it is said with.

The decorators of world/rules.py make these; there is one class for each word, and every part of a rule is a field.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from unanimity.support.errors import ModelError
from unanimity.world.formula import arguments, by_its_name, returns_nothing, written_by
from unanimity.world.tables import OF_COLUMNS, fields_asked, spelt_out, vocabulary

Function = Callable[..., Any]
Part = Function | None

# the domains of units: which units, and in which direction of the tree
UNITS = ("cell", "district", "province", "centre", "unit", "unit from the top", "unit above cells",
         "unit below the centre")
FACTIONS = ("faction", "faction or none")
BEYOND_THE_CELL = ("country", "faction")  # to which people and cases add one after the other, and not cell by cell
PEOPLE_OF = "people of a "
WALKS = ("case", "choice", "turn", "wave")  # kinds of rules that are called for one after the other
SEEN = ("company", "of_ties", "all_ties", "moved", "room", "joined")  # what a person sees of a wave, as numbers
NUMBERED = ("i", "person", "u", "slot", "seat", "branch")  # the number of the one at hand
YEAR = 12
# the arguments of a test tell how often it is asked: of the other end of a tie, of each person, of each unit, or once
OF_OTHER = {"other"}
OF_ONE = {"one", "case", "i", "person", "cell", "place", "act", "faction", "luck"}
OF_UNIT = {"unit", "u", "parent", "province", "chair", "seat", "slot", "branch"}


@dataclass(frozen=True)
class Rule:
    """What all five words have in common."""

    function: Function
    returns: tuple[str, ...] = ()  # the columns that the function's return value is stored in
    own: tuple[str, ...] = ()  # the columns that its decorator names
    tests: tuple[Function, ...] = ()  # whom the rule is about, and in which months it can have any effect
    streams: tuple[tuple[str, int], ...] = ()  # names and streams of its luck

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The rule for one person, tie or unit, with plain numbers."""
        return self.function(*args, **kwargs)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return by_its_name(self, self.function) or super().__reduce_ex__(protocol)

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        raise NotImplementedError

    @property
    def said(self) -> str:
        """The word and the domain with which it is said, as pages and lists show it."""
        raise NotImplementedError

    @cached_property
    def writes(self) -> tuple[str, ...]:
        """All that the rule writes: what its decorator names, and what the rule and its parts set in tables through
        formulas. The formulas may be defined below the rule, so this is computed when it is first asked for."""
        brought = [name for part in (self.function, *self.storing) for name in written_by(part)]
        return tuple(dict.fromkeys((*self.own, *brought)))

    @property
    def storing(self) -> tuple[Function, ...]:
        """Parts other than its function whose results are stored."""
        return ()

    @property
    def parts(self) -> tuple[Function, ...]:
        """Its function and all its other parts."""
        return (self.function, *self.tests)

    @property
    def per(self) -> str:
        """The dimension, topic or issue, over which it is repeated."""
        return ""

    @property
    def order(self) -> str:
        """The units that its loop goes over, and in which direction; nothing if it goes over none."""
        return ""

    @property
    def name(self) -> str:
        """The function's name, which is also the name of what a total over ties gives."""
        return self.function.__name__

    @property
    def stream(self) -> int:
        """The stream of its luck, 0 if it draws none."""
        return self.streams[0][1] if self.streams else 0

    @property
    def lots(self) -> dict[str, int]:
        """The streams of a row of luck, by name; nothing if its luck is one number."""
        return dict(self.streams) if self.streams and self.streams[0][0] else {}

    @property
    def given(self) -> Part:
        """The test of the country, asked once."""
        return next((test for test in self.tests if self.level(test) == "country"), None)

    @property
    def where(self) -> Part:
        """The test of the unit within which people are picked."""
        return next((test for test in self.tests if self.level(test) == "unit"), None)

    @property
    def only(self) -> Part:
        """The test of each one whom the rule could be about."""
        return next((test for test in self.tests if self.level(test) == "one"), None)

    def level(self, test: Function) -> str:
        """Of whom a test is asked, which the names of its arguments tell."""
        asked = set(arguments(test))
        return "other" if asked & OF_OTHER else "one" if asked & OF_ONE | asked & OF_UNIT else "country"

    @property
    def reads(self) -> tuple[str, ...]:
        """The names of its arguments; rows are spelt out as if their numbers were passed loose."""
        return arguments(self.function) if self.kind in WALKS else spelt_out(self.function)

    @property
    def uses(self) -> tuple[str, ...]:
        """The names of all that it reads, also through tables."""
        if self.kind not in WALKS:
            return self.reads
        found = dict.fromkeys(name for part in self.parts for name in vocabulary(part))
        return tuple(name for name in found if name not in (*NUMBERED, *SEEN))

    @property
    def sentence(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    def check(self) -> None:
        """Refuse two tests of the same level: each is asked where its level stands."""
        levels = [self.level(test) for test in self.tests]
        if len(set(levels)) < len(levels):
            raise ModelError(f"{self.name}: two tests of `only` are of the same ({', '.join(levels)}); allowed: one of "
                             "the country, one of the unit, one of whom the rule is about")


@dataclass(frozen=True)
class Each(Rule):
    """What becomes of one person, tie, unit, faction, chair, branch or case, or of the country."""

    domain: str = "person"
    who: str = "alive"  # of persons and ties: everybody, alive, at liberty
    repeated: str = ""  # topic or issue
    chance: Part = None  # whose luck can matter; if it asks for luck itself: whose second luck

    @property
    def said(self) -> str:
        """The word and the domain with which it is said."""
        return f"each {self.domain}"

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        asked = arguments(self.function)
        if self.domain in UNITS:
            walked = self.tests or "unit_level" in fields_asked(self.function, "unit")
            return "turn" if walked else "unit"
        if self.domain == "country":
            return "turn" if self.tests or {*OF_COLUMNS, "levers", "tree"} - {"country"} & set(asked) else "world"
        return "turn" if self.domain in (*FACTIONS, "chair", "branch") else self.domain

    @property
    def per(self) -> str:
        """The dimension, topic or issue, over which it is repeated."""
        return self.repeated

    @property
    def order(self) -> str:
        """The units that its loop goes over."""
        return self.domain if self.domain in UNITS else ""

    @property
    def kept(self) -> int:
        """For how many months its luck stays the same; 0 if it is drawn each month."""
        return YEAR if "yearly_luck" in self.reads else 0

    def level(self, test: Function) -> str:
        """A person's or a tie's rule is handed loose numbers, so that its domain tells."""
        return {"person": "country", "tie": "one"}.get(self.domain) or super().level(test)


@dataclass(frozen=True)
class Total(Rule):
    """What one contributes to a sum or a maximum."""

    of: str = "person"  # person, case, a unit of some domain, ties, kin
    to: str = "cell"
    fold: str = "sum"  # sum, max, or added: to what is there already
    who: str = "alive"
    repeated: str = ""

    @property
    def said(self) -> str:
        """The word and the domain with which it is said."""
        return f"total of {self.of} to {self.to}"

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        if self.to in BEYOND_THE_CELL and self.of in ("person", "case"):
            return "case" if self.of == "case" else "choice"
        return "tie_fold" if self.of_ties else "member_fold" if self.of == "person" else "unit_fold"

    @property
    def per(self) -> str:
        """The dimension, topic or issue, over which it is repeated."""
        return self.repeated

    @property
    def order(self) -> str:
        """The units that its loop goes over."""
        return self.of if self.of in UNITS else ""

    @property
    def of_ties(self) -> bool:
        """Whether it is over a person's ties."""
        return self.of == "kin" or self.of.startswith("ties")

    @property
    def kin(self) -> bool:
        """Whether only ties to kin are looked at."""
        return self.of == "kin"

    @property
    def when(self) -> str:
        """Ties whose other's column is zero are skipped."""
        return f"other_{self.of.removeprefix('ties with ')}" if self.of.startswith("ties with ") else ""

    @property
    def others_number(self) -> str:
        """The column of the other person that it adds up as it stands; nothing if it does more than that."""
        asked = arguments(self.function)
        alone = self.of == "ties" and self.fold == "sum" and len(asked) == 1 and asked[0].startswith("other_")
        return asked[0].removeprefix("other_") if alone and _hands_on(self.function) else ""

    @property
    def up(self) -> bool:
        """Whether a sum over members is carried up the tree."""
        return self.to == "cell and above"

    @property
    def at(self) -> str:
        """The column of the person that says to which number of several he adds."""
        return self.to.removeprefix("cell by ") if self.to.startswith("cell by ") else ""

    def level(self, test: Function) -> str:
        """Tests are asked of the person whose ties are looked at."""
        return "one" if self.of_ties else super().level(test)


@cache
def _hands_on(function: Function) -> bool:
    """Whether a function returns the small whole number that it is handed."""
    return all(function(number) == number for number in range(256))


@dataclass(frozen=True)
class Pick(Rule):
    """Some of many are picked, and something becomes of each."""

    among: str = "people"  # people, posts, or the people of a unit of some domain
    by: str = ""  # the column that holds the score
    number: Part = None  # how many of the highest, and above which score

    @property
    def said(self) -> str:
        """The word and the domain with which it is said."""
        return f"pick among {self.among}"

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        return "choice"

    @property
    def order(self) -> str:
        """The units within which people are picked; nothing if it is the country."""
        return self.among.removeprefix(PEOPLE_OF) if self.among.startswith(PEOPLE_OF) else ""

    @property
    def parts(self) -> tuple[Function, ...]:
        """Its function and all its other parts."""
        return (self.function, *self.tests, *((self.number,) if self.number is not None else ()))

    @property
    def uses(self) -> tuple[str, ...]:
        """The names of all that it reads."""
        return (*((self.by,) if self.by else ()), *(name for name in super().uses if name != self.by))

    def level(self, test: Function) -> str:
        """A test that reads the unit and nobody in it is asked once a unit."""
        asked = set(arguments(test))
        return "one" if asked & OF_ONE else "unit" if asked & OF_UNIT else "country"


@dataclass(frozen=True)
class Wave(Rule):
    """People move in rounds, each after a look at those who moved before."""

    room: str = "cell"
    company: Part = None  # what one who looks around sees of those who have moved
    rounds: Part = None  # how many there are at most
    becomes: Part = None  # what becomes of one who has moved
    then: Part = None  # what follows for the unit or the country
    begun: Part = None  # over the country: who counts as having moved before the first round
    after: Part = None  # over the country: what a cell notes after each round

    @property
    def said(self) -> str:
        """The word and the domain with which it is said."""
        return f"wave in the {self.room}"

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        return "wave"

    @property
    def marks(self) -> str:
        """The column that keeps in which round each has moved."""
        return self.returns[0]

    @property
    def storing(self) -> tuple[Function, ...]:
        """Parts other than its function whose results are stored."""
        return tuple(part for part in (self.becomes, self.then, self.after) if part is not None)

    @property
    def sees(self) -> Part:
        """The test of which ties count."""
        return next((test for test in self.tests if self.level(test) == "other"), None)

    @property
    def parts(self) -> tuple[Function, ...]:
        """Its function and all its other parts."""
        return (self.function, *self.tests, *(part for part in (
            self.company, self.rounds, self.becomes, self.then, self.begun, self.after) if part is not None))


@dataclass(frozen=True)
class Procedure(Rule):
    """One thing after another: it sets tables itself."""

    domain: str = "country"
    moves: tuple[str, ...] = ()  # tables of levers that it may write

    @property
    def said(self) -> str:
        """The word and the domain with which it is said."""
        return f"procedure, {self.domain}"

    @property
    def kind(self) -> str:
        """The loop that the engine makes for it."""
        return "turn"


def returned(function: Function, own: tuple[str, ...]) -> tuple[str, ...]:
    """Of the columns that a rule names those that it returns: none, if it sets them in tables itself."""
    return () if returns_nothing(function) else own



"""What a rule is to the engine: a pure function, what it reads and writes, and its place in the month.

Rules are made by the decorators of world/rules.py, one for each kind; each part of a rule stands here under its name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unanimity.world.formula import arguments, by_its_name
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import asked_of_tables, spelt_out, vocabulary

LOOPS = ("within_world",)
WALKS = ("case", "choice", "telling", "turn", "wave")  # called for one after the other, with rows of numbers
SEEN = ("company", "of_ties", "all_ties", "moved", "room", "joined")  # what one sees of a wave, as numbers
TESTS = ("only", "then", "given", "number", "where", "first", "hears", "company", "rounds", "sees", "becomes",
         "begun", "after")


Function = Callable[..., Any]
Part = Function | None


@dataclass(frozen=True)
class Placed:
    """What every rule has: its function, what it writes, whom it is about, its luck, its tests."""

    function: Function
    kind: str  # person, tie_fold, tie, member_fold, unit, unit_fold, world, faction, within_world, ...
    writes: tuple[str, ...] = ()
    fold: str = ""  # sum, max or min, of what comes together
    per: str = ""  # topic or issue: repeated for each
    who: str = "alive"
    stream: int = 0
    drawn: Part = None  # whose luck can matter; if it asks for luck itself: whose second luck
    kept: int = 0  # months for which a luck that is `drawn` is kept
    given: Part = None  # in which months, or of whom, anything can come of it at all
    only: Part = None  # whom, or which tie, it is about: a cheap test before anything is computed
    looks: tuple[Function, ...] = ()  # formulas of tables whose values it is handed
    then: Part = None  # what follows for the country when all are done
    then_writes: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()  # tables of levers that it may write
    always: bool = False  # runs also when its mechanism is off, and reads `on_...` to know


@dataclass(frozen=True)
class OfTies(Placed):
    """Of rules over ties."""

    when: str = ""  # ties whose other's column is zero are skipped
    kin: bool = False  # only ties to kin are looked at
    counted: bool = False  # told from the other side, by those of whom there is something to tell


@dataclass(frozen=True)
class OfUnits(Placed):
    """Of rules about units, and of folds over members and units."""

    order: str = ""  # cells, up (bottom up), down (top down), above (all but cells), districts, ...
    below: tuple[Function, ...] = ()  # what units below give, summed, known by their names
    to: str = ""  # folds over units: to which unit above
    adds: bool = False  # folds over units: to what is there already
    up: bool = False  # folds over members: also summed up the tree
    at: str = ""  # folds over members: the column of the person that says which number of several he adds to


@dataclass(frozen=True)
class Walked(Placed):
    """Of rules that are called for one after the other: cases, those chosen, listeners, units in turn."""

    returns: tuple[str, ...] = ()  # columns that it returns
    effect: Part = None  # what is done with the rest of what it returns
    carries: tuple[str, ...] = ()  # numbers handed on from one to the next
    lots: tuple[tuple[str, int], ...] = ()  # names and streams of the row `luck`
    keyed: str = ""  # the column whose month keys its luck, if it is not this month
    over: str = ""  # in turn: over units of an order, chairs, factions, or the country
    hears: Part = None  # tellings: who of his ties listens


@dataclass(frozen=True)
class Chosen(Placed):
    """Of choices."""

    among: str = ""  # people, docket, posts, or the people of each unit of an order (of tellings too)
    by: str = ""  # the column that holds the score
    by_lot: int = 0  # from the docket: the stream of the place at which one begins to go round
    number: Part = None  # how many, and above which score
    keeps: tuple[str, ...] = ()  # columns of the unit that `number` returns too
    where: Part = None  # in which units anybody is chosen
    first: Part = None  # who is chosen before and beside the number
    shield: Part = None  # what lowers the score of one who would be chosen


@dataclass(frozen=True)
class Waved(Placed):
    """Of waves."""

    marks: str = ""  # the column that keeps in which round each has moved
    company: Part = None  # what one who looks around sees of those who have moved
    rounds: Part = None  # how many there are at most
    sees: Part = None  # which of his ties count
    becomes: Part = None  # what becomes of one who has moved
    begun: Part = None  # who counts as having moved before the first round
    after: Part = None  # over the country: what a cell notes after each round
    after_writes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule(OfTies, OfUnits, Walked, Chosen, Waved):
    """A pure function with the place that the engine gives it in the month; each kind sets what is of its kind."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The rule for one person, tie or unit, with plain numbers."""
        return self.function(*args, **kwargs)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return by_its_name(self, self.function) or super().__reduce_ex__(protocol)

    @property
    def name(self) -> str:
        """The function's name, which is also the name of what a fold over ties gives."""
        return self.function.__name__

    @property
    def reads(self) -> tuple[str, ...]:
        """The names of what it is handed, rows spelt out as if their numbers were handed loose."""
        return arguments(self.function) if self.kind in (*LOOPS, *WALKS) else spelt_out(self.function)

    @property
    def tables(self) -> bool:
        """Whether it is handed tables (world/tables.py), and places of its own world."""
        return self.kind in LOOPS and bool(asked_of_tables(self.function))

    @property
    def uses(self) -> tuple[str, ...]:
        """The names of all that it reads, through tables too."""
        if self.kind not in WALKS:
            more = [name for part in (self.then, *self.looks) if part is not None for name in vocabulary(part)]
            own = vocabulary(self.function) if self.tables else self.reads
            return (*own, *(name for name in dict.fromkeys(more) if name not in (*own, self.name)))
        parts = (self.function, self.only, self.then, self.effect, *self.looks, self.given, self.number, self.where,
                 self.first, self.shield, self.hears, self.company, self.rounds, self.sees, self.becomes, self.begun,
                 self.after)
        between = {"i", "u", "slot", "seat", "branch", *SEEN, *self.carries, *decided(self.effect),
                   *(look.__name__ for look in self.looks)}
        found = dict.fromkeys(name for part in parts if part is not None for name in vocabulary(part))
        return tuple(name for name in (*((self.by,) if self.by else ()), *found) if name not in between)

    @property
    def sentence(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]


def decided(effect: Callable[..., Any] | None) -> tuple[str, ...]:
    """The arguments of an effect that the rule decides: those between the person and the tables."""
    if effect is None:
        return ()
    names = arguments(effect)
    return tuple(name for name in names[1:] if name not in (*TABLES, "month", "seed", "log", "p") and name[:2] != "p_")

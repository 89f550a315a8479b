"""What a rule is to the engine: a pure function, what it reads and writes, and its place in the month.

Rules are made by the decorators of world/rules.py, one for each kind; each part of a rule stands here under its name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unanimity.world.formula import arguments
from unanimity.world.tables import NAMES as TABLES
from unanimity.world.tables import asked_of_tables, spelt_out, vocabulary

LOOPS = ("within_cells", "within_world")
WALKS = ("case", "choice", "telling", "turn", "wave")  # called for one after the other, with rows of numbers
SEEN = ("company", "of_ties", "all_ties", "moved", "room", "joined")  # what one sees of a wave, as numbers
TESTS = ("only", "then", "given", "number", "where", "first", "hears", "company", "rounds", "sees", "becomes",
         "begun", "after")


@dataclass(frozen=True)
class Rule:
    """A pure function with the place that the engine gives it in the month."""

    function: Callable[..., Any]
    kind: str  # person, tie_fold, tie, member_fold, unit, unit_fold, world, faction, within_cells, ...
    writes: tuple[str, ...] = ()
    fold: str = ""  # sum or max, for folds over ties and members
    per: str = ""  # topic or issue: repeated for each
    who: str = "alive"
    when: str = ""  # folds over ties: skip ties whose other's column is zero
    order: str = ""  # unit rules: cells, up (bottom up), down (top down), above (all but cells), districts, ...
    below: tuple[Callable[..., Any], ...] = ()  # unit rules: what units below give, summed, known by their names
    to: str = ""  # folds over units: to which unit above
    adds: bool = False  # folds over units: to what is there already
    up: bool = False  # folds over members: also summed up the tree
    at: str = ""  # folds over members: the column of the person that says which number of several he adds to
    stream: int = 0
    given: Callable[..., Any] | None = None  # rules over ties: whose ties are looked at, the rest need not be
    only: Callable[..., Any] | None = None  # tie rules: a cheap test of the stored numbers, before anything is computed
    drawn: Callable[..., Any] | None = None  # whose luck can matter; if it asks for luck itself: whose second luck
    kin: bool = False  # folds over ties: only ties to kin are looked at
    counted: bool = False  # folds over ties: told from the other side, by those of whom there is something to tell
    returns: tuple[str, ...] = ()  # rules over cases: columns of the person that it returns
    effect: Callable[..., Any] | None = None  # rules over cases: what is done with the rest of what it returns
    looks: tuple[Callable[..., Any], ...] = ()  # rules over cases: formulas of tables whose values it is handed
    carries: tuple[str, ...] = ()  # rules over cases: numbers handed on from case to case
    then: Callable[..., Any] | None = None  # rules over cases: what follows for the country when all are done
    then_writes: tuple[str, ...] = ()
    lots: tuple[tuple[str, int], ...] = ()  # rules over cases: names and streams of the row `luck`
    keyed: str = ""  # rules over cases: the column whose month keys its luck, if it is not this month
    among: str = ""  # choices: people, docket, posts, or the people of each unit of an order
    by: str = ""  # choices: the column that holds the score
    by_lot: int = 0  # choices from the docket: the stream of the place at which one begins to go round
    number: Callable[..., Any] | None = None  # choices: how many, and above which score
    keeps: tuple[str, ...] = ()  # choices: columns of the unit that `number` returns too
    where: Callable[..., Any] | None = None  # choices: in which units anybody is chosen
    first: Callable[..., Any] | None = None  # choices: who is chosen before and beside the number
    shield: Callable[..., Any] | None = None  # choices: what lowers the score of one who would be chosen
    over: str = ""  # rules in turn: over units of an order, chairs, factions, or the country
    hears: Callable[..., Any] | None = None  # tellings: who of his ties listens
    marks: str = ""  # waves: the column that keeps in which round each has moved
    company: Callable[..., Any] | None = None  # waves: what one who looks around sees of those who have moved
    rounds: Callable[..., Any] | None = None  # waves: how many there are at most
    sees: Callable[..., Any] | None = None  # waves: which of his ties count
    becomes: Callable[..., Any] | None = None  # waves: what becomes of one who has moved
    begun: Callable[..., Any] | None = None  # waves: who counts as having moved before the first round
    after: Callable[..., Any] | None = None  # waves over the country: what a cell notes after each round
    after_writes: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()  # rules with tables: tables of levers that it may write
    always: bool = False  # runs also when its mechanism is off, and reads `on_...` to know

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The rule for one person, tie or unit, with plain numbers."""
        return self.function(*args, **kwargs)

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
        between = {"i", *SEEN, *self.carries, *decided(self.effect), *(look.__name__ for look in self.looks)}
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

"""The populations of questions: evaluated every month, or fixed at a month and followed from then on.

Where places change occupants, people are identified by number: a fixed population is a list of numbers, and its dead
stay in it after others have taken their places (engine/departed_people.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.departed_people import keep, view_of_everybody
from unanimity.engine.identities import MOVED_ON, departed
from unanimity.measures.grammar.evaluate import Look, numbers
from unanimity.measures.grammar.syntax_tree import Rows, Term, Who
from unanimity.measures.grammar.time_windows import Clock
from unanimity.support.errors import UserError
from unanimity.world.selectors.people import names_the_absent, persons


class Sight:
    """One world at one moment: the people present and, built on demand, everybody who was ever present."""

    def __init__(self, batch: Batch, world: int, here: Look) -> None:
        self.batch, self.world, self.here = batch, world, here

    @cached_property
    def everybody(self) -> Look:
        """The same moment with the departed appended to those present."""
        view = view_of_everybody(self.batch, self.world, self.here.view)
        return dataclasses.replace(self.here, view=view, seen={}, of_everybody=True)

    @property
    def last_places(self) -> np.ndarray:
        """Everybody's place; for the departed, the last one."""
        gone = departed(self.batch, self.world)
        return np.concatenate([np.arange(self.batch.people), gone["place"][gone["status"] != MOVED_ON]])


def parts_of(who: Who | None) -> Iterable[Who]:
    """A population and those with which it is intersected."""
    while who is not None:
        yield who
        who = who.also


def is_fixed(who: Who | None) -> bool:
    """Whether a population, or one that it is intersected with, was fixed at a month."""
    return any(one.as_of is not None for one in parts_of(who))


def is_among(ordered: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Whether each number is in a sorted list."""
    if not ordered.size:
        return np.zeros(asked.size, bool)
    return np.asarray(ordered[np.minimum(np.searchsorted(ordered, asked), ordered.size - 1)] == asked)


class Populations:
    """The members of each population in every world of a batch."""

    def __init__(self, clocks: Sequence[Clock], come_and_go: bool) -> None:
        self.clocks, self.come_and_go = clocks, come_and_go
        self.fixed: dict[tuple[Who, int], np.ndarray] = {}  # a mask of places, or of units
        self.numbers: dict[tuple[Who, int], np.ndarray] = {}  # sorted person numbers, where places change occupants
        self.homes: dict[tuple[Who, int], np.ndarray] = {}  # their places at that moment

    def are_followed(self, who: Who | None) -> bool:
        """Whether departed people may belong to a population: a fixed one, or one that includes the absent."""
        return self.come_and_go and any(not one.units and (one.as_of is not None or names_the_absent(one.choice))
                                        for one in parts_of(who))

    def keep_for(self, terms: Iterable[Term], fixed: Iterable[Who], batch: Batch, here: Look) -> None:
        """Have a batch keep what these terms and populations need of people who may have departed."""
        read: set[str] = set()

        def column(name: str) -> np.ndarray:
            read.add(name)
            return here.view.column(name)

        look = dataclasses.replace(here, view=dataclasses.replace(here.view, column=column), seen={})
        followed = [term for term in terms if self.are_followed(term.who)]
        for value in (value for term in followed for value in (term.what, term.other)):
            if value is not None and not isinstance(value, Rows):
                numbers(value, look)
        for who in (*fixed, *(who for term in followed for who in parts_of(term.who))):
            if not who.units and (who.as_of is None or names_the_absent(who.choice)):
                persons(who.choice, look.view)
        keep(batch, sorted(read))

    def fix(self, who: Who, sights: Sequence[Sight]) -> None:
        """Fix a population in the worlds in which its month has just ended."""
        assert who.as_of is not None
        for world, sight in enumerate(sights):
            if self.clocks[world].month_of(who.as_of) != sight.here.month:
                continue
            self.fixed[who, world] = sight.here.mask(who).copy()
            if self.come_and_go and not who.units:
                look = sight.everybody if names_the_absent(who.choice) else sight.here
                meant = np.flatnonzero(look.mask(who))
                meant = meant[np.argsort(look.view.column("number")[meant])]
                self.numbers[who, world] = look.view.column("number")[meant]
                self.homes[who, world] = sight.last_places[meant]

    def mask(self, who: Who | None, look: Look, world: int) -> np.ndarray:
        """The selected people at this moment."""
        if who is None:
            return np.ones(look.view.people, bool)
        if who.as_of is not None:
            mask = self.fixed.get((who, world))
            if mask is None:
                raise UserError(f"measure: who = '{who}' is not fixed yet in month {look.month}; allowed: a month "
                                f"before those that are measured.")
            if self.come_and_go and not who.units:  # later occupants of their places do not belong to it
                key = (who.choice, who.as_of, world)
                if key not in look.seen:
                    look.seen[key] = is_among(self.numbers[who, world], look.view.column("number"))
                mask = look.seen[key]
        else:
            mask = look.mask(who)
        return mask if who.also is None else mask & self.mask(who.also, look, world)

"""One world at the start of one month, as events and set-ups see it: columns, selectors, levers, parameters, the log,
and what can happen to a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from unanimity.events.declare import Entry
from unanimity.mechanisms import BY_ID
from unanimity.mechanisms.party.posts import install, leave_chairs, let_go, make_leader, oust, sit_in_the_centre
from unanimity.mechanisms.police.cases import die, expel, strike
from unanimity.world.case_log import READ, Log, enter_with
from unanimity.world.codes import MEMBER, NO_OFFICE, NOBODY, PUBLISHED, RULE_ISSUE
from unanimity.world.formula import arguments, written_by
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rule import Rule
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons
from unanimity.world.selectors.units import in_units, units
from unanimity.world.selectors.view import View, draw, lots
from unanimity.world.tables import TREE_ARRAYS, World, plain_tables

FREE_SHEETS = 1.0  # press:free
DEFAULTS = {p.key: p.default for mechanism in BY_ID.values() for p in mechanism.fields}


@dataclass(frozen=True)
class Moment:
    """One world at the start of a month, with what events need: columns, selectors, levers, parameters, the log."""

    batch: Any  # engine/batch.py; events may not import the engine and use only these parts of it
    world: int
    ticket: str = ""  # the key of its draws: the same event draws the same people in every arm
    since: int | None = None  # of an event that lasts: its first month, so that its draws stay the same

    @property
    def month(self) -> int:
        """The month that begins."""
        return int(self.batch.month)

    @property
    def seed(self) -> int:
        """The world's seed."""
        return int(self.batch.seeds[self.world])

    def column(self, name: str) -> np.ndarray:
        """The world's own numbers of a column."""
        return np.asarray(self.batch.column(name, self.world))

    def runs(self, mechanism: str) -> bool:
        """Whether a mechanism is part of the regime's plan (on or off)."""
        return mechanism in self.batch.plan.owners

    def is_on(self, mechanism: str) -> bool:
        """Whether a mechanism runs and is switched on in this world."""
        return self.runs(mechanism) and mechanism not in self.batch.regimes[self.world].off

    @cached_property
    def _kept(self) -> dict[str, Any]:
        return {}

    def once(self, name: str, make: Callable[[Moment], Any]) -> Any:
        """Make a value once per moment, if it is the same for everybody."""
        if name not in self._kept:
            self._kept[name] = make(self)
        return self._kept[name]

    # --- selecting -------------------------------------------------------------------------------------------------
    @cached_property
    def view(self) -> View:
        """The view that selectors read; the engine supplies it (engine/moment.py)."""
        raise NotImplementedError

    def empty_log(self) -> None:
        """Move the rows of the log elsewhere to make room; the engine does it (engine/moment.py)."""
        raise NotImplementedError

    def mask(self, who: Choice | None, place: Choice | None = None, provinces: tuple[int, ...] = ()) -> np.ndarray:
        """The mask of the selected people; without a selector, all who are present."""
        mask = persons(who if who is not None else Choice("present"), self.view)
        if place is not None or provinces:
            mask = mask & in_units(self.units_of(place, provinces), self.view)
        return mask

    def chosen(self, entry: Entry) -> np.ndarray:
        """The mask of the people to whom an entry applies."""
        return self.mask(entry.who, entry.where, entry.provinces)

    def people(self, entry: Entry) -> np.ndarray:
        """The numbers of the people to whom an entry applies."""
        return np.flatnonzero(self.chosen(entry))

    def units_of(self, place: Choice | None, provinces: tuple[int, ...] = (),
                 levels: tuple[str, ...] = ()) -> np.ndarray:
        """The mask of the selected units; without a selector, all."""
        tree = self.batch.tree
        mask = np.ones(tree.units, bool) if place is None else units(place, self.view)
        if provinces:
            mask = mask & np.isin(tree.province, tree.provinces[np.array(provinces) - 1])
        if levels:
            mask = mask & np.isin(tree.level, [k for k, name in enumerate(tree.level_names) if name in levels])
        return mask

    def places(self, entry: Entry) -> np.ndarray:
        """The mask of the units to which an entry applies."""
        return self.units_of(entry.where, entry.provinces, entry.levels)

    def lot(self, mask: np.ndarray, share: Share, name: str = "") -> np.ndarray:
        """Draw that share or number of people from a mask by keyed lot; returns their numbers."""
        return np.flatnonzero(draw(mask, share, self.view, name))

    def luck(self, name: str) -> np.ndarray:
        """A keyed random number in 0..1 for each person, for this event, month and name."""
        return lots(self.batch.people, self.view, name)

    # --- levers and parameters -------------------------------------------------------------------------------------
    def lever(self, name: str, unit: int = -1) -> float:
        """The value of a lever in force at a unit (default: the centre)."""
        return float(self._row("levers", name)[unit])

    def _row(self, table: str, name: str) -> np.ndarray:
        return np.asarray(self._rows(table)[NUMBER_OF[name]])

    def parameter(self, key: str) -> float:
        """The present value of a parameter in this world, or the card's default if its mechanism does not run."""
        places = self.batch.plan.place_of_parameter
        if key not in places:
            return DEFAULTS[key]
        return float(self.batch.arrays["parameters"][self.world, places[key]])

    # --- what happens to people: the rules of the cases, one person at a time -----------------------------------------
    def call(self, rule: Rule | Callable[..., Any], **given: Any) -> Any:
        """Call a formula or a rule of a mechanism on this world.

        Arguments that are not given are supplied: the month, the seed, the log, or a table, in which the function can
        write the columns that it declares.
        """
        here = {"month": self.month, "seed": np.uint64(self.seed), **self.tables(rule), **given}
        function = rule.function if isinstance(rule, Rule) else rule
        return function(*(self.log if name == "log" else here[name] for name in arguments(function)))

    def tables(self, rule: Rule | Callable[..., Any]) -> dict[str, Any]:
        """The tables of this world that a formula or a rule reads."""
        function, writes = (rule.function, rule.writes) if isinstance(rule, Rule) else (rule, written_by(rule))
        return dict(self.once(f"tables of {function.__module__}.{function.__name__}", lambda moment: plain_tables(
            function, moment.as_world, moment.batch.plan.columns, writes)))

    @cached_property
    def as_world(self) -> World:
        """This world in the form from which tables are made."""
        batch, n, tree = self.batch, self.batch.people, self.batch.tree
        people = slice(self.world * n, (self.world + 1) * n)
        beside = {name: batch.arrays[name] for name in TREE_ARRAYS} | {
            "people": n, "units": tree.units, "cells": tree.cells, "seats": int(batch.arrays["seat_start"][-1]),
            "tie_start": self.view.tie_start, "neighbour": self.view.neighbour.astype(np.uint32),
            "kin_skip": batch.arrays["kin_skip"][people], "kin_span": batch.arrays["kin_span"][people]}
        return World(self.column, beside, self._rows, is_on=self.is_on)

    def _rows(self, table: str) -> np.ndarray:
        width = self.batch.tree.units
        if table == "delegated":
            return np.asarray(self.batch.arrays[table][self.world])
        return np.asarray(self.batch.arrays[table][:, self.world * width:(self.world + 1) * width])

    @cached_property
    def log(self) -> Log:
        """The world's case log."""
        arrays = self.batch.arrays
        public = self.lever("lists") == PUBLISHED or self.lever("press") == FREE_SHEETS
        return Log(arrays["log_rows"], arrays["log_count"], arrays["log_lost"], self.world,
                   len(arrays["log_rows"]) // self.batch.worlds, self.month,
                   float(self.column("line")[RULE_ISSUE, -1]), public, arrays["cell_of"],
                   *(self.column(name) for name in READ))

    def enter(self, person: int, event: int, cause: int, rung: int | None = None, other: int = NOBODY) -> None:
        """One row of the log."""
        self.room()
        enter_with(self.log, person, event, cause, int(self.column("rung")[person]) if rung is None else rung, other)

    def room(self) -> None:
        """Empty the log if it is half full, as the engine does between months."""
        if 2 * self.log.count[self.world] > self.log.room:
            self.empty_log()

    def kill(self, person: int, kind: int, cause: int) -> None:
        """The person dies and loses any office."""
        self.oust(person)
        self.room()
        self.call(die, i=person, kind=kind, cause=cause)

    def strike(self, person: int, sevenths: int, topic: int) -> None:
        """A blow that others feel this month."""
        self.call(strike, i=person, sevenths=sevenths, topic=topic)

    def oust(self, person: int) -> None:
        """Take an office away."""
        self.call(oust, i=person)
        self.call(leave_chairs, i=person)

    def expel(self, person: int) -> None:
        """Take the party card away."""
        self.call(expel, i=person)

    def seat(self, person: int, unit: int, patron: int) -> None:
        """Put a person at the head of a unit, or into the centre; the former head becomes a plain member."""
        tree, secretary = self.batch.tree, self.column("secretary")
        if unit == tree.units - 1:
            self.call(sit_in_the_centre, i=person, patron_of=patron)
            return
        before = int(secretary[unit])
        if before == person:
            return
        if before != NOBODY:
            self.call(let_go, i=before, to_estate=MEMBER)
        rank = int(self.batch.arrays["unit_rank"][unit])
        self.call(install, i=person, unit=unit, rank=rank, patron_of=patron)

    def lead(self, person: int) -> None:
        """Make a person the leader, with a chair in the centre."""
        self.call(make_leader, i=person)

    @property
    def leader(self) -> int:
        """The leader, or NOBODY."""
        return int(self.column("sitting")[-self.batch.centre_size])

    def holders(self, mask: np.ndarray) -> list[int]:
        """The office holders within a mask."""
        return [int(i) for i in np.flatnonzero(mask & (self.column("office") > NO_OFFICE))]

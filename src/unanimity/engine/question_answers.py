"""Answers to questions: from the values recorded between months, from the monthly record and from the case log."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import log_of
from unanimity.engine.collect import recorded
from unanimity.engine.identities import have_generations, lives_of
from unanimity.engine.moment import world_view
from unanimity.engine.populations import is_among
from unanimity.engine.survey import NAMES as SURVEYS
from unanimity.measures import BY_NAME
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.declare import Case
from unanimity.measures.contract.expand import Making, Series
from unanimity.measures.declare import SO_FAR
from unanimity.measures.grammar.evaluate import ARITHMETIC, aggregate
from unanimity.measures.grammar.log_rows import Later, Told, chosen, kept_of_each, steps_of, worth_of_rows
from unanimity.measures.grammar.syntax_tree import HEAD, Arithmetic, Months, Number, Quiet, Rows, Term, Who
from unanimity.measures.grammar.vocabulary import EVENTS, EXPOSED
from unanimity.world.codes import FREE, VACANT
from unanimity.world.selectors.people import persons
from unanimity.world.selectors.view import View

if TYPE_CHECKING:
    from unanimity.engine.questions import Asking

# words about places, and words whose people never change after month 0 if nobody comes or goes
PLACES = frozenset({"everybody", "province", "provinces", "district", "districts", "cell", "cells", "ring", "town",
                    "village", "and", "or", "not"})
A_MONTH = "month"  # the unit of a measure that names one
LASTING = PLACES | {"group", "person", "category", "sector"}


def is_lasting(who: Who | None, come_and_go: bool = False) -> bool:
    """Whether a population does not change: fixed at a month, or defined by permanent properties."""
    if who is None:
        return True
    fixed = who.as_of is not None or who.choice.words() <= (PLACES if come_and_go else LASTING)
    return fixed and (who.also is None or is_lasting(who.also, come_and_go))


def filled(view: View) -> View:
    """The same places as if none were vacant: the person of a log row existed, wherever the person is now."""
    status = view.column("status")
    everybody = np.where(status == VACANT, FREE, status)
    return dataclasses.replace(view, column=lambda name: everybody if name == "status" else view.column(name))


class Reply:
    """Answers from recorded values, from the monthly record and from the log."""

    def __init__(self, asking: Asking, batch: Batch) -> None:
        self.asking, self.batch, self.populations = asking, batch, asking.populations
        self.months, self.record = recorded(batch)
        self.lives = [lives_of(batch, world) for world in range(batch.worlds)]
        self.views = [world_view(batch, world, "measure", 0) for world in range(batch.worlds)]
        self._of_event: dict[tuple[int, str], Told] = {}
        self._of_term: dict[tuple[Term, int], Told] = {}
        self._later: dict[tuple[Rows, int], Later] = {}
        self._by_number: dict[int, np.ndarray] = {}

    def window(self, node: Any) -> np.ndarray:
        """The months of each world: months in rows, worlds in columns."""
        mask = np.column_stack(self.asking.windows(node))[:self.months.size]
        if self.asking.quiet is not None and any(isinstance(p, Quiet) for p in self.asking.when(node).parts):
            mask = mask & self.asking.quiet[:self.months.size]
        return mask

    def total(self, node: Any) -> np.ndarray:
        """One number per world."""
        if isinstance(node, Number):
            return np.full(self.batch.worlds, node.value)
        if isinstance(node, Arithmetic):
            return np.asarray(ARITHMETIC[node.mark, len(node.parts) == 1](*map(self.total, node.parts)), float)
        window = self.window(node)
        if isinstance(node, Months):
            found: np.ndarray = window.sum(axis=0).astype(float)
            return found
        if isinstance(node, Making):
            return np.array([self.made(node, world, window[:, world]) for world in range(self.batch.worlds)])
        if isinstance(node, Term) and isinstance(node.what, Rows):
            return np.array([self.of_rows(node, world, window[:, world]) for world in range(self.batch.worlds)])
        values = np.where(window, self.monthly(node), np.nan)
        known = np.isfinite(values)
        # each world's months are contiguous, so a sum does not depend on the number of worlds
        sums = np.ascontiguousarray(np.where(known, values, 0.0).T).sum(axis=1)
        if node.is_flow:
            return np.where(window.any(axis=0), sums, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(known.any(axis=0), sums / known.sum(axis=0), np.nan)

    def monthly(self, node: Any) -> np.ndarray:
        """Months in rows, worlds in columns."""
        shape = (self.months.size, self.batch.worlds)
        if isinstance(node, Number):
            return np.full(shape, node.value)
        if isinstance(node, Arithmetic):
            return np.asarray(ARITHMETIC[node.mark, len(node.parts) == 1](*map(self.monthly, node.parts)), float)
        if isinstance(node, Months):
            return np.where(self.window(node), 1.0, np.nan)
        if isinstance(node, Making):
            return np.full(shape, np.nan)
        if isinstance(node, Series):
            return self.of_series(node)
        if isinstance(node.what, Rows):
            return self.rows_by_month(node)
        return self.asking.terms[node][:self.months.size]

    def of_series(self, node: Series) -> np.ndarray:
        """A monthly measure of a place; for a cumulative one, the increase in each month."""
        place = node.place - 1  # provinces first, the country last
        if node.survey:
            out = np.full((self.months.size, self.batch.worlds), np.nan)
            for row, found in self.asking.surveyed.items():
                if row < self.months.size:
                    out[row] = found[:, place, SURVEYS.index(node.name)]
            return out
        names = [m.name for m in self.batch.plan.measures]
        values = self.record[:, :, place, names.index(node.name)]
        if node.name in BY_NAME and BY_NAME[node.name].kind == SO_FAR:
            return np.diff(values, axis=0, prepend=0.0)
        return np.asarray(values)

    def rows_of(self, term: Term, world: int, window: np.ndarray) -> Told:
        """The log rows of a term: the right people in the right months."""
        if (term, world) not in self._of_term:
            self._of_term[term, world] = self._sought(term, world, window)
        return self._of_term[term, world]

    def rows_of_event(self, event: str, world: int) -> Told:
        """The rows of one event ('any': all), extracted from the log once."""
        if (world, event) not in self._of_event:
            if event == "any":
                rows, lives = log_of(self.batch, world), self.lives[world]
                people = lives.people(rows)
                found = Told(rows, people, lives.deaths_of(people))
            else:
                everything = self.rows_of_event("any", world)
                found = everything.of(np.flatnonzero(everything.rows["event"] == EVENTS[event]))
            self._of_event[world, event] = found
        return self._of_event[world, event]

    def _sought(self, term: Term, world: int, window: np.ndarray) -> Told:
        assert isinstance(term.what, Rows)
        told = self.rows_of_event(term.what.event, world)
        inside = np.zeros(told.size, bool)
        place = told.rows["month"].astype(np.int64) - int(self.months[0])
        known = (place >= 0) & (place < self.months.size)
        inside[known] = window[place[known]]
        told = told.of(inside & kept_of_each(term.what.only, told, chosen(term.what, told)))
        return told.of(self.belonged(term, world, told))

    def later(self, then: Rows, world: int) -> Later:
        """The rows of a second step, sorted once."""
        if (then, world) not in self._later:
            told = self.rows_of_event(then.event, world)
            self._later[then, world] = Later(told.of(kept_of_each(then.only, told, chosen(then, told))))
        return self._later[then, world]

    def of_rows(self, term: Term, world: int, window: np.ndarray) -> float:
        """One number from the rows of the log."""
        return self.worth(term, world, window, self.rows_of(term, world, window))

    def worth(self, term: Term, world: int, window: np.ndarray, told: Told) -> float:
        """One number from rows; for a rate, relative to those at risk in the months of the window."""
        assert isinstance(term.what, Rows)
        then = term.what.then
        if then is not None:
            steps = steps_of(term.what.joint, told, self.later(then, world), then.event == term.what.event)
            return float(steps.size) if term.agg == "count" else aggregate(term.agg, steps, term.level)
        found = worth_of_rows(term.agg, term.what, told, term.level)
        if term.agg not in EXPOSED:
            return found - self.asking.zero if term.agg == "first" else found
        exposed = float(self.asking.exposed[term][:self.months.size][window, world].sum())
        if term.agg == "at_risk":
            return exposed
        return found / exposed if exposed > 0 else float("nan")

    def rows_by_month(self, term: Term) -> np.ndarray:
        """The same for every month of the window separately."""
        window, out = self.window(term), np.full((self.months.size, self.batch.worlds), np.nan)
        for world in range(self.batch.worlds):
            told = self.rows_of(term, world, window[:, world])  # in order of months
            edges = np.searchsorted(told.rows["month"], [*self.months.tolist(), int(self.months[-1]) + 1])
            for row in np.flatnonzero(window[:, world]):
                only = told.of(slice(edges[row], edges[row + 1]))
                out[row, world] = self.worth(term, world, np.arange(self.months.size) == row, only)
        return out

    def belonged(self, term: Term, world: int, told: Told) -> np.ndarray:
        """Whether each row concerns one of the selected people."""
        who, rows = term.who, told.rows
        if who is None or not rows.size:
            return np.ones(rows.size, bool)
        if is_lasting(who, have_generations(self.batch)):
            return self.among(who, world, told)
        found = np.zeros(rows.size, bool)
        place = self.lives[world].before_the_month(rows["person"], rows["month"])
        for month in np.unique(rows["month"]):
            mask = self.asking.belonged.get((who, world, int(month)))
            if mask is not None:
                here = rows["month"] == month
                found[here] = np.unpackbits(mask, count=self.batch.people)[place[here]] == 1
        return found

    def among(self, who: Who, world: int, told: Told) -> np.ndarray:
        """Whether the person of each row belongs to a population that does not change, wherever the person is now."""
        if who.as_of is not None and have_generations(self.batch):
            found = is_among(self.populations.numbers[who, world], told.people)
        else:
            mask = self.populations.fixed[who, world] if who.as_of else persons(
                who.choice, filled(self.views[world]), everybody=True)
            found = np.asarray(mask[self.lives[world].before_the_month(told.rows["person"], told.rows["month"])])
        return found if who.also is None else found & self.among(who.also, world, told)

    def lasting(self, who: Who, world: int) -> np.ndarray:
        """A population that does not change."""
        mask = self.populations.fixed[who, world] if who.as_of else persons(
            who.choice, self.views[world], everybody=True)
        return mask if who.also is None else mask & self.lasting(who.also, world)

    def numbers_of(self, who: Who, world: int) -> np.ndarray:
        """The person numbers of a population fixed at a month."""
        if not have_generations(self.batch):
            return np.flatnonzero(self.lasting(who, world))
        found = self.populations.numbers[who, world]
        if who.also is None:
            return found
        if who.also.as_of is not None:
            return np.intersect1d(found, self.numbers_of(who.also, world))
        also = persons(who.also.choice, filled(self.views[world]), everybody=True)
        values: np.ndarray = found[also[self.populations.homes[who, world]]]
        return values

    def by_number(self, world: int) -> np.ndarray:
        """The log of a world with persons by number, computed once."""
        if world not in self._by_number:
            rows = log_of(self.batch, world)
            self._by_number[world] = self.lives[world].told(rows) if have_generations(self.batch) else rows
        return self._by_number[world]

    def made(self, node: Making, world: int, window: np.ndarray) -> float:
        """A measure that is a function of the whole run."""
        asking = self.asking
        series = {text: self.monthly(asking.part_of(node, text))[:, world] for text in node.made.series}
        who = meant = None
        if node.who is not None and not node.who.units:
            fixed = node.who if node.who.as_of else dataclasses.replace(node.who, as_of=HEAD)
            who, meant = self.lasting(fixed, world), self.numbers_of(fixed, world)
        start, lives = asking.clocks[world].start, self.lives[world]
        found = float(node.made.function(Case(
            self.months, start, window, self.by_number(world), self.views[world], series, asking.makings[node][world],
            who, node.numbers, lambda rows: lives.deaths_of(rows["person"]), meant, lives.there(start))))
        return found - asking.zero if CONTRACT[node.name].unit == A_MONTH else found

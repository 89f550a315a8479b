"""Questions put to a run: expressions of the grammar, evaluated while a batch runs and answered at its end.

All questions are known before the run, so nothing else is stored. Terms about the state are evaluated between months,
only in the months of their windows. Where a question concerns the log, membership of its population is recorded at the
start of each month; the log itself is read once, at the end. Evaluating a question never changes the state.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.batch import Batch
from unanimity.engine.fork import brittleness_by_place
from unanimity.engine.identities import have_generations
from unanimity.engine.moment import world_view
from unanimity.engine.populations import Populations, Sight, is_fixed
from unanimity.engine.question_answers import Reply, is_lasting
from unanimity.engine.schedule import occurrences
from unanimity.engine.survey import NAMES as SURVEYS
from unanimity.engine.survey import survey
from unanimity.measures import BY_NAME, needs_of, own_measures
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.expand import Expander, Making, Series, names_of
from unanimity.measures.grammar.evaluate import Look, worth
from unanimity.measures.grammar.log_rows import at_risk
from unanimity.measures.grammar.parser import Reading, parse_measure
from unanimity.measures.grammar.syntax_tree import HEAD, Arithmetic, Months, Number, Quiet, Rows, Term, When, Who
from unanimity.measures.grammar.time_windows import QUIET_BELOW, Clock, default_when, up_to, windows_of
from unanimity.measures.grammar.vocabulary import EXPOSED
from unanimity.regimes.regime import Regime
from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW
from unanimity.world.selectors.parse import Choice, Known
from unanimity.world.selectors.view import View

BRITTLENESS = SURVEYS[0]
ALL = Who(Choice("all"))


def reading_of(regime: Regime, columns: Any) -> Reading:
    """The names that expressions about a regime may use."""
    tree, known = regime.tree, regime.setup.known
    districts = int((tree.level == min(1, tree.depth - 1)).sum())
    mine = Known(len(tree.provinces), districts, tree.cells, columns)
    if known is not None:
        mine = dataclasses.replace(mine, groups=known.groups, factions=known.factions, persons=known.persons)
    parameters = tuple(p.key for m in regime.mechanisms for p in m.fields)
    return Reading(mine, tuple(sorted({_name(entry) for entry in regime.schedule})), parameters,
                   names_of(CONTRACT, SURVEYS, {**BY_NAME, **own_measures(regime.mechanisms)}), regime.start)


def _name(entry: Entry) -> str:
    """The name of a schedule entry in a window: the event, or the lever or parameter that it changes."""
    return entry.name if entry.kind in ("lever", "parameter") else entry.kind


def events_of(regime: Regime) -> set[str]:
    """The events of a regime's schedule, by the names that windows use."""
    return {_name(entry) for entry in regime.schedule}


class Asking:
    """The questions to a batch: prepared before the run, evaluated in the months they need, answered at the end."""

    def __init__(self, regimes: Sequence[Regime], seeds: Sequence[int], columns: Any, asks: Iterable[str],
                 start: int = 0, events: Iterable[str] = (), zero: int = 0) -> None:
        """`events` are those of worlds run elsewhere: a window around an event that does not happen here has no months.

        `zero` is the month that questions call 0, if they are about a branch of a longer run.
        """
        first, self.zero = regimes[0], zero
        self.regimes, self.seeds = tuple(regimes), tuple(seeds)
        known = sorted({*events, *(name for r in regimes for name in events_of(r))})
        self.reading = dataclasses.replace(reading_of(first, columns), events=tuple(known))
        self.clocks = [Clock(-r.burn_in, r.months - 1, start, self._events(r, s), zero)
                       for r, s in zip(regimes, seeds, strict=True)]
        self.months = self.clocks[0].months
        self.own = own_measures(first.mechanisms)
        self.come_and_go = first.society.spare > 0.0
        self.expander = Expander(self.reading, CONTRACT, SURVEYS, monthly={**BY_NAME, **self.own})
        self.texts = list(dict.fromkeys(asks))
        self.asked = {text: self._checked(text) for text in self.texts}
        self.parts: dict[str, dict[str, Any]] = {}  # for function measures: the series that each reads
        self.terms: dict[Term, np.ndarray] = {}
        self.belonged: dict[tuple[Who, int, int], np.ndarray] = {}  # by world and month, shared by all questions
        self.exposed: dict[Term, np.ndarray] = {}
        self.series: set[Series] = set()
        self.makings: dict[Making, list[dict[str, Any]]] = {}
        self.surveyed: dict[int, np.ndarray] = {}
        self.populations = Populations(self.clocks, self.come_and_go)
        self.quiet: np.ndarray | None = None
        self.due: dict[int, set[Any]] = {}  # boundary (the month about to begin) -> what is evaluated there
        for node in self.asked.values():
            self._gather(node)
        self._seen: Batch | None = None
        self._views: list[View] = []
        self._pieces = 0

    def _events(self, regime: Regime, seed: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for entry, month in occurrences(regime.schedule, seed):
            if month >= self.zero or not self.zero:  # of a branch: events of its own months
                found[_name(entry)] = min(month, found.get(_name(entry), month))
        return found

    def _expanded(self, text: str) -> Any:
        return self.expander.expand(parse_measure(text, self.reading))

    def _checked(self, text: str) -> Any:
        """A user's own question; its windows must lie inside the run."""
        read = parse_measure(text, self.reading)
        for when in windows_of(read):
            for clock in {(one.first, one.last, one.start): one for one in self.clocks}.values():
                clock.check(when, text)
        return self.expander.expand(read)

    # --- what is needed, and when ------------------------------------------------------------------------------------
    def _gather(self, node: Any, everywhere: bool = False) -> None:
        if isinstance(node, Arithmetic):
            for part in node.parts:
                self._gather(part, everywhere)
        elif isinstance(node, Term) and isinstance(node.what, Rows):
            self._need_rows(node)
        elif isinstance(node, Term):
            self.terms.setdefault(node, np.full((self.months.size, len(self.seeds)), np.nan))
            for window in self.windows(node, everywhere):
                self._at(self.months[window] + 1, node)
            self._fix(node.who)
        elif isinstance(node, Series):
            self.series.add(node)
            if node.survey:
                for window in self.windows(node, everywhere):
                    self._at(self.months[window] + 1, "survey" if node.name != BRITTLENESS else BRITTLENESS)
        elif isinstance(node, Making):
            self._need_made(node)
        if not isinstance(node, (Arithmetic, Number)):
            self.windows(node)  # registers that quiet months are asked for

    def _need_rows(self, term: Term) -> None:
        self._fix(term.who)
        if term.agg in EXPOSED:
            self.exposed.setdefault(term, np.zeros((self.months.size, len(self.seeds))))
        if term.agg in EXPOSED or not is_lasting(term.who, self.come_and_go):
            for window in self.windows(term):
                self._at(self.months[window], term)  # at the head of each month

    def _need_made(self, making: Making) -> None:
        self.makings.setdefault(making, [{} for _ in self.seeds])
        if making.who is not None:
            self._fix(making.who if making.who.as_of else dataclasses.replace(making.who, as_of=HEAD))
        for text in making.made.series:
            node = self.part_of(making, text)
            self._gather(node, everywhere=True)
        if making.made.looks is not None:
            for window in self.windows(making):
                self._at(self.months[window] + 1, making)

    def part_of(self, making: Making, text: str) -> Any:
        """A series that a function measure reads, as a measurable expression."""
        if "@" in text and making.who is None:
            raise UserError(f"measure: {making.name} needs a population; allowed: {making.name}(units province(1)).")
        parts = self.parts.setdefault(str(making), {})
        if text not in parts:
            parts[text] = self._expanded(text.replace("@", str(making.who)) if "@" in text else text)
        return parts[text]

    def _fix(self, who: Who | None) -> None:
        """Register the month at whose end a population is fixed."""
        if who is None:
            return
        if who.as_of is not None:
            for clock in self.clocks:
                month = clock.month_of(who.as_of)
                if month is None or not clock.first - 1 <= month <= clock.last:
                    raise UserError(f"measure: who = '{who}': as of {who.as_of} is no month of the run; allowed: "
                                    f"{clock.first} to {clock.last}, start, end.")
                self._at([month + 1], who)
        self._fix(who.also)

    def _at(self, boundaries: Iterable[int], what: Any) -> None:
        for month in boundaries:
            self.due.setdefault(int(month), set()).add(what)

    def when(self, node: Any) -> When:
        """The window of a leaf: its own, or the default of its kind."""
        if node.when is not None:
            return up_to(node.when) if isinstance(node, Series) and node.name.endswith("_so_far") else node.when
        if isinstance(node, Making):
            return default_when(node.made.looks is None or CONTRACT[node.name].kind != "stock")
        return default_when(True if isinstance(node, Months) else node.is_flow)

    def windows(self, node: Any, everywhere: bool = False) -> list[np.ndarray]:
        """The months of each world; quiet months are not yet excluded."""
        if everywhere:
            return [np.ones(self.months.size, bool)] * len(self.clocks)
        when = self.when(node)
        windows = [clock.window(when) for clock in self.clocks]
        if any(isinstance(part, Quiet) for part in when.parts):
            if self.quiet is None:
                self.quiet = np.zeros((self.months.size, len(self.seeds)), bool)
            for window in windows:
                self._at(self.months[window] + 1, "threat")
        return windows

    def boundaries(self) -> set[int]:
        """Months before which the run must stop for an evaluation."""
        return set(self.due)

    def measures(self) -> list[str]:
        """The monthly measures behind the answers."""
        return sorted({one.name for one in self.series if not one.survey})

    # --- looking -----------------------------------------------------------------------------------------------------
    def look(self, batch: Batch, threads: int | None = None, of: Sequence[int] | None = None) -> None:
        """Evaluate what is due for a batch whose next month is about to begin.

        `of` maps worlds to worlds of the batch while several still share their past.
        """
        if batch is not self._seen:
            self._begin(batch)
        due = self.due.get(batch.month, ())
        if not due:
            return
        row = batch.month - 1 - int(self.months[0])  # the month that has just ended
        sights = self._sights(batch, fresh=any(isinstance(one, Making) for one in due))
        of = range(batch.worlds) if of is None else of
        sights = [sights[world] for world in of]
        looks = [sight.here for sight in sights]
        for one in sorted(due, key=lambda one: not isinstance(one, Who)):  # populations are fixed first
            if isinstance(one, Who):
                self.populations.fix(one, sights)
            elif isinstance(one, Making):
                self._show(one, looks, row)
            elif isinstance(one, Term) and isinstance(one.what, Rows):
                self._note_population(one, looks, row)
            elif isinstance(one, Term):
                self.terms[one][row] = self._worths(one, sights)
        if "threat" in due and self.quiet is not None:
            self.quiet[row] = batch.arrays["threat"][list(of)] < QUIET_BELOW
        if "survey" in due:
            self.surveyed[row] = survey(batch, threads)[list(of)]
        elif BRITTLENESS in due:
            found = np.full((batch.worlds, len(batch.tree.provinces) + 1, len(SURVEYS)), np.nan)
            found[..., 0] = brittleness_by_place(batch, threads)
            self.surveyed[row] = found[list(of)]

    def _begin(self, batch: Batch) -> None:
        """The first evaluation of a batch: sets what is kept of people who depart."""
        self._seen, self._views, self._pieces = batch, [], 0
        if self.come_and_go:
            fixed = {one for due in self.due.values() for one in due if isinstance(one, Who)}
            self.populations.keep_for(self.terms, fixed, batch, self._sights(batch, fresh=False)[0].here)

    def _worths(self, term: Term, sights: list[Sight]) -> list[float]:
        who, populations = term.who or ALL, self.populations
        looks = [sight.everybody if populations.are_followed(who) else sight.here for sight in sights]
        if is_fixed(who):  # each world may have fixed it at a different month
            return [worth(term, look, populations.mask(who, look, world)) for world, look in enumerate(looks)]
        found: dict[int, float] = {}
        for world, look in enumerate(looks):
            if id(look) not in found:
                found[id(look)] = worth(term, look, populations.mask(who, look, world))
        return [found[id(look)] for look in looks]

    def _sights(self, batch: Batch, fresh: bool) -> list[Sight]:
        rows = self._fresh_rows(batch) if fresh else [np.empty(0, ROW)] * batch.worlds
        places = batch.plan.place_of_parameter
        return [Sight(batch, world, Look(self._view(batch, world), batch.month - 1,
                                         _Parameters(places, batch.arrays["parameters"][world]), rows[world]))
                for world in range(batch.worlds)]

    def _show(self, making: Making, looks: list[Look], row: int) -> None:
        assert making.made.looks is not None
        windows, memories = self.windows(making), self.makings[making]
        for world, look in enumerate(looks):
            if windows[world][row]:
                making.made.looks(look, memories[world])

    def _note_population(self, term: Term, looks: list[Look], row: int) -> None:
        """Record who belongs to a population at the start of a month, and how many of them are at risk."""
        assert isinstance(term.what, Rows)
        who, exposed = term.who, self.exposed.get(term)
        for world, look in enumerate(looks):
            noted = who is None or is_lasting(who, self.come_and_go) or (who, world, look.month + 1) in self.belonged
            if noted and exposed is None:
                continue
            mask = self.populations.mask(who, look, world)
            if who is not None and not noted:
                self.belonged[who, world, look.month + 1] = np.packbits(mask)
            if exposed is not None:
                exposed[row + 1, world] = at_risk(term.what, mask, look.view.column("status"))

    def _view(self, batch: Batch, world: int) -> View:
        """One world as selectors see it; a lot selects the same people in every month."""
        if batch.regimes[world].setup.faction_names or have_generations(batch):
            return world_view(batch, world, "measure", 0)
        if not self._views:
            self._views = [world_view(batch, w, "measure", 0) for w in range(batch.worlds)]
        return self._views[world]

    def _fresh_rows(self, batch: Batch) -> list[np.ndarray]:
        """The log rows of the month just ended, by world."""
        pieces = batch.log[self._pieces:]
        self._pieces = len(batch.log)
        month = batch.month - 1
        new = [piece[piece["row"]["month"] == month] for piece in pieces]
        return [np.concatenate([piece["row"][piece["world"] == world] for piece in new]) if new else
                np.empty(0, ROW) for world in range(batch.worlds)]

    # --- answering ---------------------------------------------------------------------------------------------------
    def answers(self, batch: Batch) -> dict[str, np.ndarray]:
        """One number per world for every question."""
        reply = Reply(self, batch)
        return {text: reply.total(node) for text, node in self.asked.items()}

    def by_month(self, batch: Batch) -> dict[str, np.ndarray]:
        """Each question by month: months in rows, worlds in columns; NaN in months where it was not evaluated."""
        reply = Reply(self, batch)
        return {text: reply.monthly(node) for text, node in self.asked.items()}

    def table(self, batch: Batch) -> pd.DataFrame:
        """The answers as a table: question, world, month, value; the answer over the whole window has no month."""
        reply = Reply(self, batch) if self.asked else None
        columns: dict[str, list[Any]] = {"question": [], "world": [], "month": [], "value": []}
        for text, node in self.asked.items():
            assert reply is not None
            total, series = reply.total(node), reply.monthly(node)
            row, world = np.nonzero(np.isfinite(series))
            columns["question"] += [text] * (batch.worlds + row.size)
            columns["world"] += [*range(batch.worlds), *world.tolist()]
            columns["month"] += [*[np.nan] * batch.worlds, *reply.months[row].tolist()]
            columns["value"] += [*total.tolist(), *series[row, world].tolist()]
        return pd.DataFrame(columns).astype({"question": "str", "world": "int64", "month": "float64",
                                             "value": "float64"})


class _Parameters(Mapping[str, float]):
    """The parameters of one world by name, read on demand."""

    def __init__(self, places: Mapping[str, int], row: np.ndarray) -> None:
        self.places, self.row = places, row

    def __getitem__(self, name: str) -> float:
        return float(self.row[self.places[name]])

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places


def check_needs(asking: Asking, running: Iterable[str]) -> None:
    """Refuse, before the run, a question whose monthly measures the regime's mechanisms do not supply."""
    here = set(running)
    for name in (name for name in asking.measures() if name not in asking.own):
        if not set(needs_of(name)) <= here:
            raise UserError(f"measure {name!r} needs the mechanisms {', '.join(needs_of(name))}, which this regime "
                            f"does not run; allowed: mechanisms = \"all\" in its file, or --set mechanisms=all.")



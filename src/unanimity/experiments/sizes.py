"""How many people the worlds of an experiment need to show the events that its main test counts.

Rates are those of a country, so a world of 2,000 people may show three arrests a year and no execution. Worlds get the
fewest people that give 30 expected events in the control over all replications. The event rate is measured in a short
pilot of the control; its worlds are the first of the run itself, so that nothing is run twice. If even the largest
worlds would not show enough events, worlds stay small, and the result is reported as too rare to see.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from unanimity.engine.event_counts import EVENT
from unanimity.experiments.cells import Cell
from unanimity.experiments.executor import Executor
from unanimity.experiments.judging import Form
from unanimity.experiments.outcome import Outcome
from unanimity.experiments.rare_event_notes import counted_in
from unanimity.experiments.references import needs
from unanimity.experiments.seed_runs import Progress, gather
from unanimity.experiments.store import Store
from unanimity.support.rare_events import ENOUGH, WANTED, round_to_two

if TYPE_CHECKING:
    from unanimity.experiments.experiment import Experiment

One = TypeVar("One", bound="Experiment")
MOST = 50_000  # people of a world
PILOT, LARGE_PILOT = 4, 2  # worlds of the first pilot, and of pilots of a larger size
STEP = 10  # factor on the size if the first pilot saw no event
MARGIN = 1.05  # factor above the minimum, since the rate is an estimate


@dataclass(frozen=True)
class Size:
    """People per world, the events expected in the control over the whole run, and the reason for the size."""

    people: int
    events: float | None
    why: str

    @property
    def too_rare(self) -> bool:
        """Whether the events are too rare at any allowed size."""
        return self.events is not None and self.events < ENOUGH

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {"people": self.people, "expected_events": self.events, "too_rare": self.too_rare, "why": self.why}


@dataclass(frozen=True)
class Piloting:
    """How pilots are run: the number of worlds of the main run, the first seed, store and executor."""

    worlds: int
    seed: int
    store: Store | None = None
    executor: Executor | None = None
    progress: Progress | None = None


def fitting(experiment: Experiment, form: Form | None, how: Piloting) -> Size:
    """The size of worlds at which the control shows enough of the events that a test reads."""
    people = experiment.control.society.people
    fixed = _own_size(experiment)
    if form is None or fixed:
        return Size(people, None, fixed or "No test is judged by events.")
    seen = _expected(experiment, form, how, PILOT)
    if seen is None:
        return Size(people, None, f"{people:,} people a world: the main test counts no events.")
    if seen >= WANTED:
        return Size(people, seen, f"{people:,} people a world: {_told_of(seen)} expected in the control.")
    if group := _fixed_group(experiment, form):
        return Size(people, seen, f"{people:,} people a world: {_told_of(seen)} expected in the control; more people "
                                  f"would not bring more, since it is about {group}, whose number is fixed.")
    return _larger(experiment, form, how, seen)


def _larger(experiment: Experiment, form: Form, how: Piloting, seen: float) -> Size:
    """A larger size, by pilots of larger worlds; the rate of an event is estimated from all pilots together."""
    people = experiment.control.society.people
    begun = min(PILOT, how.worlds)
    tried, met, lived = people, seen / how.worlds * begun, float(people * begun)
    while tried < MOST:
        wanted = STEP * tried if met == 0.0 else round_to_two(MARGIN * WANTED / (met / lived * how.worlds))
        if wanted <= tried:
            break
        larger, now = min(MOST, wanted), min(LARGE_PILOT, how.worlds)
        events = _expected(experiment.changed({"people": larger}), form, how, LARGE_PILOT) or 0.0
        tried, met, lived = larger, met + events / how.worlds * now, lived + larger * now
    rate = met / lived * how.worlds  # events expected in the whole run, per person of a world
    fewest = MOST if rate == 0.0 else min(MOST, max(people, round_to_two(MARGIN * WANTED / rate)))
    if rate * fewest >= ENOUGH:
        return Size(fewest, rate * fewest, f"{fewest:,} people a world, since {people:,} would show "
                    f"{_told_of(rate * people)} in the control: {_told_of(rate * fewest)} expected.")
    return Size(people, rate * people, f"{people:,} people a world: too rare to see, {_told_of(rate * MOST)} expected "
                                       f"in the control even at {MOST:,}.")


def sized(experiment: One, size: Size) -> One:
    """The same experiment with worlds of that size."""
    return experiment if size.people == experiment.control.society.people else \
        experiment.changed({"people": size.people})


def told(outcome: Outcome, size: Size) -> Outcome:
    """The outcome with the size of its worlds and the reason for it."""
    return dataclasses.replace(outcome, size=size, notes=(*outcome.notes, *([size.why] if size.events is not None
                                                                            else [])))


def _own_size(experiment: Experiment) -> str:
    """Why an experiment keeps the size given in its file; "" if the file gives none."""
    described = experiment.described
    people = experiment.control.society.people
    tables = [described.regime, *(change.structural for change in described.arms.values()),
              *(level.structural for factor in described.factors.values() for level in factor.levels.values())]
    own = described.people is not None or any({"people", "tree", "sizes"} & set(table.get("society", {}))
                                              for table in tables)
    return f"{people:,} people a world, as the file says." if own else ""


def _fixed_group(experiment: Experiment, form: Form) -> str:
    """A group of fixed size that the test refers to; "" if there is none."""
    tables = experiment.described.regime
    named = [str(one["name"]) for kind in ("groups", "assign", "factions", "prisoners", "exiles")
             for one in tables.get(kind, []) if "name" in one and "share" not in one]
    texts = [experiment.described.measure(name).expression for name in form.measures()]
    return next((name for name in named if texts and all(f"({name})" in text or f"('{name}')" in text
                                                         for text in texts)), "")


def _told_of(events: float) -> str:
    return f"{events:.0f} events" if events >= 1.5 or events == 0.0 else f"{events:.1f} events"


def _expected(experiment: Experiment, form: Form, how: Piloting, worlds: int) -> float | None:
    """Events that the control is expected to show in the whole run; None if the test counts none."""
    cells = _control_cells(experiment, form)
    pieces = {cell: experiment.pieces()[cell] for cell in cells if cell in experiment.pieces()}
    known = {text: one for text, one in counted_in(pieces).items() if one.word == EVENT}
    asked: dict[str, dict[Cell, tuple[str, ...]]] = {}
    for measure, cell in _reads(experiment, form):
        expression = experiment.described.measure(measure).expression
        twin = experiment.layout.twin(cell)
        if expression in known and twin in pieces and _asks(pieces[twin].questions, known[expression].counts):
            asked.setdefault(measure, {})[twin] = known[expression].counts
    if not asked:
        return None
    seeds = [how.seed + k for k in range(min(worlds, how.worlds))]
    used = {cell: pieces[cell] for row in asked.values() for cell in row}
    found, _ = gather({cell.label: piece for cell, piece in used.items()}, seeds, how.store,
                      title=f"{experiment.title}, pilot", executor=how.executor, progress=how.progress)
    each = []
    for row in asked.values():
        most = 0.0
        for cell, counts in row.items():
            places = [[q.expression for q in used[cell].questions].index(text) for text in counts]
            totals = np.array([found[cell.label][seed].totals[places] for seed in seeds])
            most = max(most, float(np.nansum(totals, axis=0).max()) / len(seeds))
        each.append(most * how.worlds)
    return min(each)


def _asks(questions: Iterable[Any], counts: Iterable[str]) -> bool:
    return set(counts) <= {question.expression for question in questions}


def _reads(experiment: Experiment, form: Form) -> list[tuple[str, Cell]]:
    """The measures that a test reads, with their cells."""
    return list(dict.fromkeys((measure, cell) for node, context, course in form.expressions()
                              for measure, cell, _ in needs(node, context, experiment.layout, form.label, course)))


def _control_cells(experiment: Experiment, form: Form) -> list[Cell]:
    return list(dict.fromkeys(experiment.layout.twin(cell) for _, cell in _reads(experiment, form)))

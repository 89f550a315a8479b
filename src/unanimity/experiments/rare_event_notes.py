"""Events too rare to see: what an experiment counts beside its measures, and the note on those that hardly occur."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from unanimity.engine.event_counts import Counted, counted, may_count
from unanimity.engine.questions import events_of
from unanimity.experiments.cells import Cell
from unanimity.experiments.seed_runs import Piece, Question, asked_of
from unanimity.support.errors import UserError
from unanimity.support.rare_events import Extent, Seen, note_on

if TYPE_CHECKING:
    from unanimity.experiments.measured_values import Values


def with_counts(pieces: Mapping[Cell, Piece]) -> dict[Cell, Piece]:
    """The pieces, each asked besides for the counts of events that its questions rest on."""
    known = counted_in(pieces, events_alone=True)
    made = {}
    for cell, piece in pieces.items():
        asked = {question.expression for question in piece.questions}
        more = {text for expression in asked if expression in known for text in known[expression].counts} - asked
        questions = (*piece.questions, *(Question(text) for text in sorted(more)))
        made[cell] = dataclasses.replace(piece, questions=questions) if more else piece
    return made


def counted_in(pieces: Mapping[Cell, Piece], events_alone: bool = False) -> dict[str, Counted]:
    """What the questions of the pieces rest on, by expression; a question that cannot be read is told of elsewhere."""
    events = {name for piece in pieces.values() for name in events_of(piece.regime)}
    found: dict[str, Counted] = {}
    for piece in pieces.values():
        fresh = [q for q in piece.questions if q.expression not in found]
        wanted = tuple(q for q in fresh if not events_alone or may_count([q.expression]))
        if wanted:
            try:
                found |= counted(asked_of([dataclasses.replace(piece, questions=wanted)], [0], events))
            except UserError:
                continue
    return found


def notes_of(values: Values) -> list[str]:
    """One line on the measures whose events, even in the fullest arm, are too few to see."""
    experiment = values.experiment
    control = experiment.control
    size = Extent(len(values.seeds), control.society.people, control.months, len(experiment.wanted()) > 1)
    note = note_on(events_of_measures(values, list(experiment.described.measures)), size)
    return [note] if note else []


def events_of_measures(values: Values, names: Sequence[str]) -> list[Seen]:
    """How many events these measures rest on in the fullest arm; nothing of those that count none."""
    experiment = values.experiment
    cells = {cell: values.pieces[cell.label] for cell in experiment.wanted()}
    known = counted_in(cells)
    found = []
    for name in names:
        one = known.get(experiment.described.measure(name).expression)
        mine = [cell for cell in cells if values.has(name, cell)]
        if one is not None and mine:
            most = max(float(np.nansum(values.totals(text, cell))) for text in one.counts for cell in mine)
            found.append(Seen(name, most * one.each, one.word))
    return found

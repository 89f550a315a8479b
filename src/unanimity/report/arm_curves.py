"""The course of a measure in every arm of an experiment, drawn from plain tables of months and worlds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from unanimity.report.line_figures import Line, line_figure, months_note
from unanimity.report.measure_labels import sentence, word
from unanimity.report.theme import arm_colour, arm_dash, arm_shape
from unanimity.support.errors import UserError
from unanimity.support.number_format import number, unit_title

IN_A_TITLE = 3  # arms whose numbers the title states, at most


def course_of_arms(frames: Mapping[str, pd.DataFrame], measure: str, unit: str = "") -> Any:
    """One line per arm: mean over replications with the middle 90 %; a frame has months as rows, replications as
    columns."""
    if not frames:
        raise UserError("course_of_arms: no arm to draw; give at least one table of months and worlds.")
    what = word(measure)
    unit = unit or what.unit
    lines = [Line(name, frame, arm_colour(k), arm_dash(k), shape=arm_shape(k))
             for k, (name, frame) in enumerate(frames.items())]
    shown = ", ".join(f"{number(line.late, unit)} with {line.name}" for line in lines[:IN_A_TITLE])
    finding = sentence(f"{what.label}: {shown}")
    first = next(iter(frames.values()))
    see = "Every arm holds the same people with the same luck. " if len(lines) > 1 else ""
    return line_figure(lines, unit, unit_title(what.label, unit), finding,
                       see + months_note(first.index.to_numpy(), first.shape[1]), "the arms part")

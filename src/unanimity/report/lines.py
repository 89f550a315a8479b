"""The one kind of figure most questions need: lines over months with bands, each labelled at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.series import band, inline, late, late_months, spread_apart
from unanimity.report.theme import HEIGHT, MUTED, WIDTH, dressed
from unanimity.world.numbers import HARD, POSITION, SCORE, is_share, number

YEARS_FROM = 60  # months from which the axis counts years
CROWDED = 6  # lines from which they are drawn thinner
LABEL_GAP = 17  # pixels from one label to the next
DASHED, DOTTED = (6, 4), (2, 4)
PERCENT = f"round(100 * datum.value) + '{HARD}%'"


@dataclass(frozen=True)
class Line:
    """One line: its values (months down, worlds across), its name and how it is drawn."""

    name: str
    values: pd.DataFrame
    colour: str
    dash: Sequence[int] = (1, 0)
    labelled: bool = True

    @property
    def late(self) -> float:
        """Its mean over the last months, the number that labels and titles state."""
        return late(self.values)


def span_of(lines: Sequence[Line], unit: str) -> tuple[float, float]:
    """The y axis: shares and scores from 0 to 1, positions from -1 to 1, the rest from 0 (or less) up."""
    if is_share(unit) or unit == SCORE:
        return 0.0, 1.0
    if unit == POSITION:
        return -1.0, 1.0
    values = np.concatenate([line.values.to_numpy(dtype=float).ravel() for line in lines])
    values = values[np.isfinite(values)]
    if not values.size:
        return 0.0, 1.0
    low, high = min(0.0, float(values.min())), float(values.max())
    return low, high + 0.08 * (high - low) if high > low else low + 1.0


def y_scale(low: float, high: float, unit: str) -> dict[str, Any]:
    """Scale and axis of y for that unit."""
    axis: dict[str, Any] = {"tickCount": 5}
    if is_share(unit):
        axis = {"labelExpr": PERCENT, "values": [0, 0.25, 0.5, 0.75, 1]} if high == 1.0 else \
            {"labelExpr": PERCENT, "tickCount": 5}
    elif unit == SCORE:
        axis = {"values": [0, 0.25, 0.5, 0.75, 1], "format": ".2~f"}
    elif unit == POSITION:
        axis = {"values": [-1, -0.5, 0, 0.5, 1], "labelExpr": "datum.value == 0 ? '0' : format(datum.value, '+.1f')"}
    return {"scale": alt.Scale(domain=[low, high], nice=False, zero=False), "axis": alt.Axis(**axis)}


def month_axis(months: np.ndarray) -> alt.X:
    """The axis of time: months, or years for long runs."""
    first, last = int(months[0]), int(months[-1])
    span = last - first
    if span >= YEARS_FROM:
        step = 12 * max(1, round(span / 12 / 10))
        expression, title = "format(datum.value / 12, 'd')", "year"
    else:
        step = next(s for s in (1, 2, 3, 6, 12) if span / s <= 12)
        expression, title = "format(datum.value, 'd')", "month"
    ticks = list(range(-(-first // step) * step, last + 1, step))
    title += ", counted from the end of the burn-in" if first < 0 else ""
    axis = alt.Axis(values=ticks, labelExpr=f"replace({expression}, '-', '\u2212')", title=title, labelFlush=False)
    return alt.X("month:Q", scale=alt.Scale(domain=[first, max(last, first + 1)], nice=False, zero=False), axis=axis)


def months_note(months: np.ndarray, worlds: int) -> str:
    """What the lines, bands and numbers are."""
    what = f"Median and middle 90 % of {worlds} worlds" if worlds > 1 else "A single world, so no band"
    count = late_months(months)
    numbers = f"means of the last {count} months" if count > 1 else "the last month's"
    return f"{what}; numbers are {numbers}."


def line_figure(lines: Sequence[Line], unit: str, y_title: str, finding: str, see: str, mark: str = "",
                high: float | None = None) -> Any:
    """The figure: bands, lines, labels at the ends, and a mark at month 0 if there was a burn-in.

    `high` is the top of the y axis where it is not that of the unit.
    """
    return dressed(line_layers(lines, unit, y_title, mark, high), finding, see)


def line_layers(lines: Sequence[Line], unit: str, y_title: str, mark: str = "", top: float | None = None) -> Any:
    """The same without title and theme, to be put beside others."""
    months = lines[0].values.index.to_numpy()
    low, high = span_of(lines, unit)
    high = high if top is None else top
    drawn = pd.concat([band(line.values).assign(line=line.name) for line in reversed(lines)], ignore_index=True)
    names, x = [line.name for line in lines], month_axis(months)
    colour = alt.Color("line:N", legend=None, scale=alt.Scale(domain=names, range=[line.colour for line in lines]))
    dash_of = alt.Scale(domain=names, range=[list(line.dash) for line in lines])
    dash = alt.StrokeDash("line:N", legend=None, scale=dash_of)
    thin = math.sqrt(len(lines) / 4) if len(lines) > CROWDED else 1.0
    style = ".1%" if is_share(unit) else ".3~r"
    tips = [alt.Tooltip("line:N", title=" "), alt.Tooltip("month:Q")]
    tips += [alt.Tooltip(f"{key}:Q", format=style, title=title) for key, title in
             (("middle", "median"), ("low", "5 % of worlds below"), ("high", "5 % of worlds above"))]
    base = alt.Chart(inline(drawn)).encode(x=x, color=colour)
    y = alt.Y("middle:Q", title=y_title, **y_scale(low, high, unit))
    labels = end_labels(lines, unit, low, high)
    layers = [base.mark_area(opacity=0.16 / thin).encode(y=alt.Y("low:Q", **y_scale(low, high, unit)), y2="high:Q"),
              base.mark_line(strokeWidth=2.4 / thin).encode(y=y, strokeDash=dash),
              base.mark_line(strokeWidth=14, opacity=0).encode(y=y, tooltip=tips),
              _label_layer(labels, low, high, unit, colour)]
    if months[0] < 0 <= months[-1]:
        layers.insert(0, zero_mark(mark or "month 0"))
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def end_labels(lines: Sequence[Line], unit: str, low: float, high: float) -> pd.DataFrame:
    """One label a line, placed where the line ends, moved apart where lines end together."""
    shown = [line for line in lines if line.labelled]
    ends = [_end(line, low) for line in shown]
    gap = LABEL_GAP * (high - low) / HEIGHT
    return pd.DataFrame({"line": [line.name for line in shown],
                         "text": [f"{line.name} {number(line.late, unit)}" for line in shown],
                         "y": spread_apart(ends, gap, low, high)})


def _end(line: Line, low: float) -> float:
    middle = band(line.values)["middle"].dropna()
    return float(middle.iloc[-1]) if len(middle) else low


def _label_layer(labels: pd.DataFrame, low: float, high: float, unit: str, colour: alt.Color) -> Any:
    return alt.Chart(inline(labels)).mark_text(align="left", baseline="middle", dx=9, fontWeight=500).encode(
        x=alt.value("width"), y=alt.Y("y:Q", **y_scale(low, high, unit)), text="text:N", color=colour)


def zero_mark(text: str) -> Any:
    """A mark at month 0, with what happens there."""
    mark = alt.Chart(inline(pd.DataFrame({"month": [0], "text": [text]}))).encode(x="month:Q")
    words = mark.mark_text(baseline="bottom", dy=-4, color=MUTED, fontSize=11.5)
    return mark.mark_rule(color="#9AA3AD", strokeDash=[3, 3]) + words.encode(y=alt.value(0), text="text:N")

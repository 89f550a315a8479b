"""The one kind of figure most questions need: lines over months with bands.

One or two lines share a plot, each labelled at its end. Three and more, where each has a band, stand in panels of the
same scale: one line with its band in front, the others grey behind it. Lines, labels, captions and tables state the
same thing: the mean over worlds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.measure_labels import sentence
from unanimity.report.series import band, inline, late, spread_apart
from unanimity.report.svg_charts import ENDS
from unanimity.report.theme import AXIS, HEIGHT, MUTED, RULE, WIDTH, dressed, wrapped
from unanimity.results.summary import late_months
from unanimity.support.number_format import HARD, POSITION, SCORE, is_share, number, ranged

YEARS_FROM = 60  # months from which the axis counts years
TOGETHER = 2  # lines with bands that share a plot
LABEL_GAP = 17  # pixels from one label to the next
PANEL_WIDTH, PANEL_HEIGHT, PANELS_IN_A_ROW = 190, 150, 3
PANEL_LETTERS = 28  # of a panel's title in one line
SHAPES_ON_A_LINE = 6
DASHED, DOTTED = (6, 4), (2, 4)
PERCENT = f"round(100 * datum.value) + '{HARD}%'"
GREY = AXIS


@dataclass(frozen=True)
class Line:
    """One line: its values (months down, worlds across), its name and how it is drawn."""

    name: str
    values: pd.DataFrame
    colour: str
    dash: Sequence[int] = (1, 0)
    labelled: bool = True
    shape: str = ""
    course: pd.DataFrame = field(init=False)  # month, middle, low, high

    def __post_init__(self) -> None:
        object.__setattr__(self, "course", band(self.values))

    @property
    def months(self) -> np.ndarray:
        """The months it runs over."""
        return self.course["month"].to_numpy()

    def number(self, unit: str) -> str:
        """The number that stands at its end."""
        return number(self.late, unit)

    def told(self, unit: str) -> list[str]:
        """The text of its mean with its band, by month, for a page."""
        return [ranged(row.middle, row.low if self.banded else np.nan, row.high, unit)
                for row in self.course.itertuples()]

    @property
    def late(self) -> float:
        """Its mean over the last months, the number that labels and titles state."""
        return late(self.values)

    @property
    def banded(self) -> bool:
        """Whether it is a mean over several worlds."""
        return self.values.shape[1] > 1


def span_of(lines: Sequence[Line], unit: str) -> tuple[float, float]:
    """The y axis: shares and scores from 0 to 1, positions from -1 to 1, the rest over its values and 0."""
    if is_share(unit) or unit == SCORE:
        return 0.0, 1.0
    if unit == POSITION:
        return -1.0, 1.0
    values = np.concatenate([line.course[["low", "middle", "high"]].to_numpy(dtype=float).ravel() for line in lines])
    values = values[np.isfinite(values)]
    if not values.size:
        return 0.0, 1.0
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
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
    title += " (burn-in before 0)" if first < 0 else ""
    axis = alt.Axis(values=ticks, labelExpr=f"replace({expression}, '-', '\u2212')", title=title, labelFlush=False)
    return alt.X("month:Q", scale=alt.Scale(domain=[first, max(last, first + 1)], nice=False, zero=False), axis=axis)


def months_note(months: np.ndarray, worlds: int) -> str:
    """A note on what the lines, bands and numbers are."""
    what = f"Mean of {worlds} worlds; band: the middle 90{HARD}% of them" if worlds > 1 else "A single world, no band"
    count = late_months(months)
    return f"{what}. Numbers are means of the last {count} months." if count > 1 else f"{what}. Numbers: last month."


def line_figure(lines: Sequence[Line], unit: str, y_title: str, finding: str, see: str, mark: str = "",
                high: float | None = None, events: Mapping[int, str] | None = None, together: bool = False) -> Any:
    """The complete figure with title and theme.

    `mark` is the text for month 0 after a burn-in, `high` the top of the y axis if it differs from the unit's, `events`
    are marks in other months; `together` keeps lines in one plot that should be compared.
    """
    if not together and len(lines) > TOGETHER and any(line.banded for line in lines):
        chart = panels(lines, unit, y_title, mark, high, events)
        return dressed(chart, finding, f"{sentence(y_title)}, a panel each. {see}",
                       panels=[{"months": hover([line], unit)} for line in lines])
    return dressed(line_layers(lines, unit, y_title, mark, high, events), finding, see, key=key_of(lines, unit),
                   months=hover(lines, unit))


def key_of(lines: Sequence[Line], unit: str) -> list[dict[str, str]]:
    """The lines by name, for a page too narrow to write at their ends."""
    return [{"name": line.name, "value": line.number(unit), "colour": line.colour,
             "dash": " ".join(map(str, line.dash)) if tuple(line.dash) != (1, 0) else "", "area": ""}
            for line in lines if line.labelled]


def hover(lines: Sequence[Line], unit: str) -> dict[str, Any]:
    """What a page shows of each month: the mean of every line, with its band."""
    return {"first": int(lines[0].months[0]), "lines": [{"name": line.name, "values": "|".join(line.told(unit))}
                                                        for line in lines]}


def line_layers(lines: Sequence[Line], unit: str, y_title: str, mark: str = "", top: float | None = None,
                events: Mapping[int, str] | None = None, height: int = HEIGHT) -> Any:
    """All lines in one plot, without title and theme, to be put beside others."""
    low, high = span_of(lines, unit)
    high = high if top is None else top
    labels = end_labels(lines, unit, low, high, height)
    layers = [*_marks(lines, mark, events), *_bands(lines, low, high, unit), *_strokes(lines, low, high, unit, y_title),
              *_shapes(lines, low, high, unit), _label_layer(labels, lines, low, high, unit)]
    return alt.layer(*layers).properties(width=WIDTH, height=height)


def panels(lines: Sequence[Line], unit: str, y_title: str, mark: str = "", top: float | None = None,
           events: Mapping[int, str] | None = None) -> Any:
    """One panel per line, all with the same scale, with the other lines grey in the background."""
    low, high = span_of(lines, unit)
    high = high if top is None else top
    made = []
    for k, line in enumerate(lines):
        others = [other for other in lines if other is not line]
        strokes = [*_behind(others, low, high, unit), *_strokes([line], low, high, unit, "")]
        title = alt.TitleParams(wrapped(f"{line.name} {line.number(unit)}", PANEL_LETTERS), color=line.colour,
                                fontSize=13, fontWeight=600, offset=6, anchor="start", frame="group")
        made.append(alt.layer(*_marks([line], mark if not k else "", events if not k else None),
                              *_bands([line], low, high, unit), *strokes).properties(
            width=PANEL_WIDTH, height=PANEL_HEIGHT, title=title))
    return alt.concat(*made, columns=PANELS_IN_A_ROW, spacing=18)


def _base(lines: Sequence[Line]) -> Any:
    drawn = pd.concat([line.course.assign(line=line.name) for line in reversed(lines)], ignore_index=True)
    return alt.Chart(inline(drawn)).encode(x=month_axis(lines[0].months), color=_colours(lines))


def _colours(lines: Sequence[Line]) -> alt.Color:
    return alt.Color("line:N", legend=None, scale=alt.Scale(domain=[line.name for line in lines],
                                                            range=[line.colour for line in lines]))


def _bands(lines: Sequence[Line], low: float, high: float, unit: str) -> list[Any]:
    """The middle 90 % of worlds: a pale area with an outline, so that two can lie over each other."""
    banded = [line for line in lines if line.banded]
    if not banded:
        return []
    low_edge = alt.Y("low:Q", **y_scale(low, high, unit))
    stroke = alt.Stroke("line:N", legend=None, scale=alt.Scale(domain=[line.name for line in banded],
                                                               range=[line.colour for line in banded]))
    return [_base(banded).mark_area(fillOpacity=0.1, strokeOpacity=0.5, strokeWidth=0.8).encode(
        y=low_edge, y2="high:Q", stroke=stroke)]


def _behind(lines: Sequence[Line], low: float, high: float, unit: str) -> list[Any]:
    """The other lines of a figure, thin and grey."""
    drawn = pd.concat([line.course.assign(line=line.name) for line in lines], ignore_index=True)
    return [alt.Chart(inline(drawn[["month", "middle", "line"]])).mark_line(color=GREY, strokeWidth=1.1).encode(
        x=month_axis(lines[0].months), y=alt.Y("middle:Q", title=None, **y_scale(low, high, unit)), detail="line:N")]


def _strokes(lines: Sequence[Line], low: float, high: float, unit: str, y_title: str) -> list[Any]:
    dash = alt.StrokeDash("line:N", legend=None, scale=alt.Scale(
        domain=[line.name for line in lines], range=[list(line.dash) for line in lines]))
    y = alt.Y("middle:Q", title=y_title or None, **y_scale(low, high, unit))
    return [_base(lines).mark_line(strokeWidth=2.4).encode(y=y, strokeDash=dash)]


def _shapes(lines: Sequence[Line], low: float, high: float, unit: str) -> list[Any]:
    """Marks along a line, so that lines can be told apart without colour."""
    shaped = [line for line in lines if line.shape]
    if len(shaped) < 2:
        return []
    rows = []
    for turn, line in enumerate(shaped):
        frame = line.course.dropna(subset=["middle"])
        step = max(1, len(frame) // SHAPES_ON_A_LINE)
        rows.append(frame.iloc[(turn * step) // len(shaped)::step].assign(line=line.name))
    names = [line.name for line in shaped]
    shape = alt.Shape("line:N", legend=None, scale=alt.Scale(domain=names, range=[line.shape for line in shaped]))
    base = alt.Chart(inline(pd.concat(rows)[["month", "middle", "line"]]))
    return [base.mark_point(size=46, filled=True, opacity=1).encode(
        x=month_axis(lines[0].months), y=alt.Y("middle:Q", **y_scale(low, high, unit)), shape=shape,
        color=_colours(shaped), description=alt.value(""))]


def end_labels(lines: Sequence[Line], unit: str, low: float, high: float, height: int = HEIGHT) -> pd.DataFrame:
    """One label per line at its end; labels of lines that end close together are moved apart."""
    shown = [line for line in lines if line.labelled]
    ends = [_end(line, low) for line in shown]
    gap = LABEL_GAP * (high - low) / height
    return pd.DataFrame({"line": [line.name for line in shown],
                         "text": [f"{line.name} {line.number(unit)}" for line in shown],
                         "y": spread_apart(ends, gap, low, high)})


def _end(line: Line, low: float) -> float:
    middle = line.course["middle"].dropna()
    return float(middle.iloc[-1]) if len(middle) else low


def _label_layer(labels: pd.DataFrame, lines: Sequence[Line], low: float, high: float, unit: str) -> Any:
    return alt.Chart(inline(labels)).mark_text(align="left", baseline="middle", dx=9, fontWeight=500).encode(
        x=alt.value("width"), y=alt.Y("y:Q", **y_scale(low, high, unit)), text="text:N",
        color=_colours(lines)).properties(description=ENDS)


def _marks(lines: Sequence[Line], mark: str, events: Mapping[int, str] | None) -> list[Any]:
    """Month 0 after a burn-in, and the events, each with its words above the plot."""
    months = lines[0].months
    here = {month: words for month, words in (events or {}).items() if months[0] <= month <= months[-1]}
    if months[0] < 0 <= months[-1]:
        here.setdefault(0, mark)
    return [month_mark(month, words, turn) for turn, (month, words) in enumerate(sorted(here.items()))]


def month_mark(month: int, text: str, turn: int = 0) -> Any:
    """A broken line at a month, with what happens there; neighbours' words stand on two heights."""
    mark = alt.Chart(inline(pd.DataFrame({"month": [month], "text": [text]}))).encode(x="month:Q")
    words = mark.mark_text(baseline="bottom", dy=-4 - 13 * (turn % 2), color=MUTED, fontSize=11.5)
    rule = mark.mark_rule(color=RULE, strokeDash=[3, 3])
    return rule + words.encode(y=alt.value(0), text="text:N") if text else rule

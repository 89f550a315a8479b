"""Curves of a what-if: one history up to a month and two after it, with the record's points and the scripted marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.record_figures import year_axis
from unanimity.report.series import BAND, CONTROL, inline, spread_apart
from unanimity.report.svg_charts import ENDS
from unanimity.report.theme import (
    DISSENT,
    HEIGHT,
    INK,
    MUTED,
    NEUTRAL,
    PAPER,
    RULE,
    WIDTH,
    arm_colour,
    arm_dash,
    dressed,
)
from unanimity.support.number_format import HARD, plain

TALL = HEIGHT * 3 // 4
STRIP = 24  # pixels of a lane of marks
HINDCAST = "hindcast"
LANES = {"outside": "shocks", "kept": "orders kept", "gone": "overridden or dropped"}
LANE_COLOURS = (DISSENT, NEUTRAL, INK)
BANDS_UP_TO = 2  # arms whose bands are drawn
GAP = 17  # pixels between labels


def yearly_curves(one: Any, curves: Mapping[str, pd.DataFrame], rows: pd.DataFrame, branch: float, said: str) -> Any:
    """One series: the hindcast and every arm over the years, the record, the month of the branch, marks below.

    `one` is the series (title, unit, how, observed); `curves` hold years down and worlds across; `rows` the later rows
    of the schedule with their years, lanes and words.
    """
    first, last = _years(curves[CONTROL], branch)
    at = 0.0 if one.how == "first" else 0.5
    shown = {arm: _frame(values.loc[first:last], at) for arm, values in curves.items()}
    since = {arm: frame if arm == CONTROL else frame[frame["year"] >= int(branch) - 1] for arm, frame in shown.items()}
    record = one.observed[one.observed["year"].between(first, last)]
    top = max([1e-9, *(float(frame["high"].max()) for frame in since.values() if len(frame)),
               *([float(record["value"].max())] if len(record) else [])])
    names = {arm: HINDCAST if arm == CONTROL else arm for arm in curves}
    axis = alt.Axis(title=one.unit, tickCount=5, format=".1%" if one.unit == "share" else ",.3~r")
    scale = alt.Scale(domain=[0, 1.06 * top], nice=False)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", axis=axis, scale=scale)

    x = year_axis(first, last + 1)
    layers = [_rule(branch, said)]
    for number, frame in enumerate(since.values()):
        base = alt.Chart(inline(frame)).encode(x=x)
        if number < BANDS_UP_TO and (frame["high"] > frame["low"]).any():
            layers.append(base.mark_area(color=arm_colour(number), opacity=0.13).encode(y=y("low"), y2="high:Q"))
    for number, (arm, frame) in reversed(list(enumerate(since.items()))):
        layers.append(alt.Chart(inline(frame)).mark_line(
            color=arm_colour(number), strokeDash=list(arm_dash(number)), strokeWidth=2.2).encode(
            x=x, y=y("middle"), tooltip=["year:Q", alt.Tooltip("middle:Q", format=".3~g", title=names[arm])]))
    if len(record):
        points = record.assign(year=record["year"] + at)[["year", "value", "tag"]]
        layers.append(alt.Chart(inline(points)).mark_point(size=48, stroke=INK, strokeWidth=1.5, opacity=1).encode(
            x="year:Q", y=y("value"),
            tooltip=["year:Q", alt.Tooltip("value:Q", format=".3~g", title="record"), "tag:N"],
            fill=alt.Fill("tag:N", legend=None, scale=alt.Scale(domain=["seen", "recalled"], range=[INK, PAPER]))))
    layers.append(_labels(since, names, y, top))
    both = alt.vconcat(alt.layer(*layers).properties(width=WIDTH, height=TALL), marks(rows, first, last), spacing=6)
    key = [{"name": names[arm], "value": "", "colour": arm_colour(number), "area": "",
            "dash": "" if number == 0 else " ".join(map(str, arm_dash(number)))} for number, arm in enumerate(curves)]
    return dressed(both.resolve_scale(color="independent", fill="independent"), _finding(one, since, branch, names),
                   _see(len(curves[CONTROL].columns), len(record) > 0), key=key)


def _years(control: pd.DataFrame, branch: float) -> tuple[int, int]:
    """A few years of the shared past, and the branch to its end."""
    last = int(max(control.index))
    long = max(4, last - int(branch) + 1)
    return max(int(min(control.index)), int(branch) - long), last


def _frame(values: pd.DataFrame, at: float) -> pd.DataFrame:
    return pd.DataFrame({"year": values.index + at, "middle": values.mean(axis=1).to_numpy(),
                         "low": values.quantile(BAND[0], axis=1).to_numpy(),
                         "high": values.quantile(BAND[1], axis=1).to_numpy()})


def _rule(branch: float, said: str) -> Any:
    base = alt.Chart(inline(pd.DataFrame({"year": [branch], "text": [said]}))).encode(x="year:Q")
    words = base.mark_text(baseline="bottom", align="center", dy=-4, color=MUTED, fontSize=11.5).encode(
        y=alt.value(0), text="text:N")
    return base.mark_rule(color=RULE, strokeDash=[3, 3]) + words


def _labels(frames: Mapping[str, pd.DataFrame], names: Mapping[str, str], y: Any, top: float) -> Any:
    """The name of each line where it ends; a narrow page has a key instead."""
    ends = [(arm, float(frame["middle"].iloc[-1]) if len(frame) else 0.0) for arm, frame in frames.items()]
    places = spread_apart([end for _, end in ends], GAP * 1.06 * top / TALL, 0.0, 1.06 * top)
    table = pd.DataFrame({"text": [names[arm] for arm, _ in ends], "y": places,
                          "arm": [str(number) for number in range(len(ends))]})
    colour = alt.Color("arm:N", legend=None, scale=alt.Scale(domain=table["arm"].tolist(), range=[
        arm_colour(number) for number in range(len(ends))]))
    return alt.Chart(inline(table)).mark_text(align="left", baseline="middle", dx=9, fontWeight=500, limit=150).encode(
        x=alt.value("width"), y=y("y"), text="text:N", color=colour).properties(description=ENDS)


def marks(rows: pd.DataFrame, first: int, last: int) -> Any:
    """The later rows of the schedule along the years: shocks, orders that are kept, and rows that the branch drops."""
    here = rows[rows["year"].between(first, last + 1)] if len(rows) else rows
    lanes = [lane for lane in LANES.values() if lane in set(here["lane"])] or [LANES["kept"]]
    base = alt.Chart(inline(here[["year", "lane", "said", "why"]]))
    return base.mark_tick(thickness=1.8, size=14, opacity=0.8).encode(
        x=year_axis(first, last + 1),
        color=alt.Color("lane:N", legend=None, scale=alt.Scale(domain=list(LANES.values()), range=list(LANE_COLOURS))),
        y=alt.Y("lane:N", sort=lanes, scale=alt.Scale(domain=lanes),
                axis=alt.Axis(title=None, labelColor=MUTED, grid=False, labelLimit=130)),
        tooltip=[alt.Tooltip("said:N", title="row"), alt.Tooltip("why:N", title="why")]).properties(
        width=WIDTH, height=STRIP * len(lanes))


def _finding(one: Any, frames: Mapping[str, pd.DataFrame], branch: float, names: Mapping[str, str]) -> str:
    """The mean over the years of the branch in the hindcast and in every arm."""
    def mean(frame: pd.DataFrame) -> float:
        late = frame[frame["year"] >= branch]["middle"]
        return float(late.mean()) if len(late) else float("nan")

    told = [f"{names[arm]} {_number(mean(frame), one.unit)}" for arm, frame in frames.items()]
    unit = "" if one.unit == "share" else f" {one.unit}"
    known = any(np.isfinite(mean(frame)) for frame in frames.values())
    return f"{one.title} after the branch: {', '.join(told)}{unit}" if known else f"{one.title}: no whole year follows"


def _number(value: float, unit: str) -> str:
    return f"{plain(100 * value)}{HARD}%" if unit == "share" else plain(value)


def _see(worlds: int, record: bool) -> str:
    what = f"Mean of {worlds} worlds; bands: the middle 90{HARD}% of them. "
    points = "Points: the record, hollow where recalled and not seen. " if record else \
        "The record has no yearly series of it. "
    return what + points + "Below: what is scripted after the branch."


def fates_for_marks(rows: Sequence[Mapping[str, Any]], years: Sequence[float]) -> pd.DataFrame:
    """The later rows as the strip of marks wants them."""
    made = [{"year": year, "lane": LANES["gone"] if row["fate"] != "kept" else
             LANES["outside"] if row["origin"] == "outside" else LANES["kept"],
             "said": f"{row['row']} {row['value']}: {row['fate']}", "why": row["reason"]}
            for row, year in zip(rows, years, strict=True)]
    return pd.DataFrame(made, columns=["year", "lane", "said", "why"])

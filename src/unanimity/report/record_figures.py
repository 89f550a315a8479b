"""Figures of the record: curves over years with bands, shares with intervals, counts by kind, series with their tags.

They draw plain tables, so that any table of that shape (another country's, a union's) can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from unanimity.report.series import inline, spread_apart
from unanimity.report.theme import (
    ARM_COLOURS,
    DISSENT,
    GRID,
    HEIGHT,
    INK,
    MUTED,
    NEUTRAL,
    PAPER,
    PUBLIC,
    WIDTH,
    dressed,
)
from unanimity.support.number_format import plain

ROW = 26  # pixels of a row of shares
LABEL_GAP = 17


def year_axis(first: int, last: int) -> alt.X:
    """The axis of years."""
    step = 1 if last - first <= 8 else 2 if last - first <= 16 else 5
    ticks = [year for year in range(first, last + 1) if year % step == 0]
    return alt.X("year:Q", scale=alt.Scale(domain=[first, max(last, first + 1)], nice=False, zero=False),
                 axis=alt.Axis(values=ticks, format="d", title=None, labelFlush=False))


def curves(table: pd.DataFrame, value: str, finding: str, see: str, *, by: str = "", low: str = "", high: str = "",
           share: bool = True, unit: str = "") -> Any:
    """Curves over years, one for each name under `by`, with a band where `low` and `high` are given."""
    rows = table.assign(name=table[by].astype(str).str.replace("_", " ") if by else "")[table[value].notna()]
    names = list(dict.fromkeys(rows["name"]))
    colours = {name: ARM_COLOURS[k % len(ARM_COLOURS)] for k, name in enumerate(names)} if by else {"": DISSENT}
    top = 1.0 if share and rows[value].max() > 0.5 else float(rows[high if high else value].max()) * 1.05 or 1.0
    axis = alt.Axis(format=".0%" if share else "~s", title=unit or None, tickCount=5)
    y = alt.Y(f"{value}:Q", scale=alt.Scale(domain=[0, top], nice=False), axis=axis)
    colour = alt.Color("name:N", scale=alt.Scale(domain=names, range=[colours[n] for n in names]), legend=None)
    kept = ["year", "name", value, *(c for c in (low, high) if c)]
    base = alt.Chart(inline(rows[kept])).encode(x=year_axis(int(rows["year"].min()), int(rows["year"].max())))
    tips = [alt.Tooltip("name:N"), alt.Tooltip("year:Q"), alt.Tooltip(f"{value}:Q", format=".1%" if share else ",.4~g")]
    layers = [base.mark_line(point=not by).encode(y=y, color=colour, tooltip=tips)]
    if low and high:
        layers.insert(0, base.mark_area(opacity=0.13).encode(y=alt.Y(f"{low}:Q", title=None), y2=f"{high}:Q",
                                                             color=colour))
    if by:
        layers.append(_labels(rows, value, top, colour))
    return dressed(alt.layer(*layers).properties(width=WIDTH - (150 if by else 0), height=HEIGHT), finding, see)


def _labels(rows: pd.DataFrame, value: str, top: float, colour: alt.Color) -> alt.Chart:
    """The names at the ends of their curves, no two on top of each other."""
    ends = rows.sort_values("year").groupby("name", sort=False).last().reset_index()
    places = spread_apart([float(x) for x in ends[value]], LABEL_GAP * top / HEIGHT, 0.0, top)
    ends = ends.assign(place=places, year=int(rows["year"].max()))
    return alt.Chart(inline(ends[["year", "place", "name"]])).mark_text(align="left", dx=6, fontSize=12).encode(
        x="year:Q", y="place:Q", text="name:N", color=colour)


def shares(table: pd.DataFrame, finding: str, see: str, *, group: str, value: str = "share", low: str = "low",
           high: str = "high", colour: str = "", count: Sequence[str] = ("dead", "known"), share: bool = True,
           unit: str = "") -> Any:
    """A row for each group: the share, its interval, and of how many; coloured by a second column if there is one."""
    rows = table[table[value].notna()].copy()
    rows["text"] = [" of ".join(plain(float(part), 4) for part in parts) for parts in rows[list(count)].to_numpy()]
    rows["row"] = rows[group].astype(str) + (", " + rows[colour].astype(str) if colour else "")
    rows["row"] = rows["row"].str.replace("_", " ")
    rows["kind"] = rows[colour].astype(str) if colour else ""
    kinds = list(dict.fromkeys(rows["kind"]))
    range_ = [DISSENT, PUBLIC, NEUTRAL][:len(kinds)]
    paint = alt.Color("kind:N", legend=None, scale=alt.Scale(domain=kinds, range=range_))
    top = 1.0 if share else float(rows[high].max()) * 1.05
    x = alt.X(f"{value}:Q", scale=alt.Scale(domain=[0, top], nice=False),
              axis=alt.Axis(format=".0%" if share else "d", title=unit or None, tickCount=5, grid=True))
    y = alt.Y("row:N", sort=list(rows["row"]), axis=alt.Axis(title=None, labelLimit=260, labelColor=INK, grid=False))
    base = alt.Chart(inline(rows[["row", "kind", "text", value, low, high]])).encode(y=y)
    lines = base.mark_rule(strokeWidth=2.4, opacity=0.5).encode(x=x, color=paint).encode(
        x=alt.X(f"{low}:Q", title=unit or None), x2=f"{high}:Q")
    points = base.mark_circle(size=85, opacity=1).encode(x=x, color=paint, tooltip=[
        alt.Tooltip("row:N", title="group"), alt.Tooltip(f"{value}:Q", format=".1%" if share else ".4~g"),
        alt.Tooltip("text:N", title="count")])
    said = base.mark_text(align="left", dx=8, dy=-8, fontSize=10.5, color=MUTED).encode(x=x, text="text:N")
    return dressed(alt.layer(lines, points, said).properties(width=WIDTH - 160, height=ROW * len(rows)), finding, see)


def counted(table: pd.DataFrame, by: str, finding: str, see: str, *, tag: str = "tag", in_order: bool = False) -> Any:
    """How many rows there are of each kind, split by whether they were seen or recalled; most first, or in order."""
    table = table.assign(**{by: table[by].astype(str).str.replace("_", " ")})
    rows = table.groupby([by, tag]).size().reset_index(name="rows")
    order = list(dict.fromkeys(table[by])) if in_order else list(table[by].value_counts().index)
    paint = alt.Color(f"{tag}:N", scale=alt.Scale(domain=["seen", "recalled"], range=[PUBLIC, "#B9C6DA"]),
                      legend=alt.Legend(title=None, orient="top"))
    chart = alt.Chart(inline(rows)).mark_bar().encode(
        x=alt.X("rows:Q", title="rows", axis=alt.Axis(grid=True)), color=paint,
        y=alt.Y(f"{by}:N", sort=order, axis=alt.Axis(title=None, labelLimit=260, labelColor=INK, grid=False)),
        order=alt.Order(f"{tag}:N", sort="descending"), tooltip=[f"{by}:N", f"{tag}:N", "rows:Q"])
    return dressed(chart.properties(width=WIDTH - 160, height=max(120, 20 * len(order))), finding, see)


def series(table: pd.DataFrame, finding: str, see: str) -> Any:
    """A yearly series: values seen are filled, values recalled hollow; rows of one year stand above each other."""
    rows = table.assign(line=table["unit"])
    single = rows["year"].nunique() > 1
    base = alt.Chart(inline(rows[["year", "value", "unit", "tag", "line"]])).encode(
        x=year_axis(int(rows["year"].min()), int(rows["year"].max())),
        y=alt.Y("value:Q", axis=alt.Axis(format="~s", title=None, tickCount=5), scale=alt.Scale(zero=True)),
        tooltip=["year:Q", alt.Tooltip("value:Q", format=","), "unit:N", "tag:N"])
    fill = alt.Fill("tag:N", scale=alt.Scale(domain=["seen", "recalled"], range=[NEUTRAL, PAPER]),
                    legend=alt.Legend(title=None, orient="top"))
    points = base.mark_point(size=60, stroke=NEUTRAL, strokeWidth=1.6, opacity=1).encode(fill=fill)
    lines = base.mark_line(color=GRID, strokeWidth=2).encode(detail="line:N")
    chart = alt.layer(lines, points) if single else points
    return dressed(chart.properties(width=WIDTH, height=HEIGHT), finding, see)



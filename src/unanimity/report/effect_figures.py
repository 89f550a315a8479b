"""Figures of effects: the differences that a change of rules makes, and its dose-response curve."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.line_figures import DASHED, PERCENT
from unanimity.report.measure_labels import Word, sentence, word
from unanimity.report.series import inline
from unanimity.report.theme import HEIGHT, INK, MUTED, NEUTRAL, PUBLIC, WIDTH, arm_colour, dressed
from unanimity.support.errors import UserError
from unanimity.support.number_format import is_share, number, percent, plain, points

ROW = 34  # pixels a row of the forest
LEFT_OUT = 3  # how many measures of other units are named below the title


def differences(table: pd.DataFrame) -> Any:
    """Paired differences to control with their 90 % intervals, the largest first.

    `table` is what `Comparison.table` gives. Shares are drawn, in percentage points; measures with other units have no
    place on that axis and are named below the title. A table without shares is drawn in its own unit.
    """
    _has(table, ("arm", "measure", "control", "treated", "difference", "low", "high"), "differences")
    shares = table["measure"].map(lambda name: is_share(word(str(name)).unit))
    drawn, rest = (table[shares], table[~shares]) if shares.any() else (table, table[:0])
    in_points = bool(shares.any())
    rows = _forest(drawn, in_points)
    best = rows.loc[rows["difference"].abs().round(6).idxmax()]
    if best["difference"] == 0:
        finding = "No measure moves"
    else:
        verb = "raises" if best["difference"] > 0 else "lowers"
        finding = f"{sentence(best['arm'])} {verb} {best['label']} from {best['from']} to {best['to']}"
    see = "Difference to control with the same people and the same luck; dot: mean, bar: 90 % interval. "
    see += _left_out(rest)
    return dressed(_forest_chart(rows, in_points), finding, see)


def _forest(table: pd.DataFrame, in_points: bool) -> pd.DataFrame:
    words = [word(str(name)) for name in table["measure"]]
    factor = 100.0 if in_points else 1.0
    rows = pd.DataFrame({
        "arm": table["arm"].astype(str).to_numpy(), "label": [w.label for w in words],
        "difference": factor * table["difference"].to_numpy(), "low": factor * table["low"].to_numpy(),
        "high": factor * table["high"].to_numpy(),
        "from": [number(v, w.unit) for v, w in zip(table["control"], words, strict=True)],
        "to": [number(v, w.unit) for v, w in zip(table["treated"], words, strict=True)],
        "written": [points(d) if in_points else plain(d) for d in table["difference"]],
    })
    size = rows.groupby("label")["difference"].transform(lambda d: d.abs().max())
    ranks = {arm: k for k, arm in enumerate(pd.unique(rows["arm"]))}
    order = rows["label"].map({label: k for k, label in enumerate(pd.unique(rows["label"]))})
    rows = rows.assign(size=-size.round(6), order=order, rank=rows["arm"].map(ranks))
    rows = rows.sort_values(["size", "order", "rank"], kind="stable", ignore_index=True)
    rows["name"] = rows["label"] + (", " + rows["arm"] if len(ranks) > 1 else "")
    change = "  (" + rows["from"] + " \u2192 " + rows["to"] + ")"
    rows["note"] = rows["written"] + change.where(rows["written"] != "0", "")
    return rows


def _forest_chart(rows: pd.DataFrame, in_points: bool) -> Any:
    low, high = min(0.0, float(rows["low"].min())), max(0.0, float(rows["high"].max()))
    pad = 0.06 * (high - low) or 1.0
    scale = alt.Scale(domain=[low - pad, high + pad], nice=False)
    title = "difference to control (percentage points)" if in_points else "difference to control"
    axis = alt.Axis(title=title, grid=True, tickCount=6, labelExpr="replace(datum.label, '-', '\u2212')")
    arms = list(pd.unique(rows.sort_values("rank")["arm"]))
    colour = alt.Color("arm:N", legend=None, scale=alt.Scale(domain=arms, range=[arm_colour(k + 1) for k in
                                                                                range(len(arms))]))
    names = alt.Axis(title=None, labelColor=INK, labelLimit=340, labelFontSize=12.5, domain=False, grid=False)
    y = alt.Y("name:N", sort=list(rows["name"]), axis=names)
    tips = [alt.Tooltip("arm:N"), alt.Tooltip("label:N", title="measure"), alt.Tooltip("written:N", title="difference"),
            alt.Tooltip("low:Q", format=".2f"), alt.Tooltip("high:Q", format=".2f")]
    base = alt.Chart(inline(rows)).encode(y=y, tooltip=tips)
    nothing = alt.Chart(inline(pd.DataFrame({"at": [0.0]})))
    zero = nothing.mark_rule(color="#9AA3AD").encode(x=alt.X("at:Q", scale=scale))
    bars = base.mark_rule(strokeWidth=5, opacity=0.35, strokeCap="round").encode(
        x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", color=colour)
    dots = base.mark_circle(size=85, opacity=1).encode(x=alt.X("difference:Q", scale=scale, axis=axis), color=colour)
    notes = base.mark_text(align="left", dx=10, color=MUTED).encode(x=alt.value("width"), text="note:N")
    return alt.layer(zero, bars, dots, notes).properties(width=WIDTH - 140, height=ROW * len(rows))


def _left_out(rest: pd.DataFrame) -> str:
    moved = rest[rest["low"] * rest["high"] > 0]
    parts = [f"{word(str(row['measure'])).label} {plain(row['difference'], 2)}" for _, row in moved.iterrows()]
    if not parts:
        return ""
    more = f" and {len(parts) - LEFT_OUT} more" if len(parts) > LEFT_OUT else ""
    return f"In other units: {', '.join(parts[:LEFT_OUT])}{more}."


def dose(table: pd.DataFrame, x: str, y: str, x_title: str, y_title: str, level: float, share: bool = True) -> Any:
    """A dose-response curve with its band (columns `low`, `high`), and the level that counts as the threshold.

    `share` says that y is a share, drawn from 0 to 1 in per cent.
    """
    _has(table, (x, y, "low", "high"), "dose")
    frame = table[[x, y, "low", "high"]].set_axis(["x", "y", "low", "high"], axis=1).astype(float)
    frame = frame.dropna(subset=["x", "y"]).sort_values("x", ignore_index=True)
    what = Word(y_title, "share" if share else "")
    finding = _dose_finding(frame, level, x_title, what)
    see = f"Line and band: mean and 90 % interval. The dashed line is the threshold, {number(level, what.unit)}."
    lowest, highest = min(0.0, float(frame["low"].min()), level), 1.08 * max(float(frame["high"].max()), level)
    scale = alt.Scale(domain=[0.0, 1.0] if share else [lowest, highest], nice=False, zero=False)
    axis = alt.Axis(labelExpr=PERCENT, values=[0, 0.25, 0.5, 0.75, 1]) if share else alt.Axis(tickCount=5)
    up: dict[str, Any] = {"scale": scale, "axis": axis, "title": y_title + (" (%)" if share else "")}
    across = alt.X("x:Q", title=x_title, scale=alt.Scale(nice=False, zero=False),
                   axis=alt.Axis(tickCount=8, labelFlush=False))
    base = alt.Chart(inline(frame)).encode(x=across)
    style = ".1%" if share else ".3~r"
    tips = [alt.Tooltip("x:Q", title=x_title, format=".3~r"), alt.Tooltip("y:Q", title=y_title, format=style),
            alt.Tooltip("low:Q", format=style), alt.Tooltip("high:Q", format=style)]
    layers = [base.mark_area(opacity=0.16, color=PUBLIC).encode(y=alt.Y("low:Q", **up), y2="high:Q"),
              _threshold(level, scale, axis, up["title"], number(level, what.unit)),
              base.mark_line(color=PUBLIC).encode(y=alt.Y("y:Q", **up)),
              base.mark_circle(color=PUBLIC, size=46, opacity=1).encode(y=alt.Y("y:Q", **up), tooltip=tips)]
    return dressed(alt.layer(*layers).properties(width=WIDTH, height=HEIGHT), finding, see)


def _threshold(level: float, scale: alt.Scale, axis: alt.Axis, title: str, written: str) -> Any:
    data = inline(pd.DataFrame({"y": [level], "text": [f"threshold {written}"]}))
    base = alt.Chart(data).encode(y=alt.Y("y:Q", scale=scale, axis=axis, title=title))
    rule = base.mark_rule(color=NEUTRAL, strokeDash=list(DASHED))
    return rule + base.mark_text(align="left", dx=9, color=NEUTRAL).encode(x=alt.value("width"), text="text:N")


def crossing(x: np.ndarray, y: np.ndarray, level: float) -> float:
    """The first dose at which the curve crosses the level, by straight lines between the points; nan if it never does.

    >>> crossing(np.array([0.0, 1.0]), np.array([1.0, 0.5]), 0.75)
    0.5
    """
    above = y >= level
    for k in np.flatnonzero(above[1:] != above[:-1]):
        return float(x[k] + (level - y[k]) / (y[k + 1] - y[k]) * (x[k + 1] - x[k]))
    return float("nan")


def _dose_finding(frame: pd.DataFrame, level: float, x_title: str, what: Word) -> str:
    if frame.empty:
        raise UserError("the dose has no points to draw.")
    x, y = frame["x"].to_numpy(), frame["y"].to_numpy()
    at, name = crossing(x, y, level), sentence(what.label)
    limit = percent(level) if is_share(what.unit) else plain(level)
    if np.isnan(at):
        return f"{name} stays {'at or above' if y[0] >= level else 'below'} {limit} at every dose tried"
    return f"{name} {'falls below' if y[0] >= level else 'reaches'} {limit} where {x_title} is {plain(at, 2)}"


def _has(table: pd.DataFrame, columns: tuple[str, ...], figure: str) -> None:
    missing = [name for name in columns if name not in table.columns]
    if missing or table.empty:
        raise UserError(f"the figure {figure} needs a table with the columns {', '.join(columns)} and at least one row"
                        + (f"; {missing[0]!r} is missing." if missing else "."))

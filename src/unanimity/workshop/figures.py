"""Figures of the workshop: sweeps as heat maps and lines, sensitivities as tornado and scatter plots, targets before
and after calibration."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.series import inline
from unanimity.report.theme import HEIGHT, MUTED, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.support.number_format import percent, plain

if TYPE_CHECKING:
    from unanimity.workshop.calibrate import Calibration
    from unanimity.workshop.sensitivity import Sensitivity
    from unanimity.workshop.sweep import Sweep

STRONGEST = 20  # parameters in a tornado plot
CELL = 46  # pixels of a heat map's cell, at most
FARTHEST = (-4.0, 5.0)  # extent of a target's figure, in widths of the record's band
THIN = 0.03  # half of the thinnest mark
FEW = 8  # most values of an axis that colours or shapes can distinguish


def sweep_figure(found: Sweep, measure: str) -> Any:
    """Lines over one axis, a heat map over two, one heat map per value of a third, scatter plots for a design that is
    not a grid."""
    rows = found.of(measure)
    names = [axis.name for axis in found.axes]
    on_a_grid = len(rows) == int(np.prod([rows[name].nunique() for name in names]))
    finding = _sweep_finding(found, measure, rows)
    see = f"Mean of {len(found.seeds)} worlds at each of {len(found.points)} settings, same people and luck at all."
    if len(names) == 1:
        return dressed(_line(rows, names[0], measure), finding, f"{see} Bars are 90 % intervals over worlds.")
    if on_a_grid and len(names) <= 3 and (len(names) < 3 or rows[names[2]].nunique() <= FEW):
        chart = _heat(rows, names[0], names[1], measure)
        if len(names) == 3:
            chart = chart.facet(column=alt.Column(f"{_field(names[2])}:N", title=names[2]), columns=2)
        return dressed(chart, finding, see, fixed=True)
    return dressed(_against_each(rows, names, measure), finding, f"{see} Each small figure shows all settings against "
                                                                 f"one axis.", fixed=True)


def _sweep_finding(found: Sweep, measure: str, rows: pd.DataFrame) -> str:
    known = rows.dropna(subset=["mean"])
    if known.empty:
        return f"{measure} is known at no setting"
    low, high = known.loc[known["mean"].idxmin()], known.loc[known["mean"].idxmax()]

    def where(row: pd.Series) -> str:
        return ", ".join(f"{axis.name} {_text(row[axis.name])}" for axis in found.axes)

    return (f"{measure} goes from {plain(float(low['mean']))} ({where(low)}) to {plain(float(high['mean']))} "
            f"({where(high)})")


def _text(value: Any) -> str:
    return plain(float(value)) if isinstance(value, (int, float, np.floating, np.integer)) else str(value)


def _field(name: str) -> str:
    return name.replace(".", "\\.").replace("[", "\\[").replace("]", "\\]")


def _tips(names: tuple[str, ...]) -> list[Any]:
    return [alt.Tooltip(f"{name}:Q", format=".3~r") for name in names]


def _kind(rows: pd.DataFrame, name: str) -> str:
    return "Q" if pd.api.types.is_numeric_dtype(rows[name]) else "N"


def _line(rows: pd.DataFrame, name: str, measure: str) -> Any:
    kind = _kind(rows, name)
    sort = None if kind == "N" else alt.Undefined
    base = alt.Chart(inline(rows)).encode(x=alt.X(f"{_field(name)}:{kind}", title=name, sort=sort))
    y = alt.Y("mean:Q", title=measure, scale=alt.Scale(zero=False))
    marks = [base.mark_rule(color=PUBLIC, opacity=0.6).encode(y=alt.Y("low:Q", title=measure), y2="high:Q"),
             base.mark_circle(color=PUBLIC, size=60, opacity=1).encode(y=y, tooltip=_tips(("mean", "low", "high")))]
    if kind == "Q":
        marks.insert(0, base.mark_line(color=PUBLIC).encode(y=y))
    return alt.layer(*marks).properties(width=WIDTH, height=HEIGHT)


def _heat(rows: pd.DataFrame, across: str, down: str, measure: str) -> Any:
    shown = rows.assign(**{name: [_text(value) for value in rows[name]] for name in (across, down)},
                        shown=[plain(value) for value in rows["mean"]])
    order = {name: list(dict.fromkeys(shown[name])) for name in (across, down)}
    middle = float(np.nanmean([rows["mean"].min(), rows["mean"].max()]))
    base = alt.Chart(inline(shown)).encode(
        x=alt.X(f"{_field(across)}:N", title=across, sort=order[across], axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{_field(down)}:N", title=down, sort=order[down], axis=alt.Axis(grid=False)))
    fill = alt.Color("mean:Q", title=measure, scale=alt.Scale(scheme="blues", zero=False))
    width = min(WIDTH, CELL * 2 * len(order[across]))
    ink = alt.condition(alt.datum.mean > middle, alt.value("white"), alt.value("#1B2430"))
    return alt.layer(base.mark_rect(stroke="white").encode(color=fill, tooltip=_tips(("mean", "low", "high"))),
                     base.mark_text().encode(text="shown:N", color=ink)).properties(
        width=width, height=CELL * len(order[down]))


def _against_each(rows: pd.DataFrame, names: list[str], measure: str) -> Any:
    charts = []
    for name in names:
        x = alt.X(f"{_field(name)}:{_kind(rows, name)}", title=name, scale=alt.Scale(zero=False) if _kind(
            rows, name) == "Q" else alt.Undefined)
        charts.append(alt.Chart(inline(rows[[name, "mean"]])).mark_circle(color=PUBLIC, opacity=0.7, size=32).encode(
            x=x, y=alt.Y("mean:Q", title=measure, scale=alt.Scale(zero=False))).properties(width=250, height=150))
    return alt.concat(*charts, columns=2)


def tornado(found: Sensitivity, measure: str) -> Any:
    """The most influential parameters, with the intervals of their indices."""
    rows = found.of(measure).head(STRONGEST)
    rows = rows.assign(low=(rows[found.index] - rows["half_width"]).clip(lower=0.0),
                       high=rows[found.index] + rows["half_width"])
    label = "mu*: mean size of what a step does" if found.method == "morris" else "ST: share of variance, with others"
    base = alt.Chart(inline(rows)).encode(y=alt.Y("parameter:N", sort=list(rows["parameter"]), title=None,
                                                  axis=alt.Axis(labelLimit=240)))
    chart = alt.layer(
        base.mark_bar(color=PUBLIC, opacity=0.75, height=12).encode(x=alt.X(f"{found.index}:Q", title=label)),
        base.mark_rule(color=NEUTRAL).encode(x="low:Q", x2="high:Q"),
    ).properties(width=WIDTH - 160, height=max(60, 20 * len(rows)))
    top = rows.iloc[0]
    finding = (f"Nothing moves {measure}" if top[found.index] <= 0.0 else
               f"{top['parameter']} moves {measure} most ({plain(float(top[found.index]))})")
    see = (f"The {len(rows)} strongest of {len(found.spans)} parameters, {found.ranges}, {found.points} settings in "
           f"{found.worlds} worlds each. Lines are 90 % intervals.")
    return dressed(chart, finding, see)


def plane(found: Sensitivity, measure: str) -> Any:
    """mu* against sigma (Morris), or ST against S1 (Sobol): above the diagonal a parameter interacts with others."""
    other = "sigma" if found.method == "morris" else "S1"
    rows = found.of(measure)
    named = rows.head(8)
    named = named[named[found.index] > 0.05 * named[found.index].max()]  # the others overlap near zero
    x = alt.X(f"{found.index}:Q", title="mu*" if found.method == "morris" else "ST, alone and with others")
    y = alt.Y(f"{other}:Q", title="sigma" if found.method == "morris" else "S1, alone")
    end = float(max(rows[found.index].max(), rows[other].max(), 1e-12))
    line = pd.DataFrame({found.index: [0.0, end], other: [0.0, end]})
    chart = alt.layer(
        alt.Chart(inline(line)).mark_line(color="#B9C0C8", strokeDash=[4, 4], strokeWidth=1).encode(x=x, y=y),
        alt.Chart(inline(rows)).mark_circle(color=PUBLIC, size=60).encode(x=x, y=y, tooltip=[
            alt.Tooltip("parameter:N"), *_tips((found.index, other))]),
        alt.Chart(inline(named)).mark_text(align="left", dx=7, color=MUTED).encode(x=x, y=y, text="parameter:N"),
    ).properties(width=WIDTH, height=HEIGHT)
    uneven = int((rows[other] > rows[found.index]).sum())
    alone = percent(float(rows["S1"].clip(lower=0.0).sum())) if found.method == "sobol" else ""
    finding = (f"{uneven} of {len(rows)} parameters act on {measure} mainly through others, or unevenly"
               if found.method == "morris" else f"Alone the parameters explain {alone} of the variance of {measure}")
    return dressed(chart, finding, "On the dashed line both numbers are equal. The strongest are named.")


def targets_figure(found: Calibration) -> Any:
    """All targets on a common scale, where 0 and 1 are the ends of the record's band, before and after calibration."""
    rows = []
    for row in found.targets_table.to_dict("records"):
        target = next(one for one in found.targets if one.name == row["target"])
        low, high = float(target.scaled(target.low)), float(target.scaled(target.high))
        for when, ends in (("before", ("before_low", "before_high")), ("after", ("after_low", "after_high"))):
            if all(np.isfinite(row[end]) for end in ends):
                at = [(float(target.scaled(row[end])) - low) / (high - low) for end in ends]
                inside = np.clip(at, FARTHEST[0] + THIN, FARTHEST[1] - THIN)  # values outside are marked at the edge
                rows.append({"target": target.name, "when": when, "from": inside[0] - THIN, "to": inside[1] + THIN})
    order = [target.name for target in found.targets]
    drawn = [float(row[end]) for row in rows for end in ("from", "to")]  # the axis is as long as they need
    scale = alt.Scale(domain=[min(-1.0, math.floor(min(drawn, default=0.0))),
                              max(2.0, math.ceil(max(drawn, default=1.0)))])
    base = alt.Chart(inline(pd.DataFrame(rows, columns=["target", "when", "from", "to"]))).encode(
        y=alt.Y("target:N", sort=order, title=None, axis=alt.Axis(labelLimit=240)), yOffset=alt.YOffset(
            "when:N", sort=["before", "after"]),
        color=alt.Color("when:N", title=None, scale=alt.Scale(domain=["before", "after"], range=["#B9C0C8", PRIVATE])))
    band = alt.Chart(inline(pd.DataFrame({"low": [0.0], "high": [1.0]}))).mark_rect(color=PUBLIC, opacity=0.12).encode(
        x=alt.X("low:Q", scale=scale), x2="high:Q")
    bars = base.mark_bar(height=7).encode(x=alt.X("from:Q", scale=scale, title="0 and 1: the ends of the record's band",
                                                  axis=alt.Axis(tickCount=9)), x2="to:Q")
    hit = int(found.targets_table["hit"].sum())
    chart = alt.layer(band, bars).properties(width=WIDTH - 120, height=max(80, 34 * len(order)))
    return dressed(chart, f"{hit} of {len(order)} targets are hit by the ensemble's median",
                   "Before: all settings of the first wave. After: the middle 90 % of the weighted ensemble.")

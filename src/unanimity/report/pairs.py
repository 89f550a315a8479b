"""Figures of a paired comparison: both arms over the months, and the difference of the pairs with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.lines import month_axis, zero_mark
from unanimity.report.plots import arm_lines, arms_note
from unanimity.report.series import LAST, arms_of, inline, spread_apart
from unanimity.report.theme import HEIGHT, WIDTH, arm_colour, dressed
from unanimity.report.words import Word, word
from unanimity.results import Result
from unanimity.world.numbers import HARD, is_share, plain, points, unit_title

LABEL_GAP = 17  # pixels from one label to the next
SMALL = 0.62  # height of the lower figure against the upper


def difference_over_months(frames: Mapping[str, pd.DataFrame], result: Result, measure: str) -> Any:
    """The mean difference of the pairs, month by month, with its 90 % interval.

    `frames` maps each arm to a table of `month`, `mean`, `low` and `high` (`Comparison.over_months`).
    """
    what = word(measure, result.manifest)
    chart = _difference(frames, result, what, HEIGHT)
    return dressed(chart, difference_finding(frames, what), _see())


def comparison(frames: Mapping[str, pd.DataFrame], result: Result, measure: str, place: str = "country") -> Any:
    """Both figures, one above the other: every arm with its band, and the difference to control with its interval."""
    what = word(measure, result.manifest)
    above = arm_lines(result, measure, place)
    below = _difference(frames, result, what, round(SMALL * HEIGHT))
    see = f"Above: {arms_note(result, place)} Below: {_see()}"
    return dressed(alt.vconcat(above, below, spacing=26), difference_finding(frames, what), see, fixed=True)


def difference_finding(frames: Mapping[str, pd.DataFrame], what: Word) -> str:
    """What each change does to the measure, in one line: the mean of the last months."""
    parts = []
    for arm, frame in frames.items():
        parts.append(f"{arm} {_written(_late(frame), what)}")
    return f"Difference in {what.label}: {', '.join(parts)}{' points' if is_share(what.unit) else ''}"


def _late(frame: pd.DataFrame) -> float:
    last = frame[frame["month"] >= min(0, frame["month"].iloc[-1])].tail(LAST)["mean"]
    return float(np.nanmean(last)) if np.isfinite(last).any() else float("nan")


def _see() -> str:
    return (f"Mean difference to control with its 90{HARD}% interval; where the band leaves the line at 0, it is more "
            f"than chance. Numbers are means of the last {LAST} months.")


def _written(value: float, what: Word) -> str:
    if not np.isfinite(value):
        return "unknown"
    if is_share(what.unit):
        return points(value)
    return plain(value) if value <= 0 else f"+{plain(value)}"


def _difference(frames: Mapping[str, pd.DataFrame], result: Result, what: Word, height: int) -> Any:
    factor = 100.0 if is_share(what.unit) else 1.0
    known = [arm for arm in arms_of(result) if arm in frames]
    rows = pd.concat([frames[arm].assign(arm=arm) for arm in known], ignore_index=True)
    rows[["mean", "low", "high"]] *= factor
    low, high = min(0.0, _end(rows["low"], np.nanmin)), max(0.0, _end(rows["high"], np.nanmax))
    pad = 0.08 * (high - low) or 1.0
    scale = alt.Scale(domain=[low - pad, high + pad], nice=False, zero=False)
    title = "difference (points)" if factor > 1 else unit_title("difference", what.unit)
    axis = alt.Axis(tickCount=5, labelExpr="replace(datum.label, '-', '\u2212')")
    colour = alt.Color("arm:N", legend=None, scale=alt.Scale(
        domain=known, range=[arm_colour(arms_of(result).index(arm)) for arm in known]))
    x = month_axis(np.asarray(frames[known[0]]["month"]))
    base = alt.Chart(inline(rows)).encode(x=x, color=colour)
    tips = [alt.Tooltip("arm:N", title=" "), alt.Tooltip("month:Q"), *(
        alt.Tooltip(f"{key}:Q", format=".3~r") for key in ("mean", "low", "high"))]
    y = alt.Y("mean:Q", title=title, scale=scale, axis=axis)
    ends = [_last(frames[arm]["mean"]) * factor for arm in known]
    labels = pd.DataFrame({"arm": known, "text": [f"{arm} {_written(_late(frames[arm]), what)}" for arm in known],
                           "y": spread_apart(ends, LABEL_GAP * (high - low + 2 * pad) / height, low - pad, high + pad)})
    layers = [
        alt.Chart(inline(pd.DataFrame({"y": [0.0]}))).mark_rule(color="#9AA3AD").encode(y=alt.Y("y:Q", scale=scale)),
        base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", scale=scale, axis=axis, title=title), y2="high:Q"),
        base.mark_line().encode(y=y),
        base.mark_line(strokeWidth=14, opacity=0).encode(y=y, tooltip=tips),
        alt.Chart(inline(labels)).mark_text(align="left", baseline="middle", dx=9, fontWeight=500).encode(
            x=alt.value("width"), y=alt.Y("y:Q", scale=scale, axis=axis, title=title), text="text:N", color=colour),
    ]
    if result.months[0] < 0 <= result.months[-1]:
        layers.insert(0, zero_mark("the arms part"))
    return alt.layer(*layers).properties(width=WIDTH, height=height)


def _end(values: pd.Series, pick: Any) -> float:
    return float(pick(values)) if np.isfinite(values).any() else 0.0


def _last(values: pd.Series) -> float:
    known = values.dropna()
    return float(known.iloc[-1]) if len(known) else 0.0

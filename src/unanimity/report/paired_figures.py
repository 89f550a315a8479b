"""Figures of a paired comparison: both arms over the months, and the difference of the pairs with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.line_figures import TOGETHER, Line, hover, key_of, line_layers, panels
from unanimity.report.measure_labels import Word, word
from unanimity.report.plots import arm_lines, arms_note
from unanimity.report.series import LAST, arms_of
from unanimity.report.theme import HEIGHT, arm_colour, arm_dash, arm_shape, dressed
from unanimity.results import Result
from unanimity.results.summary import window_told
from unanimity.support.number_format import HARD, difference, difference_ranged, is_share, unit_title

SMALL = 0.62  # height of the lower figure against the upper
POINTS = "points"


@dataclass(frozen=True)
class Difference(Line):
    """The mean paired difference of an arm to control by month, with its interval; shares in points."""

    unit: str = ""

    def __post_init__(self) -> None:
        frame = self.values.rename(columns={"mean": "middle"})[["month", "middle", "low", "high"]]
        factor = 100.0 if is_share(self.unit) else 1.0
        object.__setattr__(self, "course", frame.assign(**{k: factor * frame[k] for k in ("middle", "low", "high")}))

    @property
    def banded(self) -> bool:
        """A mean of pairs always has an interval."""
        return True

    @property
    def late(self) -> float:
        """The mean of the last months, as a share where it is one."""
        last = self.values[self.values["month"] >= min(0, self.values["month"].iloc[-1])].tail(LAST)["mean"]
        return float(np.nanmean(last)) if np.isfinite(last).any() else float("nan")

    def number(self, unit: str) -> str:
        """The difference at its end, signed."""
        return difference(self.late, self.unit)

    def told(self, unit: str) -> list[str]:
        """The difference with its interval, month by month."""
        return [difference_ranged(row.mean, row.low, row.high, self.unit)
                for row in self.values.itertuples(index=False)]


def difference_over_months(frames: Mapping[str, pd.DataFrame], result: Result, measure: str) -> Any:
    """The mean difference of the pairs, month by month, with its 90 % interval.

    `frames` maps each arm to a table of `month`, `mean`, `low` and `high` (`Comparison.over_months`).
    """
    what = word(measure, result.manifest)
    lines = _lines(frames, result, what)
    title = _title(what)
    finding = difference_finding(frames, what)
    if len(lines) > TOGETHER:
        return dressed(panels(lines, POINTS, title, "the arms part"), finding, f"A panel each. {_see(result)}",
                       panels=[{"months": hover([line], POINTS)} for line in lines])
    return dressed(_difference(lines, what, HEIGHT), finding, _see(result), key=key_of(lines, POINTS),
                   months=hover(lines, POINTS))


def comparison(frames: Mapping[str, pd.DataFrame], result: Result, measure: str, place: str = "country") -> Any:
    """Both figures, one above the other: every arm with its band, and the difference to control with its interval."""
    what = word(measure, result.manifest)
    above = arm_lines(result, measure, place)
    below = _difference(_lines(frames, result, what), what, round(SMALL * HEIGHT))
    see = f"Above: {arms_note(result, place)} Below: {_see(result)}"
    return dressed(alt.vconcat(above, below, spacing=26), difference_finding(frames, what), see)


def difference_finding(frames: Mapping[str, pd.DataFrame], what: Word) -> str:
    """What each change does to the measure, in one line: the mean of the last months."""
    told = [f"{arm} {Difference(arm, frame, '#000000', unit=what.unit).number('')}" for arm, frame in frames.items()]
    return f"Difference in {what.label}: {', '.join(told)}{' points' if is_share(what.unit) else ''}"


def _see(result: Result) -> str:
    return (f"Mean difference to control with its 90{HARD}% interval, month by month; a band that holds 0 may be "
            f"chance. Numbers are means of {window_told(result.months)}.")


def _title(what: Word) -> str:
    return "difference (points)" if is_share(what.unit) else unit_title("difference", what.unit)


def _lines(frames: Mapping[str, pd.DataFrame], result: Result, what: Word) -> list[Line]:
    known = arms_of(result)
    return [Difference(arm, frames[arm], arm_colour(known.index(arm)), arm_dash(known.index(arm)),
                       shape=arm_shape(known.index(arm)), unit=what.unit) for arm in known if arm in frames]


def _difference(lines: list[Line], what: Word, height: int) -> Any:
    nothing = alt.Chart(alt.InlineData(values=[{"y": 0.0}])).mark_rule(color="#9AA3AD").encode(y="y:Q")
    drawn = line_layers(lines, POINTS, _title(what), "the arms part", height=height)
    drawn.layer = [nothing, *drawn.layer]
    return drawn

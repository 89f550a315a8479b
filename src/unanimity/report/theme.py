"""One look for every figure: colours with fixed meanings, a system font, a light grid, no frame.

Nothing is installed when this is imported: `dressed` puts the look into the one chart it is given. Every colour has a
second one for dark pages; a page names colours by variables (`report/svg_charts.py`), a picture has the light ones.
"""

from __future__ import annotations

import textwrap
from typing import Any

from unanimity.report.offline_charts import offline

PUBLIC = "#0555CE"  # what is said in the hall: assent, the line
PRIVATE = "#04905A"  # what is thought
DISSENT = "#E03A0F"  # what is said against
FEAR = "#98218F"  # fear, files, pressure
NEUTRAL = "#54585E"  # everything else
MEANINGS = {"public": PUBLIC, "private": PRIVATE, "dissent": DISSENT, "fear": FEAR, "neutral": NEUTRAL}
"""A colour means one thing in the whole project. The five differ for every kind of colour blindness (tested)."""

ARM_COLOURS = ("#26323D", "#C05F0E", "#0581BB", "#6B2B7A", "#246330")
"""Control is always the first; the variants follow in the order in which they were named."""

ARM_DASHES = ((1, 0), (7, 3), (2, 3), (9, 3, 2, 3), (4, 2))
ARM_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross")
"""Arms differ by dash and by shape too, so that a page printed in grey can be read."""

INK, MUTED, GRID, PAPER, RULE, AXIS = "#1B2430", "#5B6570", "#E7EAEE", "#FFFFFF", "#9AA3AD", "#B9C0C8"
GOLD, SLATE, SKY, PINK, PEACH, PALE_GREY = "#8A6D00", "#26323D", "#0581BB", "#C0508F", "#F08A5D", "#A9B0B8"

DARK = {
    INK: "#E8ECF1", MUTED: "#A3AEBA", GRID: "#2A333D", PAPER: "#171D24", RULE: "#66717D", AXIS: "#4A5561",
    PUBLIC: "#6FA8FF", PRIVATE: "#3FC48D", DISSENT: "#FF7A52", FEAR: "#DD7BD4", NEUTRAL: "#A7AEB8",
    "#26323D": "#CBD6E2", "#C05F0E": "#F09A4E", "#0581BB": "#4FBBEB", "#6B2B7A": "#C48AD4", "#246330": "#72BE82",
    GOLD: "#D8B33A", PINK: "#EE8CC2", PEACH: "#F5A37F", PALE_GREY: "#77818C",
}
"""What each colour becomes on a dark page."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
WIDTH, HEIGHT = 600, 320
TITLE_LETTERS, SUBTITLE_LETTERS = 74, 104  # letters that fit into one line of a title


def arm_colour(number: int) -> str:
    """The colour of the arm with that number, control being 0."""
    return ARM_COLOURS[number % len(ARM_COLOURS)]


def arm_dash(number: int) -> tuple[int, ...]:
    """The dash of the arm with that number."""
    return ARM_DASHES[number % len(ARM_DASHES)]


def arm_shape(number: int) -> str:
    """The shape of the marks on the line of that arm."""
    return ARM_SHAPES[number % len(ARM_SHAPES)]


def config() -> dict[str, Any]:
    """The theme as a Vega-Lite configuration."""
    axis = {
        "domain": False, "ticks": False, "grid": True, "gridColor": GRID, "labelColor": MUTED, "labelFontSize": 12,
        "labelPadding": 6, "titleColor": MUTED, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 10,
    }
    return {
        "font": FONT, "background": PAPER, "view": {"stroke": None}, "axis": axis,
        "axisX": {"grid": False, "domain": True, "domainColor": AXIS},
        "title": {"anchor": "start", "frame": "bounds", "align": "left", "fontSize": 17, "fontWeight": 600,
                  "color": INK, "lineHeight": 22, "offset": 22, "subtitleFontSize": 12.5, "subtitleColor": MUTED,
                  "subtitlePadding": 7, "subtitleLineHeight": 17},
        "legend": {"labelColor": MUTED, "titleColor": MUTED, "labelFontSize": 12, "titleFontSize": 12,
                   "titleFontWeight": "normal", "columnPadding": 28},
        "line": {"strokeWidth": 2.4, "strokeCap": "round", "strokeJoin": "round"},
        "text": {"fontSize": 12.5, "color": INK},
    }


def wrapped(text: str, letters: int) -> list[str]:
    """A text in lines of at most that many letters; hard spaces hold a number and its unit together."""
    lines = textwrap.wrap(text.replace("\u00a0", "\u2007"), letters, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u2007", "\u00a0") for line in lines] or [""]


def heading(finding: str, see: str) -> Any:
    """The title of a figure: what was found, and below it what to see."""
    import altair as alt

    return alt.TitleParams(text=wrapped(finding, TITLE_LETTERS), subtitle=wrapped(see, SUBTITLE_LETTERS))


def dressed(chart: Any, finding: str, see: str, **more: Any) -> Any:
    """The chart with its title and the theme. `more` is what a page wants to know of it (report/svg_charts.py): `key`,
    the
    lines by name for a narrow page; `months`, what the hover script shows."""
    meta = {"finding": finding, "see": see, **more}
    padding = {"left": 8, "top": 8, "right": 12, "bottom": 8}
    return offline(chart.properties(title=heading(finding, see), padding=padding, usermeta=meta).configure(**config()))

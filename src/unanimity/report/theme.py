"""One look for every figure: colours with fixed meanings, a system font, a light grid, no frame.

Nothing is installed when this is imported: `dressed` puts the look into the one chart it is given.
"""

from __future__ import annotations

import textwrap
from typing import Any

import altair as alt

PUBLIC = "#0555CE"  # what is said in the hall: assent, the line
PRIVATE = "#04905A"  # what is thought
DISSENT = "#E03A0F"  # what is said against
FEAR = "#98218F"  # fear, files, pressure
NEUTRAL = "#54585E"  # everything else
MEANINGS = {"public": PUBLIC, "private": PRIVATE, "dissent": DISSENT, "fear": FEAR, "neutral": NEUTRAL}
"""A colour means one thing in the whole project. The five differ for every kind of colour blindness (tested)."""

ARM_COLOURS = ("#26323D", "#C05F0E", "#0581BB", "#6B2B7A", "#246330")
"""Control is always the first; the variants follow in the order in which they were named."""

INK, MUTED, GRID, PAPER = "#1B2430", "#5B6570", "#E7EAEE", "#FFFFFF"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
WIDTH, HEIGHT = 600, 320
TITLE_LETTERS, SUBTITLE_LETTERS = 74, 104  # letters that fit into one line of a title


def arm_colour(number: int) -> str:
    """The colour of the arm with that number, control being 0."""
    return ARM_COLOURS[number % len(ARM_COLOURS)]


def config() -> dict[str, Any]:
    """The theme as a Vega-Lite configuration."""
    axis = {
        "domain": False, "ticks": False, "grid": True, "gridColor": GRID, "labelColor": MUTED, "labelFontSize": 12,
        "labelPadding": 6, "titleColor": MUTED, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 10,
    }
    return {
        "font": FONT, "background": PAPER, "view": {"stroke": None}, "axis": axis,
        "axisX": {"grid": False, "domain": True, "domainColor": "#B9C0C8"},
        "title": {"anchor": "start", "frame": "bounds", "align": "left", "fontSize": 17, "fontWeight": 600,
                  "color": INK, "lineHeight": 22, "offset": 22, "subtitleFontSize": 12.5, "subtitleColor": MUTED,
                  "subtitlePadding": 7, "subtitleLineHeight": 17},
        "legend": {"labelColor": MUTED, "titleColor": MUTED, "labelFontSize": 12, "titleFontSize": 12,
                   "titleFontWeight": "normal"},
        "line": {"strokeWidth": 2.4, "strokeCap": "round", "strokeJoin": "round"},
        "text": {"fontSize": 12.5, "color": INK},
    }


def wrapped(text: str, letters: int) -> list[str]:
    """A text in lines of at most that many letters; hard spaces hold a number and its unit together."""
    lines = textwrap.wrap(text.replace("\u00a0", "\u2007"), letters, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u2007", "\u00a0") for line in lines] or [""]


def heading(finding: str, see: str) -> alt.TitleParams:
    """The title of a figure: what was found, and below it what to see."""
    return alt.TitleParams(text=wrapped(finding, TITLE_LETTERS), subtitle=wrapped(see, SUBTITLE_LETTERS))


def dressed(chart: Any, finding: str, see: str, fixed: bool = False) -> Any:
    """The chart with its title and the theme; `fixed` forbids a page to stretch it."""
    meta = {"finding": finding, "see": see, "fixed": fixed}
    padding = {"left": 8, "top": 8, "right": 12, "bottom": 8}
    return chart.properties(title=heading(finding, see), padding=padding, usermeta=meta).configure(**config())

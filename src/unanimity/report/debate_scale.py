"""Effects of claims on one standardised scale: laboratory, history and record; positive if a claim is met.

A standardised effect is the mean of the paired differences divided by their standard deviation between worlds; for the
record, it is the difference in standard deviations between people. The scale is linear near 0 and logarithmic far from
it, and the same for all claims, so that rows can be compared; raw numbers with their units are printed next to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from unanimity.report.debate_style import ink
from unanimity.report.small_svg import shade
from unanimity.report.theme import AXIS, GRID, INK, MUTED
from unanimity.support.number_format import plain

Record = Mapping[str, Any]
WIDTH, STEP, PAD, ENDS = 240, 17, 8, 12.0  # pixels of the strip, of one row, of its margin; spreads at its ends
TICKS = (-10, -3, -1, 0, 1, 3, 10)
Z90 = 1.645


class Dot(NamedTuple):
    """One place's effect on the scale."""

    place: str  # laboratory, history or record
    value: float
    low: float | None
    high: float | None
    colour: str
    sided: bool = True  # false: the claim expects no change, so that it has no side


def of_effect(effect: Record | None) -> tuple[float, float | None, float | None, bool] | None:
    """The effect of an answer on the scale with the ends of its interval; None if it has no standardised size.

    >>> of_effect({"size": -2.0, "estimate": -30.0, "low": -40.0, "high": -20.0, "null": 0.0, "towards": -1, "n": 40})
    (2.0, 1.3333333333333333, 2.6666666666666665, True)
    """
    if not effect or effect.get("size") is None or effect.get("null") is None:
        return None
    side, size = effect.get("towards") or 0, float(effect["size"])
    apart = (effect["estimate"] or 0.0) - effect["null"]
    low, high = effect.get("low"), effect.get("high")
    if apart and low is not None and high is not None:
        ends = sorted((low - effect["null"]) * size / apart for low in (low, high))
    else:
        ends = [size - Z90 / math.sqrt(max(1, effect["n"])), size + Z90 / math.sqrt(max(1, effect["n"]))]
    turn = -1.0 if side < 0 else 1.0
    first, last = sorted((turn * ends[0], turn * ends[1]))
    return turn * size, first, last, side != 0


def at(value: float) -> float:
    """Where a number stands on the strip, in pixels."""
    inside = max(-ENDS, min(ENDS, value))
    return WIDTH / 2 + (WIDTH / 2 - PAD) * math.asinh(inside) / math.asinh(ENDS)


def strip(dots: Sequence[Dot], ticks: bool = False) -> str:
    """The strip of one claim: a row for each place that has a number; `ticks` names the marks below."""
    if not dots:
        return f"<span class='nothing' style='color:{shade(MUTED)}'>no standardised number</span>"
    height = STEP * len(dots) + 4
    parts = [f"<line x1='{at(tick):.1f}' x2='{at(tick):.1f}' y1='1' y2='{height}' "
             f"stroke='{shade(AXIS if tick == 0 else GRID)}'/>" for tick in TICKS]
    for number, dot in enumerate(dots):
        parts.append(_drawn(dot, 3 + STEP * (number + 0.5)))
    if ticks:
        parts += [f"<text x='{at(tick):.1f}' y='{height + 12}' font-size='10' text-anchor='middle' "
                  f"fill='{shade(MUTED)}'>{plain(tick)}</text>" for tick in TICKS]
    said = "; ".join(f"{dot.place} {plain(dot.value)}" for dot in dots)
    return (f"<svg class='strip' viewBox='0 0 {WIDTH} {height + (16 if ticks else 2)}' role='img' "
            f"aria-label='{escape(f'standardised effect: {said}')}'>{''.join(parts)}</svg>")


def _drawn(dot: Dot, y: float) -> str:
    x, colour = at(dot.value), ink(dot.colour)
    bar = ""
    if dot.low is not None or dot.high is not None:
        first, last = at(-math.inf if dot.low is None else dot.low), at(math.inf if dot.high is None else dot.high)
        bar = (f"<line x1='{first:.1f}' x2='{last:.1f}' y1='{y:.1f}' y2='{y:.1f}' stroke='{colour}' stroke-width='3' "
               "stroke-opacity='.45' stroke-linecap='round'/>")
    fill = colour if dot.sided else f"var(--card,#fff)' stroke='{colour}' stroke-width='1.6"
    if dot.place == "laboratory":
        mark = f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4.4' fill='{fill}'/>"
    elif dot.place == "history":
        mark = f"<rect x='{x - 4:.1f}' y='{y - 4:.1f}' width='8' height='8' fill='{fill}'/>"
    else:
        mark = (f"<polygon points='{x:.1f},{y - 5.5:.1f} {x + 5.5:.1f},{y:.1f} {x:.1f},{y + 5.5:.1f} "
                f"{x - 5.5:.1f},{y:.1f}' fill='{fill}'/>")
    over = ""
    if abs(dot.value) > ENDS:
        over = (f"<text x='{WIDTH - 1 if dot.value > 0 else 1}' y='{y - 6:.1f}' font-size='9' "
                f"text-anchor='{'end' if dot.value > 0 else 'start'}' fill='{shade(INK)}'>{plain(dot.value)}</text>")
    return bar + mark + over

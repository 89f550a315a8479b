"""Small drawings that a page holds as plain SVG: an effect with its interval, and the courses of arms.

They need no script, so that a page with hundreds of them opens at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from unanimity.report.series import spread_apart
from unanimity.report.svg_charts import variable
from unanimity.report.theme import AXIS, DARK, GRID, INK, MUTED, RULE, arm_colour
from unanimity.support.number_format import is_share, percent, plain
from unanimity.support.number_format import number as number_of

EFFECT_WIDTH, EFFECT_HEIGHT = 168, 26
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 660, 246, 52, 196, 26, 30
LABEL = 13.0  # pixels from one label to the next
BANDS = 4  # arms up to which bands are drawn
DASHES = ("", "6 4", "2 3", "9 3 2 3")
COLOURS = 5


def interval(value: float | None, low: float | None, high: float | None, null: float | None = None,
             marks: Sequence[float] = (), colour: str = INK, said: str = "") -> str:
    """An effect: a dot with its 90 % interval, a grey line where there is no effect, ticks at the thresholds.

    Each has a scale of its own, so the place of the dot says how it lies to those lines and not how large it is.
    """
    known = [x for x in (value, low, high, null, *marks) if x is not None and math.isfinite(x)]
    if value is None or not math.isfinite(value):
        return _effect("no number", f"<text x='{EFFECT_WIDTH / 2}' y='17' text-anchor='middle' font-size='11' "
                                    f"fill='{shade(MUTED)}'>no number</text>")
    ends = min(known), max(known)
    room = (ends[1] - ends[0]) or abs(ends[0]) or 1.0
    first, last = ends[0] - 0.09 * room, ends[1] + 0.09 * room

    def at(x: float) -> str:
        return f"{EFFECT_WIDTH * (x - first) / (last - first):.1f}"

    middle, colour = EFFECT_HEIGHT / 2, shade(colour)
    parts = []
    if null is not None:
        parts.append(f"<line x1='{at(null)}' x2='{at(null)}' y1='1' y2='{EFFECT_HEIGHT - 1}' stroke='{shade(AXIS)}'/>")
    parts += [f"<line x1='{at(x)}' x2='{at(x)}' y1='3' y2='{EFFECT_HEIGHT - 3}' stroke='{colour}' stroke-width='1.5' "
              "stroke-dasharray='2 2'/>" for x in marks if math.isfinite(x)]
    if low is not None and high is not None:
        parts.append(f"<line x1='{at(low)}' x2='{at(high)}' y1='{middle}' y2='{middle}' stroke='{colour}' "
                     "stroke-width='3' stroke-opacity='.45' stroke-linecap='round'/>")
    parts.append(f"<circle cx='{at(value)}' cy='{middle}' r='4' fill='{colour}'/>")
    ends_said = "" if low is None or high is None else f", 90 % interval {plain(low)} to {plain(high)}"
    return _effect(said or f"effect {plain(value)}{ends_said}", "".join(parts))


def shade(colour: str) -> str:
    """The colour as the style sheet's variable, where it has one; itself where there is no sheet, as in a notebook."""
    return f"{variable(colour)[:-1]},{colour})" if colour in DARK else colour


def _effect(said: str, inside: str) -> str:
    return (f"<svg class='effect' width='{EFFECT_WIDTH}' height='{EFFECT_HEIGHT}' role='img' "
            f"aria-label='{escape(said)}'>{inside}</svg>")


def courses(months: Sequence[int], arms: Mapping[str, Mapping[str, Sequence[float | None]]], title: str,
            unit: str = "") -> str:
    """A measure in every arm over the months: median lines with the middle 90 %, each labelled at its end."""
    low, high = _span(arms, unit)
    first, last = months[0], max(months[-1], months[0] + 1)
    floor = max(HEIGHT - BOTTOM, TOP + math.ceil(LABEL * len(arms)))  # many arms want a higher picture for their labels

    def x(month: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (month - first) / (last - first)

    def y(value: float) -> float:
        return TOP + (floor - TOP) * (1 - (value - low) / (high - low))

    parts = [*_grid(low, high, unit, y), *_time(months, first, last, x, floor)]
    for number, (name, course) in enumerate(arms.items()):
        parts += _arm(number, name, months, course, len(arms) <= BANDS, x, y)
    parts += _labels(arms, unit, y, floor)
    said = f"{title}: " + ", ".join(f"{name} {_number(_end(course), unit)}" for name, course in arms.items())
    return (f"<svg class='courses' viewBox='0 0 {WIDTH} {floor + BOTTOM}' role='img' "
            f"aria-label='{escape(said)}'>"
            f"<text x='0' y='11' font-size='12' fill='{shade(MUTED)}'>{escape(title)}{escape(_of(unit))}</text>"
            f"{''.join(parts)}</svg>")


def _span(arms: Mapping[str, Mapping[str, Sequence[float | None]]], unit: str) -> tuple[float, float]:
    values = [v for course in arms.values() for key in ("middle", "low", "high") for v in course[key] if v is not None]
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if is_share(unit) and low >= 0 and 0.5 < high <= 1:
        return 0.0, 1.0
    low = min(0.0, low)
    return low, high if high > low else low + 1.0


def _grid(low: float, high: float, unit: str, y: Any) -> list[str]:
    step = _nice((high - low) / 4)
    ticks = [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
    return [part for tick in ticks for part in (
        f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y(tick):.1f}' y2='{y(tick):.1f}' stroke='{shade(GRID)}'/>",
        f"<text x='{LEFT - 6}' y='{y(tick) + 4:.1f}' text-anchor='end' font-size='11' fill='{shade(MUTED)}'>"
        f"{_number(tick, unit)}</text>")]


def _time(months: Sequence[int], first: int, last: int, x: Any, floor: int) -> list[str]:
    step = next(s for s in (6, 12, 24, 48, 120, 600, 6000) if (last - first) / s <= 9)
    ticks = range(-(-first // step) * step, last + 1, step)
    parts = [f"<text x='{x(tick):.1f}' y='{floor + 18}' text-anchor='middle' font-size='11' fill='{shade(MUTED)}'>"
             f"{str(tick).replace('-', chr(0x2212))}</text>" for tick in ticks]
    parts.append(f"<text x='{WIDTH - RIGHT + 6}' y='{floor + 18}' font-size='11' fill='{shade(MUTED)}'>month</text>")
    if months[0] < 0:
        parts.append(f"<line x1='{x(0):.1f}' x2='{x(0):.1f}' y1='{TOP}' y2='{floor}' stroke='{shade(RULE)}' "
                     "stroke-dasharray='3 3'/>")
    return parts


def _arm(number: int, name: str, months: Sequence[int], course: Mapping[str, Sequence[float | None]], banded: bool,
         x: Any, y: Any) -> list[str]:
    colour, dash = shade(arm_colour(number)), DASHES[number // COLOURS % len(DASHES)]
    points = [(x(m), y(v)) for m, v in zip(months, course["middle"], strict=True) if v is not None]
    band = [(x(m), y(a), y(b)) for m, a, b in zip(months, course["low"], course["high"], strict=True)
            if a is not None and b is not None]
    parts = []
    if banded and len(band) > 1:
        round_ = [(p, b) for p, _, b in band] + [(p, a) for p, a, _ in reversed(band)]
        parts.append(f"<polygon points='{_points(round_)}' fill='{colour}' fill-opacity='.12'/>")
    if points:
        stroke = f" stroke-dasharray='{dash}'" if dash else ""
        parts.append(f"<polyline points='{_points(points)}' fill='none' stroke='{colour}' stroke-width='2'{stroke}>"
                     f"<title>{escape(name)}</title></polyline>")
    return parts


def _labels(arms: Mapping[str, Mapping[str, Sequence[float | None]]], unit: str, y: Any,
            floor: int) -> list[str]:
    ends = [y(_end(course)) if math.isfinite(_end(course)) else floor for course in arms.values()]
    places = spread_apart(ends, LABEL, TOP - 4.0, float(floor))
    return [f"<text x='{WIDTH - RIGHT + 6}' y='{place + 4:.1f}' font-size='11.5' fill='{shade(arm_colour(number))}'>"
            f"{escape(_short(name))} {_number(_end(course), unit)}</text>"
            for number, ((name, course), place) in enumerate(zip(arms.items(), places, strict=True))]


def _short(name: str, letters: int = 24) -> str:
    return name if len(name) <= letters else name[:letters - 1] + "\u2026"


def _end(course: Mapping[str, Sequence[float | None]]) -> float:
    return next((v for v in reversed(course["middle"]) if v is not None), math.nan)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in points)


def _number(value: float, unit: str) -> str:
    if is_share(unit) and math.isfinite(value):
        return percent(value)
    return number_of(value, unit)


def _of(unit: str) -> str:
    if is_share(unit):
        return f", % {unit.removeprefix('share').strip()}".rstrip(" %") if " " in unit else ""
    return f", {unit}" if unit else ""


def _nice(step: float) -> float:
    size = 10.0 ** math.floor(math.log10(step))
    return next(k * size for k in (1, 2, 2.5, 5, 10) if k * size >= step - 1e-12)

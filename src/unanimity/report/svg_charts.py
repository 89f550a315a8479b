"""A chart as still SVG: drawn once wide and once for a phone, small, in colours that a dark page can change.

Vega-Lite is drawn by vl-convert when a page is written, so that a page carries no library: a few kilobytes a figure
instead of a megabyte a page. What a reader may want to know of a month is stored beside it as short data for the hover
script (static/page.js).
"""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import vl_convert

from unanimity.report.theme import DARK, FONT

WIDE, NARROW, PANEL = 780, 338, 262  # pixels of the whole drawing, of one panel
CLOSE = 6  # pixels by which a drawing may miss that
MARGIN = 0.16  # room for readers' fonts, which may be wider than that by which labels were measured
UNSEEN = 0.5  # pixels by which a drawn line may miss its points
DATA = ("data", "datasets")  # parts of a chart that hold its numbers
ENDS = "ends"  # description of layers that a narrow page leaves out: its key names the lines
SVG = "{http://www.w3.org/2000/svg}"
INHERITED = ("fill", "stroke", "stroke-width", "text-anchor")  # from a group by its parts
DROPPED = {"class", "role", "aria-roledescription", "aria-hidden", "aria-label", "pointer-events", "font-family",
           "stroke-miterlimit", "version"}
IDLE = {"opacity": "1", "font-size": "12px", "font-weight": "normal", "transform": "translate(0,0)", "y2": "0",
        "x2": "0", "stroke-width": "1", "stroke-dasharray": "1,0", "fill-opacity": "1"}
HINTED = ("mark-rect", "mark-symbol")  # marks whose description the hover script shows
ET.register_namespace("", "http://www.w3.org/2000/svg")


class Panel(NamedTuple):
    """One plot of a figure of several, drawn by itself so that a page can put it where there is room."""

    svg: str
    hover: str


class Figure(NamedTuple):
    """A figure as a page holds it."""

    finding: str
    see: str
    wide: str
    narrow: str
    key: tuple[Mapping[str, Any], ...]  # name, value, colour, dash: what the lines are; `area` for areas, shown always
    hover: str  # JSON for the hover script; "" for none
    panels: tuple[Panel, ...] = ()  # instead of `wide` and `narrow`
    title: str = ""  # what all panels show, such as their unit


def figure(chart: Any) -> Figure:
    """The chart drawn for a page; a figure of several plots side by side as panels, any other wide and narrow."""
    spec = chart.to_dict(validate=False) if hasattr(chart, "to_dict") else dict(chart)
    meta = spec.pop("usermeta", {})
    finding, see = str(meta.get("finding", "")), str(meta.get("see", ""))
    spec["padding"], spec["background"] = 2, None
    said = f"{finding}. {see}".strip(". ") or "figure"
    if "concat" in spec:
        return Figure(finding, see, "", "", (), "", _panels(spec, meta.get("panels") or ()), str(meta.get("unit", "")))
    if finding:
        spec.pop("title", None)  # it is text of the page, where it wraps
    wide, left, across = fitted(spec, WIDE)
    narrow, narrow_left, narrow_across = fitted(slim(spec), NARROW) if not meta.get("scales") else ("", 0, 0)
    months = meta.get("months")
    data = _json({**months, "wide": [left, across], "narrow": [narrow_left, narrow_across]}) if months else ""
    return Figure(finding, see, light(wide, said), light(narrow, said, hints=False) if narrow else "",
                  tuple(meta.get("key") or ()), data)


def _panels(spec: Mapping[str, Any], told: Sequence[Mapping[str, Any]]) -> tuple[Panel, ...]:
    """Every plot of the figure by itself."""
    made = []
    for k, part in enumerate(spec["concat"]):
        shared = {name: spec[name] for name in ("$schema", "config", "datasets", "data") if name in spec}
        alone = {**shared, "padding": 2, "background": None, **part}
        svg, left, across = fitted(alone, PANEL)
        title = part.get("title") or ""
        words = title.get("text", "") if isinstance(title, dict) else title
        said = words if isinstance(words, str) else " ".join(words)
        months = told[k].get("months") if k < len(told) else None
        made.append(Panel(light(svg, said or f"panel {k + 1}"), _json({**months, "wide": [left, across]}) if months
                          else ""))
    return tuple(made)


def _json(value: Mapping[str, Any]) -> str:
    """Short JSON that cannot end a script."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def fitted(spec: Mapping[str, Any], total: int) -> tuple[str, float, float]:
    """The chart as SVG, as wide as that in all, with where its plot begins and how wide it is."""
    width = float(total - 60)
    for _ in range(3):
        svg = str(vl_convert.vegalite_to_svg(json.dumps(widened(spec, width))))
        found = float(re.search(r'viewBox="0 0 ([\d.]+)', svg).group(1))  # type: ignore[union-attr]
        if abs(found - total) <= CLOSE or not _stretches(spec):
            break
        width = max(60.0, width + total - found)
    left = float(re.search(r"translate\(([\d.]+),", svg).group(1))  # type: ignore[union-attr]
    before = MARGIN * left
    after = MARGIN * max(0.0, found - left - width)
    svg = re.sub(r'viewBox="0 0 [\d.]+ ', f'viewBox="{-before:.1f} 0 {found + before + after:.1f} ', svg, count=1)
    return svg, round(left + before, 1), round(width, 1)


def _stretches(spec: Mapping[str, Any]) -> bool:
    return not isinstance(spec.get("width"), dict)


def widened(spec: Mapping[str, Any], width: float) -> dict[str, Any]:
    """A copy whose plots are together as wide as that: side by side they share it, one above another each has it."""
    made = copied(dict(spec))
    _set_width(made, width)
    return made


def copied(part: Any) -> Any:
    """A copy to change, which shares the data: nobody changes that, and it is most of a chart."""
    if isinstance(part, dict):
        return {name: value if name in DATA else copied(value) for name, value in part.items()}
    return [copied(value) for value in part] if isinstance(part, list) else part


def _set_width(view: dict[str, Any], width: float) -> None:
    for side in ("concat", "hconcat"):
        if side in view:
            columns = min(view.get("columns") or len(view[side]), len(view[side]))
            room = (width - (columns - 1) * (view.get("spacing") or 20)) / columns
            for part in view[side]:
                _set_width(part, room)
            return
    for part in view.get("vconcat", ()):
        _set_width(part, width)
    if "vconcat" not in view and isinstance(view.get("width"), (int, float)):
        view["width"] = round(width, 1)


def slim(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A copy for a phone: no names at the ends of lines, panels two in a row, legends in two columns."""
    made = copied(dict(spec))
    _slim(made)
    return made


def _slim(view: dict[str, Any]) -> None:
    if "layer" in view:
        view["layer"] = [part for part in view["layer"] if part.get("description") != ENDS]
    if "concat" in view:
        view["columns"] = min(2, view.get("columns") or 2)
    for part in [*view.get("layer", ()), *view.get("concat", ()), *view.get("vconcat", ()), *view.get("hconcat", ())]:
        _slim(part)
    for channel in (view.get("encoding") or {}).values():
        if isinstance(channel, dict) and isinstance(channel.get("legend"), dict):
            channel["legend"] |= {"columns": 2, "labelLimit": 150}
        if isinstance(channel, dict) and isinstance(channel.get("axis"), dict) and "tickCount" not in channel["axis"]:
            ticks = channel["axis"].get("values")
            if isinstance(ticks, list) and len(ticks) > 8:
                channel["axis"]["values"] = ticks[::2]


def light(svg: str, said: str, hints: bool = True) -> str:
    """The drawing without what a page does not need, with its colours as variables and a text that says what it is."""
    root = ET.fromstring(svg)
    _clean(root, hints)
    root.attrib.pop("width", None), root.attrib.pop("height", None)
    root.set("role", "img")
    root.set("aria-label", said)
    box = root.get("viewBox", "0 0 0 0").split()
    root.set("style", f"max-width:{float(box[2]):.0f}px")
    text = ET.tostring(root, encoding="unicode")
    for colour in DARK:
        text = re.sub(f'"{colour}"', f'"{variable(colour)}"', text, flags=re.IGNORECASE)
    return text.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace(f' font-family="{FONT}"', "")


def variable(colour: str) -> str:
    """A colour as the variable of the style sheet that stands for it.

    >>> variable("#1B2430")
    'var(--x1B2430)'
    """
    return f"var(--x{colour[1:].upper()})"


def _clean(node: ET.Element, hints: bool) -> bool:
    """Drop what draws nothing; say whether anything is left of the node."""
    kind = node.get("class", "")
    hinted = hints and any(kind.startswith(name) for name in HINTED)
    kept = []
    for child in list(node):
        said = child.get("aria-label", "") if hinted else ""
        if not _clean(child, hints):
            continue
        if said:
            child.set("data-tip", said)
        kept.extend(list(child) if child.tag == f"{SVG}g" and not child.attrib else [child])
    node[:] = kept
    _hoist(node)
    if kind in ("background", "foreground") and (node.get("fill") in (None, "none") and node.get("stroke") is None):
        return False
    if node.get("display") == "none" or node.get("opacity") == "0":
        return False
    for name in list(node.attrib):
        if name in DROPPED or IDLE.get(name) == node.get(name):
            del node.attrib[name]
        elif name in ("d", "transform", "x", "y", "x1", "x2", "y1", "y2", "points"):
            node.set(name, _shorter(node.attrib[name], name))
    return bool(len(node) or (node.text or "").strip() or node.tag != f"{SVG}g")


def _hoist(node: ET.Element) -> None:
    """What all parts of a group share is said once, by the group; a text that is only moved says where it stands."""
    for child in node:
        moved = re.fullmatch(r"translate\(([^,]+),([^)]+)\)", child.get("transform", ""))
        if child.tag == f"{SVG}text" and moved and not {"x", "y"} & set(child.attrib):
            del child.attrib["transform"]
            child.set("x", moved.group(1))
            child.set("y", moved.group(2))
    if node.tag != f"{SVG}g" or len(node) < 2:
        return
    for name in INHERITED:
        said = {child.get(name) for child in node}
        if len(said) == 1 and None not in said and node.get(name) is None:
            node.set(name, said.pop() or "")
            for child in node:
                del child.attrib[name]


def _shorter(text: str, name: str) -> str:
    if name == "d" and re.fullmatch(r"[MLZ\d.,e-]+", text):
        return _relative(text)
    return re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda m: f"{float(m.group()):.1f}".removesuffix(".0"), text)


def _relative(path: str) -> str:
    """A path of straight lines with steps instead of places, to a tenth of a pixel, without points that nobody sees."""
    out: list[str] = []
    for piece in re.findall(r"M[^M]*", path):
        points = [(float(x), float(y)) for x, y in re.findall(r"([\d.e-]+),([\d.e-]+)", piece)]
        at = (0, 0)
        for k, (x, y) in enumerate(simplified(points)):
            here = round(10 * x), round(10 * y)
            out.append(f"M{_tenth(here[0])},{_tenth(here[1])}" if not k else
                       f"l{_tenth(here[0] - at[0])},{_tenth(here[1] - at[1])}")
            at = here
        out.append("Z" if piece.endswith("Z") else "")
    return "".join(out)


def simplified(points: list[tuple[float, float]], nearest: float = UNSEEN) -> list[tuple[float, float]]:
    """The line without the points that lie nearer to it than can be seen (Ramer 1972, Douglas and Peucker 1973)."""
    kept = {0, len(points) - 1}
    open_ = [(0, len(points) - 1)]
    while open_:
        a, b = open_.pop()
        (ax, ay), (bx, by) = points[a], points[b]
        length = math.hypot(bx - ax, by - ay)
        worst, where = 0.0, a
        for k in range(a + 1, b):
            x, y = points[k]
            off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else math.hypot(x - ax, y - ay)
            if off > worst:
                worst, where = off, k
        if worst > nearest:
            kept.add(where)
            open_ += [(a, where), (where, b)]
    return [points[k] for k in sorted(kept)]


def _tenth(whole: int) -> str:
    return f"{whole / 10:g}"

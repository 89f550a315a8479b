"""Whether the witnesses agree: how many main effects are found together, and which claims exclude each other.

The figure is a matrix of claims: a cell is the correlation (phi) of two main effects over the settings of a hypercube,
and a dot marks pairs that significantly support or exclude each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from unanimity.report.small_svg import shade
from unanimity.report.theme import DISSENT, GRID, INK, MUTED, PUBLIC
from unanimity.support.number_format import plain

CELL, LABEL = 12, 250  # pixels of a claim, and of its name
SHOWN = 12  # pairs that are described in words, at most
LEAST = 0.05  # of a correlation that is drawn


def witnesses(told: Mapping[str, Any] | None, names: Mapping[str, str]) -> dict[str, Any] | None:
    """The content of the section; None if it was not run. `names` are the claims' titles in the order drawn."""
    if not told:
        return None
    pairs = [one for one in told.get("pairs") or [] if one["one"] in names and one["other"] in names]
    against = [one for one in pairs if one["says"] == "exclude each other"]
    return {"sentences": list(told.get("sentences") or []), "drawn": matrix(pairs, names),
            "against": [(names[one["one"]], names[one["other"]], plain(one["phi"]), one["together"],
                         plain(one["by_chance"])) for one in against[:SHOWN]],
            "more": max(0, len(against) - SHOWN),
            "authors": [(one["author"], one["other_author"], one["pairs"], plain(one["phi"]), one["exclude"],
                         one["support"]) for one in told.get("by_author") or []]}


def matrix(pairs: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> str:
    """The matrix of claims as an SVG; only one half, since it is symmetric."""
    known = {name for one in pairs for name in (one["one"], one["other"])}
    order = [name for name in names if name in known]
    if len(order) < 2:
        return ""
    place = {name: k for k, name in enumerate(order)}
    size = CELL * len(order)
    parts = [f"<text x='{LABEL - 5}' y='{CELL * k + CELL - 3}' font-size='9' text-anchor='end' "
             f"fill='{shade(MUTED)}'>{escape(_short(names[name]))}</text>"
             f"<line x1='{LABEL}' x2='{LABEL + CELL * k + CELL}' y1='{CELL * (k + 1)}' y2='{CELL * (k + 1)}' "
             f"stroke='{shade(GRID)}' stroke-width='.5'/>" for k, name in enumerate(order)]
    for one in pairs:
        low, high = sorted((place[one["one"]], place[one["other"]]))
        if abs(one["phi"]) >= LEAST:
            colour = shade(PUBLIC if one["phi"] > 0 else DISSENT)
            parts.append(f"<rect x='{LABEL + CELL * low}' y='{CELL * high}' width='{CELL - 1}' height='{CELL - 1}' "
                         f"fill='{colour}' fill-opacity='{min(1.0, abs(one['phi'])):.2f}'/>")
        if one["says"] != "neither":
            parts.append(f"<circle cx='{LABEL + CELL * low + CELL / 2 - .5:g}' "
                         f"cy='{CELL * high + CELL / 2 - .5:g}' r='1.8' fill='{shade(INK)}'/>")
    return (f"<svg class='matrix' viewBox='0 0 {LABEL + size} {size + 2}' role='img' "
            f"aria-label='correlation of main effects over settings, claim against claim'>{''.join(parts)}</svg>")


def _short(title: str) -> str:
    return title if len(title) <= 46 else f"{title[:44].rstrip()}\u2026"

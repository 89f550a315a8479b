"""The figure of the witnesses: which two claims are found at the same settings, and which never are.

Claims stand in the order of their authors. A cell is the correlation (phi) of two claims over settings: blue where they
are found together, red where one excludes the other; a dot marks significant pairs.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from unanimity.report.theme import DISSENT, INK, MUTED, PAPER, PUBLIC, dressed

CELL = 13  # pixels of a claim


def witness_figure(pairs: pd.DataFrame, claims: list[str], subtitle: str) -> Any:
    """Claims against claims; `pairs` has one, other, phi, together, by_chance and says, `claims` the order."""
    shown = pairs[["one", "other", "phi", "together", "by_chance", "says"]]
    both = pd.concat([shown, shown.rename(columns={"one": "other", "other": "one"})], ignore_index=True)
    both["sure"] = both["says"] != "neither"
    order = [name for name in claims if name in set(both["one"])]
    x = alt.X("one:N", sort=order, title=None, axis=alt.Axis(labelAngle=-90, labelLimit=230, labelFontSize=9))
    y = alt.Y("other:N", sort=order, title=None, axis=alt.Axis(labelLimit=230, labelFontSize=9))
    tips = [alt.Tooltip("one:N", title="claim"), alt.Tooltip("other:N", title="and"),
            alt.Tooltip("phi:Q", format="+.2f"), alt.Tooltip("together:Q", title="found together at"),
            alt.Tooltip("by_chance:Q", title="by chance at", format=".0f"), alt.Tooltip("says:N", title="they")]
    cells = alt.Chart(both).mark_rect().encode(x, y, alt.Color("phi:Q", title="correlation", scale=alt.Scale(
        domain=[-1, 0, 1], range=[DISSENT, PAPER, PUBLIC]), legend=alt.Legend(titleColor=MUTED)), tooltip=tips)
    dots = alt.Chart(both[both["sure"]]).mark_circle(size=10, color=INK).encode(x, y, tooltip=tips)
    size = max(120, CELL * len(order))
    return dressed((cells + dots).properties(width=size, height=size), "Do the witnesses agree with each other?",
                   subtitle)

"""A common style for the charts of published models: the finding as title, no frame, a colour-blind-safe palette."""

from __future__ import annotations

from typing import Any, Literal

# Okabe and Ito's set; a colour keeps its meaning: calm, revolt, state, third, faint.
CALM, REVOLT, STATE, THIRD, FAINT = "#0072B2", "#D55E00", "#444444", "#009E73", "#9A9A9A"
WIDTH, HEIGHT = 520, 280


def finish(chart: Any, title: str, subtitle: str) -> Any:
    """The chart with its finding as title, a subtitle that says what was run, and the common style."""
    import altair as alt

    heading = alt.TitleParams(title, subtitle=subtitle, anchor="start", fontSize=15, subtitleFontSize=11,
                              subtitleColor="#555555", offset=12)
    return (
        chart.properties(title=heading)
        .configure(padding=14, background="white")
        .configure_view(stroke=None)
        .configure_axis(grid=True, gridColor="#EEEEEE", domainColor="#888888", labelFontSize=11, titleFontSize=12,
                        titleFontWeight="normal")
        .configure_header(labelFontSize=12, title=None)
    )


def label(x: float, y: float, text: str, colour: str, align: Literal["left", "right"] = "left") -> Any:
    """A word written in the picture, in the colour of what it names, instead of a legend."""
    import altair as alt
    import pandas as pd

    data = pd.DataFrame({"x": [x], "y": [y], "text": [text]})
    return alt.Chart(data).mark_text(align=align, color=colour, fontSize=12).encode(x="x:Q", y="y:Q", text="text:N")

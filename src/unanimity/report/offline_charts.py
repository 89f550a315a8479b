"""Charts that display in a notebook without a network: as SVG, or as a widget if one is installed.

Altair's own way loads Vega from a server, and shows nothing where there is none. A chart of ours answers the notebook
itself: with a drawing made here (vl-convert), or, where `anywidget` is installed and a kernel listens, with Altair's
widget, whose scripts come from the installed packages. No setting of the user's own Altair is touched.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

SHOWS = "_repr_mimebundle_"


def offline(chart: Any) -> Any:
    """The chart, which from now on shows itself in a notebook without asking any server."""
    object.__setattr__(chart, SHOWS, lambda *_given, **_named: shown(chart))  # this one alone, not Altair's class
    return chart


def shown(chart: Any) -> dict[str, Any]:
    """What a notebook is handed for a chart, by kind."""
    if _has_widget():
        import altair as alt

        alt.JupyterChart.enable_offline()
        return dict(alt.JupyterChart(chart)._repr_mimebundle_() or {})
    from unanimity.report.html import figure_html

    return {"text/html": figure_html(chart), "text/plain": chart.usermeta["finding"]}


def _has_widget() -> bool:
    """Whether a widget can be shown: its package is installed, and a notebook's kernel runs this."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None and find_spec("anywidget") is not None

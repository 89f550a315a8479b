"""In a notebook everything draws itself without a network: no script, no address of a server."""

from __future__ import annotations

import re

import pytest

import unanimity as un
from small_regimes import only_the_hall
from unanimity.report import offline_charts


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus", {"people": 256, "months": 2})


def is_a_drawing(html):
    assert "<svg" in html and "<script" not in html
    assert not re.findall(r"(?:src|href)=[\"']?https?:", html), "asks a server"


def test_charts_show_themselves_as_drawings(hall):
    run = un.run(hall, worlds=3, progress=False)
    found = un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, progress=False)
    for chart in (run.plot(), found.plot()):
        shown = chart._repr_mimebundle_()
        is_a_drawing(shown["text/html"])
        assert shown["text/plain"]
    import altair as alt
    plain = alt.Chart(alt.InlineData(values=[{"a": 1}])).mark_point()
    assert "_repr_mimebundle_" not in vars(plain), "a user's own charts are left alone"


def test_a_widget_is_used_where_a_notebook_has_one(hall, monkeypatch):
    pytest.importorskip("anywidget")
    monkeypatch.setattr(offline_charts, "_has_widget", lambda: True)
    assert "application/vnd.jupyter.widget-view+json" in un.run(hall, progress=False).plot()._repr_mimebundle_()


def test_the_workshop_shows_itself(hall):
    small = {"worlds": 2, "months": 2, "keep": False, "progress": False}
    is_a_drawing(un.sweep(hall, {"voice.theta": [0.1, 0.2]}, measures="unanimity", **small)._repr_html_())
    is_a_drawing(un.sensitivity(hall, "unanimity", parameters=["voice.theta", "fear.fade"], n=2,
                                **small)._repr_html_())
    target = {"name": "assent", "measure": "unanimity", "low": 0.0, "high": 1.0}
    is_a_drawing(un.calibrate(hall, [target], {"voice.theta": (0.05, 0.25)}, waves=1, n=5, ensemble=10,
                              **small)._repr_html_())


def test_a_branch_of_history_shows_itself(tmp_path):
    found = un.whatif(3, {"secret": {"ballot": "secret"}}, scenario="apparatus", until=6, worlds=3, people=256,
                      store=tmp_path, progress=False)
    assert "secret" in found._repr_html_() and "<svg" in found._repr_html_()

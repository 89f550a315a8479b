"""`unanimity evidence` from the command line: lists, tables with codebook and bias, a picture for each."""

from __future__ import annotations

import json

import pytest

from unanimity.cli.evidence import PICTURES, picture
from unanimity.evidence.views import all_views, view


def test_list_and_show(unanimity):
    found = json.loads(unanimity("evidence", "list", "--json").out)
    assert {"people", "survival", "hazard", "arrests_total_1921_1940"} <= {row["id"] for row in found}
    told = unanimity("evidence", "show", "people", "--rows", "3")
    assert told.code == 0 and "over-represented" in told.out and "909 rows more" in told.out and "cohort" in told.out
    series = json.loads(unanimity("evidence", "show", "sentenced_death_1921_1940", "--json").out)
    assert series["rows"][0]["value"] == 9701 and series["rows"][0]["tag"] == "seen" and series["bias"]
    assert "MVD" in unanimity("evidence", "show", "sentenced_death_1921_1940").out


def test_a_picture_is_written_and_slips_get_one_line(unanimity, tmp_path):
    answer = unanimity("evidence", "plot", "hazard", "--out", "one.png")
    assert answer.code == 0 and (tmp_path / "one.png").read_bytes()[:4] == b"\x89PNG"
    for words in (("plot", "hazrd"), ("show", "peple"), ("plot", "hazard", "--out", "one.txt")):
        slip = unanimity("evidence", *words)
        assert slip.code == 2 and slip.err.count("\n") == 1


@pytest.mark.parametrize("name", [one.name for one in all_views()])
def test_every_table_has_a_picture_with_a_finding(name):
    spec = picture(view(name)).to_dict()
    assert spec["usermeta"]["finding"] and spec["usermeta"]["see"]
    drawn = str(spec)
    assert "nan" not in drawn.lower().split("'value': ") and len(drawn) > 1000
    assert name in PICTURES or "recalled" in drawn

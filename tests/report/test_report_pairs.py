"""Figures and page of a paired comparison."""

from __future__ import annotations

import json

import numpy as np
import pytest

import unanimity as un
from unanimity.report import comparison as drawn
from unanimity.report import difference_over_months, save_picture
from unanimity.report.comparison_page import answer, sentence, write_comparison


def test_the_difference_over_months_is_the_mean_of_the_pairs_with_its_interval(comparison):
    frame = comparison.over_months("secret ballot", "unanimity", "province 1")
    values = comparison.result.of("unanimity", "province 1").to_numpy()
    arm = comparison.result.worlds["arm"].to_numpy()
    apart = values[:, arm == "secret ballot"] - values[:, arm == "control"]
    assert frame["month"].tolist() == comparison.result.months.tolist()
    assert frame["mean"].to_numpy() == pytest.approx(apart.mean(axis=1))
    assert (frame["low"] <= frame["mean"] + 1e-12).all() and (frame["mean"] <= frame["high"] + 1e-12).all()


def rows_of(spec, key):
    """Every row of data, anywhere in a specification, that has that key."""
    if isinstance(spec, list):
        return [row for part in spec for row in rows_of(part, key)]
    if not isinstance(spec, dict):
        return []
    return [spec] * (key in spec and "month" in spec) + [row for part in spec.values() for row in rows_of(part, key)]


def test_a_comparison_draws_both_arms_with_bands_and_below_the_difference(comparison, tmp_path):
    chart = comparison.plot("unanimity", "province 1")
    spec = chart.to_dict()
    assert len(spec["vconcat"]) == 2  # Altair gathers the data of both at the top
    assert {row["line"] for row in rows_of(spec, "line")} == {"control", "secret ballot"}
    points = rows_of(spec, "mean")
    frame = comparison.over_months("secret ballot", "unanimity", "province 1")
    assert points[-1]["mean"] == pytest.approx(100 * frame["mean"].iloc[-1], rel=1e-3)  # shares are drawn in points
    assert spec["usermeta"]["finding"].startswith("Difference in assent in public: secret ballot \u2212")
    assert save_picture(chart, tmp_path / "c.png").stat().st_size > 5000


def test_a_difference_that_is_nowhere_known_is_drawn_all_the_same(comparison):
    frame = comparison.over_months("secret ballot", "unanimity").assign(mean=np.nan, low=np.nan, high=np.nan)
    spec = difference_over_months({"secret ballot": frame}, comparison.result, "unanimity").to_dict()
    assert spec["usermeta"]["finding"] == "Difference in assent in public: secret ballot unknown points"
    assert drawn({"secret ballot": frame}, comparison.result, "unanimity").to_dict()["vconcat"]


def test_the_page_of_a_comparison_has_the_table_the_curves_and_a_sentence_under_each(comparison, tmp_path):
    table = comparison.table()
    page = write_comparison(comparison, table, ["unanimity", "talks"], "country", tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.count("role='img'") == 4 and text.count("class='see'") >= 5
    assert "http://" not in text.split("<script")[0] and "Differences, country" in text
    assert "All 17 measures" in text or "open the table" in text  # the rest lies folded
    for name in ("table.parquet", "manifest.json", "differences.csv"):
        assert (tmp_path / name).exists()
    assert un.load_result(tmp_path).digest == comparison.result.digest
    assert json.loads((tmp_path / "manifest.json").read_text())["changes"] == {"secret ballot": {"ballot": "secret"}}


def test_the_answer_names_the_clearest_change_and_a_sentence_says_whether_it_is_more_than_chance(comparison):
    table = comparison.table(["unanimity", "attending"])
    assert answer(comparison, table, ["unanimity"]).startswith("Clearest in 3 pairs: with secret ballot, assent in")
    assert "nothing that is drawn here moves" in answer(comparison, table, ["attending"])
    row = next(table[table["measure"] == "unanimity"].itertuples())
    assert "points (90 % interval" in sentence(row, "share") and "more than chance" in sentence(row, "share")

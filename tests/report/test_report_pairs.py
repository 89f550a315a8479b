"""Figures and page of a paired comparison."""

from __future__ import annotations

import json

import numpy as np
import pytest

import unanimity as un
from unanimity.cli.run_commands import named_arms
from unanimity.report import comparison as drawn
from unanimity.report import difference_over_months, save_picture
from unanimity.report.comparison_page import answer, sentence, told, write_comparison
from unanimity.report.measure_labels import change_in_words, word


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
    if isinstance(spec, (list, tuple)):
        return [row for part in spec for row in rows_of(part, key)]
    if not isinstance(spec, dict):
        return []
    return [spec] * (key in spec and "month" in spec) + [row for part in spec.values() for row in rows_of(part, key)]


def test_a_comparison_draws_both_arms_with_bands_and_below_the_difference(comparison, tmp_path):
    chart = comparison.plot("unanimity", "province 1")
    spec = chart.to_dict()
    assert len(spec["vconcat"]) == 2  # Altair gathers the data of both at the top
    assert {row["line"] for row in rows_of(spec, "line")} == {"control", "secret ballot"}
    points = [row for row in rows_of(spec, "middle") if row["line"] == "secret ballot" and "low" in row]
    frame = comparison.over_months("secret ballot", "unanimity", "province 1")
    assert points[-1]["middle"] == pytest.approx(100 * frame["mean"].iloc[-1], rel=1e-3)  # shares are drawn in points
    assert spec["usermeta"]["finding"].startswith("Difference in assent in public: secret ballot \u2212")
    assert save_picture(chart, tmp_path / "c.png").stat().st_size > 5000


def test_nothing_is_a_height_of_the_figure_even_where_every_difference_lies_on_one_side(comparison):
    frame = comparison.over_months("secret ballot", "unanimity")
    for side in (-1.0, 1.0):
        moved = frame.assign(mean=side * 0.2, low=side * 0.2 - 0.05, high=side * 0.2 + 0.05)
        spec = difference_over_months({"secret ballot": moved}, comparison.result, "unanimity").to_dict()
        low, high = next(row["encoding"]["y"]["scale"]["domain"] for row in spec["layer"]
                         if "domain" in row.get("encoding", {}).get("y", {}).get("scale", {}))
        assert low <= 0.0 <= high and low <= 100 * side * 0.2 <= high  # the line at 0 is drawn inside


def test_a_sentence_does_not_go_from_a_number_to_the_same_number(comparison):
    table = comparison.table(["unanimity"]).assign(control=0.861, treated=0.864, difference=0.003, low=0.002,
                                                   high=0.004, q=0.001, effect_size=3.0)
    said = answer(comparison, table)
    assert "assent in public, near 86" in said


def test_a_difference_that_is_nowhere_known_is_drawn_all_the_same(comparison):
    frame = comparison.over_months("secret ballot", "unanimity").assign(mean=np.nan, low=np.nan, high=np.nan)
    spec = difference_over_months({"secret ballot": frame}, comparison.result, "unanimity").to_dict()
    assert spec["usermeta"]["finding"] == "Difference in assent in public: secret ballot unknown points"
    assert drawn({"secret ballot": frame}, comparison.result, "unanimity").to_dict()["vconcat"]


def test_the_page_of_a_comparison_has_what_moves_the_curves_and_the_rest_folded(comparison, tmp_path):
    table = comparison.table()
    page = write_comparison(comparison, table, ["unanimity", "talks"], "country", tmp_path)
    text = page.read_text(encoding="utf-8")
    moved, rest = told(table)
    assert len(moved) and len(rest) and text.count('class="hover"') == 4  # two measures, each with two figures
    assert text.count('role="img"') >= 2 * 4  # each drawn wide and narrow
    first, folded = text.split('<section id="what-does-not-move">')
    assert "differences that chance may give" in folded and "<details" in folded
    assert f"{len(moved)} difference" in first
    for name in ("table.parquet", "manifest.json", "differences.csv", "glossary.html"):
        assert (tmp_path / name).exists()
    assert un.load_result(tmp_path).digest == comparison.result.digest
    assert json.loads((tmp_path / "manifest.json").read_text())["changes"] == {"secret ballot": {"ballot": "secret"}}


def test_false_discoveries_are_controlled_over_all_rows(comparison):
    table = comparison.table()
    tested = table.dropna(subset=["p"])
    assert (tested["q"] >= tested["p"]).all() and tested["q"].max() <= 1
    alone = comparison.table(["unanimity"])
    assert float(alone["q"].iloc[0]) == float(alone["p"].iloc[0])  # one test needs no control
    order = tested.sort_values("p")
    assert order["q"].is_monotonic_increasing
    never = table[(table["difference"] == 0)]
    assert never["q"].isna().all() and set(told(table)[0]["q"] <= 0.05) == {True}


def test_the_answer_names_the_clearest_of_the_main_measures_and_a_sentence_says_whether_it_may_be_chance(comparison):
    table = comparison.table()
    moved, _ = told(table)
    main = moved[moved["measure"].isin(comparison.headline)]
    best = main.iloc[0]
    assert abs(best["effect_size"]) == main["effect_size"].abs().max()
    said = answer(comparison, table)
    assert f"most clearly {word(str(best['measure']), comparison.result.manifest).label}," in said
    rest = moved[~moved["measure"].isin(comparison.headline)]
    assert not len(rest) or "most clearly" in answer(comparison, rest)  # nothing that a reader knows has moved
    assert f"{len(moved)} of {int(table['q'].notna().sum())} differences are more than chance may give" in said
    assert "'secret ballot' moves" in said
    assert "none of 0 differences" in answer(comparison, comparison.table(["attending"]))
    row = next(table[table["measure"] == "unanimity"].itertuples())
    assert "points (" in sentence(row, "share") and "more than chance may give" in sentence(row, "share")


def test_arms_are_named_in_words():
    assert change_in_words({"ballot": "secret", "police_quota": "none"}) == "ballot secret and police quota none"
    assert change_in_words({"oversight.courts": "on"}) == "courts look into police cases"
    assert named_arms({"ballot=secret": {"ballot": "secret"}, "voice.theta=0.2": {"voice.theta": 0.2}}) == {
        "ballot secret": {"ballot": "secret"}, "theta 0.2": {"voice.theta": 0.2}}
    both = {"a.x=1": {"a.x": 1}, "b.x=1": {"b.x": 1}}
    assert named_arms(both) == both  # words that would not tell them apart are not used

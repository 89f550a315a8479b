"""Runs, comparisons, experiments, claims and sweeps at plausible settings."""

from __future__ import annotations

import numpy as np
import pytest

import unanimity as un
from small import only_the_hall
from unanimity.results import load_result
from unanimity.world.errors import UserError

SETTINGS = [{"voice.theta": value} for value in (0.05, 0.12, 0.25)]


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus").but({"people": 256, "months": 3, "burn_in": 0})


def test_a_run_has_all_worlds_at_every_setting_and_tells_chance_from_ignorance(hall, tmp_path):
    found = un.run(hall, worlds=2, seed=5, settings=SETTINGS, out=tmp_path, report=False)
    assert list(found.worlds["setting"]) == [0, 0, 1, 1, 2, 2] and list(found.worlds["seed"]) == [5, 6] * 3
    alone = un.run(hall, {"voice.theta": 0.25}, worlds=2, seed=5)
    assert list(found.worlds["digest"])[4:] == list(alone.worlds["digest"])  # a setting is what it says, to the bit
    assert list(found.table.columns)[:4] == ["world", "arm", "seed", "setting"]
    assert list(load_result(tmp_path).worlds["setting"]) == [0, 0, 1, 1, 2, 2]
    row = found.spreads.set_index("measure").loc["private_dissent"]
    assert row["settings"] == 3 and row["worlds"] == 2 and row["share_of_ignorance"] > 0.5
    assert row["ignorance_low"] < row["mean"] < row["ignorance_high"] and "by ignorance" in repr(found)
    with pytest.raises(UserError, match="at one setting"):
        alone.spreads  # noqa: B018


def test_settings_are_thinned_and_what_the_regime_keeps_is_said(hall):
    found = un.run(hall, {"fear.fade": 0.9}, settings=[{**one, "fear.fade": 0.8} for one in SETTINGS], n_settings=2)
    assert found.worlds["setting"].tolist() == [0, 1]
    kept = found.manifest["settings"]
    assert [one["voice.theta"] for one in kept["parameters"]] == [0.05, 0.25]
    assert "sets fear.fade itself" in kept["note"] and repr(found).count("sets fear.fade itself") == 1
    with pytest.raises(UserError, match="voice.tetha"):
        un.run(hall, settings=[{"voice.tetha": 0.1}])


def test_a_comparison_counts_settings_and_says_how_many_agree(hall):
    found = un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, settings=SETTINGS, measures=["unanimity"])
    row = found.table(["unanimity"]).iloc[0]
    each = [un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, settings=[one], measures=["unanimity"])
            .table(["unanimity"]).iloc[0]["difference"] for one in SETTINGS]
    assert row["difference"] == pytest.approx(np.mean(each)) and row["settings"] == 3
    assert row["settings_agree"] == pytest.approx(np.mean(np.array(each) < 0)) and row["low"] <= min(each) + 1e-9
    assert row["ignorance_high"] - row["ignorance_low"] > row["chance_high"] - row["chance_low"]
    assert found.result.worlds.groupby(["arm", "setting"]).size().tolist() == [3] * 6
    assert "over 3 settings" in repr(found)

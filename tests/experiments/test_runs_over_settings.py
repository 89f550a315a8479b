"""Runs, comparisons, experiments, claims and sweeps at plausible settings."""

from __future__ import annotations

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot

import unanimity as un
from small_regimes import only_the_hall
from unanimity.claims import load_claim, names
from unanimity.claims.debate import Plan
from unanimity.experiments.robustness import robustness
from unanimity.experiments.store import World
from unanimity.regimes.plausible import plausible
from unanimity.report.outcome_page import sections
from unanimity.results import load_result
from unanimity.support.errors import UserError

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
    with pytest.raises(UserError, match=r"no parameter 'voice\.tetha'"):
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
    last = found.over_months("secret", "unanimity").iloc[-1]
    assert last["low"] < last["mean"] < last["high"] and last["high"] - last["low"] > 0.1  # settings differ, not pairs


def test_an_experiment_is_judged_at_every_setting_and_tells_chance_from_ignorance():
    lab = Laboratory(effect=1.0)  # assent falls by voice.theta
    given = [{"voice.theta": value, "fear.fade": 0.9} for value in (0.05, 0.2, 0.3)]
    found = ballot(regime={"mechanisms": [], "parameters": {"fear": {"fade": 0.92}}}, sources={"fear.fade": "assumed"},
                   ).run(keep=False, runner=lab, settings=given)
    one, = found.robustness
    assert one.ranges == "plausible settings" and one.words[0] != "holds" and one.words[1:] == ("holds", "holds")
    assert list(one.table["setting"]) == [0, 1, 2] and one.effects[2] == pytest.approx(-30.0)
    rows = one.spreads.set_index(["arm", "measure", "what"])
    apart = rows.loc[("secret", "assent", "difference")]
    assert apart["mean"] == pytest.approx(-0.55 / 3) and apart["settings_agree"] == 1.0
    assert apart["chance_high"] - apart["chance_low"] < 1e-9 < apart["ignorance_high"] - apart["ignorance_low"]
    assert one.notes == ("mine sets fear.fade itself, so the settings do not move it there.",)
    record = found.record()["robustness"][0]
    assert record["settings"] == 3 and len(record["spreads"]) == len(one.spreads)
    page = "".join(str(part) for part in sections(found))
    assert "Chance and ignorance" in page


def test_what_expects_nothing_has_spreads_and_no_robustness():
    found = ballot(expect=None).run(keep=False, runner=Laboratory(), settings=SETTINGS, n_settings=2)
    assert len(found.robustness[0].spreads) == 6 and found.robustness[0].words == ("none", "none")
    with pytest.raises(UserError, match="expect is empty"):
        robustness(ballot(expect=None, explained_by=["voice"]), 2, lambda some, tell: [])


def test_a_debate_counts_the_settings_in_its_cost():
    one = load_claim(names()[0])
    plan = Plan(pairs=3, plausible=plausible(SETTINGS))
    assert plan.parts(one) == {"verdict": 3, "plausible settings": 9} and plan.cost(one) == 12 * one.person_months


def test_a_sweep_runs_every_point_at_every_setting_and_an_axis_wins(hall):
    lab = Sweeping()
    found = un.sweep(hall, {"fear.fade": [0.8, 0.9]}, measures=["unanimity"], worlds=3, keep=False, runner=lab,
                     settings=[{**one, "fear.fade": 0.97} for one in SETTINGS])
    assert found.values.shape == (2, 9, 1) and lab.ran == 18
    assert list(found.table["setting"])[:9] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    row = found.summary.iloc[0]
    assert row["mean"] == pytest.approx(0.14 + 0.8, abs=0.01) and row["settings"] == 3 and row["worlds"] == 3
    assert row["ignorance_high"] - row["ignorance_low"] == pytest.approx(0.2, abs=0.03)
    assert row["low"] == row["ignorance_low"] and "3 plausible settings" in repr(found)


def test_a_sweep_tells_what_the_regime_keeps_in_its_record_and_on_its_page(hall, tmp_path):
    mine = hall.but({"voice.theta": 0.1})
    found = un.sweep(mine, {"fear.fade": [0.8, 0.9]}, measures=["unanimity"], worlds=3, keep=False, runner=Sweeping(),
                     settings=SETTINGS)
    kept = f"{mine.name} sets voice.theta itself, so the settings do not move it there."
    assert kept in found.notes and found.record()["notes"] == found.notes
    assert kept in found.report(tmp_path / "sweep.html").read_text(encoding="utf-8")


class Sweeping:
    """Answers that are the sum of two parameters and a little luck."""

    ran = 0

    def __call__(self, pieces, seeds, events, threads, tell):
        self.ran += len(seeds)
        return [World(np.array([piece.regime.parameters["voice.theta"] + piece.regime.parameters["fear.fade"]
                                + 0.001 * seed]), np.arange(3), np.full((1, 3), np.nan))
                for piece, seed in zip(pieces, seeds, strict=True)]


def test_the_columns_of_a_row_agree_where_settings_weigh_differently_and_one_setting_has_no_interval(hall, tmp_path):
    table = tmp_path / "mine.csv"
    table.write_text("voice.theta,weight\n0.05,3\n0.25,1\n")
    found = un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, settings=table)
    rows = found.table().dropna(subset="difference")
    assert (rows["treated"] - rows["control"]).to_numpy() == pytest.approx(rows["difference"].to_numpy(), abs=1e-12)
    run = un.run(hall, worlds=3, settings=table)
    assert f"{100 * run.spreads.set_index('measure').loc['private_dissent', 'mean']:.0f}" in repr(run).splitlines()[0]
    assert run.dataset["setting"].values.tolist() == [0, 0, 0, 1, 1, 1]
    one = un.compare(hall, {"secret": {"ballot": "secret"}}, pairs=3, settings=[SETTINGS[0]])
    assert one.table(["unanimity"])[["low", "high"]].isna().all(axis=None) and "over 1 setting\n" in repr(one)

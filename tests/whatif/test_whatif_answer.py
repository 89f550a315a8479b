"""The answer: differences, parting, timelines, lives, the record beside it, and the page."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest

import short_history as short
import unanimity as un
from unanimity.history.branch_reliability import (
    BOTH_INSIDE,
    LARGER,
    NONE,
    SMALLER,
    held_against,
    targets_within,
    years_against,
)
from unanimity.history.branch_worlds import BranchWorld
from unanimity.history.divergence import first_difference, side_by_side
from unanimity.history.paired_biographies import check_wish
from unanimity.history.target_check import Questions
from unanimity.history.targets import Target, read_targets
from unanimity.history.yearly_series import Yearly
from unanimity.results.timeline import Happening
from unanimity.support.errors import UserError
from unanimity.world.case_log import ROW


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return short.asked(tmp_path_factory.mktemp("store"))


def test_differences_are_of_the_same_worlds_over_the_months_of_the_branch(found):
    table = found.table.set_index(["arm", "measure"])
    assert set(found.table["arm"]) == set(short.ARMS) and {"Executions", "unanimity"} <= set(found.table["measure"])
    row = table.loc["secret ballot", "unanimity"]
    of = found.result.of("unanimity").to_numpy()
    apart = (of[:, 3:6] - of[:, :3]).mean(axis=0)
    assert row["difference"] == pytest.approx(apart.mean()) and row["low"] <= row["difference"] <= row["high"]
    arrests = table.loc["no hostages", "Arrests by the political police"]
    courses = np.stack([world.courses[0] for world in found.worlds["no hostages"]])
    assert arrests["treated"] == pytest.approx(12 * courses.mean())
    assert found.months == (short.BRANCH, short.END) and found.regime.months == short.END


def test_the_sentence_says_when_what_and_how_far_to_trust_it(found):
    said = found.sentence_of("secret ballot")
    assert said.startswith("With secret ballot from September 1918 the branches part in September 1918")
    assert "until February 1919" in said and "most clearly changed" in said and "hindcast" in said
    assert "\n" not in said and found.sentence().count("With ") == 2
    assert "instead of" in said and repr(found).count("->") == len(found.table)


def test_branches_part_in_the_first_month_in_which_anything_recorded_differs(found):
    assert set(found.parted) == set(short.ARMS) and set(found.parted["secret ballot"]) == {short.BRANCH}
    rows = np.zeros(3, ROW)
    rows["month"] = [8, 9, 11]
    one = BranchWorld(np.zeros((4, 2, 3)), np.empty((0, 4)), np.empty(0), rows, np.zeros(3, np.uint8), "")
    values = one.values.copy()
    assert first_difference(one, one, 8) is None
    values[2, 1, 0] = np.nan
    assert first_difference(one, BranchWorld(values, one.courses, one.totals, rows, one.kinds, ""), 8) == 10
    other = rows.copy()
    other["person"][1] = 5
    assert first_difference(one, BranchWorld(values, one.courses, one.totals, other, one.kinds, ""), 8) == 9
    longer = BranchWorld(one.values, one.courses, one.totals, rows[:2], one.kinds, "")
    assert first_difference(one, longer, 8) == 11


def test_two_timelines_side_by_side(found):
    sides = found.timelines("no hostages")
    assert sides == sorted(sides, key=lambda side: side.month)
    assert all(short.BRANCH <= side.month < short.END for side in sides)
    script = [side for side in sides if "script" in side.history + side.branch]
    assert any(side.history == "By the script: lever hostage group." and not side.branch and
               side.where == "in the hindcast alone" for side in script)
    assert not any("lists" in side.history for side in sides)  # a row that both keep
    assert {side.where for side in sides} <= {"in both", "in both, differently", "in the hindcast alone",
                                              "in the branch alone"}


def test_lines_of_a_month_stand_in_the_order_of_the_timeline():
    """Causes before consequences, and not in an order that differs between processes."""
    class Told:
        months = (0, 9)

        def timeline(self, world, most):
            kinds = ("congress", "famine", "attack", "script")
            return [Happening(5, kind, f"{kind} {world}") for kind in (kinds if world == 0 else kinds[::-1])]

    assert [side.history for side in side_by_side(Told(), 1)] == ["script 0", "famine 0", "attack 0", "congress 0"]


def test_one_life_in_two_histories(found):
    told = found.life(arm="no hostages")
    assert told.before[0].startswith(told.name) and told.history != told.branch
    assert all(line.split(":")[0].endswith(("1918", "1919")) for line in told.history if ": " in line and "19" in line)
    assert found.life(told.name, "no hostages").name == told.name
    assert found.life(str(told.person), "no hostages") == told
    member = found.life("members and province(2)")
    assert member.before[0].startswith(member.name)
    for wish, said in (("Nobody Atall", "nobody of that name"), ("99999999", "nobody of that number"),
                       ("membrs", "Did you mean 'members'"), ("status(camp) and officials", "nobody is meant")):
        with pytest.raises(UserError, match=said.replace("'", ".")):
            found.life(wish)
    with pytest.raises(UserError, match="membrs"):
        check_wish("membrs", found.regime)
    check_wish("Nobody Atall", found.regime)  # whether there is one is known later


def test_everything_found_is_one_json_object(found):
    told = json.loads(json.dumps(found.record(), default=str))
    assert told["branched_at"] == "1918-09" and told["until"] == "1919-03" and told["arms"] == list(short.ARMS)
    rows = {row["row"]: row for row in told["rows"]["no hostages"]}
    assert rows["1918-09 hostage_group"]["fate"] == "overridden" and rows["1918-09 take_hostages"]["warning"]
    assert rows["1919-01 war"]["reason"] == "comes from outside"
    assert set(told["parted"]) == set(short.ARMS) and told["parted"]["secret ballot"] == ["1918-09"] * 3


def test_the_page_holds_all_of_it(found, tmp_path):
    page = found.report(tmp_path / "out", life="")
    text = page.read_text(encoding="utf-8")
    for part in ("Arrests by the political police: no whole year follows", "What differs", "Where the branches part",
                 "Two timelines: secret ballot", "One life in two histories: no hostages", "Nothing hidden",
                 "overridden", "in the hindcast", "September 1918"):
        assert part in text, part
    assert "One life" not in found.report(tmp_path / "plain.html").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "differences.csv").exists()
    assert json.loads((tmp_path / "out" / "whatif.json").read_text(encoding="utf-8"))["arms"] == list(short.ARMS)


def test_targets_count_only_if_they_lie_within_the_branch():
    regime = un.regime("ussr-1918-1941").but({"people": 3000, "months": 144})
    within = {one.id for one in targets_within(regime, read_targets("ussr-1918-1941"), 96, 143, "t")}
    assert {"arrests-1927-29", "take-1926-28", "gap-1927", "capitulated-1928-29"} <= within
    assert not within & {"arrests-1922-26", "falls-1918-29", "arrests-1930-33", "congress-1925", "silence-1925"}
    later = {one.id for one in targets_within(regime, read_targets("ussr-1918-1941"), 121, 143, "t")}
    assert "capitulated-1928-29" not in later  # its people are those of December 1927


def test_a_difference_smaller_than_the_hindcasts_own_error_is_said_to_be_so():
    regime = un.regime("terror").but({"people": 400, "months": 12})
    targets = [Target("a", "mean(fear, all, 0..5)", 2.0, 1.0, 4.0),
               Target("b", "mean(trust, all, 0..5)", 2.0, 1.0, 4.0)]
    questions = Questions(regime, targets, "")
    totals = {"control": np.array([[8.0, 2.0]] * 3), "near": np.array([[9.0, 3.0]] * 3),
              "far": np.array([[80.0, 9.0]] * 3), "same": np.array([[8.0, 2.0]] * 3)}
    held = held_against(questions, targets, totals, 1e5, "control").set_index(["arm", "target"])["says"]
    assert dict(held) == {("near", "a"): SMALLER, ("far", "a"): LARGER, ("same", "a"): NONE, ("near", "b"): BOTH_INSIDE,
                          ("far", "b"): LARGER, ("same", "b"): BOTH_INSIDE}


def test_years_of_the_branch_against_the_record_by_hand():
    seen = pd.DataFrame({"year": [1926, 1927, 1928], "value": [1.0, 1.0, 1.0], "tag": "seen", "source": ""})
    one = Yearly("x", "X", "per 1000 a year", "m", "sum", seen)
    control = pd.DataFrame({0: [9.0, math.e, math.e], 1: [9.0, math.e, math.e]}, index=[1926, 1927, 1928])
    arm = pd.DataFrame({0: [9.0, math.e, math.e ** 3], 1: [9.0, math.e, math.e ** 3]}, index=[1926, 1927, 1928])
    row = years_against([one], {"control": [control], "arm": [arm]}, 1926 + 5 / 12, 1929.0, 1e6, "control").iloc[0]
    assert row["years"] == 2 and row["error"] == pytest.approx(1.0) and row["apart"] == pytest.approx(1.0)
    none = years_against([one], {"control": [control], "arm": [arm]}, 1928.5, 1929.0, 1e6, "control").iloc[0]
    assert none["says"] == "no whole year" and math.isnan(none["error"])


def test_a_scenario_of_ones_own_with_its_own_record(tmp_path):
    (tmp_path / "mine.toml").write_text('title = "mine"\nbased_on = "terror"\n[run]\nstart = "1990-01"\nmonths = 24\n'
                                        'burn_in = 12\n[[schedule]]\nmonth = "1991-01"\nlever = "ballot"\n'
                                        'value = "secret"\norigin = "order"\n', encoding="utf-8")
    (tmp_path / "series.csv").write_text("id,title,unit,model_measure,how,record\nfear,Fear,score,\"mean(fear, all, "
                                         "WINDOW)\",mean,fear.csv\n", encoding="utf-8")
    (tmp_path / "fear.csv").write_text("year,value\n1990,.3\n1991,.4\n", encoding="utf-8")
    (tmp_path / "targets.csv").write_text('id,model_measure,low,high\ntrust,"mean(trust, all, 1991-02..1991-06)",0,1\n',
                                          encoding="utf-8")
    found = un.whatif("October 1990", {"open": {"ballot": "open"}}, scenario=tmp_path / "mine.toml", worlds=3,
                      people=400, store=tmp_path / "s", progress=False,
                      record={"targets": tmp_path / "targets.csv", "series": tmp_path / "series.csv"})
    assert found.rows["open"][0].fate == "overridden" and found.months == (9, 24) and found.regime.burn_in == 12
    assert found.years_held.iloc[0]["years"] == 1 and list(found.targets_held["target"]) == ["trust"]
    assert set(found.parted["open"]) == {12} and list(found.curves["open"][0].index) == [1990, 1991]
    bare = un.whatif(9, {"open": {"ballot": "open"}}, scenario=tmp_path / "mine.toml", worlds=3, people=400,
                     store=tmp_path / "s", progress=False)
    assert "no series of the record" in bare.sentence() and not len(bare.targets_held)

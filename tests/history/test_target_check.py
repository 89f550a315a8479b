"""Targets and the distance of a model from them; the check itself on a small country."""

from __future__ import annotations

import math

import pytest

import unanimity as un
from unanimity.history.distance import FARTHEST, distance, floor_of, seen
from unanimity.history.target_check import Found, Questions
from unanimity.history.targets import Target, of_split, read_targets, table_for, within_window
from unanimity.support.errors import UserError

HEAD = "id,kind,model_measure,value,low,high,split,note\n"


def table(tmp_path, rows, head=HEAD):
    path = tmp_path / "targets.csv"
    path.write_text(head + rows, encoding="utf-8")
    return path


def test_the_programs_targets_are_read_and_split():
    targets = read_targets("ussr-1918-1941")
    assert len(targets) == 61 and {one.split for one in targets} == {"fit"}
    first = within_window(targets, 1929, "")  # the window of stage 1
    assert [one.id for one in first] == [one.id for one in targets] and of_split(first, "all", "") == first
    assert len(of_split(first, "fit", "")) == 38 and {one.split for one in first} == {"fit", "validate"}
    assert all((one.years[1] <= 1929) == (one.split == "fit") for one in first if one.years)
    assert table_for("ussr-1918-1941-open") == "ussr-1918-1941"
    by_id = {one.id: one for one in targets}
    assert by_id["arrests-1921"].events == 147 and by_id["arrests-1921"].years == (1921, 1921)
    assert math.isnan(by_id["falls-1918-29"].events) and not any(one.missing for one in targets)


def test_every_target_can_be_asked_or_says_what_is_missing():
    regime = un.regime("ussr-1918-1941")
    targets = [one for one in read_targets("ussr-1918-1941") if not one.missing]
    assert len(targets) >= 60
    texts = Questions(regime, targets, "targets").texts
    assert len(texts) == len(set(texts)) > 50


def test_rows_to_judge_by_are_not_looked_at_by_themselves():
    targets = within_window(read_targets("ussr-1918-1941"), 1929, "")
    with pytest.raises(UserError, match="written down"):
        of_split(targets, "validate", "x")
    with pytest.raises(UserError, match="no split 'fitt'"):
        of_split(targets, "fitt", "x")


def test_distance_is_to_the_nearer_end_zero_inside_and_at_most_five():
    one = Target("x", "m", 2.0, 1.0, 4.0, note="E100k 200")
    assert distance(one, 1.0, 1e5) == distance(one, 4.0, 1e5) == 0.0
    assert distance(one, 8.0, 1e5) == pytest.approx(math.log(2.0))
    assert distance(one, 0.5, 1e5) == pytest.approx(math.log(2.0))
    assert floor_of(one, 1e5) == pytest.approx(0.005)  # half of one of 200 events that make 2
    assert distance(one, 0.0, 1e5) == FARTHEST == distance(one, math.nan, 1e5)
    never = Target("falls", "m", 0.0, 0.0, 0.0)
    assert distance(never, 0.0, 1e5) == 0.0 and distance(never, 4.0, 1e5) == pytest.approx(math.log(8.0))


def test_what_a_pool_cannot_see_is_not_counted():
    rare = Target("x", "m", 0.07, 0.06, 0.09, note="E100k 7")
    assert not seen(rare, 0.0, 1e5) and not seen(rare, 0.07, 1e5)
    assert seen(rare, 0.07, 3e5)  # enough by the record
    assert seen(rare, 2.0, 1e5)  # enough by the model: far too many are seen at once
    ratio = Target("x", "a / b", 0.07, 0.06, 0.09, kind="ratio", note="E100k 7")
    assert not seen(ratio, 2.0, 1e5) and not seen(ratio, 2.0, 1e5, made=3.0)
    assert seen(ratio, 2.0, 1e5, made=500.0)  # the model's own counts on both sides are large
    found = Found(rare, 0.0, (0.0,), 1e5).row()
    assert found["inside"] is None and found["distance"] is None and "too few" in found["unseen"]


@pytest.mark.parametrize("rows, said", [
    ("a,,mean(fear),1,2,1.5,fit,\n", "a: low = '2' is not allowed; allowed: a number up to high, 1.5"),
    ("a,,mean(fear),1,x,2,fit,\n", "a: low = 'x' is not allowed; allowed: a number"),
    (",,mean(fear),1,1,2,fit,\n", "row 1: id = '' is not allowed"),
    ("a,,,1,1,2,fit,\n", "a: model_measure = '' is not allowed; allowed: an expression"),
    ("a,,mean(fear),1,1,2,fit,\na,,mean(fear),1,1,2,fit,\n", "twice"),
    ("a,,mean(fear),1,1\n", "a has 5 cells, the head has 8"),
    ("b,,mean(fear),1,1,2,fit,\na,,mean(fear, all),1,1,2,fit,\n", "a has 9 cells, the head has 8"),
    ("a,,mean(fear),1,1,2,fti,\n", "a: split = 'fti' is not allowed; allowed: fit, validate, judge. Did you"),
    ("a,ration,mean(fear),1,1,2,fit,\n", "a: kind = 'ration' is not allowed; allowed: series, fact, ratio, shape."),
    ('a,,"mean(fear),1,1,2,fit,\n', "is no CSV file"), ("", "no targets"),
])
def test_a_slip_in_a_table_of_targets_is_one_line(tmp_path, rows, said):
    with pytest.raises(UserError) as slip:
        read_targets(table(tmp_path, rows))
    assert said in str(slip.value) and "targets.csv" in str(slip.value)


@pytest.mark.parametrize("head, said", [
    ("id,kind,model_measure,value,low,high,splitt,note\n", "head: no column 'splitt'. Did you mean 'split'?"),
    ("id,kind,model_measure,value,low,high,low,note\n", "head: the column 'low' stands there 2 times"),
    ("id,kind,model_measure,value,low,split,unit,note\n", "head: no column 'high'; needed: id, model_measure, low"),
    ("id,kind,model_measure,value,low,high,,note\n", "head: no column ''"),
])
def test_a_slip_in_the_head_of_a_table_of_targets_is_one_line(tmp_path, head, said):
    with pytest.raises(UserError) as slip:
        read_targets(table(tmp_path, "a,,mean(fear),1,1,2,fit,\n", head))
    assert said in str(slip.value) and "targets.csv" in str(slip.value)


def test_years_of_a_row_are_whole_numbers_in_order_and_comments_and_blank_lines_are_no_rows(tmp_path):
    head, row = "\ufeffid,model_measure,low,high,year_from,year_to\n", "# mine\n\na,mean(fear),1,2,{}\n  \n"
    found = read_targets(table(tmp_path, row.format("1921,1922"), head))
    assert [one.years for one in found] == [(1921, 1922)] and found[0].value == 1.5 and found[0].split == "fit"
    assert read_targets(table(tmp_path, row.format("1921,"), head))[0].years == (1921, 1921)
    for years, said in (("1921.5,1922", "a: year_from = '1921.5'"), ("1921,x", "a: year_to = 'x'"),
                        (",1922", "a: year_from"),
                        ("1922,1921", "a: year_to = '1921' is not allowed; allowed: a year from year_from, 1922, on")):
        with pytest.raises(UserError) as slip:
            read_targets(table(tmp_path, row.format(years), head))
        assert said in str(slip.value)


def test_another_scenario_and_another_table_work_as_well(tmp_path):
    path = table(tmp_path, 'arrests,series,"12000 * rate(log arrested, all, 0..11)",5,1,100,fit,E100k 5000\n'
                           'ratio,ratio,"count(log arrested, all, 0..5) / count(log arrested, all, 6..11)",1,.1,9,'
                           'fit,\n'
                           'fear,fact,mean(fear),.5,.9,1,fit,\nno-word,,missing: the weather,1,1,2,fit,\n'
                           'later,fact,mean(trust),.5,0,1,judge,\n')
    found = un.history.check("terror", path, worlds=2, people=400, changes={"months": 12, "police_quota": 0.01})
    rows = {row["id"]: row for row in (one.row() for one in found.found)}
    assert list(rows) == ["arrests", "ratio", "fear", "no-word"] and found.not_looked_at == 1
    answers = found.result.answers
    first, second = (answers[f"count(log arrested, all, {span})"] for span in ("0..5", "6..11"))
    assert rows["ratio"]["model"] == pytest.approx(first.sum() / second.sum())  # worlds are pooled before they are set
    by_id = {one.target.id: one for one in found.found}
    assert by_id["ratio"].made == min(first.sum(), second.sum()) and math.isnan(by_id["fear"].made)
    assert rows["arrests"]["model_low"] <= rows["arrests"]["model"] <= rows["arrests"]["model_high"]
    assert rows["fear"]["inside"] is False and rows["no-word"]["model"] is None
    assert found.sums["fit"]["counted"] == 3 and found.sums["fit"]["unseen"] == 1
    assert "judge" not in found.sums and "of 3 inside" in repr(found)
    whole = un.history.check("terror", path, split="all", people=400, changes={"months": 12})
    assert [one.target.id for one in whole.found][-1] == "later" and math.isnan(whole.found[0].interval[0])


def test_a_measure_nobody_knows_is_told_with_file_and_target(tmp_path):
    for rows in ("a,,mean(fera),1,1,2,fit,\n", "b,,mean(fear),1,1,2,fit,\na,,mean(fera),1,1,2,judge,\n"):
        with pytest.raises(UserError, match=r"targets.csv: a: model_measure.*fera.*Did you mean 'fear'"):
            un.history.check("terror", table(tmp_path, rows), people=400)
    with pytest.raises(UserError, match=r"a: model_measure.*as of 99 is no month of the run; allowed"):
        un.history.check("terror", table(tmp_path, 'a,,"mean(fear, all as of 99, 50)",1,1,2,fit,\n'), people=400)
    with pytest.raises(UserError, match=r"a: model_measure.*96..99 is not allowed; allowed: months of the run, 0..95"):
        un.history.check("terror", table(tmp_path, 'a,,"2 * mean(fear, 96..99)",1,1,2,fit,\n'), people=400)
    with pytest.raises(UserError, match="--targets"):
        un.history.check("terror", people=400)

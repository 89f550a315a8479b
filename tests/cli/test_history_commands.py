"""`unanimity history` from the command line."""

from __future__ import annotations

import json
import math

import pytest

import small_hindcast as tables

ROWS = ("id,model_measure,value,low,high,unit,split,note\n"
        "fear,mean(fear),.3,0,1,share,fit,\ntrust,mean(trust),.3,0,1,share,judge,\n")


def test_check_prints_promised_json(unanimity, tmp_path):
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    words = ("history", "check", "terror", "--targets", "t.csv", "--people", "400", "--set", "months=12")
    answer = unanimity(*words, "--json")
    assert answer.code == 0, answer.err
    found = json.loads(answer.out)
    assert [row["id"] for row in found["targets"]] == ["fear"] and found["not_computed"] == 1
    assert {"id", "split", "model", "low", "high", "inside", "distance"} <= set(found["targets"][0])
    assert found["targets"][0]["inside"] is True and found["targets"][0]["distance"] == 0
    assert found["sums"]["fit"]["counted"] == 1 and "not computed" in answer.err
    told = unanimity(*words, "--split", "all")
    assert told.code == 0 and "trust" in told.out and "written down" in told.err and "inside" in told.out


def test_a_window_says_which_rows_the_model_is_fitted_on(unanimity, tmp_path):
    rows = ROWS.replace("split,note\n", "split,note,year_to,year_from\n")
    rows = rows.replace("fit,\n", "fit,,1920,1918\n").replace("judge,\n", "fit,,1930,1921\n")
    (tmp_path / "t.csv").write_text(rows, encoding="utf-8")
    words = ("history", "check", "terror", "--targets", "t.csv", "--people", "400", "--set", "months=12", "--json")
    whole = json.loads(unanimity(*words).out)
    assert {row["id"]: row["split"] for row in whole["targets"]} == {"fear": "fit", "trust": "fit"}
    first = json.loads(unanimity(*words, "--until", "1920").out)
    assert [row["id"] for row in first["targets"]] == ["fear"] and first["not_computed"] == 1
    both = json.loads(unanimity(*words, "--until", "1920", "--split", "all").out)
    assert {row["id"]: row["split"] for row in both["targets"]} == {"fear": "fit", "trust": "validate"}
    slip = unanimity(*words, "--until", "1900")
    assert slip.code == 2 and "until = 1900 is not allowed; allowed: a year from 1920 on" in slip.err


def test_a_further_table_is_checked_with_intervals_and_distances(unanimity, tmp_path):
    rows = ("id,kind,model_measure,low,high,split,note\nfear,fact,mean(fear),.9,1,judge,\n"
            'arrests,series,"12000 * rate(log arrested, all, 0..11)",1,900,judge,E100k 9000\n'
            "weather,fact,missing: the weather,1,2,judge,\n")
    (tmp_path / "my.csv").write_text(rows, encoding="utf-8")
    words = ("history", "check", "terror", "--targets", "my.csv", "--people", "400", "--set", "months=12", "--set",
             "police_quota=0.01", "--worlds", "3", "--split", "all")
    found = json.loads(unanimity(*words, "--json").out)
    fear, arrests, weather = found["targets"]
    assert found["targets_from"] == "my.csv" and found["worlds"] == 3
    assert fear["model_low"] <= fear["model"] <= fear["model_high"] < 0.9 and fear["inside"] is False
    assert fear["distance"] == pytest.approx(math.log(0.9 / fear["model"])) and fear["value"] == 0.95
    assert arrests["inside"] is True and arrests["distance"] == 0.0 and weather["model"] is None
    told = unanimity(*words).out
    line = next(line for line in told.splitlines() if line.startswith("fear"))
    assert f"{fear['distance']:.2f}" in line and line.count("..") == 2 and "the weather" in told


def test_slips_of_history_get_one_line(unanimity, tmp_path):
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "bad.csv").write_text(ROWS.replace("mean(trust)", "mean(trsut)"), encoding="utf-8")
    for words in (("history", "check", "nowhere"), ("history", "check", "terror", "--targets", "bad.csv"),
                  ("history", "run", "terror", "--targets", "bad.csv"), ("history", "check", "terror"),
                  ("history", "check", "terror", "--targets", "none.csv"),
                  ("history", "check", "terror", "--targets", "t.csv", "--split", "judge"),
                  ("history", "check", "terror", "--targets", "t.csv", "--worlds", "0")):
        answer = unanimity(*words)
        assert answer.code == 2 and answer.err.count("\n") == 1, answer.err


def test_run_writes_a_page_and_a_look_is_written_down(unanimity, tmp_path):
    tables.write(tmp_path)
    words = ("history", "run", "terror", "--targets", "targets.csv", "--series", "series.csv", "--people", "400",
             "--worlds", "2", "--out", "out")
    answer = unanimity(*words, "--json")
    assert answer.code == 0, answer.err
    found = json.loads(answer.out)
    assert found["skill"] and found["report"] == "out/history.html"
    page = (tmp_path / "out/history.html").read_text(encoding="utf-8")
    assert "Arrests" in page and "Two naive rivals" in page and "Targets by mechanism" in page and "later" not in page
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"targets.csv", "skill.csv", "inputs.csv"}
    refused = unanimity(*words, "--record", "looks.md")
    assert refused.code == 2 and "--reason" in refused.err
    for _ in range(2):
        told = unanimity(*words, "--split", "all", "--record", "looks.md", "--reason", "a test")
        assert told.code == 0 and "written down" in told.err
    log = (tmp_path / "looks.md").read_text(encoding="utf-8")
    assert log.count("a test. fit:") == 2 and "judge:" in log and log.startswith("# Looks")

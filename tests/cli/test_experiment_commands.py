"""`unanimity experiment` and `unanimity store`: words in, one page, one JSON object or one clear line out."""

from __future__ import annotations

import json

import pytest

EXPERIMENT = """
title = "Ballot"
asks = "Is assent the work of the open ballot?"
months = 4
burn_in = 0
people = 256
replications = 10
explained_by = ["voice"]
[regime]
mechanisms = []
[arms.secret]
levers = {ballot = "secret"}
[measures]
assent = "unanimity"
[[expect]]
form = "sign"
measure = "assent"
direction = "fall"
[[rival]]
word = "unchanged"
measure = "assent"
share = true
"""


@pytest.fixture
def ballot(tmp_path):
    (tmp_path / "ballot.toml").write_text(EXPERIMENT)
    return "ballot.toml"


def test_an_experiment_from_the_file_to_the_page(unanimity, ballot, tmp_path):
    sound = unanimity("experiment", "validate", ballot)
    assert sound.code == 0 and "2 arms, 2 cells, 2 tests, 20 worlds" in sound.out
    first = unanimity("experiment", "run", ballot, "--json", "--out", "out", "--store", "kept", "--robustness", "2",
                      "--ablation", "--robustness-pairs", "10")
    told = json.loads(first.out)
    assert first.code == 0 and told["verdict"] == "holds" and told["worlds_run"] == 20
    assert told["effect"]["effect"] < 0 and told["robustness"][0]["settings"] == 2
    assert list(told["ablation"]["without"]) == ["voice"]
    page = (tmp_path / "out" / "report.html").read_text()
    for words in ("Is assent the work of the open ballot?", "Verdict from 10 pairs: holds.", "What was changed",
                  "ballot", "Robustness", "Ablation"):
        assert words in page, words
    assert page.count("<svg") >= 2
    assert {"findings.csv", "table.csv", "series.csv", "outcome.json"} <= {p.name for p in (tmp_path / "out").iterdir()}
    again = unanimity("experiment", "run", ballot, "--store", "kept")
    assert "verdict: holds" in again.out and "0 worlds were run, 20 were in the store" in again.err
    info = json.loads(unanimity("store", "info", "--store", "kept", "--json").out)
    assert info["worlds"] == 80 and info["damaged"] == 0 and list(info["experiment"]) == ["Ballot"]
    assert "80 worlds" in unanimity("store", "info", "--store", "kept").out
    dry = unanimity("store", "prune", "--all", "--dry-run", "--store", "kept")
    assert "would be removed" in dry.out and dry.code == 0
    assert "0 files" in unanimity("store", "prune", "--other-versions", "--store", "kept").out
    assert json.loads(unanimity("store", "prune", "--all", "--json", "--store", "kept").out)["left"] == 0
    assert "empty" in unanimity("store", "info", "--store", "kept").out


@pytest.mark.parametrize("words, fragments", [
    (["experiment", "run", "nothing.toml"], ["nothing.toml", "cannot be read"]),
    (["experiment", "run", "ballot.toml", "--pairs", "0"], ["pairs = 0", "from 3 up"]),
    (["experiment", "run", "ballot.toml", "--robustness", "-1"], ["--robustness = -1"]),
    (["experiment", "run", "ballot.toml", "--store", "ballot.toml"], ["store = 'ballot.toml'", "a folder"]),
    (["experiment", "vaildate", "ballot.toml"], ["vaildate", "validate"]),
    (["store", "prune"], ["--older-than DAYS"]),
    (["store", "prune", "--older-than", "-3"], ["days = -3", "from 0 up"]),
])
def test_a_slip_is_one_clear_line(unanimity, ballot, tmp_path, words, fragments):
    before = sorted(p.name for p in tmp_path.rglob("*"))
    answer = unanimity(*words)
    assert answer.code == 2 and answer.out == "" and len(answer.err.splitlines()) == 1, answer
    for fragment in fragments:
        assert fragment in answer.err, answer.err
    assert sorted(p.name for p in tmp_path.rglob("*")) == before

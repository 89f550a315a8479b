"""`unanimity whatif` from the command line."""

from __future__ import annotations

import json

import pytest

SIZE = ("--people", "2000", "--worlds", "3", "--until", "1918-12")
QUESTION = ('title = "Mine"\nasks = "What if?"\ndate = "September 1918"\nwords = "Own words."\n'
            'sources = ["000 l.1: x"]\n[[arms]]\nname = "secret"\nchanges = {ballot = "secret"}\n')


def test_a_branch_a_page_and_everything_as_json(unanimity, tmp_path):
    words = ("whatif", "1918-09", "--with", "ballot=secret,debate=controlled until 1918-11", *SIZE)
    answer = unanimity(*words, "--drop", "1918-11 release", "--life", "--out", "out", "--json")
    assert answer.code == 0, answer.err
    told = json.loads(answer.out)
    assert told["branched_at"] == "1918-09" and told["until"] == "1918-12" and told["report"] == "out/report.html"
    arm, = told["arms"]
    assert {row["row"]: row["fate"] for row in told["rows"][arm]}["1918-11 release"] == "dropped"
    assert told["lives"][arm]["name"] and told["pasts_run"] == 3
    assert "One life in two histories" in (tmp_path / "out/report.html").read_text(encoding="utf-8")
    again = unanimity("whatif", "September", "1918", *SIZE, "--life", "members", "--row",
                      "event = 'release', who = 'status(imprisoned)', share = 0.5")
    assert again.code == 0 and "0 pasts and 3 worlds" in again.err and "release" in again.out
    assert "One life in two histories" in again.out and "later rows stay as they are" in again.out
    prune = unanimity("store", "prune", "--all", "--json")
    assert prune.code == 0 and json.loads(prune.out)["removed"] == 12


def test_questions_are_listed_shown_and_run(unanimity, tmp_path):
    listed = json.loads(unanimity("whatif", "list", "--json").out)
    assert len(listed) == 12 and listed[0]["name"] == "no-hostages-1918"
    shown = unanimity("whatif", "show", "no-hostages-1918")
    assert shown.code == 0 and "source: 000 l." in shown.out and "overridden" in shown.out
    (tmp_path / "mine.toml").write_text(QUESTION, encoding="utf-8")
    ran = unanimity("whatif", "run", "mine.toml", *SIZE, "--out", "out")
    assert ran.code == 0 and ran.out.startswith("Mine\nWhat if?\n"), ran.err
    page = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    assert "Own words." in page and "000 l.1" in page and "<h1>What if?</h1>" in page
    rows = unanimity("whatif", "rows", "1941-01")
    assert rows.code == 0 and "1941-06 war" in rows.out
    fates = json.loads(unanimity("whatif", "rows", "1937-08", "--with", "quota_requests=off", "--json").out)
    assert [row["fate"] for row in next(iter(fates.values())) if row["name"] == "quota_requests"] == ["overridden"] * 2


@pytest.mark.parametrize("words, said", [
    (("1950-01", "--with", "ballot=secret"), "1918-02 to 1941-12"), (("1926-01",), "nothing would be changed"),
    (("1926-01", "--with", "ballot=open"), "changes nothing"), (("1926-13", "--with", "ballot=secret"), "1926-13"),
    (("1926-01", "--with", "ballot=secret", "--until", "1925-01"), "after the branch"),
    (("1926-01", "--drop", "1930-01 nothing"), "no later row"), (("1926-01", "--with", "ballot"), "NAME=VALUE"),
    (("1926-01", "--with", "ballot=secret", "--worlds", "2"), "worlds = 2"), (("run", "nothing"), "no question"),
    (("1926-01", "--with", "ballot=secret", "--row", "event"), "--row"), (("rows", "1917-01"), "1917-01"),
    (("1926-01", "--with", "ballot=secret", "--life", "membrs"), "members"),
    (("1926-01", "--with", "ballot=secret", "--scenario", "apparatus"), "start"),
    (("1926-01", "--with", "ballot=secret", "--split", "judge"), "split"),
])
def test_slips_of_whatif_get_one_line_and_nothing_is_written(unanimity, tmp_path, words, said):
    answer = unanimity("whatif", *words)
    assert answer.code == 2 and answer.err.count("\n") == 1 and said in answer.err, answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_stop_says_where_to_go_on_from(unanimity, monkeypatch):
    from unanimity.history.branch_worlds import Branches

    def stopped(*_):
        raise KeyboardInterrupt

    words = ("whatif", "1918-09", "--with", "ballot=secret", *SIZE)
    with monkeypatch.context() as patch:
        patch.setattr(Branches, "_run", stopped)
        answer = unanimity(*words)
    assert answer.code == 130 and "goes on" in answer.err
    after = unanimity(*words, "--json")
    assert json.loads(after.out)["pasts_run"] == 0 and json.loads(after.out)["branches_run"] == 6

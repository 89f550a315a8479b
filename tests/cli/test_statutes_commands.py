"""`unanimity statutes` from the command line."""

from __future__ import annotations

import io
import json


def test_statutes_are_listed_and_told_as_questions(unanimity):
    rows = json.loads(unanimity("statutes", "list", "--json").out)
    assert len(rows) == 6 and {"union-two-party", "worker-coop"} <= {row["id"] for row in rows}
    shown = unanimity("statutes", "show", "union-machine")
    assert shown.code == 0 and "Can others see how I vote?" in shown.out and "hostage" not in shown.out
    rules = json.loads(unanimity("statutes", "show", "union-machine", "--json").out)["rules"]
    assert {"id", "group", "question", "answer", "value"} <= set(rules[0])


def test_a_questionnaire_is_asked_or_answered_by_options(unanimity, tmp_path):
    made = unanimity("statutes", "new", "mine.toml", "--members", "120", "--set", "ballot=open")
    assert made.code == 0, made.err
    assert 'based_on = "worker-coop"' in (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert "yes, by a raised hand" in unanimity("statutes", "show", "mine.toml").out


def test_a_slip_in_the_questionnaire_is_asked_again_and_costs_no_answer(unanimity, tmp_path, monkeypatch):
    lines = ["Our mill", "90", "maybe", "open", *[""] * 60]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    made = unanimity("statutes", "new", "mill.toml")
    assert made.code == 0, made.err
    assert "ballot = 'maybe' is not allowed" in made.err
    text = (tmp_path / "mill.toml").read_text(encoding="utf-8")
    assert 'title = "Our mill"' in text and "people = 90" in text and '"ballot" = "open"' in text and "term" not in text


def test_slips_are_one_line(unanimity):
    for words, says in (
        (("show", "law"), "only a state has"),
        (("show", "coop"), "no statute 'coop'"),
        (("new", "mine.txt", "--set", "ballot=open"), "ends in .toml"),
        (("new", "mine.toml", "--set", "ballot"), "RULE=ANSWER"),
        (("new", "mine.toml", "--set", "balot=open"), "ballot"),
        (("new", "mine.toml", "--set", "ballot=maybe"), "open, secret"),
        (("new", "mine.toml", "--members", "3", "--set", "ballot=open"), "24 to 5000"),
        (("advise", "worker-coop", "--pairs", "1"), "pairs"),
        (("check", "worker-coop", "--months", "60"), "from 132 up"),
        (("check", "law"), "only a state has"),
        (("check", "coop"), "no statute 'coop'"),
    ):
        answer = unanimity("statutes", *words)
        assert answer.code == 2 and says in answer.err and answer.err.strip().count("\n") == 0, (words, answer.err)


def test_levers_whose_mechanism_is_off_are_marked(unanimity):
    told = json.loads(unanimity("regimes", "show", "worker-coop", "--json").out)["levers"]
    rows = {row["id"]: row for row in told}
    assert rows["ballot"]["read"] and not rows["hostage_group"]["read"] and rows["hostage_group"]["off"] == ["hostage"]
    assert "no: requisition off" in unanimity("regimes", "show", "worker-coop").out

"""`unanimity claims`: words in, one page, one JSON object or one clear line out; a stopped debate says how to go on."""

from __future__ import annotations

import json

import pytest

from unanimity.claims import ORGANISATIONS, REGISTERED, listed

CLAIM = """
title = "The open hand"
base = "apparatus"
people = 200
burn_in = 12
months = 12
replications = 10
explained_by = ["voice"]
curves = ["assent_by_month"]
main = 1
main_why = "hands go up because they are seen: assent unseen against seen"
[claim]
author = "A. Reader"
date = "2026-11"
source = "Minutes"
lines = "p. 3"
says = "Hands go up because they are seen."
expects = "Assent falls."
falsified = "Assent does not fall."
rival = "Assent is meant."
strength = "own"
by_construction = "nothing"
[regime]
mechanisms = []
[regime.society]
tree = [2, 2, 2]
[arms.secret]
levers = {ballot = "secret"}
[measures]
assent = "unanimity(last 12)"
assent_by_month = "unanimity"
[[expect]]
form = "sign"
measure = "assent"
direction = "fall"
[[falsified_if]]
form = "denies"
measure = "assent"
direction = "fall"
margin = 5
unit = "points"
[[rival]]
word = "unchanged"
measure = "assent"
share = true
"""


@pytest.fixture
def hand(tmp_path):
    (tmp_path / "open-hand.toml").write_text(CLAIM)
    return "open-hand.toml"


def test_the_shelf_is_listed_and_shown(unanimity):
    listed = json.loads(unanimity("claims", "list", "--json").out)
    assert {*(row["id"] for row in listed["claims"]), *listed["missing"]} == set(REGISTERED)
    assert "trotsky-1926-unanimity" in unanimity("claims", "list").out
    shown = unanimity("claims", "show", "trotsky-1926-unanimity")
    for words in ("001 l.167-199; 332-348", "Would falsify it", "The rival", "ballot from month 0 = secret", "0.95"):
        assert words in shown.out
    about = json.loads(unanimity("claims", "show", "trotsky-1926-unanimity", "--json").out)
    assert about["author"] == "L. Trotsky" and {form["as"] for form in about["forms"]} >= {"expect", "rival"}


def test_the_list_is_filtered_by_author_and_mechanism(unanimity):
    rows = json.loads(unanimity("claims", "list", "--author", "serge", "--mechanism", "fear", "--json").out)["claims"]
    assert rows and all(row["author"] == "V. Serge" and "fear" in row["mechanisms"] for row in rows)
    assert "no author 'Marx'" in unanimity("claims", "list", "--author", "Marx").err
    assert "Did you mean 'fear'?" in unanimity("claims", "list", "--mechanism", "fea").err


def test_a_claim_of_ones_own_from_the_file_to_the_page_and_the_ledger(unanimity, hand, tmp_path):
    checked = unanimity("claims", "validate", hand)
    assert checked.code == 0 and "open-hand: sound. 2 cells" in checked.out
    assert "  note: arms.secret: neither check nor no_check" in checked.out and 'cure: check = "measure"' in checked.out
    done = unanimity("claims", "run", hand, "--robustness", "2", "--ablation", "--out", "out", "--store", "kept",
                     "--record", "debate.md", "--reason", "to try it")
    assert done.code == 0, done.err
    assert "The claim: found. Assent, secret against control: −" in done.out and "by construction" in done.out
    assert "The rival: contradicted" in done.out and "premise: present" in done.out
    assert "details: nothing is expected besides" in done.out
    assert "10 of 10 worlds differ" in done.out and "taken by rule: rival[1]" in done.err
    page = (tmp_path / "out" / "debate.html").read_text()
    assert "The open hand" in page and "<svg class='strip'" in page and "<svg class='courses'" in page
    saved = json.loads((tmp_path / "out" / "debate.json").read_text())
    assert saved["claims"][0]["id"] == "open-hand" and saved["claims"][0]["ablation"]["without"] == {
        "voice": saved["claims"][0]["ablation"]["without"]["voice"]}
    drawn = unanimity("claims", "page", "out/debate.json", "--out", "again.html")
    assert drawn.code == 0 and (tmp_path / "again.html").read_text() == page
    assert unanimity("claims", "page", hand).code == 2
    ledger = (tmp_path / "debate.md").read_text()
    assert "to try it" in ledger and "| open-hand | found" in ledger and saved["source"] in ledger
    again = json.loads(unanimity("claims", "run", hand, "--store", "kept", "--json").out)
    assert again["claims"][0]["worlds_run"] == 0, "what the store holds is not computed again"
    assert again["claims"][0]["effect"] == saved["claims"][0]["effect"] and not again["stopped"]


def test_validate_tells_what_would_be_judged_otherwise_than_it_reads_with_the_cure(unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text(CLAIM.replace("margin = 5\nunit", "margin = 5\n#")
                                        .replace('main = 1\nmain_why', '#'))
    done = unanimity("claims", "validate", "mine.toml")
    assert done.code == 2 and "mine: 1 to mend." in done.out and "Traceback" not in done.err
    assert "falsified_if[1]: denies has margin = 5 and no unit" in done.out and 'cure: unit = "percent"' in done.out
    assert "The file names no main test; taken by rule: expect[1]" in done.out
    found = json.loads(unanimity("claims", "validate", "mine.toml", "--json").out)
    assert found["sound"] == [] and len(found["unsound"][0]["unsound"]) == 1
    assert unanimity("claims", "run", "mine.toml").code == 0, "it is told, and runs"


def test_new_asks_and_writes_a_file_that_validates(unanimity, tmp_path, monkeypatch):
    import io

    said = ["The open hand", "Is it the ballot?", "A. Reader", "last year", "1926", "Minutes", "p. 3", "own", "Hands.",
            "", "", "12", "secret", "a secret ballot", "ballot = secret", "assent", "unanimity(last 12)", "fall", "5",
            "", "because they are seen", "", "It falls.", "It does not.", "", "It is meant.", "", "voice"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(said) + "\n"))
    done = unanimity("claims", "new", "mine.toml")
    assert done.code == 0 and "date = 'last year' is not allowed" in done.err and "written to mine.toml" in done.err
    assert 'unit = "points"' in (tmp_path / "mine.toml").read_text()
    assert "mine: sound. 2 cells" in unanimity("claims", "validate", "mine.toml").out
    assert "is there already" in unanimity("claims", "new", "mine.toml").err
    assert "ends in .toml" in unanimity("claims", "new", "mine").err


def test_several_claims_are_told_one_by_one_with_a_table(unanimity, hand, tmp_path):
    (tmp_path / "other.toml").write_text(CLAIM.replace("The open hand", "Another hand"))
    done = unanimity("claims", "run", hand, "other.toml", "--pairs", "10")
    assert done.code == 0 and "1/2 open-hand: found / the rival contradicted" in done.err and "2/2 other" in done.err
    assert "The debate" in done.out


def test_a_stopped_debate_keeps_what_was_judged_and_says_how_to_go_on(unanimity, hand, tmp_path, monkeypatch):
    from unanimity.claims import debate

    (tmp_path / "other.toml").write_text(CLAIM)
    whole, calls = debate._judged, []

    def stopped(*given):
        calls.append(1)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return whole(*given)

    monkeypatch.setattr(debate, "_judged", stopped)
    done = unanimity("claims", "run", hand, "other.toml", "--store", "kept", "--out", "out", "--record", "debate.md")
    assert done.code == 130
    assert "stopped after 1 of 2 claims" in done.err and "the same command goes on" in done.err and "kept" in done.err
    assert "open-hand" in (tmp_path / "out" / "debate.html").read_text()
    assert not (tmp_path / "debate.md").exists(), "half a debate is no run for the ledger"


@pytest.mark.parametrize("words, told", [
    (("run",), "ids or files, or --all"),
    (("run", "trotsky-1926-unanimity", "--all"), "one of the two"),
    (("run", "trotsky-1926-unanimty"), "Did you mean 'trotsky-1926-unanimity'?"),
    (("run", "none.toml"), "none.toml: cannot be read"),
    (("run", "open-hand.toml", "--pairs", "0"), "--pairs = 0"),
    (("run", "open-hand.toml", "--pairs", "5", "--record", "debate.md"), "10 or more beside --record"),
    (("run", "open-hand.toml", "--robustness", "-1"), "--robustness = -1"),
    (("show", "bukharin"), "no claim 'bukharin'"),
])
def test_slips_are_one_line(unanimity, hand, words, told):
    done = unanimity("claims", *words)
    assert done.code == 2 and told in done.err and done.err.count("\n") == 1


def test_a_file_with_a_slip_is_named_with_its_field(unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text(CLAIM.replace('strength = "own"', 'strength = "sure"'))
    done = unanimity("claims", "validate", "mine.toml")
    assert done.code == 2 and "mine.toml: claim.strength = 'sure' is not allowed" in done.err


def test_the_books_on_the_command_line(unanimity):
    rows = json.loads(unanimity("claims", "list", "--book", "organisations", "--json").out)["claims"]
    assert [row["id"] for row in rows] == list(ORGANISATIONS) == [row["id"] for row in listed("organisations")]
    assert len(json.loads(unanimity("claims", "list", "--json").out)["claims"]) == 47
    sound = unanimity("claims", "validate", "--book", "organisations")
    assert sound.code == 0 and sound.out.count("sound") == 15
    slip = unanimity("claims", "list", "--book", "organisation")
    assert slip.code == 2 and "organisations" in slip.err and slip.err.strip().count("\n") == 0

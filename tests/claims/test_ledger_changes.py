"""The ledger says what changed from one run to the next, keeps what it held, and sets two editions side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from unanimity.claims.ledger import (
    RecordedRun,
    data_path,
    read_runs,
    record_run,
    run_of,
    with_places_of,
    write_runs,
)
from unanimity.claims.ledger_changes import changes_between, words_of
from unanimity.claims.ledger_page import EARLIER, ledger_page
from unanimity.support.errors import UserError
from unanimity.verdicts import VERDICTS

FACTS = {"version": "2", "source": "s", "seed": "0"}
OLD = RecordedRun(date="2026-11-15 09:09", **FACTS, edition=1, reason="the first", lines=["3 claims."], rows=[
    {"claim": "a", "verdict": "R1: contradicted; R2: undecided", "rival": "holds"},
    {"claim": "b", "verdict": "undecided (2 of 4)", "rival": "holds"},
    {"claim": "c", "verdict": "contradicted (partly by construction)", "rival": "holds"}], notes=["### By hand"])


def new(date="2026-11-17 20:00", **words):
    words = {"a": "found", "b": "not shown", "c": "premise absent", **words}
    records = [{"id": name, "answer": {"word": word, "effect": {"about": "m", "estimate": -3.0}}}
               for name, word in words.items()]
    return run_of(records, {**FACTS, "date": date}, "again")


def test_two_editions_are_set_side_by_side():
    found = changes_between(OLD, new())
    assert found.startswith("### What changed since 2026-11-15 09:09") and "The question changed" in found
    assert "- of 1 undecided: 1 not shown" in found and "- of 2 contradicted: 1 found, 1 premise absent" in found


def test_within_an_edition_every_claim_with_another_answer_is_named():
    found = changes_between(new(), new(b="found in sign"))
    assert found.splitlines()[-1] == "- b: not shown, now found in sign" and "- a" not in found
    assert changes_between(new(), new()).endswith("None of 3 claims has another answer.\n")
    assert "What changed" not in ledger_page([new()])


def test_a_run_is_added_above_those_before_it_and_nothing_of_theirs_is_touched(tmp_path):
    page, data = tmp_path / "debate.md", tmp_path / "debate-ledger.json"
    write_runs(data, [OLD])
    page.write_text(ledger_page([OLD]))
    first = page.read_text().partition("## The last run: 2026-11-15 09:09\n")[2]
    text = record_run(page, new()).read_text()
    assert text.endswith(f"{EARLIER}## 2026-11-15 09:09\n{first}")
    assert text.index("## The last run: 2026-11-17 20:00") < text.index("### What changed") < text.index("### By hand")
    again = record_run(page, new("2026-11-18 20:00", a="opposite")).read_text()
    assert again.endswith(text.partition("## The last run: 2026-11-17 20:00\n")[2].replace(EARLIER, "\n"))
    assert "- a: found, now opposite" in again
    assert ledger_page(read_runs(data)) == again and "| a | found | m: −3 | 0 of 0 | none |" in again


def test_a_place_where_nothing_was_asked_has_no_column():
    assert "| claim | answer | main effect | details | the rival |" in ledger_page([new()])


def test_an_answer_contradicted_says_whether_by_the_opposite_or_by_a_falsifier():
    records = [{"id": name, "answer": {"word": "contradicted", "effect": {"word": word, "about": "m", "estimate": 1.0}}}
               for name, word in (("a", "opposite"), ("b", "found"), ("c", "not shown"))]
    run = run_of(records, {**FACTS, "date": "2026-11-17 20:00"}, "")
    page = ledger_page([run])
    assert "3 contradicted (1 by the opposite effect, 2 by a falsifier of its own)" in page
    assert "| a | contradicted by the opposite effect |" in page
    assert "| b | contradicted by a falsifier of its own |" in page
    earlier = run.model_copy(update={"rows": [{name: one for name, one in row.items() if name != "effect_word"}
                                              for row in run.rows]})
    assert "3 claims: 3 contradicted. " in ledger_page([earlier]), "earlier runs did not record it"


def test_a_file_that_is_no_ledger_is_refused(tmp_path):
    (tmp_path / "debate-ledger.json").write_text('{"runs": [{"date": "today"}]}')
    with pytest.raises(UserError, match="is no ledger"):
        read_runs(tmp_path / "debate-ledger.json")


def test_the_ledger_of_the_project_can_be_read_and_every_run_has_answers():
    runs = read_runs(Path(__file__).parents[2] / "docs" / "debate/debate-ledger.json")
    assert len(runs) >= 4 and all(run.rows for run in runs)
    assert set(words_of(runs[0]).values()) <= set(VERDICTS)


def test_claims_mended_after_a_run_are_named():
    records = [{"id": "a", "claim_notes": "Mended after the first run: a slip."}, {"id": "b", "claim_notes": ""}]
    run = run_of(records, {**FACTS, "date": "2026-11-17 20:00"}, "")
    assert run.mended == ["a"] and "as the notes of each file say: a." in ledger_page([run])


def test_a_run_of_the_laboratory_keeps_the_places_of_the_run_before(tmp_path):
    page = tmp_path / "debate.md"
    first = new("2026-11-17 20:00", a="found", b="contradicted")
    there = {"history": {"answer": "found", "at": "1926-01", "pairs": 10, "people": 30000, "effect": {},
                         "effect_word": "found"}, "settings": {"found": 1.0}}
    record_run(page, first.model_copy(update={"rows": [{**first.rows[0], **there}, first.rows[1]],
                                              "witnesses": ["They agree."]}))
    data = data_path(page)
    again = with_places_of(new("2026-11-18 20:00", a="opposite", b="found"), data)
    assert again.rows[0]["answer"] == "opposite" and again.rows[0]["history"]["at"] == "1926-01"
    assert again.rows[0]["settings"] == {"found": 1.0} and not again.rows[1]["settings"]
    assert again.witnesses == ["They agree."]
    assert again.facts["kept_from_the_run_before"] == ("in history, over the plausible settings, the witnesses, as "
                                                       "recorded on 2026-11-17 20:00")
    assert "kept from the run before in history" in record_run(page, again).read_text()
    own = again.model_copy(update={"date": "2026-11-18 21:00", "facts": {}, "witnesses": ["Now."]})
    assert with_places_of(own, data).facts == {}, "places of its own are kept"

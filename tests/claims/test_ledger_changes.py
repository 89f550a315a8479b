"""The ledger says what changed from one run to the next, keeps what stood there, and sets two editions side by side."""

from __future__ import annotations

from pathlib import Path

from unanimity.claims.ledger import append_run
from unanimity.claims.ledger_changes import runs_of, told_changes, told_mended

OLD = """# The debate

## 2026-11-15 09:09: version 1

| claim | verdict | rival |
|---|---|---|
| a | R1: contradicted; R2: undecided | holds |
| b | undecided (2 of 4) | holds |
| c | contradicted (partly by construction) | holds |
"""
NEW = """## 2026-11-17 20:00: version 2

| claim | answer | main effect |
|---|---|---|
| a | found | m: -3 |
| b | not shown (partly by construction) | m: 0 |
| c | premise absent | m: 0 |
"""


def test_two_editions_are_set_side_by_side():
    told = told_changes(OLD, NEW)
    assert told.startswith("### What changed since 2026-11-15 09:09") and "The question changed" in told
    assert "- of 1 undecided: 1 not shown" in told and "- of 2 contradicted: 1 found, 1 premise absent" in told


def test_within_an_edition_every_claim_with_another_word_is_named():
    told = told_changes(NEW, NEW.replace("| b | not shown", "| b | found in sign"))
    assert told.splitlines()[-1] == "- b: not shown, now found in sign" and "- a" not in told
    assert told_changes(NEW, NEW).endswith("No word of 3 claims.\n")
    assert told_changes("# nothing yet\n", NEW) == ""


def test_a_run_is_added_with_what_changed_and_nothing_above_it_is_touched(tmp_path):
    path = tmp_path / "debate.md"
    path.write_text(OLD)
    text = append_run(path, NEW).read_text()
    assert text.startswith(OLD.rstrip("\n")) and text.index("## 2026-11-17") < text.index("### What changed")
    again = append_run(path, NEW.replace("2026-11-17", "2026-11-18").replace("| a | found", "| a | contradicted"))
    assert "- a: found, now contradicted" in again.read_text()


def test_the_ledger_that_there_is_can_be_read_and_every_run_has_words():
    runs = runs_of((Path(__file__).parents[2] / "docs" / "debate/debate.md").read_text(encoding="utf-8"))
    assert len(runs) >= 4 and all(run.words for run in runs)
    assert set(runs[0].words.values()) <= {"holds", "sign only", "undecided", "contradicted", "not expressible"}


def test_claims_mended_after_a_run_are_named():
    records = [{"id": "a", "claim_notes": "Mended after the first run: a slip."}, {"id": "b", "claim_notes": ""}]
    assert told_mended(records) == "Mended after an earlier run, as the notes of each file say: a."
    assert told_mended(records[1:]) == ""

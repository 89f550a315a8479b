"""Answers over plausible settings are added to a ledger from the command line, and nothing else of it changes."""

from __future__ import annotations

import pandas as pd

from unanimity.claims.ledger import read_runs, record_run, run_of, write_runs


def recorded():
    """A run of three claims without answers over settings."""
    words = {"a": "found", "b": "not shown", "c": "premise absent"}
    return run_of([{"id": name, "answer": {"word": word, "effect": {"about": "m", "estimate": -3.0}}}
                   for name, word in words.items()], {"date": "2026-11-17 20:00", "version": "2", "source": "s",
                                                      "seed": "0"}, "again")


def units_file(folder, words):
    """Units of two settings for each claim, as `claims plausible` writes them."""
    rows = [{"claim": name, "author": "A", "setting": k, "weight": weight, "word": word, "effect": 1.0, "low": 0.0,
             "high": 2.0, "size": 1.0, "pairs": 6, "key": f"{name}{k}"}
            for name, mine in words.items() for k, (word, weight) in enumerate(zip(mine, (3.0, 1.0), strict=True))]
    path = folder / "plausible-units.parquet"
    pd.DataFrame(rows).to_parquet(path)
    return path


def test_answers_over_settings_are_recorded_beside_the_columns_of_the_last_run(tmp_path, unanimity):
    page = record_run(tmp_path / "debate.md", recorded())
    units = units_file(tmp_path, {"a": ("found", "opposite"), "b": ("not shown",) * 2, "c": ("found", "found")})
    told = unanimity("claims", "record-settings", str(units), str(page), "--reason", "two settings")
    assert told.code == 0, told.err
    before, after = read_runs(tmp_path / "debate-ledger.json")
    assert [row["settings"] for row in after.rows] == [{"found": 0.75, "opposite": 0.25}, {"not shown": 1.0},
                                                      {"found": 1.0}]
    assert [{**row, "settings": {}} for row in after.rows] == [{**row, "settings": {}} for row in before.rows]
    assert after.facts == {"plausible_settings": "2", "pairs_at_each": "6",
                           "other_columns": f"as recorded on {before.date}"} and after.reason == "two settings"
    assert "found 75\N{NO-BREAK SPACE}%, opposite 25" in page.read_text()


def test_answers_over_settings_are_refused_where_they_would_mix_two_ensembles(tmp_path, unanimity):
    page = record_run(tmp_path / "debate.md", recorded())
    text = page.read_text()
    units = units_file(tmp_path, {"a": ("found",) * 2})
    told = unanimity("claims", "record-settings", str(units), str(page))
    assert told.code == 2 and "has b, c besides" in told.err and page.read_text() == text
    slip = unanimity("claims", "record-settings", str(tmp_path / "none.parquet"), str(page))
    assert slip.code == 2 and "none.parquet" in slip.err
    write_runs(tmp_path / "debate-ledger.json", [])
    empty = unanimity("claims", "record-settings", str(units), str(page))
    assert empty.code == 2 and "holds no run yet" in empty.err

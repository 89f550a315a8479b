"""The worked example of docs/guides/writing-an-experiment.md runs and gives what the page says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from page_blocks import blocks, run_as_written
from unanimity.experiments.form_kinds import KINDS
from unanimity.experiments.references import COURSES, PLAIN

GUIDE = Path(__file__).parents[2] / "docs" / "guides/writing-an-experiment.md"
PAGE = GUIDE.read_text(encoding="utf-8")


def test_the_example_gives_what_the_page_says(tmp_path, monkeypatch, capsys):
    (tmp_path / "ballot.toml").write_text(blocks(GUIDE, "toml")[0])
    written = run_as_written(blocks(GUIDE, "python")[0], tmp_path, monkeypatch, capsys)
    assert written.out == blocks(GUIDE, "text")[0], written.err
    assert list((tmp_path / "store").rglob("*.bundle"))


def test_every_table_of_the_page_is_toml_and_every_word_is_told():
    for text in blocks(GUIDE, "toml"):
        tomllib.loads(text)
    forms = (GUIDE.parents[1] / "reference" / "verdicts.md").read_text(encoding="utf-8")
    assert "verdicts.md" in PAGE  # where a reader finds the forms that the guide does not use
    for name in (*KINDS, *PLAIN, *COURSES):
        assert re.search(rf"`[^`]*\b{name}\b[^`]*`", PAGE + forms if name in KINDS else PAGE), name

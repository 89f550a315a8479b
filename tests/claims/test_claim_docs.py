"""The worked example of writing-a-claim.md gives what the page says; the ledger's page is made from its data."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from page_blocks import blocks, run_as_written
from unanimity.claims.claim_file import ClaimTable
from unanimity.claims.ledger import data_path, read_runs
from unanimity.claims.ledger_page import head_for, ledger_page

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "guides/writing-a-claim.md"
PAGE = GUIDE.read_text(encoding="utf-8")


def test_the_example_gives_what_the_page_says(tmp_path, monkeypatch, capsys):
    (tmp_path / "open-hand.toml").write_text(blocks(GUIDE, "toml")[0])
    written = run_as_written(blocks(GUIDE, "python")[0], tmp_path, monkeypatch, capsys)
    assert written.out == blocks(GUIDE, "text")[0], written.err


def test_every_table_is_toml_and_every_field_of_the_claim_is_told():
    for text in blocks(GUIDE, "toml"):
        tomllib.loads(text)
    for name in ClaimTable.model_fields:
        assert re.search(rf"\b{name}\b", PAGE), name


def test_the_page_of_the_ledger_is_made_from_its_data():
    for name in ("debate.md", "debate-organisations.md"):
        page = DOCS / "debate" / name
        made = ledger_page(read_runs(data_path(page)), head_for(page))
        assert page.read_text(encoding="utf-8") == made, f"{name}: run make docs"

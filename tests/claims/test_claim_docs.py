"""The worked example of writing-a-claim.md gives what the page says; the ledger's page is made from its data."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from unanimity.claims.claim_file import ClaimTable
from unanimity.claims.ledger import data_path, read_runs
from unanimity.claims.ledger_page import head_for, ledger_page

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "guides/writing-a-claim.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_gives_what_the_page_says(tmp_path):
    (tmp_path / "open-hand.toml").write_text(blocks("toml")[0])
    done = subprocess.run([sys.executable, "-c", blocks("python")[0]], cwd=tmp_path, capture_output=True, text=True,
                          timeout=500)
    assert done.stdout == blocks("text")[0], done.stderr


def test_every_table_is_toml_and_every_field_of_the_claim_is_told():
    for text in blocks("toml"):
        tomllib.loads(text)
    for name in ClaimTable.model_fields:
        assert re.search(rf"\b{name}\b", PAGE), name


def test_the_page_of_the_ledger_is_made_from_its_data():
    for name in ("debate.md", "debate-organisations.md"):
        page = DOCS / "debate" / name
        made = ledger_page(read_runs(data_path(page)), head_for(page))
        assert page.read_text(encoding="utf-8") == made, f"{name}: run make docs"

"""The worked example of the guide to statutes gives what the page says, from questionnaire to printable page."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from page_blocks import ROOT, blocks

GUIDE = ROOT / "docs/guides/statutes.md"
CALL = "import sys; from unanimity.cli.main import main; sys.argv[0] = 'unanimity'; main()"


def block(language: str) -> str:
    return blocks(GUIDE, language)[0]


def told_by(folder: Path, lines: list[str]) -> list[str]:
    """What these commands print, one after the other in one folder."""
    told = []
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "unanimity"
        done = subprocess.run([sys.executable, "-c", CALL, *words], cwd=folder, capture_output=True, text=True,
                              timeout=900)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    return told


def test_a_co_operative_of_120_answers_the_questionnaire(tmp_path):
    lines = [line for line in block("sh").splitlines() if " advise " not in line]
    _, shown = told_by(tmp_path, lines)
    assert (tmp_path / "oven.toml").read_text(encoding="utf-8") == block("toml")
    assert "yes, by a raised hand" in shown and "24 months" in shown


@pytest.mark.slow  # seven hundred worlds
def test_a_co_operative_of_120_from_questionnaire_to_page(tmp_path):
    _, _, advised = told_by(tmp_path, block("sh").splitlines())
    assert advised.startswith(block("text"))
    page = (tmp_path / "oven.html").read_text(encoding="utf-8")
    assert "The Oven, bakers" in page and "no sign of fear" in page and "What not to change" in page

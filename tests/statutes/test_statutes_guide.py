"""The worked example of the guide to statutes gives what the page says, from questionnaire to printable page."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs/guides/statutes.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def test_a_co_operative_of_120_from_questionnaire_to_page(tmp_path):
    told = []
    for line in block("sh").splitlines():
        program, *words = shlex.split(line)
        assert program == "unanimity"
        call = "import sys; from unanimity.cli.main import main; sys.argv[0] = 'unanimity'; main()"
        done = subprocess.run([sys.executable, "-c", call, *words], cwd=tmp_path, capture_output=True, text=True,
                              timeout=900)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert (tmp_path / "oven.toml").read_text(encoding="utf-8") == block("toml")
    assert "yes, by a raised hand" in told[1] and "24 months" in told[1]
    assert told[2].startswith(block("text"))
    page = (tmp_path / "oven.html").read_text(encoding="utf-8")
    assert "The Oven, bakers" in page and "no sign of fear" in page and "What not to change" in page

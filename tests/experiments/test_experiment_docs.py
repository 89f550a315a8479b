"""The worked example of docs/guides/writing-an-experiment.md runs and gives what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from unanimity.experiments.form_kinds import KINDS
from unanimity.experiments.references import COURSES, PLAIN

PAGE = (Path(__file__).parents[2] / "docs" / "guides/writing-an-experiment.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_gives_what_the_page_says(tmp_path):
    (tmp_path / "ballot.toml").write_text(blocks("toml")[0])
    done = subprocess.run([sys.executable, "-c", blocks("python")[0]], cwd=tmp_path, capture_output=True, text=True,
                          timeout=500)
    assert done.stdout == blocks("text")[0], done.stderr
    assert list((tmp_path / "store").rglob("*.bundle"))


def test_every_table_of_the_page_is_toml_and_every_word_is_told():
    for text in blocks("toml"):
        tomllib.loads(text)
    for name in (*KINDS, *PLAIN, *COURSES):
        assert re.search(rf"`[^`]*\b{name}\b[^`]*`", PAGE), name

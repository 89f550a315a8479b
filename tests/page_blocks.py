"""The blocks of code on a page of the handbook, and what a block of Python prints."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of a page in that language, in their order."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run_as_written(block: str, folder: Path, monkeypatch, capsys):
    """What a block of Python writes as a program of its own, with that folder as its own."""
    monkeypatch.chdir(folder)
    (folder / "example.py").write_text(block)
    capsys.readouterr()
    runpy.run_path("example.py", run_name="__main__")
    return capsys.readouterr()

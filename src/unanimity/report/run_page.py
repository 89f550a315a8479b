"""The page of a run: what is said and thought, the tree, fear, and the whole from bread to power."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unanimity.report.html import Section, write_page
from unanimity.report.manifest_tables import provenance
from unanimity.report.maps import tree_map
from unanimity.report.plots import arms, fear_and_files, public_and_private
from unanimity.report.story import whole_sections
from unanimity.results import Result
from unanimity.results.summary import main_measures, sentence
from unanimity.support.manners import path_of

PAGE = "report.html"
VOICE = {"unanimity", "private_dissent", "talks", "fear_of_opinion", "fear_of_complaint", "habit_of_lying", "files"}


def page_of(path: str | Path) -> Path:
    """The file that is meant: itself where it ends in .html, else report.html in that folder."""
    path = path_of(path)
    return path if path.suffix == ".html" else path / PAGE


def write_run(result: Result, path: str | Path, changes: Mapping[str, Any] | None = None) -> Path:
    """Write a Result's page; returns its path. A run with chosen measures shows these alone."""
    changed = f" Changed: {', '.join(f'{k}={v}' for k, v in changes.items())}." if changes else ""
    title = str(result.manifest.get("title", "A run"))
    answer = " ".join([sentence(result) + changed, *result.notes])
    return write_page(page_of(path), title, str(result.manifest.get("asks") or title), answer, sections(result),
                      provenance(result))


def sections(result: Result) -> list[Section]:
    """What the page shows."""
    if not set(result.measures) >= VOICE:
        return [Section(name.replace("_", " "), arms(result, name), "") for name in main_measures(result.measures)]
    return [
        Section("What is said and what is thought", public_and_private(result),
                "The distance between the two lines is what people keep to themselves."),
        Section("The tree", tree_map(result.cells, "unanimity", 0),
                "One square a cell in the first world's last month: the darker, the fewer hands against."),
        Section("Fear, and the habit of lying", fear_and_files(result),
                "Fear of opinion teaches fear to complain; each false assent makes the next cheaper."),
        *whole_sections(result),
    ]

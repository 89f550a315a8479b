"""Pages as a browser shows them: nothing runs out of its box, every drawing has a text, a number is one number."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import pytest

from handmade_country import busy_country
from unanimity import report
from unanimity.experiments import regime_table
from unanimity.report.regime_tables import written

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from look import HOW_TO_GET_IT, browser, chromium, faults_of


@pytest.fixture(scope="module")
def written_page(tmp_path_factory):
    result = busy_country(4, ("law", "terror"))
    table = regime_table.rows_of(result)
    sections = [*report.heat_sections(table), report.Section("Said", report.arms(result, "unanimity")),
                *report.whole_sections(result, "terror")]
    path = tmp_path_factory.mktemp("look") / "report.html"
    return report.write_page(path, "t", "q?", "a", sections, report.provenance(result)), table


def faults_on(*pages: Path) -> list[str]:
    """What the look finds on these pages, in a thread of its own: the lab's tests keep a browser open in this one,
    and Playwright allows one to a thread."""
    def look() -> list[str]:
        with browser() as opened:
            return [fault for page in pages for fault in faults_of(opened, page)]

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(look).result()


@pytest.mark.skipif(chromium() is None, reason=HOW_TO_GET_IT)
def test_nothing_runs_out_of_its_box_at_any_size_and_every_drawing_has_a_text(written_page):
    path, _ = written_page
    assert faults_on(path, path.parent / "glossary.html") == []


@pytest.mark.skipif(chromium() is None, reason=HOW_TO_GET_IT)
def test_the_look_finds_what_is_wrong(tmp_path):
    page = tmp_path / "bad.html"
    page.write_text("<p style='width:40px;white-space:nowrap'>a text far too long for its box</p>"
                    "<svg width='9'></svg>")
    found = " ".join(faults_on(page))
    assert "runs out of its box" in found and "a drawing without a text" in found


def test_screen_page_and_table_state_the_same_numbers(written_page):
    path, table = written_page
    text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8").replace("\u00a0", " "))
    for _, row in table[table["mean"] > 0].iterrows():
        printed = written(row).replace("\u00a0", " ").rstrip("*")
        mean, _, ends = printed.partition(" (")
        cell = f">{escape(mean)}<small>{escape(ends.rstrip(')'))}</small>"
        assert cell in text, row["measure"]

"""The page: one file, well formed, escaped, and loading nothing from anywhere."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from unanimity import report
from unanimity.report.tables import assumptions, ranges
from unanimity.world.errors import UserError

VOID = {"meta", "br", "hr", "img", "link", "input"}
NASTY = "<script>alert('x') & \"y\"</script>"


class Reader(HTMLParser):
    """Reads a page: every tag must be closed in order; keeps tags, attributes and scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.scripts: list[tuple[dict, str]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            attrs, text = self.scripts[-1]
            self.scripts[-1] = attrs, text + data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


@pytest.fixture(scope="module")
def manifest(comparison):
    return {**report.provenance(comparison.result), "changes": {"secret ballot": {"ballot": "secret"}},
            "sources": {"blows": "assumed; from a dry run", "threat": "catalogue"}}


@pytest.fixture(scope="module")
def text(comparison, table, manifest):
    sections = [report.Section("Said and thought", report.public_and_private(comparison.result), NASTY, NASTY),
                ("Moved", report.differences(table), "see", "small"),
                report.Section("Map", report.tree_map(comparison.result.cells)),
                report.Section(NASTY, None, "words alone")]
    return report.page(NASTY, NASTY, NASTY, sections, manifest)


def test_it_is_well_formed(text):
    reader = read(text)
    assert reader.open == [] and text.startswith("<!DOCTYPE html>")
    ids = [attrs["id"] for _, attrs in reader.tags if "id" in attrs]
    assert len(ids) == len(set(ids)) == 6


def test_nothing_is_loaded_from_anywhere(text):
    reader = read(text)
    assert not [tag for tag, _ in reader.tags if tag in {"link", "img", "iframe", "object", "embed", "base", "form"}]
    assert not [attrs for _, attrs in reader.tags if attrs.keys() & {"src", "href", "srcset", "action"}]
    assert not re.search(r"@import|url\(", re.search(r"<style>(.*?)</style>", text, re.S).group(1))
    rules = next(attrs["content"] for tag, attrs in reader.tags if attrs.get("http-equiv"))
    assert "default-src 'none'" in rules and "connect-src" not in rules and "http" not in rules
    outside = re.sub(r"<script.*?</script>", "", text, flags=re.S)
    assert "http://" not in outside and "https://" not in outside


def test_specifications_carry_their_data_and_no_address(text):
    specs = [json.loads(code) for attrs, code in read(text).scripts if attrs.get("type") == "application/json"]
    assert len(specs) == 3
    for spec in specs:
        assert '"url"' not in json.dumps(spec)
        assert "title" not in spec  # the finding is text of the page, where it wraps


def test_the_library_is_there_once(text):
    assert text.count("window.vegaEmbed=") == 1
    assert len(read(text).scripts) == 5  # three figures, the library, the few lines that draw


def test_words_are_escaped(text):
    assert "<script>alert" not in text
    assert text.count("&lt;script&gt;alert(&#x27;x&#x27;) &amp; &quot;y&quot;&lt;/script&gt;") == 7


def test_a_word_in_the_data_cannot_end_the_script(comparison):
    chart = report.two_provinces(comparison.result, names={"province 1": "</script><b>", "province 2": "two"})
    reader = read(report.page("t", "q", "a", [report.Section("h", chart)], {}))
    assert reader.open == [] and "b" not in [tag for tag, _ in reader.tags]


def test_the_foot_states_where_it_comes_from(text, comparison):
    foot = text[text.index("<footer>"):]
    manifest = comparison.result.manifest
    for fact in (manifest["version"], manifest["digest"], *manifest["fingerprints"], "0\u20132", "\u221224 to 23"):
        assert fact in foot


def test_levers_that_differ_are_marked_and_the_rest_folded(manifest):
    table = report.levers_table(manifest)
    first, folded = table.split("<details>")
    assert "<td class='changed'>secret</td>" in first and "<td>open</td>" in first
    assert first.count("<tr>") == 2 and "appointment" in folded
    assert "<b>blows</b>: from a dry run" in table and "<b>threat</b>" not in table
    read(table)


def test_a_table_does_not_claim_what_the_manifest_does_not_say(comparison, run):
    silent = {k: v for k, v in comparison.result.manifest.items() if k not in ("changes", "sources", "assumed")}
    same = {**silent, "levers": {arm: silent["levers"]["control"] for arm in silent["levers"]}}
    assert "does not record" in report.levers_table(same)
    assert assumptions(silent) is None and assumptions({"assumed": ["blows"]}) == {"blows": ""}
    assert "changed" not in report.levers_table(run.manifest)
    assert "does not record its levers" in report.levers_table({})


def test_a_page_is_written_in_one_step(tmp_path, manifest):
    path = report.write_page(tmp_path / "deep" / "page.html", "t", "q", "a", [report.Section("h", None, "w")], manifest)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [p.name for p in path.parent.iterdir()] == ["page.html"]
    with pytest.raises(UserError):
        report.write_page(path / "page.html", "t", "q", "a", [], manifest)


def test_seeds_are_written_short():
    assert ranges([3, 1, 2, 9]) == "1\u20133, 9" and ranges([]) == ""

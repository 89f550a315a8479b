"""The page: one file, well formed, escaped, and loading nothing from anywhere."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from unanimity import report
from unanimity.report.glossary import ALSO, PLAIN, TERMS, meaning
from unanimity.report.manifest_tables import assumptions, levers_of, ranges
from unanimity.report.theme import GRID, INK, MUTED, PRIVATE, PUBLIC
from unanimity.support.errors import UserError

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
    assert len(ids) == len(set(ids)) and {"tip", "rules", "said-and-thought", "moved", "map"} <= set(ids)


def test_nothing_is_loaded_from_anywhere(text):
    reader = read(text)
    assert not [tag for tag, _ in reader.tags if tag in {"link", "img", "iframe", "object", "embed", "base", "form"}]
    assert not [attrs for _, attrs in reader.tags if attrs.keys() & {"src", "srcset", "action"}]
    links = {attrs["href"] for _, attrs in reader.tags if "href" in attrs}
    assert {link for link in links if not link.startswith("#")} == {"glossary.html"}
    assert not re.search(r"@import|url\(", re.search(r"<style>(.*?)</style>", text, re.S).group(1))
    rules = next(attrs["content"] for tag, attrs in reader.tags if attrs.get("http-equiv"))
    assert "default-src 'none'" in rules and "connect-src" not in rules and "http" not in rules
    outside = re.sub(r"<script.*?</script>", "", text, flags=re.S)
    assert "http://" not in outside and "https://" not in outside


def test_figures_are_still_drawings_with_a_text_each_and_no_library(text):
    drawings = re.findall(r"<svg [^>]*>", text)
    said = [one for one in drawings if 'role="img"' in one]
    assert len(said) >= 5 and all(re.search(r'aria-label="[^"]{10,}"', one) for one in said)
    assert all('aria-hidden="true"' in one for one in drawings if one not in said)
    assert "vega" not in text.lower() and "unsafe-eval" not in text
    hovered = [json.loads(code) for attrs, code in read(text).scripts if attrs.get("class") == "hover"]
    assert hovered and all(line["values"].count("|") > 5 for data in hovered for line in data["lines"])
    assert len(text.encode()) < 300_000


def test_colours_are_variables_so_that_a_dark_page_can_change_them(text):
    style, body = text.split("</style>")
    for colour in (INK, MUTED, GRID, PUBLIC, PRIVATE):
        assert f'"{colour}"' not in body and f"--x{colour[1:]}:{colour}" in style
    assert style.count("prefers-color-scheme:dark") == 1 and "prefers-color-scheme: dark" in style


def test_words_are_escaped(text):
    assert "<script>alert" not in text
    plain = text.replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    assert plain.count("&lt;script&gt;alert(&#39;x&#39;) &amp; &#34;y&#34;&lt;/script&gt;") == 7


def test_a_word_in_the_data_cannot_end_the_script(comparison):
    chart = report.two_provinces(comparison.result, names={"province 1": "</script><blink>", "province 2": "two"})
    reader = read(report.page("t", "q", "a", [report.Section("h", chart)], {}))
    assert reader.open == [] and "blink" not in [tag for tag, _ in reader.tags]


def test_the_foot_states_where_it_comes_from(text, comparison):
    foot = text[text.index("<footer>"):]
    manifest = comparison.result.manifest
    for fact in (manifest["version"], manifest["digest"], *manifest["fingerprints"], "0\u20132", "\u221224 to 23"):
        assert fact in foot


def test_levers_that_differ_are_marked_and_the_rest_folded(text, manifest):
    levers = levers_of(manifest)
    assert [name for name, _ in levers.differing] == ["ballot"] and "appointment" in dict(levers.same)
    assert levers.assumed == {"blows": ": from a dry run"}
    rules = text[text.index('<section id="rules">'):]
    first, folded = rules.split("<details", 1)
    assert '<td class="changed">secret</td>' in first and "<td>open</td>" in first and first.count("<tr>") == 2
    assert "appointment" in folded and "<b>blows</b>: from a dry run" in rules and "<b>threat</b>" not in rules


def test_a_table_does_not_claim_what_the_manifest_does_not_say(comparison, run):
    def rules(manifest):
        return report.page("t", "q", "a", [], manifest)

    silent = {k: v for k, v in comparison.result.manifest.items() if k not in ("changes", "sources", "assumed")}
    same = {**silent, "levers": {arm: silent["levers"]["control"] for arm in silent["levers"]}}
    assert "does not record" in rules(same)
    assert assumptions(silent) is None and assumptions({"assumed": ["blows"]}) == {"blows": ""}
    assert 'class="changed"' not in rules(run.manifest)
    assert "does not record its levers" in rules({})


def test_long_pages_have_a_list_of_contents_and_words_are_explained():
    short = report.page("t", "q", "a", [report.Section("One")], {})
    sections = [report.Section("Same", None, "the falsification gap and the falsification gap")] * 6
    long = report.page("t", "q", "a", sections, {})
    assert "On this page" in long and "On this page" not in short
    assert {f'href="#same{end}"' in long for end in ("", "-x2", "-x6")} == {True}
    assert long.count("<dfn") == 6 and meaning("Falsification gap") in long  # once a paragraph
    assert "falsification gap" in report.glossary_page()


def test_every_term_of_the_glossary_is_a_sentence():
    for term, words in TERMS.items():
        assert term == term.lower() and words[0].isupper() and words.endswith("."), term
    assert set(ALSO.values()) <= set(TERMS) and set(TERMS) >= PLAIN


def test_a_page_is_written_in_one_step(tmp_path, manifest):
    path = report.write_page(tmp_path / "deep" / "page.html", "t", "q", "a", [report.Section("h", None, "w")], manifest)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(p.name for p in path.parent.iterdir()) == ["glossary.html", "page.html"]
    with pytest.raises(UserError):
        report.write_page(path / "page.html", "t", "q", "a", [], manifest)


def test_seeds_are_written_short():
    assert ranges([3, 1, 2, 9]) == "1\u20133, 9" and ranges([]) == ""

"""The page of the debate: one file, well formed, escaped, filtered by its own script, loading nothing from anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from tiny_claim import tiny

from unanimity.claims.claim import Claim
from unanimity.report.debate import TOGETHER, answer, debate_page, write_debate
from unanimity.report.debate_style import VERDICTS
from unanimity.report.small_svg import courses, interval
from unanimity.results.atomic_files import json_value as plain

VOID = {"meta", "br", "input", "line", "circle", "polygon"}
FILTERS = ("author", "source", "mechanism", "verdict", "rival")
NASTY = "<script>alert('x') & \"y\"</script>"
FACTS = {"date": "2026-11-15", "version": "0.1.0", "source": "abc", "seed": 0}


class Reader(HTMLParser):
    """Every tag must be closed in order; keeps tags with their attributes."""

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open
    return reader.tags


def finding(role, sentence):
    return {"role": role, "reading": "", "form": "sign", "sentence": sentence, "size": -1.2}


def record(name, verdict, rival, **changes):
    """A claim as it was judged, made up."""
    said = {"verdict": verdict, "rival": rival, "pairs": 40, "failure": "",
            "readings": [{"reading": "", "verdict": verdict, "why": "because"}],
            "rivals": [{"reading": "", "verdict": rival, "why": "because"}] if rival else [],
            "main": {"effect": -8.4, "low": -9.7, "high": -7.5, "null": 0.0, "marks": [-5.0], "unit": "points",
                     "share": 1.0, "n": 40, "size": -3.9},
            "findings": [finding("expect", f"{name}: does it fall? Yes."), finding("rival", "is it equal? No.")],
            "table": [{"arm": "secret", "measure": "assent", "mean": 0.7, "low": 0.6, "high": 0.8, "difference": -0.1,
                       "difference_low": -0.2, "difference_high": -0.05}],
            "curves": {"assent": {"months": [-1, 0, 1], "arms": {
                "control": {"middle": [0.9, 0.9, 0.9], "low": [0.8, 0.8, 0.8], "high": [1.0, 1.0, 1.0]},
                "secret": {"middle": [0.9, 0.7, None], "low": [0.8, 0.6, None], "high": [1.0, 0.8, None]}}}},
            "robustness": [{"ranges": "30 percent", "settings": 64, "holds": 0.5, "low": 0.4, "high": 0.6,
                            "verdicts": {"holds": 32, "undecided": 32}}],
            "ablation": {"verdict": verdict, "without": {"voice": "undecided"}, "needed": ["voice"]}}
    about = Claim(tiny(), f"{name}.toml").about()
    return plain({**about, **said, "mechanisms": ["voice", "fear"], **changes})


@pytest.fixture(scope="module")
def records():
    words = list(VERDICTS)
    made = [record(f"claim-{k}", word, words[-1 - k], author=f"Author {k % 2}", source=f"00{k}",
                   mechanisms=["voice", f"mechanism{k}"]) for k, word in enumerate(words)]
    return [*made, record("nasty", "holds", None, title=NASTY, says=NASTY, author=NASTY, by_construction=NASTY)]


@pytest.fixture(scope="module")
def page(records):
    return debate_page(records, FACTS)


def test_the_page_is_well_formed_and_loads_nothing(page):
    tags = read(page)
    assert not [tag for tag, _ in tags if tag in ("link", "img", "iframe", "object")]
    values = [value for _, attrs in tags for value in attrs.values() if value]
    assert not [value for value in values if re.match(r"(https?:)?//", value)]
    assert [attrs for tag, attrs in tags if tag == "script"] == [{}]
    policy = next(attrs["content"] for _, attrs in tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy and "unsafe-eval" not in policy
    assert "eval(" not in page and "http" not in re.sub(r"http-equiv", "", page)


def test_what_a_file_says_is_text_and_never_markup(page):
    assert NASTY not in page and page.count("<script>") == 1
    assert "&lt;script&gt;" in page


def test_every_claim_has_a_row_and_a_section_and_every_verdict_the_same_weight(page, records):
    tags = read(page)
    rows = [attrs for tag, attrs in tags if tag == "tr" and "data-claim" in attrs]
    sections = {attrs["id"]: attrs for tag, attrs in tags if tag == "section"}
    assert [row["data-claim"] for row in rows] == [one["id"] for one in records] == list(sections)
    links = [attrs["href"] for tag, attrs in tags if tag == "a" and attrs["href"].startswith("#claim")]
    assert links == [f"#{one['id']}" for one in records if one["id"] != "nasty"]
    shapes = {re.sub(r"#\w{6}", "", attrs["style"]) for tag, attrs in tags if attrs.get("class") == "verdict"}
    assert shapes == {"background:"}, "verdicts differ in colour and mark alone"
    for words in ("What was changed", "What would falsify it", "The rival", "Expected", "ballot from month 0 = secret",
                  "Minutes, p. 3", "does it fall? Yes.", "holds at 50 % of 64 settings", "without voice: undecided",
                  "Partly true by construction"):
        assert words in page, words


def test_filters_name_what_rows_carry(page, records):
    tags = read(page)
    ids = {attrs.get("id") for _, attrs in tags}
    assert {f"filter-{name}" for name in FILTERS} | {"filter-words", "filter-none", "shown"} <= ids
    carried = [attrs for _, attrs in tags if "data-claim" in attrs]
    assert len(carried) == 2 * len(records)
    for name in FILTERS:
        assert all(f"data-{name}" in attrs for attrs in carried)
        assert re.search(rf'filters = \[[^\]]*"{name}"', page)
    select = page.split('id="filter-mechanism"')[1].split("</select>")[0]
    offered = set(re.findall(r'<option value="([^"]+)"', select))
    assert offered == {name for attrs in carried for name in attrs["data-mechanism"].split("|")}
    tiles = [attrs["data-value"] for tag, attrs in tags if tag == "button" and "data-set" in attrs]
    assert tiles == list(VERDICTS)


def test_a_section_tells_of_the_milieu_and_of_what_was_too_rare_to_see():
    milieu = {"of": "printers of one cell", "source": "Minutes", "share_of_country": None}
    rare = ["Too rare to see in an arm: arrests."]
    told = debate_page([record("a", "holds", None, milieu=milieu, notes=rare)], FACTS)
    assert "not of a country: printers of one cell." in told and "Too rare to see in an arm: arrests." in told
    assert "not of a country" not in debate_page([record("a", "holds", None)], FACTS)


def test_the_answer_counts():
    said = answer([record("a", "holds", "contradicted"), record("b", "undecided", "holds"),
                   record("c", "holds", "holds")])
    assert said == ("Of 3 claims: 2 hold and 1 undecided. Of 3 rivals, judged by the same runs: 2 hold and "
                    "1 contradicted. In 1 both claim and rival hold.")
    assert answer([]) == "No claim has been judged yet."


def test_drawings_bear_what_is_not_known():
    assert "no number" in interval(None, None, None)
    assert "circle" in interval(1.0, None, None) and "circle" in interval(0.0, 0.0, 0.0, 0.0, (0.0,))
    nothing = {"control": {"middle": [None, None], "low": [None, None], "high": [None, None]}}
    assert read(courses([0, 1], nothing, "assent"))
    many = {f"dose {k}": {"middle": [k, k], "low": [k, k], "high": [k, k]} for k in range(13)}
    assert courses([0, 1], many, "deaths", "persons").count("<polyline") == 13


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser here")
@pytest.mark.parametrize("asked, shown", [
    ("verdict=holds", {"claim-0", "nasty"}), ("author=Author+1&rival=sign+only", {"claim-3"}),
    ("mechanism=mechanism2", {"claim-2"}), ("source=004", {"claim-4"}), ("words=alert", {"nasty"}),
    ("", {"claim-0", "claim-1", "claim-2", "claim-3", "claim-4", "nasty"})])
def test_a_real_browser_filters(tmp_path, records, asked, shown):
    write_debate(tmp_path / "debate.html", records, FACTS)
    done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                           f"--user-data-dir={tmp_path / 'profile'}",
                           f"file://{tmp_path / 'debate.html'}{'#' + asked if asked else ''}"],
                          capture_output=True, text=True, timeout=120)
    rows = [attrs for tag, attrs in read_loosely(done.stdout) if "data-claim" in attrs and tag == "tr"]
    assert {attrs["data-claim"] for attrs in rows if "hidden" not in attrs} == shown
    assert f"{len(shown)} of {len(records)} claims" in done.stdout


def read_loosely(text):
    """Tags of a page as a browser writes it, without a look at how they close."""
    found = []

    class Loose(HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.append((tag, dict(attrs)))

    Loose().feed(text)
    return found


def test_what_cannot_be_said_is_told_with_the_verdict_on_the_rest():
    from unanimity.claims.ledger import run_section

    mute = record("mute", "not expressible", None)
    mute["readings"][0]["rest"] = "holds"
    facts = {"version": "1", "source": "abc", "seed": 1, "date": "2026-11-15"}
    page = debate_page([mute], facts)
    read(page)
    assert page.count("the rest: holds") == 2  # in the table and in the section
    assert "| mute | not expressible (the rest: holds)" in run_section([mute], facts, "a trial")


def test_many_claims_have_pages_of_their_own(tmp_path):
    many = [record(f"claim-{k}", "holds", "undecided") for k in range(TOGETHER + 1)]
    index = write_debate(tmp_path / "debate.html", many, FACTS)
    tags = read(index.read_text(encoding="utf-8"))
    assert not [tag for tag, _ in tags if tag == "section"]
    links = [attrs["href"] for tag, attrs in tags if tag == "a"]
    assert links == [f"claims/{one['id']}.html" for one in many]
    for link in links:
        page = (tmp_path / link).read_text(encoding="utf-8")
        assert ("a", {"class": "back", "href": "../debate.html#table"}) in read(page)
        assert "What would falsify it" in page and "seed" in page

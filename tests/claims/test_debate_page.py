"""The page of the debate: one file, well formed, escaped, filtered by its own script, loading nothing from anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from tiny_claim import tiny

from unanimity import evidence, verdicts
from unanimity.claims.claim import Claim
from unanimity.claims.claim_catalogue import NO_BOOK, whose
from unanimity.claims.ledger import row_of, run_of
from unanimity.claims.ledger_page import effect_text, run_section
from unanimity.claims.preregistered import ORGANISATIONS, REGISTERED
from unanimity.claims.saved_places import together
from unanimity.cli.claims_places import with_those_before
from unanimity.report.debate import TOGETHER, answer, counts, debate_page, model_and_record, write_debate
from unanimity.report.debate_scale import ENDS, WIDTH, Dot, at, of_effect, strip
from unanimity.report.debate_style import ANSWERS, PARTS, RECORD
from unanimity.report.small_svg import courses, interval
from unanimity.results.atomic_files import json_value as plain
from unanimity.results.atomic_files import write_json
from unanimity.support.errors import UserError
from unanimity.support.number_format import NUMBERLESS
from unanimity.web.recorded_verdicts import last_full_run

VOID = {"meta", "br", "input", "line", "circle", "polygon", "rect"}
FILTERS = ("author", "source", "mechanism", "answer", "history", "record", "rival")
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


def answered(name, word, **effect):
    """Three answers, made up; the effect falls by 8.4 points, as the claim expects."""
    told = {"word": "opposite" if word == "contradicted" else word, "label": "expect[1]", "about": "assent",
            "estimate": -8.4, "low": -9.7, "high": -7.5, "unit": "points", "size": -3.9, "share": 1.0, "n": 40,
            "threshold": 5.0, "why_main": "the sentence says so", "sentence": f"{name}: assent falls by 8.4 points.",
            "undecided": "", "null": 0.0, "towards": -1, **effect}
    there = word not in ("premise absent", "too rare to see")
    premise = {"word": "present" if there else word.replace("premise ", ""), "sentence": "The premise is told.",
               "parts": [{"kind": "control", "about": "x", "there": there, "sentence": f"part {k}", "rare": False,
                          "decides": True} for k in (1, 2)]}
    detail = {"label": "expect[2]", "about": "y", "size": 0.5, "reading": ""}
    rows = [{**detail, "word": "met", "sentence": "the falsifier.", "falsifier": True},
            {**detail, "word": "found", "sentence": "does it fall? Yes.", "falsifier": False}]
    return {"word": word, "why": "because", "note": "", "premise": premise, "effect": told,
            "details": {"found": 1, "of": 1, "rows": rows}}


def record(name, word, rival, **changes):
    """A claim as it was judged, made up."""
    said = {"pairs": 40, "failure": "", "answer": answered(name, word) if word else None,
            "rival_answer": answered(name, rival) if rival else None,
            "evidence": [{"answer": "agrees", "part": "main", "asks": "Was it so?", "sentence": "3 of 4.",
                          "bias": "Few.", "expects": "above 1 times", "why": "", "n": 63, "value": 2.0, "low": 1.1,
                          "high": 3.2,
                          "counted": "people", "unit": "times", "told": "3 of 4", "size": 0.4, "size_low": 0.1,
                          "size_high": None}],
            "table": [{"arm": "secret", "measure": "assent", "mean": 0.7, "low": 0.6, "high": 0.8, "difference": -0.1,
                       "difference_low": -0.2, "difference_high": -0.05}],
            "curves": {"assent": {"months": [-1, 0, 1], "arms": {
                "control": {"middle": [0.9, 0.9, 0.9], "low": [0.8, 0.8, 0.8], "high": [1.0, 1.0, 1.0]},
                "secret": {"middle": [0.9, 0.7, None], "low": [0.8, 0.6, None], "high": [1.0, 0.8, None]}}}},
            "robustness": [{"ranges": "30 percent", "settings": 64, "holds": 0.5, "low": 0.4, "high": 0.6,
                            "verdicts": {"holds": 32, "undecided": 32}}],
            "ablation": {"verdict": "holds", "without": {"voice": "undecided"}, "needed": ["voice"]}}
    about = Claim(tiny(), f"{name}.toml").about()
    return plain({**about, **said, "mechanisms": ["voice", "fear"], **changes})


@pytest.fixture(scope="module")
def records():
    words = list(ANSWERS)
    made = [record(f"claim-{k}", word, words[-1 - k], author=f"Author {k % 2}", source=f"00{k}",
                   mechanisms=["voice", f"mechanism{k}"]) for k, word in enumerate(words)]
    return [*made[:TOGETHER - 1], record("nasty", "found", None, title=NASTY, says=NASTY, author=NASTY,
                                         by_construction=NASTY)]


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
    for words in ("What was changed", "What would falsify it", "The rival", "What was expected",
                  "ballot from month 0 = secret", "Minutes, p. 3", "does it fall? Yes.", "holds at 50 % of 64 settings",
                  "without voice: undecided", "Partly true by construction", "1. Premise: present.",
                  "2. Effect: found in sign.", "3. Details: 1 of 1 found.", "What the evidence says", "Bias: Few."):
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
    assert tiles == list(ANSWERS)


def test_a_section_tells_of_the_milieu_and_of_what_was_too_rare_to_see():
    milieu = {"of": "printers of one cell", "source": "Minutes", "share_of_country": None}
    rare = ["Too rare to see in an arm: arrests."]
    told = debate_page([record("a", "found", None, milieu=milieu, notes=rare)], FACTS)
    assert "not of a country: printers of one cell." in told and "Too rare to see in an arm: arrests." in told
    assert "not of a country" not in debate_page([record("a", "found", None)], FACTS)


def test_every_count_at_the_top_is_counted_from_the_records():
    made = [record("a", "found", "contradicted"), record("b", "not shown", "found"), record("c", "found", "found"),
            record("d", "contradicted", None, evidence=[])]
    assert answer(made) == ("Of 4 claims, in the laboratory: 2 found, 1 not shown and 1 contradicted. Of 3 rivals, "
                            "judged by the same worlds: 2 found and 1 contradicted.")
    assert answer([]) == "No claim has been judged yet."
    assert counts(made, "record") == {"agrees": 3, "not run": 1} and counts(made, "history") == {"not run": 4}
    page = debate_page(made, FACTS)
    tiles = re.findall(r'data-value="([^"]+)" aria-pressed="false"><b>(\d+)</b>', page)
    assert {word: int(number) for word, number in tiles if number != "0"} == counts(made)
    assert model_and_record(made).startswith("Laboratory and record both decide on the main sentence of 2 claims: on ")
    assert model_and_record(made[1:2]).startswith("There is no claim whose main sentence")
    part = [{**one, "part": "that the quiet level rises"} for one in made[0]["evidence"]]  # says nothing of the claim
    assert model_and_record([{**made[0], "evidence": part}]).startswith("There is no claim whose main sentence")


def test_a_place_that_was_not_run_says_so_and_one_that_was_shows_its_numbers():
    bare = debate_page([record("a", "found", None, evidence=[], answer=None)], FACTS)
    rows = bare.split("<tbody>")[-1] if "<tbody>" in bare else bare
    assert bare.count('<span class="nothing">not run</span>') >= 8 and "No answer yet." in bare and rows
    history = {"answer": answered("a", "not shown"), "at": "1926-01", "pairs": 10, "people": 100000}
    ensemble = {"settings": 50, "shares": {"found": 0.8, "opposite": 0.2}}
    full = debate_page([record("a", "found", None, history=history, ensemble=ensemble)], FACTS)
    for words in ("1926-01, 10 pairs of 100,000 people", "found at 80", "contradicted at 20", "50 settings",
                  "n = 63 people", "1.1 to 3.2"):
        assert words in full, words


def test_works_are_explained():
    work = {"code": "001", "short": "Letter to Bukharin", "authors": "L. Trotsky", "title": "Private letter",
            "date": "about January 1926", "kind": "letter", "lines": 500}
    page = debate_page([record("a", "found", None, work=work, lines="167-199", date="1926-01")], FACTS)
    assert "Letter to Bukharin (001), 1926-01; lines 167-199" in page and "<dt>001</dt>" in page


def test_marks_are_those_of_the_answers():
    assert tuple(ANSWERS) == verdicts.ANSWERS and tuple(RECORD) == evidence.REPLIES
    assert set(PARTS) == {*verdicts.EFFECTS, "met", "not met"} and set(PARTS.values()) <= set(ANSWERS)


# --- the scale --------------------------------------------------------------------------------------------------------
def test_right_of_the_middle_is_as_claimed():
    falls = {"size": -2.0, "estimate": -30.0, "low": -40.0, "high": -20.0, "null": 0.0, "towards": -1, "n": 40}
    assert of_effect(falls) == (2.0, pytest.approx(4 / 3), pytest.approx(8 / 3), True)
    assert of_effect({**falls, "towards": 1})[0] == -2.0
    times = {**falls, "size": 1.0, "estimate": 3.0, "low": 2.0, "high": 5.0, "null": 1.0, "towards": 1}
    assert of_effect(times) == (1.0, 0.5, 2.0, True)
    assert of_effect({**falls, "towards": 0})[3] is False
    assert of_effect({**falls, "null": None}) is None and of_effect({**falls, "size": None}) is None
    level = of_effect({**falls, "size": 0.0, "estimate": 0.0})
    assert level[1] < 0 < level[2]  # no distance to scale by: by the number of pairs
    assert at(0) == WIDTH / 2 and at(99) == at(ENDS) and at(-1) + at(1) == WIDTH


def test_the_strip_draws_what_is_known():
    dots = [Dot("laboratory", 2.0, 1.0, 3.0, "#1D6B3A"), Dot("history", 40.0, None, None, "#1D6B3A", False),
            Dot("record", -0.5, None, 0.1, "#A8300C")]
    drawn = strip(dots, ticks=True)
    assert read(drawn) and drawn.count("<circle") == drawn.count("<rect") == drawn.count("<polygon") == 1
    assert ">40</text>" in drawn and "laboratory 2; history 40; record" in drawn
    assert "no standardised number" in strip([])


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
    ("answer=found", {"claim-0", "nasty"}), ("author=Author+1&rival=contradicted", {"claim-3"}),
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


def test_the_ledger_has_a_row_of_all_places_and_the_lab_reads_it_again():
    facts = {"version": "1", "source": "abc", "seed": 1, "date": "2026-11-16"}
    history = {"answer": answered("a", "not shown"), "at": "1926-01", "pairs": 10, "people": 100000}
    ensemble = {"settings": 4, "shares": {"found": 0.75, "not shown": 0.25}}
    assert "10 pairs of 100,000 people)" in run_section(run_of([
        record("a", "found", "contradicted", history=history),
        record("b", "found", "contradicted", history=history | {"people": 5000})], facts, "two sizes"))
    made = [record(name, "found", "contradicted", history=history, ensemble=ensemble) for name in REGISTERED]
    run = run_of(made, facts, "a trial")
    section = run_section(run)
    number = len(REGISTERED)
    assert f"{number} claims: {number} found. Their rivals: {number} contradicted." in section
    row = next(line for line in section.splitlines() if line.startswith(f"| {REGISTERED[0]} "))
    assert "| found | assent: −8.4 points [−9.7, −7.5] | 1 of 1 | not shown (1926-01): −8.4 points [" in row
    assert "In history: 10 pairs of 100,000 people; in brackets" in section, "what all rows share is said once"
    assert "found 75" in row and row.endswith("| agrees | contradicted | voice |")
    told = last_full_run([run])[REGISTERED[0]]
    assert (told["date"], told["verdict"], told["rival"], told["history"], told["record"]) == (
        "2026-11-16", "found", "contradicted", "not shown", "agrees")
    # the words of a measure are those that its file has now
    assert told["effect"] == "deaths by hunger, autonomy against control: −8.4 points [−9.7, −7.5]"
    failed = run_section(run_of([{"id": "x", "failure": "no worlds"}], facts, ""))
    assert "| x | not run | no worlds |" in failed


def test_an_effect_without_a_number_says_why_on_the_page_and_in_the_ledger_and_earlier_runs_still_load():
    none = {"estimate": None, "low": None, "high": None, "unit": "times", "numberless": "nothing"}
    made = record("a", "found", None, answer=answered("a", "found", **none))
    assert NUMBERLESS["nothing"] in debate_page([made], FACTS)
    row = row_of(made)
    assert row["effect"] == {"about": "assent", "unit": "times", "undecided": "", "numberless": "nothing"}
    assert effect_text(row["effect"]) == f"assent: {NUMBERLESS['nothing']}"
    assert effect_text({"about": "assent", "unit": "times", "undecided": ""}) == "assent: no number"


def test_many_claims_have_pages_of_their_own(tmp_path):
    many = [record(f"claim-{k}", "found", "not shown") for k in range(TOGETHER + 1)]
    index = write_debate(tmp_path / "debate.html", many, FACTS)
    tags = read(index.read_text(encoding="utf-8"))
    assert not [tag for tag, _ in tags if tag == "section"]
    links = [attrs["href"] for tag, attrs in tags if tag == "a"]
    assert links == [f"claims/{one['id']}.html" for one in many]
    for link in links:
        page = (tmp_path / link).read_text(encoding="utf-8")
        assert ("a", {"class": "back", "href": "../debate.html#table"}) in read(page)
        assert "What would falsify it" in page and "seed" in page


def test_the_page_of_a_single_claim_is_its_section_with_what_each_arm_changed(tmp_path):
    made = record("a", "found", "not shown")
    made["answer"]["premise"]["parts"] = made["answer"]["premise"]["parts"][:1]
    page = write_debate(tmp_path / "debate.html", [made], FACTS).read_text(encoding="utf-8")
    tags = read(page)
    assert [attrs["id"] for tag, attrs in tags if tag == "section"] == ["a"]
    assert not [tag for tag, attrs in tags if tag == "select" or attrs.get("class") == "back"]
    assert ("details", {"class": "parts", "open": None}) in tags and "<li>there: part 1</li>" in page


def test_why_a_claim_is_contradicted_is_told_once_in_its_section():
    falls = answered("a", "contradicted") | {"why": "What would falsify it is found: z."}
    falls["effect"]["word"] = "found"
    made = record("a", "found", None, answer=falls, history={"answer": falls, "at": "1926-01"})
    row, _, section = debate_page([made], FACTS).partition('<section id="a"')
    assert "But what would falsify the claim is found." in row and row.count("falsify it is found: z.") == 2
    assert section.count("falsify it is found: z.") == 2, "of the laboratory and of history, each once"
    assert section.count("by a falsifier of its own") == 2


def test_answers_of_other_places_are_taken_from_beside_the_debate(tmp_path):
    made = [record("a", "found", None), record("b", "not shown", None)]
    told = {"id": "a", "in_history": {"at": "1926-01", "lays": ["groups"], "cannot": [{"what": "a tree", "why": "no"}]},
            "failure": "", "answer": answered("a", "contradicted"), "rival_answer": None, "notes": ["A note."],
            "pairs": 10}
    write_json(tmp_path / "history.json", {"people": 100000, "claims": [told]})
    both = together(made, tmp_path)
    assert both[0]["history"]["people"] == 100000 and "history" not in both[1]
    page = debate_page(both, FACTS)
    for words in ("1926-01, 10 pairs of 100,000 people", "In history, 1926-01", "Not laid: a tree, because no.",
                  "A note.", "with its groups laid onto it"):
        assert words in page, words
    assert counts(both, "history") == {"contradicted": 1, "not run": 1}
    barred = {**told, "answer": None, "failure": "cannot be asked in history: nobody was there"}
    write_json(tmp_path / "history.json", {"people": 100000, "claims": [barred]})
    assert "cannot be asked in history: nobody was there" in debate_page(together(made, tmp_path), FACTS)
    write_json(tmp_path / "history.json", {"people": 100000, "claims": [told]})
    rows = ["claim,settings,found,found in sign,not shown,opposite,too rare to see", "a,200,0.5,0,0.25,0.25,0"]
    (tmp_path / "plausible.csv").write_text("\n".join(rows))
    (tmp_path / "conditions.csv").write_text("claim,kind,sentence\nb,a rule,Found at 70 % of settings with x above 2.")
    both = together(made, tmp_path)
    assert both[0]["ensemble"]["shares"] == {"found": 0.5, "not shown": 0.25, "opposite": 0.25}
    assert "Found at 70 % of settings with x above 2." in debate_page(both, FACTS)
    (tmp_path / "plausible.csv").write_text("claim,settings\na,3\n")
    with pytest.raises(UserError, match="plausible"):
        together(made, tmp_path)
    (tmp_path / "plausible.csv").unlink()
    (tmp_path / "history.json").write_text("[1]")
    with pytest.raises(UserError, match="holds no table"):
        together(made, tmp_path)
    (tmp_path / "history.json").write_text("{")
    with pytest.raises(UserError, match="cannot be read"):
        together(made, tmp_path)


def test_a_run_in_history_of_some_claims_keeps_those_that_ran_before_with_their_own_number_of_people(tmp_path):
    path = tmp_path / "history.json"
    assert with_those_before([{"id": "a"}], path) == [{"id": "a"}]
    before = [{"id": "a", "answer": None, "people": 100000}, {"id": "b", "answer": None, "people": 5000}]
    write_json(path, {"people": 100000, "claims": before})
    both = with_those_before([{"id": "a", "people": 20000}], path)
    assert [(one["id"], one["people"]) for one in both] == [("a", 20000), ("b", 5000)]
    write_json(path, {"people": 20000, "claims": both})
    told = together([record("a", "found", None), record("b", "found", None)], tmp_path)
    assert [one["history"]["people"] for one in told] == [20000, 5000]


def test_the_witnesses_are_told_and_drawn():
    made = [record(f"claim-{k}", "found", None, title=f"Title {k}", author=f"Author {k % 2}") for k in range(3)]
    pair = {"author": "A", "other_author": "B", "together": 3, "by_chance": 9.5, "p": 0.001}
    told = {"sentences": ["At the best of 40 settings 2 of 3 main effects are found at once."],
            "pairs": [{**pair, "one": "claim-0", "other": "claim-1", "phi": -0.6, "says": "exclude each other"},
                      {**pair, "one": "claim-0", "other": "claim-2", "phi": 0.01, "says": "neither"}],
            "by_author": [{"author": "A", "other_author": "B", "pairs": 2, "phi": -0.3, "exclude": 1, "support": 0}]}
    page = debate_page(made, {**FACTS, "witnesses": told})
    read(page)
    drawn = page.split("class='matrix'")[1].split("</svg>")[0]
    assert drawn.count("<rect") == drawn.count("<circle") == 1  # a correlation of nothing is not drawn
    for words in ("At the best of 40 settings", "Title 0 – Title 1", "found together at 3 settings, by chance at 9.5"):
        assert words in page, words
    assert "witnesses" not in page.split("<footer><p>")[-1]
    section = run_section(run_of(made, {"date": "2026-11-16", "seed": 1, **FACTS, "witnesses": told}, ""))
    assert "The witnesses among themselves: At the best of 40 settings" in section
    asked = "Do the witnesses agree with each other?"
    assert asked in page and asked not in debate_page(made, FACTS), "some claims alone are no debate"
    every = debate_page([record(f"claim-{k}", "found", None) for k in range(TOGETHER + 1)], FACTS)
    assert asked in every and "class='matrix'" not in every


def test_the_page_says_above_its_title_whose_claims_it_holds(records):
    assert whose(REGISTERED) == "claims of the sources, put to the model and to the record"
    assert whose(ORGANISATIONS[:2]) == "classical claims on organisations, put to the model"
    assert whose([REGISTERED[0], ORGANISATIONS[0]]) == whose(["mine"]) == NO_BOOK
    page = debate_page(records, FACTS, whose(ORGANISATIONS))
    assert "The debate: classical claims on organisations" in page and "claims of the sources" not in page

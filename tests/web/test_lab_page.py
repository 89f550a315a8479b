"""The page's own files: both languages say the same, libraries are as they were packed, nothing is from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from unanimity import web
from unanimity.claims.ledger import read_runs
from unanimity.claims.preregistered import REGISTERED
from unanimity.regimes import load_regime, preset_names
from unanimity.support.number_format import NUMBERLESS
from unanimity.verdicts.resampling import LEAST_WORLDS
from unanimity.web import api_catalogue, recorded_verdicts
from unanimity.web.access_guard import policy
from unanimity.web.page_text import english
from unanimity.web.requests import RunAsked, regime_asked
from unanimity.world.codes import LOGGED, OFFICES, RUNGS, STATUSES

PAGE = Path(web.__file__).parent / "page"
TEXT = {name: json.loads((PAGE / "text" / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "es")}
SCRIPTS = sorted(PAGE.glob("*.js"))
LONGEST_LABEL = 50
OWN = re.compile(r"\{(\w+)\}")


def test_both_languages_say_everything():
    english, spanish = TEXT["en"], TEXT["es"]
    assert len(english) > 400
    assert not set(english) - set(spanish), "not said in Spanish"
    # what the engine itself says in English stands in Spanish only: happenings here, the rest beside (test_spanish.py)
    assert all(key.startswith("happening.") for key in set(spanish) - set(english))


def test_a_sentence_has_the_same_gaps_in_both_languages():
    for key, words in TEXT["en"].items():
        assert set(OWN.findall(words)) == set(OWN.findall(TEXT["es"][key])), key
        assert words.strip() and TEXT["es"][key].strip(), key


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_key_that_a_script_names_is_in_the_catalogue(path):
    keys = re.findall(r"""\b(?:t|rich)\('([\w. -]+)'[,)]""", path.read_text(encoding="utf-8"))
    assert [key for key in keys if key not in TEXT["en"]] == []


@pytest.mark.parametrize("path", [*SCRIPTS, PAGE / "index.html", *sorted((PAGE / "style").glob("*.css"))],
                         ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere_and_nothing_is_written_as_markup(path):
    text = path.read_text(encoding="utf-8")
    assert [one for one in re.findall(r"https?://[\w.]+", text) if "w3.org" not in one] == []
    assert "innerHTML =" not in text and "dangerouslySetInnerHTML" not in text and "eval(" not in text


def test_the_codes_of_the_script_are_those_of_the_model():
    told, people = ((PAGE / name).read_text(encoding="utf-8") for name in ("told.js", "people.js"))

    def words(name: str, text: str) -> tuple[str, ...]:
        return tuple(re.findall(r"'([^']+)'", re.search(rf"{name} = \[(.*?)\]", text, re.S)[1]))

    assert words("EVENTS", told) == LOGGED and words("RUNGS", told) == RUNGS
    assert words("STATUS", people) == STATUSES and words("OFFICES", people) == OFFICES


def test_the_texts_name_the_rooms_in_both_languages_in_one_order():
    rooms = [[key for key in text if key.startswith("room.")] for text in TEXT.values()]
    assert rooms[0] == rooms[1] and rooms[0][0] == "room.story" and len(rooms[0]) >= 10


def test_every_step_of_a_case_can_be_told():
    silent = {"petitioned for", "extended", "moved", "carried a motion", "backlash", "objected to a motion",
              "lost a motion", "sanctioned", "died"}
    assert [word for word in LOGGED if word not in silent and f"log.{word}" not in TEXT["en"]] == []
    assert all(f"log.sanctioned.{rung}" in TEXT["en"] for rung in RUNGS)


def test_every_lever_and_every_question_has_words():
    names = {one["name"]: english()[f"lever.{one['name']}"] for one in api_catalogue.levers_shown()}
    assert names["ballot"] == "How hands are counted" and names["debate"] == "The floor of the assembly"
    assert [name for name in names.values() if not name or len(name) > LONGEST_LABEL or not name[0].isupper()] == []
    for name, paper in api_catalogue.papers().items():
        if name == "any":
            continue
        regime = load_regime(name)
        for question in paper["question"]:
            lever = question["lever"]
            assert f"{name}.q.{lever}" in TEXT["en"] and f"{name}.card.{lever}" in TEXT["en"], lever
            for value in question.get("answers") or question["stops"]:
                said = f"{value:g}" if not isinstance(value, str) else value
                assert f"{name}.o.{lever}.{said}" in TEXT["en"], (lever, value)
                regime.but({lever: value})
            now = regime.lever(lever)
            named = dict(next(one for one in api_catalogue.levers_shown() if one["name"] == lever)["named"])
            given = [str(value) for value in question.get("answers") or question["stops"]]
            assert now in given or str(named.get(now, now)) in given, f"{lever}: the present rule is no answer"
        for drawn in paper["drawn"]:
            for what in ("title", "short", "phrase"):
                assert any(f"{home}.{what}.{drawn['measure']}" in TEXT["en"] for home in (name, "any"))


def test_every_shock_of_the_timeline_can_be_run_and_told():
    from unanimity.web.requests import RunAsked, regime_asked

    for event, words in api_catalogue.SHOCKS.items():
        assert f"event.{event}" in TEXT["en"]
        regime_asked(RunAsked(order="apparatus", schedule=[{"month": 12, "event": event, **words}]))


def test_vendored_libraries_are_as_they_were_packed():
    rows = json.loads((PAGE / "vendor" / "vendored.json").read_text(encoding="utf-8"))
    assert {row["file"] for row in rows} == {path.name for path in (PAGE / "vendor").iterdir()
                                             if path.suffix in (".js", ".css", ".woff2")}
    for row in rows:
        assert hashlib.sha256((PAGE / "vendor" / row["file"]).read_bytes()).hexdigest() == row["sha256"]
        assert (PAGE / "vendor" / row["licence_file"]).stat().st_size > 500
    assert sum((PAGE / "vendor" / row["file"]).stat().st_size for row in rows if row["file"].endswith(".js")) < 90_000


def test_the_policy_allows_nothing_from_elsewhere_and_no_inline_script_but_the_import_map():
    made = policy((PAGE / "index.html").read_text(encoding="utf-8"))
    assert "unsafe" not in made and "http" not in made and made.count("sha256-") == 1
    assert (PAGE / "index.html").read_text(encoding="utf-8").count("<script") == 3


def test_the_debate_asks_for_as_many_pairs_as_can_decide():
    assert f"const LEAST = {LEAST_WORLDS} " in (PAGE / "debate.js").read_text(encoding="utf-8")


def test_why_an_effect_has_no_number_is_said_as_the_ledger_says_it():
    told = {key.removeprefix("numberless."): words for key, words in english().items() if key.startswith("numberless.")}
    assert told == NUMBERLESS


def test_the_verdicts_of_the_page_are_those_of_the_ledger():
    ledger = Path(__file__).parents[2] / "docs" / "debate/debate-ledger.json"
    assert recorded_verdicts.recorded() == recorded_verdicts.last_full_run(read_runs(ledger))
    assert set(recorded_verdicts.recorded()) == set(REGISTERED)


def test_orders_with_a_paper_come_first_and_dead_levers_are_left_out():
    orders = api_catalogue.orders_shown()
    assert {one["name"] for one in orders} == set(preset_names())
    assert [one["paper"] for one in orders] == sorted((one["paper"] for one in orders), reverse=True)
    union = api_catalogue.order_shown("union")
    assert "ballot" in union["acting"] and not {"interrogation", "isolation"} & set(union["acting"])


@pytest.mark.parametrize("order", [one["name"] for one in api_catalogue.orders_shown()])
def test_every_order_that_can_be_chosen_can_be_run(order):
    """As the page asks for it (page/bench.js): with fewer people where all of them are too many for the lab."""
    shown = next(one for one in api_catalogue.orders_shown() if one["name"] == order)
    people = shown["fits"] // 1000 * 1000 if shown["fits"] < shown["people"] else None
    regime = regime_asked(RunAsked(order=order, people=people))
    assert regime.society.people == (people or shown["people"])
    if people is None:
        assert regime.fingerprint == load_regime(order).fingerprint

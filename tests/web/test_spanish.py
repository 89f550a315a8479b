"""What the model says in English (claims, models, levers, measures, the record) has a Spanish text, id by id."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from unanimity import web
from unanimity.claims import load_claim
from unanimity.claims.claim import BACKGROUND
from unanimity.mechanisms import CATALOGUE
from unanimity.reference import models
from unanimity.statutes.questions import QUESTIONS
from unanimity.support.works import works
from unanimity.web import api_catalogue
from unanimity.web.history_routes import cards
from unanimity.web.page_text import derived, english

TEXT = Path(web.__file__).parent / "page" / "text"
ENGLISH = english()
FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(TEXT.glob("es*.json"))}
SPANISH = {key: words for file in FILES.values() for key, words in file.items()}
PARTS = ("title", "date", "says", "rival_says", "expects", "falsified", "effect")
FITTED = {"points", "times", "months", "persons", "%"}  # units of effects


def of_claims() -> Iterator[str]:
    for told in api_catalogue.claims_shown():
        one = f"claim.{told['id']}"
        yield from (f"{one}.{part}" for part in (*PARTS, *(["milieu"] if told["milieu"] else [])))
        yield from (f"{one}.arm.{arm}" for arm in told["arms"])
        yield from (f"{one}.record.{part}" for part in (["why"] if told["record"]["answer"] == "silent" else
                                                        ["asks", "bias"]))
        yield from (f"{one}.curve.{name}" for name in load_claim(told["id"]).curves if name not in BACKGROUND)
        yield f"author.{told['author']}"
    yield from (f"curve.{name}" for name in BACKGROUND)
    yield from (f"work.{code}" for code in works())


def of_models() -> Iterator[str]:
    for told in api_catalogue.models_shown():
        one = f"model.{told['id']}"
        yield from (f"{one}.{part}" for part in ("title", "sentence", "notice"))
        for parameter in told["parameters"]:
            yield f"{one}.p.{parameter['name']}"
            yield from (f"word.{word}" for word in parameter["words"] if len(word) > 2)


def of_rules() -> Iterator[str]:
    yield from (f"lever.{lever['name']}.card" for lever in api_catalogue.levers_shown())
    yield from derived()
    yield from (f"mechanism.{mechanism.id}" for mechanism in CATALOGUE)
    for order in api_catalogue.orders_shown():
        yield from (f"order.{order['name']}", f"order.{order['name']}.asks")
        if order["milieu"]:
            yield f"order.{order['name']}.milieu"


def of_measures() -> Iterator[str]:
    for measure in api_catalogue.measures_shown():
        yield from (f"measure.{measure['name']}", f"measure.{measure['name']}.meaning", f"unit.{measure['unit']}")
    yield from (f"unit.{target['unit']}" for target in api_catalogue.targets_shown())
    yield from (f"unit.{unit}" for unit in FITTED)


def of_the_record() -> Iterator[str]:
    room = api_catalogue.evidence_shown()
    for table in room["tables"]:
        yield f"evidence.{table['name']}.title"
        yield from (f"column.{name}" for name in api_catalogue.evidence_table(table["name"])["columns"])
        if not re.search(r"\d+ of \d+ values seen", table["says"]):
            yield f"evidence.{table['name']}.says"
    yield "evidence.seen"
    yield from (f"evidence.bias.{name}" for name in room["bias"])
    yield from (f"target.{target['id']}" for target in api_catalogue.targets_shown())
    survival = api_catalogue.evidence_table("survival")
    yield from (f"cohort.{row[survival['columns'].index('cohort')]}" for row in survival["rows"])
    yield from (f"column.{kind}" for row in api_catalogue.evidence_table("durations")["rows"] for kind in row[:2])


def of_history() -> Iterator[str]:
    yield from (f"whatif.{card['name']}.{part}" for card in cards() for part in ("title", "asks", "words", "arm"))
    yield from (f"statute.q.{question.key}" for question in QUESTIONS)


SUBJECTS = {"claims": of_claims, "models": of_models, "rules": of_rules, "measures": of_measures,
            "record": of_the_record, "history": of_history}


@cache
def ids(subject: str) -> frozenset[str]:
    return frozenset(SUBJECTS[subject]())


def is_of_a_run(key: str) -> bool:
    """What a model's run gives is known only when it has run; the slow test holds those."""
    return bool(re.match(r"model\.\w+\.s\.", key))


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_id_that_the_page_shows_has_a_spanish_text(subject):
    assert sorted(ids(subject) - set(SPANISH)) == []


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_spanish_text_is_for_an_id_that_is_gone(subject):
    assert [key for key in FILES[f"es-{subject}"] if key not in ids(subject) and not is_of_a_run(key)] == []


def test_what_stands_in_spanish_only_is_what_the_model_says():
    only = set(SPANISH).difference(ENGLISH, *map(ids, SUBJECTS))
    assert sorted(key for key in only if not key.startswith("happening.") and not is_of_a_run(key)) == []
    assert len(SPANISH) == sum(map(len, FILES.values())), "one id in two files"
    assert all(isinstance(words, str) and words.strip() for words in SPANISH.values())


@pytest.mark.slow
def test_what_a_models_run_gives_has_a_spanish_name():
    wanted = {f"model.{one.id}.s.{name}" for one in models() for name in one.run(1).summary}
    assert wanted == set(filter(is_of_a_run, SPANISH))


def test_every_word_of_a_lever_is_said_in_both_languages():
    for lever in api_catalogue.levers_shown():
        for word in [*lever["words"], *(word for word, _ in lever["named"])]:
            found = {f"value.{lever['name']}.{word}", f"value.{word}"} & set(ENGLISH) & set(SPANISH)
            assert found, (lever["name"], word)


def test_numbers_in_a_spanish_text_are_written_as_in_spanish():
    cited = re.compile(r"\d{3} l\.[\d-]+|world/words\.py|-1\.\.1")
    assert [key for key, words in SPANISH.items() if re.search(r"(?<!\d)\d*\.\d", cited.sub("", words))] == []


def test_the_page_loads_every_file_of_the_catalogue():
    script = (TEXT.parent / "text.js").read_text(encoding="utf-8")
    assert re.findall(r"'(es[\w-]*)'", re.search(r"FILES = .*", script)[0]) == \
        ["es", "es-claims", "es-models", "es-rules", "es-measures", "es-record", "es-history"]
    assert set(FILES) == {"es", *(f"es-{subject}" for subject in SUBJECTS)}

"""One vocabulary: names that outsiders misread are gone from what users see, and the old ones work with a note."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import pytest
from typer.testing import CliRunner

import unanimity as un
from unanimity.catalogues import event_rows, lever_rows, measure_rows, mechanism_rows
from unanimity.cli.handbook.cards import card_page
from unanimity.cli.levers_and_events import events_page, levers_page
from unanimity.cli.main import app
from unanimity.experiments.cells import Layout
from unanimity.experiments.description import read_toml
from unanimity.mechanisms import BY_ID
from unanimity.support.former_names import FormerName, with_tests
from unanimity.world.levers import lever

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [*(ROOT / "src" / "unanimity").rglob("*.py"), ROOT / "README.md"]


@pytest.fixture(scope="module")
def run():
    """A short run of the whole model that was asked by the old name."""
    with pytest.warns(FormerName, match="'own_choice' is now called 'appointed_by_current_superior'"):
        return un.run("apparatus", people=256, months=2, measures=["own_choice"], ask=["own_choice(last 1)"])


def test_the_old_name_of_a_measure_works_with_a_note(run):
    assert "appointed_by_current_superior" in run.measures and "own_choice" not in run.measures
    with pytest.warns(FormerName):
        old = run.of("own_choice")
    assert old.equals(run.of("appointed_by_current_superior")) and len(run.answers) == 1


def test_the_old_word_of_a_lever_works_with_a_note_and_means_the_same():
    with pytest.warns(FormerName, match="'rotate' is now called 'rotate_appointer'"):
        old = un.regime("apparatus", {"appointer": "rotate:12"})
    new = un.regime("apparatus", {"appointer": "rotate_appointer:12"})
    assert old.fingerprint == new.fingerprint and new.lever("appointer") == "rotate_appointer:12"
    assert "rotate_appointer:n" in lever("appointer").allowed


def test_a_test_is_named_by_test_or_by_form():
    whole = {"title": "Ballot", "months": 12, "arms": {"secret": {"levers": {"ballot": "secret"}}},
             "measures": {"assent": "unanimity"}}
    nested = [{"test": "any_of", "any": [{"test": "sign", "measure": "assent", "direction": "fall"},
                                         {"form": "sign", "measure": "assent", "direction": "rise"}]}]
    found = un.experiment({**whole, "expect": nested, "show": [{"test": "sign", "measure": "assent",
                                                              "direction": "fall"}]})
    assert isinstance(found.layout, Layout) and [form.kind for form in found.forms.forms] == ["any_of", "sign"]
    assert with_tests({"title": "test"}) == {"title": "test"}


def test_the_old_word_of_a_test_works_with_one_note_for_a_file(tmp_path):
    lines = ('title = "Ballot"\nmonths = 12\n[arms.secret.levers]\nballot = "secret"\n[measures]\n'
             'assent = "unanimity"\n[[expect]]\ntest = "any_of"\n'
             'any = [{WORD = "sign", measure = "assent", direction = "fall"}]\n'
             '[[show]]\nWORD = "sign"\nmeasure = "assent"\ndirection = "fall"\n')
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(lines.replace("WORD", "form"), encoding="utf-8")
    new.write_text(lines.replace("WORD", "test"), encoding="utf-8")
    with pytest.warns(FormerName, match="'form' is now called 'test'") as notes:
        before = un.experiment(old)
    assert len(notes) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert un.experiment(new).raw == before.raw


def test_no_claim_that_is_shipped_uses_the_old_word():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for path in sorted((ROOT / "src/unanimity/claims").rglob("*.toml")):
            assert read_toml(path)["title"]


@pytest.mark.parametrize("old", ["raise no hand against", "hold from birth", "own choice of"])
def test_no_text_says_it_the_old_way(old):
    assert [path.name for path in TEXTS if old in path.read_text(encoding="utf-8")] == []


def test_the_lab_says_the_same_words():
    text = json.loads((ROOT / "src/unanimity/web/page/text/en.json").read_text(encoding="utf-8"))
    assert text["any.title.unanimity"] == "Do not dissent publicly"
    assert text["any.title.falsification_gap"] == "Dissent kept silent"
    assert "value.rotate_appointer" in text and "value.rotate" not in text


@pytest.mark.parametrize("command", [["levers", "show", "recall"], ["mechanisms", "show", "fear"],
                                     ["claims", "show", "trotsky-1926-unanimity"], ["events", "show", "purge"]])
def test_a_citation_comes_with_its_legend(command):
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0
    assert "of source 00" in told.stderr and ("Letter to Bukharin" in told.stderr or "Memoirs" in told.stderr)


@pytest.mark.parametrize("rows", [lever_rows, event_rows, measure_rows, mechanism_rows])
def test_simulated_persons_are_not_all_men(rows):
    told = {row["id"]: f"{row.get('meaning', '')} {row.get('explains', '')} {row.get('sentence', '')}"
            for row in rows()}
    assert told and {name: text for name, text in told.items() if re.search(r"\b(he|his|him|himself)\b", text)} == {}


def test_pages_explain_the_citations_that_they_show():
    assert all("Letter to Bukharin" in made.partition("\n## ")[0] for made in (levers_page(), events_page()))
    assert "of source 00" in card_page(BY_ID["fear"])

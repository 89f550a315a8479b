"""`demo`, `regimes compare` and `timeline`: what they say, print and write, on a country made up by hand."""

from __future__ import annotations

import json
import re

import pytest

from handmade_country import busy_country
from unanimity.experiments.regime_table import usual_presets
from unanimity.regimes import preset_names


@pytest.fixture
def made_up(monkeypatch):
    """No model runs: whatever is asked for is the busy country, once for each arm."""
    from unanimity.experiments import regime_table, run, three_orders

    def simulated(regimes, seeds, arms=(), **_):
        names = list(dict.fromkeys(arms)) or [""]
        return busy_country(len(seeds) // len(names), names)

    for module in (regime_table, three_orders, run):
        monkeypatch.setattr(module, "simulate", simulated)


@pytest.fixture
def undrawn(monkeypatch):
    """For what a demo says: its page, which takes some seconds to draw, has tests of its own."""
    from unanimity.experiments import three_orders_page

    monkeypatch.setattr(three_orders_page, "write_report", lambda found, said, out: out / "report.html")


def value_of(answer):
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_demo_asks_guesses_answers_tells_and_ends_with_the_path_of_a_page(unanimity, made_up, tmp_path):
    answer = unanimity("demo", "--pairs", "3", "--out", "demo")
    assert answer.code == 0, answer.err
    assert "Does more fear make more unanimity" in answer.err and "nobody having been asked: 10 %" in answer.err
    assert ", a citizen." in answer.out and "First execution: " in answer.out and "competence at the top" in answer.out
    page = tmp_path / answer.out.strip().splitlines()[-1]
    assert page.name == "report.html"
    text = page.read_text(encoding="utf-8")
    for heading in ("What happened, month by month", "Bread: decreed", "People: content", "Police: arrests",
                    "Power: one desk", "One life, from the log"):
        assert heading in text
    assert not re.search(r"<(?:script|link|img)[^>]+(?:src|href)=[\"']?https?:", text)


def test_demo_in_json_holds_question_guess_answer_table_and_timeline(unanimity, made_up, undrawn):
    found = value_of(unanimity("demo", "--pairs", "3", "--json"))
    assert found["guess"] == 0.1 and "10 %" in found["answer"] and found["question"].endswith("if it cost nothing?")
    assert {row["regime"] for row in found["table"]} == {"law", "apparatus", "terror"}
    assert {"month", "kind", "what"} == set(found["timeline"][0]) and len(found["changes"]) == 6


def test_a_guess_that_was_typed_stands_beside_the_answer(unanimity, made_up, undrawn, monkeypatch):
    from unanimity.cli import demo

    monkeypatch.setattr(demo, "_guess", lambda: 0.42)
    answer = unanimity("demo", "--pairs", "3")
    assert "Your guess: 42 %." in answer.out


def test_a_story_that_is_not_told_is_refused(unanimity):
    answer = unanimity("demo", "two-citys")
    assert answer.code == 2 and "Did you mean 'two-cities'?" in answer.err and answer.err.count("\n") == 1


def test_regimes_compare_prints_every_measure_of_every_preset_and_draws_it(unanimity, made_up, tmp_path):
    answer = unanimity("regimes", "compare", "--seeds", "2", "--out", "shelf")
    assert answer.code == 0, answer.err
    assert all(name in answer.out for name in usual_presets())
    assert len(usual_presets()) >= 14 and "ussr-1918-1941" not in answer.out
    for words in ("unanimity", "falsification gap", "hidden support", "fear", "grievance", "hunger", "executed",
                  "centre's error", "arrests", "taken for nothing", "prisoners", "exiled", "opportunists",
                  "competence at the top", "in factions", "cells in revolt", "concentration", "highest rung",
                  "legitimacy", "all deaths", "left the country"):
        assert all(word in answer.out for word in words.split())
    text = (tmp_path / "shelf/report.html").read_text(encoding="utf-8")
    assert text.count('<table class="heat">') == 4 and (tmp_path / "shelf/regimes.csv").exists()


def test_regimes_compare_in_json_has_a_row_for_each_regime_and_measure(unanimity, made_up):
    from unanimity.experiments.regime_table import ENTRIES

    found = value_of(unanimity("regimes", "compare", "law", "terror", "--seeds", "2", "--months", "12", "--json"))
    assert len(found["table"]) == 2 * len(ENTRIES) and found["months"] == 12
    assert found["seeds"] == [0, 1] and {row["regime"] for row in found["table"]} == {"law", "terror"}


@pytest.mark.parametrize("words, said", [
    ("regimes compare nowhere", "nowhere"), ("regimes compare law --seeds 0", "seeds"),
    ("regimes compare law --months 0", "months"), ("regimes compare law --seed -1", "seed = -1"),
])
def test_slips_in_a_comparison_of_regimes_get_one_line(unanimity, words, said):
    answer = unanimity(*words.split())
    assert answer.code == 2 and said in answer.err and answer.err.count("\n") == 1


def test_timeline_tells_what_happened(unanimity, made_up):
    answer = unanimity("timeline", "terror")
    assert answer.code == 0 and "The regime falls" in answer.out and "May, year 2" in answer.out
    found = value_of(unanimity("timeline", "terror", "--most", "3", "--json"))
    assert len(found["timeline"]) == 3


def test_the_page_on_regimes_lists_every_preset_with_its_months():
    from pathlib import Path

    from unanimity.regimes import load_regime

    page = (Path(__file__).parents[2] / "docs/guides/regimes.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (\d+) \|", page, re.MULTILINE))
    assert listed == {name: str(load_regime(name).months) for name in preset_names()}

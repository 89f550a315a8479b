"""What comes with the program for the rooms of history and statutes: all of it is there, and says what it is."""

from __future__ import annotations

import pytest

from unanimity.history.ready_questions import read_question, ready
from unanimity.statutes import STATUTES
from unanimity.web import history_routes, statute_routes
from unanimity.web.requests import AdviceAsked


def test_the_hindcast_is_stored_beside_the_record_with_the_rows_to_mend_by_alone():
    told = history_routes.stored(history_routes.HINDCAST)
    assert told["worlds"] >= 3 and told["people"] >= 10_000 and told["not_computed"] > 0
    assert sum(len(one["record"]) for one in told["series"]) > 20
    assert all(year <= told["years"][1] for one in told["series"] for year, _, _ in one["record"])


@pytest.mark.parametrize("name", ready())
def test_every_ready_question_has_a_stored_answer_of_its_own_branch(name):
    told, asked = history_routes.stored(name), read_question(name)
    assert told["branched"] == asked.date and told["until"] == asked.until and told["arms"] == list(asked.arms)
    arm = told["arms"][0]
    assert told["lives"][arm]["history"] != told["lives"][arm]["branch"] and told["rows"][arm]
    for one in told["series"]:
        before = [k for k, year in enumerate(one["years"]) if year + 1 <= told["year"]]
        sides = [[one["arms"][side]["mean"][k] for k in before] for side in ("control", arm)]
        assert sides[0] == sides[1], "both histories share their past"


def test_the_finding_on_a_card_is_a_clear_difference_of_its_table():
    for card in history_routes.cards():
        told, found = history_routes.stored(card["name"]), card["finding"]
        clear = [row for row in told["differences"] if row["q"] is not None and row["q"] <= history_routes.CHANCE]
        assert found is None or any(all(row[key] == found[key] for key in found) for row in clear)


@pytest.mark.parametrize("name", STATUTES)
def test_a_statute_is_told_as_questions_and_its_stored_advice_is_about_them(name):
    told = statute_routes.questionnaire(name)
    keys = {one["key"] for one in told["questions"]}
    assert len(keys) > 20 and told["advice"]["statute"] == name
    for row in told["advice"]["best"]:
        assert set(row["changes"]) <= keys and row["score"] > 0 and set(row["effects"]) == set(told["advice"]["now"])


def test_answers_of_ones_own_are_laid_onto_a_statute():
    regime = statute_routes.asked_statute(AdviceAsked(statute="worker-coop", answers={"ballot": "open"}))
    assert regime.lever_text("ballot") == "open"

"""What comes with the program for the rooms of history and statutes: all of it is there, and says what it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from unanimity.history.ready_questions import read_question, ready
from unanimity.statutes import STATUTES
from unanimity.support.errors import UserError
from unanimity.web import history_routes, statute_routes, stored_stamp
from unanimity.web.api_catalogue import targets_shown
from unanimity.web.requests import AdviceAsked

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import store_all


def test_the_hindcast_is_stored_beside_the_record_with_every_row_that_the_model_was_fitted_on():
    told = history_routes.stored(stored_stamp.HINDCAST)
    assert told["worlds"] >= 3 and told["people"] >= 10_000 and told["not_computed"] == 0
    assert {one["id"] for one in told["targets"]} == {one["id"] for one in targets_shown()}
    assert told["years"] == [1918, 1936]
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


def test_the_finding_on_a_card_is_a_clear_difference_of_its_table_and_worth_naming():
    for card in history_routes.cards():
        told, found = history_routes.stored(card["name"]), card["finding"]
        counted = {one["title"] for one in told["series"]}
        clear = [row for row in told["differences"] if row["q"] is not None and row["q"] <= 0.05]
        assert card["clear"] == len(clear)
        large = [row for row in clear if row["low"] is not None and row["high"] > row["low"]
                 and abs(row["difference"]) >= 0.02 * max(abs(row["control"]), abs(row["treated"]))]
        assert (found is None) == (not large)
        if found is not None:
            assert found["measure"] in counted or not any(row["measure"] in counted for row in large)
            assert any(all(row[key] == found[key] for key in found) for row in large)


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


# --- stamps: with which model an answer was made ---
def test_an_answer_of_this_model_is_told_from_one_of_another():
    mine = {stored_stamp.STAMP: stored_stamp.stamp("secret-ballot-1925")}
    assert stored_stamp.is_of_this_model("secret-ballot-1925", mine)
    assert not stored_stamp.is_of_this_model("no-hostages-1918", mine), "another question"
    assert not stored_stamp.is_of_this_model("advice-worker-coop", mine), "another regime"
    for key in ("model", "regime", "asked"):
        other = {stored_stamp.STAMP: {**mine[stored_stamp.STAMP], key: "0" * 16}}
        assert not stored_stamp.is_of_this_model("secret-ballot-1925", other), key
    assert not stored_stamp.is_of_this_model("secret-ballot-1925", {}), "no stamp"


def test_every_stamped_answer_is_made_by_the_one_command_and_lies_where_the_page_looks():
    assert set(stored_stamp.names()) < set(store_all.makers())
    there = {one.name.split(".")[0] for folder in ("stored", "page/made") for one in (store_all.WEB / folder).iterdir()}
    assert there | {store_all.RECORDED} == set(store_all.makers()), "one command makes every stored file"
    assert all(store_all.path_of(name).is_file() for name in store_all.makers())
    with pytest.raises(UserError, match="stored file"):
        store_all.chosen(["advice-nobody"])


@pytest.mark.slow
def test_the_stored_answers_are_of_this_model():
    """After a change of the model: make stored"""
    assert stored_stamp.stale() == ()

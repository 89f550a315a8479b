"""Statutes: told as questions and answers, written from a questionnaire, advised on in paired worlds."""

from __future__ import annotations

import dataclasses

import pytest

from unanimity import UserError
from unanimity.engine.plan import levers_of
from unanimity.statutes import STATUTES, answers_of, statute
from unanimity.statutes.advise import AXES, Effect, Tried, _scales, _scored, advise, changes_of
from unanimity.statutes.questionnaire import chairs_for, file_text, read_answer, tree_for, write_statute
from unanimity.statutes.questions import BY_KEY, QUESTIONS
from unanimity.statutes.shelf import OF_A_STATE, in_words, number_for
from unanimity.world.levers import BY_NAME

TERROR = (
    "hostage_kin",
    "hostage_group",
    "interrogation",
    "isolation",
    "prison_capacity",
    "delay_exec",
    "procurement",
    "police_quota",
    "unrest_answer",
    "agents",
    "plots",
)


def test_every_question_is_about_a_lever_or_a_number_that_is_there():
    known = statute("worker-coop").known_parameters
    for question in QUESTIONS:
        assert (question.key in known) if question.parameter else (question.key in BY_NAME), question.key
        for value in (*question.tries, *(value for value, _ in question.answers)):
            number = number_for(question, value)
            assert in_words(question, number), (question.key, value)
    assert len(BY_KEY) == len(QUESTIONS)


@pytest.mark.parametrize("name", STATUTES)
def test_a_statute_has_members_of_60_to_2000_comes_without_a_state_and_hides_what_cannot_act(name):
    regime, answers = statute(name), answers_of(name)
    assert 60 <= regime.society.people <= 2000 and regime.months == 240 and regime.society.spare > 0.0
    assert {m.id for m in regime.mechanisms} >= OF_A_STATE and regime.off >= OF_A_STATE
    assert not {a.question.key for a in answers} & set(TERROR)
    reads = {name for m in regime.mechanisms if m.id not in regime.off for name in levers_of(m)}
    assert all(a.question.parameter or a.question.key in reads for a in answers)
    assert all(a.says and not any(word in a.says for word in ("camp", "prison", "death")) for a in answers)


def test_a_rule_whose_mechanism_is_off_is_not_told():
    assert "inspection" in {a.question.key for a in answers_of("foundation")}
    whole = statute("foundation")
    bare = dataclasses.replace(whole, off=whole.off | {"reporting", "protection"})
    assert "discounting" not in {a.question.key for a in answers_of(bare)}


def test_a_regime_with_powers_of_a_state_is_no_statute():
    with pytest.raises(UserError, match="only a state has"):
        statute("law")


def test_levels_are_told_where_they_differ():
    told = {a.question.key: a.says for a in answers_of("membership-party")}
    assert told["appointment"] == "the members; in the districts the body or person above"
    assert told["term"] == "every 24 months" and told["tenure_limit"] == "never"


@pytest.mark.parametrize("members", [24, 60, 120, 384, 1000, 2000])
def test_a_questionnaire_makes_a_tree_and_an_executive_that_a_body_of_that_size_can_have(members):
    sections, teams = tree_for(members)
    assert sections >= 2 and teams >= 2 and 5 <= members / (sections * teams) <= 30
    assert chairs_for(members) % 2 == 1 and 3 <= chairs_for(members) <= 11


def test_answers_are_read_as_people_type_them():
    assert read_answer(BY_KEY["ballot"], "2") == "secret" and read_answer(BY_KEY["ballot"], "open") == "open"
    assert read_answer(BY_KEY["inspection"], "30%") == pytest.approx(0.3)
    assert read_answer(BY_KEY["tenure_limit"], "48") == 48.0 and read_answer(BY_KEY["tenure_limit"], "never") == 0
    for key, said in (("ballot", "3"), ("inspection", "often"), ("inspection", "7")):
        with pytest.raises(UserError, match=key):
            read_answer(BY_KEY[key], said)


def test_a_statute_that_was_written_says_what_was_answered(tmp_path):
    given = {"ballot": "open", "sanction_cap.complaint": "none", "sanction.expelled": 36.0, "appointment": "elected"}
    made = write_statute(tmp_path / "mine.toml", 'Our "co-op"', "worker-coop", 120, given)
    told = {a.question.key: a.says for a in answers_of(tmp_path / "mine.toml")}
    assert made.title == 'Our "co-op"' and made.society.people == 120 and made.society.tree == (2, 3)
    assert told["ballot"] == "yes, by a raised hand" and told["sanction_cap.complaint"] == "nothing"
    assert told["sanction.expelled"] == "36 months" and told["appointment"] == "the members"
    with pytest.raises(UserError, match="exists"):
        write_statute(tmp_path / "mine.toml", "again", "worker-coop", 120, {})
    with pytest.raises(UserError, match="members = 5 "):
        file_text("small", "worker-coop", 5, {})
    with pytest.raises(UserError, match="question 'balot'"):
        file_text("slip", "worker-coop", 120, {"balot": "open"})


def test_changes_that_are_tried_differ_from_what_stands_and_no_state_word_is_among_them():
    regime = statute("union-machine")
    tried = changes_of(regime)
    assert "ballot = secret" in tried and "ballot = open" not in tried and len(tried) >= 25
    assert not {key for _, changes in tried.values() for key in changes} & set(TERROR)


def tried(name, **differences):
    effects = {
        axis.id: Effect(
            10.0, 10.0 + differences.get(axis.id, 0.0), differences.get(axis.id, 0.0), 0.0, 0.0, axis.id in differences
        )
        for axis in AXES
    }
    return Tried(name, name, {name: 1}, effects)


def test_the_rank_is_the_sum_of_clear_differences_as_shares_of_the_largest():
    all_ = [tried("a", silenced=-4.0), tried("b", silenced=-2.0, untold=-1.0), tried("c", hours=2.0), tried("d")]
    scales = _scales(all_)
    assert scales == {"silenced": 4.0, "untold": 1.0, "capture": 0.0, "turnout": 0.0, "hours": 2.0}
    assert [_scored(one, scales).score for one in all_] == [1.0, 1.5, -0.5, 0.0]
    assert all_[3].sentence == "no clear difference" and "10.0 to 6.0" in all_[0].sentence


def test_advice_is_the_same_bits_for_the_same_seed_and_its_page_says_what_it_does_not_say(tmp_path):
    found = advise("union-machine", members=60, months=36, pairs=3, seed=2)
    again = advise("union-machine", members=60, months=36, pairs=3, seed=2, threads=1)
    assert found.record() == again.record() and len(found.singles) == len(changes_of(statute("union-machine")))
    assert [one.score for one in found.singles] == sorted((one.score for one in found.singles), reverse=True)
    assert all(len(one.alone) == 2 and len(one.changes) == 2 for one in found.pairs)
    page = found.report(tmp_path).read_text(encoding="utf-8")
    assert "no sign of fear" in page and "What protects us?" in page and "hostage" not in page

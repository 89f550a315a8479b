"""A new claim by questions: a bad answer is asked for again, and the file that they make validates and runs."""

from __future__ import annotations

import tomllib

import pytest

from unanimity.claims.claim import Claim
from unanimity.claims.new_claim import QUESTIONS, claim_text, interview

GOOD = {
    "title": "The open hand", "asks": "Is assent the work of the open ballot?", "author": "A. Reader",
    "date": "1926-01", "source": 'Minutes of a "district"', "lines": "p. 3", "strength": "own",
    "says": "Hands go up because they are seen.", "at": "1926-01",
    "base": "apparatus", "months": "12", "arm": "secret ballot", "arm_says": "the ballot is secret",
    "levers": "ballot = secret", "measure_says": "assent in public", "expression": "unanimity(last 12)",
    "direction": "fall", "by": "5", "unit": "points", "main_why": "because they are seen", "premise": "above 0.9",
    "expects": "Assent falls by 5 points.", "falsified": "It does not.", "margin": "5", "rival": "Assent is meant.",
    "rival_direction": "unchanged", "mechanisms": "voice, fear"}


def answering(answers, first=None):
    """Give each answer when it is asked for, before it the wrong ones of `first`; what was told goes to a list."""
    told, queue = [], {name: list(wrong) for name, wrong in (first or {}).items()}
    names = {one.text: one.name for one in QUESTIONS}

    def ask(text, standard):
        name = names[text]
        return queue[name].pop(0) if queue.get(name) else answers.get(name, standard)

    return interview(ask, told.append), told


def test_the_questions_write_a_file_that_validates_and_says_why_its_main_form_is_main():
    given, told = answering(GOOD)
    raw = tomllib.loads(claim_text(given))
    found = Claim(raw, "mine.toml").validate()
    assert told == [] and found.unsound() == [] and found.notes() == []
    assert found.main.form.label == "expect[1]" and found.main.why == "because they are seen"
    assert raw["expect"][0] == {"test": "change", "measure": "measured", "arm": "secret ballot", "direction": "fall",
                                "by": 5, "unit": "points"}
    assert raw["premise"][0]["x"] == 0.9 and raw["in_history"] == {"at": "1926-01"}
    assert raw["claim"]["source"] == 'Minutes of a "district"'


@pytest.mark.parametrize("changed", [
    {"direction": "unchanged", "rival_direction": "fall"},
    {"by": "", "premise": "", "at": ""},
    {"by": "0.5", "unit": "times"},
    {"by": "10", "unit": "percent", "rival_direction": "rise"},
])
def test_every_kind_of_answer_makes_a_sound_file(changed):
    given, _ = answering({**GOOD, **changed})
    found = Claim(tomllib.loads(claim_text(given)), "mine.toml").validate()
    assert found.unsound() == [] and found.notes() == []


@pytest.mark.parametrize("name, wrong, words", [
    ("date", "last year", "1926-01"), ("strength", "certain", "stated"), ("at", "January", "1926-01"),
    ("base", "apparatu", "Did you mean 'apparatus'?"), ("months", "many", "whole number"),
    ("arm", "control", "not control"), ("levers", "balot = secret", "Did you mean 'ballot'?"),
    ("levers", "ballot", "lever = value"), ("levers", "ballot = hidden", "hidden"),
    ("expression", "unanimty(last 12)", "unanimty"), ("expression", "unanimity", "names no months"),
    ("direction", "down", "rise"), ("by", "much", "a number"), ("unit", "yards", "points"),
    ("unit", "times", "from 0 to 1"), ("premise", "high", "above 0.9"),
    ("mechanisms", "voices", "Did you mean 'voice'?"), ("title", " ", "an answer"),
])
def test_a_bad_answer_is_told_in_one_line_and_asked_for_again(name, wrong, words):
    given, told = answering(GOOD, {name: [wrong]})
    assert given[name] == GOOD[name] and len(told) == 1 and words in told[0] and "\n" not in told[0]

"""Manipulation checks: every arm of the claims names one or says why it has none, and no main test reads it."""

from __future__ import annotations

import pytest
from tiny_claim import tiny

from unanimity.claims import load_claim, names
from unanimity.claims.claim import BACKGROUND, Claim
from unanimity.claims.main_form import EXPECTED, main_form, readings
from unanimity.claims.main_only import main_only
from unanimity.claims.unit_marks import asked_of, mark_of
from unanimity.support.errors import UserError

WHY = "a secret hand leaves no trace but the assent that is tested"
SECRET = {"says": "a secret ballot", "levers": {"ballot": "secret"}}
VOTES = "count(lever(ballot) == secret, attendants, last 12)"
CAST = {"cast": {"expression": VOTES, "says": "people who vote in secret"}}


def with_arm(**fields):
    measures = {**tiny()["measures"], **CAST}
    return Claim(tiny(arms={"secret": {**SECRET, **fields}}, measures=measures), "mine.toml")


def read_by_main_tests(claim):
    """The expressions that the main tests of the claim and of its rival read, in every reading."""
    mains = [main_form(claim.forms, name, "" if place == 0 else reading)
             for name in EXPECTED for place, reading in enumerate(readings(claim.forms, name))]
    return {claim.described.measure(measure).expression for main in mains for measure in main.form.measures()}


# --- the shelf -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", names())
def test_every_arm_has_a_check_that_no_main_test_reads_or_says_why_it_has_none(name):
    claim = load_claim(name)
    assert claim.unchecked() == []
    read = read_by_main_tests(claim)
    for arm, change in claim.described.arms.items():
        assert bool(change.check) != bool(change.no_check), arm
        if change.check:
            measure = claim.described.measure(change.check)
            assert measure.expression not in read, f"{arm}: {change.check} is what a main test measures"
            assert not measure.arms and measure.says, f"{arm}: {change.check} has to be there in the control, in words"


def test_a_check_is_never_drawn_by_default():
    measures = {"assent": "share(voice == assent, attendants, last 12)", "lying": "habit_of_lying(0..11)"}
    assert Claim(tiny(measures=measures), "mine.toml").curves == ["lying"]
    checked = {"secret": {**SECRET, "check": "lying"}}
    assert Claim(tiny(measures=measures, arms=checked), "mine.toml").curves == list(BACKGROUND)


# --- a file ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("fields, words", [
    ({"check": "cast", "no_check": WHY}, ("arms.secret has both check and no_check", 'check = "measure"')),
    ({"no_check": " "}, ("arms.secret.no_check = ' '", "one line that says why")),
    ({"no_check": 3}, ("arms.secret.no_check = 3", "valid string")),
    ({"check": "casts"}, ("arms.secret.check", "Did you mean 'cast'?")),
    ({"no_chek": WHY}, ("no field 'arms.secret.no_chek'", "Did you mean 'no_check'?")),
])
def test_a_slip_is_refused_in_one_line(fields, words):
    with pytest.raises(UserError) as slip:
        with_arm(**fields)
    assert str(slip.value).startswith("mine.toml: ") and "\n" not in str(slip.value)
    for word in words:
        assert word in str(slip.value)


def test_an_arm_without_both_is_noted_with_the_cure():
    note, = map(str, with_arm().unchecked())
    assert note.startswith("arms.secret: neither check nor no_check") and 'cure: check = "measure"' in note
    assert "arms." not in str(with_arm().unsound()), "a note, since files without checks still run"
    assert with_arm(check="cast").unchecked() == with_arm(no_check=WHY).unchecked() == []


def test_the_answer_tells_how_far_the_check_moved_or_why_there_is_none():
    def part(**fields):
        found = with_arm(**fields).run(pairs=10, keep=False).answer
        return found.word, next(one for one in found.premise.parts if one.kind == "arm")

    word, told = part(check="cast")
    assert word == "found" and "differ from the control's; people who vote in secret moved by +200." in told.sentence
    word, told = part(no_check=f"{WHY}.")
    assert word == "found" and told.there and told.sentence.endswith(f"; no measure can check it: {WHY}.")
    assert "most moved" in part()[1].sentence


def test_a_check_without_a_number_in_the_control_does_not_hold():
    measures = {**tiny()["measures"], "never": {"expression": "first(log arrested)", "says": "the first arrest"}}
    claim = Claim(tiny(arms={"secret": {**SECRET, "check": "never"}}, measures=measures), "mine.toml")
    found = claim.run(pairs=10, keep=False).answer
    assert found.word == "premise absent" and "; the first arrest has no number in both arms." in found.why


# --- units over settings ---------------------------------------------------------------------------------------------
def test_a_check_and_a_measure_that_the_main_test_does_not_read_change_no_unit():
    plain = mark_of(main_only(Claim(tiny(), "mine.toml")))
    for fields in ({}, {"check": "cast"}, {"no_check": WHY}):
        assert mark_of(main_only(with_arm(**fields))) == plain
    other = tiny(arms={"secret": {**SECRET, "levers": {"ballot": "secret", "debate": "free"}}})
    assert mark_of(main_only(Claim(other, "mine.toml"))) != plain
    windowed = tiny(measures={"assent": "unanimity(last 6)"})
    assert mark_of(main_only(Claim(windowed, "mine.toml"))) != plain
    assert set(asked_of(main_only(with_arm(check="cast")))["measures"]) == {"assent"}

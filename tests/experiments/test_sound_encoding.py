"""Experiment files that would be judged otherwise than they read: reported with the remedy, and not refused."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity.experiments.sound_encoding import slips_of

BALLOT = {"title": "Ballot", "months": 12, "people": 200, "regime": {"mechanisms": [], "society": {"tree": [2, 2, 2]}},
          "arms": {"secret": {"levers": {"ballot": "secret"}}},
          "measures": {"assent": "unanimity(last 12)", "stance": "private_stance(last 12)"}}


def slips(form, **changes):
    return [str(one) for one in slips_of(un.experiment({**BALLOT, **changes}, expect=[form]))]


@pytest.mark.parametrize("form, words", [
    ({"form": "sign", "treated": "assent[secret]", "control": "0.5 * assent[control]", "direction": "fall"},
     ("expect[1]: sign sets treated against control times a number", "by")),
    ({"form": "contrast", "first": "assent[secret] / 2", "second": "assent[control]"}, ("contrast sets first", "by")),
    ({"form": "equal", "treated": "assent[secret]", "control": "assent[control] - assent[secret]", "margin": 10,
      "unit": "percent"}, ("percent of control, whose mean may be 0", '"points"')),
    ({"form": "denies", "measure": "stance", "direction": "fall", "margin": 10, "unit": "percent"},
     ("denies within a margin in percent", '"absolute"')),
    ({"form": "change", "measure": "assent", "direction": "fall", "by": 5}, ("no unit", "percent", 'unit = "percent"')),
    ({"form": "contrast", "first": "assent[secret]", "second": "assent[control]", "by": 5}, ("no unit", "as points")),
    ({"form": "not_worse", "measure": "assent"}, ("no margin, and would take 10 percent", "margin = 10")),
    ({"form": "worlds", "true": "assent[secret] < assent[control]", "at_least": 0.75},
     ("worlds compares arms", "all_of")),
    ({"form": "level", "values": "assent[secret] - assent[control]", "at": "below", "x": -0.05},
     ("level compares arms", "75 %", '"change"')),
    ({"form": "level", "values": "assent[secret] < assent[control]", "at": "above", "x": 0.75},
     ("level compares arms", "75 %", '"change"')),
    ({"form": "sign", "treated": "assent[secret]", "control": "assent[control] - 0.05", "direction": "fall"},
     ("sign sets treated against control and a number", "by")),
])
def test_a_form_that_reads_otherwise_than_it_is_judged_is_told_with_its_cure(form, words):
    line, = slips(form)
    assert "; cure: " in line
    for word in words:
        assert word in line


@pytest.mark.parametrize("form", [
    {"form": "sign", "measure": "assent", "direction": "fall"},
    {"form": "change", "treated": "12 * assent[secret]", "control": "12 * assent[control]", "direction": "fall",
     "by": 5, "unit": "percent"},
    {"form": "denies", "measure": "stance", "direction": "fall", "margin": 5, "unit": "points"},
    {"form": "worlds", "true": "assent[control] > 0.9", "at_least": 0.75},
    {"word": "unchanged", "measure": "assent", "share": True},
    {"form": "level", "values": "assent[secret] / assent[secret]", "at": "below", "x": 2},
    {"form": "sign", "treated": "assent[secret] - 0.05", "control": "assent[control] - 0.05", "direction": "fall"},
])
def test_a_sound_form_is_left_in_peace(form):
    assert slips(form) == []


@pytest.mark.parametrize("expression, form, words", [
    ("0.5 * unanimity(last 12)", {"form": "sign", "treated": "assent[secret]", "control": "other[control]",
                                  "direction": "fall"}, "against control times a number"),
    ("mean(stance_rule, members, last 12)", {"form": "equal", "measure": "other", "margin": 10, "unit": "percent"},
     "whose mean may be 0"),
    ("unanimity(6..11) - unanimity(0..5)", {"form": "equal", "measure": "other", "margin": 10, "unit": "percent"},
     "whose mean may be 0"),
])
def test_what_a_measure_hides_is_seen_too(expression, form, words):
    line, = slips(form, measures={"assent": "unanimity(last 12)", "other": expression})
    assert words in line and "; cure: " in line
    left = {"form": "equal", "measure": "other", "margin": 10, "unit": "percent"}  # what is left of a share has no sign
    assert slips(left, measures={"other": "1 - unanimity(last 12)"}) == []


def test_a_state_read_as_one_number_says_its_months_and_one_read_as_a_course_need_not():
    measures = {"assent": "unanimity"}
    line, = slips({"form": "sign", "measure": "assent", "direction": "fall"}, measures=measures)
    assert line.startswith("measures.assent: unanimity names no months") and "last 12" in line
    assert slips({"form": "lasts", "measure": "assent", "direction": "fall", "at": 6}, measures=measures) == []


def test_a_group_whose_dead_are_left_out_says_so():
    group = {**BALLOT["regime"], "groups": [{"name": "known", "n": 20, "by": "lot"}]}
    forgets = {"free": "share(rung < 4, group(known), last 12)"}
    form = {"form": "sign", "measure": "free", "direction": "fall"}
    line, = slips(form, measures=forgets, regime=group)
    assert "forgets the others of the group" in line and "as of start" in line
    for sound in ("share(rung < 4, everybody and group(known), last 12)",
                  {"expression": forgets["free"], "leaves_out": "the dead, who bear no rung"}):
        assert slips(form, measures={"free": sound}, regime=group) == []


def test_no_claim_of_the_shelf_is_unsound():
    from unanimity.claims import every_name, load_claim

    assert {name: found for name in every_name() if (found := load_claim(name).unsound())} == {}
    unnamed = [name for name in every_name() if load_claim(name).notes()]
    assert unnamed == [], "a claim names its main form, and its rival's"

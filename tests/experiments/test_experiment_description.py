"""A slip in an experiment's description is one line: file, field, value, what is allowed, and the near miss."""

from __future__ import annotations

import pytest
from fake_laboratory import described

from unanimity.experiments.experiment import Experiment, experiment
from unanimity.support.errors import UserError

FORM = {"form": "change", "measure": "assent", "direction": "fall", "by": 10, "unit": "points"}


def form(**changes):
    return {"expect": [{key: value for key, value in (FORM | changes).items() if value is not None}]}


DOSES = {"name": "share", "values": [0.1, 0.5]}
SLIPS = {
    "an unknown field": ({"reglications": 4}, "no field 'reglications'.", "Did you mean 'replications'?"),
    "too few replications": ({"replications": 0}, "replications = 0", "greater than or equal to 1"),
    "no title": ({"title": None}, "title is missing"),
    "no measures": ({"measures": {}}, "measures = {}"),
    "a burn-in that is no year": ({"burn_in": 7}, "burn_in = 7", "whole number of years"),
    "an unknown base": ({"base": "aparatus"}, "no regime 'aparatus'", "Did you mean 'apparatus'?"),
    "a field of the regime": ({"regime": {"socity": {}}}, "no field 'regime.socity'", "Did you mean 'society'?"),
    "a field inside the regime": ({"regime": {"society": {"peeple": 3}}}, "mine.toml: regime",
                                  "no field 'society.peeple'", "Did you mean 'people'?"),
    "a field of an arm": ({"arms": {"secret": {"lever": {}}}}, "no field 'arms.secret.lever'",
                          "Did you mean 'levers'?"),
    "a lever": ({"arms": {"secret": {"levers": {"balot": "secret"}}}}, "arms.secret", "'balot'",
                "Did you mean 'ballot'?"),
    "a lever's value": ({"arms": {"secret": {"levers": {"ballot": "secrt"}}}}, "arms.secret", "ballot = 'secrt'",
                        "open < secret"),
    "a parameter without a source": ({"arms": {"secret": {"parameters": {"voice": {"theta": 0.2}}}}},
                                     "arms.secret: voice.theta has no entry under [sources]", "assumed"),
    "an arm called control": ({"arms": {"control": {}}}, "arms.control is the control"),
    "an event in the past": ({"arms": {"secret": {"schedule": [{"month": 90, "lever": "ballot", "value": "open"}]}}},
                             "arms.secret", "schedule[1].month = 90", "-12..23"),
    "a placeholder for nothing": ({"arms": {"secret": {"levers": {"ballot": "$balot"}}}}, "'$balot'",
                                  "no doses and no factors"),
    "a placeholder misspelt": ({"doses": DOSES, "arms": {"secret": {"levers": {"ballot": "$shere"}}}},
                               "Did you mean 'share'?"),
    "a single dose": ({"doses": {"name": "share", "values": [1]}}, "doses.values"),
    "a list beside the doses": ({"doses": {**DOSES, "also": {"n": [1]}}}, "doses.also.n", "2 values"),
    "a factor of one level": ({"factors": {"press": {"values": [1]}}}, "factors.press", "two or more"),
    "a measure that is nothing": ({"measures": {"assent": "unanimty"}}, "measures.assent = 'unanimty'",
                                  "Did you mean 'unanimity'?"),
    "a measure of no arm": ({"measures": {"assent": {"expression": "unanimity", "arms": ["secert"]}}},
                            "no arm 'secert'", "Did you mean 'secret'?"),
    "a curve of no measure": ({"curves": ["asent"]}, "curves", "Did you mean 'assent'?"),
    "an unknown mechanism": ({"explained_by": ["voise"]}, "no mechanism 'voise'", "Did you mean 'voice'?"),
    "an unknown form": (form(form="chnge"), "expect[1]", "no test 'chnge'", "Did you mean 'change'?"),
    "an unknown field of a form": (form(bye=3), "expect[1]: no field 'bye' in the test change", "Did you mean 'by'?"),
    "a direction": (form(direction="down"), "expect[1]", "direction = 'down'", "'rise' or 'fall'"),
    "a unit": (form(unit="pionts"), "expect[1]", "no unit 'pionts'", "Did you mean 'points'?"),
    "a missing number": (form(by=None), "expect[1]", "missing", "'by'"),
    "a form of no measure": (form(measure="asent"), "expect[1]", "no measure 'asent'", "Did you mean 'assent'?"),
    "a form of one of several arms": ({"arms": {"secret": {}, "free": {}}}, "expect[1].arm is missing",
                                     "control, secret, free"),
    "a hazard's direction": ({"expect": [{"form": "hazard", "events": "arrests", "months": "assent", "other_events":
                                          "arrests", "other_months": "assent", "direction": "up"}]},
                             "expect[1]", "direction = 'up'"),
    "a complier's unit": ({"expect": [{"form": "complier", "by": 3, "unit": "pecent", **{
        f"{other}{name}": "arrests" for other in ("", "other_") for name in ("persons", "chose", "sum_chose",
                                                                             "sum_rest")}}]},
                          "expect[1]", "no unit 'pecent'", "Did you mean 'percent'?"),
    "a form of no arm": (form(arm="secert"), "expect[1].arm", "no arm 'secert'", "Did you mean 'secret'?"),
    "a column of no arm": (form(measure=None, treated="assent[secert]", control="assent"), "expect[1]",
                           "no arm 'secert'"),
    "a bracket left open": (form(measure=None, treated="assent[secret", control="assent"), "expect[1].treated",
                            "a bracket is not closed"),
    "a form over doses without doses": ({"expect": [{"form": "kink", "measure": "assent"}]}, "needs doses"),
    "two doses for a kink": ({"doses": DOSES, "expect": [{"form": "kink", "measure": "assent"}]}, "expect[1]", "dose"),
    "a dose that is not said": ({"doses": DOSES, "arms": {"purge": {"schedule": [
        {"month": 2, "event": "set", "variable": "fear", "value": "$share"}]}}, **form(arm="purge")},
        "has doses of share", "say which"),
    "a dose that is none": ({"doses": DOSES, "arms": {"purge": {"schedule": [
        {"month": 2, "event": "set", "variable": "fear", "value": "$share"}]}}, **form(arm="purge",
                                                                                     given={"share": 0.2})},
        "share=0.2 is no value of share", "0.1, 0.5"),
    "a factor that is none": (form(given={"pres": 1}), "no dose or factor 'pres'"),
    "a word that is none": ({"expect": [{"word": "unchangd", "measure": "assent"}]}, "Did you mean 'unchanged'?"),
    "nothing of which one is enough": ({"expect": [{"form": "any_of"}]}, "expect[1].any is missing"),
    "no reason": ({"expect": [{"form": "not expressible"}]}, "expect[1].reason is missing"),
}


@pytest.mark.parametrize("slip, fragments", [pytest.param(slip, words, id=name) for name, (slip, *words) in
                                             SLIPS.items()])
def test_a_slip_is_one_line_with_file_field_value_and_what_is_allowed(slip, fragments):
    with pytest.raises(UserError) as told:
        Experiment(described(**slip), "mine.toml").validate()
    line = str(told.value)
    assert line.startswith("mine.toml") and "\n" not in line, line
    for fragment in fragments:
        assert fragment in line, line


def test_a_file_that_is_none_and_one_that_is_no_toml_are_told(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        experiment(tmp_path / "nothing.toml")
    (tmp_path / "bad.toml").write_text("title = [")
    with pytest.raises(UserError, match="not valid TOML"):
        experiment(tmp_path / "bad.toml")


def test_the_same_words_in_toml_and_in_python(tmp_path):
    path = tmp_path / "ballot.toml"
    path.write_text("""
title = "Ballot"
base = "apparatus"
months = 24
burn_in = 12
people = 256
replications = 12
[regime]
mechanisms = []
[arms.secret.levers]
ballot = "secret"
[measures]
assent = "unanimity"
arrests = "count(log arrested)"
[[expect]]
form = "change"
measure = "assent"
direction = "fall"
by = 10
unit = "points"
""")
    from_file, from_python = experiment(path), experiment(**described())
    assert from_file.described == from_python.described
    assert [p.key for p in from_file.pieces().values()] == [p.key for p in from_python.pieces().values()]

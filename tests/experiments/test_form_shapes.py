"""Every field of an experiment in every wrong shape is one line that names it, or is used."""

from __future__ import annotations

import pytest
from fake_laboratory import ballot

from unanimity.support.errors import UserError

SHAPES = {"a list of lists": [["assent"]], "a table": {"a": 1}, "a list of tables": [{"a": 1}], "true": True,
          "400 digits": 10**400, "a deep list": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}
HAZARD = {"form": "hazard", "events": ["assent[secret]"], "months": ["assent[secret]"],
          "other_events": ["assent[control]"], "other_months": ["assent[control]"], "direction": "rise"}
FIELDS = ("form", "months", "events", "direction", "by", "only", "given", "arm", "against", "over", "any", "all",
          "word", "share", "between", "reading", "says", "measure")
TABLES = ("arms", "doses", "factors", "measures", "sources", "curves", "explained_by", "regime", "control", "base",
          "pool", "expect", "treated_at", "people", "months")
OF_AN_ARM = ("levers", "parameters", "inputs", "delegate", "levers_of", "at", "says", "schedule", "groups", "society",
             "traits", "leaders", "ties", "mechanisms")


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_wrong_shape_anywhere_is_one_line(shape):
    slips = [{"expect": [{**HAZARD, field: shape}]} for field in FIELDS if (field, shape) != ("events", True)]
    slips += [{field: shape} for field in TABLES] + [{"arms": {"secret": {field: shape}}} for field in OF_AN_ARM]
    slips += [{"expect": [shape]}, {"expect": [{"form": "any_of", "any": shape}]},
              {"expect": [{"form": "all_of", "all": [shape]}]}, {"arms": {"s": {"levers": {"ballot": shape}}}},
              {"arms": {"s": {"levers": {"ballot": {"all": "open", "provinces": shape}}}}}]
    for slip in slips:
        with pytest.raises(UserError) as told:
            ballot(**slip).validate()
        line = str(told.value)
        assert "\n" not in line and len(line) < 1200 and line.startswith("mine.toml: "), (slip, line[:200])


SAID = {
    "a share that is a text": ({"expect": [{"word": "hardly", "measure": "assent", "share": "false"}]},
                               "share = 'false' is not allowed; allowed: true or false"),
    "a field of another form": ({"expect": [{"form": "sign", "measure": "assent", "between": {"f": [1, 2]}}]},
                                "no field 'between' in the test sign"),
    "a measure that is not read": ({"expect": [{**HAZARD, "measure": "assent"}]}, "the test hazard is told by events"),
    "doses that nothing names": ({"doses": {"name": "d", "values": [1, 2]}, "expect": None}, "no table names $d"),
    "factors that nothing names": ({"factors": {"f": {"values": [1, 2]}}, "expect": None}, "no table names $f"),
    "a source of nothing": ({"sources": {"voice.tetha": "x"}}, "input or field of this file 'voice.tetha'"),
    "a deep expression": ({"measures": {"assent": "(" * 99 + "unanimity" + ")" * 99}}, "inside each other"),
    "a deep reference": ({"expect": [{"form": "sign", "measure": "(" * 99 + "assent" + ")" * 99}]}, "inside each"),
    "signs without end": ({"measures": {"assent": "-" * 5000 + "unanimity"}}, "inside each other"),
    "a long sum": ({"measures": {"assent": " + ".join(["unanimity"] * 300)}}, "400 words and marks"),
    "a number of 400 digits": ({"measures": {"assent": f"unanimity + {10**400}"}}, "digits"),
    "a base with a null": ({"base": "a\0.toml"}, "without a null"),
}


@pytest.mark.parametrize(("changes", "says"), SAID.values(), ids=SAID)
def test_what_is_said_of_it(changes, says):
    with pytest.raises(UserError) as told:
        ballot(**changes).validate()
    assert says in str(told.value)


def test_the_source_of_what_only_an_arm_sets_is_no_source_of_nothing():
    ballot(arms={"secret": {"parameters": {"voice": {"theta": 0.1}}}}, sources={"voice.theta": "assumed"}).validate()

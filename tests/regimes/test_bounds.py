"""Loaders check types before values; depth, size and numbers are bounded; nothing that a file says is ignored."""

from __future__ import annotations

import os
import threading

import pytest

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.regimes import load_regime
from unanimity.regimes.load import check_sources, regime_of, whole_table
from unanimity.support.bounded_reading import check_expression, read_text
from unanimity.support.errors import UserError

HUGE = 10**400
DEEP = 3000


def made(**tables):
    raw = {"title": "t", "based_on": "apparatus", **tables}
    found = regime_of(whole_table(raw, "f.toml"), "f.toml", raw.get("inputs", {}))
    check_sources(raw, "f.toml")
    return found


def event(name, /, **more):
    return {"schedule": [{"month": 5, "event": name, **more}]}


def accused(who):
    return event("accuse", who=who)


def levers(**more):
    return {"levers": {"ballot": {"all": "open", **more}}}


IGNORED = {
    "announced on an event": (event("purge", who="members", share=0.1, announced=2), "announced = 2"),
    "announced on a parameter": ({"schedule": [{"month": 5, "parameter": "voice.theta", "value": 0.1, "announced": 2}]},
                                 "announced = 2"),
    "provinces of a war": (event("war", provinces=[1]), r"provinces = \[1\]"),
    "provinces of a problem": (event("problem", provinces=[1]), "the whole country"),
    "provinces of attacks": (event("attacks", rate=0.1, provinces=[1]), "allowed: who for attacks"),
    "provinces of the leader": (event("leader_event", kind="death", provinces=[1]), "provinces"),
    "provinces abroad": (event("foreign", kind="revolution", provinces=[1]), "provinces"),
    "who of a war": (event("war", who="members"), "who = 'members'"),
    "levels of a levy": (event("levy", levels=["cell"]), "where, provinces for levy"),
    "a place for the country's number": (event("set", variable="threat", value=0.1, provinces=[1]), "of the country"),
    "a flag as text": ({"groups": [{"name": "g", "n": 3, "attends": "false"}]}, "attends = 'false'"),
    "a share that is false": ({"groups": [{"name": "g", "share": False}]}, "share = False"),
    "a number as text": ({"society": {"members": "0.22"}}, "society.members = '0.22'"),
    "true as a number": ({"society": {"rural": True}}, "rural = True"),
    "a province written twice": (levers(provinces={"1": "secret", "01": "open"}), "'01'"),
    "traits of a province written twice": ({"traits_by_province": {"1": {"courage": 0.2}, "01": {"courage": 0.3}}},
                                           "'01'"),
    "two leaders": ({"persons": [{"name": "A", "role": "leader"}, {"name": "B", "role": "leader"}]}, "one leader"),
    "two chiefs of a province": ({"persons": [{"name": n, "role": "police_chief", "province": 1} for n in "AB"]},
                                 "police chief"),
    "a source of nothing": ({"parameters": {"voice": {"theta": 0.1}},
                             "sources": {"voice.theta": "assumed", "voice.tetha": "x"}}, "Did you mean 'voice.theta'"),
}
SHAPES = {
    "a digit that is none": (levers(provinces={"²": "secret"}), "'²'"),
    "a digit that is none among traits": ({"traits_by_province": {"²": {"courage": 0.2}}}, "'²'"),
    "digits of another script": (accused("province(\u0661)"), "means nothing here"),
    "a list of provinces": (levers(provinces=["a"]), r"levers.ballot.provinces = \['a'\]"),
    "a word for levels": (levers(levels="centre"), "levers.ballot.levels = 'centre'"),
    "a table in a value": ({"levers": {"ballot": {"all": {"x": 1}}}}, "ballot = {'x': 1}"),
    "parentheses without end": (accused("(" * DEEP + "members" + ")" * DEEP), "inside each other"),
    "not without end": (accused("not " * DEEP + "members"), "inside each other"),
    "a chain of ands": (accused(" and ".join(["members"] * 900)), "400 words and marks"),
    "a selector of megabytes": (accused("members and " * 900_000 + "members"), "20,000 letters"),
    "a number of a thousand digits in a selector": (accused(f"lot({HUGE}, members)"), "digits"),
    "a long name": ({"levers": {"x" * 100_000: "a"}}, "a name"),
    "a null": ({"title": "a\0b"}, "without a null"),
    "tables without end": ({"levers": {"ballot": [[[[[[[[[[[[[[[[[[["open"]]]]]]]]]]]]]]]]]]]}}, "nested too deep"),
    "months of a delegation": ({"delegate": [{"levers": ["severity"], "lowest": 0, "highest": 1, "month": 2**63}]},
                               "a month of the run"),
}
HUGE_AT = {
    "people": {"society": {"people": HUGE}}, "tree": {"society": {"tree": [HUGE, 2, 2]}},
    "lever": {"levers": {"severity": HUGE}}, "parameter": {"parameters": {"voice": {"theta": HUGE}}},
    "trait": {"traits": {"courage": {"beta": [HUGE, 2]}}}, "month": event("levy") | {"run": {"months": HUGE}},
    "value": event("set", variable="fear", value=HUGE), "share": {"groups": [{"name": "g", "share": HUGE}]},
    "n": {"groups": [{"name": "g", "n": HUGE}]}, "line": {"society": {"lines": {"rule": [HUGE] * 8}}},
    "clan": {"clans": [{"leader": HUGE, "provinces": [1]}]}, "rate": {"schedule": [{"rate": HUGE, "event": "levy"}]},
    "elders": {"factions": [{"name": "a", "elders": HUGE}]}, "amount": event("food_inflow", amount=HUGE),
    "correlation": {"correlations": {"courage ~ wary": HUGE}}, "negative": {"levers": {"severity": -HUGE}},
}


def refused(tables):
    with pytest.raises(UserError) as slip:
        made(**tables)
    line = str(slip.value)
    assert "\n" not in line and len(line) < 1000 and line.startswith("f.toml: "), line[:200]
    return line


@pytest.mark.parametrize(("tables", "says"), [*IGNORED.values(), *SHAPES.values()], ids=[*IGNORED, *SHAPES])
def test_what_would_be_ignored_or_has_another_shape_is_one_line(tables, says):
    import re
    assert re.search(says, refused(tables)), refused(tables)


@pytest.mark.parametrize("tables", HUGE_AT.values(), ids=HUGE_AT)
def test_a_number_of_four_hundred_digits_is_one_short_line_anywhere(tables):
    assert "19 digits" in refused(tables)


@pytest.mark.parametrize("changes", [{"ballot@²": "secret"}, {"ballot@01": "secret"}, {"voice.theta": HUGE},
                                     {"voice.theta": "9" * 400}, {"people": HUGE}, {"people": 2**40},
                                     {"severity": HUGE}, {"months": HUGE}])
def test_changes_are_bounded_too(changes):
    with pytest.raises(UserError) as slip:
        unanimity.regime("apparatus", changes)
    assert len(str(slip.value)) < 1000


def test_a_levy_may_be_of_a_province_and_a_regime_may_be_announced():
    assert made(**event("levy", provinces=[1])).schedule[0].provinces == (1,)
    assert made(**event("regime", name="law", announced=2)).schedule[0].announced == 2


@pytest.mark.parametrize("text", ["a = " + "[" * DEEP + "]" * DEEP,
                                  "[levers]\nballot = " + "{a=" * 600 + "1" + "}" * 600,
                                  "[" + ".".join(["a"] * DEEP) + "]\nx = 1", "people = " + "9" * 5000,
                                  'based_on = "a\\u0000.toml"', 'based_on = "../other.toml"',
                                  'based_on = "/dev/stdin.toml"'])
def test_a_file_of_any_depth_or_name_is_one_line(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text('title = "t"\n' + text, encoding="utf-8")
    with pytest.raises(UserError) as slip:
        load_regime(path)
    assert "\n" not in str(slip.value) and len(str(slip.value)) < 1000


def test_a_base_lies_beside_the_file_or_below(tmp_path):
    (tmp_path / "in").mkdir()
    for name, base in (("base.toml", "law"), ("in/deeper.toml", "law"), ("mine.toml", "in/deeper.toml")):
        (tmp_path / name).write_text(f'title = "t"\nbased_on = "{base}"\n', encoding="utf-8")
    assert load_regime(tmp_path / "mine.toml").lever("ballot") == load_regime("law").lever("ballot")
    (tmp_path / "in" / "up.toml").write_text('title = "t"\nbased_on = "../base.toml"\n', encoding="utf-8")
    with pytest.raises(UserError, match="in the folder of this one or below"):
        load_regime(tmp_path / "in" / "up.toml")
    os.symlink(tmp_path / "base.toml", tmp_path / "in" / "link.toml")
    (tmp_path / "in" / "out.toml").write_text('title = "t"\nbased_on = "link.toml"\n', encoding="utf-8")
    with pytest.raises(UserError, match="in the folder"):
        load_regime(tmp_path / "in" / "out.toml")


def test_a_pipe_a_device_and_a_large_file_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "mine.toml").write_text('title = "t"\nbased_on = "pipe.toml"\n', encoding="utf-8")
    (tmp_path / "large.toml").write_bytes(b"#" * 5_000_000)
    told = []

    def read(name):
        try:
            load_regime(name)
        except UserError as slip:
            told.append(str(slip))

    for name in ("mine.toml", "pipe.toml", "large.toml"):
        thread = threading.Thread(target=read, args=(tmp_path / name,), daemon=True)
        thread.start()
        thread.join(10)
    assert len(told) == 3 and all("cannot be read" in line for line in told)
    with pytest.raises(UserError, match="not a regular file"):
        read_text("/dev/zero", "a file")


def test_a_share_that_no_shift_can_reach_is_refused_at_birth():
    found = made(society={"people": 256}, shares=[{"condition": "police", "target": 0.5}])
    with pytest.raises(UserError, match="hangs on that trait"):
        make_batch([found], [0])


def test_a_named_person_of_nobody_is_refused_at_birth():
    found = made(society={"people": 256}, persons=[{"name": "Nobody", "of": "status(camp)"}])
    with pytest.raises(UserError, match="nobody can be 'Nobody'"):
        make_batch([found], [0])


def test_ties_beyond_what_can_be_laid_are_refused_at_once():
    found = made(society={"people": 20_000}, ties=[{"who": "all", "to": "all", "density": 1.0}])
    with pytest.raises(UserError, match=r"400,000,000 new ties, up to 20,000 of one person; allowed: at most"):
        make_batch([found], [0])


def test_an_expression_within_its_bounds_is_left_alone():
    check_expression("(" * 30 + "fear" + ")" * 30 + " + 1.5e-9", "x")
    check_expression(" and ".join(["members"] * 190), "x")
    with pytest.raises(UserError, match="digits"):
        check_expression(f"fear + {10**60}", "x")

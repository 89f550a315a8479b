"""Three questions to a claim, three answers: premise, effect, details; and the word that they give together."""

from __future__ import annotations

import pytest
from tiny_claim import tiny

from unanimity.claims.claim import Claim
from unanimity.claims.main_form import is_premise, main_form
from unanimity.support.errors import UserError
from unanimity.support.number_format import NUMBERLESS

LEVEL = {"form": "level", "values": "assent[control]", "at": "above", "x": 0.9, "says": "assent under the open hand"}


def heard(**changes):
    found = Claim(tiny(**changes), "mine.toml").run(pairs=10, keep=False)
    return found.answer, found.rival_answer


def test_a_claim_is_found_and_its_rival_contradicted_by_the_same_worlds():
    mine, rival = heard(main=1, main_why="he says that hands fall when nobody sees them", premise=[LEVEL])
    assert mine.word == "found" and mine.premise.word == "present" and mine.effect.word == "found"
    assert mine.effect.estimate < -5 and mine.effect.low < mine.effect.high < -5 and mine.effect.size < -1
    assert mine.effect.why_main.startswith("he says") and not mine.note
    assert [part.kind for part in mine.premise.parts] == ["control", "arm"]
    assert "secret (ballot from month 0 secret): 10 of 10 worlds differ" in mine.premise.parts[1].sentence
    assert rival.word == "contradicted" and rival.effect.word == "opposite" and "by rule: rival[1]" in rival.note


def test_a_premise_that_is_not_there_says_nothing_for_or_against():
    mine, _ = heard(premise=[{**LEVEL, "at": "below", "x": 0.5}])
    assert mine.word == "premise absent" and mine.effect.word == "found"
    assert "at most 0.5 is needed" in mine.why


def test_a_level_that_is_missed_by_less_than_what_counts_as_unchanged_is_there():
    mine, _ = heard(premise=[{**LEVEL, "at": "below", "x": 0.97}])  # it is .998; 5 points of a share are nothing
    assert mine.premise.word == "present" and mine.word == "found"


def test_between_what_is_expected_of_the_control_and_what_would_deny_it_the_premise_is_there():
    expected, denied = {**LEVEL, "at": "below", "x": 0.5}, {**LEVEL, "at": "above", "x": 1.0}
    mine, _ = heard(expect=[expected, *tiny()["expect"]], falsified_if=[denied, *tiny()["falsified_if"]])
    assert mine.premise.word == "present"
    assert any("which it misses, but not by so much" in part.sentence for part in mine.premise.parts)
    mine, _ = heard(expect=[expected, *tiny()["expect"]],
                    falsified_if=[{**denied, "x": 0.8}, *tiny()["falsified_if"]])
    assert mine.word == "premise absent"
    above = {**LEVEL, "at": "above", "x": 0.1}  # a denial of the other side softens nothing
    mine, _ = heard(expect=[expected, above, *tiny()["expect"]],
                    falsified_if=[{**LEVEL, "at": "below", "x": 0.05}, *tiny()["falsified_if"]])
    assert mine.word == "premise absent"


def test_a_small_share_is_not_met_by_five_points():
    from unanimity.verdicts import level
    from unanimity.verdicts.answer import level_is_there

    near, far = level([0.025, 0.03] * 10, "below", 0.02), level([0.05, 0.06] * 10, "below", 0.02)
    assert level_is_there(near, "below", share=True) and not level_is_there(far, "below", share=True)
    assert level_is_there(level([0.91, 0.92] * 10, "above", 0.95), "above", share=True)
    assert not level_is_there(level([0.91, 0.92] * 10, "above", 3), "above", share=False)


def test_a_level_of_the_control_in_the_expectation_is_a_premise_and_not_a_detail():
    mine, _ = heard(expect=[LEVEL, *tiny()["expect"]])
    assert mine.details.of == 0 and mine.premise.parts[0].about == LEVEL["says"]
    mine, _ = heard(expect=[{**LEVEL, "premise": False}, *tiny()["expect"]])
    assert (mine.details.found, mine.details.of) == (1, 1)


def test_a_falsifier_that_is_met_contradicts_only_while_the_premise_is_there():
    met = {"form": "sign", "measure": "assent", "direction": "fall", "says": "assent falls at all"}
    mine, _ = heard(falsified_if=[met])
    assert mine.word == "contradicted" and mine.details.met[0].about == met["says"]
    assert "; a fall falsifies the claim." in mine.details.met[0].sentence
    assert mine.details.rows[0].word == "met"
    mine, _ = heard(falsified_if=[met], premise=[{**LEVEL, "at": "below", "x": 0.2}])
    assert mine.word == "premise absent"


def test_a_run_of_fewer_than_ten_pairs_decides_nothing_and_says_so():
    mine = Claim(tiny(), "mine.toml").run(pairs=4, keep=False).answer
    assert mine.word == "not shown" and mine.why == "Only 4 pairs were run, and nothing is decided by fewer than 10."


def test_a_falsifier_tells_in_words_what_would_falsify():
    denied = {"form": "denies", "measure": "assent", "direction": "fall", "margin": 5, "unit": "points"}
    high = {**LEVEL, "values": "assent[secret]"}
    both = {"form": "all_of", "says": "assent stays, and is high", "all": [denied, high]}
    mine, _ = heard(falsified_if=[denied, both])
    first, second = sorted(row.sentence for row in mine.details.rows if row.falsifier)
    assert first.startswith("Assent in public, secret against control: \u2212")
    assert first.endswith("; no fall of more than 5 points would falsify the claim.")
    assert second.startswith("Assent stays, and is high: not all parts are met, as would falsify the claim. Assent in")
    assert "(not met: no fall of more than 5 points); assent under the open hand: 0." in second


def test_an_arm_that_changes_nothing_is_an_absent_premise():
    changed = Claim(tiny(arms={"secret": {"levers": {"hostage_group": "law"}}}), "mine.toml")
    mine = changed.run(pairs=10, keep=False).answer
    assert mine.word == "premise absent" and "0 of 10 worlds differ" in mine.why


def test_what_an_arm_was_to_move_must_have_moved():
    arm = {"check": "assent", "levers": {"ballot": "secret"}}
    mine, _ = heard(arms={"secret": arm})
    assert mine.word == "found" and "assent in public moved by \u22120.2" in mine.premise.parts[0].sentence
    measures = {**tiny()["measures"], "hands": "count(status >= free, everybody, last 12)"}
    mine, _ = heard(arms={"secret": {**arm, "check": "hands"}}, measures=measures)
    assert mine.word == "premise absent" and "hands moved by 0" in mine.why


def test_events_that_never_come_are_too_rare_to_see():
    measures = {"arrests_made": "count(log arrested)"}
    form = {"form": "sign", "measure": "arrests_made", "direction": "rise"}
    mine, _ = heard(measures=measures, expect=[form], falsified_if=[form | {"direction": "fall"}], rival=[])
    assert mine.word == "too rare to see" and mine.effect.word == "not shown"
    assert "0 events in the fullest arm" in mine.why


def test_a_clear_interval_is_not_hidden_by_the_share_of_pairs():
    from unanimity.claims.answering import plain
    from unanimity.experiments.judging import Form
    from unanimity.verdicts import sign
    from unanimity.verdicts.answer import effect_word

    gains = [3.0] * 7 + [-0.5] * 3  # 70 % of the pairs, and a mean far from 0
    found = sign([10 + gain for gain in gains * 4], [10.0] * 40)
    assert not found.passed and found.leans == 1 and effect_word(found) == "found"
    told = plain(Form("expect", "expect[1]", "sign", "the measure", options={"direction": "rise"}), found, "found")
    assert told.endswith("Found by its interval, though in fewer than 75 % of the pairs.")


@pytest.mark.parametrize("why, form, options, worlds", [
    ("nothing", "change", {"direction": "rise", "by": 2, "unit": "times"}, ([3.0, 4.0] * 10, [0.0] * 20)),
    ("still", "variance", {"direction": "rise", "by": 2}, ([1.0, 5.0] * 10, [3.0] * 20)),
    ("never", "returns", {"within": 6}, ([[0.0] + [1.0] * 11] * 20, [[0.0] * 12] * 20)),
    ("", "change", {"direction": "rise", "by": 2, "unit": "times"}, ([3.0, 4.0] * 10, [1.0] * 20)),
])
def test_a_finding_without_a_single_number_says_why(why, form, options, worlds):
    from unanimity import verdicts
    from unanimity.claims.answering import effect_of
    from unanimity.claims.main_form import Main
    from unanimity.experiments.judging import Form

    found = getattr(verdicts, form)(*worlds, **options)
    effect = effect_of(Main(Form("expect", "expect[1]", form, "hunger deaths", options=options), "x", ""), found)
    assert effect.numberless == why and effect.record()["numberless"] == why
    assert (effect.record()["estimate"] is None) == bool(why)
    if why:
        assert effect.sentence.startswith("Hunger deaths. ") and effect.sentence.endswith(f": {NUMBERLESS[why]}.")
        assert "no number" not in effect.sentence


def test_what_the_worlds_cannot_say_is_not_called_numberless():
    from unanimity import verdicts
    from unanimity.claims.answering import numberless
    from unanimity.experiments.judging import Form

    few = verdicts.change([1.0, 2.0], [1.0, 2.0], "rise", 5)
    assert few.undecided and numberless(Form("expect", "expect[1]", "change", "x"), few) == ""


def test_without_main_it_is_the_first_form_that_compares_with_a_note():
    found = Claim(tiny(expect=[LEVEL, *tiny()["expect"]]), "mine.toml")
    main = main_form(found.forms)
    assert main.form.label == "expect[2]" and "names no main test" in main.note
    assert is_premise(found.forms.forms[0], found.layout)


def test_main_is_a_number_a_part_or_a_form_of_its_own():
    own = {"form": "sign", "measure": "assent", "direction": "fall"}
    assert main_form(Claim(tiny(main=own, main_why="x"), "m.toml").forms).form.label == "main"
    both = {"form": "all_of", "all": [own, LEVEL]}
    assert main_form(Claim(tiny(expect=[both], main="1.1", main_why="x"), "m.toml").forms).form.kind == "sign"


@pytest.mark.parametrize("changes, words", [
    ({"main": 1}, ("main_why is missing", "from the text")),
    ({"main_why": "x"}, ("main is missing",)),
    ({"main": 2, "main_why": "x"}, ("main = '2'", "1 to 1")),
    ({"main": "1.2", "main_why": "x"}, ("main = '1.2'", "a part of expect[1]")),
    ({"main": "the first", "main_why": "x"}, ("main = 'the first'", '"2.1"')),
    ({"rival_main": {"form": "sing"}, "rival_main_why": "x"}, ("rival_main", "sing", "Did you mean 'sign'?")),
    ({"premise": [LEVEL | {"premise": "yes"}]}, ("premise[1].premise = 'yes'", "true or false")),
    ({"arms": {"secret": {"check": "asent", "levers": {"ballot": "secret"}}}}, ("arms.secret.check", "'assent'?")),
    ({"in_history": {"at": "January"}}, ("in_history.at = 'January'", '"1926-01"')),
    ({"in_history": {"at": "1926-01", "lay": []}}, ("no field 'in_history.lay'", "Did you mean 'lays'?")),
    ({"in_history": {"lays": []}}, ("in_history.at is missing",)),
])
def test_a_slip_in_the_new_fields_is_told_in_one_line(changes, words):
    with pytest.raises(UserError) as slip:
        Claim(tiny(**changes), "mine.toml").validate()
    assert str(slip.value).startswith("mine.toml: ") and "\n" not in str(slip.value)
    for word in words:
        assert word in str(slip.value)

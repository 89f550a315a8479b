"""What the evidence says to the claims: every claim is asked for, every number is counted, and the rule is plain."""

from __future__ import annotations

import csv
import math
import tomllib
from importlib import resources

import pytest
from typer.testing import CliRunner

from unanimity import claims, evidence
from unanimity.cli.main import app
from unanimity.evidence.estimates import KINDS, Estimate, estimate
from unanimity.evidence.questions import LEAST, judged, parsed, questions
from unanimity.evidence.shares import difference_of_shares, ratio_of_shares, ratio_of_small_rates
from unanimity.support.errors import UserError


def rows(name):
    with (resources.files("unanimity.evidence") / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


# --- the file ---------------------------------------------------------------------------------------------------------
def test_every_claim_is_asked_for_once_and_no_other():
    assert set(questions()) == set(claims.names())
    kinds = {one.ask for found in questions().values() for one in found if one.ask}
    assert kinds == set(KINDS)  # an estimate that nobody asks for is dead


def test_nothing_in_the_file_is_a_result():
    text = (resources.files("unanimity.evidence") / "data" / "questions.toml").read_text(encoding="utf-8")
    for found in tomllib.loads(text).values():
        for one in found:
            assert not {"value", "low", "high", "n", "answer", "estimate"} & set(one)


def test_an_answer_speaks_with_a_bias_or_says_why_it_is_silent():
    for name in claims.names():
        for one in evidence.replies(name):
            assert one.word in evidence.REPLIES
            if one.word == "silent":
                assert one.why and one.sentence.startswith("The evidence is silent: ")
            else:
                assert one.bias.endswith(".") and one.asks.endswith("?") and one.estimate.n > 0 and one.expects


@pytest.mark.parametrize(("change", "slip"), [
    ({"ask": "fate"}, "Did you mean 'fates'"),
    ({"expects": "more"}, "x: expects = 'more'"),
    ({"null": [0, 1]}, "x: null = "),
    ({"bias": ""}, "asks or bias is empty"),
    ({"answer": "agrees"}, "answer: Extra inputs"),
    ({"ask": ""}, "asks nothing"),
    ({"shown_only": True}, "shown_only without silent"),
])
def test_a_slip_is_told_in_one_line(change, slip):
    sound = {"ask": "shown_in_court", "asks": "Who?", "bias": "Some.", "expects": "below", "null": 50,
             "with": {"years": [1936, 1938]}}
    assert parsed({"x": [sound]}, "questions.toml")["x"][0].part == "main"
    with pytest.raises(UserError, match=slip):
        one = parsed({"x": [{**sound, **change}]}, "questions.toml")["x"][0]
        estimate(one.ask, one.options, "questions.toml: x")


def test_options_that_do_not_fit_are_told():
    with pytest.raises(UserError, match="x: with has a slip"):
        estimate("shown_in_court", {"year": 1936}, "x")
    with pytest.raises(UserError, match=r"cohort 'polise'.*Did you mean 'police'"):
        estimate("leavers", {"cohorts": ["polise"]}, "x")
    with pytest.raises(UserError, match="figure = 'F9999'"):
        estimate("stated", {"figures": {"F9999": "none"}}, "x")
    with pytest.raises(UserError, match="series 'bread'"):
        estimate("quiet_years", {"series": "bread"}, "x")


# --- the rule ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("low", "high", "expects", "null", "word"), [
    (1.1, 3.0, "above", 1.0, "agrees"), (0.4, 0.9, "above", 1.0, "disagrees"), (0.9, 3.0, "above", 1.0, "undecided"),
    (0.4, 0.9, "below", 1.0, "agrees"), (1.1, 3.0, "below", 1.0, "disagrees"), (0.9, 3.0, "below", 1.0, "undecided"),
    (20.0, 40.0, "within", (18.0, 48.0), "agrees"), (50.0, 60.0, "within", (18.0, 48.0), "disagrees"),
    (10.0, 30.0, "within", (18.0, 48.0), "undecided"), (math.nan, math.nan, "above", 0.0, "undecided"),
    (1.1, math.inf, "above", 1.0, "agrees"),
])
def test_the_word_follows_from_where_the_whole_interval_lies(low, high, expects, null, word):
    assert judged(Estimate(1.0, low, high, 40, "times", ""), expects, null) == word
    assert judged(Estimate(1.0, low, high, LEAST - 1, "times", ""), expects, null) == "undecided"


def test_the_standardised_number_lies_right_of_nought_where_the_claim_is_met():
    for name in claims.names():
        for one in evidence.replies(name):
            told = one.record()
            if one.word == "agrees":
                assert told["size"] > 0 and (told["size_low"] is None or told["size_low"] > 0)
            if one.word == "silent":
                assert told.get("size") is None


def test_works_are_those_that_claims_cite():
    cited = {row["citation"].split(" ")[0] for row in claims.listed()}
    assert cited == set(evidence.works())
    assert evidence.works()["004"].sentence.startswith("Letter of L. Trotsky to A. J. Muste")


# --- numbers counted by hand ------------------------------------------------------------------------------------------
def test_those_who_signed_by_a_count_of_the_plain_file():
    """Left oppositionists born by 1917 and alive in the country in 1928 whose fate is known, counted row by row."""
    dead, known = {1: 0, 0: 0}, {1: 0, 0: 0}
    for one in rows("people"):
        if one["in_scope"] != "1" or one["cohort"] != "left_opposition" or float(one["born"] or 0) > 1917:
            continue
        end = float(one["exit_year"] if one["exit_kind"] == "emigration" else one["died"] or one["exit_year"] or 1953)
        left = one["exit_kind"] == "emigration" or (one["exit_kind"] == "lost_to_view" and not one["died"])
        if end < 1928 or (left and end <= 1941):
            continue
        signed = int(one["capitulated"])
        killed = one["death_by"] == "soviet_state" and one["death_kind"] in (
            "executed", "murdered", "prison", "camp", "exile")
        known[signed] += 1
        dead[signed] += int(killed and end <= 1941)
    assert (dead[1], known[1], dead[0], known[0]) == (18, 22, 32, 41)
    found = evidence.replies("serge-1929-capitulation-no-shelter")[1]
    assert found.estimate.told == "18 of 22 who signed against 32 of 41 who did not" and found.estimate.n == 63
    assert found.estimate.value == pytest.approx((18 / 22) / (32 / 41))


def test_those_who_left_and_those_who_stayed():
    found = evidence.reply("serge-1921-exit-of-the-critical")
    assert found.estimate.told == "0 of 26 who left against 21 of 28 who stayed"
    assert (found.estimate.value, found.estimate.n, found.word) == (pytest.approx(-75.0), 54, "agrees")


def test_hands_counted_in_the_open():
    """250 present, two hands against, forty ready and as many who sympathised (003 l.12643-12661)."""
    found = evidence.reply("trotsky-1926-unanimity").estimate
    assert (found.value, found.n) == (pytest.approx(100 * (2 - 80) / 250), 250)
    figures = {one["id"]: one["value"] for one in rows("figures")}
    assert [figures[key] for key in ("F0304", "F0305", "F0307")] == ["250", "2", "80"]


def test_opponents_killed_when_war_came():
    """In 1941 Aikhenvald, Rakovsky, Spiridonova and Timofeev."""
    found = evidence.reply("serge-1941-prisoners-at-war")
    assert found.estimate.told == "4 deaths in 12 person-years in 1941 against 6 in 35 in 1939-40"
    assert found.estimate.value == pytest.approx((4 / 12) / (6 / 35)) and found.word == "undecided"
    there = [one["person_id"] for one in rows("people") if one["died"] == "1941" and one["death_by"] == "soviet_state"
             and one["in_scope"] == "1" and one["cohort"] in ("left_opposition", "right_opposition", "menshevik", "sr",
                                                              "anarchist")]
    assert there == ["aikhenvald-alexander", "rakovsky-christian", "spiridonova-maria", "timofeev-evgeni"]


def test_the_shown_and_the_unseen():
    """Of the accused of the three great trials in the table eight were shot; the years' executed are 105."""
    trials = {one["person_id"] for one in rows("events") if one["kind"] == "trial" and one["year"] in
              ("1935", "1936", "1937", "1938")}
    shot = {one["person_id"] for one in rows("people") if one["in_scope"] == "1" and one["death_kind"] == "executed"
            and one["death_by"] == "soviet_state" and one["died"] in ("1936", "1937", "1938")
            and one["exit_kind"] != "emigration" and float(one["born"] or 0) <= 1917}
    found = evidence.reply("serge-1936-confession-selection").estimate
    assert (len(trials & shot), len(shot)) == (8, 105) and found.told.startswith("8 of 105 ")
    assert found.value == pytest.approx(100 * 8 / 105)


def test_trials_and_policemen():
    second = evidence.replies("trotsky-1930-police-one-man")[1].estimate
    assert second.told == "9 of 10 tried in 1934-38 executed within a year, 0 of 15 tried in 1922-31"
    police = evidence.reply("serge-1937-purge-of-purgers").estimate
    assert police.told.startswith("5 of 62 deaths in 1938-41 are of career policemen, against 3 of 69 in 1936-37")
    assert police.value == pytest.approx(100 * (5 / 62 - 3 / 69))


def test_series_by_hand():
    quiet = evidence.reply("serge-1920-ratchet").estimate
    assert quiet.told == "quiet years 1923: 414, 1926: 990, 1928: 869, 1936: 1,118"
    assert quiet.value == pytest.approx(4 / 6)  # five pairs of lulls rise, one falls
    jump = evidence.reply("serge-1934-single-shot-cascade").estimate
    assert jump.value == pytest.approx(267076 / 78999) and jump.n == 19


def test_order_of_penalties_ends_in_death():
    found = evidence.reply("trotsky-1930-capitulation-then-death").estimate
    assert (found.told, found.value) == ("26 pairs of dates of 20 people in that order, 0 against it", 100.0)


def test_intervals_by_hand():
    one, low, high = ratio_of_shares(10, 20, 5, 20)
    spread = 1.959964 * math.sqrt(0.5 / 10 + 0.75 / 5)
    assert (one, low, high) == (2.0, pytest.approx(2 * math.exp(-spread)), pytest.approx(2 * math.exp(spread)))
    assert difference_of_shares(56, 70, 48, 80) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)  # Newcombe 1998
    assert ratio_of_small_rates(0, 10, 0, 10)[1:] == (0.0, math.inf)
    none = ratio_of_small_rates(0, 100, 5, 100)
    assert none[0] == 0 and none[2] == pytest.approx(1.0917, abs=1e-3)  # 1 - 0.025 ** (1/5) = 0.5218


# --- the command ------------------------------------------------------------------------------------------------------
def test_the_command_tells_one_and_all():
    one = CliRunner().invoke(app, ["claims", "evidence", "serge-1921-exit-of-the-critical"])
    assert one.exit_code == 0 and "agrees: 0 of 26 who left against 21 of 28 who stayed" in one.output
    assert "n = 54 people." in one.output and "Bias: " in one.output
    everything = CliRunner().invoke(app, ["claims", "evidence"])
    words = [evidence.replies(name)[0].word for name in claims.names()]
    told = ", ".join(f"{words.count(word)} {word}" for word in evidence.REPLIES)
    assert f"{len(words)} claims: {told}." in everything.output
    record = CliRunner().invoke(app, ["claims", "evidence", "trotsky-1930-police-one-man", "--json"])
    assert '"value": null' in record.output  # no ratio to a count of nought, and no Infinity in JSON
    slip = CliRunner().invoke(app, ["claims", "evidence", "serge-1921-exit"])
    assert slip.exit_code != 0

"""A claim of one's own: read, refused in one line, run, judged with its rival, drawn."""

from __future__ import annotations

import math

import pytest
from tiny_claim import tiny

import unanimity as un
from unanimity.claims.claim import Claim, claim
from unanimity.claims.debate import Plan, hear
from unanimity.claims.ledger import data_path, read_runs, record_run, run_of
from unanimity.claims.ledger_page import HEAD
from unanimity.support.errors import UserError


def refused(**changes):
    with pytest.raises(UserError) as slip:
        Claim(tiny(**changes), "mine.toml").validate()
    line = str(slip.value)
    assert line.startswith("mine.toml: ") and "\n" not in line
    return line


@pytest.mark.parametrize("changes, words", [
    ({"claim": {"author": " "}}, ("claim.author", "not empty")),
    ({"claim": {"date": "last year"}}, ("claim.date", "last year", "1926-01")),
    ({"claim": {"strength": "certain"}}, ("claim.strength", "certain", "'stated'", "'implied'", "'own'")),
    ({"claim": {"autor": "x"}}, ("no field 'claim.autor'", "Did you mean 'author'?", "by_construction")),
    ({"claim": {"milieu": " "}}, ("claim.milieu = ' '", "whom the text speaks of")),
    ({"expect": []}, ("expect is empty",)),
    ({"falsified_if": []}, ("falsified_if is empty",)),
    ({"explained_by": []}, ("explained_by is empty",)),
    ({"arms": {"secret": {"levers": {"balot": "secret"}}}}, ("balot", "Did you mean 'ballot'?")),
    ({"claim": {"sets": {"voice.theta": "the text says so"}}}, ("claim.sets.voice.theta is set nowhere",)),
    ({"claim": {"sets": {"voice.theta": ""}}}, ("claim.sets.voice.theta", "call for it")),
])
def test_a_slip_is_told_in_one_line(changes, words):
    line = refused(**changes)
    for word in words:
        assert word in line


def test_a_claim_without_its_table_is_refused():
    raw = tiny()
    del raw["claim"]
    with pytest.raises(UserError, match=r"mine.toml: claim is missing"):
        Claim(raw, "mine.toml")


def test_a_number_of_its_own_needs_a_source_and_a_reason():
    arms = {"bold": {"parameters": {"voice": {"theta": 0.2}}}}
    forms = {"expect": [{"form": "sign", "measure": "assent", "arm": "bold", "direction": "fall"}],
             "falsified_if": [{"form": "sign", "measure": "assent", "arm": "bold", "direction": "rise"}], "rival": []}
    assert "[sources]" in refused(arms=arms, **forms)
    cited = {"sources": {"voice.theta": "assumed"}, "arms": arms, **forms}
    line = refused(**cited)
    assert "voice.theta is set, but not named under [claim.sets]" in line
    sound = Claim(tiny(claim={"sets": {"voice.theta": "the text speaks of a lower bar"}}, **cited), "mine.toml")
    assert sound.validate().about()["sets"] == {"voice.theta": "the text speaks of a lower bar"}


def test_a_number_that_its_preset_sets_is_the_presets_and_one_that_differs_is_the_claims():
    whole = {"base": "terror", "regime": {"society": {"tree": [2, 2, 2]}}}  # terror sets sanction.start
    assert Claim(tiny(**whole), "mine.toml").validate().control.parameters["sanction.start"] == 7
    other = {**whole, "regime": {**whole["regime"], "parameters": {"sanction": {"start": 5}}},
             "sources": {"sanction.start": "assumed"}}
    assert "sanction.start is set, but not named under [claim.sets]" in refused(**other)


def test_a_claim_says_of_which_milieu_it_speaks_or_that_of_its_base():
    named = Claim(tiny(claim={"milieu": "printers of one cell"}), "mine.toml")
    assert named.milieu.sentence == "Rates are those of a milieu, not of a country: printers of one cell."
    assert named.milieu.source == "Minutes, p. 3" and named.milieu.sentence in named._repr_html_()
    assert Claim(tiny(), "mine.toml").milieu is None and Claim(tiny(), "mine.toml").about()["milieu"] is None
    of_its_base = Claim(tiny(base="memoir-cell", regime={}, people=400), "mine.toml")
    assert of_its_base.milieu.of.startswith("four party cells")


def test_an_unknown_claim_is_refused_with_the_nearest_id():
    with pytest.raises(UserError, match="Did you mean 'trotsky-1926-unanimity'"):
        un.claims["trotsky-1926-unanimty"]


@pytest.fixture(scope="module")
def heard():
    """The tiny claim judged, with robustness and ablation."""
    plan = Plan(settings=2, whole_ranges=True, ablation=True)
    one, = hear([Claim(tiny(), "open-hand.toml")], plan, None)
    return one


def test_claim_and_rival_have_verdicts_of_their_own_from_the_same_runs(heard):
    found = heard.outcome
    assert found.answer.word == "found" and found.rival_answer.word == "contradicted"
    assert found.verdict is found.answer and found.words == ("found", "contradicted"), "there is one rule for claims"
    assert "verdict: found: " in repr(found) and "holds" not in repr(found)
    assert found.effect.effect < -5 and found.effect.low <= found.effect.effect <= found.effect.high
    assert 0 <= found.effect.share <= 1 and math.isfinite(found.effect.size)
    assert set(found.table["arm"]) == {"control", "secret"}
    assert found.worlds == 20, "two arms of ten: the rival costs nothing"
    assert found.plot().to_dict()["usermeta"]["finding"]


def test_robustness_and_ablation_are_counted(heard):
    record = heard.record()
    assert [one["ranges"] for one in record["robustness"]] == ["30 percent", "whole range"]
    assert all(one["settings"] == 2 and 0 <= one["holds"] <= 1 for one in record["robustness"])
    assert set(record["ablation"]["without"]) == {"voice", "fear"}
    assert set(record["ablation"]["needed"]) <= {"voice", "fear"}


def test_the_main_effect_knows_on_which_side_it_was_expected(heard):
    effect = heard.record()["answer"]["effect"]
    assert (effect["null"], effect["towards"], effect["threshold"]) == (0.0, -1, 5.0) and effect["estimate"] < -5.0
    assert (heard.verdict, heard.rival) == ("found", "contradicted") and heard.sentence == effect["sentence"]


def test_progress_runs_from_nothing_to_the_whole():
    told = []
    plan = Plan(pairs=10, settings=1, whole_ranges=True, ablation=True)
    mine = Claim(tiny(), "open-hand.toml")
    list(hear([mine, mine], plan, None, lambda what, done, total: told.append((done, total))))
    done = [now for now, _ in told]
    assert done == sorted(done) and {total for _, total in told} == {2 * plan.cost(mine)}
    assert done[-1] == 2 * plan.cost(mine)


def test_one_that_cannot_be_run_is_told_and_the_others_are_heard():
    broken = Claim(tiny(), "broken.toml")
    table = broken.claim.model_copy(update={"sets": {"x": "y"}})
    broken.described = broken.described.model_copy(update={"claim": table})
    found = list(hear([broken, Claim(tiny(), "open-hand.toml")], Plan(), None, go_on=True))
    assert "set nowhere" in found[0].failure and found[0].outcome is None and found[0].record()["failure"]
    assert found[1].outcome is not None
    with pytest.raises(UserError):
        list(hear([broken], Plan(), None))


def test_the_ledger_keeps_earlier_runs(tmp_path, heard):
    path = tmp_path / "debate.md"
    facts = {"date": "2026-11-15 08:00", "version": "0.1.0", "source": "abc", "seed": "0", "pairs": 10, "missing": None}
    record_run(path, run_of([heard.record()], facts, "the first full run"))
    first = path.read_text()
    facts_told = "version 0.1.0; source abc; seed 0; pairs 10"
    assert first.startswith(HEAD) and f"the first full run\n\n{facts_told}\n\n1 claims: 1 found." in first
    record_run(path, run_of([heard.record()], {**facts, "date": "2026-12-01 09:00"}, "a default was changed"))
    assert path.read_text().endswith(first.partition("2026-11-15 08:00\n")[2]) and len(read_runs(data_path(path))) == 2
    assert "a default was changed" in path.read_text() and path.read_text().count("| open-hand | found |") == 2
    assert "None of 1 claims has another answer." in path.read_text()
    with pytest.raises(UserError, match="already"):
        record_run(path, run_of([heard.record()], facts, "again"))
    data_path(path).unlink()
    with pytest.raises(UserError, match="no data beside it"):
        record_run(path, run_of([heard.record()], facts, "again"))


def test_a_claim_from_a_mapping():
    assert claim(tiny()).title == "The open hand"


def test_every_claim_has_a_curve_to_draw():
    assert Claim(tiny(), "mine.toml").curves == ["assent"]
    other = {"assent": "share(voice == dissent, attendants)", "fear": "fear_of_opinion"}
    assert Claim(tiny(measures=other), "mine.toml").curves == ["fear"]
    nothing = Claim(tiny(measures={"assent": "share(voice == dissent, attendants)"}), "mine.toml").validate()
    assert nothing.curves == ["assent_in_public", "fear_of_speaking"] and "assent" in nothing.described.measures
    assert nothing.varied(off=["voice"]).curves == nothing.curves

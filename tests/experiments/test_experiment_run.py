"""Running: measures of the model itself by pairs, tables and curves, robustness and ablation."""

from __future__ import annotations

import numpy as np
import pytest
from fake_laboratory import Laboratory, ballot

import unanimity as un
from unanimity.engine.case_logs import LogOverflow
from unanimity.engine.questions import events_of
from unanimity.experiments.cells import Cell
from unanimity.experiments.experiment import run_together
from unanimity.experiments.robustness import ablation, examined, free_parameters, robustness
from unanimity.experiments.seed_runs import MORE_ROOM, asked_of, run_worlds
from unanimity.support.errors import UserError


def run_with(lab, **given):
    return lambda some, progress: run_together(some, keep=False, runner=lab, progress=progress, **given)


def test_an_outcome_has_verdict_effect_table_findings_and_curves():
    found = ballot().run(keep=False, runner=Laboratory())
    assert found.verdict.word == "holds" and found.rival is None
    assert found.effect.effect == pytest.approx(-20.0) and found.effect.share == 1.0
    row = found.table.set_index(["arm", "measure"]).loc[("secret", "assent")]
    assert row["difference"] == pytest.approx(-0.2) and row["known"] == 12
    assert set(found.series["cell"]) == {"control", "secret"} and set(found.series["measure"]) == {"assent"}
    assert found.series["month"].min() == -12 and found.plot().to_dict()
    assert found.record()["effect"]["n"] == 12
    with pytest.raises(UserError, match="'arrests' was not asked month by month"):
        found.plot("arrests")


def test_nothing_expected_gives_tables_and_no_verdict():
    found = ballot(expect=None).run(keep=False, runner=Laboratory())
    assert found.verdict is None and found.effect is None and len(found.table) == 4 and found.findings.empty


def test_an_event_of_one_arm_may_be_named_in_all():
    one = ballot(measures={"assent": "unanimity(+1..+3 of ballot)"}).validate()
    pieces = list(one.pieces().values())
    events = events_of(pieces[1].regime)
    assert events == {"ballot"} and not events_of(pieces[0].regime)
    alone = asked_of(pieces[:1], [0], events)  # the control by itself, where the event never comes
    assert not any(window.any() for node in alone.asked.values() for window in alone.windows(node))
    with pytest.raises(UserError, match="EVENT"):
        asked_of(pieces[:1], [0], ())


def test_a_log_that_overflows_is_run_again_with_more_room(monkeypatch):
    rooms = []

    def overflowing(regimes, seeds, log_rows=None):
        rooms.append(log_rows)
        raise LogOverflow("more rows than room")

    monkeypatch.setattr("unanimity.experiments.seed_runs.make_batch", overflowing)
    with pytest.raises(LogOverflow):
        run_worlds(list(ballot().pieces().values()), [0, 0], (), 1, lambda *told: None)
    assert rooms == [None, MORE_ROOM * (256 // 4 + 256)]


def test_progress_counts_to_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 8 * 256 * 36)
    told = []
    ballot().run(store=tmp_path, runner=Laboratory(), progress=lambda what, done, total: told.append((done, total)))
    assert told[-1] == (24 * 36, 24 * 36) and [done for done, _ in told] == sorted(done for done, _ in told)


def test_robustness_moves_the_free_parameters_of_what_is_said_to_cause_it():
    one = ballot(explained_by=["voice", "fear"])
    keys = {parameter.key for parameter in free_parameters(one)}
    assert keys and all(key.split(".")[0] in ("voice", "fear") for key in keys) and "voice.theta" in keys
    usual = next(parameter.default for parameter in free_parameters(one) if parameter.key == "voice.theta")
    effect = 0.1 / usual  # times theta: holds where theta is above its default
    lab = Laboratory(effect)
    found = robustness(one, 16, run_with(lab))
    thetas = [setting["voice.theta"] for setting in found.settings]
    assert [word == "holds" for word in found.words] == [theta >= usual for theta in thetas]
    assert 0 < found.share[0] < 1 and found.share[1] < found.share[0] < found.share[2]
    whole = robustness(one, 16, run_with(lab), ranges="whole range")
    assert np.ptp([setting["voice.theta"] for setting in whole.settings]) > np.ptp(thetas)
    assert len(found.table) == 16 and found.record()["settings"] == 16


def test_what_the_experiment_sets_itself_is_not_free():
    one = ballot(explained_by=["voice"], sources={"voice.theta": "assumed"},
                 arms={"bold": {"parameters": {"voice": {"theta": 0.2}}}})
    assert "voice.theta" not in {parameter.key for parameter in free_parameters(one)}
    moved = one.varied({"voice.theta": 0.3, "voice.nonsense": 1.0})
    assert moved.layout.regime(Cell("bold")).parameters == {}  # the arm's own comes at month 0
    with pytest.raises(UserError, match="leaves no parameter to vary"):
        free_parameters(ballot())


def test_ablation_switches_each_mechanism_off_in_every_arm():
    one, lab = ballot(explained_by=["voice", "fear"]), Laboratory()
    whole = one.run(keep=False, runner=lab)
    found = ablation(one, whole, run_with(lab))
    assert found.words == {"voice": "undecided", "fear": "holds"} and found.needed == ["voice"]
    assert {regime.off for regime in map(one.varied(off=("fear",)).layout.regime, one.wanted())} == {
        frozenset({"fear"})}
    both = examined(whole, run_with(lab, pairs=10), settings=3, without=True)
    assert len(both.robustness[0].words) == 3 and both.ablation.whole == "holds" and both.record()["ablation"]


def test_variations_run_as_worlds_of_the_same_batches_and_are_judged_each_by_itself():
    one, lab = ballot(explained_by=["voice", "fear"]), Laboratory()
    three = [one, one.varied({"voice.theta": 0.3}), one.varied(off=("voice",))]
    apart = [each.run(keep=False, runner=Laboratory()) for each in three]
    together = run_together(three, keep=False, runner=lab)
    assert len(lab.batches) == 1 and [found.ran for found in together] == [24, 24, 24]
    assert [found.effect for found in together] == [found.effect for found in apart]
    assert all(a.table.equals(b.table) for a, b in zip(together, apart, strict=True))


def test_robustness_resumes_through_the_store(tmp_path):
    one, lab = ballot(explained_by=["voice"]), Laboratory()

    def run(varied, progress):
        return run_together(varied, store=tmp_path, runner=lab, progress=progress)

    told = []
    first = robustness(one, 4, run, progress=lambda what, done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]
    ran = len(lab.ran)
    assert robustness(one, 4, run) == first and len(lab.ran) == ran


def test_the_model_answers_as_it_does_without_an_experiment(tmp_path):
    """The one compiled test: the hall alone, against un.run with the same changes, seeds and questions."""
    one = ballot(months=6, replications=3, measures={"assent": "unanimity", "fear": "mean(fear, members, +1..+3)"},
                 explained_by=["voice"])
    found = one.run(store=tmp_path)
    assert found.ran == 6 and one.run(store=tmp_path).ran == 0
    for arm in ("control", "secret"):
        regime = one.layout.regime(Cell(arm))
        result = un.run(regime, worlds=3, ask=["mean(fear, members, +1..+3)", "unanimity"], measures=["unanimity"])
        answers = result.answers
        assert found.values.column("fear", Cell(arm)).tolist() == answers["mean(fear, members, +1..+3)"].tolist()
        assert found.values.column("assent", Cell(arm)).tolist() == answers["unanimity"].tolist()
        np.testing.assert_array_equal(found.values.frame("assent", Cell(arm)).to_numpy(),
                                      result.of("unanimity").to_numpy())
    together = found.values.frame("assent", Cell("control")).loc[:-1]
    assert together.equals(found.values.frame("assent", Cell("secret")).loc[:-1])  # the burn-in is shared
    assert (found.values.column("assent", Cell("secret")) < found.values.column("assent", Cell("control"))).all()

"""Calibration on a record: screening, waves, ensemble, misfits, on a country whose rule the tests know."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pandas as pd
import pytest

import unanimity as un
from small_regimes import only_the_hall
from unanimity.experiments.store import Store, World
from unanimity.history.calibration import Plan, aims_of, parts_of
from unanimity.history.calibration_result import nearest
from unanimity.history.ensemble_proposals import emulated, proposed
from unanimity.history.placement import draws_of_worlds
from unanimity.history.screening import effects_of, free_parameters, more_than_noise, moves_of, walks
from unanimity.history.target_trials import Means, Trials
from unanimity.history.targets import Target
from unanimity.report.calibration import misfits_section
from unanimity.support.errors import UserError
from unanimity.workshop.history_matching import match
from unanimity.world.draws import normals

PEOPLE, TRUE = 256, {"voice.theta": 0.12, "fear.fade": 0.9}
GAP, FEAR, NEVER = "private_dissent(0..2)", "mean(fear, all, 0..2)", "unanimity(0..2)"
PLAN = Plan(trajectories=4, screening_worlds=2, keep=2, waves=2, n=24, wave_worlds=3, draws=40, ensemble=12, worlds=4)


def numbers(parameters):
    """The rule of the made-up country: two rows that two parameters move, and one that nothing moves."""
    theta, fade = parameters.get("voice.theta", 0.2), parameters.get("fear.fade", 0.95)
    return {GAP: 3.0 * theta, FEAR: 5.0 * theta * (1.0 - fade), NEVER: 0.1}


def target(id, measure, value=None, **more):
    value = numbers(TRUE)[measure] if value is None else value
    return Target(id, measure, value, 0.93 * value, 1.07 * value, **more)


TARGETS = (target("gap", GAP, years=(1918, 1919)), target("fear", FEAR, split="validate", years=(1918, 1920)),
           target("never", NEVER, 0.2, years=(1918, 1919)),
           target("later", GAP, 9.0, split="judge", years=(1918, 1919)),
           target("too-late", GAP, 9.0, split="validate", years=(1918, 1930)))


class Country:
    """Answers by the rule, with a little luck of each seed; counts the worlds that it ran."""

    def __init__(self, stop_after=None):
        self.ran, self.stop_after = 0, stop_after

    def __call__(self, pieces, seeds, events, threads, tell):
        if self.stop_after is not None and self.ran >= self.stop_after:
            raise KeyboardInterrupt
        self.ran += len(seeds)
        return [self.world(piece, seed) for piece, seed in zip(pieces, seeds, strict=True)]

    @staticmethod
    def world(piece, seed):
        known = numbers(piece.regime.parameters)
        luck = 1.0 + 0.02 * float(normals(seed, 908, 1)[0])
        return World(np.array([luck * known[q.expression] for q in piece.questions]), np.arange(3),
                     np.full((len(piece.questions), 3), np.nan), "x")


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus").but({"people": PEOPLE, "months": 3, "burn_in": 0})


def calibrated(hall, **given):
    asked = {"until": 1920, "plan": PLAN, "keep": False, "progress": False, "runner": Country(), **given}
    return un.history.calibrate(hall, TARGETS, **asked)


@pytest.fixture(scope="module")
def found(hall):
    heard = []
    return calibrated(hall, tell=heard.append), heard


def test_what_matters_is_found_by_screening_and_not_by_hand(found):
    table = found[0].screening
    assert set(table["parameter"][:2]) == set(TRUE) and (table["importance"][2:] == 0.0).all()
    assert table.set_index("parameter").loc["fear.fade", "strongest_row"] == "fear" and len(table) > 20
    assert set(found[0].posterior["parameter"]) == set(TRUE)


def test_the_ensemble_holds_the_truth_and_lies_nearer_than_the_defaults(found):
    one = found[0]
    assert len(one.ensemble) == 12 and one.ensemble["weight"].sum() == pytest.approx(1.0)
    assert one.ensemble["distance"].is_monotonic_increasing and one.ensemble["weight"].is_monotonic_decreasing
    posterior = one.posterior.set_index("parameter")
    for name, value in TRUE.items():
        assert posterior.loc[name, "from"] <= value <= posterior.loc[name, "to"], name
        assert posterior.loc[name, "narrowed"]
    rows = one.targets.set_index("id")
    assert list(rows.index) == ["gap", "fear", "never"]  # until 1920, whatever the split, but none to judge by
    assert rows.loc["gap", "distance"] < rows.loc["gap", "distance_before"] and rows.loc["fear", "best_inside"]
    assert one.best["voice.theta"] == pytest.approx(0.12, rel=0.15)


def test_a_search_around_the_defaults_takes_its_wave_and_the_defaults_as_the_ensemble(hall):
    plan = Plan(trajectories=0, waves=1, n=20, wave_worlds=2, draws=0, ensemble=8, worlds=2, around=0.1)
    near = calibrated(hall, plan=plan, parameters=["voice.theta", "fear.fade"])
    assert [one.name for one in near.stages] == ["wave 1", "before"] and len(near.ensemble) == 8
    assert near.method == "rank correlation"
    known = {one.key: one for one in free_parameters(hall, ["voice.theta", "fear.fade"], "here")}
    for row in near.posterior.to_dict("records"):
        one = known[row["parameter"]]
        reach = 0.1 * (one.span.high - one.span.low)
        assert row["low"] == pytest.approx(max(one.span.low, one.default - reach))
        assert row["high"] == pytest.approx(min(one.span.high, one.default + reach))
        assert near.ensemble[one.key].between(row["low"], row["high"]).all()
    everything = calibrated(hall, plan=dataclasses.replace(plan, ensemble=21), parameters=["voice.theta", "fear.fade"])
    usual = {key: one.default for key, one in known.items()}
    assert any(all(row[key] == usual[key] for key in usual) for row in everything.ensemble.to_dict("records"))


def test_settings_of_the_waves_count_where_they_were_run_in_as_many_worlds_as_those_drawn(hall):
    plan = Plan(trajectories=0, waves=1, n=20, wave_worlds=2, draws=10, ensemble=31, worlds=2)
    every = calibrated(hall, plan=plan, parameters=list(TRUE))
    assert len(every.ensemble) == 31 and every.ensemble["distance"].is_monotonic_increasing
    usual = {one.key: one.default for one in free_parameters(hall, list(TRUE), "here")}
    assert any(all(row[key] == usual[key] for key in usual) for row in every.ensemble.to_dict("records"))
    drawn = calibrated(hall, plan=dataclasses.replace(plan, worlds=3, ensemble=10), parameters=list(TRUE))
    assert len(drawn.ensemble) == 10
    with pytest.raises(UserError, match="ensemble = 11 is not allowed; allowed: at most as many as are drawn, 10"):
        calibrated(hall, plan=dataclasses.replace(plan, worlds=3, ensemble=11), parameters=list(TRUE))


def test_a_row_that_no_setting_mends_is_named_with_its_mechanism(found):
    misfit = found[0].misfits.iloc[0]
    assert list(found[0].misfits["id"]) == ["never"] and misfit["mechanism"] == "voice"
    assert misfit["nearest"] == pytest.approx(math.log(0.93 * 0.2 / 0.1), abs=0.05)
    assert "no setting meets never (voice)" in repr(found[0]) and found[0].covered == (2, 3)


def test_emulators_are_checked_and_the_checks_are_kept(found):
    table = found[0].emulators
    assert set(table["target"]) == {"gap", "fear", "never"} and table["points"].min() >= 24
    last = table[(table["wave"] == 1) & (table["target"] != "never")]
    assert (last["explained"] > 0.9).all() and last["coverage_90"].between(0.7, 1.0).all()
    waves = found[0].waves
    assert waves["left"].iloc[-1] < 0.5 and waves["rows_that_no_setting_comes_near"].iloc[0] == 1


def test_the_cost_is_said_before_anything_is_run(hall, found):
    heard = found[1]
    free = len(found[0].screening)
    worlds = 4 * (free + 1) * 2 + 2 * 24 * 3 + 40 * 4 + 4
    assert f"{worlds:,} worlds of 256 people over 3 months" in heard[0] and " person-months, " in heard[0]
    assert " seconds on " in heard[0]
    first = []
    with pytest.raises(KeyboardInterrupt):
        calibrated(hall, runner=Country(stop_after=0), tell=first.append)
    assert first == heard[:1] and heard[1].startswith("screening: 2 of")


def test_what_was_stopped_goes_on_from_the_store(hall, tmp_path, monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 30_000.0)  # some forty worlds a batch
    given = {"parameters": list(TRUE), "keep": True, "store": Store(tmp_path)}
    whole = calibrated(hall, parameters=list(TRUE))
    first, rest = Country(stop_after=90), Country()
    with pytest.raises(KeyboardInterrupt):
        calibrated(hall, runner=first, **given)
    again = calibrated(hall, runner=rest, **given)
    pd.testing.assert_frame_equal(again.ensemble, whole.ensemble)
    assert first.ran >= 90 and 0 < rest.ran == whole.ran - first.ran


def test_tables_and_page_are_written_and_the_ensemble_can_be_run(found, hall, tmp_path):
    page = found[0].write(tmp_path / "out")
    names = {path.name for path in page.parent.iterdir()}
    assert {"screening.csv", "waves.csv", "emulator.csv", "ensemble.csv", "posterior.csv", "targets.csv",
            "runs.parquet"} <= names
    text = page.read_text(encoding="utf-8")
    for said in ("What no setting mends", "pinned down by the record", "never", "Each setting is predicted"):
        assert said in text
    taken = un.history.plausible.settings(page.parent / "ensemble.csv")
    assert len(taken) == 12 and set(taken[0]) == set(TRUE) and taken[0] == pytest.approx(found[0].best)


def runs_of(settings, worlds=1):
    return pd.DataFrame([{**one, **{text: value * (1.0 + 0.02 * float(normals(world, 909, 1)[0]))
                                    for text, value in numbers(one).items()}, "worlds": 2}
                         for one in settings for world in range(worlds)])


@pytest.mark.parametrize("worlds, ending", [(1, "csv"), (3, "parquet")])
def test_runs_made_elsewhere_are_used_and_nothing_is_run(hall, tmp_path, worlds, ending):
    grid = [{"voice.theta": theta, "fear.fade": fade} for theta in np.linspace(0.06, 0.24, 7)
            for fade in np.linspace(0.82, 0.97, 6)]
    path = tmp_path / f"runs.{ending}"
    table = runs_of(grid, worlds)
    table.to_csv(path, index=False) if ending == "csv" else table.to_parquet(path)
    one = calibrated(hall, runs=path, runner=Country(stop_after=0))
    assert len(one.ensemble) == 12 and one.method == "rank correlation" and list(one.misfits["id"]) == ["never"]
    assert one.best["voice.theta"] == pytest.approx(0.12, abs=0.02) and math.isnan(one.distance_before)
    assert one.stages[0].settings == 42 and one.write(tmp_path / "out").exists()
    theta = one.posterior.set_index("parameter").loc["voice.theta"]
    assert (theta["low"], theta["high"]) == pytest.approx((0.06, 0.24)), "what was not run is not searched"


def test_a_narrow_design_made_elsewhere_does_not_count_as_narrowed_by_the_record(hall, tmp_path):
    draws = np.random.default_rng(1).uniform([0.11, 0.87], [0.13, 0.93], (40, 2))
    runs_of([{"voice.theta": theta, "fear.fade": fade} for theta, fade in draws]).to_csv(tmp_path / "runs.csv")
    one = calibrated(hall, runs=tmp_path / "runs.csv", plan=dataclasses.replace(PLAN, ensemble=40))
    assert len(one.ensemble) == 40 and not one.posterior["narrowed"].any()
    assert one.posterior["width"].to_numpy() == pytest.approx(1.0, abs=0.15)


def test_settings_found_earlier_run_in_more_worlds_and_are_ranked_anew(hall, tmp_path):
    earlier = [{"voice.theta": theta, "fear.fade": 0.9, "voice.grievance_weight": 0.5}
               for theta in (0.05, 0.12, 0.2, 0.2, 0.26, 0.3)]
    pd.DataFrame(earlier).to_csv(tmp_path / "ensemble.csv", index=False)
    country, heard = Country(), []
    plan = dataclasses.replace(PLAN, ensemble=3, worlds=5)
    one = calibrated(hall, settings=tmp_path / "ensemble.csv", plan=plan, runner=country, tell=heard.append)
    assert country.ran == (5 + 1) * 5  # the defaults too; what stands twice runs once
    assert list(one.ensemble)[:2] == ["voice.theta", "fear.fade"], "what stays at its default is no parameter of it"
    assert one.best == {"voice.theta": 0.12, "fear.fade": 0.9} and len(one.ensemble) == 3
    assert one.distance_before > one.ensemble["distance"].min() and one.stages[0].worlds == 5
    assert "6 settings x 5 worlds" in heard[0]
    again = calibrated(hall, runs=one.write(tmp_path / "out").parent / "runs.parquet", plan=plan,
                       runner=Country(stop_after=0))
    assert again.ensemble.equals(one.ensemble) and again.distance_before == one.distance_before, "worlds are kept"
    listed = calibrated(hall, settings=earlier, plan=plan)
    assert listed.ensemble.equals(one.ensemble), "a list of tables is the same as a file"


def test_tables_of_several_sessions_are_put_together(hall, tmp_path):
    settings = [{"voice.theta": 0.06 + 0.02 * k, "fear.fade": 0.9} for k in range(8)]
    both, names = runs_of(settings, 6), ("first.parquet", "second.csv")
    both[both.index % 6 < 2].to_parquet(tmp_path / names[0])
    both[both.index % 6 >= 2].to_csv(tmp_path / names[1], index=False)
    both.to_parquet(tmp_path / "both.parquet")
    files = [tmp_path / name for name in names]
    apart, together = calibrated(hall, runs=files), calibrated(hall, runs=tmp_path / "both.parquet")
    assert apart.ensemble.equals(together.ensemble) and apart.stages[0].worlds == 6
    assert len(apart.runs) == 48 and apart.placed.equals(together.placed)
    with pytest.raises(UserError, match=r"first\.parquet: all of its worlds stand in .*both\.parquet too"):
        calibrated(hall, runs=[files[0], tmp_path / "both.parquet"])
    pd.read_csv(files[1]).drop(columns="fear.fade").to_csv(files[1], index=False)
    with pytest.raises(UserError, match=r"second\.csv: no column 'fear\.fade', which another table has"):
        calibrated(hall, runs=files)


def test_how_sure_the_order_of_settings_is_comes_from_resampled_worlds(hall, tmp_path):
    settings = [{"voice.theta": theta} for theta in (0.1, 0.104, 0.13, 0.2, 0.25, 0.3)]
    runs_of(settings, 8).to_csv(tmp_path / "runs.csv", index=False)
    one = calibrated(hall, runs=tmp_path / "runs.csv", plan=dataclasses.replace(PLAN, ensemble=6))
    table = one.placed
    assert list(table["rank"]) == [1, 2, 3, 4, 5, 6] and table["distance"].equals(one.ensemble["distance"])
    assert (table["further_low"] <= table["further"] + 1e-9).all() and table.loc[0, "further_high"] == 0.0
    assert table["told_apart"].tolist()[-1] and not table["told_apart"][0]
    # by hand: the luck of world k is common to all settings, so a resample has one luck and each row one number
    luck = 1.0 + 0.02 * np.array([float(normals(world, 909, 1)[0]) for world in range(8)])
    drawn = draws_of_worlds(8, PLAN.seed) @ luck / 8
    assert (draws_of_worlds(8, PLAN.seed).sum(axis=1) == 8).all()
    assert draws_of_worlds(8, PLAN.seed).mean(axis=0) == pytest.approx(np.ones(8), abs=0.1)

    def far(theta):
        found = np.zeros(len(drawn))
        for measure, edges in ((GAP, TARGETS[0]), (FEAR, TARGETS[1]), (NEVER, TARGETS[2])):
            model = numbers({"voice.theta": theta})[measure] * drawn
            nearer = np.where(model < edges.low, edges.low, edges.high)
            found += np.where((model >= edges.low) & (model <= edges.high), 0.0, np.abs(np.log(model / nearer)))
        return found / 3

    best, last = one.ensemble["voice.theta"].iloc[0], one.ensemble["voice.theta"].iloc[-1]
    assert table["further_low"].iloc[-1] == pytest.approx(np.quantile(far(last) - far(best), 0.05), abs=1e-6)
    page = one.write(tmp_path / "out").read_text(encoding="utf-8")
    alike = int((~table["told_apart"]).sum()) - 1
    assert "How sure the order is" in page and (f"{alike} of 5 other settings cannot be told" in page or not alike)
    few = calibrated(hall, settings=settings, plan=dataclasses.replace(PLAN, ensemble=6, worlds=4))
    assert "How sure the order is" not in few.write(tmp_path / "few").read_text(encoding="utf-8")
    assert few.placed.empty and "told from" not in repr(few) and "best-placed one" in repr(one)


def test_noise_is_told_from_effects_by_their_agreement_in_two_halves():
    luck = np.random.default_rng(3)
    real = np.zeros((20, 300))
    real[:, :12] = luck.choice([-1.0, 1.0], (20, 12)) * luck.uniform(3.0, 6.0, (20, 12))
    first, second = real + luck.normal(size=real.shape), real + luck.normal(size=real.shape)
    found = more_than_noise(first, second)
    assert found[:, :12].mean() > 0.95 and found[:, 12:].sum() < 0.2 * found.sum()
    assert more_than_noise(luck.normal(size=(20, 300)), luck.normal(size=(20, 300))).sum() <= 30
    assert not more_than_noise(np.zeros((2, 3)), np.zeros((2, 3))).any()


def test_trajectories_start_near_the_defaults_and_move_one_parameter_at_a_time():
    spans, usual = {"a": (0.0, 1.0), "b": (0.0, 10.0), "c": (-1.0, 1.0)}, {"a": 0.2, "b": 0.0, "c": 0.5}
    design = walks(spans, usual, 4, seed=1).reshape(4, 4, 3)
    assert design[0, 0].tolist() == [0.2, 0.0, 0.5], "the first starts from the defaults"
    assert np.diagonal(design[0, 1:]).tolist() == pytest.approx([0.6, 5.0, -0.25]), "to the farther end, half-way"
    for number, block in enumerate(design):
        assert ((block[1:] != block[0]) == np.eye(3, dtype=bool)).all(), "one parameter at a time"
        widths = np.array([1.0, 10.0, 2.0])
        assert (np.abs(block[0] - list(usual.values())) <= 0.05 * widths + 1e-12).all()
        assert (block >= [0.0, 0.0, -1.0]).all() and (block <= [1.0, 10.0, 1.0]).all()
        if number % 2:
            assert block[1, 0] < block[0, 0] and block[3, 2] > block[0, 2], "then to the nearer end"
            assert block[2, 1] > block[0, 1], "but not to an end where the parameter stands already"


def test_an_effect_is_that_of_a_step_over_the_whole_range_without_the_luck_of_the_starting_point():
    spans = {name: (0.0, 2.0) for name in "abcdefg"}
    design = walks(spans, dict.fromkeys(spans, 0.5), 3, seed=2)
    values = 3.0 * design[:, 0] - 0.2 * design[:, 1]
    values[[0, 8, 16]] += [0.4, -0.3, 0.1]  # of the starting points: all differences of a trajectory share it
    rises, steps = moves_of(design, values, spans)
    assert effects_of(rises, steps) == pytest.approx(np.array([6.0, -0.4, 0.0, 0.0, 0.0, 0.0, 0.0]))
    assert rises / steps == pytest.approx(np.array([[6.0, -0.4, 0.0, 0.0, 0.0, 0.0, 0.0]] * 3))
    assert effects_of(np.array([[1.0], [1.0]]), np.array([[0.5], [0.1]])) == pytest.approx([0.6 / 0.26]), "by length"


def test_a_screening_alone_leaves_its_worlds_to_the_calibration(hall, tmp_path):
    store, heard = Store(tmp_path / "kept"), []
    asked = {"until": 1920, "plan": PLAN, "progress": False, "store": store}
    country = Country()
    found = un.history.screen(hall, TARGETS, runner=country, tell=heard.append, **asked)
    assert country.ran == 4 * (len(found.table) + 1) * 2 and "screening" in heard[0] and "wave" not in heard[0]
    assert found.first(5) == list(found.table["parameter"][:2]) and set(found.first(5)) == set(TRUE)
    assert "2 of" in repr(found) and "voice.theta" in repr(found)
    table = pd.read_csv(found.write(tmp_path / "out") / "screening-rows.csv")
    moved = table[table["more_than_noise"]]
    assert set(moved["parameter"]) == set(TRUE) and set(moved["target"]) == {"gap", "fear"}
    further = Country()
    whole = un.history.calibrate(hall, TARGETS, runner=further, **asked)
    assert whole.screening.equals(found.table) and further.ran == 2 * 24 * 3 + 40 * 4 + 4, "the rest alone is run"
    with pytest.raises(UserError, match="trajectories = 0"):
        un.history.screen(hall, TARGETS, **{**asked, "plan": dataclasses.replace(PLAN, trajectories=0)})


def test_further_settings_are_run_where_the_emulators_of_a_table_place_them_nearest(hall, tmp_path):
    draws = np.random.default_rng(2).uniform([0.05, 0.8], [0.3, 0.98], (30, 2))
    far = [{"voice.theta": float(theta), "fear.fade": float(fade)} for theta, fade in draws
           if abs(numbers({"voice.theta": theta, "fear.fade": fade})[GAP] / numbers(TRUE)[GAP] - 1.0) > 0.2]
    runs_of(far, 4).to_parquet(tmp_path / "runs.parquet")
    country, heard = Country(), []
    plan = dataclasses.replace(PLAN, further=8, ensemble=12)
    one = calibrated(hall, runs=tmp_path / "runs.parquet", plan=plan, runner=country, tell=heard.append)
    assert country.ran == 8 * plan.worlds and "further settings 8 settings x 4 worlds" in heard[1]
    table = {(round(row["voice.theta"], 12), round(row["fear.fade"], 12)) for row in far}
    chosen = [(round(row["voice.theta"], 12), round(row["fear.fade"], 12)) not in table
              for row in one.ensemble.to_dict("records")]
    assert chosen[0] and sum(chosen) >= 6, "what the emulators chose lies nearer than a design spread evenly"
    assert len(one.runs) == 4 * (len(far) + 8)
    around = calibrated(hall, runs=tmp_path / "runs.parquet", plan=dataclasses.replace(plan, around=0.4),
                        runner=country)
    assert 5 <= around.emulators["points"].iloc[0] < len(far), "emulators of the box alone"
    with pytest.raises(UserError, match=r"settings of the table lie within 0\.001"):
        calibrated(hall, runs=tmp_path / "runs.parquet", plan=dataclasses.replace(plan, around=0.001))


@pytest.mark.parametrize("given, said", [
    ({"plan": dataclasses.replace(PLAN, further=3)}, r"further = 3 is not allowed; allowed: 0 in a search"),
    ({"settings": [{"exit.leaving": 0.01}] * 9}, "moves no free parameter of"),
    ({"settings": [{"voice.theta": 0.1}, {"voice.theta": 0.11}]}, "holds 2 settings beside the defaults"),
    ({"settings": [{"voice.theta": 0.1}], "runs": "runs.csv"}, "runs and settings: both are given"),
    ({"settings": "nowhere.csv"}, "nowhere.csv"),
])
def test_slips_in_settings_to_rank_are_one_line(hall, given, said):
    with pytest.raises(UserError, match=said):
        calibrated(hall, runner=Country(stop_after=0), **given)


def test_slips_in_a_table_of_runs_are_one_line(hall, tmp_path):
    good = runs_of([{"voice.theta": 0.06 + 0.02 * k} for k in range(8)])
    for change, said in ((lambda t: t.drop(columns=GAP), f"no column {GAP!r}"),
                         (lambda t: t.drop(columns="voice.theta"), "no column is a free parameter"),
                         (lambda t: t.head(3), "holds 3 settings"),
                         (lambda t: t.assign(**{FEAR: "x"}), "numbers in every"),
                         (lambda t: t.assign(**{"voice.theta": t["voice.theta"] * 99}), "row 1: voice.theta = ")):
        change(good).to_csv(tmp_path / "runs.csv", index=False)
        with pytest.raises(UserError) as slip:
            calibrated(hall, runs=tmp_path / "runs.csv")
        assert said in str(slip.value) and "runs.csv" in str(slip.value)
    for path, said in (("runs.txt", "a .parquet or .csv file"), ("none.csv", "cannot be read")):
        with pytest.raises(UserError, match=said):
            calibrated(hall, runs=tmp_path / path)


@pytest.mark.parametrize("given, said", [
    ({"plan": Plan(worlds=0)}, "worlds = 0"), ({"plan": Plan(draws=10, ensemble=20)}, "at most as many as are drawn"),
    ({"plan": Plan(around=1.5)}, "around = 1.5"), ({"plan": Plan(trajectories=1)}, "trajectories = 1"),
    ({"plan": Plan(n=2)}, "n = 2"), ({"until": 1900}, "until = 1900"), ({"parameters": ["voise"]}, "no parameter or"),
])
def test_a_plan_is_checked_before_anything_is_run(hall, given, said):
    with pytest.raises(UserError) as slip:
        calibrated(hall, runner=Country(stop_after=0), **given)
    assert said in str(slip.value)


def test_what_the_scenario_sets_or_moves_itself_is_not_free():
    regime = un.regime("ussr-1918-1941")
    free = {one.key for one in free_parameters(regime, None, "")}
    assert "arrest.capacity" not in free and "recruitment.applying" not in free and "voice.theta" in free
    assert not free & {entry.name for entry in regime.schedule if entry.kind == "parameter"}
    assert set(parts_of(until := "ussr-1918-1941", year=1929)) <= set(parts_of(until, year=1936))


def test_aims_are_in_logarithms_and_the_record_is_no_single_world():
    aim, = aims_of([Target("x", "m", 2.0, 1.0, 4.0)], 1e5, 0.1)
    assert aim.value == pytest.approx(math.log(2.0)) and not aim.one_world
    assert aim.deviation == pytest.approx(math.hypot(math.log(4.0) / 4, 0.1))
    never, = aims_of([Target("falls", "m", 0.0, 0.0, 0.0)], 1e5, 0.1)
    assert never.value == math.log(0.5) and never.deviation == pytest.approx(0.1)


def test_weights_fall_to_nothing_at_the_tolerance():
    places, weights = nearest(np.array([0.3, 0.1, 0.2, 0.4]), 2)
    assert places.tolist() == [1, 2] and weights[1] / weights[0] == pytest.approx((1 - 4 / 9) / (1 - 1 / 9))
    everything, equal = nearest(np.zeros(3), 3)
    assert len(everything) == 3 and equal.tolist() == pytest.approx([1 / 3] * 3)


def test_places_for_the_ensemble_are_nearer_than_what_the_waves_leave_and_spread(found_matched):
    matched, targets, answers = found_matched
    places = proposed(matched, targets, answers, 30, 1)
    assert places.shape == (30, 2) and ((places >= 0.0) & (places <= 1.0)).all()
    before, off = emulated(matched.survivors, matched, targets, 1e3)
    after, _ = emulated(places, matched, targets, 1e3)
    assert np.median(after) < np.median(before) and off > 0.0 and len(np.unique(places, axis=0)) == 30
    nothing = dataclasses.replace(matched, survivors=matched.survivors[:0])  # then the nearest that were run
    assert np.median(emulated(proposed(nothing, targets, answers, 10, 1), matched, targets, 1e3)[0]) < 0.2


@pytest.fixture
def found_matched(hall):
    targets = TARGETS[:2]
    trials = Trials(hall, targets, "mine", seed=0, means=Means(keep=False, progress=False, runner=Country()), title="x")
    answers = []

    def simulate(settings):
        answers.append(trials.run(settings, 3))
        return answers[-1].pseudo

    spans = {"voice.theta": (0.05, 0.25), "fear.fade": (0.8, 0.98)}
    aims = [dataclasses.replace(one, deviation=0.5) for one in aims_of(targets, 1e3, 0.1)]
    return match(simulate, spans, aims, waves=1, n=24), targets, answers


def test_the_page_says_how_many_rows_the_best_placed_setting_meets():
    rows = pd.DataFrame({"counted": [True, True, False], "best_inside": [True, False, True]})
    none = pd.DataFrame(columns=["id", "mechanism", "nearest", "model", "low", "high"])
    assert "met by some setting, 1 of 2 by the best-placed" in misfits_section(none, rows).see
    assert "and all of them by" in misfits_section(none, rows[:1]).see

"""Sweeps, sensitivity and calibration: on a laboratory whose answers are made up, and on the model itself."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import unanimity as un
from unanimity.cli.main import app
from unanimity.experiments.seed_runs import run_worlds
from unanimity.experiments.store import Store, World
from unanimity.regimes import load_regime
from unanimity.support.errors import UserError
from unanimity.workshop.calibrate import target_of
from unanimity.workshop.design import axes_of, parameters_named, points_of
from unanimity.world.draws import normals

APPARATUS = load_regime("apparatus")


class Laboratory:
    """Answers that follow from the parameters by a rule that the tests know; counts the worlds it ran."""

    def __init__(self, stop_after=None):
        self.ran, self.batches, self.stop_after = 0, 0, stop_after

    def __call__(self, pieces, seeds, events, threads, tell):
        if self.stop_after is not None and self.batches >= self.stop_after:
            raise KeyboardInterrupt
        self.batches += 1
        self.ran += len(seeds)
        return [self.world(piece, seed) for piece, seed in zip(pieces, seeds, strict=True)]

    @staticmethod
    def world(piece, seed):
        get = piece.regime.parameters.get
        theta, fade = get("voice.theta", 0.12), get("fear.fade", 0.92)
        luck = 0.01 * float(normals(seed, 904, 1)[0])
        known = {"unanimity": 2.0 * theta + 0.3 * fade + luck, "fear": 4.0 * theta * fade + luck, "hunger": luck}
        totals = np.array([known[q.expression] for q in piece.questions])
        return World(totals, np.arange(3), np.full((len(totals), 3), np.nan))


# --- designs -------------------------------------------------------------------------------------------------------
def test_a_grid_takes_every_combination_and_spread_designs_every_part():
    axes = axes_of({"ballot": ["open", "secret"], "voice.theta": (0.05, 0.25)}, APPARATUS)
    grid = points_of(axes, "grid", 3, 0)
    assert len(grid) == 6 and {p["voice.theta"] for p in grid} == {0.05, 0.15, 0.25}
    for sample in ("lhs", "sobol"):
        spread = points_of(axes, sample, 16, 7)
        parts = sorted(int((p["voice.theta"] - 0.05) / 0.2 * 16) for p in spread)
        assert parts == list(range(16)), "each sixteenth of the range once"
        assert sum(p["ballot"] == "open" for p in spread) == 8
        assert spread == points_of(axes, sample, 16, 7) != points_of(axes, sample, 16, 8)


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({}, "over"),
        ({"balot": ["open"]}, "ballot"),
        ({"ballot": ["open", "opne"]}, "over.ballot"),
        ({"ballot": (0, 1)}, "a list of"),
        ({"voice.theta": (0.2, 0.1)}, "low end below"),
        ({"voice.theta": []}, "list of values"),
        ({"voice.theta": (0.1, 99.0)}, "over.voice.theta"),
        ({"voice.theta": [0.1, 0.1]}, "each value once"),
    ],
)
def test_an_axis_is_checked(over, said):
    with pytest.raises(UserError, match=said):
        un.sweep("apparatus", over, keep=False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sample": "gird"}, "grid"),
        ({"sample": "lhs"}, "n ="),
        ({"worlds": 0}, "worlds"),
        ({"sample": "sobol", "n": 10}, "power of two"),
        ({"n": 0}, "n ="),
        ({"at": 999}, "at ="),
        ({"measures": ["unanimty"]}, "unanimty"),
    ],
)
def test_a_sweep_is_checked_before_anything_runs(given, said):
    with pytest.raises(UserError, match=said):
        un.sweep("apparatus", {"ballot": ["open", "secret"]}, keep=False, runner=Laboratory(stop_after=0), **given)


# --- sweeps --------------------------------------------------------------------------------------------------------
def test_a_sweep_is_tidy_kept_and_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("unanimity.experiments.seed_runs.WORK_A_BATCH", 1.0)  # a world a batch
    monkeypatch.setattr("os.getpid", lambda: 0)
    given = dict(
        over={"voice.theta": (0.05, 0.25), "ballot": ["open", "secret"]},
        n=3,
        measures=["unanimity", "fear"],
        worlds=2,
        store=Store(tmp_path),
    )
    with pytest.raises(KeyboardInterrupt):
        un.sweep("apparatus", runner=Laboratory(stop_after=5), **given)
    rest = Laboratory()
    found = un.sweep("apparatus", runner=rest, **given)
    assert found.ran == rest.ran == 6 * 2 - 5
    assert un.sweep("apparatus", runner=Laboratory(stop_after=0), **given).table.equals(found.table)
    assert list(found.table.columns) == ["point", "voice.theta", "ballot", "seed", "measure", "value"]
    assert len(found.table) == 6 * 2 * 2
    row = found.of("unanimity").iloc[-1]
    assert row["mean"] == pytest.approx(2 * 0.25 + 0.3 * 0.92, abs=0.03) and row["worlds"] == 2


def test_a_sweep_of_the_model_shares_people_and_luck(tmp_path):
    found = un.sweep(
        "apparatus", {"ballot": ["open", "secret"]}, measures=["unanimity"], worlds=3, months=3, people=256, keep=False
    )
    alone = un.run("apparatus", {"ballot": "secret"}, months=3, people=256, worlds=3, ask=["unanimity"])
    assert found.values[1, :, 0].tolist() == alone.answers["unanimity"].tolist()
    assert found.report(tmp_path / "page.html").stat().st_size > 10_000


# --- sensitivity ---------------------------------------------------------------------------------------------------
def test_morris_finds_what_moves_a_measure_and_that_the_rest_does_nothing():
    found = un.sensitivity(
        "apparatus",
        ["unanimity", "hunger"],
        parameters=["voice", "fear.fade"],
        n=8,
        worlds=2,
        keep=False,
        runner=Laboratory(),
    )
    top = found.of("unanimity")
    assert list(top["parameter"][:2]) == ["voice.theta", "fear.fade"] and (top["mu_star"][2:] == 0).all()
    assert (top["sigma"][:2] < 1e-9).all(), "a straight line has no sigma"
    assert (found.of("hunger")["mu_star"] < 1e-12).all()


def test_sobol_shares_the_variance_of_a_product(tmp_path):
    found = un.sensitivity(
        "apparatus",
        {"dread": "fear"},
        method="sobol",
        parameters=["voice.theta", "fear.fade"],
        n=128,
        worlds=1,
        ranges="whole range",
        keep=False,
        runner=Laboratory(),
    )
    rows = found.of("dread").set_index("parameter")
    spans = {p.key: p.span for p in parameters_named(APPARATUS, ["voice.theta", "fear.fade"], "")}
    m = {k: (s.low + s.high) / 2 for k, s in spans.items()}
    v = {k: (s.high - s.low) ** 2 / 12 for k, s in spans.items()}
    total = (
        v["voice.theta"] * m["fear.fade"] ** 2
        + v["fear.fade"] * m["voice.theta"] ** 2
        + v["voice.theta"] * v["fear.fade"]
    )
    assert rows.loc["voice.theta", "S1"] == pytest.approx(v["voice.theta"] * m["fear.fade"] ** 2 / total, abs=0.05)
    assert rows.loc["voice.theta", "ST"] >= rows.loc["voice.theta", "S1"] - 0.05
    assert found.report(tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"method": "moris"}, "morris"),
        ({"ranges": "all"}, "whole range"),
        ({"n": 1}, "n ="),
        ({"parameters": ["voise"]}, "voice"),
        ({"method": "sobol", "n": 12}, "power of two"),
    ],
)
def test_a_sensitivity_is_checked(given, said):
    with pytest.raises(UserError, match=said):
        un.sensitivity("apparatus", ["unanimity"], keep=False, runner=Laboratory(stop_after=0), **given)


# --- calibration ---------------------------------------------------------------------------------------------------
KNOWN = {"voice.theta": 0.15, "fear.fade": 0.9}
SPANS = {"voice.theta": (0.05, 0.25), "fear.fade": (0.82, 0.98)}


def targets(runner, **given):
    """What the model itself says at known parameters, as a record with an error."""
    there = un.sweep(
        "apparatus",
        {key: [value] for key, value in KNOWN.items()},
        measures=["unanimity", "fear"],
        worlds=1,
        seed=77,
        keep=False,
        runner=runner,
        **given,
    )
    return [
        {"name": name, "measure": name, "value": float(there.values[0, 0, k]), "error": 0.01}
        for k, name in enumerate(("unanimity", "fear"))
    ]


def covers(found):
    table = found.parameters_table.set_index("parameter")
    return [table.loc[key, "from"] - 0.01 <= value <= table.loc[key, "to"] + 0.01 for key, value in KNOWN.items()]


def test_calibration_recovers_known_parameters_and_names_what_it_cannot_meet(tmp_path):
    wanted = [*targets(Laboratory()), {"name": "never", "measure": "hunger", "low": 2.0, "high": 3.0, "log": True}]
    heard = []
    found = un.calibrate(
        "apparatus",
        wanted,
        SPANS,
        waves=2,
        n=20,
        ensemble=80,
        worlds=4,
        keep=False,
        runner=Laboratory(),
        tell=lambda number, wave: heard.append(number),
    )
    assert found.misfits == ["never"] and not found.failed and heard == list(range(len(heard))) != []
    assert all(covers(found)) and found.parameters_table["narrowed"].any()
    table = found.targets_table.set_index("target")
    assert table.loc["unanimity", "hit"] and table.loc["fear", "hit"] and not table.loc["never", "hit"]
    assert len(found.ensemble) == 80 and found.ensemble["weight"].sum() == pytest.approx(1.0)
    assert "misfits: never" in repr(found) and found.report(tmp_path / "page.html").exists()
    assert json.dumps(found.record(), default=str)


@pytest.mark.slow
def test_calibration_recovers_known_parameters_of_the_model_itself():
    small = dict(months=12, people=512)
    wanted = targets(run_worlds, **small)
    found = un.calibrate(
        "apparatus",
        wanted,
        {"voice.theta": (0.05, 0.25), "fear.fade": (0.82, 0.98)},
        waves=2,
        n=24,
        ensemble=60,
        worlds=6,
        keep=False,
        **small,
    )
    assert not found.failed and all(covers(found))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"measure": "fear"}, "low, high"),
        ({"name": "a", "low": 0, "high": 1}, "measure"),
        ({"measure": "fear", "low": 2, "high": 1}, "low"),
        ({"measure": "fear", "low": 0.0, "high": 1, "log": True}, "log"),
        ({"measure": "fear", "value": 1, "error": 0}, "error"),
        ({"measure": "fear", "low": 0, "high": 1, "lgo": 1}, "log"),
        (3, "table"),
    ],
)
def test_a_target_is_checked(given, said):
    with pytest.raises(UserError, match=said):
        target_of(given)


# --- the command line ----------------------------------------------------------------------------------------------
def test_a_sweep_from_its_file_in_parts_and_as_a_whole(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'base = "apparatus"\nworlds = 2\nmonths = 2\npeople = 256\nmeasures = ["unanimity"]\n[over]\n'
        'ballot = ["open", "secret"]\n"voice.theta" = {low = 0.1, high = 0.2}\n'
    )
    runner, store = CliRunner(), str(tmp_path / "store")
    for part in ("1/2", "2/2"):
        done = runner.invoke(app, ["sweep", str(file), "--shard", part, "--store", store, "--workers", "1"])
        assert done.exit_code == 0, done.output
    whole = runner.invoke(app, ["sweep", str(file), "--store", store, "--json", "--out", str(tmp_path / "out")])
    said = json.loads(whole.stdout)
    assert said["ran"] == 0 and len(said["points"]) == 10
    assert (tmp_path / "out" / "sweep.csv").exists() and (tmp_path / "out" / "report.html").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('base = "apparatus"', "over is missing"),
        ('base = "aparatus"\n[over]\nballot = ["open"]', "apparatus"),
        ('base = "apparatus"\nworlds = "2"\n[over]\nballot = ["open"]', "worlds"),
        ('base = "apparatus"\nover = 3', "over"),
        ('base = "apparatus"\nmesures = []\n[over]\nballot = ["open"]', "measures"),
    ],
)
def test_a_slip_in_a_file_is_one_line(tmp_path, text, said):
    from unanimity.workshop.workshop_files import described

    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=said):
        described(file, "sweep")

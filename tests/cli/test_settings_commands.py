"""Plausible settings and calibration from the command line, on the hall alone."""

from __future__ import annotations

import json

import pytest

REGIME = ('title = "Small"\nbased_on = "apparatus"\nmechanisms = []\n[society]\npeople = 256\n[run]\nmonths = 3\n'
          "burn_in = 0\n")
SETTINGS = "voice.theta,fear.fade,distance,weight\n0.05,0.9,.1,1\n0.12,0.9,.2,1\n0.25,0.9,.3,2\n"
TARGETS = ("id,model_measure,low,high,split,year_from,year_to\n"
           "gap,private_dissent(0..2),.2,.3,fit,1918,1919\nfear,\"mean(fear, all, 0..2)\",.1,.3,validate,1918,1920\n"
           "late,mean(trust),0,1,judge,1918,1918\n")
BALLOT = ('title = "Ballot"\nbase = "small.toml"\nmonths = 3\nburn_in = 0\nreplications = 3\n[arms.secret.levers]\n'
          'ballot = "secret"\n[measures]\nassent = "unanimity"\n[[expect]]\nform = "sign"\nmeasure = "assent"\n'
          'direction = "fall"\n')


@pytest.fixture
def files(tmp_path):
    for name, text in (("small.toml", REGIME), ("settings.csv", SETTINGS), ("targets.csv", TARGETS),
                       ("ballot.toml", BALLOT)):
        (tmp_path / name).write_text(text, encoding="utf-8")


def test_run_and_compare_tell_chance_from_ignorance(unanimity, files):
    words = ("run", "small.toml", "--worlds", "2", "--settings", "settings.csv")
    answer = unanimity(*words, "--n-settings", "2", "--json")
    assert answer.code == 0, answer.err
    told = json.loads(answer.out)
    assert [row["setting"] for row in told["worlds"]] == [0, 0, 1, 1] and len(told["settings"]["weights"]) == 2
    assert {"chance_low", "ignorance_high"} <= set(told["spreads"][0])
    text = unanimity(*words, "--set", "fear.fade=0.85")
    assert "by ignorance" in text.out and text.err.count("sets fear.fade itself") == 1
    both = unanimity("compare", "small.toml", "--with", "ballot=secret", "--pairs", "3", "--settings", "settings.csv",
                     "--measures", "unanimity")
    assert both.code == 0 and "settings agree" in both.out, both.err


def test_an_experiment_is_judged_at_settings(unanimity, files):
    answer = unanimity("experiment", "run", "ballot.toml", "--settings", "settings.csv", "--json", "--store", "kept")
    assert answer.code == 0, answer.err
    found, = json.loads(answer.out)["robustness"]
    assert found["ranges"] == "plausible settings" and found["settings"] == 3 and len(found["spreads"]) == 3
    text = unanimity("experiment", "run", "ballot.toml", "--settings", "settings.csv", "--store", "kept")
    assert "Chance and ignorance" in text.out and "plausible settings: holds at" in text.out


def test_check_and_calibrate_from_a_table_and_its_ensemble_goes_back_in(unanimity, files, tmp_path):
    words = ("history", "calibrate", "small.toml", "--targets", "targets.csv", "--until", "1920", "--out", "out",
             "--parameters", "voice.theta,fear.fade,meeting", "--trajectories", "2", "--screening-worlds", "1",
             "--keep", "2", "--waves", "1", "--n", "8", "--wave-worlds", "2", "--draws", "6", "--ensemble", "6",
             "--worlds", "2", "--workers", "1", "--store", "kept")
    answer = unanimity(*words, "--json")
    assert answer.code == 0, answer.err
    told = json.loads(answer.out)
    assert told["settings"] == 6 and told["until"] == 1920 and len(told["best"]) == 2 and told["ran"] > 0
    assert "person-months" in answer.err and "screening:" in answer.err
    again = unanimity(*words)
    assert again.code == 0 and "range searched" in again.out and (tmp_path / "out" / "calibration.html").exists()
    check = unanimity("history", "check", "small.toml", "--targets", "targets.csv", "--settings", "out/ensemble.csv",
                      "--worlds", "2", "--store", "kept", "--workers", "1", "--json")
    assert check.code == 0, check.err
    row, = json.loads(check.out)["targets"]
    assert row["id"] == "gap" and row["model_low"] <= row["model"] <= row["model_high"] and "settings_inside" in row
    ranked = unanimity("history", "calibrate", "small.toml", "--targets", "targets.csv", "--until", "1920", "--worlds",
                       "3", "--settings", "out/ensemble.csv", "--ensemble", "3", "--out", "again", "--store", "kept",
                       "--workers", "1", "--json")
    assert ranked.code == 0, ranked.err
    assert json.loads(ranked.out)["settings"] == 3 and "settings x 3 worlds" in ranked.err
    assert (tmp_path / "again" / "ensemble.csv").exists()
    pooled = unanimity("history", "calibrate", "small.toml", "--targets", "targets.csv", "--until", "1920", "--runs",
                       "out/runs.parquet", "--runs", "again/runs.parquet", "--ensemble", "3", "--out", "pooled",
                       "--json")
    assert pooled.code == 0, pooled.err
    assert json.loads(pooled.out)["ran"] == 0 and (tmp_path / "pooled" / "placed.csv").exists()
    screen = unanimity("history", "screen", "small.toml", "--targets", "targets.csv", "--until", "1920", "--parameters",
                       "voice.theta,fear.fade,meeting", "--trajectories", "2", "--worlds", "1", "--workers", "1",
                       "--store", "kept", "--out", "screened")
    assert screen.code == 0, screen.err
    assert "free parameters move a row beyond noise" in screen.out and "strongest on" in screen.out
    assert (tmp_path / "screened" / "screening-rows.csv").exists()
    parts = unanimity("history", "parts", "small.toml", "--targets", "targets.csv", "--until", "1920")
    assert parts.out.splitlines() == ["private_dissent(0..2)", "mean(fear, all, 0..2)"]


@pytest.mark.parametrize("words, said", [
    (("run", "small.toml", "--settings", "none.csv"), "none.csv: cannot be read"),
    (("run", "small.toml", "--n-settings", "2"), "n_settings = 2"),
    (("compare", "small.toml", "--with", "ballot=secret", "--settings", "esemble"), "no table of settings 'esemble'"),
    (("experiment", "run", "ballot.toml", "--settings", "none.csv"), "none.csv: cannot be read"),
    (("claims", "run", "--all", "--settings", "none.csv"), "none.csv: cannot be read"),
    (("history", "check", "small.toml", "--targets", "targets.csv", "--ensemble", "--settings", "settings.csv"),
     "exclude each other"),
    (("history", "check", "small.toml", "--targets", "targets.csv", "--n-settings", "2"), "--n-settings = 2"),
    (("history", "calibrate", "small.toml", "--targets", "targets.csv", "--until", "1900"), "until = 1900"),
    (("history", "calibrate", "small.toml", "--targets", "targets.csv", "--runs", "none.parquet"), "cannot be read"),
    (("history", "calibrate", "small.toml", "--targets", "targets.csv", "--worlds", "0"), "worlds = 0"),
    (("history", "calibrate", "small.toml", "--targets", "targets.csv", "--settings", "none.csv"),
     "none.csv: cannot be read"),
])
def test_slips_get_one_line_and_nothing_is_written(unanimity, files, tmp_path, words, said):
    before = {path.name for path in tmp_path.iterdir()}
    answer = unanimity(*words)
    assert answer.code == 2 and said in answer.err and answer.err.count("\n") == 1, answer.err
    assert {path.name for path in tmp_path.iterdir()} == before

"""A value that no world knows is not 0: it stays missing, is counted and reported, in sensitivity and calibration."""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.experiments.store import World
from unanimity.workshop import calibrate, sensitivity
from unanimity.workshop.sensitivity import analysed, over_worlds, sampled

SPANS = {"a": (0.0, 1.0), "b": (0.0, 1.0)}


class Never:
    """Worlds that know the gap at `theta` below a half alone, and `never` nowhere."""

    def __init__(self, below=0.5):
        self.below = below

    def __call__(self, pieces, seeds, events, threads, tell):
        return [self.world(piece, seed) for piece, seed in zip(pieces, seeds, strict=True)]

    def world(self, piece, seed):
        theta = piece.regime.parameters.get("voice.theta", 0.0)
        known = {"unanimity": 0.5 + theta + 0.01 * (seed % 3),
                 "falsification_gap": theta if theta < self.below else np.nan}
        months = np.arange(-piece.regime.burn_in, piece.regime.months)
        totals = np.array([known.get(question.expression, np.nan) for question in piece.questions])
        return World(totals, months, np.full((len(piece.questions), months.size), np.nan))


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_a_measure_that_is_never_known_has_no_index(method):
    found = sensitivity("apparatus", ["unanimity", "unanimity / 0"], method=method, parameters=["voice"], n=4,
                        worlds=2, months=6, keep=False, runner=Never())
    assert found.of("unanimity / 0")[found.index].isna().all()
    assert found.of("unanimity")[found.index].max() > 0.0
    assert found.unknown["unanimity / 0"] == found.points
    assert f"unanimity / 0 is known at 0 of {found.points} points: too few" in str(found)
    assert found.record()["notes"] == found.notes


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_walks_through_unknown_points_are_left_out(method):
    design = sampled(SPANS, method, 16, 1)
    truth = 3.0 * design[:, 0] + design[:, 1]
    whole = analysed(SPANS, method, design, truth, 1)
    with_gaps = truth.copy()
    with_gaps[[0, 7]] = np.nan
    found = analysed(SPANS, method, design, with_gaps, 1)
    name = "mu_star" if method == "morris" else "ST"
    assert found[0][name] == pytest.approx(whole[0][name], rel=0.5) and found[0][name] > 0.5
    if method == "morris":  # every step of a straight line is the same: what is left out changes nothing
        assert found[0][name] == pytest.approx(3.0) and found[1][name] == pytest.approx(1.0)


def test_an_unknown_point_is_unknown():
    mean, lost = over_worlds(np.array([[1.0, np.nan], [np.nan, np.nan], [2.0, 4.0]]))
    assert lost == 1 and np.isnan(mean[1]) and list(mean[[0, 2]]) == [1.0, 3.0]


def test_a_target_that_is_never_known_is_a_misfit_and_told():
    found = calibrate("apparatus", [{"name": "assent", "measure": "unanimity", "low": 0.6, "high": 0.7},
                                    {"name": "never", "measure": "unanimity / 0", "low": 0.1, "high": 0.2}],
                      {"voice.theta": (0.05, 0.3)}, waves=1, n=10, ensemble=10, worlds=2, months=6, keep=False,
                      runner=Never())
    assert found.misfits == ["never"] and not found.failed
    row = found.targets_table.set_index("target").loc["never"]
    assert row["unknown"] == row["settings"] > 10 and not row["hit"] and np.isnan(row["after"])
    assert f"never is not known at {row['unknown']} of {row['settings']} settings" in str(found)
    assert bool(found.targets_table.set_index("target").loc["assent", "hit"])


def test_a_target_that_some_settings_do_not_know_is_counted():
    found = calibrate("apparatus", [{"name": "gap", "measure": "falsification_gap", "low": 0.1, "high": 0.2}],
                      {"voice.theta": (0.05, 0.3)}, waves=1, n=20, ensemble=10, worlds=2, months=6, keep=False,
                      runner=Never(below=0.25))
    assert 0 < found.targets_table.loc[0, "unknown"] < found.targets_table.loc[0, "settings"]
    assert np.isfinite(found.targets_table.loc[0, "after"])

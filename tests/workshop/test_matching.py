"""History matching and the ensemble, on a function whose truth is known: the truth stays, misfits are named."""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.results.uncertainty_split import quantiles
from unanimity.workshop.emulator import fitted, summed
from unanimity.workshop.history_matching import Aim, effective, implausibility, match, weighed
from unanimity.world.draws import normals, uniforms

SPANS = {"a": (0.0, 2.0), "b": (-1.0, 1.0)}
NOISE = np.array([0.05, 0.05, 0.1])


def function(settings, seed, worlds=6):
    """Three numbers of two parameters, with noise that all settings share, as worlds of the same seeds do."""
    at = np.array([[one["a"], one["b"]] for one in settings])
    mean = np.stack([at[:, 0] ** 2 + at[:, 1], np.sin(2 * at[:, 0]) + 0.5 * at[:, 1], at[:, 0] - at[:, 1]], axis=1)
    return mean[:, None, :] + normals(seed, 900, worlds * 3).reshape(1, worlds, 3) * NOISE


def trial(number):
    """One country with known parameters: its record, and what calibration makes of it."""
    where = uniforms(number, 901, 2)
    truth = {"a": 2 * float(where[0]), "b": 2 * float(where[1]) - 1}
    record = function([truth], 10_000 + number, 1)[0, 0] + normals(number, 902, 3) * NOISE
    aims = [Aim(str(k), float(record[k]), float(NOISE[k])) for k in range(3)]
    found = match(lambda settings: function(settings, number), SPANS, aims, waves=3, n=20, seed=number)
    drawn = found.survivors[:400]
    weights, tolerance = weighed(function(found.settings(drawn), 500 + number), aims)
    intervals = {name: quantiles(np.array([one[name] for one in found.settings(drawn)]), weights, (0.05, 0.95))
                 for name in SPANS}
    place = np.array([[(truth[name] - low) / (high - low) for name, (low, high) in SPANS.items()]])
    return {"in the set": implausibility(place, found.waves, aims)[0] <= 3.0, "tolerance": tolerance,
            "covered": [intervals[name][0] <= truth[name] <= intervals[name][1] for name in SPANS],
            "left": found.waves[-1].left, "width": [intervals[name][1] - intervals[name][0] for name in SPANS]}


def recovered(trials):
    found = [trial(number) for number in range(trials)]
    assert all(one["tolerance"] == 1.0 for one in found)
    assert np.mean([one["left"] for one in found]) < 0.1, "the record narrows the set"
    assert np.mean([one["width"] for one in found]) < 0.6, "of ranges that are 2 wide"
    inside = np.mean([one["in the set"] for one in found])
    covered = np.array([one["covered"] for one in found], float).mean(axis=1)
    return inside, covered.mean(), covered.std() / np.sqrt(trials)


def test_known_parameters_lie_in_the_set_and_intervals_cover_at_their_rate():
    inside, covered, error = recovered(16)
    assert inside >= 15 / 16
    assert abs(covered - 0.90) < 3 * max(error, 0.04)


@pytest.mark.slow
def test_intervals_cover_at_their_nominal_rate_over_many_trials():
    inside, covered, error = recovered(120)
    assert inside > 0.97
    assert abs(covered - 0.90) < 3 * error


def test_a_target_that_nothing_meets_is_a_misfit_and_narrows_nothing():
    aims = [Aim("0", 1.0, 0.05), Aim("never", 30.0, 0.1)]

    def simulate(settings):
        return function(settings, 1)[:, :, [0, 2]]

    found = match(simulate, SPANS, aims, waves=2, n=20, seed=1)
    alone = match(lambda settings: simulate(settings)[:, :, :1], SPANS, aims[:1], waves=2, n=20, seed=1)
    assert found.misfits == ["never"] and found.waves[-1].nearest[1] > 3
    assert found.waves[0].left == alone.waves[0].left > 0 and len(found.survivors)


def test_targets_that_exclude_each_other_leave_nothing_and_say_so():
    aims = [Aim("0", 1.0, 0.001), Aim("again", 3.0, 0.001)]  # the same number cannot be both

    def simulate(settings):
        return function(settings, 1, 6)[:, :, [0, 0]] * 1.0

    found = match(simulate, SPANS, aims, waves=3, n=30, seed=1)
    assert found.waves[-1].nothing_left and not len(found.survivors) and not found.misfits


def test_an_emulator_predicts_between_its_points_and_knows_its_error():
    places = np.array([[x, y] for x in np.linspace(0, 1, 6) for y in np.linspace(0, 1, 6)])
    values = (np.sin(3 * places[:, 0]) + places[:, 1] ** 2)[:, None] + 0.01 * normals(3, 903, 36 * 4).reshape(36, 4)
    emulator = fitted(places, values, seed=0)
    between = np.array([[0.33, 0.47], [0.71, 0.12]])
    mean, variance = emulator(between)
    truth = np.sin(3 * between[:, 0]) + between[:, 1] ** 2
    assert np.all(np.abs(mean - truth) < 4 * np.sqrt(variance) + 0.01) and np.all(variance < 0.01)
    assert emulator.sound > 0.9 and emulator.between_worlds == pytest.approx(1e-4, rel=0.5)


def test_worlds_that_do_not_know_are_left_out():
    mean, noise, between = summed(np.array([[1.0, np.nan, 3.0], [2.0, 2.0, 2.0], [np.nan] * 3]))
    assert mean[:2].tolist() == [2.0, 2.0] and np.isnan(mean[2]) and between == pytest.approx(1.0)
    assert noise[0] == pytest.approx(0.5 * (2.0 + 1.0) / 2) and noise[1] == pytest.approx(0.5 / 3)


def test_weights_go_by_nearness_and_a_poor_ensemble_is_told_by_its_tolerance():
    near = np.zeros((40, 2, 1)) + np.linspace(0, 3, 40)[:, None, None]
    weights, tolerance = weighed(near, [Aim("x", 0.0, 1.0)])
    assert tolerance == 1.0 and np.all(np.diff(weights) < 0) and 20 <= effective(weights) < 40
    far, wide = weighed(near, [Aim("x", -50.0, 0.5)])
    assert wide > 5 and effective(far) >= 20
    unknown, _ = weighed(np.where(near > 2.9, np.nan, near), [Aim("x", 0.0, 1.0)])
    assert unknown[-1] == 0.0


def test_a_setting_may_miss_as_many_targets_as_are_allowed():
    def simulate(settings):
        return np.array([[[one["a"], one["b"], one["a"]] for _ in range(2)] for one in settings])

    aims = [Aim("a", 0.5, 0.05), Aim("b", 0.0, 0.05), Aim("against a", 1.5, 0.05)]
    strict = match(simulate, SPANS, aims, waves=1, n=20)
    loose = match(simulate, SPANS, aims, waves=1, n=20, allow=1)
    assert strict.waves[-1].nothing_left and not strict.misfits and len(loose.survivors) > 100
    near = [abs(one["b"]) < 0.25 and min(abs(one["a"] - 0.5), abs(one["a"] - 1.5)) < 0.25
            for one in loose.settings(loose.survivors)]
    assert np.mean(near) > 0.95


def test_a_record_as_large_as_many_worlds_has_no_noise_of_one_world():
    def simulate(settings):
        return np.array([[[one["a"] + 0.5 * float(normals(k, 910, 1)[0])] for k in range(8)] for one in settings])

    alone, many = (match(simulate, SPANS, [Aim("a", 1.0, 0.05, one_world=one)], waves=1, n=24) for one in (True, False))
    assert many.waves[0].emulators[0].between_worlds == 0.0 < alone.waves[0].emulators[0].between_worlds
    assert many.waves[0].left < 0.7 * alone.waves[0].left


def test_an_emulator_tells_its_coverage_and_what_it_explains():
    places = np.linspace(0.0, 1.0, 30)[:, None]
    smooth = fitted(places, np.sin(4.0 * places) + 0.0, 0)  # one world: noise is fitted, not known
    assert smooth.explained > 0.99 and smooth.coverage > 0.8
    noise = fitted(places, normals(3, 911, 30)[:, None], 0)
    assert noise.explained < 0.3 and noise.coverage == pytest.approx(0.9, abs=0.1)

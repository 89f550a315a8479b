"""Chance told from ignorance: by hand, and on numbers whose two variances are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from unanimity.results.uncertainty_split import two_spreads
from unanimity.world.draws import normals


def made(seed, settings=300, worlds=8, apart=2.0, shared=1.0, own=0.5):
    """Settings of a variance apart^2, worlds that are lucky at all settings alike, and luck of their own."""
    return (apart * normals(seed, 905, settings)[:, None] + shared * normals(seed, 906, worlds)[None, :]
            + own * normals(seed, 907, settings * worlds).reshape(settings, worlds))


def test_by_hand():
    found = two_spreads(np.array([[1.0, 3.0], [11.0, 13.0]]))  # a world is as lucky at both: no residue
    assert found.mean == 7.0 and found.chance_variance == 2.0 and found.ignorance_variance == 50.0
    assert found.share_of_ignorance == pytest.approx(50 / 52) and found.agree == 1.0
    crossed = two_spreads(np.array([[1.0, 3.0], [13.0, 11.0]]))  # residue 4, of which half is left in a mean of two
    assert crossed.ignorance_variance == pytest.approx(50.0 - 4.0 / 2)
    same = two_spreads(np.array([[1.0, 3.0], [1.0, 3.0]]))
    assert same.ignorance_variance == 0.0 and same.ignorance == (2.0, 2.0)


def test_weights_count_and_signs_are_counted_by_weight():
    found = two_spreads(np.array([[-1.0, -1.0], [4.0, 4.0]]), [3.0, 1.0])
    assert found.mean == pytest.approx(0.25) and found.agree == 0.25
    assert two_spreads(np.array([[-1.0, -1.0], [4.0, 4.0]]), [3.0, 0.0]).settings == 1


def test_what_is_not_known_is_left_out():
    one = two_spreads(np.array([[1.0, 2.0, np.nan]]))
    assert math.isnan(one.ignorance_variance) and math.isnan(one.ignorance[0]) and one.mean == 1.5
    each = two_spreads(np.array([[1.0], [3.0]]))
    assert math.isnan(each.chance[0]) and each.ignorance_variance == 2.0  # nothing says how much of it is chance
    assert two_spreads(np.full((2, 2), np.nan)).settings == 0
    assert two_spreads(np.array([[1.0, 2.0], [np.nan, np.nan]])).settings == 1


def test_known_variances_are_found_and_intervals_hold_nine_in_ten():
    found = [two_spreads(made(seed)) for seed in range(12)]
    assert np.mean([one.ignorance_variance for one in found]) == pytest.approx(4.0, rel=0.1)
    assert np.mean([one.chance_variance for one in found]) == pytest.approx(1.25, rel=0.25)
    width = np.mean([one.ignorance[1] - one.ignorance[0] for one in found])
    assert width == pytest.approx(2 * 1.645 * 2.0, rel=0.1)
    none = np.mean([two_spreads(made(seed, apart=0.0, own=2.0)).ignorance_variance for seed in range(12)])
    assert none < 0.15  # the settings' raw means have a variance of 0.5: chance alone

"""A paired difference that is the same in every pair has no spread: no effect size, however rounding may scatter it."""

from __future__ import annotations

import numpy as np

from unanimity.experiments.paired_rows import paired_row
from unanimity.experiments.power import HELD, told_few
from unanimity.verdicts import How, bca


def test_differences_that_vary_by_rounding_alone_have_no_effect_size_and_no_warning(recwarn):
    control = np.linspace(0.1, 3.3, 20)
    row = paired_row("arm", "take_share", control, control - 0.12873958333333333)
    assert np.ptp((control - 0.12873958333333333) - control) > 0  # the numbers are not equal to the bit
    assert np.isnan(row["effect_size"]) and row["p"] == 0.0 and row["same_sign"] == 1.0
    assert not recwarn.list


def test_differences_that_vary_keep_their_effect_size():
    control = np.zeros(4)
    row = paired_row("arm", "take_share", control, np.array([1.0, 2.0, 3.0, 4.0]))
    assert row["effect_size"] == 2.5 / np.std([1, 2, 3, 4], ddof=1)


def test_few_pairs_have_intervals_that_are_too_narrow_and_this_is_said():
    luck = np.random.default_rng(5)
    for pairs, said in HELD.items():
        ends = [bca(luck.normal(size=pairs), How(resamples=500)) for _ in range(400)]
        assert abs(np.mean([low <= 0.0 <= high for low, high in ends]) - said) < 0.07, pairs
        assert f"in {100 * said:.0f} % of cases" in told_few(pairs)[0]
    assert told_few(10) == []

"""A paired difference that is the same in every pair has no spread: no effect size, however rounding may scatter it."""

from __future__ import annotations

import numpy as np

from unanimity.experiments.compare import paired_row


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

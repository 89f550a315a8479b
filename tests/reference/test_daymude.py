"""The learning authority: truncated desires, and suppression that boldness prevents."""

import numpy as np
import pytest

from unanimity.reference import daymude
from unanimity.reference.daymude_checks import column


@pytest.mark.parametrize("mean", [0.05, 0.25, 0.45])
def test_desires_lie_between_zero_and_one_with_the_mean_asked_for(mean):
    desires, boldness = daymude.population(mean, 3.0, 100_000, 1)
    assert desires.min() > 0 and desires.max() <= 1 and (np.diff(desires) >= 0).all()
    assert desires.mean() == pytest.approx(mean, abs=0.004)
    assert boldness.mean() == pytest.approx(3.0, abs=0.04)


def test_no_act_serves_better_than_the_closed_form():
    acts = np.linspace(0, 1, 2001)
    for proportional in (False, True):
        for desire in (0.2, 0.6, 1.0):
            for boldness in (0.2, 0.9, 1.5):
                def worth(a, b=boldness, how=proportional):
                    price = 1.2 * (0.4 + 0.6 * a) * ((a - 0.3) if how else 1.0)
                    return b * a - np.where(a > 0.3, price, 0.0)

                best = daymude.act(proportional, desire, boldness, 0.3, 1.2, 0.4)
                assert worth(best) >= worth(acts[acts <= desire]).max() - 1e-9


def test_the_timid_are_suppressed_and_the_bold_are_not():
    timid = daymude.run(daymude.MODEL.settings(boldness=2, people=100_000), 1).summary
    bold = daymude.run(daymude.MODEL.settings(boldness=8, people=100_000), 1).summary
    assert timid["dissent_share"] < 0.1 and timid["tolerance"] < 0.05 and timid["surveillance"] > 0.9
    assert bold["dissent_share"] > 0.99 and bold["suppression_time"] == np.inf


def test_suppression_is_preceded_by_a_hundred_flowers():
    course = daymude.run(daymude.MODEL.settings(boldness=2, people=100_000, rounds=2000), 1).table
    assert course.tolerance.max() > 0.9 > 0.1 > course.tolerance.iloc[-1]


def test_the_time_to_suppression_is_counted_by_hand():
    acts = np.concatenate([np.full(700, 10.0), np.zeros(800)])
    assert daymude.suppression_time(acts, 10.0) == 700 + 376  # 124 loud rounds in the window leave it below a quarter
    assert daymude.suppression_time(np.full(900, 10.0), 10.0) == np.inf


def test_a_mean_over_trials_is_the_same_on_one_and_on_two_threads():
    p = daymude.MODEL.settings(people=4000, rounds=3000, boldness=0.3, punishment="proportional")
    alone, together = (daymude.mean_suppression_time(p, 4, threads=threads) for threads in (1, 2))
    assert alone == together < np.inf


@pytest.mark.slow
@pytest.mark.parametrize("punishment, desire", [("uniform", 0.155), ("uniform", 0.345), ("proportional", 0.105)])
def test_more_columns_of_the_sweep_lie_within_the_tolerance(punishment, desire):
    assert column(punishment, desire).verdict == "pass"

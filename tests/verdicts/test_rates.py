"""Every form on data whose truth is known: it passes on the null no more often than its nominal level, and finds
the stated effect. 120 null data sets leave a standard error of 2 points at 5 %; the bound is three of them, and at
40 pairs the bootstrap itself errs in 5.6 % instead of 5 % on a side (it knows no t distribution)."""

from __future__ import annotations

import math

import pytest
from known_truth import CASES, rate

from unanimity import verdicts
from unanimity.verdicts import How

QUICK = How(resamples=400)
NULL_SETS, EFFECT_SETS = 120, 40


# fits with an interval for each of hundreds of data sets; `explained` itself stands for its kind each time
LONG = ("explained_alike", "explained, three traits")


of_every_case = pytest.mark.parametrize("case", [
    pytest.param(case, marks=[pytest.mark.slow] if case.name in LONG else []) for case in CASES],
    ids=lambda case: case.name)


@of_every_case
def test_nothing_is_found_where_nothing_is(case):
    passes, opposite = rate(case.null, NULL_SETS, QUICK)
    slack = 0.006 + 3 * math.sqrt(case.nominal * (1 - case.nominal) / NULL_SETS)
    assert passes <= case.nominal + slack
    if case.name != "returns":  # its null is the opposite: a difference that stays
        assert opposite <= case.nominal + slack


@of_every_case
def test_the_stated_effect_is_found(case):
    power, opposite = rate(case.effect, EFFECT_SETS, QUICK)
    assert power >= case.power
    assert opposite == 0.0


def test_every_one_of_the_nineteen_forms_has_its_case():
    assert len(verdicts.FORMS) == 19
    told = {case.name.split(",")[0] for case in CASES}
    assert {name for name in verdicts.FORMS} <= told

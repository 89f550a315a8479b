"""Answers on data whose truth is known: an effect is not found where there is none, and a claim is not contradicted by
what it does not say. Bounds as in test_rates.py: three standard errors above the nominal 5 % of each side."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from known_answers import TRUTHS, answered, share, words
from known_truth import CASES

from unanimity.verdicts import How
from unanimity.verdicts.answer import CONTRADICTED, FOUND, IN_SIGN, NO_PREMISE, OPPOSITE

QUICK = How(resamples=300)
NULL_SETS, EFFECT_SETS, CLAIMS = 120, 40, 40
LONG = ("explained", "explained_alike", "explained, three traits")

of_every_case = pytest.mark.parametrize("case", [
    pytest.param(case, marks=[pytest.mark.slow] if case.name in LONG else []) for case in CASES],
    ids=lambda case: case.name)


@of_every_case
def test_an_effect_is_not_found_where_there_is_none_and_found_where_it_is(case):
    null, effect = words(case.null, NULL_SETS, QUICK), words(case.effect, EFFECT_SETS, QUICK)
    slack = 0.02 + 3 * math.sqrt(case.nominal * (1 - case.nominal) / NULL_SETS)
    assert share(null, FOUND, IN_SIGN) <= case.nominal + slack
    if case.name != "returns":  # its null is the opposite: a difference that stays
        assert share(null, OPPOSITE) <= case.nominal + slack
    assert share(effect, FOUND) >= case.power and effect[OPPOSITE] == 0


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.says)
def test_a_whole_claim_is_answered_by_its_main_effect_and_its_premise(truth):
    given = Counter(answered(truth, key, QUICK)[0] for key in range(1, CLAIMS + 1))
    if truth.contradicts:
        assert share(given, CONTRADICTED) >= 0.75
    else:
        assert share(given, CONTRADICTED) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / CLAIMS)
    if truth.level <= -0.1:
        assert share(given, NO_PREMISE) == 1.0
    elif truth.main >= 1:
        assert share(given, FOUND) >= 0.9
    elif truth.main == 0:
        assert share(given, FOUND, IN_SIGN) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / CLAIMS)

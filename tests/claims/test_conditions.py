"""What would have to be true: a rule is found where there is one, and none is made up where there is none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from unanimity.claims.conditions import EVERYWHERE, FEW, NOWHERE, TOLD, UNTOLD, Bound, allowed, condition, conditions


@pytest.fixture(scope="module")
def settings():
    return pd.DataFrame(np.random.default_rng(1).uniform(size=(300, 6)), columns=[f"fear.p{k}" for k in range(6)])


def test_two_decisive_parameters_are_named_with_their_sides(settings):
    y = (settings["fear.p1"] > 0.6).to_numpy() & (settings["fear.p4"] <= 0.5).to_numpy()
    found = condition("one", settings, y)
    assert found.kind == TOLD and found.accuracy > 0.9
    sides = {(bound.parameter, bound.above): bound.number for bound in found.bounds}
    assert set(sides) == {("fear.p1", True), ("fear.p4", False)}
    assert sides["fear.p1", True] == pytest.approx(0.6, abs=0.05)
    assert found.inside > 0.95 and dict(found.pulls)["fear.p1"] > 0 > dict(found.pulls)["fear.p4"]


def test_no_rule_is_made_of_noise(settings):
    y = np.random.default_rng(2).uniform(size=300) < 0.4
    assert condition("noise", settings, y).kind == UNTOLD


def test_what_is_found_everywhere_nowhere_or_hardly_asked_has_no_rule(settings):
    assert condition("a", settings, np.ones(300, bool)).kind == EVERYWHERE
    assert condition("b", settings, np.arange(300) < 3).kind == NOWHERE
    assert condition("c", settings.head(20), np.arange(20) < 9).kind == FEW


def test_the_record_allows_what_plausible_settings_lie_in():
    bounds = (Bound("fear.p1", True, 0.6), Bound("fear.p4", False, 0.5))
    plausible = [{"fear.p1": 0.7, "fear.p4": 0.1}, {"fear.p1": 0.5, "fear.p4": 0.1}, {"fear.p1": 0.9, "fear.p4": 0.9}]
    assert allowed(bounds, plausible, (2.0, 1.0, 1.0)) == 0.5
    assert allowed(bounds, plausible[1:], (1.0, 1.0)) == 0.0


def test_claims_are_told_one_by_one_and_what_is_too_rare_is_left_out(settings):
    words = np.where(settings["fear.p0"] > 0.5, "found", "not shown")
    table = pd.DataFrame({"claim": "a", "setting": range(300), "word": words})
    rare = pd.DataFrame({"claim": "b", "setting": range(300), "word": "too rare to see"})
    numbered = settings.rename_axis("setting").reset_index()
    one, other = conditions(pd.concat([table, rare]), numbered, [{f"fear.p{k}": 0.7 for k in range(6)}], [1.0])
    assert one.kind == TOLD and one.record == 1.0 and "the record allows it" in one.sentence
    assert other.kind == FEW and other.settings == 0

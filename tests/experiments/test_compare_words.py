"""What a comparison accepts and reports: expressions, regimes as arms, own measures first, pairs needed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import unanimity as un
from small_regimes import only_the_hall
from unanimity.experiments.burn_in import drift, told_drift
from unanimity.experiments.power import settles, wanted
from unanimity.results import Result
from unanimity.verdicts.finding import Finding

FEAR = "mean(fear, members, last 2)"


@pytest.fixture(scope="module")
def hall():
    return only_the_hall("apparatus", {"people": 256, "months": 3})


@pytest.fixture(scope="module")
def found(hall):
    return un.compare(hall, {"secret": {"ballot": "secret"}, "threat": {"threat": 0.9}}, pairs=4,
                      measures=["public_dissent", FEAR], progress=False)


def test_expressions_stand_beside_measures(found):
    assert found.headline[:2] == ["public_dissent", FEAR]
    row = found.table([FEAR]).set_index("arm").loc["threat"]
    answers = found.result.answers[FEAR].to_numpy().reshape(3, 4)
    assert row["difference"] == pytest.approx((answers[2] - answers[0]).mean())
    assert FEAR in repr(found) and FEAR in set(found.table()["measure"])
    with pytest.raises(un.UserError, match="has no course"):
        found.plot(FEAR)
    with pytest.raises(un.UserError, match="Did you mean 'unanimity'"):
        un.compare("law", {"a": {"ballot": "open"}}, pairs=3, measures=["unanimit"])


def test_another_regime_is_an_arm(hall):
    other = only_the_hall("terror", {"people": 256, "months": 3})
    found = un.compare(hall, {"terror": other}, pairs=3, progress=False)
    alone = un.run(other, worlds=3, progress=False)
    assert found.result.worlds.query("arm == 'terror'")["digest"].tolist() == alone.worlds["digest"].tolist()
    assert found.result.manifest["changes"] == {"terror": {"regime": "terror"}}
    with pytest.raises(un.UserError, match="Did you mean 'terror'"):
        un.compare(hall, {"more fear": "terrer"}, pairs=3)


def test_how_many_pairs_settle_a_difference(found):
    assert un.pairs_needed(effect=1.0, spread=0.1) == 3
    small, large = un.pairs_needed(effect=0.5, spread=1.0), un.pairs_needed(effect=0.1, spread=1.0)
    assert 20 < small < 35 and 550 < large < 700
    seeds = np.random.default_rng(1).normal(0.5, 1.0, (4000, small))  # known truth: power is as asked
    ends = seeds.mean(axis=1) - 1.70 * seeds.std(axis=1, ddof=1) / np.sqrt(small)
    assert 0.75 < (ends > 0).mean() < 0.85
    assert un.pairs_needed(found, "public_dissent", arm="secret") >= 3
    for slip, says in (({"effect": 0.0, "spread": 1.0}, "a difference of 0"), ({"effect": 1.0}, "spread = None"),
                       ({"effect": 1.0, "spread": 1.0, "power": 2}, "power = 2")):
        with pytest.raises(un.UserError, match=says):
            un.pairs_needed(**slip)


def test_an_undecided_finding_says_how_many_pairs_would_settle_it():
    said = dict(form="sign", share=0.6, size=0.1, threshold=None, firmly=False, unit="absolute", undecided="",
                sentence="", passed=False, sign_only=False, opposite=False)
    open_ = Finding(effect=0.1, low=-0.1, high=0.3, n=20, **said)
    assert "pairs would settle it" in settles(open_)
    assert settles(Finding(effect=0.3, low=0.1, high=0.5, n=20, **{**said, "passed": True})) == ""
    assert wanted(0.1, 0.2 / 1.645 * np.sqrt(20)) > 20


def test_a_measure_that_drifts_at_month_0_is_told():
    months = np.arange(-24, 6)
    still, drifting = np.full((30, 4), 0.5), 0.3 + 0.02 * (months[:, None] + 24) + 0.001 * np.arange(4)
    values = np.stack([still, drifting], axis=-1)[:, :, None, :]
    worlds = pd.DataFrame({"world": range(4), "arm": ["control"] * 4, "seed": range(4), "digest": ["x"] * 4})
    result = Result(values, months, ("country",), ("unanimity", "legitimacy"), worlds, pd.DataFrame(),
                    {"digest": "x", "units": {"legitimacy": "share"}, "burn_in": 24})
    table = drift(result, "control").set_index("measure")
    assert not table.loc["unanimity", "drifts"] and table.loc["legitimacy", "a_year"] == pytest.approx(0.24)
    assert "legitimacy by +24" in told_drift(result)[0] and "burn_in = 24" in told_drift(result)[0]

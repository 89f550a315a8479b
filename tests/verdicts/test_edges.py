"""Worlds without a value, too few of them, nothing that varies, and wrong shapes."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest

from unanimity import verdicts as v
from unanimity.support.errors import UserError
from unanimity.verdicts import How
from unanimity.world.draws import normals

NAN = math.nan
DOSES = np.arange(6.0)
FEW = np.arange(6.0)
WIDE = np.tile(np.arange(6.0), (6, 1))
LONG = np.tile(np.arange(40.0), (6, 1))
ASKED = {
    "sign": lambda x: v.sign(x, 0),
    "change": lambda x: v.change(x, 1 + x, "fall", 1),
    "level": lambda x: v.level(x, "above", 0),
    "equal": lambda x: v.equal(x, x, 5),
    "not_worse": lambda x: v.not_worse(x, x),
    "no_better": lambda x: v.no_better(x, x),
    "contrast": lambda x: v.contrast(x, x),
    "interact": lambda x: v.interact(x, x, x, x),
    "slope": lambda x: v.slope(x, x),
    "assoc": lambda x: v.assoc(x / 100),
    "before": lambda x: v.before(x, x + 1),
    "variance": lambda x: v.variance(x, x),
    "explained": lambda x: v.explained(x, x, x, x),
    "worlds": lambda x: v.worlds(np.where(np.isfinite(x), x > 0, NAN), 0.5),
}


@pytest.mark.parametrize("name", ASKED)
def test_too_few_worlds_decide_nothing(name):
    for values in (FEW, np.concatenate([FEW, [NAN] * 30]), np.full(40, NAN), np.array([])):
        found = ASKED[name](values)
        assert found.undecided and not (found.passed or found.sign_only or found.opposite)
        assert "needed" in found.undecided and found.sentence.endswith(".")


def test_too_few_rows_of_tables_decide_nothing():
    found = [v.trend(WIDE), v.shape(DOSES, WIDE), v.kink(DOSES, WIDE), v.moves(DOSES, WIDE, WIDE),
             v.convex(1 + DOSES, 1 + WIDE), v.dose_at(DOSES, WIDE, 3, other=WIDE), v.slope(DOSES, WIDE),
             v.leads(LONG, LONG), v.lasts(LONG, LONG, 12), v.returns(LONG, 0 * LONG, 12),
             v.hazard([1, 2, 3], [1, 0, 1], [30, 30, 30], [1, 1, 1]), v.complier([1, 2], [1, 0], [1, 0], [1, 0])]
    assert all(f.undecided and not f.passed and not f.opposite for f in found)


def test_few_events_decide_nothing_though_worlds_are_many():
    world, exposed = np.arange(40) // 2, np.arange(40) % 2
    found = v.hazard(world, exposed, np.where(exposed, 0.9, 0.1), np.full(40, 12.0))
    assert "18 events" in found.undecided


@pytest.mark.parametrize("name", ASKED)
def test_a_world_without_a_value_is_left_out(name):
    whole = normals(20, 700, 20) + 2
    gaps = np.insert(whole, [3, 7, 7, 20], NAN)
    assert dataclasses.replace(ASKED[name](gaps), size=0.0) == dataclasses.replace(ASKED[name](whole), size=0.0)


def test_a_pair_with_one_gap_is_left_out_of_both_arms():
    control = np.arange(20.0)
    treated = control + 1 + np.tile([0.0, 0.5], 10)
    treated[4], control[9] = NAN, NAN
    found = v.change(treated, control, "rise", 1)
    assert found.n == 18 and found.passed


def test_what_never_varies_is_a_point():
    found = v.sign(np.full(12, 3.0), 1.0)
    assert found.passed and found.low == found.high == 2.0 and math.isnan(found.size)
    assert not v.sign(np.zeros(12)).passed and not v.sign(np.zeros(12)).opposite
    assert v.level(np.full(12, 0.3), "above", 0.3).passed
    assert not v.trend(np.ones((12, 4))).passed
    assert not v.shape(DOSES, np.ones((12, 6))).passed
    assert not v.kink(DOSES, np.ones((12, 6))).passed
    assert v.moves(DOSES, np.ones((12, 6)), np.ones((12, 6))).undecided
    assert v.slope(np.ones(12), np.arange(12.0)).undecided
    assert not v.slope(np.arange(12.0), np.ones(12)).passed
    assert v.returns(np.ones((12, 30)), np.ones((12, 30)), 12).undecided
    assert not v.before(np.ones(12), np.ones(12)).passed
    assert v.rank_correlations(np.ones((12, 5)), np.ones((12, 5))).tolist() == pytest.approx([NAN] * 12, nan_ok=True)
    assert v.explained(np.ones(12), np.arange(12.0), np.arange(12.0), np.arange(12.0)).undecided


def test_a_finding_can_be_written_as_json():
    for found in (v.sign(np.full(12, 3.0)), v.change(np.ones(12), np.zeros(12), "rise", 5), v.sign(FEW)):
        assert json.loads(json.dumps(found.record(), allow_nan=False))["form"] == found.form


GOOD = np.arange(12.0)
REFUSED = {
    "rows that do not pair": (lambda: v.sign(GOOD, GOOD[:-1]), "paired by row"),
    "a table for a column": (lambda: v.sign(np.ones((12, 2))), "one number for each replication"),
    "words for numbers": (lambda: v.sign(["many"] * 12), "numbers"),
    "a direction nobody knows": (lambda: v.sign(GOOD, 0, "up"), "'rise' or 'fall'"),
    "a side nobody knows": (lambda: v.level(GOOD, "over", 1), "'above' or 'below'"),
    "a unit nobody knows": (lambda: v.change(GOOD, GOOD, "rise", 5, "precent"), "percent"),
    "a negative threshold": (lambda: v.change(GOOD, GOOD, "fall", -5), "0 to 100"),
    "a fall to more": (lambda: v.change(GOOD, GOOD, "fall", 3, "times"), "0 to 1"),
    "a threshold that is none": (lambda: v.level(GOOD, "above", NAN), "a number"),
    "times within a margin": (lambda: v.equal(GOOD, GOOD, 2, "times"), "percent"),
    "a side of equal": (lambda: v.equal(GOOD, GOOD, side="lower"), "not_lower"),
    "better than what": (lambda: v.no_better(GOOD, GOOD, better="more"), "'higher' or 'lower'"),
    "a trend of two": (lambda: v.trend(np.ones((12, 2))), "at least 3"),
    "doses that do not fit": (lambda: v.shape(DOSES, np.ones((12, 5))), "columns of values"),
    "doses out of order": (lambda: v.shape([1, 0, 2], np.ones((12, 3))), "rising order"),
    "an extreme nobody knows": (lambda: v.shape(DOSES, WIDE, "deepest"), "'lowest' or 'highest'"),
    "a kink in four doses": (lambda: v.kink(DOSES[:4], WIDE[:, :4]), "at least 5"),
    "arms of unequal length": (lambda: v.moves(DOSES, WIDE, WIDE[:-1]), "equally many"),
    "convex of one dose": (lambda: v.convex(np.ones((12, 1)), np.ones((12, 1))), "at least 2"),
    "persons without a world": (lambda: v.rank_correlations(GOOD, GOOD), "`world`"),
    "a world too few": (lambda: v.slope(GOOD, GOOD, world=[1, 2]), "one world for each"),
    "half exposed": (lambda: v.hazard(GOOD, GOOD / 2, GOOD, GOOD), "truth values"),
    "months below nothing": (lambda: v.hazard(GOOD, GOOD > 5, GOOD, -GOOD), "from 0 up"),
    "half chosen": (lambda: v.complier(GOOD, GOOD > 5, GOOD / 2, GOOD), "truth values"),
    "a lag too long": (lambda: v.leads(LONG, LONG, lag=36), "lag"),
    "a month that is not there": (lambda: v.lasts(LONG, LONG, 40), "0 to 39"),
    "a return after the end": (lambda: v.returns(LONG, LONG, 38), "44 months"),
    "a truth of two": (lambda: v.worlds(GOOD, 0.5), "truth values"),
    "a share above one": (lambda: v.worlds(GOOD > 5, 75), "0 to 1"),
    "a dose without comparison": (lambda: v.dose_at(DOSES, np.tile(DOSES, (12, 1)), 3), "other"),
    "a share of nobody": (lambda: v.wilson(1, 0), "no share"),
    "too few resamples": (lambda: How(resamples=10), "100 up"),
    "a seed below nothing": (lambda: How(seed=-1), "0 to"),
    "a level of all": (lambda: How(level=1.0), "below 1"),
    "final months beyond the run": (lambda: v.month_of_half(LONG, 60), "1 to 40"),
}


@pytest.mark.parametrize("slip", REFUSED)
def test_a_slip_gets_one_clear_line(slip):
    call, says = REFUSED[slip]
    with pytest.raises(UserError) as error:
        call()
    assert says in str(error.value) and "\n" not in str(error.value)

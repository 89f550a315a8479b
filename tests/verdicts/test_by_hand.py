"""Small examples worked out by hand for every form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from unanimity import verdicts as v
from unanimity.support.errors import UserError
from unanimity.verdicts.doses import spearman
from unanimity.verdicts.persons import by_stratum, complier_means
from unanimity.verdicts.resampling import How, estimate, means, medians, resampled
from unanimity.world.draws import normals

QUICK = How(resamples=500)


def test_sign_counts_pairs_and_ties_count_against():
    control = np.zeros(20)
    treated = np.array([1.0] * 15 + [0.0] * 5)
    found = v.sign(treated, control)
    assert found.passed and found.share == 0.75 and found.effect == 0.75 and found.n == 20
    treated[0] = 0.0
    found = v.sign(treated, control)
    assert not found.passed and found.share == 0.70 and found.low > 0  # a sure mean is not enough


def test_sign_and_its_mirror_say_the_same():
    treated, control = normals(1, 700, 40) + 1.2, normals(2, 700, 40)
    up, down = v.sign(treated, control, "rise"), v.sign(-treated, -control, "fall")
    wrong = v.sign(treated, control, "fall")
    assert up.passed and down.passed and up.effect == -down.effect
    assert wrong.opposite and not wrong.passed and not wrong.sign_only


def test_change_in_its_four_units():
    control = np.array([0.1, 0.2, 0.3] * 5)
    treated = control + 0.1
    assert v.change(treated, control, "rise", 50).effect == pytest.approx(50)         # .3 against .2
    assert v.change(treated, control, "rise", 10, "points").effect == pytest.approx(10)
    assert v.change(treated, control, "rise", 1.5, "times").effect == pytest.approx(1.5)
    assert v.change(treated, control, "rise", 0.1, "absolute").effect == pytest.approx(0.1)
    for by, unit in ((50, "percent"), (10, "points"), (1.5, "times"), (0.1, "absolute")):
        assert v.change(treated, control, "rise", by, unit).passed
        more = v.change(treated, control, "rise", by * 1.01, unit)
        assert more.sign_only and not more.passed
        assert "sign only" in more.sentence.lower()
    assert v.change(control, treated, "fall", 1 / 3 * 100).passed
    assert v.change(control, treated, "fall", 0.67, "times").passed
    assert v.change(control, treated, "rise", 10).opposite


def test_change_says_whether_the_interval_meets_it_too():
    control = 10 + normals(3, 700, 40)
    treated = control + 5 + 3 * normals(4, 700, 40)
    found = v.change(treated, control, "rise", 50)
    near = v.change(treated, control, "rise", math.floor(found.effect))
    assert near.passed and not near.firmly and "the interval not" in near.sentence
    far = v.change(treated, control, "rise", math.floor(found.low))
    assert far.passed and far.firmly and "whole interval" in far.sentence


def test_change_from_nothing_is_without_end_and_of_a_negative_mean_undecided():
    found = v.change(np.ones(12), np.zeros(12), "rise", 300)
    assert found.passed and found.effect == math.inf and found.record()["effect"] is None
    assert v.change(np.ones(12), -np.ones(12), "rise", 10).undecided
    assert not v.change(np.zeros(12), np.zeros(12), "rise", 10).passed


def test_level_needs_the_mean_and_three_quarters_of_the_worlds():
    found = v.level([0.96] * 15 + [0.94] * 5, "above", 0.95)
    assert found.passed and found.share == 0.75
    assert not v.level([0.96] * 14 + [0.94] * 6, "above", 0.95).passed
    outlier = v.level([0.96] * 19 + [0.0], "above", 0.95)      # most worlds, but not the mean
    assert not outlier.passed and not outlier.opposite
    missed = v.level([0.94] * 20, "above", 0.95)                # a level has no sign, so it is nobody's opposite
    assert not missed.opposite and not missed.passed and "clearly missed" in missed.sentence
    assert v.verdict([missed]).word == "undecided"
    assert v.verdict([missed], [v.level([0.94] * 20, "below", 0.95)]).word == "contradicted"   # what falsifies is said
    assert v.level([0.1 + 1e-12] * 20, "below", 0.1).passed    # rounding alone misses nothing


def test_equal_is_an_interval_inside_the_margin():
    control = np.full(20, 10.0)
    wobble = np.tile([-0.3, 0.3], 10)
    assert v.equal(control + wobble, control, 5).passed
    assert not v.equal(control + 20 * wobble, control, 5).passed            # the same mean, but too wide
    assert v.equal(control + 2 + wobble, control, 5).opposite               # surely outside
    assert v.not_worse(control + 2 + wobble, control, 5).passed             # higher is better
    assert v.not_worse(control + 2 + wobble, control, 5, better="lower").opposite
    assert v.no_better(control + 2 + wobble, control, 5).opposite
    assert v.no_better(control + 2 + wobble, control, 5, better="lower").passed
    assert v.equal(control / 100 + 0.04, control / 100, 5, "points").passed
    assert v.equal(np.zeros(20), np.zeros(20), 5).passed                    # nothing in both arms is equal


def test_equal_in_thirds_compares_other_worlds():
    error = np.arange(36.0)
    wobble = np.tile([-0.01, 0.01], 18)
    assert v.equal_in_thirds(-2 + wobble, error).passed                     # a fall of the same size everywhere
    grows = v.equal_in_thirds(-1 - error / 10 + wobble, error)
    assert grows.opposite and grows.effect == pytest.approx(100 * (3.95 / 1.55 - 1))
    assert v.equal_in_thirds(wobble, error).undecided                       # no change to be a percentage of
    assert v.equal_in_thirds(wobble, error, 5, "points").passed
    assert "needed" in v.equal_in_thirds(wobble[:27], error[:27]).undecided


def test_contrast_and_interact_pass_on_to_the_forms():
    known, unknown = np.tile([0.8, 0.9], 10), np.tile([0.6, 0.7], 10)
    assert v.contrast(known, unknown, "rise", 15).passed
    assert v.contrast(known, unknown, "rise", 25).sign_only
    assert v.contrast(known, known, margin=5).passed
    wobble = np.tile([0.0, 0.1], 10)
    convinced, opportunist = (1 - 0.4 - wobble, np.ones(20)), (1 - 0.1 - wobble, np.ones(20))
    assert v.interact(*convinced, *opportunist, "fall").passed
    half = v.interact(*opportunist, *convinced, "fall", 0.5, "times")       # .15 against .45, both falls
    assert half.passed and half.effect == pytest.approx(0.15 / 0.45)


def test_pages_l_by_hand():
    """8 blocks ranked 1 2 3 and 2 ranked 3 2 1: L = 8*14 + 2*10 = 132, mean 120, variance 20, z = 2.683."""
    found = v.trend([[1.0, 2.0, 3.0]] * 8 + [[3.0, 2.0, 1.0]] * 2)
    assert "p = 0.0036" in found.sentence
    assert found.passed and found.share == 0.8 and found.effect == pytest.approx(0.6)
    assert v.trend([[1.0, 2.0, 3.0]] * 10, "fall").opposite
    assert not v.trend([[1.0, 1.0, 1.0]] * 10).passed


def test_spearman_with_ties():
    assert spearman(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 2, 4]))[0] == pytest.approx(0.9486833)
    assert math.isnan(spearman(np.array([1.0, 2, 3]), np.array([1.0, 1, 1]))[0])


def test_shape_finds_the_dip_and_its_dose():
    doses = [0.0, 0.25, 0.5, 1.0]
    curves = np.array([1.0, 0.2, 0.8, 2.0]) + 0.1 * normals(5, 700, 80).reshape(20, 4)
    found = v.shape(doses, curves)
    assert found.passed and found.effect == 0.25 and found.share == 1.0
    assert v.shape(doses, curves, within=(0.0, 0.5)).passed
    assert v.shape(doses, curves, within=(0.4, 0.8)).sign_only
    assert v.shape(doses, -curves).opposite
    assert not v.shape(doses, np.tile([1.0, 2, 3, 4], (20, 1))).passed


def test_kink_recovers_break_and_slopes():
    doses = np.arange(8.0)
    exact = 2 + 0.5 * doses + 2.5 * np.maximum(0, doses - 3.5)
    fit = v.two_slopes(doses, exact[None])
    assert (fit.at[0], fit.before[0], fit.after[0]) == pytest.approx((3.5, 0.5, 3.0))
    curves = exact + 0.3 * normals(6, 700, 160).reshape(20, 8)
    assert v.kink(doses, curves, "after").passed
    assert v.kink(doses, curves, "before").opposite
    gentle = doses + 0.5 * np.maximum(0, doses - 3.5) + 0.1 * normals(7, 700, 160).reshape(20, 8)
    assert v.kink(doses, gentle, "after").sign_only  # 1.5 against 1 is not twice
    later = 2 + 0.5 * doses + 2.5 * np.maximum(0, doses - 5) + 0.3 * normals(8, 700, 160).reshape(20, 8)
    assert v.moves(doses, later, curves, "rise").passed and v.moves(doses, later, curves, "fall").opposite


def test_convex_is_the_power_of_growth():
    x = np.tile([1.0, 2.0, 4.0], (12, 1))
    assert v.convex(x, x**2).effect == pytest.approx(2.0) and v.convex(x, x**2).passed
    assert v.convex(x, x**0.5).opposite
    assert not v.convex(x, 3 * x).passed
    steps = v.convex([0.0, 1.0, 2.0], np.tile([0.0, 1.0, 4.0], (12, 1)), "differences")
    assert steps.passed and steps.effect == pytest.approx(3.0)
    worlds = 1 + np.arange(12.0)
    assert v.convex(worlds, worlds**1.5).effect == pytest.approx(1.5)


def test_slope_over_worlds_with_a_column_held():
    x, held = normals(9, 700, 30) + 5, normals(10, 700, 30)
    found = v.slope(x, 2 * x - 3 * held, held=[held])
    assert found.effect == pytest.approx(2.0) and found.passed
    assert v.slope(x, -x).opposite
    within = v.slope_within([0.5] * 20 + [-0.1] * 10)          # the interval alone decides, not 75 % of the worlds
    assert within.passed and within.effect == pytest.approx(0.3) and v.slope_within([-0.5, -0.4] * 6).opposite
    assert v.slope_within([0.5] * 8 + [float("nan")] * 30).undecided
    assert v.slope(100 + 0.001 * x, x).undecided
    assert v.slope(x, x, held=[x]).undecided


def test_slope_within_worlds_ignores_differences_between_them():
    world = np.repeat(np.arange(12), 5)
    x = np.tile(np.arange(5.0), 12) + 2 * world
    y = -1.0 * np.tile(np.arange(5.0), 12) + 9 * world       # falls in each world, rises between worlds
    found = v.slope(x, y, "fall", world=world)
    assert found.effect == pytest.approx(-1.0) and found.n == 12 and found.share == 1.0
    assert v.slope(x, y).passed                                # and over persons of all worlds it would rise
    months = v.slope(np.arange(5.0), np.tile(2 * np.arange(5.0), (12, 1)))
    assert months.effect == pytest.approx(2.0)


def test_assoc_averages_fishers_z():
    ranks = np.array([0.5, 0.7] * 6)
    found = v.assoc(ranks, "above", 0.3)
    assert found.passed and found.effect == pytest.approx(math.tanh((math.atanh(0.5) + math.atanh(0.7)) / 2))
    halved = v.assoc_change(ranks / 3, ranks, "fall", 50)
    assert halved.passed and halved.effect < -50
    assert v.assoc_change(ranks, ranks / 3, "fall", 50).opposite


def test_leads_finds_the_pull_of_yesterday():
    x = normals(11, 700, 12 * 40).reshape(12, 40)
    y = np.zeros((12, 40))
    y[:, 2:] = x[:, :-2]                                       # y follows x by two months
    found = v.leads(x, y, lag=2)
    assert found.passed and found.effect == pytest.approx(1.0, abs=0.01)


def test_mantel_haenszel_by_hand():
    """Two worlds, five times: 4 of 10 months against 1 of 30, 2 of 20 against 3 of 20: (3 + 1) / (.25 + 1.5)."""
    world, exposed = np.arange(20) // 2, np.tile([1, 0, 1, 0], 5)
    events, months = np.tile([4, 1, 2, 3], 5), np.tile([10, 30, 20, 20], 5)
    found = v.hazard(world, exposed, events, months)
    assert found.effect == pytest.approx(4 / 1.75) and found.n == 10 and found.share == 0.5
    place, sums = by_stratum([7, 7, 7], ["low", "high", "low"], [1, 1, 0], [2, 5, 1], [3, 4, 6])
    assert place.tolist() == [0, 0] and sums.tolist() == [[5, 4, 0, 0], [2, 3, 1, 6]]


def test_hazard_matches_within_cells():
    """Half as many events at each rank, yet more in all, for the exposed sit where rates are high."""
    world = np.repeat(np.arange(12), 4)
    cell, exposed = np.tile([0, 0, 1, 1], 12), np.tile([1, 0, 1, 0], 12)
    months, events = np.tile([10, 100, 100, 10], 12), np.tile([1, 20, 40, 8], 12)
    assert v.hazard(world, exposed, events, months, "fall", 0.5, cell=cell).effect == pytest.approx(0.5)
    assert v.hazard(world, exposed, events, months).effect > 1
    none = v.hazard(world, exposed, events * exposed, months, "rise", 3)
    assert none.passed and none.effect == math.inf             # nobody but the exposed


def test_complier_means_by_hand():
    """Encouraged: 6 of 10 choose (outcome 2), 4 do not (.5). Not encouraged: 2 of 10 (3), 8 do not (.5).
    First stage .4; with the choice (1.2 - .6)/.4 = 1.5; without (.4 - .2)/.4 = .5."""
    z = np.repeat([1, 0], 10)
    d = np.repeat([1, 0, 1, 0], [6, 4, 2, 8])
    y = np.repeat([2.0, 0.5, 3.0, 0.5], [6, 4, 2, 8])
    first, with_it, without = complier_means(np.ones((1, 1)), np.array([[10, 6, 12, 2, 10, 2, 6, 4.0]]))
    assert (first[0], with_it[0], without[0]) == pytest.approx((0.4, 1.5, 0.5))
    world = np.repeat(np.arange(10), 20)
    found = v.complier(world, *(np.tile(values, 10) for values in (z, d, y)), "rise", 3, "times")
    assert found.passed and found.effect == pytest.approx(3.0)
    weak = v.complier(world, np.tile(z, 10), np.tile(np.repeat([1, 0], [1, 19]), 10), np.tile(y, 10))
    assert weak.undecided == "" and weak.n == 10               # 10 points are just enough
    none = v.complier(world, np.tile(z, 10), np.tile(d[::-1], 10), np.tile(y, 10))
    assert "points" in none.undecided                          # encouragement that deters


def test_before_counts_events_that_never_came_as_late():
    first = np.array([3.0, 5, 4, np.nan] * 3 + [2.0] * 8)
    second = np.array([6.0, np.nan, 9, np.nan] * 3 + [10.0] * 8)
    found = v.before(first, second, end=24)
    assert found.passed and found.n == 17 and found.share == 1.0 and found.effect == 8.0
    assert v.before(second, first, end=24).opposite
    assert not v.before(first, first, end=24).passed


def test_months_of_passage_half_and_return():
    assert v.first_passage([[5.0, 3, 1]], 3, "below").tolist() == [1.0]
    assert v.month_of_half([[0.0, 1, 4, 8, 8], [0.0, -1, -4, -8, -8], [0.0] * 5], final=2).tolist()[:2] == [2.0, 2.0]
    assert math.isnan(v.month_of_half([[0.0] * 5], final=2)[0])
    gone = [0, 10, 5, 0.5] + [0.5] * 5
    again = [0, 10, 0.5, 0.5, 0.5, 5, 0, 0, 0]
    assert v.return_times([gone, again]).tolist() == [3.0, math.inf]
    assert math.isnan(v.return_times([[0.0] * 9])[0])


def test_lasts_and_returns():
    month = np.arange(40)
    fades = np.tile(10 * 0.5 ** (month / 3), (12, 1))
    stays = np.tile(np.minimum(month, 5.0), (12, 1))
    nothing = np.zeros((12, 40))
    assert v.returns(fades, nothing, 12).passed and v.returns(stays, nothing, 12).opposite
    noise = normals(5, 700, 40 * 40).reshape(40, 40)
    assert not v.returns(noise, np.zeros((40, 40)), 12).opposite    # noise has a peak too, and is seldom gone
    assert v.lasts(stays, nothing, 36).passed and v.lasts(stays, nothing, 36, "fall").opposite
    assert not v.lasts(stays, nothing, 0).passed


def test_variance_ratio_by_hand():
    narrow = np.tile([-1.0, 0.0, 1.0], 8)
    found = v.variance(2 * narrow, narrow, "rise", 3)
    assert found.effect == pytest.approx(4.0) and found.passed
    assert v.variance(narrow, 2 * narrow).opposite
    assert v.variance(narrow, np.zeros(24)).passed and v.variance(np.zeros(24), np.zeros(24)).undecided


def test_explained_by_hand():
    trait = np.tile([-1.0, 1.0], 20)
    noise = np.repeat([-1.0, 1.0], 20)
    found = v.explained(trait, trait + noise, trait, noise, 0.4, 0.1)   # R2 .5 and 0
    assert found.passed and found.effect == pytest.approx(0.5)
    assert v.explained(trait, trait + noise, trait, noise, 0.6, 0.1).sign_only


def test_worlds_and_wilson_by_hand():
    """9 of 10 at 90 %: z = 1.6449, z2 = 2.7055; (.9 + .13528 -+ 1.6449*sqrt(.009 + .0067638)) / 1.27055."""
    assert v.wilson(9, 10) == pytest.approx((0.65228, 0.97730), abs=1e-4)
    assert v.wilson(0, 10)[0] == 0.0 and v.wilson(10, 10)[1] == 1.0
    assert v.worlds([True] * 40, 0.75).passed
    some = v.worlds([True] * 32 + [False] * 8, 0.75)
    assert some.sign_only and some.effect == 0.8 and some.low < 0.75
    seldom = v.worlds([True] * 10 + [False] * 30, 0.75)
    assert not seldom.opposite and "clearly missed" in seldom.sentence


def test_dose_at_reads_the_monotone_fit():
    doses = [0.0, 1, 2, 3]
    assert v.doses_at(doses, [[0.0, 2, 1, 4]], 1.5).tolist() == [1.0]       # 2 and 1 pool to 1.5
    assert v.doses_at(doses, [[0.0, 2, 1, 4]], 2.75).tolist() == [2.5]
    assert v.doses_at(doses, [[4.0, 2, 1, 0]], 3, "fall").tolist() == [0.5]
    assert v.doses_at(doses, [[5.0, 6, 7, 8]], 3).tolist() == [0.0]
    early, late = np.tile([0.0, 4, 5, 6], (12, 1)), np.tile([0.0, 0, 4, 6], (12, 1))
    assert v.dose_at(doses, late, 2, other=early).passed
    assert v.dose_at(doses, late, 2, other=early, by=100).passed            # 1.5 against .5
    assert v.dose_at(doses, late, 2, at="below", dose=2.0).passed
    assert v.dose_at(doses, late, 99, other=early).undecided


def test_another_measure_is_read_at_the_dose_that_reaches_the_target():
    doses = [0.0, 1, 2, 3]
    reach, other = np.tile([0.0, 0, 4, 6], (12, 1)), np.tile([10.0, 20, 30, 90], (12, 1))
    assert v.at_dose(doses, reach, other, 2, at="above", value=24).passed   # at 1.5 it is 25
    assert not v.at_dose(doses, reach, other, 2, at="above", value=26).passed
    assert v.at_dose(doses, reach, other, 99, value=24).undecided


def test_a_hazard_may_be_asked_to_be_no_lower():
    world, exposed = np.repeat(np.arange(20), 40), np.tile([1, 0], 400)
    events, months = np.where(np.arange(800) % 4 < 2, 1.0, 0.0), np.full(800, 10.0)  # the same rate
    assert v.hazard(world, exposed, events, months, at_least=0.7).passed
    assert v.hazard(world, exposed, events, months, at_least=2.0).opposite


def test_weighted_medians_are_numpys():
    values = np.array([3.0, 1.0, 2.0, 10.0, 7.0])
    weights = resampled(5, QUICK)[:50]
    by_hand = [np.median(np.repeat(values, row.astype(int))) for row in weights]
    assert medians(weights, values).tolist() == by_hand


def test_the_interval_is_scipys_bca():
    from scipy.stats import bootstrap
    values = np.exp(normals(12, 700, 40))                                   # skewed, so that BCa is not percentile
    theirs = bootstrap((values,), np.mean, confidence_level=0.90, n_resamples=20_000, method="BCa",
                       rng=np.random.default_rng(0)).confidence_interval
    assert v.bca(values) == pytest.approx((theirs.low, theirs.high), rel=0.02)


def test_resamples_are_keyed():
    values = normals(13, 700, 40)
    assert v.bca(values) == v.bca(values)
    assert v.bca(values) != v.bca(values, How(seed=1))
    weights = resampled(40)
    assert weights.shape == (10_000, 40) and (weights.sum(axis=1) == 40).all()
    assert abs(weights.mean(axis=0) - 1).max() < 0.05
    assert means(weights, np.ones(40)).tolist() == [1.0] * 10_000
    assert estimate(lambda w: means(w, np.full(40, 0.1)), 40).low == pytest.approx(0.1, abs=1e-15)


def test_several_traits_explain_together():
    one, two, rest = (np.tile(pattern, 8) for pattern in ([1.0, 1, -1, -1], [1.0, -1, 1, -1], [1.0, -1, -1, 1]))
    found = v.explained([one, two], one + two + rest, [one, two], rest, 0.6, 0.1)  # R2 2/3 and 0
    assert found.passed and found.effect == pytest.approx(2 / 3)
    alone = v.explained(one, one + two + rest, one, rest)
    assert alone.effect == pytest.approx(1 / 3)
    assert v.explains([one, two], one + two + rest, "above", 0.6).effect == pytest.approx(2 / 3)
    assert v.explains([one, two], rest, "below", 0.1).opposite is False
    assert v.explains([one, one], one + rest, "above", 0.4).effect == pytest.approx(0.5)  # twice the same says no more
    noise = normals(11, 700, 32)
    assert v.explains([one, two], one + two + 0.1 * noise, "below", 0.5).opposite
    assert v.explained_alike([one, two], noise, [one, two], one + two + 0.1 * noise).passed  # more there than here
    assert v.explained_alike([one, two], one + two + 0.1 * noise, [one, two], noise).opposite
    with pytest.raises(UserError, match="trait"):
        v.explained([one, two[:4]], rest, one, rest)


def test_a_variance_that_resamples_lose_has_an_end_without_end():
    seldom, often = np.zeros(100), np.zeros(100)
    seldom[3], often[[5, 17, 30, 44]] = 2.0, (9.0, 4.0, 6.0, 3.0)
    found = v.variance(seldom, often, "rise", 3)
    assert found.low == 0.0 < found.effect < found.high < 1.0  # a third of the resamples do not hold the one world
    assert v.variance(often, seldom, "rise").high == np.inf

"""What follows exactly from a rule must come out exactly."""

import math

import numpy as np
import pytest

from unanimity import reference
from unanimity.reference import daymude, epstein_kernel, granovetter, gregory, hierarchy, kuran
from unanimity.reference.siegel import MODEL as SIEGEL


def test_one_person_moved_from_one_to_two_stops_the_riot():
    ladder = np.arange(100)
    assert granovetter.cascade(ladder)[-1] == 100
    assert granovetter.cascade(np.where(ladder == 1, 2, ladder)) == [0, 1]


def test_the_crowd_jumps_at_the_critical_spread_and_not_before():
    critical = granovetter.critical_sd(25)
    assert critical == pytest.approx(12.22209, abs=1e-5)
    below, above = granovetter.equilibrium(25, critical - 1e-7), granovetter.equilibrium(25, critical + 1e-7)
    tangent = 25 - critical * math.sqrt(-2 * math.log(critical / 100 * math.sqrt(2 * math.pi)))
    assert below == pytest.approx(tangent, abs=0.01)
    assert above > 99.999


@pytest.mark.parametrize("mean, sd", [(25, 5), (25, 12.2), (25, 12.3), (25, 60), (10, 30), (60, 20), (0, 3)])
def test_the_equilibrium_is_where_the_iteration_from_nobody_ends(mean, sd):
    share = 0.0
    for _ in range(200_000):
        following = float(granovetter.ndtr((100 * share - mean) / sd))
        if abs(following - share) < 1e-15:
            break
        share = following
    assert granovetter.equilibrium(mean, sd) == pytest.approx(100 * share, abs=1e-5)


def test_a_sampled_crowd_ends_where_the_rounds_end():
    for seed in range(20):
        drawn = 25 + 13 * granovetter.normals(seed, granovetter.THRESHOLDS, 100)
        assert granovetter.sampled(25, 13, 100, 1, seed)[0] * 100 == pytest.approx(granovetter.cascade(drawn)[-1])


def test_ten_points_in_one_threshold_make_a_revolution():
    assert reference["kuran"].run(sequence="A").summary["public_opposition"] == 10
    assert reference["kuran"].run(sequence="A'").summary["public_opposition"] == 90
    assert reference["kuran"].run(sequence="A", shift=10).summary["public_opposition"] == 90


@pytest.mark.parametrize("integrity", [0.5, 1.0, 3.0])
def test_at_the_threshold_truth_and_falsehood_pay_the_same(integrity):
    for x in (0.0, 30.0, 80.0):
        s = kuran.threshold_of(x, integrity)
        assert s - integrity * (100 - x) == pytest.approx((100 - s) - integrity * x)
        assert kuran.preference_of(s, integrity) == pytest.approx(x)


def test_the_smallest_purge_leaves_exactly_the_tolerated_share():
    for q in (0.15, 0.2, 0.5, 1.0):
        size = gregory.purge(0.10, 0.05, q)
        assert (0.10 - q * size) / (1 - size) == pytest.approx(0.05, abs=1e-14)
    assert gregory.purge(0.10, 0.05, 0.10) == 1.0
    assert gregory.purge(0.04, 0.05, 0.5) == 0.0


def test_williamsons_formula_is_where_the_approximate_profit_is_flat():
    for reach in (5.0, 10.0):
        for alpha in (0.8, 0.9, 0.95):
            best = hierarchy.best_levels(alpha, reach)

            def profit(n, a=alpha, s=reach):
                return (a * s) ** (n - 1) - s**n / (3 * (s - 1.4))

            top = profit(best)
            assert top > profit(best - 0.01) and top > profit(best + 0.01)


def test_half_a_message_at_each_of_seven_levels_leaves_one_in_64():
    assert hierarchy.kept(7, 0.5) == 1 / 64


def test_fifteen_levels_beat_fourteen_at_compliance_95():
    assert hierarchy.whole_levels(0.95) == 15
    assert hierarchy.profit(15, 0.95, 5) > 2 * hierarchy.profit(14, 0.95, 5)


def test_the_turning_points_of_dissent_are_the_published_ones():
    assert daymude.turning_point("uniform", 1, 0.2, 0.25, 0.6) == pytest.approx(0.7115384615, abs=1e-9)
    assert daymude.turning_point("uniform", 1, 0.5, 0.25, 0.6) == pytest.approx(0.7857142857, abs=1e-9)
    assert daymude.turning_point("proportional", 1, 0.2, 0.25, 1.0) == pytest.approx(0.625, abs=1e-12)
    assert daymude.turning_point("proportional", 1, 0.5, 0.25, 1.5) == pytest.approx(0.2916666667, abs=1e-9)


@pytest.mark.parametrize("proportional", [False, True])
@pytest.mark.parametrize("policy", [(0.0, 5.0, 1.0), (0.2, 0.9, 0.3), (0.9, 0.4, 0.0), (0.05, 3.0, 0.97)])
def test_the_round_by_sorted_people_is_the_round_person_by_person(proportional, policy):
    desires, boldness = daymude.population(0.25, 2.0, 3000, 5)
    keys = boldness if proportional else desires * boldness
    ranks = np.argsort(keys, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(desires)])
    seed = np.uint64(7)
    acts, punished = daymude._round(desires, boldness, sums, keys[ranks], ranks, proportional, *policy, seed, 3)
    tolerance, severity, surveillance = policy
    expected_acts, expected_punished = 0.0, 0.0
    for i, (d, b) in enumerate(zip(desires, boldness, strict=True)):
        a = daymude.act(proportional, d, b, *policy)
        expected_acts += a
        luck = daymude.fast_uniform(seed, daymude.SEEN, i, 3)
        if a > tolerance and luck < surveillance + (1 - surveillance) * a:
            expected_punished += severity * (a - tolerance) if proportional else severity
    assert acts == pytest.approx(expected_acts)
    assert punished == pytest.approx(expected_punished)


def test_a_radius_of_seven_sees_148_sites_and_one_of_one_point_seven_sees_eight():
    assert len(epstein_kernel.disc(7.0)[1]) == 148
    assert len(epstein_kernel.disc(1.7)[1]) == 8


def test_siegels_complete_graph_is_granovetters_crowd():
    found = SIEGEL.run(network="complete", people=3000, sd=0.30).summary
    assert found["participation"] == pytest.approx(found["complete_graph_exact"], abs=0.02)
    drawn = 100 * (1 - (0.6 + 0.22 * granovetter.normals(3, 71, 1000)))
    share = granovetter.cascade(drawn * 999 / 100)[-1] / 1000
    assert SIEGEL.run(3, network="complete", sd=0.22).summary["participation"] == pytest.approx(share, abs=0.01)


def test_no_region_starves_when_the_harvest_is_as_expected():
    assert reference["meng"].run(shortfall=0).summary["mortality"] == 0

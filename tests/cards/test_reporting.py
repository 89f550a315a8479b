"""Card 2, the number that goes up: its direction tests, its limiting cases, its form."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from fields import born, country, ran, run_on
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import run_rules, small_tree
from example_parameters import REPORTING
from unanimity.mechanisms.bread.reporting import (
    MECHANISM,
    Reporting,
    be_wrong,
    believed,
    error_of,
    eye_of,
    found_of,
    hear_of_it,
    learn,
    punish,
    report_of,
    send_up,
    shade,
    shading_of,
)
from unanimity.world.codes import ABOVE, ELECTED, FREE, FREE_PRESS, IMPRISONED, MONOPOLY, NOBODY, OFF, ON

share = st.floats(0, 1)
value = st.floats(0, 1000)
parameters = st.builds(Reporting, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
FIGURES = ("output", "harvest", "supply", "mood")
DEFAULTS = REPORTING


def tower(truths, targets, shadings, levels):
    """What the top hears of several cells through that many levels above them, each with one shading."""
    told = sum(report_of(y, t, shadings[0]) for y, t in zip(truths, targets, strict=True))
    for level in range(levels):
        told = report_of(told, sum(targets), shadings[level + 1])
    return told


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(value, value, share, share, share, share, parameters)
def test_1_where_every_unit_is_seen_every_report_is_the_truth(y, target, fear, dependence, courage, blame, p):
    assert report_of(y, target, shading_of(fear, dependence, courage, blame, 1.0, p)) == y


def test_1_so_it_is_in_the_whole_model():
    batch = ran(country("war", 512, inspection=1.0), months=20)
    for figure in FIGURES:
        assert batch.column(f"report_{figure}") == pytest.approx(batch.column(f"truth_{figure}"), rel=1e-12)
    assert batch.column("truth_output")[-1] > 0
    for figure in FIGURES[:3]:
        assert batch.column(f"error_{figure}")[0] == pytest.approx(0.0, abs=1e-12)
    # the error of mood is against private support, and an open ballot hides that from every eye
    assert batch.column("error_mood")[0] > 0.0


@given(st.lists(share, min_size=1, max_size=8), st.integers(0, 4))
def test_2_with_full_shading_the_centre_hears_the_target_whatever_is_true(shortfalls, levels):
    targets = [10.0] * len(shortfalls)
    truths = [10.0 * (1 - s) for s in shortfalls]
    assert tower(truths, targets, [1.0] * (levels + 1), levels) == pytest.approx(sum(targets), rel=1e-12)


@given(share, share, share, share, share, share, parameters)
def test_3_a_more_frightened_secretary_hides_no_less(fear, more, dependence, courage, blame, eye, p):
    low, high = sorted((fear, more))
    assert shading_of(high, dependence, courage, blame, eye, p) >= shading_of(low, dependence, courage, blame, eye, p)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_3_and_the_top_figures_do_not_fall(level):
    calm, afraid = born(country("war", 512)), born(country("war", 512))
    run_on(calm, 26)
    run_on(afraid, 26)
    unit = int(np.flatnonzero(calm.tree.level == level)[0])
    for batch, fear in ((calm, 0.0), (afraid, 1.0)):
        someone = batch.column("secretary")[unit]
        batch.column("fear")[:, someone] = fear
        batch.column("courage")[someone] = 0.1
        run_on(batch, 1)
    for figure in FIGURES[:3]:
        assert afraid.column(f"report_{figure}")[-1] >= calm.column(f"report_{figure}")[-1] - 1e-9
    assert afraid.column("shading")[unit] > calm.column("shading")[unit]


@given(st.lists(share, min_size=1, max_size=8), share, st.integers(0, 4))
def test_4_another_level_never_lowers_the_error(shortfalls, shading, levels):
    targets = [10.0] * len(shortfalls)
    truths = [10.0 * (1 - s) for s in shortfalls]
    errors = [error_of(tower(truths, targets, [shading] * (k + 1), k), sum(truths), sum(targets))
              for k in (levels, levels + 1)]
    assert errors[1] >= errors[0] - 1e-12
    left = sum(targets) - tower(truths, targets, [shading] * (levels + 1), levels)
    assert left == pytest.approx((sum(targets) - sum(truths)) * (1 - shading) ** (levels + 1), abs=1e-9)


@given(st.lists(st.tuples(value, value), min_size=1, max_size=8), st.lists(share, min_size=5, max_size=5))
def test_5_who_is_at_or_above_target_reports_what_is(pairs, shadings):
    targets = [min(pair) for pair in pairs]
    truths = [max(pair) for pair in pairs]
    assert tower(truths, targets, shadings, 4) == pytest.approx(sum(truths), rel=1e-12)


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(share, share, share, share, share, parameters)
def test_shading_is_the_cards_formula(fear, dependence, courage, blame, eye, p):
    raw = p.habit + p.fear * fear * dependence * (1 - courage) + p.scapegoating * blame
    assert shading_of(fear, dependence, courage, blame, eye, p) == pytest.approx(min(1, raw) * (1 - eye))


def test_a_free_press_adds_a_fifth_to_the_eye():
    assert eye_of(0.05, MONOPOLY, DEFAULTS) == 0.05 and eye_of(0.05, FREE_PRESS, DEFAULTS) == pytest.approx(0.25)
    assert eye_of(0.9, FREE_PRESS, DEFAULTS) == 1.0


@given(share, share, share, share, share, parameters)
def test_an_elected_secretarys_fear_counts_half_and_an_empty_chair_fears_nothing(fear, dependence, courage, blame, luck,
                                                                               p):
    def hides(law, person=5, status=FREE):
        return shade(blame, person, status, fear, dependence, courage, law, 0.05, MONOPOLY, luck, p)[0]

    assert hides(ELECTED) == shading_of(fear * p.answerable, dependence, courage, blame, 0.05, p) <= hides(ABOVE)
    assert hides(ABOVE, NOBODY) == hides(ABOVE, 5, IMPRISONED) == shading_of(0.0, 0.0, 0.0, blame, 0.05, p)


@given(share, share)
def test_a_unit_is_inspected_when_its_luck_lies_below_the_eye(inspection, luck):
    seen = shade(0.0, 0, FREE, 0.0, 0.0, 0.0, ABOVE, inspection, MONOPOLY, luck, DEFAULTS)[1]
    assert seen == int(luck < inspection)


# two districts of two cells under a centre: parent, first and last child, province
TWO_DISTRICTS = small_tree(np.array([4, 4, 5, 5, 6, 6, -1]), np.array([0, 0, 0, 0, 0, 2, 4]),
                           np.array([0, 0, 0, 0, 2, 4, 6]), np.array([4, 4, 5, 5, 4, 5, 6]))


def reported(shadings, found=1.0):
    """Two districts of two cells: each cell reports 6 of 10, with the shadings of the units above the cells."""
    told = {f"report_{figure}": np.array([6.0] * 4 + [0.0] * 3) for figure in FIGURES}
    target = np.array([10.0] * 4 + [20.0, 20.0, 40.0])
    ratios = {f"found_{figure}": np.full(7, found) for figure in FIGURES}
    run_rules((send_up,), {**told, **ratios, "present": target, "target_harvest": target, "target_supply": target,
                           "shading": np.array([0.0] * 4 + list(shadings))}, beside=TWO_DISTRICTS)
    told = {figure: told[f"report_{figure}"] for figure in FIGURES}
    return told


@given(share, share, share)
def test_each_level_adds_up_what_it_was_told_and_shades_what_is_still_short(one, two, top):
    told = reported((one, two, top))
    for figure in FIGURES:
        below = [12 + one * 8, 12 + two * 8]
        assert told[figure][4:6] == pytest.approx(below)
        assert told[figure][6] == pytest.approx(sum(below) + top * (40 - sum(below)))


def test_a_superior_who_discounts_believes_no_more_than_was_wanted_nor_more_people_content_than_there_are():
    told = reported((0.0, 0.0, 0.0), found=50.0)
    assert all(told[figure][6] == 40.0 for figure in FIGURES)


def test_a_superior_who_discounts_rescales_by_what_the_last_inspection_found():
    assert reported((0.0, 0.0, 0.0), found=0.5)["output"][6] == 6.0
    assert found_of(ON, 1, 4.0, 8.0, 1.0) == 0.5 and found_of(ON, 0, 4.0, 8.0, 0.7) == 0.7
    assert found_of(OFF, 1, 4.0, 8.0, 0.7) == 1.0 and found_of(ON, 1, 0.0, 0.0, 0.7) == 0.7


@given(share, share, st.integers(0, 7))
def test_only_who_admits_a_shortfall_may_lose_his_post_for_it(penalty, luck, blow):
    assert punish(99.5, 100.0, 3, blow, 0, penalty, luck, DEFAULTS) == (0, 0)
    struck, gone = punish(80.0, 100.0, 3, blow, 0, penalty, luck, DEFAULTS)
    assert gone == int(luck < 1 - np.exp(-penalty)) or abs(luck - (1 - np.exp(-penalty))) < 1e-9
    assert struck == int(bool(gone) or blow > 0)
    assert punish(80.0, 100.0, NOBODY, blow, 0, penalty, luck, DEFAULTS) == (0, 0)


@given(share, st.lists(share, min_size=7, max_size=7))
def test_blame_is_learnt_beside_a_struck_neighbour_and_frankness_is_lost_level_by_level(blame, shadings):
    blames, frank, hides = np.full(7, blame), np.ones(7), np.array(shadings)
    struck = np.array([1, 0, 0, 0, 0, 0, 0])
    run_rules((hear_of_it, learn), {"scapegoat": struck, "shading": hides, "blame": blames, "frankness": frank},
              beside=TWO_DISTRICTS, p=DEFAULTS)
    assert blames == pytest.approx([0.9 * blame + 0.1] * 2 + [0.9 * blame] * 5)
    assert frank[0] == pytest.approx((1 - hides[0]) * (1 - hides[4]) * (1 - hides[6]))
    assert frank[3] == pytest.approx((1 - hides[3]) * (1 - hides[5]) * (1 - hides[6]))


def test_the_error_is_a_share_of_the_plan_and_that_of_mood_is_against_private_support():
    found = be_wrong(90.0, 190.0, 95.0, 99.0, 80.0, 150.0, 90.0, 60.0, 200.0, 100.0, 100.0)
    assert found == pytest.approx((0.1, 0.2, 0.05, 0.39, (0.1 + 0.2 + 0.39) / 3))


def test_switched_off_every_report_is_the_truth_and_the_error_nought():
    batch = ran(dataclasses.replace(country("war", 512), off=frozenset({"reporting"})), months=10)
    for figure in FIGURES:
        assert (batch.column(f"report_{figure}")[:128] == batch.column(f"truth_{figure}")[:128]).all()
        assert batch.column(f"report_{figure}") == pytest.approx(batch.column(f"truth_{figure}"), rel=1e-12)
        assert batch.column(f"error_{figure}")[0] == 0.0
    assert (batch.column("frankness") == 1).all() and (batch.column("blame") == 0).all()


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"b0": (0, .2), "b1": (.3, 1), "b2": (0, .8)}
    assert {k: found[k] for k in card} == card


# --- what a superior believes who has discounted too much -------------------------------------------------------------
@given(value, st.floats(0, 1e6), value)
def test_a_superior_believes_no_more_than_was_wanted_unless_he_is_told_more(report, found, wanted):
    heard = believed(report, found, wanted)
    assert heard <= max(report, wanted)
    assert heard == report * found or heard == max(report, wanted) < report * found
    assert believed(report, 1.0, wanted) == report


def test_a_report_that_was_discounted_too_much_is_not_made_a_hundred_plans():
    """A report that was discounted to a hundredth met an inspection; the ratio found would make the next 100 plans."""
    assert believed(80.0, 0.01, 100.0) == pytest.approx(0.8)
    assert believed(80.0, 100.0, 100.0) == 100.0
    assert believed(120.0, 100.0, 100.0) == 120.0

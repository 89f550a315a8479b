"""Card 2: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest

from example_parameters import REPORTING, VOICE
from unanimity.mechanisms.bread.reporting import (
    add_up_the_fields,
    anybody_looks,
    content,
    error_of,
    eye_of,
    found_of,
    hear_of_it,
    learn,
    penalised,
    punish,
    shade,
    shading_of,
    write_down,
)
from unanimity.world.codes import ABOVE, ELECTED, FREE_PRESS, MONOPOLY, NOBODY, OFF, ON

P = REPORTING
about = pytest.approx


def test_an_eye_is_the_inspection_and_a_fifth_more_where_the_press_is_free():
    assert (eye_of(0.3, MONOPOLY, P), eye_of(0.3, FREE_PRESS, P), eye_of(0.9, FREE_PRESS, P)) == (0.3, 0.5, 1.0)
    assert anybody_looks(0.05, MONOPOLY, P) and anybody_looks(0.0, FREE_PRESS, P)
    assert not anybody_looks(0.0, MONOPOLY, P)


def test_shading_is_habit_fear_and_scapegoats_less_what_is_seen():
    # .05 + .8 * .5 * .5 * .75 + .4 * .25 = .3, of which .8 are not seen
    assert shading_of(0.5, 0.5, 0.25, 0.25, 0.2, P) == about(0.24)
    assert shade(0.25, 3, 0, 0.5, 0.5, 0.25, ABOVE, 0.2, MONOPOLY, 0.1, P) == (about(0.24), 1)
    assert shade(0.25, 3, 0, 0.5, 0.5, 0.25, ELECTED, 0.2, MONOPOLY, 0.3, P) == (about(0.18), 0)
    assert shade(0.25, NOBODY, 0, 0.5, 0.5, 0.25, ABOVE, 0.2, MONOPOLY, 0.3, P) == (about(0.12), 0)


def test_an_error_is_a_share_of_the_plan_also_of_a_small_one():
    assert error_of(0.03, 0.01, 0.05) == about(0.4) and error_of(1.0, 3.0, 4.0) == 0.5
    assert error_of(1.0, 0.0, 0.0) == 0.0


def test_an_inspection_finds_truth_over_report_and_a_superior_who_does_not_discount_forgets_it():
    assert found_of(ON, 1, 0.02, 0.04, 0.9) == 0.5
    assert (found_of(ON, 0, 0.02, 0.04, 0.9), found_of(ON, 1, 0.02, 0.0, 0.9)) == (0.9, 0.9)
    assert found_of(OFF, 1, 0.02, 0.04, 0.9) == 1.0


def test_content_are_those_who_do_not_want_to_speak():
    v = VOICE
    assert (content(0.2, 0.0, 1.0, 1.0, v), content(0.3, 0.0, 1.0, 1.0, v)) == (1.0, 0.0)  # .1 and .15 against .12
    assert (content(0.0, 1.0, -0.3, 0.5, v), content(0.0, 1.0, -0.3, 1.0, v)) == (1.0, 0.0)  # .09 and .18


def test_a_cell_of_ten_writes_down_four_figures_and_hides_half_of_what_is_short():
    told = write_down(output=0.8, harvest=90.0, full_harvest=100.0, lived=0.9, record=0.7, present=10.0,
                      ration_norm=0.95, shading=0.5, p=P)
    assert told == about((8.0, 90.0, 9.0, 7.0, 100.0, 9.5, 9.0, 95.0, 9.25, 8.5))


def test_a_plan_above_what_fields_bear_leaves_something_to_hide_in_a_full_harvest():
    def harvest(plan, shading=0.5, grown=100.0):
        told = write_down(output=1.0, harvest=grown, full_harvest=100.0, lived=1.0, record=1.0, present=10.0,
                          ration_norm=1.0, shading=shading, p=P._replace(plan=plan))
        return told[4], told[7]  # what is wanted, and what is told

    assert harvest(1.0) == (100.0, 100.0) and harvest(1.2) == about((120.0, 110.0))
    assert harvest(1.2, shading=0.0) == about((120.0, 100.0)) and harvest(0.8, grown=90.0) == about((80.0, 90.0))


def test_the_reports_of_the_cells_are_added_up_before_anybody_above_has_shaded_them():
    assert add_up_the_fields(42.0) == 42.0


def test_only_a_penalty_above_nought_needs_luck():
    assert penalised(0.05) and not penalised(0.0)


def test_who_admits_more_than_a_hundredth_may_lose_his_post():
    # a penalty of .2 a month is a chance of .1813
    assert punish(9.8, 10.0, 3, 0, 0, 0.2, 0.18, P) == (1, 1)
    assert punish(9.8, 10.0, 3, 0, 0, 0.2, 0.19, P) == (0, 0)
    assert punish(9.8, 10.0, 3, 2, 0, 0.2, 0.19, P) == (1, 0)
    assert punish(9.95, 10.0, 3, 2, 0, 0.2, 0.0, P) == (0, 0)
    assert punish(9.8, 10.0, NOBODY, 2, 1, 0.2, 0.0, P) == (0, 1)


def test_one_scapegoat_below_is_as_good_as_two():
    assert [hear_of_it(n) for n in (0.0, 1.0, 2.0)] == [0, 1, 1]


def test_a_tenth_of_blame_is_learnt_a_month_and_the_centre_has_nobody_above():
    assert learn(0.5, 0.2, 1, 0.5, False, P) == about((0.55, 0.4))
    assert learn(0.5, 0.2, 0, 0.5, False, P) == about((0.45, 0.4))
    assert learn(0.5, 0.2, 1, 0.5, True, P) == about((0.45, 0.8))

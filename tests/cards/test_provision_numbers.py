"""Card 1: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest
from example_rows import table

from direct_calls import loose
from example_parameters import PROVISION, REPORTING
from unanimity.mechanisms.bread.market import add_up_provinces, close_market, lack, means_of, sell, sell_afar, trade
from unanimity.mechanisms.bread.provision import (
    cards_first,
    claim,
    gap_of,
    in_danger,
    live,
    look_at_towns,
    may_appeal,
    ration,
    release,
    remember_towns,
    shares_of,
    starve,
    unmet_of,
)
from unanimity.world.codes import BY_HUNGER, CELL_SECRETARY, DEAD, FREE, LEGAL, MONOPOLY, NO_OFFICE, NOT_DEAD, OFF, ON

P = PROVISION
about = pytest.approx


@pytest.mark.parametrize(("pool", "shares"), [
    (0.0, (0.0, 0.0, 0.0)), (8.0, (0.5, 0.25, 0.05)), (16.0, (1.0, 0.5, 0.1)), (19.0, (1.0, 0.75, 0.15)),
    (22.0, (1.0, 1.0, 0.2)), (25.0, (1.0, 1.0, 0.5)), (30.0, (1.0, 1.0, 1.0)), (90.0, (1.0, 1.0, 1.0))])
def test_three_claims_of_10_with_weights_1_a_half_and_a_tenth(pool, shares):
    assert shares_of(pool, 10.0, 10.0, 10.0, 0.5, 0.1) == about(shares)


def test_a_category_without_people_changes_nothing_for_the_others():
    assert shares_of(15.0, 10.0, 10.0, 0.0, 0.5, 0.1)[:2] == about((1.0, 0.5))
    assert shares_of(10.025, 5.0, 5.0, 0.05, 0.5, 0.001) == about((1.0, 1.0, 0.5))


def test_without_cards_everybody_has_the_first_claim():
    assert cards_first(0.5, 2, NO_OFFICE, OFF) == 1.0
    assert (cards_first(0.5, 0, NO_OFFICE), cards_first(0.5, 2, NO_OFFICE)) == (0.5, 0.0)
    assert cards_first(0.5, 2, CELL_SECRETARY) == 0.5


def test_the_first_month_short_is_borne_in_silence():
    assert [bool(may_appeal(ON, months)) for months in (0, 1, 2, 3)] == [False, False, True, True]
    assert not may_appeal(OFF, 5)


def claimed(p=P, **changes):
    usual = dict(present=10.0, need_factor=1.2, need=9.0, village=1, granary=24.0, eaten=3.0, frankness=0.5,
                 reported_need=1.0, reported_need_1=2.0, reported_need_2=3.0, arrears=0, autonomy=0.25, inspection=0.4,
                 press=MONOPOLY, unit_appeals=OFF, calendar=3, luck=0.3)
    return loose(claim, **{**usual, **changes}, p=p, p_reporting=REPORTING)


def test_a_village_of_ten_in_march_needs_12_and_eats_a_fifth_of_its_granary():
    # unmet 7.2, of which half is told; the centre counts three quarters of a fifth of what it heard two months ago
    assert claimed() == about((12.0, 0.48, 19.2, 7.8, 3.6, 1.0, 2.0, 3.0, 0.75 * 0.2 * 2.0))
    assert claimed(unit_appeals=ON, arrears=2)[-1] == about(0.15 * 7.2)
    assert claimed(unit_appeals=ON, arrears=2, luck=0.5)[-1] == about(0.15 * 2.0)
    assert claimed(village=0) == about((12.0, 0.0, 24.0, 3.0, 6.0, 1.0, 2.0, 3.0, 0.75 * 2.0))
    assert claimed(need=0.0)[4:] == about((3.6, 3.6, 3.6, 3.6, 0.15 * 3.6))  # its first month
    assert claimed(present=0.0)[:2] == (0.0, 0.0)


@pytest.mark.parametrize(("lag", "heard"), [(0.0, 3.6), (0.2, 3.6), (0.5, 1.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)])
def test_the_centre_hears_the_figure_of_lag_months_ago(lag, heard):
    assert claimed(P._replace(lag=lag))[-1] == about(0.15 * heard)


def test_what_is_needed_beyond_the_plot():
    assert (unmet_of(12.0, 0.3, 10.0), unmet_of(12.0, 2.0, 10.0)) == (9.0, 0.0)


def released(stock, unmet, due, heard, calendar, on=True):
    """A district of two cells, and one of another."""
    units = table(need=[unmet + 2.0, 0.0, 7.0], own=[0.2, 0.2, 0.0], present=[10.0, 0.0, 1.0], take_due=[due, 0.0, 9.0])
    return release(3, stock, units, table(child_first=[0, 0, 0, 0], child_last=[0, 0, 0, 2]), heard, 0.25, calendar, on)


@pytest.mark.parametrize(("unmet", "heard", "left"), [
    (5.0, 3.0, (75.0, 6.25, 18.75, 5.0)),  # in May a quarter is released, of which autonomy .25 stays
    (5.0, 0.0, (93.75, 6.25, 0.0, 5.0)),  # nobody claims at the centre
    (0.0, 3.0, (81.25, 6.25, 18.75, 0.0)),  # nobody here needs it
    (0.05, 0.05, (75.0, 6.25, 18.75, 0.05))])
def test_a_district_releases_a_months_share_of_its_stock(unmet, heard, left):
    assert released(100.0, unmet, 30.0, heard, 5) == about(left)


def test_in_the_season_it_counts_on_what_is_still_to_come():
    # December: two more months of 30 to come, and nine to live on
    assert released(120.0, 5.0, 30.0, 3.0, 12) == about((100.0, 5.0, 15.0, 5.0))
    assert released(120.0, 5.0, 9000.0, 3.0, 12) == about((0.0, 30.0, 90.0, 5.0))


def test_without_card_3_nothing_leaves_a_store():
    assert released(100.0, 5.0, 30.0, 3.0, 5, False) == (100.0, 0.0, 0.0, 5.0)


def rationed(pool, cards=(4.0, 3.0, 3.0), arrears=3, privileges=0.0):
    return loose(ration, pool=pool, need=12.0, own=0.2, present=10.0, cards_first=cards[0], cards_second=cards[1],
                 cards_third=cards[2], arrears=arrears, eaten=1.0, privileges=privileges, market=LEGAL, p=P)


def test_ten_people_who_lack_10_share_a_short_pool_by_weight():
    # weights 1, 1 - .4*.4 = .84, 1 - .9*.4 = .64: claims weigh 4 + 2.52 + 1.92 = 8.44, so k = .5
    assert rationed(4.22) == about((0.5, 0.42, 0.32, 5.78, 0.0, 4, 5.22, 0.8))
    assert rationed(4.22, arrears=255)[5] == 255
    assert rationed(4.22, arrears=254)[5] == 255


def test_a_full_pool_leaves_something_over_and_ends_arrears():
    assert rationed(12.0) == about((1.0, 1.0, 1.0, 0.0, 2.0, 0, 11.0, 0.8))
    assert rationed(12.0, cards=(2.0, 1.0, 0.5)) == about((1.0, 1.0, 1.0, 6.5, 8.5, 0, 4.5, 0.8))
    assert rationed(9.9)[5] == 4


def test_an_empty_cell_is_handed_nothing():
    empty = loose(ration, pool=5.0, need=0.0, own=0.0, present=0.0, cards_first=0.0, cards_second=0.0, cards_third=0.0,
                  market=LEGAL, p=P)
    assert empty[3:6] == (0.0, 5.0, 0)


def traded(p=P, **changes):
    """What ten who miss something buy in July: share, near, afar, and what they have traded, made and eaten so far."""
    usual = dict(missing=10.0, village=0, reach=0.5, assoc=0.0, traded=1.0, made=2.0, eaten=3.0, province_supply=0.0,
                 province_lacking=20.0, centre_supply=0.0, centre_lacking=50.0, goods_made=1.0, calendar=7)
    return loose(trade, **{**usual, **changes}, p=p)


def test_what_co_operatives_bring_is_made_by_them_and_not_bought():
    # .3 * .1 of 10 missing; July: all of a surplus of 8 may be sold, half of it at home, of which .5 reach the hungry
    assert traded(assoc=0.1) == about((0.03, 0.0, 0.0, 1.0, 2.3, 3.3))
    assert traded(province_supply=8.0) == about((0.1, 1.0, 0.0, 2.0, 2.0, 4.0))
    assert traded(assoc=0.1, province_supply=8.0) == about((0.13, 1.0, 0.0, 2.0, 2.3, 4.3))


def test_what_comes_from_afar_is_shared_by_the_whole_country():
    # half of the country's 40 is carried, half of that gets through: 10 for the 50 who miss something
    assert traded(centre_supply=40.0) == about((0.2, 0.0, 2.0, 3.0, 2.0, 5.0))
    assert traded(centre_supply=40.0, goods_made=0.5)[0] == about(0.1)
    assert traded(centre_supply=40.0, province_supply=8.0) == about((0.3, 1.0, 2.0, 4.0, 2.0, 6.0))
    assert traded(centre_supply=40.0, province_supply=8.0, goods_made=0.5)[:3] == about((0.25, 1.5, 1.0))
    assert traded(centre_supply=40.0, calendar=2)[0] == about(0.2 / 6)
    assert traded(centre_supply=40.0, province_supply=8.0, village=1)[0] == about(0.3 / 4)


def test_nobody_buys_more_than_he_misses_and_each_gives_by_its_share():
    # 2 from afar and 1 from near, of 1
    assert traded(centre_supply=400.0, province_supply=80.0) == about((1.0, 10 / 3, 20 / 3, 11.0, 2.0, 13.0))
    with_others = traded(centre_supply=400.0, province_supply=80.0, assoc=1.0, p=P._replace(cooperation=1.0))
    assert with_others == about((1.0, 2.5, 5.0, 8.5, 4.5, 13.0))
    assert traded(province_supply=5.0, province_lacking=0.0, missing=0.0)[0] == 0.0


def test_a_place_pays_by_its_means():
    assert (means_of(0, P), means_of(1, P)) == (1.0, 0.25)
    assert (lack(12.0, 0, P), lack(12.0, 1, P)) == (12.0, 3.0)
    assert add_up_provinces(3.0, 4.0) == (3.0, 4.0) and (sell(2.0), sell_afar(5.0)) == (2.0, 5.0)


def test_a_market_keeps_what_nobody_bought():
    assert close_market(3.0, 0.05, 0.02, 0.0, 0.0) == about((0.6, 1.8))
    assert close_market(3.0, 0.05, 0.02, 10.0, 2.0) == about((0.4, 1.2))  # and a fifth went to other provinces
    assert close_market(3.0, 0.05, 0.02, 0.05, 0.01) == about((0.4, 1.2))  # also of next to nothing
    assert close_market(3.0, 0.0, 0.0, 10.0, 2.0) == (1.0, 3.0)
    assert close_market(3.0, 5.0, 5.1, 0.0, 0.0) == (0.0, 0.0)
    assert close_market(3.0, 5.0, 4.0, 10.0, 2.5) == (0.0, 0.0)


@pytest.mark.parametrize(("category", "office", "gap"), [
    (0, NO_OFFICE, 0.08), (1, NO_OFFICE, 0.4), (2, NO_OFFICE, 0.72), (2, CELL_SECRETARY, 0.08)])
def test_the_gap_is_what_plot_and_card_leave(category, office, gap):
    one = dict(category=category, office=office, ration_first=0.9, ration_second=0.5, ration_third=0.1)
    assert loose(gap_of, **one, card=1.0, need_factor=1.0, own=0.2, ration_cards=ON) == about(gap)
    assert loose(gap_of, **one, card=0.0, need_factor=1.0, own=0.2, ration_cards=OFF) == about(0.08)  # all alike
    assert loose(gap_of, **one, card=0.0, need_factor=0.05, own=0.02, ration_cards=ON) == about(0.6)
    assert loose(gap_of, **one, card=0.0, need_factor=0.0, own=0.0, ration_cards=ON) == 0.0


def test_hunger_is_six_tenths_of_what_it_was_and_kills_above_three_tenths():
    assert not in_danger(0.0, 0.7, P) and in_danger(0.0, 0.8, P) and in_danger(0.6, 0.0, P)
    # at full hunger the hazard is .12 a month, a chance of .1131
    assert starve(1.0, 1.0, FREE, NOT_DEAD, 0.113, P) == (1.0, 0, DEAD, BY_HUNGER)
    assert starve(1.0, 1.0, FREE, NOT_DEAD, 0.114, P) == (1.0, 0, FREE, NOT_DEAD)
    # at .65 it is half of the way: a quarter of .12, a chance of .02955
    assert starve(0.65, 0.65, FREE, NOT_DEAD, 0.0295, P)[2] == DEAD
    assert starve(0.65, 0.65, FREE, NOT_DEAD, 0.0297, P)[2] == FREE


def test_a_fall_of_hunger_by_more_than_a_twentieth_is_felt():
    assert starve(0.1, 0.0, FREE, NOT_DEAD, 1.0, P) == about((0.06, 0, FREE, NOT_DEAD))
    assert starve(0.2, 0.0, FREE, NOT_DEAD, 1.0, P) == about((0.12, 1, FREE, NOT_DEAD))


def test_supply_as_lived_and_the_towns_alone():
    assert (live(0.02, 0.05), live(0.0, 0.0)) == (about(0.6), 1.0)
    assert look_at_towns(0.02, 0.05, 0.01, 0.05) == about((0.4, 0.2))
    assert look_at_towns(0.0, 0.0, 0.0, 0.0) == (0.0, 0.0)
    # January is the fifth month of the season; goods fall by .7 of the gap
    assert remember_towns(0.5, 1.0, 0.2, 1.0, 1, P) == about((0.6, 0.86))
    assert remember_towns(0.5, 0.25, 0.2, 1.0, 1, P) == about((0.6, 0.43))  # and by the root of last month's goods
    assert remember_towns(0.5, 1.0, 0.2, 1.0, 9, P)[0] == 1.0
    assert remember_towns(0.4, 1.0, 0.2, 1.0, 8, P)[0] == about(0.45)

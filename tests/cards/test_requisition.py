"""Card 3, grain by force: its direction tests, its limiting cases, its form."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from fields import country, ran, run_on, total
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import call, loose, run_rules, small_tree
from example_parameters import REQUISITION
from unanimity.mechanisms.bread.collectives import collectivise, listless_of, tilled_of
from unanimity.mechanisms.bread.requisition import (
    MECHANISM,
    Requisition,
    believed_of,
    bring_to_market,
    collect,
    deliver,
    demand,
    first_pressure,
    lay_stores,
    plenty,
    press_harder,
    price_of,
    quota_of,
    reap,
    sale_of,
    seed_of,
    sow,
    sowing_of,
    sown_with,
    take_of,
)
from unanimity.world.codes import (
    BANNED,
    LEGAL,
    NO_RESPONSE,
    PURCHASE,
    RAISE_PRICE,
    SEIZE,
    SEIZURE,
    TAKE_TAX,
    TAX,
    TOLERATED,
)
from unanimity.world.levers import LEVERS, NUMBER_OF

share = st.floats(0, 1)
grain = st.floats(0, 2000)
people = st.integers(1, 100)
laws = st.sampled_from([SEIZURE, TAX, PURCHASE])
parameters = st.builds(Requisition, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
DEFAULTS = REQUISITION
STRONG = DEFAULTS._replace(force=0.7)
FIELDS = {"village": 1, "harvest": 0.0, "granary": 10.0, "full_harvest": 100.0, "yielded": 0.5, "sown": 0.8,
          "work": 0.9, "present": 9.0, "inhabitants": 12.0, "calendar": 8, "p": DEFAULTS}
SEASON = {"village": 1, "harvest": 300.0, "seed_due": 39.0, "report_harvest": 330.0, "pressure": 1.0,
          "price_raised": 0.0, "present": 10.0, "market": BANNED, "procurement": SEIZURE, "price": -1.0,
          "centre_report_harvest": 330.0, "centre_fields_told": 330.0, "on_reporting": True, "p": STRONG}


def taken(law, pressure, reported, harvest, heads, p, price=1.0, seed=0.0):
    """What a season takes."""
    return take_of(quota_of(law, pressure, price, reported, harvest, heads, seed, p), harvest, p)


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(laws, st.floats(0, 2), grain, grain, people, st.floats(0.2, 1), share, share, parameters)
def test_1_without_force_or_without_demand_and_tax_nothing_is_taken_and_sowing_never_falls(
        law, pressure, reported, harvest, heads, sown, price, goods, p):
    powerless, undemanding = p._replace(force=0.0), p._replace(tax=0.0)
    assert taken(law, pressure, reported, harvest, heads, powerless) == 0.0
    assert taken(law, 0.0, reported, harvest, heads, undemanding) == 0.0
    for free in (powerless, undemanding):
        assert sowing_of(sown, 0.0, price, goods, free) >= sown - 1e-12


@given(laws, st.floats(0, 2), grain, grain, people, share, share, parameters)
def test_2_more_force_never_takes_less_this_year(law, pressure, reported, harvest, heads, one, two, p):
    low, high = (taken(law, pressure, reported, harvest, heads, p._replace(force=f)) for f in sorted((one, two)))
    assert high >= low - 1e-9


@given(st.floats(0, 2), grain, grain, grain, people, parameters)
def test_4_an_overstated_harvest_never_lowers_what_is_taken(pressure, one, two, harvest, heads, p):
    low, high = (taken(SEIZURE, pressure, told, harvest, heads, p) for told in sorted((one, two)))
    assert high >= low


@given(st.floats(0.2, 1), share, share, share, share, parameters)
def test_5_without_discouragement_sowing_is_independent_of_taking(sown, one, two, price, goods, p):
    p = p._replace(discouragement=0.0)
    assert sowing_of(sown, one, price, goods, p) == sowing_of(sown, two, price, goods, p)


@given(st.floats(0, 2), share, share, share, parameters)
def test_7_without_concentration_or_with_a_middling_horizon_pressure_moves_as_if_gam_stood_alone(
        pressure, shortfall, concentration, horizon, p):
    def pressed(c, h):
        return press_harder(pressure, 0.0, p.pressure_banned, shortfall, c, h, 0, 1, BANNED, SEIZE, 9, p)[0]

    back = p.return_rate * (pressure - p.pressure_banned) if shortfall < p.felt else 0.0
    alone = min(2.0, max(0.0, pressure + p.pressing * shortfall - back))
    assert pressed(0.0, horizon) == pressed(concentration, 0.5) == pytest.approx(alone)


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(st.floats(0, 2), grain, grain, people, st.floats(0, 1.5), st.floats(0, 300), parameters)
def test_the_quota_is_the_cards_and_never_more_than_force_can_get(pressure, reported, harvest, heads, price, seed, p):
    due = p.tax * harvest
    assert quota_of(SEIZURE, pressure, price, reported, harvest, heads, seed, p) == pytest.approx(
        max(pressure * max(0, reported - 12 * heads), due))
    assert quota_of(TAX, pressure, price, reported, harvest, heads, seed, p) == due
    assert quota_of(PURCHASE, pressure, price, reported, harvest, heads, seed, p) == pytest.approx(
        min(due, price * max(0, harvest - 12 * heads - seed)))
    hidden = p.concealable * (1 - p.force) * harvest
    assert taken(SEIZURE, 2.0, 1e9, harvest, heads, p) == pytest.approx(p.force * (harvest - hidden))


@given(grain, people, share, share, st.floats(0, 300), parameters)
def test_at_a_lower_price_the_state_buys_no_more_and_for_nothing_it_gets_nothing(harvest, heads, one, two, seed, p):
    low, high = (taken(PURCHASE, 1.0, harvest, harvest, heads, p, price, seed) for price in sorted((one, two)))
    assert low <= high
    assert taken(PURCHASE, 1.0, harvest, harvest, heads, p, 0.0, seed) == 0.0


@given(grain, grain, people, st.floats(0, 1.5), st.floats(0, 300), parameters)
def test_where_the_market_is_banned_nothing_is_sold_and_nobody_sells_more_than_he_can_spare(harvest, take, heads, price,
                                                                                           seed, p):
    assert sale_of(BANNED, price, harvest, take, heads, seed, p) == 0.0
    spare = max(0, harvest - take - 12 * heads - seed - p.concealable * (1 - p.force) * harvest)
    assert sale_of(LEGAL, price, harvest, take, heads, seed, p) == pytest.approx(min(1, price) * spare)


@given(st.floats(0.2, 1), grain, st.floats(0, 400), parameters)
def test_what_is_sown_costs_seed_and_who_lacks_it_sows_less_but_not_nothing(wished, granary, fields, p):
    sown, seed, thick = sown_with(wished, granary, fields, p)
    assert thick == 1.0  # who sows for himself sows less, and not thinner
    assert 0 <= seed <= p.spared * granary + 1e-9 and seed <= fields * wished + 1e-9
    assert max(p.least_sown, p.thinly * wished) - 1e-9 <= sown <= max(p.least_sown, wished) + 1e-9
    rich = sown_with(wished, granary + 1000.0, fields, p)[0]
    assert rich >= sown - 1e-9
    if p.spared * granary >= fields * wished:
        assert sown == pytest.approx(max(p.least_sown, wished)) and seed == pytest.approx(fields * wished)


def test_a_seizure_takes_seed_with_the_rest_and_a_tax_leaves_it():
    harvest, heads = 300.0, 10.0
    p = DEFAULTS._replace(force=1.0)
    seed = seed_of(harvest, 1.0, p)
    left = harvest - taken(SEIZURE, 1.0, harvest, harvest, heads, p)
    assert left == pytest.approx(12 * heads)  # food to the next harvest, and nothing to sow
    assert harvest - taken(TAX, 1.0, harvest, harvest, heads, p) > 12 * heads + seed


def test_the_price_follows_the_market_unless_set_and_rises_only_where_that_is_the_answer():
    p = REQUISITION
    assert [price_of(-1.0, law, NO_RESPONSE, 0.3, p) for law in (BANNED, TOLERATED, LEGAL)] == [0.0, 0.6, 1.0]
    assert price_of(0.2, LEGAL, NO_RESPONSE, 0.3, p) == 0.2
    assert price_of(0.2, LEGAL, RAISE_PRICE, 0.3, p) == 0.5 and price_of(1.4, LEGAL, RAISE_PRICE, 0.3, p) == 1.5


def test_the_years_pressure_rises_with_the_towns_shortage_and_returns_when_it_is_over():
    def pressed(shortfall, answer=SEIZE, calendar=9, conceded=0, q=1.4):
        return press_harder(q, 0.1, 1.0, shortfall, 0.0, 0.5, conceded, 1, BANNED, answer, calendar, DEFAULTS)[:2]

    assert pressed(0.5) == pytest.approx((1.5, 0.1)) and pressed(0.5, NO_RESPONSE) == (1.4, 0.1)
    assert pressed(0.05, NO_RESPONSE) == pytest.approx((1.36, 0.1))
    assert pressed(0.5, RAISE_PRICE) == pytest.approx((1.4, 0.2)) and pressed(0.5, calendar=8) == (1.4, 0.1)
    assert pressed(0.5, calendar=3, conceded=1) == pytest.approx((0.9, 0.1))
    assert pressed(1.0, q=1.95)[0] == 2.0
    assert [first_pressure(law, DEFAULTS) for law in (BANNED, TOLERATED, LEGAL)] == [1.0, 0.5, 0.0]


@given(st.floats(0.2, 1), share, st.floats(0, 1.5), share, parameters)
def test_sowing_is_the_cards_formula(sown, take, price, goods, p):
    raw = sown * (1 - p.discouragement * max(0, take - p.tax) + p.encouragement * price * goods)
    regrown = raw + p.regrowth * (1 - sown)
    assert sowing_of(sown, take, price, goods, p) == pytest.approx(min(1, max(p.least_sown, regrown)))


@given(st.integers(1, 12))
def test_every_work_has_its_month(calendar):
    crop = loose(reap, **{**FIELDS, "harvest": 5.0, "granary": 6.0, "seed_due": 1.0, "lost": 2.0, "inhabitants": 10.0,
                          "calendar": calendar})
    assert crop == (pytest.approx((32.4, 35.4, 10.4, 32.4, 5.0)) if calendar == 8 else (5.0, 6.0, 1.0, 0.0, 2.0))
    quota = loose(demand, **SEASON, take_due=3.0, sale_due=2.0, season_take=9.0, urban_shortfall=0.0,
                  shortfall_response=SEIZE, calendar=calendar)
    assert quota == (pytest.approx((191.1 / 6, 0.0, 0.0)) if calendar == 9 else (3.0, 2.0, 9.0))
    assert (collect(3.0, 2.0, 50.0, 0.0, 0.0, calendar)[0] == 3.0) == (calendar >= 9 or calendar <= 2)
    sown = loose(sow, village=1, sown=0.5, granary=40.0, seed_due=9.0, lost=3.0, full_harvest=100.0, season_take=90.0,
                 harvest=100.0, goods_made=1.0, price_raised=0.0, market=BANNED, price=-1.0, goods=-1.0,
                 shortfall_response=SEIZE, calendar=calendar, p=DEFAULTS)
    assert sown == (pytest.approx((0.36, 1.0, 40 - 4.68, 0.0, 7.68)) if calendar == 2 else (0.5, 1.0, 40.0, 9.0, 3.0))


def test_in_years_of_shortage_the_answer_tax_turns_a_seizure_into_a_tax():
    def due(shortfall):
        return loose(demand, **SEASON, urban_shortfall=shortfall, shortfall_response=TAKE_TAX, calendar=9)[0]

    assert due(0.05) == pytest.approx(191.1 / 6) and due(0.2) == pytest.approx(5.0)


@given(grain, grain, grain)
def test_a_granary_gives_no_more_than_it_holds(due, sale, granary):
    take, sold, left, season, all_taken = collect(due, sale, granary, 1.0, 2.0, 10)
    assert take + sold + left == pytest.approx(granary) and left >= 0 and take <= due and sold <= sale
    assert (season, all_taken) == (1.0 + take, 2.0 + take)


def test_the_first_january_finds_two_thirds_of_what_a_season_leaves_and_takes():
    batch = ran(country("war", 512, **{"provision.loss": 0.0, "requisition.force": 1.0,
                                       "requisition.pressure_banned": 1.0}))
    cells = batch.tree.cells
    village = batch.column("village")[:cells] == 1
    crop = batch.column("harvest")[:cells]
    p = Requisition()
    grown = p.fertility / p.normal_sowing * 12 * 512 * batch.column("sown")[0]
    assert crop.sum() * (1 - p.seed) == pytest.approx(grown) and (crop[~village] == 0).all()
    assert batch.column("seed_due")[:cells] == pytest.approx(p.seed * crop)
    assert total(batch, "brought") == pytest.approx(crop.sum() * 2 / 3)
    take = batch.column("season_take")[:cells][village]
    assert take == pytest.approx(crop[village] - 12 * batch.column("inhabitants")[:cells][village])
    left = batch.column("granary")[:cells][village] + 4.0  # this month's own meal of four people
    assert left == pytest.approx((crop[village] - take) * 2 / 3)
    assert batch.column("pressure")[0] == 1.0 and total(batch, "taken") == 0.0


def test_a_season_takes_a_sixth_of_its_quota_in_each_of_six_months():
    batch = ran(country("war", 512), months=8)
    months = []
    for _ in range(12):
        run_on(batch, 1)
        months.append(total(batch, "month_take"))
    assert all(take > 0 for take in months[:6]) and not any(months[6:])
    assert total(batch, "season_take") == pytest.approx(sum(months))


def test_switched_off_nothing_is_taken_the_fields_are_sown_and_pools_hold_what_is_needed():
    batch = ran(dataclasses.replace(country("war", 512), off=frozenset({"requisition"})), months=26)
    cells = batch.tree.cells
    assert (batch.column("sown")[:cells] == 1).all() and total(batch, "taken") == 0.0
    assert (batch.column("pool")[:cells] == batch.column("need")[:cells]).all() and batch.column("need")[0] > 0
    assert batch.column("pressure")[0] == 0.0 and (batch.column("deficit") == 0).all()


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"fert": (1, 1.6), "qr": (0, .5), "f": (0, 1), "hid": (0, .5), "eps": (.2, 1), "g": (0, .4), "rc": (0, .4),
            "tax": (.05, .4), "gam": (0, 1), "del": (0, 1), "ke": (0, 1), "sd": (0, .3), "sp": (0, 1), "th": (0, 1),
            "li": (0, .8), "sl": (0, 1), "dr": (0, 1), "hr": (0, .5)}
    assert {k: found[k] for k in card} == card
    p = Requisition()
    assert p.pressure_legal < p.pressure_tolerated < p.pressure_banned


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_what_is_taken_goes_to_the_district_and_what_is_sold_to_the_province():
    tree = small_tree(np.array([2, 2, 3, 4, -1]), np.array([0, 0, 0, 2, 3]), np.array([0, 0, 2, 3, 4]),
                      np.array([3, 3, 3, 3, 4]))
    units = run_rules((deliver, bring_to_market), {"month_take": np.array([5.0, 2.0, 0, 0, 0]),
                                                   "sold": np.array([1.0, 3.0, 0, 0, 0])}, beside=tree)
    assert units["stock"].tolist() == [0, 0, 7, 0, 0] and units["offered"].tolist() == [0, 0, 0, 4, 0]
    assert plenty(90.0) == (1.0, 90.0, 0.0, 0.0, 0.0, 0.0)


def january(begun=0, on=True, sown=0.9):
    """Villages of 10 and 20 people and a town of 10, in one district (unit 3) of one province (4) under a centre."""
    levers = np.zeros((len(LEVERS), 6))
    levers[NUMBER_OF["market"]], levers[NUMBER_OF["procurement"]], levers[NUMBER_OF["price"]] = TOLERATED, SEIZURE, -1.0
    names = ("begun", "inhabitants", "full_harvest", "sown", "harvest", "granary", "seed_due", "season_take", "stock",
             "offered", "brought", "farm_turn", "common")
    laid = {name: np.zeros(6) for name in names}
    laid["sown"][:] = sown
    laid["begun"][5] = begun
    tree = {"units": 6, "cells": 3, "cell_start": np.array([0, 10, 30, 40]), "parent": np.array([3, 3, 3, 4, 5, 5]),
            "province": np.array([4, 4, 4, 4, 4, 5])}
    laid["status"] = np.zeros(40, np.uint8)
    call(lay_stores, {**laid, "village": np.array([1, 1, 0, 0, 0, 0]), "pressure": 0.5}, beside=tree, levers=levers,
         off=() if on else ("requisition",), seed=np.uint64(5), p=DEFAULTS)
    return laid


def test_the_first_month_lays_fields_and_stores_by_the_people_who_live_there():
    laid = january()
    full = 1.4 / 0.9 / 0.87 * 12 * 40
    assert laid["full_harvest"][:3] == pytest.approx([full / 3, full * 2 / 3, 0.0])
    assert laid["inhabitants"][:3].tolist() == [10, 20, 10] and laid["begun"][5] == 1
    crop, heads = 0.9 * full / 3, 10
    take = min(max(0.5 * (crop - 12 * heads), 0.1 * crop), 0.35 * (crop - 0.3 * 0.65 * crop))
    seed = 0.13 * full / 3 * 0.9
    sale = 0.6 * max(0.0, crop - take - 12 * heads - seed - 0.3 * 0.65 * crop)
    assert (laid["harvest"][0], laid["season_take"][0], laid["seed_due"][0]) == pytest.approx((crop, take, seed))
    assert laid["granary"][0] == pytest.approx(2 / 3 * (crop - take - sale))
    assert laid["stock"][3] == pytest.approx(2 / 3 * 3 * take) and laid["offered"][4] == pytest.approx(2 / 3 * 3 * sale)
    assert laid["brought"][:3].sum() == pytest.approx(laid["granary"].sum() + laid["stock"][3] + laid["offered"][4])
    assert not january(begun=1)["full_harvest"].any()
    off = january(on=False)
    assert off["full_harvest"][0] == pytest.approx(full / 3) and not off["granary"].any()


def test_a_harvest_needs_fields_weather_hours_and_hands():
    def crop(**changes):
        return loose(reap, **{**FIELDS, **changes})[0]

    usual = crop()
    assert usual == pytest.approx(100 * 0.5 * 0.8 * 0.9 * 9 / 12)
    assert crop(withdrawn=0.5) == usual / 2
    assert crop(inhabitants=0.0) == pytest.approx(108.0)
    assert crop(present=48.0) == pytest.approx(100 * 0.5 * 0.8 * 0.9 * 2)  # four times the hands, twice the harvest
    assert crop(village=0, harvest=3.0) == 3.0


def test_the_village_answers_to_what_was_taken_to_price_and_to_goods():
    def sown(took, price=0.5, goods=0.6, harvest=100.0):
        return loose(sow, village=1, sown=0.5, granary=500.0, seed_due=9.0, full_harvest=100.0, season_take=took,
                     harvest=harvest, goods_made=0.3, price_raised=0.0, market=LEGAL, price=price, goods=goods,
                     shortfall_response=NO_RESPONSE, calendar=2, p=DEFAULTS)[0]

    assert sown(30.0) == pytest.approx(0.5 * (1 - 0.6 * 0.2 + 0.15 * 0.5 * 0.6) + 0.2 * 0.5)
    assert sown(30.0, goods=-1.0) == pytest.approx(0.5 * (1 - 0.6 * 0.2 + 0.15 * 0.5 * 0.3) + 0.2 * 0.5)
    assert sown(30.0, harvest=0.0) == sown(0.0)
    assert sown(0.0, price=-1.0) == pytest.approx(0.5 * (1 + 0.15 * 0.6) + 0.2 * 0.5)
    assert collect(7.0, 9.0, 10.0, 1.0, 2.0, 5) == (0.0, 0.0, 10.0, 1.0, 2.0)
    assert collect(7.0, 9.0, 10.0, 1.0, 2.0, 9) == (7.0, 3.0, 0.0, 8.0, 9.0)


# --- pressure that obeys the order ------------------------------------------------------------------------------------
@given(st.floats(0, 2), st.sampled_from([BANNED, TOLERATED, LEGAL]), st.sampled_from([BANNED, TOLERATED, LEGAL]),
       st.integers(1, 12), parameters)
def test_an_order_to_ban_or_to_free_trade_moves_pressure_at_once_and_only_once(pressure, old, new, calendar, p):
    def month(q, ordered):
        return press_harder(q, 0.0, ordered, p.felt, 0.0, 0.5, 0, 1, new, NO_RESPONSE, calendar, p)

    now, _, ordered = month(pressure, first_pressure(old, p))
    meant = pressure + first_pressure(new, p) - first_pressure(old, p)
    assert now == pytest.approx(min(2.0, max(0.0, meant))) and ordered == first_pressure(new, p)
    assert month(now, ordered)[0] == now


# --- what the centre believes, and the plan ---------------------------------------------------------------------------
@given(grain, grain, st.floats(0.1, 2000), st.floats(0, 2), people, parameters)
def test_a_quota_follows_what_the_centre_believes_and_each_level_above_adds_to_it(told, top, added_up, pressure, heads,
                                                                                p):
    assert believed_of(told, added_up, added_up) == told and believed_of(told, top, 0.0) == told
    assert believed_of(told, top, added_up) == pytest.approx(told * top / added_up)

    def due(heard):
        return loose(demand, **{**SEASON, "pressure": pressure, "harvest": 300.0, "report_harvest": told,
                                "centre_report_harvest": heard, "centre_fields_told": added_up, "present": heads,
                                "p": p},
                     shortfall_response=NO_RESPONSE, calendar=9)[0]

    low, high = sorted((top, added_up))
    assert due(low) <= due(high) + 1e-9


# --- collective farms -------------------------------------------------------------------------------------------------
VILLAGE = {"village": 1, "collective_farms": 0.5, "farm_turn": 0.3, "common": 0.0, "herd": 0.8, "secretary": 3,
           "secretary_ambition": 0.6, "pressure": 1.0, "p": DEFAULTS}


@given(share, share, share, st.sampled_from([0.0, 1.0]), share, st.floats(0, 2), parameters)
def test_a_village_is_driven_whole_and_once_and_a_town_never(farms, turn, herd, common, zeal, pressure, p):
    one = {**VILLAGE, "collective_farms": farms, "farm_turn": turn, "herd": herd, "common": common,
           "secretary_ambition": zeal, "pressure": pressure, "p": p}
    now, driven, left = loose(collectivise, **one)
    assert now == (1.0 if turn < farms else 0.0)
    assert (driven > 0.0) == (now > common and herd > 0.0 and 0.5 + pressure * zeal > 0.0)
    again = loose(collectivise, **{**one, "common": now, "herd": left})
    assert again[:2] == (now, 0.0) and again[2] >= left - 1e-12  # nobody is driven twice, and herds return
    assert loose(collectivise, **{**one, "village": 0}) == (0.0, 0.0, herd)


@given(share, share, st.lists(share, min_size=1, max_size=20))
def test_a_larger_order_reaches_the_same_villages_and_more(one, two, turns):
    few, many = ([loose(collectivise, **{**VILLAGE, "collective_farms": farms, "farm_turn": turn})[0] for turn in turns]
                 for farms in sorted((one, two)))
    assert all(a <= b for a, b in zip(few, many, strict=True))


@given(share, share, parameters)
def test_the_more_beasts_are_killed_the_less_is_reaped_and_herds_grow_back_to_what_was_usual(herd, other, p):
    low, high = sorted((herd, other))
    assert tilled_of(low, p) <= tilled_of(high, p) <= tilled_of(1.0, p) == 1.0
    kept = loose(collectivise, **{**VILLAGE, "herd": herd, "p": p})[2]
    killed = herd * (1 - p.slaughter)
    assert kept == pytest.approx(killed + p.breeding / 12 * (1 - killed))


@given(share, share, parameters)
def test_a_plot_of_ones_own_mends_what_the_unpaid_leave_in_the_field(one, two, p):
    less, more = sorted((one, two))
    assert listless_of(1.0, more, p) <= listless_of(1.0, less, p) <= listless_of(1.0, -1.0, p) == p.listless
    assert listless_of(1.0, 1.0, p) == listless_of(0.0, less, p) == 0.0


@given(st.floats(0.2, 1.5), grain, st.floats(1, 400), parameters)
def test_where_the_plan_sows_all_of_it_is_sown_and_without_seed_the_crop_is_thin(wished, granary, fields, p):
    sown, seed, thick = sown_with(wished, granary, fields, p, 1.0)
    assert sown == pytest.approx(max(p.least_sown, wished)) and seed == pytest.approx(min(granary, fields * wished))
    assert thick == pytest.approx(1 - (1 - p.thinly) * max(0.0, 1 - seed / (fields * sown)))


def test_an_order_for_half_of_the_villages_makes_about_half_of_them_farms_and_wrongs_those_alone():
    base = country("war", 2048)
    batch = ran(base.from_month(3, {"collective_farms": 0.5}), base, months=4)
    village = batch.column("village") == 1
    common, driven = batch.column("common"), batch.column("driven")
    assert 0.4 < common[village].mean() < 0.6 and set(np.unique(common[village])) == {0.0, 1.0}
    assert ((driven > 0) == (common == 1)).all() and not common[~village].any()
    assert (batch.column("common", 1) == 0).all() and (batch.column("driven", 1) == 0).all()
    turns = batch.column("farm_turn"), batch.column("farm_turn", 1)
    assert (turns[0] == turns[1]).all()  # villages have their turn whether or not an order is given
    herd = batch.column("herd")
    assert (herd[common == 1] < herd[village & (common == 0)].min()).all()
    run_on(batch, 1)
    assert (batch.column("driven") == 0).all() and (batch.column("common") == common).all()


def test_farms_that_stand_at_the_start_have_driven_nobody():
    batch = ran(country("war", 512, collective_farms=1.0))
    village = batch.column("village") == 1
    assert (batch.column("common")[village] == 1).all() and (batch.column("driven") == 0).all()
    assert (batch.column("herd") == 1).all()


def test_a_plan_above_what_fields_bear_is_reported_as_reaped_and_taken():
    told = {"requisition.force": 1.0, "requisition.concealable": 0.0, "requisition.fertility": 1.2,
            "reporting.habit": 0.2, "inspection": 0.0}
    plain, wanted = (country("war", 512, **told, **{"reporting.plan": plan}) for plan in (1.0, 1.3))
    batch = ran(plain, wanted, months=8)  # the first harvest
    harvest, heard = ([batch.column(f"{word}_harvest", world)[-1] for world in (0, 1)] for word in ("truth", "report"))
    assert harvest[0] == pytest.approx(harvest[1]) and heard[1] > 1.05 * heard[0]
    of_cells = batch.column("report_harvest")[:batch.tree.cells]
    assert batch.column("fields_told")[-1] == pytest.approx(of_cells.sum())
    run_on(batch, 1)
    assert total(batch, "month_take", 1) > 1.02 * total(batch, "month_take", 0) > 0.0

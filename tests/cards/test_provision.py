"""Card 1, rations, plot and market: its direction tests, its limiting cases, its form."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from fields import born, country, ran, run_on, total
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import loose, run_rules, small_tree
from example_parameters import PROVISION
from unanimity.mechanisms.bread.market import (
    add_up_provinces,
    bring,
    close_market,
    dealt,
    give_back,
    lack,
    market_of,
    months_to_harvest,
    open_market,
    part_with,
    sell,
    sell_afar,
    spared,
    trade,
)
from unanimity.mechanisms.bread.provision import (
    MECHANISM,
    Provision,
    add_claims,
    add_up_the_country,
    cards_first,
    cards_second,
    cards_third,
    claim,
    count_towns,
    eat,
    gap_of,
    hand_out,
    in_danger,
    kin_deficit,
    kin_here,
    live,
    look_at_towns,
    months_to_delivery,
    plenty,
    ration,
    release,
    remember_towns,
    shares_of,
    somebody_short,
    starve,
    still_to_come,
    supplied_by,
    toil,
    weight_of,
)
from unanimity.world.codes import (
    BANNED,
    BY_HUNGER,
    CELL_SECRETARY,
    DEAD,
    FREE,
    KIN,
    LEGAL,
    NO_OFFICE,
    OFF,
    ON,
    TOLERATED,
)

share = st.floats(0, 1)
food = st.floats(0, 500, allow_subnormal=False)
parameters = st.builds(Provision, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
rounding = 1e-9
DEFAULTS = PROVISION
TEN = {"present": 10.0, "need_factor": 1.0, "need": 10.0, "calendar": 1}  # a cell of ten people in January


def handed(pool, first, second, third, privileges, p, own=0.0):
    """A cell's cards after the month: `ration` with one need a head."""
    present = float(first + second + third)
    return loose(ration, pool=pool, need=present, own=own, present=present, cards_first=first, cards_second=second,
                 cards_third=third, privileges=privileges, market=BANNED, p=p)


def meal(category, cell, p, office=NO_OFFICE, card=1.0, bought=0.0, kin_deficit=0.0, kin_here=0, own=0.0):
    """Gap and deficit of one person of that cell."""
    one = dict(category=category, office=office, card=card, need_factor=1.0, own=own, ration_first=cell[0],
               ration_second=cell[1], ration_third=cell[2], ration_cards=ON)
    return (loose(gap_of, **one),
            loose(eat, **one, bought=bought, kin_deficit=kin_deficit, kin_here=kin_here, p=p))


# --- direction tests of the card --------------------------------------------------------------------------------------
def test_1_a_step_up_of_the_market_raises_nobodys_hunger():
    base = country("war", 1000)
    batch = born(*(base.from_month(33, {"market": law}) for law in ("banned", "tolerated", "legal")))
    batch.arrays["yielded"][:] = 0.3  # harvests fail everywhere
    run_on(batch, 34)
    banned, tolerated, legal = (batch.column("hunger", world) for world in range(3))
    assert (banned > 0.2).any()
    assert (tolerated <= banned).all() and (legal <= tolerated).all()
    assert (legal < banned).any()


@given(share, parameters)
def test_1_because_more_of_the_surplus_reaches_the_hungry(policing, p):
    steps = [market_of(law, policing, p) for law in (BANNED, TOLERATED, LEGAL)]
    assert steps == sorted(steps)
    assert market_of(BANNED, 1.0, p) <= market_of(BANNED, policing, p)
    assert market_of(LEGAL, 1.0, p) == market_of(LEGAL, 0.0, p)


@given(food, food, *[st.integers(0, 200)] * 3, share, share, parameters)
def test_2_more_food_for_a_cell_raises_nobodys_hunger_there(one, two, first, second, third, privileges, hunger, p):
    poor = handed(min(one, two), first, second, third, privileges, p)
    rich = handed(max(one, two), first, second, third, privileges, p)
    for category in range(3):
        less, more = (meal(category, cell, p)[1] for cell in (poor, rich))
        assert more <= less + rounding
        assert starve(hunger, more, FREE, 0, 1.0, p)[0] <= starve(hunger, less, FREE, 0, 1.0, p)[0] + rounding


# two districts of two cells under a centre: parent, first and last child, province
TWO_DISTRICTS = small_tree(np.array([4, 4, 5, 5, 6, 6, -1]), np.array([0, 0, 0, 0, 0, 2, 4]),
                           np.array([0, 0, 0, 0, 2, 4, 6]), np.array([4, 4, 5, 5, 4, 5, 6]))


def pools(autonomy, stock, unmet, told, p, ring=0.0, on=True):
    """What two districts of two cells each get, from arrays as the engine lays them."""
    held = np.full(7, autonomy) if np.ndim(autonomy) == 0 else np.asarray(autonomy)
    units = {"need": np.zeros(7), "present": np.ones(7), "asked": np.zeros(7), "stock": np.zeros(7),
             "ring": np.full(7, ring)}
    units["need"][:4], units["asked"][:4], units["stock"][4:6] = unmet, (1.0 - held[:4]) * told, stock
    # in August, the last month before the next delivery, all is released
    units = run_rules((add_claims, release, add_up_the_country, hand_out), units, levers={"autonomy": held},
                      off=() if on else ("requisition",), beside=TWO_DISTRICTS, calendar=8, p=p)
    pool, stocks, lost, stolen = (units[name] for name in ("pool", "stock", "lost", "stolen"))
    return pool[:4], stocks, lost, stolen


@given(share, st.lists(st.floats(0.1, 50), min_size=4, max_size=4), st.floats(0.1, 3))
def test_3_without_loss_and_with_a_centre_that_sees_what_districts_see_autonomy_changes_nothing(autonomy, unmet, each):
    unmet = np.array(unmet)
    stock = each * unmet.reshape(2, 2).sum(axis=1)  # every district has the same food a head of need
    p = DEFAULTS._replace(loss=0.0)
    for value in (0.0, autonomy, 1.0):
        assert pools(value, stock, unmet, unmet, p)[0] == pytest.approx(each * unmet, rel=1e-12)


@given(share, share, st.lists(st.floats(0, 50, allow_subnormal=False), min_size=4, max_size=4),
       st.lists(share, min_size=4, max_size=4),
       st.lists(st.floats(0, 80), min_size=2, max_size=2), share, parameters)
def test_3_whatever_the_autonomy_of_each_district_no_food_is_made_or_lost_but_loss_and_theft(
        here, there, unmet, frankness, stock, ring, p):
    autonomy = np.array([here, here, there, there, here, there, 0.0])
    unmet = np.array(unmet)
    pool, left, lost, stolen = pools(autonomy, np.array(stock), unmet, unmet * np.array(frankness), p, ring)
    assert pool.sum() + left.sum() + lost.sum() + stolen.sum() == pytest.approx(sum(stock), rel=1e-12, abs=1e-12)
    assert (pool >= 0).all() and (left >= 0).all()


@given(*[st.integers(0, 200)] * 3, share, share, share, parameters)
def test_4_a_pool_that_covers_need_leaves_no_deficit_and_hunger_decays_by_rho(first, second, third, privileges, hunger,
                                                                            luck, p):
    p = p._replace(share=0.0)
    cell = handed(float(first + second + third), first, second, third, privileges, p)
    for category in range(3):
        gap, deficit = meal(category, cell, p)
        assert gap == deficit == 0.0
        now, _, status, death = starve(hunger, deficit, FREE, 0, luck, p)
        assert now == p.memory * hunger
        if now <= p.threshold:
            assert (status, death) == (FREE, 0)


def test_4_so_it_is_in_the_whole_model_where_everybody_is_fed():
    batch = ran(country("law", 512, **{"provision.share": 0.0}), months=7)
    expected = np.float32(0.05)
    for _ in range(7):
        expected = np.float32(Provision().memory * np.float64(expected))
    assert batch.column("hunger") == pytest.approx(np.full(512, expected), rel=1e-4)
    assert not (batch.column("status") == DEAD).any()


def test_5_with_nothing_anywhere_everybodys_deficit_is_1_and_hunger_is_1_minus_rho_to_the_n():
    batch = born(country("war", 512, **{"provision.share": 0.0, "provision.banned": 0.0, "provision.cooperation": 0.0}))
    batch.column("begun")[-1] = 1  # the stores are not laid
    batch.column("hunger")[:] = 0.0
    for months in range(1, 7):
        run_on(batch, 1)
        alive = batch.column("status") < 3
        assert (batch.column("deficit")[alive] == 65535).all()
        assert batch.column("hunger")[alive] == pytest.approx(
            np.full(alive.sum(), 1 - Provision().memory**months), rel=1e-5)
    assert (batch.column("death") == BY_HUNGER).any() and total(batch, "eaten") == 0.0


@given(share, share, share, share, share, st.integers(1, 12), parameters)
def test_7_without_concentration_or_with_a_leader_of_middling_ability_his_ability_changes_no_output(
        missing, able, concentration, leader, other, calendar, p):
    def made(c, his):
        return loose(toil, missing=missing, need=1.0, secretary=3, secretary_competence=able, concentration=c,
                     leader_competence=his, calendar=calendar, p=p)[0]

    assert made(0.0, leader) == made(0.0, other)
    assert made(concentration, 0.5) == pytest.approx(made(0.0, leader), rel=1e-12)


# --- hunger is of a place and of a year -------------------------------------------------------------------------------
@given(share, food, st.floats(0.1, 500), st.integers(1, 12), st.integers(1, 12))
def test_a_store_is_no_flow_the_longer_it_must_last_the_less_a_month_sells(reach, surplus, deficit, one, two):
    short, long = sorted((one, two))
    assert dealt(reach, surplus, long, deficit) <= dealt(reach, surplus, short, deficit)
    assert dealt(reach, surplus, 1, deficit) == pytest.approx(reach * surplus / deficit)
    assert dealt(reach, surplus, 3, 0.0) == 0.0


@given(food, food, food)
def test_a_village_sells_neither_its_food_nor_its_seed_and_a_town_has_no_granary(granary, need, seed):
    assert spared(1, granary, need, seed) == pytest.approx(max(0.0, granary - need - seed))
    assert spared(0, granary, need, seed) == 0.0


@given(st.floats(0, 300), share, share, parameters)
def test_cards_are_of_the_towns_a_village_counts_by_its_weight_where_the_centre_allots(granary, frank, autonomy, p):
    def asked(village, weight):
        return loose(claim, **TEN, village=village, frankness=frank, reported_need=4.0, reported_need_1=4.0,
                     reported_need_2=4.0, autonomy=autonomy, unit_appeals=OFF, luck=1.0,
                     p=p._replace(countryside=weight))

    assert asked(1, p.countryside)[-1] == pytest.approx(p.countryside * asked(0, p.countryside)[-1])
    assert asked(1, 1.0) == asked(0, 1.0) and asked(1, 0.0)[4:8] == asked(1, 1.0)[4:8]  # what is told stays what it is


def test_a_failed_harvest_kills_where_it_failed_and_a_full_one_nobody():
    base = country("war", 1024)
    fed = born(base, base)
    struck = fed.tree.province == fed.tree.provinces[2]
    fed.column("yielded", 1)[struck] = 0.15
    run_on(fed, 30)
    died = [fed.column("death", world) == BY_HUNGER for world in range(2)]
    here = struck[fed.arrays["cell_of"][:fed.people]]
    village = fed.column("village")[fed.arrays["cell_of"][:fed.people]] == 1
    assert died[1][here & village].mean() > 5 * died[1][~here].mean()
    assert died[1][here].mean() > 0.01 and died[0][here].mean() < died[1][here].mean() / 3


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(food, *[st.integers(0, 200)] * 3, share, parameters)
def test_rations_use_the_pool_up_or_satisfy_everybody_and_rank_by_weight(pool, first, second, third, privileges, p):
    weights = (1.0, weight_of(p.second, privileges, p), weight_of(p.third, privileges, p))
    shares = shares_of(pool, first, second, third, *weights[1:])
    spent = first * shares[0] + second * shares[1] + third * shares[2]
    assert spent == pytest.approx(min(pool, first + second + third), rel=1e-6, abs=1e-6)
    assert shares[0] >= shares[1] - rounding and shares[1] >= shares[2] - rounding
    k = max(s / w for s, w in zip(shares, weights, strict=True))
    for s, w in zip(shares, weights, strict=True):  # share = min(1, w * k)
        if first + second + third > pool:
            assert s == pytest.approx(min(1.0, w * k), abs=1e-6) or s == pytest.approx(1.0, abs=1e-6)


def test_privileges_spread_the_weights_as_the_card_says():
    p = PROVISION
    assert weight_of(0.6, 0.6, p) == pytest.approx(0.6) and weight_of(0.1, 1.0, p) == pytest.approx(0.1)
    assert weight_of(0.1, 0.1, p) == pytest.approx(1 - 0.9 * 0.5)
    assert weight_of(1.0, 0.8, p) == 1.0


def test_who_holds_an_office_eats_as_the_first_category():
    cell = (0.9, 0.5, 0.1)
    assert meal(2, cell, DEFAULTS, office=CELL_SECRETARY)[0] == meal(0, cell, DEFAULTS)[0] < meal(2, cell, DEFAULTS)[0]


def test_without_a_card_there_is_no_ration():
    assert meal(0, (1.0, 1.0, 1.0), DEFAULTS, card=0.0)[0] == 1.0
    assert meal(0, (1.0, 1.0, 1.0), DEFAULTS, card=0.0, own=1.0)[0] == 0.0


@given(share, share, st.integers(1, 5), share, parameters)
def test_kin_share_and_who_has_none_bears_his_gap_alone(given_, bought, kin, theirs, p):
    cell = (given_, given_, given_)
    gap, alone = meal(0, cell, p, bought=bought)
    assert gap == pytest.approx(1 - given_) and alone == pytest.approx(gap * (1 - bought))
    _, shared = meal(0, cell, p, bought=bought, kin_deficit=kin * theirs, kin_here=kin)
    assert shared == pytest.approx((1 - p.share) * alone + p.share * theirs, abs=1e-12)


def test_the_harvest_is_12_months_away_in_august_and_1_in_july():
    assert [months_to_harvest(m) for m in (8, 9, 12, 1, 2, 7)] == [12, 11, 8, 7, 6, 1]


@given(st.floats(0, 300), st.integers(1, 12), share, parameters)
def test_a_village_eats_of_its_granary_no_more_than_a_months_share_and_a_town_nothing(granary, calendar, luck, p):
    for village in (0, 1):
        need, own, left, eaten, *_ = loose(claim, **{**TEN, "calendar": calendar}, village=village, granary=granary,
                                           frankness=1.0, inspection=0.05, unit_appeals=OFF, luck=luck, p=p)
        assert need == 10.0 and own * 10 == pytest.approx(granary - left) == pytest.approx(eaten)
        assert own * 10 == pytest.approx(min(10.0, granary / months_to_harvest(calendar)) if village else 0.0)


@given(st.lists(food, min_size=3, max_size=3), share, st.integers(0, 3), share, st.integers(0, 5), share)
def test_the_centre_allots_by_the_report_of_lag_months_ago_unless_an_appeal_is_read(past, frank, lag, luck, arrears,
                                                                                   inspection):
    p = DEFAULTS._replace(lag=float(lag))
    for appeals in (OFF, ON):
        asked = loose(claim, **TEN, frankness=frank, reported_need=past[0], reported_need_1=past[1],
                      reported_need_2=past[2], arrears=arrears, autonomy=0.25, inspection=inspection,
                      unit_appeals=appeals, luck=luck, p=p)[-1]
        read = appeals == ON and arrears >= 2 and luck < inspection
        assert asked == pytest.approx(0.75 * (10.0 if read else [10.0 * frank, *past][lag]))


@given(share, share, share, parameters)
def test_hunger_remembers_and_kills_above_its_threshold_by_the_cards_hazard(hunger, deficit, luck, p):
    now, relieved, status, death = starve(hunger, deficit, FREE, 0, luck, p)
    assert now == pytest.approx(p.memory * hunger + (1 - p.memory) * deficit)
    deep = max(0.0, now - p.threshold) / (1 - p.threshold)
    dies = luck < 1 - np.exp(-p.mortality * deep**2)
    if abs(luck - (1 - np.exp(-p.mortality * deep**2))) > 1e-9:
        assert (status, death) == ((DEAD, BY_HUNGER) if dies else (FREE, 0))
        assert relieved == (0 if dies else int(hunger - now > p.relief))


def test_switched_off_nobody_hungers_and_output_is_the_plan():
    base = country("war", 512)
    batch = ran(base.__class__(**{**base.__dict__, "off": frozenset({"provision"})}), months=9)
    assert (batch.column("hunger") == 0).all() and (batch.column("output")[:128] == 1).all()
    assert (batch.column("lived") == 1).all()
    assert (batch.column("pool")[:128] == batch.column("need")[:128]).all() and batch.column("need")[0] > 0


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields if f.span.symbol != "mkt"}
    card = {"w3": (0, .3), "loss": (0, .5), "lag": (0, 3), "lam": (.3, 1), "share": (0, .8), "mu": (.03, .3),
            "fr": (0, 1), "mv": (0, 1), "ki": (0, .9)}
    assert {k: found[k] for k in card} == card
    defaults = Provision()
    assert defaults.third <= defaults.second <= 1 and defaults.banned < defaults.tolerated < defaults.legal


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_a_card_counts_in_its_own_category_and_an_official_in_the_first():
    for category, office, expected in ((0, 0, (0.7, 0, 0)), (1, 0, (0, 0.7, 0)), (2, 0, (0, 0, 0.7)),
                                       (1, 2, (0.7, 0, 0)), (2, 1, (0.7, 0, 0))):
        assert (cards_first(0.7, category, office), cards_second(0.7, category, office),
                cards_third(0.7, category, office)) == expected


def test_kin_at_liberty_share_and_nobody_else_does():
    assert [kin_deficit(kind, 0.4, status) for kind, status in ((KIN, 0), (KIN, 3), (KIN + 1, 0))] == [0.4, 0.0, 0.0]
    assert [kin_here(kind, status) for kind, status in ((KIN, 0), (KIN, 3), (KIN + 1, 0))] == [1, 0, 0]
    assert [somebody_short(a, b) for a, b in ((0.0, 0.0), (0.1, 0.0), (0.0, 0.1))] == [False, True, True]


@given(share, share, parameters)
def test_only_who_is_in_danger_needs_luck(hunger, deficit, p):
    now = p.memory * hunger + (1 - p.memory) * deficit
    assert in_danger(hunger, deficit, p) == (now > p.threshold)


def test_supply_as_it_is_lived_is_what_is_not_missing():
    assert live(3.0, 10.0) == pytest.approx(0.7) and live(3.0, 0.0) == 1.0 and live(20.0, 10.0) == 0.0
    assert plenty(7.0, 1.5) == (10.5, 10.5)


def test_the_towns_alone_are_looked_at_and_their_year_is_remembered_from_september():
    village, need = np.array([0, 1, 0, 0]), np.array([10.0, 50.0, 30.0, 0.0])
    missing, short = np.array([4.0, 40.0, 6.0, 0.0]), np.array([2.0, 30.0, 3.0, 0.0])
    present = np.array([9.0, 40.0, 16.0, 0.0])
    tree = small_tree(np.array([3, 3, 3, -1]), np.array([0, 0, 0, 0]), np.array([0, 0, 0, 3]), np.arange(4))
    units = {"village": village, "need": need, "missing": missing, "shortage": short, "present": present}
    units = run_rules((count_towns, look_at_towns), units, beside=tree)
    assert units["urban_gap"][3] == pytest.approx(10 / 40) and units["urban_deficit"][3] == pytest.approx(5 / 25)
    units = run_rules((count_towns, look_at_towns), {**units, "village": np.ones(4)}, beside=tree)
    assert units["urban_gap"][3] == units["urban_deficit"][3] == 0.0
    assert remember_towns(0.4, 1.0, 0.25, 0.2, 9, DEFAULTS) == pytest.approx((0.2, 1 - 0.7 * 0.25))
    assert remember_towns(0.4, 1.0, 0.25, 0.2, 12, DEFAULTS)[0] == pytest.approx(0.4 - 0.2 / 4)


MARKET_DAY = (open_market, bring, lack, add_up_provinces, trade, sell, sell_afar, close_market, part_with, give_back)


def market(reach=0.5, calendar=7, village=(1, 0, 0), granary=(90.0, 0.0, 0.0), offered=20.0, left=(0.0, 0.0, 10.0),
           missing=(0.0, 30.0, 10.0), seed=0.0, assoc=0.0, goods=1.0):
    """One province of three cells of one district (unit 3), the province 4: what trade does to it."""
    cells = {"reach": np.full(6, reach), "village": np.array([*village, 0, 0, 0]), "assoc": np.full(6, assoc),
             "need": np.array([60.0, 30.0, 30.0, 0, 0, 0]), "missing": np.array([*missing, 0, 0, 0]),
             "left_over": np.array([*left, 0, 0, 0]), "bought": np.zeros(6), "granary": np.array([*granary, 0, 0, 0]),
             "seed_due": np.array([seed, 0, 0, 0, 0, 0]), "offered": np.array([0, 0, 0, 0, offered, 0]),
             "stock": np.zeros(6), "made": np.zeros(6), "eaten": np.zeros(6), "traded": np.zeros(6)}
    tree = small_tree(np.array([3, 3, 3, 4, 5, -1]), np.array([0, 0, 0, 0, 3, 4]), np.array([0, 0, 0, 3, 4, 5]),
                      np.array([4, 4, 4, 4, 4, 5]))
    return run_rules(MARKET_DAY, {**cells, "goods_made": goods}, beside=tree, calendar=calendar, p=DEFAULTS)


def test_in_july_a_province_sells_what_the_law_lets_through_and_keeps_the_rest():
    after = market()
    supply, wanted = 20.0 + 10.0 + 90.0, 40.0  # the last month before the harvest: a village spares its whole granary
    share = min(1.0, 0.5 * supply / wanted)
    assert after["bought"][1:3] == pytest.approx([share] * 2)
    sold = share * wanted
    assert after["traded"].sum() == pytest.approx(sold) and after["eaten"].sum() == pytest.approx(sold)
    kept = 1 - sold / supply
    assert after["granary"][0] == pytest.approx(90 * kept) and after["offered"][4] == pytest.approx(20 * kept)
    assert after["stock"][3] == pytest.approx(10 * kept)


def test_half_a_year_before_it_a_village_keeps_its_food_and_seed_and_a_month_sells_a_sixth():
    after = market(calendar=2, granary=(400.0, 0.0, 0.0), seed=25.0)
    supply = 20.0 + 10.0 + (400 - 5 * 60 - 25)
    assert after["bought"][1] == pytest.approx(0.5 * supply / 6 / 40)
    assert market(calendar=2, granary=(300.0, 0.0, 0.0))["granary"][0] == 300.0
    assert market(village=(0, 0, 0))["granary"][0] == 90.0


def test_what_people_do_together_comes_from_outside_the_market():
    after = market(reach=0.0, assoc=0.5)
    assert after["bought"][1] == pytest.approx(0.15) and after["made"].sum() == pytest.approx(0.15 * 40)
    assert after["granary"][0] == 90.0 and after["traded"].sum() == 0.0
    assert market(missing=(0.0, 0.0, 0.0))["bought"].sum() == 0.0


def toiled(**changes):
    """Output, what is earned and the year's work of a town of ten whose secretary is able by .7."""
    usual = dict(missing=3.0, need=10.0, work=0.8, village=0, secretary=4, secretary_status=FREE,
                 secretary_competence=0.7, branches=0.9, concentration=0.5, leader_competence=0.9, goods_made=1.0,
                 calendar=8, p=DEFAULTS)
    return loose(toil, **{**usual, **changes})


def test_hours_go_to_barter_and_the_plan_to_who_leads():
    made, earned, work = toiled()
    assert made == earned == pytest.approx(1.2 * (1 - 0.7 * 0.3) * (0.5 + 0.5 * 1.4) * 0.9)
    assert work == pytest.approx(1 - 0.7 * 0.3)
    assert toiled(calendar=10)[2] == pytest.approx(0.8 + (0.79 - 0.8) / 3)
    alone = dict(missing=0.0, concentration=0.0, branches=1.0)
    assert toiled(**alone, need=0.0, secretary=-1)[0] == pytest.approx(1.0)
    assert toiled(**alone, secretary_status=5)[0] == pytest.approx(1.0)
    assert toiled(**alone, withdrawn=0.25)[0] == pytest.approx(0.75 * 1.2)
    assert toiled(missing=0.02, need=0.05)[2] == pytest.approx(1 - 0.7 * 0.4)  # a share is a share


def test_a_village_loses_no_hours_of_its_fields_to_barter_and_needs_no_industry():
    made, earned, work = toiled(village=1, goods_made=0.25)
    assert work == 1.0 and toiled(village=1, calendar=10)[2] == pytest.approx(0.8 + 0.2 / 3)
    assert made == earned == toiled(goods_made=0.25)[1]  # what it makes beside the fields falls with hunger


def test_industry_needs_industry_and_a_wage_does_not():
    # a power of one half: where a quarter of the goods is made, half of the work is left
    made, earned, _ = toiled(goods_made=0.25)
    assert earned == toiled()[1] and made == pytest.approx(earned / 2)
    assert supplied_by(1.0, DEFAULTS) == 1.0 and supplied_by(0.25, DEFAULTS._replace(inputs=0.0)) == 1.0
    assert 0.0 < supplied_by(0.0, DEFAULTS) < 1e-4  # from nothing it may begin again


@given(share, share, share, share, st.integers(1, 12), parameters)
def test_goods_follow_hours_and_the_goods_of_the_month_before(gap, one, two, shortfall, calendar, p):
    low, high = sorted((one, two))
    few, many = (remember_towns(shortfall, made, gap, 0.1, calendar, p)[1] for made in (low, high))
    assert few <= many <= 1 - p.barter * gap + rounding
    assert remember_towns(shortfall, 1.0, 0.0, 0.1, calendar, p)[1] == pytest.approx(1.0)
    at_rest, made = (1 - p.barter * gap) ** (1 / (1 - p.inputs)), 1.0
    for _ in range(400):
        made = remember_towns(shortfall, made, gap, 0.1, calendar, p)[1]
    assert made == pytest.approx(at_rest, rel=1e-6, abs=1e-9)


# --- trade within and between provinces -------------------------------------------------------------------------------
# three provinces of a district each under a centre, two cells a district: a village and a town
THREE_PROVINCES = small_tree(
    np.array([6, 6, 7, 7, 8, 8, 9, 10, 11, 12, 12, 12, -1]), np.array([0, 0, 0, 0, 0, 0, 0, 2, 4, 6, 7, 8, 9]),
    np.array([0, 0, 0, 0, 0, 0, 2, 4, 6, 7, 8, 9, 12]), np.array([9, 9, 10, 10, 11, 11, 9, 10, 11, 9, 10, 11, 12]))
IN_STORE = ("granary", "offered", "stock")


def fair(granary, missing, calendar=7, reach=0.5, offered=(0.0, 0.0, 0.0), left=0.0, goods=1.0, assoc=0.0, p=DEFAULTS):
    """A month's trade of three provinces: granaries of their villages, and what villages and towns miss in turn."""
    cells = {"reach": np.full(13, reach), "village": np.array([1, 0] * 3 + [0] * 7), "assoc": np.full(13, assoc),
             "need": np.array([60.0, 30.0] * 3 + [0.0] * 7), "missing": np.array([*missing] + [0.0] * 7),
             "left_over": np.array([0.0, left] * 3 + [0.0] * 7), "seed_due": np.zeros(13),
             "granary": np.array([granary[0], 0, granary[1], 0, granary[2], 0] + [0.0] * 7, float),
             "offered": np.array([0.0] * 9 + [*offered] + [0.0]),
             "stock": np.zeros(13), "made": np.zeros(13), "eaten": np.zeros(13), "traded": np.zeros(13)}
    before = sum(cells[name].sum() for name in IN_STORE) + cells["left_over"].sum()
    cells = run_rules(MARKET_DAY, {**cells, "goods_made": goods}, beside=THREE_PROVINCES, calendar=calendar, p=p)
    cells["gone"] = before - sum(cells[name].sum() for name in IN_STORE)
    return cells


TRADE, LACK = (st.floats(0, most, allow_subnormal=False) for most in (200, 30))


@given(st.lists(TRADE, min_size=3, max_size=3), st.lists(LACK, min_size=6, max_size=6),
       st.lists(TRADE, min_size=3, max_size=3), TRADE, share, share, share, st.integers(1, 12), parameters)
def test_no_food_is_made_or_lost_by_trade_near_or_far(granary, missing, offered, left, reach, goods, assoc, calendar,
                                                      p):
    after = fair(granary, missing, calendar, reach, offered, left, goods, assoc, p)
    traded = after["traded"].sum()
    assert after["gone"] == pytest.approx(traded, rel=1e-9, abs=1e-9)
    assert after["eaten"].sum() == pytest.approx(traded + after["made"].sum(), rel=1e-12)
    assert after["sale"].sum() + after["sale_afar"].sum() == pytest.approx(traded, rel=1e-9, abs=1e-12)
    assert (after["eaten"][:6] <= np.array(missing) * (1 + rounding)).all()
    assert all((after[name] >= 0).all() for name in IN_STORE)


def test_the_market_of_the_country_feeds_a_province_without_harvest():
    # July: villages spare all; half is carried to the country, half of trade gets through. Only the third province has
    # grain, 100, and two towns miss 20 each: its own gets .5*50/20, each of half of the country's .5*50/40
    after = fair((0, 0, 100.0), (0, 20.0, 0, 0, 0, 20.0))
    assert after["bought"][1] == pytest.approx(0.5 * 50 / 40) and after["eaten"][1] == pytest.approx(12.5)
    assert after["bought"][5] == 1.0 and after["bought"][3] == pytest.approx(0.5 * 50 / 40)
    near, afar = 0.5 * 50 / 20, 0.5 * 50 / 40
    assert after["sale"][5] == pytest.approx(20 * near / (near + afar))
    assert after["sale_afar"][5] == pytest.approx(20 * afar / (near + afar))
    assert after["granary"][4] == pytest.approx(100 - 32.5)
    home = fair((0, 0, 100.0), (0, 20.0, 0, 0, 0, 20.0), p=DEFAULTS._replace(carried=0.0))
    assert home["bought"][1] == 0.0 and home["sale_afar"].sum() == 0.0 and home["bought"][5] == 1.0


def test_goods_carry_less_where_industry_stands():
    for goods in (1.0, 0.5, 0.0):
        after = fair((0, 0, 100.0), (0, 20.0, 0, 0, 0, 20.0), goods=goods)
        assert after["bought"][1] == pytest.approx(0.5 * 0.5 * goods * 100 / 40)


def test_a_village_that_misses_bread_has_little_to_pay_with():
    # of equal need a village counts and buys by a quarter: 20 and 5 share what trade brings
    after = fair((0, 0, 40.0), (20.0, 20.0, 0, 0, 0, 0))
    assert after["lacking"][9] == pytest.approx(25.0) and after["lacking"][12] == pytest.approx(25.0)
    town = 0.5 * 20 / 25
    assert after["bought"][:2] == pytest.approx([town / 4, town])
    assert fair((0, 0, 40.0), (20.0, 20.0, 0, 0, 0, 0), p=DEFAULTS._replace(means=0.0))["bought"][0] == 0.0


def test_every_province_gives_to_the_country_by_its_supply():
    after = fair((0, 60.0, 30.0), (0, 20.0, 0, 0, 0, 0))
    sold = 0.5 * 45 / 20 * 20
    assert sold > 20 and after["eaten"][1] == 20.0  # all that is missed
    assert after["granary"][2] == pytest.approx(60 - 20 * 2 / 3) and after["granary"][4] == pytest.approx(30 - 20 / 3)


# --- release by what is still to come ---------------------------------------------------------------------------------
def of_stock(stock, due, calendar):
    """What a month leaves of the stock of a district with one cell."""
    units = SimpleNamespace(need=[5.0], own=[0.0], present=[1.0], take_due=[due])
    tree = SimpleNamespace(child_first=[0, 0], child_last=[0, 1])
    return release(1, stock, units, tree, 3.0, 0.25, calendar, True)[0]


def test_a_store_of_the_state_must_last_until_the_next_delivery_and_counts_what_the_season_still_brings():
    assert [months_to_delivery(m) for m in (9, 10, 12, 1, 2, 7, 8)] == [12, 11, 9, 8, 7, 2, 1]
    assert [still_to_come(m) for m in (9, 10, 12, 1, 2, 3, 8)] == [5, 4, 2, 1, 0, 0, 0]

    def released(stock, due, calendar):
        return stock - of_stock(stock, due, calendar)

    assert released(60.0, 30.0, 9) == pytest.approx((60 + 5 * 30) / 12)
    assert released(60.0, 0.0, 9) == pytest.approx(60 / 12)
    assert released(60.0, 30.0, 3) == pytest.approx(60 / 6)  # the season is over
    assert released(10.0, 600.0, 9) == 10.0  # no more than there is
    assert released(60.0, 30.0, 8) == 60.0


@given(st.floats(0, 500), st.floats(0, 100))
def test_who_gets_a_sixth_a_month_of_the_season_hands_out_a_twelfth_in_every_month(stock, due):
    left, handed_out = stock, []
    for calendar in (9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8):
        left += due if calendar >= 9 or calendar <= 2 else 0.0
        share_of_month = left - of_stock(left, due, calendar)
        left -= share_of_month
        handed_out.append(share_of_month)
    assert left == pytest.approx(0.0, abs=1e-9) and sum(handed_out) == pytest.approx(stock + 6 * due)
    even = (stock + 6 * due) / 12
    if stock + due >= even + rounding:  # the first delivery and the old store can bear it
        assert handed_out == pytest.approx([even] * 12)

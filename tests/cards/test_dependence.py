"""Card 11, dependence on one employer, landlord and supplier: its direction tests, its limiting cases, its equation."""

from __future__ import annotations

import numpy as np
import pytest
from country import country, lived
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import loose
from example_parameters import DEPENDENCE, PROVISION
from unanimity.mechanisms.bread.market import market_of
from unanimity.mechanisms.party.dependence import (
    MECHANISM,
    Dependence,
    dependence,
    digits,
    held_by_the_state,
    hold_of,
    lives_by_the_party,
    out_of,
    owned,
    trade_of,
)
from unanimity.world.codes import (
    BANNED,
    CAMP,
    CITIZEN,
    DISMISSED,
    EXILED,
    EXPELLED,
    FREE,
    IMPRISONED,
    INQUIRY,
    LEGAL,
    MEMBER,
    OFFICIAL,
    POLICE,
    TOLERATED,
)
from unanimity.world.levers import AUTO

share = st.floats(0, 1)
free = {f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields}
rounding = 1e-9
MARKET = PROVISION
states = st.fixed_dictionaries({
    "job_state": st.integers(0, 1), "room_state": st.integers(0, 1), "plot": st.integers(0, 1), "competence": share,
    "fame": share, "solid": share, "assoc": share, "dependants": st.integers(0, 8),
    "market": st.sampled_from([BANNED, TOLERATED, LEGAL]), "ration_cards": st.just(1.0)})


def reckoned(one, p):
    """The dependence of one of whom nothing was reckoned before."""
    return loose(dependence, dependence=0.5, held=-1.0, reweighed=0, **one, p=p, p_provision=MARKET)[0]


@st.composite
def parameters(draw):
    """Any parameters within their spans whose trade incomes are ordered."""
    p = draw(st.builds(Dependence, **free))
    trade = sorted((p.trade_banned, p.trade_tolerated, p.trade_legal))
    return p._replace(trade_banned=trade[0], trade_tolerated=trade[1], trade_legal=trade[2])


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(share, st.integers(0, 8), parameters())
def test_1_where_nothing_is_held_nobody_depends(out, dependants, p):
    assert owned(0.0, out, dependants, p) == 0.0


@given(share, st.integers(0, 8), parameters())
def test_2_who_can_live_otherwise_does_not_depend(hold, dependants, p):
    assert owned(hold, 1.0, dependants, p) == 0.0


@given(states, parameters())
def test_3_a_freer_market_raises_nobodys_dependence(one, p):
    levels = [reckoned({**one, "market": market}, p) for market in (BANNED, TOLERATED, LEGAL)]
    assert levels[0] >= levels[1] - rounding and levels[1] >= levels[2] - rounding


def test_3_so_it_is_in_the_whole_model():
    banned, tolerated, legal = (lived(country("apparatus", {"market": m})).column("dependence")
                                for m in ("banned", "tolerated", "legal"))
    assert (banned >= tolerated).all() and (tolerated >= legal).all()
    assert (banned > legal).mean() > 0.9


@given(states, parameters(), st.integers(0, 7))
def test_4_one_more_dependant_never_lowers_dependence(one, p, dependants):
    few, more = (reckoned({**one, "dependants": n}, p) for n in (dependants, dependants + 1))
    assert more >= few - rounding


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(states, parameters())
def test_dependence_is_the_cards_formula(one, p):
    trade = (p.trade_banned, p.trade_tolerated, p.trade_legal)[one["market"]]
    food = (0.25, 0.5, 0.8)[one["market"]]
    out = 1 - ((1 - trade * one["competence"]) * (1 - p.abroad * one["fame"]) * (1 - p.plot_feeds * one["plot"])
               * (1 - p.aid * max(one["solid"], one["assoc"])))
    hold = min(1, p.job * one["job_state"] + p.food * (1 - food) + p.room * one["room_state"])
    expected = 1 - (1 - hold * (1 - out)) ** (1 + p.dependant * one["dependants"])
    assert reckoned(one, p) == pytest.approx(expected, abs=1e-9)
    assert 0.0 <= reckoned(one, p) <= 1.0


def test_the_market_sets_income_from_trade_and_food_beside_the_card():
    p = DEPENDENCE
    assert [trade_of(m, p) for m in (BANNED, TOLERATED, LEGAL)] == [0.1, 0.3, 0.7]
    assert [market_of(m, 0.0, PROVISION) for m in (BANNED, TOLERATED, LEGAL)] == [0.25, 0.5, 0.8]


@given(share, share, share, share, share, share)
def test_any_second_source_makes_out_no_smaller(trade, skill, fame, plot, aid, more):
    p = DEPENDENCE
    assert out_of(trade, skill, fame, plot, max(aid, more), p) >= out_of(trade, skill, fame, plot, aid, p) - rounding
    assert out_of(0.0, skill, 0.0, 0.0, 0.0, p) == 0.0


@given(share)
def test_all_that_is_held_adds_up_to_one(food):
    assert hold_of(1, 0.0, 1, DEPENDENCE) == 1.0 and hold_of(0, 1.0, 0, DEPENDENCE) == 0.0
    assert owned(1.0, 0.0, 3, DEPENDENCE) == 1.0


def test_jobs_rooms_and_plots_are_drawn_to_their_shares_in_town_and_village():
    p = DEPENDENCE
    sizes = {f"dependence.{name}": getattr(p, name) for name in ("town_jobs", "town_rooms", "village_jobs")}
    batch = lived(country(changes=sizes, people=6400))
    tree = batch.tree
    rural = batch.column("village")[:tree.cells][np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))] == 1
    job, room, plot = (batch.column(name) for name in ("job_state", "room_state", "plot"))
    assert job[~rural].mean() == pytest.approx(p.town_jobs, abs=0.03)
    assert job[rural].mean() == pytest.approx(p.village_jobs, abs=0.03)
    assert room[~rural].mean() == pytest.approx(p.town_rooms, abs=0.03) and room[rural].sum() == 0
    assert (plot == rural).all()
    assert abs(np.corrcoef(job[~rural], room[~rural])[0, 1]) < 0.08
    town, village = batch.column("dependence")[~rural], batch.column("dependence")[rural]
    assert town.mean() > village.mean() + 0.2


def test_the_levers_redraw_the_same_people_to_another_share():
    few, many = (lived(country("apparatus", {"state_jobs": x, "state_rooms": x, "plots": x}, people=3200))
                 for x in (0.3, 0.6))
    for name in ("job_state", "room_state", "plot"):
        a, b = few.column(name), many.column(name)
        assert (a <= b).all() and a.sum() < b.sum(), name
    assert few.column("job_state").mean() == pytest.approx(0.3, abs=0.04)


@given(share, st.integers(0, 1))
def test_the_withdrawn_have_lost_job_and_room_and_an_accused_not_yet(lot, village):
    for status in (DISMISSED, EXPELLED, EXILED, IMPRISONED, CAMP):
        assert held_by_the_state(lot, status, village, 1.0, 1.0, 1.0, DEPENDENCE) == (0, 0, village)
    for status in (FREE, INQUIRY):
        job, room, plot = held_by_the_state(lot, status, village, 1.0, 1.0, AUTO, DEPENDENCE)
        assert (job, room) == (int(lot < 1.0), 1) and plot == village


@given(share)
def test_finer_digits_of_a_lot_are_a_lot(lot):
    assert 0.0 <= digits(lot, 997.0) < 1.0


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"wj": (0, 1), "wr": (0, 1), "wl": (0, 1), "kd": (0, .4), "abroad": (0, 1), "aid": (0, 1),
            "share_kin": (0, 1)}
    assert {k: found[k] for k in card} == card
    p = Dependence()
    assert p.trade_banned <= p.trade_tolerated <= p.trade_legal
    assert p.job + p.food + p.room == pytest.approx(1.0)


# --- members where one party rules ------------------------------------------------------------------------------------
def test_members_live_by_the_party_where_there_is_only_one():
    estates = (CITIZEN, MEMBER, OFFICIAL, POLICE)
    assert [bool(lives_by_the_party(estate, BANNED)) for estate in estates] == [False, True, True, True]
    assert not any(lives_by_the_party(estate, law) for estate in estates for law in (TOLERATED, LEGAL))


@given(states, parameters(), st.sampled_from([MEMBER, OFFICIAL, POLICE]))
def test_under_one_party_a_member_depends_as_one_with_its_job_and_without_a_plot(one, p, estate):
    def of(who, parties, **changes):
        return reckoned({**one, **changes, "estate": who, "association_parties": parties}, p)

    assert of(estate, BANNED) == of(CITIZEN, BANNED, job_state=1, plot=0)
    assert of(estate, BANNED) >= of(estate, LEGAL) - rounding
    assert of(estate, LEGAL) == of(estate, TOLERATED) == of(CITIZEN, BANNED) == of(CITIZEN, LEGAL)


def test_so_it_is_in_the_whole_model_also_of_members_in_villages():
    alone, beside = (lived(country("apparatus", {"association.parties": law}, off={"recruitment"}, people=1600))
                     for law in ("banned", "legal"))
    member = alone.column("estate") != CITIZEN
    more = alone.column("dependence") > beside.column("dependence")
    assert (alone.column("dependence") == beside.column("dependence"))[~member].all()
    without = (alone.column("job_state") == 0) | (alone.column("plot") == 1)
    assert (more == (member & without)).all() and more.any()


def test_switched_off_everybody_depends_by_one_half():
    batch = lived(country("terror", off={"dependence"}), months=2)
    assert (batch.column("dependence") == 0.5).all()


@given(states, parameters(), share)
def test_it_is_reckoned_afresh_when_more_or_less_is_held_or_a_dependant_weighs_otherwise(one, p, before):
    now, held = loose(dependence, dependence=before, held=-1.0, reweighed=0, **one, p=p, p_provision=MARKET)
    again = loose(dependence, dependence=before, held=held, reweighed=0, **one, p=p, p_provision=MARKET)
    assert again == (before, held)
    assert loose(dependence, dependence=before, held=held, reweighed=1, **one, p=p, p_provision=MARKET) == (now, held)

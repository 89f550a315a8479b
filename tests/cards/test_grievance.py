"""Card 7, what is owed and not given: its direction tests, its limiting cases, its form."""

from __future__ import annotations

import numpy as np
import pytest
from country import country, lived
from hypothesis import given, settings
from hypothesis import strategies as st

from direct_calls import loose
from example_parameters import GRIEVANCE
from unanimity.mechanisms.people.grievance import (
    MECHANISM,
    Grievance,
    grievance,
    hindered_of,
    lack_of,
    lie_of,
    privilege_seen,
    taken_of,
    wrong,
)
from unanimity.world.codes import BANNED, FREE_PRESS, LEGAL, MONOPOLY, NEVER, PURCHASE, SEIZURE, TAX

share = st.floats(0, 1)
parameters = st.builds(Grievance, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
rounding = 1e-12
states = st.fixed_dictionaries({
    "grievance": share, "accustomed": share, "standing": share, "hunger": share, "relieved": st.integers(0, 1),
    "wrong": share, "paid_for_another": share, "hatred": share,
    "trust": share, "claim": share, "lived": share, "officials_here": st.integers(0, 5),
    "present": st.integers(0, 40), "broken": share, "insult": share, "village": st.integers(0, 1),
    "month_take": st.floats(0, 50), "harvest": st.floats(0, 300), "missing": st.floats(0, 50),
    "need": st.floats(0, 50), "driven": st.floats(0, 2.5), "news": share, "privileges": share,
    "market_policing": share, "procurement": st.sampled_from([SEIZURE, TAX, PURCHASE]),
    "association_economy": st.sampled_from([BANNED, LEGAL]), "press": st.sampled_from([MONOPOLY, FREE_PRESS]),
    "blame_shifted": st.just(0.0)})
NOTHING = {"standing": 0.0, "hunger": 0.0, "relieved": 0, "wrong": 0.0, "claim": 0.5, "lived": 0.5, "broken": 0.0,
           "insult": 0.0, "month_take": 0.0, "market_policing": 0.0, "paid_for_another": 0.0, "hatred": 0.6,
           "driven": 0.0, "press": MONOPOLY, "blame_shifted": 0.0}


def felt(one, p):
    return loose(grievance, **one, p=p)[0]


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(states, parameters, share)
def test_1_more_hunger_at_the_same_habit_never_lowers_grievance(one, p, more):
    hungrier = {**one, "hunger": max(one["hunger"], more)}
    assert felt(hungrier, p) >= felt(one, p) - rounding


@given(share, st.floats(0, 20), st.floats(0, 40))
def test_2_without_privileges_nobody_is_offended_by_them(hunger, officials, present):
    assert privilege_seen(0.0, officials, present, hunger) == 0.0


@given(states, parameters, share)
def test_3_with_all_inputs_and_standing_0_grievance_decays_by_1_minus_heal_exactly(one, p, start):
    calm = {**one, **NOTHING, "grievance": start}
    assert felt(calm, p) == (1.0 - p.heal) * start


def test_3_so_it_does_in_the_whole_model():
    base = country("apparatus", {"press.noise": 0.0, "press.spin": 0.0})
    batch = lived(base, months=5, standing=0.0, hunger=0.0, accustomed=0.0, grievance=0.8)
    expected = np.float32(0.8)
    for _ in range(5):
        expected = np.float32(np.float64(expected) * (1.0 - Grievance().heal))
    assert (batch.column("grievance") == expected).all()


@given(states, parameters, share, st.integers(1, 7))
def test_4_an_innocent_tie_struck_instead_of_a_stranger_never_lowers_my_grievance(one, p, weight, blow):
    stranger = {**one, "wrong": 0.0}
    innocent = {**one, "wrong": wrong(weight, blow, NEVER)}
    assert felt(innocent, p) >= felt(stranger, p) - rounding
    assert wrong(weight, blow, 3) == 0.0  # one who had dissented is no innocent


def test_4_in_the_whole_model_blows_to_the_innocent_raise_grievance_and_only_that_of_their_ties():
    base = country()
    blow = np.zeros(400, np.uint8)
    blow[::25] = 6
    calm, struck, guilty = (lived(base, months=1, **c) for c in (
        {"blow": 0}, {"blow": blow}, {"blow": blow, "last_dissent": 0}))
    calm, struck, guilty = (b.column("grievance") for b in (calm, struck, guilty))
    assert (struck >= calm).all() and 0.2 < (struck > calm).mean() < 1.0
    assert (guilty == calm).all()


@given(states, parameters, share, share)
def test_5_a_claim_that_is_as_lived_contributes_nothing_whatever_the_trust(one, p, other_trust, lived_):
    true = {**one, "claim": lived_, "lived": lived_}
    assert felt(true, p) == felt({**true, "trust": other_trust}, p)
    assert lie_of(one["trust"], lived_, lived_, GRIEVANCE) == 0.0


# --- the form, line by line -------------------------------------------------------------------------------------------
def by_market(o):
    """The share of their bread that townspeople must buy, or of their harvest that villagers could sell."""
    if o["village"]:
        return min(1, max(0, o["harvest"] - 12 * o["present"]) / o["harvest"]) if o["harvest"] > 0 else 0
    return min(1, o["missing"] / o["need"]) if o["need"] > 0 else 0


@given(states, parameters)
def test_grievance_is_the_cards_formula(one, p):
    o = one
    fresh = (p.want * max(0, o["hunger"] - o["accustomed"])
             + p.privilege * o["privileges"] * min(1, o["officials_here"] / max(o["present"], 1)) * o["hunger"]
             + p.wrong * o["wrong"] * (1 - p.hardening * o["news"])
             + p.lie * o["trust"] * max(0, abs(o["claim"] - o["lived"]) - p.forgiven) + p.broken * o["broken"]
             + p.insult * (o["insult"] + p.raided * o["market_policing"] * by_market(o)) + p.driven * o["driven"]
             + p.taken * taken_of(o["village"], o["month_take"], o["harvest"], o["procurement"])
             + o["hatred"] * o["paid_for_another"] + p.heal * o["standing"])
    fresh *= p.aired if o["association_economy"] == LEGAL else 1.0
    new = (1 - p.heal) * o["grievance"] + fresh * (1 - o["grievance"]) - p.relief * o["relieved"]
    got, used_to = loose(grievance, **one, p=p)
    assert got == pytest.approx(min(1, max(0, new)), abs=1e-12)
    assert used_to == pytest.approx(o["accustomed"] + p.adaptation * (o["hunger"] - o["accustomed"]))


@given(states, parameters)
def test_grievance_and_habit_stay_within_0_and_1(one, p):
    assert all(0.0 <= x <= 1.0 for x in loose(grievance, **one, p=p))


@given(states, parameters)
def test_returning_bread_never_raises_grievance(one, p):
    assert felt({**one, "relieved": 1}, p) <= felt({**one, "relieved": 0}, p)


@given(states, parameters)
def test_grievances_aired_early_weigh_no_more(one, p):
    assert felt({**one, "association_economy": LEGAL}, p) <= felt({**one, "association_economy": BANNED}, p) + rounding


@given(share, share)
def test_what_one_is_used_to_is_no_lack(hunger, accustomed):
    assert lack_of(hunger, accustomed) == max(0.0, hunger - accustomed)


def test_only_villagers_are_taken_from_and_what_is_paid_for_is_no_injury():
    assert taken_of(1, 3.0, 100.0, SEIZURE) == pytest.approx(0.03)
    assert taken_of(1, 3.0, 100.0, TAX) == pytest.approx(0.03)
    assert taken_of(1, 3.0, 100.0, PURCHASE) == taken_of(0, 3.0, 100.0, SEIZURE) == taken_of(1, 3.0, 0.0, TAX) == 0.0


def test_small_errors_of_a_newspaper_are_forgiven():
    assert lie_of(1.0, 0.95, 0.86, GRIEVANCE) == 0.0 and lie_of(1.0, 0.95, 0.55, GRIEVANCE) == pytest.approx(0.3)


@settings(max_examples=8)  # thousands of months each
@given(share, parameters)
def test_the_fed_settle_at_what_they_brought_along_over_one_plus_it(standing, p):
    one = {**NOTHING, "standing": standing, "grievance": standing, "accustomed": 0.0, "trust": 0.5, "officials_here": 1,
           "present": 16, "village": 0, "harvest": 1.0, "news": 0.0, "privileges": 0.5, "procurement": TAX,
           "association_economy": BANNED}
    for _ in range(3000):
        one["grievance"] = felt(one, p)
    assert one["grievance"] == pytest.approx(standing / (1 + standing), abs=1e-6)


@given(states, parameters, share, share)
def test_raids_offend_whom_the_market_feeds_and_nobody_else(one, p, some, more):
    some, more = sorted((some, more))
    assert felt({**one, "market_policing": more}, p) >= felt({**one, "market_policing": some}, p) - rounding
    fed = {**one, "village": 0, "missing": 0.0}
    poor = {**one, "village": 1, "harvest": 12.0 * one["present"]}
    for unhindered in (fed, poor):
        assert felt({**unhindered, "market_policing": 1.0}, p) == felt({**unhindered, "market_policing": 0.0}, p)


@given(st.integers(0, 1), share, share, st.floats(0.1, 300), st.integers(0, 40))
def test_who_is_hindered_by_raids_misses_bread_in_town_or_has_some_to_sell_in_the_village(village, gap, other, need,
                                                                                        heads):
    low, high = sorted((gap, other))
    assert hindered_of(0, low * need, need, 0.0, heads) <= hindered_of(0, high * need, need, 0.0, heads)
    assert hindered_of(1, high * need, need, low * need, heads) <= hindered_of(1, 0.0, need, high * need, heads)
    assert 0.0 <= hindered_of(village, gap * need, need, other * need, heads) <= 1.0


@given(states, parameters, st.floats(0, 2.5), st.floats(0, 2.5))
def test_to_be_driven_into_a_farm_is_a_wrong(one, p, some, more):
    some, more = sorted((some, more))
    assert felt({**one, "driven": more}, p) >= felt({**one, "driven": some}, p) - rounding


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"gh": (0, 1), "gp": (0, 1), "gw": (0, 1), "gl": (0, 1), "gb": (0, 1), "gi": (0, 1), "heal": (.01, .15),
            "relief": (0, .4), "ka": (0, .1), "numb": (0, 1), "ir": (0, 1), "gd": (0, 2)}
    assert {k: found[k] for k in card} == card


def test_switched_off_everybody_feels_what_he_brought_along():
    batch = lived(country("terror", off={"grievance"}), months=3, hunger=0.9)
    assert (batch.column("grievance") == batch.column("standing")).all()
    assert (batch.column("accustomed") == np.float32(0.05)).all()

"""Card 24, when enough are seen to move: its direction tests, its limiting cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import after, events, heads, outside

from direct_calls import loose
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.power.regime_fall import lost_of
from unanimity.mechanisms.power.uprising import (
    MECHANISM,
    NEVER_READY,
    Uprising,
    energy_of,
    frankness_of,
    readiness_of,
    reliability_of,
    weigh,
)
from unanimity.world.codes import CITIZEN, DYING, FREE, IN_REVOLT, INQUIRY, NEVER, NO_OFFICE, POLICE, THE_RISING
from unanimity.world.levers import NUMBER_OF

share = st.floats(0, 1)
parameters = st.builds(Uprising, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
NOBODY_MOVES = {"uprising.company": 0.0, "uprising.others": 0.0}


def ready(p, grievance=0.5, rumour=0.0, hunger=0.0, fear=0.2, courage=0.3, reliability=1.0, others=0.0, signal=0.0,
          bound=False, force=0.7, village=0):
    return readiness_of(grievance, rumour, hunger, fear, courage, reliability, others, signal, bound, force, village, p)


@given(share, share, share, share, parameters)
def test_1_without_grievance_rumour_and_company_nobody_rises(hunger, fear, courage, rel, p):
    assert ready(p, 0.0, 0.0, hunger, fear, courage, rel) <= 0.0


@given(share, share, share, share, share, share, parameters)
def test_2_more_fear_or_reliability_never_makes_one_readier(grievance, hunger, fear, more, courage, rel, p):
    low, high = sorted((fear, more))
    assert ready(p, grievance, 0, hunger, high, courage, rel) <= ready(p, grievance, 0, hunger, low, courage, rel)
    assert ready(p, grievance, 0, hunger, fear, courage, max(rel, more)) <= ready(
        p, grievance, 0, hunger, fear, courage, min(rel, more)
    )


@given(share, share, share, share, parameters)
def test_2_more_force_never_makes_one_readier(grievance, fear, courage, more, p):
    low, high = sorted((p.force, more))
    assert ready(p, grievance, fear=fear, courage=courage, force=high) <= ready(
        p, grievance, fear=fear, courage=courage, force=low
    )


@given(share, share, share, share, share, parameters)
def test_3_above_all_that_can_be_added_up_no_revolt_is_possible(grievance, rumour, hunger, fear, others, p):
    p = p._replace(inertia=1.0 + p.rumour + p.company + p.others + 1e-9)
    assert ready(p, grievance, rumour, hunger, fear, others=others) + p.company <= 0.0


@given(share, share, parameters)
def test_4_without_fear_and_inertia_everyone_with_any_anger_rises(grievance, hunger, p):
    p = p._replace(inertia=0.0)
    for village, energy in ((0, 1 - hunger * hunger), (1, 1 - hunger)):
        assert (ready(p, grievance, 0.0, hunger, 0.0, village=village) > 0.0) == (grievance * energy > 0.0)


@given(share, share, share, parameters)
def test_5_troops_that_do_not_act_leave_no_risk(grievance, fear, courage, p):
    assert ready(p, grievance, fear=fear, courage=courage, reliability=0.0) == ready(
        p, grievance, fear=0.0, courage=courage
    )


@given(share, share, share, parameters)
def test_6_the_starving_do_not_march(grievance, rumour, fear, p):
    assert ready(p, grievance, rumour, 1.0, fear) <= 0.0 >= ready(p, grievance, rumour, 1.0, fear, village=1)


@given(share, share, share, parameters)
def test_6_hunger_leaves_no_more_strength_to_a_village_than_to_a_town(grievance, hunger, more, p):
    low, high = sorted((hunger, more))
    assert ready(p, grievance, hunger=low, village=1) <= ready(p, grievance, hunger=low)
    for village in (0, 1):
        assert ready(p, grievance, hunger=high, village=village) <= ready(p, grievance, hunger=low, village=village)
        assert energy_of(0.0, village) == 1.0 and energy_of(1.0, village) == 0.0


@given(share, st.integers(0, 1), share, parameters)
def test_hungry_and_divided_troops_are_less_reliable_and_watched_ones_more(hunger, watched, split, p):
    assert reliability_of(hunger, watched, split, p) <= reliability_of(0.0, watched, split, p)
    assert reliability_of(hunger, watched, split, p) <= reliability_of(hunger, watched, 0.0, p)
    assert reliability_of(hunger, 1, split, p) >= reliability_of(hunger, 0, split, p)


@given(share, share, share, share, parameters)
def test_7_an_office_or_a_uniform_binds_as_far_as_the_troops_obey(grievance, fear, courage, rel, p):
    free = ready(p, grievance, fear=fear, courage=courage, reliability=rel)
    bound = ready(p, grievance, fear=fear, courage=courage, reliability=rel, bound=True)
    assert bound == pytest.approx(free - p.stake * rel)
    assert ready(p, grievance, reliability=0.0, bound=True) == ready(p, grievance, reliability=0.0)


@given(share, share, share, parameters)
def test_8_who_fears_sees_less_of_the_others(fear, more, others, p):
    low, high = sorted((fear, more))
    assert frankness_of(high) <= frankness_of(low) and frankness_of(0.0) == 1.0 and frankness_of(1.0) == 0.0
    gained = ready(p, fear=fear, others=others) - ready(p, fear=fear)
    assert gained == pytest.approx(p.others * others * frankness_of(fear), abs=1e-12)


@given(share, share, st.integers(1, 5), parameters)
def test_9_a_post_that_rose_is_lost_the_more_the_less_the_troops_obey(rel, less, office, p):
    low, high = sorted((rel, less))
    assert lost_of(office, low, p) >= lost_of(office, high, p) >= 0.0
    assert lost_of(office, 0.0, p) == office


def test_9_where_troops_starve_and_the_centre_is_split_a_third_of_the_posts_is_enough():
    p = Uprising()
    starving = reliability_of(1.0, 1.0, 1.0, p)
    assert lost_of(1.0, starving, p) / 3.0 > p.fall > lost_of(1.0, reliability_of(0.0, 1.0, 0.0, p), p) / 3.0


def test_terror_keeps_the_same_people_down_who_rise_without_it():
    p = Uprising(inertia=0.55, company=0.6, dread=3.0)
    angry = {"grievance": 0.8, "courage": 0.3}
    assert ready(p, fear=0.1, **angry) > 0.0 > ready(p, fear=0.45, **angry) + p.company * frankness_of(0.45) * 0.2


def test_who_rose_rests_and_who_is_not_at_liberty_is_never_ready():
    state = {
        "grievance": 1.0,
        "rumour": 0.0,
        "hunger": 0.0,
        "fear": 0.0,
        "courage": 1.0,
        "office": NO_OFFICE,
        "estate": CITIZEN,
        "striking": 0,
        "reliability": 0.0,
        "province_linked": 0.0,
        "foreign_signal": 0,
        "village": 0,
        "month": 10,
        "p": Uprising(inertia=0.55, stake=0.3, rest=6.0),
    }

    def ready(**changes):
        return loose(weigh, **{**state, "status": FREE, "last_rose": NEVER, **changes})[0]

    assert ready() > 0 and ready(last_rose=5) == NEVER_READY
    assert ready(estate=POLICE, reliability=1.0) == pytest.approx(ready() - 0.3)
    assert ready(last_rose=4) > 0 and ready(status=INQUIRY) == NEVER_READY


# --- in the model -----------------------------------------------------------------------------------------------------
ANGRY = {"grievance": 0.95, "fear": 0.0, "hunger": 0.0}


def answered(name, months=1, threat=0.1, **columns):
    return after(outside(changes={"unrest_answer": name}), months=months, **{**ANGRY, "threat": threat, **columns})


def test_everybody_rises_and_next_month_rests():
    batch = answered("nothing")
    assert (batch.column("in_revolt") > 0).all() and batch.column("revolt")[-1] == 1.0
    later = answered("nothing", months=2)
    assert not later.column("in_revolt").any() and not later.column("revolt").any()
    assert (later.column("last_rose") == 0).all()


def test_a_few_who_would_rise_alone_draw_others_round_by_round():
    half = np.where(np.arange(400) % 10 == 0, 0.9, 0.45)
    with_company = after(
        outside(changes={"unrest_answer": "nothing", "uprising.company": 1.0}), fear=0.0, hunger=0.0, grievance=half
    )
    alone = after(
        outside(changes={"unrest_answer": "nothing", "uprising.company": 0.0}), fear=0.0, hunger=0.0, grievance=half
    )
    assert (alone.column("in_revolt") > 0).sum() == 40 < (with_company.column("in_revolt") > 0).sum()
    assert with_company.column("in_revolt").max() > 1


def test_force_kills_some_takes_others_insults_nobody_and_shocks_those_who_believed():
    batch = answered("force")
    dead = batch.column("death") == IN_REVOLT
    assert 5 < dead.sum() < 60 and len(events(batch, DYING)) == dead.sum() and heads(batch).sum() == 400
    caught = batch.column("warrant") == THE_RISING
    assert 20 < caught.sum() < 140 and not (caught & dead).any()
    assert not batch.column("insult").any() and batch.arrays["crushed"][0] == 1
    assert answered("force", months=2).arrays["moral_shock"][0] == 1.0


def test_force_without_capture_takes_nobody():
    batch = after(outside(changes={"unrest_answer": "force", "uprising.capture": 0.0}), **ANGRY)
    assert not batch.column("warrant").any() and (batch.column("death") == IN_REVOLT).any()


def test_food_is_taken_from_the_stores_and_calms():
    batch = after(outside(changes={"unrest_answer": "food:1"}), **{**ANGRY, "need": 3.0, "stock": 50.0})
    fed = batch.column("eaten")[: batch.tree.cells].sum()
    assert fed == pytest.approx(3.0 * batch.tree.cells)
    stores = batch.column("stock")[batch.tree.cells : batch.tree.cells + 32].sum()
    assert stores + fed == pytest.approx(32 * 50.0)
    assert np.allclose(batch.column("grievance"), (0.95 - 0.15) / 2, atol=1e-6)  # all rose: the regime fell as well


def test_auto_feeds_if_it_can_shoots_in_danger_and_else_concedes():
    can = after(outside(), **{**ANGRY, "need": 3.0, "stock": 50.0})
    assert can.column("eaten").sum() > 0 and can.arrays["concession_until"][0] == NEVER
    danger = after(outside(), **{**ANGRY, "need": 3.0, "threat": 0.9})
    assert (danger.column("death") == IN_REVOLT).any()
    base = outside(changes={"market": "banned", "association.factions": "tolerated"})
    concedes = after(base, **{**ANGRY, "need": 3.0, "threat": 0.1})
    assert concedes.arrays["concession_until"][0] == 12 and concedes.arrays["conceded"][0] == 1
    market, factions = (NUMBER_OF[name] for name in ("market", "association.factions"))
    assert (concedes.arrays["levers"][market] == 1.0).all() and (concedes.arrays["levers"][factions] == 0.0).all()
    assert (concedes.arrays["base_levers"][market] == 0.0).all()
    lapsed = after(base, months=13, **{**ANGRY, "need": 3.0, "threat": 0.1})
    assert (lapsed.arrays["levers"][market] == 0.0).all() and (lapsed.arrays["levers"][factions] == 1.0).all()


def test_3_a_province_hears_of_the_share_of_the_rest_of_the_country_that_rose():
    base = outside(changes={"unrest_answer": "nothing", **NOBODY_MOVES})
    batch = make_batch([base], [7], ())
    tree, angry = batch.tree, 0.9 * np.ones(batch.people)
    angry[tree.person_range(tree.provinces[0])[0]:tree.person_range(tree.provinces[2])[1]] = 0.0
    batch.column("grievance")[:], batch.column("fear")[:] = angry, 0.0
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    shares, people = batch.column("revolt")[tree.provinces], batch.column("present")[tree.provinces]
    assert (shares[:3] == 0.0).all() and (shares[3:] > 0.5).all()
    risen = shares * people
    elsewhere = (risen.sum() - risen) / (people.sum() - people)
    assert batch.column("linked")[tree.provinces] == pytest.approx(elsewhere, abs=1e-5)
    calm = after(base, months=2, grievance=0.0, fear=0.0)
    assert (calm.column("linked") == 0.0).all()


def test_threats_insult_and_jail_three_envoys_a_province():
    batch = answered("threat")
    assert (batch.column("warrant") > 0).sum() == 3 * len(batch.tree.provinces)


def test_when_those_who_hold_the_posts_rise_the_regime_falls_and_the_run_goes_on():
    batch = answered("nothing", powers=0.8)
    assert batch.arrays["falls"][0] == 1 and batch.arrays["last_fall"][0] == 0
    assert batch.arrays["powers"][0] == np.float32(0.1) and (batch.column("office") < 4).all()
    assert np.allclose(batch.column("grievance"), 0.475)
    assert (batch.column("sitting")[-batch.centre_size :] == -1).all()
    assert answered("nothing", months=3).arrays["falls"][0] == 1


def test_the_risen_are_filed_and_the_marked_are_blamed():
    quiet = np.where(np.arange(400) < 100, 0.0, 0.95)
    batch = after(
        outside(changes={"ballot": "secret", "unrest_answer": "nothing", **NOBODY_MOVES}),
        fear=0.0,
        hunger=0.0,
        grievance=quiet,
        dossier=np.where(np.arange(400) < 50, 2.0, 0.0),
    )
    file = batch.column("dossier")
    assert np.allclose(file[150:], 0.4, atol=1e-6)
    share_of_first = batch.column("revolt")[batch.tree.provinces[0]]
    assert file[0] == pytest.approx(2.0 + 0.4 * share_of_first, rel=1e-5) and file[60] == 0.0


def test_a_scripted_strike_is_company_and_unrest_but_makes_no_rebel():
    some = np.where(np.arange(400) % 4 == 0, 3, 0)
    batch = after(outside(changes={"unrest_answer": "nothing"}), grievance=0.0, fear=0.0, striking=some)
    assert batch.column("revolt")[-1] > 0.2 and not batch.column("in_revolt").any()
    assert set(batch.column("striking")) == {0, 2}


def test_switched_off_nobody_rises():
    batch = after(outside(off=("uprising",)), months=2, **ANGRY)
    assert not batch.column("in_revolt").any() and not batch.column("revolt").any()


def test_the_same_on_one_and_two_threads():
    one, two = (after(outside(), months=14, threads=n, **ANGRY) for n in (1, 2))
    for name in ("status", "grievance", "in_revolt", "dossier"):
        assert (one.column(name) == two.column(name)).all(), name

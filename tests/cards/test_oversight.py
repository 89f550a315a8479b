"""Card 26, oversight: the direction tests as sentences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prison import PEOPLE, Prison, country

from unanimity.engine.case_logs import whole_log
from unanimity.mechanisms.police.cases import effective_oversight
from unanimity.mechanisms.police.oversight import (
    LOOK,
    Oversight,
    autonomy_after,
    freed_by_review,
    harden,
    hardened,
    look_in,
    name_chief,
    nobody_looks,
    part_with,
    review,
)
from unanimity.world.case_log import is_guilty
from unanimity.world.codes import FREE, FREED, INQUIRY, NOBODY, POLICE, PUNISHED, REVIEW
from unanimity.world.draws import uniform

share = st.floats(0, 1)
states = st.integers(0, 10_000)
some = settings(max_examples=30)
P = Oversight()
SWITCHES = ("oversight_courts", "oversight_party_control", "oversight_appeal")


def looked_at(seed, on=3, autonomy=0.0, powers=0.0, **parameters):
    """A world after this month's review; everybody freed, everybody kept, and who is guilty."""
    prison = Prison(seed, **{name: int(place < on) for place, name in enumerate(SWITCHES)})
    prison.change("oversight", **parameters)
    prison["police_autonomy"][:], prison["powers"][:] = autonomy, powers
    prison["faction"][:] = np.where(np.arange(PEOPLE) % 2 == 0, 0, 3)
    cases = prison.cases
    guilty = np.array([is_guilty(prison.month, prison["enemy"][i], prison["faction"][i], prison["last_dissent"][i],
                                 prison["last_guilt"][i], prison["last_rose"][i]) for i in cases], bool)
    prison.run(review, "oversight")
    return prison, cases, guilty


def outputs(prison):
    """What this card leaves behind."""
    return [prison[name].copy() for name in ("status", "dossier", "cleared", "police_autonomy", "rung", "execution")]


@some
@given(states, share)
def test_1_without_the_switches_no_case_is_reviewed_and_autonomy_never_falls(seed, autonomy):
    prison, cases, _ = looked_at(seed, on=0, autonomy=autonomy)
    assert (prison["status"][cases] == INQUIRY).all() and len(prison.rows) == 0
    assert prison["police_autonomy"][0] >= np.float32(autonomy) - 1e-7


@given(share, share)
def test_2_full_and_accurate_oversight_frees_an_innocent_with_chance_99_in_100(luck, outcome):
    p = P._replace(accuracy=1.0)
    assert freed_by_review(False, luck, outcome, 1.0, p) == (luck < 0.99 and outcome < 1.0)
    assert not freed_by_review(True, luck, min(outcome, 0.999), 1.0, p)


@some
@given(states)
def test_2_with_all_switches_on_every_innocent_of_luck_below_99_in_100_and_no_guilty_is_freed(seed):
    prison, cases, guilty = looked_at(seed, accuracy=1.0)
    assert (prison["status"][cases[guilty]] == INQUIRY).all()
    for i in cases[~guilty]:
        assert (prison["status"][i] == FREE) == (uniform(prison.seed, LOOK, int(i), prison.month) < 0.99)
    freed = cases[prison["status"][cases] == FREE]
    assert (prison["cleared"][freed] == 1).all()
    rows = prison.rows[prison.rows["event"] == FREED]
    assert sorted(rows["person"].tolist()) == sorted(freed.tolist()) and (rows["cause"] == REVIEW).all()


@given(share, share)
def test_3_a_police_of_its_own_cannot_be_looked_into_whatever_the_switches(ov, powers):
    assert effective_oversight(ov, 1.0, powers) == 0.0


@some
@given(states, st.integers(0, 3), st.integers(0, 3), share, share)
def test_4_more_switches_never_keep_more_innocents(seed, low, high, autonomy, accuracy):
    low, high = sorted((low, high))
    kept = []
    for on in (low, high):
        prison, cases, guilty = looked_at(seed, on=on, autonomy=autonomy, accuracy=0.5 + accuracy / 2)
        kept.append(int((prison["status"][cases[~guilty]] == INQUIRY).sum()))
    assert kept[1] <= kept[0]


@some
@given(states, st.integers(0, 3), share)
def test_6_under_full_powers_the_card_does_what_it_does_without_any_switch(seed, on, autonomy):
    one, _, _ = looked_at(seed, on=on, autonomy=autonomy, powers=1.0)
    two, _, _ = looked_at(seed, on=0, autonomy=autonomy, powers=0.3)
    assert all((a == b).all() for a, b in zip(outputs(one), outputs(two), strict=True))
    assert effective_oversight(on / 3.0, autonomy, 1.0) == 0.0


@given(share, st.integers(0, 50), st.integers(1, 40))
def test_7_where_the_chief_is_wholly_convinced_cruelty_stays(cruelty, killings, officers):
    assert hardened(cruelty, killings, officers, 1.0, P) == cruelty


def head_police(prison):
    """A month of the police of every province: a lost chief, the next, and what the work makes of the staff."""
    for rule in (part_with, name_chief, harden):
        prison.run(rule, "oversight")


@some
@given(states)
def test_7_where_all_chiefs_are_wholly_convinced_cruelty_stays_0(seed):
    prison = Prison(seed)
    prison["conviction"][:] = 1.0
    for _ in range(3):
        prison["killings"][:] = 4.0
        head_police(prison)
    assert (prison["cruelty"] == 0.0).all() and (prison["killings"][prison.tree.provinces] == 0).all()


@given(share, st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), share, share)
def test_killing_never_makes_an_office_gentler_and_more_of_it_no_gentler(cruelty, few, many, officers, one, two):
    few, many = sorted((few, many))
    low, high = sorted((one, two))
    assert cruelty <= hardened(cruelty, few, officers, high, P) <= hardened(cruelty, many, officers, low, P) <= 1.0


@some
@given(states)
def test_the_chief_is_the_ablest_officer_and_the_office_begins_as_hard_as_he_is(seed):
    prison = Prison(seed)
    head_police(prison)
    for unit in prison.tree.provinces:
        low, high = prison.tree.person_range(int(unit))
        force = [i for i in range(low, high) if prison["estate"][i] == POLICE and prison["status"][i] < 3]
        if not force:
            assert prison["chief"][unit] == NOBODY and prison["cruelty"][unit] == 0.0
            continue
        best = max(force, key=lambda i: prison["competence"][i])
        if prison["status"][best] == FREE:
            assert prison["chief"][unit] == best
            assert prison["cruelty"][unit] == pytest.approx(1.0 - prison["conviction"][best], abs=1e-6)


def test_a_named_chief_stays_and_a_lost_one_is_followed_while_the_staff_stays():
    prison = Prison(6)
    unit = prison.tree.provinces[0]
    low, high = prison.tree.person_range(int(unit))
    named, next_man = low, low + 1
    prison["estate"][low:high], prison["status"][low:high] = 0, FREE
    prison["estate"][[named, next_man]] = POLICE
    prison["competence"][[named, next_man]] = 0.2, 0.9
    prison["chief"][unit] = named
    head_police(prison)
    assert prison["chief"][unit] == named
    cruelty = prison["cruelty"][unit]
    assert cruelty == pytest.approx(1.0 - prison["conviction"][named], abs=1e-6)
    prison["status"][named] = INQUIRY
    head_police(prison)
    assert prison["chief"][unit] == next_man and prison["cruelty"][unit] == cruelty


@given(share, st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), share, share)
def test_what_passes_becomes_a_right_and_what_is_corrected_is_lost(autonomy, kept, freed, more, low, high):
    low, high = sorted((low, high))
    cases = kept + freed + more
    open_, secret = (autonomy_after(autonomy, kept, 0, cases, secrecy, P) for secrecy in (low, high))
    assert autonomy <= open_ <= secret
    assert autonomy_after(autonomy, 0, freed, cases, high, P) <= autonomy
    assert autonomy_after(autonomy, 0, 0, 0, high, P) == autonomy


def test_the_officer_of_a_case_that_did_not_stand_may_get_a_file():
    prison, _, _ = looked_at(11, accuracy=1.0, punishing=1.0)
    rows = prison.rows[prison.rows["event"] == PUNISHED]
    assert len(rows) > 0
    for row in rows:
        assert prison["examiner"][row["other"]] == row["person"] and prison["cleared"][row["other"]] == 1
    none, _, _ = looked_at(11, accuracy=1.0, punishing=0.0)
    extra = prison["dossier"] - none["dossier"]
    assert extra.sum() == pytest.approx(len(rows), abs=1e-4)


@given(share, share, st.integers(0, 1), st.integers(0, 1), st.integers(0, 1))
def test_autonomy_begins_at_the_parameter_unless_the_scenario_has_set_it(start, powers, courts, control, appeal):
    p = P._replace(autonomy=start)
    autonomy, look = look_in(0.2, powers, courts, control, appeal, 0, p)
    assert autonomy == start
    assert look == pytest.approx((courts + control + appeal) / 3.0 * (1.0 - start) * (1.0 - powers))
    assert look_in(0.5, powers, courts, control, appeal, 0, p)[0] == 0.5
    assert look_in(0.2, powers, courts, control, appeal, 1, p)[0] == 0.2


def test_switched_off_no_office_is_known_for_its_cruelty():
    assert nobody_looks() == 0.0 and nobody_looks.writes == ("cruelty",) and nobody_looks.order == "unit"


def test_a_country_under_law_frees_by_review_and_without_the_card_nobody_looks():
    changes = {"oversight.courts": "on", "oversight.appeal": "on"}
    batch = country(changes=changes, months=24)
    rows = whole_log(batch)["row"]
    assert (rows["event"] == FREED).any() and (batch.arrays["oversight_eff"] > 0.5).all()
    chiefs = batch.column("chief", 0)[batch.tree.provinces]
    assert (chiefs != NOBODY).any() and (batch.column("cruelty", 0)[batch.tree.provinces] > 0).any()
    off = country(changes=changes, months=24, off=("oversight",))
    assert not (whole_log(off)["row"]["event"] == FREED).any()
    assert (off.arrays["oversight_eff"] == 0).all() and (off.arrays["cruelty"] == 0).all()
    assert np.allclose(off.arrays["police_autonomy"], 0.2)

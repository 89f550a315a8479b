"""Card 6, what I have seen happen to people like me: its direction tests, its limiting cases, its form."""

from __future__ import annotations

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from example_parameters import FEAR
from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms.people.fear import (
    MECHANISM,
    Fear,
    fear,
    file_read,
    hit,
    likeness,
    own_topic,
    printed,
    remember_here,
    remember_there,
    seen,
    thin,
)
from unanimity.world.codes import (
    CELL_SECRETARY,
    CENTRE_MEMBER,
    DISTRICT_SECRETARY,
    FILES_ALL,
    FILES_OFF,
    FILES_ONE,
    FREE_PRESS,
    FRIEND,
    KIN,
    LEADER,
    MONOPOLY,
    NO_OFFICE,
    PROVINCE_SECRETARY,
)

share = st.floats(0, 1)
parameters = st.builds(Fear, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
rounding = 1e-12
states = st.fixed_dictionaries({
    "fear": share, "hit": share, "locality": share, "news": share, "dependence": share, "hostage": share,
    "survived": st.integers(0, 10), "dossier": st.floats(0, 20),
    "office": st.integers(0, 5)})


def afraid(one, p, files=FILES_OFF):
    """Fear at the month's end of one person, with the same reading of files at every level."""
    own = {name: one[name] for name in ("fear", "dependence", "survived", "dossier", "office")}
    return fear(SimpleNamespace(**own, hostage_fear=one["hostage"]), one["hit"], one["locality"], one["news"], files,
                11, p)


def one_world(changes=None, months=1, name="apparatus", seed=4, **columns):
    """A world whose columns were set by hand, after that many months."""
    batch = make_batch([only_the_hall(name, {"people": 400, "blows": 0.0, "centre_files": "off",
                                                 **(changes or {})})], [seed])
    for column, value in columns.items():
        batch.column(column)[...] = value
    lay_record(batch, months)
    run_months(batch, months, threads=1)
    return batch


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(states, parameters, share)
def test_1_harsher_known_sanctions_among_my_ties_never_lower_my_fear(one, p, more):
    harsher = {**one, "hit": max(one["hit"], more)}
    assert afraid(harsher, p) >= afraid(one, p) - rounding


@given(share, st.integers(0, 3), st.integers(0, 3), st.integers(0, 7), st.integers(0, 7), share, share, parameters)
def test_1_a_harsher_or_better_known_blow_never_hits_less(weight, estate, other, blow, harder, known, better, p):
    low = hit(weight, estate, 0, other, 0, min(blow, harder), 1, min(known, better), 0, p)
    high = hit(weight, estate, 0, other, 0, max(blow, harder), 1, max(known, better), 0, p)
    assert high >= low


def test_1_more_blows_in_the_whole_model_lower_nobodys_fear():
    base = one_world(name="war", changes={"blows": 0.004})
    blow = np.zeros(400, np.uint8)
    calm = one_world(name="war", changes={"blows": 0.004}, blow=blow)
    blow[::9] = 4
    struck = one_world(name="war", changes={"blows": 0.004}, blow=blow)
    assert (calm.column("fear") == base.column("fear")).all()
    assert (struck.column("fear") >= calm.column("fear")).all()
    assert (struck.column("fear") > calm.column("fear")).mean() > 0.5


@given(states, parameters)
def test_2_perfect_secrecy_without_harm_hostages_or_files_lets_fear_decay_by_down_exactly(one, p):
    unknown = {**one, "hit": hit(1.0, 0, 0, 0, 0, 7, 0, 0.0, 0, p), "locality": 0.0, "news": 0.0, "hostage": 0.0}
    assert afraid(unknown, p) == one["fear"] * p.fade


@given(states, parameters, share)
def test_3_more_dependence_never_lowers_fear(one, p, more):
    dependent = {**one, "dependence": max(one["dependence"], more)}
    assert afraid(dependent, p) >= afraid(one, p) - rounding


@given(st.integers(1, 36), share, parameters)
def test_4_without_harm_sanctions_files_or_hostages_fear_is_its_start_times_down_to_the_n(months, start, p):
    one = dict(fear=start, hit=0.0, locality=0.0, news=0.0, dependence=0.5, hostage=0.0, survived=0,
               dossier=3.0, office=0)
    expected = start
    for _ in range(months):
        one["fear"] = afraid(one, p)
        expected *= p.fade
    assert one["fear"] == expected
    assert one["fear"] == pytest.approx(start * p.fade**months, rel=1e-12)


def test_4_so_it_does_in_the_whole_model():
    batch = one_world(months=6)
    expected = np.float32(0.2)
    for _ in range(6):
        expected = np.float32(np.float64(expected) * Fear().fade)
    assert (batch.column("fear") == expected).all()


@given(share, share, st.sampled_from([KIN, FRIEND]), share, parameters)
def test_6_without_fear_tie_weights_to_the_marked_are_unchanged(weight, first, kind, courage, p):
    weight, first = sorted((weight, first))
    if kind == KIN:  # a tie to kin never lies below its floor
        weight, first = 0.6 + 0.4 * weight, 0.6 + 0.4 * first
    assert thin(weight, first, kind, 0.0, courage, 1, p) == weight


def test_6_so_they_are_in_the_whole_model():
    batch = one_world(months=3, fear=0.0, dossier=5.0)
    assert (batch.column("marked") == 1).all()
    assert (batch.column("weight") == batch.column("first_weight")).all()


@given(states, parameters)
def test_7_with_full_spill_the_three_topics_teach_alike(one, p):
    p = p._replace(spill=1.0)
    cases = range(3)
    for case in cases:
        assert {own_topic(case, topic, p) for topic in range(3)} == {1.0}
        assert len({hit(0.7, 0, 0, 1, 0, 5, case, 0.8, topic, p) for topic in range(3)}) == 1
        assert len({seen(5, case, topic, p) for topic in range(3)}) == 1
        assert len({printed(5, case, topic, MONOPOLY, p) for topic in range(3)}) == 1


def test_7_with_full_spill_and_an_equal_start_the_three_fears_coincide_exactly_in_the_whole_model():
    lot = np.random.default_rng(1)
    batch = one_world({"fear.spill": 1.0}, months=4, name="war", blow=lot.integers(0, 8, 400),
                      blow_topic=lot.integers(0, 3, 400))
    fears = batch.column("fear")
    assert fears[0].std() > 0.01
    assert (fears[0] == fears[1]).all() and (fears[0] == fears[2]).all()


def test_8_without_spill_fear_on_a_topic_without_cases_decays_by_down():
    blow = np.zeros(400, np.uint8)
    blow[::7] = 6
    batch = one_world({"fear.spill": 0.0}, blow=blow, blow_topic=1)
    fears = batch.column("fear")
    assert (fears[0] == np.float32(np.float64(np.float32(0.2)) * Fear().fade)).all()
    assert (fears[2] == fears[0]).all()
    assert (fears[1] > fears[0]).any()


@given(states, parameters, st.floats(0, 20))
def test_9_with_centre_files_off_dossiers_have_no_effect_on_fear(one, p, dossier):
    assert afraid(one, p) == afraid({**one, "dossier": dossier}, p)


@given(states, parameters)
def test_9_from_all_to_one_the_fear_of_the_read_does_not_fall(one, p):
    if one["office"] < LEADER:
        assert afraid(one, p, FILES_ONE) >= afraid(one, p, FILES_ALL) - rounding


@given(st.floats(0, 1e6), st.integers(1, 40))
def test_9_readers_are_the_centre_or_one_man_and_who_reads_is_exempt(dossier, chairs):
    weight = dossier / (1 + dossier)
    for office in (CELL_SECRETARY, DISTRICT_SECRETARY, PROVINCE_SECRETARY):
        assert file_read(dossier, office, FILES_ALL, chairs) == pytest.approx(weight / chairs)
        assert file_read(dossier, office, FILES_ONE, chairs) == pytest.approx(weight)
    assert file_read(dossier, CENTRE_MEMBER, FILES_ALL, chairs) == 0.0
    assert file_read(dossier, CENTRE_MEMBER, FILES_ONE, chairs) == pytest.approx(weight)
    assert file_read(dossier, LEADER, FILES_ALL, chairs) == file_read(dossier, LEADER, FILES_ONE, chairs) == 0.0
    assert file_read(dossier, NO_OFFICE, FILES_ONE, chairs) == 0.0


def test_9_officials_of_a_level_fear_their_files_when_that_level_is_read_and_others_do_not():
    batch = one_world({"centre_files": "off", "centre_files@province": "one"}, dossier=9.0)
    office, fears = batch.column("office"), batch.column("fear")[0]
    decayed = np.float32(np.float64(np.float32(0.2)) * Fear().fade)
    assert (fears[office == PROVINCE_SECRETARY] > 0.6).all() and (office == PROVINCE_SECRETARY).sum() == 8
    assert (fears[office != PROVINCE_SECRETARY] == decayed).all()


def test_9_open_to_a_smaller_centre_a_file_weighs_more():
    """The readers are the chairs that the regime's society sets, not a number of ours."""
    fears = []
    for chairs in (3, 30):
        base = only_the_hall("apparatus", {"people": 400, "blows": 0.0, "centre_files": "all"})
        shares = dataclasses.replace(base.society.shares, centre_size=chairs)
        base = dataclasses.replace(base, society=dataclasses.replace(base.society, shares=shares))
        batch = make_batch([base], [4])
        batch.column("dossier")[:] = 9.0
        lay_record(batch, 3)
        run_months(batch, 3, threads=1)
        fears.append(batch.column("fear")[0][batch.column("office") == PROVINCE_SECRETARY].mean())
    assert fears[0] > fears[1] + 0.05


@pytest.mark.parametrize("level", ["cell", "ward", "district", "province"])
def test_9_in_a_deeper_tree_too_the_officials_of_the_level_read_fear_their_files(level):
    base = only_the_hall("apparatus", {"people": 640, "blows": 0.0})
    base = dataclasses.replace(base, society=dataclasses.replace(base.society, tree=(2, 2, 2, 2)))
    batch = make_batch([base.but({"centre_files": "off", f"centre_files@{level}": "one"})], [4])
    batch.column("dossier")[:] = 9.0
    lay_record(batch, 1)
    run_months(batch, 1, threads=1)
    tree, fears = batch.tree, batch.column("fear")[0]
    read = tree.level == tree.level_names.index(level)
    assert (fears[batch.column("secretary")[read]] > 0.6).all()
    assert (fears[batch.column("secretary")[~read]] < 0.2).all()


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(states, parameters, st.sampled_from([FILES_OFF, FILES_ALL, FILES_ONE]))
def test_fear_is_the_cards_formula(one, p, files):
    learnt = p.ties * one["hit"] + p.locality * one["locality"] + p.news * one["news"]
    target = min(1, max(0, learnt * (p.independent + (1 - p.independent) * one["dependence"]) + one["hostage"]))
    target *= min(1, max(0, 1 - p.scar * one["survived"]))
    target = max(target, file_read(one["dossier"], one["office"], files, 11))
    keep = p.rise if target > one["fear"] else p.fade
    assert afraid(one, p, files) == pytest.approx(target + (one["fear"] - target) * keep, abs=1e-12)


@given(states, parameters)
def test_fear_stays_within_0_and_1(one, p):
    assert 0.0 <= afraid(one, p, FILES_ONE) <= 1.0


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"wt": (0, 1), "wl": (0, 1), "wn": (0, 1), "d0": (0, 1), "up": (0, .6),
            "down": (.8, .98), "scar": (0, .4), "av": (0, .8), "spill": (0, 1)}
    assert {k: found[k] for k in card} == card


def test_likeness_is_1_same_estate_and_cohort_half_one_of_them_a_quarter_neither():
    assert [likeness(1, 3, e, c, FEAR) for e, c in ((1, 3), (1, 4), (2, 3), (2, 4))] == [1.0, 0.5, 0.5, 0.25]


@given(st.floats(0, 50), st.floats(0, 50), st.integers(1, 500), share, parameters)
def test_the_neighbourhood_remembers_a_year_and_saturates(harm, fresh, present, rumour, p):
    kept, locality = remember_here(harm, fresh, 0.0, float(present), rumour, 0, p)
    assert kept == pytest.approx(harm * 11 / 12 + fresh)
    assert locality == pytest.approx(1 - math.exp(-p.local_saturation * kept * (1 + rumour) / present), abs=1e-12)


@given(st.floats(0, 1), st.floats(0, 50), parameters)
def test_a_monopoly_press_prints_a_part_of_the_blows_and_a_free_one_all(harm, blows, p):
    assert printed(7, 0, 0, FREE_PRESS, p) == 1.0 and printed(7, 0, 0, MONOPOLY, p) == pytest.approx(p.in_print)
    kept, news = remember_there(harm, blows, 100.0, FREE_PRESS, 0.0, 0, p)
    assert kept == pytest.approx(harm * 11 / 12 + blows / 100)
    assert news == pytest.approx(1 - math.exp(-p.news_saturation * kept), abs=1e-12)
    held, _ = remember_there(harm, 0.0, 100.0, MONOPOLY, 0.01, 0, p)
    assert held == pytest.approx(harm * 11 / 12 + 0.01 * p.in_print)


def test_an_empty_cell_remembers_without_dividing_by_nobody():
    assert remember_here(0.0, 0.0, 0.01, 0.0, 0.0, 0, FEAR) == (0.0, 0.0)


@given(share, share, share, share, parameters)
def test_a_tie_to_the_marked_thins_with_fear_and_never_for_the_bold(weight, first, fears, courage, p):
    weight, first = sorted((weight, first))
    left = weight * (1 - p.avoidance * fears * (1 - courage))
    assert left - rounding <= thin(weight, first, FRIEND, fears, courage, 1, p) <= 1.02 * left + rounding
    assert thin(weight, first, FRIEND, fears, 1.0, 1, p) >= weight


@given(share, share, share, share, parameters)
def test_a_thinned_tie_to_the_unmarked_recovers_month_by_month_to_its_first_strength(w, first, fears, courage, p):
    weight, first = sorted((w, first))
    assert thin(weight, first, FRIEND, fears, courage, 0, p) == pytest.approx(min(first, (1 + p.recovery) * weight))


@given(share, share, parameters)
def test_a_tie_to_kin_never_thins_below_its_floor(fears, courage, p):
    weight = 0.9
    for _ in range(60):
        weight = thin(weight, 0.9, KIN, fears, courage, 1, p)
    assert p.kin_floor <= weight <= 0.9


@given(share, share, share, parameters)
def test_only_ties_to_the_marked_or_thinned_ones_are_touched(first, fears, courage, p):
    assert thin(first, first, FRIEND, fears, courage, 0, p) == first
    assert thin(first, first, KIN, fears, courage, 0, p) == first


def test_switched_off_nobody_fears_and_ties_keep_their_weight():
    regime = only_the_hall("terror", {"people": 400})
    batch = make_batch([dataclasses.replace(regime, off=frozenset({"fear"}))], [1])
    batch.column("dossier")[...] = 5.0
    lay_record(batch, 3)
    run_months(batch, 3, threads=1)
    assert (batch.column("fear") == 0.0).all() and (batch.column("harm") == 0.0).all()
    assert (batch.column("weight") == batch.column("first_weight")).all()

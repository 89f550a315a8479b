"""Card 20, a telephone call in time: its direction tests, the best of all paths, the campaign that lasts."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from unanimity.mechanisms.police.intercession import (
    MECHANISM,
    Intercession,
    ask,
    ask_for_release,
    fall_into_oblivion,
    fast_of,
    inside_of,
    noise_of,
    outside_of,
    petition_month,
    plead,
    reputation_after,
    saving_hazard,
    speak_abroad,
    veto_of,
    was_heard,
)
from unanimity.mechanisms.police.petition_path import ear_of, spread
from unanimity.world.codes import (
    A_CHIEF,
    BACKLASH,
    CAMP,
    DEATH,
    EXILED,
    FAME_ABROAD,
    FREE,
    FRIEND,
    IMPRISONED,
    INQUIRY,
    LEGAL,
    NEVER,
    PETITION,
    SAVED,
)

share = st.floats(0, 1)
SURE = Intercession(inside=5.0, outside=5.0)
CHIEFS = (0, 6, 12, 13, 14)
pairs = st.lists(st.tuples(st.integers(0, 23), st.integers(0, 23), st.floats(0.05, 1)), max_size=45)


def case(ties=(), accused=(20,), due=5, seed=5, **levers):
    """Accused whose verdict falls this month, chiefs in their chairs, nobody known abroad."""
    made = Country(ties=ties, seed=seed).seat_chiefs()
    made.status[list(accused)] = INQUIRY
    made.arrested[list(accused)] = 9
    made.rung_due[list(accused)] = due
    made.need_abroad[0] = 0.3
    return made.set(**levers).list_docket()


def month(made, p=None):
    """The card's rules, one after the other."""
    p = p if p is not None else Intercession()
    for rule in (spread, ask, (speak_abroad, was_heard), plead, ask_for_release):
        rows = made.run(rule, p)
    return rows


def brute(made, i, p):
    """The best of all paths of at most four ties, by trying them all."""
    def walk(at, worth, hops):
        best = (0.0, 0)
        if at in CHIEFS and hops > 0:
            best = (worth * ear_of(made.dossier[at], made.petitions[at], made.office[at], p), hops)
        if hops < 4 and (hops == 0 or made.status[at] < 3):
            for t in range(made.tie_start[at], made.tie_start[at + 1]):
                best = max(best, walk(made.neighbour[t], worth * made.weight[t] / 65535, hops + 1))
        return best
    return walk(i, 1.0, 0)[0]


def strands(found):
    """Ties from drawn pairs, each pair once."""
    ties = {tuple(sorted((i, j))): w for i, j, w in found if i != j}
    return [(i, j, w, FRIEND) for (i, j), w in ties.items()]


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(st.integers(0, 60), st.integers(1, 7), share)
@settings(max_examples=20, deadline=None)
def test_1_without_a_path_fame_or_campaign_nobody_is_saved(seed, due, need):
    made = case(due=due, seed=seed, publicity=1.0)
    made.need_abroad[0], made.fame[:] = need, 0.0
    rows = month(made, SURE)
    assert len(rows) == 0 and made.rung_due[20] == due and made.status[20] == INQUIRY


@given(st.integers(0, 60), share)
@settings(max_examples=20, deadline=None)
def test_2_without_delay_the_inside_path_saves_nobody_due_for_execution(seed, weight):
    assume(weight > 0.01)
    made = case([(20, 12, weight, FRIEND)], due=DEATH, seed=seed, delay_exec=0.0)
    rows = month(made, SURE)
    assert made.rung_due[20] == DEATH and SAVED not in rows["event"]
    assert fast_of(0.0, 1, DEATH, SURE) == 0.0 and fast_of(0.0, 1, DEATH - 1, SURE) == 1.0


@given(share, share, share)
def test_3_under_a_full_veto_the_inside_path_is_worth_nothing(reach, fast, dossier):
    assert inside_of(reach, fast, veto_of(1.0, 1.0 + dossier + 1e-9, Intercession())) == 0.0
    assert inside_of(reach, fast, veto_of(1.0, dossier, Intercession())) == reach * fast


@given(pairs, st.integers(0, 40), share)
@settings(max_examples=60, deadline=None)
def test_4_a_stronger_tie_on_the_best_path_never_makes_a_rescue_less_likely(found, which, weight):
    ties = strands(found)
    assume(ties)
    i, j, before, _ = ties[which % len(ties)]
    one = case(ties)
    two = case(ties)
    two.strengthen(i, j, max(before, weight))
    for made in (one, two):
        made.run(spread, Intercession())
        made.run(ask, Intercession())
    assert two.ear[20] >= one.ear[20] * (1 - 1e-6)


@given(st.lists(share, min_size=1, max_size=60), share, share)
def test_5_with_a_reputation_above_the_turning_point_a_campaign_never_lowers_the_chance(noises, need, inside):
    p = Intercession()
    c = 0.0
    for noise in noises:
        c = reputation_after(c, 12 * noise, p)
        outside = outside_of(c, 12 * noise, need, p)
        assert c <= p.turning or saving_hazard(inside, outside, 0, p) >= saving_hazard(inside, 0.0, 0, p)
        assert c <= p.turning or outside >= 0.0
    assert outside_of(0.0, 0.0, need, p) == 0.0


@given(pairs, st.sampled_from(CHIEFS), st.integers(0, 30))
@settings(max_examples=40, deadline=None)
def test_7_one_more_petition_to_a_chief_never_improves_a_way_through_him(found, chief, heard):
    one, two = case(strands(found)), case(strands(found))
    one.petitions[chief], two.petitions[chief] = heard, heard + 1
    for made in (one, two):
        made.run(spread, Intercession())
        made.run(ask, Intercession())
    assert two.ear[20] <= one.ear[20] * (1 + 1e-6)


# --- the computed check of the card -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("noise", "turns"), [(0.1, None), (0.25, 23), (0.5, 11), (1.0, 6)])
def test_a_steady_campaign_turns_good_after_as_many_months_as_the_card_computed(noise, turns):
    p, c, good = Intercession(), 0.0, None
    for k in range(1, 500):
        c = reputation_after(c, noise, p)
        if good is None and outside_of(c, noise, 0.3, p) > 0.0:
            good = k
    assert good == turns


# --- paths ------------------------------------------------------------------------------------------------------------
@given(pairs, st.sets(st.integers(0, 23), max_size=4), st.lists(share, min_size=24, max_size=24))
@settings(max_examples=150, deadline=None)
def test_the_way_found_is_the_best_of_all_paths_of_at_most_four_ties(found, held, files):
    made = case(strands(found), accused=(20, 21))
    made.status[[i for i in held if i not in CHIEFS and i not in (20, 21)]] = IMPRISONED
    made.dossier[:] = files
    made.petitions[12] = 5
    expected = [brute(made, i, Intercession()) for i in (20, 21)]
    made.list_docket().run(spread, Intercession())
    made.run(ask, Intercession())
    assert made.ear[[20, 21]] == pytest.approx(expected, rel=1e-5)
    assert ((made.hops[[20, 21]] > 0) == (np.array(expected) > 0)).all() and (made.hops <= 4).all()


def test_a_long_way_is_counted_and_five_ties_are_too_many():
    line = [(20, 15, 0.9, FRIEND), (15, 16, 0.9, FRIEND), (16, 17, 0.9, FRIEND), (17, 13, 0.9, FRIEND)]
    made = case(line)
    rows = month(made)
    assert made.hops[20] == 4 and made.ear[20] == pytest.approx(0.9**4, rel=1e-4)
    assert rows["event"][0] == PETITION and rows["other"][0] == 13 and rows["hops"][0] == 4
    far = case([*line[:3], (17, 18, 0.9, FRIEND), (18, 13, 0.9, FRIEND)])
    month(far)
    assert far.hops[20] == 0 and far.ear[20] == 0.0


def test_petitions_are_counted_for_next_month_and_halve_an_ear_at_ten():
    made = case([(k, 12, 0.5, FRIEND) for k in range(15, 22)], accused=range(15, 22))
    month(made)
    assert made.petitions[12] == 7 and made.petitions[13] == 0
    assert ear_of(0.0, 10, 4, Intercession()) == 0.5
    made.run(spread, Intercession())
    assert made.ear[12] == pytest.approx(1.25 / 1.7, rel=1e-5) and made.petitions[12] == 0


def test_a_relief_body_and_being_held_near_a_chief_are_one_more_path():
    made = case(association_economy=LEGAL)
    month(made)
    assert made.ear[20] == pytest.approx(0.3 * 0.75, rel=1e-5) and made.hops[20] == 1
    moved = case()
    moved.held_in[20] = 1  # the first province, where 0 is secretary
    rows = month(moved)
    assert moved.ear[20] == pytest.approx(0.3 * 0.75, rel=1e-5) and rows["other"][0] == 0


def test_a_petition_takes_its_time():
    p = Intercession(lag=0.5)
    assert petition_month(9, 1, 0, p) == 9 and petition_month(9, 2, 0, p) == 10 and petition_month(9, 2, 3, p) == 13
    late = case([(20, 12, 1.0, FRIEND)])
    late.petition_delay[20] = 3
    rows = month(late, SURE)
    assert list(rows["event"]) == [PETITION] and late.petitioned[20] == 12 and late.rung_due[20] == 5


# --- saved, or the reverse --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("due", "eased"), [(7, 4), (6, 3), (5, 2), (4, 2), (3, 2)])
def test_a_word_in_time_takes_three_rungs_off_but_not_below_dismissal(due, eased):
    made = case([(20, 12, 1.0, FRIEND)], due=due, delay_exec=3.0)
    rows = month(made, Intercession(inside=1000.0))
    assert made.rung_due[20] == eased and made.fame[20] == pytest.approx(0.1) and made.permit[20] == 11
    saved = rows[rows["event"] == SAVED]
    assert saved["cause"].tolist() == [A_CHIEF] and saved["other"].tolist() == [12]
    assert made.status[20] == INQUIRY and made.cleared[20] == 0


@pytest.mark.parametrize("due", [1, 2])
def test_a_light_case_ends_in_release(due):
    made = case([(20, 12, 1.0, FRIEND)], due=due)
    made.dossier[20] = 0.8
    month(made, Intercession(inside=1000.0))
    assert made.status[20] == FREE and made.cleared[20] == 2 and made.dossier[20] == pytest.approx(0.4)


@given(st.integers(0, 60))
@settings(max_examples=20, deadline=None)
def test_a_signature_never_helps(seed):
    one, two = (case([(20, 12, 0.6, FRIEND)], seed=seed) for _ in range(2))
    two.confessed[20] = 1
    for made in (one, two):
        month(made)
    assert two.rung_due[20] >= one.rung_due[20]


def test_fame_abroad_saves_when_it_has_lasted_and_angers_while_it_is_young():
    old = case(publicity=1.0)
    old.fame[20], old.reputation[20] = 0.9, 6.0
    rows = month(old, Intercession(outside=1000.0))
    assert old.rung_due[20] == 2 and rows["cause"].tolist() == [FAME_ABROAD]
    worse = 0
    for seed in range(60):
        young = case(publicity=1.0, seed=seed)
        young.fame[20], young.need_abroad[0] = 0.9, 1.0
        rows = month(young)
        worse += int(young.rung_due[20] == 6)
        assert young.rung_due[20] in (5, 6)
        assert (BACKLASH in rows["event"]) == (young.rung_due[20] == 6)
    assert worse > 3


def test_a_backlash_keeps_within_the_cap():
    for seed in range(40):
        young = case(publicity=1.0, seed=seed, sanction_cap=5.0)
        young.fame[20], young.need_abroad[0] = 0.9, 1.0
        month(young)
        assert young.rung_due[20] == 5


def serving(status, seed=5, reputation=0.0, **levers):
    made = Country(seed=seed).seat_chiefs().set(publicity=1.0, **levers)
    made.status[20], made.arrested[20], made.status_until[20], made.rung[20] = status, 2, 30, status
    made.fame[20], made.need_abroad[0], made.reputation[20] = 0.9, 1.0, reputation
    return made.list_docket()


def test_those_serving_are_freed_by_a_long_campaign():
    made = serving(IMPRISONED, reputation=8.0)
    rows = month(made, Intercession(outside=5000.0))
    assert made.status[20] == FREE and made.survived[20] == 1 and made.permit[20] == 11
    assert rows["event"].tolist() == [SAVED] and rows["cause"].tolist() == [FAME_ABROAD]
    for status in (EXILED, FREE):
        other = serving(status, reputation=8.0)
        month(other, Intercession(outside=5000.0))
        assert other.status[20] == status


@pytest.mark.parametrize(("cap", "after"), [(7.0, CAMP), (5.0, IMPRISONED)])
def test_a_young_campaign_lengthens_the_term_and_may_turn_prison_into_camp(cap, after):
    changed = 0
    for seed in range(60):
        made = serving(IMPRISONED, seed, sanction_cap=cap)
        month(made, Intercession(serving=1.0))
        assert made.status[20] in (after, IMPRISONED) and made.status_until[20] in (30, 42)
        changed += int(made.status_until[20] == 42 and made.status[20] == after)
    assert changed > 3


# --- noise and reputation ---------------------------------------------------------------------------------------------
@given(share, share, st.floats(0, 12))
def test_a_script_stands_in_place_of_the_lever(publicity, fame, scripted):
    said = scripted if scripted > 0 else publicity * fame * (fame > 0.3)
    assert noise_of(publicity, fame, scripted, Intercession()) == said


def test_reputation_grows_while_a_man_is_held_and_fades_when_he_is_free():
    made = serving(IMPRISONED)
    for _ in range(3):
        made.run((speak_abroad, was_heard), Intercession())
    grown = float(made.reputation[20])
    assert grown == pytest.approx(0.09 * (1 + 0.95 + 0.95**2), rel=1e-5)
    assert fall_into_oblivion(FREE, grown, int(made.campaigns_heard[0]), Intercession()) == pytest.approx(0.95 * grown)
    assert fall_into_oblivion(IMPRISONED, grown, 1, Intercession()) == grown
    assert fall_into_oblivion(FREE, grown, 0, Intercession()) == grown


def test_in_a_month_without_cases_nothing_is_searched():
    made = Country(ties=[(20, 12, 1.0, FRIEND)]).seat_chiefs()
    made.ear[:] = 0.5
    made.list_docket().run(spread, Intercession())
    assert (made.ear == 0.5).all() and made.petitioned[20] == NEVER


def test_the_parameters_are_those_of_the_card():
    found = {f.span.symbol: f.default for f in MECHANISM.fields}
    assert found == {"ki": 1, "ko": .5, "lagp": .1, "ks5": .2, "cd": .95, "cn": .1, "ci": 3, "c0": .5, "pq": 10,
                     "dexit": 10, "kconf": .5, "er": 3, "vf": 1, "fk": .3, "rb": .3, "bl": 12, "fr": .1}

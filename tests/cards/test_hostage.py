"""Card 19, someone else pays: its direction tests, its limiting cases, the other side."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from hypothesis import given, settings
from hypothesis import strategies as st

from direct_calls import loose
from unanimity.mechanisms.people.fear import Fear, fear
from unanimity.mechanisms.people.grievance import Grievance, grievance, paid_for_another
from unanimity.mechanisms.people.voice import Voice, held_of, price_of, speaks_up, want_of
from unanimity.mechanisms.police.group_hostages import (
    OF_GROUP,
    OF_KIN,
    all_answered,
    answer_for_group,
    count_hostages,
    exchange,
    hostages_there,
)
from unanimity.mechanisms.police.hostage import (
    MECHANISM,
    Hostage,
    fall_silent,
    fear_for_kin,
    kin_hazard,
    press_kin,
    reach_of,
    watch_kin,
)
from unanimity.world.codes import (
    ABROAD,
    AN_ATTACK,
    CAMP,
    DEAD,
    EXCHANGED,
    EXILED,
    EXPELLED,
    FREE,
    FRIEND,
    HOSTAGE_TAKEN,
    IMPRISONED,
    INQUIRY,
    KIN,
    MEMBER,
    SANCTION,
    WORK,
)

share = st.floats(0, 1)
CERTAIN = Hostage(kin=1000.0, group=1000.0, camp=1000.0)
FAMILY = [(1, 2, 0.8, KIN), (1, 3, 0.9, KIN), (2, 3, 0.7, KIN), (1, 4, 0.9, FRIEND), (4, 5, 0.8, KIN),
          (1, 6, 0.5, WORK)]


def family(target=ABROAD, seed=5, **levers):
    """A man who is abroad, or held; two of his kin and two other ties are at home."""
    made = Country(ties=FAMILY, seed=seed)
    made.status[1] = target
    made.fame[1] = 1.0  # of whom the world speaks
    made.rung_max[0] = 7
    return made.set(**levers).list_docket()


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(st.integers(0, 50))
@settings(max_examples=20, deadline=None)
def test_1_with_both_levers_off_nobody_pays_for_another(seed):
    made = family(seed=seed)
    made.faction[[7, 8]], made.status[[7, 8]], made.warrant[9], made.faction[9] = 3, IMPRISONED, AN_ATTACK, 3
    made.struck[0] = 4
    before = made.list_docket().status.copy()
    made.run(press_kin, CERTAIN)
    rows = made.run((answer_for_group, all_answered), CERTAIN)
    made.run(fear_for_kin, CERTAIN)
    assert len(rows) == 0 and (made.status == before).all() and not made.hostage.any()
    assert not made.hostage_fear.any()


@given(share, share, share, share, share, share, share, share, share)
def test_2_a_stronger_law_never_makes_anybody_with_kin_in_reach_dissent(low, high, left, before, learnt, grievance_,
                                                                       conviction, courage, stance):
    low, high = sorted((low, high))
    p, q, v = Hostage(), Fear(), Voice()
    said = []
    for lever in (low, high):
        afraid = loose(fear, fear=before, hit=0.0, locality=learnt, news=0.0, dependence=0.5, survived=0, dossier=0.0,
                       hostage_fear=reach_of(left, lever, p), office=0, headed_centre_files=0, centre_chairs=11, p=q)
        urge = want_of(grievance_, conviction, -stance, v) * (1.0 - held_of(0.1, conviction, MEMBER, v))
        said.append(speaks_up(urge, price_of(afraid, courage, 1.0, 0.9, v), 0.2, v))
    assert said[1] <= said[0]


@given(st.integers(0, 40))
@settings(max_examples=20, deadline=None)
def test_3_who_is_not_kin_is_not_touched_by_pressure_on_kin(seed):
    made = family(seed=seed, hostage_kin=1.0)
    made.run(press_kin, CERTAIN)
    assert made.status[[4, 5, 6, 7]].tolist() == [FREE] * 4 and (made.hostage[[2, 3]] == OF_KIN).all()
    made.run(fear_for_kin, CERTAIN)
    assert made.hostage_fear[6] == 0.0 and (made.hostage_fear[7:] == 0.0).all()


@given(share, share, share, share, share)
def test_4_the_grievance_of_whoever_sees_a_tie_harmed_as_a_hostage_does_not_fall(before, weight, standing, hunger, fg):
    one = {"grievance": before, "accustomed": 0.0, "standing": standing, "hunger": hunger, "relieved": 0, "wrong": 0.0,
           "trust": 0.5, "claim": 0.9, "lived": 0.9, "officials_here": 1, "present": 16, "broken": 0.0, "insult": 0.0,
           "village": 0, "month_take": 0.0, "harvest": 1.0, "news": 0.1, "privileges": 0.1, "market_policing": 0.0,
           "procurement": 0, "association_economy": 0, "press": 0, "blame_shifted": 0.0, "hatred": fg, "p": Grievance()}
    for code in (OF_KIN, OF_GROUP):
        seen = loose(grievance, **one, paid_for_another=paid_for_another(weight, code))[0]
        assert seen >= loose(grievance, **one, paid_for_another=paid_for_another(weight, 0))[0]


@given(st.integers(0, 40), st.floats(0, 6))
@settings(max_examples=20, deadline=None)
def test_6_under_a_cap_below_death_nobody_is_killed_for_his_group(seed, cap):
    made = attacked(seed, sanction_cap=float(int(cap)))
    made.run((answer_for_group, all_answered), CERTAIN)
    assert (made.status != DEAD).all()


# --- kin --------------------------------------------------------------------------------------------------------------
def test_kin_of_the_absent_are_dismissed_expelled_exiled_or_jailed_and_the_log_says_why():
    found = set()
    for seed in range(30):
        made = family(seed=seed, hostage_kin=1.0)
        rows = made.run(press_kin, CERTAIN)
        found |= set(made.rung[[2, 3]].tolist())
        taken = rows[rows["event"] == HOSTAGE_TAKEN]
        assert sorted(taken["person"]) == [2, 3] and (taken["other"] == 1).all()
        assert (made.blow[[2, 3]] == made.rung[[2, 3]]).all() and (made.arrested[[2, 3]] == 10).all()
        assert made.docket_size[0] == 3 and sorted(made.docket[:3]) == [1, 2, 3]
    assert found == {2, 3, 4, 5}


@given(share, share, share)
def test_kin_of_nobodies_are_left_alone_and_the_more_famous_the_absent_the_likelier_they_pay(low, high, lever):
    low, high = sorted((low, high))
    p = Hostage()
    assert kin_hazard(0.0, 0, lever, p) == 0.0
    assert kin_hazard(low, 0, lever, p) <= kin_hazard(high, 0, lever, p) <= kin_hazard(low, 1, lever, p) <= p.kin
    made = family(hostage_kin=1.0)
    made.fame[1] = 0.0
    assert len(made.run(press_kin, CERTAIN)) == 0 and (made.status[[2, 3]] == FREE).all()


def test_the_rung_of_kin_keeps_within_the_cap():
    made = family(hostage_kin=1.0, sanction_cap=1.0)
    assert len(made.run(press_kin, CERTAIN)) == 0
    for seed in range(10):
        made = family(hostage_kin=1.0, sanction_cap=3.0, seed=seed)
        made.run(press_kin, CERTAIN)
        assert made.rung.max() <= 3


@given(st.integers(0, 60), st.sampled_from([0.5, 1.0]))
@settings(max_examples=20, deadline=None)
def test_a_stronger_law_takes_everybody_whom_a_weaker_one_takes(seed, weaker):
    p = Hostage(kin=0.8)
    taken = []
    for force in (weaker / 2, weaker):
        made = family(seed=seed, hostage_kin=force)
        made.run(press_kin, p)
        taken.append(set(np.flatnonzero(made.hostage)))
    assert taken[0] <= taken[1]


@pytest.mark.parametrize(("fame", "publicity", "pressed"), [(0.9, 1.0, True), (0.9, 0.4, False), (0.3, 1.0, False)])
def test_kin_of_a_prisoner_pay_when_the_world_speaks_of_him(fame, publicity, pressed):
    made = family(target=IMPRISONED, hostage_kin=1.0, publicity=publicity)
    made.fame[1] = fame
    made.run(press_kin, CERTAIN)
    assert bool(made.hostage.any()) == pressed


def test_what_exiles_tell_counts_as_publicity():
    made = family(target=IMPRISONED, hostage_kin=1.0, publicity=0.4)
    made.fame[1], made.voices_abroad[0] = 0.9, 0.3
    made.run(press_kin, CERTAIN)
    assert made.hostage.any()


# --- group ------------------------------------------------------------------------------------------------------------
def attacked(seed=5, **levers):
    """Four of the attacker's faction are held, one is exiled, one at liberty, and one of another faction is held."""
    made = Country(seed=seed).set(hostage_group=1.0, **levers)
    made.faction[[1, 2, 3, 4, 5, 9]] = 3
    made.faction[6] = 2
    made.status[[1, 2, 3, 4, 6]] = [INQUIRY, IMPRISONED, CAMP, EXILED, CAMP]
    made.warrant[9], made.struck[0], made.rung_max[0] = AN_ATTACK, 4, 7
    return made.list_docket()


def test_after_an_attack_the_held_of_its_group_are_shot_and_nobody_else():
    made = attacked()
    rows = made.run((answer_for_group, all_answered), CERTAIN)
    assert np.flatnonzero(made.status == DEAD).tolist() == [1, 2, 3]
    assert (made.hostage[[1, 2, 3]] == OF_GROUP).all() and (made.blow[[1, 2, 3]] == 7).all()
    assert (rows["event"] == SANCTION).sum() == 3


def test_an_exiled_hostage_is_held_too():
    made = attacked()
    made.hostage[4] = OF_GROUP
    made.run((answer_for_group, all_answered), CERTAIN)
    assert made.status[4] == DEAD


def test_without_precedent_for_death_nobody_is_shot():
    made = attacked()
    made.rung_max[0] = 6
    assert len(made.run((answer_for_group, all_answered), CERTAIN)) == 0


def test_label_and_named_group_bind_as_a_faction_does():
    made = attacked()
    made.faction[:] = 0
    made.label[9], made.label[2], made.groups[9], made.groups[3] = 4, 4, 6, 2
    made.run((answer_for_group, all_answered), CERTAIN)
    assert np.flatnonzero(made.status == DEAD).tolist() == [2, 3]


def test_a_success_abroad_is_paid_for_at_home_once():
    made = attacked()
    made.struck[0], made.warrant[9], made.answering_faction[0], made.groups[6], made.answering[0] = 0, 0, 3, 1, 1
    made.run((answer_for_group, all_answered), CERTAIN)
    assert np.flatnonzero(made.status == DEAD).tolist() == [1, 2, 3, 6]
    assert made.answering[0] == 0 and made.answering_faction[0] == 0


def test_the_hut_answers_for_the_fugitive():
    made = attacked()
    made.struck[0], made.warrant[9] = 0, 0
    made.status[[10, 23]] = CAMP  # 10 in the same province as the fugitive, 23 in the other
    made.escaped[0] = 0
    made.list_docket().run((answer_for_group, all_answered), CERTAIN)
    assert made.status[[10, 3, 23, 2]].tolist() == [DEAD, DEAD, CAMP, IMPRISONED]
    assert made.escaped[0] == -1


# --- fear, the other side, the campaigner -----------------------------------------------------------------------------
def test_the_term_of_fear_is_the_cards():
    made = family(target=FREE, hostage_kin=0.5)
    made.run(fear_for_kin, Hostage())
    assert made.hostage_fear[1] == pytest.approx(0.3 * 0.5 * (1 - 0.2 * 0.1), abs=1e-4)
    assert made.hostage_fear[5] == pytest.approx(0.3 * 0.5 * 0.8, abs=1e-4) and made.hostage_fear[0] == 0.0
    made.status[3] = IMPRISONED  # kin already held are not in reach
    made.run(fear_for_kin, Hostage())
    assert made.hostage_fear[1] == pytest.approx(0.3 * 0.5 * 0.8, abs=1e-4)
    made.kin_watched[:4] = watch_kin(0.5)
    made.set(hostage_kin=0.0).run(fear_for_kin, Hostage())
    assert not made.hostage_fear.any() and watch_kin(0.0) == 0
    made.hostage_fear[1], made.kin_watched[:] = 0.7, 0  # where nobody was watched nothing is looked at
    assert made.run(fear_for_kin, Hostage()) is not None and made.hostage_fear[1] == pytest.approx(0.7)


def test_the_other_side_takes_hostages_in_turn_and_heads_are_exchanged_one_for_one():
    made = Country()
    made.status[[1, 2, 3, 4]], made.hostage[[1, 2, 3, 4]], made.arrested[[1, 2, 3, 4]] = IMPRISONED, OF_GROUP, 10
    made.status[5], made.hostage[5], made.arrested[5] = IMPRISONED, OF_KIN, 10
    made.list_docket().run(exchange, Hostage())
    made.run((count_hostages, hostages_there), Hostage())
    assert made.hostages_own[0] == 4 and made.hostages_other[0] == 2
    made.month = 11
    made.run(exchange, Hostage())
    rows = made.run((count_hostages, hostages_there), Hostage())
    assert (rows["event"] == EXCHANGED).sum() == 2 and (made.status[[1, 2, 3, 4]] == FREE).sum() == 2
    assert ((made.cleared != 0) == (made.status == FREE))[[1, 2, 3, 4, 5]].all()  # they still stand on the docket
    assert made.hostages_own[0] == 2 and made.hostages_other[0] == 0 and made.status[5] == IMPRISONED


def test_who_speaks_abroad_stops_when_his_kin_are_harmed_and_only_then():
    made = family(hostage_kin=1.0)
    made.campaigning[[1, 7]], made.campaigners[0], made.noise[8] = 1, 2, 3.0
    made.run(fall_silent, Hostage(fear=1.0))
    assert made.noise[8] == 3.0
    made.hostage[2], made.blow[2] = OF_KIN, 5
    silent = 0
    for seed in range(60):
        made.seed = np.uint64(seed)
        made.campaigning[[1, 7]], made.campaigners[0], made.noise[8] = 1, 2, 3.0
        made.run(fall_silent, Hostage(fear=1.0))
        assert made.campaigning[7] == 1  # his kin are left alone
        silent += int(made.noise[8] == 1.5 and made.campaigning[1] == 0 and made.campaigners[0] == 1)
    assert 15 < silent < 45  # 1 - exp(-5/7) = .51


def test_the_parameters_are_those_of_the_card():
    found = {f.span.symbol: (f.default, f.span.low, f.span.high) for f in MECHANISM.fields}
    assert found == {"hk": (.1, 0, .5), "hg": (.05, 0, .5), "kf": (.5, 0, 1), "hc": (.05, 0, .3), "ff": (.3, 0, 1),
                     "fg": (.6, 0, 1), "re": (.5, 0, 1)}


def test_expelled_kin_can_be_taken_further_but_not_lower():
    made = family(hostage_kin=1.0)
    made.status[[2, 3]], made.rung[[2, 3]] = EXPELLED, 3
    made.list_docket().run(press_kin, CERTAIN)
    assert (made.rung[[2, 3]] >= 3).all() and len(set(made.docket[:made.docket_size[0]])) == made.docket_size[0]

"""Card 20: worked examples of its equations, and one plea at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bench import Country
from example_rows import row, table
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.police.intercession import (
    ANGERED,
    HEARD_ABROAD,
    HEARD_BY_A_CHIEF,
    UNHEARD,
    Intercession,
    ask,
    ask_for_release,
    fall_into_oblivion,
    fast_of,
    has_something_due,
    heard_abroad,
    heed,
    heed_for_release,
    inside_of,
    is_away,
    is_held,
    is_serving,
    noise_of,
    outside_of,
    petition,
    petition_month,
    plead,
    reputation_after,
    reward,
    saving_hazard,
    speak_abroad,
    veto_of,
    was_heard,
)
from unanimity.mechanisms.police.petition_path import best_way, ear_of, hear_of, spread, tell
from unanimity.world.codes import (
    ABROAD,
    BACKLASH,
    BANNED,
    CAMP,
    EXILED,
    EXPELLED,
    FREE,
    FRIEND,
    IMPRISONED,
    INQUIRY,
    LEGAL,
    NEVER,
    NOBODY,
    PETITION,
    SAVED,
)
from unanimity.world.tree import grow

P = Intercession(inside=1.0, outside=0.5, lag=0.1, serving=0.2, memory=0.95, gain=0.1, irritation=3.0, turning=0.5,
                 crowd=10.0, departure=10.0, eased=3.0, outraged=1.0, known=0.3, body=0.3, longer=12.0, noted=0.1,
                 signed=0.5)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))
FULL = 65535


def test_what_a_chiefs_word_is_worth():
    assert ear_of(0.2, 5, 3, P) == about(0.8 / 1.5 * 0.75) and ear_of(1.5, 0, 4, P) == 0.0
    assert ear_of(0.0, 10, 4, P) == 0.5


def test_whether_the_call_comes_before_the_act():
    assert fast_of(0.0, 3, 6, P) == 1.0
    assert fast_of(0.2, 3, 7, P) == about(math.exp(-1.5)) and fast_of(0.0, 3, 7, P) == 0.0
    assert fast_of(0.05, 1, 7, P) == about(math.exp(-2.0))
    assert veto_of(0.4, 1.2, P) == 0.4 and veto_of(0.4, 1.0, P) == 0.0 and inside_of(0.5, 0.8, 0.25) == about(0.3)


def test_what_is_said_abroad_and_what_is_left_of_it():
    assert noise_of(0.5, 0.4, 0.0, P) == about(0.2) and noise_of(0.5, 0.3, 0.0, P) == 0.0
    assert noise_of(0.5, 0.4, 0.05, P) == 0.05
    assert reputation_after(0.4, 0.5, P) == about(0.43) and reputation_after(1e-6, 0.0, P) == 0.0
    assert reputation_after(0.01, 0.0, P) == about(0.0095)
    # reputation 1 is worth a half; noise of .1 irritates by 1 - e^-.3, which reputation .5 would outweigh
    assert outside_of(1.0, 0.1, 0.5, P) == about(0.5 * (0.5 - 0.2 * (1 - math.exp(-0.3))))
    assert outside_of(0.0, 0.1, 1.0, P) == about(-0.2 * (1 - math.exp(-0.3)))
    assert outside_of(0.5, 0.0, 1.0, P) == about(0.2)


def test_the_two_paths_together_less_a_signature():
    assert saving_hazard(0.6, 0.4, 0, P) == about(0.8) and saving_hazard(0.6, 0.4, 1, P) == about(0.3)
    assert saving_hazard(0.1, -0.4, 0, P) == about(0.1) and saving_hazard(0.1, 0.4, 1, P) == 0.0
    assert petition_month(20, 3, 0.5, P) == 20 and petition_month(20, 3, 0.75, P) == 21


# --- ways -------------------------------------------------------------------------------------------------------------
def test_of_two_ways_the_better_is_kept_and_of_equal_ones_the_first():
    people = table(ear=[0.3], ear_by=[99])
    hear_of(0.3, 5, 1, 0, people)
    assert (people.ear[0], people.ear_by[0]) == (0.3, 99)
    hear_of(0.4, 5, 1, 0, people)
    assert (people.ear[0], people.ear_by[0]) == (0.4, 41)


def spoken(turns=(0, 1, 2), office=4, status=FREE, start=None, middle=FREE):
    """A chief 3 is tied to 1 (.5), 1 to 2 (.8)."""
    people = table(status=[FREE, middle, FREE, status], office=[0, 0, 0, office], dossier=[0.0] * 4, petitions=[0] * 4,
                   ear=np.array(start or [0.0] * 4), ear_by=[NOBODY] * 4)
    ties = table(start=[0, 0, 2, 3, 4], neighbour=[2, 3, 1, 1], weight=[0.8 * FULL, 0.5 * FULL, 0.8 * FULL, 0.5 * FULL])
    for turn in turns:
        tell(3, turn, ties, people, P)
    return people.ear.round(6).tolist(), people.ear_by.tolist()


def test_a_chiefs_ear_spreads_over_two_ties():
    assert spoken() == ([0.0, 0.5, 0.4, 1.0], [NOBODY, 25, 26, 24])
    assert spoken(turns=(0,)) == ([0.0, 0.0, 0.0, 1.0], [NOBODY, NOBODY, NOBODY, 24])
    assert spoken(turns=(0, 1)) == ([0.0, 0.5, 0.0, 1.0], [NOBODY, 25, NOBODY, 24])
    assert spoken(office=3)[0] == [0.0, 0.375, 0.3, 0.75]
    for nobody in (spoken(office=2), spoken(status=INQUIRY)):
        assert nobody == ([0.0] * 4, [NOBODY] * 4)
    assert spoken(middle=INQUIRY)[0] == [0.0, 0.5, 0.0, 1.0]  # who is held tells nobody
    people = table(status=[0], office=[4], dossier=[0.0], petitions=[0], ear=[0.0], ear_by=[NOBODY])
    tell(NOBODY, 0, table(start=[0, 0], neighbour=[], weight=[]), people, P)
    assert people.ear[0] == 0.0


def test_who_has_a_better_way_of_two_ties_still_tells_of_one():
    """0 and 4 are chiefs: 4 is tied to 3 (.9), 3 to 1 (.9); 0 to 1 (.1), 1 to 2 (1)."""
    people = table(status=[FREE] * 5, office=[4, 0, 0, 0, 4], dossier=[0.0] * 5, petitions=[0] * 5, ear=np.zeros(5),
                   ear_by=[NOBODY] * 5)
    ties = table(start=[0, 1, 4, 5, 7, 8], neighbour=[1, 0, 2, 3, 1, 1, 4, 3],
                 weight=[w * FULL for w in (0.1, 0.1, 1.0, 0.9, 1.0, 0.9, 0.9, 0.9)])
    for turn in range(3):
        for chief in (4, 0):
            tell(chief, turn, ties, people, P)
    assert people.ear.tolist() == about([1.0, 0.81, 0.1, 0.9, 1.0])


def way(ear, ear_by=None, held_in=0, economy=BANNED, status=None):
    """0 is tied to 1 (.5), 1 to 2 (.8); 12 heads the other province, 5 his own."""
    n = 24
    people = table(ear=np.zeros(n), ear_by=np.full(n, NOBODY), held_in=np.zeros(n, int), status=np.zeros(n, int))
    for i, value in ear.items():
        people.ear[i], people.ear_by[i] = value, 8 * 9
    people.held_in[0] = held_in
    for i, value in (status or {}).items():
        people.status[i] = value
    ties = table(start=[0, 1, 3, 4] + [4] * 21, neighbour=[1, 0, 2, 1],
                 weight=[0.5 * FULL, 0.5 * FULL, 0.8 * FULL, 0.8 * FULL])
    units = table(secretary=[NOBODY] * 4 + [5, 12, NOBODY])
    levers = table(association_economy=[economy] * 7)
    best, code = best_way(0, people, units, ties, TREE, levers, P)
    return about(best), int(code)


def test_the_best_way_is_ones_own_or_through_ties_or_a_body():
    assert way({}) == (0.0, NOBODY) and way({0: 0.3}) == (0.3, 72)
    assert way({1: 0.8}) == (0.4, 73) and way({2: 1.0}) == (0.4, 74) and way({0: 0.5, 1: 0.8}) == (0.5, 72)
    assert way({1: 0.8}, status={1: INQUIRY}) == (0.0, NOBODY) and way({2: 1.0}, status={2: INQUIRY}) == (0.0, NOBODY)
    assert way({5: 1.0}) == (0.0, NOBODY) and way({5: 1.0}, economy=LEGAL) == (0.3, 73)
    assert way({12: 1.0}, held_in=2) == (0.3, 73) and way({5: 1.0}, held_in=1) == (0.3, 73)
    assert way({5: 1.0, 0: 0.4}, economy=LEGAL) == (0.4, 72)


def asked(found=(0.4, 8 * 9 + 2), petitioned=NEVER, delay=0.9):
    case = row(petitioned=petitioned, arrested=20, petition_delay=delay)
    return does(ask, "petition", case=case, best_way=found, p=P)


def test_kin_ask_upward():
    assert asked() == (0.4, 74, 2, 21, 9, True) and asked((0.4, 72), delay=0.0) == (0.4, 72, 1, 20, 9, True)
    assert asked((0.0, NOBODY)) == (0.0, NOBODY, 0, NEVER, NOBODY, False)
    assert asked(petitioned=20)[5] is False and asked(petitioned=19)[5] is True


def petitioned(chief=1, fresh=True, month=30, arrives=30, before=4):
    people, log = table(petitioned=[arrives, NEVER], petitions=[0, before], rung_due=[5, 0]), make_log(2)
    petition(0, chief, fresh, month, people, log)
    rows = rows_of(log)
    return int(people.petitions[1]), rows["event"].tolist(), rows["other"].tolist()


def test_a_petition_lies_before_the_chief_from_its_month_on():
    assert petitioned() == (5, [PETITION], [1]) and petitioned(arrives=31) == (4, [PETITION], [1])
    assert petitioned(fresh=False) == (5, [], []) and petitioned(chief=NOBODY) == (4, [], [])
    assert petitioned(before=65535)[0] == 65535


# --- abroad -----------------------------------------------------------------------------------------------------------
def test_who_is_away():
    assert [bool(is_away(s)) for s in (FREE, EXPELLED, EXILED, INQUIRY, IMPRISONED, CAMP, ABROAD)] == [
        False, False, True, True, True, True, False]
    assert is_held(row(status=CAMP)) and not is_held(row(status=FREE))


def test_reputations_grow_by_campaigns_and_fade():
    assert fall_into_oblivion(FREE, 0.4, 1, P) == about(0.38)
    assert fall_into_oblivion(FREE, 0.4, 0, P) == fall_into_oblivion(CAMP, 0.4, 1, P) == 0.4
    assert fall_into_oblivion(FREE, 0.05, 1, P) == about(0.0475)
    case, cell, country = dict(fame=0.5, noise=0.0, reputation=0.4), row(publicity=0.6), row(voices_abroad=0.2)
    assert heard_abroad(row(**case), cell, country, P) == about(0.4)

    def spoken_of(case, begun=0.0):
        so_far = table(spoken_of=[begun])
        return speak_abroad(row(**case), cell, country, so_far, P), float(so_far.spoken_of[0])
    assert spoken_of(case) == (about(0.42), 1.0)
    assert spoken_of({**case, "fame": 0.1}) == (about(0.38), 1.0)
    assert spoken_of(dict(fame=0.1, noise=0.0, reputation=0.0)) == (0.0, 0.0)
    assert spoken_of(dict(fame=0.1, noise=0.05, reputation=0.0)) == (about(0.005), 1.0)
    assert spoken_of(dict(fame=0.1, noise=0.0, reputation=0.05)) == (about(0.0475), 1.0)
    assert [was_heard(row(spoken_of=h), row(campaigns_heard=c)) for c, h in ((0, 0.0), (0, 1.0), (1, 0.0))] == [0, 1, 1]


# --- pleas ------------------------------------------------------------------------------------------------------------
LAW = {"sanction_cap": 7.0, "sanction_cap_rule": 0.0, "sanction_cap_local": 0.0, "sanction_cap_complaint": 0.0,
       "sanction_cap_faction": 0.0, "sanction_cap_theft": 0.0, "sanction_cap_sabotage": 0.0,
       "sanction_cap_violence": 0.0}


def pleaded(saving=0.9, anger=0.9, cap=7.0, delay=0.2, publicity=0.0, need=1.0, autonomy=0.0, **case):
    one = {"reputation": 0.0, "fame": 0.0, "noise": 0.0, "petitioned": 30, "hops": 2, "rung_due": 5, "ear": 0.6,
           "dossier": 0.5, "confessed": 0, "case_topic": 0, "act_kind": 0, "faction": 0, **case}
    return does(plead, "heed", case=row(**one), cell=row(publicity=publicity), place=row(delay_exec=delay), month=30,
                act=row(**{**LAW, "sanction_cap": cap}), luck=row(saving=saving, anger=anger), p=P,
                country=row(voices_abroad=0.0, need_abroad=need, police_autonomy=autonomy))


def test_a_chiefs_word_takes_three_rungs_off():
    # a hazard of .6: a chance of .4512
    assert pleaded(0.45) == (HEARD_BY_A_CHIEF, 2) and pleaded(0.46) == (UNHEARD, 5)
    assert pleaded(0.45, rung_due=6) == (HEARD_BY_A_CHIEF, 3) and pleaded(0.45, rung_due=3) == (HEARD_BY_A_CHIEF, 2)
    assert pleaded(0.45, rung_due=2) == pleaded(0.45, rung_due=1) == (HEARD_BY_A_CHIEF, 0)
    assert pleaded(0.0, petitioned=31) == pleaded(0.0, petitioned=NEVER) == (UNHEARD, 5)
    assert pleaded(0.19, rung_due=7) == (HEARD_BY_A_CHIEF, 4)  # in time by e^-1: .6 * .3679, a chance of .198
    assert pleaded(0.2, rung_due=7) == (UNHEARD, 7) and pleaded(0.0, rung_due=7, delay=0.0) == (UNHEARD, 7)
    assert pleaded(0.25, dossier=1.5, autonomy=0.5) == (HEARD_BY_A_CHIEF, 2)  # .3: .2592
    assert pleaded(0.27, dossier=1.5, autonomy=0.5) == (UNHEARD, 5)
    assert pleaded(0.04, ear=0.05) == (HEARD_BY_A_CHIEF, 2) and pleaded(0.05, ear=0.05) == (UNHEARD, 5)
    assert pleaded(0.09, confessed=1) == (HEARD_BY_A_CHIEF, 2) and pleaded(0.1, confessed=1) == (UNHEARD, 5)


def test_the_world_is_heard_by_reputation_and_angers_by_fresh_noise():
    unknown = {"petitioned": NEVER, "ear": 0.0}
    assert pleaded(0.22, reputation=1.0, **unknown) == (HEARD_ABROAD, 2)  # .5 * .5: .2212
    assert pleaded(0.23, reputation=1.0, **unknown) == (UNHEARD, 5)
    assert pleaded(0.0, reputation=1.0, ear=0.2) == (HEARD_ABROAD, 2)  # .2 against .25
    assert pleaded(0.0, reputation=1.0, ear=0.3) == (HEARD_BY_A_CHIEF, 2)
    loud = {"noise": 10.0, **unknown}
    assert pleaded(anger=0.18, **loud) == (ANGERED, 6) and pleaded(anger=0.19, **loud) == (UNHEARD, 5)  # .2: .1813
    assert pleaded(anger=0.0, cap=5.0, **loud) == (UNHEARD, 5) and pleaded(anger=0.0, need=0.0, **loud) == (UNHEARD, 5)


def test_pleas_are_for_open_cases_in_which_something_is_due():
    def due(rung=5, status=INQUIRY):
        return bool(has_something_due(row(status=status, arrested=20, cleared=0, rung_due=rung), 30))
    assert due() and due(1) and not due(0) and not due(status=CAMP)


def person(**columns):
    usual = {"status": INQUIRY, "rung": 5, "status_until": 40, "execution": 33, "rung_due": 5, "cleared": 0,
             "hostage": 1,
             "dossier": 1.0, "fame": 0.5, "permit": 0, "ear_by": 8 * 9 + 1, "survived": 3}
    return table(**{name: [value] for name, value in {**usual, **columns}.items()})


def heeded(answer, rung):
    people, log = person(), make_log(1)
    heed(0, answer, rung, people, log, P)
    return people, rows_of(log)


def test_what_becomes_of_one_who_is_spoken_for():
    people, said = heeded(HEARD_BY_A_CHIEF, 2)
    assert (people.rung_due[0], people.status[0], people.cleared[0], people.dossier[0]) == (2, INQUIRY, 0, 1.0)
    assert (people.fame[0], people.permit[0]) == (about(0.6), 11)
    assert said["event"].tolist() == [SAVED] and said["other"].tolist() == [9]
    people, said = heeded(HEARD_ABROAD, 0)
    assert (people.rung_due[0], people.status[0], people.cleared[0], people.hostage[0]) == (0, FREE, 2, 0)
    assert people.dossier[0] == 0.5 and said["other"].tolist() == [NOBODY]
    people, said = heeded(ANGERED, 6)
    assert (people.rung_due[0], people.fame[0], said["event"].tolist()) == (6, 0.5, [BACKLASH])
    people, said = heeded(UNHEARD, 6)
    assert people.rung_due[0] == 5 and len(said) == 0
    known = person(fame=0.95)
    reward(0, known, P)
    assert known.fame[0] == 1.0


def served(luck, status=IMPRISONED, cap=7.0, **case):
    one = {"status": status, "reputation": 0.0, "fame": 0.0, "noise": 0.0, "confessed": 0, "case_topic": 0,
           "act_kind": 0,
           "faction": 0,
           **case}
    return does(ask_for_release, "heed_for_release", case=row(**one), cell=row(publicity=0.0), luck=luck, p=P,
                act=row(**{**LAW, "sanction_cap": cap}), country=row(voices_abroad=0.0, need_abroad=1.0))


def test_a_campaign_reaches_those_who_serve_more_faintly():
    assert served(0.0) == (UNHEARD, False)
    # a fifth of .25: .0488
    assert served(0.048, reputation=1.0) == (HEARD_ABROAD, False) and served(0.05, reputation=1.0) == (UNHEARD, False)
    assert served(0.001, reputation=0.05) == (UNHEARD, False)
    assert served(0.0002, reputation=0.05) == (HEARD_ABROAD, False)
    # a fifth of .2: .0392
    assert served(0.039, noise=10.0) == (ANGERED, True) and served(0.04, noise=10.0) == (UNHEARD, False)
    assert served(0.0, noise=10.0, status=CAMP) == served(0.0, noise=10.0, cap=5.0) == (ANGERED, False)
    assert served(0.004, noise=0.05) == (ANGERED, True)  # .2 * .2 * (1 - e^-.15) = .0056


def test_who_is_serving():
    def serving(status=CAMP, arrested=29, cleared=0):
        return bool(is_serving(row(status=status, arrested=arrested, cleared=cleared), 30))
    assert serving() and serving(IMPRISONED) and not serving(EXILED) and not serving(INQUIRY)
    assert not serving(arrested=30) and not serving(cleared=1)


def test_release_or_a_longer_term():
    def after(answer, to_camp=False, **columns):
        people, log = person(status=IMPRISONED, **columns), make_log(1)
        heed_for_release(0, answer, to_camp, people, log, P)
        return people, rows_of(log)["event"].tolist()
    people, said = after(HEARD_ABROAD)
    assert (people.status[0], people.cleared[0], people.hostage[0], people.survived[0], said) == (FREE, 2, 0, 4,
                                                                                                  [SAVED])
    assert people.permit[0] == 11 and after(HEARD_ABROAD, survived=10)[0].survived[0] == 10
    people, said = after(ANGERED)
    assert (people.status[0], people.status_until[0], people.cleared[0], said) == (IMPRISONED, 52, 0, [BACKLASH])
    assert after(ANGERED, status_until=NEVER)[0].status_until[0] == NEVER
    people, said = after(ANGERED, to_camp=True)
    assert (people.status[0], people.rung[0], people.cleared[0]) == (CAMP, 6, 2)
    people, said = after(UNHEARD)
    assert (people.status[0], people.status_until[0], said) == (IMPRISONED, 40, [])


# --- a month with cases -----------------------------------------------------------------------------------------------
def chiefs(case=INQUIRY, arrested=9, cleared=0):
    """Secretaries 0 and 6 of the provinces, 12 .. 14 in the centre; 3 has a case; 4 is tied to 0."""
    here = Country(24, ties=[(0, 4, 0.5, FRIEND), (12, 5, 0.5, FRIEND)]).seat_chiefs()
    here.status[3], here.arrested[3], here.cleared[3] = case, arrested, cleared
    here.docket[0], here.docket_size[0] = 3, 1
    here.ear[:], here.petitions[:] = 0.01, 2
    here.run(spread, P)
    return here


def test_in_a_month_with_cases_everybody_knows_his_way_to_a_chief():
    here = chiefs()
    assert here.ear[[0, 6, 12, 13, 4, 5, 20]].tolist() == about([0.625, 0.625, 5 / 6 * 1.25, 5 / 6, 0.3125, 0.5208333,
                                                                 0.0],
                                                               abs=1e-4)  # a fifth off for two petitions
    assert here.petitions[[0, 6, 12, 13, 14, 4]].tolist() == [0, 0, 0, 0, 0, 2]


@pytest.mark.parametrize("none", [{"case": CAMP}, {"arrested": 10}, {"cleared": 1}])
def test_in_a_month_without_open_cases_nobody_looks(none):
    here = chiefs(**none)
    assert (here.ear == np.float32(0.01)).all() and (here.petitions == 2).all()

"""Card 19: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from example_rows import row, table
from plain_case_log import make_log, rows_of

from direct_calls import call
from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.police.group_hostages import (
    OF_GROUP,
    OF_KIN,
    all_answered,
    answer,
    answer_for_group,
    answers_for,
    anybody_called,
    count_hostages,
    exchange,
    hostages_there,
    is_held,
    is_held_for_group,
    law_where_held,
    may_answer,
    same_group,
    send_home,
    shares_hut,
)
from unanimity.mechanisms.police.hostage import (
    Hostage,
    anybody_campaigns,
    campaigns,
    fall_silent,
    fear_for_kin,
    harm_to_kin,
    hatred,
    is_in_reach,
    is_out_of_reach,
    is_target,
    kin_answer_anywhere,
    kin_are_watched,
    kin_hazard,
    out_of_danger,
    publicity_of,
    reach_of,
    rung_of_kin,
    seize,
    stop,
    watch_kin,
)
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.world.codes import (
    ABROAD,
    AN_ATTACK,
    AN_ESCAPE,
    CAMP,
    DEAD,
    EXCHANGED,
    EXILED,
    EXPELLED,
    FREE,
    FRIEND,
    HOSTAGE_TAKEN,
    INQUIRY,
    KIN,
    KINSHIP,
    MEMBER,
    NEVER,
    NO_CAUSE,
    NO_LABEL,
    NOBODY,
    SANCTION,
    THE_GROUP,
    WORK,
)
from unanimity.world.draws import uniform
from unanimity.world.tree import grow

P = Hostage(kin=0.1, group=0.05, fame=0.5, camp=0.05, fear=0.3, hatred=0.6, reciprocity=0.5)
about = pytest.approx


def test_whose_kin_are_pressed_and_how_hard():
    assert publicity_of(0.4, 0.3) == about(0.7) and publicity_of(0.8, 0.9) == 1.0
    assert is_target(ABROAD, 0.0, 0.0, P) and is_target(FREE, 0.9, 0.6, P) and not is_target(FREE, 0.9, 0.5, P)
    assert not is_target(DEAD, 0.9, 0.9, P) and is_target(CAMP, 0.9, 0.9, P)
    assert kin_hazard(0.5, 0, 0.8, P) == about(0.04) and kin_hazard(0.5, 1, 0.8, P) == about(0.08)
    assert reach_of(0.25, 0.5, P) == about(0.3 * 0.5 * 0.75) and hatred(P) == 0.6


def test_who_is_held():
    held = [bool(is_held(status, 0)) for status in (FREE, EXPELLED, EXILED, INQUIRY, CAMP, ABROAD)]
    assert held == [False, False, False, True, True, False]
    assert is_held(EXILED, OF_KIN) and not is_held(EXPELLED, OF_KIN) and not is_held(ABROAD, OF_GROUP)


def test_a_lever_is_on_somewhere():
    tree = table(cells=3)
    assert kin_answer_anywhere(tree, table(hostage_kin=[0.0, 0.0, 0.05, 0.0]))
    assert not kin_answer_anywhere(tree, table(hostage_kin=[0.0, 0.0, 0.0, 0.9]))


def group(i=(0, NO_LABEL, 0), j=(0, NO_LABEL, 0)):
    return bool(same_group(0, 1, table(faction=[i[0], j[0]], label=[i[1], j[1]], groups=[i[2], j[2]])))


def test_of_one_group_by_faction_label_or_name():
    assert not group() and group((1, 0, 0), (1, 0, 0)) and not group((1, 0, 0), (2, 0, 0))
    assert group((0, 4, 0), (0, 4, 0)) and not group((0, 4, 0), (0, 5, 0))
    assert group((0, 0, 6), (0, 0, 2)) and not group((0, 0, 4), (0, 0, 2))


def answering(struck=0, groups=0, faction=0, warrants=(0, 0, 0)):
    people = table(groups=[4, 0, 0], faction=[1, 1, 0], label=[NO_LABEL] * 3, warrant=list(warrants))
    country = row(struck=struck, answering=groups, answering_faction=faction)
    return bool(answers_for(0, people, country, table(people=3)))


def test_a_group_answers_for_an_attack_or_a_success_abroad():
    assert not answering() and answering(groups=4) and not answering(groups=2)
    assert answering(faction=1) and not answering(faction=2)
    assert answering(struck=1, warrants=(0, AN_ATTACK, 0)) and not answering(struck=0, warrants=(0, AN_ATTACK, 0))
    assert not answering(struck=1, warrants=(0, 0, AN_ATTACK)) and not answering(struck=1, warrants=(AN_ATTACK, 0, 0))
    assert not answering(struck=1, warrants=(0, AN_ATTACK + 1, 0))


def test_heads_are_exchanged_going_round_the_docket():
    for seed in range(12):
        begin = int(uniform(np.uint64(seed), 494, 0, 30) * 4)
        state = {"docket": np.array([0, 1, 2, 3]), "docket_size": np.array([4]), "hostages_other": np.array([1.5]),
                 "hostage": np.array([OF_GROUP, OF_KIN, OF_GROUP, OF_GROUP]),
                 "status": np.array([CAMP, CAMP, FREE, EXILED]), "cleared": np.zeros(4, int)}
        call(exchange, state, grow((1,), 4), None, month=30, seed=np.uint64(seed), log=make_log(4))
        (freed,) = np.flatnonzero(state["cleared"])
        assert freed == [0, 3, 3, 3][begin] and state["hostage"][freed] == 0 and state["hostages_other"][0] == 0.5


def test_what_kin_were_made_to_pay():
    people = table(hostage=[0, OF_KIN, OF_GROUP, OF_KIN, 0], blow=[0, 2, 7, 3, 7])
    ties = table(start=[0, 4, 5, 5, 5, 5], neighbour=[1, 2, 3, 4, 3], kind=[KIN, KIN, WORK, KIN, KIN])
    assert harm_to_kin(0, ties, people) == about(9 / 7) and harm_to_kin(1, ties, people) == about(3 / 7)
    assert harm_to_kin(2, ties, people) == 0.0


def taken(status=FREE):
    people = table(status=[status], rung=[0], status_until=[NEVER], execution=[NEVER], last_dissent=[NEVER], blow=[0],
                   blow_topic=[0], case_topic=[2], faction=[0], office=[0], tenure=[0], headed=[NOBODY],
                   estate=[MEMBER], death=[0], death_month=[NEVER], docket=[NOBODY, NOBODY], hostage=[0],
                   arrested=[NEVER])
    units = table(sanctions=[0.0] * 7, sanctions_of_dissent=[0.0] * 7, killings=[0.0] * 7, secretary=[NOBODY] * 7)
    country, log = table(docket_size=[1], rung_max=[3], rung_passed=[3] * 4), make_log(24)
    tree = table(**arrays_of_tree(grow((2, 2), 24)))
    seize(0, 4, KINSHIP, OF_KIN, 9, 30, people, units, country, tree, log, Sanction())
    return people, int(country.docket_size[0]), rows_of(log)


def test_a_hostage_pays_for_another():
    people, size, told = taken()
    assert (people.status[0], people.rung[0], people.hostage[0], people.arrested[0], people.case_topic[0]) == (
        EXILED, 4, OF_KIN, 30, 0)
    assert size == 2 and people.docket.tolist() == [NOBODY, 0]
    assert told["event"].tolist() == [HOSTAGE_TAKEN, SANCTION] and told["other"].tolist()[0] == 9
    assert taken(EXPELLED)[1] == 1  # he stands on the docket already


# --- who answers ------------------------------------------------------------------------------------------------------
def test_what_calls_for_an_answer():
    def called(precedent=7, **changes):
        return bool(anybody_called(row(**{"struck": 0, "answering": 0, "answering_faction": 0, "escaped": NOBODY,
                                          "rung_max": precedent, **changes})))
    assert not called() and called(struck=1)
    assert called(answering=4) and called(answering_faction=2) and called(escaped=0)
    assert not called(struck=1, precedent=6)
    assert all_answered() == (0, 0, NOBODY)


def drawn(group=0.9, hut=0.9, status=CAMP, hostage=0, force=0.8):
    return bool(may_answer(row(status=status, hostage=hostage), row(hostage_group=force), row(group=group, hut=hut), P))


def test_a_lot_falls_on_one_who_is_held_where_others_answer():
    # .05 * .8: a chance of .0392
    assert drawn(group=0.039) and drawn(hut=0.039) and not drawn(group=0.04, hut=0.04)
    assert not drawn(0.0, status=EXILED) and drawn(0.0, status=EXILED, hostage=OF_KIN) and not drawn(0.0, force=0.0)
    assert drawn(group=0.0024, force=0.05) and not drawn(group=0.0026, force=0.05)


def answered(group=0.0, hut=0.0, law=7, his=True, near=True, status=CAMP):
    found = does(answer_for_group, "answer", place=row(hostage_group=0.8), people=table(status=[status]),
                 law_where_held=law, answers_for=his, shares_hut=near, luck=row(group=group, hut=hut), p=P)
    return NO_CAUSE if found is None else found


def test_for_whom_he_answers():
    assert answered() == THE_GROUP and answered(his=False) == AN_ESCAPE and answered(group=0.04) == AN_ESCAPE
    assert answered(law=6) == answered(his=False, near=False) == answered(his=False, status=INQUIRY) == NO_CAUSE
    assert answered(group=0.04, hut=0.04) == NO_CAUSE


def test_a_hut_is_the_place_from_which_somebody_escaped():
    tree = table(**arrays_of_tree(grow((2, 2), 24)))
    people = table(held_in=[0, 2, 0] + [0] * 21, case_topic=[0] * 24, faction=[0] * 24,
                   act_kind=[0] * 24)
    def shares(i, escaped):
        return bool(shares_hut(i, people, row(escaped=escaped), tree))
    assert shares(2, 0) and not shares(1, 0) and not shares(0, 1) and shares(1, 1)
    assert shares(0, 2) and not shares(1, 2) and not shares(0, NOBODY) and shares(1, 12) and not shares(0, 12)
    levers = table(**{name: [0.0] * 7 for name in ("sanction_cap_rule", "sanction_cap_local", "sanction_cap_complaint",
                                                   "sanction_cap_faction", "sanction_cap_theft",
                                                   "sanction_cap_sabotage", "sanction_cap_violence")},
                   sanction_cap=[1, 1, 1, 1, 5, 7, 1])
    assert law_where_held(0, people, tree, levers) == 5 and law_where_held(1, people, tree, levers) == 7


def test_who_answers_is_shot():
    people = table(status=[CAMP], rung=[6], status_until=[40], execution=[NEVER], last_dissent=[NEVER], blow=[0],
                   blow_topic=[0], case_topic=[0], faction=[0], office=[0], tenure=[0], headed=[NOBODY],
                   estate=[MEMBER], death=[0], death_month=[NEVER], hostage=[0])
    units = table(sanctions=[0.0] * 7, sanctions_of_dissent=[0.0] * 7, killings=[0.0] * 7, secretary=[NOBODY] * 7)
    country, tree = table(rung_max=[7], rung_passed=[7] * 4), table(**arrays_of_tree(grow((2, 2), 24)))
    answer(0, NO_CAUSE, 30, people, units, country, tree, make_log(24), Sanction())
    assert people.status[0] == CAMP and people.hostage[0] == 0
    answer(0, THE_GROUP, 30, people, units, country, tree, make_log(24), Sanction())
    assert people.status[0] == DEAD and people.hostage[0] == OF_GROUP


# --- heads ------------------------------------------------------------------------------------------------------------
def test_heads_that_can_be_exchanged():
    assert is_held_for_group(row(hostage=OF_GROUP, status=CAMP))
    assert not is_held_for_group(row(hostage=OF_KIN, status=CAMP))
    assert not is_held_for_group(row(hostage=OF_GROUP, status=FREE))
    assert count_hostages(row(arrested=29), 30) == (1.0, 0.0) and count_hostages(row(arrested=30), 30) == (1.0, 1.0)
    assert hostages_there(1.0, 2.0, P) == 2.0


def test_who_is_sent_home_stays_on_the_docket():
    people, log = table(status=[CAMP], rung=[6], status_until=[40], execution=[NEVER], hostage=[OF_GROUP],
                        cleared=[0]), make_log(1)
    send_home(0, people, log)
    assert (people.status[0], people.hostage[0], people.cleared[0]) == (FREE, 0, 2)
    assert rows_of(log)["event"].tolist() == [EXCHANGED]


def test_whoever_speaks_abroad_stops_when_his_kin_pay():
    assert anybody_campaigns(row(campaigners=1)) and not anybody_campaigns(row(campaigners=0))
    assert campaigns(row(campaigning=1)) and not campaigns(row(campaigning=0))
    # .3 * 5/7: a chance of .1929
    assert does(fall_silent, "stop", harm_to_kin=5 / 7, luck=0.192, p=P)
    assert not does(fall_silent, "stop", harm_to_kin=5 / 7, luck=0.194, p=P)
    assert not does(fall_silent, "stop", harm_to_kin=0.0, luck=0.0, p=P)
    assert does(fall_silent, "stop", harm_to_kin=0.05, luck=0.014, p=P)
    def after(stops):
        people, country = table(campaigning=[1, 1, 0], noise=[0.0, 3.0, 6.0]), table(campaigners=[2])
        stop(0, stops, people, country, row(people=3))
        return people.campaigning.tolist(), people.noise.tolist(), int(country.campaigners[0])
    assert after(False) == ([1, 1, 0], [0.0, 3.0, 6.0], 2) and after(True) == ([0, 1, 0], [0.0, 1.5, 3.0], 1)


# --- fear for kin -----------------------------------------------------------------------------------------------------
def test_whoever_has_kin_in_reach_has_something_to_lose():
    here = Country(24, ties=[(0, 1, 0.8, KIN), (0, 2, 0.5, KIN), (0, 3, 0.9, FRIEND)])
    ties = {name: getattr(here, name) for name in ("tie_start", "neighbour", "weight", "kind", "kin_skip", "kin_span")}

    def left(i):
        return call(out_of_danger, {"status": here.status, **ties}, i=i)
    assert left(0) == about(0.1, abs=1e-4) and left(1) == about(0.2, abs=1e-4) and left(3) == 1.0
    here.status[1] = CAMP
    assert left(0) == about(0.5, abs=1e-4)
    here.status[1] = EXPELLED
    assert left(0) == about(0.1, abs=1e-4)
    assert does(fear_for_kin, one=row(status=FREE), unit=row(hostage_kin=0.5), out_of_danger=0.1,
                p=P) == about(0.3 * 0.5 * 0.9)
    assert does(fear_for_kin, one=row(status=ABROAD), unit=row(hostage_kin=0.5), out_of_danger=0.1, p=P) == 0.0
    assert does(fear_for_kin, one=row(status=CAMP), unit=row(hostage_kin=0.5), out_of_danger=0.1, p=P) == about(0.135)


def test_nothing_is_looked_at_where_the_law_is_off_and_has_lapsed():
    assert kin_are_watched(row(hostage_kin=0.05, kin_watched=0))
    assert kin_are_watched(row(hostage_kin=0.0, kin_watched=1))
    assert not kin_are_watched(row(hostage_kin=0.0, kin_watched=0))
    assert (watch_kin(0.05), watch_kin(0.0)) == (1, 0)


# --- kin pressed ------------------------------------------------------------------------------------------------------
def test_whose_kin_and_which_kin():
    assert is_out_of_reach(row(status=ABROAD, fame=0.0), row(publicity=0.0), row(voices_abroad=0.0), P)
    assert is_out_of_reach(row(status=CAMP, fame=0.9), row(publicity=0.4), row(voices_abroad=0.2), P)
    assert not is_out_of_reach(row(status=CAMP, fame=0.9), row(publicity=0.4), row(voices_abroad=0.0), P)

    def reached(kind=KIN, status=EXPELLED, arrested=29):
        return bool(is_in_reach(kind, status, arrested, 30))
    assert reached() and not reached(kind=FRIEND) and not reached(status=CAMP) and not reached(arrested=30)


def pressed(taken=0.0, hard=0.0, law=7, rung=0, fame=0.5, campaigning=0):
    people = table(fame=[fame, 0.0], campaigning=[campaigning, 0], rung=[0, rung])
    lots = iter((taken, hard))
    return does(rung_of_kin, i=0, j=1, people=people, levers=table(hostage_kin=[0.8]), tree=table(cell_of=[0, 0]),
                uniform=lambda *_: next(lots), law_at_home=law, p=P)


def test_kin_are_dismissed_expelled_exiled_or_jailed():
    # .1 * .5 * .8: a chance of .0392
    assert pressed(0.039) == 2 and pressed(0.04) == 0 and pressed(0.07, campaigning=1) == 2
    assert [pressed(hard=hard) for hard in (0.0, 0.25, 0.5, 0.99)] == [2, 3, 4, 5]
    assert pressed(hard=0.99, law=3) == 3 and pressed(hard=0.99, law=1) == 0
    assert pressed(hard=0.25, rung=3) == 0 and pressed(hard=0.25, rung=2) == 3

"""Card 19: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import numpy as np
import pytest
from loghelp import make_log, rows_of
from worked import table

from plain import of_tree, walk
from unanimity.mechanisms.police.hostage import (
    OF_GROUP,
    OF_KIN,
    Hostage,
    answers_for,
    anywhere,
    exchange,
    harm_to_kin,
    hatred,
    heads_due,
    is_held,
    is_target,
    kin_hazard,
    publicity_of,
    reach_of,
    same_group,
    seize,
)
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.world.draws import uniform
from unanimity.world.tree import grow
from unanimity.world.words import (
    ABROAD,
    AN_ATTACK,
    CAMP,
    DEAD,
    EXILED,
    EXPELLED,
    FREE,
    HOSTAGE_TAKEN,
    INQUIRY,
    KIN,
    KINSHIP,
    MEMBER,
    NEVER,
    NO_LABEL,
    NOBODY,
    SANCTION,
    WORK,
)

P = Hostage()
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
    class Tree:
        cells = 3
    assert anywhere(np.array([0.0, 0.0, 0.05, 0.0]), Tree) and not anywhere(np.array([0.0, 0.0, 0.0, 0.9]), Tree)


def group(i=(0, NO_LABEL, 0), j=(0, NO_LABEL, 0)):
    return bool(same_group(0, 1, table(faction=[i[0], j[0]], label=[i[1], j[1]], groups=[i[2], j[2]])))


def test_of_one_group_by_faction_label_or_name():
    assert not group() and group((1, 0, 0), (1, 0, 0)) and not group((1, 0, 0), (2, 0, 0))
    assert group((0, 4, 0), (0, 4, 0)) and not group((0, 4, 0), (0, 5, 0))
    assert group((0, 0, 6), (0, 0, 2)) and not group((0, 0, 4), (0, 0, 2))


def answering(struck=0, groups=0, faction=0, warrants=(0, 0, 0)):
    people = table(groups=[4, 0, 0], faction=[3, 3, 0], label=[NO_LABEL] * 3, warrant=list(warrants))
    country = table(struck=struck, answering=[groups], answering_faction=[faction])
    return bool(answers_for(0, people, country, table(people=3)))


def test_a_group_answers_for_an_attack_or_a_success_abroad():
    assert not answering() and answering(groups=4) and not answering(groups=2)
    assert answering(faction=3) and not answering(faction=2)
    assert answering(struck=1, warrants=(0, AN_ATTACK, 0)) and not answering(struck=0, warrants=(0, AN_ATTACK, 0))
    assert not answering(struck=1, warrants=(0, 0, AN_ATTACK)) and not answering(struck=1, warrants=(AN_ATTACK, 0, 0))
    assert not answering(struck=1, warrants=(0, AN_ATTACK + 1, 0))


def test_heads_are_exchanged_going_round_the_docket():
    assert [heads_due(table(hostages_other=n)) for n in (0.0, 0.99, 1.0, 2.7)] == [0, 0, 1, 2]
    for seed in range(12):
        begin = int(uniform(np.uint64(seed), 494, 0, 30) * 4)
        state = {"docket": np.array([0, 1, 2, 3]), "docket_size": np.array([4]), "hostages_other": np.array([1.5]),
                 "hostage": np.array([OF_GROUP, OF_KIN, OF_GROUP, OF_GROUP]),
                 "status": np.array([CAMP, CAMP, FREE, EXILED]), "cleared": np.zeros(4, int)}
        walk(exchange, state, grow((1,), 4), None, month=30, seed=np.uint64(seed), log=make_log(4))
        (freed,) = np.flatnonzero(state["cleared"])
        assert freed == [0, 3, 3, 3][begin] and state["hostage"][freed] == 0 and state["hostages_other"][0] == 0.5


def test_what_kin_were_made_to_pay():
    people = table(hostage=[0, OF_KIN, OF_GROUP, OF_KIN, 0], blow=[0, 2, 7, 3, 7])
    ties = table(start=[0, 4, 5, 5, 5, 5], neighbour=[1, 2, 3, 4, 3], kind=[KIN, KIN, WORK, KIN, KIN])
    assert harm_to_kin(0, ties, people) == about(9 / 7) and harm_to_kin(1, ties, people) == about(3 / 7)
    assert harm_to_kin(2, ties, people) == 0.0


def taken(status=FREE):
    people = table(status=[status], rung=[0], status_until=[NEVER], execution=[NEVER], last_dissent=[NEVER], blow=[0],
                   blow_topic=[0], case_topic=[2], office=[0], tenure=[0], headed=[NOBODY], estate=[MEMBER], death=[0],
                   death_month=[NEVER], docket=[NOBODY, NOBODY], hostage=[0], arrested=[NEVER])
    units = table(sanctions=[0.0] * 7, sanctions_of_dissent=[0.0] * 7, killings=[0.0] * 7, secretary=[NOBODY] * 7)
    country, log = table(docket_size=[1], rung_max=[3]), make_log(24)
    seize(0, 4, KINSHIP, OF_KIN, 9, 30, people, units, country, table(**of_tree(grow((2, 2), 24))), log, Sanction())
    return people, int(country.docket_size[0]), rows_of(log)


def test_a_hostage_pays_for_another():
    people, size, told = taken()
    assert (people.status[0], people.rung[0], people.hostage[0], people.arrested[0], people.case_topic[0]) == (
        EXILED, 4, OF_KIN, 30, 0)
    assert size == 2 and people.docket.tolist() == [NOBODY, 0]
    assert told["event"].tolist() == [HOSTAGE_TAKEN, SANCTION] and told["other"].tolist()[0] == 9
    assert taken(EXPELLED)[1] == 1  # he stands on the docket already

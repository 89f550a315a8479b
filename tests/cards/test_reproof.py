"""Card 16, the lower rungs: worked examples of what a chair or a boss does with a file."""

from __future__ import annotations

import pytest

from direct_calls import loose
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.mechanisms.police.reproof import call_up, calling_hazard, on_file, summoned, within_reach
from unanimity.world.codes import CITIZEN, COMPLAINT_TOPIC, DISMISSED, FREE, MEMBER, NEVER, NOBODY

P = Sanction(floor=0.0)  # so that a full file is a rung of 5 before cap and precedent
about = pytest.approx


def test_how_hard_a_chair_looks():
    p = Sanction()
    assert calling_hazard(0.5, 0.2, p) == about(0.1 * 0.5 * 0.8) and calling_hazard(3.0, 0.2, p) == about(0.08)
    assert calling_hazard(0.1, 0.0, p) == 0.0 and calling_hazard(0.11, 0.0, p) == about(0.011)
    assert on_file(FREE, 0.2) and not on_file(FREE, 0.1) and not on_file(DISMISSED, 0.2)


@pytest.mark.parametrize(("status", "estate", "job", "secretary", "reached"), [
    (FREE, MEMBER, 0, 5, True), (FREE, CITIZEN, 1, 5, True), (FREE, CITIZEN, 0, 5, False),
    (FREE, MEMBER, 1, NOBODY, False), (DISMISSED, MEMBER, 1, 5, False)])
def test_whom_somebody_can_call_up(status, estate, job, secretary, reached):
    assert within_reach(status, estate, job, secretary) == reached


def called(p=P, **changes):
    usual = dict(status=FREE, estate=MEMBER, job_state=0, dossier=1.0, faction=0, last_dissent=NEVER, act_topic=0,
                 act_month=NEVER, secretary=5, threat=0.0, concentration=0.0, harshness=0.5, rung_max=7,
                 oversight_eff=0.0, sanction_cap=7.0, sanction_cap_rule=0.0, sanction_cap_local=0.0,
                 sanction_cap_complaint=0.0, sanction_cap_faction=0.0, severity=0.0, month=30, luck=0.09, luck_2=0.5,
                 on_concentration=False)
    return loose(call_up, **{**usual, **changes}, p=p)


def test_a_chair_is_as_harsh_as_the_one_at_the_top_where_there_is_one():
    # raw -1.1: a rung of 1.998; 1.4 more or less with one hand at the top
    assert called(severity=-2.1) == called(severity=-2.1, concentration=1.0) == (1, 0.5)
    one_hand = {"severity": -2.1, "concentration": 1.0, "on_concentration": True}
    assert called(**one_hand, harshness=1.0) == (3, 0.5) and called(**one_hand, harshness=0.0) == (0, 0.5)


def test_a_member_loses_at_most_his_card_and_a_citizen_his_job():
    # a full file is called up with a chance of .0952
    assert called() == (3, 0.5) and called(luck=0.096) == (0, 1.0)
    assert called(estate=CITIZEN, job_state=1) == (2, 0.5) and called(estate=CITIZEN) == (0, 1.0)
    assert called(secretary=NOBODY) == (0, 1.0)


def test_law_precedent_and_a_light_file_bind_the_chair():
    assert called(sanction_cap=1.0)[0] == 1 and called(rung_max=0)[0] == 1
    assert called(faction=1, sanction_cap_faction=2.0)[0] == 1 and called(faction=0, sanction_cap_faction=2.0)[0] == 3
    assert called(act_topic=COMPLAINT_TOPIC, act_month=20, sanction_cap_complaint=1.0)[0] == 0
    assert called(act_topic=COMPLAINT_TOPIC, act_month=5, sanction_cap_complaint=1.0)[0] == 3
    light = P._replace(floor=-2.5)  # raw -1.5: 8 / (1 + e^1.5) = 1.46
    assert called(light)[0] == 1
    assert called(light, last_dissent=6)[0] == 2 and called(light, last_dissent=5)[0] == 1  # raw -1: 2.15
    assert called(light, threat=0.5)[0] == 2 and called(light, severity=0.5)[0] == 2
    assert called(light, luck_2=0.8413)[0] == 3 and called(light, luck_2=0.1587)[0] == 0
    # 8 / (1 + e^-raw) is 2 at -1.0986: nothing but file, threat, defiance and the hand of the centre weighs here
    assert called(P._replace(floor=-2.09))[0] == 2 and called(P._replace(floor=-2.13))[0] == 1
    assert called(P._replace(floor=-2.2), last_dissent=29)[0] == 2  # raw -.7: 2.65
    one = {"concentration": 0.5, "harshness": 1.0}
    assert called(light, **one)[0] == 1 and called(light, **one, on_concentration=True)[0] == 2


def test_who_was_given_a_rung_is_counted():
    assert (summoned(0), summoned(1), summoned(3)) == (0.0, 1.0, 1.0)

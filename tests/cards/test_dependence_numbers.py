"""Card 11: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import pytest

from direct_calls import loose
from example_parameters import DEPENDENCE
from unanimity.mechanisms.party.dependence import (
    dependence,
    digits,
    held_by_the_state,
    hold_of,
    out_of,
    owned,
    share_of,
    weigh,
)
from unanimity.world.codes import BANNED, CITIZEN, DISMISSED, FREE, INQUIRY, LEGAL, MEMBER, OFF

P = DEPENDENCE
about = pytest.approx


def test_a_share_is_the_levers_or_as_at_birth():
    assert [share_of(0.05, v, 0.2, 0.9) for v in (0, 1)] == [0.05, 0.05]
    assert [share_of(-1.0, v, 0.2, 0.9) for v in (0, 1)] == [0.9, 0.2]
    assert share_of(0.0, 1, 0.2, 0.9) == 0.0
    assert digits(0.1234, 100.0) == about(0.34)


def test_out_is_what_is_left_when_every_other_way_fails():
    # trade .5*.4, fame .8*.5, plot .25, aid .4*.5
    assert out_of(0.5, 0.4, 0.5, 0.25, 0.5, P) == about(1 - 0.8 * 0.6 * 0.75 * 0.8)
    assert out_of(0.5, 0.4, 0.0, 0.0, 0.0, P) == about(0.2)


def test_work_bread_and_room_weigh_four_three_and_a_half_and_two_and_a_half_tenths():
    assert hold_of(1, 0.8, 1, P) == about(0.72) and hold_of(1, 1.0, 0, P) == about(0.4)
    assert hold_of(0, 0.0, 0, P) == about(0.35) and hold_of(1, 0.0, 1, P) == 1.0


def test_each_dependant_makes_the_loss_weigh_a_fifth_more():
    assert owned(0.8, 0.5, 0, P) == about(0.4)
    assert owned(0.8, 0.5, 5, P) == about(0.64)  # 1 - .6**2
    assert owned(0.8, 0.5, 1, P) == about(1 - 0.6 ** 1.2)
    assert owned(1.0, 0.0, 5, P) == 1.0 and owned(0.0, 0.0, 5, P) == 0.0


def test_it_is_told_when_a_dependant_weighs_otherwise():
    assert weigh(0.2, P) == (0.2, 0) and weigh(0.3, P) == (0.2, 1) and weigh(0.1, P) == (0.2, 1)


@pytest.mark.parametrize(("lot", "status", "village", "levers", "has"), [
    (0.5, FREE, 0, (0.6, 0.0, 0.0), (1, 0, 0)), (0.5, FREE, 0, (0.4, 0.0, 0.0), (0, 0, 0)),
    (0.5, DISMISSED, 0, (0.6, 1.0, 1.0), (0, 0, 0)), (0.5, INQUIRY, 0, (0.6, 1.0, 1.0), (1, 1, 0)),
    (0.5, FREE, 1, (0.6, 1.0, 1.0), (1, 1, 1)), (0.5, DISMISSED, 1, (0.6, 1.0, 1.0), (0, 0, 1)),
    (0.05, FREE, 1, (-1.0, -1.0, -1.0), (1, 0, 1)), (0.25, FREE, 1, (-1.0, -1.0, -1.0), (0, 0, 1)),
    (0.5, FREE, 0, (-1.0, -1.0, -1.0), (1, 1, 0)), (0.95, FREE, 0, (-1.0, 0.0, -1.0), (0, 0, 0))])
def test_who_has_a_job_a_room_a_plot(lot, status, village, levers, has):
    # finer digits of .5: 498.5 and 4095.5
    assert held_by_the_state(lot, status, village, *levers, P) == has


def depends(before=0.3, held=-1.0, reweighed=0, market=BANNED, plot=0, dependants=0, solid=0.0, assoc=0.0, cards=1.0,
            skill=0.5, fame=0.0, job=1, estate=CITIZEN, parties=BANNED):
    return loose(dependence, estate=estate, association_parties=parties, dependence=before, held=held, job_state=job,
                 room_state=1, plot=plot, competence=skill,
                 fame=fame, solid=solid, assoc=assoc, dependants=dependants, market=market, reweighed=reweighed, p=P,
                 ration_cards=cards)


def test_a_townsman_with_job_and_room_of_the_state():
    # banned: bread from beside the card .25, trade .1*.5: (.65 + .35*.75) * .95
    assert depends() == about((0.9125 * 0.95, 0.9125 * 0.95))
    assert depends(market=LEGAL) == about((0.72 * 0.65, 0.72 * 0.65))
    assert depends(market=LEGAL, cards=OFF)[0] == about(0.65 * 0.65)  # a shop cannot withhold bread
    assert depends(plot=1)[0] == about(0.9125 * 0.95 * 0.5)
    assert depends(solid=0.5, assoc=0.25)[0] == depends(solid=0.25, assoc=0.5)[0] == about(0.9125 * 0.95 * 0.8)


def test_a_member_of_the_only_party_has_no_other_work_and_no_plot_to_live_by():
    # of the job .4, of bread .35*.75, of the room .25
    assert depends(job=0, plot=1)[0] == about(0.5125 * 0.95 * 0.5)
    assert depends(job=0, plot=1, estate=MEMBER)[0] == depends(estate=MEMBER)[0] == about(0.9125 * 0.95)
    assert depends(job=0, plot=1, estate=MEMBER, parties=LEGAL)[0] == about(0.5125 * 0.95 * 0.5)


def test_nothing_is_reckoned_afresh_where_nothing_has_changed():
    assert depends(held=0.9125 * 0.95) == about((0.3, 0.9125 * 0.95))
    assert depends(held=0.9125 * 0.95, reweighed=1)[0] == about(0.9125 * 0.95)
    assert depends(held=0.5)[0] == about(0.9125 * 0.95)

"""What the steps of a case have in common: one death, one blow, one office, one officer at a time."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.party.posts import leave_chair, oust
from unanimity.mechanisms.police.cases import (
    be_gone,
    die,
    effective_oversight,
    expel,
    is_open,
    lever_for,
    looked_into,
    may_try,
    officer_by_lot,
    patron_cover,
    place_of,
    strike,
    switches_on,
    topic_of,
    unit_of_rank,
    useful_of,
)
from unanimity.mechanisms.police.ladder import Sanction
from unanimity.world.codes import (
    ABROAD,
    AN_ORDER,
    CITIZEN,
    COMPLAINT_TOPIC,
    DEAD,
    DYING,
    EXECUTED,
    EXPELLED,
    FREE,
    INQUIRY,
    LEAVING,
    LOCAL_TOPIC,
    MEMBER,
    NEVER,
    NOBODY,
    NOT_DEAD,
    OFFICIAL,
    POLICE,
    RULE_TOPIC,
)
from unanimity.world.levers import AS_EVERYBODY
from unanimity.world.tree import grow

about = pytest.approx


def test_a_death_has_its_kind_and_month_and_is_entered_once():
    people = table(status=[FREE, FREE], death=[0, 0], death_month=[NEVER, NEVER])
    log = make_log(2)
    die(1, EXECUTED, AN_ORDER, 7, people, log)
    assert people.status.tolist() == [FREE, DEAD] and people.death.tolist() == [0, EXECUTED]
    assert people.death_month.tolist() == [NEVER, 7]
    assert rows_of(log)["event"].tolist() == [DYING] and rows_of(log)["cause"].tolist() == [AN_ORDER]


def test_of_two_blows_the_heavier_counts():
    people = table(blow=[3, 0], blow_topic=[LOCAL_TOPIC, RULE_TOPIC])
    strike(0, 2, COMPLAINT_TOPIC, people)
    assert (people.blow[0], people.blow_topic[0]) == (3, LOCAL_TOPIC)
    strike(0, 3, COMPLAINT_TOPIC, people)
    assert (people.blow[0], people.blow_topic[0]) == (3, COMPLAINT_TOPIC)
    strike(0, 5, RULE_TOPIC, people)
    assert (people.blow.tolist(), people.blow_topic.tolist()) == ([5, 0], [RULE_TOPIC, RULE_TOPIC])


def test_an_act_gives_a_case_its_topic_for_two_years():
    p = Sanction()
    assert topic_of(LOCAL_TOPIC, 6, 30, p) == LOCAL_TOPIC and topic_of(LOCAL_TOPIC, 5, 30, p) == RULE_TOPIC
    assert topic_of(LOCAL_TOPIC, NEVER, -31990, p) == RULE_TOPIC


def ousted(secretary=0, office=2, headed=1, estate=OFFICIAL):
    people = table(office=[office], tenure=[9], headed=[headed], estate=[estate])
    units = table(secretary=[NOBODY, secretary])
    oust(0, people, units)
    return [int(people.office[0]), int(people.tenure[0]), int(people.headed[0]), int(people.estate[0]),
            int(units.secretary[1])]


def test_who_is_ousted_leaves_an_empty_post_and_stays_a_member():
    assert ousted() == [0, 0, NOBODY, MEMBER, NOBODY]
    assert ousted(secretary=5) == [0, 0, NOBODY, MEMBER, 5]  # another heads it already
    assert ousted(headed=NOBODY) == [0, 0, NOBODY, MEMBER, 0]
    assert ousted(estate=POLICE) == [0, 0, NOBODY, POLICE, NOBODY]
    assert ousted(office=0, headed=NOBODY) == [0, 9, NOBODY, OFFICIAL, 0]  # nothing to take


def test_the_party_card_is_taken_from_all_but_the_police():
    people = table(estate=[MEMBER, OFFICIAL, POLICE, CITIZEN])
    for i in range(4):
        expel(i, people)
    assert people.estate.tolist() == [CITIZEN, CITIZEN, POLICE, CITIZEN]


def staff(n=6, **at):
    made = {name: [0] * n for name in ("status", "estate", "office")}
    for name, changes in at.items():
        for i, value in changes.items():
            made[name][i] = value
    return table(**made)


def test_police_at_liberty_examine_and_with_them_office_holders_judge():
    people = staff(estate={1: POLICE, 2: POLICE, 3: MEMBER}, office={3: 1, 4: 2}, status={2: INQUIRY, 4: EXPELLED})
    assert [bool(may_try(i, False, people)) for i in range(6)] == [False, True, False, True, True, False]
    assert [bool(may_try(i, True, people)) for i in range(6)] == [False, True, False, False, False, False]


def test_the_lot_falls_on_an_officer_and_not_on_the_accused_himself():
    def lots(people, low=0, high=6, not_he=5, many=40, of_police=True):
        return {officer_by_lot(low, high, not_he, of_police, 1, 422, person, 3, people) for person in range(many)}
    assert lots(staff()) == {NOBODY} and lots(staff(estate={2: POLICE}), 3, 3) == {NOBODY}
    assert lots(staff(estate={2: POLICE})) == {2} and lots(staff(estate={2: POLICE}), not_he=2) == {NOBODY}
    assert lots(staff(estate={2: POLICE, 4: POLICE}), not_he=2) == {4}
    assert lots(staff(estate={2: POLICE, 4: POLICE}), 3, 6) == {4}
    assert lots(staff(estate={0: POLICE, 4: POLICE})) == {0, 4}
    assert lots(staff(400, estate={150: POLICE, 399: POLICE}), 100, 400, not_he=7, many=60) == {150, 399}
    both = staff(estate={2: POLICE}, office={4: 1})
    assert lots(both) == {2} and lots(both, of_police=False) == {2, 4} and lots(both, not_he=2) == {NOBODY}
    assert lots(staff(4000, office={150: 1}), high=4000, many=8) == {NOBODY}  # officials only, and the lots run out
    assert lots(staff(4000, office={150: 1}), high=4000, many=8, of_police=False) == {150}
    far = staff(5000, estate={150: POLICE, 4990: POLICE})  # so few that the lots run out
    assert lots(far, 100, 4980, not_he=7, many=8) == {150} and lots(far, 100, 5000, not_he=150, many=8) == {4990}


def test_use_is_ability_in_a_branch_that_falls_short():
    assert useful_of(0.5, 0.4) == about(0.2)


def covered(weight=0.5, office=3, headed=1, patron=NOBODY, his_office=4, his_unit=2, ties=True):
    """0 is tied to 1, who is tied to 2; 2 may be his patron."""
    people = table(office=[0, office, his_office], headed=[NOBODY, headed, his_unit], patron=[patron, NOBODY, NOBODY])
    units = table(ring=[0.9, 0.4, 0.6])
    rows = table(start=[0, 1, 2, 2] if ties else [0, 0, 0, 0], neighbour=[1, 2], weight=[weight * 65535, 65535])
    return patron_cover(0, people, units, rows, Appointment())


def test_a_patron_covers_by_the_tie_and_by_the_ring_he_stands_in():
    assert covered() == about(0.2) and covered(weight=1.0) == about(0.4)
    assert covered(office=2) == 0.0 and covered(headed=NOBODY) == 0.0
    assert covered(patron=2) == about(0.7 * 0.6) and covered(patron=2, ties=False) == about(0.42)
    assert covered(patron=2, his_office=2) == about(0.2) and covered(patron=2, his_unit=NOBODY) == about(0.2)
    assert covered(patron=0) == about(0.2)  # his own patron
    assert covered(patron=2, his_unit=0, ties=False) == about(0.63)


def test_a_case_lies_where_he_is_held_else_in_his_own_province():
    tree = table(**arrays_of_tree(grow((2, 2), 24)))
    assert [place_of(0, cell, tree) for cell in range(4)] == [4, 4, 5, 5]
    assert [place_of(held, cell, tree) for held, cell in ((1, 0), (2, 0), (1, 3), (2, 3))] == [4, 5, 4, 5]


def test_the_unit_whose_head_has_a_rank():
    tree = table(**arrays_of_tree(grow((2, 2), 24)))
    ranks = tree.unit_rank
    for cell, above in ((0, 4), (3, 5)):
        assert unit_of_rank(cell, 0, tree) == cell and unit_of_rank(cell, int(ranks[cell]), tree) == cell
        assert unit_of_rank(cell, int(ranks[cell]) + 1, tree) == above
        assert unit_of_rank(cell, int(ranks[6]), tree) == 6 and unit_of_rank(cell, 99, tree) == 6


def test_what_is_left_of_the_right_to_look():
    assert effective_oversight(0.6, 0.5, 0.25) == about(0.225)
    place = {"oversight_courts": 1.0, "oversight_party_control": 1.0, "oversight_appeal": 0.0}
    assert looked_into(row(**place), row(police_autonomy=0.5, powers=0.25)) == about(0.25)
    levers = table(**{name: [0.0, value] for name, value in place.items()})
    assert switches_on(levers, 1) == about(2 / 3) and switches_on(levers, 0) == 0.0


def test_a_case_is_open_from_the_month_after_the_arrest_until_somebody_closes_it():
    def opened(status=INQUIRY, arrested=3, cleared=0):
        return is_open(row(status=status, arrested=arrested, cleared=cleared), 4)
    assert opened() and not opened(arrested=4) and not opened(status=FREE) and not opened(cleared=2)


def test_a_lever_of_his_own_goes_before_that_of_his_place():
    own = np.array([0.3, AS_EVERYBODY])
    assert lever_for(own, 0, 0.7) == 0.3 and lever_for(own, 1, 0.7) == 0.7 and lever_for(np.zeros(0), 0, 0.7) == 0.7
    assert lever_for(np.array([0.3]), 0, 0.7) == 0.3


def test_the_chair_of_one_who_sat_in_the_centre_stands_empty():
    tree = table(seat_start=[0, 1])
    tree.units, tree.seats = 2, 4
    seats = table(sitting=[3, 3, 5, 3])
    leave_chair(3, table(office=[0, 0, 0, 3]), seats, tree)
    assert seats.sitting.tolist() == [3, 3, 5, 3]
    leave_chair(3, table(office=[0, 0, 0, 4]), seats, tree)
    assert seats.sitting.tolist() == [3, NOBODY, 5, NOBODY]


def test_who_is_gone_is_dead_or_abroad_and_holds_nothing():
    def gone(death):
        people = table(status=[FREE], death=[0], death_month=[NEVER], office=[4], tenure=[3], headed=[1],
                       estate=[OFFICIAL])
        units, seats, log = table(secretary=[NOBODY, 0]), table(sitting=[0, 7, 0]), make_log(1)
        tree = table(seat_start=[0, 1])
        tree.units, tree.seats = 2, 3
        be_gone(0, death, AN_ORDER, people, units, seats, tree, 30, log)
        told = [(int(r["event"]), int(r["cause"])) for r in rows_of(log)]
        held = (int(people.office[0]), units.secretary.tolist(), seats.sitting.tolist())
        return int(people.status[0]), int(people.death[0]), told, held

    nothing = (0, [NOBODY, NOBODY], [0, 7, NOBODY])
    assert gone(EXECUTED) == (DEAD, EXECUTED, [(DYING, AN_ORDER)], nothing)
    assert gone(NOT_DEAD) == (ABROAD, NOT_DEAD, [(LEAVING, AN_ORDER)], nothing)

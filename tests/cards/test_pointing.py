"""Card 22, pointing: what one victim, one post and one month add to a purge."""

from __future__ import annotations

import pytest
from example_rows import row, table

from rule_decisions import does
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.police.arrest import Arrest
from unanimity.mechanisms.power.pointing import (
    any_order,
    any_reserve,
    begin_to_point,
    concerns_purge,
    forget_orders,
    killed_by_order,
    mark_reserve,
    point,
    point_at_new_members,
    point_at_successors,
    point_for_the_dead,
    point_on,
    reckon_branching,
)
from unanimity.mechanisms.power.purge import Purge
from unanimity.world.codes import CAMP, DEAD, FREE, FRIEND, LEADER, MEMBER, NO_LABEL, NOBODY

P = Purge(contagion=0.15, memory=0.6, reserve=0.15, verification=0.002, opening=1.0, closing=0.04, halting=3.0,
          thinking=0.5, careerism=0.2, cadres=0.3, badge=2.0, jump=0.05, safe=0.1, anybody=0.25)
about = pytest.approx


def test_the_bound_on_intensity_fades_and_victims_are_counted_anew():
    assert begin_to_point(0.5, P) == about((0.3, 0.0, 0.0, 0.0)) and begin_to_point(1.6e-6, P) == (0.0, 0.0, 0.0, 0.0)
    assert begin_to_point(1.7e-6, P)[0] == about(1.02e-6)


def test_successors_are_pointed_at_while_a_purge_is_open():
    for rule, name in ((point_at_successors, "secretary"), (point_at_new_members, "sitting")):
        fallen = "fallen" if name == "secretary" else "chair_fallen"
        def asked(is_open=1, fell=1, who=0, rule=rule, name=name, fallen=fallen):
            given = {"unit" if name == "secretary" else "chair": row(**{name: who, fallen: fell})}
            return bool(does(rule, "note_post" if name == "secretary" else "note_chair", **given,
                             country=row(purge_open=is_open)))
        assert asked() and not asked(is_open=0) and not asked(fell=0) and not asked(who=NOBODY)


def month(points=True):
    """Victim 0 has one friend, of weight .5."""
    people = table(by_order=[1, 1], status=[CAMP, FREE], office=[0, 0], estate=[MEMBER, MEMBER], purge=[0.0, 0.0],
                   patron=[NOBODY] * 2, examiner=[NOBODY] * 2, judge=[NOBODY] * 2, faction=[0, 0], label=[NO_LABEL] * 2,
                   highest_office=[0, 0])
    country = table(victims_now=[2.0], purge_added=[1.0])
    tree = table(seat_start=[0, 0])
    tree.units, tree.seats = 1, 0
    ties = table(start=[0, 1, 1], neighbour=[1], weight=[0.5 * 65535], kind=[FRIEND])
    point_on(0, points, people, table(secretary=[NOBODY]), country, table(sitting=[]), ties, tree, P, Appointment())
    return (people.by_order.tolist(), float(country.victims_now[0]), float(country.purge_added[0]),
            float(people.purge[1]))


def test_a_victim_points_on_and_his_file_is_closed():
    assert month() == ([0, 1], 3.0, about(1.0075), about(0.0075))  # .15 * .4 * .5 * .25
    assert month(False) == ([0, 1], 2.0, 1.0, 0.0)


def test_orders_are_looked_at_once():
    assert any_order(row(orders=1)) and not any_order(row(orders=0)) and forget_orders() == 0
    assert killed_by_order(row(by_order=1, status=DEAD)) and not killed_by_order(row(by_order=0, status=DEAD))
    assert not killed_by_order(row(by_order=1, status=CAMP))
    assert does(point_for_the_dead, "point_on", country=row(purge_open=1))
    assert not does(point_for_the_dead, "point_on", country=row(purge_open=0))


def test_whom_the_purge_concerns():
    assert concerns_purge(row(by_order=0), row(purge_open=1)) and concerns_purge(row(by_order=1), row(purge_open=0))
    assert not concerns_purge(row(by_order=0), row(purge_open=0))
    people = table(by_order=[1])
    assert does(point, "point_on", country=row(purge_open=1), is_victim=True, people=people)
    assert does(point, "point_on", country=row(purge_open=1), is_victim=False, people=people) is None
    assert people.by_order[0] == 1
    assert does(point, "point_on", country=row(purge_open=0), is_victim=True, people=people) is None
    assert people.by_order[0] == 0


def test_able_and_popular_men_in_office_are_marked():
    assert any_reserve(row(purge_open=1), P) and not any_reserve(row(purge_open=0), P)
    assert not any_reserve(row(purge_open=1), P._replace(reserve=0.0))
    assert any_reserve(row(purge_open=1), P._replace(reserve=0.1))
    def marked(office):
        return does(mark_reserve, one=row(purge=0.1, office=office, competence=0.8), popularity_of=0.5, p=P)
    squares = (1 / 16, 1 / 4, 9 / 16, 1)
    assert [marked(office) for office in (1, 2, 3, 4)] == about([0.1 + 0.15 * square * 0.4 for square in squares])
    assert marked(LEADER) == 0.1  # who has it done


def reckoned(is_open=1, victims=2.0, added=0.3):
    return reckon_branching(10, 0.9, 0.5, is_open, victims, added, P, Arrest(purge=0.8))


def test_how_many_the_months_victims_will_have_had_taken():
    # .8/2 + .8/20 of what was added, while it lasts 1/(1 - .6), for each; the bound .15 * 1.5 * 3 + .15 * 1.25
    assert reckoned() == about((12.0, 0.44 * 0.3 / 0.4 / 2, 0.5 + 0.675 + 0.1875))
    assert reckoned(victims=0.0) == about((10.0, 0.9, 0.5 + 0.225 + 0.1875)) and reckoned(is_open=0) == (10, 0.9, 0.5)
    assert reckoned(victims=0.05)[1] == about(0.44 * 0.3 / 0.4 / 0.05)

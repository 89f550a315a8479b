"""Card 30: where a household goes and how it arrives, on small tables worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import table
from plain_case_log import make_log, rows_of

from example_parameters import MOVING
from unanimity.mechanisms.people.destinations import (
    NO_CELL,
    all_arrive,
    arrives,
    cell_by_lot,
    cell_for,
    cell_of_a_tie,
    dies_on_the_way,
    household_of,
    is_bound,
    kind_wished,
    reason_of,
    settle,
)
from unanimity.mechanisms.people.moving import (
    SENT_AWAY,
    TO_ANY_TOWN,
    TO_ANY_VILLAGE,
    TO_KNOWN_TOWN,
    TO_KNOWN_VILLAGE,
)
from unanimity.world.codes import (
    AN_ORDER,
    BY_HUNGER,
    CITIZEN,
    DEAD,
    DYING,
    FREE,
    FRIEND,
    HUNGER_CAUSE,
    IMPRISONED,
    KIN,
    MEMBER,
    NO_TIE,
    POLICE,
    SETTLED,
    WORK_CAUSE,
)

P = MOVING._replace(distance=0.3, hunger=1.0, pay=0.5, road=0.5)
# cells 0 and 3 are towns, 1 and 2 villages; person 0 lives in 0 with his kin 1 and 2, knows 3 in cell 1 and 4 in cell 2
TREE = table(cell_of=[0, 0, 0, 1, 2, 3], province=[4, 4, 5, 5])
UNITS = table(village=[0, 1, 1, 0], prospect=[0.1, 0.5, 0.7, 0.4])


def people(going=TO_KNOWN_VILLAGE, **changes):
    usual = dict(going=going if isinstance(going, list) else [going, 0, 0, 0, 0, 0], status=[FREE] * 6,
                 office=[0] * 6, estate=[CITIZEN] * 6, in_revolt=[0] * 6, homeland=[4, 4, 4, 4, 5, 5])
    return table(**{**usual, **changes})


def ties(kinds=(KIN, KIN, FRIEND, FRIEND)):
    """His ties; the last two are of the last person, who lives elsewhere."""
    return table(start=[0, 4, 4, 4, 4, 4, 6], neighbour=[1, 2, 3, 4, 1, 4], kind=[*kinds, KIN, FRIEND])


def goes(going=TO_KNOWN_VILLAGE, size=1, luck=0.0, room=(9, 9, 9, 9), units=UNITS, kinds=(KIN, KIN, FRIEND, FRIEND),
         **changes):
    return cell_for(0, size, luck, np.array(room), people(going, **changes), units, ties(kinds), TREE, P)


def test_a_post_a_uniform_a_rising_and_a_cell_bind():
    one = people(office=[0, 1, 0, 0, 0, 0], estate=[MEMBER, CITIZEN, POLICE, CITIZEN, CITIZEN, CITIZEN],
                 in_revolt=[0, 0, 0, 1, 0, 0], status=[FREE, FREE, FREE, FREE, IMPRISONED, FREE])
    assert [bool(is_bound(i, one)) for i in range(6)] == [False, True, True, True, True, False]


def test_a_household_is_the_kin_of_his_cell_who_may_go():
    home, gone = np.full(3, -5), np.zeros(6, bool)
    assert household_of(0, home, gone, people(), ties(), TREE) == 3 and home.tolist() == [0, 1, 2]
    assert household_of(0, home, gone, people(office=[0, 1, 0, 0, 0, 0]), ties(), TREE) == 2 and home[1] == 2
    gone[2] = True
    assert household_of(0, home, gone, people(), ties(), TREE) == 2
    assert household_of(0, home, gone, people(), ties((FRIEND, FRIEND, KIN, KIN)), TREE) == 1  # kin of other cells
    assert household_of(0, home[:2], np.zeros(6, bool), people(), ties(), TREE) == 2  # no more than are noted


def test_he_goes_where_his_tie_offers_most_less_the_way():
    assert [kind_wished(k) for k in (TO_KNOWN_TOWN, TO_ANY_TOWN, TO_KNOWN_VILLAGE, TO_ANY_VILLAGE, SENT_AWAY)] == [
        0, 0, 1, 1, 1]
    found = cell_of_a_tie(0, 1, np.array([9, 9, 9, 9]), people(), UNITS, ties(), TREE, P)
    assert found == (1, pytest.approx(0.5))  # .7 - .3 in another province
    assert goes() == 1 and goes(homeland=[4] * 6) == 2
    assert goes(room=(9, 2, 9, 9), size=3) == 2 and goes(room=(9, 2, 2, 9), size=3) == NO_CELL
    assert goes(status=[FREE, FREE, FREE, IMPRISONED, FREE, FREE]) == 2
    assert goes(kinds=(KIN, KIN, NO_TIE, FRIEND)) == 2
    assert goes(TO_KNOWN_TOWN) == goes(kinds=(KIN, KIN, NO_TIE, NO_TIE)) == NO_CELL
    assert cell_of_a_tie(0, 1, np.zeros(4), people(), UNITS, ties(), TREE, P) == (NO_CELL, 0.0)


def test_where_it_is_no_better_by_now_he_stays_unless_he_is_sent():
    poor = table(village=[0, 1, 1, 0], prospect=[0.5, 0.5, 0.5, 0.5])
    assert goes(units=poor) == NO_CELL and goes(SENT_AWAY, units=poor) == 1


def test_who_knows_nobody_there_goes_by_lot_among_vacant_places():
    room = (9, 1, 3, 2)
    assert [goes(TO_ANY_VILLAGE, luck=luck, room=room) for luck in (0.0, 0.24, 0.25, 0.99)] == [1, 1, 2, 2]
    assert goes(TO_ANY_VILLAGE, luck=0.0, room=room, size=2) == NO_CELL  # no room for both where the lot fell
    assert goes(TO_ANY_TOWN, room=room) == 3 and goes(TO_ANY_TOWN, room=(9, 1, 3, 0)) == NO_CELL
    assert goes(SENT_AWAY, luck=0.9, room=room, kinds=(KIN, KIN, NO_TIE, NO_TIE)) == 2
    from_cell_1 = [3, 1, 0.0, np.array(room), people(going=[0, 0, 0, TO_ANY_VILLAGE, 0, 0]), UNITS, TREE]
    assert cell_by_lot(*from_cell_1) == 2  # his own is none to go to


def test_households_take_of_what_those_before_them_have_left():
    room, vacant = np.array([0, 3, 1, 0]), np.array([10, 11, 12, 20])
    notes = table(room=room, following=np.cumsum(room) - room, gone=[False] * 6, home=[0] * 4, old=[0] * 4,
                  new=[0] * 4, sent=[False] * 4)
    two = people(going=[TO_KNOWN_VILLAGE, 0, 0, 0, 0, SENT_AWAY])
    moved = settle(np.array([0, 1, 5]), np.array([0.0, 0.0, 0.0]), vacant, notes, two, UNITS, ties(), TREE, P)
    assert moved == 4 and notes.old.tolist() == [0, 1, 2, 5] and notes.new.tolist() == [10, 11, 12, 20]
    assert notes.sent.tolist() == [False, False, False, True] and notes.room.tolist() == [0, 0, 0, 0]


def test_what_drove_him_and_what_the_way_costs():
    units = table(living=[0.2, 0.8], present=[10.0, 0.0], cell_hunger=[1.0, 0.1])
    assert reason_of(0.5, 0, 1, units, P) == HUNGER_CAUSE  # .5 - .1 of an empty place, against half of .6
    assert reason_of(0.38, 0, 1, units, P) == WORK_CAUSE
    assert reason_of(0.1, 0, 0, units, P) == HUNGER_CAUSE  # no better and no worse
    # at hunger .8: 1 - exp(-.32) = .2739
    assert dies_on_the_way(0.8, True, 0.273, P) and not dies_on_the_way(0.8, True, 0.274, P)
    assert not dies_on_the_way(0.8, False, 0.0, P)


def test_he_is_entered_where_he_arrives():
    def come(sent=False, luck=0.9, now=2):
        log = make_log(1)
        one = table(hunger=[0.8], status=[FREE], death=[0], death_month=[-1])
        units = table(living=[0.2] * 4, present=[10.0] * 4, cell_hunger=[1.0] * 4)
        arrives(0, 0, now, sent, luck, one, units, TREE, 30, log, P)
        return [(int(r["event"]), int(r["cause"])) for r in rows_of(log)], int(one.status[0]), int(one.death[0])

    assert come() == ([(SETTLED, HUNGER_CAUSE)], FREE, 0) and come(sent=True)[0] == [(SETTLED, AN_ORDER)]
    assert come(luck=0.1) == ([(SETTLED, HUNGER_CAUSE), (DYING, HUNGER_CAUSE)], DEAD, BY_HUNGER)
    assert come(luck=0.1, now=1)[1] == FREE  # within the province


def test_they_arrive_as_long_as_the_log_has_room():
    log = make_log(1, room=64)
    moves = table(new=[0] * 500, cell_before=[0] * 500, cell_now=[1] * 500, sent=[False] * 500, luck=[0.9] * 500)
    one = table(hunger=[0.2], status=[FREE], death=[0], death_month=[-1])
    units = table(living=[0.2] * 4, present=[10.0] * 4, cell_hunger=[1.0] * 4)
    told = all_arrive(0, moves, one, units, TREE, 30, log, P)
    assert told == 63 == log.count[0] and log.lost[0] == 0
    log.count[0] = 0
    assert all_arrive(460, moves, one, units, TREE, 30, log, P) == 500 and log.count[0] == 40

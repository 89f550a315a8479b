"""Card 25: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

import numpy as np
import pytest
from worked import table

from plain import of_tree
from unanimity.mechanisms.power.shock import (
    Shock,
    alarm_by,
    attacker_of,
    bear,
    becomes_affair,
    bitterness,
    bitterness_of,
    fair,
    look_at_the_sky,
    problem_after,
    quiet,
    rain,
    strike_at,
    threat_after,
    weigh,
)
from unanimity.world.tree import grow
from unanimity.world.words import (
    CELL_SECRETARY,
    CENTRE_MEMBER,
    DISTRICT_SECRETARY,
    EXPELLED,
    FREE,
    INQUIRY,
    NOBODY,
    PROVINCE_SECRETARY,
)

P = Shock()
about = pytest.approx
TREE = table(**of_tree(grow((2, 2), 24)))


def test_what_makes_a_lone_avenger():
    assert bitterness_of(0.5, 0.4, 0.25) == about(0.25 * 0.7)
    assert bitterness(0.5, 0.4, 0.25, 0) == about(0.175) and bitterness(0.5, 0.4, 0.25, 1) == 0.0


@pytest.mark.parametrize(("office", "chance"), [(CELL_SECRETARY, 0.1), (DISTRICT_SECRETARY, 0.2),
                                                (PROVINCE_SECRETARY, 0.25), (CENTRE_MEMBER, 1.0)])
def test_an_attack_becomes_the_countrys_affair_by_how_many_such_posts_there_are(office, chance):
    assert becomes_affair(office, 1280.0, 160.0, 32.0) == about(chance)
    assert becomes_affair(office, 100.0, 20.0, 4.0) == becomes_affair(office, 0.0, 0.0, 0.0) == 1.0


def test_one_attack_alarms_a_large_province_less():
    assert alarm_by(0.2, 1000.0) == about(0.45) and alarm_by(0.2, 100.0) == 1.0 and alarm_by(0.9, 1000.0) == 1.0


def test_an_ignored_problem_grows_and_a_known_one_is_mended():
    assert problem_after(0.5, 0.2, P) == about(0.52) and problem_after(0.5, 0.1, P) == about(0.45)
    assert problem_after(0.105, 0.0, P) == 0.1
    assert threat_after(0.4, 0.1, P) == about(0.85 * 0.4 + 0.15 * 0.05 + 0.1) and threat_after(1.0, 1.0, P) == 1.0


def rained(luck, common=0.0, calendar=8, p=P):
    return rain(0.77, common, calendar, luck, p)


def test_one_year_in_ten_is_dry():
    # a chance of .0952
    assert rained(0.095) == about(0.6) and rained(0.0953) == 1.0 and rained(0.0, calendar=7) == 0.77
    assert rained(0.001, p=P._replace(drought=0.0)) == 1.0
    shared = P._replace(correlation=1.0)  # one sky for all
    assert rained(0.9, common=-1.4, p=shared) == about(0.6) and rained(0.01, common=-1.2, p=shared) == 1.0
    half = P._replace(correlation=0.64)  # .8 of the sky and .6 of one's own luck, below -1.3092
    assert rained(0.1586553, common=-0.9, p=half) == about(0.6) and rained(0.1586553, common=-0.85, p=half) == 1.0
    assert look_at_the_sky(0.8413447) == about(1.0, abs=1e-5)
    assert bear(0.6, 0.5) == (0.6, about(0.3)) and fair(0.5) == (0.5, 0.0)


def month(**changes):
    usual = dict(threat=0.4, hidden_problem=0.5, pressure=0.8, crises=2, struck=0, crushed=0, scripted_shock=0.0,
                 scripted_threat=0.0, line_reversed=0, error_centre=0.0, centre_revolt=0.0, p=P)
    return weigh(**{**usual, **changes})


CALM = 0.85 * 0.4 + 0.0075


def test_what_a_month_does_to_the_sense_of_danger():
    assert month() == about((CALM, 0.4, 0.45, 0.8, 0, 2, 0.0, 0))
    assert month(struck=3)[0] == about(CALM + 0.375) and month(centre_revolt=0.2)[0] == about(CALM + 0.06)
    assert month(scripted_threat=0.1)[0] == about(CALM + 0.1)
    assert month(line_reversed=1)[6] == month(crushed=1)[6] == 1.0 and month(scripted_shock=0.3)[6] == 0.3


def test_a_problem_long_ignored_breaks_open():
    grown = month(hidden_problem=0.97, error_centre=0.5)
    assert grown == about((CALM + 0.3, 0.4, 0.2, 1.3, 1, 3, 0.0, 0))
    assert month(hidden_problem=0.95, error_centre=0.5)[2:5] == about((0.988, 0.8, 0))
    assert month(hidden_problem=0.97, error_centre=0.5, pressure=1.8)[3] == 2.0
    assert quiet(0.3, P) == (0.05, 0.05, 0.1, 0, 0, 0.3)


# --- whom ------------------------------------------------------------------------------------------------------------
def struck(ties=(), office=None, status=None, secretary=None, i=0):
    n = 24
    people = table(office=np.zeros(n, int), status=np.zeros(n, int))
    for name, changes in (("office", office), ("status", status)):
        for k, value in (changes or {}).items():
            getattr(people, name)[k] = value
    heads = np.full(7, NOBODY)
    for unit, head in (secretary or {}).items():
        heads[unit] = head
    rows = sorted(ties)
    laid = table(start=np.searchsorted([a for a, _, _ in rows], np.arange(n + 1)), neighbour=[b for _, b, _ in rows],
                 weight=[w for _, _, w in rows])
    return strike_at(i, TREE, laid, people, table(secretary=heads))


def test_an_attacker_strikes_the_official_he_is_tied_to_most_or_the_nearest_secretary():
    officials = {5: 1, 7: 2}
    assert struck([(0, 5, 3), (0, 7, 9), (0, 9, 20)], officials) == 7
    assert struck([(0, 5, 3), (0, 7, 9)], officials, {7: INQUIRY}) == 5
    assert struck([(0, 5, 3)], officials, {5: EXPELLED}) == 5
    assert struck([(0, 9, 20), (1, 5, 30)], officials, secretary={0: 3, 4: 8, 6: 12}) == 3
    assert struck(secretary={4: 8, 6: 12}) == 8 and struck(secretary={6: 12}) == 12 and struck() == NOBODY
    assert struck(secretary={0: 0, 4: 8}) == 8  # not himself
    assert struck(secretary={0: 3, 4: 8}, status={3: INQUIRY}) == 8
    assert struck([(0, 5, 0)], officials) == 5


def test_the_attacker_is_drawn_by_bitterness_and_courage():
    def drawn(grievance, courage, fear=(0.0,) * 4, status=(FREE,) * 4, peaceable=(0,) * 4, low=0, high=4, many=200):
        people = table(grievance=list(grievance), courage=list(courage), fear=[list(fear)] * 3, status=list(status),
                       peaceable=list(peaceable))
        return [attacker_of(3, people, table(cell_start=[0, 0, 0, low, high]), month, 1) for month in range(many)]
    assert set(drawn((0.0,) * 4, (0.5,) * 4)) == {NOBODY}
    assert set(drawn((0.0, 1.0, 0.0, 0.0), (0.5,) * 4)) == {1}
    found = drawn((1.0, 0.5, 0.0, 1.0), (0.25, 1.0, 1.0, 0.5))  # .25, .25, 0 and .5
    assert set(found) == {0, 1, 3} and 70 < found.count(3) < 130 and 25 < found.count(0) < 75
    assert set(drawn((1.0,) * 4, (1.0,) * 4, status=(FREE, INQUIRY, INQUIRY, INQUIRY))) == {0}
    assert set(drawn((1.0,) * 4, (1.0,) * 4, peaceable=(1, 1, 0, 1))) == {2}
    assert set(drawn((1.0,) * 4, (1.0,) * 4, low=1, high=3)) == {1, 2}
    two = drawn((1.0,) * 4, (1.0,) * 4, status=(FREE, FREE, INQUIRY, INQUIRY))
    assert set(two) == {0, 1} and 70 < two.count(0) < 130
    assert set(drawn((0.2, 0.0, 0.0, 0.0), (0.5,) * 4)) == {0}
    assert set(drawn((1.0, 1.0, 0.0, 0.0), (0.5, 0.01, 0.0, 0.0), fear=(0.0, 1.0, 0.0, 0.0), many=60)) == {0}

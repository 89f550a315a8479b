"""Card 25: worked examples of its equations with numbers of their own."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.power.shock import (
    Shock,
    alarm_by,
    alarm_by_script,
    any_enemy,
    attack,
    attack_alone,
    attack_by_script,
    attack_if,
    attacker_of,
    avenge,
    bear,
    becomes_affair,
    bitterness,
    bitterness_of,
    boils_over,
    clemency_ahead,
    fair,
    fight,
    in_their_hands,
    is_enemy,
    look_at_the_sky,
    note_war,
    problem_after,
    quiet,
    rain,
    rally,
    shoot,
    shoot_first,
    strike_at,
    threat_after,
    war_begins,
    weigh,
)
from unanimity.world.codes import (
    AN_ATTACK,
    ATTACK,
    ATTACKED,
    CAMP,
    CELL_SECRETARY,
    CENTRE_MEMBER,
    DEAD,
    DISTRICT_SECRETARY,
    EXECUTED,
    EXILED,
    EXPELLED,
    FREE,
    IMPRISONED,
    INQUIRY,
    LEADER,
    MURDERED,
    NEVER,
    NOBODY,
    PROVINCE_SECRETARY,
)
from unanimity.world.tree import grow

P = Shock(danger=0.05, drought=0.1, correlation=0.0, loss=0.4, alarm=0.5, before_clemency=0.3, rally=0.4, neglect=0.04,
          repair=0.1, threat_kept=0.85, unrest=0.3, ignored=0.1, least_problem=0.1, kills=0.5)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))


def test_what_makes_a_lone_avenger():
    assert bitterness_of(0.5, 0.4, 0.25) == about(0.25 * 0.7)
    assert bitterness(0.5, 0.4, 0.25, 0) == about(0.175) and bitterness(0.5, 0.4, 0.25, 1) == 0.0


@pytest.mark.parametrize(("office", "chance"), [(CELL_SECRETARY, 0.0078125), (DISTRICT_SECRETARY, 0.03125),
                                                (PROVINCE_SECRETARY, 1.0), (CENTRE_MEMBER, 1.0), (LEADER, 1.0)])
def test_an_attack_becomes_the_countrys_affair_as_much_as_the_place_is_of_the_country(office, chance):
    assert becomes_affair(office, 128.0, 32.0) == about(chance)
    assert becomes_affair(office, 1.0, 1.0) == becomes_affair(office, 0.0, 0.0) == 1.0


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


# --- attacks ----------------------------------------------------------------------------------------------------------
def attacked(kills=1.0, post=3, struck=0, victim=5, seed=1, before=0.2, alone=True):
    """0, tied to 5, strikes; in a country of four cells, two districts that are provinces, and a centre."""
    n = 24
    people = table(office=np.zeros(n, int), status=np.zeros(n, int), warrant=np.zeros(n, int), act_kind=np.zeros(n,
                                                                                                                 int),
                   act_topic=np.full(n, 2), act_month=np.full(n, NEVER), death=np.zeros(n, int))
    people.office[5] = post
    units = table(secretary=[NOBODY] * 7, attacked=[before] * 7, present=[1000.0] * 7)
    country, log = table(struck=[struck], struck_by=[NOBODY], attacks=[3]), make_log(n)
    ties = table(start=[0, 1] + [1] * 23, neighbour=[victim], weight=[9])
    attack(0, people, units, country, ties, TREE, 30, seed, log, P._replace(kills=kills))
    return people, units, country, rows_of(log)


def test_one_attack():
    people, units, country, told = attacked()
    assert (people.status[5], people.death[5]) == (DEAD, MURDERED) and people.warrant[0] == AN_ATTACK
    assert (people.act_kind[0], people.act_topic[0], people.act_month[0]) == (ATTACKED, 0, 30)
    assert (country.struck[0], country.struck_by[0], country.attacks[0]) == (3, 0, 4)
    assert units.attacked.tolist() == about([0.2] * 4 + [0.45, 0.2, 0.2])
    assert told["event"].tolist() == [ATTACK] and told["other"].tolist() == [5] and told["rung"].tolist() == [0]
    people, _, country, _ = attacked(kills=0.0, struck=4)
    assert people.status[5] == FREE and country.struck[0] == 4
    nobody = attacked(post=0)
    assert nobody[2].attacks[0] == 3 and len(nobody[3]) == 0 and nobody[0].warrant[0] == 0


def affairs_of(post, many=200):
    """Attacks on such a post that become the country's affair, in one of two provinces, six districts, twelve cells."""
    n, found = 24, 0
    tree = table(**arrays_of_tree(grow((2, 3, 2), n)))
    people = table(office=np.zeros(n, int), status=np.zeros(n, int), warrant=np.zeros(n, int),
                   act_kind=np.zeros(n, int), act_topic=np.zeros(n, int), act_month=np.zeros(n, int),
                   death=np.zeros(n, int))
    people.office[5] = post
    ties = table(start=[0, 1] + [1] * (n - 1), neighbour=[5], weight=[9])
    units = table(secretary=[NOBODY] * 21, attacked=[0.0] * 21, present=[1.0] * 21)
    for seed in range(many):
        country = table(struck=[0], struck_by=[NOBODY], attacks=[0])
        attack(0, people, units, country, ties, tree, 30, seed, make_log(n), P._replace(kills=0.0))
        found += int(country.struck[0] == post)
        assert country.attacks[0] == 1 and (units.attacked > 0.0).sum() == 1  # its province takes alarm all the same
        units.attacked[:] = 0.0
    return found


def test_half_of_the_victims_die_and_below_a_province_few_attacks_are_an_affair():
    died = [attacked(kills=0.5, seed=seed)[0].status[5] == DEAD for seed in range(100)]
    assert 32 < sum(died) < 68
    assert 5 < affairs_of(CELL_SECRETARY) < 30 and 18 < affairs_of(DISTRICT_SECRETARY) < 52  # a twelfth, a sixth
    assert affairs_of(PROVINCE_SECRETARY) == affairs_of(CENTRE_MEMBER) == 200


def test_who_attacks_and_by_whom_it_is_ordered():
    def tried(function, *what):
        people = table(office=[0, 1], status=[FREE, FREE], warrant=[0, 0], act_kind=[0, 0], act_topic=[0, 0],
                       act_month=[0, 0], death=[0, 0])
        units = table(secretary=[NOBODY] * 7, attacked=[0.0] * 7, present=[9.0] * 7)
        country = table(struck=[0], struck_by=[NOBODY], attacks=[0])
        function(*what, people, units, country, table(start=[0, 1, 1], neighbour=[1], weight=[9]), TREE, 30, 1,
                 make_log(2), P)
        return int(country.attacks[0])
    assert tried(attack_alone, 0, 0) == 1 and tried(attack_alone, 0, NOBODY) == 0
    assert tried(attack_if, 0, True) == 1 and tried(attack_if, 0, False) == 0
    assert does(avenge, "attack_alone", attacker_of=7) == 7
    assert attack_by_script(3, 2, 9) == (2, 9, 4) and attack_by_script(3, 0, NOBODY) == (0, NOBODY, 3)
    assert attack_by_script(3, 1, 9)[2] == 4
    assert alarm_by_script(0.3, 0.5, False) == 0.5 and alarm_by_script(0.3, 0.5, True) == 0.3


def test_a_cell_boils_over_by_its_bitterness():
    def over(luck, bitter=5.0, rate=2.5):
        return bool(boils_over(row(bitterness=bitter), row(attack_rate=rate), luck))
    assert over(0.048) and not over(0.049)  # 2.5 / 250 * 5: a chance of .0488
    assert not over(0.0, bitter=0.0) and over(0.0, bitter=0.05)
    assert any_enemy(row(enemy_rate=0.05)) and not any_enemy(row(enemy_rate=0.0))
    assert is_enemy(row(enemy=1, status=EXPELLED)) and not is_enemy(row(enemy=0, status=FREE))
    assert not is_enemy(row(enemy=1, status=INQUIRY))
    assert does(fight, "attack_if", country=row(enemy_rate=0.1), luck=0.095)
    assert not does(fight, "attack_if", country=row(enemy_rate=0.1), luck=0.096)


# --- clemency, war ----------------------------------------------------------------------------------------------------
def test_a_police_into_which_nobody_looks_shoots_before_clemency():
    def ahead(precedent=7, cap=7.0, announced=6.0):
        return bool(clemency_ahead(row(rung_max=precedent), row(sanction_cap=cap, announced_sanction_cap=announced)))
    assert ahead() and not ahead(precedent=6) and not ahead(cap=6.0) and not ahead(announced=7.0)
    assert in_their_hands(row(status=INQUIRY, rung=0)) and in_their_hands(row(status=CAMP, rung=6))
    assert in_their_hands(row(status=IMPRISONED, rung=5)) and not in_their_hands(row(status=IMPRISONED, rung=4))
    assert not in_their_hands(row(status=EXILED, rung=6)) and not in_their_hands(row(status=FREE, rung=6))
    # .3 * .5: a chance of .1393
    assert does(shoot_first, "shoot", country=row(oversight_eff=0.5), luck=0.139, p=P)
    assert not does(shoot_first, "shoot", country=row(oversight_eff=0.5), luck=0.14, p=P)

    def shot(yes):
        people = table(status=[CAMP], death=[0], death_month=[NEVER])
        shoot(0, yes, people, 30, make_log(1))
        return int(people.status[0]), int(people.death[0])
    assert shot(True) == (DEAD, EXECUTED) and shot(False) == (CAMP, 0)


def test_war_draws_people_to_the_line_in_its_first_month():
    assert war_begins(1, 0) and not war_begins(1, 1) and not war_begins(0, 0) and (note_war(1), note_war(0)) == (1, 0)
    assert rally(FREE, 0.2, 1.0, P) == about(0.52) and rally(EXILED, 0.2, 1.0, P) == 0.2
    assert rally(EXPELLED, 0.2, -1.0, P) == about(-0.28)

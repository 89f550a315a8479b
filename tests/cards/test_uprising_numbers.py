"""Card 24: worked examples of its equations with numbers of their own, and of what the centre answers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from example_rows import row, table
from plain_case_log import make_log

from direct_calls import loose, run_rules
from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.bread.provision import Provision
from unanimity.mechanisms.bread.requisition import Requisition
from unanimity.mechanisms.power.regime_fall import lost_of
from unanimity.mechanisms.power.unrest_response import (
    FOOD,
    FORCE,
    NOTHING,
    THREAT,
    assault,
    carry_out,
    concede,
    feed,
    held_in_store,
    in_store,
    lapse,
    meal_of,
    month_need,
    month_need_of,
    send_envoys,
    send_food,
)
from unanimity.mechanisms.power.uprising import (
    NEVER_READY,
    Uprising,
    add_up,
    answer,
    anybody_rose,
    around_him,
    at_large,
    begin_to_move,
    calm,
    eager,
    energy_of,
    feed_strikers,
    filed,
    frankness_of,
    give_way,
    grant,
    granted_now,
    has_risen,
    hear_of_it,
    is_known_and_quiet,
    is_on_strike,
    muster,
    put_the_blame,
    readiness_of,
    reliability_of,
    rise,
    runs_out,
    somebody_stirs,
    stay,
    strikers,
    swells,
    take_back,
    troops,
    troops_hunger,
    weigh,
)
from unanimity.world.codes import (
    ABOVE,
    AN_ORDER,
    ANSWER_AUTO,
    ANSWER_FORCE,
    ANSWER_NOTHING,
    ANSWER_THREAT,
    BANNED,
    CITIZEN,
    DEAD,
    ELECTED,
    EXPELLED,
    FREE,
    IN_REVOLT,
    INQUIRY,
    LEGAL,
    NEVER,
    POLICE,
    ROSE,
    THE_RISING,
    TOLERATED,
)
from unanimity.world.tree import grow

P = Uprising(inertia=0.55, company=0.6, others=0.3, dread=3.0, stake=0.3, rumour=0.3, hunger_of_troops=0.5,
             fraternity=0.4, watching=0.3, division=0.5, contact=0.5, force=0.7, killing=0.1, capture=0.3, blame=0.4,
             rest=6.0, fall=0.25, relief=0.15, after_a_fall=0.1, unrest=0.05, danger=0.3, concession=12.0, lent=0.2,
             signal=0.1, rounds=8.0, by_ties=0.5)
about = pytest.approx


def test_whether_the_troops_obey():
    # 1 - .5*.4 - .4*.5 - .5*.2 and .3 if watched
    assert reliability_of(0.4, 0.0, 0.2, P) == about(0.5) and reliability_of(0.4, 1.0, 0.2, P) == about(0.8)
    assert reliability_of(0.0, 1.0, 0.0, P) == 1.0
    assert (troops(POLICE), troops(CITIZEN), troops_hunger(POLICE, 0.4), troops_hunger(CITIZEN, 0.4)) == (1, 0, 0.4, 0)
    assert muster(5.0, 2.0, ABOVE, 0.8, P) == (about(0.8), 0.0)
    assert muster(5.0, 2.0, ELECTED, 0.8, P) == (about(0.6), 0.0)  # unwatched, and a split is no scandal
    assert muster(0.0, 0.4, ELECTED, 1.0, P) == (about(0.6), 0.0)


def ready(**changes):
    usual = dict(grievance=0.9, rumour=0.5, hunger=0.5, fear=0.2, courage=0.5, reliability=0.8, others=0.5, signal=0.0,
                 bound=False, force=0.7, village=0, p=P)
    return readiness_of(**{**usual, **changes})


def test_who_would_rise_alone():
    # (.9 + .15) * .75 - 3 * .2 * .5 * .7 * .8 + .3 * .5 * .8 - .55
    base = 0.7875 - 0.168 + 0.12 - 0.55
    assert ready() == about(base) and ready(signal=0.1) == about(base + 0.1) and ready(bound=True) == about(base - 0.24)
    assert ready(rumour=0.0) == about(base - 0.1125) and ready(others=0.0) == about(base - 0.12)
    assert ready(reliability=0.0, bound=True) == about(base + 0.168)
    assert frankness_of(0.2) == about(0.8)
    assert lost_of(3, 0.5, P) == about(3 * 0.65)


def test_a_hungry_village_has_less_strength_than_a_hungry_town_and_faces_another_force():
    assert energy_of(0.4, 0) == about(0.84) and energy_of(0.4, 1) == about(0.6) and energy_of(0.0, 1) == 1.0
    assert ready(village=1) == about(ready() - 1.05 * 0.25)
    assert ready(force=0.35) == about(ready() + 0.084) and ready(force=0.0) == about(ready() + 0.168)


def weighed(**changes):
    usual = dict(status=FREE, grievance=0.9, rumour=0.5, hunger=0.5, fear=0.2, courage=0.5, office=0, estate=CITIZEN,
                 last_rose=NEVER, striking=0, reliability=0.8, province_linked=0.5, foreign_signal=0, month=30,
                 village=0, p=P, p_requisition=Requisition(force=0.35))
    return loose(weigh, **{**usual, **changes})


def test_a_person_weighs_and_rests_half_a_year_after_a_rising():
    base = ready()
    assert weighed() == (about(base), 0, 0) and weighed(striking=3) == (about(base), 0, 2)
    assert weighed(foreign_signal=1)[0] == about(base + 0.1)
    assert weighed(village=1)[0] == about(ready(village=1, force=0.35))  # detachments, not troops
    assert weighed(office=1)[0] == weighed(estate=POLICE)[0] == about(base - 0.24)
    assert weighed(status=INQUIRY, striking=3) == (NEVER_READY, 0, 0)
    assert weighed(last_rose=25, striking=3) == (NEVER_READY, 0, 2) and weighed(last_rose=24)[0] == about(base)
    assert weighed(striking=1)[2] == 0
    assert [eager(*one) for one in ((0.05, 0), (0.0, 0), (-1.0, 1), (-1.0, 0))] == [1.0, 0.0, 1.0, 0.0]
    assert calm() == (0.0, 0.0) and stay(3) == 0


def test_the_centre_answers_a_strike_of_more_than_a_twentieth():
    assert [strikers(striking) for striking in (0, 1, 2, 5)] == [0.0, 0.0, 1.0, 1.0] and at_large(FREE) == 1.0
    assert is_on_strike(table(at_large=10.0, strikers=1.0), P)
    assert not is_on_strike(table(at_large=20.0, strikers=1.0), P)
    assert not is_on_strike(table(at_large=0.0, strikers=0.0), P)


# --- the wave ---------------------------------------------------------------------------------------------------------
def crowd(many, readiness, present=4.0, ties=(), fear=0.0, striking=(0, 0, 0, 0), strikers=0.0, eager=1.0):
    """One cell of four after so many rounds: in which round each has risen, and the share of the cell."""
    rows = sorted([*ties, *((b, a, w) for a, b, w in ties)])
    state = {"readiness": np.array(readiness), "in_revolt": np.zeros(4, int), "striking": np.array(striking),
             "fear": np.full((3, 4), fear), "dossier": np.zeros(4), "eager": np.full(2, eager),
             "strikers": np.full(2, strikers), "present": np.full(2, present), "revolt": np.full(2, 0.9),
             "tie_start": np.searchsorted([a for a, _, _ in rows], np.arange(5)),
             "neighbour": np.array([b for _, b, _ in rows], int), "weight": np.array([w for _, _, w in rows], int)}
    run_rules((begin_to_move, rise), state, grow((1,), 4), month=10, p=P._replace(rounds=float(many)))
    return state["in_revolt"].tolist(), about(float(state["revolt"][0]))


def test_what_is_seen_around():
    square = table(revolt=0.5)
    assert around_him(square, 3, 15, P) == about(0.5 * 3 / 15 + 0.25) and around_him(square, 0, 0, P) == 0.25
    assert around_him(square, 1, 1, P._replace(by_ties=1.0)) == 1.0
    one = table(readiness=-0.3, fear=0.1)
    assert rise(one, 0.6, P) and not rise(one, 0.5, P)  # .6 * .9 of it
    assert swells(table(revolt=0.5, present=8.0), 2) == 0.75 and swells(table(revolt=0.5, present=0.0), 2) == 1.0
    assert filed(table(dossier=0.1), 7, P) == (7, ROSE, 0, 7, about(0.5))


def test_a_wave_travels_by_ties_and_by_the_square():
    chain = [(0, 1, 5), (1, 2, 5), (2, 3, 5)]
    # with one tie of two risen and a quarter of the cell: .6 * (.5*.5 + .5*.25) = .225
    assert crowd(4, [0.1, -0.22, -0.22, -0.22], ties=chain) == ([1, 2, 3, 4], 1.0)
    assert crowd(3, [0.1, -0.22, -0.22, -0.22], ties=chain) == ([1, 2, 3, 0], 0.75)
    assert crowd(8, [0.1, -0.23, -0.23, -0.23], ties=chain) == ([1, 0, 0, 0], 0.25)
    assert crowd(8, [0.1, -0.22, -0.22, -0.22], ties=chain, fear=0.1)[0] == [1, 0, 0, 0]  # .9 of it is seen
    # without ties the square alone counts half: .6 * .5 * .25 = .075
    assert crowd(2, [0.1, -0.07, -0.08, -9.0])[0] == [1, 2, 0, 0]
    assert crowd(1, [0.1, -0.2, -0.29, -0.31], strikers=4.0)[0] == [1, 1, 1, 0]
    assert crowd(1, [0.1, 0.2, -0.9, -0.9], present=0.5)[1] == 1.0


def test_strikers_are_seen_before_the_first_round_and_not_counted_twice():
    assert crowd(1, [0.1, -1.0, -1.0, -1.0], striking=[0, 2, 1, 0], strikers=2.0)[1] == 0.75
    assert crowd(1, [0.1, -1.0, -1.0, -1.0], striking=[2, 0, 0, 0], strikers=1.0)[1] == 0.25
    assert crowd(1, [-0.2, -9.0, -9.0, -9.0], striking=[0, 2, 0, 0], ties=[(0, 1, 5)], present=4e9)[0][0] == 1
    assert crowd(8, [0.1, -9.0, -9.0, -9.0], eager=0.0) == ([0] * 4, 0.0)
    assert begin_to_move(table(strikers=1.0, present=0.0, unit_level=0)) == 0.0
    assert begin_to_move(table(strikers=1.0, present=0.05, unit_level=0)) == 1.0
    assert begin_to_move(table(strikers=1.0, present=2.0, unit_level=1)) == 0.0


def test_who_was_on_file_already_and_keeps_quiet_is_blamed():
    quiet = {"marked": 1, "status": FREE, "in_revolt": 0}
    assert is_known_and_quiet(table(**quiet)) and anybody_rose(table(revolt=0.01)) and somebody_stirs(table(eager=0.05))
    for change in ({"marked": 0}, {"status": INQUIRY}, {"in_revolt": 3}):
        assert not is_known_and_quiet(table(**{**quiet, **change}))
    assert not anybody_rose(table(revolt=0.0)) and not somebody_stirs(table(eager=0.0))
    assert put_the_blame(table(dossier=0.1), table(revolt=0.5), P) == about(0.1 + 0.4 * 0.5)


def test_shares_above_the_cells():
    assert does(add_up, "count_upward", unit=table(revolt=0.5, present=6.0, unit_level=0)) == 3.0
    assert does(add_up, "count_upward", unit=table(revolt=3.0, present=6.0, unit_level=1)) == 3.0
    assert hear_of_it(3.0, 12.0, 4.0, 24.0, False) == (about(1 / 12), 0.25)
    assert hear_of_it(4.0, 24.0, 4.0, 24.0, True) == (0.0, about(4 / 24))


# --- answers ----------------------------------------------------------------------------------------------------------
def test_what_a_province_holds_and_needs():
    tree = grow((2, 2, 2), 48)
    laid = table(**arrays_of_tree(tree))
    laid.cells = tree.cells
    province = int(tree.provinces[1])
    units = table(stock=np.arange(tree.units, dtype=float), need=np.arange(tree.units, dtype=float))
    districts = range(tree.child_first[province], tree.child_last[province])
    assert in_store(province, laid, units) == (sum(districts), districts.start, districts.stop)
    shallow = table(**arrays_of_tree(grow((2, 2), 24)))
    assert in_store(5, shallow, units)[0] == 5.0  # the province is its own district
    assert month_need_of(2, 5, units) == 2 + 3 + 4 and month_need_of(2, 2, units) == 0.0


def test_what_the_centre_means_to_send():
    assert meal_of(1002.0, 0.0, 7.0) == about(14.0) and meal_of(1000.0, 9.0, 7.0) == 0.0
    assert meal_of(ANSWER_AUTO, 4.0, 7.0) == about(3.5) and meal_of(ANSWER_AUTO, 3.5, 7.0) == -1.0
    assert meal_of(ANSWER_FORCE, 99.0, 7.0) == -1.0


def fed(food, stock=(6.0, 2.0), need=(2.0, 2.0), risen=True, status=None):
    """Two cells of the districts 2 and 3; four people."""
    units = table(stock=[9.0, 9.0, *stock], need=[*need, 0.0, 0.0], eaten=[1.0, 1.0, 0.0, 0.0])
    people = table(status=status or [FREE] * 4, hunger=[0.5, 0.1, 0.5, 0.5], deficit=[65535, 6553, 65535, 0],
                   striking=[1, 0, 0, 0], in_revolt=[0, 0, 1, 0], grievance=[0.5, 0.5, 0.5, 0.1])
    feed(0, 4, 2, 4, food, 0, 2, units, people, risen, 0.6, P)
    return units, people


def test_a_trainload_of_food():
    units, people = fed(2.0)  # half of what is needed
    assert units.stock.tolist() == about([9.0, 9.0, 4.5, 1.5]) and units.eaten[:2].tolist() == about([2.0, 2.0])
    assert people.hunger.tolist() == about([0.3, 0.0, 0.3, 0.3])
    assert people.deficit.tolist() == [32767, 0, 32767, 0]
    assert people.grievance.tolist() == about([0.35, 0.5, 0.35, 0.1])
    assert fed(2.0, risen=False)[1].grievance.tolist() == about([0.35, 0.5, 0.5, 0.1])
    units, people = fed(99.0)  # all there is: two months' need
    assert units.stock.tolist() == about([9.0, 9.0, 0.0, 0.0]) and units.eaten[:2].tolist() == about([5.0, 5.0])
    assert fed(2.0, status=[INQUIRY] + [FREE] * 3)[1].hunger[0] == 0.5
    assert fed(2.0, status=[EXPELLED] + [FREE] * 3)[1].hunger[0] == about(0.3)
    units, people = fed(2.0, stock=(0.0, 0.0))
    assert people.hunger[0] == 0.5 and units.stock.tolist() == [9.0, 9.0, 0.0, 0.0]
    units, people = fed(2.0, need=(0.0, 0.0))
    assert people.hunger[0] == 0.5 and (units.eaten[:2] == 1.0).all()
    assert fed(0.02, stock=(0.03, 0.03), need=(0.02, 0.03))[1].hunger[0] == about(0.5 - 0.4 * 0.4)


def shot(obey, killing, capture, n=4):
    people = table(in_revolt=[1, 0, 2, 1], status=[FREE, FREE, FREE, INQUIRY], death=[0] * n, death_month=[0] * n,
                   blow=[0] * n, blow_topic=[2] * n, warrant=[0] * n)
    dead = assault(0, n, obey, 30, 1, people, make_log(n), P._replace(killing=killing, capture=capture, force=0.5))
    return dead, people


def test_troops_shoot_and_take_prisoners_as_far_as_they_obey():
    dead, people = shot(1.0, 99.0, 99.0)
    assert dead == 2 and people.status.tolist() == [DEAD, FREE, DEAD, INQUIRY] and people.death[0] == IN_REVOLT
    assert people.blow.tolist() == [7, 0, 7, 0] and people.blow_topic[0] == 0 and people.warrant.sum() == 0
    dead, people = shot(1.0, 0.0, 99.0)
    assert dead == 0 and people.warrant.tolist() == [THE_RISING, 0, THE_RISING, 0]
    dead, people = shot(0.0, 99.0, 99.0)
    assert dead == 0 and people.warrant.sum() == 0 and people.status.tolist() == [FREE, FREE, FREE, INQUIRY]


def test_an_assault_kills_one_in_twenty_where_half_the_force_obeys():
    n = 2000
    people = table(in_revolt=np.ones(n, int), status=np.zeros(n, int), death=np.zeros(n, int), blow=np.zeros(n, int),
                   death_month=np.zeros(n, int), blow_topic=np.zeros(n, int), warrant=np.zeros(n, int))
    dead = assault(0, n, 0.5, 30, 1, people, make_log(n), P._replace(killing=0.2, capture=0.6, force=0.5))
    assert 70 < dead < 125 and 220 < (people.warrant == THE_RISING).sum() < 310  # .05 and .15 of hazard


def test_insults_and_concessions():
    laid = SimpleNamespace(**arrays_of_tree(grow((2, 2, 2), 48)))
    second = laid.child_first[laid.units - 1] + 1
    units = table(insult=[0.0] * laid.units, assoc=[0.2] * 4 + [0.4, 1.0, 0.4, 0.4] + [0.0] * (laid.units - 8),
                  stock=[0.0] * laid.units)
    people = table(in_revolt=[1] * 24 + [0, 1, 1, 1, 1] + [0] * 19, warrant=[0] * 48)
    send_envoys(second, people, units, laid)
    assert units.insult.tolist()[:8] == about([0.0] * 4 + [0.6, 0.0, 0.6, 0.6])
    assert np.flatnonzero(people.warrant == AN_ORDER).tolist() == [25, 26, 27]  # three of the risen there
    levers = table(market=[0.0, 2.0], association_parties=[2.0, 0.0], association_factions=[1.0, 2.0],
                   base_market=[5, 6], base_association_parties=[7, 8], base_association_factions=[9, 10])
    concede(1, levers, table(units=2))
    assert levers.market.tolist() == [TOLERATED, LEGAL] and levers.association_parties.tolist() == [TOLERATED, BANNED]
    assert levers.association_factions.tolist() == [BANNED, TOLERATED]
    lapse(1, levers, table(units=2))
    assert levers.market.tolist() == [5, 6] and levers.association_parties.tolist() == [7, 8]
    assert levers.association_factions.tolist() == [9, 10]


# --- what the centre does ---------------------------------------------------------------------------------------------
def test_strikes_are_answered_from_one_in_twenty_on():
    assert at_large(FREE) == 1.0 and (strikers(2), strikers(1)) == (1.0, 0.0)
    assert is_on_strike(row(at_large=100.0, strikers=6.0), P) and not is_on_strike(row(at_large=100.0, strikers=5.0), P)
    assert not is_on_strike(row(at_large=0.0, strikers=0.0), P) and is_on_strike(row(at_large=0.05, strikers=0.05), P)
    assert does(feed_strikers, "send_food", unit=row(unrest_answer=1002.0), held_in_store=0.0, month_need=7.0,
                p_provision=Provision()) == (about(14.0), False, 0.6)
    assert does(feed_strikers, "send_food", unit=row(unrest_answer=ANSWER_FORCE), held_in_store=99.0, month_need=7.0,
                p_provision=Provision())[0] == -1.0


def answered(named=ANSWER_AUTO, held=0.0, granted=0.0, threat=0.1, until=0, fed=NEVER):
    unit, country = row(unrest_answer=named, fed=fed), row(concession_until=until, threat=threat)
    so_far = table(granted=[granted])
    how = does(answer, "carry_out", unit=unit, country=country, held_in_store=held, month_need=7.0, so_far=so_far,
               month=30, p=P, p_provision=Provision())
    return *how, float(so_far.granted[0])


def test_the_centre_feeds_shoots_threatens_or_concedes():
    assert answered(held=4.0) == (FOOD, about(3.5), 0.6, 0.0) and answered(1001.0) == (FOOD, about(7.0), 0.6, 0.0)
    assert answered() == (NOTHING, -1.0, 0.6, 1.0)  # a concession
    assert answered(threat=0.31)[0] == answered(until=31)[0] == answered(granted=1.0)[0] == FORCE
    assert answered(threat=0.3)[0] == NOTHING and answered(until=30)[3] == 1.0 and answered(granted=1.0)[3] == 1.0
    assert answered(ANSWER_FORCE) == (FORCE, -1.0, 0.6, 0.0) and answered(ANSWER_FORCE, held=99.0)[0] == FORCE
    assert answered(ANSWER_THREAT)[0] == THREAT and answered(ANSWER_NOTHING) == (NOTHING, -1.0, 0.6, 0.0)
    assert answered(held=4.0, fed=30, threat=0.9)[::3] == (NOTHING, 0.0)  # the wagons have come already
    assert has_risen(row(revolt=0.06), P) and not has_risen(row(revolt=0.05), P)


def test_a_concession_is_made_once_and_runs_out():
    country = row(concession_until=9, powers=0.5)
    assert grant(row(granted=0.0), country, 30, P) == (0, 9, 0.5)
    assert grant(row(granted=1.0), country, 30, P) == (1, 42, about(0.7))
    assert grant(row(granted=1.0), row(concession_until=9, powers=0.9), 30, P)[2] == 1.0
    assert runs_out(row(concession_until=30), 30) and not runs_out(row(concession_until=31), 30)
    assert granted_now(row(conceded=1)) and not granted_now(row(conceded=0))
    assert does(take_back, "lapse") is None and does(give_way, "concede") is None


def province(**columns):
    """A country of two provinces of two cells; the first has risen: 0, 1, 2 and 7; 13 is of the other."""
    tree, n = table(**arrays_of_tree(grow((2, 2), 24))), 24
    tree.people = n
    usual = {"status": FREE, "hunger": 0.5, "deficit": 65535, "striking": 0, "in_revolt": 0, "grievance": 0.5,
             "warrant": 0, "death": 0, "death_month": 0, "blow": 0, "blow_topic": 0}
    people = table(**{name: [value] * n for name, value in usual.items()})
    people.in_revolt[[0, 1, 2, 7, 13]] = 1
    units = table(stock=[0.0] * 4 + [8.0, 8.0, 0.0], need=[2.0] * 4 + [0.0] * 3, eaten=[0.0] * 7, fed=[NEVER] * 7,
                  insult=[0.0] * 7, assoc=[0.25] * 7, reliability=[1.0] * 7)
    for name, value in columns.items():
        getattr(units, name)[...] = value
    return tree, people, units


def test_food_reaches_the_whole_province():
    tree, people, units = province()
    assert held_in_store(4, units, tree) == 8.0 and month_need(4, units, tree) == 4.0
    send_food(4, -1.0, True, 0.6, people, units, tree, 30, P)
    assert units.stock[4] == 8.0 and units.fed[4] == NEVER
    send_food(4, 2.0, True, 0.6, people, units, tree, 30, P)
    assert units.stock.tolist() == [0.0] * 4 + [6.0, 8.0, 0.0] and units.fed.tolist()[4:] == [30, NEVER, NEVER]
    assert people.hunger[[0, 11, 12]].tolist() == about([0.3, 0.3, 0.5])
    assert people.grievance[[0, 3, 13]].tolist() == about([0.35, 0.5, 0.5])
    send_food(5, 0.0, True, 0.6, people, units, tree, 31, P)
    assert units.fed[5] == 31


def test_envoys_insult_and_have_three_jailed():
    tree, people, units = province()
    send_envoys(4, people, units, tree)
    assert units.insult.tolist() == about([0.75, 0.75, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert np.flatnonzero(people.warrant == AN_ORDER).tolist() == [0, 1, 2]


def carried(how, killing=99.0, risen=(0, 1, 2, 7, 13)):
    tree, people, units = province()
    people.in_revolt[:] = 0
    people.in_revolt[list(risen)] = 1
    country = table(crushed=[0])
    carry_out(4, how, 2.0, 0.6, people, units, country, tree, 30, 1, make_log(24), P._replace(killing=killing))
    return people, units, int(country.crushed[0])


def test_what_is_decided_is_carried_out():
    people, units, crushed = carried(FOOD)
    assert units.fed[4] == 30 and crushed == 0 and people.grievance[0] == about(0.35)
    people, units, crushed = carried(FORCE)
    assert crushed == 1 and np.flatnonzero(people.status == DEAD).tolist() == [0, 1, 2, 7] and units.fed[4] == NEVER
    assert carried(FORCE, killing=0.0)[2] == 0 and carried(FORCE, risen=(7,))[2] == 1
    people, units, crushed = carried(THREAT)
    assert units.insult[0] == 0.75 and crushed == 0
    people, units, crushed = carried(NOTHING)
    assert units.fed[4] == NEVER and units.insult.sum() == 0.0 and people.warrant.sum() == 0 and crushed == 0

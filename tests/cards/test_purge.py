"""Card 22, purge: the direction tests as sentences, limiting cases, and a small country that runs."""

import dataclasses

import numpy as np
import pytest
from example_rows import row
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import unanimity
from direct_calls import run_rules, tables
from small_regimes import lived_through, only_the_hall
from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import recorded, world_digest
from unanimity.mechanisms import docket
from unanimity.mechanisms.party import appointment
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.police import arrest, sanction
from unanimity.mechanisms.police.arrest import Arrest
from unanimity.mechanisms.power.pointing import (
    begin_to_point,
    fade,
    forget_orders,
    incriminate,
    mark_reserve,
    point,
    point_at_new_members,
    point_at_successors,
    point_for_the_dead,
    rank_weight,
    reckon_branching,
    tie_bond,
)
from unanimity.mechanisms.power.purge import (
    CAP,
    MECHANISM,
    Purge,
    close_it,
    closing_hazard,
    count_cadres,
    majority_of,
    open_it,
    strike_next,
    verification_hazard,
    verify,
)
from unanimity.world.codes import (
    CENTRE_MEMBER,
    CITIZEN,
    DEAD,
    EXECUTED,
    EXPELLED,
    EXPULSION,
    FREE,
    FRIEND,
    IMPRISONED,
    KIN,
    LEADER,
    MEMBER,
    NEVER,
    NOBODY,
    OFF,
    ON,
    PATRON,
    POLICE,
    PROVINCE_SECRETARY,
    THE_PURGE,
    VERIFICATION,
    WORK,
)
from unanimity.world.draws import chance, uniforms
from unanimity.world.formula import compile_formula

share = st.floats(0, 1)


POINTING = (begin_to_point, point_at_successors, point_at_new_members, point_for_the_dead, forget_orders, point,
            mark_reserve,
            reckon_branching)


class Country:
    """People, ties and posts as the rule sees them: one province (unit 0) and a centre (unit 1) of three chairs."""

    def __init__(self, people=20, degree=6, seed=0, kinds=(KIN, FRIEND, WORK)):
        lot = np.random.default_rng(seed)
        pairs = {tuple(sorted(lot.choice(people, 2, replace=False).tolist())) for _ in range(people * degree // 2)}
        rows = [sorted(b if a == i else a for a, b in pairs if i in (a, b)) for i in range(people)]
        self.people, self.rows = people, rows
        self.tie_start = np.concatenate([[0], np.cumsum([len(r) for r in rows])]).astype(np.uint64)
        self.neighbour = np.array([j for row in rows for j in row], np.int32)
        size = self.neighbour.size
        self.weight = lot.integers(6000, 65536, size).astype(np.uint16)
        self.kind = lot.choice(kinds, size).astype(np.uint8)
        self.status, self.office = np.zeros(people, np.uint8), np.zeros(people, np.uint8)
        self.highest_office, self.estate = np.zeros(people, np.uint8), np.full(people, MEMBER, np.uint8)
        self.blow, self.by_order, self.rung, self.label, self.faction = (np.zeros(people, np.uint8) for _ in range(5))
        self.orders = np.zeros(1, np.int64)
        self.patron, self.examiner, self.judge = (np.full(people, NOBODY, np.int32) for _ in range(3))
        self.purge, self.competence = np.zeros(people, np.float32), lot.uniform(size=people).astype(np.float32)
        self.docket = np.full(people, NOBODY, np.int32)
        self.secretary, self.holder = np.full(2, NOBODY, np.int32), np.full(2, NOBODY, np.int32)
        self.fallen, self.sitting = np.zeros(2, np.uint8), np.full(3, NOBODY, np.int32)
        self.chair_fallen, self.pointed = np.zeros(3, np.uint8), np.zeros(1)
        self.victims, self.branching = np.zeros(1, np.int64), np.zeros(1)

    def strike(self, *victims):
        self.blow[list(victims)] = self.rung[list(victims)] = 5
        self.status[list(victims)] = IMPRISONED
        return self

    def month(self, p, is_open=1):
        """Fading and pointing of one month."""
        listed = np.flatnonzero((self.status != FREE) & (self.status != DEAD))
        self.docket[:listed.size] = listed
        run_rules((fade,), {"purge": self.purge, "pointed": self.pointed[0]}, p=p)
        run_rules(POINTING, {"docket": self.docket, "docket_size": listed.size, "blow": self.blow,
                     "by_order": self.by_order,
                     "orders": self.orders, "rung": self.rung, "status": self.status, "office": self.office,
                     "highest_office": self.highest_office, "estate": self.estate, "competence": self.competence,
                     "patron": self.patron,
                     "examiner": self.examiner, "judge": self.judge, "faction": self.faction, "label": self.label,
                     "tie_start": self.tie_start, "neighbour": self.neighbour, "weight": self.weight, "kind": self.kind,
                     "secretary": self.secretary, "holder": self.holder, "fallen": self.fallen, "sitting": self.sitting,
                     "chair_fallen": self.chair_fallen, "purge": self.purge, "pointed": self.pointed,
                     "purge_open": is_open, "purge_victims": self.victims, "branching": self.branching},
             beside={"people": self.people, "units": 2}, p=p, p_arrest=Arrest())
        self.blow[:] = 0
        return self.purge.copy()


def test_victims_by_order_point_like_others_dead_or_alive_and_once():
    ordered = Country(seed=4).strike(3, 7)
    ordered.blow[:] = 0  # a scripted blow is felt and wiped out before this step; the order is remembered
    ordered.by_order[[3, 7]], ordered.orders[0] = 1, 2
    ordered.status[7] = DEAD
    p = Purge(reserve=0.0)
    for_blows = Country(seed=4).strike(3, 7).month(p)
    by_order = ordered.month(p)
    others = np.setdiff1d(np.arange(20), [3, 7])
    assert by_order[others] == pytest.approx(for_blows[others]) and by_order.sum() > 0
    assert ordered.victims[0] == 2 and not ordered.by_order.any() and ordered.orders[0] == 0
    assert ordered.month(p)[others] == pytest.approx(p.memory * by_order[others], rel=1e-5), "each victim counts once"


def test_orders_of_a_closed_purge_are_forgotten():
    country = Country(seed=4).strike(3, 7)
    country.blow[:], country.by_order[[3, 7]], country.orders[0] = 0, 1, 2
    country.status[7] = DEAD
    assert country.month(Purge(), is_open=0).sum() == 0 and not country.by_order.any() and country.orders[0] == 0


# A lambda, since st.builds would also draw the parameters that are not named, infinity among them.
parameters = st.builds(lambda **drawn: Purge(**drawn), contagion=st.floats(0, 0.5), memory=st.floats(0.3, 0.9),
                       reserve=st.floats(0, 0.5), anybody=st.floats(0, 1))
seeds = st.integers(0, 10**6)


@given(seeds, st.floats(0.3, 0.9))
def test_1_without_contagion_or_reserve_leaders_intensity_only_decays(seed, memory):
    country = Country(seed=seed).strike(1, 2)
    country.purge[:] = np.random.default_rng(seed).uniform(size=20)
    before = country.purge.copy()
    country.pointed[0] = 1.0
    after = country.month(Purge(contagion=0.0, reserve=0.0, memory=memory))
    assert after == pytest.approx(before * memory, rel=1e-6)


@given(seeds, parameters, st.integers(0, 19), st.integers(0, 19))
def test_2_one_victim_more_lowers_nobodys_intensity(seed, p, first, second):
    few, more = Country(seed=seed).strike(first), Country(seed=seed).strike(first, second)
    assert (more.month(p) >= few.month(p)).all()


def test_3_on_a_homogeneous_bench_the_mean_cascade_from_one_victim_is_one_over_one_less_n():
    # many weak ties, so that who is taken leaves his own victims nearly as many others to point at
    p = Purge(contagion=0.2, reserve=0.0, memory=0.6, anybody=0.25)
    mean, n = cascades(people=3000, degree=40, weight=0.57, p=p, runs=600)
    assert 0.4 < n < 0.6
    assert mean == pytest.approx(1.0 / (1.0 - n), rel=0.13)  # three standard errors


@given(seeds, st.floats(0, 0.5), st.integers(0, 19))
def test_4_without_a_tie_or_a_post_in_common_intensity_only_decays(seed, contagion, victim):
    country = Country(seed=seed).strike(victim)
    country.purge[:], country.pointed[0] = 0.5, 0.5
    country.faction[:] = 1  # a faction fellow who is no tie is not reached either
    after = country.month(Purge(contagion=contagion, reserve=0.0, memory=0.6))
    strangers = [i for i in range(20) if i != victim and i not in country.rows[victim]]
    assert after[strangers] == pytest.approx(0.3, rel=1e-6)


def test_6_the_mild_form_hits_those_who_think_harder_than_careerists():
    p = Purge()
    def hazard(conviction, stance, ambition=0.0):
        return verification_hazard(row(conviction=conviction, stance=stance, ambition=ambition), row(line=1.0), p)
    assert hazard(1.0, -1.0) == pytest.approx(p.verification * p.thinking)
    assert hazard(0.2, 0.5, ambition=0.9) == pytest.approx(p.verification * p.careerism)
    assert hazard(0.9, 0.5) == 0.0


# --- the form, line by line -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bind, expected", [
    (lambda c: c.patron.__setitem__(0, 1), 0.7), (lambda c: c.judge.__setitem__(0, 1), 0.8),
    (lambda c: c.examiner.__setitem__(0, 1), 0.8), (lambda c: None, 0.0)])
def test_patrons_examiners_and_judges_are_reached_without_a_tie(bind, expected):
    country = Country(people=4, degree=0).strike(0)
    bind(country)
    country.office[1] = country.highest_office[1] = 3
    p = Purge(contagion=0.2, reserve=0.0, anybody=0.25)
    assert country.month(p)[1] == pytest.approx(0.2 * expected * (0.25 + 0.75), rel=1e-6)


def test_a_client_is_reached_and_so_is_a_successor_a_month_later():
    country = Country(people=4, degree=0)
    country.secretary[0], country.holder[0], country.patron[1], country.office[1] = 1, 0, 0, 3
    country.highest_office[:2] = 3
    country.strike(0)
    p = Purge(contagion=0.2, reserve=0.0, memory=0.5, anybody=0.25)
    assert country.month(p)[1] == pytest.approx(0.2 * 0.7)  # the client who now heads the unit
    assert country.fallen[0] == 1
    assert country.month(p)[1] == pytest.approx(0.07 + 0.2 * 0.6)
    assert country.fallen[0] == 0


def test_of_several_bonds_between_two_people_the_strongest_counts_once():
    country = Country(people=2, degree=2, kinds=(FRIEND,)).strike(0)
    country.patron[0] = country.examiner[0] = country.judge[0] = 1
    assert country.month(Purge(contagion=0.2, reserve=0.0, anybody=0.25))[1] == pytest.approx(0.2 * 0.8 * 0.25)


def test_ties_weigh_by_kind_and_a_common_faction_raises_the_lesser():
    assert tie_bond(PATRON, 1.0, False) == 1.0
    assert tie_bond(KIN, 0.5, False) == 0.25
    assert tie_bond(FRIEND, 1.0, False) == tie_bond(WORK, 1.0, False) == 0.4
    assert tie_bond(FRIEND, 1.0, True) == tie_bond(KIN, 1.0, True) == 0.6
    assert [rank_weight(k, Purge(anybody=0.25)) for k in (0, 3, 5)] == [0.25, 1.0, 1.5]


@given(seeds, parameters, st.integers(0, 5), st.integers(0, 5), st.sampled_from([CITIZEN, MEMBER, POLICE]))
def test_a_higher_post_behind_him_lowers_nobodys_intensity_and_one_lost_weighs_as_one_held(seed, p, low, high, estate):
    low, high = sorted((low, high))
    def pointed(highest, office=0):
        country = Country(seed=seed).strike(3)
        country.highest_office[:], country.office[:], country.estate[:] = highest, office, estate
        return country.month(p._replace(reserve=0.0))
    assert (pointed(high) >= pointed(low)).all()
    assert (pointed(high) == pointed(high, office=min(high, CENTRE_MEMBER))).all()


@given(seeds, parameters)
def test_nobody_points_at_the_leader_by_tie_post_or_reserve(seed, p):
    country = Country(seed=seed, degree=10).strike(3)
    country.patron[3] = country.judge[3] = country.secretary[0] = country.sitting[0] = 4
    country.office[4] = country.highest_office[4] = LEADER
    country.fallen[0] = country.chair_fallen[0] = 1
    assert country.month(p)[4] == 0.0
    other = Country(seed=seed, degree=10).strike(3)
    other.patron[3], other.office[4], other.highest_office[4] = 4, CENTRE_MEMBER, CENTRE_MEMBER
    assert other.month(p._replace(contagion=0.2))[4] > 0.0  # all others are within reach


@given(seeds)
def test_a_closed_purge_points_at_nobody(seed):
    assert (Country(seed=seed).strike(0, 1, 2).month(Purge(), is_open=0) == 0.0).all()


def test_reserve_leaders_are_marked_while_a_purge_is_open():
    country = Country(seed=3, degree=10, kinds=(FRIEND,))
    country.secretary[0], country.office[4] = 4, 4
    assert country.month(Purge(reserve=0.1))[4] > 0.0
    assert country.purge[5] == 0.0


@given(seeds, st.integers(1, 4))
def test_the_reserve_is_marked_by_the_square_of_the_post_it_holds(seed, office):
    def marked(post):
        country = Country(seed=seed, degree=10, kinds=(FRIEND,))
        country.secretary[0], country.office[4] = 4, post
        return country.month(Purge(reserve=0.1))[4]
    assert marked(office) == pytest.approx(marked(4) * (office / 4.0) ** 2, rel=1e-5)


def test_a_bound_on_everybodys_intensity_is_kept():
    country = Country(seed=5, degree=12)
    for month in range(12):
        country.strike(month)
        country.month(Purge(contagion=0.5))
        assert country.purge.max() <= country.pointed[0] + 1e-6
    for _ in range(80):
        country.month(Purge(memory=0.6), is_open=0)
    assert country.pointed[0] == 0.0 and (country.purge == 0.0).all()


def ruled(p, **at):
    """One month's decision to open or close."""
    state = {"open": 0, "since": NEVER, "called": 0, "concentration": 0.64, "requests": OFF, "threat": 0.5,
             "before": 0.5, "struck": 0,
             "suspected": 0.5, "seed": 1, "month": 30, "dead": (), "oversight": 0.0, "quota": 0.0, "numbered": 0,
             "left": 6, "cadres": 6.0, **at}
    n = 6
    death, death_month = np.zeros(n, np.uint8), np.full(n, NEVER)
    status, highest = np.zeros(n, np.uint8), np.where(np.arange(n) < state["left"], 3, 0)
    numbered, cadres = np.array([state["numbered"]]), np.array([state["cadres"]])
    for i in state["dead"]:
        status[i], death[i], death_month[i] = DEAD, EXECUTED, state["month"]
    is_open, since, called, waves = (np.array([state["open"]]), np.array([state["since"]]),
                                     np.array([state["called"]]), np.zeros(1, int))
    run_rules((open_it, count_cadres, close_it), {"holder": np.array([0, 1, 2]), "sitting": np.array([2, 3, 4]),
                                                  "status": status,
                         "highest_office": highest, "death": death, "death_month": death_month,
                         "concentration": state["concentration"], "threat": state["threat"],
                         "threat_before": state["before"], "struck": state["struck"], "suspected": state["suspected"],
                         "oversight_eff": state["oversight"], "purge_open": is_open, "purge_since": since,
                         "purge_called": called, "purge_waves": waves, "purge_numbered": numbered,
                         "purge_cadres": cadres}, beside={"people": n, "units": 3, "cells": 1,
                                                          "unit_rank": np.array([1, 3, 4])},
         levers={"police_quota": state["quota"], "quota_requests": state["requests"]}, month=state["month"],
         seed=np.uint64(state["seed"]), p=p)
    if is_open[0] and not state["open"]:
        assert cadres[0] == state["left"] - len(state["dead"]) and numbered[0] == (state["quota"] > 0.0)
    return int(is_open[0])


SURE = Purge(opening=2.0, jump=0.05, safe=0.1, cadres=0.3)


@pytest.mark.parametrize("shock", [{"struck": 1}, {"before": 0.4}, {"dead": (1,)}, {"dead": (3,)}, {"called": 1}])
def test_a_shock_may_open_it_and_without_one_it_never_opens(shock):
    assert any(ruled(SURE, seed=seed, **shock) for seed in range(30))
    assert not any(ruled(SURE, seed=seed) for seed in range(30))
    assert not any(ruled(Purge(opening=0.0), seed=seed, **shock) for seed in range(30))


def test_it_closes_when_the_ruler_is_safe_or_experienced_men_are_gone():
    still = {"open": 1, "since": 10}
    never = SURE._replace(closing=0.0)
    assert all(ruled(never, seed=seed, **still) for seed in range(20))
    assert not ruled(never, concentration=1.0, threat=0.1, before=0.1, suspected=0.05, **still)
    assert not ruled(never, left=1, **still) and ruled(never, left=2, **still)
    assert not all(ruled(SURE._replace(closing=0.5), seed=seed, **still) for seed in range(20))


def test_without_the_majority_of_one_desk_no_shock_opens_one_and_none_lasts():
    for divided in (0.0, 0.1, 0.25):  # at most half of the posts
        assert not any(ruled(SURE, seed=seed, struck=1, concentration=divided) for seed in range(30))
        assert not any(ruled(SURE._replace(closing=1e-6), seed=seed, open=1, since=10, concentration=divided)
                       for seed in range(30))
    opened = [sum(ruled(SURE, seed=seed, struck=1, threat=1.0, before=1.0, suspected=0.5, concentration=one)
                  for seed in range(80)) for one in (0.3, 0.5, 0.8)]
    assert 0 < opened[0] < opened[1] < opened[2]
    lasted = [sum(ruled(SURE._replace(closing=0.1), seed=seed, open=1, since=10, concentration=one)
                  for seed in range(80)) for one in (0.3, 0.5, 0.8)]
    assert lasted[0] < lasted[1] < lasted[2]


def test_an_order_opens_a_purge_and_keeps_it_open_whatever_the_ruler_fears():
    order = {"quota": 0.001, "requests": ON}
    safe = {"concentration": 0.1, "threat": 0.0, "before": 0.0, "suspected": 0.0, "oversight": 1.0}
    assert all(ruled(SURE._replace(opening=0.0), seed=seed, **order, **safe) for seed in range(10))
    assert all(ruled(SURE._replace(closing=0.5), seed=seed, open=1, since=10, left=0, **order, **safe)
               for seed in range(10))
    for routine in ({"quota": 0.001}, {"requests": ON}):  # a number that is not asked for anew, and no number
        assert not any(ruled(SURE, seed=seed, **routine) for seed in range(10))
        assert not ruled(SURE, open=1, since=10, left=0, **routine)


@given(share, share, share)
def test_a_smaller_majority_never_makes_a_purge_last_longer(low, high, quota):
    low, high = sorted((low, high))
    assert majority_of(low) <= majority_of(high) <= 1.0 and majority_of(0.25) == 0.0 and majority_of(1.0) == 1.0
    p = Purge(closing=0.04, halting=3.0)
    assert closing_hazard(1, quota, majority_of(high), p) <= closing_hazard(1, quota, majority_of(low), p)


def test_an_order_from_above_ends_within_months_a_purge_that_ran_under_a_number():
    p = Purge(closing=0.04, halting=1.0, safe=0.1, cadres=0.3)
    def months_left(**at):
        lasted = []
        for seed in range(60):
            month = 0
            while month < 40 and ruled(p, open=1, since=10, seed=seed, month=30 + month, concentration=0.9, **at):
                month += 1
            lasted.append(month)
        return np.mean(lasted)
    assert months_left(numbered=1, quota=0.0) < 2.0  # November 1938: weeks
    assert months_left(numbered=1, quota=0.0002) > 10.0 and months_left(numbered=0, quota=0.0) > 10.0
    assert closing_hazard(1, 0.0, 1.0, p) == 1.04 and closing_hazard(1, 0.001, 1.0, p) == 0.04


def test_where_the_ruler_is_bound_by_courts_control_and_appeal_no_shock_opens_one():
    assert not any(ruled(SURE, seed=seed, struck=1, oversight=1.0) for seed in range(30))
    assert sum(ruled(SURE, seed=seed, struck=1, oversight=0.8) for seed in range(60)) < sum(
        ruled(SURE, seed=seed, struck=1) for seed in range(60))


def test_cadres_are_those_at_liberty_with_a_post_of_province_or_centre_behind_them():
    status, highest = np.array([FREE, EXPELLED, IMPRISONED, DEAD, FREE]), np.array([3, 5, 4, 4, 2])
    found = run_rules((count_cadres,), {"status": status, "highest_office": highest, "purge_open": 1})
    assert found["so_far_cadres"][0] == 2


@given(seeds, share, share, st.floats(-1, 1), st.sampled_from([0.0, 2.0]))
def test_only_members_at_liberty_are_struck_off(seed, ambition, conviction, stance, purge):
    def why(status, estate):
        here = {"status": np.array([status]), "estate": np.array([estate]), "ambition": np.array([ambition]),
                "conviction": np.array([conviction]), "stance": np.full((2, 1), stance), "purge": np.array([purge]),
                "line": np.ones((2, 1)), "rung_max": 3}
        return run_rules((strike_next, verify), here, levers={"sanction_cap": 7.0}, month=5, seed=seed,
                         p=Purge(verification=1.0), p_arrest=Arrest(purge=0.8))["struck_off"][0]
    assert why(EXPELLED, MEMBER) == why(FREE, 0) == why(IMPRISONED, MEMBER) == 0
    assert why(FREE, MEMBER) in (0, VERIFICATION, *((THE_PURGE,) if purge > 0 else ()))


# --- the cascade ------------------------------------------------------------------------------------------------------
def cascades(people, degree, weight, p, runs):
    """Mean number of victims from one, and n measured, on a ring of like people; luck by a keyed stream."""
    done = {}
    pointing = compile_formula(incriminate, njit(nogil=True, error_model="numpy"), done)
    half = degree // 2
    away = np.concatenate([np.arange(-half, 0), np.arange(1, half + 1)])
    # shuffled names, so that a person's ties are strangers to each other: a cascade meets itself rarely
    shuffle = np.argsort(uniforms(7, 541, people))
    offsets = away * (people // (degree + 3))
    neighbour = np.empty((people, degree), np.int32)
    for i in range(people):
        neighbour[shuffle[i]] = shuffle[(i + offsets) % people]
    start = (np.arange(people + 1) * degree).astype(np.uint64)
    flat, weights = neighbour.ravel(), np.full(people * degree, int(weight * 65535), np.uint16)
    kind = np.full(people * degree, FRIEND, np.uint8)
    none, empty = np.full(people, NOBODY, np.int32), np.zeros(people, np.uint8)  # nobody has an office, a badge, a past
    still = {"secretary": np.full(1, NOBODY, np.int32), "sitting": np.full(1, NOBODY, np.int32), "tie_start": start,
             "neighbour": flat, "weight": weights, "kind": kind, "patron": none, "examiner": none, "judge": none,
             "faction": empty, "label": empty, "highest_office": empty, "office": empty, "estate": empty}
    hazard = 0.8 / 2.0 + 0.8 / 20.0
    sizes = []
    for run in range(runs):
        purge, status = np.zeros(people, np.float32), np.zeros(people, np.uint8)
        fresh, size, month = [run % people], 1, 0
        status[fresh] = IMPRISONED
        made = tables(incriminate, {**still, "purge": purge, "status": status}, writes=("purge",))
        of = made["units"], made["seats"], made["ties"], made["people"]
        while fresh or purge.max() > 1e-4:
            purge *= p.memory
            for v in fresh:
                pointing(v, 1, 0, 1, *of, p, Appointment())
            near = np.flatnonzero((purge > 0) & (status == FREE))
            luck = uniforms(run, 543, people, month)[near]
            fresh = near[luck < np.array([chance(hazard * x) for x in purge[near]])].tolist()
            status[fresh] = IMPRISONED
            size += len(fresh)
            month += 1
        sizes.append(size)
    lived = sum(p.memory**k for k in range(200))
    return np.mean(sizes), degree * hazard * p.contagion * 0.4 * weight * rank_weight(0, p) * lived


# --- a small country --------------------------------------------------------------------------------------------------
def lent(mechanism):
    """A card that lends its parameters and no rule: compiling it would take longer than the test."""
    return dataclasses.replace(mechanism, rules=(), when_off=(), neutral={})


def run(threads=1, off=(), months=18, cap="death"):
    own = [docket.MECHANISM, appointment.MECHANISM, lent(arrest.MECHANISM), lent(sanction.MECHANISM), MECHANISM]
    regime = only_the_hall("terror", {"people": 400, "sanction_cap": cap, "purge.verification": 0.02,
                                         "purge.contagion": 0.5}, mechanisms=own)

    def begun(batch):
        for world in (0, 1):
            batch.column("purge_open", world)[:] = 1
            batch.column("purge_since", world)[:] = 0
            batch.column("purge", world)[batch.column("office", world) > 0] = 1.0
            batch.column("pointed", world)[:] = 1.0

    return lived_through(regime, months, [1, 2], threads, begun, off)


def test_in_a_country_a_purge_expels_logs_points_on_and_is_the_same_on_two_threads():
    batch, other = run(), run(threads=2)
    expelled, verified = batch.arrays["purge_expelled"], batch.arrays["verified"]
    assert expelled.sum() > 0 and verified.sum() > 0
    assert (batch.arrays["purge_victims"] > 0).all()  # those expelled point on
    for world in (0, 1):
        log = whole_log(batch)
        causes = log["row"]["cause"][log["world"] == world]
        assert (causes == THE_PURGE).sum() == expelled[world] and (causes == VERIFICATION).sum() == verified[world]
        out = batch.column("status", world) == EXPELLED
        assert out.sum() == expelled[world] + verified[world]
        assert (batch.column("estate", world)[out & (batch.column("estate", world) != POLICE)] == 0).all()
        assert (batch.column("office", world)[out] == 0).all() and (batch.column("rung", world)[out] == EXPULSION).all()
        assert world_digest(batch, world, recorded(batch)[1]) == world_digest(other, world, recorded(other)[1])
    assert (batch.arrays["purge"] >= 0.0).all() and batch.arrays["purge"].max() <= batch.arrays["pointed"].max() + 1e-6


def test_where_the_law_forbids_expulsion_nobody_is_expelled():
    batch = run(cap="dismissal")
    assert (batch.arrays["status"] == FREE).all() and batch.arrays["verified"].sum() == 0


def test_switched_off_nobody_is_expelled_or_pointed_at():
    batch = run(off=("purge",))
    assert (batch.arrays["status"] == FREE).all() and batch.arrays["purge_victims"].sum() == 0


def test_constants_hold_to_the_levers():
    assert unanimity.regime("law").lever("sanction_cap") == "prison" and CAP >= 0
    assert PROVINCE_SECRETARY == 3

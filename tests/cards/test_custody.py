"""Card 17, custody: the direction tests as sentences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prison import PEOPLE, Prison, country

from unanimity.engine.case_logs import whole_log
from unanimity.mechanisms.police.cellmates import IN_CAMP, IN_EXILE, IN_PRISON, isolation_of, kind_of
from unanimity.mechanisms.police.custody import (
    Custody,
    crowding,
    cut_cards,
    death_hazard,
    feed,
    goes_without,
    hand_out_cards,
    held_in_all,
    lets_go,
    pass_the_month,
    put_cases_away,
    rank_of,
    serve_out,
)
from unanimity.mechanisms.police.strikes import elsewhere, keep_company
from unanimity.world.codes import (
    CAMP,
    CAMP_RUNG,
    DEAD,
    DISMISSED,
    DYING,
    END_OF_TERM,
    EXECUTED,
    EXILED,
    EXPELLED,
    EXTENSION,
    FREE,
    IMPRISONED,
    IN_CUSTODY,
    INQUIRY,
    KIN,
    MOVE,
    NEVER,
    RELEASE,
    STRIKE,
)

share = st.floats(0, 1)
kinds = st.sampled_from([IN_EXILE, IN_PRISON, IN_CAMP])
crowds = st.floats(1, 20)
states = st.integers(0, 10_000)
some = settings(max_examples=30)
P = Custody()
DEADLY = {"death_in_exile": 0.4, "death_in_prison": 0.4, "death_in_camp": 0.4}


def inside(seed, month=30, **levers):
    """A world in which nobody has a case to be decided, and no famine kills."""
    prison = Prison(seed, month, **levers).change("provision", mortality=0.0)
    prison["cleared"][:] = 0
    prison["lived"][:] = 1.0
    return prison


def lived(prison):
    """The same world after a month in custody."""
    for rule in (keep_company, feed, pass_the_month):
        prison.run(rule, "custody")
    return with_cards(prison)


def with_cards(prison):
    """The same world after cards are handed out and the month's cases put away."""
    for rule in (hand_out_cards, (put_cases_away, held_in_all), cut_cards):
        prison.run(rule, "custody")
    return prison


def place(prison, i):
    """Kind and province in which somebody is held."""
    own = prison.tree.province[prison.cell_of[i]]
    number = prison["held_in"][i]
    return kind_of(prison["status"][i]), int(own if number == 0 else prison.tree.provinces[number - 1])


@some
@given(states)
def test_1_without_mortality_and_crisis_killing_nobody_dies_in_custody(seed):
    prison = inside(seed).change("custody", death_in_exile=0.0, death_in_prison=0.0, death_in_camp=0.0, crisis=0.0)
    prison["threat"][:], prison["threat_before"][:] = 1.0, 0.0
    before = (prison["status"] == DEAD).sum()
    assert (lived(prison)["status"] == DEAD).sum() == before


@some
@given(states)
def test_a_famine_in_the_province_starves_those_held_there(seed):
    fed, starved = (inside(seed).change("provision", mortality=0.3) for _ in range(2))
    starved["lived"][:] = 0.1
    for prison in (fed, starved):
        prison["hunger"][:] = 0.0
        for _ in range(4):
            prison.run(keep_company, "custody").run(feed, "custody")
    listed = fed["docket"][:fed["docket_size"][0]]
    held = [i for i in listed if kind_of(fed["status"][i]) > 0]
    assert all(starved["hunger"][i] > fed["hunger"][i] for i in held)
    assert (lived(starved)["status"] == DEAD).sum() >= (lived(fed)["status"] == DEAD).sum()


@given(kinds, crowds, share, share, share, share)
def test_2_more_company_never_raises_the_hazard_of_death(kind, crowd, hunger, low, high, rank):
    low, high = sorted((low, high))
    assert death_hazard(kind, crowd, hunger, high, rank, P) <= death_hazard(kind, crowd, hunger, low, rank, P)


@given(kinds, crowds, share, share)
def test_3_under_full_protection_by_full_company_nobody_dies(kind, crowd, hunger, rank):
    assert death_hazard(kind, crowd, hunger, 1.0, rank, P._replace(company=1.0)) == 0.0


@some
@given(states)
def test_4_without_extension_every_term_ends_on_its_date(seed):
    prison = inside(seed).change("custody", extension=0.0, strike=0.0, death_in_exile=0.0, death_in_prison=0.0,
                                 death_in_camp=0.0)
    before = prison["status"].copy()
    due = np.isin(before, (DISMISSED, EXPELLED, EXILED, IMPRISONED, CAMP)) & (prison["status_until"] <= prison.month)
    lived(prison)
    assert (prison["status"][due] == FREE).all() and (prison["survived"][due] == 1).all()
    assert (prison["rung"][due] == 0).all() and (prison["status_until"][due] == NEVER).all()
    assert (prison["status"][~due] == before[~due]).all()
    assert set(prison.rows["person"][prison.rows["event"] == RELEASE].tolist()) == set(np.flatnonzero(due).tolist())


@some
@given(states, st.integers(0, 6))
def test_5_where_the_cap_is_below_death_a_crisis_kills_nobody(seed, cap):
    calm, crisis = inside(seed, sanction_cap=cap), inside(seed, sanction_cap=cap)
    for prison, before in ((calm, 1.0), (crisis, 0.0)):
        prison["rung_max"][:] = 7
        prison["threat"][:], prison["threat_before"][:] = 1.0, before
        lived(prison)
    assert (calm["status"] == crisis["status"]).all() and not (crisis["death"] == EXECUTED).any()


def test_5_a_crisis_shoots_political_prisoners_only_where_death_has_a_precedent():
    shot = []
    for precedent, ordinary in ((7, 0), (6, 0), (7, 1)):
        prison = inside(4).change("custody", crisis=50.0, death_in_exile=0.0, death_in_prison=0.0, death_in_camp=0.0)
        prison["rung_max"][:], prison["ordinary"][:] = precedent, ordinary
        prison["threat"][:], prison["threat_before"][:] = 0.9, 0.4
        held = np.isin(prison["status"], (IMPRISONED, CAMP))
        lived(prison)
        shot.append(int((prison["death"] == EXECUTED).sum()))
        if shot == [held.sum()]:
            assert prison["killings"].sum() == held.sum() and (prison["blow"][held] == 7).all()
    assert shot[0] > 0 and shot[1:] == [0, 0]


@given(kinds, st.integers(0, 500), share, st.integers(1, 500))
def test_7_without_a_limit_or_with_no_more_inmates_than_room_crowding_has_no_effect(kind, inmates, capacity, members):
    assert crowding(inmates, kind, -1.0, members, Custody()) == 1.0
    room = capacity * members * (5.0 if kind == IN_CAMP else 1.0)
    if inmates <= room or kind == IN_EXILE:
        assert crowding(inmates, kind, capacity, members, Custody()) == 1.0


@given(kinds, st.integers(0, 500), share, share, share, share, share)
def test_8_less_room_never_lowers_a_hazard_or_hunger(kind, inmates, low, high, hunger, solid, ov):
    low, high = sorted((low, high))
    tight, wide = (crowding(inmates, kind, capacity, 100.0, Custody()) for capacity in (low, high))
    assert death_hazard(kind, tight, hunger, solid, 0.2, P) >= death_hazard(kind, wide, hunger, solid, 0.2, P)
    assert goes_without(kind, ov, tight, 1.0, 1.0, P) >= goes_without(kind, ov, wide, 1.0, 1.0, P)


@some
@given(states)
def test_company_is_the_share_of_the_place_that_is_tied_or_of_the_faction(seed):
    prison = inside(seed, isolation=0.25).change("custody", strike=0.0)
    prison["held_in"][:] = np.random.default_rng(seed).integers(0, 3, PEOPLE)
    prison.run(keep_company, "custody")
    listed = prison["docket"][:prison["docket_size"][0]]
    held = [i for i in listed if kind_of(prison["status"][i]) > 0]
    for i in held:
        same = [j for j in held if j != i and place(prison, j) == place(prison, i)]
        known = [j for j in same if j in prison.ties[i] or prison["faction"][i] == prison["faction"][j] > 0]
        alone = 0.0 if prison["status"][i] == EXILED else 0.25
        expected = len(known) / len(same) * (1.0 - alone) if same else 0.0
        assert prison["solid"][i] == pytest.approx(expected, abs=1e-6)
    assert prison["prisoners"][0] == (prison["status"][held] == IMPRISONED).sum()


@given(st.floats(-1, 1), share, share)
def test_isolation_is_as_set_by_default_looser_where_somebody_looks_and_none_in_exile(lever, low, high):
    low, high = sorted((low, high))
    assert isolation_of(lever, low, IN_EXILE, P) == 0.0
    if lever >= 0:
        assert isolation_of(lever, low, IN_PRISON, P) == lever
    assert isolation_of(-1.0, 0.0, IN_CAMP, P) == 0.6 and isolation_of(-1.0, 1.0, IN_CAMP, P) == 0.3
    assert isolation_of(-1.0, high, IN_PRISON, P) <= isolation_of(-1.0, low, IN_PRISON, P)


@some
@given(states)
def test_hunger_inside_comes_from_rations_and_nobody_outside_is_touched(seed):
    prison = inside(seed, prison_capacity=0.05)
    before = prison["hunger"].copy()
    prison["need_factor"][:] = 1.0
    prison.run(keep_company, "custody").run(feed, "custody")
    listed = prison["docket"][:prison["docket_size"][0]]
    for i in range(PEOPLE):
        kind = kind_of(prison["status"][i])
        if kind == 0 or i not in listed:
            assert prison["hunger"][i] == before[i]
            continue
        ration = {IN_EXILE: 0.8, IN_PRISON: 0.6, IN_CAMP: 0.5}[kind]
        people = prison["campers"][0] if kind == IN_CAMP else prison["prisoners"][0]
        crowd = crowding(people, kind, 0.05, 20.0, Custody())
        expected = 0.6 * before[i] + 0.4 * (1.0 - ration * 0.85 / crowd)
        assert prison["hunger"][i] == pytest.approx(expected, abs=1e-6)
        assert prison["relieved"][i] == (before[i] - prison["hunger"][i] > 0.05)
    prison.off = {"provision"}
    prison.run(feed, "custody")
    assert all(prison["hunger"][i] == 0.0 for i in listed if kind_of(prison["status"][i]) > 0)


@given(st.integers(0, 1), st.booleans(), st.booleans(), share, share, share)
def test_who_has_recanted_was_no_member_or_makes_a_strike_feared_goes(capitulated, member, feared, low, high, luck):
    low, high = sorted((low, high))
    if capitulated or feared or not member:
        assert lets_go(capitulated, member, feared, low, luck, P)
    assert lets_go(capitulated, member, feared, high, luck, P) or not lets_go(capitulated, member, feared, low, luck, P)
    assert lets_go(0, True, False, 1.0, luck, P)  # under full oversight nobody gets a second term


@given(states)
def test_only_who_was_a_member_or_of_a_circle_is_kept_beyond_his_term(seed):
    prison = inside(seed).change("custody", extension=50.0, strike=0.0, **{name: 0.0 for name in DEADLY})
    prison["cohort"][:] = np.where(np.arange(PEOPLE) % 2 == 0, -1, 4)
    prison["capitulated"][:] = 0
    due = np.isin(prison["status"], (EXILED, IMPRISONED, CAMP)) & (prison["status_until"] <= prison.month)
    lived(prison)
    member = (prison["cohort"] >= 0) | (prison["faction"] > 0)
    assert (prison["status"][due & member] != FREE).all() and (prison["status"][due & ~member] == FREE).all()


def test_who_refuses_may_get_another_two_years():
    prison = inside(2).change("custody", extension=50.0, **{name: 0.0 for name in DEADLY})
    due = np.isin(prison["status"], (EXILED, IMPRISONED, CAMP)) & (prison["status_until"] <= prison.month)
    before, until = prison["status"].copy(), prison["status_until"].copy()
    lived(prison)
    assert due.any() and (prison["status"][due] == before[due]).all()
    assert (prison["status_until"][due] == until[due] + 24).all()
    assert (prison.rows["event"] == EXTENSION).sum() == due.sum() and (prison.rows["cause"] == END_OF_TERM).all()


@some
@given(states, st.sampled_from([IMPRISONED, CAMP, EXILED]), st.sampled_from([5, 7]))
def test_a_solid_place_strikes_and_its_committee_of_three_is_shipped_off(seed, status, cap):
    prison = inside(seed, isolation=0.0, sanction_cap=cap).change("custody", strike=50.0)
    prison["status"][:], prison["faction"][:], prison["arrested"][:] = status, 3, NEVER
    prison["docket"][:], prison["docket_size"][0] = np.arange(PEOPLE), PEOPLE
    prison["rung"][:], prison["status_until"][:] = 5, prison.month + 20
    prison.run(keep_company, "custody")
    column = {IMPRISONED: "strike_prison", CAMP: "strike_camp", EXILED: "strike_exile"}[status]
    assert (prison[column][prison.tree.provinces] == prison.month + 12).all()
    struck = np.unique(prison.rows["person"][prison.rows["event"] == STRIKE])
    moved = np.unique(prison.rows["person"][prison.rows["event"] == MOVE])
    if status == CAMP:
        assert len(moved) >= 3 and (prison["held_in"][moved] > 0).all() and (prison["status"] == CAMP).all()
    elif cap == 7:
        assert len(moved) == 6 and (prison["status"][moved] == CAMP).all()
        assert (prison["rung"][moved] == CAMP_RUNG).all() and (prison["blow"][moved] == CAMP_RUNG).all()
    else:
        assert len(moved) == 0 and (prison["status"] == status).all() and len(struck) > 0


def test_a_settled_colony_of_exiles_is_moved_and_is_strange_again():
    prison = inside(5).change("custody", unsettling=50.0, strike=0.0, death_in_exile=0.0)
    prison["status"][:], prison["faction"][:] = EXILED, 3
    prison["docket"][:], prison["docket_size"][0] = np.arange(PEOPLE), PEOPLE
    prison["status_until"][:] = prison.month + 9
    lived(prison)
    assert (prison["held_in"] > 0).all() and (prison["solid"] == 0).all()
    own = np.searchsorted(prison.tree.provinces, prison.tree.province[prison.cell_of]) + 1
    assert (prison["held_in"] != own).all()


@given(st.floats(0, 0.999), st.integers(2, 40), st.integers(0, 39))
def test_elsewhere_is_never_here(luck, provinces, here):
    here %= provinces
    assert 1 <= elsewhere(luck, here, provinces) <= provinces and elsewhere(luck, here, provinces) != here + 1


def test_rank_outlives_arrest():
    assert [rank_of(office) for office in range(6)] == [0.0, 0.25, 0.5, 0.75, 1.0, 1.0]


@some
@given(states)
def test_a_person_changes_status_at_most_once_in_a_month(seed):
    prison = inside(seed).change("custody", extension=0.0, **DEADLY)
    struck = np.random.default_rng(seed).random(PEOPLE) < 0.5
    prison["blow"][struck] = 5
    before = prison["status"].copy()
    lived(prison)
    assert (prison["status"][struck] == before[struck]).all()
    dead = (prison["status"] == DEAD) & (before != DEAD)
    assert (prison["death"][dead] == IN_CUSTODY).all() and (prison["death_month"][dead] == prison.month).all()
    assert (prison.rows["event"] == DYING).sum() == dead.sum() and (prison["blow"][dead] == 7).all()
    assert not np.isin(np.flatnonzero(dead), np.flatnonzero(before == INQUIRY)).any()


@some
@given(states)
def test_the_withdrawn_have_no_card_their_kin_a_smaller_one_and_it_comes_back(seed):
    prison = inside(seed)
    prison["card"][:] = 0.3
    with_cards(prison)
    withdrawn = np.isin(prison["status"], (DISMISSED, EXPELLED, EXILED, IMPRISONED, CAMP))
    for i in range(PEOPLE):
        start, end = prison["tie_start"][i:i + 2]
        kin = prison["neighbour"][start:end][prison["kind"][start:end] == KIN]
        mine = [j for j in range(PEOPLE) if withdrawn[j] and i in prison["neighbour"][
            prison["tie_start"][j]:prison["tie_start"][j + 1]][
            prison["kind"][prison["tie_start"][j]:prison["tie_start"][j + 1]] == KIN]]
        assert prison["card"][i] == (0.0 if withdrawn[i] else pytest.approx(0.4) if mine else 1.0), (i, kin)
    assert (prison["cleared"] == 0).all()
    for off in ("sanction", "dependence"):
        prison.off = {off}
        with_cards(prison)
        assert (prison["card"] == 1.0).all()


@some
@given(states)
def test_switched_off_nobody_dies_terms_end_on_their_date_and_there_is_no_company(seed):
    prison = inside(seed)
    before = prison["status"].copy()
    due = np.isin(before, (DISMISSED, EXPELLED, EXILED, IMPRISONED, CAMP)) & (prison["status_until"] <= prison.month)
    prison.run(serve_out, "custody")
    assert (prison["status"][due] == FREE).all() and (prison["status"][~due] == before[~due]).all()
    assert (prison["solid"] == 0).all()


def test_a_country_with_camps_runs_and_without_the_card_nobody_dies_inside():
    changes = {"custody.death_in_prison": 0.015, "custody.death_in_camp": 0.03, "severity": 2}
    batch = country(changes=changes, months=24)
    held = np.isin(batch.arrays["status"], (EXILED, IMPRISONED, CAMP))
    assert held.any() and (batch.arrays["solid"][batch.arrays["status"] == FREE] == 0).all()
    assert (batch.arrays["hunger"][held] > 0.05).all()
    prisoners = [(batch.column("status", w) == IMPRISONED).sum() for w in range(batch.worlds)]
    assert batch.arrays["prisoners"].tolist() == prisoners
    assert (batch.arrays["death"] == IN_CUSTODY).any()
    rows = whole_log(batch)["row"]
    assert (rows["event"] == DYING).sum() == (batch.arrays["status"] == DEAD).sum()
    off = country(changes=changes, months=24, off=("custody",))
    assert not (off.arrays["death"] == IN_CUSTODY).any() and (off.arrays["solid"] == 0).all()
    assert (off.arrays["cleared"] == 0).all()

"""Card 10, who joins, who leaves: its direction tests, its limiting cases, its form."""

from __future__ import annotations

import numpy as np
import pytest
from country import country, lived
from hypothesis import given
from hypothesis import strategies as st

from direct_calls import loose
from example_parameters import RECRUITMENT
from unanimity.mechanisms.party.recruitment import (
    MECHANISM,
    Recruitment,
    admitted,
    falls,
    join_leave_or_fall,
    place_of,
    second_thought,
    wish_to_join,
    wish_to_leave,
)
from unanimity.world.character import is_opportunist
from unanimity.world.codes import (
    BANNED,
    CITIZEN,
    CLOSED_BORDER,
    CLOSED_PARTY,
    DEAD,
    FREE,
    IN_COMBAT,
    LEGAL,
    LEVY,
    MEMBER,
    NEVER,
    NOT_DEAD,
    OFFICIAL,
    POLICE,
    SELECTIVE,
    TOLERATED,
)
from unanimity.world.draws import event

share = st.floats(0, 1)
sign = st.floats(-1, 1)
luck = st.floats(1e-9, 1 - 1e-9)
parameters = st.builds(Recruitment, **{f.name: st.floats(f.span.low, f.span.high) for f in MECHANISM.fields})
states = st.fixed_dictionaries({
    "estate": st.sampled_from([CITIZEN, MEMBER, OFFICIAL, POLICE]), "cohort": st.integers(-1, 20), "conviction": share,
    "ambition": share, "stance_voted": sign, "line_voted": sign, "dependence": share, "fear": share, "threat": share,
    "moral_shock": share, "privileges": share, "recruitment": st.sampled_from([CLOSED_PARTY, SELECTIVE, LEVY]),
    "province_members": st.floats(0, 100), "province_present": st.just(200.0), "month": st.integers(-24, 96),
    "luck": luck, "luck_2": luck, "front": st.integers(0, 1), "status": st.just(FREE), "death": st.just(NOT_DEAD),
    "quiet_until": st.just(NEVER), "exit": st.sampled_from([0, 1, 2]), "village": st.integers(0, 1),
    "association_parties": st.sampled_from([BANNED, TOLERATED, LEGAL])})


def moved(one, p):
    return loose(join_leave_or_fall, **one, p=p)[:2]


# --- direction tests of the card --------------------------------------------------------------------------------------
@given(share, st.floats(-1, 0), share, share, luck, parameters)
def test_1_without_privileges_and_beside_other_parties_nobody_who_disagrees_applies(conviction, agreement, ambition,
                                                                                    threat, z, p):
    wish = wish_to_join(conviction, agreement, ambition, place_of(0.0, LEGAL, p), threat)
    assert wish == 0.0 and not event(p.applying * p.levy * wish, z)


@given(share, parameters)
def test_1_the_only_party_draws_those_who_seek_the_side_of_power_the_more_the_fewer_others_there_are(pay, p):
    places = [place_of(pay, parties, p) for parties in (LEGAL, TOLERATED, BANNED)]
    assert places == sorted(places) and places[0] == pay and places[2] == pytest.approx(pay + p.power)


@given(states, parameters)
def test_1_a_villager_applies_no_more_often_than_a_townsman(one, p):
    one = {**one, "estate": CITIZEN, "recruitment": LEVY, "province_members": 0.0}
    if moved({**one, "village": 1}, p)[0] == MEMBER:
        assert moved({**one, "village": 0}, p)[0] == MEMBER
    assert moved({**one, "village": 1}, p._replace(countryside=0.0))[0] == CITIZEN


def test_1_a_levy_after_the_danger_brings_more_climbers_than_those_who_came_in_it():
    batch = lived(country("apparatus", people=4000), months=24)
    ambition, conviction = batch.column("ambition"), batch.column("conviction")
    agrees = batch.column("stance")[1] > 0
    climber = (ambition > conviction) & (~agrees | (conviction < 0.3))
    old = (batch.column("cohort") == 0) & (batch.column("estate") != CITIZEN)
    new = batch.column("cohort") > 0
    assert new.sum() > 100 and climber[new].mean() > climber[old].mean() + 0.05


@given(states, parameters)
def test_2_a_closed_party_takes_nobody(one, p):
    estate, _ = moved({**one, "estate": CITIZEN, "recruitment": CLOSED_PARTY}, p)
    assert estate == CITIZEN


def test_2_so_its_membership_never_grows_in_the_whole_model():
    seen = [int((lived(country("terror"), months=m, moral_shock=0.5).column("estate") != CITIZEN).sum())
            for m in (1, 6, 24)]
    assert seen[0] >= seen[1] >= seen[2] > 0


@given(share, sign, share, share, share, share)
def test_3_danger_never_draws_those_who_disagree_and_leaves_the_unambitious_unmoved(c, a, ambition, pay, threat, more):
    threat, more = sorted((threat, more))
    if a <= 0:
        assert wish_to_join(c, a, ambition, pay, more) <= wish_to_join(c, a, ambition, pay, threat)
    assert wish_to_join(c, a, 0.0, pay, more) == wish_to_join(c, a, 0.0, pay, threat)


def test_3_person_by_person_in_the_whole_model():
    safe, danger = (lived(country("apparatus", {"threat": t, "recruitment.full": 1.0}, people=2000), months=1)
                    for t in (0.1, 0.9))
    before = lived(country("apparatus", people=2000), months=0)
    agrees = (before.column("stance")[1] * 1.0) > 0  # the line of the first month is 1
    joined = [b.column("estate") != before.column("estate") for b in (safe, danger)]
    assert (joined[1] <= joined[0]).all() and joined[1].sum() < joined[0].sum()
    assert joined[1][agrees].sum() > 0


@given(share, luck, share, parameters)
def test_4_a_faultless_selective_committee_admits_nobody_below_the_cut_nor_into_a_full_party(conviction, z, members, p):
    p = p._replace(misreading=0.0)
    assert admitted(SELECTIVE, conviction, z, members, 1.0, p) == (conviction > p.cut and members <= p.full)


# --- the form, line by line -------------------------------------------------------------------------------------------
@given(share, sign, share, share, share, share, share, share, parameters)
def test_hazards_are_the_cards_formulas(c, a, ambition, pay, threat, shock, depends, fear, p):
    assert wish_to_join(c, a, ambition, pay, threat) == pytest.approx(c * max(0, a) + ambition * pay * (1 - threat))
    assert wish_to_leave(c, a, shock, depends, fear, p) == pytest.approx(
        p.leaving * c * max(0, -a) * shock * (1 - depends * fear))


@given(states, parameters)
def test_citizens_may_join_members_may_leave_and_nobody_else_moves(one, p):
    estate, cohort = moved(one, p)
    assert estate == one["estate"] or (one["estate"], estate) in ((CITIZEN, MEMBER), (MEMBER, CITIZEN))
    assert cohort == (max(one["month"], 0) if estate == MEMBER and one["estate"] == CITIZEN else one["cohort"])


@given(states, parameters)
def test_without_a_moral_shock_nobody_leaves(one, p):
    assert moved({**one, "estate": MEMBER, "moral_shock": 0.0}, p)[0] == MEMBER


@given(states, parameters, st.floats(0, 200))
def test_a_levy_takes_every_applicant_until_the_party_is_full(one, p, members):
    full = {**one, "estate": CITIZEN, "recruitment": LEVY, "province_members": members}
    if members > p.full * 200.0:
        assert moved(full, p)[0] == CITIZEN
    place = place_of(one["privileges"], one["association_parties"], p)
    hazard = p.applying * p.levy * wish_to_join(one["conviction"], one["stance_voted"] * one["line_voted"],
                                                one["ambition"], place, one["threat"])
    hazard *= p.countryside if one["village"] else 1.0
    if members <= p.full * 200.0:
        assert (moved(full, p)[0] == MEMBER) == event(hazard, one["luck"])


def test_a_levy_swamps_the_party_and_stops_province_by_province():
    batch = lived(country("apparatus", {"recruitment@1": "closed"}, people=2000), months=60)
    tree, full = batch.tree, Recruitment().full
    for number, unit in enumerate(tree.provinces):
        a, b = tree.person_range(int(unit))
        part = (batch.column("estate")[a:b] != CITIZEN).mean()
        assert part < 0.32 if number == 0 else full <= part < full + 0.05
    cohort, estate = batch.column("cohort"), batch.column("estate")
    assert (cohort > 0).sum() > 50
    assert (estate[cohort >= 0] != CITIZEN).all() and (estate[cohort < 0] == CITIZEN).all()


def test_after_a_moral_shock_the_conscientious_leave_and_their_cohort_remembers():
    base = country("apparatus", {"recruitment": "closed", "recruitment.leaving": 0.5}, people=4000)
    batch, calm = lived(base, months=48, moral_shock=1.0), lived(base, months=12)
    left = (batch.column("estate") == CITIZEN) & (batch.column("cohort") >= 0)
    assert left.sum() > 0 and not ((calm.column("estate") == CITIZEN) & (calm.column("cohort") >= 0)).any()
    against = (batch.column("estate") == MEMBER) & (batch.column("first_stance")[1] < 0)  # who shares the line stays
    assert left.sum() > 4 and (batch.column("first_stance")[1][left] < 0.2).all()
    assert batch.column("conviction")[left].mean() > batch.column("conviction")[against].mean()


@given(states, parameters)
def test_only_the_devoted_of_the_party_fall_and_only_in_war(one, p):
    dies = (one["front"] == 1 and one["estate"] != CITIZEN and one["conviction"] > p.devoted
            and event(p.front_losses * one["threat"], one["luck_2"]))
    assert falls(one["estate"], one["conviction"], one["threat"], one["front"], one["luck_2"], p) == dies
    assert loose(join_leave_or_fall, **one, p=p)[2:4] == ((DEAD, IN_COMBAT) if dies else (FREE, NOT_DEAD))


def test_in_a_war_the_devoted_members_are_used_up():
    base = country("war", {"recruitment.front_losses": 0.1, "recruitment.devoted": 0.7, "threat": 1.0}, people=2000)
    batch = lived(base, months=24, front=1)
    fallen = batch.column("death") == IN_COMBAT
    assert fallen.sum() > 10 and (batch.column("conviction")[fallen] > 0.7).all()
    assert (batch.column("status")[fallen] == DEAD).all()
    peace = lived(base, months=24)
    assert not (peace.column("death") == IN_COMBAT).any()


def test_who_joins_in_a_burn_in_belongs_to_the_first_cohort():
    base = country("apparatus", {"burn_in": 12, "recruitment.full": 1.0}, people=2000)
    batch = lived(base, months=0)
    assert set(np.unique(batch.column("cohort"))) == {-1, 0}
    assert (batch.column("cohort") == 0).mean() > 0.28


def test_the_ranges_are_those_of_the_card():
    found = {f.span.symbol: (f.span.low, f.span.high) for f in MECHANISM.fields}
    card = {"j0": (0, .05), "levy": (1, 30), "cut": (0, 1), "sn": (0, .5), "full": (0, 1), "l0": (0, .5),
            "dz": (0, .1), "pw": (0, 1), "kv": (0, 1)}
    assert {k: found[k] for k in card} == card


def test_switched_off_estates_stay_as_they_are():
    base = country("apparatus", off={"recruitment"})
    after, birth = lived(base, months=12, moral_shock=1.0, front=1), lived(base, months=0)
    assert (after.column("estate") == birth.column("estate")).all()
    assert (after.column("status") == birth.column("status")).all()


# --- rule by rule, with plain numbers ---------------------------------------------------------------------------------
def test_an_opportunist_wants_more_than_he_believes_and_does_not_agree_or_hardly_believes():
    cases = ((0.6, 0.4, -0.1, True), (0.6, 0.4, 0.0, True), (0.6, 0.4, 0.2, False), (0.6, 0.2, 0.2, True),
             (0.3, 0.4, -0.1, False), (0.1, 0.2, 0.2, False), (0.6, 0.3, 0.2, False))
    for ambition, conviction, agreement, is_one in cases:
        assert is_opportunist(ambition, conviction, agreement) == is_one


def test_a_second_luck_is_drawn_only_where_it_can_matter():
    p = RECRUITMENT
    assert second_thought(0.9, 1, CLOSED_PARTY, p) and second_thought(0.001, 0, SELECTIVE, p)
    assert not second_thought(0.9, 0, SELECTIVE, p) and not second_thought(0.001, 0, LEVY, p)
    assert second_thought(0.019, 0, SELECTIVE, p) and not second_thought(0.021, 0, SELECTIVE, p)


def test_the_devoted_of_the_party_fall_in_war_and_nobody_else():
    p = RECRUITMENT._replace(front_losses=0.1)
    falling = {"estate": MEMBER, "conviction": 0.8, "threat": 1.0, "front": 1, "luck": 0.05, "p": p}
    assert falls(**falling)
    for other in ({"estate": CITIZEN}, {"conviction": 0.7}, {"threat": 0.0}, {"front": 0}, {"luck": 0.2}):
        assert not falls(**{**falling, **other})


def test_a_noisy_committee_misreads_conviction_and_who_leaves_behind_a_closed_border_goes_silent():
    p = RECRUITMENT._replace(misreading=0.25, cut=0.5, leaving=0.5)
    assert admitted(SELECTIVE, 0.4, 0.9, 0.0, 1.0, p) and not admitted(SELECTIVE, 0.6, 0.1, 0.0, 1.0, p)
    one = {"estate": MEMBER, "cohort": 3, "conviction": 1.0, "stance_voted": -1.0, "line_voted": 1.0, "dependence": 0.0,
           "moral_shock": 0.2, "recruitment": CLOSED_PARTY, "month": 7, "luck": 0.09, "luck_2": 0.9, "p": p}
    assert loose(join_leave_or_fall, **one, exit=CLOSED_BORDER) == (CITIZEN, 3, FREE, NOT_DEAD, 19)
    assert loose(join_leave_or_fall, **one, exit=CLOSED_BORDER + 1)[4] == NEVER
    assert loose(join_leave_or_fall, **{**one, "luck": 0.11}, exit=CLOSED_BORDER)[0] == MEMBER
    assert loose(join_leave_or_fall, **{**one, "luck": 0.2}, moral=0.9, exit=CLOSED_BORDER)[0] == CITIZEN

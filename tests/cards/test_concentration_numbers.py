"""Card 23: worked examples of its equations with numbers of their own; and of motions in a small centre."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table
from hypothesis import given
from hypothesis import strategies as st
from plain_case_log import make_log, rows_of

from direct_calls import run_rules
from rule_decisions import does
from unanimity.mechanisms.people.meeting import Meeting
from unanimity.mechanisms.people.voice import Voice
from unanimity.mechanisms.power.centre_session import assent_alone, is_carried, proposal_of, vote
from unanimity.mechanisms.power.concentration import (
    Concentration,
    ability_of,
    beta_2_2,
    conflict_begins_or_ends,
    doctrine_after,
    drop,
    drop_partner,
    first_of_all,
    harshness_of,
    horizon_of,
    largest_clan,
    lead,
    leaders_clan,
    lend_powers,
    lose_with_him,
    lot_of_leader,
    old_one_gone,
    powers_after,
    suffer,
    weakest_partner,
    winners,
)
from unanimity.mechanisms.power.delegated_levers import (
    BACK,
    CAP,
    FIRST_TOPIC,
    FREER,
    LAST_TOPIC,
    TIGHTER,
    carry_out,
    delegated_now,
    direction_of,
    give_back,
    in_force,
    moved,
)
from unanimity.world.codes import (
    ABOVE,
    ELECTED,
    EXPELLED,
    FREE,
    INQUIRY,
    MEMBER,
    NEVER,
    NOBODY,
    OPEN,
    REMOVED,
    SECRET,
)
from unanimity.world.levers import LEVERS

P = Concentration(taking=0.3, returning=0.03, doctrine=0.01, partner=0.3, failure=0.2, dropping=0.1, danger=0.5,
                  cost=0.4, calm=0.1, sunset=0.1, defeated=12.0)
about = pytest.approx


def test_powers_rise_fast_and_fall_only_if_someone_takes_them_back():
    assert powers_after(0.2, 0.6, 0.5, 0.0, P) == about(0.32)
    assert powers_after(0.6, 0.2, 0.5, 0.0, P) == about(0.6 - 0.03 * 0.4 * 0.5)
    assert powers_after(0.6, 0.2, 0.5, 0.599, P) == about(0.599) and powers_after(0.6, 0.2, 0.5, 0.9, P) == 0.6
    assert powers_after(0.2, 0.2, 0.5, 0.9, P) == 0.2  # doctrine never lifts
    assert doctrine_after(0.5, 0.4, P) == about(0.502)
    assert lent(0.2, 0.6) == about((0.32, 0.501))


def lent(powers, threat, autonomy=0.0, eyes=(1, 1, 1), on=True, doctrine=0.5):
    return lend_powers(powers, doctrine, threat, autonomy, *eyes, row(oversight=on), P)


def test_powers_fall_where_somebody_may_look_however_much_was_lent():
    def back(powers, **how):
        return powers - lent(powers, 0.2, doctrine=0.0, **how)[0]
    assert back(1.0) == about(0.03 * 0.8) and back(0.6) == about(0.03 * 0.4)  # what was lent blinds nobody
    assert back(1.0, eyes=(1, 0, 0)) == about(0.03 * 0.8 / 3) and back(1.0, autonomy=0.25) == about(0.03 * 0.8 * 0.75)
    assert back(1.0, eyes=(0, 0, 0)) == back(1.0, autonomy=1.0) == back(1.0, on=False) == 0.0
    assert [back(1.0, eyes=eyes) for eyes in ((0, 1, 0), (0, 0, 1), (0, 1, 1))] == about([0.008, 0.008, 0.016])


@given(*[st.floats(0, 1)] * 4, st.integers(0, 1), st.integers(0, 1), st.integers(0, 1))
def test_more_eyes_leave_no_more_powers_and_a_police_of_its_own_no_fewer(powers, threat, doctrine, autonomy, a, b, c):
    left = lent(powers, threat, autonomy, (a, b, c), doctrine=doctrine)[0]
    assert lent(powers, threat, autonomy, (1, 1, 1), doctrine=doctrine)[0] <= left
    assert left <= lent(powers, threat, 1.0, (a, b, c), doctrine=doctrine)[0] + 1e-12
    assert left >= min(powers, threat) - 1e-12


@pytest.mark.parametrize(("danger", "cost", "proposed"), [
    (0.6, 0.9, TIGHTER), (0.5, 0.5, FREER), (0.5, 0.4, 2), (0.05, 0.05, BACK), (0.05, 0.1, 2), (0.1, 0.05, 2)])
def test_what_is_proposed(danger, cost, proposed):
    assert proposal_of(danger, cost, P) == proposed


def test_character_is_a_quantile_of_beta_2_2():
    for x in (0.1, 0.25, 0.5, 0.9):
        assert beta_2_2(3 * x * x - 2 * x ** 3) == about(x, abs=1e-9)


def test_the_largest_clan_may_sit_in_the_centre_or_outside():
    units, seats = table(clan=[0.1, 0.4, 0.2, 0.9]), table(chair_clan=[0.9, 0.3, 0.35, 0.9])
    def largest(size, first, last):
        return largest_clan(0, units, seats, table(units=size, seats=last, seat_start=[first] * max(size, 1)))
    assert largest(3, 1, 3) == 0.4 and largest(1, 1, 3) == 0.35 and largest(0, 0, 0) == 0.0


def weakest(clans, patron=None, status=None, sitting=(0, 1, 2, 3), limit=0.3, seed=1):
    people = table(patron=patron or [0, 1, 2, 3], status=status or [FREE] * 4)
    seats = table(sitting=list(sitting), chair_clan=list(clans))
    tree = table(units=1, seats=len(sitting), seat_start=[0])
    return weakest_partner(0, people, seats, tree, 30, seed, P._replace(partner=limit))


def test_the_partner_with_the_fewest_posts():
    assert weakest([0.0, 0.2, 0.1, 0.25]) == 2 and weakest([0.0, 0.4, 0.5, 0.3]) == -1
    assert weakest([0.0, 0.2, 0.1, 0.25], patron=[0, 1, 0, 3]) == 1  # the leader's man is no partner
    assert weakest([0.0, 0.2, 0.1, 0.25], status=[FREE, FREE, INQUIRY, EXPELLED]) == 1
    assert weakest([0.0, 0.2, 0.1, 0.25], sitting=(0, 1, NOBODY, 3)) == 1
    assert {weakest([0.0, 0.2, 0.2, 0.25], seed=seed) for seed in range(40)} == {1, 2}


# --- motions ----------------------------------------------------------------------------------------------------------
def test_more_than_half_must_not_dissent():
    assert is_carried(1, 3) and is_carried(2, 5) and not is_carried(1, 2) and not is_carried(0, 0) and is_carried(0, 1)
    assert assent_alone(0.0) and assent_alone(0.5) and not assent_alone(-0.1)


def levers_of(units=2, **at):
    table_of = {name: np.zeros((len(LEVERS), units)) for name in ("rows", "base_rows", "announced_rows")}
    made = table(**table_of, delegated=np.zeros((len(LEVERS), 6)))
    for name, changes in at.items():
        for number, value in changes.items():
            getattr(made, name)[number] = value
    return made


def test_a_cap_for_a_topic_that_is_not_set_stands_for_the_general_one():
    rows = np.zeros((len(LEVERS), 1))
    rows[CAP], rows[LAST_TOPIC] = 5.0, 3.0
    assert in_force(rows, CAP, 0) == 5.0
    assert in_force(rows, FIRST_TOPIC, 0) == 6.0 and in_force(rows, LAST_TOPIC, 0) == 3.0
    other = next(n for n in range(len(LEVERS)) if n != CAP and not FIRST_TOPIC <= n <= LAST_TOPIC)
    assert in_force(rows, other, 0) == 0.0


@pytest.mark.parametrize(("value", "proposal", "sign", "goal"), [
    (2.0, TIGHTER, 1.0, 3.0), (2.0, FREER, 1.0, 1.0), (2.0, TIGHTER, -1.0, 1.0), (3.5, TIGHTER, 1.0, 4.0),
    (0.5, FREER, 1.0, 0.0), (4.5, TIGHTER, 1.0, 4.5), (-1.0, FREER, 1.0, -1.0), (4.0, BACK, 1.0, 3.0),
    (2.5, BACK, 1.0, 2.0), (1.5, BACK, 1.0, 2.0), (0.5, BACK, 1.0, 1.5), (2.0, BACK, 1.0, 2.0)])
def test_one_step_within_what_was_delegated_or_back_to_the_base(value, proposal, sign, goal):
    assert moved(value, 2.0, proposal, sign, 0.0, 4.0, 1.0) == goal


HELD = np.array([1.0, 0.0, 4.0, 1.0, 10.0, 50.0])  # sign, lowest, highest, step, since, until


def test_a_delegation_has_its_months():
    levers = levers_of(delegated={3: HELD})
    assert [bool(delegated_now(levers, 3, month)) for month in (9, 10, 48, 49)] == [False, True, True, False]
    assert not delegated_now(levers, 4, 20)


def test_whether_carrying_it_would_make_something_tighter_or_freer():
    levers = levers_of(delegated={3: HELD}, rows={3: 2.0}, base_rows={3: 2.0})
    assert [direction_of(levers, 20, proposal, 2) for proposal in (TIGHTER, FREER, BACK)] == [1, -1, 0]
    levers.rows[3] = 3.0
    assert direction_of(levers, 20, BACK, 2) == -1
    levers.rows[3] = 4.0
    assert direction_of(levers, 20, TIGHTER, 2) == 0 and direction_of(levers, 60, FREER, 2) == 0
    levers.rows[3, 0], levers.rows[3, 1] = 4.0, 3.0
    assert direction_of(levers, 20, TIGHTER, 2) == 1 and direction_of(levers, 20, TIGHTER, 1) == 0
    little = levers_of(delegated={3: [1.0, 0.0, 4.0, 0.05, 10.0, 50.0]}, rows={3: 2.0}, base_rows={3: 2.0})
    assert [direction_of(little, 20, proposal, 2) for proposal in (TIGHTER, FREER)] == [1, -1]
    freer = levers_of(delegated={3: [-1.0, *HELD[1:]]}, rows={3: 2.0}, base_rows={3: 2.0})
    assert [direction_of(freer, 20, proposal, 2) for proposal in (TIGHTER, FREER)] == [1, -1]


def test_what_is_carried_moves_what_binds_and_what_is_known():
    levers = levers_of(delegated={3: HELD, 5: HELD}, rows={3: 2.0, 5: 1.0}, base_rows={3: 2.0}, announced_rows={3: 2.0})
    levers.announced_rows[5] = 7.0  # something else is announced there
    assert carry_out(levers, 20, TIGHTER, 2) == 3
    assert levers.rows[[3, 5]].tolist() == [[3.0, 3.0], [2.0, 2.0]]
    assert levers.announced_rows[[3, 5]].tolist() == [[3.0, 3.0], [7.0, 7.0]]
    assert carry_out(levers, 20, BACK, 1) == 3 and levers.rows[3].tolist() == [2.0, 3.0]
    assert carry_out(levers, 60, TIGHTER, 2) == -1 and levers.rows[5].tolist() == [1.0, 2.0]
    assert carry_out(levers_of(delegated={0: HELD, 5: HELD}), 20, TIGHTER, 2) == 0  # the first
    topic = levers_of(delegated={FIRST_TOPIC: [1.0, 0.0, 8.0, 1.0, 0.0, 99.0]}, rows={CAP: 5.0, FIRST_TOPIC: 7.0},
                      base_rows={CAP: 5.0})
    carry_out(topic, 20, BACK, 2)
    assert topic.rows[FIRST_TOPIC].tolist() == [0.0, 0.0]  # back at the general cap it is not set


def test_what_was_lent_goes_back_to_the_user():
    levers = levers_of(delegated={3: HELD, 5: HELD}, rows={3: 4.0, 5: 3.0}, base_rows={3: 2.0, 5: 1.0},
                       announced_rows={3: 4.0, 5: 9.0})
    give_back(levers, 48, 2)
    assert levers.rows[3].tolist() == [4.0, 4.0]
    give_back(levers, 49, 2)
    assert levers.rows[[3, 5]].tolist() == [[2.0, 2.0], [1.0, 1.0]]
    assert levers.announced_rows[[3, 5]].tolist() == [[2.0, 2.0], [9.0, 9.0]]


def voted(stances, grievance=0.0, fear=0.0, status=None, direction=1, ballot=OPEN, ties=(), p=None, threat=0.0,
          conviction=1.0, seats=None):
    n = len(stances)
    rows = sorted([*ties, *((b, a, w) for a, b, w in ties)])
    state = {"status": np.array(status or [FREE] * n), "stance": np.array([list(stances)] * 3),
             "grievance": np.zeros(n) + grievance, "conviction": np.full(n, conviction), "estate": np.full(n, MEMBER),
             "fear": np.zeros((3, n)) + fear, "courage": np.zeros(n), "sitting": np.array(seats or range(n)),
             "objected": np.full(n, 9), "assoc": np.zeros(1), "sel": np.ones(1), "zeal": np.zeros(1), "threat": threat,
             "motion": direction, "tie_start": np.searchsorted([a for a, _, _ in rows], np.arange(n + 1)),
             "neighbour": np.array([b for _, b, _ in rows], int), "weight": np.array([w for _, _, w in rows], int)}
    found = run_rules((vote,), state, levers={"ballot": ballot}, month=5, p_meeting=p or Meeting(room=0.5),
                      p_voice=Voice())
    return (int(found["votes_against"][0]), int(found["votes_present"][0])), found["objected"].tolist()


def test_hands_against_a_motion():
    assert voted([1.0, -1.0, 0.5]) == ((1, 3), [0, 1, 0])
    assert voted([1.0, -1.0, 0.5], direction=-1) == ((2, 3), [1, 0, 1])
    assert voted([1.0, -1.0, -1.0], fear=1.0) == ((0, 3), [0, 0, 0])  # .6 - 1
    assert voted([1.0, -1.0, -1.0], fear=1.0, ballot=SECRET)[0] == (2, 3)
    assert voted([1.0, -1.0, -1.0], status=[FREE, INQUIRY, EXPELLED]) == ((1, 2), [0, 0, 1])
    assert voted([1.0, -1.0, -1.0], seats=[0, NOBODY, 2]) == ((1, 2), [0, 0, 1])
    assert voted([1.0, -0.3, 1.0], conviction=0.5) == ((0, 3), [0, 0, 0])  # .09 < .12
    assert voted([1.0, -1.0, 1.0], conviction=0.5, threat=1.0)[0] == (1, 3)  # .3 * .75
    assert voted([1.0, -0.5, 1.0], conviction=0.5, threat=1.0)[0] == (0, 3)  # .15 * .75


def test_a_second_hand_follows_the_first():
    # .6 - .6 * (1 - .8 * company) > .12 needs company above .25
    fears = [0.0, 0.6, 0.0, 0.0]
    assert voted([-1.0, -1.0, 1.0, 1.0], fear=fears) == ((1, 4), [1, 0, 0, 0])  # a quarter of the room
    near = Meeting(room=0.0)
    assert voted([-1.0, -1.0, 1.0, 1.0], fear=fears, ties=[(0, 1, 5)], p=near) == ((2, 4), [1, 2, 0, 0])
    assert voted([-1.0, -1.0, 1.0, 1.0], fear=fears, ties=[(0, 1, 5), (1, 2, 20)], p=near) == ((1, 4), [1, 0, 0, 0])
    assert voted([-1.0, -1.0, 1.0, 1.0], fear=fears, ties=[(0, 1, 5)], p=Meeting(room=0.0, rounds=1.0))[0] == (1, 4)


def test_one_decider_goes_by_his_own_agreement():
    assert voted([-0.1]) == ((1, 1), [1]) and voted([0.1], fear=1.0) == ((0, 1), [0])
    assert voted([1.0, -0.1], status=[INQUIRY, FREE]) == ((1, 1), [0, 1])
    assert voted([0.5], direction=-1) == ((1, 1), [1])


# --- who leads --------------------------------------------------------------------------------------------------------
def centre_of(sitting=(NOBODY, 5, 6)):
    """Units 0 and 1 below the centre's; the centre's chairs are the last two."""
    tree = table(seat_start=[0, 0, 1])
    tree.units, tree.seats = 3, len(sitting)
    return tree, table(sitting=list(sitting), chair_clan=[0.9, 0.3, 0.2])


def test_who_sits_in_the_first_chair_and_what_he_is_like():
    tree, seats = centre_of()
    people = table(competence=[0.1] * 5 + [0.8, 0.9], status=[FREE] * 7, faction=[0, 0, 0, 0, 0, 3, 4])
    assert first_of_all(2, seats, tree) == 5 and leaders_clan(2, seats, tree) == 0.3
    assert ability_of(2, people, seats, tree) == 0.8
    empty = centre_of((9, NOBODY, 6))[1]
    assert ability_of(2, people, empty, tree) == harshness_of(2, empty, tree, 1) == horizon_of(2, empty, tree, 1) == 0.5
    drawn = [harshness_of(2, seats, tree, seed) for seed in range(200)]
    assert 0.45 < np.mean(drawn) < 0.55 and 0.18 < np.std(drawn) < 0.27 and drawn[0] != horizon_of(2, seats, tree, 0)
    lots = {lot_of_leader(2, centre_of((other, 5, 6))[1], tree, 30, 1) for other in (7, 8, 9)}
    assert len(lots) == 1 and 0.0 <= lots.pop() < 1.0  # it is his own


def test_whether_the_old_one_is_gone():
    def gone(leader, status=FREE):
        return bool(old_one_gone(2, table(status=[FREE, status]), table(leader=[leader])))
    assert not gone(NOBODY) and not gone(1) and gone(1, INQUIRY) and not gone(1, EXPELLED) and not gone(0, INQUIRY)


def led(first=5, gone=False, clan=0.4, month=30, **changes):
    country = {"leader": 5, "harshness": 0.1, "horizon": 0.2, "succession": NEVER, "leader_ill": NEVER, **changes}
    return does(lead, country=row(**country), first_of_all=first, old_one_gone=gone, harshness_of=0.7, horizon_of=0.8,
                ability_of=0.9, largest_clan=clan, month=month, p=P)


def test_a_new_leader_has_his_own_character():
    assert led() == (5, 0.1, 0.2, 0.9, NEVER) and led(first=6) == (6, 0.7, 0.8, 0.9, NEVER)


def test_when_the_arbiter_is_gone_or_ill_the_hidden_conflict_breaks_out():
    assert led(first=6, gone=True)[4] == 30 and led(gone=True)[4] == NEVER
    assert led(first=6, gone=True, clan=0.5)[4] == 30 and led(first=6, gone=True, clan=0.51)[4] == NEVER
    assert led(leader_ill=31)[4] == 30 and led(leader_ill=30)[4] == NEVER
    assert led(leader_ill=31, succession=18)[4] == 18 and led(leader_ill=31, succession=17)[4] == 30


def test_a_conflict_lasts_a_year_for_those_who_lost_it():
    assert conflict_begins_or_ends(row(succession=30), 30, P) and conflict_begins_or_ends(row(succession=18), 30, P)
    assert not conflict_begins_or_ends(row(succession=19), 30, P)
    assert not conflict_begins_or_ends(row(succession=NEVER), NEVER + 12, P)
    assert does(lose_with_him, "suffer", country=row(succession=30), winners=3, month=30) == (3, True)
    assert does(lose_with_him, "suffer", country=row(succession=18), winners=3, month=30) == (3, False)
    tree, seats = centre_of()
    people = table(faction=[0, 0, 0, 0, 0, 3, 4])
    assert winners(1, people, row(leader_ill=30), seats, tree, 30) == 3
    assert winners(1, people, row(leader_ill=31), seats, tree, 30) == 0
    assert winners(1, people, row(leader_ill=0), centre_of((9, NOBODY, 6))[1], tree, 30) == 0

    def suffered(slot, begins, defeat=NEVER, succession=30):
        factions = table(faction_defeat=[defeat] * 5)
        suffer(slot, 3, begins, factions, row(succession=succession), 30)
        return factions.faction_defeat.tolist()
    assert suffered(2, True) == [NEVER, NEVER, 30, NEVER, NEVER] and suffered(3, True) == [NEVER] * 5
    assert suffered(2, False, 18, succession=18) == [18, 18, NEVER, 18, 18]
    assert suffered(2, False, 17, succession=18) == [17] * 5 and suffered(3, True, 18, succession=18) == [18] * 5


def dropped(lot=0.0, leader=5, own=0.4, largest=0.4, partner=2, law=ABOVE, **changes):
    country = {"joint_failure": 0.3, "concentration": 0.5, **changes}
    return does(drop_partner, "drop", country=row(**country), centre=row(appointment=law), first_of_all=leader,
                leaders_clan=own, largest_clan=largest, lot_of_leader=lot, weakest_partner=partner, p=P)


def test_a_partner_is_dropped_when_something_failed_and_the_leader_has_most_posts():
    # .1 * .5: a chance of .0488
    assert dropped(0.048) == 2 and dropped(0.049) is None
    for no in ({"leader": NOBODY}, {"joint_failure": 0.2}, {"law": ELECTED}, {"own": 0.39}, {"partner": -1}):
        assert dropped(**no) == (-1 if "partner" in no else None)


def test_who_is_dropped_takes_his_men_along():
    people = table(patron=[0, 5, 6, 6, 4, 5, 6], office=[1] * 7, status=[FREE] * 7, tenure=[3] * 7, headed=[2] * 7,
                   estate=[MEMBER] * 7)
    units, country, log = table(secretary=[3, 1, 5], vacated=[0, 0, 0]), table(dropped=[1]), make_log(7)
    tree, seats = centre_of()
    drop(2, -1, people, units, country, seats, tree, log)
    assert units.vacated.sum() == 0 and country.dropped[0] == 1
    drop(2, 2, people, units, country, seats, tree, log)
    assert units.vacated.tolist() == [1, 0, 0] and seats.sitting.tolist() == [NOBODY, 5, NOBODY]
    assert people.office[6] == 0 and country.dropped[0] == 2 and rows_of(log)["event"].tolist() == [REMOVED]
    assert rows_of(log)["other"].tolist() == [5] and rows_of(log)["rung"].tolist() == [0]

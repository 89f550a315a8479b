"""Cards 31-37, organisations by statute: each rule on plain numbers and in a country of 24."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from bench import Country
from hypothesis import given
from hypothesis import strategies as st

from unanimity.mechanisms import BY_STATUTE
from unanimity.mechanisms.party.dependence import Dependence, on_staff, with_fund
from unanimity.mechanisms.party.protection import Protection
from unanimity.mechanisms.people.meeting import BY_EVENT, BY_HALL
from unanimity.mechanisms.people.voice import Voice, price_of
from unanimity.mechanisms.statutes.complaint import (
    WITH_CAUSE,
    WITHOUT_CAUSE,
    Complaint,
    complain,
    complaining_chance,
    count_complaints,
    grievance_after,
    redress,
    treat,
    unafraid,
    upheld_chance,
)
from unanimity.mechanisms.statutes.mandate import (
    Mandate,
    by_lists,
    hold_elections,
    list_of,
    listen,
    merit_of,
    office_in,
    office_of,
)
from unanimity.mechanisms.statutes.pay import Pay, cap_pay, capped, resent
from unanimity.mechanisms.statutes.petition import Petition, change_rules, count_signatures, enough, overrule
from unanimity.mechanisms.statutes.reprisal import Reprisal, pay_back, reprisal_chance
from unanimity.mechanisms.statutes.severance import Severance, fork_hazard, part, undo
from unanimity.mechanisms.statutes.turnout import KEPT_AWAY, Turnout, come, coming_chance, voting_chance
from unanimity.world.codes import (
    ABROAD,
    BANNED,
    CELL_SECRETARY,
    DISMISSED,
    ELECTED,
    EXPELLED,
    FREE,
    LEADER,
    LEGAL,
    MEMBER,
    NOBODY,
    RULE_ISSUE,
    TOLERATED,
)
from unanimity.world.columns import DIMENSIONS
from unanimity.world.levers import LEVERS, NUMBER_OF

share = st.floats(0, 1)
TURNOUT, MANDATE, REPRISAL, SEVERANCE = Turnout(), Mandate(), Reprisal(), Severance()
TABLES = {"world": 1, "faction": 256}


def body(month=24, **levers):
    """Two sections of two teams of six, all members, everything elected."""
    made = Country(month=month)
    for column in (column for mechanism in BY_STATUTE for column in mechanism.columns):
        rows = {**TABLES, "person": made.people, "unit": made.tree.units}[column.table]
        shape = (len(DIMENSIONS[column.per]), rows) if column.per else rows
        setattr(made, column.name, np.full(shape, column.initial, column.dtype))
    made.estate[:] = MEMBER
    made.ambition[:] = made.conviction[:] = made.competence[:] = 0.5
    made.seat_chiefs()
    made.headed[[12, 13, 14]] = made.tree.units - 1
    for cell, head in enumerate((1, 7, 15, 19)):
        made.secretary[cell], made.office[head], made.headed[head] = head, CELL_SECRETARY, cell
    made.tenure[made.office > 0] = 30
    made.members[:] = made.present[:] = 6.0
    made.members[-1] = 24.0
    return made.set(appointment=ELECTED, association_factions=LEGAL, association_parties=LEGAL, **levers)


# --- 31: turnout ------------------------------------------------------------------------------------------------------
def test_turnout_falls_with_size_as_in_works_councils_and_large_unions():
    def voting(n):
        return voting_chance(n, 0.0, TURNOUT.usual, 1 / 3, TURNOUT)

    assert voting(12.0) == pytest.approx(0.894, abs=0.03)
    assert voting(2000.0) == pytest.approx(0.527, abs=0.03)
    assert 0.05 < voting(1e6) < 0.15
    assert coming_chance(1000.0, 0.0, TURNOUT.usual, 1 / 3, TURNOUT) == pytest.approx(0.09, abs=0.02)


@given(st.floats(1, 1e6), share, share, share)
def test_a_contest_company_and_conviction_bring_people_and_an_evening_costs_more_than_a_vote(n, came, conviction, no):
    p = TURNOUT
    assert voting_chance(n, 1.0, came, conviction, p) > voting_chance(n, 0.0, came, conviction, p)
    assert coming_chance(n, no, 1.0, conviction, p) >= coming_chance(n, no, came, conviction, p)
    assert voting_chance(n, 0.0, came, 1.0, p) >= voting_chance(n, 0.0, came, conviction, p)
    assert coming_chance(n, 0.0, came, conviction, p) < voting_chance(n, 0.0, p.usual + came, conviction, p)


def test_officers_come_the_excluded_do_not_and_whom_a_set_up_keeps_away_stays_away():
    def comes(attends=1, kept=0, status=FREE, office=0, luck=0.0):
        return come.function(attends, kept, status, office, 0.5, 0.0, 1.0, 20.0, 1.0, luck, TURNOUT)

    assert comes() == (1, 1) and comes(luck=0.99) == (0, 1) and comes(office=CELL_SECRETARY, luck=0.99) == (1, 1)
    assert comes(attends=0) == (0, KEPT_AWAY) and comes(attends=0, kept=1) == (1, 1)
    assert comes(kept=KEPT_AWAY) == (0, KEPT_AWAY) and comes(status=EXPELLED) == (0, 1)


# --- 32: petition -----------------------------------------------------------------------------------------------------
def test_quorum_and_petition_are_counted_of_all_members():
    assert enough(5.0, 3.0, 20.0, 0.25, 0.15) and not enough(4.0, 3.0, 20.0, 0.25, 0.15)
    assert not enough(5.0, 2.0, 20.0, 0.25, 0.15)
    assert enough(0.0, 0.0, 20.0, 0.0, 0.0)  # without numbers a lost vote is enough, as without the card


@pytest.mark.parametrize(("petition", "stands"), [(0.3, 1), (0.7, 0)])
def test_a_recall_that_too_few_have_signed_lapses(petition, stands):
    made = body(petition=petition)
    made.hand[:3] = 1  # three of six
    made.recalled[0] = 1
    made.run((count_signatures, overrule), Petition(), p_turnout=TURNOUT)
    assert (made.recalled[0], made.recalls[0], made.recalls_failed[0]) == (stands, stands, 1 - stands)


def test_members_overrule_the_executive_where_enough_sign_and_most_think_otherwise():
    made = body(referendum=0.2)
    made.line[:] = 1.0
    made.stance[RULE_ISSUE] = -0.5
    made.hand[:4] = 1
    made.run((count_signatures, overrule), Petition(), p_turnout=TURNOUT)
    assert made.referendums[0] == 0  # four of 24 are fewer than a fifth
    made.hand[:6] = 1
    made.run((count_signatures, overrule), Petition(), p_turnout=TURNOUT)
    assert made.referendums[0] == 1 and made.overruled[0] == 1 and (made.line[RULE_ISSUE] == -1.0).all()
    made.run((count_signatures, overrule), Petition(), p_turnout=TURNOUT)
    assert made.referendums[0] == 1  # not asked again at once


def may_change_rules(**levers):
    made = body(rule_change=0.2, **levers)
    made.stance[RULE_ISSUE] = -0.5
    made.hand[:6] = 1
    made.delegated = np.zeros((len(LEVERS), 6))
    made.delegated[NUMBER_OF["inspection"]] = [-1.0, 0.0, 1.0, 0.1, -1000, 1000]  # tighter is less of it
    return made


def vote_on_rules(made):
    made.base_levers = made.levers.copy()
    made.run(change_rules, Petition(), p_turnout=TURNOUT._replace(habit=30.0))
    return made.rule_votes[0], made.rules_changed[0]


def test_members_make_the_rules_of_the_executive_freer_where_enough_sign_and_most_want_it():
    made = may_change_rules(inspection=0.2)
    assert vote_on_rules(made) == (1, 1)
    assert np.allclose(made.levers[NUMBER_OF["inspection"]], 0.3)
    assert vote_on_rules(made) == (1, 1)  # not asked again at once
    content = may_change_rules(inspection=0.2)
    content.stance[RULE_ISSUE] = 0.5
    assert vote_on_rules(content) == (1, 0) and np.allclose(content.levers[NUMBER_OF["inspection"]], 0.2)
    few = may_change_rules(inspection=0.2)
    few.hand[:6], few.hand[:4] = 0, 1
    assert vote_on_rules(few) == (0, 0)
    nothing = may_change_rules(inspection=0.2)
    nothing.delegated[:] = 0.0
    assert vote_on_rules(nothing) == (0, 0)  # the executive holds no rule


# --- 33: pay ----------------------------------------------------------------------------------------------------------
def test_a_cap_of_five_to_one_is_privileges_of_a_fifth_and_never_raises_them():
    assert capped(0.4, 5.0) == pytest.approx(0.2) and capped(0.1, 5.0) == 0.1 and capped(0.4, 0.0) == 0.4
    made = body(pay_ratio=3.0, privileges=0.4)
    made.run(cap_pay, Pay())
    assert np.allclose(made.levers[[k for k in range(len(made.levers)) if (made.levers[k] == 0.1).all()]], 0.1)


def test_what_others_are_paid_is_resented_by_who_has_no_post():
    assert resent.function(0.2, 0, 0.5, Pay()) == pytest.approx(0.2 + 0.01 * 0.5 * 0.8)
    assert resent.function(0.2, CELL_SECRETARY, 0.5, Pay()) == 0.2


def test_a_fund_frees_and_staff_live_by_the_office():
    p = Dependence()
    assert with_fund(0.3, 0.0, p) == 0.3 and with_fund(0.3, p.fund, p) == pytest.approx(0.65)
    assert not on_staff(0.5, 0.0, 0) and on_staff(0.5, 1.0, 0) and not on_staff(0.5, 1.0, CELL_SECRETARY)


# --- voice: the social price ------------------------------------------------------------------------------------------
def test_the_social_price_is_nothing_by_default_and_falls_with_courage_and_secrecy():
    p = Voice()
    assert p.social == 0.0 and price_of(0.0, 0.2, 1.0, 0.9, p) == 0.0
    dear = p._replace(social=0.2)
    assert price_of(0.0, 0.5, 1.0, 0.9, dear) == pytest.approx(0.1)
    assert price_of(0.0, 0.5, 0.25, 0.9, dear) == pytest.approx(0.025)
    assert price_of(0.3, 0.5, 1.0, 0.9, dear) == pytest.approx(price_of(0.3, 0.5, 1.0, 0.9, p) + 0.1)


# --- 34: reprisal -----------------------------------------------------------------------------------------------------
def test_a_clause_and_an_outside_eye_stop_reprisals():
    bare = reprisal_chance(0.0, False, REPRISAL)
    assert bare == REPRISAL.chance and reprisal_chance(0.0, True, REPRISAL) == pytest.approx(bare * 0.6)
    assert reprisal_chance(1.0, False, REPRISAL) == 0.0
    assert reprisal_chance(0.4, False, REPRISAL) == pytest.approx(0.36)  # of known tellers, where some look


def told_once(hotline=0.0, job=1):
    made = body(hotline=hotline)
    made.tellings[20] = 1
    made.job_state[:] = job
    made.run(pay_back, REPRISAL._replace(chance=1.0))
    return made


def test_a_known_teller_loses_his_job_or_is_reproved_once_and_an_unsigned_word_has_no_author():
    made = told_once()
    assert made.status[20] == DISMISSED and made.reprisals[0] == 1 and made.signed[0] == 1 and made.blow[20] > 0
    made.run(pay_back, REPRISAL._replace(chance=1.0))
    assert made.reprisals[0] == 1
    assert told_once(job=0).status[20] == FREE and told_once(job=0).blow[20] > 0
    hidden = told_once(hotline=1.0)
    assert hidden.reprisals[0] == 0 and hidden.signed[0] == 0 and hidden.status[20] == FREE
    assert Protection().sign < 1.0


def test_a_signed_complaint_may_be_answered_with_a_reproof_and_never_with_the_job():
    made = body()
    made.complained[20], made.job_state[:] = WITHOUT_CAUSE, 1
    made.run(pay_back, REPRISAL._replace(chance=1.0))
    assert made.reprisals[0] == 1 and made.signed[0] == 1 and made.status[20] == FREE and made.blow[20] > 0


# --- 37: complaint ----------------------------------------------------------------------------------------------------
COMPLAINT = Complaint()
COMPLAINING = (treat, complain, redress, count_complaints)


@given(share, share, share)
def test_fear_keeps_complaints_back_courage_and_an_unsigned_word_bring_them_out(fear, courage, grievance):
    left = Protection().sign
    assert 0.0 <= unafraid(fear, courage, 1.0) <= unafraid(fear, courage, left) <= 1.0
    assert unafraid(fear, 1.0, 1.0) == 1.0
    bold = unafraid(fear, courage, 1.0)
    assert complaining_chance(False, grievance, bold, COMPLAINT) <= complaining_chance(True, grievance, bold, COMPLAINT)
    healed, hurt = (grievance_after(grievance, True, upheld, COMPLAINT) for upheld in (True, False))
    assert healed <= grievance <= hurt
    assert grievance_after(grievance, False, False, COMPLAINT) == grievance


def test_a_complaint_is_upheld_by_whom_the_statute_lets_look():
    assert upheld_chance(0.0, False, COMPLAINT) == COMPLAINT.inside
    assert upheld_chance(0.0, True, COMPLAINT) == COMPLAINT.outside and upheld_chance(0.9, True, COMPLAINT) == 0.9


def test_wronged_members_complain_with_cause_and_what_is_not_upheld_is_remembered():
    for inside, moved in ((0.0, 1), (1.0, -1)):
        made = body()
        made.conviction[:], made.fear[:], made.grievance[:] = 0.0, 0.0, 0.3
        made.run(COMPLAINING, COMPLAINT._replace(wrongs=1.0, telling=1.0, inside=inside), p_protection=Protection())
        plain = made.office == 0
        assert (made.complained[plain] == WITH_CAUSE).all() and (made.complained[~plain] == 0).all()
        assert made.complaints[0] == made.complaints_founded[0] == plain.sum()
        assert made.complaints_upheld[0] == (plain.sum() if inside else 0)
        assert (np.sign(made.grievance[plain] - np.float32(0.3)) == moved).all()
    made.run(COMPLAINING, COMPLAINT._replace(wrongs=0.0, imagined=0.0), p_protection=Protection())
    assert not made.complained.any()  # of this month alone


# --- 35: mandate ------------------------------------------------------------------------------------------------------
def test_office_is_worth_more_with_terms_the_only_journal_and_pay_and_less_against_a_standing_list():
    p = MANDATE
    plain = office_of(0.0, 0.0, 0.0, 0.0, 0.0, p)
    assert plain == p.name and office_of(5.0, 0.0, 0.0, 0.0, 0.0, p) == pytest.approx(p.name + 3 * p.by_term)
    whole = office_of(3.0, 1.0, 0.4, 0.1, 0.0, p)
    assert whole > 3 * plain and office_of(3.0, 1.0, 0.4, 0.1, 1.0, p) == pytest.approx(whole * (1.0 - p.rivals))
    assert merit_of(0.2, 0.2, 0.5) == 1.5 and merit_of(-0.8, 0.2, 0.5) == pytest.approx(1.0)


def in_one_team(made):
    """Elections in the first team alone."""
    made.levers[NUMBER_OF["term"], 1:] = 0.0
    return made


SURE = {"p_turnout": TURNOUT._replace(habit=30.0)}
FAIR = MANDATE._replace(luck=0.0, swing=0.0, name=0.0, by_term=0.0, means=0.0)


def test_an_abler_rival_has_the_post_when_its_term_is_over_and_not_before():
    for month, beaten in ((23, 0), (24, 1)):
        made = in_one_team(body(month=month, term=24.0))
        made.competence[3] = 0.9  # of the first team, of which 1 is the head
        made.run(hold_elections, FAIR, **SURE)
        assert made.holders_beaten[0] == beaten
        assert (made.secretary[0], made.office[1]) == ((3, 0) if beaten else (1, CELL_SECRETARY))


def test_the_office_keeps_its_holder_and_an_outside_body_voids_what_only_the_office_won():
    def result(**levers):
        made = in_one_team(body(term=24.0, **levers))
        made.competence[3] = 0.6
        made.run(hold_elections, FAIR._replace(name=0.3, voided=1.0), **SURE)
        return made.secretary[0], made.elections_voided[0]

    assert result() == (1, 0) and result(arbitration=1.0) == (3, 1)


def test_who_can_be_voted_out_puts_what_his_hall_will_carry():
    def line(listens=1.0, vote=-1.0, term=24.0, binds=0, appointment=ELECTED):
        made = body(term=term).set(appointment=appointment)
        made.line[:], made.vote[:] = 1.0, vote
        made.line_given_to[RULE_ISSUE, 0], made.line_binds[RULE_ISSUE, 0] = 1, binds
        made.run(listen, MANDATE._replace(listens=listens))
        return made.line[RULE_ISSUE, 0], made.line_binds[RULE_ISSUE, 0], made.line_given_to[RULE_ISSUE, 0]

    assert line() == (-1.0, BY_HALL, 1)
    assert line(listens=0.0)[0] == line(vote=1.0)[0] == line(term=0.0)[0] == line(appointment=0.0)[0] == 1.0
    assert line(binds=BY_EVENT)[0] == 1.0  # what the script or a referendum has given stands


def test_tolerated_lists_stand_without_a_paper_and_banned_ones_do_not_stand():
    def weight(parties):
        levers = SimpleNamespace(slates=[1.0], association_parties=[parties], term=[24.0], press=[0.0], 
                                 privileges=[0.2], staff=[0.0])
        lists = by_lists(levers, 0)
        return lists, office_in(0, 0, lists, SimpleNamespace(tenure=[30]), levers, MANDATE)

    banned, tolerated, legal = weight(BANNED), weight(TOLERATED), weight(LEGAL)
    assert (banned[0], tolerated[0], legal[0]) == (False, True, True)
    assert banned[1] == tolerated[1] and legal[1] == pytest.approx(tolerated[1] * (1.0 - MANDATE.rivals))


def test_posts_named_from_above_are_not_voted_on():
    made = body(term=24.0).set(appointment=0.0)
    made.competence[3] = 0.9
    made.run(hold_elections, FAIR, **SURE)
    assert made.posts_up[0] == 0 and made.secretary[0] == 1


def test_under_slates_the_rival_is_of_the_other_list_and_chairs_can_pass_to_it():
    made = body(term=24.0, slates=1.0)
    made.stance[RULE_ISSUE] = 0.5
    made.stance[RULE_ISSUE, [2, 8, 16, 20, 21, 22]] = -0.4
    made.competence[[3, 9, 17]] = 0.9  # abler, but of the holders' own list
    made.competence[[2, 20, 21, 22]] = 0.95
    made.divide[0] = 0.1
    assert list_of(0.5, 0.1) != list_of(-0.4, 0.1)
    made.run(hold_elections, FAIR, **SURE)
    chairs = [int(i) for i in made.sitting if i != NOBODY]
    assert set(chairs) <= {2, 20, 21, 22} and made.list_leading[0] == list_of(-0.4, 0.1)  # none of 3, 9, 17
    assert made.posts_up[0] == 9 and made.posts_contested[0] >= 7  # some have no rival of the other list left


@pytest.mark.parametrize(("leader_by", "leads"), [(0.0, 12), (1.0, 13), (2.0, 13)])
def test_the_leader_is_chosen_by_board_or_members_or_stays_as_card_8_has_it(leader_by, leads):
    made = body(term=24.0, leader_by=leader_by).set(association_factions=0.0)
    made.competence[13] = 0.9
    made.run(hold_elections, FAIR._replace(stands=0.0), **SURE)
    assert made.sitting[0] == leads and made.office[leads] == LEADER and (made.office == LEADER).sum() == 1
    assert made.secretary[-1] == leads


def test_turnout_of_the_last_elections_is_kept():
    made = body(term=24.0)
    made.run(hold_elections, MANDATE, p_turnout=TURNOUT)
    assert 0.5 < made.last_turnout[0] <= 1.0 and made.votes_entitled[0] > 24


# --- 36: severance ----------------------------------------------------------------------------------------------------
def test_a_part_goes_only_where_it_is_large_does_not_lead_and_is_not_listened_to():
    p = SEVERANCE
    assert fork_hazard(0.01, 0.0, False, p) == 0.0 and fork_hazard(0.3, 0.0, True, p) == 0.0
    assert fork_hazard(0.3, 0.0, False, p) == p.forking and fork_hazard(0.3, 1.0, False, p) == 0.0


def test_an_outside_body_takes_back_who_was_excluded_this_month():
    for arbitration, status in ((0.0, EXPELLED), (1.0, FREE)):
        made = body(arbitration=arbitration)
        made.status[[4, 5]], made.estate[[4, 5]], made.blow[4] = EXPELLED, 0, 3
        made.run(undo, SEVERANCE._replace(undone=1.0))
        assert made.status[4] == status and made.status[5] == EXPELLED  # of long ago
        assert made.estate[4] == (MEMBER if arbitration else 0)


def test_a_fork_takes_all_its_people_and_nobody_else():
    made = body(fork=1.0)
    made.faction[[2, 3, 8, 9, 20]], made.faction_size[1] = 1, 5
    made.run(part, SEVERANCE._replace(forking=1e6))
    assert made.forks[0] == 1 and made.left_in_forks[0] == 5
    assert (made.status == ABROAD).nonzero()[0].tolist() == [2, 3, 8, 9, 20]


def test_where_factions_are_a_right_open_opponents_may_go_without_a_circle():
    for factions, gone in ((LEGAL, [4, 5]), (TOLERATED, [])):
        made = body(fork=1.0).set(association_factions=factions)
        made.line[:], made.stance[RULE_ISSUE], made.last_dissent[:] = 1.0, -0.5, -1000
        made.last_dissent[[4, 5, 6, 20]] = 20  # four months ago
        made.stance[RULE_ISSUE, [6, 20]] = 0.5  # whose hands were not against the line of the centre
        made.run(part, SEVERANCE._replace(forking=1e6))
        assert (made.status == ABROAD).nonzero()[0].tolist() == gone and made.left_in_forks[0] == len(gone)

"""Card 13: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import loose
from example_parameters import FACTION, VOICE
from unanimity.mechanisms.party.circles import (
    aimed,
    is_his_own,
    is_moved,
    may_found,
    may_move,
    parts_by_signing,
    pull_of,
    risk_of,
    wish_of,
    wish_to_part,
)
from unanimity.mechanisms.party.faction import alarm_at, answer, in_faction, opposing, react, stung_by
from unanimity.mechanisms.party.faction_slots import free_slot
from unanimity.mechanisms.party.founding_agents import circle_of, is_stranger
from unanimity.mechanisms.party.trust import circle_of_trust, closest_in, trust_in
from unanimity.world.codes import (
    ABOVE,
    ASSENT,
    BANNED,
    CITIZEN,
    CONTROLLED,
    DISSENT,
    ELECTED,
    EXILE,
    EXPELLED,
    FREE,
    FREE_DEBATE,
    INQUIRY,
    LEGAL,
    MEMBER,
    NOBODY,
    POLICE,
    TOLERATED,
)

P = FACTION
about = pytest.approx


def afraid(fear=0.5, dependence=0.4, courage=0.6):
    return row(fear=fear, dependence=dependence, courage=courage)


def test_what_a_circle_costs():
    # dread .5 + .5*.4 = .7 where debate is controlled; seen by one half, and aimed by one half: .5 + .5*.5
    assert risk_of(afraid(), CONTROLLED, 0.5, False, P, VOICE) == about(0.7 * 0.4 * 0.5 * 0.75)
    # .3 of his fear where debate is free: his word is lawful
    assert risk_of(afraid(), FREE_DEBATE, 0.5, False, P, VOICE) == about(0.3 * 0.5 * 0.4 * 0.5 * 0.75)
    assert risk_of(afraid(), CONTROLLED, 1.0, False, P, VOICE) == about(0.7 * 0.4 * 0.5)
    assert risk_of(afraid(), CONTROLLED, 0.5, True, P, VOICE) == 0.0


def test_what_draws_a_person_in():
    one = dict(in_it=0.5, ambition=0.4, prospect=0.5, risk=0.1, p=P)
    assert pull_of(0.3, **one, legal=False) == about(0.3 + 0.3 + 0.06 - 0.1)
    lawful = {**one, "risk": 0.0}
    assert pull_of(0.3, **lawful, legal=True) == about(0.3 + 0.3 + 0.06 + 0.2)
    assert pull_of(0.05, **lawful, legal=True) == about(0.05 + 0.36 + 0.2)
    assert pull_of(0.0, **lawful, legal=True) == about(0.36)  # company is seen by those who want something


def test_the_cause_before_the_post():
    assert is_his_own(0.5, 0.4, 0.0) and not is_his_own(0.4, 0.5, 0.0) and not is_his_own(0.5, 0.5, 0.0)
    assert is_his_own(0.4, 0.5, 0.5)  # half of a post is in sight


def test_what_makes_him_part():
    # lured by .5*.8 - .3, content with .7 of no conviction, at a risk of .2
    assert wish_to_part(0.5, 0.2, 0.5, 0.3, 0.2, False, True, P) == about(0.08 * (0.1 + 0.7 + 0.2))
    assert wish_to_part(0.5, 0.2, 0.5, 0.3, 0.2, True, False, P) == about(0.08 * (0.1 + 0.35 + 0.2))
    assert wish_to_part(0.5, 0.2, 0.5, 0.3, 0.2, True, True, P) == about(0.08 * (0.1 + 0.7 + 0.2))
    assert wish_to_part(0.5, 0.2, 0.5, 0.3, 0.2, False, False, P) == about(0.08 * (0.1 + 0.2))
    assert wish_to_part(0.5, 0.2, 0.5, 0.6, 0.2, False, False, P) == about(0.08 * 0.2)


def test_what_the_apparatus_answers():
    assert (in_faction(0), in_faction(1), in_faction(7)) == (0.0, 1.0, 1.0)
    assert (opposing(2, ASSENT, CITIZEN), opposing(0, DISSENT, MEMBER), opposing(3, DISSENT, MEMBER)) == (1.0, 1.0, 1.0)
    assert opposing(1, ASSENT, CITIZEN) == 1.0
    assert opposing(0, DISSENT, CITIZEN) == opposing(0, ASSENT, MEMBER) == 0.0


def test_two_in_a_hundred_call_up_half_of_what_all_could():
    assert alarm_at(2.0, 100.0, P) == about(0.5) and alarm_at(6.0, 100.0, P) == about(0.75)
    assert alarm_at(0.0, 100.0, P) == alarm_at(0.0, 0.0, P) == 0.0
    assert alarm_at(0.5, 0.0, P) == about(0.5 / 0.52) and alarm_at(40.0, 30.0, P) == about(1 / 1.02)


def zeal(opposing=2.0, centre_opposing=0.0, line=1.0, centre_line=1.0, appointment=ABOVE, law=BANNED):
    return answer(0.2, opposing, 100.0, line, centre_opposing, 1000.0, centre_line, appointment, law, P)


def test_every_circle_justifies_more_pressure():
    calm = 0.2 - 0.01
    assert zeal() == about(calm + 0.3 * 0.5 * 0.8) and zeal(opposing=0.0) == about(calm)
    assert zeal(centre_opposing=60.0) == about(calm + 0.3 * 0.75 * 0.8)  # six in a hundred elsewhere
    assert zeal(centre_opposing=10.0) == zeal()  # fewer elsewhere than here
    assert zeal(centre_opposing=60.0, appointment=ELECTED) == zeal()
    assert zeal(centre_opposing=60.0, line=-1.0) == zeal(centre_opposing=60.0, centre_line=-1.0) == zeal()
    assert zeal(centre_opposing=60.0, line=-1.0, centre_line=-1.0) == zeal(centre_opposing=60.0)
    assert zeal(law=LEGAL) == zeal(centre_opposing=60.0, law=LEGAL) == about(calm)


def test_pressure_stings_the_convinced_and_is_a_career_for_the_ambitious():
    # .5 * .4 of zeal, .6 more of conviction, and .7 of disagreement
    assert stung_by(0.4, 0.8, 0.2, 0.3, P) == about(0.5 * 0.4 * 0.6 * 0.7)
    assert stung_by(0.4, 0.8, 0.2, -0.5, P) == about(0.5 * 0.4 * 0.6)
    assert stung_by(0.4, 0.2, 0.8, 0.3, P) == stung_by(0.4, 0.8, 0.2, 1.0, P) == 0.0


def moved(**changes):
    """What zeal provokes in a member, and whether he would call a circle with nobody beside him."""
    usual = dict(zeal=0.4, conviction=0.8, ambition=0.2, stance=0.3, line=1.0, cohort=3, estate=MEMBER, grievance=0.4,
                 fear=0.1, dependence=0.0, courage=0.0, sel=1.0, debate=CONTROLLED, association_factions=BANNED,
                 threat=0.0, p=P, p_voice=VOICE)
    return loose(react, **{**usual, **changes})


def test_who_founds_dares_alone():
    # he wants .2 for his grievance and .084 for what he is provoked; a circle costs half of his fear; he asks for .12
    assert moved() == (about(0.084), 1)
    assert moved(fear=0.3)[1] == 1 and moved(fear=0.35)[1] == 0  # .284 - .15 and .284 - .175
    assert moved(fear=0.35, association_factions=LEGAL)[1] == 1
    assert moved(fear=0.3, dependence=0.3)[1] == 0 and moved(fear=0.3, dependence=0.3, debate=FREE_DEBATE)[1] == 1
    assert moved(fear=0.35, courage=0.5)[1] == 1 and moved(fear=0.35, sel=0.0)[1] == 1
    # held back by what threatens the whole: .284 * (1 - .5*.8*.8)
    assert moved(fear=0.2)[1] == 1 and moved(fear=0.2, threat=0.8)[1] == 0
    assert moved(fear=0.2, threat=0.8, estate=CITIZEN)[1] == 1
    assert moved(cohort=-1) == (0.0, 1) and moved(cohort=-1, fear=0.2)[1] == 0  # never a member: not provoked
    assert moved(cohort=0)[0] == about(0.084)
    assert moved(stance=-0.5)[0] == about(0.12)
    # on half a line: .5*.4*.6*(1 - .4*.5)
    assert moved(stance=0.4, line=0.5)[0] == about(0.096)
    assert moved(stance=-0.4, line=0.5, grievance=0.0, zeal=0.0, fear=0.0)[1] == 0  # .6 * .8 * .2 is not enough
    assert moved(stance=-0.4, line=1.0, grievance=0.0, zeal=0.0, fear=0.0)[1] == 1


def test_a_wish_is_that_of_card_5_with_what_zeal_provokes():
    one = row(grievance=0.4, conviction=0.5, stance=-0.8, provoked=0.07)
    assert wish_of(one, 0.5, VOICE) == about(0.2 + 0.6 * 0.5 * 0.4 + 0.07)
    assert wish_of(one, -0.5, VOICE) == about(0.2 + 0.07)


def asked(luck, **changes):
    """Whether one who wishes all that can be wished is asked this month where factions are legal."""
    one = {"faction": 0, "status": FREE, "agent": 0, "cohort": 0, "grievance": 1.0, "conviction": 1.0, "stance": -1.0,
           "provoked": P.reaction, "ambition": 1.0, "fear": 0.0, "dependence": 0.0, "courage": 0.0}
    unit = {"line": 1.0, "sel": 0.5, "debate": CONTROLLED, "association_factions": LEGAL, "sanction_cap_faction": 0.0}
    one, unit = ({name: changes.get(name, value) for name, value in part.items()} for part in (one, unit))
    return bool(may_move(row(**one), row(**unit), luck, P, VOICE))


def test_who_is_asked_whether_he_joins_or_leaves():
    most = 0.05 * (0.5 + 0.6 + 0.5 + 0.6 + 0.3 + 0.2)  # grievance, conviction, zeal, friends, prospects, company
    assert asked(0.999 * most) and not asked(1.001 * most)
    assert not asked(0.999 * most, ambition=0.9) and not asked(0.999 * most, association_factions=BANNED)
    assert not asked(0.0, cohort=-1) and not asked(0.0, agent=1) and not asked(0.0, status=INQUIRY)
    afraid = dict(association_factions=BANNED, debate=FREE_DEBATE, fear=1.0, grievance=0.0, provoked=0.0, stance=1.0)
    # friends .6 and prospects .3, less half of .75 of what weighs where debate is free, .3 of his fear; and less half
    # of all of that where the law looks for circles
    assert asked(0.049 * 0.7875, **afraid) and not asked(0.051 * 0.7875, **afraid)
    hunted = {**afraid, "sanction_cap_faction": 7.0}
    assert asked(0.049 * 0.75, **hunted) and not asked(0.051 * 0.75, **hunted)
    for faction in (1, 9):  # who is in one is asked up to three times the hazard of leaving, whatever he feels
        assert asked(0.239, faction=faction, cohort=-1) and not asked(0.241, faction=faction)
        assert not asked(0.0, faction=faction, agent=1) and not asked(0.0, faction=faction, status=INQUIRY)
        calm = dict(grievance=0.0, conviction=0.0, provoked=0.0, ambition=0.0)
        assert asked(0.2, faction=faction, **calm)


FIXED = 65535


def trusting(lured=0, lure=0.3, **weights):
    """Person 1 and his ties: 0 and 2 of the circle 4, 3 of the circle 5; 2 is an agent, and 9 has approached him."""
    people = table(last_faction=[4, 0, 4, 5], agent=[0, 0, 1, 0], agent_tie=[NOBODY, 9, NOBODY, NOBODY])
    by_name = {"friend": 0.4, "agent": 0.9, "other": 0.5, **weights}
    ties = table(start=[0, 0, 3], neighbour=[0, 2, 3], weight=[round(by_name[who] * FIXED) for who in by_name])
    p = P._replace(lure=lure)
    return trust_in(1, 4, lured, people, ties, p) / FIXED, closest_in(1, 4, lured, people, ties, p)


def test_of_all_circles_one_sees_that_of_most_trust_its_share_and_its_prospects():
    def seen(mine=0, friends=(4, 5), weights=(2, 1)):
        people = table(faction=[0, mine], last_faction=[0, mine, *friends], agent=[0] * 4, agent_tie=[NOBODY] * 4)
        ties = table(start=[0, 0, 2], neighbour=[2, 3], weight=weights)
        return circle_of_trust(1, people, table(faction_prospect=np.arange(9) / 10), ties, P)

    assert seen() == (4, about(2 / 3), 0.4, 2) and seen(weights=(1, 2)) == (5, about(2 / 3), 0.5, 3)
    assert seen(friends=(5, 5)) == (5, 1.0, 0.5, 2) and seen(friends=(4, 0)) == (4, about(2 / 3), 0.4, 2)
    assert seen(friends=(0, 0)) == seen(mine=4) == (0, 0.0, 0.0, NOBODY)


def test_a_circle_is_trusted_by_its_ties_and_by_the_tie_that_its_agent_has_made():
    assert trusting() == (about(0.4, abs=1e-4), 0)  # an agent whom he knew before draws nobody in
    assert trusting(lured=4) == (about(0.7, abs=1e-4), 0)
    assert trusting(lured=4, friend=0.2) == (about(0.5, abs=1e-4), 9)  # the agent is closer
    assert trusting(lured=5, friend=0.2) == (about(0.2, abs=1e-4), 0)  # an agent of another circle
    assert trusting(friend=1 / FIXED) == (about(1 / FIXED), 0)  # the weakest of friends
    assert trusting(friend=0.0) == (0.0, NOBODY)


def test_who_thinks_of_joining_takes_a_law_of_circles_for_aimed():
    unit = row(association_factions=BANNED, sanction_cap_faction=float(EXILE + 1), sel=0.3)
    assert aimed(unit) == 1.0
    assert aimed(row(association_factions=TOLERATED, sanction_cap_faction=float(EXILE + 1), sel=0.3)) == 0.3
    assert aimed(row(association_factions=BANNED, sanction_cap_faction=float(EXILE), sel=0.3)) == 0.3


def calls(luck=0.001, p=P, **changes):
    one = {"fear": 0.8, "courage": 0.5, "grievance": 1.0, "conviction": 0.0, "stance": 1.0, "provoked": 0.0}
    cell = {"line": 1.0, "association_factions": BANNED, "sanction_cap_faction": float(EXILE + 1)}
    one, cell = ({name: changes.get(name, value) for name, value in part.items()} for part in (one, cell))
    return bool(is_moved(row(**one), row(**cell), luck, p, VOICE))


def test_where_the_law_looks_for_circles_a_wish_must_outweigh_it():
    # .5 for his grievance, and he fears .4: less than .12 is left
    assert not calls() and calls(fear=0.7) and calls(courage=0.6) and calls(provoked=0.05)
    assert calls(sanction_cap_faction=0.0) and calls(association_factions=LEGAL)
    assert calls(fear=0.0, grievance=0.0)  # who fears nothing asks nothing
    sixth = P._replace(founding=0.6)  # a hazard of a tenth: a chance of .0952
    assert calls(0.095, sixth, fear=0.0) and not calls(0.096, sixth, fear=0.0)


def test_only_the_known_of_a_banned_faction_sign():
    p = FACTION
    assert parts_by_signing(True, 0.2, p)
    assert not parts_by_signing(True, 0.05, p) and not parts_by_signing(False, 0.2, p)


def founder(legal=False, parties=False, **changes):
    one = {"faction": 0, "agent": 0, "status": EXPELLED, "cohort": 0, "talker": 1, "voice": ASSENT, "conviction": 0.5,
           "ambition": 0.4, **changes}
    return bool(may_found(0, table(**{name: [value] for name, value in one.items()}), legal, parties))


def test_who_calls_a_circle_together():
    assert founder()
    assert not founder(faction=2) and not founder(agent=1) and not founder(status=INQUIRY)
    assert not founder(cohort=-1) and founder(cohort=-1, parties=True)
    assert not founder(talker=0) and not founder(talker=0, legal=True)
    assert not founder(ambition=0.5) and not founder(ambition=0.9) and founder(ambition=0.0)
    assert not founder(talker=0, voice=DISSENT) and founder(talker=0, voice=DISSENT, legal=True)


def test_a_slot_is_free_below_three_members_and_the_first_stands_for_none():
    sizes = np.full(256, 9)
    assert free_slot(SimpleNamespace(faction_size=sizes)) == 0
    sizes[[0, 200, 210]] = 0
    assert free_slot(SimpleNamespace(faction_size=sizes)) == 200
    sizes[1] = 2
    assert free_slot(SimpleNamespace(faction_size=sizes)) == 1
    sizes[1] = 3
    assert free_slot(SimpleNamespace(faction_size=sizes)) == 200


def stranger(i, **changes):
    """Whether the agent 1, who is tied to 0, does not know i; 2 is tied to 3."""
    one = {"status": [FREE] * 4, "estate": [MEMBER] * 4, "agent": [0, 1, 0, 0], "agent_tie": [NOBODY] * 4}
    for name, value in changes.items():
        one[name][i] = value
    ties = table(start=[0, 1, 2, 3, 4], neighbour=[1, 0, 3, 2])
    return bool(is_stranger(i, 1, table(**one), ties))


def test_an_agent_approaches_whom_he_does_not_know():
    assert [stranger(i) for i in range(4)] == [False, False, True, True]
    assert not stranger(2, status=INQUIRY) and stranger(2, status=EXPELLED)
    assert not stranger(2, estate=POLICE) and not stranger(2, agent=1) and not stranger(2, agent_tie=1)
    assert not stranger(1, agent=0)  # himself


def test_an_agent_calls_those_of_his_acquaintances_who_talk():
    def called(wanted, first=0, last=7, **changes):
        one = {"agent_tie": [5, 5, 5, 5, 5, NOBODY, 5], "talker": [1, 1, 0, 1, 1, 1, 1],
               "faction": [0, 0, 0, 2, 0, 0, 0],
               "status": [FREE, FREE, FREE, FREE, INQUIRY, FREE, FREE], **changes}
        people = table(**one)
        return circle_of(5, first, last, people, 9, wanted), people.faction.tolist()
    assert called(9.0) == (3, [9, 9, 0, 2, 0, 0, 9])
    assert called(2.0) == (2, [9, 9, 0, 2, 0, 0, 0])
    assert called(9.0, first=1, last=6) == (1, [0, 9, 0, 2, 0, 0, 0])
    assert called(0.0)[0] == 0

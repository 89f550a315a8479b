"""Card 23, the congress: whom a cell sends, whose delegates they are, and how many raise a hand."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import run_rules
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.party.faction import Faction
from unanimity.mechanisms.people.meeting import Meeting
from unanimity.mechanisms.people.voice import Voice
from unanimity.mechanisms.power.congress import (
    choose_delegates,
    count_members,
    how_it_went,
    is_asked,
    is_passed_over,
    may_go,
    meet_in_congress,
    most_loyal,
    nearest_head,
    nearest_to_him,
    of_the_leader,
    sent_against,
    share_support,
    spokesman,
    whose_man,
)
from unanimity.world.codes import (
    ABOVE,
    BANNED,
    CITIZEN,
    CONTROLLED,
    ELECTED,
    EXPELLED,
    FREE,
    FREE_DEBATE,
    INQUIRY,
    LEGAL,
    MEMBER,
    NEVER,
    NOBODY,
    OFFICIAL,
    OPEN,
    POLICE,
    SECRET,
    TOLERATED,
)
from unanimity.world.tree import grow

about = pytest.approx
LOYALTY = Appointment(by_tie=0.5, by_assents=0.3, by_habit=0.2, patron_tie=0.7)
KNOWN = Faction(known=0.1)


def cell(n=5, **columns):
    usual = {"status": FREE, "estate": MEMBER, "assents": 0.0, "habit": 0.0, "patron": NOBODY, "competence": 0.5,
             "faction": 0, "dossier": 0.0, "last_dissent": NEVER}
    made = {name: [value] * n for name, value in usual.items()}
    made["stance"] = np.zeros((2, n))
    for name, changes in columns.items():
        for i, value in changes.items():
            if name == "stance":
                made[name][:, i] = value
            else:
                made[name][i] = value
    return table(**made)


NO_TIES = table(start=[0] * 30, neighbour=[], weight=[])


def test_members_and_officials_at_liberty_may_go():
    people = cell(6, estate={1: CITIZEN, 2: POLICE, 3: OFFICIAL}, status={4: INQUIRY, 5: EXPELLED})
    assert [bool(may_go(i, people)) for i in range(6)] == [True, False, False, True, False, True]


def loyal(legal=False, month=30, **columns):
    return most_loyal(0, 5, 0, legal, month, cell(**columns), NO_TIES, LOYALTY, KNOWN)


def test_a_secretary_sends_his_most_loyal_man_and_himself_if_there_is_nobody():
    assert loyal(assents={2: 0.5, 3: 0.4}) == 2 and loyal(assents={2: 0.5, 3: 0.4}, estate={2: CITIZEN}) == 3
    assert loyal(assents={2: 0.5}, patron={4: 0}) == 4  # .7 * .5 against .15
    assert loyal(assents={0: 1.0}) == 1 and loyal(estate={i: CITIZEN for i in range(5)}) == 0


def passed_over(legal=False, month=30, chief=0, **one):
    people = cell(faction={1: one.pop("faction", 0), chief: 3}, **{name: {1: value} for name, value in one.items()})
    return bool(is_passed_over(1, chief, legal, month, people, KNOWN))


def test_who_raised_his_hand_within_the_year_is_passed_over():
    assert passed_over(last_dissent=30) and passed_over(last_dissent=19) and not passed_over(last_dissent=18)
    assert not passed_over() and not passed_over(month=NEVER + 5)  # long before the first month
    assert passed_over(last_dissent=25, faction=3) and passed_over(legal=True, last_dissent=25)
    assert not passed_over(legal=True, last_dissent=25, faction=2)  # a lawful platform sends its own


def test_who_is_known_as_of_a_banned_circle_is_passed_over_save_by_one_of_it():
    assert passed_over(faction=2, dossier=0.2) and not passed_over(faction=2, dossier=0.1)  # not known
    assert not passed_over(faction=3, dossier=0.2) and not passed_over(faction=0, dossier=0.9)
    assert not passed_over(legal=True, faction=2, dossier=0.9)
    assert passed_over(faction=1, dossier=0.2)


def test_a_secretary_goes_himself_before_he_sends_one_who_raised_his_hand():
    spoke = {i: 25 for i in range(5)}
    assert loyal(assents={2: 0.5, 3: 0.4}, last_dissent={2: 25}) == 3
    assert loyal(assents={2: 0.5}, last_dissent=spoke) == 0
    assert loyal(legal=True, assents={2: 0.5}, last_dissent=spoke, faction={4: 2}) == 4
    assert loyal(assents={2: 0.5}, faction={2: 1}, dossier={2: 0.3}) == 1


def test_members_send_one_who_is_close_to_them_and_able():
    assert spokesman(0, 5, cell(competence={3: 0.6})) == 3
    assert spokesman(0, 5, cell(competence={3: 0.6}, estate={3: CITIZEN})) == 0
    far = {3: 1.0}  # .5 * 3/4 of closeness lost to the others
    assert spokesman(0, 5, cell(competence={3: 0.6, 1: 0.55}, stance=far)) == 1
    assert spokesman(0, 5, cell(competence={3: 0.99, 1: 0.55}, stance=far)) == 3
    assert spokesman(0, 5, cell(estate={i: CITIZEN for i in range(5)})) == NOBODY
    assert spokesman(0, 2, cell(2, competence={0: 0.1, 1: 0.0}, stance={1: 1.0})) == 0  # .75 and .1 is still the most
    # closeness .9 and ability .3 against .6 and .58
    assert spokesman(0, 5, cell(competence={0: 0.3, 1: 0.0, 2: 0.1, 3: 0.2, 4: 0.58}, stance={4: 1.0})) == 0
    # of the twelve ablest: the thirteenth is not on the list, however close
    many = cell(20, competence={i: 0.5 - i / 1000 for i in range(20)}, stance={i: -1.0 for i in range(12)})
    for i in range(12, 20):
        many.stance[:, i] = 1.0
    assert spokesman(0, 20, many) == 0
    many.stance[:, 11] = 1.0
    assert spokesman(0, 20, many) == 0  # .6 of closeness and .5 against .4 and .489
    many.stance[:, 2:11] = 1.0
    assert spokesman(0, 20, many) == 2


def sent(calendar=12, appointment=ABOVE, head=0, status=None, factions=BANNED, **columns):
    people = cell(assents={2: 0.5}, competence={3: 0.9}, status=status or {}, **columns)
    deputy = np.array([7])
    run_rules((choose_delegates,), {**vars(people), "secretary": np.array([head]), "deputy": deputy,
                                    "tie_start": np.zeros(6, int), "neighbour": np.zeros(0, int),
                                    "weight": np.zeros(0)},
              levers={"appointment": appointment, "association_factions": factions}, month=calendar - 1,
              beside={"cells": 1, "cell_start": np.array([0, 5])}, p_appointment=LOYALTY, p_faction=KNOWN)
    return int(deputy[0])


def test_in_december_each_cell_sends_one():
    assert sent(calendar=11) == 7 and sent() == 2 and sent(appointment=ELECTED) == 3
    assert sent(head=NOBODY) == 3 and sent(status={0: INQUIRY}) == 3
    assert sent(appointment=ELECTED, estate={i: CITIZEN for i in range(5)}) == NOBODY


def test_a_lawful_platform_is_sent_and_a_banned_circle_is_not():
    circle = {"faction": {2: 1}, "dossier": {2: 0.3}, "last_dissent": {2: 9}}
    assert sent(**circle) == sent(factions=TOLERATED, **circle) == 1 and sent(factions=LEGAL, **circle) == 2


def test_the_head_whose_stance_is_nearest():
    people = table(stance=np.array([[0.5, 1.0, 0.4, -1.0, 0.5]] * 2), patron=[0, 1, 2, 3, 1])
    seats = table(sitting=[1, 2, 3])
    assert nearest_head(0, 0, 3, seats, people) == 1 and nearest_head(0, 0, 1, seats, people) == 0
    people.patron[2] = 1  # a client heads nothing
    assert nearest_head(0, 0, 3, seats, people) == 0
    people.patron[1] = 3  # but the leader does, whoever put him there
    assert nearest_head(0, 0, 3, seats, people) == 0
    assert nearest_head(0, 0, 3, table(sitting=[NOBODY] * 3), people) == -1
    assert nearest_head(3, 0, 3, table(sitting=[NOBODY, 0, 3]), people) == 2


def test_a_delegate_of_a_secretary_against_the_centre_votes_his_line():
    assert sent_against(ABOVE, 3, -1.0, 1.0) and not sent_against(ABOVE, 3, 1.0, 1.0)
    assert not sent_against(ABOVE, 3, -1.0, 0.0) and not sent_against(ABOVE, 3, 0.05, 1.0)
    assert not sent_against(ELECTED, 3, -1.0, 1.0) and not sent_against(ABOVE, NOBODY, -1.0, 1.0)


# --- the vote ---------------------------------------------------------------------------------------------------------
def congress(grievance=(1.0, 0.0, 0.0, 0.0), fear=0.0, ties=(), deputies=(0, 6, 12, 18), lines=(1.0,) * 4, rounds=3.0,
             room=0.5, ballot=OPEN, debate=FREE_DEBATE, dependence=0.0, threat=0.0, conviction=0.0, provoked=0.0,
             appointment=ABOVE, factions=BANNED, faction=(0, 0, 0, 0), agreed=0.0, lawful=1.0,
             filed=None):
    """Four cells of six; each sends its first."""
    tree, n = grow((2, 2), 24), 24
    rows = sorted([*ties, *((b, a, w) for a, b, w in ties)])
    state = {"grievance": np.zeros(n), "fear": np.zeros((3, n)), "conviction": np.full(n, conviction),
             "stance": np.ones((3, n)), "provoked": np.full(n, provoked), "courage": np.zeros(n),
             "dependence": np.full(n, dependence), "estate": np.full(n, MEMBER), "line": np.ones((3, 7)),
             "zeal": np.zeros(7), "assoc": np.zeros(7), "sel": np.ones(7), "deputy": np.array([*deputies, 0, 0, 0]),
             "deputy_hand": np.full(7, 9), "secretary": np.array([1, 7, 13, 19, NOBODY, NOBODY, NOBODY]),
             "threat": threat, "faction": np.zeros(n, int), "dossier": np.zeros(n),
             "tie_start": np.searchsorted([a for a, _, _ in rows], np.arange(n + 1)),
             "neighbour": np.array([b for _, b, _ in rows], int), "weight": np.array([w for _, _, w in rows], int)}
    for i, angry, afraid in zip((0, 6, 12, 18), grievance, np.zeros(4) + fear, strict=True):
        state["grievance"][i], state["fear"][:, i] = angry, afraid
    state["line"][:, :4] = lines
    state["faction"][[0, 6, 12, 18]] = faction
    levers = {"debate": debate, "ballot": ballot, "appointment": appointment, "association_factions": factions}
    found = run_rules((meet_in_congress,), state, tree, levers=levers, month=11, calendar=12,
                      p_meeting=Meeting(rounds=rounds, room=room, note=0.3, agreed=agreed),
                      p_voice=Voice(grievance_weight=0.5, theta=0.12, lawful=lawful))
    hands = found["deputy_hand"][:4].tolist()
    if filed is not None:
        assert state["dossier"][[0, 6, 12, 18]] == about(np.array(filed))
        assert state["dossier"].sum() == about(sum(filed))
    return (int(found["congress_size"][0]), sum(hand > 0 for hand in hands)), hands


def test_hands_in_the_congress():
    assert congress() == ((4, 1), [1, 0, 0, 0]) and congress(deputies=(0, NOBODY, 12, NOBODY)) == ((2, 1), [1, 0, 0, 0])
    assert congress((1.0, 1.0, 0.0, 0.0), fear=1.0) == ((4, 0), [0, 0, 0, 0])
    assert congress((1.0, 1.0, 0.0, 0.0), fear=1.0, ballot=SECRET)[0] == (4, 2)
    assert congress((0.2, 0.2, 0.2, 0.2))[0] == (4, 0) and congress((0.2,) * 4, provoked=0.05)[0] == (4, 4)
    assert congress((0.28, 0.0, 0.0, 0.0), conviction=0.5)[0] == (4, 1)
    assert congress((0.28, 0.0, 0.0, 0.0), conviction=0.5, threat=0.8)[0] == (4, 0)
    assert congress(dependence=0.5, debate=CONTROLLED)[0] == (4, 0) and congress(dependence=0.5)[0] == (4, 1)
    # .5 - .2*1 > .12: of a member's fear a fifth weighs where debate is free
    assert congress(fear=1.0, lawful=0.2)[0] == (4, 1)
    assert congress(fear=1.0, lawful=0.2, debate=CONTROLLED)[0] == (4, 0)


def test_who_was_sent_against_the_line_raises_his_hand_whatever_he_fears():
    assert congress((0.0,) * 4, fear=1.0, lines=(1.0, -1.0, 1.0, 1.0)) == ((4, 1), [0, 1, 0, 0])
    assert congress((0.0,) * 4, fear=1.0, lines=(1.0, -1.0, 1.0, 1.0), appointment=ELECTED) == ((4, 0), [0, 0, 0, 0])


def test_hands_are_filed_unless_the_ballot_is_secret_or_factions_are_legal():
    for law in (BANNED, TOLERATED):
        assert congress(factions=law, filed=(0.3, 0.0, 0.0, 0.0)) == ((4, 1), [1, 0, 0, 0])
    assert congress(factions=LEGAL, filed=(0.0,) * 4) == ((4, 1), [1, 0, 0, 0])
    assert congress(ballot=SECRET, filed=(0.0,) * 4) == ((4, 1), [1, 0, 0, 0])


def test_a_lawful_platform_speaks_whatever_it_fears_and_only_if_it_wishes_to():
    angry, circles = (1.0, 1.0, 0.2, 0.0), (2, 0, 2, 2)
    assert congress(angry, fear=1.0, faction=circles, factions=LEGAL) == ((4, 1), [1, 0, 0, 0])
    assert congress(angry, fear=1.0, faction=circles, factions=BANNED) == ((4, 0), [0, 0, 0, 0])
    assert congress((1.0,) * 4, fear=1.0, faction=circles, factions=TOLERATED) == ((4, 0), [0, 0, 0, 0])


def test_who_is_in_a_forbidden_circle_knows_beforehand_who_stands_beside_him():
    # .5 - .5 * (1 - .8 * company) > .12 needs company above .3
    angry, circle = (1.0, 1.0, 0.0, 0.0), (1, 0, 1, 0)
    assert congress(angry, fear=0.5, faction=circle) == ((4, 0), [0, 0, 0, 0])
    assert congress(angry, fear=0.5, faction=circle, agreed=0.4) == ((4, 1), [1, 0, 0, 0])
    assert congress(angry, fear=0.5, faction=circle, agreed=0.2) == ((4, 0), [0, 0, 0, 0])


def test_hands_follow_hands_of_ties_among_the_delegates():
    # .5 - .5 * (1 - .8 * company) > .12 needs company above .3
    angry, fears = (1.0, 1.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0)
    assert congress(angry, fears) == ((4, 1), [1, 0, 0, 0])  # a quarter of the room
    assert congress(angry, fears, ties=[(0, 6, 5)]) == ((4, 2), [1, 2, 0, 0])
    assert congress(angry, fears, ties=[(0, 6, 5), (6, 12, 20)], room=0.0) == ((4, 1), [1, 0, 0, 0])
    assert congress(angry, fears, ties=[(0, 6, 5), (6, 13, 20)], room=0.0) == ((4, 2), [1, 2, 0, 0])  # 13 was not sent
    assert congress(angry, fears, ties=[(0, 6, 5)], rounds=1.0)[0] == (4, 1)
    assert congress((1.0,) * 4, (0.0, 0.5, 0.5, 0.5), ties=[(0, 6, 5), (6, 12, 5)], room=0.0) == ((4, 4), [1, 2, 3, 3])


def test_a_delegate_weighs_the_line_by_how_firmly_it_is_held():
    def speaks(line):
        one = row(grievance=0.0, conviction=0.9, stance=-0.4, provoked=0.0, fear=0.0, dependence=0.0, courage=0.0,
                  estate=MEMBER, faction=0)
        centre = row(line=line, debate=FREE_DEBATE, ballot=OPEN, sel=1.0, association_factions=BANNED)
        cell = row(appointment=ELECTED, secretary=NOBODY, line=line)
        return bool(meet_in_congress(one, cell, centre, row(threat=0.0), 0.0, Meeting(agreed=0.0),
                                     Voice(conviction_weight=0.6, theta=0.12)))
    assert speaks(1.0) and not speaks(0.5)  # .6 * .9 * .4 and half of it


# --- whose congress it was --------------------------------------------------------------------------------------------
def test_how_it_went():
    assert how_it_went(11, 3.0, 12.0) == (11, 12.0, 0.25) and how_it_went(11, 1.0, 1.0) == (11, 1.0, 1.0)
    assert how_it_went(11, 0.0, 0.0) == (11, 0.0, 0.0)


def test_members_at_liberty_are_asked_and_counted_as_a_share():
    assert is_asked(row(status=FREE, estate=MEMBER)) and is_asked(row(status=EXPELLED, estate=POLICE))
    assert not is_asked(row(status=FREE, estate=CITIZEN)) and not is_asked(row(status=INQUIRY, estate=MEMBER))
    here = {"status": np.array([FREE, EXPELLED, INQUIRY, FREE]), "estate": np.array([MEMBER, POLICE, MEMBER, CITIZEN])}
    for calendar, members in ((12, 2.0), (11, 0.0)):  # there is a congress in December
        found = run_rules((count_members,), {**here, "congress_asked": 9.0}, calendar=calendar)
        assert found["congress_asked"][0] == members
    assert share_support(row(chair_support=3.0), row(congress_asked=12.0)) == 0.25
    assert share_support(row(chair_support=0.05), row(congress_asked=0.05)) == 1.0
    assert share_support(row(chair_support=3.0), row(congress_asked=0.0)) == 0.0


def test_a_delegate_is_of_his_secretarys_root_or_of_the_nearest_head():
    tree = table(seat_start=[0, 0, 1, 9])  # one chair of a district, then those of the centre
    tree.units, tree.seats = 3, 4
    seats = table(sitting=[9, 1, 2, 3], chair_delegates=[0.9, 0.5, 0.3, 0.2], chair_support=[0.8, 0.4, 0.35, 0.25])
    people = table(stance=np.array([[-1.0, 1.0, 0.4, -1.0, 0.5]] * 2), patron=[2, 1, 2, 3, 1], office=[1, 4, 4, 4, 0],
                   status=[FREE] * 5)

    def of(appointment=ABOVE, head=0):
        return whose_man(0, people, table(secretary=[head, 0, 0], deputy=[4, 0, 0]), seats, tree,
                         table(appointment=[appointment] * 3))
    assert of() == 2 and of(ELECTED) == of(head=NOBODY) == 2 and nearest_to_him(4, people, seats, tree) == 2
    assert of(head=3) == 3 and of(ELECTED, head=3) == 2 and nearest_to_him(0, people, seats, tree) == 3
    assert nearest_to_him(1, people, seats, tree) == 1 and of_the_leader(2, seats, tree) == (0.5, 0.4)

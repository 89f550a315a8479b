"""Card 13: worked examples of its equations with the card's own parameters."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from sizes import FACTION
from unanimity.mechanisms.party.agents import circle_of, is_stranger
from unanimity.mechanisms.party.faction import (
    answer,
    in_faction,
    may_found,
    parts_by_signing,
    pull_of,
    react,
    wish_to_part,
)
from unanimity.mechanisms.party.slots import free_slot
from unanimity.world.words import ASSENT, CITIZEN, DISSENT, EXPELLED, FREE, INQUIRY, MEMBER, NOBODY, POLICE

P = FACTION
about = pytest.approx


def test_what_draws_a_person_in():
    one = dict(in_it=0.5, ambition=0.4, prospect=0.5, fear=0.5, courage=0.6, sel=0.5, p=P)
    assert pull_of(0.3, **one, legal=True) == about(0.3 + 0.3 + 0.06 + 0.2)
    assert pull_of(0.3, **one, legal=False) == about(0.3 + 0.3 + 0.06 - 0.1)
    assert pull_of(0.05, **one, legal=True) == about(0.05 + 0.36 + 0.2)
    assert pull_of(0.0, **one, legal=True) == about(0.36)  # company is seen by those who want something


def test_what_makes_him_part():
    assert wish_to_part(0.5, 0.2, 0.5, 0.6, 0.5, 0.4, P) == about(0.08 * (0.4 + 0.2 + 0.2))


def test_every_circle_justifies_more_pressure():
    assert (in_faction(0), in_faction(1), in_faction(7)) == (0.0, 1.0, 1.0)
    assert answer(0.2, 3.0, 30.0, P) == about(0.2 + 0.3 * 0.1 * 0.8 - 0.01)
    assert answer(0.2, 0.5, 0.0, P) == about(0.2 + 0.3 * 0.5 * 0.8 - 0.01)
    assert answer(0.2, 40.0, 30.0, P) == about(0.2 + 0.3 * 0.8 - 0.01)


def test_pressure_provokes_a_member_who_disagrees_with_a_line():
    assert react(MEMBER, -0.5, 1.0, 0.4, P) == about(0.08) and react(MEMBER, 0.5, -1.0, 0.4, P) == about(0.08)
    assert react(MEMBER, 0.5, 1.0, 0.4, P) == react(CITIZEN, -0.5, 1.0, 0.4, P) == 0.0
    assert react(MEMBER, -0.5, 0.0, 0.4, P) == 0.0  # where there is no line


def test_only_the_known_of_a_banned_faction_sign():
    p = FACTION
    assert parts_by_signing(True, 0.2, p)
    assert not parts_by_signing(True, 0.05, p) and not parts_by_signing(False, 0.2, p)


def table(**columns):
    return SimpleNamespace(**{name: np.array(value) for name, value in columns.items()})


def founder(legal=False, parties=False, **changes):
    one = {"faction": 0, "agent": 0, "status": EXPELLED, "cohort": 0, "talker": 1, "voice": ASSENT, **changes}
    return bool(may_found(0, table(**{name: [value] for name, value in one.items()}), legal, parties))


def test_who_calls_a_circle_together():
    assert founder()
    assert not founder(faction=2) and not founder(agent=1) and not founder(status=INQUIRY)
    assert not founder(cohort=-1) and founder(cohort=-1, parties=True)
    assert not founder(talker=0) and not founder(talker=0, legal=True)
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

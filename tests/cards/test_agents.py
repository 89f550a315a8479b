"""Card 13, agents who found: whom they approach, and the circles they call together."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table

from example_parameters import FACTION
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.party.founding_agents import (
    any_agent,
    approach,
    call_together,
    is_founding,
    may_call,
)
from unanimity.world.codes import AGENTS_FOUND, AGENTS_OBSERVE, EXPELLED, FREE, INQUIRY, MEMBER, NEVER, NOBODY
from unanimity.world.tree import grow

P = FACTION
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))
TREE.people = 24


def test_which_agents_approach_strangers_and_call_circles():
    assert any_agent(row(agents_at_work=1)) and not any_agent(row(agents_at_work=0))
    found, observe = row(agents=AGENTS_FOUND), row(agents=AGENTS_OBSERVE)
    for test in (is_founding, may_call):
        assert test(row(agent=1, faction=0, status=EXPELLED), found)
        assert not test(row(agent=0, faction=0, status=FREE), found)
        assert not test(row(agent=1, faction=0, status=INQUIRY), found)
        assert not test(row(agent=1, faction=0, status=FREE), observe)
    assert is_founding(row(agent=1, faction=1, status=FREE), found)
    assert not may_call(row(agent=1, faction=1, status=FREE), found)


def country(n=24, **columns):
    usual = {"status": FREE, "estate": MEMBER, "agent": 0, "agent_tie": NOBODY, "agent_tie_month": NEVER, "wary": 0.0,
             "talker": 1, "faction": 0, "recruiter": NOBODY}
    made = {name: [value] * n for name, value in usual.items()}
    for name, changes in columns.items():
        for i, value in changes.items():
            made[name][i] = value
    return table(**made)


NO_TIES = table(start=[0] * 25, neighbour=[])


def known(strangers=6, a=3, months=1, **columns):
    people = country(agent={a: 1}, **columns)
    for month in range(months):
        approach(a, people, NO_TIES, TREE, 30 + month, 1, P._replace(strangers=float(strangers)))
    return np.flatnonzero(people.agent_tie == a).tolist(), people


def test_strangers_of_the_province_who_do_not_refuse():
    who, people = known(months=60)
    assert who == [i for i in range(12) if i != 3]  # everybody of his province by now, and himself never
    assert (people.agent_tie_month[who] >= 30).all()
    once = known()[0]
    assert 1 <= len(once) <= 6 and known(strangers=0)[0] == []
    assert known(months=60, wary={i: 1.0 for i in range(24)})[0] == []
    assert known(a=14, months=60)[0] == [i for i in range(12, 24) if i != 14]
    assert known(months=60, status={5: INQUIRY})[0] == [i for i in range(12) if i not in (3, 5)]
    half = len(known(strangers=1, months=200, wary={i: 0.5 for i in range(24)})[0])
    assert half >= 9  # who refuses one month may not refuse the next
    assert len({tuple(known(strangers=2, months=m + 1)[0]) for m in range(4)}) > 1


def founded(calls=True, acquaintances=5, p=P, sizes=None, talker=None):
    people = country(agent={20: 1}, agent_tie={i: 20 for i in range(acquaintances)}, talker=talker or {})
    factions = table(faction_size=sizes if sizes is not None else [0] * 256)
    state = table(factions_founded=[4])
    call_together(20, people, state, factions, TREE, 0.0082 if calls else 0.0084, p)  # .05 / 6: a chance of .0083
    return people, factions, int(state.factions_founded[0])


def test_an_agent_and_those_of_his_acquaintances_who_talk_become_a_circle():
    people, factions, many = founded()
    assert np.flatnonzero(people.faction == 1).tolist() == [0, 1, 2, 3, 4, 20] and many == 5
    assert people.recruiter[[0, 4, 20]].tolist() == [0, 4, 20] and factions.faction_size[1] == 6
    people, factions, many = founded(acquaintances=9)
    assert (people.faction == 1).sum() == 6 and factions.faction_size[1] == 6  # no more than a circle
    people, factions, many = founded(acquaintances=2)
    assert factions.faction_size[1] == 3 and many == 5


def test_too_few_or_no_slot_or_no_call_and_nothing_comes_about():
    for people, factions, many in (founded(False), founded(acquaintances=1), founded(talker={i: 0 for i in range(5)})):
        assert not people.faction.any() and factions.faction_size.sum() == 0 and many == 4
        assert (people.recruiter == NOBODY).all()
    people, factions, many = founded(sizes=[9] * 256)
    assert not people.faction.any() and many == 4

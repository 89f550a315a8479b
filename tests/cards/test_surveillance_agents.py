"""Card 14, agents: who stays one, whom they know, and through whom they get in; one person at a time."""

from __future__ import annotations

import numpy as np
import pytest
from example_rows import row, table

from direct_calls import run_rules
from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.police.surveillance import (
    Surveillance,
    agent_in_circle,
    agents_of_all,
    agents_of_each,
    any_agents,
    call_back,
    infiltrate,
    is_agent,
    knows_an_agent,
    lose_touch,
    may_be_watched,
    may_lead_in,
    send_in,
    sit_among,
    somebody_to_watch,
    stand_down,
)
from unanimity.world.codes import (
    AGENTS_FOUND,
    AGENTS_OBSERVE,
    EXPELLED,
    FREE,
    INQUIRY,
    MEMBER,
    NEVER,
    NO_AGENTS,
    NOBODY,
    POLICE,
)
from unanimity.world.tree import grow

P = Surveillance(recruiting=0.02, truth=0.3, reluctance=0.4, infiltration=0.003, invention=0.05, act_weight=0.3,
                 faction_weight=0.4, want_weight=0.1, marked_weight=0.02, denounced_weight=0.2, envy=0.002,
                 room_scarcity=0.5, cohesion=0.5, denouncing=0.01, kept=0.97, silence_punished=1.0, circle=6.0,
                 acquainted=12.0)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))


def test_agents_are_counted_anew():
    assert any_agents(row(agents_at_work=1)) and not any_agents(row(agents_at_work=0))
    assert is_agent(row(agent=1)) and not is_agent(row(agent=0))
    here = {"agent": np.array([1, 0, 1, 1, 0]), "faction": np.array([2, 2, 0, 2, 3]), "faction_agents": np.full(256, 9)}
    found = run_rules((agents_of_each, agents_of_all), {**here, "agents_at_work": 7})
    assert found["faction_agents"][:4].tolist() == [1, 0, 2, 0] and found["agents_at_work"][0] == 3
    nobody = run_rules((agents_of_each, agents_of_all), {**here, "agents_at_work": 0})  # nobody is looked at
    assert not nobody["faction_agents"].any() and nobody["agents_at_work"][0] == 0


@pytest.mark.parametrize(("status", "faction", "law", "goes_on"), [
    (FREE, 2, AGENTS_OBSERVE, True), (FREE, 0, AGENTS_OBSERVE, False), (FREE, 0, AGENTS_FOUND, True),
    (FREE, 2, AGENTS_FOUND, True), (FREE, 2, NO_AGENTS, False), (EXPELLED, 2, AGENTS_OBSERVE, True),
    (INQUIRY, 2, AGENTS_OBSERVE, False)])
def test_who_goes_on(status, faction, law, goes_on):
    assert bool(does(stand_down, "call_back", one=row(status=status, faction=faction), cell=row(agents=law))) is goes_on


def test_who_is_called_back_leaves_the_faction_and_who_is_taken_is_for_card_13():
    def after(stays, status):
        people = table(agent=[1], faction=[2], status=[status])
        call_back(0, stays, people)
        return int(people.agent[0]), int(people.faction[0])
    assert after(True, FREE) == (1, 2) and after(False, FREE) == (0, 0) and after(False, INQUIRY) == (0, 2)
    assert after(False, EXPELLED) == (0, 0)


def test_an_acquaintance_ends_or_lasts():
    assert knows_an_agent(row(agent_tie=0)) and not knows_an_agent(row(agent_tie=NOBODY))
    one = row(agent_tie=9, agent_tie_month=5)
    assert does(lose_touch, one=one, still_acquainted=True) == (9, 5)
    assert does(lose_touch, one=one, still_acquainted=False) == (NOBODY, NEVER)


def test_through_whom_the_police_comes_in():
    assert somebody_to_watch(row(in_faction=0.05), P) and not somebody_to_watch(row(in_faction=0.0), P)
    assert not somebody_to_watch(row(in_faction=3.0), P._replace(infiltration=0.0))
    assert somebody_to_watch(row(in_faction=3.0), P._replace(infiltration=0.1))
    assert may_lead_in(row(faction=1, agent=0, status=EXPELLED))
    assert not may_lead_in(row(faction=0, agent=0, status=FREE))
    assert not may_lead_in(row(faction=1, agent=1, status=FREE))
    assert not may_lead_in(row(faction=1, agent=0, status=INQUIRY))


def coming(luck, law=AGENTS_OBSERVE, size=0.02, entered=NEVER):
    return bool(does(infiltrate, "send_in", faction=row(faction_entered=entered), month=30, luck=luck, p=P,
                     cell=row(agents=law, police_size=size)))


def test_three_in_a_thousand_members_a_month():
    assert coming(0.0029) and not coming(0.0031) and coming(0.0059, size=0.04) and not coming(0.0061, size=0.04)
    assert not coming(0.0, law=NO_AGENTS) and not coming(0.0, entered=30) and coming(0.0, entered=29)


def sent(sent=True, police=(5,), ties=((0, 1), (0, 2), (0, 3)), **columns):
    """Member 0 of faction 2, with his circle; policemen of his province (0 .. 11) or of the other."""
    n = 24
    people = table(agent=np.zeros(n, int), faction=np.zeros(n, int), recruiter=np.full(n, NOBODY),
                   agent_tie=np.full(n, NOBODY), agent_tie_month=np.full(n, 7), estate=np.full(n, MEMBER),
                   status=np.zeros(n, int), office=np.zeros(n, int))
    people.faction[[0, 1, 2]], people.estate[list(police)] = 2, POLICE
    for name, changes in columns.items():
        for i, value in changes.items():
            getattr(people, name)[i] = value
    rows = sorted(ties)
    laid = table(start=np.searchsorted([a for a, _ in rows], np.arange(n + 1)), neighbour=[b for _, b in rows])
    country = table(agents_at_work=[1])
    factions = table(faction_agents=[0] * 4, faction_size=[0, 0, 3, 0], faction_entered=[NEVER] * 4)
    send_in(0, sent, 30, 1, people, country, factions, laid, TREE, P)
    return people, int(country.agents_at_work[0]), factions


def test_an_agent_sits_down_in_the_circle_of_the_member_through_whom_he_came():
    people, at_work, factions = sent()
    assert (people.agent[5], people.faction[5], people.recruiter[5], at_work) == (1, 2, 0, 2)
    assert (factions.faction_agents[2], factions.faction_size[2], factions.faction_entered[2]) == (1, 4, 30)
    assert people.agent_tie[:4].tolist() == [5, 5, 5, NOBODY]  # 3 is not of the faction
    assert people.agent_tie_month[:4].tolist() == [NEVER, NEVER, NEVER, 7]
    known = sent(agent_tie={0: 9, 1: 9})[0]
    assert known.agent_tie[:3].tolist() == [9, 9, 5]
    assert sent(agent={2: 1})[0].agent_tie[2] == NOBODY
    others = sent(ties=((0, 1), (4, 2)))[0]  # 2 is no tie of his
    assert others.agent_tie[:3].tolist() == [5, 5, NOBODY]


def test_nobody_comes_without_an_order_or_a_policeman_of_the_province():
    for people, at_work, factions in (sent(False), sent(police=(20,)), sent(police=())):
        assert at_work == 1 and people.agent.sum() == 0 and factions.faction_size[2] == 3


def test_a_circle_has_six_at_most():
    people, _, _ = sent(ties=[(0, j) for j in range(1, 12)], faction={i: 2 for i in range(12)}, police=(11,),
                        estate={11: POLICE}, agent={})
    assert (people.agent_tie != NOBODY).sum() == 0  # the only policeman is of the faction himself
    people, _, _ = sent(ties=[(0, j) for j in range(1, 10)], faction={i: 2 for i in range(10)}, police=(11,))
    assert np.flatnonzero(people.agent_tie == 11).tolist() == [0, 1, 2, 3, 4]  # with the agent six


def test_who_is_watched_and_how_much_of_the_trust_is_gone():
    def watched(one, at_work):
        return bool(may_be_watched(row(**one), row(agents_at_work=at_work)))
    assert watched({"faction": 1, "loosened": 0.0}, 1) and not watched({"faction": 1, "loosened": 0.0}, 0)
    assert not watched({"faction": 0, "loosened": 0.0}, 1) and watched({"faction": 0, "loosened": 0.05}, 0)

    def among(faction=1, at_work=1, near=True, agents=1, size=24):
        return does(sit_among, one=row(faction=faction), faction=row(faction_agents=agents, faction_size=size),
                    country=row(agents_at_work=at_work), agent_in_circle=near, p=P)
    assert among() == (1, about(0.25)) and among(near=False) == (0, about(0.25)) and among(agents=9) == (1, 1.0)
    assert among(faction=0) == among(at_work=0) == (0, 0.0) and among(agents=0, size=0) == (1, 0.0)
    assert among(agents=0.1, size=0) == (1, about(0.6))


def test_the_agent_whom_he_knows_is_in_his_circle():
    people = table(agent_tie=[1, NOBODY, 3, 0], faction=[2, 2, 2, 4])
    assert [bool(agent_in_circle(i, people)) for i in range(4)] == [True, False, False, False]
    assert not agent_in_circle(0, table(agent_tie=[NOBODY], faction=[2]))
    assert agent_in_circle(1, table(agent_tie=[NOBODY, 0], faction=[2, 2]))
    assert not agent_in_circle(1, table(agent_tie=[NOBODY, 0], faction=[3, 2]))

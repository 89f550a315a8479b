"""Agents who found: what police agents do inside card 13 under `agents:found`.

    an agent is a talker with want 1 and makes ties (work, .3) to 6 strangers a month;
    a stranger refuses if U < wary; recruiter = the person who brought one in, for founders themselves
"""

from __future__ import annotations

from unanimity.mechanisms.party.faction_slots import SMALLEST, free_slot
from unanimity.world.codes import AGENTS_FOUND, NOBODY, POLICE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import pick
from unanimity.world.tree import people_of


def any_agent(country):
    """Whether the police has any agents."""
    return country.agents_at_work != 0


def is_founding(one, cell):
    """Whether the person is an agent at liberty where agents found circles."""
    return one.agent != 0 and one.status < AT_LIBERTY_BELOW and cell.agents == AGENTS_FOUND


@pick(among="people", writes=("agent_tie", "agent_tie_month"), only=(any_agent, is_founding))
def approach(i, people, ties, tree, month, seed, p):
    """An agent makes acquaintances among strangers of his province, drawn by lot, unless they refuse."""
    low, high = people_of(tree.province[tree.cell_of[i]], tree)
    strangers = int(p.strangers)
    for number in range(strangers):
        j = low + int(uniform(seed, APPROACH, i, month * strangers + number) * (high - low))
        if is_stranger(j, i, people, ties) and uniform(seed, REFUSE, j, month) >= people.wary[j]:
            people.agent_tie[j], people.agent_tie_month[j] = i, month


@formula
def is_stranger(i, a, people, ties):
    """Whether the person is at liberty, unknown to the agent, and knows no agent."""
    if (i == a or people.status[i] >= AT_LIBERTY_BELOW or people.estate[i] == POLICE or people.agent[i] == 1
        or people.agent_tie[i] != NOBODY):
        return False
    for t in range(ties.start[a], ties.start[a + 1]):
        if int(ties.neighbour[t]) == i:
            return False
    return True


APPROACH, REFUSE, CALL_TOGETHER = 406, 407, 408  # streams


def may_call(one, cell):
    """Whether the person is a founding agent without a faction."""
    return one.agent != 0 and one.faction == 0 and one.status < AT_LIBERTY_BELOW and cell.agents == AGENTS_FOUND


@pick(among="people", writes=("faction", "recruiter", "faction_size", "factions_founded"), only=(any_agent, may_call),
      stream=CALL_TOGETHER)
def call_together(i, people, country, factions, tree, luck, p):
    """An agent without a faction founds one with acquaintances who talk, if enough come and a slot is free."""
    slot = free_slot(factions) if event(p.founding / p.circle, luck) else 0
    if slot == 0:
        return
    came = circle_of(i, 0, tree.people, people, slot, p.circle - 1.0)
    together = came + 1 >= SMALLEST
    for j in range(tree.people):
        if people.faction[j] == slot and together:
            people.recruiter[j] = j
        elif people.faction[j] == slot:
            people.faction[j] = 0
    if together:
        people.faction[i], people.recruiter[i] = slot, i
        factions.faction_size[slot] = came + 1
        country.factions_founded[0] += 1


@formula
def circle_of(a, first, last, people, slot, wanted):
    """Put up to `wanted` acquaintances who talk into the slot; how many came."""
    came = 0
    for i in range(first, last):
        if came >= wanted:
            break
        if (people.agent_tie[i] == a and people.talker[i] == 1 and people.faction[i] == 0
            and people.status[i] < AT_LIBERTY_BELOW):
            people.faction[i] = slot
            came += 1
    return came


# --- readings and sources ---------------------------------------------------------------------------------------------
# Readings the card leaves open. Card 14 (police/surveillance.py) defines how agents enter a faction, when they stand
# down and how long their ties last. People who knew an agent before know for whom he works: his initial ties draw
# nobody in and are not called to a circle, so only ties that he has made as an agent count, and a person who refuses
# every stranger never has an agent as recruiter. Strangers are drawn by keyed lot from the agent's province; the tie is
# used from next month on. A person has room for one such tie. An agent in no faction calls a circle together with the
# hazard of any talker, from the acquaintances who talk.
#
# Sources: 003 l.13882-13898, 17326-17343, 18803-18806 (the agent who builds what he will break).

"""Agents who found: what police agents do inside card 13 under `agents:found`.

    an agent is a talker with want 1 and makes ties (work, .3) to 6 strangers a month;
    a stranger refuses if U < wary; recruiter = who brought a person in, founders themselves

Readings the card leaves open. How agents come into a faction, when they stand down and how long their ties last is card
14's (police/surveillance.py). Who knew an agent before knows for whom he works: his ties from birth neither draw
anybody in nor call him to a circle, so that only ties he has made himself count, and who refuses every stranger never
has an agent for recruiter. Strangers are drawn by keyed lot from the agent's province; the tie is used from next month
on. A person has room for one such tie. An agent in no faction calls a circle together with the hazard of any talker,
out of those of his acquaintances who talk.

Sources: 003 l.13882-13898, 17326-17343, 18803-18806 (the agent who builds what he will break).
"""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import people_of
from unanimity.mechanisms.party.slots import SMALLEST, free_slot
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import within_world
from unanimity.world.words import AGENTS_FOUND, NOBODY, POLICE

STRANGERS = 6  # whom an agent approaches a month
LURE = 0.3 * 65535.0  # weight of a tie that an agent has made, as ties are stored
APPROACH, REFUSE, CALL_TOGETHER = 406, 407, 408  # streams
AGENTS = NUMBER_OF["agents"]


@formula
def is_stranger(i, a, base, status, estate, agent, agent_tie, tie_start, neighbour):
    """Somebody at liberty whom the agent does not know, and who knows no agent."""
    if i == a or status[i] >= AT_LIBERTY_BELOW or estate[i] == POLICE or agent[i] == 1 or agent_tie[i] != NOBODY:
        return False
    for t in range(tie_start[a], tie_start[a + 1]):
        if base + neighbour[t] == i:
            return False
    return True


@within_world(writes=("agent_tie", "agent_tie_month"))
def approach(first, last, base, unit_first, cells, month, seed, cell_of, province, child_first, child_last, cell_start,
             levers, agents_at_work, status, estate, wary, agent, agent_tie, agent_tie_month, tie_start, neighbour):
    """An agent makes the acquaintance of strangers who do not refuse."""
    if agents_at_work == 0:
        return
    for a in range(first, last):
        if agent[a] == 0 or status[a] >= AT_LIBERTY_BELOW:
            continue
        cell = cell_of[a - base]
        if levers[AGENTS, unit_first + cell] != AGENTS_FOUND:
            continue
        low, high = people_of(province[cell], cells, child_first, child_last, cell_start)
        for number in range(STRANGERS):
            i = base + low + int(uniform(seed, APPROACH, a - base, month * STRANGERS + number) * (high - low))
            if (is_stranger(i, a, base, status, estate, agent, agent_tie, tie_start, neighbour)
                    and uniform(seed, REFUSE, i - base, month) >= wary[i]):
                agent_tie[i], agent_tie_month[i] = a - base, month


@formula
def circle_of(a, first, last, base, status, talker, faction, agent_tie, slot, wanted):
    """Call up to `wanted` acquaintances who talk into the slot; how many came."""
    came = 0
    for i in range(first, last):
        if came >= wanted:
            break
        if (agent_tie[i] == a - base and talker[i] == 1 and faction[i] == 0 and status[i] < AT_LIBERTY_BELOW):
            faction[i] = slot
            came += 1
    return came


@within_world(writes=("faction", "recruiter", "faction_size", "factions_founded"))
def call_together(first, last, base, unit_first, w, month, seed, cell_of, levers, agents_at_work, faction_base, faction,
                  recruiter, faction_size, factions_founded, status, talker, agent, agent_tie, p):
    """An agent without a faction founds one with those of his acquaintances who talk."""
    if agents_at_work == 0:
        return
    for a in range(first, last):
        if (agent[a] == 0 or faction[a] > 0 or status[a] >= AT_LIBERTY_BELOW
                or levers[AGENTS, unit_first + cell_of[a - base]] != AGENTS_FOUND
                or not event(p.founding / p.circle, uniform(seed, CALL_TOGETHER, a - base, month))):
            continue
        slot = free_slot(faction_base, faction_size)
        if slot == 0:
            return
        came = circle_of(a, first, last, base, status, talker, faction, agent_tie, slot, p.circle - 1.0)
        together = came + 1 >= SMALLEST
        for i in range(first, last):
            if faction[i] == slot and together:
                recruiter[i] = i - base
            elif faction[i] == slot:
                faction[i] = 0
        if together:
            faction[a], recruiter[a] = slot, a - base
            faction_size[faction_base + slot] = came + 1
            factions_founded[w] += 1

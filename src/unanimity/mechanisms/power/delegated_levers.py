"""Delegated levers (card 23): the centre may move them by one step in every unit, within what was delegated.

A cap for a topic that says "as sanction_cap" counts as that cap. centre_session.py has the votes.
"""

from __future__ import annotations

from unanimity.world.formula import formula
from unanimity.world.levers import NUMBER_OF, TOPIC_CAPS

TIGHTER, FREER, BACK = 1, -1, 0  # what is proposed
CAP = NUMBER_OF["sanction_cap"]
FIRST_TOPIC, LAST_TOPIC = NUMBER_OF[f"sanction_cap.{TOPIC_CAPS[0]}"], NUMBER_OF[f"sanction_cap.{TOPIC_CAPS[-1]}"]
SIGN, LOWEST, HIGHEST, STEP, SINCE, UNTIL = range(6)  # the numbers of a delegation; sign 0: not delegated


@formula
def in_force(table, number, unit):
    """A lever's value at a unit; a topic's cap that is not set counts as the general one."""
    value = table[number, unit]
    if FIRST_TOPIC <= number <= LAST_TOPIC and value == 0.0:
        return table[CAP, unit] + 1.0  # 0 means "as sanction_cap", so the rungs begin at 1
    return value


@formula
def moved(value, base_value, proposal, sign, lowest, highest, step):
    """The value after one step: tighter or freer within what was delegated, or back towards base."""
    if proposal == BACK:
        if value < base_value:
            return min(value + step, base_value)
        return max(value - step, base_value)
    goal = value + proposal * sign * step
    if goal > value:
        return max(value, min(goal, highest))
    return min(value, max(goal, lowest))


@formula
def delegated_now(levers, number, month):
    """Whether the centre decides on that lever this month, for the next."""
    since, until = levers.delegated[number, SINCE], levers.delegated[number, UNTIL]
    return levers.delegated[number, SIGN] != 0.0 and since <= month and month + 1 < until


@formula
def direction_of(levers, month, proposal, unit_last):
    """+1 if carrying the proposal would make some lever tighter, -1 freer, 0 if nothing would move."""
    for number in range(levers.delegated.shape[0]):
        if not delegated_now(levers, number, month):
            continue
        held = levers.delegated[number]
        for unit in range(unit_last):
            value = in_force(levers.rows, number, unit)
            goal = moved(value, in_force(levers.base_rows, number, unit), proposal, held[SIGN], held[LOWEST],
                         held[HIGHEST], held[STEP])
            if goal != value:
                return 1 if (goal - value) * held[SIGN] > 0.0 else -1
    return 0


@formula
def carry_out(levers, month, proposal, unit_last):
    """Move every delegated lever by one step; returns the number of the first."""
    first = -1
    for number in range(levers.delegated.shape[0]):
        if not delegated_now(levers, number, month):
            continue
        held = levers.delegated[number]
        first = number if first < 0 else first
        for unit in range(unit_last):
            base_value = in_force(levers.base_rows, number, unit)
            goal = moved(in_force(levers.rows, number, unit), base_value, proposal, held[SIGN], held[LOWEST],
                         held[HIGHEST], held[STEP])
            value = levers.base_rows[number, unit] if goal == base_value else goal
            if levers.announced_rows[number, unit] == levers.rows[number, unit]:
                levers.announced_rows[number, unit] = value  # no other change is announced
            levers.rows[number, unit] = value
    return first


@formula
def give_back(levers, month, unit_last):
    """A lever that the centre no longer controls next month returns to the user's setting."""
    for number in range(levers.delegated.shape[0]):
        if levers.delegated[number, SIGN] != 0.0 and levers.delegated[number, UNTIL] == month + 1:
            for unit in range(unit_last):
                if levers.announced_rows[number, unit] == levers.rows[number, unit]:
                    levers.announced_rows[number, unit] = levers.base_rows[number, unit]
                levers.rows[number, unit] = levers.base_rows[number, unit]

"""The centre votes: how a motion is put to a small assembly (cards 4 and 23), and how a lever that it holds is moved.

A motion has a direction, +1 tighter or -1 freer; a member's agreement with it is his stance on *rule* times that
direction, and he dissents by card 5, in the rounds of card 4. It is carried if more than half do not dissent. One
decider alone goes by the sign of his own agreement. What zeal provokes in a member (card 13) is a reaction to the line and
not to the motion, so it is left out here.

A delegated lever is moved by one step in every unit, within what was delegated. A cap for a topic that says "as
sanction_cap" counts as that cap.
"""

from __future__ import annotations

from unanimity.mechanisms.people.meeting import company_of
from unanimity.mechanisms.people.voice import exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import effect, formula
from unanimity.world.levers import NUMBER_OF, TOPIC_CAPS
from unanimity.world.words import NOBODY, RULE_ISSUE, RULE_TOPIC

TIGHTER, FREER, BACK = 1, -1, 0  # what is proposed
CAP = NUMBER_OF["sanction_cap"]
FIRST_TOPIC, LAST_TOPIC = NUMBER_OF[f"sanction_cap.{TOPIC_CAPS[0]}"], NUMBER_OF[f"sanction_cap.{TOPIC_CAPS[-1]}"]
SIGN, LOWEST, HIGHEST, STEP, SINCE, UNTIL = range(6)  # what is kept of a delegation; sign 0: not delegated


@formula
def seen_from(t_first, t_last, seat_first, seat_last, ties, seats, raised, this_round):
    """Weight of a person's ties in a small assembly with a hand up before this round, and of all of them."""
    of_ties, all_ties = 0.0, 0.0
    for t in range(t_first, t_last):
        for k in range(seat_first, seat_last):
            if seats.sitting[k] == ties.neighbour[t]:
                all_ties += ties.weight[t]
                if 0 < raised[k] < this_round:
                    of_ties += ties.weight[t]
    return of_ties, all_ties


@formula
def assent_alone(agreement):
    """One decider goes by the sign of his agreement."""
    return agreement >= 0.0


@effect(writes=("objected",))
def put_to_vote(direction, ballot, din, people, units, country, seats, ties, tree, p_meeting, p_voice):
    """Hands against and members present; the round of each hand is kept in `objected`."""
    centre = tree.units - 1
    seat_first, seat_last = tree.seat_start[centre], tree.seats
    present, hands, before, alone = 0, 0, -1, NOBODY
    for k in range(seat_first, seat_last):
        seats.objected[k] = 0
        if seats.sitting[k] != NOBODY and people.status[int(seats.sitting[k])] < AT_LIBERTY_BELOW:
            present += 1
            alone = k
    if present == 1:
        if not assent_alone(people.stance[RULE_ISSUE, int(seats.sitting[alone])] * direction):
            seats.objected[alone] = 1
            hands = 1
        return hands, present
    exposure = exposure_of(ballot, p_voice)
    this_round = 1
    while this_round <= p_meeting.rounds and hands > before:
        before = hands
        for k in range(seat_first, seat_last):
            if seats.sitting[k] == NOBODY or seats.objected[k] != 0:
                continue
            i = int(seats.sitting[k])
            want = want_of(people.grievance[i], people.conviction[i], people.stance[RULE_ISSUE, i] * direction, p_voice)
            if people.status[i] >= AT_LIBERTY_BELOW or want <= p_voice.theta:
                continue
            of_ties, all_ties = 0.0, 0.0
            if before > 0:
                of_ties, all_ties = seen_from(ties.start[i], ties.start[i + 1], seat_first, seat_last, ties, seats,
                                              seats.objected, this_round)
            company = company_of(of_ties, all_ties, before, present, din, units.assoc[centre], p_meeting)
            urge = want * (1.0 - held_of(country.threat, people.conviction[i], people.estate[i], p_voice))
            price = price_of(people.fear[RULE_TOPIC, i], people.courage[i], exposure, units.sel[centre], p_voice)
            if speaks_up(urge, price, company, p_voice):
                seats.objected[k] = this_round
                hands += 1
        this_round += 1
    return hands, present


@formula
def is_carried(hands, present):
    """More than half of those present do not dissent."""
    return present > 0 and 2 * hands < present


@formula
def in_force(table, number, unit):
    """A lever's value at a unit, where a topic's cap that is not set stands for the general one."""
    value = table[number, unit]
    if FIRST_TOPIC <= number <= LAST_TOPIC and value == 0.0:
        return table[CAP, unit] + 1.0  # 0 stands for "as sanction_cap", so the rungs begin at 1
    return value


@formula
def moved(value, base_value, proposal, sign, lowest, highest, step):
    """Where one step takes a lever: tighter or freer within what was delegated, or back towards its base."""
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
                levers.announced_rows[number, unit] = value  # nothing else is announced: what binds is what is known
            levers.rows[number, unit] = value
    return first


@formula
def give_back(levers, month, unit_last):
    """A lever that is no longer the centre's next month stands at the user's setting again."""
    for number in range(levers.delegated.shape[0]):
        if levers.delegated[number, SIGN] != 0.0 and levers.delegated[number, UNTIL] == month + 1:
            for unit in range(unit_last):
                if levers.announced_rows[number, unit] == levers.rows[number, unit]:
                    levers.announced_rows[number, unit] = levers.base_rows[number, unit]
                levers.rows[number, unit] = levers.base_rows[number, unit]

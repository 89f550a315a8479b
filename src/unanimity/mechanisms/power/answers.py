"""What the centre has to say to the risen (card 24): food, shots, insults, a concession that lapses."""

from __future__ import annotations

from unanimity.mechanisms.police.cases import die, strike
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.columns.declare import FIXED16
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.words import ANSWER_AUTO, ASSAULT, BANNED, IN_REVOLT, LEGAL, RULE_TOPIC, THE_RISING

NOT_RISEN = 0  # value of `in_revolt`
KILLED, CAUGHT = 562, 563  # streams
MARKET, PARTIES = NUMBER_OF["market"], NUMBER_OF["association.parties"]
FACTIONS = NUMBER_OF["association.factions"]
HALF_A_MONTH = 0.5  # of need, in store: then it feeds
WHOLE = 1.0 / FIXED16  # a whole need, as stored


@formula
def in_store(u, unit_first, cells, child_first, child_last, stock):
    """What the districts of a province hold."""
    low, high = u, u + 1
    while child_first[low] >= cells:
        low, high = child_first[low], child_last[high - 1]
    total = 0.0
    for d in range(low, high):
        total += stock[unit_first + d]
    return total, low, high


@formula
def month_need_of(first_cell, last_cell, unit_first, need):
    """What the cells of a province need in a month."""
    total = 0.0
    for c in range(first_cell, last_cell):
        total += need[unit_first + c]
    return total


@formula
def meal_of(named, held, month_need):
    """Food that the centre means to send, below 0 where its answer is another: the lever's months of need, or by itself
    half a month where the stores hold more than that."""
    if named >= 1000.0:
        return (named % 1000.0) * month_need
    return HALF_A_MONTH * month_need if named == ANSWER_AUTO and held > HALF_A_MONTH * month_need else -1.0


@formula
def feed(low, high, unit_first, districts_first, districts_last, food, first_cell, last_cell, stock, eaten, need, status,
         risen, in_revolt, striking, grievance, hunger, deficit, memory, p):
    """A trainload of food: out of the stores and eaten, head by head; who is on strike or has risen calms down.

    `risen`: this month's rising is over, so that `in_revolt` is this month's. What a meal is worth is what card 1 makes of it: a month's deficit less. With more than a month's need people eat up
    what they have gone without.
    """
    held = 0.0
    for d in range(districts_first, districts_last):
        held += stock[unit_first + d]
    given, wanted = min(held, food), month_need_of(first_cell, last_cell, unit_first, need)
    portion = given / wanted if wanted > 0.0 else 0.0
    for d in range(districts_first, districts_last):
        stock[unit_first + d] *= 1.0 - given / held if held > 0.0 else 1.0
    for u in range(first_cell, last_cell):
        eaten[unit_first + u] += portion * need[unit_first + u]
    for i in range(low, high):
        if status[i] >= AT_LIBERTY_BELOW:
            continue
        hunger[i] = clip(hunger[i] - (1.0 - memory) * portion)
        deficit[i] = int(positive(deficit[i] - portion * WHOLE))
        if striking[i] > 0 or (risen and in_revolt[i] != NOT_RISEN):
            grievance[i] = clip(grievance[i] - p.relief)


@formula
def assault(low, high, base, obey, month, seed, in_revolt, status, death, death_month, blow, blow_topic,
            warrant, log, p):
    """The troops shoot and take prisoners, as far as they obey. Returns how many died."""
    dead = 0
    for i in range(low, high):
        if in_revolt[i] != NOT_RISEN and status[i] < AT_LIBERTY_BELOW:
            if event(p.killing * p.force * obey, uniform(seed, KILLED, i - base, month)):
                die(i, IN_REVOLT, ASSAULT, month, status, death, death_month, log)
                strike(i, 7, RULE_TOPIC, blow, blow_topic)
                dead += 1
            elif event(p.capture * p.force * obey, uniform(seed, CAUGHT, i - base, month)):
                warrant[i] = THE_RISING
    return dead


@formula
def insult_all(first_cell, last_cell, unit_first, assoc, insult):
    """Insulted as far as nobody negotiates for them."""
    for u in range(first_cell, last_cell):
        insult[unit_first + u] = 1.0 - assoc[unit_first + u]


@formula
def concede(unit_first, unit_last, levers):
    """The rebels' economic demand is granted and the political door closed in the same session."""
    for unit in range(unit_first, unit_last):
        levers[MARKET, unit] = min(float(LEGAL), levers[MARKET, unit] + 1.0)
        levers[PARTIES, unit] = max(float(BANNED), levers[PARTIES, unit] - 1.0)
        levers[FACTIONS, unit] = max(float(BANNED), levers[FACTIONS, unit] - 1.0)


@formula
def lapse(unit_first, unit_last, levers, base_levers):
    """The concession is over: the levers are again the user's."""
    for unit in range(unit_first, unit_last):
        levers[MARKET, unit] = base_levers[MARKET, unit]
        levers[PARTIES, unit] = base_levers[PARTIES, unit]
        levers[FACTIONS, unit] = base_levers[FACTIONS, unit]

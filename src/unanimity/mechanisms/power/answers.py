"""What the centre has to say to the risen (card 24): food, shots, insults, a concession that lapses."""

from __future__ import annotations

from unanimity.mechanisms.police.cases import die, strike
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.words import ASSAULT, BANNED, IN_REVOLT, LEGAL, RULE_TOPIC, THE_RISING

NOT_RISEN = 0  # value of `in_revolt`
KILLED, CAUGHT = 562, 563  # streams
MARKET, PARTIES = NUMBER_OF["market"], NUMBER_OF["association.parties"]
FACTIONS = NUMBER_OF["association.factions"]


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
def feed(low, high, unit_first, districts_first, districts_last, food, first_cell, last_cell, stock, eaten, need, in_revolt,
         striking, grievance, p):
    """A trainload of food: out of the stores, eaten, and the risen calm down."""
    held = 0.0
    for d in range(districts_first, districts_last):
        held += stock[unit_first + d]
    given = min(held, food)
    if held > 0.0:
        for d in range(districts_first, districts_last):
            stock[unit_first + d] *= 1.0 - given / held
        wanted = 0.0
        for u in range(first_cell, last_cell):
            wanted += need[unit_first + u]
        for u in range(first_cell, last_cell):
            eaten[unit_first + u] += given * need[unit_first + u] / max(wanted, 1e-12)
    for i in range(low, high):
        if in_revolt[i] != NOT_RISEN or striking[i] > 0:
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

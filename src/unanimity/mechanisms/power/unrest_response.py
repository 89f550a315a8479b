"""The centre's response to unrest (card 24): food, force, insults, or a concession that lapses."""

from __future__ import annotations

from unanimity.mechanisms.police.cases import die, strike
from unanimity.world.codes import AN_ORDER, ANSWER_AUTO, ASSAULT, BANNED, IN_REVOLT, LEGAL, RULE_TOPIC, THE_RISING
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.columns.declare import FIXED16
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.tree import people_of

NOT_RISEN = 0  # value of `in_revolt`
NOTHING, FOOD, FORCE, THREAT = 0, 1, 2, 3
KILLED, CAUGHT = 562, 563  # streams
ENVOYS = 3  # rebels whom envoys have jailed
HALF_A_MONTH = 0.5  # of need: the centre feeds if the stores hold more
WHOLE = 1.0 / FIXED16  # a whole need, as stored


@formula
def in_store(u, tree, units):
    """What the districts of a province have in store."""
    low, high = u, u + 1
    while tree.child_first[low] >= tree.cells:
        low, high = tree.child_first[low], tree.child_last[high - 1]
    total = 0.0
    for d in range(low, high):
        total += units.stock[d]
    return total, low, high


@formula
def month_need_of(first_cell, last_cell, units):
    """What the cells of a province need in a month."""
    total = 0.0
    for c in range(first_cell, last_cell):
        total += units.need[c]
    return total


@formula
def held_in_store(unit, units, tree):
    """What the districts of a province have in store."""
    return in_store(unit, tree, units)[0]


@formula
def month_need(unit, units, tree):
    """What the cells of the province need in a month."""
    _, d_low, d_high = in_store(unit, tree, units)
    return month_need_of(tree.child_first[d_low], tree.child_last[d_high - 1], units)


@formula
def meal_of(named, held, month_need):
    """The food that the centre will send; below 0 if it responds otherwise.

    It is the lever's months of need; under auto half a month of need, where the stores hold more than that.
    """
    if named >= 1000.0:
        return (named % 1000.0) * month_need
    return HALF_A_MONTH * month_need if named == ANSWER_AUTO and held > HALF_A_MONTH * month_need else -1.0


@formula(writes=("grievance", "hunger", "deficit", "stock", "eaten", "fed"))
def feed(low, high, districts_first, districts_last, food, first_cell, last_cell, units, people, risen, memory, p):
    """A trainload of food is taken from the stores and eaten; strikers and rebels calm down.

    `risen` says that this month's rising is over, so that `in_revolt` is this month's. A meal has the effect that card
    1 gives it: it reduces a month's deficit. With more than a month's need people make up for earlier deficits.
    """
    held = 0.0
    for d in range(districts_first, districts_last):
        held += units.stock[d]
    given, wanted = min(held, food), month_need_of(first_cell, last_cell, units)
    portion = given / wanted if wanted > 0.0 else 0.0
    for d in range(districts_first, districts_last):
        units.stock[d] *= 1.0 - given / held if held > 0.0 else 1.0
    for u in range(first_cell, last_cell):
        units.eaten[u] += portion * units.need[u]
    for i in range(low, high):
        if people.status[i] >= AT_LIBERTY_BELOW:
            continue
        people.hunger[i] = clip(people.hunger[i] - (1.0 - memory) * portion)
        people.deficit[i] = int(positive(people.deficit[i] - portion * WHOLE))
        if people.striking[i] > 0 or (risen and people.in_revolt[i] != NOT_RISEN):
            people.grievance[i] = clip(people.grievance[i] - p.relief)


@formula(writes=("warrant",))
def assault(low, high, obey, month, seed, people, log, p):
    """The troops shoot and take prisoners, as far as they obey; returns how many died."""
    dead = 0
    for i in range(low, high):
        if people.in_revolt[i] != NOT_RISEN and people.status[i] < AT_LIBERTY_BELOW:
            if event(p.killing * p.force * obey, uniform(seed, KILLED, i, month)):
                die(i, IN_REVOLT, ASSAULT, month, people, log)
                strike(i, 7, RULE_TOPIC, people)
                dead += 1
            elif event(p.capture * p.force * obey, uniform(seed, CAUGHT, i, month)):
                people.warrant[i] = THE_RISING
    return dead


@formula
def send_food(unit, food, risen, memory, people, units, tree, month, p):
    """Send the food, if that is the response; `risen` says that this month's rising is over."""
    if food < 0.0:
        return
    low, high = people_of(unit, tree)
    _, d_low, d_high = in_store(unit, tree, units)
    feed(low, high, d_low, d_high, food, tree.child_first[d_low], tree.child_last[d_high - 1], units, people, risen,
         memory, p)
    units.fed[unit] = month


@formula(writes=("insult", "warrant"))
def send_envoys(unit, people, units, tree):
    """Envoys insult the people, less where independent bodies negotiate, and have some of the rebels jailed."""
    low, high = people_of(unit, tree)
    _, d_low, d_high = in_store(unit, tree, units)
    for cell in range(tree.child_first[d_low], tree.child_last[d_high - 1]):
        units.insult[cell] = 1.0 - units.assoc[cell]
    jailed = 0
    for i in range(low, high):
        if people.in_revolt[i] != NOT_RISEN and jailed < ENVOYS:
            people.warrant[i] = AN_ORDER
            jailed += 1


@formula(writes=("crushed",))
def carry_out(unit, how, food, memory, people, units, country, tree, month, seed, log, p):
    """The centre's response to a province that has risen."""
    if how == FOOD:
        send_food(unit, food, True, memory, people, units, tree, month, p)
    elif how == FORCE:
        low, high = people_of(unit, tree)
        if assault(low, high, units.reliability[unit], month, seed, people, log, p) > 0:
            country.crushed[0] = 1
    elif how == THREAT:
        send_envoys(unit, people, units, tree)


@formula
def concede(unit, levers, tree):
    """Everywhere the market becomes one step freer, and parties and factions one step less free."""
    for u in range(tree.units):
        levers.market[u] = min(float(LEGAL), levers.market[u] + 1.0)
        levers.association_parties[u] = max(float(BANNED), levers.association_parties[u] - 1.0)
        levers.association_factions[u] = max(float(BANNED), levers.association_factions[u] - 1.0)


@formula
def lapse(unit, levers, tree):
    """Everywhere the levers return to the user's setting."""
    for u in range(tree.units):
        levers.market[u] = levers.base_market[u]
        levers.association_parties[u] = levers.base_association_parties[u]
        levers.association_factions[u] = levers.base_association_factions[u]

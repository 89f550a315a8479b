"""The market of a province (card 1): what cards left over and villages can spare is bought by those who miss something."""

from __future__ import annotations

from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import each_unit, over_units
from unanimity.world.words import BANNED, LEGAL


@formula
def months_to_harvest(calendar):
    """Months that what is there must last: 12 in August, 1 in July."""
    return float((7 - calendar) % 12 + 1)


@formula
def market_of(market, policing, p):
    """The share of a surplus that reaches the hungry."""
    if market == LEGAL:
        return p.legal
    return (p.banned if market == BANNED else p.tolerated) * (1.0 - p.policing * policing)


@formula
def spared(village, granary, food, seed):
    """What a village can part with: grain beyond its food until the next harvest and beyond its seed."""
    return positive(granary - food - seed) if village != 0 else 0.0


@formula
def dealt(reach, surplus, months, deficit):
    """The share of what is missing that trade brings: of a store that must last so many months, a month's part."""
    return reach * surplus / months / deficit if deficit > 0.0 else 0.0


@each_unit(writes="supply", order="provinces")
def open_market(offered):
    """A province's market begins with what was sold before."""
    return offered


@over_units(to="province", writes="supply", adds=True)
def bring(left_over, village, granary, need, seed_due, calendar):
    """What cards left of a pool, and what a village can spare."""
    return left_over + spared(village, granary, (months_to_harvest(calendar) - 1.0) * need, seed_due)


@over_units(to="province", writes="lacking")
def lack(missing):
    """What the people of the province miss."""
    return missing


@each_unit(writes=("bought", "sale", "traded", "made", "eaten"))
def trade(missing, reach, assoc, traded, made, eaten, province_supply, province_lacking, calendar, p):
    """The hungry buy of what others can spare, as far as the law lets it reach them, and of their own co-operatives."""
    dealing = dealt(reach, province_supply, months_to_harvest(calendar), province_lacking)
    common = p.cooperation * assoc
    bought = min(1.0, dealing + common)
    got = missing * bought
    helped = got * common / (dealing + common) if common > 0.0 else 0.0
    return bought, got - helped, traded + (got - helped), made + helped, eaten + got


@over_units(to="province", writes="sales")
def sell(sale):
    """What was bought in the province."""
    return sale


@each_unit(writes=("unsold", "offered"), order="provinces")
def close_market(offered, supply, sales):
    """The share of the supply that nobody bought."""
    unsold = clip(1.0 - sales / supply) if supply > 0.0 else 1.0  # sums of next to nothing may lie below it
    return unsold, offered * unsold


@each_unit(writes="granary")
def part_with(granary, village, need, seed_due, province_unsold, calendar):
    """A village gives of its granary what was bought of it."""
    food = (months_to_harvest(calendar) - 1.0) * need
    return granary - (1.0 - province_unsold) * spared(village, granary, food, seed_due)


@over_units(to="parent", writes="stock", adds=True)
def give_back(left_over, province_unsold):
    """Leavings that nobody bought return to the district's stock."""
    return province_unsold * left_over

"""The market (card 1): people who lack food buy what ration cards left over and what villages can spare.

Each province has a market of its own, and the share fr*goods of every province's supply is carried to one market of
the country; goods is the remaining capacity of industry and railways (003 l.7029-7030). People buy in proportion to
what they lack and can pay for (entitlements: Sen 1981); m is 1 in towns, where there are wages and things to barter,
and mv in villages:

    bought_i = gap_i * min(1, m * reach * ((1 - fr*goods) * supply_r / lacking_r + fr*goods * supply / lacking)
               / months to harvest + coop * assoc),   lacking = sum of m*gap, of the province and of the country
"""

from __future__ import annotations

from unanimity.world.codes import BANNED, LEGAL
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import each, total


@each("province", writes="supply")
def open_market(offered):
    """A province's market begins the month with the grain that was sold before and not yet bought."""
    return offered


@total(of="cell", to="province", writes="supply", fold="added")
def bring(left_over, village, granary, need, seed_due, calendar):
    """What ration cards left of a pool, and what a village can spare."""
    return left_over + spared(village, granary, (months_to_harvest(calendar) - 1.0) * need, seed_due)


@formula
def months_to_harvest(calendar):
    """Months for which the store must last: 12 in August, 1 in July."""
    return float((7 - calendar) % 12 + 1)


@formula
def spared(village, granary, food, seed):
    """What a village can spare: grain beyond its food until the next harvest and beyond its seed."""
    return positive(granary - food - seed) if village != 0 else 0.0


@total(of="cell", to="province", writes="lacking")
def lack(missing, village, p):
    """What the people of the province lack and can pay for."""
    return missing * means_of(village, p)


@formula
def means_of(village, p):
    """What a place can pay with for what it lacks.
    Towns have wages and things to barter; a village that lacks bread has lost what it would sell."""
    return 1.0 if village == 0 else p.means


@total(of="province", to="centre", writes=("supply", "lacking"))
def add_up_provinces(supply, lacking):
    """What the whole country could sell, and what it lacks and can pay for."""
    return supply, lacking


@each("cell", writes=("bought", "sale", "sale_afar", "traded", "made", "eaten"))
def trade(unit, province, centre, country, calendar, p):
    """The hungry buy what their province and the rest of the country can spare, or eat from their co-operatives."""
    months, carried = months_to_harvest(calendar), p.carried * country.goods_made
    able = means_of(unit.village, p) * unit.reach
    near = dealt(able, (1.0 - carried) * province.supply, months, province.lacking)
    afar = dealt(able, carried * centre.supply, months, centre.lacking)
    common = p.cooperation * unit.assoc
    total = near + afar + common
    got = unit.missing * min(1.0, total)
    each = got / total if total > 0.0 else 0.0
    helped = each * common
    return (min(1.0, total), each * near, each * afar, unit.traded + (got - helped), unit.made + helped,
            unit.eaten + got)


@formula
def dealt(reach, surplus, months, deficit):
    """The share of the lack that trade meets. A store that must last several months offers one month's part of it."""
    return reach * surplus / months / deficit if deficit > 0.0 else 0.0


@total(of="cell", to="province", writes="sales")
def sell(sale):
    """What was bought on the province's own market."""
    return sale


@total(of="cell", to="centre", writes="sales_afar")
def sell_afar(sale_afar):
    """What was bought on the country's market."""
    return sale_afar


@each("province", writes=("unsold", "offered"))
def close_market(offered, supply, sales, centre_supply, centre_sales_afar):
    """The share of the supply that nobody bought, here or elsewhere.
    Every province provides for sales to the rest of the country in proportion to its supply."""
    sent = centre_sales_afar / centre_supply if centre_supply > 0.0 else 0.0
    unsold = clip(1.0 - sent - sales / supply) if supply > 0.0 else 1.0  # rounding of tiny sums can make it negative
    return unsold, offered * unsold


@each("cell", writes="granary")
def part_with(granary, village, need, seed_due, province_unsold, calendar):
    """A village hands over what was bought of its granary."""
    food = (months_to_harvest(calendar) - 1.0) * need
    return granary - (1.0 - province_unsold) * spared(village, granary, food, seed_due)


@total(of="cell", to="parent", writes="stock", fold="added")
def give_back(left_over, province_unsold):
    """What ration cards left over and nobody bought returns to the district's stock."""
    return province_unsold * left_over


@formula
def market_of(market, policing, p):
    """The share of a surplus that reaches the hungry by trade."""
    if market == LEGAL:
        return p.legal
    return (p.banned if market == BANNED else p.tolerated) * (1.0 - p.policing * policing)


# --- readings and sources ---------------------------------------------------------------------------------------------
# The supply of a province is grain sold, granaries above need until the next harvest and above the seed still to be
# sown, and what ration cards left of the pools. A supply is a store and a deficit is that of one month, so a month
# offers the store divided by the months for which it must last. What is bought is taken from the three in proportion,
# and the rest goes back: sold grain stays on the market, leavings return to the district's stock.
#
# `reach` is what law and police leave of trade: people carried flour by rail until detachments took the sacks at the
# stations (003 l.7024-7036). Provinces that grow less than they eat live by the second term.

"""Requisition: grain by force.

Take what the report says is there; what is taken this year is not sown next year. For each village:

    surplus  = harvest as the centre believes it - 12 * people
    believed = report * (report of the centre / sum of all cells' reports)
    quota    = max(q * surplus+, tax * harvest) under seizure, tax * harvest under tax,
               min(tax * harvest, price * (harvest - 12 * people - seed)+) under purchase
    hidden   = hid * (1 - f) * harvest
    take     = min(quota, f * (harvest - hidden)), a sixth of it in each of months 9-2
    sold     = [market not banned] * price * (harvest - take - 12 * people - seed - hidden)+, in the same months
    sown'    = clip(sown * (1 - eps * (take/harvest - tax)+ + g * price * goods) + rc * (1 - sown), .2, 1), in month 2
    seed     = min(sd * full harvest * sown', sp * granary), out of the granary in month 2; a village that lacks seed
               sows as far as it goes, and at least the share `th` of what it wished
    by order (common c, 0 or 1: bread/collectives.py): sown' = (1 - c) * sown' + c * max(1, pl), pl the plan of card 2;
               sp' = sp + (1 - sp) * c, hidden * (1 - c), f' = f + (1 - f) * c
    harvest  = full harvest * yield * min(1, sown) * labour * (1 - li * min(c, 1 - plots)) * (1 - dr * (1 - herd))
               * (1 - (1 - th) * c * (share of the seed that is lacking)), in month 8; the share ke of the old grain is
               still there
    q'       = clip(q + gam * (1 + 2 C (.5 - horizon)) * shortfall * [seize] - qr * (q - q0) * [shortfall < .1], 0, 2),
               in month 9; minus `del` once when a concession is made; plus q0(new) - q0(old) at once when the market is
               banned or freed
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.bread.collectives import TURN, collectivise, listless_of, tilled_of
from unanimity.world.codes import BANNED, LEGAL, PURCHASE, RAISE_PRICE, SEIZE, SEIZURE, TAKE_TAX, TAX, VACANT
from unanimity.world.draws import exponential, logarithm, uniform
from unanimity.world.formula import formula, positive
from unanimity.world.rules import Mechanism, each, procedure, total
from unanimity.world.spans import Span


@each("country", writes=("pressure", "price_raised", "pressure_ordered"))
def press_harder(pressure, price_raised, pressure_ordered, urban_shortfall, concentration, horizon, conceded,
                 centre_begun, centre_market, centre_shortfall_response, calendar, p):
    """Once a year the centre answers the towns' shortage: by force, by a higher price or not at all."""
    first = first_pressure(centre_market, p)
    if centre_begun == 0:
        return first, 0.0, first
    # an order that bans or frees trade shifts the pressure at once
    pressure = min(2.0, max(0.0, pressure + (first - pressure_ordered)))
    if conceded != 0:
        pressure = max(0.0, pressure - p.relenting)
    if calendar != SEASON:
        return pressure, price_raised, first
    change = 0.0
    if centre_shortfall_response == SEIZE:
        change += p.pressing * (1.0 + 2.0 * concentration * (0.5 - horizon)) * urban_shortfall
    if urban_shortfall < p.felt:
        change -= p.return_rate * (pressure - first)
    elif centre_shortfall_response == RAISE_PRICE and urban_shortfall > p.felt:
        price_raised = min(HIGHEST_PRICE, price_raised + PRICE_STEP)
    return min(2.0, max(0.0, pressure + change)), price_raised, first


@formula
def first_pressure(market, p):
    """`q0`: the pressure at which the country starts, by the state of the market."""
    return p.pressure_banned if market == BANNED else (p.pressure_legal if market == LEGAL else p.pressure_tolerated)


@procedure("country",
           writes=("begun", "inhabitants", "full_harvest", "harvest", "granary", "seed_due", "season_take", "stock",
                   "offered", "brought", "farm_turn", "common"))
def lay_stores(people, units, country, tree, levers, on, seed, p):
    """In the first month: how many live where, what their fields can bear, and what last season took and left.

    This is a procedure: it runs once in a world's life, and what one village has depends twice on the sum over all.
    """
    if units.begun[tree.units - 1] != 0:
        return
    units.begun[tree.units - 1] = 1
    everybody, rural = 0.0, 0.0
    for unit in range(tree.cells):
        born = 0.0
        for i in range(tree.cell_start[unit], tree.cell_start[unit + 1]):
            born += 1.0 if people.status[i] != VACANT else 0.0
        units.inhabitants[unit] = born
        everybody += born
        rural += born if units.village[unit] != 0 else 0.0
    for unit in range(tree.cells):
        if units.village[unit] == 0:
            continue
        born = units.inhabitants[unit]
        units.farm_turn[unit] = uniform(seed, TURN, unit, 0)
        common = 1.0 if units.farm_turn[unit] < levers.collective_farms[unit] else 0.0
        units.common[unit] = common  # farms that stand at the start have driven nobody
        units.full_harvest[unit] = p.fertility / p.normal_sowing / (1.0 - p.seed) * YEAR * everybody * born / rural
        if not on.requisition:
            continue
        crop = units.full_harvest[unit] * units.sown[unit]
        market, kept = levers.market[unit], seed_of(units.full_harvest[unit], units.sown[unit], p)
        price = price_of(levers.price[unit], market, 0.0, 0.0, p)
        take = take_of(quota_of(levers.procurement[unit], country.pressure, price, crop, crop, born, kept, p), crop, p,
                       common)
        sale = sale_of(market, price, crop, take, born, kept, p, common)
        units.harvest[unit], units.season_take[unit], units.seed_due[unit] = crop, take, kept
        units.granary[unit] = LEFT_IN_JANUARY * (crop - take - sale)
        units.stock[tree.parent[unit]] += LEFT_IN_JANUARY * take
        units.offered[tree.province[unit]] += LEFT_IN_JANUARY * sale
        units.brought[unit] = LEFT_IN_JANUARY * crop


@formula
def price_of(price, market, shortfall_response, price_raised, p):
    """The state's price of grain: the lever's, or else 0, `pt` or 1 by the market; plus what shortages added."""
    by_market = 0.0 if market == BANNED else (1.0 if market == LEGAL else p.tolerated_price)
    paid = price if price >= 0.0 else by_market
    return min(HIGHEST_PRICE, paid + price_raised) if shortfall_response == RAISE_PRICE else paid


@formula
def hidden_of(harvest, p, common=0.0):
    """What a village hides: the less, the more force there is to search; nothing can be hidden on the common floor."""
    return p.concealable * (1.0 - p.force) * (1.0 - common) * harvest


@formula
def spare_of(harvest, people, seed):
    """What a village has beyond its food and its seed."""
    return positive(harvest - YEAR * people - seed)


@formula
def seed_of(full_harvest, sown, p):
    """The seed grain that the sown fields need."""
    return p.seed * full_harvest * sown


@formula
def quota_of(procurement, pressure, price, reported, harvest, people, seed, p):
    """What is demanded of a village for the season, or bought from it."""
    due = p.tax * harvest
    if procurement == PURCHASE:
        return min(due, price * spare_of(harvest, people, seed))
    return max(pressure * positive(reported - YEAR * people), due) if procurement == SEIZURE else due


@formula
def take_of(quota, harvest, p, common=0.0):
    """What force can collect of the quota. On the common floor the state takes its part before anybody is paid."""
    return min(quota, (p.force + (1.0 - p.force) * common) * (harvest - hidden_of(harvest, p, common)))


@formula
def sale_of(market, price, harvest, take, people, seed, p, common=0.0):
    """Where sale is allowed: what the village sells of what is left after food, seed and hiding."""
    spare = spare_of(harvest - take - hidden_of(harvest, p, common), people, seed)
    return 0.0 if market == BANNED else min(spare, price * spare)


@each("cell", writes=("harvest", "granary", "seed_due", "grown", "lost"))
def reap(unit, calendar, p):
    """The August harvest depends on the area sown, on the year's yield and on the people at work (not those at war)."""
    if unit.village == 0 or calendar != HARVEST:
        return unit.harvest, unit.granary, unit.seed_due, unit.grown, unit.lost
    crop = unit.full_harvest * unit.yielded * min(1.0, unit.sown) * unit.work * (1.0 - unit.withdrawn) * unit.present
    crop = crop / max(unit.inhabitants, 1.0) * worth_of_hands(unit.present, unit.inhabitants, p)
    crop *= (1.0 - listless_of(unit.common, unit.plots, p)) * tilled_of(unit.herd, p) * unit.seeded
    return (crop, p.keeping * unit.granary + crop, seed_of(unit.full_harvest, unit.sown, p), unit.grown + crop,
            unit.lost + (1.0 - p.keeping) * unit.granary)


@formula
def worth_of_hands(present, inhabitants, p):
    """Output per worker of a village: lower where more people than usual work the same land."""
    hands = present / max(inhabitants, 1.0)
    return 1.0 if hands <= 1.0 else exponential((p.returns - 1.0) * logarithm(hands))


@each("cell", writes=("take_due", "sale_due", "season_take"))
def demand(unit, centre, country, on, calendar, p):
    """In September the quota is set from the report, and the village decides what it will sell."""
    if unit.village == 0 or calendar != SEASON:
        return unit.take_due, unit.sale_due, unit.season_take
    procurement, common = unit.procurement, unit.common
    if unit.shortfall_response == TAKE_TAX and country.urban_shortfall > p.felt and procurement == SEIZURE:
        procurement = float(TAX)
    reported = unit.harvest
    if on.reporting:
        reported = believed_of(unit.report_harvest, centre.report_harvest, centre.fields_told)
    paid = price_of(unit.price, unit.market, unit.shortfall_response, country.price_raised, p)
    quota = quota_of(procurement, country.pressure, paid, reported, unit.harvest, unit.present, unit.seed_due, p)
    take = take_of(quota, unit.harvest, p, common)
    sale = sale_of(unit.market, paid, unit.harvest, take, unit.present, unit.seed_due, p, common)
    return take / 6.0, sale / 6.0, 0.0


@formula
def believed_of(told, told_by_all, added_up):
    """A village's harvest as the centre believes it: the levels above have inflated all reports by the same factor."""
    return told * (told_by_all / added_up if added_up > 0.0 else 1.0)


@each("cell", writes=("month_take", "sold", "granary", "season_take", "taken"))
def collect(take_due, sale_due, granary, season_take, taken, calendar):
    """From September to February a sixth of the season's requisition and sales each month, while the granary lasts."""
    if SOWING < calendar < SEASON:
        return 0.0, 0.0, granary, season_take, taken
    take = min(granary, take_due)
    sale = min(granary - take, sale_due)
    return take, sale, granary - take - sale, season_take + take, taken + take


@each("cell", writes=("sown", "seeded", "granary", "seed_due", "lost"))
def sow(unit, country, calendar, p, p_reporting):
    """In February, when the season's requisition is known, the village sows what it wishes, as far as its seed goes."""
    if unit.village == 0 or calendar != SOWING:
        return unit.sown, unit.seeded, unit.granary, unit.seed_due, unit.lost
    share_taken = unit.season_take / unit.harvest if unit.harvest > 0.0 else 0.0
    paid = price_of(unit.price, unit.market, unit.shortfall_response, country.price_raised, p)
    goods, common = unit.goods if unit.goods >= 0.0 else country.goods_made, unit.common
    wished = sowing_of(min(1.0, unit.sown), share_taken, paid, goods, p)
    wished = (1.0 - common) * wished + common * max(1.0, p_reporting.plan)  # by order: the whole plan, and more
    sown, seed, thick = sown_with(wished, unit.granary, seed_of(unit.full_harvest, 1.0, p), p, common)
    return sown, thick, unit.granary - seed, 0.0, unit.lost + seed


@formula
def sowing_of(sown, share_taken, price, goods, p):
    """The share of its fields that a village wishes to sow, given the share of its harvest that was taken."""
    grown = sown * (1.0 - p.discouragement * positive(share_taken - p.tax) + p.encouragement * price * goods)
    return min(1.0, max(p.least_sown, grown + p.regrowth * (1.0 - sown)))


@formula
def sown_with(wished, granary, all_fields, p, common=0.0):
    """What is sown, the seed that it costs, and the relative yield of the crop.
    A village sows what it wishes as far as its own seed goes, and more thinly beyond it. Where the plan decides, all of
    the planned area is sown, and the crop is thin."""
    if all_fields <= 0.0:
        return wished, 0.0, 1.0
    seed = min(all_fields * wished, (p.spared + (1.0 - p.spared) * common) * granary)
    least = p.thinly + (1.0 - p.thinly) * common
    sown = max(p.least_sown, max(least * wished, seed / all_fields))
    return sown, seed, 1.0 - (1.0 - p.thinly) * common * positive(1.0 - seed / (all_fields * sown))


@total(of="cell", to="parent", writes="stock", fold="added")
def deliver(month_take):
    """Requisitioned grain goes to the stock of the district."""
    return month_take


@total(of="cell", to="province", writes="offered", fold="added")
def bring_to_market(sold):
    """Sold grain goes to the market of the province."""
    return sold


@each("cell", writes=("sown", "harvest", "granary", "month_take", "season_take", "sold"))
def plenty(full_harvest):
    """Without the card the fields are sown, nothing is requisitioned, and pools hold what is needed (card 1)."""
    return 1.0, full_harvest, 0.0, 0.0, 0.0, 0.0


class Requisition(NamedTuple):
    """What is demanded, what force can collect, and how the village responds."""

    fertility: Annotated[float, Span(
        "normal harvest without its seed per yearly need, at normal sowing", 1, 1.6,
        "72-80 M t less a seventh for seed and a fifth for beasts, for 140 M people at .23 t (general)",
        unit="years of need", symbol="fert")] = 1.4
    return_rate: Annotated[float, Span(
        "return of the pressure to its first value", 0, 0.5, "assumed", unit="a year", symbol="qr")] = 0.1
    pressure_banned: Annotated[float, Span(
        "share of the reported surplus demanded where the market is banned", 0, 2,
        "assumed; quotas taken above surplus 003 l.13931-14024", symbol="q")] = 1.0
    pressure_tolerated: Annotated[float, Span("the same where it is tolerated", 0, 2, "assumed", symbol="q")] = 0.5
    pressure_legal: Annotated[float, Span("the same where it is legal", 0, 2, "assumed", symbol="q")] = 0.0
    force: Annotated[float, Span(
        "force available", 0, 1,
        ".03, .07, .13 of the harvests of 1918-20 were taken (general); a country that is held in peace has more",
        symbol="f")] = 0.35
    concealable: Annotated[float, Span(
        "share of a harvest that can be hidden", 0, 0.5,
        "kulaks 6 % of farms, 53 % of reserves (claim) 003 l.12917; else assumed", symbol="hid")] = 0.3
    discouragement: Annotated[float, Span(
        "sowing lost per share taken above the tax", 0.2, 1,
        "households 25.8 M to 20.3 M 1929-36: 003 l.14021-14024; else assumed", symbol="eps")] = 0.6
    encouragement: Annotated[float, Span("sowing gained by price and goods", 0, 0.4, "assumed", symbol="g")] = 0.15
    regrowth: Annotated[float, Span("sowing regrown a year", 0, 0.4, "assumed", symbol="rc")] = 0.2
    tax: Annotated[float, Span(
        "share of the harvest borne without reaction", 0.05, 0.4, "tax in kind of 1921: 003 l.7084-7103; size assumed",
        symbol="tax")] = 0.1
    keeping: Annotated[float, Span(
        "share of the old grain that is still there when the new comes in", 0, 1,
        "grain distilled 003 l.5145-5147, bread fed to cattle l.13940-13942; size assumed", symbol="ke")] = 0.5
    seed: Annotated[float, Span(
        "seed that full fields ask for, of a full harvest", 0, 0.3,
        "10-12 of 72-80 M t (general); a store for food and seed until the harvest: 003 l.8835-8837",
        symbol="sd")] = 0.13
    spared: Annotated[float, Span(
        "share of what a granary holds in February that is kept from the mouth for seed", 0, 1, "assumed",
        symbol="sp")] = 0.5
    thinly: Annotated[float, Span(
        "share of what was wished that is sown without seed of one's own: thinner, or with lent seed", 0, 1,
        "assumed; sown area fell by about a fifth after the harvest of 1921 (general)", symbol="th")] = 0.8
    listless: Annotated[float, Span(
        "harvest lost where hands that are not paid reap it", 0, 0.8,
        "003 l.13952-13977, 14021-14024; fitted on famine-1932-33 and on harvests of 1931-35 against 1928-30 (general)",
        symbol="li")] = 0.14
    slaughter: Annotated[float, Span(
        "share of the beasts killed rather than given up, where all fields become common", 0, 1,
        "herds killed rather than given to the farm: 003 l.13963-13965; horses and cattle halved by 1933 (general);"
        " size assumed", symbol="sl")] = 0.6
    draught: Annotated[float, Span(
        "harvest lost without any beasts", 0, 1,
        "with the herds the country passed from scarcity to famine: 003 l.13964-13965; harvests of 1931-33 against "
        "1928-30 (general); size fitted on famine-1932-33 and harvest-error-1933-35 (stage 2)", symbol="dr")] = 0.3
    breeding: Annotated[float, Span(
        "return of the herds, or of machines for them", 0, 0.5,
        "horses 16 M in 1934, 17 M in 1938, tractors of 0.2 M in 1933 and 0.4 M in 1937 (general); harvests of 1933-35 "
        "above that of 1932 (general); size fitted on them", unit="a year", symbol="hr")] = 0.4
    pressing: Annotated[float, Span("pressure added per urban shortfall", 0, 1, "assumed", symbol="gam")] = 0.2
    relenting: Annotated[float, Span("pressure dropped by a concession", 0, 1, "assumed", symbol="del")] = 0.5
    felt: Annotated[float, Span(
        "shortfall of the towns from which the centre answers it", 0.02, 0.4, "assumed", symbol="sf")] = 0.1
    tolerated_price: Annotated[float, Span(
        "price of the state where the market is tolerated", 0, 1, "assumed", unit="of the legal price",
        symbol="pt")] = 0.6
    returns: Annotated[float, Span(
        "what hands above the usual add to a harvest, as a power", 0, 1,
        "the land is the same; size assumed (card 30)", symbol="la")] = 0.5
    least_sown: Annotated[float, Span(
        "share of the fields that is sown whatever happens", 0, 0.6, "assumed", symbol="s0")] = 0.2
    normal_sowing: Annotated[float, Span(
        "share of the fields sown in a normal year", 0.5, 1, "assumed", symbol="ns")] = 0.9


HARVEST, SEASON, SOWING = 8, 9, 2  # calendar months: the harvest, the first taking, the last taking and the sowing
YEAR = 12.0  # person-months of food that a person eats until the next harvest
PRICE_STEP, HIGHEST_PRICE = 0.1, 1.5  # of the legal price
LEFT_IN_JANUARY = 2.0 / 3.0  # of what a season leaves and takes
MECHANISM = Mechanism(
    id="requisition",
    card=3,
    title="Grain by force",
    sentence="Take what the report says is there; what is taken this year is not sown next year.",
    sources="000 l.21-38; 003 l.7065-7103, 7709-7715, 8774-8870, 12913-12924, 13931-14024",
    parameters=Requisition,
    levers=("market", "procurement", "price", "goods", "shortfall_response", "collective_farms", "plots"),
    rules=(press_harder, lay_stores, collectivise, reap, demand, collect, sow, deliver, bring_to_market),
    neutral={"pressure": 0.0, "price_raised": 0.0, "seed_due": 0.0, "common": 0.0, "driven": 0.0},
    when_off=(lay_stores, plenty),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# Readings taken. Month 0 is a January, when the season is two thirds over: the stores start at two thirds of what a
# season at q0 and `tax` leaves, takes and sells, and that season counts as finished (if requisition went on in January
# and February, it would take a third of the season again out of two thirds of what it leaves). The pressure q is one
# number for the country: the centre's levers determine q0 and the answer to a shortfall; price, market and procurement
# are the village's own. A raised price stays raised when the shortfall is over. The people in `12 * people` are those
# at liberty. A village cannot give more than its granary holds, and gives to the detachment before it sells; at a price
# above 1 it sells all it can spare, not more. What the report calls surplus includes seed: a seizure takes it with the
# rest. A full harvest includes seed, `fert` does not. Under purchase the state gets what the village will sell at that
# price and no more: in the winter of 1927-28 those who had paid their tax kept their grain. Fields sown by order: the
# plan came from above, grain was threshed on one floor and delivered before the days of work were paid, herds were
# killed and people worked listlessly (003 l.13952-13977, 14021-14024); that the plan is full sowing and that nothing is
# hidden there are our assumptions. The sources tie `autonomy` and `association.economy` to this card without a number,
# so it does not read them.
#
# Sizes named *general* are the grain balances of 1913 and 1918-29 as commonly given;
# docs/design/changes-of-the-model.md.

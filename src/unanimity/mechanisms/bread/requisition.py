"""Requisition: grain by force.

Take what the report says is there; what is taken this year is not sown next year. For each village:

    surplus  = reported harvest - 12 * people
    quota    = max(q * surplus+, tax * harvest) under seizure, tax * harvest under tax and purchase
    hidden   = hid * (1 - f) * harvest
    take     = min(quota, f * (harvest - hidden)), a sixth of it in each of months 9-2
    sold     = [market not banned] * price * (harvest - take - 12 * people - hidden)+, in the same months
    sown'    = clip(sown * (1 - eps * (take/harvest - tax)+ + g * price * goods) + rc * (1 - sown), .2, 1), in month 2
    harvest  = full harvest * yield * sown * labour, in month 8
    q'       = clip(q + gam * (1 + 2 C (.5 - horizon)) * shortfall * [seize] - qr * (q - q0) * [shortfall < .1], 0, 2),
               in month 9; minus `del` once when a concession is made

Readings taken. Month 0 is a January, when the season is two thirds over: the stores are laid at two thirds of what a
season at q0 and `tax` leaves, takes and sells, and that season counts as finished (a taking that went on in January
and February would take a third of the season again out of two thirds of what it leaves). The pressure q is one number
for the country: q0 and the answer to a shortfall are those of the centre's levers; price, market and procurement are
the village's own. What a raised price has gained it keeps when the shortfall is over. The people in `12 * people` are
those at liberty. A village cannot give more than its granary holds, and gives to the detachment before it sells; at a price above
1 it sells all it can spare, not more.
`autonomy` and `association.economy` carry no number on this card and program nothing.

Sources: 000 l.21-38; 003 l.7065-7103, 7709-7715, 8774-8870, 12913-12924, 13931-14024.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.formula import formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import Mechanism, each_unit, each_world, within_world
from unanimity.world.spans import Span
from unanimity.world.words import BANNED, LEGAL, RAISE_PRICE, SEIZE, SEIZURE, TAKE_TAX, TAX

HARVEST, SEASON, SOWING = 8, 9, 2  # calendar months: the harvest, the first taking, the last taking and the sowing
MARKET, PRICE, PROCUREMENT = NUMBER_OF["market"], NUMBER_OF["price"], NUMBER_OF["procurement"]
YEAR = 12.0  # person-months of food that a person eats until the next harvest
NORMAL_SOWING = 0.9
LEFT_IN_JANUARY = 2.0 / 3.0  # of what a season leaves and takes
FELT = 0.1  # an urban shortfall above this is answered
PRICE_STEP, HIGHEST_PRICE = 0.1, 1.5
LEAST_SOWN = 0.2


class Requisition(NamedTuple):
    """What is demanded, what can be forced, and what the village does about it."""

    fertility: Annotated[float, Span("normal harvest per yearly need at sowing .9", 1, 1.4, "assumed", unit="years of need", symbol="fert")] = 1.15
    return_rate: Annotated[float, Span("return of the pressure to its first value", 0, 0.5, "assumed", unit="a year", symbol="qr")] = 0.1
    pressure_banned: Annotated[float, Span("share of the reported surplus demanded where the market is banned", 0, 2, "assumed; quotas taken above surplus 003 l.13931-14024", symbol="q")] = 1.0
    pressure_tolerated: Annotated[float, Span("the same where it is tolerated", 0, 2, "assumed", symbol="q")] = 0.5
    pressure_legal: Annotated[float, Span("the same where it is legal", 0, 2, "assumed", symbol="q")] = 0.0
    force: Annotated[float, Span("force available", 0, 1, "assumed", symbol="f")] = 0.7
    concealable: Annotated[float, Span("share of a harvest that can be hidden", 0, 0.5, "kulaks 6 % of farms, 53 % of reserves (claim) 003 l.12917; else assumed", symbol="hid")] = 0.3
    discouragement: Annotated[float, Span("sowing lost per share taken above the tax", 0.2, 1, "households 25.8 M to 20.3 M 1929-36: 003 l.14021-14024; else assumed", symbol="eps")] = 0.6
    encouragement: Annotated[float, Span("sowing gained by price and goods", 0, 0.4, "assumed", symbol="g")] = 0.15
    regrowth: Annotated[float, Span("sowing regrown a year", 0, 0.4, "assumed", symbol="rc")] = 0.2
    tax: Annotated[float, Span("share of the harvest borne without reaction", 0.05, 0.25, "tax in kind of 1921: 003 l.7084-7103; size assumed", symbol="tax")] = 0.1
    pressing: Annotated[float, Span("pressure added per urban shortfall", 0, 1, "assumed", symbol="gam")] = 0.2
    relenting: Annotated[float, Span("pressure dropped by a concession", 0, 1, "assumed", symbol="del")] = 0.5


@formula
def first_pressure(market, p):
    """`q0` by market."""
    return p.pressure_banned if market == BANNED else (p.pressure_legal if market == LEGAL else p.pressure_tolerated)


@formula
def price_of(price, market, shortfall_response, price_raised):
    """The state's price of grain: the lever's, or 0, .6, 1 by market; plus what it added in years of shortage."""
    by_market = 0.0 if market == BANNED else (1.0 if market == LEGAL else 0.6)
    paid = price if price >= 0.0 else by_market
    return min(HIGHEST_PRICE, paid + price_raised) if shortfall_response == RAISE_PRICE else paid


@formula
def hidden_of(harvest, p):
    """What a village hides: the less, the more force there is to look for it."""
    return p.concealable * (1.0 - p.force) * harvest


@formula
def quota_of(procurement, pressure, reported, harvest, people, p):
    """What is demanded of a village for the season."""
    due = p.tax * harvest
    return max(pressure * positive(reported - YEAR * people), due) if procurement == SEIZURE else due


@formula
def take_of(quota, harvest, p):
    """What force can get of it."""
    return min(quota, p.force * (harvest - hidden_of(harvest, p)))


@formula
def sale_of(market, price, harvest, take, people, p):
    """What the village sells of what is left, where it may."""
    spare = positive(harvest - take - YEAR * people - hidden_of(harvest, p))
    return 0.0 if market == BANNED else min(spare, price * spare)


@formula
def sowing_of(sown, share_taken, price, goods, p):
    """What is sown, after a season in which that share of the harvest was taken."""
    grown = sown * (1.0 - p.discouragement * positive(share_taken - p.tax) + p.encouragement * price * goods)
    return min(1.0, max(LEAST_SOWN, grown + p.regrowth * (1.0 - sown)))


@each_world(writes=("pressure", "price_raised"))
def press_harder(pressure, price_raised, urban_shortfall, concentration, horizon, conceded, centre_begun,
                 centre_market, centre_shortfall_response, calendar, p):
    """Once a year the centre answers the towns' shortage: by force, by price or not at all."""
    first = first_pressure(centre_market, p)
    if centre_begun == 0:
        return first, 0.0
    if conceded != 0:
        pressure = max(0.0, pressure - p.relenting)
    if calendar != SEASON:
        return pressure, price_raised
    change = 0.0
    if centre_shortfall_response == SEIZE:
        change += p.pressing * (1.0 + 2.0 * concentration * (0.5 - horizon)) * urban_shortfall
    if urban_shortfall < FELT:
        change -= p.return_rate * (pressure - first)
    elif centre_shortfall_response == RAISE_PRICE and urban_shortfall > FELT:
        price_raised = min(HIGHEST_PRICE, price_raised + PRICE_STEP)
    return min(2.0, max(0.0, pressure + change)), price_raised


@within_world(writes=("begun", "inhabitants", "full_harvest", "harvest", "granary", "season_take", "stock", "offered",
                      "brought"), always=True)
def lay_stores(unit_first, unit_last, cells, cell_start, parent, province, levers, village, begun, inhabitants,
               full_harvest, sown, harvest, granary, season_take, stock, offered, brought, pressure, on_requisition, p):
    """In the first month: how many live where, what their fields can bear, and what last season left and took."""
    if begun[unit_last - 1] != 0:
        return
    begun[unit_last - 1] = 1
    people, rural = 0.0, 0.0
    for u in range(cells):
        born = float(cell_start[u + 1] - cell_start[u])
        inhabitants[unit_first + u] = born
        people += born
        rural += born if village[unit_first + u] != 0 else 0.0
    for u in range(cells):
        unit = unit_first + u
        if village[unit] == 0:
            continue
        born = inhabitants[unit]
        full_harvest[unit] = p.fertility / NORMAL_SOWING * YEAR * people * born / rural
        if not on_requisition:
            continue
        crop = full_harvest[unit] * sown[unit]
        market = levers[MARKET, unit]
        take = take_of(quota_of(levers[PROCUREMENT, unit], pressure, crop, crop, born, p), crop, p)
        sale = sale_of(market, price_of(levers[PRICE, unit], market, 0.0, 0.0), crop, take, born, p)
        harvest[unit], season_take[unit] = crop, take
        granary[unit] = LEFT_IN_JANUARY * (crop - take - sale)
        stock[unit_first + parent[u]] += LEFT_IN_JANUARY * take
        offered[unit_first + province[u]] += LEFT_IN_JANUARY * sale
        brought[unit] = LEFT_IN_JANUARY * crop


@each_unit(writes=("harvest", "granary", "grown"))
def reap(village, harvest, granary, grown, full_harvest, yielded, sown, work, present, inhabitants, calendar,
         withdrawn=0.0):
    """Harvest in August: what was sown, what the year yields, and the hands there were (less those at war)."""
    if village == 0 or calendar != HARVEST:
        return harvest, granary, grown
    crop = full_harvest * yielded * sown * work * (1.0 - withdrawn) * present / max(inhabitants, 1.0)
    return crop, granary + crop, grown + crop


@each_unit(writes=("take_due", "sale_due", "season_take"))
def demand(village, take_due, sale_due, season_take, harvest, report_harvest, pressure, price_raised, urban_shortfall,
           present, market, procurement, price, shortfall_response, calendar, on_reporting, p):
    """In September the quota is set by the report; the village makes up its mind what it will sell."""
    if village == 0 or calendar != SEASON:
        return take_due, sale_due, season_take
    if shortfall_response == TAKE_TAX and urban_shortfall > FELT and procurement == SEIZURE:
        procurement = float(TAX)
    reported = report_harvest if on_reporting else harvest
    take = take_of(quota_of(procurement, pressure, reported, harvest, present, p), harvest, p)
    sale = sale_of(market, price_of(price, market, shortfall_response, price_raised), harvest, take, present, p)
    return take / 6.0, sale / 6.0, 0.0


@each_unit(writes=("month_take", "sold", "granary", "season_take", "taken"))
def collect(take_due, sale_due, granary, season_take, taken, calendar):
    """A sixth of the season's taking and selling each month from September to February, as far as the granary goes."""
    if SOWING < calendar < SEASON:
        return 0.0, 0.0, granary, season_take, taken
    take = min(granary, take_due)
    sale = min(granary - take, sale_due)
    return take, sale, granary - take - sale, season_take + take, taken + take


@each_unit(writes="sown")
def sow(village, sown, season_take, harvest, goods_made, price_raised, market, price, goods, shortfall_response,
        calendar, p):
    """In February, when the season's taking is known, the village decides what to sow."""
    if village == 0 or calendar != SOWING:
        return sown
    share_taken = season_take / harvest if harvest > 0.0 else 0.0
    paid = price_of(price, market, shortfall_response, price_raised)
    return sowing_of(sown, share_taken, paid, goods if goods >= 0.0 else goods_made, p)


@within_world(writes=("stock", "offered"))
def deliver(unit_first, cells, parent, province, month_take, sold, stock, offered):
    """What is taken goes to the stock of the district, what is sold to the market of the province."""
    for u in range(cells):
        stock[unit_first + parent[u]] += month_take[unit_first + u]
        offered[unit_first + province[u]] += sold[unit_first + u]


@each_unit(writes=("sown", "harvest", "granary", "month_take", "season_take", "sold"))
def plenty(full_harvest):
    """Without the card the fields are sown, nobody takes anything, and pools hold what is needed (card 1)."""
    return 1.0, full_harvest, 0.0, 0.0, 0.0, 0.0


MECHANISM = Mechanism(
    id="requisition",
    card=3,
    title="Grain by force",
    sentence="Take what the report says is there; what is taken this year is not sown next year.",
    sources="000 l.21-38; 003 l.7065-7103, 7709-7715, 8774-8870, 12913-12924, 13931-14024",
    parameters=Requisition,
    levers=("market", "procurement", "price", "goods", "shortfall_response"),
    rules=(press_harder, lay_stores, reap, demand, collect, sow, deliver),
    neutral={"pressure": 0.0, "price_raised": 0.0},
    when_off=(plenty,),
)

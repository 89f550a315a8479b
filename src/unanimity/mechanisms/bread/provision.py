"""Provision: rations, plot and market.

Eat what the card, the plot and the market give; what is missing becomes hunger (entitlements to food: Sen 1981,
"Poverty and Famines"). Food is counted in person-months; a person needs 1 (more in war). For a cell u of district d:

    own      = min(need, granary / months to harvest) in villages, 0 in towns: eaten at home
    pool     = (1 - th * ring) * (a * local + (1 - loss) * alloc)
    ration_i = card_i * (need_i - own_i) * min(1, w[category] * k), k the largest with all rations within the pool
               (without ration_cards all weights and cards are 1: everybody gets the same share)
    gap_i    = (need_i - own_i - ration_i)+ / need_i
    bought_i = gap_i * min(1, what trade in the province and from afar brings (bread/market.py) + coop * assoc);
               the share mkt * (1 - pm * policing * [not legal]) of a surplus reaches the hungry by trade
    deficit_i= (1 - share) * (gap_i - bought_i) + share * (mean deficit of kin at liberty last month)
    hunger_i'= [rho * hunger_i + (1 - rho) * deficit_i]
    earned   = (.5 + competence of the secretary) * (1 - lam * mean gap) * (1 - C + C * (.5 + competence of the leader))
               * (.5 + mean competence of its people's branches of work: card 21)
    output   = earned * goods^ki in towns;   goods' = (1 - lam * mean gap of the towns) * goods^ki
    death by hunger: event(mu * ((hunger' - h0)+ / (1 - h0))^2);   theft from common fields: bread/theft.py
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.bread.market import (
    add_up_provinces,
    bring,
    close_market,
    give_back,
    lack,
    market_of,
    months_to_harvest,
    open_market,
    part_with,
    sell,
    sell_afar,
    trade,
)
from unanimity.mechanisms.bread.reporting import eye_of
from unanimity.mechanisms.bread.theft import glean
from unanimity.world.codes import BY_HUNGER, DEAD, KIN, NO_OFFICE, NOBODY, OFF, ON
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, exponential, logarithm
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, total
from unanimity.world.spans import Span


@total(of="person", to="cell", writes="cards_first", who=AT_LIBERTY)
def cards_first(card, category, office, ration_cards=1.0):
    """Ration cards of the first category; office holders count as first.
    Without ration cards everybody has the first claim."""
    if ration_cards == OFF:
        return 1.0
    return card if category == 0 or office != NO_OFFICE else 0.0


@total(of="person", to="cell", writes="cards_second", who=AT_LIBERTY)
def cards_second(card, category, office, ration_cards=1.0):
    """Ration cards of the second category."""
    return card if category == 1 and office == NO_OFFICE and ration_cards != OFF else 0.0


@total(of="person", to="cell", writes="cards_third", who=AT_LIBERTY)
def cards_third(card, category, office, ration_cards=1.0):
    """Ration cards of the third category."""
    return card if category == 2 and office == NO_OFFICE and ration_cards != OFF else 0.0


@formula
def may_appeal(unit_appeals, arrears):
    """Whether the unit may appeal and does: it bears the first month with too little food in silence."""
    return unit_appeals == ON and arrears >= 2


@each("cell", writes=("need", "own", "granary", "eaten", "reported_need", "reported_need_1", "reported_need_2",
                      "reported_need_3", "asked"), stream=110, chance=may_appeal)
def claim(unit, country, calendar, luck, p, p_reporting):
    """What the cell needs, what it eats of its own store, and what the centre believes it to need."""
    newborn = unit.need == 0.0  # in the first month earlier reports are taken to equal this one
    need = unit.present * country.need_factor
    plot = min(need, unit.granary / months_to_harvest(calendar)) if unit.village != 0 else 0.0
    unmet = need - plot
    told = unmet * unit.frankness
    one, two, three = ((told, told, told) if newborn
                       else (unit.reported_need, unit.reported_need_1, unit.reported_need_2))
    late = int(p.lag + 0.5)
    asked = told if late == 0 else (one if late == 1 else (two if late == 2 else three))
    if may_appeal(unit.unit_appeals, unit.arrears) and luck < eye_of(unit.inspection, unit.press, p_reporting):
        asked = unmet
    own = plot / unit.present if unit.present > 0.0 else 0.0
    counts = p.countryside if unit.village != 0 else 1.0
    return (need, own, unit.granary - plot, unit.eaten + plot, told, one, two, three,
            (1.0 - unit.autonomy) * counts * asked)


@total(of="cell", to="centre", writes="claimed")
def add_claims(asked):
    """What all cells together are believed to need."""
    return asked


@each("district", writes=("stock", "local", "given_up", "unmet"))
def release(u, stock, units, tree, centre_claimed, autonomy, calendar, on_requisition):
    """The district releases this month's share of its store; `autonomy` of it stays in the district, which knows its
    cells. Without card 3 nothing is taken from the store, and every pool holds what its cell needs."""
    unmet, awaited = 0.0, 0.0  # the cells' need beyond their plots, and their deliveries in a month of the season
    for cell in range(tree.child_first[u], tree.child_last[u]):
        unmet += unmet_of(units.need[cell], units.own[cell], units.present[cell])
        awaited += units.take_due[cell]
    due = stock + still_to_come(calendar) * awaited
    share = min(stock, due / months_to_delivery(calendar)) if on_requisition else 0.0
    local = autonomy * share
    given_up = share - local if centre_claimed > 0.0 else 0.0
    return positive(stock - given_up - (local if unmet > 0.0 else 0.0)), local, given_up, unmet


@formula
def unmet_of(need, own, present):
    """What the people of a cell need beyond their plots."""
    return positive(need - own * present)


@formula
def months_to_delivery(calendar):
    """Months that a store of the state must last: the next grain comes in September."""
    return float((8 - calendar) % 12 + 1)


@formula
def still_to_come(calendar):
    """Months of the season in which grain is still to be taken."""
    return float((SOWN - calendar) % 12) if calendar >= SEASON or calendar <= SOWN else 0.0


@total(of="district", to="centre", writes="allotted")
def add_up_the_country(given_up):
    """The country's one pool: what all districts give up."""
    return given_up


@each("cell", writes=("pool", "lost", "stolen", "made"))
def hand_out(unit, parent, centre, on, p):
    """A cell's pool: a part by the district's knowledge, a part by the centre's beliefs, less what a ring steals."""
    unmet = unmet_of(unit.need, unit.own, unit.present)
    if not on.requisition:
        return unmet, unit.lost, unit.stolen, unit.made + unmet
    here = parent.local * unmet / parent.unmet if parent.unmet > 0.0 else 0.0
    sent = centre.allotted * unit.asked / centre.claimed if centre.claimed > 0.0 else 0.0
    arrived, theft = here + (1.0 - p.loss) * sent, p.theft * unit.ring
    return (1.0 - theft) * arrived, unit.lost + p.loss * sent, unit.stolen + theft * arrived, unit.made


@each("cell", writes=("ration_first", "ration_second", "ration_third", "missing", "left_over", "arrears", "eaten",
                      "reach"))
def ration(unit, p):
    """The pool is shared out by ration card; the rule notes what it leaves unmet and what is left over."""
    unmet = unmet_of(unit.need, unit.own, unit.present)
    each = unmet / unit.present if unit.present > 0.0 else 0.0
    first, second, third = shares_of(
        unit.pool, each * unit.cards_first, each * unit.cards_second, each * unit.cards_third,
        weight_of(p.second, unit.privileges, p), weight_of(p.third, unit.privileges, p))
    handed = min(unit.pool, each * (unit.cards_first * first + unit.cards_second * second + unit.cards_third * third))
    short = unit.pool < unmet * (1.0 - 1e-9)
    return (first, second, third, positive(unmet - handed), unit.pool - handed,
            min(unit.arrears + 1, 255) if short else 0, unit.eaten + handed,
            market_of(unit.market, unit.market_policing, p))


@formula
def weight_of(weight, privileges, p):
    """A category's ration weight: the greater the privileges, the further the weights lie apart."""
    return max(LAST, 1.0 - (1.0 - weight) * min(1.0, p.spread + privileges))


@formula
def shares_of(pool, first, second, third, second_weight, third_weight):
    """The share of its claim that each category gets: weight times k, at most 1, with k as large as the pool allows."""
    if pool >= first + second + third:
        return 1.0, 1.0, 1.0
    lower = second * second_weight + third * third_weight
    if pool <= first + lower:
        k = pool / (first + lower)
        return k, second_weight * k, third_weight * k
    if pool * second_weight <= first * second_weight + lower:
        k = (pool - first) / lower
        return 1.0, min(1.0, second_weight * k), min(1.0, third_weight * k)
    return 1.0, 1.0, clip((pool - first - second) / third) if third > 0.0 else 1.0


def somebody_short(centre_shortage, missing):
    """Whether anybody shares: only if somebody was short last month or the cell lacks something now."""
    return centre_shortage > 0.0 or missing > 0.0


@total(of="kin", to="person", who=AT_LIBERTY, only=somebody_short)
def kin_deficit(kind, other_deficit, other_status):
    """The sum of last month's deficits of the person's kin at liberty."""
    return other_deficit if kind == KIN and other_status < AT_LIBERTY_BELOW else 0.0


@total(of="kin", to="person", who=AT_LIBERTY, only=somebody_short)
def kin_here(kind, other_status):
    """How many kin of the person are at liberty."""
    return 1 if kind == KIN and other_status < AT_LIBERTY_BELOW else 0


@each("person", writes="deficit", who=AT_LIBERTY)
def eat(one, cell, country, kin_deficit, kin_here, p):
    """A person's deficit: what plot, ration card and market leave open, after kin at liberty have shared."""
    alone = gap_of(one, cell, country) * (1.0 - cell.bought)
    return clip((1.0 - p.share) * alone + p.share * kin_deficit / kin_here if kin_here > 0 else alone)


@formula
def gap_of(one, cell, country):
    """The share of a person's need that plot and card leave open; without cards all get the same."""
    given = cell.ration_second if one.category == 1 else cell.ration_third
    given = cell.ration_first if one.category == 0 or one.office != NO_OFFICE else given
    given = cell.ration_first if cell.ration_cards == OFF else one.card * given
    return (clip(1.0 - cell.own / country.need_factor) if country.need_factor > 0.0 else 0.0) * (1.0 - given)


@total(of="person", to="cell and above", writes="shortage", who=AT_LIBERTY)
def shortage(deficit):
    """The sum of deficits of the cell and of every unit above it."""
    return deficit


def in_danger(hunger, deficit, p, more_hunger=0.0):
    """Whether hunger is deep enough to kill: only then can the draw matter."""
    return p.memory * hunger + (1.0 - p.memory) * deficit + more_hunger > p.threshold


@each("person", writes=("hunger", "relieved", "status", "death"), who=AT_LIBERTY, stream=112, chance=in_danger)
def starve(hunger, deficit, status, death, luck, p, more_hunger=0.0):
    """Hunger is a moving average of deficits; above a threshold people die of it."""
    now = clip(p.memory * hunger + (1.0 - p.memory) * deficit + more_hunger)
    deep = positive(now - p.threshold) / (1.0 - p.threshold)
    if event(p.mortality * deep * deep, luck):
        return now, 0, DEAD, BY_HUNGER
    return now, 1 if hunger - now > p.relief else 0, status, death


@each("unit", writes="lived")
def live(shortage, present):
    """Supply as the people of the unit experience it."""
    return clip(1.0 - shortage / present) if present > 0.0 else 1.0


@each("cell", writes=("output", "earned", "work"))
def toil(unit, secretary, country, calendar, p):
    """Output by who leads, by hours lost to barter and by what other towns send; and the hours worked towards the
    harvest. Villagers do not leave the fields to barter for bread, and people who have left or died are not counted."""
    hours = 1.0 - p.barter * (unit.missing / unit.need if unit.need > 0.0 else 0.0)
    able = secretary.competence if unit.secretary != NOBODY and secretary.status < AT_LIBERTY_BELOW else 0.5
    one_desk = 1.0 - country.concentration + country.concentration * (0.5 + country.leader_competence)
    at_work = 1.0 - unit.withdrawn  # a scripted war withdraws the others from work
    earned = (0.5 + able) * hours * one_desk * unit.branches * at_work
    supplied = supplied_by(country.goods_made, p) if unit.village == 0 else 1.0
    in_fields = hours if unit.village == 0 else 1.0
    return earned * supplied, earned, unit.work + (in_fields - unit.work) / ((calendar - HARVEST) % 12 + 1)


@formula
def supplied_by(goods_made, p):
    """What is left of a town's output where other towns no longer send it fuel, metal and parts."""
    return exponential(p.inputs * logarithm(max(goods_made, LAST)))


@total(of="cell", to="centre", writes=("town_missing", "town_need", "town_short", "town_people"))
def count_towns(village, missing, need, shortage, present):
    """What the towns need and what they lack."""
    return (missing, need, shortage, present) if village == 0 else (0.0, 0.0, 0.0, 0.0)


@each("centre", writes=("urban_gap", "urban_deficit"))
def look_at_towns(town_missing, town_need, town_short, town_people):
    """The share of their needs that the towns lack, before and after trade."""
    return (clip(town_missing / town_need) if town_need > 0.0 else 0.0,
            clip(town_short / town_people) if town_people > 0.0 else 0.0)


@each("country", writes=("urban_shortfall", "goods_made"))
def remember_towns(urban_shortfall, goods_made, centre_urban_gap, centre_urban_deficit, calendar, p):
    """The towns' shortage, averaged over the year from September on, and the goods that they make."""
    return (urban_shortfall + (centre_urban_deficit - urban_shortfall) / ((calendar - SEASON) % 12 + 1),
            (1.0 - p.barter * centre_urban_gap) * supplied_by(goods_made, p))


@each("cell", writes=("need", "pool"))
def plenty(present, need_factor):
    """Without the card every pool holds what its cell needs."""
    return present * need_factor, present * need_factor


class Provision(NamedTuple):
    """What ration cards, trade and kin provide, and what hunger does."""

    second: Annotated[float, Span("ration weight of the second category (the first has 1)", 0.3, 1,
        "three categories, third nearly nothing: 003 l.7016", symbol="w2")] = 0.6
    third: Annotated[float, Span("ration weight of the third category", 0, 0.3,
        "three categories, third nearly nothing: 003 l.7016", symbol="w3")] = 0.1
    loss: Annotated[float, Span("lost on the way", 0, 0.5,
        "decreed flour two months unpaid: 000 l.92-97; rest assumed; fitted on 1918-29", symbol="loss")] = 0.31
    lag: Annotated[float, Span("months by which the centre's figures are late", 0, 3,
        "decreed flour two months unpaid: 000 l.92-97", unit="months", symbol="lag")] = 2.0
    banned: Annotated[float, Span("share of surplus that reaches the hungry through a banned market", 0, 0.4,
        "relief in weeks: 003 l.8707-8719; size assumed", symbol="mkt")] = 0.25
    tolerated: Annotated[float, Span("the same through a tolerated market", 0.4, 0.7,
        "relief in weeks: 003 l.8707-8719; size assumed", symbol="mkt")] = 0.5
    legal: Annotated[float, Span("the same through a legal market", 0.7, 1,
        "relief in weeks: 003 l.8707-8719; size assumed", symbol="mkt")] = 0.8
    carried: Annotated[float, Span("share of a province's surplus that is carried to other provinces", 0, 1,
        "flour carried by rail, and confiscated at the stations: 003 l.7024-7036; size fitted on petrograd-1920",
        symbol="fr")] = 0.65
    means: Annotated[float, Span("what a village that misses bread can pay with, where a town is 1", 0, 1,
        "the starving had neither strength nor means: 003 l.9147-9148; size fitted on famine-1921-22",
        symbol="mv")] = 0.1
    barter: Annotated[float, Span(
        "output lost per unit of gap", 0.3, 1, "output under 30 % of 1913: 003 l.7024", symbol="lam")] = 0.7
    inputs: Annotated[float, Span(
        "power with which a town's work follows what all towns together still make: fuel, metal, transport", 0, 0.9,
        "dead factories, exhausted railways, neither heat nor light: 003 l.6996-6997, 7020-7030, 7039; fitted on "
        "output-1920", symbol="ki")] = 0.65
    share: Annotated[float, Span("part of a deficit shared among kin", 0, 0.8,
        "a solidary group starves less, 003 l.16815-16942; size assumed", symbol="share")] = 0.5
    memory: Annotated[float, Span("what is kept of hunger a month", 0, 0.95, "assumed", symbol="rho")] = 0.6
    threshold: Annotated[float, Span("hunger from which people die, of it or of its epidemics", 0, 0.9,
        "typhus where people hunger: 003 l.7037-7041; size assumed", symbol="h0")] = 0.3
    mortality: Annotated[float, Span("hazard of death at full hunger", 0.03, 0.3,
        "cellar: 10 of 30 dying 003 l.16716; else fitted on famine-1921-22", unit="a month", symbol="mu")] = 0.24
    countryside: Annotated[float, Span("weight of a village's unmet need where the centre allots", 0, 1,
        "cards are of the towns: 003 l.7011-7017, 13965-13972; size assumed", symbol="vi")] = 0.2
    theft: Annotated[float, Span(
        "share of a pool stolen at full ring", 0, 0.5, "assumed; 001 l.411-415 (card 9)", symbol="th")] = 0.15
    cooperation: Annotated[float, Span("share of a gap that full association meets", 0, 0.6,
        "003 l.8730-8763; size assumed (card 27)", symbol="coop")] = 0.3
    relief: Annotated[float, Span(
        "fall of hunger in a month that is felt as relief", 0.01, 0.3, "assumed", symbol="rl")] = 0.05
    spread: Annotated[float, Span(
        "spread of the ration weights where there are no privileges", 0, 1, "assumed", symbol="w0")] = 0.4
    policing: Annotated[float, Span(
        "share of unlawful trade that full policing stops", 0, 1, "assumed", symbol="pm")] = 0.5
    stealing: Annotated[float, Span("hazard that one at full hunger takes from fields that are wholly common", 0, 1,
        "the hungry took food where they could: 003 l.16864-16874, 16933-16941; size assumed", unit="a month",
        symbol="st")] = 0.3
    handful: Annotated[float, Span("what he takes", 0, 0.5, "assumed", unit="months of need", symbol="hf")] = 0.1
    seen: Annotated[float, Span(
        "how far it comes to be known, where what is said in the hall is 1", 0, 1, "assumed", symbol="sn")] = 0.1


LAST = 1e-9  # the smallest weight: served last
HARVEST, SEASON, SOWN = 8, 9, 2  # calendar months
MECHANISM = Mechanism(
    id="provision",
    card=1,
    title="Rations, plot and market",
    sentence="Eat what the card, the plot and the market give; what is missing becomes hunger.",
    sources="000 l.79-146; 003 l.4805-4809, 5115-5118, 6985-7063, 7121-7127, 8707-8763, 15511-15531, 16815-16942, "
            "17059, 17349-17352",
    parameters=Provision,
    levers=("autonomy", "market", "market_policing", "unit_appeals", "privileges", "inspection", "press",
            "ration_cards"),
    rules=(cards_first, cards_second, cards_third, claim, add_claims, release, add_up_the_country, hand_out,
           ration, open_market, bring, lack, add_up_provinces, trade, sell, sell_afar, close_market, part_with,
           give_back, kin_deficit, kin_here, eat, shortage, starve, glean, live, toil, count_towns, look_at_towns,
           remember_towns),
    neutral={"own": 0.0, "missing": 0.0, "arrears": 0, "deficit": 0.0, "hunger": 0.0, "relieved": 0,
             "lived": 1.0, "output": 1.0, "earned": 1.0, "work": 1.0, "urban_shortfall": 0.0, "goods_made": 1.0},
    when_off=(plenty,),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# **Food is conserved.** Each month a district releases min(stock, (stock + what the season is still to bring) / months
# to the next delivery). The part `autonomy` of it is handed out in the district by unmet need (`local`); the rest goes
# to one pool of the country, which is allotted by need as reported `lag` months ago, weighted by 1 - autonomy
# (`alloc`); `loss` of it is lost on the way. With one autonomy for the country this is the card's formula; with one
# that differs by province the card's form would hand out food that no district gave (sum (1 - a) alloc is not
# sum (1 - a) local). What nobody has a claim to stays in the stock. Where the centre allots, a village's unmet need has
# the weight `vi`, as ration cards belong to the towns; a district shares what it keeps by need alone. The ledger
# (brought, grown, made = eaten, lost, stolen, in store) is kept by unit since the first month and must balance.
#
# Readings taken. k is exact: the sum of rations is piecewise linear in k. A weight of 0 is the limit of small weights:
# served last, but served in plenty. People who have no kin at liberty bear their gap alone. *Arrears* are consecutive
# months in which the pool fell short of unmet need. A unit appeals from the second on; if the appeal is read, its need
# of this month is believed. `th` (card 9) and `coop` (card 27) stand here, so that this card runs without those cards.
# A vacant secretary's post counts as competence .5. Card 17 feeds the people who are not at liberty.

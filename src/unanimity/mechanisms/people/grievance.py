"""Grievance: what is owed and not given.

Grievance is hunger beyond the accustomed, injury to one's own, insult, and a lie seen through; bread heals it faster
than words. Relative deprivation: Gurr (1970).

    lack  = (hunger - accustomed)+           accustomed' = accustomed + ka*(hunger - accustomed)
    priv  = privileges * (office holders a head of the cell) * hunger
    wrong = max over ties j struck last month who never dissented of weight * severity_j, times 1 - numb*news
    lie   = trust * (|claim - lived| - .1)+
    in    = gh*lack + gp*priv + gw*wrong + gl*lie + gb*broken + gi*insult + .3*taken + gd*driven
            + hatred*(weight of a tie harmed as a hostage) + heal*standing
    grievance' = [(1 - heal)*grievance + in*(1 - grievance) - relief*(hunger fell by more than .05)]
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.fear import anybody_harmed
from unanimity.mechanisms.power.campaign import after_blame
from unanimity.world.codes import FREE_PRESS, LEGAL, NEVER, PURCHASE
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import Mechanism, each, total
from unanimity.world.spans import Span


@total(of="ties with blow", to="person", fold="max", only=anybody_harmed)
def wrong(weight, other_blow, other_last_dissent):
    """The heaviest blow of last month to a tie who never dissented."""
    return weight * other_blow / 7.0 if other_last_dissent == NEVER else 0.0


@total(of="ties with blow", to="person", fold="max", only=anybody_harmed)
def paid_for_another(weight, other_hostage):
    """The weight of the closest tie who was harmed last month as a hostage (card 19)."""
    return weight if other_hostage != 0 else 0.0


@each("person", writes=("grievance", "accustomed"))
def grievance(one, cell, country, wrong, paid_for_another, p, more_grievance=0.0):
    """The month's wrongs add to grievance, the less the more of it there is already; time and bread heal."""
    privileged = privilege_seen(cell.privileges, cell.officials_here, cell.present, one.hunger)
    taken = taken_of(cell.village, cell.month_take, cell.harvest, cell.procurement)
    hindered = hindered_of(cell.village, cell.missing, cell.need, cell.harvest, cell.present)
    raids = p.raided * cell.market_policing * hindered
    fresh = (p.want * lack_of(one.hunger, one.accustomed) + p.privilege * privileged
             + p.wrong * wrong * (1.0 - p.hardening * country.news)
             + p.lie * lie_of(one.trust, cell.claim, cell.lived, p)
             + p.broken * cell.broken + p.insult * (cell.insult + raids)
             + p.taken * taken + p.driven * cell.driven + country.hatred * paid_for_another + p.heal * one.standing
             + more_grievance)
    if cell.association_economy == LEGAL:
        fresh *= p.aired
    felt = (1.0 - p.heal) * one.grievance + fresh * (1.0 - one.grievance)
    if one.relieved != 0:
        felt -= p.relief
    return (after_blame(clip(felt), country.blame_shifted, one.trust, cell.press == FREE_PRESS),
            one.accustomed + p.adaptation * (one.hunger - one.accustomed))


@formula
def lack_of(hunger, accustomed):
    """`lack`: hunger beyond what the person was used to."""
    return positive(hunger - accustomed)


@formula
def privilege_seen(privileges, officials, present, hunger):
    """`priv`: the reserved shops of officials, as the hungry see them."""
    return privileges * clip(officials / max(present, 1.0)) * hunger


@formula
def lie_of(trust, claim, lived, p):
    """`lie`: a claim of the press that contradicts the person's own life, felt as far as the press was trusted."""
    return trust * positive(abs(claim - lived) - p.forgiven)


@formula
def hindered_of(village, missing, need, harvest, present):
    """Whom raids on markets hit: townspeople by the share of their bread that they must buy, villagers by the share of
    their harvest that they could sell."""
    if village != 0:
        return clip(1.0 - YEAR * present / harvest) if harvest > 0.0 else 0.0
    return clip(missing / need) if need > 0.0 else 0.0


@formula
def taken_of(village, month_take, harvest, procurement):
    """The share of the village's harvest taken this month without payment."""
    return clip(month_take / harvest) if village != 0 and procurement != PURCHASE and harvest > 0.0 else 0.0


@each("person", writes="grievance")
def everyday(standing):
    """Without the card everybody keeps the grievance that they had at the start."""
    return standing


class Grievance(NamedTuple):
    """What makes people feel wronged, and what heals it."""

    want: Annotated[float, Span("weight of hunger beyond the accustomed", 0, 1, "assumed", symbol="gh")] = 0.5
    privilege: Annotated[float, Span("weight of privilege seen while hungry", 0, 1, "assumed", symbol="gp")] = 0.3
    wrong: Annotated[float, Span("weight of a blow to a tie without fault", 0, 1, "assumed", symbol="gw")] = 0.5
    lie: Annotated[float, Span(
        "weight of a lie seen through", 0, 1, "Kronstadt sequence 003 l.7347-7380, 7481-7632; size assumed",
        symbol="gl")] = 0.3
    broken: Annotated[float, Span(
        "weight of a broken promise", 0, 1, "Kronstadt sequence 003 l.7347-7380, 7481-7632; size assumed",
        symbol="gb")] = 0.4
    insult: Annotated[float, Span(
        "weight of insult", 0, 1, "Kronstadt sequence 003 l.7347-7380, 7481-7632; size assumed", symbol="gi")] = 0.3
    heal: Annotated[float, Span("share that fades", 0.01, 0.15, "assumed", unit="a month", symbol="heal")] = 0.05
    relief: Annotated[float, Span(
        "drop when bread returns", 0, 0.4, "003 l.17349-17352, 7600-7632", symbol="relief")] = 0.15
    adaptation: Annotated[float, Span(
        "adaptation to hunger", 0, 0.1, "one winter: 003 l.20514-20549", unit="a month", symbol="ka")] = 0.04
    hardening: Annotated[float, Span("hardening under general terror", 0, 1, "003 l.17572-17585", symbol="numb")] = 0.5
    forgiven: Annotated[float, Span("error of a newspaper that is forgiven", 0, 0.5, "assumed", symbol="ef")] = 0.1
    raided: Annotated[float, Span(
        "insult of full market policing to one who lives by buying or selling", 0, 1,
        "the sack of flour taken at the station, markets surrounded: 003 l.7029-7036; size assumed",
        symbol="ir")] = 0.45
    taken: Annotated[float, Span(
        "weight of the share of a harvest taken in a month", 0, 1, "assumed", symbol="gt")] = 0.3
    driven: Annotated[float, Span(
        "weight of land and beasts taken into common hands", 0, 2,
        "women set free the cows taken by the farm, 300 risings at once: 003 l.13956-13958, 13979-13993; size "
        "assumed", symbol="gd")] = 0.2
    aired: Annotated[float, Span(
        "what is left of the month's wrongs where they are aired in bodies of one's own", 0, 1, "assumed",
        symbol="ga")] = 0.8


YEAR = 12.0  # person-months of food that a person eats until the next harvest
MECHANISM = Mechanism(
    id="grievance",
    card=7,
    title="What is owed and not given",
    sentence="Grievance is hunger beyond the accustomed, injury to one's own, insult, and a lie seen through; bread "
             "heals it faster than words.",
    sources="003 l.692-744, 2263-2352, 7129-7133, 7170-7174, 7347-7380, 7481-7632, 8186-8213, 16215-16221, "
            "17349-17352, 17572-17585, 20514-20549",
    parameters=Grievance,
    levers=("privileges", "market_policing", "procurement", "association.economy", "press"),
    rules=(wrong, paid_for_another, grievance),
    when_off=(everyday,),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# driven = the beasts and fields that a village lost to a collective farm this month (bread/collectives.py). taken =
# this month's requisition / harvest, for villagers, unless it is paid for (card 3). insult = that of card 24 plus
# ir*market_policing*(share of their bread that townspeople must buy, or of their harvest that villagers could sell). In
# the month in which a campaign starts, the press diverts a part of the grievance (card 21). Where co-operatives and
# leagues are legal, grievances are aired early: `in` is a fifth smaller.
#
# Readings taken. The fifth is taken off the whole of `in`, standing included, as the card says. `in` is multiplied by
# 1 - grievance, so well-fed people settle at standing/(1 + standing), a little below the grievance they started with. A
# blow to a tie is a wrong whether or not it is printed, because ties know. hatred = fg of card 19; of several ties
# harmed as hostages the closest counts.

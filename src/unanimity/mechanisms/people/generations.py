"""Generations: who comes after. Optional: it runs where a society has places to spare (`[society] spare`).

The old die and the young arrive; what the young have not lived through they know from print and from home. Death by
age: Gompertz (1825), Makeham (1860); cohorts: Mannheim (1928), Ryder (1965).

    death    event((mk + gm*exp(gb*(age - 15)))*(1 + ep*hunger^2)/12) from month 0 on, wherever the person is
    leave    at liberty: event(rt/12), in an organisation whose members come and go
    births   floor(br/12*present*(1 - bh*mean hunger)+*(1 - bw*share withdrawn)+ + luck) into the youngest of the cell
    young    of each year of age floor(number*cm*(1 + ec*mean hunger^2)/12 + luck) die; in January all grow a year older
    of age   those who turn sixteen wait for a place; arrivals: floor(arrivals/12*present + luck) wait too
    place    the lowest vacant place of the cell at the start of next month; those who find none wait, and come first
    person   traits = he*parent's + (1 - he)*drawn; stance = (1-schooling)*parent's + schooling*trust*line + N(0, sg);
             fear = ih*parent's; ration category of the parent, his label with chance il*hostage_kin; a citizen
    arrived  traits and stance drawn, 18 to 40 years old; a member where members are most of the cell
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import be_gone
from unanimity.world.codes import (
    ABROAD,
    DEAD,
    FIRST,
    FROM_OUTSIDE,
    NATURAL,
    NEVER,
    NO_CAUSE,
    NOBODY,
    NOT_DEAD,
    OLD_AGE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, person, unit, world
from unanimity.world.columns.declare import BIG, MONTHS, OF_AGE
from unanimity.world.draws import event, exponential, uniform
from unanimity.world.formula import formula, positive
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, pick, total
from unanimity.world.spans import Span

FAIL, BIRTHS, ARRIVING, YOUNG_DEATHS = 700, 702, 703, 704  # streams


@each("person", writes=("failing", "left"), who=EVERYBODY, stream=FAIL)
def fail(status, born, left, hunger, month, luck, p):
    """Who dies of age this month, who leaves for private reasons; and since when somebody who left has been away."""
    if status >= DEAD or month < 0:
        return STAYS, left
    away = month if status == ABROAD and left == NEVER else left
    hazard = natural_hazard((month - born) / 12.0, hunger, p)
    if event(hazard, luck):
        return DIES, away
    if status < AT_LIBERTY_BELOW and event(hazard + p.retiring / 12.0, luck):
        return LEAVES, away
    return STAYS, away


@formula
def natural_hazard(age, hunger, p):
    """The monthly hazard of accident and age, higher where people are hungry."""
    yearly = p.accident + p.ageing * exponential(p.growth * (age - 15.0))
    return yearly * (1.0 + p.epidemic * hunger * hunger) / 12.0


def is_failing(one):
    """Whether the person dies of age or leaves this month."""
    return one.failing != STAYS


@pick(among="people", writes=("left", "failing"), only=is_failing)
def go(i, people, units, seats, tree, month, log):
    """People whose time has come die of age, or are abroad from this month on."""
    dies = people.failing[i] == DIES
    be_gone(i, NATURAL if dies else NOT_DEAD, OLD_AGE if dies else NO_CAUSE, people, units, seats, tree, month, log)
    if not dies:
        people.left[i] = month
    people.failing[i] = STAYS


@total(of="person", to="cell", writes="hungering", who=AT_LIBERTY)
def hungering(hunger):
    """The sum of hunger in the cell."""
    return hunger


def has_begun(month):
    """Whether burn-in is over: nobody is born, arrives or leaves before month 0."""
    return month >= 0


@each("cell", only=has_begun, stream={"births": BIRTHS, "arriving": ARRIVING})
def grow_up(u, unit, luck, units, country, month, seed, p):
    """The births and arrivals of a cell; those who turn sixteen, or come from outside, wait for a place."""
    hunger = unit.hungering / unit.present if unit.present > 0.0 else 0.0
    born = int(births_due(unit.present, hunger, unit.withdrawn, p) + luck.births)
    coming = int(unit.arrivals / 12.0 * unit.present + luck.arriving)
    grow_older(u, born, coming, hunger, units, country, month, seed, p)


@formula
def births_due(present, hunger, withdrawn, p):
    """The expected births of a cell in a month."""
    return (p.births / 12.0 * present * positive(1.0 - p.hunger_births * hunger)
            * positive(1.0 - p.war_births * withdrawn))


@formula
def young_deaths_due(age, number, hunger, p):
    """The expected deaths of a month among the young of one year of age."""
    yearly = p.infant_deaths if age == 0 else (p.small_deaths if age < 3 else p.child_deaths)
    return min(1.0, yearly * (1.0 + p.child_epidemic * hunger * hunger) / 12.0) * number


@formula(writes=("young", "young_all", "waiting_age", "waiting_arrived", "births_now", "arrivals_now",
                 "young_deaths_now", "births_so_far", "arrivals_so_far", "young_dead"))
def grow_older(cell, born, coming, hunger, units, country, month, seed, p):
    """The young of a cell die by year of age, the newborn join them, and in January all are a year older."""
    died, kept = 0, 0
    for age in range(OF_AGE):
        number = int(units.young[age, cell])
        if number > 0:
            due = young_deaths_due(age, number, hunger, p)
            lost = min(number, int(due + uniform(seed, YOUNG_DEATHS, cell * OF_AGE + age, month)))
            units.young[age, cell] = number - lost
            died += lost
            kept += number - lost
    units.young[0, cell] += born
    kept += born
    if month % 12 + 1 == JANUARY:
        grown = int(units.young[OF_AGE - 1, cell])
        for age in range(OF_AGE - 1, 0, -1):
            units.young[age, cell] = units.young[age - 1, cell]
        units.young[0, cell] = 0
        units.waiting_age[cell] += grown
        kept -= grown
    units.waiting_arrived[cell] += coming
    units.young_all[cell] = kept
    units.births_now[cell], units.arrivals_now[cell], units.young_deaths_now[cell] = born, coming, died
    country.births_so_far[0] += born
    country.arrivals_so_far[0] += coming
    country.young_dead[0] += died


class Generations(NamedTuple):
    """How long people live, how many are born or arrive, and what they bring from home."""

    accident: Annotated[float, Span(
        "death at any age", 0, 0.05, "crude death rate about 20 per 1,000 in 1926 (general)", unit="a year",
        symbol="mk")] = 0.004
    ageing: Annotated[float, Span(
        "death by age at fifteen", 0, 0.002, "crude death rate about 20 per 1,000 in 1926 (general)", unit="a year",
        symbol="gm")] = 0.0008
    growth: Annotated[float, Span(
        "growth of that hazard with each year of age", 0.05, 0.12, "Gompertz 1825; size general", unit="a year",
        symbol="gb")] = 0.085
    epidemic: Annotated[float, Span(
        "what full hunger adds to it, times", 0, 30, "typhus, the old first: 003 l.7037-7041; size assumed",
        unit="times", symbol="ep")] = 8.0
    retiring: Annotated[float, Span(
        "who leaves a body for reasons of his own", 0, 0.5, "assumed 0: nobody retires from a country", unit="a year",
        symbol="rt")] = 0.0
    births: Annotated[float, Span(
        "births for each adult", 0, 0.1, "43-44 per 1,000 of all in 1926, adults .6 of them (general)", unit="a year",
        symbol="br")] = 0.075
    survivors: Annotated[float, Span(
        "young at the start, of those whom births and deaths as they are now would have left", 0, 2,
        "assumed 1: the years before were like these", symbol="yo")] = 1.0
    hunger_births: Annotated[float, Span("share of births lost to full hunger", 0, 1, "assumed", symbol="bh")] = 0.8
    war_births: Annotated[float, Span(
        "share of births lost for each share of people withdrawn by war", 0, 5, "assumed", unit="times",
        symbol="bw")] = 3.0
    infant_deaths: Annotated[float, Span(
        "deaths in the first year of life", 0, 0.5, "170-190 per 1,000 in 1926 (general)", unit="a year",
        symbol="cm0")] = 0.17
    small_deaths: Annotated[float, Span(
        "deaths in the second and third year of life", 0, 0.2, "general", unit="a year", symbol="cm1")] = 0.035
    child_deaths: Annotated[float, Span(
        "deaths of the young after that", 0, 0.1, "general", unit="a year", symbol="cm3")] = 0.006
    child_epidemic: Annotated[float, Span(
        "what full hunger adds to deaths of the young, times", 0, 30, "children first: 003 l.7037-7041; size assumed",
        unit="times", symbol="ec")] = 15.0
    home: Annotated[float, Span("share of a trait that comes from home", 0, 1, "assumed", symbol="he")] = 0.3
    stray: Annotated[float, Span("spread of what the young think", 0, 1, "assumed", unit="-1..1", symbol="sg")] = 0.3
    fear_home: Annotated[float, Span(
        "share of a parent's fear that a child brings along", 0, 1, "assumed", symbol="ih")] = 0.5
    label_home: Annotated[float, Span(
        "chance that a parent's label is the child's, where kin answer by law", 0, 1,
        "003 l.7520-7521, 15755-15766; size assumed", symbol="il")] = 0.5
    mourn: Annotated[float, Span(
        "months for which a dead man's place is kept", 2, 60, "assumed", unit="months", symbol="mourn")] = 24.0
    absence: Annotated[float, Span(
        "months for which the place of one who left is kept", 2, 6000, "assumed: for life", unit="months",
        symbol="away")] = 6000.0


STAYS, DIES, LEAVES = 0, 1, 2
JANUARY = 1
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="generations",
    card=29,
    title="Who comes after",
    sentence="The old die and the young arrive; what the young have not lived through they know from print and from "
             "home.",
    sources="003 l.7037-7041, 7520-7521, 11043, 12468-12480, 15755-15766",
    parameters=Generations,
    levers=("arrivals", "schooling", "hostage_kin"),
    rules=(fail, go, hungering, grow_up),
    columns=(
        person("number", "i4", NOBODY, BIG, "generations", "his number, his alone; -1 in a vacant place", unit="code",
               initial=NOBODY),
        person("born", "i2", -MONTHS, MONTHS, "generations", "month of birth", unit="month"),
        person("since", "i2", NEVER, MONTHS, "generations", "month in which he took his place, never if from the start",
               unit="month", initial=NEVER),
        person("origin", "u1", FIRST, FROM_OUTSIDE, "generations", "of the first people, came of age, arrived",
               unit="code"),
        person("child_of", "i4", NOBODY, BIG, "generations", "his parent's number", unit="code", initial=NOBODY),
        person("ties_kept", "u2", 0, 65535, "generations", "his ties, without free slots", unit="ties"),
        person("failing", "u1", STAYS, LEAVES, "generations", "dies of age or leaves this month", unit="code"),
        person("left", "i2", NEVER, MONTHS, "generations", "month since which he has been away", unit="month",
               initial=NEVER),
        unit("young", "u4", 0, MANY, "generations", "the young of the cell by year of age", unit="persons", per="age"),
        unit("young_all", "f8", 0, BIG, "generations", "the young of the cell", unit="persons"),
        unit("waiting_age", "u4", 0, MANY, "generations", "came of age and wait for a place", unit="persons"),
        unit("waiting_arrived", "u4", 0, MANY, "generations", "arrived and wait for a place", unit="persons"),
        unit("hungering", "f8", 0, BIG, "generations", "hunger, summed over the cell", unit="persons"),
        unit("births_now", "f8", 0, BIG, "generations", "births of the month", unit="persons"),
        unit("arrivals_now", "f8", 0, BIG, "generations", "arrivals of the month", unit="persons"),
        unit("young_deaths_now", "f8", 0, BIG, "generations", "deaths of the young in the month", unit="persons"),
        world("first_people", "u4", 0, MANY, "generations", "people at the start", unit="persons"),
        world("first_young", "u4", 0, MANY, "generations", "young at the start", unit="persons"),
        world("births_so_far", "u4", 0, MANY, "generations", "births since the start", unit="persons"),
        world("arrivals_so_far", "u4", 0, MANY, "generations", "arrivals since the start", unit="persons"),
        world("young_dead", "u4", 0, MANY, "generations", "young who have died since the start", unit="persons"),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# A place is a row of the arrays; a person has a number of his own (engine/newcomers.py). The place of a dead person is
# kept for `mourn` months, since grief, reprisals and the log read it; then its ties are removed on both sides,
# references to the person are cleared, and the place is vacant. Somebody who has left keeps the place until death, or
# for `absence` months.
#
# Readings taken. Random numbers are keyed by the place and the month, so a later person in the same place draws at
# later months and no draw is used twice. A person's number is made of the place and the month in which it was taken:
# if the same place is taken in the same month in two arms of a comparison, both hold the same newcomer. The food of the
# young is part of their parents' need, as without the card. The parent is drawn by lot among people of the cell aged 31
# to 60. The first people's ages are those of a stable population that grows by 1 % a year; of the young that such a
# population would have, the share `yo` is present. Nothing happens during burn-in: month 0 begins with the first
# people.
#
# Everybody is accounted for, every month: first people + young at the start + born + arrived = alive + left + dead +
# young + young dead + waiting (engine/identities.py, `account`).

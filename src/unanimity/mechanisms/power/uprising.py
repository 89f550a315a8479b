"""Uprising: when enough are seen to move.

I rise when grievance beats risk and enough others have risen; soldiers who share the hunger do not shoot. Thresholds
(Granovetter 1978), civil violence (Epstein 2002), surprise (Kuran 1991).

    energy = 1 - hunger in villages, 1 - hunger^2 in towns;   G = (grievance + ru*rumour)*energy
    risk   = kr*fear*(1-courage)*force*rel
              force: that of the troops in towns, that of the detachments in villages (f of card 3)
    rise   if G + (1-fear)*(co*share_in_revolt(half ties, half cell: last sub-round) + co2*x_other) - risk
              - st*rel*[office or police] > tu; up to R sub-rounds
    rel    = [1 - f1*hunger_troops - f2*contact + f3*monitoring - f4*(share of the centre's assembly against the line)]
    answer (x > .05 of a province; unrest_answer:auto): if the stores hold half a month of need: food, grievance
           - relief, hunger - (1 - rho)*food in months of need; to a scripted strike before anybody rises, to a rising
           after it; elif threat > .3 or a concession runs: assault, death event(kk*force*rel), survivors are arrested
           by event(kt*force*rel); else concede
    concession, 12 months: market one step freer, parties and factions one less, pressure on villages - del once,
           powers + .2
    fall   if the office-weighted share lost > fall: the month is noted, grievance halves, powers fall to .1, centre and
           leader lose office, the run goes on; a post whose holder rose is lost as far as the troops of its province
           do not retake it (1 - force*rel)
    blame  marked people of the province: file + bo*x; those who rose: file + bo, and they rest for `rest` months
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.power.regime_fall import clear_chairs, fall_or_not, topple, weigh_posts
from unanimity.mechanisms.power.unrest_response import (
    FOOD,
    FORCE,
    NOT_RISEN,
    NOTHING,
    THREAT,
    carry_out,
    concede,
    held_in_store,
    lapse,
    meal_of,
    month_need,
    send_food,
)
from unanimity.world.codes import (
    ANSWER_AUTO,
    ANSWER_FORCE,
    ANSWER_THREAT,
    ELECTED,
    NO_OFFICE,
    POLICE,
    ROSE,
    RULE_TOPIC,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, pick, procedure, total, wave
from unanimity.world.spans import Span


@total(of="person", to="cell and above", writes="troops", who=AT_LIBERTY)
def troops(estate):
    """The number of police in the unit."""
    return 1.0 if estate == POLICE else 0.0


@total(of="person", to="cell and above", writes="troops_hunger", who=AT_LIBERTY)
def troops_hunger(estate, hunger):
    """The sum of hunger of the unit's police."""
    return hunger if estate == POLICE else 0.0


@each("unit", writes=("reliability", "insult"))
def muster(province_troops, province_troops_hunger, province_appointment, centre_yes, p):
    """The reliability of the province's troops: hunger, fraternising, supervision, split orders. Insult is reset."""
    watched = 0.0 if province_appointment == ELECTED else 1.0
    split = 0.0 if province_appointment == ELECTED else 1.0 - centre_yes  # elected secretaries may differ
    return reliability_of(province_troops_hunger / max(province_troops, 1.0), watched, split, p), 0.0


@formula
def reliability_of(hunger_of_troops, watched, split, p):
    """`rel`: how far the troops obey; `split` is the share of the centre's assembly against its own line."""
    doubts = p.hunger_of_troops * hunger_of_troops + p.fraternity * p.contact + p.division * split
    return clip(1.0 - doubts + p.watching * watched)


@total(of="person", to="cell and above", writes="at_large", who=AT_LIBERTY)
def at_large(status):
    """People of the unit at liberty."""
    return 1.0


@total(of="person", to="cell and above", writes="strikers", who=AT_LIBERTY)
def strikers(striking):
    """The number of people on a scripted strike this month (a strike's last month is over at 1)."""
    return 1.0 if striking > 1 else 0.0


def is_on_strike(unit, p):
    """Whether enough people of a province are on strike for the centre to respond."""
    return unit.at_large > 0.0 and unit.strikers / unit.at_large > p.unrest


@each("province", only=is_on_strike)
def feed_strikers(u, unit, p_provision, units, tree, people, month, p):
    """A strike is visible before anybody rises: where the response is food, it arrives first."""
    meal = meal_of(unit.unrest_answer, held_in_store(u, units, tree), month_need(u, units, tree))
    send_food(u, meal, False, p_provision.memory, people, units, tree, month, p)


@each("person", writes=("readiness", "in_revolt", "striking"), who=EVERYBODY)
def weigh(one, cell, province, country, month, p, p_requisition, more_readiness=0.0):
    """Whether the person would rise alone, or how much company it would take."""
    if one.status >= AT_LIBERTY_BELOW:
        return NEVER_READY, NOT_RISEN, 0
    left = one.striking - 1 if one.striking > 0 else 0
    if month - one.last_rose < p.rest:
        return NEVER_READY, NOT_RISEN, left
    bound = one.office > NO_OFFICE or one.estate == POLICE
    signal = p.signal if country.foreign_signal > 0 else 0.0
    force = p.force if cell.village == 0 else p_requisition.force
    ready = readiness_of(one.grievance, cell.rumour, one.hunger, one.fear, one.courage, cell.reliability,
                         province.linked, signal, bound, force, cell.village, p)
    return ready + more_readiness, NOT_RISEN, left


@formula
def energy_of(hunger, village):
    """Starving people do not march; laying down work and standing in the street takes less strength."""
    return 1.0 - hunger if village != 0 else 1.0 - hunger * hunger


@formula
def frankness_of(fear):
    """How much of the company around a person is visible: fear keeps people from talking to each other."""
    return 1.0 - fear


@formula
def readiness_of(grievance, rumour, hunger, fear, courage, reliability, others, signal, bound, force, village, p):
    """G - risk - stake - tu: above 0 the person rises alone; visible company adds up to `co`."""
    angry = (grievance + p.rumour * rumour) * energy_of(hunger, village)
    risk = p.dread * fear * (1.0 - courage) * force * reliability
    stake = p.stake * reliability if bound else 0.0
    return angry - risk - stake + p.others * others * frankness_of(fear) - (p.inertia - signal)


@total(of="person", to="cell and above", writes="eager", who=AT_LIBERTY)
def eager(readiness, striking):
    """The number who would rise alone, or whom a script has put on strike."""
    return 1.0 if readiness > 0.0 or striking > 0 else 0.0


@each("unit", writes="revolt")
def begin_to_move(unit):
    """The share of a cell on a scripted strike, which the first round sees."""
    return clip(unit.strikers / unit.present) if unit.unit_level == 0 and unit.present > 0.0 else 0.0


@formula
def somebody_stirs(centre):
    """Whether anybody would rise alone, or is on strike."""
    return centre.eager > 0.0


@formula
def sub_rounds(p):
    """How often people look around in a month."""
    return p.rounds


@formula
def is_on_the_street(other):
    """Whether somebody counts as having moved already: those on a scripted strike do."""
    return other.striking > 0


@formula
def around_him(unit, of_ties, all_ties, p):
    """The share in revolt or on strike: of the person's ties by weight, and of the cell."""
    tied = of_ties / all_ties if all_ties > 0 else 0.0
    return p.by_ties * tied + (1.0 - p.by_ties) * unit.revolt


@formula(writes=("revolt",))
def swells(unit, joined):
    """The share of a cell in revolt after a round."""
    return clip(unit.revolt + joined / max(unit.present, 1.0))


@formula(writes=("last_rose", "act_kind", "act_topic", "act_month", "dossier"))
def filed(one, month, p):
    """The rising is entered in the person's file, and the person rests."""
    return month, ROSE, RULE_TOPIC, month, one.dossier + p.blame


@wave("country", writes="in_revolt", only=somebody_stirs, company=around_him, rounds=sub_rounds, becomes=filed,
      begun=is_on_the_street, after=swells)
def rise(one, company, p):
    """The wave: the person rises once enough others visibly have."""
    return one.readiness + p.company * (frankness_of(one.fear) * company) > 0.0


@procedure("unit below the centre")
def add_up(u, unit, units, tree):
    """People in revolt, summed up the tree."""
    count_upward(u, unit.revolt * unit.present if unit.unit_level == 0 else unit.revolt, units, tree)


@formula(writes=("revolt",))
def count_upward(unit, heads, units, tree):
    """People in revolt, added to the unit above."""
    units.revolt[tree.parent[unit]] += heads


@each("unit above cells", writes=("linked", "revolt"))
def hear_of_it(revolt, present, centre_revolt, centre_present, is_centre):
    """What each unit will hear of the rest of the country next month, and its own share in revolt."""
    linked = 0.0 if is_centre else clip((centre_revolt - revolt) / max(centre_present - present, 1.0))
    return linked, clip(revolt / max(present, 1.0))


@formula
def anybody_rose(centre):
    """Whether there is a revolt anywhere."""
    return centre.revolt > 0.0


@formula
def is_known_and_quiet(one):
    """Whether the person is marked, at liberty, and has not risen."""
    return one.marked != 0 and one.status < AT_LIBERTY_BELOW and one.in_revolt == NOT_RISEN


@pick(among="people", writes="dossier", only=(anybody_rose, is_known_and_quiet))
def put_the_blame(one, province, p):
    """People with a file are blamed for what others of their province did."""
    return one.dossier + p.blame * province.revolt


def runs_out(country, month):
    """Whether this is the last month of a concession."""
    return country.concession_until == month


@procedure("country", writes="levers", only=runs_out)
def take_back(u, levers, tree):
    """When a concession is over, the levers return to the user's setting."""
    lapse(u, levers, tree)


def has_risen(unit, p):
    """Whether enough people of a province have risen for the centre to respond."""
    return unit.revolt > p.unrest


@procedure("province", only=has_risen)
def answer(u, unit, people, units, country, tree, so_far, month, seed, log, p, p_provision):
    """The centre feeds, insults, shoots or concedes, province by province."""
    running = so_far.granted[0] > 0.0 or country.concession_until > month
    food = meal_of(unit.unrest_answer, held_in_store(u, units, tree), month_need(u, units, tree))
    feeds = food >= 0.0 or unit.fed == month
    by_itself = unit.unrest_answer == ANSWER_AUTO and not feeds
    how = NOTHING
    if feeds and unit.fed != month:
        how = FOOD
    elif unit.unrest_answer == ANSWER_FORCE or (by_itself and (country.threat > p.danger or running)):
        how = FORCE
    elif unit.unrest_answer == ANSWER_THREAT:
        how = THREAT
    elif by_itself:
        so_far.granted[0] = 1.0
    carry_out(u, how, food, p_provision.memory, people, units, country, tree, month, seed, log, p)


@each("country", writes=("conceded", "concession_until", "powers"))
def grant(so_far, country, month, p):
    """A concession is made once, for the whole country; it brings emergency powers."""
    if so_far.granted == 0.0:
        return 0, country.concession_until, country.powers
    return 1, month + p.concession, min(1.0, country.powers + p.lent)


def granted_now(country):
    """Whether a concession was made this month."""
    return country.conceded != 0


@procedure("country", writes="levers", only=granted_now)
def give_way(u, levers, tree):
    """The rebels' economic demand is granted, and political freedoms are cut at the same time."""
    concede(u, levers, tree)


@each("unit", writes=("revolt", "insult"))
def calm():
    """Without the card nobody rises and nobody responds."""
    return 0.0, 0.0


@each("person", writes=("in_revolt",), who=AT_LIBERTY)
def stay(striking):
    """Without the card nobody is in revolt."""
    return NOT_RISEN


class Uprising(NamedTuple):
    """Who rises, who shoots, what is conceded."""

    inertia: Annotated[float, Span(
        "inertia", 0.2, 0.9, "90 % found the regime unbearable, yet about 50 foci: 003 l.7171, 7709",
        symbol="tu")] = 0.55
    company: Annotated[float, Span(
        "pull of those who have risen", 0, 1, "most local members joined at Kronstadt: 003 l.7589, 9167",
        symbol="co")] = 0.6
    others: Annotated[float, Span("pull of other provinces in revolt", 0, 1, "assumed", symbol="co2")] = 0.3
    dread: Annotated[float, Span(
        "how steeply fear deters from rising", 0, 5,
        "no rising among the terrorised, murders in dark streets only: 003 l.16943-16962; size assumed",
        symbol="kr")] = 3.0
    stake: Annotated[float, Span(
        "inertia that an office or a uniform adds where the troops obey", 0, 1,
        "reliable men stopped a regiment about to turn: 003 l.7804-7819; size assumed", symbol="st")] = 0.3
    rumour: Annotated[float, Span("weight of rumour", 0, 1, "003 l.7593-7617", symbol="ru")] = 0.3
    hunger_of_troops: Annotated[float, Span(
        "what hunger takes from the troops' obedience", 0, 1, "003 l.7537-7543, 7804-7819", symbol="f1")] = 0.5
    fraternity: Annotated[float, Span(
        "what ties to the crowd take from it", 0, 1, "003 l.7537-7543, 7804-7819", symbol="f2")] = 0.4
    watching: Annotated[float, Span(
        "what watching over them adds to it", 0, 1, "003 l.7537-7543, 7804-7819", symbol="f3")] = 0.3
    division: Annotated[float, Span(
        "what a split centre takes from it", 0, 1,
        "orders of a party at war with itself: 003 l.7898-7925, 10258-10276; size assumed", symbol="f4")] = 0.5
    contact: Annotated[float, Span("ties of the troops to the crowd", 0, 1, "assumed", symbol="contact")] = 0.5
    force: Annotated[float, Span("force of the troops", 0, 1, "assumed", symbol="force")] = 0.7
    killing: Annotated[float, Span(
        "killing in an assault", 0, 1, "hundreds shot afterwards: 003 l.7829-7836", symbol="kk")] = 0.1
    capture: Annotated[float, Span(
        "taking of survivors in an assault", 0, 1,
        "hundreds of prisoners handed to the police: 003 l.7829-7836; size assumed", symbol="kt")] = 0.3
    blame: Annotated[float, Span("file added, true or false", 0, 2, "003 l.7761-7766", symbol="bo")] = 0.4
    rest: Annotated[float, Span("months before one rises again", 1, 24, "assumed", unit="months", symbol="rest")] = 6.0
    fall: Annotated[float, Span("share that topples", 0.1, 0.5, "assumed", symbol="fall")] = 0.25
    relief: Annotated[float, Span(
        "grievance that food in answer takes away", 0, 0.4,
        "a trainload of food turned a crowd: 003 l.7600-7632; size that of card 7", symbol="relief")] = 0.15
    after_a_fall: Annotated[float, Span("powers left after a fall", 0, 1, "assumed", symbol="pf")] = 0.1
    unrest: Annotated[float, Span(
        "share of a province from which the centre answers", 0.01, 0.5, "assumed", symbol="ur")] = 0.05
    danger: Annotated[float, Span("threat above which it shoots", 0, 1, "assumed", symbol="dg")] = 0.3
    concession: Annotated[float, Span("months of a concession", 1, 60, "assumed", unit="months", symbol="mc")] = 12.0
    lent: Annotated[float, Span("powers that come with a concession", 0, 1, "assumed", symbol="lp")] = 0.2
    signal: Annotated[float, Span("inertia that a rising abroad takes away", 0, 0.5, "assumed", symbol="fs")] = 0.1
    rounds: Annotated[float, Span(
        "times that people look around in a month", 1, 8, "assumed", unit="rounds", symbol="R")] = 8.0
    by_ties: Annotated[float, Span(
        "weight of one's ties beside one's cell in the company seen", 0, 1, "assumed: half and half",
        symbol="wt")] = 0.5


NEVER_READY = -9.0
MECHANISM = Mechanism(
    id="uprising",
    card=24,
    title="When enough are seen to move",
    sentence="I rise when grievance beats risk and enough others have risen; soldiers who share the hunger do not "
             "shoot.",
    sources="003 l.2157-2223, 3721-3786, 5566-5592, 6081-6095, 7065-7075, 7481-7632, 7709-7836, 9871-9965, 9983-10110, "
            "10328-10362, 13979-14010, 16943-16962",
    parameters=Uprising,
    levers=("unrest_answer", "market", "association.parties", "association.factions", "appointment"),
    rules=(troops, troops_hunger, at_large, strikers, muster, feed_strikers, weigh, eager, begin_to_move, rise, add_up,
           hear_of_it, put_the_blame, take_back, answer, grant, give_way, weigh_posts, fall_or_not, topple,
           clear_chairs),
    when_off=(calm, stay),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# What the sources decide (docs/design/changes-of-the-model.md). The insult came before the mutiny, from envoys (003
# l.7615-7632), so an assault insults nobody; rebels encouraged each other by talking, so fear hides company
# (l.15628-15632); most local members joined (l.7587-7590), but reliable men stopped a regiment (l.7804-7819): posts and
# uniforms hold people back as far as the troops obey. Prisoners of an assault went to the police, which shot them for
# months (l.7829-7836).
#
# Strikers of February 1921 were hungry, most of them women, before the gates of dead factories (003 l.7494-7496,
# 7521-7529); a village that rises marches and fights (l.7709-7715), and the starving have neither strength nor means
# (l.9147-9148).
#
# Readings the card leaves open. x_other is the share of the rest of the country in revolt last month: any two provinces
# are connected by some tie, and under a free press anyway, so none is left out. `known opponents` are the marked (card
# 6). Food sent in response comes out of the districts' stores (`food:x` is x months of need) and is eaten, once a
# month; it reduces the month's deficit. `threat` insults, and jails three rebels, in the order of persons. A concession
# is made for the whole country; when it lapses the levers return to the user's setting. A scripted strike (`striking`)
# counts as company and as unrest, and by itself makes nobody rebel. A revolt that was shot at is the moral shock of the
# next month. A centre whose assembly votes against its own line is split: nobody knows whose orders count.

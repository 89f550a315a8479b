"""Dependence: one hand holds bread, room and work.

What one authority can take away in one day, that much of a person it owns. Organised dependence: Walder (1986).

    out  = 1 - (1 - trade*skill)*(1 - abroad*fame)*(1 - plot)*(1 - aid*max(solid, assoc))    chance to live otherwise
    hold = wj*job_state + wr*(1 - market_food) + wl*room_state          market_food 1 where there are no cards
    dependence' = 1 - (1 - hold*(1 - out))^(1 + kd*dependants)
    out' = 1 - (1 - out)/(1 + strike_fund/sf); for the staff (share `staff`) job_state is 1 and out 0
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from unanimity.mechanisms.bread.market import market_of
from unanimity.world.codes import BANNED, CITIZEN, FREE, INQUIRY, NO_OFFICE, OFF, TOLERATED
from unanimity.world.draws import exponential, logarithm
from unanimity.world.formula import clip, formula
from unanimity.world.rules import Mechanism, each
from unanimity.world.spans import Span


@each("country", writes=("dependant_weight", "reweighed"))
def weigh(dependant_weight, p):
    """The weight of a dependant, and whether it differs from a month ago."""
    return p.dependant, 1 if abs(p.dependant - dependant_weight) > SAME else 0


@each("person", writes=("job_state", "room_state", "plot"))
def held_by_the_state(lot, status, village, state_jobs, state_rooms, plots, p):
    """Who has a state job, a state room, a plot: by lot, to the shares set; those sanctioned lose job and room."""
    kept = status in (FREE, INQUIRY)
    job = kept and lot < share_of(state_jobs, village, p.village_jobs, p.town_jobs)
    room = kept and digits(lot, FINER) < share_of(state_rooms, village, VILLAGE_ROOMS, p.town_rooms)
    plot = village != 0 and digits(lot, FINEST) < share_of(plots, village, VILLAGE_PLOTS, TOWN_PLOTS)
    return 1 if job else 0, 1 if room else 0, 1 if plot else 0


@formula
def share_of(lever, village, of_village, of_town):
    """A share as the lever sets it; under auto the initial one."""
    return lever if lever >= 0.0 else (of_village if village != 0 else of_town)


@formula
def digits(lot, which):
    """Finer digits of a lot, which serve as another lot."""
    return lot * which - math.floor(lot * which)


@each("person", writes=("dependence", "held"))
def dependence(one, cell, country, p, p_provision, more_dependence=0.0):
    """How much of a person one authority owns: what it can take away of a livelihood in one day."""
    bound = lives_by_the_party(one.estate, cell.association_parties)
    plot = 0.0 if bound else p.plot_feeds * one.plot
    out = out_of(trade_of(cell.market, p), one.competence, one.fame, plot, max(one.solid, cell.assoc), p)
    out = with_fund(out, cell.strike_fund, p)
    if on_staff(one.lot, cell.staff, one.office):
        bound, out = True, 0.0
    # a ration card can be withheld, access to a shop cannot
    bread = 1.0 if cell.ration_cards == OFF else market_of(cell.market, 0.0, p_provision)
    hold = clip(hold_of(1 if bound else one.job_state, bread, one.room_state, p) + more_dependence)
    if country.reweighed == 0 and abs(hold * (1.0 - out) - one.held) < SAME:
        return one.dependence, one.held
    return owned(hold, out, one.dependants, p), hold * (1.0 - out)


@formula
def trade_of(market, p):
    """`trade`: what the market lets a skilled person earn."""
    return p.trade_banned if market == BANNED else (p.trade_tolerated if market == TOLERATED else p.trade_legal)


@formula
def lives_by_the_party(estate, parties):
    """Whether the person depends on the party for a living: a member where other parties are banned.

    The committees give and take their members' work, and no plot feeds them; of the village members more than half were
    officials (003 l.12932-12934).
    """
    return estate != CITIZEN and parties == BANNED


@formula
def out_of(trade, skill, fame, plot, aid, p):
    """`out`: the chance of another livelihood."""
    return 1.0 - (1.0 - trade * skill) * (1.0 - p.abroad * fame) * (1.0 - plot) * (1.0 - p.aid * aid)


@formula
def with_fund(out, strike_fund, p):
    """`out` where a common fund supports those dismissed for the given number of months."""
    return 1.0 - (1.0 - out) / (1.0 + strike_fund / p.fund) if strike_fund > 0.0 else out


@formula
def on_staff(lot, staff, office):
    """Whether a person without office is employed by the office."""
    return office == NO_OFFICE and digits(lot, STAFFS) < staff


@formula
def hold_of(job_state, market_food, room_state, p):
    """`hold`: the share of a livelihood that one authority controls."""
    return clip(p.job * job_state + p.food * (1.0 - market_food) + p.room * room_state)


@formula
def owned(hold, out, dependants, p):
    """`dependence`: how much of a person the authority owns; each dependant makes the loss weigh more."""
    held = hold * (1.0 - out)
    if dependants == 0 or held >= 1.0:
        return clip(held)
    return clip(1.0 - exponential((1.0 + p.dependant * dependants) * logarithm(1.0 - held)))


class Dependence(NamedTuple):
    """What the state controls of a person's livelihood, and what makes the person independent."""

    job: Annotated[float, Span(
        "weight of a state job", 0, 1, "list in 003 l.15946-15961; weights assumed", symbol="wj")] = 0.4
    food: Annotated[float, Span(
        "weight of food from the card", 0, 1, "list in 003 l.15946-15961; weights assumed", symbol="wr")] = 0.35
    room: Annotated[float, Span(
        "weight of a state room", 0, 1, "list in 003 l.15946-15961; weights assumed", symbol="wl")] = 0.25
    dependant: Annotated[float, Span(
        "added by each child or disability", 0, 0.4, "003 l.12681-12684, 13911-13922", symbol="kd")] = 0.2
    trade_banned: Annotated[float, Span(
        "income from trade where the market is banned", 0, 1, "assumed", symbol="trade[banned]")] = 0.1
    trade_tolerated: Annotated[float, Span(
        "income from trade where it is tolerated", 0, 1, "assumed", symbol="trade[tolerated]")] = 0.3
    trade_legal: Annotated[float, Span(
        "income from trade where it is legal", 0, 1, "assumed", symbol="trade[legal]")] = 0.7
    abroad: Annotated[float, Span(
        "income of the famous from outside", 0, 1, "300 francs a month kept two alive: 003 l.17036",
        symbol="abroad")] = 0.8
    aid: Annotated[float, Span(
        "mutual aid", 0, 1, "300 francs a month kept two alive: 003 l.17036", symbol="aid")] = 0.4
    share_kin: Annotated[float, Span(
        "loss passed to kin", 0, 1, "twelve months without bread card: 003 l.15762-15766", symbol="share_kin")] = 0.6
    plot_feeds: Annotated[float, Span(
        "share of a living that a plot of one's own gives", 0, 1,
        "assumed; 1 would make every villager independent for ever", symbol="pf")] = 0.5
    town_jobs: Annotated[float, Span(
        "share of townspeople in jobs of the state where the lever leaves it to the place", 0, 1, "assumed",
        symbol="jt")] = 0.9
    town_rooms: Annotated[float, Span(
        "share of townspeople in rooms of the state, likewise", 0, 1, "assumed", symbol="rt")] = 0.7
    fund: Annotated[float, Span(
        "months of pay in a common fund that halve what is held", 0.1, 60, "strike pay; size assumed", unit="months",
        symbol="sf")] = 6.0
    village_jobs: Annotated[float, Span(
        "share of villagers in jobs of the state, likewise", 0, 1, "assumed", symbol="jv")] = 0.2


TOWN_PLOTS, VILLAGE_PLOTS, VILLAGE_ROOMS = 0.0, 1.0, 0.0  # villagers have plots and own their houses
FINER, FINEST, STAFFS = 997.0, 8191.0, 7919.0  # multipliers that give the lots for rooms, plots and the staff
SAME = 1e-6  # smaller differences of what is held count as none
MECHANISM = Mechanism(
    id="dependence",
    card=11,
    title="One hand holds bread, room and work",
    sentence="What one authority can take away in one day, that much of a person it owns.",
    sources="003 l.1477-1535, 8463-8471, 9571-9609, 12373-12375, 12681-12684, 13498-13513, 13843-13922, 14885-14891, "
            "15511-15577, 15762-15766, 15946-15961, 17006-17043, 20496-20506",
    parameters=Dependence,
    levers=("market", "state_jobs", "state_rooms", "plots", "ration_cards", "association.parties",
            "strike_fund", "staff"),
    rules=(weigh, held_by_the_state, dependence),
    neutral={"dependence": 0.5, "held": -1.0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# skill is competence; trade and market_food (`mkt` of card 1, not lessened by policing) follow the market; plot is .5
# for a villager with a plot. The levers state_jobs, state_rooms and plots set the shares of people with the three
# flags, by the person's lot; auto: towns .9, .7, 0, villages .2, 0, 1. People dismissed or worse lose job and room
# until their term ends. Where other parties are banned a member's job counts as the state's, and no plot feeds him.
#
# Readings taken. One lot per person serves three flags: the job takes the lot itself, room and plot its finer digits,
# so that the three are practically independent. The power is recomputed only for people whose hold has changed since
# the last time (`held`) by more than a millionth, and for all when its parameter changes. A person under inquiry keeps
# job and room. The weights wj, wr, wl are used as given: the user is responsible for their sum of 1. Card 17 writes
# what those sanctioned and their kin lose of the ration card (share_kin).

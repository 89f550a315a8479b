"""Moving: where the bread is. Optional: it runs where a society has places to spare and says so (`[society] moving`).

People go where they can eat and have somebody, unless a paper holds them; the starving cannot go at all. Gravity with
ties: Ravenstein (1885); expected earnings, shared by those who seek them: Todaro (1969).

    want_u     mean hunger of the cell
    pay_u      = earned*(1 - want)*min(1, usual people/people) in towns, pv*min(1, granary/food until the harvest) in
               villages
    prospect_u = mp*pay - mh*want; others hear of it where there is a vacant place
    gain_i     = mh*hunger_i + prospect of the place - mp*pay_u - (ms*(job + room) + ml*plot)*(1 - hunger_i)
               for towns and for villages: the best place with a tie that offers more than his own (less mc in another
               province); or, as a stranger, a place by lot: gain less mc, and only the part 1 - mt of people dare
    go_i       : event(mv*gain+*(1 - hunger_i)^sw*papers/household)
    papers     hold: townspeople of the first category go with chance 1 - pl; bar: villagers enter towns with chance
               1 - pl, and the dismissed of towns are sent to a village by event(pe)
    on the way dead of hunger by event(rw*hunger^2) between provinces (people/destinations.py)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.bread.market import months_to_harvest
from unanimity.world.codes import (
    BAR_PAPERS,
    DISMISSED,
    EXPELLED,
    HOLD_AND_BAR,
    HOLD_PAPERS,
    KIN,
    NEVER,
    NO_MOVE,
    NO_OFFICE,
    POLICE,
    TO_TOWN,
    VACANT,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, person, unit
from unanimity.world.columns.declare import BIG, MONTHS
from unanimity.world.draws import event, exponential, logarithm
from unanimity.world.formula import formula, positive
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, total
from unanimity.world.spans import Span


@total(of="person", to="cell", writes="cell_hunger", who=AT_LIBERTY)
def cell_hunger(hunger):
    """The sum of hunger in the cell."""
    return hunger


@total(of="person", to="cell", writes="cell_vacant", who=EVERYBODY)
def cell_vacant(status):
    """Vacant places of the cell: the housing that is free."""
    return 1.0 if status == VACANT else 0.0


@each("cell", writes=("living", "prospect"))
def look_forward(village, earned, cell_hunger, present, inhabitants, granary, need, calendar, p):
    """What a place gives those who live there, and how attractive it is to somebody from elsewhere."""
    want = cell_hunger / present if present > 0.0 else 0.0
    living = pay_of(village, earned, want, present, inhabitants, granary, need, months_to_harvest(calendar), p)
    return living, p.pay * living - p.hunger * want


@formula
def pay_of(village, output, want, present, inhabitants, granary, need, months, p):
    """What people can earn: a town's work, shared by those who seek it, or a village's bread until the harvest."""
    if village == 0:
        crowd = min(1.0, inhabitants / present) if present > 0.0 and inhabitants > 0.0 else 1.0
        return output * (1.0 - want) * crowd
    food = need * months
    return p.village * (min(1.0, granary / food) if food > 0.0 else 1.0)


@total(of="cell", to="centre", writes=("town_room", "town_prospects", "village_room", "village_prospects"))
def hear_of(village, cell_vacant, prospect):
    """The prospects of towns and of villages with room, summed over vacant places."""
    told = cell_vacant * prospect
    return (cell_vacant, told, 0.0, 0.0) if village == 0 else (0.0, 0.0, cell_vacant, told)


@each("person", writes=("town_offer", "village_offer"), who=AT_LIBERTY)
def write_home(village, prospect, cell_vacant):
    """What the person's ties elsewhere hear of the place where the person lives, if there is room in it."""
    offer = prospect if cell_vacant >= 1.0 else NO_PLACE
    return (offer, NO_PLACE) if village == 0 else (NO_PLACE, offer)


@total(of="ties", to="person", fold="max", who=AT_LIBERTY)
def known_town(homeland, other_homeland, other_town_offer, other_status, p):
    """The best town where the person knows somebody; the scale starts at NO_PLACE, so that 0 means none."""
    return reached(other_town_offer, homeland != other_homeland, p) if other_status < AT_LIBERTY_BELOW else 0.0


@formula
def reached(offer, far, p):
    """The prospect of a tie's place, less the cost of distance; 0 where there is no room."""
    told = offer - (p.distance if far else 0.0) - NO_PLACE
    return told if (told > 0.0) & (offer > NO_PLACE) else 0.0


@total(of="ties", to="person", fold="max", who=AT_LIBERTY)
def known_village(homeland, other_homeland, other_village_offer, other_status, p):
    """The best village where the person knows somebody, on the same scale."""
    return reached(other_village_offer, homeland != other_homeland, p) if other_status < AT_LIBERTY_BELOW else 0.0


@total(of="kin", to="person", who=AT_LIBERTY)
def household(kind, other_status):
    """The number of kin at liberty, who would come along."""
    return 1 if kind == KIN and other_status < AT_LIBERTY_BELOW else 0


SET_OUT = 720  # stream


@each("person", writes="going", who=AT_LIBERTY, stream=SET_OUT)
def set_out(one, cell, centre, known_town, known_village, household, month, luck, p):
    """Whether the person sets out this month, and for what kind of place."""
    if month < 0 or one.office > NO_OFFICE or one.estate == POLICE or one.in_revolt > 0:
        return STAYS
    sent = is_sent_away(one.status, cell.village, cell.passports, p)
    if event(sent, luck):
        return SENT_AWAY
    held, first = p.settled * (one.job_state + one.room_state) + p.land * one.plot, one.category == 0
    town, town_known = best_of(known_town + NO_PLACE, centre.town_room, centre.town_prospects, cell.prospect,
                               cell.living, one.hunger, held, p)
    rural, rural_known = best_of(known_village + NO_PLACE, centre.village_room, centre.village_prospects,
                                 cell.prospect, cell.living, one.hunger, held, p)
    town *= papers_of(cell.passports, cell.village, first, True, p)
    rural *= papers_of(cell.passports, cell.village, first, False, p)
    drive, all_of_them = p.going * max(town, rural), 1.0 + household
    if luck >= sent + drive / all_of_them:  # stays even with full strength; skips the costly strength_of
        return STAYS
    if not event(sent + drive * strength_of(one.hunger, p) / all_of_them, luck):
        return STAYS
    if town > rural:
        return TO_KNOWN_TOWN if town_known else TO_ANY_TOWN
    return TO_KNOWN_VILLAGE if rural_known else TO_ANY_VILLAGE


@formula
def gain_of(prospect, living, hunger, held, p):
    """What the person would gain: own hunger and the prospect there against pay here and what holds the person."""
    return p.hunger * hunger + prospect - p.pay * living - held * (1.0 - hunger)


@formula
def best_of(known, room, prospects, here, living, hunger, held, p):
    """The drive towards one kind of place, and whether it is a place with a tie; strangers pay more and seldom dare."""
    at_ties = positive(gain_of(known, living, hunger, held, p)) if known > here else 0.0
    told = prospects / room if room >= 1.0 else NO_PLACE
    strange = (1.0 - p.ties) * positive(gain_of(told, living, hunger, held, p) - p.distance) if told > here else 0.0
    return max(at_ties, strange), at_ties >= strange


@formula
def strength_of(hunger, p):
    """Strength and means for the journey: none at full hunger."""
    return exponential(p.weakness * logarithm(1.0 - hunger)) if hunger < 1.0 else 0.0


@formula
def papers_of(passports, village, first, to_town, p):
    """The share of those willing to go whom the passport rules let go."""
    held = first and village == 0 and (passports == HOLD_PAPERS or passports == HOLD_AND_BAR)
    barred = to_town and village != 0 and (passports == BAR_PAPERS or passports == HOLD_AND_BAR)
    return 1.0 - p.strictness if held or barred else 1.0


@formula
def is_sent_away(status, village, passports, p):
    """The hazard with which a town barred by passports expels one of its dismissed."""
    out = status == DISMISSED or status == EXPELLED
    return p.expulsion if out and village == 0 and (passports == BAR_PAPERS or passports == HOLD_AND_BAR) else 0.0


class Moving(NamedTuple):
    """What makes people move, what holds them, and what it costs."""

    going: Annotated[float, Span(
        "households that set out at a gain of 1", 0, 5,
        "Petrograd 2.42 M in 1917, .72 M in August 1920; petrograd_food_and_people.csv; fitted between that and the"
        " flight of 1921, 003 l.9143-9147", unit="a month", symbol="mv")] = 2.0
    hunger: Annotated[float, Span(
        "weight of hunger", 0, 2, "back as soon as there was bread: 003 l.4671-4673; size assumed", symbol="mh")] = 1.0
    pay: Annotated[float, Span("weight of what work or land give", 0, 2, "assumed", symbol="mp")] = 0.5
    ties: Annotated[float, Span(
        "share of those who do not dare to go where they know nobody", 0, 1,
        "who has a village goes to it (general); size assumed", symbol="mt")] = 0.5
    distance: Annotated[float, Span(
        "what another province costs, and any place where he knows nobody", 0, 1, "assumed", symbol="mc")] = 0.3
    settled: Annotated[float, Span("what a job or a room of the state holds", 0, 1, "assumed", symbol="ms")] = 0.15
    land: Annotated[float, Span(
        "what a plot of one's own holds", 0, 1,
        "the famine of 1921 set millions on the road, not tens of millions: 003 l.9143-9147; size assumed",
        symbol="ml")] = 0.4
    weakness: Annotated[float, Span(
        "power with which strength and means go as hunger grows", 1, 6,
        "with neither strength nor means: 003 l.9143-9147; size assumed", symbol="sw")] = 4.0
    road: Annotated[float, Span(
        "death on the way between provinces at full hunger", 0, 0.5,
        "with neither strength nor means: 003 l.9143-9147; size assumed", symbol="rw")] = 0.1
    strictness: Annotated[float, Span(
        "share of those held or barred whom papers stop", 0, 1,
        "inner passports to hold hands: 003 l.13973-13974; size assumed", symbol="pl")] = 0.8
    expulsion: Annotated[float, Span(
        "hazard that a barred town sends one of its dismissed away", 0, 1, "assumed", unit="a month",
        symbol="pe")] = 0.05
    file: Annotated[float, Span("share of the file that comes after", 0, 1, "assumed", symbol="df")] = 0.5
    thinned: Annotated[float, Span(
        "what a tie that leads out of the district keeps of its weight", 0, 1, "assumed", symbol="tw")] = 0.8
    village: Annotated[float, Span(
        "pay of a village with full granaries, where a town's is 1", 0, 1,
        "towns .18 of the people in 1926 (general); size assumed", symbol="pv")] = 0.7


NO_PLACE = -9.0  # below every prospect
STAYS, TO_KNOWN_TOWN, TO_KNOWN_VILLAGE, TO_ANY_TOWN, TO_ANY_VILLAGE, SENT_AWAY = range(6)  # what a person sets out for
MECHANISM = Mechanism(
    id="moving",
    card=30,
    title="Where the bread is",
    sentence="People go where they can eat and have somebody, unless a paper holds them; the starving cannot go at "
             "all.",
    sources="003 l.4671-4673, 9143-9147, 13973-13974",
    parameters=Moving,
    levers=("passports",),
    rules=(cell_hunger, cell_vacant, look_forward, hear_of, write_home, known_town, known_village, household, set_out),
    neutral={"going": STAYS},
    columns=(
        person("going", "u1", STAYS, SENT_AWAY, "moving", "what he sets out for this month", unit="code"),
        person("moved", "i2", NEVER, MONTHS, "moving", "month of his last move", unit="month", initial=NEVER),
        person("move_kind", "u1", NO_MOVE, TO_TOWN, "moving", "his last move: none, within, to a village, to a town",
               unit="code"),
        person("homeland", "u2", 0, 65535, "moving", "number of the province where he lives", unit="code"),
        person("town_offer", "f4", NO_PLACE, 3, "moving", "what his town offers to who comes", unit="prospect",
               initial=NO_PLACE),
        person("village_offer", "f4", NO_PLACE, 3, "moving", "what his village offers to who comes", unit="prospect",
               initial=NO_PLACE),
        unit("cell_hunger", "f8", 0, BIG, "moving", "hunger, summed over the cell", unit="persons"),
        unit("cell_vacant", "f8", 0, BIG, "moving", "vacant places of the cell", unit="places"),
        unit("living", "f8", 0, 4, "moving", "what work or land give in the cell", unit="of a full town's"),
        unit("prospect", "f8", NO_PLACE, 4, "moving", "how the cell looks to one from elsewhere", unit="prospect"),
        unit("town_room", "f8", 0, BIG, "moving", "vacant places in towns (centre)", unit="places"),
        unit("town_prospects", "f8", -BIG, BIG, "moving", "what they offer, summed (centre)", unit="prospect"),
        unit("village_room", "f8", 0, BIG, "moving", "vacant places in villages (centre)", unit="places"),
        unit("village_prospects", "f8", -BIG, BIG, "moving", "what they offer, summed (centre)", unit="prospect"),
    ),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# A household (kin of the same cell at liberty) moves together, if all find places in one cell; each member can decide
# for all, so each has a part of the hazard. Office holders, police and rebels stay, because a post has a fixed place.
# People keep their number, traits, ties, party card, faction and label; only the part `df` of the file follows them,
# and ties that now lead out of the district keep `tw` of their weight. Food stays where it is; need moves.
#
# Readings taken. The card adds ties to the gain; then everybody with a friend elsewhere would move for no reason, so
# here ties open a place and hunger or pay is the reason. A plot holds people as a job does (in the card only
# townspeople are held). Within a province only strangers pay for distance: people with a tie there are taken in. The
# card's three cells by lot are here the mean of all cells of the kind with room. A town's work is shared when more
# people than usual seek it (otherwise half of the villages would stand in towns within years). Jobs are by lot and
# place (card 11), so the card's three months without one are left out; so are expulsions of the unregistered, who are
# those dismissed. What a village pays does not depend on the state's price: it is its own bread. More workers than
# usual add less to a harvest (card 3, `la`). Random numbers are keyed by place and month (card 29). Nobody moves during
# burn-in.
#
# Sources: 003 l.4671-4673, 9143-9147, 13973-13974; series petrograd_food_and_people.

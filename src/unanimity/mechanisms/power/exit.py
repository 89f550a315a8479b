"""Exit: leaving, and being made to leave.

Where the door is open critics go and the rest grow quieter; where it is shut they go inward, or to prison, or out of
life. Exit, voice and loyalty: Hirschman (1970).

    push    = .5*grievance + .5*fear + moral;   pull = [exit open]*means + permit;   means = .5*fame + .5*competence
    abroad  event(ex*push*max(pull, sm*courage)); if the door is closed and there is no permit: death event(bd)
    inward  a member who resigns after a moral shock while the door is closed keeps silent for 12 months (card 10)
    banish  instead of exile when fame*need_abroad > bf
    hunted  (abroad) event(hu*fame*[held office or police]) -> murdered;  publicity + pb*fame for each exile
    last vote: expelled or imprisoned, conviction > .7, press and door closed: event(lv*(1 - solid)) -> suicide
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import be_gone, die, expel
from unanimity.world.case_log import enter
from unanimity.world.codes import (
    ABROAD,
    AN_ORDER,
    AT_BORDER,
    BY_SUICIDE,
    DESPAIR,
    EXILE,
    EXILED,
    EXPELLED,
    IMPRISONED,
    LEAVING,
    MONOPOLY,
    MURDERED,
    NO_OFFICE,
    NOT_DEAD,
    OPEN_BORDER,
    POLICE,
    THE_FRONTIER,
    THE_HUNT,
)
from unanimity.world.draws import event
from unanimity.world.formula import formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, pick, total
from unanimity.world.spans import Span

DEPART, FRONTIER, HUNT, LAST_VOTE = 610, 614, 616, 618  # streams


def on_his_way(luck, p):
    """Whether the second draw can matter: only people who leave can be shot."""
    return luck < 2.0 * p.leaving


@each("person", writes=("departing", "permit"), who=AT_LIBERTY, stream=DEPART, chance=on_his_way)
def pack(one, cell, country, luck, luck_2, p):
    """The person stays, leaves, or is shot at the border."""
    may, open_door = one.permit == 1, cell.exit == OPEN_BORDER
    shaken = max(country.moral_shock, one.moral) * one.conviction * positive(-one.stance * cell.line)
    pull = pull_of(open_door, p.by_fame * one.fame + p.by_skill * one.competence, may)
    if not event(leaving_hazard(push_of(one.grievance, one.fear, shaken, p), pull, one.courage, p), luck):
        return STAYS, one.permit - 1 if one.permit > 1 else one.permit
    if not open_door and not may and event(p.border_death, luck_2):
        return SHOT, one.permit
    return LEAVES, one.permit


@formula
def push_of(grievance, fear, moral, p):
    """`push`: what drives the person out."""
    return p.by_grievance * grievance + p.by_fear * fear + moral


@formula
def pull_of(open_door, means, permit):
    """`pull`: what makes leaving possible."""
    return 1.0 if permit else (means if open_door else 0.0)


@formula
def leaving_hazard(push, pull, courage, p):
    """The hazard of trying: by permission, or across the river at night."""
    return p.leaving * push * max(pull, p.crossing * courage)


@total(of="person", to="cell and above", writes="leavers", who=AT_LIBERTY)
def leavers(departing):
    """The number of people on their way."""
    return 1.0 if departing != STAYS else 0.0


def any_leaves(centre):
    """Whether anybody in the country is on the way."""
    return centre.leavers > 0.0


def any_leaves_here(unit):
    """Whether anybody in the cell is on the way."""
    return unit.leavers > 0.0


def is_leaving(one):
    """Whether the person is on the way."""
    return one.departing != STAYS


@pick(among="people of a cell", only=(any_leaves, any_leaves_here, is_leaving))
def depart(i, one, people, units, seats, tree, month, log):
    """Those on the way leave, or die at the border."""
    cross(i, one.departing == SHOT, people, units, seats, tree, month, log)


@formula(writes=("permit", "departing"))
def cross(i, shot, people, units, seats, tree, month, log):
    """The person is abroad, with the permit used up, or dead at the border."""
    be_gone(i, AT_BORDER if shot else NOT_DEAD, THE_FRONTIER, people, units, seats, tree, month, log)
    if not shot:
        people.permit[i] = 0
    people.departing[i] = STAYS


@each("country", writes="voices_abroad")
def hush():
    """The voices of exiles are counted anew."""
    return 0.0


@each("case", stream={"hunt": HUNT, "last_vote": LAST_VOTE})
def away(i, case, cell, country, luck, p, people, month, log):
    """The banished go; exiles speak abroad and are hunted; some who can neither speak nor leave take their lives."""
    banished = case.status == EXILED and case.blow == EXILE and case.fame * country.need_abroad > p.banishing
    if banished or case.status == ABROAD:
        prominent = case.highest_office > NO_OFFICE or case.estate == POLICE
        if prominent and event(p.hunting * case.fame, luck.hunt):
            live_away(i, banished, HUNTED, 0.0, people, country, month, log)
            return
        live_away(i, banished, LIVES, p.telling * case.fame, people, country, month, log)
        return
    shut = cell.exit != OPEN_BORDER and cell.press == MONOPOLY
    if ((case.status == EXPELLED or case.status == IMPRISONED) and case.conviction > p.devoted and shut
        and event(p.last_vote * (1.0 - case.solid), luck.last_vote)):
        live_away(i, False, DESPAIRED, 0.0, people, country, month, log)
        return
    live_away(i, False, LIVES, 0.0, people, country, month, log)


@formula(writes=("status", "rung", "voices_abroad"))
def live_away(i, banished, fate, told, people, country, month, log):
    """The person is put across the border, speaks abroad, is murdered there, or commits suicide here."""
    if banished:
        enter(log, i, LEAVING, AN_ORDER)
        people.status[i] = ABROAD
        people.rung[i] = 0
        expel(i, people)
    country.voices_abroad[0] += told
    if fate == HUNTED:
        die(i, MURDERED, THE_HUNT, month, people, log)
    elif fate == DESPAIRED:
        die(i, BY_SUICIDE, DESPAIR, month, people, log)


@each("person", writes="muted", who=AT_LIBERTY)
def keep_silent(quiet_until, month):
    """A person who has withdrawn inwardly is silent for a year."""
    return 1 if quiet_until > month else 0


class Exit(NamedTuple):
    """Who leaves, who may leave, who is hunted, who despairs."""

    leaving: Annotated[float, Span(
        "leaving hazard at full push, open door and full means", 0, 0.3,
        "1-2 M of 140 M left in 1918-22 (general): 7-15 per 1,000 in five years of push near .2 and means near .3",
        unit="a month", symbol="ex")] = 0.004
    crossing: Annotated[float, Span(
        "success of crossing", 0, 1, "machine guns at the river 003 l.13979-14010; assumed", symbol="sm")] = 0.1
    border_death: Annotated[float, Span(
        "death at the border", 0, 1, "machine guns at the river 003 l.13979-14010; assumed", symbol="bd")] = 0.2
    hunting: Annotated[float, Span(
        "hunt of the prominent abroad", 0, 0.05, "003 l.19320-19512", unit="a month", symbol="hu")] = 0.01
    telling: Annotated[float, Span(
        "publicity per famous exile", 0, 0.1, "201 articles in the one open daily: 003 l.22114", symbol="pb")] = 0.02
    banishing: Annotated[float, Span(
        "fame times need abroad that turns exile into banishment", 0, 1, "assumed", symbol="bf")] = 0.3
    last_vote: Annotated[float, Span(
        "last vote", 0, 0.01, "one day after expulsion; a curve that alarmed the commission: 003 l.11407-11476",
        unit="a month", symbol="lv")] = 0.002
    devoted: Annotated[float, Span("conviction above which death is a last vote", 0, 1, "assumed", symbol="cv")] = 0.7
    by_grievance: Annotated[float, Span(
        "weight of grievance in what drives one out", 0, 1, "assumed", symbol="wg")] = 0.5
    by_fear: Annotated[float, Span("weight of fear in it", 0, 1, "assumed", symbol="wf")] = 0.5
    by_fame: Annotated[float, Span("weight of fame in the means to leave", 0, 1, "assumed", symbol="mf")] = 0.5
    by_skill: Annotated[float, Span("weight of competence in them", 0, 1, "assumed", symbol="mc")] = 0.5


STAYS, LEAVES, SHOT = 0, 1, 2
LIVES, HUNTED, DESPAIRED = 0, 1, 2
MECHANISM = Mechanism(
    id="exit",
    card=28,
    title="Leaving, and being made to leave",
    sentence="Where the door is open critics go and the rest grow quieter; where it is shut they go inward, or to "
             "prison, or out of life.",
    sources="003 l.1339-1484, 3591-3624, 7863-7896, 9060-9068, 9165-9216, 10781-10815, 11407-11476, 13126-13186, "
            "15889-15891, 18061-18078, 19320-19443, 20142-20185, 20424-20734, 21095-21110",
    parameters=Exit,
    levers=("exit", "press"),
    rules=(keep_silent, pack, leavers, depart, hush, away),
    neutral={"muted": 0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open. `moral` = conviction*(-a)+*size of the month's moral shock. Card 20 grants a permit
# with months to wait; from the month in which it falls due it counts as an open border with full means. `voice closed`
# is read as a press monopoly. The flag 'left quietly' is `quiet_until`; the card gives no number for its effect on a
# file in a purge, so there is none. Nobody comes back.

"""A session of the centre (card 23, `decide` and `sunset`): what is proposed, how it is voted on, and what follows.

A motion has a direction, +1 tighter or -1 freer; a member's agreement with it is the stance on *rule* times that
direction, and a member dissents by card 5, in the rounds of card 4. It is carried if more than half do not dissent. A
single decider goes by the sign of his own agreement. What zeal provokes in a member (card 13) is a reaction to the line
and not to the motion, so it is left out here.
"""

from __future__ import annotations

from unanimity.mechanisms.people.meeting import is_at_liberty
from unanimity.mechanisms.people.voice import exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.mechanisms.power.congress import before_the_centre, rounds_of_hands
from unanimity.mechanisms.power.delegated_levers import BACK, FREER, SIGN, TIGHTER, carry_out, direction_of, give_back
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
    CALM,
    CARRIED,
    COST,
    DANGER,
    NOBODY,
    OBJECTED,
    SECRET,
    SUNSET,
    VOTED_DOWN,
)
from unanimity.world.formula import clip, formula
from unanimity.world.rules import each, procedure, wave


# --- what is before the centre ----------------------------------------------------------------------------------------
@each("country", writes=("motion_for", "motion"))
def ask_for_powers(centre, month):
    """When emergency powers fall due, it is proposed to renew them."""
    return RENEWAL, TIGHTER if falls_due(centre.powers_sunset, month) else 0


@formula
def falls_due(sunset, month):
    """Whether a whole period since month 0 ends with this month."""
    return sunset > 0.0 and (month + 1) % int(max(sunset, 1.0)) == 0


@procedure("country", writes=("levers", "announced"))
def hand_back(u, levers, tree, month):
    """When a delegation ends, its lever returns to the user's setting."""
    return_levers(u, levers, tree, month)


@formula
def return_levers(unit, levers, tree, month):
    """Return the levers that the centre no longer controls next month."""
    give_back(levers, month, tree.units)


@each("country", writes=("motion_for", "motion"))
def propose(u, units, country, levers, tree, month, p):
    """Danger tightens, cost loosens, calm goes back to base; a motion that could change nothing is not put."""
    return what_it_would_do(u, units, country, levers, tree, month, p)


@formula
def proposal_of(danger, cost, p):
    """What is proposed: TIGHTER, FREER, BACK to base, or NOTHING."""
    if danger > p.danger:
        return TIGHTER
    if cost > p.cost:
        return FREER
    return BACK if danger < p.calm and cost < p.calm else NOTHING


@formula
def cost_seen(unit, units, tree):
    """The shortfall that is reported to the centre, and the share of the country in revolt."""
    centre = tree.units - 1
    made, present = units.report_output[centre], units.present[centre]
    short = clip(1.0 - made / present) if made > 0.0 and present > 0.0 else 0.0
    return short + units.revolt[centre]


@formula
def what_it_would_do(unit, units, country, levers, tree, month, p):
    """What is proposed, and whether it would make something tighter (1) or freer (-1) or change nothing (0)."""
    proposal = proposal_of(country.threat + country.suspected, cost_seen(unit, units, tree), p)
    return proposal, 0 if proposal == NOTHING else direction_of(levers, month, proposal, tree.units)


@formula(writes=("votes_against", "votes_present"))
def count_votes(moved, room):
    """The hands against, and how many voted."""
    return moved, room


@formula
def is_put(country):
    """Whether there is a motion."""
    return country.motion != 0


# --- how it is voted on, and what follows -----------------------------------------------------------------------------
@wave("centre", writes="objected", only=(is_put, is_at_liberty), company=before_the_centre, rounds=rounds_of_hands,
      then=count_votes)
def vote(one, centre, country, company, room, p_voice):
    """The centre votes, under its own ballot; on emergency powers always in secret."""
    ballot = SECRET if country.motion_for == RENEWAL else centre.ballot
    return objects(one, centre, country, country.motion, ballot, company, room, p_voice)


@formula
def assent_alone(agreement):
    """A single decider goes by the sign of his agreement."""
    return agreement >= 0.0


@formula
def objects(one, centre, country, direction, ballot, company, room, p_voice):
    """Whether a member of the centre raises his hand against a motion."""
    agreement = one.stance * direction
    want = want_of(one.grievance, one.conviction, agreement, p_voice)
    urge = want * (1.0 - held_of(country.threat, one.conviction, one.estate, p_voice))
    price = price_of(one.fear, one.courage, exposure_of(ballot, p_voice), centre.sel, p_voice)
    if room == 1:
        return not assent_alone(agreement)
    return (want > p_voice.theta) & speaks_up(urge, price, company, p_voice)


@procedure("country", writes=("powers", "doctrine", "levers", "announced"), only=is_put)
def govern(u, country, p, seats, tree, levers, month, log):
    """The centre decides for next month: it tightens or loosens its levers; powers fall unless they are renewed."""
    carried = is_carried(country.votes_against, country.votes_present)
    lapse = country.motion_for == RENEWAL and not carried
    why = SUNSET if country.motion_for == RENEWAL else (
        DANGER if country.motion_for == TIGHTER else (COST if country.motion_for == FREER else CALM))
    country.powers[0] = min(country.powers[0], p.sunset) if lapse else country.powers[0]
    country.doctrine[0] = 0.0 if lapse else country.doctrine[0]
    decide(u, carried, why, country, seats, tree, levers, month, log)


@formula
def is_carried(hands, present):
    """Whether more than half of those present do not dissent."""
    return present > 0 and 2 * hands < present


@formula(writes=("motions", "motions_carried"))
def minute(carried, why, number, country, seats, tree, log):
    """Log a motion: its fate, the hands against, the reason, its subject, and who objected in which round."""
    first = tree.seat_start[tree.units - 1]
    country.motions[0] += 1
    country.motions_carried[0] += 1 if carried else 0
    if seats.sitting[first] != NOBODY:
        enter_with(log, int(seats.sitting[first]), CARRIED if carried else VOTED_DOWN, why, country.votes_against,
                   number)
    for k in range(first, tree.seats):
        if seats.sitting[k] != NOBODY and seats.objected[k] != 0:
            enter_with(log, int(seats.sitting[k]), OBJECTED, why, seats.objected[k], number)


@formula
def decide(unit, carried, why, country, seats, tree, levers, month, log):
    """Carry out what is carried, for next month, and log it with the number of the first lever, powers with -1."""
    first = -1
    if why != SUNSET:
        for number in range(levers.delegated.shape[0] - 1, -1, -1):
            first = number if levers.delegated[number, SIGN] != 0.0 else first
        if carried:
            first = carry_out(levers, month, country.motion_for, tree.units)
    minute(carried, why, first, country, seats, tree, log)


NOTHING, RENEWAL = 2, 3  # motions beside tighter, freer and back: none, or to renew emergency powers
SESSION = (ask_for_powers, vote, govern, hand_back, propose, vote, govern)


# --- readings ---------------------------------------------------------------------------------------------------------
# A session has up to two motions, the second after the outcome of the first: whether powers that fall due are renewed,
# by a secret vote; and one step tighter, freer or back to base for the delegated levers (delegated_levers.py).

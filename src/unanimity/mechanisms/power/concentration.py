"""Concentration: everything leads to one desk.

Posts given by one hand return as votes for that hand; powers lent in danger are not returned. Share of posts by root patron
(Herfindahl); a ratchet.

    root(i)  = follow the patrons of office holders upward until one is his own; share_r = office-weighted share of posts
    C        = sum over r of share_r^2
    powers'  = [powers + up*(threat - powers)+ - dn*(powers - threat)+*oversight_eff], not below min(powers, theta_doc)
    theta_doc' = theta_doc + kd*powers*(1 - theta_doc)
    drop     the leader with the largest share drops a partner of share < sh if joint failure > jf: event(dp*C)
    arbiter  if the leader dies or is ill: C without him; conflict: factions are defeated for 12 months
    character: harshness, horizon ~ Beta(2, 2) keyed by person; a new leader brings his own
    decide   danger = threat + suspected > d1: one step tighter is proposed for what is delegated; else cost = reported
             shortfall + revolt share > d2: one step freer; else both < d3: one step back to base; by vote (assembly.py)
    sunset   every powers_sunset months powers and theta_doc fall to .1 and 0 unless a secret vote carries them again

Readings the card leaves open. **Roots.** A patron who no longer holds office is no root: his man is then on his own. **Drop.**
Under appointment from above only, since the posts are refilled by the leader. It is the leader who drops, if no clan is
larger than his; partners are the others in the centre who are their own patrons, and the one with the fewest posts goes
(by lot between equals): he loses his chair, and every post of his clan is vacated and refilled at step 26 by the chain that
ends at the leader. **Arbiter.** When the one who led a month ago is dead, held or abroad, or newly ill; a term that ends is no such case. With an ill leader chains stop
below him. A conflict breaks out unless one clan then has more than half of the posts; every faction but the new
leader's own is marked defeated, and that mark lapses after 12 months. **Reported shortfall** is that of output in the
centre's report; revolts are seen, not reported. **Sunset** counts whole periods from month 0; the vote is on *tighter*.
A motion that could move nothing is not put. Each motion is entered in the log on the leader (rung: hands against; other:
the first lever's number, -1 for powers), each objector too (rung: round). C and character stand at .1 and .5 in the very
first month, before the chart of posts has been read once; a scripted value of the character stays until the next leader.

Sources: 001 l.358-415; 002 l.119-130; 003 l.4621-4645, 6097-6106, 6191-6193, 6898-6916, 7167-7175, 7709-7796, 7898-7925,
9639-9644, 10258-10276, 12317-12412, 14363-14413, 14690-14703, 21286-21328.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.meeting import din_of
from unanimity.mechanisms.police.cases import oust
from unanimity.mechanisms.power.assembly import (
    BACK,
    FREER,
    SIGN,
    TIGHTER,
    carry_out,
    direction_of,
    give_back,
    is_carried,
    put_to_vote,
)
from unanimity.mechanisms.power.congress import choose_delegates, meet_in_congress
from unanimity.mechanisms.power.posts import chair_of, post_at, root_of
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.levers import NUMBER_OF
from unanimity.world.log import enter_with
from unanimity.world.rules import Mechanism, each_world, within_world
from unanimity.world.spans import Span
from unanimity.world.words import (
    A_RIVAL,
    CALM,
    CARRIED,
    CENTRE_MEMBER,
    COST,
    DANGER,
    ELECTED,
    NEVER,
    NOBODY,
    OBJECTED,
    REMOVED,
    SECRET,
    SUNSET,
    VOTED_DOWN,
)

APPOINTMENT, BALLOT, DEBATE = NUMBER_OF["appointment"], NUMBER_OF["ballot"], NUMBER_OF["debate"]
AFTER_SUNSET = 0.1  # powers that remain
DEFEATED_FOR = 12  # months
MOST_FACTIONS = 256
HARSH, FAR_SIGHTED, DROP, WHICH = 550, 551, 552, 554  # streams


class Concentration(NamedTuple):
    """How fast powers gather, when partners are dropped, and what makes a centre tighten or loosen."""

    taking: Annotated[float, Span("speed of taking powers", 0, 1, "restored within months with more than before: 003 l.6097-6193", unit="a month", symbol="up")] = 0.3
    returning: Annotated[float, Span("speed of giving them back", 0, 0.3, "restored within months with more than before: 003 l.6097-6193", unit="a month", symbol="dn")] = 0.03
    doctrine: Annotated[float, Span("practice becomes doctrine", 0, 0.05, "003 l.4621-4645, 6974-6983; size assumed", unit="a month", symbol="kd")] = 0.01
    partner: Annotated[float, Span("share of posts below which a partner can be dropped", 0, 1, "next split 6 months after the last: 003 l.14363", symbol="sh")] = 0.3
    failure: Annotated[float, Span("joint failure that is laid on partners", 0, 1, "next split 6 months after the last: 003 l.14363", symbol="jf")] = 0.2
    dropping: Annotated[float, Span("hazard of dropping at full concentration", 0, 1, "next split 6 months after the last: 003 l.14363", unit="a month", symbol="dp")] = 0.1
    danger: Annotated[float, Span("danger that tightens", 0, 1, "assumed", symbol="d1")] = 0.5
    cost: Annotated[float, Span("cost that loosens", 0, 1, "assumed", symbol="d2")] = 0.4
    calm: Annotated[float, Span("calm in which levers go back to base", 0, 1, "assumed", symbol="d3")] = 0.1


@formula
def powers_after(powers, threat, oversight_eff, doctrine, p):
    """`powers'`: they rise fast and fall only if someone takes them back; doctrine stops a fall, it never lifts."""
    grown = clip(powers + p.taking * positive(threat - powers) - p.returning * positive(powers - threat) * oversight_eff)
    return max(grown, min(powers, doctrine))


@formula
def doctrine_after(doctrine, powers, p):
    """`theta_doc'`: what has long been done becomes what is right."""
    return doctrine + p.doctrine * powers * (1.0 - doctrine)


@formula
def proposal_of(danger, cost, p):
    """What is proposed: TIGHTER, FREER, BACK to base, or 2 for nothing."""
    if danger > p.danger:
        return TIGHTER
    if cost > p.cost:
        return FREER
    return BACK if danger < p.calm and cost < p.calm else 2


@formula
def beta_2_2(luck):
    """The quantile of Beta(2, 2), whose distribution is 3x^2 - 2x^3, by halving: + - * / alone."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2.0
        if middle * middle * (3.0 - 2.0 * middle) < luck:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


@within_world(writes=("clan", "chair_clan", "concentration"))
def count_clans(base, unit_first, unit_last, w, month, seat_first, seat_last, secretary, sitting, patron, office, status,
                headed, leader_ill, clan, chair_clan, concentration):
    """C: each post counts, by its rank, for the one at whose desk its chain of patrons ends."""
    for unit in range(unit_first, unit_last):
        clan[unit] = 0.0
    for k in range(seat_first, seat_last):
        chair_clan[k] = 0.0
    barred = sitting[seat_first] if leader_ill > month else NOBODY
    last_post = unit_last - 1 + seat_last - seat_first
    total = 0.0
    for place in range(unit_first, last_post):
        holder = post_at(place, unit_last, seat_first, secretary, sitting)
        if holder == NOBODY or status[base + holder] >= AT_LIBERTY_BELOW or holder == barred:
            continue
        root = root_of(base + holder, base, patron, office, status, barred)
        rank = float(office[base + holder])
        total += rank
        k = chair_of(root - base, seat_first, seat_last, sitting) if office[root] >= CENTRE_MEMBER else -1
        if k >= 0:
            chair_clan[k] += rank
        elif headed[root] != NOBODY:
            clan[unit_first + headed[root]] += rank
    squares = 0.0
    for unit in range(unit_first, unit_last):
        clan[unit] = clan[unit] / total if total > 0.0 else 0.0
        squares += clan[unit] * clan[unit]
    for k in range(seat_first, seat_last):
        chair_clan[k] = chair_clan[k] / total if total > 0.0 else 0.0
        squares += chair_clan[k] * chair_clan[k]
    concentration[w] = squares


@formula
def largest_clan(unit_first, unit_last, seat_first, seat_last, clan, chair_clan):
    """The largest share of posts."""
    most = 0.0
    for unit in range(unit_first, unit_last):
        most = max(most, clan[unit])
    for k in range(seat_first, seat_last):
        most = max(most, chair_clan[k])
    return most


@within_world(writes=("leader", "harshness", "horizon", "leader_competence", "succession", "faction_defeat"))
def lead(base, unit_first, unit_last, w, month, seed, seat_first, seat_last, faction_base, sitting, status, competence,
         faction, leader, leader_ill, harshness, horizon, leader_competence, succession, faction_defeat, clan, chair_clan):
    """The leader's character; and, when the old one is gone or ill, the conflict that his arbitration had hidden."""
    now = sitting[seat_first]
    gone = leader[w] != NOBODY and now != leader[w] and status[base + leader[w]] >= AT_LIBERTY_BELOW
    if now != leader[w]:
        leader[w] = now
        harshness[w] = beta_2_2(uniform(seed, HARSH, now, 0)) if now != NOBODY else 0.5
        horizon[w] = beta_2_2(uniform(seed, FAR_SIGHTED, now, 0)) if now != NOBODY else 0.5
    leader_competence[w] = competence[base + now] if now != NOBODY else 0.5
    ill = leader_ill > month
    fresh = gone or (ill and (succession[w] == NEVER or month - succession[w] > DEFEATED_FOR))
    if fresh and largest_clan(unit_first, unit_last, seat_first, seat_last, clan, chair_clan) <= 0.5:
        succession[w] = month
        winner = faction[base + now] if now != NOBODY and not ill else 0
        for f in range(1, MOST_FACTIONS):
            if f != winner:
                faction_defeat[faction_base + f] = month
    elif succession[w] != NEVER and month - succession[w] == DEFEATED_FOR:
        for f in range(1, MOST_FACTIONS):
            if faction_defeat[faction_base + f] == succession[w]:
                faction_defeat[faction_base + f] = NEVER


@formula
def weakest_partner(base, month, seed, seat_first, seat_last, sitting, patron, status, chair_clan, limit):
    """The chair of the leader's partner with the fewest posts, below the limit; -1 if there is none."""
    worst, least, lowest_lot = -1, limit, 2.0
    for k in range(seat_first + 1, seat_last):
        i = sitting[k]
        if i == NOBODY or patron[base + i] != i or status[base + i] >= AT_LIBERTY_BELOW:
            continue
        lot = uniform(seed, WHICH, i, month)
        if chair_clan[k] < least or (worst >= 0 and chair_clan[k] == least and lot < lowest_lot):
            worst, least, lowest_lot = k, chair_clan[k], lot
    return worst


@within_world(writes=("office", "estate", "tenure", "headed", "secretary", "sitting", "vacated", "dropped"))
def drop_partner(base, unit_first, unit_last, w, month, seed, seat_first, seat_last, levers, secretary, sitting, patron,
                 office, estate, tenure, headed, status, clan, chair_clan, concentration, joint_failure, vacated, dropped,
                 log, p):
    """Saddled with what failed, the partner who owns ideas and no apparatus is dropped."""
    leader = sitting[seat_first]
    if leader == NOBODY or joint_failure <= p.failure or levers[APPOINTMENT, unit_last - 1] == ELECTED:
        return
    if chair_clan[seat_first] < largest_clan(unit_first, unit_last, seat_first, seat_last, clan, chair_clan):
        return
    if not event(p.dropping * concentration, uniform(seed, DROP, leader, month)):
        return
    k = weakest_partner(base, month, seed, seat_first, seat_last, sitting, patron, status, chair_clan, p.partner)
    if k < 0:
        return
    gone = base + sitting[k]
    for unit in range(unit_first, unit_last - 1):
        if secretary[unit] != NOBODY and root_of(base + secretary[unit], base, patron, office, status, NOBODY) == gone:
            vacated[unit] = 1
    enter_with(log, gone, REMOVED, A_RIVAL, 0, leader)
    oust(gone, base, unit_first, office, estate, tenure, headed, secretary)
    sitting[k] = NOBODY
    dropped[w] += 1


@each_world(writes=("powers", "doctrine"))
def lend_powers(powers, doctrine, threat, oversight_eff, p):
    """Danger lends powers; they come back only where someone takes them."""
    return powers_after(powers, threat, oversight_eff, doctrine, p), doctrine_after(doctrine, powers, p)


@within_world(writes=("powers", "doctrine", "objected", "motions", "motions_carried"))
def govern(base, unit_first, unit_last, w, month, seat_first, seat_last, sitting, objected, status, stance, fear, courage,
           conviction, grievance, estate, tie_start, neighbour, weight, zeal, assoc, sel, threat, suspected,
           report_output, present, revolt, powers, doctrine, motions, motions_carried, powers_sunset, delegated, levers,
           base_levers, announced, log, p, p_meeting, p_voice):
    """The centre decides, for next month: what it holds is tightened or loosened, and powers lapse or are carried again."""
    centre = unit_last - 1
    din = din_of(zeal[centre], levers[DEBATE, centre], p_meeting)
    if powers_sunset > 0.0 and (month + 1) % int(powers_sunset) == 0:
        hands, here = put_to_vote(seat_first, seat_last, base, TIGHTER, SECRET, din, assoc[centre], sel[centre], threat,
                                  sitting, objected, status, stance, fear, courage, conviction, grievance, estate,
                                  tie_start, neighbour, weight, p_meeting, p_voice)
        carried = is_carried(hands, here)
        minute(seat_first, seat_last, base, w, sitting, objected, hands, carried, SUNSET, -1, motions, motions_carried, log)
        if not carried:
            powers[w] = min(powers[w], AFTER_SUNSET)
            doctrine[w] = 0.0
    give_back(delegated, w, month, levers, base_levers, announced, unit_first, unit_last)
    made = report_output[centre]
    short = clip(1.0 - made / present[centre]) if made > 0.0 and present[centre] > 0.0 else 0.0
    proposal = proposal_of(threat + suspected, short + revolt[centre], p)
    if proposal == 2:
        return
    direction = direction_of(delegated, w, month, proposal, levers, base_levers, unit_first, unit_last)
    if direction == 0:
        return
    hands, here = put_to_vote(seat_first, seat_last, base, direction, int(levers[BALLOT, centre]), din, assoc[centre],
                              sel[centre], threat, sitting, objected, status, stance, fear, courage, conviction,
                              grievance, estate, tie_start, neighbour, weight, p_meeting, p_voice)
    carried = is_carried(hands, here)
    first = -1
    for number in range(delegated.shape[1] - 1, -1, -1):
        first = number if delegated[w, number, SIGN] != 0.0 else first
    if carried:
        first = carry_out(delegated, w, month, proposal, levers, base_levers, announced, unit_first, unit_last)
    why = DANGER if proposal == TIGHTER else (COST if proposal == FREER else CALM)
    minute(seat_first, seat_last, base, w, sitting, objected, hands, carried, why, first, motions, motions_carried, log)


@formula
def minute(seat_first, seat_last, base, w, sitting, objected, hands, carried, why, number, motions, motions_carried, log):
    """Enter a motion: its fate, the hands against, the reason, what it was about, and who objected in which round."""
    motions[w] += 1
    motions_carried[w] += 1 if carried else 0
    if sitting[seat_first] != NOBODY:
        enter_with(log, base + sitting[seat_first], CARRIED if carried else VOTED_DOWN, why, hands, number)
    for k in range(seat_first, seat_last):
        if sitting[k] != NOBODY and objected[k] != 0:
            enter_with(log, base + sitting[k], OBJECTED, why, objected[k], number)


MECHANISM = Mechanism(
    id="concentration",
    card=23,
    title="Everything leads to one desk",
    sentence="Posts given by one hand return as votes for that hand; powers lent in danger are not returned.",
    sources="001 l.358-415; 002 l.119-130; 003 l.4621-4645, 6097-6106, 6191-6193, 6898-6916, 7167-7175, 7709-7796, "
            "7898-7925, 9639-9644, 10258-10276, 12317-12412, 14363-14413, 14690-14703, 21286-21328",
    parameters=Concentration,
    levers=("appointment", "powers_sunset", "ballot", "debate"),
    rules=(count_clans, lead, drop_partner, lend_powers, govern, choose_delegates, meet_in_congress),
)

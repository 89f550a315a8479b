"""Concentration: everything leads to one desk.

Posts given by one hand return as votes for that hand; powers lent in danger are not returned. Share of posts by root
patron (Herfindahl); a ratchet.

    root(i)  = follow the patrons of office holders upward until one is his own
    share_r  = office-weighted share of posts
    C        = sum over r of share_r^2
    powers'  = [powers + up*(threat - powers)+ - dn*(powers - threat)+*ov*(1 - A)], not below min(powers, theta_doc)
    theta_doc' = theta_doc + kd*powers*(1 - theta_doc)
    drop     the leader with the largest share drops a partner of share < sh if joint failure > jf: event(dp*C)
    arbiter  if the leader dies or is ill: C without him; conflict: factions are defeated for 12 months
    character: harshness, horizon ~ Beta(2, 2) keyed by person; a new leader brings his own
    decide   danger = threat + suspected > d1: one step tighter is proposed for delegated levers; else cost = reported
             shortfall + revolt share > d2: one step freer; else both < d3: one step back to base; by vote
             (centre_session.py)
    sunset   every powers_sunset months powers and theta_doc fall to .1 and 0 unless a secret vote renews them
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.posts import chair_of, empty_chair, oust, root_of
from unanimity.mechanisms.party.protection import oversight_share
from unanimity.mechanisms.power.centre_session import SESSION
from unanimity.mechanisms.power.congress import CONGRESS
from unanimity.world.case_log import enter_with
from unanimity.world.character import FAR_SIGHTED, HARSH, beta_2_2
from unanimity.world.codes import (
    A_RIVAL,
    CENTRE_MEMBER,
    ELECTED,
    NEVER,
    NOBODY,
    REMOVED,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import Mechanism, each, pick, procedure
from unanimity.world.spans import Span


@each("unit", writes="clan")
def forget_clans():
    """Posts are counted anew each month."""
    return 0.0


@each("chair", writes="chair_clan")
def forget_clans_of_chairs():
    """The posts counted for chairs of the centre are counted anew too."""
    return 0.0


@pick(among="posts")
def count_clans(i, one, people, units, country, seats, tree, so_far, month):
    """C: each post counts, by its rank, for the person at the end of its chain of patrons."""
    barred = barred_leader(i, country, seats, tree, month)
    rank = float(one.office) if one.status < AT_LIBERTY_BELOW and i != barred else 0.0
    so_far.posts[0] += rank
    count_for_root(i, rank, barred, people, units, seats, tree)


@formula
def barred_leader(i, country, seats, tree, month):
    """The leader while ill: chains of patrons stop below him."""
    return seats.sitting[tree.seat_start[tree.units - 1]] if country.leader_ill > month else NOBODY


@formula(writes=("clan", "chair_clan"))
def count_for_root(i, rank, barred, people, units, seats, tree):
    """A post counts, by its rank, for the person at the end of its chain of patrons."""
    if rank == 0.0:
        return
    root = root_of(i, people, barred)
    k = (chair_of(root, tree.seat_start[tree.units - 1], tree.seats, seats)
         if people.office[root] >= CENTRE_MEMBER else -1)
    if k >= 0:
        seats.chair_clan[k] += rank
    elif people.headed[root] != NOBODY:
        units.clan[int(people.headed[root])] += rank


@each("country", writes="posts_weight")
def all_posts(so_far):
    """The summed ranks of all posts held."""
    return so_far.posts


@each("unit", writes="clan")
def share_posts(clan, posts_weight):
    """A clan's share of all posts."""
    return clan / posts_weight if posts_weight > 0.0 else 0.0


@each("chair", writes="chair_clan")
def share_posts_of_chairs(chair, country):
    """The share of all posts that depends on a chair of the centre."""
    return chair.chair_clan / country.posts_weight if country.posts_weight > 0.0 else 0.0


@each("country", writes="concentration")
def concentrate(u, units, seats, tree):
    """C: the closer to 1, the more posts depend on one person."""
    return sum_of_squares(u, units, seats, tree)


@formula
def sum_of_squares(unit, units, seats, tree):
    """The sum of squares of the shares of all clans (Herfindahl)."""
    squares = 0.0
    for u in range(tree.units):
        squares += units.clan[u] * units.clan[u]
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        squares += seats.chair_clan[k] * seats.chair_clan[k]
    return squares


@each("country", writes=("leader", "harshness", "horizon", "leader_competence", "succession"))
def lead(u, country, month, p, seats, tree, people, seed, units):
    """The leader's character; and, when the old leader is gone or ill, the conflict that his arbitration had hidden."""
    now = first_of_all(u, seats, tree)
    another = now != country.leader[0]
    ill = country.leader_ill > month
    since = country.succession[0]
    fresh = (another and old_one_gone(u, people, country)) or (ill and (since == NEVER or month - since > p.defeated))
    conflict = fresh and largest_clan(u, units, seats, tree) <= 0.5
    harshness = harshness_of(u, seats, tree, seed) if another else country.harshness[0]
    horizon = horizon_of(u, seats, tree, seed) if another else country.horizon[0]
    return now, harshness, horizon, ability_of(u, people, seats, tree), month if conflict else since


@formula
def largest_clan(unit, units, seats, tree):
    """The largest share of posts."""
    most = 0.0
    for u in range(tree.units):
        most = max(most, units.clan[u])
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        most = max(most, seats.chair_clan[k])
    return most


@formula
def first_of_all(unit, seats, tree):
    """The person in the first chair."""
    return seats.sitting[tree.seat_start[tree.units - 1]]


@formula
def old_one_gone(unit, people, country):
    """Whether last month's leader is no longer at liberty."""
    return country.leader[0] != NOBODY and people.status[int(country.leader[0])] >= AT_LIBERTY_BELOW


@formula
def harshness_of(unit, seats, tree, seed):
    """The harshness of the present leader, drawn once for life."""
    now = first_of_all(unit, seats, tree)
    return beta_2_2(uniform(seed, HARSH, now, 0)) if now != NOBODY else 0.5


@formula
def horizon_of(unit, seats, tree, seed):
    """How far the present leader looks ahead, drawn once for life."""
    now = first_of_all(unit, seats, tree)
    return beta_2_2(uniform(seed, FAR_SIGHTED, now, 0)) if now != NOBODY else 0.5


@formula
def ability_of(unit, people, seats, tree):
    """The competence of the present leader."""
    now = first_of_all(unit, seats, tree)
    return people.competence[now] if now != NOBODY else 0.5


def conflict_begins_or_ends(country, month, p):
    """Whether a conflict over the succession begins this month, or its losers have recovered from it."""
    return country.succession == month or (country.succession != NEVER and month - country.succession == p.defeated)


@procedure("faction", only=conflict_begins_or_ends)
def lose_with_him(slot, country, month, people, seats, tree, factions):
    """What a conflict over the succession means for the factions."""
    winner = winners(slot, people, country, seats, tree, month)
    suffer(slot, winner, country.succession == month, factions, country, month)


@formula
def winners(slot, people, country, seats, tree, month):
    """The faction of the new leader; none while the leader is ill."""
    now = seats.sitting[tree.seat_start[tree.units - 1]]
    return people.faction[now] if now != NOBODY and country.leader_ill <= month else 0


@formula(writes=("faction_defeat",))
def suffer(slot, winner, begins, factions, country, month):
    """Every faction except the winner's is defeated, for a year."""
    if begins and slot != winner:
        factions.faction_defeat[slot] = month
    elif not begins and factions.faction_defeat[slot] == country.succession:
        factions.faction_defeat[slot] = NEVER


@procedure("country")
def drop_partner(u, country, centre, p, seats, tree, units, month, seed, people, log):
    """Burdened with a joint failure, the partner who has ideas but no apparatus is dropped."""
    leads = (first_of_all(u, seats, tree) != NOBODY
             and leaders_clan(u, seats, tree) >= largest_clan(u, units, seats, tree))
    may = leads and country.joint_failure > p.failure and centre.appointment != ELECTED
    if may and event(p.dropping * country.concentration, lot_of_leader(u, seats, tree, month, seed)):
        chair = weakest_partner(u, people, seats, tree, month, seed, p)
        drop(u, chair, people, units, country, seats, tree, log)


@formula
def leaders_clan(unit, seats, tree):
    """The leader's own share of posts."""
    return seats.chair_clan[tree.seat_start[tree.units - 1]]


@formula
def lot_of_leader(unit, seats, tree, month, seed):
    """The leader's draw of the month."""
    return uniform(seed, DROP, seats.sitting[tree.seat_start[tree.units - 1]], month)


@formula
def weakest_partner(unit, people, seats, tree, month, seed, p):
    """The chair of the leader's partner with the fewest posts, below the limit; -1 if there is none."""
    worst, least, lowest_lot = -1, p.partner, 2.0
    for k in range(tree.seat_start[tree.units - 1] + 1, tree.seats):
        i = seats.sitting[k]
        if i == NOBODY or people.patron[i] != i or people.status[i] >= AT_LIBERTY_BELOW:
            continue
        lot = uniform(seed, WHICH, i, month)
        if seats.chair_clan[k] < least or (worst >= 0 and seats.chair_clan[k] == least and lot < lowest_lot):
            worst, least, lowest_lot = k, seats.chair_clan[k], lot
    return worst


@formula(writes=("vacated", "dropped"))
def drop(unit, chair, people, units, country, seats, tree, log):
    """The partner in that chair loses it, and the partner's clients lose their posts."""
    if chair < 0:
        return
    gone = int(seats.sitting[chair])
    for u in range(tree.units - 1):
        if units.secretary[u] != NOBODY and root_of(int(units.secretary[u]), people, NOBODY) == gone:
            units.vacated[u] = 1
    enter_with(log, gone, REMOVED, A_RIVAL, 0, first_of_all(unit, seats, tree))
    oust(gone, people, units)
    empty_chair(chair, seats)
    country.dropped[0] += 1


@each("country", writes=("powers", "doctrine"))
def lend_powers(powers, doctrine, threat, police_autonomy, oversight_courts, oversight_party_control, oversight_appeal,
                on, p):
    """Danger brings emergency powers; they come back only where oversight exists and takes them back."""
    ov = oversight_share(oversight_courts, oversight_party_control, oversight_appeal) if on.oversight else 0.0
    return powers_after(powers, threat, ov * (1.0 - police_autonomy), doctrine, p), doctrine_after(doctrine, powers, p)


@formula
def powers_after(powers, threat, claimants, doctrine, p):
    """`powers'`: they rise fast and fall only if taken back; doctrine can stop a fall but never raises them."""
    grown = clip(powers + p.taking * positive(threat - powers) - p.returning * positive(powers - threat) * claimants)
    return max(grown, min(powers, doctrine))


@formula
def doctrine_after(doctrine, powers, p):
    """`theta_doc'`: long practice becomes doctrine."""
    return doctrine + p.doctrine * powers * (1.0 - doctrine)


class Concentration(NamedTuple):
    """How fast powers gather, when partners are dropped, and what makes a centre tighten or loosen."""

    taking: Annotated[float, Span(
        "speed of taking powers", 0, 1, "restored within months with more than before: 003 l.6097-6193",
        unit="a month", symbol="up")] = 0.3
    returning: Annotated[float, Span(
        "speed of giving them back", 0, 0.3, "restored within months with more than before: 003 l.6097-6193",
        unit="a month", symbol="dn")] = 0.03
    doctrine: Annotated[float, Span(
        "practice becomes doctrine", 0, 0.05, "003 l.4621-4645, 6974-6983; size assumed", unit="a month",
        symbol="kd")] = 0.01
    partner: Annotated[float, Span(
        "share of posts below which a partner can be dropped", 0, 1, "next split 6 months after the last: 003 l.14363",
        symbol="sh")] = 0.3
    failure: Annotated[float, Span(
        "joint failure that is laid on partners", 0, 1, "next split 6 months after the last: 003 l.14363",
        symbol="jf")] = 0.2
    dropping: Annotated[float, Span(
        "hazard of dropping at full concentration", 0, 1, "next split 6 months after the last: 003 l.14363",
        unit="a month", symbol="dp")] = 0.1
    danger: Annotated[float, Span("danger that tightens", 0, 1, "assumed", symbol="d1")] = 0.5
    cost: Annotated[float, Span("cost that loosens", 0, 1, "assumed", symbol="d2")] = 0.4
    calm: Annotated[float, Span("calm in which levers go back to base", 0, 1, "assumed", symbol="d3")] = 0.1
    sunset: Annotated[float, Span(
        "powers that remain when what was lent falls due", 0, 1, "assumed", symbol="su")] = 0.1
    defeated: Annotated[float, Span(
        "months for which a conflict over the succession counts as a defeat", 1, 60, "assumed", unit="months",
        symbol="md")] = 12.0


DROP, WHICH = 552, 554  # streams; those of a leader's character are in world/character.py
MECHANISM = Mechanism(
    id="concentration",
    card=23,
    title="Everything leads to one desk",
    sentence="Posts given by one hand return as votes for that hand; powers lent in danger are not returned.",
    sources="001 l.358-415; 002 l.119-130; 003 l.4621-4645, 6097-6106, 6191-6193, 6898-6916, 7167-7175, 7709-7796, "
            "7898-7925, 9639-9644, 10258-10276, 12317-12412, 14363-14413, 14690-14703, 21286-21328",
    parameters=Concentration,
    levers=("appointment", "powers_sunset", "ballot", "debate", "association.factions", "oversight.courts",
            "oversight.party_control", "oversight.appeal"),
    rules=(forget_clans, forget_clans_of_chairs, count_clans, all_posts, share_posts, share_posts_of_chairs,
           concentrate, lead, lose_with_him, drop_partner, lend_powers, *SESSION, *CONGRESS),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open. **Roots.** A patron who no longer holds office is not a root: his clients are then on
# their own. **Drop.** It happens only under appointment from above, since the leader refills the posts. The leader
# drops a partner if no clan is larger than his own; partners are the others in the centre who are their own patrons,
# and the one with the fewest posts goes (by lot between equals): he loses his chair, and every post of his clan is
# vacated and refilled at step 26 by the chain that ends at the leader. **Arbiter.** This applies when the leader of a
# month ago is dead, held or abroad, or newly ill; the end of a term does not count. With an ill leader chains stop
# below him. A conflict breaks out unless one clan then has more than half of the posts; every faction but the new
# leader's own is marked defeated, and that mark lapses after 12 months. **Reported shortfall** is that of output in the
# centre's report; revolts are seen, not reported. **Sunset** counts whole periods from month 0; the vote is on
# *tighter*. A motion that could change nothing is not put. Each motion is logged under the leader (rung: hands against;
# other: the first lever's number, -1 for powers), and under each objector (rung: round). C and character are .1 and .5
# in the first month, before posts have been counted once; a scripted character lasts until the next leader.

"""Appointment: who is put over whom.

A superior picks the ablest man he need not fear; the more he fears, the less able. Loyalty against competence: Egorov
and Sonin (2011).

    accept   if ambition*privileges + acc0 > scruple;  scruple = conviction*(-a)+ + sc*conviction*(1 - oversight)
    loyal    = .5*tie(i, superior) + .3*(assents in last 12)/12 + .2*habit            # public signs only
    alpha    = [al0 + al1*insecurity - al2*test];  insecurity = [(1 - C) + threat + suspected]/2
    score    = alpha*(loyal + rd*ambition*(1 - conviction)) + (1-alpha)*competence - alpha*chi*conviction*(1 - loyal)
    above:   argmax score;  elected: argmax over members' votes of (stance closeness + competence)
    remove   if tenure > tenure_limit | recall vote lost | superior replaced and loyal to the new one < rem (above only)
    post     (above only) a secretary of district or province who dissented or whose popularity > pop: office lost
    learn    competence' = competence + le*(1 - competence) a month in office
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.election import Post, elect, heard_of, may_stand
from unanimity.mechanisms.party.posts import (
    empty_chair,
    empty_post,
    first_chair_heads,
    install,
    let_go,
    sits,
    take_chair,
    take_the_lead,
)
from unanimity.world.codes import (
    CELL_SECRETARY,
    DISTRICT_SECRETARY,
    ELECTED,
    MEMBER,
    NO_OFFICE,
    NOBODY,
    PROVINCE_SECRETARY,
    RULE_ISSUE,
    WORK,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, procedure
from unanimity.world.spans import Span
from unanimity.world.tree import people_of


@each("person", writes=("tenure", "competence", "highest_office"), who=AT_LIBERTY)
def serve(tenure, competence, highest_office, office, p):
    """A month in office: tenure grows, and competence a little."""
    if office == NO_OFFICE:
        return 0, competence, highest_office
    return tenure + 1, taught(competence, p), max(highest_office, office)


@formula
def taught(competence, p):
    """`competence'`: a month in office teaches a share of what is left to learn, so it stays below 1."""
    return competence + p.learning * (1.0 - competence)


@each("person", writes="competence", who=AT_LIBERTY)
def learn(competence, office, p):
    """Without the card posts are not filled, but office holders still learn."""
    return taught(competence, p) if office > NO_OFFICE else competence


# --- from the top down ------------------------------------------------------------------------------------------------
@procedure("unit from the top", writes="sitting")
def fill_posts(u, people, units, country, seats, ties, tree, levers, month, seed, p):
    """From the top down, the centre first: a person who takes a post leaves one below empty, and is a new superior to
    those below.

    How much a superior values loyalty depends on how secure the ruler is.
    """
    insecurity = insecurity_of(country.concentration, country.threat, country.suspected, country.oversight_eff)
    alpha = weight_on_loyalty(insecurity, tested_by(country.threat, country.front), p)
    if u == tree.units - 1:
        left = leave_the_centre(people, seats, tree, levers)
        follow_the_leader(people, units, seats, tree)
        namer = namer_of(u, units, seats, tree, levers, month) if levers.appointment[u] != ELECTED else NOBODY
        fill_the_centre(namer, alpha, people, units, country, seats, ties, tree, levers, month, seed, p)
        if left > 0:
            clear_desks(people, seats, tree)
        return
    namer = namer_of(u, units, seats, tree, levers, month)
    out = leave_the_post(u, namer, people, units, ties, tree, levers, month, p)
    if units.secretary[u] == NOBODY:
        post = post_of(u, units, country, tree, levers)
        namer = namer if levers.appointment[u] != ELECTED else NOBODY
        name = successor(post, out, namer, alpha, people, seats, ties, tree, month, seed, p)
        if name != NOBODY:
            install(name, u, post.rank, namer if namer >= 0 else name, people, units)


@formula
def insecurity_of(concentration, threat, suspected, oversight_eff):
    """The ruler's insecurity (card 22), one value for all superiors; under the law it costs a post, not a head."""
    return clip(((1.0 - concentration) + threat + suspected) / 2.0) * (1.0 - oversight_eff)


@formula
def weight_on_loyalty(insecurity, test, p):
    """`alpha`: the weight on loyalty."""
    return clip(p.loyalty + p.insecurity * insecurity - p.test * test)


@formula
def tested_by(threat, front):
    """`test`: how hard the work is tested; fully in a scripted war."""
    return 1.0 if front != 0 else threat


@formula
def loyal_of(tie, assents, habit, p):
    """`loyal`: judged by public signs only."""
    return p.by_tie * tie + p.by_assents * assents + p.by_habit * habit


@formula
def score_of(alpha, loyal, competence, conviction, ambition, p):
    """The value of a candidate to the superior who appoints."""
    ready = p.readiness * ambition * (1.0 - conviction)
    return alpha * (loyal + ready) + (1.0 - alpha) * competence - alpha * p.independence * conviction * (1.0 - loyal)


@formula
def tie_to(i, other, people, ties, p):
    """The strength of i's tie to another: `pt` to the patron, else the tie's weight, else 0."""
    if people.patron[i] == other:
        return p.patron_tie
    for t in range(ties.start[i], ties.start[i + 1]):
        if int(ties.neighbour[t]) == other:
            return ties.weight[t] / FIXED
    return 0.0


@formula
def tie_to_centre(i, seat_first, seat_last, seats, people, ties, p):
    """The mean tie to the centre's members. A score is linear in the tie, so this gives their mean score."""
    total, members = 0.0, 0
    for k in range(seat_first, seat_last):
        if seats.sitting[k] != NOBODY:
            total += tie_to(i, int(seats.sitting[k]), people, ties, p)
            members += 1
    return total / members if members > 0 else 0.0


@formula
def popularity_of(i, ties):
    """Incoming weights of friends and colleagues, over ten, at most 1."""
    total = 0.0
    for t in range(ties.start[i], ties.start[i + 1]):
        if ties.kind[t] == 0 or ties.kind[t] > WORK:
            continue
        j = int(ties.neighbour[t])
        for back in range(ties.start[j], ties.start[j + 1]):
            if int(ties.neighbour[back]) == i:
                total += ties.weight[back] / FIXED
                break  # two people have one tie
    return clip(total / 10.0)


@formula
def choose(post, out, seed, month, superior, alpha, people, seats, ties, tree, p):
    """The person whom a superior, or the centre as a committee, appoints: the best score of those able and willing."""
    best, most = NOBODY, -9.0
    for i in range(post.first, post.last):
        if i == out or not may_stand(i, post, people, p):
            continue
        at_best = loyal_of(1.0, people.assents[i], people.habit[i], p)  # the score of the superior's closest friend
        if score_of(alpha, at_best, people.competence[i], people.conviction[i], people.ambition[i], p) <= most:
            continue
        if not heard_of(i, seed, month, post.crowd, p):
            continue
        if superior == COMMITTEE:
            tie = tie_to_centre(i, tree.seat_start[tree.units - 1], tree.seats, seats, people, ties, p)
        else:
            tie = tie_to(i, superior, people, ties, p) if superior != NOBODY else 0.0
        score = score_of(alpha, loyal_of(tie, people.assents[i], people.habit[i], p), people.competence[i],
                         people.conviction[i], people.ambition[i], p)
        if score > most:
            best, most = i, score
    return best


@formula
def appointer_of(kind, month, first_seat, centre_size, seats):
    """Who appoints heads of provinces and the centre: the leader, the committee, or the centre's members in turn."""
    if kind == AS_COMMITTEE:
        for k in range(first_seat, first_seat + centre_size):
            if seats.sitting[k] != NOBODY:
                return COMMITTEE
        return NOBODY
    if kind < 1000.0:
        return seats.sitting[first_seat]
    turn = (month // max(1, int(kind % 1000.0))) % centre_size
    return seats.sitting[first_seat + turn]


@formula
def lapses(status, elsewhere, recalled, vacated, tenure, limit):
    """Whether an office ends whatever the superior thinks: its holder is gone, recalled or ousted, or the term over."""
    return status >= AT_LIBERTY_BELOW or elsewhere or recalled == 1 or vacated == 1 or (limit > 0.0 and tenure >= limit)


@formula
def out_of_favour(i, rank, new_master, superior, month, people, ties, p):
    """Why a superior removes a secretary: 0 he does not, 1 not loyal to the new superior, 2 posted away."""
    if new_master:
        if loyal_of(tie_to(i, superior, people, ties, p), people.assents[i], people.habit[i], p) < p.removal:
            return 1
    if rank == DISTRICT_SECRETARY or rank == PROVINCE_SECRETARY:
        if people.last_dissent[i] == month or popularity_of(i, ties) > p.popularity:
            return 2
    return 0


@formula
def leave_the_centre(people, seats, tree, levers):
    """People not at liberty, heading another unit or at the end of their term leave their chairs; the number of them.

    Their office lapses only after the chairs are filled, so that none of them is appointed again at once.
    """
    centre, left = tree.units - 1, 0
    limit = levers.tenure_limit[centre]
    for k in range(tree.seat_start[centre], tree.seats):
        if seats.sitting[k] == NOBODY:
            continue
        i = int(seats.sitting[k])
        if lapses(people.status[i], people.headed[i] != centre, 0, 0, people.tenure[i], limit):
            empty_chair(k, seats)
            left += 1
    return left


@formula
def follow_the_leader(people, units, seats, tree):
    """If there is no leader, the most competent member of the centre becomes it."""
    first = tree.seat_start[tree.units - 1]
    if seats.sitting[first] != NOBODY:
        return
    best = first
    for k in range(first + 1, tree.seats):
        he, first_of_them = int(seats.sitting[k]), int(seats.sitting[best])
        if he != NOBODY and (first_of_them == NOBODY or people.competence[he] > people.competence[first_of_them]):
            best = k
    take_the_lead(best, people, units, seats, tree)


@formula
def clear_desks(people, seats, tree):
    """People who have left the centre lose their office."""
    centre = tree.units - 1
    for i in range(tree.people):
        if people.headed[i] == centre and not sits(i, tree.seat_start[centre], tree.seats, seats):
            let_go(i, MEMBER, people)


@formula(writes=("posted", "vacated"))
def leave_the_post(unit, superior, people, units, ties, tree, levers, month, p):
    """A secretary who must go leaves, and is returned; NOBODY if he stays or there is none."""
    i = int(units.secretary[unit])
    ousted, units.vacated[unit] = units.vacated[unit], 0
    if i == NOBODY:
        return NOBODY
    rank = tree.unit_rank[unit]
    new_master = superior >= 0 and superior != i and people.tenure[superior] == 0
    why = 0
    if lapses(people.status[i], people.headed[i] != unit, units.recalled[unit], ousted, people.tenure[i],
              levers.tenure_limit[unit]):
        why = 1
    elif levers.appointment[unit] != ELECTED and (new_master or rank != CELL_SECRETARY):  # many arrays: a slow call
        why = out_of_favour(i, rank, new_master, superior, month, people, ties, p)
    if why == 0:
        return NOBODY
    if people.headed[i] == unit:
        let_go(i, MEMBER, people)
    if why == 2:
        people.posted[i] = 1
    empty_post(unit, units)
    return i


@formula
def post_of(unit, units, country, tree, levers):
    """The post to fill: a chair of the centre from the whole country, else the secretary's from the unit's people."""
    first, last = people_of(unit, tree)
    anybody = int(units.open_chair[unit]) if unit != tree.units - 1 else 0
    crowd = units.present[unit] if anybody != 0 else units.members[unit]
    return Post(first, last, tree.unit_rank[unit], anybody, crowd, units.line[RULE_ISSUE, unit],
                levers.privileges[unit], country.oversight_eff)


@formula
def namer_of(unit, units, seats, tree, levers, month):
    """Who appoints to a post of the unit: the secretary above it, or for provinces and the centre the appointer."""
    centre = tree.units - 1
    if tree.parent[unit] == centre:
        first = tree.seat_start[centre]
        return int(appointer_of(levers.appointer[centre], month, first, tree.seats - first, seats))
    return int(units.secretary[tree.parent[unit]])


@formula
def successor(post, out, namer, alpha, people, seats, ties, tree, month, seed, p):
    """The person whom the appointer chooses; without one, the person whom those below elect."""
    if namer != NOBODY:
        return choose(post, out, seed, month, namer, alpha, people, seats, ties, tree, p)
    return elect(post, out, seed, month, people, p)


@formula
def fill_the_centre(namer, alpha, people, units, country, seats, ties, tree, levers, month, seed, p):
    """Fill every empty chair below the first, while somebody is eligible and willing; the leader has the first."""
    centre, first = tree.units - 1, tree.seat_start[tree.units - 1]
    post = post_of(centre, units, country, tree, levers)
    for k in range(first + 1, tree.seats):
        if seats.sitting[k] == NOBODY:
            name = successor(post, NOBODY, namer, alpha, people, seats, ties, tree, month, seed, p)
            if name == NOBODY:
                break
            install(name, centre, post.rank, namer if namer >= 0 else name, people, units)
            take_chair(k, name, seats)
    first_chair_heads(units, seats, tree)


class Appointment(NamedTuple):
    """What a superior looks for, and what makes him remove somebody."""

    readiness: Annotated[float, Span(
        "what readiness for any order counts beside loyalty", 0, 1,
        "a careerist who carries out any order without thinking 002 l.123-126; servility 003 l.8649-8650; size "
        "assumed", symbol="rd")] = 0.5
    learning: Annotated[float, Span(
        "share of what is left to learn that a month in office teaches", 0, 0.02, "assumed", unit="a month",
        symbol="le")] = 0.002
    pool: Annotated[float, Span(
        "people whom a superior or an election has in view for a post", 1, 500,
        "the second rank was selected, welded in daily life: 001 l.39-46; size assumed", unit="persons",
        symbol="pool")] = 30.0
    loyalty: Annotated[float, Span(
        "base weight on loyalty", 0, 1, "assumed; islands of competence 002 l.27-35, 003 l.15861-15872",
        symbol="al0")] = 0.4
    insecurity: Annotated[float, Span("weight on loyalty added by insecurity", 0, 1, "assumed", symbol="al1")] = 0.5
    test: Annotated[float, Span("weight on loyalty removed by a hard test", 0, 1, "assumed", symbol="al2")] = 0.4
    independence: Annotated[float, Span(
        "penalty on independent conviction", 0, 1, "003 l.15909-15913, 17536-17546", symbol="chi")] = 0.3
    scruple: Annotated[float, Span("scruple about unchecked power", 0, 1, "003 l.4967-4987", symbol="sc")] = 0.5
    removal: Annotated[float, Span(
        "loyalty that a new master asks", 0, 1, "majority of 8 years turned in 7-15 days: 003 l.12348-12377",
        symbol="rem")] = 0.4
    ease: Annotated[float, Span("ease of accepting", 0, 1, "assumed", symbol="acc0")] = 0.3
    popularity: Annotated[float, Span(
        "popularity that gets one posted away", 0, 1, "assumed; postings 003 l.10732-10889", symbol="pop")] = 0.7
    by_tie: Annotated[float, Span(
        "weight of the tie to the superior in loyalty seen", 0, 1, "assumed", symbol="wt")] = 0.5
    by_assents: Annotated[float, Span(
        "weight of a year's public assents in loyalty seen", 0, 1, "assumed", symbol="ws")] = 0.3
    by_habit: Annotated[float, Span(
        "weight of the habit of false assent in loyalty seen", 0, 1, "assumed", symbol="wh")] = 0.2
    patron_tie: Annotated[float, Span(
        "tie that having been put in office by a man counts as", 0, 1, "assumed", symbol="pt")] = 0.7


COMMITTEE, AS_COMMITTEE = -2, 1.0  # who names, where it is not one person; the lever's value
FIXED = 65535.0  # weights of ties are fixed-point numbers
MECHANISM = Mechanism(
    id="appointment",
    card=8,
    title="Who is put over whom",
    sentence="Superiors pick the ablest whom they need not fear; the more they fear, the less able.",
    sources="000 l.134-140; 001 l.39-46; 002 l.27-35, 119-130; 003 l.4967-4987, 5168-5208, 8646-8651, 9279-9310, "
            "10732-10889, 12289-12377, 13272-13274, 15861-15872, 15909-15913, 21323-21328",
    parameters=Appointment,
    levers=("appointment", "appointer", "recall", "tenure_limit", "privileges"),
    rules=(serve, fill_posts),
    when_off=(learn,),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# A superior who is afraid values readiness to carry out any order, that is, ambition without conviction: the careerist
# who has tied his fate to the leader's and carries out any order without thinking (002 l.119-130), servility that
# outlasts everybody (003 l.8646-8651), a system that selects against character (003 l.21323-21328). What office teaches
# is bounded.
#
# Readings the card leaves open. Under `appointer` the leader, the centre's members in turn, or all of them as a
# committee appoint the secretaries of provinces and the members of the centre; below, the secretary above appoints. A
# committee takes the best mean score; its appointees are nobody's clients and their own patrons, and a change among its
# members does not make it a new superior. Candidates are the free members among the unit's own people, including
# holders of lower office, who then leave it; somebody just removed is not appointed again to the same post. An election
# lists the twelve most competent who are willing (election.py). Officials posted away keep their home (people are
# stored by cell): they lose the office and carry the flag `posted`. The new leader is the most competent of the centre.

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

A master who fears values readiness for whatever he orders, and that is ambition without conviction: the careerist who
has tied his lot to the leader's and carries out any order without thinking (002 l.119-130), servility that outlasts
everybody (003 l.8646-8651), a system that selects against the grain (003 l.21323-21328). What office teaches is bounded.
Readings the card leaves open. Under `appointer` the leader, the centre's members in turn, or all of them as a committee
name the secretaries of provinces and the members of the centre; below, the secretary above names. A committee takes the
best mean score; whom it names is nobody's man and his own patron, and no change among its members makes it a new master.
Candidates are the free members of the unit's own people, holders of lower office included, who then leave it; whoever was
just removed is not named again to the same seat. An election lists the twelve ablest who are willing (election.py). The
posted keep their home (people are stored by cell): they lose the office and carry the flag. The new leader is the ablest
of the centre.

Sources: 000 l.134-140; 001 l.39-46; 002 l.27-35, 119-130; 003 l.4967-4987, 5168-5208, 8646-8651, 9279-9310,
10732-10889, 12289-12377, 13272-13274, 15861-15872, 15909-15913, 21323-21328.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.election import elect, heard_of, may_stand
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import AT_LIBERTY, Mechanism, each_person, within_world
from unanimity.world.spans import Span
from unanimity.world.words import (
    CELL_SECRETARY,
    CENTRE_MEMBER,
    CITIZEN,
    DISTRICT_SECRETARY,
    ELECTED,
    LEADER,
    MEMBER,
    NO_OFFICE,
    NOBODY,
    OFFICIAL,
    PROVINCE_SECRETARY,
    RULE_ISSUE,
    WORK,
)

COMMITTEE, AS_COMMITTEE = -2, 1.0  # who names, where it is not one person; the lever's value
PATRON_TIE = 0.7  # what it counts to have been put there by one's superior
FIXED = 65535.0  # weights of ties are fixed-point numbers
APPOINTMENT, APPOINTER = NUMBER_OF["appointment"], NUMBER_OF["appointer"]
TENURE_LIMIT, PRIVILEGES = NUMBER_OF["tenure_limit"], NUMBER_OF["privileges"]


class Appointment(NamedTuple):
    """What a superior looks for, and what makes him let go."""

    readiness: Annotated[float, Span("what readiness for any order counts beside loyalty", 0, 1, "a careerist who carries out any order without thinking 002 l.123-126; servility 003 l.8649-8650; size assumed", symbol="rd")] = 0.5
    learning: Annotated[float, Span("share of what is left to learn that a month in office teaches", 0, 0.02, "assumed", unit="a month", symbol="le")] = 0.002
    pool: Annotated[float, Span("people whom a superior or an election has in view for a post", 1, 500, "the second rank was selected, welded in daily life: 001 l.39-46; size assumed", unit="persons", symbol="pool")] = 30.0
    loyalty: Annotated[float, Span("base weight on loyalty", 0, 1, "assumed; islands of competence 002 l.27-35, 003 l.15861-15872", symbol="al0")] = 0.4
    insecurity: Annotated[float, Span("weight on loyalty added by insecurity", 0, 1, "assumed", symbol="al1")] = 0.5
    test: Annotated[float, Span("weight on loyalty removed by a hard test", 0, 1, "assumed", symbol="al2")] = 0.4
    independence: Annotated[float, Span("penalty on independent conviction", 0, 1, "003 l.15909-15913, 17536-17546", symbol="chi")] = 0.3
    scruple: Annotated[float, Span("scruple about unchecked power", 0, 1, "003 l.4967-4987", symbol="sc")] = 0.5
    removal: Annotated[float, Span("loyalty that a new master asks", 0, 1, "majority of 8 years turned in 7-15 days: 003 l.12348-12377", symbol="rem")] = 0.4
    ease: Annotated[float, Span("ease of accepting", 0, 1, "assumed", symbol="acc0")] = 0.3
    popularity: Annotated[float, Span("popularity that gets one posted away", 0, 1, "assumed; postings 003 l.10732-10889", symbol="pop")] = 0.7


@formula
def insecurity_of(concentration, threat, suspected, oversight_eff):
    """The ruler's insecurity (card 22), one value for all superiors; who is bound by law loses a post, not his head."""
    return clip(((1.0 - concentration) + threat + suspected) / 2.0) * (1.0 - oversight_eff)


@formula
def weight_on_loyalty(insecurity, test, p):
    """`alpha`."""
    return clip(p.loyalty + p.insecurity * insecurity - p.test * test)


@formula
def tested_by(threat, front):
    """`test`: how hard the work is tested; wholly in a scripted war."""
    return 1.0 if front != 0 else threat


@formula
def loyal_of(tie, assents, habit):
    """`loyal`: public signs only."""
    return 0.5 * tie + 0.3 * assents + 0.2 * habit


@formula
def score_of(alpha, loyal, competence, conviction, ambition, p):
    """What a candidate is worth to the one who names."""
    ready = p.readiness * ambition * (1.0 - conviction)
    return alpha * (loyal + ready) + (1.0 - alpha) * competence - alpha * p.independence * conviction * (1.0 - loyal)


@formula
def tie_to(i, other, base, patron, tie_start, neighbour, weight):
    """How i is tied to another: .7 to his patron, else the tie's weight, else 0."""
    if patron[i] == other - base:
        return PATRON_TIE
    for t in range(tie_start[i], tie_start[i + 1]):
        if base + neighbour[t] == other:
            return weight[t] / FIXED
    return 0.0


@formula
def tie_to_centre(i, base, seat_first, seat_last, sitting, patron, tie_start, neighbour, weight):
    """His mean tie to the centre's members: a score is linear in the tie, so by this one it is their mean score."""
    total, members = 0.0, 0
    for k in range(seat_first, seat_last):
        if sitting[k] != NOBODY:
            total += tie_to(i, base + sitting[k], base, patron, tie_start, neighbour, weight)
            members += 1
    return total / members if members > 0 else 0.0


@formula
def popularity_of(i, base, tie_start, neighbour, weight, kind):
    """Incoming weights of friends and colleagues, over ten, at most 1."""
    total = 0.0
    for t in range(tie_start[i], tie_start[i + 1]):
        if kind[t] == 0 or kind[t] > WORK:
            continue
        j = base + neighbour[t]
        for back in range(tie_start[j], tie_start[j + 1]):
            if base + neighbour[back] == i:
                total += weight[back] / FIXED
                break  # two people have one tie
    return clip(total / 10.0)


@formula
def choose(first, last, out, rank, anybody, crowd, seed, month, superior, alpha, base, office, estate, status, ambition,
           conviction, competence, stance, line, privileges, oversight, patron, assents, habit, tie_start, neighbour,
           weight, seat_first, seat_last, sitting, p):
    """The one whom a superior names, or the centre as a committee: the best score of those who may and would."""
    best, most = NOBODY, -9.0
    for i in range(first, last):
        if i == out or not may_stand(i, office, estate, status, ambition, conviction, stance, line, rank, anybody,
                                     privileges, oversight, p):
            continue
        at_best = loyal_of(1.0, assents[i], habit[i])  # as the superior's closest friend
        if score_of(alpha, at_best, competence[i], conviction[i], ambition[i], p) <= most:
            continue
        if not heard_of(i - base, seed, month, crowd, p):
            continue
        if superior == COMMITTEE:
            tie = tie_to_centre(i, base, seat_first, seat_last, sitting, patron, tie_start, neighbour, weight)
        else:
            tie = tie_to(i, superior, base, patron, tie_start, neighbour, weight) if superior != NOBODY else 0.0
        score = score_of(alpha, loyal_of(tie, assents[i], habit[i]), competence[i], conviction[i], ambition[i], p)
        if score > most:
            best, most = i, score
    return best


@formula
def let_go(i, to_estate, office, estate, tenure, headed):
    """Take a person's office away; he stays a member."""
    office[i] = NO_OFFICE
    tenure[i] = 0
    headed[i] = NOBODY
    if estate[i] == OFFICIAL:
        estate[i] = to_estate


@formula
def install(i, unit, rank, patron_of, base, u_base, office, estate, tenure, headed, patron, secretary):
    """Put a person at the head of a unit; what he headed before stands empty. Who is no member stays none."""
    if headed[i] != NOBODY and secretary[u_base + headed[i]] == i - base:
        secretary[u_base + headed[i]] = NOBODY
    office[i] = rank
    estate[i] = OFFICIAL if estate[i] != CITIZEN else CITIZEN
    tenure[i] = 0
    headed[i] = unit - u_base
    patron[i] = patron_of
    secretary[unit] = i - base


@formula
def sits(person, seat_first, seat_last, sitting):
    """Whether a person has a chair in the centre."""
    for k in range(seat_first, seat_last):
        if sitting[k] == person:
            return True
    return False


@formula
def appointer_of(kind, month, base, first_seat, centre_size, sitting):
    """Who names the heads of provinces and the centre: the leader, the centre as a committee, or its members in turn."""
    if kind == AS_COMMITTEE:
        for k in range(first_seat, first_seat + centre_size):
            if sitting[k] != NOBODY:
                return COMMITTEE
        return NOBODY
    if kind < 1000.0:
        return sitting[first_seat]
    turn = (month // max(1, int(kind % 1000.0))) % centre_size
    return sitting[first_seat + turn]


@formula
def taught(competence, p):
    """`competence'`: a month in office teaches a share of what is left to learn, so that nobody outgrows the scale."""
    return competence + p.learning * (1.0 - competence)


@each_person(writes=("tenure", "competence", "highest_office"), who=AT_LIBERTY)
def serve(tenure, competence, highest_office, office, p):
    """A month in office: longer there, and a little abler."""
    if office == NO_OFFICE:
        return 0, competence, highest_office
    return tenure + 1, taught(competence, p), max(highest_office, office)


@each_person(writes="competence", who=AT_LIBERTY)
def learn(competence, office, p):
    """Ability grows in office whether or not posts are being filled."""
    return taught(competence, p) if office > NO_OFFICE else competence


@formula
def people_of(u, cells, child_first, child_last, cell_start):
    """First and last-plus-one person (world's own numbers) of a unit of any level."""
    low, high = u, u
    while low >= cells:
        low = child_first[low]
        high = child_last[high] - 1
    return cell_start[low], cell_start[high + 1]


@formula
def lapses(status, elsewhere, recalled, vacated, tenure, limit):
    """Whether an office ends whatever the one above thinks: its holder is gone, recalled or ousted, or his term is over."""
    return status >= AT_LIBERTY_BELOW or elsewhere or recalled == 1 or vacated == 1 or (limit > 0.0 and tenure >= limit)


@formula
def out_of_favour(i, rank, new_master, superior, month, base, last_dissent, patron, assents, habit, tie_start, neighbour,
                  weight, kind, p):
    """Why a superior lets a secretary go: 0 he does not, 1 he is no man of the new master's, 2 he is posted away."""
    if new_master:
        if loyal_of(tie_to(i, superior, base, patron, tie_start, neighbour, weight), assents[i], habit[i]) < p.removal:
            return 1
    if rank == DISTRICT_SECRETARY or rank == PROVINCE_SECRETARY:
        if last_dissent[i] == month or popularity_of(i, base, tie_start, neighbour, weight, kind) > p.popularity:
            return 2
    return 0


@within_world(writes=("sitting", "secretary", "office", "estate", "tenure", "headed", "patron"))
def renew_centre(first, last, base, unit_first, unit_last, month, seed, seat_first, seat_last, sitting, secretary, office,
                 estate, tenure, headed, patron, members, status, ambition, conviction, competence, stance, line, assents, habit,
                 tie_start, neighbour, weight, levers, concentration, threat, front, suspected, oversight_eff, p):
    """Who is no longer at liberty leaves the centre; the ablest of it leads; empty chairs are filled from the country."""
    centre = unit_last - 1
    limit = levers[TENURE_LIMIT, centre]
    left = 0
    for k in range(seat_first, seat_last):
        if sitting[k] == NOBODY:
            continue
        i = base + sitting[k]
        if status[i] >= AT_LIBERTY_BELOW or headed[i] != centre - unit_first or (limit > 0.0 and tenure[i] >= limit):
            sitting[k] = NOBODY  # his office lapses below, so that he is not named again at once
            left += 1
    if sitting[seat_first] == NOBODY:
        best = seat_first
        for k in range(seat_first + 1, seat_last):
            if sitting[k] != NOBODY and (sitting[best] == NOBODY or
                                         competence[base + sitting[k]] > competence[base + sitting[best]]):
                best = k
        sitting[seat_first], sitting[best] = sitting[best], NOBODY
        if sitting[seat_first] != NOBODY:
            i = base + sitting[seat_first]
            office[i], tenure[i], patron[i] = LEADER, 0, sitting[seat_first]
    namer = appointer_of(levers[APPOINTER, centre], month, base, seat_first, seat_last - seat_first, sitting)
    superior = base + namer if namer >= 0 else namer
    alpha = weight_on_loyalty(insecurity_of(concentration, threat, suspected, oversight_eff), tested_by(threat, front), p)
    for k in range(seat_first + 1, seat_last):
        if sitting[k] != NOBODY:
            continue
        above = levers[APPOINTMENT, centre] != ELECTED and superior != NOBODY
        if not above:
            name = elect(first, last, NOBODY, CENTRE_MEMBER, 0, members[centre], base, seed, month, office, estate, status,
                         ambition, conviction, competence, stance, line[RULE_ISSUE, centre], levers[PRIVILEGES, centre],
                         oversight_eff, p)
        else:
            name = choose(first, last, NOBODY, CENTRE_MEMBER, 0, members[centre], seed, month, superior, alpha, base,
                          office, estate, status, ambition, conviction, competence, stance, line[RULE_ISSUE, centre],
                          levers[PRIVILEGES, centre], oversight_eff, patron, assents, habit, tie_start, neighbour, weight,
                          seat_first, seat_last, sitting, p)
        if name == NOBODY:
            break
        install(name, centre, CENTRE_MEMBER, namer if above and namer >= 0 else name - base, base, unit_first, office, estate, tenure, headed, patron,
                secretary)
        sitting[k] = name - base
    secretary[centre] = sitting[seat_first]
    if left > 0:
        for i in range(first, last):
            if headed[i] == centre - unit_first and not sits(i - base, seat_first, seat_last, sitting):
                let_go(i, MEMBER, office, estate, tenure, headed)


@within_world(writes=("secretary", "office", "estate", "tenure", "headed", "patron", "posted", "vacated"))
def fill_posts(base, unit_first, unit_last, cells, month, seed, seat_first, seat_last, sitting, parent, child_first,
               child_last, cell_start, unit_rank, open_chair, members, present, secretary, office, estate, tenure, headed, patron, posted, vacated,
               recalled, last_dissent, status, ambition, conviction, competence, stance, line, assents, habit,
               tie_start, neighbour, weight, kind, levers, concentration, threat, front, suspected, oversight_eff, p):
    """From the top down: who must go goes, and every empty post is filled if anybody may and will take it."""
    alpha = weight_on_loyalty(insecurity_of(concentration, threat, suspected, oversight_eff), tested_by(threat, front), p)
    namer = appointer_of(levers[APPOINTER, unit_last - 1], month, base, seat_first, seat_last - seat_first, sitting)
    for unit in range(unit_last - 2, unit_first - 1, -1):
        u = unit - unit_first
        above = levers[APPOINTMENT, unit] != ELECTED
        own = namer if unit_first + parent[u] == unit_last - 1 else secretary[unit_first + parent[u]]
        superior = base + own if own >= 0 else own  # NOBODY, or the committee
        rank = unit_rank[u]
        out = NOBODY
        if secretary[unit] != NOBODY:
            i = base + secretary[unit]
            new_master = superior >= 0 and superior != i and tenure[superior] == 0
            why = 0
            if lapses(status[i], headed[i] != u, recalled[unit], vacated[unit], tenure[i], levers[TENURE_LIMIT, unit]):
                why = 1
            elif above and (new_master or rank != CELL_SECRETARY):  # a call with many arrays is slow: not for every cell
                why = out_of_favour(i, rank, new_master, superior, month, base, last_dissent, patron, assents, habit,
                                    tie_start, neighbour, weight, kind, p)
            if why > 0:
                if headed[i] == u:
                    let_go(i, MEMBER, office, estate, tenure, headed)
                if why == 2:
                    posted[i] = 1
                secretary[unit] = NOBODY
                out = i
        vacated[unit] = 0
        if secretary[unit] != NOBODY:
            continue
        low, high = people_of(u, cells, child_first, child_last, cell_start)
        anybody = open_chair[unit]
        crowd = present[unit] if anybody != 0 else members[unit]
        if above and superior != NOBODY:
            name = choose(base + low, base + high, out, rank, anybody, crowd, seed, month, superior, alpha, base, office,
                          estate, status, ambition, conviction, competence, stance, line[RULE_ISSUE, unit],
                          levers[PRIVILEGES, unit], oversight_eff, patron, assents, habit, tie_start, neighbour, weight,
                          seat_first, seat_last, sitting, p)
        else:
            name = elect(base + low, base + high, out, rank, anybody, crowd, base, seed, month, office, estate, status,
                         ambition, conviction, competence, stance, line[RULE_ISSUE, unit], levers[PRIVILEGES, unit],
                         oversight_eff, p)
        if name != NOBODY:
            install(name, unit, rank, own if above and own >= 0 else name - base, base, unit_first, office,
                    estate, tenure, headed, patron, secretary)


MECHANISM = Mechanism(
    id="appointment",
    card=8,
    title="Who is put over whom",
    sentence="A superior picks the ablest man he need not fear; the more he fears, the less able.",
    sources="000 l.134-140; 001 l.39-46; 002 l.27-35, 119-130; 003 l.4967-4987, 5168-5208, 8646-8651, 9279-9310, "
            "10732-10889, 12289-12377, 13272-13274, 15861-15872, 15909-15913, 21323-21328",
    parameters=Appointment,
    levers=("appointment", "appointer", "recall", "tenure_limit", "privileges"),
    rules=(serve, renew_centre, fill_posts),
    when_off=(learn,),
)

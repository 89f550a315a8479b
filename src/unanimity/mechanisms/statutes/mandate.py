"""Mandate: offices for a term. Runs in organisations with a statute.

Posts are voted on at fixed intervals; the holder may stand again, with the advantages of office. Members vote by card
31. A head who can be voted out proposes what the members will carry: Downs (1957). Incumbency: Michels (1911); standing
rivals: Lipset, Trow and Coleman (1956), Edelstein and Warner (1975).

    due       an elected post of a unit with `term` > 0, every `term` months, all at once
    stands    a challenger: event-like chance st + (1 - st)*[factions legal], 1 with slates; under slates the best of
              the other list, else the best of all
    merit     = 1 - |stance on rule - voters' mean stance|/2 + competence           # of holder and challenger alike
    office    = (ic + it*min(terms served, 3) + ip*[press monopoly] + iv*privileges + is*staff)*(1 - ls*[slates legal])
    result    the holder stays if merit + office + lot >= merit of the challenger
              lot = nz*N(0,1) + sw*N(0,1) of the list
    void      where an outside body hears complaints (`arbitration`): a result that only the advantage of office made is
              voided with chance ar, and the challenger gets the post
    listens   an elected head whose line the hall has voted down proposes the other one next month, with chance hl, and
              keeps it while he heads the unit, or until the hall turns again
    leader    every `term` of the centre: as before the most competent of it (`none`), or by the votes of its members
              (`board`) or of all (`members`): merit and, for the present leader, office
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.party.appointment import post_of
from unanimity.mechanisms.party.election import Post, heard_of, may_stand
from unanimity.mechanisms.party.posts import first_chair_heads, install, let_go, take_chair, take_the_lead
from unanimity.mechanisms.people.meeting import BY_EVENT, BY_HALL
from unanimity.mechanisms.statutes.turnout import VOTE, voting_chance
from unanimity.world.codes import (
    BANNED,
    CITIZEN,
    ELECTED,
    LEGAL,
    MEMBER,
    MONOPOLY,
    NO_OFFICE,
    NOBODY,
    ON,
    RULE_ISSUE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW, unit, world
from unanimity.world.draws import normal_from, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, procedure
from unanimity.world.spans import Span
from unanimity.world.tree import people_of

LISTENS = 748  # stream


def is_voted_down(unit):
    """Whether the hall has voted down the line of an elected head."""
    return unit.secretary != NOBODY and unit.vote < 0.0 and unit.term > 0.0 and unit.appointment == ELECTED


@each("unit", writes=("line", "line_given_to", "line_binds"), only=is_voted_down, stream=LISTENS)
def listen(u, unit, country, units, luck, p):
    """A head who can be voted out adopts what the members will carry: after a lost vote, the other line."""
    issue = int(country.voted_issue)
    bound = units.line_given_to[issue, u] == unit.secretary and units.line_binds[issue, u] == BY_EVENT
    if not bound and luck < p.listens:
        units.line[issue, u] = -units.line[issue, u]
        units.line_given_to[issue, u] = unit.secretary
        units.line_binds[issue, u] = BY_HALL


@procedure("country", writes=("sitting", "list_leading", "alternations", "last_turnout", "divide"))
def hold_elections(people, units, country, seats, tree, levers, month, seed, p, p_turnout, p_appointment):
    """The posts whose term is over are voted on, from the centre down; beaten holders leave, winners take over.

    This is a procedure: the winner of a higher post leaves a lower one empty, and the next contest sees it.
    """
    centre, cast, entitled = tree.units - 1, country.votes_cast[0], country.votes_entitled[0]
    if by_lists(levers, centre) and (month % A_YEAR == 0 or country.divide[0] == 0.0):
        country.divide[0] = middle_of_members(people, tree)
    if is_due(centre, levers, month):
        for k in range(tree.seat_start[centre], tree.seats):
            holder = int(seats.sitting[k])
            if holder == NOBODY:
                continue
            rival = contest(centre, holder, people, units, country, tree, levers, month, seed, p, p_turnout,
                            p_appointment)
            if rival != NOBODY:
                rank = people.office[holder]
                let_go(holder, MEMBER, people)
                install(rival, centre, rank, rival, people, units)
                take_chair(k, rival, seats)
        first_chair_heads(units, seats, tree)
        if levers.leader_by[centre] == BY_BOARD:
            choose_leader(board_middle(people, seats, tree), people, units, seats, tree, levers, month, seed, p)
        elif levers.leader_by[centre] == BY_MEMBERS:
            _, _, middle = voters_of(centre, 1.0, people, tree, month, seed, p_turnout)
            choose_leader(middle, people, units, seats, tree, levers, month, seed, p)
        leads = leading_list(country.divide[0], people, seats, tree)
        if leads != NO_LIST:
            if country.list_leading[0] != NO_LIST and country.list_leading[0] != leads:
                country.alternations[0] += 1
            country.list_leading[0] = leads
    for u in range(centre - 1, -1, -1):
        holder = int(units.secretary[u])
        if holder == NOBODY or not is_due(u, levers, month):
            continue
        rival = contest(u, holder, people, units, country, tree, levers, month, seed, p, p_turnout, p_appointment)
        if rival != NOBODY:
            let_go(holder, MEMBER, people)
            install(rival, u, tree.unit_rank[u], rival, people, units)
    if country.votes_entitled[0] > entitled:
        country.last_turnout[0] = (country.votes_cast[0] - cast) / (country.votes_entitled[0] - entitled)


@formula
def list_of(stance, divide):
    """The list to which a member is nearer."""
    return ONE_SIDE if stance >= divide else OTHER_SIDE


@formula
def merit_of(stance, middle, competence):
    """What voters see in a candidate: closeness to them, and competence."""
    return 1.0 - abs(stance - middle) / 2.0 + competence


@formula
def office_of(terms, journal, privileges, staff, rivals, p):
    """The advantage that office gives its holder; a standing rival list has a paper and people of its own."""
    whole = p.name + p.by_term * min(terms, TERMS_KNOWN) + p.journal * journal + p.means * privileges + p.staff * staff
    return whole * (1.0 - p.rivals * rivals)


@formula
def by_lists(levers, centre):
    """Whether two lists stand: the statute has them, and rival lists are not banned."""
    return levers.slates[centre] == ON and levers.association_parties[centre] != BANNED


@formula
def voters_of(unit, contested, people, tree, month, seed, p_turnout):
    """The number of members of a unit, how many of them vote, and the voters' mean stance on rule."""
    first, last = people_of(unit, tree)
    members = 0.0
    for i in range(first, last):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            members += 1.0
    votes, total = 0.0, 0.0
    for i in range(first, last):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            chance = voting_chance(members, contested, people.attends[i], people.conviction[i], p_turnout)
            if uniform(seed, VOTE, i, month) < chance:
                votes += 1.0
                total += people.stance[RULE_ISSUE, i]
    return members, votes, total / votes if votes > 0.0 else 0.0


@formula
def middle_of_members(people, tree):
    """The members' mean stance on rule: the lists stand on either side of it."""
    total, members = 0.0, 0.0
    for i in range(tree.people):
        if people.status[i] < AT_LIBERTY_BELOW and people.estate[i] != CITIZEN:
            total += people.stance[RULE_ISSUE, i]
            members += 1.0
    return total / members if members > 0.0 else 0.0


@formula
def best_against(post, holder, side, divide, middle, people, month, seed, p_appointment):
    """The best of those eligible and willing to stand against the holder; from the other list where there are lists."""
    best, most = NOBODY, -9.0
    for i in range(post.first, post.last):
        if people.office[i] != NO_OFFICE and people.tenure[i] == 0:
            continue  # elected this month, to another post
        if i == holder or (side != NO_LIST and list_of(people.stance[RULE_ISSUE, i], divide) != side):
            continue
        merit = merit_of(people.stance[RULE_ISSUE, i], middle, people.competence[i])
        if merit > most and may_stand(i, post, people, p_appointment) and heard_of(i, seed, month, post.crowd,
                                                                                   p_appointment):
            best, most = i, merit
    return best


@formula
def office_in(unit, holder, lists, people, levers, p):
    """The advantage of office for the holder of a post of a unit."""
    term = max(levers.term[unit], 1.0)
    return office_of(float(int(people.tenure[holder] / term)), 1.0 if levers.press[unit] == MONOPOLY else 0.0,
                     levers.privileges[unit], levers.staff[unit],
                     1.0 if lists and levers.association_parties[unit] == LEGAL else 0.0, p)


@formula
def luck_of(holder, side, lists, month, seed, p):
    """The chance part of a result: of one contest, and where there are lists of all contests of the holder's list."""
    lot = p.luck * normal_from(uniform(seed, LOT, holder, month))
    if lists:
        swing = p.swing * normal_from(uniform(seed, SWING, 0, month))
        lot += swing if side == ONE_SIDE else -swing
    return lot


@formula(writes=("posts_up", "posts_contested", "holders_beaten", "elections_voided", "votes_cast", "votes_entitled",
                 "unit_turnout"))
def contest(unit, holder, people, units, country, tree, levers, month, seed, p, p_turnout, p_appointment):
    """One post is voted on; returns the person who beats its holder, or NOBODY."""
    country.posts_up[0] += 1
    lists = by_lists(levers, tree.units - 1)
    stands = (1.0 if lists
              else p.stands + (1.0 - p.stands) * (1.0 if levers.association_factions[unit] == LEGAL else 0.0))
    contested = uniform(seed, STANDS, holder, month) < stands
    members, votes, middle = voters_of(unit, 1.0 if contested else 0.0, people, tree, month, seed, p_turnout)
    country.votes_cast[0] += int(votes)
    country.votes_entitled[0] += int(members)
    units.unit_turnout[unit] = votes / members if members > 0.0 else 0.0
    if not contested or votes == 0.0:
        return NOBODY
    mine = list_of(people.stance[RULE_ISSUE, holder], country.divide[0])
    side = (OTHER_SIDE if mine == ONE_SIDE else ONE_SIDE) if lists else NO_LIST
    found = post_of(unit, units, country, tree, levers)
    post = Post(found.first, found.last, found.rank, found.anybody, found.crowd, 0.0, found.privileges, found.oversight)
    rival = best_against(post, holder, side, country.divide[0], middle, people, month, seed, p_appointment)
    if rival == NOBODY:
        return NOBODY
    country.posts_contested[0] += 1
    lead = (merit_of(people.stance[RULE_ISSUE, holder], middle, people.competence[holder])
            + luck_of(holder, mine, lists, month, seed, p)
            - merit_of(people.stance[RULE_ISSUE, rival], middle, people.competence[rival]))
    office = office_in(unit, holder, lists, people, levers, p)
    if lead + office >= 0.0:
        bought = lead < 0.0 and levers.arbitration[unit] == ON
        if not bought or uniform(seed, VOIDED, holder, month) >= p.voided:
            return NOBODY
        country.elections_voided[0] += 1
    country.holders_beaten[0] += 1
    return rival


@formula
def is_due(unit, levers, month):
    """Whether the posts of a unit are voted on this month."""
    term = int(levers.term[unit])
    return term > 0 and month > 0 and month % term == 0 and levers.appointment[unit] == ELECTED


@formula
def leading_list(divide, people, seats, tree):
    """The list with most chairs of the centre; none if both have as many."""
    balance = 0
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        if seats.sitting[k] != NOBODY:
            balance += 1 if list_of(people.stance[RULE_ISSUE, int(seats.sitting[k])], divide) == ONE_SIDE else -1
    return ONE_SIDE if balance > 0 else (OTHER_SIDE if balance < 0 else NO_LIST)


@formula
def board_middle(people, seats, tree):
    """The mean stance on rule of the members of the centre."""
    total, chairs = 0.0, 0
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        if seats.sitting[k] != NOBODY:
            total += people.stance[RULE_ISSUE, int(seats.sitting[k])]
            chairs += 1
    return total / chairs if chairs > 0 else 0.0


@formula
def choose_leader(middle, people, units, seats, tree, levers, month, seed, p):
    """The member of the centre with most support leads; the present leader has the advantage of office."""
    centre = tree.units - 1
    first = tree.seat_start[centre]
    best, most = first, -9.0
    for k in range(first, tree.seats):
        if seats.sitting[k] == NOBODY:
            continue
        i = int(seats.sitting[k])
        votes = merit_of(people.stance[RULE_ISSUE, i], middle, people.competence[i])
        votes += p.luck * normal_from(uniform(seed, LOT, i, month + 1))
        if k == first:
            votes += office_in(centre, i, by_lists(levers, centre), people, levers, p)
        if votes > most:
            best, most = k, votes
    if best != first:
        take_the_lead(best, people, units, seats, tree)


class Mandate(NamedTuple):
    """What office gives its holder, and what chance does."""

    stands: Annotated[float, Span(
        "chance that anybody stands against the holder", 0, 1,
        "competition for posts is rare: about 500 selections in 14 democracies (Kenig and others)", symbol="st")] = 0.5
    name: Annotated[float, Span(
        "what a known name is worth in votes, as merit", 0, 1,
        "37.9 % of works councillors new in four years; size fitted", symbol="ic")] = 0.1
    by_term: Annotated[float, Span("added by each term served, three at most", 0, 1, "assumed", symbol="it")] = 0.03
    journal: Annotated[float, Span(
        "what the only journal is worth", 0, 1, "one caucus for 70 years with the only journal (UAW); size assumed",
        symbol="ip")] = 0.3
    means: Annotated[float, Span("what privileges of office are worth", 0, 1, "assumed", symbol="iv")] = 0.3
    staff: Annotated[float, Span(
        "what a staff of all members would be worth", 0, 3, "14-17 % of congress delegates on staff; size assumed",
        symbol="is")] = 1.0
    rivals: Annotated[float, Span(
        "share of all this that a standing rival list takes away", 0, 1, "Lipset and others 1956; size assumed",
        symbol="ls")] = 0.7
    luck: Annotated[float, Span("spread of what nobody foresees in one contest", 0, 1, "assumed", symbol="nz")] = 0.25
    swing: Annotated[float, Span(
        "spread of what moves all contests of a list alike", 0, 1,
        "both parties of the printers won repeatedly; size assumed", symbol="sw")] = 0.15
    listens: Annotated[float, Span(
        "chance that an elected head puts the other line after his hall has voted his down", 0, 1,
        "98 % of motions carried in free assemblies (Rochat); size assumed", symbol="hl")] = 0.8
    voided: Annotated[float, Span(
        "chance that an outside body voids a result that the office made", 0, 1,
        "48 complaints decided a year among 7 M members: seldom brought; size assumed", symbol="ar")] = 0.5


STANDS, LOT, SWING, VOIDED = 744, 745, 746, 747  # streams
BY_BOARD, BY_MEMBERS = 1.0, 2.0  # values of the lever leader_by
TERMS_KNOWN = 3.0  # further terms add nothing
A_YEAR = 12  # months after which the members' mean stance is measured anew
NO_LIST, ONE_SIDE, OTHER_SIDE = 0, 1, 2
NEVER_VOTED = -1.0  # the turnout of a unit that has held no election
MANY = 2**32 - 1
MECHANISM = Mechanism(
    id="mandate",
    card=35,
    title="Offices for a term",
    sentence="Every so many months the posts are voted on; who holds one may stand again, with what the office gives.",
    sources="works councils 2018-22; Debian 2004-23; Edelstein and Warner 1975; Lipset, Trow and Coleman 1956; Kenig "
            "and others on 14 democracies; UK Certification Officer 2010-11",
    parameters=Mandate,
    levers=("term", "leader_by", "slates", "arbitration", "association.parties", "association.factions", "press",
            "privileges", "appointment", "staff"),
    rules=(listen, hold_elections),
    columns=(
        unit("unit_turnout", "f4", NEVER_VOTED, 1, "mandate",
             "turnout at the last election of the unit's head; -1: none yet",
             initial=NEVER_VOTED),
        world("posts_up", "u4", 0, MANY, "mandate", "posts that were voted on so far", unit="posts"),
        world("posts_contested", "u4", 0, MANY, "mandate", "those of them with more than one name", unit="posts"),
        world("holders_beaten", "u4", 0, MANY, "mandate", "those of them that the holder lost", unit="posts"),
        world("elections_voided", "u4", 0, MANY, "mandate", "results that an outside body voided", unit="posts"),
        world("votes_cast", "u4", 0, MANY, "mandate", "votes in elections of posts so far", unit="votes"),
        world("votes_entitled", "u4", 0, MANY, "mandate", "votes that could have been cast", unit="votes"),
        world("last_turnout", "f4", 0, 1, "mandate", "turnout at the last elections"),
        world("divide", "f4", -1, 1, "mandate", "where members stood on rule when last asked: lists lie on either side",
              unit="-1..1"),
        world("list_leading", "u1", 0, OTHER_SIDE, "mandate", "the list with most chairs of the centre", unit="code"),
        world("alternations", "u4", 0, MANY, "mandate", "times that the centre passed to the other list", unit="count"),
    ),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Slates are two standing lists: members above and below the members' mean stance on rule, measured once a year. Both
# stand unless rival lists are banned (`association.parties`); tolerated lists have no paper of their own, so office
# keeps its full advantage against them. `alternations` counts how often the majority of chairs in the centre passed to
# the other list.
#
# Readings taken. Card 8 treats vacancies between elections, limits and recall. A unit whose heads are appointed from
# above holds no elections. Where nobody votes nobody is replaced. Challengers are those eligible and willing (card 8)
# of whom members have heard; a winner proclaims his own line, so the present line does not deter him. A line given by
# the script or a referendum holds against a vote of the hall.
#
# Sources: 37.9 % of works councillors new after four years (2022); Debian's yearly leaders 2004-23; five US union
# presidents beaten 1949-66 (Edelstein and Warner); 98 % of the motions of 1,600 Swiss assemblies are carried
# (Rochat); 48 complaints decided by the UK's outside officer in 2010-11.

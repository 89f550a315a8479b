"""Who would take a post, and whom the members elect to it: the part of card 8 (appointment) without a superior.

    accept   if ambition*privileges + acc0 > scruple;  scruple = conviction*(-a)+ + sc*conviction*(1 - oversight)
    elected: argmax over members' votes of (stance closeness + competence), of the twelve ablest who are willing

An appointer or an electorate considers some thirty people it has heard of, not everybody: in a unit with more members
a keyed lot of the month decides who is in view. So the ablest candidate in a country of 20,000 is no abler than in one
of 2,000. Where a post need not be held by a member (`open_chair`: a village or works of some hundred people in a
country whose party is one in a hundred), everybody at liberty there may stand and vote.
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.world.codes import CITIZEN, FREE, NOBODY, POLICE, RULE_ISSUE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import uniform
from unanimity.world.formula import formula, positive

BALLOT = 12  # candidates in an election
IN_VIEW = 176  # stream: who has been heard of this month


@formula
def accepts(ambition, privileges, conviction, agreement, oversight, p):
    """Whether the person takes the post: for rank, or with a clear conscience."""
    scruple = conviction * positive(-agreement) + p.scruple * conviction * (1.0 - oversight)
    return ambition * privileges + p.ease > scruple


@formula
def closeness(people, i, j):
    """1 minus the mean difference of two people's stances, as a share of the scale."""
    total = 0.0
    for k in range(people.stance.shape[0]):
        total += abs(people.stance[k, i] - people.stance[k, j]) / 2.0
    return 1.0 - total / people.stance.shape[0]


@formula
def heard_of(person, seed, month, crowd, p):
    """Whether a person is in view this month: of `crowd` people about `pool` are."""
    return crowd <= p.pool or uniform(seed, IN_VIEW, person, month) * crowd < p.pool


class Post(NamedTuple):
    """A post to be filled: its candidates (people first .. last-1), its rank, and what its holder must accept."""

    first: int
    last: int
    rank: int
    anybody: int  # whether a non-member may take it
    crowd: float  # how many people could be in view
    line: float
    privileges: float
    oversight: float


@formula
def may_stand(i, post, people, p):
    """Whether a person may and would take a post of that rank.

    The person must be free (not dismissed), below that rank, willing, and a member unless the post is open to anybody.
    """
    if ((people.estate[i] == CITIZEN and post.anybody == 0) or people.estate[i] == POLICE or people.status[i] != FREE
        or people.office[i] >= post.rank):
        return False
    agreement = people.stance[RULE_ISSUE, i] * post.line
    return accepts(people.ambition[i], post.privileges, people.conviction[i], agreement, post.oversight, p)


@formula
def four_ablest(post, out, edge, seed, month, people, p):
    """The four most competent eligible candidates below `edge`, no two equal; NOBODY where names run out."""
    one, two, three, four = NOBODY, NOBODY, NOBODY, NOBODY
    best, second, third, fourth = -1.0, -1.0, -1.0, -1.0
    for i in range(post.first, post.last):
        able = people.competence[i]
        if able <= fourth or able >= edge or i == out or able == best or able == second or able == third:
            continue
        if not (may_stand(i, post, people, p) and heard_of(i, seed, month, post.crowd, p)):
            continue
        four, fourth = i, able
        if able > third:
            three, third, four, fourth = four, fourth, three, third
        if able > second:
            two, second, three, third = three, third, two, second
        if able > best:
            one, best, two, second = two, second, one, best
    return one, two, three, four


@formula
def closeness_to_members(first, last, one, two, three, four, anybody, people):
    """The mean closeness of the voters to each of four candidates; voters are members, or all if the post is open."""
    to_one, to_two, to_three, to_four, voters = 0.0, 0.0, 0.0, 0.0, 0
    for j in range(first, last):
        if (people.estate[j] != CITIZEN or anybody != 0) and people.status[j] < AT_LIBERTY_BELOW:
            to_one += closeness(people, one, j)
            to_two += closeness(people, two, j)
            to_three += closeness(people, three, j)
            to_four += closeness(people, four, j)
            voters += 1
    return to_one / voters, to_two / voters, to_three / voters, to_four / voters


@formula
def elect(post, out, seed, month, people, p):
    """The winner of an election among the twelve most competent who are willing.

    The largest sum of competence and closeness to the members wins. The list is scanned from the most competent down,
    so that nothing is stored, and four names at a time, since the scan over all people is what costs; where names run
    out the last stands again.
    """
    edge, best, most = 2.0, NOBODY, -1.0
    for _ in range(BALLOT // 4):
        one, two, three, four = four_ablest(post, out, edge, seed, month, people, p)
        if one == NOBODY:
            break
        two = two if two != NOBODY else one
        three = three if three != NOBODY else two
        four = four if four != NOBODY else three
        edge = people.competence[four]
        liked = closeness_to_members(post.first, post.last, one, two, three, four, post.anybody, people)
        for name, how_much in ((one, liked[0]), (two, liked[1]), (three, liked[2]), (four, liked[3])):
            if how_much + people.competence[name] > most:
                best, most = name, how_much + people.competence[name]
    return best

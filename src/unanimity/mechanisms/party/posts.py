"""Offices and chairs: how they are taken and lost, who holds one, and where a chain of patrons ends.

Every rule that gives or takes an office goes through these formulas (cards 8, 16, 22-24 and 28, events, statutes).
"""

from __future__ import annotations

from unanimity.world.codes import CENTRE_MEMBER, CITIZEN, MEMBER, NO_OFFICE, NOBODY, OFFICIAL
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import formula

LONGEST_CHAIN = 32  # patrons followed before a chain counts as circular


@formula(writes=("secretary", "office", "estate", "tenure", "headed", "patron"))
def install(i, unit, rank, patron_of, people, units):
    """Put a person at the head of a unit; the post that the person had is empty. Non-members stay non-members."""
    if people.headed[i] != NOBODY and units.secretary[int(people.headed[i])] == i:
        units.secretary[int(people.headed[i])] = NOBODY
    people.office[i] = rank
    people.estate[i] = OFFICIAL if people.estate[i] != CITIZEN else CITIZEN
    people.tenure[i] = 0
    people.headed[i] = unit
    people.patron[i] = patron_of
    units.secretary[unit] = i


@formula(writes=("office", "tenure", "headed", "estate"))
def let_go(i, to_estate, people):
    """Take a person's office away; an official takes the estate given."""
    people.office[i] = NO_OFFICE
    people.tenure[i] = 0
    people.headed[i] = NOBODY
    if people.estate[i] == OFFICIAL:
        people.estate[i] = to_estate


@formula(writes=("office", "estate", "tenure", "headed", "secretary"))
def oust(i, people, units):
    """Take the office away; the post stays empty until card 8 fills it. The person stays a member."""
    if people.office[i] == NO_OFFICE:
        return
    if people.headed[i] != NOBODY and units.secretary[int(people.headed[i])] == i:
        units.secretary[int(people.headed[i])] = NOBODY
    people.office[i] = NO_OFFICE
    people.tenure[i] = 0
    people.headed[i] = NOBODY
    if people.estate[i] == OFFICIAL:
        people.estate[i] = MEMBER


@formula(writes=("sitting",))
def leave_chair(i, people, seats, tree):
    """The person's chair in the centre stays empty until card 8 fills it."""
    if people.office[i] >= CENTRE_MEMBER:
        for k in range(tree.seat_start[tree.units - 1], tree.seats):
            if seats.sitting[k] == i:
                seats.sitting[k] = NOBODY


@formula
def root_of(i, people, barred):
    """The end of an office holder's chain of patrons: the last who holds office; `barred` counts as nobody's patron."""
    here = i
    for _ in range(LONGEST_CHAIN):
        above = people.patron[here]
        if above == NOBODY or above == here or above == barred:
            return here
        if people.office[above] == NO_OFFICE or people.status[above] >= AT_LIBERTY_BELOW:
            return here
        here = above
    return i


@formula
def chair_of(person, seat_first, seat_last, seats):
    """The chair of a person in the centre, or -1."""
    for k in range(seat_first, seat_last):
        if seats.sitting[k] == person:
            return k
    return -1


@formula
def sits(person, seat_first, seat_last, seats):
    """Whether a person has a chair in the centre."""
    for k in range(seat_first, seat_last):
        if seats.sitting[k] == person:
            return True
    return False

"""The chart of posts: who holds them, and at whose desk a chain of patrons ends (cards 8 and 23)."""

from __future__ import annotations

from unanimity.world.codes import NO_OFFICE, NOBODY
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import formula

LONGEST_CHAIN = 32  # patrons followed before a chain counts as a circle


@formula
def root_of(i, people, barred):
    """Where an office holder's chain of patrons ends: the last of them who holds office; nobody looks up to `barred`."""
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
def post_at(place, unit_last, seat_first, units, seats):
    """Who holds a post: units below the centre first, then the centre's chairs."""
    return units.secretary[place] if place < unit_last - 1 else seats.sitting[seat_first + place - unit_last + 1]

"""Offices and chairs: how they are taken and lost, who holds one, and where a chain of patrons ends.

Every rule and event that gives or takes an office, or a chair of the centre, goes through these formulas (cards 8, 16,
22-24, 28 and 35, scripted events). Two rules set all chairs of an assembly at once: in a fall of the regime those of
the centre are emptied (power/regime_fall.py), and the assemblies below the centre consist of secretaries
(people/meeting.py).
"""

from __future__ import annotations

from unanimity.world.codes import CENTRE_MEMBER, CITIZEN, LEADER, MEMBER, NO_OFFICE, NOBODY, OFFICIAL
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


@formula(writes=("secretary",))
def empty_post(unit, units):
    """The unit has no secretary."""
    units.secretary[unit] = NOBODY


@formula(writes=("sitting",))
def take_chair(chair, i, seats):
    """A person takes a chair."""
    seats.sitting[chair] = i


@formula(writes=("sitting",))
def empty_chair(chair, seats):
    """The chair stays empty until somebody takes it."""
    seats.sitting[chair] = NOBODY


@formula(writes=("sitting",))
def leave_chair(i, people, seats, tree):
    """The chair of a member of the centre stays empty until card 8 fills it."""
    if people.office[i] >= CENTRE_MEMBER:
        leave_chairs(i, seats, tree)


@formula(writes=("sitting",))
def leave_chairs(i, seats, tree):
    """Wherever the person sits in the centre, the chair stays empty."""
    for k in range(tree.seat_start[tree.units - 1], tree.seats):
        if seats.sitting[k] == i:
            seats.sitting[k] = NOBODY


@formula(writes=("secretary",))
def first_chair_heads(units, seats, tree):
    """Whoever has the first chair of the centre heads it."""
    centre = tree.units - 1
    units.secretary[centre] = seats.sitting[tree.seat_start[centre]]


@formula(writes=("sitting", "office", "tenure", "patron", "secretary"))
def take_the_lead(chair, people, units, seats, tree):
    """The holder of that chair of the centre changes places with the leader, who becomes a plain member of it. If the
    chair is empty, nobody leads."""
    first = tree.seat_start[tree.units - 1]
    old, new = int(seats.sitting[first]), int(seats.sitting[chair])
    seats.sitting[first], seats.sitting[chair] = new, old
    if old != NOBODY:
        people.office[old] = CENTRE_MEMBER
    if new != NOBODY:
        people.office[new], people.tenure[new], people.patron[new] = LEADER, 0, new
    first_chair_heads(units, seats, tree)


@formula(writes=("sitting",))
def sit_in_the_centre(i, patron_of, people, units, seats, tree):
    """Give a person the last free chair of the centre, else the last one, whose holder becomes a plain party member. A
    new member of the centre does not become its leader."""
    centre, first = tree.units - 1, tree.seat_start[tree.units - 1]
    if sits(i, first, tree.seats, seats):
        return
    chair = tree.seats - 1
    for k in range(first, tree.seats):
        if seats.sitting[k] == NOBODY:
            chair = k
    if seats.sitting[chair] != NOBODY:
        let_go(int(seats.sitting[chair]), MEMBER, people)
    leader = units.secretary[centre]
    install(i, centre, CENTRE_MEMBER, patron_of, people, units)
    units.secretary[centre] = leader
    seats.sitting[chair] = i


@formula(writes=("sitting", "office", "patron", "secretary"))
def make_leader(i, people, units, seats, tree):
    """A person, who gets a chair of the centre if necessary, leads it by order; months in office go on counting."""
    sit_in_the_centre(i, i, people, units, seats, tree)
    first = tree.seat_start[tree.units - 1]
    old, chair = int(seats.sitting[first]), chair_of(i, first, tree.seats, seats)
    seats.sitting[first], seats.sitting[chair] = i, old
    if old != NOBODY and old != i and people.office[old] == LEADER:
        people.office[old] = CENTRE_MEMBER
    people.office[i], people.patron[i] = LEADER, i
    first_chair_heads(units, seats, tree)


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

"""Pointing (card 22): each victim of the month points to those who knew, backed, judged or replaced him."""

from __future__ import annotations

from unanimity.mechanisms.party.appointment import FIXED, popularity_of
from unanimity.world.codes import (
    ABROAD,
    CENTRE_MEMBER,
    DEAD,
    EX,
    EXPULSION,
    KIN,
    LEADER,
    NO_OFFICE,
    NOBODY,
    PATRON,
    POLICE,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import formula
from unanimity.world.rules import EVERYBODY, each, pick, procedure


def any_pointed(pointed):
    """Whether any intensity is left anywhere."""
    return pointed != 0.0


@each("person", writes="purge", who=EVERYBODY, only=any_pointed)
def fade(purge, pointed, p):
    """The part of last month's intensity that is left."""
    return left_of(purge, pointed, p)


@formula
def left_of(intensity, pointed, p):
    """What a month leaves of an intensity: nothing, once the most that anybody can have is too faint to point."""
    return p.memory * intensity if p.memory * pointed > FAINT else 0.0


@each("country", writes=("pointed", "branching", "purge_added", "victims_now"))
def begin_to_point(pointed, p):
    """The most that anybody can have fades too; victims are counted anew."""
    return left_of(pointed, pointed, p), 0.0, 0.0, 0.0


@procedure("unit below the centre")
def point_at_successors(u, unit, country, people, units, p):
    """Point at those who took the posts of last month's victims."""
    note_post(u, country.purge_open != 0 and unit.fallen != 0 and unit.secretary != NOBODY, people, units, country, p)


@formula
def rank_weight(office, p):
    """(`rw` + office/4): higher ranks are struck sooner."""
    return p.anybody + office / 4.0


@formula
def standing_from(estate, label, highest_office, p):
    """The office that counts: the highest held; police, and those who opposed and signed, count as holding one."""
    badge = p.badge if estate == POLICE or label == EX else 0.0
    return max(badge, float(highest_office))


@formula
def standing_of(i, people, p):
    """The same for person i."""
    return standing_from(people.estate[i], people.label[i], people.highest_office[i], p)


@formula
def is_victim(i, people):
    """Whether the person was sanctioned at rung 3 or above this month (a blow alone may be an assault)."""
    return (people.blow[i] >= EXPULSION or people.by_order[i] != 0) and people.rung[i] >= EXPULSION


@formula(writes=("purge",))
def point_at(i, bond, people, p):
    """Add the effect of one bond to one victim; returns it, if the person can still be arrested."""
    if people.status[i] >= ABROAD or people.office[i] == LEADER:
        return 0.0
    added = p.contagion * bond * rank_weight(standing_of(i, people, p), p)
    people.purge[i] += added
    return added if people.status[i] < AT_LIBERTY_BELOW else 0.0


@formula(writes=("fallen", "holder", "purge_added"))
def note_post(unit, points, people, units, country, p):
    """Point at the person who took a victim's post; note whether the post fell empty this month."""
    if points:
        country.purge_added[0] += point_at(int(units.secretary[unit]), REPLACED, people, p)
    units.fallen[unit] = 1 if units.holder[unit] != NOBODY and is_victim(int(units.holder[unit]), people) else 0
    units.holder[unit] = units.secretary[unit]


@each("chair")
def point_at_new_members(seat, chair, country, people, seats, p):
    """Point at those who took the chairs of last month's victims."""
    points = country.purge_open != 0 and chair.chair_fallen != 0 and chair.sitting != NOBODY
    note_chair(seat, points, people, country, seats, p)


@formula(writes=("chair_fallen", "purge_added"))
def note_chair(chair, points, people, country, seats, p):
    """Point at the person who took a victim's chair; note whether the chair fell empty this month."""
    if points:
        country.purge_added[0] += point_at(int(seats.sitting[chair]), REPLACED, people, p)
    seats.chair_fallen[chair] = 1 if seats.sitting[chair] != NOBODY and is_victim(int(seats.sitting[chair]),
            people) else 0


def any_order(country):
    """Whether anybody was sanctioned by a scripted order."""
    return country.orders > 0


def killed_by_order(one):
    """Whether the person was put to death by order; those who survive are on the docket."""
    return one.by_order != 0 and one.status == DEAD


@pick(among="people", only=(any_order, killed_by_order))
def point_for_the_dead(i, country, people, units, seats, ties, tree, p, p_appointment):
    """Victims by order who are no longer on any list point too."""
    point_on(i, country.purge_open != 0, people, units, country, seats, ties, tree, p, p_appointment)


@formula
def tie_bond(kind, weight, same_faction):
    """The bond of a tie: its kind times its weight."""
    worth = BACKED if kind == PATRON else (RELATED if kind == KIN else ACQUAINTED)
    return (max(worth, SAME_FACTION) if same_faction else worth) * weight


@formula
def post_bond(v, i, people, p_appointment):
    """The strongest bond by post between a victim and another: patron or client, examiner or judge of the case."""
    bond = 0.0
    if people.patron[v] == i or people.patron[i] == v:
        bond = BACKED * p_appointment.patron_tie
    if people.examiner[v] == i or people.judge[v] == i:
        bond = max(bond, JUDGED)
    return bond


@formula
def fellows(v, i, people):
    """Whether two people are of the same faction; having left one by signing counts as one."""
    return (people.faction[v] > 0 and people.faction[v] == people.faction[i]) or (people.label[v] == EX
            and people.label[i] == EX)


@formula
def is_tied(v, i, ties):
    """Whether two people have a tie."""
    for t in range(ties.start[v], ties.start[v + 1]):
        if int(ties.neighbour[t]) == i:
            return True
    return False


@formula
def incriminate(v, unit_last, seat_first, seat_last, units, seats, ties, people, p, p_appointment):
    """Point once at everybody bound to a victim by tie or post; returns the intensity added."""
    added = 0.0
    for t in range(ties.start[v], ties.start[v + 1]):
        i = int(ties.neighbour[t])
        bond = tie_bond(ties.kind[t], ties.weight[t] / FIXED, fellows(v, i, people))
        added += point_at(i, max(bond, post_bond(v, i, people, p_appointment)), people, p)
    if people.examiner[v] != NOBODY and not is_tied(v, int(people.examiner[v]), ties):
        added += point_at(int(people.examiner[v]), JUDGED, people, p)
    if people.judge[v] != NOBODY and people.judge[v] != people.examiner[v] and not is_tied(v, int(people.judge[v]),
            ties):
        added += point_at(int(people.judge[v]), JUDGED, people, p)
    his = people.patron[v]
    if his != NOBODY and his != v and his != people.examiner[v] and his != people.judge[v] and not is_tied(v, his,
            ties):
        added += point_at(his, BACKED * p_appointment.patron_tie, people, p)
    if people.highest_office[v] == NO_OFFICE:
        return added  # the victim appointed nobody
    for place in range(unit_last - 1 + seat_last - seat_first):
        named = units.secretary[place] if place < unit_last - 1 else seats.sitting[seat_first + place - unit_last + 1]
        if named == NOBODY or people.patron[named] != v or named == v or named == his:
            continue
        if named != people.examiner[v] and named != people.judge[v] and not is_tied(v, named, ties):
            added += point_at(named, BACKED * p_appointment.patron_tie, people, p)
    return added


@formula(writes=("by_order", "purge_added", "victims_now"))
def point_on(v, points, people, units, country, seats, ties, tree, p, p_appointment):
    """A victim's order is forgotten; while a purge is open, the victim points to the next."""
    people.by_order[v] = 0
    if points:
        country.victims_now[0] += 1.0
        country.purge_added[0] += incriminate(v, tree.units, tree.seat_start[tree.units - 1], tree.seats, units, seats,
                                              ties, people, p, p_appointment)


@each("country", writes="orders")
def forget_orders():
    """The month's orders have been dealt with."""
    return 0


def concerns_purge(case, country):
    """Whether the case matters here: a possible victim while a purge is open, or an order to forget."""
    return country.purge_open != 0 or case.by_order != 0


@each("case", writes="by_order", only=concerns_purge)
def point(i, country, people, units, seats, ties, tree, p, p_appointment):
    """While a purge is open, each victim of the month points to those who knew, backed, judged or replaced him."""
    if country.purge_open == 0:
        people.by_order[i] = 0
    elif is_victim(i, people):
        point_on(i, True, people, units, country, seats, ties, tree, p, p_appointment)


def any_reserve(country, p):
    """Whether potential leaders are marked."""
    return country.purge_open != 0 and p.reserve > 0.0


@pick(among="posts", writes="purge", only=any_reserve)
def mark_reserve(i, one, p, ties):
    """Competent and popular office holders are marked too, the higher the more, except the leader."""
    if one.office == LEADER:
        return one.purge
    return one.purge + p.reserve * one.office / 4.0 * one.office / 4.0 * one.competence * popularity_of(i, ties)


@each("country", writes=("purge_victims", "branching", "pointed"))
def reckon_branching(purge_victims, branching, pointed, purge_open, victims_now, purge_added, p, p_arrest):
    """How many people each of the month's victims will have had arrested or expelled."""
    if purge_open == 0:
        return purge_victims, branching, pointed
    if victims_now > 0.0:
        hazard = p_arrest.purge / OF_ARRESTS + p_arrest.purge / OF_EXPULSIONS
        branching = hazard * purge_added / (1.0 - p.memory) / victims_now
    return purge_victims + victims_now, branching, pointed + most_added(victims_now, p)


@formula
def most_added(victims, p):
    """The most that a month can add to one intensity: every victim, and a predecessor in one's post, point at somebody
    of the highest rank by a full bond, besides what marks the reserve."""
    return p.contagion * rank_weight(LEADER, p) * (victims + 1) + p.reserve * LEADER / 4.0


@formula
def rank_against(case, p):
    """How much standing weighs against a person arrested by purge or name: 1 for a member of the centre."""
    standing = standing_from(case.estate, case.label, case.highest_office, p)
    return min(1.0, standing / CENTRE_MEMBER) if case.by_purge != 0 else 0.0


BACKED, JUDGED, REPLACED, RELATED, ACQUAINTED, SAME_FACTION = 1.0, 0.8, 0.6, 0.5, 0.4, 0.6  # kinds of bonds
OF_ARRESTS, OF_EXPULSIONS = 2.0, 20.0  # pi/2 and pi/20
FAINT = 1e-6  # intensity below which it points at nobody

"""The fall (card 24): when enough posts have risen and the troops do not retake them; the run goes on."""

from __future__ import annotations

from unanimity.mechanisms.party.posts import oust
from unanimity.mechanisms.power.unrest_response import NOT_RISEN
from unanimity.world.codes import CENTRE_MEMBER, NO_OFFICE, NOBODY
from unanimity.world.formula import formula
from unanimity.world.rules import AT_LIBERTY, each, pick, total


def any_revolt(centre):
    """Whether anybody has risen."""
    return centre.revolt != 0.0


def in_office(one):
    """Whether the person holds a post."""
    return one.office > NO_OFFICE


@total(of="person", to="country", writes=("so_far_held", "so_far_lost"), who=AT_LIBERTY, only=(any_revolt, in_office))
def weigh_posts(one, province, p):
    """The weight of each post, and how much of it is lost to the rising."""
    return one.office, lost_of(one.office, province.reliability, p) if one.in_revolt != NOT_RISEN else 0.0


@formula
def lost_of(office, reliability, p):
    """How much of a post is lost if its holder has risen: reliable troops retake it."""
    return office * (1.0 - p.force * reliability)


@each("country", writes=("falls", "last_fall", "powers"))
def fall_or_not(so_far, country, month, p):
    """If enough posts are lost to the rising, the regime falls; the run goes on."""
    if so_far.held == 0.0 or so_far.lost / so_far.held <= p.fall:
        return country.falls, country.last_fall, country.powers
    return country.falls + 1, month, min(country.powers, p.after_a_fall)


def fell_now(country, month):
    """Whether the regime has fallen this month."""
    return country.last_fall == month


@pick(among="people", only=fell_now)
def topple(i, one, people, units):
    """Everybody is relieved; leader and centre lose office."""
    breathe(i, one.office >= CENTRE_MEMBER, people, units)


@formula(writes=("grievance",))
def breathe(i, in_centre, people, units):
    """Grievance halves, and members of the centre lose their office."""
    people.grievance[i] *= 0.5
    if in_centre:
        oust(i, people, units)


@each("chair", writes="sitting", only=fell_now)
def clear_chairs():
    """The chairs of the centre stay empty."""
    return NOBODY

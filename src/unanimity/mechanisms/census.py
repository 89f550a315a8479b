"""Census: who is here at the start of the month. Not a card: it counts `n_u`, `members_u`, `marked_j` for all cards."""

from __future__ import annotations

from typing import NamedTuple

from unanimity.world.codes import CITIZEN, DEAD, DISMISSED, NO_OFFICE
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, total


@total(of="person", to="cell and above", writes="present", who=AT_LIBERTY)
def present():
    """Everybody at liberty counts once, in the person's cell and in every unit above it."""
    return 1.0


@total(of="person", to="cell and above", writes="members", who=AT_LIBERTY)
def members(estate):
    """Members, officials and police at liberty: the people whom mandates count."""
    return 1.0 if estate != CITIZEN else 0.0


@total(of="person", to="cell and above", writes="officials_here", who=AT_LIBERTY)
def officials(office):
    """Office holders at liberty in the unit and below it."""
    return 1.0 if office > NO_OFFICE else 0.0


@total(of="person", to="cell and above", writes="harmed", who=EVERYBODY)
def harmed(blow):
    """People who were harmed last month, the dead included."""
    return 1.0 if blow > 0 else 0.0


@each("person", writes="marked")
def marked(status, dossier):
    """`marked_j`: a status worse than dismissed, or a file above 1."""
    return 1 if DISMISSED < status < DEAD or dossier > 1.0 else 0


class Census(NamedTuple):
    """No parameters."""


MECHANISM = Mechanism(
    id="census",
    card=0,
    title="Who is here",
    sentence="Count who is at liberty, who is a member and who is marked, before anybody acts.",
    sources="mechanisms.md, Conventions and Derived",
    parameters=Census,
    rules=(present, members, officials, harmed, marked),
)

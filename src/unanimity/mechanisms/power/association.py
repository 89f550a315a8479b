"""Association: what people do together without permission.

Let people combine and they feed, warn and defend each other; forbid it and only the apparatus is left to do it badly.
Countervailing bodies; loyalty and voice (Hirschman 1970).

    grow       assoc' = [assoc + ga[law]*(mean deficit + mean tie weight)*(1 - assoc) - wi*assoc]
    tolerated  closed event(cl*(authority - incapacity)+) -> assoc 0, the 3 best connected: file + .5
    banned     assoc' = .8*assoc, its heads noted once
    authority  = assoc;  incapacity = 1 - pool/need (last month's)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import BANNED, LEGAL, NO_TIE, TOLERATED
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, total
from unanimity.world.spans import Span


def counted(calendar, bodies_begun):
    """Whether ties are counted now: in January, and in the first month."""
    return calendar == JANUARY or bodies_begun == 0


@total(of="ties", to="person", who=AT_LIBERTY, only=counted)
def trust_given(weight):
    """The summed weight of all ties of a person."""
    return weight


@total(of="ties", to="person", who=AT_LIBERTY, only=counted)
def ties_had(kind):
    """The number of a person's ties."""
    return 1.0 if kind != NO_TIE else 0.0


@total(of="person", to="cell", writes="bonding", who=AT_LIBERTY)
def bonding(trust_given, ties_had):
    """Mean tie weights, summed over the cell."""
    return trust_given / ties_had if ties_had > 0.0 else 0.0


@each("cell", writes=("assoc", "bonds", "closed_down", "heads_noted", "combined"), stream=600)
def combine(assoc, bonds, bonding, heads_noted, present, shortage, pool, need, bodies_begun, association_economy,
            luck, p):
    """The strength of a cell's independent bodies: need and trust make them grow; the law tolerates or closes them."""
    bonds = bonding / max(present, 1.0) if bonding > 0.0 else bonds
    if bodies_begun == 0:
        assoc = p.first if association_economy != BANNED else 0.0
    was = assoc
    assoc = grown(assoc, association_economy, clip(shortage / max(present, 1.0)), bonds, p)
    happened = NOT_CLOSED
    if association_economy == TOLERATED and event(closing_hazard(assoc, incapacity_of(pool, need), p), luck):
        assoc, happened = 0.0, CLOSED
    if association_economy == BANNED and was > 0.0 and heads_noted == 0:
        happened, heads_noted = FORBIDDEN, 1
    elif association_economy != BANNED:
        heads_noted = 0
    return assoc, bonds, happened, heads_noted, assoc * present


@formula
def grown(assoc, law, want, bonds, p):
    """The growth of a month by need and trust."""
    if law == BANNED:
        return SUPPRESSED * assoc
    growth = p.growth_legal if law == LEGAL else p.growth_tolerated
    return clip(assoc + growth * (want + bonds) * (1.0 - assoc) - p.withering * assoc)


@formula
def closing_hazard(authority, incapacity, p):
    """A body is closed when it carries authority and the state no longer needs it."""
    return p.closing * positive(authority - incapacity)


@formula
def incapacity_of(pool, need):
    """1 - pool/need: how far the state fails to feed the unit."""
    return clip(1.0 - pool / need) if need > 0.0 else 0.0


def was_closed(unit):
    """Whether the cell's body was closed or forbidden this month."""
    return unit.closed_down != NOT_CLOSED


@each("cell", only=was_closed)
def file_heads(u, unit, p, p_surveillance, people, ties, tree):
    """What is added to the files of the heads of a body that was closed or forbidden."""
    file_three(u, p.filed if unit.closed_down == CLOSED else p_surveillance.faction_weight, people, ties, tree)


@formula(writes=("dossier",))
def file_three(cell, note, people, ties, tree):
    """Add the note to the files of the three best connected people of the cell."""
    one, two, three = -1, -1, -1
    for i in range(tree.cell_start[cell], tree.cell_start[cell + 1]):
        if people.status[i] >= AT_LIBERTY_BELOW:
            continue
        known = int(ties.start[i + 1]) - int(ties.start[i])
        if one < 0 or known > int(ties.start[one + 1]) - int(ties.start[one]):
            one, two, three = i, one, two
        elif two < 0 or known > int(ties.start[two + 1]) - int(ties.start[two]):
            two, three = i, two
        elif three < 0 or known > int(ties.start[three + 1]) - int(ties.start[three]):
            three = i
    for head in (one, two, three):
        if head >= 0:
            people.dossier[head] += note


@each("unit above cells", writes=("assoc", "combined"))
def of_all_below(children_combined, present):
    """Above the cells: the mean over the people below."""
    return clip(children_combined / present) if present > 0.0 else 0.0, children_combined


@each("country", writes="bodies_begun")
def begin():
    """Marks that the first month is over."""
    return 1


class Association(NamedTuple):
    """How bodies grow, wither and are closed."""

    growth_tolerated: Annotated[float, Span(
        "growth where bodies are tolerated", 0, 0.2, "assumed", unit="a month", symbol="ga[tolerated]")] = 0.03
    growth_legal: Annotated[float, Span(
        "growth where they are legal", 0, 0.2, "assumed", unit="a month", symbol="ga[legal]")] = 0.08
    closing: Annotated[float, Span(
        "closing of a tolerated body", 0, 1, "committee of 1921 jailed within weeks, 160 deported: 003 l.9143-9183",
        unit="a month", symbol="cl")] = 0.3
    withering: Annotated[float, Span(
        "withering", 0, 0.1, "commune 3 months; colony 6 years: 003 l.8869, 1257-1312", unit="a month",
        symbol="wi")] = 0.02
    first: Annotated[float, Span(
        "strength of bodies of one's own at the beginning where the law allows them", 0, 1, "assumed",
        symbol="a0")] = 0.1
    filed: Annotated[float, Span(
        "file of a head whose body was closed", 0, 3, "assumed", unit="points of a file", symbol="fh")] = 0.5


SUPPRESSED = 0.8  # what a ban leaves in a month
JANUARY = 1
NOT_CLOSED, CLOSED, FORBIDDEN = 0, 1, 2
MECHANISM = Mechanism(
    id="association",
    card=27,
    title="What people do together without permission",
    sentence="Let people combine and they feed, warn and defend each other; forbid it and only the apparatus is left "
             "to do it badly.",
    sources="000 l.107-146; 003 l.1163-1312, 4887-4912, 6756-6792, 7167-7217, 7292-7303, 7901-7925, 8730-8763, "
            "8965-9013, 9143-9183, 21553-21561",
    parameters=Association,
    levers=("association.economy",),
    rules=(trust_given, ties_had, bonding, combine, file_heads, of_all_below, begin),
    neutral={"assoc": 0.0, "closed_down": 0},
)


# --- readings ---------------------------------------------------------------------------------------------------------
# The effects of bodies are on the cards that use them: food on card 1 (coop), aid on card 11, company on cards 4 and 5,
# a channel on card 9, an intercessor on card 20, negotiators on card 24 (insult*(1 - assoc)).
#
# Readings the card leaves open. The mean tie weight of a cell is computed once a year, in January, since ties weaken
# and recover slowly. The heads are the people of the cell at liberty with most ties. A unit above the cells has the
# mean of its people's cells. The note on the heads of a forbidden body is that of card 14 for members of a banned
# faction (its weight w2).

"""Company: who is held with whom. What cards 17 and 18 know of a place: its kind, its people, how alone one is in it.

A place is a kind (exile, prison, camp) in a province. Comrades are counted by a list for each faction and ties one by
one, so that everybody's company is known after one walk over those held and their ties, however large the place.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from unanimity.mechanisms.police.cases import lever_for, place_of, switches_on
from unanimity.world.formula import clip, formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.words import CAMP, EXILED, IMPRISONED, INQUIRY, NOBODY

ISOLATION = NUMBER_OF["isolation"]
AT_LARGE, IN_EXILE, IN_PRISON, IN_CAMP = range(4)  # kinds of places
ALONE = 0.6  # isolation under auto, where nobody looks
FACTIONS = 256  # slots of the table of factions


class Yard(NamedTuple):
    """Those who are held and where: a world's arrays, and where in the batch they begin."""

    base: int
    u_base: int
    size: int  # of the docket
    first_province: int
    last_province: int
    faction_base: int
    docket: Any
    cell_of: Any
    province: Any
    levers: Any
    status: Any
    faction: Any
    held_in: Any
    tie_start: Any
    neighbour: Any
    inmates: Any
    company: Any
    comrades: Any
    held_first: Any
    held_next: Any
    solid: Any


@formula
def kind_of(status):
    """The kind of place in which a person is held."""
    if status == EXILED:
        return IN_EXILE
    if status == INQUIRY or status == IMPRISONED:
        return IN_PRISON
    return IN_CAMP if status == CAMP else AT_LARGE


@formula
def isolation_of(lever, ov, kind):
    """`isolation`: as set; under auto by who may look in; 0 in exile. Cards 17 and 18 read it."""
    if kind == IN_EXILE:
        return 0.0
    return lever if lever >= 0.0 else ALONE * (1.0 - ov / 2.0)


@formula
def unit_of(i, y):
    """The province (its place in the batch) in which a person is held."""
    return y.u_base + place_of(y.held_in[i], y.cell_of[i - y.base], y.province, y.first_province)


@formula
def muster(kind, y):
    """Count the inmates of each place of a kind, and string those of each faction together."""
    for unit in range(y.u_base + y.first_province, y.u_base + y.last_province + 1):  # the centre's prison stands last
        y.inmates[unit] = 0.0
        y.company[unit] = 0.0
        y.comrades[unit] = 0.0
    for f in range(y.faction_base, y.faction_base + FACTIONS):
        y.held_first[f] = NOBODY
    found = 0
    for k in range(y.size):
        i = y.base + y.docket[y.base + k]
        if kind_of(y.status[i]) != kind:
            continue
        found += 1
        y.inmates[unit_of(i, y)] += 1.0
        y.solid[i] = 0.0
        if y.faction[i] > 0:
            f = y.faction_base + y.faction[i]
            y.held_next[i] = y.held_first[f]
            y.held_first[f] = i - y.base
    return found


@formula
def count_comrades(y):
    """Note with everybody in a faction how many of it are held with him: each list is walked three times."""
    for f in range(y.faction_base + 1, y.faction_base + FACTIONS):
        for turn in range(3):
            person = y.held_first[f]
            while person != NOBODY:
                i = y.base + person
                unit = unit_of(i, y)
                if turn == 0:
                    y.comrades[unit] += 1.0
                elif turn == 1:
                    y.solid[i] = y.comrades[unit] - 1.0
                else:
                    y.comrades[unit] = 0.0
                person = y.held_next[i]


@formula
def find_friends(kind, y):
    """Add ties to comrades: `solid` of everybody in a kind of place, and its sum by place."""
    for k in range(y.size):
        i = y.base + y.docket[y.base + k]
        if kind_of(y.status[i]) != kind:
            continue
        unit = unit_of(i, y)
        known = y.solid[i]
        for t in range(y.tie_start[i], y.tie_start[i + 1]):
            j = y.base + y.neighbour[t]
            if kind_of(y.status[j]) != kind or (y.faction[i] > 0 and y.faction[j] == y.faction[i]):
                continue
            if unit_of(j, y) == unit:
                known += 1.0
        others = y.inmates[unit] - 1.0
        alone = isolation_of(lever_for(ISOLATION, i, unit, y.levers), switches_on(y.levers, unit), kind)
        y.solid[i] = clip(known / others) * (1.0 - alone) if others > 0.0 else 0.0
        y.company[unit] += y.solid[i]

"""Company: who is held with whom. Cards 17 and 18 read from here a place's kind, its inmates and their isolation.

A place is a kind (exile, prison, camp) in a province. Comrades are counted with a list for each faction and ties one by
one, so that one loop over those held and their ties gives everybody's company, however large the place.
"""

from __future__ import annotations

from unanimity.mechanisms.police.cases import lever_for, place_of, switches_on
from unanimity.world.codes import CAMP, EXILED, FACTION_SLOTS, IMPRISONED, INQUIRY, NOBODY
from unanimity.world.formula import clip, formula

AT_LARGE, IN_EXILE, IN_PRISON, IN_CAMP = range(4)  # kinds of places
FACTIONS = FACTION_SLOTS  # slots of the table of factions


@formula
def kind_of(status):
    """The kind of place in which a person is held."""
    if status == EXILED:
        return IN_EXILE
    if status == INQUIRY or status == IMPRISONED:
        return IN_PRISON
    return IN_CAMP if status == CAMP else AT_LARGE


@formula
def isolation_of(lever, ov, kind, p_custody):
    """`isolation`: as the lever says; under auto it falls with oversight; 0 in exile. Cards 17 and 18 read it."""
    if kind == IN_EXILE:
        return 0.0
    return lever if lever >= 0.0 else p_custody.alone * (1.0 - ov / 2.0)


@formula
def unit_of(i, people, tree):
    """The province in which a person is held."""
    return place_of(people.held_in[i], tree.cell_of[i], tree)


@formula
def muster(kind, people, units, country, factions, tree):
    """Count the inmates of each place of a kind, and link those of each faction in a list."""
    for unit in range(tree.child_first[tree.units - 1], tree.units):  # the centre's prison stands last
        units.inmates[unit] = 0.0
        units.company[unit] = 0.0
        units.comrades[unit] = 0.0
    for f in range(FACTIONS):
        factions.held_first[f] = NOBODY
    found = 0
    for k in range(country.docket_size):
        i = int(people.docket[k])
        if kind_of(people.status[i]) != kind:
            continue
        found += 1
        units.inmates[unit_of(i, people, tree)] += 1.0
        people.solid[i] = 0.0
        if people.faction[i] > 0:
            f = people.faction[i]
            people.held_next[i] = factions.held_first[f]
            factions.held_first[f] = i
    return found


@formula
def count_comrades(people, units, factions, tree):
    """For everybody in a faction, how many of it are held in the same place: each list is walked three times."""
    for f in range(1, FACTIONS):
        for turn in range(3):
            person = factions.held_first[f]
            while person != NOBODY:
                i = int(person)
                unit = unit_of(i, people, tree)
                if turn == 0:
                    units.comrades[unit] += 1.0
                elif turn == 1:
                    people.solid[i] = units.comrades[unit] - 1.0
                else:
                    units.comrades[unit] = 0.0
                person = people.held_next[i]


@formula
def find_friends(kind, people, units, country, ties, tree, levers, p_custody):
    """Add ties to comrades: `solid` of everybody in a kind of place, and its sum by place."""
    for k in range(country.docket_size):
        i = int(people.docket[k])
        if kind_of(people.status[i]) != kind:
            continue
        unit = unit_of(i, people, tree)
        known = people.solid[i]
        for t in range(ties.start[i], ties.start[i + 1]):
            j = int(ties.neighbour[t])
            if kind_of(people.status[j]) != kind or (people.faction[i] > 0 and people.faction[j] == people.faction[i]):
                continue
            if unit_of(j, people, tree) == unit:
                known += 1.0
        others = units.inmates[unit] - 1.0
        alone = isolation_of(lever_for(levers.own_isolation, i, levers.isolation[unit]), switches_on(levers, unit),
                             kind, p_custody)
        people.solid[i] = clip(known / others) * (1.0 - alone) if others > 0.0 else 0.0
        units.company[unit] += people.solid[i]

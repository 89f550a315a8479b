"""Strikes of inmates (card 17): where enough stand together, they may strike; the committee is shipped off.

    strike  (`se` and more in a place, company above `so`): event(hs) -> for `sf` months terms that run out end; the
            `sc` with most company go to a camp where the cap allows one, from a camp to another province
"""

from __future__ import annotations

from unanimity.mechanisms.police.cases import strike, unit_of_rank
from unanimity.mechanisms.police.cellmates import (
    IN_CAMP,
    IN_EXILE,
    IN_PRISON,
    count_comrades,
    find_friends,
    kind_of,
    muster,
    unit_of,
)
from unanimity.mechanisms.police.ladder import cap_of
from unanimity.world.case_log import enter
from unanimity.world.codes import A_STRIKE, CAMP, CAMP_RUNG, IMPRISONED, INQUIRY, MOVE, NOBODY, STRIKE
from unanimity.world.draws import event, uniform
from unanimity.world.formula import formula
from unanimity.world.rules import procedure


@procedure("country",
           writes=("solid", "inmates", "company", "comrades", "held_first", "held_next", "prisoners", "campers",
                   "strike_exile", "strike_prison", "strike_camp", "status", "rung", "held_in", "blow", "blow_topic"))
def keep_company(people, units, country, factions, ties, tree, levers, month, seed, log, p):
    """Who is held with whom; and where enough inmates stand together, they may strike.

    This is a procedure: the kinds of place come one after the other, because a strike in prison fills the camps that
    are counted next, and the lists that count comrades are linked anew for each kind.
    """
    centre = tree.units - 1
    for kind in range(IN_EXILE, IN_CAMP + 1):
        if muster(kind, people, units, country, factions, tree) == 0:
            continue
        count_comrades(people, units, factions, tree)
        find_friends(kind, people, units, country, ties, tree, levers, p)
        for unit in range(tree.child_first[centre], tree.child_last[centre]):
            if units.inmates[unit] < p.enough or units.company[unit] <= p.together * units.inmates[unit]:
                continue
            if event(p.strike, uniform(seed, STRIKING_LUCK, (unit) * 4 + kind, month)):
                if kind == IN_EXILE:
                    units.strike_exile[unit] = month + int(p.feared)
                elif kind == IN_PRISON:
                    units.strike_prison[unit] = month + int(p.feared)
                else:
                    units.strike_camp[unit] = month + int(p.feared)
                ship_off(kind, unit, month, seed, people, country, tree, levers, log, p)
    count_held(people, country)


@formula
def elsewhere(luck, here, provinces):
    """The number (from 1) of a province by lot, other than `here` (from 0)."""
    there = int(luck * (provinces - 1))
    return there + 1 if there < here else there + 2


@formula
def boldest(kind, unit, people, country, tree):
    """The one with most company in a place among those whose status has not changed this month, or NOBODY."""
    best, most = NOBODY, -1.0
    for k in range(country.docket_size):
        i = int(people.docket[k])
        if (people.status[i] == INQUIRY or kind_of(people.status[i]) != kind or people.blow[i] > 0
            or people.cleared[i] != 0):
            continue
        if people.solid[i] > most and unit_of(i, people, tree) == unit:
            best, most = i, people.solid[i]
    return best


@formula
def ship_off(kind, unit, month, seed, people, country, tree, levers, log, p):
    """A strike ends when its committee is shipped off: to a camp, or from one camp to another."""
    provinces = tree.child_last[tree.units - 1] - tree.child_first[tree.units - 1]
    for _ in range(int(p.committee)):
        i = boldest(kind, unit, people, country, tree)
        if i == NOBODY:
            return
        enter(log, i, STRIKE, A_STRIKE)
        cell = tree.cell_of[i]
        law = unit_of_rank(cell, people.case_level[i], tree)
        if kind == IN_CAMP:
            if provinces < 2 or provinces > 255:
                return
            here = unit - tree.child_first[tree.units - 1]
            people.held_in[i] = elsewhere(uniform(seed, WHERETO, i, month), here, provinces)
        elif cap_of(levers, law, people.case_topic[i], people.faction[i], people.act_kind[i]) >= CAMP_RUNG:
            people.status[i] = CAMP
            people.rung[i] = max(people.rung[i], CAMP_RUNG)
            strike(i, CAMP_RUNG, people.case_topic[i], people)
        else:
            return
        enter(log, i, MOVE, A_STRIKE)


@formula
def count_held(people, country):
    """The number of people in prisons and in camps, without those under inquiry."""
    country.prisoners[0] = 0.0
    country.campers[0] = 0.0
    for k in range(country.docket_size):
        status = people.status[int(people.docket[k])]
        country.prisoners[0] += 1.0 if status == IMPRISONED else 0.0
        country.campers[0] += 1.0 if status == CAMP else 0.0


STRIKING_LUCK, WHERETO = 452, 455  # streams


# --- readings ---------------------------------------------------------------------------------------------------------
# cellmates.py counts who is held with whom.

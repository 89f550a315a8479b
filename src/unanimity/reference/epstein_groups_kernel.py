"""The grid of Epstein's Model II: two groups that move, kill, clone and die, and cops between them.

People are rows of columns; a row is free again after death, so births need no new memory. Draws are keyed by row and
tick, and each kind of draw has its own stream.
"""

from __future__ import annotations

import math

import numpy as np

from unanimity.compiler import kept
from unanimity.reference.epstein_kernel import FLOOR, FOREVER, ROUND, shuffle, wrapped
from unanimity.world.draws import fast_uniform

MOVE, KILL, ARREST, TERM, RETURN, CLONE, CRADLE, LIFE, FOUNDING = range(21, 30)  # streams
GONE, FREE, JAILED = 0, 1, 2
NOBODY, COP = -1, -2



@kept
def _pick(who, wanted, group, size, steps, at, luck):
    """A random site in vision that is empty (wanted -1) or holds one of a group (0, 1); NOBODY when there is none."""
    row, column = at // size, at % size
    count, chosen = 0, -1
    for look in range(2):
        for s in range(steps.shape[0]):
            there = wrapped(row + steps[s, 0], size) * size + wrapped(column + steps[s, 1], size)
            person = who[there]
            if (person == NOBODY) if wanted < 0 else (person >= 0 and group[person] == wanted):
                if look == 0:
                    count += 1
                elif chosen == 0:
                    return there
                else:
                    chosen -= 1
        chosen = int(luck * count)
    return NOBODY


@kept
def _seen(who, active, size, steps, at):
    """Cops and active people in vision."""
    row, column = at // size, at % size
    cops, actives = 0, 0
    for s in range(steps.shape[0]):
        person = who[wrapped(row + steps[s, 0], size) * size + wrapped(column + steps[s, 1], size)]
        cops += person == COP
        actives += person >= 0 and active[person] == 1
    return cops, actives


@kept
def _rises(hardship, aversion, legitimacy, threshold, k, rule, cops, actives):
    """Rule A."""
    ratio = float(cops // actives) if rule == FLOOR else cops / actives
    if rule == ROUND:
        ratio = np.rint(ratio)
    return hardship * (1.0 - legitimacy) - aversion * (1.0 - math.exp(-k * ratio)) > threshold


@kept
def _arrest(who, active, state, term, size, steps, at, seed, cop, tick, jail_max):
    """Rule C: one random active in the cop's vision goes to jail."""
    row, column = at // size, at % size
    _, seen = _seen(who, active, size, steps, at)
    chosen = int(fast_uniform(seed, ARREST, cop, tick) * seen)
    for s in range(steps.shape[0]):
        there = wrapped(row + steps[s, 0], size) * size + wrapped(column + steps[s, 1], size)
        person = who[there]
        if person >= 0 and active[person] == 1:
            if chosen == 0:
                luck = fast_uniform(seed, TERM, person, tick)
                term[person] = FOREVER if math.isinf(jail_max) else math.ceil(luck * jail_max)
                active[person], state[person], who[there] = 0, JAILED, NOBODY
                return
            chosen -= 1


@kept
def _renew(who, group, hardship, aversion, state, active, site, term, age, death, size, steps, near, clone, age_max,
           seed, tick):
    """Release, clone, age and die; a child takes the first free row of the columns."""
    vacant = 0
    for person in range(group.size):
        if state[person] == JAILED:
            term[person] -= 1
            if term[person] <= 0:
                there = site[person] if who[site[person]] == NOBODY else _pick(
                    who, -1, group, size, steps, site[person], fast_uniform(seed, RETURN, person, tick))
                if there >= 0:
                    who[there], site[person], state[person] = person, there, FREE
        elif state[person] == FREE and age[person] > 0 and fast_uniform(seed, CLONE, person, tick) < clone:
            there = _pick(who, -1, group, size, near, site[person], fast_uniform(seed, CRADLE, person, tick))
            while vacant < group.size and state[vacant] != GONE:
                vacant += 1
            if there >= 0 and vacant < group.size:
                who[there], site[vacant], state[vacant], active[vacant], age[vacant] = vacant, there, FREE, 0, -1
                group[vacant], hardship[vacant] = group[person], hardship[person]
                aversion[vacant] = fast_uniform(seed, LIFE, 2 * vacant, tick)
                death[vacant] = 1 + int(fast_uniform(seed, LIFE, 2 * vacant + 1, tick) * age_max)
    for person in range(group.size):
        if state[person] != GONE:
            age[person] += 1
            if age[person] >= death[person]:
                if state[person] == FREE:
                    who[site[person]] = NOBODY
                state[person], active[person] = GONE, 0


@kept
def _settle(who, group, hardship, aversion, state, site, death, sites, people, age_max, seed):
    """Everybody on a random site, in a random group, at age 0."""
    shuffle(sites, seed, 0xFFFFFFFF)
    for person in range(people):
        who[sites[person]], site[person], state[person] = person, sites[person], FREE
        group[person] = fast_uniform(seed, FOUNDING, person, 0) < 0.5
        hardship[person] = fast_uniform(seed, FOUNDING, person, 1)
        aversion[person] = fast_uniform(seed, FOUNDING, person, 2)
        death[person] = 1 + int(fast_uniform(seed, FOUNDING, person, 3) * age_max)


@kept
def _deploy(who, beat, sites, seed):
    """Cops on random empty sites."""
    shuffle(sites, seed, 0xFFFFFFFE)
    placed = 0
    for place in sites:
        if placed < beat.size and who[place] == NOBODY:
            who[place], beat[placed] = COP, place
            placed += 1


@kept
def _patrol(who, group, active, state, term, beat, size, steps, seed, cop, tick, jail_max):
    """A cop moves, then arrests."""
    there = _pick(who, -1, group, size, steps, beat[cop], fast_uniform(seed, MOVE, 2**28 + cop, tick))
    if there >= 0:
        who[beat[cop]], who[there], beat[cop] = NOBODY, COP, there
    _arrest(who, active, state, term, size, steps, beat[cop], seed, cop, tick, jail_max)


@kept
def _act(who, group, hardship, aversion, state, active, site, size, steps, legitimacy, threshold, k, rule, seed, person,
         tick):
    """A person moves, rises or not, and kills when active. Returns 1 for a killing."""
    there = _pick(who, -1, group, size, steps, site[person], fast_uniform(seed, MOVE, person, tick))
    if there >= 0:
        who[site[person]], who[there], site[person] = NOBODY, person, there
    cops, others = _seen(who, active, size, steps, site[person])
    active[person] = _rises(hardship[person], aversion[person], legitimacy, threshold, k, rule, cops, 1 + others)
    if active[person] == 0:
        return 0
    there = _pick(who, 1 - group[person], group, size, steps, site[person], fast_uniform(seed, KILL, person, tick))
    if there < 0:
        return 0
    victim = who[there]
    who[there], state[victim], active[victim] = NOBODY, GONE, 0
    return 1


@kept
def live(seed, size, people, cops, cops_at, legitimacy, threshold, k, rule, jail_max, clone, age_max, steps, near, out):
    """All ticks until one group is gone; writes both groups and kills, returns the ticks lived."""
    capacity = 2 * size * size
    who, sites, beat = np.full(size * size, NOBODY), np.arange(size * size), np.zeros(cops, np.int64)
    group, site, term = np.zeros(capacity, np.int64), np.zeros(capacity, np.int64), np.zeros(capacity, np.int64)
    age, death, state = np.ones(capacity, np.int64), np.zeros(capacity, np.int64), np.zeros(capacity, np.int64)
    active, hardship, aversion = np.zeros(capacity, np.int64), np.zeros(capacity), np.zeros(capacity)
    _settle(who, group, hardship, aversion, state, site, death, sites, people, age_max, seed)
    order = np.arange(capacity + cops)
    for tick in range(out.shape[0]):
        if tick == cops_at:
            _deploy(who, beat, sites, seed)
        shuffle(order, seed, tick)
        for person in order:
            if person >= capacity:
                if tick >= cops_at:
                    _patrol(who, group, active, state, term, beat, size, steps, seed, person - capacity, tick, jail_max)
            elif state[person] == FREE:
                out[tick, 2] += _act(who, group, hardship, aversion, state, active, site, size, steps, legitimacy,
                                     threshold, k, rule, seed, person, tick)
        _renew(who, group, hardship, aversion, state, active, site, term, age, death, size, steps, near, clone, age_max,
               seed, tick)
        for person in range(capacity):
            if state[person] != GONE:
                out[tick, group[person]] += 1
        if out[tick, 0] == 0 or out[tick, 1] == 0:
            return tick + 1
    return out.shape[0]

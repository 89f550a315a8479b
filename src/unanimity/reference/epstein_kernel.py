"""The grid of Epstein's Model I, optimised for speed: counts of what a citizen sees are updated, not recomputed.

Two fields hold, for every site, how many cops and how many active citizens are in vision of it. They change only when
a cop moves or an active citizen moves, rises or falls, so a calm citizen's step costs two reads. A disc of vision is a
stack of row segments, each contiguous in memory.

The arrest rule needs no exponential either. G - R (1 - exp(-k x)) > T holds exactly when the ratio x of cops to
actives is below the citizen's breaking ratio -ln(1 - (G - T)/R)/k, which changes only with legitimacy.

Draws are keyed: the order of a tick by place in the list, a move by person, tick and attempt.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from unanimity.compiler import kept
from unanimity.world.draws import fast_block, fast_uniform

ORDER, MOVE, ARREST, TERM, RETURN, SCATTER, SEARCH = 11, 12, 13, 14, 15, 16, 100  # streams
LITERAL, FLOOR, ROUND = 0, 1, 2
EMPTY = -1
FOREVER = np.int64(2**40)
_HALF = np.uint64(32)
ATTEMPTS = 8  # blocks of four tries at an empty site before the disc is searched in full



class Town(NamedTuple):
    """The whole state; citizens come first in the columns of people, cops after them."""

    who: np.ndarray  # site -> person, or EMPTY
    active: np.ndarray  # site -> 1 where an active citizen stands
    cops_seen: np.ndarray  # site -> cops in vision
    actives_seen: np.ndarray  # site -> active citizens in vision, without the site itself
    site: np.ndarray  # person -> site
    term: np.ndarray  # citizen -> ticks of jail left
    hardship: np.ndarray
    aversion: np.ndarray
    breaking: np.ndarray  # citizen -> ratio of cops to actives that keeps him quiet
    order: np.ndarray
    half: np.ndarray  # citizens' vision: half width of each row of the disc
    steps: np.ndarray  # citizens' vision: the disc as (row, column) steps
    cop_half: np.ndarray
    cop_steps: np.ndarray


@kept
def _spread(field, size, half, at, change):
    """Add `change` to every site in vision of `at`, but not to `at` itself."""
    row, column = at // size, at % size
    reach = half.size // 2
    for k in range(half.size):
        y = row + k - reach
        if y < 0:
            y += size
        elif y >= size:
            y -= size
        low, high = column - half[k], column + half[k]
        base = y * size
        if low < 0:
            for x in range(base + low + size, base + size):
                field[x] += change
            low = 0
        if high >= size:
            for x in range(base, base + high - size + 1):
                field[x] += change
            high = size - 1
        for x in range(base + low, base + high + 1):
            field[x] += change
    field[at] -= change


@kept
def wrapped(place, size):
    """A row or column that may lie one lap off the torus."""
    return place + size if place < 0 else (place - size if place >= size else place)


@kept
def _empty_site(who, size, steps, at, seed, stream, person, tick):
    """A random empty site in vision, every one equally likely; `at` when there is none."""
    row, column = at // size, at % size
    count = np.uint64(steps.shape[0])
    for attempt in range(ATTEMPTS):
        a, b, c, d = fast_block(seed, stream, person * ATTEMPTS + attempt, tick)
        for lane in range(4):
            step = np.int64(((a if lane == 0 else (b if lane == 1 else (c if lane == 2 else d))) * count) >> _HALF)
            there = wrapped(row + steps[step, 0], size) * size + wrapped(column + steps[step, 1], size)
            if who[there] == EMPTY:
                return there
    free = 0
    for k in range(steps.shape[0]):
        free += who[wrapped(row + steps[k, 0], size) * size + wrapped(column + steps[k, 1], size)] == EMPTY
    chosen = int(fast_uniform(seed, stream + SEARCH, person, tick) * free)
    for k in range(steps.shape[0]):
        there = wrapped(row + steps[k, 0], size) * size + wrapped(column + steps[k, 1], size)
        if who[there] == EMPTY:
            if chosen == 0:
                return there
            chosen -= 1
    return at


@kept
def _active_in_vision(active, size, half, at, chosen):
    """The site of the active number `chosen` in vision and how many were passed; site EMPTY when there are fewer."""
    row, column = at // size, at % size
    reach, passed = half.size // 2, 0
    for k in range(half.size):
        base = wrapped(row + k - reach, size) * size
        for x in range(column - half[k], column + half[k] + 1):
            place = base + wrapped(x, size)
            if active[place] == 1:
                if passed == chosen:
                    return place, passed
                passed += 1
    return EMPTY, passed


@kept
def _cop(who, active, cops_seen, actives_seen, site, term, half, cop_half, cop_steps, alike, size, seed, person, tick,
         jail_max):
    """Rule M, then rule C: move, then arrest one random active in vision. Returns 1 for an arrest."""
    at = site[person]
    there = _empty_site(who, size, cop_steps, at, seed, MOVE, person, tick)
    if there != at:
        _spread(cops_seen, size, half, at, -1)
        _spread(cops_seen, size, half, there, 1)
        who[at], who[there], site[person] = EMPTY, person, there
    if alike:  # with the citizens' vision, what is kept for them tells a cop at once that all is calm
        seen = np.int64(actives_seen[there])
    else:
        seen = _active_in_vision(active, size, cop_half, there, -1)[1]
    if seen == 0:
        return 0
    chosen = int(fast_uniform(seed, ARREST, person, tick) * seen)
    target, _ = _active_in_vision(active, size, cop_half, there, chosen)
    held = who[target]
    _spread(actives_seen, size, half, target, -1)
    active[target], who[target] = 0, EMPTY
    luck = fast_uniform(seed, TERM, held, tick)
    term[held] = FOREVER if math.isinf(jail_max) else math.ceil(luck * jail_max)
    return 1


@kept
def _release(who, site, term, steps, size, seed, tick):
    """Count the terms down; who is free again returns to an empty site near the arrest. Returns the number jailed."""
    jailed = 0
    for person in range(term.size):
        if term[person] > 0:
            term[person] -= 1
            if term[person] == 0:
                at = site[person]
                there = at if who[at] == EMPTY else _empty_site(who, size, steps, at, seed, RETURN, person, tick)
                if who[there] == EMPTY:
                    who[there], site[person] = person, there
                else:
                    term[person] = 1  # no empty site nearby: stays jailed one more tick
            jailed += term[person] > 0
    return jailed


@kept
def shuffle(order, seed, tick):
    """Fisher and Yates, four places of the list to a block of keyed words."""
    last = order.size - 1
    for quad in range(last // 4 + 1):
        words = fast_block(seed, ORDER, quad, tick)
        for lane in range(4):
            i = last - (4 * quad + lane)
            if i > 0:
                bits = words[0] if lane == 0 else (words[1] if lane == 1 else (words[2] if lane == 2 else words[3]))
                j = np.int64((bits * np.uint64(i + 1)) >> np.uint64(32))
                order[i], order[j] = order[j], order[i]


@kept
def _reconsider(hardship, aversion, breaking, legitimacy, threshold, k):
    """Each citizen's breaking ratio under this legitimacy."""
    for person in range(hardship.size):
        margin = hardship[person] * (1.0 - legitimacy) - threshold
        if margin <= 0.0:
            breaking[person] = 0.0
        elif margin >= aversion[person]:
            breaking[person] = np.inf
        else:
            breaking[person] = -math.log(1.0 - margin / aversion[person]) / k


@kept
def _tick(who, active, cops_seen, actives_seen, site, term, breaking, order, half, steps, cop_half, cop_steps, size,
          on_duty, rule, moves, jail_max, seed, tick):
    """Everybody once, in a random order. Returns the arrests.

    Rules M and A stand in the loop itself: a function for the citizen's step would count references to eight columns
    at each call, which costs as much as the step.
    """
    citizens, arrests, alike = term.size, 0, np.array_equal(half, cop_half)
    shuffle(order, seed, tick)
    for i in range(order.size):
        person = order[i]
        if person >= citizens:
            if person - citizens < on_duty:
                arrests += _cop(who, active, cops_seen, actives_seen, site, term, half, cop_half, cop_steps, alike,
                                size, seed, person, tick, jail_max)
        elif term[person] == 0:
            at = site[person]
            was_active, rises = active[at] == 1, False
            if moves:
                there = _empty_site(who, size, steps, at, seed, MOVE, person, tick)
                if there != at:
                    if was_active:
                        _spread(actives_seen, size, half, at, -1)
                        active[at] = 0
                        was_active = False
                    who[at] = EMPTY
                    who[there] = person
                    site[person] = there
                    at = there
            if breaking[person] > 0.0:
                cops, actives = cops_seen[at], 1 + actives_seen[at]
                ratio = float(cops // actives) if rule == FLOOR else cops / actives
                if rule == ROUND:
                    ratio = np.rint(ratio)
                rises = ratio < breaking[person]
            if rises != was_active:
                _spread(actives_seen, size, half, at, 1 if rises else -1)
                active[at] = 1 if rises else 0
    return arrests


@kept
def ticks(town, seed, size, legitimacy, cops, threshold, k, rule, moves, jail_max, start, out):
    """Run len(out) ticks; `legitimacy` and `cops` give their value in each. Writes actives, jailed and arrests."""
    citizens, on_duty = town.term.size, town.site.size - town.term.size
    for at in range(out.shape[0]):
        if at == 0 or legitimacy[at] != legitimacy[at - 1]:
            _reconsider(town.hardship, town.aversion, town.breaking, legitimacy[at], threshold, k)
        while on_duty > cops[at]:  # the last cop of the list goes home; cops are alike, so any will do
            on_duty -= 1
            town.who[town.site[citizens + on_duty]] = EMPTY
            _spread(town.cops_seen, size, town.half, town.site[citizens + on_duty], -1)
        out[at, 2] = _tick(town.who, town.active, town.cops_seen, town.actives_seen, town.site, town.term,
                           town.breaking, town.order, town.half, town.steps, town.cop_half, town.cop_steps, size,
                           on_duty, rule, moves, jail_max, seed, start + at)
        out[at, 0] = town.active.sum()
        out[at, 1] = _release(town.who, town.site, town.term, town.steps, size, seed, start + at)


def disc(vision: float) -> tuple[np.ndarray, np.ndarray]:
    """A Euclidean disc as half widths of its rows, and as steps (row, column) without the centre."""
    reach = math.floor(vision)
    rows = np.arange(-reach, reach + 1)
    half = np.floor(np.sqrt(vision * vision - rows * rows) + 1e-9).astype(np.int64)
    steps = [(y, x) for y, w in zip(rows, half, strict=True) for x in range(-w, w + 1) if (y, x) != (0, 0)]
    return half, np.array(steps, dtype=np.int64)


@kept
def _settle(town, size, seed):
    """Cops first, then citizens, each on a random empty site (a keyed shuffle of all sites)."""
    sites = np.arange(size * size)
    shuffle(sites, seed, 0xFFFFFFFF)
    for person in range(town.site.size):
        town.site[person] = sites[person]
        town.who[sites[person]] = person
    for person in range(town.hardship.size, town.site.size):
        _spread(town.cops_seen, size, town.half, town.site[person], 1)
    for person in range(town.hardship.size):
        town.hardship[person] = fast_uniform(seed, SCATTER, person, 0)
        town.aversion[person] = fast_uniform(seed, SCATTER, person, 1)


def found(seed: int, size: int, density: float, cop_density: float, vision: float, cop_vision: float) -> Town:
    """A town before the first tick: everybody placed, nobody active."""
    citizens, cops = round(density * size * size), round(cop_density * size * size)
    half, steps = disc(vision)
    cop_half, cop_steps = disc(cop_vision)
    sites, people = size * size, citizens + cops
    town = Town(
        np.full(sites, EMPTY, np.int32), np.zeros(sites, np.int8), np.zeros(sites, np.int16),
        np.zeros(sites, np.int16), np.zeros(people, np.int32), np.zeros(citizens, np.int64), np.zeros(citizens),
        np.zeros(citizens), np.zeros(citizens), np.arange(people, dtype=np.int32), half, steps, cop_half, cop_steps)
    _settle(town, size, np.uint64(seed))
    return town

"""Networks of the published models, as arrays of both ends of every tie, with keyed random draws."""

from __future__ import annotations

import numpy as np

from unanimity.world.draws import uniforms

REWIRE, TARGET, FAR, ATTACH, LEVEL = range(61, 66)  # streams


def lattice(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of every tie of the torus with eight neighbours, each tie once."""
    here = np.arange(size * size)
    row, column = here // size, here % size
    near = [(0, 1), (1, -1), (1, 0), (1, 1)]
    ends = [((row + y) % size) * size + (column + x) % size for y, x in near]
    return np.tile(here, 4), np.concatenate(ends)


def rewire(first: np.ndarray, second: np.ndarray, people: int, chance: float, seed: int) -> np.ndarray:
    """The second ends after each tie has, with that chance, been moved to a random other person."""
    moved = uniforms(seed, REWIRE, first.size) < chance
    anyone = (uniforms(seed, TARGET, first.size) * (people - 1)).astype(np.int64)
    anyone += anyone >= first  # nobody is his own neighbour
    return np.where(moved, anyone, second)


def rows_of(first: np.ndarray, second: np.ndarray, people: int) -> tuple[np.ndarray, np.ndarray]:
    """Neighbours of each person in one long list, and where each person's part begins."""
    ends, others = np.concatenate([first, second]), np.concatenate([second, first])
    order = np.argsort(ends, kind="stable")
    start = np.zeros(people + 1, np.int64)
    np.cumsum(np.bincount(ends, minlength=people), out=start[1:])
    return start, others[order]


def ring(people: int, radius: int) -> tuple[np.ndarray, np.ndarray]:
    """Everybody tied to the `radius` next persons on either side of a ring."""
    here = np.arange(people)
    return np.tile(here, radius), np.concatenate([(here + step) % people for step in range(1, radius + 1)])


def villages(people: int, size: int, far: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Everybody tied to all of his village, and to each stranger with chance `far`."""
    first, second = np.triu_indices(people, 1)
    near = first // size == second // size
    keep = near | (uniforms(seed, FAR, first.size) < far)
    return first[keep], second[keep]


def leaders(people: int, ties: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Scale free: each newcomer ties himself to `ties` persons, drawn by the ties they already have."""
    first, second = (ends.tolist() for ends in np.triu_indices(ties + 1, 1))
    pool = first + second
    luck = uniforms(seed, ATTACH, 8 * people * ties)
    drawn = 0
    for newcomer in range(ties + 1, people):
        chosen: set[int] = set()
        while len(chosen) < ties:
            chosen.add(int(pool[int(luck[drawn % luck.size] * len(pool))]))
            drawn += 1
        for other in sorted(chosen):
            first.append(newcomer)
            second.append(other)
            pool += [newcomer, other]
    return np.array(first), np.array(second)


def hierarchy(people: int, expansion: int, level_ties: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A tree in which each heads `expansion` others, with chance ties between persons of one level."""
    child = np.arange(1, people)
    parent = (child - 1) // expansion
    level = np.zeros(people, np.int64)
    for person in range(1, people):
        level[person] = level[(person - 1) // expansion] + 1
    first, second = np.triu_indices(people, 1)
    keep = (level[first] == level[second]) & (uniforms(seed, LEVEL, first.size) < level_ties)
    return np.concatenate([parent, first[keep]]), np.concatenate([child, second[keep]])

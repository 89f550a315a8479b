"""Compressed ties: most are initial ties, wherever both people live now, and each tie is stored once.

Each slot of a place has a code: free, the initial slot that held the same tie between the same two people, or a new
tie. A new tie is stored at its lower end: the distance to the other end, and the slot there. The initial weight and the
kind are equal at both ends and stored once. The present weight is stored relative to the initial one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unanimity.engine.world_state import Arrays
from unanimity.world.codes import NO_TIE

TIE_COLUMNS = ("neighbour", "weight", "first_weight", "kind")
FREE, NEW_BELOW, NEW_ABOVE = 0, 253, 254
MOST = 250  # initial slots that a code can name
BOTH_ENDS = ("first_weight", "kind")


def pack_ties(now: Arrays, born: Arrays, home: np.ndarray, start: np.ndarray) -> Arrays:
    """The ties as small arrays; uncompressed if they are inconsistent."""
    told = _told(now, born, home, start)
    if told is None:
        return {f"plain {name}": now[name] ^ born[name] for name in TIE_COLUMNS if name in now}
    return told


def _told(now: Arrays, born: Arrays, home: np.ndarray, start: np.ndarray) -> Arrays | None:
    if "neighbour" not in now:
        return None
    people, owner = home.size, _owners(start)
    free = now["kind"] == NO_TIE
    nowhere = now["neighbour"].dtype.type(people - 1)
    if (now["neighbour"][free] != nowhere).any() or now["weight"][free].any() or now["first_weight"][free].any():
        return None
    other = now["neighbour"].astype(np.int64)
    first = _first_slots(owner, other, ~free, born, home, start)
    pairs = _pairs(owner, other, ~free, people)
    if pairs is None:
        return None
    above, below = pairs
    if any((now[name][above] != now[name][below]).any() for name in BOTH_ENDS) or (first > MOST).any():
        return None
    code = np.where(free, FREE, np.where(first >= 0, first + 1, np.where(other > owner, NEW_ABOVE, NEW_BELOW)))
    order = np.argsort(above)
    above, below = above[order], below[order]
    new = code[above] == NEW_ABOVE
    if (code[below][new] != NEW_BELOW).any() or (code[below] == NEW_BELOW).sum() != new.sum():
        return None
    at_birth = _at_birth(above, first, owner, home, start)
    told = {"code": code.astype(np.uint8), "far": (other - owner)[above][new].astype(np.int32),
            "slot": (below - start[other[above]])[new].astype(np.uint8), "weight": now["weight"] ^ now["first_weight"]}
    for name in BOTH_ENDS:
        told[name] = now[name][above] ^ np.where(at_birth >= 0, born[name][np.maximum(at_birth, 0)], 0).astype(
            now[name].dtype)
    return told if (np.diff(start) <= MOST).all() else None


def unpack_ties(packed: Arrays, born: Arrays, home: np.ndarray, start: np.ndarray,
                unpacked: Callable[[np.ndarray, np.dtype], np.ndarray]) -> Arrays:
    """Restore the columns of ties."""
    def read(name: str, dtype: np.dtype) -> np.ndarray:
        return unpacked(packed[name], dtype)

    if "code" not in packed:
        return {name: read(f"plain {name}", born[name].dtype) ^ born[name] for name in TIE_COLUMNS if name in born}
    people, owner = home.size, _owners(start)
    code = read("code", np.dtype(np.uint8)).astype(np.int64)
    other = np.full(code.size, people - 1)
    old = (code > FREE) & (code <= MOST + 1)
    lives = np.zeros(people, np.int64)
    lives[home[home >= 0]] = np.flatnonzero(home >= 0)
    slots = start[home[owner[old]]] + code[old] - 1
    other[old] = lives[born["neighbour"][slots]]
    new = np.flatnonzero(code == NEW_ABOVE)
    other[new] = owner[new] + read("far", np.dtype(np.int32))
    there = start[other[new]] + read("slot", np.dtype(np.uint8))
    other[there] = owner[new]
    pairs = _pairs(owner, other, code != FREE, people)
    assert pairs is not None
    above, below = pairs
    order = np.argsort(above)
    above, below = above[order], below[order]
    first = np.where(old, code - 1, -1)
    at_birth = _at_birth(above, first, owner, home, start)
    columns = {"neighbour": other.astype(born["neighbour"].dtype)}
    for name, nothing in zip(BOTH_ENDS, (0, NO_TIE), strict=True):
        values = np.full(code.size, nothing, born[name].dtype)
        values[above] = read(name, born[name].dtype) ^ np.where(
            at_birth >= 0, born[name][np.maximum(at_birth, 0)], 0).astype(born[name].dtype)
        values[below] = values[above]
        columns[name] = values
    return columns | {"weight": read("weight", born["weight"].dtype) ^ columns["first_weight"]}


def _owners(start: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(start.size - 1), np.diff(start))


def _first_slots(owner: np.ndarray, other: np.ndarray, used: np.ndarray, born: Arrays, home: np.ndarray,
                 start: np.ndarray) -> np.ndarray:
    """For each slot, the initial slot (counted within the row) of the same tie; -1 if there is none."""
    people, at = home.size, np.flatnonzero(born["kind"] != NO_TIE)
    keys = owner[at] * people + born["neighbour"][at]
    order = np.argsort(keys, kind="stable")
    one, two = home[owner], home[other]
    known = used & (one >= 0) & (two >= 0)
    asked = one[known] * people + two[known]
    place = np.minimum(np.searchsorted(keys[order], asked), keys.size - 1)
    found = np.full(owner.size, -1, np.int64)
    slot = at[order[place]]
    found[known] = np.where(keys[order][place] == asked, slot - start[one[known]], -1)
    return found


def _pairs(owner: np.ndarray, other: np.ndarray, used: np.ndarray, people: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Both slots of every tie: that of the lower place and its partner; none if they do not match."""
    up, down = np.flatnonzero(used & (other > owner)), np.flatnonzero(used & (other < owner))
    keys, back = owner[up] * people + other[up], other[down] * people + owner[down]
    one, two = np.argsort(keys, kind="stable"), np.argsort(back, kind="stable")
    if keys.size != back.size or (keys[one] != back[two]).any() or (np.diff(keys[one]) == 0).any():
        return None
    return up[one], down[two]


def _at_birth(slots: np.ndarray, first: np.ndarray, owner: np.ndarray, home: np.ndarray,
              start: np.ndarray) -> np.ndarray:
    """The initial slots of some slots; -1 for new ties."""
    known = first[slots] >= 0
    return np.where(known, start[np.maximum(home[owner[slots]], 0)] + first[slots], -1)

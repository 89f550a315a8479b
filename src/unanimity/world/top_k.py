"""The k highest of many scores: a heap with the lowest on top. Of equal scores the earlier person is chosen first."""

from __future__ import annotations

from typing import Any

from unanimity.world.formula import formula


@formula
def ranks_below(a: int, b: int, score: Any, base: int) -> bool:
    """Whether person a would be chosen after person b."""
    one, other = score[base + a], score[base + b]
    return bool(one < other or (one == other and a > b))


@formula
def sift_down(at: int, size: int, heap: Any, score: Any, base: int) -> None:
    """Let the top of the heap sink to its place."""
    place = 0
    while True:
        low = 2 * place + 1
        if low >= size:
            return
        if low + 1 < size and ranks_below(heap[at + low + 1], heap[at + low], score, base):
            low += 1
        if not ranks_below(heap[at + low], heap[at + place], score, base):
            return
        heap[at + low], heap[at + place] = heap[at + place], heap[at + low]
        place = low


@formula
def sift_up(at: int, place: int, heap: Any, score: Any, base: int) -> None:
    """Let a new entry rise to its place."""
    while place > 0:
        above = (place - 1) // 2
        if not ranks_below(heap[at + place], heap[at + above], score, base):
            return
        heap[at + above], heap[at + place] = heap[at + place], heap[at + above]
        place = above


@formula
def keep_highest(person: int, found: int, room: int, at: int, heap: Any, score: Any, base: int) -> int:
    """Put a person who outranks the lowest of those kept into the heap, replacing the lowest if the heap is full."""
    if found < room:
        heap[at + found] = person
        sift_up(at, found, heap, score, base)
        return found + 1
    heap[at] = person
    sift_down(at, found, heap, score, base)
    return found

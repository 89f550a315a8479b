"""Worlds that differ only from some month on share their past: it is run once and handed on to all of them.

Arms of a comparison are alike until the treatment: same people, same luck, same rules. So the months before it are run
for one world of each kind and seed, and every world begins where its kind has come to. The bits are those that each
would have got by itself: a world depends on its regime, its seed and the month, never on its neighbours.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.keepsakes import kept_of
from unanimity.engine.lives import departed, have_generations
from unanimity.engine.logs import PIECE, whole_log
from unanimity.engine.schedule import laid_and_held, occurrences
from unanimity.regimes.regime import Regime
from unanimity.regimes.schedule import Entry

WORTH_IT = 0.05  # of all months: what sharing must save, since it makes a second batch


@dataclasses.dataclass(frozen=True)
class Past:
    """Months before `until` that some worlds share: which run them, and whose past each world has."""

    until: int
    worlds: tuple[int, ...]  # those that run it, by their number in the whole batch
    of: tuple[int, ...]  # for each world of the whole batch: a place among them


def shared_past(regimes: Sequence[Regime], seeds: Sequence[int]) -> Past | None:
    """The past that saves most months, or none if it saves too little."""
    first, last = -regimes[0].burn_in, regimes[0].months
    months = sorted({_known_since(entry) for regime in {id(r): r for r in regimes}.values()
                     for entry in regime.schedule if first < _known_since(entry) < last})
    found = [_past(regimes, seeds, month) for month in months]
    best = max(found, key=lambda past: (past.until - first) * (len(seeds) - len(past.worlds)), default=None)
    if best is None:
        return None
    saved = (best.until - first) * (len(seeds) - len(best.worlds)) / ((last - first) * len(seeds))
    return best if saved > WORTH_IT else None


def _known_since(entry: Entry) -> int:
    return entry.month if entry.announced is None else min(entry.month, entry.announced)


def _past(regimes: Sequence[Regime], seeds: Sequence[int], until: int) -> Past:
    digests: dict[int, str] = {}
    places: dict[tuple[str, int, frozenset[str]], int] = {}
    worlds: list[int] = []
    of: list[int] = []
    for world, (regime, seed) in enumerate(zip(regimes, seeds, strict=True)):
        if id(regime) not in digests:
            before = tuple(entry for entry in regime.schedule if _known_since(entry) < until)
            digests[id(regime)] = dataclasses.replace(regime, schedule=before).fingerprint
        # an event lays its columns anew whenever anything happens in its world, also before it comes
        kind = (digests[id(regime)], seed, laid_and_held(occurrences(regime.schedule, seed)))
        if kind not in places:
            places[kind] = len(worlds)
            worlds.append(world)
        of.append(places[kind])
    return Past(until, tuple(worlds), tuple(of))


def hand_on(source: Batch, target: Batch, of: Sequence[int]) -> None:
    """Put every world of a new-born batch where world `of[...]` of another batch has come to."""
    units, rows = target.tree.units, source.month - target.month
    for world, old in enumerate(of):
        for name in target.plan.columns:
            target.column(name, world)[...] = source.column(name, old)
        mine, its = slice(world * units, (world + 1) * units), slice(old * units, (old + 1) * units)
        for name in ("levers", "base_levers", "announced"):
            target.arrays[name][:, mine] = source.arrays[name][:, its]
        if have_generations(target):
            for name in ("neighbour", "kin_skip", "kin_span"):
                _its_own(target, name, world)[...] = _its_own(source, name, old)
        target.arrays["tally"][mine] = source.arrays["tally"][its]
        target.arrays["parameters"][world] = source.arrays["parameters"][old]
        target.arrays["table"][:rows, world] = source.arrays["table"][:rows, old]
    target.log[:] = [_handed_on(whole_log(source), of)]
    target.departed[:] = [_of_world(departed(source, old), world) for world, old in enumerate(of)]
    target.kept = {name: [kept_of(source, name, old) for old in of] for name in source.kept}
    target.month = source.month


def _its_own(batch: Batch, name: str, world: int) -> np.ndarray:
    """One world's part of an array of ties or of places that is no column."""
    if name == "neighbour":
        start = batch.arrays["tie_start"]
        return batch.arrays[name][int(start[world * batch.people]):int(start[(world + 1) * batch.people])]
    return batch.arrays[name][world * batch.people:(world + 1) * batch.people]


def _of_world(gone: np.ndarray, world: int) -> np.ndarray:
    gone["world"] = world
    return gone


def _handed_on(log: np.ndarray, of: Sequence[int]) -> np.ndarray:
    edges = np.searchsorted(log["world"], np.arange(max(of) + 2))
    pieces = []
    for world, old in enumerate(of):
        piece = log[edges[old]:edges[old + 1]].copy()
        piece["world"] = world
        pieces.append(piece)
    return np.concatenate(pieces) if pieces else np.empty(0, PIECE)

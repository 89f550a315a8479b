"""Worlds that differ only from some month on share their past: it is run once and copied to all of them.

Arms of a comparison are alike until the treatment: same people, same luck, same rules. So the months before it are run
for one world of each kind and seed, and every world begins where its kind has come to. The bits are those that each
would have got by itself: a world depends on its regime, its seed and the month, never on its neighbours.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from unanimity.engine.batch import Batch
from unanimity.engine.schedule import reset_or_held
from unanimity.engine.world_state import put_states, state_of
from unanimity.regimes.regime import Regime
from unanimity.regimes.schedule import Entry

WORTH_IT = 0.05  # share of all months that sharing must save, since it makes a second batch


@dataclasses.dataclass(frozen=True)
class Past:
    """Months before `until` that some worlds share: the worlds that run them, and whose past each world takes."""

    until: int
    worlds: tuple[int, ...]  # the worlds that run it, by their number in the whole batch
    of: tuple[int, ...]  # for each world of the whole batch: a place among them


def shared_past(regimes: Sequence[Regime], seeds: Sequence[int]) -> Past | None:
    """The past that saves the most months, or None if it saves too few."""
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


def digest_before(regime: Regime, until: int) -> str:
    """A digest of everything that a regime says up to a month; regimes with the same digest share the months before
    it."""
    before = tuple(entry for entry in regime.schedule if _known_since(entry) < until)
    return dataclasses.replace(regime, schedule=before).fingerprint


def columns_reset_by(regime: Regime, seed: int) -> frozenset[str]:
    """The columns that a regime's events reset whenever anything happens in its world, also before they occur."""
    return reset_or_held(regime.schedule, seed)


def _past(regimes: Sequence[Regime], seeds: Sequence[int], until: int) -> Past:
    digests: dict[int, str] = {}
    places: dict[tuple[str, int, frozenset[str]], int] = {}
    worlds: list[int] = []
    of: list[int] = []
    for world, (regime, seed) in enumerate(zip(regimes, seeds, strict=True)):
        if id(regime) not in digests:
            digests[id(regime)] = digest_before(regime, until)
        kind = (digests[id(regime)], seed, columns_reset_by(regime, seed))
        if kind not in places:
            places[kind] = len(worlds)
            worlds.append(world)
        of.append(places[kind])
    return Past(until, tuple(worlds), tuple(of))


def hand_on(source: Batch, target: Batch, of: Sequence[int]) -> None:
    """Copy the state of world `of[...]` of another batch into every world of a new batch."""
    states = {old: state_of(source, old) for old in dict.fromkeys(of)}
    put_states(target, [states[old] for old in of])

"""Changes without effect: levers of mechanisms that do not run, and arms whose worlds are identical."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from unanimity.engine.plan import levers_of
from unanimity.regimes import Regime
from unanimity.world.levers import BY_NAME


def idle_levers(regime: Regime, changed: Iterable[str]) -> list[str]:
    """The changed levers that no mechanism running in this regime reads."""
    names = {name.partition("@")[0] for name in changed}
    heeded = {lever for mechanism in regime.mechanisms if mechanism.id not in regime.off
              for lever in levers_of(mechanism)}
    return [name for name in BY_NAME if name in names and name not in heeded]


def told_idle(arm: str, regime: Regime, changed: Iterable[str]) -> list[str]:
    """One line for each lever of an arm that has no effect."""
    return [f"{arm}: {name} moves nothing here, since no mechanism that reads it runs." for name in
            idle_levers(regime, changed)]


def told_twins(digests: Mapping[str, Sequence[str]], besides: Iterable[str] = ()) -> list[str]:
    """One line for each pair of arms with identical worlds; those in `besides` have been reported already.

    >>> told_twins({"one": ["a", "b"], "two": ["a", "b"], "three": ["a", "c"]})
    ['two: all its 2 worlds are those of one, bit for bit; the two arms are one.']
    """
    lines, first, told = [], dict[tuple[str, ...], str](), set(besides)
    for arm, found in digests.items():
        if arm in told or not all(found):
            continue
        if tuple(found) in first:
            lines.append(f"{arm}: all its {len(found)} worlds are those of {first[tuple(found)]}, bit for bit; the two "
                         f"arms are one.")
        first.setdefault(tuple(found), arm)
    return lines

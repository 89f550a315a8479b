"""A direction of the whole model: change one thing in paired worlds, and state in which direction a measure moves.

The catalogue's cards end with direction tests. Those marked [B] (bench) hold for a single rule and every seed; those
marked [S] (system) are about the whole model and hold for the mean over pairs of worlds that share people and random
numbers. An [S] direction is declared here once: `make check` runs it as a test, `make directions` writes the measured
values into directions.md. A direction with the wrong sign is a finding: it is kept, with its explanation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.collect import result_of
from unanimity.engine.run import lay_record, run_months
from unanimity.engine.survey import survey, with_surveys
from unanimity.mechanisms import BY_ID
from unanimity.regimes import Regime, load_regime
from unanimity.results import Result
from unanimity.verdicts import bca

CONTROL, TREATED = "control", "treated"
RISES, FALLS, NOT_UP, NOT_DOWN = "rises", "falls", "does not rise", "does not fall"
HOLDS, UNDECIDED, FINDING, AWAITS = "holds", "undecided", "finding", "awaits"


@dataclass(frozen=True)
class Pairs:
    """Both arms of a direction, run to the end: the first half of the worlds is control, the second treated."""

    result: Result
    batch: Batch
    number: int
    at: int

    def series(self, arm: str, measure: str, place: str = "country") -> np.ndarray:
        """A measure of one arm: months down, pairs across."""
        values = self.result.of(measure, place).to_numpy()
        found: np.ndarray = values[:, :self.number] if arm == CONTROL else values[:, self.number:]
        return found

    def mean(self, arm: str, measure: str, last: int = 12, place: str = "country") -> np.ndarray:
        """The mean over the last months, one number per pair."""
        return np.asarray(np.nanmean(self.series(arm, measure, place)[-last:], axis=0))

    def since(self, arm: str, measure: str, place: str = "country") -> np.ndarray:
        """The growth of a cumulative count since the change, one number per pair."""
        series = self.series(arm, measure, place)
        before = np.flatnonzero(self.result.months < self.at)
        values: np.ndarray = series[-1] - (series[before[-1]] if before.size else 0.0)
        return values

    def at_month(self, month: int) -> int:
        """The row of a month in the series."""
        return int(np.flatnonzero(self.result.months == month)[0])

    def column(self, arm: str, name: str) -> np.ndarray:
        """A column of the state at the end, one row a pair."""
        worlds = range(self.number) if arm == CONTROL else range(self.number, 2 * self.number)
        return np.array([self.batch.column(name, world) for world in worlds])


@dataclass(frozen=True)
class Direction:
    """One [S] direction of a card."""

    id: str  # card and number, such as "8.4"
    says: str  # the card's sentence in our own words
    measure: str
    expect: str  # rises, falls, does not rise, does not fall
    change: Mapping[str, Any] = field(default_factory=dict)  # what the treated arm changes at month `at`
    base: str = "apparatus"  # a preset
    settings: Mapping[str, Any] = field(default_factory=dict)  # of both arms
    at: int = 0
    months: int = 48
    last: int = 12  # the comparison is of means over this many last months; 1: the last month
    since: bool = False  # the comparison is of a count's growth since the change
    place: str = "country"
    both: Callable[[Batch], None] | None = None  # applied to all worlds before their first month
    act: Callable[[Batch, range], None] | None = None  # applied to the treated worlds at month `at`
    number: Callable[[Pairs], np.ndarray] | None = None  # one number per pair, instead of the paired difference
    surveys: tuple[int, ...] = ()  # months at whose end the measures that need a survey are taken
    needs: tuple[str, ...] = ()  # mechanisms that the catalogue must hold
    people: int = 2000
    pairs: int = 40
    finding: str = ""  # why the sign is wrong, if it is; the test is then a strict xfail

    @property
    def card(self) -> int:
        """The card's number."""
        return int(self.id.partition(".")[0])

    @property
    def missing(self) -> tuple[str, ...]:
        """Mechanisms that it needs and the catalogue does not yet hold."""
        return tuple(name for name in self.needs if name not in BY_ID)

    def arms(self) -> tuple[Regime, Regime]:
        """Control, and the same regime in which the change takes effect at its month."""
        sizes = {"people": self.people, "months": self.months}
        control = load_regime(self.base).but({"mechanisms": "all", **self.settings, **sizes})
        return control, control.from_month(self.at, self.change) if self.change else control


@dataclass(frozen=True)
class Measured:
    """The result of a direction: the mean of its number over pairs with a 90 % interval, and the verdict."""

    direction: Direction
    verdict: str
    mean: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    share: float = float("nan")  # of pairs on the stated side (0 counts where "does not" is stated)
    control: float = float("nan")
    treated: float = float("nan")
    seconds: float = 0.0


def verdict_of(expect: str, low: float, high: float) -> str:
    """The verdict on a 90 % interval.

    'Does not rise' holds unless the whole interval lies above 0; 'rises' holds if it lies above 0, is a finding if it
    lies at or below 0, else undecided.

    >>> verdict_of("does not rise", -0.1, 0.2), verdict_of("rises", -0.1, 0.2), verdict_of("falls", 0.0, 0.0)
    ('holds', 'undecided', 'finding')
    """
    if expect in (FALLS, NOT_UP):
        low, high = -high, -low
    if expect in (NOT_UP, NOT_DOWN):
        return HOLDS if high >= 0.0 else FINDING
    return HOLDS if low > 0.0 else FINDING if high <= 0.0 else UNDECIDED


def run_pairs(direction: Direction, threads: int | None = None, seed: int = 0) -> Pairs:
    """Run both arms in worlds of the same seeds."""
    control, treated = direction.arms()
    n = direction.pairs
    batch = make_batch([control] * n + [treated] * n, [seed + k for k in range(n)] * 2)
    lay_record(batch, direction.months - batch.month)
    if direction.both is not None:
        direction.both(batch)
    if direction.act is not None:
        run_months(batch, direction.at, threads)
        direction.act(batch, range(n, 2 * n))
    taken = {}
    for month in sorted(direction.surveys):
        run_months(batch, month + 1, threads)
        taken[month] = survey(batch, threads)
    run_months(batch, direction.months, threads)
    result = with_surveys(result_of(batch, (CONTROL,) * n + (TREATED,) * n, 0.0, threads or 0), taken)
    return Pairs(result, batch, n, direction.at)


def measured(direction: Direction, threads: int | None = None) -> Measured:
    """Run a direction and judge it."""
    if direction.missing:
        return Measured(direction, AWAITS)
    begun = time.perf_counter()
    pairs = run_pairs(direction, threads)
    if direction.number is not None:
        values, control, treated = direction.number(pairs), float("nan"), float("nan")
    else:
        one, two = ((pairs.since(arm, direction.measure, direction.place) if direction.since else
                     pairs.mean(arm, direction.measure, direction.last, direction.place)) for arm in (CONTROL, TREATED))
        values, control, treated = two - one, float(np.nanmean(one)), float(np.nanmean(two))
    values = values[np.isfinite(values)]
    low, high = bca(values)
    side = -1.0 if direction.expect in (FALLS, NOT_UP) else 1.0
    right = values * side > 0.0 if direction.expect in (RISES, FALLS) else values * side >= 0.0
    return Measured(direction, verdict_of(direction.expect, low, high), float(values.mean()), low, high,
                    float(right.mean()), control, treated, time.perf_counter() - begun)

"""The past of a branch: the months before it, run once per seed and stored for all questions.

The store keeps the packed state of each world at the start of the branch's month (engine/packed_state.py), and the
monthly values that the yearly series need. The key is a digest of the regime up to that month, the seed and the code,
so regimes whose schedules differ only later share a past.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from unanimity.engine.batch import Batch, make_batch
from unanimity.engine.case_logs import LogOverflow
from unanimity.engine.kernels import kernels
from unanimity.engine.memory import usual_log_rows
from unanimity.engine.packed_state import pack, packed_bytes, unpack, unpacked
from unanimity.engine.questions import Asking
from unanimity.engine.run import lay_record, run_months, warm_up
from unanimity.engine.shared_past import columns_reset_by, digest_before
from unanimity.engine.simulate import columns_of
from unanimity.engine.world_state import WorldState, put_states, state_of
from unanimity.experiments.store import Store, key_of
from unanimity.regimes import Regime
from unanimity.support.calendar import date_of
from unanimity.support.source_hash import source_hash

PLACES_AT_ONCE = 800_000  # in one batch: a simulated year takes some seconds, and memory is about a gigabyte
MORE_ROOM = 8  # times the log's usual room, where a month writes more
COURSES = "courses"
Tell = Callable[[str, int], None]  # what goes on, and how many world-months more are done


@dataclass(frozen=True)
class Past:
    """The months of a regime before `until`, for some seeds; `asked` are expressions to evaluate every month.

    Without such expressions it starts from the latest of `stops` (earlier months) whose past is already stored.
    """

    regime: Regime
    until: int
    asked: tuple[str, ...]
    store: Store
    stops: tuple[int, ...] = ()

    def key(self, seed: int) -> str:
        """The digest of everything that one world's past depends on."""
        return key_of({"past of": digest_before(self.regime, self.until),
                       "laid": sorted(columns_reset_by(self.regime, seed)), "until": self.until, "asked": self.asked,
                       "seed": seed, "source": source_hash()})

    @property
    def months(self) -> int:
        """How many months it has."""
        return self.until + self.regime.burn_in

    def missing(self, seeds: Sequence[int]) -> list[int]:
        """The seeds whose past is not in the store."""
        return [seed for seed in seeds if not self.store.has(self.key(seed))]

    def run(self, seeds: Sequence[int], threads: int | None, tell: Tell) -> None:
        """Run and store the past of these seeds, in groups, so that an interruption loses little."""
        for group in in_groups(seeds, self.regime.tree.people):  # each starts where all its seeds have arrived
            with_more_room(self.regime, lambda rows, group=group: self._run(group, threads, tell, rows))  # type: ignore[misc]

    def _run(self, seeds: Sequence[int], threads: int | None, tell: Tell, log_rows: int | None) -> None:
        regime = self.regime.but({"months": max(1, self.until)})
        batch = new_born([regime] * len(seeds), seeds, log_rows, tell)
        born = [state_of(batch, world) for world in range(batch.worlds)]
        if (earlier := self._earlier(seeds)) is not None:
            put_states(batch, [earlier.state(seed, one) for seed, one in zip(seeds, born, strict=True)])
        asking = Asking(batch.regimes, seeds, columns_of(regime), self.asked)
        live(batch, self.until, asking, threads, tell)
        found = asking.by_month(batch)
        for world, seed in enumerate(seeds):
            courses = np.array([found[text][:, world] for text in self.asked])
            self.store.keep(self.key(seed), {**pack(state_of(batch, world), born[world]),
                                             COURSES: packed_bytes(courses)}, self._meta(seed))

    def _earlier(self, seeds: Sequence[int]) -> Past | None:
        """The latest earlier past that is stored for all these seeds."""
        for month in sorted((stop for stop in self.stops if 0 < stop < self.until and not self.asked), reverse=True):
            found = dataclasses.replace(self, until=month)
            if not found.missing(seeds):
                return found
        return None

    def state(self, seed: int, born: WorldState) -> WorldState:
        """A world's state at the end of the past; `born` is the same world at initialisation."""
        packed = self.store.kept(self.key(seed))
        if packed is None:
            raise LostPast(seed)
        return unpack(packed, born)

    def _meta(self, seed: int) -> dict[str, object]:
        when = date_of(self.until, self.regime.start)
        return {"experiment": f"whatif: the past of {self.regime.name} by {when}", "cell": f"seed {seed}",
                "version": source_hash()}

    def batch(self, regimes: Sequence[Regime], seeds: Sequence[int], log_rows: int | None, tell: Tell) -> Batch:
        """A batch of one world for each regime and seed, each at the start of the branch's month."""
        batch = new_born(regimes, seeds, log_rows, tell)
        states: dict[int, WorldState] = {}
        for world, seed in enumerate(seeds):
            if seed not in states:
                states[seed] = self.state(seed, state_of(batch, world))
        put_states(batch, [states[seed] for seed in seeds])
        return batch

    def courses(self, seed: int) -> np.ndarray:
        """The monthly values of the expressions over the past: an array of expressions by months."""
        packed = self.store.kept(self.key(seed))
        if packed is None:
            raise LostPast(seed)
        return unpacked(packed[COURSES], np.dtype(np.float64)).reshape(len(self.asked), self.months)


class LostPast(Exception):
    """A stored past is damaged or was removed by another process, so it must be run again."""


def in_groups(seeds: Sequence[int], places: int, arms: int = 1) -> list[list[int]]:
    """The seeds in groups of as many as one batch should hold.

    >>> in_groups([1, 2, 3], 160_000, 2)
    [[1, 2], [3]]
    """
    each = max(1, PLACES_AT_ONCE // (places * arms))
    return [list(seeds[k:k + each]) for k in range(0, len(seeds), each)]


def with_more_room(regime: Regime, work: Callable[[int | None], None]) -> None:
    """Do the work; if a month overflows the log, do it again with more room for the log."""
    try:
        work(None)
    except LogOverflow:
        work(MORE_ROOM * usual_log_rows(regime.tree.people))


def new_born(regimes: Sequence[Regime], seeds: Sequence[int], log_rows: int | None, tell: Tell) -> Batch:
    """A batch at initialisation, with room for its log and with its month compiled."""
    batch = make_batch(regimes, seeds, log_rows=log_rows)
    lay_record(batch, regimes[0].months + regimes[0].burn_in)
    if not kernels(batch.plan).is_warm and not kernels(batch.plan).is_cached:
        tell("compile", 0)
    warm_up(batch)
    return batch


def live(batch: Batch, until: int, asking: Asking, threads: int | None, tell: Tell) -> None:
    """Run a batch up to a month, and evaluate the expressions month by month."""
    seen = batch.month

    def after(at: Batch) -> bool:
        nonlocal seen
        tell("run", (at.month - seen) * at.worlds)
        seen = at.month
        return True

    for stop in sorted({until, *(month for month in asking.boundaries() if batch.month < month < until)}):
        asking.look(batch, threads)
        run_months(batch, stop, threads, after)
    asking.look(batch, threads)

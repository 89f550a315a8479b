"""The worlds of the branches: run from the stored past, and stored too, so that no answer is computed twice.

A finished world is stored with its monthly measures, its answers and its case log, all from the branch's month on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from unanimity.engine.batch import Batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.collect import manifest_of, place_names, recorded, world_digest
from unanimity.engine.identities import kinds_of_death, with_numbers
from unanimity.engine.packed_state import packed_bytes, unpacked
from unanimity.engine.question_answers import Reply
from unanimity.engine.questions import Asking
from unanimity.engine.simulate import columns_of
from unanimity.experiments.store import key_of
from unanimity.history.branch_past import LostPast, Past, Tell, in_groups, live, with_more_room
from unanimity.measures import measures_for
from unanimity.regimes import Regime
from unanimity.results import Result
from unanimity.results.case_table import Cases
from unanimity.support.source_hash import source_hash
from unanimity.world.case_log import ROW

NUMBERS = np.dtype(np.float64)


@dataclass(frozen=True)
class BranchWorld:
    """One finished world from the branch's month on."""

    values: np.ndarray  # months, places, measures
    courses: np.ndarray  # questions, months
    totals: np.ndarray  # one number for each question about a window
    rows: np.ndarray  # of the case log, with person numbers
    kinds: np.ndarray  # how the person of each row died
    digest: str

    def packed(self) -> dict[str, np.ndarray]:
        """The world as arrays for the store."""
        months = np.ascontiguousarray(self.values.transpose(2, 1, 0))
        fields = {f"row {name}": packed_bytes(self.rows[name]) for name in ROW.names or ()}
        return {**fields, "values": packed_bytes(months), "shape": np.array(self.values.shape),
                "courses": packed_bytes(self.courses), "totals": packed_bytes(self.totals),
                "kinds": packed_bytes(self.kinds), "digest": np.frombuffer(self.digest.encode(), np.uint8)}

    @staticmethod
    def of(packed: Mapping[str, np.ndarray]) -> BranchWorld:
        """The world from the store's arrays."""
        shape = tuple(int(size) for size in packed["shape"])
        values = unpacked(packed["values"], NUMBERS).reshape(shape[::-1]).transpose(2, 1, 0)
        kinds = unpacked(packed["kinds"], np.dtype(np.uint8))
        rows = np.zeros(kinds.size, ROW)
        for name in ROW.names or ():
            rows[name] = unpacked(packed[f"row {name}"], ROW[name])
        return BranchWorld(values, unpacked(packed["courses"], NUMBERS).reshape(-1, shape[0]),
                           unpacked(packed["totals"], NUMBERS), rows, kinds, packed["digest"].tobytes().decode())


@dataclass(frozen=True)
class Branches:
    """The regimes of the arms, which share a past; `asked` is evaluated every month, `totals` over windows."""

    past: Past
    regimes: Mapping[str, Regime]
    totals: tuple[str, ...]

    @property
    def until(self) -> int:
        """The month in which the runs end."""
        return next(iter(self.regimes.values())).months

    @property
    def asked(self) -> tuple[str, ...]:
        """The monthly expressions of the past, for the months of the branch."""
        return tuple(text.replace(f"0..{self.past.until - 1}", f"{self.past.until}..{self.until - 1}")
                     for text in self.past.asked)

    def key(self, arm: str, seed: int) -> str:
        """The digest of everything that determines one world of a branch."""
        return key_of({"branch": self.regimes[arm].fingerprint, "until": self.until, "past": self.past.key(seed),
                       "asked": json.dumps([self.asked, self.totals])})

    def missing(self, seeds: Sequence[int]) -> list[tuple[str, int]]:
        """The worlds that are not in the store, by seed."""
        store = self.past.store
        return [(arm, seed) for seed in seeds for arm in self.regimes if not store.has(self.key(arm, seed))]

    def run(self, seeds: Sequence[int], threads: int | None, tell: Tell) -> None:
        """Run and store what is missing, in groups of seeds, so that an interruption loses little."""
        missing = self.missing(seeds)
        late = list(dict.fromkeys(seed for _, seed in missing))
        for group in in_groups(late, self.past.regime.tree.people, len(self.regimes)):
            wanted = [(arm, seed) for arm, seed in missing if seed in group]
            with_more_room(self.past.regime,
                           lambda rows, wanted=wanted: self._run(wanted, threads, tell, rows))  # type: ignore[misc]

    def _run(self, wanted: Sequence[tuple[str, int]], threads: int | None, tell: Tell, log_rows: int | None) -> None:
        regimes, seeds = [self.regimes[arm] for arm, _ in wanted], [seed for _, seed in wanted]
        batch = self.past.batch(regimes, seeds, log_rows, tell)
        asking = Asking(regimes, seeds, columns_of(regimes[0]), [*self.asked, *self.totals], self.past.until)
        live(batch, self.until, asking, threads, tell)
        for (arm, seed), world in zip(wanted, self._finished(batch, asking), strict=True):
            self.past.store.keep(self.key(arm, seed), world.packed(), {
                "experiment": f"whatif: {self.past.regime.name}", "cell": f"{arm}, seed {seed}",
                "version": source_hash()})

    def _finished(self, batch: Batch, asking: Asking) -> list[BranchWorld]:
        months, values = recorded(batch)
        since = int(np.searchsorted(months, self.past.until))
        reply = Reply(asking, batch)
        courses = [reply.monthly(asking.asked[text])[since:] for text in self.asked]
        totals = [reply.total(asking.asked[text]) for text in self.totals]
        pieces = whole_log(batch)
        pieces, kinds = with_numbers(batch, pieces), kinds_of_death(batch, pieces)
        late = pieces["row"]["month"] >= self.past.until
        found = []
        for world in range(batch.worlds):
            mine = late & (pieces["world"] == world)
            by_month = np.array([course[:, world] for course in courses]).reshape(len(courses), months.size - since)
            found.append(BranchWorld(
                values[since:, world], by_month, np.array([total[world] for total in totals]), pieces["row"][mine],
                kinds[mine], world_digest(batch, world, values)))
        return found

    def worlds(self, arm: str, seeds: Sequence[int]) -> list[BranchWorld]:
        """The finished worlds of an arm."""
        found = []
        for seed in seeds:
            packed = self.past.store.kept(self.key(arm, seed))
            if packed is None:
                raise LostPast(seed)
            found.append(BranchWorld.of(packed))
        return found


def result_of_branches(branches: Branches, worlds: Mapping[str, Sequence[BranchWorld]], seeds: Sequence[int],
                       facts: Mapping[str, object]) -> Result:
    """All finished worlds as one Result, whose months begin with the branch."""
    every = [(arm, seed, world) for arm, mine in worlds.items() for seed, world in zip(seeds, mine, strict=True)]
    regimes = [branches.regimes[arm] for arm, _, _ in every]
    measures = measures_for(regimes[0].mechanisms)
    digests = [world.digest for _, _, world in every]
    manifest = manifest_of(regimes, [arm for arm, _, _ in every], digests, measures) | dict(facts)
    table = pd.DataFrame({"world": np.arange(len(every)), "arm": [arm for arm, _, _ in every],
                          "seed": [seed for _, seed, _ in every], "digest": digests})
    tree = regimes[0].tree
    places = (*(f"province {k}" for k in range(1, len(tree.provinces) + 1)), "country")
    cases = Cases(np.concatenate([world.rows for _, _, world in every]),
                  np.repeat(np.arange(len(every)), [world.rows.size for _, _, world in every]),
                  np.concatenate([world.kinds for _, _, world in every]),
                  tree.province[:tree.cells] - int(tree.provinces[0]) + 1)
    return Result(np.stack([world.values for _, _, world in every], axis=1),
                  np.arange(branches.past.until, branches.until), places, tuple(m.name for m in measures), table,
                  pd.DataFrame(), manifest, cases)


def whole_history(branches: Branches, arms: Sequence[str], worlds: Sequence[BranchWorld], seed: int,
                  manifest: Mapping[str, object]) -> tuple[Result, Batch]:
    """One seed in some arms from month 0 to the end, past and branch joined; and the batch at the branch."""
    quiet: Tell = lambda what, months: None  # noqa: E731
    batch = branches.past.batch([branches.past.regime], [seed], None, quiet)
    months, past = recorded(batch)
    pieces = whole_log(batch)
    before, kinds = with_numbers(batch, pieces)["row"], kinds_of_death(batch, pieces)
    values = np.stack([np.concatenate([past[:, 0], world.values]) for world in worlds], axis=1)
    tree = batch.tree
    cases = Cases(np.concatenate([np.concatenate([before, world.rows]) for world in worlds]),
                  np.repeat(np.arange(len(worlds)), [before.size + world.rows.size for world in worlds]),
                  np.concatenate([np.concatenate([kinds, world.kinds]) for world in worlds]),
                  tree.province[:tree.cells] - int(tree.provinces[0]) + 1)
    table = pd.DataFrame({"world": np.arange(len(worlds)), "arm": list(arms), "seed": seed,
                          "digest": [world.digest for world in worlds]})
    whole = np.concatenate([months, np.arange(branches.past.until, branches.until)])
    return Result(values, whole, place_names(batch), tuple(m.name for m in batch.plan.measures), table,
                  pd.DataFrame(), manifest, cases), batch

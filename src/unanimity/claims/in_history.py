"""A claim in history: the same arms, measures and tests on a branch of the calibrated hindcast, at its own date.

    found = un.claims["trotsky-1926-unanimity"].in_history(people=20_000).run(pairs=10)

The control is the hindcast's country in that month (history.md), with the part of the claim's set-up that
`[in_history]` of its file applies to it. All claims with the same month share their past, so it is run once per seed
and stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from unanimity.claims.claim import Claim
from unanimity.claims.claim_catalogue import FOLDER, names
from unanimity.claims.claim_file import InHistoryTable
from unanimity.claims.claim_outcome import ClaimOutcome
from unanimity.claims.debate import Heard
from unanimity.experiments.cells import Cell, Layout, Own
from unanimity.experiments.compare import check_pairs
from unanimity.experiments.description import read_toml
from unanimity.experiments.executor import Executor, Here, executor_of
from unanimity.experiments.experiment import Experiment, run_together
from unanimity.experiments.seed_runs import Piece, Question, Shard, gather
from unanimity.experiments.store import Store
from unanimity.history.branch_layout import (
    Branch,
    BranchLayout,
    BranchPiece,
    BranchRunner,
    check_lays,
    in_the_branch,
    run_pasts,
)
from unanimity.history.target_check import SCENARIO
from unanimity.regimes import load_regime
from unanimity.regimes.load import preset_table
from unanimity.support.calendar import date_of, month_of
from unanimity.support.errors import UserError, refuse
from unanimity.support.progress import Wish

PEOPLE = 100_000  # of a world, by default
LEAST_PEOPLE = 1000
PAIRS = 10
SEED = 1918  # the first world's seed, as in a what-if


class ClaimInHistory(Claim):
    """A claim on a branch of the hindcast; `people` in its description is the size of the country."""

    def _laid_out(self, parameters: Mapping[str, float] | None, off: frozenset[str], own: Own) -> Layout:
        table = self._table
        check_lays(table.lays, self.described.regime, self.where)
        zero = month_of_branch(self.described.treated_at, table, self.where)
        branch = Branch(SCENARIO, zero, tuple(table.lays), tuple(table.sets.items()), tuple(table.drops), stops())
        return BranchLayout(self.described, self.where, branch, parameters, off, own)

    @property
    def _table(self) -> InHistoryTable:
        if self.described.in_history is None:
            raise UserError(f"{self.where}: has no table [in_history], so that nobody knows of which month it speaks; "
                            f"allowed: at = \"YYYY-MM\" in it, and lays (unanimity docs writing-a-claim).")
        if self.described.in_history.barred:
            raise UserError(f"{self.where}: cannot be asked in history: {self.described.in_history.barred}.")
        return self.described.in_history

    @property
    def layout_of_branch(self) -> BranchLayout:
        """Its layout, typed as a BranchLayout."""
        assert isinstance(self.layout, BranchLayout)
        return self.layout

    @property
    def date(self) -> str:
        """The month in which its arms diverge."""
        return self._table.at

    def _piece(self, cell: Cell, asked: tuple[Question, ...]) -> Piece:
        layout = self.layout_of_branch
        regime = layout.regime(cell)
        return BranchPiece(regime, asked, self.described.treated_at, layout.branch, layout.full[cell], layout.scenario)

    def validate(self) -> ClaimInHistory:
        """Check everything that can be checked without a run."""
        Experiment.validate(self)
        return self

    def run(self, *, pairs: int | None = PAIRS, store: Store | str | Path | None = None, keep: bool = True,
            seed: int | None = SEED, workers: int | None = None, cluster: Any = None, **more: Any) -> ClaimOutcome:
        """Run what the store does not hold, and judge."""
        if not keep:
            raise refuse(self.where, "keep", keep, "true: the past of a branch is kept in the store")
        kept = store if isinstance(store, Store) else Store(store)
        return run_in_history(self, PAIRS if pairs is None else pairs, kept, executor_of(workers, cluster),
                              SEED if seed is None else seed, **more)


def in_history(claim: Claim, people: int | None = None) -> ClaimInHistory:
    """The claim on a branch of the hindcast at its date, in a country of `people` people."""
    wanted = PEOPLE if people is None else people
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < LEAST_PEOPLE:
        raise refuse(claim.where, "people", people, f"a whole number from {LEAST_PEOPLE:,} up")
    known = {one["name"] for one in preset_table(SCENARIO).get("groups", [])}
    clash = [str(one["name"]) for one in claim.described.regime.get("groups", []) if one["name"] in known]
    raw = _renamed({**claim.raw, "people": wanted, "burn_in": 0}, clash)
    raw["pool"] = 1  # a country is large enough, so worlds are not pooled
    if claim.described.in_history is not None:
        zero = month_of_branch(claim.described.treated_at, claim.described.in_history, claim.where)
        raw["measures"] = {name: _in_the_branch(one, zero) for name, one in raw["measures"].items()}
    return ClaimInHistory(raw, claim.where, parameters=claim.layout.parameters, off=claim.layout.off,
                          own=claim.layout.own)


def _renamed(tables: Any, names: Sequence[str]) -> Any:
    """The tables, with groups renamed whose names the scenario already uses."""
    if isinstance(tables, Mapping):
        return {key: f"{value} here" if key == "name" and value in names else _renamed(value, names)
                for key, value in tables.items()}
    if isinstance(tables, (list, tuple)):
        return [_renamed(one, names) for one in tables]
    if isinstance(tables, str):
        for name in names:
            tables = tables.replace(f"group({name})", f"group('{name} here')").replace(f"group('{name}')",
                                                                                    f"group('{name} here')")
    return tables


def _in_the_branch(measure: Any, zero: int) -> Any:
    if isinstance(measure, str):
        return in_the_branch(measure, zero)
    return {**measure, "expression": in_the_branch(measure["expression"], zero)}


def run_in_history(claim: ClaimInHistory, pairs: int, store: Store, executor: Executor | None = None,
                   seed: int = SEED, progress: Wish = None) -> ClaimOutcome:
    """Run a claim's branches and judge it; pasts that the store does not hold are run first, in parallel."""
    check_pairs(pairs, claim.where)
    claim.validate()
    executor = executor_of() if executor is None else executor
    seeds = [seed + k for k in range(pairs * claim.described.pool)]
    run_pasts(claim.pieces().values(), seeds, store, executor)
    found, = run_together([claim], pairs=pairs, store=store, seed=seed, executor=executor, progress=progress,
                          runner=BranchRunner(store))
    assert isinstance(found, ClaimOutcome)
    return found


def month_of_branch(treated_at: int, table: InHistoryTable, where: str) -> int:
    """The scenario's month that is the claim's month 0, such that its arms diverge at the table's date."""
    start = load_regime(SCENARIO).start
    zero = month_of(table.at, start, "in_history.at", where) - treated_at
    if zero < 1:
        raise refuse(where, "in_history.at", table.at, f"a month from {date_of(treated_at + 1, start)} on: the claim "
                                                       f"runs {treated_at} months before its arms part")
    return zero


@cache
def stops() -> tuple[int, ...]:
    """The months at which the pasts of the shipped claims end: one past may continue another."""
    found = set()
    for name in names():
        raw = read_toml(FOLDER / f"{name}.toml")
        if "in_history" in raw and not InHistoryTable.model_validate(raw["in_history"]).barred:
            found.add(month_of_branch(int(raw.get("treated_at", 0)), InHistoryTable.model_validate(raw["in_history"]),
                                      name))
    return tuple(sorted(found))


def hear_in_history(claims: Sequence[Claim], pairs: int, people: int | None, store: Store,
                    executor: Executor | None = None, seed: int = SEED, progress: Wish = None) -> Iterator[Heard]:
    """Judge claims in history, the earliest month first, so that each past continues the previous one; a claim that
    cannot be tested there is reported as such."""
    for one in sorted(claims, key=lambda one: one.described.in_history.at if one.described.in_history else ""):
        try:
            mine = in_history(one, people)
            yield Heard(mine, run_in_history(mine, pairs, store, executor, seed, progress))
        except UserError as slip:
            yield Heard(one, None, str(slip))


def run_part_in_history(claims: Sequence[Claim], pairs: int, people: int | None, store: Store, part: Shard,
                        seed: int = SEED) -> int:
    """Run one part of the worlds, for processes that share a store: some seeds of some claims, with each past in a
    single part as far as possible. Returns how many worlds were run."""
    runnable = [in_history(one, people) for one in claims
                if one.described.in_history is not None and not one.described.in_history.barred]
    runnable.sort(key=lambda one: one.layout_of_branch.branch.zero)
    blocks = -(-part.of // pairs)
    units = [(seed + k, runnable[block::blocks]) for k in range(pairs) for block in range(blocks)]
    ran, here = 0, Here(1)
    for one_seed, some in units[part.number - 1::part.of]:
        for one in some:
            one.validate()
            _, new = gather({cell.label: piece for cell, piece in one.pieces().items()}, [one_seed], store,
                            title=one.title, executor=here, runner=BranchRunner(store))
            ran += sum(new.values())
    return ran

"""An experiment on a branch of a scenario: its arms, set-up, measures and tests, in the month that it refers to.

Month 0 of the experiment is a month of the scenario, and the control is the scenario's unchanged continuation. The arms
hold their levers from their months on, as the arms of a what-if do (history/branching.py): later orders on the same
levers are overridden. Only the named tables of the set-up in [regime] are applied: groups, persons, factions,
prisoners, rings and clans are chosen among the people who are present then (engine/late_setup.py); levers, parameters,
inputs, delegations and rows of the schedule apply from month 0 on. Society, traits and ties are those of the scenario.
The event `regime`, by which a set-up changes all levers at once, is omitted, so the regime as a whole also follows the
scenario.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unanimity.engine.late_setup import LATER, apply_setup_late, named_only
from unanimity.experiments.cells import NOTHING_OWN, Cell, Layout, Own, joined, substituted
from unanimity.experiments.description import ChangeTable, ExperimentFile
from unanimity.experiments.executor import Executor
from unanimity.experiments.seed_runs import Piece, Progress, answers_of, asked_of
from unanimity.experiments.store import Store, World, key_of
from unanimity.history.branch_past import PLACES_AT_ONCE, Past, live, with_more_room
from unanimity.history.branching import Arm, held_from, same_until_the_end
from unanimity.regimes import Regime
from unanimity.regimes.load import preset_table, read_rows, regime_of
from unanimity.regimes.plausible import laid_on
from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError
from unanimity.support.source_hash import source_hash

DATED = ("levers", "parameters", "inputs", "delegate", "schedule")  # tables of [regime] that hold from month 0 on
LAYABLE = (*LATER, *DATED)
_SPAN = re.compile(r"\b(cohort\(|(?:other_)?logged\(\w+, )(\d+)\.\.(\d+)")
_MONTH = re.compile(r"\b(\w+_month)( *(?:==|!=|>=|<=|>|<) *)(\d+)\b")


def in_the_branch(expression: str, zero: int) -> str:
    """Convert the months in an expression's selectors to months of the run; the engine's clock shifts its windows.

    >>> in_the_branch("share(crime_month == 12, members and cohort(0..5), 6..end)", 96)
    'share(crime_month == 108, members and cohort(96..101), 6..end)'
    """
    text = _SPAN.sub(lambda m: f"{m[1]}{int(m[2]) + zero}..{int(m[3]) + zero}", expression)
    return _MONTH.sub(lambda m: f"{m[1]}{m[2]}{int(m[3]) + zero}", text)


@dataclass(frozen=True)
class Branch:
    """Where an experiment branches off: the scenario, and the month of it that the experiment calls month 0.

    `lays` lists the tables of [regime] to apply; `sets` gives levers that all arms hold from month 0 on; `drops` lists
    rows of the scenario's schedule that all arms omit. `stops` are months at which the pasts of other experiments end,
    from which this past may be continued.
    """

    scenario: str
    zero: int
    lays: tuple[str, ...]
    sets: tuple[tuple[str, Any], ...] = ()
    drops: tuple[str, ...] = ()
    stops: tuple[int, ...] = ()


class BranchLayout(Layout):
    """The cells of an experiment as branches of a scenario."""

    def __init__(self, described: ExperimentFile, where: str, branch: Branch,
                 parameters: Mapping[str, float] | None = None, off: frozenset[str] = frozenset(),
                 own: Own = NOTHING_OWN) -> None:
        super().__init__(described, where, parameters, off, own)
        self.branch = branch
        self.full: dict[Cell, Regime] = {}  # with what is applied at the branch
        self.idle: list[str] = []  # arms and levels that only hold what is already in force
        self._kinds: dict[str, Regime] = {}

    @cached_property
    def scenario(self) -> Regime:
        """The unchanged scenario, as long as the experiment runs."""
        return self._kind({}, [])

    def check_arms(self) -> None:
        """Refuse nothing: that an arm equals the historical course is a finding, and is reported."""

    def _make(self, cell: Cell) -> Regime:
        """The regime with which a cell's worlds are initialised; `full` keeps the one with what is applied at the
        branch."""
        tables, rows = self._laid(cell)
        full = self._kind(tables, rows)
        regime = dataclasses.replace(full, schedule=self.scenario.schedule)
        own = {**dict(self.branch.sets), **self._timed(self._own_table(cell))}
        regime = self._held(regime, "regime", own, 0, self.branch.drops)
        for place, change in self._changes(cell):
            month = self._month(change, place)
            regime = self._held(regime, place, self._timed(change), 0 if month is None else month)
        entries = [self._from_the_branch(entry) for entry in read_rows(rows, full, self.where)]
        schedule = tuple(sorted([*regime.schedule, *entries], key=lambda entry: entry.month))
        regime = dataclasses.replace(regime, schedule=schedule, off=regime.off | self.off)
        self.full[cell] = regime
        return dataclasses.replace(regime, setup=named_only(regime.setup, self.scenario.setup))

    def _from_the_branch(self, entry: Entry) -> Entry:
        return dataclasses.replace(entry, month=max(entry.month, self.branch.zero))

    def _kind(self, tables: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Regime:
        """The scenario with tables of a set-up; the rows are included for the names that they define."""
        mark = repr((tables, rows))
        if mark not in self._kinds:
            whole = preset_table(self.branch.scenario)
            months = self.branch.zero + (self.described.months or whole["run"]["months"])
            whole = {**whole, "run": {**whole["run"], "months": max(months, whole["run"]["months"])}}
            if self.described.people is not None:
                whole["society"] = {**whole["society"], "people": self.described.people}
            whole = joined(whole, {**tables, **({"schedule": list(rows)} if rows else {})})
            made = regime_of(whole, self.where, (), self.own.mechanisms, self.own.after)
            if made.setup.own_levers:
                own = ", ".join(made.setup.own_levers)
                raise UserError(f"{self.where}: in_history.lays: a lever of one's own ({own}) is given to "
                                f"people at birth; allowed: groups and assignments without sets.")
            made = dataclasses.replace(made, name=self.branch.scenario, months=months)
            self._kinds[mark] = laid_on(made, self.parameters)
        return self._kinds[mark]

    def _laid(self, cell: Cell) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The tables that are applied at the branch, and the rows of the schedule in months of the scenario."""
        own = substituted({name: table for name, table in self.described.regime.items() if name in self.branch.lays},
                          self._values(cell), self.where)
        tables = {name: table for name, table in own.items() if name in LATER}
        rows = list(own.get("schedule", []))
        for _, change in self._changes(cell):
            tables = joined(tables, {name: table for name, table in change.structural.items() if name in LATER})
            rows += change.structural.get("schedule", [])
        return _without_ties(tables), [self._shifted(row) for row in rows if row.get("event") != "regime"]

    def _shifted(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row or a delegation with its months converted to months of the scenario."""
        return {key: value + self.branch.zero if key in ("month", "until", "announced") and isinstance(value, int)
                else value for key, value in row.items()}

    def _own_table(self, cell: Cell) -> ChangeTable:
        """The part of [regime] that holds from month 0 on."""
        own = {name: table for name, table in self.described.regime.items()
               if name in self.branch.lays and name in DATED and name != "schedule"}
        return ChangeTable.model_validate(substituted(own, self._values(cell), self.where))

    def _timed(self, change: ChangeTable) -> dict[str, Any]:
        found = super()._timed(change)
        if "delegate" in found:
            found["delegate"] = [self._shifted(one) for one in found["delegate"]]
        return found

    def _held(self, regime: Regime, name: str, changes: Mapping[str, Any], month: int,
              drops: tuple[str, ...] = ()) -> Regime:
        """The regime that holds these changes from a month of the experiment on, without the dropped rows."""
        if not changes and not drops:
            return regime
        try:
            made, _ = held_from(regime, self.branch.zero + month, Arm(name, dict(changes), drop=drops))
        except UserError as slip:
            raise UserError(f"{self.where}: {name}, in history: {slip}") from None
        if same_until_the_end(made, regime) and (line := f"{name}: what it holds is in force then anyway, so that it "
                                                         f"changes nothing.") not in self.idle:
            self.idle.append(line)
        return made


def _without_ties(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Persons and groups without a number of ties, since ties are set at initialisation."""
    return {name: [{key: value for key, value in one.items() if key != "degree"} for one in table]
            if isinstance(table, list) else table for name, table in tables.items()}


def check_lays(lays: Iterable[str], regime: Mapping[str, Any], where: str) -> None:
    """Refuse a table that does not exist, or that applies only at initialisation."""
    for name in lays:
        if name not in LAYABLE:
            raise UserError(f"{where}: in_history.lays = {name!r} is not allowed; allowed: {', '.join(LAYABLE)}, as "
                            f"far as [regime] has them.")
        if name not in regime:
            raise UserError(f"{where}: in_history.lays = {name!r}: [regime] has no such table; allowed: "
                            f"{', '.join(one for one in LAYABLE if one in regime) or 'none'}.")


@dataclass(frozen=True)
class BranchPiece(Piece):
    """A cell whose worlds continue those of a scenario. `regime` is the regime with which they were initialised, `full`
    the one with what is applied at the branch."""

    branch: Branch = Branch("", 0, ())
    full: Regime | None = None
    scenario: Regime | None = None

    @property
    def zero(self) -> int:
        """The month of the branch."""
        return self.branch.zero

    @property
    def world_months(self) -> int:
        """The number of months after the branch."""
        return self.regime.months - self.branch.zero

    @property
    def worlds_that_fit(self) -> int:
        """How many worlds one batch should hold."""
        return max(1, PLACES_AT_ONCE // self.regime.tree.people)

    @cached_property
    def key(self) -> str:
        """The digest of everything that its numbers depend on, except the seed."""
        assert self.full is not None and self.scenario is not None
        return key_of({"regime": self.full.fingerprint, "of": self.scenario.fingerprint, "zero": self.zero,
                       "months": self.regime.months, "treated": self.treated_at,
                       "asked": [[q.expression, q.monthly] for q in self.questions], "source": source_hash()})

    def shares_a_batch_with(self) -> tuple[Any, ...]:
        """What pieces must have in common to share a batch."""
        assert self.scenario is not None
        return (*super().shares_a_batch_with(), self.zero, self.scenario.fingerprint)

    def past(self, store: Store) -> Past:
        """The months before the branch, kept in a store; all experiments at that month share them."""
        assert self.scenario is not None
        return Past(self.scenario.but({"months": max(1, self.zero)}), self.zero, (), store, self.branch.stops)


@dataclass(frozen=True)
class BranchRunner:
    """Runs worlds of branches from pasts in a store; a missing past is run and stored first."""

    store: Store
    travels = True  # it may run in another process, which sees the same store

    def __call__(self, pieces: Sequence[Piece], seeds: Sequence[int], events: Iterable[str], threads: int | None,
                 tell: Progress) -> list[World]:
        """One world for each piece and seed, as one batch."""
        first = pieces[0]
        assert isinstance(first, BranchPiece)
        past, total, done = first.past(self.store), first.world_months * len(seeds), 0

        def months(what: str, more: int) -> None:
            nonlocal done
            done += more
            tell(what, min(done, total), total)

        past.run(past.missing(list(dict.fromkeys(seeds))), threads, lambda what, more: tell(what, 0, total))
        found: list[World] = []

        def work(log_rows: int | None) -> None:
            batch = past.batch([piece.regime for piece in pieces], seeds, log_rows, months)
            apply_setup_late(batch, [_full(piece) for piece in pieces])
            asking = asked_of(pieces, seeds, events)
            live(batch, first.regime.months, asking, threads, months)
            found[:] = [_since(world, first.zero) for world in answers_of(asking, batch, first.questions)]

        with_more_room(first.regime, work)
        return found


def _full(piece: Piece) -> Regime:
    assert isinstance(piece, BranchPiece) and piece.full is not None
    return piece.full


def _since(world: World, zero: int) -> World:
    """A world's answers from the branch on, with months counted as the experiment counts them."""
    late = world.months >= zero
    return World(world.totals, world.months[late] - zero, world.courses[:, late], world.digest)


def run_past(past: Past, seed: int, threads: int | None, tell: Callable[[str, int, int], None]) -> None:
    """Run and store one past, as a job of an executor."""
    if past.missing([seed]):
        past.run([seed], threads, lambda what, more: tell(what, more, past.months))


def run_pasts(pieces: Iterable[Piece], seeds: Sequence[int], store: Store, executor: Executor) -> int:
    """Run the pasts that the pieces need in parallel, before their branches; returns how many were run."""
    pasts = {(one.zero, one.scenario.fingerprint if one.scenario else ""): one.past(store) for one in pieces
             if isinstance(one, BranchPiece)}
    wanted = [(past, seed) for past in pasts.values() for seed in past.missing(seeds)]
    if wanted:
        store.check_writable()
    jobs = ((number, (run_past, one)) for number, one in enumerate(wanted))
    for _ in executor.done(jobs, lambda number, what, done, total: None):
        pass
    return len(wanted)

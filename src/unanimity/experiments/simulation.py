"""One world to step through and inspect, month by month: `sim.step(); sim.people["fear"]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.engine import look
from unanimity.engine.batch import Batch, check_seed, make_batch
from unanimity.engine.case_logs import LogOverflow
from unanimity.engine.collect import recorded, result_of
from unanimity.engine.run import default_threads, lay_record, run_months, warm_up
from unanimity.engine.simulate import MOST_ROWS, chosen_measures
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.saved import runs_only_the_catalogue
from unanimity.results import Result
from unanimity.results.network import Network
from unanimity.support.errors import UserError, refuse, whole_number
from unanimity.support.progress import progress
from unanimity.support.source_hash import source_hash
from unanimity.world.argument_checks import in_plain_words

# what holds from initialisation and cannot be changed in a later month
FROM_BIRTH = ("people", "months", "burn_in", "tree", "spare", "moving", "statute", "mechanisms")


class Simulation:
    """One world that is run step by step.

    It starts at month 0, after the burn-in (`from_birth=True`: at initialisation, before the burn-in). `step()`
    simulates a month; `people`, `units`, `network`, `country` and `measures` show the current state and change nothing.
    `change` sets levers, parameters or inputs from the present month on. The same steps give the same bits as `un.run`
    of the same regime and seed.

    >>> sim = Simulation("law", seed=1, people=256, months=12)
    >>> sim.step(3).month, sim.people["fear"].between(0, 1).all()
    (3, np.True_)
    """

    @in_plain_words
    def __init__(self, base: str | Path | Regime, changes: Mapping[str, Any] | None = None, *, seed: int = 0,
                 months: int | None = None, people: int | None = None, measures: Sequence[str] = (),
                 threads: int | None = None, from_birth: bool = False) -> None:
        check_seed(seed)
        sizes = {key: value for key, value in (("people", people), ("months", months)) if value is not None}
        self.regime = load_regime(base).but({**(changes or {}), **sizes})
        self.seed = int(seed)
        self._wanted = [measures] if isinstance(measures, str) else list(measures)
        self._threads = whole_number(default_threads() if threads is None else threads, "threads",
                                     "a whole number from 1 up", 1)
        self._log_rows: int | None = None
        self._seen: dict[str, Any] = {}
        self._first = self.regime
        self._born()
        if not from_birth:
            self._to(0)

    def __repr__(self) -> str:
        return (f"{self.regime.name}, seed {self.seed}, at the head of month {self.month} of {self.regime.months} "
                f"({self.regime.society.people:,} people; .step(), .people, .network, .measures, .result())")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles and copies are run again up to the same month, to the same bits: the schedule holds every change."""
        return _again_at, (self.regime, self.seed, self._wanted, self._threads, self.month)

    @property
    def month(self) -> int:
        """The month that the next step simulates."""
        return self._batch.month

    @property
    def is_over(self) -> bool:
        """Whether the last month of the regime has been simulated."""
        return self.month >= self.regime.months

    def step(self, months: int = 1) -> Simulation:
        """Simulate so many months; returns the simulation itself."""
        count = whole_number(months, "months", "a whole number from 1 up", 1)
        if self.month + count > self.regime.months:
            raise UserError(f"step: {self.regime.name} has {self.regime.months} months and stands at the head of "
                            f"month {self.month}; allowed: at most {self.regime.months - self.month} more, or "
                            f"Simulation(..., months=) with more.")
        return self._to(self.month + count)

    def run(self, until: int | None = None) -> Simulation:
        """Simulate all months before `until` (default: to the regime's end); returns the simulation itself."""
        last = self.regime.months if until is None else whole_number(until, "until", "a month of the run")
        if not self.month <= last <= self.regime.months:
            raise refuse("", "until", until, f"a month from {self.month} to {self.regime.months}")
        return self._to(last)

    def change(self, changes: Mapping[str, Any] | None = None, **levers: Any) -> Simulation:
        """Set levers, parameters or inputs from the present month on; returns the simulation itself.

        >>> Simulation("apparatus", people=256, months=6).step().change(ballot="secret").step().month
        2
        """
        wanted = {**(changes or {}), **{key.replace("__", "."): value for key, value in levers.items()}}
        for key in wanted:
            if key in FROM_BIRTH:
                raise UserError(f"change: {key} is not allowed; allowed: levers, parameters, inputs and delegate. "
                                f"{key} holds from initialisation: un.Simulation(..., {{{key!r}: ...}}).")
        self.regime = self.regime.from_month(self.month, wanted)
        self._batch.regimes = (self.regime,)
        return self

    @property
    def people(self) -> pd.DataFrame:
        """Every person: residence, traits, state, office (docs/reference/state.md)."""
        return self._once("people", lambda: look.people(self._batch)).copy(deep=False)

    def people_with(self, columns: Sequence[str] = ()) -> pd.DataFrame:
        """Every person, with only the named columns; faster if there are many people."""
        return look.people(self._batch, 0, columns) if columns else self.people

    @property
    def units(self) -> pd.DataFrame:
        """Every unit of the tree: level, parent unit, its columns."""
        return self._once("units", lambda: look.units(self._batch)).copy(deep=False)

    @property
    def country(self) -> pd.Series:
        """The columns of the country."""
        return look.country(self._batch)

    @property
    def network(self) -> Network:
        """The network of ties: `.edges`, `.degree`, `.to_networkx()`, `.to_igraph()`."""
        found: Network = self._once("network", lambda: look.network(self._batch))
        return found

    @property
    def measures(self) -> pd.Series:
        """Every measure of the last simulated month, for the country."""
        months, values = recorded(self._batch)
        if not len(months):
            raise UserError("measures: no month has been lived through yet; allowed: after sim.step().")
        names = [measure.name for measure in self._batch.plan.measures]
        return pd.Series(values[-1, 0, -1], index=pd.Index(names, name="measure"), name=int(months[-1]))

    def of(self, measure: str, place: str = "country") -> pd.Series:
        """One measure by month, up to the last simulated month."""
        return self.result().of(measure, place)[0].rename(measure)

    def result(self) -> Result:
        """The Result of the months simulated so far, as `un.run` returns it."""
        if not len(recorded(self._batch)[0]):
            raise UserError("result: no month has been lived through yet; allowed: after sim.step().")
        return result_of(self._batch, ("",), 0.0, self._threads)

    # --- the batch of one world --------------------------------------------------------------------------------------
    def _born(self) -> None:
        self._batch: Batch = make_batch([self._first], [self.seed], chosen_measures(self._wanted, self._first),
                                        log_rows=self._log_rows)
        lay_record(self._batch, self._first.months + self._first.burn_in)
        warm_up(self._batch)

    def _to(self, month: int) -> Simulation:
        self._seen = {}
        begun = self._batch.month
        with progress(self.regime.name, month - begun, "months") as bar:
            def tell(at: Batch) -> bool:
                bar.at(at.month - begun)
                return True

            try:
                run_months(self._batch, month, self._threads, tell)
            except LogOverflow:  # restart with a larger log; the schedule holds all changes made so far
                self._log_rows, self._first = MOST_ROWS * self._batch.people, self.regime
                self._born()
                run_months(self._batch, month, self._threads)
        return self

    def _once(self, name: str, make: Any) -> Any:
        if name not in self._seen:
            self._seen[name] = make()
        return self._seen[name]


def _again_at(regime: Regime, seed: int, measures: list[str], threads: int, month: int) -> Simulation:
    """A simulation as it stood at the head of a month."""
    return Simulation(regime, seed=seed, measures=measures, threads=threads, from_birth=True)._to(month)


class Again:
    """Simulates the worlds of a result again on request (`people`, `network`); it keeps the last one."""

    def __init__(self, regimes: Sequence[Regime], seeds: Sequence[int]) -> None:
        self._regimes, self._seeds = tuple(regimes), tuple(seeds)
        self._kept: tuple[int, Simulation] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Again, (self._regimes, self._seeds)  # the kept world is not pickled

    def seen(self, world: int, month: int) -> Simulation:
        """A world at the end of a month."""
        if self._kept is None or self._kept[0] != world or self._kept[1].month > month + 1:
            self._kept = (world, Simulation(self._regimes[world], seed=self._seeds[world], from_birth=True))
        return self._kept[1].run(month + 1)

    def save(self, folder: Path) -> list[str]:
        """Write each regime into a folder; returns the file of each world (None if it cannot be written)."""
        files: dict[int, str] = {}
        for regime in {id(regime): regime for regime in self._regimes}.values():
            name = f"regime-{regime.fingerprint}-{regime.months}.toml"
            if runs_only_the_catalogue(regime) and regime.whole:
                regime.save(folder / name)
                files[id(regime)] = name
        return [files.get(id(regime), "") for regime in self._regimes]

    @staticmethod
    def read(folder: Path, files: Sequence[str], seeds: Sequence[int], source: object) -> Again | None:
        """Restore from the files that `save` wrote, if the rules are still those of the run."""
        if not files or "" in files or source != source_hash():
            return None
        try:
            known = {name: load_regime(folder / name) for name in dict.fromkeys(files)}
        except UserError:
            return None
        return Again([known[name] for name in files], [int(seed) for seed in seeds])

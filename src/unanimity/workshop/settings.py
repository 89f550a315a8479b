"""Settings as worlds: runs every setting in several worlds, through the store, many settings per batch.

All settings share seeds, so they have the same people with the same luck, and differences come from the settings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unanimity.engine.batch import check_seed
from unanimity.engine.questions import events_of
from unanimity.experiments.executor import Executor
from unanimity.experiments.seed_runs import Name, Piece, Question, Runner, Shard, asked_of, gather, run_worlds
from unanimity.experiments.store import Store, World
from unanimity.regimes import Regime, load_regime
from unanimity.support.errors import UserError, refuse
from unanimity.support.progress import Wish, telling

MOST_WORLDS = 10_000


class Settings:
    """A regime, its measures, and how it is run at any setting."""

    def __init__(self, base: str | Path | Regime, measures: Mapping[str, str], *, worlds: int, months: int | None,
                 people: int | None, seed: int, at: int | None, store: Store | str | Path | None, keep: bool,
                 executor: Executor | None, progress: Wish, title: str, runner: Runner = run_worlds,
                 monthly: Collection[str] = ()) -> None:
        sizes = {key: value for key, value in (("people", people), ("months", months)) if value is not None}
        self.regime = load_regime(base).but(sizes)
        self.measures = dict(measures)
        if isinstance(worlds, bool) or not isinstance(worlds, int) or not 1 <= worlds <= MOST_WORLDS:
            raise refuse(title, "worlds", worlds, f"a whole number from 1 to {MOST_WORLDS:,}")
        check_seed(seed)
        if at is not None and not (isinstance(at, int) and -self.regime.burn_in <= at < self.regime.months):
            raise refuse(title, "at", at, f"a month of the run, {-self.regime.burn_in} to {self.regime.months - 1}, or "
                                          f"nothing: from initialisation, before burn-in")
        self.seeds = [seed + k for k in range(worlds)]
        self.at, self.title, self.executor, self.progress, self.runner = at, title, executor, progress, runner
        self.store = None if not keep else store if isinstance(store, Store) else Store(store)
        self.ran = 0
        self.questions = tuple(Question(text, text in monthly) for text in sorted(set(self.measures.values())))
        asked_of([Piece(self.regime, self.questions, self._treated)], [0], events_of(self.regime))

    @property
    def _treated(self) -> int:
        return self.at or 0

    def at_setting(self, setting: Mapping[str, Any]) -> Regime:
        """The regime at that setting, from initialisation or from the month `at` on."""
        try:
            return self.regime.but(setting) if self.at is None else self.regime.from_month(self.at, setting)
        except UserError as slip:
            raise UserError(f"{self.title}: {slip}") from None

    def pieces(self, settings: Sequence[Mapping[str, Any]]) -> dict[Name, Piece]:
        """Each setting as a regime with questions, by its number."""
        return {number: Piece(self.at_setting(setting), self.questions, self._treated)
                for number, setting in enumerate(settings)}

    def worlds(self, settings: Sequence[Mapping[str, Any]]) -> dict[Name, dict[int, World]]:
        """The worlds of every setting, by its number and by seed."""
        with telling(self.progress, f"{self.title}, {len(settings)} settings", "world-months") as tell:
            worlds, ran = gather(self.pieces(settings), self.seeds, self.store, title=self.title,
                                 executor=self.executor, progress=tell, runner=self.runner)
        self.ran += sum(ran.values())
        return worlds

    def run(self, settings: Sequence[Mapping[str, Any]]) -> np.ndarray:
        """The measured values: settings, worlds, measures (in the order of `measures`)."""
        worlds = self.worlds(settings)
        asked = [question.expression for question in self.questions]
        places = [asked.index(text) for text in self.measures.values()]
        return np.array([[worlds[number][seed].totals[places] for seed in self.seeds]
                         for number in range(len(settings))])

    def run_shard(self, settings: Sequence[Mapping[str, Any]], shard: Shard) -> int:
        """Run one part of the settings' worlds into the store; returns their number."""
        with telling(self.progress, f"{self.title}, a part", "world-months") as tell:
            _, ran = gather(self.pieces(settings), self.seeds, self.store, title=self.title, executor=self.executor,
                            shard=shard, progress=tell)
        return sum(ran.values())


def named_measures(measures: Mapping[str, str] | Sequence[str], where: str) -> dict[str, str]:
    """Measures by name: a table {name: expression}, or a list of expressions that are their own names."""
    measures = [measures] if isinstance(measures, str) and measures.strip() else measures
    if not measures or isinstance(measures, str):
        raise refuse(where, "measures", measures, 'a list such as ["unanimity"], or a table {name: expression}')
    pairs = list(measures.items()) if isinstance(measures, Mapping) else [(text, text) for text in measures]
    for name, text in pairs:
        if not isinstance(name, str) or not isinstance(text, str) or not text.strip():
            raise refuse(where, "measures" if name is text else f"measures.{name}", text,
                         "an expression (unanimity docs measures)")
    return dict(pairs)

"""A scenario's targets evaluated at many parameter settings, in worlds with common seeds, through the store, pooled.

The parts of the targets' expressions give one number per world. They are pooled over the worlds of a setting and
combined as in `history check`, and the distance is that of `history/distance.py`, so that the distance of a setting
from the record has only one definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.executor import Executor
from unanimity.experiments.seed_runs import Runner, run_worlds
from unanimity.experiments.store import Store, World
from unanimity.history.distance import distance, floor_of, seen
from unanimity.history.target_check import Questions
from unanimity.history.targets import OF_TWO, Target
from unanimity.regimes import Regime
from unanimity.results.uncertainty_split import over_known
from unanimity.support.progress import Wish
from unanimity.workshop.settings import Settings


@dataclass(frozen=True)
class Means:
    """Where and how trials are run."""

    store: Store | str | Path | None = None
    keep: bool = True
    executor: Executor | None = None
    progress: Wish = None
    runner: Runner = run_worlds


@dataclass(frozen=True)
class Answered:
    """The answers of the worlds of some settings, and how far each setting lies from the record."""

    asked: Questions
    targets: tuple[Target, ...]
    parts: np.ndarray  # settings, worlds, texts of `asked`
    people: np.ndarray  # settings: people of all worlds together

    def _by_text(self, worth: Callable[[np.ndarray], np.ndarray]) -> dict[str, np.ndarray]:
        return {text: worth(self.parts[:, :, place]) for place, text in enumerate(self.asked.texts)}

    @cached_property
    def numbers(self) -> np.ndarray:
        """The number of each target at each setting, its worlds pooled: settings, targets."""
        return self._worth(self._by_text(lambda values: over_known(values, 1)))

    def _worth(self, values: Mapping[str, np.ndarray]) -> np.ndarray:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.stack([np.broadcast_to(self.asked.worth(one, values), self.parts.shape[:1])
                             for one in self.targets], axis=-1) if self.targets else np.empty((len(self.parts), 0))

    @cached_property
    def distances(self) -> np.ndarray:
        """The log-distance of each target at each setting; NaN if the pool is too small to estimate it."""
        found = np.full(self.numbers.shape, np.nan)
        for setting, row in enumerate(self.numbers):
            answers: pd.DataFrame | None = None
            for place, one in enumerate(self.targets):
                made = math.nan
                if one.kind in OF_TWO and math.isfinite(one.events):
                    if answers is None:
                        answers = pd.DataFrame(self.parts[setting], columns=self.asked.texts)
                    made = self.asked.made(one, answers)
                if seen(one, row[place], self.people[setting], made):
                    found[setting, place] = distance(one, row[place], self.people[setting])
        return found

    @property
    def mean_distance(self) -> np.ndarray:
        """The mean log-distance of each setting over the targets that its pool can estimate."""
        return over_known(self.distances, 1)

    @cached_property
    def logs(self) -> np.ndarray:
        """The logarithms of the numbers, floored at the smallest number distinguished from zero: settings, targets."""
        return self._logs(self.numbers)

    def _logs(self, numbers: np.ndarray) -> np.ndarray:
        floors = np.array([[floor_of(one, people) for one in self.targets] for people in self.people])
        return np.where(np.isfinite(numbers), np.log(np.maximum(numbers, floors)), np.nan)

    @cached_property
    def pseudo(self) -> np.ndarray:
        """Jackknife pseudo-values of the logarithms (Tukey 1958): settings, worlds, targets.

        Their mean is the pooled number, and their variance divided by the number of worlds is that of the pool; in a
        single world a rare row would often be zero or unknown.
        """
        worlds = self.parts.shape[1]
        if worlds < 2:
            return self.logs[:, None, :]
        found = np.empty((len(self.parts), worlds, len(self.targets)))
        for world in range(worlds):
            rest = [k for k in range(worlds) if k != world]
            without = self._worth(self._by_text(lambda values, rest=rest: over_known(values[:, rest], 1)))  # type: ignore[misc]
            found[:, world] = worlds * self.logs - (worlds - 1) * self._logs(without)
        return np.where(np.isfinite(found), found, self.logs[:, None, :])

    def joined(self, other: Answered) -> Answered:
        """The settings of both; where one has fewer worlds, the rest of its row is unknown."""
        most = max(self.parts.shape[1], other.parts.shape[1])
        parts = [np.pad(one.parts, ((0, 0), (0, most - one.parts.shape[1]), (0, 0)), constant_values=np.nan)
                 for one in (self, other)]
        return Answered(self.asked, self.targets, np.concatenate(parts), np.concatenate([self.people, other.people]))

    def some(self, places: Sequence[int] | np.ndarray) -> Answered:
        """Only those settings."""
        return Answered(self.asked, self.targets, self.parts[places], self.people[places])


class Trials:
    """A scenario with its targets, ready to be run at any setting."""

    def __init__(self, regime: Regime, targets: Sequence[Target], where: str, *, seed: int, means: Means, title: str,
                 monthly: Sequence[str] = ()) -> None:
        self.targets = tuple(one for one in targets if not one.missing)
        self.asked = Questions(regime, self.targets, where)
        self.regime = regime.but({"months": self.asked.months(regime)})
        self.seed, self.means, self.title = seed, means, title
        self.monthly = [text.replace("WINDOW", f"0..{self.regime.months - 1}") for text in monthly]
        self.ran = 0

    @property
    def workers(self) -> int:
        """How many processes run the worlds."""
        return 1 if self.means.executor is None else self.means.executor.workers

    def _settings(self, worlds: int) -> Settings:
        texts = list(dict.fromkeys([*self.asked.texts, *self.monthly]))
        means = self.means
        return Settings(self.regime, {text: text for text in texts}, worlds=worlds, months=None, people=None,
                        seed=self.seed, at=None, store=means.store, keep=means.keep, executor=means.executor,
                        progress=means.progress, title=self.title, runner=means.runner, monthly=self.monthly)

    def run(self, settings: Sequence[Mapping[str, Any]], worlds: int) -> Answered:
        """The answers of so many worlds at each setting."""
        return self.with_worlds(settings, worlds)[0]

    def with_worlds(self, settings: Sequence[Mapping[str, Any]], worlds: int
                    ) -> tuple[Answered, list[list[World]], list[str]]:
        """The same with the worlds themselves (settings, worlds) and the texts of their courses."""
        made = self._settings(worlds)
        found = made.worlds(settings)
        self.ran += made.ran
        texts = [question.expression for question in made.questions]
        places = [texts.index(text) for text in self.asked.texts]
        by_setting = [[found[number][seed] for seed in made.seeds] for number in range(len(settings))]
        parts = np.array([[world.totals[places] for world in row] for row in by_setting])
        people = np.full(len(settings), float(self.regime.society.people * worlds))
        return Answered(self.asked, self.targets, parts, people), by_setting, texts

    def cost(self, settings: int, worlds: int) -> float:
        """The person-months that so many settings cost."""
        return float(settings * worlds * self.regime.society.people * (self.regime.months + self.regime.burn_in))

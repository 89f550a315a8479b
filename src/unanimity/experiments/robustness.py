"""How far a verdict depends on unknown parameter values, and on which mechanisms.

Robustness: the free parameters of the mechanisms claimed to be the cause are varied together by Latin hypercube (within
30 % of their defaults, or over their whole ranges), and the share of settings at which the verdict holds is reported.
Ablation: each of those mechanisms is switched off in turn; a claim that survives without the mechanism claimed to be
its cause is not explained by it. Plausible settings, such as the ensemble that agrees with a record, may replace the
hypercube; the measured values are then reported with two spreads, chance and ignorance. Everything runs through the
store, setting by setting, so it can be interrupted and continued.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from unanimity.experiments.cells import Cell
from unanimity.experiments.outcome import Outcome
from unanimity.experiments.seed_runs import Progress
from unanimity.regimes.plausible import Plausible
from unanimity.results.uncertainty_split import two_spreads
from unanimity.support.errors import UserError, refuse
from unanimity.verdicts import around, latin_hypercube, share_that, whole_ranges
from unanimity.world.spans import Parameter

if TYPE_CHECKING:
    from unanimity.experiments.experiment import Experiment

PLAUSIBLE = "plausible settings"
RANGES = {"30 percent": around, "whole range": whole_ranges}
SEED = 64  # of the hypercube
TOGETHER = 8  # settings per run, so that batches are large and an interruption loses little

RunTogether = Callable[[Sequence["Experiment"], Progress | None], list[Outcome]]


@dataclass(frozen=True)
class Robustness:
    """The verdicts at every setting of the free parameters."""

    ranges: str
    settings: tuple[dict[str, float], ...]
    words: tuple[str, ...]
    rivals: tuple[str, ...]
    pairs: int  # at each setting
    effects: tuple[float, ...] = ()  # of the main test, at each setting
    spreads: pd.DataFrame = field(default_factory=pd.DataFrame, compare=False)  # chance and ignorance
    notes: tuple[str, ...] = ()
    good: str = "holds"  # the word for an outcome as expected

    @property
    def told(self) -> str:
        """How the parameters were varied, in words."""
        return self.ranges if self.ranges == PLAUSIBLE else f"parameters moved by {self.ranges}"

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of settings at which the verdict holds, with its 90 % interval."""
        return share_that(self.words, self.good)

    @property
    def rival_share(self) -> tuple[float, float, float] | None:
        """The same for the rival."""
        return share_that(self.rivals, self.good) if any(self.rivals) else None

    @property
    def table(self) -> pd.DataFrame:
        """One row per setting: its number, its verdict, the rival's, the main effect, and its parameters."""
        return pd.DataFrame([{"setting": number, "verdict": word, "rival": rival, "effect": effect, **setting}
                             for number, (word, rival, effect, setting) in enumerate(
                                 zip(self.words, self.rivals, self.effects, self.settings, strict=True))])

    def record(self) -> dict[str, Any]:
        """As plain values."""
        share, low, high = self.share
        counts = {word: self.words.count(word) for word in dict.fromkeys(self.words)}
        rival = self.rival_share
        return {"ranges": self.ranges, "settings": len(self.words), "pairs": self.pairs,
                "parameters": sorted(self.settings[0]), "holds": share, "low": low, "high": high, "verdicts": counts,
                "rival_holds": rival[0] if rival else None, "effects": list(self.effects),
                "spreads": self.spreads.to_dict("records"), "notes": list(self.notes)}


@dataclass(frozen=True)
class Ablation:
    """The verdict with each mechanism off."""

    words: dict[str, str]
    rivals: dict[str, str]
    effects: dict[str, float]
    whole: str  # the verdict with all of them
    whole_rival: str
    pairs: int  # without each mechanism; the verdict with all may use more pairs
    good: str = "holds"

    def record(self) -> dict[str, Any]:
        """As plain values."""
        return {"verdict": self.whole, "rival": self.whole_rival, "without": self.words, "rival_without": self.rivals,
                "effects": self.effects, "needed": self.needed, "pairs": self.pairs}

    @property
    def needed(self) -> list[str]:
        """Mechanisms without which a verdict that holds no longer holds."""
        return [name for name, word in self.words.items() if self.whole == self.good and word != self.good]


def free_parameters(experiment: Experiment) -> list[Parameter]:
    """The parameters of the mechanisms that the experiment names, except those that it sets itself in any arm."""
    regimes = [experiment.layout.regime(cell) for cell in experiment.wanted()]
    fixed = {key for regime in regimes for key in regime.parameters} - set(experiment.layout.parameters)
    fixed |= {entry.name for regime in regimes for entry in regime.schedule if entry.kind == "parameter"}
    named = [m for m in experiment.control.mechanisms if m.id in experiment.described.explained_by]
    found = [p for mechanism in named for p in mechanism.fields if p.key not in fixed and p.span.low < p.span.high]
    if not found:
        raise UserError(f"{experiment.where}: explained_by = {experiment.described.explained_by!r} leaves no parameter "
                        f"to vary; allowed: mechanisms that have some.")
    return found


def robustness(experiment: Experiment, settings: int, run: RunTogether, *,
               ranges: str = "30 percent", seed: int = SEED, progress: Progress | None = None) -> Robustness:
    """Run the experiment at so many settings; `run` holds the arguments of the runs: pairs, store, threads."""
    if isinstance(settings, bool) or not isinstance(settings, int) or settings < 1:
        raise refuse(experiment.where, "robustness", settings, "a whole number from 1 up")
    if ranges not in RANGES:
        raise refuse(experiment.where, "ranges", ranges, ", ".join(RANGES))
    if not any(form.role == "expect" for form in experiment.forms.forms):
        raise _nothing_expected(experiment)
    drawn = latin_hypercube(RANGES[ranges](free_parameters(experiment)), settings, seed)
    return _at(experiment, drawn, run, ranges, progress, lambda number, found: None)


def at_plausible(experiment: Experiment, table: Plausible, run: RunTogether,
                 progress: Progress | None = None) -> Robustness:
    """Run the experiment at plausible settings, and separate chance from ignorance in every measured value."""
    kept: dict[tuple[Cell, str, str], dict[int, np.ndarray]] = {}

    def keep(number: int, found: Outcome) -> None:
        for cell, measure, column, apart in found.columns():
            kept.setdefault((cell, measure, "level"), {})[number] = column
            if apart is not None:
                kept.setdefault((cell, measure, "difference"), {})[number] = apart

    found = _at(experiment, list(table.settings), run, PLAUSIBLE, progress, keep)
    rows = [{"arm": cell.arm, **dict(cell.settings), "measure": measure, "what": what,
             **two_spreads(np.stack(list(columns.values())), table.shares[list(columns)]).row()}
            for (cell, measure, what), columns in kept.items()]
    notes = dict.fromkeys(note for cell in experiment.wanted() if (note := table.note(experiment.layout.regime(cell))))
    return dataclasses.replace(found, spreads=pd.DataFrame(rows), notes=tuple(notes))


def _at(experiment: Experiment, drawn: Sequence[dict[str, float]], run: RunTogether, ranges: str,
        progress: Progress | None, keep: Callable[[int, Outcome], None]) -> Robustness:
    """Run the experiment at each of the settings; `keep` is called once with every outcome."""
    words, rivals, effects = [], [], []
    for first in range(0, len(drawn), TOGETHER):
        some = drawn[first:first + TOGETHER]
        part = _part(progress, first, first + len(some), len(drawn))
        for number, found in enumerate(run([experiment.varied(one) for one in some], part), start=first):
            word, rival = found.words
            words.append(word or "none")
            rivals.append(rival)
            effects.append(_main_effect(found))
            keep(number, found)
    return Robustness(ranges, tuple(drawn), tuple(words), tuple(rivals), found.pairs, tuple(effects),
                      good=experiment.good)


def ablation(experiment: Experiment, whole: Outcome, run: RunTogether, *,
             progress: Progress | None = None) -> Ablation:
    """Run the experiment with each mechanism that it names switched off in turn."""
    names = [name for name in experiment.described.explained_by if name != "census"]
    if not names:
        raise UserError(f"{experiment.where}: explained_by names no mechanism to switch off; allowed: ids from "
                        f"'unanimity mechanisms list'.")
    words, rivals, effects = {}, {}, {}
    outcomes = run([experiment.varied(off=(name,)) for name in names], progress)
    for name, found in zip(names, outcomes, strict=True):
        words[name], rivals[name] = _words(found)
        effects[name] = _main_effect(found)
    return Ablation(words, rivals, effects, *_words(whole), outcomes[0].pairs, experiment.good)


def examined(outcome: Outcome, run: RunTogether, *, settings: int = 0,
             ranges: tuple[str, ...] = ("30 percent",), without: bool = False, table: Plausible | None = None,
             progress: Callable[[str], Progress | None] = lambda label: None) -> Outcome:
    """The outcome with its robustness, its results at a `table` of plausible settings, and its ablation, as
    requested."""
    experiment = outcome.experiment
    found = tuple(robustness(experiment, settings, run, ranges=kind, progress=progress(f"robustness, {kind}"))
                  for kind in ranges) if settings else ()
    if table is not None:
        found = (*found, at_plausible(experiment, table, run, progress(PLAUSIBLE)))
    off = ablation(experiment, outcome, run, progress=progress("ablation")) if without else None
    return dataclasses.replace(outcome, robustness=found, ablation=off)


def _words(found: Outcome) -> tuple[str, str]:
    if found.verdict is None:
        raise _nothing_expected(found.experiment)
    return found.words


def _main_effect(found: Outcome) -> float:
    finding = found.effect
    return finding.effect if finding is not None else float("nan")


def _nothing_expected(experiment: Experiment) -> UserError:
    return UserError(f"{experiment.where}: expect is empty, so there is no verdict; allowed: a list of forms.")


def _part(progress: Progress | None, first: int, last: int, of: int) -> Progress | None:
    """Progress of some settings as a part of all."""
    if progress is None:
        return None

    def tell(what: str, done: int, total: int) -> None:
        each = total // (last - first)
        progress(what, first * each + done, of * each)

    return tell

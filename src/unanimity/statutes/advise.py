"""What protects members? Each single change of a statute, and the best pairs of changes, in paired worlds.

Every change is run with the same members and the same random numbers as the statute itself. Its effect is reported on
five axes: silenced dissent, untold misconduct, capture of posts, turnout, and hours that it costs; each as the paired
difference with its 90 % interval. Changes are ranked by a sum over the axes: each clear difference counts as a share of
the largest clear one that any single change made, positive if it is an improvement; turnout and hours count half. A
difference is clear if its 99 % interval excludes 0 (99 % because some 250 differences are tested) and it is large
enough to be noticed.

Near-unanimous votes are not an axis: free assemblies carry nearly every motion (98 % in 203 Swiss communes), so
unanimity is no evidence of fear. The axis is dissent that was not voiced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from unanimity.experiments.compare import CONTROL, Comparison, check_pairs, compare
from unanimity.experiments.paired_rows import paired_row
from unanimity.regimes import Regime
from unanimity.statutes.questions import Question
from unanimity.statutes.shelf import asked_of, in_words, number_for, number_of, statute
from unanimity.support.progress import Wish

MONTHS, PAIRS, LAST = 60, 12, 24  # of a run; worlds of each change; last months evaluated
BEST = 4  # single changes whose pairs are run
HOURS_A_MEETING, HOURS_A_CASE, HOURS_AN_AUDIT = 2.0, 20.0, 8.0  # assumed; a month's audit of one unit
HOURS_SAID = (
    f"{HOURS_A_MEETING:g} for each meeting attended, {HOURS_AN_AUDIT:g} for each audit of a unit, "
    f"{HOURS_A_CASE:g} for each case"
)


class Axis(NamedTuple):
    """One axis on which a statute is evaluated."""

    id: str
    title: str
    unit: str
    good: int  # 1: more is better, -1: less is better
    weight: float
    least: float  # a smaller difference is not noticeable to a member
    more: str  # the wording if it increases
    less: str


AXES: tuple[Axis, ...] = (
    Axis(
        "silenced",
        "Silenced dissent",
        "members in 100 who would speak and do not",
        -1,
        1.0,
        0.5,
        "more members keep silent against their wish",
        "fewer members keep silent against their wish",
    ),
    Axis(
        "untold",
        "Untold misconduct",
        "open cases for 100 officers",
        -1,
        1.0,
        0.3,
        "more misconduct stays untold",
        "less misconduct stays untold",
    ),
    Axis(
        "capture",
        "Capture of posts",
        "posts in 100 that lead to one desk",
        -1,
        1.0,
        1.0,
        "more posts hang on one desk",
        "fewer posts hang on one desk",
    ),
    Axis("turnout", "Turnout", "members in 100 at a meeting", 1, 0.5, 0.5, "more members come", "fewer members come"),
    Axis("hours", "Cost", "hours a member and year", -1, 0.5, 0.5, "it costs more hours", "it costs fewer hours"),
)


class Effect(NamedTuple):
    """The effect of a change on one axis."""

    before: float
    after: float
    difference: float
    low: float
    high: float
    clear: bool  # its 99 % interval excludes 0, and a member would notice the difference


@dataclass(frozen=True)
class Tried:
    """A change of the statute (or two together), in words and as in a file, and its effects."""

    name: str
    says: str
    changes: Mapping[str, Any]
    effects: Mapping[str, Effect]
    score: float = 0.0
    alone: tuple[str, ...] = ()  # for a pair: the names of its two changes

    @property
    def sentence(self) -> str:
        """Its effects in plain words."""
        told = [
            (axis.more if effect.difference > 0.0 else axis.less) + f" ({effect.before:.1f} to {effect.after:.1f})"
            for axis in AXES
            for effect in [self.effects[axis.id]]
            if effect.clear
        ]
        return "; ".join(told) if told else "no clear difference"


@dataclass(frozen=True)
class Advice:
    """All changes that were run, the best first, with single changes and pairs separate."""

    regime: Regime
    singles: tuple[Tried, ...]
    pairs: tuple[Tried, ...]
    now: Mapping[str, float]  # the statute itself, axis by axis
    worlds: int
    months: int
    seed: int
    manifest: Mapping[str, Any] = field(repr=False, default_factory=dict)

    @property
    def ranked(self) -> list[Tried]:
        """Singles and pairs together, the best first."""
        return sorted((*self.singles, *self.pairs), key=lambda one: -one.score)

    def sentence(self) -> str:
        """The answer in one sentence."""
        best = self.singles[0] if self.singles else None
        if best is None or best.score <= 0.0:
            return "No single change of this statute does clearly better."
        return f"Of {len(self.singles)} single changes the best is: {best.says}: {best.sentence}."

    def record(self) -> dict[str, Any]:
        """Everything, for JSON."""

        def row(one: Tried) -> dict[str, Any]:
            return {
                "name": one.name,
                "says": one.says,
                "changes": dict(one.changes),
                "score": one.score,
                "sentence": one.sentence,
                "effects": {key: effect._asdict() for key, effect in one.effects.items()},
            }

        return {
            "statute": self.regime.name,
            "title": self.regime.title,
            "members": self.regime.society.people,
            "worlds": self.worlds,
            "months": self.months,
            "seed": self.seed,
            "now": dict(self.now),
            "answer": self.sentence(),
            "singles": [row(one) for one in self.singles],
            "pairs": [row(one) for one in self.pairs],
        }

    def report(self, path: str | Path) -> Path:
        """Write the printable page (advice.html in a folder, or the .html named); returns its path."""
        from unanimity.report.advice_page import write_advice

        return write_advice(self, AXES, HOURS_SAID, Path(path))


def changes_of(regime: Regime) -> dict[str, tuple[str, dict[str, Any]]]:
    """Every single change to run: its name, its wording, and what it sets."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for question in asked_of(regime):
        for value in question.tries:
            if _differs(question, value, regime):
                says = f"{question.asks} \u2192 {in_words(question, number_for(question, value))}"
                found[f"{question.key} = {value}"] = (says, {question.key: value})
    return found


def _differs(question: Question, value: str | float, regime: Regime) -> bool:
    if question.parameter:
        return number_for(question, value) != number_of(question, regime)
    setting = regime.levers[question.key]
    mixed = bool(setting.levels or setting.provinces)
    return mixed or number_for(question, value) != setting.everywhere


def advise(
    name: str | Path | Regime,
    *,
    pairs: int = PAIRS,
    months: int = MONTHS,
    members: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Wish = None,
) -> Advice:
    """Run each change of a statute, and the best pairs of changes.

    `pairs` worlds of each change and of the statute itself share members and random numbers; `members` overrides the
    file's number of members.
    """
    check_pairs(pairs)
    base = statute(name).but({"months": months})
    if members is not None:
        base = base.but({"people": members})
    single = changes_of(base)
    run = _Run(base, pairs, seed, threads, progress)
    singles = run.tried({key: (says, changes, ()) for key, (says, changes) in single.items()})
    scales = _scales(singles)
    ranked = tuple(sorted((_scored(one, scales) for one in singles), key=lambda one: -one.score))
    both = run.tried(_two_of([one for one in ranked if one.score > 0.0][:BEST]))
    together = tuple(sorted((_scored(one, scales) for one in both), key=lambda one: -one.score))
    return Advice(base, ranked, together, run.now, pairs, months, seed, run.manifest)


class _Run:
    """The statute's own worlds and those of its changes, with the same seeds throughout."""

    def __init__(self, base: Regime, pairs: int, seed: int, threads: int | None, progress: Wish) -> None:
        self.base, self.pairs, self.seed, self.threads, self.progress = base, pairs, seed, threads, progress
        self.now: dict[str, float] = {}
        self.manifest: Mapping[str, Any] = {}

    def tried(self, arms: Mapping[str, tuple[str, dict[str, Any], tuple[str, ...]]]) -> list[Tried]:
        """The effect of each of these changes, compared with the statute itself."""
        if not arms:
            return []
        found = compare(
            self.base,
            {key: changes for key, (_, changes, _) in arms.items()},
            pairs=self.pairs,
            seed=self.seed,
            threads=self.threads,
            progress=self.progress,
        )
        before = axes_of(found, CONTROL, self.base)
        if not self.now:
            self.now = {key: float(np.nanmean(values)) for key, values in before.items()}
            self.manifest = found.result.manifest
        tried = []
        for key, (says, changes, alone) in arms.items():
            after = axes_of(found, key, self.base.but(changes))
            effects = {axis.id: _effect(axis, before[axis.id], after[axis.id]) for axis in AXES}
            tried.append(Tried(key, says, changes, effects, alone=alone))
        return tried


def axes_of(found: Comparison, arm: str, regime: Regime) -> dict[str, np.ndarray]:
    """The five axes of one arm over the last two years, one number per world."""

    def values(measure: str) -> np.ndarray:
        return found.values(arm, measure, last=LAST)

    present = values("people_here")
    turnout = values("attendance")
    audits = regime.levers["inspection"].everywhere * 12.0 * regime.tree.units
    cases = 12.0 * values("held_for_inquiry")
    hours = 12.0 * HOURS_A_MEETING * turnout + (HOURS_AN_AUDIT * audits + HOURS_A_CASE * cases) / np.maximum(
        present, 1.0
    )
    return {
        "silenced": 100.0 * values("falsification_gap"),
        "turnout": 100.0 * turnout,
        "hours": hours,
        "untold": 100.0 * values("crimes_hidden") / np.maximum(values("posts_held"), 1.0),
        "capture": 100.0 * values("concentration_of_posts"),
    }


def widened(pairs: int) -> float:
    """How much wider the 99 % interval of so many pairs is than their 90 % interval (Student's t)."""
    from scipy.stats import t  # imported here because loading takes a second

    return float(t.ppf(0.995, pairs - 1) / t.ppf(0.95, pairs - 1))


def _effect(axis: Axis, before: np.ndarray, after: np.ndarray) -> Effect:
    row = paired_row("", "", before, after)
    apart, low, high = row["difference"], row["low"], row["high"]
    # some 250 differences are tested: at 90 % one in ten would be reported by chance, at 99 % one in a hundred
    sure = abs(apart) > widened(len(before)) * (high - low) / 2.0
    clear = bool((low > 0.0 or high < 0.0) and sure and abs(apart) >= axis.least)
    return Effect(row["control"], row["treated"], apart, low, high, clear)


def _scales(tried: Sequence[Tried]) -> dict[str, float]:
    """The largest clear difference that a single change made on each axis."""
    return {
        axis.id: max((abs(one.effects[axis.id].difference) for one in tried if one.effects[axis.id].clear), default=0.0)
        for axis in AXES
    }


def _scored(one: Tried, scales: Mapping[str, float]) -> Tried:
    total = sum(
        axis.weight * axis.good * one.effects[axis.id].difference / scales[axis.id]
        for axis in AXES
        if one.effects[axis.id].clear and scales[axis.id] > 0.0
    )
    return Tried(one.name, one.says, one.changes, one.effects, round(float(total), 6), one.alone)


def _two_of(best: Sequence[Tried]) -> dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]:
    """The pairs of the best changes, except two answers to one question."""
    found: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {}
    for one, two in combinations(best, 2):
        if not set(one.changes) & set(two.changes):
            found[f"{one.name} and {two.name}"] = (
                f"{one.says}; and {two.says}",
                {**one.changes, **two.changes},
                (one.name, two.name),
            )
    return found

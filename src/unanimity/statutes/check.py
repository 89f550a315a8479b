"""The statutes' results compared with what is known of real organisations: `unanimity statutes check`.

The numbers and their bands are in targets.toml, each with its source and the statutes to which it applies. A number
outside its band is reported as such; nothing is fitted here. Near-unanimous votes are a target like any other: free
assemblies carry 98 % of their motions, so unanimity alone is no evidence of fear.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from unanimity.experiments.run import run
from unanimity.regimes import Regime
from unanimity.statutes.shelf import STATUTES, statute
from unanimity.support.errors import refuse
from unanimity.support.number_format import DASH, percent, plain
from unanimity.support.progress import Wish

WORLDS, MONTHS, FEWEST_MONTHS = 4, 240, 132  # measures look at the last ten years; a year more before them
FILE = Path(__file__).parent / "targets.toml"
INSIDE, BELOW, ABOVE, TOLD, NONE = "inside", "below", "above", "told", "none"


class Target(BaseModel):
    """One known number with its band and source, and its measure in the model."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    asks: str
    measure: str
    known: float
    band: tuple[float, float]
    unit: Literal["percent", "months", "number"]
    of: tuple[Literal["union-two-party", "union-machine", "works-councils", "worker-coop", "membership-party",
                      "foundation"], ...] = Field(min_length=1)
    source: str = Field(min_length=10)
    compared: tuple[dict[str, str | float], dict[str, str | float]] | None = None

    @model_validator(mode="after")
    def _known_lies_in_its_band(self) -> Target:
        if not self.band[0] <= self.known <= self.band[1]:
            raise ValueError(f"{self.id}: known = {self.known} lies outside its band {self.band}")
        return self

    def said(self, value: float) -> str:
        """A number of this target as a page writes it."""
        if not np.isfinite(value):
            return DASH
        if self.unit == "percent":
            return percent(value)
        return f"{value:.1f}" if self.unit == "months" else plain(value)


@cache
def targets() -> tuple[Target, ...]:
    """All targets, in the order of the file."""
    return tuple(Target.model_validate(one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["target"])


class Found(NamedTuple):
    """A statute's result for one target: the number, and its position relative to the band."""

    value: float
    word: str  # inside, below, above; told: the number does not speak of this kind; none: there is nothing to measure


def word_of(target: Target, name: str, value: float) -> str:
    """Where a number lies."""
    if not np.isfinite(value):
        return NONE
    if name not in target.of:
        return TOLD
    return BELOW if value < target.band[0] else ABOVE if value > target.band[1] else INSIDE


@dataclass(frozen=True)
class Checked:
    """The results of the requested statutes by target."""

    names: tuple[str, ...]
    found: Mapping[str, Mapping[str, Found]]  # by target, then by statute
    worlds: int
    months: int
    seed: int

    @property
    def outside(self) -> list[tuple[str, str]]:
        """Target and statute of every number that lies outside its band."""
        return [(key, name) for key, row in self.found.items() for name, one in row.items()
                if one.word in (BELOW, ABOVE)]

    @property
    def judged(self) -> int:
        """How many numbers were compared with a band."""
        return sum(one.word in (INSIDE, BELOW, ABOVE) for row in self.found.values() for one in row.values())

    def record(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {"statutes": list(self.names), "worlds": self.worlds, "months": self.months, "seed": self.seed,
                "judged": self.judged, "outside": len(self.outside),
                "targets": [{"id": one.id, "asks": one.asks, "known": one.known, "band": list(one.band),
                             "unit": one.unit, "source": one.source, "measure": one.measure,
                             "found": {name: {"value": it.value if np.isfinite(it.value) else None, "word": it.word}
                                       for name, it in self.found[one.id].items()}} for one in targets()]}


def check(names: Sequence[str | Path] = STATUTES, *, worlds: int = WORLDS, months: int = MONTHS,
          members: int | None = None, seed: int = 0, threads: int | None = None, progress: Wish = None) -> Checked:
    """Run statutes and compare their results with the targets.

    `members` overrides each statute's number of members, which affects measures that depend on size.
    """
    if months < FEWEST_MONTHS:
        raise refuse("", "--months", months, f"a whole number from {FEWEST_MONTHS} up: the last ten years are measured")
    if worlds < 1:
        raise refuse("", "--worlds", worlds, "a whole number from 1 up")
    found: dict[str, dict[str, Found]] = {one.id: {} for one in targets()}
    labels = [str(name) for name in names]
    for name, label in zip(names, labels, strict=True):
        regime = statute(name).but({"months": months} | ({"people": members} if members is not None else {}))
        values = _values(regime, worlds, seed, threads, progress)
        for one in targets():
            found[one.id][label] = Found(values[one.id], word_of(one, regime.name, values[one.id]))
    return Checked(tuple(labels), found, worlds, months, seed)


def _values(regime: Regime, worlds: int, seed: int, threads: int | None, progress: Wish) -> dict[str, float]:
    plain_ones = [one for one in targets() if one.compared is None]
    values = _answers(regime, [one.measure for one in plain_ones], worlds, seed, threads, progress)
    found = {one.id: values[one.measure] for one in plain_ones}
    for one in targets():
        if one.compared is not None:
            first, second = (_answers(regime.but(change), [one.measure], worlds, seed, threads, progress)[one.measure]
                             for change in one.compared)
            found[one.id] = first / second if second > 0.0 else float("nan")
    held = float(found["turnout-federation"]) > 0.0  # a turnout of 0 means that the body elects nobody
    return {key: float("nan") if key.startswith("turnout-") and not held else value for key, value in found.items()}


def _answers(regime: Regime, asked: Sequence[str], worlds: int, seed: int, threads: int | None,
             progress: Wish) -> dict[str, float]:
    told = run(regime, worlds=worlds, months=regime.months, seed=seed, ask=list(asked), threads=threads,
               progress=progress).answers
    return {expression: float(told[expression].mean()) for expression in asked}

"""What a published model on the shelf is: citation, parameters, run, plot, and checks against published numbers.

A check row holds the published number beside ours. Its tag says how the number was obtained: S seen in the source or
in a page quoting it, C read in the authors' or a third party's code, V measured once by us with throwaway code, R
recalled. A row that gates must pass; a row that does not is there to be read: a recalled number that no derivation
confirms is `reported`, and a published number that a careful implementation does not give `differs`, with the reason
as far as it is known.
"""

from __future__ import annotations

import importlib
import itertools
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.support.errors import refuse, unknown
from unanimity.support.extras import need
from unanimity.world.spans import Parameter, parameters_of

# The order of the shelf. Epstein's two models are one of the eight.
EIGHT = (
    "granovetter", "kuran", "epstein", "epstein_groups", "centola", "daymude", "gregory", "hierarchy", "pluchino",
)
LATER = ("siegel", "meng", "makowsky", "helbing")
ALL = EIGHT + LATER

LAST_SEED = 2**62  # seeds are 64 bits; models that run many worlds count on from theirs
PASS, DIFFERS, REPORTED = "pass", "differs", "reported"


class Outcome(NamedTuple):
    """What one run gives: headline numbers by name, and a tidy table behind them."""

    summary: dict[str, float]
    table: pd.DataFrame


class Check(NamedTuple):
    """One published number beside ours."""

    model: str
    what: str
    published: float
    tag: str
    ours: float
    low: float
    high: float
    tolerance: float
    verdict: str
    gated: bool
    note: str


@dataclass(frozen=True)
class Model:
    """One published model: words, parameters and three functions."""

    id: str
    title: str
    citation: str
    sentence: str
    notice: str
    parameters: type
    simulate: Callable[[Any, int], Outcome]
    draw: Callable[[Any, int], Any]
    check_rows: Callable[[], Iterable[Check]]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # parameters that are choices, by name
    presets: Mapping[str, Mapping[str, float | str]] = field(default_factory=dict)  # the paper's own runs

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """Its parameters with meaning, span, unit and source."""
        return parameters_of(self.id, self.parameters)

    def settings(self, preset: str | None = None, **values: float | str) -> Any:
        """A checked set of parameters; the rest keep those of the preset, or their defaults."""
        if preset is not None and preset not in self.presets:
            raise unknown("", f"preset of {self.id}", preset, self.presets, f"unanimity reference show {self.id}")
        known = {parameter.name: parameter for parameter in self.fields}
        kept = {}
        for name, value in {**(self.presets[preset] if preset is not None else {}), **values}.items():
            if name not in known:
                see = f"unanimity reference show {self.id}"
                raise unknown("", f"parameter of {self.id}", name, known, see)
            kept[name] = self._checked(known[name], value)
        return self.parameters(**kept)

    def _checked(self, parameter: Parameter, value: float | str) -> float | int:
        choices = self.words.get(parameter.name, ())
        if isinstance(value, str) and value in choices:
            return choices.index(value)
        span, whole = parameter.span, isinstance(getattr(self.parameters(), parameter.name), int)
        allowed = " | ".join(choices) or f"{'whole numbers ' if whole else ''}{span.low:g}..{span.high:g} ({span.unit})"
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise refuse("", parameter.key, value, allowed) from None
        if isinstance(value, bool) or not span.low <= number <= span.high or (whole and number != int(number)):
            raise refuse("", parameter.key, value, allowed)
        return int(number) if whole else number

    def run(self, seed: int = 1, preset: str | None = None, **values: float | str) -> Outcome:
        """Run the model once with these parameters."""
        return self.simulate(self.settings(preset, **values), _luck(self.id, seed))

    def plot(self, seed: int = 1, preset: str | None = None, **values: float | str) -> Any:
        """An Altair chart that shows the model's point; only the defaults carry the finding as title."""
        need("a chart", "altair", "vl_convert")
        chosen, usual = self.settings(preset, **values), self.parameters()
        chart = self.draw(chosen, _luck(self.id, seed))
        changed = [f"{name} {self.words[name][value] if name in self.words else f'{value:g}'}"
                   for name, value in chosen._asdict().items() if value != getattr(usual, name)]
        if changed:
            chart.title.text = f"{self.title}: {', '.join(changed)}"
        return chart

    def checks(self) -> list[Check]:
        """Published numbers beside ours."""
        return list(self.check_rows())


def _luck(name: str, seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < LAST_SEED:
        raise refuse("", f"{name} seed", seed, f"whole numbers 0..{LAST_SEED - 1}")
    return seed


def model(name: str) -> Model:
    """The model of that name, or the error that suggests the nearest one."""
    if name not in ALL:
        raise unknown("", "reference model", name, ALL, "unanimity reference list")
    found: Model = importlib.import_module(f"unanimity.reference.{name}").MODEL
    return found


def models(names: Sequence[str] = ALL) -> list[Model]:
    """The models of these names, in the order of the shelf."""
    return [model(name) for name in names]


def checks(names: Sequence[str] = EIGHT) -> list[Check]:
    """Every check row of these models."""
    return [row for name in names for row in model(name).checks()]


def failed(rows: Iterable[Check]) -> list[Check]:
    """The rows that must pass and do not."""
    return [row for row in rows if row.gated and row.verdict != PASS]


def check(name: str, what: str, published: float, tag: str, ours: float, tolerance: float = 0.0,
          interval: tuple[float, float] | None = None, gated: bool = True, note: str = "") -> Check:
    """A row: `gated` rows must lie within `tolerance`; an ungated recalled number is only reported."""
    low, high = interval if interval is not None else (ours, ours)
    near = abs(ours - published) <= tolerance * (1.0 + 1e-12)  # the factor spares decimals such as 0.1 + 0.2
    verdict = REPORTED if tag == "R" and not gated else (PASS if near else DIFFERS)
    return Check(name, what, float(published), tag, float(ours), float(low), float(high), float(tolerance), verdict,
                 gated, note)


def claim(name: str, what: str, tag: str, holds: bool, gated: bool = True, note: str = "") -> Check:
    """A row for a published order or sign: 1 when it holds, 0 when it does not."""
    return check(name, what, 1.0, tag, float(holds), 0.0, None, gated, note)


def mean_interval(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The mean's 95 % interval by the normal approximation."""
    sample = np.asarray(values, dtype=float)
    half = 1.96 * sample.std(ddof=1) / math.sqrt(sample.size) if sample.size > 1 else 0.0
    return float(sample.mean() - half), float(sample.mean() + half)


def sd_interval(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The standard deviation's 95 % interval, from the sample's own fourth moment."""
    sample = np.asarray(values, dtype=float)
    sd = float(sample.std(ddof=1))
    peaked = float(((sample - sample.mean()) ** 4).mean()) / sample.var() ** 2
    half = 1.96 * sd * math.sqrt((peaked - 1.0) / (4.0 * sample.size))
    return sd - half, sd + half


def share_interval(hits: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    from scipy.stats import binomtest

    found = binomtest(int(hits), int(runs)).proportion_ci(method="wilson")
    return float(found.low), float(found.high)


def in_parallel(function: Callable[..., Any], items: Iterable[Any], threads: int | None = None) -> list[Any]:
    """`function` of each item, in order; kernels drop the interpreter's lock, so threads are enough.

    Every draw is keyed, so the number of threads changes nothing but the time.
    """
    count = threads if threads is not None else (os.cpu_count() or 1)
    if count == 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(function, items))


def sweep(name: str, over: Mapping[str, Iterable[float | str]], seed: int = 1, threads: int | None = None,
          preset: str | None = None, **fixed: float | str) -> pd.DataFrame:
    """The headline numbers for every combination of the swept values, one row each.

    >>> table = sweep("granovetter", {"sd": [12.2, 12.3]})
    >>> [round(value) for value in table.equilibrium]
    [5, 100]
    """
    chosen = model(name)
    grid = [dict(zip(over, values, strict=True)) for values in itertools.product(*over.values())]
    for point in grid:
        chosen.settings(preset, **{**fixed, **point})  # refuse every slip before the first run
    rows = in_parallel(lambda point: {**point, **chosen.run(seed, preset, **{**fixed, **point}).summary}, grid, threads)
    return pd.DataFrame(rows)


def spread(name: str, parameter: str, low: float, high: float, count: int) -> Iterator[float]:
    """`count` values of a parameter from `low` to `high`, whole ones where the parameter counts something."""
    chosen = model(name)
    default = getattr(chosen.settings(), parameter, None)
    if default is None:
        raise unknown("", f"parameter of {name}", parameter, [item.name for item in chosen.fields],
                      f"unanimity reference show {name}")
    values = np.linspace(low, high, count)
    return iter(np.unique(np.rint(values)).tolist() if isinstance(default, int) else values.tolist())

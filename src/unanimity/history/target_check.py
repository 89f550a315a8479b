"""Check a scenario against its targets: run it, measure every target, and say how far each lies from the record.

Events are rare, so worlds are pooled: every count, rate or mean in an expression is averaged over worlds first, and
only then are ratios and differences taken. The values of single worlds (10th to 90th percentile) are reported next to
it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.questions import Asking, check_needs, reading_of
from unanimity.engine.simulate import columns_of, simulate
from unanimity.history.distance import distance, events_in, inside, seen
from unanimity.history.targets import FIT, Target, of_split, read_targets, table_for, within_window
from unanimity.history.yearly_series import Yearly
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.declare import RUN
from unanimity.measures.grammar.evaluate import ARITHMETIC
from unanimity.measures.grammar.parser import parse_measure
from unanimity.measures.grammar.syntax_tree import Arithmetic, Named, Node, Number, Span, Term
from unanimity.regimes import Regime, load_regime
from unanimity.results import Result
from unanimity.support.errors import UserError, refuse
from unanimity.support.progress import Wish, telling
from unanimity.world.argument_checks import in_plain_words

SCENARIO = "ussr-1918-1941"
COUNTS = ("count", "sum")
BAND = (10.0, 90.0)  # percentiles over worlds


@dataclass(frozen=True)
class Found:
    """One target with the model's number."""

    target: Target
    model: float  # all worlds pooled; NaN if the model gives no number
    worlds: tuple[float, ...]  # the same in each world
    people: float  # in all worlds together
    made: float = math.nan  # events in the model (for a ratio, on its rarer side); NaN if it counts none

    @property
    def interval(self) -> tuple[float, float]:
        """The 10th and 90th percentiles over single worlds; NaN if there are fewer than two."""
        known = [value for value in self.worlds if math.isfinite(value)]
        if len(known) < 2:
            return math.nan, math.nan
        low, high = np.percentile(known, BAND)
        return float(low), float(high)

    @property
    def unseen(self) -> str:
        """Why it is not counted; "" if it is."""
        if self.target.missing:
            return f"no word for it: {self.target.missing}"
        if not seen(self.target, self.model, self.people, self.made):
            expected = events_in(self.target, self.people)
            return f"{self.people:,.0f} people are too few: the record implies {expected:.2g} events"
        return ""

    def row(self) -> dict[str, Any]:
        """The target as a row of a table or JSON."""
        told, (low, high) = self.target, self.interval
        counted = not self.unseen
        return {
            "id": told.id, "split": told.split, "model": None if told.missing else self.model, "low": told.low,
            "high": told.high, "inside": inside(told, self.model) if counted else None,
            "distance": distance(told, self.model, self.people) if counted else None, "model_low": low,
            "model_high": high, "value": told.value, "unit": told.unit, "kind": told.kind, "years": told.years,
            "quantity": told.quantity, "measure": told.measure, "source": told.source,
            "confidence": told.confidence, "unseen": self.unseen,
        }


@dataclass(frozen=True, repr=False)
class Checked:
    """A scenario compared with its targets."""

    regime: Regime  # as it was run: no longer than the targets need
    split: str
    found: tuple[Found, ...]
    not_looked_at: int  # targets of other splits
    result: Result
    where: str  # the table of targets
    series: tuple[Yearly, ...] = ()  # yearly series that were asked for too
    nodes: Mapping[str, Node] = field(default_factory=dict)  # the expression of every target

    spread_of = "worlds"  # what an interval spans
    notes = ()  # a check at one setting needs no further notes
    weights = None  # of the worlds: all count alike

    @property
    def table(self) -> pd.DataFrame:
        """One row per target."""
        return pd.DataFrame([one.row() for one in self.found])

    @property
    def sums(self) -> dict[str, dict[str, Any]]:
        """By split: how many are counted, how many lie inside, the mean log-distance and the factor that it means."""
        return sums_of(self.found)

    @property
    def worlds(self) -> int:
        """The number of worlds run."""
        return len(self.result.worlds)

    def simulated(self, one: Yearly, first_year: int) -> pd.DataFrame:
        """The model's version of a yearly series: years as rows, worlds as columns."""
        return one.simulated(self.result, self.regime.months - 1, first_year)

    def __repr__(self) -> str:
        lines = [f"{self.regime.name} against {len(self.found)} targets ({self.split}):"]
        for split, one in self.sums.items():
            lines.append(f"  {split}: {one['inside']} of {one['counted']} inside the record's band, mean log-distance "
                         f"{one['mean_distance']:.2f} (a factor of {one['factor']:.1f}); {one['unseen']} not counted")
        return "\n".join(lines)


def sums_of(found: Sequence[Found]) -> dict[str, dict[str, Any]]:
    """By split: how many are counted, how many lie inside, the mean log-distance and the factor that it means."""
    sums = {}
    for split in dict.fromkeys(one.target.split for one in found):
        mine = [one.row() for one in found if one.target.split == split]
        far = [row["distance"] for row in mine if row["distance"] is not None]
        mean = sum(far) / len(far) if far else math.nan
        sums[split] = {"targets": len(mine), "counted": len(far),
                       "inside": sum(row["inside"] is True for row in mine), "mean_distance": mean,
                       "factor": math.exp(mean), "unseen": len(mine) - len(far)}
    return sums


@in_plain_words
def check(scenario: str | Path | Regime = SCENARIO, targets: str | Path | Sequence[Target] | None = None, *,
          split: str = FIT, until: int | None = None, worlds: int = 1, people: int | None = None, seed: int = 1918,
          changes: Mapping[str, Any] | None = None, threads: int | None = None,
          progress: Wish = None, series: Sequence[Yearly] = ()) -> Checked:
    """Run a scenario and compare it with the targets of a split (`fit`; `all` also computes the validation rows).

    With `until`, a year, rows are split as for a calibration window that ends with that year. Nothing is run beyond the
    last month that a target needs, so that validation rows are not seen by accident.
    """
    if isinstance(worlds, bool) or not isinstance(worlds, int) or worlds < 1:
        raise refuse("", "worlds", worlds, "a whole number from 1 up")
    regime = load_regime(scenario)
    if targets is None:
        targets = table_for(regime.name)
    where = str(targets) if isinstance(targets, (str, Path)) else "targets"
    listed = read_targets(targets) if isinstance(targets, (str, Path)) else tuple(targets)
    listed = within_window(listed, until, where)
    chosen = of_split(listed, split, where)
    regime = regime.but({**(changes or {}), **({} if people is None else {"people": people})})
    read_measures(regime, listed, where)  # of every split: parsing an expression does not reveal its answer
    asked = Questions(regime, [one for one in chosen if not one.missing], where)
    regime = regime.but({"months": asked.months(regime)})
    more = [one.asked(regime.months - 1) for one in series]
    with telling(progress, regime.name) as tell:
        result = simulate([regime] * worlds, [seed + k for k in range(worlds)], threads=threads, progress=tell,
                          resumable=False, ask=[*asked.texts, *more])
    pool = float(regime.society.people * worlds)
    found = tuple(Found(one, *asked.answer(one, result.answers), pool, asked.made(one, result.answers))
                  if not one.missing else Found(one, math.nan, (), pool) for one in chosen)
    return Checked(regime, split, found, len(listed) - len(chosen), result, where, tuple(series), asked.nodes)


def read_measures(regime: Regime, targets: Sequence[Target], where: str, asked: bool = False) -> dict[str, Node]:
    """The parsed expression of every target that has one; refuses an invalid one and, for those in `asked`, one that
    this run cannot answer."""
    columns, found = columns_of(regime), {}
    reading = reading_of(regime, columns)
    for one in targets:
        if one.missing:
            continue
        try:
            found[one.id] = parse_measure(one.measure, reading, "model_measure")
            if asked:
                check_needs(Asking([regime], [0], columns, [one.measure]), (m.id for m in regime.mechanisms))
        except UserError as slip:
            raise UserError(f"{where}: {one.id}: {_with_field(str(slip))}") from None
    return found


def _with_field(slip: str) -> str:
    """An error in a measure, reported with the column in which it stands."""
    return slip if slip.startswith("model_measure") else f"model_measure: {slip.removeprefix('measure: ')}"


class Questions:
    """The expressions to evaluate for a list of targets: the parts of their expressions, each once."""

    def __init__(self, regime: Regime, targets: Sequence[Target], where: str) -> None:
        self.nodes = read_measures(regime, targets, where, asked=True)
        for id, node in self.nodes.items():
            for leaf in leaves_of(node):
                if (months_of(leaf) or (0, 0))[1] >= regime.months:
                    raise refuse(f"{where}: {id}", "model_measure", str(leaf), f"months of the run, 0 to "
                                 f"{regime.months - 1}")
        self.texts = list(dict.fromkeys(str(leaf) for node in self.nodes.values() for leaf in leaves_of(node)))

    def made(self, target: Target, answers: pd.DataFrame) -> float:
        """The smallest number of events behind any count of its expression, over all worlds; NaN if some part is no
        count."""
        leaves = list(leaves_of(self.nodes[target.id]))
        if not leaves or not all(isinstance(leaf, Term) and leaf.agg in COUNTS for leaf in leaves):
            return math.nan
        return min(float(np.nansum(answers[str(leaf)].to_numpy(float))) for leaf in leaves)

    def months(self, regime: Regime) -> int:
        """How many months must be run: up to the last one needed, if every window names its months."""
        last = -1
        for node in self.nodes.values():
            for leaf in leaves_of(node):
                found = months_of(leaf)
                if found is None:
                    return regime.months
                last = max(last, found[1])
        return min(regime.months, last + 1) if last >= 0 else regime.months

    def answer(self, target: Target, answers: pd.DataFrame) -> tuple[float, tuple[float, ...]]:
        """The target's number with all worlds pooled, and in each world."""
        node = self.nodes[target.id]
        each = {text: answers[text].to_numpy(float) for text in (str(leaf) for leaf in leaves_of(node))}
        pooled = {text: np.array([_mean(values)]) for text, values in each.items()}
        with np.errstate(invalid="ignore", divide="ignore"):
            return float(_worth(node, pooled)[0]), tuple(float(x) for x in _worth(node, each))

    def worth(self, target: Target, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """The target's number from arrays of the values of its parts."""
        return _worth(self.nodes[target.id], values)


def months_of(leaf: Node) -> tuple[int, int] | None:
    """First and last month that a part of an expression refers to; None if they depend on the length of the run."""
    of_the_run = isinstance(leaf, Named) and leaf.name in CONTRACT and CONTRACT[leaf.name].kind == RUN
    when = getattr(leaf, "when", None)
    if when is None or of_the_run:
        return None
    spans = [part for part in when.parts if isinstance(part, Span)]
    if len(spans) != len(when.parts) or any(part.last.anchor for part in spans):
        return None
    return max(part.first.number for part in spans), min(part.last.number for part in spans)


def _mean(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(known.mean()) if known.size else math.nan


def leaves_of(node: Node) -> Iterator[Node]:
    """The parts of an expression that are measured separately."""
    if isinstance(node, Arithmetic):
        for part in node.parts:
            yield from leaves_of(part)
    elif not isinstance(node, Number):
        yield node


def _worth(node: Node, values: Mapping[str, np.ndarray]) -> np.ndarray:
    if isinstance(node, Number):
        return np.full(next(iter(values.values())).shape if values else (1,), node.value)
    if isinstance(node, Arithmetic):
        parts = (_worth(part, values) for part in node.parts)
        return np.asarray(ARITHMETIC[node.mark, len(node.parts) == 1](*parts), float)
    return values[str(node)]



"""Surveys: costly measures (they need a fork, a sort or a walk along chains), taken only at the end of chosen months.

A survey never changes the state. In a Result, surveys appear next to the monthly measures and are NaN in all other
months.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.fork import brittleness_by_place
from unanimity.measures.grammar.evaluate import corr, gini
from unanimity.results import Result
from unanimity.support.errors import refuse
from unanimity.world.codes import DISSENT, NO_OFFICE, NOBODY
from unanimity.world.columns import AT_LIBERTY_BELOW

CHAIN = 8  # patrons followed upward, at most
Surveyed = Mapping[int, np.ndarray]  # month -> world, place, survey


@dataclass(frozen=True)
class Survey:
    """One survey measure: of the people of a place, or of the whole country."""

    name: str
    function: Callable[[Batch, int, slice], float]
    unit: str
    low: float
    high: float
    by_place: bool = True  # otherwise one number for the country, NaN for provinces

    @property
    def meaning(self) -> str:
        """Its meaning, from its docstring."""
        return " ".join((self.function.__doc__ or "").split())


def inequality(batch: Batch, world: int, people: slice) -> float:
    """Gini of food eaten against need, over those at liberty (contract 4: inequality)."""
    here = batch.column("status", world)[people] < AT_LIBERTY_BELOW
    scale = batch.plan.columns["deficit"].scale
    return gini(1.0 - batch.column("deficit", world)[people][here].astype(float) * scale)


def _positions(batch: Batch, world: int, people: slice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For people at liberty: the line of the cell, the public position and the private stance on the issue voted on."""
    tree = batch.tree
    here = batch.column("status", world)[people] < AT_LIBERTY_BELOW
    cell = np.repeat(np.arange(tree.cells), np.diff(tree.cell_start))[people]
    issue = int(batch.column("voted_issue", world)[0])
    line = batch.column("line", world)[issue][cell].astype(float)
    position = np.where(batch.column("voice", world)[people] == DISSENT, -line, line)
    return line[here], position[here], batch.column("stance", world)[issue][people][here].astype(float)


def vote_line_correlation(batch: Batch, world: int, people: slice) -> float:
    """Correlation, over attendants, of the public position with the line of one's cell (contract 4)."""
    line, position, _ = _positions(batch, world, people)
    return corr(position, line)


def vote_stance_correlation(batch: Batch, world: int, people: slice) -> float:
    """Correlation, over attendants, of the public position with what one thinks (contract 4)."""
    _, position, stance = _positions(batch, world, people)
    return corr(position, stance)


def posts_of_one(batch: Batch, world: int, people: slice) -> float:
    """Largest share of the offices whose chain of patrons ends at one and the same person."""
    patron = batch.column("patron", world).astype(np.int64)
    held = (batch.column("office", world) > NO_OFFICE) & (batch.column("status", world) < AT_LIBERTY_BELOW)
    root = np.flatnonzero(held)
    if root.size == 0:
        return float("nan")
    for _ in range(CHAIN):
        root = np.where(patron[root] == NOBODY, root, patron[root])
    return float(np.bincount(root).max() / root.size)


SURVEYS: tuple[Survey, ...] = (
    Survey("inequality", inequality, "Gini", 0.0, 1.0),
    Survey("vote_line_correlation", vote_line_correlation, "correlation", -1.0, 1.0),
    Survey("vote_stance_correlation", vote_stance_correlation, "correlation", -1.0, 1.0),
    Survey("posts_of_one", posts_of_one, "share of offices", 0.0, 1.0, by_place=False),
)
BRITTLENESS = "brittleness"
NAMES = (BRITTLENESS, *(survey.name for survey in SURVEYS))
UNITS = {BRITTLENESS: "share of attendants", **{survey.name: survey.unit for survey in SURVEYS}}
MEANINGS = {BRITTLENESS: "Dissent that one month without fear would bring out, beyond what is seen: fork, fear 0 for "
                         "all and every topic, cards 4 and 5 once (contract 4).",
            **{survey.name: survey.meaning for survey in SURVEYS}}


def survey(batch: Batch, threads: int | None = None) -> np.ndarray:
    """All surveys of all worlds at the end of the month: world, place, survey in the order of `NAMES`."""
    tree = batch.tree
    places = [slice(*tree.person_range(int(unit))) for unit in batch.arrays["record_units"]]
    out = np.full((batch.worlds, len(places), len(NAMES)), np.nan)
    out[:, :, 0] = brittleness_by_place(batch, threads)
    for number, one in enumerate(SURVEYS, start=1):
        for world in range(batch.worlds):
            for place, people in enumerate(places):
                if one.by_place or place == len(places) - 1:
                    out[world, place, number] = one.function(batch, world, people)
    return out


def check_months(months: Sequence[int], first: int, last: int) -> tuple[int, ...]:
    """The requested months in order; months outside the run are refused."""
    for month in months:
        if isinstance(month, bool) or not isinstance(month, (int, np.integer)) or not first <= month < last:
            raise refuse("", "survey", month, f"a month of the run, from {first} to {last - 1}")
    return tuple(sorted({int(month) for month in months}))


def with_surveys(result: Result, taken: Surveyed) -> Result:
    """The Result with the surveys added to its measures."""
    if not taken:
        return result
    extra = np.full((*result.values.shape[:3], len(NAMES)), np.nan)
    for month, values in taken.items():
        extra[int(np.flatnonzero(result.months == month)[0])] = values
    manifest = {**result.manifest, "units": {**result.manifest.get("units", {}), **UNITS},
                "surveyed": sorted(taken)}
    return dataclasses.replace(result, values=np.concatenate([result.values, extra], axis=-1),
                               measures=(*result.measures, *NAMES), manifest=manifest)

"""Data about people who have left their place, for questions that follow persons (cards 29 and 30).

A reoccupied place holds no trace of its earlier occupants. The columns that the questions of a run read are therefore
saved when a place becomes vacant, and a view of everybody holds the people present followed by the departed. Nothing is
saved if no question needs it, and no rule sees it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.engine.identities import DEPARTED, MOVED_ON, departed, lives_of, stands_at
from unanimity.engine.moment import numbers_of_named, places_of_numbers
from unanimity.engine.row_reuse import Ints, naming
from unanimity.world.codes import NOBODY
from unanimity.world.selectors.view import View


@dataclass(frozen=True)
class Everybody(View):
    """A view of a world's places followed by the departed people, in the order in which they left."""

    homes: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))  # the last cells of the departed

    @property
    def people(self) -> int:
        """The number of places and departed people."""
        return self.tree.people + self.homes.size

    @cached_property
    def cell(self) -> np.ndarray:
        """Everybody's cell; for the departed, the last one."""
        here = np.repeat(np.arange(self.tree.cells), np.diff(self.tree.cell_start))
        return np.concatenate([here, self.homes])


def keep(batch: Batch, names: Iterable[str]) -> None:
    """Save these columns of everybody who leaves a place from now on; columns recorded for all departed need no saving.

    People who left before anybody asked, as in a run continued from a stored past, have initial values.
    """
    before = int((departed(batch)["status"] != MOVED_ON).sum())
    for name in names:
        column, array = batch.plan.columns[name], batch.arrays[name]
        if column.table == "person" and name not in (DEPARTED.names or ()):
            unknown = np.full((*array.shape[:-1], before), column.initial, array.dtype)
            batch.kept.setdefault(name, [unknown] if before else [])


def keep_what_is_asked(batch: Batch, flat: Ints) -> None:
    """Save the requested columns of people who are leaving; references to persons are saved by number."""
    if not batch.kept:
        return
    references = _references(batch)
    for name, pieces in batch.kept.items():
        values = batch.arrays[name][..., flat].copy()
        if name in references:
            named = values != NOBODY
            first = flat - flat % batch.people  # the first place of each one's world
            values[named] = batch.arrays["number"][(first + np.where(named, values, 0))[named]]
        pieces.append(values)


def _references(batch: Batch) -> set[str]:
    """The columns in which one person refers to another by place."""
    return {name for name in naming(batch) if batch.plan.columns[name].is_reference}


def kept_of(batch: Batch, name: str, world: int) -> np.ndarray:
    """A column of the departed of one world, in the order in which they left."""
    gone = np.concatenate([np.empty(0, DEPARTED), *batch.departed])  # piece by piece, as the columns were kept
    worlds = gone["world"][gone["status"] != MOVED_ON]
    return np.concatenate(batch.kept[name], axis=-1)[..., worlds == world] if batch.kept[name] else np.empty(
        (*batch.arrays[name].shape[:-1], 0), batch.arrays[name].dtype)


def view_of_everybody(batch: Batch, world: int, view: View) -> Everybody:
    """A view of one world with the departed appended to those present."""
    lives = lives_of(batch, world)
    gone = lives.gone[lives.gone["status"] != MOVED_ON]
    numbers = np.concatenate([lives.number, gone["number"]])
    references = _references(batch)
    seen: dict[str, np.ndarray] = {}

    def column(name: str) -> np.ndarray:
        if batch.plan.columns[name].table != "person":
            return batch.column(name, world)
        if name not in seen:
            its = gone[name] if name in (DEPARTED.names or ()) else kept_of(batch, name, world)
            if name in references:  # references to people who are gone become nobody, as among those present
                its = stands_at(lives.number, its)
            seen[name] = np.concatenate([batch.column(name, world), its], axis=-1)
        return seen[name]

    def where(places: np.ndarray, months: np.ndarray) -> np.ndarray:
        return stands_at(numbers, lives.numbers(places, months))

    its_own = {one.name: getattr(view, one.name) for one in dataclasses.fields(View)}
    ties = np.concatenate([view.tie_start, np.full(gone.size, view.tie_start[-1])])  # the departed have none
    named = places_of_numbers(numbers_of_named(batch, world), numbers)
    return Everybody(**{**its_own, "column": column, "where": where, "tie_start": ties, "persons": named},
                     homes=batch.arrays["cell_of"][gone["place"]].astype(np.int64))

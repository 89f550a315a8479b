"""A look inside one world of a batch: its persons, units, ties and country as tables, in words.

Looking changes nothing: every table is a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from unanimity.engine.batch import Batch
from unanimity.results.network import Network
from unanimity.support.errors import unknown
from unanimity.world.codes import (
    ACTS,
    CAUSES,
    DEATHS,
    ESTATES,
    LABELS,
    NEVER,
    NO_TIE,
    NOBODY,
    OFFICES,
    RUNGS,
    SECTORS,
    STATUSES,
    TIE_KINDS,
    TOPICS,
    VACANT,
)
from unanimity.world.columns import DIMENSIONS, Column

# the words for small numbers of the state; a column that is not here is shown as it is
WORDS: dict[str, tuple[str, ...]] = {
    "status": STATUSES, "death": DEATHS, "estate": ESTATES, "office": OFFICES, "highest_office": OFFICES,
    "case_level": OFFICES, "label": LABELS, "act_kind": ACTS, "act_topic": TOPICS, "case_topic": TOPICS,
    "blow_topic": TOPICS, "rung": RUNGS, "rung_due": RUNGS, "reproof_due": RUNGS, "sector": SECTORS,
    "warrant": CAUSES, "voice": ("dissent", "silence", "assent"),
}
FIRST_CODE = {"voice": -1}
PLAIN = "rule"  # of a column with a number for each topic or issue: the one that is shown under the bare name


def people(batch: Batch, world: int = 0, columns: Sequence[str] = ()) -> pd.DataFrame:
    """Every person of a world: home, traits, state and office; one row each, by number.

    Numbers for each topic or issue stand as `fear_local`, `stance_bread`; `fear` and `stance` are those on the rule.
    Codes are words, flags are true or false, and nobody or never is not a number (NA).
    """
    tree = batch.tree
    known = _named(batch, "person")
    here = np.flatnonzero(batch.column("status", world) != VACANT)
    cell = batch.arrays["cell_of"][here].astype(np.int64)
    places = {"province": tree.province[cell] - int(tree.provinces[0]) + 1,
              "district": tree.parent[cell] - tree.cells + 1 if tree.depth > 1 else cell + 1, "cell": cell + 1}
    frame: dict[str, object] = {}
    for name in _asked(columns, [*places, *known]):
        if name in places:
            frame[name] = places[name]
            continue
        column, row = known[name]
        array = batch.column(column.name, world)
        frame[name] = shown(column, (array if row is None else array[row])[here])
    number = batch.column("number", world)[here] if "number" in batch.plan.columns else here
    return pd.DataFrame(frame, index=pd.Index(number.astype(np.int64), name="person"))


def units(batch: Batch, world: int = 0) -> pd.DataFrame:
    """Every unit of a world's tree, the cells first and the centre last: level, place in the tree, own numbers."""
    tree, known = batch.tree, _named(batch, "unit")
    parent = pd.array(tree.parent, dtype="Int64")
    parent[-1] = pd.NA
    frame: dict[str, object] = {"level": pd.Categorical.from_codes(tree.level, list(tree.level_names)),
                                "above": parent}
    for name, (column, row) in known.items():
        array = batch.column(column.name, world)
        frame[name] = shown(column, array if row is None else array[row])
    return pd.DataFrame(frame, index=pd.RangeIndex(tree.units, name="unit"))


def country(batch: Batch, world: int = 0) -> pd.Series:
    """The country's own numbers: threat, legitimacy, powers and so on."""
    found = {}
    for name, (column, row) in _named(batch, "world").items():
        array = batch.column(column.name, world)
        found[name] = shown(column, array if row is None else array[row])[0]
    return pd.Series(found, dtype=object, name="country")


def network(batch: Batch, world: int = 0) -> Network:
    """Who is tied to whom: each tie once, with its kind and its weight from both ends."""
    n = batch.people
    start = batch.arrays["tie_start"][world * n:(world + 1) * n + 1].astype(np.int64)
    row = slice(int(start[0]), int(start[-1]))
    one = np.repeat(np.arange(n), np.diff(start))
    other = batch.arrays["neighbour"][row].astype(np.int64)
    kind, weight = batch.arrays["kind"][row], batch.arrays["weight"][row] * batch.plan.columns["weight"].scale
    real = (kind != NO_TIE) & (one != other)
    one, other, kind, weight = one[real], other[real], kind[real], weight[real]
    back = pd.Series(weight, index=pd.MultiIndex.from_arrays([other, one]))
    back = back[~back.index.duplicated()]
    first = one < other
    pairs = pd.MultiIndex.from_arrays([one[first], other[first]])
    number = batch.column("number", world) if "number" in batch.plan.columns else np.arange(n)
    edges = pd.DataFrame({"person": number[one[first]], "other": number[other[first]],
                          "kind": pd.Categorical.from_codes(kind[first], list(TIE_KINDS)), "weight": weight[first],
                          "weight_back": back.reindex(pairs).to_numpy()})
    here = batch.column("status", world) != VACANT
    return Network(edges, number[here].astype(np.int64))


def shown(column: Column, values: np.ndarray) -> pd.api.extensions.ExtensionArray | np.ndarray:
    """The numbers of a column as a reader would write them."""
    if column.name in WORDS:
        words = WORDS[column.name]
        return pd.Categorical.from_codes(values.astype(int) - FIRST_CODE.get(column.name, 0), list(words))
    if column.scale:
        return np.asarray(values * column.scale)
    if column.unit == "flag":
        return np.asarray(values != 0)
    none = NOBODY if column.is_reference else NEVER if column.unit == "month" else None
    if none is not None and column.initial == none:
        return _with_none(values, values == none)
    return np.array(values)


def _with_none(values: np.ndarray, none: np.ndarray) -> pd.api.extensions.ExtensionArray:
    found = pd.array(values.astype(np.int64), dtype="Int64")
    found[none] = pd.NA
    return found


def _named(batch: Batch, table: str) -> dict[str, tuple[Column, int | None]]:
    """The columns of a table by the names under which they are shown, with the row of those that hold several
    numbers."""
    found: dict[str, tuple[Column, int | None]] = {}
    for column in batch.plan.columns.values():
        if column.table != table or column.passing:
            continue
        if not column.per:
            found[column.name] = (column, None)
            continue
        marks = DIMENSIONS[column.per][:len(batch.arrays[column.name])]
        if PLAIN in marks:
            found[column.name] = (column, marks.index(PLAIN))
        found |= {f"{column.name}_{mark}": (column, row) for row, mark in enumerate(marks)}
    return found


def _asked(columns: Sequence[str], known: Iterable[str]) -> list[str]:
    if isinstance(columns, str):
        columns = [columns]
    names = list(known)
    for name in columns:
        if name not in names:
            raise unknown("", "column of persons", name, names, "unanimity docs state")
    return list(columns) or names

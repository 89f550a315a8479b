"""The case log as a readable table: one row per step of a case, with the person's state at the time.

Person numbers count within a world; -1 means nobody. `place` is the person's cell, counted from 1, and `province` the
province. `petition` is the month in which a petition arrives. `saved_by` is the chief who heard the petition or
released the person. `kind` gives the cause of death on rows that record a death.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from unanimity.world.case_log import (
    HAD_ASSENTED,
    HAD_DISSENTED,
    WAS_CAPITULATED,
    WAS_CONFESSED,
    WAS_GUILTY,
    WAS_HOSTAGE,
    WAS_PUBLIC,
)
from unanimity.world.codes import (
    ACTS,
    CAUSES,
    DEATHS,
    DYING,
    ESTATES,
    GRAVITY,
    LABELS,
    LOGGED,
    NEVER,
    NOBODY,
    NOT_DEAD,
    OFFICES,
    PETITION,
    RUNGS,
    SAVED,
    STATUSES,
    TOPICS,
    VOIDED,
)

_WORDS = {"event": LOGGED, "cause": CAUSES, "topic": TOPICS, "act": ACTS, "status": STATUSES, "office": OFFICES,
          "estate": ESTATES, "label": LABELS}
_FLAGS = {"confessed": WAS_CONFESSED, "guilty": WAS_GUILTY, "public": WAS_PUBLIC, "hostage": WAS_HOSTAGE,
          "capitulated": WAS_CAPITULATED, "had_dissented": HAD_DISSENTED, "had_assented": HAD_ASSENTED}
COLUMNS = ("world", "month", "person", "event", "cause", "topic", "act", "gravity", "rung", "rung_word", "place",
           "province", "examiner", "judge", "confessed", "named_by", "guilty", "voided", "hops", "petition", "saved_by",
           "public", "office", "status", "estate", "faction", "label", "dossier", "distance", "hostage", "capitulated",
           "had_dissented", "had_assented", "other", "kind")


@dataclass(frozen=True, eq=False)
class Cases:
    """The case log of a run: raw rows as the engine wrote them, and the readable table, built on first use."""

    rows: np.ndarray
    world: np.ndarray
    kind: np.ndarray  # how the person of each row died, as known at the end of the run
    province: np.ndarray  # province number of each cell

    @cached_property
    def table(self) -> pd.DataFrame:
        """The log as a readable table."""
        return log_table(self.rows, self.world, self.kind, self.province)


@dataclass(frozen=True, eq=False)
class CasesRead:
    """A case log that was read from a file."""

    table: pd.DataFrame = field(default_factory=pd.DataFrame)


def log_table(rows: np.ndarray, world: np.ndarray, kinds: np.ndarray, province: np.ndarray) -> pd.DataFrame:
    """Log rows with their worlds, as a readable table.

    `kinds` gives how the person of each row died; `province` holds the province number of each cell.
    """
    columns: dict[str, object] = {"world": world.astype(np.int32)}
    for name in ("month", "person", "examiner", "judge", "named_by", "other", "hops", "faction", "dossier", "distance"):
        columns[name] = rows[name]
    for name, words in _WORDS.items():
        columns[name] = pd.Categorical.from_codes(rows[name], list(words))
    for name, bit in _FLAGS.items():
        columns[name] = (rows["flags"] & bit) != 0
    columns["rung"] = rows["rung"]
    columns["rung_word"] = pd.Categorical.from_codes(np.minimum(rows["rung"], len(RUNGS) - 1), list(RUNGS))
    columns["gravity"] = np.asarray(GRAVITY, np.float32)[rows["act"]]
    columns["place"] = rows["place"] + 1
    columns["province"] = province[rows["place"]].astype(np.int16) if rows.size else np.empty(0, np.int16)
    columns["voided"] = rows["event"] == VOIDED
    columns["petition"] = pd.arrays.IntegerArray(rows["petition"].copy(), rows["petition"] == NEVER)
    columns["saved_by"] = np.where(np.isin(rows["event"], (SAVED, PETITION)), rows["other"], NOBODY)
    columns["kind"] = pd.Categorical.from_codes(np.where(rows["event"] == DYING, kinds, NOT_DEAD), list(DEATHS))
    return pd.DataFrame(columns, columns=list(COLUMNS))


def monthly_counts(log: pd.DataFrame, months: Sequence[int], worlds: int) -> pd.DataFrame:
    """The number of log rows by world, month (rows) and event (columns)."""
    index = pd.MultiIndex.from_product([range(worlds), months], names=["world", "month"])
    counts = log.groupby(["world", "month", "event"], observed=True).size().unstack(fill_value=0)
    return counts.reindex(index, fill_value=0)

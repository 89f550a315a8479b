"""The case log as a table in words: one row a step of a case, with the person's state at the time (interface 3).

Numbers of persons are those within their world, -1 for nobody. `place` is the person's cell from 1 up, `province` his
province. `petition` is the month in which a petition for him arrives. `saved_by` is the chief who heard or freed him.
`kind` says how a person died, on the rows of deaths.
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
    """The case log of a run: rows as the engine wrote them, and the table in words, made when it is first asked for."""

    rows: np.ndarray
    world: np.ndarray
    kind: np.ndarray  # how the person of each row died, as known at the end
    province: np.ndarray  # number of each cell's province

    @cached_property
    def table(self) -> pd.DataFrame:
        """The log in words."""
        return log_table(self.rows, self.world, self.kind, self.province)


@dataclass(frozen=True, eq=False)
class CasesRead:
    """A case log that was read from a file."""

    table: pd.DataFrame = field(default_factory=pd.DataFrame)


def log_table(rows: np.ndarray, world: np.ndarray, kinds: np.ndarray, province: np.ndarray) -> pd.DataFrame:
    """Rows with their worlds, in words.

    `kinds` says how the person of each row died; `province` holds the number of each cell's province.
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
    """How many rows of each event each world has in each month: world and month down, events across."""
    index = pd.MultiIndex.from_product([range(worlds), months], names=["world", "month"])
    counts = log.groupby(["world", "month", "event"], observed=True).size().unstack(fill_value=0)
    return counts.reindex(index, fill_value=0)

"""A case log over small arrays, for tests of rules that enter rows."""

from __future__ import annotations

import numpy as np

from unanimity.world.case_log import READ, ROW, Log
from unanimity.world.codes import NEVER, NOBODY

_AT_BIRTH = {"examiner": NOBODY, "judge": NOBODY, "named_by": NOBODY, "petitioned": NEVER, "last_dissent": NEVER,
             "last_guilt": NEVER, "last_rose": NEVER}


def make_log(people: int, month: int = 0, room: int = 4096, cell_of: np.ndarray | None = None, **columns) -> Log:
    """The log of one world; columns that the test holds are read from there, the others are as at birth."""
    read = {name: columns.get(name, np.full(people, _AT_BIRTH.get(name, 0))) for name in READ}
    read["stance"] = columns.get("stance", np.zeros((2, people)))
    cells = cell_of if cell_of is not None else np.zeros(people, np.int64)
    return Log(np.zeros(room, ROW), np.zeros(1, np.int64), np.zeros(1, np.int64), 0, room, month, 1.0, False, cells,
               **read)


def rows_of(log: Log) -> np.ndarray:
    """The rows entered so far."""
    return log.rows[:log.count[0]]

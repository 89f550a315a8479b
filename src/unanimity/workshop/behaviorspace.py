"""Sweeps as tables of NetLogo's BehaviorSpace (its "table" format), and such tables read back.

A table has six lines of heading, then one line of column names and one line for each run and step. What a column means
follows from its place: `[run number]`, the varied settings, `[step]`, the reporters. So analyses that were written for
BehaviorSpace read our sweeps, and a table from NetLogo says which settings to run here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from unanimity.results.atomic_files import write_text
from unanimity.support.bounded_reading import read_text
from unanimity.support.errors import UserError
from unanimity.support.manners import path_of
from unanimity.workshop.sweep import Sweep

RUN, STEP = "[run number]", "[step]"
BESIDE = ("setting", "seed")  # columns of ours that are no setting to vary
HEADING = 6  # lines before the names of the columns


class Table(NamedTuple):
    """A table of BehaviorSpace: its title, the varied settings with their values, and the rows."""

    title: str
    settings: Mapping[str, list[Any]]
    measures: tuple[str, ...]
    rows: pd.DataFrame

    @property
    def over(self) -> dict[str, list[Any]]:
        """What `un.sweep(..., over=table.over)` takes to run the same settings."""
        return dict(self.settings)


def write_table(found: Sweep, path: str | Path) -> Path:
    """Write a sweep as a table of BehaviorSpace: one run for each point and world, at its last step."""
    out = io.StringIO()
    lines = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    names = [axis.name for axis in found.axes]
    lines.writerow(["BehaviorSpace results (Unanimity)", "Table version 2.0"])
    lines.writerow([found.regime.name])
    lines.writerow([found.title])
    lines.writerow([datetime.now().strftime("%m/%d/%Y %H:%M:%S")])
    lines.writerow(["people", "provinces", "months", "first seed"])
    lines.writerow([found.regime.society.people, found.regime.society.tree[0], found.regime.months, found.seeds[0]])
    beside = [name for name in BESIDE if name in found.table]
    lines.writerow([RUN, *names, *beside, STEP, *found.measures])
    wide = found.table.pivot(index=["point", *names, *beside], columns="measure", values="value").reset_index()
    for number, row in enumerate(wide.to_dict("records"), start=1):
        lines.writerow([number, *(_written(row[name]) for name in (*names, *beside)), found.regime.months,
                        *(_written(row[name]) for name in found.measures)])
    target = path_of(path)
    write_text(target, out.getvalue())
    return target


def read_table(path: str | Path) -> Table:
    """Read a table of BehaviorSpace, of NetLogo's or of ours."""
    where = path_of(path)
    rows = list(csv.reader(io.StringIO(read_text(where, "a CSV file in the table format of BehaviorSpace"))))
    names = rows[HEADING] if len(rows) > HEADING else []
    if not names or names[0] != RUN or STEP not in names:
        raise UserError(f"{path}: this is no BehaviorSpace table; allowed: a CSV file in 'table' format, whose seventh "
                        f"line begins with {RUN!r} and names {STEP!r}.")
    wrong = [number for number, row in enumerate(rows[HEADING + 1:], start=HEADING + 2) if len(row) != len(names)]
    if wrong:
        raise UserError(f"{path}, line {wrong[0]}: {len(rows[wrong[0] - 1])} values under {len(names)} columns; "
                        f"allowed: one value for each column.")
    frame = pd.DataFrame([[_read(text) for text in row] for row in rows[HEADING + 1:]], columns=names)
    at = names.index(STEP)
    settings = {name: sorted(frame[name].unique().tolist(), key=lambda one: (isinstance(one, str), one))
                for name in names[1:at] if name not in BESIDE}
    return Table(rows[2][0] if rows[2] else "", settings, tuple(names[at + 1:]), frame)


def _written(value: Any) -> str:
    """Truth values and numbers as NetLogo writes them."""
    return str(value).lower() if isinstance(value, bool) else f"{value!r}" if isinstance(value, float) else str(value)


def _read(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text

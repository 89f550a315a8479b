"""What an experiment found as rows of text: for the page, and for the terminal, which needs no package that draws."""

from __future__ import annotations

from typing import Any

import pandas as pd

from unanimity.support.number_format import percent, plain

Outcome = Any  # of experiments/outcome.py, which stands above this room

SPREAD_HEAD = ("cell", "measure", "mean", "by chance (worlds)", "by ignorance (settings)", "settings of that sign")


def spread_rows(spreads: pd.DataFrame) -> list[tuple[str, ...]]:
    """The two spreads of everything measured, as text."""
    names = [name for name in spreads.columns[:list(spreads.columns).index("measure")] if name != "arm"]
    return [(", ".join([str(row["arm"]), *(f"{name} {row[name]}" for name in names if row[name] == row[name])]),
             f"{row['measure']}{'' if row['what'] == 'level' else ', difference to control'}", plain(row["mean"]),
             f"{plain(row['chance_low'])} .. {plain(row['chance_high'])}",
             f"{plain(row['ignorance_low'])} .. {plain(row['ignorance_high'])}",
             "" if row["what"] == "level" else percent(row["settings_agree"]))
            for row in spreads.to_dict("records")]


def mean_rows(found: Outcome) -> list[tuple[str, ...]]:
    """The table of means as text."""
    dimensions, rows = list(found.experiment.described.dimensions), list[tuple[str, ...]]()
    for row in found.table.to_dict("records"):
        named = [str(row["arm"]), *(f"{name} {row[name]}" for name in dimensions if row.get(name) == row.get(name)
                                    and row.get(name) is not None)]
        apart = row.get("difference", float("nan"))
        rows.append((", ".join(named), str(row["measure"]), plain(row["mean"]),
                     f"{plain(row['low'])} .. {plain(row['high'])}",
                     "" if apart != apart else f"{apart:+.3g} ({row['difference_low']:+.3g} .. "
                                               f"{row['difference_high']:+.3g})"))
    return rows

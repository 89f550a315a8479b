"""Whether a run begins settled: a measure that still drifts at month 0 mixes what is studied with the society's own
settling.

Looked at in the control alone: how far each main measure moves in the twelve months before month 0, or, where there are
fewer, in the first twelve after it. Both arms of a pair drift alike, so a difference stays fair; levels do not.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.results import Result
from unanimity.results.summary import main_measures
from unanimity.support import number_format as numbers

YEAR = 12
LEAST_WORLDS = 3
CLEARLY = 3.0  # standard errors of the mean drift over worlds
NOTABLE = 0.1  # of the measure's own level


def drift(result: Result, arm: str | None = None) -> pd.DataFrame:
    """A row for each main measure: its level at month 0, how far it moves in a year, the standard error of that over
    worlds, and whether it is a drift."""
    months = result.months
    before = months < 0
    window = np.flatnonzero(before)[-YEAR:] if before.sum() >= YEAR else np.flatnonzero(~before)[:YEAR]
    mine = np.ones(len(result.worlds), bool) if arm is None else (result.worlds["arm"] == arm).to_numpy()
    rows = []
    for name in main_measures(result.measures):
        values = result.of(name).to_numpy()[window][:, mine]
        if len(window) < YEAR or mine.sum() < LEAST_WORLDS or not np.isfinite(values).all():
            continue
        half = YEAR // 2
        moved = 2.0 * (values[half:].mean(axis=0) - values[:half].mean(axis=0))  # halves lie half a year apart
        level, mean, error = values.mean(), moved.mean(), moved.std(ddof=1) / np.sqrt(moved.size)
        clear = abs(mean) > CLEARLY * error and abs(mean) > NOTABLE * abs(level)
        rows.append({"measure": name, "level": level, "a_year": mean, "error": error, "drifts": bool(clear)})
    return pd.DataFrame(rows, columns=["measure", "level", "a_year", "error", "drifts"])


def told_drift(result: Result, arm: str | None = None) -> list[str]:
    """A line where measures still drift at month 0; nothing where none does, or nobody can tell."""
    found = drift(result, arm)
    moving = found[found["drifts"].astype(bool)]
    if moving.empty:
        return []
    units = result.manifest.get("units") or {}
    parts = [f"{row.measure} by {numbers.difference(row.a_year, str(units.get(row.measure, '')))}"
             f"{' points' if numbers.is_share(str(units.get(row.measure, ''))) else ''} a year"
             for row in moving.itertuples()]
    return [f"not settled at month 0: {', '.join(parts)}; a longer burn_in would settle it (burn_in = "
            f"{int(result.manifest.get('burn_in', 0))} months now)."]

"""From a Result to plot data: means and bands over worlds, means of the last year, labels that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from altair.utils.schemapi import debug_mode

from unanimity.results import Result
from unanimity.support.errors import UserError, unknown

LAST = 12  # months over which the numbers in titles and labels are averaged
CONTROL = "control"
BAND = (0.05, 0.95)


def arms_of(result: Result) -> list[str]:
    """The arms of a Result: control first, then in the order in which they were run."""
    names = [str(name) for name in pd.unique(result.worlds["arm"])]
    return sorted(names, key=lambda name: name != CONTROL)


def chosen_arm(result: Result, arm: str | None) -> str:
    """The requested arm; by default control, or the only one."""
    known = arms_of(result)
    if arm is None:
        return known[0]
    if arm not in known:
        raise unknown("", "arm", arm, known)
    return arm


def arm_words(arm: str) -> str:
    """What an arm is called in a figure."""
    return arm or "this regime"


def require(result: Result, measures: Sequence[str], figure: str) -> None:
    """Refuse a Result that lacks what the figure shows."""
    missing = [name for name in measures if name not in result.measures]
    if missing:
        raise UserError(f"the figure {figure} needs the measure {missing[0]!r}, which this result does not hold; "
                        f"run again with it. Held: {', '.join(result.measures)}.")


def of_arm(result: Result, measure: str, place: str, arm: str) -> pd.DataFrame:
    """One measure at one place in one arm: months as rows, worlds as columns."""
    frame = result.of(measure, place)
    return frame.loc[:, (result.worlds["arm"].astype(str) == arm).to_numpy()]


def people_of(result: Result, arm: str) -> float:
    """The people to whom rates refer: those of a world, or the mean of its months where people come and go."""
    if "people_here" not in result.measures:
        return float(result.manifest["people"])
    here = of_arm(result, "people_here", "country", arm)
    return float(here.loc[here.index >= 0].to_numpy().mean())


def band(values: pd.DataFrame) -> pd.DataFrame:
    """Mean over worlds with the middle 90 % of them: month, middle, low, high."""
    low, high = BAND
    frame = pd.DataFrame({"middle": values.mean(axis=1), "low": values.quantile(low, axis=1),
                          "high": values.quantile(high, axis=1)})
    return frame.rename_axis("month").reset_index()


def late(values: pd.DataFrame) -> float:
    """Mean over worlds and over the last twelve months; those of the burn-in are not counted."""
    counted = values[values.index >= 0] if (values.index >= 0).any() else values
    last = counted.tail(LAST).to_numpy(dtype=float)
    return float(np.nanmean(last)) if np.isfinite(last).any() else float("nan")


def inline(frame: pd.DataFrame) -> alt.InlineData:
    """The table as data inside the specification, short numbers, gaps as null."""
    records: list[dict[str, Any]] = []
    for row in frame.to_dict("records"):
        records.append({str(key): _short(value) for key, value in row.items()})
    with debug_mode(False):  # Altair would check every record
        return alt.InlineData(values=tuple(records))  # and copies lists at every step, but leaves a tuple alone


def _short(value: Any) -> Any:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.5g}") if np.isfinite(value) else None
    return str(value)


def spread_apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels, near the wanted ones, in the same order, at least `gap` apart and inside low..high.

    >>> spread_apart([0.5, 0.5], 0.2, 0.0, 1.0)
    [0.4, 0.6]
    """
    order = np.argsort(wanted, kind="stable")
    steps = gap * np.arange(len(wanted))
    pools: list[list[float]] = []  # where the pool's first label would stand, and how many are in it
    for start in np.asarray(wanted, dtype=float)[order] - steps:
        pools.append([float(start), 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, n), (two, m) = pools[-2:]
            pools[-2:] = [[(one * n + two * m) / (n + m), n + m]]
    starts = np.repeat([start for start, _ in pools], [int(size) for _, size in pools])
    out = np.empty(len(wanted))
    out[order] = np.clip(starts, low, max(low, high - gap * (len(wanted) - 1))) + steps
    return [round(float(place), 6) for place in out]

"""The short text of a Result: one sentence, and its ten main measures with the spread over worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from unanimity.results.uncertainty_split import Spreads, over_known, two_spreads
from unanimity.support import number_format as numbers
from unanimity.world.milieu import milieu_of, told_of

if TYPE_CHECKING:
    from unanimity.results.result import Result

# what a reader looks for first, in this order; other measures fill the gaps
MAIN = ("unanimity", "private_dissent", "falsification_gap", "fear_of_opinion", "legitimacy", "mean_hunger",
        "centre_error", "ring_strength", "faction_members", "living_in_country")
MOST = 10
LAST = 12  # length of the window whose mean is shown, in months


class Row(NamedTuple):
    """A measure of a run: the mean over the last months and all worlds, and the middle 90 % of worlds."""

    measure: str
    mean: float
    low: float
    high: float
    unit: str

    @property
    def text(self) -> str:
        """The mean, formatted by its unit."""
        return numbers.number(self.mean, self.unit)

    @property
    def spread(self) -> str:
        """The range of the worlds; empty for a single world."""
        return "" if self.low == self.high or not np.isfinite(self.low) else \
            numbers.interval(self.low, self.high, self.unit)


def main_measures(measures: tuple[str, ...], most: int | None = MOST) -> list[str]:
    """The main measures among those available, filled up with others; all of them if `most` is None."""
    first = [name for name in MAIN if name in measures]
    return [*first, *(name for name in measures if name not in first)][:most]


def rows_of(result: Result, most: int | None = MOST, place: str = "country") -> list[Row]:
    """The rows of the table, the main measures first."""
    units = result.manifest.get("units") or {}
    rows = []
    named = [name for name in result.manifest.get("named") or () if name in result.measures]  # told first
    for name in list(dict.fromkeys([*named, *main_measures(result.measures, most)]))[:most]:
        window = _window(result, name, place)
        known = np.isfinite(window)
        worlds = over_known(window, 0)
        worlds = worlds[np.isfinite(worlds)]
        mean = float(window[known].mean()) if known.any() else float("nan")
        if "setting" in result.worlds:  # as in the table of spreads
            mean = _two_spreads(result, over_known(window, 0)).mean
        low, high = np.quantile(worlds, (0.05, 0.95)) if worlds.size else (np.nan, np.nan)
        rows.append(Row(name, mean, float(low), float(high), str(units.get(name, ""))))
    return rows


def late_months(months: np.ndarray) -> int:
    """How many months a mean of the last months is over: up to twelve, and never those of the burn-in.

    >>> late_months(np.arange(-24, 6)), late_months(np.arange(96))
    (6, 12)
    """
    return int(min(LAST, (months >= 0).sum() or len(months)))


def window_told(months: np.ndarray) -> str:
    """The same in words: "the last 12 months"."""
    count = late_months(months)
    return "the last month" if count == 1 else f"the last {count} months"


def _window(result: Result, measure: str, place: str) -> np.ndarray:
    """The last months of a measure: months in rows, worlds in columns."""
    frame = result.of(measure, place)
    return np.asarray(frame[frame.index >= min(0, int(frame.index[-1]))].to_numpy()[-LAST:])


def spreads_of(result: Result, place: str = "country") -> pd.DataFrame:
    """Chance and ignorance of every measure, for a run at plausible settings with that many worlds each."""
    return pd.DataFrame([{"measure": name, **_two_spreads(result, over_known(_window(result, name, place), 0)).row()}
                         for name in result.measures])


def _two_spreads(result: Result, worlds: np.ndarray) -> Spreads:
    """Both spreads of one number a world, settings after settings."""
    weights = (result.manifest.get("settings") or {}).get("weights")
    return two_spreads(worlds.reshape(result.worlds["setting"].nunique(), -1), weights)


def answers_of(result: Result) -> list[tuple[str, str, str]]:
    """Each question asked, its mean over the worlds that know it, and the middle 90 % of these worlds."""
    told = []
    for question, column in result.answers.items():
        known = column.dropna().to_numpy(float)
        low, high = np.quantile(known, (0.05, 0.95)) if known.size > 1 else (np.nan, np.nan)
        told.append((str(question), numbers.plain(float(known.mean())) if known.size else numbers.UNKNOWN,
                     numbers.interval(low, high, "") if np.isfinite(low) else ""))
    return told


def _spread_lines(result: Result, rows: list[Row]) -> list[str]:
    """The main measures with both intervals."""
    found = result.spreads.set_index("measure")
    wide = max(len(row.measure) for row in rows)
    lines = [f"means of {window_told(result.months)} over "
             f"{result.worlds['setting'].nunique()} settings; 90 % by chance (worlds), by ignorance (settings)"]
    for row in rows:
        one = found.loc[row.measure]
        by = [numbers.interval(one[f"{kind}_low"], one[f"{kind}_high"], row.unit) for kind in ("chance", "ignorance")]
        lines.append(f"  {row.measure:<{wide}}  {numbers.number(one['mean'], row.unit)}  chance {by[0]}  ignorance "
                     f"{by[1]} {row.unit}".rstrip())
    note = (result.manifest.get("settings") or {}).get("note")
    return [*lines, *([f"  note: {note}"] if note else [])]


def sentence(result: Result) -> str:
    """The outcome of a run in one sentence."""
    count = len(result.worlds)
    people = result.manifest.get("people")
    size = f"{count} world{'s' if count > 1 else ''}" + (f" of {people:,} people" if people else "")
    means = {row.measure: row for row in rows_of(result, None) if np.isfinite(row.mean)}
    parts = [text.format(means[name].text) for name, text in (
        ("unanimity", "{} do not dissent publicly"), ("private_dissent", "{} would dissent if it cost nothing"),
        ("fear_of_opinion", "fear of speaking out stands at {}")) if name in means]
    told = f": {', '.join(parts)}" if parts else ""
    said = f"{result.manifest.get('title', 'result')} ({size}, to month {int(result.months[-1])}){told}."
    return f"{said} {told_of(milieu_of(result.manifest))}".strip()


def text(result: Result, most: int | None = MOST) -> str:
    """The sentence and the rows as printed text."""
    rows = rows_of(result, most)
    wide = max((len(row.measure) for row in rows), default=0)
    values = max((len(row.text) for row in rows), default=0)
    if "setting" in result.worlds:
        lines = [sentence(result), *_spread_lines(result, rows)]
    else:
        lines = [sentence(result), f"means of {window_told(result.months)}"
                 + (", middle 90 % of worlds" if len(result.worlds) > 1 else "")]
        lines += [f"  {row.measure:<{wide}}  {row.text:>{values}}  {row.spread:<16} {row.unit}".rstrip()
                  for row in rows]
    left = len(result.measures) - len(rows)
    if left:
        lines.append(f"  and {left} more: .summary(), .table, .of(measure)")
    if asked := answers_of(result):
        lines += ["asked: mean over worlds, as .answers has it", *(f"  {question}  {mean}  {spread}".rstrip()
                                                                    for question, mean, spread in asked)]
    return "\n".join([*lines, *(f"note: {line}" for line in result.notes)])

"""Many regimes compared: tables with one row per regime and one column per measure, every number with its interval.

A column is shaded from its lowest to its highest value: towards red if high values are bad, towards green if they are
good, in blue if that is left to the reader. Numbers based on a handful of cases are grey.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from unanimity.report.glossary import meaning
from unanimity.report.html import Cell, Section
from unanimity.report.measure_labels import listed, sentence
from unanimity.support.errors import UserError
from unanimity.support.number_format import DASH, SCORE, interval, is_rate, is_share, number, ranged, told
from unanimity.support.rare_events import FEW

GROUPS = {  # group: heading, the measure of its title
    "voice": ("Voice: what is said, what is thought, what the centre knows", "falsification gap"),
    "bread": ("Bread, death and departure", "all deaths"),
    "police": ("Police", "arrests"),
    "power": ("Party and power", "concentration"),
}
NEEDED = ("regime", "group", "measure", "unit", "mean")
OPTIONAL = {"low": np.nan, "high": np.nan, "good": 0, "cases": np.nan, "meaning": "", "months": 0}
SLIGHT = 0.25  # a share or score that varies by less than this is not shaded up to the full


def heat_sections(table: pd.DataFrame, small: str = "") -> list[Section]:
    """One section per group of the table made by experiments/regime_table.py."""
    missing = [name for name in NEEDED if name not in table.columns]
    if missing or table.empty:
        raise UserError("the heat table needs the columns regime, group, measure, unit, mean and at least one row"
                        + (f"; {missing[0]!r} is missing." if missing else "."))
    table = by_fear(_filled(table))
    made: list[Section] = []
    for group, (heading, headline) in GROUPS.items():
        mine = table[table["group"] == group]
        if mine["mean"].notna().any():
            made.append(Section(heading, None, "" if made else _see(table), small, heat(mine),
                                finding=finding(mine, headline), kind="heat"))
    return made


def _filled(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(**{name: value for name, value in OPTIONAL.items() if name not in table.columns})


def by_fear(table: pd.DataFrame) -> pd.DataFrame:
    """The table with its regimes from the least to the most fear, where fear was measured."""
    fear = table[table["measure"] == "fear"].set_index("regime")["mean"]
    return table.assign(rank=table["regime"].map(fear)).sort_values("rank", kind="stable").drop(columns="rank")


def heat(table: pd.DataFrame) -> tuple[tuple[Cell, ...], ...]:
    """The table of a group: regimes as rows, measures as columns; measures without any value, or with only zeros, are
    left out."""
    table = _filled(table)
    known = [name for name, mine in table.groupby("measure", sort=False) if (mine["mean"].fillna(0) != 0).any()]
    regimes = list(pd.unique(table["regime"]))
    facts = table.drop_duplicates("measure").set_index("measure")
    head = [Cell("regime")]
    head += [Cell(name, unit_mark(facts.at[name, "unit"]).removeprefix(", "),
                  tip=sentence(f"{facts.at[name, 'meaning'] or name}. {meaning(name)}".strip())) for name in known]
    at = table.set_index(["regime", "measure"])
    spans = table.groupby("measure")["mean"].agg(["min", "max"])
    months = table.groupby("regime")["months"].first()
    rows = []
    for regime in regimes:
        length = f"{int(months[regime])} months" if months[regime] else ""
        rows.append((Cell(regime, length), *(_cell(at.loc[(regime, name)], spans.loc[name]) for name in known)))
    return (tuple(head), *rows)


def _cell(row: pd.Series, span: pd.Series) -> Cell:
    mean, unit = float(row["mean"]), str(row["unit"])
    if not np.isfinite(mean):
        return Cell(DASH, tip="These rules do not run what it speaks of, or it never occurred.")
    room = max(float(span["max"] - span["min"]), SLIGHT if is_share(unit) or unit == SCORE else 0.0)
    shade = (mean - float(span["min"])) / room if room > 0 else 0.0
    few = bool(np.isfinite(row["cases"]) and row["cases"] < FEW)
    good = int(row["good"])
    tip = f"{int(row['cases'])} cases in all worlds together" if np.isfinite(row["cases"]) else ""
    ends = interval(float(row["low"]), float(row["high"]), unit) if np.isfinite(row["low"]) else ""
    return Cell(number(mean, unit), ends, (good or 1) * shade if room > 0 and not few else None,
                "judged" if good else "plain", None, few, tip)


def _see(table: pd.DataFrame) -> str:
    kinds = set(table["good"])
    words = [text for good, text in ((-1, "red where much is bad"), (1, "green where much is good"),
                                     (0, "blue where that is for the reader to say")) if good in kinds]
    return (f"Regimes stand from the least to the most fear. Each column is shaded from its least to its most, "
            f"{listed(words)}; beneath each mean its 90 % interval. Grey: fewer than {FEW} cases in all worlds "
            f"together. A dash: those rules do not run it, or it never occurred.")


def finding(table: pd.DataFrame, headline: str) -> str:
    """The extremes of a measure (of the first that is known, if this one is not), and where they are found."""
    rows = table.dropna(subset=["mean"])
    name = headline if headline in set(rows["measure"]) else str(rows["measure"].iloc[0])
    mine = rows[rows["measure"] == name]
    low, high = mine.loc[mine["mean"].idxmin()], mine.loc[mine["mean"].idxmax()]
    what = sentence(str(low.get("meaning") or name))
    if low["mean"] == high["mean"]:
        return f"{what}: {told(low['mean'], low['unit'])} everywhere"
    return (f"{what}: from {number(low['mean'], low['unit'])} ({low['regime']}) to "
            f"{told(high['mean'], high['unit'])} ({high['regime']})")


def written(row: pd.Series) -> str:
    """A number of the table with its interval, as the screen prints it; a star where it rests on few cases."""
    few = np.isfinite(row.get("cases", np.nan)) and row["cases"] < FEW
    return ranged(float(row["mean"]), float(row.get("low", np.nan)), float(row.get("high", np.nan)),
                  str(row["unit"])) + ("*" if few and np.isfinite(row["mean"]) else "")


def unit_mark(unit: str) -> str:
    """The unit in the head of a column, where the numbers do not show it.

    >>> unit_mark("per 1,000 a year"), unit_mark("share")
    (', per 1,000 a year', '')
    """
    return f", {unit}" if is_rate(unit) else "" if is_share(unit) else {"score": ", 0 to 1"}.get(
        unit, "")

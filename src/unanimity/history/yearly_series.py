"""Yearly series of the record and of the model: what was observed, and how the model's months are turned into years."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.evidence import table
from unanimity.results import Result
from unanimity.support.csv_rows import csv_rows
from unanimity.support.errors import UserError, refuse

WINDOW = "WINDOW"
HOW = ("sum", "mean", "first")
NEEDED = ("id", "model_measure", "how")
COLUMNS = ("id", "title", "record", "per", "scale", "unit", "model_measure", "how", "targets")
OF_A_RECORD = ("year", "value", "tag", "source", "note")


@dataclass(frozen=True)
class Yearly:
    """One series: its name, the observations by year, and the model's monthly measure."""

    id: str
    title: str
    unit: str
    measure: str
    how: str
    observed: pd.DataFrame  # year, value, tag, source; empty if the record has no yearly values
    targets: str = ""  # the prefix of its targets' names

    def asked(self, last: int) -> str:
        """The expression to evaluate for the months 0 to `last`."""
        return self.measure.replace(WINDOW, f"0..{last}")

    def simulated(self, result: Result, last: int, first_year: int) -> pd.DataFrame:
        """The model's version: years as rows, worlds as columns; only years that were run completely."""
        return self.years_of(result.answer_by_month(self.asked(last)).reindex(range(0, last + 1)), first_year)

    def years_of(self, by_month: pd.DataFrame, first_year: int) -> pd.DataFrame:
        """Monthly values, counted from month 0, combined into years."""
        months = by_month.groupby(by_month.index // 12)
        whole = months.size() == 12
        if self.how == "first":
            years = by_month.loc[[12 * int(year) for year in whole.index]].set_axis(whole.index)
        else:
            years = months.sum(min_count=12) if self.how == "sum" else months.mean()
        return years[whole].set_axis([int(year) + first_year for year in whole.index[whole]])


def read_series(name: str | Path) -> tuple[Yearly, ...]:
    """The series of a shipped scenario, or of a file; empty if a scenario has none."""
    folder: Any = resources.files("unanimity.history") / "series"
    if not str(name).endswith(".csv"):
        if not (folder / f"{name}.csv").is_file():
            return ()
        path = folder / f"{name}.csv"
    else:
        path, folder = Path(name), Path(name).parent
    rows = _rows(path, str(name), NEEDED, COLUMNS)
    for row in rows:
        for column in NEEDED:
            if not row.get(column):
                raise UserError(f"{name}: {row.get('id') or 'a row'}: {column} must be given.")
        if row["how"] not in HOW:
            raise refuse(f"{name}: {row['id']}", "how", row["how"], ", ".join(HOW))
    return tuple(Yearly(row["id"], row.get("title") or row["id"], row.get("unit", ""), row["model_measure"], row["how"],
                        _observed(row, folder, str(name)), row.get("targets", "")) for row in rows)


def _rows(path: Any, where: str, needed: Sequence[str], known: Sequence[str]) -> list[dict[str, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as slip:
        reason = getattr(slip, "strerror", None) or "not a text file"
        raise UserError(f"{where}: cannot be read ({reason}); allowed: a CSV file.") from None
    return [row for _, row in csv_rows(text, where, needed, known)]


def _observed(row: dict[str, str], folder: Any, where: str) -> pd.DataFrame:
    """The record's values: one per year (the last of a year that has several), scaled and divided by the population."""
    name = row.get("record", "")
    if not name:
        return pd.DataFrame({"year": [], "value": [], "tag": [], "source": []})
    if name.endswith(".csv"):
        found = _frame(folder / name, where).assign(tag="seen", source=name)
    else:
        everything = table("series")
        found = everything[everything["series"] == name][["year", "value", "tag", "source"]]
        if found.empty:
            raise refuse(f"{where}: {row['id']}", "record", name, "a series of the evidence, or a .csv file")
    found = found.groupby("year", as_index=False).last()
    scale = _number(row.get("scale") or "1", f"{where}: {row['id']}")
    people = people_in(found["year"].to_numpy(float), folder / row["per"], where) if row.get("per") else 1.0
    return found.assign(value=found["value"].to_numpy(float) * scale / people, year=found["year"].astype(int))


def people_in(years: np.ndarray, path: Any, where: str = "") -> np.ndarray:
    """People in the country in the middle of each year, interpolated linearly between known values."""
    known = _frame(path, where)
    return np.interp(years + 0.5, known["year"].to_numpy(float), known["value"].to_numpy(float))


def _frame(path: Any, where: str) -> pd.DataFrame:
    rows = _rows(path, f"{where}: {path.name}", OF_A_RECORD[:2], OF_A_RECORD)
    found = pd.DataFrame({column: [_finite(row[column]) for row in rows] for column in OF_A_RECORD[:2]})
    if found.empty or found.isna().any(axis=None):
        raise UserError(f"{where}: {path.name} must hold the columns year and value, numbers in every row.")
    return found


def _finite(text: str) -> float:
    """The text as a number; NaN if it is not a number."""
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def _number(text: str, where: str) -> float:
    value = _finite(text)
    if math.isnan(value):
        raise refuse(where, "scale", text, "a number")
    return value

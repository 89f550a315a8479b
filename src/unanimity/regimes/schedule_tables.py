"""Schedules as tables: a long schedule can be a CSV file next to the regime file, one change per row, with dates and
reasons.

    [run]
    start = "1918-01"                  # the calendar month of month 0
    schedule = "mine.csv"              # or several: ["orders.csv", "weather.csv"]

Columns: month (a number, YYYY-MM or March 1921), what (lever, parameter or event), name, value (of a lever or a
parameter), with (other fields of a schedule entry, in TOML: `provinces = [1], announced = 24`), and, for the reader,
origin, why and confidence. Lines that begin with # are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from unanimity.support.bounded_reading import read_text, tables_of
from unanimity.support.calendar import FORMS, counted, month_of
from unanimity.support.csv_rows import csv_rows
from unanimity.support.errors import UserError, refuse

NEEDED = ("month", "what", "name")
COLUMNS = (*NEEDED, "value", "with", "origin", "why", "confidence")
KINDS = ("lever", "parameter", "event")
MONTHS = ("month", "announced", "until")  # fields of an entry that hold months


def with_dates(raw: dict[str, Any], where: str) -> dict[str, Any]:
    """The tables of a regime with the dates of its schedule converted to month numbers."""
    rows, run = raw.get("schedule"), raw.get("run")
    start = run.get("start", "") if isinstance(run, dict) else ""
    if isinstance(start, str) and start and counted(start) is None:
        raise refuse(where, "run.start", start, FORMS)
    if not isinstance(rows, list):
        return raw
    changed = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, dict):
            field = row.get("row") or f"schedule[{number}]"
            row = {key: month_of(value, start, f"{field}.{key}", where)
                   if key in MONTHS and isinstance(value, str) else value for key, value in row.items()}
        changed.append(row)
    return {**raw, "schedule": changed}


def undated(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same tables with 0 for every date in the schedule, to check their shape before the start is known."""
    rows = raw.get("schedule")
    if not isinstance(rows, list) or not any(isinstance(row, dict) and isinstance(row.get(key), str)
                                             for row in rows for key in MONTHS):
        return raw
    return {**raw, "schedule": [
        {key: 0 if key in MONTHS and isinstance(value, str) and counted(value) is not None else value
         for key, value in row.items()} if isinstance(row, dict) else row for row in rows]}


def with_tables(raw: dict[str, Any], where: str, folder: Any) -> dict[str, Any]:
    """The tables of a regime file with the rows of its schedule files, read from `folder`."""
    named = raw.get("schedule")
    if isinstance(named, str):
        named = [named]
    if not isinstance(named, list) or not any(isinstance(one, str) for one in named):
        return raw
    rows: list[Any] = []
    for one in named:
        rows += list(_rows(one, where, folder)) if isinstance(one, str) else [one]
    return {**raw, "schedule": rows}


def _rows(name: str, where: str, folder: Any) -> Iterator[dict[str, Any]]:
    """The rows of a table as schedule entries."""
    if not name.endswith(".csv"):
        raise refuse(where, "schedule", name, "a table (.csv) beside the file, or entries [[schedule]]")
    try:
        path = folder / name
        if isinstance(folder, Path) and not path.resolve().is_relative_to(folder.resolve()):
            raise refuse(where, "schedule", name, "a table (.csv) in the folder of the file or below")
        text = read_text(path, "a CSV file") if isinstance(path, Path) else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as slip:
        reason = getattr(slip, "strerror", None) or "not a text file"
        raise UserError(f"{where}: schedule = {name!r} cannot be read ({reason}); allowed: a CSV file.") from None
    for number, cells in csv_rows(text, f"{where}: {name}", NEEDED, COLUMNS):
        yield _entry(cells, f"{name} line {number}", where)


def _entry(cells: dict[str, str], place: str, where: str) -> dict[str, Any]:
    if cells["what"] not in KINDS:
        raise refuse(where, f"{place}.what", cells["what"], ", ".join(KINDS))
    month = cells["month"]
    entry: dict[str, Any] = {"row": place, "month": int(month) if re.fullmatch(r"-?\d+", month) else month,
                             cells["what"]: cells["name"]}
    if cells.get("value"):
        entry["value"] = _value(cells["value"])
    entry |= {column: cells[column] for column in ("origin", "why", "confidence") if cells.get(column)}
    try:
        more = tables_of(f"given = {{{cells.get('with', '')}}}", where)["given"]
    except UserError:
        raise refuse(where, f"{place}.with", cells["with"], "fields as in TOML, such as provinces = [1], months = 6") \
            from None
    return {**more, **entry}


def _value(text: str) -> Any:
    """A number or boolean if the text reads as one, else the text itself."""
    try:
        return tables_of(f"value = {text}", "")["value"]
    except UserError:
        return text

"""Targets: numbers of the record, each with its band, its window as a measure of the model, its source and its split.

A table of targets is a CSV file. Columns: id, model_measure (an expression of docs/measures.md; one that begins with
`missing:` says what the model has no word for), value, low, high (the record's own uncertainty, no tolerance for the
model), split (`fit`: to mend and to fit by; other names: to judge by); for the reader kind, year_from, year_to,
population, quantity, unit, source, confidence, note. A note that begins with `E100k 36` says how many events the record
implies in 100,000 people within the window (of a ratio: on its rarer side): a world in which neither the record nor the
model would bring about twenty of them cannot see the number.
"""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from unanimity.world.errors import UserError, refuse, unknown

FIT = "fit"
ALL = "all"
NEEDED = ("id", "model_measure", "low", "high")
COLUMNS = ("id", "kind", "year_from", "year_to", "population", "quantity", "model_measure", "value", "low", "high",
           "unit", "source", "confidence", "split", "note")
OF_TWO = ("ratio", "shape")  # kinds that hold one number against another
_EVENTS = re.compile(r"E100k\s+([\d.]+)")


@dataclass(frozen=True)
class Target:
    """One number of the record."""

    id: str
    measure: str
    value: float
    low: float
    high: float
    split: str = FIT
    kind: str = ""
    years: tuple[int, int] | None = None
    population: str = ""
    quantity: str = ""
    unit: str = ""
    source: str = ""
    confidence: str = ""
    note: str = ""

    @property
    def missing(self) -> str:
        """What the model has no word for; empty where it can be measured."""
        return self.measure.partition(":")[2].strip() or "no measure" if self.measure.startswith("missing") else ""

    @property
    def events(self) -> float:
        """Events that the record implies in 100,000 people within the window; not a number where that says nothing."""
        found = _EVENTS.match(self.note)
        return float(found[1]) if found else math.nan


def tables() -> list[str]:
    """Scenarios whose targets come with the program."""
    folder = resources.files("unanimity.history") / "targets"
    return sorted(item.name.removesuffix(".csv") for item in folder.iterdir() if item.name.endswith(".csv"))


def table_for(scenario: str) -> str:
    """The table of targets of a scenario: its own, or that of the scenario whose second arm it is."""
    fits = [name for name in tables() if scenario == name or scenario.startswith(f"{name}-")]
    if not fits:
        raise UserError(f"history: {scenario} has no targets of its own; allowed: --targets FILE.csv, or one of "
                        f"{', '.join(tables())}.")
    return max(fits, key=len)


def read_targets(name: str | Path) -> tuple[Target, ...]:
    """The targets of a scenario of the program, or of a file.

    >>> len(read_targets("ussr-1918-1941"))
    61
    """
    if str(name) in tables():
        text = (resources.files("unanimity.history") / "targets" / f"{name}.csv").read_text(encoding="utf-8")
    elif not str(name).endswith(".csv") and not Path(name).exists():
        raise unknown("", "table of targets", str(name), tables(), "or give the path of a .csv file")
    else:
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as slip:
            reason = getattr(slip, "strerror", None) or "not a text file"
            raise UserError(f"{name}: cannot be read ({reason}); allowed: a CSV file of targets.") from None
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    head = rows.fieldnames or []
    for column in NEEDED:
        if column not in head:
            raise UserError(f"{name}: no column {column!r}; allowed: {', '.join(COLUMNS)}.")
    found = tuple(_target(row, str(name)) for row in rows)
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise UserError(f"{name}: {one.id} stands there twice; allowed: an id of its own for each target.")
        seen.add(one.id)
    if not found:
        raise UserError(f"{name}: no targets; allowed: a row for each.")
    return found


def of_split(targets: tuple[Target, ...], split: str, where: str) -> tuple[Target, ...]:
    """The targets of a split; `all` for every one. Rows to judge by are not looked at on their own."""
    if split == ALL:
        return targets
    known = sorted({one.split for one in targets})
    if split != FIT and split in known:
        raise UserError(f"{where}: --split {split} is not allowed by itself; allowed: {FIT}, or {ALL} (each look at "
                        f"what is to judge by is to be written down: docs/history.md).")
    if split not in known:
        raise unknown(where, "split", split, [*known, ALL])
    return tuple(one for one in targets if one.split == split)


def _target(row: dict[str, Any], where: str) -> Target:
    said = {key: (value or "").strip() for key, value in row.items() if isinstance(key, str)}
    place = f"{where}: {said['id'] or 'a row without id'}"
    if None in row or any(value is None for value in row.values()):
        raise UserError(f"{place} has another number of cells than the head; allowed: one for each column (a cell that "
                        f"holds a comma is written in quotes).")
    if not said["id"] or not said["model_measure"]:
        raise UserError(f"{place}: id and model_measure must be given.")
    low, high = _number(said, "low", place), _number(said, "high", place)
    if low > high:
        raise refuse(place, "low", said["low"], f"a number up to high, {said['high']}")
    value = _number(said, "value", place) if said.get("value") else (low + high) / 2.0
    years = None
    if said.get("year_from"):
        first = int(_number(said, "year_from", place))
        years = (first, int(_number(said, "year_to", place)) if said.get("year_to") else first)
    told = (said.get(key, "") for key in ("population", "quantity", "unit", "source", "confidence", "note"))
    return Target(said["id"], said["model_measure"], value, low, high, said.get("split") or FIT, said.get("kind", ""),
                  years, *told)


def _number(said: dict[str, str], field: str, place: str) -> float:
    try:
        value = float(said[field])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise refuse(place, field, said[field], "a number")
    return value

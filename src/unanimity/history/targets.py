"""Targets: numbers of the record, each with its band, its window as a measure of the model, its source and its split.

A table of targets is a CSV file; lines that begin with # are comments. Columns: id, model_measure (an expression of
measures.md; one that begins with `missing:` names what the model cannot express), value, low, high (the record's own
uncertainty, no tolerance for the model), split (`fit`: for correction and calibration; `validate`, `judge`: for
validation), kind (series, fact, ratio, shape); for the reader year_from, year_to, population, quantity, unit, source,
confidence, note. A note that begins with `E100k 36` says how many events the record implies in 100,000 people within
the window (of a ratio: on its rarer side); with fewer than twenty, in the record and in the model, a pool of worlds is
too small to estimate the number.
"""

from __future__ import annotations

import csv
import dataclasses
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from unanimity.support.errors import UserError, near_miss, refuse, unknown

FIT = "fit"
ALL = "all"
VALIDATE, JUDGE = "validate", "judge"
SPLITS = (FIT, VALIDATE, JUDGE)
NEEDED = ("id", "model_measure", "low", "high")
COLUMNS = ("id", "kind", "year_from", "year_to", "population", "quantity", "model_measure", "value", "low", "high",
           "unit", "source", "confidence", "split", "note")
OF_TWO = ("ratio", "shape")  # kinds that compare two numbers
KINDS = ("series", "fact", *OF_TWO)
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
        """What the model cannot express; "" if the target can be measured."""
        return self.measure.partition(":")[2].strip() or "no measure" if self.measure.startswith("missing") else ""

    @property
    def events(self) -> float:
        """Events that the record implies in 100,000 people within the window; NaN if the note names none."""
        found = _EVENTS.match(self.note)
        return float(found[1]) if found else math.nan


def tables() -> list[str]:
    """Scenarios whose targets are shipped with the package."""
    folder = resources.files("unanimity.history") / "targets"
    return sorted(item.name.removesuffix(".csv") for item in folder.iterdir() if item.name.endswith(".csv"))


def table_for(scenario: str) -> str:
    """The name of a scenario's table of targets: its own, or that of the scenario of which it is the second arm."""
    fits = [name for name in tables() if scenario == name or scenario.startswith(f"{name}-")]
    if not fits:
        raise UserError(f"history: {scenario} has no targets of its own; allowed: --targets FILE.csv, or one of "
                        f"{', '.join(tables())}.")
    return max(fits, key=len)


def read_targets(name: str | Path) -> tuple[Target, ...]:
    """The targets of a shipped scenario, or of a file.

    >>> len(read_targets("ussr-1918-1941"))
    61
    """
    if str(name) in tables():
        text = (resources.files("unanimity.history") / "targets" / f"{name}.csv").read_text(encoding="utf-8")
    elif not str(name).endswith(".csv") and not Path(name).exists():
        raise unknown("", "table of targets", str(name), tables(), "or give the path of a .csv file")
    else:
        try:
            text = Path(name).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as slip:
            reason = getattr(slip, "strerror", None) or "not a text file"
            raise UserError(f"{name}: cannot be read ({reason}); allowed: a CSV file of targets.") from None
    found = tuple(_target(row, place) for place, row in _rows(text, str(name)))
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            raise UserError(f"{name}: {one.id} stands there twice; allowed: an id of its own for each target.")
        seen.add(one.id)
    if not found:
        raise UserError(f"{name}: no targets; allowed: a row for each.")
    return found


def of_split(targets: tuple[Target, ...], split: str, where: str) -> tuple[Target, ...]:
    """The targets of a split; `all` for every one. Validation rows cannot be selected on their own."""
    if split == ALL:
        return targets
    known = sorted({one.split for one in targets})
    if split != FIT and split in known:
        raise UserError(f"{where}: --split {split} is not allowed by itself; allowed: {FIT}, or {ALL} (each look at "
                        f"what is to judge by is to be written down: unanimity docs history).")
    if split not in known:
        raise unknown(where, "split", split, [*known, ALL])
    return tuple(one for one in targets if one.split == split)


def within_window(targets: tuple[Target, ...], year: int | None, where: str) -> tuple[Target, ...]:
    """The rows split for a calibration window that ends with a year: `fit` those that end by then, `validate` the later
    ones. Rows of the split `judge`, and rows that name no year, keep the table's split.

    Without a year: the table's own split.
    """
    if year is None:
        return targets
    if isinstance(year, bool) or not isinstance(year, int):
        raise refuse(where, "until", year, "a year, as a whole number")
    found = tuple(one if one.split == JUDGE or not one.years else
                  dataclasses.replace(one, split=FIT if one.years[1] <= year else VALIDATE) for one in targets)
    if not any(one.split == FIT for one in found):
        ends = sorted({one.years[1] for one in targets if one.years and one.split != JUDGE})
        raise refuse(where, "until", year, f"a year from {ends[0]} on" if ends else "a table whose rows name years")
    return found


def until(targets: tuple[Target, ...], year: int | None, where: str) -> tuple[Target, ...]:
    """The fit rows for a calibration window that ends with a year."""
    return of_split(within_window(targets, year, where), FIT, where)


def _rows(text: str, where: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a table, each with its name for error messages; refuses an invalid header or row."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    try:
        head, *rows = list(csv.reader(lines, strict=True)) or [[]]
    except csv.Error as slip:
        raise UserError(f"{where}: is no CSV file ({slip}); allowed: cells with commas between them, in quotes where a "
                        f"cell holds a comma.") from None
    head = [cell.strip() for cell in head]
    for column in head:
        if column not in COLUMNS:
            raise unknown(f"{where}: head", "column", column, COLUMNS)
        if head.count(column) > 1:
            raise UserError(f"{where}: head: the column {column!r} stands there {head.count(column)} times; allowed: "
                            f"once.")
    for column in NEEDED:
        if column not in head:
            raise UserError(f"{where}: head: no column {column!r}; needed: {', '.join(NEEDED)}; allowed: "
                            f"{', '.join(COLUMNS)}.")
    for number, cells in enumerate(rows, 1):
        said = {key: cell.strip() for key, cell in zip(head, cells, strict=False)}
        place = f"{where}: {said.get('id') or f'row {number}'}"
        if len(cells) != len(head):
            raise UserError(f"{place} has {len(cells)} cells, the head has {len(head)}; allowed: one for each column "
                            f"(a cell that holds a comma is written in quotes).")
        yield place, said


def _target(said: dict[str, str], place: str) -> Target:
    for field in ("id", "model_measure"):
        if not said[field]:
            raise refuse(place, field, "", "a name of its own" if field == "id" else "an expression, or missing: WHAT")
    for field, known in (("split", SPLITS), ("kind", KINDS)):
        if said.get(field) and said[field] not in known:
            raise refuse(place, field, said[field], ", ".join(known), near_miss(said[field], known))
    low, high = _number(said, "low", place), _number(said, "high", place)
    if low > high:
        raise refuse(place, "low", said["low"], f"a number up to high, {said['high']}")
    value = _number(said, "value", place) if said.get("value") else (low + high) / 2.0
    told = (said.get(key, "") for key in ("population", "quantity", "unit", "source", "confidence", "note"))
    return Target(said["id"], said["model_measure"], value, low, high, said.get("split") or FIT, said.get("kind", ""),
                  _years(said, place), *told)


def _years(said: dict[str, str], place: str) -> tuple[int, int] | None:
    """The first and the last year of a row; none where it names none."""
    if not said.get("year_from"):
        if said.get("year_to"):
            raise refuse(place, "year_from", "", "a year beside year_to")
        return None
    years = []
    for field in ("year_from", "year_to"):
        text = said.get(field) or said["year_from"]
        if not text.removeprefix("-").isdecimal():
            raise refuse(place, field, text, "a year, as a whole number")
        years.append(int(text))
    if years[0] > years[1]:
        raise refuse(place, "year_to", said["year_to"], f"a year from year_from, {years[0]}, on")
    return years[0], years[1]


def _number(said: dict[str, str], field: str, place: str) -> float:
    try:
        value = float(said[field])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise refuse(place, field, said[field], "a number")
    return value

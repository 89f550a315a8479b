"""The unprocessed tables: people, events, figures, letters and yearly series, and the codebook that explains them."""

from __future__ import annotations

import io
import tomllib
from functools import cache
from importlib import resources
from typing import Any

import pandas as pd

from unanimity.support.csv_rows import csv_rows
from unanimity.support.errors import unknown

NAMES = ("people", "events", "figures", "letters", "series")
TAGS = ("seen", "recalled")
_TEXT = {"people": ("lines",), "events": ("other_lines",), "letters": ("source", "part", "date")}


def table(name: str) -> pd.DataFrame:
    """A table by name, as a new data frame that the caller may change.

    >>> len(table("people")), sorted(set(table("series")["tag"]))
    (912, ['recalled', 'seen'])
    """
    if name not in NAMES:
        raise unknown("", "table of the evidence", name, NAMES)
    return _read(name).copy()


@cache
def _read(name: str) -> pd.DataFrame:
    with (resources.files("unanimity.evidence") / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        text = file.read()
    columns = tuple(codebook()[name]["columns"])
    for _ in csv_rows(text, f"evidence: {name}.csv", columns, columns):
        pass  # every column is one that the codebook explains, and every row fits them
    return pd.read_csv(io.StringIO(text), dtype=dict.fromkeys(_TEXT.get(name, ()), "str"))


@cache
def codebook() -> dict[str, Any]:
    """Provenance, selection bias, and every column of every table in words."""
    text = (resources.files("unanimity.evidence") / "data" / "codebook.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)

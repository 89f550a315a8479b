"""Answers from history and over settings, joined to those of the laboratory: what `claims run` saved in one folder.

The laboratory's records are in debate.json; a run in history, one over plausible settings and one over whole ranges
each write their own files next to it (cli/claims_places.py, cli/claims_settings.py). They are joined here for the page
and the ledger; a missing file means that the part was not run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.support.errors import UserError

HISTORY, PLAUSIBLE, CONDITIONS, WITNESSES = "history.json", "plausible.csv", "conditions.csv", "witnesses.json"
WORDS = ("found", "found in sign", "not shown", "opposite", "too rare to see")  # results of a main test at a setting
Records = list[dict[str, Any]]


def together(records: Sequence[Mapping[str, Any]], folder: Path) -> Records:
    """The records, with the results of the other files in their folder for the same claims."""
    past = saved(folder / HISTORY)
    told = {one["id"]: _in_history(one, past) for one in past.get("claims", [])}
    settings = {row["claim"]: _over_settings(row) for row in _rows(folder / PLAUSIBLE, ("claim", "settings", *WORDS))}
    true_if = {row["claim"]: {"kind": row["kind"], "sentence": row["sentence"]}
               for row in _rows(folder / CONDITIONS, ("claim", "kind", "sentence"))}
    places = {"history": told, "ensemble": settings, "true_if": true_if}
    return [{**record, **{name: found[record["id"]] for name, found in places.items() if record["id"] in found}}
            for record in records]


def witnesses_of(folder: Path) -> dict[str, Any] | None:
    """The saved agreement of the witnesses; None if it was not run."""
    return saved(folder / WITNESSES) or None


def _over_settings(row: Mapping[str, Any]) -> dict[str, Any]:
    """The share of plausible settings at which the main test has each answer."""
    return {"settings": int(row["settings"]), "shares": {word: float(row[word]) for word in WORDS if row[word] > 0},
            "found_low": row.get("found_low"), "found_high": row.get("found_high")}


def _rows(path: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a table that has at least these columns; empty if the file does not exist."""
    if not path.is_file():
        return []
    try:
        table = pd.read_csv(path)
        return [{str(name): value for name, value in row.items()}
                for row in table[[*columns, *(c for c in table if c not in columns)]].to_dict("records")]
    except (OSError, ValueError, KeyError) as slip:
        raise UserError(f"{path}: cannot be read ({slip}); allowed: a table with the columns {', '.join(columns)}, as "
                        f"'unanimity claims plausible' or 'hypercube' writes it.") from None


def _in_history(one: Mapping[str, Any], run: Mapping[str, Any]) -> dict[str, Any]:
    """What the page needs about a claim in history."""
    table = one.get("in_history") or {}
    return {"answer": one.get("answer"), "rival_answer": one.get("rival_answer"), "at": table.get("at") or "",
            "pairs": one.get("pairs"), "people": one.get("people") or run.get("people"),
            "lays": list(table.get("lays") or []), "cannot": list(table.get("cannot") or []),
            "why": one.get("failure") or "", "notes": list(one.get("notes") or [])}


def saved(path: Path) -> dict[str, Any]:
    """What a run has saved in a file; empty if the file does not exist."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    except (OSError, UnicodeDecodeError, ValueError) as slip:
        raise UserError(f"{path}: cannot be read ({slip}); allowed: a file that 'unanimity claims run --out' has "
                        f"written.") from None
    raise UserError(f"{path}: holds no table; allowed: a file that 'unanimity claims run --out' has written.")

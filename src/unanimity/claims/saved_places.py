"""Answers of the other places laid beside those of the laboratory: what `claims run` has saved in one folder.

The laboratory's records are in debate.json; a run in history, one over plausible settings and one over whole ranges
each write a file of their own beside it (cli/claims_places.py). Whoever draws the page or adds to the ledger lays them
together here; what is not there was not run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.support.errors import UserError

DEBATE, HISTORY = "debate.json", "history.json"
Records = list[dict[str, Any]]


def together(records: Sequence[Mapping[str, Any]], folder: Path) -> Records:
    """The records with what the other files of their folder say of the same claims."""
    past = _saved(folder / HISTORY)
    told = {one["id"]: one for one in past.get("claims", [])}
    return [{**record, "history": _in_history(told[record["id"]], past)} if record["id"] in told else dict(record)
            for record in records]


def _in_history(one: Mapping[str, Any], run: Mapping[str, Any]) -> dict[str, Any]:
    """What the page needs of a claim in history."""
    table = one.get("in_history") or {}
    return {"answer": one.get("answer"), "rival_answer": one.get("rival_answer"), "at": table.get("at") or "",
            "pairs": one.get("pairs"), "people": run.get("people"), "lays": list(table.get("lays") or []),
            "cannot": list(table.get("cannot") or []), "why": one.get("failure") or "",
            "notes": list(one.get("notes") or [])}


def _saved(path: Path) -> dict[str, Any]:
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

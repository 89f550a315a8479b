"""Answers of the last full run of the debate, which the lab shows beside each claim.

`make docs` writes recorded.json from the data of the ledger (docs/debate/debate-ledger.json); a test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from unanimity.claims.claim_catalogue import load_claim
from unanimity.claims.ledger import NOT_RUN, RecordedRun, data_path, read_runs
from unanimity.claims.ledger_page import effect_text, settings_text
from unanimity.claims.preregistered import REGISTERED
from unanimity.results.atomic_files import write_json
from unanimity.verdicts import VERDICTS

FILE = "recorded.json"


def last_full_run(runs: Sequence[RecordedRun]) -> dict[str, dict[str, Any]]:
    """The answers of the last run of the ledger that has a row for every registered claim.

    A main test keeps its numbers when its wording is corrected, so it is told in the words of the claim's file today.
    """
    for run in reversed(runs):
        rows = {row["claim"]: {"date": run.date.split(" ")[0], **_shown(_in_todays_words(row), run.edition)}
                for row in run.rows}
        if set(REGISTERED) <= set(rows):
            return {name: rows[name] for name in rows if name in REGISTERED}
    return {}


def _in_todays_words(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose effects are named as the main test of the claim's file is now."""
    if row["claim"] not in REGISTERED or not row.get("effect"):
        return dict(row)
    about = {"about": load_claim(row["claim"]).main.form.says}
    history = row.get("history")
    return {**row, "effect": {**row["effect"], **about},
            "history": {**history, "effect": {**history["effect"], **about}} if history else history}


def _shown(row: Mapping[str, Any], edition: int) -> dict[str, Any]:
    """What the page shows of a row: of the second edition, or of runs before it."""
    if edition == 1:
        return {"verdict": _word(row["verdict"], VERDICTS), "rival": _word(row["rival"], VERDICTS),
                "effect": row["main effect (90 % interval)"]}
    if "failure" in row:
        return {"verdict": row["answer"], "rival": NOT_RUN, "effect": row["failure"], "history": NOT_RUN,
                "settings": NOT_RUN, "record": NOT_RUN}
    return {"verdict": row["answer"], "rival": row["rival"] or "none", "effect": effect_text(row["effect"]),
            "history": (row["history"] or {}).get("answer", NOT_RUN), "settings": settings_text(row),
            "record": row["record"], "premise": row.get("premise", NOT_RUN), "size": row["effect"],
            "details": row["details"], "past": row["history"], "shares": row["settings"]}


def _word(cell: str, words: Sequence[str]) -> str:
    """The answer in a cell such as 'undecided (2 of 4)'; the first, where a claim has several readings."""
    return next((word for word in sorted(words, key=len, reverse=True) if word in cell), cell)


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """Answer, rival and main effect of every claim in the last full run."""
    text = (resources.files("unanimity.web") / FILE).read_text(encoding="utf-8")
    made: dict[str, dict[str, Any]] = json.loads(text)
    return made


def write_recorded(page: Path) -> None:
    """Write recorded.json from the ledger whose page is named."""
    write_json(Path(__file__).with_name(FILE), last_full_run(read_runs(data_path(page))))

"""Answers of the last full run of the debate, taken from its ledger (docs/debate/debate.md) for the page.

    python -m unanimity.web.recorded_verdicts docs/debate/debate.md

writes recorded.json anew; a test holds the two together.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from unanimity.claims.preregistered import REGISTERED
from unanimity.evidence import REPLIES
from unanimity.results.atomic_files import write_json
from unanimity.verdicts import ANSWERS, VERDICTS

FILE = "recorded.json"


def read_ledger(text: str) -> dict[str, dict[str, Any]]:
    """The last section of the ledger that has a row for every registered claim."""
    found: dict[str, dict[str, Any]] = {}
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        date = section.split(" ", 1)[0]
        rows: dict[str, dict[str, Any]] = {}
        head: list[str] = []
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]
            if line.startswith("| claim |"):
                head = cells
            elif line.startswith("| ") and cells[0] in REGISTERED and len(cells) > 3 and cells[0] not in rows:
                rows[cells[0]] = {"date": date, **_told(dict(zip(head, cells, strict=False)))}
        if set(REGISTERED) <= set(rows):
            found = rows
    return found


def _told(row: Mapping[str, str]) -> dict[str, str]:
    """A row by its columns: those of the second edition, or those of runs before it."""
    effect = row.get("main effect (90 % interval)", "")
    if "answer" not in row:
        return {"verdict": _word(row.get("verdict", ""), VERDICTS), "rival": _word(row.get("rival", ""), VERDICTS),
                "effect": effect}
    return {"verdict": _word(row["answer"], ANSWERS), "rival": _word(row["the rival"], ANSWERS), "effect": effect,
            "history": _word(row["in history"].split(":")[0], ANSWERS), "settings": row["over the plausible settings"],
            "record": _word(row["in the record"], REPLIES)}


def _word(cell: str, words: Sequence[str]) -> str:
    """The answer in a cell such as 'undecided (2 of 4)'; the first, where a claim has several readings."""
    return next((word for word in sorted(words, key=len, reverse=True) if word in cell), cell)


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """Answer, rival and main effect of every claim in the last full run."""
    text = (resources.files("unanimity.web") / FILE).read_text(encoding="utf-8")
    made: dict[str, dict[str, Any]] = json.loads(text)
    return made


if __name__ == "__main__":
    ledger = read_ledger(Path(sys.argv[1]).read_text(encoding="utf-8"))
    write_json(Path(__file__).with_name(FILE), ledger)

"""What changed in the ledger from one run to the next: which claims have another word, and what was mended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unanimity.verdicts import ANSWERS, VERDICTS

WORDS = tuple(dict.fromkeys((*ANSWERS, *VERDICTS, "not run")))
EARLIER = "verdict"  # the column of the first edition, whose one word needed all parts of a claim


class Run(NamedTuple):
    """A run of the ledger: when, which column has the word, and the words of its claims."""

    date: str
    column: str
    words: dict[str, str]


def runs_of(text: str) -> list[Run]:
    """Every run of a ledger that has a table of claims, in their order."""
    found = []
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        head: list[str] = []
        words: dict[str, str] = {}
        for line in section.splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
            if line.startswith("| claim |"):
                head = cells
            elif line.startswith("| ") and head and len(cells) > 1:
                words.setdefault(cells[0], _word(cells[1]))
        if words:
            found.append(Run(section[:16].strip(), head[1], words))
    return found


def _word(cell: str) -> str:
    """The word in a cell such as 'R1: contradicted; R2: undecided' or 'found (partly by construction)'."""
    first = cell.split(";")[0]
    first = first.split(": ", 1)[-1] if ": " in first else first
    return next((word for word in sorted(WORDS, key=len, reverse=True) if first.startswith(word)), first)


def told_changes(before: str, section: str) -> str:
    """What a run changed against the run before it, as Markdown; nothing where it is the first."""
    runs, this = runs_of(before), runs_of(section)
    if not runs or not this:
        return ""
    last, new = runs[-1], this[0]
    both = [name for name in new.words if name in last.words]
    moved = [name for name in both if new.words[name] != last.words[name]]
    lines = [f"### What changed since {last.date}", ""]
    if last.column == EARLIER != new.column:
        lines += ["The question changed: the verdict of that run needed every part of a claim, and a part with the "
                  "wrong sign outweighed its sentence; the answer of this one is that of the form which carries the "
                  "sentence, where its premise is there. So the words of the two runs are set side by side, and not "
                  "one against the other.", ""]
        for word in VERDICTS:
            mine = Counter(new.words[name] for name in both if last.words[name] == word)
            if mine:
                told = ", ".join(f"{number} {one}" for one, number in mine.most_common())
                lines.append(f"- of {sum(mine.values())} {word}: {told}")
        return "\n".join(lines) + "\n"
    lines += [f"- {name}: {last.words[name]}, now {new.words[name]}" for name in moved] or \
        [f"No word of {len(both)} claims."]
    return "\n".join(lines) + "\n"


def told_mended(records: Sequence[Mapping[str, Any]]) -> str:
    """Which claims were mended after an earlier run, and where that is told."""
    names = [str(record["id"]) for record in records if "mended" in str(record.get("claim_notes", "")).lower()]
    return f"Mended after an earlier run, as the notes of each file say: {', '.join(names)}." if names else ""

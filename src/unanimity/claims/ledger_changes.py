"""What changed in the ledger from one run to the next: the claims whose answer differs."""

from __future__ import annotations

from collections import Counter

from unanimity.claims.ledger import NOT_RUN, RecordedRun
from unanimity.verdicts import ANSWERS, VERDICTS

WORDS = sorted({*ANSWERS, *VERDICTS, NOT_RUN}, key=len, reverse=True)


def words_of(run: RecordedRun) -> dict[str, str]:
    """The answer of every claim in a run, or its verdict in a run of the first edition."""
    return {row["claim"]: _word(row["verdict"] if run.edition == 1 else row["answer"]) for row in run.rows}


def _word(cell: str) -> str:
    """The word in a cell such as 'R1: contradicted; R2: undecided' or 'found (partly by construction)'."""
    first = cell.split(";")[0]
    first = first.split(": ", 1)[-1] if ": " in first else first
    return next((word for word in WORDS if first.startswith(word)), first)


def changes_between(last: RecordedRun, new: RecordedRun) -> str:
    """The changes of a run against the previous one, as Markdown."""
    old_words, new_words = words_of(last), words_of(new)
    both = [name for name in new_words if name in old_words]
    lines = [f"### What changed since {last.date}", ""]
    if last.edition < new.edition:
        lines += ["The question changed: the verdict of that run needed every part of a claim, and a part with the "
                  "wrong sign outweighed the claim's main sentence. The answer of this run is that of the test which "
                  "carries the sentence, where its premise is present. The answers of the two runs are therefore "
                  "tabulated side by side, not compared claim by claim.", ""]
        for word in VERDICTS:
            mine = Counter(new_words[name] for name in both if old_words[name] == word)
            if mine:
                found = ", ".join(f"{number} {one}" for one, number in mine.most_common())
                lines.append(f"- of {sum(mine.values())} {word}: {found}")
        return "\n".join(lines) + "\n"
    moved = [name for name in both if new_words[name] != old_words[name]]
    lines += [f"- {name}: {old_words[name]}, now {new_words[name]}" for name in moved] or \
        [f"None of {len(both)} claims has another answer."]
    return "\n".join(lines) + "\n"

"""The page debate.md, made from the ledger's data: the last run first, then the earlier ones, each with the changes
since the run before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.claims.ledger import NOT_RUN, RecordedRun
from unanimity.claims.ledger_changes import changes_between
from unanimity.evidence import REPLIES
from unanimity.support.number_format import NUMBERLESS, percent, plain
from unanimity.verdicts import ANSWERS
from unanimity.verdicts.answer import CONTRADICTED
from unanimity.verdicts.answer import OPPOSITE as OPPOSITE_EFFECT

HEAD = """# The debate: answers of every full run

Made from debate-ledger.json by `make docs`. `unanimity claims run --all --record docs/debate/debate.md --reason
"..."` adds a run; those before it are kept unchanged, and stand below the last one. An answer is a result of this
model at its default parameters, not of history. Forms, thresholds and falsifiers were fixed in the files of
`src/unanimity/claims/files/` before the first run; an error that was corrected afterwards is described in the notes
of its file. Runs before the second edition have one verdict that needed all parts of a claim; since then premise,
effect and details are answered one after the other ([verdicts](../reference/verdicts.md)), and the first two make the
answer.
"""
ORGANISATIONS_HEAD = """# The debate on organisations: every run of the second book

Made from debate-organisations-ledger.json by `make docs`. `unanimity claims run --all --book organisations --record
docs/debate/debate-organisations.md --reason "..."` adds a run; those before it are kept unchanged, and stand below the
last one. An answer is a result of this model, on the statutes of the [guide](../guides/statutes.md). Forms, thresholds
and falsifiers were fixed in the files of `src/unanimity/claims/organisations/` before the first run; an error that was
corrected afterwards is described in the notes of its file.
"""
EMPTY = "\nNo full run has been recorded yet.\n"
UNITS = {"percent": " %", "points": " points", "times": " times", "months": " months"}
EXPLAINED = ("Main effect: the result of the test that carries the claim's sentence, with its 90 % interval in "
             "brackets. Details: the other tests of the expectation that were found, of all. In the record: what the "
             "tables of the evidence answer to the same question (`unanimity claims evidence`).")
EARLIER = "\n## Earlier runs\n\nThe newest first, each as it was recorded.\n\n"
ALWAYS = ("claim", "answer", "main effect", "details", "the rival")  # columns of every table
OPPOSITE, FALSIFIED = "by the opposite effect", "by a falsifier of its own"


def head_for(page: Path) -> str:
    """The head of a ledger's page; the second book has its own page."""
    return ORGANISATIONS_HEAD if page.stem == "debate-organisations" else HEAD


def ledger_page(runs: Sequence[RecordedRun], head: str = HEAD) -> str:
    """The whole page: the last run, then the earlier ones from the newest to the first."""
    if not runs:
        return head + EMPTY
    sections = [run_section(run, before, is_last=run is runs[-1])
                for run, before in zip(runs, [None, *runs[:-1]], strict=True)]
    last, *earlier = reversed(sections)
    return f"{head}\n{last}" + (EARLIER + "\n".join(earlier) if earlier else "")


def run_section(run: RecordedRun, before: RecordedRun | None = None, is_last: bool = True) -> str:
    """One run as Markdown: facts, counts, a row for every claim, and the changes since the run before."""
    facts = {"version": run.version, "source": run.source, "seed": run.seed, **run.facts}
    lines = [f"## The last run: {run.date}" if is_last else f"## {run.date}", "", run.reason or "No reason was given.",
             "", "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items()), ""]
    if run.edition == 1:
        lines += [*(part for line in run.lines for part in (line, "")), *_table(list(run.rows[0]), [
            list(row.values()) for row in run.rows])]
    else:
        size = size_in_history(run.rows)
        told = [counts(run.rows), EXPLAINED] + ([f"In history: {size}; in brackets the month of the branch."]
                                                if size else [])
        lines += [*(part for line in told for part in (line, "")), *_rows(run.rows, size)]
    if run.witnesses:
        lines += ["", "The witnesses among themselves: " + " ".join(run.witnesses)]
    if run.mended:
        lines += ["", f"Mended after an earlier run, as the notes of each file say: {', '.join(run.mended)}."]
    if before is not None and run.edition == 2:
        lines += ["", changes_between(before, run).rstrip("\n")]
    return "\n".join([*lines, *(["", *run.notes] if run.notes else [])]) + "\n"


def counts(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many answers of each kind: of claims, of rivals, of claims in history, and of the evidence."""
    def counted(words: Sequence[str], order: Sequence[str], grounds: Sequence[str] = ()) -> str:
        told = {CONTRADICTED: f" ({', '.join(f'{grounds.count(one)} {one}' for one in (OPPOSITE, FALSIFIED))})"
                } if any(grounds) else {}
        return ", ".join(f"{words.count(word)} {word}{told.get(word, '')}" for word in (*order, NOT_RUN)
                         if word in words) or "none"

    rivals = [row["rival"] for row in rows if row.get("rival") not in (None, NOT_RUN)]
    past = [row.get("history") or {"answer": NOT_RUN} for row in rows]
    return (f"{len(rows)} claims: {counted([row['answer'] for row in rows], ANSWERS, [ground(row) for row in rows])}. "
            f"Their rivals: {counted(rivals, ANSWERS)}. "
            f"In history: {counted([one['answer'] for one in past], ANSWERS, [ground(one) for one in past])}. "
            f"The record: {counted([row.get('record', NOT_RUN) for row in rows], REPLIES)}.")


def ground(answered: Mapping[str, Any]) -> str:
    """By what an answer is contradicted; "" for other answers, and in runs that did not record it."""
    if answered["answer"] != CONTRADICTED or "effect_word" not in answered:
        return ""
    return OPPOSITE if answered["effect_word"] == OPPOSITE_EFFECT else FALSIFIED


def _answer(answered: Mapping[str, Any]) -> str:
    why = ground(answered)
    return answered["answer"] + (f" {why}" if why else "")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}",
            *(f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in row)} |" for row in rows)]


def _rows(rows: Sequence[Mapping[str, Any]], size: str) -> list[str]:
    """The table of the second edition; a place in which no claim was asked has no column."""
    told = [_cells(row, size) for row in rows]
    asked = [name for name in told[0] if name in ALWAYS or any(row[name] not in ("", NOT_RUN) for row in told)]
    return _table(asked, [[row[name] for name in asked] for row in told])


def _cells(row: Mapping[str, Any], size: str) -> dict[str, str]:
    """A row of the second edition, by the columns of its table."""
    failed = "failure" in row
    built = " (partly by construction)" if row.get("by_construction") else ""
    return {"claim": row["claim"], "answer": _answer(row) + built,
            "main effect": row["failure"] if failed else effect_text(row["effect"]),
            "details": "" if failed else "{} of {}".format(*row["details"]),
            "in history": "" if failed else history_text(row, size),
            "over the plausible settings": "" if failed else settings_text(row),
            "in the record": row.get("record", ""), "the rival": "" if failed else row["rival"] or "none",
            "lost without": ", ".join(row.get("lost_without", ()))}


def size_in_history(rows: Sequence[Mapping[str, Any]]) -> str:
    """Pairs and people of the branches, if they are the same for all claims; else each row has its own."""
    found = {_size(row["history"]) for row in rows if row.get("history")}
    return found.pop() if len(found) == 1 else ""


def _size(past: Mapping[str, Any]) -> str:
    return f"{past['pairs']} pairs of {past['people']:,} people" if past.get("pairs") and past.get("people") else ""


def history_text(row: Mapping[str, Any], size: str = "") -> str:
    """The answer on branches of the hindcast: word, month, pairs and people unless all claims share that `size`, and
    the effect, without its words where they are those of the laboratory's."""
    found = row.get("history")
    if not found:
        return NOT_RUN
    own = f", {_size(found)}" if _size(found) not in ("", size) else ""
    effect = dict(found["effect"])
    if effect.get("about") == row["effect"].get("about"):
        effect["about"] = ""
    return f"{_answer(found)} ({found['at']}{own}): {effect_text(effect)}"


def settings_text(row: Mapping[str, Any]) -> str:
    """The share of plausible settings with each answer."""
    return ", ".join(f"{word} {percent(share)}" for word, share in row["settings"].items() if share) or NOT_RUN


def effect_text(effect: Mapping[str, Any]) -> str:
    """The main effect with unit and interval, or why it has no number."""
    about = f"{effect['about']}: " if effect.get("about") else ""
    if effect.get("estimate") is None:
        why = NUMBERLESS.get(effect.get("numberless") or "", "no number")  # earlier runs did not record why
        return f"{about}{effect.get('undecided') or why}"
    known = effect.get("low") is not None and effect.get("high") is not None
    ends = f" [{plain(effect['low'])}, {plain(effect['high'])}]" if known else ""
    return f"{about}{plain(effect['estimate'])}{UNITS.get(effect.get('unit') or '', '')}{ends}"

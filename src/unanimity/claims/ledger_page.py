"""The page debate.md, made from the ledger's data: a section for every run, with the changes since the previous run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.claims.ledger import NOT_RUN, RecordedRun
from unanimity.claims.ledger_changes import changes_between
from unanimity.evidence import REPLIES
from unanimity.support.number_format import NUMBERLESS, percent, plain
from unanimity.verdicts import ANSWERS

HEAD = """# The debate: verdicts of every full run

Made from debate-ledger.json by `make docs`. `unanimity claims run --all --record docs/debate/debate.md --reason
"..."` adds a run at the end of both; earlier runs are kept unchanged. An answer is a result of this model at its
default parameters, not of history. Forms, thresholds and falsifiers were fixed in the files of
`src/unanimity/claims/files/` before the first run; an error that was corrected afterwards is described in the notes
of its file. Runs before the second edition have one verdict that needed all parts of a claim; since then premise,
effect and details are answered one after the other ([verdicts](../reference/verdicts.md)), and the first two make the
answer.
"""
ORGANISATIONS_HEAD = """# The debate on organisations: every run of the second book

Made from debate-organisations-ledger.json by `make docs`. `unanimity claims run --all --book organisations --record
docs/debate/debate-organisations.md --reason "..."` adds a run at the end of both; earlier runs are kept unchanged. An
answer is a result of this model, on the statutes of the [guide](../guides/statutes.md). Forms, thresholds and
falsifiers were fixed in the files of `src/unanimity/claims/organisations/` before the first run; an error that was
corrected afterwards is described in the notes of its file.
"""
EMPTY = "\nNo full run has been recorded yet.\n"
UNITS = {"percent": " %", "points": " points", "times": " times", "months": " months"}
COLUMNS = ("claim", "answer", "main effect (90 % interval)", "details", "in history", "over the plausible settings",
           "in the record", "the rival", "lost without")
EXPLAINED = ("Details: the other tests of the expectation that were found, of all. In the record: what the tables of "
             "the evidence answer to the same question (`unanimity claims evidence`).")


def head_for(page: Path) -> str:
    """The head of a ledger's page; the second book has its own page."""
    return ORGANISATIONS_HEAD if page.stem == "debate-organisations" else HEAD


def ledger_page(runs: Sequence[RecordedRun], head: str = HEAD) -> str:
    """The whole page."""
    sections = [run_section(run, before) for run, before in zip(runs, [None, *runs[:-1]], strict=True)]
    return head + ("\n" + "\n".join(sections) if sections else EMPTY)


def run_section(run: RecordedRun, before: RecordedRun | None = None) -> str:
    """One run as Markdown: facts, counts, a row for every claim, and the changes since the run before."""
    facts = "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in run.facts.items())
    lines = [f"## {run.date}: version {run.version}, source {run.source}, seed {run.seed}", "",
             run.reason or "No reason was given.", "", facts, ""]
    if run.edition == 1:
        lines += [*(part for line in run.lines for part in (line, "")), *_table(list(run.rows[0]), [
            list(row.values()) for row in run.rows])]
    else:
        lines += [counts(run.rows), "", EXPLAINED, "", *_table(COLUMNS, [_cells(row) for row in run.rows])]
    if run.witnesses:
        lines += ["", "The witnesses among themselves: " + " ".join(run.witnesses)]
    if run.mended:
        lines += ["", f"Mended after an earlier run, as the notes of each file say: {', '.join(run.mended)}."]
    if before is not None and run.edition == 2:
        lines += ["", changes_between(before, run).rstrip("\n")]
    return "\n".join([*lines, *(["", *run.notes] if run.notes else [])]) + "\n"


def counts(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many answers of each kind: of claims, of rivals, of claims in history, and of the evidence."""
    def counted(words: Sequence[str], order: Sequence[str]) -> str:
        return ", ".join(f"{words.count(word)} {word}" for word in (*order, NOT_RUN) if word in words) or "none"

    rivals = [row["rival"] for row in rows if row.get("rival") not in (None, NOT_RUN)]
    history = [(row.get("history") or {}).get("answer", NOT_RUN) for row in rows]
    return (f"{len(rows)} claims: {counted([row['answer'] for row in rows], ANSWERS)}. "
            f"Their rivals: {counted(rivals, ANSWERS)}. In history: {counted(history, ANSWERS)}. "
            f"The record: {counted([row.get('record', NOT_RUN) for row in rows], REPLIES)}.")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}",
            *(f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in row)} |" for row in rows)]


def _cells(row: Mapping[str, Any]) -> list[str]:
    """A row of the second edition, by the columns of its table."""
    if "failure" in row:
        return [row["claim"], row["answer"], row["failure"], *[""] * (len(COLUMNS) - 3)]
    built = " (partly by construction)" if row["by_construction"] else ""
    return [row["claim"], row["answer"] + built, effect_text(row["effect"]), "{} of {}".format(*row["details"]),
            history_text(row), settings_text(row), row["record"], row["rival"] or "none",
            ", ".join(row["lost_without"])]


def history_text(row: Mapping[str, Any]) -> str:
    """The answer on branches of the hindcast: word, month, number of pairs and people, effect."""
    found = row.get("history")
    if not found:
        return NOT_RUN
    pairs = f", {found['pairs']} pairs of {found['people']:,}" if found.get("pairs") and found.get("people") else ""
    return f"{found['answer']} ({found['at']}{pairs}): {effect_text(found['effect'])}"


def settings_text(row: Mapping[str, Any]) -> str:
    """The share of plausible settings with each answer."""
    return ", ".join(f"{word} {percent(share)}" for word, share in row["settings"].items() if share) or NOT_RUN


def effect_text(effect: Mapping[str, Any]) -> str:
    """The main effect with unit and interval, or why it has no number."""
    about = effect.get("about", "")
    if effect.get("estimate") is None:
        why = NUMBERLESS.get(effect.get("numberless") or "", "no number")  # earlier runs did not record why
        return f"{about}: {effect.get('undecided') or why}"
    known = effect.get("low") is not None and effect.get("high") is not None
    ends = f" [{plain(effect['low'])}, {plain(effect['high'])}]" if known else ""
    return f"{about}: {plain(effect['estimate'])}{UNITS.get(effect.get('unit') or '', '')}{ends}"

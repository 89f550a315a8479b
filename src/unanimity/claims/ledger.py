"""The ledger of the debate (debate.md): every full run with version and seed, in the order in which they came.

A run is added at the end and nothing above it is touched, so that a verdict that changed with a default can be seen to
have changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.claims.ledger_changes import told_changes, told_mended
from unanimity.evidence import REPLIES
from unanimity.results.atomic_files import write_text
from unanimity.support.errors import UserError
from unanimity.support.number_format import percent, plain
from unanimity.verdicts import ANSWERS

HEAD = """# The debate: verdicts of every full run

`unanimity claims run --all --record debate.md --reason "..."` adds a section at the end; earlier ones stay as they
are. An answer is a result of this model at its default parameters, not of history. Forms, thresholds and falsifiers
were fixed in the files of `src/unanimity/claims/files/` before the first run; a slip that was mended afterwards is told
in the notes of its file. Runs before the second edition have one verdict that needed all parts of a claim; since then
premise, effect and details are answered one after the other (verdicts.md), and the first two make the answer.
"""
EMPTY = "\nNo full run has been recorded yet.\n"
UNITS = {"percent": " %", "points": " points", "times": " times", "months": " months"}


COLUMNS = ("claim", "answer", "main effect (90 % interval)", "details", "in history", "over the plausible settings",
           "in the record", "the rival", "lost without")
NOT_RUN = "not run"


def run_section(records: Sequence[Mapping[str, Any]], facts: Mapping[str, Any], reason: str) -> str:
    """One run as Markdown: facts, counts, and a row for every claim."""
    lines = [f"## {facts['date']}: version {facts['version']}, source {facts['source']}, seed {facts['seed']}", "",
             reason.strip() or "No reason was given.", "",
             "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items()
                       if name not in ("date", "version", "source", "seed", "witnesses") and value not in (None, "")),
             "", counted(records), "",
             "Details: the other forms of the expectation that were found, of all. In the record: what the tables of "
             "the evidence answer to the same question (`unanimity claims evidence`).", "",
             f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    lines += [_row(record) for record in records]
    told = (facts.get("witnesses") or {}).get("sentences") or []
    lines += ["", "The witnesses among themselves: " + " ".join(told)] if told else []
    mended = told_mended(records)
    return "\n".join([*lines, *(("", mended) if mended else ())]) + "\n"


def counted(records: Sequence[Mapping[str, Any]]) -> str:
    """How many answers of each kind: of claims, of rivals, of claims in history, and of the evidence."""
    def told(words: Sequence[str], order: Sequence[str]) -> str:
        return ", ".join(f"{words.count(word)} {word}" for word in (*order, NOT_RUN) if word in words) or "none"

    rivals = [word for word in (_word(record, "rival_answer") for record in records) if word != NOT_RUN]
    return (f"{len(records)} claims: {told([_word(record, 'answer') for record in records], ANSWERS)}. "
            f"Their rivals: {told(rivals, ANSWERS)}. "
            f"In history: {told([_word(_history(record), 'answer') for record in records], ANSWERS)}. "
            f"The record: {told([_evidence(record) for record in records], REPLIES)}.")


def _row(record: Mapping[str, Any]) -> str:
    if record.get("failure"):
        return f"| {record['id']} | {NOT_RUN} | {_cell(str(record['failure']))} |{' |' * (len(COLUMNS) - 3)}"
    found = record.get("answer") or {}
    details = found.get("details") or {}
    built = " (partly by construction)" if record.get("by_construction") else ""
    rival = record.get("rival_answer")
    cells = (record["id"], _word(record, "answer") + built, _effect(found), f"{details.get('found', 0)} of "
             f"{details.get('of', 0)}", _in_history(record), _settings(record), _evidence(record),
             _word(record, "rival_answer") if rival else "none", _lost(record))
    return f"| {' | '.join(_cell(str(cell)) for cell in cells)} |"


def _word(record: Mapping[str, Any], key: str) -> str:
    return str((record.get(key) or {}).get("word") or NOT_RUN)


def _history(record: Mapping[str, Any]) -> Mapping[str, Any]:
    return record.get("history") or {}


def _in_history(record: Mapping[str, Any]) -> str:
    told, word = _history(record), _word(_history(record), "answer")
    return word if word == NOT_RUN else f"{word} ({told.get('at')}): {_effect(told['answer'])}"


def _settings(record: Mapping[str, Any]) -> str:
    shares = (record.get("ensemble") or {}).get("shares") or {}
    return ", ".join(f"{word} {percent(share)}" for word, share in shares.items() if share) or NOT_RUN


def _evidence(record: Mapping[str, Any]) -> str:
    found = record.get("evidence") or []
    return str(found[0]["answer"]) if found else NOT_RUN


def _lost(record: Mapping[str, Any]) -> str:
    return ", ".join((record.get("ablation") or {}).get("needed") or [])


def _effect(answer: Mapping[str, Any]) -> str:
    effect = answer.get("effect") or {}
    value = effect.get("estimate")
    if value is None:
        return f"{effect.get('about', '')}: {effect.get('undecided') or 'no number'}"
    known = effect.get("low") is not None and effect.get("high") is not None
    ends = f" [{plain(effect['low'])}, {plain(effect['high'])}]" if known else ""
    return f"{effect.get('about', '')}: {plain(value)}{UNITS.get(effect.get('unit') or '', '')}{ends}"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


def append_run(path: Path, section: str) -> Path:
    """Add a section at the end of the ledger, which is begun where there is none; what stands there is kept."""
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else HEAD + EMPTY
    except (OSError, UnicodeDecodeError) as slip:
        raise UserError(f"{path}: cannot be read ({slip}); allowed for --record: a Markdown file.") from None
    if section.splitlines()[0] in before.splitlines():
        raise UserError(f"{path}: holds a run of that moment already; nothing was added.")
    changes = told_changes(before, section)
    write_text(path, before.removesuffix(EMPTY).rstrip("\n") + "\n\n" + section + (f"\n{changes}" if changes else ""))
    return path

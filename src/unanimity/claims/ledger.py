"""The ledger of the debate (docs/debate.md): every full run with version and seed, in the order in which they came.

A run is added at the end and nothing above it is touched, so that a verdict that changed with a default can be seen to
have changed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unanimity.results.atomic_files import write_text
from unanimity.support.errors import UserError
from unanimity.support.number_format import percent, plain
from unanimity.verdicts import VERDICTS

HEAD = """# The debate: verdicts of every full run

`unanimity claims run --all --record docs/debate.md --reason "..."` adds a section at the end; earlier ones stay as they
are. A verdict is a result of this model at its default parameters, not of history. Forms, thresholds and falsifiers
were fixed in the files of `src/unanimity/claims/files/` before the first run; a slip that was mended afterwards is told
in the notes of its file.
"""
EMPTY = "\nNo full run has been recorded yet.\n"
UNITS = {"percent": " %", "points": " points", "times": " times", "months": " months"}


def run_section(records: Sequence[Mapping[str, Any]], facts: Mapping[str, Any], reason: str) -> str:
    """One run as Markdown: facts, counts, and a row for every claim."""
    lines = [f"## {facts['date']}: version {facts['version']}, source {facts['source']}, seed {facts['seed']}", "",
             reason.strip() or "No reason was given.", "",
             "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items()
                       if name not in ("date", "version", "source", "seed") and value not in (None, "")), "",
             counted(records), "",
             "In brackets: parts of the expectation that were found, of all.", "",
             "| claim | verdict | rival | main effect (90 % interval) | pairs with the sign | settings at which it "
             "holds | lost without |", "|---|---|---|---|---|---|---|"]
    lines += [_row(record) for record in records]
    return "\n".join(lines) + "\n"


def counted(records: Sequence[Mapping[str, Any]]) -> str:
    """How many verdicts of each kind, of claims and of rivals."""
    def told(who: str) -> str:
        words = [record.get(who) for record in records]
        return ", ".join(f"{words.count(word)} {word}" for word in VERDICTS if word in words) or "none"

    return f"{len(records)} claims: {told('verdict')}. Their rivals: {told('rival')}."


def _row(record: Mapping[str, Any]) -> str:
    if record.get("failure"):
        return f"| {record['id']} | not run | | {_cell(str(record['failure']))} | | | |"
    main = record.get("main") or {}
    built = " (partly by construction)" if record.get("by_construction") else ""
    robust = "; ".join(f"{percent(one['holds'])} of {one['settings']}" for one in record.get("robustness") or [])
    off = record.get("ablation") or {}
    needed = ", ".join(off.get("needed") or []) or ("none of its own" if off.get("verdict") == "holds" else "")
    return (f"| {record['id']} | {_readings(record, 'readings')}{built} | {_readings(record, 'rivals')} | "
            f"{_cell(_effect(main))} | {_share(main)} | {robust} | {needed} |")


def _share(main: Mapping[str, Any]) -> str:
    return "" if main.get("share") is None else f"{percent(main['share'])} of {main['n']}"


def _readings(record: Mapping[str, Any], key: str) -> str:
    def told(one: Mapping[str, Any]) -> str:
        rest = f" (the rest: {one['rest']})" if one.get("rest") else ""
        found = f" ({one['passed']} of {one['parts']})" if one.get("parts") else ""
        return (f"{one['reading']}: " if one["reading"] else "") + one["verdict"] + rest + found

    return "; ".join(told(one) for one in record.get(key) or [])


def _effect(main: Mapping[str, Any]) -> str:
    value = main.get("effect")
    if value is None or not math.isfinite(value):
        return str(main.get("undecided") or "no number")
    known = main.get("low") is not None and main.get("high") is not None
    ends = f" [{plain(main['low'])}, {plain(main['high'])}]" if known else ""
    return f"{main.get('says', '')}: {plain(value)}{UNITS.get(main.get('unit') or '', '')}{ends}"


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
    write_text(path, before.removesuffix(EMPTY).rstrip("\n") + "\n\n" + section)
    return path

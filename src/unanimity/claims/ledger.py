"""The ledger of the debate: every full run with its version and seed, as data, in the order of the runs.

`docs/debate/debate-ledger.json` holds the runs; `debate.md` is the page made from it (claims/ledger_page.py). A run is
appended to the data and earlier runs are never rewritten, so it can be seen which answers changed with a default.
`--record docs/debate/debate.md` names the page; the data file next to it has the same name.

Runs of the first edition had one verdict that needed all parts of a claim. Their rows are kept as printed, by column.
Rows of the second edition hold data: answer, effect, details, and the answers in history and over settings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from unanimity.results.atomic_files import write_text
from unanimity.support.bounded_reading import read_text
from unanimity.support.errors import UserError

NOT_RUN = "not run"
HEADING = ("date", "version", "source", "seed")  # the facts that identify a run
PLACES = {"history": "in history", "settings": "over the plausible settings"}  # columns that --keep-places may keep
EFFECT = ("about", "estimate", "low", "high", "unit", "undecided", "numberless")


class RecordedRun(BaseModel):
    """One full run of the debate."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    date: str
    version: str
    source: str
    seed: str
    edition: Literal[1, 2] = 2
    reason: str = ""
    facts: dict[str, Any] = {}
    lines: list[str] = []  # first edition: the counts and remarks above the table, as they were printed
    rows: list[dict[str, Any]]
    witnesses: list[str] = []
    mended: list[str] = []
    notes: list[str] = []  # remarks written by hand below the table, in Markdown

    @property
    def moment(self) -> tuple[str, ...]:
        """A key that identifies the run."""
        return tuple(getattr(self, name) for name in HEADING)


def data_path(page: Path) -> Path:
    """The data file of a ledger's page: debate-ledger.json next to debate.md."""
    return page.with_name(f"{page.stem}-ledger.json")


def read_runs(path: Path) -> list[RecordedRun]:
    """The runs of a ledger's data file, checked."""
    try:
        return [RecordedRun.model_validate(run) for run in json.loads(read_text(path, "a ledger's data"))["runs"]]
    except (ValueError, KeyError, TypeError, ValidationError) as slip:
        raise UserError(f"{path}: is no ledger ({str(slip).splitlines()[0]}); allowed: what `unanimity claims run "
                        f"--record` writes.") from None


def run_of(records: Sequence[Mapping[str, Any]], facts: Mapping[str, Any], reason: str) -> RecordedRun:
    """A run as the ledger keeps it, from the full records of its claims."""
    other = {name: value for name, value in facts.items()
             if name not in (*HEADING, "witnesses") and value not in (None, "")}
    mended = [str(one["id"]) for one in records if "mended" in str(one.get("claim_notes", "")).lower()]
    date, version, source, seed = (str(facts[name]) for name in HEADING)
    return RecordedRun(date=date, version=version, source=source, seed=seed, reason=reason.strip(), facts=other,
                       rows=[row_of(record) for record in records], mended=mended,
                       witnesses=(facts.get("witnesses") or {}).get("sentences") or [])


def run_over_settings(last: RecordedRun, shares: Mapping[str, Mapping[str, float]], facts: Mapping[str, Any],
                      reason: str) -> RecordedRun:
    """The last full run with new answers over the plausible settings; its other columns are kept, and a fact says so.

    A claim without new answers is refused: its row would mix two ensembles.
    """
    left_out = [row["claim"] for row in last.rows if row["claim"] not in shares and "failure" not in row]
    if last.edition == 1 or left_out:
        raise UserError(f"The run of {last.date} has {', '.join(left_out) or 'no answers over settings'} besides; "
                        f"allowed: answers over the settings for every claim of the ledger's last run.")

    def with_shares(row: dict[str, Any]) -> dict[str, Any]:
        mine = shares.get(row["claim"], {})
        return row if "failure" in row else {**row, "settings": {word: one for word, one in mine.items() if one > 0}}

    other = {name: value for name, value in facts.items() if name not in HEADING}
    return RecordedRun(date=str(facts["date"]), version=str(facts["version"]), source=str(facts["source"]),
                       seed=last.seed, mended=last.mended, witnesses=last.witnesses, reason=reason.strip(),
                       rows=[with_shares(row) for row in last.rows],
                       facts={**other, "other_columns": f"as recorded on {last.date}"})


def with_places_of(run: RecordedRun, data: Path) -> RecordedRun:
    """A run of the laboratory with the answers in history and over settings of the ledger's last run, where it has none
    of its own; a fact says so."""
    last = read_runs(data)[-1]
    before = {row["claim"]: row for row in last.rows if last.edition == run.edition and "failure" not in row}
    kept: set[str] = set()

    def with_places(row: dict[str, Any]) -> dict[str, Any]:
        mine = {name: before.get(row["claim"], {}).get(name) for name in PLACES if not row.get(name)}
        mine = {name: one for name, one in mine.items() if one} if "failure" not in row else {}
        kept.update(mine)
        return {**row, **mine}

    rows = [with_places(row) for row in run.rows]
    witnesses = run.witnesses or last.witnesses
    if not kept and witnesses == run.witnesses:
        return run
    told = [*(PLACES[name] for name in PLACES if name in kept), *(["the witnesses"] if not run.witnesses else [])]
    facts = {**run.facts, "kept_from_the_run_before": f"{', '.join(told)}, as recorded on {last.date}"}
    return run.model_copy(update={"rows": rows, "witnesses": witnesses, "facts": facts})


def row_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The ledger's row for one claim's record."""
    if record.get("failure"):
        return {"claim": record["id"], "answer": NOT_RUN, "failure": str(record["failure"])}
    found = record.get("answer") or {}
    history = record.get("history") or {}
    evidence = record.get("evidence") or []
    return {
        "claim": record["id"], "answer": _word(found), "by_construction": bool(record.get("by_construction")),
        "premise": (found.get("premise") or {}).get("word", NOT_RUN),
        "effect": _effect(found), "effect_word": _effect_word(found),
        "details": [(found.get("details") or {}).get(name, 0) for name in ("found", "of")],
        "history": {"answer": _word(history.get("answer")), "at": history.get("at"), "pairs": history.get("pairs"),
                    "people": history.get("people"), "effect": _effect(history["answer"]),
                    "effect_word": _effect_word(history["answer"])}
        if history.get("answer") else None,
        "settings": (record.get("ensemble") or {}).get("shares") or {},
        "record": str(evidence[0]["answer"]) if evidence else NOT_RUN,
        "rival": _word(record["rival_answer"]) if record.get("rival_answer") else None,
        "lost_without": (record.get("ablation") or {}).get("needed") or [],
    }


def _word(answer: Mapping[str, Any] | None) -> str:
    return str((answer or {}).get("word") or NOT_RUN)


def _effect(answer: Mapping[str, Any]) -> dict[str, Any]:
    effect = answer.get("effect") or {}
    return {name: effect[name] for name in EFFECT if effect.get(name) is not None}


def _effect_word(answer: Mapping[str, Any]) -> str:
    """The main test's own word: it tells an answer contradicted by the opposite from one by a falsifier."""
    return str((answer.get("effect") or {}).get("word") or NOT_RUN)


def record_run(page: Path, run: RecordedRun) -> Path:
    """Append a run to the ledger's data and regenerate its page; the first run creates both files."""
    from unanimity.claims.ledger_page import head_for, ledger_page

    data = data_path(page)
    if page.exists() and not data.exists():
        raise UserError(f"{page}: has no data beside it ({data.name}); allowed for --record: the page of a ledger, or "
                        f"a new file.")
    runs = read_runs(data) if data.exists() else []
    if run.moment in [one.moment for one in runs]:
        raise UserError(f"{page}: holds a run of that moment already; nothing was added.")
    write_runs(data, [*runs, run])
    write_text(page, ledger_page([*runs, run], head_for(page)))
    return page


def write_runs(path: Path, runs: Sequence[RecordedRun]) -> None:
    """Write a ledger's data with one line per claim, so that differences between versions are readable."""
    made = [run.model_dump(exclude_defaults=True) | {"edition": run.edition} for run in runs]
    text = ",\n".join(_run_text(run) for run in made)
    write_text(path, f'{{"runs": [\n{text}\n]}}\n')


def _run_text(run: Mapping[str, Any]) -> str:
    def value(one: Any) -> str:
        return json.dumps(one, ensure_ascii=False, allow_nan=False)

    def lines(items: Sequence[Any]) -> str:
        return "[\n  " + ",\n  ".join(value(one) for one in items) + "\n ]" if items else "[]"

    return "{\n " + ",\n ".join(f"{value(name)}: {lines(one) if isinstance(one, list) else value(one)}"
                                for name, one in run.items()) + "\n}"

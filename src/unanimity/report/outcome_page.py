"""The page of `unanimity experiment run --out`: verdicts, arms' curves, findings, what was changed."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.report.html import Section, write_page
from unanimity.report.outcome_tables import SPREAD_HEAD, mean_rows, spread_rows
from unanimity.report.run_page import page_of
from unanimity.results.atomic_files import write_atomically, write_json
from unanimity.support.number_format import percent, plain
from unanimity.world.milieu import told_of

Outcome = Any  # of experiments/outcome.py, which stands above this room

ROLES = {"expect": "expected", "falsified_if": "would falsify", "rival": "the rival expects",
         "rival_falsified_if": "would falsify the rival", "show": "shown, not judged"}


def write_outcome(found: Outcome, out: Path) -> Path:
    """Write the page, tables and outcome.json; returns the page's path."""
    for name, table in (("findings", found.findings), ("table", found.table), ("series", found.series)):
        write_atomically(out / f"{name}.csv", _csv(table))
    for one in found.robustness:
        write_atomically(out / f"robustness-{one.ranges.replace(' ', '-')}.csv", _csv(one.table))
    write_json(out / "outcome.json", found.record())
    return write_outcome_page(found, out)


def write_outcome_page(found: Outcome, path: str | Path) -> Path:
    """Write only the page; returns its path."""
    described = found.experiment.described
    return write_page(page_of(path), described.title, described.asks or described.title, answer(found), sections(found),
                      found.manifest)


def _csv(table: pd.DataFrame) -> Any:
    return lambda path: table.to_csv(path, index=False)


def answer(found: Outcome) -> str:
    """The verdicts in one sentence."""
    words = [f"{f'{reading}: ' if reading else ''}{one.told}" for reading, one in found.readings.items()]
    rivals = [f"{f'{reading}: ' if reading else ''}{one.told}" for reading, one in found.rivals.items()]
    said = f"Verdict from {found.pairs} pairs: {'; '.join(words) or 'none was asked for'}."
    said += f" The rival: {'; '.join(rivals)}." if rivals else ""
    return " ".join([said, *found.notes, told_of(found.experiment.milieu)]).strip()


def sections(found: Outcome) -> list[Any]:
    """Findings first, then curves, means, robustness, ablation, and what was changed."""
    parts = [Section("Why", None, "Each row is one test, fixed before the run; its interval is 90 %, over "
                            "replications.", "", _findings(found))]
    for name in found.experiment.curves:
        text = found.experiment.described.measure(name).expression
        parts.append(Section(f"{name}, every arm", found.plot(name), "", f"{name} = {text}"))
    measures = [("measure", "expression"), *((name, found.experiment.described.measure(name).expression)
                                             for name in found.experiment.described.measures)]
    head = ("cell", "measure", "mean", "90 % interval", "difference to control")
    parts.append(Section("Means over replications", None, "", "", (head, *mean_rows(found))))
    parts.append(Section("Measures", None, "", "", tuple(measures), "How each is measured"))
    for one in found.robustness:
        share, low, high = one.share
        counts = {word: one.words.count(word) for word in dict.fromkeys(one.words)}
        parts.append(Section(
            f"Robustness, {one.ranges}", None, f"It holds at {percent(share)} of {len(one.words)} settings of "
            f"{len(one.settings[0])} free parameters ({percent(low)} to {percent(high)}).",
            ", ".join(sorted(one.settings[0])),
            (("verdict", "settings"), *((word, str(number)) for word, number in counts.items()))))
        if len(one.spreads):
            parts.append(Section("Chance and ignorance", None, "The middle 90 % of worlds at a typical setting, and of "
                                 "what the settings give on average.", " ".join(one.notes),
                                 (SPREAD_HEAD, *spread_rows(one.spreads))))
    if found.ablation is not None:
        rows = [(name, word, found.ablation.rivals[name]) for name, word in found.ablation.words.items()]
        parts.append(Section("Ablation", None, "The verdict with each mechanism switched off in turn.", "",
                                    (("without", "verdict", "rival"), *rows)))
    parts.append(Section("What was changed", None, "", "", _changed(found)))
    return parts


def _findings(found: Outcome) -> tuple[tuple[str, ...], ...]:
    head = ("as", "test", "what was found", "effect", "90 % interval", "share", "size")
    rows = [(ROLES[one.form.role] + (f", {one.form.reading}" if one.form.reading else ""), one.finding.form,
             one.finding.sentence, plain(one.finding.effect),
             f"{plain(one.finding.low)} .. {plain(one.finding.high)}",
             "-" if one.finding.share != one.finding.share else percent(one.finding.share),
             plain(one.finding.size)) for one in found.judged]
    return (head, *rows)


def _changed(found: Outcome) -> tuple[tuple[str, ...], ...]:
    rows = [("cell", "what", "to")]
    for cell in found.cells:
        changes = found.experiment.layout.changes(cell)
        rows += [(cell.label, name, value) for name, value in changes.items()] or [(cell.label, "nothing", "")]
    return tuple(rows)

"""The page of `unanimity experiment run --out`: verdicts, arms' curves, findings, what was changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unanimity.cli import screen
from unanimity.cli.experimenting import mean_rows

if TYPE_CHECKING:
    import pandas as pd

    from unanimity.experiments.outcome import Outcome

ROLES = {"expect": "expected", "falsified_if": "would falsify", "rival": "the rival expects",
         "rival_falsified_if": "would falsify the rival", "show": "shown, not judged"}


def write_outcome(found: Outcome, out: Path) -> Path:
    """Write the page, tables and outcome.json; returns the page's path."""
    from unanimity import report
    from unanimity.results.files import write_atomically, write_text

    for name, table in (("findings", found.findings), ("table", found.table), ("series", found.series)):
        write_atomically(out / f"{name}.csv", _csv(table))
    for one in found.robustness:
        write_atomically(out / f"robustness-{one.ranges.replace(' ', '-')}.csv", _csv(one.table))
    write_text(out / "outcome.json", json.dumps(screen.plain(found.record()), indent=1, default=str))
    described = found.experiment.described
    return report.write_page(out / "report.html", described.title, described.asks or described.title, answer(found),
                             sections(found), manifest(found))


def _csv(table: pd.DataFrame) -> Any:
    return lambda path: table.to_csv(path, index=False)


def answer(found: Outcome) -> str:
    """The verdicts in one sentence."""
    words = [f"{f'{reading}: ' if reading else ''}{one.told}" for reading, one in found.readings.items()]
    rivals = [f"{f'{reading}: ' if reading else ''}{one.told}" for reading, one in found.rivals.items()]
    said = f"Verdict from {found.pairs} pairs: {'; '.join(words) or 'none was asked for'}."
    return said + (f" The rival: {'; '.join(rivals)}." if rivals else "")


def sections(found: Outcome) -> list[Any]:
    """Findings first, then curves, means, robustness, ablation, and what was changed."""
    from unanimity import report

    parts = [report.Section("Why", None, "Each row is one form, fixed before the run; its interval is 90 %, over "
                            "replications.", "", _findings(found))]
    for name in found.experiment.curves:
        text = found.experiment.described.measure(name).expression
        parts.append(report.Section(f"{name}, every arm", found.plot(name), "", f"{name} = {text}"))
    measures = [("measure", "expression"), *((name, found.experiment.described.measure(name).expression)
                                             for name in found.experiment.described.measures)]
    head = ("cell", "measure", "mean", "90 % interval", "difference to control")
    parts.append(report.Section("Means over replications", None, "", "", (head, *mean_rows(found))))
    parts.append(report.Section("Measures", None, "", "", tuple(measures), "How each is measured"))
    for one in found.robustness:
        share, low, high = one.share
        counts = {word: one.words.count(word) for word in dict.fromkeys(one.words)}
        parts.append(report.Section(
            f"Robustness, {one.ranges}", None, f"It holds at {share:.0%} of {len(one.words)} settings of "
            f"{len(one.settings[0])} free parameters ({low:.0%} to {high:.0%}).", ", ".join(sorted(one.settings[0])),
            (("verdict", "settings"), *((word, str(number)) for word, number in counts.items()))))
    if found.ablation is not None:
        rows = [(name, word, found.ablation.rivals[name]) for name, word in found.ablation.words.items()]
        parts.append(report.Section("Ablation", None, "The verdict with each mechanism switched off in turn.", "",
                                    (("without", "verdict", "rival"), *rows)))
    parts.append(report.Section("What was changed", None, "", "", _changed(found)))
    return parts


def _findings(found: Outcome) -> tuple[tuple[str, ...], ...]:
    head = ("as", "form", "what was found", "effect", "90 % interval", "share", "size")
    rows = [(ROLES[one.form.role] + (f", {one.form.reading}" if one.form.reading else ""), one.finding.form,
             one.finding.sentence, screen.number(one.finding.effect),
             f"{screen.number(one.finding.low)} .. {screen.number(one.finding.high)}",
             "-" if one.finding.share != one.finding.share else f"{one.finding.share:.0%}",
             screen.number(one.finding.size)) for one in found.judged]
    return (head, *rows)


def _changed(found: Outcome) -> tuple[tuple[str, ...], ...]:
    rows = [("cell", "what", "to")]
    for cell in found.cells:
        changes = found.experiment.layout.changes(cell)
        rows += [(cell.label, name, value) for name, value in changes.items()] or [(cell.label, "nothing", "")]
    return tuple(rows)


def manifest(found: Outcome) -> dict[str, Any]:
    """What the page states of rules and provenance, in the form that a Result's manifest has."""
    from unanimity import __version__
    from unanimity.engine.kernels import source_hash

    regimes = {cell.label: found.experiment.layout.regime(cell) for cell in found.cells}
    first = found.experiment.control
    return {
        "regime": found.experiment.where, "version": __version__, "source": source_hash(),
        "fingerprints": sorted({regime.fingerprint for regime in regimes.values()}),
        "levers": {name: {key: regime.lever_text(key) for key in regime.levers} for name, regime in regimes.items()},
        "parameters": {name: dict(regime.parameters) for name, regime in regimes.items()},
        "inputs": {name: dict(regime.inputs) for name, regime in regimes.items()},
        "changes": {cell.label: found.experiment.layout.changes(cell) for cell in found.cells},
        "sources": {**first.sources, **found.experiment.described.sources}, "people": first.society.people,
        "seeds": found.values.seeds, "worlds_run": found.worlds, "months": [-first.burn_in, first.months - 1],
        "burn_in": first.burn_in, "seconds": round(found.seconds, 2),
    }

"""The page that compares many regimes: their main measures, which regimes are highest, and the columns' meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from unanimity import __version__
from unanimity.experiments.regime_table import milieus_told
from unanimity.regimes import load_regime
from unanimity.report import Section, heat_sections, write_page
from unanimity.results.atomic_files import write_atomically
from unanimity.support.number_format import ranged
from unanimity.support.source_hash import source_hash

QUESTION = "What does each set of rules look like when it has run its course?"


def write_shelf(table: pd.DataFrame, months: int | None, seeds: int, seed: int, out: Path) -> Path:
    """Write the table and its page; returns the page's path."""
    write_atomically(out / "regimes.csv", lambda path: table.to_csv(path, index=False))
    regimes = list(dict.fromkeys(table["regime"]))
    small = (f"{seeds} worlds of each regime, seeds {seed}..{seed + seeds - 1}, "
             f"{f'{months} months' if months is not None else 'each over its own months'}. Lasting things: means of "
             f"the last 12 months; what happens: rates a year from month 0 on. {milieus_told(table)}").strip()
    sections = [*heat_sections(table, small), _meanings(table)]
    return write_page(out / "report.html", f"{len(regimes)} regimes", QUESTION, answer(table), sections,
                             _manifest(table, months, seeds, seed))


def answer(table: pd.DataFrame) -> str:
    """The regimes with the most silence, deaths and emigration, and the largest errors of the centre, in words."""
    parts = []
    for measure, words in (
            ("falsification gap", "Most dissent is kept silent under {regime}: {value} of the attendants"),
            ("centre's error", "the centre is furthest from the truth under {regime}: {value} of the plan"),
            ("all deaths", "most die under {regime}: {value} per 1,000 a year"),
            ("left the country", "most leave {regime}: {value} per 1,000 a year")):
        mine = table[(table["measure"] == measure) & (table["mean"] > 0)]
        if not mine.empty:
            row = mine.loc[mine["mean"].idxmax()]
            parts.append(words.format(regime=row["regime"], value=ranged(row["mean"], row["low"], row["high"],
                                                                         row["unit"])))
    return "; ".join(parts) + " (in brackets: 90 % interval)." if parts else "Nothing was measured."


def _meanings(table: pd.DataFrame) -> Section:
    rows = tuple((row.measure, row.meaning, row.unit) for row in table.drop_duplicates("measure").itertuples())
    return Section("What the columns mean", None, "", "", (("column", "meaning", "unit"), *rows),
                          folded="Every measure of the tables")


def _manifest(table: pd.DataFrame, months: int | None, seeds: int, seed: int) -> dict[str, Any]:
    """The provenance of the page: regimes with their fingerprints and levers, seeds, version."""
    regimes = {name: load_regime(name) for name in dict.fromkeys(table["regime"])}
    return {"regime": ", ".join(regimes), "version": __version__, "source": source_hash(),
            "fingerprints": sorted(regime.fingerprint for regime in regimes.values()),
            "levers": {name: {lever: regime.lever_text(lever) for lever in regime.levers}
                       for name, regime in regimes.items()},
            "worlds_run": seeds * len(regimes), "seeds": list(range(seed, seed + seeds)),
            "months": [0, months - 1] if months else None, "sources": {}}

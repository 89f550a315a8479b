"""Pages of the workshop: a sweep, a sensitivity or a calibration with its figures, tables and settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from unanimity import __version__
from unanimity.regimes import Regime
from unanimity.report import Section, write_page
from unanimity.support.number_format import interval, plain
from unanimity.support.source_hash import source_hash

if TYPE_CHECKING:
    from unanimity.workshop.calibrate import Calibration
    from unanimity.workshop.sensitivity import Sensitivity
    from unanimity.workshop.sweep import Sweep

ROWS = 400  # rows of a table on a page; the CSV next to it has all


def write_sweep(found: Sweep, path: Path) -> Path:
    """A figure for each measure, and all points in a folded table."""
    sections: list[Any] = [Section(name, found.plot(name), "", f"{name} = {text}") for name, text in
                           found.measures.items()]
    names = [axis.name for axis in found.axes]
    head = (*names, "measure", "mean", "90 % interval", "worlds")
    rows = [(*(_text(row[name]) for name in names), row["measure"], plain(row["mean"]),
             interval(row["low"], row["high"], ""), str(row["worlds"])) for row in _records(found.summary)]
    sections.append(Section("All points", None, "", _cut(found.summary), (head, *rows), f"{len(found.points)} points"))
    answer = f"{len(found.points)} settings of {', '.join(names)}, each in {len(found.seeds)} worlds of the same seeds."
    answer = " ".join([answer, *found.notes])
    return write_page(path, found.title, f"What do {' and '.join(names)} do?", answer, sections,
                      _manifest(found.regime, list(found.seeds), len(found.points) * len(found.seeds)))


def write_sensitivity(found: Sensitivity, path: Path) -> Path:
    """Tornado and plane for each measure, and the whole table."""
    sections: list[Any] = []
    for name, text in found.measures.items():
        lost = found.unknown[name]
        small = f"{name} = {text}" + (f"; not known at {lost} of {found.points} settings: walks through them are left "
                                      f"out" if lost else "")
        sections += [Section(f"{name}: the strongest", found.plot(name), "", small),
                     Section(f"{name}: alone or with others", found.plot(name, "plane"))]
    columns = [column for column in found.table.columns if column not in ("measure", "parameter")]
    rows = [(row["measure"], row["parameter"], *(plain(row[column]) for column in columns))
            for row in _records(found.table)]
    sections.append(Section("All numbers", None, "", _cut(found.table), (("measure", "parameter", *columns), *rows),
                            f"{len(found.table)} rows"))
    spans = [(name, plain(low), plain(high)) for name, (low, high) in found.spans.items()]
    sections.append(Section("Ranges", None, "", "", (("parameter", "low", "high"), *spans), "How far each was moved"))
    answer = f"{str(found).splitlines()[0]}. {' '.join(found.notes)}".strip()
    return write_page(path, found.title, "Which numbers matter?", answer, sections,
                      _manifest(found.regime, [], found.points * found.worlds))


def write_calibration(found: Calibration, path: Path) -> Path:
    """Targets, parameters narrowed or free, waves."""
    targets = [(row["target"], interval(row["low"], row["high"], ""),
                interval(row["before_low"], row["before_high"], ""),
                interval(row["after_low"], row["after_high"], ""), _verdict(row), row["measure"])
               for row in _records(found.targets_table)]
    parameters = [(row["parameter"], interval(row["low"], row["high"], ""), interval(row["from"], row["to"], "")
                   if "from" in row else "-", "narrowed" if row.get("narrowed") else "free")
                  for row in _records(found.parameters_table)]
    waves = [(str(row["wave"]), str(row["points"]), f"{row['left']:.2g}", str(row["misfits"]), f"{row['sound']:.0%}")
             for row in _records(found.waves_table)]
    misfits = (f"No setting meets {', '.join(found.misfits)}: that is a misfit of the model and not of its numbers."
               if found.misfits else "Every target can be met by some setting.")
    if found.failed:
        misfits += " No setting meets all the others together, so there is no ensemble."
    wide = "" if not found.tolerance > 1.0 else (f"Errors were taken {found.tolerance:.2g} times wider, since too few "
                                                 f"settings would have counted: intervals are too wide.")
    sections = [
        Section("Targets", found.plot(), misfits, "", (("target", "record", "first wave", "ensemble, 90 %", "verdict",
                                                        "measure"), *targets)),
        Section("Parameters", None, "What the targets have narrowed, and what they leave free.", wide,
                (("parameter", "range before", "90 % interval after", ""), *parameters)),
        Section("Waves", None, "The share of the space that is left, and the share of points that the emulators "
                "predict within three standard deviations from the others.", "",
                (("wave", "settings", "left", "misfits", "emulators sound"), *waves))]
    return write_page(path, found.title, "Which settings agree with what is known?", f"{found}.", sections,
                      _manifest(found.regime, [], sum(int(row[1]) for row in waves) * found.worlds))


def _verdict(row: dict[str, Any]) -> str:
    return "misfit of the model" if row["misfit"] else "hit" if row["hit"] else "missed"


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.head(ROWS).to_dict("records")]


def _cut(table: pd.DataFrame) -> str:
    return "" if len(table) <= ROWS else f"The first {ROWS} of {len(table)} rows; the others are in the CSV."


def _text(value: Any) -> str:
    return value if isinstance(value, str) else plain(float(value))


def _manifest(regime: Regime, seeds: list[int], worlds: int) -> dict[str, Any]:
    name = regime.name
    return {"regime": regime.where or name, "version": __version__, "source": source_hash(),
            "fingerprints": [regime.fingerprint],
            "levers": {name: {key: regime.lever_text(key) for key in regime.levers}},
            "parameters": {name: dict(regime.parameters)}, "inputs": {name: dict(regime.inputs)},
            "sources": dict(regime.sources), "people": regime.society.people, "seeds": seeds, "worlds_run": worlds,
            "months": [-regime.burn_in, regime.months - 1], "burn_in": regime.burn_in}

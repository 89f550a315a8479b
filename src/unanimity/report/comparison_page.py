"""The page of a paired comparison: the significant differences, the curves of the clearest ones, and the rest
folded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.report.comparison_words import Q, answer, told
from unanimity.report.html import Cell, Section, write_page
from unanimity.report.manifest_tables import provenance
from unanimity.report.measure_labels import sentence as capital
from unanimity.report.measure_labels import word
from unanimity.report.paired_figures import difference_over_months
from unanimity.report.plots import arms
from unanimity.report.run_page import page_of
from unanimity.report.series import CONTROL
from unanimity.report.small_svg import interval
from unanimity.results.atomic_files import write_atomically
from unanimity.results.summary import window_told
from unanimity.support.number_format import difference_ranged, number, percent, plain

Comparison = Any  # of experiments/compare.py, which stands above this room: result, arms, pairs, over_months
MOST = 3  # measures whose curves are drawn by default
HEAD = ("measure", "change", "control", "changed", "difference (90 % interval)", "pairs with that sign", "effect size")


def write_comparison(found: Comparison, table: pd.DataFrame, names: list[str], place: str, out: Path) -> Path:
    """Save the runs, the table of differences and the page; returns the page's path."""
    found.result.save(out)
    write_atomically(out / "differences.csv", lambda path: table.to_csv(path, index=False))
    return write_comparison_page(found, table, names, place, out)


def write_comparison_page(found: Comparison, table: pd.DataFrame, names: list[str], place: str, path: Path) -> Path:
    """Write only the page; returns its path."""
    moved, rest = told(table)
    named = [*names, *(found.result.manifest.get("named") or ())]
    wanted = [name for name in dict.fromkeys(named) if name in found.result.measures] or \
        [name for name in dict.fromkeys(moved["measure"]) if name in found.result.measures][:MOST]
    sections = [_moved_section(found, moved, place)] if len(moved) else []
    for name in wanted:
        sections += _curves(found, table, name, place)
    if len(rest):
        sections.append(_rest_section(found, rest, place, len(table)))
    title = f"{found.result.manifest['regime']}: {'; '.join(arm for arm in found.arms if arm != CONTROL)}"
    question = "What does the change do, with the same people and the same luck?"
    said = " ".join([answer(found, table), *(f"Undecided: {line}" for line in found.undecided), *found.notes])
    return write_page(page_of(path), title, question, said, sections, provenance(found.result))


def sentence(row: Any, unit: str) -> str:
    """The effect of a change on a measure in words: difference, interval, sign, and whether it may be chance."""
    if row.difference != row.difference:
        return f"With {row.arm} it is not known."
    how = "more than chance may give" if row.q <= Q else "no more than chance may give"
    return (f"With {row.arm}: {difference_ranged(row.difference, row.low, row.high, unit)}, {how}; "
            f"{percent(row.same_sign)} of the pairs have that sign.")


def _curves(found: Comparison, table: pd.DataFrame, measure: str, place: str) -> list[Section]:
    what = word(measure, found.result.manifest)
    frames = {arm: found.over_months(arm, measure, place) for arm in found.arms if arm != CONTROL}
    rows = [sentence(row, what.unit) for row in table[table["measure"] == measure].itertuples()]
    small = f"{found.pairs} pairs, {place}"
    return [Section(f"{capital(what.label)}: every arm", arms(found.result, measure, place), "", small),
            Section(f"{capital(what.label)}: difference to control",
                    difference_over_months(frames, found.result, measure), " ".join(rows), small)]


def _rows(found: Comparison, table: pd.DataFrame, faint: bool) -> list[tuple[Any, ...]]:
    rows = []
    for row in table.itertuples():
        what = word(str(row.measure), found.result.manifest)
        apart = difference_ranged(row.difference, row.low, row.high, what.unit)
        drawn = "" if faint or row.difference != row.difference else interval(
            row.difference, row.low, row.high, 0.0, said=f"{what.label}, {row.arm}: {apart}")
        rows.append((Cell(what.label, row.measure if what.label != row.measure.replace("_", " ") else ""),
                     str(row.arm), number(row.control, what.unit), number(row.treated, what.unit),
                     Cell(apart, drawing=drawn, faint=faint), percent(row.same_sign), plain(row.effect_size, 2)))
    return rows


def _moved_section(found: Comparison, moved: pd.DataFrame, place: str) -> Section:
    count = len(moved)
    return Section(
        "What moves", None, "The clearest first. In each small drawing the grey line is no difference, the dot the "
        "mean of the pairs, the bar its 90 % interval; every row has a scale of its own.",
        f"{place}, mean of {window_told(found.result.months)}, {found.pairs} pairs. Listed are the rows that remain "
        "when false discoveries are held to one in twenty. Differences of shares in percentage points. Effect size: "
        "mean of the paired differences over their spread.", (HEAD, *_rows(found, moved, faint=False)),
        finding=f"{count} difference{'s are' if count != 1 else ' is'} more than chance may give", kind="numbers")


def _rest_section(found: Comparison, rest: pd.DataFrame, place: str, total: int) -> Section:
    return Section("What does not move", None, "", f"{place}, mean of {window_told(found.result.months)}.",
                   (HEAD, *_rows(found, rest, faint=True)),
                   f"{len(rest)} of {total} differences that chance may give, or that are not known: open the table")

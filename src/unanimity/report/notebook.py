"""How objects are displayed in a notebook: one sentence, a short table, a small drawing; plain HTML without scripts.

Each function takes the object itself (a Result, a Comparison, an Outcome, a Claim, a Regime ...) and uses only its
attributes, so that this package imports none of the packages above it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import pandas as pd

from unanimity.report.measure_labels import word
from unanimity.report.small_svg import courses, interval
from unanimity.results import Result
from unanimity.results.summary import answers_of, main_measures, rows_of, sentence, window_told
from unanimity.support import number_format as numbers

POINTS = 120  # of a curve
MOST_ROWS = 16  # of a table
SHORT = 40  # letters of a cell that is not broken into lines
DRAWN = ("unanimity", "private_dissent")
_CELL = "text-align:left;padding:.15em .8em .15em 0;vertical-align:middle"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A small table; cells that begin with '<svg' are drawings, all others are words."""
    def cell(kind: str, text: str) -> str:
        whole = ";white-space:nowrap" if len(text) <= SHORT else ""
        return f"<{kind} style='{_CELL}{whole}'>{text if text.startswith('<svg') else escape(text)}</{kind}>"

    lines = ["".join(cell("th", text) for text in head), *("".join(cell("td", text) for text in row) for row in rows)]
    return "<table style='border-collapse:collapse;font-size:90%'>" + "".join(f"<tr>{line}</tr>" for line in lines) + \
        "</table>"


def block(said: str, *parts: str, small: str = "") -> str:
    """One object: the sentence first, then its parts, then what is small."""
    foot = f"<p style='color:#6b7280;font-size:80%;margin:.4em 0 0'>{escape(small)}</p>" if small else ""
    return (f"<div style='font-family:system-ui,sans-serif;max-width:60em'><p style='margin:.3em 0 .6em'>"
            f"{escape(said)}</p>{''.join(parts)}{foot}</div>")


def arms_of(result: Result, measure: str, place: str = "country") -> tuple[list[int], dict[str, dict[str, Any]]]:
    """A measure in every arm, month by month: the mean of worlds and the middle 90 %, at few enough months to draw."""
    frame = result.of(measure, place)
    kept = frame.iloc[::-1].iloc[::max(1, math.ceil(len(frame) / POINTS))].iloc[::-1]
    names = result.worlds["arm"].astype(str).to_numpy()
    found = {}
    for arm in dict.fromkeys(names):
        mine = kept.loc[:, names == arm]
        found[arm or word(measure, result.manifest).label] = {
            key: [None if not math.isfinite(x) else float(x) for x in values]
            for key, values in (("middle", mine.mean(axis=1)), ("low", mine.quantile(0.05, axis=1)),
                                ("high", mine.quantile(0.95, axis=1)))}
    return [int(month) for month in kept.index], found


def result_html(result: Result) -> str:
    """A Result."""
    rows = [(word(row.measure, result.manifest).label, row.text, row.spread, row.unit) for row in rows_of(result)]
    drawn = [name for name in DRAWN if name in result.measures] or list(result.measures[:1])
    months: list[int] = []
    lines: dict[str, dict[str, Any]] = {}
    for name in drawn:
        months, arms = arms_of(result, name)
        label = word(name, result.manifest).label
        lines |= {label if len(arms) == 1 else f"{label}, {arm}": course for arm, course in arms.items()}
    picture = courses(months, lines, "said and thought" if len(drawn) > 1 else drawn[0],
                      word(drawn[0], result.manifest).unit)
    left = len(result.measures) - len(rows)
    said = " ".join([sentence(result), *result.notes])
    rows += [(*asked, "") for asked in answers_of(result)]
    return block(said, table(("measure", "mean", "middle 90 % of worlds", "unit"), rows), picture,
                 small=f"Means of {window_told(result.months)}. {left} more measures: .summary(), .table; "
                       f".plot(measure), .timeline(), .report(path). Digest {result.digest[:12]}.")


def comparison_html(found: Any, said: str, differences: pd.DataFrame) -> str:
    """A Comparison: its main rows with the interval drawn, and the first measure in every arm."""
    manifest = found.result.manifest
    rows = []
    for row in differences.itertuples():
        what = word(str(row.measure), manifest)
        rows.append((str(row.arm), what.label, numbers.number(row.control, what.unit),
                     numbers.number(row.treated, what.unit),
                     numbers.difference_ranged(row.difference, row.low, row.high, what.unit),
                     interval(row.difference, row.low, row.high, 0.0)))
    first = main_measures(found.result.measures, 1)[0]
    months, arms = arms_of(found.result, first)
    what = word(first, manifest)
    head = ("arm", "measure", "control", "treated", "difference (90 % interval)", "")
    return block(" ".join([said, *found.notes]), table(head, rows),
                 courses(months, arms, what.label, what.unit),
                 small=f"{found.pairs} pairs, the same people with the same luck; means of "
                       f"{window_told(found.result.months)}. "
                       f".table() has all, .plot(measure) draws one, .report(path) writes a page.")


def drawn(chart: Any) -> str:
    """A chart as SVG, without its title's words, which stand beside it already; nothing where nothing can be drawn."""
    from unanimity.report.html import figure_html

    return figure_html(chart)


def frame_html(frame: pd.DataFrame, most: int = MOST_ROWS) -> str:
    """A data frame as a small table, its first rows."""
    rows = [[_cell(value) for value in row] for row in frame.head(most).itertuples(index=False)]
    left = len(frame) - len(rows)
    more = f"<p style='font-size:80%;margin:.2em 0'>and {left} more rows</p>" if left > 0 else ""
    return table([str(name).replace("_", " ") for name in frame.columns], rows) + more


def workshop_html(found: Any, frame: pd.DataFrame, small: str) -> str:
    """A Sweep, a Sensitivity or a Calibration: what it is, its table, its first figure."""
    return block(" ".join(repr(found).split("\n")), frame_html(frame), drawn(found.plot()), small=small)


def whatif_html(found: Any) -> str:
    """A WhatIf: the sentence, every difference with its interval drawn."""
    rows = [(str(row.arm), word(str(row.measure)).label, numbers.number(row.control, row.unit),
             numbers.number(row.treated, row.unit),
             numbers.difference_ranged(row.difference, row.low, row.high, row.unit),
             interval(row.difference, row.low, row.high, 0.0)) for row in found.table.itertuples()]
    head = ("arm", "measure", "as it was", "branch", "difference (90 % interval)", "")
    return block(found.sentence(), table(head, rows),
                 small=".table has all, .curves() the years, .life() one life told twice, .report(path) writes a page.")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}" if math.isfinite(value) else numbers.DASH
    return str(value)


def outcome_html(found: Any, said: str) -> str:
    """An Outcome: the verdicts, every finding with its interval, and the first curve."""
    rows = [(one.form.role.replace("_", " "), one.finding.sentence,
             interval(_known(one.finding.effect), _known(one.finding.low), _known(one.finding.high)))
            for one in found.judged]
    return block(said, table(("as", "what was found", ""), rows), course_html(found.series),
                 small=f"{found.pairs} pairs, {found.worlds} worlds. A verdict is a result of this model, not of "
                       f"history. .findings, .table, .plot(), .report(path).")


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def course_html(series: pd.DataFrame) -> str:
    """The first measure of a table of curves (cell, measure, month, middle, low, high), or nothing."""
    if series.empty:
        return ""
    mine = series[series["measure"] == series["measure"].iloc[0]]
    months = sorted(mine["month"].unique())
    kept = months[::-1][::max(1, math.ceil(len(months) / POINTS))][::-1]
    arms = {str(cell): {key: [None if not np.isfinite(x) else float(x) for x in rows[key]]
                        for key in ("middle", "low", "high")}
            for cell, rows in mine[mine["month"].isin(kept)].groupby("cell", sort=False)}
    return courses([int(month) for month in kept], arms, str(mine["measure"].iloc[0]).replace("_", " "))


def facts_html(said: str, facts: Mapping[str, str], small: str = "") -> str:
    """An object without a drawing: a sentence and its facts."""
    return block(said, table(("", ""), facts.items()), small=small)


def list_html(said: str, head: Sequence[str], rows: Iterable[Sequence[str]], small: str = "") -> str:
    """A collection."""
    return block(said, table(head, rows), small=small)

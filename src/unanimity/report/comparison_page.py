"""The page of `unanimity compare --out`: the table, both arms' curves with bands, the difference with its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.report.html import Section, write_page
from unanimity.report.pairs import difference_over_months
from unanimity.report.plots import arms
from unanimity.report.run_page import page_of
from unanimity.report.series import CONTROL
from unanimity.report.tables import provenance
from unanimity.report.words import word
from unanimity.results.files import write_atomically
from unanimity.world.numbers import is_share, number, plain, points

Comparison = Any  # of experiments/compare.py, which stands above this room: result, arms, pairs, over_months
# drawn where no measures are named, as far as the run holds them
SHOWN = ("unanimity", "falsification_gap", "fear_of_opinion", "legitimacy", "mean_hunger", "centre_error",
         "opportunist_share", "ring_strength", "faction_members", "brittleness")
MOST = 12  # measures drawn at most


def write_comparison(found: Comparison, table: pd.DataFrame, names: list[str], place: str, out: Path) -> Path:
    """Save the runs, the table of differences and the page; returns the page's path."""
    found.result.save(out)
    write_atomically(out / "differences.csv", lambda path: table.to_csv(path, index=False))
    return write_comparison_page(found, table, names, place, out)


def write_comparison_page(found: Comparison, table: pd.DataFrame, names: list[str], place: str, path: Path) -> Path:
    """The page alone; returns its path."""
    known = [name for name in (names or SHOWN) if name in set(table["measure"])][:MOST]
    if not known:
        known = list(dict.fromkeys(table["measure"]))[:MOST]
    sections = [_table_section(found, table[table["measure"].isin(known)], place)]
    for name in known:
        sections += _curves(found, table, name, place)
    if len(set(table["measure"])) > len(known):
        sections.append(_table_section(found, table, place, f"All {len(set(table['measure']))} measures"))
    title = f"{found.result.manifest['regime']}: {', '.join(arm for arm in found.arms if arm != 'control')}"
    question = "What does the change do, with the same people and the same luck?"
    return write_page(page_of(path), title, question, answer(found, table, known), sections,
                             provenance(found.result))


def answer(found: Comparison, table: pd.DataFrame, known: list[str]) -> str:
    """The change that is clearest, by effect size, among the measures drawn."""

    rows = table[table["measure"].isin(known)].dropna(subset=["effect_size"])
    moved = rows[rows["low"] * rows["high"] > 0]
    if moved.empty:
        return f"In {found.pairs} pairs nothing that is drawn here moves by more than chance."
    best = moved.loc[moved["effect_size"].abs().idxmax()]
    what = word(str(best["measure"]), found.result.manifest)
    return (f"Clearest in {found.pairs} pairs: with {best['arm']}, {what.label} goes from "
            f"{number(best['control'], what.unit)} to {number(best['treated'], what.unit)}, with the same sign in "
            f"{best['same_sign']:.0%} of the pairs.")


def sentence(row: Any, unit: str) -> str:
    """What a change does to a measure: difference, interval, sign."""

    def written(value: float) -> str:
        return points(value) if is_share(unit) else plain(value)

    if row.difference != row.difference:
        return f"With {row.arm} it is not known."
    how = "more than chance" if row.low * row.high > 0 else "no more than chance may give"
    return (f"With {row.arm} the last year's mean differs by {written(row.difference)}"
            f"{' points' if is_share(unit) else ''} (90 % interval {written(row.low)} to {written(row.high)}), "
            f"{how}; {row.same_sign:.0%} of the pairs have that sign.")


def _curves(found: Comparison, table: pd.DataFrame, measure: str, place: str) -> list[Any]:

    what = word(measure, found.result.manifest)
    frames = {arm: found.over_months(arm, measure, place) for arm in found.arms if arm != CONTROL}
    rows = [sentence(row, what.unit) for row in table[table["measure"] == measure].itertuples()]
    small = f"{what.unit}; {found.pairs} pairs, {place}" if what.unit else f"{found.pairs} pairs, {place}"
    return [
        Section(f"{what.label}, every arm", arms(found.result, measure, place),
                       "Each line is the middle world of an arm, its band the middle 90 % of worlds; where bands "
                       "overlap, look at the paired difference below.", small),
        Section(f"{what.label}, difference to control",
                       difference_over_months(frames, found.result, measure), " ".join(rows), small),
    ]


def _table_section(found: Comparison, table: pd.DataFrame, place: str, folded: str = "") -> Any:

    head = ("change", "measure", "control", "treated", "difference (90 % interval)", "same sign", "effect size",
            "width against unpaired")
    rows = []
    for row in table.itertuples():
        what = word(str(row.measure), found.result.manifest)
        write = points if is_share(what.unit) else plain
        apart = f"{write(row.difference)} ({write(row.low)} to {write(row.high)})"
        rows.append((str(row.arm).replace(",", ", "), what.label, number(row.control, what.unit),
                     number(row.treated, what.unit), apart if row.difference == row.difference else "unknown",
                     f"{row.same_sign:.0%}", plain(row.effect_size, 2), plain(row.width_against_unpaired, 2)))
    return Section(f"{folded or 'Differences'}, {place}, mean of the last 12 months", None,
                          "" if folded else "Each row is one measure under one change; an interval that holds 0 may be "
                          "chance. The last column says how much narrower pairing made it: 0.1 is a tenth of an "
                          "unpaired one.",
                          "Differences of shares in percentage points. Effect size: mean of the paired differences "
                          "over their spread.", (head, *rows), folded and f"{folded}: open the table")

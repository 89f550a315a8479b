"""The answer of a paired comparison in words; it needs no plotting package."""

from __future__ import annotations

from typing import Any

import pandas as pd

from unanimity.report.measure_labels import word
from unanimity.support.number_format import difference_ranged, number
from unanimity.world.milieu import milieu_of, told_of

Comparison = Any  # of experiments/compare.py, which stands above this room: result, arms, pairs, over_months
Q = 0.05  # false discovery rate of the listed differences


def answer(found: Comparison, table: pd.DataFrame) -> str:
    """How many measures of the table differ, and for each change the clearest difference of a main measure."""
    return f"{_what_moves(found, table)} {told_of(milieu_of(found.result.manifest))}".strip()


def _what_moves(found: Comparison, table: pd.DataFrame) -> str:
    moved, _ = told(table)
    tested = int(table["q"].notna().sum())
    if moved.empty:
        return (f"In {found.pairs} pairs none of {tested} differences is more than chance may give, once all of them "
                f"are taken together.")
    parts = []
    for arm in dict.fromkeys(table["arm"]):
        mine = moved[moved["arm"] == arm]
        if mine.empty:
            parts.append(f"'{arm}' moves none.")
            continue
        known = mine[mine["measure"].isin(found.headline)]  # what a reader knows; else whatever moved
        best = (known if len(known) else mine).iloc[0]
        what = word(str(best["measure"]), found.result.manifest)
        before, after = (number(best[arm_of], what.unit) for arm_of in ("control", "treated"))
        where = f"from {before} to {after}" if before != after else f"near {before}"  # rounding hides a small one
        parts.append(f"'{arm}' moves {len(mine)}, most clearly {what.label}, {where}: "
                     f"{difference_ranged(best['difference'], best['low'], best['high'], what.unit)}.")
    return (f"In {found.pairs} pairs {len(moved)} of {tested} differences are more than chance may give. "
            + " ".join(parts))


def told(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The differences at a false discovery rate of one in twenty, the clearest first; and the rest."""
    order = table.assign(size=table["effect_size"].abs()).sort_values("size", ascending=False, kind="stable")
    order = order.drop(columns="size")
    here = order["q"] <= Q
    return order[here], order[~here]

"""Many regimes side by side: heat tables, a row a measure and a column a regime, shaded from least to most."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Section
from unanimity.report.series import inline
from unanimity.report.theme import DISSENT, FEAR, INK, NEUTRAL, PUBLIC, dressed
from unanimity.report.words import sentence
from unanimity.world.errors import UserError
from unanimity.world.numbers import percent, plain

GROUPS = {  # group: heading, colour, the measure of its title, what to see
    "voice": ("Voice: what is said, what is thought, what the centre knows", PUBLIC, "falsification gap",
              "Read the first two rows together: assent that hides much dissent is dark in both."),
    "bread": ("Bread and death", DISSENT, "alive and here",
              "A row that is dark in few columns is a death that those rules bring; the last row is who is left."),
    "police": ("Police", FEAR, "arrests",
               "Arrests alone do not tell a regime: look at who is taken for nothing, and at the highest rung."),
    "power": ("Party and power", NEUTRAL, "concentration",
              "Concentration and revolts need not go together: compare the last three rows column by column."),
}
CELL, WIDEST, ROW, MOST_WIDTH = 40, 110, 27, 590  # pixels: a column at least and at most, a row, all columns
PALE = "#F7F8FA"
FEW = 5  # regimes whose names stand upright
DARK = 0.55  # shade from which numbers are written in white


def heat_sections(table: pd.DataFrame, small: str = "") -> list[Section]:
    """One section a group of the table that `experiments.presets` makes."""
    missing = [name for name in ("regime", "group", "measure", "unit", "mean") if name not in table.columns]
    if missing or table.empty:
        raise UserError("the heat table needs the columns regime, group, measure, unit, mean and at least one row"
                        + (f"; {missing[0]!r} is missing." if missing else "."))
    made = []
    table = by_fear(table)
    for group, (heading, colour, headline, see) in GROUPS.items():
        mine = table[table["group"] == group]
        if mine["mean"].notna().any():
            made.append(Section(heading, heat(mine, colour, headline), see, small))
    return made


def by_fear(table: pd.DataFrame) -> pd.DataFrame:
    """The table with its regimes from the least to the most fear, where fear was measured."""
    fear = table[table["measure"] == "fear"].set_index("regime")["mean"]
    return table.assign(rank=table["regime"].map(fear)).sort_values("rank", kind="stable").drop(columns="rank")


def heat(table: pd.DataFrame, colour: str, headline: str) -> Any:
    """The heat table of a group of measures, with the extremes of one of them as its title."""
    order = {name: k for k, name in enumerate(dict.fromkeys(table["measure"]))}
    regimes = list(pd.unique(table["regime"]))
    known = table.groupby("measure")["mean"].transform(lambda values: values.notna().any())
    cells = table[known].sort_values("measure", key=lambda names: names.map(order), kind="stable")
    least, most = (cells.groupby("measure")["mean"].transform(how) for how in ("min", "max"))
    span = (most - least).to_numpy()
    with np.errstate(invalid="ignore", divide="ignore"):
        cells["shade"] = np.where(span > 0, (cells["mean"] - least) / span, 0.0)
    cells["text"] = [written(value, unit) for value, unit in zip(cells["mean"], cells["unit"], strict=True)]
    cells["dark"] = cells["shade"] > DARK
    cells["label"] = [f"{name}{_unit(unit)}" for name, unit in zip(cells["measure"], cells["unit"], strict=True)]
    cells.loc[cells["mean"].isna(), "shade"] = np.nan
    labels = list(pd.unique(cells["label"]))
    data = inline(cells[["regime", "label", "shade", "text", "dark", "meaning"] if "meaning" in cells else
                        ["regime", "label", "shade", "text", "dark"]])
    bare: dict[str, Any] = {"title": None, "labelColor": INK, "domain": False, "grid": False}
    x = alt.X("regime:N", sort=regimes, axis=alt.Axis(
        orient="top", labelAngle=0 if len(regimes) <= FEW else -48, labelLimit=170, **bare))
    y = alt.Y("label:N", sort=labels, axis=alt.Axis(labelLimit=230, **bare))
    shade = alt.Color("shade:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[PALE, colour], interpolate="rgb"))
    tips = [alt.Tooltip("regime:N"), alt.Tooltip("label:N", title="measure"), alt.Tooltip("text:N", title="value")]
    base = alt.Chart(data).encode(x=x, y=y)
    squares = base.mark_rect(stroke="#FFFFFF", strokeWidth=1.5, invalid=None).encode(
        color=alt.condition("isValid(datum.shade)", shade, alt.value("#EEF0F2")), tooltip=tips)
    numbers = base.mark_text(fontSize=11).encode(text="text:N", color=alt.condition(
        "datum.dark", alt.value("#FFFFFF"), alt.value(INK)))
    wide = min(WIDEST, max(CELL, MOST_WIDTH // len(regimes))) * len(regimes)
    chart = alt.layer(squares, numbers).properties(width=wide, height=ROW * len(labels))
    see = ("Each row is shaded from its least (pale) to its most (dark) over the regimes, which stand from the least "
           "to the most fear; a dash: those rules do not run what it speaks of, or it never occurred.")
    return dressed(chart, finding(table, headline), see, fixed=True)


def finding(table: pd.DataFrame, headline: str) -> str:
    """The extremes of a measure (of the first that is known, if this one is not), and where they are found."""
    rows = table.dropna(subset=["mean"])
    name = headline if headline in set(rows["measure"]) else str(rows["measure"].iloc[0])
    mine = rows[rows["measure"] == name]
    low, high = mine.loc[mine["mean"].idxmin()], mine.loc[mine["mean"].idxmax()]
    what = sentence(str(low.get("meaning", name)))
    if low["mean"] == high["mean"]:
        return f"{what}: {written(low['mean'], low['unit'])} everywhere"
    return (f"{what}: from {written(low['mean'], low['unit'])} ({low['regime']}) to "
            f"{written(high['mean'], high['unit'])} ({high['regime']})")


def written(value: float, unit: str) -> str:
    """A value as its unit wants it: shares in per cent, the rest with two digits; a dash where nothing is known."""
    if not np.isfinite(value):
        return "\u2013"
    if unit == "share":
        return percent(value)
    if value == 0:
        return "0"
    return plain(value, 2) if abs(value) >= 0.095 else "<.1"


def _unit(unit: str) -> str:
    return {"of 1,000": " \u2030", "of 1,000 a year": " \u2030 a year"}.get(unit, "")

"""The map of the tree: provinces, in them districts, in them cells, each cell a square."""

from __future__ import annotations

import math
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.line_figures import PERCENT
from unanimity.report.measure_labels import Word, sentence, word
from unanimity.report.series import inline
from unanimity.report.theme import DISSENT, INK, MUTED, PUBLIC, dressed
from unanimity.support.errors import UserError, unknown
from unanimity.support.number_format import POSITION, SCORE, is_share, number, unit_title

KEYS = ("world", "province", "district", "cell")
UNANIMOUS = 0.95  # what the minutes call unanimous
MAP_WIDTH, MAP_HEIGHT, LARGEST = 790, 470, 46  # pixels: the whole map, and at most a cell
DISTRICT_GAP, PROVINCE_GAP, NAME_ROOM = 9, 30, 22  # pixels between districts, between provinces, for a name


def tree_map(cells: pd.DataFrame, measure: str = "unanimity", world: int = 0) -> Any:
    """A measure of every cell of one world in the last month, cells nested in districts and provinces.

    `cells` is `Result.cells`: world, province, district, cell, then a column for each measure.
    """
    missing = [key for key in KEYS if key not in cells.columns]
    if missing:
        raise UserError(f"the map needs the column {missing[0]!r}; it draws the cells of a Result.")
    if measure not in cells.columns:
        raise unknown("", "measure of cells", measure, [c for c in cells.columns if c not in KEYS])
    one = cells.loc[cells["world"] == world, [*KEYS, measure]].rename(columns={measure: "value"})
    if one.empty:
        raise unknown("", "world", world, [str(w) for w in pd.unique(cells["world"])])
    what = word(measure)
    placed, names = laid_out(one)
    finding = _finding(one["value"].to_numpy(dtype=float), measure, what)
    provinces, districts = one["province"].nunique(), one["district"].nunique()
    see = (f"World {world}, last month: {provinces} provinces, {districts} districts, {len(one)} cells. "
           f"Each square is a cell; squares that touch are one district.")
    return dressed(_drawn(placed, names, what), finding, see, scales=True)


def laid_out(one: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A square for every cell, and a name for every province, in pixels."""
    groups = dict(list(one.groupby("province")))
    districts, cells = one.groupby("province")["district"].nunique().max(), one.groupby("district").size().max()
    plan = _best_plan(len(groups), int(districts), int(cells))
    squares, names = [], []
    for turn, (key, frame) in enumerate(groups.items()):
        left = (turn % plan.provinces) * (plan.province_width + PROVINCE_GAP)
        top = (turn // plan.provinces) * (plan.province_height + PROVINCE_GAP + NAME_ROOM) + NAME_ROOM
        names.append({"x": left, "y": top, "text": f"province {key}"})
        for place, (_, district) in enumerate(frame.groupby("district")):
            column, row = place % plan.districts, place // plan.districts
            within = np.arange(len(district))
            x = left + column * (plan.cells * plan.cell + DISTRICT_GAP) + within % plan.cells * plan.cell
            y = top + row * (plan.deep * plan.cell + DISTRICT_GAP) + within // plan.cells * plan.cell
            squares.append(district.assign(x=x, y=y))
    placed = pd.concat(squares, ignore_index=True)
    inner = plan.cell - (1.5 if plan.cell > 9 else 0.8)
    return placed.assign(x2=placed["x"] + inner, y2=placed["y"] + inner), pd.DataFrame(names)


class _Plan:
    """How many provinces, districts and cells stand in a row, and how large a cell is drawn."""

    def __init__(self, provinces: int, districts: int, cells: int, counts: tuple[int, int, int]) -> None:
        self.provinces, self.districts, self.cells = provinces, districts, cells
        self.deep = math.ceil(counts[2] / cells)
        rows, bands = math.ceil(counts[1] / districts), math.ceil(counts[0] / provinces)
        gaps_across = provinces * (districts - 1) * DISTRICT_GAP + (provinces - 1) * PROVINCE_GAP
        gaps_down = bands * ((rows - 1) * DISTRICT_GAP + NAME_ROOM) + (bands - 1) * PROVINCE_GAP
        self.cell = max(1.0, min((MAP_WIDTH - gaps_across) / (provinces * districts * cells),
                                 (MAP_HEIGHT - gaps_down) / (bands * rows * self.deep), LARGEST))
        self.province_width = districts * cells * self.cell + (districts - 1) * DISTRICT_GAP
        self.province_height = rows * self.deep * self.cell + (rows - 1) * DISTRICT_GAP
        self.filled = math.prod(counts) / (provinces * bands * districts * rows * cells * self.deep)


def _best_plan(provinces: int, districts: int, cells: int) -> _Plan:
    """The arrangement with large cells and few holes; a district is at most twice as wide as it is deep."""
    counts = provinces, districts, cells
    narrow = math.ceil(math.sqrt(cells))
    wide = range(narrow, max(narrow, math.floor(math.sqrt(2 * cells))) + 1)
    plans = [_Plan(p, d, c, counts) for p in range(1, provinces + 1) for d in range(1, districts + 1) for c in wide]
    return max(plans, key=lambda plan: (round(plan.cell * plan.filled, 3), plan.provinces))


def _finding(values: np.ndarray, measure: str, what: Word) -> str:
    known = values[np.isfinite(values)]
    if not known.size:
        return f"{sentence(what.label)}: nothing is known of any cell"
    if measure in ("unanimity", "minuted_assent"):
        return (f"{int((known >= UNANIMOUS).sum())} of {known.size} cells are unanimous "
                f"(at least {number(UNANIMOUS, 'share')} {what.label})")
    low, middle, high = (number(float(q), what.unit) for q in np.quantile(known, (0, 0.5, 1)))
    if low == high:
        return f"{sentence(what.label)}: {middle} in every cell"
    return f"{sentence(what.label)}: {middle} in the median cell, from {low} to {high}"


def _drawn(placed: pd.DataFrame, names: pd.DataFrame, what: Word) -> Any:
    width, height = float(placed["x2"].max()), float(placed["y2"].max())
    across = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width], nice=False, zero=False))
    down = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height], nice=False, zero=False, reverse=True))
    placed = placed.assign(tip=[f"cell {row.cell}: {number(row.value, what.unit)}" for row in placed.itertuples()])
    known = alt.condition("isValid(datum.value)", _colour(placed["value"], what), alt.value("#D5D9DE"))
    squares = alt.Chart(inline(placed)).mark_rect(cornerRadius=1.5, invalid=None).encode(
        x=across, x2="x2:Q", y=down, y2="y2:Q", color=known, description="tip:N")
    labels = alt.Chart(inline(names)).mark_text(align="left", baseline="bottom", dy=-6, color=INK).encode(
        x=across, y=down, text="text:N")
    return (squares + labels).properties(width=round(width), height=round(height))


def _colour(values: pd.Series, what: Word) -> alt.Color:
    """Shares of assent run from the colour of dissent to that of assent; others from pale to their own colour."""
    shares, positions = is_share(what.unit) or what.unit == SCORE, what.unit == POSITION
    domain = [0.0, 1.0] if shares else [-1.0, 1.0] if positions else [float(values.min()), float(values.max())]
    both_ways = positions or (shares and what.colour == PUBLIC)
    shades = [DISSENT, "#F6B48F", "#F4F1EC", "#9DBDF0", PUBLIC] if both_ways else ["#F3F4F6", what.colour]
    if both_ways:
        domain = list(np.linspace(domain[0], domain[1], len(shades)))
    marks = [domain[0], (domain[0] + domain[-1]) / 2, domain[-1]]
    legend = alt.Legend(title=unit_title(what.label, what.unit), orient="bottom", gradientLength=220,
                        gradientThickness=8, offset=14, titleLimit=400, values=marks, titleColor=MUTED)
    if is_share(what.unit):
        legend.labelExpr = PERCENT
    scale = alt.Scale(domain=domain, range=shades, clamp=True, interpolate="rgb")
    return alt.Color("value:Q", scale=scale, legend=legend)

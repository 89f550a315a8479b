"""Figures of a hindcast: observed and simulated series with the inputs below, the targets, and the naive baselines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Section
from unanimity.report.record_figures import year_axis
from unanimity.report.series import BAND, inline
from unanimity.report.theme import DISSENT, HEIGHT, INK, MUTED, NEUTRAL, PAPER, PUBLIC, WIDTH, dressed
from unanimity.results.uncertainty_split import quantiles
from unanimity.support.number_format import plain, score

STRIP = 54  # pixels of the timeline of inputs
LANES = {"outside": "shocks", "order": "orders", "open": "scripted acts"}
KINDS = ("inside the record's band", "outside it")


def observed_and_simulated(title: str, unit: str, observed: pd.DataFrame, simulated: pd.DataFrame, bands: pd.DataFrame,
                           inputs: pd.DataFrame, first_year: int, at: float = 0.5,
                           rivals: pd.DataFrame | None = None, settings: pd.DataFrame | None = None,
                           weights: np.ndarray | None = None) -> Any:
    """One series: record (filled where seen, hollow where recalled), targets' bands, worlds; inputs as a timeline.

    `bands` holds the targets of the series: id, year_from, year_to, low, high. `at` is the position of a number within
    its year: .5 for a yearly total, 0 for a count in January. `rivals` are drawn as thin lines (year, who, value);
    `settings` (years as rows, plausible settings as columns, means over worlds) as a separate, darker band. `weights`
    are those of the simulated worlds, settings after settings.
    """
    first, last = int(min(simulated.index)), int(max(simulated.index))
    record = observed[observed["year"].between(first, last)].reset_index(drop=True)
    within = bands[(bands["year_from"] >= first) & (bands["year_to"] <= last)] if len(bands) else bands
    y, floor = _scale(unit, record["value"].astype(float), simulated.to_numpy(float),
                      [float(high) for high in within["high"]] if len(within) else [])
    shown = record.assign(year=record["year"] + at, value=record["value"].clip(lower=floor))
    worlds = simulated.clip(lower=floor)
    middle = _band(worlds, at, weights)
    model = alt.Chart(inline(middle)).encode(x=year_axis(first, last + 1))
    layers: list[Any] = []
    if len(within):
        boxes = within.assign(begin=within["year_from"], end=within["year_to"] + 1, low=within["low"].clip(lower=floor))
        layers.append(alt.Chart(inline(boxes[["begin", "end", "low", "high", "id"]])).mark_rect(
            color=NEUTRAL, opacity=0.13, clip=True).encode(
                x=alt.X("begin:Q", title=None), x2="end:Q", y=y("low"), y2="high:Q",
                tooltip=["id:N", "low:Q", "high:Q"]))
    if simulated.shape[1] > 1:
        layers.append(model.mark_area(color=PUBLIC, opacity=0.16).encode(y=y("low"), y2="high:Q"))
    each = None if weights is None or settings is None else weights.reshape(settings.shape[1], -1).sum(axis=1)
    layers += _settings_and_rivals(None if settings is None else _band(settings.clip(lower=floor), at, each), rivals, y,
                                   floor, at)
    layers.append(model.mark_line(color=PUBLIC).encode(
        y=y("middle"), tooltip=["year:Q", alt.Tooltip("middle:Q", format=".3~g", title="model")]))
    if len(shown):
        layers.append(alt.Chart(inline(shown[["year", "value", "tag"]])).mark_point(
            size=55, stroke=INK, strokeWidth=1.5, opacity=1).encode(
            x="year:Q", y=y("value"),
            tooltip=["year:Q", alt.Tooltip("value:Q", format=".3~g", title="record"), "tag:N"],
            fill=alt.Fill("tag:N", scale=alt.Scale(domain=["seen", "recalled"], range=[INK, PAPER]), legend=None)))
    see = ("Blue: the model, median of the worlds and the middle 90 %. Points: the record, hollow where the value was "
           "recalled and not seen.")
    see += " Darker: the middle 90 % of the plausible settings, worlds averaged." if settings is not None else ""
    see += " Settings count by their weight." if weights is not None else ""
    see += " Grey boxes: bands of the targets." if len(within) else ""
    see += " Thin grey lines: the naive rivals, the mean of the fit years (dashed) and the last year carried on." \
        if rivals is not None and len(rivals) else ""
    see += " Below: what was scripted." if len(inputs) else ""
    see += f" Logarithmic; what is below {plain(floor, 2)} is drawn there." if floor > 0 else ""
    top = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT * 3 // 4)
    both = alt.vconcat(top, timeline(inputs, first, last, first_year), spacing=6)
    return dressed(both.resolve_scale(color="independent", fill="independent"),
                   _finding(title, unit, record, _band(simulated, 0.0, weights).set_index("year")["middle"]), see,
                   fixed=True)


def _band(frame: pd.DataFrame, at: float, weights: np.ndarray | None) -> pd.DataFrame:
    """The median of the columns and their middle 90 %, by weight where they have weights, year by year."""
    shares = np.ones(frame.shape[1]) if weights is None else weights
    rows = []
    for year, row in zip(frame.index, frame.to_numpy(float), strict=True):
        known = np.isfinite(row)
        if weights is None:
            ends = np.quantile(row[known], (BAND[0], 0.5, BAND[1])) if known.any() else [np.nan] * 3
        else:
            ends = quantiles(row[known], shares[known], (BAND[0], 0.5, BAND[1])) if known.any() else [np.nan] * 3
        rows.append({"year": year + at, "low": ends[0], "middle": ends[1], "high": ends[2]})
    return pd.DataFrame(rows)


def _settings_and_rivals(settings: pd.DataFrame | None, rivals: pd.DataFrame | None, y: Callable[[str], alt.Y],
                         floor: float, at: float) -> list[Any]:
    """The band of the plausible settings and the two naive baselines, if given."""
    layers: list[Any] = []
    if settings is not None:
        layers.append(alt.Chart(inline(settings)).mark_area(color=PUBLIC, opacity=0.22).encode(
            x="year:Q", y=y("low"), y2="high:Q"))
    if rivals is not None and len(rivals):
        drawn = rivals.assign(year=rivals["year"] + at, value=rivals["value"].clip(lower=floor))
        layers.append(alt.Chart(inline(drawn)).mark_line(color=MUTED, strokeWidth=1).encode(
            x="year:Q", y=y("value"), strokeDash=alt.StrokeDash("who:N", legend=None), tooltip=["who:N", "value:Q"]))
    return layers


def _scale(unit: str, record: pd.Series, worlds: np.ndarray, bands: Sequence[float]
           ) -> tuple[Callable[[str], alt.Y], float]:
    """The value axis, logarithmic if model and record differ by a factor of ten, and its smallest value; `bands` are
    the upper ends of the targets' bands."""
    axis, known = alt.Axis(title=unit, tickCount=5, format=",.3~r"), worlds[np.isfinite(worlds)]
    above = record[record > 0]
    apart = float(np.median(known)) / float(above.median()) if len(above) and known.size else 1.0
    top = max([1e-9, *bands, *(float(x.max()) for x in (record, known) if len(x)), *([1.0] if not known.any() else [])])
    if 0.1 < apart < 10.0:
        scale, floor = alt.Scale(domain=[0, 1.05 * top], nice=False), 0.0
    else:
        floor = 10.0 ** math.floor(math.log10(min(float(above.min()), max(float(np.median(known)), above.min() / 100))))
        scale = alt.Scale(type="log", domain=[floor, 1.3 * top], nice=False)
        tens = [10.0 ** k for k in range(round(math.log10(floor)), math.ceil(math.log10(1.3 * top)))]
        axis = alt.Axis(title=unit, values=tens, format=",.3~r")
    return lambda name: alt.Y(f"{name}:Q", axis=axis, scale=scale), floor


def timeline(inputs: pd.DataFrame, first: int, last: int, first_year: int) -> Any:
    """The inputs as marks along the years: shocks above, orders below."""
    rows = inputs.assign(year=first_year + inputs["month"] / 12.0, lane=inputs["origin"].map(LANES).fillna("orders"),
                         said=inputs["date"] + ": " + inputs["what"] + " " + inputs["name"])
    rows = rows[rows["year"].between(first, last + 1)]
    lanes = [name for name in LANES.values() if name in set(rows["lane"])] or ["orders"]
    base = alt.Chart(inline(rows[["year", "lane", "said", "why"]]))
    return base.mark_tick(thickness=1.6, size=15, opacity=0.75).encode(
        x=year_axis(first, last + 1), color=alt.Color("lane:N", legend=None, scale=alt.Scale(
            domain=list(LANES.values()), range=[DISSENT, NEUTRAL, PUBLIC])),
        y=alt.Y("lane:N", sort=lanes, axis=alt.Axis(title=None, labelColor=MUTED, grid=False)),
        tooltip=[alt.Tooltip("said:N", title="input"), alt.Tooltip("why:N", title="why")]).properties(
        width=WIDTH, height=STRIP * max(1, len(lanes)) // 2)


def _finding(title: str, unit: str, shown: pd.DataFrame, middle: pd.Series) -> str:
    common = shown[shown["year"].isin(middle.index)]
    model = middle.loc[common["year"]].mean() if len(common) else middle.mean()
    if not len(common):
        return f"{title}: the model makes {plain(model)} {unit} on average; the record has no yearly series"
    record = common["value"].mean()
    times = model / record if record > 0 else np.nan
    if not np.isfinite(times) or times == 0:
        return f"{title}: the model makes {plain(model)} {unit}, the record {plain(record)}"
    factor = times if times >= 1 else 1 / times
    which = "times too many" if times >= 1 else "times too few"
    said = "about what the record has" if factor < 1.25 else f"{plain(factor, 2)} {which}"
    return f"{title}: {said} (model {plain(model)}, record {plain(record)} {unit})"


def target_section(table: pd.DataFrame, spread_of: str = "worlds") -> list[Section]:
    """All targets on one scale, in factors of the record's nearer end, sorted by mechanism; then as a table, whose
    intervals are over `spread_of`."""
    counted = table[table["distance"].notna()].copy()
    sections = []
    if len(counted):
        sign = np.where(counted["model"] < counted["low"], -1.0, 1.0)
        counted["factor"] = np.where(counted["inside"].astype(bool), 0.0, sign * counted["distance"].astype(float))
        counted["where"] = np.where(counted["inside"].astype(bool), *KINDS)
        counted["row"] = counted["mechanism"].replace("", "other") + ": " + counted["id"]
        counted = counted.sort_values(["mechanism", "id"])
        chart = alt.Chart(inline(counted[["row", "factor", "where", "model", "low", "high", "unit"]])).mark_circle(
            size=80, opacity=1).encode(
            x=alt.X("factor:Q", title="natural logarithm of the factor to the band's nearer end",
                    scale=alt.Scale(domain=[-5.2, 5.2], nice=False), axis=alt.Axis(grid=True, tickCount=11)),
            y=alt.Y("row:N", sort=list(counted["row"]), axis=alt.Axis(title=None, labelLimit=300, labelColor=INK)),
            color=alt.Color("where:N", scale=alt.Scale(domain=list(KINDS), range=[PUBLIC, DISSENT]),
                            legend=alt.Legend(title=None, orient="top")),
            tooltip=["row:N", "model:Q", "low:Q", "high:Q", "unit:N"])
        inside = int(counted["inside"].astype(bool).sum())
        finding = f"{inside} of {len(counted)} numbers lie inside the record's band"
        see = "Left: the model makes too little, right: too much; 0 is inside the band, 2.3 a factor of ten."
        sections.append(Section("Targets by mechanism", dressed(chart.properties(
            width=WIDTH - 220, height=20 * len(counted)), finding, see, fixed=True)))
    head = ("target", "mechanism", "years", "model", spread_of, "record", "log-distance", "unit", "source",
            "confidence")
    rows = tuple(_row(row) for row in table.sort_values(["mechanism", "id"]).itertuples())
    sections.append(Section("Every target", None, "", "Not counted: what a pool of this size cannot see, and what the "
                            "model has no word for.", (head, *rows), folded="All targets as a table"))
    return sections


def _row(row: Any) -> tuple[str, ...]:
    far = f"not counted: {row.unseen}" if row.unseen else "inside" if row.inside else score(row.distance)
    worlds = f"{plain(row.model_low)} .. {plain(row.model_high)}" if np.isfinite(row.model_low) else ""
    years = "" if row.years is None else "-".join(str(year) for year in dict.fromkeys(row.years))
    model = "" if row.model is None or not np.isfinite(row.model) else plain(row.model)
    return (row.id, row.mechanism, years, model, worlds, f"{plain(row.low)} .. {plain(row.high)}", far, row.unit,
            row.source, row.confidence)


def skill_section(skill: pd.DataFrame) -> list[Section]:
    """The model next to the two baselines: scores and skill, by series."""
    if skill.empty:
        return []
    head = ("series", "who", "years", "log error", "CRPS", "skill against it (log error)", "skill (CRPS)")
    rows = tuple((str(row.title) if row.who == "model" else "", str(row.who), str(row.years), score(row.log_error),
                  score(row.crps), *(("", "") if row.who == "model" else
                                       (f"{row.skill_log_error:+.2f}", f"{row.skill_crps:+.2f}")))
                 for row in skill.itertuples())
    where = "the years to judge by" if bool(skill["judged"].all()) else "the fit years, which both rivals have seen"
    return [Section("Two naive rivals", None, "The mean of the fit years, and the last year carried on, know the "
                    "record and nothing else. Skill above 0: the model is nearer to the record than that rival.",
                    f"Scored on {where}; on natural logarithms, so 0.69 is a factor of two. CRPS gives credit for an "
                    f"honest spread over worlds.", (head, *rows))]


def input_section(inputs: pd.DataFrame) -> Section:
    """Everything that was scripted, with its reason."""
    head = ("date", "what", "name", "origin", "why", "confidence")
    rows = tuple(tuple(str(getattr(row, name)) for name in head) for row in inputs.itertuples())
    return Section("Inputs", None, "Shocks from outside and orders from above, dated and cited. What the model should "
                   "bring about by itself is not scripted.", "", (head, *rows),
                   folded=f"All {len(rows)} inputs" if len(rows) != 1 else "The one input")

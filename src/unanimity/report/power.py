"""Power: its concentration, the powers granted in danger, and ruptures: campaigns, purges, revolts, falls.

Lines and strips show single worlds, because a purge or a fall has a date that an average would lose; other worlds under
the same rules are shown next to the first.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Section
from unanimity.report.line_figures import DASHED, Line, key_of, line_layers, month_axis
from unanimity.report.series import chosen_arm, inline, of_arm
from unanimity.report.theme import DISSENT, FEAR, INK, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.results import Result
from unanimity.results.timeline import REVOLT
from unanimity.support.number_format import SCORE, percent, plain, score

NEEDS = ("concentration_of_posts", "powers_lent", "threat_felt", "purge_runs", "branch_named", "share_in_revolt",
         "falls_so_far", "concession_runs")
BANDS = {"campaign": NEUTRAL, "purge": FEAR, "revolt": DISSENT, "concession": PRIVATE}
FALL, ATTACK = "fall of the regime", "attack"
MOST_WORLDS = 8
LOW = 140  # pixels of a plot among several
NARROW = WIDTH - 90  # names of rows stand on the left, names of lines on the right


def power_sections(result: Result, arm: str | None = None, small: str = "") -> list[Section]:
    """The sections of power, where the Result holds their measures."""
    arm = chosen_arm(result, arm)
    if not set(NEEDS) <= set(result.measures):
        return []
    made = [one_desk(result, arm)]
    if len(_worlds(result, arm)) > 1:
        made.append(other_luck(result, arm))
    return [section._replace(small=small) for section in made]


def one_desk(result: Result, arm: str) -> Section:
    """Concentration, powers and threat in one world, with its campaigns, purges, revolts and falls below."""
    world = _worlds(result, arm)[0]
    shown = {"concentration_of_posts": ("posts to one desk", PUBLIC, (1, 0)),
             "powers_lent": ("powers lent", FEAR, (1, 0)), "threat_felt": ("threat felt", DISSENT, DASHED)}
    lines = [Line(words, of_arm(result, name, "country", arm)[[world]], colour, dash)
             for name, (words, colour, dash) in shown.items()]
    spans, marks = happenings(result, world)
    rows = [kind for kind in (*BANDS, ATTACK, FALL) if kind in set(spans["kind"]) | set(marks["kind"])]
    parts = [line_layers(lines[:1], "share", "posts (%)", height=LOW),
             line_layers(lines[1:], SCORE, "score, 0 to 1", height=LOW)]
    parts += [_strip(result, spans, marks, rows)] if rows else []
    chart = alt.vconcat(*parts, spacing=18).resolve_scale(color="independent", shape="independent")
    falls = int((marks["kind"] == FALL).sum())
    purges = int((spans["kind"] == "purge").sum())
    finding = (f"{percent(lines[0].late)} of the posts lead to one desk; {_times(purges, 'purge')}, "
               f"{_times(falls, 'fall')} of the regime in this world")
    see = _of_powers(result.of("powers_lent")[world])
    note = "One world (the first of its arm). Bars: months in which something lasts; marks: months in which it happens."
    key = [*key_of(lines[:1], "share"), *key_of(lines[1:], SCORE)]
    return Section("Power: one desk, and what breaks", dressed(chart, finding, note, key=key), see)


def _of_powers(lent: pd.Series) -> str:
    """What becomes of the powers lent, from the curve itself: first, highest, last."""
    counted = lent[lent.index >= 0]
    first, peak, last = float(counted.iloc[0]), float(counted.max()), float(counted.iloc[-1])
    when = int(counted.idxmax())
    if peak < first + 0.02:
        return f"No more powers are lent than at the start ({score(first)})."
    back = f"by the end {score(last)} are still lent" if last > first + 0.02 else "all of it has come back by the end"
    kept = f" and stay there to the end ({score(last)})" if last > peak - 0.02 else f"; {back}"
    return f"Powers lent go from {score(first)} to {score(peak)} of 1 in month {when}{kept}."


def other_luck(result: Result, arm: str) -> Section:
    """Purges, revolts and falls of several worlds under the same rules, one row per world."""
    worlds = _worlds(result, arm)
    kept = worlds[:MOST_WORLDS]
    spans, marks = zip(*(happenings(result, world) for world in kept), strict=True)
    names = {world: f"seed {int(result.worlds['seed'].iloc[world])}" for world in kept}
    all_spans = pd.concat([s.assign(row=names[w]) for s, w in zip(spans, kept, strict=True)], ignore_index=True)
    all_marks = pd.concat([m.assign(row=names[w]) for m, w in zip(marks, kept, strict=True)], ignore_index=True)
    all_spans = all_spans[all_spans["kind"].isin(["purge", "revolt"])]
    all_marks = all_marks[all_marks["kind"] == FALL]
    fallen = of_arm(result, "falls_so_far", "country", arm).iloc[-1]
    risen = of_arm(result, "share_in_revolt", "country", arm)
    share = float((risen[risen.index >= 0].max(axis=0) >= REVOLT).mean())
    finding = (f"People rise in {round(share * len(worlds))} of {len(worlds)} worlds; the regime falls in "
               f"{int((fallen > 0).sum())} of them, {plain(float(fallen.mean()), 2)} times on average")
    chart = _strip(result, all_spans, all_marks, list(names.values()), by="row")
    more = f" The first {len(kept)} of {len(worlds)} worlds are drawn." if len(worlds) > len(kept) else ""
    note = ("The same rules and other people, a row each: purple bars are purges, orange bars revolts (5\u00a0% and "
            "more have risen), black marks the regime's falls." + more)
    see = ("What the rows share is made by the rules; where they differ, by chance: no single row is a forecast."
           if share > 0 else "Nothing breaks in any row: that is made by the rules, not by luck.")
    return Section("Power: the same rules, other luck", dressed(chart, finding, note), see)


def happenings(result: Result, world: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What lasts (kind, first, last) and what happens in a month (kind, month) in one world, from month 0 on."""
    def of(name: str) -> np.ndarray:
        return result.values[:, world, -1, result.measures.index(name)]

    flags = {"campaign": of("branch_named") > 0, "purge": of("purge_runs") > 0,
             "revolt": of("share_in_revolt") >= REVOLT, "concession": of("concession_runs") > 0}
    end = int(result.months[-1])
    spans = [{"kind": kind, "first": int(result.months[a]), "last": min(int(result.months[b]) + 1, end)}
             for kind, flag in flags.items() for a, b in _runs(flag & (result.months >= 0))]
    falls = result.months[(np.diff(of("falls_so_far"), prepend=0.0) > 0) & (result.months >= 0)]
    marks = [{"kind": FALL, "month": int(month)} for month in falls]
    if not result.log.empty:
        rows = result.log[(result.log["world"] == world) & (result.log["event"] == "attacked")]
        marks += [{"kind": ATTACK, "month": int(month)} for month in rows["month"] if month >= 0]
    return pd.DataFrame(spans, columns=["kind", "first", "last"]), pd.DataFrame(marks, columns=["kind", "month"])


def _runs(flag: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flag, [False])).astype(int)))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _strip(result: Result, spans: pd.DataFrame, marks: pd.DataFrame, rows: list[str], by: str = "kind") -> Any:
    """Rows over the same months: bars for what lasts, marks for what happens."""
    kinds = (*BANDS, ATTACK, FALL)
    colour = alt.Color("kind:N", legend=None, scale=alt.Scale(
        domain=list(kinds), range=[*BANDS.values(), "#8A6D00", INK]))
    axis = alt.Axis(title=None, labelColor=INK, domain=False, grid=True, labelLimit=200)
    y = alt.Y(f"{by}:N", sort=rows, scale=alt.Scale(domain=rows), axis=axis)
    x = month_axis(result.months)
    across: Any = x.copy()
    across.shorthand = "first:Q"
    spans = spans.assign(tip=[f"{row.kind}, months {row.first} to {row.last}" for row in spans.itertuples()])
    marks = marks.assign(tip=[f"{row.kind}, month {row.month}" for row in marks.itertuples()])
    bars = alt.Chart(inline(spans)).mark_bar(height=11, cornerRadius=2, opacity=0.85).encode(
        x=across, x2="last:Q", y=y, color=colour,
        description="tip:N")
    ticks = alt.Chart(inline(marks)).mark_point(shape="diamond", size=62, filled=True, opacity=1).encode(
        x=x, y=y, color=colour, description="tip:N")
    return alt.layer(bars, ticks).properties(width=NARROW, height=22 * len(rows))


def _worlds(result: Result, arm: str) -> list[int]:
    return [int(w) for w in result.worlds.loc[result.worlds["arm"].astype(str) == arm, "world"]]


def _times(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' if number != 1 else ''}"

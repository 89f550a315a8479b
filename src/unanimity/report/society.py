"""Bread, people, party: the figures of a run with all its mechanisms, each with a sentence of what to see in it.

A section appears where the Result holds the measures that it shows, so a page of a smaller model is a shorter page.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from unanimity.report.html import Section
from unanimity.report.lines import DASHED, DOTTED, LABEL_GAP, PERCENT, Line, line_figure, months_note
from unanimity.report.series import BAND, chosen_arm, inline, of_arm, spread_apart
from unanimity.report.theme import DISSENT, FEAR, HEIGHT, NEUTRAL, PRIVATE, PUBLIC, WIDTH, dressed
from unanimity.report.words import word
from unanimity.results import Result
from unanimity.world.numbers import percent, plain, score

LEVELS = ("base", "cell", "district", "province", "centre")
LEVEL_WORDS = ("members", "cells", "districts", "provinces", "centre")
TRAITS = {"competence": (PUBLIC, (1, 0)), "conviction": (PRIVATE, (1, 0)), "courage": (DISSENT, DASHED),
          "opportunist_share": (NEUTRAL, DOTTED)}
DEATHS = {"hunger_deaths": ("by hunger", DISSENT), "deaths_executed": ("executed", FEAR),
          "deaths_in_custody": ("in custody", PUBLIC), "deaths_in_combat": ("at the front", NEUTRAL),
          "deaths_in_revolt": ("in revolts", PRIVATE), "deaths_murdered": ("murdered", "#8A6D00"),
          "deaths_by_suicide": ("by their own hand", "#26323D"), "deaths_at_border": ("at the border", "#0581BB")}


def society_sections(result: Result, arm: str | None = None, place: str = "country", small: str = "") -> list[Section]:
    """Every section of bread, people and party for which the Result holds the measures."""
    arm = chosen_arm(result, arm)
    made = []
    for needs, make in (
        (("rations_decreed", "rations_reported", "rations_received"), rations),
        (("harvest_share", "take_share"), harvests),
        (("deaths", "hunger_deaths"), deaths),
        (("legitimacy", "grievance_felt", "trust_in_print"), feelings),
        (tuple(f"{trait}_{level}" for trait in ("competence", "conviction") for level in LEVELS), who_rises),
        (("ring_strength", "own_choice", "opposition_share"), apparatus),
    ):
        if set(needs) <= set(result.measures):
            made.append(make(result, arm, place)._replace(small=small))
    return made


def rations(result: Result, arm: str, place: str) -> Section:
    """What is decreed, what the place reports, what people receive."""
    lines = [Line("decreed", of_arm(result, "rations_decreed", place, arm), NEUTRAL, DOTTED),
             Line("reported", of_arm(result, "rations_reported", place, arm), PUBLIC),
             Line("received", of_arm(result, "rations_received", place, arm), PRIVATE)]
    decreed, told, got = (line.late for line in lines)
    finding = f"Decreed {percent(decreed)} of need, reported {percent(told)}, received {percent(got)}"
    top = max(1.0, *(float(np.nanmax(line.values.to_numpy())) for line in lines)) * 1.03
    chart = line_figure(lines, "share", "food (% of need)", finding, _note(result, lines[0]), high=top)
    if told - got > 0.005:
        see = "The space between the two solid lines is hunger that no report mentions."
    elif decreed - got > 0.005:
        see = "People receive less than is decreed, and the reports say so."
    else:
        see = "Everybody receives what is decreed: where nothing is short there is nothing to hide."
    return Section("Bread: decreed, reported, received", chart, see)


def harvests(result: Result, arm: str, place: str) -> Section:
    """Harvest against full fields, what is sown, what is taken."""
    lines = [Line("harvest", of_arm(result, "harvest_share", place, arm), PRIVATE),
             Line("taken of it", of_arm(result, "take_share", place, arm), DISSENT)]
    if "fields_sown" in result.measures:
        lines.insert(1, Line("fields sown", of_arm(result, "fields_sown", place, arm), NEUTRAL, DASHED))
    season = float(lines[-1].values.tail(12).max(axis=0).mean())
    finding = f"Harvest {percent(lines[0].late)} of full fields, {percent(season)} of it taken in the last season"
    top = max(1.0, *(float(np.nanmax(line.values.to_numpy())) for line in lines)) * 1.03
    chart = line_figure(lines, "share", "share (%)", finding, _note(result, lines[0]), high=top)
    sown = lines[1].values
    less = float(sown.iloc[-1].mean()) < float(sown.iloc[0].mean()) - 0.01
    see = "What is taken from September to February is weighed before the next sowing: " + (
        "fewer fields are sown than at the start." if less else "here it does not shrink the fields.")
    return Section("Bread: harvest, sowing, taking", chart, see)


def deaths(result: Result, arm: str, place: str) -> Section:
    """Deaths since the start by kind; kinds that never occur are left out."""
    found = {name: of_arm(result, name, place, arm) for name in DEATHS if name in result.measures}
    shown = {name: values for name, values in found.items() if float(values.iloc[-1].sum()) > 0}
    total = float(of_arm(result, "deaths", place, arm).iloc[-1].mean())
    lines = [Line(DEATHS[name][0], values, DEATHS[name][1]) for name, values in shown.items()]
    lines = lines or [Line("of every kind", of_arm(result, "deaths", place, arm), NEUTRAL)]
    people = result.manifest.get("people", "?")
    finding = f"By the last month {plain(total)} of {people:,} people have died" if total else "Nobody has died"
    chart = line_figure(lines, "people", "deaths since the start (people)", finding, _note(result, lines[0]))
    see = "Deaths by hunger are all in excess: with food for everybody the same people in the same months have none."
    if "hunger_deaths" not in shown:
        see = "Nobody dies of hunger here; the lines that lie at nought are left out."
    return Section("Bread: deaths by kind", chart, see)


def feelings(result: Result, arm: str, place: str) -> Section:
    """Contentment, grievance, trust and fear."""
    shown = {"legitimacy": (1, 0), "trust_in_print": DASHED, "grievance_felt": (1, 0)}
    lines = [Line(word(name).label, of_arm(result, name, place, arm), word(name).colour, dash)
             for name, dash in shown.items()]
    finding = (f"{percent(lines[0].late)} are content and trust what is printed; mean grievance "
               f"{score(lines[2].late)} of 1")
    chart = line_figure(lines, "share", "share or mean (%)", finding, _note(result, lines[0]))
    high = lines[0].late > 0.5
    see = ("Compare with what is said in the hall: here assent has something to stand on." if high else
           "Compare with what is said in the hall: assent stands on less than half of the people.")
    return Section("People: content, aggrieved, trusting", chart, see)


def apparatus(result: Result, arm: str, place: str) -> Section:
    """Rings, whose men the officials are, and who opposes."""
    shown = {"own_choice": ("named by their superior", PUBLIC, (1, 0)), "ring_strength": ("ring", NEUTRAL, (1, 0)),
             "opposition_share": ("members in opposition", DISSENT, DASHED)}
    lines = [Line(label, of_arm(result, name, place, arm), colour, dash)
             for name, (label, colour, dash) in shown.items()]
    finding = (f"{percent(lines[0].late)} of officials are their superior's own choice; rings at "
               f"{score(lines[1].late)} of 1, {percent(lines[2].late)} of members oppose")
    chart = line_figure(lines, "share", "share (%)", finding, _note(result, lines[0]))
    grown = lines[1].values.iloc[-1].mean() > lines[1].values.iloc[0].mean() + 0.02
    see = ("Years in the same posts weld men into rings that cover each other's crimes." if grown else
           "The rings do not grow: posts change hands, or somebody looks.")
    return Section("Party: own men, rings, opposition", chart, see)


def who_rises(result: Result, arm: str, place: str) -> Section:
    """Competence, conviction, courage and opportunists from the base of the party to its centre."""
    rows = []
    for trait in TRAITS:
        for rank, level in enumerate(LEVELS):
            name = "opportunist_share" if trait == "opportunist_share" and level == "base" else f"{trait}_{level}"
            if name not in result.measures:
                continue
            values = of_arm(result, name, place, arm)
            late = values[values.index >= 0].tail(12).mean(axis=0).dropna()
            if late.empty:
                continue
            rows.append({"trait": "opportunists" if trait == "opportunist_share" else trait, "rank": rank,
                         "level": LEVEL_WORDS[rank], "mean": float(late.mean()), "low": float(late.quantile(BAND[0])),
                         "high": float(late.quantile(BAND[1]))})
    frame = pd.DataFrame(rows)
    able = frame[frame["trait"] == "competence"].sort_values("rank")["mean"]
    convinced = frame[frame["trait"] == "conviction"].sort_values("rank")["mean"]
    finding = (f"From members to centre, competence goes from {percent(able.iloc[0])} to {percent(able.iloc[-1])}, "
               f"conviction from {percent(convinced.iloc[0])} to {percent(convinced.iloc[-1])}")
    ups = [name for name, series in (("competence", able), ("conviction", convinced))
           if series.iloc[-1] > series.iloc[0] + 0.02]
    see = (f"A line that climbs to the right is what promotion selects for: here {' and '.join(ups) or 'neither'}; one "
           f"that falls is what it filters out.")
    note = "Means of the last 12 months by level; bars: middle 90 % of worlds. Leftmost opportunists: of all members."
    return Section("Party: who rises", dressed(_by_level(frame), finding, note), see)


def _by_level(frame: pd.DataFrame) -> Any:
    names = list(pd.unique(frame["trait"]))
    keys = ["opportunist_share" if name == "opportunists" else name for name in names]
    colour = alt.Color("trait:N", legend=None, scale=alt.Scale(domain=names, range=[TRAITS[k][0] for k in keys]))
    dash = alt.StrokeDash("trait:N", legend=None, scale=alt.Scale(
        domain=names, range=[list(TRAITS[k][1]) for k in keys]))
    x = alt.X("level:N", sort=list(LEVEL_WORDS), title="who holds office there",
              axis=alt.Axis(labelAngle=0), scale=alt.Scale(padding=0.4))
    scale, axis = alt.Scale(domain=[0, 1], nice=False), alt.Axis(labelExpr=PERCENT, values=[0, 0.25, 0.5, 0.75, 1])
    base = alt.Chart(inline(frame)).encode(x=x, color=colour)
    last = frame.sort_values("rank").groupby("trait").tail(1)
    last = last.assign(mean=spread_apart(list(last["mean"]), LABEL_GAP / HEIGHT, 0.0, 1.0))
    labels = alt.Chart(inline(last)).mark_text(align="left", dx=12, fontWeight=500).encode(
        x=x, y=alt.Y("mean:Q", scale=scale, axis=axis), text="trait:N", color=colour)
    layers = [base.mark_rule(strokeWidth=5, opacity=0.18).encode(y=alt.Y("low:Q", scale=scale, axis=axis), y2="high:Q"),
              base.mark_line().encode(y=alt.Y("mean:Q", scale=scale, axis=axis, title="mean (%)"), strokeDash=dash),
              base.mark_circle(size=60, opacity=1).encode(y=alt.Y("mean:Q", scale=scale, axis=axis)), labels]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def _note(result: Result, line: Line) -> str:
    return months_note(result.months, line.values.shape[1])



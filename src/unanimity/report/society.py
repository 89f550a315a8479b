"""Food, people, party: the figures of a run with all its mechanisms, each with a sentence on what to look for.

A section appears where the Result holds the measures that it shows, so a page of a smaller model is a shorter page.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from unanimity.report.html import Cell, Section
from unanimity.report.line_figures import DASHED, DOTTED, Line, line_figure, months_note
from unanimity.report.measure_labels import listed, word
from unanimity.report.series import chosen_arm, of_arm, people_of
from unanimity.report.theme import DISSENT, FEAR, NEUTRAL, PRIVATE, PUBLIC
from unanimity.results import Result
from unanimity.results.mean_intervals import mean_interval
from unanimity.results.summary import window_told
from unanimity.support.number_format import (
    DASH,
    RATE,
    SCORE,
    interval,
    number,
    percent,
    plain,
    ranged,
    score,
    told,
)

LEVELS = ("base", "cell", "district", "province", "centre")
LEVEL_WORDS = ("members", "cells", "districts", "provinces", "centre")
TRAITS = {"competence": "competence (score)", "conviction": "conviction (score)", "courage": "courage (score)",
          "opportunist_share": "opportunists"}
FEW = 10  # deaths below which a number is printed grey
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
        (("ring_strength", "appointed_by_current_superior", "opposition_share"), apparatus),
    ):
        if set(needs) <= set(result.measures):
            section = make(result, arm, place)
            made.append(section._replace(small=" ".join(filter(None, (section.small, small)))))
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
    """Deaths by kind as rates a year; kinds that never occur are left out."""
    people, years = people_of(result, arm), max(1, int((result.months >= 0).sum())) / 12.0
    grown = {name: _grown(of_arm(result, name, place, arm)) for name in DEATHS if name in result.measures}
    shown = {name: values for name, values in grown.items() if values.sum() > 0}
    yearly = 1000.0 / people / years
    most = max((float(values.mean()) for values in shown.values()), default=1.0)
    body = []
    for name, values in sorted(shown.items(), key=lambda item: -item[1].mean()):
        low, high = mean_interval(values * yearly, 0.0)
        few = values.sum() < FEW
        body.append((DEATHS[name][0], Cell(ranged(float(values.mean()) * yearly, low, high, RATE), faint=few),
                     Cell(plain(float(values.mean())), bar=float(values.mean()) / most, faint=few)))
    total = _grown(of_arm(result, "deaths", place, arm))
    finding = (f"{told(float(total.mean()) * yearly, RATE)} die of hunger, violence or custody" if total.sum() else
               "Nobody dies of hunger, violence or in custody")
    hungry = "hunger_deaths" in shown
    see = ("Deaths by hunger are all in excess: with food for everybody the same people in the same months have none."
           if hungry else "Nobody dies of hunger here." if total.sum() else "")
    small = (f"{plain(years)} years; mean over worlds with its 90 % interval. Grey: fewer than {FEW} deaths in all "
             f"worlds.")
    head = ("kind of death", "per 1,000 a year (90 % interval)", "in a world, all years")
    return Section("Bread: deaths by kind", None, see, small if body else "", (head, *body) if body else (),
                   finding=finding, kind="bars")


def _grown(values: pd.DataFrame) -> np.ndarray:
    """What a count has grown by from month 0 on, world by world."""
    before = values[values.index < 0]
    return values.iloc[-1].to_numpy(float) - (before.iloc[-1].to_numpy(float) if len(before) else 0.0)


def feelings(result: Result, arm: str, place: str) -> Section:
    """Contentment, grievance, trust and fear."""
    shown = {"legitimacy": (1, 0), "trust_in_print": DASHED, "grievance_felt": (1, 0)}
    lines = [Line(word(name).label, of_arm(result, name, place, arm), word(name).colour, dash)
             for name, dash in shown.items()]
    finding = (f"{percent(lines[0].late)} are content and trust what is printed; mean grievance "
               f"{score(lines[2].late)} of 1")
    chart = line_figure(lines, SCORE, "share of people, or mean score (0 to 1)", finding, _note(result, lines[0]))
    high = lines[0].late > 0.5
    see = ("Compare with what is said in the hall: here assent has something to stand on." if high else
           "Compare with what is said in the hall: assent stands on less than half of the people.")
    return Section("People: content, aggrieved, trusting", chart, see)


def apparatus(result: Result, arm: str, place: str) -> Section:
    """Rings, the officials' patrons, and opposition."""
    shown = {"appointed_by_current_superior": ("named by their superior", PUBLIC, (1, 0)),
             "ring_strength": ("ring", NEUTRAL, (1, 0)), "opposition_share": ("members in opposition", DISSENT, DASHED)}
    lines = [Line(label, of_arm(result, name, place, arm), colour, dash)
             for name, (label, colour, dash) in shown.items()]
    finding = (f"{percent(lines[0].late)} of officials are their superior's own choice; rings at "
               f"{score(lines[1].late)} of 1, {percent(lines[2].late)} of members oppose")
    chart = line_figure(lines, SCORE, "share, or strength (0 to 1)", finding, _note(result, lines[0]))
    grown = lines[1].values.iloc[-1].mean() > lines[1].values.iloc[0].mean() + 0.02
    first, last = float(lines[1].course["middle"].iloc[0]), float(lines[1].course["middle"].iloc[-1])
    see = f"Rings of officials who cover each other go from {score(first)} to {score(last)}." if grown else (
        f"The rings do not grow (from {score(first)} to {score(last)}).")
    return Section("Party: own men, rings, opposition", chart, see)


def who_rises(result: Result, arm: str, place: str) -> Section:
    """Competence, conviction, courage and opportunists from the base of the party to its centre."""
    means: dict[str, list[float]] = {}
    body = []
    for trait, label in TRAITS.items():
        unit = "share" if trait == "opportunist_share" else SCORE
        row: list[Any] = [label]
        for level in LEVELS:
            name = trait if trait == "opportunist_share" and level == "base" else f"{trait}_{level}"
            late = _late(result, name, place, arm)
            mean = float(late.mean()) if late.size else float("nan")
            low, high = mean_interval(late, 0.0, 1.0)
            means.setdefault(trait, []).append(mean)
            known = bool(np.isfinite(mean))
            row.append(Cell(number(mean, unit) if known else DASH, interval(low, high, unit) if known else "",
                            shade=min(1.0, mean) if known else None, tone="plain"))
        if np.isfinite(means[trait]).any():
            body.append(tuple(row))
    able, convinced = means["competence"], means["conviction"]
    finding = (f"From members to centre, competence goes from {score(able[0])} to {score(able[-1])}, conviction from "
               f"{score(convinced[0])} to {score(convinced[-1])}")
    ups = [name for name, series in (("competence", able), ("conviction", convinced)) if series[-1] > series[0] + 0.02]
    downs = [name for name, series in (("competence", able), ("conviction", convinced))
             if series[-1] < series[0] - 0.02]
    see = (f"Higher posts go with more {listed(ups)}. " if ups else "") + (
        f"Higher posts go with less {listed(downs)}." if downs else "")
    small = (f"Means of {window_told(result.months)} with their 90 % interval over worlds. Leftmost opportunists: of "
             f"all members.")
    return Section("Party: who rises", None, see.strip() or "Neither rises nor falls by more than 0.02.", small,
                   (("", *LEVEL_WORDS), *body), finding=finding, kind="heat")


def _late(result: Result, name: str, place: str, arm: str) -> np.ndarray:
    """The mean of the last year of every world that knows it."""
    if name not in result.measures:
        return np.empty(0)
    values = of_arm(result, name, place, arm)
    late = values[values.index >= 0].tail(12).mean(axis=0).to_numpy(float)
    return late[np.isfinite(late)]


def _note(result: Result, line: Line) -> str:
    return months_note(result.months, line.values.shape[1])



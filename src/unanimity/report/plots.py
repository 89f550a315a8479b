"""Figures of a Result. Each answers one question: its title is the finding, computed from the data it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from unanimity.report.line_figures import DASHED, DOTTED, Line, line_figure, line_layers, months_note
from unanimity.report.measure_labels import Word, listed, sentence, word
from unanimity.report.series import arm_words, arms_of, chosen_arm, of_arm, require
from unanimity.report.theme import NEUTRAL, PRIVATE, PUBLIC, arm_colour, arm_dash, arm_shape
from unanimity.results import Result
from unanimity.support.number_format import POSITION, SCORE, number, percent, plain, score, unit_title

TOGETHER = 0.12  # positions nearer than this at their end get one label
ARMS_IN_A_TITLE = 3
MOST_EVENTS = 6  # scripted months that a figure can name


def public_and_private(result: Result, place: str = "country", arm: str | None = None) -> Any:
    """Public assent, private support, and talk among friends, by month.

    The arm is control, or the only one, unless it is named.
    """
    arm = chosen_arm(result, arm)
    require(result, ("unanimity", "private_dissent"), "public_and_private")
    private = of_arm(result, "private_dissent", place, arm)
    lines = [Line("assent in public", of_arm(result, "unanimity", place, arm), PUBLIC),
             Line("support in private", 1.0 - private, PRIVATE)]
    if "talks" in result.measures:
        lines.append(Line("talk among friends", of_arm(result, "talks", place, arm), NEUTRAL, DOTTED))
    finding = f"Assent in public {percent(lines[0].late)}, private dissent {percent(1 - lines[1].late)}"
    gap = lines[0].late - lines[1].late
    see = "The two lines lie together: what is said is what is meant. "
    if abs(gap) > 0.01:
        see = f"The distance between the two lines is {'assent' if gap > 0 else 'dissent'} that is not meant. "
    return line_figure(lines, "share", "share of those attending (%)", finding,
                       _where(place, arm) + see + _note(result, private.shape[1]), together=True)


def two_provinces(result: Result, arm: str | None = None, names: Mapping[str, str] | None = None) -> Any:
    """The public position of every province against the private opinion of its people.

    `names` gives provinces the names they go by, such as {"province 1": "Leningrad"}.
    """
    arm = chosen_arm(result, arm)
    require(result, ("public_position", "private_stance"), "two_provinces")
    places = [place for place in result.places if place != "country"]
    called = {place: (names or {}).get(place, place) for place in places}
    public = [Line(f"{called[p]}, in public", of_arm(result, "public_position", p, arm), PUBLIC) for p in places]
    private = [Line(f"{called[p]}, in private", of_arm(result, "private_stance", p, arm), PRIVATE, DASHED)
               for p in places]
    who = listed(list(called.values())) if names and len(places) == 2 else "the provinces"
    finding = f"In public {who} stand {score(_apart(public))} apart, in private {score(_apart(private))}"
    if len(places) == 1:
        finding = f"In public {number(public[0].late, POSITION)}, in private {number(private[0].late, POSITION)}"
    see = "Solid: what is voted. Dashed: what the same people think. The scale runs from \u22121 to +1. "
    lines = _gathered(public, "in public") + _gathered(private, "in private")
    return line_figure(lines, POSITION, "position on the issue voted (\u22121 to +1)", finding,
                       _where("", arm) + see + _note(result, public[0].values.shape[1]), together=True)


def arms(result: Result, measure: str, place: str = "country") -> Any:
    """One measure in every arm over the months, with month 0 marked if the arms share a burn-in."""
    require(result, (measure,), "arms")
    what, lines = word(measure, result.manifest), _lines_of_arms(result, measure, place)
    return line_figure(lines, what.unit, unit_title(what.label, what.unit), arms_finding(lines, what),
                       arms_note(result, place), "the arms part" if len(lines) > 1 else "", events=script_of(result))


def arm_lines(result: Result, measure: str, place: str = "country") -> Any:
    """The lines of every arm in one plot, without title and theme."""
    require(result, (measure,), "arms")
    what, lines = word(measure, result.manifest), _lines_of_arms(result, measure, place)
    return line_layers(lines, what.unit, unit_title(what.label, what.unit), "the arms part" if len(lines) > 1 else "")


def script_of(result: Result) -> dict[int, str]:
    """What the regimes' files lay down for a month, by month: one entry each, the first of a month's."""
    found: dict[int, str] = {}
    for entries in (result.manifest.get("schedule") or {}).values():
        for entry in entries:
            month = entry.get("month")
            if isinstance(month, (int, np.integer)) and month > 0 and not entry.get("rate"):
                found.setdefault(int(month), str(entry.get("name") or entry.get("lever") or entry.get("kind", ""))
                                 .replace("_", " "))
    return found if len(found) <= MOST_EVENTS else {}


def arms_note(result: Result, place: str = "country") -> str:
    """A note on what the lines and bands of every arm are."""
    known = arms_of(result)
    pairs = "Every arm holds the same people with the same luck. " if len(known) > 1 else ""
    return _where(place, "") + pairs + _note(result, len(result.worlds) // len(known))


def _lines_of_arms(result: Result, measure: str, place: str) -> list[Line]:
    return [Line(arm_words(arm), of_arm(result, measure, place, arm), arm_colour(k), arm_dash(k), shape=arm_shape(k))
            for k, arm in enumerate(arms_of(result))]


def fear_and_files(result: Result, place: str = "country", arm: str | None = None) -> Any:
    """Fear of speaking out and of complaining, and the habit of lying, over the months."""
    arm = chosen_arm(result, arm)
    shown = {"fear_of_opinion": (1, 0), "fear_of_complaint": DASHED, "habit_of_lying": DOTTED}
    require(result, tuple(shown), "fear_and_files")
    lines = [Line(word(name).label, of_arm(result, name, place, arm), word(name).colour, dash)
             for name, dash in shown.items()]
    finding = (f"Fear of speaking out {score(lines[0].late)}, of complaining {score(lines[1].late)}; "
               f"the habit of lying {score(lines[2].late)} (0 none, 1 the most)")
    see = ""
    if "files" in result.measures:
        files = of_arm(result, "files", place, arm).mean(axis=1)
        see = f"Meanwhile the mean weight of a file went from {plain(files.iloc[0], 2)} to {plain(files.iloc[-1], 2)}. "
    return line_figure(lines, SCORE, "mean over people (score, 0 to 1)", finding,
                       _where(place, arm) + see + _note(result, lines[0].values.shape[1]))


def _note(result: Result, worlds: int) -> str:
    return months_note(result.months, worlds)


def _where(place: str, arm: str) -> str:
    parts = [part for part in ("" if place == "country" else place, arm) if part]
    return f"{sentence(', '.join(parts))}. " if parts else ""


def _apart(lines: list[Line]) -> float:
    ends = [line.late for line in lines]
    return float(np.nanmax(ends) - np.nanmin(ends)) if np.isfinite(ends).any() else float("nan")


def _gathered(lines: list[Line], how: str) -> list[Line]:
    """Lines that end together keep one label between them, that of the group."""
    ordered = sorted(lines, key=lambda line: line.late)
    groups: list[list[Line]] = []
    for line in ordered:
        if groups and line.late - groups[-1][-1].late < TOGETHER:
            groups[-1].append(line)
        else:
            groups.append([line])
    out: list[Line] = []
    for group in groups:
        middle = len(group) // 2
        owners = [line.name.removesuffix(f", {how}") for line in group]
        who = listed(owners) if len(group) == 2 else f"{len(group)} provinces"
        out += [line if len(group) == 1 else
                Line(f"{who}, {how}" if k == middle else line.name, line.values, line.colour, line.dash, k == middle)
                for k, line in enumerate(group)]
    return out


def arms_finding(lines: list[Line], what: Word) -> str:
    """The late values of all arms, or of the extremes where there are many."""
    if len(lines) <= ARMS_IN_A_TITLE:
        return f"{sentence(what.label)}: " + ", ".join(f"{line.name} {number(line.late, what.unit)}" for line in lines)
    ordered = sorted(lines, key=lambda line: line.late)
    low, high = ordered[0], ordered[-1]
    return (f"{sentence(what.label)} lies between {number(low.late, what.unit)} ({low.name}) and "
            f"{number(high.late, what.unit)} ({high.name})")

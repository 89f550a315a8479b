"""Words and numbers for the reader: what a measure is called, its unit, its colour, and how a value is written."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unanimity.report.theme import DISSENT, FEAR, NEUTRAL, PRIVATE, PUBLIC

ATTENDANTS, EVERYBODY, POSITION = "share of attendants", "share", "-1..1"
HARD = "\u00a0"  # a space at which no line breaks
MINUS = "\u2212"


class Word(NamedTuple):
    """A measure for the reader."""

    label: str
    unit: str
    colour: str = NEUTRAL


WORDS = {
    "unanimity": Word("assent in public", ATTENDANTS, PUBLIC),
    "minuted_assent": Word("assent in the minutes", ATTENDANTS, PUBLIC),
    "public_dissent": Word("dissent in public", ATTENDANTS, DISSENT),
    "active_assent": Word("applause", ATTENDANTS, PUBLIC),
    "private_dissent": Word("dissent in private", ATTENDANTS, PRIVATE),
    "falsification_gap": Word("dissent kept silent", ATTENDANTS, PRIVATE),
    "hidden_support": Word("private dissenters for each open one", "people"),
    "talks": Word("talk among friends", ATTENDANTS, NEUTRAL),
    "private_stance": Word("private opinion", POSITION, PRIVATE),
    "proclaimed_line": Word("line proclaimed", POSITION, PUBLIC),
    "public_position": Word("position in public", POSITION, PUBLIC),
    "fear_of_opinion": Word("fear of speaking out", EVERYBODY, FEAR),
    "fear_of_complaint": Word("fear of complaining", EVERYBODY, FEAR),
    "habit_of_lying": Word("habit of lying", EVERYBODY, NEUTRAL),
    "files": Word("weight of a person's file", "units of weight", FEAR),
    "mean_hunger": Word("hunger", EVERYBODY, NEUTRAL),
    "hunger_deaths": Word("deaths by hunger", "people", DISSENT),
    "deaths": Word("deaths of every kind", "people", NEUTRAL),
    "legitimacy": Word("people content and trusting", ATTENDANTS, PUBLIC),
    "grievance_felt": Word("grievance", EVERYBODY, DISSENT),
    "trust_in_print": Word("trust in print", EVERYBODY, PUBLIC),
    "centre_error": Word("the centre's error", "share of plan", NEUTRAL),
    "opportunist_share": Word("opportunists among members", "share of members", NEUTRAL),
    "opposition_share": Word("members in opposition", "share of members", DISSENT),
    "ring_strength": Word("strength of the rings", EVERYBODY, NEUTRAL),
    "faction_members": Word("people in factions", "people", DISSENT),
    "brittleness": Word("dissent that a month without fear would bring out", ATTENDANTS, PRIVATE),
    "rations_decreed": Word("ration decreed", "share of need", NEUTRAL),
    "rations_reported": Word("ration reported", "share of need", PUBLIC),
    "rations_received": Word("food received", "share of need", PRIVATE),
    "support_overrated": Word("support overrated by the centre", "share of people", NEUTRAL),
    "attending": Word("attendants", "people"),
    "people_accounted": Word("people", "people"),
}


def word(measure: str, manifest: Mapping[str, Any] | None = None) -> Word:
    """What a measure is called; one that is not in the list goes by its name and the unit that the manifest gives."""
    units = (manifest or {}).get("units") or {}
    return WORDS.get(measure) or Word(measure.replace("_", " "), str(units.get(measure, "")))


def is_share(unit: str) -> bool:
    """Whether a unit is a share from 0 to 1, written in per cent."""
    return unit.split(" ", 1)[0] == "share"


def percent(share: float) -> str:
    """A share in whole per cent, with a decimal where whole ones would hide that it is not quite all or nothing.

    >>> percent(0.919).replace(HARD, " "), percent(0.9972).replace(HARD, " ")
    ('92 %', '99.7 %')
    """
    if math.isnan(share):
        return "unknown"
    points = 100 * share
    edge = 0.05 <= abs(points) < 0.95 or 99.05 <= points < 99.95
    return f"{points:.1f}{HARD}%" if edge else f"{abs(round(points)) if round(points) == 0 else round(points)}{HARD}%"


def plain(value: float, digits: int = 3) -> str:
    """A number with three significant digits and a proper minus."""
    if math.isnan(value):
        return "unknown"
    text = f"{value:,.0f}" if abs(value) >= 10 ** digits else f"{value:.{digits}g}"
    return text.replace("-", MINUS)


def position(value: float) -> str:
    """A position between -1 and 1, signed, with two decimals."""
    if math.isnan(value):
        return "unknown"
    return "0.00" if abs(value) < 0.005 else f"{value:+.2f}".replace("-", MINUS)


def number(value: float, unit: str) -> str:
    """A value as its unit wants it written."""
    if is_share(unit):
        return percent(value)
    return position(value) if unit == POSITION else plain(value)


def points(difference: float) -> str:
    """A difference of shares in percentage points, signed.

    >>> points(-0.317)
    '\u221231.7'
    """
    if abs(difference) < 0.0005:
        return "0"
    return f"{100 * difference:+.1f}".replace("-", MINUS)


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Words in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def unit_title(label: str, unit: str) -> str:
    """An axis title: what is measured, and in what."""
    if is_share(unit):
        return f"{label} (% of {unit.removeprefix('share of ')})" if " of " in unit else f"{label} (%)"
    return f"{label} ({unit})" if unit else label

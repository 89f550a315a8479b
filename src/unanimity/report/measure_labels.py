"""Words for the reader: what a measure is called, its unit, its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unanimity.report.theme import DISSENT, FEAR, NEUTRAL, PRIVATE, PUBLIC
from unanimity.support.number_format import POSITION, SCORE
from unanimity.world.levers import BY_NAME

ATTENDANTS = "share of attendants"


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
    "fear_of_opinion": Word("fear of speaking out", SCORE, FEAR),
    "fear_of_complaint": Word("fear of complaining", SCORE, FEAR),
    "habit_of_lying": Word("habit of lying", SCORE, NEUTRAL),
    "files": Word("weight of a person's file", "units of weight", FEAR),
    "mean_hunger": Word("hunger", SCORE, NEUTRAL),
    "hunger_deaths": Word("deaths by hunger", "people", DISSENT),
    "deaths": Word("deaths of every kind", "people", NEUTRAL),
    "legitimacy": Word("people content and trusting", ATTENDANTS, PUBLIC),
    "grievance_felt": Word("grievance", SCORE, DISSENT),
    "trust_in_print": Word("trust in print", SCORE, PUBLIC),
    "centre_error": Word("the centre's error", "share of plan", NEUTRAL),
    "opportunist_share": Word("opportunists among members", "share of members", NEUTRAL),
    "opposition_share": Word("members in opposition", "share of members", DISSENT),
    "ring_strength": Word("strength of the rings", SCORE, NEUTRAL),
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


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Words in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def change_in_words(changes: Mapping[str, Any]) -> str:
    """What an arm changes, in words.

    >>> change_in_words({"ballot": "secret"}), change_in_words({"oversight.courts": "on"})
    ('ballot secret', 'courts look into police cases')
    """
    return listed([_one_change(str(name), str(value)) for name, value in changes.items()])


def _one_change(name: str, value: str) -> str:
    known = BY_NAME.get(name)
    if known is not None and value in ("on", "off") and set(known.words) == {"on", "off"}:
        what = known.meaning.removeprefix("whether ")
        return what if value == "on" else f"no longer: {what}"
    return f"{name.rsplit('.', 1)[-1].replace('_', ' ')} {value}"

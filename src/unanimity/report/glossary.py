"""Technical terms that a reader may not know, explained by hovering on a page and on a glossary page."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

TERMS: dict[str, str] = {
    "arm": "One set of rules in a comparison. Every arm holds the same people with the same luck.",
    "burn-in": "Months that are run before month 0 so that habits, fear and ties settle; they are not counted.",
    "campaign": "Months in which the press names one branch or group as guilty.",
    "case log": "The list of everything that befell people: arrests, sentences, appointments, deaths, one row each.",
    "cell": "The lowest unit of the tree: some dozens of people who meet, talk and vote together.",
    "centre": "The top of the tree: the leader and the members of the centre who decide for the country.",
    "concentration": "The share of all posts whose chain of patrons ends at one desk.",
    "control": "The arm in which nothing is changed; every difference is a difference to it.",
    "digest": "A fingerprint of all numbers of a run. The same rules, seed and version give the same digest.",
    "dose": "How much of a change is given, where it is tried in several strengths.",
    "effect size": "The mean of the paired differences divided by how much they scatter over pairs.",
    "falsification gap": "The share who are against in private and do not say so: private dissent less public dissent.",
    "false discoveries": "Among many comparisons some differ by chance. The list is cut so that about one in twenty "
                         "of what is listed is expected to be chance (Benjamini and Hochberg).",
    "hidden support": "How many are against in private for each one who says so.",
    "interval": "Where the mean would lie in 90 of 100 repetitions with other people and other luck.",
    "levers": "The rules that can be set: ballot, appointment, press, courts, police and others.",
    "month 0": "The first month that is counted; before it all arms live under the same rules.",
    "opportunists": "Members who joined for the advantage and hold no conviction of their own.",
    "pairs": "The same people with the same luck, once under each set of rules; the difference is the rules' own.",
    "person-months": "People times months: how much was computed.",
    "powers lent": "Powers that are granted in danger and are not returned by themselves: 0 none, 1 all.",
    "preset": "A set of rules that comes with Unanimity, such as law or terror.",
    "private dissent": "The share who would vote against if it cost nothing.",
    "purge": "Months in which those who held posts or cards are themselves examined and struck.",
    "quota": "A number of people whom the police must arrest each month.",
    "ring": "Officials of one place who have served together for long and cover each other.",
    "rung": "A step of the ladder: 1 reproof, 2 dismissal, 3 expulsion, 4 exile, 5 prison, 6 camp, 7 death.",
    "score": "A mean on a scale from 0 (none) to 1 (the most possible), such as fear or grievance.",
    "seed": "The number from which all luck of a world is drawn. Another seed is another people with other luck.",
    "unanimity": "The share of those attending who do not dissent publicly from the line.",
    "world": "One run of one society: its own people and its own luck, drawn from its seed.",
}
ALSO = {"worlds": "world", "arms": "arm", "cells": "cell", "campaigns": "campaign", "purges": "purge", "rungs": "rung",
        "seeds": "seed", "rings": "ring", "intervals": "interval", "scores": "score", "doses": "dose",
        "presets": "preset", "dissent kept silent": "falsification gap", "false discovery": "false discoveries",
        "private dissenters for each open one": "hidden support", "posts to one desk": "concentration"}
PLAIN = {"unanimity", "arm", "world", "cell", "control", "seed", "interval", "pairs", "centre", "levers", "campaign",
         "dose"}
"""Words that a page uses all the time: explained on the glossary page, not by a mark at every place."""


@cache
def _pattern() -> re.Pattern[str]:
    words = [*TERMS, *ALSO]
    marked = sorted((w for w in words if ALSO.get(w, w) not in PLAIN), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, marked))})(?![\w-])", re.IGNORECASE)


def explained(text: object) -> Markup:
    """The text, escaped, with the first mention of every term marked and its explanation beside it."""
    from markupsafe import Markup

    if isinstance(text, Markup):
        return text
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        term = ALSO.get(found.group().lower(), found.group().lower())
        if term in seen:
            return found.group()
        seen.add(term)
        return (f'<dfn tabindex="0" data-tip="{escape(TERMS[term])}">{found.group()}</dfn>')

    return Markup(_pattern().sub(mark, escape(str(text))))


def meaning(term: str) -> str:
    """What a term means, "" if it is not in the glossary."""
    return TERMS.get(ALSO.get(term.lower(), term.lower()), "")

"""The events behind a question, counted along with it, so that a run can say when they are too rare.

A rate, a share of the arrested or a mean rung can have any value whether it rests on three arrests or on three
thousand. The counts behind such a question are therefore evaluated too; this costs nothing for other questions. A share
or number of people in some state implies the number of person-months behind it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from unanimity.engine.questions import Asking
from unanimity.measures import ALL_MEASURES
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.expand import Making, Series
from unanimity.measures.grammar.parser import parse_measure
from unanimity.measures.grammar.syntax_tree import Arithmetic, Named, Rows, Term
from unanimity.support.errors import UserError
from unanimity.support.rare_events import Seen

EVENT, STATE = "event", "person-month"
OF_PEOPLE = ("share of people", "share of people at liberty", "share of attendants", "share of members")
# names that stand for events: those defined with the log, and those that declare their events
_WORDS = re.compile(r"[a-z_]+")
_OF_EVENTS = {"log"} | {measure.name for measure in ALL_MEASURES if measure.is_flow}
_OF_EVENTS |= {name for name, one in CONTRACT.items()
               if one.events or (isinstance(one.form, str) and not _OF_EVENTS.isdisjoint(_WORDS.findall(one.form)))}


@dataclass(frozen=True)
class Counted:
    """Expressions that count what a question rests on; `each` is the size of one unit, in events or months."""

    counts: tuple[str, ...]
    word: str = EVENT
    each: float = 1.0


def may_count(texts: Iterable[str]) -> bool:
    """Whether one of these expressions may concern events, judging by its words alone; nothing is parsed."""
    return any(not _OF_EVENTS.isdisjoint(_WORDS.findall(text)) for text in texts)


def counted(asking: Asking, names: Iterable[str] = ()) -> dict[str, Counted]:
    """The counts behind each question and each named monthly measure; others are left out."""
    found: dict[str, Counted] = {}
    for text in (*asking.texts, *(name for name in names if name in asking.expander.monthly)):
        node = asking.asked[text] if text in asking.asked else asking.expander.expand(
            parse_measure(text, asking.reading))
        state = _state(node, asking)
        if state:
            found[text] = Counted((text,), STATE, state)
        elif _is_count(node):
            found[text] = Counted((text,))
        elif counts := tuple(dict.fromkeys(_counts(node, asking))):
            found[text] = Counted(counts)
    return found


def _is_count(node: Any) -> bool:
    """Whether the value is itself a number of events."""
    if isinstance(node, Term):
        return node.agg == "count" and isinstance(node.what, Rows) and node.what.then is None
    if isinstance(node, Making):
        return CONTRACT[node.name].events == node.name
    return isinstance(node, Series) and node.is_flow


def _state(node: Any, asking: Asking) -> float:
    """Person-months per unit of a share or number of people in some state, at most; 0 for anything else."""
    regime = asking.regimes[0]
    months = float(regime.months)
    if isinstance(node, Term) and not isinstance(node.what, Rows) and not (node.who is not None and node.who.units):
        return {"share": months * regime.society.people, "count": months}.get(node.agg, 0.0)
    if isinstance(node, Series) and not node.survey and not node.is_flow:
        one = asking.expander.monthly[node.name]
        if one.agg != "derived":
            return {"persons": months}.get(one.unit, months * regime.society.people * (one.unit in OF_PEOPLE))
    return 0.0


def _counts(node: Any, asking: Asking) -> Iterable[str]:
    """Expressions that count the events behind an expression."""
    if isinstance(node, Arithmetic):
        for part in node.parts:
            yield from _counts(part, asking)
    elif isinstance(node, Term) and isinstance(node.what, Rows):
        rows = Rows(node.what.event, node.what.tests, only=node.what.only)
        yield from _sound(dataclasses.replace(node, agg="count", what=rows, other=None, level=None), asking)
    elif isinstance(node, Series) and node.is_flow:
        given = [*([f"province({node.place})"] if node.place else []), *([str(node.when)] if node.when else [])]
        yield from _sound(f"{node.name}({', '.join(given)})" if given else node.name, asking)
    elif isinstance(node, Making) and CONTRACT[node.name].events == node.name:
        yield from _sound(Named(node.name, node.numbers, node.who, node.when), asking)
    elif isinstance(node, Making) and CONTRACT[node.name].events:
        events = parse_measure(CONTRACT[node.name].events, asking.reading)
        yield from _counts(asking.expander.expand(events, node.who, node.when), asking)


def _sound(count: object, asking: Asking) -> Iterable[str]:
    """The count as text, if it can be parsed again; otherwise it is left out."""
    text = str(count)
    try:
        asking.expander.expand(parse_measure(text, asking.reading))
    except UserError:
        return
    yield text


def seen(found: Mapping[str, Counted], totals: Mapping[str, np.ndarray], arms: np.ndarray) -> list[Seen]:
    """The number of events behind each question in the largest arm; `totals` has one number per world and
    expression."""
    rows = []
    for name, one in found.items():
        most = 0.0
        for text in one.counts:
            values = np.nan_to_num(np.asarray(totals[text], float)) * one.each
            most = max(most, *(float(values[arms == arm].sum()) for arm in np.unique(arms)))
        rows.append(Seen(name, most, one.word))
    return rows

"""A purge by script: a share of the people named is removed, chosen by lot, file, score, superiors or a vote."""

from __future__ import annotations

import numpy as np

from unanimity.events.arguments import PART, flag, needed, word
from unanimity.events.declare import PEOPLE, Entry, event
from unanimity.events.moment import Moment
from unanimity.events.police_events import sentence
from unanimity.world.codes import ABROAD, DEATH, DISMISSAL, EXPULSION, POLICE, RULE_ISSUE, THE_PURGE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.people import persons, variable


@event("removes a share by a rule",
       {"share": needed(PART), "a_month": flag(False),
        "mode": word("dismiss", "expel", "arrest", "execute", default="expel"),
        "selection": word("lot", "file", "score", "superiors", "vote", default="lot")},
       needs=("docket",), months=1, aims=PEOPLE, chosen="who", cite="003 l.18810-18833, 19268-19274; 004 l.63-77",
       explains="In all, or each month with `a_month`; whom it takes is said by the lot, the file, the score, the "
                "superiors, or a secret vote of the cell.")
def purge(moment: Moment, entry: Entry, age: int) -> None:
    """A share of people is removed, at once or each month, by a rule; a wave of arrests is a shock to card 22."""
    if moment.runs("purge") and entry["mode"] == "arrest":  # a verification of party cards is no shock
        moment.column("purge_called")[:] = 1
    status = moment.column("status")
    mask = moment.chosen(entry) & (status < (AT_LIBERTY_BELOW if entry["mode"] == "arrest" else ABROAD))
    if entry["mode"] == "expel":
        # police officers keep their party card (card 16): if eligible, they would be chosen again every month
        mask &= moment.column("estate") != POLICE
    here = int(mask.sum())
    if entry["a_month"]:
        share = entry["share"]
        number = _rounded(share * here * (age + 1)) - _rounded(share * here * age)  # fractions are carried over
    else:
        at_first = here / max(1e-9, 1.0 - entry["share"] * age / entry.months)
        number = _rounded(at_first * entry["share"] * (age + 1) / entry.months) - \
            _rounded(at_first * entry["share"] * age / entry.months)
    for person in _worst(moment, mask, max(0, number), entry["selection"], age):
        _remove(moment, int(person), entry["mode"])


def _rounded(number: float) -> int:
    return int(number + 0.5)


def _worst(moment: Moment, mask: np.ndarray, number: int, selection: str, age: int) -> np.ndarray:
    if selection == "lot":
        return moment.lot(mask, Share(float(number), False), f"purge {age}")
    inside = np.flatnonzero(mask)
    score = {"file": lambda: moment.column("dossier"), "score": lambda: moment.column("suspicion"),
             "superiors": lambda: _verified(moment), "vote": lambda: _unliked(moment)}[selection]()[inside]
    if selection == "vote":  # each cell votes on its own people, and every cell sends its share
        return _of_each_cell(inside, score, moment.view.cell[inside], number)
    return inside[np.argsort(-score, kind="stable")[:number]]


def _of_each_cell(inside: np.ndarray, score: np.ndarray, cell: np.ndarray, number: int) -> np.ndarray:
    """The highest scores of each cell, in proportion to the size of cells; fractions go to the largest first."""
    size = np.bincount(cell)
    share = number * size / max(1, inside.size)
    seats = np.floor(share).astype(int)
    rest = np.argsort(-(share - seats), kind="stable")[:max(0, number - int(seats.sum()))]
    seats[rest] += 1
    order = np.lexsort((-score, cell))
    rank = np.arange(order.size) - np.concatenate([[0], np.cumsum(size)])[cell[order]]
    values: np.ndarray = inside[order[rank < seats[cell[order]]]]
    return values


def _verified(moment: Moment) -> np.ndarray:
    """The score of a verification by secretaries (card 22): it strikes those who think, and less the careerists."""
    agreement = variable("agreement", moment.view)
    climbs = persons(Choice("opportunists"), moment.view, everybody=True)
    return np.asarray(moment.parameter("purge.thinking") * moment.column("conviction") * np.maximum(0.0, -agreement)
                      + moment.parameter("purge.careerism") * climbs)


def _unliked(moment: Moment) -> np.ndarray:
    """The score of a vote: high for people far from the cell's members in stance, and not competent."""
    cell = moment.view.cell
    voter = persons(Choice("and", (Choice("present"), Choice("members"))), moment.view)
    stance = moment.column("stance")[RULE_ISSUE]
    total = np.bincount(cell[voter], stance[voter], moment.batch.tree.cells)
    number = np.maximum(1, np.bincount(cell[voter], minlength=moment.batch.tree.cells))
    apart = np.abs(stance - (total / number)[cell]) / 2.0
    return np.asarray(apart - moment.column("competence"))


def _remove(moment: Moment, person: int, mode: str) -> None:
    if mode == "arrest":
        moment.column("warrant")[person] = THE_PURGE
        return
    sentence(moment, person, {"dismiss": DISMISSAL, "expel": EXPULSION, "execute": DEATH}[mode], THE_PURGE)

"""How reliable a branch is: how far the unchanged hindcast is from the record over the same months.

There are two comparisons. For targets whose windows lie within the branch: the hindcast's number, the branch's number
and the record's band. For yearly series: the mean distance of the hindcast's years from the record's, and the mean
distance of the branch's years from the hindcast's. All distances are on natural logarithms, so 0.69 is a factor of two.
A difference that is smaller than the hindcast's own error is reported as such.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from unanimity.engine.questions import Asking
from unanimity.engine.simulate import columns_of
from unanimity.history.distance import floor_of
from unanimity.history.target_check import Found, Questions, leaves_of, months_of
from unanimity.history.targets import Target
from unanimity.history.yearly_series import Yearly
from unanimity.measures.contract.expand import Making
from unanimity.measures.grammar.syntax_tree import Arithmetic, Who
from unanimity.regimes import Regime
from unanimity.support.errors import UserError

SMALLER = "smaller than the hindcast's own error"
LARGER = "larger than the hindcast's own error"
BOTH_INSIDE = "both lie inside the record's band"
NONE = "no difference"
UNSEEN = "not counted"


def targets_within(regime: Regime, targets: Sequence[Target], first: int, last: int, where: str) -> list[Target]:
    """The targets that concern only months `first` to `last`, and that a run which starts there can answer."""
    found = []
    for one in targets:
        if one.missing:
            continue
        try:
            node = Questions(regime, [one], where).nodes[one.id]
        except UserError:
            continue  # it concerns months that are not run
        spans = [months_of(leaf) for leaf in leaves_of(node)]
        if any(span is None or span[0] < first or span[1] > last for span in spans) or _fixed_before(node, first):
            continue
        expanded = Asking([regime], [0], columns_of(regime), [one.measure]).asked[one.measure]
        if not any(isinstance(part, Making) for part in _parts(expanded)):  # it would need the whole run
            found.append(one)
    return found


def _parts(node: Any) -> list[Any]:
    return [one for part in node.parts for one in _parts(part)] if isinstance(node, Arithmetic) else [node]


def _fixed_before(node: Any, first: int) -> bool:
    """Whether the population is determined at a month before the branch."""
    whos: list[Who | None] = [getattr(leaf, "who", None) for leaf in leaves_of(node)]
    for who in whos:
        while who is not None:
            if who.as_of is not None and (who.as_of.anchor or who.as_of.number < first - 1):
                return True
            who = who.also
    return False


def held_against(questions: Questions, targets: Sequence[Target], totals: Mapping[str, np.ndarray], people: float,
                 control: str) -> pd.DataFrame:
    """Every target within the branch: record, hindcast, its distance, and each arm with a reading of its difference.

    `totals` holds the answers of each arm: an array of worlds by questions.
    """
    answers = {arm: pd.DataFrame(values, columns=questions.texts) for arm, values in totals.items()}
    rows = []
    for one in targets:
        found = {arm: Found(one, *questions.answer(one, mine), people, questions.made(one, mine))
                 for arm, mine in answers.items()}
        base = found[control].row()
        for arm in answers:
            if arm != control:
                rows.append({"arm": arm, "target": one.id, "quantity": one.quantity, "unit": one.unit,
                             "years": one.years, "low": one.low, "high": one.high, "hindcast": base["model"],
                             "distance": base["distance"], "branch": found[arm].model, "split": one.split,
                             "source": one.source,
                             "says": _says(one, found[control], found[arm], people)})
    return pd.DataFrame(rows)


def _says(target: Target, control: Found, arm: Found, people: float) -> str:
    if control.unseen:
        return UNSEEN
    mine, theirs = control.row(), arm.row()
    if mine["inside"] and theirs["inside"]:
        return BOTH_INSIDE
    least = floor_of(target, people)
    return _against(_log_apart(arm.model, control.model, least), mine["distance"])


def _against(apart: float, error: float) -> str:
    return NONE if apart == 0.0 else SMALLER if apart < error else LARGER


def _log_apart(one: float, two: float, least: float) -> float:
    if not math.isfinite(one + two):
        return math.nan
    return abs(math.log(max(one, least) / max(two, least)))


def years_against(series: Sequence[Yearly], yearly: Mapping[str, Sequence[pd.DataFrame]], first: float, last: float,
                  people: float, control: str) -> pd.DataFrame:
    """Every yearly series over the complete years of the branch: the hindcast's error, and each arm's difference from
    it.

    `yearly` holds each arm's tables of all series, with years as rows and worlds as columns. Only years that begin at
    `first` or later and end by `last` count.
    """
    rows = []
    for place, one in enumerate(series):
        base = yearly[control][place].mean(axis=1)
        base = base[(base.index >= first) & (base.index + (1 if one.how != "first" else 1 / 12) <= last + 1e-9)]
        record = one.observed.set_index("year")["value"].astype(float) if len(one.observed) else pd.Series(dtype=float)
        shared = [year for year in base.index if year in record.index and record[year] > 0]
        least = 0.5 / people * (1000.0 if "1000" in one.unit else 1.0)  # half a person in all worlds
        error = _mean([_log_apart(base[year], record[year], least) for year in shared])
        for arm in (arm for arm in yearly if arm != control):
            mine = yearly[arm][place].mean(axis=1)
            apart = _mean([_log_apart(mine[year], base[year], least) for year in base.index])
            says = "no record in these years" if math.isnan(error) else _against(apart, error)
            rows.append({"arm": arm, "series": one.id, "title": one.title, "unit": one.unit, "years": len(shared),
                         "error": error, "apart": apart, "says": says if len(base) else "no whole year"})
    return pd.DataFrame(rows)


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if math.isfinite(value)]
    return sum(known) / len(known) if known else math.nan

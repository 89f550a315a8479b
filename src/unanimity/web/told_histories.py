"""A what-if and a hindcast as the page draws them: years, bands, the record's points, differences, one life twice.

The same form serves a question that is run here and the answers that come with the program (`web/stored/`, made by
tools/store_all.py), so the page needs to know only one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from unanimity.experiments.compare import CONTROL
from unanimity.history import Checked, WhatIf
from unanimity.history.hindcast import Hindcast
from unanimity.history.yearly_series import Yearly
from unanimity.results.atomic_files import json_value
from unanimity.support.calendar import date_of, with_dates, year_of

BAND = (0.05, 0.95)  # of the worlds
MOST_SIDES = 40  # lines of two timelines


def short(value: Any) -> float | None:
    """A number with four digits; nothing where there is none."""
    return float(f"{float(value):.4g}") if value is not None and math.isfinite(float(value)) else None


def _years(values: pd.DataFrame) -> dict[str, list[float | None]]:
    """Mean and band of a yearly series over its worlds."""
    return {"mean": [short(one) for one in values.mean(axis=1)],
            "low": [short(one) for one in values.quantile(BAND[0], axis=1)],
            "high": [short(one) for one in values.quantile(BAND[1], axis=1)]}


def _series(one: Yearly, curves: Mapping[str, pd.DataFrame], last: int) -> dict[str, Any]:
    """One series of the record beside the model's, with the years that were run whole."""
    years = [int(year) for year in curves[CONTROL].index]
    seen = one.observed[one.observed["year"] <= last]
    return {"id": one.id, "title": one.title, "unit": one.unit, "how": one.how, "years": years,
            "arms": {arm: _years(values) for arm, values in curves.items()},
            "record": [[int(row.year), short(row.value), str(row.tag)] for row in seen.itertuples()],
            "sources": list(dict.fromkeys(str(row.source) for row in seen.itertuples()))}


def whatif_told(found: WhatIf) -> dict[str, Any]:
    """Everything that the page says of a branched history."""
    start, arms = found.regime.start, found.arms
    last = math.floor(year_of(found.months[1] - 1, start))
    series = [_series(one, {arm: tables[place] for arm, tables in found.curves.items()}, last)
              for place, one in enumerate(found.series)]
    lives = {arm: found.life("", arm) for arm in arms}
    keys = ("arm", "measure", "unit", "control", "treated", "difference", "low", "high", "same_sign", "q")
    return {
        "branched": date_of(found.months[0], start), "until": date_of(found.months[1], start),
        "year": round(year_of(found.months[0], start), 3), "arms": list(arms), "worlds": len(found.seeds),
        "people": found.regime.society.people, "seed": found.seeds[0], "answer": found.sentence(),
        "series": series, "trust": {arm: found.trust(arm) for arm in arms},
        "differences": [{key: row[key] if isinstance(row[key], str) else short(row[key]) for key in keys}
                        for row in found.table.to_dict("records")],
        "parted": {arm: [None if month is None else date_of(month, start) for month in months]
                   for arm, months in found.parted.items()},
        "rows": {arm: [_row(fate.told(start)) for fate in fates] for arm, fates in found.rows.items()},
        "lives": {arm: {"name": one.name, "before": list(one.before), "history": list(one.history),
                        "branch": list(one.branch)} for arm, one in lives.items()},
        "timelines": {arm: _sides(found, arm) for arm in arms},
        "digest": found.result.digest, "version": found.result.manifest["version"],
    }


def _row(told: Mapping[str, Any]) -> dict[str, Any]:
    """A later row of the schedule and what becomes of it; why is said only where it does not simply stay."""
    kept = {key: told[key] for key in ("row", "value", "origin", "fate")}
    return kept | ({"reason": told["reason"], "warning": told["warning"]}
                   if told["fate"] != "kept" or told["warning"] else {})


def _sides(found: WhatIf, arm: str) -> list[list[str]]:
    """What happened in the first world of one history alone, or otherwise: date, in the hindcast, in the branch."""
    start = found.regime.start
    apart = [side for side in found.timelines(arm) if side.where != "in both"]
    return [[date_of(side.month, start), with_dates(side.history, start), with_dates(side.branch, start)]
            for side in apart[:MOST_SIDES]]


def hindcast_told(found: Hindcast) -> dict[str, Any]:
    """The hindcast against the record: yearly series, and every row of the record that the model is mended by."""
    checked = found.checked
    assert isinstance(checked, Checked), "the hindcast at the scenario's own numbers"
    last = found.first_year + checked.regime.months // 12 - 1
    return {
        "years": [found.first_year, last], "worlds": checked.worlds, "people": checked.regime.society.people,
        "series": [_series(one, {CONTROL: found.simulated(one)}, last) for one in checked.series],
        "targets": _rounded(one.row() for one in checked.found), "sums": json_value(checked.sums),
        "not_computed": checked.not_looked_at, "digest": checked.result.digest,
    }


def _rounded(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    kept = ("id", "model", "model_low", "model_high", "inside", "distance", "unseen")
    return [{key: short(row[key]) if isinstance(row[key], (float, np.floating)) else json_value(row[key])
             for key in kept} for row in rows]

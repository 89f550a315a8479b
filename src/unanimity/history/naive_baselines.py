"""Two naive baselines, and scores: does the model predict better than a forecast that knows no mechanism?

Climatology predicts the mean of the fit years for every year. Persistence predicts the previous year's value (beyond
the fit years: the last fit year's). Both know the record; the model does not. Scores are on logarithms, because the
series span orders of magnitude: the log error of the model's median, and the continuous ranked probability score (CRPS;
Gneiting and Raftery 2007) of its worlds, which for a single number is its log error. Skill is 1 minus the model's score
divided by the baseline's: above 0 the model is better.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

MEAN, CARRIED = "mean of the fit years", "last year carried on"


def crps(worlds: np.ndarray, observed: float) -> float:
    """The continuous ranked probability score of an ensemble against an observation; 0 is perfect.

    >>> crps(np.array([2.0]), 5.0), crps(np.array([1.0, 3.0]), 2.0)
    (3.0, 0.5)
    """
    known = worlds[np.isfinite(worlds)]
    if not known.size:
        return math.nan
    spread = np.abs(known[:, None] - known[None, :]).mean()
    return float(np.abs(known - observed).mean() - 0.5 * spread)


def by_year(observed: pd.DataFrame, years: Sequence[int], fit_until: int) -> pd.DataFrame:
    """Both baselines' predictions: year, who, value; empty if the record has no fit years."""
    record = observed.set_index("year")["value"].astype(float)
    fit_years = record[record.index <= fit_until]
    if not len(fit_years):
        return pd.DataFrame({"year": [], "who": [], "value": []})
    before = fit_years.shift()
    rows = [{"year": year, "who": MEAN, "value": float(fit_years.mean())} for year in years]
    rows += [{"year": year, "who": CARRIED, "value": float(value)} for year in years
             for value in [fit_years.iloc[-1] if year > fit_until else before.get(year, math.nan)]
             if math.isfinite(value)]
    return pd.DataFrame(rows)


def scored(simulated: pd.DataFrame, observed: pd.DataFrame, fit_until: int, floor: float) -> pd.DataFrame:
    """Scores of the model and of both baselines: on the validation years if any were run, else on the fit years."""
    record = observed.set_index("year")["value"].astype(float)
    fit_years = record[record.index <= fit_until]
    run = record[record.index.isin(simulated.index) & (record > 0)]
    judged = run[run.index > fit_until]
    years = judged if len(judged) else run
    carried = fit_years.shift().dropna() if not len(judged) else None
    if carried is not None:
        years = years[years.index.isin(carried.index)]  # the first year has no previous year
    if not len(years) or not len(fit_years):
        return pd.DataFrame()

    def logs(values: np.ndarray) -> np.ndarray:
        return np.log(np.maximum(values, floor))

    truth = np.log(years.to_numpy())
    rows: list[tuple[str, float, float]] = []
    worlds = logs(simulated.loc[years.index].to_numpy(float))
    rows.append(("model", float(np.abs(np.nanmedian(worlds, axis=1) - truth).mean()),
                 float(np.mean([crps(worlds[k], truth[k]) for k in range(len(truth))]))))
    rivals = {MEAN: np.full(len(truth), fit_years.mean()),
              CARRIED: carried.reindex(years.index).to_numpy() if carried is not None else
              np.full(len(truth), fit_years.iloc[-1])}
    for name, values in rivals.items():
        far = float(np.abs(logs(values) - truth).mean())
        rows.append((name, far, far))
    table = pd.DataFrame(rows, columns=["who", "log_error", "crps"])
    mine = table.iloc[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        return table.assign(skill_log_error=1 - mine["log_error"] / table["log_error"],
                            skill_crps=1 - mine["crps"] / table["crps"], years=f"{years.index[0]}-{years.index[-1]}",
                            judged=bool(len(judged)))

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

from unanimity.results.uncertainty_split import quantiles

MEAN, CARRIED = "mean of the fit years", "last year carried on"


def crps(worlds: np.ndarray, observed: float, weights: np.ndarray | None = None) -> float:
    """The continuous ranked probability score of an ensemble, its members weighted, against an observation; 0 is
    perfect.

    >>> two = np.array([1.0, 3.0])
    >>> crps(two[1:], 5.0), crps(two, 2.0), crps(two, 2.0, np.array([1.0, 0.0]))
    (2.0, 0.5, 1.0)
    """
    known, share = _known(worlds, weights)
    if not known.size:
        return math.nan
    spread = share @ np.abs(known[:, None] - known[None, :]) @ share
    return float(share @ np.abs(known - observed) - 0.5 * spread)


def _known(worlds: np.ndarray, weights: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """The worlds that have a number, and their weights, normalised to 1."""
    seen = np.isfinite(worlds)
    share = (np.ones(len(worlds)) if weights is None else weights)[seen]
    return worlds[seen], share / share.sum() if seen.any() else share


def _middle(worlds: np.ndarray, weights: np.ndarray | None) -> float:
    """The weighted median of the worlds that have a number."""
    known, share = _known(worlds, weights)
    return quantiles(known, share, [0.5])[0] if known.size else math.nan


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


def scored(simulated: pd.DataFrame, observed: pd.DataFrame, fit_until: int, floor: float,
           weights: np.ndarray | None = None) -> pd.DataFrame:
    """Scores of the model, whose columns may be weighted, and of both baselines: on the validation years if any were
    run, else on the fit years."""
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
    middle = np.array([_middle(row, weights) for row in worlds])
    rows.append(("model", float(np.abs(middle - truth).mean()),
                 float(np.mean([crps(worlds[k], truth[k], weights) for k in range(len(truth))]))))
    rivals = {MEAN: np.full(len(truth), fit_years.mean()),
              CARRIED: carried.reindex(years.index).to_numpy() if carried is not None else
              np.full(len(truth), fit_years.iloc[-1])}
    for name, values in rivals.items():
        far = float(np.abs(logs(values) - truth).mean())
        rows.append((name, far, far))
    table = pd.DataFrame(rows, columns=["who", "log_error", "crps"])
    mine = table.iloc[0]
    ends = dict.fromkeys((years.index[0], years.index[-1]))  # of a single year: the year
    with np.errstate(divide="ignore", invalid="ignore"):
        return table.assign(skill_log_error=1 - mine["log_error"] / table["log_error"],
                            skill_crps=1 - mine["crps"] / table["crps"], years="-".join(map(str, ends)),
                            judged=bool(len(judged)))

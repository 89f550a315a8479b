"""Screening: which free parameters affect a scenario's distance from its record (Morris 1991, by SALib).

Every free parameter is varied over its whole declared range, in few worlds. Two effects are measured: on the mean
log-distance, and on each row (in logarithms of its number). A parameter's importance is the mean of two ratios: its
effect on the mean distance divided by the strongest such effect, and its effect on a row divided by the strongest
effect on that row, averaged over rows. The parameters to calibrate are chosen by importance, not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from unanimity.history.target_trials import Answered
from unanimity.regimes import Regime
from unanimity.results.uncertainty_split import over_known
from unanimity.support.errors import UserError
from unanimity.workshop.design import parameters_named
from unanimity.workshop.sensitivity import analysed, sampled
from unanimity.world.spans import Parameter

MEAN = "mean log-distance"
Spans = Mapping[str, tuple[float, float]]


def free_parameters(regime: Regime, names: Sequence[str] | None, where: str) -> list[Parameter]:
    """Parameters of the running mechanisms, except those that the scenario sets itself or changes by its schedule."""
    found = [one for one in parameters_named(regime, names, where) if one.key not in regime.parameters]
    if not found:
        raise UserError(f"{where}: no parameter is free; allowed: some that the scenario does not set itself.")
    return found


def spans_of(parameters: Sequence[Parameter], around: float | None = None) -> dict[str, tuple[float, float]]:
    """The declared range of each; with `around`, only the part within that share of the range's width from the
    default."""
    reach = {one.key: (1.0 if around is None else around) * (one.span.high - one.span.low) for one in parameters}
    return {one.key: (max(one.span.low, one.default - reach[one.key]), min(one.span.high, one.default + reach[one.key]))
            for one in parameters}


@dataclass(frozen=True)
class Screened:
    """The result for each parameter, the most important first."""

    table: pd.DataFrame  # parameter, importance, mu_star and sigma on the mean distance, strongest row, mu_star there
    rows: pd.DataFrame  # target, parameter, mu_star
    method: str

    def first(self, many: int) -> list[str]:
        """The most important parameters, without those that have no effect."""
        moving = self.table[self.table["importance"] > 0.0]
        return list(moving["parameter"].head(many))


def walks(spans: Spans, trajectories: int, seed: int) -> np.ndarray:
    """The settings of a screening: trajectories * (parameters + 1) rows, one column per parameter."""
    return sampled(spans, "morris", trajectories, seed)


def screened(spans: Spans, design: np.ndarray, answered: Answered, seed: int) -> Screened:
    """The importance of every parameter by Morris' trajectories."""
    whole = pd.DataFrame(analysed(spans, "morris", design, answered.mean_distance, seed)).set_index("parameter")
    rows = []
    for place, one in enumerate(answered.targets):
        values = _filled(answered.logs[:, place])
        rows += [{"target": one.id, "parameter": row["parameter"], "mu_star": row["mu_star"]}
                 for row in analysed(spans, "morris", design, values, seed)]
    return _ranked(whole, pd.DataFrame(rows, columns=["target", "parameter", "mu_star"]), "morris")


def correlated(settings: pd.DataFrame, answered: Answered) -> Screened:
    """The same from runs without trajectories: the absolute rank correlation (Spearman) replaces mu*."""
    ranks = settings.rank().to_numpy(float)

    def sizes(values: np.ndarray) -> np.ndarray:
        other = pd.Series(_filled(values)).rank().to_numpy(float)
        with np.errstate(invalid="ignore", divide="ignore"):
            found = np.array([np.corrcoef(column, other)[0, 1] for column in ranks.T])
        return np.nan_to_num(np.abs(found))

    whole = pd.DataFrame({"parameter": list(settings.columns), "mu_star": sizes(answered.mean_distance)})
    whole = whole.assign(half_width=np.nan, mu=np.nan, sigma=np.nan).set_index("parameter")
    rows = [{"target": one.id, "parameter": name, "mu_star": size} for place, one in enumerate(answered.targets)
            for name, size in zip(settings.columns, sizes(answered.logs[:, place]), strict=True)]
    return _ranked(whole, pd.DataFrame(rows, columns=["target", "parameter", "mu_star"]), "rank correlation")


def _filled(values: np.ndarray) -> np.ndarray:
    """The values, with unknown ones replaced by the mean of the others."""
    mean = over_known(values, 0)
    return np.where(np.isfinite(values), values, mean if np.isfinite(mean) else 0.0)


def _ranked(whole: pd.DataFrame, rows: pd.DataFrame, method: str) -> Screened:
    by_row = rows.pivot(index="parameter", columns="target", values="mu_star").reindex(whole.index)
    shares = by_row.div(by_row.max(axis=0).replace(0.0, np.nan), axis=1).fillna(0.0)
    top = float(whole["mu_star"].max())
    importance = 0.5 * (whole["mu_star"] / top if top > 0.0 else 0.0) + 0.5 * shares.mean(axis=1)
    found: list[dict[str, Any]] = []
    for name in whole.index:
        strongest = str(shares.loc[name].idxmax()) if shares.shape[1] else ""
        found.append({"parameter": name, "importance": float(importance[name]), "mu_star": whole.loc[name, "mu_star"],
                      "half_width": whole.loc[name, "half_width"], "sigma": whole.loc[name, "sigma"],
                      "strongest_row": strongest,
                      "mu_star_there": float(by_row.loc[name, strongest]) if strongest else np.nan})
    table = pd.DataFrame(found).sort_values("importance", ascending=False, kind="stable").reset_index(drop=True)
    return Screened(table, rows, method)

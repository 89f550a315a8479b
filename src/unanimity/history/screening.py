"""Screening: which free parameters affect a scenario's distance from its record (Morris 1991, in the radial form of
Campolongo, Saltelli and Cariboni 2011).

With some hundred parameters, points spread over the whole ranges are countries that could never be. So each trajectory
starts from a point near the defaults and moves one parameter at a time from there, half-way to an end of its range:
trajectories in turn to the farther and to the nearer end. All points run with the same seeds, so that luck largely
cancels. Two effects are measured: on the mean log-distance, and on each row (in logarithms of its number), for a step
over the whole range. A parameter's importance is the mean of two ratios: its effect on the mean distance divided by the
strongest such effect, and its effect on a row divided by the strongest effect on that row, averaged over rows.

Which effects are more than noise is decided by their agreement between two halves of the trajectories (mirror
statistics; Dai, Lin, Xing and Liu 2023): noise has equal signs in both halves as often as unequal ones. The parameters
to calibrate are those that move a row beyond noise, by importance, and are not chosen by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.history.target_trials import Answered
from unanimity.regimes import Regime
from unanimity.results.atomic_files import write_atomically
from unanimity.results.uncertainty_split import over_known
from unanimity.support.errors import UserError
from unanimity.support.manners import path_of
from unanimity.workshop.design import parameters_named
from unanimity.world.draws import uniforms
from unanimity.world.spans import Parameter

REACH = 0.05  # share of a range within which a trajectory's starting point lies around the default
STEP = 0.5  # share of the way to the end of the range that a parameter moves
NEAR = 0.1  # share of a range: an end nearer than this is no place to move to, and the other end is taken
FALSE_SHARE = 0.1  # of the effects called more than noise, the share that may be false
SMALLEST = 1e-12  # a step of 0 has an effect of 0
STREAM = 96  # random stream of the starting points
EFFECTS, CORRELATION = "elementary effects", "rank correlation"
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


@dataclass(frozen=True, repr=False)
class Screened:
    """The result for each parameter, the most important first."""

    table: pd.DataFrame  # parameter, importance, rows moved, mu_star and sigma on the mean distance, strongest row
    rows: pd.DataFrame  # target, parameter, mu_star, mean effect, whether it is more than noise
    method: str

    def first(self, many: int) -> list[str]:
        """The most important parameters, without those that move no row beyond noise."""
        return list(self.table[self.table["rows_moved"] > 0]["parameter"].head(many))

    def __repr__(self) -> str:
        every = len(self.table)
        moving = self.first(every)
        return (f"{len(moving)} of {every} free parameters move a row beyond noise ({FALSE_SHARE:.0%} of these effects "
                f"may be false)" + (f"; the most important: {', '.join(moving[:8])}" if moving else ""))

    def write(self, folder: str | Path) -> Path:
        """Write screening.csv (one line for each parameter) and screening-rows.csv (for each parameter and row);
        returns the folder."""
        folder = path_of(folder)
        for name, table in (("screening", self.table), ("screening-rows", self.rows)):
            write_atomically(folder / f"{name}.csv", partial(table.to_csv, index=False))
        return folder


# --- the design -------------------------------------------------------------------------------------------------------
def walks(spans: Spans, defaults: Mapping[str, float], trajectories: int, seed: int) -> np.ndarray:
    """The settings of a screening, one column per parameter: for each trajectory its starting point, then one row per
    parameter with that parameter alone moved. The first trajectory starts from the defaults."""
    low, high = (np.array(ends) for ends in zip(*spans.values(), strict=True))
    usual, blocks = np.array([defaults[name] for name in spans]), []
    for number in range(trajectories):
        luck = 2.0 * uniforms(seed, STREAM, len(spans), month=number) - 1.0 if number else np.zeros(len(spans))
        start = np.clip(usual + REACH * luck * (high - low), low, high)
        block = np.tile(start, (len(spans) + 1, 1))
        np.fill_diagonal(block[1:], start + STEP * (_end(start, low, high, farther=number % 2 == 0) - start))
        blocks.append(block)
    return np.concatenate(blocks)


def _end(start: np.ndarray, low: np.ndarray, high: np.ndarray, farther: bool) -> np.ndarray:
    """The end of each range towards which a parameter moves."""
    is_high_farther = high - start >= start - low
    nearer = np.where(is_high_farther, start - low, high - start)
    return np.where(is_high_farther == (farther | (nearer < NEAR * (high - low))), high, low)


# --- effects ----------------------------------------------------------------------------------------------------------
def moves_of(design: np.ndarray, values: np.ndarray, spans: Spans) -> tuple[np.ndarray, np.ndarray]:
    """How far an output rises when a parameter rises, in each trajectory, and the step as a share of the range
    (trajectories, parameters).

    The median of a trajectory's differences is subtracted: most parameters move nothing, so it is the luck of the
    trajectory's starting point, which all its differences share.
    """
    each, width = len(spans) + 1, np.array([high - low for low, high in spans.values()])
    places, filled = design.reshape(-1, each, each - 1), _filled(values).reshape(-1, each)
    steps = np.diagonal(places[:, 1:] - places[:, :1], axis1=1, axis2=2) / width
    moved = filled[:, 1:] - filled[:, :1]
    moved = moved - np.median(moved, axis=1, keepdims=True)
    return moved * np.sign(steps), np.abs(steps)


def effects_of(rises: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """The effect of a step over the whole range, with its sign, over all trajectories: the slope by least squares, in
    which long steps weigh more, since luck is as large in a short step as in a long one."""
    return np.asarray((rises * steps).sum(axis=0) / np.maximum((steps**2).sum(axis=0), SMALLEST))


def more_than_noise(first: np.ndarray, second: np.ndarray, false_share: float = FALSE_SHARE) -> np.ndarray:
    """Which effects are more than noise, from their estimates in two independent halves (rows, parameters).

    The mirror statistic of an effect is the sum of both sizes, positive where their signs agree and negative where
    they do not. Noise is as often negative as positive, so the negative ones beyond a threshold estimate how many of
    the positive ones beyond it are false.

    >>> more_than_noise(np.array([[2.0, 0.1, -0.2]]), np.array([[1.8, -0.1, 0.1]])).tolist()
    [[True, False, False]]
    """
    # rows are put on one scale by their usual effect, which is noise where most parameters move nothing
    usual = np.array([float(np.median(sizes[sizes > 0.0])) if (sizes > 0.0).any() else 1.0 for sizes in np.abs(first)])
    mirror = np.sign(first * second) * (np.abs(first) + np.abs(second)) / usual[:, None]
    for least in np.unique(np.abs(mirror[mirror != 0.0])):
        if (mirror <= -least).sum() <= false_share * (mirror >= least).sum():
            return np.asarray(mirror >= least)
    return np.zeros(mirror.shape, bool)


def screened(spans: Spans, design: np.ndarray, answered: Answered) -> Screened:
    """The importance of every parameter by the elementary effects of all trajectories."""
    names, outputs = list(spans), [answered.logs[:, place] for place in range(len(answered.targets))]
    rises, steps = moves_of(design, answered.mean_distance, spans)
    slope, weight = effects_of(rises, steps), steps**2 / np.maximum((steps**2).sum(axis=0), SMALLEST)
    each = rises / np.maximum(steps, SMALLEST)
    spread = np.sqrt((weight * (each - slope)**2).sum(axis=0))
    whole = pd.DataFrame({"parameter": names, "mu_star": effects_of(np.abs(rises), steps), "mu": slope,
                          "sigma": spread, "half_width": 1.645 * spread / np.sqrt(len(steps))})
    every = np.stack([moves_of(design, values, spans)[0] for values in outputs])
    return _ranked(names, whole, answered, every[:, 0::2].mean(axis=1), every[:, 1::2].mean(axis=1),
                   np.stack([effects_of(np.abs(one), steps) for one in every]),
                   np.stack([effects_of(one, steps) for one in every]), EFFECTS)


def correlated(settings: pd.DataFrame, answered: Answered) -> Screened:
    """The same from runs without trajectories: rank correlation (Spearman) replaces the elementary effects, and the
    two halves are those of the settings."""
    names = [str(name) for name in settings.columns]

    def sizes(values: np.ndarray, of: slice = slice(None)) -> np.ndarray:
        ranks, other = settings[of].rank().to_numpy(float), pd.Series(_filled(values)[of]).rank().to_numpy(float)
        with np.errstate(invalid="ignore", divide="ignore"):
            found = np.array([np.corrcoef(column, other)[0, 1] for column in ranks.T])
        return np.nan_to_num(found)

    def rows(of: slice = slice(None)) -> np.ndarray:
        return np.stack([sizes(answered.logs[:, place], of) for place in range(len(answered.targets))])

    whole = pd.DataFrame({"parameter": names, "mu_star": np.abs(sizes(answered.mean_distance)), "mu": np.nan,
                          "sigma": np.nan, "half_width": np.nan})
    means = rows()
    return _ranked(names, whole, answered, rows(slice(0, None, 2)), rows(slice(1, None, 2)), np.abs(means), means,
                   CORRELATION)


def _filled(values: np.ndarray) -> np.ndarray:
    """The values, with unknown ones replaced by the mean of the others."""
    mean = over_known(values, 0)
    return np.where(np.isfinite(values), values, mean if np.isfinite(mean) else 0.0)


def _ranked(names: Sequence[str], whole: pd.DataFrame, answered: Answered, first: np.ndarray, second: np.ndarray,
            sizes: np.ndarray, means: np.ndarray, method: str) -> Screened:
    """The parameters by importance; `first`, `second`, `sizes` and `means` are effects by row and parameter."""
    moved, targets = more_than_noise(first, second), [one.id for one in answered.targets]
    most = sizes.max(axis=1, keepdims=True)
    shares = np.divide(sizes, most, out=np.zeros_like(sizes), where=most > 0.0)
    top, own = float(whole["mu_star"].max()), whole["mu_star"].to_numpy(float)
    importance = 0.5 * (own / top if top > 0.0 else 0.0 * own) + 0.5 * shares.mean(axis=0)
    strongest = shares.argmax(axis=0)
    table = whole.assign(importance=importance, rows_moved=moved.sum(axis=0),
                         strongest_row=[targets[place] for place in strongest],
                         mu_star_there=sizes[strongest, np.arange(len(names))])
    order = ["parameter", "importance", "rows_moved", "mu_star", "half_width", "sigma", "strongest_row",
             "mu_star_there"]
    table = table[order].sort_values("importance", ascending=False, kind="stable").reset_index(drop=True)
    rows: list[dict[str, Any]] = [
        {"target": target, "parameter": name, "mu_star": sizes[place, column], "mean": means[place, column],
         "more_than_noise": bool(moved[place, column])}
        for place, target in enumerate(targets) for column, name in enumerate(names)]
    return Screened(table, pd.DataFrame(rows), method)

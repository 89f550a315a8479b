"""Two provinces vote unanimously against each other while their people privately agree: the first experiment.

After the claim trotsky-1926-unanimity (001 l.167-199, 332-348): two organisations voted against each other at the same
time, each unanimously; that is the work of the two apparatuses, not of opposite opinions below. Control: open ballot
and appointment from above. Arms: secret ballot; elected secretaries; both. The rival reading: unanimity shows unity
and opposed votes different conditions, so a secret ballot would change nothing.

Thresholds were fixed before any run (the claim's own): control at least 95 % public assent in both provinces with
private means less than .1 apart; under a secret ballot assent below 75 % in both; with elections the distance of the
provinces' lines below .5, against 2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from unanimity.engine.simulate import check_run, simulate
from unanimity.experiments.compare import CONTROL, Comparison, compare
from unanimity.experiments.memoir_cell import memoir_cell
from unanimity.regimes import load_regime
from unanimity.support.number_format import SCORE, number, percent, ranged, score
from unanimity.support.progress import Wish, progress
from unanimity.verdicts import bca

REGIME = "leningrad-moscow-1925"
ARMS = {
    "secret ballot": {"ballot": "secret"},
    "elected secretaries": {"appointment": "elected"},
    "both": {"ballot": "secret", "appointment": "elected"},
}
PROVINCES = ("province 1", "province 2")
DOSES = (0.0, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.01)  # blows per head and month


@dataclass(frozen=True)
class TwoProvinces:
    """The comparison, its figures with the thresholds, and assent over doses of fear."""

    comparison: Comparison
    figures: pd.DataFrame
    doses: pd.DataFrame
    memoir: pd.DataFrame


def run_two_provinces(pairs: int = 40, seed: int = 1926, threads: int | None = None,
                      told: Wish = None) -> TwoProvinces:
    """Run the four arms and the doses; the worlds of all arms share people and random numbers."""
    found = compare(REGIME, ARMS, pairs=pairs, seed=seed, threads=threads, progress=told)
    return TwoProvinces(found, figures(found), assent_over_fear(max(4, pairs // 4), seed, threads),
                        memoir_cell(max(4, pairs // 4), seed, threads))


def _distance(found: Comparison, arm: str, measure: str) -> np.ndarray:
    one, two = (found.values(arm, measure, place) for place in PROVINCES)
    values: np.ndarray = np.abs(one - two)
    return values


def figures(found: Comparison) -> pd.DataFrame:
    """Each threshold next to the result: mean over pairs, share of pairs that meet it, and whether both suffice."""
    least = {arm: np.minimum(*(found.values(arm, "unanimity", place) for place in PROVINCES)) for arm in found.arms}
    most = {arm: np.maximum(*(found.values(arm, "unanimity", place) for place in PROVINCES)) for arm in found.arms}
    elected = "elected secretaries"
    rows = [
        ("open ballot, from above: assent in the less unanimous province", least[CONTROL], ">=", 0.95, "share"),
        ("open ballot, from above: distance of private means", _distance(found, CONTROL, "private_stance"), "<", 0.1,
         SCORE),
        ("open ballot, from above: distance of the lines", _distance(found, CONTROL, "proclaimed_line"), ">=", 2.0,
         SCORE),
        ("secret ballot: assent in the more unanimous province", most["secret ballot"], "<", 0.75, "share"),
        ("elected secretaries: distance of the lines", _distance(found, elected, "proclaimed_line"), "<", 0.5, SCORE),
    ]
    made = []
    for what, values, sign, bound, unit in rows:
        meets = values >= bound - 1e-9 if sign == ">=" else values < bound
        low, high = bca(values)
        made.append({"what": what, "stated": f"{sign} {bound:g}", "sign": sign, "bound": bound, "unit": unit,
                     "ours": float(values.mean()), "low": low,
                     "high": high, "share_of_pairs": float(meets.mean()),
                     "met": bool((values.mean() >= bound - 1e-9 if sign == ">=" else values.mean() < bound)
                                 and meets.mean() >= 0.75)})
    return pd.DataFrame(made)


def assent_over_fear(worlds: int, seed: int, threads: int | None = None) -> pd.DataFrame:
    """Assent in the control as the blows that people see increase: at which fear does unanimity begin?"""
    base = load_regime(REGIME)
    check_run(base, worlds * len(DOSES))
    regimes = [base.but({"blows": dose}) for dose in DOSES for _ in range(worlds)]
    names = [f"{dose:g}" for dose in DOSES for _ in range(worlds)]
    seeds = [seed + k for k in range(worlds)] * len(DOSES)
    with progress("doses of fear", None, "months") as bar:
        result = simulate(regimes, seeds, names, threads=threads, resumable=False, progress=bar.tell)
    rows = []
    for dose in DOSES:
        mine = (result.worlds["arm"] == f"{dose:g}").to_numpy()
        fear = result.of("fear_of_opinion").to_numpy()[-12:, mine].mean(axis=0)
        assent = np.minimum(*(result.of("unanimity", place).to_numpy()[-12:, mine].mean(axis=0)
                              for place in PROVINCES))
        low, high = bca(assent)
        rows.append({"blows": dose, "fear": float(fear.mean()), "assent": float(assent.mean()), "low": low,
                     "high": high})
    return pd.DataFrame(rows)


def fear_for(doses: pd.DataFrame, level: float = 0.95) -> float | None:
    """The smallest mean fear at which assent reaches the level, by interpolation; None if it never does."""
    above = np.flatnonzero(doses["assent"].to_numpy() >= level)
    if above.size == 0:
        return None
    k = int(above[0])
    if k == 0:
        return float(doses["fear"].iloc[0])
    a0, a1 = doses["assent"].iloc[k - 1], doses["assent"].iloc[k]
    f0, f1 = doses["fear"].iloc[k - 1], doses["fear"].iloc[k]
    return float(f0 + (level - a0) / (a1 - a0) * (f1 - f0))


def stated_rows(found: TwoProvinces) -> list[tuple[str, ...]]:
    """The thresholds stated in advance and the results, for the screen and the page."""
    return [(r.what, f"{'at least' if r.sign == '>=' else 'below'} {number(r.bound, r.unit)}",
             ranged(r.ours, r.low, r.high, r.unit), percent(r.share_of_pairs), "yes" if r.met else "no")
            for r in found.figures.itertuples()]


def answer(found: TwoProvinces) -> str:
    """The finding in one or two sentences."""
    values = {row.what: row for row in found.figures.itertuples()}
    first, private, _, secret, elected = values.values()
    lines = found.comparison.values("control", "unanimity", "province 1").mean()
    beginning = fear_for(found.doses)
    said = (f"{percent(lines)} of the first city, and {percent(first.ours)} of the less unanimous one, do not raise a "
            f"hand against lines that are opposite, while what the two cities think is {score(private.ours)} apart on "
            f"a scale of 2. With a secret ballot the more unanimous city gives {percent(secret.ours)}; with elected "
            f"secretaries the lines come within {score(elected.ours)} of each other (2 before).")
    if beginning is not None:
        said += f" Assent reaches 95 % once mean fear passes {score(beginning)} (0 none, 1 certain ruin)."
    return said

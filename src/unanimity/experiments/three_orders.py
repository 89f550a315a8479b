"""Law, apparatus, terror: the same people under three orders, and the question of the regime terror.

Does more fear produce more unanimity, or only less knowledge? Each set of worlds holds the same people with the same
random numbers under all three sets of rules (the base regimes LAW, APP and TERROR of the contract), with every
mechanism running. Nothing is fitted, and no expectation was stated in advance: the result follows from these rules.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from unanimity.engine.batch import check_seed
from unanimity.engine.simulate import check_run, simulate
from unanimity.experiments.compare import check_pairs
from unanimity.experiments.regime_table import REVOLTS, late, rows_of
from unanimity.regimes import load_regime
from unanimity.report.measure_labels import word
from unanimity.results import Result
from unanimity.support.number_format import number, percent
from unanimity.support.progress import Wish, telling
from unanimity.verdicts import bca

ORDERS = ("law", "apparatus", "terror")
FIRST, BEFORE, AFTER = ORDERS
TOLD = {  # measure: its name in the comparison of the orders
    "fear_of_opinion": "fear of speaking out", "unanimity": "do not dissent publicly",
    "private_dissent": "would dissent if it cost nothing", "falsification_gap": "dissent kept silent",
    "support_overrated": "support overrated by the centre", "centre_error": "the centre's error",
}
NOT_WORTH = 0.01  # a change of assent below one point is called hardly any


@dataclass(frozen=True)
class ThreeOrders:
    """The runs, the table of the main measures by order, and the changes from apparatus to terror."""

    result: Result
    table: pd.DataFrame  # in the format of experiments/regime_table.py
    changes: pd.DataFrame  # measure, name, each order's mean; from law and from apparatus: difference, low, high
    pairs: int

    def change(self, measure: str) -> pd.Series:
        """The change of one measure from apparatus to terror."""
        return self.changes.set_index("measure").loc[measure]


def run_three_orders(pairs: int = 20, seed: int = 1, threads: int | None = None, months: int | None = None,
                     progress: Wish = None) -> ThreeOrders:
    """Run the three orders; worlds of one seed hold the same people with the same random numbers."""
    check_pairs(pairs)
    check_seed(seed)
    regimes = {name: load_regime(name).but({} if months is None else {"months": months}) for name in ORDERS}
    check_run(regimes[ORDERS[0]], 3 * pairs)
    with telling(progress, f"three orders, {3 * pairs} worlds") as tell:
        result = simulate([regimes[name] for name in ORDERS for _ in range(pairs)],
                          [seed + k for k in range(pairs)] * 3, [name for name in ORDERS for _ in range(pairs)],
                          threads=threads, progress=tell, resumable=False, ask=[REVOLTS])
    return found_in(result)


def found_in(result: Result) -> ThreeOrders:
    """The tables of a Result whose arms are the three orders."""
    arms = result.worlds["arm"].astype(str).to_numpy()
    rows = []
    for measure, what in TOLD.items():
        values = late(measure)(result)
        first, before, after = (values[arms == order] for order in ORDERS)
        rows.append({"measure": measure, "what": what, "first": float(np.nanmean(first)),
                     "before": float(np.nanmean(before)), "after": float(np.nanmean(after)),
                     **_paired(after - before), **_paired(before - first, "first_")})
    return ThreeOrders(result, rows_of(result), pd.DataFrame(rows), int((arms == AFTER).sum()))


def _paired(apart: np.ndarray, name: str = "") -> dict[str, float]:
    """The mean of paired differences with its 90 % interval."""
    low, high = bca(apart)
    return {f"{name}difference": float(np.nanmean(apart)), f"{name}low": low, f"{name}high": high}


def verdict(found: ThreeOrders) -> str:
    """The answer to the question in one sentence, whichever it is."""
    assent, error, fear = (found.change(name) for name in ("unanimity", "centre_error", "fear_of_opinion"))
    if not fear["low"] > 0:
        return "Terror did not bring more fear than the apparatus here, so the question was not put."
    some, blind = assent["low"] > 0, error["low"] > 0
    if some and assent["difference"] >= NOT_WORTH:
        return ("More fear made more unanimity, and less knowledge." if blind else
                "More fear made more unanimity, and the centre knows as much as before.")
    if some:
        return ("More fear made hardly more unanimity, only less knowledge." if blind else
                "More fear made hardly more unanimity, and the centre knows as much as before.")
    return ("More fear made no more unanimity, only less knowledge." if blind else
            "More fear made neither more unanimity nor less knowledge.")


def answer(found: ThreeOrders, guess: float, guessed: str) -> str:
    """The verdict, the numbers behind it under all three orders, and the user's guess next to the result."""
    def all_three(measure: str) -> str:
        row, unit = found.change(measure), word(measure).unit
        return f"{number(row['first'], unit)}, {number(row['before'], unit)} and {number(row['after'], unit)}"

    return (f"{verdict(found)} Under law, apparatus and terror: mean fear (0 to 1) {all_three('fear_of_opinion')}; "
            f"those who do not dissent publicly {all_three('unanimity')}; dissent kept silent "
            f"{all_three('falsification_gap')}; the centre's error about the country {all_three('centre_error')}. "
            f"Under terror {percent(found.change('private_dissent')['after'])} would vote against if it cost nothing. "
            f"{guessed}: {percent(guess)}.")

"""Rows of a table of paired differences: the mean with its interval, the effect size, and what chance may give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from unanimity.verdicts import bca

LEAST_PAIRS = 3
ROUNDING = 1e-9  # differences that vary by less, relative to the largest, vary by rounding alone


def taken_together(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Rows of paired differences as one table, with `q`, which controls the false discovery rate among all of them."""
    table = pd.DataFrame(rows)
    tested = table["p"].notna().to_numpy()
    table["q"] = np.nan
    if tested.any():
        from scipy.stats import false_discovery_control  # imported here because loading takes a second

        table.loc[tested, "q"] = false_discovery_control(table.loc[tested, "p"])
    return table


def paired_row(arm: str, measure: str, control: np.ndarray, treated: np.ndarray) -> dict[str, Any]:
    """The paired difference of one quantity, with one number per pair in each arm."""
    known = np.isfinite(treated - control)  # pairs in which both arms have a value
    control, treated = control[known], treated[known]
    if not control.size:
        nothing = dict.fromkeys(("control", "treated", "difference", "low", "high", "same_sign", "effect_size",
                                 "width_against_unpaired", "p"), float("nan"))
        return {"arm": arm, "measure": measure, **nothing}
    difference = treated - control
    low, high = bca(difference)
    mean = float(difference.mean())
    spread = 0.0 if alike(difference) else float(difference.std(ddof=1))
    unpaired = float(np.sqrt(control.var(ddof=1) + treated.var(ddof=1))) if difference.size > 1 else 0.0
    return {
        "arm": arm, "measure": measure, "control": float(control.mean()), "treated": float(treated.mean()),
        "difference": mean, "low": low, "high": high,
        "same_sign": float((np.sign(difference) == np.sign(mean)).mean()) if mean else 0.0,
        "effect_size": mean / spread if spread > 0 else float("nan"),
        "width_against_unpaired": spread / unpaired if unpaired > 0 else float("nan"), "p": chance_of(difference),
    }


def alike(difference: np.ndarray) -> bool:
    """Whether all pairs differ by the same number, but for rounding: they then have no spread to divide by."""
    return bool(np.ptp(difference) <= ROUNDING * np.abs(difference).max())


def chance_of(difference: np.ndarray) -> float:
    """The p-value of paired differences (t test); NaN if nothing ever differs."""
    if difference.size < LEAST_PAIRS or not difference.any():
        return float("nan")
    if alike(difference):
        return 0.0
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(difference, 0.0).pvalue)

"""Measures of trajectories: when a regime breaks, how far, and which warnings preceded. Functions of monthly series."""

from __future__ import annotations

import numpy as np

from unanimity.measures.contract.declare import Case
from unanimity.measures.grammar.evaluate import UNKNOWN, rank_corr

UNANIMITY, REVOLT = "unanimity", "share_in_revolt"
DELIVERIES, REPORTED = "deliveries", "output_reported"
FALL, LOOKED_BACK = 0.30, 6  # points below the highest value of so many months
RISEN, STARVED, YEAR = 0.05, 0.5, 12  # share in revolt; share of the mean deliveries of a year
BELOW, SMOOTHED = 0.05, 3  # a warning: the 3-month mean is 5 % below
REFERENCE = (36, 24)  # months before the collapse used as reference
SLACK = 1e-9


def broken(unanimity: np.ndarray, revolt: np.ndarray, deliveries: np.ndarray) -> np.ndarray:
    """Months in which a regime breaks: assent 30 points down, 5 % in revolt, or deliveries below half of a
    year's mean."""
    found = np.zeros(unanimity.size, bool)
    for m in range(unanimity.size):
        before, fed = unanimity[max(0, m - LOOKED_BACK):m], deliveries[m - YEAR:m] if m >= YEAR else deliveries[:0]
        found[m] = (before.size > 0 and np.nanmax(before) - unanimity[m] >= FALL - SLACK) or revolt[m] >= RISEN or (
            fed.size > 0 and deliveries[m] < STARVED * np.nanmean(fed))
    return found


def _breaks(case: Case) -> np.ndarray:
    """Months of breaks in the window, at most one in 12 months."""
    mask = broken(case.series[UNANIMITY], case.series[REVOLT], case.series[DELIVERIES]) & case.window
    kept: list[int] = []
    for month in case.months[mask]:
        if not kept or month - kept[-1] >= YEAR:
            kept.append(int(month))
    return np.array(kept, int)


def collapse_month(case: Case) -> float:
    """The first break."""
    found = _breaks(case)
    return float(found[0]) if found.size else UNKNOWN


def breaks(case: Case) -> float:
    """The number of breaks, at most one in 12 months."""
    return float(_breaks(case).size)


def break_size(case: Case) -> float:
    """The largest fall of unanimity in 3 months, with the share in revolt added, in points."""
    said, risen = case.series[UNANIMITY], case.series[REVOLT]
    if said.size <= SMOOTHED:
        return UNKNOWN
    size = said[:-SMOOTHED] - said[SMOOTHED:] + risen[SMOOTHED:]
    inside = size[case.window[SMOOTHED:] & np.isfinite(size)]
    return float(100.0 * max(0.0, inside.max())) if inside.size else UNKNOWN


def warning(indicator: np.ndarray, months: np.ndarray, collapse: float) -> float:
    """Months from the start of the last uninterrupted warning to the collapse; 0 without a warning."""
    if not np.isfinite(collapse):
        return UNKNOWN
    reference = indicator[(months >= collapse - REFERENCE[0]) & (months <= collapse - REFERENCE[1])]
    if not np.isfinite(reference).any():
        return UNKNOWN
    bar = (1.0 - BELOW) * float(np.nanmean(reference))
    begun, warned = UNKNOWN, False
    for k in np.flatnonzero((months > collapse - REFERENCE[1]) & (months < collapse)):
        low = bool(k >= SMOOTHED - 1 and np.nanmean(indicator[k - SMOOTHED + 1:k + 1]) <= bar + SLACK)
        begun = float(months[k]) if low and not warned else begun
        warned = low
    return collapse - begun if np.isfinite(begun) else 0.0


def warning_by_unanimity(case: Case) -> float:
    """Warning that unanimity gave."""
    return warning(case.series[UNANIMITY], case.months, collapse_month(case))


def warning_by_reports(case: Case) -> float:
    """Warning that the reported state gave."""
    return warning(case.series[REPORTED], case.months, collapse_month(case))


def trend(indicator: np.ndarray, months: np.ndarray, collapse: float) -> float:
    """Spearman's correlation of an indicator with time over the 24 months before the collapse."""
    before = (months >= collapse - 24) & (months < collapse) if np.isfinite(collapse) else np.zeros(months.size, bool)
    return rank_corr(indicator[before], months[before].astype(float))


def trend_of_unanimity(case: Case) -> float:
    """Trend of unanimity before the collapse."""
    return trend(case.series[UNANIMITY], case.months, collapse_month(case))


def trend_of_reports(case: Case) -> float:
    """Trend of the reported state before the collapse."""
    return trend(case.series[REPORTED], case.months, collapse_month(case))


def largest_change(case: Case) -> float:
    """The largest change of unanimity from one month to the next."""
    change = np.abs(np.diff(case.series[UNANIMITY]))[case.window[1:]]
    change = change[np.isfinite(change)]
    return float(change.max()) if change.size else UNKNOWN


def arrears(case: Case) -> float:
    """Sum over months of (decreed - received) / decreed."""
    return float(np.nansum(case.in_window("ration_short")))


RING = "mean(ring, @)"


def rebuild_time(case: Case) -> float:
    """Months from the removal until the ring is back at 90 % of what it was."""
    ring = case.series[RING]
    before = ring[case.months == case.start - 1]
    if not before.size or not before[0] > 0:
        return UNKNOWN
    back = case.months[(case.months >= case.start) & (ring >= 0.9 * before[0] - SLACK)]
    fallen = case.months[(case.months >= case.start) & (ring < 0.9 * before[0] - SLACK)]
    if not fallen.size:
        return 0.0
    back = back[back > fallen[0]]
    return float(back[0] - case.start) if back.size else UNKNOWN


PROBLEM = "mean(hidden_problem, all)"


def correction_time(case: Case) -> float:
    """Months until the hidden problem is at most half of what it was in the treatment month."""
    size = case.series[PROBLEM]
    at = size[case.months == case.start]
    small = case.months[(case.months > case.start) & (size <= 0.5 * at[0] + SLACK)] if at.size else np.empty(0)
    return float(small[0] - case.start) if small.size else UNKNOWN

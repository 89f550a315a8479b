"""Persons compared within worlds: hazard and complier. Intervals are by bootstrap over worlds, never over persons.

hazard, the Mantel-Haenszel ratio of rates (Greenland and Robins 1985, "Estimation of a common effect parameter from
sparse follow-up data"), strata i = world x matching cell (rank, unit, third of the dossier ...):

    ratio = sum_i a_i*N_i/(M_i + N_i) / sum_i b_i*M_i/(M_i + N_i)

with a events in M months at risk among the exposed and b events in N months among the others.

complier, the outcome means of those who choose because they were encouraged (Imbens and Rubin 1997, "Estimating
outcome distributions for compliers in instrumental variables models"), with encouragement z by lot and choice d:

    first    = E[d | z = 1] - E[d | z = 0]
    with     = (E[d*y | z = 1] - E[d*y | z = 0]) / first
    without  = (E[(1-d)*y | z = 0] - E[(1-d)*y | z = 1]) / first
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError
from unanimity.support.rare_events import ENOUGH
from unanimity.verdicts.differences import asked, ratio, reaches, threshold_of
from unanimity.verdicts.finding import SLACK, Finding, alike, column, number, settle, too_few, undecided, way
from unanimity.verdicts.resampling import STANDARD, How, estimate, means

FIRST_STAGE = 0.10   # difference in choice between encouraged and not, at least


def by_stratum(world: ArrayLike, cell: ArrayLike, exposed: ArrayLike, events: ArrayLike,
               months: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """The world of each stratum (0, 1, ...) and its (a, M, b, N), from records of persons or person-months."""
    given = [np.asarray(world), np.asarray(cell), column("hazard", "exposed", exposed),
             column("hazard", "events", events), column("hazard", "months", months)]
    alike("hazard", **dict(zip(("world", "cell", "exposed", "events", "months"), given, strict=True)))
    truth, happened, time = given[2:]
    if not np.isin(truth, (0.0, 1.0)).all():
        raise UserError("hazard: exposed must hold truth values, one for each record.")
    if (happened < 0).any() or (time < 0).any() or not (np.isfinite(happened) & np.isfinite(time)).all():
        raise UserError("hazard: events and months at risk must be numbers from 0 up.")
    _, worlds = np.unique(given[0], return_inverse=True)
    _, cells = np.unique(given[1], return_inverse=True)
    keys, stratum = np.unique(worlds * (cells.max(initial=0) + 1) + cells, return_inverse=True)
    sums = [np.bincount(stratum, weights=values * group, minlength=keys.size)
            for group in (truth, 1.0 - truth) for values in (happened, time)]
    return keys // (cells.max(initial=0) + 1), np.stack(sums, axis=1)


def hazard(world: ArrayLike, exposed: ArrayLike, events: ArrayLike, months: ArrayLike, direction: str = "rise",
           by: float = 1.0, *, at_least: float | None = None, cell: ArrayLike | None = None, of: str = "the hazard",
           how: How = STANDARD) -> Finding:
    """Is the monthly rate of the exposed at least (for a fall: at most) `by` times that of others in their cell?

    With `at_least` x the test is whether the rate is at least x times theirs (x may be below 1): the whole interval
    must lie above x. This can test "capitulation is no shelter", which is neither a rise nor a fall.

    There is one record per person (or person-month): world, exposed or not, events, months at risk, matching cell. The
    sign requires that the interval excludes 1. With fewer than 20 events in the group that has more, the result is
    undecided.
    """
    towards = way("hazard", direction)
    by = threshold_of("hazard", by, "times", towards)
    place, counts = by_stratum(world, np.zeros(np.shape(world)) if cell is None else cell, exposed, events, months)
    a, m, b, n = counts.T
    question = f"{of}: does it {direction} {asked(by, 'times')}"
    if at_least is not None:
        by = number("hazard", "at_least", at_least, 0.0, math.inf)
        question = f"{of}: is it at least {by:g} times as high"
    total = m + n
    rows = int(place.max(initial=-1)) + 1
    both = np.bincount(place, weights=m * n, minlength=rows) > 0
    with np.errstate(all="ignore"):
        top, bottom = (np.bincount(place, weights=np.where(total > 0, values / total, 0.0), minlength=rows)[both]
                       for values in (a * n, b * m))
    kept = int(both.sum())
    if few := too_few("hazard", question, kept, rows, how, by):
        return few
    fuller = float(max(a.sum(), b.sum()))
    if fuller < ENOUGH - SLACK:
        return undecided("hazard", question, f"too few, {fuller:g} events and {ENOUGH} are needed", kept, by)
    found = estimate(lambda weights: ratio(means(weights, top), means(weights, bottom)), kept, how)
    with np.errstate(all="ignore"):
        logs = estimate(lambda weights: np.log(ratio(means(weights, top), means(weights, bottom))), kept, how)
    informed = top + bottom > 0
    share = float((towards * (top - bottom)[informed] > 0).mean()) if informed.any() else math.nan
    if at_least is not None:
        return settle("hazard", question, found, sign=found.low > by, opposite=found.high < by, share=share,
                      size=logs.size(kept), n=kept, threshold=by, unit="times", counted="worlds")
    return settle("hazard", question, found, sign=(found.low > 1 if towards > 0 else found.high < 1),
                  opposite=(found.high < 1 if towards > 0 else found.low > 1), share=share, size=logs.size(kept),
                  meets=reaches(found.value, by, "times", towards), n=kept, threshold=by, unit="times",
                  firmly=reaches(found.low if towards > 0 else found.high, by, "times", towards), counted="worlds")


def _sums(values: np.ndarray, group: np.ndarray, place: np.ndarray) -> np.ndarray:
    return np.bincount(place, weights=values * group, minlength=int(place.max()) + 1)


def complier_means(weights: np.ndarray, sums: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """First stage, mean outcome of compliers with the choice and without it, from sums by world.

    `sums` has for z = 1, then z = 0: persons, d, d*y, (1-d)*y.
    """
    n1, d1, with1, without1, n0, d0, with0, without0 = means(weights, sums).T
    with np.errstate(all="ignore"):
        first = d1 / n1 - d0 / n0
        return first, (with1 / n1 - with0 / n0) / first, (without0 / n0 - without1 / n1) / first


def complier(world: ArrayLike, encouraged: ArrayLike, chose: ArrayLike, outcome: ArrayLike, direction: str = "rise",
             by: float | None = None, unit: str = "absolute", *, of: str = "the outcome",
             how: How = STANDARD) -> Finding:
    """What is the effect of a choice on those who make it because they were randomly encouraged (compliers)?

    There is one record per person. The sign requires that the interval excludes the null effect; `by` must be met by
    the estimate (percent or times of the mean without the choice). With a first stage under 10 points the result is
    undecided.
    """
    towards = way("complier", direction)
    limit = None if by is None else threshold_of("complier", by, unit, towards)
    given = {"encouraged": column("complier", "encouraged", encouraged), "chose": column("complier", "chose", chose),
             "outcome": column("complier", "outcome", outcome)}
    alike("complier", world=np.asarray(world), **given)
    whole = np.isfinite(np.stack(list(given.values()))).all(axis=0)
    z, d, y = (values[whole] for values in given.values())
    for name, values in (("encouraged", z), ("chose", d)):
        if not np.isin(values, (0.0, 1.0)).all():
            raise UserError(f"complier: {name} must hold truth values, one for each person.")
    question = f"{of} of compliers: does it {direction}" + ("" if limit is None else f" {asked(limit, unit)}")
    _, place = np.unique(np.asarray(world)[whole], return_inverse=True)
    rows = int(place.max(initial=-1)) + 1
    if few := too_few("complier", question, rows, rows, how, limit):
        return few
    sums = np.stack([_sums(values, group, place) for group in (z, 1 - z)
                     for values in (np.ones_like(y), d, d * y, (1 - d) * y)], axis=1)
    sums = sums[(sums[:, 0] > 0) & (sums[:, 4] > 0)]
    n = len(sums)
    if few := too_few("complier", question, n, rows, how, limit):
        return few
    first = float(complier_means(np.ones((1, n)), sums)[0][0])
    if first < FIRST_STAGE - SLACK:
        return undecided("complier", question, f"encouragement moves the choice by {100 * first:.1f} points and 10 "
                                               "are needed", n, limit)

    def of_weights(weights: np.ndarray) -> np.ndarray:
        _, treated, untreated = complier_means(weights, sums)
        if unit in ("absolute", "points"):
            return (treated - untreated) * (100.0 if unit == "points" else 1.0)
        times = ratio(treated, untreated)
        return times if unit == "times" else 100.0 * (times - 1.0)

    found = estimate(of_weights, n, how)
    if math.isnan(found.low):
        return undecided("complier", question, "the mean without the choice is not above 0 and has no ratio", n, limit)
    null = 1.0 if unit == "times" else 0.0
    worst = found.low if towards > 0 else found.high
    return settle("complier", question, found, sign=towards * (worst - null) > 0,
                  opposite=towards * ((found.high if towards > 0 else found.low) - null) < 0,
                  meets=limit is None or reaches(found.value, limit, unit, towards),
                  firmly=limit is None or reaches(worst, limit, unit, towards), size=found.size(n, null), n=n,
                  threshold=limit, unit=unit, counted="worlds",
                  more=f"encouragement moves the choice by {100 * first:.0f} points")

"""Relations: slope, assoc and leads, over worlds, or over persons or months within a world.

    slope   least squares; over worlds one regression of the batch, over persons or months one in each world, averaged;
            the interval of the coefficient excludes 0; x must vary (sd at least 5 % of its mean), else undecided
    assoc   Spearman's coefficient in each world, averaged as Fisher's z; against a threshold as `level`, against
            another arm as `change`
    leads   the change of y over the next 12 months on x, y held: a slope over the months of each world
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from unanimity.support.errors import UserError
from unanimity.verdicts.differences import asked, ratio, reaches, signed, threshold_of
from unanimity.verdicts.doses import VARIES, spearman
from unanimity.verdicts.finding import (
    SHARE,
    SLACK,
    Finding,
    alike,
    column,
    known_unit,
    number,
    settle,
    side,
    table,
    too_few,
    undecided,
    way,
)
from unanimity.verdicts.resampling import STANDARD, How, Statistic, estimate, means, of_mean

LAG = 12            # months over which `leads` looks ahead
NEAR_ONE = 0.999    # a rank correlation of 1 has no finite z


def slope(x: ArrayLike, y: ArrayLike, direction: str = "rise", *, world: ArrayLike | None = None,
          held: Sequence[ArrayLike] = (), of: str = "y on x", how: How = STANDARD) -> Finding:
    """Does y rise (fall) with x, with other columns held constant?

    With one number per world, the regression is over worlds. With a table (worlds, months), where x may be one row for
    all, it is within each world, averaged over worlds. Columns of persons, with `world` giving each person's world, are
    treated likewise.

    >>> slope(range(20), [2.0 * k + k % 3 for k in range(20)]).passed
    True
    """
    towards = way("slope", direction)
    question = f"{of}: does it {direction}"
    columns = _columns("slope", x, y, held)
    if world is None and columns[1].ndim == 1:
        return _over_worlds(columns, towards, question, how)
    rows = list(_rows("slope", columns, world))
    coefficients = np.array([_coefficient(row) for row in rows])
    return _averaged("slope", question, coefficients, towards, how)


def slope_within(coefficients: ArrayLike, direction: str = "rise", *, of: str = "y on x", how: How = STANDARD
                 ) -> Finding:
    """`slope` of persons from coefficients already measured in each world, such as slope(fear on dossier).

    >>> slope_within([0.2, 0.3] * 10).passed
    True
    """
    given = column("slope", "coefficients", coefficients)
    return _averaged("slope", f"{of}: does it {direction}", given, way("slope", direction), how)


def _columns(form: str, x: ArrayLike, y: ArrayLike, held: Sequence[ArrayLike]) -> list[np.ndarray]:
    """x, y and the columns held constant as arrays of one shape (a row of months is repeated for all worlds)."""
    try:
        arrays = [np.asarray(values, float) for values in (x, y, *held)]
    except (TypeError, ValueError) as error:
        raise UserError(f"{form}: x, y and held must be numbers.") from error
    shape = arrays[1].shape
    if len(shape) not in (1, 2):
        raise UserError(f"{form}: y has shape {shape}; it must be one number for each world or person, or (worlds, "
                        "months).")
    if len(shape) == 2:
        arrays = [np.broadcast_to(a, shape) if a.shape == shape[1:] else a for a in arrays]
    alike(form, y=arrays[1], x=arrays[0], **{f"held{k}": a for k, a in enumerate(arrays[2:], 1)})
    return arrays


def _rows(form: str, columns: list[np.ndarray], world: ArrayLike | None) -> list[np.ndarray]:
    """For each world its persons or months without missing values, as (columns, persons)."""
    stacked = np.stack(columns)
    if stacked.ndim == 2:
        numbers = np.asarray(world)
        if numbers.shape != columns[1].shape:
            raise UserError(f"{form}: world has shape {numbers.shape}; it must name one world for each of the "
                            f"{columns[1].size} persons.")
        order = np.argsort(numbers, kind="stable")
        cuts = np.flatnonzero(np.diff(numbers[order])) + 1
        rows = np.split(stacked[:, order], cuts, axis=1)
    else:
        rows = [stacked[:, k] for k in range(stacked.shape[1])]
    return [row[:, np.isfinite(row).all(axis=0)] for row in rows]


def _varies(x: np.ndarray) -> bool:
    return x.size > 1 and x.std() > 0 and x.std() >= VARIES * abs(x.mean())


def _coefficient(row: np.ndarray) -> float:
    """The coefficient of x in one world; NaN if x hardly varies or is collinear with the columns held constant."""
    x, y, held = row[0], row[1], row[2:]
    if y.size < 3 + len(held) or not _varies(x):
        return math.nan
    design = np.stack([x - x.mean(), *(h - h.mean() for h in held)], axis=1)
    found, _, rank, _ = np.linalg.lstsq(design, y - y.mean(), rcond=1e-10)
    return float(found[0]) if rank == design.shape[1] else math.nan


def _averaged(form: str, question: str, coefficients: np.ndarray, towards: int, how: How, more: str = "") -> Finding:
    known = coefficients[np.isfinite(coefficients)]
    if known.size < how.least:
        return undecided(form, question, f"x varies enough in {known.size} of {coefficients.size} worlds and "
                                         f"{how.least} are needed", known.size)
    found = of_mean(known, how)
    return settle(form, question, found, sign=(found.low > 0 if towards > 0 else found.high < 0),
                  opposite=(found.high < 0 if towards > 0 else found.low > 0),
                  share=float((towards * known > 0).mean()), size=found.size(known.size), n=known.size,
                  counted="worlds", more=more)


def _over_worlds(columns: list[np.ndarray], towards: int, question: str, how: How) -> Finding:
    whole = np.isfinite(np.stack(columns)).all(axis=0)
    x, y, *held = (values[whole] for values in columns)
    n = int(whole.sum())
    if few := too_few("slope", question, n, whole.size, how):
        return few
    if not _varies(x):
        return undecided("slope", question, f"x hardly varies (sd {x.std():.3g}, mean {x.mean():.3g})", n)
    found = estimate(_regression(x, y, held), n, how)
    if math.isnan(found.low):
        return undecided("slope", question, "x is a mixture of what is held", n)
    return settle("slope", question, found, sign=(found.low > 0 if towards > 0 else found.high < 0),
                  opposite=(found.high < 0 if towards > 0 else found.low > 0), size=found.size(n), n=n,
                  counted="worlds")


def _regression(x: np.ndarray, y: np.ndarray, held: Sequence[np.ndarray]) -> Statistic:
    """The coefficient of x over worlds as a function of weights: normal equations of standardised columns."""
    scale = [float(values.std()) or 1.0 for values in (x, *held)]
    design = [np.ones_like(x), *((v - v.mean()) / s for v, s in zip((x, *held), scale, strict=True))]
    size = len(design)

    def of_weights(weights: np.ndarray) -> np.ndarray:
        left = np.empty((len(weights), size, size))
        right = np.empty((len(weights), size, 1))
        for i, one in enumerate(design):
            right[:, i, 0] = means(weights, one * y)
            for j in range(i, size):
                left[:, i, j] = left[:, j, i] = means(weights, one * design[j])
        sound = np.linalg.det(left) > 1e-9
        found = np.full(len(weights), math.nan)
        if sound.any():
            found[sound] = np.linalg.solve(left[sound], right[sound])[:, 1, 0] / scale[0]
        return found

    return of_weights


def rank_correlations(x: ArrayLike, y: ArrayLike, world: ArrayLike | None = None) -> np.ndarray:
    """Spearman's coefficient in each world; NaN if one of the two does not vary."""
    columns = _columns("assoc", x, y, ())
    if world is None and columns[1].ndim == 1:
        raise UserError("assoc: columns of persons need `world`, which says whose they are; or give (worlds, months).")
    if world is None and np.isfinite(np.stack(columns)).all():
        return spearman(columns[0], columns[1])
    rows = _rows("assoc", columns, world)
    return np.array([spearman(row[0], row[1])[0] if row.shape[1] > 2 else math.nan for row in rows])


def _z(ranks: np.ndarray) -> np.ndarray:
    return np.arctanh(np.clip(ranks, -NEAR_ONE, NEAR_ONE))


def assoc(ranks: ArrayLike, at: str = "above", x: float = 0.3, *, of: str = "the rank correlation",
          how: How = STANDARD) -> Finding:
    """Is the rank correlation (one a world, from `rank_correlations`) at least (at most) x?

    Its mean over worlds (of Fisher's z) and 75 % of the worlds must meet x. Like a level it has no opposite.
    """
    towards, x = side("assoc", at), number("assoc", "x", x, -1.0, 1.0)
    given = np.asarray(ranks, float)
    known = given[np.isfinite(given)]
    question = f"{of}: is it {'at least' if towards > 0 else 'at most'} {x:g}"
    if few := too_few("assoc", question, known.size, given.size, how, x):
        return few
    z = _z(known)
    found = estimate(lambda weights: np.tanh(means(weights, z)), known.size, how)
    share = float((towards * (known - x) >= -SLACK).mean())
    meets = towards * (found.value - x) >= -SLACK
    end = found.low if towards > 0 else found.high
    return settle("assoc", question, found, sign=meets and share >= SHARE - SLACK,
                  opposite=False, missed=not meets and 1 - share >= SHARE - SLACK,
                  firmly=towards * (end - x) >= -SLACK, share=share, size=found.size(known.size, x), n=known.size,
                  threshold=x, counted="worlds", having="that meet it",
                  leans=int(towards * (end - x) >= -SLACK))


def assoc_change(ranks: ArrayLike, other: ArrayLike, direction: str, by: float, unit: str = "percent", *,
                 of: str = "the rank correlation", how: How = STANDARD) -> Finding:
    """Is the rank correlation higher (lower) than in the other arm, by at least `by` (halved: fall, 50 percent)?

    The sign is that of the paired differences of Fisher's z; the threshold is met by the averaged coefficients.
    """
    towards = way("assoc", direction)
    by = threshold_of("assoc", by, known_unit("assoc", unit), towards)
    first, second = np.asarray(ranks, float), np.asarray(other, float)
    alike("assoc", ranks=first, other=second)
    whole = np.isfinite(first) & np.isfinite(second)
    question = f"{of}: does it {direction} {asked(by, unit)}"
    if few := too_few("assoc", question, int(whole.sum()), first.size, how, by):
        return few
    one, two = _z(first[whole]), _z(second[whole])
    n = one.size
    if unit in ("percent", "times") and two.mean() <= 0:
        return undecided("assoc", question, "the other arm's rank correlation is not above 0", n, by)

    def of_weights(weights: np.ndarray) -> np.ndarray:
        here, there = np.tanh(means(weights, one)), np.tanh(means(weights, two))
        if unit in ("absolute", "points"):
            return (here - there) * (100.0 if unit == "points" else 1.0)
        return ratio(here, there) if unit == "times" else 100.0 * (ratio(here, there) - 1.0)

    rule, found = signed(one - two, towards, how), estimate(of_weights, n, how)
    return settle("assoc", question, found, sign=rule.passes, opposite=rule.opposite, share=rule.share,
                  size=rule.size, n=n, threshold=by, unit=unit, meets=reaches(found.value, by, unit, towards),
                  firmly=reaches(found.low if towards > 0 else found.high, by, unit, towards))


def leads(x: ArrayLike, y: ArrayLike, direction: str = "rise", lag: int = LAG, *, of: str = "x leading y",
          how: How = STANDARD) -> Finding:
    """Does x now predict the change of y over the next `lag` months, with y now held constant (tables of (worlds,
    months))?"""
    towards = way("leads", direction)
    one, two = table("leads", "x", x, "months"), table("leads", "y", y, "months")
    alike("leads", x=one, y=two)
    if isinstance(lag, bool) or not isinstance(lag, int) or lag < 1 or two.shape[1] < lag + 5:
        raise UserError(f"leads: lag = {lag!r} with {two.shape[1]} months is not allowed; allowed: a whole number from "
                        "1 to 5 less than the months.")
    ahead = two[:, lag:] - two[:, :-lag]
    rows = _rows("leads", [one[:, :-lag], ahead, two[:, :-lag]], None)
    coefficients = np.array([_coefficient(row) for row in rows])
    return _averaged("leads", f"{of}: does y {direction} within {lag} months", coefficients, towards, how)

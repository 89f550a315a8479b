"""Synthetic data with known truth for every form: a null (nothing, or just at the margin) and a stated effect.

`python tests/verdicts/known_truth.py 2000` prints the table of verdicts.md; the tests run the same cases with
fewer data sets. All numbers are keyed normals and uniforms, so a rate is the same in every run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from unanimity import verdicts as v
from unanimity.verdicts import Finding, How
from unanimity.world.draws import normals, uniforms

N = 40
DOSES = np.arange(8.0)


class Case(NamedTuple):
    """A form, what is true in the null and in the effect, the nominal level, and the power we ask for."""

    name: str
    null: Callable[[int, How], Finding]
    truth_null: str
    effect: Callable[[int, How], Finding]
    truth_effect: str
    nominal: float
    power: float


def z(key: int, *shape: int, stream: int = 700) -> np.ndarray:
    return normals(key, stream, int(np.prod(shape))).reshape(shape)


def u(key: int, *shape: int, stream: int = 750) -> np.ndarray:
    return uniforms(key, stream, int(np.prod(shape))).reshape(shape)


def arms(key: int, gain: float, n: int = N) -> tuple[np.ndarray, np.ndarray]:
    """Two paired arms around 10 whose differences have sd 1."""
    shared = 10 + 2 * z(key, n, stream=701)
    return shared + gain + z(key, n, stream=702), shared


def curve(key: int, shape: np.ndarray, noise: float = 1.0, stream: int = 703) -> np.ndarray:
    """Replications of a curve over doses, each with a level of its own and noise at each dose."""
    return shape + z(key, N, 1, stream=stream + 30) + noise * z(key, N, shape.size, stream=stream)


def led(key: int, pull: float) -> tuple[np.ndarray, np.ndarray]:
    """Two monthly series that forget slowly (.8 a month); the first pulls the second."""
    x, y = z(key, N, 96, stream=706), z(key, N, 96, stream=707)
    for month in range(1, 96):
        x[:, month] += 0.8 * x[:, month - 1]
        y[:, month] += 0.8 * y[:, month - 1] + pull * x[:, month - 1]
    return x, y


def correlated(key: int, rho: float, stream: int = 708, months: int = 48) -> np.ndarray:
    x, e = z(key, N, months, stream=stream), z(key, N, months, stream=stream + 1)
    return v.rank_correlations(x, rho * x + np.sqrt(1 - rho * rho) * e)


def at_risk(key: int, times: float, how: How, by: float) -> Finding:
    """50 persons a world in 3 cells of differing rates, the exposed more often where rates are high, 12 months."""
    world = np.repeat(np.arange(N), 50)
    cell = np.tile(np.arange(50) % 3, N)
    exposed = u(key, world.size, stream=751) < 0.2 + 0.2 * cell
    rate = 0.01 * (1 + cell) * np.exp(0.5 * z(key, N, stream=710))[world] * np.where(exposed, times, 1.0)
    month = -np.log(u(key, world.size, stream=752)) / rate
    return v.hazard(world, exposed, month < 12, np.minimum(month, 12), "rise", by, cell=cell, how=how)


def chosen(key: int, gain: float, how: How) -> Finding:
    """50 persons a world, half encouraged; the bold choose more often and fare better anyway."""
    world = np.repeat(np.arange(N), 50)
    encouraged = np.tile(np.arange(50) % 2, N)
    bold = z(key, world.size, stream=711)
    chose = bold + 1.2 * encouraged > 0.8
    outcome = bold + gain * chose + z(key, world.size, stream=712) + z(key, N, stream=713)[world]
    return v.complier(world, encouraged, chose, outcome, how=how)


def months(key: int, later: float) -> tuple[np.ndarray, np.ndarray]:
    """Months of two events, each missing in a tenth of the worlds."""
    first, second = (np.round(30 + 8 * z(key, N, stream=stream)) for stream in (714, 715))
    second = second + later
    for values, stream in ((first, 753), (second, 754)):
        values[u(key, N, stream=stream) < 0.1] = np.nan
    return first, second


def fading(key: int, half_life: float, how: How) -> Finding:
    """A difference of 10 that halves every so many months, with a little noise of its own."""
    month = np.arange(60)
    effect = 10 * 0.5 ** (month / half_life) * (1 + 0.05 * z(key, N, 60, stream=716))
    return v.returns(effect, np.zeros((N, 60)), 24, how=how)


def reached(key: int, late: float, how: How) -> Finding:
    """Noisy straight rises; the treated reach 4 `late` doses later."""
    one, two = (DOSES - shift + 0.7 * z(key, N, 8, stream=s) for shift, s in ((late, 717), (0.0, 718)))
    return v.dose_at(DOSES, one, 4.0, other=two, direction="rise", how=how)


def broken(key: int, at: float, rise: float = 1.0, noise: float = 1.0, stream: int = 703) -> np.ndarray:
    return curve(key, rise * np.maximum(0.0, DOSES - at), noise, stream)


def proportional(key: int, power: float) -> tuple[np.ndarray, np.ndarray]:
    x = np.arange(1.0, 6.0)
    return np.tile(x, (N, 1)), x**power * np.exp(0.3 * z(key, N, 5, stream=719))


def traits(key: int, how: How, here: float, there: float) -> Finding:
    x, e, f = (z(key, 100, stream=s) for s in (720, 721, 722))
    return v.explained(x, here * x + np.sqrt(1 - here**2) * e, x, there * x + np.sqrt(1 - there**2) * f, how=how)


def three(key: int, r2: float, stream: int = 730) -> tuple[list[np.ndarray], np.ndarray]:
    """Three traits of 100 worlds that explain so much of an outcome together."""
    x = [z(key, 100, stream=stream + k) for k in range(3)]
    return x, np.sqrt(r2 / 3) * (x[0] + x[1] + x[2]) + np.sqrt(1 - r2) * z(key, 100, stream=stream + 3)


def character(key: int, how: How, here: float, there: float) -> tuple[Finding, Finding]:
    """Whether three traits explain more in one arm than in the other, and whether they explain as much."""
    (x, y), (u, w) = three(key, here), three(key, there, 740)
    return v.explained(x, y, u, w, how=how), v.explained_alike(x, y, u, w, 20, how=how)


def factors(key: int, gain: float, how: How) -> Finding:
    base = arms(key, 1.0)
    more, less = arms(key + 100_000, 1.0 + gain)
    return v.interact(more, less, *base, "rise", how=how)


def spread(key: int, times: float, n: int, how: How, by: float = 1.0) -> Finding:
    return v.variance(np.sqrt(times) * z(key, n, stream=723), z(key, n, stream=724), "rise", by, how=how)


def thirds(key: int, times: float, how: How) -> Finding:
    by = np.arange(60.0)
    change = np.where(by < 20, 1.0, times) + 0.1 * z(key, 60, stream=731)
    return v.equal_in_thirds(change, by, how=how)


def line(key: int, slope: float, how: How) -> Finding:
    x = 5 + z(key, N, stream=725)
    return v.slope(x, slope * x + z(key, N, stream=726), how=how)


def persons(key: int, slope: float, how: How) -> Finding:
    world = np.repeat(np.arange(N), 25)
    x, e = 5 + z(key, world.size, stream=727), z(key, world.size, stream=728)
    own = slope + 0.3 * z(key, N, stream=729)[world]
    return v.slope(x, own * x + 2 * e, world=world, how=how)


def level(key: int, above: float, how: How) -> Finding:
    return v.level(above + z(key, N, stream=730), "above", 0.0, how=how)


def true_in(key: int, share: float, how: How) -> Finding:
    return v.worlds(u(key, N, stream=755) < share, 0.75, how=how)


DIP = np.array([1.0, 0.6, 0.2, 0.0, 0.2, 0.6, 1.0, 1.2])
CASES = [
    Case("sign", lambda k, h: v.sign(*arms(k, 0), how=h), "no difference",
         lambda k, h: v.sign(*arms(k, 1), how=h), "difference of 1 sd", .05, .85),
    Case("change", lambda k, h: v.change(*arms(k, 0), "rise", 5, how=h), "no difference, 5 percent asked",
         lambda k, h: v.change(*arms(k, 1), "rise", 5, how=h), "10 percent, 1 sd of the differences", .05, .85),
    Case("level", lambda k, h: level(k, 0, h), "mean at x", lambda k, h: level(k, 1, h), "mean 1 sd above x", .05, .85),
    Case("equal", lambda k, h: v.equal(*arms(k, 0.5), 5, how=h), "difference at the margin",
         lambda k, h: v.equal(*arms(k, 0), 5, how=h), "no difference, margin .5 sd", .05, .80),
    Case("not_worse", lambda k, h: v.not_worse(*arms(k, -0.5), 5, how=h), "worse by the margin",
         lambda k, h: v.not_worse(*arms(k, 0), 5, how=h), "no difference, margin .5 sd", .05, .85),
    Case("equal, thirds", lambda k, h: thirds(k, 1.1, h), "10 percent apart, the margin",
         lambda k, h: thirds(k, 1.0, h), "the same, sd of a pair .1", .05, .80),
    Case("contrast", lambda k, h: v.contrast(*arms(k, 0), "rise", 100, how=h), "no difference, 1 asked",
         lambda k, h: v.contrast(*arms(k, 1.2), "rise", 100, how=h), "1.2 sd, 1 asked", .05, .75),
    Case("interact", lambda k, h: factors(k, 0, h), "same effect",
         lambda k, h: factors(k, 1.5, h), "effects differ by 1.5 sd of a pair", .05, .80),
    Case("trend", lambda k, h: v.trend(curve(k, np.zeros(5)), how=h), "flat over 5 steps",
         lambda k, h: v.trend(curve(k, 0.5 * np.arange(5)), how=h), ".5 sd a step", .05, .95),
    Case("shape", lambda k, h: v.shape(DOSES, curve(k, np.zeros(8)), how=h), "flat over 8 doses",
         lambda k, h: v.shape(DOSES, curve(k, 2 * DIP), how=h), "dip of 2 sd", .05, .85),
    Case("shape, monotone", lambda k, h: v.shape(DOSES, curve(k, 0.2 * DOSES), how=h), "rise of .2 sd a dose",
         lambda k, h: v.shape(DOSES, curve(k, -2 * DIP), "highest", how=h), "peak of 2 sd", .05, .85),
    Case("kink, either", lambda k, h: v.kink(DOSES, curve(k, np.zeros(8)), how=h), "flat over 8 doses",
         lambda k, h: v.kink(DOSES, broken(k, 4, 0.5), how=h), "0, then .5 sd a dose", .10, .90),
    Case("kink, after", lambda k, h: v.kink(DOSES, curve(k, 0.3 * DOSES), "after", how=h),
         "straight rise of .3 sd a dose",
         lambda k, h: v.kink(DOSES, broken(k, 4, 0.5), "after", how=h), "0, then .5 sd a dose", .05, .90),
    Case("moves", lambda k, h: v.moves(DOSES, broken(k, 3, 1, .5), broken(k, 3, 1, .5, 704), how=h), "same break",
         lambda k, h: v.moves(DOSES, broken(k, 5, 1, .5), broken(k, 2, 1, .5, 704), how=h),
         "3 doses apart, noise .5 of a dose's rise", .05, .85),
    Case("convex", lambda k, h: v.convex(*proportional(k, 1.0), how=h), "in proportion",
         lambda k, h: v.convex(*proportional(k, 1.2), how=h), "power 1.2", .05, .90),
    Case("slope", lambda k, h: line(k, 0, h), "no relation over 40 worlds",
         lambda k, h: line(k, 0.5, h), "standardised slope .5", .05, .85),
    Case("slope, persons", lambda k, h: persons(k, 0, h), "slopes of 40 worlds around 0",
         lambda k, h: persons(k, 0.3, h), "mean slope .3, sd of worlds .5", .05, .85),
    Case("assoc", lambda k, h: v.assoc(correlated(k, 0.3), "above", 0.3, how=h), "at the threshold .3",
         lambda k, h: v.assoc(correlated(k, 0.6), "above", 0.3, how=h), ".6, threshold .3", .05, .95),
    Case("assoc_change", lambda k, h: v.assoc_change(correlated(k, .6), correlated(k, .6, 740), "fall", 50, how=h),
         ".6 in both arms",
         lambda k, h: v.assoc_change(correlated(k, .2), correlated(k, .6, 740), "fall", 50, how=h), ".6 falls to .2",
         .05, .85),
    Case("hazard", lambda k, h: at_risk(k, 1.0, h, 1.0), "same rate",
         lambda k, h: at_risk(k, 2.5, h, 2.0), "2.5 times, 2 asked", .05, .80),
    Case("complier", lambda k, h: chosen(k, 0.0, h), "no effect, chosen by the bold",
         lambda k, h: chosen(k, 0.5, h), "effect .5 sd, first stage 44 points", .05, .80),
    Case("before", lambda k, h: v.before(*months(k, 0), 96, how=h), "same months",
         lambda k, h: v.before(*months(k, 16), 96, how=h), "16 months later, sd 8, a tenth missing", .05, .85),
    Case("leads", lambda k, h: v.leads(*led(k, 0.0), how=h), "unrelated series",
         lambda k, h: v.leads(*led(k, 0.3), how=h), "x pulls y by .3 a month", .05, .80),
    Case("lasts", lambda k, h: v.lasts(*(arm[:, None] for arm in arms(k, 0)), 0, how=h), "no difference",
         lambda k, h: v.lasts(*(arm[:, None] for arm in arms(k, 1)), 0, how=h), "difference of 1 sd", .05, .85),
    Case("returns", lambda k, h: fading(k, 12, h), "half-life 12, gone by 40, asked by 24",
         lambda k, h: fading(k, 5, h), "half-life 5, gone by 17", .05, .95),
    Case("variance", lambda k, h: spread(k, 1, N, h), "same variance, n = 40",
         lambda k, h: spread(k, 4, 100, h, 3.0), "4 times, 3 asked, n = 100", .05, .80),
    Case("explained", lambda k, h: traits(k, h, .5, .5), "R2 .25 in both arms, n = 100",
         lambda k, h: traits(k, h, .7, .2), "R2 .49 and .04", .05, .95),
    Case("explained, three traits", lambda k, h: character(k, h, .25, .25)[0], "R2 .25 in both arms, n = 100",
         lambda k, h: character(k, h, .5, .05)[0], "R2 .5 and .05", .05, .95),
    Case("explained_alike", lambda k, h: character(k, h, .5, .3)[1], "R2 .5 and .3, the margin 20 points, n = 100",
         lambda k, h: character(k, h, .05, .05)[1], "R2 .05 in both arms", .05, .60),
    Case("explains", lambda k, h: v.explains(*three(k, .4), "above", .4, how=h), "R2 .4, .4 asked, n = 100",
         lambda k, h: v.explains(*three(k, .65), "above", .4, how=h), "R2 .65", .05, .90),
    Case("worlds", lambda k, h: true_in(k, .75, h), "true in .75, .75 asked",
         lambda k, h: true_in(k, .92, h), "true in .92", .05, .75),
    Case("dose_at", lambda k, h: reached(k, 0.0, h), "same dose",
         lambda k, h: reached(k, 1.0, h), "one dose later, noise .7 of a dose's rise", .05, .80),
]


def rate(of: Callable[[int, How], Finding], sets: int, how: How) -> tuple[float, float]:
    """Shares of data sets in which a form passes, and in which it finds the opposite.

    Each set has resamples of its own: with few of them, the same ones would shift all intervals alike.
    """
    found = [of(key, replace(how, seed=key)) for key in range(1, sets + 1)]
    return float(np.mean([f.passed for f in found])), float(np.mean([f.opposite for f in found]))


def main(sets: int) -> None:
    how = How(resamples=1000)
    sys.stdout.write("| Case | Null | Passes | Opposite | Effect | Power |\n|---|---|---|---|---|---|\n")
    for case in CASES:
        false, opposite = rate(case.null, sets, how)
        power, _ = rate(case.effect, sets, how)
        sys.stdout.write(f"| {case.name} | {case.truth_null} | {100 * false:.1f} % | {100 * opposite:.1f} % | "
                         f"{case.truth_effect} | {100 * power:.0f} % |\n")
    for n in (10, 20, 40, 100):
        false, _ = rate(lambda k, h, n=n: v.not_worse(*arms(k, -0.5, n), 5, how=h), sets, how)
        sys.stdout.write(f"not_worse at its margin, {n} pairs: {100 * false:.1f} %\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)

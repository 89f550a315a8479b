"""Granovetter 1978: a crowd's outcome hangs on the spread of its thresholds, not on its mean mood.

M. Granovetter, "Threshold Models of Collective Behavior", American Journal of Sociology 83(6):1420-1443.

Each of N people joins once the share already in reaches his threshold t, and stays:

    r(0) = 0,   r(k+1) = F(r(k)),   F(r) = share of people with t <= r

The crowd ends at the first r with F(r) = r. With normal thresholds, F(r) = Phi((r - mean)/sd), and the curve F(r) - r
falls until the lower tangent point r = mean - sd sqrt(-2 ln(sd sqrt(2 pi))) (shares), where its slope is zero. If it
is below zero there, the crowd stops before; if not, it runs on to nearly everyone. Both roots are found by bracketing,
so the jump is exact. In a sampled crowd, with thresholds sorted, the crowd stops at the first j with t_(j) > j/N.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import ndtr

from unanimity.reference.chart_style import CALM, FAINT, HEIGHT, REVOLT, WIDTH, finish, label
from unanimity.reference.published_model import Check, Model, Outcome, check, share_interval
from unanimity.world.draws import normals
from unanimity.world.spans import Span

THRESHOLDS = 1  # stream of the sampled thresholds
SOURCE = "Granovetter 1978"


class Granovetter(NamedTuple):
    """A crowd with normal thresholds."""

    mean: Annotated[float, Span("mean threshold", 0, 100, SOURCE, "% of the crowd")] = 25.0
    sd: Annotated[float, Span("spread of thresholds", 0.01, 1000, SOURCE, "% of the crowd")] = 12.3
    people: Annotated[int, Span("people in a sampled crowd", 1, 10_000, SOURCE, "persons", "N")] = 100
    crowds: Annotated[int, Span("crowds sampled", 1, 20_000, "ours", "crowds")] = 500


def equilibrium(mean: float, sd: float) -> float:
    """Where an endless crowd stops, in percent."""
    m, s = mean / 100.0, sd / 100.0
    gap = lambda r: float(ndtr((r - m) / s)) - r  # noqa: E731
    flatness = s * math.sqrt(2.0 * math.pi)
    if flatness >= 1.0:  # F is nowhere steeper than the diagonal: one crossing
        return 100.0 * brentq(gap, 0.0, 1.0, xtol=1e-14)
    reach = s * math.sqrt(-2.0 * math.log(flatness))
    low, high = m - reach, m + reach
    if low > 0.0 and gap(low) <= 0.0:
        return 100.0 * brentq(gap, 0.0, low, xtol=1e-14)
    return 100.0 * brentq(gap, min(max(high, 0.0), 1.0), 1.0, xtol=1e-14) if gap(1.0) < 0.0 else 100.0


def critical_sd(mean: float = 25.0) -> float:
    """The spread at which the first crossing vanishes and the outcome jumps."""

    def touch(s: float) -> float:
        low = mean / 100.0 - s * math.sqrt(-2.0 * math.log(s * math.sqrt(2.0 * math.pi)))
        return float(ndtr((low - mean / 100.0) / s)) - low

    return 100.0 * float(brentq(touch, mean / 1000.0, 0.7 * mean / 100.0, xtol=1e-13))


def cascade(thresholds: np.ndarray) -> list[int]:
    """How many have joined after each round, thresholds given as numbers of people."""
    rounds = [0]
    while True:
        joined = int((thresholds <= rounds[-1]).sum())
        if joined == rounds[-1]:
            return rounds
        rounds.append(joined)


def sampled(mean: float, sd: float, people: int, crowds: int, seed: int) -> np.ndarray:
    """The final share of each of many crowds with drawn thresholds."""
    drawn = mean / 100.0 + sd / 100.0 * normals(seed, THRESHOLDS, people * crowds).reshape(crowds, people)
    drawn.sort(axis=1)
    stops = drawn > np.arange(people) / people
    return np.where(stops.any(axis=1), stops.argmax(axis=1), people) / people


def counted(sd: float, rule: str, mean: float = 25.0, people: int = 100) -> int:
    """The outcome when F itself is rounded to whole people: three ways of rounding give three critical spreads."""
    joined = 0
    while True:
        share = (joined + (0.5 if rule == "round at half" else 0.0)) / people
        expected = people * float(ndtr((share - mean / 100.0) / (sd / 100.0)))
        following = math.floor(expected) if rule == "floor" else math.floor(expected + 0.5)
        if following <= joined:
            return joined
        joined = following


def run(p: Granovetter, seed: int) -> Outcome:
    """The endless crowd round by round, and the share of sampled crowds that end above one half."""
    share, path = 0.0, [0.0]
    for _ in range(2000):
        share = float(ndtr((share - p.mean / 100.0) / (p.sd / 100.0)))
        path.append(100.0 * share)
        if path[-1] - path[-2] < 1e-9:
            break
    ends = sampled(p.mean, p.sd, p.people, p.crowds, seed)
    summary = {"equilibrium": equilibrium(p.mean, p.sd), "rounds": float(len(path) - 1),
               "sampled_mean": 100.0 * float(ends.mean()), "sampled_above_half": float((ends > 0.5).mean())}
    return Outcome(summary, pd.DataFrame({"round": range(len(path)), "joined_percent": path}))


def plot(p: Granovetter, seed: int) -> Any:
    """Where crowds end, by the spread of their thresholds."""
    import altair as alt

    grid = np.unique(np.r_[np.linspace(4, 24, 161), np.linspace(12, 12.5, 51)])
    curve = pd.DataFrame({"sd": grid, "end": [equilibrium(p.mean, sd) for sd in grid]})
    points = pd.concat([
        pd.DataFrame({"sd": sd, "end": 100 * sampled(p.mean, sd, p.people, 40, seed + i)})
        for i, sd in enumerate(np.arange(5.0, 24.0, 1.0))
    ])
    x = alt.X("sd:Q", title="spread of thresholds, sd (% of the crowd)", scale=alt.Scale(domain=[4, 24]))
    y = alt.Y("end:Q", title="crowd at the end (%)", scale=alt.Scale(domain=[0, 104], nice=False))
    dots = alt.Chart(points).mark_circle(color=FAINT, opacity=0.35, size=16).encode(x=x, y=y)
    line = alt.Chart(curve).mark_line(color=REVOLT, strokeWidth=2.5).encode(x=x, y=y)
    words = [label(4.4, 11, "an endless crowd", CALM)] if p.mean != 25.0 else [
        label(12.5, 50, "sd 12.22: the jump", REVOLT), label(17.2, 34, f"dots: crowds of {p.people}", FAINT)]
    chart = alt.layer(dots, line, *words).properties(width=WIDTH, height=HEIGHT)
    return finish(
        chart,
        "A hair more variety, and 6 in a hundred become a hundred",
        f"Mean threshold {p.mean:g} % throughout; line: endless crowd (exact); 40 sampled crowds at each spread",
    )


def checks() -> Iterator[Check]:
    """The two rows of a hundred people, the jump, and what sampling does to it."""
    name = "granovetter"
    ladder = np.arange(100)
    broken = np.where(ladder == 1, 2, ladder)
    yield check(name, "thresholds 0..99: people in the riot", 100, "S", cascade(ladder)[-1])
    yield check(name, "thresholds 0..99: rounds", 100, "V", len(cascade(ladder)) - 1)
    yield check(name, "threshold 1 moved to 2: people in the riot", 1, "S", cascade(broken)[-1])
    critical = critical_sd()
    yield check(name, "critical sd, mean 25", 12.2, "S", critical, 0.05, note="published to one decimal")
    yield check(name, "critical sd, exact", 12.22209, "V", critical, 1e-5)
    below = equilibrium(25, critical - 1e-9)
    yield check(name, "end just below the jump, %", 6, "S", below, 0.5, note="published as about 6")
    yield check(name, "end just below the jump, exact, %", 6.04, "V", below, 0.01, gated=False,
                note="the limit is the tangent point, 6.200; 6.04 is the end at sd 12.221, a search stopped short")
    yield check(name, "end just above the jump, %", 99.99999, "V", equilibrium(25, critical + 1e-6), 1e-4)
    for sd, end in ((10, 0.77), (11.9, 3.62), (12.0, 4.02), (12.1, 4.55), (12.2, 5.48), (12.3, 100.0)):
        yield check(name, f"end at sd {sd}, %", end, "V", equilibrium(25, sd), 0.005)
    for rule, below in (("round at half", 12.2), ("round", 12.5), ("floor", 12.8)):
        jump = next(sd for sd in np.arange(11.0, 14.0, 0.1).round(1) if counted(sd + 0.1, rule) > 50)
        yield check(name, f"last sd before the jump, counting by {rule}", below, "V", jump, 1e-9,
                    note="the critical spread depends on how F is rounded to people: state the rule")
    cells = ((100, 10, .005), (100, 12, .16), (100, 12.2, .20), (100, 13, .35), (100, 14, .63), (100, 16, .90),
             (100, 20, .997), (1000, 11, 0), (1000, 12, .15), (1000, 12.2, .28), (1000, 13, .84), (1000, 14, .997))
    for people, sd, share in cells:
        high = int((sampled(25, sd, people, 2000, 2) > 0.5).sum())
        odd = (people, sd) == (100, 13)
        yield check(name, f"N {people}, sd {sd}: share of crowds above one half", share, "V", high / 2000, 0.03,
                    share_interval(high, 2000), gated=not odd,
                    note="60 000 crowds give .383, so the first measurement (2000 crowds) was low" if odd else "")
    for sd, end in ((50, 90.4), (100, 65.8)):
        yield check(name, f"end at sd {sd}, %", end, "V", equilibrium(25, sd), 1.0,
                    note="measured there at N = 1000, here exact")


MODEL = Model(
    "granovetter", "Thresholds of collective behaviour", __doc__.splitlines()[2],
    "Each person joins once enough others have.",
    "Two crowds with the same mean mood can end at 6 % and at 100 %: the spread decides, and the change is a jump.",
    Granovetter, run, plot, checks,
)

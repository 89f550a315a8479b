"""Daymude, Axelrod and Forrest 2025: an authority that learns by trial suppresses dissent, unless people are bold.

J. Daymude, R. Axelrod, S. Forrest, "Strategic Analysis of Dissent and Self-Censorship", PNAS 2025, arXiv 2509.03731.

A person with desire to dissent d and boldness b chooses an act a in 0..d. The authority has tolerance t, severity s
and surveillance v; it sees an act with chance v + (1 - v) a and punishes what it sees above tolerance, by s (uniform)
or by s (a - t) (proportional). Gain b a less expected punishment is greatest at

    uniform        a = d when d <= t, or when b > (1-v) s and d >= D,  D = (b t + v s)/(b - (1-v) s);  else a = t
    proportional   a = min(d, max(t, D)),  D = (t + (b - v s)/((1-v) s))/2;   v = 1: a = d when b >= s, else t

The authority pays alpha times the sum of acts, plus all punishments. Each round it changes one of its three numbers
within eps and keeps the change unless this round cost more than the last one did, whether that one was kept or not.
Desires are exponential, truncated to 0..1; boldness is exponential.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import brentq

from unanimity.compiler import kept
from unanimity.reference.chart_style import CALM, REVOLT, STATE, finish
from unanimity.reference.published_model import Check, Model, Outcome, in_parallel
from unanimity.world.draws import fast_block, fast_uniform, uniforms
from unanimity.world.spans import Span

DESIRE, BOLDNESS, WHICH, CHANGE, SEEN, START = range(41, 47)  # streams
SOURCE = "Daymude, Axelrod and Forrest 2025"
PUNISHMENT = ("uniform", "proportional")
WINDOW, SUPPRESSED = 500, 0.25  # rounds averaged, and the share of total desire that counts as suppression



class Daymude(NamedTuple):
    """An authority learning how to deal with a population."""

    punishment: Annotated[int, Span("how punishment grows", 0, 1, SOURCE, "choice")] = 0
    desire: Annotated[float, Span("mean desire to dissent", 0.005, 0.499, SOURCE, symbol="delta")] = 0.25
    boldness: Annotated[float, Span("mean boldness", 0.001, 100, SOURCE, "ratio", "beta")] = 2.0
    tolerance: Annotated[float, Span("tolerance at the start", 0, 1, SOURCE, symbol="tau")] = 0.25
    severity: Annotated[float, Span("severity at the start", 1e-9, 100, SOURCE, "cost", "psi")] = 0.1
    surveillance: Annotated[float, Span("surveillance at the start", 0, 1, SOURCE, symbol="nu")] = 0.1
    adamancy: Annotated[float, Span("weight of dissent in the authority's cost", 0.001, 100, SOURCE, "ratio")] = 1.0
    eps: Annotated[float, Span("largest change in a round", 1e-6, 1, SOURCE, "per round")] = 0.05
    people: Annotated[int, Span("population", 10, 1_000_000, SOURCE, "persons", "N")] = 4000
    rounds: Annotated[int, Span("rounds", 1, 100_000, SOURCE, "rounds", "R")] = 5000


@kept
def act(proportional, desire, boldness, tolerance, severity, surveillance):
    """The act with the highest payoff for a person."""
    if desire <= tolerance:
        return desire
    hidden = (1.0 - surveillance) * severity
    if not proportional:
        defies = boldness > hidden and desire * (boldness - hidden) >= boldness * tolerance + surveillance * severity
        return desire if defies else tolerance
    if hidden <= 0.0:
        return desire if boldness >= severity else tolerance
    turning = 0.5 * (tolerance + (boldness - surveillance * severity) / hidden)
    return min(desire, max(tolerance, turning))


def turning_point(punishment: str, boldness: float, surveillance: float, tolerance: float, severity: float) -> float:
    """The desire D above which a person defies (uniform) or censors himself down to D (proportional)."""
    hidden = (1.0 - surveillance) * severity
    if punishment == "uniform":
        return (boldness * tolerance + surveillance * severity) / (boldness - hidden)
    return 0.5 * (tolerance + (boldness - surveillance * severity) / hidden)


@kept
def _round(desires, boldness, sums, keys, ranks, proportional, tolerance, severity, surveillance, seed, turn):
    """Sum of acts and sum of punishments in one round; people stand in the order of their desire.

    Whoever desires no more than is tolerated acts as he likes: a prefix sum. The others act at the tolerance, but for
    those bold enough, who are looked for among the fewer of two sets that must hold them all: those who desire more
    than is tolerated, and those with a key (desire times boldness, or boldness) above what punishment asks for.
    """
    hidden = (1.0 - surveillance) * severity
    content = np.searchsorted(desires, tolerance, side="right")
    acts = sums[content] + (desires.size - content) * tolerance
    first = np.searchsorted(keys, surveillance * severity + hidden * tolerance)
    by_key = keys.size - first < desires.size - content
    punished, quad = 0.0, -1
    a0 = a1 = a2 = a3 = np.uint64(0)
    for at in range(first if by_key else content, desires.size):
        i = ranks[at] if by_key else at
        if i >= content:
            a = act(proportional, desires[i], boldness[i], tolerance, severity, surveillance)
            if a > tolerance:
                acts += a - tolerance
                if i >> 2 != quad:  # four neighbours share a block of draws, so it is made once for them
                    quad = i >> 2
                    a0, a1, a2, a3 = fast_block(seed, SEEN, quad, turn)
                lane = i & 3
                bits = a0 if lane == 0 else (a1 if lane == 1 else (a2 if lane == 2 else a3))
                if (np.float64(bits) + 0.5) * 2.0**-32 < surveillance + (1.0 - surveillance) * a:
                    punished += severity * (a - tolerance) if proportional else severity
    return acts, punished


@kept
def _climb(seed, desires, boldness, sums, keys, ranks, proportional, policy, adamancy, eps, out):
    """The authority's search; each row of `out` has its three numbers and the round's two costs."""
    low, high = (0.0, 1e-9, 0.0), (1.0, np.inf, 1.0)
    last = np.inf
    for turn in range(out.shape[0]):
        which = int(3.0 * fast_uniform(seed, WHICH, 0, turn))
        kept = policy[which]
        if turn > 0:
            floor, roof = max(low[which], kept - eps), min(high[which], kept + eps)
            policy[which] = floor + (roof - floor) * fast_uniform(seed, CHANGE, 0, turn)
        acts, punished = _round(desires, boldness, sums, keys, ranks, proportional, policy[0], policy[1], policy[2],
                                seed, turn)
        cost = adamancy * acts + punished
        if cost > last:
            policy[which] = kept
        last = cost  # also of a policy given up: the next round is compared with what was last paid
        out[turn, 0], out[turn, 1], out[turn, 2] = policy[0], policy[1], policy[2]
        out[turn, 3], out[turn, 4] = acts, punished


def population(desire: float, boldness: float, people: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Desires, exponential on 0..1 with that mean, in rising order, and boldness, exponential."""
    rate = brentq(lambda x: 1.0 / x - 1.0 / math.expm1(x) - desire, 1e-6, 700.0)
    desires = np.sort(-np.log1p(uniforms(seed, DESIRE, people) * math.expm1(-rate)) / rate)
    return desires, -boldness * np.log(uniforms(seed, BOLDNESS, people))


def trial(p: Daymude, seed: int) -> tuple[np.ndarray, float]:
    """The rounds of one trial, and the total desire that acts are measured against."""
    desires, boldness = population(p.desire, p.boldness, p.people, seed)
    keys = boldness if p.punishment == 1 else desires * boldness
    ranks = np.argsort(keys, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(desires)])
    out = np.empty((p.rounds, 5))
    policy = np.array([p.tolerance, p.severity, p.surveillance])
    _climb(np.uint64(seed), desires, boldness, sums, keys[ranks], ranks, p.punishment == 1, policy, p.adamancy, p.eps,
           out)
    return out, float(desires.sum())


def suppression_time(acts: np.ndarray, total: float) -> float:
    """The first round whose last 500 rounds have acts below a quarter of desire; infinite when there is none."""
    sums = np.cumsum(np.concatenate([[0.0], acts]))
    means = (sums[WINDOW:] - sums[:-WINDOW]) / WINDOW
    below = np.flatnonzero(means < SUPPRESSED * total)
    return float(below[0] + WINDOW) if below.size else math.inf


def mean_suppression_time(p: Daymude, trials: int, seed: int = 1, threads: int | None = None) -> float:
    """The time to suppression of the mean course of many trials from random starts, as the authors measure it."""

    def one(number: int) -> tuple[np.ndarray, float]:
        tolerance, severity, surveillance = uniforms(seed, START, 3, number)
        start = p._replace(tolerance=tolerance, severity=severity, surveillance=surveillance)
        out, total = trial(start, 1000 * seed + number)
        return out[:, 3], total

    found = in_parallel(one, range(trials), threads)
    return suppression_time(np.mean([acts for acts, _ in found], axis=0), float(np.mean([total for _, total in found])))


def half_time_boldness(p: Daymude, low: float, high: float, steps: int, trials: int, seed: int = 1) -> float:
    """The boldness at which the time to suppression passes p.rounds, by halving."""
    for _ in range(steps):
        middle = 0.5 * (low + high)
        if mean_suppression_time(p._replace(boldness=middle), trials, seed) <= p.rounds:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def run(p: Daymude, seed: int) -> Outcome:
    """One trial."""
    out, total = trial(p, seed)
    tail = out[-min(WINDOW, p.rounds):]
    summary = {"dissent_share": float(tail[:, 3].mean()) / total, "punishment_share": float(tail[:, 4].mean()) / total,
               "tolerance": float(out[-1, 0]), "severity": float(out[-1, 1]), "surveillance": float(out[-1, 2]),
               "suppression_time": suppression_time(out[:, 3], total) if p.rounds >= WINDOW else math.inf}
    table = pd.DataFrame(out, columns=["tolerance", "severity", "surveillance", "dissent", "punishment"])
    table.insert(0, "round", range(p.rounds))
    table["dissent_share"] = table.dissent / total
    return Outcome(summary, table)


def plot(p: Daymude, seed: int) -> Any:
    """Hundred flowers and then silence; or, with bold people, no silence at all."""
    import altair as alt

    frames = []
    for boldness, words in ((p.boldness, "people"), (4 * p.boldness, "bolder people")):
        table = run(p._replace(boldness=boldness), seed).table.iloc[::10]
        title = f"{words}: mean boldness {boldness:g}"
        for column, what in (("dissent_share", "dissent, share of desire"), ("tolerance", "tolerance"),
                             ("surveillance", "surveillance")):
            frames.append(pd.DataFrame({"round": table["round"], "value": table[column], "what": what, "who": title}))
    data = pd.concat(frames)
    names = ["dissent, share of desire", "tolerance", "surveillance"]
    chart = alt.Chart(data).mark_line(strokeWidth=1.7).encode(
        x=alt.X("round:Q", title="round", axis=alt.Axis(values=list(range(0, p.rounds + 1, max(p.rounds // 5, 1))))),
        y=alt.Y("value:Q", title="share", scale=alt.Scale(domain=[0, 1])),
        color=alt.Color("what:N", sort=names, scale=alt.Scale(domain=names, range=[REVOLT, CALM, STATE]),
                        legend=alt.Legend(title=None, orient="bottom")),
    ).properties(width=270, height=230).facet(alt.Column("who:N", sort=data.who.unique().tolist(), title=None))
    return finish(
        chart,
        "A learning authority lets flowers bloom, then crushes them; the bold it never crushes",
        f"{PUNISHMENT[p.punishment]} punishment, mean desire {p.desire:g}, {p.people} people, one trial each",
    )


def checks() -> Iterator[Check]:
    """Closed forms, trials, and columns of the sweep."""
    from unanimity.reference.daymude_checks import rows

    yield from rows()


MODEL = Model(
    "daymude", "Dissent and self-censorship under a learning authority", __doc__.splitlines()[2],
    "People dissent as far as it pays; the authority changes its rules at random and keeps what costs it less.",
    "Suppression often follows a tolerant phase; a bold population makes tolerance the authority's best reply.",
    Daymude, run, plot, checks, {"punishment": PUNISHMENT},
)

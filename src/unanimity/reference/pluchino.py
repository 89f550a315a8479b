"""Pluchino, Rapisarda and Garofalo 2010: if a good clerk is not a good manager, promote the worst.

A. Pluchino, A. Rapisarda, C. Garofalo, "The Peter principle revisited", Physica A 389:467-472, arXiv 0907.0455.

160 posts on six levels (1, 5, 11, 21, 41, 81 people) with responsibility r = 1, .9, .8, .6, .4, .2. Competence is
normal (7, 2), age normal (25, 5); values beyond 1..10 and 18..60 are set to the ends (redrawing them instead would
start at 67.3 %, not at the recalled 69.7). Each step everybody ages a year; those with competence below 4 or age above
60 leave; from the top down, a vacancy is filled from the level below and the bottom by hiring.

    efficiency E = 100 sum_l r_l C_l / (10 sum_l r_l n_l),   C_l = sum of competence on level l

On promotion competence is passed on but for a change of up to a tenth of the scale (common sense), or drawn anew
(Peter's hypothesis). Who is promoted: the best, the worst, anybody, or best and worst by turns of a coin.

The article does not say how fast a vacancy is filled. `filling` = at once fills the whole chain in the same step;
step by step leaves a post empty for a step at each level, so that its work is not done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtri

from unanimity.compiler import kept
from unanimity.reference.chart_style import CALM, REVOLT, finish
from unanimity.reference.published_model import Check, Model, Outcome, check, claim, in_parallel, mean_interval
from unanimity.world.draws import fast_uniform
from unanimity.world.spans import Span

FIRST, ANEW, CHANGE, WHO, COIN, HIRE = range(51, 57)  # streams
SOURCE = "Pluchino, Rapisarda and Garofalo 2010"
HYPOTHESES, STRATEGIES = ("common sense", "peter"), ("best", "worst", "random", "mixed")
FILLING = ("at once", "step by step")
POSTS = np.array([1, 5, 11, 21, 41, 81])
RESPONSIBILITY = np.array([1.0, 0.9, 0.8, 0.6, 0.4, 0.2])
START = np.concatenate([[0], np.cumsum(POSTS)])
OLD, YOUNG, RETIRED, WEAK, VACANT = 5.0, 25.0, 60.0, 4.0, -1.0
_GRID = 4096  # quantiles kept of the two truncated normal distributions



class Pluchino(NamedTuple):
    """A pyramid of six levels."""

    hypothesis: Annotated[int, Span("whether competence is passed on when promoted", 0, 1, SOURCE, "choice")] = 1
    strategy: Annotated[int, Span("who is promoted", 0, 3, SOURCE, "choice")] = 0
    filling: Annotated[int, Span("how fast vacancies are filled", 0, 1, "see text", "choice")] = 1
    worst_share: Annotated[float, Span("how often the worst is taken, when mixed", 0, 1, SOURCE, symbol="p")] = 0.5
    mean: Annotated[float, Span("mean competence", 1, 10, SOURCE, "points of 10")] = 7.0
    sd: Annotated[float, Span("spread of competence", 0.01, 10, SOURCE, "points of 10")] = 2.0
    steps: Annotated[int, Span("length of the run", 1, 10_000, SOURCE, "years")] = 1000
    firms: Annotated[int, Span("firms simulated", 1, 1000, SOURCE, "firms")] = 20


def quantiles(mean: float, sd: float, low: float, high: float) -> np.ndarray:
    """Quantiles of a normal distribution at the middles of equal steps of chance, held within low..high."""
    return np.clip(mean + sd * ndtri((np.arange(_GRID) + 0.5) / _GRID), low, high)


@kept
def _chosen(competence, low, high, strategy, worst_share, seed, post, step):
    """The post on the level below whose holder is promoted, or -1 when the level is empty."""
    take = strategy
    if strategy == 3:
        take = 1 if fast_uniform(seed, COIN, post, step) < worst_share else 0
    found, seen, pick = -1, 0, 0
    if take == 2:
        for i in range(low, high):
            seen += competence[i] != VACANT
        pick, seen = int(fast_uniform(seed, WHO, post, step) * seen), 0
    for i in range(low, high):
        if competence[i] == VACANT:
            continue
        if take == 2:
            if seen == pick:
                return i
            seen += 1
        elif found < 0 or (competence[i] > competence[found] if take == 0 else competence[i] < competence[found]):
            found = i
    return found


@kept
def _fill(competence, age, level, start, strategy, worst_share, peter, skill, ages, seed, step):
    """Fill the vacancies of one level, from the level below or, at the bottom, by hiring."""
    bottom = level == start.size - 2
    for post in range(start[level], start[level + 1]):
        if competence[post] != VACANT:
            continue
        if bottom:
            competence[post] = skill[int(fast_uniform(seed, HIRE, 2 * post, step) * skill.size)]
            age[post] = ages[int(fast_uniform(seed, HIRE, 2 * post + 1, step) * ages.size)]
            continue
        source = _chosen(competence, start[level + 1], start[level + 2], strategy, worst_share, seed, post, step)
        if source < 0:
            continue
        if peter:
            competence[post] = skill[int(fast_uniform(seed, ANEW, post, step) * skill.size)]
        else:
            shifted = competence[source] + 2.0 * fast_uniform(seed, CHANGE, post, step) - 1.0
            competence[post] = min(10.0, max(1.0, shifted))
        age[post], competence[source] = age[source], VACANT


@kept
def _firm(seed, start, duty, strategy, worst_share, peter, stepwise, skill, ages, out):
    """One firm's efficiency in each step."""
    posts = start[-1]
    competence, age = np.empty(posts), np.empty(posts)
    for post in range(posts):
        competence[post] = skill[int(fast_uniform(seed, FIRST, 2 * post, 0) * skill.size)]
        age[post] = ages[int(fast_uniform(seed, FIRST, 2 * post + 1, 0) * ages.size)]
    best = 0.0
    for level in range(duty.size):
        best += 10.0 * duty[level] * (start[level + 1] - start[level])
    for step in range(out.size):
        total = 0.0
        for level in range(duty.size):
            for post in range(start[level], start[level + 1]):
                if competence[post] != VACANT:
                    total += duty[level] * competence[post]
        out[step] = 100.0 * total / best
        if stepwise:  # yesterday's vacancies are filled before today's are made
            for level in range(duty.size):
                _fill(competence, age, level, start, strategy, worst_share, peter, skill, ages, seed, step)
        for post in range(posts):
            if competence[post] != VACANT:
                age[post] += 1.0
                if competence[post] < WEAK or age[post] > RETIRED:
                    competence[post] = VACANT
        if not stepwise:
            for level in range(duty.size):
                _fill(competence, age, level, start, strategy, worst_share, peter, skill, ages, seed, step)


def courses(p: Pluchino, seed: int, threads: int | None = None) -> np.ndarray:
    """Efficiency of each firm in each step."""
    skill, ages = quantiles(p.mean, p.sd, 1.0, 10.0), np.floor(quantiles(YOUNG, OLD, 18.0, 60.0))

    def firm(number: int) -> np.ndarray:
        out = np.empty(p.steps)
        _firm(
            np.uint64((seed * 100_003 + number) % 2**64),
            START,
            RESPONSIBILITY,
            p.strategy,
            p.worst_share,
            p.hypothesis == 1,
            p.filling == 1,
            skill,
            ages,
            out,
        )
        return out

    return np.array(in_parallel(firm, range(p.firms), threads))


def gains(p: Pluchino, seed: int, threads: int | None = None) -> np.ndarray:
    """Each firm's mean efficiency in the second half of the run, less the mean efficiency of all at the start."""
    found = courses(p, seed, threads)
    return found[:, p.steps // 2:].mean(axis=1) - found[:, 0].mean()


def run(p: Pluchino, seed: int) -> Outcome:
    """The mean course of some firms."""
    found = courses(p, seed)
    gain = gains(p, seed)
    summary = {"start": float(found[:, 0].mean()), "end": float(found[:, p.steps // 2:].mean()),
               "gain": float(gain.mean()), "gain_sd": float(gain.std())}
    return Outcome(summary, pd.DataFrame({"step": range(p.steps), "efficiency": found.mean(axis=0)}))


def plot(p: Pluchino, seed: int) -> Any:
    """The Peter table: what each strategy gains under each hypothesis."""
    import altair as alt

    rows = [
        {
            "hypothesis": ("competence is passed on" if h == 0 else "a new job needs new skill (Peter)"),
            "strategy": f"the {word}"
            if word in ("best", "worst")
            else ("anybody" if word == "random" else "best or worst"),
            "gain": gains(p._replace(hypothesis=h, strategy=s), seed).mean(),
        }
        for h in (0, 1)
        for s, word in enumerate(STRATEGIES)
    ]
    data = pd.DataFrame(rows)
    data["sign"] = np.where(data.gain > 0, "gain", "loss")
    data["text"] = data.gain.map(lambda value: f"{value:+.1f}")
    base = alt.Chart(data).encode(
        y=alt.Y("strategy:N", sort=["the best", "the worst", "anybody", "best or worst"], title="promote ...",
                axis=alt.Axis(ticks=False, labelFontSize=12)),
        x=alt.X("gain:Q", title="change of efficiency (percentage points)", scale=alt.Scale(domain=[-16, 20])))
    bars = base.mark_bar(height=26).encode(color=alt.Color("sign:N", legend=None, scale=alt.Scale(
        domain=["gain", "loss"], range=[CALM, REVOLT])))
    right = base.transform_filter("datum.gain > 0").mark_text(align="left", dx=5, fontSize=12).encode(text="text:N")
    left = base.transform_filter("datum.gain <= 0").mark_text(align="right", dx=-5, fontSize=12).encode(text="text:N")
    chart = alt.layer(bars, right, left).properties(width=255, height=190).facet(
        alt.Facet("hypothesis:N", title=None, sort=[rows[0]["hypothesis"], rows[-1]["hypothesis"]]))
    return finish(
        chart,
        "Promote the best, unless a new job needs a new skill: then the worst",
        f"Mean of {p.firms} firms of 160, second half of {p.steps} years; vacancies filled {FILLING[p.filling]}",
    )


CELLS = {("common sense", "best"): (9, 10.0, 6.7), ("common sense", "worst"): (-5, -1.0, -4.2),
         ("common sense", "random"): (2, 4.2, -0.5), ("peter", "best"): (-10, -7.8, -10.5),
         ("peter", "worst"): (12, 15.3, 11.7), ("peter", "random"): (1, 3.2, -1.3)}


def checks() -> Iterator[Check]:
    """Six published cells beside both ways of filling a vacancy; orders are strict."""
    name = "pluchino"
    start = courses(MODEL.settings(steps=1, firms=1000), 1)[:, 0]
    yield check(name, "efficiency at the start, %", 69.68, "R", start.mean(), 0.5, mean_interval(start), gated=False)
    means: dict[tuple[str, str, str], float] = {}
    for place, filling in enumerate(FILLING):
        for (hypothesis, strategy), cell in CELLS.items():
            found = gains(
                MODEL.settings(hypothesis=hypothesis, strategy=strategy, filling=filling, steps=600, firms=30), 1
            )
            means[filling, hypothesis, strategy] = float(found.mean())
            what = f"{hypothesis}, promote {strategy}, filled {filling}: change, pp"
            yield check(name, what, cell[1 + place], "V", found.mean(), 2, mean_interval(found))
            if place == 1:
                ours = means["at once", hypothesis, strategy], float(found.mean())
                yield check(
                    name,
                    f"{hypothesis}, promote {strategy}, published: change, pp",
                    cell[0],
                    "R",
                    found.mean(),
                    3,
                    mean_interval(found),
                    gated=False,
                    note=f"filled at once {ours[0]:+.1f}, step by step {ours[1]:+.1f}: the vacancy rule is unknown",
                )
    for filling in FILLING:
        sense, peter = ([means[filling, h, s] for s in ("best", "random", "worst")] for h in HYPOTHESES)
        yield claim(
            name,
            f"filled {filling}: best > random > worst (common sense), worst > random > best (Peter)",
            "R",
            sense[0] > sense[1] > sense[2] and peter[2] > peter[1] > peter[0],
            note="order confirmed by simulation",
        )
    mixed = [gains(MODEL.settings(hypothesis=h, strategy="mixed", steps=600, firms=30), 1).mean() for h in HYPOTHESES]
    yield claim(name, "best and worst by turns loses under neither hypothesis", "R", min(mixed) > 0,
                note=f"{mixed[0]:+.1f} and {mixed[1]:+.1f} pp, vacancies filled step by step")


MODEL = Model(
    "pluchino", "The Peter principle revisited", __doc__.splitlines()[2],
    "Vacancies are filled from below; a promoted person keeps his competence, or draws a new one.",
    "The best rule depends on what nobody knows: whether skill carries over. A coin between best and worst is safe.",
    Pluchino, run, plot, checks, {"hypothesis": HYPOTHESES, "strategy": STRATEGIES, "filling": FILLING},
)

"""Helbing 2023: where people cannot read each other, resistance is rare, sudden and total.

J. Helbing, "Mentos Regimes: How Individual Uncertainty Affects the Explosive Strength of Resistance Movements",
MA thesis, University of Chicago, with its program JoeHelbing/cascade (read; definition here in our own words).

Citizens walk on a torus, many to a site. Each has a private preference P (normal, mean m, sd 1; high = for the
regime), an uncertainty u (normal, sd e) and two thresholds from normal(theta, |u|): the lower one to oppose, the upper
one to be active. He counts actives A, opposed O, supporters S (himself among A and S) and security C in a square of
vision; with g = 1/(1 + exp(-u)):

    perception  q = (A + g O)^(1/(1 + u^2));   opinion  o = -P + q (A + O)/S
    arrest      a = 1 - exp(-2.3 (C/A) 2 g)
    active when 1/(1 + exp(theta_active - o)) - a exceeds a uniform draw; opposed in the same way; else supports

All decide at once, then walk one step; security jails one active neighbour each. A run ends when 95 % are active or
jailed. High e is weak control of information. No numbers are stated in what we could read: signs only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, finish
from unanimity.reference.published_model import Check, Model, Outcome, claim, in_parallel
from unanimity.world.draws import normals, uniforms
from unanimity.world.spans import Span

TASTE, DOUBT, THRESHOLD, PLACE, ACT, WALK, PATROL, SEIZE, TERM = range(91, 100)  # streams
SUPPORT, OPPOSE, ACTIVE, JAILED = range(4)
SOURCE = "JoeHelbing/cascade"
REVOLUTION = 0.95


class Helbing(NamedTuple):
    """A regime with strong control of information."""

    uncertainty: Annotated[float, Span("spread of private uncertainty", 0.01, 5, SOURCE, "logits", "e")] = 0.1
    preference: Annotated[float, Span("mean private support of the regime", -5, 5, SOURCE, "logits", "m")] = 0.6
    threshold: Annotated[float, Span("mean threshold", 0, 10, SOURCE, "logits", "theta")] = 3.66356
    security: Annotated[float, Span("security agents per site", 0, 0.5, SOURCE)] = 0.0
    jail_max: Annotated[int, Span("longest jail term", 1, 10_000, SOURCE, "ticks")] = 100
    density: Annotated[float, Span("citizens per site", 0.05, 3, SOURCE)] = 0.7
    vision: Annotated[int, Span("vision, half a side of the square", 1, 19, SOURCE, "sites")] = 7
    size: Annotated[int, Span("side of the torus", 39, 200, SOURCE, "sites")] = 40
    ticks: Annotated[int, Span("longest run", 1, 10_000, SOURCE, "ticks")] = 150


def _seen(sites: np.ndarray, p: Helbing, reach: int) -> np.ndarray:
    """How many of those standing at `sites` are within a square of each site of the torus."""
    grid = np.bincount(sites, minlength=p.size * p.size).reshape(p.size, p.size)
    for axis in (0, 1):
        wide = np.concatenate(
            [grid.take(range(p.size - reach, p.size), axis), grid, grid.take(range(reach), axis)], axis
        )
        sums = np.cumsum(np.insert(wide, 0, 0, axis), axis)
        grid = sums.take(range(2 * reach + 1, sums.shape[axis]), axis) - sums.take(
            range(0, sums.shape[axis] - 2 * reach - 1), axis)
    return grid.ravel()


def _walk(site: np.ndarray, size: int, seed: int, stream: int, tick: int) -> np.ndarray:
    """Everybody one step in one of eight directions, or none."""
    step = (uniforms(seed, stream, site.size, tick) * 9).astype(np.int64)
    row, column = site // size + step // 3 - 1, site % size + step % 3 - 1
    return (row % size) * size + column % size


def _decide(p: Helbing, state: np.ndarray, site: np.ndarray, traits: tuple[np.ndarray, ...], guards: np.ndarray,
            seed: int, tick: int) -> np.ndarray:
    """Everybody's next state, from what all see now."""
    taste, doubt, low, high = traits
    counts = [_seen(site[state == one], p, p.vision)[site] for one in (SUPPORT, OPPOSE, ACTIVE)]
    itself = [(state == one).astype(int) for one in (SUPPORT, OPPOSE, ACTIVE)]
    support, opposed, active = (count - own for count, own in zip(counts, itself, strict=True))
    active, support = active + 1, support + 1
    clear = 1.0 / (1.0 + np.exp(-doubt))
    opinion = -taste + (active + clear * opposed) ** (1.0 / (1.0 + doubt**2)) * (active + opposed) / support
    arrest = 1.0 - np.exp(-2.3 * _seen(guards, p, p.vision)[site] / active * 2.0 * clear)
    luck = uniforms(seed, ACT, site.size, tick)
    chance = [1.0 / (1.0 + np.exp(np.clip(bar - opinion, -500, 500))) - arrest for bar in (high, low)]
    return np.where(chance[0] > luck, ACTIVE, np.where(chance[1] > luck, OPPOSE, SUPPORT))


def history(p: Helbing, seed: int) -> np.ndarray:
    """Active and jailed share, and the share that turned active, in each tick."""
    people, guards = round(p.density * p.size**2), round(p.security * p.size**2)
    doubt = p.uncertainty * normals(seed, DOUBT, people)
    bars = p.threshold + np.abs(doubt) * np.stack([normals(seed, THRESHOLD, people, k) for k in (0, 1)])
    traits = (p.preference + normals(seed, TASTE, people), doubt, bars.min(axis=0), bars.max(axis=0))
    site = (uniforms(seed, PLACE, people) * p.size**2).astype(np.int64)
    post = (uniforms(seed, PLACE, guards, 1) * p.size**2).astype(np.int64)
    state, term = np.full(people, SUPPORT), np.zeros(people, np.int64)
    rows = []
    for tick in range(p.ticks):
        free = state != JAILED
        before = state.copy()
        state = np.where(free, _decide(p, state, site, traits, post, seed, tick), JAILED)
        turned = ((state == ACTIVE) & (before != ACTIVE)).mean()
        for guard in range(guards):
            _seize(p, state, site, term, post[guard], guard, seed, tick)
        site = np.where(state != JAILED, _walk(site, p.size, seed, WALK, tick), site)
        post = _walk(post, p.size, seed, PATROL, tick)
        term = np.maximum(term - 1, 0)
        state = np.where((state == JAILED) & (term == 0), SUPPORT, state)
        rows.append(((state == ACTIVE).mean(), (state == JAILED).mean(), turned))
        if rows[-1][0] + rows[-1][1] >= REVOLUTION:
            break
    return np.array(rows)


def _seize(p: Helbing, state: np.ndarray, site: np.ndarray, term: np.ndarray, at: int, guard: int, seed: int,
           tick: int) -> None:
    """A guard jails one random active within one step of him."""
    rows, columns = np.abs(site // p.size - at // p.size), np.abs(site % p.size - at % p.size)
    near = (np.minimum(rows, p.size - rows) <= 1) & (np.minimum(columns, p.size - columns) <= 1)
    found = np.flatnonzero(near & (state == ACTIVE))
    if found.size:
        held = found[int(uniforms(seed, SEIZE, 1, tick, guard)[0] * found.size)]
        state[held] = JAILED
        term[held] = 1 + int(uniforms(seed, TERM, 1, tick, guard)[0] * p.jail_max)


def run(p: Helbing, seed: int) -> Outcome:
    """One history."""
    path = history(p, seed)
    risen = path[:, 0] + path[:, 1]
    summary = {"revolution": float(risen[-1] >= REVOLUTION), "ticks": float(len(path)), "peak": float(risen.max()),
               "fastest_spread": float(path[1:, 2].max()) if len(path) > 1 else 0.0, "early": float(risen[:20].mean())}
    table = pd.DataFrame(path, columns=["active", "jailed", "turned"])
    table.insert(0, "tick", range(len(path)))
    return Outcome(summary, table)


def summaries(p: Helbing, seeds: range, threads: int | None = None) -> pd.DataFrame:
    """Headline numbers for many seeds."""
    return pd.DataFrame(in_parallel(lambda seed: run(p, seed).summary, seeds, threads))


def plot(p: Helbing, seed: int) -> Any:
    """Many histories under strong and under weak control of information."""
    import altair as alt

    panels = (
        (f"strong control (uncertainty {p.uncertainty:g})", p.uncertainty),
        ("weak control (uncertainty 1.5)", 1.5),
    )
    frames = []
    for title, uncertainty in panels:
        paths = in_parallel(lambda one, u=uncertainty: history(p._replace(uncertainty=u), one), range(seed, seed + 20))
        frames += [
            pd.DataFrame({"tick": range(len(path)), "risen": path[:, 0] + path[:, 1], "town": town, "panel": title})
            for town, path in enumerate(paths)
        ]
    data = pd.concat(frames)
    lines = (
        alt.Chart(data)
        .mark_line(strokeWidth=1.4, opacity=0.7)
        .encode(
            x=alt.X("tick:Q", title="tick"),
            detail="town:N",
            y=alt.Y("risen:Q", title="active or jailed", axis=alt.Axis(format="%")),
            color=alt.Color(
                "panel:N", legend=None, scale=alt.Scale(domain=[title for title, _ in panels], range=[REVOLT, CALM])
            ),
        )
        .properties(width=255, height=HEIGHT - 50)
        .facet(alt.Column("panel:N", sort=[title for title, _ in panels], title=None))
    )
    return finish(lines, "Where people cannot read each other, revolt is rare, sudden and total",
                  f"20 towns each, mean support of the regime {p.preference:g}; a line ends when 95 % have risen")


def checks() -> Iterator[Check]:
    """Signs: rarer, faster, larger under strong control of information."""
    name, seeds = "helbing", range(1, 33)
    strong, weak = (summaries(MODEL.settings(uncertainty=e), seeds) for e in (0.1, 1.5))
    shares = strong.revolution.mean(), weak.revolution.mean()
    yield claim(name, "strong control: revolutions are rarer", "C", shares[0] < shares[1],
                note=f"{shares[0]:.2f} against {shares[1]:.2f} of 32 towns in 150 ticks")
    yield claim(name, "strong control: at first fewer resist", "C", strong.early.mean() < weak.early.mean(),
                note=f"{strong.early.mean():.3f} against {weak.early.mean():.3f} in the first 20 ticks")
    fast, slow = (table.fastest_spread[table.revolution == 1].mean() for table in (strong, weak))
    yield claim(name, "strong control: a revolution spreads faster at its fastest", "C", fast > slow,
                note=f"{fast:.2f} against {slow:.2f} of all in one tick")
    large, small = (table.peak[table.revolution == 1].mean() for table in (strong, weak))
    yield claim(
        name, "strong control: a revolution ends larger", "C", large > small, note=f"{large:.3f} against {small:.3f}"
    )
    middle = summaries(MODEL.settings(uncertainty=0.5), seeds).revolution.mean()
    yield claim(
        name,
        "rarity falls steadily with uncertainty (.1, .5, 1.5)",
        "C",
        shares[0] <= middle <= shares[1],
        gated=False,
        note=f"not steadily: {shares[0]:.2f}, {middle:.2f}, {shares[1]:.2f}; a little doubt damps perception first",
    )


MODEL = Model(
    "helbing", "Resistance cascades and private uncertainty", " ".join(__doc__.splitlines()[2:4]),
    "Each person weighs private taste, the resistance he thinks he sees, and the risk of arrest.",
    "Certainty of what is allowed keeps everybody in line until it carries everybody across it.",
    Helbing, run, plot, checks,
)

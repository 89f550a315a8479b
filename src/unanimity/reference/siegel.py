"""Siegel 2009: who rebels depends on the network, and more ties can mean less rebellion.

D. Siegel, "Social Networks and Collective Action", American Journal of Political Science 53(1):122-138.

Person i has net motivation b, normal, and external cost c that falls as his neighbours take part:

    takes part when b > c;   c(0) = 1;   c(t+1) = lambda c(t) + (1 - lambda)(1 - share of neighbours taking part)

Who has b > 1 always takes part, who has b < 0 never does. Costs only fall from the start, so the order of updating
changes the way and not the end. On the complete graph the end is Granovetter's, with thresholds 1 - b. Networks: small
world (a ring with rewired ties), villages with far ties, opinion leaders (scale free), and hierarchy (a tree with ties
within levels). The definition is recalled; the complete graph is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.compiler import kept
from unanimity.reference import networks
from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, STATE, WIDTH, finish
from unanimity.reference.granovetter import critical_sd, equilibrium
from unanimity.reference.published_model import Check, Model, Outcome, check, claim, in_parallel, mean_interval
from unanimity.world.draws import normals
from unanimity.world.spans import Span

MOTIVE = 71  # stream of motivations
SOURCE = "Siegel 2009, recalled"
NETWORKS = ("complete", "small world", "villages", "leaders", "hierarchy")



class Siegel(NamedTuple):
    """A population of moderates on a small world."""

    network: Annotated[int, Span("who sees whom", 0, 4, SOURCE, "choice")] = 1
    mean: Annotated[float, Span("mean motivation", -2, 2, SOURCE, "cost", "b mean")] = 0.6
    sd: Annotated[float, Span("spread of motivation", 0.001, 5, SOURCE, "cost", "b sd")] = 0.22
    inertia: Annotated[float, Span("share of old cost kept", 0, 0.99, SOURCE, symbol="lambda")] = 0.5
    people: Annotated[int, Span("population", 10, 3000, SOURCE, "persons", "N")] = 1000
    ties: Annotated[int, Span("ring radius, newcomer's ties, or branches of the tree", 1, 200, SOURCE, "persons")] = 5
    village: Annotated[int, Span("size of a village", 2, 500, SOURCE, "persons")] = 20
    weak: Annotated[float, Span("chance of rewiring, of a far tie, or of a tie within a level", 0, 1, SOURCE)] = 0.05
    periods: Annotated[int, Span("longest history", 1, 10_000, SOURCE, "periods")] = 500


def ties_of(p: Siegel, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Where each person's neighbours begin in the list, and the list; empty for the complete graph."""
    name = NETWORKS[p.network]
    if name == "complete":
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    if name == "small world":
        first, second = networks.ring(p.people, min(p.ties, (p.people - 1) // 2))
        second = networks.rewire(first, second, p.people, p.weak, seed)
    elif name == "villages":
        first, second = networks.villages(p.people, p.village, p.weak, seed)
    elif name == "leaders":
        first, second = networks.leaders(p.people, min(p.ties, p.people - 2), seed)
    else:
        first, second = networks.hierarchy(p.people, p.ties, p.weak, seed)
    return networks.rows_of(first, second, p.people)


@kept
def _history(motive, inertia, start, others, out):
    """Participation in each period; returns the periods until costs rest."""
    people = motive.size
    cost, active = np.ones(people), (motive > 1.0).astype(np.int64)
    for period in range(out.size):
        everyone = active.sum()
        out[period] = everyone / people
        moved = 0.0
        for i in range(people):
            if start.size == 0:
                share = (everyone - active[i]) / (people - 1)
            else:
                seen = 0
                for at in range(start[i], start[i + 1]):
                    seen += active[others[at]]
                share = seen / max(start[i + 1] - start[i], 1)
            fresh = inertia * cost[i] + (1.0 - inertia) * (1.0 - share)
            moved = max(moved, abs(fresh - cost[i]))
            cost[i] = fresh
        for i in range(people):
            active[i] = motive[i] > cost[i]
        if moved < 1e-12 and active.sum() == everyone:
            return period + 1
    return out.size


def history(p: Siegel, seed: int) -> np.ndarray:
    """Share of the population taking part, period by period."""
    motive = p.mean + p.sd * normals(seed, MOTIVE, p.people)
    start, others = ties_of(p, seed)
    out = np.zeros(p.periods)
    return out[: _history(motive, p.inertia, start, others, out)]


def ends(p: Siegel, seeds: range, threads: int | None = None) -> np.ndarray:
    """Final participation for many seeds."""
    return np.array(in_parallel(lambda seed: history(p, seed)[-1], seeds, threads))


def run(p: Siegel, seed: int) -> Outcome:
    """One history."""
    path = history(p, seed)
    exact = equilibrium(100 * (1 - p.mean), 100 * p.sd) / 100 if p.network == 0 else float("nan")
    summary = {"participation": float(path[-1]), "periods": float(len(path)), "complete_graph_exact": exact}
    return Outcome(summary, pd.DataFrame({"period": range(len(path)), "participation": path}))


def plot(p: Siegel, seed: int) -> Any:
    """Participation by the number of ties."""
    import altair as alt

    base, seeds = p._replace(network=1), range(seed, seed + 16)
    radii = (1, 2, 3, 5, 8, 12, 20, 35, 60, 100)
    colours = {0.18: CALM, p.sd: STATE, 0.26: REVOLT}
    rows = [
        {
            "ties": 2 * radius,
            "participation": ends(base._replace(ties=radius, sd=sd), seeds).mean(),
            "sd": f"spread {sd:g}",
        }
        for sd in colours
        for radius in radii
    ]
    data = pd.DataFrame(rows)
    x = alt.X("ties:Q", scale=alt.Scale(type="log", domain=[2, 420]), title="neighbours each person has (log scale)",
              axis=alt.Axis(values=[2, 4, 10, 20, 50, 100, 200]))
    y = alt.Y("participation:Q", title="taking part", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    colour = alt.Color("sd:N", legend=None, scale=alt.Scale(domain=[f"spread {sd:g}" for sd in colours],
                                                            range=list(colours.values())))
    lines = alt.Chart(data).mark_line(point=True).encode(x=x, y=y, color=colour)
    words = alt.Chart(data).transform_filter("datum.ties == 200").mark_text(align="left", dx=7, fontSize=12).encode(
        x=x, y=y, color=colour, text="sd:N")
    return finish(
        (lines + words).properties(width=WIDTH, height=HEIGHT),
        "More ties raise rebellion, then kill it, unless motives are spread widely",
        f"Small world of {p.people}, {p.weak:.0%} of ties rewired, mean motivation {p.mean:g}; means of 16 histories",
    )


def checks() -> Iterator[Check]:
    """The complete graph exactly, and what ties do."""
    name, seeds = "siegel", range(1, 21)
    for mean, critical, below in ((0.6, .2413, .15), (0.7, .1567, .08)):
        found = critical_sd(100 * (1 - mean)) / 100
        yield check(name, f"complete graph, mean {mean}: critical spread", critical, "V", found, 1e-4)
        yield check(name, f"complete graph, mean {mean}: end just below it", below, "V",
                    equilibrium(100 * (1 - mean), 100 * (found - 1e-6)) / 100, 0.01)
    for sd, end in ((.25, .991), (.30, .972), (.35, .938), (.40, .889)):
        yield check(
            name, f"complete graph, mean .6, spread {sd}: end", end, "V", equilibrium(40, 100 * sd) / 100, 0.002
        )
    sampled = ends(MODEL.settings(network="complete", sd=0.30), seeds)
    yield check(
        name,
        "complete graph of 1000, mean .6, spread .30: end",
        0.972,
        "V",
        sampled.mean(),
        0.01,
        mean_interval(sampled),
    )
    few, many = (ends(MODEL.settings(network="small world", ties=ties), seeds) for ties in (5, 100))
    yield claim(
        name,
        "small world: participation with 200 neighbours below that with 10",
        "S",
        many.mean() < few.mean(),
        note=f"{few.mean():.2f} with 10, {many.mean():.2f} with 200",
    )
    by_network = {kind: ends(MODEL.settings(network=kind, weak=0.002 if kind != "small world" else 0.05), seeds).mean()
                  for kind in NETWORKS}
    yield claim(name, "the network type changes participation by more than .1", "S",
                max(by_network.values()) - min(by_network.values()) > 0.1,
                note=", ".join(f"{kind} {value:.2f}" for kind, value in by_network.items()))


MODEL = Model(
    "siegel", "Social networks and collective action", __doc__.splitlines()[2],
    "Each person weighs his motivation against a cost that falls as his neighbours take part.",
    "Ties spread participation and also show how few take part: adding them can help or hurt.",
    Siegel, run, plot, checks, {"network": NETWORKS},
)

"""Epstein 2002, Model II: two groups, no state, and a slight loss of mutual legitimacy ends in genocide.

J. M. Epstein, "Modeling civil violence: An agent-based computational approach", PNAS 99 suppl. 3:7243-7250.

As Model I (`epstein`), but legitimacy is what each group grants the other's right to exist, and to be active is to
kill one random member of the other group in vision. Each period a free person clones, with probability .05, onto a
random empty neighbouring site; the child has the parent's group and hardship and a new risk aversion. Death comes at
an age drawn uniformly up to 200. Cops arrest actives of both groups alike.

With L = .9 nobody can be active, since G = H (1 - L) < T: coexistence is exact. Peacekeepers may enter at a later
tick (`cops_at`). Where the article is silent we take Model I's readings; everybody starts at age 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, WIDTH, finish
from unanimity.reference.epstein import RATIOS, SOURCE
from unanimity.reference.epstein_groups_kernel import live
from unanimity.reference.epstein_kernel import disc
from unanimity.reference.published_model import Check, Model, Outcome, check, claim, in_parallel, share_interval
from unanimity.support.errors import refuse
from unanimity.world.spans import Span


class EpsteinGroups(NamedTuple):
    """Run 7 of the article: ethnic cleansing."""

    legitimacy: Annotated[float, Span("each group's right to exist, as the other sees it", 0, 1, SOURCE)] = 0.8
    cop_density: Annotated[float, Span("peacekeepers per site", 0, 0.3, SOURCE)] = 0.0
    cops_at: Annotated[int, Span("tick at which peacekeepers enter", 0, 100_000, SOURCE, "tick")] = 0
    ratio: Annotated[
        int, Span("arrest ratio: C/A as printed, its floor, or rounded", 0, 2, "see epstein", "choice")
    ] = 0
    clone: Annotated[float, Span("chance to clone in a tick", 0, 1, SOURCE, "per tick", "p")] = 0.05
    age_max: Annotated[int, Span("longest life", 1, 10_000, SOURCE, "ticks")] = 200
    vision: Annotated[float, Span("everybody's vision, a radius", 1, 19, SOURCE, "sites", "v")] = 1.7
    density: Annotated[float, Span("people per site at the start", 0.01, 0.95, SOURCE)] = 0.7
    jail_max: Annotated[float, Span("longest jail term", 1, math.inf, SOURCE, "ticks", "Jmax")] = 15.0
    threshold: Annotated[float, Span("net grievance that makes active", -1, 1, SOURCE, symbol="T")] = 0.1
    k: Annotated[float, Span("arrest constant", 0.01, 100, SOURCE, "ratio", "k")] = 2.3
    size: Annotated[int, Span("side of the torus", 5, 200, SOURCE, "sites")] = 40
    ticks: Annotated[int, Span("longest run", 1, 100_000, SOURCE, "ticks")] = 1000


RUNS: dict[str, dict[str, float | str]] = {
    "run6": {"legitimacy": 0.9}, "run7": {}, "run8": {"cop_density": 0.04, "ticks": 2000},
    "havens": {"cop_density": 0.04, "cops_at": 50, "ticks": 2000},
}


def history(p: EpsteinGroups, seed: int) -> np.ndarray:
    """Group sizes and kills in each tick, up to the end of a group."""
    if 2 * p.vision + 1 > p.size:
        raise refuse("", "epstein_groups.vision", p.vision, f"below half the side, {p.size / 2:g} sites")
    cops = round(p.cop_density * p.size * p.size)
    people = round(p.density * p.size * p.size)
    out = np.zeros((p.ticks, 3), np.int64)
    lived = live(np.uint64(seed), p.size, people, cops, p.cops_at, p.legitimacy, p.threshold, p.k, p.ratio,
                 p.jail_max, p.clone, p.age_max, disc(p.vision)[1], disc(1.7)[1], out)
    return out[:lived]


def histories(p: EpsteinGroups, seeds: range, threads: int | None = None) -> list[np.ndarray]:
    """The same for many seeds, in parallel."""
    return in_parallel(lambda seed: history(p, seed), seeds, threads)


def run(p: EpsteinGroups, seed: int) -> Outcome:
    """One history of two groups."""
    out = history(p, seed)
    over = bool((out[-1, :2] == 0).any())
    summary = {"genocide": float(over), "ticks": float(len(out)), "kills": float(out[:, 2].sum()),
               "first_group": float(out[-1, 0]), "second_group": float(out[-1, 1])}
    table = pd.DataFrame({"tick": range(len(out)), "first_group": out[:, 0], "second_group": out[:, 1],
                          "kills": out[:, 2]})
    return Outcome(summary, table)


def plot(p: EpsteinGroups, seed: int) -> Any:
    """Several towns with the same start: one group always disappears, and which is chance."""
    import altair as alt

    runs = histories(p, range(seed, seed + 12))
    data = pd.concat([pd.DataFrame({"tick": range(len(out)), "share": out[:, 0] / np.maximum(out[:, :2].sum(axis=1), 1),
                                    "town": town, "victor": "first" if out[-1, 0] > 0 else "second"})
                      for town, out in enumerate(runs)])
    ended = sum(bool((out[-1, :2] == 0).any()) for out in runs)
    colour = alt.Color("victor:N", scale=alt.Scale(domain=["first", "second"], range=[CALM, REVOLT]), legend=None)
    lines = alt.Chart(data).mark_line(strokeWidth=1.6, opacity=0.8).encode(
        x=alt.X("tick:Q", title="tick"), detail="town:N", color=colour,
        y=alt.Y("share:Q", title="first group's share of the living", axis=alt.Axis(format="%")))
    return finish(
        lines.properties(width=WIDTH, height=HEIGHT),
        f"Slightly less mutual legitimacy: {ended} of 12 towns end in genocide, the victor is chance",
        f"Legitimacy {p.legitimacy:g}, cops {p.cop_density:g} per site; each line a town, half and half at first",
    )


def checks() -> Iterator[Check]:
    """Runs 6-8 and safe havens."""
    name, seeds = "epstein_groups", range(1, 21)
    peace = histories(MODEL.settings("run6"), range(1, 6))
    yield check(name, "run 6: kills in 5 towns, 1000 ticks", 0, "C", sum(int(out[:, 2].sum()) for out in peace),
                note="exact: grievance cannot pass the threshold at L = .9")
    yield check(name, "run 6: towns with both groups alive at 1000", 5, "C",
                sum(bool((out[-1, :2] > 0).all()) for out in peace))
    cleansing = histories(MODEL.settings("run7"), seeds)
    over = sum(bool((out[-1, :2] == 0).any()) for out in cleansing)
    times = np.array([len(out) for out in cleansing])
    first = sum(bool(out[-1, 0] > 0) for out in cleansing)
    yield check(name, "run 7: towns that end in genocide, of 20", 20, "S", over, note="article: always, in 30 runs")
    yield claim(name, "run 7: over within the 30-190 ticks of a third party's 20 towns", "C",
                bool(times.max() <= 190 and times.min() >= 30), gated=False, note=f"{times.min()}-{times.max()} ticks")
    yield claim(
        name, "run 7: either group may win", "S", 0 < first < 20, note=f"{first}:{20 - first}; a third party 12:8"
    )
    for preset, what in (("run8", "cops from the start: both groups alive at 2000"),
                         ("havens", "cops at tick 50: both groups alive at 2000")):
        runs = histories(MODEL.settings(preset), seeds)
        alive = sum(bool((out[-1, :2] > 0).all()) for out in runs)
        last = max(len(out) for out in runs)
        yield check(
            name,
            f"{what}, share of 20 towns",
            1,
            "S",
            alive / 20,
            0.5,
            share_interval(alive, 20),
            gated=False,
            note=f"the article's coexistence; here a group is gone by tick {last} at the latest where one dies; "
            "a third party's code finds the same (by 882 and 377)",
        )
    means = [np.mean([len(out) for out in histories(MODEL.settings("run8", cop_density=d), seeds)])
             for d in (0.0, 0.02, 0.04)]
    yield claim(name, "mean time to genocide rises with cop density 0, .02, .04", "S", bool((np.diff(means) > 0).all()),
                note="means " + ", ".join(f"{mean:.0f}" for mean in means) + " ticks")


MODEL = Model(
    "epstein_groups", "Civil violence, Model II: two groups", __doc__.splitlines()[2],
    "The aggrieved kill a neighbour of the other group when no cop is near enough.",
    "A small change in legitimacy separates peace from genocide; peacekeepers delay it and make its time uncertain.",
    EpsteinGroups, run, plot, checks, {"ratio": RATIOS}, RUNS,
)

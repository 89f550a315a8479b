"""Epstein 2002, Model I: rebellion against a central authority comes in outbursts, if cops can be outnumbered.

J. M. Epstein, "Modeling civil violence: An agent-based computational approach", PNAS 99 suppl. 3:7243-7250.

Citizens on a torus have hardship H and risk aversion R, both uniform on 0..1; legitimacy L is common.

    grievance G = H (1 - L);   P = 1 - exp(-k x),  x = ratio of cops C to actives A in vision, A counting oneself
    rise and be active exactly when G - R P > T

A cop arrests one random active in his vision, for U(0, Jmax) ticks (rounded up). Each tick everybody, in a random
order, moves to a random empty site in vision (a Euclidean radius) and acts there.

The article prints x = C/A. With it run 2 never has fifty actives at once. NetLogo takes the floor of C/A, Mesa rounds
it; both give outbursts, neither gives the printed moments. `ratio` selects the rule; the checks report all three.
Where the article is silent: cops always move, also in run 1; the jailed leave the grid and return near the arrest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference import epstein_kernel as kernel
from unanimity.reference.chart_style import REVOLT, STATE, finish
from unanimity.reference.published_model import Check, Model, Outcome, in_parallel
from unanimity.support.errors import refuse
from unanimity.world.spans import Span

SOURCE = "Epstein 2002"
RATIOS, MOVEMENT = ("literal", "floor", "round"), ("none", "random")
OUTBURST, CALM_BELOW = 50, 10


class Epstein(NamedTuple):
    """Run 2 of the article, with the floor of the arrest ratio."""

    ratio: Annotated[int, Span("arrest ratio: C/A as printed, its floor, or rounded", 0, 2, "see text", "choice")] = 1
    legitimacy: Annotated[float, Span("legitimacy of the regime", 0, 1, SOURCE, symbol="L")] = 0.82
    cop_density: Annotated[float, Span("cops per site", 0, 0.5, SOURCE)] = 0.04
    density: Annotated[float, Span("citizens per site", 0.01, 0.95, SOURCE)] = 0.7
    vision: Annotated[float, Span("citizens' vision, a radius", 1, 19, SOURCE, "sites", "v")] = 7.0
    cop_vision: Annotated[float, Span("cops' vision, a radius", 1, 19, SOURCE, "sites", "v*")] = 7.0
    jail_max: Annotated[float, Span("longest jail term", 1, math.inf, SOURCE, "ticks", "Jmax")] = 30.0
    threshold: Annotated[float, Span("net grievance that makes active", -1, 1, SOURCE, symbol="T")] = 0.1
    k: Annotated[float, Span("arrest constant", 0.01, 100, SOURCE, "ratio", "k")] = 2.3
    movement: Annotated[int, Span("whether citizens move", 0, 1, SOURCE, "choice")] = 1
    size: Annotated[int, Span("side of the torus", 5, 1000, SOURCE, "sites")] = 40
    ticks: Annotated[int, Span("length of the run", 1, 100_000, "ours", "ticks")] = 1000
    legitimacy_to: Annotated[float, Span("legitimacy after its change, below 0 none", -1, 1, SOURCE)] = -1.0
    change_at: Annotated[int, Span("when legitimacy changes", 0, 100_000, SOURCE, "tick")] = 77
    change_step: Annotated[float, Span("its change per tick, 0 at once", 0, 1, SOURCE, "per tick")] = 0.0
    cops_to: Annotated[float, Span("cop density at the end, below 0 no change", -1, 0.5, SOURCE)] = -1.0


RUNS: dict[str, dict[str, float | str]] = {
    "run1": {"vision": 1.7, "cop_vision": 1.7, "legitimacy": 0.89, "jail_max": 15, "movement": "none"},
    "run2": {},
    "run3": {"legitimacy": 0.9, "legitimacy_to": 0.2, "change_step": 0.01, "jail_max": math.inf,
             "cop_density": 0.074, "ticks": 300},
    "run4": {"legitimacy": 0.9, "legitimacy_to": 0.7, "jail_max": math.inf, "cop_density": 0.074, "ticks": 300},
    "run5": {"legitimacy": 0.8, "jail_max": math.inf, "cop_density": 0.074, "cops_to": 0.0, "ticks": 700},
}


def schedules(p: Epstein) -> tuple[np.ndarray, np.ndarray]:
    """Legitimacy and number of cops in each tick."""
    since = np.maximum(np.arange(p.ticks) - p.change_at + 1, 0)
    legitimacy = np.full(p.ticks, p.legitimacy)
    if p.legitimacy_to >= 0:
        way = p.legitimacy_to - p.legitimacy
        moved = np.minimum(since * p.change_step, abs(way)) if p.change_step > 0 else np.where(since > 0, abs(way), 0.0)
        legitimacy = p.legitimacy + math.copysign(1.0, way) * moved
    ends = p.cop_density if p.cops_to < 0 else min(p.cops_to, p.cop_density)
    density = np.linspace(p.cop_density, ends, p.ticks) if ends != p.cop_density else np.full(p.ticks, p.cop_density)
    return legitimacy, np.array([round(value * p.size * p.size) for value in density])


def history(p: Epstein, seed: int) -> np.ndarray:
    """Actives, jailed and arrests in each tick."""
    if 2 * max(p.vision, p.cop_vision) + 1 > p.size:
        raise refuse("", "epstein.vision", max(p.vision, p.cop_vision), f"below half the side, {p.size / 2:g} sites")
    if p.density + p.cop_density >= 1:
        raise refuse("", "epstein.density", p.density, "citizens and cops together below 1 per site")
    legitimacy, cops = schedules(p)
    town = kernel.found(seed, p.size, p.density, p.cop_density, p.vision, p.cop_vision)
    out = np.zeros((p.ticks, 3), np.int64)
    kernel.ticks(town, np.uint64(seed), p.size, legitimacy, cops, p.threshold, p.k, p.ratio, p.movement == 1,
                 p.jail_max, 0, out)
    return out


def histories(p: Epstein, seeds: range, threads: int | None = None) -> list[np.ndarray]:
    """The same for many seeds, in parallel."""
    return in_parallel(lambda seed: history(p, seed), seeds, threads)


def outbursts(actives: np.ndarray) -> tuple[list[int], list[int]]:
    """Waiting times between outbursts, and total activation of each: above fifty until below fifty."""
    waits: list[int] = []
    sums: list[int] = []
    ended, total, burning = -1, 0, False
    for tick, count in enumerate(actives):
        if not burning and count > OUTBURST:
            burning, total = True, 0
            if ended >= 0:
                waits.append(tick - ended)
        elif burning and count < OUTBURST:
            burning, ended = False, tick
            sums.append(total)
        if burning:
            total += int(count)
    return waits, sums


def run(p: Epstein, seed: int) -> Outcome:
    """One history, and its outbursts in numbers."""
    out = history(p, seed)
    waits, sums = outbursts(out[:, 0])
    legitimacy, cops = schedules(p)
    summary = {
        "peak_actives": float(out[:, 0].max()), "mean_actives": float(out[:, 0].mean()),
        "outbursts": float(len(sums)), "mean_wait": float(np.mean(waits)) if waits else math.nan,
        "mean_activation": float(np.mean(sums)) if sums else math.nan,
        "calm_share": float((out[:, 0] < CALM_BELOW).mean()), "jailed_at_end": float(out[-1, 1]),
        "arrests": float(out[:, 2].sum()),
    }
    table = pd.DataFrame({"tick": range(p.ticks), "active": out[:, 0], "jailed": out[:, 1], "arrests": out[:, 2],
                          "legitimacy": legitimacy, "cops": cops})
    return Outcome(summary, table)


def plot(p: Epstein, seed: int) -> Any:
    """Outbursts over time under each rule, and how long the town waits between them."""
    import altair as alt

    shown = min(p.ticks, 400)
    names = {"literal": "C/A as printed", "floor": "floor of C/A (NetLogo)", "round": "rounded C/A (Mesa)"}
    rows, waits = [], []
    for place, rule in enumerate(RATIOS):
        out = history(p._replace(ratio=place, ticks=max(p.ticks, 3000)), seed)[:, 0]
        rows.append(pd.DataFrame({"tick": range(shown), "active": out[:shown], "rule": names[rule]}))
        waits.append(pd.DataFrame({"wait": outbursts(out)[0], "rule": names[rule]}))
    order = list(names.values())
    colour = alt.Color("rule:N", scale=alt.Scale(domain=order, range=[STATE, REVOLT, "#0072B2"]), legend=None)
    lines = (
        alt.Chart(pd.concat(rows))
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=alt.X("tick:Q", title="tick"),
            y=alt.Y("active:Q", title="active citizens"),
            color=colour,
            row=alt.Row(
                "rule:N",
                sort=order,
                title=None,
                header=alt.Header(labelAnchor="start", labelOrient="top", labelPadding=0),
            ),
        )
        .properties(width=380, height=78)
    )
    bars = (
        alt.Chart(pd.concat(waits))
        .mark_bar()
        .encode(
            x=alt.X("wait:Q", bin=alt.Bin(step=5), title="ticks between outbursts"),
            y=alt.Y("count():Q", title="outbursts"),
            color=colour,
            row=alt.Row("rule:N", sort=order[1:], title=None, header=alt.Header(labels=False)),
        )
        .properties(width=190, height=135)
    )
    return finish(
        alt.hconcat(lines, bars, spacing=24),
        "As printed, the rule never lets fifty rise; cut to whole cops, it does",
        f"{round(p.density * p.size**2)} citizens, legitimacy {p.legitimacy:g}, jail up to {p.jail_max:g} ticks; "
        "an outburst is more than 50 active",
    )


def checks() -> Iterator[Check]:
    """Runs 1-5."""
    from unanimity.reference.epstein_checks import rows

    yield from rows()


MODEL = Model(
    "epstein", "Civil violence, Model I: rebellion", __doc__.splitlines()[2],
    "A citizen rises when grievance exceeds the risk of arrest, which falls as others rise.",
    "Calm and outburst alternate; longer jail terms lengthen the calm; slow loss of legitimacy is safer than sudden.",
    Epstein, run, plot, checks, {"ratio": RATIOS, "movement": MOVEMENT}, RUNS,
)

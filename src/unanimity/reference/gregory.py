"""Gregory, Schroeder and Sonin 2011: a dictator who knows less kills more innocents.

P. Gregory, P. Schroeder, K. Sonin, "Rational dictators and the killing of innocents: Data from Stalin's archives",
Journal of Comparative Economics 39(1):34-42.

Reduced form (ours, consistent with the stated results). A share n of people are enemies; the regime is safe once
enemies are at most a share r of the survivors. Of those eliminated a share q are enemies: information, from q = n
(blind) to q = 1 (perfect). After eliminating E the enemies' share is (n - q E)/(1 - E), so the smallest safe purge and
its innocent victims are

    E* = (n - r)/(q - r),   innocents (1 - q) E*,   both falling in q

A dictator who can eliminate at most c takes min(E*, c).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, WIDTH, finish, label
from unanimity.reference.published_model import Check, Model, Outcome, check, claim
from unanimity.support.errors import refuse
from unanimity.world.spans import Span

SOURCE = "ours, after Gregory, Schroeder and Sonin 2011"


class Gregory(NamedTuple):
    """A dictator, his enemies and what he knows of them."""

    enemies: Annotated[float, Span("share of enemies", 0, 1, SOURCE, symbol="n")] = 0.10
    tolerated: Annotated[float, Span("share of enemies the regime survives", 0, 0.999, SOURCE, symbol="r")] = 0.05
    information: Annotated[float, Span("share of enemies among those eliminated", 0, 1, SOURCE, symbol="q")] = 0.20
    capacity: Annotated[float, Span("largest share that can be eliminated", 0, 1, SOURCE, symbol="c")] = 1.0


def purge(enemies: float, tolerated: float, information: float) -> float:
    """The smallest purge after which the regime is safe; all of the people when information is blind."""
    if enemies <= tolerated:
        return 0.0
    if information <= enemies:
        return 1.0
    return (enemies - tolerated) / (information - tolerated)


def run(p: Gregory, seed: int) -> Outcome:
    """The purge, its victims, and the same for every quality of information. The run is deterministic."""
    if p.information < p.enemies:
        raise refuse("", "gregory.information", p.information, f"enemies {p.enemies:g} (blind) .. 1",
                     " A purge at random already hits enemies at their share.")
    quality = np.linspace(p.enemies, 1.0, 101)
    sizes = np.array([min(purge(p.enemies, p.tolerated, q), p.capacity) for q in quality])
    size = min(purge(p.enemies, p.tolerated, p.information), p.capacity)
    left = (p.enemies - p.information * size) / (1.0 - size) if size < 1.0 else 0.0
    summary = {"eliminated": size, "innocents": (1.0 - p.information) * size, "enemies_left": max(left, 0.0),
               "safe": float(left <= p.tolerated + 1e-12)}
    return Outcome(summary, pd.DataFrame({"information": quality, "eliminated": sizes,
                                          "innocents": (1.0 - quality) * sizes}))


def plot(p: Gregory, seed: int) -> Any:
    """Victims by what the dictator knows."""
    import altair as alt

    table = run(p, seed).table
    table["guilty"] = table.eliminated - table.innocents
    long = table.melt("information", ["innocents", "guilty"], "who", "share")
    colour = alt.Color("who:N", scale=alt.Scale(domain=["innocents", "guilty"], range=[REVOLT, CALM]), legend=None)
    area = alt.Chart(long).mark_area(opacity=0.85).encode(
        x=alt.X("information:Q", title="share of real enemies among those eliminated (information)",
                axis=alt.Axis(format="%")),
        y=alt.Y("share:Q", title="share of people eliminated", stack="zero", axis=alt.Axis(format="%")),
        color=colour, order=alt.Order("who:N", sort="ascending"))
    words = [label(0.33, 0.4, "innocent", REVOLT), label(0.56, 0.135, "enemies", CALM)] if p == Gregory() else []
    chart = alt.layer(area, *words).properties(width=WIDTH, height=HEIGHT)
    return finish(
        chart,
        "The less the dictator knows, the more innocents he kills",
        f"Enemies {p.enemies:.0%} of the people, {p.tolerated:.0%} tolerated; smallest purge that makes him safe",
    )


def checks() -> Iterator[Check]:
    """Exact values, signs, and the one historical ratio."""
    name = "gregory"
    for q, eliminated, innocents in ((1.0, 1 / 19, 0.0), (0.5, 1 / 9, 1 / 18), (0.2, 1 / 3, 4 / 15)):
        size = purge(0.1, 0.05, q)
        yield check(name, f"information {q:g}: eliminated", eliminated, "V", size, 1e-12)
        yield check(name, f"information {q:g}: innocents", innocents, "V", (1 - q) * size, 1e-12)
    yield check(name, "blind (information equals enemies): eliminated", 1.0, "V", purge(0.1, 0.05, 0.1))
    grid = np.linspace(0.11, 1, 90)
    sizes = np.array([purge(0.1, 0.05, q) for q in grid])
    yield claim(name, "purge falls with information", "S", bool((np.diff(sizes) < 0).all()))
    yield claim(name, "innocents fall with information", "S", bool((np.diff((1 - grid) * sizes) < 0).all()))
    by_enemies = np.diff([purge(n, 0.05, 0.5) for n in np.linspace(0.06, 0.4, 30)])
    yield claim(name, "purge rises with enemies", "S", bool((by_enemies > 0).all()))
    by_power = np.diff([run(Gregory(capacity=c), 1).summary["eliminated"] for c in np.linspace(0, 1, 21)])
    yield claim(name, "purge rises with the power to eliminate, until it suffices", "S", bool((by_power >= 0).all()))
    yield check(name, "order 00447: shot, carried out over planned", 5.1, "S", 387_000 / 75_950, 0.05,
                note="arithmetic on the archive's totals; no model behind it")
    yield check(name, "order 00447: sent to camps, over planned", 2.0, "S", (767_000 - 387_000) / 193_000, 0.05)


MODEL = Model(
    "gregory", "Rational dictators and the killing of innocents", " ".join(__doc__.splitlines()[2:4]),
    "The dictator eliminates just enough people to be safe from the enemies he cannot tell apart.",
    "Better information always shrinks the purge: mass operations are a sign of ignorance, not of knowledge.",
    Gregory, run, plot, checks,
)

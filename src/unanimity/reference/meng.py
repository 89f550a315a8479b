"""Meng, Qian and Yared 2015: a rigid plan starves those who grow most.

X. Meng, N. Qian, P. Yared, "The Institutional Causes of China's Great Famine", Review of Economic Studies 82:1568-1611.

Reduced form (ours). Region i is expected to grow e_i per head, needs s, and the state takes e_i - s: procurement is
set on expected output and is progressive. A common shortfall d makes output y_i = (1 - d) e_i, but the plan stands:

    retained = y_i - (e_i - s) = s - d e_i      falling in output: the productive starve

A flexible state takes the same total, but the same share of what each region really grew, so retained food is
proportional to y_i and the poor regions starve. `flexibility` mixes the two; deaths grow with the share of need missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, finish
from unanimity.reference.published_model import Check, Model, Outcome, check, claim
from unanimity.world.draws import normals
from unanimity.world.spans import Span

HARVEST, LOCAL = 81, 82  # streams
SOURCE = "ours, after Meng, Qian and Yared 2015"


class Meng(NamedTuple):
    """A bad harvest under a rigid plan."""

    shortfall: Annotated[float, Span("share of the expected harvest that fails", 0, 0.9, SOURCE, symbol="d")] = 0.15
    flexibility: Annotated[float, Span("how far procurement follows the real harvest", 0, 1, SOURCE)] = 0.0
    output: Annotated[float, Span("mean expected output per head", 1, 10, SOURCE, "needs", "e")] = 2.5
    spread: Annotated[float, Span("spread of expected output between regions", 0, 2, SOURCE, "needs")] = 0.5
    local: Annotated[float, Span("spread of local luck in the harvest", 0, 0.5, SOURCE)] = 0.0
    lethality: Annotated[float, Span("deaths for each missing share of need", 0, 1, SOURCE)] = 0.1
    regions: Annotated[int, Span("regions", 3, 10_000, SOURCE, "regions")] = 200


def country(p: Meng, seed: int) -> pd.DataFrame:
    """Expected and real output, retained food and mortality of each region; need is 1."""
    expected = np.maximum(p.output + p.spread * normals(seed, HARVEST, p.regions), 1.0)
    real = np.maximum(expected * (1.0 - p.shortfall + p.local * normals(seed, LOCAL, p.regions)), 0.0)
    plan = expected - 1.0
    rigid = np.minimum(plan, real)
    share = min(rigid.sum() / real.sum(), 1.0) if real.sum() > 0 else 0.0
    taken = (1.0 - p.flexibility) * rigid + p.flexibility * share * real
    retained = real - taken
    missing = np.clip(1.0 - retained, 0.0, 1.0)
    missing[missing < 1e-12] = 0.0  # a harvest as expected leaves the need, to the last bit but one
    return pd.DataFrame({"expected": expected, "output": real, "taken": taken, "retained": retained,
                         "mortality": p.lethality * missing})


def correlation(table: pd.DataFrame) -> float:
    """Correlation of mortality with output across regions; zero where nobody dies or all regions are alike."""
    if table.mortality.std() == 0 or table.output.std() == 0:
        return 0.0
    return float(np.corrcoef(table.mortality, table.output)[0, 1])


def run(p: Meng, seed: int) -> Outcome:
    """One harvest."""
    table = country(p, seed)
    summary = {"mortality": float(table.mortality.mean()), "correlation": correlation(table),
               "food_per_need": float(table.output.mean()), "starving_regions": float((table.mortality > 0).mean())}
    return Outcome(summary, table)


def plot(p: Meng, seed: int) -> Any:
    """Mortality against output, under the plan and under flexible procurement."""
    import altair as alt

    kinds = (("the plan stands", 0.0), ("procurement follows the harvest", 1.0))
    data = pd.concat([country(p._replace(flexibility=value), seed).assign(kind=kind) for kind, value in kinds])
    dots = (
        alt.Chart(data)
        .mark_circle(size=26, opacity=0.6)
        .encode(
            x=alt.X("output:Q", title="real output per head (needs)", scale=alt.Scale(zero=False)),
            y=alt.Y("mortality:Q", title="mortality", axis=alt.Axis(format=".1%")),
            color=alt.Color(
                "kind:N", legend=None, scale=alt.Scale(domain=[kind for kind, _ in kinds], range=[REVOLT, CALM])
            ),
        )
        .properties(width=255, height=HEIGHT - 50)
        .facet(alt.Column("kind:N", sort=[kind for kind, _ in kinds], title=None))
    )
    food = data.output.mean()
    return finish(
        dots,
        "Under a rigid plan those who grow most starve, with food enough for all",
        f"{p.regions} regions, harvest {p.shortfall:.0%} below plan, yet {food:.1f} times what people need",
    )


def checks() -> Iterator[Check]:
    """The sign flip, in every country drawn."""
    name, seeds = "meng", range(1, 41)
    for shortfall in (0.05, 0.15, 0.30):
        rigid = [correlation(country(MODEL.settings(shortfall=shortfall), seed)) for seed in seeds]
        yield check(name, f"rigid plan, shortfall {shortfall}: countries of 40 where the productive starve", 40, "S",
                    sum(value > 0 for value in rigid), note=f"lowest correlation {min(rigid):.2f}")
    noisy = [correlation(country(MODEL.settings(local=0.05), seed)) for seed in seeds]
    yield check(name, "the same with local luck of 5 %", 40, "S", sum(value > 0 for value in noisy),
                note=f"lowest correlation {min(noisy):.2f}")
    flexible = [correlation(country(MODEL.settings(flexibility=1.0), seed)) for seed in seeds]
    yield check(
        name, "flexible: countries of 40 where the productive starve", 0, "S", sum(value > 0 for value in flexible)
    )
    good = [country(MODEL.settings(shortfall=0.0), seed) for seed in seeds]
    yield check(name, "harvest as expected: deaths", 0, "S", max(float(table.mortality.max()) for table in good))
    food = np.mean([country(MODEL.settings(), seed).output.mean() for seed in seeds])
    yield claim(name, "famine although food exceeds need", "S", food > 1.0, note=f"{food:.2f} needs grown per head")


MODEL = Model(
    "meng", "Famine under a plan set on expected output", __doc__.splitlines()[2],
    "The state takes what it expected to be surplus, whatever was really grown.",
    "The sign of the correlation between output and death tells the institution, not the weather.",
    Meng, run, plot, checks,
)

"""Kuran 1991: a revolution that nobody foresaw, because private truth was kept out of sight.

T. Kuran, "Now Out of Never", World Politics 44(1):7-48 (1991); "Sparks and prairie fires", Public Choice 61 (1989).

A person with private preference x (0 regime .. 100 opposition) shows a public one, y = 0 or 100. Showing y pays what
the crowd on that side pays, plus what it is worth not to lie, falling with |y - x|. With linear payoffs and a weight
w on integrity, opposing pays S - w (100 - x) and supporting (100 - S) - w x; the two tie at the threshold

    t(x) = 50 + w (50 - x)

which falls as private opposition rises. The public opposition S then follows Granovetter's dynamics: everybody whose
threshold is reached turns. A small private change moves one threshold by a little: unseen, and sometimes decisive.
The sequences of ten people are recalled from the article; what follows from them is computed exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.reference.chart_style import CALM, HEIGHT, REVOLT, finish
from unanimity.reference.published_model import Check, Model, Outcome, check, claim
from unanimity.world.spans import Span

SEQUENCES = {
    "A": (0, 20, 20, 30, 40, 50, 60, 70, 80, 100),
    "A'": (0, 10, 20, 30, 40, 50, 60, 70, 80, 100),
    "B": (0, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    "B'": (0, 10, 30, 40, 50, 60, 70, 80, 90, 100),
    "C": (0, 20, 20, 20, 20, 20, 20, 20, 60, 100),
}
NAMES = tuple(SEQUENCES)


class Kuran(NamedTuple):
    """A society of ten, and one person's change of heart."""

    sequence: Annotated[int, Span("which thresholds", 0, 4, "Kuran 1991, recalled", "choice")] = 0
    person: Annotated[int, Span("who changes, counted from 1", 1, 10, "ours", "person")] = 2
    shift: Annotated[float, Span("how far his threshold falls", -100, 100, "ours", "% of society")] = 0.0
    integrity: Annotated[float, Span("weight of not lying", 0.1, 10, "ours", "ratio", "w")] = 1.0


def threshold_of(preference: np.ndarray | float, integrity: float = 1.0) -> np.ndarray | float:
    """The public opposition at which speaking the truth and lying pay the same."""
    return 50.0 + integrity * (50.0 - np.asarray(preference))


def preference_of(threshold: np.ndarray, integrity: float = 1.0) -> np.ndarray:
    """The private preference that a threshold implies."""
    return 50.0 - (np.asarray(threshold, dtype=float) - 50.0) / integrity


def opposition(thresholds: np.ndarray) -> list[float]:
    """Public opposition after each round, in percent."""
    path = [0.0]
    while True:
        share = 100.0 * float((thresholds <= path[-1]).mean())
        if share == path[-1]:
            return path
        path.append(share)


def run(p: Kuran, seed: int) -> Outcome:
    """Public opposition by round, and the private opposition behind it. The run is deterministic."""
    thresholds = np.array(SEQUENCES[NAMES[p.sequence]], dtype=float)
    thresholds[p.person - 1] -= p.shift
    path = opposition(thresholds)
    private = preference_of(thresholds, p.integrity)
    summary = {"public_opposition": path[-1], "rounds": float(len(path) - 1),
               "mean_threshold": float(thresholds.mean()), "mean_private_opposition": float(private.mean())}
    return Outcome(summary, pd.DataFrame({"round": range(len(path)), "public_opposition": path}))


def plot(p: Kuran, seed: int) -> Any:
    """Two societies that differ in one person."""
    import altair as alt

    rows = []
    for place, society in enumerate(("A", "A'")):
        thresholds = np.array(SEQUENCES[society], dtype=float)
        end = opposition(thresholds)[-1]
        title = f"society {society}: {end:.0f} % in the street"
        rows += [{"order": place, "society": title, "person": i + 1, "threshold": t,
                  "public": "opposes" if t <= end else "stays silent"} for i, t in enumerate(thresholds)]
    data = pd.DataFrame(rows)
    colour = alt.Color("public:N", scale=alt.Scale(domain=["opposes", "stays silent"], range=[REVOLT, CALM]),
                       legend=alt.Legend(title=None, orient="bottom"))
    bars = alt.Chart(data).mark_bar(size=17).encode(
        x=alt.X("person:O", title="person", axis=alt.Axis(labelAngle=0)),
        y=alt.Y("threshold:Q", title="threshold (% already opposing)"), color=colour)
    numbers = alt.Chart(data).mark_text(dy=-7, fontSize=11).encode(x="person:O", y="threshold:Q", text="threshold:Q")
    chart = alt.layer(bars, numbers).properties(width=235, height=HEIGHT - 40).facet(
        alt.Facet("society:N", sort=data.society.unique().tolist(), title=None))
    return finish(chart, "One person's change of heart, ten points wide, makes a revolution",
                  "Person 2 needs 20 % on the left and 10 % on the right; nobody else differs")


def checks() -> Iterator[Check]:
    """The five societies, exactly."""
    name, note = "kuran", "sequence recalled, outcome follows from it exactly"
    ends = {key: opposition(np.array(values))[-1] for key, values in SEQUENCES.items()}
    for key, end in (("A", 10), ("A'", 90), ("B", 10), ("B'", 20), ("C", 10)):
        yield check(name, f"society {key}: public opposition, %", end, "V", ends[key], note=note)
    means = {key: float(np.mean(values)) for key, values in SEQUENCES.items()}
    yield check(name, "society C: mean threshold, %", 30, "V", means["C"])
    yield check(name, "society A: mean threshold, %", 47, "V", means["A"])
    yield claim(name, "less content society A' erupts, still less content C does not", "R",
                means["C"] < means["A'"] and ends["C"] < ends["A'"], note="the latent bandwagon is not mean discontent")
    x = np.linspace(0, 100, 101)
    falls = all((np.diff(threshold_of(x, w)) < 0).all() for w in (0.5, 1.0, 2.0))
    yield claim(name, "threshold falls as private opposition rises", "R", falls, note="follows from linear payoffs")


MODEL = Model(
    "kuran", "Preference falsification and sudden revolution", __doc__.splitlines()[2],
    "Each person speaks his mind once public opposition makes that pay.",
    "Before the event, A and A' look the same; afterwards everyone can explain why it had to come.",
    Kuran, run, plot, checks, {"sequence": NAMES},
)

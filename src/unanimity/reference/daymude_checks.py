"""The published results of Daymude, Axelrod and Forrest next to ours: closed forms, trials, columns of their sweep."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from unanimity.reference.daymude import MODEL, act, half_time_boldness, run, turning_point
from unanimity.reference.published_model import Check, check, claim, in_parallel, mean_interval

NAME = "daymude"
PEOPLE = 100_000  # the authors' population; with fewer, noise in what is seen stops the drift of severity
SEEDS = range(1, 4)
UNIFORM = {.055: 2.19, .105: 2.48, .155: 3.55, .205: 4.55, .245: 5.16, .295: 5.60, .345: 5.69, .395: 5.63, .445: 5.46,
           .495: 5.38}
PROPORTIONAL = {.055: .15, .105: 1.07, .155: 1.19, .205: 1.17, .245: 1.20, .295: 1.20, .345: 1.20, .395: 1.20,
                .445: 1.20, .495: 1.20}


def rows() -> Iterator[Check]:
    """All rows; two columns of the sweep, since each takes seconds."""
    yield from closed_forms()
    yield from trials()
    yield column("uniform", 0.245)
    yield column("proportional", 0.245)


def closed_forms() -> Iterator[Check]:
    """The turning points, and the optimal act against a search over all acts."""
    for punishment, surveillance, severity, published in (
        ("uniform", 0.2, 0.6, 0.7115384615),
        ("uniform", 0.5, 0.6, 0.7857142857),
        ("proportional", 0.2, 1.0, 0.625),
        ("proportional", 0.5, 1.5, 0.2916666667),
    ):
        yield check(
            NAME,
            f"{punishment}: turning point at surveillance {surveillance}, severity {severity}",
            published,
            "C",
            turning_point(punishment, 1.0, surveillance, 0.25, severity),
            1e-9,
        )
    worst = 0.0
    for desire in np.linspace(0.05, 1, 20):
        for boldness in (0.3, 0.8, 1.0, 2.0):
            for proportional in (False, True):
                best = act(proportional, desire, boldness, 0.25, 0.9, 0.3)
                searched = _worth(np.linspace(0, desire, 4001), boldness, proportional).max()
                worst = max(worst, float(searched - _worth(np.array(best), boldness, proportional)))
    yield check(
        NAME,
        "loss of the closed form against a search over 4001 acts, worst of 160 people",
        0,
        "V",
        max(worst, 0.0),
        1e-9,
    )


def _worth(a: np.ndarray, boldness: float, proportional: bool) -> np.ndarray:
    """The payoff of an act under tolerance .25, severity .9 and surveillance .3."""
    price = 0.9 * (0.3 + 0.7 * a) * ((a - 0.25) if proportional else 1.0)
    return boldness * a - np.where(a > 0.25, price, 0.0)


def trials() -> Iterator[Check]:
    """Suppressed or never, in four cells, at the authors' population."""
    cells = (("uniform", 2.0, True), ("uniform", 8.0, False), ("proportional", 1.0, True), ("proportional", 3.0, False))
    for punishment, boldness, suppressed in cells:
        p = MODEL.settings(punishment=punishment, boldness=boldness, people=PEOPLE)
        found = in_parallel(lambda seed, p=p: run(p, seed).summary, SEEDS)
        hits = sum(math.isfinite(one["suppression_time"]) for one in found)
        where = f"{punishment}, boldness {boldness:g}"
        yield check(NAME, f"{where}: trials suppressed, of 3", 3 if suppressed else 0, "C", hits)
        if suppressed:
            severity = [one["severity"] for one in found]
            yield claim(
                NAME,
                f"{where}: ends with tolerance below .05, surveillance above .9, dissent below .1",
                "C",
                all(
                    one["tolerance"] < 0.05 and one["surveillance"] > 0.9 and one["dissent_share"] < 0.1
                    for one in found
                ),
            )
            yield check(NAME, f"{where}: severity at the end", 9 if boldness == 2 else 10, "C", np.mean(severity), 1.5,
                        mean_interval(severity), note="read from a figure of one trial")
        else:
            dissent = [one["dissent_share"] for one in found]
            yield check(NAME, f"{where}: dissent at the end, share of desire", 1.0, "C", np.mean(dissent), 0.01,
                        mean_interval(dissent))
    course = run(MODEL.settings(boldness=2.0, people=PEOPLE, rounds=2000), 1).table
    yield claim(NAME, "uniform, boldness 2: tolerance first rises above .9, then falls below .1", "C",
                bool(course.tolerance.max() > 0.9 and course.tolerance.iloc[-1] < 0.1), note="the hundred flowers")


def column(punishment: str, desire: float, count: int = 10) -> Check:
    """One column of the sweep: the boldness at which suppression takes more than 5000 rounds."""
    uniform = punishment == "uniform"
    published = (UNIFORM if uniform else PROPORTIONAL)[desire]
    p = MODEL.settings(punishment=punishment, desire=desire, people=PEOPLE, rounds=5000)
    low, high, halvings = (max(published - 1.6, 0.1), published + 1.6, 4) if uniform else (0.8, 1.6, 3)
    ours = half_time_boldness(p, low, high, halvings, count)
    half = (high - low) / 2 ** (halvings + 1)
    return check(
        NAME,
        f"{punishment}: boldness at which suppression takes 5000 rounds, mean desire {desire}",
        published,
        "C",
        ours,
        0.3 if uniform else 0.1,
        (ours - half, ours + half),
        note=f"{count} trials from random starts (theirs 50); the interval is that of the halving",
    )

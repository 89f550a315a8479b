"""System directions of cards 17-20: custody, confession, hostage, intercession."""

from __future__ import annotations

import numpy as np

from unanimity.experiments.directions.declare import CONTROL, NOT_DOWN, TREATED, Direction, Pairs


def capitulations_added(pairs: Pairs) -> np.ndarray:
    """People who have signed that they were wrong, treated less control."""
    return np.asarray(pairs.column(TREATED, "capitulated").sum(axis=1).astype(float)
                      - pairs.column(CONTROL, "capitulated").sum(axis=1))


DIRECTIONS: tuple[Direction, ...] = (
    Direction("17.6", "More isolation does not lower the number of those who die in custody.",
              "deaths_in_custody", NOT_DOWN, {"isolation": 1.0}, base="war", since=True, needs=("custody", "arrest")),
    Direction("17.6", "More isolation does not lower the number of those who capitulate.",
              "capitulations", NOT_DOWN, {"isolation": 1.0}, base="war", number=capitulations_added,
              needs=("custody", "arrest", "confession")),
)

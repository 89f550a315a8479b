"""System directions of cards 17-20: custody, confession, hostage, intercession."""

from __future__ import annotations

from unanimity.experiments.directions.declare import Direction

DIRECTIONS: tuple[Direction, ...] = (
)

"""System directions of cards 25-28: shock, oversight, association, exit."""

from __future__ import annotations

from unanimity.experiments.directions.declare import Direction

DIRECTIONS: tuple[Direction, ...] = (
)

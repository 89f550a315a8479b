"""System directions of cards 14-16: surveillance, arrest, sanction."""

from __future__ import annotations

from unanimity.experiments.directions.declare import Direction

DIRECTIONS: tuple[Direction, ...] = (
)

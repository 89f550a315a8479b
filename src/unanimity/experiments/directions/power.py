"""System directions of cards 21-24: campaign, purge, concentration, uprising."""

from __future__ import annotations

from unanimity.experiments.directions.declare import Direction

DIRECTIONS: tuple[Direction, ...] = (
)

"""Measures: declared pure functions with unit and bounds, collected by world, month and level."""

from __future__ import annotations

from unanimity.measures import opinion
from unanimity.measures.declare import Measure

MEASURES: tuple[Measure, ...] = opinion.MEASURES
BY_NAME: dict[str, Measure] = {measure.name: measure for measure in MEASURES}

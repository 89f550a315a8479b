"""Measures: declared pure functions with unit and bounds, collected by world, month and level.

`MEASURES` are collected in every run; the others where the mechanisms run whose state they describe.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from unanimity.measures import (
    bread,
    danger,
    factions,
    generations,
    moving,
    offices,
    opinion,
    party,
    people,
    police,
    power,
    rings,
    statutes,
    supply,
)
from unanimity.measures.declare import Measure
from unanimity.support.errors import ModelError
from unanimity.support.late_imports import Searched
from unanimity.world.rules import Mechanism

MEASURES: tuple[Measure, ...] = opinion.MEASURES
_WHERE: tuple[tuple[tuple[Measure, ...], frozenset[str]], ...] = (
    (opinion.MEASURES, frozenset()),
    (bread.MEASURES, frozenset({"provision", "reporting", "requisition"})),
    (party.MEASURES, frozenset({"grievance", "recruitment", "dependence", "press", "appointment"})),
    (people.MEASURES, frozenset({"provision", "recruitment"})),
    (supply.MEASURES, frozenset({"provision", "reporting", "requisition", "press"})),
    (offices.MEASURES, frozenset({"appointment"})),
    (rings.MEASURES, frozenset({"appointment", "protection", "chronicle"})),
    (factions.MEASURES, frozenset({"faction", "chronicle"})),
    (power.MEASURES, frozenset({"campaign", "purge", "concentration"})),
    (police.MEASURES, frozenset({"provision", "recruitment", "sanction", "custody", "oversight", "exit"})),
    (danger.MEASURES, frozenset({"uprising", "shock"})),
    (generations.MEASURES, frozenset({"generations"})),
    (moving.MEASURES, frozenset({"generations", "moving"})),
    (statutes.MEASURES, frozenset({"appointment", "turnout", "petition", "complaint", "reprisal", "mandate",
                                   "severance"})),
)
ALL_MEASURES: tuple[Measure, ...] = tuple(measure for group, _ in _WHERE for measure in group)
BY_NAME: dict[str, Measure] = {measure.name: measure for measure in ALL_MEASURES}


def measures_of(mechanisms: Iterable[str]) -> tuple[Measure, ...]:
    """The measures that are defined where these mechanisms run."""
    running = set(mechanisms)
    return tuple(measure for group, needs in _WHERE if needs <= running for measure in group)


def measures_for(mechanisms: Iterable[Mechanism]) -> tuple[Measure, ...]:
    """The measures that are defined where these mechanisms run, including the mechanisms' own measures."""
    running = tuple(mechanisms)
    return (*measures_of(m.id for m in running), *own_measures(running).values())


def own_measures(mechanisms: Iterable[Mechanism]) -> dict[str, Measure]:
    """The measures that mechanisms declare themselves, by name."""
    found: dict[str, Measure] = {}
    for mechanism in mechanisms:
        for measure in mechanism.measures:
            if measure.name in BY_NAME or measure.name in found:
                raise ModelError(f"the mechanism {mechanism.id!r} brings a measure {measure.name!r}, a name that is "
                                 f"taken; allowed: another name.")
            found[measure.name] = measure
    return found


def needs_of(name: str) -> tuple[str, ...]:
    """The mechanisms that must run for a measure to be defined."""
    return tuple(sorted(next(needs for group, needs in _WHERE if any(m.name == name for m in group))))


sys.modules[__name__].__class__ = Searched  # un.measures.search("word")

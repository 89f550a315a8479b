"""System directions of cards 1-3: provision, reporting, requisition."""

from __future__ import annotations

from unanimity.experiments.directions.declare import (
    CONTROL,
    FALLS,
    NOT_DOWN,
    NOT_UP,
    RISES,
    TREATED,
    Direction,
    Pairs,
)


def harvest_apart(pairs: Pairs):  # type: ignore[no-untyped-def]
    """The last harvest of the whole country, treated minus control, as a share of control's."""
    one, two = (pairs.column(arm, "harvest").sum(axis=1) for arm in (CONTROL, TREATED))
    return (two - one) / one


DIRECTIONS: tuple[Direction, ...] = (
    Direction("1.6", "Where districts decide nothing, a centre that errs more does not bring fewer deaths by hunger.",
              "hunger_deaths", NOT_DOWN, {"reporting.fear": 1.0, "reporting.habit": 0.2}, base="war",
              settings={"autonomy": "none", "reporting.fear": 0.3, "reporting.habit": 0.0}, since=True),
    Direction("1.6", "The change does make the centre err more.",
              "centre_error", RISES, {"reporting.fear": 1.0, "reporting.habit": 0.2}, base="war",
              settings={"autonomy": "none", "reporting.fear": 0.3, "reporting.habit": 0.0}),
    Direction("2.6", "Punishing those who admit a shortfall makes the centre err more over two years.",
              "centre_error", RISES, {"report_penalty": "high"}, base="war", months=24, last=24),
    Direction("3.3", "Harder seizing does not raise the harvest of the fourth year.",
              "harvest", NOT_UP, {"requisition.force": 0.9}, base="war", settings={"requisition.force": 0.4},
              months=44, number=harvest_apart),
    Direction("3.6", "A legal market with a tax in place of seizure lowers deaths by hunger within a year.",
              "hunger_deaths", FALLS, {"market": "legal", "procurement": "tax"}, base="war", at=36, months=48,
              since=True),
)

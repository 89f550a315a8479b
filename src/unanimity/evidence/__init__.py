"""Evidence from documents and archives about 1917-1941, as tables with codebook, provenance and selection bias.

    import unanimity as un
    un.evidence.people, un.evidence.events, un.evidence.series        # data frames
    un.evidence.survival("GROUP_party_opposition")                    # Kaplan-Meier with delayed entry
    un.evidence.reply("serge-1921-exit-of-the-critical")              # the question of a claim, put to the tables
    un.evidence.codebook()["bias"]["who"]                             # whom the sample leaves out

Persons of these tables are historical. They are cited and counted, and never simulated by name.
"""

from __future__ import annotations

from typing import Any

from unanimity.evidence.curves import survival, survival_by_cohort
from unanimity.evidence.hazards import hazard_by_period, hazard_by_year, rate_ratio
from unanimity.evidence.outcomes import capitulation, fates, leaving_and_staying
from unanimity.evidence.questions import REPLIES, Reply, replies, reply
from unanimity.evidence.risk import risk_set
from unanimity.evidence.sequences import (
    calendar_against_clock,
    durations,
    event_counts,
    order_of_penalties,
    time_to_outcome,
    trials,
)
from unanimity.evidence.tables import NAMES, codebook, table
from unanimity.evidence.views import VIEWS, View, view
from unanimity.support.errors import near_miss
from unanimity.support.works import Work, works

__all__ = [
    "NAMES",
    "REPLIES",
    "VIEWS",
    "Reply",
    "View",
    "Work",
    "calendar_against_clock",
    "capitulation",
    "codebook",
    "durations",
    "event_counts",
    "fates",
    "hazard_by_period",
    "hazard_by_year",
    "leaving_and_staying",
    "order_of_penalties",
    "rate_ratio",
    "replies",
    "reply",
    "risk_set",
    "survival",
    "survival_by_cohort",
    "table",
    "time_to_outcome",
    "trials",
    "view",
    "works",
]


def __getattr__(name: str) -> Any:
    if name in NAMES:
        return table(name)
    raise AttributeError(f"module 'unanimity.evidence' has no attribute {name!r}.{near_miss(name, __dir__())}")


def __dir__() -> list[str]:
    return sorted([*globals(), *NAMES])

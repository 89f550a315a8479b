"""System directions of cards 14-16: surveillance, arrest, sanction."""

from __future__ import annotations

import numpy as np

from unanimity.engine.case_logs import whole_log
from unanimity.experiments.directions.declare import NOT_DOWN, NOT_UP, TREATED, Direction, Pairs
from unanimity.mechanisms.police.sanction import FIRST_PRECEDENT
from unanimity.world.case_log import WAS_GUILTY
from unanimity.world.codes import ARREST

NOTHING_HELD = {"dependence.job": 0.0, "dependence.food": 0.0, "dependence.room": 0.0}


def innocents_added(pairs: Pairs) -> np.ndarray:
    """Share of innocents among those arrested since the change, treated minus control; NaN for a pair without arrests
    in an arm."""
    log = whole_log(pairs.batch)
    log = log[(log["row"]["event"] == ARREST) & (log["row"]["month"] >= pairs.at)]
    innocent = (log["row"]["flags"] & WAS_GUILTY) == 0
    worlds = 2 * pairs.number
    arrests = np.bincount(log["world"], minlength=worlds).astype(float)
    share = np.bincount(log["world"], innocent, minlength=worlds) / np.where(arrests > 0, arrests, np.nan)
    return np.asarray(share[pairs.number:] - share[:pairs.number])


def informers(pairs: Pairs) -> np.ndarray:
    """Informers at the end, one number per pair."""
    return np.asarray(pairs.column(TREATED, "informer").sum(axis=1).astype(float))


def precedent_gained(pairs: Pairs) -> np.ndarray:
    """The precedent (the highest rung that has passed) at the end, minus the one at the start of the run."""
    return np.asarray(pairs.column(TREATED, "rung_max")[:, 0].astype(float) - FIRST_PRECEDENT)


DIRECTIONS: tuple[Direction, ...] = (
    Direction("14.5", "Where nobody's living is in one hand and nobody envies, no informer is recruited.",
              "informers", NOT_UP, settings={**NOTHING_HELD, "surveillance.envy": 0.0}, number=informers, pairs=8),
    Direction("14.6", "More invention in the files does not lower the share of innocents among the arrested.",
              "false_positive_share", NOT_DOWN, {"surveillance.invention": 0.3}, number=innocents_added,
              needs=("sanction",)),
    Direction("15.6", "More oversight does not raise the share of innocents among the arrested.",
              "false_positive_share", NOT_UP, {"oversight.courts": "on", "oversight.appeal": "on"},
              number=innocents_added, needs=("sanction", "oversight")),
    Direction("16.6", "Where no precedent is ever forgotten, the highest rung that has passed never falls.",
              "rung_max", NOT_DOWN, {"sanction.forgetting": 0.0}, base="law", number=precedent_gained,
              needs=("sanction", "oversight"), months=96, pairs=16),
)

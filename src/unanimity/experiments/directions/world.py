"""System directions of cards 25-28: shock, oversight, association, exit."""

from __future__ import annotations

from unanimity.experiments.directions.declare import NOT_UP, Direction
from unanimity.experiments.directions.police import innocents_added

DIRECTIONS: tuple[Direction, ...] = (
    Direction("26.5", "More oversight does not raise the number of executions.",
              "deaths_executed", NOT_UP, {"oversight.courts": "on", "oversight.appeal": "on"}, base="war", since=True,
              needs=("oversight", "sanction", "arrest")),
    Direction("26.5", "More oversight does not raise the share of innocents among the arrested.",
              "false_positive_share", NOT_UP, {"oversight.courts": "on", "oversight.appeal": "on"}, base="war",
              number=innocents_added, needs=("oversight", "sanction", "arrest")),
)

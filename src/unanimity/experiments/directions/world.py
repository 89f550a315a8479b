"""System directions of cards 25-28: shock, oversight, association, exit."""

from __future__ import annotations

import dataclasses

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.experiments.directions.declare import CONTROL, NOT_UP, TREATED, Direction, Pairs
from unanimity.experiments.directions.police import innocents_added
from unanimity.regimes.schedule import Entry
from unanimity.world.codes import RULE_ISSUE
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.selectors.parse import Choice, Share

HARVEST, WAR_AT, PURGE_MONTHS = 7, 24, 6


def schedule(batch: Batch, worlds: range, entry: Entry) -> None:
    """Add an event to the calendar of those worlds."""
    batch.regimes = tuple(dataclasses.replace(regime, schedule=(*regime.schedule, entry)) if world in worlds else regime
                          for world, regime in enumerate(batch.regimes))


def drought(batch: Batch) -> None:
    """Half of the harvest fails in every province, in the first year of all worlds."""
    schedule(batch, range(batch.worlds), Entry(HARVEST, "harvest_failure", "harvest_failure", months=12,
                                               arguments=(("severity", 0.5),)))


def war_later(batch: Batch) -> None:
    """The same war in all worlds, starting after two years."""
    schedule(batch, range(batch.worlds), Entry(WAR_AT, "war", "war", months=12, arguments=(
        ("need", 1.2), ("withdraw", Share(0.05, True)), ("threat", 0.5), ("holds", 0.0))))


def purge_first(batch: Batch, worlds: range) -> None:
    """Before the war, half of the officials of the treated worlds are arrested, the most suspected first."""
    schedule(batch, worlds, Entry(batch.month, "purge", "purge", months=PURGE_MONTHS, who=Choice("officials"),
                                  arguments=(("share", 0.5), ("a_month", False), ("mode", "arrest"),
                                             ("selection", "score"))))


def convinced_critics(pairs: Pairs) -> np.ndarray:
    """Mean product of conviction and disagreement with the centre's line among those still at liberty, treated minus
    control."""
    def left(arm: str) -> np.ndarray:
        here = pairs.column(arm, "status") < AT_LIBERTY_BELOW
        line = pairs.column(arm, "line")[:, RULE_ISSUE, -1:]
        against = np.maximum(0.0, -pairs.column(arm, "stance")[:, RULE_ISSUE] * line)
        weight = pairs.column(arm, "conviction") * against
        return np.asarray((weight * here).sum(axis=1) / np.maximum(here.sum(axis=1), 1))

    values: np.ndarray = left(TREATED) - left(CONTROL)
    return values


DIRECTIONS: tuple[Direction, ...] = (
    Direction("25.5", "In the same drought a freer market does not raise the number who starve.", "hunger_deaths",
              NOT_UP, {"market": "legal"}, base="war", both=drought, since=True, months=36),
    Direction("25.5", "In the same drought more local autonomy does not raise the number who starve.", "hunger_deaths",
              NOT_UP, {"autonomy": 0.8}, base="war", both=drought, since=True, months=36),
    Direction("25.6", "In the same war, capacity in the provinces is not higher after a purge.", "competence_province",
              NOT_UP, base="terror", both=war_later, act=purge_first, at=6, months=WAR_AT + 12),
    Direction("25.6", "In the same war, capacity at the centre is not higher after a purge.", "competence_centre",
              NOT_UP, base="terror", both=war_later, act=purge_first, at=6, months=WAR_AT + 12,
              finding="+.039 on .66 (90 % +.026 to +.051), 40 pairs; why was not looked into"),
    Direction("26.5", "More oversight does not raise the number of executions.",
              "deaths_executed", NOT_UP, {"oversight.courts": "on", "oversight.appeal": "on"}, base="war", since=True,
              needs=("oversight", "sanction", "arrest")),
    Direction("26.5", "More oversight does not raise the share of innocents among the arrested.",
              "false_positive_share", NOT_UP, {"oversight.courts": "on", "oversight.appeal": "on"}, base="war",
              number=innocents_added, needs=("oversight", "sanction", "arrest")),
    Direction("27.5", "Co-operatives and relief by law do not raise the number who starve.", "hunger_deaths", NOT_UP,
              {"association.economy": "legal"}, base="war", since=True, months=60),
    Direction("27.5", "Co-operatives and relief by law do not lengthen the silence over crimes.", "silence_median",
              NOT_UP, {"association.economy": "legal"}, months=96, last=1),
    Direction("27.6", "Co-operatives and relief by law do not raise the support hidden behind each open dissenter.",
              "hidden_support", NOT_UP, {"association.economy": "legal"}, months=60),
    Direction("28.4", "Behind an open door fewer convinced critics stay, or no more.", "private_dissent", NOT_UP,
              {"exit": "open"}, months=60, number=convinced_critics),
)

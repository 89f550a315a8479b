"""System directions of cards 4-7, 29 and 30: meeting, voice, fear, grievance, generations, moving."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import Batch
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
from unanimity.experiments.directions.world import HARVEST, purge_first, schedule
from unanimity.regimes.schedule import Entry
from unanimity.world.codes import BY_HUNGER, NOBODY, RULE_ISSUE
from unanimity.world.columns import AT_LIBERTY_BELOW

YEAR = 12.0
MOVE = {"spare": 0.3, "moving": True}


def other_line(batch: Batch, worlds: range) -> None:
    """The first province's secretary becomes independent of any patron and proclaims the opposite line on rule."""
    first = batch.tree.provinces[0]
    for world in worlds:
        batch.column("line", world)[RULE_ISSUE, first] = -1.0
        head = int(batch.column("secretary", world)[first])
        if head != NOBODY:
            batch.column("patron", world)[head] = head  # otherwise he repeats his patron's line


def burst_with_gap(pairs: Pairs) -> np.ndarray:
    """The extra dissent that a month without fear releases in the treated arm, signed by which arm falsifies more."""
    bursts, gaps = ([pairs.series(arm, name)[-1] for arm in (CONTROL, TREATED)]
                    for name in ("brittleness", "falsification_gap"))
    return np.asarray((bursts[1] - bursts[0]) * np.sign(gaps[1] - gaps[0]))


def dead_in_villages(pairs: Pairs) -> np.ndarray:
    """Hunger deaths in villages, treated minus control, among those whose places have not been reused."""
    cell_of, cells = pairs.batch.arrays["cell_of"], pairs.batch.tree.cells
    one, two = (((pairs.column(arm, "death") == BY_HUNGER) & (pairs.column(arm, "village")[:, :cells][:, cell_of] != 0))
                .sum(axis=1) for arm in (CONTROL, TREATED))
    return np.asarray(two - one, float)


def age_in_office(pairs: Pairs) -> np.ndarray:
    """Mean age of office-holders, treated minus control, in years."""
    def years(arm: str) -> np.ndarray:
        holds = (pairs.column(arm, "office") > 0) & (pairs.column(arm, "status") < AT_LIBERTY_BELOW)
        return np.asarray((-pairs.column(arm, "born") * holds).sum(axis=1) / np.maximum(holds.sum(axis=1), 1) / YEAR)

    values: np.ndarray = years(TREATED) - years(CONTROL)
    return values


def drought_in_one(batch: Batch) -> None:
    """Nine tenths of the harvest fail in the first province, in the first year of all worlds."""
    schedule(batch, range(batch.worlds), Entry(HARVEST, "harvest_failure", "harvest_failure", months=12,
                                               provinces=(1,), arguments=(("severity", 0.9),)))


def dead_elsewhere(pairs: Pairs) -> np.ndarray:
    """Hunger deaths outside the first province, treated minus control."""
    one, two = (pairs.since(arm, "hunger_deaths") - pairs.since(arm, "hunger_deaths", "province 1")
                for arm in (CONTROL, TREATED))
    return np.asarray(two - one)


DIRECTIONS: tuple[Direction, ...] = (
    Direction("4.6", "When a province's secretary changes his line, the province's cells proclaim and minute the "
              "opposite within a month under appointment from above.",
              "proclaimed_line", FALLS, at=12, months=13, last=1, place="province 1", act=other_line),
    Direction("5.6", "The more people falsify, the more dissent a month without fear would bring out.",
              "brittleness", RISES, {"fear.local_saturation": 100.0, "fear.news_saturation": 1000.0}, months=36,
              surveys=(35,), number=burst_with_gap),
    Direction("6.5", "A lower cap on sanctions does not raise mean fear.",
              "fear_of_opinion", NOT_UP, {"sanction_cap": "reproof"}, needs=("sanction",)),
    Direction("7.6", "The same number of arrests with fewer innocents among them does not raise mean grievance.",
              "grievance_felt", NOT_UP, {"arrest.noise": 0.0}, base="terror",
              settings={"arrest.noise": 1.0, "police_quota": 0.003}, needs=("arrest", "sanction")),
    Direction("29.10", "Where more join from outside and the line stays, public dissent does not rise.",
              "public_dissent", NOT_UP, {"arrivals": 0.15}, settings={"spare": 0.5}, people=1000, pairs=16, months=60,
              finding="+.015 on .025 (90 % +.003 to +.027), 16 pairs; why was not looked into"),
    Direction("29.11", "After a purge of officials those in office are younger.",
              "age in office", FALLS, settings={"spare": 0.5}, act=purge_first, at=6, months=24, number=age_in_office,
              finding="undecided: -.18 years (90 % -.38 to +.02), 40 pairs; why was not looked into"),
    Direction("30.8", "Where the market is banned, towns lose people to villages.",
              "town_share", FALLS, {"market": "banned", "market_policing": 0.5, "association.economy": "banned"},
              base="law", settings=MOVE, people=1000, pairs=16, months=60),
    Direction("30.9", "In a drought of one province, fewer die in it where people can go away than where nobody can.",
              "hunger_deaths", FALLS, {"moving.going": 2.0}, base="war", since=True, place="province 1",
              both=drought_in_one, settings={**MOVE, "moving.going": 0.0, "moving.expulsion": 0.0}, people=1000,
              months=36),
    Direction("30.9", "In a drought of one province, more die elsewhere where people can go away.",
              "deaths elsewhere", RISES, {"moving.going": 2.0}, base="war", number=dead_elsewhere, both=drought_in_one,
              settings={**MOVE, "moving.going": 0.0, "moving.expulsion": 0.0}, months=36,
              finding="-.9 of 2,000 people (90 % -1.6 to -.25), 40 pairs; why was not looked into"),
    Direction("30.10", "In a famine of villages, inner passports do not lower deaths by hunger in them.",
              "hunger_deaths", NOT_DOWN, {"passports": "both"}, base="war", number=dead_in_villages,
              settings={"spare": 0.3, "moving": True, "shock.drought": 0.5, "generations.mourn": 60}, people=1000,
              pairs=16, months=60),
)

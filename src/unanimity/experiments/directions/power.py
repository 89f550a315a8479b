"""System directions of cards 21-24: campaign, purge, concentration, uprising."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from unanimity.engine.batch import Batch
from unanimity.experiments.directions.declare import (
    CONTROL,
    NOT_DOWN,
    NOT_UP,
    RISES,
    TREATED,
    Direction,
    Pairs,
)
from unanimity.regimes.schedule import Entry


def skill_of_the_named(pairs: Pairs) -> np.ndarray:
    """Mean competence of the branches that campaigns named, treated minus control; 0 if none was named."""
    named = pairs.column(TREATED, "label_used")[..., 0] > -1000
    apart = pairs.column(TREATED, "sector_skill")[..., 0] - pairs.column(CONTROL, "sector_skill")[..., 0]
    values: np.ndarray = np.where(named, apart, 0.0).sum(axis=1) / np.maximum(named.sum(axis=1), 1)
    return values


def desks(batch: Batch, worlds: range, concentration: float) -> None:
    """Fix C (concentration) whatever the distribution of posts, since its variation between worlds would add spread."""
    held = Entry(batch.month, "clamp", "concentration", concentration, months=FOREVER)
    batch.regimes = tuple(dataclasses.replace(regime, schedule=(*regime.schedule, held)) if world in worlds else regime
                          for world, regime in enumerate(batch.regimes))


def many_desks(batch: Batch) -> None:
    """Fix C at .1 in all worlds."""
    desks(batch, range(batch.worlds), 0.1)


def one_desk(batch: Batch, worlds: range) -> None:
    """Fix C at 1 in the treated worlds."""
    desks(batch, worlds, 1.0)


def spread_of(measure: str) -> Callable[[Pairs], np.ndarray]:
    """Squared deviation of each world's last year from its arm's mean, treated minus control, divided by the control's
    mean."""
    def apart(pairs: Pairs) -> np.ndarray:
        treated, control = pairs.mean(TREATED, measure), pairs.mean(CONTROL, measure)
        before = (control - control.mean()) ** 2
        return np.asarray(((treated - treated.mean()) ** 2 - before) / before.mean())
    return apart


FOREVER = 1200
NO_CAMPAIGN = {"campaign.base": 0.0, "campaign.failure": 0.0, "campaign.discontent": 0.0}

DIRECTIONS: tuple[Direction, ...] = (
    Direction("21.5", "Campaigns do not raise the mean competence of the branches that they name.", "campaigns_begun",
              NOT_UP, {"campaign.base": 0.1, "campaign.failure": 0.3, "campaign.discontent": 0.1}, base="war",
              settings=NO_CAMPAIGN, number=skill_of_the_named),
    Direction("21.6", "More blame shifted does not raise grievance in the months of the start.", "grievance_felt",
              NOT_UP, {"campaign.blame": 0.6}, settings={"campaign.base": 0.15, "campaign.blame": 0.0}, months=24),
    Direction("21.6", "After 24 months of it output is not higher.", "output_made", NOT_UP, {"campaign.blame": 0.6},
              settings={"campaign.base": 0.15, "campaign.blame": 0.0}, months=36),
    Direction("22.5", "More contagion does not raise competence in the provinces.", "competence_province", NOT_UP,
              {"purge.contagion": 0.5}, base="terror", settings={"purge.contagion": 0.0}, months=72),
    Direction("22.5", "More contagion does not raise competence at the centre.", "competence_centre", NOT_UP,
              {"purge.contagion": 0.5}, base="terror", settings={"purge.contagion": 0.0}, months=72),
    Direction("22.5", "More contagion does not raise the time that secretaries have served.", "tenure_in_post", NOT_UP,
              {"purge.contagion": 0.5}, base="terror", settings={"purge.contagion": 0.0}, months=72),
    Direction("22.6", "Verification that hits thought more than careerism does not lower the share of opportunists.",
              "opportunist_share", NOT_DOWN, {"purge.thinking": 0.5, "purge.careerism": 0.2},
              settings={"purge.verification": 0.02, "purge.thinking": 0.2, "purge.careerism": 0.5}),
    Direction("23.5", "Elected posts do not lead to one desk more than named ones.", "concentration_of_posts", NOT_UP,
              {"appointment": "elected"}, months=60),
    Direction("23.6", "Where one man decides, output varies more between worlds (his ability).", "output_made", RISES,
              both=many_desks, act=one_desk, number=spread_of("output_made"), pairs=100),
    Direction("23.6", "Where one man decides, executions vary more between worlds (his harshness).", "deaths_executed",
              RISES, base="war", both=many_desks, act=one_desk, number=spread_of("deaths_executed"),
              pairs=100, finding="undecided: too few are executed for a spread to be told"),
    Direction("23.6", "Where one man decides, pressure on the villages varies more between worlds (how far he looks).",
              "requisition_pressure", RISES, base="war", both=many_desks, act=one_desk,
              number=spread_of("requisition_pressure"), pairs=100),
)

"""System directions of cards 21-24: campaign, purge, concentration, uprising."""

from __future__ import annotations

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
from unanimity.world.words import NO_OFFICE


def skill_of_the_named(pairs: Pairs) -> np.ndarray:
    """Mean competence of the branches that campaigns named, treated less control; 0 where none was named."""
    named = pairs.column(TREATED, "label_used")[..., 0] > -1000
    apart = pairs.column(TREATED, "sector_skill")[..., 0] - pairs.column(CONTROL, "sector_skill")[..., 0]
    return np.where(named, apart, 0.0).sum(axis=1) / np.maximum(named.sum(axis=1), 1)


def all_posts_to_the_leader(batch: Batch, worlds: range) -> None:
    """Every office holder becomes the leader's man."""
    for world in worlds:
        leader = batch.column("sitting", world)[-batch.centre_size]
        batch.column("patron", world)[batch.column("office", world) > NO_OFFICE] = leader


def spread_of_output(pairs: Pairs) -> np.ndarray:
    """Squared distance of each world's output from its arm's mean, treated less control."""
    treated, control = pairs.mean(TREATED, "output_made"), pairs.mean(CONTROL, "output_made")
    return np.asarray((treated - treated.mean()) ** 2 - (control - control.mean()) ** 2)


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
    Direction("23.6", "The more leads to one desk, the more the outcome varies between worlds.", "output_made", RISES,
              act=all_posts_to_the_leader, number=spread_of_output, months=24),
)

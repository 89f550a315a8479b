"""Rates per head do not depend on the size of the world: every base regime at 2,000 and at 20,000 people."""

from __future__ import annotations

import numpy as np
import pytest

import unanimity as un

MONTHS = 72
LAST = MONTHS - 1
# per person and month, or a share; what follows from one draw a country (purge, campaign, a new leader) is left out
ASKED = {
    "arrests": f"rate(log arrested, all, 0..{LAST})",
    "hunger deaths": f"rate(log died kind hunger, all, 0..{LAST})",
    "leavers": f"rate(log left, all, 0..{LAST})",
    "attacks": f"rate(log attacked, all, 0..{LAST})",
    "crimes of chiefs": f"sum(crimes, units level(cell), {LAST}) / people_accounted(0)",
    "circles founded": f"mean(factions_founded, all, {LAST}) / people_accounted(0)",
    "expelled": f"rate(log sanctioned rung == 3, members, 0..{LAST})",
    "members": f"members_share({LAST})",
    "fear": "mean(fear, all, last 12)",
    "trust": "mean(trust, all, last 12)",
    "public dissent": "share(voice == dissent, attendants, last 12)",
    "competence of cells": f"mean(competence, level(cell), {LAST})",
    "competence of the centre": f"mean(competence, level(centre), {LAST})",
}
UNFELT = {"fear": 0.01, "trust": 0.01}  # scores of 0 to 1: law's fear is .008 at 2,000 and .004 at 20,000
ALLOWED = 0.25  # a quarter: of 13 rates of four orders some lie outside their interval by chance


def found(order: str, people: int, worlds: int) -> dict[str, np.ndarray]:
    """Each number in each world."""
    answers = un.run(order, {"tree": "auto"}, people=people, months=MONTHS, worlds=worlds, seed=4001,
                     ask=list(ASKED.values())).answers
    return {name: answers[question].to_numpy() for name, question in ASKED.items()}


def differing(small: dict[str, np.ndarray], large: dict[str, np.ndarray]) -> list[str]:
    """What differs by more than chance and more than a quarter."""
    told = []
    for name in ASKED:
        one, two = (values[name][np.isfinite(values[name])] for values in (small, large))
        noise = (one.var(ddof=1) / one.size + two.var(ddof=1) / two.size) ** 0.5
        gap = abs(one.mean() - two.mean())
        if gap > 3.3 * noise and gap > max(ALLOWED * max(one.mean(), two.mean()), UNFELT.get(name, 0.0)):
            told.append(f"{name}: {one.mean():.4g} at 2,000, {two.mean():.4g} at 20,000")
    return told


@pytest.mark.slow
@pytest.mark.parametrize("order", ["law", "apparatus", "war", "terror"])
def test_ten_times_the_people_have_the_same_rates_a_head(order):
    assert differing(found(order, 2_000, 10), found(order, 20_000, 3)) == []

"""Traits of character that selectors, measures and rules share."""

from __future__ import annotations

from unanimity.world.formula import formula

HARSH, FAR_SIGHTED = 550, 551  # streams of luck: how harsh a leader is, and how far ahead he looks
HALF_HEARTED = 0.3  # an opportunist disagrees, or has a conviction below this


@formula
def want_of(grievance, conviction, agreement, p):
    """`want` of card 5: the person's grievance, and how far the person disagrees with the line; for one person or for
    arrays."""
    against = 0.5 * (abs(agreement) - agreement)  # (-agreement)+ without a branch, so that it also works on arrays
    return p.grievance_weight * grievance + p.conviction_weight * conviction * against


@formula
def is_opportunist(ambition, conviction, agreement):
    """More ambition than conviction, and either no agreement or little conviction; for one person or for arrays."""
    return (ambition > conviction) & ((agreement <= 0.0) | (conviction < HALF_HEARTED))


@formula
def beta_2_2(luck):
    """The quantile of Beta(2, 2), whose distribution is 3x^2 - 2x^3, by halving: + - * / alone."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2.0
        if middle * middle * (3.0 - 2.0 * middle) < luck:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0

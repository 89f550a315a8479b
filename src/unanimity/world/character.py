"""What kind of person somebody is: words that selectors, measures and rules share."""

from __future__ import annotations

from unanimity.world.formula import formula

HALF_HEARTED = 0.3  # an opportunist disagrees, or has a conviction below this


@formula
def want_of(grievance, conviction, agreement, p):
    """`want` of card 5: what he suffers and what he thinks against the line; of one person, or of arrays of them."""
    against = 0.5 * (abs(agreement) - agreement)  # (-agreement)+ without a branch, so that arrays may be asked too
    return p.grievance_weight * grievance + p.conviction_weight * conviction * against


@formula
def is_opportunist(ambition, conviction, agreement):
    """More ambition than conviction, and no agreement or little conviction to speak of; of one person, or of arrays."""
    return (ambition > conviction) & ((agreement <= 0.0) | (conviction < HALF_HEARTED))

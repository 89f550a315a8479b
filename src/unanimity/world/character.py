"""What kind of person somebody is: words that selectors, measures and rules share."""

from __future__ import annotations

from unanimity.world.formula import formula

HALF_HEARTED = 0.3  # an opportunist disagrees, or has a conviction below this


@formula
def is_opportunist(ambition, conviction, agreement):
    """More ambition than conviction, and no agreement or little conviction to speak of."""
    return ambition > conviction and (agreement <= 0.0 or conviction < HALF_HEARTED)

"""The table of factions: how many slots it has, and when one is free."""

from __future__ import annotations

from unanimity.world.codes import FACTION_SLOTS, SMALLEST_FACTION
from unanimity.world.formula import formula

MOST = FACTION_SLOTS  # slots of the table; 0 stands for no faction
SMALLEST = SMALLEST_FACTION  # members below which a faction ends


@formula
def free_slot(factions):
    """The first slot without members, or 0 if all are taken."""
    for f in range(1, MOST):
        if factions.faction_size[f] < SMALLEST:
            return f
    return 0

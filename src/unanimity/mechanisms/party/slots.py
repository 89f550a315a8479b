"""The table of factions: how many slots it has, and when one is free."""

from __future__ import annotations

from unanimity.world.formula import formula

MOST = 256  # slots of the table; 0 stands for no faction
SMALLEST = 3  # members below which a faction ends


@formula
def free_slot(faction_base, faction_size):
    """The first slot without members, or 0 if all are taken."""
    for f in range(1, MOST):
        if faction_size[faction_base + f] < SMALLEST:
            return f
    return 0

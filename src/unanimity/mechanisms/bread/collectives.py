"""Collective farms (card 3): village by village the fields become common, and beasts are killed rather than given up.

    common   = [farm_turn < collective_farms]: an order for the share c of the fields reaches the share c of the
               villages, in an order that was drawn once; a village whose turn comes loses all its fields, the next none
    driven   = (common - common last month)+ * herd * (.5 + q * ambition of the head of the village): how much is taken,
               and how harshly: it grows with the centre's pressure (q of card 3) and with the zeal of its man on the
               spot; people feel it as a wrong (card 7)
    herd'    = kept + hr/12 * (1 - kept), kept = herd * (1 - sl * (common - common last month)+)
    listless = li * min(c, 1 - plots), or li * c where no plots are ordered: harvest lost
    tilled   = 1 - dr * (1 - herd): what is left of a harvest
"""

from __future__ import annotations

from unanimity.world.codes import NOBODY
from unanimity.world.formula import formula, positive
from unanimity.world.rules import each


@each("cell", writes=("common", "driven", "herd"))
def collectivise(village, collective_farms, farm_turn, common, herd, secretary, secretary_ambition, pressure, p):
    """A village whose turn has come is collectivised; some of its beasts are killed first, and herds return slowly."""
    if village == 0:
        return 0.0, 0.0, herd
    ordered = 1.0 if farm_turn < collective_farms else 0.0
    joined = positive(ordered - common)
    kept = herd * (1.0 - p.slaughter * joined)
    zeal = secretary_ambition if secretary != NOBODY else 0.5
    return ordered, joined * herd * (0.5 + pressure * zeal), kept + p.breeding / 12.0 * (1.0 - kept)


@formula
def listless_of(common, plots, p):
    """The share of a harvest lost where people reap what is not theirs.
    Private plots inside the farm make up for their share of it."""
    return p.listless * (min(common, 1.0 - plots) if plots >= 0.0 else common)


@formula
def tilled_of(herd, p):
    """What is left of a harvest with the given herd to plough, cart and manure."""
    return 1.0 - p.draught * (1.0 - herd)


TURN = 119  # stream: the order in which villages are collectivised


# --- readings and sources ---------------------------------------------------------------------------------------------
# Slow growth by persuasion had been planned; then the drive was declared total, while growers who had stayed outside
# were freer and better fed (003 l.13948-13960). Peasants destroyed their animals before handing them over, and the loss
# of the herds took the country from scarcity to hunger (l.13963-13965). Women set the cows free, and there were three
# hundred risings at once (l.13979-13992). How harshly it was done depended on the zeal of whoever presided
# (l.13986-13991); that this zeal is ambition is our reading.

"""Collective farms (card 3): village by village the fields become common, and beasts are killed rather than given up.

    common   = [farm_turn < collective_farms]: an order for the share c of the fields reaches the share c of the villages, in
               an order that was drawn once; a village whose turn comes loses all its fields, its neighbour none
    driven   = (common - common last month)+ * herd * (.5 + q * ambition of the head of the village): the beasts and
               fields that are taken, and how it is done: as hard as the centre presses (q of card 3) and as its man on
               the spot is zealous; felt as a wrong (card 7)
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
    """A village whose turn has come is driven together; some of its beasts are killed first, and herds return slowly."""
    if village == 0:
        return 0.0, 0.0, herd
    ordered = 1.0 if farm_turn < collective_farms else 0.0
    joined = positive(ordered - common)
    kept = herd * (1.0 - p.slaughter * joined)
    zeal = secretary_ambition if secretary != NOBODY else 0.5
    return ordered, joined * herd * (0.5 + pressure * zeal), kept + p.breeding / 12.0 * (1.0 - kept)


@formula
def listless_of(common, plots, p):
    """Harvest lost where hands reap what is not theirs; a plot of one's own inside the farm mends its share of it."""
    return p.listless * (min(common, 1.0 - plots) if plots >= 0.0 else common)


@formula
def tilled_of(herd, p):
    """What is left of a harvest with so many beasts to plough, cart and manure."""
    return 1.0 - p.draught * (1.0 - herd)


TURN = 119  # stream: in which order villages are collectivised


# --- readings and sources ---------------------------------------------------------------------------------------------
# A slow growth by persuasion had been planned; then the drive was declared total, while a grower who had held out
# beside it was freer and better fed (003 l.13948-13960). Peasants destroyed their animals before handing them over, and
# with the herds the country passed from scarcity to hunger (l.13963-13965). Women set the cows free, and there were
# three hundred risings at once (l.13979-13992). How it was done was up to the zeal of whoever presided (l.13986-13991);
# that zeal is ambition is our reading.

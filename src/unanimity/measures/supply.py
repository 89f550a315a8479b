"""Measures of supply decreed, reported and received, of harvests and requisitions, and of the centre's beliefs.

Section 4 of the contract. A ration is counted against need: decreed 1 is a whole month's need for everybody. *Arrears*
are the sum over months of (decreed - received) / decreed: sum `ration_short` over the window asked for.
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import Measure, at_place, derived, unit_count, unit_mean
from unanimity.world.codes import CELL_SECRETARY, MONOPOLY

HARVEST_MONTH = 8


def cells(rank):
    """Cells."""
    return rank == CELL_SECRETARY


def village_cells(rank, village):
    """Village cells."""
    return rank == CELL_SECRETARY and village != 0


@at_place(unit="share of need", high=float("inf"))  # as much as is decreed: the lever has no top
def rations_decreed(target_supply, present):
    """Food decreed, as share of need (contract 4: rations decreed)."""
    return target_supply / present if present > 0.0 else 0.0


@at_place(unit="share of need", high=float("inf"))  # up to what is decreed
def rations_reported(report_supply, present):
    """Food received as the place reports it upward, as share of need (contract 4: rations reported)."""
    return report_supply / present if present > 0.0 else 0.0


@at_place(unit="share of need", high=4.0)
def rations_received(truth_supply, present):
    """Food received from plot, card and market, as share of need (contract 4: rations received, deliveries)."""
    return truth_supply / present if present > 0.0 else 0.0


@derived(unit="share of need", low=-4.0, high=float("inf"))
def ration_gap(rations_reported, rations_received):
    """Supply reported minus supply received (contract 4: gap)."""
    return rations_reported - rations_received


@derived(unit="share of what is decreed", low=float("-inf"), high=1.0)
def ration_short(rations_decreed, rations_received):
    """This month's (decreed - received) / decreed, which arrears sum up (contract 4: arrears)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(rations_decreed > 0, 1.0 - rations_received / rations_decreed, 0.0)


@unit_mean(over=cells, unit="months", high=255.0)
def months_unpaid(arrears):
    """Months running in which a cell's pool has fallen short, mean over cells."""
    return float(arrears)


@at_place(unit="share of plan", high=4.0)
def output_reported(report_output, present):
    """Output as the place reports it upward (contract 4: reported state)."""
    return report_output / present if present > 0.0 else 0.0


@unit_count(over=village_cells, unit="person-months of food")
def harvest_food(harvest):
    """The last harvest, summed over villages."""
    return harvest


@unit_count(over=village_cells, unit="person-months of food")
def harvest_full(full_harvest):
    """The harvest of fully sown fields in a normal year, summed over villages."""
    return full_harvest


@unit_count(over=village_cells, unit="person-months of food")
def grain_taken(season_take, calendar):
    """Grain taken since September; none in August, when a new harvest is in (contract 4: yield of requisition)."""
    return season_take if calendar != HARVEST_MONTH else 0.0


@derived(unit="share of a full harvest", high=10.0)
def harvest_share(harvest_food, harvest_full):
    """The last harvest relative to that of fully sown fields in a normal year (contract 4: harvest by weather)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(harvest_full > 0, harvest_food / harvest_full, np.nan)


@derived(unit="share of the harvest", high=1.0)
def take_share(grain_taken, harvest_food):
    """Grain taken since September relative to the last harvest (contract 4: take share)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(harvest_food > 0, grain_taken / harvest_food, np.nan)


@at_place(unit="share of people")
def support_believed(report_mood, claim, present, press):
    """Support as the place reports it; under a monopoly the mean of it and its press' claim (contract 4: estimate)."""
    told = min(1.0, report_mood / present) if present > 0.0 else 0.0  # sums of single precision may exceed 1 by a hair
    return (told + claim) / 2.0 if press == MONOPOLY else told


@at_place(unit="share of people")
def support_private(content, present):
    """Share of people at liberty who are no private dissenters."""
    return content / present if present > 0.0 else 0.0


@derived(unit="share of people", low=-1.0)
def support_overrated(support_believed, support_private):
    """Support as believed minus actual private support (contract 4: estimate error)."""
    return support_believed - support_private


@unit_mean(over=cells, unit="share of cells")
def override(vote, content, present):
    """Share of cells whose line was carried against the private majority of those at liberty (contract 4: override)."""
    return 1.0 if vote > 0.0 and content < 0.5 * present else 0.0


MEASURES: tuple[Measure, ...] = (
    rations_decreed, rations_reported, rations_received, ration_gap, ration_short, months_unpaid, output_reported,
    harvest_food, harvest_full, grain_taken, harvest_share, take_share,
    support_believed, support_private, support_overrated, override,
)

"""Measures of food: hunger, deliveries, and the errors in the centre's figures.

They cover all people alive in the country; those about the month's food cover people at liberty (prisons feed their
own). A number of the country, such as the centre's error, is reported as a mean over people, which equals it.
"""

from __future__ import annotations

from unanimity.measures.declare import SO_FAR, Measure, count, mean
from unanimity.measures.opinion import at_liberty, everybody, in_the_country
from unanimity.world.codes import BY_HUNGER


def villagers(status, village):
    """At liberty in a village."""
    return status < 3 and village != 0


@mean(over=in_the_country, unit="score", elsewhere="mean(hunger, all)")
def mean_hunger(hunger):
    """Mean hunger, a memory of meals missed."""
    return hunger


@count(over=everybody, kind=SO_FAR, elsewhere="count(log died kind hunger)")
def hunger_deaths(death):
    """Number of people who have died of hunger since the start."""
    return 1.0 if death == BY_HUNGER else 0.0


@mean(over=at_liberty, unit="share of need", elsewhere="mean(1 - deficit, present)")
def deliveries(deficit):
    """Food received from card, plot, market and associations, as share of need."""
    return 1.0 - deficit


@mean(over=at_liberty, unit="share of need", elsewhere="mean(missing / max(need, .000001), present)")
def food_gap(missing, need):
    """The part of the need that plot and card leave unmet in a person's cell, before anybody buys."""
    return missing / need if need > 0.0 else 0.0


@mean(over=at_liberty, unit="share of plan", high=4.0, elsewhere="mean(output, present)")
def output_made(output):
    """Output as share of the plan."""
    return output


@mean(over=villagers, unit="share of fields", high=1.5, elsewhere="mean(sown, present and village)")
def fields_sown(sown):
    """Share of the fields that is sown; by order it may be more than all."""
    return sown


@mean(over=villagers, unit="months of food a head", high=float("inf"))
def granaries(granary, present):
    """Grain in the villages per head."""
    return granary / max(present, 1.0)


@mean(over=in_the_country, unit="share of reported surplus", high=2.0)
def requisition_pressure(pressure):
    """Share of the reported surplus that the centre demands."""
    return pressure


@mean(over=in_the_country, unit="share of plan", high=10.0)
def output_error(error_output):
    """The centre's error on output."""
    return error_output


@mean(over=in_the_country, unit="share of plan", high=10.0)
def harvest_error(error_harvest):
    """The centre's error on the harvest."""
    return error_harvest


@mean(over=in_the_country, unit="share of plan", high=10.0)
def supply_error(error_supply):
    """The centre's error on supply."""
    return error_supply


@mean(over=in_the_country, unit="share of plan", high=10.0)
def mood_error(error_mood):
    """The centre's error on mood, against private support."""
    return error_mood


@mean(over=in_the_country, unit="share of plan", high=10.0)
def centre_error(error_centre):
    """The centre's error: mean over output, harvest and mood."""
    return error_centre


MEASURES: tuple[Measure, ...] = (
    mean_hunger, hunger_deaths, deliveries, food_gap, output_made, fields_sown, granaries, requisition_pressure,
    output_error, harvest_error, supply_error, mood_error, centre_error,
)

"""Measures of the ring: mutual cover, crimes, silence, exposure (section 4 of the contract).

Crimes, exposures and oppositions are counted since the start. Months of silence run from a crime to its exposure; those
that last still are censored, so the quartiles are Kaplan and Meier's (1958): at each length, the share of the silences
still unbroken that break there. A quartile that has not been reached is not given (NaN).
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import MONTHLY, SO_FAR, Measure, count, derived, of_country, unit_count, unit_mean
from unanimity.measures.opinion import everybody
from unanimity.world.codes import NOBODY
from unanimity.world.formula import formula

LONGEST = 255
UNKNOWN = float("nan")
CHAIN = 8  # patrons followed upward at most


def all_units():
    """Every unit: cells, districts, provinces, the centre."""
    return True


def headed_units(secretary):
    """Units that have a secretary."""
    return secretary != NOBODY


@unit_mean(over=headed_units, unit="score")
def ring_strength(ring):
    """Strength of mutual cover, mean over headed units (contract 4: ring)."""
    return ring


@of_country(unit="officials covered", high=float("inf"),
            elsewhere="mean(ring * covered, units) / share(secretary >= 0, units)")
def ring_size(people, units, tree):
    """Ring times the secretaries whose chain of patrons ends at the unit's own, mean over headed units."""
    covered, posts = 0.0, 0
    for unit in range(tree.units):
        i = units.secretary[unit]
        if i == NOBODY:
            continue
        posts += 1
        for _ in range(CHAIN):
            above = people.patron[i]
            if above == NOBODY:
                break
            i = above  # a person whose only patron is himself is the end of the chain
        at = people.headed[i]
        if at != NOBODY and units.secretary[at] == i:
            covered += units.ring[at]
    return covered / posts if posts > 0 else 0.0


@unit_count(over=all_units, unit="crimes since the start", kind=SO_FAR)
def crimes_so_far(crimes):
    """Crimes of chiefs since the start (contract 4: violations)."""
    return float(crimes)


@unit_count(over=all_units, unit="crimes", kind=MONTHLY)
def crimes_new(crime_month, crimes, month):
    """Crimes of chiefs this month."""
    return 1.0 if crimes > 0 and crime_month == month else 0.0


@unit_count(over=all_units, unit="posts")
def posts_held(secretary):
    """Units with a secretary."""
    return 0.0 if secretary == NOBODY else 1.0


@derived(unit="crimes an official and year")
def violations(crimes_new, posts_held):
    """Crimes for each secretary and year, from this month's (contract 4: violations)."""
    return 12.0 * crimes_new / np.maximum(posts_held, 1.0)


@unit_count(over=all_units, unit="crimes")
def crimes_hidden(crime_open):
    """Crimes that nobody has told of yet."""
    return float(crime_open)


@unit_count(over=all_units, unit="exposures since the start", kind=SO_FAR)
def exposures_so_far(exposed):
    """Crimes of chiefs exposed since the start (contract 4: exposure)."""
    return float(exposed)


@of_country(unit="share of exposures")
def exposed_from_below(exposed_below, exposed_above):
    """Share of the exposures so far that a telling caused, rather than a quarrel above (contract 4: exposure)."""
    total = exposed_below + exposed_above
    return exposed_below / total if total > 0 else UNKNOWN


@count(over=everybody, unit="tellings since the start", kind=SO_FAR)
def tellings_so_far(tellings):
    """Tellings (reports of a chief's crime) since the start."""
    return float(tellings)


@derived(unit="tellings a crime")
def complaints_per_crime(tellings_so_far, crimes_so_far):
    """Tellings per crime, since the start (contract 4: complaints per crime)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(crimes_so_far > 0, tellings_so_far / crimes_so_far, np.nan)


@formula
def silence_quantile(share, durations):
    """The first length of silence by which that share of the crimes has come out, as Kaplan and Meier estimate it."""
    at_risk = 0.0
    for k in range(LONGEST + 1):
        at_risk += durations.silence_ended[k] + durations.silence_open[k]
    unbroken = 1.0
    for k in range(LONGEST + 1):
        if at_risk <= 0.0:
            break
        ended = float(durations.silence_ended[k])
        unbroken *= 1.0 - ended / at_risk
        if unbroken <= 1.0 - share + 1e-12:
            return float(k)
        at_risk -= ended + durations.silence_open[k]
    return UNKNOWN


@of_country(unit="months", high=float(LONGEST))
def silence_first_quartile(durations):
    """Months by which a quarter of the crimes has come out, Kaplan-Meier (contract 4: months of silence)."""
    return silence_quantile(0.25, durations)


@of_country(unit="months", high=float(LONGEST))
def silence_median(durations):
    """Median months from a crime to its exposure, Kaplan-Meier over the run so far (contract 4: months of silence)."""
    return silence_quantile(0.5, durations)


@of_country(unit="months", high=float(LONGEST))
def silence_third_quartile(durations):
    """Months by which three quarters of the crimes have come out, Kaplan-Meier (contract 4: months of silence)."""
    return silence_quantile(0.75, durations)


MEASURES: tuple[Measure, ...] = (
    ring_strength, ring_size, crimes_so_far, crimes_new, posts_held, violations, crimes_hidden, exposures_so_far,
    exposed_from_below, tellings_so_far, complaints_per_crime, silence_first_quartile, silence_median,
    silence_third_quartile,
)

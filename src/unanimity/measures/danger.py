"""Measures of danger to the regime: threat, revolt, concessions, falls, crises, war (cards 24 and 25).

Read once a month from the columns of units and of the country. Counts are since the start of the run.
"""

from __future__ import annotations

from unanimity.measures.declare import SO_FAR, Measure, at_place, of_country


@of_country(unit="score")
def threat_felt(threat):
    """How near the regime is believed to falling or to war (contract 4: threat)."""
    return threat


@at_place(unit="share of people", elsewhere="share(in_revolt > 0, present)")
def share_in_revolt(revolt):
    """Share of the people at liberty who have risen (contract 4: revolt share)."""
    return revolt


@of_country(unit="falls since the start", high=float("inf"), kind=SO_FAR)
def falls_so_far(falls):
    """Times that the regime has fallen since the start."""
    return float(falls)


@of_country()
def concession_runs(concession_until, month):
    """1 while a concession is in force; its mean is the share of months."""
    return 1.0 if concession_until > month else 0.0


@of_country(unit="crises since the start", high=float("inf"), kind=SO_FAR)
def crises_so_far(crises):
    """Problems long ignored that have broken open since the start."""
    return float(crises)


@of_country()
def war_runs(front):
    """1 in a month of scripted war; its mean is the share of months."""
    return float(front)


MEASURES: tuple[Measure, ...] = (
    threat_felt, share_in_revolt, falls_so_far, concession_runs, crises_so_far, war_runs,
)

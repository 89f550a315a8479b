"""Measures of organisations by statute (cards 31-37): attendance, re-election, and what members overrule.

Collected where a society is an organisation by statute. Counts are since the start.
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import SO_FAR, Measure, at_place, derived, mean, of_country, unit_mean
from unanimity.measures.opinion import members
from unanimity.measures.rings import headed_units
from unanimity.world.codes import CELL_SECRETARY

FOUR_YEARS = 48


def assemblies(rank):
    """The smallest units."""
    return rank == CELL_SECRETARY


@mean(over=members, unit="share of members")
def attendance(attends):
    """Share of members who came to this month's evening."""
    return 1.0 if attends != 0 else 0.0


def voted_cells(rank, unit_turnout):
    """The smallest units that have elected their heads."""
    return rank == CELL_SECRETARY and unit_turnout >= 0.0


@unit_mean(over=voted_cells, unit="share of members")
def turnout_in_small_units(unit_turnout):
    """Turnout at the last elections of the heads of the smallest units."""
    return unit_turnout


@at_place(unit="share of members")
def turnout_of_all(unit_turnout):
    """Turnout at the last election of the whole body, or of a section; 0 before the first."""
    return max(unit_turnout, 0.0)


@of_country(unit="share of members")
def turnout(last_turnout):
    """Turnout at the last elections of posts, over all of them."""
    return last_turnout


@unit_mean(over=assemblies, unit="share of assemblies")
def motions_carried(vote):
    """Share of the smallest units' assemblies that carried the line put to them; free ones carry nearly all."""
    return 1.0 if vote > 0.0 else 0.0


@unit_mean(over=headed_units, unit="share of officers")
def officers_new(secretary_tenure):
    """Share of officers who have held their post for less than four years."""
    return 1.0 if secretary_tenure < FOUR_YEARS else 0.0


@of_country(unit="posts since the start", high=float("inf"), kind=SO_FAR)
def posts_voted_on(posts_up):
    """Posts whose term was over and that were voted on, since the start."""
    return float(posts_up)


@of_country(unit="posts since the start", high=float("inf"), kind=SO_FAR)
def contests_held(posts_contested):
    """Elections of posts in which more than one candidate stood, since the start."""
    return float(posts_contested)


@of_country(unit="posts since the start", high=float("inf"), kind=SO_FAR)
def contests_lost(holders_beaten):
    """Contested elections that the holder lost, since the start."""
    return float(holders_beaten)


@derived(unit="share of elections")
def contested_share(contests_held, posts_voted_on):
    """Share of the elections of posts in which more than one candidate stood."""
    return np.where(posts_voted_on > 0, contests_held / np.maximum(posts_voted_on, 1.0), np.nan)


@derived(unit="share of contests")
def holders_lose(contests_lost, contests_held):
    """Share of the contests that the holder lost."""
    return np.where(contests_held > 0, contests_lost / np.maximum(contests_held, 1.0), np.nan)


@of_country(unit="times since the start", high=float("inf"), kind=SO_FAR)
def alternations_so_far(alternations):
    """Times that most chairs of the centre passed to the other list."""
    return float(alternations)


@of_country(unit="recalls since the start", high=float("inf"), kind=SO_FAR)
def recalls_so_far(recalls):
    """Officers recalled since the start."""
    return float(recalls)


@of_country(unit="times since the start", high=float("inf"), kind=SO_FAR)
def referendums_held(referendums):
    """Referendums of all members since the start."""
    return float(referendums)


@of_country(unit="times since the start", high=float("inf"), kind=SO_FAR)
def overruled_so_far(overruled):
    """Times that a referendum of members overruled the executive."""
    return float(overruled)


@of_country(unit="times since the start", high=float("inf"), kind=SO_FAR)
def rule_votes_held(rule_votes):
    """Votes of all members on the rules that the executive holds, since the start."""
    return float(rule_votes)


@of_country(unit="times since the start", high=float("inf"), kind=SO_FAR)
def rules_made_freer(rules_changed):
    """Times that members made the rules of the executive freer."""
    return float(rules_changed)


@of_country(unit="complaints since the start", high=float("inf"), kind=SO_FAR)
def complaints_made(complaints):
    """Complaints of single members about the head of their unit."""
    return float(complaints)


@of_country(unit="complaints since the start", high=float("inf"), kind=SO_FAR)
def complaints_of_a_wrong(complaints_founded):
    """Complaints that were founded, since the start."""
    return float(complaints_founded)


@of_country(unit="complaints since the start", high=float("inf"), kind=SO_FAR)
def complaints_granted(complaints_upheld):
    """Complaints that were upheld, since the start."""
    return float(complaints_upheld)


@of_country(unit="tellings since the start", high=float("inf"), kind=SO_FAR)
def signed_tellings(signed):
    """Tellings and complaints whose author is known."""
    return float(signed)


@of_country(unit="reprisals since the start", high=float("inf"), kind=SO_FAR)
def reprisals_so_far(reprisals):
    """Tellers and complainants who were dismissed or reproved for it without a case."""
    return float(reprisals)


@derived(unit="share of signed tellings")
def reprisal_share(reprisals_so_far, signed_tellings):
    """Share of known tellers and complainants who suffered reprisals."""
    return np.where(signed_tellings > 0, reprisals_so_far / np.maximum(signed_tellings, 1.0), np.nan)


@of_country(unit="persons since the start", high=float("inf"), kind=SO_FAR)
def left_together(left_in_forks):
    """People who left in a fork since the start."""
    return float(left_in_forks)


MEASURES: tuple[Measure, ...] = (
    attendance, turnout, turnout_in_small_units, turnout_of_all, motions_carried, officers_new, posts_voted_on,
    contests_held, contests_lost, contested_share, holders_lose, alternations_so_far, recalls_so_far, referendums_held,
    overruled_so_far, rule_votes_held, rules_made_freer, complaints_made, complaints_of_a_wrong, complaints_granted,
    signed_tellings, reprisals_so_far, reprisal_share, left_together,
)

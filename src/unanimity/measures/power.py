"""Measures of cards 21-23: campaigns, purge, concentration and the congress (section 4 of the contract).

All are read once a month from the country's columns. Counts are since the start of the run.
"""

from __future__ import annotations

from unanimity.measures.declare import SO_FAR, Measure, of_country


@of_country(unit="campaigns", high=float("inf"), kind=SO_FAR)
def campaigns_begun(campaigns):
    """Campaigns so far."""
    return campaigns


@of_country(unit="score")
def campaign_strength(campaign_intensity):
    """Intensity of the running campaign (I), 0 without one."""
    return campaign_intensity


@of_country(unit="code", high=10.0)
def branch_named(campaign_label):
    """Target of the running campaign: none (0), a branch (1-8, world/codes.py), former opponents (9), scripted (10)."""
    return float(campaign_label)


@of_country(unit="score")
def failure_of_the_worst_branch(joint_failure):
    """Largest true shortfall of a branch of work."""
    return joint_failure


@of_country()
def purge_runs(purge_open):
    """1 while a purge is open; its mean is the share of months."""
    return float(purge_open)


@of_country(unit="persons", high=float("inf"), kind=SO_FAR)
def purged(purge_victims):
    """Victims of rung 3 and above of open purges so far."""
    return purge_victims


@of_country(unit="persons a victim", high=float("inf"))
def branching_number(branching):
    """People whom each of this month's victims will have had taken (n of card 22)."""
    return branching


@of_country(unit="persons", high=float("inf"), kind=SO_FAR)
def expelled_in_verification(verified):
    """Members expelled by the mild form so far."""
    return verified


@of_country()
def concentration_of_posts(concentration):
    """C: the Herfindahl index of posts by root patron, weighted by office."""
    return concentration


@of_country(unit="score")
def powers_lent(powers):
    """Powers granted in danger and not returned."""
    return powers


@of_country(high=10.0)
def error_of_leader(concentration, error_centre):
    """The centre's error, weighted by the concentration of posts."""
    return concentration * error_centre


@of_country()
def congress_sits(congress_month, month):
    """1 in the month of a congress; its mean is the share of months."""
    return 1.0 if congress_month == month else 0.0


@of_country()
def delegates_of_leader(delegates_share):
    """Share of the last congress' delegates who were the leader's: by root patron if named, by stance if elected."""
    return delegates_share


@of_country()
def support_of_leader(leader_support):
    """Share of members nearest to the leader among the heads of the centre, at the last congress."""
    return leader_support


@of_country()
def dissent_at_congress(congress_dissent):
    """Share of delegates who dissented at the last congress."""
    return congress_dissent


@of_country(unit="motions", high=float("inf"), kind=SO_FAR)
def motions_put(motions):
    """Motions put to the centre so far: on delegated levers and on powers."""
    return motions


@of_country(unit="motions", high=float("inf"), kind=SO_FAR)
def motions_passed(motions_carried):
    """Motions carried by the centre so far."""
    return motions_carried


MEASURES: tuple[Measure, ...] = (
    campaigns_begun, campaign_strength, branch_named, failure_of_the_worst_branch, purge_runs, purged, branching_number,
    expelled_in_verification, concentration_of_posts, powers_lent, error_of_leader, congress_sits,
    delegates_of_leader, support_of_leader, dissent_at_congress, motions_put, motions_passed,
)

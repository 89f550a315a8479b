"""Measures of public and private opinion, as section 4 of the contract defines them.

*Attendants* are those at liberty who attend their assembly; opinion measures are over them. Private dissent is the
wish to speak (`want` of card 5) above inertia, whatever is said.
"""

from __future__ import annotations

import numpy as np

from unanimity.measures.declare import Measure, count, derived, mean
from unanimity.world.character import want_of
from unanimity.world.codes import ASSENT, CITIZEN, DISSENT, VACANT
from unanimity.world.columns import AT_LIBERTY_BELOW, IN_THE_COUNTRY_BELOW


def attendants(status, attends):
    """At liberty (free, dismissed or expelled) and attending one's assembly."""
    return status < AT_LIBERTY_BELOW and attends != 0


def at_liberty(status):
    """At liberty: free, dismissed or expelled."""
    return status < AT_LIBERTY_BELOW


def members(status, estate):
    """Party members, officials and police at liberty."""
    return status < AT_LIBERTY_BELOW and estate != CITIZEN


def in_the_country(status):
    """Alive and not abroad."""
    return status < IN_THE_COUNTRY_BELOW


def everybody(status):
    """Everyone who ever existed in the world, dead or alive."""
    return status != VACANT


@mean(over=attendants, unit="share of attendants", elsewhere="share(voice != dissent, attendants)")
def unanimity(voice):
    """Share of attendants who do not dissent in public; silence counts as assent."""
    return 1.0 if voice != DISSENT else 0.0


@mean(over=attendants, unit="share of attendants", elsewhere="share(voice == dissent, attendants)")
def public_dissent(voice):
    """Share of attendants who dissent in public."""
    return 1.0 if voice == DISSENT else 0.0


@mean(over=attendants, unit="share of attendants", elsewhere="share(voice == assent, attendants)")
def active_assent(voice):
    """Share of attendants who applaud."""
    return 1.0 if voice == ASSENT else 0.0


@mean(over=attendants, unit="share of attendants", elsewhere="share(want > inertia, attendants)")
def private_dissent(grievance, conviction, provoked, stance_voted, line_voted, p_voice):
    """Share of attendants whose wish to speak exceeds inertia, whatever they say."""
    want = want_of(grievance, conviction, stance_voted * line_voted, p_voice) + provoked
    return 1.0 if want > p_voice.theta else 0.0


@mean(over=attendants, unit="share of attendants", elsewhere="share(want > inertia and voice != dissent, attendants)")
def falsification_gap(voice, grievance, conviction, provoked, stance_voted, line_voted, p_voice):
    """Share of attendants who are private dissenters and do not dissent in public."""
    wants = want_of(grievance, conviction, stance_voted * line_voted, p_voice) + provoked > p_voice.theta
    return 1.0 if wants and voice != DISSENT else 0.0


@mean(over=attendants, unit="share of attendants")
def minuted_assent(record):
    """Assent as entered in the minutes of one's cell, where anything above 95 % is called unanimous."""
    return record


@derived(unit="private per open dissenter")
def hidden_support(private_dissent, public_dissent, attending):
    """Private dissenters for each public dissenter (at least one is counted)."""
    return private_dissent * attending / np.maximum(1.0, public_dissent * attending)


@count(over=attendants)
def attending():
    """Number of attendants."""
    return 1.0


@mean(over=attendants, unit="share of attendants", elsewhere="share(talker == 1, attendants)")
def talks(talker):
    """Share of attendants who say among friends what they do not say in the hall."""
    return 1.0 if talker == 1 else 0.0


@mean(over=attendants, unit="-1..1", low=-1.0, elsewhere="mean(stance_rule, attendants)")
def private_stance(stance_voted):
    """Mean of what attendants think on the issue voted."""
    return stance_voted


@mean(over=members, unit="-1..1", low=-1.0)
def proclaimed_line(line_voted):
    """Mean line of the cells on the issue voted, weighted by members."""
    return line_voted


@mean(over=attendants, unit="-1..1", low=-1.0)
def public_position(voice, line_voted):
    """Mean public position: the line of one's cell, or its opposite for those who dissent."""
    return -line_voted if voice == DISSENT else line_voted


@mean(over=in_the_country, unit="score", elsewhere="mean(fear, all)")
def fear_of_opinion(fear):
    """Mean fear to speak on rule."""
    return fear


@mean(over=in_the_country, unit="score", elsewhere="mean(fear_complaint, all)")
def fear_of_complaint(fear_complaint):
    """Mean fear to denounce a chief's crime."""
    return fear_complaint


@mean(over=in_the_country, unit="score")
def habit_of_lying(habit):
    """Mean habit of false assent."""
    return habit


@mean(over=in_the_country, unit="file", high=float("inf"), elsewhere="mean(dossier, all)")
def files(dossier):
    """Mean weight of a person's file."""
    return dossier


@count(over=everybody)
def people_accounted():
    """Everybody, dead or alive: nobody appears or vanishes."""
    return 1.0


MEASURES: tuple[Measure, ...] = (
    unanimity, minuted_assent, public_dissent, active_assent, private_dissent, falsification_gap, hidden_support, talks,
    private_stance, proclaimed_line, public_position, fear_of_opinion, fear_of_complaint, habit_of_lying, files,
    attending, people_accounted,
)

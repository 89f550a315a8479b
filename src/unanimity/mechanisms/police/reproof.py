"""The lower rungs (card 16): a reprimand, the job, the party card; by a secretary or a boss, without an arrest.

People known to have spoken lose their work and are sent to the country, but are not arrested for it (001 l.264-275).
The secretary of the cell calls up its members; the boss of a state enterprise, in the model the same person, calls up
its employees:

    called   event(kc*min(1, dossier)*(1 - oversight_eff)): rarer where people can appeal
    rung     as in card 16, by file, threat, defiance and a lot, at most 3 for members and 2 for citizens, within cap
             and precedent; nobody protects and nobody intercedes
    the file is halved either way
"""

from __future__ import annotations

from unanimity.mechanisms.police.cases import topic_of
from unanimity.mechanisms.police.ladder import kind_cap, lot_of, lowest_cap, raw_of, rung_of, topic_cap
from unanimity.world.codes import CITIZEN, DISMISSAL, EXPULSION, FREE, NO_RUNG, NOBODY
from unanimity.world.draws import event
from unanimity.world.formula import formula
from unanimity.world.rules import AT_LIBERTY, each, total

CALL = 448  # stream: whether a person is called up, and how it ends


def on_file(status, dossier):
    """Whether a draw can matter: the person is free and has a file."""
    return status == FREE and dossier > LEAST_FILE


@each("person", writes=("reproof_due", "dossier"), who=AT_LIBERTY, stream=CALL, chance=on_file)
def call_up(one, cell, country, on, month, luck, luck_2, p):
    """Whether the secretary or the boss takes up the person's file this month, and the rung that he gives."""
    reached = within_reach(one.status, one.estate, one.job_state, cell.secretary)
    if not reached or not event(calling_hazard(one.dossier, country.oversight_eff, p), luck):
        return NO_RUNG, one.dossier
    defiant = 1.0 if month - one.last_dissent <= p.defiant else 0.0
    harsh = country.harshness if on.concentration else 0.5
    raw = raw_of(one.dossier, country.threat, 0.0, defiant, 0.0, 0.0, 0.0, 0.0, country.concentration, harsh,
                 cell.severity, p) + lot_of(luck_2, p)
    highest = DISMISSAL if one.estate == CITIZEN else EXPULSION
    cap = min(cap_at_home(one, cell, month, p), highest)
    return rung_of(raw, 0.0, cap, country.rung_max), one.dossier * HALVED


@formula
def calling_hazard(dossier, oversight_eff, p):
    """The hazard that the secretary or the boss takes up a file."""
    return p.calling * min(1.0, dossier / FULL_FILE) * (1.0 - oversight_eff) if dossier > LEAST_FILE else 0.0


@formula
def within_reach(status, estate, job_state, secretary):
    """Whether somebody can call the person up: a secretary his members, a boss the employees of the state."""
    return status == FREE and secretary != NOBODY and (estate != CITIZEN or job_state != 0)


@formula
def cap_at_home(one, cell, month, p):
    """The highest rung that the law of the person's cell allows."""
    topic = topic_of(one.act_topic, one.act_month, month, p)
    of_topic = topic_cap(topic, cell.sanction_cap_rule, cell.sanction_cap_local, cell.sanction_cap_complaint)
    of_act = kind_cap(one.act_kind, of_topic, cell.sanction_cap_theft, cell.sanction_cap_sabotage,
                      cell.sanction_cap_violence)
    return lowest_cap(cell.sanction_cap, of_act, cell.sanction_cap_faction if one.faction > 0 else 0.0)


@total(of="person", to="cell and above", writes="summoned", who=AT_LIBERTY)
def summoned(reproof_due):
    """The number of people in the unit who were given a rung this month."""
    return 1.0 if reproof_due != NO_RUNG else 0.0


LEAST_FILE, FULL_FILE = 0.1, 1.0  # the smallest file that is taken up, and the one from which the hazard is highest
HALVED = 0.5  # what a case leaves of the file


# --- readings ---------------------------------------------------------------------------------------------------------
# A cell without a secretary calls nobody up. Card 8 posts officials elsewhere (`post away`).

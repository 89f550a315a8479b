"""The mechanisms: one file each, in the rooms of the catalogue. The order of the month stands in engine/order.py.

A regime runs the whole `CATALOGUE`, unless its file says `mechanisms = [...]`: then only the named ones run beside the
`HALL` (the assembly, and the voice and fear of those in it), and the variables of a mechanism that does not run keep
their initial values or the regime's `[inputs]`.
"""

from __future__ import annotations

import sys
from types import ModuleType

from unanimity.mechanisms import census, chronicle, docket
from unanimity.mechanisms.bread import provision, reporting, requisition
from unanimity.mechanisms.party import appointment, dependence, faction, press, protection, recruitment
from unanimity.mechanisms.people import fear, generations, grievance, meeting, moving, voice
from unanimity.mechanisms.police import (
    arrest,
    confession,
    custody,
    hostage,
    intercession,
    oversight,
    sanction,
    surveillance,
    verdict,
)
from unanimity.mechanisms.power import association, campaign, concentration, exit, purge, shock, uprising
from unanimity.mechanisms.statutes import complaint, mandate, pay, petition, reprisal, severance, turnout
from unanimity.support.late_imports import Searched
from unanimity.world.rules import Mechanism

HALL: tuple[Mechanism, ...] = (
    census.MECHANISM,
    meeting.MECHANISM,
    voice.MECHANISM,
    fear.MECHANISM,
)

CATALOGUE: tuple[Mechanism, ...] = (
    *HALL,
    provision.MECHANISM,
    reporting.MECHANISM,
    requisition.MECHANISM,
    grievance.MECHANISM,
    appointment.MECHANISM,
    protection.MECHANISM,
    recruitment.MECHANISM,
    dependence.MECHANISM,
    press.MECHANISM,
    faction.MECHANISM,
    chronicle.MECHANISM,
    docket.MECHANISM,
    shock.MECHANISM,
    campaign.MECHANISM,
    purge.MECHANISM,
    concentration.MECHANISM,
    association.MECHANISM,
    uprising.MECHANISM,
    exit.MECHANISM,
    surveillance.MECHANISM,
    hostage.MECHANISM,
    arrest.MECHANISM,
    confession.MECHANISM,
    intercession.MECHANISM,
    oversight.MECHANISM,
    verdict.MECHANISM,
    sanction.MECHANISM,
    custody.MECHANISM,
)

# these run in an organisation with a statute ([society] statute), and in a society with spare places ([society] spare)
BY_STATUTE: tuple[Mechanism, ...] = (turnout.MECHANISM, petition.MECHANISM, pay.MECHANISM, complaint.MECHANISM,
                                     reprisal.MECHANISM, mandate.MECHANISM, severance.MECHANISM)
OPTIONAL: tuple[Mechanism, ...] = (generations.MECHANISM, moving.MECHANISM, *BY_STATUTE)

BY_ID: dict[str, Mechanism] = {mechanism.id: mechanism for mechanism in (*CATALOGUE, *OPTIONAL)}


def home_of(mechanism: Mechanism) -> ModuleType:
    """The file in which a card is declared; its docstring has the card's equations.
    Some of its rules may stand in files beside it."""
    return next(module for module in list(sys.modules.values()) if getattr(module, "MECHANISM", None) is mechanism)


sys.modules[__name__].__class__ = Searched  # un.mechanisms.search("word")

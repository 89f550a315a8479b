"""A measure of one's own: how many say nothing against those on whom they depend. It has no rules and changes nothing."""

from __future__ import annotations

from typing import NamedTuple

from unanimity.measures.declare import mean
from unanimity.world.codes import DISSENT
from unanimity.world.rules import Mechanism


class NoParameters(NamedTuple):
    """A measure needs none."""


def attendants(status, attends):
    """At liberty and at the assembly."""
    return status < 3 and attends != 0


@mean(over=attendants, unit="share of attendants")
def quiet_dependence(dependence, voice):
    """Share of attendants who do not dissent and whose living is mostly in one hand."""
    return 1.0 if voice != DISSENT and dependence > 0.5 else 0.0


QUIET_DEPENDENCE = Mechanism(
    id="quiet_dependence", card=0, title="Quiet dependence", sentence="Those who depend and say nothing are counted.",
    sources="assumed", parameters=NoParameters, rules=(), measures=(quiet_dependence,),
)

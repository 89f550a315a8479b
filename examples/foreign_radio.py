"""Foreign radio: a channel that the state does not control spreads along ties, lowers trust in print, feeds rumour.

    share_listening(+1) = share_listening + those who are told of it, or find it by themselves
    trust's target      - doubt       for one who listens
    rumour of the cell  + talk * (share of the cell who listen)

Every size is assumed: this is an example of a mechanism, not a finding.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.measures.declare import mean
from unanimity.world.codes import FREE_PRESS
from unanimity.world.columns import person, unit
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, total
from unanimity.world.spans import Span


class ForeignRadio(NamedTuple):
    """How the channel is found, passed on, and what it does."""

    found: Annotated[float, Span("chance to find it by oneself", 0, 1, "assumed", unit="a month")] = 0.005
    passed_on: Annotated[float, Span("chance to begin when all friends listen", 0, 1, "assumed", unit="a month")] = 0.1
    doubt: Annotated[float, Span("what it takes from trust in print", 0, 1, "assumed")] = 0.4
    talk: Annotated[float, Span("rumour in a cell where all listen", 0, 1, "assumed", unit="a month")] = 0.05


@total(of="ties", to="person", who=AT_LIBERTY)
def tellers(weight, other_listens):
    """Weight of the ties who listened last month."""
    return weight * other_listens


@total(of="ties", to="person", who=AT_LIBERTY)
def friends(weight):
    """Weight of all ties."""
    return weight


@each("person", writes=("listens", "doubt"), who=AT_LIBERTY, stream=9100)
def tune_in(listens, tellers, friends, press, luck, p):
    """Who listens goes on; others find the channel or are told of it. Where the press is free there is no need to."""
    if press == FREE_PRESS:
        return 0, 0.0
    told = p.passed_on * tellers / friends if friends > 0.0 else 0.0
    now = 1 if listens == 1 or luck < p.found + told else 0
    return now, -p.doubt * now


@total(of="person", to="cell", writes="listeners", who=AT_LIBERTY)
def listeners(listens):
    """How many listen in the cell."""
    return float(listens)


@each("cell", writes="radio_talk")
def pass_on(listeners, present, p):
    """What listeners tell is rumour to the others."""
    return p.talk * min(1.0, listeners / max(present, 1.0))


def is_at_liberty(status):
    """Free, dismissed or expelled."""
    return status < 3


@mean(over=is_at_liberty, unit="share of people")
def share_listening(listens):
    """Share of people at liberty who listen to foreign radio."""
    return float(listens)


FOREIGN_RADIO = Mechanism(
    id="foreign_radio", card=0, title="Foreign radio",
    sentence="What the state does not print is heard from abroad, and what it prints is believed less.",
    sources="assumed", parameters=ForeignRadio,
    rules=(tellers, friends, tune_in, listeners, pass_on), measures=(share_listening,),
    columns=(
        person("listens", "u1", 0, 1, "foreign_radio", "listens to foreign radio", unit="flag"),
        person("doubt", "f4", -1, 0, "foreign_radio", "what the radio takes from trust", adds_to="trust"),
        unit("listeners", "f4", 0, 1e9, "foreign_radio", "people of the cell who listen", unit="persons"),
        unit("radio_talk", "f4", 0, 1, "foreign_radio", "rumour that listeners bring", adds_to="rumour"),
    ),
)

"""Events: what a schedule does to one world at the head of a month. One function an event, by theme.

The words, arguments and needs stand in regimes/events.py; this table holds what they do. A function gets the moment,
the entry and its age in months (0 in its first month).
"""

from __future__ import annotations

from collections.abc import Callable

from unanimity.engine.events import opinion_events, party_events, police_events, world_events
from unanimity.engine.events.event_context import Moment
from unanimity.regimes.schedule import Entry

ACTIONS: dict[str, Callable[[Moment, Entry, int], None]] = {
    **world_events.ACTIONS, **opinion_events.ACTIONS, **party_events.ACTIONS, **police_events.ACTIONS}
AT_ITS_END = ("war", "move", "campaign")  # events that undo something themselves when they are over

__all__ = ["ACTIONS", "AT_ITS_END", "Moment"]

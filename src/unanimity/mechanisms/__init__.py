"""The mechanisms: one file each, in the rooms of the catalogue. The order of the month stands in engine/order.py."""

from __future__ import annotations

from unanimity.mechanisms import census
from unanimity.mechanisms.people import fear, meeting, voice
from unanimity.world.rules import Mechanism

MECHANISMS: tuple[Mechanism, ...] = (
    census.MECHANISM,
    meeting.MECHANISM,
    voice.MECHANISM,
    fear.MECHANISM,
)

BY_ID: dict[str, Mechanism] = {mechanism.id: mechanism for mechanism in MECHANISMS}

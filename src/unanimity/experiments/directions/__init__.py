"""Every system direction [S] of the cards, and which of a card's direction tests are bench [B] or system [S] tests.

One table per package of mechanisms; a card's author adds a line to the table of its package.
`tests/cards/test_directions.py` runs them all, `make directions` writes docs/system/directions.md from them and from
the names of the bench tests.
"""

from __future__ import annotations

from unanimity.experiments.directions import bread, party, people, police, power, prison, world
from unanimity.experiments.directions.declare import Direction, Measured, Pairs, measured, verdict_of

CARDS: dict[str, tuple[int, str]] = {  # mechanism: card, kinds of its direction tests in order
    "provision": (1, "BBBBBSB"),
    "reporting": (2, "BBBBBS"),
    "requisition": (3, "BBSBBSB"),
    "meeting": (4, "BBBBBS"),
    "voice": (5, "BBBBBSB"),
    "fear": (6, "BBBBSBBBB"),
    "grievance": (7, "BBBBBS"),
    "appointment": (8, "BBBSBS"),
    "protection": (9, "BBBBSSBBB"),
    "recruitment": (10, "BBBBSS"),
    "dependence": (11, "BBBBSS"),
    "press": (12, "BBBBSBB"),
    "faction": (13, "BBBBBSBB"),
    "surveillance": (14, "BBBBSS"),
    "arrest": (15, "BBBBBSBB"),
    "sanction": (16, "BBBBBSBB"),
    "custody": (17, "BBBBBSBB"),
    "confession": (18, "BBBBSSB"),
    "hostage": (19, "BBBBSB"),
    "intercession": (20, "BBBBBSB"),
    "campaign": (21, "BBBBSS"),
    "purge": (22, "BBBBSS"),
    "concentration": (23, "BBBBSSBB"),
    "uprising": (24, "BBBBBB"),
    "shock": (25, "BBBBSSB"),
    "oversight": (26, "BBBBSBB"),
    "association": (27, "BBBBSS"),
    "exit": (28, "BBBSBB"),
    "generations": (29, "BBBBBBBBSSS"),
    "moving": (30, "BBBBBBBSSS"),
}

DIRECTIONS: tuple[Direction, ...] = tuple(sorted(
    (direction for room in (bread, people, party, police, prison, power, world) for direction in room.DIRECTIONS),
    key=lambda direction: tuple(map(int, direction.id.split(".")))))

__all__ = ["CARDS", "DIRECTIONS", "Direction", "Measured", "Pairs", "measured", "verdict_of"]

"""How many events a number rests on, when they are too few to see, and how many people would show enough of them.

Rates are those of a country (.5 arrests per 1,000 a year), worlds have 2,000 people: three arrests, and no execution.
What cannot be seen is told as such, with what it would take, and never as a finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ENOUGH = 20  # events for a number to be judged: in the fuller arm, in the fuller group, in the record or the model
FEW = 10  # events in the fullest arm below which nothing can be seen
WANTED = 30  # events at which a rate is known to about a third of itself
AT_MOST = 3.0  # events that may be expected where none was seen (19 times of 20: 1 - exp(-3))


class Seen(NamedTuple):
    """What was asked for, and how many events it rests on in the fullest arm."""

    name: str
    events: float
    word: str = "event"  # or person-month, of a state

    @property
    def too_few(self) -> bool:
        """Whether there are too few of them to see anything."""
        return self.events < FEW


class Extent(NamedTuple):
    """How large a run is: worlds of an arm, people of a world, months, and whether there are other arms."""

    worlds: int
    people: int
    months: int
    arms: bool = False

    def __str__(self) -> str:
        return (f"{'an arm of ' if self.arms else ''}{self.worlds} world{'s' if self.worlds != 1 else ''} of "
                f"{self.people:,} people over {self.months} months")


def are_enough(events: float) -> bool:
    """Whether a number that rests on so many events may be judged."""
    return events >= ENOUGH


def people_for(events: float, people: int, wanted: float = WANTED) -> int:
    """How many people a world would need for so many events, if so many people gave these; at least, where none came.

    >>> people_for(3, 2000), people_for(0, 2000), people_for(7, 1600)
    (20000, 20000, 6900)
    """
    return round_to_two(people * wanted / (events or AT_MOST))


def note_on(found: Iterable[Seen], size: Extent) -> str:
    """One line on everything that is too rare to see in a run of that size; nothing where nothing is.

    >>> note_on([Seen("arrests", 3), Seen("deaths", 4000)], Extent(8, 2000, 96)).partition(": ")[2]
    'arrests (3 events; 30 would take about 20,000 people a world).'
    """
    alike: dict[tuple[float, str], list[str]] = {}  # what rests on the same events is told once
    for one in found:
        if one.too_few:
            alike.setdefault((one.events, one.word), []).append(one.name)
    parts = [_told(Seen(", ".join(names), *rest), size) for rest, names in alike.items()]
    return f"Too rare to see in {size}: {'; '.join(parts)}." if parts else ""


def _told(one: Seen, size: Extent) -> str:
    people = f"{people_for(one.events, size.people):,} people a world"
    if not one.events > 0:
        return f"{one.name} (no {one.word}; {WANTED} would take at least {people})"
    number = f"{one.events:.0f}" if one.events >= 1 else "under 1"
    plural = "" if number in ("1", "under 1") else "s"
    return f"{one.name} ({number} {one.word}{plural}; {WANTED} would take about {people})"


def round_to_two(number: float) -> int:
    """A number above 1 with two digits that count.

    >>> round_to_two(1666.7), round_to_two(98_765), round_to_two(7.2)
    (1700, 99000, 7)
    """
    digits = len(str(int(number)))
    return int(round(number, min(0, 2 - digits)))

"""How many events a number rests on, whether they are too few for a conclusion, and how many people would give enough.

Rates are those of a country (0.5 arrests per 1,000 a year), but a world has about 2,000 people, which gives three
arrests and no execution. A number that rests on too few events is reported as such, with the sample size it would take,
and never as a finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ENOUGH = 20  # events needed to judge a number: in the larger arm, in the larger group, in the record or the model
FEW = 10  # with fewer events in the largest arm, nothing can be concluded
WANTED = 30  # events at which the relative error of a rate is about a third
AT_MOST = 3.0  # upper 95 % bound of the expected count if none was observed (1 - exp(-3))


class Seen(NamedTuple):
    """A question and the number of events behind its answer in the largest arm."""

    name: str
    events: float
    word: str = "event"  # or person-months, for a state

    @property
    def too_few(self) -> bool:
        """Whether the events are too few for any conclusion."""
        return self.events < FEW


class Extent(NamedTuple):
    """The size of a run: worlds per arm, people per world, months, and whether there are other arms."""

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
    """The number of people a world needs for `wanted` events, given the count in a world of this size; a lower bound if
    none occurred.

    >>> people_for(3, 2000), people_for(0, 2000), people_for(7, 1600)
    (20000, 20000, 6900)
    """
    return round_to_two(people * wanted / (events or AT_MOST))


def note_on(found: Iterable[Seen], size: Extent) -> str:
    """One line on all events that are too rare in a run of that size; "" if there are none.

    >>> note_on([Seen("arrests", 3), Seen("deaths", 4000)], Extent(8, 2000, 96)).partition(": ")[2]
    'arrests (3 events; 30 would take about 20,000 people a world).'
    """
    alike: dict[tuple[float, str], list[str]] = {}  # questions that rest on the same events are reported once
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
    """A number above 1 rounded to two significant digits.

    >>> round_to_two(1666.7), round_to_two(98_765), round_to_two(7.2)
    (1700, 99000, 7)
    """
    digits = len(str(int(number)))
    return int(round(number, min(0, 2 - digits)))

"""The order of a month. Mechanisms that are not in the list say after which one they run (`after`).

Everything that a person reads about *other people* is the value at the end of last month. What a person reads about
himself, his unit or the centre is this month's value if its step has already run. The numbers are those of the
catalogue's table.
"""

from __future__ import annotations

from collections.abc import Iterable

from unanimity.support.errors import UserError
from unanimity.world.hooks import HOOKS
from unanimity.world.rules import Mechanism

ORDER: tuple[str, ...] = (
    "census",  # who is here, before anybody acts
    "shock",  # 1: the world moves first, the same in both arms
    "campaign",  # 2: the directive precedes print, votes and arrests
    "press",  # 3: what people believe before they act
    "requisition",  # 4: takes before anyone eats
    "association",  # 5: its food and company count this month
    "provision",  # 6: card, plot and market
    "dependence",  # 7: needs the month's supply
    "grievance",  # 8: hunger, claims and takings of this month
    "pay",  # 33: before fear; what others are paid is felt this month (optional)
    "fear",  # 9: reads harm of last month; nobody fears what has not happened yet
    "recruitment",  # 10: members present at the meeting are settled
    "faction",  # 11: circles before the hall
    "docket",  # last month's blows have been felt; the list of those who are not free is made
    "turnout",  # 31: who comes to the evening (optional)
    "meeting",  # 12: calls voice in each round
    "voice",  # 13: final act of the month
    "petition",  # 32: what was lost in the hall takes effect or lapses (optional)
    "uprising",  # 14: after voice: peaceful acts first
    "reporting",  # 15: the month's events are known below, shaded above
    "surveillance",  # 16: what was seen, said or sold goes into the file
    "hostage",  # 17: seizes before ordinary arrests
    "arrest",  # 18: alarm times file
    "confession",  # 19: before anybody looks into the case
    "oversight",  # 20: the lawful exit comes before the personal one
    "verdict",  # card 16's rung due, so that whoever intercedes knows what awaits the man
    "intercession",  # 21: last chance before the act
    "sanction",  # 22: the ladder
    "custody",  # 23: deaths, terms, company
    "protection",  # 24: rings, crimes, silence
    "complaint",  # 37: small wrongs, before those who complained are paid back (optional)
    "reprisal",  # 34: who has told this month is known (optional)
    "purge",  # 25: prepares next month's arrests
    "appointment",  # 26: fills holes at the end
    "mandate",  # 35: vacancies are filled; then the posts whose term is over are voted on (optional)
    "concentration",  # 27: measured on the new chart of posts; the centre decides last, for next month
    "exit",  # 28: leaves after all duties of the month
    "severance",  # 36: what was done this month is undone outside, or a part goes (optional)
    "generations",  # 29: the old die and the young arrive, to live from next month on (optional)
    "moving",  # 30: who sets out; he arrives at the head of next month (optional)
    "chronicle",  # what measures must remember of the month
)


def in_order(mechanisms: Iterable[Mechanism], after: dict[str, str] | None = None) -> tuple[Mechanism, ...]:
    """The mechanisms in the order of the month. One of the user's own runs after the one that it names; else before the
    first that gathers a term of it (world/hooks.py); else last."""
    known = {mechanism.id: mechanism for mechanism in mechanisms}
    order = [name for name in ORDER if name in known]
    for name in known:
        if name in order:
            continue
        place = (after or {}).get(name) or known[name].after or None
        if place is not None and place not in order:
            raise UserError(f"mechanism {name!r} is to run after {place!r}, which the month does not hold; "
                            f"allowed: {', '.join(order)}.")
        gatherers = {HOOKS[column.adds_to].owner for column in known[name].columns if column.adds_to in HOOKS}
        first = next((at for at, here in enumerate(order) if here in gatherers), len(order))
        order.insert(order.index(place) + 1 if place else first, name)
    return tuple(known[name] for name in order)

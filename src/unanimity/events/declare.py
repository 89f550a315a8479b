"""An event of a schedule: one declaration with all its traits, above the function that carries it out.

Errors in an entry are reported when the regime file is read. `unanimity events list|show` and docs/reference/events.md
are generated from the declarations, and the engine carries events out from them alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unanimity.events.arguments import Argument
from unanimity.world.selectors.parse import Choice

if TYPE_CHECKING:
    from unanimity.events.moment import Moment

PLACES, PEOPLE = ("where", "provinces", "levels"), ("who", "where", "provinces")


@dataclass(frozen=True)
class Entry:
    """One change of a lever or of a parameter, or one event."""

    month: int
    kind: str  # lever, parameter or the name of an event
    name: str
    value: float = 0.0
    mode: str = "value"  # for set, clamp, pulse and drift: value, add or scale
    months: int = 1  # for lasting events: the duration
    announced: int | None = None
    provinces: tuple[int, ...] = ()
    levels: tuple[str, ...] = ()
    who: Choice | None = None
    where: Choice | None = None
    arguments: tuple[tuple[str, Any], ...] = ()
    rate: float = 0.0  # if positive: a monthly rate of random occurrence from `month` to `until`
    until: int = 0
    origin: str = dataclasses.field(default="", repr=False, compare=False)  # this and the next two inform the reader
    why: str = dataclasses.field(default="", repr=False, compare=False)
    confidence: str = dataclasses.field(default="", repr=False, compare=False)

    @property
    def told(self) -> dict[str, Any]:
        """The entry in plain words and numbers, for manifests and lists."""
        plain = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        plain |= {name: None if plain[name] is None else str(plain[name]) for name in ("who", "where")}
        plain["arguments"] = {name: value if isinstance(value, (int, float, str, type(None))) else str(value)
                              for name, value in self.arguments}
        return plain

    def __getitem__(self, argument: str) -> Any:
        """One argument of the event."""
        return dict(self.arguments)[argument]


Action = Callable[["Moment", Entry, int], None]  # the moment, the entry, and its age in months (0 in its first)


@dataclass(frozen=True)
class Event:
    """One event: what it does, its arguments, its duration, and the mechanisms without which it has no effect."""

    name: str
    meaning: str
    arguments: Mapping[str, Argument]
    action: Action | None = None  # None: the engine itself carries it out (levers, any variable)
    needs: tuple[str, ...] = ()
    months: int = 0  # default duration; 0: it acts once
    aims: tuple[str, ...] = ()  # the targets that it reads; any other is refused, since it would be ignored
    chosen: str = ""  # the required target: "who", "where", or neither
    resets: tuple[tuple[str, float], ...] = ()  # columns set anew in each of its months: their value without the event
    holds: tuple[tuple[str, str], ...] = ()  # levers that it holds while it lasts, with the value
    holds_while: Callable[[Moment, int], bool] | None = None  # of the first month: whether it still holds them
    acts_at_end: bool = False  # its function is called once more in the month after its last, to undo something
    afterwards: Callable[[Moment], None] | None = None  # runs after all events of a month
    together: Callable[[Mapping[str, Any]], str] | None = None  # the error in a set of arguments, or ""
    explains: str = ""  # its consequences, in a sentence or two
    cite: str = ""  # where the sources mention such an event
    theme: str = ""

    @property
    def lasts(self) -> str:
        """Its duration, in words."""
        return "once" if not self.months else f"{self.months} month{'s' if self.months > 1 else ''}, or `months`"

    @property
    def on_a_variable(self) -> bool:
        """Whether it changes a variable that the entry names."""
        return "variable" in self.arguments

    @property
    def moves_levers(self) -> bool:
        """Whether levers differ while it lasts, or from then on."""
        return bool(self.holds) or (self.action is None and not self.on_a_variable)


def event(meaning: str, arguments: Mapping[str, Argument], **traits: Any) -> Callable[[Action], Event]:
    """Declare the event that the function below carries out; it bears the function's name."""
    def declared(action: Action) -> Event:
        return Event(action.__name__, meaning, arguments, action, **traits)

    return declared

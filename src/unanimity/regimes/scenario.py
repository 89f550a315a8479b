"""The checked and frozen set-up of a scenario: built by regimes/scenario_setup.py, applied by
engine/scenario_setup.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from unanimity.world.selectors.parse import Choice, Known, Share
from unanimity.world.traits import Distribution

Traits = tuple[tuple[str, Distribution], ...]


@dataclass(frozen=True)
class Group:
    """A named group: who belongs to it and how they differ."""

    name: str
    bit: int
    of: Choice
    size: Share | None  # None: all of them
    by: str = "lot"
    variable: str = ""
    quantile: float = 0.5
    traits: Traits = ()
    numbers: tuple[tuple[str, float], ...] = ()  # fame, dependants, category, sector: set at initialisation
    degree: int | None = None
    attends: bool | None = None
    label: str | None = None
    flags: tuple[str, ...] = ()
    guilty: float | None = None
    post: str | None = None
    strata: tuple[str, ...] = ()
    own: tuple[tuple[str, float], ...] = ()  # levers of scope R for its members
    assignment: int = 0  # number of the assignment; 0 for a plain group


@dataclass(frozen=True)
class Person:
    """A person by name."""

    name: str
    role: str
    of: Choice
    province: int | None
    traits: Traits
    numbers: tuple[tuple[str, float], ...]
    degree: int | None
    said: bool = False  # whether the file selects the person, not only the role


@dataclass(frozen=True)
class Leaders:
    """Leaders at the centre."""

    n: int
    positions: tuple[float, ...] | None  # None: equal support
    character: Traits


@dataclass(frozen=True)
class Clan:
    """Offices of provinces that depend on one patron."""

    leader: int | str | None
    provinces: tuple[int, ...]
    where: Choice | None
    line: tuple[tuple[str, float], ...]
    zeal: float | None


@dataclass(frozen=True)
class FactionAt0:
    """A faction that exists at month 0."""

    name: str
    who: Choice
    size: Share | None
    line: tuple[tuple[str, float], ...]
    elders: Choice | Share | None
    convinced: float | None


@dataclass(frozen=True)
class Held:
    """People who are imprisoned, exiled or abroad at month 0."""

    who: Choice
    size: Share | None
    held: str  # a status
    term: int
    faction: str | None
    ordinary: bool
    confessed: float
    guilty: float | None
    place: int
    bit: int | None


@dataclass(frozen=True)
class Ring:
    """Rings, tenure and open crimes of units at month 0."""

    where: Choice
    ring: float | None
    tenure: int | None
    crime: float | None
    insiders: float


@dataclass(frozen=True)
class TieRule:
    """Ties added or removed at initialisation."""

    who: Choice
    to: Choice
    n: int | None
    degree: int | None
    density: float | None
    kind: str
    weight: float | None


@dataclass(frozen=True)
class ShareRule:
    """A share to be reached at initialisation."""

    condition: Choice
    of: Choice
    target: float
    trait: str
    text: str


@dataclass(frozen=True)
class Setup:
    """The complete set-up of a scenario."""

    groups: tuple[Group, ...] = ()
    persons: tuple[Person, ...] = ()
    leaders: Leaders | None = None
    clans: tuple[Clan, ...] = ()
    factions: tuple[FactionAt0, ...] = ()
    held: tuple[Held, ...] = ()
    rings: tuple[Ring, ...] = ()
    ties: tuple[TieRule, ...] = ()
    shares: tuple[ShareRule, ...] = ()
    traits_by: tuple[tuple[Choice, Traits], ...] = ()  # by estate, then by level
    bits: tuple[tuple[str, int], ...] = ()  # all groups, assignments and named lists of prisoners
    faction_names: tuple[str, ...] = ()  # those of the set-up and of form_faction
    known: Known | None = field(default=None, compare=False, repr=False)

    @property
    def empty(self) -> bool:
        """Whether nothing is set up."""
        return not any((self.groups, self.persons, self.leaders, self.clans, self.factions, self.held, self.rings,
                        self.ties, self.shares, self.traits_by))

    @property
    def at_month_0(self) -> bool:
        """Whether anything takes effect at the start of month 0."""
        return any((self.groups, self.persons, self.leaders, self.clans, self.factions, self.held, self.rings))

    @property
    def own_levers(self) -> frozenset[str]:
        """Levers of scope R that some persons have individually."""
        return frozenset(name for group in self.groups for name, _ in group.own)


NOTHING = Setup()

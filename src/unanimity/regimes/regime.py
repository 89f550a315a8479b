"""A regime: checked, frozen, with a fingerprint. A batch of worlds is built from regimes."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from unanimity.mechanisms import BY_ID, CATALOGUE, OPTIONAL
from unanimity.regimes.delegation import Delegation, from_now_on, read_delegations
from unanimity.regimes.lever_setting import Setting, check_levels, check_scope, dated_levers, moved
from unanimity.regimes.named_mechanisms import named_mechanisms, with_optional
from unanimity.regimes.scenario import NOTHING, Setup
from unanimity.regimes.schedule import Entry, parameter_value
from unanimity.support.bounded_reading import place_number
from unanimity.support.calendar import counted, month_of
from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.support.late_imports import borrowed
from unanimity.support.manners import plain
from unanimity.world.columns import dictionary
from unanimity.world.levers import BY_NAME, lever
from unanimity.world.mechanism_digest import of_mechanism
from unanimity.world.milieu import Milieu, told_of
from unanimity.world.rules import Mechanism
from unanimity.world.society import Shares, Traits
from unanimity.world.spans import Parameter
from unanimity.world.ties import Mesh
from unanimity.world.tree import Tree, branches, grow, is_rare, with_spare

MOST_SPARE = 4.0  # vacant places per person


@dataclass(frozen=True)
class SocietySpec:
    """The size and structure of the society, as the file gives them."""

    people: int
    tree: tuple[int, ...]
    sizes: tuple[int, ...]
    issues: int
    agenda: str
    rural: float
    shares: Shares
    mesh: Mesh
    traits: Traits
    lines: tuple[tuple[str, tuple[float, ...]], ...] = ()
    grows: bool = False  # the tree is derived from the number of people
    spare: float = 0.0  # vacant places per initial person; above 0, generations succeed each other (card 29)
    statute: bool = False  # an organisation with members' rights: turnout, terms, petitions (cards 31-37)
    moving: bool = False  # people move to where the food is, as far as there are vacant places (card 30)

    def grown(self, people: int) -> SocietySpec:
        """The same society with that many people and a matching tree: cells of equal size."""
        shares = dataclasses.replace(self.shares, open_chairs=is_rare(self.shares.members))
        return dataclasses.replace(self, people=people, sizes=(), grows=True, shares=shares,
                                   tree=branches(people, self.shares.members))


@dataclass(frozen=True)
class Regime:
    """The rules of a society, the characteristics of its people, and the schedule.

    >>> from unanimity.regimes import load_regime
    >>> mine = load_regime("apparatus").but({"ballot": "secret", "voice.theta": 0.15})
    >>> mine.lever("ballot"), mine.parameters["voice.theta"]
    ('secret', 0.15)
    """

    name: str
    title: str
    asks: str
    months: int
    burn_in: int
    society: SocietySpec
    levers: Mapping[str, Setting]
    parameters: Mapping[str, float]  # only those that differ from the defaults
    inputs: Mapping[str, float]
    off: frozenset[str]
    schedule: tuple[Entry, ...]
    sources: Mapping[str, str]
    mechanisms: tuple[Mechanism, ...] = CATALOGUE
    after: Mapping[str, str] = field(default_factory=dict)
    where: str = ""
    setup: Setup = NOTHING
    delegate: tuple[Delegation, ...] = ()  # levers that the centre's assembly sets itself (card 23)
    start: str = ""  # the calendar month of month 0, such as 1918-01
    milieu: Milieu | None = None  # whom the people represent, if not a country
    whole: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)  # the tables of its file

    def __repr__(self) -> str:
        return (f"{self.name}: {self.title} ({self.society.people:,} people, {self.months} months, fingerprint "
                f"{self.fingerprint}; .lever(name), .but(changes))")

    def _repr_html_(self) -> str:
        facts = {name: self.lever_text(name) for name in self.levers if not lever(name).may_be_left_out
                 or self.levers[name].everywhere}
        facts |= {f"parameter {key}": f"{value:g}" for key, value in self.parameters.items()}
        facts |= {f"month {entry.month}": entry.name for entry in self.schedule}
        return str(borrowed("report").notebook.facts_html(
            f"{self.title}: {self.society.people:,} people, {self.months} months after {self.burn_in} of burn-in.",
            facts, f"{self.asks} {told_of(self.milieu)}Fingerprint {self.fingerprint}.".strip()))

    def __getstate__(self) -> dict[str, Any]:
        """For pickles and deep copies: mechanisms of the catalogue go by their names and stay what they are."""
        state = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}
        return {**state, "mechanisms": tuple(m.id if BY_ID.get(m.id) is m else m for m in self.mechanisms)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        named = tuple(BY_ID[m] if isinstance(m, str) else m for m in state["mechanisms"])
        self.__dict__.update({**state, "mechanisms": named})

    @property
    def tree(self) -> Tree:
        """The tree of units."""
        society = self.society
        return with_spare(grow(society.tree, society.people, society.sizes, self.where), society.spare, self.where)

    @property
    def numbers(self) -> int:
        """Numbers of persons lie below this: that of the people, or, where people come and go, of places and months."""
        return self.tree.people * (self.months + 1) if self.society.spare > 0.0 else self.society.people

    @property
    def begins_at_0(self) -> bool:
        """Whether part of the set-up takes effect at the start of month 0."""
        return self.setup.at_month_0 or bool(self.society.lines)

    @property
    def fingerprint(self) -> str:
        """A digest of everything that affects the regime's behaviour (not its title or comments)."""
        content = {
            "society": repr(self.society),
            "levers": {k: dataclasses.asdict(v) for k, v in sorted(self.levers.items())},
            "parameters": dict(sorted(self.parameters.items())),
            "inputs": dict(sorted(self.inputs.items())),
            "off": sorted(self.off),
            "schedule": [repr(entry) for entry in self.schedule],
            "setup": repr(self.setup),
            "delegate": repr(self.delegate),
            "mechanisms": [m.id for m in self.mechanisms],
            "own mechanisms": [of_mechanism(m) for m in self.mechanisms if BY_ID.get(m.id) is not m],
            "after": sorted(self.after.items()),
            "burn_in": self.burn_in,
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:16]

    def but(self, changes: Mapping[str, Any] | None = None, **levers: Any) -> Regime:
        """The same regime with some levers, parameters or sizes changed.

        Keys are lever names (a dot may be written as two underscores in keywords), parameter keys such as
        `voice.theta`, inputs (`blows`), `people`, `months` (or the date on which the run ends), `burn_in`, `tree`
        ("auto": it grows with the people), `mechanisms` ("all", "hall", or a list), or
        `delegate` (a list of tables as in a regime file: levers that the centre's assembly moves by itself).

        >>> from unanimity.regimes import load_regime
        >>> load_regime("apparatus").but(ballot="secret").lever("ballot")
        'secret'
        """
        regime = dataclasses.replace(self, where="")  # a slip here is not the file's
        wanted = plain({**(changes or {}), **{k.replace("__", "."): v for k, v in levers.items()}})
        for key in ("mechanisms", "spare", "moving", "statute"):  # which inputs are held and which parameters there are
            if key in wanted:
                regime = regime._changed(key, wanted.pop(key))
        known = regime.known_parameters
        numbers = {key: parameter_value(known[key], _as_number(value), "") for key, value in wanted.items()
                   if key in known}
        for key in wanted:
            if key not in known:
                regime = regime._changed(key, wanted[key])
        return dataclasses.replace(regime, parameters={**regime.parameters, **numbers}, where=self.where)

    def from_month(self, month: int, changes: Mapping[str, Any]) -> Regime:
        """The same regime with changes that take effect at a month; until then everything is unchanged.

        The arms of a comparison share their burn-in this way. Calls can be chained: each one changes what is in force
        at its month, not what the regime started with.

        >>> from unanimity.regimes import load_regime
        >>> twice = load_regime("apparatus").from_month(24, {"ballot": "secret"}).from_month(42, {"ballot": "open"})
        >>> [(entry.month, entry.value) for entry in twice.schedule]
        [(24, 1.0), (42, 0.0)]
        """
        now = self.in_force(month)
        changed = now.but(changes)
        entries = list(self.schedule)
        for name, setting in changed.levers.items():
            if setting != now.levers[name]:
                entries += dated_levers(name, setting, Entry(month, "lever", name))
        entries += [Entry(month, "parameter", key, value) for key, value in changed.parameters.items()
                    if now.parameters.get(key) != value]
        entries += [Entry(month, "set", name, value) for name, value in changed.inputs.items()
                    if now.inputs.get(name) != value]
        base = dataclasses.replace(changed, levers=self.levers, parameters=self.parameters, inputs=self.inputs,
                                   delegate=from_now_on(self.delegate, changed.delegate, month))
        return dataclasses.replace(base, schedule=tuple(sorted(entries, key=lambda entry: entry.month)))

    def in_force(self, month: int) -> Regime:
        """The regime with the levers, parameters and inputs that its schedule has set by that month."""
        levers, parameters, inputs = dict(self.levers), dict(self.parameters), dict(self.inputs)
        for entry in self.schedule:
            if entry.month > month or entry.rate > 0.0:
                continue
            if entry.kind == "lever":
                levers[entry.name] = moved(levers[entry.name], entry)
            elif entry.kind == "parameter":
                parameters[entry.name] = entry.value
            elif entry.kind == "set" and entry.name in inputs and entry.who is None and not entry.provinces:
                inputs[entry.name] = entry.value
        return dataclasses.replace(self, levers=levers, parameters=parameters, inputs=inputs)

    def save(self, path: str | Path) -> Path:
        """Write a complete regime file (.toml) with every change; loading it gives the same fingerprint."""
        from unanimity.regimes.saved import write  # which imports regimes itself

        return write(self, path)

    def _changed(self, key: str, value: Any) -> Regime:
        name, _, place = key.partition("@")
        if name in BY_NAME:
            return dataclasses.replace(self, levers={**self.levers, name: self._setting(name, place, value)})
        known = self.known_parameters
        if place and name in known:
            raise refuse(self.where, key, value, f"{name}: a parameter holds for the whole country")
        columns = dictionary(c for m in self.mechanisms for c in m.columns)
        if place:
            raise refuse(self.where, key, value, f"{name}: only levers differ by place")
        if name in columns:
            return dataclasses.replace(self, inputs={**self.inputs, name: self.check_input(name, _as_number(value))})
        if name in ("people", "months", "burn_in"):
            return self._sized(name, value)
        if name == "tree":
            if value != "auto":
                raise refuse(self.where, name, value, "auto; a tree by hand is written in a regime file, society.tree")
            return self._resized(self.society.grown(self.society.people))
        if name == "spare":
            return self._spared(value)
        if name == "moving":
            return self._on_the_move(value)
        if name == "statute":
            return self._by_statute(value)
        if name == "delegate":
            return dataclasses.replace(self, delegate=read_delegations(value, self.levers, self.where))
        if name == "mechanisms":
            own = tuple(m for m in self.mechanisms if m not in CATALOGUE)
            named = value.split("+") if isinstance(value, str) and value not in ("all", "hall") else value
            return self._running((*named_mechanisms(named, self.where), *own))
        raise unknown(self.where, "lever, parameter or input", key,
                      [*BY_NAME, *known, "people", "months", "burn_in", "tree", "spare", "moving", "statute",
                       "mechanisms", "delegate",
                       *(c for c in columns if self.is_input(c))])

    def _running(self, mechanisms: tuple[Mechanism, ...]) -> Regime:
        """The regime with those mechanisms: inputs that a running mechanism now supplies, and parameters of mechanisms
        that no longer run, are dropped."""
        made = dataclasses.replace(self, mechanisms=mechanisms)
        return dataclasses.replace(made, inputs={k: v for k, v in self.inputs.items() if made.is_input(k)},
                                   parameters={k: v for k, v in self.parameters.items() if k in made.known_parameters})

    def _setting(self, name: str, place: str, value: Any) -> Setting:
        number = lever(name).number(value, self.where)
        old = self.levers[name]
        if not place:
            return Setting(number)
        if place[:1].isdigit():
            check_scope(lever(name), "P", place, self.where)
            province = place_number(place, self.society.tree[0])
            if province is None:
                raise refuse(self.where, f"{name}@{place}", value, f"a province from 1 to {self.society.tree[0]}")
            kept = tuple(p for p in old.provinces if p[0] != province)
            return dataclasses.replace(old, provinces=(*kept, (province, number)))
        check_levels(lever(name), place, self.tree, f"{name}@{place}", self.where)
        return dataclasses.replace(old, levels=(*(p for p in old.levels if p[0] != place), (place, number)))

    def _sized(self, name: str, value: Any) -> Regime:
        ends_on_a_date = name == "months" and isinstance(value, str) and counted(value) is not None
        number = month_of(value, self.start, name, self.where) if ends_on_a_date else _as_number(value)
        if not is_number(number) or number != int(number):
            raise refuse(self.where, name, value, "a whole number")
        if name == "people":
            return self._resized(self.society.grown(int(number)) if self.society.grows else
                                 dataclasses.replace(self.society, people=int(number), sizes=()))
        low = 1 if name == "months" else 0
        if not low <= number <= 6000:
            raise refuse(self.where, name, value, f"{low}..6000")
        if name == "burn_in" and number % 12:
            raise refuse(self.where, name, value, "a whole number of years, in months")
        changed = dataclasses.replace(self, months=int(number)) if name == "months" else \
            dataclasses.replace(self, burn_in=int(number))
        for entry in self.schedule:
            if entry.month < -changed.burn_in:
                raise refuse(self.where, "schedule.month", entry.month, f"from {-changed.burn_in} on")
        return changed

    def _spared(self, value: Any) -> Regime:
        """The regime with that many vacant places per person; generations succeed each other if there are any."""
        number = _as_number(value)
        if not is_number(number) or not 0.0 <= number <= MOST_SPARE:
            raise refuse(self.where, "spare", value, f"0..{MOST_SPARE:g} vacant places for each person")
        society = dataclasses.replace(self.society, spare=float(number), moving=self.society.moving and number > 0.0)
        return dataclasses.replace(self, society=society)._running(with_optional(self.mechanisms, society))

    def _on_the_move(self, value: Any) -> Regime:
        """The regime with or without migration."""
        if value not in (True, False, "true", "false", "on", "off"):
            raise refuse(self.where, "moving", value, "true, false")
        moving = value in (True, "true", "on")
        if moving and self.society.spare <= 0.0:
            raise refuse(self.where, "moving", value, "true where spare, which is given before it, is above 0: who "
                                                      "moves needs a vacant place")
        society = dataclasses.replace(self.society, moving=moving)
        return dataclasses.replace(self, society=society)._running(with_optional(self.mechanisms, society))

    def _by_statute(self, value: Any) -> Regime:
        """As an organisation by statute, whose members have terms, petitions and turnout, or not."""
        if value not in (True, False, "true", "false", "on", "off"):
            raise refuse(self.where, "statute", value, "true, false")
        society = dataclasses.replace(self.society, statute=value in (True, "true", "on"))
        return dataclasses.replace(self, society=society)._running(with_optional(self.mechanisms, society))

    def _resized(self, spec: SocietySpec) -> Regime:
        tree = grow(spec.tree, spec.people, spec.sizes, self.where)  # refuses what cannot be
        known = self.setup.known
        if known is not None:
            known = dataclasses.replace(known, districts=int((tree.level == min(1, tree.depth - 1)).sum()),
                                        cells=tree.cells)
        return dataclasses.replace(self, society=spec, setup=dataclasses.replace(self.setup, known=known))

    @cached_property
    def known_parameters(self) -> dict[str, Parameter]:
        """All parameters of its mechanisms by key."""
        return {p.key: p for mechanism in self.mechanisms for p in mechanism.fields}

    @property
    def idle_levers(self) -> tuple[str, ...]:
        """Levers of optional cards that this regime sets, now or later, although the card does not run."""
        running = {m.id for m in self.mechanisms}
        cards = {name: m.id for m in OPTIONAL for name in m.levers if lever(name).unless_said is not None}
        later = {entry.name for entry in self.schedule if entry.kind == "lever"}
        read = {name for m in self.mechanisms for name in m.levers}
        return tuple(name for name, card in cards.items() if card not in running and name not in read and (
            name in later or self.levers[name] != Setting(lever(name).unless_said or 0.0)))

    def lever(self, name: str) -> str:
        """A lever's value for the country, in the spelling of a regime file."""
        return lever(name).text(self.levers[name].everywhere)

    def lever_text(self, name: str) -> str:
        """A lever's complete setting: for the country, then where provinces or levels differ."""
        setting, found = self.levers[name], lever(name)
        parts = [found.text(setting.everywhere)]
        parts += [f"{found.text(value)} in province {number}" for number, value in setting.provinces]
        parts += [f"{found.text(value)} at level {level}" for level, value in setting.levels]
        return "; ".join(parts)

    def is_input(self, column: str) -> bool:
        """Whether a column is held constant because no mechanism of this regime writes it."""
        found = dictionary(c for m in self.mechanisms for c in m.columns).get(column)
        writers = {name for mechanism in self.mechanisms for name in mechanism.writes}
        if found is None or column in writers or found.owner in {"birth", *(m.id for m in self.mechanisms)}:
            return False
        return found.table in ("person", "unit", "world") and not found.is_reference

    def check_input(self, name: str, value: object) -> float:
        """The value of a held input, checked against its range."""
        columns = dictionary(c for m in self.mechanisms for c in m.columns)
        if name not in columns or not self.is_input(name):
            open_inputs = [c for c in columns if self.is_input(c)]
            if name in columns:
                place = f"{self.where}: " if self.where else ""
                allowed = f"{', '.join(open_inputs[:12])}, ... ({len(open_inputs)} in all)" if open_inputs else \
                    "none, the whole model runs (mechanisms = [...] in a file restricts it)"
                raise UserError(f"{place}inputs.{name} is not allowed: the mechanism '{columns[name].owner}' supplies "
                                f"it; allowed: {allowed}.")
            raise unknown(self.where, "input", name, open_inputs)
        column = columns[name]
        if not is_number(value) or not column.low <= value <= column.high:
            raise refuse(self.where, f"inputs.{name}", value, f"{column.low:g}..{column.high:g} ({column.unit})")
        if not column.dtype.startswith("f") and value != int(value):
            raise refuse(self.where, f"inputs.{name}", value, f"whole numbers {column.low:g}..{column.high:g}")
        return float(value)


def _as_number(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return float(value) if "." in value or "e" in value else int(value)
        except ValueError:
            return value
    return value

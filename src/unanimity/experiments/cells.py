"""From a description to regimes: every arm at every dose and factor level is one cell with one regime.

All cells share people and luck. Changes of levers, parameters and inputs apply from the treatment month on, so all arms
share the control's burn-in; set-up, society and events apply from initialisation. `$name` in any table stands for the
value of the dose or factor of that name.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from unanimity.experiments.description import ChangeTable, ExperimentFile
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.regimes.load import check_sources, laid_over, regime_of, whole_table
from unanimity.regimes.own_code import already_read
from unanimity.regimes.plausible import laid_on
from unanimity.support.errors import UserError, near_miss, refuse, unknown
from unanimity.support.values_in_words import in_words
from unanimity.world.levers import BY_NAME, lever
from unanimity.world.rules import Mechanism

Value = int | float | str
NEVER = "never"  # the dose at which an event does not happen


@dataclass(frozen=True)
class Cell:
    """One arm at one value of each dose and factor that affects it."""

    arm: str
    settings: tuple[tuple[str, Value], ...] = ()

    @property
    def label(self) -> str:
        """Its name for tables and figures."""
        return ", ".join([self.arm, *(f"{name} {value}" for name, value in self.settings)])


@dataclass(frozen=True)
class Own:
    """The user's own mechanisms with their position in the month; they bring their own measures."""

    mechanisms: tuple[Mechanism, ...] = ()
    after: Mapping[str, str] = field(default_factory=dict)

    def beside(self, files: Iterable[str], where: str) -> Own:
        """With the mechanisms of the files that a description names."""
        more = [m for name in files for m in already_read(name, where) if m not in self.mechanisms]
        return Own((*self.mechanisms, *more), self.after)


NOTHING_OWN = Own()


class Layout:
    """The cells of an experiment and their regimes.

    `parameters` and `off` apply to all cells: a robustness setting, or a mechanism switched off.
    """

    def __init__(self, described: ExperimentFile, where: str, parameters: Mapping[str, float] | None = None,
                 off: frozenset[str] = frozenset(), own: Own = NOTHING_OWN) -> None:
        self.described, self.where = described, where
        self.parameters, self.off, self.own = dict(parameters or {}), off, own
        self._made: dict[Cell, Regime] = {}
        if not described.base.endswith(".toml") and described.base not in preset_names():
            raise unknown(f"{where}: base", "regime", described.base, preset_names(), "or the path of a .toml file")

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """The control first, then the arms as described."""
        return (self.described.control, *self.described.arms)

    def cell(self, arm: str, given: Mapping[str, Any] | None = None, label: str = "") -> Cell:
        """The cell of an arm at values of the dose and factors (default: a factor's first level)."""
        place = f"{self.where}: {label}" if label else self.where
        if arm not in self.arms:
            raise unknown(place, "arm", arm, self.arms)
        dimensions = self.described.dimensions
        for name in given or {}:
            if name not in dimensions:
                raise unknown(place, "dose or factor", name, dimensions)
        settings: list[tuple[str, Value]] = []
        for name, values in dimensions.items():
            if not self.matters(arm, name):
                continue
            if given and name in given:
                settings.append((name, _one_of(given[name], name, values, place)))
            elif name in self.described.factors:
                settings.append((name, values[0]))
            else:
                raise UserError(f"{place}: the arm {arm!r} has doses of {name}; allowed: say which, such as "
                                f"[{arm}, {name}={values[-1]}], or a test over all doses.")
        return Cell(arm, tuple(settings))

    def every(self, arm: str) -> list[Cell]:
        """The cells of an arm: all doses, factors at their first level."""
        doses = self.described.doses
        if doses is None or not self.matters(arm, doses.name):
            return [self.cell(arm)]
        return [self.cell(arm, {doses.name: value}) for value in doses.values]

    def matters(self, arm: str, dimension: str) -> bool:
        """Whether a dose or factor affects an arm: its tables or the control's name it, or the factor has changes of
        its own."""
        factor = self.described.factors.get(dimension)
        if factor is not None and factor.levels:
            return True
        doses = self.described.doses
        names = {dimension, *(doses.also if doses is not None and doses.name == dimension else ())}
        change = self.described.arms.get(arm)
        tables = [self.described.regime, change.model_dump() if change else {}]
        tables += [level.model_dump() for other in self.described.factors.values() for level in other.levels.values()]
        return any(word in names for table in tables for word in placeholders(table))

    def regime(self, cell: Cell) -> Regime:
        """The regime of a cell."""
        if cell not in self._made:
            self._made[cell] = self._make(cell)
        return self._made[cell]

    def twin(self, cell: Cell) -> Cell:
        """The control at the same values of doses and factors."""
        return self.cell(self.described.control, dict(cell.settings))

    def check_arms(self) -> None:
        """Refuse an impossible factor level, a dose or factor that no table uses, and an arm whose regime equals the
        control's at every dose and level (a treatment without effect)."""
        for name, factor in self.described.factors.items():
            for level in factor.levels:
                self.regime(next(cell for cell in self._everywhere(self.arms[0]) if dict(cell.settings)[name] == level))
        for arm in self.described.arms:
            if not any(self.regime(cell).fingerprint != self.regime(self.twin(cell)).fingerprint
                       for cell in self._everywhere(arm)):
                raise UserError(f"{self.where}: arms.{arm} changes nothing: its rules are those of {self.arms[0]!r}; "
                                f"allowed: an arm that changes a lever, a parameter, an input or a table of a regime.")
        for name in self.described.dimensions:
            if not any(self.matters(arm, name) for arm in self.arms):
                kind = "doses" if self.described.doses is not None and name == self.described.doses.name else "factors"
                raise UserError(f"{self.where}: {kind}: no table names ${name}, so it would change nothing; allowed: "
                                f"${name} in place of a value in an arm or in [regime].")

    def _everywhere(self, arm: str) -> Iterator[Cell]:
        """The cells of an arm at every dose and level."""
        mine = {name: values for name, values in self.described.dimensions.items() if self.matters(arm, name)}
        for values in itertools.product(*mine.values()):
            yield Cell(arm, tuple(zip(mine, values, strict=True)))

    def changes(self, cell: Cell) -> dict[str, str]:
        """How the cell's regime differs from the control's, in plain words."""
        told: dict[str, str] = {}
        for place, change in self._changes(cell):
            month = self._month(change, place)
            timed = {name: in_words(value) for name, value in self._timed(change).items()}
            told |= {name if month is None else f"{name} from month {month}": value for name, value in timed.items()
                     } if not change.levers_of else {f"all levers from month {month}": f"as in {change.levers_of}"}
            told |= {name: in_words(value) for name, value in change.structural.items()}
        return told

    def levers_changed(self, cell: Cell) -> set[str]:
        """The levers that an arm names itself (not those of a whole preset)."""
        return {name for place, change in self._changes(cell) if place.startswith("arms.")
                for name in flat_levers(change.levers)}

    # --- making a regime -----------------------------------------------------------------------------------------
    def _make(self, cell: Cell) -> Regime:
        described, values = self.described, self._values(cell)
        where = f"{self.where}: regime"
        sizes = {"people": described.people} if described.people is not None else {}
        own = substituted(described.regime, values, where)
        run = {"burn_in": described.burn_in, **({"months": described.months} if described.months is not None else {})}
        raw = {**own, "title": described.title, "asks": described.asks, "based_on": described.base, "run": run,
               "sources": described.sources}
        if sizes and isinstance(own.get("society", {}), Mapping):
            raw["society"] = {**own.get("society", {}), **sizes}
        whole = whole_table(raw, where, anywhere=True)
        check_sources(raw, where, None if cell.arm != described.control else self._sourced())
        inputs = set(own.get("inputs", {}))
        changes = list(self._changes(cell))
        for place, change in changes:
            whole = joined(whole, change.structural)
            self._check_sources(change, place)
        last = f"{self.where}: {changes[-1][0]}" if changes else where
        regime = regime_of(whole, last, inputs, self.own.mechanisms, self.own.after)
        for place, change in changes:
            regime = self._timed_change(regime, change, place)
        return self._laid_over(dataclasses.replace(regime, name=Path(self.where).stem, where=self.where))

    def _laid_over(self, regime: Regime) -> Regime:
        """The regime at a robustness setting or with a mechanism switched off; values that it sets itself are kept."""
        running = {m.id for m in regime.mechanisms}
        return dataclasses.replace(laid_on(regime, self.parameters), off=regime.off | (self.off & running))

    def _values(self, cell: Cell) -> dict[str, Any]:
        """The values of all placeholders in a cell."""
        doses, found = self.described.doses, dict[str, Any](cell.settings)
        for name, values in self.described.dimensions.items():
            found.setdefault(name, values[0])
        if doses is not None:
            place = doses.values.index(found[doses.name])
            found |= {name: values[place] for name, values in doses.also.items()}
        return found

    def _changes(self, cell: Cell) -> Iterator[tuple[str, ChangeTable]]:
        """The changes of a cell in order: factors first, then the arm."""
        values = self._values(cell)
        for name, factor in self.described.factors.items():
            if factor.levels:
                level = str(values[name])
                yield f"factors.{name}.levels.{level}", self._filled(factor.levels[level], values)
        if cell.arm != self.described.control:
            yield f"arms.{cell.arm}", self._filled(self.described.arms[cell.arm], values)

    def _filled(self, change: ChangeTable, values: Mapping[str, Any]) -> ChangeTable:
        return ChangeTable.model_validate(substituted(change.model_dump(), values, self.where))

    def _month(self, change: ChangeTable, place: str) -> int | None:
        """The month from which an arm's change applies; a factor's applies from initialisation by default."""
        if change.at is not None:
            return change.at
        return self.described.treated_at if place.startswith("arms.") else None

    def _timed(self, change: ChangeTable) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if change.levers_of is not None:
            other = load_regime(change.levers_of)
            for name, setting in other.levers.items():
                found[name] = other.lever(name)
                found |= {f"{name}@{place}": lever(name).text(value)
                          for place, value in (*setting.provinces, *setting.levels)}
        found |= flat_levers(change.levers)
        found |= {f"{mechanism}.{name}": value for mechanism, values in change.parameters.items()
                  for name, value in values.items()}
        found |= change.inputs
        return found if change.delegate is None else {**found, "delegate": change.delegate}

    def _timed_change(self, regime: Regime, change: ChangeTable, place: str) -> Regime:
        try:
            changes, month = self._timed(change), self._month(change, place)
        except UserError as slip:
            raise UserError(f"{self.where}: {place}: {slip}") from None
        if not changes:
            if change.at is not None:
                raise refuse(f"{self.where}: {place}", "at", change.at, "a month only beside levers, parameters, "
                             "inputs or delegate; other tables apply from initialisation, before burn-in")
            return regime
        if month is not None and not -regime.burn_in <= month < regime.months:
            raise refuse(f"{self.where}: {place}" if change.at is not None else self.where,
                         "at" if change.at is not None else "treated_at", month,
                         f"a month of the run, {-regime.burn_in}..{regime.months - 1}; else it never happens")
        try:
            if month is None or month <= -regime.burn_in:
                return regime.but(changes)
            return regime.from_month(month, changes)
        except UserError as slip:
            raise UserError(f"{self.where}: {place}: {slip}") from None

    def _sourced(self) -> list[str]:
        """Parameters and inputs that some arm or level sets."""
        changes = [*self.described.arms.values(), *(level for factor in self.described.factors.values()
                                                    for level in factor.levels.values())]
        found = [f"{mechanism}.{name}" for change in changes for mechanism, values in change.parameters.items()
                 for name in values]
        return [*found, *(name for change in changes for name in change.inputs)]

    def _check_sources(self, change: ChangeTable, place: str) -> None:
        keys = [f"{mechanism}.{name}" for mechanism, values in change.parameters.items() for name in values]
        for key in [*keys, *change.inputs]:
            if not self.described.sources.get(key, "").strip():
                raise UserError(f"{self.where}: {place}: {key} has no entry under [sources]; allowed: a citation such "
                                f"as '003 l.12527', or the honest word 'assumed'.")


def placeholders(table: Any) -> Iterator[str]:
    """All names after a $ in a table."""
    if isinstance(table, Mapping):
        for value in table.values():
            yield from placeholders(value)
    elif isinstance(table, (list, tuple)):
        for value in table:
            yield from placeholders(value)
    elif isinstance(table, str):
        for part in table.split("$")[1:]:
            yield _name(part)


def substituted(table: Any, values: Mapping[str, Any], where: str) -> Any:
    """The table with every `$name` replaced by its value; list entries in which one is "never" are left out.

    >>> substituted({"who": "lot($n, members)", "rung": "$rung"}, {"n": 5, "rung": 3}, "")
    {'who': 'lot(5, members)', 'rung': 3}
    """
    if isinstance(table, Mapping):
        return {key: substituted(value, values, where) for key, value in table.items()}
    if isinstance(table, (list, tuple)):
        return [substituted(value, values, where) for value in table if not _never(value, values)]
    if not isinstance(table, str) or "$" not in table:
        return table
    for name in placeholders(table):
        if name not in values:
            known = ", ".join(f"${known}" for known in values) or "none: the experiment has no doses and no factors"
            raise UserError(f"{where}: '${name}' in {table!r} stands for nothing; allowed: {known}."
                            f"{near_miss(name, values)}")
    if table[1:] in values and table[0] == "$":
        return values[table[1:]]
    head, *rest = table.split("$")
    return head + "".join(f"{values[_name(part)]}{part[len(_name(part)):]}" for part in rest)


def _never(entry: Any, values: Mapping[str, Any]) -> bool:
    return isinstance(entry, Mapping) and any(values.get(name) == NEVER for name in placeholders(entry))


def joined(whole: dict[str, Any], tables: Mapping[str, Any]) -> dict[str, Any]:
    """Merge tables; list entries are appended, and an entry with a known name is merged with that one."""
    merged = laid_over(whole, {key: value for key, value in tables.items() if not isinstance(value, list)})
    for key, entries in tables.items():
        if isinstance(entries, list) and entries and all(isinstance(entry, Mapping) for entry in entries):
            merged[key] = _entries(list(whole.get(key, [])), entries)
        elif isinstance(entries, list):
            merged[key] = entries
    return merged


def _entries(old: list[Any], new: list[Any]) -> list[Any]:
    found = list(old)
    for entry in new:
        named = [k for k, one in enumerate(found) if "name" in entry and one.get("name") == entry["name"]
                 and "event" not in entry]
        if named:
            found[named[0]] = {**found[named[0]], **entry}
        else:
            found.append(entry)
    return found


def flat_levers(raw: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Levers by full name, with `name@place` for a province or level.

    >>> flat_levers({"oversight": {"courts": "on"}, "ballot": {"all": "open", "provinces": {"2": "secret"}}})
    {'oversight.courts': 'on', 'ballot': 'open', 'ballot@2': 'secret'}
    """
    groups = {name.split(".")[0] for name in BY_NAME if "." in name}
    flat: dict[str, Any] = {}
    for key, value in raw.items():
        name = f"{prefix}{key}"
        if not isinstance(value, Mapping):
            flat[name] = value
        elif name in groups and "all" not in value and not {"provinces", "levels"} & set(value):
            flat |= flat_levers(value, f"{name}.")
        else:
            if name not in BY_NAME:
                raise unknown("", "lever", name, BY_NAME, "unanimity levers list")
            for word in value:
                if word not in ("all", "provinces", "levels"):
                    raise refuse("", f"levers.{name}", dict(value), "a value, or a table with all, provinces, levels",
                                 near_miss(word, ("all", "provinces", "levels")))
            flat |= {name: value["all"]} if "all" in value else {}
            for kind in ("provinces", "levels"):
                if not isinstance(value.get(kind, {}), Mapping):
                    raise refuse("", f"levers.{name}.{kind}", value[kind], "a table of places, such as {1 = ...}")
                flat |= {f"{name}@{place}": own for place, own in value.get(kind, {}).items()}
    return flat


def _one_of(value: Any, name: str, values: list[Value], place: str) -> Value:
    for known in values:
        if known == value or str(known) == str(value) or _number(known) == _number(value) is not None:
            return known
    raise UserError(f"{place}: {name}={value} is no value of {name}; allowed: {', '.join(map(str, values))}.")


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _name(part: str) -> str:
    length = next((k for k, letter in enumerate(part) if not (letter.isalnum() or letter == "_")), len(part))
    return part[:length]

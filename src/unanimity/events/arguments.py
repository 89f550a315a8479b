"""Arguments of events: each kind defines what it allows and refuses the rest in one line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from unanimity.support.errors import is_number, near_miss, refuse, unknown
from unanimity.world.codes import ISSUES
from unanimity.world.selectors.parse import Choice, Known, Share, parse

MISSING = "missing"  # a required argument
LEVELS = ("cell", "district", "province", "centre")
BASE_REGIMES = ("law", "war", "apparatus", "terror")


@dataclass(frozen=True)
class Argument:
    """One argument of an event: how it is read, its default, and the allowed values."""

    read: Callable[[Any, str, str, Known], Any]
    allowed: str
    default: Any = None

    @property
    def must_be_given(self) -> bool:
        """Whether it has no default."""
        return isinstance(self.default, str) and self.default == MISSING

    @property
    def usual(self) -> str:
        """Its default, in words."""
        if self.must_be_given:
            return "must be given"
        if isinstance(self.default, Share):
            return f"{self.default.number:g}"
        if isinstance(self.default, bool):
            return str(self.default).lower()
        return "" if self.default is None else str(self.default)


def needed(argument: Argument) -> Argument:
    """The same argument, but required."""
    return dataclasses.replace(argument, default=MISSING)


def number(low: float, high: float, default: float | None = None) -> Argument:
    """A number within bounds."""
    def read(value: Any, field: str, where: str, known: Known) -> float:
        if not is_number(value) or not low <= value <= high:
            raise refuse(where, field, value, f"a number within {low:g}..{high:g}")
        return float(value)

    return Argument(read, f"{low:g}..{high:g}" if abs(low) < 1e9 else "a number", default)


def whole(low: int, high: int) -> Argument:
    """An integer within bounds."""
    def read(value: Any, field: str, where: str, known: Known) -> int:
        if not is_number(value) or value != int(value) or not low <= value <= high:
            raise refuse(where, field, value, f"a whole number within {low}..{high}")
        return int(value)

    return Argument(read, f"a whole number {low}..{high}")


def word(*words: str, default: str | None = None) -> Argument:
    """One of a list of words."""
    def read(value: Any, field: str, where: str, known: Known) -> str:
        if value not in words:
            raise refuse(where, field, value, ", ".join(words), near_miss(value, words))
        return str(value)

    return Argument(read, ", ".join(words), default)


def flag(default: bool) -> Argument:
    """True or false."""
    def read(value: Any, field: str, where: str, known: Known) -> bool:
        if not isinstance(value, bool):
            raise refuse(where, field, value, "true or false")
        return value

    return Argument(read, "true, false", default)


def flag_or(*words: str) -> Argument:
    """False, true, or one of a list of words."""
    def read(value: Any, field: str, where: str, known: Known) -> bool | str:
        if not isinstance(value, bool) and value not in words:
            raise refuse(where, field, value, f"true, false, {', '.join(words)}", near_miss(value, words))
        return value if isinstance(value, bool) else str(value)

    return Argument(read, f"true, false, {', '.join(words)}", False)


def _read_persons(value: Any, field: str, where: str, known: Known) -> Choice:
    return parse(value, known, field, where)


def _read_units(value: Any, field: str, where: str, known: Known) -> Choice:
    return parse(value, known, field, where, place=True)


def _read_share(value: Any, field: str, where: str, known: Known) -> Share:
    return read_share(value, field, where)


def read_share(value: Any, field: str, where: str) -> Share:
    """A whole number of persons, or a share written with a decimal point."""
    if is_number(value) and isinstance(value, int) and value >= 0:
        return Share(float(value), False)
    if is_number(value) and 0.0 <= value <= 1.0:
        return Share(float(value), True)
    raise refuse(where, field, value, "a whole number of persons, or a share 0..1 written with a point")


def _read_group(value: Any, field: str, where: str, known: Known) -> str:
    if value not in (*known.groups, *known.factions):
        raise unknown(f"{where}: {field}", "group or faction", value, [*known.groups, *known.factions])
    return str(value)


def _read_name(value: Any, field: str, where: str, known: Known) -> str:
    if not isinstance(value, str) or not value.strip():
        raise refuse(where, field, value, "a name")
    return value


def _read_levels(value: Any, field: str, where: str, known: Known) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    for one in listed:
        if one not in LEVELS:
            raise refuse(where, field, value, f"a list of {', '.join(LEVELS)}", near_miss(one, LEVELS))
    return tuple(listed)


def _read_positions(value: Any, field: str, where: str, known: Known) -> tuple[tuple[str, float], ...]:
    """A position for each issue: a table, or one number for the issue `rule`."""
    table = value if isinstance(value, Mapping) else {"rule": value}
    for issue, place in table.items():
        if issue not in ISSUES:
            raise unknown(f"{where}: {field}", "issue", issue, ISSUES)
        if not is_number(place) or not -1.0 <= place <= 1.0:
            raise refuse(where, f"{field}.{issue}", place, "a number within -1..1")
    return tuple((issue, float(place)) for issue, place in table.items())


def _read_any_name(value: Any, field: str, where: str, known: Known) -> str:
    return str(value)  # a column: checked against the dictionary by schedule.py


PERSONS = Argument(_read_persons, "persons, by a selector")
def _read_unit_or_centre(value: Any, field: str, where: str, known: Known) -> Choice:
    return _read_units("level(centre)" if value == "centre" else value, field, where, known)


UNITS = Argument(_read_units, "units, by a selector")
PLACE = Argument(_read_unit_or_centre, "a unit, by a selector, or centre")
SHARE = Argument(_read_share, "a whole number of persons, or a share 0..1")
GROUP = Argument(_read_group, "a group or faction of the file")
NAME = Argument(_read_name, "a name")
SOME_LEVELS = Argument(_read_levels, f"a list of {', '.join(LEVELS)}")
POSITIONS = Argument(_read_positions, "a number -1..1, or one by issue")
VARIABLE = Argument(_read_any_name, "a number of persons, units or the country (unanimity docs state)")
TRAIT = Argument(_read_any_name, "a trait", "competence")


PART = number(0.0, 1.0)
ANY = number(-1e9, 1e9)
MODES = {"value": ANY, "add": ANY, "scale": ANY}
VARIABLES = {"need": "need_factor", "yield": "yielded", "goods": "goods_made"}  # documented names of columns


def part(default: float) -> Argument:
    """A share of something, with a default."""
    return number(0.0, 1.0, default)


def share(default: float) -> Argument:
    """A share or a number of persons, with a default."""
    return dataclasses.replace(SHARE, default=Share(default, True))

"""The setting of a lever: a value for the country, then differences by province and by level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError, near_miss, refuse
from unanimity.world.lever_kind import KINDS_OF_CELL, Lever
from unanimity.world.tree import Tree


@dataclass(frozen=True)
class Setting:
    """A lever's value for the country, then differences by province and by level."""

    everywhere: float
    provinces: tuple[tuple[int, float], ...] = ()
    levels: tuple[tuple[str, float], ...] = ()


def moved(setting: Setting, entry: Entry) -> Setting:
    """A lever's setting after a scheduled change for the country, for provinces, or for levels."""
    if not entry.provinces and not entry.levels:
        return Setting(entry.value)
    provinces = dict(setting.provinces) | dict.fromkeys(entry.provinces, entry.value)
    levels = dict(setting.levels) | dict.fromkeys(entry.levels, entry.value)
    return Setting(setting.everywhere, tuple(provinces.items()), tuple(levels.items()))


def dated_levers(name: str, setting: Setting, at: Entry) -> list[Entry]:
    """A lever's setting as changes at a month: country first, then provinces, then levels."""
    def change(value: float, **place: Any) -> Entry:
        return Entry(at.month, "lever", name, value, announced=at.announced, **place)

    return [change(setting.everywhere),
            *(change(value, provinces=(number,)) for number, value in setting.provinces),
            *(change(value, levels=(level,)) for level, value in setting.levels)]


def check_scope(found: Lever, letter: str, place: str, where: str) -> None:
    """Refuse a setting by province or level for a lever that applies to the whole country."""
    if letter not in found.scope:
        kind = "province" if letter == "P" else "level"
        raise UserError(f"{where + ': ' if where else ''}{found.name} cannot differ by {kind} ({place!r}); "
                        f"allowed: one value for the whole country.")


def check_levels(found: Lever, name: str, tree: Tree, field_name: str, where: str) -> None:
    """Refuse a setting by level, or by town and village, for a lever that does not differ by them."""
    if name in KINDS_OF_CELL and "T" in found.scope:
        return
    check_scope(found, "L", name, where)
    check_level(name, tree, field_name, where)


def check_level(name: str, tree: Tree, field_name: str, where: str) -> None:
    """Refuse a level that the tree does not have."""
    if name not in tree.level_names:
        raise refuse(where, field_name, name, ", ".join(tree.level_names), near_miss(name, tree.level_names))

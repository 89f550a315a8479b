"""Select places: from a parsed selector (world/selectors/parse.py) to a mask over the units of one world
(world/selectors/view.py)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unanimity.world.selectors.parse import Choice, Share
from unanimity.world.selectors.view import STREAM_PLACES, View, draw


def units(choice: Choice, view: View) -> np.ndarray:
    """The mask of the selected units."""
    return _UNITS[choice.word](view, *choice.arguments)


def within(view: View, chosen: np.ndarray) -> np.ndarray:
    """The selected units and all units below them."""
    found = chosen.copy()
    for u in range(view.tree.units - 2, -1, -1):
        found[u] |= found[view.tree.parent[u]]
    return found


def _at(view: View, level: int, numbers: tuple[float, ...]) -> np.ndarray:
    """Units of a level by number (all of them without numbers), and the units below them."""
    places = np.flatnonzero(view.tree.level == level)
    chosen = np.zeros(view.tree.units, bool)
    chosen[places[[int(n) - 1 for n in numbers]] if numbers else places] = True
    return within(view, chosen)


def _provinces(view: View, *numbers: float) -> np.ndarray:
    return _at(view, view.tree.depth - 1, numbers)


def _districts(view: View, *numbers: float) -> np.ndarray:
    return _at(view, min(1, view.tree.depth - 1), numbers)


def _cells(view: View, *numbers: float) -> np.ndarray:
    return _at(view, 0, numbers)


def _ring(view: View, province: float, steps: float) -> np.ndarray:
    count = len(view.tree.provinces)
    away = np.abs(np.arange(count) - (int(province) - 1))
    chosen = np.flatnonzero(np.minimum(away, count - away) == int(steps))
    if chosen.size == 0:
        return np.zeros(view.tree.units, bool)
    return _provinces(view, *(float(n + 1) for n in chosen))


def _villages(view: View, village: bool) -> np.ndarray:
    mask = view.column("village") == (1 if village else 0)
    mask[view.tree.cells:] = False
    return np.asarray(mask)


def _everywhere(view: View) -> np.ndarray:
    return np.ones(view.tree.units, bool)


BY_PLACE: dict[str, Callable[..., np.ndarray]] = {
    "province": _provinces,
    "provinces": _provinces,
    "district": _districts,
    "districts": _districts,
    "cell": _cells,
    "cells": _cells,
    "ring": _ring,
    "town": lambda view: _villages(view, False),
    "village": lambda view: _villages(view, True),
}


def _units_of_level(view: View, level: str) -> np.ndarray:
    name = "centre" if level == "leader" else level
    names = view.tree.level_names
    return np.asarray(view.tree.level == names.index(name)) if name in names else np.zeros(view.tree.units, bool)


def _lot_of_units(view: View, share: Share, among: Choice | None = None, name: str = "") -> np.ndarray:
    """That many units by lot, of the highest level among those named, with all units below them."""
    named = units(among or Choice("provinces"), view)
    top = named & (view.tree.level == view.tree.level[named].max()) if named.any() else named
    return within(view, draw(top, share, view, name, STREAM_PLACES))


_UNITS: dict[str, Callable[..., np.ndarray]] = {
    **BY_PLACE,
    "and": lambda view, *parts: np.logical_and.reduce([units(part, view) for part in parts]),
    "or": lambda view, *parts: np.logical_or.reduce([units(part, view) for part in parts]),
    "not": lambda view, part: ~units(part, view),
    "all": _everywhere,
    "level": _units_of_level,
    "lot": _lot_of_units,
}


def in_units(mask: np.ndarray, view: View) -> np.ndarray:
    """The mask of the people who live in the cells of a mask of units."""
    return np.asarray(mask[:view.tree.cells][view.cell])

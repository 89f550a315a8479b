"""Plausible settings: many parameter sets that agree with a record about equally well, each with its distance.

The table is a CSV file with one row per setting, one column per parameter (`mechanism.parameter`), a column `distance`
(the mean logarithmic distance from the record) and an optional column `weight` (equal weights if omitted). Lines that
begin with # are comments. Settings can be applied to any regime: parameters of mechanisms that do not run have no
effect, and parameters that the regime sets itself, or that its schedule changes, keep the regime's values.
"""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from unanimity.mechanisms import BY_ID
from unanimity.regimes.regime import Regime
from unanimity.regimes.schedule import parameter_value
from unanimity.support.bounded_reading import read_text
from unanimity.support.errors import UserError, is_number, refuse, unknown
from unanimity.support.manners import path_of
from unanimity.world.spans import Parameter

if TYPE_CHECKING:
    import pandas as pd  # imported only where one is given: regimes are loaded without it

ENSEMBLE = "ensemble"  # the settings shipped with the package
SCENARIO = "ussr-1918-1941"  # the scenario whose record they agree with
DISTANCE, WEIGHT = "distance", "weight"
MOST_SETTINGS = 10_000
# the values of the argument `settings` of a public call
Given: TypeAlias = "str | Path | pd.DataFrame | Sequence[Mapping[str, float]] | None"


@dataclass(frozen=True)
class Plausible:
    """Settings with their weights and distances, and the source table."""

    where: str
    settings: tuple[dict[str, float], ...]
    weights: tuple[float, ...]
    distances: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.settings)

    def thinned(self, n: int | None) -> Plausible:
        """`n` settings taken evenly from the table; all if `n` is None or too large."""
        if n is None:
            return self
        if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_SETTINGS:
            raise refuse("", "n_settings", n, f"a whole number from 1 to {MOST_SETTINGS:,}")
        places = np.unique(np.linspace(0, len(self) - 1, min(n, len(self))).round().astype(int))
        return Plausible(self.where, *(tuple(column[place] for place in places)
                                       for column in (self.settings, self.weights, self.distances)))

    @property
    def shares(self) -> np.ndarray:
        """The weights, normalised to 1."""
        weights = np.array(self.weights)
        return np.asarray(weights / weights.sum())

    def laid_on(self, regime: Regime) -> list[Regime]:
        """The regime at each setting; values that the regime sets itself are kept."""
        return [laid_on(regime, setting) for setting in self.settings]

    def kept_by(self, regime: Regime) -> list[str]:
        """Parameters that the regime sets itself and therefore keeps."""
        mine = _own(regime)
        return sorted({key for setting in self.settings for key in setting if key in mine})

    def note(self, regime: Regime) -> str:
        """One line on the parameters that the regime keeps; "" if there are none."""
        kept = self.kept_by(regime)
        what = "it" if len(kept) == 1 else "them"
        return f"{regime.name} sets {', '.join(kept)} itself, so the settings do not move {what} there." if kept else ""

    def numbers(self, worlds: int) -> list[int]:
        """The setting number of each world, for that many worlds at every setting, setting after setting."""
        return [number for number in range(len(self)) for _ in range(worlds)]

    def facts(self, regime: Regime) -> dict[str, Any]:
        """The entry for a manifest."""
        return {"settings": {"from": self.where, "weights": list(self.weights), "distances": list(self.distances),
                             "parameters": list(self.settings), "note": self.note(regime)}}


def _own(regime: Regime) -> set[str]:
    """Parameters that a regime sets itself or changes by its schedule."""
    return {*regime.parameters, *(entry.name for entry in regime.schedule if entry.kind == "parameter")}


def laid_on(regime: Regime, setting: Mapping[str, float]) -> Regime:
    """The regime with the parameters of a setting, except those it sets itself and those of mechanisms that do not run.

    >>> from unanimity.regimes import load_regime
    >>> laid_on(load_regime("law"), {"voice.theta": 0.2}).parameters["voice.theta"]
    0.2
    """
    mine = _own(regime)
    laid = {key: value for key, value in setting.items() if key in regime.known_parameters and key not in mine}
    return dataclasses.replace(regime, parameters={**laid, **regime.parameters})


def tables() -> list[str]:
    """Scenarios for which an ensemble of plausible settings is shipped."""
    folder = _folder()
    return sorted(item.name.removesuffix(".csv") for item in folder.iterdir() if item.name.endswith(".csv")) \
        if folder.is_dir() else []


def _folder() -> Any:
    return resources.files("unanimity") / "history" / "ensemble"


def plausible(given: Given, n: int | None = None, regime: Regime | None = None) -> Plausible | None:
    """The requested settings: "ensemble", a scenario that has one, the path of a CSV file, a data frame like it, or a
    list of tables.

    None if nothing was requested. `n` settings are taken evenly; `regime` may have parameters of the user's own
    mechanisms.
    """
    if given is None:
        if n is not None:
            raise refuse("", "n_settings", n, "a number of settings only beside settings")
        return None
    if isinstance(given, (str, Path)):
        return read_plausible(given, regime).thinned(n)
    if hasattr(given, "to_csv"):  # a data frame, as `history.plausible.table()` and a calibration's `ensemble`
        return _read(given.to_csv(index=False), "settings", _known(regime)).thinned(n)
    tables_given = [one for one in given if isinstance(one, Mapping)] if isinstance(given, Sequence) else []
    if not tables_given or len(tables_given) < len(given):
        raise refuse("", "settings", given, f'"{ENSEMBLE}", the path of a CSV file, or a list of tables such as '
                                            f'[{{"voice.theta": 0.2}}]')
    known = _known(regime)
    found = tuple({key: _checked(key, value, known, f"settings[{number}]") for key, value in one.items()}
                  for number, one in enumerate(tables_given, 1))
    return Plausible("settings", found, (1.0,) * len(found), (float("nan"),) * len(found)).thinned(n)


def read_plausible(name: str | Path, regime: Regime | None = None) -> Plausible:
    """A shipped table ("ensemble", or a scenario's name), or one read from a file."""
    scenario = SCENARIO if str(name) == ENSEMBLE else str(name)
    if scenario in tables():
        return _read((_folder() / f"{scenario}.csv").read_text(encoding="utf-8"), f"{scenario}.csv", _known(regime))
    if str(name) == ENSEMBLE:
        raise UserError("settings = 'ensemble': this version comes with no plausible settings; allowed: the path of a "
                        "CSV file of settings (unanimity docs history), or a list of tables.")
    if not scenario.endswith(".csv") and not path_of(name).exists():
        raise unknown("", "table of settings", str(name), [ENSEMBLE, *tables()], "or give the path of a .csv file")
    return _read(read_text(name, "a CSV file of settings").removeprefix("\ufeff"), str(name), _known(regime))


def _known(regime: Regime | None) -> dict[str, Parameter]:
    every = {one.key: one for mechanism in BY_ID.values() for one in mechanism.fields}
    return {**every, **(regime.known_parameters if regime is not None else {})}


def _checked(key: str, value: object, known: Mapping[str, Parameter], where: str) -> float:
    if key not in known:
        raise unknown(where, "parameter", key, known)
    return parameter_value(known[key], value, where)


def _read(text: str, where: str, known: Mapping[str, Parameter]) -> Plausible:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    try:
        head, *rows = list(csv.reader(lines, strict=True)) or [[]]
    except csv.Error as slip:
        raise UserError(f"{where}: is no CSV file ({slip}); allowed: cells with commas between them.") from None
    head = [cell.strip() for cell in head]
    for column in head:
        if column not in (DISTANCE, WEIGHT) and column not in known:
            raise unknown(f"{where}: head", "parameter", column, [*known, DISTANCE, WEIGHT])
        if head.count(column) > 1:
            raise UserError(f"{where}: head: the column {column!r} stands there {head.count(column)} times; allowed: "
                            f"once.")
    if not rows or set(head) <= {DISTANCE, WEIGHT}:
        raise UserError(f"{where}: holds no settings; allowed: a column for each parameter, and a row for each "
                        f"setting.")
    if len(rows) > MOST_SETTINGS:
        raise UserError(f"{where}: holds {len(rows):,} settings; allowed: at most {MOST_SETTINGS:,}.")
    found = [_row(head, cells, f"{where}: row {number}", known) for number, cells in enumerate(rows, 1)]
    parameters = [column for column in head if column not in (DISTANCE, WEIGHT)]
    weights = tuple(row.get(WEIGHT, 1.0) for row in found)
    if sum(weights) <= 0.0:
        raise UserError(f"{where}: {WEIGHT}: all are 0; allowed: some above 0.")
    return Plausible(where, tuple({key: row[key] for key in parameters} for row in found), weights,
                     tuple(row.get(DISTANCE, float("nan")) for row in found))


def _row(head: Sequence[str], cells: Sequence[str], place: str, known: Mapping[str, Parameter]) -> dict[str, float]:
    if len(cells) != len(head):
        raise UserError(f"{place} has {len(cells)} cells, the head has {len(head)}; allowed: one for each column.")
    row = {}
    for column, cell in zip(head, cells, strict=True):
        try:
            value: object = float(cell)
        except ValueError:
            value = cell
        if column in (DISTANCE, WEIGHT):
            if not is_number(value) or value < 0.0:
                raise refuse(place, column, cell, "a number from 0 up")
            row[column] = float(value)
        else:
            row[column] = _checked(column, value, known, place)
    return row

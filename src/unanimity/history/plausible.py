"""The ensemble that comes with the program: settings of the parameters that agree with a scenario's record about
equally well (docs/history/history.md says how they were found).

    un.history.plausible.settings()            # a list of tables {parameter: value}
    un.history.plausible.table()               # the same as a table, with distances and weights
    un.run("apparatus", settings="ensemble", n_settings=20)
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from unanimity.regimes.plausible import DISTANCE, SCENARIO, WEIGHT, Plausible, read_plausible, tables

__all__ = ["settings", "table", "tables"]


def settings(scenario: str | Path = SCENARIO) -> list[dict[str, float]]:
    """The plausible settings of a scenario, or those of a CSV file."""
    return list(_found(scenario).settings)


def table(scenario: str | Path = SCENARIO) -> pd.DataFrame:
    """The same as a table: a row a setting, a column a parameter, distance and weight."""
    found = _found(scenario)
    return pd.DataFrame(list(found.settings)).assign(**{DISTANCE: found.distances, WEIGHT: found.weights})


def _found(scenario: str | Path) -> Plausible:
    return read_plausible("ensemble" if scenario == SCENARIO else scenario)

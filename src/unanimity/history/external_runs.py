"""Runs made elsewhere: a table of settings and the results of their worlds, from which a scenario can be calibrated.

A Parquet or CSV file. Columns: every parameter that was moved (`mechanism.parameter`), and every part of the fit rows'
expressions as `unanimity history parts` prints them (such as `count(log arrested, all, 36..47)`): its mean over the
worlds of the row. `worlds` says how many worlds a row pools (1 if left out) and `people` how many people each had (as
the scenario has if left out); other columns are ignored. Rows with the same parameters are worlds, or pools of worlds,
of one setting: their spread shows how noisy a number is. A row in which all parameters have their default values shows
how far the defaults lie from the record.

Settings of an earlier calibration can also be run here in more worlds, and ranked anew (`ranked_anew`): a search with
few worlds a setting finds candidates, and a pool of many worlds tells which of them are near.

A calibration writes the worlds of its candidates in the same form (`runs_table`). Several tables, of sessions or
machines that ran worlds with different seeds, are put together; a table whose worlds all stand in another one is
refused, since they would count twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from unanimity.history.target_trials import Answered, Trials
from unanimity.regimes.plausible import Plausible
from unanimity.support.errors import UserError, refuse
from unanimity.world.spans import Parameter

FEWEST = 5  # settings needed to predict others
Tables: TypeAlias = "str | Path | Sequence[str | Path]"


@dataclass(frozen=True)
class Runs:
    """Settings that were run elsewhere, and their results."""

    settings: pd.DataFrame  # one row a setting, one column a parameter
    parameters: tuple[Parameter, ...]
    answered: Answered
    before: Answered | None  # the defaults, if they are among the settings


@dataclass(frozen=True)
class ToRank:
    """Settings to be run, the defaults first, and the parameters that differ between them."""

    where: str
    tables: tuple[dict[str, float], ...]  # the defaults are an empty table
    parameters: tuple[Parameter, ...]


def settings_to_rank(chosen: Plausible | None, free: Sequence[Parameter], scenario: str) -> ToRank:
    """Settings of an earlier calibration, restricted to free parameters that they move, without repetitions."""
    assert chosen is not None
    known = {one.key: one for one in free}
    table = pd.DataFrame(list(chosen.settings))
    moved = [str(name) for name in table.columns if name in known]
    table = table[moved].fillna({name: known[name].default for name in moved})
    moved = [name for name in moved if (table[name] != known[name].default).any()]
    if not moved:
        raise UserError(f"{chosen.where}: moves no free parameter of {scenario}; allowed: columns such as "
                        f"{', '.join(list(known)[:3])}, with values that are not the defaults.")
    tables: list[dict[str, float]] = [{}]
    for row in table[moved].drop_duplicates().to_dict("records"):
        setting = {str(name): float(value) for name, value in row.items()}
        if any(value != known[name].default for name, value in setting.items()):
            tables.append(setting)
    if len(tables) < FEWEST:
        raise UserError(f"{chosen.where}: holds {len(tables) - 1} settings beside the defaults; allowed: {FEWEST - 1} "
                        f"or more.")
    return ToRank(chosen.where, tuple(tables), tuple(known[name] for name in moved))


def ranked_anew(chosen: ToRank, trials: Trials, worlds: int) -> Runs:
    """These settings, run in so many worlds each with common seeds."""
    answered = trials.run(chosen.tables, worlds)
    defaults = {one.key: one.default for one in chosen.parameters}
    settings = pd.DataFrame([{**defaults, **table} for table in chosen.tables])
    return Runs(settings, chosen.parameters, answered, answered.some([0]))


def runs_table(settings: Sequence[Mapping[str, float]], answered: Answered) -> pd.DataFrame:
    """One row for each world, as `read_runs` takes it: its setting, its people, and the answer to each part."""
    rows = []
    for number, setting in enumerate(settings):
        worlds = [world for world in answered.parts[number] if np.isfinite(world).any()]
        rows += [{**setting, "worlds": 1, "people": answered.people[number] / len(worlds),
                  **dict(zip(answered.asked.texts, map(float, world), strict=True))} for world in worlds]
    return pd.DataFrame(rows)


def read_runs(given: Tables, trials: Trials, free: Sequence[Parameter]) -> Runs:
    """The runs of one or more files, checked against the scenario's parameters and the parts of its fit rows."""
    paths = [Path(given)] if isinstance(given, (str, Path)) else [Path(one) for one in given]
    known = {one.key: one for one in free}
    tables = {str(path): _table(path) for path in dict.fromkeys(paths)}
    every = pd.concat(tables.values(), ignore_index=True)
    moved = [name for name in every.columns if name in known and every[name].nunique() > 1]
    for where, table in tables.items():
        _check_runs(table, [name for name in every.columns if name in known], known, trials, where)
    if not moved:
        raise UserError(f"{', '.join(tables)}: no column is a free parameter of {trials.regime.name} that was moved; "
                        f"allowed: columns such as {', '.join(list(known)[:3])}.")
    _check_new(tables, [*moved, *trials.asked.texts])
    return _grouped(every, moved, known, trials, ", ".join(tables))


def _check_runs(table: pd.DataFrame, moved: list[str], known: Mapping[str, Parameter], trials: Trials, where: str
                ) -> None:
    """Refuse a table without a needed column, with words in place of numbers, or with a parameter out of range."""
    for name in moved:
        if name not in table.columns:
            raise UserError(f"{where}: no column {name!r}, which another table has; allowed: the same parameters in "
                            f"all tables.")
    for text in trials.asked.texts:
        if text not in table.columns:
            raise UserError(f"{where}: no column {text!r}; needed: a column for each part of the fit rows, "
                            f"{len(trials.asked.texts)} in all ('unanimity history parts' prints them).")
    for name in (*moved, *trials.asked.texts, *(one for one in ("worlds", "people") if one in table)):
        if not pd.api.types.is_numeric_dtype(table[name]):
            raise refuse(where, name, str(table[name].iloc[0]), "numbers in every row")
    for name in moved:
        span = known[name].span
        outside = table[name][~table[name].between(span.low, span.high)]
        if len(outside):
            raise refuse(f"{where}: row {outside.index[0] + 1}", name, float(outside.iloc[0]),
                         f"{span.low:g}..{span.high:g} ({span.unit})")


def _check_new(tables: Mapping[str, pd.DataFrame], columns: list[str]) -> None:
    """Refuse a table of which every world stands in another one."""
    rows = {where: set(table[columns].itertuples(index=False, name=None)) for where, table in tables.items()}
    for where, mine in rows.items():
        for other, theirs in rows.items():
            if other != where and mine <= theirs:
                raise UserError(f"{where}: all of its worlds stand in {other} too and would count twice; allowed: "
                                f"worlds with other seeds.")


def _grouped(table: pd.DataFrame, moved: list[str], known: dict[str, Parameter], trials: Trials, where: str) -> Runs:
    groups = [rows for _, rows in table.groupby(moved, sort=False)]
    if len(groups) < FEWEST:
        raise UserError(f"{where}: holds {len(groups)} settings; allowed: {FEWEST} or more.")
    texts, most = trials.asked.texts, max(len(rows) for rows in groups)
    parts = np.full((len(groups), most, len(texts)), np.nan)
    people = np.empty(len(groups))
    for number, rows in enumerate(groups):
        parts[number, :len(rows)] = rows[texts].to_numpy(float)
        worlds = rows["worlds"] if "worlds" in rows else pd.Series(1.0, rows.index)
        each = rows["people"] if "people" in rows else pd.Series(float(trials.regime.society.people), rows.index)
        people[number] = float((worlds * each).sum())
    settings = pd.DataFrame([rows[moved].iloc[0] for rows in groups]).reset_index(drop=True)
    answered = Answered(trials.asked, trials.targets, parts, people)
    defaults = np.array([known[name].default for name in moved])
    same = np.flatnonzero(np.isclose(settings.to_numpy(float), defaults, rtol=1e-9, atol=0.0).all(axis=1))
    return Runs(settings, tuple(known[name] for name in moved), answered,
                answered.some(same[:1]) if len(same) else None)


def _table(path: Path) -> pd.DataFrame:
    if path.suffix not in (".parquet", ".csv"):
        raise refuse("", "runs", str(path), "a .parquet or .csv file")
    try:
        found = pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)
    except (OSError, ValueError) as slip:
        reason = getattr(slip, "strerror", None) or str(slip).splitlines()[0]
        raise UserError(f"{path}: cannot be read ({reason}); allowed: a .parquet or .csv table of runs.") from None
    return found.reset_index(drop=True)

"""A Result: measures by world, month and place, with everything needed to plot or rerun it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from unanimity.results.atomic_files import write_atomically, write_json
from unanimity.results.biography import biography
from unanimity.results.case_table import Cases, CasesRead, monthly_counts
from unanimity.results.network import Network
from unanimity.results.summary import spreads_of, text
from unanimity.results.timeline import Happening, timeline
from unanimity.support.errors import UserError, refuse, unknown, whole_number
from unanimity.support.extras import need
from unanimity.support.former_names import current
from unanimity.support.late_imports import borrowed
from unanimity.support.manners import path_of
from unanimity.world.argument_checks import in_plain_words

if TYPE_CHECKING:
    import xarray as xr

TABLE, CELLS, MANIFEST = "table.parquet", "cells.parquet", "manifest.json"
LOG, ASKED = "log.parquet", "asked.parquet"
ROWS_AT_ONCE = 1_000_000  # of the tidy table per write


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run. Two results are equal if their digests are: the same measures and the same final state.

    `values` has the axes month, world, place, measure; the places are the provinces and, last, the country. `cells`
    holds the last month's values of every cell, for maps.
    """

    values: np.ndarray
    months: np.ndarray
    places: tuple[str, ...]
    measures: tuple[str, ...]
    worlds: pd.DataFrame  # one row per world: world, arm, seed, digest; setting, if plausible settings were run
    cells: pd.DataFrame
    manifest: Mapping[str, Any] = field(default_factory=dict)
    cases: Cases | CasesRead = field(default_factory=CasesRead)  # the case log (results/case_table.py)
    asked: pd.DataFrame = field(default_factory=pd.DataFrame)  # answers to questions: question, world, month, value
    again: Any = field(default=None, repr=False, compare=False)  # how to rerun its worlds (`people`, `network`)

    @property
    def digest(self) -> str:
        """A digest of all measures and of the final state of every world."""
        return str(self.manifest["digest"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and (self.digest, self.measures) == (other.digest, other.measures)

    def __hash__(self) -> int:
        return hash((self.digest, self.measures))

    @property
    def notes(self) -> tuple[str, ...]:
        """Warnings that a reader of the run needs: events too rare for a conclusion."""
        return tuple(self.manifest.get("notes") or ())

    @property
    def dataset(self) -> xr.Dataset:
        """The measures as an xarray Dataset over month, world and place."""
        need("result.dataset", "xarray")
        import xarray as xr  # imported only when needed

        coordinates = {"month": self.months, "world": self.worlds["world"].to_numpy(), "place": list(self.places),
                       "seed": ("world", self.worlds["seed"].to_numpy()),
                       "arm": ("world", self.worlds["arm"].to_numpy(dtype=str))}
        if "setting" in self.worlds:
            coordinates["setting"] = ("world", self.worlds["setting"].to_numpy())
        data = {name: (("month", "world", "place"), self.values[..., k]) for k, name in enumerate(self.measures)}
        plain = {k: v if isinstance(v, (str, int, float)) else json.dumps(v) for k, v in self.manifest.items()}
        return xr.Dataset(data, coords=coordinates, attrs=plain)

    @property
    def table(self) -> pd.DataFrame:
        """The measures as a tidy table: world, arm, seed, (setting), month, place, measure, value."""
        return self._tidy(0, len(self.months))

    def _tidy(self, first: int, last: int) -> pd.DataFrame:
        """The tidy rows of a range of months, counted from the first; all parts share the same categories."""
        _, worlds, places, measures = self.values.shape
        months = last - first
        world = np.tile(np.repeat(np.arange(worlds, dtype=np.int32), places * measures), months)
        place = np.tile(np.repeat(np.arange(places, dtype=np.int16), measures), months * worlds)
        arms = pd.Categorical(self.worlds["arm"].to_numpy())
        return pd.DataFrame({
            "world": self.worlds["world"].to_numpy()[world],
            "arm": pd.Categorical.from_codes(arms.codes[world], arms.categories),
            "seed": self.worlds["seed"].to_numpy()[world],
            **({"setting": self.worlds["setting"].to_numpy()[world]} if "setting" in self.worlds else {}),
            "month": np.repeat(self.months[first:last], worlds * places * measures),
            "place": pd.Categorical.from_codes(place, list(self.places)),
            "measure": pd.Categorical.from_codes(np.tile(np.arange(measures, dtype=np.int16), months * worlds * places),
                                                 list(self.measures)),
            "value": self.values[first:last].reshape(-1),
        })

    def _write_table(self, path: Path) -> None:
        """Write the tidy table a few months at a time: as a whole it would need twelve times the memory of
        its values."""
        need("saving a result", "pyarrow")
        import pyarrow
        from pyarrow import parquet

        a_month = max(1, int(np.prod(self.values.shape[1:])))
        stride = max(1, ROWS_AT_ONCE // a_month)
        schema = pyarrow.Schema.from_pandas(self._tidy(0, min(1, len(self.months))), preserve_index=False)
        with parquet.ParquetWriter(path, schema) as writer:
            for first in range(0, len(self.months), stride):
                part = self._tidy(first, min(first + stride, len(self.months)))
                writer.write_table(pyarrow.Table.from_pandas(part, schema, preserve_index=False))

    def of(self, measure: str, place: str = "country") -> pd.DataFrame:
        """One measure at one place: months as rows, worlds as columns. The measure is given by its name or its
        label."""
        measure = self.named(measure)
        if place not in self.places:
            raise unknown("", "place", place, self.places)
        values = self.values[:, :, self.places.index(place), self.measures.index(measure)]
        return pd.DataFrame(values, index=pd.Index(self.months, name="month"), columns=self.worlds["world"])

    def named(self, measure: str) -> str:
        """The name of a measure that is given by its name, or by the label that figures and pages use."""
        measure = measure if measure in self.measures else current(measure)
        if measure in self.measures:
            return measure
        label = borrowed("report").measure_labels.word
        same = [name for name in self.measures if label(name).label.lower() == str(measure).strip().lower()]
        if len(same) != 1:
            raise unknown("", "measure", measure, self.measures, "unanimity measures list")
        return same[0]

    @property
    def log(self) -> pd.DataFrame:
        """The case log as a readable table: one row per step of a case (results/case_table.py)."""
        return self.cases.table

    @property
    def answers(self) -> pd.DataFrame:
        """Answers to the questions asked (`ask`), over each question's whole window: worlds in rows, questions in
        columns."""
        if self.asked.empty:
            return pd.DataFrame(index=pd.Index(self.worlds["world"], name="world"))
        whole = self.asked[self.asked["month"].isna()]
        questions = list(dict.fromkeys(whole["question"]))
        return whole.pivot(index="world", columns="question", values="value")[questions]

    def answer_by_month(self, question: str) -> pd.DataFrame:
        """The answer to a question by month: months in rows, worlds in columns."""
        known = [] if self.asked.empty else list(dict.fromkeys(self.asked["question"]))
        if question not in known:
            raise unknown("", "question", question, known)
        mine = self.asked[(self.asked["question"] == question) & self.asked["month"].notna()]
        found = mine.pivot(index="month", columns="world", values="value")
        return found.set_index(found.index.astype(int))

    def cases_by_month(self) -> pd.DataFrame:
        """The number of rows of each kind in the case log: world and month in rows, events in columns."""
        return monthly_counts(self.log, [int(m) for m in self.months], len(self.worlds))

    def biography(self, person: int, world: int = 0) -> list[str]:
        """The biography of one person in plain sentences, from the case log."""
        self._check_world(world)
        seed = int(self.worlds["seed"].iloc[world])
        numbers = int(self.manifest.get("numbers", self.manifest.get("people", 0)))
        return biography(self.log, person, world, numbers, seed)

    def timeline(self, world: int = 0, most: int = 40) -> list[Happening]:
        """The events of one world in words: at most that many, the most important ones."""
        return timeline(self, world, most)

    def people(self, month: int | None = None, world: int = 0, columns: Sequence[str] = ()) -> pd.DataFrame:
        """The people of one world at the end of a month (by default the last): place, traits, state, office.

        A run does not store persons. Since the same regime and seed give the same bits, the world is simulated again up
        to that month; the next query about it is quick. `columns` selects columns (state.md); the default is all.
        """
        return self._seen(month, world).people_with(columns)

    def units(self, month: int | None = None, world: int = 0) -> pd.DataFrame:
        """The units of one world at the end of a month: cells, districts, provinces, the centre."""
        return pd.DataFrame(self._seen(month, world).units)

    def network(self, month: int | None = None, world: int = 0) -> Network:
        """The ties between the people of one world at the end of a month: `.edges`, `.to_networkx()`,
        `.to_igraph()`."""
        found: Network = self._seen(month, world).network
        return found

    def _seen(self, month: int | None, world: int) -> Any:
        """One world as it was at the end of a month."""
        if self.again is None:
            raise UserError("people: this result does not say how its worlds are run again (another version of the "
                            "rules, or mechanisms of one's own); allowed: a result of this session, or un.Simulation.")
        last = int(self.months[-1])
        at = last if month is None else whole_number(month, "month", "a month of the run")
        if not int(self.months[0]) <= at <= last:
            raise refuse("", "month", month, f"a month of the run, from {int(self.months[0])} to {last}")
        self._check_world(world)
        return self.again.seen(int(world), at)

    def _check_world(self, world: int) -> None:
        if not 0 <= whole_number(world, "world", "a world of the run") < len(self.worlds):
            raise refuse("", "world", world, f"a world of the run, from 0 to {len(self.worlds) - 1}")

    def summary(self, last: int = 12) -> dict[str, float]:
        """The mean of every measure over the last months and all worlds, for the country (a stock's default window)."""
        last = whole_number(last, "last", "a number of months from 1 up", 1)
        span = self.values[self.months >= min(0, self.months[-1])][-last:, :, -1, :]
        return {name: _mean(span[..., k]) for k, name in enumerate(self.measures)}

    @property
    def spreads(self) -> pd.DataFrame:
        """Chance and ignorance for a run at plausible settings: for each measure of the country, the mean of the last
        months with its two intervals (results/uncertainty_split.py)."""
        if "setting" not in self.worlds:
            raise UserError("spreads: the run was at one setting, so all its spread is chance; allowed: a run with "
                            "settings, such as settings=\"ensemble\".")
        return spreads_of(self)

    def __repr__(self) -> str:
        return text(self)

    def _repr_html_(self) -> str:
        return str(borrowed("report").notebook.result_html(self))

    def plot(self, measure: str = "unanimity", place: str = "country") -> Any:
        """An Altair chart of a measure in every arm by month: the median world and the middle 90 %.

        A notebook displays it; `unanimity.report.save_picture(chart, "file.png")` writes it.
        """
        self.of(measure, place)  # refuses a measure or a place that it does not have
        return borrowed("report").arms(self, self.named(measure), place)

    def report(self, path: str | Path) -> Path:
        """Write the report page (report.html in a folder, or the .html file named); returns its path."""
        return Path(borrowed("report").write_run(self, path))

    def to_csv(self, path: str | Path) -> Path:
        """Write the tidy table (world, arm, seed, month, place, measure, value); returns the path."""
        path = path_of(path)
        write_atomically(path, lambda partial: self.table.to_csv(partial, index=False))
        return path

    def save(self, folder: str | Path) -> Path:
        """Write table.parquet, cells.parquet, log.parquet, the regimes (.toml) and manifest.json, each in one step, the
        manifest last. `load_result` reads it back; queries about persons then simulate the worlds again."""
        folder = path_of(folder)
        write_atomically(folder / TABLE, self._write_table)
        write_atomically(folder / CELLS, lambda path: self.cells.to_parquet(path, index=False))
        write_atomically(folder / LOG, lambda path: self.log.to_parquet(path, index=False, compression="zstd"))
        if not self.asked.empty:
            write_atomically(folder / ASKED, lambda path: self.asked.to_parquet(path, index=False))
        again = {} if self.again is None else {"again": self.again.save(folder)}
        manifest = {**self.manifest, "worlds": self.worlds.to_dict("records"), "places": list(self.places),
                    "measures": list(self.measures), **again}
        write_json(folder / MANIFEST, manifest)
        return folder


def _mean(values: np.ndarray) -> float:
    """The mean of the known values; NaN if there are none."""
    known = values[np.isfinite(values)]
    return float(known.mean()) if known.size else float("nan")


@in_plain_words
def load_result(folder: str | Path) -> Result:
    """The Result saved in a folder.

    >>> import unanimity as un
    >>> result = un.run("law", months=1, people=256)
    >>> un.load_result(result.save(getfixture("tmp_path"))) == result
    True
    """
    folder = path_of(folder)
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        need("loading a saved result", "pyarrow")
        table = pd.read_parquet(folder / TABLE)
        cells = pd.read_parquet(folder / CELLS)
        log = pd.read_parquet(folder / LOG) if (folder / LOG).exists() else pd.DataFrame()
        asked = pd.read_parquet(folder / ASKED) if (folder / ASKED).exists() else pd.DataFrame()
        worlds = pd.DataFrame(manifest.pop("worlds"))
        places, measures = tuple(manifest.pop("places")), tuple(manifest.pop("measures"))
        months = np.sort(table["month"].unique())
        values = table["value"].to_numpy().reshape(len(months), len(worlds), len(places), len(measures))
    except (OSError, ValueError, KeyError) as slip:
        raise UserError(f"{folder}: holds no complete result ({type(slip).__name__}); allowed: a folder written by "
                        f"unanimity run --out.") from None
    again = borrowed("again").read(folder, manifest.pop("again", []), list(worlds["seed"]), manifest.get("source"))
    return Result(values, months, places, measures, worlds, cells, manifest, CasesRead(log), asked, again)

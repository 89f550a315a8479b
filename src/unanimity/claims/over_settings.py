"""The main effect of every claim over many parameter settings: how far it depends on parameters that nobody knows.

Two designs. *Plausible*: the ensemble of settings that agree with the record about equally well (history.md).
*Hypercube*: 500 points of a Latin hypercube over the whole declared ranges of the same parameters, to find what would
have to be true. A unit of work is one claim at one setting; its result is stored, so an interrupted run can be
continued, and any number of processes or machines may share the work. Units are taken setting by setting, all claims of
a setting together, and the settings are in random order, so whatever is done by a deadline is a random sample. Units
of an earlier run, on this or another machine, count as done (earlier_units.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.claims.claim_catalogue import load_claim
from unanimity.claims.earlier_units import NUMBERS, WORDS, check_units, read_units, word_of
from unanimity.claims.main_only import MainOnly, Word, main_only
from unanimity.claims.unit_marks import mark_of
from unanimity.experiments.executor import Executor, Here
from unanimity.experiments.seed_runs import Shard
from unanimity.experiments.store import Store, key_of
from unanimity.regimes import load_regime
from unanimity.regimes.plausible import ENSEMBLE, Given, plausible
from unanimity.support.errors import refuse
from unanimity.support.progress import duration, progress
from unanimity.support.source_hash import source_hash
from unanimity.verdicts import latin_hypercube, wilson
from unanimity.verdicts.answer import FOUND
from unanimity.world.draws import uniforms

POINTS, PAIRS, SEED = 500, 6, 1926
PLAUSIBLE, HYPERCUBE = "plausible", "hypercube"
PERSON_MONTHS_A_SECOND = 1.4e6  # per processor, with initialisation and judging (measured; docs/design/performance.md)
STREAM = 91  # random stream of the order of settings


@dataclass(frozen=True)
class Design:
    """Settings in the order in which they are run, with weights, and the number of pairs at each."""

    kind: str
    settings: tuple[dict[str, float], ...]
    weights: tuple[float, ...]
    where: str
    pairs: int = PAIRS
    seed: int = 0

    @property
    def parameters(self) -> list[str]:
        """The parameters that are varied."""
        return list(self.settings[0])


def plausible_design(settings: Given = ENSEMBLE, n: int | None = None, pairs: int = PAIRS) -> Design:
    """The plausible settings, in random order."""
    table = plausible(settings, n)
    if table is None:
        raise refuse("", "settings", settings, f'"{ENSEMBLE}", the path of a CSV file, or a list of tables')
    order = _order(len(table))
    return Design(PLAUSIBLE, tuple(table.settings[k] for k in order), tuple(table.weights[k] for k in order),
                  table.where, _checked(pairs))


def hypercube_design(points: int = POINTS, pairs: int = PAIRS, settings: Given = ENSEMBLE) -> Design:
    """A Latin hypercube over the whole declared ranges of the parameters of the plausible settings."""
    table = plausible(settings)
    if table is None:
        raise refuse("", "settings", settings, f'"{ENSEMBLE}", the path of a CSV file, or a list of tables')
    known = {key: one for name in ("war", "apparatus", "ussr-1918-1941")
             for key, one in load_regime(name).known_parameters.items()}
    spans = {key: (known[key].span.low, known[key].span.high) for key in table.settings[0] if key in known}
    drawn = latin_hypercube(spans, points, SEED)
    return Design(HYPERCUBE, tuple(drawn), (1.0,) * len(drawn), f"{len(spans)} parameters over their declared ranges",
                  _checked(pairs))


def _checked(pairs: int) -> int:
    if isinstance(pairs, bool) or not isinstance(pairs, int) or not 4 <= pairs <= 1000:
        raise refuse("", "pairs", pairs, "a whole number from 4 to 1,000; an interval of fewer says nothing")
    return pairs


def _order(n: int) -> list[int]:
    return [int(k) for k in np.argsort(uniforms(SEED, STREAM, n), kind="stable")]


class Work:
    """The units of a design: every claim at every setting."""

    def __init__(self, design: Design, names: Sequence[str], store: Store) -> None:
        self.design, self.names, self.store = design, tuple(names), store
        self._earlier: dict[str, Word] = {}

    def take_units(self, path: Path) -> int:
        """Count the units of an earlier run as done, once some of them were run again and agreed; returns how many."""
        found = read_units(path)
        held = check_units(found, ((self.unit_key(*unit), unit) for unit in self.units()),
                           lambda unit: run_unit(self.claims[unit[0]], self.design.settings[unit[1]],
                                                 self.design.pairs, self.design.seed), path)
        self._earlier |= found
        return held

    @cached_property
    def claims(self) -> dict[str, MainOnly]:
        """Each claim reduced to its main test."""
        return {name: main_only(load_claim(name)) for name in self.names}

    @cached_property
    def _marks(self) -> dict[str, str]:
        """A digest of each claim's main test and regimes."""
        return {name: mark_of(one) for name, one in self.claims.items()}

    def unit_key(self, name: str, number: int) -> str:
        """A digest of what a unit asks."""
        design = self.design
        return key_of({"main of": self._marks[name], "at": design.settings[number], "pairs": design.pairs,
                       "seed": design.seed})

    def key(self, name: str, number: int) -> str:
        """The store's key for a unit's answer by this version of the code."""
        return key_of({"unit": self.unit_key(name, number), "source": source_hash()})

    def units(self, part: Shard | None = None) -> list[tuple[str, int]]:
        """The units (claim, setting), setting by setting; for a part, its own ones, dealt so that all parts progress
        equally."""
        every = [(name, number) for number in range(len(self.design.settings)) for name in self.names]
        return every if part is None else every[part.number - 1::part.of]

    def missing(self, part: Shard | None = None) -> list[tuple[str, int]]:
        """The units that neither the store nor an earlier run holds."""
        return [unit for unit in self.units(part)
                if self.unit_key(*unit) not in self._earlier and not self.store.has(self.key(*unit))]

    def word(self, name: str, number: int) -> Word | None:
        """The answer of a unit; None if it is not done."""
        kept = self.store.kept(self.key(name, number))
        if kept is None:
            return self._earlier.get(self.unit_key(name, number))
        return word_of(WORDS[int(kept["word"][0])], kept["numbers"], int(kept["pairs"][0]))

    @cached_property
    def person_months(self) -> dict[str, int]:
        """The person-months of one pair of each claim."""
        return {name: one.person_months for name, one in self.claims.items()}

    def seconds(self, units: Sequence[tuple[str, int]]) -> float:
        """Roughly how many seconds the units take on one processor."""
        return sum(self.person_months[name] for name, _ in units) * self.design.pairs / PERSON_MONTHS_A_SECOND

    def estimate(self, units: Sequence[tuple[str, int]], processors: int) -> str:
        """The remaining work and its estimated duration, in a line."""
        if not units:
            return "All units are done; nothing is to be run."
        whole, many = self.seconds(units), max(1, processors)
        told = f" ({duration(whole / many)} on {many})" if many > 1 else ""
        return (f"{len(units):,} unit{'' if len(units) == 1 else 's'} (a claim at a setting, {self.design.pairs} "
                f"pairs) to be run: about {duration(whole)} of a processor{told}.")

    def run(self, part: Shard | None = None, executor: Executor | None = None, minutes: float | None = None) -> int:
        """Run what is missing, for at most so many minutes; returns how many units were run."""
        left = self.missing(part)
        if left:
            self.store.check_writable()
        executor = Here(1) if executor is None else executor
        ends = None if minutes is None else time.monotonic() + 60.0 * minutes
        ran = 0

        def jobs() -> Iterator[tuple[int, Any]]:
            for number, (name, setting) in enumerate(left):
                if ends is not None and time.monotonic() > ends:
                    return
                if not self.store.has(self.key(name, setting)):
                    yield number, (run_unit, (self.claims[name], self.design.settings[setting], self.design.pairs,
                                              self.design.seed))

        with progress(f"{len(self.names)} claims, {self.design.kind} settings", len(left), "units") as bar:
            for number, found in executor.done(jobs(), lambda job, what, done, total: None):
                self._keep(*left[number], found)
                ran += 1
                bar.advance()
        return ran

    def _keep(self, name: str, number: int, found: Word) -> None:
        self.store.keep(self.key(name, number), {"word": np.array([WORDS.index(found.word)]), "numbers": np.array(
            [getattr(found, one) for one in NUMBERS]), "pairs": np.array([found.pairs])},
            {"experiment": f"{self.design.kind} settings", "cell": f"{name}, setting {number}",
             "version": source_hash()})

    def table(self) -> pd.DataFrame:
        """One row per finished unit: claim, author, setting, weight, word, effect, interval ends, standardised size,
        pairs, and the digest of what it asks."""
        rows = []
        authors = {name: load_claim(name).claim.author for name in self.names}
        for name, number in self.units():
            found = self.word(name, number)
            if found is not None:
                rows.append({"claim": name, "author": authors[name], "setting": number,
                             "weight": self.design.weights[number], **found._asdict(),
                             "key": self.unit_key(name, number)})
        columns = ["claim", "author", "setting", "weight", "word", *NUMBERS, "pairs", "key"]
        return pd.DataFrame(rows, columns=columns)

    def settings_table(self) -> pd.DataFrame:
        """The settings themselves: one row per setting, one column per parameter."""
        return pd.DataFrame(list(self.design.settings)).rename_axis("setting").reset_index()


def run_unit(claim: MainOnly, setting: Mapping[str, float], pairs: int, seed: int, threads: int | None = None,
             tell: Any = None) -> Word:
    """One claim at one setting, as a job of an executor."""
    varied = claim.varied(setting)
    assert isinstance(varied, MainOnly)
    return varied.word(pairs, seed)


def shares(table: pd.DataFrame) -> pd.DataFrame:
    """For every claim the weighted share of settings with each answer, and the interval of the share of `found`."""
    rows = []
    for name, mine in table.groupby("claim", sort=False):
        weight = mine["weight"] / mine["weight"].sum()
        found = int((mine["word"] == FOUND).sum())
        low, high = wilson(found, len(mine))
        rows.append({"claim": name, "author": mine["author"].iloc[0], "settings": len(mine),
                     **{word: float(weight[mine["word"] == word].sum()) for word in WORDS}, "found_low": low,
                     "found_high": high, "median_effect": float(mine["effect"].median()),
                     "median_size": float(mine["size"].median())})
    return pd.DataFrame(rows)

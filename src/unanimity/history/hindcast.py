"""A complete hindcast: the check of every target, and the yearly series with two naive baselines and their scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from unanimity.engine.simulate import columns_of
from unanimity.history.hindcast_ensemble import EnsembleCheck, check_over
from unanimity.history.naive_baselines import scored
from unanimity.history.responsible_mechanism import maker_of
from unanimity.history.target_check import SCENARIO, Checked, check
from unanimity.history.target_trials import Means
from unanimity.history.targets import FIT, read_targets, table_for, within_window
from unanimity.history.yearly_series import Yearly, read_series
from unanimity.regimes import Regime, load_regime
from unanimity.regimes.plausible import Given
from unanimity.support.calendar import date_of
from unanimity.support.progress import Wish
from unanimity.world.argument_checks import in_plain_words

INPUTS = ("month", "date", "name", "what", "origin", "why", "confidence", "value", "months")


@dataclass(frozen=True, repr=False)
class Hindcast:
    """A check with its yearly series."""

    checked: Checked | EnsembleCheck
    fit_until: int  # the last year of the fit rows

    @property
    def first_year(self) -> int:
        """The calendar year of month 0; 0 where the scenario has no calendar."""
        start = self.checked.regime.start
        return int(start[:4]) if start else 0

    def simulated(self, one: Yearly) -> pd.DataFrame:
        """The model's version of a series: years as rows, worlds as columns."""
        return self.checked.simulated(one, self.first_year)

    @property
    def skill(self) -> pd.DataFrame:
        """Scores of the model and of the baselines, by series."""
        people = self.checked.regime.society.people * self.checked.worlds
        tables = []
        for one in self.checked.series:
            if one.observed.empty:
                continue
            floor = 0.5 / people * (1000.0 if "1000" in one.unit else 1.0)  # half a person in all worlds
            table = scored(self.simulated(one), one.observed, self.fit_until, floor, self.checked.weights)
            if len(table):
                tables.append(table.assign(series=one.id, title=one.title))
        return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()

    @property
    def inputs(self) -> pd.DataFrame:
        """The scripted inputs up to the last month run: month, date, what changes, origin, reason, confidence."""
        regime = self.checked.regime
        rows = [{"month": entry.month, "date": date_of(entry.month, regime.start), "name": entry.name,
                 "what": entry.kind if entry.kind in ("lever", "parameter") else "event", "origin": entry.origin,
                 "why": entry.why, "confidence": entry.confidence, "value": entry.value, "months": entry.months}
                for entry in regime.schedule if entry.month < regime.months]
        return pd.DataFrame(rows, columns=list(INPUTS))

    @property
    def table(self) -> pd.DataFrame:
        """Every target with the mechanism that makes its number."""
        columns = columns_of(self.checked.regime)
        makers = [maker_of(self.checked.nodes[one.target.id], columns) if one.target.id in self.checked.nodes else ""
                  for one in self.checked.found]
        return self.checked.table.assign(mechanism=makers)

    def __repr__(self) -> str:
        return repr(self.checked)


@in_plain_words
def run(scenario: str | Path | Regime = SCENARIO, targets: str | Path | None = None,
        series: str | Path | None = None, *, split: str = FIT, until: int | None = None, worlds: int = 4,
        people: int | None = None, seed: int = 1918, changes: Mapping[str, Any] | None = None,
        threads: int | None = None, progress: Wish = None, settings: Given = None, n_settings: int | None = None,
        means: Means | None = None) -> Hindcast:
    """Run a hindcast: targets, yearly series, naive baselines. Series end where the split's targets end.

    With `until`, a year, rows are split as for a calibration window that ends with that year, and the baselines know
    the record up to it. With plausible `settings` ("ensemble", a CSV file, a list of tables), `worlds` worlds run at
    each of them; `means` names the store and the executor.
    """
    regime = load_regime(scenario)
    where = targets if targets is not None else table_for(regime.name)
    fitted = [one.years[1] for one in within_window(read_targets(where), until, str(where))
              if one.split == FIT and one.years]
    yearly = read_series(series if series is not None else str(where)) if series is not None or targets is None else ()
    if settings is not None:
        over = check_over(regime, where, settings=settings, n_settings=n_settings, split=split, until=until,
                          worlds=worlds, people=people, seed=seed, changes=changes, series=yearly,
                          means=means or Means(progress=progress))
        return Hindcast(over, max(fitted) if fitted else 0)
    checked = check(regime, where, split=split, until=until, worlds=worlds, people=people, seed=seed, changes=changes,
                    threads=threads, progress=progress, series=yearly)
    return Hindcast(checked, max(fitted) if fitted else 0)

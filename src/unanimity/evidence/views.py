"""Every table and derived table by name, with a description, for the command line and for pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from unanimity.evidence import curves, hazards, outcomes, sequences
from unanimity.evidence.tables import NAMES, codebook, table
from unanimity.support.errors import unknown


@dataclass(frozen=True)
class View:
    """A table with its name and what it says."""

    name: str
    title: str
    says: str
    make: Callable[[], pd.DataFrame]
    derived: bool = True

    @cached_property
    def table(self) -> pd.DataFrame:
        """The table itself."""
        return self.make()


def _raw(name: str) -> View:
    told = codebook()[name]
    return View(name, told["title"], told["says"], lambda: table(name), derived=False)


DERIVED = (
    View("survival", "Survival by cohort", "Share not dead by repression, Kaplan-Meier with delayed entry: by cohort, "
         "of groups, and two checks.", curves.survival_by_cohort),
    View("hazard", "Hazard by year", "Deaths by repression among those at risk in each year, with Wilson's interval.",
         hazards.hazard_by_year),
    View("periods", "Hazard by period", "The same by period and group, in person-years.", hazards.hazard_by_period),
    View("capitulation", "Signing and not signing", "Oppositionists at risk in 1928: dead by repression by 1941, by "
         "whether they had recanted.", outcomes.capitulation),
    View("leaving", "Leaving and staying", "Killed by the state by 1941: those who left against those who stayed.",
         outcomes.leaving_and_staying),
    View("fates", "Fates from 1934 to 1941", "Of those at risk in 1934 whose fate is known: dead by repression by the "
         "end of 1941.", outcomes.fates),
    View("durations", "From one event to the next", "Months from the first event of a kind to the next of another.",
         sequences.durations),
    View("trials", "People tried", "First recorded trial of people in scope, and what followed.", sequences.trials),
    View("events-by-year", "Events by year", "Dated events of people in scope, by kind.",
         lambda: sequences.event_counts().reset_index()),
)


def _series_names() -> list[str]:
    return list(dict.fromkeys(table("series")["series"]))


def _series(name: str) -> View:
    mine = table("series")
    rows = mine[mine["series"] == name].drop(columns="series").reset_index(drop=True)
    first, last = int(rows["year"].min()), int(rows["year"].max())
    units = list(dict.fromkeys(rows["unit"]))
    return View(name, name.replace("_", " "), f"{units[0]}{' and others' if len(units) > 1 else ''}, {first}-{last}; "
                f"{int((rows['tag'] == 'seen').sum())} of {len(rows)} values seen.", lambda: rows, derived=False)


VIEWS = (*(_raw(name) for name in NAMES), *DERIVED)


def all_views() -> list[View]:
    """Tables, derived tables and every yearly series."""
    return [*VIEWS, *(_series(name) for name in _series_names())]


def view(name: str) -> View:
    """A table of the evidence by its name: one of `unanimity evidence list`."""
    found = {one.name: one for one in VIEWS}
    if name in found:
        return found[name]
    if name in _series_names():
        return _series(name)
    raise unknown("", "table of the evidence", name, [*found, *_series_names()], "unanimity evidence list")
